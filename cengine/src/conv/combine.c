#include "conv/combine.h"

#include "tile/stages.h"

twk_tensor twk_slice_of_workspace(twk_builder *b, const twk_plan *plan, twk_node *workspace, twk_node *number) {
    int64_t size = plan->tensors[TWK_OPERAND_D].bytes / plan->slices;
    twk_node *wide = twk_is_constant(number) ? twk_constant_of(b, number->immediate, TWK_I64)
                                             : twk_cast(b, TWK_OP_ZEXT, number, TWK_I64);
    twk_node *moved = twk_mul(b, wide, twk_constant_of(b, size, TWK_I64));
    return b->machine->tensor(b, twk_offset(b, workspace, moved), size);
}

/* What a thread adds up: from an offset on in each slice, where it is `valid` (NULL: always). */
typedef struct addends {
    const twk_plan *plan;
    twk_node *workspace;
    twk_node *offset;
    twk_node *valid;
    const twk_type *type;
} addends;

/* Add slices to a total, from one on: all are loaded before the first is added. */
static twk_node *add(twk_builder *b, const addends *of, twk_node *start, int64_t count, twk_node *total) {
    twk_node *loaded[TWK_COMBINE_TOGETHER];
    for (int64_t i = 0; i < count; i++) {
        twk_node *number = twk_add(b, start, twk_constant(b, i));
        const twk_tensor slice = twk_slice_of_workspace(b, of->plan, of->workspace, number);
        loaded[i] = b->machine->load(b, slice, of->offset, of->valid, of->type);
    }
    for (int64_t i = 0; i < count; i++) {
        total = twk_arithmetic(b, TWK_OP_FADD, total, loaded[i]);
    }
    return total;
}

/* The sums of a thread, of so many parts of the output this one, after the output chain. */
static twk_node *send_down(twk_builder *b, const addends *of, const twk_chain *chain, twk_node *part, twk_node *total) {
    int64_t width = of->plan->combined;
    const twk_place place = {of->offset, of->valid};
    twk_loaded loaded;
    twk_nodes values = twk_new_nodes(b, (size_t)width);
    if (!chain->any || !values.count) {
        return twk_cast(b, TWK_OP_FPTRUNC, total, twk_vector((int)width, chain->element));
    }
    if (chain->by_channel) {
        twk_node *channel = twk_mul(b, part, twk_constant(b, width));
        channel = twk_urem(b, channel, twk_constant(b, of->plan->channels));
        twk_load_channels(b, chain, channel, of->valid, width, &loaded);
    }
    twk_load_operands(b, chain, TWK_STAGE_OPERAND_ELEMENT, place, width, &loaded);
    for (size_t i = 0; i < values.count; i++) {
        values.at[i] = twk_extract(b, total, (int64_t)i);
    }
    return twk_run_chain(b, chain, values, &loaded);
}

void twk_combine_slices(twk_builder *b, const twk_plan *plan, twk_node *const *pointers) {
    const twk_tensor_argument *result = &plan->tensors[TWK_RESULT];
    int64_t element_bytes = twk_element_bytes(result->type);
    int64_t together = twk_smaller(plan->slices, TWK_COMBINE_TOGETHER);
    int64_t parts = result->bytes / (element_bytes * plan->combined);
    addends of = {plan, pointers[0], NULL, NULL, twk_vector((int)plan->combined, TWK_FLOAT)};
    twk_comment(b, "elements of this thread");
    const twk_tensor output = b->machine->tensor(b, pointers[1], result->bytes);
    const twk_chain chain = twk_make_chain(b, plan, &plan->kernels[1], pointers, result);
    twk_node *first = b->machine->workgroup(b, 0);
    first = twk_mul(b, first, twk_constant(b, TWK_COMBINE_THREADS));
    twk_node *thread = b->machine->thread(b);
    twk_node *part = twk_add(b, first, thread);
    of.valid = parts % TWK_COMBINE_THREADS ? twk_compare(b, TWK_PREDICATE_ULT, part, twk_constant(b, parts)) : NULL;
    of.offset = twk_mul(b, part, twk_constant(b, plan->combined * TWK_DWORD_BYTES));
    twk_comment(b, "slices in order");
    twk_nodes totals = twk_new_nodes(b, 1);
    if (!totals.count) {
        return;
    }
    totals.at[0] = twk_zero(b, of.type);
    twk_loop *loop = twk_begin_loop(b, twk_constant(b, plan->slices / together), totals);
    if (!loop) {
        return;
    }
    twk_node *start = twk_mul(b, loop->index, twk_constant(b, together));
    totals.at[0] = add(b, &of, start, together, loop->carried.at[0]);
    twk_end_loop(b, loop, totals);
    twk_node *left = twk_constant(b, plan->slices / together * together);
    twk_node *total = add(b, &of, left, plan->slices % together, loop->carried.at[0]);
    twk_comment(b, "output");
    of.offset = twk_mul(b, part, twk_constant(b, plan->combined * element_bytes));
    twk_node *value = send_down(b, &of, &chain, part, total);
    b->machine->store(b, output, of.offset, of.valid, value);
}
