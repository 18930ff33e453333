"""How the vectors of a tile are shared out over the threads of a workgroup."""

from __future__ import annotations

from dataclasses import dataclass

from twinkern.ir.builder import Builder, Node


@dataclass(frozen=True, slots=True)
class Slots:
    """The vectors of one thread: distinct rows and first columns, and for each vector which row and column it has."""

    rows: tuple[Node, ...]
    columns: tuple[Node, ...]
    places: tuple[tuple[int, int], ...]


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
        return Slots(found_rows, (b.mul(column, width),), tuple((slot, 0) for slot in range(count)))
    if per_row % threads == 0:
        in_row = per_row // threads
        first_column = b.mul(thread, width)
        found_columns = tuple(
            b.add(first_column, b.constant(slot * threads * vector)) for slot in range(in_row)
        )
        found_rows = tuple(b.constant(row) for row in range(rows))
        return Slots(found_rows, found_columns, tuple((slot // in_row, slot % in_row) for slot in range(count)))
    found_rows, found_columns = (), ()
    for slot in range(count):
        index = b.add(thread, b.constant(slot * threads))
        row = b.udiv(index, b.constant(per_row))
        column = b.urem(index, b.constant(per_row))
        found_rows += (row,)
        found_columns += (b.mul(column, width),)
    return Slots(found_rows, found_columns, tuple((slot, slot) for slot in range(count)))
