/* Each operation of the IR in a module of its own, which passes the verifier. With an argument, the modules are printed:
 * tests/test_operations.py compares them with those of the Python engine. */
#include "check.h"
#include "ir/builder.h"
#include "ir/verifier.h"
#include "machine/interface.h"

static const twk_type *const mixed = TWK_STRUCT("{ i32, <2 x float> }", 2, TWK_I32, TWK_VECTOR_2(FLOAT));
static const twk_type *const words = TWK_STRUCT("{ i32, i32 }", 2, TWK_I32, TWK_I32);

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* A module that is being built: one kernel or two, and what each begins with. */
typedef struct subject {
    twk_context context;
    twk_function functions[2];
    twk_builder builders[2];
    size_t count;
    twk_builder *b;
    twk_node *out;    /* a tensor */
    twk_node *thread; /* an i32 */
    twk_node *number; /* a float */
    twk_node *place;  /* the thread's own 8 bytes of the tensor */
} subject;

static void open_kernel(subject *s, const char *name) {
    s->b = &s->builders[s->count];
    twk_builder_open(s->b, &s->context.arena, &s->functions[s->count++], name, &twk_arches[TWK_ARCH_GFX942], 64);
    s->b->function->lds_bytes = 1024;
    s->out = twk_argument_node(s->b, "out", TWK_POINTER(1), "noalias align 16");
    s->thread = twk_call(s->b, TWK_WORKITEM_ID_X, NULL, 0);
    s->number = twk_cast(s->b, TWK_OP_SITOFP, s->thread, TWK_FLOAT);
    s->place = twk_mul(s->b, s->thread, twk_constant(s->b, 8));
    s->place = twk_offset(s->b, s->out, s->place);
}

/* Write a value to the thread's own place, and end the kernel. */
static void finish_kernel(subject *s, twk_node *value) {
    twk_store(s->b, value, s->place, twk_type_bytes(value->type), TWK_NO_SCOPE);
    twk_return(s->b);
}

static void open_subject(subject *s) {
    memset(s, 0, sizeof *s);
    twk_arena_open(&s->context.arena, NULL);
    open_kernel(s, "kernel");
}

/* Verify the module, and print it where that is asked for. */
static void close_subject(checks *checks, subject *s, const char *name, int print) {
    twk_function *const functions[] = {&s->functions[0], &s->functions[1]};
    const twk_module module = {functions, s->count, TWK_FLAVOR_LLVM22};
    size_t i;
    for (i = 0; i < s->count; i++) {
        twk_verify(&s->context, functions[i]);
    }
    if (s->context.error) {
        printf("%s: %s\n", name, s->context.error);
    }
    CHECK(checks, !s->context.error);
    if (print) {
        twk_text text = twk_print_module(&s->context.arena, &module, twk_find_machine(functions[0]->arch)->shell);
        printf("=== %s\n%s", name, twk_text_finish(&text));
    }
    twk_arena_close(&s->context.arena);
}

static twk_nodes list_of(subject *s, twk_node *const *nodes, size_t count) {
    twk_nodes list = twk_new_nodes(s->b, count);
    memcpy(list.at, nodes, count * sizeof *nodes);
    return list;
}

static const char *mnemonic(twk_operation op) {
    return twk_operations[op].mnemonic;
}

static const twk_operation integers[] = {
    TWK_OP_ADD, TWK_OP_SUB, TWK_OP_MUL, TWK_OP_UDIV, TWK_OP_UREM,
    TWK_OP_AND, TWK_OP_OR,  TWK_OP_XOR, TWK_OP_SHL,  TWK_OP_LSHR,
};
static const twk_operation floats[] = {TWK_OP_FADD, TWK_OP_FSUB, TWK_OP_FMUL, TWK_OP_FDIV};

