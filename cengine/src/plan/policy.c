#include "plan/policy.h"

#include "text.h"

#define SMALLEST_TILE 16
#define MOST_LOAD_WARPS 4
#define DWORD_BYTES 4

/* Most of a tile's edges and of tile_k where a spec leaves them open. */
typedef struct tile_limits {
    int64_t edge;
    int64_t depth;
} tile_limits;

/* In the order in which they are tried. */
static const tile_limits limits_tried[] = {{128, 64}, {128, 32}, {64, 64}, {64, 32}, {32, 32}, {32, 16}, {16, 16}};

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t twk_element_bytes(twk_data_type type) {
    int64_t bytes = 0;
    switch (type) {
    case TWK_DATA_TYPE_AUTO:
        break;
    case TWK_DATA_TYPE_FP16:
    case TWK_DATA_TYPE_BF16:
        bytes = 2;
        break;
    case TWK_DATA_TYPE_FP32:
        bytes = 4;
        break;
    }
    return bytes;
}

const twk_arch *twk_find_arch(const twk_spec *spec) {
    return &twk_arches[spec->arch];
}

const twk_pipeline *twk_find_pipeline(const twk_spec *spec) {
    bool any = spec->loader == TWK_LOADER_AUTO;
    size_t i;
    for (i = 0; i < TWK_PIPELINE_COUNT; i++) {
        const twk_pipeline *row = &twk_pipelines[i];
        if (row->name == spec->pipeline && (any || row->loader == spec->loader)) {
            return row;
        }
    }
    return NULL;
}

bool twk_has_atom(const twk_spec *spec, const twk_atom *atom) {
    return (atom->arches & twk_find_arch(spec)->set) && atom->a.type == spec->in_type && atom->b.type == spec->in_type;
}

const twk_atom *twk_find_atom(const twk_spec *spec) {
    size_t i;
    for (i = 0; i < TWK_ATOM_COUNT; i++) {
        if (twk_has_atom(spec, &twk_atoms[i]) && twk_atoms[i].name == spec->atom) {
            return &twk_atoms[i];
        }
    }
    return NULL;
}

/* How well an atom serves; compared from the first member on. */
typedef struct rank {
    int64_t fits;
    int64_t edge;
    int64_t reduction;
} rank;

static rank rank_atom(const twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom) {
    int64_t width_m = spec->tile_m ? spec->tile_m : shape->m;
    int64_t width_n = spec->tile_n ? spec->tile_n : shape->n;
    bool fills = width_m >= atom->m && width_n >= atom->n;
    bool divides_m = spec->tile_m % (atom->m * twk_atoms_along_rows(spec, atom)) == 0;
    bool divides_n = spec->tile_n % (atom->n * larger(spec->warps_n, 1)) == 0;
    bool fits = fills && divides_m && divides_n && spec->tile_k % atom->k == 0;
    const rank result = {fits, fills ? atom->m : -atom->m, atom->k};
    return result;
}

static bool is_better(rank a, rank b) {
    if (a.fits != b.fits) {
        return a.fits > b.fits;
    }
    return a.edge != b.edge ? a.edge > b.edge : a.reduction > b.reduction;
}

/* The atom with the largest edge that the product and the asked tile fill, then the longest reduction. Every
 * architecture has an atom for every input type. */
static twk_atom_name choose_atom(const twk_spec *spec, const twk_gemm_shape *shape) {
    const twk_atom *best = NULL;
    rank best_rank = {0, 0, 0};
    size_t i;
    for (i = 0; i < TWK_ATOM_COUNT; i++) {
        rank candidate = rank_atom(spec, shape, &twk_atoms[i]);
        if (twk_has_atom(spec, &twk_atoms[i]) && (!best || is_better(candidate, best_rank))) {
            best = &twk_atoms[i];
            best_rank = candidate;
        }
    }
    return best ? best->name : spec->atom;
}

/* A tile edge: the power of two that covers the extent, from `step` up to `limit`, as a multiple of step. */
static int64_t choose_tile(int64_t extent, int64_t step, int64_t limit) {
    int64_t tile = SMALLEST_TILE;
    while (tile < extent && tile < limit) {
        tile *= 2;
    }
    return twk_round_up(larger(tile, step), step);
}

/* Two warps along an edge that holds two atoms or more, else one. */
static int64_t choose_warps(int64_t tile, int64_t atom_edge) {
    return tile % (2 * atom_edge) == 0 ? 2 : 1;
}

