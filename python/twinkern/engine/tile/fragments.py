"""Fragments: the operands of a matrix atom as the lanes of a warp hold them."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import SWIZZLE_ROWS, Atom, Operation, PassedKind
from twinkern.engine.ir.builder import NO_SCOPE, Builder, Node
from twinkern.engine.ir.types import FLOAT, parse_type, vector
from twinkern.engine.plan.lanes import coordinate, row_and_column
from twinkern.engine.tile.kernel import Kernel
from twinkern.engine.tile.place import element_place


class OperandFragments:
    """Reads the operand fragments of one warp out of a tile in LDS."""

    __slots__ = (
        "addresses", "builder", "count", "edge", "kernel", "lane_free", "lane_k", "layout", "lds", "offsets", "pieces",
        "read_atoms", "read_lds", "steps", "type",
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
        read = operand.read.read
        assert read is not None, "the rules refuse a tile that no read gives an operand from"
        given = min(read.elements, operand.read.elements)
        self.type = vector(given, kernel.element(index))
        self.read_atoms = read.atoms
        self.pieces = sum(argument.kind is (PassedKind.B if index else PassedKind.A) for argument in atom.arguments)
        slots = range(0, (atom.b if index else atom.a).length, given)
        self.read_lds = kernel.machine.reads[read.kind]
        self.offsets = [row_and_column(read.row, read.column, 0, slot) for slot in slots]
        free, k = (read.column, read.row) if self.layout.k_outer else (read.row, read.column)
        first = b.constant(0)
        warp_free = b.mul(kernel.who.warp_n if index else kernel.who.warp_m, b.constant(plan.warp_tile[index]))
        self.lane_free = b.add(warp_free, coordinate(b, free, kernel.who.lane, first))
        self.lane_k = coordinate(b, k, kernel.who.lane, first)
        self.addresses: dict[tuple[int, int], Node] = {}
        for atom_index in range(0, self.count, self.read_atoms):
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

    def converted(self, piece: Node) -> Node:
        """A piece in the form that the atom takes."""
        b, convert = self.builder, self.kernel.plan.atom.convert
        return b.call(convert, b.cast(Operation.BITCAST, piece, FLOAT)) if convert else piece

    def read(self, step: int, stage: int) -> list[list[Node]]:
        """The fragments of all atoms along the free axis, at one step of the atom's reduction along the tile's, in the pieces
        that the atom's intrinsic takes."""
        b, layout = self.builder, self.layout
        scope = stage if self.kernel.staged else NO_SCOPE
        start = stage * self.kernel.plan.stage_bytes
        found = []
        for atom_index in range(0, self.count, self.read_atoms):
            parts = []
            for row, column in self.read_offsets(atom_index, step):
                base_row, base_column = self.base(row, column)
                within = (row - base_row) * layout.row_bytes + (column - base_column) * layout.element_bytes
                place = b.offset(self.addresses[base_row, base_column], b.constant(start + within))
                parts += b.members(self.read_lds(self.type, place, layout, scope))
            share = len(parts) // (self.pieces * self.read_atoms)
            pieces = [self.converted(b.concatenate(parts[at : at + share])) for at in range(0, len(parts), share)]
            found += [pieces[first : first + self.pieces] for first in range(0, len(pieces), self.pieces)]
        return found


def multiply(b: Builder, atom: Atom, row: Sequence[Node], column: Sequence[Node], sums: Sequence[Node]) -> list[Node]:
    """One matrix atom: the pieces of its accumulator after it. Operands are cast to the types that the intrinsic takes."""
    left = {PassedKind.A: iter(row), PassedKind.B: iter(column), PassedKind.C: iter(sums)}
    passed = []
    for argument in atom.arguments:
        type_ = parse_type(argument.type)
        if argument.kind is PassedKind.CONSTANT:
            passed.append(b.constant(argument.value, type_))
        else:
            passed.append(b.cast(Operation.BITCAST, next(left[argument.kind]), type_))
    return b.members(b.call(atom.intrinsic, *passed))
