#include "policy.h"

#include "text.h"
#include "tile_lanes.h"

#define SMALLEST_TILE 16
#define LARGEST_TILE 128
#define LARGEST_TILE_K 64
#define MOST_LOAD_WARPS 4
#define DWORD_BYTES 4

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t twk_element_bytes(const char *type) {
    return twk_equal(type, "fp32") ? 4 : 2;
}

const twk_arch *twk_find_arch(const twk_spec *spec) {
    const twk_arch *arch = twk_arches;
    while (!twk_equal(arch->name, spec->arch)) {
        arch++;
    }
    return arch;
}

const twk_pipeline *twk_find_pipeline(const twk_spec *spec) {
    bool any = twk_equal(spec->loader, "auto");
    size_t i;
    for (i = 0; i < TWK_PIPELINE_COUNT; i++) {
        const twk_pipeline *row = &twk_pipelines[i];
        if (twk_equal(row->name, spec->pipeline) && (any || twk_equal(row->loader, spec->loader))) {
            return row;
        }
    }
    return NULL;
}

bool twk_has_atom(const twk_spec *spec, const twk_atom *atom) {
    return (atom->arches & twk_find_arch(spec)->set) && twk_equal(atom->type, spec->in_type);
}

const twk_atom *twk_find_atom(const twk_spec *spec) {
    size_t i;
    for (i = 0; i < TWK_ATOM_COUNT; i++) {
        if (twk_has_atom(spec, &twk_atoms[i]) && twk_equal(twk_atoms[i].name, spec->atom)) {
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
    bool divides_m = spec->tile_m % (atom->m * larger(spec->warps_m, 1)) == 0;
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
static const char *choose_atom(const twk_spec *spec, const twk_gemm_shape *shape) {
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

/* A tile edge: the power of two that covers the extent, from `step` up to LARGEST_TILE, as a multiple of step. */
static int64_t choose_tile(int64_t extent, int64_t step) {
    int64_t tile = SMALLEST_TILE;
    while (tile < extent && tile < LARGEST_TILE) {
        tile *= 2;
    }
    return twk_round_up(larger(tile, step), step);
}

/* Two warps along an edge that holds two atoms or more, else one. */
static int64_t choose_warps(int64_t tile, int64_t atom_edge) {
    return tile % (2 * atom_edge) == 0 ? 2 : 1;
}

/* The power-of-two multiple of the atom's reduction that covers the extent, at most LARGEST_TILE_K. */
static int64_t choose_tile_k(int64_t extent, int64_t atom_k) {
    int64_t tile = atom_k;
    while (tile < extent && tile < LARGEST_TILE_K) {
        tile *= 2;
    }
    return tile;
}

int64_t twk_load_warps_needed(const twk_spec *spec, const twk_pipeline *pipeline) {
    return pipeline->roles ? smaller(spec->warps_m * spec->warps_n, MOST_LOAD_WARPS) : 0;
}

int64_t twk_loading_threads(const twk_spec *spec, const twk_atom *atom) {
    return (spec->load_warps ? spec->load_warps : spec->warps_m * spec->warps_n) * atom->lanes;
}

int64_t twk_workgroup_threads(const twk_spec *spec, const twk_atom *atom) {
    return (spec->warps_m * spec->warps_n + spec->load_warps) * atom->lanes;
}

twk_operand_plan twk_plan_operand(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape,
                                  int operand) {
    bool first = operand == TWK_OPERAND_A;
    int64_t free = first ? spec->tile_m : spec->tile_n;
    bool turned = first ? shape->free_a : shape->free_b;
    twk_operand_plan plan;
    plan.operand = first ? "a" : "b";
    plan.rows = turned ? spec->tile_k : free;
    plan.columns = turned ? free : spec->tile_k;
    plan.run = first ? shape->run_a : shape->run_b;
    plan.contiguous_free = turned;
    plan.free = first ? &atom->row : &atom->column;
    plan.layout.free = free;
    plan.layout.tile_k = spec->tile_k;
    plan.layout.k_outer = turned && twk_equal(spec->k_outer, "on");
    plan.layout.pad = larger(first ? spec->lds_pad_a : spec->lds_pad_b, 0);
    plan.layout.swizzle = twk_equal(spec->swizzle, "xor");
    plan.layout.element_bytes = twk_element_bytes(spec->in_type);
    plan.vector = first ? spec->vector_a : spec->vector_b;
    return plan;
}

int64_t twk_read_elements(const twk_arch *arch, const twk_atom *atom, const twk_operand_plan *plan) {
    return plan->layout.k_outer ? arch->transposed_read
                                : twk_run_length(plan->free, &atom->reduction, atom->operand_length);
}

int64_t twk_widest_load(const twk_spec *spec, const twk_atom *atom, const twk_operand_plan *plan) {
    int64_t threads = twk_loading_threads(spec, atom);
    int64_t element = plan->layout.element_bytes;
    if (twk_equal(spec->loader, "async")) {
        const twk_widths widths = twk_dma_widths(twk_find_arch(spec));
        int64_t dwords = twk_chunk_dwords(plan->rows, plan->columns, plan->run, threads, element, &widths);
        return dwords * DWORD_BYTES / element;
    }
    return twk_vector_width(plan->rows, plan->columns, plan->run, threads, element);
}

int64_t twk_widest_store(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape) {
    int64_t threads = twk_workgroup_threads(spec, atom);
    return twk_vector_width(spec->tile_m, spec->tile_n, shape->run_d, threads, twk_element_bytes(spec->out_type));
}

int64_t twk_shuffle_bytes(const twk_spec *spec) {
    return spec->tile_m * spec->tile_n * twk_element_bytes(spec->out_type);
}

bool twk_has_odd_run(const twk_gemm_shape *shape, int operand) {
    return operand == TWK_OPERAND_A ? shape->free_a && shape->run_a % 2 : shape->free_b && shape->run_b % 2;
}

int twk_k_outer_obstacle(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape) {
    const twk_arch *arch = twk_find_arch(spec);
    if (!shape->free_a && !shape->free_b) {
        return TWK_RULE_K_OUTER_DIRECTION;
    }
    if (!arch->transposed_read) {
        return TWK_RULE_K_OUTER_ARCH;
    }
    if (!atom->transposed_row.count || atom->operand_length % arch->transposed_read) {
        return TWK_RULE_K_OUTER_ATOM;
    }
    if (twk_has_odd_run(shape, TWK_OPERAND_A) || twk_has_odd_run(shape, TWK_OPERAND_B)) {
        return TWK_RULE_K_OUTER_RUN;
    }
    return twk_equal(spec->swizzle, "xor") ? TWK_RULE_K_OUTER_SWIZZLE : TWK_RULE_COUNT;
}

/* Tile and warps filled in. */
static void resolve_tile(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom) {
    if (!spec->tile_m) {
        spec->tile_m = choose_tile(shape->m, atom->m * larger(spec->warps_m, 1));
    }
    if (!spec->tile_n) {
        spec->tile_n = choose_tile(shape->n, atom->n * larger(spec->warps_n, 1));
    }
    if (!spec->tile_k) {
        spec->tile_k = choose_tile_k(shape->k, atom->k);
    }
    if (!spec->warps_m) {
        spec->warps_m = choose_warps(spec->tile_m, atom->m);
    }
    if (!spec->warps_n) {
        spec->warps_n = choose_warps(spec->tile_n, atom->n);
    }
}

/* What depends on the pipeline filled in; false where there is none. */
static bool resolve_pipeline(twk_spec *spec) {
    const twk_pipeline *pipeline = twk_find_pipeline(spec);
    if (!pipeline) {
        return false;
    }
    spec->loader = pipeline->loader;
    if (!spec->stages) {
        spec->stages = pipeline->least_stages;
    }
    if (!spec->load_warps) {
        spec->load_warps = twk_load_warps_needed(spec, pipeline);
    }
    return true;
}

/* LDS layout and vector width of one operand filled in; `packed`: a pad that is open is none. */
static void resolve_operand(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom, int operand,
                            bool packed) {
    const twk_arch *arch = twk_find_arch(spec);
    const twk_operand_plan plan = twk_plan_operand(spec, atom, shape, operand);
    int64_t *pad = operand == TWK_OPERAND_A ? &spec->lds_pad_a : &spec->lds_pad_b;
    int64_t *vector = operand == TWK_OPERAND_A ? &spec->vector_a : &spec->vector_b;
    if (*pad < 0 && packed) {
        *pad = 0;
    } else if (*pad < 0) {
        *pad = twk_default_pad(arch, atom, plan.free, &plan.layout, twk_read_elements(arch, atom, &plan));
    }
    if (!*vector) {
        *vector = twk_widest_load(spec, atom, &plan);
    }
}

/* LDS layouts and vector widths of the operands filled in. */
static void resolve_layouts(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom) {
    bool blocked = twk_k_outer_obstacle(spec, atom, shape) != TWK_RULE_COUNT;
    bool packed = twk_equal(spec->loader, "async") || twk_equal(spec->swizzle, "xor");
    if (twk_equal(spec->k_outer, "auto")) {
        spec->k_outer = blocked ? "off" : "on";
    }
    packed = packed || (blocked && twk_equal(spec->k_outer, "on"));
    resolve_operand(spec, shape, atom, TWK_OPERAND_A, packed);
    resolve_operand(spec, shape, atom, TWK_OPERAND_B, packed);
}

/* Epilogue and store width filled in. */
static void resolve_epilogue(twk_spec *spec, int64_t widest) {
    bool fits = twk_shuffle_bytes(spec) <= twk_find_arch(spec)->lds_bytes;
    bool wanted = widest > 1 && spec->vector_d != 1 && fits;
    if (twk_equal(spec->epilogue, "auto")) {
        spec->epilogue = wanted || spec->vector_d > 1 ? "cshuffle" : "direct";
    }
    if (!spec->vector_d) {
        spec->vector_d = twk_equal(spec->epilogue, "cshuffle") ? widest : 1;
    }
}

void twk_resolve(twk_spec *spec) {
    const twk_gemm_shape shape = twk_gemm_shape_of(&spec->problem, spec->direction);
    const twk_atom *atom;
    if (twk_equal(spec->out_type, "auto")) {
        spec->out_type = spec->in_type;
    }
    if (twk_equal(spec->atom, "auto")) {
        spec->atom = choose_atom(spec, &shape);
    }
    atom = twk_find_atom(spec);
    if (!atom) {
        return;
    }
    resolve_tile(spec, &shape, atom);
    if (resolve_pipeline(spec)) {
        resolve_layouts(spec, &shape, atom);
        resolve_epilogue(spec, twk_widest_store(spec, atom, &shape));
    }
}
