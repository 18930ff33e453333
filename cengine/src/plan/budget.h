/* What a kernel asks of the machine, and what the machine has. */
#ifndef TWK_PLAN_BUDGET_H
#define TWK_PLAN_BUDGET_H

#include "plan/operands.h"

/* What a kernel asks of the machine: registers a lane, loads of a warp that are in flight at once, bytes of LDS.
 *
 * Registers hold accumulators, the fragments of one step, fetched tiles, and places: what the loop keeps of the indices
 * of a thread's loads; and TWK_OTHER_REGISTERS. Where warps that load hold no accumulators, they are the larger of
 * both. `tiles` are those of all stages of A and B; the tile of the shuffled epilogue reuses their bytes, so that
 * `lds_bytes` is the larger of the two. */
typedef struct twk_budget {
    int64_t accumulators;
    int64_t fragments;
    int64_t fetched;
    int64_t places;
    int64_t registers;
    int64_t least_registers; /* of a lane: accumulators and fetched tiles, without which no compiler can do */
    int64_t loads_in_flight;
    int64_t tiles;
    int64_t shuffle;
    int64_t lds_bytes;
} twk_budget;

/* Whether slices of the reduction go to a workspace; a plan has no way to combine them that is open. */
bool twk_in_workspace(const twk_spec *spec);

/* Whether each slice of the reduction is added to the output where it lies. */
bool twk_adds(const twk_spec *spec);

/* The type in which the product's kernel stores: slices that go to a workspace stay fp32. */
twk_data_type twk_stored_type(const twk_spec *spec);

/* LDS bytes from one row of the shuffled epilogue's tile to the next. */
int64_t twk_shuffled_row_bytes(const twk_spec *spec);

/* The budget of a resolved spec with its plans of A and B, of which so many warps multiply. */
twk_budget twk_budget_of(const twk_spec *spec, const twk_pipeline *pipeline, const twk_atom *atom,
                         const twk_operand_plan *operands, int64_t atoms_along_rows, int64_t warps);

/* Whether a kernel may hold nothing in accumulation registers. */
bool twk_forbids_accumulation(const twk_spec *spec);

/* Registers of a lane, where a SIMD unit holds its share of the warps of one workgroup, and the spec forbids some or
 * none. */
int64_t twk_registers_allowed(const twk_spec *spec, int64_t threads);

/* Warps on the fullest SIMD unit: those of one workgroup, and those of as many whole workgroups as fit a compute
 * unit. */
int64_t twk_least_warps(const twk_arch *arch, int64_t threads);
int64_t twk_most_warps(const twk_budget *needed, const twk_arch *arch, int64_t threads);

#endif
