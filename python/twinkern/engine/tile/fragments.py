"""Fragments: the operands of a matrix atom as the lanes of a warp hold them."""

from __future__ import annotations

from dataclasses import dataclass

from twinkern._contract import SWIZZLE_ROWS, Atom
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import Type, vector
from twinkern.engine.machine.interface import Machine
from twinkern.engine.plan.lanes import coordinate, slot_coordinate
from twinkern.engine.plan.layout import OperandRead, TileLayout
from twinkern.engine.tile.place import element_place


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
    read: OperandRead
    lds: Node
    stage_bytes: int
    staged: bool


class OperandFragments:
    """Reads the operand fragments of one warp out of a tile in LDS."""

    __slots__ = ("addresses", "builder", "count", "edge", "lane_free", "lane_k", "offsets", "read_lds", "setting")

    def __init__(self, builder: Builder, machine: Machine, setting: FragmentSetting) -> None:
        b = builder
        atom, layout = setting.atom, setting.layout
        self.builder = builder
        self.setting = setting
        self.edge = atom.m if setting.rows_operand else atom.n
        self.count = setting.warp_size // self.edge
        read = setting.read.read
        assert read is not None, "the rules refuse a tile that no read gives an operand from"
        slots = range(0, (atom.a if setting.rows_operand else atom.b).length, setting.read.elements)
        self.read_lds = machine.reads[read.kind]
        self.offsets = [(slot_coordinate(read.row, slot), slot_coordinate(read.column, slot)) for slot in slots]
        free, k = (read.column, read.row) if layout.k_outer else (read.row, read.column)
        first = b.constant(0)
        warp_free = b.mul(setting.warp, b.constant(setting.warp_size))
        self.lane_free = b.add(warp_free, coordinate(b, free, setting.lane, first))
        self.lane_k = coordinate(b, k, setting.lane, first)
        self.addresses: dict[tuple[int, int], Node] = {}
        for atom_index in range(self.count):
            for step in range(self.steps):
                for offset in self.read_offsets(atom_index, step):
                    self.add_address(*self.base(*offset))

    @property
    def steps(self) -> int:
        """Steps of the atom's reduction in a tile."""
        return self.setting.layout.tile_k // self.setting.atom.k

    def read_offsets(self, atom_index: int, step: int) -> list[tuple[int, int]]:
        """Row and column of each read of one atom's fragment at one step, but for what depends on the lane."""
        free, k = atom_index * self.edge, step * self.setting.atom.k
        row, column = (k, free) if self.setting.layout.k_outer else (free, k)
        return [(row + down, column + right) for down, right in self.offsets]

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
        """The fragment of one atom along the free axis, at one step of the atom's reduction along the tile's."""
        b, setting = self.builder, self.setting
        layout = setting.layout
        scope = stage if setting.staged else -1
        type_ = vector(setting.read.elements, setting.element)
        parts = []
        for row, column in self.read_offsets(atom_index, step):
            base_row, base_column = self.base(row, column)
            within = (row - base_row) * layout.row_bytes + (column - base_column) * layout.element_bytes
            address = self.addresses[base_row, base_column]
            place = b.offset(address, b.constant(stage * setting.stage_bytes + within))
            parts.append(self.read_lds(type_, place, layout.align(type_.bytes), scope))
        return b.concatenate(parts)
