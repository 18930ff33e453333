/* The async loader: global memory straight to LDS, without registers.
 *
 * A tile is packed and its chunks follow each other in the order of the threads: thread t takes chunk t + p * threads
 * in pass p. So its place is linear in the lane, which is all that the hardware can do where lanes share one base; a
 * swizzle permutes what each lane reads instead. */
#ifndef TWK_TILE_ASYNC_LOAD_H
#define TWK_TILE_ASYNC_LOAD_H

#include "tile/loader.h"

/* Make a loader, which brings the tiles of one operand into LDS by hardware copies: each warp starts `count` loads for one
 * tile. False where memory runs out. */
bool twk_make_async_loader(twk_builder *b, twk_loader *loader, const twk_kernel *kernel, int operand);

/* Start to bring the tile that the cursor stands on into one stage; zeros outside the tensor. */
void twk_load_async(twk_builder *b, const twk_loader *loader, twk_nodes cursor, int64_t stage);

#endif
