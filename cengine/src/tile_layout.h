/* How a tile is shared out over the threads of a workgroup, and where its elements lie in LDS. Host-side
 * arithmetic only. */
#ifndef TWK_TILE_LAYOUT_H
#define TWK_TILE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a [rows][columns] tile can be moved in vectors of `vector` elements along its columns: the vector must
 * stay inside a contiguous run and a row, and every thread must get the same number of them. */
bool twk_vector_fits(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t vector);

/* The widest admissible vector in elements, a power of two; 0 where there is none. */
int64_t twk_vector_width(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t element_bytes);

/* Elements to add to each LDS row of tile_k elements so that fragment reads are free of bank conflicts.
 *
 * The lanes that are served together read one operand each from consecutive rows. With an odd number of operands
 * a row, consecutive rows start in different groups of banks until all groups are used. */
int64_t twk_default_pad(int64_t tile_k, int64_t operand_length);

/* LDS bytes of an M-outer tile: rows of tile_k elements and a pad. */
int64_t twk_tile_bytes(int64_t rows, int64_t tile_k, int64_t pad, int64_t element_bytes);

#endif
