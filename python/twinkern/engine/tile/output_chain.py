"""The output chain: from the accumulators of a warp to the output tensor.

Each element, in fp32 as it was accumulated, goes through an ordered list of stages, is cast to the output's type, and leaves
through a sink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from twinkern._contract import Operation
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import Type, vector
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.plan.lanes import coordinate, slot_coordinate
from twinkern.engine.plan.plan import Plan
from twinkern.engine.tile.coordinates import Part, TensorMap, combine, evaluate, split
from twinkern.engine.tile.sharing import groups, share

Stage = Callable[[Builder, "Element", Node], Node]
"""A stage of the chain: an element's next value, in fp32 as the one that it is given."""
STAGES: tuple[Stage, ...] = ()
"""The stages of every kernel, in order."""


@dataclass(frozen=True, slots=True)
class OutputTile:
    """The output tile of a workgroup: where it goes, how its accumulators lie over the warps, and what is done on the way.

    `tensor_map.first` is m and `.second` n. `first`, `last`: whether the accumulators begin, and whether they end the sum.
    `warp_m`, `warp_n` are this warp's place in the tile, `warp_rows` and `warp_columns` the part of the tile that a warp holds.
    The shuffled sink uses `lds`.
    """

    plan: Plan
    tensor: Tensor
    tensor_map: TensorMap
    origin_m: Node
    origin_n: Node
    first: Node
    last: Node
    lane: Node
    warp_m: Node
    warp_n: Node
    warp_rows: int
    warp_columns: int
    element: Type
    stages: tuple[Stage, ...]
    sink: Sink
    lds: Node
    thread: Node


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the output on its way: a slot of an accumulator, `down` and `right` of this lane's corner of the tile."""

    tile: OutputTile
    row: Node
    column: Node
    accumulator: Node
    slot: int
    down: int
    right: int

    def m(self, b: Builder) -> Node:
        """Its index along m."""
        return b.add(b.add(self.tile.origin_m, self.row), b.constant(self.down))

    def n(self, b: Builder) -> Node:
        """Its index along n."""
        return b.add(b.add(self.tile.origin_n, self.column), b.constant(self.right))


def index_part(b: Builder, tile: OutputTile, of_rows: bool, index: Node) -> Part:
    """What an m (of_rows) or n contributes to the place in the output; n also brings the base."""
    digits = tile.tensor_map.first if of_rows else tile.tensor_map.second
    shape, spec = tile.plan.shape, tile.plan.spec
    exact = (shape.m % spec.tile_m if of_rows else shape.n % spec.tile_n) == 0
    values = split(b, digits, index)
    return evaluate(b, tile.tensor_map, digits, values, not of_rows, exact)


def warp_corner(b: Builder, tile: OutputTile) -> tuple[Node, Node]:
    """Row and column in the tile of this lane's slot 0 of the warp's first atom, but for what depends on the slot."""
    row = b.mul(tile.warp_m, b.constant(tile.warp_rows))
    row = b.add(row, coordinate(b, tile.plan.atom.d.row, tile.lane, b.constant(0)))
    column = b.mul(tile.warp_n, b.constant(tile.warp_columns))
    column = b.add(column, coordinate(b, tile.plan.atom.d.column, tile.lane, b.constant(0)))
    return row, column


def elements(tile: OutputTile, row: Node, column: Node, accumulators: Sequence[Node]) -> Iterator[Element]:
    """The elements that this lane holds, from its corner on."""
    atom = tile.plan.atom
    across = tile.warp_columns // atom.n
    places = [(slot_coordinate(atom.d.row, slot), slot_coordinate(atom.d.column, slot)) for slot in range(atom.d.length)]
    for number, accumulator in enumerate(accumulators):
        first_row, first_column = number // across * atom.m, number % across * atom.n
        for slot, (down, right) in enumerate(places):
            yield Element(tile, row, column, accumulator, slot, first_row + down, first_column + right)


def finished(b: Builder, element: Element) -> Node:
    """An element's value after all stages, in the output's type."""
    value = b.extract(element.accumulator, element.slot)
    for stage in element.tile.stages:
        value = stage(b, element, value)
    return b.cast(Operation.FPTRUNC, value, element.tile.element)


def shuffled_place(b: Builder, tile: OutputTile, row: Node, column: Node) -> Node:
    """Where a row and a column of the tile lie in LDS."""
    size = tile.element.bytes
    row_offset = b.mul(row, b.constant(tile.plan.output.columns * size))
    column_offset = b.mul(column, b.constant(size))
    return b.offset(tile.lds, b.add(row_offset, column_offset))


def store_direct(b: Builder, machine: Machine, tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Store each element by itself."""
    row, column = warp_corner(b, tile)
    first_m = b.add(tile.origin_m, row)
    first_n = b.add(tile.origin_n, column)
    rows: dict[int, Part] = {}
    columns: dict[int, Part] = {}
    for element in elements(tile, row, column, accumulators):
        down, right = element.down, element.right
        if down not in rows:
            rows[down] = index_part(b, tile, True, b.add(first_m, b.constant(down)))
        if right not in columns:
            columns[right] = index_part(b, tile, False, b.add(first_n, b.constant(right)))
        offset, valid = combine(b, tile.tensor_map, rows[down], columns[right])
        machine.store(tile.tensor, offset, valid, finished(b, element))


def shuffle_through_lds(b: Builder, machine: Machine, tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Write the elements to LDS as a row-major tile.

    The pipeline has left LDS free: a barrier stands between its last read and this.
    """
    row, column = warp_corner(b, tile)
    size = tile.element.bytes
    address = shuffled_place(b, tile, row, column)
    for element in elements(tile, row, column, accumulators):
        value = finished(b, element)
        place = b.offset(address, b.constant((element.down * tile.plan.output.columns + element.right) * size))
        b.store(value, place, size)


def store_shuffled(b: Builder, machine: Machine, tile: OutputTile) -> None:
    """Store the tile that was shuffled through LDS, in vectors along its rows."""
    machine.barrier()
    b.comment("epilogue: wide stores")
    slots = share(b, tile.thread, tile.plan.output)
    rows: list[Part] = []
    columns: list[Part] = []
    type_ = vector(tile.plan.output.vector, tile.element)
    for group, known_rows, known_columns in groups(slots.places):
        if rows:
            machine.hold_schedule()
        for index in slots.rows.at[len(rows) : known_rows]:
            rows.append(index_part(b, tile, True, b.add(tile.origin_m, index)))
        for index in slots.columns.at[len(columns) : known_columns]:
            columns.append(index_part(b, tile, False, b.add(tile.origin_n, index)))
        for row, column in group:
            place = shuffled_place(b, tile, slots.rows.at[row], slots.columns.at[column])
            value = b.load(type_, place, type_.bytes)
            offset, valid = combine(b, tile.tensor_map, rows[row], columns[column])
            machine.store(tile.tensor, offset, valid, value)


class Sink(Enum):
    """How the output leaves: what the threads do that hold accumulators, and what all do after that, if anything."""

    DIRECT = (store_direct, None)
    SHUFFLED = (shuffle_through_lds, store_shuffled)


def leave(b: Builder, machine: Machine, tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Send the accumulators of this warp down the chain."""
    b.comment("epilogue")
    tile.sink.value[0](b, machine, tile, accumulators)


def finish(b: Builder, machine: Machine, tile: OutputTile) -> None:
    """What all threads of the workgroup do after `leave`."""
    store = tile.sink.value[1]
    if store:
        store(b, machine, tile)
