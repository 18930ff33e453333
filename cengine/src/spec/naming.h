/* The kernel's name: a stem that a person can read, and a digest of the resolved spec that makes it unique. */
#ifndef TWK_NAMING_H
#define TWK_NAMING_H

#include "contract_gen.h"
#include "text.h"

/* The name of a resolved spec's kernel: direction, arch, problem, types, tile, warps, atom, pipeline, epilogue,
 * flags. `canonical` is the JSON of the spec. */
twk_text twk_kernel_name(twk_arena *arena, const twk_spec *spec, twk_text canonical);

#endif
