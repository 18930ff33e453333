/* Where an element of a tile lies in LDS, as values of the kernel. */
#ifndef TWK_TILE_PLACE_H
#define TWK_TILE_PLACE_H

#include "ir/builder.h"
#include "plan/layout.h"

/* The column where a swizzled row keeps one: groups of elements change places by the row's index.
 *
 * The number of groups in a row is a power of two, so that the exclusive or stays inside the row. It is its own
 * inverse: this is also the column that such a row keeps at one. Rows that are a multiple of TWK_SWIZZLE_ROWS apart
 * are permuted alike. */
twk_node *twk_swizzled_column(twk_builder *b, const twk_tile_layout *layout, twk_node *row, twk_node *column);

/* Byte offset in a tile of the element at a free and a reduction index. */
twk_node *twk_element_place(twk_builder *b, const twk_tile_layout *layout, twk_node *free, twk_node *reduction);

#endif
