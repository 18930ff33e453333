"""Who touched the bytes of LDS since waves were last ordered: readers, and waves that updated them atomically."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .memory import Access, Bytes
from .values import Array

if TYPE_CHECKING:
    from .machine import Machine, Site

READ_LOG = 256  # reads kept as lists of addresses before they go to the reader bits


def touches(machine: Machine, access: Access, group: int, wave: int, address: int) -> bool:
    """Whether a wave of a workgroup took part in an access, to that byte."""
    if not access.low <= address < access.high:
        return False
    hit = (access.offsets <= address) & (address < access.offsets + access.size)
    groups = access.lanes(np.arange(machine.groups)[:, None])
    return bool((hit & (groups == group) & (access.lanes(machine.wave_code) == wave + 1)).any())


class Readers:
    """Who read each byte since the last barrier: a log of the reads, and a bit for each wave (planes of eight waves) where a
    store came near one, or the log was full."""

    def __init__(self, size: int, waves: int) -> None:
        self.waves = waves
        self.planes = [Bytes(np.zeros(size, np.uint8)) for _ in range(-(-waves // 8))]
        self.any = False
        self.marked = False
        self.log: dict[int, tuple[Access, Site, bool]] = {}

    def add(self, machine: Machine, access: Access, site: Site) -> None:
        """Log a read, by the identity of the access, that the log does not have."""
        self.any = True
        if len(self.log) >= READ_LOG:
            self._mark(machine, self.log.pop(next(iter(self.log)))[0])
        self.log[id(access)] = (access, site, False)

    def clear(self) -> None:
        """A barrier: reads before it are ordered."""
        if not self.any:
            return
        self.any = False
        self.log.clear()
        if self.marked:
            for plane in self.planes:
                plane.fill(0)
            self.marked = False

    def clear_some(self, machine: Machine, groups: Array) -> None:
        """A barrier of some workgroups (G)."""
        for read, _, marked in self.log.values():
            if not marked:
                self._mark(machine, read)
        self.log.clear()
        for plane in self.planes if self.marked else ():
            plane.data.reshape(groups.size, -1)[groups] = 0

    def others(self, machine: Machine, access: Access) -> Iterator[tuple[int, Array]]:
        """What waves other than a lane's own read of a (full) access's bytes: bits, shape (lanes, size), and the wave that bit
        0 stands for."""
        for key, (read, site, marked) in self.log.items():
            if not marked and read.low < access.high and access.low < read.high:
                self._mark(machine, read)
                self.log[key] = (read, site, True)
        if not self.marked:
            return
        for number, plane in enumerate(self.planes):
            cells = access.gather(plane)
            if not cells.any():
                continue
            code = access.lanes(machine.wave_code).astype(np.int64)[..., None] - 1 - 8 * number
            own = np.where((code >= 0) & (code < 8), np.int64(1) << np.clip(code, 0, 7), 0).astype(np.uint8)
            cells &= ~own
            if cells.any():
                yield 8 * number, cells

    def site_of(self, machine: Machine, group: int, wave: int, address: int) -> Site | None:
        """The read of that byte by that wave, where the log still has it."""
        return next((s for read, s, _ in self.log.values() if touches(machine, read, group, wave, address)), None)

    def _mark(self, machine: Machine, read: Access) -> None:
        """Enter a logged read into the bits."""
        self.marked = True
        read = read.full()
        code = read.lanes(machine.wave_code)
        unit = min(read.unit, 8)
        dtype = np.dtype(f"u{unit}")
        for wave in range(self.waves):
            index = (read.flat >> (unit.bit_length() - 1))[code == wave + 1]
            words = self.planes[wave // 8].view(unit)
            bit = dtype.type(int("01" * unit, 16) << wave % 8)
            for part in range(read.size // unit):
                words[index + part] |= bit


class Updates:
    """Which waves updated each byte atomically and are not ordered since: a bit for each wave, 32 at most."""

    def __init__(self, groups: int, stride: int) -> None:
        self.unordered = np.zeros(groups * stride, np.uint32)
        self.waited = np.zeros(groups * stride, np.uint32)  # those that need only a barrier, though the wave went on
        self.shape = (groups, stride)

    def add(self, machine: Machine, access: Access) -> None:
        code = access.lanes(machine.wave_code)
        where = access.flat[..., None] + np.arange(access.size)
        for each in np.unique(code).tolist():
            bit = np.uint32(1 << each - 1)
            cells = where[code == each]
            self.unordered[cells] |= bit
            self.waited[cells] &= ~bit

    def others(self, machine: Machine, access: Access) -> Array:
        """Bits of waves other than the lane's own that updated the bytes of a (full) access, shape (lanes, size)."""
        own = np.uint32(1) << (access.lanes(machine.wave_code).astype(np.uint32)[..., None] - np.uint32(1))
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
        return unordered != 0
