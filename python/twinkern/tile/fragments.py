"""Fragments: the operands of a matrix atom as the lanes of a warp hold them, and the accumulators."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import Atom, Term
from twinkern.ir.builder import Builder, Node
from twinkern.ir.types import Type, vector


def lane_coordinate(b: Builder, terms: Sequence[Term], lane: Node) -> Node:
    """The part of a coordinate that depends on the lane."""
    total = b.constant(0)
    for term in terms:
        if not term.of_lane:
            continue
        value = b.udiv(lane, b.constant(term.divide))
        if term.modulo:
            value = b.urem(value, b.constant(term.modulo))
        total = b.add(total, b.mul(value, b.constant(term.times)))
    return total


def slot_coordinate(terms: Sequence[Term], slot: int) -> int:
    """The part of a coordinate that depends on the slot in the lane's vector."""
    total = 0
    for term in terms:
        if not term.of_lane:
            value = slot // term.divide
            total += (value % term.modulo if term.modulo else value) * term.times
    return total


def run_length(free: Sequence[Term], reduction: Sequence[Term], length: int) -> int:
    """How many slots, a power of two, always lie side by side along the reduction in one row."""
    run = length
    while run > 1:
        together = all(
            slot_coordinate(reduction, slot) == slot_coordinate(reduction, slot - slot % run) + slot % run
            and slot_coordinate(free, slot) == slot_coordinate(free, slot - slot % run)
            for slot in range(length)
        )
        if together:
            break
        run //= 2
    return run


class OperandFragments:
    """Reads the operand fragments of one warp out of an M-outer LDS tile."""

    __slots__ = ("builder", "element", "atom", "edge", "free", "address", "row_bytes", "run", "count")

    def __init__(
        self,
        builder: Builder,
        atom: Atom,
        *,
        rows_operand: bool,
        lane: Node,
        warp: Node,
        warp_size: int,
        element: Type,
        lds: Node,
        row_bytes: int,
    ) -> None:
        """`warp_size` is the free extent of one warp's part of the tile and `warp` its index along that axis."""
        b = builder
        self.builder = builder
        self.atom = atom
        self.element = element
        self.row_bytes = row_bytes
        self.edge = atom.m if rows_operand else atom.n
        self.free = atom.row if rows_operand else atom.column
        self.run = run_length(self.free, atom.reduction, atom.operand_length)
        self.count = warp_size // self.edge
        warp_row = b.mul(warp, b.constant(warp_size))
        row = b.add(warp_row, lane_coordinate(b, self.free, lane))
        row_offset = b.mul(row, b.constant(row_bytes))
        column = lane_coordinate(b, atom.reduction, lane)
        column_offset = b.mul(column, b.constant(element.bytes))
        self.address = b.offset(lds, b.add(row_offset, column_offset))

    def read(self, atom_index: int, step: int) -> Node:
        """The fragment of one atom along the free axis, at one step of the atom along the tile's reduction."""
        b = self.builder
        size = self.element.bytes
        type_ = vector(self.run, self.element)
        align = min(self.run * size, self.row_bytes & -self.row_bytes)
        parts = []
        for slot in range(0, self.atom.operand_length, self.run):
            row = atom_index * self.edge + slot_coordinate(self.free, slot)
            column = step * self.atom.k + slot_coordinate(self.atom.reduction, slot)
            place = b.offset(self.address, b.constant(row * self.row_bytes + column * size))
            parts.append(b.load(type_, place, align))
        return b.concatenate(parts)
