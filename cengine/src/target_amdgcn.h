/* Lowering for AMD GPUs: raw buffer resources with hardware range checks, LDS-only barriers, loads straight to LDS,
 * MFMA and WMMA. */
#ifndef TWK_TARGET_AMDGCN_H
#define TWK_TARGET_AMDGCN_H

#include "target.h"

/* A tensor's handle is its buffer resource. */
extern const twk_target twk_amdgcn;

#endif
