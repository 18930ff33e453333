#include "machine/interface.h"

#include "machine/amdgcn.h"

const twk_target *twk_find_target(const twk_arch *arch) {
    (void)arch;
    return &twk_amdgcn;
}
