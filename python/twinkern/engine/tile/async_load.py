"""The async loader: global memory straight to LDS, without registers.

A tile is packed and its chunks follow each other in the order of the threads: thread t takes chunk t + p * threads in pass p.
So its place is linear in the lane, which is all that the hardware can do where lanes share one base; a swizzle permutes what
each lane reads instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from twinkern.engine.ir.builder import Node
from twinkern.engine.tile.kernel import Kernel
from twinkern.engine.tile.loader import Loader


class AsyncLoader(Loader):
    """Brings the tiles of one operand into LDS by hardware copies: each warp starts one a place."""

    __slots__ = ("first_place",)

    copies = True

    def __init__(self, kernel: Kernel, index: int) -> None:
        super().__init__(kernel, index)
        self.first_place = self.machine.chunk_place(self.lds, self.thread, self.warp, self.chunk_bytes)

    @property
    def chunk_bytes(self) -> int:
        """Bytes of a chunk."""
        return self.tile.vector * self.element.bytes

    def load(self, cursor: Sequence[Node], stage: int) -> None:
        """Start to bring the tile that the cursor stands on into one stage; zeros outside the tensor."""
        b = self.builder
        apart = self.tile.threads * self.chunk_bytes
        moved = stage * self.stage_bytes
        for group in self.place_groups(cursor):
            for offset, valid in group:
                place = b.offset(self.first_place, b.constant(moved))
                self.machine.load_to_shared(self.tensor, offset, valid, self.chunk_bytes // 4, place, stage)
                moved += apart
