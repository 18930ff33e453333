#include "plan/plan.h"

#include "plan/chain.h"
#include "plan/policy.h"

/* Set A, B or D of a spec whose output type is resolved. */
static void set_tensor(twk_plan *plan, int operand, const twk_tensor_view *view) {
    static const char *const gradients[TWK_TENSOR_COUNT] = {"dx", "dw", "dy"};
    const twk_spec *spec = &plan->spec;
    twk_tensor_argument *tensor = &plan->tensors[operand];
    bool output = operand == TWK_RESULT;
    bool gradient = output || view->tensor == TWK_TENSOR_Y;
    tensor->tensor = view->tensor;
    tensor->name = gradient && spec->direction != TWK_DIRECTION_FORWARD ? gradients[view->tensor]
                                                                        : twk_tensor_name_words[view->tensor];
    tensor->role = output ? TWK_ROLE_OUTPUT : TWK_ROLE_INPUT;
    tensor->type = output ? spec->out_type : spec->in_type;
    tensor->bytes = twk_product(twk_tensor_elements(&spec->problem, view->tensor), twk_element_bytes(tensor->type));
}

/* Plan the tile of D, and choose how it leaves. */
static void plan_output(twk_plan *plan) {
    twk_spec *spec = &plan->spec;
    twk_shared_tile *tile = &plan->output;
    tile->operand = "d";
    tile->rows = spec->tile_m;
    tile->columns = spec->tile_n;
    tile->run = plan->shape.d.run;
    tile->threads = plan->threads;
    tile->widest =
        twk_vector_width(tile->rows, tile->columns, tile->run, tile->threads, twk_element_bytes(twk_stored_type(spec)));
    spec->epilogue = twk_choose_epilogue(spec, tile->widest);
    twk_share_tile(tile, spec->vector_d || spec->epilogue == TWK_EPILOGUE_CSHUFFLE ? spec->vector_d : 1);
    spec->vector_d = tile->vector;
}

/* Decide how the reduction is cut, and what kernel writes what. */
static void plan_slices(twk_plan *plan) {
    twk_spec *spec = &plan->spec;
    const twk_tensor_argument *result = &plan->tensors[TWK_RESULT];
    int64_t tiles = twk_product(plan->tiles_m, plan->tiles_n);
    twk_split_inputs in;
    in.reduction = plan->shape.k;
    in.groups = plan->shape.groups;
    in.items = twk_product(twk_product(plan->shape.phases, tiles), in.groups);
    in.stage_bytes = plan->stage_bytes;
    in.elements = twk_tensor_elements(&spec->problem, plan->shape.d.tensor);
    spec->split_k = twk_choose_split(spec, &in);
    spec->combine = twk_choose_combine(spec, spec->split_k);
    plan->slices = twk_larger(spec->split_k, 1);
    plan->slice_step = twk_slice_step(spec);
    int64_t each = twk_divide_up(twk_divide_up(in.reduction, plan->slice_step), plan->slices);
    plan->iterations =
        plan->slices == 1 ? twk_divide_up(in.reduction, spec->tile_k) : each * (plan->slice_step / spec->tile_k);
    plan->channels = twk_tensor_sizes_of(&spec->problem, plan->shape.d.tensor).inner;
    int64_t together = twk_chain_reads(spec, TWK_STAGE_OPERAND_CHANNEL) ? plan->channels : in.elements;
    plan->combined = twk_smaller(together & -together, TWK_COMBINE_VECTOR);
    plan->tensors[TWK_OPERAND_D] = *result;
    if (twk_in_workspace(spec)) {
        twk_tensor_argument *workspace = &plan->tensors[TWK_OPERAND_D];
        workspace->name = "workspace";
        workspace->role = TWK_ROLE_WORKSPACE;
        workspace->type = TWK_DATA_TYPE_FP32;
        workspace->bytes = twk_product(twk_product(plan->slices, in.elements), twk_element_bytes(workspace->type));
    }
}

/* Find an argument that the stages of the chain bring, those by value last; false where there are fewer. */
static bool find_chain_argument(const twk_plan *plan, size_t number, twk_tensor_argument *argument) {
    *argument = plan->tensors[TWK_RESULT];
    for (size_t i = 0; i < (size_t)2 * TWK_CHAIN_STAGE_COUNT; i++) {
        const twk_chain_stage *stage = &twk_chain_stages[i % TWK_CHAIN_STAGE_COUNT];
        bool scalar = i >= TWK_CHAIN_STAGE_COUNT;
        argument->name = scalar ? stage->scalar : stage->argument;
        if (!argument->name || !twk_has_stage(&plan->spec, stage) || number--) {
            continue;
        }
        argument->role = scalar ? TWK_ROLE_SCALAR : TWK_ROLE_INPUT;
        if (stage->operand == TWK_STAGE_OPERAND_CHANNEL) {
            argument->bytes = plan->channels * twk_element_bytes(argument->type);
        }
        if (scalar) {
            argument->type = TWK_DATA_TYPE_FP32;
            argument->bytes = TWK_DWORD_BYTES;
        }
        return true;
    }
    return false;
}

