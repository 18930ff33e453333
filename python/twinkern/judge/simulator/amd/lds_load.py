"""Loads from global memory straight to LDS: gfx9's, whose LDS address is the wave's, and gfx1250's, with one for each lane.

gfx9 (LLVM, AMDGPU DMA operations; CDNA3 and CDNA4 ISA guides, "memory buffer load to LDS"): lane l's bytes go to
base + offset + 4 l for sizes 1, 2 and 4, and to base + offset + 16 l for sizes 12 and 16, which only gfx950 has. The base is
that of the first active lane. The immediate offset moves both addresses. What a buffer's range check leaves out is written as
zeros. Of sizes 1 and 2 only that many bytes are taken to be written: no document found says what becomes of the rest of the
dword.

gfx1250 (same source): `global.load.async.to.lds`; the immediate offset moves both addresses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..memory.dma import Transfers
from ..memory.findings import DmaFinding
from ..memory.hooks import Wait
from ..memory.lds import LdsOrder
from ..memory.memory import words_of
from ..memory.site import Request, Site
from ..run.intrinsics import Handler, nothing
from ..run.machine import Machine
from ..run.operations import Resolver, pointer_space
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array
from .amdgcn import generation
from .buffers import RawAccess
from .fat_pointers import FAT, FatAccess

Source = Callable[[Environment], Array]


def write(machine: Machine, pointer: Array, data: Array, site: Site) -> None:
    """Send each active lane's bytes, shape (G|1, T|1, size), to its LDS address."""
    size = data.shape[-1]
    accesses = [access.full() for access in machine.resolve(3, pointer, Request(size, min(size, 4), site, "store"))]
    machine.count(accesses, "store", site)
    for access in accesses:
        machine.overwrite(access, words_of(data, access), site)
    for tell in machine.on_copy:
        tell(machine, accesses, site)


def _transfers(machine: Machine) -> Transfers | None:
    """Those that are looked at, from the first load on that is compiled; None where LDS is not looked at."""
    order, found = machine.attached(LdsOrder), machine.attached(Transfers)
    if order is not None and found is None:
        found = Transfers(order)
        machine.attach(found, first=True)
    return found


def _to_wave_address(c: Slots, i: ir.Instruction, pointer: ir.Operand, size: int, offset: int, source: Source) -> Operation:
    """A load of gfx9 to the first active lane's LDS pointer plus the lane's place."""
    machine, site = c.machine, c.site(i)
    allowed = (1, 2, 4, 12, 16) if machine.arch == "gfx950" else (1, 2, 4)
    if generation(machine.arch) != 9:
        raise UnsupportedError(f"@{i.callee} on {machine.arch}, which has no such load", i.line)
    if size not in allowed:
        known = ", ".join(map(str, allowed))
        raise UnsupportedError(f"@{i.callee} of {size} bytes on {machine.arch}, which has {known}", i.line)
    p = c.slot(pointer)
    pitch = 4 if size <= 4 else 16
    _transfers(machine)
    place = machine.lane_id * np.uint32(pitch) + np.uint32(offset)

    def load(E: Environment) -> None:
        given = E[p]
        base = machine.first_active(given)
        if given.shape[1] > 1:
            machine.report_lanes(
                DmaFinding, site, given != base, access="transfer",
                message="the LDS address differs among the warp's lanes: the load takes the first active lane's for all",
            )  # fmt: skip
        write(machine, base + place, source(E), site)

    return load


def _global_load(c: Slots, i: ir.Instruction) -> Operation:
    """From a global pointer, or from a buffer fat pointer."""
    size, offset = (c.integer(operand, "a size or an offset", i.line) for operand in i.operands[2:4])
    if i.operands[0].type == FAT:
        type_ = ir.VectorType(size, ir.I8)
        source: Source = FatAccess(c, i, type_, i.operands[0], 0, offset).load
    else:
        source = _global_source(c, i, size, offset)
    return _to_wave_address(c, i, i.operands[1], size, offset, source)


def _global_source(c: Slots, i: ir.Instruction, size: int, offset: int) -> Source:
    machine, site, a = c.machine, c.site(i), c.slot(i.operands[0])
    request = Request(size, min(size & -size, 4), site, "load")
    resolve = Resolver(machine, pointer_space(i.operands[0], i.line), request)
    return lambda E: machine.load(resolve(E[a] + np.uint64(offset) if offset else E[a]), size, site)


def _buffer_load(c: Slots, i: ir.Instruction) -> Operation:
    resource, pointer, size_operand, voffset, soffset, immediate = i.operands[:6]
    size, offset = (c.integer(operand, "a size or an offset", i.line) for operand in (size_operand, immediate))
    raw = RawAccess(c, i, size, [resource, voffset, soffset], offset)
    return _to_wave_address(c, i, pointer, size, offset, raw.load)


def _async_load(c: Slots, i: ir.Instruction, size: int) -> Operation:
    machine, site = c.machine, c.site(i)
    if not machine.arch.startswith("gfx125"):
        raise UnsupportedError(f"@{i.callee} on {machine.arch}, which has no such load", i.line)
    offset = c.integer(i.operands[2], "an offset", i.line)
    source, p = _global_source(c, i, size, offset), c.slot(i.operands[1])
    _transfers(machine)

    def load(E: Environment) -> None:
        write(machine, E[p] + np.uint32(offset), source(E), site)

    return load


def _wait(c: Slots, i: ir.Instruction) -> Operation:
    machine, wait = c.machine, Wait(copies=_literal(c, i))
    return lambda E: machine.wait(wait)


def _literal(c: Slots, i: ir.Instruction) -> int:
    return c.integer(i.operands[0], "a wait count", i.line)


def _mark(c: Slots, i: ir.Instruction) -> Operation:
    machine, transfers = c.machine, _transfers(c.machine)
    return nothing(c, i) if transfers is None else lambda E: transfers.mark(machine)


def _wait_mark(c: Slots, i: ir.Instruction) -> Operation:
    machine, transfers, allowed = c.machine, _transfers(c.machine), _literal(c, i)
    return nothing(c, i) if transfers is None else lambda E: transfers.wait_marks(machine, allowed)


HANDLERS: dict[str, Handler] = {
    **{f"llvm.amdgcn.{name}.lds": ("lds_dma", _global_load) for name in ("global.load", "global.load.async")},
    **{f"llvm.amdgcn.{name}.to.lds": ("lds_dma", _global_load) for name in ("load", "load.async")},
    **{
        f"llvm.amdgcn.raw.{ptr}buffer.load.{asynchronous}lds": ("lds_dma", _buffer_load)
        for ptr in ("ptr.", "")
        for asynchronous in ("", "async.")
    },
    **{f"llvm.amdgcn.global.load.async.to.lds.b{8 * n}": ("lds_dma", partial(_async_load, size=n)) for n in (1, 4, 8, 16)},
    "llvm.amdgcn.s.wait.asynccnt": ("wait", _wait),
    "llvm.amdgcn.asyncmark": ("wait", _mark),
    "llvm.amdgcn.wait.asyncmark": ("wait", _wait_mark),
}
TRANSFERS = frozenset(name for name, (kind, _) in HANDLERS.items() if kind == "lds_dma")
