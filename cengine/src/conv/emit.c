#include "conv/emit.h"

#include <string.h>

#include "conv/views.h"
#include "conv/work_item.h"
#include "ir/verifier.h"
#include "machine/interface.h"
#include "plan/rules.h"
#include "tile/output_chain.h"
#include "tile/pipeline.h"

#define POINTER_BYTES 8
/* Alignment in bytes that a kernel asks of its tensors. */
#define POINTER_ALIGN "16"

/* Who this thread is: its index, its warp's, its lane of an atom, and the place in the tile of its warp, or of the warps
 * that do an atom together, if it multiplies. */
typedef struct threads {
    twk_node *thread;
    twk_node *warp;
    twk_node *lane;
    twk_node *warp_m;
    twk_node *warp_n;
} threads;

/* Emits the kernel of one resolved spec. `operands` are the tensors that are A, B and D; `types` has the element type
 * of each tensor, `tensors` an entry an operand. `staged`: loads to LDS are in flight while other stages are read, so
 * that accesses must say their stage; `stage_bytes` are from one stage to the next. */
typedef struct kernel {
    twk_builder builder;
    twk_function function;
    const twk_spec *spec;
    twk_gemm_shape shape;
    const twk_atom *atom;
    const twk_pipeline *pipeline;
    twk_operand_plans plans;
    const twk_tensor_name *operands;
    twk_data_type types[TWK_TENSOR_COUNT];
    bool staged;
    int64_t stage_bytes;
    twk_tensor tensors[TWK_TENSOR_COUNT];
    twk_tile tile;
    twk_view view;
    twk_work_item item;
    threads who;
} kernel;

enum { A, B, D };

/* The name of an operand as an argument: a gradient has a d before it. */
static const char *argument_name(const kernel *k, int operand) {
    static const char *const gradients[TWK_TENSOR_COUNT] = {"dx", "dw", "dy"};
    twk_tensor_name tensor = k->operands[operand];
    bool gradient = k->spec->direction != TWK_DIRECTION_FORWARD && (tensor == TWK_TENSOR_Y || operand == D);
    return gradient ? gradients[tensor] : twk_tensor_name_words[tensor];
}

static const twk_type *element_type(twk_data_type type) {
    const twk_type *element = NULL;
    switch (type) {
    case TWK_DATA_TYPE_AUTO:
        break;
    case TWK_DATA_TYPE_FP16:
        element = TWK_HALF;
        break;
    case TWK_DATA_TYPE_BF16:
        element = TWK_BFLOAT;
        break;
    case TWK_DATA_TYPE_FP32:
        element = TWK_FLOAT;
        break;
    }
    return element;
}

/* Set up the kernel; false where memory runs out. */
static bool open_kernel(kernel *k, twk_arena *arena, const twk_spec *spec, const char *name) {
    const twk_arch *arch = twk_find_arch(spec);
    twk_function *function = &k->function;
    int tensor;
    k->spec = spec;
    k->shape = twk_gemm_shape_of(&spec->problem, spec->direction);
    k->atom = twk_find_atom(spec);
    k->pipeline = twk_find_pipeline(spec);
    k->plans = twk_plan_operands(spec, k->atom, &k->shape);
    k->operands = twk_operand_tensors(spec->direction);
    for (tensor = 0; tensor < TWK_TENSOR_COUNT; tensor++) {
        k->types[tensor] = spec->in_type;
    }
    k->types[k->operands[D]] = spec->out_type;
    k->staged = spec->loader == TWK_LOADER_ASYNC;
    k->stage_bytes = twk_tile_bytes(&k->plans.of[A].layout) + twk_tile_bytes(&k->plans.of[B].layout);
    if (!twk_builder_open(&k->builder, arena, function, name, arch, twk_workgroup_threads(spec))) {
        return false;
    }
    k->builder.machine = twk_find_machine(arch);
    function->lds_bytes = twk_budget_of(spec, k->pipeline, k->atom, &k->plans).lds_bytes;
    function->stages = k->staged ? spec->stages : 0;
    function->warps_per_unit = spec->warps_per_unit;
    function->no_accumulation = spec->accumulation_registers == TWK_ACCUMULATION_REGISTERS_NONE;
    return true;
}

