#include "ir/verifier.h"

#include <string.h>

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

static int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* The power of two that a quotient is known to be a multiple of. */
static int32_t quotient_divisor(const twk_node *node) {
    const twk_node *by = node->args[1];
    int32_t above = node->args[0]->divisor;
    bool power = twk_is_constant(by) && by->immediate > 0 && (by->immediate & (by->immediate - 1)) == 0;
    return power && by->immediate <= above ? above / (int32_t)by->immediate : 1;
}

/* The power of two that a result is known to be a multiple of. */
static int32_t result_divisor(const twk_node *node, twk_multiple multiple) {
    twk_node *const *args = node->args;
    switch (multiple) {
    case TWK_MULTIPLE_ONE:
        return 1;
    case TWK_MULTIPLE_FIRST:
        return args[0]->divisor;
    case TWK_MULTIPLE_LEAST:
        return smaller(args[0]->divisor, args[1]->divisor);
    case TWK_MULTIPLE_CHOSEN:
        return smaller(args[1]->divisor, args[2]->divisor);
    case TWK_MULTIPLE_GREATEST:
        return -smaller(-args[0]->divisor, -args[1]->divisor);
    case TWK_MULTIPLE_PRODUCT:
        return args[0]->divisor < TWK_DIVISOR_LIMIT / args[1]->divisor ? args[0]->divisor * args[1]->divisor
                                                                       : TWK_DIVISOR_LIMIT;
    case TWK_MULTIPLE_QUOTIENT:
        return quotient_divisor(node);
    case TWK_MULTIPLE_UNIFORM:
        return node->of.intrinsic == &twk_intrinsics[TWK_READFIRSTLANE] ? args[0]->divisor : 1;
    }
    return 1;
}

/* Whether an operand may be used here: it stands in no body, or in a region that is still open. */
static bool is_defined(const twk_node *operand) {
    return operand->region && operand->region->open;
}

/* Whether the elements of a type are numbers. */
static bool is_numeric(const twk_type *type) {
    return type->element->kind == TWK_KIND_INTEGER || type->element->kind == TWK_KIND_FLOAT;
}

static bool is_conversion(const twk_operation_row *row, const twk_type *from, const twk_type *to) {
    int width = (to->bits > from->bits) - (to->bits < from->bits);
    bool kinds = from->element->kind == row->of && to->element->kind == row->to;
    return kinds && from->lanes == to->lanes && (!row->width || row->width == width);
}

/* A word of the operation's own: a predicate or an ordering. */
static bool takes(const twk_operation_row *row, int64_t word) {
    return (row->takes >> word & 1) != 0;
}

/* An address in a space that has plain accesses, and an alignment that is known to hold. */
static void check_place(verifier *v, const twk_node *address, int64_t bytes, int64_t align) {
    const twk_arch *arch = v->function->arch;
    int space = address->type->space;
    require(v, address->type->kind == TWK_KIND_POINTER, "the address is no pointer");
    require(v, space == arch->shared_space || space == arch->global_space, "wrong address space");
    require(v, align > 0 && (align & (align - 1)) == 0 && align <= bytes, "an alignment does not fit");
    require(v, align <= 0 || address->divisor % align == 0, "an alignment is not known to hold");
}

/* An update in one step, of as many bytes as memory updates at once. */
static void check_update(verifier *v, const twk_node *node, const twk_operation_row *row) {
    const twk_type *type = node->type;
    int64_t bytes = twk_type_bytes(type);
    bool typed = node->args[1]->type == type && type->element->kind == twk_updates[node->of.atomic.update].of;
    bool updated = (bytes == 4 || bytes == 8) && (type->lanes == 1 || type->element->kind == TWK_KIND_FLOAT);
    require(v, typed && updated, "types do not fit");
    require(v, takes(row, (int64_t)node->of.atomic.ordering), "no such ordering");
    check_place(v, node->args[0], bytes, bytes);
}

/* As many results and operands as the constraints name, results first and clobbers last, and a text that ends where its
 * quotes do. */
