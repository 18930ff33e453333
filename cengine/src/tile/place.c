#include "tile/place.h"

static twk_quantity quantity(twk_node *node) {
    twk_quantity made;
    made.node = node;
    return made;
}

static twk_quantity constant(void *with, int64_t number) {
    return quantity(twk_constant(with, number));
}

static twk_quantity apply(void *with, twk_formula_operation operation, twk_quantity x, twk_quantity y) {
    switch (operation) {
    case TWK_FORMULA_ADD:
        return quantity(twk_add(with, x.node, y.node));
    case TWK_FORMULA_MUL:
        return quantity(twk_mul(with, x.node, y.node));
    case TWK_FORMULA_DIVIDE:
        return quantity(twk_udiv(with, x.node, y.node));
    case TWK_FORMULA_REMAINDER:
        return quantity(twk_urem(with, x.node, y.node));
    case TWK_FORMULA_XOR:
        return quantity(twk_xor(with, x.node, y.node));
    }
    return x;
}

/* The arithmetic of the values of a kernel. */
static twk_evaluator evaluator(twk_builder *b) {
    const twk_evaluator made = {b, constant, apply};
    return made;
}

twk_node *twk_lane_coordinate(twk_builder *b, const twk_lane_map *map, twk_node *lane) {
    const twk_evaluator of = evaluator(b);
    return twk_coordinate(&of, map, quantity(lane), constant(b, 0)).node;
}

twk_node *twk_swizzled_column(twk_builder *b, const twk_tile_layout *layout, twk_node *row, twk_node *column) {
    const twk_evaluator of = evaluator(b);
    return twk_swizzled(&of, layout, quantity(row), quantity(column)).node;
}

twk_node *twk_element_place(twk_builder *b, const twk_tile_layout *layout, twk_node *free, twk_node *reduction) {
    twk_node *row = layout->k_outer ? reduction : free;
    twk_node *column = twk_swizzled_column(b, layout, row, layout->k_outer ? free : reduction);
    row = twk_mul(b, row, twk_constant(b, twk_row_bytes(layout)));
    column = twk_mul(b, column, twk_constant(b, layout->element_bytes));
    return twk_add(b, row, column);
}
