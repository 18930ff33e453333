/* The public interface: one arena a call, and a result that lies in it. */
#include "twinkern.h"

#include <string.h>

#include "conv/emit.h"
#include "plan/rules.h"
#include "spec/naming.h"
#include "spec/spec.h"

#define ABI_VERSION 1
#define VERSION "0.1.0"
/* What the build says of the sources, as a word that needs no quotes on a command line. */
#ifndef TWK_SOURCE_DIGEST
#define TWK_SOURCE_DIGEST unknown
#endif
#define SPELLED(word) #word
#define EXPANDED(word) SPELLED(word)
#define PART_COUNT (TWK_ERROR + 1)
/* Rows, columns, threads and run length that twk_async_chunk_dwords takes at most. */
#define GEOMETRY_LIMIT ((int64_t)1 << 20)

typedef struct result_part {
    const char *data;
    size_t length;
} result_part;

struct twk_result {
    twk_context context;
    twk_plan plan;
    result_part parts[PART_COUNT];
};

/* Keep a text as a part of the result. */
static void set_part(twk_result *result, twk_part kind, twk_text text) {
    result_part *part = &result->parts[kind];
    part->data = twk_text_finish(&text);
    part->length = text.length;
}

/* A result in an arena of its own; NULL where there is no memory for it. */
static twk_result *new_result(const twk_allocator *allocator) {
    static const result_part empty = {"", 0};
    twk_arena arena;
    twk_arena_open(&arena, allocator);
    twk_result *result = twk_arena_take(&arena, 1, sizeof *result);
    if (!result) {
        return NULL;
    }
    memset(result, 0, sizeof *result);
    result->context.arena = arena;
    for (int i = 0; i < PART_COUNT; i++) {
        result->parts[i] = empty;
    }
    return result;
}

/* Read the spec and make its plan; true where it is accepted. */
static bool accept(twk_result *result, const char *spec_json, size_t length) {
    twk_context *context = &result->context;
    twk_arena *arena = &context->arena;
    twk_spec asked;
    if (!twk_read_spec(context, spec_json, length, &asked)) {
        return false;
    }
    set_part(result, TWK_ASKED, twk_canonical_json(arena, &asked));
    if (!twk_accept(context, &asked, &result->plan)) {
        return false;
    }
    twk_text resolved = twk_canonical_json(arena, &result->plan.spec);
    set_part(result, TWK_RESOLVED, resolved);
    set_part(result, TWK_NAME, twk_kernel_name(arena, &result->plan.spec, resolved));
    set_part(result, TWK_MANIFEST, twk_manifest_json(arena, &result->plan, result->parts[TWK_NAME].data));
    return true;
}

/* Index of a flavour; TWK_FLAVOR_COUNT with a violation where there is none. */
static int find_flavor(twk_context *context, const char *flavor) {
    int i = 0;
    while (i < TWK_FLAVOR_COUNT && !twk_equal(twk_flavors[i], flavor)) {
        i++;
    }
    if (i == TWK_FLAVOR_COUNT) {
        TWK_VIOLATE_FLAVOR(context, twk_quote(&context->arena, flavor),
                           twk_join_words(&context->arena, twk_flavors, TWK_FLAVOR_COUNT),
                           twk_guess(&context->arena, flavor, twk_flavors, TWK_FLAVOR_COUNT));
    }
    return i;
}

/* Whether a flavour's LLVM knows the architecture; a violation where it does not. */
static bool knows_arch(twk_context *context, const twk_arch *arch, int flavor) {
    const char *names[TWK_FLAVOR_COUNT];
    size_t count = 0;
    if (arch->flavors >> flavor & 1) {
        return true;
    }
    for (int i = 0; i < TWK_FLAVOR_COUNT; i++) {
        if (arch->flavors >> i & 1) {
            names[count++] = twk_flavors[i];
        }
    }
    TWK_VIOLATE_FLAVOR_ARCH(context, twk_flavors[flavor], arch->name, twk_join_words(&context->arena, names, count));
    return false;
}

static void emit(twk_result *result, int flavor) {
    twk_context *context = &result->context;
    const twk_text text = twk_emit_program(context, &result->plan, result->parts[TWK_NAME].data, flavor);
    if (!context->error && !context->arena.failed) {
        set_part(result, TWK_TEXT, text);
    }
}

