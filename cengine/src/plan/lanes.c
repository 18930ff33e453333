#include "plan/lanes.h"

static twk_quantity quantity(int64_t number) {
    twk_quantity made;
    made.number = number;
    return made;
}

static twk_quantity constant(void *with, int64_t number) {
    (void)with;
    return quantity(number);
}

static twk_quantity apply(void *with, twk_formula_operation operation, twk_quantity x, twk_quantity y) {
    (void)with;
    switch (operation) {
    case TWK_FORMULA_ADD:
        return quantity(x.number + y.number);
    case TWK_FORMULA_MUL:
        return quantity(x.number * y.number);
    case TWK_FORMULA_DIVIDE:
        return quantity(x.number / y.number);
    case TWK_FORMULA_REMAINDER:
        return quantity(x.number % y.number);
    case TWK_FORMULA_XOR:
        return quantity(x.number ^ y.number);
    }
    return x;
}

const twk_evaluator twk_integers = {NULL, constant, apply};

twk_quantity twk_apply_constant(const twk_evaluator *of, twk_formula_operation operation, twk_quantity x,
                                int64_t number) {
    return of->apply(of->with, operation, x, of->constant(of->with, number));
}

twk_quantity twk_coordinate(const twk_evaluator *of, const twk_lane_map *map, twk_quantity lane, twk_quantity slot) {
    twk_quantity total = of->constant(of->with, 0);
    int i;
    for (i = 0; i < map->count; i++) {
        const twk_term *term = &map->terms[i];
        twk_quantity value = twk_apply_constant(of, TWK_FORMULA_DIVIDE, term->of_lane ? lane : slot, term->divide);
        if (term->modulo) {
            value = twk_apply_constant(of, TWK_FORMULA_REMAINDER, value, term->modulo);
        }
        value = twk_apply_constant(of, TWK_FORMULA_MUL, value, term->times);
        total = of->apply(of->with, TWK_FORMULA_ADD, total, value);
    }
    return total;
}

int64_t twk_coordinate_at(const twk_lane_map *map, int64_t lane, int64_t slot) {
    return twk_coordinate(&twk_integers, map, quantity(lane), quantity(slot)).number;
}
