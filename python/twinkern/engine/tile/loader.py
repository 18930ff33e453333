"""What the loaders share: which part of a tile each thread moves, where it lies in the tensor and where it goes in LDS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from twinkern._contract import CONDITIONS_HELD, TOGETHER, Predicate
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import Type
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.plan.layout import TileLayout
from twinkern.engine.plan.operands import SharedTile
from twinkern.engine.tile.coordinates import Part, TensorMap, advance, combine, enclose, evaluate, split
from twinkern.engine.tile.sharing import groups, permute, share


@dataclass(frozen=True, slots=True)
class LoaderSetting:
    """Everything that a loader is made from.

    `tensor_map.first` is the free axis and `.second` the reduction. `contiguous_free`: the columns of the tile as it is loaded
    lie along the free axis. `origin` is the free index of its first row, `k_begin` the reduction's where loads begin; they go
    on to its end, or for `length`. `exact_*`: no tile goes past the end of that index. `thread` and `warp` count those that
    load. `lds` is the address of the operand's first stage, `stage_bytes` the distance to the next.
    """

    tensor: Tensor
    tensor_map: TensorMap
    layout: TileLayout
    tile: SharedTile
    contiguous_free: bool
    exact_free: bool
    exact_reduction: bool
    origin: Node
    k_begin: Node
    length: Node | None
    thread: Node
    warp: Node
    element: Type
    lds: Node
    stage_bytes: int


class Loader:
    """The part of one thread: its vectors, and a cursor along the reduction, a flat list of values that the loop carries.

    The cursor has the digits of the first indices of the reduction; those of an index that is a constant further than one
    before it are derived from that one's, tile by tile, so that they hold no registers. Where loads end before the reduction
    does, what is left follows the digits.
    """

    __slots__ = ("apart", "builder", "cursor", "free", "free_parts", "machine", "places", "reduction", "setting", "steps")

    copies: ClassVar[bool] = False
    """Whether vectors go straight to LDS, in the order of the threads, so that a swizzle decides which one a thread reads."""

    def __init__(self, builder: Builder, machine: Machine, setting: LoaderSetting) -> None:
        b = builder
        self.builder = builder
        self.machine = machine
        self.setting = setting
        slots = share(b, setting.thread, setting.tile)
        if self.copies and setting.layout.swizzles:
            slots = permute(b, setting.layout, slots)
        if setting.contiguous_free:
            self.free, self.reduction = slots.columns, slots.rows
            self.places = tuple((column, row) for row, column in slots.places)
        else:
            self.free, self.reduction = slots.rows, slots.columns
            self.places = slots.places
        self.free_parts: list[Part] = []
        for number, local in enumerate(self.free.at):
            if number and number % TOGETHER == 0:
                machine.hold_schedule()
            self.free_parts.append(self.free_part(b.add(setting.origin, local)))
        digits = setting.tensor_map.second
        self.cursor: list[Node] = []
        for start in self.reduction.at[: self.reduction.period]:
            self.cursor += split(b, digits, b.add(setting.k_begin, start))
        if setting.length is not None:
            self.cursor.append(setting.length)
        self.steps = split(b, digits, b.constant(setting.layout.tile_k))
        derived = len(self.reduction.at) > self.reduction.period
        self.apart = split(b, digits, b.constant(self.reduction.apart)) if derived else []

    def free_part(self, index: Node) -> Part:
        """What an index of the free axis contributes to offset and predicate."""
        setting = self.setting
        values = split(self.builder, setting.tensor_map.first, index)
        part = evaluate(self.builder, setting.tensor_map, setting.tensor_map.first, values, True, setting.exact_free)
        if len(self.free.at) < CONDITIONS_HELD:
            return part
        part = enclose(self.builder, part)
        folded = part.valid and self.machine.folded(setting.tensor, part.offset, part.valid, self.copies)
        return replace(part, offset=folded, valid=None) if folded else part

    def cursor_digits(self, cursor: Sequence[Node]) -> list[Sequence[Node]]:
        """The digits of each index of a cursor."""
        width = len(self.setting.tensor_map.second)
        return [cursor[start : start + width] for start in range(0, self.reduction.period * width, width)]

    def reduction_part(self, number: int, values: Sequence[Node], cursor: Sequence[Node]) -> Part:
        """What an index of the reduction contributes to offset and predicate."""
        b, setting = self.builder, self.setting
        unmasked = setting.exact_reduction or setting.length is not None
        part = evaluate(b, setting.tensor_map, setting.tensor_map.second, values, False, unmasked)
        if setting.length is None:
            return part
        return replace(part, valid=b.compare(Predicate.SLT, self.reduction.at[number], cursor[-1]))

    def place_groups(self, cursor: Sequence[Node]) -> Iterator[list[tuple[Node, Node | None]]]:
        """Byte offset of each vector of the tile that the cursor stands on, and whether it is inside the tensor.

        They come in groups, in the order of `places`; a group is to be loaded before the next is asked for.
        """
        b, setting = self.builder, self.setting
        digits = setting.tensor_map.second
        found = self.cursor_digits(cursor)
        parts: list[Part] = []
        for group, _, known in groups(self.places):
            if parts:
                self.machine.hold_schedule()
            for number in range(len(parts), known):
                if number >= self.reduction.period:
                    found.append(advance(b, digits, found[number - self.reduction.period], self.apart))
                parts.append(self.reduction_part(number, found[number], cursor))
            yield [combine(b, setting.tensor_map, self.free_parts[free], parts[reduction]) for free, reduction in group]

    def next_cursor(self, cursor: Sequence[Node]) -> list[Node]:
        """The cursor on the next tile."""
        moved: list[Node] = []
        for values in self.cursor_digits(cursor):
            moved += advance(self.builder, self.setting.tensor_map.second, values, self.steps)
        if self.setting.length is not None:
            moved.append(self.builder.sub(cursor[-1], self.builder.constant(self.setting.layout.tile_k)))
        return moved
