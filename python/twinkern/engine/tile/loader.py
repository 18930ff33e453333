"""What the loaders share: which part of a tile each thread moves, where it lies in the tensor and where it goes in LDS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from twinkern._contract import CONDITIONS_HELD, TOGETHER, Predicate
from twinkern.engine.ir.builder import Node
from twinkern.engine.tile.coordinates import Part, advance, combine, enclose, evaluate, split
from twinkern.engine.tile.kernel import Kernel
from twinkern.engine.tile.sharing import groups, permute, share


class Loader:
    """The part of one thread: its vectors, and a cursor along the reduction, a flat list of values that the loop carries.

    The cursor has the digits of the first indices of the reduction; those of an index that is a constant further than one
    before it are derived from that one's, tile by tile, so that they hold no registers. Where loads end before the reduction
    does, what is left follows the digits.
    """

    __slots__ = (
        "apart", "builder", "contiguous_free", "cursor", "element", "exact_free", "exact_reduction", "free", "free_parts",
        "layout", "lds", "length", "machine", "map", "places", "reduction", "stage_bytes", "steps", "tensor", "thread", "tile",
        "warp",
    )  # fmt: skip

    copies: ClassVar[bool] = False
    """Whether vectors go straight to LDS, in the order of the threads, so that a swizzle decides which one a thread reads."""

    def __init__(self, kernel: Kernel, index: int) -> None:
        """The loader of A (index 0) or B, for the threads that load."""
        b, plan, item = kernel.builder, kernel.plan, kernel.item
        operand = plan.operands[index]
        b.comment(f"loader of {plan.tensors[index].name}")
        computing = plan.computing_warps if plan.pipeline.roles else 0
        self.builder, self.machine = b, kernel.machine
        self.tensor, self.map = kernel.tensors[index], kernel.maps[index]
        self.layout, self.tile, self.contiguous_free = operand.layout, operand.tile, operand.contiguous_free
        self.element, self.stage_bytes = kernel.element(index), plan.stage_bytes
        self.exact_free, self.exact_reduction = plan.exact[index], kernel.exact_reduction
        to_the_end = self.exact_reduction or item.k_end is kernel.reduction
        self.length = None if to_the_end else b.sub(item.k_end, item.k_begin)
        self.thread = b.sub(kernel.who.thread, b.constant(computing * plan.arch.wave_size))
        self.warp = b.sub(kernel.who.warp, b.constant(computing))
        self.lds = kernel.operand_lds(index)
        slots = share(b, self.thread, self.tile)
        if self.copies and self.layout.swizzle_group:
            slots = permute(b, self.layout, slots)
        if self.contiguous_free:
            self.free, self.reduction = slots.columns, slots.rows
            self.places = tuple((column, row) for row, column in slots.places)
        else:
            self.free, self.reduction = slots.rows, slots.columns
            self.places = slots.places
        origin = item.tile.n if index else item.tile.m
        self.free_parts: list[Part] = []
        for number, local in enumerate(self.free.at):
            if number and number % TOGETHER == 0:
                self.machine.hold_schedule()
            self.free_parts.append(self.free_part(b.add(origin, local)))
        self.cursor: list[Node] = []
        for start in self.reduction.at[: self.reduction.period]:
            self.cursor += split(b, self.map.second, b.add(item.k_begin, start))
        if self.length is not None:
            self.cursor.append(self.length)
        self.steps = split(b, self.map.second, b.constant(self.layout.tile_k))
        derived = len(self.reduction.at) > self.reduction.period
        self.apart = split(b, self.map.second, b.constant(self.reduction.apart)) if derived else []

    def free_part(self, index: Node) -> Part:
        """What an index of the free axis contributes to offset and predicate."""
        values = split(self.builder, self.map.first, index)
        part = evaluate(self.builder, self.map, self.map.first, values, True, self.exact_free)
        if len(self.free.at) < CONDITIONS_HELD:
            return part
        part = enclose(self.builder, part)
        folded = part.valid and self.machine.folded(self.tensor, part.offset, part.valid, self.copies)
        return replace(part, offset=folded, valid=None) if folded else part

    def cursor_digits(self, cursor: Sequence[Node]) -> list[Sequence[Node]]:
        """The digits of each index of a cursor."""
        width = len(self.map.second)
        return [cursor[start : start + width] for start in range(0, self.reduction.period * width, width)]

    def claim_multiples(self, cursor: Sequence[Node]) -> None:
        """Say of a cursor that a loop carries that its vectors begin at multiples of their length; the verifier checks it."""
        for values in self.cursor_digits(cursor) if not self.contiguous_free else ():
            values[-1].divisor = self.tile.vector & -self.tile.vector

    def reduction_part(self, number: int, values: Sequence[Node], cursor: Sequence[Node]) -> Part:
        """What an index of the reduction contributes to offset and predicate."""
        b = self.builder
        unmasked = self.exact_reduction or self.length is not None
        part = evaluate(b, self.map, self.map.second, values, False, unmasked)
        if self.length is None:
            return part
        return replace(part, valid=b.compare(Predicate.SLT, self.reduction.at[number], cursor[-1]))

    def place_groups(self, cursor: Sequence[Node]) -> Iterator[list[tuple[Node, Node | None]]]:
        """Byte offset of each vector of the tile that the cursor stands on, and whether it is inside the tensor.

        They come in groups, in the order of `places`; a group is to be loaded before the next is asked for.
        """
        b = self.builder
        digits = self.map.second
        found = self.cursor_digits(cursor)
        parts: list[Part] = []
        for group, _, known in groups(self.places):
            if parts:
                self.machine.hold_schedule()
            for number in range(len(parts), known):
                if number >= self.reduction.period:
                    found.append(advance(b, digits, found[number - self.reduction.period], self.apart))
                parts.append(self.reduction_part(number, found[number], cursor))
            yield [combine(b, self.map, self.free_parts[free], parts[reduction]) for free, reduction in group]

    def next_cursor(self, cursor: Sequence[Node]) -> list[Node]:
        """The cursor on the next tile."""
        moved: list[Node] = []
        for values in self.cursor_digits(cursor):
            moved += advance(self.builder, self.map.second, values, self.steps)
        if self.length is not None:
            moved.append(self.builder.sub(cursor[-1], self.builder.constant(self.layout.tile_k)))
        return moved
