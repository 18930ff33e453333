"""The oracle "does it compile": LLVM in worker processes, lld, ptxas, and what the object says about itself.

Importing this package needs none of them; a use without llvmlite raises ToolchainError with what to install.
"""

from twinkern.judge.toolchain.build import (
    TIMEOUT,
    Compiled,
    Job,
    Linked,
    compile,
    compile_many,
    data_layout,
    lacking,
    link,
    linking_flavor,
    on_nvidia,
    resource_words,
)
from twinkern.judge.toolchain.elf import KernelResources, kernel_resources, undefined_symbols
from twinkern.judge.toolchain.errors import ToolchainError
from twinkern.judge.toolchain.linker import find_linker
from twinkern.judge.toolchain.occupancy import Occupancy, occupancy
from twinkern.judge.toolchain.pool import FlavorStatus, available_flavors, close_workers
from twinkern.judge.toolchain.ptx import NO_PTXAS, find_ptxas, ptxas_version

__all__ = [
    "NO_PTXAS",
    "TIMEOUT",
    "Compiled",
    "FlavorStatus",
    "Job",
    "KernelResources",
    "Linked",
    "Occupancy",
    "ToolchainError",
    "available_flavors",
    "close_workers",
    "compile",
    "compile_many",
    "data_layout",
    "find_linker",
    "find_ptxas",
    "kernel_resources",
    "lacking",
    "link",
    "linking_flavor",
    "occupancy",
    "on_nvidia",
    "ptxas_version",
    "resource_words",
    "undefined_symbols",
]
