"""`run`: from module text and arguments to findings and counters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from . import atomics, ir
from .compiler import Compiler
from .counters import Counters
from .errors import SimulatorError, UnsupportedError
from .findings import SANITIZERS, CoverageFinding, Findings, Run
from .layout import to_bytes
from .machine import Machine, Shape
from .memory import LDS_GAP, Allocation, GlobalMemory, Region
from .operations import BUILDERS
from .parser import parse
from .scheduler import Scheduler
from .targets import Target, target_of
from .values import Value, container, from_bits, from_numeric

BATCH_LANES = 8192
MAX_THREADS = 1024

_BUILDERS = BUILDERS | atomics.BUILDERS


def run(
    module_text: str,
    *,
    kernel: str | None = None,
    grid: tuple[int, ...],
    block: int | tuple[int, ...],
    args: Sequence[np.ndarray | int | float | None],
    arch: str | None = None,
    dynamic_lds: int = 0,
    sanitize: bool | Collection[str] = True,
    outputs: Collection[int] = (),
    step_limit: int = 1_000_000,
    count: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Run a kernel of an LLVM module (text) on NumPy buffers, in place.

    - `grid`: workgroups in x, y, z; `block`: threads in x, or in x, y, z.
    - `args`: one for each kernel parameter, in order: a C-contiguous array for a pointer (its bytes are the
      buffer; bfloat arrays are passed as uint16 bit patterns, half as float16 or uint16), None for a null
      pointer, an int or a float for a value.
    - `arch`: "gfx942", "sm_80" and the like; taken from the kernel's "target-cpu" attribute where it has one. An nvptx64 kernel
      without one runs as sm_90.
    - `dynamic_lds`: bytes of an external `[0 x i8]` LDS global.
    - `sanitize`: True, False, or names out of "memory", "initialisation", "race", "dma", "coverage",
      "divergence" and "arithmetic". Accesses out of range are always reported, and dropped.
    - `outputs`: indices in `args` of buffers of which the kernel must write every byte exactly once (atomics
      excepted) and may not read a byte before it is written.
    - `step_limit`: blocks that one batch of workgroups may execute before the run is given up. A batch has some 8192 lanes; a
      workgroup that waits for one of a later batch does not end.
    - `count`: also count LDS bank conflicts and global transactions, an `AccessCount` for each memory instruction.
    - `progress`: called as progress(done, total), in workgroups, when a batch of them has ended.

    Raises SimulatorError for bad IR or arguments and UnsupportedError, naming the operation, for what is not
    modelled. Ctrl-C ends the run with KeyboardInterrupt; buffers then hold what was stored so far.
    """
    module = parse(module_text)
    target = target_of(module)
    function = _kernel(module, kernel, target)
    arch = arch or target.deduce_arch(function)
    function = target.prepare(function, arch)
    findings = Findings(_sanitizers(sanitize), function.name)
    counters = Counters()
    regions, symbols = _lds(module, dynamic_lds)
    memory = GlobalMemory()
    allocas, private_bytes = _allocas(function)
    _check_denormals(function)
    features = function.attributes.get("target-features", "")
    shape = Shape(
        _triple(grid, "grid"),
        _triple(block, "block"),
        target.wave_size(arch, features),
        regions,
        private_bytes,
        target.barrier_waits,
    )
    _check_limits(function, shape, arch, target)
    machine = Machine(arch, shape, memory, findings, counters, count)
    values = _arguments(function, args, memory, frozenset(outputs))
    compiler = Compiler(module, function, machine, symbols, allocas, _BUILDERS, target.calls)
    _globals(module, memory, symbols, compiler)
    for (_, name), value in zip(function.parameters, values, strict=True):
        compiler.environment[compiler.slot(ir.Local(ir.I32, name))] = value
    segments = compiler.compile()
    scheduler = Scheduler(machine, segments, compiler.environment, step_limit)
    with np.errstate(all="ignore"):
        _batches(machine, scheduler, progress)
    _count(counters, segments, machine)
    _check_coverage(memory, findings)
    return Run(findings.result(), counters)


def _check_denormals(function: ir.Function) -> None:
    """Refuse a kernel that asks for denormals to be flushed: they are kept."""
    for name in ("denormal-fp-math", "denormal-fp-math-f32"):
        value = function.attributes.get(name, "ieee")
        if not set(value.split(",")) <= {"ieee", "dynamic"}:
            what = f'attribute "{name}"="{value}" of @{function.name}: denormals are kept; "ieee" is modelled'
            raise UnsupportedError(what, function.line)


