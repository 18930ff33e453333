#include "ir/types.h"

#define LENGTH(text) (sizeof(text) - 1)
#define SPELLED(kind, text, bits, lanes, element, space) \
    {kind, text, bits, lanes, element, space, LENGTH(text), NULL, 0}
#define VECTOR(row, text, lanes, bits) \
    SPELLED(TWK_KIND_VECTOR, "<" #lanes " x " text ">", bits, lanes, &twk_values[row][0], 0)
#define SCALAR(row, kind, text, bits)                         \
    {                                                         \
        SPELLED(kind, text, bits, 1, &twk_values[row][0], 0), \
        VECTOR(row, text, 2, bits),                           \
        VECTOR(row, text, 4, bits),                           \
        VECTOR(row, text, 8, bits),                           \
        VECTOR(row, text, 16, bits),                          \
        VECTOR(row, text, 32, bits),                          \
    }
#define POINTER(space) SPELLED(TWK_KIND_POINTER, "ptr addrspace(" #space ")", 64, 1, &twk_pointers[space], space)

const twk_type twk_void = SPELLED(TWK_KIND_VOID, "void", 0, 1, &twk_void, 0);

const twk_type twk_values[TWK_ROW_COUNT][TWK_LANES_COUNT] = {
    SCALAR(TWK_ROW_I1, TWK_KIND_INTEGER, "i1", 1),      SCALAR(TWK_ROW_I16, TWK_KIND_INTEGER, "i16", 16),
    SCALAR(TWK_ROW_I32, TWK_KIND_INTEGER, "i32", 32),   SCALAR(TWK_ROW_I64, TWK_KIND_INTEGER, "i64", 64),
    SCALAR(TWK_ROW_HALF, TWK_KIND_FLOAT, "half", 16),   SCALAR(TWK_ROW_BFLOAT, TWK_KIND_FLOAT, "bfloat", 16),
    SCALAR(TWK_ROW_FLOAT, TWK_KIND_FLOAT, "float", 32),
};

const twk_type twk_pointers[TWK_SPACE_COUNT] = {
    POINTER(0), POINTER(1), POINTER(2), POINTER(3), POINTER(4), POINTER(5), POINTER(6), POINTER(7), POINTER(8),
};

const twk_type *twk_vector(int lanes, const twk_type *element) {
    for (int log2_lanes = 0; log2_lanes < TWK_LANES_COUNT; log2_lanes++) {
        if (lanes == 1 << log2_lanes) {
            return element + log2_lanes;
        }
    }
    return NULL;
}

bool twk_same_type(const twk_type *a, const twk_type *b) {
    size_t i = 0;
    if (a == b || a->kind != TWK_KIND_STRUCT || b->kind != TWK_KIND_STRUCT || a->count != b->count) {
        return a == b;
    }
    while (i < a->count && a->members[i] == b->members[i]) {
        i++;
    }
    return i == a->count;
}

const twk_type *twk_type_part(const twk_type *type, int64_t index) {
    bool whole = type->kind == TWK_KIND_STRUCT;
    if (index < 0 || index >= (whole ? (int64_t)type->count : type->lanes)) {
        return NULL;
    }
    return whole ? type->members[index] : type->element;
}

int twk_type_bytes(const twk_type *type) {
    return type->bits * type->lanes / 8;
}
