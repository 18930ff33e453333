#include "ir/builder.h"

#include <string.h>

/* The unsigned reading of a number of some bits. */
static uint64_t unsigned_of(int64_t value, int bits) {
    return bits == 64 ? (uint64_t)value : (uint64_t)value & (((uint64_t)1 << bits) - 1);
}

/* A number brought into the signed range of some bits; i1 is 0 or 1. */
static int64_t wrap(uint64_t value, int bits) {
    uint64_t half = (uint64_t)1 << (bits - 1);
    uint64_t low = value & (half - 1);
    if (bits == 1) {
        return (int64_t)(value & 1);
    }
    return value & half ? (int64_t)low - (int64_t)(half - 1) - 1 : (int64_t)low;
}

/* A node in no body, with what is common to all. */
static twk_node *new_node(twk_builder *b, int op, const twk_type *type, twk_node *const *args, size_t count) {
    twk_node *node = twk_arena_take(b->arena, 1, sizeof *node + count * sizeof *args);
    if (!node) {
        return b->sink;
    }
    memset(node, 0, sizeof *node);
    node->op = (uint16_t)op;
    node->type = type;
    node->scope = TWK_NO_SCOPE;
    node->count = (uint32_t)count;
    if (count) {
        memcpy(node->args, args, count * sizeof *args);
    }
    return node;
}

static void append(twk_builder *b, twk_node *node) {
    twk_function *function = b->function;
    if (node == b->sink) {
        return;
    }
    if (function->last) {
        function->last->next = node;
    } else {
        function->first = node;
    }
    function->last = node;
}

static twk_node *emit(twk_builder *b, int op, const twk_type *type, twk_node *const *args, size_t count,
                      int64_t immediate) {
    twk_node *node = new_node(b, op, type, args, count);
    node->immediate = node == b->sink ? node->immediate : immediate;
    append(b, node);
    return node;
}

static twk_node *emit_binary(twk_builder *b, int op, const twk_type *type, twk_node *x, twk_node *y,
                             int64_t immediate) {
    twk_node *const args[] = {x, y};
    return emit(b, op, type, args, 2, immediate);
}

static twk_node *emit_unary(twk_builder *b, int op, const twk_type *type, twk_node *x, int64_t immediate) {
    return emit(b, op, type, &x, 1, immediate);
}

/* A node that carries a text: a value that prints as such, a comment, a fence. */
static twk_node *text_node(twk_builder *b, int op, const twk_type *type, const char *text) {
    twk_node *node = new_node(b, op, type, NULL, 0);
    if (node != b->sink) {
        node->of.text = text;
    }
    return node;
}

bool twk_builder_open(twk_builder *b, twk_arena *arena, twk_function *function, const char *name, const twk_arch *arch,
                      int64_t threads) {
    memset(function, 0, sizeof *function);
    b->arena = arena;
    b->function = function;
    b->sink = twk_arena_take(arena, 1, sizeof *b->sink);
    if (!b->sink) {
        return false;
    }
    memset(b->sink, 0, sizeof *b->sink);
    b->sink->op = TWK_OP_CONSTANT;
    b->sink->type = TWK_I32;
    b->sink->immediate = 1;
    function->name = name;
    function->arch = arch;
    function->threads = threads;
    function->lds = text_node(b, TWK_OP_GLOBAL, TWK_POINTER(arch->shared_space), "@lds");
    function->zeros = text_node(b, TWK_OP_GLOBAL, TWK_POINTER(arch->global_space), "@zeros");
    return true;
}

twk_nodes twk_new_nodes(twk_builder *b, size_t count) {
    twk_nodes nodes = {NULL, 0};
    nodes.at = twk_arena_take(b->arena, count, sizeof(twk_node *));
    nodes.count = nodes.at ? count : 0;
    return nodes;
}

twk_nodes twk_slice(twk_nodes nodes, size_t start, size_t count) {
    const twk_nodes slice = {nodes.at + start, count};
    return slice;
}

bool twk_is_constant(const twk_node *node) {
    return node->op == TWK_OP_CONSTANT;
}

bool twk_is_number(const twk_node *node, int64_t value) {
    return twk_is_constant(node) && node->immediate == value;
}

bool twk_same(const twk_node *a, const twk_node *b) {
    return a == b || (twk_is_constant(a) && twk_is_number(b, a->immediate) && a->type == b->type);
}

twk_node *twk_argument_node(twk_builder *b, const char *name, const twk_type *type, const char *attributes) {
    const char *text = TWK_JOIN(b->arena, twk_string("%"), twk_string(name));
    twk_node *node = text_node(b, TWK_OP_ARGUMENT, type, text);
    twk_argument *argument = &b->function->arguments[b->function->argument_count++];
    argument->node = node;
    argument->attributes = attributes;
    return node;
}

twk_node *twk_constant_of(twk_builder *b, int64_t value, const twk_type *type) {
    twk_node *node = new_node(b, TWK_OP_CONSTANT, type, NULL, 0);
    if (node != b->sink) {
        node->immediate = wrap((uint64_t)value, type->bits);
    }
    return node;
}

