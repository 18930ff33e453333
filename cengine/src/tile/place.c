#include "tile/place.h"

twk_node *twk_swizzled_column(twk_builder *b, const twk_tile_layout *layout, twk_node *row, twk_node *column) {
    int64_t in_row = twk_row_elements(layout) / layout->swizzle_group;
    int shift = layout->swizzle_shift;
    twk_node *size = twk_constant(b, layout->swizzle_group);
    twk_node *index = twk_urem(b, row, twk_constant(b, TWK_SWIZZLE_ROWS));
    twk_node *group;
    twk_node *within;
    if (shift >= 0) {
        index = twk_udiv(b, index, twk_constant(b, (int64_t)1 << shift));
    } else {
        index = twk_mul(b, index, twk_constant(b, (int64_t)1 << -shift));
    }
    index = twk_urem(b, index, twk_constant(b, in_row));
    group = twk_udiv(b, column, size);
    group = twk_xor(b, group, index);
    group = twk_mul(b, group, size);
    within = twk_urem(b, column, size);
    return twk_add(b, group, within);
}

twk_node *twk_element_place(twk_builder *b, const twk_tile_layout *layout, twk_node *free, twk_node *reduction) {
    twk_node *row = layout->k_outer ? reduction : free;
    twk_node *column = layout->k_outer ? free : reduction;
    if (layout->swizzle_group) {
        column = twk_swizzled_column(b, layout, row, column);
    }
    row = twk_mul(b, row, twk_constant(b, twk_row_bytes(layout)));
    column = twk_mul(b, column, twk_constant(b, layout->element_bytes));
    return twk_add(b, row, column);
}
