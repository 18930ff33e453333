#include "conv/emit.h"

#include <string.h>

#include "conv/views.h"
#include "conv/work_item.h"
#include "ir/verifier.h"
#include "machine/interface.h"
#include "tile/output_chain.h"
#include "tile/pipeline.h"

/* Who this thread is: its index, its warp's, its lane of an atom, and the place in the tile of its warp, or of the warps
 * that do an atom together, if it multiplies. */
typedef struct threads {
    twk_node *thread;
    twk_node *warp;
    twk_node *lane;
    twk_node *warp_m;
    twk_node *warp_n;
} threads;

/* Emits the kernel of one plan. `tensors` has an entry an operand. `staged`: loads to LDS are in flight while other stages
 * are read, so that accesses must say their stage. */
typedef struct kernel {
    twk_builder builder;
    twk_function function;
    const twk_plan *plan;
    const twk_spec *spec;
    bool staged;
    twk_tensor tensors[TWK_OPERAND_COUNT];
    twk_tile tile;
    twk_view view;
    twk_work_item item;
    threads who;
} kernel;

enum { A = TWK_OPERAND_A, B = TWK_OPERAND_B, D = TWK_OPERAND_D };

/* Set up the kernel; false where memory runs out. */
static bool open_kernel(kernel *k, twk_arena *arena, const twk_plan *plan, const char *name) {
    const twk_spec *spec = &plan->spec;
    twk_function *function = &k->function;
    k->plan = plan;
    k->spec = spec;
    k->staged = spec->loader == TWK_LOADER_ASYNC;
    if (!twk_builder_open(&k->builder, arena, function, name, plan->arch, plan->threads)) {
        return false;
    }
    k->builder.machine = twk_find_machine(plan->arch);
    function->lds_bytes = plan->budget.lds_bytes;
    function->stages = k->staged ? spec->stages : 0;
    function->warps_per_unit = spec->warps_per_unit;
    function->no_accumulation = spec->accumulation_registers == TWK_ACCUMULATION_REGISTERS_NONE;
    return true;
}

/* Declare the arguments and make the tensors behind them. */
static void emit_tensors(kernel *k) {
    twk_builder *b = &k->builder;
    const twk_type *type = TWK_POINTER(k->plan->arch->global_space);
    twk_node *pointers[TWK_OPERAND_COUNT];
    for (int operand = A; operand <= D; operand++) {
        const twk_tensor_argument *tensor = &k->plan->tensors[operand];
        const char *access = tensor->output ? "noalias writeonly align " : "noalias readonly align ";
        const char *attributes = twk_format(b->arena, "%s%d", access, TWK_POINTER_ALIGN);
        pointers[operand] = twk_argument_node(b, tensor->name, type, attributes);
    }
    twk_comment(b, "tensors");
    for (int operand = A; operand <= D; operand++) {
        k->tensors[operand] = b->machine->tensor(b, pointers[operand], k->plan->tensors[operand].bytes);
    }
}

/* The maps of this spec's direction. */
static void make_view(kernel *k) {
    int64_t element_bytes[TWK_TENSOR_COUNT];
    for (int operand = A; operand <= D; operand++) {
        const twk_tensor_argument *tensor = &k->plan->tensors[operand];
        element_bytes[tensor->tensor] = twk_element_bytes(tensor->type);
    }
    k->view = twk_make_view(&k->builder, &k->plan->shape, element_bytes, k->tile.group, k->tile.phase);
}

/* Find out who this thread is. */
static void identify(kernel *k) {
    twk_builder *b = &k->builder;
    twk_node *lanes = twk_constant(b, k->plan->atom->lanes);
    twk_node *warp_size = twk_constant(b, k->plan->arch->wave_size);
    twk_node *together = twk_constant(b, k->plan->warps_together);
    twk_node *warp;
    twk_comment(b, "thread, lane and warp");
    k->who.thread = b->machine->thread(b);
    k->who.lane = twk_urem(b, k->who.thread, lanes);
    warp = twk_udiv(b, k->who.thread, warp_size);
    k->who.warp = b->machine->uniform(b, warp);
    twk_node *atom = twk_udiv(b, k->who.warp, together);
    k->who.warp_n = twk_urem(b, atom, twk_constant(b, k->spec->warps_n));
    k->who.warp_m = twk_udiv(b, atom, twk_constant(b, k->spec->warps_n));
}

/* Whether no tile that is computed goes past the item's part of the reduction, nor may one that is only loaded. */
static bool has_exact_reduction(const kernel *k) {
    const twk_spec *spec = k->spec;
    int64_t tiles = spec->unroll == TWK_UNROLL_FULL ? 1 : spec->stages;
    if (!k->builder.machine->checks_range(&k->builder, k->staged)) {
        return false;
    }
    return k->item.k_unit % (spec->tile_k * tiles) == 0;
}

