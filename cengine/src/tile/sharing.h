/* How the vectors of a tile are shared out over the threads of a workgroup. */
#ifndef TWK_TILE_SHARING_H
#define TWK_TILE_SHARING_H

#include "ir/builder.h"
#include "plan/operands.h"

/* Which of a thread's rows and columns a vector has. */
typedef struct twk_slot {
    size_t row;
    size_t column;
} twk_slot;

/* Distinct indices of a thread in the tile: each is `apart` more than the one `period` before it. */
typedef struct twk_indices {
    twk_nodes of;
    size_t period;
    int64_t apart;
} twk_indices;

/* The vectors of one thread: distinct rows and first columns, and for each vector which row and column it has. */
typedef struct twk_slots {
    twk_indices rows;
    twk_indices columns;
    size_t count;
    twk_slot *places;
} twk_slots;

/* A group of vectors, of TWK_TOGETHER but for the last: from `first` up to `end`; the rows and the columns that are known
 * after it, for they come in order. */
typedef struct twk_slot_group {
    size_t first;
    size_t end;
    size_t rows;
    size_t columns;
} twk_slot_group;

/* Go on to the next group, from a zeroed one to the first; false after the last. */
bool twk_next_group(const twk_slot *places, size_t count, twk_slot_group *group);

/* Share the vectors of a tile over the threads: vector i goes to thread i modulo their number.
 *
 * What vectors of a thread have in common is computed once: they come back to a column after `period` of them, and rows
 * then are a constant further. Where memory runs out, there are no vectors. */
twk_slots twk_share(twk_builder *b, twk_node *thread, const twk_shared_tile *tile);

/* Turn the vectors of a swizzled tile into those of the columns that the rows keep where they lie in LDS; false where
 * memory runs out. */
bool twk_permute(twk_builder *b, const twk_tile_layout *layout, twk_slots *slots);

#endif
