#include "rules.h"

#include "tile_layout.h"

/* Pixels of a padded axis: sums and differences of two coordinates stay inside 32 bits. */
#define COORDINATE_LIMIT ((int64_t)1 << 30)
/* Bytes that a 32-bit offset reaches below the offset that marks an element as out of range. */
#define OFFSET_LIMIT (((int64_t)1 << 31) - 1)
/* Stride of a dgrad: products of two numbers below it, from which a phase's taps are found, fit in 32 bits. */
#define STRIDE_LIMIT ((int64_t)1 << 15)
#define GRID_Y_LIMIT 65535
#define GRID_THREADS_LIMIT (((int64_t)1 << 32) - 1)

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
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
    if (spec->lds_pad % atom->operand_length) {
        TWK_VIOLATE(context, TWK_RULE_LDS_PAD, twk_integer(spec->lds_pad), twk_integer(atom->operand_length),
                    twk_integer(twk_round_up(spec->lds_pad, atom->operand_length)));
    }
}

/* One operand's vector width against its tile; `widest` is 0 where the tile cannot be shared out. */
static void check_vector(twk_context *context, const char *operand, twk_extents tile, int64_t run, int64_t threads,
                         int64_t value, int64_t widest) {
    bool power = (value & (value - 1)) == 0;
    if (widest == 0) {
        TWK_VIOLATE(context, TWK_RULE_LOADER_SLOTS, twk_string(operand), twk_integer(tile.rows),
                    twk_integer(tile.columns), twk_integer(threads));
    } else if (!power || value > widest || !twk_vector_fits(tile.rows, tile.columns, run, threads, value)) {
        const char *field = TWK_JOIN(&context->arena, twk_string("vector_"), twk_string(operand));
        TWK_VIOLATE(context, TWK_RULE_VECTOR_WIDTH, twk_string(field), twk_integer(value), twk_integer(run),
                    twk_integer(tile.rows), twk_integer(tile.columns), twk_integer(threads), twk_integer(widest));
    }
}

/* Tiles that cannot be shared out over the threads, and vector widths that do not fit. */
static void check_vectors(twk_context *context, const twk_spec *spec, const twk_gemm_shape *shape, int64_t threads) {
    const twk_extents output = {spec->tile_m, spec->tile_n};
    bool shuffled = twk_equal(spec->epilogue, "cshuffle");
    if (!shuffled && spec->vector_d > 1) {
        TWK_VIOLATE(context, TWK_RULE_VECTOR_DIRECT, twk_integer(spec->vector_d));
    }
    check_vector(context, "a", twk_loaded_tile(spec, TWK_OPERAND_A, shape), shape->run_a, threads, spec->vector_a,
                 twk_load_vector(spec, TWK_OPERAND_A, shape, threads));
    check_vector(context, "b", twk_loaded_tile(spec, TWK_OPERAND_B, shape), shape->run_b, threads, spec->vector_b,
                 twk_load_vector(spec, TWK_OPERAND_B, shape, threads));
    if (shuffled) {
        check_vector(context, "d", output, shape->run_d, threads, spec->vector_d,
                     twk_store_vector(spec, shape, threads));
    }
}

/* Registers of a lane that hold the fetched part of an operand's tile. */
static int64_t fetched_registers(const twk_spec *spec, int operand, const twk_gemm_shape *shape, int64_t threads) {
    const twk_extents tile = twk_loaded_tile(spec, operand, shape);
    int64_t vector = larger(operand == TWK_OPERAND_A ? spec->vector_a : spec->vector_b, 1);
    return twk_divide_up(tile.rows * tile.columns, vector * threads) * larger(vector / 2, 1);
}

twk_lds_parts twk_lds_parts_of(const twk_spec *spec) {
    int64_t element = twk_element_bytes(spec->in_type);
    twk_lds_parts parts;
    parts.tiles = twk_tile_bytes(spec->tile_m, spec->tile_k, spec->lds_pad, element) +
                  twk_tile_bytes(spec->tile_n, spec->tile_k, spec->lds_pad, element);
    parts.shuffle = twk_equal(spec->epilogue, "cshuffle")
                        ? twk_tile_bytes(spec->tile_m, spec->tile_n, 0, twk_element_bytes(spec->out_type))
                        : 0;
    return parts;
}

/* Registers and LDS that the machine does not have. */
static void check_budgets(twk_context *context, const twk_spec *spec, const twk_gemm_shape *shape, int64_t threads) {
    const twk_arch *arch = twk_find_arch(spec);
    const twk_lds_parts lds = twk_lds_parts_of(spec);
    int64_t accumulators = twk_divide_up(spec->tile_m * spec->tile_n, threads);
    int64_t fetched =
        fetched_registers(spec, TWK_OPERAND_A, shape, threads) + fetched_registers(spec, TWK_OPERAND_B, shape, threads);
    if (accumulators + fetched > arch->registers_per_lane) {
        TWK_VIOLATE(context, TWK_RULE_REGISTER_BUDGET, twk_integer(accumulators + fetched), twk_integer(accumulators),
                    twk_integer(fetched), twk_integer(arch->registers_per_lane));
    }
    if (larger(lds.tiles, lds.shuffle) > arch->lds_bytes) {
        TWK_VIOLATE(context, TWK_RULE_LDS_BUDGET, twk_integer(larger(lds.tiles, lds.shuffle)), twk_integer(lds.tiles),
                    twk_integer(lds.shuffle), twk_string(arch->name), twk_integer(arch->lds_bytes));
    }
}

static void fail_pipeline(twk_context *context, const twk_spec *spec, const twk_arch *arch) {
    const char *names[TWK_PIPELINE_COUNT];
    size_t count = 0;
    size_t i;
    for (i = 0; i < TWK_PIPELINE_COUNT; i++) {
        if (twk_pipelines[i].arches & arch->set) {
            names[count++] = twk_pipelines[i].name;
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

/* What is wrong with a resolved spec whose problem has no violations. */
static void check_spec(twk_context *context, const twk_spec *spec) {
    const twk_gemm_shape shape = twk_gemm_shape_of(&spec->problem, spec->direction);
    const twk_arch *arch = twk_find_arch(spec);
    const twk_atom *atom = twk_find_atom(spec);
    int64_t threads;
    if (!twk_equal(spec->out_type, spec->in_type) && !twk_equal(spec->out_type, "fp32")) {
        TWK_VIOLATE(context, TWK_RULE_OUT_TYPE, twk_string(spec->out_type), twk_string(spec->in_type));
    }
    check_sizes(context, spec);
    if (!(twk_find_pipeline(spec)->arches & arch->set)) {
        fail_pipeline(context, spec, arch);
    }
    if (!atom) {
        fail_atom(context, spec);
        return;
    }
    threads = twk_workgroup_threads(spec, atom);
    if (threads > arch->threads_per_workgroup) {
        TWK_VIOLATE(context, TWK_RULE_WORKGROUP_THREADS, twk_integer(threads), twk_integer(spec->warps_m),
                    twk_integer(spec->warps_n), twk_integer(arch->threads_per_workgroup));
    }
    check_tile(context, spec, atom);
    check_vectors(context, spec, &shape, threads);
    check_budgets(context, spec, &shape, threads);
    check_grid(context, spec, &shape, threads);
}

bool twk_accept(twk_context *context, twk_spec *spec) {
    check_problem(context, &spec->problem);
    if (context->count == 0) {
        twk_resolve(spec);
        check_spec(context, spec);
    }
    return context->count == 0 && !context->arena.failed;
}
