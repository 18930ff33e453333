#include "text.h"

#include <stdarg.h>
#include <stdio.h>

#define FIRST_CAPACITY 64

twk_text twk_text_open(twk_arena *arena) {
    const twk_text text = {arena, NULL, 0, 0};
    return text;
}

bool twk_text_grow(twk_text *text, size_t more) {
    size_t capacity = text->capacity ? text->capacity * 2 : FIRST_CAPACITY;
    if (more > SIZE_MAX / 4 || text->length > SIZE_MAX / 4) {
        text->arena->failed = true;
        return false;
    }
    if (capacity < text->length + more) {
        capacity = text->length + more;
    }
    char *data = twk_arena_take(text->arena, capacity, 1);
    if (!data) {
        return false;
    }
    if (text->length) {
        memcpy(data, text->data, text->length);
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

size_t twk_write_unsigned(char *to, uint64_t value) {
    size_t count = 1;
    for (uint64_t left = value; left >= 10; left /= 10) {
        count++;
    }
    for (size_t i = count; i > 0; i--) {
        to[i - 1] = (char)('0' + value % 10);
        value /= 10;
    }
    return count;
}

void twk_text_integer(twk_text *text, int64_t value) {
    char *to = twk_text_reserve(text, TWK_DIGITS + 1);
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (!to) {
        return;
    }
    if (value < 0) {
        *to++ = '-';
        text->length++;
    }
    text->length += twk_write_unsigned(to, magnitude);
}

twk_piece twk_string(const char *string) {
    const twk_piece piece = {string, 0};
    return piece;
}

twk_piece twk_integer(int64_t integer) {
    const twk_piece piece = {NULL, integer};
    return piece;
}

void twk_text_piece(twk_text *text, twk_piece piece) {
    if (piece.string) {
        twk_text_string(text, piece.string);
    } else {
        twk_text_integer(text, piece.integer);
    }
}

void twk_text_fill(twk_text *text, const char *template, const twk_piece *arguments, size_t count) {
    const char *at = template;
    while (*at) {
        size_t plain = 0;
        while (at[plain] && (unsigned char)at[plain] > count) {
            plain++;
        }
        twk_text_bytes(text, at, plain);
        at += plain;
        if (*at) {
            twk_text_piece(text, arguments[(unsigned char)*at - 1]);
            at++;
        }
    }
}

const char *twk_text_finish(twk_text *text) {
    char *to = twk_text_reserve(text, 1);
    if (!to || text->arena->failed) {
        return "";
    }
    *to = '\0';
    return text->data;
}

/* Into the room that there is, which is nearly always enough; else again into as much as it takes. */
static void append_format(twk_text *text, const char *format, va_list arguments) {
    size_t room = text->capacity - text->length;
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(room ? text->data + text->length : NULL, room, format, arguments);
    if (length < 0) {
        text->arena->failed = true;
    } else if ((size_t)length < room) {
        text->length += (size_t)length;
    } else if (twk_text_reserve(text, (size_t)length + 1)) {
        text->length += (size_t)vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
}

void twk_text_format(twk_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append_format(text, format, arguments);
    va_end(arguments);
}

const char *twk_format(twk_arena *arena, const char *format, ...) {
    twk_text text = twk_text_open(arena);
    va_list arguments;
    va_start(arguments, format);
    append_format(&text, format, arguments);
    va_end(arguments);
    return twk_text_finish(&text);
}

bool twk_equal(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}
