"""The choices: values of the fields that a spec leaves to us. None overrides what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from twinkern._contract import (
    ARCHES,
    ATOMS,
    DWORD_BYTES,
    FILLED_CORES,
    GROUPED_CHANNELS,
    MOST_GROUPS_PER_TILE,
    MOST_LOAD_WARPS,
    PIPELINES,
    SMALLEST_TILE,
    SPLIT_CHOICE_LIMIT,
    SPLIT_LAUNCH,
    SPLIT_SETUP,
    SPLIT_WORKSPACE_LIMIT,
    Arch,
    Atom,
    Combine,
    Direction,
    Epilogue,
    Method,
    Pipeline,
    ReadKind,
    TileChoice,
    Unroll,
)
from twinkern.engine.plan.budget import shuffled_row_bytes
from twinkern.engine.plan.direct import choose_direct_groups
from twinkern.engine.plan.layout import find_read
from twinkern.engine.plan.operands import ELEMENT_BYTES
from twinkern.engine.plan.views import GemmShape
from twinkern.engine.spec.problem import product, round_up
from twinkern.engine.spec.spec import ConvSpec

Obstacle = tuple[str, tuple[int | str, ...]]
"""A rule that stands in the way, and its arguments."""
UNROLLED: Mapping[str, bool] = Unroll.table({Unroll.OFF: False, Unroll.FULL: True})
"""Whether every iteration is written out."""


def atoms_of(spec: ConvSpec) -> list[Atom]:
    """The atoms that the architecture has for the input type, in contract order."""
    return [atom for atom in ATOMS if spec.arch in atom.arches and atom.a.type is atom.b.type is spec.in_type]


def pipelines_of(spec: ConvSpec) -> list[Pipeline]:
    """The schedules of the pipeline that a spec names, one a loader, in contract order: its architecture's, or where it has
    none, those of others."""
    named = [row for row in PIPELINES if row.name is spec.pipeline]
    return [row for row in named if spec.arch in row.arches] or named


def warps_together(spec: ConvSpec, atom: Atom) -> int:
    """Warps that do one atom together, where it takes the lanes of several: they follow each other along the tile's rows."""
    return max(atom.lanes // ARCHES[spec.arch].wave_size, 1)


def atoms_along_rows(spec: ConvSpec, atom: Atom) -> int:
    """Atoms that the warps do side by side along the rows of a tile; 1 where the spec leaves the warps open."""
    return max(spec.warps_m // warps_together(spec, atom), 1)


def choose_groups(spec: ConvSpec) -> int:
    """Groups that a tile holds, of a spec whose method is resolved, where it is open or the groups cannot be parted so.

    In a wgrad as many as have few channels in all, and of what is multiplied leave enough that is not zero. By atoms, other
    directions take one: zeros times an infinity or NaN would reach the other groups of a tile.
    """
    problem = spec.problem
    together = 1
    if spec.groups_per_tile and problem.groups % spec.groups_per_tile == 0:
        return spec.groups_per_tile
    if spec.method is Method.DIRECT:
        return choose_direct_groups(spec)
    while (
        spec.direction is Direction.WGRAD
        and together < MOST_GROUPS_PER_TILE
        and problem.groups % (2 * together) == 0
        and product(2 * together, max(problem.group_c, problem.group_k)) <= GROUPED_CHANNELS
    ):
        together *= 2
    return together


def choose_atom(spec: ConvSpec, shape: GemmShape) -> Atom:
    """The atom that a spec names; where it names none that there is, the one with the largest edge that the product and the
    asked tile fill, then the longest reduction."""
    width_m = spec.tile_m or shape.m
    width_n = spec.tile_n or shape.n
    step_n = max(spec.warps_n, 1)

    def rank(atom: Atom) -> tuple[bool, bool, int, int]:
        fills = width_m >= atom.m and width_n >= atom.n
        divides = spec.tile_m % (atom.m * atoms_along_rows(spec, atom)) == 0 and spec.tile_n % (atom.n * step_n) == 0
        fits = fills and divides and spec.tile_k % atom.k == 0
        return atom.name is spec.atom, fits, atom.m if fills else -atom.m, atom.k

    return max(atoms_of(spec), key=rank)


def doubled(least: int, extent: int, limit: int) -> int:
    """The power-of-two multiple of `least` that covers the extent, at most `limit` or the least."""
    tile = least
    while tile < extent and tile < limit:
        tile *= 2
    return tile


def choose_edge(extent: int, step: int, limit: int) -> int:
    """A tile edge: the power of two that covers the extent, from `step` up to `limit`, as a multiple of step."""
    return round_up(max(doubled(SMALLEST_TILE, extent, limit), step), step)


def choose_warps(tile: int, atom_edge: int, most: int) -> int:
    """Warps along an edge: the largest power of two, up to `most`, of which each gets whole atoms."""
    warps = 1
    while warps < most and tile % (2 * warps * atom_edge) == 0:
        warps *= 2
    return warps


def load_warps_needed(warps: int, pipeline: Pipeline) -> int:
    """Warps that only load, where a spec leaves their number open: as many as the `warps` that multiply, up to four."""
    return min(warps, MOST_LOAD_WARPS) if pipeline.roles else 0


def choose_tile(spec: ConvSpec, shape: GemmShape, atom: Atom, choice: TileChoice) -> ConvSpec:
    """Tile and warps filled in."""
    tile_m = spec.tile_m or choose_edge(shape.m, atom.m * atoms_along_rows(spec, atom), choice.edge)
    tile_n = spec.tile_n or choose_edge(shape.n, atom.n * max(spec.warps_n, 1), choice.edge)
    return replace(
        spec,
        tile_m=tile_m,
        tile_n=tile_n,
        tile_k=spec.tile_k or doubled(atom.k, shape.k, choice.depth),
        warps_m=spec.warps_m or choose_warps(tile_m, atom.m, choice.warps) * warps_together(spec, atom),
        warps_n=spec.warps_n or choose_warps(tile_n, atom.n, choice.warps),
    )


def choose_pipeline(spec: ConvSpec) -> Pipeline:
    """The schedule of the pipeline that a spec names, for its loader; where it has none for that, its first."""
    return max(pipelines_of(spec), key=lambda row: row.loader is spec.loader)


def slice_step(spec: ConvSpec) -> int:
    """Elements of the reduction of which slices are multiples: the tiles of one turn of the loop, which does no fewer."""
    return spec.tile_k * (1 if UNROLLED[spec.unroll] else spec.stages)


def choose_split(
    spec: ConvSpec, arch: Arch, reduction: int, groups: int, items: int, stage_bytes: int, elements: int
) -> int:
    """Slices of a reduction, where so many items of work, in so many groups, have one each and the output has so many elements.

    The fewest of those that cost least. Cost is counted in iterations: the compute units take the work items in turn, each its
    iterations and what comes before and after them; then slices are written and read again, by memory that brings the operands
    of an iteration in the time that it takes. Where items fill the machine several times over, nothing is cut.
    """
    if spec.split_k >= 0 or spec.combine is Combine.NONE:
        return abs(spec.split_k)
    step = slice_step(spec)
    turns, tiles = -(-reduction // step), step // spec.tile_k
    slice_bytes = product(elements, DWORD_BYTES)
    most = min(turns, SPLIT_CHOICE_LIMIT, arch.grid_y // groups, SPLIT_WORKSPACE_LIMIT // slice_bytes)
    if items >= FILLED_CORES * arch.cores:
        return 1

    def cost(slices: int) -> int:
        rounds = -(-product(items, slices) // arch.cores)
        spent = product(rounds, product(-(-turns // slices), tiles) + SPLIT_SETUP)
        moved = product(2 * slices, slice_bytes) // product(arch.cores, max(stage_bytes, 1))
        return spent + (moved + SPLIT_LAUNCH if slices > 1 else 0)

    return min(range(1, max(most, 1) + 1), key=cost)


def choose_combine(spec: ConvSpec, slices: int) -> Combine:
    """How slices come together, where the spec leaves it open: in order, so that a result can be had again bit for bit."""
    if spec.combine is not Combine.AUTO:
        return Combine(spec.combine)
    return Combine.TWO_STAGE if slices > 1 else Combine.NONE


def choose_epilogue(spec: ConvSpec, arch: Arch, widest: int) -> Epilogue:
    """The epilogue, where the widest store of the shuffled one has so many elements."""
    if spec.epilogue is not Epilogue.AUTO:
        return Epilogue(spec.epilogue)
    wanted = widest > 1 and spec.vector_d != 1 and spec.tile_m * shuffled_row_bytes(spec, arch) <= arch.lds_bytes
    return Epilogue.CSHUFFLE if wanted or spec.vector_d > 1 else Epilogue.DIRECT


def transposes(arch: Arch) -> int:
    """Bytes that a lane gets at most from a read that can transpose; 0 where there is none."""
    return arch.reads[ReadKind.TRANSPOSED] or arch.reads[ReadKind.MATRIX]


def k_outer_obstacle(spec: ConvSpec, atom: Atom, shape: GemmShape) -> Obstacle | None:
    """Why K-outer tiles cannot be used, as a rule and its arguments; None where they can."""
    arch, element = ARCHES[spec.arch], ELEMENT_BYTES[spec.in_type]
    if not (shape.a.contiguous_first or shape.b.contiguous_first):
        return "K_OUTER_DIRECTION", (spec.direction,)
    if not transposes(arch):
        allowed = ", ".join(row.name for row in ARCHES.values() if row.emits and transposes(row))
        return "K_OUTER_ARCH", (spec.arch, allowed)
    if not all(find_read(arch, operand, True, element, 1) for operand in (atom.a, atom.b)):
        return "K_OUTER_ATOM", (atom.name, atom.a.length, transposes(arch) // element)
    for operand, view in (("a", shape.a), ("b", shape.b)):
        if view.contiguous_first and view.run % 2:
            return "K_OUTER_RUN", (operand, view.run)
    return None
