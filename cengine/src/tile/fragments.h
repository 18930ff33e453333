/* Fragments: the operands of a matrix atom as the lanes of a warp hold them. */
#ifndef TWK_TILE_FRAGMENTS_H
#define TWK_TILE_FRAGMENTS_H

#include "tile/kernel.h"

/* Reads the operand fragments of one warp out of a tile in LDS. */
typedef struct twk_fragments {
    const twk_kernel *kernel;
    const twk_operand_plan *plan;
    const twk_type *type; /* of a read */
    twk_node *lds;        /* address of the first stage */
    int64_t edge;         /* of the atom along the free axis */
    size_t reads;         /* that give a lane the operands of `read_atoms` atoms, which follow each other */
    size_t read_atoms;
    size_t pieces;       /* in which the atom's intrinsic takes an operand */
    int64_t steps;       /* of the atom's reduction in a tile */
    size_t count;        /* atoms of the warp along the free axis */
    twk_nodes addresses; /* one; where rows are swizzled, by row modulo TWK_SWIZZLE_ROWS and column, or NULL */
} twk_fragments;

/* Make a reader of A, whose free axis is the atom's rows, or B; false where memory runs out. */
bool twk_make_fragments(twk_builder *b, twk_fragments *fragments, const twk_kernel *kernel, int operand);

/* The fragments of all atoms along the free axis, at one step of the atom along the tile's reduction: the pieces of each.
 * Where memory runs out, there are none. */
twk_nodes twk_read_fragments(twk_builder *b, const twk_fragments *fragments, int64_t step, int64_t stage);

/* One matrix atom, of the pieces of its operands: those of its accumulator become what they are after it. Operands are cast
 * to the types that the intrinsic takes. */
void twk_multiply(twk_builder *b, const twk_atom *atom, twk_node *const *row, twk_node *const *column, twk_node **sums);

/* The pieces in which an atom's intrinsic takes A, B or C. */
size_t twk_pieces(const twk_atom *atom, twk_passed_kind kind);

#endif
