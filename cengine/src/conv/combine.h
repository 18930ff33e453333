/* The second kernel of a reduction that was cut: it adds the slices in order, in fp32, and casts once. */
#ifndef TWK_CONV_COMBINE_H
#define TWK_CONV_COMBINE_H

#include "machine/interface.h"
#include "plan/plan.h"

/* A slice of the workspace: it lies as the output does, in fp32. All of them may take more than 32 bits of offset. */
twk_tensor twk_slice_of_workspace(twk_builder *b, const twk_plan *plan, twk_node *workspace, twk_node *number);

/* Emit the body, whose arguments are workspace and result: each thread adds up some elements that follow each other, over
 * all slices. */
void twk_combine_slices(twk_builder *b, const twk_plan *plan, twk_node *const *pointers);

#endif
