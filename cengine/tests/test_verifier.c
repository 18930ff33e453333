/* The verifier refuses every kind of kernel that no emitter may build, and accepts the right one beside each. */
#include "check.h"
#include "ir/builder.h"
#include "ir/verifier.h"

#define LDS_BYTES 1024

static const twk_type *const mixed = TWK_STRUCT("{ i32, float }", 2, TWK_I32, TWK_FLOAT);
static const twk_type *const alike = TWK_STRUCT("{ i32, float }", 2, TWK_I32, TWK_FLOAT);
static const twk_type *const other = TWK_STRUCT("{ i32, i32 }", 2, TWK_I32, TWK_I32);

/* A function that is being built, and what it is built with. */
typedef struct subject {
    twk_context context;
    twk_function function;
    twk_builder b;
    twk_node *x;      /* an i32 that is not known */
    twk_node *tensor; /* an argument */
} subject;

static void open_subject(subject *s) {
    memset(s, 0, sizeof *s);
    twk_arena_open(&s->context.arena, NULL);
    twk_builder_open(&s->b, &s->context.arena, &s->function, "kernel", &twk_arches[TWK_ARCH_GFX942], 64);
    s->function.lds_bytes = LDS_BYTES;
    s->tensor = twk_argument_node(&s->b, "t", TWK_POINTER(1), "noalias");
    s->x = twk_call(&s->b, TWK_WORKITEM_ID_X, NULL, 0);
}

/* Verify; true where the error ends with `expected`, or where there is none and none is expected. */
static int close_subject(subject *s, const char *expected) {
    const char *error;
    int as_expected;
    twk_verify(&s->context, &s->function);
    error = s->context.error;
    as_expected = expected ? error && strlen(error) > strlen(expected) &&
                                 !strcmp(error + strlen(error) - strlen(expected), expected)
                           : !error;
    if (!as_expected) {
        printf("expected %s, got %s\n", expected ? expected : "no error", error ? error : "none");
    }
    twk_arena_close(&s->context.arena);
    return as_expected;
}

/* A loop that carries one value; `following` of NULL carries it on as it is. */
static twk_loop *emit_loop(subject *s, twk_node *initial, twk_node *following) {
    twk_nodes nodes = twk_new_nodes(&s->b, 1);
    twk_nodes next = twk_new_nodes(&s->b, 1);
    twk_loop *loop;
    nodes.at[0] = initial;
    loop = twk_begin_loop(&s->b, s->x, nodes);
    next.at[0] = following ? following : loop->carried.at[0];
    twk_end_loop(&s->b, loop, next);
    return loop;
}

static void check_memory_accesses(checks *checks) {
    struct {
        int64_t times; /* the offset is x times this */
        int64_t align;
        const char *error;
    } cases[] = {
        {8, 8, NULL},
        {16, 16, NULL},
        {4, 4, NULL},
        {4, 8, "an alignment is not known to hold"},
        {32, 32, "an alignment does not fit"},
        {6, 4, "an alignment is not known to hold"},
        {8, 0, "an alignment does not fit"},
        {8, 3, "an alignment does not fit"},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        subject s;
        twk_node *moved;
        twk_node *address;
        open_subject(&s);
        moved = twk_mul(&s.b, s.x, twk_constant(&s.b, cases[i].times));
        address = twk_offset(&s.b, s.function.lds, moved);
        twk_load(&s.b, TWK_VECTOR_4(I32), address, cases[i].align, TWK_NO_SCOPE);
        twk_return(&s.b);
        CHECK(checks, close_subject(&s, cases[i].error));
    }
}

static void check_addresses(checks *checks) {
    subject s;
    twk_node *narrow;
    open_subject(&s);
    twk_load(&s.b, TWK_I32, s.x, 4, TWK_NO_SCOPE);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "the address is no pointer"));
    open_subject(&s);
    s.tensor->type = TWK_POINTER(8);
    twk_store(&s.b, s.x, s.tensor, 4, TWK_NO_SCOPE);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "wrong address space"));
    open_subject(&s);
    narrow = twk_constant_of(&s.b, 8, TWK_I16);
    twk_offset(&s.b, s.tensor, narrow);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "the offset is no i32 or i64"));
}

