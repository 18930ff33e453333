#include "spec/naming.h"

#include "sha256.h"

/* One entry an axis, joined by x. */
static void add_axes(twk_text *text, const char *label, const twk_axes *axes) {
    twk_text_string(text, label);
    for (int64_t axis = 0; axis < axes->count; axis++) {
        twk_text_format(text, axis ? "x%" PRId64 : "%" PRId64, axes->at[axis]);
    }
}

/* What a kernel's name says of its atoms and how they are fed. */
static void add_atom_fields(twk_text *text, const twk_spec *spec) {
    twk_text_format(text, "_t%" PRId64 "x%" PRId64 "x%" PRId64 "_w%" PRId64 "x%" PRId64 "_a%s_%s", spec->tile_m,
                    spec->tile_n, spec->tile_k, spec->warps_m, spec->warps_n, twk_atom_name_words[spec->atom],
                    twk_pipeline_name_words[spec->pipeline]);
    if (spec->stages > 1) {
        twk_text_integer(text, spec->stages);
    }
    twk_text_format(text, "_%s%s%s_pad%" PRId64 "x%" PRId64, twk_epilogue_words[spec->epilogue],
                    spec->loader == TWK_LOADER_ASYNC ? "_async" : "", spec->k_outer == TWK_K_OUTER_ON ? "_kouter" : "",
                    spec->lds_pad_a, spec->lds_pad_b);
    if (spec->combine != TWK_COMBINE_NONE) {
        twk_text_format(text, "_spk%" PRId64 "_%s", spec->split_k, twk_combine_words[spec->combine]);
    }
    if (spec->groups_per_tile > 1) {
        twk_text_format(text, "_gpt%" PRId64, spec->groups_per_tile);
    }
}

twk_text twk_kernel_name(twk_arena *arena, const twk_spec *spec, twk_text canonical) {
    const twk_problem *problem = &spec->problem;
    twk_text text = twk_text_open(arena);
    char digest[TWK_SHA256_HEX + 1];
    twk_sha256_hex(canonical.data, canonical.length, digest);
    twk_text_format(&text, "%s_%s_n%" PRId64 "c%" PRId64 "k%" PRId64 "g%" PRId64, twk_direction_words[spec->direction],
                    twk_arch_name_words[spec->arch], problem->n, problem->c, problem->k, problem->groups);
    add_axes(&text, "_i", &problem->input);
    add_axes(&text, "_f", &problem->filter);
    add_axes(&text, "_s", &problem->stride);
    add_axes(&text, "_d", &problem->dilation);
    add_axes(&text, "_p", &problem->pad_before);
    add_axes(&text, "_", &problem->pad_after);
    twk_text_format(&text, "_%s_%s", twk_data_type_words[spec->in_type], twk_data_type_words[spec->out_type]);
    if (spec->method == TWK_METHOD_DIRECT) {
        twk_text_format(&text, "_%s_g%" PRId64, twk_method_words[spec->method], spec->groups_per_tile);
    } else {
        add_atom_fields(&text, spec);
    }
    twk_text_format(&text, "_%.*s", TWK_DIGEST_LENGTH, digest);
    return text;
}
