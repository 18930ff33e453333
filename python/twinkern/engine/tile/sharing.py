"""How the vectors of a tile are shared out over the threads of a workgroup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twinkern._contract import TOGETHER
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.plan.layout import TileLayout, rows_alike, swizzled
from twinkern.engine.plan.operands import SharedTile


@dataclass(frozen=True, slots=True)
class Indices:
    """Distinct indices of a thread in the tile: each is `apart` more than the one `period` before it."""

    at: tuple[Node, ...]
    period: int
    apart: int


@dataclass(frozen=True, slots=True)
class Slots:
    """The vectors of one thread: distinct rows and first columns, and for each vector which row and column it has."""

    rows: Indices
    columns: Indices
    places: tuple[tuple[int, int], ...]


def groups(places: Sequence[tuple[int, int]]) -> Iterator[tuple[Sequence[tuple[int, int]], int, int]]:
    """The vectors in groups of TOGETHER, with the rows and the columns that are known after each: they come in order."""
    for first in range(0, len(places), TOGETHER):
        group = places[first : first + TOGETHER]
        yield group, 1 + max(row for row, _ in group), 1 + max(column for _, column in group)


def spread(b: Builder, first: Sequence[Node], count: int, apart: int) -> Indices:
    """`count` indices that go on from the first, `apart` more each time round."""
    period = len(first)
    at = tuple(
        first[number] if number < period else b.add(first[number % period], b.constant(number // period * apart))
        for number in range(count)
    )
    return Indices(at, period, apart)


def share(b: Builder, thread: Node, tile: SharedTile) -> Slots:
    """Share the vectors of a tile over the threads: vector i goes to thread i modulo their number.

    What vectors of a thread have in common is computed once: they come back to a column after `period` of them, and rows then
    are a constant further.
    """
    shared, threads = tile.shared, tile.threads
    width = b.constant(tile.vector)
    if shared.whole_rows:
        first_column = b.mul(thread, width)
        found_columns = spread(b, [first_column], shared.columns, threads * tile.vector)
        found_rows = spread(b, [b.constant(0)], tile.rows, 1)
        places = tuple((slot // shared.columns, slot % shared.columns) for slot in range(tile.rows * shared.columns))
        return Slots(found_rows, found_columns, places)
    per_row = b.constant(tile.columns // tile.vector)
    first_rows, first_columns = [], []
    for slot in range(shared.period):
        index = b.add(thread, b.constant(slot * threads))
        first_rows.append(b.udiv(index, per_row))
        first_columns.append(b.urem(index, per_row))
    found_rows = spread(b, first_rows, shared.rows, shared.apart)
    found_columns = Indices(tuple(b.mul(column, width) for column in first_columns), shared.period, 0)
    places = tuple((slot, slot % shared.period) for slot in range(shared.rows))
    return Slots(found_rows, found_columns, places)


def permute(b: Builder, layout: TileLayout, slots: Slots) -> Slots:
    """The vectors of a swizzled tile by where they lie in LDS, with the columns that the rows keep there."""
    columns: list[Node] = []
    known: dict[tuple[int, int], int] = {}
    places = []
    repeat = rows_alike(slots.rows.period, slots.rows.apart)
    for row, column in slots.places:
        key = (row % repeat, column)
        if key not in known:
            known[key] = len(columns)
            columns.append(swizzled(b, layout, slots.rows.at[row], slots.columns.at[column]))
        places.append((row, known[key]))
    return Slots(slots.rows, Indices(tuple(columns), len(columns), 0), tuple(places))