def _batches(machine: Machine, scheduler: Scheduler, progress: Callable[[int, int], None] | None) -> None:
    gx, gy, gz = machine.shape.grid
    total = gx * gy * gz
    step = max(1, BATCH_LANES // machine.threads)
    for first in range(0, total, step):
        machine.start(first, min(step, total - first))
        scheduler.run()
        machine.counters.lds_bytes = max(machine.counters.lds_bytes, _used(machine))
        if progress is not None:
            progress(min(first + step, total), total)
    machine.counters.waves = total * machine.waves


def _used(machine: Machine) -> int:
    """One past the highest LDS byte touched, guard gaps left out."""
    used = machine.lds.used
    gaps = sum(1 for region in machine.shape.lds_regions if region.start and region.start < used) * LDS_GAP
    return used - gaps


def _count(counters: Counters, segments: list, machine: Machine) -> None:
    for segment in segments:
        for name, count in segment.classes.items():
            counters.instructions[name] = counters.instructions.get(name, 0) + count * segment.executed_waves
        counters.lane_instructions += sum(segment.classes.values()) * segment.executed_lanes
    if machine.access_counter is not None:
        counters.accesses = machine.access_counter.rows()


def _check_coverage(memory: GlobalMemory, findings: Findings) -> None:
    for allocation in memory.slots.values():
        if allocation.written is None or allocation.written.data.all():
            continue
        missing = allocation.written.data == 0
        first = int(np.argmax(missing))
        findings.add(
            CoverageFinding(
                message=f"never stored: {int(missing.sum())} of {missing.size} bytes of output "
                f"{allocation.name}, the first at byte {first} (element {first // allocation.element})",
                owner=allocation.name,
                offset=first,
                missing=int(missing.sum()),
            )
        )


# Preparation.


def _check_limits(function: ir.Function, shape: Shape, arch: str, target: Target) -> None:
    """Refuse a launch that the hardware would: block size and LDS."""
    if not 1 <= shape.threads <= MAX_THREADS:
        raise SimulatorError(f"block of {shape.threads} threads: between 1 and {MAX_THREADS} are allowed")
    target.check_launch(function, shape)
    used = sum(region.size for region in shape.lds_regions)
    if used > target.lds_bytes(arch):
        raise SimulatorError(f"{used} bytes of LDS: {arch} has {target.lds_bytes(arch)} a workgroup")


def _kernel(module: ir.Module, name: str | None, target: Target) -> ir.Function:
    annotated = target.kernels(module)
    kernels = {f.name: f for f in module.functions.values() if f.kernel or f.name in annotated}
    if name is None:
        if len(kernels) != 1:
            raise SimulatorError(f"the module has {len(kernels)} kernels {sorted(kernels)}: name one with kernel=")
        return next(iter(kernels.values()))
    if name not in kernels:
        raise SimulatorError(f"no kernel {name!r}: the module has {sorted(kernels)}")
    return kernels[name]


def _sanitizers(sanitize: bool | Collection[str]) -> frozenset[str]:
    if isinstance(sanitize, bool):
        return SANITIZERS if sanitize else frozenset()
    names = frozenset([sanitize] if isinstance(sanitize, str) else sanitize)
    if names - SANITIZERS:
        raise SimulatorError(f"unknown sanitizer {sorted(names - SANITIZERS)}: there are {sorted(SANITIZERS)}")
    return names


def _triple(value: int | tuple[int, ...], what: str) -> tuple[int, int, int]:
    numbers = (value,) if isinstance(value, int) else tuple(int(v) for v in value)
    if not 1 <= len(numbers) <= 3 or min(numbers) < 1:
        raise SimulatorError(f"{what} {value!r}: one to three positive numbers are needed")
    return (*numbers, 1, 1)[:3]


def _lds(module: ir.Module, dynamic_lds: int) -> tuple[tuple[Region, ...], dict[str, int]]:
    """Offsets of LDS globals: the sized ones first, then the external ones, which share the dynamic bytes."""
    regions: list[Region] = []
    symbols: dict[str, int] = {}
    at = 0
    variables = [g for g in module.globals.values() if g.space == 3]
    for variable in [g for g in variables if g.type.size]:
        at = -(-at // max(variable.align, 16)) * max(variable.align, 16)
        regions.append(Region(f"@{variable.name}", at, variable.type.size))
        symbols[variable.name] = at
        at += variable.type.size + LDS_GAP
    at = -(-at // 16) * 16
    dynamic = [g for g in variables if not g.type.size]
    if dynamic and dynamic_lds:
        regions.append(Region(f"@{dynamic[0].name}", at, dynamic_lds))
    symbols.update({variable.name: at for variable in dynamic})
    return tuple(regions), symbols


def _allocas(function: ir.Function) -> tuple[dict[str, int], int]:
    """Offsets of allocas in a lane's private memory, and its size."""
    offsets: dict[str, int] = {}
    at = 0
    for block in function.blocks:
        for i in block.instructions:
            if i.op == "alloca":
                count = 1
                if i.operands:
                    if not isinstance(i.operands[0], ir.Constant) or not isinstance(i.operands[0].value, int):
                        raise SimulatorError(f"line {i.line}: alloca of a number of elements that is not a literal")
                    count = i.operands[0].value
                at = -(-at // i.extra["align"]) * i.extra["align"]
                offsets[i.name] = at
                at += i.extra["element"].stride * count
    return offsets, at


def _globals(module: ir.Module, memory: GlobalMemory, symbols: dict[str, int], compiler: Compiler) -> None:
    """Place module variables in global memory."""
    for variable in module.globals.values():
        if variable.space == 3:
            continue
        data = np.zeros(variable.type.size, np.uint8)
        if variable.initializer is not None and getattr(variable.initializer, "value", None) != "zero":
            value = compiler.constant(variable.initializer)
            data = _constant_bytes(value, variable.type)
        allocation = memory.allocate(f"@{variable.name}", data)
        symbols[variable.name] = allocation.base


def _constant_bytes(value: Value, type_: ir.Type) -> np.ndarray:
    if isinstance(type_, ir.ArrayType):
        return np.concatenate([_constant_bytes(item, type_.element) for item in value])
    if isinstance(type_, ir.StructType):
        raise SimulatorError("a global variable of a struct type is not simulated")
    return to_bytes(value, type_).reshape(-1)


def _arguments(function: ir.Function, args: Sequence[Any], memory: GlobalMemory, outputs: frozenset[int]) -> list[np.ndarray]:
    if len(args) != len(function.parameters):
        raise SimulatorError(f"@{function.name} takes {len(function.parameters)} arguments, {len(args)} were given")
    known: dict[tuple[int, int], Allocation] = {}
    values = []
    for number, (argument, (type_, name)) in enumerate(zip(args, function.parameters, strict=True)):
        label = f"argument {number} (%{name})"
        if argument is None and isinstance(type_, ir.PointerType):
            values.append(from_bits(0, type_))
        elif isinstance(argument, np.ndarray) and argument.ndim and isinstance(type_, ir.PointerType):
            values.append(from_bits(_buffer(argument, label, memory, known, number in outputs).base, type_))
        elif isinstance(type_, (ir.IntType, ir.FloatType)) and np.isscalar(argument):
            values.append(_scalar(argument, type_, label))
        else:
            raise SimulatorError(f"{label} has type {type_}; {type(argument).__name__} does not fit")
    missing = [n for n in outputs if not (0 <= n < len(args)) or not isinstance(args[n], np.ndarray)]
    if missing:
        raise SimulatorError(f"outputs {missing} are not indices of buffers")
    return values


def _buffer(
    array: np.ndarray,
    label: str,
    memory: GlobalMemory,
    known: dict[tuple[int, int], Allocation],
    output: bool,
) -> Allocation:
    """The allocation of an array; the same memory passed twice is one allocation."""
    if not array.flags.c_contiguous:
        raise SimulatorError(f"{label}: the array is not C-contiguous")
    start = array.__array_interface__["data"][0]
    if (start, array.nbytes) in known:
        return known[start, array.nbytes]
    for (other, size), allocation in known.items():
        if start < other + size and other < start + array.nbytes:
            raise SimulatorError(f"{label} partly overlaps {allocation.name}: pass the whole buffer for both")
    data = array.reshape(-1).view(np.uint8)
    if output and not array.flags.writeable:
        raise SimulatorError(f"{label} is an output, but the array is read-only")
    known[start, array.nbytes] = memory.allocate(label, data, output, array.itemsize, constant=not array.flags.writeable)
    return known[start, array.nbytes]


def _scalar(argument: Any, type_: ir.Type, label: str) -> np.ndarray:
    if isinstance(type_, ir.IntType):
        if int(argument) != argument or not -(1 << type_.bits - 1) <= argument < 1 << type_.bits:
            raise SimulatorError(f"{label}: {argument} does not fit {type_}")
        return from_bits(int(argument) & (1 << type_.bits) - 1, type_)
    if type_.bits == 16:
        return from_numeric(np.array([[argument]], np.float64), type_)
    return np.array([[argument]], container(type_))
