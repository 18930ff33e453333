#include "spec/naming.h"

#include "sha256.h"

/* Hexadecimal digits of the SHA-256 of the resolved canonical JSON. */
#define DIGEST_LENGTH 12

static void add_number(twk_text *text, const char *label, int64_t value) {
    twk_text_string(text, label);
    twk_text_integer(text, value);
}

/* One entry an axis, joined by x. */
static void add_axes(twk_text *text, const char *label, const twk_axes *axes) {
    int64_t axis;
    twk_text_string(text, label);
    for (axis = 0; axis < axes->count; axis++) {
        add_number(text, axis ? "x" : "", axes->at[axis]);
    }
}

static void add_word(twk_text *text, const char *label, const char *word) {
    twk_text_string(text, label);
    twk_text_string(text, word);
}

static void add_problem(twk_text *text, const twk_problem *problem) {
    add_number(text, "_n", problem->n);
    add_number(text, "c", problem->c);
    add_number(text, "k", problem->k);
    add_number(text, "g", problem->groups);
    add_axes(text, "_i", &problem->input);
    add_axes(text, "_f", &problem->filter);
    add_axes(text, "_s", &problem->stride);
    add_axes(text, "_d", &problem->dilation);
    add_axes(text, "_p", &problem->pad_before);
    add_axes(text, "_", &problem->pad_after);
}

twk_text twk_kernel_name(twk_arena *arena, const twk_spec *spec, twk_text canonical) {
    twk_text text = twk_text_open(arena);
    char digest[TWK_SHA256_HEX + 1];
    twk_sha256_hex(canonical.data, canonical.length, digest);
    add_word(&text, "", twk_direction_words[spec->direction]);
    add_word(&text, "_", twk_arch_name_words[spec->arch]);
    add_problem(&text, &spec->problem);
    add_word(&text, "_", twk_data_type_words[spec->in_type]);
    add_word(&text, "_", twk_data_type_words[spec->out_type]);
    add_number(&text, "_t", spec->tile_m);
    add_number(&text, "x", spec->tile_n);
    add_number(&text, "x", spec->tile_k);
    add_number(&text, "_w", spec->warps_m);
    add_number(&text, "x", spec->warps_n);
    add_word(&text, "_a", twk_atom_name_words[spec->atom]);
    add_word(&text, "_", twk_pipeline_name_words[spec->pipeline]);
    if (spec->stages > 1) {
        twk_text_integer(&text, spec->stages);
    }
    add_word(&text, "_", twk_epilogue_words[spec->epilogue]);
    twk_text_string(&text, spec->loader == TWK_LOADER_ASYNC ? "_async" : "");
    twk_text_string(&text, spec->k_outer == TWK_K_OUTER_ON ? "_kouter" : "");
    add_number(&text, "_pad", spec->lds_pad_a);
    add_number(&text, "x", spec->lds_pad_b);
    twk_text_string(&text, "_");
    twk_text_bytes(&text, digest, DIGEST_LENGTH);
    return text;
}
