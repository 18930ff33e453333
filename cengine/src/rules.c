#include "rules.h"

/* Pixels of a padded axis: sums and differences of two coordinates stay inside 32 bits. */
#define COORDINATE_LIMIT ((int64_t)1 << 30)
/* Bytes that a 32-bit offset reaches below the offset that marks an element as out of range. */
#define OFFSET_LIMIT (((int64_t)1 << 31) - 1)
/* Stride of a dgrad: products of two numbers below it, from which a phase's taps are found, fit in 32 bits. */
#define STRIDE_LIMIT ((int64_t)1 << 15)
#define GRID_Y_LIMIT 65535
#define GRID_THREADS_LIMIT (((int64_t)1 << 32) - 1)
/* Iterations that are written out at most: beyond it compilers take minutes and all of a host's memory. */
#define UNROLL_LIMIT 128
#define DWORD_BYTES 4

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static void check_groups(twk_context *context, const char *name, int64_t channels, int64_t groups) {
    if (channels % groups) {
        int64_t below = channels / groups * groups;
        int64_t above = below + groups;
        TWK_VIOLATE(context, TWK_RULE_PROBLEM_GROUPS, twk_string(name), twk_integer(channels), twk_integer(groups),
                    twk_integer(below ? below : above), twk_integer(above));
    }
}

/* What is wrong with the sizes alone. */
static void check_problem(twk_context *context, const twk_problem *problem) {
    int64_t axis;
    check_groups(context, "c", problem->c, problem->groups);
    check_groups(context, "k", problem->k, problem->groups);
    for (axis = 0; axis < twk_rank(problem); axis++) {
        int64_t padded = twk_padded(problem, axis);
        int64_t extent = twk_extent(problem, axis);
        if (padded > COORDINATE_LIMIT) {
            TWK_VIOLATE(context, TWK_RULE_PROBLEM_EXTENT, twk_integer(axis), twk_integer(padded),
                        twk_integer(COORDINATE_LIMIT));
        }
        if (padded < extent) {
            TWK_VIOLATE(context, TWK_RULE_PROBLEM_EMPTY, twk_integer(axis), twk_integer(padded), twk_integer(extent));
        }
    }
}

int64_t twk_tensor_bytes(const twk_spec *spec, int tensor) {
    int output = twk_equal(spec->direction, "forward") ? TWK_TENSOR_Y
                 : twk_equal(spec->direction, "dgrad") ? TWK_TENSOR_X
                                                       : TWK_TENSOR_W;
    const char *type = tensor == output ? spec->out_type : spec->in_type;
    return twk_product(twk_tensor_elements(&spec->problem, tensor), twk_element_bytes(type));
}

/* Tensors that are too large for the offsets of a kernel, and strides that make too many phases.
 *
 * The indices of the product need no check of their own: none has more values than a tensor has elements. */
static void check_sizes(twk_context *context, const twk_spec *spec) {
    static const char *const names[TWK_TENSOR_COUNT] = {"x", "w", "y"};
    const twk_axes *strides = &spec->problem.stride;
    int64_t axis;
    int tensor;
    for (tensor = 0; tensor < TWK_TENSOR_COUNT; tensor++) {
        int64_t size = twk_tensor_bytes(spec, tensor);
        if (size > OFFSET_LIMIT) {
            TWK_VIOLATE(context, TWK_RULE_PROBLEM_TENSOR_BYTES, twk_string(names[tensor]), twk_integer(size),
                        twk_integer(OFFSET_LIMIT));
        }
    }
    for (axis = 0; axis < strides->count; axis++) {
        if (twk_equal(spec->direction, "dgrad") && strides->at[axis] > STRIDE_LIMIT) {
            TWK_VIOLATE(context, TWK_RULE_PROBLEM_STRIDE, twk_integer(axis), twk_integer(strides->at[axis]),
                        twk_integer(STRIDE_LIMIT));
        }
    }
}

