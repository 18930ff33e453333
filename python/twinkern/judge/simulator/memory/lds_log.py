"""Who touched the bytes of LDS since waves were last ordered: readers, and waves that updated them atomically."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..text.values import Array
from .batch import Batch
from .memory import Access, Bytes
from .site import Site

READ_LOG = 256  # reads kept as lists of addresses before they go to the reader bits


def touches(batch: Batch, access: Access, group: int, wave: int, address: int) -> bool:
    """Whether a wave of a workgroup took part in an access, to that byte."""
    if not access.low <= address < access.high:
        return False
    return bool((batch.reaching(access, group, address) & (access.lanes(batch.wave_code) == wave + 1)).any())


@dataclass(slots=True, eq=False)
class Read:
    """One executed read: its number among all reads of the batch, and the waves (G, W) that it may still be unordered for.
    `marked`: it is in the reader bits, too. `carried`: the waves whose barrier did not order it; None before there was one."""

    access: Access
    site: Site
    number: int
    waves: Array
    marked: bool = False
    carried: Array | None = None

    def passed(self, group: int, wave: int) -> bool:
        """Whether the wave has passed a barrier since."""
        return self.carried is not None and bool(self.carried[group, wave])


class Outstanding:
    """Which reads of LDS have not come back, by wave (G, W): all of a wave's up to a number have."""

    def __init__(self, groups: int, waves: int) -> None:
        self.number = 0
        self.done = np.zeros((groups, waves), np.int64)
        self.waiting = np.zeros((groups, waves), np.bool_)  # waves that have read since they waited last
        self.any = False
        self.used: dict[int, Array] = {}
        """By the number of a read's instruction in the text (see `uses`): that of its latest execution, by wave."""
        self._noted: Array | None = None

    def add(self, active: Array, instruction: int) -> int:
        """The waves in `active` read; the number of the read."""
        self.number += 1
        if instruction:
            latest = self.used.setdefault(instruction, np.zeros_like(self.done))
            latest[active] = self.number
        if self._noted is not active:
            self._noted = active
            self.waiting |= active
            self.any = True
        return self.number

    def wait(self, active: Array) -> None:
        """The waves wait for all of their reads."""
        if not self.any:
            return
        self.done[active] = self.number
        self.waiting &= ~active
        self.any = bool(self.waiting.any())
        self._noted = None

    def use(self, active: Array, instruction: int) -> None:
        """The waves have put to use what an instruction read: it has come back, and all that they read before it."""
        latest = self.used.get(instruction)
        if self.any and latest is not None:
            np.maximum(self.done, latest, out=self.done, where=active)


