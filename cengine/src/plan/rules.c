#include "plan/rules.h"

#include "plan/chain.h"
#include "plan/policy.h"

/* What a stage of checks looks at. What it finds broken is repaired in `asked`, to the nearest that is allowed or to
 * what would be chosen, and the next stage judges the repaired spec: so every broken rule is named, and none that only
 * follows from another.
 *
 * `plan` is that of `asked`. `known` counts the violations of earlier stages, from `first` on; `advise`: ways out are
 * tried. */
typedef struct judged {
    twk_context *context;
    bool advise;
    size_t first;
    size_t known;
    twk_spec asked;
    twk_plan *plan;
} judged;

static void judge(judged *judged);

/* Look at `asked` before the next stage. */
static void look(judged *judged) {
    judged->known = judged->context->count;
    twk_resolve(&judged->asked, judged->plan);
}

/* Whether an earlier stage found a rule broken. */
static bool found(const judged *judged, const twk_rule *rule) {
    for (size_t i = judged->first; i < judged->known; i++) {
        if (judged->context->violations[i].rule == rule) {
            return true;
        }
    }
    return false;
}

/* Whether a spec that is changed so breaks no rule but those of earlier stages. Its violations are dropped again. */
static bool leads_out(const judged *asking, const twk_way_out *way) {
    twk_context *context = asking->context;
    size_t before = context->count;
    bool out = true;
    twk_plan plan;
    judged trial = {context, false, before, before, asking->asked, &plan};
    for (size_t i = 0; i < way->count; i++) {
        twk_assign(&trial.asked, &way->set[i]);
    }
    judge(&trial);
    for (size_t i = before; i < context->count; i++) {
        out = out && found(asking, context->violations[i].rule);
    }
    context->count = before;
    return out;
}

/* The first change of ours, as the end of a message, that leads out; empty where there is none. */
static const char *way_out(const judged *judged) {
    for (size_t i = 0; judged->advise && i < TWK_WAY_OUT_COUNT; i++) {
        if (leads_out(judged, &twk_ways_out[i])) {
            return twk_format(&judged->context->arena, "; %s", twk_ways_out[i].text);
        }
    }
    return "";
}

/* The largest value that a field of the problem takes. */
static int64_t largest(const char *name) {
    size_t i = 0;
    while (!twk_equal(twk_fields[i].name, name)) {
        i++;
    }
    return twk_fields[i].high;
}

static void check_groups(twk_context *context, const char *name, int64_t *channels, int64_t groups) {
    if (*channels % groups) {
        int64_t below = *channels / groups * groups;
        int64_t above = below + groups;
        bool fits = above <= largest(name);
        const char *one = twk_format(&context->arena, "%" PRId64, fits ? above : below);
        const char *both = twk_format(&context->arena, "%" PRId64 " or %" PRId64, below, above);
        TWK_VIOLATE_PROBLEM_GROUPS(context, name, *channels, groups, below && fits ? both : one);
        *channels = fits ? above : below;
    }
}

/* What is wrong with the sizes alone; false where the coordinates cannot be told, so that there is nothing to judge. */
static bool check_problem(twk_context *context, twk_problem *problem) {
    bool judgeable = true;
    check_groups(context, "c", &problem->c, problem->groups);
    check_groups(context, "k", &problem->k, problem->groups);
    for (int64_t axis = 0; axis < twk_rank(problem); axis++) {
        int64_t padded = twk_padded(problem, axis);
        int64_t extent = twk_extent(problem, axis);
        if (padded > TWK_COORDINATE_LIMIT) {
            TWK_VIOLATE_PROBLEM_EXTENT(context, axis, padded, TWK_COORDINATE_LIMIT);
        }
        if (padded < extent) {
            TWK_VIOLATE_PROBLEM_EMPTY(context, axis, padded, extent, extent - padded);
            problem->pad_before.at[axis] += extent - padded;
        }
        judgeable = judgeable && twk_padded(problem, axis) <= TWK_COORDINATE_LIMIT;
    }
    return judgeable;
}