static void check_types(checks *checks) {
    subject s;
    open_subject(&s);
    twk_add(&s.b, s.x, twk_constant_of(&s.b, 5, TWK_I64));
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    twk_cast(&s.b, TWK_OP_BITCAST, s.x, TWK_I64);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    twk_insert(&s.b, twk_poison(&s.b, TWK_VECTOR_2(I32)), s.x, 2);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    twk_select(&s.b, s.x, s.x, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    twk_cast(&s.b, TWK_OP_FPTRUNC, twk_zero(&s.b, TWK_FLOAT), TWK_HALF);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
}

/* An atomic update of a place by a value, seen by the device. */
static twk_node *emit_update(subject *s, twk_update update, twk_node *place, twk_node *value) {
    const twk_atomic atomic = {update, TWK_ORDERING_MONOTONIC, TWK_SYNC_SCOPE_DEVICE};
    return twk_atomic_update(&s->b, atomic, place, value, TWK_NO_SCOPE);
}

/* Conversions, comparisons and arithmetic of other kinds than theirs. */
static void check_kinds(checks *checks) {
    static const struct {
        twk_operation op;
        bool of_float;
        const twk_type *to; /* NULL: arithmetic */
    } cases[] = {
        {TWK_OP_FADD, false, NULL},
        {TWK_OP_FNEG, false, NULL},
        {TWK_OP_SHL, true, NULL},
        {TWK_OP_TRUNC, false, TWK_I64},
        {TWK_OP_ZEXT, false, TWK_I16},
        {TWK_OP_SEXT, true, TWK_I64},
        {TWK_OP_FPEXT, true, TWK_HALF},
        {TWK_OP_SITOFP, true, TWK_HALF},
        {TWK_OP_UITOFP, false, TWK_I64},
        {TWK_OP_FPTOSI, false, TWK_I64},
        {TWK_OP_PTRTOINT, false, TWK_I64},
        {TWK_OP_FPTRUNC, true, TWK_I16},
        {TWK_OP_BITCAST, true, TWK_POINTER(3)},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        subject s;
        twk_node *value;
        open_subject(&s);
        value = cases[i].of_float ? twk_zero(&s.b, TWK_FLOAT) : s.x;
        if (cases[i].to) {
            twk_cast(&s.b, cases[i].op, value, cases[i].to);
        } else {
            twk_arithmetic(&s.b, cases[i].op, value, cases[i].op == TWK_OP_FNEG ? NULL : value);
        }
        twk_return(&s.b);
        CHECK(checks, close_subject(&s, "types do not fit"));
    }
}

static void check_comparisons(checks *checks) {
    subject s;
    open_subject(&s);
    twk_compare(&s.b, TWK_PREDICATE_OEQ, s.x, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    twk_compare(&s.b, TWK_PREDICATE_SLT, twk_zero(&s.b, TWK_FLOAT), twk_poison(&s.b, TWK_FLOAT));
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
}

static void check_structs(checks *checks) {
    subject s;
    twk_node *pair;
    open_subject(&s);
    pair = twk_insert(&s.b, twk_poison(&s.b, mixed), s.x, 0);
    pair->type = alike;
    twk_extract(&s.b, pair, 1);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
    open_subject(&s);
    twk_insert(&s.b, twk_poison(&s.b, mixed), s.x, 1);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    twk_extract(&s.b, twk_poison(&s.b, mixed), 2);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    pair = twk_insert(&s.b, twk_poison(&s.b, mixed), s.x, 0);
    pair->type = other;
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
}

static void check_updates(checks *checks) {
    subject s;
    twk_node *place;
    open_subject(&s);
    emit_update(&s, TWK_UPDATE_ADD, s.tensor, s.x);
    emit_update(&s, TWK_UPDATE_FADD, s.tensor, twk_zero(&s.b, TWK_VECTOR_2(HALF)));
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
    open_subject(&s);
    emit_update(&s, TWK_UPDATE_FADD, s.tensor, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    emit_update(&s, TWK_UPDATE_ADD, s.tensor, twk_zero(&s.b, TWK_VECTOR_2(I32)));
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    emit_update(&s, TWK_UPDATE_FADD, s.tensor, twk_zero(&s.b, TWK_HALF));
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    emit_update(&s, TWK_UPDATE_ADD, s.x, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "the address is no pointer"));
    open_subject(&s);
    place = twk_offset(&s.b, s.tensor, s.x);
    emit_update(&s, TWK_UPDATE_ADD, place, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an alignment is not known to hold"));
    open_subject(&s);
    place = twk_offset(&s.b, s.tensor, twk_argument_node(&s.b, "splits", TWK_I32, ""));
    twk_load(&s.b, TWK_I32, place, 4, TWK_NO_SCOPE);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an alignment is not known to hold"));
}

static void check_assembly(checks *checks) {
    static const struct {
        const char *constraints;
        size_t operands;
        const char *error;
    } cases[] = {
        {"=v,v,~{memory}", 1, NULL},
        {"=v,=v,v", 1, "the constraints name another number of results"},
        {"v", 1, "the constraints name another number of results"},
        {"=v,v,~{memory}", 2, "the constraints name another number of operands"},
        {"=v,v", 0, "the constraints name another number of operands"},
        {"v,=v", 1, "constraints out of order"},
        {"=v,~{memory},v", 1, "constraints out of order"},
        {"=v,,v", 1, "an empty constraint"},
        {"=v,", 0, "an empty constraint"},
        {"=v,v\"", 1, "a quote in assembly"},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        twk_assembly_text assembly = {"v_mov_b32 $0, $1", NULL, true};
        subject s;
        twk_nodes operands;
        size_t operand;
        open_subject(&s);
        assembly.constraints = cases[i].constraints;
        operands = twk_new_nodes(&s.b, cases[i].operands);
        for (operand = 0; operand < operands.count; operand++) {
            operands.at[operand] = s.x;
        }
        twk_assembly(&s.b, assembly, TWK_I32, operands);
        twk_return(&s.b);
        CHECK(checks, close_subject(&s, cases[i].error));
    }
}

static void check_calls(checks *checks) {
    subject s;
    twk_node *zero;
    twk_node *resource;
    open_subject(&s);
    TWK_CALL(&s.b, TWK_READFIRSTLANE, s.tensor);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an argument has another type"));
    open_subject(&s);
    TWK_CALL(&s.b, TWK_READFIRSTLANE, s.x, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "the intrinsic takes another number of arguments"));
    open_subject(&s);
    zero = twk_constant(&s.b, 0);
    resource = twk_poison(&s.b, TWK_POINTER(8));
    TWK_CALL(&s.b, TWK_BUFFER_LOAD_I32, resource, s.x, zero, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an argument must be constant"));
    open_subject(&s);
    zero = twk_constant(&s.b, 0);
    resource = twk_poison(&s.b, TWK_VECTOR_8(HALF));
    TWK_CALL(&s.b, TWK_MFMA_F32_16X16X32_F16, resource, resource, twk_zero(&s.b, TWK_VECTOR_4(FLOAT)), zero, zero,
             zero);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "the architecture lacks the intrinsic"));
}

/* A loop that carries what is said to be a multiple of 8, from one number on and so much more each time. */
static void check_carried_multiples(checks *checks) {
    static const struct {
        int64_t first;
        int64_t step;
        const char *error;
    } cases[] = {
        {0, 16, NULL}, {0, 4, "what is carried is no such multiple"}, {4, 16, "what is carried is no such multiple"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        subject s;
        twk_nodes one;
        twk_loop *loop;
        open_subject(&s);
        one = twk_new_nodes(&s.b, 1);
        one.at[0] = twk_constant(&s.b, cases[i].first);
        loop = twk_begin_loop(&s.b, s.x, one);
        loop->carried.at[0]->divisor = 8;
        one.at[0] = twk_add(&s.b, loop->carried.at[0], twk_constant(&s.b, cases[i].step));
        twk_end_loop(&s.b, loop, one);
        twk_return(&s.b);
        CHECK(checks, close_subject(&s, cases[i].error));
    }
}

static void check_regions(checks *checks) {
    subject s;
    twk_nodes none = {NULL, 0};
    twk_nodes one;
    twk_loop *loop;
    twk_node *inside;
    open_subject(&s);
    loop = emit_loop(&s, s.x, NULL);
    twk_add(&s.b, loop->carried.at[0], s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
    open_subject(&s);
    one = twk_new_nodes(&s.b, 1);
    one.at[0] = s.x;
    loop = twk_begin_loop(&s.b, s.x, one);
    inside = twk_add(&s.b, loop->index, s.x);
    one.at[0] = inside;
    twk_end_loop(&s.b, loop, one);
    twk_add(&s.b, inside, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an operand is not defined here"));
    open_subject(&s);
    emit_loop(&s, s.x, s.tensor);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "a value changes its type as it passes on"));
    open_subject(&s);
    one = twk_new_nodes(&s.b, 1);
    one.at[0] = s.x;
    loop = twk_begin_loop(&s.b, s.x, one);
    twk_end_loop(&s.b, loop, none);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "values that pass on do not match in number"));
    open_subject(&s);
    twk_begin_loop(&s.b, s.x, none);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "does not end the kernel"));
}

