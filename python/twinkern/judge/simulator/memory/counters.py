"""What a run counted: instructions by class, and what each memory instruction asked of LDS banks and of global memory.

The bank model is the contract's (`lds_banks`, `lds_wide_read_banks`): a model, not a measurement. Banks are 4 bytes wide. A
wave's access is served for as many lanes at a time as fill all banks once, in the order of the lanes, one such group of
lanes a clock; lanes without an access leave their place empty. Every further dword that a group asks of one bank takes one
more clock; lanes that ask for the same dword share it. An access is taken as the IR has it: what the compiler splits or
merges is not seen. The 12 bytes of a three-dword access count as 16.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from twinkern._contract import ARCHES

from ..text.values import Array
from .batch import Batch
from .hooks import Hooks
from .memory import Access
from .site import Site

TRANSACTION_BYTES = (32, 64, 128)
BANK_BYTES = 4
DEFAULT_BANKS = 32
"""Banks of an architecture that is not in the contract."""


@dataclass(slots=True)
class AccessCount:
    """What one memory instruction did over a run, in one memory space.

    - `line`, `instruction`: where it stands in the module's text; `kind` is "load", "store" or "atomic", `space` "lds" or
      "global", `owner` the buffer or LDS object that its first lane touched, `size` the bytes a lane.
    - `executions`: how often a wave issued it with at least one lane that reached memory (a lane that a buffer resource
      leaves out does not).
    - LDS: `clocks` that the banks were busy, `conflicts` how many of them were due to bank conflicts, `worst` the most
      conflicts of one execution.
    - Global memory: `transactions` of 32, 64 and 128 bytes, by size: the aligned blocks of that size that an execution
      touches, summed; `useful_bytes`: distinct bytes that the executions asked for, summed.
    - `pattern`: byte offsets of the first execution that workgroup `workgroup` took part in, one for each thread, -1 for a
      thread without an access, in the addresses of the owner's memory. The workgroup is the first that took part in any."""

    line: int
    instruction: str
    kind: str
    space: str
    owner: str
    size: int
    executions: int = 0
    clocks: int = 0
    conflicts: int = 0
    worst: int = 0
    transactions: dict[int, int] = field(default_factory=dict)
    useful_bytes: int = 0
    pattern: Array | None = None
    workgroup: int = -1

    @property
    def conflicts_per_execution(self) -> float:
        return self.conflicts / self.executions if self.executions else 0.0

    def useful_share(self, size: int = 64) -> float:
        """Of the bytes of transactions of a size (32, 64 or 128), the share that was asked for."""
        moved = size * self.transactions.get(size, 0)
        return self.useful_bytes / moved if moved else 0.0


@dataclass(slots=True)
class Counters:
    """Instructions as a wave issues them: one for each wave with an active lane.

    `instructions` maps a class (integer, float, convert, matrix, move, lds_read, lds_write, lds_dma, global_load,
    global_store, atomic, private, cross_lane, barrier, wait, fence, control, other) to its count over all waves.
    `lane_instructions` counts each instruction once for each active lane, phis and free moves included. `lds_bytes` is one
    past the highest LDS byte that an access touched. `accesses` has a row for each memory instruction that was executed, in
    the order of the text; it is empty unless the run was asked to count."""

    instructions: dict[str, int] = field(default_factory=dict)
    lane_instructions: int = 0
    waves: int = 0
    lds_bytes: int = 0
    accesses: list[AccessCount] = field(default_factory=list)

    def per_wave(self, name: str) -> float:
        """Mean number of instructions of a class that one wave issued."""
        return self.instructions.get(name, 0) / self.waves if self.waves else 0.0


def banks(arch: str, size: int, reading: bool) -> int:
    """LDS banks over which an access of `size` bytes a lane resolves."""
    row = ARCHES.get(arch)
    if row is None:
        return DEFAULT_BANKS
    return row.lds_wide_read_banks if reading and size >= 8 else row.lds_banks


