/* What is deduced: the values of the fields that a spec leaves to us. It never overrides what was asked. */
#ifndef TWK_POLICY_H
#define TWK_POLICY_H

#include "plan/layout.h"
#include "plan/views.h"

/* Bytes of an element of a data type. */
int64_t twk_element_bytes(twk_data_type type);

/* The row of the spec's architecture. */
const twk_arch *twk_find_arch(const twk_spec *spec);

/* The schedule that a spec names, for its loader (TWK_LOADER_AUTO: the first that the pipeline has); NULL where there is
 * none. */
const twk_pipeline *twk_find_pipeline(const twk_spec *spec);

/* Whether the architecture has an atom for the input type. */
bool twk_has_atom(const twk_spec *spec, const twk_atom *atom);

/* The atom that a spec names, or NULL where the architecture lacks it. */
const twk_atom *twk_find_atom(const twk_spec *spec);

/* Warps that only load, where the spec leaves their number open: as many as multiply, up to four. */
int64_t twk_load_warps_needed(const twk_spec *spec, const twk_pipeline *pipeline);

/* Threads that share out the tiles that are loaded, and threads of a workgroup, of a spec whose warps are resolved. */
int64_t twk_loading_threads(const twk_spec *spec);
int64_t twk_workgroup_threads(const twk_spec *spec);

/* Warps that do one atom together, where it takes the lanes of several: they follow each other along the tile's rows.
 * Atoms that the warps do side by side along those rows; 1 where the spec leaves the warps open. */
int64_t twk_warps_together(const twk_spec *spec, const twk_atom *atom);
int64_t twk_atoms_along_rows(const twk_spec *spec, const twk_atom *atom);

/* The operands of the product that are loaded. */
enum { TWK_OPERAND_A, TWK_OPERAND_B, TWK_OPERAND_COUNT };

/* How the tile of an operand of a spec is loaded and kept.
 *
 * It is loaded as [rows][columns], columns along the axis that is contiguous in memory, in runs of `run` elements;
 * `contiguous_free`: that axis is the free one. `checked` axes of the tensor have an end that a load may pass. A pad
 * that is still open counts as none; rows are permuted where they admit it. `vector` is 0 where the spec leaves it
 * open. */
typedef struct twk_operand_plan {
    const char *operand; /* "a" or "b" */
    int64_t rows;
    int64_t columns;
    int64_t run;
    bool contiguous_free;
    int64_t checked;
    twk_tile_layout layout;
    twk_operand_read read;
    int64_t vector;
} twk_operand_plan;

/* The plans of both operands. */
typedef struct twk_operand_plans {
    twk_operand_plan of[TWK_OPERAND_COUNT];
} twk_operand_plans;

twk_operand_plans twk_plan_operands(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape);

/* Elements that a swizzle of an operand's tile keeps together: those of the widest access along its rows; 0 where
 * the architecture has no such access. */
int64_t twk_swizzle_group(const twk_operand_plan *plan);

/* Whether the groups of a row are a power of two, two or more. */
bool twk_admits_swizzle(const twk_operand_plan *plan, int64_t group);

/* The widest load of an operand, and the widest store of the shuffled epilogue, in elements; 0 where the tile cannot
 * be shared out. */
int64_t twk_widest_load(const twk_spec *spec, const twk_operand_plan *plan);
int64_t twk_widest_store(const twk_spec *spec, const twk_gemm_shape *shape);

/* Registers of a lane for addresses and what is being worked out: with fewer, compilers spill for a long time. */
#define TWK_OTHER_REGISTERS 16

/* What a kernel asks of the machine: registers a lane, loads of a warp that are in flight at once, bytes of LDS.
 *
 * Registers hold accumulators, the fragments of one step, fetched tiles, and places: what the loop keeps of the indices
 * of a thread's loads; and TWK_OTHER_REGISTERS. Where warps that load hold no accumulators, they are the larger of
 * both. `tiles` are those of all stages of A and B; the tile of the shuffled epilogue reuses their bytes, so that
 * `lds_bytes` is the larger of the two. */
typedef struct twk_budget {
    int64_t accumulators;
    int64_t fragments;
    int64_t fetched;
    int64_t places;
    int64_t registers;
    int64_t least_registers; /* of a lane: accumulators and fetched tiles, without which no compiler can do */
    int64_t loads_in_flight;
    int64_t tiles;
    int64_t shuffle;
    int64_t lds_bytes;
} twk_budget;

/* The budget of a resolved spec. */
twk_budget twk_budget_of(const twk_spec *spec, const twk_pipeline *pipeline, const twk_atom *atom,
                         const twk_operand_plans *plans);

/* Registers of a lane, where a SIMD unit holds its share of the warps of one workgroup, and the spec forbids some or
 * none. */
int64_t twk_registers_allowed(const twk_spec *spec, int64_t threads);

/* Warps on the fullest SIMD unit: those of one workgroup, and those of as many whole workgroups as fit a compute
 * unit. */
int64_t twk_least_warps(const twk_arch *arch, int64_t threads);
int64_t twk_most_warps(const twk_budget *needed, const twk_arch *arch, int64_t threads);

/* Why K-outer tiles cannot be used, as a rule; TWK_RULE_COUNT where they can. The one predicate behind the deduced
 * choice, the rule and whatever sweeps over specs. */
int twk_k_outer_obstacle(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape);

/* Whether an operand is contiguous along its free axis, in runs of an odd number of elements. */
bool twk_has_odd_run(const twk_gemm_shape *shape, int operand);

/* Fill in every automatic field.
 *
 * Needs a problem without violations. An open tile is the largest of ours that fits the machine and can be shared out
 * over the threads. Fields that no value could satisfy are filled all the same, for the rules to refuse; where the atom or pipeline asked for does not exist, the spec is filled as far as it can be. */
void twk_resolve(twk_spec *spec);

#endif
