"""Which thread brings which chunk of a tile into LDS, from the addresses of the simulated run.

Nothing here knows a loader's layout: the chunks are the LDS stores (or transfers) that were executed, and a store belongs to
the buffer from which the value that it stores was loaded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from twinkern.judge.simulator.text import ir
from twinkern.judge.simulator.text.parser import parse
from twinkern.profile.report import KernelProfile

LONGEST_ROW = 1024
"""Bytes of the longest row that a tile can have: 512 elements of two bytes."""

@dataclass(frozen=True, slots=True)
class Chunk:
    """`size` bytes that a thread puts at an LDS byte address, and the instruction's line in the text."""

    thread: int
    address: int
    size: int
    line: int


@dataclass(frozen=True, slots=True)
class Tile:
    """What one buffer's loads leave in LDS in the first iteration: rows of `row_bytes` at every `pitch` bytes from `start`."""

    owner: str
    chunks: tuple[Chunk, ...]
    start: int
    row_bytes: int
    pitch: int

    @property
    def rows(self) -> int:
        """Rows that have a chunk."""
        return 1 + max((chunk.address - self.start) // self.pitch for chunk in self.chunks)


def loads_behind(text: str, kernel: str) -> dict[int, set[int]]:
    """For the line of each store, the lines of the loads from which the stored value comes."""
    function = parse(text).functions[kernel]
    instructions = [i for block in function.blocks for i in block.instructions]
    defined = {i.name: i for i in instructions if i.name is not None}
    found: dict[int, set[int]] = {}
    for store in (i for i in instructions if i.op == "store"):
        seen: set[str] = set()
        queue = [store.operands[0]]
        lines: set[int] = set()
        while queue:
            operand = queue.pop()
            if not isinstance(operand, ir.Local) or operand.name in seen or operand.name not in defined:
                continue
            seen.add(operand.name)
            source = defined[operand.name]
            if source.op == "load" or ".load" in (source.callee or ""):
                lines.add(source.line)
            else:
                queue += source.operands
        found[store.line] = lines
    return found


def tiles(text: str, kernel: KernelProfile, row_bytes: int) -> list[Tile]:
    """The tiles that a kernel fills from global memory, one for each buffer that it reads.

    `row_bytes` is for tiles whose rows follow each other without a gap: nothing in the addresses shows where one ends.
    """
    counts = kernel.counters.accesses
    owner_of = {row.line: row.owner for row in counts if row.space == "global" and row.kind == "load"}
    behind = loads_behind(text, kernel.name)
    chunks: dict[str, list[Chunk]] = {}
    for row in counts:
        if row.space != "lds" or row.kind != "store" or row.pattern is None:
            continue
        owners = {owner_of[line] for line in {row.line, *behind.get(row.line, ())} if line in owner_of}
        if len(owners) == 1:
            mine = chunks.setdefault(owners.pop(), [])
            mine += [Chunk(t, int(row.pattern[t]), row.size, row.line) for t in np.flatnonzero(row.pattern >= 0).tolist()]
    return [tile_of(owner, mine, row_bytes) for owner, mine in chunks.items()]


def tile_of(owner: str, chunks: list[Chunk], row_bytes: int) -> Tile:
    """The first tile (of several stages, the one at the lowest address) that the chunks make up.

    Its rows are the runs of consecutive bytes, as long as they are evenly spaced; a run that is longer than any row is rows of
    `row_bytes` without a gap.
    """
    runs: list[list[int]] = []
    for begin, end in sorted({(chunk.address, chunk.address + chunk.size) for chunk in chunks}):
        if runs and begin <= runs[-1][1]:
            runs[-1][1] = max(runs[-1][1], end)
        else:
            runs.append([begin, end])
    start, width, pitch, count = runs[0][0], row_bytes, row_bytes, 1
    if len(runs) > 1 and runs[0][1] - start <= LONGEST_ROW:
        width, pitch = runs[0][1] - start, runs[1][0] - start
        while count < len(runs) and runs[count][0] == start + count * pitch:
            count += 1
    end = runs[count - 1][1]
    first: dict[int, Chunk] = {}
    for chunk in chunks:
        if chunk.address < end:
            first.setdefault(chunk.address, chunk)
    return Tile(owner, tuple(first.values()), start, width, pitch)
