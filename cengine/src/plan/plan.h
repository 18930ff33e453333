/* The plan: all that is decided about a kernel before it is written. Rules judge it, the emitter and the manifest say
 * it. */
#ifndef TWK_PLAN_H
#define TWK_PLAN_H

#include "plan/budget.h"
#include "plan/direct.h"

/* A tensor of the problem as a kernel's argument: a gradient has a d before its name. Or the workspace, of slices that are
 * as long as `tensor`; an operand of the output chain, which goes to `tensor`; or an fp32 of that, by value. */
typedef struct twk_tensor_argument {
    twk_tensor_name tensor;
    const char *name;
    twk_role role;
    twk_data_type type;
    int64_t bytes;
} twk_tensor_argument;

enum { TWK_ARGUMENT_LIMIT = TWK_OPERAND_COUNT + TWK_CHAIN_OPERAND_COUNT + TWK_CHAIN_SCALAR_COUNT };

/* A kernel of the program, in order of launch: its name is the program's and `suffix`, `grid` counts workgroups of so many
 * threads, and it has so many arguments: its own, then those of the output chain where it ends that. */
typedef struct twk_kernel_plan {
    const char *suffix;
    int64_t grid[3];
    int64_t threads;
    int64_t lds_bytes;
    const twk_tensor_argument *own;
    size_t own_count;
    size_t argument_count;
} twk_kernel_plan;

/* Kernels of a program at most; and after A, B and what the product's kernel writes, D as the last of all writes it. */
enum { TWK_KERNEL_LIMIT = 2, TWK_RESULT = TWK_OPERAND_COUNT };

/* A resolved spec, and what follows from it.
 *
 * `tensors` are A, B and what the product's kernel writes: D, or a workspace of `slices` that are added up, `combined`
 * elements by a thread; then D in any case, which has so many `channels`. `k_outer_obstacle`: why no tile can be K-outer, as a rule, or TWK_RULE_COUNT.
 * `operands` are A and B, `output` is the tile of D as it leaves through LDS. `registers` are those that a lane may use.
 * `threads` of a workgroup; its `computing_warps` multiply, and those that only load come after them. `warps_together` do
 * one atom together, `atoms_along_rows` are done side by side along the rows of a tile; `warp_tile` are the rows and
 * columns of the tile of D that such warps hold. `exact`: no tile goes past the end of m, of n. `stage_bytes` of LDS lie
 * from one stage to the next. Slices of the reduction are multiples of `slice_step`; `iterations` take the longest, or all
 * of the reduction where there is one. `is_direct`: without atoms, as `direct` says; then all that is about those is as if
 * there were, and the spec leaves it open. Kernels point into the plan: it stays where it is. */
typedef struct twk_plan {
    twk_spec spec;
    const twk_arch *arch;
    const twk_atom *atom;
    const twk_pipeline *pipeline;
    twk_gemm_shape shape;
    twk_tensor_argument tensors[TWK_RESULT + 1];
    int64_t channels;
    int k_outer_obstacle;
    twk_operand_plan operands[TWK_OPERAND_D];
    twk_shared_tile output;
    twk_budget budget;
    int64_t registers;
    bool loads_fit;
    bool registers_fit;
    bool lds_fits;
    int64_t threads;
    int64_t computing_warps;
    int64_t warps_together;
    int64_t atoms_along_rows;
    int64_t shuffled_row_bytes;
    int64_t warp_tile[TWK_OPERAND_D];
    bool exact[TWK_OPERAND_D];
    int64_t stage_bytes;
    int64_t slices;
    int64_t slice_step;
    int64_t combined;
    int64_t iterations;
    int64_t tiles_m;
    int64_t tiles_n;
    twk_kernel_plan kernels[TWK_KERNEL_LIMIT];
    size_t kernel_count;
    bool is_direct;
    twk_direct_plan direct;
} twk_plan;

/* Make the plan of a spec, every automatic field filled in.
 *
 * Needs a problem without violations. An open tile is the largest of ours that fits the machine and can be shared out
 * over the threads, or the largest that fits, or the smallest. Fields that no value could satisfy are filled all the
 * same, for the rules to refuse; an atom or a loader that there is not counts as left open. */
void twk_resolve(const twk_spec *asked, twk_plan *plan);

/* An argument of a kernel: pointers come before what is passed by value. */
twk_tensor_argument twk_argument_at(const twk_plan *plan, const twk_kernel_plan *row, size_t index);

#endif
