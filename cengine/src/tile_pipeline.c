#include "tile_pipeline.h"

#include <string.h>

/* The fragments of all atoms of a warp along one axis, at one step. */
static twk_nodes read_all(twk_builder *b, const twk_fragments *fragments, int64_t step) {
    twk_nodes read = twk_new_nodes(b, fragments->count);
    size_t i;
    for (i = 0; i < read.count; i++) {
        read.at[i] = twk_read_fragment(b, fragments, i, step);
    }
    return read;
}

/* Multiply the tile in LDS into the accumulators, one step of the atom's reduction after another. */
static void compute(twk_builder *b, const twk_main_loop *of, twk_nodes accumulators) {
    int64_t step;
    size_t i;
    size_t j;
    for (step = 0; step < of->steps; step++) {
        twk_nodes rows = read_all(b, of->rows, step);
        twk_nodes columns = read_all(b, of->columns, step);
        for (i = 0; i < rows.count; i++) {
            for (j = 0; j < columns.count; j++) {
                twk_node **at = &accumulators.at[i * columns.count + j];
                *at = b->target->multiply(b, of->atom, rows.at[i], columns.at[j], *at);
            }
        }
    }
}

/* The values that the loop carries: both cursors, then the accumulators. */
static twk_nodes join(twk_builder *b, twk_nodes first, twk_nodes second, twk_nodes third) {
    twk_nodes joined = twk_new_nodes(b, first.count + second.count + third.count);
    if (joined.count) {
        memcpy(joined.at, first.at, first.count * sizeof *joined.at);
        memcpy(joined.at + first.count, second.at, second.count * sizeof *joined.at);
        memcpy(joined.at + first.count + second.count, third.at, third.count * sizeof *joined.at);
    }
    return joined;
}

static twk_nodes zeros(twk_builder *b, const twk_main_loop *of) {
    const twk_type *type = twk_vector(of->atom->result_length, TWK_FLOAT);
    twk_nodes accumulators = twk_new_nodes(b, of->rows->count * of->columns->count);
    size_t i;
    for (i = 0; i < accumulators.count; i++) {
        accumulators.at[i] = twk_zero(b, type);
    }
    return accumulators;
}

/* One step of the schedule; `cursors`, `fetched` and `accumulators` are brought up to date. */
static void run_step(twk_builder *b, const twk_main_loop *of, int step, twk_nodes *cursors, twk_nodes *fetched,
                     twk_nodes accumulators) {
    int operand;
    switch (step) {
    case TWK_STEP_FETCH:
        twk_comment(b, "fetch");
        for (operand = 0; operand < 2; operand++) {
            fetched[operand] = twk_fetch(b, of->loaders[operand], cursors[operand]);
            cursors[operand] = twk_next_cursor(b, of->loaders[operand], cursors[operand]);
        }
        break;
    case TWK_STEP_COMMIT:
        twk_comment(b, "commit");
        for (operand = 0; operand < 2; operand++) {
            twk_commit(b, of->loaders[operand], fetched[operand]);
        }
        break;
    case TWK_STEP_COMPUTE:
        twk_comment(b, "compute");
        compute(b, of, accumulators);
        break;
    default:
        twk_comment(b, step == TWK_STEP_READY ? "ready" : "free");
        b->target->barrier(b);
    }
}

twk_nodes twk_run_pipeline(twk_builder *b, const twk_main_loop *of) {
    const twk_nodes none = {NULL, 0};
    twk_nodes cursors[2] = {of->loaders[0]->cursor, of->loaders[1]->cursor};
    twk_nodes fetched[2] = {none, none};
    twk_nodes accumulators = zeros(b, of);
    size_t split = cursors[0].count;
    size_t end = split + cursors[1].count;
    twk_loop *loop;
    size_t i;
    twk_comment(b, "main loop");
    loop = twk_begin_loop(b, of->trips, join(b, cursors[0], cursors[1], accumulators));
    if (!loop) {
        return none;
    }
    cursors[0] = twk_slice(loop->carried, 0, split);
    cursors[1] = twk_slice(loop->carried, split, end - split);
    memcpy(accumulators.at, loop->carried.at + end, accumulators.count * sizeof *accumulators.at);
    for (i = 0; i < of->pipeline->count && !b->arena->failed; i++) {
        run_step(b, of, of->pipeline->body[i], cursors, fetched, accumulators);
    }
    twk_end_loop(b, loop, join(b, cursors[0], cursors[1], accumulators));
    return b->arena->failed ? none : twk_slice(loop->carried, end, accumulators.count);
}
