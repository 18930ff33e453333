"""Work items: which part of the reduction of which tile a workgroup computes, and in what order they are handed out.

To hand them out is to make a Tile and then, once its view says how long its reduction is, a WorkItem. Everything after that
reads the item and knows of no other: another way to hand out is another function here.
"""

from __future__ import annotations

from twinkern._contract import Predicate
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import I1
from twinkern.engine.machine.interface import Machine
from twinkern.engine.plan.plan import Plan
from twinkern.engine.plan.views import GemmShape
from twinkern.engine.tile.kernel import Tile, WorkItem


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
        few = b.compare(Predicate.ULT, chiplet, b.constant(longer))
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
        shorter = b.compare(Predicate.ULT, left, height)
        height = b.select(shorter, left, height)
    return b.add(first, b.urem(within, height)), b.udiv(within, height)


def grid_tile(b: Builder, machine: Machine, plan: Plan) -> Tile:
    """The tile of this workgroup: all phases and tiles along x of the grid, groups and in each its slices along y."""
    b.comment("work item: group, phase, tile")
    spec, one_phase = plan.spec, plan.shape.phases == 1
    across, down, _ = plan.kernels[0].grid
    slices = b.constant(plan.slices)
    tiles = b.constant(plan.tiles_m * plan.tiles_n)
    index = machine.workgroup(0)
    row = machine.workgroup(1) if down > 1 else b.constant(0)
    group, slice_ = b.udiv(row, slices), b.urem(row, slices)
    index = deal_back(b, index, across, spec.chiplets)
    phase = b.constant(0) if one_phase else b.udiv(index, tiles)
    in_phase = index if one_phase else b.urem(index, tiles)
    tile_m, tile_n = walk_tiles(b, in_phase, plan.tiles_m, plan.tiles_n, spec.tile_group)
    m = b.mul(tile_m, b.constant(spec.tile_m))
    n = b.mul(tile_n, b.constant(spec.tile_n))
    return Tile(group, phase, m, n, slice_)


def whole_reduction(b: Builder, shape: GemmShape, tile: Tile, reduction: Node) -> WorkItem:
    """The work item that is a tile with all of its reduction."""
    always = b.constant(1, I1)
    return WorkItem(tile, b.constant(0), reduction, shape.k_unit, always, always)


def slice_of_reduction(b: Builder, plan: Plan, tile: Tile, reduction: Node) -> WorkItem:
    """The work item that is one slice of a tile's reduction: all are whole turns of the loop, and of one length.

    What is past the reduction reads zeros. A slice that would begin there begins at its end.
    """
    step, slices = b.constant(plan.slice_step), b.constant(plan.slices)
    turns = b.udiv(b.add(reduction, b.constant(plan.slice_step - 1)), step)
    each = b.udiv(b.add(turns, b.constant(plan.slices - 1)), slices)
    begin = b.mul(tile.slice, each)
    inside = b.compare(Predicate.ULT, begin, turns)
    begin = b.select(inside, begin, turns)
    iterations = b.mul(each, b.constant(plan.slice_step // plan.spec.tile_k))
    first = b.compare(Predicate.EQ, tile.slice, b.constant(0))
    last = b.compare(Predicate.EQ, tile.slice, b.constant(plan.slices - 1))
    exact = plan.shape.k_unit % (plan.slice_step * plan.slices) == 0
    return WorkItem(tile, b.mul(begin, step), reduction, plan.slice_step if exact else 1, first, last, iterations)


def trip_count(b: Builder, item: WorkItem, tile_k: int) -> Node:
    """Iterations over an item's part of the reduction: its length divided by tile_k, rounded up."""
    if item.iterations is not None:
        return item.iterations
    length = b.sub(item.k_end, item.k_begin)
    return b.udiv(b.add(length, b.constant(tile_k - 1)), b.constant(tile_k))
