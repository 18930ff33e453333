/* Pipelines: schedules of the contract, run over the tiles of the main loop.
 *
 * Tiles are numbered; each kind of step takes the next tile in order, and the stage of a tile is its number modulo the
 * stages. The loop's body is written once a stage, so that stages are known when the kernel is written; iterations
 * past the last tile load zeros, which change no accumulator. Which tile is in which stage is said to the machine in
 * tokens: how it waits for one is its own affair, and so is what it carries through the loop to do so. */
#ifndef TWK_TILE_PIPELINE_H
#define TWK_TILE_PIPELINE_H

#include "plan/plan.h"
#include "tile/async_load.h"
#include "tile/coalesced_load.h"
#include "tile/fragments.h"

/* What a main loop works with. Code that loads has loaders of A and B, code that computes has fragments of both: it does
 * both, but where warps have roles; what it has not is NULL. */
typedef struct twk_main_loop {
    const twk_plan *plan;
    const twk_loader *loaders;
    const twk_fragments *fragments;
} twk_main_loop;

/* Write the whole schedule for a number of tiles, in a loop or iteration by iteration; returns the accumulators: the
 * pieces of that of atom (i, j) of the warp are the (i * columns + j)-th, with so many atoms along the columns of its part of
 * the tile. Where memory
 * runs out, there are none. */
twk_nodes twk_run_pipeline(twk_builder *b, const twk_main_loop *main_loop, twk_node *trips, bool unroll);

#endif
