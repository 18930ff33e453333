"""The oracle "does it compile": LLVM in worker processes, lld, ptxas, and what the object says about itself.

Importing this package needs none of them; a use without llvmlite raises ToolchainError with what to install.
"""

from twinkern.toolchain.build import Compiled, Job, Linked, compile, compile_many, data_layout, link, linking_flavor
from twinkern.toolchain.elf import KernelResources, kernel_resources, undefined_symbols
from twinkern.toolchain.errors import ToolchainError
from twinkern.toolchain.linker import find_linker
from twinkern.toolchain.occupancy import Occupancy, occupancy
from twinkern.toolchain.pool import FlavorStatus, available_flavors, close_workers
from twinkern.toolchain.ptx import find_ptxas

__all__ = [
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
    "link",
    "linking_flavor",
    "occupancy",
    "undefined_symbols",
]
