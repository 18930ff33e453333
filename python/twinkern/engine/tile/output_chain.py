"""The output chain: from the accumulators of a warp to the output tensor.

Each element, in fp32 as it was accumulated, goes through the stages of the chain, is cast to the output's type, and leaves
through a sink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from twinkern._contract import VECTOR_BYTES, Combine, Epilogue, Predicate, StageOperand
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import FLOAT, vector
from twinkern.engine.plan.lanes import coordinate, row_and_column
from twinkern.engine.tile.coordinates import Part, combine, evaluate, split
from twinkern.engine.tile.kernel import Kernel
from twinkern.engine.tile.sharing import groups, share
from twinkern.engine.tile.stages import Chain, Loaded


class OutputTile:
    """The output tile of a workgroup: where it goes, how its accumulators lie over the warps, and what is done on the way.

    `map.first` is m and `.second` n. `places` are those of a lane's slots in an atom, of which `run` follow each other along a
    row. The shuffled sink uses all of LDS; elements lie there as `shuffled`, which is fp32 where the chain comes after.
    """

    __slots__ = ("chain", "element", "kernel", "map", "places", "run", "shuffled", "sink", "tensor")

    def __init__(self, kernel: Kernel, chain: Chain) -> None:
        self.kernel = kernel
        self.tensor, self.map, self.element = kernel.tensors[-1], kernel.maps[-1], kernel.element(-1)
        atom = kernel.plan.atom.d
        self.places = [row_and_column(atom.row, atom.column, 0, slot) for slot in range(atom.length)]
        pairs = zip(self.places[::2], self.places[1::2], strict=True)
        self.run = 2 if all(other == (down, right + 1) for (down, right), other in pairs) else 1
        self.chain = chain
        self.shuffled = FLOAT if chain.late else self.element
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

    accumulator: Node
    slot: int
    down: int
    right: int


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


def load_channels(b: Builder, tile: OutputTile, index: Node, width: int) -> Loaded:
    """What the chain reads of the channels from an n on."""
    if not tile.chain.by_channel:
        return {}
    shape, group = tile.kernel.plan.shape, tile.kernel.item.tile.group
    valid = None if tile.kernel.plan.exact[1] else b.compare(Predicate.ULT, index, b.constant(shape.n))
    return tile.chain.load_channels(b.add(b.mul(group, b.constant(shape.n)), index), valid, width)


def elements(tile: OutputTile, accumulators: Sequence[Node]) -> Iterator[Element]:
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
            yield Element(piece, slot % each, first_row + down, first_column + right)


def shuffled_place(b: Builder, tile: OutputTile, row: Node, column: Node) -> Node:
    """Where a row and a column of the tile lie in LDS."""
    size = tile.shuffled.bytes
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
    channels: dict[int, Loaded] = {}
    for element in elements(tile, accumulators):
        down, right = element.down, element.right
        if down not in rows:
            rows[down] = index_part(b, tile, True, b.add(first_m, b.constant(down)))
        if right not in columns:
            index = b.add(first_n, b.constant(right))
            columns[right] = index_part(b, tile, False, index)
            channels[right] = load_channels(b, tile, index, 1)
        offset, valid = combine(b, tile.map, rows[down], columns[right])
        loaded = channels[right] | tile.chain.load(StageOperand.ELEMENT, offset, valid, 1)
        tile.put(offset, valid, tile.chain.run([b.extract(element.accumulator, element.slot)], loaded))


def shuffle_through_lds(tile: OutputTile, accumulators: Sequence[Node]) -> None:
    """Write the elements to LDS as a row-major tile.

    The pipeline has left LDS free: a barrier stands between its last read and this.
    """
    b = tile.kernel.builder
    row, column = warp_corner(b, tile)
    size = tile.shuffled.bytes
    address = shuffled_place(b, tile, row, column)
    left = elements(tile, accumulators)
    while run := list(islice(left, tile.run)):
        values = [b.extract(element.accumulator, element.slot) for element in run]
        value = b.concatenate(values) if tile.chain.late else tile.chain.run(values, {})
        within = run[0].down * tile.kernel.plan.shuffled_row_bytes + run[0].right * size
        b.store(value, b.offset(address, b.constant(within)), value.type.bytes)


def read_shuffled(b: Builder, tile: OutputTile, place: Node) -> list[Node]:
    """The elements of a thread's vector that lie in LDS from a place on, in fp32."""
    width = tile.kernel.plan.output.vector
    type_ = vector(min(width, VECTOR_BYTES // FLOAT.bytes), FLOAT)
    found: list[Node] = []
    while len(found) < width:
        loaded = b.load(type_, b.offset(place, b.constant(len(found) * FLOAT.bytes)), type_.bytes)
        found += [b.extract(loaded, index) for index in range(type_.lanes)]
    return found


def store_shuffled(tile: OutputTile) -> None:
    """Store the tile that was shuffled through LDS, in vectors along its rows; of what goes through the chain first, operands
    come before all that is stored with them."""
    b, machine, width = tile.kernel.builder, tile.kernel.machine, tile.kernel.plan.output.vector
    machine.barrier()
    b.comment("epilogue: wide stores")
    slots = share(b, tile.kernel.who.thread, tile.kernel.plan.output)
    rows: list[Part] = []
    columns: list[Part] = []
    channels: list[Loaded] = []
    type_ = vector(width, tile.element)
    for group, known_rows, known_columns in groups(slots.places):
        if rows:
            machine.hold_schedule()
        for index in slots.rows.at[len(rows) : known_rows]:
            rows.append(index_part(b, tile, True, b.add(tile.kernel.item.tile.m, index)))
        for index in slots.columns.at[len(columns) : known_columns]:
            first = b.add(tile.kernel.item.tile.n, index)
            columns.append(index_part(b, tile, False, first))
            channels.append(load_channels(b, tile, first, width))
        ends, operands = [], []
        for row, column in group if tile.chain.late else ():
            ends.append(combine(b, tile.map, rows[row], columns[column]))
            operands.append(tile.chain.load(StageOperand.ELEMENT, *ends[-1], width))
        for number, (row, column) in enumerate(group):
            place = shuffled_place(b, tile, slots.rows.at[row], slots.columns.at[column])
            if tile.chain.late:
                value = tile.chain.run(read_shuffled(b, tile, place), channels[column] | operands[number])
                tile.put(*ends[number], value)
            else:
                value = b.load(type_, place, type_.bytes)
                tile.put(*combine(b, tile.map, rows[row], columns[column]), value)


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
