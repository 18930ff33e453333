#include "conv_emit.h"

twk_program twk_emit_program(twk_context *context, const twk_spec *spec, const char *name, int flavor) {
    const twk_program program = {twk_text_open(&context->arena), twk_text_open(&context->arena)};
    (void)spec;
    (void)name;
    (void)flavor;
    twk_internal_error(context, "this engine has no emitters");
    return program;
}
