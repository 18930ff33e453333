/* Where an element of a tile lies in LDS, as values of the kernel. */
#ifndef TWK_TILE_PLACE_H
#define TWK_TILE_PLACE_H

#include "ir_builder.h"
#include "tile_layout.h"

/* Byte offset in a tile of the element at a free and a reduction index.
 *
 * Where rows are swizzled, groups of TWK_SWIZZLE_ELEMENTS change places by the row's index. The number of groups in a
 * row is a power of two, so that the exclusive or stays inside the row. Rows that are a multiple of TWK_SWIZZLE_ROWS
 * apart are permuted alike, so that an atom's rows can be told apart by a constant. */
twk_node *twk_element_place(twk_builder *b, const twk_tile_layout *layout, twk_node *free, twk_node *reduction);

#endif