static void check_assembly(verifier *v, const twk_node *node) {
    const twk_assembly_text *assembly = node->of.assembly;
    const twk_type *type = node->type;
    size_t given = type->kind == TWK_KIND_STRUCT ? type->count : type != TWK_VOID;
    size_t results = 0;
    size_t operands = 0;
    int before = 0;
    const char *at = assembly->constraints;
    while (*at) {
        int order = *at == '=' ? 0 : *at == '~' ? 2 : 1;
        size_t length = strcspn(at, ",");
        require(v, length > 0 && strcmp(at + length, ",") != 0, "an empty constraint");
        require(v, order >= before, "constraints out of order");
        before = order;
        results += order == 0;
        operands += order == 1;
        at += length;
        at += *at == ',';
    }
    require(v, results == given, "the constraints name another number of results");
    require(v, operands == node->count, "the constraints name another number of operands");
    at = strpbrk(assembly->template, "\"\n");
    require(v, !at && !strpbrk(assembly->constraints, "\"\n"), "a quote in assembly");
}

/* An intrinsic that the architecture has, and its argument types. */
static void check_call(verifier *v, const twk_node *node) {
    const twk_intrinsic *row = node->of.intrinsic;
    require(v, (row->arches & v->function->arch->set) != 0, "the architecture lacks the intrinsic");
    require(v, row->count == node->count, "the intrinsic takes another number of arguments");
    require(v, row->result == node->type, "the intrinsic has another result");
    for (size_t i = 0; i < node->count && i < row->count; i++) {
        const twk_parameter *parameter = &row->parameters[i];
        bool constant = twk_is_constant(node->args[i]);
        bool varies = false;
        for (int flavor = 1; flavor < TWK_FLAVOR_COUNT; flavor++) {
            varies = varies || parameter->types[flavor] != parameter->types[0];
        }
        require(v, varies ? constant : node->args[i]->type == parameter->types[0], "an argument has another type");
        require(v, constant || !parameter->immediate, "an argument must be constant");
    }
}

/* Values of the same types one by one. */
static void check_same_types(verifier *v, twk_nodes values, twk_node *const *others, size_t count) {
    require(v, count == values.count, "values that pass on do not match in number");
    for (size_t i = 0; i < count && i < values.count; i++) {
        const twk_type *type = values.at[i]->type;
        require(v, twk_same_type(type, others[i]->type), "a value changes its type as it passes on");
        require(v, type != TWK_VOID, "a void passes on");
    }
}

/* Require that what a loop carries is a multiple of what its phi is said to be one of. */
static void keep_multiples(verifier *v, const twk_loop *loop, twk_node *const *values, size_t count) {
    for (size_t i = 0; i < loop->carried.count && i < count; i++) {
        require(v, values[i]->divisor % loop->carried.at[i]->divisor == 0, "what is carried is no such multiple");
    }
}

/* Open a region; the loop's index and carried values belong to the one around it, for they leave the loop. */
static void begin_loop(verifier *v, const twk_node *node) {
    twk_loop *loop = node->of.loop;
    require(v, !loop->index->region, "the loop stands in the body twice");
    require(v, node->args[0]->type == TWK_I32, "the trip count is no i32");
    check_same_types(v, loop->carried, node->args + 1, node->count - 1);
    keep_multiples(v, loop, node->args + 1, node->count - 1);
    loop->index->region = v->region;
    for (size_t i = 0; i < loop->carried.count; i++) {
        loop->carried.at[i]->region = v->region;
    }
    open_region(v, &loop->region);
}

static void end_loop(verifier *v, const twk_node *node) {
    twk_loop *loop = node->of.loop;
    close_region(v, &loop->region);
    check_same_types(v, loop->carried, node->args, node->count);
    keep_multiples(v, loop, node->args, node->count);
}

/* Close a conditional: what leaves its sides is of one type. */
static void end_conditional(verifier *v, const twk_node *node) {
    twk_branch *branch = node->of.branch;
    close_region(v, &branch->sides[1]);
    check_same_types(v, branch->leaving, node->args, node->count);
    for (size_t i = 0; i < branch->joined.count && i < branch->leaving.count; i++) {
        branch->joined.at[i]->region = v->region;
        branch->joined.at[i]->divisor = smaller(branch->leaving.at[i]->divisor, node->args[i]->divisor);
    }
}

