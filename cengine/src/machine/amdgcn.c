#include "machine/amdgcn.h"

#include "machine/shell.h"

/* Offset of a masked access: at or past every resource of less than 2 GiB, so a load gives 0 and a store is
 * dropped. */
#define OUT_OF_RANGE (-((int64_t)1 << 31))

/* Bytes of the largest tensor in which a masked offset stays out of range wherever it is moved. */
#define MASK_REACH ((int64_t)1 << 30)

/* The fields of s_waitcnt that wait for nothing: exports and LDS (CDNA3 ISA document, "S_WAITCNT": vmcnt in bits 3:0
 * and 15:14, expcnt in 6:4, lgkmcnt in 11:8). */
#define COUNTERS_OPEN (0x7 << 4 | 0xf << 8)
/* s_waitcnt for LDS accesses alone. */
#define LDS_DONE (0x7 << 4 | 0xf | 0x3 << 14)
/* Instruction classes of a scheduling group (LLVM AMDGPU usage guide, llvm.amdgcn.sched.group.barrier). */
#define GROUP_MATRIX 0x008
#define GROUP_LOAD 0x020

/* Zeros of the module that a lane which is off may load: as many as the widest load takes. */
#define ZERO_BYTES 16

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

/* What is called where there is no intrinsic of a size: it takes no arguments, so that the verifier refuses the call. */
#define NO_INTRINSIC TWK_WORKITEM_ID_X

static twk_node *reciprocal(twk_builder *b, twk_node *value) {
    return TWK_CALL(b, TWK_RECIPROCAL_F32, value);
}

static twk_node *thread(twk_builder *b) {
    return twk_call(b, TWK_WORKITEM_ID_X, NULL, 0);
}

static twk_node *workgroup(twk_builder *b, int axis) {
    return twk_call(b, axis ? TWK_WORKGROUP_ID_Y : TWK_WORKGROUP_ID_X, NULL, 0);
}

static twk_node *uniform(twk_builder *b, twk_node *value) {
    return TWK_CALL(b, TWK_READFIRSTLANE, value);
}

static twk_tensor tensor(twk_builder *b, twk_node *pointer, int64_t size) {
    twk_node *stride = twk_constant_of(b, 0, TWK_I16);
    twk_node *length = twk_constant_of(b, size, TWK_I64);
    twk_node *flags = twk_constant(b, b->function->arch->resource_flags);
    twk_tensor made;
    made.pointer = pointer;
    made.bytes = size;
    made.handle = TWK_CALL(b, TWK_MAKE_BUFFER_RESOURCE, pointer, stride, length, flags);
    return made;
}

/* Copies to a place of each lane's own know no resource. */
static bool checks_range(const twk_builder *b, bool copies) {
    return !copies || !b->function->arch->dma_per_lane;
}

/* An offset that is out of range where `valid` does not hold. */
static twk_node *masked(twk_builder *b, twk_node *offset, twk_node *valid) {
    return valid ? twk_select(b, valid, offset, twk_constant(b, OUT_OF_RANGE)) : offset;
}

