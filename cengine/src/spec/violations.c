#include "spec/violations.h"

#include <string.h>

#define FIRST_CAPACITY 8
/* A guess is made at an edit distance of up to the shorter name's length over this, or at a beginning of this length. */
#define NEAR_SHARE 3
#define LEAST_BEGINNING 3

void twk_violate(twk_context *context, int rule, const twk_piece *arguments) {
    twk_text text = twk_text_open(&context->arena);
    if (context->count == context->capacity) {
        size_t capacity = context->capacity ? 2 * context->capacity : FIRST_CAPACITY;
        twk_violation *grown = twk_arena_take(&context->arena, capacity, sizeof *grown);
        if (!grown) {
            return;
        }
        if (context->count) {
            memcpy(grown, context->violations, context->count * sizeof *grown);
        }
        context->violations = grown;
        context->capacity = capacity;
    }
    twk_violation *violation = &context->violations[context->count++];
    violation->rule = &twk_rules[rule];
    twk_text_fill(&text, violation->rule->message, arguments, violation->rule->count);
    violation->message = twk_text_finish(&text);
}

void twk_internal_error(twk_context *context, const char *message) {
    if (!context->error) {
        context->error = message;
    }
}

const char *twk_quote(twk_arena *arena, const char *text) {
    twk_text quoted = twk_text_open(arena);
    size_t i;
    twk_text_string(&quoted, "\"");
    for (i = 0; i < TWK_ECHO_LIMIT && text[i]; i++) {
        bool printable = text[i] >= 0x20 && text[i] < 0x7f;
        twk_text_bytes(&quoted, printable ? &text[i] : "?", 1);
    }
    twk_text_string(&quoted, text[i] ? "...\"" : "\"");
    return twk_text_finish(&quoted);
}

static size_t echo_length(const char *text) {
    size_t length = 0;
    while (length < TWK_ECHO_LIMIT && text[length]) {
        length++;
    }
    return length;
}

size_t twk_edit_distance(const char *a, const char *b) {
    size_t row[TWK_ECHO_LIMIT + 1];
    size_t length_a = echo_length(a);
    size_t length_b = echo_length(b);
    for (size_t j = 0; j <= length_b; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            row[j] = best;
        }
    }
    return row[length_b];
}

/* The candidate at the smallest edit distance; the first of several. */
static const char *nearest(const char *text, const char *const *candidates, size_t count) {
    const char *best = candidates[0];
    size_t smallest = twk_edit_distance(text, best);
    for (size_t i = 1; i < count; i++) {
        size_t distance = twk_edit_distance(text, candidates[i]);
        if (distance < smallest) {
            smallest = distance;
            best = candidates[i];
        }
    }
    return best;
}

static bool begins(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* What a misspelt name may have meant: the candidate at the smallest edit distance, if that is at most a third of the
 * shorter name, else one that begins the name or is begun by it; NULL where nothing is near. */
static const char *near(const char *text, const char *const *candidates, size_t count) {
    size_t length = strlen(text);
    if (length && count) {
        const char *best = nearest(text, candidates, count);
        size_t shorter = strlen(best) < length ? strlen(best) : length;
        if (NEAR_SHARE * twk_edit_distance(text, best) <= shorter) {
            return best;
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t shorter = strlen(candidates[i]) < length ? strlen(candidates[i]) : length;
        if (shorter >= LEAST_BEGINNING && (begins(candidates[i], text) || begins(text, candidates[i]))) {
            return candidates[i];
        }
    }
    return NULL;
}

const char *twk_guess(twk_arena *arena, const char *text, const char *const *candidates, size_t count) {
    const char *found = near(text, candidates, count);
    return found ? twk_format(arena, "; did you mean %s?", found) : "";
}

const char *twk_join_words(twk_arena *arena, const char *const *words, size_t count) {
    twk_text text = twk_text_open(arena);
    for (size_t i = 0; i < count; i++) {
        twk_text_string(&text, i ? ", " : "");
        twk_text_string(&text, words[i]);
    }
    return twk_text_finish(&text);
}
