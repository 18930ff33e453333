#include "tile/pipeline.h"

#include <string.h>

#define OPERANDS 2

/* What one iteration hands to the next, an entry an operand: the cursors; the tiles that were fetched and not
 * committed, the oldest first; then the accumulators and what the machine carries for tokens. */
enum { CURSORS = 0, FETCHED = OPERANDS, ACCUMULATORS = FETCHED + OPERANDS * TWK_FETCHED_LIMIT, TOKENS, LIST_COUNT };

/* A main loop while it is written: the state, how many tiles each kind of step has taken, and how many were released. */
typedef struct run {
    twk_builder *b;
    const twk_main_loop *of;
    int64_t stages;
    twk_nodes lists[LIST_COUNT];
    int64_t taken[TWK_STEP_COUNT];
    int64_t released;
} run;

/* Vectors or chunks of a thread for one tile of both operands. */
static int64_t loads_a_tile(const run *r) {
    const twk_loader *loaders = r->of->loaders;
    return loaders ? (int64_t)(loaders[0].count + loaders[1].count) : 0;
}

static void advance_cursor(run *r, int operand) {
    twk_nodes *cursor = &r->lists[CURSORS + operand];
    *cursor = twk_next_cursor(r->b, &r->of->loaders[operand], *cursor);
}

/* The next tile from global memory to registers. */
static void fetch(run *r) {
    int64_t held = r->taken[TWK_STEP_FETCH] - 1 - r->taken[TWK_STEP_COMMIT];
    for (int operand = 0; operand < OPERANDS; operand++) {
        twk_nodes *tile = &r->lists[FETCHED + OPERANDS * held + operand];
        *tile = twk_fetch(r->b, &r->of->loaders[operand], r->lists[CURSORS + operand]);
        advance_cursor(r, operand);
    }
}

/* The oldest fetched tile from registers to LDS. */
static void commit(run *r) {
    int64_t stage = (r->taken[TWK_STEP_COMMIT] - 1) % r->stages;
    for (int operand = 0; operand < OPERANDS; operand++) {
        twk_commit(r->b, &r->of->loaders[operand], r->lists[FETCHED + operand], stage);
    }
    for (int i = FETCHED; i < ACCUMULATORS; i++) {
        const twk_nodes none = {NULL, 0};
        r->lists[i] = i + OPERANDS < ACCUMULATORS ? r->lists[i + OPERANDS] : none;
    }
}

/* A tile on its way through its stage. */
static twk_token token_of(const run *r, int64_t tile) {
    twk_token token;
    token.stage = tile % r->stages;
    token.later = r->taken[TWK_STEP_LOAD] - tile - 1;
    token.loads = loads_a_tile(r);
    return token;
}

/* The next tile straight to LDS. */
static void load(run *r) {
    const twk_token token = token_of(r, r->taken[TWK_STEP_LOAD] - 1);
    for (int operand = 0; operand < OPERANDS; operand++) {
        twk_load_async(r->b, &r->of->loaders[operand], r->lists[CURSORS + operand], token.stage);
        advance_cursor(r, operand);
    }
    r->b->machine->filled(r->b, r->lists[TOKENS], token);
}

/* Meet with loads in flight: the tile that was computed since the last time leaves its stage. */
static void meet(run *r) {
    if (r->released < r->taken[TWK_STEP_COMPUTE]) {
        r->b->machine->release(r->b, r->lists[TOKENS], token_of(r, r->released++));
    } else {
        r->b->machine->barrier_with_loads_in_flight(r->b);
    }
}

/* Atoms of a warp for one step of the reduction. */
static size_t atoms_of_step(const run *r) {
    return r->of->fragments[0].count * r->of->fragments[1].count;
}

/* Multiply the tile into the accumulators, one step of the atom's reduction after another. */
static void compute(run *r) {
    const twk_fragments *across = &r->of->fragments[1];
    const twk_atom *atom = r->of->plan->atom;
    int64_t stage = (r->taken[TWK_STEP_COMPUTE] - 1) % r->stages;
    size_t atoms = atoms_of_step(r);
    size_t pieces = twk_pieces(atom, TWK_PASSED_C);
    for (int64_t step = 0; step < across->steps; step++) {
        const twk_nodes rows = twk_read_fragments(r->b, &r->of->fragments[0], step, stage);
        const twk_nodes columns = twk_read_fragments(r->b, across, step, stage);
        for (size_t at = 0; at < atoms && !r->b->arena->failed; at++) {
            twk_node *const *row = rows.at + at / across->count * r->of->fragments[0].pieces;
            twk_node *const *column = columns.at + at % across->count * across->pieces;
            twk_multiply(r->b, atom, row, column, r->lists[ACCUMULATORS].at + at * pieces);
        }
    }
}

/* Spread the loads of a tile over the atoms of one. */
static void hint(run *r) {
    r->b->machine->spread_loads(r->b, loads_a_tile(r), r->of->fragments->steps * (int64_t)atoms_of_step(r));
}

/* Whether this code does a step. */
static bool does_step(const run *r, twk_step step) {
    bool does = false;
    switch (twk_step_warps[step]) {
    case TWK_WARP_ROLE_ALL:
        does = true;
        break;
    case TWK_WARP_ROLE_LOADING:
        does = r->of->loaders != NULL;
        break;
    case TWK_WARP_ROLE_COMPUTING:
        does = r->of->fragments != NULL;
        break;
    }
    return does;
}