/* Grids that the machine cannot launch. */
static void check_grid(twk_context *context, const twk_spec *spec, const twk_gemm_shape *shape, int64_t threads) {
    int64_t tiles_m = twk_divide_up(shape->m, spec->tile_m);
    int64_t tiles_n = twk_divide_up(shape->n, spec->tile_n);
    int64_t size = twk_product(twk_product(twk_product(shape->phases, tiles_m), tiles_n), threads);
    if (size > GRID_THREADS_LIMIT) {
        TWK_VIOLATE(context, TWK_RULE_GRID_LIMIT, twk_string("x"), twk_integer(size), twk_integer(GRID_THREADS_LIMIT),
                    twk_string("threads"));
    }
    if (spec->problem.groups > GRID_Y_LIMIT) {
        TWK_VIOLATE(context, TWK_RULE_GRID_LIMIT, twk_string("y"), twk_integer(spec->problem.groups),
                    twk_integer(GRID_Y_LIMIT), twk_string("groups"));
    }
    if (spec->tile_group > tiles_m) {
        TWK_VIOLATE(context, TWK_RULE_TILE_GROUP, twk_integer(spec->tile_group), twk_integer(tiles_m));
    }
}

static void check_multiple(twk_context *context, const char *name, int64_t value, int64_t step, const char *reason) {
    if (value % step) {
        int64_t lower = value / step * step;
        TWK_VIOLATE(context, TWK_RULE_TILE_SHAPE, twk_string(name), twk_integer(value), twk_integer(step),
                    twk_string(reason), twk_integer(lower ? lower : step));
    }
}

static const char *warps_reason(twk_context *context, const char *name, int64_t warps, const twk_atom *atom) {
    return TWK_JOIN(&context->arena, twk_string(name), twk_string(" "), twk_integer(warps), twk_string(" of atom "),
                    twk_string(atom->name));
}

/* Tiles that the atoms and warps do not fill. */
static void check_tile(twk_context *context, const twk_spec *spec, const twk_atom *atom) {
    check_multiple(context, "tile_m", spec->tile_m, spec->warps_m * atom->m,
                   warps_reason(context, "warps_m", spec->warps_m, atom));
    check_multiple(context, "tile_n", spec->tile_n, spec->warps_n * atom->n,
                   warps_reason(context, "warps_n", spec->warps_n, atom));
    check_multiple(context, "tile_k", spec->tile_k, atom->k,
                   TWK_JOIN(&context->arena, twk_string("atom "), twk_string(atom->name)));
}

/* Stages, load warps and unrolling that the pipeline does not have. */
static void check_pipeline(twk_context *context, const twk_spec *spec, const twk_pipeline *pipeline,
                           const twk_gemm_shape *shape) {
    int64_t low = pipeline->least_stages;
    int64_t high = pipeline->most_stages;
    int64_t iterations = twk_divide_up(shape->k, spec->tile_k);
    if (spec->stages < low || spec->stages > high) {
        TWK_VIOLATE(context, TWK_RULE_PIPELINE_STAGES, twk_string(spec->pipeline), twk_string(spec->loader),
                    twk_integer(spec->stages), twk_integer(low), twk_integer(high),
                    twk_integer(smaller(larger(spec->stages, low), high)));
    }
    if ((spec->load_warps > 0) != pipeline->roles) {
        TWK_VIOLATE(context, TWK_RULE_PIPELINE_LOAD_WARPS, twk_string(spec->pipeline), twk_integer(spec->load_warps),
                    twk_integer(twk_load_warps_needed(spec, pipeline)));
    }
    if (!twk_equal(spec->unroll, "full")) {
        return;
    }
    if (shape->phases > 1) {
        twk_violate(context, TWK_RULE_UNROLL_RUNTIME, NULL, 0);
    } else if (iterations > UNROLL_LIMIT) {
        TWK_VIOLATE(context, TWK_RULE_UNROLL_LIMIT, twk_integer(iterations), twk_integer(UNROLL_LIMIT));
    }
}

