"""Fragments: the operands of a matrix atom as the lanes of a warp hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinkern._contract import Atom, Term
from twinkern.ir.builder import Builder, Node
from twinkern.ir.types import Type, vector
from twinkern.target.interface import Target
from twinkern.tile.lanes import run_length, slot_coordinate
from twinkern.tile.layout import TileLayout
from twinkern.tile.place import element_place


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

    __slots__ = ("addresses", "builder", "count", "edge", "free_terms", "lane_free", "lane_k", "run", "setting", "target")

    def __init__(self, builder: Builder, target: Target, setting: FragmentSetting) -> None:
        b = builder
        atom, layout = setting.atom, setting.layout
        self.builder = builder
        self.target = target
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
        reads = [self.reduction_offset(step, slot) for step in range(self.steps) for slot in range(0, self.slots, self.run)]
        starts = reads if layout.swizzle else [0]
        self.addresses = {}
        for start in starts:
            k = b.add(self.lane_k, b.constant(start))
            self.addresses[start] = b.offset(setting.lds, element_place(b, layout, self.lane_free, k))

    @property
    def slots(self) -> int:
        """Elements of a lane's operand."""
        return self.setting.atom.operand_length

    @property
    def steps(self) -> int:
        """Steps of the atom's reduction in a tile."""
        return self.setting.layout.tile_k // self.setting.atom.k

    def reduction_offset(self, step: int, slot: int) -> int:
        """Reduction index of a slot at one step, but for what depends on the lane."""
        return step * self.setting.atom.k + slot_coordinate(self.setting.atom.reduction, slot)

    def read(self, atom_index: int, step: int, stage: int) -> Node:
        """The fragment of one atom along the free axis, at one step of the atom's reduction along the tile's."""
        return (self.read_transposed if self.setting.layout.k_outer else self.read_rows)(atom_index, step, stage)

    def read_rows(self, atom_index: int, step: int, stage: int) -> Node:
        """A fragment from an M-outer tile: runs along its rows."""
        b, setting = self.builder, self.setting
        layout = setting.layout
        type_ = vector(self.run, setting.element)
        align = min(type_.bytes, layout.row_bytes & -layout.row_bytes)
        parts = []
        for slot in range(0, self.slots, self.run):
            row = atom_index * self.edge + slot_coordinate(self.free_terms, slot)
            k = self.reduction_offset(step, slot)
            within = row * layout.row_bytes + (0 if layout.swizzle else k * layout.element_bytes)
            base = self.addresses[k if layout.swizzle else 0]
            place = b.offset(base, b.constant(stage * setting.stage_bytes + within))
            parts.append(b.load(type_, place, align, stage if setting.staged else -1))
        return b.concatenate(parts)

    def read_transposed(self, atom_index: int, step: int, stage: int) -> Node:
        """A fragment from a K-outer tile: transposed reads, each `transposed_step` rows further."""
        b, setting = self.builder, self.setting
        layout = setting.layout
        elements = self.target.arch.transposed_read
        type_ = vector(elements, setting.element)
        parts = []
        for number in range(self.slots // elements):
            row = step * setting.atom.k + number * setting.atom.transposed_step
            within = row * layout.row_bytes + atom_index * self.edge * layout.element_bytes
            place = b.offset(self.addresses[0], b.constant(stage * setting.stage_bytes + within))
            parts.append(self.target.read_transposed(place, type_, stage if setting.staged else -1))
        return b.concatenate(parts)
