#include "tile/coordinates.h"

#include <string.h>

void twk_add_digit(twk_digits *digits, twk_digit digit) {
    digits->at[digits->count++] = digit;
}

/* Whether a digit continues the one above it, so that both are one. */
static bool continues(const twk_digit *above, const twk_digit *digit) {
    return twk_is_constant(above->extent) && twk_is_constant(digit->extent) && above->axis == TWK_NO_AXIS &&
           digit->axis == TWK_NO_AXIS && above->stride == digit->extent->immediate * digit->stride;
}

void twk_merge(twk_builder *b, twk_digits *digits) {
    twk_digits merged = {0};
    for (int i = 0; i < digits->count; i++) {
        twk_digit digit = digits->at[i];
        twk_digit *above = merged.count ? &merged.at[merged.count - 1] : NULL;
        if (twk_is_number(digit.extent, 1) && digit.axis == TWK_NO_AXIS) {
            continue;
        }
        if (above && continues(above, &digit)) {
            digit.extent = twk_constant(b, above->extent->immediate * digit.extent->immediate);
            *above = digit;
        } else {
            twk_add_digit(&merged, digit);
        }
    }
    if (!merged.count) {
        const twk_digit single = {twk_constant(b, 1), 0, TWK_NO_AXIS, 0};
        twk_add_digit(&merged, single);
    }
    *digits = merged;
}

twk_digit_values twk_split(twk_builder *b, const twk_digits *digits, twk_node *index) {
    twk_digit_values values = {{NULL}};
    for (int i = digits->count - 1; i > 0; i--) {
        values.at[i] = twk_urem(b, index, digits->at[i].extent);
        index = twk_udiv(b, index, digits->at[i].extent);
    }
    values.at[0] = index;
    return values;
}

twk_digit_values twk_advance(twk_builder *b, const twk_digits *digits, twk_node *const *values,
                             const twk_digit_values *steps) {
    twk_digit_values result = {{NULL}};
    twk_node *carry = NULL;
    for (int i = digits->count - 1; i >= 0; i--) {
        twk_node *value = twk_add(b, values[i], steps->at[i]);
        if (carry) {
            twk_node *carried = twk_select(b, carry, twk_constant(b, 1), twk_constant(b, 0));
            value = twk_add(b, value, carried);
        }
        carry = NULL;
        if (!twk_same(value, values[i]) && i > 0) {
            twk_node *extent = digits->at[i].extent;
            carry = twk_compare(b, TWK_PREDICATE_UGE, value, extent);
            twk_node *wrapped = twk_sub(b, value, extent);
            value = twk_select(b, carry, wrapped, value);
        }
        result.at[i] = value;
    }
    return result;
}

/* The starts of the axes that some digit still moves along. */
static void set_starts(const twk_tensor_map *map, const twk_digits *digits, twk_node **positions) {
    for (int i = 0; i < digits->count; i++) {
        int64_t axis = digits->at[i].axis;
        if (axis != TWK_NO_AXIS) {
            positions[axis] = map->starts[axis];
        }
    }
}

twk_place_part twk_evaluate(twk_builder *b, const twk_tensor_map *map, const twk_digits *digits,
                            twk_node *const *values, bool origin, bool exact) {
    twk_place_part part = {0};
    part.offset = origin ? map->base : twk_constant(b, 0);
    if (origin) {
        set_starts(map, &map->first, part.positions);
        set_starts(map, &map->second, part.positions);
    }
    for (int i = 0; i < digits->count; i++) {
        const twk_digit *digit = &digits->at[i];
        twk_node *moved = twk_mul(b, values[i], twk_constant(b, digit->stride));
        part.offset = twk_add(b, part.offset, moved);
        if (digit->axis != TWK_NO_AXIS) {
            twk_node *stepped = twk_mul(b, values[i], twk_constant(b, digit->step));
            twk_node *before = part.positions[digit->axis];
            part.positions[digit->axis] = before ? twk_add(b, before, stepped) : stepped;
        }
    }
    if (!exact) {
        part.valid = twk_compare(b, TWK_PREDICATE_ULT, values[0], digits->at[0].extent);
    }
    return part;
}

twk_place_part twk_enclose(twk_builder *b, twk_place_part part) {
    int64_t axis = 0;
    while (axis < TWK_RANK_LIMIT && !part.positions[axis]) {
        axis++;
    }
    if (part.valid && axis < TWK_RANK_LIMIT) {
        twk_node *outside = twk_constant(b, TWK_OUTSIDE);
        part.positions[axis] = twk_select(b, part.valid, part.positions[axis], outside);
        part.valid = NULL;
    }
    return part;
}

/* The conjunction of two conditions, NULL being one that always holds. */
static twk_node *both(twk_builder *b, twk_node *one, twk_node *other) {
    if (!one || !other) {
        return one ? one : other;
    }
    return twk_and(b, one, other);
}

twk_place twk_combine_parts(twk_builder *b, const twk_tensor_map *map, const twk_place_part *first,
                            const twk_place_part *second) {
    twk_place place = {NULL, NULL};
    place.offset = twk_add(b, first->offset, second->offset);
    place.valid = both(b, place.valid, first->valid);
    place.valid = both(b, place.valid, second->valid);
    for (int64_t axis = 0; axis < map->limits.count; axis++) {
        twk_node *one = first->positions[axis];
        twk_node *other = second->positions[axis];
        twk_node *position = one ? one : other;
        if (!position) {
            continue;
        }
        if (one && other) {
            position = twk_add(b, one, other);
        }
        twk_node *inside = twk_compare(b, TWK_PREDICATE_ULT, position, twk_constant(b, map->limits.at[axis]));
        place.valid = both(b, place.valid, inside);
    }
    return place;
}