/* Say why K-outer tiles cannot be used; see twk_k_outer_obstacle. */
static void fail_k_outer(twk_context *context, const twk_spec *spec, const twk_arch *arch, const twk_atom *atom,
                         const twk_gemm_shape *shape, int obstacle) {
    const char *names[TWK_ARCH_COUNT];
    bool odd_a = twk_has_odd_run(shape, TWK_OPERAND_A);
    size_t count = 0;
    size_t i;
    switch (obstacle) {
    case TWK_RULE_K_OUTER_DIRECTION:
        TWK_VIOLATE(context, obstacle, twk_string(spec->direction));
        break;
    case TWK_RULE_K_OUTER_ARCH:
        for (i = 0; i < TWK_ARCH_COUNT; i++) {
            if (twk_arches[i].transposed_read) {
                names[count++] = twk_arches[i].name;
            }
        }
        TWK_VIOLATE(context, obstacle, twk_string(arch->name),
                    twk_string(twk_join_words(&context->arena, names, count)));
        break;
    case TWK_RULE_K_OUTER_ATOM:
        TWK_VIOLATE(context, obstacle, twk_string(atom->name), twk_integer(atom->operand_length),
                    twk_integer(arch->transposed_read));
        break;
    case TWK_RULE_K_OUTER_RUN:
        TWK_VIOLATE(context, obstacle, twk_string(odd_a ? "a" : "b"),
                    twk_integer(odd_a ? shape->run_a : shape->run_b));
        break;
    default:
        twk_violate(context, obstacle, NULL, 0);
    }
}

/* Rows of tiles of which a swizzle can permute none. */
static void check_swizzle(twk_context *context, const twk_spec *spec, const twk_arch *arch, const twk_atom *atom,
                          const twk_operand_plan *plans) {
    const twk_tile_layout *a = &plans[TWK_OPERAND_A].layout;
    const twk_tile_layout *b = &plans[TWK_OPERAND_B].layout;
    const twk_operand_read read_a = twk_read_of(arch, atom, &plans[TWK_OPERAND_A]);
    const twk_operand_read read_b = twk_read_of(arch, atom, &plans[TWK_OPERAND_B]);
    if (twk_equal(spec->swizzle, "xor") && !a->swizzle_group && !b->swizzle_group) {
        TWK_VIOLATE(context, TWK_RULE_SWIZZLE_SHAPE, twk_integer(twk_row_elements(a)),
                    twk_integer(twk_swizzle_group(&read_a, &plans[TWK_OPERAND_A])), twk_integer(twk_row_elements(b)),
                    twk_integer(twk_swizzle_group(&read_b, &plans[TWK_OPERAND_B])));
    }
}

/* A pad that splits reads, or that something else takes the place of. */
static void check_pad(twk_context *context, const twk_spec *spec, const twk_arch *arch, const twk_atom *atom,
                      const twk_operand_plan *plan) {
    const char *name = TWK_JOIN(&context->arena, twk_string("lds_pad_"), twk_string(plan->operand));
    int64_t pad = plan->layout.pad;
    const twk_operand_read read = twk_read_of(arch, atom, plan);
    int64_t step = read.elements;
    if (pad % step) {
        TWK_VIOLATE(context, TWK_RULE_LDS_PAD, twk_string(name), twk_integer(pad), twk_integer(step),
                    twk_integer(twk_round_up(pad, step)));
    }
    if (pad && twk_equal(spec->loader, "async")) {
        TWK_VIOLATE(context, TWK_RULE_ASYNC_PACKED, twk_string(name),
                    twk_string(TWK_JOIN(&context->arena, twk_integer(pad))), twk_string("0"));
    } else if (pad && plan->layout.swizzle_group) {
        TWK_VIOLATE(context, TWK_RULE_SWIZZLE_PAD, twk_string(name), twk_integer(pad));
    }
}

/* LDS layouts that cannot be, or that the loader cannot write. */
static void check_layouts(twk_context *context, const twk_spec *spec, const twk_arch *arch, const twk_atom *atom,
                          const twk_gemm_shape *shape, const twk_operand_plan *plans) {
    int obstacle = twk_k_outer_obstacle(spec, atom, shape);
    int operand;
    if (twk_equal(spec->k_outer, "on") && obstacle != TWK_RULE_COUNT) {
        fail_k_outer(context, spec, arch, atom, shape, obstacle);
        return;
    }
    check_swizzle(context, spec, arch, atom, plans);
    for (operand = 0; operand < TWK_OPERAND_COUNT; operand++) {
        check_pad(context, spec, arch, atom, &plans[operand]);
    }
}

