/* From a plan to a program: one module with its kernel, and the manifest that a runtime launches it by. */
#ifndef TWK_CONV_EMIT_H
#define TWK_CONV_EMIT_H

#include "plan/plan.h"
#include "spec/violations.h"

/* The manifest of a plan's program, as canonical JSON: see README, "The manifest". */
twk_text twk_manifest_json(twk_arena *arena, const twk_plan *plan, const char *name);

/* Emit, verify and print the program of a plan whose spec was accepted. Where the emitters built something wrong, which no spec
 * that the rules accept may cause, the context holds the error. */
twk_text twk_emit_program(twk_context *context, const twk_plan *plan, const char *name, int flavor);

#endif
