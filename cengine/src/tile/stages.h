/* The stages of the output chain as they are emitted: each element's value, in fp32, goes through their programs in
 * order. */
#ifndef TWK_TILE_STAGES_H
#define TWK_TILE_STAGES_H

#include "machine/interface.h"
#include "plan/plan.h"
#include "tile/coordinates.h"

/* Operands by stage: vectors of what follows each other in the output. */
typedef struct twk_loaded {
    twk_node *at[TWK_CHAIN_STAGE_COUNT];
} twk_loaded;

/* The stages of a kernel, none where another ends with them.
 *
 * `tensors` and `scalars` are its arguments by stage, elements of the output and of what stages read are of the type
 * `element`. `any`: there is one. `late`: stages read operands, so that a tile which is shuffled goes through them after it was; `by_channel`:
 * one reads an element a channel. `first`: whether this is the first of the slices that are added to the output; NULL
 * where there is no such. */
typedef struct twk_chain {
    bool has[TWK_CHAIN_STAGE_COUNT];
    twk_tensor tensors[TWK_CHAIN_STAGE_COUNT];
    twk_node *scalars[TWK_CHAIN_STAGE_COUNT];
    const twk_type *element;
    bool any;
    bool late;
    bool by_channel;
    twk_node *first;
} twk_chain;

/* The chain of a kernel of which `of` is the output, or the workspace of slices that another kernel adds up; `nodes` are the
 * kernel's arguments. */
twk_chain twk_make_chain(twk_builder *b, const twk_plan *plan, const twk_kernel_plan *row, twk_node *const *nodes,
                         const twk_tensor_argument *of);

/* Room for the operands of so many columns or vectors, none of them loaded yet; NULL where memory runs out. */
twk_loaded *twk_new_loaded(twk_builder *b, size_t count);

/* Load the operands of one kind, so many elements from a byte offset on; zeros where `valid` does not hold. */
void twk_load_operands(twk_builder *b, const twk_chain *chain, twk_stage_operand kind, twk_place place, int64_t width,
                       twk_loaded *loaded);

/* Load what there is of some channels that follow each other. */
void twk_load_channels(twk_builder *b, const twk_chain *chain, twk_node *channel, twk_node *valid, int64_t width,
                       twk_loaded *loaded);

/* One vector of some elements that follow each other, one at least, each after all stages, in the output's type; something
 * else where memory runs out. */
twk_node *twk_run_chain(twk_builder *b, const twk_chain *chain, twk_nodes values, const twk_loaded *loaded);

#endif
