"""A batch of workgroups in flight: its lanes, masks and memories, and how a finding names a place in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from ..text.values import Array
from .findings import DivergenceFinding, Finding, Findings
from .memory import Access, GlobalMemory, Lds, Private, Region
from .site import Site


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


class Place(TypedDict):
    """The fields of a finding that say where."""

    workgroup: tuple[int, int, int]
    thread: int
    wave: int
    lane: int


class Batch:
    """The workgroups that run at one time. `mask` holds the active lanes; it is None where every lane is active."""

    def __init__(self, arch: str, shape: Shape, memory: GlobalMemory, findings: Findings) -> None:
        self.arch = arch
        self.shape = shape
        self.wave = shape.wave
        self.memory = memory
        self.findings = findings
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
        self._waves_of: tuple[object, Array] = (self, np.ones((groups, self.waves), np.bool_))
        self.live = np.broadcast_to(np.arange(self.threads) < self.shape.threads, self.lanes).copy()
        self.lds = Lds(list(self.shape.lds_regions), groups)
        self.private = Private(self.lanes, self.shape.private_bytes)

    def per_wave(self, values: Array) -> Array:
        """View lane values with lanes of a wave along the last axis: shape (G|1, W, wave)."""
        if values.shape[1] != self.threads:
            values = np.broadcast_to(values, (values.shape[0], self.threads))
        return values.reshape(values.shape[0], self.waves, self.wave)

    def spread(self, values: Array) -> Array:
        """One value a wave, shape (G|1, W), to every lane of it."""
        return np.repeat(values, self.wave, axis=1)

    def first_active(self, value: Array) -> Array:
        """In every lane, the value of the wave's first active lane."""
        if value.shape[1] == 1:
            return value
        lanes = self.per_wave(value)
        if self.mask is None:
            return self.spread(lanes[..., 0])
        leader = self.per_wave(self.mask).argmax(axis=-1)[..., None]
        lanes = np.broadcast_to(lanes, (self.groups, self.waves, self.wave))
        return self.spread(np.take_along_axis(lanes, leader, axis=-1)[..., 0])

    def active_waves(self) -> Array:
        """(G, W): waves with an active lane."""
        if self._waves_of[0] is not self.mask:
            lanes = np.ones((self.groups, self.waves, 1), np.bool_) if self.mask is None else self.per_wave(self.mask)
            self._waves_of = (self.mask, np.asarray(lanes.any(axis=-1)))
        return self._waves_of[1]

    def active_lanes(self) -> int:
        return self.groups * self.threads if self.mask is None else int(np.count_nonzero(self.mask))

    @contextmanager
    def masked(self, mask: Array | None) -> Iterator[None]:
        """Act with other active lanes."""
        outer, self.mask = self.mask, mask
        try:
            yield
        finally:
            self.mask = outer

    # Findings.

    def place(self, group: int, thread: int) -> Place:
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

    def reaching(self, access: Access, group: int, address: int) -> Array:
        """Which lanes of an access touch a byte of a workgroup's LDS."""
        hit = (access.offsets <= address) & (address < access.offsets + access.size)
        return np.asarray(hit & (access.lanes(np.arange(self.groups)[:, None]) == group))

    def finding(
        self, kind: Callable[..., Finding], access: Access, lane: tuple[int, ...], site: Site, hits: Array, /, **fields: object
    ) -> tuple[Finding, int]:
        """A finding seen at `lane` of an access, and how many lanes share it by `hits` (lanes, or lanes x bytes)."""
        place = self.place(*self.lane_position(access, lane))
        address = fields.get("address")
        if access.memory.space == "lds" and isinstance(address, int) and "owner" not in fields:
            region = access.memory.region_near(address)
            fields["owner"] = region.name if region else None
        lanes = int(np.count_nonzero(hits.any(axis=-1) if hits.ndim > access.flat.ndim else hits))
        if access.select is None:
            lanes *= self.groups * self.threads // access.flat.size
        return kind(line=site.line, instruction=site.text, **place, **fields), lanes

    def report(
        self, kind: Callable[..., Finding], access: Access, lane: tuple[int, ...], site: Site, hits: Array, /, **fields: object
    ) -> None:
        """Add a finding, as `finding` makes it."""
        self.findings.add(*self.finding(kind, access, lane, site, hits, **fields))

    def report_lanes(self, kind: Callable[..., Finding], site: Site, hits: Array, **fields: object) -> None:
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