/* A tensor that is too large for the offsets of a kernel. */
static void fail_bytes(judged *judged, twk_tensor_name tensor, int64_t size) {
    twk_arena *arena = &judged->context->arena;
    const twk_problem *problem = &judged->asked.problem;
    int64_t limit = judged->plan->arch->tensor_bytes;
    int64_t images = 0;
    int64_t parts = 0;
    const char *way = "";
    if (size < TWK_SATURATED) {
        images = tensor == TWK_TENSOR_W ? 0 : twk_calls_that_do(problem->n, size, limit);
        parts = twk_calls_that_do(problem->groups, size, limit);
    }
    if (images) {
        way = twk_format(arena, "; split the batch over %" PRId64 " calls", images);
    } else if (parts) {
        way = twk_format(arena, "; split the groups over %" PRId64 " calls", parts);
    }
    TWK_VIOLATE_PROBLEM_TENSOR_BYTES(judged->context, twk_tensor_name_words[tensor], size, limit, way);
}

/* The repair of a reduction that cannot be cut. */
static void cut_nothing(twk_spec *asked) {
    asked->split_k = 1;
    asked->combine = TWK_COMBINE_AUTO;
}

/* Tensors that are too large for the offsets of a kernel, and strides that make too many phases.
 *
 * The indices of the product need no check of their own: none has more values than a tensor has elements. */
static void check_sizes(judged *judged) {
    const twk_plan *plan = judged->plan;
    const twk_spec *spec = &plan->spec;
    const twk_axes *strides = &spec->problem.stride;
    const twk_tensor_argument *result = &plan->tensors[TWK_RESULT];
    const twk_tensor_argument *stored = &plan->tensors[TWK_OPERAND_D];
    int64_t limit = plan->arch->tensor_bytes;
    int64_t slice = stored->bytes / plan->slices;
    if (spec->out_type != spec->in_type && spec->out_type != TWK_DATA_TYPE_FP32) {
        TWK_VIOLATE_OUT_TYPE(judged->context, twk_data_type_words[spec->out_type], twk_data_type_words[spec->in_type]);
        judged->asked.out_type = TWK_DATA_TYPE_AUTO;
    }
    for (int tensor = 0; tensor < TWK_TENSOR_COUNT; tensor++) {
        const twk_tensor_argument *argument = result;
        for (int operand = TWK_OPERAND_A; operand <= TWK_OPERAND_B; operand++) {
            argument = (int)plan->tensors[operand].tensor == tensor ? &plan->tensors[operand] : argument;
        }
        if (argument->bytes > limit) {
            fail_bytes(judged, argument->tensor, argument->bytes);
        }
    }
    if (slice > limit && result->bytes <= limit) {
        const char *name = twk_format(&judged->context->arena, "%s, in each slice,", stored->name);
        TWK_VIOLATE_PROBLEM_TENSOR_BYTES(judged->context, name, slice, limit, "; set split_k to 1 and combine to none");
        cut_nothing(&judged->asked);
    }
    for (int64_t axis = 0; axis < strides->count; axis++) {
        if (spec->direction == TWK_DIRECTION_DGRAD && strides->at[axis] > TWK_STRIDE_LIMIT) {
            TWK_VIOLATE_PROBLEM_STRIDE(judged->context, axis, strides->at[axis], TWK_STRIDE_LIMIT);
        }
    }
}

/* What a message says of the value of a field, an integer or a word. */
static const char *value_said(const judged *judged, const twk_field *field, int64_t value) {
    bool word = field->type == TWK_FIELD_CHOICE;
    return word ? field->words[value] : twk_format(&judged->context->arena, "%" PRId64, value);
}

/* Fields that are about something that the machine does not have, and say otherwise. */
static void check_fields(judged *judged) {
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        const twk_field *field = &twk_fields[i];
        int64_t standard = field->default_value;
        bool lacking = !(field->arches & judged->plan->arch->set);
        int64_t value = lacking ? twk_field_value(&judged->asked, field) : standard;
        if (value != standard) {
            twk_set_default(&judged->asked, field);
            TWK_VIOLATE_FIELD_MACHINE(judged->context, field->name, value_said(judged, field, value),
                                      judged->plan->arch->name, value_said(judged, field, standard));
        }
    }
}

/* Add a word of the contract to a list, unless it is there. */
static void add_word(const char **words, size_t *count, const char *word) {
    for (size_t i = 0; i < *count; i++) {
        if (words[i] == word) {
            return;
        }
    }
    words[(*count)++] = word;
}

