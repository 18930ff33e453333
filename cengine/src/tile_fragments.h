/* Fragments: the operands of a matrix atom as the lanes of a warp hold them, and the accumulators. */
#ifndef TWK_TILE_FRAGMENTS_H
#define TWK_TILE_FRAGMENTS_H

#include "ir_builder.h"

/* The parts of a coordinate that depend on the lane, and on the slot in the lane's vector. */
twk_node *twk_lane_coordinate(twk_builder *b, const twk_lane_map *map, twk_node *lane);
int64_t twk_slot_coordinate(const twk_lane_map *map, int64_t slot);

/* Reads the operand fragments of one warp out of an M-outer LDS tile. */
typedef struct twk_fragments {
    const twk_atom *atom;
    const twk_type *element;
    int64_t row_bytes;
    int64_t edge;             /* of the atom along the free axis */
    const twk_lane_map *free; /* the atom's map of that axis */
    int64_t run;              /* slots, a power of two, that always lie side by side in one row */
    size_t count;             /* atoms of the warp along the free axis */
    twk_node *address;
} twk_fragments;

/* What a warp reads. `warp_size` is the free extent of one warp's part of the tile and `warp` its index along
 * that axis. */
typedef struct twk_fragments_options {
    const twk_atom *atom;
    bool rows_operand;
    twk_node *lane;
    twk_node *warp;
    int64_t warp_size;
    const twk_type *element;
    twk_node *lds;
    int64_t row_bytes;
} twk_fragments_options;

twk_fragments twk_make_fragments(twk_builder *b, const twk_fragments_options *options);

/* The fragment of one atom along the free axis, at one step of the atom along the tile's reduction. */
twk_node *twk_read_fragment(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step);

#endif
