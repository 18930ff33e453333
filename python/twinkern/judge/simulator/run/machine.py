"""A batch of workgroups that executes: how an access is resolved and checked, and who is told of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

import numpy as np

from ..memory.batch import Batch, Shape
from ..memory.findings import Findings, MemoryFinding
from ..memory.hooks import Hooks, Wait
from ..memory.memory import (
    LDS_APERTURE,
    LEAD,
    PRIVATE_APERTURE,
    SLOT_BITS,
    Access,
    Bytes,
    GlobalMemory,
    Lds,
    Memory,
    Region,
    first_place,
    widest_unit,
    words_of,
)
from ..memory.site import Request, Site
from ..text.values import Array

Attached = TypeVar("Attached", bound=Hooks)
Told = ParamSpec("Told")


class Machine(Batch):
    """A batch that the compiled instructions work on. `on_...` are those who answer an event of `Hooks`."""

    def __init__(self, arch: str, shape: Shape, memory: GlobalMemory, findings: Findings) -> None:
        super().__init__(arch, shape, memory, findings)
        self.saturates = False  # conversions to narrow floats, by the mode register
        self.hooks: list[Hooks] = []
        self._bind()

    def attach(self, hooks: Hooks, first: bool = False) -> None:
        """Tell hooks of what happens from now on, behind those that are attached, or before them."""
        self.hooks.insert(0 if first else len(self.hooks), hooks)
        self._bind()

    def attached(self, kind: type[Attached]) -> Attached | None:
        """The attached hooks of a class."""
        return next((each for each in self.hooks if isinstance(each, kind)), None)

    def _bind(self) -> None:
        self.on_execute = self._telling(Hooks.execute)
        self.on_vector_memory = self._telling(Hooks.vector_memory)
        self.on_read = self._telling(Hooks.read)
        self.on_write = self._telling(Hooks.write)
        self.on_wrote = self._telling(Hooks.wrote)
        self.on_update = self._telling(Hooks.update)
        self.on_copy = self._telling(Hooks.copy)
        self.on_atomic = self._telling(Hooks.atomic)
        self.on_wait = self._telling(Hooks.wait)
        self.on_barrier = self._telling(Hooks.barrier)
        self.on_leave = self._telling(Hooks.leave)
        self.on_acquire = self._telling(Hooks.acquire)
        self.on_use = self._telling(Hooks.use)
        self.on_use_late = self._telling(Hooks.use_late)

    def _telling(self, event: Callable[Concatenate[Hooks, Told], None]) -> tuple[Callable[Told, None], ...]:
        """Those who are told of an event: whoever has more to say to it than `Hooks`."""
        name = event.__name__
        return tuple(getattr(each, name) for each in self.hooks if getattr(type(each), name) is not event)

    def start(self, first: int, groups: int) -> None:
        super().start(first, groups)
        for each in self.hooks:
            each.start(self)

    # What orders accesses: who is told of it.

    def barrier(self, groups: Array | None = None) -> None:
        """Every live wave of the batch passed a barrier, or of some of its workgroups (G)."""
        for tell in self.on_barrier:
            tell(self, groups)

    def wait(self, wait: Wait) -> None:
        """The active waves wait."""
        for tell in self.on_wait:
            tell(self, wait)

    def acquire(self) -> None:
        """The active waves pass an acquire fence of LDS."""
        for tell in self.on_acquire:
            tell(self)

    def note_atomic(self) -> None:
        """The active lanes do an atomic access to global memory."""
        for tell in self.on_atomic:
            tell(self)

    # Accesses.

    def resolve(self, space: int, pointer: Array, request: Request) -> list[Access]:
        """The active lanes' accesses, by the memory they fall in. Those outside are reported and left out."""
        select = self.mask
        values = pointer if select is None else np.broadcast_to(pointer, self.lanes)[select]
        if values.size == 0:
            return []
        if space == 3:
            return self._locate(self.lds, values, select, request)
        if space == 5:
            return self._locate(self.private, values, select, request)
        low, high = int(values.min()), int(values.max())
        if low >> SLOT_BITS == high >> SLOT_BITS and low >> SLOT_BITS in self.memory.slots:
            allocation = self.memory.slots[low >> SLOT_BITS]
            offsets = (values - np.uint64(allocation.base)).view(np.int64)
            return self._locate(allocation, offsets, select, request)
        return self._split(pointer, request)

    def _split(self, pointer: Array, request: Request) -> list[Access]:
        """Accesses that fall in several memories: one part for each."""
        values = np.broadcast_to(pointer, self.lanes)
        active = np.ones(self.lanes, np.bool_) if self.mask is None else self.mask
        slots = values >> np.uint64(SLOT_BITS)
        parts: list[Access] = []
        for slot in np.unique(slots[active]).tolist():
            select = active & (slots == np.uint64(slot))
            chosen = values[select]
            start = slot << SLOT_BITS
            if slot in self.memory.slots:
                memory: Memory = self.memory.slots[slot]
                start = self.memory.slots[slot].base
            elif start >= PRIVATE_APERTURE:
                memory, start = self.private, PRIVATE_APERTURE
            elif start >= LDS_APERTURE:
                memory, start = self.lds, LDS_APERTURE
            else:
                self._report_nowhere(chosen, select, request)
                continue
            parts += self._locate(memory, (chosen - np.uint64(start)).view(np.int64), select, request)
        return parts

    def _locate(self, memory: Memory, offsets: Array, select: Array | None, request: Request) -> list[Access]:
        """Check alignment and range of offsets in one memory; find their place in its bytes."""
        bits = int(np.bitwise_or.reduce(offsets, axis=None))
        if (bits & (request.align - 1) or request.align > memory.alignment) and self.findings.wants("memory"):
            self._report_misaligned(memory, offsets, select, request)
        low, high = int(offsets.min()), int(offsets.max()) + request.size
        if not memory.spans(low, high):
            good = memory.inside(offsets, request.size)
            if not good.all():
                self._report_outside(memory, offsets, ~good, select, request)
                select, offsets = self._keep(good, offsets, select)
                if offsets.size == 0:
                    return []
                low, high = int(offsets.min()), int(offsets.max()) + request.size
        flat = offsets.astype(np.int64)
        if isinstance(memory, Lds):
            memory.used = max(memory.used, high)
        if (base := memory.lane_base) is not None:
            flat = flat + (base if select is None else np.broadcast_to(base, self.lanes)[select])
        if offsets.shape != flat.shape:
            offsets = np.broadcast_to(offsets, flat.shape)
        unit = widest_unit(request.size, bits & -bits or 16)
        return [Access(memory, offsets, flat, request.size, unit, select, low, high, self.lanes)]

    def _keep(self, good: Array, offsets: Array, select: Array | None) -> tuple[Array, Array]:
        """The mask and the offsets of the lanes whose access is good."""
        chosen = np.zeros(self.lanes, np.bool_)
        if select is None:
            chosen[...] = np.broadcast_to(good, self.lanes)
            return chosen, np.broadcast_to(offsets, self.lanes)[chosen]
        chosen[select] = good
        return chosen, offsets[good]

    def _report_nowhere(self, addresses: Array, select: Array, request: Request) -> None:
        address, kind, size = int(addresses[0]), request.kind, request.size
        slot = min(self.memory.slots, key=lambda s: abs((s << SLOT_BITS) + LEAD - address), default=None)
        near = "" if slot is None else f"; the nearest allocation is {self.memory.slots[slot].name}"
        what = "a null pointer" if address < 4096 else f"address {address:#x}, in no allocation{near}"
        access = Access(Memory(Bytes(np.empty(0, np.uint8)), []), addresses, addresses, size, 1, select)
        self.report(
            MemoryFinding, access, (0,), request.site, np.ones(addresses.shape, np.bool_),
            message=f"{kind} of {size} bytes through {what}", access=kind, address=address, size=size,
        )  # fmt: skip

    def report_read_only(self, access: Access, site: Site, kind: str) -> None:
        """Report a write to memory that is not to be written: a constant, or an array that NumPy protects."""
        lane = (0,) * access.offsets.ndim
        offset, (region,) = int(access.offsets[lane]), access.memory.regions
        self.report(
            MemoryFinding, access, lane, site, np.ones(access.flat.shape, np.bool_),
            message=f"{kind} of {access.size} bytes at byte {offset} of {region.name}, which is read-only",
            access=kind, address=offset, size=access.size, owner=region.name,
        )  # fmt: skip

    def _report_misaligned(self, memory: Memory, offsets: Array, select: Array | None, request: Request) -> None:
        size, kind = request.size, request.kind
        access = Access(memory, offsets, offsets, size, 1, select)
        off = memory.alignment & (request.align - 1)
        bad = (offsets + offsets.dtype.type(off) & offsets.dtype.type(request.align - 1)) != 0
        if not bad.any():
            return
        lane = first_place(bad)
        offset = int(offsets[lane])
        region = memory.region_near(offset)
        name = region.name if region else memory.space
        needed = f"the instruction says align {request.align}" if request.stated else f"it must be aligned to {request.align}"
        if off:
            needed += f", and {name} is at {memory.alignment} modulo {2 * memory.alignment}"
        self.report(
            MemoryFinding, access, lane, request.site, bad,
            message=f"misaligned {kind} of {size} bytes at byte {offset} of {name}: {needed}",
            access=kind, space=memory.space, address=offset, size=size, owner=name,
        )  # fmt: skip

    def _report_outside(self, memory: Memory, offsets: Array, bad: Array, select: Array | None, request: Request) -> None:
        """One finding for each object that is missed, and for each side of it."""
        where = offsets.astype(np.int64)
        if memory.space != "global":
            where = np.where(where >= 1 << 31, where - (1 << 32), where)
        number = memory.nearest(where)
        starts = np.array([region.start for region in memory.regions] or [0])
        missed = 2 * number + (where >= starts[number])
        access = Access(memory, offsets, where, request.size, 1, select)
        for each in np.unique(missed[bad]).tolist():
            region = memory.regions[each // 2] if memory.regions else None
            self._report_missed(access, region, bad & (missed == each), request)

    def _report_missed(self, access: Access, region: Region | None, bad: Array, request: Request) -> None:
        memory, size, kind = access.memory, request.size, request.kind
        lane = first_place(bad)
        offset = int(access.flat[lane])
        if region is None:
            message = f"{kind} of {size} bytes at byte {offset} of {memory.space}, of which the kernel has none"
            outside = size
        else:
            past = offset + size - (region.start + region.size)
            outside = past if past > 0 and offset >= region.start else offset - region.start
            side = "past the end" if outside > 0 else "before the start"
            message = (
                f"out-of-range {kind} of {size} bytes at byte {offset - region.start} of {region.name} "
                f"({region.size} bytes): {abs(outside)} bytes {side}"
            )
        self.report(
            MemoryFinding, access, lane, request.site, bad, message=message, access=kind, space=memory.space,
            address=memory.base + offset, size=size, owner=region.name if region else None, outside_by=outside,
        )  # fmt: skip

    def count_vector_memory(self, size: int, pointer: Array | None = None) -> None:
        """The active waves load or store `size` bytes a lane of global memory, 16 bytes at most an instruction. A load through
        one pointer for all lanes is taken for a scalar load, which is not counted."""
        if self.on_vector_memory and (pointer is None or pointer.shape[1] > 1):
            for tell in self.on_vector_memory:
                tell(self, -(-size // 16))

    # Loads and stores of bytes.

    def count(self, accesses: list[Access], kind: str, site: Site) -> None:
        """Count an execution of a memory instruction, where that was asked for."""
        for tell in self.on_execute:
            tell(self, accesses, kind, site)

    def load(self, accesses: list[Access], size: int, site: Site, *, part: bool = False) -> Array:
        """Bytes of each lane, shape (G|1, T|1, size); zeros for lanes without an access. The caller counts a `part`."""
        if not part:
            self.count(accesses, "load", site)
        for access in accesses:
            for tell in self.on_read:
                tell(self, access, site)
        if len(accesses) == 1:
            access = accesses[0]
            return access.expand(access.gather(access.memory.content))
        out = np.zeros((*self.lanes, size), np.uint8)
        for access in accesses:
            out[access.place] = access.gather(access.memory.content)
        return out

    def store(self, accesses: list[Access], data: Array, site: Site, *, part: bool = False) -> None:
        """Write the bytes of each lane: `data` of shape (G|1, T|1, size). The caller counts a `part`."""
        if not part:
            self.count(accesses, "store", site)
        for access in accesses:
            access = access.full()
            if access.memory.constant:
                self.report_read_only(access, site, "store")
                continue
            words = words_of(data, access)
            self.overwrite(access, words, site)
            for tell in self.on_wrote:
                tell(self, access, site, words)

    def overwrite(self, access: Access, words: Array, site: Site) -> None:
        """Write words, by which nobody is taken to have written the bytes yet: a store, or the bytes of a load to LDS."""
        for tell in self.on_write:
            tell(self, access, site, words)
        access.memory.content.view(access.unit)[access.index] = words
