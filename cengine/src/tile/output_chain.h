/* The output chain: from the accumulators of a warp to the output tensor.
 *
 * Each element, in fp32 as it was accumulated, goes through an ordered list of stages, is cast to the output's type, and
 * leaves through a sink. */
#ifndef TWK_TILE_OUTPUT_CHAIN_H
#define TWK_TILE_OUTPUT_CHAIN_H

#include "tile/kernel.h"

struct twk_element;

/* A stage of the chain: an element's next value, in fp32 as the one that it is given. */
typedef twk_node *(*twk_stage)(twk_builder *b, const struct twk_element *element, twk_node *value);

/* The output tile of a workgroup: where it goes, how its accumulators lie over the warps, and what is done on the way.
 *
 * `map->first` is m and `->second` n. The shuffled sink uses all of LDS. */
typedef struct twk_output_tile {
    const twk_kernel *kernel;
    twk_tensor tensor;
    const twk_tensor_map *map;
    const twk_type *element;
    const twk_stage *stages;
    size_t stage_count;
} twk_output_tile;

/* An element of the output on its way: a slot of an accumulator, `down` and `right` of this lane's corner of the tile. */
typedef struct twk_element {
    const twk_output_tile *tile;
    twk_node *row;
    twk_node *column;
    twk_node *accumulator;
    int64_t slot;
    int64_t down;
    int64_t right;
} twk_element;

/* The output tile of a kernel, with the stages that its elements go through. */
twk_output_tile twk_make_output_tile(const twk_kernel *kernel, const twk_stage *stages, size_t stage_count);

/* The index of an element along m, and along n. */
twk_node *twk_element_m(twk_builder *b, const twk_element *element);
twk_node *twk_element_n(twk_builder *b, const twk_element *element);

/* Send the accumulators of this warp down the chain. */
void twk_leave(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators);

/* What all threads of the workgroup do after that. */
void twk_finish(twk_builder *b, const twk_output_tile *tile);

#endif
