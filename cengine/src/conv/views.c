#include "conv/views.h"

#include <string.h>

#include "text.h"

/* What the maps of a problem are built from. The strides of a tensor are in bytes, by dimension: `outer`, then
 * the spatial axes, then `inner`. */
typedef struct tensor_strides {
    int64_t outer;
    int64_t axes[TWK_RANK_LIMIT];
    int64_t inner;
} tensor_strides;

typedef struct views {
    twk_builder *b;
    const twk_problem *problem;
    twk_node *group;
    tensor_strides of[TWK_TENSOR_COUNT];
} views;

/* One axis of the phase of a workgroup (see twk_phase_axis). */
typedef struct phase_values {
    twk_phase_axis axis;
    twk_node *remainder;
    twk_node *first_tap;
    twk_node *taps;
    twk_node *first_output;
} phase_values;

static twk_node *constant(const views *v, int64_t value) {
    return twk_constant(v->b, value);
}

/* Row-major strides of a tensor with some spatial sizes and `channels` innermost. */
static tensor_strides make_strides(const twk_axes *sizes, int64_t channels, int64_t element_bytes) {
    tensor_strides made = {0};
    int64_t stride = element_bytes * channels;
    int64_t axis;
    made.inner = element_bytes;
    for (axis = sizes->count - 1; axis >= 0; axis--) {
        made.axes[axis] = stride;
        stride *= sizes->at[axis];
    }
    made.outer = stride;
    return made;
}

/* Byte offset of this workgroup's group: along the last dimension of x and y, the first of w. */
static twk_node *group_base(const views *v, int tensor) {
    const tensor_strides *strides = &v->of[tensor];
    int64_t apart = tensor == TWK_TENSOR_X   ? twk_group_c(v->problem) * strides->inner
                    : tensor == TWK_TENSOR_W ? twk_group_k(v->problem) * strides->outer
                                             : twk_group_k(v->problem) * strides->inner;
    return twk_mul(v->b, v->group, constant(v, apart));
}

/* Add a digit below the others; `axis` may be TWK_NO_AXIS. */
static void add_digit(twk_digits *digits, twk_node *extent, int64_t stride, int64_t axis, int64_t step) {
    const twk_digit digit = {extent, stride, axis, step};
    twk_add_digit(digits, digit);
}

static void add_plain(const views *v, twk_digits *digits, int64_t extent, int64_t stride) {
    add_digit(digits, constant(v, extent), stride, TWK_NO_AXIS, 0);
}

/* An index of one digit without an end. */
static twk_digits single(const views *v, int64_t extent, int64_t stride) {
    twk_digits digits = {0};
    add_plain(v, &digits, extent, stride);
    return digits;
}

/* (image, output pixel) as an index of y: no axis has an end. */
static twk_digits pixels(const views *v) {
    const tensor_strides *y = &v->of[TWK_TENSOR_Y];
    twk_digits digits = single(v, v->problem->n, y->outer);
    int64_t axis;
    for (axis = 0; axis < twk_rank(v->problem); axis++) {
        add_plain(v, &digits, twk_output_size(v->problem, axis), y->axes[axis]);
    }
    return digits;
}

/* (tap, input channel) as an index of w, where it is one run. */
static twk_digits window(const views *v) {
    const tensor_strides *w = &v->of[TWK_TENSOR_W];
    twk_digits digits = {0};
    int64_t axis;
    for (axis = 0; axis < twk_rank(v->problem); axis++) {
        add_plain(v, &digits, v->problem->filter.at[axis], w->axes[axis]);
    }
    add_plain(v, &digits, twk_group_c(v->problem), w->inner);
    return digits;
}

/* A map without ends. */
static twk_tensor_map plain(const views *v, int tensor, twk_digits first, twk_digits second) {
    twk_tensor_map map;
    memset(&map, 0, sizeof map);
    map.first = first;
    map.second = second;
    map.base = group_base(v, tensor);
    twk_simplify(v->b, &map);
    return map;
}

