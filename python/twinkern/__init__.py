"""twinkern: GPU convolution kernels as LLVM IR text, emitted by two engines that print the same bytes.

    >>> from twinkern import ConvProblem, ConvSpec, emit
    >>> problem = ConvProblem(n=2, c=32, k=32, input=(8, 8), filter=(3, 3), pad_before=(1, 1), pad_after=(1, 1))
    >>> program = emit(ConvSpec(problem=problem, direction="forward", arch="gfx942"))
    >>> print(program.name, program.sha256)

Importing this needs neither PyTorch nor llvmlite; `compile`, `simulate` and `prove` import what they need when they are called.
"""

from twinkern._contract import FLAVORS
from twinkern.api import compile, prove, simulate
from twinkern.chunks import async_chunk_dwords
from twinkern.engine import ConvProblem, ConvSpec, InternalError, Refusal, SpecError, Violation
from twinkern.engines import Explanation, Program, emit, explain
from twinkern.native.library import get_include, get_library_dir

__version__ = "0.1.0"

__all__ = [
    "FLAVORS",
    "ConvProblem",
    "ConvSpec",
    "Explanation",
    "InternalError",
    "Program",
    "Refusal",
    "SpecError",
    "Violation",
    "async_chunk_dwords",
    "compile",
    "emit",
    "explain",
    "get_include",
    "get_library_dir",
    "prove",
    "simulate",
]