/* Declare the arguments and make the tensors behind them. */
static void emit_tensors(kernel *k) {
    twk_builder *b = &k->builder;
    const twk_type *type = TWK_POINTER(k->function.arch->global_space);
    twk_node *pointers[3];
    int operand;
    for (operand = A; operand <= D; operand++) {
        const char *attributes =
            operand == D ? "noalias writeonly align " POINTER_ALIGN : "noalias readonly align " POINTER_ALIGN;
        pointers[operand] = twk_argument_node(b, argument_name(k, operand), type, attributes);
    }
    twk_comment(b, "tensors");
    for (operand = A; operand <= D; operand++) {
        int tensor = k->operands[operand];
        k->tensors[operand] = b->machine->tensor(b, pointers[operand], twk_tensor_bytes(k->spec, tensor));
    }
}

/* The maps of this spec's direction. */
static void make_view(kernel *k) {
    int64_t element_bytes[TWK_TENSOR_COUNT];
    int tensor;
    for (tensor = 0; tensor < TWK_TENSOR_COUNT; tensor++) {
        element_bytes[tensor] = twk_element_bytes(k->types[tensor]);
    }
    k->view = twk_make_view(&k->builder, &k->shape, element_bytes, k->tile.group, k->tile.phase);
}

/* Find out who this thread is. */
static void identify(kernel *k) {
    twk_builder *b = &k->builder;
    twk_node *lanes = twk_constant(b, k->atom->lanes);
    twk_node *warp_size = twk_constant(b, k->function.arch->wave_size);
    twk_node *together = twk_constant(b, twk_warps_together(k->spec, k->atom));
    twk_node *warp;
    twk_node *atom;
    twk_comment(b, "thread, lane and warp");
    k->who.thread = b->machine->thread(b);
    k->who.lane = twk_urem(b, k->who.thread, lanes);
    warp = twk_udiv(b, k->who.thread, warp_size);
    k->who.warp = b->machine->uniform(b, warp);
    atom = twk_udiv(b, k->who.warp, together);
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
    twk_node *start = twk_constant(&k->builder, operand == A ? 0 : twk_tile_bytes(&k->plans.of[A].layout));
    return twk_offset(&k->builder, k->function.lds, start);
}

/* Warps that multiply and do not load. */
static int64_t computing_warps(const kernel *k) {
    return k->pipeline->roles ? k->spec->warps_m * k->spec->warps_n : 0;
}

/* What the loader of one operand is made from, for the threads that load. */
static twk_loader_setting loader_setting(kernel *k, int operand) {
    twk_builder *b = &k->builder;
    const twk_operand_plan *plan = &k->plans.of[operand];
    int64_t extent = operand == A ? k->shape.m : k->shape.n;
    int64_t computing = computing_warps(k);
    bool to_the_end = twk_same(k->item.k_end, k->view.reduction);
    twk_loader_setting setting;
    twk_comment(b, TWK_JOIN(b->arena, twk_string("loader of "), twk_string(argument_name(k, operand))));
    setting.tensor = k->tensors[operand];
    setting.map = operand == A ? k->view.a : k->view.b;
    setting.layout = plan->layout;
    setting.rows = plan->rows;
    setting.columns = plan->columns;
    setting.vector = plan->vector;
    setting.contiguous_free = plan->contiguous_free;
    setting.exact_free = extent % plan->layout.free == 0;
    setting.exact_reduction = has_exact_reduction(k);
    setting.origin = operand == A ? k->tile.m : k->tile.n;
    setting.k_begin = k->item.k_begin;
    setting.length = to_the_end ? NULL : twk_sub(b, k->item.k_end, k->item.k_begin);
    setting.thread = twk_sub(b, k->who.thread, twk_constant(b, computing * k->function.arch->wave_size));
    setting.warp = twk_sub(b, k->who.warp, twk_constant(b, computing));
    setting.threads = twk_loading_threads(k->spec);
    setting.element = element_type(k->spec->in_type);
    setting.lds = operand_lds(k, operand);
    setting.stage_bytes = k->stage_bytes;
    return setting;
}