static void do_step(run *r, twk_step step) {
    const twk_machine *machine = r->b->machine;
    switch (step) {
    case TWK_STEP_FETCH:
        fetch(r);
        break;
    case TWK_STEP_COMMIT:
        commit(r);
        break;
    case TWK_STEP_LOAD:
        load(r);
        break;
    case TWK_STEP_ARRIVE: /* the loads of later tiles may stay in flight */
        machine->await_filled(r->b, r->lists[TOKENS], token_of(r, r->taken[TWK_STEP_COMPUTE]));
        break;
    case TWK_STEP_DRAIN:
        machine->await_filled(r->b, r->lists[TOKENS], token_of(r, r->taken[TWK_STEP_LOAD] - 1));
        break;
    case TWK_STEP_MEET:
        meet(r);
        break;
    case TWK_STEP_HOLD:
        machine->hold_schedule(r->b);
        break;
    case TWK_STEP_COMPUTE:
        compute(r);
        break;
    case TWK_STEP_HINT:
        hint(r);
        break;
    case TWK_STEP_RAISE:
    case TWK_STEP_LOWER:
        machine->set_priority(r->b, step == TWK_STEP_RAISE ? 1 : 0);
        break;
    case TWK_STEP_READY:
        machine->barrier(r->b);
        break;
    }
}

/* Write some steps of the schedule a number of times. A step that is left to other warps takes its tile here as well. */
static void do_steps(run *r, const twk_schedule *schedule, int64_t times) {
    for (; times > 0; times--) {
        for (size_t i = 0; i < schedule->count && !r->b->arena->failed; i++) {
            twk_step step = schedule->steps[i];
            r->taken[step]++;
            if (does_step(r, step)) {
                twk_comment(r->b, twk_step_words[step]);
                do_step(r, step);
            }
        }
    }
}

/* Copy a list; returns how many nodes it has. */
static size_t copy_nodes(twk_node **to, twk_nodes from) {
    if (from.count) {
        memcpy(to, from.at, from.count * sizeof *to);
    }
    return from.count;
}

/* The state as one list. */
static twk_nodes join(const run *r) {
    size_t count = 0;
    for (int i = 0; i < LIST_COUNT; i++) {
        count += r->lists[i].count;
    }
    twk_nodes joined = twk_new_nodes(r->b, count);
    count = 0;
    for (int i = 0; joined.count && i < LIST_COUNT; i++) {
        count += copy_nodes(joined.at + count, r->lists[i]);
    }
    return joined;
}

/* Take up the state from the values of a loop, in the lists where it was: a loader's first cursor has been used by then. */
static void restore(run *r, twk_nodes values) {
    for (int i = 0; i < LIST_COUNT; i++) {
        values.count = r->lists[i].count;
        values.at += copy_nodes(r->lists[i].at, values);
    }
}

/* Turns of a loop that does `stages` tiles a turn, for at least `trips` tiles. */
static twk_node *rounds(twk_builder *b, twk_node *trips, int64_t stages) {
    if (twk_is_constant(trips)) {
        return twk_constant(b, (trips->immediate + stages - 1) / stages);
    }
    twk_node *raised = twk_add(b, trips, twk_constant(b, stages - 1));
    return twk_udiv(b, raised, twk_constant(b, stages));
}

/* The loop: a body of one iteration a stage. */
static void write_loop(run *r, twk_node *count) {
    twk_loop *loop = twk_begin_loop(r->b, count, join(r));
    if (!loop) {
        return;
    }
    restore(r, loop->carried);
    for (size_t i = 0; r->of->loaders && i < OPERANDS; i++) {
        twk_claim_multiples(&r->of->loaders[i], r->lists[CURSORS + i]);
    }
    do_steps(r, &r->of->plan->pipeline->body, r->stages);
    twk_end_loop(r->b, loop, join(r));
    if (!r->b->arena->failed) {
        restore(r, loop->carried);
    }
}

/* Set up the state; false where memory runs out. */
static bool open_run(run *r, twk_builder *b, const twk_main_loop *of) {
    twk_node *cleared = NULL;
    memset(r, 0, sizeof *r);
    r->b = b;
    r->of = of;
    r->stages = of->plan->spec.stages;
    r->lists[TOKENS] = b->machine->first_tokens(b, r->stages);
    for (size_t i = 0; of->loaders && i < OPERANDS; i++) {
        r->lists[CURSORS + i] = of->loaders[i].cursor;
    }
    if (of->fragments) {
        r->lists[ACCUMULATORS] = twk_new_nodes(b, atoms_of_step(r) * twk_pieces(of->plan->atom, TWK_PASSED_C));
        cleared = b->machine->cleared(b, of->plan->atom);
    }
    for (size_t i = 0; i < r->lists[ACCUMULATORS].count; i++) {
        r->lists[ACCUMULATORS].at[i] = cleared;
    }
    return !b->arena->failed;
}

twk_nodes twk_run_pipeline(twk_builder *b, const twk_main_loop *main_loop, twk_node *trips, bool unroll) {
    const twk_pipeline *pipeline = main_loop->plan->pipeline;
    const twk_nodes none = {NULL, 0};
    run r;
    if (!open_run(&r, b, main_loop)) {
        return none;
    }
    do_steps(&r, &pipeline->fill, r.stages - 1);
    do_steps(&r, &pipeline->start, 1);
    if (unroll) {
        do_steps(&r, &pipeline->body, trips->immediate);
    } else {
        twk_comment(b, "main loop");
        write_loop(&r, rounds(b, trips, r.stages));
        twk_comment(b, "after the main loop");
    }
    do_steps(&r, &pipeline->finish, 1);
    return b->arena->failed ? none : r.lists[ACCUMULATORS];
}