/* The power-of-two multiple of the atom's reduction that covers the extent, at most `limit` or the atom's. */
static int64_t choose_tile_k(int64_t extent, int64_t atom_k, int64_t limit) {
    int64_t tile = atom_k;
    while (tile < extent && tile < limit) {
        tile *= 2;
    }
    return tile;
}

int64_t twk_load_warps_needed(const twk_spec *spec, const twk_pipeline *pipeline) {
    return pipeline->roles ? smaller(spec->warps_m * spec->warps_n, MOST_LOAD_WARPS) : 0;
}

int64_t twk_loading_threads(const twk_spec *spec) {
    return (spec->load_warps ? spec->load_warps : spec->warps_m * spec->warps_n) * twk_find_arch(spec)->wave_size;
}

int64_t twk_workgroup_threads(const twk_spec *spec) {
    return (spec->warps_m * spec->warps_n + spec->load_warps) * twk_find_arch(spec)->wave_size;
}

int64_t twk_warps_together(const twk_spec *spec, const twk_atom *atom) {
    return larger(atom->lanes / twk_find_arch(spec)->wave_size, 1);
}

int64_t twk_atoms_along_rows(const twk_spec *spec, const twk_atom *atom) {
    return larger(spec->warps_m / twk_warps_together(spec, atom), 1);
}

static twk_operand_plan plan_operand(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape,
                                     int operand) {
    bool first = operand == TWK_OPERAND_A;
    int64_t free = first ? spec->tile_m : spec->tile_n;
    const twk_tensor_view *view = first ? &shape->a : &shape->b;
    bool turned = view->contiguous_first;
    twk_operand_plan plan;
    plan.operand = first ? "a" : "b";
    plan.rows = turned ? spec->tile_k : free;
    plan.columns = turned ? free : spec->tile_k;
    plan.run = view->run;
    plan.contiguous_free = turned;
    plan.checked = view->checked;
    plan.layout.free = free;
    plan.layout.tile_k = spec->tile_k;
    plan.layout.k_outer = turned && spec->k_outer == TWK_K_OUTER_ON;
    plan.layout.pad = larger(first ? spec->lds_pad_a : spec->lds_pad_b, 0);
    plan.layout.element_bytes = twk_element_bytes(spec->in_type);
    plan.layout.swizzle_group = 0;
    plan.layout.swizzle_shift = 0;
    plan.vector = first ? spec->vector_a : spec->vector_b;
    plan.read = twk_read_of(twk_find_arch(spec), first ? &atom->a : &atom->b, atom->lanes, &plan.layout);
    if (spec->swizzle == TWK_SWIZZLE_XOR) {
        int64_t group = twk_swizzle_group(&plan);
        if (twk_admits_swizzle(&plan, group)) {
            twk_permute_rows(&plan.read, &plan.layout, group);
        }
    }
    return plan;
}

twk_operand_plans twk_plan_operands(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape) {
    twk_operand_plans plans;
    plans.of[TWK_OPERAND_A] = plan_operand(spec, atom, shape, TWK_OPERAND_A);
    plans.of[TWK_OPERAND_B] = plan_operand(spec, atom, shape, TWK_OPERAND_B);
    return plans;
}

int64_t twk_swizzle_group(const twk_operand_plan *plan) {
    bool along_rows = plan->contiguous_free == plan->layout.k_outer;
    int64_t group = plan->read.elements;
    while (along_rows && group > 0 && group < plan->vector) {
        group *= 2;
    }
    return group;
}

bool twk_admits_swizzle(const twk_operand_plan *plan, int64_t group) {
    int64_t columns = twk_row_elements(&plan->layout);
    return group > 0 && (columns & (columns - 1)) == 0 && columns >= 2 * group;
}

int64_t twk_widest_load(const twk_spec *spec, const twk_operand_plan *plan) {
    int64_t threads = twk_loading_threads(spec);
    int64_t element = plan->layout.element_bytes;
    if (spec->loader == TWK_LOADER_ASYNC) {
        const twk_widths widths = twk_dma_widths(twk_find_arch(spec));
        int64_t dwords = twk_chunk_dwords(plan->rows, plan->columns, plan->run, threads, element, &widths);
        return dwords * DWORD_BYTES / element;
    }
    return twk_vector_width(plan->rows, plan->columns, plan->run, threads, element);
}