/* The address of the first stage of an operand's tile. */
static twk_node *operand_lds(kernel *k, int operand) {
    twk_node *start = twk_constant(&k->builder, operand == A ? 0 : twk_tile_bytes(&k->plan->operands[A].layout));
    return twk_offset(&k->builder, k->function.lds, start);
}

/* What the loader of one operand is made from, for the threads that load. */
static twk_loader_setting loader_setting(kernel *k, int operand) {
    twk_builder *b = &k->builder;
    const twk_operand_plan *plan = &k->plan->operands[operand];
    int64_t extent = operand == A ? k->plan->shape.m : k->plan->shape.n;
    int64_t computing = k->plan->pipeline->roles ? k->plan->computing_warps : 0;
    bool exact = has_exact_reduction(k);
    bool to_the_end = exact || twk_same(k->item.k_end, k->view.reduction);
    twk_loader_setting setting;
    twk_comment(b, twk_format(b->arena, "loader of %s", k->plan->tensors[operand].name));
    setting.tensor = k->tensors[operand];
    setting.map = operand == A ? k->view.a : k->view.b;
    setting.layout = plan->layout;
    setting.tile = &plan->tile;
    setting.contiguous_free = plan->contiguous_free;
    setting.exact_free = extent % plan->layout.free == 0;
    setting.exact_reduction = exact;
    setting.origin = operand == A ? k->tile.m : k->tile.n;
    setting.k_begin = k->item.k_begin;
    setting.length = to_the_end ? NULL : twk_sub(b, k->item.k_end, k->item.k_begin);
    setting.thread = twk_sub(b, k->who.thread, twk_constant(b, computing * k->plan->arch->wave_size));
    setting.warp = twk_sub(b, k->who.warp, twk_constant(b, computing));
    setting.element = twk_element_types[k->spec->in_type].element;
    setting.lds = operand_lds(k, operand);
    setting.stage_bytes = k->plan->stage_bytes;
    return setting;
}

/* Make the reader of one operand's fragments; false where memory runs out. */
static bool make_fragments(kernel *k, int operand, twk_fragments *fragments) {
    const twk_spec *spec = k->spec;
    const twk_operand_plan *plan = &k->plan->operands[operand];
    twk_fragment_setting setting;
    setting.atom = k->plan->atom;
    setting.rows_operand = operand == A;
    setting.lane = k->who.lane;
    setting.warp = operand == A ? k->who.warp_m : k->who.warp_n;
    setting.warp_size = plan->layout.free / (operand == A ? k->plan->atoms_along_rows : spec->warps_n);
    setting.element = twk_element_types[spec->in_type].element;
    setting.layout = plan->layout;
    setting.read = plan->read;
    setting.lds = operand_lds(k, operand);
    setting.stage_bytes = k->plan->stage_bytes;
    setting.staged = k->staged;
    return twk_make_fragments(&k->builder, fragments, &setting);
}

/* Make both loaders; false where memory runs out. */
static bool make_loaders(kernel *k, twk_loader *made) {
    twk_builder *b = &k->builder;
    for (int operand = A; operand <= B; operand++) {
        const twk_loader_setting setting = loader_setting(k, operand);
        if (k->staged ? !twk_make_async_loader(b, &made[operand], &setting)
                      : !twk_make_coalesced_loader(b, &made[operand], &setting)) {
            return false;
        }
    }
    return true;
}

/* The main loop as the threads do it that load, compute, or do both; returns the accumulators. Where memory runs out,
 * there are none. */
static twk_nodes emit_main_loop(kernel *k, bool loads, bool computes) {
    twk_builder *b = &k->builder;
    const twk_nodes none = {NULL, 0};
    twk_loader loaders[TWK_OPERAND_D];
    twk_fragments fragments[TWK_OPERAND_D];
    const twk_main_loop main_loop = {k->plan, loads ? loaders : NULL, computes ? fragments : NULL};
    if (loads && !make_loaders(k, loaders)) {
        return none;
    }
    twk_comment(b, "fragments");
    if (computes && (!make_fragments(k, A, &fragments[A]) || !make_fragments(k, B, &fragments[B]))) {
        return none;
    }
    return twk_run_pipeline(b, &main_loop, twk_trip_count(b, &k->item, k->spec->tile_k),
                            k->spec->unroll == TWK_UNROLL_FULL);
}

