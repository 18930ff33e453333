#include "tile/kernel.h"

#include "plan/policy.h"

bool twk_is_staged(const twk_kernel *kernel) {
    switch (kernel->plan->spec.loader) {
    case TWK_LOADER_AUTO:
    case TWK_LOADER_COALESCED:
        break;
    case TWK_LOADER_ASYNC:
        return true;
    }
    return false;
}

bool twk_has_exact_reduction(twk_builder *b, const twk_kernel *kernel) {
    const twk_spec *spec = &kernel->plan->spec;
    return b->machine->checks_range(b, twk_is_staged(kernel)) && kernel->item.k_unit % twk_slice_step(spec) == 0;
}

const twk_type *twk_element_of(const twk_kernel *kernel, int operand) {
    return twk_element_types[kernel->plan->tensors[operand].type].element;
}

twk_node *twk_operand_lds(twk_builder *b, const twk_kernel *kernel, int operand) {
    int64_t start = operand == TWK_OPERAND_A ? 0 : twk_tile_bytes(&kernel->plan->operands[TWK_OPERAND_A].layout);
    return twk_offset(b, kernel->lds, twk_constant(b, start));
}
