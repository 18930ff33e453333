"""Races on buffers that a kernel both loads from and stores to, by plain accesses.

The rule is that of LDS (`lds`) within a workgroup: a store and a later access by another wave are ordered when the storing
wave waited for its stores (a release fence of workgroup scope or wider, vmcnt(0) on gfx9, storecnt(0) where there is one; on
NVIDIA a barrier waits) and both then passed a barrier; a read and a later store, by a barrier alone. Waves that store what a
byte holds already do not race.

Nothing but atomics orders workgroups. Who waits for whom is not followed: once workgroups have met at global memory by
atomics, on whatever buffer, accesses of different workgroups count as ordered. Atomic accesses take no part themselves.

Buffers that the text only loads from or only stores to (`provenance`) are not looked at, and cost nothing: a second store to
an output is a matter of coverage.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..text.values import Array
from .batch import Batch
from .findings import RaceFinding, earlier_access
from .hooks import Hooks, Wait
from .memory import Access, Allocation, first_byte
from .site import Site

# An entry of a shadow is the time of an access, shifted, and the number of its wave in the grid plus one; 0 for none.
_SHIFT = 32
_WAVE = np.int64((1 << _SHIFT) - 1)


class GlobalRaces(Hooks):
    """What orders the accesses to some buffers. Time counts the accesses that are looked at."""

    def __init__(self, buffers: Iterable[Allocation]) -> None:
        self.sites: list[Site] = []
        self.met = False  # workgroups, by atomics
        self._first_atomic: int | None = None
        self._races = {id(buffer): Races(buffer, self) for buffer in buffers}

    def start(self, batch: Batch) -> None:
        self.first = batch.first
        self.waves = batch.waves
        waves = (batch.groups, batch.waves)
        self.waited = np.zeros(waves, np.int64)
        self.ordered = np.zeros(waves, np.int64)
        self.barrier_at = np.full(batch.groups, len(self.sites), np.int64)
        number = np.arange(waves[0] * waves[1], dtype=np.int64).reshape(waves) + (self.first * self.waves + 1)
        self.codes = batch.spread(number)

    def read(self, batch: Batch, access: Access, site: Site) -> None:
        if not site.atomic and (races := self._races.get(id(access.memory))):
            races.read(batch, access, site)

    def write(self, batch: Batch, access: Access, site: Site, words: Array) -> None:
        if not site.atomic and (races := self._races.get(id(access.memory))):
            races.before_write(batch, access, site, words)

    def wrote(self, batch: Batch, access: Access, site: Site, words: Array | None) -> None:
        if words is not None and not site.atomic and (races := self._races.get(id(access.memory))):
            races.after_write(batch, access, site, words)

    def update(self, batch: Batch, access: Access, site: Site) -> None:
        if isinstance(access.memory, Allocation) and not access.memory.constant:
            self.atomic(batch)

    def now(self, site: Site) -> np.int64:
        """The time of an access that begins."""
        self.sites.append(site)
        return np.int64(len(self.sites))

    def wait(self, batch: Batch, wait: Wait) -> None:
        if wait.stores:
            self.waited[batch.active_waves()] = len(self.sites)

    def barrier(self, batch: Batch, groups: Array | None) -> None:
        passed = slice(None) if groups is None else groups
        if batch.shape.barrier_waits:
            self.waited[passed] = len(self.sites)
        self.ordered[passed] = self.waited[passed]
        self.barrier_at[passed] = len(self.sites)

    def atomic(self, batch: Batch) -> None:
        groups = np.flatnonzero(batch.active_waves().any(axis=1)) + self.first
        if groups.size and self._first_atomic is None:
            self._first_atomic = int(groups[0])
        self.met = self.met or bool((groups != self._first_atomic).any())

    def group_of(self, code: Array | int) -> Array | int:
        return (code - 1) // self.waves


class Races:
    """Who touched the bytes of one buffer last: the `writer`; the `reader`, the latest of another wave, and the latest of
    another workgroup than that, so that whoever stores next meets one that is not itself."""

    def __init__(self, buffer: Allocation, order: GlobalRaces) -> None:
        self.name = buffer.name
        self.order = order
        size = buffer.content.data.size
        self.writer, self.reader, self.other_reader, self.foreign_reader = (np.zeros(size, np.int64) for _ in range(4))

    def read(self, batch: Batch, access: Access, site: Site) -> None:
        access, where, codes = self._lanes(access)
        self._check(batch, access, site, self.writer[where], codes, "read", "store")
        entries = np.broadcast_to(self.order.now(site) << _SHIFT | codes, where.shape)
        self._enter_older(where, self.reader[where], codes)
        self.reader[where] = entries
        lost = (self.reader[where] & _WAVE) != codes
        if lost.any():
            kept = self.reader[where]
            self.other_reader[where[lost]] = entries[lost]
            away = lost & (self.order.group_of(kept & _WAVE) != self.order.group_of(codes))
            self.foreign_reader[where[away]] = entries[away]

    def _enter_older(self, where: Array, older: Array, codes: Array) -> None:
        """Keep readers that others take the place of."""
        moved = (older != 0) & ((older & _WAVE) != codes)
        if moved.any():
            self.other_reader[where[moved]] = older[moved]
            away = moved & (self.order.group_of(older & _WAVE) != self.order.group_of(codes))
            self.foreign_reader[where[away]] = older[away]

    def before_write(self, batch: Batch, access: Access, site: Site, words: Array) -> None:
        """Words, as `words_of` gives them, are about to be stored; `access` is full."""
        access, where, codes = self._lanes(access)
        changed = access.gather(access.memory.content) != _octets(words, where)
        self._check(batch, access, site, np.where(changed, self.writer[where], 0), codes, "store", "store")
        for readers in (self.reader, self.other_reader, self.foreign_reader):
            if self._check(batch, access, site, readers[where], codes, "store", "read"):
                break

    def after_write(self, batch: Batch, access: Access, site: Site, words: Array) -> None:
        """The words were stored: of lanes that met at one place, the last one's."""
        access, where, codes = self._lanes(access)
        self.writer[where] = np.broadcast_to(self.order.now(site) << _SHIFT | codes, where.shape)
        lost = access.gather(access.memory.content) != _octets(words, where)
        if lost.any():
            self._check(batch, access, site, np.where(lost, self.writer[where], 0), codes, "store", "store")

    def _lanes(self, access: Access) -> tuple[Access, Array, Array]:
        """The access with an address a lane, its bytes (lanes, size), and the wave of each lane."""
        access = access.full()
        return access, access.flat[..., None] + np.arange(access.size), access.lanes(self.order.codes)[..., None]

    def _check(
        self, batch: Batch, access: Access, site: Site, entries: Array, codes: Array, kind: str, other_kind: str
    ) -> bool:
        """Report earlier accesses of other waves that nothing orders; whether there are any."""
        order, other, time = self.order, entries & _WAVE, entries >> _SHIFT
        clash = (entries != 0) & (other != codes)
        if not clash.any():
            return False
        near = order.group_of(other) == order.group_of(codes)
        place = np.where(near, other - 1 - order.first * order.waves, 0)
        if other_kind == "read":
            late = time > order.barrier_at[place // order.waves]
        else:
            late = time > order.ordered.reshape(-1)[place]
        clash &= np.where(near, late, not order.met)
        if clash.any():
            self._report(batch, access, site, clash, entries, kind, other_kind)
        return bool(clash.any())

    def _report(
        self, batch: Batch, access: Access, site: Site, clash: Array, entries: Array, kind: str, other_kind: str
    ) -> None:
        order = self.order
        lane, offset = first_byte(access, clash)
        entry = int(entries[(*lane, offset - int(access.offsets[lane]))])
        code, time = entry & int(_WAVE), entry >> _SHIFT
        wave, group = (code - 1) % order.waves, order.group_of(code)
        here = batch.lane_position(access, lane)[0] + order.first
        gx, gy, _ = batch.shape.grid
        workgroup = (group % gx, group // gx % gy, group // (gx * gy))
        unwaited = other_kind == "store" and group == here and time <= int(order.barrier_at[group - order.first])
        whose = f"warp {wave}" if group == here else f"warp {wave} of workgroup {workgroup}"
        reason = "no barrier between" if group == here else "nothing but atomics orders workgroups"
        if unwaited:
            reason = (
                "the barrier between does not order them: nothing before it waited for the store (release fence or vmcnt(0))"
            )
        what = {"read": "read of", "store": "store to"}[kind]
        done = {"read": "read", "store": "stored"}[other_kind]
        batch.report(
            RaceFinding, access, lane, site, clash, address=offset, owner=self.name, access=kind, other_access=other_kind,
            message=f"{what} byte {offset} of {self.name} {done} by {whose}; {reason}",
            other_wave=wave, other_workgroup=workgroup, unwaited_store=unwaited, **earlier_access(order.sites[time - 1]),
        )  # fmt: skip


def _octets(words: Array, where: Array) -> Array:
    """Words as the bytes of each lane."""
    return np.ascontiguousarray(words).view(np.uint8).reshape(where.shape)
