/* Lowering for AMD GPUs: raw buffer resources with hardware range checks, LDS-only barriers, loads straight to LDS,
 * MFMA and WMMA. */
#ifndef TWK_MACHINE_AMDGCN_H
#define TWK_MACHINE_AMDGCN_H

#include "machine/interface.h"

/* A tensor's handle is its buffer resource. */
extern const twk_machine twk_amdgcn;

#endif
