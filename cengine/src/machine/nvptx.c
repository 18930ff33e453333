#include "machine/nvptx.h"

#include "machine/shell.h"

/* The mask of a shuffle in which the whole warp takes part, and what bounds the lane that it names (PTX ISA, "shfl.sync": c,
 * without segments). */
#define ALL_LANES (-1)
#define LAST_LANE 31

/* The barrier of warps that have roles; 0 is that of the whole block. */
#define PARTED_BARRIER 1

/* Zeros of the module that a lane which is off may load: as many as the widest load takes. */
#define ZERO_BYTES 16

static twk_node *reciprocal(twk_builder *b, twk_node *value) {
    return TWK_CALL(b, TWK_RECIPROCAL_APPROXIMATE, value);
}

static twk_node *thread(twk_builder *b) {
    return twk_call(b, TWK_THREAD_X, NULL, 0);
}

static twk_node *workgroup(twk_builder *b, int axis) {
    return twk_call(b, axis ? TWK_BLOCK_Y : TWK_BLOCK_X, NULL, 0);
}

/* That of lane 0. */
static twk_node *uniform(twk_builder *b, twk_node *value) {
    twk_node *mask = twk_constant(b, ALL_LANES);
    twk_node *lane = twk_constant(b, 0);
    twk_node *last = twk_constant(b, LAST_LANE);
    return TWK_CALL(b, TWK_SHUFFLE_INDEX, mask, value, lane, last);
}

static twk_tensor tensor(twk_builder *b, twk_node *pointer, int64_t size) {
    const twk_tensor made = {pointer, pointer, size};
    (void)b;
    return made;
}

static bool checks_range(const twk_builder *b, bool copies) {
    (void)b;
    (void)copies;
    return false;
}

static twk_node *folded(twk_builder *b, twk_tensor of, twk_node *offset, twk_node *valid, bool copies) {
    (void)b;
    (void)of;
    (void)offset;
    (void)valid;
    (void)copies;
    return NULL;
}

/* Lanes that are off load from zeros of the module's own, so that no branch parts the loads. */
static twk_node *load(twk_builder *b, twk_tensor from, twk_node *offset, twk_node *valid, const twk_type *type) {
    twk_node *source = twk_offset(b, from.pointer, offset);
    source = valid ? twk_select(b, valid, source, twk_zeros(b, ZERO_BYTES)) : source;
    return twk_load(b, type, source, twk_type_bytes(type), TWK_NO_SCOPE);
}

/* Close what runs where a condition holds; there is none where it always does. */
static void end_where(twk_builder *b, twk_branch *branch) {
    if (branch) {
        twk_begin_else(b, branch, twk_no_nodes);
        twk_end_if(b, branch, twk_no_nodes);
    }
}

static void store(twk_builder *b, twk_tensor to, twk_node *offset, twk_node *valid, twk_node *value) {
    twk_branch *branch = valid ? twk_begin_if(b, valid) : NULL;
    twk_node *place = twk_offset(b, to.pointer, offset);
    twk_store(b, value, place, twk_type_bytes(value->type), TWK_NO_SCOPE);
    end_where(b, branch);
}

/* Nobody waits for what was there before. */
static void add(twk_builder *b, twk_tensor to, twk_node *offset, twk_node *valid, twk_node *value) {
    const twk_atomic sum = {TWK_UPDATE_FADD, TWK_ORDERING_MONOTONIC, TWK_SYNC_SCOPE_DEVICE};
    twk_branch *branch = valid ? twk_begin_if(b, valid) : NULL;
    twk_node *place = twk_offset(b, to.pointer, offset);
    twk_atomic_update(b, sum, place, value, TWK_NO_SCOPE);
    end_where(b, branch);
}

/* A copy of no bytes reads nothing and writes zeros (PTX ISA, "cp.async": src-size). */
static void load_to_shared(twk_builder *b, twk_tensor from, twk_node *offset, twk_node *valid, int64_t dwords,
                           twk_node *place, int64_t stage) {
    int narrow = dwords == 1 ? TWK_COPY_ASYNC_1 : TWK_COPY_ASYNC_2;
    twk_node *size = twk_constant(b, 4 * dwords);
    size = valid ? twk_select(b, valid, size, twk_constant(b, 0)) : size;
    twk_node *source = twk_offset(b, from.pointer, offset);
    twk_node *copy = TWK_CALL(b, dwords == 4 ? TWK_COPY_ASYNC_4 : narrow, place, source, size);
    twk_confine(b, copy, stage);
}

