"""The nvptx64 target: calls, barriers, kernels, and what a launch may ask for."""

from __future__ import annotations

import re

import numpy as np

from ..memory.batch import Shape
from ..run.arguments import sizes_of
from ..run.barriers import is_barrier, operands_of
from ..run.intrinsics import dispatcher
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from . import async_copy, floats, integers, mbarrier, memory, mma, warp
from .assembler import Table, assemble, split_constraints
from .intrinsics import assembly_of

WARP = 32
DEFAULT_ARCH = "sm_90"
_MODULES = (integers, floats, memory, async_copy, mbarrier, mma, warp)
TABLE: Table = {name: row for module in _MODULES for name, row in module.TABLE.items()}
_KIBIBYTES = {  # shared memory that a block may have (CUDA C++ Programming Guide, technical specifications)
    "sm_70": 96, "sm_72": 96, "sm_75": 64, "sm_80": 163, "sm_86": 99, "sm_87": 163, "sm_89": 99, "sm_90": 227, "sm_100": 227,
    "sm_103": 227, "sm_120": 99,
}  # fmt: skip
_GRID = (2**31 - 1, 65535, 65535)
_BLOCK = (1024, 1024, 64)

_general = dispatcher({})


def dispatch(c: Slots, i: ir.Instruction) -> tuple[str, Operation]:
    """Counter class and operation of a call: an intrinsic, inline assembly, or what every target has."""
    callee = i.extra["callee"]
    if is_barrier(i):
        return "barrier", _barrier(c, i)
    if isinstance(callee, ir.InlineAssembly):
        constraints = split_constraints(callee.constraints, i.line)
        return assemble(c, i, TABLE, warp.SPECIAL, callee.text[1:-1], i.operands, constraints)
    name = i.callee or ""
    if name == "__nvvm_reflect":
        return "other", _reflect(c, i)
    if name.startswith("llvm.nvvm."):
        text = assembly_of(name.removeprefix("llvm.nvvm."), i)
        if text is not None:
            return assemble(c, i, TABLE, warp.SPECIAL, text, i.operands)
    return _general(c, i)


# Barriers. The compiler cuts a block behind one; the operation runs there.

_REDUCTION = re.compile(r"\.(popc|and|or)$")


def _barrier(c: Slots, i: ir.Instruction) -> Operation:
    """Check that all threads of the block are meant; for barrier0.popc and its like, the reduction."""
    count = operands_of(i)[1:]
    if count and (asked := c.integer(count[0], "a number of threads at a barrier", i.line)) != c.machine.threads:
        raise UnsupportedError(f"a barrier for {asked} of {c.machine.threads} threads", i.line)
    found = _REDUCTION.search(i.callee or "")
    return _reduce(c, i, found[1]) if found else lambda E: None


def _reduce(c: Slots, i: ir.Instruction, kind: str) -> Operation:
    a, d, machine = c.slot(i.operands[-1]), c.destination(i), c.machine

    def reduce(E: Environment) -> None:
        here = machine.live if machine.mask is None else machine.mask
        true = np.broadcast_to(E[a] != 0, machine.lanes)
        if kind == "popc":
            result = (true & here).sum(axis=1, dtype=np.uint32)
        else:
            result = ((true | ~here).all(axis=1) if kind == "and" else (true & here).any(axis=1)).astype(np.uint32)
        E[d] = result[:, None]

    return reduce


def _reflect(c: Slots, i: ir.Instruction) -> Operation:
    """What LLVM's NVVMReflect pass puts in its place: the module's flag for __CUDA_FTZ, ten times the architecture's number
    for __CUDA_ARCH, else 0."""
    operand = i.operands[0]
    variable = c.module.globals.get(operand.name) if isinstance(operand, ir.GlobalRef) else None
    characters = None if variable is None else ir.value_of(variable.initializer)
    if not isinstance(characters, tuple):
        raise UnsupportedError("__nvvm_reflect of something that is not a constant string", i.line)
    codes = [code if isinstance(code := ir.value_of(item), int) else 0 for item in characters]
    name = bytes(codes).rstrip(b"\0").decode()
    value = 0
    if name == "__CUDA_FTZ":
        flags = [node for node in c.module.metadata.values() if "nvvm-reflect-ftz" in node]
        numbers = re.findall(r"i32 (\d+)", flags[0]) if flags else []
        value = int(numbers[-1]) if numbers else 0
    elif name == "__CUDA_ARCH":
        value = 10 * _number(c.machine.arch)
    c.environment[c.destination(i)] = np.array([[value]], np.uint32)
    return lambda E: None


# The launch.


def _number(arch: str) -> int:
    match = re.fullmatch(r"sm_(\d+)[af]?", arch)
    if match is None:
        raise SimulatorError(f"unknown architecture {arch!r}: expected a name such as sm_80 or sm_90a")
    return int(match[1])


def annotated_kernels(module: ir.Module) -> set[str]:
    """Functions that `nvvm.annotations` calls kernels, as compilers did before the calling convention ptx_kernel."""
    names = set()
    for node in module.metadata.values():
        match = re.search(r'@"?([\w.$-]+)"? , ! ?"kernel" , i32 1\b', node)
        if match is not None:
            names.add(match[1])
    return names


def deduce_arch(function: ir.Function) -> str:
    """An architecture decides on the size of shared memory alone."""
    return function.attributes.get("target-cpu") or DEFAULT_ARCH


def wave_size(arch: str, features: str) -> int:
    _number(arch)
    return WARP


def lds_bytes(arch: str) -> int:
    return 1024 * _KIBIBYTES.get(f"sm_{_number(arch)}", 227)


def check_launch(function: ir.Function, shape: Shape) -> None:
    """Raise SimulatorError for a grid or a block that the driver would refuse."""
    for what, sizes, limits in (("grid", shape.grid, _GRID), ("block", shape.block, _BLOCK)):
        if any(size > limit for size, limit in zip(sizes, limits, strict=True)):
            raise SimulatorError(f"{what} of {sizes}: at most {limits} are allowed")
    for name in ("nvvm.reqntid", "nvvm.maxntid"):
        if name in function.attributes:
            asked = sizes_of(function, name)
            asked += [1] * (3 - len(asked))
            block = shape.block
            if (tuple(asked) != block) if name == "nvvm.reqntid" else (asked[0] * asked[1] * asked[2] < shape.threads):
                raise SimulatorError(f"block of {block} threads: the kernel was made for {tuple(asked)} ({name})")