twk_node *twk_constant(twk_builder *b, int64_t value) {
    return twk_constant_of(b, value, TWK_I32);
}

twk_node *twk_zero(twk_builder *b, const twk_type *type) {
    const char *text = type == TWK_HALF     ? "0xH0000"
                       : type == TWK_BFLOAT ? "0xR0000"
                       : type == TWK_FLOAT  ? "0x0000000000000000"
                                            : "zeroinitializer";
    return text_node(b, TWK_OP_ZERO, type, text);
}

twk_node *twk_poison(twk_builder *b, const twk_type *type) {
    return text_node(b, TWK_OP_POISON, type, "poison");
}

twk_node *twk_zeros(twk_builder *b, int64_t size) {
    twk_function *function = b->function;
    function->zero_bytes = size > function->zero_bytes ? size : function->zero_bytes;
    return function->zeros;
}

void twk_comment(twk_builder *b, const char *text) {
    append(b, text_node(b, TWK_OP_COMMENT, TWK_VOID, text));
}

twk_node *twk_add(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        return twk_constant_of(b, wrap((uint64_t)x->immediate + (uint64_t)y->immediate, 64), x->type);
    }
    if (twk_is_number(y, 0)) {
        return x;
    }
    if (twk_is_number(x, 0)) {
        return y;
    }
    return emit_binary(b, TWK_OP_ADD, x->type, x, y, 0);
}

twk_node *twk_sub(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        return twk_constant_of(b, wrap((uint64_t)x->immediate - (uint64_t)y->immediate, 64), x->type);
    }
    if (twk_is_number(y, 0)) {
        return x;
    }
    return emit_binary(b, TWK_OP_SUB, x->type, x, y, 0);
}

twk_node *twk_mul(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        return twk_constant_of(b, wrap((uint64_t)x->immediate * (uint64_t)y->immediate, 64), x->type);
    }
    if (twk_is_constant(x)) {
        twk_node *constant = x;
        x = y;
        y = constant;
    }
    if (twk_is_number(y, 1)) {
        return x;
    }
    if (twk_is_number(y, 0)) {
        return y;
    }
    return emit_binary(b, TWK_OP_MUL, x->type, x, y, 0);
}

twk_node *twk_udiv(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        int bits = x->type->bits;
        uint64_t quotient = unsigned_of(x->immediate, bits) / unsigned_of(y->immediate, bits);
        return twk_constant_of(b, wrap(quotient, 64), x->type);
    }
    if (twk_is_number(y, 1) || twk_is_number(x, 0)) {
        return x;
    }
    return emit_binary(b, TWK_OP_UDIV, x->type, x, y, 0);
}

twk_node *twk_urem(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        int bits = x->type->bits;
        uint64_t rest = unsigned_of(x->immediate, bits) % unsigned_of(y->immediate, bits);
        return twk_constant_of(b, wrap(rest, 64), x->type);
    }
    if (twk_is_number(y, 1) || twk_is_number(x, 0)) {
        return twk_constant_of(b, 0, x->type);
    }
    return emit_binary(b, TWK_OP_UREM, x->type, x, y, 0);
}

twk_node *twk_and(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x)) {
        twk_node *constant = x;
        x = y;
        y = constant;
    }
    if (twk_is_constant(y) && x->type == TWK_I1) {
        return y->immediate ? x : y;
    }
    return emit_binary(b, TWK_OP_AND, x->type, x, y, 0);
}

twk_node *twk_xor(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        return twk_constant_of(b, x->immediate ^ y->immediate, x->type);
    }
    if (twk_is_number(y, 0)) {
        return x;
    }
    return emit_binary(b, TWK_OP_XOR, x->type, x, y, 0);
}

static bool holds(int predicate, int64_t x, int64_t y, int bits) {
    switch (predicate) {
    case TWK_PREDICATE_EQ:
        return x == y;
    case TWK_PREDICATE_NE:
        return x != y;
    case TWK_PREDICATE_SLT:
        return x < y;
    case TWK_PREDICATE_ULT:
        return unsigned_of(x, bits) < unsigned_of(y, bits);
    default:
        return unsigned_of(x, bits) >= unsigned_of(y, bits);
    }
}

twk_node *twk_compare(twk_builder *b, int predicate, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        return twk_constant_of(b, holds(predicate, x->immediate, y->immediate, x->type->bits), TWK_I1);
    }
    return emit_binary(b, TWK_OP_COMPARE, TWK_I1, x, y, predicate);
}

twk_node *twk_select(twk_builder *b, twk_node *condition, twk_node *x, twk_node *y) {
    twk_node *const args[] = {condition, x, y};
    if (twk_is_constant(condition)) {
        return condition->immediate ? x : y;
    }
    return emit(b, TWK_OP_SELECT, x->type, args, 3, 0);
}

twk_node *twk_cast(twk_builder *b, int op, twk_node *value, const twk_type *type) {
    return value->type == type ? value : emit_unary(b, op, type, value, 0);
}

twk_node *twk_extract(twk_builder *b, twk_node *value, int64_t index) {
    return value->type->lanes == 1 ? value : emit_unary(b, TWK_OP_EXTRACT, value->type->element, value, index);
}