static void check_arithmetic(checks *checks, int print) {
    subject s;
    twk_node *value;
    size_t i;
    for (i = 0; i < LENGTH(integers); i++) {
        open_subject(&s);
        value = twk_constant(s.b, 5);
        value = twk_arithmetic(s.b, integers[i], s.thread, value);
        finish_kernel(&s, value);
        close_subject(checks, &s, mnemonic(integers[i]), print);
    }
    for (i = 0; i < LENGTH(floats); i++) {
        open_subject(&s);
        value = twk_float_constant(s.b, 0x3fc00000, TWK_FLOAT);
        value = twk_arithmetic(s.b, floats[i], s.number, value);
        finish_kernel(&s, value);
        close_subject(checks, &s, mnemonic(floats[i]), print);
    }
    open_subject(&s);
    value = twk_arithmetic(s.b, TWK_OP_FNEG, s.number, NULL);
    finish_kernel(&s, value);
    close_subject(checks, &s, "fneg", print);
}

/* Every predicate that either comparison takes. */
static void check_comparisons(checks *checks, int print) {
    char name[32];
    int predicate;
    for (predicate = 0; predicate < 2 * TWK_PREDICATE_COUNT; predicate++) {
        bool whole = predicate < TWK_PREDICATE_COUNT;
        twk_operation op = whole ? TWK_OP_ICMP : TWK_OP_FCMP;
        twk_predicate asked = (twk_predicate)(predicate % TWK_PREDICATE_COUNT);
        subject s;
        twk_node *value;
        if (!(twk_operations[op].takes >> asked & 1)) {
            continue;
        }
        open_subject(&s);
        value = whole ? twk_constant(s.b, 5) : twk_float_constant(s.b, 0x40a00000, TWK_FLOAT);
        value = twk_compare(s.b, asked, whole ? s.thread : s.number, value);
        value = twk_cast(s.b, TWK_OP_ZEXT, value, TWK_I32);
        finish_kernel(&s, value);
        snprintf(name, sizeof name, "%s %s", mnemonic(op), twk_predicates[asked].word);
        close_subject(checks, &s, name, print);
    }
}

static void check_conversions(checks *checks, int print) {
    static const struct {
        twk_operation op;
        bool of_number; /* of the float, otherwise of the thread */
        twk_operation before;
        const twk_type *from; /* what `before` makes of it */
        const twk_type *to;
    } rows[] = {
        {TWK_OP_BITCAST, false, TWK_OP_BITCAST, TWK_I32, TWK_VECTOR_2(HALF)},
        {TWK_OP_TRUNC, false, TWK_OP_BITCAST, TWK_I32, TWK_I16},
        {TWK_OP_ZEXT, false, TWK_OP_TRUNC, TWK_I16, TWK_I32},
        {TWK_OP_SEXT, false, TWK_OP_TRUNC, TWK_I16, TWK_I64},
        {TWK_OP_FPTRUNC, true, TWK_OP_BITCAST, TWK_FLOAT, TWK_BFLOAT},
        {TWK_OP_FPEXT, true, TWK_OP_FPTRUNC, TWK_HALF, TWK_FLOAT},
        {TWK_OP_SITOFP, false, TWK_OP_BITCAST, TWK_I32, TWK_FLOAT},
        {TWK_OP_UITOFP, false, TWK_OP_BITCAST, TWK_I32, TWK_FLOAT},
        {TWK_OP_FPTOSI, true, TWK_OP_BITCAST, TWK_FLOAT, TWK_I32},
    };
    subject s;
    twk_node *value;
    size_t i;
    for (i = 0; i < LENGTH(rows); i++) {
        open_subject(&s);
        value = twk_cast(s.b, rows[i].before, rows[i].of_number ? s.number : s.thread, rows[i].from);
        value = twk_cast(s.b, rows[i].op, value, rows[i].to);
        finish_kernel(&s, value);
        close_subject(checks, &s, mnemonic(rows[i].op), print);
    }
    open_subject(&s);
    value = twk_cast(s.b, TWK_OP_PTRTOINT, s.place, TWK_I64);
    finish_kernel(&s, value);
    close_subject(checks, &s, "ptrtoint", print);
}

