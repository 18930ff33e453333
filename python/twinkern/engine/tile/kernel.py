"""What the parts of a kernel share: its plan, its machine, what a workgroup works on, and who a thread is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twinkern._contract import ELEMENT_TYPES, LoaderKind
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import SCALARS, Type
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.plan.plan import Plan
from twinkern.engine.tile.coordinates import TensorMap

STAGED: Mapping[str, bool] = LoaderKind.table({LoaderKind.AUTO: False, LoaderKind.COALESCED: False, LoaderKind.ASYNC: True})
"""Whether loads to LDS are in flight while other stages are read, so that accesses must say their stage."""


@dataclass(frozen=True, slots=True)
class Tile:
    """An output tile: its group, its phase, its first row and column; and which slice of its reduction is meant."""

    group: Node
    phase: Node
    m: Node
    n: Node
    slice: Node


@dataclass(frozen=True, slots=True)
class WorkItem:
    """What one workgroup does: the part of a tile's reduction from `k_begin` up to `k_end`.

    Both are multiples of the vectors that lie along k; `k_unit`, which is known when the kernel is written, divides their
    difference. `first`, `last`: whether the tile's reduction begins, and whether it ends with this part. `iterations`: of the
    main loop, for a part that ends before `k_end` because it is whole turns of the loop.
    """

    tile: Tile
    k_begin: Node
    k_end: Node
    k_unit: int
    first: Node
    last: Node
    iterations: Node | None = None


@dataclass(frozen=True, slots=True)
class Threads:
    """Who this thread is: its index, its warp's, its lane of an atom, and the place in the tile of its warp, or of the warps
    that do an atom together, if it multiplies."""

    thread: Node
    warp: Node
    lane: Node
    warp_m: Node
    warp_n: Node


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel while it is written: `tensors` and their `maps` are those of A, B and D, which may be a slice of the workspace;
    the first index of a map is m or n, and of D's the second is n. `reduction` is the length of k, `lds` the address of all
    shared memory."""

    builder: Builder
    machine: Machine
    plan: Plan
    lds: Node
    tensors: Sequence[Tensor]
    maps: Sequence[TensorMap]
    reduction: Node
    item: WorkItem
    who: Threads

    @property
    def staged(self) -> bool:
        """See STAGED."""
        return STAGED[self.plan.spec.loader]

    @property
    def exact_reduction(self) -> bool:
        """Whether no tile that is computed goes past the item's part of the reduction, nor may one that is only loaded."""
        return self.machine.checks_range(self.staged) and self.item.k_unit % self.plan.slice_step == 0

    def element(self, index: int) -> Type:
        """The type of an element of A, B or D."""
        return SCALARS[ELEMENT_TYPES[self.plan.tensors[index].type].element]

    def operand_lds(self, index: int) -> Node:
        """The address of the first stage of the tile of A or B."""
        b = self.builder
        return b.offset(self.lds, b.constant(index * self.plan.operands[0].layout.bytes))
