#include "conv_emit.h"

#include <string.h>

#include "conv_views.h"
#include "ir_printer.h"
#include "ir_verifier.h"
#include "rules.h"
#include "target.h"
#include "tile_epilogue.h"
#include "tile_layout.h"
#include "tile_pipeline.h"

#define POINTER_BYTES 8
/* Alignment in bytes that a kernel asks of its tensors. */
#define POINTER_ALIGN "16"

/* Emits the kernel of one resolved spec. `operands` are the tensors that are A, B and D; `elements` has the type
 * of each tensor; the nodes are those that several parts of the kernel use. */
typedef struct kernel {
    twk_builder builder;
    twk_function function;
    const twk_spec *spec;
    twk_gemm_shape shape;
    const twk_atom *atom;
    int64_t tiles_m;
    int64_t tiles_n;
    const int *operands;
    const char *types[TWK_TENSOR_COUNT];
    twk_tensor tensors[TWK_TENSOR_COUNT];
    twk_view view;
    twk_node *origin_m;
    twk_node *origin_n;
    twk_node *thread;
    twk_node *lane;
    twk_node *warp_m;
    twk_node *warp_n;
    twk_node *lds[2]; /* where the tiles of A and B start */
    int64_t row_bytes;
} kernel;

enum { A, B, D };

/* The tensors that are A, B and D of a direction. */
static const int *operands_of(const char *direction) {
    static const int forward[] = {TWK_TENSOR_X, TWK_TENSOR_W, TWK_TENSOR_Y};
    static const int dgrad[] = {TWK_TENSOR_Y, TWK_TENSOR_W, TWK_TENSOR_X};
    static const int wgrad[] = {TWK_TENSOR_Y, TWK_TENSOR_X, TWK_TENSOR_W};
    return twk_equal(direction, "forward") ? forward : twk_equal(direction, "dgrad") ? dgrad : wgrad;
}

/* The name of an operand as an argument: a gradient has a d before it. */
static const char *argument_name(const kernel *k, int operand) {
    static const char *const plain[TWK_TENSOR_COUNT] = {"x", "w", "y"};
    static const char *const gradients[TWK_TENSOR_COUNT] = {"dx", "dw", "dy"};
    int tensor = k->operands[operand];
    bool gradient = !twk_equal(k->spec->direction, "forward") && (tensor == TWK_TENSOR_Y || operand == D);
    return gradient ? gradients[tensor] : plain[tensor];
}

static const twk_type *element_type(const char *type) {
    return twk_equal(type, "fp16") ? TWK_HALF : twk_equal(type, "bf16") ? TWK_BFLOAT : TWK_FLOAT;
}

/* Set up the kernel; false where memory runs out. */
static bool open_kernel(kernel *k, twk_arena *arena, const twk_spec *spec, const char *name) {
    const twk_lds_parts lds = twk_lds_parts_of(spec);
    const twk_arch *arch = twk_find_arch(spec);
    int tensor;
    k->spec = spec;
    k->shape = twk_gemm_shape_of(&spec->problem, spec->direction);
    k->atom = twk_find_atom(spec);
    k->tiles_m = twk_divide_up(k->shape.m, spec->tile_m);
    k->tiles_n = twk_divide_up(k->shape.n, spec->tile_n);
    k->operands = operands_of(spec->direction);
    for (tensor = 0; tensor < TWK_TENSOR_COUNT; tensor++) {
        k->types[tensor] = tensor == k->operands[D] ? spec->out_type : spec->in_type;
    }
    if (!twk_builder_open(&k->builder, arena, &k->function, name, arch, twk_workgroup_threads(spec, k->atom))) {
        return false;
    }
    k->builder.target = twk_find_target(arch);
    k->function.lds_bytes = lds.tiles > lds.shuffle ? lds.tiles : lds.shuffle;
    return true;
}

/* Declare the arguments and make the tensors behind them. */
static void emit_tensors(kernel *k) {
    twk_builder *b = &k->builder;
    const twk_type *type = TWK_POINTER(k->function.arch->vendor->global_space);
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
        k->tensors[operand] = b->target->tensor(b, pointers[operand], twk_tensor_bytes(k->spec, tensor));
    }
}

