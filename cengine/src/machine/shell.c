#include "machine/shell.h"

static const twk_vendor *vendor_of(const twk_module *module) {
    return module->functions[0]->arch->vendor;
}

static void put_number(twk_text *text, const char *stem, int64_t number) {
    twk_text_string(text, stem);
    twk_text_integer(text, number);
}

static const char *convention(const twk_module *module) {
    return vendor_of(module)->kernel_convention;
}

static void put_head(twk_text *text, const twk_module *module) {
    const twk_vendor *vendor = vendor_of(module);
    twk_text_format(text, "target datalayout = \"%s\"\ntarget triple = \"%s\"\n\n", vendor->data_layout[module->flavor],
                    vendor->triple);
}

/* A global of a kernel gets its name; the first kernel's has no number. */
static void name_global(twk_arena *arena, twk_node *node, const char *name, size_t index) {
    node->of.text = index ? twk_format(arena, "%s%zu", name, index) : name;
}

static void put_globals(twk_text *text, const twk_module *module, size_t index) {
    const twk_function *function = module->functions[index];
    name_global(text->arena, function->lds, "@lds", index);
    name_global(text->arena, function->zeros, "@zeros", index);
    if (function->lds_bytes) {
        const twk_piece shared[] = {twk_string(function->lds->of.text), twk_integer(function->lds_bytes)};
        twk_text_fill(text, vendor_of(module)->shared_declaration, shared, 2);
        twk_text_string(text, "\n\n");
    }
    if (function->zero_bytes) {
        twk_text_format(text, "%s = internal addrspace(%d) constant [%" PRId64 " x i8] zeroinitializer, align 16\n\n",
                        function->zeros->of.text, function->zeros->type->space, function->zero_bytes);
    }
}

/* The number of the metadata that describe the LDS stages of a kernel, from which on they are its own. */
static int64_t first_scope(const twk_module *module, size_t index) {
    int64_t first = vendor_of(module)->metadata_count;
    for (size_t before = 0; before < index; before++) {
        int64_t stages = module->functions[before]->stages;
        first += stages ? 1 + 3 * stages : 0;
    }
    return first;
}

/* An access is in the scope of its stage, and no alias of any other. Without that LLVM waits for every load in flight
 * before each read of LDS, whatever the kernel waited for. */
static void put_access_end(twk_text *text, const twk_module *module, size_t index, int64_t stage) {
    int64_t stages = module->functions[index]->stages;
    int64_t own = first_scope(module, index) + 1 + stages;
    put_number(text, ", !alias.scope !", own + stage);
    put_number(text, ", !noalias !", own + stages + stage);
}

static void put_fence(twk_text *text, const twk_module *module, twk_ordering ordering) {
    const twk_piece argument = twk_string(twk_orderings[ordering]);
    twk_text_fill(text, vendor_of(module)->workgroup_fence, &argument, 1);
}

static void put_sync_scope(twk_text *text, const twk_module *module, twk_sync_scope scope) {
    const char *name = vendor_of(module)->sync_scopes[scope];
    if (*name) {
        twk_text_format(text, " syncscope(\"%s\")", name);
    }
}

static void put_attributes(twk_text *text, const twk_module *module, size_t index) {
    const twk_function *function = module->functions[index];
    const twk_vendor *vendor = vendor_of(module);
    const twk_piece arguments[] = {twk_integer(function->threads), twk_string(function->arch->name)};
    const twk_piece waves = twk_integer(function->warps_per_unit);
    twk_text_format(text, "attributes #%zu = { ", index);
    twk_text_fill(text, vendor->kernel_attributes, arguments, 2);
    if (function->warps_per_unit) {
        twk_text_string(text, " ");
        twk_text_fill(text, vendor->waves_attribute, &waves, 1);
    }
    if (function->no_accumulation) {
        twk_text_format(text, " %s", vendor->no_accumulation_attribute[module->flavor]);
    }
    twk_text_string(text, " }\n");
}

/* A list of one stage's scope, or of all others', of scopes that follow each other from `scopes` on. */
static void put_scopes(twk_text *text, int64_t number, int64_t scopes, int64_t stages, int64_t stage, bool own) {
    const char *separator = "!";
    twk_text_format(text, "!%" PRId64 " = !{", number);
    for (int64_t other = 0; other < stages; other++) {
        if ((other == stage) == own) {
            put_number(text, separator, scopes + other);
            separator = ", !";
        }
    }
    twk_text_string(text, "}\n");
}

/* Alias scopes that tell the LDS stages of a kernel apart: a domain, a scope a stage, then for each the list of it
 * alone, then for each the list of all others. */
static void put_stage_metadata(twk_text *text, int64_t first, int64_t stages) {
    int64_t scopes = first + 1;
    twk_text_format(text, "!%" PRId64 " = distinct !{!%" PRId64 ", !\"lds stages\"}\n", first, first);
    for (int64_t i = 0; i < stages; i++) {
        twk_text_format(text, "!%" PRId64 " = distinct !{!%" PRId64 ", !%" PRId64 ", !\"stage %" PRId64 "\"}\n",
                        scopes + i, scopes + i, first, i);
    }
    for (int64_t i = 0; i < 2 * stages; i++) {
        put_scopes(text, scopes + stages + i, scopes, stages, i % stages, i < stages);
    }
}

/* The annotation of each kernel, where the flavour has such, and the list of them. */
static void put_annotations(twk_text *text, const twk_module *module) {
    const char *template = vendor_of(module)->kernel_annotation[module->flavor];
    int64_t first = first_scope(module, module->count);
    for (size_t i = 0; *template && i < module->count; i++) {
        const twk_function *function = module->functions[i];
        const twk_piece arguments[] = {twk_string(function->name), twk_integer(function->threads)};
        twk_text_format(text, "!%" PRId64 " = !{", first + (int64_t)i);
        twk_text_fill(text, template, arguments, 2);
        twk_text_string(text, "}\n");
    }
    for (size_t i = 0; *template && i < module->count; i++) {
        put_number(text, i ? ", !" : "!nvvm.annotations = !{!", first + (int64_t)i);
    }
    twk_text_string(text, *template ? "}\n" : "");
}

static void put_tail(twk_text *text, const twk_module *module) {
    for (size_t i = 0; i < module->count; i++) {
        put_attributes(text, module, i);
    }
    twk_text_string(text, "\n");
    twk_text_string(text, vendor_of(module)->metadata);
    for (size_t i = 0; i < module->count; i++) {
        if (module->functions[i]->stages) {
            put_stage_metadata(text, first_scope(module, i), module->functions[i]->stages);
        }
    }
    put_annotations(text, module);
}

const twk_shell twk_module_shell = {convention, put_head,       put_globals, put_access_end,
                                    put_fence,  put_sync_scope, put_tail};
