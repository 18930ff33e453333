/* How often the C engine makes a plan: emits each spec of the standard input, one a line, and prints a line of counts.
 *
 * Nothing of this is in the engine: the linker turns calls of these functions from other files into calls of the counting
 * ones here, by --wrap. */
#include <stdio.h>
#include <string.h>

#include "plan/policy.h"
#include "plan/rules.h"
#include "spec/naming.h"
#include "spec/spec.h"

enum { SHAPE, RESOLVE, TILE, OPERAND, BUDGET, JSON, NAME, COUNT };

static long counts[COUNT];

#define COUNTED(counter, type, name, parameters, arguments) \
    type __real_##name parameters;                          \
    type __wrap_##name parameters;                          \
    type __wrap_##name parameters {                         \
        counts[counter]++;                                  \
        return __real_##name arguments;                     \
    }

COUNTED(SHAPE, twk_gemm_shape, twk_gemm_shape_of, (const twk_problem *problem, twk_direction direction),
        (problem, direction))
COUNTED(RESOLVE, void, twk_resolve, (const twk_spec *asked, twk_plan *plan), (asked, plan))
COUNTED(TILE, void, twk_choose_tile,
        (twk_spec * spec, const twk_gemm_shape *shape, const twk_atom *atom, const twk_pipeline *pipeline,
         twk_tile_limits limits),
        (spec, shape, atom, pipeline, limits))
COUNTED(OPERAND, void, twk_plan_operand,
        (const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape, int operand, bool packed,
         twk_operand_plan *plan),
        (spec, atom, shape, operand, packed, plan))
COUNTED(BUDGET, twk_budget, twk_budget_of,
        (const twk_spec *spec, const twk_pipeline *pipeline, const twk_atom *atom, const twk_operand_plan *operands,
         int64_t atoms_along_rows),
        (spec, pipeline, atom, operands, atoms_along_rows))
COUNTED(JSON, twk_text, twk_canonical_json, (twk_arena * arena, const twk_spec *spec), (arena, spec))
COUNTED(NAME, twk_text, twk_kernel_name, (twk_arena * arena, const twk_spec *spec, twk_text canonical),
        (arena, spec, canonical))

int main(void) {
    static char line[1 << 15];
    int failed = 0;
    while (fgets(line, sizeof line, stdin)) {
        twk_result *result = NULL;
        int i;
        memset(counts, 0, sizeof counts);
        failed |= twk_emit(line, strlen(line), "llvm22", NULL, &result) != TWK_OK;
        twk_release(result);
        for (i = 0; i < COUNT; i++) {
            printf(i ? " %ld" : "%ld", counts[i]);
        }
        printf("\n");
    }
    return failed;
}
