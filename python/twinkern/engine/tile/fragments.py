"""Fragments: the operands of a matrix atom as the lanes of a warp hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinkern._contract import Atom, Term
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import Type, vector
from twinkern.engine.machine.interface import Machine
from twinkern.engine.plan.layout import SWIZZLE_ROWS, TileLayout
from twinkern.engine.tile.lanes import run_length, slot_coordinate
from twinkern.engine.tile.place import element_place


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


@dataclass(frozen=True, slots=True)
class FragmentSetting:
    """Everything that a reader of fragments is made from.

    `rows_operand`: A, whose free axis is the atom's rows. `warp_size` is the free extent of one warp's part of the tile and
    `warp` its index along that axis. `staged`: accesses carry the alias scope of their stage.
    """

    atom: Atom
    rows_operand: bool
    lane: Node
    warp: Node
    warp_size: int
    element: Type
    layout: TileLayout
    lds: Node
    stage_bytes: int
    staged: bool


class OperandFragments:
    """Reads the operand fragments of one warp out of a tile in LDS."""

    __slots__ = ("addresses", "builder", "count", "edge", "free_terms", "lane_free", "lane_k", "machine", "run", "setting")

    def __init__(self, builder: Builder, machine: Machine, setting: FragmentSetting) -> None:
        b = builder
        atom, layout = setting.atom, setting.layout
        self.builder = builder
        self.machine = machine
        self.setting = setting
        self.edge = atom.m if setting.rows_operand else atom.n
        self.free_terms = atom.row if setting.rows_operand else atom.column
        self.run = run_length(self.free_terms, atom.reduction, atom.operand_length)
        self.count = setting.warp_size // self.edge
        free_terms = atom.transposed_column if layout.k_outer else self.free_terms
        reduction_terms = atom.transposed_row if layout.k_outer else atom.reduction
        warp_free = b.mul(setting.warp, b.constant(setting.warp_size))
        self.lane_free = b.add(warp_free, lane_coordinate(b, free_terms, setting.lane))
        self.lane_k = lane_coordinate(b, reduction_terms, setting.lane)
        self.addresses: dict[tuple[int, int], Node] = {}
        for atom_index in range(self.count):
            for step in range(self.steps):
                for offset in self.read_offsets(atom_index, step):
                    self.add_address(*self.base(*offset))

    @property
    def slots(self) -> int:
        """Elements of a lane's operand."""
        return self.setting.atom.operand_length

    @property
    def steps(self) -> int:
        """Steps of the atom's reduction in a tile."""
        return self.setting.layout.tile_k // self.setting.atom.k

    def read_offsets(self, atom_index: int, step: int) -> list[tuple[int, int]]:
        """Row and column of each read of one atom's fragment at one step, but for what depends on the lane."""
        setting, atom = self.setting, self.setting.atom
        if setting.layout.k_outer:
            reads = range(self.slots // self.machine.arch.transposed_read)
            return [(step * atom.k + read * atom.transposed_step, atom_index * self.edge) for read in reads]
        offsets = []
        for slot in range(0, self.slots, self.run):
            row = atom_index * self.edge + slot_coordinate(self.free_terms, slot)
            offsets.append((row, step * atom.k + slot_coordinate(atom.reduction, slot)))
        return offsets

    def base(self, row: int, column: int) -> tuple[int, int]:
        """The row and column from which a constant leads to a read: where rows are permuted, ones that are permuted alike."""
        return (row % SWIZZLE_ROWS, column) if self.setting.layout.swizzles else (0, 0)

    def add_address(self, row: int, column: int) -> None:
        """Compute the address of this lane's element so many rows and columns on in the first stage."""
        b, layout = self.builder, self.setting.layout
        if (row, column) in self.addresses:
            return
        free, k = (column, row) if layout.k_outer else (row, column)
        place = element_place(b, layout, b.add(self.lane_free, b.constant(free)), b.add(self.lane_k, b.constant(k)))
        self.addresses[row, column] = b.offset(self.setting.lds, place)

    def read(self, atom_index: int, step: int, stage: int) -> Node:
        """The fragment of one atom along the free axis, at one step of the atom's reduction along the tile's.

        From an M-outer tile in runs along its rows, from a K-outer one by transposed reads.
        """
        b, setting = self.builder, self.setting
        layout = setting.layout
        scope = stage if setting.staged else -1
        type_ = vector(self.machine.arch.transposed_read if layout.k_outer else self.run, setting.element)
        parts = []
        for row, column in self.read_offsets(atom_index, step):
            base_row, base_column = self.base(row, column)
            within = (row - base_row) * layout.row_bytes + (column - base_column) * layout.element_bytes
            address = self.addresses[base_row, base_column]
            place = b.offset(address, b.constant(stage * setting.stage_bytes + within))
            if layout.k_outer:
                parts.append(self.machine.read_transposed(place, type_, scope))
            else:
                parts.append(b.load(type_, place, min(type_.bytes, layout.row_bytes & -layout.row_bytes), scope))
        return b.concatenate(parts)
