/* The target interface: everything that a kernel asks of the machine. Nothing outside the target_* files knows
 * which it is. */
#ifndef TWK_TARGET_H
#define TWK_TARGET_H

#include "ir_builder.h"

/* A tensor in global memory, in whatever form the target reaches it by. */
typedef struct twk_tensor {
    twk_node *handle;
} twk_tensor;

/* How threads, tensors, barriers and matrix atoms are spelled on one family of machines. */
typedef struct twk_target {
    /* Index of the thread in its workgroup; of the workgroup along x or y of the grid. */
    twk_node *(*thread)(twk_builder *b);
    twk_node *(*workgroup_x)(twk_builder *b);
    twk_node *(*workgroup_y)(twk_builder *b);

    /* A value that is the same in all lanes of a warp, in a form that tells the compiler so. */
    twk_node *(*uniform)(twk_builder *b, twk_node *value);

    /* A tensor of `size` bytes behind a kernel argument. */
    twk_tensor (*tensor)(twk_builder *b, twk_node *pointer, int64_t size);

    /* Read a scalar or vector at a byte offset; zeros where `valid` (NULL: always) does not hold. */
    twk_node *(*load)(twk_builder *b, twk_tensor tensor, twk_node *offset, twk_node *valid, const twk_type *type);

    /* Write a scalar or vector at a byte offset; nothing where `valid` (NULL: always) does not hold. */
    void (*store)(twk_builder *b, twk_tensor tensor, twk_node *offset, twk_node *valid, twk_node *value);

    /* A workgroup barrier that orders accesses to shared memory and nothing else. */
    void (*barrier)(twk_builder *b);

    /* One matrix atom: x * y + z. */
    twk_node *(*multiply)(twk_builder *b, const twk_atom *atom, twk_node *x, twk_node *y, twk_node *z);
} twk_target;

/* The lowering for an architecture. */
const twk_target *twk_find_target(const twk_arch *arch);

#endif