static twk_node *folded(twk_builder *b, twk_tensor of, twk_node *offset, twk_node *valid, bool copies) {
    return checks_range(b, copies) && of.bytes <= MASK_REACH ? masked(b, offset, valid) : NULL;
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

static void add(twk_builder *b, twk_tensor to, twk_node *offset, twk_node *valid, twk_node *value) {
    twk_node *zero = twk_constant(b, 0);
    twk_node *at = masked(b, offset, valid);
    TWK_CALL(b, TWK_BUFFER_ADD_FLOAT, value, to.handle, at, zero, zero);
}

/* With a range check, an offset out of range writes zeros. Without one, lanes that are off load from zeros of the module's
 * own: so each warp issues each load, and its counter counts them all. */
static void load_to_shared(twk_builder *b, twk_tensor from, twk_node *offset, twk_node *valid, int64_t dwords,
                           twk_node *place, int64_t stage) {
    int wide = dwords == 4 ? TWK_ASYNC_LOAD_LDS_4 : NO_INTRINSIC;
    int narrow = dwords == 1 ? TWK_ASYNC_LOAD_LDS_1 : TWK_ASYNC_LOAD_LDS_2;
    twk_node *zero = twk_constant(b, 0);
    twk_node *source;
    if (checks_range(b, true)) {
        twk_node *size = twk_constant(b, 4 * dwords);
        source = masked(b, offset, valid);
        source = TWK_CALL(b, TWK_BUFFER_LOAD_LDS, from.handle, place, size, source, zero, zero, zero);
    } else {
        source = twk_offset(b, from.pointer, offset);
        source = valid ? twk_select(b, valid, source, twk_zeros(b, ZERO_BYTES)) : source;
        source = TWK_CALL(b, dwords == 1 || dwords == 2 ? narrow : wide, source, place, zero, zero);
    }
    twk_confine(b, source, stage);
}

/* Where lanes follow each other by themselves, the place is that of the warp's first lane. */
static twk_node *chunk_place(twk_builder *b, twk_node *base, twk_node *thread_index, twk_node *warp,
                             int64_t chunk_bytes) {
    const twk_arch *arch = b->function->arch;
    twk_node *moved = arch->dma_per_lane ? twk_mul(b, thread_index, twk_constant(b, chunk_bytes))
                                         : twk_mul(b, warp, twk_constant(b, arch->wave_size * chunk_bytes));
    return twk_offset(b, base, moved);
}

/* A counter tells how many loads are under way: nothing is carried, and they are counted as they start. */
static twk_nodes first_tokens(twk_builder *b, int64_t stages) {
    const twk_nodes none = {NULL, 0};
    (void)b;
    (void)stages;
    return none;
}

static void filled(twk_builder *b, twk_nodes tokens, twk_token token) {
    (void)b;
    (void)tokens;
    (void)token;
}

/* Wait for one counter: by an instruction of its own, or by a value that leaves the other counters open. */
static void wait(twk_builder *b, int own, int64_t own_value, int64_t value) {
    bool split = b->function->arch->split_waits != 0;
    twk_node *count = split ? twk_constant_of(b, own_value, TWK_I16) : twk_constant(b, value);
    TWK_CALL(b, split ? own : TWK_WAIT, count);
}

/* The counter counts instructions of the warp, which arrive in order. */
static void await_filled(twk_builder *b, twk_nodes tokens, twk_token token) {
    int64_t in_flight = token.later * token.loads;
    (void)tokens;
    wait(b, TWK_WAIT_ASYNC, in_flight, (in_flight & 0xf) | (in_flight >> 4) << 14 | COUNTERS_OPEN);
}

/* A fence would drain the loads, so the wait is for LDS by its counter. */
static void barrier_with_loads_in_flight(twk_builder *b) {
    wait(b, TWK_WAIT_LDS, 0, LDS_DONE);
    twk_call(b, TWK_BARRIER, NULL, 0);
}

/* All warps meet. */
static void release(twk_builder *b, twk_nodes tokens, twk_token token) {
    (void)tokens;
    (void)token;
    barrier_with_loads_in_flight(b);
}

/* What a lane points at is as long as what it gets, and aligned to that. */
static twk_node *read_transposed(twk_builder *b, const twk_type *type, twk_node *address, const twk_tile_layout *layout,
                                 int64_t stage) {
    bool brain = type->element == TWK_BFLOAT;
    int narrow = brain ? TWK_TRANSPOSED_READ_4_BF16 : TWK_TRANSPOSED_READ_4_F16;
    int wide = brain ? TWK_TRANSPOSED_READ_8_BF16 : TWK_TRANSPOSED_READ_8_F16;
    wide = type->lanes == 8 ? wide : NO_INTRINSIC;
    twk_node *call = TWK_CALL(b, type->lanes == 4 ? narrow : wide, address);
    (void)layout;
    twk_confine(b, call, stage);
    return call;
}

/* The instruction alone does not wait for memory; the fences around it do, for LDS only. */
static void barrier(twk_builder *b) {
    twk_fence(b, TWK_ORDERING_RELEASE);
    twk_call(b, TWK_BARRIER, NULL, 0);
    twk_fence(b, TWK_ORDERING_ACQUIRE);
}

/* An atom of 32x32 reads its operands again while it writes, so its destination may not touch them. LLVM 20 forgets
 * that for one whose C it folded to the constant 0 (llvm-project#166600): so there the zeros go through a fence that
 * makes no instruction and that no fold sees through. */
static twk_node *cleared(twk_builder *b, const twk_atom *atom) {
    twk_node *zero = twk_zero(b, twk_vector(atom->d.length, TWK_FLOAT));
    return atom->d.length == 16 ? TWK_CALL(b, TWK_ARITHMETIC_FENCE_16, zero) : zero;
}

static void add_group(twk_builder *b, int64_t instructions, int64_t count) {
    twk_node *mask = twk_constant(b, instructions);
    twk_node *size = twk_constant(b, count);
    twk_node *group = twk_constant(b, 0);
    TWK_CALL(b, TWK_SCHEDULE_GROUP, mask, size, group);
}

static void spread_loads(twk_builder *b, int64_t loads, int64_t atoms) {
    for (int64_t i = 0; i < loads; i++) {
        int64_t share = atoms * (i + 1) / loads - atoms * i / loads;
        add_group(b, GROUP_LOAD, 1);
        if (share) {
            add_group(b, GROUP_MATRIX, share);
        }
    }
}

static void hold_schedule(twk_builder *b) {
    twk_node *none = twk_constant(b, 0);
    TWK_CALL(b, TWK_SCHEDULE_BARRIER, none);
}

static void set_priority(twk_builder *b, int64_t priority) {
    twk_node *value = twk_constant_of(b, priority, TWK_I16);
    TWK_CALL(b, TWK_SET_PRIORITY, value);
}

const twk_machine twk_amdgcn = {
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
    .barrier_with_loads_in_flight = barrier_with_loads_in_flight,
    .reads = {[TWK_READ_LOAD] = twk_read_run, [TWK_READ_TRANSPOSED] = read_transposed},
    .cleared = cleared,
    .spread_loads = spread_loads,
    .hold_schedule = hold_schedule,
    .set_priority = set_priority,
};
