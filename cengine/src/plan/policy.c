#include "plan/policy.h"

#include "plan/budget.h"
#include "plan/direct.h"

bool twk_has_atom(const twk_spec *spec, const twk_atom *atom) {
    return (atom->arches & twk_arches[spec->arch].set) && atom->a.type == spec->in_type &&
           atom->b.type == spec->in_type;
}

/* How well an atom serves; compared from the first member on. */
typedef struct rank {
    int64_t fits;
    int64_t edge;
    int64_t reduction;
} rank;

int64_t twk_choose_groups(const twk_spec *spec) {
    const twk_problem *problem = &spec->problem;
    int64_t channels = twk_larger(twk_group_c(problem), twk_group_k(problem));
    int64_t together = 1;
    if (spec->groups_per_tile && problem->groups % spec->groups_per_tile == 0) {
        return spec->groups_per_tile;
    }
    if (spec->method == TWK_METHOD_DIRECT) {
        return twk_choose_direct_groups(spec);
    }
    while (spec->direction == TWK_DIRECTION_WGRAD && together < TWK_MOST_GROUPS_PER_TILE &&
           problem->groups % (2 * together) == 0 && twk_product(2 * together, channels) <= TWK_GROUPED_CHANNELS) {
        together *= 2;
    }
    return together;
}

