#include "conv/emit.h"

#include <string.h>

#include "conv/combine.h"
#include "conv/direct.h"
#include "conv/views.h"
#include "conv/work_item.h"
#include "ir/verifier.h"
#include "plan/policy.h"
#include "tile/async_load.h"
#include "tile/coalesced_load.h"
#include "tile/output_chain.h"
#include "tile/pipeline.h"

enum { A = TWK_OPERAND_A, B = TWK_OPERAND_B, D = TWK_OPERAND_D };

/* A kernel of a plan, without arguments and body, and the builder of its body; false where memory runs out. */
static bool open_function(twk_builder *b, twk_arena *arena, twk_function *function, const twk_plan *plan,
                          const twk_kernel_plan *row, const char *name) {
    const char *full = twk_format(arena, "%s%s", name, row->suffix);
    if (!twk_builder_open(b, arena, function, full, plan->arch, row->threads)) {
        return false;
    }
    b->machine = twk_find_machine(plan->arch);
    function->lds_bytes = row->lds_bytes;
    return true;
}

/* Say of the product's kernel what its spec does. */
static void open_product(twk_function *function, const twk_plan *plan) {
    const twk_spec *spec = &plan->spec;
    function->stages = spec->loader == TWK_LOADER_ASYNC ? spec->stages : 0;
    function->warps_per_unit = spec->warps_per_unit;
    function->parted = plan->pipeline->roles;
    function->no_accumulation = twk_forbids_accumulation(spec);
}

/* What is said of an argument, in LLVM's attributes. */
static const char *access_of(twk_role role) {
    const char *access = NULL;
    switch (role) {
    case TWK_ROLE_INPUT:
        access = "noalias readonly";
        break;
    case TWK_ROLE_OUTPUT:
        access = "noalias writeonly";
        break;
    case TWK_ROLE_WORKSPACE:
        access = "noalias";
        break;
    case TWK_ROLE_SCALAR:
        access = "noundef";
        break;
    }
    return access;
}

/* Declare the arguments of a kernel, most of them pointers. What slices are added to is read as well. */
static void declare(twk_builder *b, const twk_plan *plan, const twk_kernel_plan *row, twk_node **nodes) {
    const twk_type *type = TWK_POINTER(plan->arch->global_space);
    for (size_t i = 0; i < row->argument_count; i++) {
        const twk_tensor_argument to = twk_argument_at(plan, row, i);
        bool added = to.role == TWK_ROLE_OUTPUT && twk_adds(&plan->spec);
        const char *access = added ? "noalias" : access_of(to.role);
        if (to.role == TWK_ROLE_SCALAR) {
            nodes[i] = twk_argument_node(b, to.name, TWK_FLOAT, access);
        } else {
            const char *attributes = twk_format(b->arena, "%s align %d", access, TWK_POINTER_ALIGN);
            nodes[i] = twk_argument_node(b, to.name, type, attributes);
        }
    }
}

/* Make the tensors behind a product's arguments, but for a workspace. */
static void make_tensors(twk_builder *b, const twk_plan *plan, twk_node *const *pointers, twk_tensor *tensors) {
    twk_comment(b, "tensors");
    for (int i = A; i <= D; i++) {
        const twk_tensor_argument *of = &plan->tensors[i];
        if (of->role != TWK_ROLE_WORKSPACE) {
            tensors[i] = b->machine->tensor(b, pointers[i], of->bytes);
        }
    }
}

/* Bytes of an element of each tensor, as the product's kernel reads or writes it. */
static void get_element_bytes(const twk_plan *plan, int64_t element_bytes[TWK_TENSOR_COUNT]) {
    for (int operand = A; operand <= D; operand++) {
        element_bytes[plan->tensors[operand].tensor] = twk_element_bytes(plan->tensors[operand].type);
    }
}

/* Who this thread is. */
static twk_threads identify(twk_builder *b, const twk_plan *plan) {
    twk_threads who;
    twk_comment(b, "thread, lane and warp");
    who.thread = b->machine->thread(b);
    who.lane = twk_urem(b, who.thread, twk_constant(b, plan->atom->lanes));
    twk_node *warp = twk_udiv(b, who.thread, twk_constant(b, plan->arch->wave_size));
    who.warp = b->machine->uniform(b, warp);
    twk_node *atom = twk_udiv(b, who.warp, twk_constant(b, plan->warps_together));
    who.warp_n = twk_urem(b, atom, twk_constant(b, plan->spec.warps_n));
    who.warp_m = twk_udiv(b, atom, twk_constant(b, plan->spec.warps_n));
    return who;
}