/* An input type of which the architecture has no atom. */
static void check_type(judged *judged) {
    const char *words[TWK_ATOM_COUNT];
    size_t count = 0;
    twk_data_type first = TWK_DATA_TYPE_AUTO;
    for (size_t i = 0; i < TWK_ATOM_COUNT; i++) {
        const twk_atom *atom = &twk_atoms[i];
        if (twk_has_atom(&judged->asked, atom)) {
            return;
        }
        if (atom->arches & twk_arches[judged->asked.arch].set) {
            first = count ? first : atom->a.type;
            add_word(words, &count, twk_data_type_words[atom->a.type]);
        }
    }
    TWK_VIOLATE_IN_TYPE(judged->context, twk_data_type_words[judged->asked.in_type],
                        twk_arches[judged->asked.arch].name, twk_join_words(&judged->context->arena, words, count));
    judged->asked.in_type = first;
}

/* An atom that the architecture lacks. */
static void check_atom(judged *judged) {
    const twk_spec *asked = &judged->asked;
    const char *names[TWK_ATOM_COUNT];
    size_t count = 0;
    if (asked->atom == TWK_ATOM_AUTO || asked->atom == judged->plan->atom->name) {
        return;
    }
    for (size_t i = 0; i < TWK_ATOM_COUNT; i++) {
        if (twk_has_atom(asked, &twk_atoms[i])) {
            names[count++] = twk_atom_name_words[twk_atoms[i].name];
        }
    }
    TWK_VIOLATE_ATOM_MISSING(judged->context, twk_atom_name_words[asked->atom], judged->plan->arch->name,
                             twk_data_type_words[asked->in_type],
                             twk_join_words(&judged->context->arena, names, count));
    judged->asked.atom = TWK_ATOM_AUTO;
}

/* A loader that the pipeline lacks, or a pipeline that the architecture does. */
static void check_schedule(judged *judged) {
    const twk_spec *asked = &judged->asked;
    const twk_pipeline *pipeline = judged->plan->pipeline;
    twk_arch_set arch = judged->plan->arch->set;
    const char *words[TWK_PIPELINE_COUNT];
    bool missing = asked->loader != TWK_LOADER_AUTO && asked->loader != pipeline->loader;
    size_t count = 0;
    if (!missing && pipeline->arches & arch) {
        return;
    }
    for (size_t i = 0; i < TWK_PIPELINE_COUNT; i++) {
        const twk_pipeline *row = &twk_pipelines[i];
        bool runs = (row->arches & arch) != 0;
        if (missing ? row->name == asked->pipeline && (runs || !(pipeline->arches & arch)) : runs) {
            add_word(words, &count, missing ? twk_loader_kind_words[row->loader] : twk_pipeline_name_words[row->name]);
        }
    }
    const char *name = twk_pipeline_name_words[asked->pipeline];
    const char *allowed = twk_join_words(&judged->context->arena, words, count);
    if (missing) {
        TWK_VIOLATE_PIPELINE_LOADER(judged->context, name, twk_loader_kind_words[asked->loader], allowed);
        judged->asked.loader = TWK_LOADER_AUTO;
    } else {
        TWK_VIOLATE_PIPELINE_ARCH(judged->context, name, judged->plan->arch->name, allowed);
    }
}

/* More warps than a workgroup takes. */
static void check_threads(judged *judged) {
    const twk_spec *spec = &judged->plan->spec;
    int64_t limit = judged->plan->arch->threads_per_workgroup;
    if (judged->plan->threads > limit) {
        TWK_VIOLATE_WORKGROUP_THREADS(judged->context, judged->plan->threads, spec->warps_m, spec->warps_n,
                                      spec->load_warps, limit, limit / judged->plan->arch->wave_size);
        judged->asked.warps_m = 0;
        judged->asked.warps_n = 0;
        judged->asked.load_warps = 0;
    }
}

/* `value` is that of a field of the resolved spec, `repaired` the field as it was asked. */
static void check_multiple(judged *judged, const char *name, int64_t value, int64_t step, const char *reason,
                           int64_t *repaired) {
    if (value % step) {
        int64_t lower = value / step * step;
        *repaired = lower ? lower : step;
        TWK_VIOLATE_TILE_SHAPE(judged->context, name, value, step, reason, *repaired);
    }
}

static const char *warps_reason(twk_context *context, const char *name, int64_t warps, const twk_atom *atom) {
    return twk_format(&context->arena, "%s %" PRId64 " of atom %s", name, warps, twk_atom_name_words[atom->name]);
}