static void fail_vector(twk_context *context, const twk_operand_plan *plan, int64_t threads, int64_t widest) {
    const char *field = TWK_JOIN(&context->arena, twk_string("vector_"), twk_string(plan->operand));
    TWK_VIOLATE(context, TWK_RULE_VECTOR_WIDTH, twk_string(field), twk_integer(plan->vector), twk_integer(plan->run),
                twk_integer(plan->rows), twk_integer(plan->columns), twk_integer(threads), twk_integer(widest));
}

/* A tile that cannot be shared out over the threads, or a vector width that does not fit. `widest` is 0 where the
 * tile cannot be shared out. */
static void check_vector(twk_context *context, const twk_operand_plan *plan, int64_t threads, int64_t widest) {
    bool power = (plan->vector & (plan->vector - 1)) == 0;
    if (widest == 0) {
        TWK_VIOLATE(context, TWK_RULE_LOADER_SLOTS, twk_string(plan->operand), twk_integer(plan->rows),
                    twk_integer(plan->columns), twk_integer(threads));
    } else if (!power || plan->vector > widest ||
               !twk_vector_fits(plan->rows, plan->columns, plan->run, threads, plan->vector)) {
        fail_vector(context, plan, threads, widest);
    }
}

/* The runs of an operand lie along its free axis, and its tile is not K-outer. */
static void fail_free_axis(twk_context *context, const char *operand, int obstacle) {
    if (obstacle == TWK_RULE_COUNT) {
        TWK_VIOLATE(context, TWK_RULE_ASYNC_K_OUTER, twk_string(operand));
    } else {
        TWK_VIOLATE(context, TWK_RULE_ASYNC_FREE_AXIS, twk_string(operand), twk_string(twk_rules[obstacle].code));
    }
}

/* Widths of chunks in words. */
static const char *join_widths(twk_context *context, const twk_widths *widths) {
    const char *words[sizeof widths->at / sizeof widths->at[0]];
    size_t i;
    for (i = 0; i < widths->count; i++) {
        words[i] = TWK_JOIN(&context->arena, twk_integer(widths->at[i]));
    }
    return twk_join_words(&context->arena, words, widths->count);
}

static void fail_chunk(twk_context *context, const twk_operand_plan *plan, int64_t threads, const twk_widths *widths) {
    const char *words = join_widths(context, widths);
    TWK_VIOLATE(context, TWK_RULE_ASYNC_CHUNK, twk_string(plan->operand), twk_integer(plan->rows),
                twk_integer(plan->columns), twk_integer(plan->run), twk_integer(threads), twk_string(words));
}

static void fail_chunk_width(twk_context *context, const twk_operand_plan *plan, int64_t threads,
                             const twk_widths *widths, int64_t widest) {
    const char *field = TWK_JOIN(&context->arena, twk_string("vector_"), twk_string(plan->operand));
    const char *words = join_widths(context, widths);
    TWK_VIOLATE(context, TWK_RULE_ASYNC_WIDTH, twk_string(field), twk_integer(plan->vector), twk_string(words),
                twk_integer(plan->run), twk_integer(plan->rows), twk_integer(plan->columns), twk_integer(threads),
                twk_integer(widest));
}

/* Whether the async loader can move a tile in chunks of the width that the plan asks for. */
static bool has_chunk(const twk_operand_plan *plan, int64_t threads, const twk_widths *widths) {
    int64_t element = plan->layout.element_bytes;
    size_t i;
    for (i = 0; i < widths->count; i++) {
        const twk_widths one = {1, {widths->at[i]}};
        if (widths->at[i] * DWORD_BYTES == plan->vector * element) {
            return twk_chunk_dwords(plan->rows, plan->columns, plan->run, threads, element, &one) != 0;
        }
    }
    return false;
}

