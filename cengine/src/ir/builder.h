/* The builder: one call an operation, appended to the function in emission order.
 *
 * A function's body is one flat list of nodes. Loops and conditionals are opened and closed by nodes of their own, so
 * a value is usable from its definition to the end of the region that it was defined in. Values carry no numbers;
 * the printer gives them. In C the arguments of a call are evaluated in any order, so one statement holds one
 * emitting call.
 *
 * Where memory runs out, the arena remembers it and every operation returns `sink`, a constant that stands in no
 * body. Emitters need not look, as no loop of theirs depends on a value; lists of nodes are another matter, see
 * twk_new_nodes. */
#ifndef TWK_IR_BUILDER_H
#define TWK_IR_BUILDER_H

#include "contract_gen.h"
#include "text.h"

typedef struct twk_node twk_node;

/* A list of nodes in an arena. */
typedef struct twk_nodes {
    twk_node **at;
    size_t count;
} twk_nodes;

/* A stretch of a body: the body itself, that of a loop, or one side of a conditional. The verifier opens and closes
 * it, and notes the one around it. */
typedef struct twk_region {
    bool open;
    struct twk_region *outer;
} twk_region;

/* A loop: `index` counts from 0, `carried` are the values at the top of an iteration, `following` those of the
 * next. `region` belongs to the verifier; `number` and the labels of the blocks before it and at its end
 * belong to the printer. */
typedef struct twk_loop {
    twk_node *index;
    twk_nodes carried;
    twk_nodes following;
    twk_region region;
    int number;
    const char *entry;
    const char *latch;
} twk_loop;

/* A conditional: `leaving` are the values at the end of its first side, `joined` what they and those of the second
 * become. `sides` belong to the verifier, `number` and the labels of the blocks at the ends of the sides to the printer. */
typedef struct twk_branch {
    twk_nodes leaving;
    twk_nodes joined;
    twk_region sides[2];
    int number;
    const char *ends[2];
} twk_branch;

/* How an atomic access is made. */
typedef struct twk_atomic {
    twk_update update;
    twk_ordering ordering;
    twk_sync_scope sync_scope;
} twk_atomic;

/* Inline assembly as LLVM spells it between quotes, and its constraints: those of the results come first. */
typedef struct twk_assembly_text {
    const char *template;
    const char *constraints;
    bool side_effects;
} twk_assembly_text;

/* The scope of an access that is not confined to one LDS stage. */
#define TWK_NO_SCOPE (-1)

/* One operation or value.
 *
 * `type` is its result (void for none), `args` its operands. `immediate` is the value of a constant, a
 * predicate, an alignment or an index. `scope` is the LDS stage that an access is confined to, or TWK_NO_SCOPE.
 * `region` (NULL for a node that stands in no body, or not yet) and `divisor` belong to the verifier (the latter of what a
 * loop carries is claimed, and checked), `number` to the printer. */
struct twk_node {
    twk_node *next;
    const twk_type *type;
    union {
        const char *text; /* a value that prints as such; a comment */
        const twk_intrinsic *intrinsic;
        const twk_assembly_text *assembly;
        twk_atomic atomic; /* of a fence, the ordering alone */
        twk_loop *loop;
        twk_branch *branch;
    } of;
    int64_t immediate;
    const twk_region *region;
    uint64_t number;
    int32_t divisor;
    uint16_t op;
    int16_t scope;
    uint32_t count;
    twk_node *args[];
};

typedef struct twk_argument {
    struct twk_argument *next;
    twk_node *node;
    const char *attributes; /* printed between type and name */
} twk_argument;

/* A kernel: its arguments, its LDS bytes and its body.
 *
 * `zero_bytes` is the size of the module's zeros that it may read (0: none). `stages` is the number of LDS stages
 * that accesses are confined to (0: none is). `warps_per_unit` (0: open) and `no_accumulation` are wishes to the
 * compiler. `parted`: warps have roles, and meet from different places. */
typedef struct twk_function {
    const char *name;
    const twk_arch *arch;
    int64_t threads;
    int64_t lds_bytes;
    int64_t stages;
    int64_t warps_per_unit;
    bool no_accumulation;
    bool parted;
    twk_node *lds;
    int64_t zero_bytes;
    twk_node *zeros;
    twk_argument *arguments;
    twk_argument *last_argument;
    twk_region region;
    twk_node *first;
    twk_node *last;
} twk_function;

/* Appends nodes to a function, folding what two constants or a neutral element make trivial. */
typedef struct twk_builder {
    twk_arena *arena;
    twk_function *function;
    const struct twk_machine *machine; /* of the function's architecture; see machine/interface.h */
    twk_node *sink;
} twk_builder;

/* An empty kernel and the builder of its body; false where memory runs out. */
bool twk_builder_open(twk_builder *b, twk_arena *arena, twk_function *function, const char *name, const twk_arch *arch,
                      int64_t threads);

/* A list of no nodes. */
extern const twk_nodes twk_no_nodes;

/* A list of `count` nodes, to be filled; where memory runs out it has none, and the caller must not go on. */
twk_nodes twk_new_nodes(twk_builder *b, size_t count);

/* Whether a value is known when the kernel is written; and whether it is known to be `value`. */
bool twk_is_constant(const twk_node *node);
bool twk_is_number(const twk_node *node, int64_t value);

/* Whether two nodes are one value. */
bool twk_same(const twk_node *a, const twk_node *b);