/* Where the accumulators go. */
static twk_output_tile output_tile(const kernel *k) {
    const twk_spec *spec = k->spec;
    twk_output_tile tile;
    tile.plan = k->plan;
    tile.tensor = k->tensors[D];
    tile.map = &k->view.d;
    tile.origin_m = k->tile.m;
    tile.origin_n = k->tile.n;
    tile.first = k->item.first;
    tile.last = k->item.last;
    tile.lane = k->who.lane;
    tile.warp_m = k->who.warp_m;
    tile.warp_n = k->who.warp_n;
    tile.warp_rows = spec->tile_m / k->plan->atoms_along_rows;
    tile.warp_columns = spec->tile_n / spec->warps_n;
    tile.element = twk_element_types[spec->out_type].element;
    tile.stages = NULL;
    tile.stage_count = 0;
    tile.sink = spec->epilogue == TWK_EPILOGUE_CSHUFFLE ? TWK_SINK_SHUFFLED : TWK_SINK_DIRECT;
    tile.lds = k->function.lds;
    tile.thread = k->who.thread;
    return tile;
}

/* The main loop of threads that compute, and their accumulators on the way out. */
static void compute_and_leave(kernel *k, const twk_output_tile *tile, bool loads) {
    const twk_nodes accumulators = emit_main_loop(k, loads, true);
    twk_leave(&k->builder, tile, accumulators);
}

/* The part of the warps that load and the part of those that multiply. */
static void emit_roles(kernel *k, const twk_output_tile *tile) {
    twk_builder *b = &k->builder;
    twk_node *warps = twk_constant(b, k->plan->computing_warps);
    twk_node *computing = twk_compare(b, TWK_PREDICATE_ULT, k->who.warp, warps);
    twk_branch *branch = twk_begin_if(b, computing);
    if (branch) {
        compute_and_leave(k, tile, false);
        twk_begin_else(b, branch, twk_no_nodes);
        emit_main_loop(k, true, false);
        twk_end_if(b, branch, twk_no_nodes);
    }
}

/* Emit the whole body; it is not complete where memory ran out. */
static void emit_kernel(kernel *k) {
    twk_builder *b = &k->builder;
    twk_output_tile tile;
    emit_tensors(k);
    k->tile = twk_grid_tile(b, k->plan);
    make_view(k);
    k->item = twk_whole_reduction(b, &k->plan->shape, k->tile, k->view.reduction);
    identify(k);
    tile = output_tile(k);
    if (k->plan->pipeline->roles) {
        emit_roles(k, &tile);
    } else {
        compute_and_leave(k, &tile, true);
    }
    twk_finish(b, &tile);
    twk_return(b);
}

twk_text twk_manifest_json(twk_arena *arena, const twk_plan *plan, const char *name) {
    twk_text text = twk_text_open(arena);
    twk_text_format(&text,
                    "{\"name\":\"%s\",\"arch\":\"%s\",\"kernels\":[{\"name\":\"%s\",\"grid\":[%" PRId64 ",%" PRId64
                    ",1],\"grid_per_split\":[0,0,0],\"block\":[%" PRId64 ",1,1],\"lds_bytes\":%" PRId64
                    ",\"arguments\":[",
                    name, plan->arch->name, name, plan->grid[0], plan->grid[1], plan->threads, plan->budget.lds_bytes);
    for (int operand = A; operand <= D; operand++) {
        const twk_tensor_argument *tensor = &plan->tensors[operand];
        twk_text_format(&text,
                        "%s{\"name\":\"%s\",\"role\":\"%s\",\"type\":\"%s\",\"bytes\":%" PRId64
                        ",\"offset\":%d,\"size\":%d,\"align\":%d}",
                        operand ? "," : "", tensor->name, tensor->output ? "output" : "input",
                        twk_data_type_words[tensor->type], tensor->bytes, operand * TWK_POINTER_BYTES,
                        TWK_POINTER_BYTES, TWK_POINTER_ALIGN);
    }
    twk_text_format(
        &text, "]}],\"workspace_bytes\":0,\"workspace_bytes_per_split\":0,\"zeroed\":[],\"launches\":[\"%s\"]}", name);
    return text;
}

twk_text twk_emit_program(twk_context *context, const twk_plan *plan, const char *name, int flavor) {
    twk_arena *arena = &context->arena;
    twk_text text = {NULL, NULL, 0, 0};
    kernel *k = twk_arena_take(arena, 1, sizeof *k);
    if (!k) {
        return text;
    }
    memset(k, 0, sizeof *k);
    if (!open_kernel(k, arena, plan, name)) {
        return text;
    }
    emit_kernel(k);
    if (!arena->failed) {
        twk_verify(context, &k->function);
    }
    if (!arena->failed && !context->error) {
        twk_function *const functions[] = {&k->function};
        const twk_module module = {functions, 1, flavor};
        text = twk_print_module(arena, &module, k->builder.machine->shell);
    }
    return text;
}