/* Which group, phase and tile this workgroup has, and the maps of its direction. */
static void emit_work_item(kernel *k) {
    twk_builder *b = &k->builder;
    const twk_spec *spec = k->spec;
    bool phased = k->shape.phases != 1;
    int64_t element_bytes[TWK_TENSOR_COUNT];
    twk_node *index;
    twk_node *group;
    twk_node *tile_n;
    twk_node *tile_m;
    twk_node *phase;
    int tensor;
    twk_comment(b, "work item: group, phase, tile");
    index = b->target->workgroup_x(b);
    group = spec->problem.groups > 1 ? b->target->workgroup_y(b) : twk_constant(b, 0);
    tile_n = twk_urem(b, index, twk_constant(b, k->tiles_n));
    index = twk_udiv(b, index, twk_constant(b, k->tiles_n));
    tile_m = phased ? twk_urem(b, index, twk_constant(b, k->tiles_m)) : index;
    phase = phased ? twk_udiv(b, index, twk_constant(b, k->tiles_m)) : twk_constant(b, 0);
    k->origin_m = twk_mul(b, tile_m, twk_constant(b, spec->tile_m));
    k->origin_n = twk_mul(b, tile_n, twk_constant(b, spec->tile_n));
    for (tensor = 0; tensor < TWK_TENSOR_COUNT; tensor++) {
        element_bytes[tensor] = twk_element_bytes(k->types[tensor]);
    }
    k->view = twk_make_view(b, &spec->problem, spec->direction, element_bytes, group, phase);
}

/* Which thread of the workgroup this is, and where the tiles of A and B are. */
static void emit_thread(kernel *k) {
    twk_builder *b = &k->builder;
    const twk_spec *spec = k->spec;
    int64_t element = twk_element_bytes(spec->in_type);
    int64_t size_a = twk_tile_bytes(spec->tile_m, spec->tile_k, spec->lds_pad, element);
    twk_node *lanes = twk_constant(b, k->atom->lanes);
    twk_node *warp;
    twk_comment(b, "thread, lane and warp");
    k->thread = b->target->thread(b);
    k->lane = twk_urem(b, k->thread, lanes);
    warp = twk_udiv(b, k->thread, lanes);
    warp = b->target->uniform(b, warp);
    k->warp_n = twk_urem(b, warp, twk_constant(b, spec->warps_n));
    k->warp_m = twk_udiv(b, warp, twk_constant(b, spec->warps_n));
    k->row_bytes = (spec->tile_k + spec->lds_pad) * element;
    k->lds[A] = k->function.lds;
    k->lds[B] = twk_offset(b, k->function.lds, twk_constant(b, size_a));
}

/* Whether every phase's reduction is a whole number of tiles. */
static bool has_exact_reduction(const kernel *k) {
    bool dgrad = twk_equal(k->spec->direction, "dgrad");
    int64_t length = dgrad ? twk_group_k(&k->spec->problem) : k->shape.k;
    return length % k->spec->tile_k == 0;
}

/* Make the loader of A or B; false where memory runs out. */
static bool emit_loader(kernel *k, int operand, twk_loader *loader) {
    twk_builder *b = &k->builder;
    const twk_spec *spec = k->spec;
    bool is_a = operand == A;
    int64_t extent = is_a ? k->shape.m : k->shape.n;
    twk_loader_options options;
    twk_comment(b, TWK_JOIN(b->arena, twk_string("loader of "), twk_string(argument_name(k, operand))));
    options.tensor = k->tensors[operand];
    options.map = is_a ? k->view.a : k->view.b;
    options.thread = k->thread;
    options.threads = k->function.threads;
    options.origin = is_a ? k->origin_m : k->origin_n;
    options.tile_free = is_a ? spec->tile_m : spec->tile_n;
    options.tile_k = spec->tile_k;
    options.vector = is_a ? spec->vector_a : spec->vector_b;
    options.contiguous_free = is_a ? k->shape.free_a : k->shape.free_b;
    options.exact_free = extent % options.tile_free == 0;
    options.exact_reduction = has_exact_reduction(k);
    options.element = element_type(spec->in_type);
    options.lds = k->lds[operand];
    options.row_bytes = k->row_bytes;
    return twk_make_loader(b, loader, &options);
}