/* Tiles that the atoms and warps do not fill. */
static void check_tile(judged *judged) {
    const twk_spec *spec = &judged->plan->spec;
    const twk_atom *atom = judged->plan->atom;
    const char *word = twk_atom_name_words[atom->name];
    const char *atom_reason = twk_format(&judged->context->arena, "atom %s", word);
    check_multiple(judged, "warps_m", spec->warps_m, judged->plan->warps_together, atom_reason, &judged->asked.warps_m);
    check_multiple(judged, "tile_m", spec->tile_m, judged->plan->atoms_along_rows * atom->m,
                   warps_reason(judged->context, "warps_m", spec->warps_m, atom), &judged->asked.tile_m);
    check_multiple(judged, "tile_n", spec->tile_n, spec->warps_n * atom->n,
                   warps_reason(judged->context, "warps_n", spec->warps_n, atom), &judged->asked.tile_n);
    check_multiple(judged, "tile_k", spec->tile_k, atom->k, atom_reason, &judged->asked.tile_k);
}

/* Stages, load warps and unrolling that the pipeline does not have. */
static void check_pipeline(judged *judged) {
    const twk_spec *spec = &judged->plan->spec;
    twk_context *context = judged->context;
    int64_t low = judged->plan->pipeline->least_stages;
    int64_t high = judged->plan->pipeline->most_stages;
    const char *name = twk_pipeline_name_words[spec->pipeline];
    if (spec->stages < low || spec->stages > high) {
        judged->asked.stages = twk_smaller(twk_larger(spec->stages, low), high);
        TWK_VIOLATE_PIPELINE_STAGES(context, name, twk_loader_kind_words[spec->loader], spec->stages, low, high,
                                    judged->asked.stages);
    }
    if ((spec->load_warps > 0) != judged->plan->pipeline->roles) {
        judged->asked.load_warps = twk_load_warps_needed(judged->plan->computing_warps, judged->plan->pipeline);
        TWK_VIOLATE_PIPELINE_LOAD_WARPS(context, name, spec->load_warps, judged->asked.load_warps);
    }
    if (spec->unroll != TWK_UNROLL_FULL) {
        return;
    }
    if (judged->plan->shape.phases > 1) {
        TWK_VIOLATE_UNROLL_RUNTIME(context);
        judged->asked.unroll = TWK_UNROLL_OFF;
    } else if (judged->plan->iterations > TWK_UNROLL_LIMIT) {
        TWK_VIOLATE_UNROLL_LIMIT(context, judged->plan->iterations, TWK_UNROLL_LIMIT);
        judged->asked.unroll = TWK_UNROLL_OFF;
    }
}

/* Groups that cannot be parted into tiles of so many. */
static void check_groups_per_tile(judged *judged) {
    int64_t value = judged->asked.groups_per_tile;
    int64_t groups = judged->asked.problem.groups;
    bool direct = judged->plan->is_direct && twk_fits_direct(&judged->asked);
    int64_t nearest = value;
    while (nearest && groups % nearest) {
        nearest--;
    }
    if (value > 1 && judged->asked.direction != TWK_DIRECTION_WGRAD && !direct) {
        TWK_VIOLATE_GROUPS_DIRECTION(judged->context, value, twk_direction_words[judged->asked.direction]);
        judged->asked.groups_per_tile = 1;
    } else if (nearest != value) {
        TWK_VIOLATE_GROUPS_PER_TILE(judged->context, value, groups, nearest);
        judged->asked.groups_per_tile = nearest;
    }
}

/* Fields that are about atoms, where there are none, and groups that the threads do not share out evenly. */
static void check_direct_fields(judged *judged) {
    const twk_plan *plan = judged->plan;
    const twk_direct_plan *direct = &plan->direct;
    twk_context *context = judged->context;
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        const twk_field *field = &twk_fields[i];
        int64_t value = twk_field_value(&judged->asked, field);
        if (twk_is_about_atoms(field) && value != field->default_value) {
            twk_set_default(&judged->asked, field);
            TWK_VIOLATE_DIRECT_FIELD(context, field->name, value_said(judged, field, value),
                                     value_said(judged, field, field->default_value));
        }
    }
    int64_t together = plan->spec.groups_per_tile;
    if (TWK_DIRECT_THREADS % direct->columns) {
        judged->asked.groups_per_tile = together & -together;
        TWK_VIOLATE_DIRECT_GROUPS(context, together, direct->columns, TWK_DIRECT_THREADS, together & -together);
    } else if (direct->lds_bytes > plan->arch->lds_bytes) {
        int64_t fitting = twk_largest_fitting(together, direct->lds_bytes, plan->arch->lds_bytes);
        const char *way = twk_format(&context->arena, "the nearest is %" PRId64, fitting);
        TWK_VIOLATE_DIRECT_LDS(context, together, direct->lds_bytes, plan->arch->name, plan->arch->lds_bytes,
                               fitting ? way : "use method = atoms");
        judged->asked.method = fitting ? TWK_METHOD_DIRECT : TWK_METHOD_ATOMS;
        judged->asked.groups_per_tile = fitting;
    }
}

