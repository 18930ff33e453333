/* GEMM views in a kernel: the coordinate maps of A, B and D, made from what the plan knows of them (see plan/views.h).
 * The kernel adds what differs from workgroup to workgroup: its group, and in a dgrad its phase. */
#ifndef TWK_CONV_VIEWS_H
#define TWK_CONV_VIEWS_H

#include "plan/operands.h"
#include "tile/coordinates.h"

/* Make the maps of A, B and D, for one group and, in a dgrad, one phase: a number whose digits are the remainders by axis.
 * `element_bytes` has an entry a tensor. Returns the length of k, a value where it differs by phase. */
twk_node *twk_make_maps(twk_builder *b, const twk_gemm_shape *shape, const int64_t element_bytes[TWK_TENSOR_COUNT],
                        twk_node *group, twk_node *phase, twk_tensor_map maps[TWK_OPERAND_COUNT]);

#endif