twk_tensor_argument twk_argument_at(const twk_plan *plan, const twk_kernel_plan *row, size_t index) {
    twk_tensor_argument argument;
    if (index < row->own_count) {
        return row->own[index];
    }
    find_chain_argument(plan, index - row->own_count, &argument);
    return argument;
}

/* The kernels, once all that they are made of is planned. */
static void plan_kernels(twk_plan *plan) {
    twk_kernel_plan *product = &plan->kernels[0];
    product->suffix = "";
    product->grid[0] = twk_product(twk_product(plan->shape.phases, plan->tiles_m), plan->tiles_n);
    product->grid[1] = twk_product(plan->shape.groups, plan->slices);
    product->grid[2] = 1;
    product->threads = plan->threads;
    product->lds_bytes = plan->budget.lds_bytes;
    product->own = plan->tensors;
    product->own_count = TWK_OPERAND_COUNT;
    product->argument_count = TWK_OPERAND_COUNT;
    plan->kernel_count = 1;
    if (twk_in_workspace(&plan->spec)) {
        int64_t elements = twk_tensor_elements(&plan->spec.problem, plan->shape.d.tensor);
        int64_t across = twk_divide_up(elements, plan->combined * TWK_COMBINE_THREADS);
        twk_kernel_plan *combine = &plan->kernels[plan->kernel_count++];
        combine->suffix = "_combine";
        combine->grid[0] = across;
        combine->grid[1] = 1;
        combine->grid[2] = 1;
        combine->threads = TWK_COMBINE_THREADS;
        combine->lds_bytes = 0;
        combine->own = &plan->tensors[TWK_OPERAND_D];
        combine->own_count = 2;
        combine->argument_count = 2;
    }
    twk_tensor_argument argument;
    for (size_t i = 0; find_chain_argument(plan, i, &argument); i++) {
        plan->kernels[plan->kernel_count - 1].argument_count++;
    }
}

/* Fill in what the plans of A and B say of the fields that were left open. */
static void take_operands(twk_spec *spec, const twk_operand_plan *a, const twk_operand_plan *b) {
    bool permuted = a->layout.swizzle_group || b->layout.swizzle_group;
    spec->vector_a = a->tile.vector;
    spec->vector_b = b->tile.vector;
    spec->lds_pad_a = a->layout.pad;
    spec->lds_pad_b = b->layout.pad;
    if (spec->swizzle == TWK_SWIZZLE_AUTO) {
        spec->swizzle = permuted ? TWK_SWIZZLE_XOR : TWK_SWIZZLE_NONE;
    }
}

/* Plan all that depends on the tile. */
static void plan_tile(twk_plan *plan) {
    twk_spec *spec = &plan->spec;
    const twk_gemm_shape *shape = &plan->shape;
    twk_operand_plan *a = &plan->operands[TWK_OPERAND_A];
    twk_operand_plan *b = &plan->operands[TWK_OPERAND_B];
    twk_budget *needed = &plan->budget;
    bool blocked = plan->k_outer_obstacle != TWK_RULE_COUNT && spec->k_outer == TWK_K_OUTER_ON;
    bool packed = blocked || spec->loader == TWK_LOADER_ASYNC;
    plan->computing_warps = spec->warps_m * spec->warps_n;
    if (!spec->load_warps) {
        spec->load_warps = twk_load_warps_needed(plan->computing_warps, plan->pipeline);
    }
    plan->threads = (plan->computing_warps + spec->load_warps) * plan->arch->wave_size;
    plan->atoms_along_rows = twk_atoms_along_rows(spec, plan->atom);
    plan->warp_tile[TWK_OPERAND_A] = spec->tile_m / plan->atoms_along_rows;
    plan->warp_tile[TWK_OPERAND_B] = spec->tile_n / spec->warps_n;
    a->tile.threads = (spec->load_warps ? spec->load_warps : plan->computing_warps) * plan->arch->wave_size;
    b->tile.threads = a->tile.threads;
    twk_plan_operand(spec, plan->atom, shape, TWK_OPERAND_A, packed, plan->warp_tile[0] / plan->atom->m, a);
    twk_plan_operand(spec, plan->atom, shape, TWK_OPERAND_B, packed, plan->warp_tile[1] / plan->atom->n, b);
    take_operands(spec, a, b);
    plan->stage_bytes = twk_tile_bytes(&a->layout) + twk_tile_bytes(&b->layout);
    plan->tiles_m = twk_divide_up(shape->m, spec->tile_m);
    plan->tiles_n = twk_divide_up(shape->n, spec->tile_n);
    plan_slices(plan);
    plan_output(plan);
    plan->warps_together = twk_warps_together(spec, plan->atom);
    plan->shuffled_row_bytes = twk_shuffled_row_bytes(spec);
    plan->exact[TWK_OPERAND_A] = shape->m % spec->tile_m == 0;
    plan->exact[TWK_OPERAND_B] = shape->n % spec->tile_n == 0;
    *needed =
        twk_budget_of(spec, plan->pipeline, plan->atom, plan->operands, plan->atoms_along_rows, plan->computing_warps);
    plan->registers = twk_registers_allowed(spec, plan->threads);
    plan->loads_fit = needed->loads_in_flight <= plan->arch->in_flight_limit;
    plan->registers_fit = needed->registers <= plan->registers;
    plan->lds_fits = needed->lds_bytes <= plan->arch->lds_bytes;
    plan_kernels(plan);
}

