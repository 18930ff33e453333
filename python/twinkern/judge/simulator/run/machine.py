"""A batch of workgroups in flight: its lanes, masks and memories, and how an access is resolved and
checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..memory.counters import AccessCounter, Counters
from ..memory.findings import (
    CoverageFinding,
    DivergenceFinding,
    Finding,
    Findings,
    InitialisationFinding,
    MemoryFinding,
    earlier_access,
)
from ..memory.global_races import Order
from ..memory.lds import Lds
from ..memory.memory import (
    LDS_APERTURE,
    LEAD,
    PRIVATE_APERTURE,
    SLOT_BITS,
    Access,
    Allocation,
    Bytes,
    GlobalMemory,
    Memory,
    Region,
    first_byte,
    widest_unit,
)
from ..text.values import Array

if TYPE_CHECKING:
    from ..memory.claims import SiteClaims


@dataclass(frozen=True, slots=True)
class Site:
    """An instruction as findings name it."""

    line: int
    text: str
    atomic: bool = False
    transfer: bool = False  # a load straight to LDS
    late: int = -1  # the slot of an LDS read's value, where only other segments use it
    read: int = 0  # the number of an LDS read whose value is put to use (`uses`)
    claims: SiteClaims | None = None  # what its accesses could break


@dataclass(frozen=True, slots=True)
class Request:
    """What an instruction asks of memory: `kind` is "load", "store" or "atomic"; sizes in bytes. `stated`: the text says the
    alignment, else the hardware asks for it."""

    size: int
    align: int
    site: Site
    kind: str
    stated: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """What does not change from batch to batch."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    wave: int
    lds_regions: tuple[Region, ...]
    private_bytes: int
    barrier_waits: bool = False  # for the stores to LDS before it

    @property
    def threads(self) -> int:
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def waves(self) -> int:
        return -(-self.threads // self.wave)


class Private(Memory):
    """Per-lane memory of allocas, `stride` bytes a lane."""

    space = "private"

    def __init__(self, lanes: int, size: int) -> None:
        self.stride = -(-size // 16) * 16
        super().__init__(Bytes(np.zeros(lanes * self.stride, np.uint8)), [Region("alloca", 0, size)])
        self.shadow = Bytes(np.zeros(lanes * self.stride, np.uint8))


class Machine:
    """State that the compiled instructions work on. `mask` is None where every lane of the batch is
    active."""

    def __init__(
        self, arch: str, shape: Shape, memory: GlobalMemory, findings: Findings, counters: Counters, count: bool = False
    ) -> None:
        self.arch = arch
        self.shape = shape
        self.wave = shape.wave
        self.memory = memory
        self.findings = findings
        self.counters = counters
        self.access_counter = AccessCounter(arch) if count else None
        self.check_initialisation = findings.wants("initialisation")
        self.check_lds = any(map(findings.wants, ("initialisation", "race", "dma")))
        self.order: Order | None = None  # of accesses to buffers that are looked at for races
        self.saturates = False  # conversions to narrow floats, by the mode register
        self.waves = shape.waves
        self.threads = self.waves * self.wave
        thread = np.arange(self.threads, dtype=np.uint32)[None, :]
        bx, by = shape.block[0], shape.block[1]
        self.workitem = (thread % bx, thread // bx % by, thread // (bx * by))
        self.wave_code = (thread // self.wave + 1).astype(np.uint8)
        self.lane_id = thread % np.uint32(self.wave)

    def start(self, first: int, groups: int) -> None:
        """Begin a batch: workgroups `first` and following, x fastest."""
        number = np.arange(first, first + groups, dtype=np.uint32)[:, None]
        gx, gy, _ = self.shape.grid
        self.workgroup = (number % gx, number // gx % gy, number // (gx * gy))
        self.first = first
        self.groups = groups
        self.lanes = (groups, self.threads)
        self.mask: Array | None = None
        self._waves_of: tuple[Any, Array] = (self, np.ones((groups, self.waves), np.bool_))
        self.live = np.broadcast_to(np.arange(self.threads) < self.shape.threads, self.lanes).copy()
        self.unwritten: dict[int, list[tuple[Array, Finding, int]]] = {}
        self.lds = Lds(list(self.shape.lds_regions), groups, self.waves)
        self.private = Private(groups * self.threads, self.shape.private_bytes)
        if self.order is not None:
            self.order.start(self)

    def per_wave(self, values: Array) -> Array:
        """View lane values with lanes of a wave along the last axis: shape (G|1, W, wave)."""
        if values.shape[1] != self.threads:
            values = np.broadcast_to(values, (values.shape[0], self.threads))
        return values.reshape(values.shape[0], self.waves, self.wave)

    def active_waves(self) -> Array:
        """(G, W): waves with an active lane."""
        if self._waves_of[0] is not self.mask:
            active = (
                np.ones((self.groups, self.waves), np.bool_) if self.mask is None else self.per_wave(self.mask).any(axis=-1)
            )
            self._waves_of = (self.mask, active)
        return self._waves_of[1]

    def active_lanes(self) -> int:
        return self.groups * self.threads if self.mask is None else int(np.count_nonzero(self.mask))

    def barrier(self, groups: Array | None = None) -> None:
        """Every live wave of the batch passed a barrier, or of some of its workgroups (G)."""
        if self.shape.barrier_waits:
            whole = np.ones((self.groups, self.waves), np.bool_)
            self.lds.wait(whole if groups is None else whole & groups[:, None])
        if groups is None:
            self.lds.barrier()
        else:
            self.lds.barrier_of(groups)
        if self.order is not None:
            self.order.barrier(self.shape.barrier_waits, slice(None) if groups is None else groups)

    def wait_for_stores(self) -> None:
        """The active waves wait for their stores to global memory."""
        if self.order is not None:
            self.order.wait(self.active_waves())

    def note_atomic(self) -> None:
        """The active lanes do an atomic access to global memory."""
        if self.order is not None:
            self.order.atomic(self)

    # Findings.

    def place(self, group: int, thread: int) -> dict[str, Any]:
        """The fields of a finding that say where."""
        x, y, z = (int(axis[group, 0]) for axis in self.workgroup)
        return {
            "workgroup": (x, y, z),
            "thread": thread,
            "wave": thread // self.wave,
            "lane": thread % self.wave,
        }

    def lane_position(self, access: Access, lane: tuple[int, ...]) -> tuple[int, int]:
        """(group, thread) of a lane of an access."""
        if access.select is None:
            return lane[0], lane[1]
        flat = int(np.flatnonzero(access.select)[lane[0]])
        return divmod(flat, self.threads)

    def report(
        self,
        kind: type[Finding],
        access: Access,
        lane: tuple[int, ...],
        site: Site,
        hits: Array,
        /,
        **fields: Any,
    ) -> None:
        """Add a finding seen at `lane` of an access; `hits` (lanes, or lanes x bytes) says how many lanes
        share it. What an LDS read whose value is used elsewhere finds unwritten waits for that use."""
        place = self.place(*self.lane_position(access, lane))
        if access.memory.space == "lds" and "address" in fields and "owner" not in fields:
            region = access.memory.region_near(fields["address"])
            fields["owner"] = region.name if region else None
        lanes = int(np.count_nonzero(hits.any(axis=-1) if hits.ndim > access.flat.ndim else hits))
        if access.select is None:
            lanes *= self.groups * self.threads // access.flat.size
        finding = kind(line=site.line, instruction=site.text, **place, **fields)
        if site.late >= 0 and kind is InitialisationFinding:
            marked = np.ones((*access.flat.shape, 1), np.uint8) * hits.any(axis=-1)[..., None]
            where = np.broadcast_to(access.expand(marked)[..., 0], self.lanes) != 0
            self.unwritten.setdefault(site.late, []).append((where, finding, lanes))
        else:
            self.findings.add(finding, lanes)

    def use_late(self, slots: frozenset[int]) -> None:
        """The active lanes use the values in these slots: report those that were read from LDS that nobody wrote."""
        for slot in slots & self.unwritten.keys():
            waiting = self.unwritten.pop(slot)
            for where, finding, lanes in waiting:
                if self.mask is None or (where & self.mask).any():
                    self.findings.add(finding, lanes)
                else:
                    self.unwritten.setdefault(slot, []).append((where, finding, lanes))

    def report_lanes(self, kind: type[Finding], site: Site, hits: Array, **fields: Any) -> None:
        """Add a finding for the active lanes where `hits` (G|1, T|1) is set, if there are any."""
        hits = np.broadcast_to(hits, self.lanes)
        hits = hits & (self.live if self.mask is None else self.mask)
        if hits.any():
            where = self.place(*divmod(int(np.argmax(hits)), self.threads))
            finding = kind(line=site.line, instruction=site.text, **where, **fields)
            self.findings.add(finding, int(np.count_nonzero(hits)))

    def require_whole_waves(self, site: Site, what: str) -> None:
        """Report waves of which only some live lanes are here."""
        if self.mask is not None and self.mask is not self.live:
            self.report_split_waves(site, what, self.mask, self.live & ~self.mask)

    def report_split_waves(self, site: Site, what: str, here: Array | None, elsewhere: Array | None) -> None:
        """Report waves that have lanes both in `here` and in `elsewhere` (None: all lanes)."""
        everywhere = np.ones(self.lanes, np.bool_)
        active = self.per_wave(everywhere if here is None else here)
        absent = self.per_wave(everywhere if elsewhere is None else elsewhere)
        split = active.any(axis=-1) & absent.any(axis=-1)
        if not split.any():
            return
        group, wave = (int(i[0]) for i in np.nonzero(split))
        lanes = int(active[group, wave].sum())
        live = int(self.per_wave(self.live)[group, wave].sum())
        self.findings.add(
            DivergenceFinding(
                message=f"{what} in divergent flow: {lanes} of the warp's {live} live lanes are here",
                line=site.line,
                instruction=site.text,
                active_lanes=lanes,
                live_lanes=live,
                **self.place(group, wave * self.wave + int(np.argmax(active[group, wave]))),
            ),
            int(split.sum()),
        )

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
            flat = flat + _lane_base(memory.group_base, self.lanes, select)
        elif isinstance(memory, Private):
            lane = np.arange(self.lanes[0] * self.lanes[1], dtype=np.int64).reshape(self.lanes) * memory.stride
            flat = flat + _lane_base(lane, self.lanes, select)
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
        lane = tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), bad.shape))
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
        lane = tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), bad.shape))
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
        base = memory.base if isinstance(memory, Allocation) else 0
        self.report(
            MemoryFinding, access, lane, request.site, bad, message=message, access=kind, space=memory.space,
            address=base + offset, size=size, owner=region.name if region else None, outside_by=outside,
        )  # fmt: skip

    def count_vector_memory(self, size: int, pointer: Array | None = None) -> None:
        """The active waves load or store `size` bytes a lane of global memory: gfx9's vmcnt counts that. A load through one
        pointer for all lanes is taken for a scalar load."""
        transfers = self.lds.transfers
        if transfers.flights and self.arch.startswith("gfx9") and (pointer is None or pointer.shape[1] > 1):
            transfers.count(self.active_waves(), -(-size // 16))

    # Loads and stores of bytes.

    def count(self, accesses: list[Access], kind: str, site: Site) -> None:
        """Count an execution of a memory instruction, where that was asked for."""
        if self.access_counter is not None:
            self.access_counter.record(self, accesses, kind, site)

    def load(self, accesses: list[Access], size: int, site: Site, *, part: bool = False) -> Array:
        """Bytes of each lane, shape (G|1, T|1, size); zeros for lanes without an access. The caller counts a `part`."""
        if not part:
            self.count(accesses, "load", site)
        if len(accesses) == 1:
            access = accesses[0]
            self.before_read(access, site)
            return access.expand(access.gather(access.memory.content))
        out = np.zeros((*self.lanes, size), np.uint8)
        for access in accesses:
            self.before_read(access, site)
            data = access.gather(access.memory.content)
            if access.select is None:
                out[...] = data
            else:
                out[access.select] = data
        return out

    def before_read(self, access: Access, site: Site) -> None:
        """Check a read against what was written. An atomic may be the first to touch an output: that is how one is summed."""
        memory = access.memory
        if site.claims is not None:
            site.claims.read(self, access, site)
        if isinstance(memory, Lds):
            if self.check_lds:
                memory.before_read(self, access, site)
            return
        if memory.races is not None:
            memory.races.read(self, access, site)
        if self.check_initialisation:
            if isinstance(memory, Private):
                self._check_written(access, memory.shadow, "private memory", site)
            elif memory.written is not None and not (memory.output and site.atomic):
                self._check_written(access, memory.written, memory.name, site)

    def _check_written(self, access: Access, shadow: Bytes, owner: str, site: Site) -> None:
        cells = access.gather(shadow)
        if cells.all():
            return
        missing = cells == 0
        lane, address = first_byte(access, missing)
        self.report(
            InitialisationFinding, access, lane, site, missing, address=address, owner=owner,
            space=access.memory.space, message=f"read of byte {address} of {owner}, which nobody wrote",
        )  # fmt: skip

    def store(self, accesses: list[Access], data: Array, site: Site, *, part: bool = False) -> None:
        """Write the bytes of each lane: `data` of shape (G|1, T|1, size). The caller counts a `part`."""
        if not part:
            self.count(accesses, "store", site)
        for access in accesses:
            access = access.full()
            memory = access.memory
            if memory.constant:
                self.report_read_only(access, site, "store")
                continue
            if site.claims is not None:
                site.claims.write(self, access, site)
            words = words_of(data, access)
            if isinstance(memory, Lds) and self.check_lds:
                memory.before_write(self, access, site)
                memory.content.view(access.unit)[access.index] = words
                memory.after_write(self, access, site, words)
                continue
            if memory.races is not None:
                memory.races.before_write(self, access, site, words)
            memory.content.view(access.unit)[access.index] = words
            if memory.races is not None:
                memory.races.after_write(self, access, site, words)
            self.note_write(access, site)

    def note_write(self, access: Access, site: Site) -> None:
        """Enter a store to private or global memory into its shadow."""
        memory = access.memory
        if isinstance(memory, Private):
            access.fill(memory.shadow)
        elif isinstance(memory, Allocation) and memory.written is not None:
            if memory.output and not site.atomic:
                self._check_once(memory, access, site)
                memory.stores.append((access, site, self.first))
            access.fill(memory.written)

    def _check_once(self, memory: Allocation, access: Access, site: Site) -> None:
        assert memory.written is not None
        cells = access.gather(memory.written)
        again = cells != 0
        flat = access.index.reshape(-1)
        if not again.any():
            _, first = np.unique(flat, return_index=True)
            if first.size == flat.size:
                return
            again = np.ones(flat.size, np.bool_)
            again[first] = False
            again = again.reshape(*access.flat.shape, access.count)
        position = np.unravel_index(int(np.argmax(again)), again.shape)
        lane = tuple(int(i) for i in position[:-1])
        offset = int(access.offsets[lane]) + int(position[-1]) * (access.size // again.shape[-1])
        other = self._earlier_store(memory, access, site, offset)
        by = f", first stored by workgroup {other['other_workgroup']}, thread {other['other_thread']}" if other else ""
        self.report(
            CoverageFinding, access, lane, site, again, owner=memory.name, offset=offset, **other,
            message=f"second store to byte {offset} (element {offset // memory.element}) of output {memory.name}{by}",
        )  # fmt: skip

    def _earlier_store(self, memory: Allocation, access: Access, site: Site, offset: int) -> dict[str, Any]:
        """Who stored to a byte of an output before: a store in the log, else the first such lane of this one."""
        for other, earlier, first in (*memory.stores, (access, site, self.first)):
            hits = (other.offsets <= offset) & (offset < other.offsets + other.size)
            if hits.any():
                group, thread = self.lane_position(other, tuple(int(n) for n in np.argwhere(hits)[0]))
                gx, gy, _ = self.shape.grid
                number = first + group
                return {
                    "other_workgroup": (number % gx, number // gx % gy, number // (gx * gy)),
                    "other_thread": thread,
                    **earlier_access(earlier),
                }
        return {}


def _lane_base(base: Array, lanes: tuple[int, int], select: Array | None) -> Array:
    return base if select is None else np.broadcast_to(base, lanes)[select]


def words_of(data: Array, access: Access) -> Array:
    """Bytes of shape (G|1, T|1, size), contiguous, as the words that `access` stores."""
    shape = (*access.lane_shape, access.size)
    full = data if data.shape == shape else np.broadcast_to(data, shape)
    chosen = np.ascontiguousarray(full if access.select is None else full[access.select])
    words = chosen.view(access_dtype(access.unit))
    return words[..., 0] if access.count == 1 else words


def access_dtype(unit: int) -> np.dtype:
    return np.dtype(np.complex128) if unit == 16 else np.dtype(f"u{unit}")