/* Make the reader of one operand's fragments; false where memory runs out. */
static bool make_fragments(kernel *k, int operand, twk_fragments *fragments) {
    const twk_spec *spec = k->spec;
    twk_fragment_setting setting;
    setting.atom = k->atom;
    setting.rows_operand = operand == A;
    setting.lane = k->who.lane;
    setting.warp = operand == A ? k->who.warp_m : k->who.warp_n;
    setting.warp_size =
        k->plans.of[operand].layout.free / (operand == A ? twk_atoms_along_rows(spec, k->atom) : spec->warps_n);
    setting.element = element_type(spec->in_type);
    setting.layout = k->plans.of[operand].layout;
    setting.read = k->plans.of[operand].read;
    setting.lds = operand_lds(k, operand);
    setting.stage_bytes = k->stage_bytes;
    setting.staged = k->staged;
    return twk_make_fragments(&k->builder, fragments, &setting);
}

/* Both loaders, of the kind that the spec asks for. */
typedef union loaders {
    twk_coalesced_loader coalesced[TWK_OPERAND_COUNT];
    twk_async_loader async[TWK_OPERAND_COUNT];
} loaders;

/* Make both loaders; false where memory runs out. */
static bool make_loaders(kernel *k, loaders *made) {
    twk_builder *b = &k->builder;
    int operand;
    for (operand = A; operand <= B; operand++) {
        const twk_loader_setting setting = loader_setting(k, operand);
        if (k->staged ? !twk_make_async_loader(b, &made->async[operand], &setting)
                      : !twk_make_coalesced_loader(b, &made->coalesced[operand], &setting)) {
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
    loaders made;
    twk_fragments rows;
    twk_fragments columns;
    twk_main_loop main_loop = {NULL, 0, NULL, NULL, NULL, NULL, NULL};
    if (loads && !make_loaders(k, &made)) {
        return none;
    }
    twk_comment(b, "fragments");
    if (computes && (!make_fragments(k, A, &rows) || !make_fragments(k, B, &columns))) {
        return none;
    }
    main_loop.pipeline = k->pipeline;
    main_loop.stages = k->spec->stages;
    main_loop.atom = k->atom;
    main_loop.coalesced = loads && !k->staged ? made.coalesced : NULL;
    main_loop.async = loads && k->staged ? made.async : NULL;
    main_loop.rows = computes ? &rows : NULL;
    main_loop.columns = computes ? &columns : NULL;
    return twk_run_pipeline(b, &main_loop, twk_trip_count(b, &k->item, k->spec->tile_k),
                            k->spec->unroll == TWK_UNROLL_FULL);
}

/* Where the accumulators go. */
static twk_output_tile output_tile(const kernel *k) {
    const twk_spec *spec = k->spec;
    twk_output_tile tile;
    tile.tensor = k->tensors[D];
    tile.map = &k->view.d;
    tile.origin_m = k->tile.m;
    tile.origin_n = k->tile.n;
    tile.first = k->item.first;
    tile.last = k->item.last;
    tile.tile_m = spec->tile_m;
    tile.tile_n = spec->tile_n;
    tile.exact_m = k->shape.m % spec->tile_m == 0;
    tile.exact_n = k->shape.n % spec->tile_n == 0;
    tile.atom = k->atom;
    tile.lane = k->who.lane;
    tile.warp_m = k->who.warp_m;
    tile.warp_n = k->who.warp_n;
    tile.warp_rows = spec->tile_m / twk_atoms_along_rows(spec, k->atom);
    tile.warp_columns = spec->tile_n / spec->warps_n;
    tile.element = element_type(spec->out_type);
    tile.stages = NULL;
    tile.stage_count = 0;
    tile.sink = spec->epilogue == TWK_EPILOGUE_CSHUFFLE ? TWK_SINK_SHUFFLED : TWK_SINK_DIRECT;
    tile.lds = k->function.lds;
    tile.thread = k->who.thread;
    tile.threads = k->function.threads;
    tile.vector = spec->vector_d;
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
    twk_node *warps = twk_constant(b, computing_warps(k));
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
    k->tile = twk_grid_tile(b, k->spec, &k->shape);
    make_view(k);
    k->item = twk_whole_reduction(b, &k->shape, k->tile, k->view.reduction);
    identify(k);
    tile = output_tile(k);
    if (k->pipeline->roles) {
        emit_roles(k, &tile);
    } else {
        compute_and_leave(k, &tile, true);
    }
    twk_finish(b, &tile);
    twk_return(b);
}

static void add_entry(twk_text *text, const char *key, int64_t value) {
    twk_text_string(text, key);
    twk_text_integer(text, value);
}

static void add_argument(twk_text *text, const kernel *k, int operand) {
    int tensor = k->operands[operand];
    twk_text_string(text, operand ? ",{\"name\":\"" : "{\"name\":\"");
    twk_text_string(text, argument_name(k, operand));
    twk_text_string(text, operand == D ? "\",\"role\":\"output\",\"type\":\"" : "\",\"role\":\"input\",\"type\":\"");
    twk_text_string(text, twk_data_type_words[k->types[tensor]]);
    add_entry(text, "\",\"bytes\":", twk_tensor_bytes(k->spec, tensor));
    add_entry(text, ",\"offset\":", (int64_t)operand * POINTER_BYTES);
    add_entry(text, ",\"size\":", POINTER_BYTES);
    twk_text_string(text, ",\"align\":" POINTER_ALIGN "}");
}

/* The manifest of a program, as canonical JSON: see README, "The manifest". */
static twk_text write_manifest(twk_arena *arena, const kernel *k) {
    twk_text text = twk_text_open(arena);
    int64_t tiles = twk_tiles_m(k->spec, &k->shape) * twk_tiles_n(k->spec, &k->shape);
    int operand;
    twk_text_string(&text, "{\"name\":\"");
    twk_text_string(&text, k->function.name);
    twk_text_string(&text, "\",\"arch\":\"");
    twk_text_string(&text, k->function.arch->name);
    twk_text_string(&text, "\",\"kernels\":[{\"name\":\"");
    twk_text_string(&text, k->function.name);
    add_entry(&text, "\",\"grid\":[", k->shape.phases * tiles);
    add_entry(&text, ",", k->spec->problem.groups);
    add_entry(&text, ",1],\"grid_per_split\":[0,0,0],\"block\":[", k->function.threads);
    add_entry(&text, ",1,1],\"lds_bytes\":", k->function.lds_bytes);
    twk_text_string(&text, ",\"arguments\":[");
    for (operand = A; operand <= D; operand++) {
        add_argument(&text, k, operand);
    }
    twk_text_string(&text, "]}],\"workspace_bytes\":0,\"workspace_bytes_per_split\":0,\"zeroed\":[],\"launches\":[\"");
    twk_text_string(&text, k->function.name);
    twk_text_string(&text, "\"]}");
    return text;
}

twk_program twk_emit_program(twk_context *context, const twk_spec *spec, const char *name, int flavor) {
    twk_arena *arena = &context->arena;
    twk_program program = {{NULL, NULL, 0, 0}, {NULL, NULL, 0, 0}};
    kernel *k = twk_arena_take(arena, 1, sizeof *k);
    if (!k) {
        return program;
    }
    memset(k, 0, sizeof *k);
    if (!open_kernel(k, arena, spec, name)) {
        return program;
    }
    emit_kernel(k);
    if (!arena->failed) {
        twk_verify(context, &k->function);
    }
    if (!arena->failed && !context->error) {
        twk_function *const functions[] = {&k->function};
        const twk_module module = {functions, 1, flavor};
        program.text = twk_print_module(arena, &module, k->builder.machine->shell);
        program.manifest = write_manifest(arena, k);
    }
    return program;
}