twk_node *twk_insert(twk_builder *b, twk_node *value, twk_node *element, int64_t index) {
    return emit_binary(b, TWK_OP_INSERT, value->type, value, element, index);
}

twk_node *twk_concatenate(twk_builder *b, twk_nodes parts) {
    while (parts.count > 1) {
        int lanes = parts.at[0]->type->lanes;
        const twk_type *type = twk_vector(2 * lanes, parts.at[0]->type->element);
        size_t i;
        for (i = 0; i < parts.count / 2; i++) {
            twk_node *first = parts.at[2 * i];
            twk_node *second = parts.at[2 * i + 1];
            if (lanes == 1) {
                twk_node *base = twk_insert(b, twk_poison(b, type), first, 0);
                parts.at[i] = twk_insert(b, base, second, 1);
            } else {
                parts.at[i] = emit_binary(b, TWK_OP_SHUFFLE, type, first, second, 0);
            }
        }
        parts.count /= 2;
    }
    return parts.at[0];
}

twk_node *twk_offset(twk_builder *b, twk_node *base, twk_node *byte_offset) {
    return twk_is_number(byte_offset, 0) ? base : emit_binary(b, TWK_OP_OFFSET, base->type, base, byte_offset, 0);
}

void twk_confine(twk_builder *b, twk_node *call, int64_t scope) {
    if (call != b->sink) {
        call->scope = (int16_t)scope;
    }
}

twk_node *twk_load(twk_builder *b, const twk_type *type, twk_node *address, int64_t align, int64_t scope) {
    twk_node *node = emit_unary(b, TWK_OP_LOAD, type, address, align);
    twk_confine(b, node, scope);
    return node;
}

void twk_store(twk_builder *b, twk_node *value, twk_node *address, int64_t align, int64_t scope) {
    twk_node *node = emit_binary(b, TWK_OP_STORE, TWK_VOID, value, address, align);
    twk_confine(b, node, scope);
}

void twk_fence(twk_builder *b, const char *ordering) {
    append(b, text_node(b, TWK_OP_FENCE, TWK_VOID, ordering));
}

twk_node *twk_call(twk_builder *b, int intrinsic, twk_node *const *args, size_t count) {
    const twk_intrinsic *row = &twk_intrinsics[intrinsic];
    twk_node *node = new_node(b, TWK_OP_CALL, row->result, args, count);
    if (node != b->sink) {
        node->of.intrinsic = row;
    }
    append(b, node);
    return node;
}

/* A node that opens, divides or closes a conditional. */
static void append_branch_node(twk_builder *b, int op, twk_branch *branch, twk_node *const *args, size_t count) {
    twk_node *node = new_node(b, op, TWK_VOID, args, count);
    if (node != b->sink) {
        node->of.branch = branch;
    }
    append(b, node);
}

twk_branch *twk_begin_if(twk_builder *b, twk_node *condition) {
    twk_branch *branch = twk_arena_take(b->arena, 1, sizeof *branch);
    if (branch) {
        memset(branch, 0, sizeof *branch);
        append_branch_node(b, TWK_OP_IF, branch, &condition, 1);
    }
    return branch;
}

void twk_begin_else(twk_builder *b, twk_branch *branch) {
    append_branch_node(b, TWK_OP_ELSE, branch, NULL, 0);
}

void twk_end_if(twk_builder *b, twk_branch *branch) {
    append_branch_node(b, TWK_OP_END_IF, branch, NULL, 0);
}

/* A node that opens or closes a loop. */
static void append_loop_node(twk_builder *b, int op, twk_loop *loop, twk_node *const *args, size_t count) {
    twk_node *node = new_node(b, op, TWK_VOID, args, count);
    if (node != b->sink) {
        node->of.loop = loop;
    }
    append(b, node);
}

twk_loop *twk_begin_loop(twk_builder *b, twk_node *trips, twk_nodes initial) {
    twk_loop *loop = twk_arena_take(b->arena, 1, sizeof *loop);
    twk_nodes args = twk_new_nodes(b, initial.count + 1);
    twk_nodes carried = twk_new_nodes(b, initial.count);
    size_t i;
    if (b->arena->failed) {
        return NULL;
    }
    memset(loop, 0, sizeof *loop);
    loop->index = new_node(b, TWK_OP_PHI, TWK_I32, NULL, 0);
    args.at[0] = trips;
    for (i = 0; i < initial.count; i++) {
        args.at[i + 1] = initial.at[i];
        carried.at[i] = new_node(b, TWK_OP_PHI, initial.at[i]->type, NULL, 0);
    }
    loop->carried = carried;
    append_loop_node(b, TWK_OP_LOOP, loop, args.at, args.count);
    return loop;
}

void twk_end_loop(twk_builder *b, twk_loop *loop, twk_nodes following) {
    loop->following = following;
    append_loop_node(b, TWK_OP_END_LOOP, loop, following.at, following.count);
}

void twk_return(twk_builder *b) {
    emit(b, TWK_OP_RETURN, TWK_VOID, NULL, 0, 0);
}
