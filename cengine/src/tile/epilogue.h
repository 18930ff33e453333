/* Epilogues: from the accumulators of a warp to the output tensor. */
#ifndef TWK_TILE_EPILOGUE_H
#define TWK_TILE_EPILOGUE_H

#include "machine/interface.h"
#include "tile/coordinates.h"

/* The output tile of a workgroup: where it goes, and how its accumulators lie over the warps.
 *
 * `map.first` is m and `.second` n. `exact_*`: no tile goes past the end of that index. `warp_m`, `warp_n` are
 * this warp's place in the tile, `warp_rows` and `warp_columns` the part of the tile that a warp holds. */
typedef struct twk_output_tile {
    twk_tensor tensor;
    const twk_tensor_map *map;
    twk_node *origin_m;
    twk_node *origin_n;
    int64_t tile_m;
    int64_t tile_n;
    bool exact_m;
    bool exact_n;
    const twk_atom *atom;
    twk_node *lane;
    twk_node *warp_m;
    twk_node *warp_n;
    int64_t warp_rows;
    int64_t warp_columns;
    const twk_type *element;
} twk_output_tile;

/* Cast and store each accumulator slot by itself. */
void twk_store_direct(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators);

/* Cast the accumulators and write them to LDS as a row-major tile.
 *
 * The pipeline has left LDS free: a barrier stands between its last read and this. */
void twk_shuffle_through_lds(twk_builder *b, const twk_output_tile *tile, twk_node *lds, twk_nodes accumulators);

/* Store the tile that was shuffled through LDS, in vectors along its rows. */
void twk_store_shuffled(twk_builder *b, const twk_output_tile *tile, twk_node *lds, twk_node *thread, int64_t threads,
                        int64_t vector);

#endif
