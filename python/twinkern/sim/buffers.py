"""Buffer resources: make.buffer.rsrc and raw buffer loads and stores.

Range rule of a raw buffer (stride 0; CDNA3 ISA guide, buffer range checking, and LLVM's AMDGPU guide,
relaxed buffer mode): each dword is in range where its last byte lies before num_records, offsets unsigned
and without wrapping; a dword out of range loads as zero and is not stored. Accesses of one or two bytes are
checked as a whole.
"""

from __future__ import annotations

import numpy as np

from . import ir
from .amdgcn import generation
from .compiler import Compiler, Environment, Operation
from .errors import UnsupportedError
from .intrinsics import Handler
from .layout import check_storable, from_bytes, to_bytes
from .machine import Machine, Request, Site
from .memory import Access
from .operations import check_poison
from .values import Array, Resource


def _make_resource(c: Compiler, i: ir.Instruction) -> Operation:
    pointer, stride, records, flags = i.operands
    if c.integer(stride, "a buffer stride", i.line) != 0:
        raise UnsupportedError("a buffer resource with a stride", i.line)
    # gfx1250 has 45 bits of num_records; the others keep the low 32 of what the IR passes.
    bits = 45 if c.machine.arch == "gfx1250" else 32
    keep = np.uint64((1 << bits) - 1)
    p, r, f, d = c.slot(pointer), c.slot(records), c.slot(flags), c.destination(i)

    def make(E: Environment) -> None:
        E[d] = Resource(E[p], E[r].astype(np.uint64) & keep, E[f])

    return make


class RawAccess:
    """The shared part of raw loads and stores: offsets, range check, parts of an access."""

    def __init__(self, c: Compiler, i: ir.Instruction, type_: ir.Type, operands: list[ir.Operand]) -> None:
        check_storable(type_, i.line)
        if type_.size not in (1, 2, 4, 8, 12, 16):
            raise UnsupportedError(f"a raw buffer access of type {type_}", i.line)
        self.machine: Machine = c.machine
        self.site: Site = c.site(i)
        self.type = type_
        self.size = type_.size
        self.part = min(self.size, 4)
        self.resource, self.voffset, self.soffset = (c.slot(operand) for operand in operands[:3])
        self.no_soffset = isinstance(operands[2], ir.Constant) and operands[2].value in (0, "zero")
        generation(c.machine.arch)

    def offsets(self, E: Environment) -> Array:
        offset = E[self.voffset].astype(np.uint64)
        return offset if self.no_soffset else offset + E[self.soffset].astype(np.uint64)

    def pieces(self, E: Environment) -> list[tuple[int, int, Array, Array | bool]]:
        """(first byte, size, addresses, in range) of what can be accessed at once: the whole where no lane
        has a dword in and another out, else each dword."""
        resource: Resource = E[self.resource]
        offset = self.offsets(E)
        address = resource.base + offset
        whole = offset + np.uint64(self.size) <= resource.records
        if whole.all():
            return [(0, self.size, address, True)]
        if self.size > self.part:
            start = offset + np.uint64(self.part) <= resource.records
            if (start & ~whole).any():
                steps = [np.uint64(k) for k in range(0, self.size, self.part)]
                last = np.uint64(self.part)
                return [(int(k), self.part, address + k, offset + k + last <= resource.records) for k in steps]
        return [(0, self.size, address, whole)]

    def accesses(self, address: Array, size: int, inside: Array | bool, kind: str) -> list[Access]:
        machine = self.machine
        request = Request(size, self.part, self.site, kind)
        if inside is True:
            return machine.resolve(1, address, request)
        mask = machine.mask
        machine.mask = np.broadcast_to(inside, machine.lanes) if mask is None else mask & inside
        try:
            return machine.resolve(1, address, request)
        finally:
            machine.mask = mask


def _load(c: Compiler, i: ir.Instruction) -> Operation:
    raw = RawAccess(c, i, i.type, i.operands)
    d, machine = c.destination(i), c.machine

    def load(E: Environment) -> None:
        pieces = raw.pieces(E)
        found = [(raw.accesses(address, size, inside, "load"), size) for _, size, address, inside in pieces]
        machine.count([access for accesses, _ in found for access in accesses], "load", raw.site)
        loaded = [machine.load(accesses, size, raw.site, part=True) for accesses, size in found]
        if len(loaded) > 1:
            shape = np.broadcast_shapes(*(part.shape for part in loaded))
            loaded = [np.concatenate([np.broadcast_to(part, shape) for part in loaded], axis=-1)]
        E[d] = from_bytes(loaded[0], i.type)

    return load


def _store(c: Compiler, i: ir.Instruction) -> Operation:
    type_ = i.operands[0].type
    raw = RawAccess(c, i, type_, i.operands[1:])
    v, machine = c.slot(i.operands[0]), c.machine

    def store(E: Environment) -> None:
        if machine.check_initialisation:
            check_poison(machine, raw.site, E[v], "store of")
        data = to_bytes(E[v], type_)
        found = [(raw.accesses(address, size, inside, "store"), first, size) for first, size, address, inside in raw.pieces(E)]
        machine.count([access for accesses, _, _ in found for access in accesses], "store", raw.site)
        for accesses, first, size in found:
            part = data if size == raw.size else data[..., first : first + size]
            machine.store(accesses, part, raw.site, part=True)

    return store


HANDLERS: dict[str, Handler] = {
    "llvm.amdgcn.make.buffer.rsrc": ("other", _make_resource),
    "llvm.amdgcn.raw.ptr.buffer.load": ("global_load", _load),
    "llvm.amdgcn.raw.ptr.buffer.store": ("global_store", _store),
}
