#include "spec/json_reader.h"

#include <string.h>

#define END_OF_INPUT (-1)

/* One pass over the text, by recursive descent. */
typedef struct json_reader {
    twk_context *context;
    const char *data;
    size_t length;
    size_t at;
} json_reader;

static twk_json *read_value(json_reader *reader, int depth);

const char *twk_json_kind_name(const twk_json *value) {
    static const char *const names[] = {"null", "true", "false", "an integer", "a string", "a list", "an object"};
    return names[value->kind];
}

/* The byte at hand, or END_OF_INPUT. */
static int byte_at(const json_reader *reader, size_t at) {
    return at < reader->length ? (unsigned char)reader->data[at] : END_OF_INPUT;
}

static bool is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

/* Line and column of a byte, both from 1. */
static int64_t line_of(const json_reader *reader, size_t at) {
    int64_t line = 1;
    for (size_t i = 0; i < at; i++) {
        line += reader->data[i] == '\n';
    }
    return line;
}

static int64_t column_of(const json_reader *reader, size_t at) {
    size_t start = at;
    while (start && reader->data[start - 1] != '\n') {
        start--;
    }
    return (int64_t)(at - start) + 1;
}

/* The next byte that is no white space, or END_OF_INPUT. */
static int peek(json_reader *reader) {
    int byte = byte_at(reader, reader->at);
    while (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n') {
        reader->at++;
        byte = byte_at(reader, reader->at);
    }
    return byte;
}

/* Refuse the byte at hand. */
static void unexpected(json_reader *reader, const char *expected) {
    twk_arena *arena = &reader->context->arena;
    int byte = byte_at(reader, reader->at);
    const char *found = "the end of the input";
    if (byte > 0x20 && byte < 0x7f) {
        found = twk_format(arena, "'%c'", byte);
    } else if (byte != END_OF_INPUT) {
        found = twk_format(arena, "byte %d", byte);
    }
    TWK_VIOLATE_JSON_SYNTAX(reader->context, line_of(reader, reader->at), column_of(reader, reader->at), found,
                            expected);
}

static twk_json *new_value(json_reader *reader, twk_json_kind kind) {
    twk_json *value = twk_arena_take(&reader->context->arena, 1, sizeof *value);
    if (value) {
        memset(value, 0, sizeof *value);
        value->kind = kind;
    }
    return value;
}

/* A string, from its quote on. */
static const char *read_string(json_reader *reader) {
    size_t start = reader->at + 1;
    size_t end = start;
    int byte = byte_at(reader, end);
    while (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\') {
        byte = byte_at(reader, ++end);
    }
    reader->at = end;
    if (byte == END_OF_INPUT) {
        unexpected(reader, "'\"'");
        return NULL;
    }
    if (byte != '"') {
        TWK_VIOLATE_JSON_STRING(reader->context, line_of(reader, end), column_of(reader, end));
        return NULL;
    }
    reader->at = end + 1;
    char *string = twk_arena_take(&reader->context->arena, end - start + 1, 1);
    if (string) {
        memcpy(string, reader->data + start, end - start);
        string[end - start] = '\0';
    }
    return string;
}

/* An integer, from its sign or first digit on. */
static twk_json *read_integer(json_reader *reader) {
    size_t start = reader->at;
    bool negative = byte_at(reader, start) == '-';
    size_t digits = start + negative;
    size_t end = digits;
    int64_t magnitude = 0;
    while (is_digit(byte_at(reader, end))) {
        if (end - digits < TWK_JSON_DIGIT_LIMIT) {
            magnitude = magnitude * 10 + (byte_at(reader, end) - '0');
        }
        end++;
    }
    int after = byte_at(reader, end);
    bool leading_zero = end > digits + 1 && byte_at(reader, digits) == '0';
    if (end == digits || end - digits > TWK_JSON_DIGIT_LIMIT || leading_zero || after == '.' || after == 'e' ||
        after == 'E' || after == '+' || after == '-') {
        TWK_VIOLATE_JSON_INTEGER(reader->context, line_of(reader, start), column_of(reader, start));
        return NULL;
    }
    reader->at = end;
    twk_json *value = new_value(reader, TWK_JSON_INTEGER);
    if (value) {
        value->integer = negative ? -magnitude : magnitude;
    }
    return value;
}

