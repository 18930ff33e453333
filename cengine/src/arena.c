#include "arena.h"

#include <stdint.h>
#include <stdlib.h>

/* Bytes of a chunk, which doubles up to this. Tests make it small, so that every request may fail. */
#ifndef TWK_LARGEST_CHUNK
#define TWK_LARGEST_CHUNK (1 << 20)
#endif
#define LARGEST_CHUNK ((size_t)TWK_LARGEST_CHUNK)
#define FIRST_CHUNK (LARGEST_CHUNK >> 7)

struct twk_chunk {
    twk_chunk *next;
    union {
        int64_t integer;
        void *pointer;
    } memory[]; /* aligned for either */
};

#define ALIGNMENT (sizeof(((twk_chunk *)0)->memory[0]))

static void *allocate(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static void release(void *user, void *memory) {
    (void)user;
    free(memory);
}

void twk_arena_open(twk_arena *arena, const twk_allocator *allocator) {
    const twk_allocator standard = {allocate, release, NULL};
    arena->allocator = allocator ? *allocator : standard;
    arena->chunks = NULL;
    arena->at = NULL;
    arena->left = 0;
    arena->chunk_size = FIRST_CHUNK;
    arena->failed = false;
}

/* Start a chunk with room for `size` bytes. */
static bool grow(twk_arena *arena, size_t size) {
    size_t room = arena->chunk_size > size ? arena->chunk_size : size;
    twk_chunk *chunk = NULL;
    if (room <= SIZE_MAX - sizeof *chunk) {
        chunk = arena->allocator.allocate(arena->allocator.user, sizeof *chunk + room);
    }
    if (!chunk) {
        arena->failed = true;
        return false;
    }
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->at = (char *)chunk->memory;
    arena->left = room;
    if (arena->chunk_size < LARGEST_CHUNK) {
        arena->chunk_size *= 2;
    }
    return true;
}

void *twk_arena_take(twk_arena *arena, size_t count, size_t size) {
    if (size && count > (SIZE_MAX - ALIGNMENT) / size) {
        arena->failed = true;
    }
    if (arena->failed) {
        return NULL;
    }
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes > arena->left && !grow(arena, bytes)) {
        return NULL;
    }
    void *memory = arena->at;
    arena->at += bytes;
    arena->left -= bytes;
    return memory;
}

void twk_arena_close(const twk_arena *arena) {
    const twk_allocator allocator = arena->allocator;
    twk_chunk *chunk = arena->chunks;
    while (chunk) {
        twk_chunk *next = chunk->next;
        allocator.release(allocator.user, chunk);
        chunk = next;
    }
}
