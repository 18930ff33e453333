"""The oracle "does it compile": LLVM in worker processes, lld, ptxas, and what the object says about itself.

Importing this package needs none of them; a use without llvmlite raises ToolchainError with what to install.
"""

from twinkern.judge.toolchain.build import Compiled, Job, Linked, compile, compile_many, data_layout, link, linking_flavor
from twinkern.judge.toolchain.elf import KernelResources, kernel_resources, undefined_symbols
from twinkern.judge.toolchain.errors import ToolchainError
from twinkern.judge.toolchain.linker import find_linker
from twinkern.judge.toolchain.occupancy import Occupancy, occupancy
from twinkern.judge.toolchain.pool import FlavorStatus, available_flavors, close_workers
from twinkern.judge.toolchain.ptx import find_ptxas

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
