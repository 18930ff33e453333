/* The output chain: from the accumulators of a warp to the output tensor.
 *
 * Each element, in fp32 as it was accumulated, goes through the stages of the chain, is cast to the output's type, and
 * leaves through a sink. */
#ifndef TWK_TILE_OUTPUT_CHAIN_H
#define TWK_TILE_OUTPUT_CHAIN_H

#include "tile/kernel.h"
#include "tile/stages.h"

/* The output tile of a workgroup: where it goes, how its accumulators lie over the warps, and what is done on the way.
 *
 * `map->first` is m and `->second` n. The shuffled sink uses all of LDS; elements lie there as `shuffled`, which is fp32
 * where the chain comes after. */
typedef struct twk_output_tile {
    const twk_kernel *kernel;
    twk_tensor tensor;
    const twk_tensor_map *map;
    const twk_type *element;
    const twk_type *shuffled;
    const twk_chain *chain;
} twk_output_tile;

/* The output tile of a kernel, with the chain that its elements go through. */
twk_output_tile twk_make_output_tile(const twk_kernel *kernel, const twk_chain *chain);

/* Send the accumulators of this warp down the chain. */
void twk_leave(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators);

/* What all threads of the workgroup do after that. */
void twk_finish(twk_builder *b, const twk_output_tile *tile);

#endif
