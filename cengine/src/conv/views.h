/* GEMM views in a kernel: the coordinate maps of A, B and D, made from what the plan knows of them (see plan/views.h).
 * The kernel adds what differs from workgroup to workgroup: its group, and in a dgrad its phase. */
#ifndef TWK_CONV_VIEWS_H
#define TWK_CONV_VIEWS_H

#include "plan/views.h"
#include "tile/coordinates.h"

/* The maps of one direction; `reduction` is the length of k, a value where it differs by phase. */
typedef struct twk_view {
    twk_tensor_map a;
    twk_tensor_map b;
    twk_tensor_map d;
    twk_node *reduction;
} twk_view;

/* The maps of a product, for one group and, in a dgrad, one phase: a number whose digits are the remainders by axis.
 * `element_bytes` has an entry a tensor. */
twk_view twk_make_view(twk_builder *b, const twk_gemm_shape *shape, const int64_t element_bytes[TWK_TENSOR_COUNT],
                       twk_node *group, twk_node *phase);

#endif