/* The output chain of the kernel that multiplies: no stage where another kernel ends it. */
static twk_chain product_chain(twk_builder *b, const twk_plan *plan, twk_node *const *nodes) {
    return twk_make_chain(b, plan, &plan->kernels[0], nodes, &plan->tensors[D]);
}

/* Make what all parts of the product's kernel go by, and its chain. */
static void make_kernel(twk_builder *b, twk_kernel *kernel, twk_chain *chain, const twk_plan *plan,
                        twk_node *const *pointers) {
    int64_t element_bytes[TWK_TENSOR_COUNT];
    get_element_bytes(plan, element_bytes);
    kernel->plan = plan;
    kernel->lds = b->function->lds;
    make_tensors(b, plan, pointers, kernel->tensors);
    *chain = product_chain(b, plan, pointers);
    const twk_tile tile = twk_grid_tile(b, plan);
    if (plan->tensors[D].role == TWK_ROLE_WORKSPACE) {
        kernel->tensors[D] = twk_slice_of_workspace(b, plan, pointers[D], tile.slice);
    }
    kernel->reduction = twk_make_maps(b, &plan->shape, element_bytes, tile.group, tile.phase, kernel->maps);
    kernel->item = plan->slices > 1 ? twk_slice_of_reduction(b, plan, tile, kernel->reduction)
                                    : twk_whole_reduction(b, &plan->shape, tile, kernel->reduction);
    kernel->who = identify(b, plan);
    chain->first = twk_adds(&plan->spec) ? kernel->item.first : NULL;
}

/* The main loop as the threads do it that load, compute, or do both; returns the accumulators. Where memory runs out,
 * there are none. */
static twk_nodes emit_main_loop(twk_builder *b, const twk_kernel *kernel, bool loads, bool computes) {
    twk_loader loaders[TWK_OPERAND_D];
    twk_fragments fragments[TWK_OPERAND_D];
    const twk_main_loop main_loop = {kernel->plan, loads ? loaders : NULL, computes ? fragments : NULL};
    for (int operand = A; loads && operand <= B; operand++) {
        if (twk_is_staged(kernel) ? !twk_make_async_loader(b, &loaders[operand], kernel, operand)
                                  : !twk_make_coalesced_loader(b, &loaders[operand], kernel, operand)) {
            return twk_no_nodes;
        }
    }
    twk_comment(b, "fragments");
    for (int operand = A; computes && operand <= B; operand++) {
        if (!twk_make_fragments(b, &fragments[operand], kernel, operand)) {
            return twk_no_nodes;
        }
    }
    return twk_run_pipeline(b, &main_loop, twk_trip_count(b, &kernel->item, kernel->plan->spec.tile_k),
                            twk_unrolls(&kernel->plan->spec));
}

/* Emit the body of the kernel that multiplies, a part of it for the warps that do and one for those that load where the
 * pipeline has such roles; it is not complete where memory ran out. */
static void emit_product(twk_builder *b, const twk_plan *plan, twk_node *const *pointers) {
    twk_kernel *kernel = twk_arena_take(b->arena, 1, sizeof *kernel);
    twk_chain chain;
    if (!kernel) {
        return;
    }
    open_product(b->function, plan);
    make_kernel(b, kernel, &chain, plan, pointers);
    const twk_output_tile tile = twk_make_output_tile(kernel, &chain);
    bool roles = kernel->plan->pipeline->roles;
    twk_branch *branch = NULL;
    if (roles) {
        twk_node *warps = twk_constant(b, kernel->plan->computing_warps);
        branch = twk_begin_if(b, twk_compare(b, TWK_PREDICATE_ULT, kernel->who.warp, warps));
    }
    const twk_nodes accumulators = emit_main_loop(b, kernel, !roles, true);
    twk_leave(b, &tile, accumulators);
    if (branch) {
        twk_begin_else(b, branch, twk_no_nodes);
        emit_main_loop(b, kernel, true, false);
        twk_end_if(b, branch, twk_no_nodes);
    }
    twk_finish(b, &tile);
}

