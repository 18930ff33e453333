"""Intrinsics of the amdgcn target about launch, waits, hints and waves; others have modules of their own."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..memory.batch import Shape
from ..memory.hooks import Wait
from ..memory.layout import from_bytes
from ..memory.memory import LDS_APERTURE, PRIVATE_APERTURE
from ..memory.site import Request
from ..run.arguments import sizes_of
from ..run.intrinsics import Handler, nothing
from ..run.machine import Machine
from ..run.operations import Resolver, elementwise, pointer_space
from ..run.slots import Builder, Environment, Operation, Slots
from ..run.uses import classify
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.values import Vector, element_type, from_bits, population_count


def wave_size(arch: str, features: str) -> int:
    """Lanes of a wave: 64 up to gfx9, 32 after, unless the kernel's target features say otherwise."""
    if "+wavefrontsize64" in features:
        return 64
    if "+wavefrontsize32" in features:
        return 32
    return 64 if generation(arch) <= 9 else 32


def generation(arch: str) -> int:
    """9 for gfx90a, 10 for gfx1030, 12 for gfx1250: the name without stepping and minor number."""
    match = re.fullmatch(r"gfx(\d+)[0-9a-f]{2}", arch)
    if match is None:
        raise SimulatorError(f"unknown architecture {arch!r}: expected a name such as gfx942 or gfx1201")
    return int(match.group(1))


def deduce_arch(function: ir.Function) -> str:
    """The architecture that a kernel was made for."""
    arch = function.attributes.get("target-cpu")
    if not arch:
        raise SimulatorError('the kernel has no "target-cpu" attribute: pass arch=, for example "gfx942"')
    return arch


def check_launch(function: ir.Function, shape: Shape) -> None:
    """Raise SimulatorError where the block has a size that the kernel was not made for."""
    name = "amdgpu-flat-work-group-size"
    sizes = sizes_of(function, name) if name in function.attributes else []
    if len(sizes) == 2 and not sizes[0] <= shape.threads <= sizes[1]:
        raise SimulatorError(
            f"block of {shape.threads} threads: the kernel was made for {sizes[0]} to {sizes[1]} (amdgpu-flat-work-group-size)"
        )


def lds_bytes(arch: str) -> int:
    """LDS that one workgroup may have (LLVM's AMDGPU processor features)."""
    return {"gfx950": 163840, "gfx1250": 327680}.get(arch, 65536)


def lds_count(arch: str, immediate: int) -> int:
    """lgkmcnt of an s_waitcnt operand, by the generation's encoding."""
    gen = generation(arch)
    if gen >= 11:
        return immediate >> 4 & 0x3F
    return immediate >> 8 & (0x3F if gen == 10 else 0xF)


def vector_memory_count(arch: str, immediate: int) -> int:
    """vmcnt of an s_waitcnt operand, by the generation's encoding."""
    if generation(arch) >= 11:
        return immediate >> 10 & 0x3F
    return immediate & 0xF | immediate >> 10 & 0x30


def _workitem(c: Slots, i: ir.Instruction, axis: int) -> Operation:
    c.environment[c.destination(i)] = c.machine.workitem[axis]
    return lambda E: None


def _workgroup(c: Slots, i: ir.Instruction, axis: int) -> Operation:
    d, machine = c.destination(i), c.machine

    def read(E: Environment) -> None:
        E[d] = machine.workgroup[axis]

    return read


def _waitcnt(c: Slots, i: ir.Instruction) -> Operation:
    machine = c.machine
    immediate = c.integer(i.operands[0], "a wait count", i.line)
    allowed = vector_memory_count(machine.arch, immediate)
    # Generations after gfx9 count stores by themselves.
    stores = allowed == 0 and generation(machine.arch) == 9
    wait = Wait(lds_count(machine.arch, immediate) == 0, stores, allowed)
    return lambda E: machine.wait(wait)


def _wait_for(c: Slots, i: ir.Instruction, wait: Wait) -> Operation:
    """A wait for a counter that says something only where it is for zero."""
    machine = c.machine
    asked = wait if c.integer(i.operands[0], "a wait count", i.line) == 0 else Wait()
    return lambda E: machine.wait(asked)


def _readfirstlane(c: Slots, i: ir.Instruction) -> Operation:
    a, d, machine = c.slot(i.operands[0]), c.destination(i), c.machine
    if isinstance(i.type, ir.VectorType):
        return lambda E: E.__setitem__(d, Vector([machine.first_active(element) for element in E[a]]))

    def read(E: Environment) -> None:
        E[d] = machine.first_active(E[a])

    return read


