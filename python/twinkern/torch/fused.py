"""The operator of a forward convolution with what follows it: bias, residual and activation in the same kernel.

Its gradient takes the activation's from the result itself, so only activations of which that can be told are differentiable
here; `functional` leaves the others to PyTorch where a gradient is asked.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from twinkern.torch.engine import Unsupported
from twinkern.torch.geometry import Geometry, Sizes, channels_last
from twinkern.torch.operators import AXES, Chain, compute, conv_dgrad, conv_wgrad, trace

SCALARS: dict[str, tuple[str, ...]] = {"leaky_relu": ("slope",), "clamp": ("low", "high")}
"""The scalars of an activation, in the operator's order."""
SCHEMA = f"(Tensor x, Tensor w, Tensor? bias, Tensor? residual, str activation, float[] scalars, {AXES}) -> Tensor"
FROM_RESULT = ("none", "relu", "leaky_relu", "clamp", "sigmoid")
"""Activations whose gradient the result tells."""


def _run(
    x: Tensor, w: Tensor, bias: Tensor | None, residual: Tensor | None, activation: str, scalars: list[float], *axes: Any
) -> Tensor:
    *geometry, fallback = axes
    named = dict(zip(SCALARS.get(activation, ()), scalars, strict=True))
    return compute("forward", x, w, (), Geometry(*geometry), fallback, Chain(bias, residual, activation, named))


def _traced(
    x: Tensor, w: Tensor, bias: Tensor | None, residual: Tensor | None, activation: str, scalars: list[float], *axes: Any
) -> Tensor:
    return trace("forward", x, w, (), Geometry(*axes[:5]))


conv_fused: Any = torch.library.custom_op("twinkern::conv_fused", _run, mutates_args=(), schema=SCHEMA)
"""activation(convolution of x and w, plus bias, plus residual)."""
conv_fused.register_fake(_traced)


def _keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
    x, w, bias, _, activation, scalars, *axes = inputs
    needed = ctx.needs_input_grad
    ctx.save_for_backward(x if needed[1] else None, w if needed[0] else None, output if activation != "none" else None)
    ctx.sizes = x.shape[2:], w.shape[2:]
    ctx.activation, ctx.scalars, ctx.axes = activation, scalars, axes
    ctx.has_bias = bias is not None


def gradient_before(activation: str, scalars: Sizes | list[float], y: Tensor, dy: Tensor) -> Tensor:
    """The gradient of what an activation was given, from its result and that one's gradient. Raises Unsupported where that does
    not tell it."""
    if activation == "relu":
        return dy * (y > 0)
    if activation == "leaky_relu":
        return torch.where(y < 0, dy * scalars[0], dy)
    if activation == "clamp":
        return dy * ((y > scalars[0]) & (y < scalars[1]))
    if activation == "sigmoid":
        return dy * (y * (1 - y))
    raise Unsupported(f"the gradient of {activation} is not to be told from its result; use twinkern.torch.conv2d")


def _backward(ctx: Any, dy: Tensor) -> tuple[Tensor | None, ...]:
    x, w, y = ctx.saved_tensors
    need_x, need_w, need_bias, need_residual, *_ = ctx.needs_input_grad
    if y is not None:
        dy = gradient_before(ctx.activation, ctx.scalars, y, dy)
    dy = channels_last(dy)
    dx = conv_dgrad(dy, w, ctx.sizes[0], *ctx.axes) if need_x else None
    dw = conv_wgrad(dy, x, ctx.sizes[1], *ctx.axes) if need_w else None
    bias = dy.sum((0, *range(2, dy.dim()))) if need_bias and ctx.has_bias else None
    return dx, dw, bias, dy if need_residual else None, *(None,) * (2 + len(ctx.axes))


conv_fused.register_autograd(_backward, setup_context=_keep)
