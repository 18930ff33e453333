/* An unbounded string builder over an arena. One whose arena has failed holds nothing of meaning, and finishes as an
 * empty string. */
#ifndef TWK_TEXT_H
#define TWK_TEXT_H

#include <inttypes.h>
#include <string.h>

#include "arena.h"

typedef struct twk_text {
    twk_arena *arena;
    char *data; /* NULL while nothing was appended; no NUL at the end */
    size_t length;
    size_t capacity;
} twk_text;

/* A piece of text: a string, or where that is NULL an integer in decimal. */
typedef struct twk_piece {
    const char *string;
    int64_t integer;
} twk_piece;

twk_text twk_text_open(twk_arena *arena);

/* Move the text to where it has room for `more` bytes; false on failure. */
bool twk_text_grow(twk_text *text, size_t more);

/* Room for `more` bytes, to be written by the caller, who then adds to `length`; NULL on failure. */
static inline char *twk_text_reserve(twk_text *text, size_t more) {
    if (more > text->capacity - text->length && !twk_text_grow(text, more)) {
        return NULL;
    }
    return text->data ? text->data + text->length : NULL;
}

/* Inline, so that the length of a literal is known where it is appended: most of a module's text is literals. */
static inline void twk_text_bytes(twk_text *text, const char *bytes, size_t length) {
    char *to = twk_text_reserve(text, length);
    if (to) {
        memcpy(to, bytes, length);
        text->length += length;
    }
}

static inline void twk_text_string(twk_text *text, const char *string) {
    twk_text_bytes(text, string, strlen(string));
}

void twk_text_integer(twk_text *text, int64_t value);

/* Write a number in decimal, without NUL; returns how many characters, at most TWK_DIGITS. */
#define TWK_DIGITS 20
size_t twk_write_unsigned(char *to, uint64_t value);

twk_piece twk_string(const char *string);
twk_piece twk_integer(int64_t integer);
void twk_text_piece(twk_text *text, twk_piece piece);

/* A template of the contract, in which the byte i + 1 stands for argument i. */
void twk_text_fill(twk_text *text, const char *template, const twk_piece *arguments, size_t count);

/* End the text with a NUL that `length` does not count; an empty string on failure. */
const char *twk_text_finish(twk_text *text);

/* A compiler that can holds the arguments to the format. */
#ifdef __GNUC__
#define TWK_FORMATS __attribute__((format(printf, 2, 3)))
#else
#define TWK_FORMATS
#endif

/* Append by a format of printf, of strings, characters and integers alone: no locale has a say in those. */
void twk_text_format(twk_text *text, const char *format, ...) TWK_FORMATS;

/* A string of the arena by such a format. */
const char *twk_format(twk_arena *arena, const char *format, ...) TWK_FORMATS;

/* Whether two strings are equal. */
bool twk_equal(const char *a, const char *b);

#endif