/* What a kernel without atoms cannot do, and what is about atoms. */
static void check_direct(judged *judged) {
    const twk_problem *problem = &judged->asked.problem;
    if (!judged->plan->is_direct) {
        return;
    }
    if (judged->asked.direction == TWK_DIRECTION_WGRAD) {
        TWK_VIOLATE_DIRECT_DIRECTION(judged->context);
        judged->asked.method = TWK_METHOD_ATOMS;
    } else if (!twk_fits_direct(&judged->asked)) {
        TWK_VIOLATE_DIRECT_CHANNELS(judged->context, twk_group_c(problem), twk_group_k(problem), TWK_DIRECT_CHANNELS);
        judged->asked.method = TWK_METHOD_ATOMS;
    } else {
        check_direct_fields(judged);
    }
}

/* Slices that are not to be had, or that do not come together so. */
static void check_split(judged *judged) {
    const twk_spec *spec = &judged->plan->spec;
    if (spec->split_k == 0) {
        TWK_VIOLATE_SPLIT_K_RUNTIME(judged->context);
        cut_nothing(&judged->asked);
    } else if (spec->combine == TWK_COMBINE_NONE && spec->split_k > 1) {
        TWK_VIOLATE_COMBINE_SPLIT(judged->context, spec->split_k);
        judged->asked.combine = TWK_COMBINE_AUTO;
    } else if (twk_adds(spec) && spec->out_type != TWK_DATA_TYPE_FP32) {
        TWK_VIOLATE_COMBINE_TYPE(judged->context, twk_data_type_words[spec->out_type]);
        judged->asked.combine = TWK_COMBINE_TWO_STAGE;
    }
}

/* Stages of the output chain that mean nothing, or that slices cannot go through. */
static void check_chain(judged *judged) {
    const twk_spec *spec = &judged->plan->spec;
    if (spec->direction == TWK_DIRECTION_WGRAD && spec->bias == TWK_BIAS_ON) {
        TWK_VIOLATE_BIAS_DIRECTION(judged->context);
        judged->asked.bias = TWK_BIAS_OFF;
    }
    for (size_t i = 0; i < TWK_CHAIN_STAGE_COUNT && twk_adds(spec); i++) {
        const twk_chain_stage *stage = &twk_chain_stages[i];
        if (stage->slices == TWK_STAGE_SLICES_NEVER && twk_has_stage(spec, stage)) {
            TWK_VIOLATE_CHAIN_SLICES(judged->context, stage->field, stage->word, spec->split_k);
            judged->asked.combine = TWK_COMBINE_TWO_STAGE;
            return;
        }
    }
}

/* Say why K-outer tiles cannot be used; see twk_k_outer_obstacle. */
static void fail_k_outer(const judged *judged, int obstacle) {
    twk_context *context = judged->context;
    const twk_gemm_shape *shape = &judged->plan->shape;
    const char *names[TWK_ARCH_COUNT];
    bool odd_a = twk_has_odd_run(&shape->a);
    size_t count = 0;
    switch (obstacle) {
    case TWK_RULE_K_OUTER_DIRECTION:
        TWK_VIOLATE_K_OUTER_DIRECTION(context, twk_direction_words[judged->plan->spec.direction]);
        break;
    case TWK_RULE_K_OUTER_ARCH:
        for (size_t i = 0; i < TWK_ARCH_COUNT; i++) {
            if (twk_transposes(&twk_arches[i])) {
                names[count++] = twk_arches[i].name;
            }
        }
        TWK_VIOLATE_K_OUTER_ARCH(context, judged->plan->arch->name, twk_join_words(&context->arena, names, count));
        break;
    case TWK_RULE_K_OUTER_ATOM:
        TWK_VIOLATE_K_OUTER_ATOM(context, twk_atom_name_words[judged->plan->atom->name], judged->plan->atom->a.length,
                                 twk_transposes(judged->plan->arch) / judged->plan->operands[0].layout.element_bytes);
        break;
    case TWK_RULE_K_OUTER_RUN:
        TWK_VIOLATE_K_OUTER_RUN(context, odd_a ? "a" : "b", odd_a ? shape->a.run : shape->b.run);
        break;
    default:
        break;
    }
}

