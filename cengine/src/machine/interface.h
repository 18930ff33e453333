/* The machine interface: everything that a kernel asks of the machine. Nothing outside this folder knows
 * which it is. */
#ifndef TWK_MACHINE_INTERFACE_H
#define TWK_MACHINE_INTERFACE_H

#include "ir/builder.h"
#include "ir/printer.h"
#include "plan/layout.h"

/* A tensor in global memory: its pointer, the handle by which the machine reaches it, its size. */
typedef struct twk_tensor {
    twk_node *pointer;
    twk_node *handle;
    int64_t bytes;
} twk_tensor;

/* A tile on its way through a stage of shared memory, straight from global memory: the number of the stage, the tiles
 * that were started after it, and the loads that a warp starts a tile. */
typedef struct twk_token {
    int64_t stage;
    int64_t later;
    int64_t loads;
} twk_token;

/* How threads, tensors, barriers and matrix atoms are spelled on one family of machines. */
typedef struct twk_machine {
    /* What stands around the operations of a module's kernels. */
    const twk_shell *shell;

    /* Index of the thread in its workgroup; of the workgroup along x (0) or y (1) of the grid. */
    twk_node *(*thread)(twk_builder *b);
    twk_node *(*workgroup)(twk_builder *b, int axis);

    /* A value that is the same in all lanes of a warp, in a form that tells the compiler so. */
    twk_node *(*uniform)(twk_builder *b, twk_node *value);

    /* 1 / an fp32 that is no subnormal, to a unit in the last place; zero where that would be subnormal, if the machine has
     * it so. */
    twk_node *(*reciprocal)(twk_builder *b, twk_node *value);

    /* A tensor of `size` bytes behind a kernel argument. */
    twk_tensor (*tensor)(twk_builder *b, twk_node *pointer, int64_t size);

    /* Whether an access past the end of a tensor is found out by the machine: a load gives zeros, a store is dropped.
     * `copies`: one from global memory straight to shared memory. */
    bool (*checks_range)(const twk_builder *b, bool copies);

    /* An offset that is found past the end where `valid` does not hold, even when it is moved by less than the tensor is
     * long; NULL where there is none. */
    twk_node *(*folded)(twk_builder *b, twk_tensor tensor, twk_node *offset, twk_node *valid, bool copies);

    /* Read a scalar or vector at a byte offset; zeros where `valid` (NULL: always) does not hold. */
    twk_node *(*load)(twk_builder *b, twk_tensor tensor, twk_node *offset, twk_node *valid, const twk_type *type);

    /* Write a scalar or vector at a byte offset; nothing where `valid` (NULL: always) does not hold. */
    void (*store)(twk_builder *b, twk_tensor tensor, twk_node *offset, twk_node *valid, twk_node *value);

    /* Add an fp32 to the one at a byte offset, in one step that all of the device sees as such; nothing where `valid` (NULL:
     * always) does not hold. */
    void (*add)(twk_builder *b, twk_tensor tensor, twk_node *offset, twk_node *valid, twk_node *value);

    /* Start to bring `dwords` a lane straight to a stage in shared memory; zeros where `valid` (NULL: always) does
     * not hold. `place` is what `chunk_place` gave for the chunks of this pass. */
    void (*load_to_shared)(twk_builder *b, twk_tensor tensor, twk_node *offset, twk_node *valid, int64_t dwords,
                           twk_node *place, int64_t stage);

    /* Where in shared memory the chunk of a thread goes that is the thread's own in number, from `base` on. */
    twk_node *(*chunk_place)(twk_builder *b, twk_node *base, twk_node *thread, twk_node *warp, int64_t chunk_bytes);

    /* What the main loop is to carry for tokens of so many stages; the calls below replace its values in place. None
     * where the machine counts loads or groups of them; a phase where a stage has a barrier object in shared memory. */
    twk_nodes (*first_tokens)(twk_builder *b, int64_t stages);

    /* This warp has started every load of a tile: its token comes when they have arrived. */
    void (*filled)(twk_builder *b, twk_nodes tokens, twk_token token);

    /* Wait for a token, as far as this warp's loads are concerned: those of later tiles may stay under way. */
    void (*await_filled)(twk_builder *b, twk_nodes tokens, twk_token token);

    /* This warp has read what it needs of a stage; no load into it starts before all have. Loads may be under way. */
    void (*release)(twk_builder *b, twk_nodes tokens, twk_token token);

    /* A workgroup barrier that orders accesses to shared memory and nothing else. */
    void (*barrier)(twk_builder *b);

    /* A workgroup barrier that waits for this warp's accesses to shared memory, but for no load under way. */
    void (*barrier_with_loads_in_flight)(twk_builder *b);

    /* Reads of shared memory by kind, as the contract says, in a stage or TWK_NO_SCOPE; NULL where there is none. */
    twk_node *(*reads[TWK_READ_KIND_COUNT])(twk_builder *b, const twk_type *type, twk_node *address,
                                            const twk_tile_layout *layout, int64_t stage);

    /* Each piece of the accumulator of a matrix atom that nothing was added to, as its intrinsic takes it. */
    twk_node *(*cleared)(twk_builder *b, const twk_atom *atom);

    /* Ask the scheduler to spread that many global loads over that many atoms. */
    void (*spread_loads)(twk_builder *b, int64_t loads, int64_t atoms);

    /* Keep the scheduler from moving anything across this point. */
    void (*hold_schedule)(twk_builder *b);

    /* Priority of this warp against others, 0 to 3. */
    void (*set_priority)(twk_builder *b, int64_t priority);
} twk_machine;

/* The plain read of `reads`. */
twk_node *twk_read_run(twk_builder *b, const twk_type *type, twk_node *address, const twk_tile_layout *layout,
                       int64_t stage);

/* The lowering for an architecture. */
const twk_machine *twk_find_machine(const twk_arch *arch);

#endif