/* A tile that cannot be shared out over the threads that load it, or a width that does not fit. */
static void check_load(twk_context *context, const twk_spec *spec, const twk_atom *atom,
                       const twk_gemm_shape *shape, const twk_operand_plan *plan) {
    const twk_widths widths = twk_dma_widths(twk_find_arch(spec));
    int64_t threads = twk_loading_threads(spec, atom);
    int64_t widest = twk_widest_load(spec, atom, plan);
    if (!twk_equal(spec->loader, "async")) {
        check_vector(context, plan, threads, widest);
    } else if (plan->contiguous_free && !plan->layout.k_outer) {
        fail_free_axis(context, plan->operand, twk_k_outer_obstacle(spec, atom, shape));
    } else if (widest == 0) {
        fail_chunk(context, plan, threads, &widths);
    } else if (!has_chunk(plan, threads, &widths)) {
        fail_chunk_width(context, plan, threads, &widths, widest);
    }
}

/* A store width that does not fit the epilogue. */
static void check_store(twk_context *context, const twk_spec *spec, const twk_atom *atom,
                        const twk_gemm_shape *shape) {
    twk_operand_plan plan = {0};
    if (!twk_equal(spec->epilogue, "cshuffle")) {
        if (spec->vector_d > 1) {
            TWK_VIOLATE(context, TWK_RULE_VECTOR_DIRECT, twk_integer(spec->vector_d));
        }
        return;
    }
    plan.operand = "d";
    plan.rows = spec->tile_m;
    plan.columns = spec->tile_n;
    plan.run = shape->run_d;
    plan.vector = spec->vector_d;
    check_vector(context, &plan, twk_workgroup_threads(spec, atom), twk_widest_store(spec, atom, shape));
}

/* Waves a unit that are asked for, where the machine has room for more or fewer, or none at all. */
static void check_waves(twk_context *context, const twk_spec *spec, const twk_budget *needed, const twk_arch *arch,
                        int64_t threads) {
    int64_t least = twk_least_waves(arch, threads);
    int64_t most = twk_most_waves(needed, arch, threads);
    int64_t value = spec->waves_per_unit;
    if (value && least <= most && (value < least || value > most)) {
        TWK_VIOLATE(context, TWK_RULE_WAVES_BUDGET, twk_integer(value), twk_integer(threads), twk_integer(least),
                    twk_integer(needed->lds_bytes), twk_integer(needed->least_registers), twk_integer(most),
                    twk_integer(value < least ? least : most));
    }
}

/* Registers, waves, LDS and loads in flight that the machine does not have. */
static void check_budget(twk_context *context, const twk_spec *spec, const twk_budget *needed, const twk_arch *arch,
                         int64_t threads) {
    int64_t limit = twk_registers_allowed(spec, threads);
    if (needed->loads_in_flight > arch->in_flight_limit) {
        TWK_VIOLATE(context, TWK_RULE_ASYNC_IN_FLIGHT, twk_integer(needed->loads_in_flight),
                    twk_integer(arch->in_flight_limit));
    }
    if (needed->registers > limit) {
        TWK_VIOLATE(context, TWK_RULE_REGISTER_BUDGET, twk_integer(needed->registers),
                    twk_integer(needed->accumulators), twk_integer(needed->fragments), twk_integer(needed->fetched),
                    twk_integer(needed->places), twk_integer(TWK_OTHER_REGISTERS), twk_integer(threads),
                    twk_integer(limit));
    }
    check_waves(context, spec, needed, arch, threads);
    if (needed->lds_bytes > arch->lds_bytes) {
        TWK_VIOLATE(context, TWK_RULE_LDS_BUDGET, twk_integer(needed->lds_bytes), twk_integer(needed->tiles),
                    twk_integer(needed->shuffle), twk_string(arch->name), twk_integer(arch->lds_bytes));
    }
}

/* Add a word to a list, unless it is there. */
static void add_word(const char **words, size_t *count, const char *word) {
    size_t i;
    for (i = 0; i < *count; i++) {
        if (twk_equal(words[i], word)) {
            return;
        }
    }
    words[(*count)++] = word;
}

/* The pipeline is there, but not with this loader. */
static void fail_loader(twk_context *context, const twk_spec *spec) {
    const char *loaders[TWK_PIPELINE_COUNT];
    size_t count = 0;
    size_t i;
    for (i = 0; i < TWK_PIPELINE_COUNT; i++) {
        if (twk_equal(twk_pipelines[i].name, spec->pipeline)) {
            loaders[count++] = twk_pipelines[i].loader;
        }
    }
    TWK_VIOLATE(context, TWK_RULE_PIPELINE_LOADER, twk_string(spec->pipeline), twk_string(spec->loader),
                twk_string(twk_join_words(&context->arena, loaders, count)));
}

