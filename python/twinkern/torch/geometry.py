"""Sizes and memory layouts of tensors, for real tensors and for those of a trace, whose sizes may be symbols.

A tensor is channels-last where its channels are contiguous: torch.channels_last in two dimensions, torch.channels_last_3d in
three, and a transposed NWC in one. That is what kernels read and write.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

Sizes = Sequence[int]
ALIGNMENT = 16
"""Bytes that kernels take addresses to be multiples of."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """What a convolution is beside the sizes of its tensors, by axis."""

    stride: Sizes
    before: Sizes
    after: Sizes
    dilation: Sizes
    groups: int

    @property
    def names(self) -> dict[str, Sizes]:
        """The per-axis values by what errors call them."""
        return {"stride": self.stride, "padding": self.before, "padding behind": self.after, "dilation": self.dilation}


def per_axis(value: int | Sizes, rank: int, name: str) -> tuple[int, ...]:
    """One value an axis, of one for all or of as many as there are. Raises ValueError for another number."""
    if not isinstance(value, Sequence):
        return (value,) * rank
    values = tuple(value)
    if len(values) == 1:
        return values * rank
    if len(values) != rank:
        raise ValueError(f"{name} has {len(values)} values; 1 or {rank} are needed")
    return values


def pads(padding: str | int | Sizes, filter_size: Sizes, stride: Sizes, dilation: Sizes) -> tuple[Sizes, Sizes]:
    """Zeros before and behind each axis, as torch.nn.functional.conv2d takes `padding`.

    "same" gives as many outputs as inputs; of an odd number of zeros the one more is behind. Raises ValueError.
    """
    rank = len(filter_size)
    if not isinstance(padding, str):
        both = per_axis(padding, rank, "padding")
        return both, both
    if padding == "valid":
        return (0,) * rank, (0,) * rank
    if padding != "same":
        raise ValueError(f"padding {padding!r}: allowed are 'same', 'valid', one number, or one an axis")
    if any(step != 1 for step in stride):
        raise ValueError(f"padding 'same' with stride {list(stride)}: it needs a stride of 1")
    total = [step * (size - 1) for step, size in zip(dilation, filter_size, strict=True)]
    before = tuple(zeros // 2 for zeros in total)
    return before, tuple(zeros - first for zeros, first in zip(total, before, strict=True))


def output_shape(x: Sizes, w: Sizes, geometry: Geometry) -> tuple[int, ...]:
    """The shape of y. Raises ValueError where there is no such convolution."""
    rank, groups = len(w) - 2, geometry.groups
    if not 1 <= rank <= 3 or len(x) != len(w):
        raise ValueError(f"input of shape {list(x)} with weight of shape {list(w)}: both need 3 to 5 dimensions, of one number")
    for name, values in geometry.names.items():
        least = 0 if name.startswith("padding") else 1
        if len(values) != rank or any(value < least for value in values):
            raise ValueError(f"{name} is {list(values)}; {rank} values of {least} or more are needed")
    if groups < 1 or w[0] % groups or x[1] != w[1] * groups:
        raise ValueError(
            f"input of shape {list(x)} with weight of shape {list(w)} in {groups} groups: the weight needs a multiple of the "
            f"groups in dimension 0, and the input so many times the weight's channels, {w[1] * groups}"
        )
    sizes = []
    for axis in range(rank):
        padded = x[2 + axis] + geometry.before[axis] + geometry.after[axis]
        extent = geometry.dilation[axis] * (w[2 + axis] - 1) + 1
        if w[2 + axis] < 1 or extent > padded:
            raise ValueError(f"axis {axis}: a filter over {extent} elements does not fit in an input of {padded} with its pads")
        sizes.append((padded - extent) // geometry.stride[axis] + 1)
    return (x[0], w[0], *sizes)


def empty_channels_last(like: Tensor, shape: Sizes) -> Tensor:
    """A new channels-last tensor of a shape, with the type and device of another."""
    strides, step = [1] * len(shape), shape[1]
    for axis in (*reversed(range(2, len(shape))), 0):
        strides[axis] = step
        step = step * shape[axis]
    return like.new_empty_strided(tuple(shape), tuple(strides))


def is_channels_last(tensor: Tensor) -> bool:
    """Whether a tensor is dense and its channels are contiguous."""
    return bool(tensor.movedim(1, -1).is_contiguous())


def channels_last(tensor: Tensor) -> Tensor:
    """The tensor itself where it is channels-last, else a copy that is."""
    return tensor if is_channels_last(tensor) else tensor.movedim(1, -1).contiguous().movedim(-1, 1)


def aligned(tensor: Tensor) -> Tensor:
    """The tensor itself where its address is aligned, else a copy of the same strides."""
    return tensor if tensor.data_ptr() % ALIGNMENT == 0 else tensor.clone()
