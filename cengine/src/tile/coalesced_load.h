/* The coalesced loader: global memory to registers (`fetch`), registers to LDS (`commit`).
 *
 * Two calls, so that a pipeline can put compute between them. Where the tile is M-outer and the free axis is the
 * contiguous one in memory, a fetched vector is scattered over rows. */
#ifndef TWK_TILE_COALESCED_LOAD_H
#define TWK_TILE_COALESCED_LOAD_H

#include "tile/loader.h"

/* Brings the tiles of one operand into LDS through registers; addresses are computed when it is made. */
typedef struct twk_coalesced_loader {
    twk_loader common;
    bool scatters;       /* the elements of a vector go to different rows of the tile */
    size_t spread;       /* addresses of a vector: one, or one an element where rows are permuted */
    twk_nodes addresses; /* of each vector in the first stage */
} twk_coalesced_loader;

/* Make a loader; false where memory runs out. */
bool twk_make_coalesced_loader(twk_builder *b, twk_coalesced_loader *loader, const twk_loader_setting *setting);

/* Read this thread's vectors of the tile that the cursor stands on; zeros outside the tensor. */
twk_nodes twk_fetch(twk_builder *b, const twk_coalesced_loader *loader, twk_nodes cursor);

/* Write fetched vectors to one stage of LDS. */
void twk_commit(twk_builder *b, const twk_coalesced_loader *loader, twk_nodes fetched, int64_t stage);

#endif
