"""twinkern's convolutions for PyTorch: operators with gradients, drop-in functions, and modules.

    >>> import twinkern.torch
    >>> model = twinkern.torch.replace(model.to(memory_format=torch.channels_last))
    >>> twinkern.torch.replaced(model)                      # the names of the convolutions that were swapped
    >>> y = twinkern.torch.conv2d(x, w, bias, stride=2, padding=1)

CUDA tensors run on their GPU, those of PyTorch for ROCm too. Importing this needs PyTorch and no GPU; docs/torch.md says what
is computed, copied and refused.
"""

from twinkern.torch.engine import Unsupported, on_cpu
from twinkern.torch.functional import conv1d, conv2d, conv3d
from twinkern.torch.fused import conv_fused
from twinkern.torch.modules import Conv1d, Conv2d, Conv3d, replace, replaced
from twinkern.torch.operators import conv_dgrad, conv_forward, conv_wgrad

__all__ = [
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "Unsupported",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_dgrad",
    "conv_forward",
    "conv_fused",
    "conv_wgrad",
    "on_cpu",
    "replace",
    "replaced",
]