def _mbcnt(c: Slots, i: ir.Instruction, high: bool) -> Operation:
    machine = c.machine
    a, b, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
    lane = machine.lane_id.astype(np.int64) - (32 if high else 0)
    below = ((np.int64(1) << np.clip(lane, 0, 32)) - 1).astype(np.uint32)

    def count(E: Environment) -> None:
        E[d] = E[b] + population_count(E[a] & below)

    return count


def _wave_id(c: Slots, i: ir.Instruction) -> Operation:
    c.environment[c.destination(i)] = (c.machine.wave_code - np.uint8(1)).astype(np.uint32)
    return lambda E: None


def _in_aperture(base: int) -> Builder:
    """Whether a flat address lies in the aperture of LDS or of private memory."""
    size = np.uint64(LDS_APERTURE.bit_length() - 1)
    return lambda c, i: elementwise(c, i, lambda a: a >> size == np.uint64(base >> int(size)), i.operands)


def _constant(value: Callable[[Machine], int]) -> Builder:
    """A number that is fixed for the launch."""

    def build(c: Slots, i: ir.Instruction) -> Operation:
        c.environment[c.destination(i)] = from_bits(value(c.machine), i.type)
        return lambda E: None

    return build


def _packet(c: Slots, i: ir.Instruction, layout: Callable[[Machine], bytes]) -> Operation:
    """A pointer to a read-only structure that the launch fills in."""
    data = np.frombuffer(layout(c.machine), np.uint8)
    name = (i.callee or "").removeprefix("llvm.amdgcn.")
    allocation = c.machine.memory.allocate(name, data, constant=True)
    c.environment[c.destination(i)] = from_bits(allocation.base, i.type)
    return lambda E: None


def dispatch_packet(machine: Machine) -> bytes:
    """The kernel dispatch packet (HSA Platform System Architecture Specification, AQL packets)."""
    block, grid = machine.shape.block, machine.shape.grid
    threads = [count * size for count, size in zip(grid, block, strict=True)]
    return struct.pack("<6H5IQQQQ", 0, 3, *block, 0, *threads, 0, 0, 0, 0, 0, 0)


def implicit_arguments(machine: Machine) -> bytes:
    """The implicit arguments of code object version 5 (LLVM's AMDGPU guide): block counts, group sizes, and zeros."""
    block, grid = machine.shape.block, machine.shape.grid
    return struct.pack("<3I6H16x3QH", *grid, *block, 0, 0, 0, 0, 0, 0, 3).ljust(256, b"\0")


def _signal(c: Slots, i: ir.Instruction) -> Operation:
    """The first half of a split barrier: taken together with its wait, so nothing of LDS may stand between them."""
    _workgroup_barrier(c, i)
    block = next(block.instructions for block in c.function.blocks if any(other is i for other in block.instructions))
    at = next(n for n, other in enumerate(block) if other is i)
    for other in block[at + 1 :]:
        if other.callee == "llvm.amdgcn.s.barrier.wait":
            return lambda E: None
        if other.op == "fence" or (other.op == "call" and _touches_lds(other)) or classify(other).startswith("lds"):
            break
    raise UnsupportedError("a barrier signal with LDS accesses, fences or the end of the block before its wait", i.line)


def _barrier_wait(c: Slots, i: ir.Instruction) -> Operation:
    _workgroup_barrier(c, i)
    return nothing(c, i)


def _touches_lds(i: ir.Instruction) -> bool:
    return any(isinstance(o.type, ir.PointerType) and o.type.space == 3 for o in i.operands)


def _workgroup_barrier(c: Slots, i: ir.Instruction) -> None:
    operand = i.operands[0]
    if c.integer(operand, "a barrier's number", i.line) != (1 << element_type(operand.type).bits) - 1:
        raise UnsupportedError("a barrier other than the workgroup's (-1)", i.line)


@dataclass(frozen=True, slots=True)
class Transpose:
    """A transposed LDS read: in each group of `lanes` lanes, the runs of `run` elements of `width` bytes, joined in order,
    are a row-major matrix of `run` rows, of which lane j receives column j."""

    lanes: int
    run: int
    width: int
    arches: tuple[str, ...]


# CDNA4 ISA guide, LDS transpose loads. gfx1250: groups of eight lanes, whose runs are the rows (Triton's notes on its use of
# ds_load_tr, and the gfx1250 kernels that it emitted).
TRANSPOSES = {
    "ds.read.tr16.b64": Transpose(16, 4, 2, ("gfx950",)),
    "ds.read.tr8.b64": Transpose(16, 8, 1, ("gfx950",)),
    "ds.load.tr16.b128": Transpose(8, 8, 2, ("gfx1250", "gfx1251")),
    "ds.load.tr8.b64": Transpose(8, 8, 1, ("gfx1250", "gfx1251")),
}


