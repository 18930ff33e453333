/* The shell of a module: what stands around the operations of its kernels, as the tables of its vendor say it. */
#ifndef TWK_MACHINE_SHELL_H
#define TWK_MACHINE_SHELL_H

#include "ir/printer.h"

extern const twk_shell twk_module_shell;

#endif
