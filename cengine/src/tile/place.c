#include "tile/place.h"

static twk_quantity emit_step(void *with, twk_formula_step step, twk_quantity x, twk_quantity y) {
    static twk_node *(*const operations[])(twk_builder *, twk_node *, twk_node *) = {
        twk_add, twk_mul, twk_udiv, twk_urem, twk_xor,
    };
    x.node = step == TWK_FORMULA_NUMBER ? twk_constant(with, x.number) : operations[step](with, x.node, y.node);
    return x;
}

twk_node *twk_lane_coordinate(twk_builder *b, const twk_lane_map *map, twk_node *lane) {
    const twk_evaluator of = {emit_step, b};
    twk_quantity first;
    twk_quantity at;
    first.node = twk_constant(b, 0);
    at.node = lane;
    return twk_coordinate(&of, map, at, first).node;
}

twk_node *twk_swizzled_column(twk_builder *b, const twk_tile_layout *layout, twk_node *row, twk_node *column) {
    const twk_evaluator of = {emit_step, b};
    twk_quantity at[2];
    at[0].node = row;
    at[1].node = column;
    return twk_swizzled(&of, layout, at[0], at[1]).node;
}

twk_node *twk_element_place(twk_builder *b, const twk_tile_layout *layout, twk_node *free, twk_node *reduction) {
    twk_node *row = layout->k_outer ? reduction : free;
    twk_node *column = twk_swizzled_column(b, layout, row, layout->k_outer ? free : reduction);
    row = twk_mul(b, row, twk_constant(b, twk_row_bytes(layout)));
    column = twk_mul(b, column, twk_constant(b, layout->element_bytes));
    return twk_add(b, row, column);
}
