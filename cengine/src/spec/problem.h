/* What is asked: a convolution and its sizes.
 *
 * Layouts are channels-last: x is [n][input...][c], w is [k][filter...][c / groups], y is [n][output...][k]. The
 * formulas are those of the implicit GEMM; an axis is a spatial axis, outermost first. */
#ifndef TWK_PROBLEM_H
#define TWK_PROBLEM_H

#include "contract_gen.h"

/* The product of two non-negative factors, at most TWK_SATURATED. */
int64_t twk_product(int64_t a, int64_t b);

/* The product of the entries of all axes. */
int64_t twk_axes_product(const twk_axes *axes);

/* Quotients of a non-negative value and a positive step: rounded up, and the smallest multiple that is no less. */
int64_t twk_divide_up(int64_t value, int64_t step);
int64_t twk_round_up(int64_t value, int64_t step);

static inline int64_t twk_larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static inline int64_t twk_smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t twk_greatest_common_divisor(int64_t a, int64_t b);

/* The x in 0 .. modulus - 1 with value * x = 1 (mod modulus), for a positive value that is prime to it; 0 for
 * modulus 1. */
int64_t twk_modular_inverse(int64_t value, int64_t modulus);

int64_t twk_rank(const twk_problem *problem);
int64_t twk_group_c(const twk_problem *problem);
int64_t twk_group_k(const twk_problem *problem);

/* Input size with both pads; size of the dilated filter; output size: along one axis. */
int64_t twk_padded(const twk_problem *problem, int64_t axis);
int64_t twk_extent(const twk_problem *problem, int64_t axis);
int64_t twk_output_size(const twk_problem *problem, int64_t axis);
twk_axes twk_output(const twk_problem *problem);

/* Sizes of a tensor in memory order: its outermost dimension, the spatial axes, the innermost one. */
typedef struct twk_tensor_sizes {
    int64_t outer;
    twk_axes axes;
    int64_t inner;
} twk_tensor_sizes;

twk_tensor_sizes twk_tensor_sizes_of(const twk_problem *problem, twk_tensor_name tensor);

/* Elements of a tensor. */
int64_t twk_tensor_elements(const twk_problem *problem, twk_tensor_name tensor);

/* How one axis of a strided dgrad splits into phases.
 *
 * Pixel h belongs to phase r = (h + pad) mod stride, where h + pad = q * stride + r. The taps of that phase are
 * those with tap * dilation = r (mod stride): the first is r / common * inverse mod tap_step, then every
 * tap_step-th, and each next one reads an output pixel output_step lower. A phase whose r is no multiple of
 * gcd(stride, dilation) has no tap. */
typedef struct twk_phase_axis {
    int64_t stride;
    int64_t dilation;
    int64_t filter;
    int64_t common;  /* gcd(stride, dilation) */
    int64_t inverse; /* of dilation / common modulo stride / common; 0 where the modulus is 1 */
    int64_t tap_step;
    int64_t output_step;
    int64_t first_q;   /* q of the first pixel */
    int64_t count;     /* number of values of q; the same in every phase, with the pixels outside masked */
    int64_t most_taps; /* taps of the phase that has most: phase 0, whose first tap is 0 */
} twk_phase_axis;

twk_phase_axis twk_phases(const twk_problem *problem, int64_t axis);

/* Calls over which a tensor of so many equal parts, `size` bytes in all, is split so that each part of it is within the
 * limit; 0 where one part alone is not, or there is but one. */
int64_t twk_calls_that_do(int64_t parts, int64_t size, int64_t limit);

#endif