/* Tiles that are to be K-outer and cannot. */
static void check_k_outer(judged *judged) {
    int obstacle = judged->plan->k_outer_obstacle;
    if (judged->plan->spec.k_outer == TWK_K_OUTER_ON && obstacle != TWK_RULE_COUNT) {
        fail_k_outer(judged, obstacle);
        judged->asked.k_outer = TWK_K_OUTER_AUTO;
    }
}

/* Rows of tiles of which a swizzle can permute none. */
static void check_swizzle(judged *judged) {
    const twk_operand_plan *a = &judged->plan->operands[TWK_OPERAND_A];
    const twk_operand_plan *b = &judged->plan->operands[TWK_OPERAND_B];
    if (judged->plan->spec.swizzle == TWK_SWIZZLE_XOR && !a->layout.swizzle_group && !b->layout.swizzle_group) {
        TWK_VIOLATE_SWIZZLE_SHAPE(judged->context, twk_row_elements(&a->layout), a->swizzle_group,
                                  twk_row_elements(&b->layout), b->swizzle_group);
        judged->asked.swizzle = TWK_SWIZZLE_NONE;
    }
}

/* A pad that splits reads, or that something else takes the place of. */
static void check_pad(judged *judged, const twk_operand_plan *plan, int64_t *repaired) {
    twk_context *context = judged->context;
    const char *name = twk_format(&context->arena, "lds_pad_%s", plan->tile.operand);
    int64_t pad = plan->layout.pad;
    if (pad && judged->plan->spec.loader == TWK_LOADER_ASYNC) {
        TWK_VIOLATE_ASYNC_PACKED(context, name, twk_format(&context->arena, "%" PRId64, pad), "0");
        *repaired = 0;
    } else if (pad && plan->layout.swizzle_group) {
        TWK_VIOLATE_SWIZZLE_PAD(context, name, pad);
        *repaired = 0;
    } else if (pad % plan->read.elements) {
        *repaired = twk_round_up(pad, plan->read.elements);
        TWK_VIOLATE_LDS_PAD(context, name, pad, plan->read.elements, *repaired);
    }
}

/* Swizzles and pads that cannot be, or that the loader cannot write. */
static void check_layouts(judged *judged) {
    check_swizzle(judged);
    check_pad(judged, &judged->plan->operands[TWK_OPERAND_A], &judged->asked.lds_pad_a);
    check_pad(judged, &judged->plan->operands[TWK_OPERAND_B], &judged->asked.lds_pad_b);
}

/* Operands that copies straight to LDS cannot move, for they lie along the free axis. */
static void check_free_axes(judged *judged) {
    int obstacle = judged->plan->k_outer_obstacle;
    for (int operand = 0; operand <= TWK_OPERAND_B; operand++) {
        const twk_operand_plan *plan = &judged->plan->operands[operand];
        if (judged->plan->spec.loader != TWK_LOADER_ASYNC || !plan->contiguous_free || plan->layout.k_outer) {
            continue;
        }
        if (obstacle != TWK_RULE_COUNT) {
            TWK_VIOLATE_ASYNC_FREE_AXIS(judged->context, plan->tile.operand, twk_rules[obstacle].code);
            judged->asked.pipeline = TWK_PIPELINE_MEM;
            judged->asked.loader = TWK_LOADER_AUTO;
            judged->asked.stages = 0;
            judged->asked.load_warps = 0;
        } else {
            TWK_VIOLATE_ASYNC_K_OUTER(judged->context, plan->tile.operand);
            judged->asked.k_outer = TWK_K_OUTER_ON;
        }
    }
}

static const char *vector_field(const judged *judged, const twk_shared_tile *tile) {
    return twk_format(&judged->context->arena, "vector_%s", tile->operand);
}