/* x over (image, output pixel) and (tap, input channel): the place that a tap of an output pixel reads. */
static twk_tensor_map image(const views *v, bool pixels_first) {
    const twk_problem *problem = v->problem;
    const tensor_strides *x = &v->of[TWK_TENSOR_X];
    twk_digits places = single(v, problem->n, x->outer);
    twk_digits taps = {0};
    twk_tensor_map map;
    int64_t axis;
    memset(&map, 0, sizeof map);
    map.base = group_base(v, TWK_TENSOR_X);
    map.limits = problem->input;
    for (axis = 0; axis < twk_rank(problem); axis++) {
        int64_t stride = problem->stride.at[axis];
        int64_t dilation = problem->dilation.at[axis];
        int64_t pad = problem->pad_before.at[axis];
        int64_t apart = x->axes[axis];
        add_digit(&places, constant(v, twk_output_size(problem, axis)), stride * apart, axis, stride);
        add_digit(&taps, constant(v, problem->filter.at[axis]), dilation * apart, axis, dilation);
        map.base = twk_add(v->b, map.base, constant(v, -pad * apart));
        map.starts[axis] = constant(v, -pad);
    }
    add_plain(v, &taps, twk_group_c(problem), x->inner);
    map.first = pixels_first ? places : taps;
    map.second = pixels_first ? taps : places;
    twk_simplify(v->b, &map);
    return map;
}

static twk_view forward(const views *v) {
    const twk_problem *problem = v->problem;
    const twk_digits channels = single(v, twk_group_k(problem), v->of[TWK_TENSOR_W].outer);
    const twk_digits output = single(v, twk_group_k(problem), v->of[TWK_TENSOR_Y].inner);
    twk_view view;
    view.a = image(v, true);
    view.b = plain(v, TWK_TENSOR_W, channels, window(v));
    view.d = plain(v, TWK_TENSOR_Y, pixels(v), output);
    view.reduction = constant(v, twk_taps(problem) * twk_group_c(problem));
    return view;
}

static twk_view wgrad(const views *v) {
    const twk_problem *problem = v->problem;
    const twk_axes sizes = twk_output(problem);
    const twk_digits output = single(v, twk_group_k(problem), v->of[TWK_TENSOR_Y].inner);
    const twk_digits channels = single(v, twk_group_k(problem), v->of[TWK_TENSOR_W].outer);
    twk_view view;
    view.a = plain(v, TWK_TENSOR_Y, output, pixels(v));
    view.b = image(v, false);
    view.d = plain(v, TWK_TENSOR_W, channels, window(v));
    view.reduction = constant(v, problem->n * twk_axes_product(&sizes));
    return view;
}

/* The phase of one axis that a remainder names. */
static phase_values make_phase(const views *v, int64_t axis, twk_node *remainder) {
    twk_builder *b = v->b;
    const twk_phase_axis row = twk_phases(v->problem, axis);
    twk_node *common = constant(v, row.common);
    twk_node *tap_step = constant(v, row.tap_step);
    twk_node *zero = constant(v, 0);
    twk_node *share = twk_udiv(b, remainder, common);
    twk_node *turned = twk_mul(b, share, constant(v, row.inverse));
    twk_node *first_tap = twk_urem(b, turned, tap_step);
    twk_node *past = twk_compare(b, TWK_PREDICATE_ULT, first_tap, constant(v, row.filter));
    twk_node *left = twk_sub(b, constant(v, row.filter + row.tap_step - 1), first_tap);
    twk_node *counted = twk_udiv(b, left, tap_step);
    twk_node *taps = twk_select(b, past, counted, zero);
    twk_node *rest = twk_urem(b, remainder, common);
    twk_node *has_taps = twk_compare(b, TWK_PREDICATE_EQ, rest, zero);
    twk_node *reached;
    twk_node *lower;
    phase_values made;
    made.axis = row;
    made.remainder = remainder;
    made.first_tap = first_tap;
    made.taps = twk_select(b, has_taps, taps, zero);
    reached = twk_mul(b, first_tap, constant(v, row.dilation));
    lower = twk_sub(b, reached, remainder);
    lower = twk_udiv(b, lower, constant(v, row.stride));
    made.first_output = twk_sub(b, constant(v, row.first_q), lower);
    return made;
}

/* The phases of all axes, made from the innermost on, as the digits of a number. */
static void make_phases(const views *v, twk_node *index, phase_values *phases) {
    int64_t axis;
    for (axis = twk_rank(v->problem) - 1; axis >= 0; axis--) {
        twk_node *stride = constant(v, v->problem->stride.at[axis]);
        twk_node *remainder = axis ? twk_urem(v->b, index, stride) : index;
        phases[axis] = make_phase(v, axis, remainder);
        if (axis) {
            index = twk_udiv(v->b, index, stride);
        }
    }
}

/* Move the base of a map by an index along a dimension. */
static void move_base(const views *v, twk_tensor_map *map, twk_node *index, int64_t apart) {
    twk_node *moved = twk_mul(v->b, index, constant(v, apart));
    map->base = twk_add(v->b, map->base, moved);
}