/* Plan one of the tiles of the machine's choice for an open spec. */
static void plan_choice(twk_plan *plan, const twk_spec *open, size_t choice) {
    plan->spec = *open;
    twk_choose_tile(&plan->spec, &plan->shape, plan->atom, &plan->arch->tiles[choice]);
    plan_tile(plan);
}

/* Plan each tile of the machine's choice in turn, until one fits the machine and can be shared out over the threads; or the
 * first that fits. */
static void plan_largest_tile(twk_plan *plan) {
    const twk_spec open = plan->spec;
    size_t fitting = plan->arch->tile_count;
    for (size_t i = 0; i < plan->arch->tile_count; i++) {
        plan_choice(plan, &open, i);
        if (!plan->loads_fit || !plan->registers_fit || !plan->lds_fits) {
            continue;
        }
        if (plan->spec.vector_a > 0 && plan->spec.vector_b > 0 && plan->spec.vector_d > 0) {
            return;
        }
        fitting = fitting < i ? fitting : i;
    }
    if (fitting < plan->arch->tile_count) {
        plan_choice(plan, &open, fitting);
    }
}

/* Resolve the plan of a kernel with atoms, whose tiles hold so many groups. */
static void resolve_atoms(const twk_spec *asked, int64_t together, twk_plan *plan) {
    twk_spec *spec = &plan->spec;
    *spec = *asked;
    plan->arch = &twk_arches[spec->arch];
    plan->shape = twk_gemm_shape_of(&spec->problem, spec->direction, together);
    plan->atom = twk_choose_atom(spec, &plan->shape);
    plan->pipeline = twk_choose_pipeline(spec);
    plan->k_outer_obstacle = twk_k_outer_obstacle(spec, plan->atom, &plan->shape);
    if (spec->out_type == TWK_DATA_TYPE_AUTO) {
        spec->out_type = spec->in_type;
    }
    spec->atom = plan->atom->name;
    spec->loader = plan->pipeline->loader;
    if (!spec->stages) {
        spec->stages = plan->pipeline->least_stages;
    }
    if (spec->k_outer == TWK_K_OUTER_AUTO) {
        spec->k_outer = plan->k_outer_obstacle == TWK_RULE_COUNT ? TWK_K_OUTER_ON : TWK_K_OUTER_OFF;
    }
    set_tensor(plan, TWK_OPERAND_A, &plan->shape.a);
    set_tensor(plan, TWK_OPERAND_B, &plan->shape.b);
    set_tensor(plan, TWK_RESULT, &plan->shape.d);
    plan_largest_tile(plan);
}

/* Make of a plan with atoms that of a kernel without. */
static void resolve_direct(const twk_spec *asked, int64_t together, twk_plan *plan) {
    twk_kernel_plan *kernel = &plan->kernels[0];
    twk_spec standard = *asked;
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        if (twk_is_about_atoms(&twk_fields[i])) {
            twk_set_default(&standard, &twk_fields[i]);
        }
    }
    resolve_atoms(&standard, together, plan);
    twk_data_type out_type = plan->spec.out_type;
    plan->spec = *asked;
    plan->spec.out_type = out_type;
    plan->is_direct = true;
    plan->direct = twk_plan_direct(asked, together);
    plan->exact[TWK_OPERAND_A] = plan->shape.m % plan->direct.pixels == 0;
    plan->exact[TWK_OPERAND_B] = true;
    kernel->grid[0] = twk_product(plan->shape.phases, twk_divide_up(plan->shape.m, plan->direct.pixels));
    kernel->threads = TWK_DIRECT_THREADS;
    kernel->lds_bytes = plan->direct.lds_bytes;
}

void twk_resolve(const twk_spec *asked, twk_plan *plan) {
    twk_spec spec = *asked;
    spec.method = twk_choose_method(&spec);
    int64_t together = twk_choose_groups(&spec);
    if (!spec.groups_per_tile) {
        spec.groups_per_tile = together;
    }
    plan->is_direct = false;
    if (spec.method == TWK_METHOD_DIRECT) {
        resolve_direct(&spec, together, plan);
    } else {
        resolve_atoms(&spec, together, plan);
    }
}
