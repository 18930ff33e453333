/* The verifier: a kernel that fails it is a bug in an emitter, never something that a spec may cause.
 *
 * It checks types, address spaces, alignment, the LDS budget, intrinsics and atoms against the architecture, and
 * that values are used inside the region that defines them. Control flow is structured, so that last check is
 * all that dominance needs. */
#ifndef TWK_IR_VERIFIER_H
#define TWK_IR_VERIFIER_H

#include "ir/builder.h"
#include "spec/violations.h"

/* Check a function that is complete; the first thing that is wrong becomes the context's error. */
void twk_verify(twk_context *context, twk_function *function);

#endif