int64_t twk_widest_store(const twk_spec *spec, const twk_gemm_shape *shape) {
    int64_t threads = twk_workgroup_threads(spec);
    return twk_vector_width(spec->tile_m, spec->tile_n, shape->d.run, threads, twk_element_bytes(spec->out_type));
}

/* LDS bytes of the shuffled epilogue's tile, which reuses those of the operands. */
static int64_t shuffle_bytes(const twk_spec *spec) {
    return spec->tile_m * spec->tile_n * twk_element_bytes(spec->out_type);
}

/* Global loads of one thread for one tile of an operand, rounded up. */
static int64_t loads_a_thread(const twk_spec *spec, const twk_operand_plan *plan) {
    return twk_divide_up(plan->rows * plan->columns, larger(plan->vector, 1) * twk_loading_threads(spec));
}

/* Registers that hold where the loads of a thread lie in one operand. An index of the free axis is an offset and a
 * position on each axis that is checked; a cursor at most a digit an axis and one more. */
static int64_t registers_of_places(const twk_spec *spec, const twk_operand_plan *plan) {
    int64_t vector = larger(plan->vector, 1);
    int64_t threads = twk_loading_threads(spec);
    twk_shared_vectors shared;
    int64_t cursors;
    int64_t free;
    if (!twk_vector_fits(plan->rows, plan->columns, vector, threads, vector)) {
        return 0;
    }
    shared = twk_share_vectors(plan->rows, plan->columns, vector, threads);
    cursors = shared.period;
    free = plan->contiguous_free ? shared.columns : shared.rows;
    if (spec->loader == TWK_LOADER_ASYNC && plan->layout.swizzle_group) {
        int64_t turns = smaller(twk_rows_alike(shared.period, shared.apart), shared.rows) * shared.columns;
        *(plan->contiguous_free ? &free : &cursors) = turns;
    }
    return free * (1 + plan->checked) + cursors * (1 + twk_rank(&spec->problem));
}

twk_budget twk_budget_of(const twk_spec *spec, const twk_pipeline *pipeline, const twk_atom *atom,
                         const twk_operand_plans *plans) {
    int64_t multiplying = spec->warps_m * spec->warps_n * twk_find_arch(spec)->wave_size;
    int64_t computing;
    int64_t loading;
    bool async = spec->loader == TWK_LOADER_ASYNC;
    twk_budget budget = {0};
    int operand;
    for (operand = 0; operand < TWK_OPERAND_COUNT; operand++) {
        const twk_operand_plan *plan = &plans->of[operand];
        int64_t loads = loads_a_thread(spec, plan);
        budget.loads_in_flight += async ? loads * spec->stages : 0;
        budget.fetched += loads * larger(plan->vector / 2, 1) * pipeline->fetched_tiles;
        budget.places += registers_of_places(spec, plan);
        budget.tiles += spec->stages * twk_tile_bytes(&plan->layout);
    }
    budget.accumulators = twk_divide_up(spec->tile_m * spec->tile_n, multiplying);
    budget.fragments = twk_divide_up(spec->tile_m, twk_atoms_along_rows(spec, atom) * atom->m) * atom->a.length;
    budget.fragments += twk_divide_up(spec->tile_n, spec->warps_n * atom->n) * atom->b.length;
    budget.fragments = budget.fragments * twk_element_bytes(spec->in_type) / DWORD_BYTES;
    computing = budget.accumulators + budget.fragments;
    loading = budget.fetched + budget.places;
    budget.registers = pipeline->roles ? larger(computing, loading) : computing + loading;
    budget.least_registers =
        pipeline->roles ? larger(budget.accumulators, budget.fetched) : budget.accumulators + budget.fetched;
    budget.registers += TWK_OTHER_REGISTERS;
    budget.shuffle = spec->epilogue == TWK_EPILOGUE_CSHUFFLE ? shuffle_bytes(spec) : 0;
    budget.lds_bytes = larger(budget.tiles, budget.shuffle);
    return budget;
}

int64_t twk_least_warps(const twk_arch *arch, int64_t threads) {
    return twk_divide_up(twk_divide_up(threads, arch->wave_size), arch->units_per_core);
}

int64_t twk_registers_allowed(const twk_spec *spec, int64_t threads) {
    const twk_arch *arch = twk_find_arch(spec);
    bool none = spec->accumulation_registers == TWK_ACCUMULATION_REGISTERS_NONE;
    int64_t shared = arch->unit_registers / twk_least_warps(arch, threads);
    return smaller(none ? arch->vector_registers : arch->registers_per_lane,
                   shared / arch->register_granule * arch->register_granule);
}