static rank rank_atom(const twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom) {
    int64_t width_m = spec->tile_m ? spec->tile_m : shape->m;
    int64_t width_n = spec->tile_n ? spec->tile_n : shape->n;
    bool fills = width_m >= atom->m && width_n >= atom->n;
    bool divides_m = spec->tile_m % (atom->m * twk_atoms_along_rows(spec, atom)) == 0;
    bool divides_n = spec->tile_n % (atom->n * twk_larger(spec->warps_n, 1)) == 0;
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

const twk_atom *twk_choose_atom(const twk_spec *spec, const twk_gemm_shape *shape) {
    const twk_atom *best = NULL;
    rank best_rank = {0, 0, 0};
    for (size_t i = 0; i < TWK_ATOM_COUNT; i++) {
        const twk_atom *atom = &twk_atoms[i];
        rank candidate = rank_atom(spec, shape, atom);
        if (!twk_has_atom(spec, atom)) {
            continue;
        }
        if (atom->name == spec->atom) {
            return atom;
        }
        if (!best || is_better(candidate, best_rank)) {
            best = atom;
            best_rank = candidate;
        }
    }
    return best;
}

const twk_pipeline *twk_choose_pipeline(const twk_spec *spec) {
    const twk_pipeline *best = NULL;
    int most = 0;
    for (size_t i = 0; i < TWK_PIPELINE_COUNT; i++) {
        const twk_pipeline *row = &twk_pipelines[i];
        int score = 1 + (row->loader == spec->loader) + 2 * ((row->arches & twk_arches[spec->arch].set) != 0);
        if (row->name == spec->pipeline && score > most) {
            best = row;
            most = score;
        }
    }
    return best;
}

int64_t twk_warps_together(const twk_spec *spec, const twk_atom *atom) {
    return twk_larger(atom->lanes / twk_arches[spec->arch].wave_size, 1);
}

int64_t twk_atoms_along_rows(const twk_spec *spec, const twk_atom *atom) {
    return twk_larger(spec->warps_m / twk_warps_together(spec, atom), 1);
}

int64_t twk_load_warps_needed(int64_t warps, const twk_pipeline *pipeline) {
    int64_t needed = warps < TWK_MOST_LOAD_WARPS ? warps : TWK_MOST_LOAD_WARPS;
    return pipeline->roles ? needed : 0;
}

bool twk_unrolls(const twk_spec *spec) {
    switch (spec->unroll) {
    case TWK_UNROLL_OFF:
        break;
    case TWK_UNROLL_FULL:
        return true;
    }
    return false;
}

int64_t twk_slice_step(const twk_spec *spec) {
    return spec->tile_k * (twk_unrolls(spec) ? 1 : spec->stages);
}

/* What so many slices cost, in iterations. */
static int64_t cost_of_slices(const twk_spec *spec, const twk_split_inputs *in, int64_t slices) {
    int64_t cores = twk_arches[spec->arch].cores;
    int64_t step = twk_slice_step(spec);
    int64_t turns = twk_divide_up(in->reduction, step);
    int64_t rounds = twk_divide_up(twk_product(in->items, slices), cores);
    int64_t iterations = twk_product(twk_divide_up(turns, slices), step / spec->tile_k);
    int64_t spent = twk_product(rounds, iterations + TWK_SPLIT_SETUP);
    int64_t bytes = twk_product(2 * slices, twk_product(in->elements, TWK_DWORD_BYTES));
    int64_t moved = bytes / twk_product(cores, twk_larger(in->stage_bytes, 1));
    return spent + (slices > 1 ? moved + TWK_SPLIT_LAUNCH : 0);
}

int64_t twk_choose_split(const twk_spec *spec, const twk_split_inputs *in) {
    const twk_arch *arch = &twk_arches[spec->arch];
    int64_t most = twk_smaller(twk_divide_up(in->reduction, twk_slice_step(spec)), TWK_SPLIT_CHOICE_LIMIT);
    int64_t best = 1;
    if (spec->split_k >= 0 || spec->combine == TWK_COMBINE_NONE) {
        return spec->split_k >= 0 ? spec->split_k : 1;
    }
    most = twk_smaller(most, arch->grid_y / in->groups);
    most = twk_smaller(most, TWK_SPLIT_WORKSPACE_LIMIT / twk_product(in->elements, TWK_DWORD_BYTES));
    if (in->items >= TWK_FILLED_CORES * arch->cores) {
        return 1;
    }
    int64_t best_cost = cost_of_slices(spec, in, best);
    for (int64_t slices = 2; slices <= most; slices++) {
        int64_t cost = cost_of_slices(spec, in, slices);
        if (cost < best_cost) {
            best = slices;
            best_cost = cost;
        }
    }
    return best;
}

twk_combine twk_choose_combine(const twk_spec *spec, int64_t slices) {
    if (spec->combine != TWK_COMBINE_AUTO) {
        return spec->combine;
    }
    return slices > 1 ? TWK_COMBINE_TWO_STAGE : TWK_COMBINE_NONE;
}

/* The power-of-two multiple of `least` that covers the extent, at most `limit` or the least. */
static int64_t doubled(int64_t least, int64_t extent, int64_t limit) {
    int64_t tile = least;
    while (tile < extent && tile < limit) {
        tile *= 2;
    }
    return tile;
}

/* A tile edge: the power of two that covers the extent, from `step` up to `limit`, as a multiple of step. */
static int64_t choose_edge(int64_t extent, int64_t step, int64_t limit) {
    return twk_round_up(twk_larger(doubled(TWK_SMALLEST_TILE, extent, limit), step), step);
}

/* Warps along an edge: the largest power of two, up to `most`, of which each gets whole atoms. */
static int64_t choose_warps(int64_t tile, int64_t atom_edge, int64_t most) {
    int64_t warps = 1;
    while (warps < most && tile % (2 * warps * atom_edge) == 0) {
        warps *= 2;
    }
    return warps;
}

void twk_choose_tile(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom, const twk_tile_choice *choice) {
    if (!spec->tile_m) {
        spec->tile_m = choose_edge(shape->m, atom->m * twk_atoms_along_rows(spec, atom), choice->edge);
    }
    if (!spec->tile_n) {
        spec->tile_n = choose_edge(shape->n, atom->n * twk_larger(spec->warps_n, 1), choice->edge);
    }
    if (!spec->tile_k) {
        spec->tile_k = doubled(atom->k, shape->k, choice->depth);
    }
    if (!spec->warps_m) {
        spec->warps_m = choose_warps(spec->tile_m, atom->m, choice->warps) * twk_warps_together(spec, atom);
    }
    if (!spec->warps_n) {
        spec->warps_n = choose_warps(spec->tile_n, atom->n, choice->warps);
    }
}

twk_epilogue twk_choose_epilogue(const twk_spec *spec, int64_t widest) {
    bool holds = spec->tile_m * twk_shuffled_row_bytes(spec) <= twk_arches[spec->arch].lds_bytes;
    bool wanted = widest > 1 && spec->vector_d != 1 && holds;
    if (spec->epilogue != TWK_EPILOGUE_AUTO) {
        return spec->epilogue;
    }
    return wanted || spec->vector_d > 1 ? TWK_EPILOGUE_CSHUFFLE : TWK_EPILOGUE_DIRECT;
}

int64_t twk_transposes(const twk_arch *arch) {
    return arch->reads[TWK_READ_TRANSPOSED] ? arch->reads[TWK_READ_TRANSPOSED] : arch->reads[TWK_READ_MATRIX];
}

bool twk_has_odd_run(const twk_tensor_view *view) {
    return view->contiguous_first && view->run % 2;
}

int twk_k_outer_obstacle(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape) {
    const twk_arch *arch = &twk_arches[spec->arch];
    int64_t element = twk_element_bytes(spec->in_type);
    if (!shape->a.contiguous_first && !shape->b.contiguous_first) {
        return TWK_RULE_K_OUTER_DIRECTION;
    }
    if (!twk_transposes(arch)) {
        return TWK_RULE_K_OUTER_ARCH;
    }
    if (!twk_find_read(arch, &atom->a, true, element, 1) || !twk_find_read(arch, &atom->b, true, element, 1)) {
        return TWK_RULE_K_OUTER_ATOM;
    }
    if (twk_has_odd_run(&shape->a) || twk_has_odd_run(&shape->b)) {
        return TWK_RULE_K_OUTER_RUN;
    }
    return TWK_RULE_COUNT;
}
