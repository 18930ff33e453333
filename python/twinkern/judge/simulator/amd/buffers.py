"""Buffer resources: make.buffer.rsrc and raw buffer loads and stores.

Range rule of a raw buffer (stride 0; CDNA3 ISA guide, buffer range checking, and LLVM's AMDGPU guide,
relaxed buffer mode): each dword is in range where its last byte lies before num_records, offsets unsigned
and without wrapping; a dword out of range loads as zero and is not stored. Accesses of one or two bytes are
checked as a whole, and so are atomics ("all or nothing"; RDNA3 ISA guide, buffer range checking). soffset takes part in the
check on gfx9 and not after (same place).

The resource: 48 bits of base and 32 of num_records; gfx1250 has 57 and 45 (as AMD's emulator rocjitsu decodes its words).
The flags' OOB_SELECT of gfx10 to gfx12 (bits 29:28; RDNA3 ISA guide, buffer resource) must ask for the raw rule (3), or for
none (2).

Flags with which an access does not do what is modelled here are a false claim where the resource is used. On gfx9 to gfx12:
ADD_TID_ENABLE (bit 23), which adds the lane's number to the index, and any TYPE (bits 31:30) but 0, a buffer. On gfx9 a
DATA_FORMAT (bits 18:15) of 0, invalid, with which the hardware drops accesses (CDNA3 ISA guide, buffer resource descriptor;
AMD's PAL, gfx9 buffer descriptors). On gfx1250, of whose flags the low four bits become bits 31:28, any OOB_SELECT but 3 (as
AMD's emulator rocjitsu decodes it, rocm-systems pull request 10362). What gfx10 to gfx12 do without a check is modelled.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..memory.findings import ClaimFinding
from ..memory.layout import check_storable, from_bytes, to_bytes
from ..memory.memory import Access
from ..memory.site import Request, Site
from ..run import atomics
from ..run.intrinsics import Handler
from ..run.machine import Machine
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.values import Array, FatPointer, Resource, Vector, from_bits
from .amdgcn import generation

_WORDS = ir.VectorType(4, ir.I32)


def _make_resource(c: Slots, i: ir.Instruction) -> Operation:
    pointer, stride, records, flags = i.operands
    if c.integer(stride, "a buffer stride", i.line) != 0:
        raise UnsupportedError("a buffer resource with a stride", i.line)
    # gfx1250 has 45 bits of num_records; the others keep the low 32 of what the IR passes.
    bits = 45 if c.machine.arch.startswith("gfx125") else 32
    keep = np.uint64((1 << bits) - 1)
    check_flags(c, flags, i.line)
    p, r, f, d = c.slot(pointer), c.slot(records), c.slot(flags), c.destination(i)
    start = from_bits(0, ir.I32) if i.type == ir.PointerType(7) else None

    def make(E: Environment) -> None:
        resource = Resource(E[p], E[r].astype(np.uint64) & keep, E[f])
        E[d] = resource if start is None else FatPointer(resource, start)

    return make


def check_flags(c: Slots, flags: ir.Operand, line: int) -> None:
    """Refuse a literal flags word that asks for a range rule other than the raw one or none."""
    if 10 <= generation(c.machine.arch) <= 12 and not c.machine.arch.startswith("gfx125"):
        select = c.integer(flags, "the flags of a buffer resource", line) >> 28 & 3
        if select < 2:
            raise UnsupportedError(f"a buffer resource with OOB_SELECT {select} (2 and 3 are known)", line)


def false_flags(arch: str, flags: Array) -> tuple[Array, str]:
    """Where flags are such that accesses do not do what is modelled, and why."""
    if arch.startswith("gfx125"):
        return flags & np.uint32(3) != 3, "leave out the range check: OOB_SELECT, in bits 1:0, is not 3"
    faults = [
        (flags >> np.uint32(23) & np.uint32(1) != 0, "add the lane's number to the index: ADD_TID_ENABLE, bit 23, is set"),
        (flags >> np.uint32(30) != 0, "are not a buffer's: TYPE, bits 31:30, is not 0"),
    ]
    if generation(arch) == 9:
        no_format = flags >> np.uint32(15) & np.uint32(15) == 0
        faults.append((no_format, "have no data format: bits 18:15 are 0, and accesses are dropped"))
    return next((fault for fault in faults if fault[0].any()), faults[0])


def as_resource(value: Resource | Vector) -> Resource:
    """A resource given as one, or as its four words."""
    if isinstance(value, Resource):
        return value
    low, high, records, flags = value
    base = low.astype(np.uint64) | (high & np.uint32(0xFFFF)).astype(np.uint64) << np.uint64(32)
    return Resource(base, records.astype(np.uint64), flags)


class RawAccess:
    """The shared part of raw accesses: offsets, range check, parts of an access.

    `operands` are the resource, voffset and soffset; `immediate` is added to voffset."""

    def __init__(self, c: Slots, i: ir.Instruction, size: int, operands: list[ir.Operand], immediate: int = 0) -> None:
        if size not in (1, 2, 4, 8, 12, 16):
            raise UnsupportedError(f"a raw buffer access of {size} bytes", i.line)
        if operands[0].type not in (_WORDS, ir.PointerType(8)):
            given = operands[0].type
            raise SimulatorError(f"line {i.line}: @{i.callee} with a resource of type {given}: ptr addrspace(8) is needed")
        if operands[0].type == _WORDS and c.machine.arch.startswith("gfx125"):
            raise UnsupportedError(f"a buffer resource as four words on {c.machine.arch}", i.line)
        self.machine: Machine = c.machine
        self.site: Site = c.site(i)
        self.size = size
        self.part = min(self.size, 4)
        self.resource, self.voffset, self.soffset = (c.slot(operand) for operand in operands[:3])
        self.no_soffset = isinstance(operands[2], ir.Constant) and operands[2].value in (0, "zero")
        self.immediate = np.uint64(immediate)
        self.gen = generation(c.machine.arch)

    flags: Array | None = None
    """The flags that were looked at last."""

    def check_flags(self, resource: Resource) -> None:
        """Report the lanes whose resource has flags with which an access does not do what is modelled."""
        if resource.flags is self.flags:
            return
        self.flags = resource.flags
        wrong, why = false_flags(self.machine.arch, self.flags)
        if wrong.any():
            word = int(np.broadcast_to(self.flags, wrong.shape)[wrong][0])
            message = f"the flags {word:#010x} of the buffer resource {why}"
            self.machine.report_lanes(ClaimFinding, self.site, wrong, message=message)

    def in_range(self, resource: Resource, offset: Array, soffset: Array | None, size: int) -> Array:
        """Whether `size` bytes from an offset (voffset plus immediate) are inside."""
        end = offset + np.uint64(size)
        if self.gen <= 9 and soffset is not None:
            end = end + soffset
        inside = end <= resource.records
        if self.gen >= 10 and not self.machine.arch.startswith("gfx125"):
            unchecked = (resource.flags >> np.uint32(28) & np.uint32(3)) == 2
            inside = np.where(unchecked, resource.records != 0, inside)
        return inside

    def place(self, E: Environment) -> tuple[Resource, Array, Array | None, Array]:
        """The resource, the offset (voffset plus immediate), soffset, and the addresses."""
        resource = as_resource(E[self.resource])
        self.check_flags(resource)
        offset = E[self.voffset].astype(np.uint64) + self.immediate
        soffset = None if self.no_soffset else E[self.soffset].astype(np.uint64)
        address = resource.base + offset
        return resource, offset, soffset, address if soffset is None else address + soffset

    def whole(self, E: Environment) -> tuple[Array, Array]:
        """Addresses, and which lanes' accesses are in range with all of their bytes."""
        resource, offset, soffset, address = self.place(E)
        return address, self.in_range(resource, offset, soffset, self.size)

    def pieces(self, E: Environment) -> list[tuple[int, int, Array, Array | bool]]:
        """(first byte, size, addresses, in range) of what can be accessed at once: the whole where no lane
        has a dword in and another out, else each dword."""
        resource, offset, soffset, address = self.place(E)
        whole = self.in_range(resource, offset, soffset, self.size)
        if whole.all():
            return [(0, self.size, address, True)]
        if self.size > self.part:
            start = self.in_range(resource, offset, soffset, self.part)
            if (start & ~whole).any():
                steps = [np.uint64(k) for k in range(0, self.size, self.part)]
                return [
                    (int(k), self.part, address + k, self.in_range(resource, offset + k, soffset, self.part)) for k in steps
                ]
        return [(0, self.size, address, whole)]

    def accesses(self, address: Array, size: int, inside: Array | bool, kind: str, align: int = 0) -> list[Access]:
        machine = self.machine
        request = self.request(size, kind, align)
        if inside is True:
            return machine.resolve(1, address, request)
        mask = machine.mask
        machine.mask = np.broadcast_to(inside, machine.lanes) if mask is None else mask & inside
        try:
            return machine.resolve(1, address, request)
        finally:
            machine.mask = mask

    def request(self, size: int, kind: str, align: int) -> Request:
        return Request(size, align or self.part, self.site, kind)

    def load(self, E: Environment) -> Array:
        """The bytes that each lane loads, shape (G|1, T|1, size)."""
        machine = self.machine
        found = [(self.accesses(address, size, inside, "load"), size) for _, size, address, inside in self.pieces(E)]
        machine.count([access for accesses, _ in found for access in accesses], "load", self.site)
        loaded = [machine.load(accesses, size, self.site, part=True) for accesses, size in found]
        if len(loaded) == 1:
            return loaded[0]
        shape = np.broadcast_shapes(*(part.shape[:-1] for part in loaded))
        return np.concatenate([np.broadcast_to(part, (*shape, part.shape[-1])) for part in loaded], axis=-1)

    def update(self, E: Environment, operands: list[Array], combine: Callable[..., Array]) -> Array:
        """Update the bytes of each lane that is in range with all of them, as `atomics.update`; the old bytes, else zeros."""
        self.machine.count_vector_memory(self.size)
        address, inside = self.whole(E)
        accesses = self.accesses(address, self.size, True if inside.all() else inside, "atomic", self.size)
        return atomics.update(self.machine, accesses, operands, self.site, combine)

    def store(self, E: Environment, data: Array) -> None:
        """Store the bytes of each lane, shape (G|1, T|1, size)."""
        machine = self.machine
        found = [
            (self.accesses(address, size, inside, "store"), first, size) for first, size, address, inside in self.pieces(E)
        ]
        machine.count([access for accesses, _, _ in found for access in accesses], "store", self.site)
        for accesses, first, size in found:
            part = data if size == self.size else data[..., first : first + size]
            machine.store(accesses, part, self.site, part=True)


def _load(c: Slots, i: ir.Instruction) -> Operation:
    check_storable(i.type, i.line)
    raw = RawAccess(c, i, i.type.size, i.operands)
    d, machine = c.destination(i), c.machine

    def load(E: Environment) -> None:
        machine.count_vector_memory(raw.size)
        E[d] = from_bytes(raw.load(E), i.type)

    return load


def _store(c: Slots, i: ir.Instruction) -> Operation:
    type_ = i.operands[0].type
    check_storable(type_, i.line)
    raw = RawAccess(c, i, type_.size, i.operands[1:])
    v, machine = c.slot(i.operands[0]), c.machine

    def store(E: Environment) -> None:
        machine.count_vector_memory(raw.size)
        raw.store(E, to_bytes(E[v], type_))

    return store


HANDLERS: dict[str, Handler] = {
    "llvm.amdgcn.make.buffer.rsrc": ("other", _make_resource),
    **{f"llvm.amdgcn.raw.{ptr}buffer.load": ("global_load", _load) for ptr in ("ptr.", "")},
    **{f"llvm.amdgcn.raw.{ptr}buffer.store": ("global_store", _store) for ptr in ("ptr.", "")},
}
