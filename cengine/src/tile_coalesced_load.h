/* The coalesced loader: global memory to registers (`fetch`), registers to LDS (`commit`).
 *
 * Two calls, so that a pipeline can put compute between them. LDS tiles are M-outer: a row for each index of the
 * free axis, the reduction along it. Where the free axis is the contiguous one in memory, a fetched vector is
 * scattered over rows. */
#ifndef TWK_TILE_COALESCED_LOAD_H
#define TWK_TILE_COALESCED_LOAD_H

#include "target.h"
#include "tile_coordinates.h"
#include "tile_sharing.h"

/* What a loader loads. `map.first` is the free axis and `.second` the reduction. `contiguous_free`: the free
 * axis is the one contiguous in memory. `origin` is the free index of the tile's first row. */
typedef struct twk_loader_options {
    twk_tensor tensor;
    twk_tensor_map map;
    twk_node *thread;
    int64_t threads;
    twk_node *origin;
    int64_t tile_free;
    int64_t tile_k;
    int64_t vector;
    bool contiguous_free;
    bool exact_free;
    bool exact_reduction;
    const twk_type *element;
    twk_node *lds;
    int64_t row_bytes;
} twk_loader_options;

/* Brings the tiles of one operand into LDS; what does not change over the main loop is computed when it is made.
 * The cursor is a flat list of values that the loop carries. */
typedef struct twk_loader {
    twk_loader_options of;
    size_t count;     /* vectors of this thread */
    twk_slot *places; /* of each vector: its free index as `row`, its start along the reduction as `column` */
    twk_place_part *free_parts;
    twk_nodes cursor;
    twk_digit_values steps;
    twk_nodes addresses;
} twk_loader;

/* Make a loader; false where memory runs out. */
bool twk_make_loader(twk_builder *b, twk_loader *loader, const twk_loader_options *options);

/* Read this thread's vectors of the tile that the cursor stands on; zeros outside the tensor. */
twk_nodes twk_fetch(twk_builder *b, const twk_loader *loader, twk_nodes cursor);

/* The cursor on the next tile. */
twk_nodes twk_next_cursor(twk_builder *b, const twk_loader *loader, twk_nodes cursor);

/* Write fetched vectors to LDS. */
void twk_commit(twk_builder *b, const twk_loader *loader, twk_nodes fetched);

#endif
