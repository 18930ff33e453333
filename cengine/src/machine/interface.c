#include "machine/interface.h"

#include "machine/amdgcn.h"
#include "machine/nvptx.h"

twk_node *twk_read_run(twk_builder *b, const twk_type *type, twk_node *address, const twk_tile_layout *layout,
                       int64_t stage) {
    return twk_load(b, type, address, twk_access_align(layout, twk_type_bytes(type)), stage);
}

const twk_machine *twk_find_machine(const twk_arch *arch) {
    const twk_machine *found = NULL;
    switch (arch->vendor->machine) {
    case TWK_MACHINE_AMDGCN:
        found = &twk_amdgcn;
        break;
    case TWK_MACHINE_NVPTX:
        found = &twk_nvptx;
        break;
    }
    return found;
}
