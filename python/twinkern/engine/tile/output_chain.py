"""The output chain: from the accumulators of a warp to the output tensor.

Each element, in fp32 as it was accumulated, goes through an ordered list of stages, is cast to the output's type, and leaves
through a sink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from twinkern._contract import Combine, Epilogue, Operation
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import vector
from twinkern.engine.plan.lanes import coordinate, row_and_column
from twinkern.engine.tile.coordinates import Part, combine, evaluate, split
from twinkern.engine.tile.kernel import Kernel
from twinkern.engine.tile.sharing import groups, share

Stage = Callable[[Builder, "Element", Node], Node]
"""A stage of the chain: an element's next value, in fp32 as the one that it is given."""
STAGES: tuple[Stage, ...] = ()
"""The stages of every kernel, in order."""


class OutputTile:
    """The output tile of a workgroup: where it goes, how its accumulators lie over the warps, and what is done on the way.

    `map.first` is m and `.second` n. `places` are those of a lane's slots in an atom, of which `run` follow each other along a
    row. The shuffled sink uses all of LDS.
    """

    __slots__ = ("element", "kernel", "map", "places", "run", "sink", "stages", "tensor")

    def __init__(self, kernel: Kernel, stages: tuple[Stage, ...]) -> None:
        self.kernel = kernel
        self.tensor, self.map, self.element = kernel.tensors[-1], kernel.maps[-1], kernel.element(-1)
        atom = kernel.plan.atom.d
        self.places = [row_and_column(atom.row, atom.column, 0, slot) for slot in range(atom.length)]
        pairs = zip(self.places[::2], self.places[1::2], strict=True)
        self.run = 2 if all(other == (down, right + 1) for (down, right), other in pairs) else 1
        self.stages = stages
        self.sink = SINKS[kernel.plan.spec.epilogue]

    def put(self, offset: Node, valid: Node | None, value: Node) -> None:
        """Write a scalar or vector to the output, or add it to what is there."""
        b, machine = self.kernel.builder, self.kernel.machine
        if not ADDS[self.kernel.plan.spec.combine]:
            machine.store(self.tensor, offset, valid, value)
            return
        for index in range(value.type.lanes):
            place = b.add(offset, b.constant(index * self.element.bytes))
            machine.add(self.tensor, place, valid, b.extract(value, index))


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
        return b.add(b.add(self.tile.kernel.item.tile.m, self.row), b.constant(self.down))

    def n(self, b: Builder) -> Node:
        """Its index along n."""
        return b.add(b.add(self.tile.kernel.item.tile.n, self.column), b.constant(self.right))


def index_part(b: Builder, tile: OutputTile, of_rows: bool, index: Node) -> Part:
    """What an m (of_rows) or n contributes to the place in the output; n also brings the base."""
    digits = tile.map.first if of_rows else tile.map.second
    exact = tile.kernel.plan.exact[0 if of_rows else 1]
    return evaluate(b, tile.map, digits, split(b, digits, index), not of_rows, exact)


def warp_corner(b: Builder, tile: OutputTile) -> tuple[Node, Node]:
    """Row and column in the tile of this lane's slot 0 of the warp's first atom, but for what depends on the slot."""
    rows, columns = tile.kernel.plan.warp_tile
    row = b.mul(tile.kernel.who.warp_m, b.constant(rows))
    row = b.add(row, coordinate(b, tile.kernel.plan.atom.d.row, tile.kernel.who.lane, b.constant(0)))
    column = b.mul(tile.kernel.who.warp_n, b.constant(columns))
    column = b.add(column, coordinate(b, tile.kernel.plan.atom.d.column, tile.kernel.who.lane, b.constant(0)))
    return row, column


