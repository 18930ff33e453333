/* What is allowed: every check of a problem and of a resolved spec. `rules.toml` holds codes and messages. */
#ifndef TWK_RULES_H
#define TWK_RULES_H

#include "plan/policy.h"
#include "spec/violations.h"

/* Bytes of a tensor of a spec whose output type is resolved. */
int64_t twk_tensor_bytes(const twk_spec *spec, twk_tensor_name tensor);

/* Bring a spec that was read into its resolved form.
 *
 * False with every rule that it breaks: those of the problem alone, or else those of the resolved spec. */
bool twk_accept(twk_context *context, twk_spec *spec);

#endif
