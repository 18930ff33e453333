#include "plan/views.h"

#include <string.h>

/* A problem, and how many of its groups go together. */
typedef struct asked {
    const twk_problem *problem;
    int64_t together;
} asked;

/* The view of a tensor before its digits and starts are known; `limited`: places may leave its axes. */
static twk_tensor_view open_view(const asked *of, twk_tensor_name tensor, bool limited) {
    const twk_problem *problem = of->problem;
    const twk_tensor_sizes sizes = twk_tensor_sizes_of(problem, tensor);
    twk_tensor_view view;
    memset(&view, 0, sizeof view);
    view.tensor = tensor;
    view.rank = sizes.axes.count;
    view.strides[view.rank + 1] = 1;
    view.strides[view.rank] = sizes.inner;
    for (int64_t axis = view.rank - 1; axis >= 0; axis--) {
        view.strides[axis] = twk_product(view.strides[axis + 1], sizes.axes.at[axis]);
    }
    view.group =
        tensor == TWK_TENSOR_W ? twk_product(twk_group_k(problem), view.strides[0]) : sizes.inner / problem->groups;
    view.group = twk_product(view.group, of->together);
    if (limited) {
        view.limits = sizes.axes;
    }
    return view;
}

/* Add a digit below the others. */
static void add_digit(twk_view_index *index, int64_t extent, int64_t dimension, int64_t step) {
    const twk_view_digit digit = {extent, dimension, step, 0};
    index->at[index->count++] = digit;
}

/* Add what an index of a filter has above its channels, where groups go together: the group, which the first index alone
 * follows through the filter. */
static void add_diagonal(twk_tensor_view *view, bool of_first, const asked *of) {
    const twk_view_digit first = {of->together, 0, twk_group_k(of->problem), 1};
    const twk_view_digit second = {of->together, 0, 0, -1};
    twk_view_index *index = of_first ? &view->first : &view->second;
    if (of->together > 1) {
        index->at[index->count++] = of_first ? first : second;
        view->diagonal = true;
    }
}

/* Add digits along the axes; no steps are steps of 1. */
static void add_axes(twk_view_index *index, const twk_axes *extents, const twk_axes *steps) {
    for (int64_t axis = 0; axis < extents->count; axis++) {
        add_digit(index, extents->at[axis], 1 + axis, steps ? steps->at[axis] : 1);
    }
}

/* How far the values of an index reach along an axis. */
static void add_reach(const twk_view_index *index, int64_t axis, int64_t *low, int64_t *high) {
    for (int i = 0; i < index->count; i++) {
        const twk_view_digit *digit = &index->at[i];
        int64_t reach = digit->step * (digit->extent - 1);
        if (digit->dimension == 1 + axis) {
            *(reach < 0 ? low : high) += reach;
        }
    }
}

/* Whether some place of both indices leaves an axis. */
static bool goes_outside(const twk_tensor_view *view, int64_t axis) {
    int64_t low = view->starts[axis];
    int64_t high = low;
    add_reach(&view->first, axis, &low, &high);
    add_reach(&view->second, axis, &low, &high);
    return low < 0 || high >= view->limits.at[axis];
}

/* Elements that lie side by side in memory along an index, below any axis that has an end. */
static int64_t contiguous_run(const twk_tensor_view *view, const twk_view_index *index) {
    int64_t run = 1;
    for (int i = index->count - 1; i >= 0; i--) {
        const twk_view_digit *digit = &index->at[i];
        /* NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): a dimension is at most the rank and one. */
        if (digit->dimension <= view->limits.count || digit->step != 1 || digit->diagonal ||
            view->strides[digit->dimension] != run) {
            break;
        }
        run = twk_product(run, digit->extent);
    }
    return run;
}

/* What follows from the digits and starts of a view. */
static void close_view(twk_tensor_view *view, int64_t phases) {
    for (int64_t axis = 0; axis < view->limits.count; axis++) {
        view->leaves[axis] = goes_outside(view, axis);
        view->checked += phases > 1 || view->leaves[axis];
    }
    view->checked += view->diagonal;
    /* NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): an index has a digit. */
    view->contiguous_first = view->first.at[view->first.count - 1].dimension == view->rank + 1;
    view->run = contiguous_run(view, view->contiguous_first ? &view->first : &view->second);
}

/* x over (image, output pixel) and (tap, input channel): the place that a tap of an output pixel reads. */
static twk_tensor_view image(const asked *of, bool pixels_first) {
    const twk_problem *problem = of->problem;
    twk_tensor_view view = open_view(of, TWK_TENSOR_X, true);
    twk_view_index *pixels = pixels_first ? &view.first : &view.second;
    twk_view_index *taps = pixels_first ? &view.second : &view.first;
    const twk_axes output = twk_output(problem);
    add_digit(pixels, problem->n, 0, 1);
    add_axes(pixels, &output, &problem->stride);
    add_axes(taps, &problem->filter, &problem->dilation);
    add_digit(taps, twk_product(of->together, twk_group_c(problem)), 1 + view.rank, 1);
    for (int64_t axis = 0; axis < view.rank; axis++) {
        view.starts[axis] = -problem->pad_before.at[axis];
    }
    close_view(&view, 1);
    return view;
}