int64_t twk_most_warps(const twk_budget *needed, const twk_arch *arch, int64_t threads) {
    int64_t warps = twk_divide_up(threads, arch->wave_size);
    int64_t registers = twk_round_up(larger(needed->least_registers, 1), arch->register_granule);
    int64_t by_slots = arch->warps_per_unit * arch->units_per_core / warps;
    int64_t by_registers = arch->unit_registers / registers * arch->units_per_core / warps;
    int64_t by_lds = arch->core_lds_bytes / twk_round_up(larger(needed->lds_bytes, 1), arch->lds_granule);
    int64_t workgroups = smaller(smaller(by_slots, by_registers), by_lds);
    return twk_divide_up(workgroups * warps, arch->units_per_core);
}

/* Whether the machine has what a kernel of so many threads asks of it. */
static bool fits(const twk_spec *spec, const twk_budget *budget, int64_t threads) {
    const twk_arch *arch = twk_find_arch(spec);
    return budget->loads_in_flight <= arch->in_flight_limit &&
           budget->registers <= twk_registers_allowed(spec, threads) && budget->lds_bytes <= arch->lds_bytes;
}

bool twk_has_odd_run(const twk_gemm_shape *shape, int operand) {
    const twk_tensor_view *view = operand == TWK_OPERAND_A ? &shape->a : &shape->b;
    return view->contiguous_first && view->run % 2;
}

int twk_k_outer_obstacle(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape) {
    const twk_arch *arch = twk_find_arch(spec);
    int64_t element = twk_element_bytes(spec->in_type);
    if (!shape->a.contiguous_first && !shape->b.contiguous_first) {
        return TWK_RULE_K_OUTER_DIRECTION;
    }
    if (!twk_reads_k_outer(arch)) {
        return TWK_RULE_K_OUTER_ARCH;
    }
    if (!twk_find_read(arch, &atom->a, true, element) || !twk_find_read(arch, &atom->b, true, element)) {
        return TWK_RULE_K_OUTER_ATOM;
    }
    if (twk_has_odd_run(shape, TWK_OPERAND_A) || twk_has_odd_run(shape, TWK_OPERAND_B)) {
        return TWK_RULE_K_OUTER_RUN;
    }
    return TWK_RULE_COUNT;
}

/* Tile and warps filled in. */
static void resolve_tile(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom, tile_limits limits) {
    if (!spec->tile_m) {
        spec->tile_m = choose_tile(shape->m, atom->m * twk_atoms_along_rows(spec, atom), limits.edge);
    }
    if (!spec->tile_n) {
        spec->tile_n = choose_tile(shape->n, atom->n * larger(spec->warps_n, 1), limits.edge);
    }
    if (!spec->tile_k) {
        spec->tile_k = choose_tile_k(shape->k, atom->k, limits.depth);
    }
    if (!spec->warps_m) {
        spec->warps_m = choose_warps(spec->tile_m, atom->m) * twk_warps_together(spec, atom);
    }
    if (!spec->warps_n) {
        spec->warps_n = choose_warps(spec->tile_n, atom->n);
    }
}

/* Loader, stages and load warps filled in. */
static void resolve_pipeline(twk_spec *spec, const twk_pipeline *pipeline) {
    spec->loader = pipeline->loader;
    if (!spec->stages) {
        spec->stages = pipeline->least_stages;
    }
    if (!spec->load_warps) {
        spec->load_warps = twk_load_warps_needed(spec, pipeline);
    }
}

/* Whether rows of a tile of either operand can be permuted. */
static bool admits_swizzle(const twk_operand_plans *plans) {
    bool admitted = false;
    int operand;
    for (operand = 0; operand < TWK_OPERAND_COUNT; operand++) {
        const twk_operand_plan *plan = &plans->of[operand];
        admitted = admitted || twk_admits_swizzle(plan, twk_swizzle_group(plan));
    }
    return admitted;
}

/* Load widths filled in. */
static void resolve_vectors(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom) {
    const twk_operand_plans plans = twk_plan_operands(spec, atom, shape);
    if (!spec->vector_a) {
        spec->vector_a = twk_widest_load(spec, &plans.of[TWK_OPERAND_A]);
    }
    if (!spec->vector_b) {
        spec->vector_b = twk_widest_load(spec, &plans.of[TWK_OPERAND_B]);
    }
}

