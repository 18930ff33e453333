/* Types of the IR: rows of one constant table, so that comparing types is comparing pointers, but for structs. */
#ifndef TWK_IR_TYPES_H
#define TWK_IR_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum twk_type_kind {
    TWK_KIND_VOID,
    TWK_KIND_INTEGER,
    TWK_KIND_FLOAT,
    TWK_KIND_POINTER,
    TWK_KIND_VECTOR,
    TWK_KIND_STRUCT
} twk_type_kind;

/* `text` is the LLVM spelling; `bits` the width of a scalar or of a vector's element; `lanes` is 1 for a scalar,
 * whose `element` is itself; `space` is a pointer's address space; `members` are the types of a struct's. */
typedef struct twk_type twk_type;
struct twk_type {
    twk_type_kind kind;
    const char *text;
    int bits;
    int lanes;
    const twk_type *element;
    int space;
    size_t text_length;
    const twk_type *const *members;
    size_t count;
};

/* The scalars that have vectors, and how many rows each has: 1, 2, 4, 8, 16 and 32 lanes. */
enum { TWK_ROW_I1, TWK_ROW_I16, TWK_ROW_I32, TWK_ROW_I64, TWK_ROW_HALF, TWK_ROW_BFLOAT, TWK_ROW_FLOAT, TWK_ROW_COUNT };
enum { TWK_LANES_COUNT = 6, TWK_SPACE_COUNT = 9 };

extern const twk_type twk_void;
extern const twk_type twk_values[TWK_ROW_COUNT][TWK_LANES_COUNT];
extern const twk_type twk_pointers[TWK_SPACE_COUNT];

/* Address constants, so that tables can hold them. */
#define TWK_ROW(scalar, log2_lanes) (&twk_values[TWK_ROW_##scalar][log2_lanes])
#define TWK_SCALAR(scalar) TWK_SCALAR_##scalar
#define TWK_SCALAR_VOID (&twk_void)
#define TWK_SCALAR_I1 TWK_ROW(I1, 0)
#define TWK_SCALAR_I16 TWK_ROW(I16, 0)
#define TWK_SCALAR_I32 TWK_ROW(I32, 0)
#define TWK_SCALAR_I64 TWK_ROW(I64, 0)
#define TWK_SCALAR_HALF TWK_ROW(HALF, 0)
#define TWK_SCALAR_BFLOAT TWK_ROW(BFLOAT, 0)
#define TWK_SCALAR_FLOAT TWK_ROW(FLOAT, 0)
#define TWK_VECTOR_2(scalar) TWK_ROW(scalar, 1)
#define TWK_VECTOR_4(scalar) TWK_ROW(scalar, 2)
#define TWK_VECTOR_8(scalar) TWK_ROW(scalar, 3)
#define TWK_VECTOR_16(scalar) TWK_ROW(scalar, 4)
#define TWK_VECTOR_32(scalar) TWK_ROW(scalar, 5)
#define TWK_POINTER(space) (&twk_pointers[space])

/* A literal struct of scalars, pointers and vectors, which is spelled so: what an operation with several results gives.
 * At file scope alone, where it lasts. */
#define TWK_STRUCT(spelling, count, ...)                                                    \
    (&(const twk_type){TWK_KIND_STRUCT, spelling, 0, 1, &twk_void, 0, sizeof(spelling) - 1, \
                       (const twk_type *const[]){__VA_ARGS__}, count})

#define TWK_VOID TWK_SCALAR_VOID
#define TWK_I1 TWK_SCALAR_I1
#define TWK_I16 TWK_SCALAR_I16
#define TWK_I32 TWK_SCALAR_I32
#define TWK_I64 TWK_SCALAR_I64
#define TWK_HALF TWK_SCALAR_HALF
#define TWK_BFLOAT TWK_SCALAR_BFLOAT
#define TWK_FLOAT TWK_SCALAR_FLOAT

/* A vector of scalars; the scalar itself for one lane. `lanes` is a power of two, at most 32; else NULL. */
const twk_type *twk_vector(int lanes, const twk_type *element);

/* Whether two types are one: a struct is any other of the same members. */
bool twk_same_type(const twk_type *a, const twk_type *b);

/* The type of an element of a vector or of a member of a struct; NULL where it has no such. */
const twk_type *twk_type_part(const twk_type *type, int64_t index);

/* Size in memory, for types of whole bytes. */
int twk_type_bytes(const twk_type *type);

#endif
