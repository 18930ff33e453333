/* The output chain of a spec: which stages it has. */
#ifndef TWK_PLAN_CHAIN_H
#define TWK_PLAN_CHAIN_H

#include "contract_gen.h"

/* Whether a spec has a stage. */
bool twk_has_stage(const twk_spec *spec, const twk_chain_stage *stage);

/* Whether some stage of a spec reads operands of a kind; of TWK_STAGE_OPERAND_NONE, of any. */
bool twk_chain_reads(const twk_spec *spec, twk_stage_operand kind);

#endif
