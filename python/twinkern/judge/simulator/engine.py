"""`run`: from module text and arguments to findings and counters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .amd import fat_pointers
from .memory.batch import Shape
from .memory.claims import Claims, at_launch
from .memory.counters import AccessCounter, Counters
from .memory.findings import Finding, Findings
from .memory.global_races import GlobalRaces
from .memory.layout import check_storable, leaves, member, to_bytes
from .memory.lds import LdsOrder
from .memory.memory import LDS_GAP, SLOT_BITS, Allocation, Bytes, GlobalMemory, Region
from .memory.provenance import Accesses
from .memory.written import Written
from .run import arguments, atomics
from .run.compiler import Compiler
from .run.machine import Machine
from .run.operations import BUILDERS
from .run.scheduler import Scheduler
from .run.slots import Segment
from .targets import Target, architecture_of, target_of
from .text import ir
from .text.errors import SimulatorError, UnsupportedError, refusing
from .text.limits import LARGEST_GLOBAL, LARGEST_PRIVATE
from .text.parser import parse
from .text.values import Array, Value

BATCH_LANES = 8192
MAX_THREADS = 1024

_LISTS = frozenset({"llvm.used", "llvm.compiler.used"})
"""Variables that only keep what they name from being removed (LLVM language reference, intrinsic global variables)."""

_BUILDERS = BUILDERS | atomics.BUILDERS | fat_pointers.BUILDERS


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of a run; the buffers hold the results."""

    findings: list[Finding]
    counters: Counters

    @property
    def report(self) -> str:
        """All findings, one a line; empty where there are none."""
        return "\n".join(finding.text for finding in self.findings)