/* A conditional with a value on one side; returns that value. */
static twk_node *emit_conditional(subject *s) {
    twk_node *condition = twk_compare(&s->b, TWK_PREDICATE_EQ, s->x, twk_constant(&s->b, 3));
    twk_branch *branch = twk_begin_if(&s->b, condition);
    twk_node *inside = twk_add(&s->b, s->x, s->x);
    twk_add(&s->b, inside, s->x);
    twk_begin_else(&s->b, branch, twk_no_nodes);
    twk_add(&s->b, s->x, s->x);
    twk_end_if(&s->b, branch, twk_no_nodes);
    return inside;
}

static void check_conditionals(checks *checks) {
    const twk_nodes none = {NULL, 0};
    subject s;
    twk_node *inside;
    twk_branch *branch;
    twk_loop *loop;
    open_subject(&s);
    emit_conditional(&s);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
    open_subject(&s);
    inside = emit_conditional(&s);
    twk_add(&s.b, inside, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an operand is not defined here"));
    open_subject(&s);
    branch = twk_begin_if(&s.b, twk_constant_of(&s.b, 1, TWK_I1));
    inside = twk_add(&s.b, s.x, s.x);
    twk_begin_else(&s.b, branch, twk_no_nodes);
    twk_add(&s.b, inside, s.x);
    twk_end_if(&s.b, branch, twk_no_nodes);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an operand is not defined here"));
    open_subject(&s);
    branch = twk_begin_if(&s.b, s.x);
    twk_begin_else(&s.b, branch, twk_no_nodes);
    twk_end_if(&s.b, branch, twk_no_nodes);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "the condition is no i1"));
    open_subject(&s);
    twk_begin_if(&s.b, twk_constant_of(&s.b, 1, TWK_I1));
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "does not end the kernel"));
    open_subject(&s);
    branch = twk_begin_if(&s.b, twk_constant_of(&s.b, 1, TWK_I1));
    twk_end_if(&s.b, branch, twk_no_nodes);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "no such region is open"));
    open_subject(&s);
    loop = twk_begin_loop(&s.b, s.x, none);
    branch = twk_begin_if(&s.b, twk_constant_of(&s.b, 1, TWK_I1));
    twk_end_loop(&s.b, loop, none);
    CHECK(checks, branch != NULL);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "no such region is open"));
}

