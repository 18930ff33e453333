"""What a module says of a kernel before it runs: its parameters as they lie in memory, its LDS, its block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from .engine import find_kernel
from .memory.provenance import Accesses
from .run.arguments import claimed_alignment, sizes_of
from .targets import target_of
from .text import ir
from .text.architectures import AMDGCN
from .text.errors import SimulatorError
from .text.parser import parse

BLOCK_ATTRIBUTE, EXACT_BLOCK = "amdgpu-flat-work-group-size", "nvvm.reqntid"
UNSAID_BLOCK = (1, 1024)
"""What LLVM takes it to be where a kernel does not say (LLVM's AMDGPU guide, function attributes)."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a kernel: its `type` as LLVM writes it, its `offset` and `size` in bytes in the kernel's argument
    segment, and what its attribute `align` claims of the address that it holds, 0 where it claims nothing.

    Explicit arguments follow one another, each at the next multiple of its type's ABI alignment (LLVM's AMDGPU guide, kernel
    argument segment; PTX ISA, kernel function parameters).
    """

    name: str
    type: str
    offset: int
    size: int
    align: int
    global_pointer: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """What a module says of a kernel.

    `kernels` are all that the module defines; `lds_bytes` is what the LDS variables of a fixed size take that it names, and
    `more_lds` whether it names external ones too; `threads` are the least and the most of a workgroup, None where it is not
    known; `loaded`, `stored` and `updated` are the parameters through which it may load, store, or update by atomics.
    """

    kernel: str
    kernels: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    lds_bytes: int
    more_lds: bool
    threads: tuple[int, int] | None
    loaded: frozenset[str]
    stored: frozenset[str]
    updated: frozenset[str]


@lru_cache(maxsize=8)
def signature(module_text: str, kernel: str) -> Signature:
    """The signature of a kernel of an LLVM module (text). Raises SimulatorError where there is no such kernel."""
    if not isinstance(module_text, str):
        raise SimulatorError(f"a module of type {type(module_text).__name__}: LLVM IR as a str is needed")
    module = parse(module_text)
    target = target_of(module)
    function = find_kernel(module, kernel, target)
    accesses = Accesses(function)
    annotated = target.kernels(module)
    sized, external = _lds_variables(module, function)
    threads = list(UNSAID_BLOCK) if target.architectures is AMDGCN else []
    if BLOCK_ATTRIBUTE in function.attributes:
        threads = sizes_of(function, BLOCK_ATTRIBUTE)
    elif EXACT_BLOCK in function.attributes:
        threads = [prod(sizes_of(function, EXACT_BLOCK))] * 2
    return Signature(
        function.name,
        tuple(sorted(f.name for f in module.functions.values() if f.kernel or f.name in annotated)),
        _parameters(function),
        _packed(sized),
        bool(external),
        (threads[0], threads[1]) if len(threads) == 2 else None,
        frozenset(accesses.loads),
        frozenset(accesses.stores),
        frozenset(accesses.updates),
    )


def _parameters(function: ir.Function) -> tuple[Parameter, ...]:
    rows, end = [], 0
    for (type_, name), attributes in zip(function.parameters, function.parameter_attributes, strict=True):
        offset = -(-end // type_.align) * type_.align
        end = offset + type_.size
        is_global = isinstance(type_, ir.PointerType) and type_.space in (0, 1, 4)
        rows.append(Parameter(name, str(type_), offset, type_.size, claimed_alignment(attributes), is_global))
    return tuple(rows)


def _named(operands: Iterable[ir.Operand]) -> Iterator[str]:
    """The global variables that operands name, in constants too."""
    for operand in operands:
        if isinstance(operand, ir.GlobalRef):
            yield operand.name
        elif isinstance(operand, ir.ConstantExpression):
            yield from _named(operand.instruction.operands)
        elif isinstance(operand, ir.Constant) and isinstance(operand.value, tuple):
            yield from _named(operand.value)


def _lds_variables(module: ir.Module, function: ir.Function) -> tuple[list[ir.GlobalVariable], list[ir.GlobalVariable]]:
    """Those that a function names: of a fixed size, and external."""
    names = {name for block in function.blocks for i in block.instructions for name in _named(i.operands)}
    variables = [variable for variable in module.globals.values() if variable.space == 3 and variable.name in names]
    return [v for v in variables if v.type.size], [v for v in variables if not v.type.size]


def _packed(variables: list[ir.GlobalVariable]) -> int:
    """Bytes of variables one after the other, each aligned."""
    end = 0
    for variable in variables:
        end = -(-end // variable.align) * variable.align + variable.type.size
    return end