/* What one axis adds to the maps of dy, w and dx. */
static void add_phase(const views *v, twk_view *view, int64_t axis, const phase_values *phase) {
    twk_builder *b = v->b;
    const twk_phase_axis *row = &phase->axis;
    int64_t y = v->of[TWK_TENSOR_Y].axes[axis];
    int64_t w = v->of[TWK_TENSOR_W].axes[axis];
    int64_t x = v->of[TWK_TENSOR_X].axes[axis];
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): every axis has a phase. */
    int64_t first = row->first_q * row->stride - v->problem->pad_before.at[axis];
    twk_node *empty;
    twk_node *extent;
    twk_node *first_tap;
    twk_node *first_pixel;
    add_digit(&view->a.first, constant(v, row->count), y, axis, 1);
    add_digit(&view->d.first, constant(v, row->count), row->stride * x, axis, row->stride);
    empty = twk_compare(b, TWK_PREDICATE_EQ, phase->taps, constant(v, 0));
    extent = twk_select(b, empty, constant(v, 1), phase->taps);
    first_tap = twk_select(b, empty, constant(v, 0), phase->first_tap);
    add_digit(&view->a.second, extent, -row->output_step * y, axis, -row->output_step);
    add_digit(&view->b.second, extent, row->tap_step * w, TWK_NO_AXIS, 0);
    first_pixel = twk_add(b, phase->remainder, constant(v, first));
    move_base(v, &view->a, phase->first_output, y);
    move_base(v, &view->b, first_tap, w);
    move_base(v, &view->d, first_pixel, x);
    view->a.starts[axis] = phase->first_output;
    view->d.starts[axis] = first_pixel;
    view->reduction = twk_mul(b, view->reduction, phase->taps);
}

static twk_view dgrad(const views *v, twk_node *phase_index) {
    const twk_problem *problem = v->problem;
    phase_values phases[TWK_RANK_LIMIT];
    twk_view view;
    int64_t axis;
    memset(&view, 0, sizeof view);
    make_phases(v, phase_index, phases);
    view.a.first = single(v, problem->n, v->of[TWK_TENSOR_Y].outer);
    view.d.first = single(v, problem->n, v->of[TWK_TENSOR_X].outer);
    view.a.base = group_base(v, TWK_TENSOR_Y);
    view.b.base = group_base(v, TWK_TENSOR_W);
    view.d.base = group_base(v, TWK_TENSOR_X);
    view.a.limits = twk_output(problem);
    view.d.limits = problem->input;
    view.reduction = constant(v, twk_group_k(problem));
    for (axis = 0; axis < twk_rank(problem); axis++) {
        add_phase(v, &view, axis, &phases[axis]);
    }
    add_plain(v, &view.a.second, twk_group_k(problem), v->of[TWK_TENSOR_Y].inner);
    add_plain(v, &view.b.second, twk_group_k(problem), v->of[TWK_TENSOR_W].outer);
    view.b.first = single(v, twk_group_c(problem), v->of[TWK_TENSOR_W].inner);
    view.d.second = single(v, twk_group_c(problem), v->of[TWK_TENSOR_X].inner);
    twk_simplify(v->b, &view.a);
    twk_simplify(v->b, &view.b);
    twk_simplify(v->b, &view.d);
    return view;
}

twk_view twk_make_view(twk_builder *b, const twk_problem *problem, twk_direction direction,
                       const int64_t element_bytes[TWK_TENSOR_COUNT], twk_node *group, twk_node *phase) {
    const twk_axes output = twk_output(problem);
    views v;
    v.b = b;
    v.problem = problem;
    v.group = group;
    v.of[TWK_TENSOR_X] = make_strides(&problem->input, problem->c, element_bytes[TWK_TENSOR_X]);
    v.of[TWK_TENSOR_W] = make_strides(&problem->filter, twk_group_c(problem), element_bytes[TWK_TENSOR_W]);
    v.of[TWK_TENSOR_Y] = make_strides(&output, problem->k, element_bytes[TWK_TENSOR_Y]);
    switch (direction) {
    case TWK_DIRECTION_FORWARD:
        return forward(&v);
    case TWK_DIRECTION_WGRAD:
        return wgrad(&v);
    case TWK_DIRECTION_DGRAD:
        break;
    }
    return dgrad(&v, phase);
}

twk_node *twk_trip_count(twk_builder *b, twk_node *reduction, int64_t tile_k) {
    twk_node *raised;
    if (twk_is_constant(reduction)) {
        return twk_constant(b, twk_divide_up(reduction->immediate, tile_k));
    }
    raised = twk_add(b, reduction, twk_constant(b, tile_k - 1));
    return twk_udiv(b, raised, twk_constant(b, tile_k));
}