class Readers:
    """Who read each byte and is not ordered since: a log of the reads, and a bit for each wave (planes of eight waves) where a
    store came near one, or the log was full."""

    def __init__(self, groups: int, size: int, waves: int) -> None:
        self.groups = groups
        self.waves = waves
        self.planes = [Bytes(np.zeros(size, np.uint8)) for _ in range(-(-waves // 8))]
        self.any = False
        self.marked = False
        self.log: dict[int, Read] = {}
        self.lost: Array | None = None  # by wave, the number of its latest read that has left the log

    def add(self, batch: Batch, access: Access, site: Site, number: int, waves: Array) -> None:
        """Log a read of some waves (G, W), by the identity of the access."""
        read = self.log.get(id(access))
        if read is None:
            self.any = True
            if len(self.log) >= READ_LOG:
                self._lose(batch, self.log.pop(next(iter(self.log))))
            self.log[id(access)] = Read(access, site, number, waves)
            return
        read.number = number
        if read.carried is not None:
            read.waves, read.marked, read.carried = waves, False, None

    def _lose(self, batch: Batch, read: Read) -> None:
        """A read leaves the log for the bits."""
        self._mark(batch, read)
        if self.lost is None:
            self.lost = np.zeros((self.groups, self.waves), np.int64)
        self.lost[read.waves] = read.number

    def barrier(self, outstanding: Outstanding, groups: Array | None = None) -> None:
        """All waves of all workgroups, or of some (G), passed a barrier: what has come back is ordered."""
        if not self.any:
            return
        if groups is None and not outstanding.any:
            self._clear()
            return
        stays = np.zeros((self.groups, 1), np.bool_) if groups is None else ~groups[:, None]
        kept = {}
        for key, read in self.log.items():
            unwaited = read.waves & (outstanding.done < read.number)
            left = unwaited | (read.waves & stays)
            if left.any():
                carried = unwaited & ~stays if read.carried is None else unwaited & ~stays | read.carried
                kept[key] = Read(read.access, read.site, read.number, left, carried=carried)
        self.log = kept
        lost = np.zeros((self.groups, self.waves), np.bool_)
        if self.lost is not None:
            lost = (self.lost > 0) & (stays | (outstanding.done < self.lost))
            self.lost[~lost] = 0
        for number, plane in enumerate(self.planes if self.marked else ()):
            part = np.packbits(lost[:, 8 * number : 8 * number + 8], axis=1, bitorder="little")
            plane.data.reshape(self.groups, -1)[...] &= part
        self.marked = self.marked and bool(lost.any())
        self.any = bool(kept) or self.marked

    def _clear(self) -> None:
        self.any = False
        self.log.clear()
        self.lost = None
        if self.marked:
            for plane in self.planes:
                plane.data.fill(0)
            self.marked = False

    def copy(self) -> Readers:
        """The same, for what is looked at after it has changed."""
        other = Readers(self.groups, 0, self.waves)
        other.any, other.marked = self.any, self.marked
        other.planes = [Bytes(plane.data.copy()) for plane in self.planes]
        other.log = {key: replace(read) for key, read in self.log.items()}
        return other

    def of_own(self, outstanding: Outstanding) -> Readers:
        """The reads that have not come back alone."""
        other = Readers(self.groups, self.planes[0].data.size, self.waves)
        for key, read in self.log.items():
            left = read.waves & (outstanding.done < read.number)
            if left.any():
                other.log[key] = Read(read.access, read.site, read.number, left, carried=left)
        return other

    def meets(self, batch: Batch, access: Access, own: bool = False) -> Iterator[tuple[int, Array]]:
        """Who read a (full) access's bytes, of the waves other than a lane's own, or of its own alone: bits, shape (lanes,
        size), and the wave that bit 0 stands for."""
        for read in self.log.values():
            if not read.marked and read.access.low < access.high and access.low < read.access.high:
                self._mark(batch, read)
                read.marked = True
        if not self.marked:
            return
        for number, plane in enumerate(self.planes):
            cells = access.gather(plane)
            if not cells.any():
                continue
            code = access.lanes(batch.wave_code).astype(np.int64)[..., None] - 1 - 8 * number
            mine = np.where((code >= 0) & (code < 8), np.int64(1) << np.clip(code, 0, 7), 0).astype(np.uint8)
            cells &= mine if own else ~mine
            if cells.any():
                yield 8 * number, cells

    def find(self, batch: Batch, group: int, wave: int, address: int) -> Read | None:
        """The read of that byte by that wave, where the log still has it."""
        reads = (read for read in self.log.values() if read.waves[group, wave])
        return next((read for read in reads if touches(batch, read.access, group, wave, address)), None)

    def _mark(self, batch: Batch, read: Read) -> None:
        """Enter a logged read into the bits."""
        self.marked = True
        access = read.access.full()
        code = access.lanes(batch.wave_code)
        if read.carried is not None:
            code = np.where(access.lanes(batch.spread(read.waves)), code, 0)
        unit = min(access.unit, 8)
        dtype = np.dtype(f"u{unit}")
        for wave in range(self.waves):
            index = (access.flat >> (unit.bit_length() - 1))[code == wave + 1]
            words = self.planes[wave // 8].view(unit)
            bit = dtype.type(int("01" * unit, 16) << wave % 8)
            for part in range(access.size // unit):
                words[index + part] |= bit


class Updates:
    """Which waves updated each byte atomically and are not ordered since: a bit for each wave, 32 at most."""

    def __init__(self, groups: int, stride: int) -> None:
        self.unordered = np.zeros(groups * stride, np.uint32)
        self.waited = np.zeros(groups * stride, np.uint32)  # those that need only a barrier, though the wave went on
        self.shape = (groups, stride)

    def add(self, batch: Batch, access: Access) -> None:
        code = access.lanes(batch.wave_code)
        where = access.flat[..., None] + np.arange(access.size)
        for each in np.unique(code).tolist():
            bit = np.uint32(1 << each - 1)
            cells = where[code == each]
            self.unordered[cells] |= bit
            self.waited[cells] &= ~bit

    def others(self, batch: Batch, access: Access) -> Array:
        """Bits of waves other than the lane's own that updated the bytes of a (full) access, shape (lanes, size)."""
        own = np.uint32(1) << (access.lanes(batch.wave_code).astype(np.uint32)[..., None] - np.uint32(1))
        return self.unordered[access.flat[..., None] + np.arange(access.size)] & ~own

    def settle(self, group: int, wave: int) -> None:
        """What the wave has updated so far was waited for."""
        unordered, waited = self.rows()
        waited[group] |= unordered[group] & np.uint32(1 << wave)

    def rows(self) -> tuple[Array, Array]:
        """Both, a row for each workgroup."""
        return self.unordered.reshape(self.shape), self.waited.reshape(self.shape)

    def barrier(self, dirty: Array) -> Array:
        """All waves passed a barrier: the bytes (groups, stride) that waves in `dirty` updated without waiting stay."""
        bits = (dirty.astype(np.uint32) << np.arange(dirty.shape[1], dtype=np.uint32)).sum(axis=1, dtype=np.uint32)
        self.unordered &= ~self.waited
        self.waited.fill(0)
        unordered, _ = self.rows()
        unordered &= bits[:, None]
        return np.asarray(unordered != 0)
