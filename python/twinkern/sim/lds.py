"""LDS of a batch of workgroups and its shadow: who wrote a byte, who read it, what orders them.

The rule: a store by one wave and an access by another are ordered when the storing wave waited for its LDS
stores (a release fence of workgroup scope or wider, or an lgkmcnt/dscnt wait for zero) and then both passed
a barrier. A read and a later store by another wave are ordered by a barrier alone. One wave's accesses
happen in order. Waves that store the same bytes to one place in one instruction do not race. On NVIDIA a
barrier waits for the stores before it (PTX ISA, bar: it orders the participants' prior accesses).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from .dma import Transfers, put
from .findings import InitialisationFinding, RaceFinding, earlier_access
from .memory import Access, Bytes, Memory, Region, first_byte
from .values import Array

if TYPE_CHECKING:
    from .machine import Machine, Site

# A shadow byte: bit 7 written; bit 6 the writer has waited since; bits 5..0 the unordered writer's wave + 1,
# 63 for atomic updates.
READY = 0x80
WAITED = 0x40
WRITER = 0x3F
ATOMIC = 63

CLEAN, DIRTY, FENCED = 0, 1, 2  # a wave's LDS stores: none outstanding, some, waited for but no barrier yet
READ_LOG = 256  # reads kept as lists of addresses before they go to the reader bits
WRITE_LOG = 256  # stores kept to name the earlier access in a report


def _repeat(byte: int | Array, unit: int) -> Array:
    """A byte value replicated over a word of `unit` bytes (at most eight)."""
    dtype = np.dtype(f"u{min(unit, 8)}")
    ones = dtype.type(int("01" * dtype.itemsize, 16))
    return np.asarray(byte).astype(dtype) * ones


_READY = {unit: _repeat(READY, unit) for unit in (1, 2, 4, 8, 16)}
_OUTSTANDING = {unit: _repeat(READY - 1, unit) for unit in (1, 2, 4, 8, 16)}


class Lds(Memory):
    """Local data share: the same regions for every workgroup, `stride` bytes a workgroup."""

    space = "lds"

    def __init__(self, regions: list[Region], groups: int, waves: int) -> None:
        end = max((region.start + region.size for region in regions), default=0)
        self.stride = -(-end // 16) * 16
        super().__init__(Bytes(np.zeros(groups * self.stride, np.uint8)), regions)
        self.groups = groups
        self.waves = waves
        self.group_base = (np.arange(groups, dtype=np.int64) * self.stride)[:, None]
        self.shadow = Bytes(np.zeros(groups * self.stride, np.uint8))
        self.readers = [Bytes(np.zeros(groups * self.stride, np.uint8)) for _ in range(-(-waves // 8))]
        self.state = np.full((groups, waves), CLEAN, np.uint8)
        self.passed = np.zeros((groups, waves), np.bool_)
        self.reads: dict[int, tuple[Access, Site, bool]] = {}
        self.writes: deque[tuple[Access, Site]] = deque(maxlen=WRITE_LOG)
        self.used = 0
        self.readers_used = False
        self.transfers = Transfers(groups * self.stride, groups, waves)

    # Checks around an access. Each returns quickly where nothing is outstanding.

    def before_read(self, machine: Machine, access: Access, site: Site) -> None:
        if self.transfers.flights:
            self.transfers.check(machine, access, site, "read")
        machine.unwritten.pop(site.late, None)
        found = access.gather_words(self.shadow)
        if (found != _READY[access.unit]).any():
            self._inspect(machine, access, site, reading=True)
        if self.waves > 1 and not site.atomic and id(access) not in self.reads:
            if len(self.reads) >= READ_LOG:
                self._mark_readers(machine, self.reads.pop(next(iter(self.reads)))[0])
            self.reads[id(access)] = (access, site, False)

    def before_write(self, machine: Machine, access: Access, site: Site) -> None:
        """`access` must be full: one address a lane."""
        if self.transfers.flights:
            self.transfers.check(machine, access, site, "transfer" if site.transfer else "store")
        found = access.gather_words(self.shadow)
        if (found & _OUTSTANDING[access.unit]).any():
            self._inspect(machine, access, site, reading=False)
        if self.reads or self.readers_used:
            self._check_readers(machine, access, site)

    def after_write(self, machine: Machine, access: Access, site: Site, words: Array | None = None) -> None:
        """`words`, as `words_of` gives them, were stored; None: an atomic update."""
        atomic = words is None
        if not atomic:
            self._mark_dirty(machine)
        code = np.full((1, 1), ATOMIC, np.uint8) if atomic and self.waves > 1 else machine.wave_code
        pattern = self._pattern(access, code, atomic)
        self.shadow.view(access.unit)[access.index] = pattern
        if atomic:
            return
        if self.waves > 1:
            back = self.shadow.view(access.unit).take(access.index)
            if not (back == pattern).all():
                self._same_instruction(machine, access, site, words)
        self.writes.append((access, site))

    def transfer(self, machine: Machine, accesses: list[Access], site: Site) -> None:
        """A load straight to LDS goes to these bytes (full accesses): they count as written, and as its wave's once landed."""
        for access in accesses:
            put(self.shadow, access, np.full(access.flat.shape, READY, np.uint8))
        self.transfers.issue(machine, accesses, site)

    def _pattern(self, access: Access, code: Array, atomic: bool) -> Array:
        key = ("pattern", atomic)
        if key not in access.notes:
            words = access.lanes(_repeat(code | np.uint8(READY), access.unit))
            if access.unit == 16:
                words = np.repeat(words[..., None], 2, axis=-1).view(np.complex128)[..., 0]
            access.notes[key] = words if access.count == 1 else words[..., None]
        return access.notes[key]

    def _mark_dirty(self, machine: Machine) -> None:
        """The active waves have an LDS store outstanding. Before its bytes are entered: older ones may be waited for."""
        active = machine.active_waves()
        state = self.state
        again = (state == FENCED) & active
        if again.any():
            self._promote(again)
        if active.all():
            state.fill(DIRTY)
        else:
            state[active] = DIRTY

    def _promote(self, waves: Array) -> None:
        """Mark the bytes of waves that waited and now store again: those older bytes need only a barrier."""
        shadow = self.shadow.data.reshape(self.groups, self.stride)
        for group, wave in zip(*np.nonzero(waves), strict=True):
            row = shadow[group]
            row[(row & (WRITER | WAITED)) == wave + 1] |= WAITED

    # What orders accesses.

    def wait(self, active: Array) -> None:
        """The waves in `active` wait for all of their LDS operations."""
        state = self.state
        if active.all():
            state[state == DIRTY] = FENCED
        else:
            state[(state == DIRTY) & active] = FENCED

    def barrier(self) -> None:
        """Every live wave passed a barrier."""
        dirty = self.state == DIRTY
        shadow = self.shadow.data.reshape(self.groups, self.stride)[:, : self.used]
        if not dirty.any():
            shadow &= READY
            self.writes.clear()
        else:
            writer = shadow & WRITER
            owner = np.clip(writer, 1, self.waves).astype(np.intp) - 1
            keep = (writer > 0) & (writer != ATOMIC) & ((shadow & WAITED) == 0)
            keep &= np.take_along_axis(dirty, owner, axis=1)
            shadow[...] = np.where(keep, shadow, shadow & READY)
        self.passed = dirty
        self.state[self.state == FENCED] = CLEAN
        self.reads.clear()
        if self.readers_used:
            for plane in self.readers:
                plane.fill(0)
            self.readers_used = False

    def barrier_of(self, machine: Machine, groups: Array) -> None:
        """Every live wave of some workgroups (G) passed a barrier."""
        for read, _, marked in self.reads.values():
            if not marked:
                self._mark_readers(machine, read)
        planes = [plane.data.reshape(self.groups, self.stride) for plane in (self.shadow, *self.readers)]
        rest = ~groups
        before = [plane[rest] for plane in planes]
        state, passed, writes, used = self.state[rest], self.passed[rest], self.writes.copy(), self.readers_used
        self.barrier()
        self.state[rest], self.passed[rest], self.writes, self.readers_used = state, passed, writes, used
        for plane, old in zip(planes, before, strict=True):
            plane[rest] = old

    # The slow paths: exact, byte by byte.

    def _inspect(self, machine: Machine, access: Access, site: Site, reading: bool) -> None:
        access = access.full()
        cells = access.gather(self.shadow)
        code = access.lanes(machine.wave_code)[..., None]
        if reading:
            missing = (cells & READY) == 0
            if missing.any():
                lane, address = first_byte(access, missing)
                region = self.region_near(address)
                owner = region.name if region else None
                message = f"read of LDS byte {address} ({owner}), which nobody wrote"
                machine.report(
                    InitialisationFinding,
                    access,
                    lane,
                    site,
                    missing,
                    message=message,
                    address=address,
                    owner=owner,
                )
            if site.atomic:
                return
        writer = cells & WRITER
        clash = (writer != 0) & (writer != code)
        if site.atomic:
            clash &= writer != ATOMIC
        if clash.any():
            self._report_writer(machine, access, site, clash, writer, reading)

    def _report_writer(self, machine: Machine, access: Access, site: Site, clash: Array, writer: Array, reading: bool) -> None:
        lane, address = first_byte(access, clash)
        group = machine.lane_position(access, lane)[0]
        other = int(writer[(*lane, address - int(access.offsets[lane]))]) - 1
        other_wave = None if other + 1 == ATOMIC else other
        unwaited = other_wave is not None and bool(self.passed[group, other_wave])
        earlier = self._writer_site(machine, group, other_wave, address)
        kind = "read" if reading else "store"
        reason = "no barrier between"
        if unwaited:
            reason = (
                "the barrier between does not order them: nothing before it waited for the store (release fence or lgkmcnt(0))"
            )
        message = f"{kind} of LDS byte {address} stored by wave {other_wave}; {reason}"
        facts = {"message": message, "access": kind, "other_access": "store", "other_wave": other_wave}
        facts["unwaited_store"] = unwaited
        machine.report(RaceFinding, access, lane, site, clash, address=address, **facts, **earlier_access(earlier))

    def _writer_site(self, machine: Machine, group: int, wave: int | None, address: int) -> Site | None:
        """The latest store, since the last barrier, by that wave to that byte."""
        for access, site in reversed(self.writes):
            if access.low <= address < access.high:
                hit = (access.offsets <= address) & (address < access.offsets + access.size)
                code = access.lanes(machine.wave_code)
                groups = access.lanes(np.arange(self.groups)[:, None])
                if (hit & (groups == group) & (code == (wave or 0) + 1)).any():
                    return site
        return None

    def _same_instruction(self, machine: Machine, access: Access, site: Site, words: Array) -> None:
        """Report waves that stored different bytes to one place; compilers let several store the same."""
        cells = access.gather(self.shadow)
        code = access.lanes(machine.wave_code)[..., None]
        mine = np.ascontiguousarray(words).view(np.uint8).reshape(cells.shape)
        clash = ((cells & WRITER) != code) & (access.gather(self.content) != mine)
        if clash.any():
            self._report_writer(machine, access, site, clash, cells & WRITER, reading=False)

    def _check_readers(self, machine: Machine, access: Access, site: Site) -> None:
        for key, (read, read_site, marked) in self.reads.items():
            if not marked and read.low < access.high and access.low < read.high:
                self._mark_readers(machine, read)
                self.reads[key] = (read, read_site, True)
        if not self.readers_used:
            return
        for number, plane in enumerate(self.readers):
            cells = access.gather(plane)
            if not cells.any():
                continue
            code = access.lanes(machine.wave_code).astype(np.int64)[..., None] - 1 - 8 * number
            own = np.where((code >= 0) & (code < 8), np.int64(1) << np.clip(code, 0, 7), 0).astype(np.uint8)
            clash = (cells & ~own) != 0
            if clash.any():
                lane, address = first_byte(access, clash)
                bits = int((cells & ~own)[(*lane, address - int(access.offsets[lane]))])
                wave = 8 * number + (bits & -bits).bit_length() - 1
                self._report_reader(machine, access, site, clash, wave)

    def _mark_readers(self, machine: Machine, read: Access) -> None:
        """Enter a logged read into the reader bits."""
        self.readers_used = True
        read = read.full()
        code = read.lanes(machine.wave_code)
        unit = min(read.unit, 8)
        for wave in range(self.waves):
            index = (read.flat >> (unit.bit_length() - 1))[code == wave + 1]
            words = self.readers[wave // 8].view(unit)
            bit = _repeat(1 << wave % 8, unit)
            for part in range(read.size // unit):
                words[index + part] |= bit

    def _report_reader(self, machine: Machine, access: Access, site: Site, clash: Array, wave: int) -> None:
        lane, address = first_byte(access, clash)
        earlier = next((s for a, s, _ in self.reads.values() if a.low <= address < a.high), None)
        message = f"store to LDS byte {address} read by wave {wave}; no barrier between"
        facts = {"message": message, "access": "store", "other_access": "read", "other_wave": wave}
        machine.report(RaceFinding, access, lane, site, clash, address=address, **facts, **earlier_access(earlier))
