"""Fragments: the operands of a matrix atom as the lanes of a warp hold them."""

from __future__ import annotations

from twinkern._contract import SWIZZLE_ROWS
from twinkern.engine.ir.builder import NO_SCOPE, Node
from twinkern.engine.ir.types import vector
from twinkern.engine.plan.lanes import coordinate, row_and_column
from twinkern.engine.tile.kernel import Kernel
from twinkern.engine.tile.place import element_place


class OperandFragments:
    """Reads the operand fragments of one warp out of a tile in LDS."""

    __slots__ = (
        "addresses", "builder", "count", "edge", "kernel", "lane_free", "lane_k", "layout", "lds", "offsets", "read_lds",
        "steps", "type",
    )  # fmt: skip

    def __init__(self, kernel: Kernel, index: int) -> None:
        """Of A (index 0), whose free axis is the atom's rows, or B."""
        b, plan = kernel.builder, kernel.plan
        atom, operand = plan.atom, plan.operands[index]
        self.kernel, self.builder = kernel, b
        self.layout = operand.layout
        self.edge = atom.n if index else atom.m
        self.count = plan.warp_tile[index] // self.edge
        self.steps = self.layout.tile_k // atom.k
        """Steps of the atom's reduction in a tile."""
        self.lds = kernel.operand_lds(index)
        self.type = vector(operand.read.elements, kernel.element(index))
        read = operand.read.read
        assert read is not None, "the rules refuse a tile that no read gives an operand from"
        slots = range(0, (atom.b if index else atom.a).length, operand.read.elements)
        self.read_lds = kernel.machine.reads[read.kind]
        self.offsets = [row_and_column(read.row, read.column, 0, slot) for slot in slots]
        free, k = (read.column, read.row) if self.layout.k_outer else (read.row, read.column)
        first = b.constant(0)
        warp_free = b.mul(kernel.who.warp_n if index else kernel.who.warp_m, b.constant(plan.warp_tile[index]))
        self.lane_free = b.add(warp_free, coordinate(b, free, kernel.who.lane, first))
        self.lane_k = coordinate(b, k, kernel.who.lane, first)
        self.addresses: dict[tuple[int, int], Node] = {}
        for atom_index in range(self.count):
            for step in range(self.steps):
                for offset in self.read_offsets(atom_index, step):
                    self.add_address(*self.base(*offset))

    def read_offsets(self, atom_index: int, step: int) -> list[tuple[int, int]]:
        """Row and column of each read of one atom's fragment at one step, but for what depends on the lane."""
        free, k = atom_index * self.edge, step * self.kernel.plan.atom.k
        row, column = (k, free) if self.layout.k_outer else (free, k)
        return [(row + down, column + right) for down, right in self.offsets]

    def base(self, row: int, column: int) -> tuple[int, int]:
        """The row and column from which a constant leads to a read: where rows are permuted, ones that are permuted alike."""
        return (row % SWIZZLE_ROWS, column) if self.layout.swizzle_group else (0, 0)

    def add_address(self, row: int, column: int) -> None:
        """Compute the address of this lane's element so many rows and columns on in the first stage."""
        b, layout = self.builder, self.layout
        if (row, column) in self.addresses:
            return
        free, k = (column, row) if layout.k_outer else (row, column)
        place = element_place(b, layout, b.add(self.lane_free, b.constant(free)), b.add(self.lane_k, b.constant(k)))
        self.addresses[row, column] = b.offset(self.lds, place)

    def read(self, atom_index: int, step: int, stage: int) -> Node:
        """The fragment of one atom along the free axis, at one step of the atom's reduction along the tile's."""
        b, layout = self.builder, self.layout
        scope = stage if self.kernel.staged else NO_SCOPE
        align = layout.align(self.type.bytes)
        start = stage * self.kernel.plan.stage_bytes
        parts = []
        for row, column in self.read_offsets(atom_index, step):
            base_row, base_column = self.base(row, column)
            within = (row - base_row) * layout.row_bytes + (column - base_column) * layout.element_bytes
            place = b.offset(self.addresses[base_row, base_column], b.constant(start + within))
            parts.append(self.read_lds(self.type, place, align, scope))
        return b.concatenate(parts)
