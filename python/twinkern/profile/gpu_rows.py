"""The convolutions that are timed on a GPU, the kernels that may be picked for them, and how fast they can be at best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

DIRECTIONS = ("forward", "dgrad", "wgrad")
IN_TYPES = ("bf16", "fp16")
MOST_CANDIDATES = 30
"""Kernels that are tried for a row at most."""

MULTIPLY_PEAK = 641.0
"""TFLOP/s that mma.sync m16n8k16 gives from registers alone on an H200, of fp16 and bf16 (measured, 4 to 32 chains a warp)."""
MEMORY_PEAK = 4.3
"""TB/s of device memory that copies reach on an H200, both ways counted."""


@dataclass(frozen=True, slots=True)
class Row:
    """A square convolution in two dimensions: `n` images of `c` channels and `size` x `size` pixels, `k` filters."""

    n: int
    c: int
    size: int
    k: int
    filter: int
    stride: int
    pad: int
    groups: int

    @property
    def out_size(self) -> int:
        """Pixels of an output along each axis."""
        return (self.size + 2 * self.pad - self.filter) // self.stride + 1

    @property
    def flops(self) -> int:
        """Multiplications and additions, the same in each direction."""
        return 2 * self.n * self.out_size**2 * self.k * (self.c // self.groups) * self.filter**2

    @property
    def moved_bytes(self) -> int:
        """Bytes of the three tensors in 16 bits: what must at least be read or written."""
        image, output = self.n * self.c * self.size**2, self.n * self.k * self.out_size**2
        return 2 * (image + output + self.k * (self.c // self.groups) * self.filter**2)

    @property
    def roofline(self) -> float:
        """TFLOP/s that neither multiplication nor memory allows to pass."""
        return min(MULTIPLY_PEAK, self.flops / self.moved_bytes * MEMORY_PEAK)

    @property
    def few_channels(self) -> bool:
        """Whether it is one of the grouped and three-channel rows, which are judged apart."""
        return self.groups > 1 or self.c == 3

    def words(self, direction: str, in_type: str, arch: str) -> str:
        """The problem as words of a spec."""
        sizes = f"n={self.n} c={self.c} k={self.k} groups={self.groups} input={self.size}x{self.size}"
        window = f"filter={self.filter}x{self.filter} stride={self.stride} pad={self.pad}"
        return f"direction={direction} arch={arch} in_type={in_type} {sizes} {window}"

    def __str__(self) -> str:
        size, window = f"{self.size}x{self.size}", f"{self.filter}x{self.filter}"
        return f"{self.n} {self.c} {size} {self.k} {window} {self.stride} {self.pad} {self.groups}"


ROWS = (
    Row(128, 64, 56, 64, 3, 1, 1, 1),
    Row(128, 256, 56, 64, 1, 1, 0, 1),
    Row(128, 128, 28, 128, 3, 1, 1, 1),
    Row(128, 256, 14, 256, 3, 1, 1, 1),
    Row(128, 512, 7, 512, 3, 1, 1, 1),
    Row(128, 128, 56, 128, 3, 2, 1, 1),
    Row(128, 1024, 14, 256, 1, 1, 0, 1),
    Row(128, 512, 28, 1024, 1, 2, 0, 1),
    Row(32, 256, 64, 256, 3, 1, 1, 1),
    Row(16, 320, 64, 320, 3, 1, 1, 1),
    Row(16, 640, 32, 640, 3, 1, 1, 1),
    Row(16, 1280, 16, 1280, 3, 1, 1, 1),
    Row(64, 128, 56, 128, 3, 1, 1, 32),
    Row(64, 256, 28, 256, 3, 1, 1, 8),
    Row(128, 3, 224, 64, 7, 2, 3, 1),
)
"""ResNet-50's, those of diffusion models, a grouped one of few channels and one of more, and the stem of a network."""

Shape = tuple[int, int, int, int, int, int]
"""Rows, columns and depth of a tile, warps along its rows and columns, stages of a ring of copies."""
LARGE: tuple[Shape, ...] = (
    (128, 128, 64, 2, 2, 2), (128, 128, 64, 2, 2, 3), (128, 128, 32, 2, 2, 3), (128, 128, 32, 2, 2, 4), (256, 128, 32, 4, 2, 3),
    (256, 128, 64, 4, 2, 2), (128, 256, 64, 2, 4, 2), (128, 256, 32, 2, 4, 3), (128, 64, 64, 2, 2, 3), (64, 128, 64, 2, 2, 3),
    (64, 64, 64, 2, 2, 3), (256, 64, 64, 4, 1, 2), (256, 64, 32, 4, 1, 3), (64, 256, 32, 1, 4, 3),
)  # fmt: skip
GROUPED: tuple[Shape, ...] = (
    (256, 32, 32, 4, 1, 3), (256, 32, 32, 8, 1, 3), (128, 32, 64, 4, 1, 3), (128, 32, 32, 4, 1, 3), (64, 32, 32, 4, 1, 4),
    (32, 32, 64, 2, 2, 3), (32, 64, 64, 1, 2, 3), (64, 64, 64, 2, 2, 3), (32, 128, 64, 1, 2, 3), (32, 64, 128, 1, 2, 3),
)  # fmt: skip
FEW: tuple[Shape, ...] = (
    (128, 64, 16, 2, 2, 0), (128, 64, 16, 4, 1, 0), (256, 64, 16, 4, 2, 0), (64, 64, 16, 2, 2, 0), (64, 64, 32, 2, 2, 0),
    (64, 160, 32, 2, 2, 0), (64, 80, 32, 2, 2, 0), (256, 8, 64, 4, 1, 0), (256, 8, 32, 4, 1, 0), (128, 8, 64, 4, 1, 0),
    (256, 8, 64, 8, 1, 0), (128, 16, 64, 4, 1, 0),
)  # fmt: skip
"""No copies: runs of three channels are no whole dwords."""


def schedules(stages: int) -> tuple[str, ...]:
    """The pipelines to try, as words; no stages are no copies."""
    return (f"pipeline=ring stages={stages} loader=async",) if stages else ("pipeline=basic", "pipeline=compv3")


def candidates(row: Row, direction: str) -> Iterator[str]:
    """Words of specs to try, the likely ones first; an engine may refuse some.

    A weight gradient has few tiles and a long reduction, so that it is cut; a small image has few tiles in any direction.
    """
    if row.groups > 1 and direction != "wgrad":
        yield from ("method=direct", "method=direct groups_per_tile=16")
    shapes = FEW if row.c == 3 else GROUPED if row.groups > 1 else LARGE
    found = []
    for m, n, k, warps_m, warps_n, stages in shapes:
        for schedule in schedules(stages):
            found.append(f"tile_m={m} tile_n={n} tile_k={k} warps_m={warps_m} warps_n={warps_n} {schedule}")
    if direction == "wgrad":
        yield from (f"{words} split_k=-1" for words in found)
        yield from (f"{words} split_k={slices}" for words in found[:2] for slices in (2, 4, 8, 16))
    else:
        yield from found
        if row.size <= 14 and row.groups == 1:
            yield from (f"{words} split_k=2" for words in found[:4])
