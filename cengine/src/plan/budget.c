#include "plan/budget.h"

#include "plan/chain.h"

bool twk_in_workspace(const twk_spec *spec) {
    bool in_workspace = false;
    switch (spec->combine) {
    case TWK_COMBINE_AUTO:
    case TWK_COMBINE_NONE:
    case TWK_COMBINE_ATOMIC:
        break;
    case TWK_COMBINE_TWO_STAGE:
        in_workspace = true;
        break;
    }
    return in_workspace;
}

bool twk_adds(const twk_spec *spec) {
    bool adds = false;
    switch (spec->combine) {
    case TWK_COMBINE_AUTO:
    case TWK_COMBINE_NONE:
    case TWK_COMBINE_TWO_STAGE:
        break;
    case TWK_COMBINE_ATOMIC:
        adds = true;
        break;
    }
    return adds;
}

twk_data_type twk_stored_type(const twk_spec *spec) {
    return twk_in_workspace(spec) ? TWK_DATA_TYPE_FP32 : spec->out_type;
}

/* The type of the elements of the shuffled epilogue's tile: fp32 where stages of the chain read operands, for they do so as
 * wide as the tile is stored, after it went through LDS. */
static twk_data_type shuffled_type(const twk_spec *spec) {
    return twk_chain_reads(spec, TWK_STAGE_OPERAND_NONE) ? TWK_DATA_TYPE_FP32 : twk_stored_type(spec);
}

int64_t twk_shuffled_row_bytes(const twk_spec *spec) {
    return spec->tile_n * twk_element_bytes(shuffled_type(spec)) + twk_arches[spec->arch].shuffle_pad;
}

/* Registers that hold where the loads of a thread lie in one operand. An index of the free axis is an offset and a
 * position on each axis that is checked; a cursor at most a digit an axis and one more. */
static int64_t registers_of_places(const twk_spec *spec, const twk_operand_plan *plan) {
    const twk_shared_vectors *shared = &plan->tile.shared;
    int64_t cursors = shared->period;
    int64_t free = plan->contiguous_free ? shared->columns : shared->rows;
    if (spec->loader == TWK_LOADER_ASYNC && plan->layout.swizzle_group) {
        int64_t turns = twk_smaller(twk_rows_alike(shared->period, shared->apart), shared->rows) * shared->columns;
        *(plan->contiguous_free ? &free : &cursors) = turns;
    }
    return free * (1 + plan->checked) + cursors * (1 + twk_rank(&spec->problem));
}

twk_budget twk_budget_of(const twk_spec *spec, const twk_pipeline *pipeline, const twk_atom *atom,
                         const twk_operand_plan *operands, int64_t atoms_along_rows, int64_t warps) {
    twk_budget budget = {0};
    for (int operand = TWK_OPERAND_A; operand <= TWK_OPERAND_B; operand++) {
        const twk_operand_plan *plan = &operands[operand];
        budget.loads_in_flight += spec->loader == TWK_LOADER_ASYNC ? plan->tile.accesses * spec->stages : 0;
        budget.fetched += plan->tile.accesses * twk_larger(plan->tile.vector / 2, 1) * pipeline->fetched_tiles;
        budget.places += registers_of_places(spec, plan);
        budget.tiles += spec->stages * twk_tile_bytes(&plan->layout);
    }
    budget.accumulators = twk_divide_up(spec->tile_m * spec->tile_n, warps * twk_arches[spec->arch].wave_size);
    budget.fragments = twk_divide_up(spec->tile_m, atoms_along_rows * atom->m) * atom->a.length;
    budget.fragments += twk_divide_up(spec->tile_n, spec->warps_n * atom->n) * atom->b.length;
    budget.fragments = budget.fragments * twk_element_bytes(spec->in_type) / TWK_DWORD_BYTES;
    int64_t computing = budget.accumulators + budget.fragments;
    int64_t loading = budget.fetched + budget.places;
    budget.registers = pipeline->roles ? twk_larger(computing, loading) : computing + loading;
    budget.least_registers =
        pipeline->roles ? twk_larger(budget.accumulators, budget.fetched) : budget.accumulators + budget.fetched;
    budget.registers += TWK_OTHER_REGISTERS;
    budget.shuffle = spec->epilogue == TWK_EPILOGUE_CSHUFFLE ? spec->tile_m * twk_shuffled_row_bytes(spec) : 0;
    budget.lds_bytes = twk_larger(budget.tiles, budget.shuffle);
    return budget;
}

int64_t twk_least_warps(const twk_arch *arch, int64_t threads) {
    return twk_divide_up(twk_divide_up(threads, arch->wave_size), arch->units_per_core);
}

bool twk_forbids_accumulation(const twk_spec *spec) {
    switch (spec->accumulation_registers) {
    case TWK_ACCUMULATION_REGISTERS_ALLOWED:
        break;
    case TWK_ACCUMULATION_REGISTERS_NONE:
        return true;
    }
    return false;
}

int64_t twk_registers_allowed(const twk_spec *spec, int64_t threads) {
    const twk_arch *arch = &twk_arches[spec->arch];
    bool none = twk_forbids_accumulation(spec);
    int64_t shared = arch->unit_registers / twk_least_warps(arch, threads);
    int64_t most = twk_smaller(none ? arch->vector_registers : arch->registers_per_lane, shared);
    return most / arch->register_granule * arch->register_granule;
}

int64_t twk_most_warps(const twk_budget *needed, const twk_arch *arch, int64_t threads) {
    int64_t warps = twk_divide_up(threads, arch->wave_size);
    int64_t registers = twk_round_up(twk_larger(needed->least_registers, 1), arch->register_granule);
    int64_t by_slots = arch->warps_per_unit * arch->units_per_core / warps;
    int64_t by_registers = arch->unit_registers / registers * arch->units_per_core / warps;
    int64_t by_lds = arch->core_lds_bytes / twk_round_up(twk_larger(needed->lds_bytes, 1), arch->lds_granule);
    int64_t workgroups = twk_smaller(twk_smaller(by_slots, by_registers), by_lds);
    return twk_divide_up(workgroups * warps, arch->units_per_core);
}