/* Floats that LLVM spells by the bits of a double, and halves by their own: zeros, subnormals, infinity, a NaN. */
static void check_constants(checks *checks, int print) {
    static const uint64_t bits[] = {0,          0x80000000, 0x3f800000, 0x00000001, 0x00400000, 0x007fffff,
                                    0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00001};
    subject s;
    twk_node *value;
    size_t i;
    open_subject(&s);
    for (i = 0; i < LENGTH(bits); i++) {
        value = twk_offset(s.b, s.out, twk_constant(s.b, 4 * (int64_t)i));
        twk_store(s.b, twk_float_constant(s.b, bits[i], TWK_FLOAT), value, 4, TWK_NO_SCOPE);
    }
    twk_store(s.b, twk_float_constant(s.b, 0x3c01, TWK_HALF), s.out, 2, TWK_NO_SCOPE);
    twk_store(s.b, twk_float_constant(s.b, 0xbf81, TWK_BFLOAT), s.out, 2, TWK_NO_SCOPE);
    twk_store(s.b, twk_constant_of(s.b, INT64_MIN, TWK_I64), s.out, 8, TWK_NO_SCOPE);
    finish_kernel(&s, twk_zero(s.b, TWK_VECTOR_2(FLOAT)));
    close_subject(checks, &s, "constants", print);
}

static void check_vectors(checks *checks, int print) {
    subject s;
    twk_node *value;
    twk_node *pair[2];
    open_subject(&s);
    value = twk_compare(s.b, TWK_PREDICATE_ULT, s.thread, twk_constant(s.b, 32));
    value = twk_select(s.b, value, s.thread, twk_constant(s.b, 7));
    finish_kernel(&s, value);
    close_subject(checks, &s, "select", print);
    open_subject(&s);
    value = twk_insert(s.b, twk_zero(s.b, TWK_VECTOR_4(FLOAT)), s.number, 2);
    value = twk_extract(s.b, value, 2);
    finish_kernel(&s, value);
    close_subject(checks, &s, "insertelement extractelement", print);
    open_subject(&s);
    pair[0] = s.thread;
    pair[1] = s.thread;
    pair[0] = twk_concatenate(s.b, list_of(&s, pair, 2));
    pair[1] = twk_load(s.b, TWK_VECTOR_2(I32), s.place, 8, TWK_NO_SCOPE);
    value = twk_concatenate(s.b, list_of(&s, pair, 2));
    value = twk_extract(s.b, value, 3);
    finish_kernel(&s, value);
    close_subject(checks, &s, "shufflevector", print);
    open_subject(&s);
    value = twk_insert(s.b, twk_poison(s.b, mixed), s.thread, 0);
    value = twk_insert(s.b, value, twk_zero(s.b, TWK_VECTOR_2(FLOAT)), 1);
    pair[0] = twk_extract(s.b, value, 1);
    twk_store(s.b, pair[0], s.place, 8, TWK_NO_SCOPE);
    value = twk_extract(s.b, value, 0);
    finish_kernel(&s, value);
    close_subject(checks, &s, "insertvalue extractvalue", print);
}

