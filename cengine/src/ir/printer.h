/* The LLVM printer: the one place where the flavour acts and where values get their numbers. */
#ifndef TWK_IR_PRINTER_H
#define TWK_IR_PRINTER_H

#include "ir/builder.h"

/* The LLVM text of a module of functions for one architecture. */
twk_text twk_print_module(twk_arena *arena, twk_function *const *functions, size_t count, int flavor);

#endif
