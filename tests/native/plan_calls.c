/* How often the C engine makes a plan: emits each spec of the standard input, one a line, and prints a line of counts.
 *
 * Nothing of this is in the engine: built with -finstrument-functions, every function calls the hook below. */
#include <stdio.h>
#include <string.h>

#include "plan/policy.h"
#include "plan/rules.h"
#include "spec/naming.h"
#include "spec/spec.h"

typedef void (*function)(void);

static const function counted[] = {
    (function)twk_gemm_shape_of, (function)twk_resolve,        (function)twk_choose_tile, (function)twk_plan_operand,
    (function)twk_budget_of,     (function)twk_canonical_json, (function)twk_kernel_name,
};

enum { COUNT = sizeof counted / sizeof counted[0] };

static long counts[COUNT];

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *entered, void *caller) {
    int i;
    (void)caller;
    for (i = 0; i < COUNT; i++) {
        counts[i] += (function)entered == counted[i];
    }
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *left, void *caller) {
    (void)left;
    (void)caller;
}

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
