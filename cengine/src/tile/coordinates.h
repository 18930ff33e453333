/* Coordinate maps: from the indices of a matrix product to places in a tensor.
 *
 * An index (m, n or k) is a number in mixed radix. Each digit moves the place by a number of bytes, and some
 * also move it along a spatial axis that has an end. So one table describes a tensor as the product sees it, and
 * the same few functions hoist the part of one index out of a loop, advance the other without dividing, and
 * combine both into an offset and a predicate. */
#ifndef TWK_TILE_COORDINATES_H
#define TWK_TILE_COORDINATES_H

#include "ir/builder.h"

#define TWK_NO_AXIS (-1)
#define TWK_DIGIT_LIMIT (TWK_RANK_LIMIT + 2)

/* One digit of an index: `extent` values, each `stride` bytes and `step` positions along `axis` further. */
typedef struct twk_digit {
    twk_node *extent;
    int64_t stride;
    int64_t axis;
    int64_t step;
} twk_digit;

/* The digits of an index, most significant first. */
typedef struct twk_digits {
    int count;
    twk_digit at[TWK_DIGIT_LIMIT];
} twk_digits;

/* The values of the digits of an index. */
typedef struct twk_digit_values {
    twk_node *at[TWK_DIGIT_LIMIT];
} twk_digit_values;

/* A tensor as the product sees it, over two indices.
 *
 * `base` is the byte offset and `starts` the positions where both indices are 0; a place is inside where each
 * axis's position is from 0 to its limit (exclusive). There are `limits.count` axes. */
typedef struct twk_tensor_map {
    twk_digits first;
    twk_digits second;
    twk_node *base;
    twk_node *starts[TWK_RANK_LIMIT];
    twk_axes limits;
} twk_tensor_map;

/* What one index contributes: bytes, a position an axis (NULL where it has no say), and whether it is in range
 * (NULL: it always is). */
typedef struct twk_place_part {
    twk_node *offset;
    twk_node *positions[TWK_RANK_LIMIT];
    twk_node *valid;
} twk_place_part;

/* Byte offset of a place, and whether it is inside (NULL: always). */
typedef struct twk_place {
    twk_node *offset;
    twk_node *valid;
} twk_place;

/* Add a digit below the others. */
void twk_add_digit(twk_digits *digits, twk_digit digit);

/* Fewer digits for the same map: those with one value go, and those that continue each other become one. A digit on an
 * axis stays even with one value, for the axis is still to be checked. */
void twk_merge(twk_builder *b, twk_digits *digits);

/* The digits of an index; the most significant takes all that is left, even past its extent. */
twk_digit_values twk_split(twk_builder *b, const twk_digits *digits, twk_node *index);

/* Add `steps` (the digits of a number) to `values`, carrying by comparison; the top digit never wraps. */
twk_digit_values twk_advance(twk_builder *b, const twk_digits *digits, twk_node *const *values,
                             const twk_digit_values *steps);

/* What the digits of one index contribute.
 *
 * `origin` adds the tensor's base and starts, so it belongs to exactly one of the two indices. `exact` says that
 * the index never goes past its end, so that no check is needed. */
twk_place_part twk_evaluate(twk_builder *b, const twk_tensor_map *map, const twk_digits *digits,
                            twk_node *const *values, bool origin, bool exact);

/* The same part with its condition in a position, if it has one: where it does not hold, that position is outside. So
 * what a loop holds of an index is a value of a lane, not a condition for all lanes in scalar registers. */
twk_place_part twk_enclose(twk_builder *b, twk_place_part part);

/* The place that the parts of both indices make. */
twk_place twk_combine_parts(twk_builder *b, const twk_tensor_map *map, const twk_place_part *first,
                            const twk_place_part *second);

#endif
