#include "tile/stages.h"

#include <string.h>

#include "plan/chain.h"

twk_chain twk_make_chain(twk_builder *b, const twk_plan *plan, const twk_kernel_plan *row, twk_node *const *nodes,
                         const twk_tensor_argument *of) {
    twk_chain chain;
    size_t next = row->own_count;
    memset(&chain, 0, sizeof chain);
    chain.element = twk_element_types[of->type].element;
    for (size_t i = 0; i < TWK_CHAIN_STAGE_COUNT && of->role == TWK_ROLE_OUTPUT; i++) {
        const twk_chain_stage *stage = &twk_chain_stages[i];
        chain.has[i] = twk_has_stage(&plan->spec, stage);
        chain.any = chain.any || chain.has[i];
        if (chain.has[i] && stage->argument) {
            chain.late = true;
            chain.by_channel = chain.by_channel || stage->operand == TWK_STAGE_OPERAND_CHANNEL;
            chain.tensors[i] = b->machine->tensor(b, nodes[next], twk_argument_at(plan, row, next).bytes);
            next++;
        }
    }
    for (size_t i = 0; i < TWK_CHAIN_STAGE_COUNT; i++) {
        if (chain.has[i] && twk_chain_stages[i].scalar) {
            chain.scalars[i] = nodes[next++];
        }
    }
    return chain;
}

twk_loaded *twk_new_loaded(twk_builder *b, size_t count) {
    twk_loaded *loaded = twk_arena_take(b->arena, count, sizeof *loaded);
    if (loaded) {
        memset(loaded, 0, count * sizeof *loaded);
    }
    return loaded;
}

void twk_load_operands(twk_builder *b, const twk_chain *chain, twk_stage_operand kind, twk_place place, int64_t width,
                       twk_loaded *loaded) {
    const twk_type *type = twk_vector((int)width, chain->element);
    for (size_t i = 0; i < TWK_CHAIN_STAGE_COUNT; i++) {
        if (chain->has[i] && twk_chain_stages[i].operand == kind) {
            loaded->at[i] = b->machine->load(b, chain->tensors[i], place.offset, place.valid, type);
        }
    }
}

void twk_load_channels(twk_builder *b, const twk_chain *chain, twk_node *channel, twk_node *valid, int64_t width,
                       twk_loaded *loaded) {
    twk_place place;
    place.offset = twk_mul(b, channel, twk_constant(b, twk_type_bytes(chain->element)));
    place.valid = valid;
    twk_load_operands(b, chain, TWK_STAGE_OPERAND_CHANNEL, place, width, loaded);
}

/* The value of a stage; see stages.toml. */
static twk_node *run_program(twk_builder *b, const twk_chain_stage *stage, twk_node *value, twk_node *operand,
                             twk_node *scalar) {
    twk_node *stack[sizeof stage->steps / sizeof stage->steps[0]] = {value};
    size_t top = 0;
    for (size_t i = 0; i < stage->count; i++) {
        const twk_chain_step step = stage->steps[i];
        twk_operation arithmetic = TWK_OP_FADD;
        switch (step.kind) {
        case TWK_STAGE_STEP_VALUE:
            stack[top++] = value;
            continue;
        case TWK_STAGE_STEP_OPERAND:
            stack[top++] = operand;
            continue;
        case TWK_STAGE_STEP_SCALAR:
            stack[top++] = scalar;
            continue;
        case TWK_STAGE_STEP_CONSTANT:
            stack[top++] = twk_float_constant(b, step.number, TWK_FLOAT);
            continue;
        case TWK_STAGE_STEP_EXP2:
            stack[top - 1] = TWK_CALL(b, TWK_EXP2_F32, stack[top - 1]);
            continue;
        case TWK_STAGE_STEP_RECIPROCAL:
            stack[top - 1] = b->machine->reciprocal(b, stack[top - 1]);
            continue;
        case TWK_STAGE_STEP_LESS:
            top -= 3;
            stack[top - 1] = twk_compare(b, TWK_PREDICATE_OLT, stack[top - 1], stack[top]);
            stack[top - 1] = twk_select(b, stack[top - 1], stack[top + 1], stack[top + 2]);
            continue;
        case TWK_STAGE_STEP_ADD:
            break;
        case TWK_STAGE_STEP_MULTIPLY:
            arithmetic = TWK_OP_FMUL;
            break;
        }
        top--;
        stack[top - 1] = twk_arithmetic(b, arithmetic, stack[top - 1], stack[top]);
    }
    return stack[0];
}

/* An element after all stages, of whose operands each has this index. */
static twk_node *run_one(twk_builder *b, const twk_chain *chain, twk_node *value, const twk_loaded *loaded,
                         int64_t index) {
    for (size_t i = 0; i < TWK_CHAIN_STAGE_COUNT; i++) {
        const twk_chain_stage *stage = &twk_chain_stages[i];
        twk_node *operand = NULL;
        if (!chain->has[i]) {
            continue;
        }
        if (stage->argument) {
            operand = twk_extract(b, loaded->at[i], index);
            operand = twk_cast(b, TWK_OP_FPEXT, operand, TWK_FLOAT);
            if (chain->first && stage->slices == TWK_STAGE_SLICES_ONCE) {
                operand = twk_select(b, chain->first, operand, twk_zero(b, TWK_FLOAT));
            }
        }
        value = run_program(b, stage, value, operand, chain->scalars[i]);
    }
    return twk_cast(b, TWK_OP_FPTRUNC, value, chain->element);
}

twk_node *twk_run_chain(twk_builder *b, const twk_chain *chain, twk_nodes values, const twk_loaded *loaded) {
    twk_nodes results = twk_new_nodes(b, values.count);
    for (size_t i = 0; i < results.count; i++) {
        results.at[i] = run_one(b, chain, values.at[i], loaded, (int64_t)i);
    }
    return twk_concatenate(b, results.count ? results : values);
}
