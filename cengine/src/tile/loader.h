/* What the loaders share: which part of a tile each thread moves, where it lies in the tensor and where it goes in
 * LDS. */
#ifndef TWK_TILE_LOADER_H
#define TWK_TILE_LOADER_H

#include "tile/kernel.h"
#include "tile/sharing.h"

/* The part of one thread: its vectors, and a cursor along the reduction, a flat list of values that the loop carries.
 *
 * `free` and `reduction` are the distinct local indices of the vectors. The cursor has the digits of the first indices
 * of the reduction; those of an index that is a constant further than one before it are derived from that one's, tile
 * by tile, so that they hold no registers. Where loads end before the reduction does, what is left follows the
 * digits. What comes after `apart` belongs to one kind of loader each. */
typedef struct twk_loader {
    const twk_operand_plan *plan;
    twk_tensor tensor;
    const twk_tensor_map *map;
    const twk_type *element;
    int64_t stage_bytes;
    bool exact_free; /* no tile goes past the end of that index */
    bool exact_reduction;
    twk_node *length; /* of the reduction, where loads end before it does, else NULL */
    twk_node *thread; /* `thread` and `warp` count those that load */
    twk_node *warp;
    twk_node *lds;    /* address of the first stage */
    size_t count;     /* vectors of this thread */
    twk_slot *places; /* of each vector: its free index as `row`, its start along the reduction as `column` */
    twk_indices free;
    twk_indices reduction;
    twk_place_part *free_parts;
    twk_nodes cursor;
    size_t cursor_digits;
    twk_digit_values steps;
    twk_digit_values apart; /* digits of `reduction.apart`, where indices are derived */
    bool scatters;          /* coalesced: the elements of a vector go to different rows of the tile */
    size_t spread;          /* addresses of a vector: one, or one an element where rows are permuted */
    twk_nodes addresses;    /* of each vector in the first stage */
    int64_t chunk_bytes;    /* async */
    twk_node *first_place;  /* of the chunk of the first pass in the first stage */
} twk_loader;

/* A tile while it is loaded: the group of vectors that is to be loaded, and where each vector lies in the tensor. */
typedef struct twk_tile_places {
    const twk_loader *loader;
    twk_nodes digits; /* of each index of the reduction that is known */
    twk_node *left;   /* of the reduction, or NULL */
    twk_place_part *parts;
    twk_slot_group group;
    twk_place *at;
} twk_tile_places;

/* Make what the loaders of A or B share, for the threads that load; false where memory runs out. `copies`: vectors go
 * straight to LDS, in the order of the threads, so that a swizzle decides which one a thread reads. */
bool twk_make_loader(twk_builder *b, twk_loader *loader, const twk_kernel *kernel, int operand, bool copies);

/* The tile that the cursor stands on. */
twk_tile_places twk_start_tile(twk_builder *b, const twk_loader *loader, twk_nodes cursor);

/* Work out where the next group of vectors lies in the tensor; it is to be loaded before the next is asked for. False
 * after the last, and where memory has run out. */
bool twk_place_group(twk_builder *b, twk_tile_places *tile);

/* Say of a cursor that a loop carries that its vectors begin at multiples of their length; the verifier checks it. */
void twk_claim_multiples(const twk_loader *loader, twk_nodes cursor);

/* The cursor on the next tile. */
twk_nodes twk_next_cursor(twk_builder *b, const twk_loader *loader, twk_nodes cursor);

#endif
