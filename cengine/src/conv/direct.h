/* A kernel without matrix atoms: each thread multiplies and adds the outputs of some pixels and groups, in fp32.
 *
 * The filters of all groups of the workgroup lie in LDS, in fp32: for each tap, filter and channel, the groups side by side,
 * so that threads side by side read what is side by side. What a thread reads of the image is one run of channels a tap. */
#ifndef TWK_CONV_DIRECT_H
#define TWK_CONV_DIRECT_H

#include "machine/interface.h"
#include "plan/plan.h"
#include "tile/stages.h"

/* Emit the body, behind the tensors A, B and D and those of the chain; of whose elements `element_bytes` has an entry a tensor; it is not complete
 * where memory ran out. */
void twk_direct(twk_builder *b, const twk_plan *plan, const twk_tensor *tensors, const twk_chain *chain,
                const int64_t element_bytes[TWK_TENSOR_COUNT]);

#endif
