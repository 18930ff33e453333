"""Operand plans: how the tiles of A and B are loaded, kept in LDS and read, and how that of D is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from twinkern._contract import DWORD_BYTES, ELEMENT_TYPES, Arch, Atom, KOuter, LoaderKind, Swizzle
from twinkern.engine.plan.layout import (
    OperandRead,
    SharedVectors,
    TileLayout,
    chunk_dwords,
    operand_read,
    padded,
    permuted,
    shared_vectors,
    vector_fits,
    vector_width,
)
from twinkern.engine.plan.views import TensorView
from twinkern.engine.spec.spec import ConvSpec

ELEMENT_BYTES: dict[str, int] = {name: row.bits // 8 for name, row in ELEMENT_TYPES.items()}


@dataclass(frozen=True, slots=True)
class SharedTile:
    """A [rows][columns] tile of operand "a", "b" or "d", shared out over threads in vectors along its columns.

    Columns lie along the axis that is contiguous in memory, in runs of `run` elements. `widest` is the widest vector in
    elements, 0 where the tile cannot be shared out; `vector` the one that is used. `accesses`: vectors of a thread, rounded up.
    `shared` has no rows and columns where the vector does not share the tile out.
    """

    operand: str
    rows: int
    columns: int
    run: int
    threads: int
    widest: int
    vector: int
    accesses: int
    shared: SharedVectors


def share_tile(
    operand: str, rows: int, columns: int, run: int, threads: int, widest: int, asked: int
) -> SharedTile:
    """A tile in vectors of `asked` elements, or of the widest where that is 0."""
    vector = asked or widest
    step = max(vector, 1)
    fits = vector_fits(rows, columns, step, threads, step)
    accesses = -(-rows * columns // (step * threads))
    shared = shared_vectors(rows, columns, step, threads) if fits else SharedVectors(0, 0, False, 0, 0)
    return SharedTile(operand, rows, columns, run, threads, widest, vector, accesses, shared)


@dataclass(frozen=True, slots=True)
class OperandPlan:
    """How the tile of A or B is loaded, kept and read.

    `contiguous_free`: the columns of the tile as it is loaded lie along the free axis. `checked` axes of the tensor have an end
    that a load may pass. `swizzle_group` are the elements that a swizzle keeps together: those of the widest access along the
    rows, or 0 where the architecture has none.
    """

    tile: SharedTile
    contiguous_free: bool
    checked: int
    read: OperandRead
    swizzle_group: int
    layout: TileLayout

    @property
    def admits_swizzle(self) -> bool:
        """Whether the groups of a row are a power of two, two or more."""
        columns = self.layout.columns
        return self.swizzle_group > 0 and columns & (columns - 1) == 0 and columns >= 2 * self.swizzle_group


PERMUTES: Mapping[str, Callable[[str], bool]] = Swizzle.table({
    Swizzle.AUTO: lambda loader: loader is LoaderKind.ASYNC,
    Swizzle.NONE: lambda loader: False,
    Swizzle.XOR: lambda loader: True,
})
"""Whether rows are to be permuted that admit it."""
KEEPS_K_OUTER: Mapping[str, bool] = KOuter.table({KOuter.AUTO: False, KOuter.OFF: False, KOuter.ON: True})
"""Whether tiles that are contiguous along their free axis stay so in LDS."""


def widest_load(spec: ConvSpec, arch: Arch, rows: int, columns: int, run: int, threads: int) -> int:
    """The widest load of a tile in elements; 0 where it cannot be shared out."""
    element = ELEMENT_BYTES[spec.in_type]
    if spec.loader is LoaderKind.ASYNC:
        return chunk_dwords(rows, columns, run, threads, element, arch.dma_widths) * DWORD_BYTES // element
    return vector_width(rows, columns, run, threads, element)


def plan_operand(
    spec: ConvSpec, arch: Arch, atom: Atom, view: TensorView, first: bool, packed: bool, threads: int, atoms: int
) -> OperandPlan:
    """The plan of A (`first`) or B, that so many threads load and of which a warp has so many atoms, of a spec whose tile and
    schedule are chosen.

    An open vector is the widest. Where rows are to be permuted, those are that admit it; else an open pad is derived, or none
    where the tile is to be `packed`.
    """
    free, k = spec.tile_m if first else spec.tile_n, spec.tile_k
    turned = view.contiguous_first
    pad = spec.lds_pad_a if first else spec.lds_pad_b
    k_outer = turned and KEEPS_K_OUTER[spec.k_outer]
    rows, columns = (k, free) if turned else (free, k)
    widest = widest_load(spec, arch, rows, columns, view.run, threads)
    tile = share_tile(
        "a" if first else "b", rows, columns, view.run, threads, widest, spec.vector_a if first else spec.vector_b
    )
    layout = TileLayout(free, k, k_outer, max(pad, 0), ELEMENT_BYTES[spec.in_type])
    read = operand_read(arch, atom.a if first else atom.b, atom.lanes, layout, atoms)
    group = read.elements
    while turned == k_outer and 0 < group < tile.vector:
        group *= 2
    plan = OperandPlan(tile, turned, view.checked, read, group, layout)
    if PERMUTES[spec.swizzle](spec.loader) and plan.admits_swizzle:
        return replace(plan, layout=permuted(plan.read, plan.layout, group))
    return plan if pad >= 0 or packed else replace(plan, layout=padded(plan.read, plan.layout))