/* Add an argument to the function; `attributes` are printed between its type and its name. */
twk_node *twk_argument_node(twk_builder *b, const char *name, const twk_type *type, const char *attributes);

/* An integer constant, of i32 or of any integer type. */
twk_node *twk_constant(twk_builder *b, int64_t value);
twk_node *twk_constant_of(twk_builder *b, int64_t value, const twk_type *type);

/* The floating constant with these bits. */
twk_node *twk_float_constant(twk_builder *b, uint64_t bits, const twk_type *type);

/* The zero of a floating type or of a vector; the poison of any type, to insert elements or members into. */
twk_node *twk_zero(twk_builder *b, const twk_type *type);
twk_node *twk_poison(twk_builder *b, const twk_type *type);

/* The address of `size` zero bytes in global memory, which the module brings with it. */
twk_node *twk_zeros(twk_builder *b, int64_t size);

/* Name the part of the kernel that follows. */
void twk_comment(twk_builder *b, const char *text);

/* Integer arithmetic. Division is unsigned and rounds down; a constant divisor is not zero. */
twk_node *twk_add(twk_builder *b, twk_node *x, twk_node *y);
twk_node *twk_sub(twk_builder *b, twk_node *x, twk_node *y);
twk_node *twk_mul(twk_builder *b, twk_node *x, twk_node *y);
twk_node *twk_udiv(twk_builder *b, twk_node *x, twk_node *y);
twk_node *twk_urem(twk_builder *b, twk_node *x, twk_node *y);

/* Bitwise and; for i1, where one side is constant, the other side or false. */
twk_node *twk_and(twk_builder *b, twk_node *x, twk_node *y);

/* Bitwise exclusive or. */
twk_node *twk_xor(twk_builder *b, twk_node *x, twk_node *y);

/* An operation that nothing folds: fadd, fsub, fmul, fdiv; or, shl, lshr; fneg of x, where y is NULL. */
twk_node *twk_arithmetic(twk_builder *b, twk_operation op, twk_node *x, twk_node *y);

/* A comparison of integers or of floats. */
twk_node *twk_compare(twk_builder *b, twk_predicate predicate, twk_node *x, twk_node *y);

/* x where the condition holds, else y. */
twk_node *twk_select(twk_builder *b, twk_node *condition, twk_node *x, twk_node *y);

/* A conversion; one to the value's own type is the value. */
twk_node *twk_cast(twk_builder *b, twk_operation op, twk_node *value, const twk_type *type);

/* Element `index` of a vector, or member of a struct; a scalar is its own element 0. */
twk_node *twk_extract(twk_builder *b, twk_node *value, int64_t index);

/* What an operation gives: the members of a struct, or the one value. */
twk_nodes twk_members(twk_builder *b, twk_node *value);

/* A vector with one element replaced, or a struct with one member. */
twk_node *twk_insert(twk_builder *b, twk_node *value, twk_node *part, int64_t index);

/* One vector of the elements of vectors of one type, in order; their number is a power of two. Uses up the list. */
twk_node *twk_concatenate(twk_builder *b, twk_nodes parts);

/* A pointer moved by a number of bytes, an i32 or i64. */
twk_node *twk_offset(twk_builder *b, twk_node *base, twk_node *byte_offset);

/* Read and write memory; `scope` is an LDS stage or TWK_NO_SCOPE. */
twk_node *twk_load(twk_builder *b, const twk_type *type, twk_node *address, int64_t align, int64_t scope);
void twk_store(twk_builder *b, twk_node *value, twk_node *address, int64_t align, int64_t scope);

/* Update memory in one step; gives what was there before. */
twk_node *twk_atomic_update(twk_builder *b, twk_atomic atomic, twk_node *address, twk_node *value, int64_t scope);

/* A workgroup fence, for LDS alone. */
void twk_fence(twk_builder *b, twk_ordering ordering);

/* Inline assembly with the result of its constraints: void, a value, or a struct of several. */
twk_node *twk_assembly(twk_builder *b, twk_assembly_text assembly, const twk_type *type, twk_nodes args);

/* Call an intrinsic by its contract id. The arguments of TWK_CALL are plain variables. */
twk_node *twk_call(twk_builder *b, int intrinsic, twk_node *const *args, size_t count);
#define TWK_CALL(b, intrinsic, ...)                          \
    twk_call(b, intrinsic, (twk_node *const[]){__VA_ARGS__}, \
             sizeof((twk_node *const[]){__VA_ARGS__}) / sizeof(twk_node *))

/* Confine a call that was just made to an LDS stage, or TWK_NO_SCOPE. */
void twk_confine(twk_builder *b, twk_node *call, int64_t scope);

/* Open what runs where a condition holds, then what runs where it does not, and close both, naming the values that
 * leave each side: they leave the conditional as its `joined`. NULL where memory runs out, and the caller must not go
 * on. */
twk_branch *twk_begin_if(twk_builder *b, twk_node *condition);
void twk_begin_else(twk_builder *b, twk_branch *branch, twk_nodes leaving);
void twk_end_if(twk_builder *b, twk_branch *branch, twk_nodes leaving);

/* Open a loop of `trips` iterations (i32, at least 0) that carries values; NULL where memory runs out. */
twk_loop *twk_begin_loop(twk_builder *b, twk_node *trips, twk_nodes initial);

/* Close a loop, naming the carried values of the next iteration; they leave the loop as its `carried`. */
void twk_end_loop(twk_builder *b, twk_loop *loop, twk_nodes following);

/* End the kernel. */
void twk_return(twk_builder *b);

#endif
