/* The main loop says to its machine which tile is in which stage, and carries what the machine wants carried. */
#include "check.h"
#include "ir/verifier.h"
#include "machine/amdgcn.h"
#include "tile/pipeline.h"

enum { STAGES = 3 };

/* What the machine below was told, in order. */
typedef struct said {
    char what;
    twk_token token;
} said;

static said told[64];
static int told_count;

static void tell(char what, twk_token token) {
    const said entry = {what, token};
    told[told_count++] = entry;
}

/* A machine with a phase a stage, which flips when the stage was waited for. */
static twk_nodes first_tokens(twk_builder *b, int64_t stages) {
    twk_nodes phases = twk_new_nodes(b, (size_t)stages);
    size_t i;
    for (i = 0; i < phases.count; i++) {
        phases.at[i] = twk_constant(b, (int64_t)(700 + i));
    }
    return phases;
}

static void filled(twk_builder *b, twk_nodes tokens, twk_token token) {
    twk_amdgcn.filled(b, tokens, token);
    tell('f', token);
}

static void await_filled(twk_builder *b, twk_nodes tokens, twk_token token) {
    twk_node *one = twk_constant(b, 1);
    twk_amdgcn.await_filled(b, tokens, token);
    tokens.at[token.stage] = twk_xor(b, tokens.at[token.stage], one);
    tell('a', token);
}

static void release(twk_builder *b, twk_nodes tokens, twk_token token) {
    twk_amdgcn.release(b, tokens, token);
    tell('r', token);
}

/* The main loop of a ring whose tiles are empty, and the loop that it made. */
static const twk_loop *write_ring(twk_plan *plan, twk_context *context, twk_function *function, twk_builder *b,
                                  const twk_machine *machine) {
    twk_loader loaders[2];
    twk_fragments fragments[2];
    static const twk_tensor_map map;
    const twk_main_loop main_loop = {plan, loaders, fragments};
    twk_node *node;
    size_t i;
    memset(loaders, 0, sizeof loaders);
    memset(fragments, 0, sizeof fragments);
    memset(plan, 0, sizeof *plan);
    twk_builder_open(b, &context->arena, function, "kernel", &twk_arches[TWK_ARCH_GFX950], 64);
    b->machine = machine;
    for (i = 0; i < 2; i++) {
        loaders[i].cursor = twk_new_nodes(b, 0);
        loaders[i].plan = &plan->operands[i];
        loaders[i].map = &map;
    }
    for (i = 0; i < TWK_PIPELINE_COUNT; i++) {
        if (twk_pipelines[i].most_stages >= STAGES && !twk_pipelines[i].fetched_tiles &&
            twk_pipelines[i].arches & twk_arches[TWK_ARCH_GFX950].set) {
            plan->pipeline = &twk_pipelines[i];
        }
    }
    plan->spec.stages = STAGES;
    plan->atom = &twk_atoms[0];
    twk_run_pipeline(b, &main_loop, twk_call(b, TWK_WORKITEM_ID_X, NULL, 0), false);
    twk_return(b);
    for (node = function->first; node && node->op != TWK_OP_LOOP; node = node->next) {
    }
    return node ? node->of.loop : NULL;
}

static void check_tokens(checks *checks) {
    twk_machine machine = twk_amdgcn;
    twk_plan plan;
    twk_context context;
    twk_function function;
    twk_builder b;
    const twk_loop *loop;
    int i;
    memset(&context, 0, sizeof context);
    twk_arena_open(&context.arena, NULL);
    machine.first_tokens = first_tokens;
    machine.filled = filled;
    machine.await_filled = await_filled;
    machine.release = release;
    loop = write_ring(&plan, &context, &function, &b, &machine);
    CHECK(checks, loop && loop->carried.count == STAGES);
    for (i = 0; loop && i < STAGES; i++) {
        const twk_node *following = loop->following.at[i];
        CHECK(checks, following->op == TWK_OP_XOR && following->args[0] == loop->carried.at[i]);
    }
    twk_verify(&context, &function);
    CHECK(checks, !context.error);
    CHECK(checks, told_count == STAGES - 1 + 3 * STAGES + 1);
    for (i = 0; i < STAGES - 1; i++) {
        CHECK(checks, told[i].what == 'f' && told[i].token.stage == i && told[i].token.later == 0);
    }
    for (i = 0; i < STAGES; i++) {
        const said *turn = &told[STAGES - 1 + 3 * i];
        CHECK(checks, turn[0].what == 'f' && turn[0].token.stage == (STAGES - 1 + i) % STAGES);
        CHECK(checks, turn[1].what == 'a' && turn[1].token.stage == i && turn[1].token.later == STAGES - 1);
        CHECK(checks, turn[2].what == 'r' && turn[2].token.stage == i);
    }
    CHECK(checks, told[told_count - 1].what == 'a' && told[told_count - 1].token.later == 0);
    twk_arena_close(&context.arena);
}

/* AMD's counter carries nothing. */
static void check_counters(checks *checks) {
    twk_plan plan;
    twk_context context;
    twk_function function;
    twk_builder b;
    const twk_loop *loop;
    memset(&context, 0, sizeof context);
    twk_arena_open(&context.arena, NULL);
    loop = write_ring(&plan, &context, &function, &b, &twk_amdgcn);
    CHECK(checks, loop && loop->carried.count == 0);
    twk_arena_close(&context.arena);
}

int main(void) {
    checks checks = {0, 0};
    check_tokens(&checks);
    check_counters(&checks);
    return finish(&checks, "test_tokens");
}