static twk_node *chunk_place(twk_builder *b, twk_node *base, twk_node *thread_index, twk_node *warp,
                             int64_t chunk_bytes) {
    (void)warp;
    twk_node *moved = twk_mul(b, thread_index, twk_constant(b, chunk_bytes));
    return twk_offset(b, base, moved);
}

/* Groups of copies are counted: nothing is carried. */
static twk_nodes first_tokens(twk_builder *b, int64_t stages) {
    (void)b;
    (void)stages;
    return twk_no_nodes;
}

/* The copies of a tile are a group. */
static void filled(twk_builder *b, twk_nodes tokens, twk_token token) {
    (void)tokens;
    (void)token;
    twk_call(b, TWK_COMMIT_COPIES, NULL, 0);
}

static void await_filled(twk_builder *b, twk_nodes tokens, twk_token token) {
    twk_node *later = twk_constant(b, token.later);
    (void)tokens;
    TWK_CALL(b, TWK_WAIT_COPIES, later);
}

/* It orders all memory of the block, and waits for no copy. Warps that come from different places meet at one that counts
 * threads and is not aligned: of another the block is to come from one place (PTX ISA, "barrier.cta"; so Compute Sanitizer). */
static void barrier(twk_builder *b) {
    twk_node *number = twk_constant(b, b->function->parted ? PARTED_BARRIER : 0);
    if (b->function->parted) {
        twk_node *threads = twk_constant(b, b->function->threads);
        TWK_CALL(b, TWK_COUNTED_BARRIER, number, threads);
    } else {
        TWK_CALL(b, TWK_BLOCK_BARRIER, number);
    }
}

/* All warps meet. */
static void release(twk_builder *b, twk_nodes tokens, twk_token token) {
    (void)tokens;
    (void)token;
    barrier(b);
}

/* A read of as many matrices as a lane gets words of them. */
static twk_node *read_matrix(twk_builder *b, const twk_type *type, twk_node *address, const twk_tile_layout *layout,
                             int64_t stage) {
    int two = layout->k_outer ? TWK_READ_MATRIX_2_TRANSPOSED : TWK_READ_MATRIX_2;
    int four = layout->k_outer ? TWK_READ_MATRIX_4_TRANSPOSED : TWK_READ_MATRIX_4;
    twk_node *call = TWK_CALL(b, twk_type_bytes(type) == 16 ? four : two, address);
    twk_confine(b, call, stage);
    return call;
}

static twk_node *cleared(twk_builder *b, const twk_atom *atom) {
    (void)atom;
    return twk_zero(b, TWK_FLOAT);
}

/* There is no such hint, and warps have no priorities. */
static void spread_loads(twk_builder *b, int64_t loads, int64_t atoms) {
    (void)b;
    (void)loads;
    (void)atoms;
}

static void set_priority(twk_builder *b, int64_t priority) {
    (void)b;
    (void)priority;
}

/* An empty assembly that may touch memory: LLVM moves no access across it. */
static void hold_schedule(twk_builder *b) {
    const twk_assembly_text nothing = {"", "~{memory}", true};
    twk_assembly(b, nothing, TWK_VOID, twk_no_nodes);
}

const twk_machine twk_nvptx = {
    .shell = &twk_module_shell,
    .thread = thread,
    .reciprocal = reciprocal,
    .workgroup = workgroup,
    .uniform = uniform,
    .tensor = tensor,
    .checks_range = checks_range,
    .folded = folded,
    .load = load,
    .store = store,
    .add = add,
    .load_to_shared = load_to_shared,
    .chunk_place = chunk_place,
    .first_tokens = first_tokens,
    .filled = filled,
    .await_filled = await_filled,
    .release = release,
    .barrier = barrier,
    .barrier_with_loads_in_flight = barrier,
    .reads = {[TWK_READ_LOAD] = twk_read_run, [TWK_READ_MATRIX] = read_matrix},
    .cleared = cleared,
    .spread_loads = spread_loads,
    .hold_schedule = hold_schedule,
    .set_priority = set_priority,
};
