"""The operators: a convolution and its two gradients, each by a kernel, each the gradient of the others.

All are linear in each of their two tensors, and the gradient of any of them is the other two: so gradients of gradients need
nothing of their own. Results are channels-last; operands that are not, or whose address is not aligned, are copied.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from twinkern.engine import ConvProblem
from twinkern.torch.engine import Unsupported, find
from twinkern.torch.geometry import Geometry, Sizes, aligned, channels_last, empty_channels_last, is_channels_last, output_shape

AXES = "SymInt[] stride, SymInt[] before, SymInt[] after, SymInt[] dilation, SymInt groups, bool fallback"
TENSORS = {"forward": ("x", "w", "y"), "dgrad": ("dy", "w", "dx"), "wgrad": ("dy", "x", "dw")}
"""Of each direction both operands and the result, as manifests call them."""


def problem_of(x: Sizes, w: Sizes, geometry: Geometry) -> ConvProblem:
    """The problem of a convolution by the shapes of x and w, as PyTorch has them."""
    stride, before, after, dilation = (tuple(map(int, values)) for values in geometry.names.values())
    return ConvProblem(
        n=int(x[0]),
        c=int(x[1]),
        k=int(w[0]),
        groups=int(geometry.groups),
        input=tuple(map(int, x[2:])),
        filter=tuple(map(int, w[2:])),
        stride=stride,
        dilation=dilation,
        pad_before=before,
        pad_after=after,
    )


def shapes(direction: str, first: Tensor, second: Tensor, size: Sizes, geometry: Geometry) -> dict[str, Sizes]:
    """The shapes of x, w and y of an operator's tensors. Raises ValueError or TypeError for those that do not fit together."""
    if first.dtype != second.dtype or first.device != second.device:
        raise TypeError(
            f"{direction}: tensors of {first.dtype} on {first.device} and of {second.dtype} on {second.device}; "
            "both need one type and one device"
        )
    if first.dim() != second.dim() or first.dim() < 3:
        raise ValueError(f"{direction}: tensors of {first.dim()} and {second.dim()} dimensions; both need as many, 3 to 5")
    x: Sizes = first.shape
    w: Sizes = second.shape
    if direction == "dgrad":
        x = (first.shape[0], second.shape[1] * geometry.groups, *size)
    elif direction == "wgrad":
        x, w = second.shape, (first.shape[1], second.shape[1] // max(geometry.groups, 1), *size)
    y = output_shape(x, w, geometry)
    if direction != "forward" and tuple(first.shape) != y:
        raise ValueError(f"{direction}: the gradient of y has shape {list(first.shape)}; {list(y)} is needed")
    return {"x": x, "w": w, "y": y}


def by_torch(direction: str, tensors: Mapping[str, Any], x_shape: Sizes, w_shape: Sizes, geometry: Geometry) -> Tensor:
    """What PyTorch itself computes, from tensors by their names in a manifest."""
    axes = list(zip(x_shape[2:], geometry.before, geometry.after, strict=True))
    zeros = [0] * len(axes)
    symmetric = all(before == after for _, before, after in axes)
    padded = [*x_shape[:2], *(size if symmetric else size + before + after for size, before, after in axes)]
    rest = (geometry.stride, geometry.before if symmetric else zeros, geometry.dilation, False, zeros, geometry.groups)
    x, w, dy = (tensors.get(name) for name in ("x", "w", "dy"))
    if x is not None and not symmetric:
        x = torch.nn.functional.pad(x, [zero for _, before, after in reversed(axes) for zero in (before, after)])
    if direction == "forward":
        return torch.ops.aten.convolution(x, w, None, *rest)
    # Of the tensor whose gradient is asked only the shape counts.
    unread = tensors["dy"].new_empty(1)
    x = unread.expand(padded) if x is None else x
    w = unread.expand(w_shape) if w is None else w
    wanted = [direction == "dgrad", direction == "wgrad", False]
    dx, dw, _ = torch.ops.aten.convolution_backward(dy, x, w, None, *rest, wanted)
    if direction == "wgrad":
        return dw
    for axis, (size, before, _) in enumerate(axes):
        dx = dx if symmetric else dx.narrow(2 + axis, before, size)
    return dx


@dataclass(frozen=True, slots=True)
class Chain:
    """What follows a convolution: a bias and a residual are added, then an activation, one of ACTIVATIONS, with its
    scalars."""

    bias: Tensor | None = None
    residual: Tensor | None = None
    activation: str = "none"
    scalars: Mapping[str, float] = field(default_factory=dict)

    @property
    def tensors(self) -> dict[str, Tensor]:
        """What it reads, by the names of manifests."""
        given = {"bias": self.bias, "residual": self.residual}
        return {name: tensor for name, tensor in given.items() if tensor is not None}

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """What a spec says of it."""
        words = {"bias": "on", "residual": "add"}
        given = {name: words[name] for name in self.tensors}
        return tuple((given | ({} if self.activation == "none" else {"activation": self.activation})).items())

    def by_torch(self, y: Tensor) -> Tensor:
        """PyTorch's own result of what it does to y."""
        if self.bias is not None:
            y = y + self.bias.view(-1, *(1,) * (y.dim() - 2))
        y = y if self.residual is None else y + self.residual
        return ACTIVATIONS[self.activation](y, **self.scalars)


NO_CHAIN = Chain()
ACTIVATIONS: dict[str, Callable[..., Tensor]] = {
    "none": lambda y: y,
    "relu": torch.nn.functional.relu,
    "leaky_relu": lambda y, slope: torch.nn.functional.leaky_relu(y, slope),
    "clamp": lambda y, low, high: torch.nn.functional.hardtanh(y, low, high),
    "sigmoid": torch.sigmoid,
    "silu": torch.nn.functional.silu,
    "gelu": lambda y: torch.nn.functional.gelu(y, approximate="tanh"),
}
"""PyTorch's own activations, by the words of specs, each with its scalars by name."""


def compute(
    direction: str,
    first: Tensor,
    second: Tensor,
    size: Sizes,
    geometry: Geometry,
    fallback: bool,
    chain: Chain = NO_CHAIN,
) -> Tensor:
    """Run an operator. Raises Unsupported where no kernel computes it and PyTorch is not to."""
    found = shapes(direction, first, second, size, geometry)
    *operands, result = TENSORS[direction]
    out = found[result[-1]]
    if not first.numel() or not second.numel():
        zeros = empty_channels_last(first, out).zero_()
        return zeros if chain is NO_CHAIN else empty_channels_last(first, out).copy_(chain.by_torch(zeros))
    tensors = dict(zip(operands, (first, second), strict=True))
    try:
        kernel = find(direction, problem_of(found["x"], found["w"], geometry), first.dtype, first.device, chain.fields)
    except Unsupported:
        if not fallback:
            raise
        with torch.autocast(first.device.type, enabled=False):
            own = chain.by_torch(by_torch(direction, tensors, found["x"], found["w"], geometry))
        # A result that is a view could not be added to in place.
        return own if is_channels_last(own) and not own._is_view() else empty_channels_last(first, out).copy_(own)
    more = {name: tensor.contiguous() if name == "bias" else channels_last(tensor) for name, tensor in chain.tensors.items()}
    tensors = {name: channels_last(tensor) for name, tensor in tensors.items()} | more
    tensors = {name: aligned(tensor) for name, tensor in tensors.items()}
    tensors[result] = empty_channels_last(first, out)
    kernel.run(tensors, chain.scalars)
    return tensors[result]


def trace(direction: str, first: Tensor, second: Tensor, size: Sizes, geometry: Geometry) -> Tensor:
    """What `compute` gives, without its values."""
    return empty_channels_last(first, shapes(direction, first, second, size, geometry)[TENSORS[direction][2][-1]])


def _define(name: str, schema: str, run: Callable[..., Tensor], traced: Callable[..., Tensor]) -> Any:
    operator = torch.library.custom_op(f"twinkern::{name}", run, mutates_args=(), schema=f"({schema}, {AXES}) -> Tensor")
    operator.register_fake(traced)
    return operator


def _forward() -> Any:
    def run(x: Tensor, w: Tensor, *axes: Any) -> Tensor:
        *geometry, fallback = axes
        return compute("forward", x, w, (), Geometry(*geometry), fallback)

    def traced(x: Tensor, w: Tensor, *axes: Any) -> Tensor:
        return trace("forward", x, w, (), Geometry(*axes[:5]))

    return _define("conv_forward", "Tensor x, Tensor w", run, traced)


def _gradient(direction: str, schema: str) -> Any:
    def run(dy: Tensor, other: Tensor, size: Sizes, *axes: Any) -> Tensor:
        *geometry, fallback = axes
        return compute(direction, dy, other, size, Geometry(*geometry), fallback)

    def traced(dy: Tensor, other: Tensor, size: Sizes, *axes: Any) -> Tensor:
        return trace(direction, dy, other, size, Geometry(*axes[:5]))

    return _define(f"conv_{direction}", schema, run, traced)


conv_forward = _forward()
"""y of x and w."""
conv_dgrad = _gradient("dgrad", "Tensor dy, Tensor w, SymInt[] size")
"""dx of dy and w; `size` is that of x, without batch and channels."""
conv_wgrad = _gradient("wgrad", "Tensor dy, Tensor x, SymInt[] size")
"""dw of dy and x; `size` is that of the filter."""


def _keep(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
    """Keep for the gradient the shapes, and of each operand only what the other's gradient needs."""
    first, second, *rest = inputs
    need_first, need_second = ctx.needs_input_grad[:2]
    ctx.save_for_backward(first if need_second else None, second if need_first else None)
    ctx.sizes = first.shape[2:], second.shape[2:]
    ctx.axes = rest[-6:]
    ctx.nones = (None,) * len(rest)


def _of_forward(ctx: Any, dy: Tensor) -> tuple[Tensor | None, ...]:
    x, w = ctx.saved_tensors
    dy = channels_last(dy)
    dx = conv_dgrad(dy, w, ctx.sizes[0], *ctx.axes) if ctx.needs_input_grad[0] else None
    dw = conv_wgrad(dy, x, ctx.sizes[1], *ctx.axes) if ctx.needs_input_grad[1] else None
    return dx, dw, *ctx.nones


def _of_dgrad(ctx: Any, ddx: Tensor) -> tuple[Tensor | None, ...]:
    dy, w = ctx.saved_tensors
    ddx = channels_last(ddx)
    ddy = conv_forward(ddx, w, *ctx.axes) if ctx.needs_input_grad[0] else None
    dw = conv_wgrad(dy, ddx, ctx.sizes[1], *ctx.axes) if ctx.needs_input_grad[1] else None
    return ddy, dw, *ctx.nones


def _of_wgrad(ctx: Any, ddw: Tensor) -> tuple[Tensor | None, ...]:
    dy, x = ctx.saved_tensors
    ddw = channels_last(ddw)
    ddy = conv_forward(x, ddw, *ctx.axes) if ctx.needs_input_grad[0] else None
    dx = conv_dgrad(dy, ddw, ctx.sizes[1], *ctx.axes) if ctx.needs_input_grad[1] else None
    return ddy, dx, *ctx.nones


conv_forward.register_autograd(_of_forward, setup_context=_keep)
conv_dgrad.register_autograd(_of_dgrad, setup_context=_keep)
conv_wgrad.register_autograd(_of_wgrad, setup_context=_keep)