/* A conditional whose sides are left by these values, NULL for none. */
static twk_branch *emit_choice(subject *s, twk_node *one, twk_node *other) {
    twk_branch *branch = twk_begin_if(&s->b, twk_compare(&s->b, TWK_PREDICATE_EQ, s->x, twk_constant(&s->b, 3)));
    twk_nodes leaving = twk_new_nodes(&s->b, one ? 1 : 0);
    if (one) {
        leaving.at[0] = one;
    }
    twk_begin_else(&s->b, branch, leaving);
    leaving = twk_new_nodes(&s->b, other ? 1 : 0);
    if (other) {
        leaving.at[0] = other;
    }
    twk_end_if(&s->b, branch, leaving);
    return branch;
}

/* Values that leave a conditional: of one type on both sides, defined there, and multiples of what both are. */
static void check_leaving(checks *checks) {
    subject s;
    twk_node *inside;
    twk_node *place;
    open_subject(&s);
    twk_add(&s.b, emit_choice(&s, s.x, s.x)->joined.at[0], s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
    open_subject(&s);
    emit_choice(&s, s.x, NULL);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "values that pass on do not match in number"));
    open_subject(&s);
    emit_choice(&s, NULL, s.x);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "values that pass on do not match in number"));
    open_subject(&s);
    emit_choice(&s, s.x, s.tensor);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "a value changes its type as it passes on"));
    open_subject(&s);
    inside = emit_conditional(&s);
    emit_choice(&s, s.x, inside);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "an operand is not defined here"));
    open_subject(&s);
    place = twk_mul(&s.b, s.x, twk_constant(&s.b, 8));
    inside = twk_mul(&s.b, s.x, twk_constant(&s.b, 4));
    place = twk_offset(&s.b, s.function.lds, emit_choice(&s, place, inside)->joined.at[0]);
    twk_load(&s.b, TWK_VECTOR_2(I32), place, 4, TWK_NO_SCOPE);
    twk_load(&s.b, TWK_VECTOR_2(I32), place, 8, TWK_NO_SCOPE);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "(load): an alignment is not known to hold"));
}

