#include "spec/problem.h"

#include "text.h"

int64_t twk_product(int64_t a, int64_t b) {
    return b && a > TWK_SATURATED / b ? TWK_SATURATED : a * b;
}

int64_t twk_axes_product(const twk_axes *axes) {
    int64_t result = 1;
    for (int64_t axis = 0; axis < axes->count; axis++) {
        result = twk_product(result, axes->at[axis]);
    }
    return result;
}

int64_t twk_divide_up(int64_t value, int64_t step) {
    return (value + step - 1) / step;
}

int64_t twk_round_up(int64_t value, int64_t step) {
    return twk_divide_up(value, step) * step;
}

int64_t twk_greatest_common_divisor(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Extended Euclid: each remainder is value * x modulo the modulus, for the x beside it. */
int64_t twk_modular_inverse(int64_t value, int64_t modulus) {
    int64_t remainder = modulus;
    int64_t next_remainder = value % modulus;
    int64_t x = 0;
    int64_t next_x = 1;
    while (next_remainder) {
        int64_t quotient = remainder / next_remainder;
        int64_t rest = remainder - quotient * next_remainder;
        int64_t rest_x = x - quotient * next_x;
        remainder = next_remainder;
        next_remainder = rest;
        x = next_x;
        next_x = rest_x;
    }
    return modulus == 1 ? 0 : x < 0 ? x + modulus : x;
}

int64_t twk_rank(const twk_problem *problem) {
    return problem->input.count;
}

int64_t twk_group_c(const twk_problem *problem) {
    return problem->c / problem->groups;
}

int64_t twk_group_k(const twk_problem *problem) {
    return problem->k / problem->groups;
}

int64_t twk_padded(const twk_problem *problem, int64_t axis) {
    return problem->input.at[axis] + problem->pad_before.at[axis] + problem->pad_after.at[axis];
}

int64_t twk_extent(const twk_problem *problem, int64_t axis) {
    return problem->dilation.at[axis] * (problem->filter.at[axis] - 1) + 1;
}

int64_t twk_output_size(const twk_problem *problem, int64_t axis) {
    return (twk_padded(problem, axis) - twk_extent(problem, axis)) / problem->stride.at[axis] + 1;
}

twk_axes twk_output(const twk_problem *problem) {
    twk_axes output = problem->input;
    for (int64_t axis = 0; axis < output.count; axis++) {
        output.at[axis] = twk_output_size(problem, axis);
    }
    return output;
}

twk_tensor_sizes twk_tensor_sizes_of(const twk_problem *problem, twk_tensor_name tensor) {
    twk_tensor_sizes sizes = {problem->n, twk_output(problem), problem->k};
    switch (tensor) {
    case TWK_TENSOR_X:
        sizes.axes = problem->input;
        sizes.inner = problem->c;
        break;
    case TWK_TENSOR_W:
        sizes.outer = problem->k;
        sizes.axes = problem->filter;
        sizes.inner = twk_group_c(problem);
        break;
    case TWK_TENSOR_Y:
        break;
    }
    return sizes;
}

int64_t twk_tensor_elements(const twk_problem *problem, twk_tensor_name tensor) {
    const twk_tensor_sizes sizes = twk_tensor_sizes_of(problem, tensor);
    return twk_product(twk_product(sizes.outer, twk_axes_product(&sizes.axes)), sizes.inner);
}

twk_phase_axis twk_phases(const twk_problem *problem, int64_t axis) {
    int64_t stride = problem->stride.at[axis];
    int64_t dilation = problem->dilation.at[axis];
    int64_t pad = problem->pad_before.at[axis];
    int64_t size = problem->input.at[axis];
    twk_phase_axis phases;
    phases.stride = stride;
    phases.dilation = dilation;
    phases.filter = problem->filter.at[axis];
    phases.common = twk_greatest_common_divisor(stride, dilation);
    phases.tap_step = stride / phases.common;
    phases.output_step = dilation / phases.common;
    phases.inverse = twk_modular_inverse(phases.output_step, phases.tap_step);
    phases.first_q = pad / stride;
    phases.count = (size - 1 + pad) / stride - phases.first_q + 1;
    phases.most_taps = twk_divide_up(phases.filter, phases.tap_step);
    return phases;
}

int64_t twk_calls_that_do(int64_t parts, int64_t size, int64_t limit) {
    int64_t reach = limit / (size / parts);
    return parts > 1 && reach ? twk_divide_up(parts, reach) : 0;
}
