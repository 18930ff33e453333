/* GEMM views: how each direction maps its tensors to D[m][n] = sum over k of A[m][k] * B[n][k].
 *
 * A direction says nothing else; loader, pipeline and output chain are shared. Indices are read as digits, outermost
 * first:
 *
 *     forward   m = (image, output pixel)   n = output channel         k = (tap, input channel)
 *     wgrad     m = output channel          n = (tap, input channel)   k = (image, output pixel)
 *     dgrad     m = (image, pixel of the phase)   n = input channel    k = (tap of the phase, output channel)
 *
 * Here stands what is known without a kernel. Of a dgrad that is phase 0, whose remainders are 0: it has most taps, and
 * its first tap is 0 (see twk_phase_axis). */
#ifndef TWK_PLAN_VIEWS_H
#define TWK_PLAN_VIEWS_H

#include "spec/problem.h"

/* One digit of an index: `extent` values, each `step` entries further along a dimension of the tensor. Dimension 0 is
 * the outermost, axis i is dimension 1 + i, and the last one is contiguous in memory. `diagonal`: it counts groups, and those
 * of both indices, 1 in one and -1 in the other, must be the same. */
typedef struct twk_view_digit {
    int64_t extent;
    int64_t dimension;
    int64_t step;
    int64_t diagonal;
} twk_view_digit;

/* Digits of an index at most: an image or channel, an axis each, and a group. */
#define TWK_VIEW_DIGIT_LIMIT (TWK_RANK_LIMIT + 2)

/* The digits of an index, most significant first. */
typedef struct twk_view_index {
    int count;
    twk_view_digit at[TWK_VIEW_DIGIT_LIMIT];
} twk_view_index;

/* A tensor of `rank` axes as the product sees it, over two indices: the free one and k for A and B, m and n for D.
 *
 * `strides` are elements from one entry of a dimension to the next, `group` those from one group to the next. `starts`
 * are the positions along the axes where both indices are 0. `limits` are the sizes of the axes where a place may leave
 * one, else none; `leaves` says of each whether one does in phase 0, `checked` of how many in any. `diagonal`: some of its
 * digits are.
 *
 * `contiguous_first`: it is the first index that is contiguous in memory, in runs of `run` elements. */
typedef struct twk_tensor_view {
    twk_tensor_name tensor;
    int64_t rank;
    int64_t strides[TWK_RANK_LIMIT + 2];
    int64_t group;
    twk_view_index first;
    twk_view_index second;
    int64_t starts[TWK_RANK_LIMIT];
    twk_axes limits;
    bool leaves[TWK_RANK_LIMIT];
    int64_t checked;
    bool diagonal;
    bool contiguous_first;
    int64_t run;
} twk_tensor_view;

/* The matrix product of one group, or of several together: its sizes, and its operands. There are `groups` of them.
 *
 * `phases` products make a dgrad, which is `phased`: its axes split as `axes` say, and `k` is that of phase 0. `k_unit`
 * divides the k of each. */
typedef struct twk_gemm_shape {
    int64_t m;
    int64_t n;
    int64_t k;
    int64_t k_unit;
    int64_t groups;
    int64_t phases;
    bool phased;
    twk_phase_axis axes[TWK_RANK_LIMIT];
    twk_tensor_view a;
    twk_tensor_view b;
    twk_tensor_view d;
} twk_gemm_shape;

/* The matrix product of a direction, of so many groups together, which divide their number. Those are one product: its
 * filter is a block of a group's own on the diagonal, and zeros. */
twk_gemm_shape twk_gemm_shape_of(const twk_problem *problem, twk_direction direction, int64_t together);

#endif