/* A tile that cannot be shared out over the threads, or a vector width that does not fit. */
static void check_vector(judged *judged, const twk_shared_tile *tile, int64_t *repaired) {
    bool power = (tile->vector & (tile->vector - 1)) == 0;
    if (tile->widest == 0) {
        TWK_VIOLATE_LOADER_SLOTS(judged->context, tile->operand, tile->rows, tile->columns, tile->threads,
                                 way_out(judged));
        *repaired = 0;
    } else if (!power || tile->vector > tile->widest ||
               !twk_vector_fits(tile->rows, tile->columns, tile->run, tile->threads, tile->vector)) {
        TWK_VIOLATE_VECTOR_WIDTH(judged->context, vector_field(judged, tile), tile->vector, tile->run, tile->rows,
                                 tile->columns, tile->threads, tile->widest);
        *repaired = 0;
    }
}

/* Widths of chunks in words, widest first. */
static const char *join_widths(const judged *judged, int64_t widths) {
    const char *words[TWK_WIDEST_CHUNK];
    size_t count = 0;
    for (int64_t dwords = TWK_WIDEST_CHUNK; dwords > 0; dwords--) {
        if (widths >> dwords & 1) {
            words[count++] = twk_format(&judged->context->arena, "%" PRId64, dwords);
        }
    }
    return twk_join_words(&judged->context->arena, words, count);
}

/* Whether the async loader can move a tile in chunks of the width that the plan asks for. */
static bool has_chunk(const twk_shared_tile *tile, int64_t element, int64_t widths) {
    int64_t dwords = tile->vector * element / TWK_DWORD_BYTES;
    if (tile->vector * element % TWK_DWORD_BYTES || dwords > TWK_WIDEST_CHUNK) {
        return false;
    }
    widths &= (int64_t)1 << dwords;
    return twk_chunk_dwords(tile->rows, tile->columns, tile->run, tile->threads, element, widths) != 0;
}

/* A tile of which the async loader finds no chunk, or not that of the width asked for. */
static void check_chunk(judged *judged, const twk_shared_tile *tile, int64_t element, int64_t *repaired) {
    int64_t widths = judged->plan->arch->dma_widths;
    const char *words = join_widths(judged, widths);
    if (tile->run * element % TWK_DWORD_BYTES) {
        TWK_VIOLATE_ASYNC_RUN(judged->context, tile->operand, tile->run, way_out(judged));
        *repaired = 0;
    } else if (tile->widest == 0) {
        TWK_VIOLATE_ASYNC_CHUNK(judged->context, tile->operand, tile->rows, tile->columns, tile->run, tile->threads,
                                words, way_out(judged));
        *repaired = 0;
    } else if (!has_chunk(tile, element, widths)) {
        TWK_VIOLATE_ASYNC_WIDTH(judged->context, vector_field(judged, tile), tile->vector, words, tile->run, tile->rows,
                                tile->columns, tile->threads, tile->widest);
        *repaired = 0;
    }
}

/* A tile that cannot be shared out over the threads that load it, or a width that does not fit. */
static void check_load(judged *judged, int operand, int64_t *repaired) {
    const twk_operand_plan *plan = &judged->plan->operands[operand];
    if (judged->plan->spec.loader == TWK_LOADER_ASYNC) {
        check_chunk(judged, &plan->tile, plan->layout.element_bytes, repaired);
    } else {
        check_vector(judged, &plan->tile, repaired);
    }
}

/* Loads. Both are judged as they were asked before either is repaired. */
static void check_loads(judged *judged) {
    int64_t vector_a = judged->asked.vector_a;
    int64_t vector_b = judged->asked.vector_b;
    check_load(judged, TWK_OPERAND_A, &vector_a);
    check_load(judged, TWK_OPERAND_B, &vector_b);
    judged->asked.vector_a = vector_a;
    judged->asked.vector_b = vector_b;
}

/* A store width that does not fit the epilogue. */
static void check_store(judged *judged) {
    const twk_spec *spec = &judged->plan->spec;
    if (spec->epilogue == TWK_EPILOGUE_CSHUFFLE) {
        check_vector(judged, &judged->plan->output, &judged->asked.vector_d);
    } else if (spec->vector_d > 1) {
        TWK_VIOLATE_VECTOR_DIRECT(judged->context, spec->vector_d);
        judged->asked.vector_d = 0;
    }
}

/* Warps a unit that are asked for, where the machine has room for more or fewer, or none at all. */
static void check_warps(judged *judged, const twk_budget *needed) {
    int64_t least = twk_least_warps(judged->plan->arch, judged->plan->threads);
    int64_t most = twk_most_warps(needed, judged->plan->arch, judged->plan->threads);
    int64_t value = judged->plan->spec.warps_per_unit;
    if (value && least <= most && (value < least || value > most)) {
        TWK_VIOLATE_WARPS_BUDGET(judged->context, value, judged->plan->threads, least, needed->lds_bytes,
                                 needed->least_registers, most, value < least ? least : most);
    }
}

