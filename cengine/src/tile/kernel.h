/* What the parts of a kernel share: its plan, what a workgroup works on, and who a thread is. */
#ifndef TWK_TILE_KERNEL_H
#define TWK_TILE_KERNEL_H

#include "machine/interface.h"
#include "plan/plan.h"
#include "tile/coordinates.h"

/* An output tile: its group, its phase, its first row and column; and which slice of its reduction is meant. */
typedef struct twk_tile {
    twk_node *group;
    twk_node *phase;
    twk_node *m;
    twk_node *n;
    twk_node *slice;
} twk_tile;

/* What one workgroup does: the part of a tile's reduction from `k_begin` up to `k_end`.
 *
 * Both are multiples of the vectors that lie along k; `k_unit`, which is known when the kernel is written, divides their
 * difference. `first`, `last`: whether the tile's reduction begins, and whether it ends with this part. `iterations`: of the
 * main loop, for a part that ends before `k_end` because it is whole turns of the loop; else NULL. */
typedef struct twk_work_item {
    twk_tile tile;
    twk_node *k_begin;
    twk_node *k_end;
    int64_t k_unit;
    twk_node *first;
    twk_node *last;
    twk_node *iterations;
} twk_work_item;

/* Who this thread is: its index, its warp's, its lane of an atom, and the place in the tile of its warp, or of the warps
 * that do an atom together, if it multiplies. */
typedef struct twk_threads {
    twk_node *thread;
    twk_node *warp;
    twk_node *lane;
    twk_node *warp_m;
    twk_node *warp_n;
} twk_threads;

/* A kernel while it is written: `tensors` and their `maps` are those of A, B and D, which may be a slice of the workspace;
 * the first index of a map is m or n, and of D's the second is n. `reduction` is the length of k, `lds` the address of all shared memory. */
typedef struct twk_kernel {
    const twk_plan *plan;
    twk_node *lds;
    twk_tensor tensors[TWK_OPERAND_COUNT];
    twk_tensor_map maps[TWK_OPERAND_COUNT];
    twk_node *reduction;
    twk_work_item item;
    twk_threads who;
} twk_kernel;

/* Whether loads to LDS are in flight while other stages are read, so that accesses must say their stage. */
bool twk_is_staged(const twk_kernel *kernel);

/* Whether no tile that is computed goes past the item's part of the reduction, nor may one that is only loaded. */
bool twk_has_exact_reduction(twk_builder *b, const twk_kernel *kernel);

/* The type of an element of A, B or D. */
const twk_type *twk_element_of(const twk_kernel *kernel, int operand);

/* The address of the first stage of the tile of A or B. */
twk_node *twk_operand_lds(twk_builder *b, const twk_kernel *kernel, int operand);

#endif
