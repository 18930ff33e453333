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

/* Where values are defined that stand in no body. */
static const twk_region everywhere = {true, NULL};

const twk_nodes twk_no_nodes = {NULL, 0};

/* A node in no body, with what is common to all. */
static twk_node *new_node(twk_builder *b, twk_operation op, const twk_type *type, twk_node *const *args, size_t count) {
    twk_node *node = twk_arena_take(b->arena, 1, sizeof *node + count * sizeof *args);
    if (!node) {
        return b->sink;
    }
    memset(node, 0, sizeof *node);
    node->op = (uint16_t)op;
    node->type = type;
    node->scope = TWK_NO_SCOPE;
    node->divisor = 1;
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

static twk_node *emit(twk_builder *b, twk_operation op, const twk_type *type, twk_node *const *args, size_t count,
                      int64_t immediate) {
    twk_node *node = new_node(b, op, type, args, count);
    node->immediate = node == b->sink ? node->immediate : immediate;
    append(b, node);
    return node;
}

static twk_node *emit_binary(twk_builder *b, twk_operation op, const twk_type *type, twk_node *x, twk_node *y,
                             int64_t immediate) {
    twk_node *const args[] = {x, y};
    return emit(b, op, type, args, 2, immediate);
}

static twk_node *emit_unary(twk_builder *b, twk_operation op, const twk_type *type, twk_node *x, int64_t immediate) {
    return emit(b, op, type, &x, 1, immediate);
}

static twk_node *emit_list(twk_builder *b, twk_operation op, const twk_type *type, twk_nodes args) {
    return emit(b, op, type, args.at, args.count, 0);
}

/* A node that carries a text: a value that prints as such, a comment. */
static twk_node *text_node(twk_builder *b, twk_operation op, const twk_type *type, const char *text) {
    twk_node *node = new_node(b, op, type, NULL, 0);
    node->of.text = text;
    node->region = op == TWK_OP_COMMENT ? NULL : &everywhere;
    node->divisor = type->kind == TWK_KIND_POINTER && op != TWK_OP_POISON ? TWK_POINTER_ALIGN : 1;
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
    b->sink->divisor = 1;
    b->sink->region = &everywhere;
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
    const char *text = twk_format(b->arena, "%%%s", name);
    twk_node *node = text_node(b, TWK_OP_ARGUMENT, type, text);
    twk_function *function = b->function;
    twk_argument *argument = twk_arena_take(b->arena, 1, sizeof *argument);
    if (argument) {
        const twk_argument made = {NULL, node, attributes};
        *argument = made;
        *(function->arguments ? &function->last_argument->next : &function->arguments) = argument;
        function->last_argument = argument;
    }
    return node;
}

twk_node *twk_constant_of(twk_builder *b, int64_t value, const twk_type *type) {
    twk_node *node = new_node(b, TWK_OP_CONSTANT, type, NULL, 0);
    if (node != b->sink) {
        node->immediate = wrap((uint64_t)value, type->bits);
        uint64_t low = (uint64_t)node->immediate & (0 - (uint64_t)node->immediate);
        node->divisor = low && low < TWK_DIVISOR_LIMIT ? (int32_t)low : TWK_DIVISOR_LIMIT;
        node->region = &everywhere;
    }
    return node;
}

twk_node *twk_constant(twk_builder *b, int64_t value) {
    return twk_constant_of(b, value, TWK_I32);
}

/* How LLVM spells the floating constant with these bits: a float by the bits of the double of its value. */
static const char *float_text(twk_arena *arena, uint64_t bits, const twk_type *type) {
    uint64_t exponent = bits >> 23 & 0xff;
    uint64_t fraction = bits & 0x7fffff;
    uint64_t subnormal = exponent ? 0 : fraction;
    if (type != TWK_FLOAT) {
        return twk_format(arena, type == TWK_HALF ? "0xH%04" PRIX64 : "0xR%04" PRIX64, bits);
    }
    exponent += exponent == 0xff ? 0x7ff - 0xff : exponent ? 1023 - 127 : subnormal ? 1023 - 126 : 0;
    while (subnormal && !(fraction >> 23)) {
        fraction <<= 1;
        exponent--;
    }
    return twk_format(arena, "0x%016" PRIX64, bits >> 31 << 63 | exponent << 52 | (fraction & 0x7fffff) << 29);
}

twk_node *twk_float_constant(twk_builder *b, uint64_t bits, const twk_type *type) {
    return text_node(b, TWK_OP_FLOAT, type, float_text(b->arena, bits, type));
}

twk_node *twk_zero(twk_builder *b, const twk_type *type) {
    const char *text = type->kind == TWK_KIND_FLOAT ? float_text(b->arena, 0, type) : "zeroinitializer";
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

/* What two constants make, read as unsigned. */
static uint64_t fold(twk_operation op, uint64_t x, uint64_t y) {
    return op == TWK_OP_ADD    ? x + y
           : op == TWK_OP_SUB  ? x - y
           : op == TWK_OP_MUL  ? x * y
           : op == TWK_OP_UDIV ? x / y
           : op == TWK_OP_UREM ? x % y
                               : x ^ y;
}

/* An operation of integers; `neutral` is what leaves x as it is, negative for none. */
static twk_node *fold_or_emit(twk_builder *b, twk_operation op, twk_node *x, twk_node *y, int64_t neutral) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        int bits = x->type->bits;
        uint64_t folded = fold(op, unsigned_of(x->immediate, bits), unsigned_of(y->immediate, bits));
        return twk_constant_of(b, wrap(folded, 64), x->type);
    }
    return neutral >= 0 && twk_is_number(y, neutral) ? x : emit_binary(b, op, x->type, x, y, 0);
}

