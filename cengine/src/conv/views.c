#include "conv/views.h"

#include <string.h>

/* What the maps of a product are built from. */
typedef struct views {
    twk_builder *b;
    const twk_gemm_shape *shape;
    const int64_t *element_bytes;
    twk_node *group;
} views;

/* One axis of the phase of a workgroup (see twk_phase_axis): its remainder, first tap, number of taps, first output
 * pixel. */
typedef struct phase_values {
    twk_node *remainder;
    twk_node *first_tap;
    twk_node *taps;
    twk_node *first_output;
} phase_values;

static twk_node *constant(const views *v, int64_t value) {
    return twk_constant(v->b, value);
}

/* Byte offset of this workgroup's group. */
static twk_node *group_base(const views *v, const twk_tensor_view *view) {
    return twk_mul(v->b, v->group, constant(v, view->group * v->element_bytes[view->tensor]));
}

/* Start a map at a position along an axis. */
static void start_at(const views *v, const twk_tensor_view *view, twk_tensor_map *map, int64_t axis, twk_node *start) {
    int64_t apart = view->strides[1 + axis] * v->element_bytes[view->tensor];
    twk_node *moved = twk_mul(v->b, start, constant(v, apart));
    map->base = twk_add(v->b, map->base, moved);
    map->starts[axis] = start;
}

/* The axis along which a filter of several groups has its diagonal: what the group of one index is before that of the other.
 * Its own axes have no end that a place could leave. */
#define GROUP_AXIS 0

/* The digits of an index, without the axes that nothing leaves. `taps`: values of the index along an axis, where they
 * differ by phase, else NULL. */
static twk_digits make_digits(const views *v, const twk_tensor_view *view, const twk_tensor_map *map,
                              const twk_view_index *index, twk_node *const *taps) {
    twk_digits digits = {0};
    for (int i = 0; i < index->count; i++) {
        const twk_view_digit *from = &index->at[i];
        int64_t axis = from->dimension - 1;
        bool spatial = axis >= 0 && axis < view->rank;
        bool limited = spatial && axis < view->limits.count;
        bool checked = limited && (view->leaves[axis] || !twk_is_constant(map->starts[axis]));
        twk_digit digit = {NULL, 0, TWK_NO_AXIS, 0};
        digit.extent = taps && spatial ? taps[axis] : constant(v, from->extent);
        digit.stride = from->step * view->strides[from->dimension] * v->element_bytes[view->tensor];
        digit.axis = from->diagonal ? GROUP_AXIS : checked ? axis : TWK_NO_AXIS;
        digit.step = from->diagonal ? from->diagonal : checked ? from->step : 0;
        twk_add_digit(&digits, digit);
    }
    twk_merge(v->b, &digits);
    return digits;
}

/* Give a map that has its starts its digits and limits; `taps` are those of the second index. */
static void finish_map(const views *v, const twk_tensor_view *view, twk_tensor_map *map, twk_node *const *taps) {
    map->first = make_digits(v, view, map, &view->first, NULL);
    map->second = make_digits(v, view, map, &view->second, taps);
    map->limits = view->limits;
    if (view->diagonal) {
        map->starts[GROUP_AXIS] = constant(v, 0);
        map->limits.count = 1;
        map->limits.at[GROUP_AXIS] = 1;
    }
}

/* The map of a tensor that knows no phases. */
static twk_tensor_map unphased(const views *v, const twk_tensor_view *view) {
    twk_tensor_map map;
    memset(&map, 0, sizeof map);
    map.base = group_base(v, view);
    for (int64_t axis = 0; axis < view->rank; axis++) {
        start_at(v, view, &map, axis, constant(v, view->starts[axis]));
    }
    finish_map(v, view, &map, NULL);
    return map;
}

