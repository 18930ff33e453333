/* Lane maps: the coordinates that their terms give, of lanes that are known and of those of the running kernel alike. */
#ifndef TWK_PLAN_LANES_H
#define TWK_PLAN_LANES_H

#include "contract_gen.h"

/* A number of the host, or a value of the kernel. */
typedef union twk_quantity {
    int64_t number;
    struct twk_node *node;
} twk_quantity;

/* Division rounds down; quantities are not negative where they are divided. NUMBER makes a quantity of x, a number. */
typedef enum twk_formula_step {
    TWK_FORMULA_ADD,
    TWK_FORMULA_MUL,
    TWK_FORMULA_DIVIDE,
    TWK_FORMULA_REMAINDER,
    TWK_FORMULA_XOR,
    TWK_FORMULA_NUMBER
} twk_formula_step;

/* What a formula is worked out with: integers of the host, or values of a kernel, `with` its builder. */
typedef struct twk_evaluator {
    twk_quantity (*step)(void *with, twk_formula_step step, twk_quantity x, twk_quantity y);
    void *with;
} twk_evaluator;

extern const twk_evaluator twk_integers;

/* One step of a formula, on two quantities, or on one and a number. */
twk_quantity twk_apply(const twk_evaluator *of, twk_formula_step step, twk_quantity x, twk_quantity y);
twk_quantity twk_apply_number(const twk_evaluator *of, twk_formula_step step, twk_quantity x, int64_t number);

/* The coordinate of one lane and one slot of its vector. It is the sum of those for the lane and slot 0, and for lane 0
 * and the slot. */
twk_quantity twk_coordinate(const twk_evaluator *of, const twk_lane_map *map, twk_quantity lane, twk_quantity slot);

/* The same, where both are known. */
int64_t twk_coordinate_at(const twk_lane_map *map, int64_t lane, int64_t slot);

#endif
