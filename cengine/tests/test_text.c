/* The string builder, templates, edit distance, and the integer helpers that fix a sign rule or saturate. */
#include "check.h"
#include "spec/problem.h"
#include "spec/violations.h"

static int text_is(twk_text *text, const char *expected) {
    const char *finished = twk_text_finish(text);
    return strcmp(finished, expected) == 0 && text->length == strlen(expected);
}

static void check_builder(checks *checks, twk_arena *arena) {
    const twk_piece pieces[] = {twk_string("threads"), twk_integer(-7)};
    twk_text text = twk_text_open(arena);
    size_t i;
    CHECK(checks, text_is(&text, ""));
    twk_text_integer(&text, INT64_MIN);
    twk_text_string(&text, " ");
    twk_text_integer(&text, INT64_MAX);
    twk_text_string(&text, " ");
    twk_text_integer(&text, 0);
    CHECK(checks, text_is(&text, "-9223372036854775808 9223372036854775807 0"));
    text = twk_text_open(arena);
    twk_text_fill(&text, "{\001} is \002, \002\001", pieces, 2);
    CHECK(checks, text_is(&text, "{threads} is -7, -7threads"));
    text = twk_text_open(arena);
    for (i = 0; i < 100000; i++) {
        twk_text_bytes(&text, "0123456789", 10);
    }
    CHECK(checks, text.length == 1000000 && memcmp(text.data + 999990, "0123456789", 10) == 0);
    CHECK(checks, strcmp(twk_format(arena, "a%d", 1), "a1") == 0);
}

static void check_quotes(checks *checks, twk_arena *arena) {
    static const char *const words[] = {"gfx942", "gfx950", "sm_80", "sm_90"};
    const char *forty = "0123456789012345678901234567890123456789";
    CHECK(checks, strcmp(twk_quote(arena, ""), "\"\"") == 0);
    CHECK(checks, strcmp(twk_quote(arena, "a\n\xff"), "\"a\?\?\"") == 0);
    CHECK(checks, strlen(twk_quote(arena, forty)) == 42);
    CHECK(checks, strlen(twk_quote(arena, twk_format(arena, "%sx", forty))) == 45);
    CHECK(checks, twk_edit_distance("", "") == 0);
    CHECK(checks, twk_edit_distance("", "abc") == 3);
    CHECK(checks, twk_edit_distance("kitten", "sitting") == 3);
    CHECK(checks, twk_edit_distance("stride", "strides") == 1);
    CHECK(checks, strcmp(twk_guess(arena, "gfx90a", words, 4), "; did you mean gfx942?") == 0);
    CHECK(checks, strcmp(twk_guess(arena, "gfx", words, 4), "; did you mean gfx942?") == 0);
    CHECK(checks, strcmp(twk_guess(arena, "gf", words, 4), "") == 0);
    CHECK(checks, strcmp(twk_guess(arena, "volta", words, 4), "") == 0);
    CHECK(checks, strcmp(twk_guess(arena, "", words, 4), "") == 0);
    CHECK(checks, strcmp(twk_guess(arena, "x", words, 0), "") == 0);
    CHECK(checks, strcmp(twk_join_words(arena, words, 2), "gfx942, gfx950") == 0);
}

static void check_integers(checks *checks) {
    int64_t modulus;
    int64_t value;
    CHECK(checks, twk_product(TWK_SATURATED, 2) == TWK_SATURATED);
    CHECK(checks, twk_product(INT64_C(1) << 31, INT64_C(1) << 31) == TWK_SATURATED);
    CHECK(checks, twk_product((INT64_C(1) << 31) - 1, INT64_C(1) << 31) == ((INT64_C(1) << 31) - 1) << 31);
    CHECK(checks, twk_product(5, 0) == 0 && twk_product(0, TWK_SATURATED) == 0);
    CHECK(checks, twk_round_up(0, 4) == 0 && twk_round_up(1, 4) == 4 && twk_round_up(8, 4) == 8);
    for (modulus = 1; modulus < 60; modulus++) {
        for (value = 1; value < 120; value++) {
            if (twk_greatest_common_divisor(value, modulus) == 1) {
                int64_t inverse = twk_modular_inverse(value, modulus);
                CHECK(checks, inverse >= 0 && inverse < modulus && value * inverse % modulus == 1 % modulus);
            }
        }
    }
}

int main(void) {
    checks checks = {0, 0};
    twk_arena arena;
    twk_arena_open(&arena, NULL);
    check_builder(&checks, &arena);
    check_quotes(&checks, &arena);
    check_integers(&checks);
    CHECK(&checks, !arena.failed);
    CHECK(&checks, twk_arena_take(&arena, SIZE_MAX, 2) == NULL && arena.failed);
    twk_arena_close(&arena);
    return finish(&checks, "text");
}