def elements(tile: OutputTile, row: Node, column: Node, accumulators: Sequence[Node]) -> Iterator[Element]:
    """The elements that this lane holds, from its corner on."""
    atom = tile.kernel.plan.atom
    warp_rows, warp_columns = tile.kernel.plan.warp_tile
    across = warp_columns // atom.n
    atoms = warp_rows // atom.m * across
    each = atom.d.length * atoms // len(accumulators)
    for number in range(atoms):
        first_row, first_column = number // across * atom.m, number % across * atom.n
        for slot, (down, right) in enumerate(tile.places):
            piece = accumulators[(number * atom.d.length + slot) // each]
            yield Element(tile, row, column, piece, slot % each, first_row + down, first_column + right)


def finished(b: Builder, element: Element) -> Node:
    """An element's value after all stages, in the output's type."""
    value = b.extract(element.accumulator, element.slot)
    for stage in element.tile.stages:
        value = stage(b, element, value)
    return b.cast(Operation.FPTRUNC, value, element.tile.element)


def shuffled_place(b: Builder, tile: OutputTile, row: Node, column: Node) -> Node:
    """Where a row and a column of the tile lie in LDS."""
    size = tile.element.bytes
    row_offset = b.mul(row, b.constant(tile.kernel.plan.shuffled_row_bytes))
    column_offset = b.mul(column, b.constant(size))
    return b.offset(tile.kernel.lds, b.add(row_offset, column_offset))


def store_direct(tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Store each element by itself."""
    b = tile.kernel.builder
    row, column = warp_corner(b, tile)
    first_m = b.add(tile.kernel.item.tile.m, row)
    first_n = b.add(tile.kernel.item.tile.n, column)
    rows: dict[int, Part] = {}
    columns: dict[int, Part] = {}
    for element in elements(tile, row, column, accumulators):
        down, right = element.down, element.right
        if down not in rows:
            rows[down] = index_part(b, tile, True, b.add(first_m, b.constant(down)))
        if right not in columns:
            columns[right] = index_part(b, tile, False, b.add(first_n, b.constant(right)))
        offset, valid = combine(b, tile.map, rows[down], columns[right])
        tile.put(offset, valid, finished(b, element))


def shuffle_through_lds(tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Write the elements to LDS as a row-major tile.

    The pipeline has left LDS free: a barrier stands between its last read and this.
    """
    b = tile.kernel.builder
    row, column = warp_corner(b, tile)
    size = tile.element.bytes
    address = shuffled_place(b, tile, row, column)
    left = elements(tile, row, column, accumulators)
    while run := list(islice(left, tile.run)):
        value = b.concatenate([finished(b, element) for element in run])
        within = run[0].down * tile.kernel.plan.shuffled_row_bytes + run[0].right * size
        b.store(value, b.offset(address, b.constant(within)), value.type.bytes)


def store_shuffled(tile: OutputTile) -> None:
    """Store the tile that was shuffled through LDS, in vectors along its rows."""
    b, machine = tile.kernel.builder, tile.kernel.machine
    machine.barrier()
    b.comment("epilogue: wide stores")
    slots = share(b, tile.kernel.who.thread, tile.kernel.plan.output)
    rows: list[Part] = []
    columns: list[Part] = []
    type_ = vector(tile.kernel.plan.output.vector, tile.element)
    for group, known_rows, known_columns in groups(slots.places):
        if rows:
            machine.hold_schedule()
        for index in slots.rows.at[len(rows) : known_rows]:
            rows.append(index_part(b, tile, True, b.add(tile.kernel.item.tile.m, index)))
        for index in slots.columns.at[len(columns) : known_columns]:
            columns.append(index_part(b, tile, False, b.add(tile.kernel.item.tile.n, index)))
        for row, column in group:
            place = shuffled_place(b, tile, slots.rows.at[row], slots.columns.at[column])
            value = b.load(type_, place, type_.bytes)
            offset, valid = combine(b, tile.map, rows[row], columns[column])
            tile.put(offset, valid, value)


ADDS: Mapping[str, bool] = Combine.table({
    Combine.AUTO: False,
    Combine.NONE: False,
    Combine.ATOMIC: True,
    Combine.TWO_STAGE: False,
})
"""Whether each slice is added to the output where it lies."""
Sink = tuple[Callable[[OutputTile, Sequence[Node]], None], Callable[[OutputTile], None] | None]
"""How the output leaves: what the threads do that hold accumulators, and what all do after that, if anything."""
SINKS: Mapping[str, Sink] = Epilogue.table({
    Epilogue.AUTO: (store_direct, None),
    Epilogue.DIRECT: (store_direct, None),
    Epilogue.CSHUFFLE: (shuffle_through_lds, store_shuffled),
})
"""The sink of each epilogue; a plan has none that is open."""


def leave(tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Send the accumulators of this warp down the chain."""
    tile.kernel.builder.comment("epilogue")
    tile.sink[0](tile, accumulators)


def finish(tile: OutputTile) -> None:
    """What all threads of the workgroup do after `leave`."""
    if tile.sink[1]:
        tile.sink[1](tile)
