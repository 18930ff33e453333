/* Lowering for NVIDIA GPUs: guarded accesses, copies in groups to shared memory, matrix reads, mma.sync. */
#ifndef TWK_MACHINE_NVPTX_H
#define TWK_MACHINE_NVPTX_H

#include "machine/interface.h"

/* A tensor's handle is its pointer, and nothing checks a range but the kernel. */
extern const twk_machine twk_nvptx;

#endif
