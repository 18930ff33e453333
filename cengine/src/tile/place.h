/* Where an element of a tile lies in LDS, as values of the kernel. */
#ifndef TWK_TILE_PLACE_H
#define TWK_TILE_PLACE_H

#include "ir/builder.h"
#include "plan/layout.h"

/* The part of a coordinate that depends on the lane: that of slot 0. */
twk_node *twk_lane_coordinate(twk_builder *b, const twk_lane_map *map, twk_node *lane);

/* The column where a row keeps one; see twk_swizzled. */
twk_node *twk_swizzled_column(twk_builder *b, const twk_tile_layout *layout, twk_node *row, twk_node *column);

/* Byte offset in a tile of the element at a free and a reduction index. */
twk_node *twk_element_place(twk_builder *b, const twk_tile_layout *layout, twk_node *free, twk_node *reduction);

#endif
