/* GEMM views: how each direction maps its tensors to D[m][n] = sum over k of A[m][k] * B[n][k].
 *
 * A direction says nothing else; loader, pipeline and epilogue are shared. Indices are read as digits, outermost
 * first:
 *
 *     forward   m = (image, output pixel)   n = output channel         k = (tap, input channel)
 *     wgrad     m = output channel          n = (tap, input channel)   k = (image, output pixel)
 *     dgrad     m = (image, pixel of the phase)   n = input channel    k = (tap of the phase, output channel) */
#ifndef TWK_CONV_VIEWS_H
#define TWK_CONV_VIEWS_H

#include "spec/problem.h"
#include "tile/coordinates.h"

/* The maps of one direction; `reduction` is the length of k, a value where it differs by phase. */
typedef struct twk_view {
    twk_tensor_map a;
    twk_tensor_map b;
    twk_tensor_map d;
    twk_node *reduction;
} twk_view;

/* The view of a direction, for one group and, in a dgrad, one phase: a number whose digits are the remainders by
 * axis. `element_bytes` has an entry a tensor. */
twk_view twk_make_view(twk_builder *b, const twk_problem *problem, twk_direction direction,
                       const int64_t element_bytes[TWK_TENSOR_COUNT], twk_node *group, twk_node *phase);

/* Iterations over the reduction: its length divided by tile_k, rounded up. */
twk_node *twk_trip_count(twk_builder *b, twk_node *reduction, int64_t tile_k);

#endif
