/* Refusals: what both engines say, byte for byte, when they will not emit a kernel; and the context that
 * collects them. */
#ifndef TWK_VIOLATIONS_H
#define TWK_VIOLATIONS_H

#include "contract_gen.h"
#include "text.h"

typedef struct twk_violation {
    const twk_rule *rule;
    const char *message;
} twk_violation;

/* What one call works on: its memory, the rules that were broken, and what went wrong inside (NULL where nothing
 * did). */
typedef struct twk_context {
    twk_arena arena;
    twk_violation *violations;
    size_t count;
    size_t capacity;
    const char *error;
} twk_context;

/* Note one violation; arguments are in the rule's own order. TWK_VIOLATE_<rule> of the contract makes them. */
void twk_violate(twk_context *context, int rule, const twk_piece *arguments);

/* Note a bug in an emitter; the first one is kept. */
void twk_internal_error(twk_context *context, const char *message);

/* A user's text as a message repeats it: in double quotes, cut after TWK_ECHO_LIMIT characters; a byte that is
 * not printable ASCII is shown as a question mark. */
const char *twk_quote(twk_arena *arena, const char *text);

/* Levenshtein distance of the first TWK_ECHO_LIMIT characters of two strings. */
size_t twk_edit_distance(const char *a, const char *b);

/* What a misspelt name may have meant, as the end of a message; empty where no candidate is near. */
const char *twk_guess(twk_arena *arena, const char *text, const char *const *candidates, size_t count);

/* Words joined by ", ". */
const char *twk_join_words(twk_arena *arena, const char *const *words, size_t count);

#endif
