#include "policy.h"

#include "text.h"
#include "tile_layout.h"

#define SMALLEST_TILE 16
#define LARGEST_TILE 128
#define LARGEST_TILE_K 64

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
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
    const twk_pipeline *pipeline = twk_pipelines;
    while (!twk_equal(pipeline->name, spec->pipeline)) {
        pipeline++;
    }
    return pipeline;
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

twk_extents twk_loaded_tile(const twk_spec *spec, int operand, const twk_gemm_shape *shape) {
    int64_t free_size = operand == TWK_OPERAND_A ? spec->tile_m : spec->tile_n;
    bool free = operand == TWK_OPERAND_A ? shape->free_a : shape->free_b;
    const twk_extents outer = {free_size, spec->tile_k};
    const twk_extents turned = {spec->tile_k, free_size};
    return free ? turned : outer;
}

int64_t twk_store_vector(const twk_spec *spec, const twk_gemm_shape *shape, int64_t threads) {
    return twk_vector_width(spec->tile_m, spec->tile_n, shape->run_d, threads, twk_element_bytes(spec->out_type));
}

int64_t twk_load_vector(const twk_spec *spec, int operand, const twk_gemm_shape *shape, int64_t threads) {
    const twk_extents tile = twk_loaded_tile(spec, operand, shape);
    int64_t run = operand == TWK_OPERAND_A ? shape->run_a : shape->run_b;
    return twk_vector_width(tile.rows, tile.columns, run, threads, twk_element_bytes(spec->in_type));
}

int64_t twk_workgroup_threads(const twk_spec *spec, const twk_atom *atom) {
    return spec->warps_m * spec->warps_n * atom->lanes;
}

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
    if (spec->lds_pad < 0) {
        spec->lds_pad = twk_default_pad(spec->tile_k, atom->operand_length);
    }
}

static void resolve_epilogue(twk_spec *spec, int64_t widest) {
    int64_t shuffle_bytes = twk_tile_bytes(spec->tile_m, spec->tile_n, 0, twk_element_bytes(spec->out_type));
    bool wanted = widest > 1 && spec->vector_d != 1 && shuffle_bytes <= twk_find_arch(spec)->lds_bytes;
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
    int64_t threads;
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
    threads = twk_workgroup_threads(spec, atom);
    resolve_epilogue(spec, twk_store_vector(spec, &shape, threads));
    if (!spec->vector_a) {
        spec->vector_a = twk_load_vector(spec, TWK_OPERAND_A, &shape, threads);
    }
    if (!spec->vector_b) {
        spec->vector_b = twk_load_vector(spec, TWK_OPERAND_B, &shape, threads);
    }
}
