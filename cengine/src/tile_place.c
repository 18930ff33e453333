#include "tile_place.h"

/* The column where a swizzled row keeps one. */
static twk_node *swizzled_column(twk_builder *b, const twk_tile_layout *layout, twk_node *row, twk_node *column) {
    int64_t in_row = layout->tile_k / TWK_SWIZZLE_ELEMENTS;
    int64_t groups = in_row < TWK_SWIZZLE_ROWS ? in_row : TWK_SWIZZLE_ROWS;
    twk_node *size = twk_constant(b, TWK_SWIZZLE_ELEMENTS);
    twk_node *group = twk_udiv(b, column, size);
    twk_node *turned = twk_urem(b, row, twk_constant(b, groups));
    twk_node *within;
    group = twk_xor(b, group, turned);
    group = twk_mul(b, group, size);
    within = twk_urem(b, column, size);
    return twk_add(b, group, within);
}

twk_node *twk_element_place(twk_builder *b, const twk_tile_layout *layout, twk_node *free, twk_node *reduction) {
    twk_node *row = layout->k_outer ? reduction : free;
    twk_node *column = layout->k_outer ? free : reduction;
    if (layout->swizzle) {
        column = swizzled_column(b, layout, row, column);
    }
    row = twk_mul(b, row, twk_constant(b, twk_row_bytes(layout)));
    column = twk_mul(b, column, twk_constant(b, layout->element_bytes));
    return twk_add(b, row, column);
}