/* The phase of one axis that a remainder names. */
static phase_values make_phase(const views *v, int64_t axis, twk_node *remainder) {
    twk_builder *b = v->b;
    const twk_phase_axis *row = &v->shape->axes[axis];
    twk_node *common = constant(v, row->common);
    twk_node *tap_step = constant(v, row->tap_step);
    twk_node *zero = constant(v, 0);
    twk_node *share = twk_udiv(b, remainder, common);
    twk_node *turned = twk_mul(b, share, constant(v, row->inverse));
    twk_node *first_tap = twk_urem(b, turned, tap_step);
    twk_node *past = twk_compare(b, TWK_PREDICATE_ULT, first_tap, constant(v, row->filter));
    twk_node *left = twk_sub(b, constant(v, row->filter + row->tap_step - 1), first_tap);
    twk_node *counted = twk_udiv(b, left, tap_step);
    twk_node *taps = twk_select(b, past, counted, zero);
    twk_node *rest = twk_urem(b, remainder, common);
    twk_node *has_taps = twk_compare(b, TWK_PREDICATE_EQ, rest, zero);
    phase_values made;
    made.remainder = remainder;
    made.first_tap = first_tap;
    made.taps = twk_select(b, has_taps, taps, zero);
    twk_node *reached = twk_mul(b, first_tap, constant(v, row->dilation));
    twk_node *lower = twk_sub(b, reached, remainder);
    lower = twk_udiv(b, lower, constant(v, row->stride));
    made.first_output = twk_sub(b, constant(v, v->shape->a.starts[axis]), lower);
    return made;
}

/* The phases of all axes, made from the innermost on, as the digits of a number. */
static void make_phases(const views *v, twk_node *index, phase_values *phases) {
    for (int64_t axis = v->shape->a.rank - 1; axis >= 0; axis--) {
        twk_node *stride = constant(v, v->shape->axes[axis].stride);
        twk_node *remainder = axis ? twk_urem(v->b, index, stride) : index;
        phases[axis] = make_phase(v, axis, remainder);
        if (axis) {
            index = twk_udiv(v->b, index, stride);
        }
    }
}

/* Start the maps of dy, w and dx along one axis; returns its taps, at least one.
 *
 * A phase without taps computes nothing, but a pipeline's first loads are under way by then: they are kept inside w. */
static twk_node *start_phase(const views *v, twk_tensor_map *maps, int64_t axis, const phase_values *phase) {
    twk_builder *b = v->b;
    const twk_gemm_shape *shape = v->shape;
    twk_node *empty = twk_compare(b, TWK_PREDICATE_EQ, phase->taps, constant(v, 0));
    twk_node *taps = twk_select(b, empty, constant(v, 1), phase->taps);
    twk_node *first_tap = twk_select(b, empty, constant(v, 0), phase->first_tap);
    twk_node *first_pixel = twk_add(b, phase->remainder, constant(v, shape->d.starts[axis]));
    start_at(v, &shape->a, &maps[TWK_OPERAND_A], axis, phase->first_output);
    start_at(v, &shape->b, &maps[TWK_OPERAND_B], axis, first_tap);
    start_at(v, &shape->d, &maps[TWK_OPERAND_D], axis, first_pixel);
    return taps;
}

static twk_node *dgrad(const views *v, twk_node *phase_index, twk_tensor_map *maps) {
    const twk_gemm_shape *shape = v->shape;
    const twk_tensor_view *const views[] = {&shape->a, &shape->b, &shape->d};
    phase_values phases[TWK_RANK_LIMIT];
    twk_node *taps[TWK_RANK_LIMIT];
    twk_node *reduction = constant(v, shape->k_unit);
    make_phases(v, phase_index, phases);
    for (int operand = 0; operand < TWK_OPERAND_COUNT; operand++) {
        maps[operand].base = group_base(v, views[operand]);
    }
    for (int64_t axis = 0; axis < shape->a.rank; axis++) {
        taps[axis] = start_phase(v, maps, axis, &phases[axis]);
        reduction = twk_mul(v->b, reduction, phases[axis].taps);
    }
    for (int operand = 0; operand < TWK_OPERAND_COUNT; operand++) {
        finish_map(v, views[operand], &maps[operand], operand == TWK_OPERAND_D ? NULL : taps);
    }
    return reduction;
}

twk_node *twk_make_maps(twk_builder *b, const twk_gemm_shape *shape, const int64_t element_bytes[TWK_TENSOR_COUNT],
                        twk_node *group, twk_node *phase, twk_tensor_map maps[TWK_OPERAND_COUNT]) {
    const views v = {b, shape, element_bytes, group};
    memset(maps, 0, TWK_OPERAND_COUNT * sizeof *maps);
    if (shape->phased) {
        return dgrad(&v, phase, maps);
    }
    maps[TWK_OPERAND_A] = unphased(&v, &shape->a);
    maps[TWK_OPERAND_B] = unphased(&v, &shape->b);
    maps[TWK_OPERAND_D] = unphased(&v, &shape->d);
    return constant(&v, shape->k);
}