def lanes_a_clock(count: int, size: int) -> int:
    """Lanes that are served together: as many as fill `count` banks once with `size` bytes each."""
    rounded = max(BANK_BYTES, 1 << (size - 1).bit_length())
    return max(1, count * BANK_BYTES // rounded)


def bank_loads(offsets: Array, size: int, count: int) -> Array:
    """Distinct dwords that each group of lanes asks of each bank.

    `offsets` are LDS byte offsets, shape (waves, lanes), -1 where a lane has no access; the result has the shape (waves,
    groups of lanes, `count` banks)."""
    waves, lanes = offsets.shape
    together = min(lanes_a_clock(count, size), lanes)
    first = np.where(offsets < 0, -1, offsets // BANK_BYTES)
    last = np.where(offsets < 0, -1, (offsets + size - 1) // BANK_BYTES)
    width = int((last - first).max(initial=0)) + 1
    dwords = np.minimum(first[..., None] + np.arange(width), last[..., None])
    grouped = np.sort(dwords.reshape(waves, lanes // together, together * width), axis=-1)
    new = grouped >= 0
    new[..., 1:] &= grouped[..., 1:] != grouped[..., :-1]
    rows = np.broadcast_to(np.arange(waves * (lanes // together)).reshape(waves, -1, 1), grouped.shape)
    found = np.bincount((rows * count + grouped % count)[new], minlength=waves * (lanes // together) * count)
    return found.reshape(waves, -1, count)


def touched_blocks(offsets: Array, size: int, block: int) -> Array:
    """How many aligned blocks of `block` bytes each wave touches; `offsets` as for `bank_loads`."""
    first = np.where(offsets < 0, -1, offsets // block)
    last = np.where(offsets < 0, -1, (offsets + size - 1) // block)
    ends = np.sort(np.concatenate([first, last], axis=-1), axis=-1)
    return np.asarray(np.count_nonzero((np.diff(ends, axis=-1, prepend=-1) != 0) & (ends >= 0), axis=-1))


def distinct_bytes(offsets: Array, size: int) -> Array:
    """How many bytes each wave asks for, each counted once; `offsets` as for `bank_loads`."""
    ordered = np.sort(offsets, axis=-1)
    steps = np.minimum(np.diff(ordered, axis=-1, append=np.iinfo(np.int64).max), size)
    return np.asarray(np.where(ordered >= 0, steps, 0).sum(axis=-1))


Cost = tuple[int, int, int, int, dict[int, int], int]
"""Executions, clocks, conflicts, the most conflicts, transactions by size, and useful bytes."""


class AccessCounter(Hooks):
    """Counts the memory instructions of a run; what an `Access` costs is worked out once and kept with it."""

    def __init__(self, arch: str) -> None:
        self.arch = arch
        self._rows: dict[tuple[int, str], AccessCount] = {}

    def rows(self) -> list[AccessCount]:
        return [self._rows[key] for key in sorted(self._rows)]

    def execute(self, batch: Batch, accesses: Sequence[Access], kind: str, site: Site) -> None:
        """Count one execution of an instruction. Private memory is left out."""
        kind = "atomic" if site.atomic else kind
        for space in ("lds", "global"):
            chosen = [access for access in accesses if access.memory.space == space]
            if not chosen:
                continue
            row = self._rows.get((site.line, space))
            if row is None:
                region = chosen[0].memory.region_near(int(chosen[0].offsets.flat[0]))
                row = AccessCount(site.line, site.text, kind, space, region.name if region else "", 0)
                self._rows[site.line, space] = row
            self._count(batch, row, chosen)

    def _count(self, batch: Batch, row: AccessCount, accesses: list[Access]) -> None:
        row.size = accesses[0].size
        known = accesses[0].notes.get("cost") if len(accesses) == 1 else None
        if known is None:
            offsets, repeats = _offsets(batch, accesses)
            known = self._cost(batch, row, offsets, repeats)
            _keep_pattern(row, offsets.max(axis=1), batch.first, accesses[0].memory.base)
            accesses[0].notes["cost"] = known
        executions, clocks, conflicts, worst, transactions, useful = known
        row.executions += executions
        row.clocks += clocks
        row.conflicts += conflicts
        row.worst = max(row.worst, worst)
        row.useful_bytes += useful
        for size, number in transactions.items():
            row.transactions[size] = row.transactions.get(size, 0) + number

    def _cost(self, batch: Batch, row: AccessCount, offsets: Array, repeats: int) -> Cost:
        """Of offsets [workgroups, parts, threads]."""
        waves = offsets.reshape(*offsets.shape[:2], batch.waves, batch.wave).swapaxes(1, 2)
        waves = waves.reshape(-1, *waves.shape[2:])
        executions = int(np.count_nonzero((waves >= 0).any(axis=(1, 2)))) * repeats
        if row.space == "lds":
            loads = bank_loads(waves.max(axis=1), row.size, banks(self.arch, row.size, row.kind == "load"))
            clocks = loads.max(axis=-1)
            conflicts = np.maximum(clocks - 1, 0).sum(axis=-1)
            return executions, int(clocks.sum()) * repeats, int(conflicts.sum()) * repeats, int(conflicts.max()), {}, 0
        flat = waves.reshape(len(waves), -1)
        transactions = {b: int(touched_blocks(flat, row.size, b).sum()) * repeats for b in TRANSACTION_BYTES}
        return executions, 0, 0, 0, transactions, int(distinct_bytes(flat, row.size).sum()) * repeats


def _keep_pattern(row: AccessCount, offsets: Array, first: int, start: int) -> None:
    """Keep the offsets of an execution [workgroups, threads], workgroups from `first` on, where an earlier workgroup took part
    in it than in those before."""
    later = len(offsets) if row.pattern is None else max(row.workgroup - first, 0)
    took_part = np.flatnonzero((offsets[:later] >= 0).any(axis=1))
    if took_part.size:
        row.workgroup = first + int(took_part[0])
        row.pattern = np.where(offsets[took_part[0]] >= 0, offsets[took_part[0]] - start, -1)


def _offsets(batch: Batch, accesses: list[Access]) -> tuple[Array, int]:
    """Byte offsets [workgroups, parts, threads] with -1 for lanes without an access, and how many workgroups each row of
    them stands for. Global offsets are addresses, so that buffers do not mix."""
    if len(accesses) == 1 and accesses[0].select is None and accesses[0].offsets.shape[0] == 1:
        offsets = np.broadcast_to(accesses[0].offsets, (1, batch.threads)).astype(np.int64)
        return (offsets + accesses[0].memory.base)[:, None, :], batch.groups
    parts = np.full((len(accesses), *batch.lanes), -1, np.int64)
    for part, access in zip(parts, accesses, strict=True):
        part[access.place] = access.offsets.astype(np.int64) + access.memory.base
    return parts.swapaxes(0, 1), 1