/* Pads filled in; `packed`: one that is open is none, as for rows that are permuted. */
static void resolve_pads(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom, bool packed) {
    const twk_operand_plans plans = twk_plan_operands(spec, atom, shape);
    int operand;
    for (operand = 0; operand < TWK_OPERAND_COUNT; operand++) {
        const twk_operand_plan *plan = &plans.of[operand];
        int64_t *pad = operand == TWK_OPERAND_A ? &spec->lds_pad_a : &spec->lds_pad_b;
        if (*pad < 0) {
            *pad = packed || plan->layout.swizzle_group ? 0 : twk_default_pad(&plan->read, &plan->layout);
        }
    }
}

/* LDS layouts and vector widths of the operands filled in. */
static void resolve_layouts(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom) {
    bool blocked = twk_k_outer_obstacle(spec, atom, shape) != TWK_RULE_COUNT;
    bool async = spec->loader == TWK_LOADER_ASYNC;
    if (spec->k_outer == TWK_K_OUTER_AUTO) {
        spec->k_outer = blocked ? TWK_K_OUTER_OFF : TWK_K_OUTER_ON;
    }
    resolve_vectors(spec, shape, atom);
    if (spec->swizzle == TWK_SWIZZLE_AUTO) {
        const twk_operand_plans plans = twk_plan_operands(spec, atom, shape);
        spec->swizzle = async && admits_swizzle(&plans) ? TWK_SWIZZLE_XOR : TWK_SWIZZLE_NONE;
    }
    blocked = blocked && spec->k_outer == TWK_K_OUTER_ON;
    resolve_pads(spec, shape, atom, async || blocked);
}

/* Epilogue and store width filled in. */
static void resolve_epilogue(twk_spec *spec, int64_t widest) {
    bool holds = shuffle_bytes(spec) <= twk_find_arch(spec)->lds_bytes;
    bool wanted = widest > 1 && spec->vector_d != 1 && holds;
    if (spec->epilogue == TWK_EPILOGUE_AUTO) {
        spec->epilogue = wanted || spec->vector_d > 1 ? TWK_EPILOGUE_CSHUFFLE : TWK_EPILOGUE_DIRECT;
    }
    if (!spec->vector_d) {
        spec->vector_d = spec->epilogue == TWK_EPILOGUE_CSHUFFLE ? widest : 1;
    }
}

/* Everything that depends on the tile filled in. */
static void resolve_within(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom,
                           const twk_pipeline *pipeline, tile_limits limits) {
    resolve_tile(spec, shape, atom, limits);
    resolve_pipeline(spec, pipeline);
    resolve_layouts(spec, shape, atom);
    resolve_epilogue(spec, twk_widest_store(spec, shape));
}

/* Everything filled in, with the largest tile of ours that fits the machine and can be shared out over the threads. */
static void resolve_kernel(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom,
                           const twk_pipeline *pipeline) {
    const twk_spec asked = *spec;
    twk_spec fitting = asked;
    bool any = false;
    size_t i;
    for (i = 0; i < sizeof limits_tried / sizeof limits_tried[0]; i++) {
        twk_operand_plans plans;
        twk_budget budget;
        *spec = asked;
        resolve_within(spec, shape, atom, pipeline, limits_tried[i]);
        plans = twk_plan_operands(spec, atom, shape);
        budget = twk_budget_of(spec, pipeline, atom, &plans);
        if (!fits(spec, &budget, twk_workgroup_threads(spec))) {
            continue;
        }
        if (spec->vector_a > 0 && spec->vector_b > 0 && spec->vector_d > 0) {
            return;
        }
        if (!any) {
            fitting = *spec;
            any = true;
        }
    }
    if (any) {
        *spec = fitting;
    }
}

void twk_resolve(twk_spec *spec) {
    const twk_gemm_shape shape = twk_gemm_shape_of(&spec->problem, spec->direction);
    const twk_pipeline *pipeline = twk_find_pipeline(spec);
    const twk_atom *atom;
    if (spec->out_type == TWK_DATA_TYPE_AUTO) {
        spec->out_type = spec->in_type;
    }
    if (spec->atom == TWK_ATOM_AUTO) {
        spec->atom = choose_atom(spec, &shape);
    }
    atom = twk_find_atom(spec);
    if (atom && pipeline) {
        resolve_kernel(spec, &shape, atom, pipeline);
    } else if (atom) {
        resolve_tile(spec, &shape, atom, limits_tried[0]);
    }
}
