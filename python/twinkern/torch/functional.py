"""Convolutions with the arguments of torch.nn.functional's."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from twinkern.torch.fused import FROM_RESULT, SCALARS, conv_fused
from twinkern.torch.geometry import Geometry, Sizes, channels_last, output_shape, pads, per_axis
from twinkern.torch.operators import ACTIVATIONS, NO_CHAIN, Chain, conv_forward

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
    dilation: int | Sizes, groups: int, fallback: bool, chain: Chain = NO_CHAIN,
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
        chain = chain if chain.residual is None else replace(chain, residual=chain.residual.unsqueeze(0))
        return convolve(rank, x.unsqueeze(0), w, bias, stride, padding, dilation, groups, fallback, chain).squeeze(0)
    strides, dilations = per_axis(stride, rank, "stride"), per_axis(dilation, rank, "dilation")
    before, after = pads(padding, w.shape[2:], strides, dilations)
    first, second = operand(x), operand(w)
    rest = (strides, before, after, dilations, groups, fallback)
    residual, activation, scalars = chain.residual, chain.activation, list(chain.scalars.values())
    if bias is None and residual is None and activation == "none":
        plain: Tensor = conv_forward(first, second, *rest)
        return plain
    if residual is not None:
        wanted = output_shape(first.shape, second.shape, Geometry(strides, before, after, dilations, groups))
        if tuple(residual.shape) != wanted:
            raise ValueError(f"conv{rank}d: residual of shape {list(residual.shape)}; the output has {list(wanted)}")
        residual = channels_last(residual.to(first.dtype))
    bias = None if bias is None else bias.to(first.dtype)
    given = [tensor for tensor in (first, second, bias, residual) if tensor is not None]
    later = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in given) and not from_result(chain)
    now, values = ("none", []) if later else (activation, scalars)
    y: Tensor = conv_fused(first, second, bias, residual, now, values, *rest)
    return ACTIVATIONS[activation](y, **chain.scalars) if later else y


def from_result(chain: Chain) -> bool:
    """Whether the gradient of an activation can be told from its result: a slope below zero turns signs around."""
    return chain.activation in FROM_RESULT and chain.scalars.get("slope", 0.0) >= 0


def make_chain(residual: Tensor | None, activation: str, negative_slope: float, low: float, high: float) -> Chain:
    """What follows a convolution. Raises ValueError for an activation that there is not."""
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation {activation!r}; there are {', '.join(ACTIVATIONS)}")
    named = {"slope": negative_slope, "low": low, "high": high}
    scalars = {name: float(named[name]) for name in SCALARS.get(activation, ())}
    return Chain(residual=residual, activation=activation, scalars=scalars)


def conv1d(
    input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sizes = 1, padding: str | int | Sizes = 0,
    dilation: int | Sizes = 1, groups: int = 1, *, residual: Tensor | None = None, activation: str = "none",
    negative_slope: float = 0.01, low: float = -1.0, high: float = 1.0, fallback: bool = False,
) -> Tensor:  # fmt: skip
    """torch.nn.functional.conv1d by twinkern's kernels; with `fallback`, by PyTorch where no kernel computes it.

    In the same kernel, in fp32: bias, then a `residual` of the output's shape, then an `activation`: none, relu, leaky_relu
    (`negative_slope`), clamp (to `low` and `high`), sigmoid, silu, or gelu (that by tanh). Where a gradient is asked, silu,
    gelu and a negative slope below zero are PyTorch's own. Raises Unsupported.
    """
    chain = make_chain(residual, activation, negative_slope, low, high)
    return convolve(1, input, weight, bias, stride, padding, dilation, groups, fallback, chain)


def conv2d(
    input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sizes = 1, padding: str | int | Sizes = 0,
    dilation: int | Sizes = 1, groups: int = 1, *, residual: Tensor | None = None, activation: str = "none",
    negative_slope: float = 0.01, low: float = -1.0, high: float = 1.0, fallback: bool = False,
) -> Tensor:  # fmt: skip
    """torch.nn.functional.conv2d: see conv1d."""
    chain = make_chain(residual, activation, negative_slope, low, high)
    return convolve(2, input, weight, bias, stride, padding, dilation, groups, fallback, chain)


def conv3d(
    input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sizes = 1, padding: str | int | Sizes = 0,
    dilation: int | Sizes = 1, groups: int = 1, *, residual: Tensor | None = None, activation: str = "none",
    negative_slope: float = 0.01, low: float = -1.0, high: float = 1.0, fallback: bool = False,
) -> Tensor:  # fmt: skip
    """torch.nn.functional.conv3d: see conv1d."""
    chain = make_chain(residual, activation, negative_slope, low, high)
    return convolve(3, input, weight, bias, stride, padding, dilation, groups, fallback, chain)