/* The rule of an operation; see operations.toml. */
static void check_rule(verifier *v, const twk_node *node, const twk_operation_row *row) {
    const twk_type *type = node->type;
    const twk_type *first = node->count > 0 ? node->args[0]->type : TWK_VOID;
    const twk_type *second = node->count > 1 ? node->args[1]->type : first;
    int64_t index = node->immediate;
    bool typed = true;
    switch (row->typing) {
    case TWK_TYPING_VALUE:
        require(v, false, "stands in the body");
        break;
    case TWK_TYPING_COMMENT:
        break;
    case TWK_TYPING_SAME:
        typed = type->element->kind == row->of && first == type && second == type;
        break;
    case TWK_TYPING_COMPARISON:
        typed = type == TWK_I1 && first == second && first->kind == row->of && takes(row, index);
        break;
    case TWK_TYPING_CHOICE:
        typed = first == TWK_I1 && twk_same_type(second, type) && twk_same_type(node->args[2]->type, type) &&
                type != TWK_VOID;
        break;
    case TWK_TYPING_BITS:
        typed = is_numeric(first) && is_numeric(type) && first->bits * first->lanes == type->bits * type->lanes;
        break;
    case TWK_TYPING_CONVERSION:
        typed = is_conversion(row, first, type);
        break;
    case TWK_TYPING_PART_OF:
        typed = type == twk_type_part(first, index);
        break;
    case TWK_TYPING_PART_INTO:
        typed = twk_same_type(first, type) && second == twk_type_part(first, index);
        break;
    case TWK_TYPING_JOINED:
        typed = first == second && type->lanes == 2 * first->lanes && type->element == first->element;
        break;
    case TWK_TYPING_ADDRESS:
        require(v, type->kind == TWK_KIND_POINTER && first == type, "the base is no pointer");
        require(v, second == TWK_I32 || second == TWK_I64, "the offset is no i32 or i64");
        break;
    case TWK_TYPING_READ:
        check_place(v, node->args[0], twk_type_bytes(type), index);
        break;
    case TWK_TYPING_WRITE:
        check_place(v, node->args[1], twk_type_bytes(first), index);
        break;
    case TWK_TYPING_UPDATE:
        check_update(v, node, row);
        break;
    case TWK_TYPING_ORDER:
        require(v, takes(row, (int64_t)node->of.atomic.ordering), "no such ordering");
        break;
    case TWK_TYPING_INTRINSIC:
        check_call(v, node);
        break;
    case TWK_TYPING_ASSEMBLY:
        check_assembly(v, node);
        break;
    case TWK_TYPING_THEN_SIDE:
        require(v, first == TWK_I1, "the condition is no i1");
        open_region(v, &node->of.branch->sides[0]);
        break;
    case TWK_TYPING_ELSE_SIDE:
        close_region(v, &node->of.branch->sides[0]);
        open_region(v, &node->of.branch->sides[1]);
        break;
    case TWK_TYPING_JOINING:
        end_conditional(v, node);
        break;
    case TWK_TYPING_ITERATION:
        begin_loop(v, node);
        break;
    case TWK_TYPING_ITERATED:
        end_loop(v, node);
        break;
    case TWK_TYPING_LAST:
        require(v, !node->next && !v->region->outer, "does not end the kernel");
        break;
    }
    require(v, typed, "types do not fit");
}

static void check_node(verifier *v, twk_node *node) {
    const twk_operation_row *row = &twk_operations[node->op];
    require(v, !node->region, "stands in the body twice");
    require(v, node->scope >= TWK_NO_SCOPE && node->scope < v->function->stages, "no such stage");
    require(v, row->operands < 0 || node->count == (size_t)row->operands, "another number of operands");
    for (size_t i = 0; i < node->count; i++) {
        require(v, is_defined(node->args[i]), "an operand is not defined here");
    }
    if (!v->message) {
        check_rule(v, node, row);
        node->region = v->region;
        node->divisor = result_divisor(node, row->multiple);
    }
}

/* No two arguments of one name. */
static void check_arguments(verifier *v) {
    for (const twk_argument *a = v->function->arguments; a; a = a->next) {
        for (const twk_argument *b = a->next; b; b = b->next) {
            require(v, strcmp(a->node->of.text, b->node->of.text) != 0, "two arguments of one name");
        }
    }
}

static void report(twk_context *context, const verifier *v, int64_t at, const char *op) {
    twk_internal_error(
        context, twk_format(&context->arena, "%s: node %" PRId64 " (%s): %s", v->function->name, at, op, v->message));
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
    check_arguments(&v);
    if (v.message) {
        report(context, &v, 0, "function");
        return;
    }
    for (node = function->first; node; node = node->next) {
        check_node(&v, node);
        if (v.message) {
            report(context, &v, at, twk_operations[node->op].mnemonic);
            return;
        }
        at++;
    }
}