/* Accesses name a stage that the function has, and swizzled and chosen addresses keep what both sides keep. */
static void check_stages(checks *checks) {
    subject s;
    twk_node *swizzled;
    twk_node *chosen;
    twk_node *address;
    open_subject(&s);
    s.function.stages = 2;
    twk_load(&s.b, TWK_I32, s.function.lds, 4, 1);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
    open_subject(&s);
    s.function.stages = 2;
    twk_load(&s.b, TWK_I32, s.function.lds, 4, 2);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "no such stage"));
    open_subject(&s);
    swizzled = twk_xor(&s.b, twk_mul(&s.b, s.x, twk_constant(&s.b, 16)), twk_constant(&s.b, 8));
    chosen = twk_compare(&s.b, TWK_PREDICATE_EQ, s.x, twk_constant(&s.b, 3));
    chosen = twk_select(&s.b, chosen, swizzled, twk_constant(&s.b, 32));
    address = twk_offset(&s.b, s.function.lds, chosen);
    twk_load(&s.b, TWK_VECTOR_2(I32), address, 8, TWK_NO_SCOPE);
    twk_load(&s.b, TWK_VECTOR_4(I32), address, 16, TWK_NO_SCOPE);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "node 7 (load): an alignment is not known to hold"));
}

/* What LLVM refuses: void as a value, one loop twice, two arguments of one name; and a stage below none. */
static void check_refused(checks *checks) {
    subject s;
    twk_node *nothing;
    twk_loop *loop;
    open_subject(&s);
    nothing = twk_poison(&s.b, TWK_VOID);
    twk_select(&s.b, twk_compare(&s.b, TWK_PREDICATE_EQ, s.x, twk_constant(&s.b, 3)), nothing, nothing);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "types do not fit"));
    open_subject(&s);
    emit_loop(&s, twk_poison(&s.b, TWK_VOID), NULL);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "a void passes on"));
    open_subject(&s);
    loop = twk_begin_loop(&s.b, s.x, twk_no_nodes);
    twk_end_loop(&s.b, loop, twk_no_nodes);
    twk_begin_loop(&s.b, s.x, twk_no_nodes);
    s.function.last->of.loop = loop;
    twk_end_loop(&s.b, loop, twk_no_nodes);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "the loop stands in the body twice"));
    open_subject(&s);
    twk_argument_node(&s.b, "t", TWK_I32, "");
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "two arguments of one name"));
    open_subject(&s);
    twk_load(&s.b, TWK_I32, s.function.lds, 4, -2);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "no such stage"));
}

