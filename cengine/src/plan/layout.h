/* How a tile is shared out over the threads of a workgroup, and where its elements lie in LDS. Host-side
 * arithmetic only. */
#ifndef TWK_PLAN_LAYOUT_H
#define TWK_PLAN_LAYOUT_H

#include "plan/lanes.h"

/* Whether a [rows][columns] tile can be moved in vectors of `vector` elements along its columns: the vector must
 * stay inside a contiguous run and a row, and every thread must get the same number of them. */
bool twk_vector_fits(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t vector);

/* The widest admissible vector in elements, a power of two; 0 where there is none. */
int64_t twk_vector_width(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t element_bytes);

/* How the vectors of a [rows][columns] tile are shared out over threads, thread i modulo their number taking vector i.
 *
 * `rows`, `columns`: distinct ones among the vectors of a thread. `whole_rows`: the threads divide a row, so that each
 * thread has vectors in all rows, at the same columns. Else a thread is back at a column after `period` vectors,
 * `apart` rows further. */
typedef struct twk_shared_vectors {
    int64_t rows;
    int64_t columns;
    bool whole_rows;
    int64_t period;
    int64_t apart;
} twk_shared_vectors;

/* How a tile of at least one vector a thread is shared out. */
twk_shared_vectors twk_share_vectors(int64_t rows, int64_t columns, int64_t vector, int64_t threads);

/* The distance in a thread's rows, each `apart` more than the one `period` before, between two that a swizzle permutes
 * alike. */
int64_t twk_rows_alike(int64_t period, int64_t apart);

/* Dwords of a chunk of the async loader: the most that a tile and its contiguous run (0: the row) admit, of those whose
 * bit is set in `widths`; or 0.
 *
 * A chunk stays in one row and in one run, and whole passes of all threads cover the tile exactly: a partial last
 * pass would write past it. */
int64_t twk_chunk_dwords(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t element_bytes,
                         int64_t widths);

/* Where the elements of one operand's tile lie in LDS.
 *
 * M-outer tiles are [free][tile_k + pad]; K-outer ones [tile_k][free + pad]. Where `swizzle_group` is not 0, the
 * groups of so many elements in each row are permuted by the row's index, shifted right by `swizzle_shift` (left where
 * that is negative). */
typedef struct twk_tile_layout {
    int64_t free;
    int64_t tile_k;
    bool k_outer;
    int64_t pad;
    int64_t element_bytes;
    int64_t swizzle_group;
    int swizzle_shift;
} twk_tile_layout;

/* Elements of a row, without the pad. */
int64_t twk_row_elements(const twk_tile_layout *layout);

/* Bytes from one row to the next, alignment of an access of so many bytes in any row, and bytes of the tile. */
int64_t twk_row_bytes(const twk_tile_layout *layout);
int64_t twk_access_align(const twk_tile_layout *layout, int64_t bytes);
int64_t twk_tile_bytes(const twk_tile_layout *layout);

/* The column where a row keeps one: where rows are permuted, groups of elements change places by the row's index.
 *
 * The number of groups in a row is a power of two, so that the exclusive or stays inside the row. It is its own
 * inverse: this is also the column that such a row keeps at one. Rows that are a multiple of TWK_SWIZZLE_ROWS apart
 * are permuted alike. */
twk_quantity twk_swizzled(const twk_evaluator *of, const twk_tile_layout *layout, twk_quantity row,
                          twk_quantity column);

/* The first read of an operand from such a tile that the architecture has, of a warp with so many atoms side by side; NULL for
 * none. */
const twk_read *twk_find_read(const twk_arch *arch, const twk_operand *operand, bool k_outer, int64_t element_bytes,
                              int64_t atoms);

/* How a warp reads the operand of an atom: `elements` of one row a lane, at lane-dependent rows and columns. Where
 * `from` is NULL there is no such read, of no elements. */
typedef struct twk_operand_read {
    const twk_arch *arch;
    int lanes;
    const twk_read *from;
    int64_t elements;
} twk_operand_read;

/* How a warp of an atom's lanes reads an operand from a tile: by the first of its reads that the architecture has; runs
 * are as long as that loads at once, and a lane names a whole row of a matrix, whatever it gets of it. */
twk_operand_read twk_read_of(const twk_arch *arch, const twk_operand *operand, int lanes, const twk_tile_layout *layout,
                             int64_t atoms);

/* Pad rows by as few elements as give the fewest bank conflicts, by the bank model of the contract. */
void twk_pad_rows(const twk_operand_read *read, twk_tile_layout *layout);

/* Permute the groups of `group` elements in the layout's rows in the way that gives the fewest bank conflicts. The
 * groups of a row must be a power of two, two or more. */
void twk_permute_rows(const twk_operand_read *read, twk_tile_layout *layout, int64_t group);

#endif
