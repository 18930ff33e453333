/* What is deduced: the values of the fields that a spec leaves to us. It never overrides what was asked. */
#ifndef TWK_POLICY_H
#define TWK_POLICY_H

#include "problem.h"

/* Bytes of an element of a data type. */
int64_t twk_element_bytes(const char *type);

/* The row of the spec's architecture. */
const twk_arch *twk_find_arch(const twk_spec *spec);

/* The row of the spec's pipeline. */
const twk_pipeline *twk_find_pipeline(const twk_spec *spec);

/* Whether the architecture has an atom for the input type. */
bool twk_has_atom(const twk_spec *spec, const twk_atom *atom);

/* The atom that a spec names, or NULL where the architecture lacks it. */
const twk_atom *twk_find_atom(const twk_spec *spec);

/* The operands of the product that are loaded. */
enum { TWK_OPERAND_A, TWK_OPERAND_B, TWK_OPERAND_COUNT };

/* Rows and columns of a tile. */
typedef struct twk_extents {
    int64_t rows;
    int64_t columns;
} twk_extents;

/* An operand's tile as it is loaded, columns along the axis contiguous in memory. */
twk_extents twk_loaded_tile(const twk_spec *spec, int operand, const twk_gemm_shape *shape);

/* The widest store of the shuffled epilogue, and the widest load of an operand, for the tile of a spec; 0 where
 * the tile cannot be shared out. */
int64_t twk_store_vector(const twk_spec *spec, const twk_gemm_shape *shape, int64_t threads);
int64_t twk_load_vector(const twk_spec *spec, int operand, const twk_gemm_shape *shape, int64_t threads);

/* Threads of a workgroup of a spec whose warps are resolved: a warp is as many lanes as its atom takes. */
int64_t twk_workgroup_threads(const twk_spec *spec, const twk_atom *atom);

/* Fill in every automatic field.
 *
 * Needs a problem without violations. Fields that no value could satisfy are filled all the same, for the rules
 * to refuse; where the atom asked for does not exist, the spec is filled as far as it can be. */
void twk_resolve(twk_spec *spec);

#endif
