"""How the vectors of a tile are shared out over the threads of a workgroup."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from twinkern.ir.builder import Builder, Node
from twinkern.tile.layout import SWIZZLE_ROWS, TileLayout
from twinkern.tile.place import swizzled_column


@dataclass(frozen=True, slots=True)
class Slots:
    """The vectors of one thread: distinct rows and first columns, and for each vector which row and column it has.

    Rows `repeat` apart in `rows` are a multiple of SWIZZLE_ROWS apart in the tile.
    """

    rows: tuple[Node, ...]
    columns: tuple[Node, ...]
    places: tuple[tuple[int, int], ...]
    repeat: int


def share(b: Builder, thread: Node, rows: int, columns: int, vector: int, threads: int) -> Slots:
    """Share the vectors of a [rows][columns] tile over the threads: vector i goes to thread i modulo `threads`.

    Where the vectors of a row divide the threads, or the other way round, columns or rows are shared between the vectors of
    a thread, and what depends on them is computed once.
    """
    per_row = columns // vector
    count = rows * per_row // threads
    width = b.constant(vector)
    if threads % per_row == 0:
        first_row = b.udiv(thread, b.constant(per_row))
        column = b.urem(thread, b.constant(per_row))
        rows_apart = threads // per_row
        found_rows = tuple(b.add(first_row, b.constant(slot * rows_apart)) for slot in range(count))
        places = tuple((slot, 0) for slot in range(count))
        return Slots(found_rows, (b.mul(column, width),), places, SWIZZLE_ROWS // gcd(SWIZZLE_ROWS, rows_apart))
    if per_row % threads == 0:
        in_row = per_row // threads
        first_column = b.mul(thread, width)
        found_columns = tuple(
            b.add(first_column, b.constant(slot * threads * vector)) for slot in range(in_row)
        )
        found_rows = tuple(b.constant(row) for row in range(rows))
        places = tuple((slot // in_row, slot % in_row) for slot in range(count))
        return Slots(found_rows, found_columns, places, SWIZZLE_ROWS)
    found_rows, found_columns = (), ()
    for slot in range(count):
        index = b.add(thread, b.constant(slot * threads))
        row = b.udiv(index, b.constant(per_row))
        column = b.urem(index, b.constant(per_row))
        found_rows += (row,)
        found_columns += (b.mul(column, width),)
    return Slots(found_rows, found_columns, tuple((slot, slot) for slot in range(count)), count)


def permute(b: Builder, layout: TileLayout, slots: Slots) -> Slots:
    """The vectors of a swizzled tile by where they lie in LDS, with the columns that the rows keep there."""
    columns: list[Node] = []
    known: dict[tuple[int, int], int] = {}
    places = []
    for row, column in slots.places:
        key = (row % slots.repeat, column)
        if key not in known:
            known[key] = len(columns)
            columns.append(swizzled_column(b, layout, slots.rows[row], slots.columns[column]))
        places.append((row, known[key]))
    return Slots(slots.rows, tuple(columns), tuple(places), slots.repeat)
