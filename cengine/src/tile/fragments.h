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
    size_t reads;         /* that give a lane its operand */
    int64_t steps;        /* of the atom's reduction in a tile */
    size_t count;         /* atoms of the warp along the free axis */
    twk_nodes addresses;  /* one; where rows are swizzled, by row modulo TWK_SWIZZLE_ROWS and column, or NULL */
} twk_fragments;

/* Make a reader of A, whose free axis is the atom's rows, or B; false where memory runs out. */
bool twk_make_fragments(twk_builder *b, twk_fragments *fragments, const twk_kernel *kernel, int operand);

/* The fragment of one atom along the free axis, at one step of the atom along the tile's reduction. */
twk_node *twk_read_fragment(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step,
                            int64_t stage);

#endif