static void check_whole(checks *checks) {
    subject s;
    open_subject(&s);
    CHECK(checks, close_subject(&s, "has no ret"));
    open_subject(&s);
    twk_return(&s.b);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "does not end the kernel"));
    open_subject(&s);
    s.function.lds_bytes = 65537;
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "too many bytes of LDS"));
    open_subject(&s);
    s.function.threads = 1025;
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "too many threads"));
    open_subject(&s);
    twk_fence(&s.b, TWK_ORDERING_SEQ_CST);
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, "no such ordering"));
}

/* Constants fold as the machine computes: in their width, divisions unsigned. */
static void check_folding(checks *checks) {
    subject s;
    twk_node *large;
    twk_node *minus_one;
    open_subject(&s);
    large = twk_constant(&s.b, INT64_C(1) << 31);
    minus_one = twk_constant(&s.b, -1);
    CHECK(checks, twk_is_number(large, -(INT64_C(1) << 31)));
    CHECK(checks, twk_is_number(twk_add(&s.b, large, minus_one), INT32_MAX));
    CHECK(checks, twk_is_number(twk_mul(&s.b, large, large), 0));
    CHECK(checks, twk_is_number(twk_udiv(&s.b, minus_one, twk_constant(&s.b, 2)), INT32_MAX));
    CHECK(checks, twk_is_number(twk_urem(&s.b, minus_one, twk_constant(&s.b, 10)), 5));
    CHECK(checks, twk_is_number(twk_compare(&s.b, TWK_PREDICATE_ULT, minus_one, large), 0));
    CHECK(checks, twk_is_number(twk_compare(&s.b, TWK_PREDICATE_SLT, large, minus_one), 1));
    CHECK(checks, twk_is_number(twk_constant_of(&s.b, INT64_MIN, TWK_I64), INT64_MIN));
    CHECK(checks, twk_is_number(twk_constant_of(&s.b, 3, TWK_I1), 1));
    CHECK(checks, twk_add(&s.b, s.x, twk_constant(&s.b, 0)) == s.x);
    CHECK(checks, twk_is_number(twk_xor(&s.b, minus_one, twk_constant(&s.b, 5)), -6));
    CHECK(checks, twk_xor(&s.b, s.x, twk_constant(&s.b, 0)) == s.x);
    CHECK(checks, twk_same(twk_constant(&s.b, 7), twk_constant(&s.b, 7)));
    CHECK(checks, !twk_same(twk_constant(&s.b, 7), twk_constant_of(&s.b, 7, TWK_I64)));
    twk_return(&s.b);
    CHECK(checks, close_subject(&s, NULL));
}

int main(void) {
    checks checks = {0, 0};
    check_memory_accesses(&checks);
    check_addresses(&checks);
    check_types(&checks);
    check_kinds(&checks);
    check_comparisons(&checks);
    check_structs(&checks);
    check_updates(&checks);
    check_assembly(&checks);
    check_calls(&checks);
    check_carried_multiples(&checks);
    check_regions(&checks);
    check_conditionals(&checks);
    check_leaving(&checks);
    check_stages(&checks);
    check_refused(&checks);
    check_whole(&checks);
    check_folding(&checks);
    return finish(&checks, "verifier");
}
