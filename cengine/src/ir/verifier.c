#include "ir/verifier.h"

/* Powers of two that are tracked as known divisors go no further. */
#define DIVISOR_LIMIT (1 << 16)
/* Alignment in bytes of the LDS block and of every tensor. */
#define POINTER_ALIGN 16

#define SPELLING(name, spelling) spelling,
static const char *const op_names[] = {TWK_OPERATIONS(SPELLING)};

/* One pass over a function: the innermost region that is open, and what was found. */
typedef struct verifier {
    const twk_function *function;
    twk_region *region;
    const char *message;
} verifier;

/* Keep the first message of a node for which a condition does not hold. */
static void require(verifier *v, bool holds, const char *message) {
    if (!holds && !v->message) {
        v->message = message;
    }
}

static void open_region(verifier *v, twk_region *region) {
    region->open = true;
    region->outer = v->region;
    v->region = region;
}

/* Close a region, which must be the innermost one. */
static void close_region(verifier *v, twk_region *region) {
    bool innermost = v->region == region;
    require(v, innermost, "no such region is open");
    if (innermost) {
        region->open = false;
        v->region = region->outer;
    }
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The largest power of two that divides a constant, at most DIVISOR_LIMIT. */
static int64_t constant_divisor(int64_t value) {
    int64_t divisor = 1;
    while (divisor < DIVISOR_LIMIT && value % (2 * divisor) == 0) {
        divisor *= 2;
    }
    return divisor;
}

/* The power of two that an operand is known to be a multiple of. */
static int64_t operand_divisor(const twk_node *node) {
    switch (node->op) {
    case TWK_OP_CONSTANT:
        return constant_divisor(node->immediate);
    case TWK_OP_ARGUMENT:
    case TWK_OP_GLOBAL:
        return POINTER_ALIGN;
    default:
        return node->divisor ? node->divisor : 1;
    }
}

/* The power of two that a quotient is known to be a multiple of. */
static int64_t quotient_divisor(const twk_node *node) {
    const twk_node *by = node->args[1];
    int64_t above = operand_divisor(node->args[0]);
    bool power = twk_is_constant(by) && by->immediate > 0 && (by->immediate & (by->immediate - 1)) == 0;
    return power && by->immediate <= above ? above / by->immediate : 1;
}

/* The power of two that a result is known to be a multiple of. */
static int64_t result_divisor(const twk_node *node) {
    switch (node->op) {
    case TWK_OP_ADD:
    case TWK_OP_SUB:
    case TWK_OP_UREM:
    case TWK_OP_XOR:
    case TWK_OP_OFFSET:
        return smaller(operand_divisor(node->args[0]), operand_divisor(node->args[1]));
    case TWK_OP_SELECT:
        return smaller(operand_divisor(node->args[1]), operand_divisor(node->args[2]));
    case TWK_OP_MUL:
        return smaller(operand_divisor(node->args[0]) * operand_divisor(node->args[1]), DIVISOR_LIMIT);
    case TWK_OP_UDIV:
        return quotient_divisor(node);
    case TWK_OP_AND:
        return -smaller(-operand_divisor(node->args[0]), -operand_divisor(node->args[1]));
    case TWK_OP_CALL:
        return node->of.intrinsic == &twk_intrinsics[TWK_READFIRSTLANE] ? operand_divisor(node->args[0]) : 1;
    default:
        return 1;
    }
}

/* Whether an operand may be used here: it stands in no body, or in a region that is still open. */
static bool is_defined(const twk_node *operand) {
    return operand->op <= TWK_OP_POISON || (operand->region && operand->region->open);
}

/* Operand and result types of a plain operation. */
static bool is_typed(const twk_node *node) {
    const twk_type *type = node->type;
    const twk_type *first = node->count > 0 ? node->args[0]->type : TWK_VOID;
    const twk_type *second = node->count > 1 ? node->args[1]->type : TWK_VOID;
    switch (node->op) {
    case TWK_OP_ADD:
    case TWK_OP_SUB:
    case TWK_OP_MUL:
    case TWK_OP_UDIV:
    case TWK_OP_UREM:
    case TWK_OP_AND:
    case TWK_OP_XOR:
        return type->kind == TWK_KIND_INTEGER && first == type && second == type;
    case TWK_OP_COMPARE:
        return type == TWK_I1 && first == second && first->kind == TWK_KIND_INTEGER;
    case TWK_OP_SELECT:
        return first == TWK_I1 && second == type && node->args[2]->type == type;
    case TWK_OP_BITCAST:
        return first->bits * first->lanes == type->bits * type->lanes && type->kind != TWK_KIND_POINTER;
    case TWK_OP_FPTRUNC:
        return first->lanes == type->lanes && first->bits > type->bits && type->element->kind == TWK_KIND_FLOAT;
    case TWK_OP_EXTRACT:
        return first->element == type && node->immediate >= 0 && node->immediate < first->lanes;
    case TWK_OP_INSERT:
        return first == type && second == type->element && node->immediate >= 0 && node->immediate < type->lanes;
    case TWK_OP_SHUFFLE:
        return first == second && type->lanes == 2 * first->lanes && type->element == first->element;
    default:
        return false;
    }
}

/* An address in a space that has plain accesses, and an alignment that is known to hold. */
static void check_memory(verifier *v, const twk_node *node) {
    const twk_node *address = node->args[node->count - 1];
    const twk_arch *arch = v->function->arch;
    const twk_type *value = node->op == TWK_OP_LOAD ? node->type : node->args[0]->type;
    int64_t align = node->immediate;
    int space = address->type->space;
    require(v, address->type->kind == TWK_KIND_POINTER, "the address is no pointer");
    require(v, space == arch->shared_space || space == arch->global_space, "wrong address space");
    require(v, align > 0 && (align & (align - 1)) == 0 && align <= twk_type_bytes(value), "an alignment does not fit");
    require(v, align <= 0 || operand_divisor(address) % align == 0, "an alignment is not known to hold");
}

/* An intrinsic that the architecture has, and its argument types. */
static void check_call(verifier *v, const twk_node *node) {
    const twk_intrinsic *row = node->of.intrinsic;
    size_t i;
    require(v, (row->arches & v->function->arch->set) != 0, "the architecture lacks the intrinsic");
    require(v, row->count == node->count, "the intrinsic takes another number of arguments");
    require(v, row->result == node->type, "the intrinsic has another result");
    for (i = 0; i < node->count && i < row->count; i++) {
        const twk_parameter *parameter = &row->parameters[i];
        bool constant = twk_is_constant(node->args[i]);
        bool varies = false;
        int flavor;
        for (flavor = 1; flavor < TWK_FLAVOR_COUNT; flavor++) {
            varies = varies || parameter->types[flavor] != parameter->types[0];
        }
        require(v, varies ? constant : node->args[i]->type == parameter->types[0], "an argument has another type");
        require(v, constant || !parameter->immediate, "an argument must be constant");
    }
}

/* One value of the right type for each carried value. */
static void check_carried(verifier *v, const twk_loop *loop, twk_node *const *values, size_t count) {
    size_t i;
    require(v, count == loop->carried.count, "carried values do not match in number");
    for (i = 0; i < count && i < loop->carried.count; i++) {
        require(v, loop->carried.at[i]->type == values[i]->type, "a carried value changes its type");
    }
}

/* Open a region; the loop's index and carried values belong to the one around it, for they leave the loop. */
static void begin_loop(verifier *v, const twk_node *node) {
    twk_loop *loop = node->of.loop;
    size_t i;
    require(v, node->args[0]->type == TWK_I32, "the trip count is no i32");
    check_carried(v, loop, node->args + 1, node->count - 1);
    loop->index->region = v->region;
    for (i = 0; i < loop->carried.count; i++) {
        loop->carried.at[i]->region = v->region;
    }
    open_region(v, &loop->region);
}

static void end_loop(verifier *v, const twk_node *node) {
    twk_loop *loop = node->of.loop;
    close_region(v, &loop->region);
    check_carried(v, loop, node->args, node->count);
}

/* Open the first side of a conditional, go on to the second, or close it. */
static void check_conditional(verifier *v, const twk_node *node) {
    twk_region *sides = node->of.branch->sides;
    if (node->op == TWK_OP_IF) {
        require(v, node->args[0]->type == TWK_I1, "the condition is no i1");
        open_region(v, &sides[0]);
        return;
    }
    close_region(v, &sides[node->op == TWK_OP_ELSE ? 0 : 1]);
    if (node->op == TWK_OP_ELSE) {
        open_region(v, &sides[1]);
    }
}

static void check_node(verifier *v, const twk_node *node) {
    size_t i;
    require(v, !node->region, "stands in the body twice");
    require(v, node->scope < v->function->stages, "no such stage");
    for (i = 0; i < node->count; i++) {
        require(v, is_defined(node->args[i]), "an operand is not defined here");
    }
    switch (node->op) {
    case TWK_OP_LOAD:
    case TWK_OP_STORE:
        check_memory(v, node);
        break;
    case TWK_OP_OFFSET:
        require(v, node->type->kind == TWK_KIND_POINTER && node->args[0]->type == node->type, "the base is no pointer");
        require(v, node->args[1]->type == TWK_I32, "the offset is no i32");
        break;
    case TWK_OP_CALL:
        check_call(v, node);
        break;
    case TWK_OP_LOOP:
        begin_loop(v, node);
        break;
    case TWK_OP_END_LOOP:
        end_loop(v, node);
        break;
    case TWK_OP_IF:
    case TWK_OP_ELSE:
    case TWK_OP_END_IF:
        check_conditional(v, node);
        break;
    case TWK_OP_FENCE:
        require(v, twk_equal(node->of.text, "release") || twk_equal(node->of.text, "acquire"), "no such ordering");
        break;
    case TWK_OP_RETURN:
        require(v, !node->next && !v->region->outer, "does not end the kernel");
        break;
    default:
        require(v, is_typed(node), "types do not fit");
    }
}

static void report(twk_context *context, const verifier *v, int64_t at, const char *op) {
    twk_internal_error(context,
                       TWK_JOIN(&context->arena, twk_string(v->function->name), twk_string(": node "), twk_integer(at),
                                twk_string(" ("), twk_string(op), twk_string("): "), twk_string(v->message)));
}

void twk_verify(twk_context *context, twk_function *function) {
    verifier v = {NULL, NULL, NULL};
    const twk_arch *arch = function->arch;
    twk_node *node;
    int64_t at = 0;
    v.function = function;
    open_region(&v, &function->region);
    require(&v, function->lds_bytes <= arch->lds_bytes, "too many bytes of LDS");
    require(&v, function->threads > 0 && function->threads <= arch->threads_per_workgroup, "too many threads");
    require(&v, function->last && function->last->op == TWK_OP_RETURN, "has no ret");
    if (v.message) {
        report(context, &v, 0, "function");
        return;
    }
    for (node = function->first; node; node = node->next) {
        if (node->op != TWK_OP_COMMENT) {
            check_node(&v, node);
            node->region = v.region;
            node->divisor = (int32_t)result_divisor(node);
        }
        if (v.message) {
            report(context, &v, at, op_names[node->op]);
            return;
        }
        at++;
    }
}
