"""The async loader: global memory straight to LDS, without registers.

A tile is packed and its chunks follow each other in the order of the threads: thread t takes chunk t + p * threads in pass p.
So its place is linear in the lane, which is all that the hardware can do where lanes share one base; a swizzle permutes what
each lane reads instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.machine.interface import Machine
from twinkern.engine.tile.loader import Loader, LoaderSetting


class AsyncLoader(Loader):
    """Brings the tiles of one operand into LDS by hardware copies: each warp starts one a place."""

    __slots__ = ("first_place",)

    copies = True

    def __init__(self, builder: Builder, machine: Machine, setting: LoaderSetting) -> None:
        super().__init__(builder, machine, setting)
        self.first_place = machine.chunk_place(setting.lds, setting.thread, setting.warp, self.chunk_bytes)

    @property
    def chunk_bytes(self) -> int:
        """Bytes of a chunk."""
        return self.setting.tile.vector * self.setting.element.bytes

    def load(self, cursor: Sequence[Node], stage: int) -> None:
        """Start to bring the tile that the cursor stands on into one stage; zeros outside the tensor."""
        b, setting = self.builder, self.setting
        apart = setting.tile.threads * self.chunk_bytes
        moved = stage * setting.stage_bytes
        for group in self.place_groups(cursor):
            for offset, valid in group:
                place = b.offset(self.first_place, b.constant(moved))
                self.machine.load_to_shared(setting.tensor, offset, valid, self.chunk_bytes // 4, place, stage)
                moved += apart