/* The key of a member, which the object must not have yet, and the colon after it. */
static const char *read_key(json_reader *reader, const twk_json *object) {
    const twk_json *member;
    const char *key;
    if (peek(reader) != '"') {
        unexpected(reader, "a key in double quotes");
        return NULL;
    }
    size_t start = reader->at;
    key = read_string(reader);
    if (!key) {
        return NULL;
    }
    for (member = object->first; member; member = member->next) {
        if (twk_equal(member->key, key)) {
            TWK_VIOLATE_JSON_DUPLICATE(reader->context, line_of(reader, start), column_of(reader, start),
                                       twk_quote(&reader->context->arena, key));
            return NULL;
        }
    }
    if (peek(reader) != ':') {
        unexpected(reader, "':'");
        return NULL;
    }
    reader->at++;
    return key;
}

/* A list or an object, from its bracket or brace on. */
static twk_json *read_entries(json_reader *reader, int depth, twk_json_kind kind) {
    const int close = kind == TWK_JSON_OBJECT ? '}' : ']';
    twk_json *value = new_value(reader, kind);
    int byte;
    reader->at++;
    if (!value) {
        return NULL;
    }
    const twk_json **next = &value->first;
    if (peek(reader) == close) {
        reader->at++;
        return value;
    }
    for (;;) {
        const char *key = kind == TWK_JSON_OBJECT ? read_key(reader, value) : "";
        twk_json *entry = key ? read_value(reader, depth + 1) : NULL;
        if (!entry) {
            return NULL;
        }
        entry->key = key;
        *next = entry;
        next = &entry->next;
        byte = peek(reader);
        if (byte != ',' && byte != close) {
            unexpected(reader, kind == TWK_JSON_OBJECT ? "',' or '}'" : "',' or ']'");
            return NULL;
        }
        reader->at++;
        if (byte == close) {
            return value;
        }
    }
}

/* One of the three words, or NULL with a violation. */
static twk_json *read_word(json_reader *reader) {
    static const struct {
        const char *text;
        twk_json_kind kind;
    } words[] = {{"true", TWK_JSON_TRUE}, {"false", TWK_JSON_FALSE}, {"null", TWK_JSON_NULL}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].text);
        if (length <= reader->length - reader->at && !memcmp(reader->data + reader->at, words[i].text, length)) {
            reader->at += length;
            return new_value(reader, words[i].kind);
        }
    }
    unexpected(reader, "a value");
    return NULL;
}

/* Any value; `depth` is the number of lists and objects around it. */
static twk_json *read_value(json_reader *reader, int depth) {
    int byte = peek(reader);
    if (byte == '{' || byte == '[') {
        if (depth == TWK_JSON_DEPTH_LIMIT) {
            TWK_VIOLATE_JSON_DEPTH(reader->context, line_of(reader, reader->at), column_of(reader, reader->at),
                                   TWK_JSON_DEPTH_LIMIT);
            return NULL;
        }
        return read_entries(reader, depth, byte == '{' ? TWK_JSON_OBJECT : TWK_JSON_LIST);
    }
    if (byte == '"') {
        const char *string = read_string(reader);
        twk_json *value = string ? new_value(reader, TWK_JSON_STRING) : NULL;
        if (value) {
            value->string = string;
        }
        return value;
    }
    return byte == '-' || is_digit(byte) ? read_integer(reader) : read_word(reader);
}

const twk_json *twk_read_json(twk_context *context, const char *data, size_t length) {
    json_reader reader = {context, data, length, 0};
    if (length > TWK_JSON_LENGTH_LIMIT) {
        int64_t shown = length < INT64_MAX ? (int64_t)length : INT64_MAX;
        TWK_VIOLATE_JSON_TOO_LONG(context, shown, TWK_JSON_LENGTH_LIMIT);
        return NULL;
    }
    if (peek(&reader) == END_OF_INPUT) {
        TWK_VIOLATE_JSON_EMPTY(context);
        return NULL;
    }
    twk_json *value = read_value(&reader, 0);
    if (value && peek(&reader) != END_OF_INPUT) {
        unexpected(&reader, "the end of the input");
        return NULL;
    }
    return value;
}
