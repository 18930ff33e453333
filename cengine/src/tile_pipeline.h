/* Pipelines: schedules of fetch, commit, wait and compute over the main loop, from the rows of the contract. */
#ifndef TWK_TILE_PIPELINE_H
#define TWK_TILE_PIPELINE_H

#include "tile_coalesced_load.h"
#include "tile_fragments.h"

/* What a main loop works with: the loaders of A and B, the fragments of rows and columns, its trip count, and
 * the steps of the atom along the reduction of one tile. */
typedef struct twk_main_loop {
    const twk_pipeline *pipeline;
    const twk_atom *atom;
    const twk_loader *loaders[2];
    const twk_fragments *rows;
    const twk_fragments *columns;
    twk_node *trips;
    int64_t steps;
} twk_main_loop;

/* Emit the main loop; returns the accumulators, those of atom (i, j) of the warp at i * columns->count + j.
 * Where memory runs out, there are none. */
twk_nodes twk_run_pipeline(twk_builder *b, const twk_main_loop *main_loop);

#endif
