/* One arena an emission: everything is allocated in chunks and released at once.
 *
 * Running out of memory is sticky: `failed` is set, every later request fails too, and the caller who finishes
 * the emission looks at it once. */
#ifndef TWK_ARENA_H
#define TWK_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "twinkern.h"

typedef struct twk_chunk twk_chunk;

typedef struct twk_arena {
    twk_allocator allocator;
    twk_chunk *chunks; /* the newest first */
    char *at;          /* the first free byte of the newest chunk */
    size_t left;       /* free bytes of the newest chunk */
    size_t chunk_size; /* of the next chunk */
    bool failed;
} twk_arena;

/* An empty arena over an allocator, which is copied; NULL means malloc and free. */
void twk_arena_open(twk_arena *arena, const twk_allocator *allocator);

/* Memory for `count` objects of `size` bytes each, aligned for pointers and 64-bit integers; not cleared. NULL
 * on failure. */
void *twk_arena_take(twk_arena *arena, size_t count, size_t size);

/* Release all chunks; the arena may itself lie in one of them. */
void twk_arena_close(const twk_arena *arena);

#endif