/* Emit the body of a kernel without atoms. */
static void emit_direct(twk_builder *b, const twk_plan *plan, twk_node *const *pointers) {
    int64_t element_bytes[TWK_TENSOR_COUNT];
    twk_tensor tensors[TWK_OPERAND_COUNT];
    get_element_bytes(plan, element_bytes);
    make_tensors(b, plan, pointers, tensors);
    const twk_chain chain = product_chain(b, plan, pointers);
    twk_direct(b, plan, tensors, &chain, element_bytes);
}

/* One kernel of the manifest. */
static void put_kernel(twk_text *text, const twk_plan *plan, const twk_kernel_plan *row, const char *name) {
    twk_text_format(text,
                    "{\"name\":\"%s%s\",\"grid\":[%" PRId64 ",%" PRId64 ",%" PRId64
                    "],\"grid_per_split\":[0,0,0],\"block\":[%" PRId64 ",1,1],\"lds_bytes\":%" PRId64
                    ",\"arguments\":[",
                    name, row->suffix, row->grid[0], row->grid[1], row->grid[2], row->threads, row->lds_bytes);
    int64_t offset = 0;
    for (size_t i = 0; i < row->argument_count; i++) {
        const twk_tensor_argument argument = twk_argument_at(plan, row, i);
        bool scalar = argument.role == TWK_ROLE_SCALAR;
        int64_t size = scalar ? argument.bytes : TWK_POINTER_BYTES;
        twk_text_format(text,
                        "%s{\"name\":\"%s\",\"role\":\"%s\",\"type\":\"%s\",\"bytes\":%" PRId64 ",\"offset\":%" PRId64
                        ",\"size\":%" PRId64 ",\"align\":%" PRId64 "}",
                        i ? "," : "", argument.name, twk_role_words[argument.role], twk_data_type_words[argument.type],
                        argument.bytes, offset, size, scalar ? size : TWK_POINTER_ALIGN);
        offset += size;
    }
    twk_text_string(text, "]}");
}

twk_text twk_manifest_json(twk_arena *arena, const twk_plan *plan, const char *name) {
    twk_text text = twk_text_open(arena);
    const twk_tensor_argument *stored = &plan->tensors[D];
    int64_t workspace = stored->role == TWK_ROLE_WORKSPACE ? stored->bytes : 0;
    const char *zeroed = twk_adds(&plan->spec) ? twk_format(arena, "\"%s\"", stored->name) : "";
    twk_text_format(&text, "{\"name\":\"%s\",\"arch\":\"%s\",\"kernels\":[", name, plan->arch->name);
    for (size_t i = 0; i < plan->kernel_count; i++) {
        twk_text_string(&text, i ? "," : "");
        put_kernel(&text, plan, &plan->kernels[i], name);
    }
    twk_text_format(&text,
                    "],\"workspace_bytes\":%" PRId64 ",\"workspace_bytes_per_split\":0,\"zeroed\":[%s],\"launches\":[",
                    workspace, zeroed);
    for (size_t i = 0; i < plan->kernel_count; i++) {
        twk_text_format(&text, "%s\"%s%s\"", i ? "," : "", name, plan->kernels[i].suffix);
    }
    twk_text_string(&text, "]}");
    return text;
}

twk_text twk_emit_program(twk_context *context, const twk_plan *plan, const char *name, int flavor) {
    twk_arena *arena = &context->arena;
    twk_text text = {NULL, NULL, 0, 0};
    /* What emits the body of each kernel, in order. */
    static void (*const bodies[TWK_KERNEL_LIMIT])(twk_builder *, const twk_plan *,
                                                  twk_node *const *) = {emit_product, twk_combine_slices};
    twk_function *functions[TWK_KERNEL_LIMIT];
    twk_node *pointers[TWK_ARGUMENT_LIMIT] = {NULL};
    twk_builder b;
    for (size_t i = 0; i < plan->kernel_count; i++) {
        const twk_kernel_plan *row = &plan->kernels[i];
        functions[i] = twk_arena_take(arena, 1, sizeof *functions[i]);
        if (arena->failed || !open_function(&b, arena, functions[i], plan, row, name)) {
            return text;
        }
        declare(&b, plan, row, pointers);
        (plan->is_direct ? emit_direct : bodies[i])(&b, plan, pointers);
        twk_return(&b);
        if (!arena->failed) {
            twk_verify(context, functions[i]);
        }
        if (arena->failed || context->error) {
            return text;
        }
    }
    const twk_module module = {functions, plan->kernel_count, flavor};
    return twk_print_module(arena, &module, twk_find_machine(plan->arch)->shell);
}