static void check_memory(checks *checks, int print) {
    char name[64];
    subject s;
    twk_node *value;
    int update;
    open_subject(&s);
    twk_comment(s.b, "each thread reads what the next wrote");
    value = twk_offset(s.b, s.b->function->lds, twk_mul(s.b, s.thread, twk_constant(s.b, 4)));
    twk_store(s.b, s.thread, value, 4, TWK_NO_SCOPE);
    twk_fence(s.b, TWK_ORDERING_RELEASE);
    twk_call(s.b, TWK_BARRIER, NULL, 0);
    twk_fence(s.b, TWK_ORDERING_ACQUIRE);
    value = twk_add(s.b, s.thread, twk_constant(s.b, 1));
    value = twk_urem(s.b, value, twk_constant(s.b, 64));
    value = twk_mul(s.b, value, twk_constant(s.b, 4));
    value = twk_offset(s.b, s.b->function->lds, value);
    value = twk_load(s.b, TWK_I32, value, 4, TWK_NO_SCOPE);
    finish_kernel(&s, value);
    close_subject(checks, &s, "getelementptr load store fence", print);
    for (update = 0; update < TWK_UPDATE_COUNT; update++) {
        twk_atomic atomic;
        atomic.update = (twk_update)update;
        atomic.ordering = (twk_ordering)(update % TWK_ORDERING_COUNT);
        atomic.sync_scope = (twk_sync_scope)(update % TWK_SYNC_SCOPE_COUNT);
        open_subject(&s);
        value = twk_updates[update].of == TWK_KIND_FLOAT ? s.number : s.thread;
        value = twk_atomic_update(s.b, atomic, s.place, value, TWK_NO_SCOPE);
        finish_kernel(&s, value);
        snprintf(name, sizeof name, "atomicrmw %s %s", twk_updates[update].word, twk_orderings[atomic.ordering]);
        close_subject(checks, &s, name, print);
    }
}

static void check_calls(checks *checks, int print) {
    twk_assembly_text assembly = {"v_mov_b32 $0, $2\\0Av_not_b32 $1, $2", "=&v,=v,v", false};
    subject s;
    twk_node *value;
    twk_node *half;
    open_subject(&s);
    half = twk_float_constant(s.b, 0x3f000000, TWK_FLOAT);
    value = TWK_CALL(s.b, TWK_FMA_F32, s.number, half, half);
    value = TWK_CALL(s.b, TWK_MINIMUM_F32, value, s.number);
    value = TWK_CALL(s.b, TWK_MAXIMUM_F32, value, half);
    finish_kernel(&s, value);
    close_subject(checks, &s, "call", print);
    open_subject(&s);
    value = twk_assembly(s.b, assembly, words, list_of(&s, &s.thread, 1));
    half = twk_extract(s.b, value, 0);
    value = twk_extract(s.b, value, 1);
    value = twk_add(s.b, value, half);
    assembly.template = "s_nop 0";
    assembly.constraints = "";
    assembly.side_effects = true;
    twk_assembly(s.b, assembly, TWK_VOID, twk_no_nodes);
    finish_kernel(&s, value);
    close_subject(checks, &s, "asm", print);
}

/* A load under a condition, from whose other side a value leaves that another conditional made; a store under one. */
static void check_conditionals(checks *checks, int print) {
    subject s;
    twk_node *value[2];
    twk_node *condition;
    twk_branch *branch;
    twk_branch *inner;
    open_subject(&s);
    condition = twk_compare(s.b, TWK_PREDICATE_ULT, s.thread, twk_constant(s.b, 16));
    branch = twk_begin_if(s.b, condition);
    value[0] = twk_load(s.b, TWK_I32, s.place, 4, TWK_NO_SCOPE);
    value[1] = s.number;
    twk_begin_else(s.b, branch, list_of(&s, value, 2));
    condition = twk_compare(s.b, TWK_PREDICATE_ULT, s.thread, twk_constant(s.b, 32));
    inner = twk_begin_if(s.b, condition);
    value[0] = twk_add(s.b, s.thread, s.thread);
    twk_begin_else(s.b, inner, list_of(&s, value, 1));
    value[0] = s.thread;
    twk_end_if(s.b, inner, list_of(&s, value, 1));
    value[0] = inner->joined.at[0];
    value[1] = twk_zero(s.b, TWK_FLOAT);
    twk_end_if(s.b, branch, list_of(&s, value, 2));
    condition = twk_compare(s.b, TWK_PREDICATE_EQ, s.thread, twk_constant(s.b, 3));
    inner = twk_begin_if(s.b, condition);
    twk_store(s.b, s.thread, s.out, 4, TWK_NO_SCOPE);
    twk_begin_else(s.b, inner, twk_no_nodes);
    twk_end_if(s.b, inner, twk_no_nodes);
    twk_store(s.b, branch->joined.at[1], s.place, 4, TWK_NO_SCOPE);
    finish_kernel(&s, branch->joined.at[0]);
    close_subject(checks, &s, "if else endif", print);
}

