"""Convolutions with the arguments of torch.nn.functional's."""

from __future__ import annotations

import torch
from torch import Tensor

from twinkern.torch.geometry import Sizes, channels_last, pads, per_axis
from twinkern.torch.operators import conv_forward

AUTOCAST = ("cpu", "cuda")
"""Kinds of devices that operators take tensors of. Whether a kind has autocast at all is not asked of PyTorch: torch.compile of
PyTorch 2.11 cannot trace that."""


def cast_type(tensor: Tensor) -> torch.dtype:
    """The type that autocast gives a tensor in a convolution: its own outside of autocast, and that of float64 always."""
    kind = tensor.device.type
    cast = tensor.is_floating_point() and tensor.dtype is not torch.float64
    cast = cast and kind in AUTOCAST and torch.is_autocast_enabled(kind)
    return torch.get_autocast_dtype(kind) if cast else tensor.dtype


def operand(tensor: Tensor) -> Tensor:
    """A tensor in the type that autocast gives it, channels-last: itself, or one copy that is both.

    It is made here and not in the operator, so that the gradient takes the same copy.
    """
    dtype = cast_type(tensor)
    if tensor.dtype == dtype:
        return channels_last(tensor)
    return tensor.movedim(1, -1).to(dtype, memory_format=torch.contiguous_format).movedim(-1, 1)


def convolve(
    rank: int, x: Tensor, w: Tensor, bias: Tensor | None, stride: int | Sizes, padding: str | int | Sizes,
    dilation: int | Sizes, groups: int, fallback: bool,
) -> Tensor:  # fmt: skip
    """A convolution over `rank` axes. Raises ValueError or TypeError for arguments that do not fit, else as operators do."""
    if w.dim() != rank + 2 or x.dim() not in (rank + 1, rank + 2):
        raise ValueError(
            f"conv{rank}d: input of {x.dim()} dimensions, weight of {w.dim()}; the weight needs {rank + 2}, the input as many, "
            "or one fewer without a batch"
        )
    if bias is not None and tuple(bias.shape) != (w.shape[0],):
        raise ValueError(f"conv{rank}d: bias of shape {list(bias.shape)}; {[w.shape[0]]} is needed")
    if x.dim() == rank + 1:
        return convolve(rank, x.unsqueeze(0), w, bias, stride, padding, dilation, groups, fallback).squeeze(0)
    strides, dilations = per_axis(stride, rank, "stride"), per_axis(dilation, rank, "dilation")
    before, after = pads(padding, w.shape[2:], strides, dilations)
    y: Tensor = conv_forward(operand(x), operand(w), strides, before, after, dilations, groups, fallback)
    return y if bias is None else y.add_(bias.to(y.dtype).view(-1, *(1,) * rank))


def conv1d(
    input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sizes = 1, padding: str | int | Sizes = 0,
    dilation: int | Sizes = 1, groups: int = 1, *, fallback: bool = False,
) -> Tensor:  # fmt: skip
    """torch.nn.functional.conv1d by twinkern's kernels; with `fallback`, by PyTorch where no kernel computes it.

    Raises Unsupported.
    """
    return convolve(1, input, weight, bias, stride, padding, dilation, groups, fallback)


def conv2d(
    input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sizes = 1, padding: str | int | Sizes = 0,
    dilation: int | Sizes = 1, groups: int = 1, *, fallback: bool = False,
) -> Tensor:  # fmt: skip
    """torch.nn.functional.conv2d: see conv1d."""
    return convolve(2, input, weight, bias, stride, padding, dilation, groups, fallback)


def conv3d(
    input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sizes = 1, padding: str | int | Sizes = 0,
    dilation: int | Sizes = 1, groups: int = 1, *, fallback: bool = False,
) -> Tensor:  # fmt: skip
    """torch.nn.functional.conv3d: see conv1d."""
    return convolve(3, input, weight, bias, stride, padding, dilation, groups, fallback)
