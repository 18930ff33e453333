/* The LLVM printer: the one place where the flavour acts and where values get their numbers. */
#ifndef TWK_IR_PRINTER_H
#define TWK_IR_PRINTER_H

#include "ir/builder.h"

/* Kernels for one architecture, and the flavour that they are printed in. */
typedef struct twk_module {
    twk_function *const *functions;
    size_t count;
    int flavor;
} twk_module;

/* What a machine puts around the operations of a module's kernels; `index` is the place of a kernel in it. */
typedef struct twk_shell {
    /* The calling convention of a kernel. */
    const char *(*convention)(const twk_module *module);

    /* The lines before the first kernel. */
    void (*put_head)(twk_text *text, const twk_module *module);

    /* The lines that define what one kernel brings with it, its `lds` and `zeros`, which get their names. */
    void (*put_globals)(twk_text *text, const twk_module *module, size_t index);

    /* How an access to memory in one kernel ends that is confined to an LDS stage. */
    void (*put_access_end)(twk_text *text, const twk_module *module, size_t index, int64_t stage);

    /* A workgroup fence, for LDS alone. */
    void (*put_fence)(twk_text *text, const twk_module *module, twk_ordering ordering);

    /* Who sees an atomic access in order: what stands before its ordering. */
    void (*put_sync_scope)(twk_text *text, const twk_module *module, twk_sync_scope scope);

    /* The lines at the end of the module: attributes of the kernels, metadata. */
    void (*put_tail)(twk_text *text, const twk_module *module);
} twk_shell;

/* The LLVM text of a module in the shell of its machine. */
twk_text twk_print_module(twk_arena *arena, const twk_module *module, const twk_shell *shell);

#endif
