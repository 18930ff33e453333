/* What is allowed: every check of a problem and of a plan. `rules.toml` holds codes and messages. */
#ifndef TWK_RULES_H
#define TWK_RULES_H

#include "plan/plan.h"
#include "spec/violations.h"

/* Make the plan of a spec that was read.
 *
 * False with every rule that the spec breaks: those of the problem alone, or else those of the plan. */
bool twk_accept(twk_context *context, const twk_spec *asked, twk_plan *plan);

#endif
