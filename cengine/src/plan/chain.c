#include "plan/chain.h"

#include <string.h>

bool twk_has_stage(const twk_spec *spec, const twk_chain_stage *stage) {
    int value;
    memcpy(&value, (const char *)spec + stage->offset, sizeof value);
    return value == stage->value;
}

bool twk_chain_reads(const twk_spec *spec, twk_stage_operand kind) {
    bool any = false;
    for (size_t i = 0; i < TWK_CHAIN_STAGE_COUNT; i++) {
        const twk_chain_stage *stage = &twk_chain_stages[i];
        bool meant = kind == TWK_STAGE_OPERAND_NONE ? stage->argument != NULL : stage->operand == kind;
        any = any || (meant && twk_has_stage(spec, stage));
    }
    return any;
}
