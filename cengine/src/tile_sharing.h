/* How the vectors of a tile are shared out over the threads of a workgroup. */
#ifndef TWK_TILE_SHARING_H
#define TWK_TILE_SHARING_H

#include "ir_builder.h"
#include "tile_layout.h"

/* Which of a thread's rows and columns a vector has. */
typedef struct twk_slot {
    size_t row;
    size_t column;
} twk_slot;

/* The vectors of one thread: distinct rows and first columns, and for each vector which row and column it has. Rows
 * `repeat` apart in `rows` are a multiple of TWK_SWIZZLE_ROWS apart in the tile. */
typedef struct twk_slots {
    twk_nodes rows;
    twk_nodes columns;
    size_t count;
    twk_slot *places;
    size_t repeat;
} twk_slots;

/* Share the vectors of a [rows][columns] tile over the threads: vector i goes to thread i modulo `threads`.
 *
 * Where the vectors of a row divide the threads, or the other way round, columns or rows are shared between the
 * vectors of a thread, and what depends on them is computed once. Where memory runs out, there are no vectors. */
twk_slots twk_share(twk_builder *b, twk_node *thread, int64_t rows, int64_t columns, int64_t vector, int64_t threads);

/* Turn the vectors of a swizzled tile into those of the columns that the rows keep where they lie in LDS; false where
 * memory runs out. */
bool twk_permute(twk_builder *b, const twk_tile_layout *layout, twk_slots *slots);

#endif
