/* The choices: values of the fields that a spec leaves to us. None overrides what was asked. */
#ifndef TWK_POLICY_H
#define TWK_POLICY_H

#include "plan/views.h"

/* Whether the architecture has an atom for the input type. */
bool twk_has_atom(const twk_spec *spec, const twk_atom *atom);

/* The atom that a spec names, or where it names none that there is, the one with the largest edge that the product and
 * the asked tile fill, then the longest reduction. Every architecture has an atom for every input type. */
const twk_atom *twk_choose_atom(const twk_spec *spec, const twk_gemm_shape *shape);

/* Groups that a tile holds, of a spec whose method is resolved, where it is open or the groups cannot be parted so.
 *
 * In a wgrad as many as have few channels in all, and of what is multiplied leave enough that is not zero. By atoms, other
 * directions take one: zeros times an infinity or NaN would reach the other groups of a tile. */
int64_t twk_choose_groups(const twk_spec *spec);

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

/* Whether every iteration is written out. */
bool twk_unrolls(const twk_spec *spec);

/* Elements of the reduction of which slices are multiples: the tiles of one turn of the loop, which does no fewer. */
int64_t twk_slice_step(const twk_spec *spec);

/* What the choice of slices goes by: the length of the reduction, the items of work that have one each and the groups that
 * they are in, the bytes of LDS of a stage, and the elements of the output. */
typedef struct twk_split_inputs {
    int64_t reduction;
    int64_t groups;
    int64_t items;
    int64_t stage_bytes;
    int64_t elements;
} twk_split_inputs;

/* Slices of the reduction, where a spec leaves their number open: the fewest of those that cost least.
 *
 * Cost is counted in iterations: the compute units take the work items in turn, each its iterations and what comes before
 * and after them; then slices are written and read again, by memory that brings the operands of an iteration in the time
 * that it takes. Where items fill the machine several times over, nothing is cut. */
int64_t twk_choose_split(const twk_spec *spec, const twk_split_inputs *in);

/* How slices come together, where the spec leaves it open: in order, so that a result can be had again bit for bit. */
twk_combine twk_choose_combine(const twk_spec *spec, int64_t slices);

/* The epilogue, where the widest store of the shuffled one has so many elements. */
twk_epilogue twk_choose_epilogue(const twk_spec *spec, int64_t widest);

/* Bytes that a lane gets at most from a read that can transpose; 0 where there is none. */
int64_t twk_transposes(const twk_arch *arch);

/* Why K-outer tiles cannot be used, as a rule; TWK_RULE_COUNT where they can. */
int twk_k_outer_obstacle(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape);

/* Whether an operand is contiguous along its free axis, in runs of an odd number of elements. */
bool twk_has_odd_run(const twk_tensor_view *view);

#endif