static twk_fragments emit_fragments(kernel *k, int operand) {
    const twk_spec *spec = k->spec;
    twk_fragments_options options;
    options.atom = k->atom;
    options.rows_operand = operand == A;
    options.lane = k->lane;
    options.warp = operand == A ? k->warp_m : k->warp_n;
    options.warp_size = operand == A ? spec->tile_m / spec->warps_m : spec->tile_n / spec->warps_n;
    options.element = element_type(spec->in_type);
    options.lds = k->lds[operand];
    options.row_bytes = k->row_bytes;
    return twk_make_fragments(&k->builder, &options);
}

static void emit_epilogue(kernel *k, twk_nodes accumulators) {
    twk_builder *b = &k->builder;
    const twk_spec *spec = k->spec;
    twk_output_tile tile;
    twk_comment(b, "epilogue");
    tile.tensor = k->tensors[D];
    tile.map = &k->view.d;
    tile.origin_m = k->origin_m;
    tile.origin_n = k->origin_n;
    tile.tile_m = spec->tile_m;
    tile.tile_n = spec->tile_n;
    tile.exact_m = k->shape.m % spec->tile_m == 0;
    tile.exact_n = k->shape.n % spec->tile_n == 0;
    tile.atom = k->atom;
    tile.lane = k->lane;
    tile.warp_m = k->warp_m;
    tile.warp_n = k->warp_n;
    tile.warp_rows = spec->tile_m / spec->warps_m;
    tile.warp_columns = spec->tile_n / spec->warps_n;
    tile.element = element_type(spec->out_type);
    if (twk_equal(spec->epilogue, "cshuffle")) {
        twk_store_shuffled(b, &tile, accumulators, k->function.lds, k->thread, k->function.threads, spec->vector_d);
    } else {
        twk_store_direct(b, &tile, accumulators);
    }
}

/* Emit the whole body; it is not complete where memory ran out. */
static void emit_kernel(kernel *k) {
    twk_builder *b = &k->builder;
    twk_loader loaders[2];
    twk_fragments rows;
    twk_fragments columns;
    twk_main_loop main_loop;
    emit_tensors(k);
    emit_work_item(k);
    emit_thread(k);
    if (!emit_loader(k, A, &loaders[A]) || !emit_loader(k, B, &loaders[B])) {
        return;
    }
    twk_comment(b, "fragments");
    rows = emit_fragments(k, A);
    columns = emit_fragments(k, B);
    main_loop.pipeline = twk_find_pipeline(k->spec);
    main_loop.atom = k->atom;
    main_loop.loaders[A] = &loaders[A];
    main_loop.loaders[B] = &loaders[B];
    main_loop.rows = &rows;
    main_loop.columns = &columns;
    main_loop.trips = twk_trip_count(b, k->view.reduction, k->spec->tile_k);
    main_loop.steps = k->spec->tile_k / k->atom->k;
    emit_epilogue(k, twk_run_pipeline(b, &main_loop));
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
    twk_text_string(text, k->types[tensor]);
    add_entry(text, "\",\"bytes\":", twk_tensor_bytes(k->spec, tensor));
    add_entry(text, ",\"offset\":", operand * POINTER_BYTES);
    add_entry(text, ",\"size\":", POINTER_BYTES);
    twk_text_string(text, ",\"align\":" POINTER_ALIGN "}");
}

/* The manifest of a program, as canonical JSON: see README, "The manifest". */
static twk_text write_manifest(twk_arena *arena, const kernel *k) {
    twk_text text = twk_text_open(arena);
    int operand;
    twk_text_string(&text, "{\"name\":\"");
    twk_text_string(&text, k->function.name);
    twk_text_string(&text, "\",\"arch\":\"");
    twk_text_string(&text, k->spec->arch);
    twk_text_string(&text, "\",\"kernels\":[{\"name\":\"");
    twk_text_string(&text, k->function.name);
    add_entry(&text, "\",\"grid\":[", k->shape.phases * k->tiles_m * k->tiles_n);
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
    twk_function *functions[1];
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
        functions[0] = &k->function;
        program.text = twk_print_module(arena, functions, 1, flavor);
        program.manifest = write_manifest(arena, k);
    }
    return program;
}
