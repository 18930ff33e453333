"""Buffer fat pointers: `ptr addrspace(7)`, a buffer resource and an offset of 32 bits in it, as IREE's kernels use them.

LLVM lowers them to raw buffer accesses (AMDGPULowerBufferFatPointers; checked against LLVM 22.1): make.buffer.rsrc.p7 and a
cast from `ptr addrspace(8)` start at offset 0, getelementptr adds to the offset modulo 2^32, and an access has the offset as
voffset and no soffset, so that all of it takes part in the range check. A type wider than 16 bytes, or of an odd size, is cut
into raw accesses of 16, 12, 8, 4, 2 and 1 bytes, greedily (getVecSlices; that LLVM after 22 cuts vectors of 8 and 16 bits
smaller where they are aligned to less than 4 bytes is not modelled). What is out of range is told by the rules of
raw buffers, in `buffers`: dword by dword, a zero for a load and nothing for a store.

A load to LDS through one is a raw buffer load to LDS (`lds_load`). Masked loads and stores become one access under a branch
where the mask is a splat, none where it is all false, and else an access an element (ScalarizeMaskedMemIntrin).

Refused by name: atomic accesses other than a monotonic atomicrmw, arrays and structs through them, memcpy, masks of pointers,
comparing them, turning them into numbers, and keeping them in vectors or in memory.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..memory.layout import check_storable, from_bytes, to_bytes
from ..memory.site import Request, Site
from ..run import atomics, library, operations
from ..run.intrinsics import Handler
from ..run.machine import Machine
from ..run.operations import shuffle_picks
from ..run.slots import Builder, Environment, Operation, Slots
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.reader import BINARY
from ..text.values import Array, FatPointer, Resource, Vector, element_type, from_bits
from .amdgcn import generation
from .buffers import RawAccess

FAT, RESOURCE = ir.PointerType(7), ir.PointerType(8)
_SIZES = (16, 12, 8, 4, 2, 1)


def slices(size: int) -> list[int]:
    """Bytes of each raw access that LLVM makes of an access of `size` bytes, in order."""
    found: list[int] = []
    while left := size - sum(found):
        found.append(next(n for n in _SIZES if n <= left))
    return found


def dwords(sizes: list[int]) -> list[tuple[int, int]]:
    """(first byte, size) of what the range check looks at apart in accesses of these sizes."""
    found, at = [], 0
    for size in sizes:
        found += [(first, min(size, 4)) for first in range(at, at + size, 4)]
        at += size
    return found


class FatAccess(RawAccess):
    """An access of `type_`, `first` bytes behind a fat pointer, at an alignment that the text states (0: none)."""

    def __init__(self, c: Slots, i: ir.Instruction, type_: ir.Type, pointer: ir.Operand, align: int, first: int = 0) -> None:
        check_storable(type_, i.line)
        if isinstance(type_, (ir.ArrayType, ir.StructType)):
            raise UnsupportedError(f"{i.op} of {type_} through {FAT}", i.line)
        self.machine: Machine = c.machine
        self.site: Site = c.site(i)
        self.type = type_
        self.size = type_.size
        self.pointer = c.slot(pointer)
        self.align = align
        self.part = min(self.size, 4)
        self.immediate = np.uint64(first)
        self.gen = generation(c.machine.arch)
        self.slices = slices(self.size)
        self.parts = dwords(self.slices)

    def place(self, E: Environment) -> tuple[Resource, Array, Array | None, Array]:
        pointer: FatPointer = E[self.pointer]
        self.check_flags(pointer.resource)
        offset = pointer.offset.astype(np.uint64) + self.immediate
        return pointer.resource, offset, None, pointer.resource.base + offset

    def pieces(self, E: Environment) -> list[tuple[int, int, Array, Array | bool]]:
        resource, offset, _, address = self.place(E)
        if self.in_range(resource, offset, None, self.size).all():
            return [(0, self.size, address, True)]
        found: list[tuple[int, int, Array, Array | bool]] = []
        for first, size in self.parts:
            step = np.uint64(first)
            found.append((first, size, address + step, self.in_range(resource, offset + step, None, size)))
        return found

    def request(self, size: int, kind: str, align: int) -> Request:
        if not self.align:
            return super().request(size, kind, align)
        return Request(size, self.align if size == self.size else min(self.align, size), self.site, kind, stated=True)

    def read(self, E: Environment) -> Array | Vector:
        self._count()
        return from_bytes(self.load(E), self.type)

    def write(self, E: Environment, value: Array | Vector) -> None:
        self._count()
        self.store(E, to_bytes(value, self.type))

    def _count(self) -> None:
        for size in self.slices:
            self.machine.count_vector_memory(size)


def _refuse_atomic(i: ir.Instruction) -> None:
    if "atomic" in i.flags:
        raise UnsupportedError(f"an atomic {i.op} through {FAT}", i.line)


def _load(c: Slots, i: ir.Instruction) -> Operation:
    _refuse_atomic(i)
    access, d = FatAccess(c, i, i.type, i.operands[0], i.extra["align"]), c.destination(i)

    def load(E: Environment) -> None:
        E[d] = access.read(E)

    return load


def _store(c: Slots, i: ir.Instruction) -> Operation:
    _refuse_atomic(i)
    value, pointer = i.operands
    access, v = FatAccess(c, i, value.type, pointer, i.extra["align"]), c.slot(value)
    return lambda E: access.write(E, E[v])


def _update(c: Slots, i: ir.Instruction) -> Operation:
    """atomicrmw, as a raw buffer atomic: nothing is updated where a byte is out of range, and 0 is the old value."""
    if i.extra["ordering"] != "monotonic":
        raise UnsupportedError(f"atomicrmw {i.extra['ordering']} through {FAT} (monotonic is)", i.line)
    pointer, value = i.operands
    access, type_ = FatAccess(c, i, value.type, pointer, 0), value.type
    combine = atomics.combiner(i.extra["operation"], type_, i.line)
    v, d = c.slot(value), c.destination(i)

    def update(E: Environment) -> None:
        old = access.update(E, [to_bytes(E[v], type_)], combine)
        if d >= 0:
            E[d] = from_bytes(old, type_)

    return update


def _getelementptr(c: Slots, i: ir.Instruction) -> Operation:
    """The offset is moved as a pointer of 32 bits is. That it stays in its object says nothing here: the range check does."""
    narrow = ir.PointerType(3)
    start = ir.Local(narrow, f"{i.name} before")
    move = replace(i, operands=[start, *i.operands[1:]], name=f"{i.name} behind", type=narrow, flags=i.flags - {"inbounds"})
    p, d, before, behind = c.slot(i.operands[0]), c.destination(i), c.slot(start), c.destination(move)
    operation = operations.build_getelementptr(c, move)

    def address(E: Environment) -> None:
        pointer: FatPointer = E[p]
        E[before] = pointer.offset
        operation(E)
        E[d] = FatPointer(pointer.resource, E[behind])

    return address


def _addrspacecast(c: Slots, i: ir.Instruction) -> Operation:
    p, d, start = c.slot(i.operands[0]), c.destination(i), from_bits(0, ir.I32)
    return lambda E: E.__setitem__(d, FatPointer(E[p], start))


def _through(position: int, kind: ir.Type, build: Builder, other: Builder) -> Builder:
    """One builder for instructions whose operand at a position has a type, another one for all else."""
    return lambda c, i: (build if i.operands[position].type == kind else other)(c, i)


def _cast(c: Slots, i: ir.Instruction) -> Operation:
    good = i.operands[0].type == RESOURCE and i.type == FAT
    return _addrspacecast(c, i) if good else operations.build_cast(c, i)


BUILDERS: dict[str, Builder] = {
    "load": _through(0, FAT, _load, operations.build_load),
    "store": _through(1, FAT, _store, operations.build_store),
    "getelementptr": _through(0, FAT, _getelementptr, operations.build_getelementptr),
    "addrspacecast": _cast,
    "atomicrmw": _through(0, FAT, _update, atomics.build_atomicrmw),
}


# Masked accesses.


def is_splat(c: Slots, operand: ir.Operand, depth: int = 6) -> bool:
    """Whether LLVM sees that all elements of a vector are the first one (isSplatValue)."""
    if isinstance(operand, ir.Constant):
        return not isinstance(operand.value, tuple) or len(set(operand.value)) == 1
    i = _definition(c, operand)
    if i is None or depth == 0:
        return False
    if i.op == "shufflevector":
        return set(shuffle_picks(i)) == {0}
    return i.op in (*BINARY, "select") and all(is_splat(c, o, depth - 1) for o in i.operands)


def _definition(c: Slots, operand: ir.Operand) -> ir.Instruction | None:
    name = operand.name if isinstance(operand, ir.Local) else None
    return next((i for block in c.function.blocks for i in block.instructions if i.name == name), None) if name else None


def _elements(c: Slots, i: ir.Instruction, type_: ir.Type, pointer: ir.Operand) -> list[FatAccess]:
    """The accesses of a masked load or store: one where the mask is a splat, else one an element."""
    mask, align = library.masked(c, i)
    if is_splat(c, mask):
        return [FatAccess(c, i, type_, pointer, align)]
    element = element_type(type_)
    align = min(align, element.size)
    return [FatAccess(c, i, element, pointer, align, n * element.size) for n in range(ir.expect(type_, ir.VectorType).count)]


def _masked_load(c: Slots, i: ir.Instruction) -> Operation:
    """(pointer, mask, value where the mask is off)."""
    accesses = _elements(c, i, i.type, i.operands[0])
    m, p, d, machine = c.slot(library.masked(c, i)[0]), c.slot(i.operands[-1]), c.destination(i), c.machine
    whole = accesses[0].size == i.type.size

    def load(E: Environment) -> None:
        result = E[p] if whole else list(E[p])
        for n, access in enumerate(accesses):
            if (inner := library.narrowed(machine, E[m][n])) is not None:
                with machine.masked(inner):
                    found = access.read(E)
                if whole:
                    result = operations.choose(E[m][0], found, result)
                else:
                    result[n] = operations.choose(E[m][n], found, result[n])
        E[d] = result if whole else Vector(result)

    return load


def _masked_store(c: Slots, i: ir.Instruction) -> Operation:
    """(value, pointer, mask)."""
    type_ = i.operands[0].type
    accesses = _elements(c, i, type_, i.operands[1])
    v, m, machine = c.slot(i.operands[0]), c.slot(library.masked(c, i)[0]), c.machine
    whole = accesses[0].size == type_.size

    def store(E: Environment) -> None:
        for n, access in enumerate(accesses):
            if (inner := library.narrowed(machine, E[m][n])) is not None:
                with machine.masked(inner):
                    access.write(E, E[v] if whole else E[v][n])

    return store


HANDLERS: dict[str, Handler] = {
    name: (kind, _through(position, FAT, build, library.HANDLERS[name][1]))
    for name, kind, position, build in (
        ("llvm.masked.load", "global_load", 0, _masked_load),
        ("llvm.masked.store", "global_store", 1, _masked_store),
    )
}