/* Whether earlier stages found no load to count. */
static bool unloadable(const judged *judged) {
    return found(judged, &twk_rules[TWK_RULE_LOADER_SLOTS]) || found(judged, &twk_rules[TWK_RULE_ASYNC_RUN]) ||
           found(judged, &twk_rules[TWK_RULE_ASYNC_CHUNK]);
}

/* Loads in flight, registers and warps that the machine does not have. */
static void check_loaded(judged *judged, const twk_budget *needed) {
    twk_context *context = judged->context;
    if (!judged->plan->loads_fit) {
        TWK_VIOLATE_ASYNC_IN_FLIGHT(context, needed->loads_in_flight, judged->plan->arch->in_flight_limit,
                                    way_out(judged));
    }
    if (!judged->plan->registers_fit) {
        TWK_VIOLATE_REGISTER_BUDGET(context, needed->registers, needed->accumulators, needed->fragments,
                                    needed->fetched, needed->places, TWK_OTHER_REGISTERS, judged->plan->threads,
                                    judged->plan->registers, way_out(judged));
    }
    check_warps(judged, needed);
}

/* Registers, warps, LDS and loads in flight that the machine does not have; where there is no load to count, LDS alone. */
static void check_budget(judged *judged) {
    const twk_budget *needed = &judged->plan->budget;
    if (!unloadable(judged)) {
        check_loaded(judged, needed);
    }
    if (!judged->plan->lds_fits) {
        TWK_VIOLATE_LDS_BUDGET(judged->context, needed->lds_bytes, needed->tiles, needed->shuffle,
                               judged->plan->arch->name, judged->plan->arch->lds_bytes, way_out(judged));
    }
}

/* Grids that the machine cannot launch, and walks over tiles that are not there. */
static void check_grid(judged *judged) {
    const twk_plan *plan = judged->plan;
    const twk_arch *arch = plan->arch;
    twk_context *context = judged->context;
    for (size_t i = 0; i < plan->kernel_count; i++) {
        const twk_kernel_plan *kernel = &plan->kernels[i];
        const char *unit = arch->grid_x_of_threads ? "threads" : "workgroups";
        int64_t counted = twk_product(kernel->grid[0], arch->grid_x_of_threads ? kernel->threads : 1);
        if (counted > arch->grid_x) {
            TWK_VIOLATE_GRID_LIMIT(context, "x", counted, arch->grid_x, unit);
        }
        if (kernel->grid[1] > arch->grid_y) {
            TWK_VIOLATE_GRID_LIMIT(context, "y", kernel->grid[1], arch->grid_y,
                                   plan->slices == 1 ? "groups" : "groups times slices");
        }
    }
    if (plan->spec.tile_group > plan->tiles_m) {
        TWK_VIOLATE_TILE_GROUP(context, plan->spec.tile_group, plan->tiles_m);
    }
}

/* Every rule that `asked` breaks: those of a problem whose coordinates cannot be told, or else all. `plan` is the last
 * that was judged. */
static void judge(judged *judged) {
    /* In the order in which broken rules are named; whether a kernel without atoms is judged so as well. */
    static const struct {
        void (*check)(struct judged *);
        bool direct;
    } stages[] = {{check_sizes, true},    {check_fields, true},     {check_groups_per_tile, true},
                  {check_direct, true},   {check_atom, false},      {check_schedule, false},
                  {check_threads, false}, {check_tile, false},      {check_pipeline, false},
                  {check_split, false},   {check_chain, false},     {check_k_outer, false},
                  {check_layouts, false}, {check_free_axes, false}, {check_loads, false},
                  {check_store, false},   {check_budget, false},    {check_grid, true}};
    if (!check_problem(judged->context, &judged->asked.problem)) {
        return;
    }
    check_type(judged);
    look(judged);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        if (judged->plan->is_direct && !stages[i].direct) {
            continue;
        }
        stages[i].check(judged);
        if (judged->context->arena.failed) {
            return;
        }
        if (judged->context->count > judged->known) {
            look(judged);
        }
    }
}

bool twk_accept(twk_context *context, const twk_spec *asked, twk_plan *plan) {
    judged judged = {context, true, context->count, context->count, *asked, plan};
    judge(&judged);
    return context->count == 0 && !context->arena.failed;
}
