/* Work items: which part of the reduction of which tile a workgroup computes, and in what order they are handed out.
 *
 * To hand them out is to make a tile and then, once its view says how long its reduction is, a work item. Everything
 * after that reads the item and knows of no other: another way to hand out is another function here. */
#ifndef TWK_CONV_WORK_ITEM_H
#define TWK_CONV_WORK_ITEM_H

#include "tile/kernel.h"

/* The tile of this workgroup: all phases and tiles along x of the grid, groups and in each its slices along y. */
twk_tile twk_grid_tile(twk_builder *b, const twk_plan *plan);

/* The work item that is a tile with all of its reduction. */
twk_work_item twk_whole_reduction(twk_builder *b, const twk_gemm_shape *shape, twk_tile tile, twk_node *reduction);

/* The work item that is one slice of a tile's reduction: all are whole turns of the loop, and of one length. What is past
 * the reduction reads zeros. A slice that would begin there begins at its end. */
twk_work_item twk_slice_of_reduction(twk_builder *b, const twk_plan *plan, twk_tile tile, twk_node *reduction);

/* Iterations over an item's part of the reduction: its length divided by tile_k, rounded up. */
twk_node *twk_trip_count(twk_builder *b, const twk_work_item *item, int64_t tile_k);

#endif
