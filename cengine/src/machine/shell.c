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
    twk_text_string(text, "target datalayout = \"");
    twk_text_string(text, vendor->data_layout[module->flavor]);
    twk_text_string(text, "\"\ntarget triple = \"");
    twk_text_string(text, vendor->triple);
    twk_text_string(text, "\"\n\n");
}

/* A global of a kernel gets its name; the first kernel's has no number. */
static twk_piece name_global(twk_arena *arena, twk_node *node, const char *name, size_t index) {
    twk_piece number = index ? twk_integer((int64_t)index) : twk_string("");
    node->of.text = TWK_JOIN(arena, twk_string(name), number);
    return twk_string(node->of.text);
}

static void put_globals(twk_text *text, const twk_module *module, size_t index) {
    const twk_function *function = module->functions[index];
    const twk_piece shared[] = {name_global(text->arena, function->lds, "@lds", index),
                                twk_integer(function->lds_bytes)};
    const twk_piece zeros = name_global(text->arena, function->zeros, "@zeros", index);
    if (function->lds_bytes) {
        twk_text_fill(text, vendor_of(module)->shared_declaration, shared, 2);
        twk_text_string(text, "\n\n");
    }
    if (function->zero_bytes) {
        twk_text_piece(text, zeros);
        put_number(text, " = internal addrspace(", function->zeros->type->space);
        put_number(text, ") constant [", function->zero_bytes);
        twk_text_string(text, " x i8] zeroinitializer, align 16\n\n");
    }
}

/* The number of the metadata that describe the LDS stages of a kernel, from which on they are its own. */
static int64_t first_scope(const twk_module *module, size_t index) {
    int64_t first = vendor_of(module)->metadata_count;
    size_t before;
    for (before = 0; before < index; before++) {
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
    twk_text_string(text, *name ? " syncscope(\"" : "");
    twk_text_string(text, name);
    twk_text_string(text, *name ? "\")" : "");
}

static void put_attributes(twk_text *text, const twk_module *module, size_t index) {
    const twk_function *function = module->functions[index];
    const twk_vendor *vendor = vendor_of(module);
    const twk_piece arguments[] = {twk_integer(function->threads), twk_string(function->arch->name)};
    const twk_piece waves = twk_integer(function->warps_per_unit);
    put_number(text, "attributes #", (int64_t)index);
    twk_text_string(text, " = { ");
    twk_text_fill(text, vendor->kernel_attributes, arguments, 2);
    if (function->warps_per_unit) {
        twk_text_string(text, " ");
        twk_text_fill(text, vendor->waves_attribute, &waves, 1);
    }
    if (function->no_accumulation) {
        twk_text_string(text, " ");
        twk_text_string(text, vendor->no_accumulation_attribute[module->flavor]);
    }
    twk_text_string(text, " }\n");
}

/* A list of one stage's scope, or of all others', of scopes that follow each other from `scopes` on. */
static void put_scopes(twk_text *text, int64_t number, int64_t scopes, int64_t stages, int64_t stage, bool own) {
    const char *separator = "!";
    int64_t other;
    put_number(text, "!", number);
    twk_text_string(text, " = !{");
    for (other = 0; other < stages; other++) {
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
    int64_t i;
    put_number(text, "!", first);
    put_number(text, " = distinct !{!", first);
    twk_text_string(text, ", !\"lds stages\"}\n");
    for (i = 0; i < stages; i++) {
        put_number(text, "!", scopes + i);
        put_number(text, " = distinct !{!", scopes + i);
        put_number(text, ", !", first);
        put_number(text, ", !\"stage ", i);
        twk_text_string(text, "\"}\n");
    }
    for (i = 0; i < 2 * stages; i++) {
        put_scopes(text, scopes + stages + i, scopes, stages, i % stages, i < stages);
    }
}

static void put_tail(twk_text *text, const twk_module *module) {
    size_t i;
    for (i = 0; i < module->count; i++) {
        put_attributes(text, module, i);
    }
    twk_text_string(text, "\n");
    twk_text_string(text, vendor_of(module)->metadata);
    for (i = 0; i < module->count; i++) {
        if (module->functions[i]->stages) {
            put_stage_metadata(text, first_scope(module, i), module->functions[i]->stages);
        }
    }
}

const twk_shell twk_module_shell = {convention, put_head,       put_globals, put_access_end,
                                    put_fence,  put_sync_scope, put_tail};