twk_node *twk_add(twk_builder *b, twk_node *x, twk_node *y) {
    return twk_is_number(x, 0) ? y : fold_or_emit(b, TWK_OP_ADD, x, y, 0);
}

twk_node *twk_sub(twk_builder *b, twk_node *x, twk_node *y) {
    return fold_or_emit(b, TWK_OP_SUB, x, y, 0);
}

twk_node *twk_mul(twk_builder *b, twk_node *x, twk_node *y) {
    if (twk_is_constant(x)) {
        twk_node *constant = x;
        x = y;
        y = constant;
    }
    return twk_is_number(y, 0) ? y : fold_or_emit(b, TWK_OP_MUL, x, y, 1);
}

twk_node *twk_udiv(twk_builder *b, twk_node *x, twk_node *y) {
    return twk_is_number(x, 0) ? x : fold_or_emit(b, TWK_OP_UDIV, x, y, 1);
}

twk_node *twk_urem(twk_builder *b, twk_node *x, twk_node *y) {
    bool none = twk_is_number(y, 1) || twk_is_number(x, 0);
    return none ? twk_constant_of(b, 0, x->type) : fold_or_emit(b, TWK_OP_UREM, x, y, -1);
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
    return fold_or_emit(b, TWK_OP_XOR, x, y, 0);
}

twk_node *twk_arithmetic(twk_builder *b, twk_operation op, twk_node *x, twk_node *y) {
    return y ? emit_binary(b, op, x->type, x, y, 0) : emit_unary(b, op, x->type, x, 0);
}

static bool holds(twk_predicate predicate, int64_t x, int64_t y, int bits) {
    const twk_predicate_row *row = &twk_predicates[predicate];
    uint64_t a = unsigned_of(x, bits);
    uint64_t b = unsigned_of(y, bits);
    int outcome = row->is_unsigned ? (a > b) - (a < b) : (x > y) - (x < y);
    return (row->holds >> (outcome + 1) & 1) != 0;
}

twk_node *twk_compare(twk_builder *b, twk_predicate predicate, twk_node *x, twk_node *y) {
    if (twk_is_constant(x) && twk_is_constant(y)) {
        return twk_constant_of(b, holds(predicate, x->immediate, y->immediate, x->type->bits), TWK_I1);
    }
    return emit_binary(b, x->type->kind == TWK_KIND_FLOAT ? TWK_OP_FCMP : TWK_OP_ICMP, TWK_I1, x, y,
                       (int64_t)predicate);
}

twk_node *twk_select(twk_builder *b, twk_node *condition, twk_node *x, twk_node *y) {
    twk_node *const args[] = {condition, x, y};
    if (twk_is_constant(condition)) {
        return condition->immediate ? x : y;
    }
    return emit(b, TWK_OP_SELECT, x->type, args, 3, 0);
}

twk_node *twk_cast(twk_builder *b, twk_operation op, twk_node *value, const twk_type *type) {
    return value->type == type ? value : emit_unary(b, op, type, value, 0);
}

twk_node *twk_extract(twk_builder *b, twk_node *value, int64_t index) {
    bool whole = value->type->kind == TWK_KIND_STRUCT;
    twk_operation op = whole ? TWK_OP_EXTRACTVALUE : TWK_OP_EXTRACTELEMENT;
    const twk_type *part = twk_type_part(value->type, index);
    return value->type->lanes == 1 && !whole ? value : emit_unary(b, op, part ? part : TWK_VOID, value, index);
}

twk_nodes twk_members(twk_builder *b, twk_node *value) {
    bool several = value->type->kind == TWK_KIND_STRUCT;
    twk_nodes members = twk_new_nodes(b, several ? value->type->count : 1);
    for (size_t i = 0; i < members.count; i++) {
        members.at[i] = several ? twk_extract(b, value, (int64_t)i) : value;
    }
    return members;
}

twk_node *twk_insert(twk_builder *b, twk_node *value, twk_node *part, int64_t index) {
    twk_operation op = value->type->kind == TWK_KIND_STRUCT ? TWK_OP_INSERTVALUE : TWK_OP_INSERTELEMENT;
    return emit_binary(b, op, value->type, value, part, index);
}

