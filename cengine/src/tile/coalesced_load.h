/* The coalesced loader: global memory to registers (`fetch`), registers to LDS (`commit`).
 *
 * Two calls, so that a pipeline can put compute between them. Where the tile is M-outer and the free axis is the
 * contiguous one in memory, a fetched vector is scattered over rows. */
#ifndef TWK_TILE_COALESCED_LOAD_H
#define TWK_TILE_COALESCED_LOAD_H

#include "tile/loader.h"

/* Make a loader, which brings the tiles of one operand into LDS through registers; addresses are computed here. False where
 * memory runs out. */
bool twk_make_coalesced_loader(twk_builder *b, twk_loader *loader, const twk_kernel *kernel, int operand);

/* Read this thread's vectors of the tile that the cursor stands on; zeros outside the tensor. */
twk_nodes twk_fetch(twk_builder *b, const twk_loader *loader, twk_nodes cursor);

/* Write fetched vectors to one stage of LDS. */
void twk_commit(twk_builder *b, const twk_loader *loader, twk_nodes fetched, int64_t stage);

#endif
