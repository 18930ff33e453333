/* A strict reader for the JSON that a spec needs: objects, lists, 64-bit integers, plain strings, true, false,
 * null.
 *
 * Both engines have this reader, because the messages of a library's parser could not be matched. Columns count
 * bytes from 1. */
#ifndef TWK_JSON_READER_H
#define TWK_JSON_READER_H

#include "spec/violations.h"

typedef enum twk_json_kind {
    TWK_JSON_NULL,
    TWK_JSON_TRUE,
    TWK_JSON_FALSE,
    TWK_JSON_INTEGER,
    TWK_JSON_STRING,
    TWK_JSON_LIST,
    TWK_JSON_OBJECT
} twk_json_kind;

/* A value; that of a list or object has its entries from `first` on, each naming the `next`, in the order of the
 * text. */
typedef struct twk_json twk_json;
struct twk_json {
    twk_json_kind kind;
    const char *key; /* of a member of an object */
    int64_t integer;
    const char *string;
    const twk_json *first;
    const twk_json *next;
};

/* What a message calls a value. */
const char *twk_json_kind_name(const twk_json *value);

/* Read one value that is the whole of the data; NULL with a JSON_* violation at the first byte that cannot be
 * read, or where memory ran out. */
const twk_json *twk_read_json(twk_context *context, const char *data, size_t length);

#endif