/* Hand the result over, or release it where memory ran out. */
static twk_status finish(twk_result *result, twk_result **to) {
    twk_context *context = &result->context;
    if (!context->arena.failed && context->error) {
        twk_text text = twk_text_open(&context->arena);
        twk_text_string(&text, context->error);
        set_part(result, TWK_ERROR, text);
    }
    if (context->arena.failed) {
        twk_release(result);
        return TWK_OUT_OF_MEMORY;
    }
    *to = result;
    if (context->error) {
        return TWK_INTERNAL;
    }
    return context->count ? TWK_REFUSED : TWK_OK;
}

twk_status twk_emit(const char *spec_json, size_t length, const char *flavor, const twk_allocator *allocator,
                    twk_result **result) {
    if (result) {
        *result = NULL;
    }
    if (!spec_json || !flavor || !result) {
        return TWK_INVALID_ARGUMENT;
    }
    twk_result *made = new_result(allocator);
    if (!made) {
        return TWK_OUT_OF_MEMORY;
    }
    int index = find_flavor(&made->context, flavor);
    if (index < TWK_FLAVOR_COUNT && accept(made, spec_json, length) &&
        knows_arch(&made->context, made->plan.arch, index)) {
        emit(made, index);
    }
    return finish(made, result);
}

twk_status twk_explain(const char *spec_json, size_t length, const twk_allocator *allocator, twk_result **result) {
    if (result) {
        *result = NULL;
    }
    if (!spec_json || !result) {
        return TWK_INVALID_ARGUMENT;
    }
    twk_result *made = new_result(allocator);
    if (!made) {
        return TWK_OUT_OF_MEMORY;
    }
    accept(made, spec_json, length);
    return finish(made, result);
}

const char *twk_result_part(const twk_result *result, twk_part part, size_t *length) {
    bool exists = result && (unsigned)part < PART_COUNT;
    if (length) {
        *length = exists ? result->parts[part].length : 0;
    }
    return exists ? result->parts[part].data : NULL;
}

size_t twk_violation_count(const twk_result *result) {
    return result ? result->context.count : 0;
}

/* A violation by its index, or NULL. */
static const twk_violation *find_violation(const twk_result *result, size_t index) {
    return index < twk_violation_count(result) ? &result->context.violations[index] : NULL;
}

const char *twk_violation_code(const twk_result *result, size_t index) {
    const twk_violation *violation = find_violation(result, index);
    return violation ? violation->rule->code : NULL;
}

const char *twk_violation_class(const twk_result *result, size_t index) {
    const twk_violation *violation = find_violation(result, index);
    return violation ? violation->rule->kind : NULL;
}

const char *twk_violation_message(const twk_result *result, size_t index) {
    const twk_violation *violation = find_violation(result, index);
    return violation ? violation->message : NULL;
}

void twk_release(twk_result *result) {
    if (result) {
        const twk_arena arena = result->context.arena;
        twk_arena_close(&arena);
    }
}

/* Whether a size of a tile's geometry is in the range that is taken. */
static bool is_size(int64_t value) {
    return value >= 1 && value <= GEOMETRY_LIMIT;
}

twk_status twk_async_chunk_dwords(int64_t rows, int64_t columns, int64_t block, int64_t element_bytes, int64_t contig,
                                  const int64_t *widths, size_t width_count, int64_t *dwords) {
    bool sized = element_bytes == 1 || element_bytes == 2 || element_bytes == 4;
    int64_t admitted = 0;
    if (!dwords || (!widths && width_count) || !sized || !is_size(rows) || !is_size(columns) || !is_size(block) ||
        (contig && !is_size(contig))) {
        return TWK_INVALID_ARGUMENT;
    }
    for (size_t i = 0; i < width_count; i++) {
        if (widths[i] < 1 || widths[i] > TWK_WIDEST_CHUNK) {
            return TWK_INVALID_ARGUMENT;
        }
        admitted |= (int64_t)1 << widths[i];
    }
    *dwords = twk_chunk_dwords(rows, columns, contig, block, element_bytes, admitted);
    return TWK_OK;
}

const char *twk_contract_digest(void) {
    return TWK_CONTRACT_DIGEST;
}

const char *twk_source_digest(void) {
    return EXPANDED(TWK_SOURCE_DIGEST);
}

int twk_abi_version(void) {
    return ABI_VERSION;
}

const char *twk_version(void) {
    return VERSION;
}