twk_node *twk_concatenate(twk_builder *b, twk_nodes parts) {
    while (parts.count > 1) {
        int lanes = parts.at[0]->type->lanes;
        const twk_type *type = twk_vector(2 * lanes, parts.at[0]->type->element);
        for (size_t i = 0; i < parts.count / 2; i++) {
            twk_node *first = parts.at[2 * i];
            twk_node *second = parts.at[2 * i + 1];
            if (lanes == 1) {
                twk_node *base = twk_insert(b, twk_poison(b, type), first, 0);
                parts.at[i] = twk_insert(b, base, second, 1);
            } else {
                parts.at[i] = emit_binary(b, TWK_OP_SHUFFLEVECTOR, type, first, second, 0);
            }
        }
        parts.count /= 2;
    }
    return parts.at[0];
}

twk_node *twk_offset(twk_builder *b, twk_node *base, twk_node *byte_offset) {
    return twk_is_number(byte_offset, 0) ? base
                                         : emit_binary(b, TWK_OP_GETELEMENTPTR, base->type, base, byte_offset, 0);
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

twk_node *twk_atomic_update(twk_builder *b, twk_atomic atomic, twk_node *address, twk_node *value, int64_t scope) {
    twk_node *node = emit_binary(b, TWK_OP_ATOMICRMW, value->type, address, value, 0);
    node->of.atomic = atomic;
    twk_confine(b, node, scope);
    return node;
}

void twk_fence(twk_builder *b, twk_ordering ordering) {
    emit_list(b, TWK_OP_FENCE, TWK_VOID, twk_no_nodes)->of.atomic.ordering = ordering;
}

twk_node *twk_assembly(twk_builder *b, twk_assembly_text assembly, const twk_type *type, twk_nodes args) {
    twk_assembly_text *kept = twk_arena_take(b->arena, 1, sizeof *kept);
    twk_node *node = emit_list(b, TWK_OP_ASSEMBLY, type, args);
    if (kept) {
        *kept = assembly;
    }
    node->of.assembly = kept;
    return node;
}

twk_node *twk_call(twk_builder *b, int intrinsic, twk_node *const *args, size_t count) {
    const twk_intrinsic *row = &twk_intrinsics[intrinsic];
    twk_node *node = emit(b, TWK_OP_CALL, row->result, args, count, 0);
    node->of.intrinsic = row;
    return node;
}

/* The values that others become: in a loop from one iteration to the next, or from either side of a conditional. */
static twk_nodes new_phis(twk_builder *b, twk_nodes from) {
    twk_nodes phis = twk_new_nodes(b, from.count);
    for (size_t i = 0; i < phis.count; i++) {
        phis.at[i] = new_node(b, TWK_OP_PHI, from.at[i]->type, NULL, 0);
    }
    return phis;
}

twk_branch *twk_begin_if(twk_builder *b, twk_node *condition) {
    twk_branch *branch = twk_arena_take(b->arena, 1, sizeof *branch);
    if (branch) {
        memset(branch, 0, sizeof *branch);
        emit_unary(b, TWK_OP_IF, TWK_VOID, condition, 0)->of.branch = branch;
    }
    return branch;
}

void twk_begin_else(twk_builder *b, twk_branch *branch, twk_nodes leaving) {
    branch->leaving = leaving;
    emit_list(b, TWK_OP_ELSE, TWK_VOID, leaving)->of.branch = branch;
}

void twk_end_if(twk_builder *b, twk_branch *branch, twk_nodes leaving) {
    branch->joined = new_phis(b, leaving);
    emit_list(b, TWK_OP_END_IF, TWK_VOID, leaving)->of.branch = branch;
}

twk_loop *twk_begin_loop(twk_builder *b, twk_node *trips, twk_nodes initial) {
    twk_loop *loop = twk_arena_take(b->arena, 1, sizeof *loop);
    twk_nodes args = twk_new_nodes(b, initial.count + 1);
    twk_nodes carried = new_phis(b, initial);
    if (b->arena->failed) {
        return NULL;
    }
    memset(loop, 0, sizeof *loop);
    loop->index = new_node(b, TWK_OP_PHI, TWK_I32, NULL, 0);
    loop->carried = carried;
    args.at[0] = trips;
    if (initial.count) {
        memcpy(args.at + 1, initial.at, initial.count * sizeof *args.at);
    }
    emit_list(b, TWK_OP_LOOP, TWK_VOID, args)->of.loop = loop;
    return loop;
}

void twk_end_loop(twk_builder *b, twk_loop *loop, twk_nodes following) {
    loop->following = following;
    emit_list(b, TWK_OP_END_LOOP, TWK_VOID, following)->of.loop = loop;
}

void twk_return(twk_builder *b) {
    emit_list(b, TWK_OP_RETURN, TWK_VOID, twk_no_nodes);
}