static void check_loops(checks *checks, int print) {
    subject s;
    twk_node *carried[2];
    twk_node *condition;
    twk_branch *branch;
    twk_loop *loop;
    open_subject(&s);
    carried[0] = s.thread;
    carried[1] = s.number;
    loop = twk_begin_loop(s.b, twk_constant(s.b, 5), list_of(&s, carried, 2));
    condition = twk_compare(s.b, TWK_PREDICATE_ULT, loop->carried.at[0], loop->index);
    branch = twk_begin_if(s.b, condition);
    carried[0] = twk_add(s.b, loop->carried.at[0], loop->index);
    twk_begin_else(s.b, branch, list_of(&s, carried, 1));
    carried[0] = loop->carried.at[0];
    twk_end_if(s.b, branch, list_of(&s, carried, 1));
    carried[0] = branch->joined.at[0];
    carried[1] = twk_arithmetic(s.b, TWK_OP_FADD, loop->carried.at[1], s.number);
    twk_end_loop(s.b, loop, list_of(&s, carried, 2));
    twk_store(s.b, loop->carried.at[1], s.place, 4, TWK_NO_SCOPE);
    finish_kernel(&s, loop->carried.at[0]);
    close_subject(checks, &s, "loop endloop", print);
}

/* Six arguments, scalars among them, and two kernels with globals, stages and intrinsics of their own. */
static void check_modules(checks *checks, int print) {
    subject s;
    twk_node *value;
    twk_node *zero;
    size_t kernel;
    open_subject(&s);
    twk_argument_node(s.b, "in", TWK_POINTER(1), "noalias readonly align 16");
    twk_argument_node(s.b, "bias", TWK_POINTER(1), "noalias readonly align 16");
    twk_argument_node(s.b, "workspace", TWK_POINTER(1), "");
    value = twk_argument_node(s.b, "splits", TWK_I32, "");
    zero = twk_argument_node(s.b, "scale", TWK_FLOAT, "");
    value = twk_cast(s.b, TWK_OP_UITOFP, value, TWK_FLOAT);
    value = twk_arithmetic(s.b, TWK_OP_FMUL, value, zero);
    finish_kernel(&s, value);
    close_subject(checks, &s, "argument", print);
    open_subject(&s);
    for (kernel = 0; kernel < 2; kernel++) {
        if (kernel) {
            open_kernel(&s, "second");
        }
        s.b->function->stages = 2;
        value = twk_load(s.b, TWK_I32, s.b->function->lds, 4, (int64_t)kernel);
        zero = twk_load(s.b, TWK_I32, twk_zeros(s.b, 16), 4, TWK_NO_SCOPE);
        value = twk_add(s.b, value, zero);
        value = TWK_CALL(s.b, TWK_READFIRSTLANE, value);
        finish_kernel(&s, value);
    }
    close_subject(checks, &s, "ret", print);
}

int main(int count, char **arguments) {
    checks checks = {0, 0};
    int print = count > 1;
    (void)arguments;
    check_arithmetic(&checks, print);
    check_comparisons(&checks, print);
    check_conversions(&checks, print);
    check_constants(&checks, print);
    check_vectors(&checks, print);
    check_memory(&checks, print);
    check_calls(&checks, print);
    check_conditionals(&checks, print);
    check_loops(&checks, print);
    check_modules(&checks, print);
    if (print) {
        printf("=== ");
    }
    return finish(&checks, "operations");
}
