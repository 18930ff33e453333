#include "plan/lanes.h"

static twk_quantity compute(void *with, twk_formula_step step, twk_quantity x, twk_quantity y) {
    (void)with;
    switch (step) {
    case TWK_FORMULA_ADD:
        x.number += y.number;
        break;
    case TWK_FORMULA_MUL:
        x.number *= y.number;
        break;
    case TWK_FORMULA_DIVIDE:
        x.number /= y.number;
        break;
    case TWK_FORMULA_REMAINDER:
        x.number %= y.number;
        break;
    case TWK_FORMULA_XOR:
        x.number ^= y.number;
        break;
    case TWK_FORMULA_NUMBER:
        break;
    }
    return x;
}

const twk_evaluator twk_integers = {compute, NULL};

twk_quantity twk_apply(const twk_evaluator *of, twk_formula_step step, twk_quantity x, twk_quantity y) {
    return of->step(of->with, step, x, y);
}

twk_quantity twk_apply_number(const twk_evaluator *of, twk_formula_step step, twk_quantity x, int64_t number) {
    const twk_quantity plain = {number};
    return twk_apply(of, step, x, twk_apply(of, TWK_FORMULA_NUMBER, plain, plain));
}

twk_quantity twk_coordinate(const twk_evaluator *of, const twk_lane_map *map, twk_quantity lane, twk_quantity slot) {
    const twk_quantity zero = {0};
    twk_quantity total = twk_apply(of, TWK_FORMULA_NUMBER, zero, zero);
    for (int i = 0; i < map->count; i++) {
        const twk_term *term = &map->terms[i];
        twk_quantity value = twk_apply_number(of, TWK_FORMULA_DIVIDE, term->of_lane ? lane : slot, term->divide);
        if (term->modulo) {
            value = twk_apply_number(of, TWK_FORMULA_REMAINDER, value, term->modulo);
        }
        value = twk_apply_number(of, TWK_FORMULA_MUL, value, term->times);
        total = twk_apply(of, TWK_FORMULA_ADD, total, value);
    }
    return total;
}

int64_t twk_coordinate_at(const twk_lane_map *map, int64_t lane, int64_t slot) {
    const twk_quantity known[] = {{lane}, {slot}};
    return twk_coordinate(&twk_integers, map, known[0], known[1]).number;
}