def _read_transposed(name: str) -> Builder:
    kind = TRANSPOSES[name]
    size, run, dtype = kind.width * kind.run, kind.run, f"u{kind.width}"

    def build(c: Slots, i: ir.Instruction) -> Operation:
        machine, site, type_ = c.machine, c.site(i), i.type
        if machine.arch not in kind.arches:
            raise UnsupportedError(f"@{i.callee} on {machine.arch}: {', '.join(kind.arches)} has it", i.line)
        if not isinstance(type_, ir.VectorType) or type_.size != size or (kind.width == 2 and type_.count != run):
            raise UnsupportedError(f"{name} of type {type_}", i.line)
        a, d = c.slot(i.operands[0]), c.destination(i)
        resolve = Resolver(machine, pointer_space(i.operands[0], i.line), Request(size, 8, site, "load"))

        def read(E: Environment) -> None:
            machine.require_whole_waves(site, "transposed LDS read")
            data = machine.load(resolve(E[a]), size, site)
            groups = data.shape[0]
            runs = np.broadcast_to(data, (groups, machine.threads, size)).reshape(groups, -1, kind.lanes, size)
            matrix = np.ascontiguousarray(runs).view(dtype).reshape(groups, -1, run, kind.lanes)
            columns = np.ascontiguousarray(matrix.swapaxes(-1, -2)).reshape(groups, machine.threads, run)
            E[d] = from_bytes(columns.view(np.uint8), type_)

        return read

    return build


# Scheduling and power: no effect on what a kernel computes.
HINTS = (
    "sched.barrier sched.group.barrier iglp.opt s.setprio s.setprio.inc.wg s.sleep s.sleep.var s.nop s.prefetch.data "
    "s.prefetch.inst s.wakeup wave.barrier s.wait.event.export.ready s.dcache.inv s.dcache.wb global.prefetch"
).split()

# Counters that no store is under, nor an access of LDS.
OTHER_WAITS = ("loadcnt", "samplecnt", "bvhcnt", "kmcnt", "expcnt")

HANDLERS: dict[str, Handler] = {
    "llvm.amdgcn.s.barrier": ("barrier", nothing),
    "llvm.amdgcn.s.barrier.wait": ("barrier", _barrier_wait),
    **{f"llvm.amdgcn.workitem.id.{axis}": ("other", partial(_workitem, axis=n)) for n, axis in enumerate("xyz")},
    **{f"llvm.amdgcn.workgroup.id.{axis}": ("other", partial(_workgroup, axis=n)) for n, axis in enumerate("xyz")},
    "llvm.amdgcn.s.waitcnt": ("wait", _waitcnt),
    "llvm.amdgcn.s.wait.dscnt": ("wait", partial(_wait_for, wait=Wait(lds=True))),
    "llvm.amdgcn.s.wait.storecnt": ("wait", partial(_wait_for, wait=Wait(stores=True))),
    **{f"llvm.amdgcn.{name}": ("other", nothing) for name in HINTS},
    **{f"llvm.amdgcn.s.wait.{name}": ("wait", nothing) for name in OTHER_WAITS},
    "llvm.amdgcn.wave.id": ("other", _wave_id),
    "llvm.amdgcn.wavefrontsize": ("other", _constant(lambda machine: machine.wave)),
    "llvm.amdgcn.groupstaticsize": ("other", _constant(lambda machine: sum(r.size for r in machine.shape.lds_regions))),
    "llvm.amdgcn.is.shared": ("integer", _in_aperture(LDS_APERTURE)),
    "llvm.amdgcn.is.private": ("integer", _in_aperture(PRIVATE_APERTURE)),
    "llvm.amdgcn.dispatch.ptr": ("other", partial(_packet, layout=dispatch_packet)),
    "llvm.amdgcn.implicitarg.ptr": ("other", partial(_packet, layout=implicit_arguments)),
    "llvm.amdgcn.s.barrier.signal": ("other", _signal),
    "llvm.amdgcn.readfirstlane": ("cross_lane", _readfirstlane),
    "llvm.amdgcn.mbcnt.lo": ("cross_lane", partial(_mbcnt, high=False)),
    "llvm.amdgcn.mbcnt.hi": ("cross_lane", partial(_mbcnt, high=True)),
    **{f"llvm.amdgcn.{name}": ("lds_read", _read_transposed(name)) for name in TRANSPOSES},
}
