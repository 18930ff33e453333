#include "machine/interface.h"

#include "machine/amdgcn.h"

const twk_machine *twk_find_machine(const twk_arch *arch) {
    const twk_machine *found = NULL;
    switch (arch->vendor->machine) {
    case TWK_MACHINE_AMDGCN:
        found = &twk_amdgcn;
        break;
    }
    return found;
}
