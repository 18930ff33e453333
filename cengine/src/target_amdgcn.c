#include "target_amdgcn.h"

/* Offset of a masked access: at or past every resource of less than 2 GiB, so a load gives 0 and a store is
 * dropped. */
#define OUT_OF_RANGE (-((int64_t)1 << 31))

/* One global access of some size: its integer type, and the intrinsics that make it. */
typedef struct global_access {
    int bytes;
    const twk_type *type;
    int load;
    int store;
} global_access;

static const global_access *find_access(const twk_type *type) {
    static const global_access accesses[] = {
        {2, TWK_I16, TWK_BUFFER_LOAD_I16, TWK_BUFFER_STORE_I16},
        {4, TWK_I32, TWK_BUFFER_LOAD_I32, TWK_BUFFER_STORE_I32},
        {8, TWK_VECTOR_2(I32), TWK_BUFFER_LOAD_V2I32, TWK_BUFFER_STORE_V2I32},
        {16, TWK_VECTOR_4(I32), TWK_BUFFER_LOAD_V4I32, TWK_BUFFER_STORE_V4I32},
    };
    const global_access *found = accesses;
    while (found->bytes != twk_type_bytes(type) && found->bytes < 16) {
        found++;
    }
    return found;
}

static twk_node *thread(twk_builder *b) {
    return twk_call(b, TWK_WORKITEM_ID_X, NULL, 0);
}

static twk_node *workgroup_x(twk_builder *b) {
    return twk_call(b, TWK_WORKGROUP_ID_X, NULL, 0);
}

static twk_node *workgroup_y(twk_builder *b) {
    return twk_call(b, TWK_WORKGROUP_ID_Y, NULL, 0);
}

static twk_node *uniform(twk_builder *b, twk_node *value) {
    return TWK_CALL(b, TWK_READFIRSTLANE, value);
}

static twk_tensor tensor(twk_builder *b, twk_node *pointer, int64_t size) {
    twk_node *stride = twk_constant_of(b, 0, TWK_I16);
    twk_node *length = twk_constant_of(b, size, TWK_I64);
    twk_node *flags = twk_constant(b, b->function->arch->resource_flags);
    twk_tensor made;
    made.handle = TWK_CALL(b, TWK_MAKE_BUFFER_RESOURCE, pointer, stride, length, flags);
    return made;
}

/* An offset that is out of range where `valid` does not hold. */
static twk_node *masked(twk_builder *b, twk_node *offset, twk_node *valid) {
    return valid ? twk_select(b, valid, offset, twk_constant(b, OUT_OF_RANGE)) : offset;
}

static twk_node *load(twk_builder *b, twk_tensor from, twk_node *offset, twk_node *valid, const twk_type *type) {
    twk_node *zero = twk_constant(b, 0);
    twk_node *at = masked(b, offset, valid);
    twk_node *loaded = TWK_CALL(b, find_access(type)->load, from.handle, at, zero, zero);
    return twk_cast(b, TWK_OP_BITCAST, loaded, type);
}

static void store(twk_builder *b, twk_tensor to, twk_node *offset, twk_node *valid, twk_node *value) {
    const global_access *access = find_access(value->type);
    twk_node *zero = twk_constant(b, 0);
    twk_node *at = masked(b, offset, valid);
    twk_node *stored = twk_cast(b, TWK_OP_BITCAST, value, access->type);
    TWK_CALL(b, access->store, stored, to.handle, at, zero, zero);
}

/* The instruction alone does not wait for memory; the fences around it do, for LDS only. */
static void barrier(twk_builder *b) {
    twk_fence(b, "release");
    twk_call(b, TWK_BARRIER, NULL, 0);
    twk_fence(b, "acquire");
}

/* Operands are cast to the type that the instruction takes. */
static twk_node *multiply(twk_builder *b, const twk_atom *atom, twk_node *x, twk_node *y, twk_node *z) {
    const twk_type *type = twk_vector(atom->operand_length, atom->operand);
    twk_node *left = twk_cast(b, TWK_OP_BITCAST, x, type);
    twk_node *right = twk_cast(b, TWK_OP_BITCAST, y, type);
    twk_node *zero = twk_constant(b, 0);
    return TWK_CALL(b, atom->intrinsic, left, right, z, zero, zero, zero);
}

const twk_target twk_amdgcn = {
    thread, workgroup_x, workgroup_y, uniform, tensor, load, store, barrier, multiply,
};
