/* Operand plans: how the tiles of A and B are loaded, kept in LDS and read, and how that of D is stored. */
#ifndef TWK_PLAN_OPERANDS_H
#define TWK_PLAN_OPERANDS_H

#include "plan/layout.h"
#include "plan/views.h"

/* Bytes of an element of a data type. */
int64_t twk_element_bytes(twk_data_type type);

/* The operands of the product; A and B are loaded. */
enum { TWK_OPERAND_A, TWK_OPERAND_B, TWK_OPERAND_D, TWK_OPERAND_COUNT };

/* A [rows][columns] tile of operand "a", "b" or "d", shared out over threads in vectors along its columns.
 *
 * Columns lie along the axis that is contiguous in memory, in runs of `run` elements. `widest` is the widest vector in
 * elements, 0 where the tile cannot be shared out; `vector` the one that is used. `accesses`: vectors of a thread,
 * rounded up. `shared` has no rows and columns where the vector does not share the tile out. */
typedef struct twk_shared_tile {
    const char *operand;
    int64_t rows;
    int64_t columns;
    int64_t run;
    int64_t threads;
    int64_t widest;
    int64_t vector;
    int64_t accesses;
    twk_shared_vectors shared;
} twk_shared_tile;

/* Share a tile out in vectors of `asked` elements, or of the widest where that is 0. */
void twk_share_tile(twk_shared_tile *tile, int64_t asked);

/* How the tile of A or B is loaded, kept and read.
 *
 * `contiguous_free`: the columns of the tile as it is loaded lie along the free axis. `checked` axes of the tensor have
 * an end that a load may pass. `swizzle_group` are the elements that a swizzle keeps together: those of the widest
 * access along the rows, or 0 where the architecture has none. */
typedef struct twk_operand_plan {
    twk_shared_tile tile;
    bool contiguous_free;
    int64_t checked;
    twk_operand_read read;
    int64_t swizzle_group;
    twk_tile_layout layout;
} twk_operand_plan;

/* Make the plan of A or B, whose `tile.threads` are set, of a spec whose tile and schedule are chosen, and of which a warp has
 * so many atoms. An open vector is the widest. Where rows are to
 * be permuted, those are that admit it; else an open pad is derived, or none where the tile is to be `packed`. */
void twk_plan_operand(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape, int operand, bool packed,
                      int64_t atoms, twk_operand_plan *plan);

#endif
