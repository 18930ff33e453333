"""Intrinsics of the amdgcn target that are neither buffer accesses nor matrix atoms: one table of
handlers."""

from __future__ import annotations

import re

import numpy as np

from . import ir
from .compiler import Compiler, Environment, Operation
from .errors import SimulatorError, UnsupportedError
from .intrinsics import Handler, nothing
from .layout import from_bytes
from .machine import Request
from .operations import Resolver, pointer_space
from .values import Array, container, population_count


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


def lds_bytes(arch: str) -> int:
    """LDS that one workgroup may have (LLVM's AMDGPU processor features)."""
    return {"gfx950": 163840, "gfx1250": 327680}.get(arch, 65536)


def lds_count(arch: str, immediate: int) -> int:
    """lgkmcnt of an s_waitcnt operand, by the generation's encoding."""
    gen = generation(arch)
    if gen >= 11:
        return immediate >> 4 & 0x3F
    return immediate >> 8 & (0x3F if gen == 10 else 0xF)


def _workitem(axis: int):
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        c.environment[c.destination(i)] = c.machine.workitem[axis]
        return lambda E: None

    return build


def _workgroup(axis: int):
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        d, machine = c.destination(i), c.machine

        def read(E: Environment) -> None:
            E[d] = machine.workgroup[axis]

        return read

    return build


def _waitcnt(c: Compiler, i: ir.Instruction) -> Operation:
    machine = c.machine
    if lds_count(machine.arch, c.integer(i.operands[0], "a wait count", i.line)) == 0:
        return lambda E: machine.lds.wait(machine.active_waves())
    return lambda E: None


def _wait_dscnt(c: Compiler, i: ir.Instruction) -> Operation:
    machine = c.machine
    if c.integer(i.operands[0], "a wait count", i.line) == 0:
        return lambda E: machine.lds.wait(machine.active_waves())
    return lambda E: None


def _readfirstlane(c: Compiler, i: ir.Instruction) -> Operation:
    a, d, machine = c.slot(i.operands[0]), c.destination(i), c.machine
    if isinstance(i.type, (ir.VectorType, ir.StructType)):
        raise UnsupportedError(f"readfirstlane of type {i.type}", i.line)

    def read(E: Environment) -> None:
        value = E[a]
        if value.shape[1] == 1:
            E[d] = value
            return
        lanes = machine.per_wave(value)
        if machine.mask is None:
            first = lanes[..., :1]
        else:
            leader = machine.per_wave(machine.mask).argmax(axis=-1)[..., None]
            lanes = np.broadcast_to(lanes, (machine.groups, machine.waves, machine.wave))
            first = np.take_along_axis(lanes, leader, axis=-1)
        E[d] = spread(machine.wave, first)

    return read


def spread(wave: int, per_wave: Array) -> Array:
    """One value a wave, shape (G|1, W, 1), to every lane of it."""
    return np.repeat(per_wave[..., 0], wave, axis=1)


def _ballot(c: Compiler, i: ir.Instruction) -> Operation:
    a, d, machine = c.slot(i.operands[0]), c.destination(i), c.machine
    dtype = container(i.type)
    if machine.wave > 8 * dtype.itemsize:
        raise UnsupportedError(f"ballot of {i.type} with waves of {machine.wave}", i.line)

    def ballot(E: Environment) -> None:
        value = E[a]
        if machine.mask is not None:
            value = value & machine.mask
        bits = np.packbits(machine.per_wave(value), axis=-1, bitorder="little")
        words = np.ascontiguousarray(bits).view(f"u{machine.wave // 8}").astype(dtype)
        E[d] = spread(machine.wave, words)

    return ballot


def _mbcnt(high: bool):
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        machine = c.machine
        a, b, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
        lane = machine.lane_id.astype(np.int64) - (32 if high else 0)
        below = ((np.int64(1) << np.clip(lane, 0, 32)) - 1).astype(np.uint32)

        def count(E: Environment) -> None:
            E[d] = E[b] + population_count(E[a] & below)

        return count

    return build


def _bpermute(c: Compiler, i: ir.Instruction) -> Operation:
    """Each lane reads the value of the lane that its address names (in bytes); an inactive source gives 0."""
    a, b, d, machine = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i), c.machine

    def permute(E: Environment) -> None:
        source = E[b] if machine.mask is None else np.where(machine.mask, E[b], E[b].dtype.type(0))
        index = (machine.per_wave(E[a]) >> np.uint32(2)).astype(np.intp) % machine.wave
        lanes = machine.per_wave(source)
        groups = max(len(index), len(lanes))
        shape = (groups, machine.waves, machine.wave)
        picked = np.take_along_axis(np.broadcast_to(lanes, shape), np.broadcast_to(index, shape), axis=-1)
        E[d] = picked.reshape(groups, machine.threads)

    return permute


def _read_transposed(c: Compiler, i: ir.Instruction) -> Operation:
    """ds_read_b64_tr_b16: in each group of 16 lanes, the lanes' runs of four 16-bit elements form a 4 x 16
    matrix, row-major, of which lane j receives column j (CDNA4 ISA guide, LDS transpose loads)."""
    if i.type.size != 8 or container(i.type.element).itemsize != 2:
        raise UnsupportedError(f"ds.read.tr16.b64 of type {i.type}", i.line)
    a, d, machine, site = c.slot(i.operands[0]), c.destination(i), c.machine, c.site(i)
    resolve = Resolver(machine, pointer_space(i.operands[0], i.line), Request(8, 8, site, "load"))

    def read(E: Environment) -> None:
        machine.require_whole_waves(site, "transposed LDS read")
        data = machine.load(resolve(E[a]), 8, site)
        groups = data.shape[0]
        runs = np.broadcast_to(data, (groups, machine.threads, 8)).reshape(groups, -1, 16, 8)
        matrix = np.ascontiguousarray(runs).view(np.uint16).reshape(groups, -1, 4, 16)
        columns = np.ascontiguousarray(matrix.swapaxes(-1, -2)).reshape(groups, machine.threads, 4)
        E[d] = from_bytes(columns.view(np.uint8), i.type)

    return read


HANDLERS: dict[str, Handler] = {
    **{f"llvm.amdgcn.workitem.id.{axis}": ("other", _workitem(n)) for n, axis in enumerate("xyz")},
    **{f"llvm.amdgcn.workgroup.id.{axis}": ("other", _workgroup(n)) for n, axis in enumerate("xyz")},
    "llvm.amdgcn.s.waitcnt": ("wait", _waitcnt),
    "llvm.amdgcn.s.wait.dscnt": ("wait", _wait_dscnt),
    "llvm.amdgcn.sched.barrier": ("other", nothing),
    "llvm.amdgcn.sched.group.barrier": ("other", nothing),
    "llvm.amdgcn.iglp.opt": ("other", nothing),
    "llvm.amdgcn.s.setprio": ("other", nothing),
    "llvm.amdgcn.readfirstlane": ("cross_lane", _readfirstlane),
    "llvm.amdgcn.ballot": ("cross_lane", _ballot),
    "llvm.amdgcn.mbcnt.lo": ("cross_lane", _mbcnt(high=False)),
    "llvm.amdgcn.mbcnt.hi": ("cross_lane", _mbcnt(high=True)),
    "llvm.amdgcn.ds.bpermute": ("cross_lane", _bpermute),
    "llvm.amdgcn.ds.read.tr16.b64": ("lds_read", _read_transposed),
}
