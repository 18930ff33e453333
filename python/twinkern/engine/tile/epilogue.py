"""Epilogues: from the accumulators of a warp to the output tensor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinkern._contract import Atom
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import Type, vector
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.tile.coordinates import Part, TensorMap, combine, evaluate, split
from twinkern.engine.tile.fragments import lane_coordinate
from twinkern.engine.tile.lanes import slot_coordinate
from twinkern.engine.tile.sharing import groups, share


@dataclass(frozen=True, slots=True)
class OutputTile:
    """The output tile of a workgroup: where it goes, and how its accumulators lie over the warps.

    `tensor_map.first` is m and `.second` n. `exact_*`: no tile goes past the end of that index. `warp_m`, `warp_n` are this
    warp's place in the tile, `warp_rows` and `warp_columns` the part of the tile that a warp holds.
    """

    tensor: Tensor
    tensor_map: TensorMap
    origin_m: Node
    origin_n: Node
    tile_m: int
    tile_n: int
    exact_m: bool
    exact_n: bool
    atom: Atom
    lane: Node
    warp_m: Node
    warp_n: Node
    warp_rows: int
    warp_columns: int
    element: Type


def index_part(b: Builder, tile: OutputTile, of_rows: bool, index: Node) -> Part:
    """What an m (of_rows) or n contributes to the place in the output; n also brings the base."""
    digits = tile.tensor_map.first if of_rows else tile.tensor_map.second
    exact = tile.exact_m if of_rows else tile.exact_n
    values = split(b, digits, index)
    return evaluate(b, tile.tensor_map, digits, values, not of_rows, exact)


def warp_coordinates(b: Builder, tile: OutputTile) -> tuple[Node, Node]:
    """Row and column in the tile of this lane's slot 0 of the warp's first atom, but for what depends on the slot."""
    row = b.mul(tile.warp_m, b.constant(tile.warp_rows))
    row = b.add(row, lane_coordinate(b, tile.atom.result_row, tile.lane))
    column = b.mul(tile.warp_n, b.constant(tile.warp_columns))
    column = b.add(column, lane_coordinate(b, tile.atom.result_column, tile.lane))
    return row, column


def store_direct(b: Builder, machine: Machine, tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Cast and store each accumulator slot by itself."""
    row, column = warp_coordinates(b, tile)
    row = b.add(tile.origin_m, row)
    column = b.add(tile.origin_n, column)
    atom = tile.atom
    columns: dict[int, Part] = {}
    for i in range(tile.warp_rows // atom.m):
        rows: dict[int, Part] = {}
        for j in range(tile.warp_columns // atom.n):
            accumulator = accumulators[i * (tile.warp_columns // atom.n) + j]
            for slot in range(atom.result_length):
                down = i * atom.m + slot_coordinate(atom.result_row, slot)
                right = j * atom.n + slot_coordinate(atom.result_column, slot)
                if down not in rows:
                    rows[down] = index_part(b, tile, True, b.add(row, b.constant(down)))
                if right not in columns:
                    columns[right] = index_part(b, tile, False, b.add(column, b.constant(right)))
                offset, valid = combine(b, tile.tensor_map, rows[down], columns[right])
                value = b.extract(accumulator, slot)
                value = b.cast("fptrunc", value, tile.element)
                machine.store(tile.tensor, offset, valid, value)


def shuffle_through_lds(b: Builder, tile: OutputTile, lds: Node, accumulators: Sequence[Node]) -> None:
    """Cast the accumulators and write them to LDS as a row-major tile.

    The pipeline has left LDS free: a barrier stands between its last read and this.
    """
    row, column = warp_coordinates(b, tile)
    atom = tile.atom
    size = tile.element.bytes
    row_bytes = tile.tile_n * size
    row_offset = b.mul(row, b.constant(row_bytes))
    column_offset = b.mul(column, b.constant(size))
    address = b.offset(lds, b.add(row_offset, column_offset))
    for i in range(tile.warp_rows // atom.m):
        for j in range(tile.warp_columns // atom.n):
            accumulator = accumulators[i * (tile.warp_columns // atom.n) + j]
            for slot in range(atom.result_length):
                down = i * atom.m + slot_coordinate(atom.result_row, slot)
                right = j * atom.n + slot_coordinate(atom.result_column, slot)
                value = b.extract(accumulator, slot)
                value = b.cast("fptrunc", value, tile.element)
                place = b.offset(address, b.constant(down * row_bytes + right * size))
                b.store(value, place, size)


def store_shuffled(
    b: Builder, machine: Machine, tile: OutputTile, *, lds: Node, thread: Node, threads: int, vector_width: int
) -> None:
    """Store the tile that was shuffled through LDS, in vectors along its rows."""
    size = tile.element.bytes
    slots = share(b, thread, tile.tile_m, tile.tile_n, vector_width, threads)
    rows: list[Part] = []
    columns: list[Part] = []
    type_ = vector(vector_width, tile.element)
    for group, known_rows, known_columns in groups(slots.places):
        if rows:
            machine.hold_schedule()
        for row in slots.rows.at[len(rows) : known_rows]:
            rows.append(index_part(b, tile, True, b.add(tile.origin_m, row)))
        for column in slots.columns.at[len(columns) : known_columns]:
            columns.append(index_part(b, tile, False, b.add(tile.origin_n, column)))
        for row, column in group:
            row_offset = b.mul(slots.rows.at[row], b.constant(tile.tile_n * size))
            column_offset = b.mul(slots.columns.at[column], b.constant(size))
            place = b.offset(lds, b.add(row_offset, column_offset))
            value = b.load(type_, place, type_.bytes)
            offset, valid = combine(b, tile.tensor_map, rows[row], columns[column])
            machine.store(tile.tensor, offset, valid, value)
