"""torch.nn's convolutions by twinkern's kernels, and how those of a model become these."""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn

from twinkern.torch.functional import convolve


class _Swapped:
    """What makes a convolution of torch.nn one of ours; stands before it among the bases."""

    fallback = False
    """Whether PyTorch computes what no kernel does."""

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        own: Any = self
        if own.padding_mode != "zeros":
            return super()._conv_forward(input, weight, bias)  # type: ignore[misc]
        rank = len(own.kernel_size)
        return convolve(rank, input, weight, bias, own.stride, own.padding, own.dilation, own.groups, own.fallback)


class Conv1d(_Swapped, nn.Conv1d):  # type: ignore[misc]
    """torch.nn.Conv1d by twinkern's kernels; another padding_mode than zeros is PyTorch's own."""


class Conv2d(_Swapped, nn.Conv2d):  # type: ignore[misc]
    """torch.nn.Conv2d: see Conv1d."""


class Conv3d(_Swapped, nn.Conv3d):  # type: ignore[misc]
    """torch.nn.Conv3d: see Conv1d."""


OURS: dict[type, type] = {nn.Conv1d: Conv1d, nn.Conv2d: Conv2d, nn.Conv3d: Conv3d}


def replace(module: nn.Module, *, fallback: bool = False) -> nn.Module:
    """Swap the convolutions of a model in place, itself if it is one, and return it; `replaced` lists them.

    A module stays the same object, with its parameters, hooks and names; only its class changes. Left alone are other classes
    than torch.nn.Conv1d, Conv2d and Conv3d themselves (subclasses, lazy, transposed and parametrized ones), and those that pad
    otherwise than with zeros. With `fallback`, PyTorch computes what no kernel does, which else raises Unsupported when run.
    """
    for own in module.modules():
        if type(own) in OURS and own.padding_mode == "zeros":
            own.__class__ = OURS[type(own)]
        if isinstance(own, _Swapped):
            own.fallback = fallback
    return module


def replaced(module: nn.Module) -> list[str]:
    """The names of a model's convolutions that twinkern computes; "" is the module itself."""
    return [name for name, own in module.named_modules() if isinstance(own, _Swapped)]
