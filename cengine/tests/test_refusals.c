/* The public interface on bad input: every truncation, every byte in every place, missing pointers, unknown
 * flavours. */
#include "check.h"

/* Copy the input into memory of exactly its length, so that a read past its end is seen by a sanitizer. */
static twk_status explain(const char *data, size_t length, twk_result **result) {
    char *exact = malloc(length ? length : 1);
    twk_status status;
    *result = NULL;
    if (!exact) {
        return TWK_OUT_OF_MEMORY;
    }
    memcpy(exact, data, length);
    status = twk_explain(exact, length, NULL, result);
    free(exact);
    return status;
}

static int starts_with(const char *text, const char *beginning) {
    return text && strncmp(text, beginning, strlen(beginning)) == 0;
}

static void check_truncated(checks *checks, const char *spec) {
    size_t length;
    for (length = 0; length < strlen(spec); length++) {
        twk_result *result;
        CHECK(checks, explain(spec, length, &result) == TWK_REFUSED);
        CHECK(checks, twk_violation_count(result) == 1);
        CHECK(checks, starts_with(twk_violation_code(result, 0), "JSON_"));
        CHECK(checks, starts_with(twk_violation_class(result, 0), "invalid"));
        CHECK(checks, strlen(twk_violation_message(result, 0)) > 20);
        CHECK(checks, twk_violation_code(result, 1) == NULL);
        twk_release(result);
    }
}

static void check_every_byte(checks *checks, const char *spec) {
    size_t length = strlen(spec);
    char *changed = malloc(length);
    size_t at;
    int byte;
    if (!changed) {
        return;
    }
    for (at = 0; at < length; at++) {
        memcpy(changed, spec, length);
        for (byte = 0; byte < 256; byte++) {
            twk_result *result;
            twk_status status;
            changed[at] = (char)byte;
            status = explain(changed, length, &result);
            CHECK(checks, status == TWK_OK || status == TWK_REFUSED);
            CHECK(checks, (status == TWK_OK) == (twk_violation_count(result) == 0));
            twk_release(result);
        }
    }
    free(changed);
}

static void check_arguments(checks *checks) {
    twk_result *result = (twk_result *)specs;
    size_t length = 1;
    CHECK(checks, twk_emit(NULL, 0, "llvm22", NULL, &result) == TWK_INVALID_ARGUMENT && !result);
    CHECK(checks, twk_emit(specs[0], 1, NULL, NULL, &result) == TWK_INVALID_ARGUMENT && !result);
    CHECK(checks, twk_emit(specs[0], 1, "llvm22", NULL, NULL) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_explain(NULL, 0, NULL, &result) == TWK_INVALID_ARGUMENT && !result);
    CHECK(checks, twk_explain(specs[0], 1, NULL, NULL) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_result_part(NULL, TWK_TEXT, &length) == NULL && length == 0);
    CHECK(checks, twk_violation_count(NULL) == 0 && !twk_violation_code(NULL, 0));
    CHECK(checks, !twk_violation_class(NULL, 0) && !twk_violation_message(NULL, 0));
    twk_release(NULL);
    CHECK(checks, strlen(twk_contract_digest()) == 64);
    CHECK(checks, twk_abi_version() > 0 && strlen(twk_version()) >= 5);
}

static void check_flavor(checks *checks, const char *flavor) {
    twk_result *result;
    size_t length = 1;
    CHECK(checks, twk_emit(specs[0], strlen(specs[0]), flavor, NULL, &result) == TWK_REFUSED);
    CHECK(checks, twk_violation_count(result) == 1 && !strcmp(twk_violation_code(result, 0), "FLAVOR"));
    CHECK(checks, !strcmp(twk_result_part(result, TWK_TEXT, &length), "") && length == 0);
    /* NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): a part that there is not. */
    CHECK(checks, twk_result_part(result, (twk_part)99, NULL) == NULL);
    twk_release(result);
}

/* A flavour whose LLVM does not know the architecture of a spec that is right. */
static void check_flavor_of_arch(checks *checks) {
    static const char spec[] = "{\"problem\":{\"n\":1,\"c\":32,\"k\":32,\"input\":[8],\"filter\":[1]},"
                               "\"direction\":\"forward\",\"arch\":\"gfx1250\"}";
    twk_result *result;
    size_t length = 1;
    CHECK(checks, twk_emit(spec, strlen(spec), "llvm20", NULL, &result) == TWK_REFUSED);
    CHECK(checks, twk_violation_count(result) == 1 && !strcmp(twk_violation_code(result, 0), "FLAVOR_ARCH"));
    CHECK(checks, !strcmp(twk_result_part(result, TWK_TEXT, &length), "") && length == 0);
    twk_release(result);
    CHECK(checks, twk_emit(spec, strlen(spec), "llvm22", NULL, &result) == TWK_OK);
    twk_release(result);
}

static void check_lengths(checks *checks) {
    static char spaces[(1 << 14) + 1];
    twk_result *result;
    memset(spaces, ' ', sizeof spaces);
    spaces[0] = '3';
    CHECK(checks, explain(spaces, sizeof spaces - 1, &result) == TWK_REFUSED);
    CHECK(checks, !strcmp(twk_violation_code(result, 0), "FIELD_TYPE"));
    twk_release(result);
    CHECK(checks, explain(spaces, sizeof spaces, &result) == TWK_REFUSED);
    CHECK(checks, !strcmp(twk_violation_code(result, 0), "JSON_TOO_LONG"));
    twk_release(result);
    memset(spaces, '[', sizeof spaces);
    CHECK(checks, explain(spaces, sizeof spaces - 1, &result) == TWK_REFUSED);
    CHECK(checks, !strcmp(twk_violation_code(result, 0), "JSON_DEPTH"));
    twk_release(result);
}

int main(void) {
    checks checks = {0, 0};
    int i;
    for (i = 0; i < SPEC_COUNT; i++) {
        check_truncated(&checks, specs[i]);
    }
    check_every_byte(&checks, specs[0]);
    check_arguments(&checks);
    check_flavor(&checks, "");
    check_flavor(&checks, "llvm");
    check_flavor(&checks, "\xff\x80\n a flavour that is longer than what a message repeats");
    check_flavor_of_arch(&checks);
    check_lengths(&checks);
    return finish(&checks, "refusals");
}
