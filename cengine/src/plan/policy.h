/* The choices: values of the fields that a spec leaves to us. None overrides what was asked. */
#ifndef TWK_POLICY_H
#define TWK_POLICY_H

#include "plan/views.h"

/* Whether the architecture has an atom for the input type. */
bool twk_has_atom(const twk_spec *spec, const twk_atom *atom);

/* The atom that a spec names, or where it names none that there is, the one with the largest edge that the product and
 * the asked tile fill, then the longest reduction. Every architecture has an atom for every input type. */
const twk_atom *twk_choose_atom(const twk_spec *spec, const twk_gemm_shape *shape);

/* The schedule of the pipeline that a spec names, for its loader, or where it has none for that, its first: of its
 * architecture, or where that has none, of another. */
const twk_pipeline *twk_choose_pipeline(const twk_spec *spec);

/* Warps that do one atom together, where it takes the lanes of several: they follow each other along the tile's rows.
 * Atoms that the warps do side by side along those rows; 1 where the spec leaves the warps open. */
int64_t twk_warps_together(const twk_spec *spec, const twk_atom *atom);
int64_t twk_atoms_along_rows(const twk_spec *spec, const twk_atom *atom);

/* Warps that only load, where a spec leaves their number open: as many as the `warps` that multiply, up to four. */
int64_t twk_load_warps_needed(int64_t warps, const twk_pipeline *pipeline);

/* Fill in tile and warps. */
void twk_choose_tile(twk_spec *spec, const twk_gemm_shape *shape, const twk_atom *atom, const twk_tile_choice *choice);

/* The epilogue, where the widest store of the shuffled one has so many elements. */
twk_epilogue twk_choose_epilogue(const twk_spec *spec, int64_t widest);

/* Bytes that a lane gets at most from a read that can transpose; 0 where there is none. */
int64_t twk_transposes(const twk_arch *arch);

/* Why K-outer tiles cannot be used, as a rule; TWK_RULE_COUNT where they can. */
int twk_k_outer_obstacle(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape);

/* Whether an operand is contiguous along its free axis, in runs of an odd number of elements. */
bool twk_has_odd_run(const twk_tensor_view *view);

#endif
