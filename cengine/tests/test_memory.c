/* Every allocation of an emission fails once, alone and with all after it: a status, no crash, no leak; and an
 * emission that succeeds gives back all it took. */
#include "check.h"

/* Emit with the allocation of one number failing; returns whether it came to that. */
static int emit_failing(checks *checks, const char *spec, long fail_at, int fail_after) {
    counter counter = {0, 0, 0, 0};
    const twk_allocator allocator = counting_allocator(&counter);
    twk_result *result;
    twk_status status;
    counter.fail_at = fail_at;
    counter.fail_after = fail_after;
    status = twk_emit(spec, strlen(spec), "llvm22", &allocator, &result);
    if (counter.calls < fail_at) {
        CHECK(checks, status == TWK_OK);
    } else {
        CHECK(checks, status == TWK_OUT_OF_MEMORY && !result);
        CHECK(checks, counter.live == 0);
    }
    twk_release(result);
    CHECK(checks, counter.live == 0);
    return counter.calls >= fail_at;
}

static void check_success(checks *checks, const char *spec) {
    counter counter = {0, 0, 0, 0};
    const twk_allocator allocator = counting_allocator(&counter);
    twk_result *result;
    twk_result *again;
    size_t length;
    size_t length_again;
    const char *text;
    CHECK(checks, twk_emit(spec, strlen(spec), "llvm22", &allocator, &result) == TWK_OK);
    CHECK(checks, twk_emit(spec, strlen(spec), "llvm22", NULL, &again) == TWK_OK);
    text = twk_result_part(result, TWK_TEXT, &length);
    CHECK(checks, length > 1000 && strlen(text) == length);
    CHECK(checks, !strcmp(text, twk_result_part(again, TWK_TEXT, &length_again)) && length == length_again);
    CHECK(checks, strlen(twk_result_part(result, TWK_MANIFEST, NULL)) > 100);
    CHECK(checks, !strcmp(twk_result_part(result, TWK_ERROR, NULL), ""));
    CHECK(checks, counter.live > 0);
    twk_release(result);
    twk_release(again);
    CHECK(checks, counter.live == 0);
}

int main(void) {
    checks checks = {0, 0};
    long refused = 0;
    int i;
    int fail_after;
    for (i = 0; i < SPEC_COUNT; i++) {
        check_success(&checks, specs[i]);
        for (fail_after = 0; fail_after < 2; fail_after++) {
            long fail_at = 1;
            while (emit_failing(&checks, specs[i], fail_at, fail_after)) {
                fail_at++;
                refused++;
            }
        }
        emit_failing(&checks, "[1,", 1, 0);
        emit_failing(&checks, "{\"problem\":3}", 1, 0);
    }
    CHECK(&checks, refused > 2L * SPEC_COUNT);
    return finish(&checks, "memory");
}