/* y over (image, output pixel) and output channel. */
static twk_tensor_view output(const asked *of, bool pixels_first) {
    const twk_problem *problem = of->problem;
    twk_tensor_view view = open_view(of, TWK_TENSOR_Y, false);
    twk_view_index *pixels = pixels_first ? &view.first : &view.second;
    int64_t filters = twk_product(of->together, twk_group_k(problem));
    const twk_axes sizes = twk_output(problem);
    add_digit(pixels, problem->n, 0, 1);
    add_axes(pixels, &sizes, NULL);
    add_digit(pixels_first ? &view.second : &view.first, filters, 1 + view.rank, 1);
    close_view(&view, 1);
    return view;
}

/* w over output channel and (tap, input channel). */
static twk_tensor_view weights(const asked *of) {
    const twk_problem *problem = of->problem;
    twk_tensor_view view = open_view(of, TWK_TENSOR_W, false);
    add_diagonal(&view, true, of);
    add_digit(&view.first, twk_group_k(problem), 0, 1);
    add_axes(&view.second, &problem->filter, NULL);
    add_diagonal(&view, false, of);
    add_digit(&view.second, twk_group_c(problem), 1 + view.rank, 1);
    close_view(&view, 1);
    return view;
}

/* Values of an index. */
static int64_t extent_of(const twk_view_index *index) {
    int64_t extent = 1;
    for (int i = 0; i < index->count; i++) {
        extent = twk_product(extent, index->at[i].extent);
    }
    return extent;
}

/* What one axis of a dgrad adds to the views of dy, w and dx. */
static void add_phases(twk_gemm_shape *shape, const twk_problem *problem, int64_t axis) {
    const twk_phase_axis row = twk_phases(problem, axis);
    add_digit(&shape->a.first, row.count, 1 + axis, 1);
    add_digit(&shape->d.first, row.count, 1 + axis, row.stride);
    add_digit(&shape->a.second, row.most_taps, 1 + axis, -row.output_step);
    add_digit(&shape->b.second, row.most_taps, 1 + axis, row.tap_step);
    shape->a.starts[axis] = row.first_q;
    shape->d.starts[axis] = row.first_q * row.stride - problem->pad_before.at[axis];
    shape->axes[axis] = row;
    shape->phases = twk_product(shape->phases, row.stride);
}

/* dx from dy and w. */
static void phased(twk_gemm_shape *shape, const asked *of) {
    const twk_problem *problem = of->problem;
    int64_t channels = twk_product(of->together, twk_group_c(problem));
    int64_t filters = twk_product(of->together, twk_group_k(problem));
    int64_t inner = 1 + twk_rank(problem);
    shape->a = open_view(of, TWK_TENSOR_Y, true);
    shape->b = open_view(of, TWK_TENSOR_W, false);
    shape->d = open_view(of, TWK_TENSOR_X, true);
    shape->phased = true;
    add_digit(&shape->a.first, problem->n, 0, 1);
    add_digit(&shape->d.first, problem->n, 0, 1);
    for (int64_t axis = 0; axis < shape->a.rank; axis++) {
        add_phases(shape, problem, axis);
    }
    add_diagonal(&shape->b, true, of);
    add_diagonal(&shape->b, false, of);
    add_digit(&shape->a.second, filters, inner, 1);
    add_digit(&shape->b.second, twk_group_k(problem), 0, 1);
    add_digit(&shape->b.first, twk_group_c(problem), inner, 1);
    add_digit(&shape->d.second, channels, inner, 1);
    close_view(&shape->a, shape->phases);
    close_view(&shape->b, shape->phases);
    close_view(&shape->d, shape->phases);
}

twk_gemm_shape twk_gemm_shape_of(const twk_problem *problem, twk_direction direction, int64_t together) {
    const asked of = {problem, together};
    twk_gemm_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.phases = 1;
    shape.groups = problem->groups / together;
    switch (direction) {
    case TWK_DIRECTION_FORWARD:
        shape.a = image(&of, true);
        shape.b = weights(&of);
        shape.d = output(&of, true);
        break;
    case TWK_DIRECTION_WGRAD:
        shape.a = output(&of, false);
        shape.b = image(&of, false);
        shape.d = weights(&of);
        break;
    case TWK_DIRECTION_DGRAD:
        phased(&shape, &of);
        break;
    }
    shape.m = extent_of(&shape.a.first);
    shape.n = extent_of(&shape.b.first);
    shape.k = extent_of(&shape.a.second);
    shape.k_unit = shape.phased ? twk_product(together, twk_group_k(problem)) : shape.k;
    return shape;
}