static void fail_pipeline(twk_context *context, const twk_spec *spec, const twk_arch *arch) {
    const char *names[TWK_PIPELINE_COUNT];
    size_t count = 0;
    size_t i;
    for (i = 0; i < TWK_PIPELINE_COUNT; i++) {
        if (twk_pipelines[i].arches & arch->set) {
            add_word(names, &count, twk_pipelines[i].name);
        }
    }
    TWK_VIOLATE(context, TWK_RULE_PIPELINE_ARCH, twk_string(spec->pipeline), twk_string(spec->arch),
                twk_string(twk_join_words(&context->arena, names, count)));
}

static void fail_atom(twk_context *context, const twk_spec *spec) {
    const char *names[TWK_ATOM_COUNT];
    size_t count = 0;
    size_t i;
    for (i = 0; i < TWK_ATOM_COUNT; i++) {
        if (twk_has_atom(spec, &twk_atoms[i])) {
            names[count++] = twk_atoms[i].name;
        }
    }
    TWK_VIOLATE(context, TWK_RULE_ATOM_MISSING, twk_string(spec->atom), twk_string(spec->arch),
                twk_string(spec->in_type), twk_string(twk_join_words(&context->arena, names, count)));
}

/* What is wrong with a resolved spec that has an atom and a pipeline, whatever its sizes. */
static void check_kernel(twk_context *context, const twk_spec *spec, const twk_gemm_shape *shape,
                         const twk_atom *atom, const twk_pipeline *pipeline) {
    const twk_arch *arch = twk_find_arch(spec);
    const twk_operand_plans plans = twk_plan_operands(spec, atom, shape);
    const twk_budget budget = twk_budget_of(spec, pipeline, atom, &plans);
    int64_t threads = twk_workgroup_threads(spec, atom);
    if (threads > arch->threads_per_workgroup) {
        TWK_VIOLATE(context, TWK_RULE_WORKGROUP_THREADS, twk_integer(threads), twk_integer(spec->warps_m),
                    twk_integer(spec->warps_n), twk_integer(spec->load_warps),
                    twk_integer(arch->threads_per_workgroup));
    }
    check_tile(context, spec, atom);
    check_pipeline(context, spec, pipeline, shape);
    check_layouts(context, spec, arch, atom, shape, plans.of);
    check_load(context, spec, atom, shape, &plans.of[TWK_OPERAND_A]);
    check_load(context, spec, atom, shape, &plans.of[TWK_OPERAND_B]);
    check_store(context, spec, atom, shape);
    check_budget(context, spec, &budget, arch, threads);
    check_grid(context, spec, shape, threads);
}

/* What is wrong with a resolved spec whose problem has no violations. */
static void check_spec(twk_context *context, const twk_spec *spec) {
    const twk_gemm_shape shape = twk_gemm_shape_of(&spec->problem, spec->direction);
    const twk_arch *arch = twk_find_arch(spec);
    const twk_atom *atom = twk_find_atom(spec);
    const twk_pipeline *pipeline = twk_find_pipeline(spec);
    if (!twk_equal(spec->out_type, spec->in_type) && !twk_equal(spec->out_type, "fp32")) {
        TWK_VIOLATE(context, TWK_RULE_OUT_TYPE, twk_string(spec->out_type), twk_string(spec->in_type));
    }
    check_sizes(context, spec);
    if (!atom) {
        fail_atom(context, spec);
        return;
    }
    if (!pipeline) {
        fail_loader(context, spec);
        return;
    }
    if (!(pipeline->arches & arch->set)) {
        fail_pipeline(context, spec, arch);
    }
    check_kernel(context, spec, &shape, atom, pipeline);
}

bool twk_accept(twk_context *context, twk_spec *spec) {
    check_problem(context, &spec->problem);
    if (context->count == 0) {
        twk_resolve(spec);
        check_spec(context, spec);
    }
    return context->count == 0 && !context->arena.failed;
}
