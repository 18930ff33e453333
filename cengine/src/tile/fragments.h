/* Fragments: the operands of a matrix atom as the lanes of a warp hold them. */
#ifndef TWK_TILE_FRAGMENTS_H
#define TWK_TILE_FRAGMENTS_H

#include "machine/interface.h"
#include "plan/layout.h"

/* What reads the operand fragments of one warp is made from.
 *
 * `rows_operand`: A, whose free axis is the atom's rows. `warp_size` is the free extent of one warp's part of the tile
 * and `warp` its index along that axis. `staged`: accesses carry the alias scope of their stage. */
typedef struct twk_fragment_setting {
    const twk_atom *atom;
    bool rows_operand;
    twk_node *lane;
    twk_node *warp;
    int64_t warp_size;
    const twk_type *element;
    twk_tile_layout layout;
    twk_operand_read read;
    twk_node *lds;
    int64_t stage_bytes;
    bool staged;
} twk_fragment_setting;

/* Reads the operand fragments of one warp out of a tile in LDS. */
typedef struct twk_fragments {
    twk_fragment_setting of;
    int64_t edge;        /* of the atom along the free axis */
    size_t reads;        /* that give a lane its operand */
    int64_t steps;       /* of the atom's reduction in a tile */
    size_t count;        /* atoms of the warp along the free axis */
    twk_nodes addresses; /* one; where rows are swizzled, by row modulo TWK_SWIZZLE_ROWS and column, or NULL */
} twk_fragments;

/* Make a reader; false where memory runs out. */
bool twk_make_fragments(twk_builder *b, twk_fragments *fragments, const twk_fragment_setting *setting);

/* The fragment of one atom along the free axis, at one step of the atom along the tile's reduction. */
twk_node *twk_read_fragment(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step,
                            int64_t stage);

#endif
