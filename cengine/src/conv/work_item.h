/* Work items: which part of the reduction of which tile a workgroup computes, and in what order they are handed out.
 *
 * To hand them out is to make a tile and then, once its view says how long its reduction is, a work item. Everything
 * after that reads the item and knows of no other: another way to hand out is another function here. */
#ifndef TWK_CONV_WORK_ITEM_H
#define TWK_CONV_WORK_ITEM_H

#include "ir/builder.h"
#include "plan/plan.h"

/* An output tile: its group, its phase, its first row and column. */
typedef struct twk_tile {
    twk_node *group;
    twk_node *phase;
    twk_node *m;
    twk_node *n;
} twk_tile;

/* What one workgroup does: the part of a tile's reduction from `k_begin` up to `k_end`.
 *
 * Both are multiples of the vectors that lie along k; `k_unit`, which is known when the kernel is written, divides their
 * difference. `first`, `last`: whether the tile's reduction begins, and whether it ends with this part. */
typedef struct twk_work_item {
    twk_tile tile;
    twk_node *k_begin;
    twk_node *k_end;
    int64_t k_unit;
    twk_node *first;
    twk_node *last;
} twk_work_item;

/* The tile of this workgroup: all phases and tiles along x of the grid, groups along y. */
twk_tile twk_grid_tile(twk_builder *b, const twk_plan *plan);

/* The work item that is a tile with all of its reduction. */
twk_work_item twk_whole_reduction(twk_builder *b, const twk_gemm_shape *shape, twk_tile tile, twk_node *reduction);

/* Iterations over an item's part of the reduction: its length divided by tile_k, rounded up. */
twk_node *twk_trip_count(twk_builder *b, const twk_work_item *item, int64_t tile_k);

#endif
