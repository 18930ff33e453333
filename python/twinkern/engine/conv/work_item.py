"""Work items: which tile of which phase of which group a workgroup computes, and in what order they are handed out."""

from __future__ import annotations

from dataclasses import dataclass

from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.machine.interface import Machine
from twinkern.engine.plan.views import GemmShape
from twinkern.engine.spec.spec import ConvSpec


@dataclass(frozen=True, slots=True)
class WorkItem:
    """What one workgroup does: its group, its phase, and the first row and column of its output tile."""

    group: Node
    phase: Node
    origin_m: Node
    origin_n: Node


def tile_counts(spec: ConvSpec, shape: GemmShape) -> tuple[int, int]:
    """Tiles along m and n."""
    return -(-shape.m // spec.tile_m), -(-shape.n // spec.tile_n)


def deal_back(b: Builder, index: Node, total: int, chiplets: int) -> Node:
    """The work item of a workgroup, where the machine deals workgroups out over chiplets in turn.

    Chiplet c gets workgroups c, c + chiplets, ...; it is given neighbouring items: as many as it has workgroups, those of the
    first total % chiplets being one more.
    """
    if chiplets == 1:
        return index
    share, longer = total // chiplets, total % chiplets
    chiplet = b.urem(index, b.constant(chiplets))
    turn = b.udiv(index, b.constant(chiplets))
    start = b.mul(chiplet, b.constant(share))
    if longer:
        few = b.compare("ult", chiplet, b.constant(longer))
        start = b.add(start, b.select(few, chiplet, b.constant(longer)))
    return b.add(start, turn)


def walk_tiles(b: Builder, index: Node, tiles_m: int, tiles_n: int, group: int) -> tuple[Node, Node]:
    """Tile indices along m and n of the index-th tile: `group` rows of tiles are walked together, column by column."""
    if group == 1:
        return b.udiv(index, b.constant(tiles_n)), b.urem(index, b.constant(tiles_n))
    in_band = b.constant(group * tiles_n)
    band = b.udiv(index, in_band)
    within = b.urem(index, in_band)
    first = b.mul(band, b.constant(group))
    height = b.constant(group)
    if tiles_m % group:
        left = b.sub(b.constant(tiles_m), first)
        shorter = b.compare("ult", left, height)
        height = b.select(shorter, left, height)
    return b.add(first, b.urem(within, height)), b.udiv(within, height)


def work_item(b: Builder, machine: Machine, spec: ConvSpec, shape: GemmShape) -> WorkItem:
    """The work item of this workgroup: all phases and tiles along x of the grid, groups along y."""
    b.comment("work item: group, phase, tile")
    tiles_m, tiles_n = tile_counts(spec, shape)
    tiles = tiles_m * tiles_n
    index = machine.workgroup("x")
    group = machine.workgroup("y") if spec.problem.groups > 1 else b.constant(0)
    index = deal_back(b, index, shape.phases * tiles, spec.chiplets)
    one_phase = shape.phases == 1
    phase = b.constant(0) if one_phase else b.udiv(index, b.constant(tiles))
    in_phase = index if one_phase else b.urem(index, b.constant(tiles))
    tile_m, tile_n = walk_tiles(b, in_phase, tiles_m, tiles_n, spec.tile_group)
    origin_m = b.mul(tile_m, b.constant(spec.tile_m))
    origin_n = b.mul(tile_n, b.constant(spec.tile_n))
    return WorkItem(group, phase, origin_m, origin_n)
