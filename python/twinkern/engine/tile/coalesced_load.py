"""The coalesced loader: global memory to registers (`fetch`), registers to LDS (`commit`).

Two calls, so that a pipeline can put compute between them. Where the tile is M-outer and the free axis is the contiguous one in
memory, a fetched vector is scattered over rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from twinkern.engine.ir.builder import Node
from twinkern.engine.ir.types import vector
from twinkern.engine.tile.kernel import Kernel
from twinkern.engine.tile.loader import Loader
from twinkern.engine.tile.place import element_place


class CoalescedLoader(Loader):
    """Brings the tiles of one operand into LDS through registers; addresses are computed when it is made."""

    __slots__ = ("addresses",)

    def __init__(self, kernel: Kernel, index: int) -> None:
        super().__init__(kernel, index)
        self.addresses = self.lds_addresses()

    @property
    def scatters(self) -> bool:
        """Whether the elements of a vector go to different rows of the tile."""
        return self.contiguous_free and not self.layout.k_outer

    def lds_addresses(self) -> list[list[Node]]:
        """Where each vector of this thread goes in the first stage: one address, or one an element where rows are permuted."""
        b = self.builder
        spread = self.tile.vector if self.scatters and self.layout.swizzle_group else 1
        addresses = []
        for free, reduction in self.places:
            row = []
            for element in range(spread):
                index = b.add(self.free.at[free], b.constant(element))
                row.append(b.offset(self.lds, element_place(b, self.layout, index, self.reduction.at[reduction])))
            addresses.append(row)
        return addresses

    def fetch(self, cursor: Sequence[Node]) -> list[Node]:
        """Read this thread's vectors of the tile that the cursor stands on; zeros outside the tensor."""
        type_ = vector(self.tile.vector, self.element)
        fetched = []
        for group in self.place_groups(cursor):
            for offset, valid in group:
                fetched.append(self.machine.load(self.tensor, offset, valid, type_))
        return fetched

    def commit(self, fetched: Sequence[Node], stage: int) -> None:
        """Write fetched vectors to one stage of LDS."""
        b = self.builder
        size = self.element.bytes
        row_bytes = self.layout.row_bytes
        start = stage * self.stage_bytes
        for addresses, value in zip(self.addresses, fetched, strict=True):
            if not self.scatters:
                place = b.offset(addresses[0], b.constant(start))
                b.store(value, place, self.layout.align(self.tile.vector * size))
                continue
            for index in range(self.tile.vector):
                element = b.extract(value, index)
                own = len(addresses) > 1
                base = addresses[index] if own else addresses[0]
                place = b.offset(base, b.constant(start if own else start + index * row_bytes))
                b.store(element, place, size)