def run(
    module_text: str,
    *,
    kernel: str | None = None,
    grid: tuple[int, ...],
    block: int | tuple[int, ...],
    args: Sequence[Array | int | float | None],
    arch: str | None = None,
    dynamic_lds: int = 0,
    lds_bytes: int | None = None,
    alignments: Mapping[int, int] | None = None,
    sanitize: bool | Collection[str] = True,
    outputs: Collection[int] | None = None,
    step_limit: int = 1_000_000,
    count: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Run a kernel of an LLVM module (text) on NumPy buffers, in place.

    - `grid`: workgroups in x, y, z; `block`: threads in x, or in x, y, z.
    - `args`: one for each kernel parameter, in order: a C-contiguous array for a pointer (its bytes are the
      buffer; bfloat arrays are passed as uint16 bit patterns, half as float16 or uint16), None for a null
      pointer, an int or a float for a value.
    - `arch`: "gfx942", "sm_80" and the like; taken from the kernel's "target-cpu" attribute where it has one, or from a triple
      such as amdgpu9.42-amd-amdhsa. An nvptx64 kernel without one runs as sm_90. A module without a triple needs it.
    - `dynamic_lds`: bytes of an external `[0 x i8]` LDS global; a launch may give them to a kernel that has none.
    - `lds_bytes`: in place of `dynamic_lds`, all the LDS that the launch gives, variables of a fixed size included: external
      globals have what the others leave of it, and a variable that is larger than what is left ends where that ends.
    - `alignments`: for an index in `args` of a buffer, the bytes (a power of two) of which its address is a multiple, and of no
      more: 16 puts it at 16 modulo 32. A buffer without one is at a multiple of 4 GiB.
    - `sanitize`: True, False, or names out of "memory", "initialisation", "race", "dma", "coverage",
      "divergence", "arithmetic" and "claims". What none of them looks for is not reported; accesses out of range are then
      still left out: a load gives zeros, a store does nothing.
    - `outputs`: indices in `args` of buffers of which the kernel must write every byte exactly once (atomics
      excepted) and may not read a byte before it is written. None: those that the kernel says it only writes, by the
      parameter attribute `writeonly` (of each parameter that the array is passed for), but for bytes that a row stride
      leaves, the same ones in each row. () for a kernel that is to write only some other part of them.
    - `step_limit`: blocks that one batch of workgroups may execute before the run is given up. A batch has some 8192 lanes; a
      workgroup that waits for one of a later batch does not end.
    - `count`: also count LDS bank conflicts and global transactions, an `AccessCount` for each memory instruction.
    - `progress`: called as progress(done, total), in workgroups, when a batch of them has ended.

    Raises SimulatorError for bad IR or arguments and UnsupportedError, naming the operation, for what is not
    modelled. Ctrl-C ends the run with KeyboardInterrupt; buffers then hold what was stored so far.
    """
    with refusing("prepare the run"):
        lds = dynamic_lds, lds_bytes
        scheduler = _prepare(
            module_text, kernel, grid, block, args, arch, lds, alignments, sanitize, outputs, step_limit, count
        )
    if progress is not None and not callable(progress):
        raise SimulatorError(f"progress {progress!r}: a function of (done, total) is needed")
    machine = scheduler.machine
    counters = Counters()
    with np.errstate(all="ignore"):
        _batches(machine, scheduler, progress, counters)
    _count(counters, scheduler.segments, machine)
    for hooks in reversed(machine.hooks):
        hooks.finish(machine)
    return Run(machine.findings.result(), counters)


def _prepare(
    module_text: str,
    kernel: str | None,
    grid: int | tuple[int, ...],
    block: int | tuple[int, ...],
    args: Sequence[Array | int | float | None],
    arch: str | None,
    lds: tuple[int, int | None],
    alignments: Mapping[int, int] | None,
    sanitize: bool | Collection[str],
    outputs: Collection[int] | None,
    step_limit: int,
    count: bool,
) -> Scheduler:
    """Everything up to the first instruction: what `run` takes, checked and compiled."""
    if not isinstance(module_text, str):
        raise SimulatorError(f"a module of type {type(module_text).__name__}: LLVM IR as a str is needed")
    module = parse(module_text)
    target = target_of(module, arch)
    function = find_kernel(module, kernel, target)
    arch = architecture_of(module, function, arch, target)
    function = target.prepare(function, arch)
    findings = Findings(arguments.sanitizers(sanitize), function.name)
    regions, symbols = _lds(module, *lds)
    memory = GlobalMemory()
    allocas, private_bytes = _allocas(function)
    _check_denormals(function)
    features = function.attributes.get("target-features", "")
    shape = Shape(
        arguments.triple(grid, "grid"),
        arguments.triple(block, "block"),
        target.wave_size(arch, features),
        regions,
        private_bytes,
        target.barrier_waits,
    )
    _check_limits(function, shape, arch, target)
    machine = Machine(arch, shape, memory, findings)
    if outputs is None and not (findings.wants("coverage") or findings.wants("initialisation")):
        outputs = ()
    values = arguments.bind(function, args, memory, outputs, alignments)
    arguments.check_claimed_alignments(function, values, findings)
    compiler = Compiler(module, function, machine, symbols, allocas, _BUILDERS, target.calls)
    _globals(module, memory, symbols, compiler)
    for (_, name), value in zip(function.parameters, values, strict=True):
        compiler.environment[compiler.slot(ir.Local(ir.I32, name))] = value
    wants = findings.wants
    if count:
        machine.attach(AccessCounter(arch))
    if wants("initialisation") or wants("race") or wants("dma"):
        machine.attach(LdsOrder())
    accesses = Accesses(function) if wants("race") or wants("claims") else None
    if accesses is not None and wants("race") and (buffers := _raced(function, values, memory, accesses)):
        machine.attach(GlobalRaces(buffers))
    if wants("initialisation") or wants("coverage"):
        machine.attach(Written(wants("initialisation"), wants("coverage")))
    if accesses is not None and wants("claims"):
        compiler.claims = Claims(module, function, values, memory, accesses)
        at_launch(function, arch, values, memory, findings)
    segments = compiler.compile()
    if compiler.claims is not None and compiler.claims.watching:
        machine.attach(compiler.claims, first=True)
    steps = arguments.whole(step_limit, "step_limit", 1)
    return Scheduler(machine, segments, compiler.environment, steps)


def _check_denormals(function: ir.Function) -> None:
    """Refuse a kernel that asks for denormals to be flushed: they are kept."""
    for name in ("denormal-fp-math", "denormal-fp-math-f32"):
        value = function.attributes.get(name, "ieee")
        if not set(value.split(",")) <= {"ieee", "dynamic"}:
            what = f'attribute "{name}"="{value}" of @{function.name}: denormals are kept; "ieee" is modelled'
            raise UnsupportedError(what, function.line)


def _batches(
    machine: Machine, scheduler: Scheduler, progress: Callable[[int, int], None] | None, counters: Counters
) -> None:
    gx, gy, gz = machine.shape.grid
    total = gx * gy * gz
    step = max(1, BATCH_LANES // machine.threads)
    for first in range(0, total, step):
        with refusing("start a batch of workgroups"):
            machine.start(first, min(step, total - first))
        with refusing("run a batch of workgroups"):
            scheduler.run()
        counters.lds_bytes = max(counters.lds_bytes, _used(machine))
        if progress is not None:
            progress(min(first + step, total), total)
    counters.waves = total * machine.waves


def _used(machine: Machine) -> int:
    """LDS bytes up to the highest one touched, the gaps before variables left out."""
    used = machine.lds.used
    return sum(min(region.size, used - region.start) for region in machine.shape.lds_regions if region.start < used)


def _count(counters: Counters, segments: list[Segment], machine: Machine) -> None:
    for segment in segments:
        for name, count in segment.classes.items():
            counters.instructions[name] = counters.instructions.get(name, 0) + count * segment.executed_waves
        counters.lane_instructions += sum(segment.classes.values()) * segment.executed_lanes
    if (found := machine.attached(AccessCounter)) is not None:
        counters.accesses = found.rows()


# Preparation.


def _check_limits(function: ir.Function, shape: Shape, arch: str, target: Target) -> None:
    """Refuse a launch that the hardware would: block size and LDS."""
    if not 1 <= shape.threads <= MAX_THREADS:
        raise SimulatorError(f"block of {shape.threads} threads: between 1 and {MAX_THREADS} are allowed")
    target.check_launch(function, shape)
    used = sum(region.size for region in shape.lds_regions)
    if used > target.lds_bytes(arch):
        raise SimulatorError(f"{used} bytes of LDS: {arch} has {target.lds_bytes(arch)} a workgroup")


def find_kernel(module: ir.Module, name: str | None, target: Target) -> ir.Function:
    """The kernel of a name, or the only one. Raises SimulatorError, with those that there are, where it is not there."""
    annotated = target.kernels(module)
    kernels = {f.name: f for f in module.functions.values() if f.kernel or f.name in annotated}
    if name is None:
        if len(kernels) != 1:
            raise SimulatorError(f"the module has {len(kernels)} kernels {sorted(kernels)}: name one with kernel=")
        return next(iter(kernels.values()))
    if name not in kernels:
        raise SimulatorError(f"no kernel {name!r}: the module has {sorted(kernels)}")
    return kernels[name]


def _lds(module: ir.Module, dynamic: int, given: int | None) -> tuple[tuple[Region, ...], dict[str, int]]:
    """Offsets of LDS globals: the sized ones first, then the external ones, which share the dynamic bytes. Each is at no more
    than the alignment that it has: that is all that the text may rely on."""
    dynamic = arguments.whole(dynamic, "dynamic_lds", 0)
    if given is not None and dynamic:
        raise SimulatorError("lds_bytes is all of the LDS, and dynamic_lds a part of it: pass one of them")
    left = None if given is None else arguments.whole(given, "lds_bytes", 0)
    regions: list[Region] = []
    symbols: dict[str, int] = {}
    at = 0
    variables = [g for g in module.globals.values() if g.space == 3]
    for variable in [g for g in variables if g.type.size]:
        at = _just_aligned(at, variable.align)
        size = variable.type.size if left is None else min(variable.type.size, left)
        left = None if left is None else left - size
        regions.append(Region(f"@{variable.name}", at, size))
        symbols[variable.name] = at
        at += variable.type.size + LDS_GAP
    external = [g for g in variables if not g.type.size]
    at = _just_aligned(at, max((g.align for g in external), default=1))
    dynamic = dynamic if left is None else left
    if external and dynamic:
        regions.append(Region(f"@{external[0].name}", at, dynamic))
    symbols.update({variable.name: at for variable in external})
    return tuple(regions), symbols


def _just_aligned(at: int, alignment: int) -> int:
    """The first offset from `at` that is a multiple of `alignment`, a power of two, and of no larger one."""
    multiple = -(-at // alignment)
    return (multiple | 1) * alignment


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
                        raise UnsupportedError("alloca of a number of elements that is not a literal", i.line)
                    count = i.operands[0].value
                at = -(-at // i.extra["align"]) * i.extra["align"]
                offsets[i.name or ""] = at
                at += i.extra["element"].stride * count
                if at > LARGEST_PRIVATE:
                    raise UnsupportedError(f"allocas of {at} bytes a lane: up to {LARGEST_PRIVATE} are", i.line)
    return offsets, at


def _globals(module: ir.Module, memory: GlobalMemory, symbols: dict[str, int], compiler: Compiler) -> None:
    """Place module variables in global memory; each may hold the address of any other."""
    contents = {}
    for variable in module.globals.values():
        if variable.space == 3 or variable.name in _LISTS:
            continue
        if variable.type.size > LARGEST_GLOBAL:
            raise UnsupportedError(f"@{variable.name} of {variable.type.size} bytes: up to {LARGEST_GLOBAL} are", variable.line)
        poison = ir.value_of(variable.initializer) == "poison"
        contents[variable.name] = np.full(variable.type.size, 0xFF if poison else 0, np.uint8)
        allocation = memory.allocate(f"@{variable.name}", contents[variable.name], constant=variable.constant)
        known = _has_value(variable.initializer, variable.type)
        if not known.all():
            allocation.written = Bytes(known.view(np.uint8))
        symbols[variable.name] = allocation.base
    for name, data in contents.items():
        variable = module.globals[name]
        if variable.initializer is not None and ir.value_of(variable.initializer) not in (None, "zero", "poison"):
            _fill(data, compiler.constant(variable.initializer), variable.type, variable.line)


def _raced(
    function: ir.Function, values: Sequence[Array], memory: GlobalMemory, accesses: Accesses
) -> list[Allocation]:
    """The buffers that the kernel both loads from and stores to: whose accesses are looked at for races."""
    named: dict[str, Allocation | None] = {allocation.name: allocation for allocation in memory.slots.values()}
    for (type_, name), value in zip(function.parameters, values, strict=True):
        if isinstance(type_, ir.PointerType):
            named[name] = memory.slots.get(int(value.item()) >> SLOT_BITS)
    loaded, stored = ({id(named.get(name)) for name in names} for names in (accesses.loads, accesses.stores))
    return [each for each in memory.slots.values() if id(each) in loaded & stored and not each.constant]


def _has_value(initializer: ir.Operand | None, type_: ir.Type) -> Array:
    """Which bytes of a variable its initialiser sets: none where there is none, and not those that are undef or poison."""
    known = np.full(type_.size, initializer is not None and ir.value_of(initializer) != "poison", np.bool_)
    if isinstance(ir.value_of(initializer), tuple):
        for at, leaf, path in leaves(type_):
            operand = initializer
            for index in path:
                members = ir.value_of(operand)
                operand = members[index] if isinstance(members, tuple) else operand
            if ir.value_of(operand) == "poison":
                known[at : at + leaf.size] = False
    return known


def _fill(data: Array, value: Value, type_: ir.Type, line: int) -> None:
    """Write a constant of a type to the bytes of a variable."""
    check_storable(type_, line)
    for at, leaf, path in leaves(type_):
        data[at : at + leaf.size] = to_bytes(member(value, path), leaf).reshape(-1)
