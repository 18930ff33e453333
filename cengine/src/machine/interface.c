#include "machine/interface.h"

#include "machine/amdgcn.h"

const twk_machine *twk_find_machine(const twk_arch *arch) {
    (void)arch;
    return &twk_amdgcn;
}
