"""Convolutions with bias, residual and activation in one kernel: values, gradients, what is left to PyTorch, refusals."""

from __future__ import annotations

import pytest
import torch
from tests.pytorch.test_operators import OURS, SETTINGS, TORCHS, close, tensors
from torch.nn import functional

import twinkern.torch
from twinkern.torch import Unsupported, conv_fused, on_cpu
from twinkern.torch.operators import ACTIVATIONS

NAMED = {"leaky_relu": {"negative_slope": 0.2}, "clamp": {"low": -0.5, "high": 0.75}}
"""Arguments of activations that have some."""
THEIRS = {
    "none": lambda y: y,
    "relu": torch.relu,
    "leaky_relu": lambda y: functional.leaky_relu(y, 0.2),
    "clamp": lambda y: functional.hardtanh(y, -0.5, 0.75),
    "sigmoid": torch.sigmoid,
    "silu": functional.silu,
    "gelu": lambda y: functional.gelu(y, approximate="tanh"),
}


@pytest.mark.parametrize("activation", THEIRS)
@pytest.mark.parametrize(("x_shape", "w_shape", "options"), [SETTINGS[1], SETTINGS[3], SETTINGS[8]])
def test_values_and_gradients(device, x_shape, w_shape, options, activation):
    """In fp32, against PyTorch in float64; one kernel where the result tells the gradient, and without a gradient."""
    rank = len(x_shape) - 2
    x, w, bias = tensors(x_shape, w_shape, w_shape[:1])
    shape = TORCHS[rank](x, w, bias, **options).shape
    (residual,) = tensors(shape, seed=2)
    given = {"residual": residual, "activation": activation, **NAMED.get(activation, {})}
    y = OURS[rank](x, w, bias, **options, **given)
    exact = [tensor.detach().double().requires_grad_() for tensor in (x, w, bias, residual)]
    expected = THEIRS[activation](TORCHS[rank](*exact[:3], **options) + exact[3])
    close(y, expected, torch.float32)
    (dy,) = tensors(shape, seed=1)
    ours = torch.autograd.grad(y, (x, w, bias, residual), dy)
    for one, other in zip(ours, torch.autograd.grad(expected, exact, dy.double()), strict=True):
        torch.testing.assert_close(one.double(), other, rtol=1e-4, atol=1e-5 * float(other.abs().max()))
    with torch.no_grad():
        close(OURS[rank](x, w, bias, **options, **given), expected, torch.float32)
    assert [direction for direction, _ in device.runs] == ["forward", "dgrad", "wgrad", "forward"]


def test_what_a_kernel_is_asked_for(device, monkeypatch):
    """An activation whose gradient needs more than the result is left to PyTorch where one is asked, and only then."""
    asked = []
    load = device.load
    monkeypatch.setattr(device, "load", lambda program: asked.append(program.spec) or load(program))
    x, w, bias = tensors((1, 8, 5, 5), (8, 8, 3, 3), (8,))
    for activation, slope in (("silu", 0.1), ("leaky_relu", -0.1), ("relu", 0.1)):
        twinkern.torch.conv2d(x, w, bias, activation=activation, negative_slope=slope)
    with torch.no_grad():
        twinkern.torch.conv2d(x, w, activation="silu")
    assert [(str(spec.bias), str(spec.activation)) for spec in asked] == [("on", "none"), ("on", "relu"), ("off", "silu")]


@pytest.mark.parametrize("activation", ["none", "relu", "leaky_relu", "clamp", "sigmoid"])
def test_opcheck(device, activation):
    x, w, bias, residual = tensors((2, 8, 6, 5), (6, 8, 3, 3), (6,), (2, 6, 6, 5))
    scalars = {"leaky_relu": [0.1], "clamp": [-1.0, 1.0]}.get(activation, [])
    for more in ((bias, residual), (None, None)):
        torch.library.opcheck(conv_fused, (x, w, *more, activation, scalars, [1, 1], [1, 1], [1, 1], [1, 1], 1, False))


def test_the_gradient_that_cannot_be_told_is_refused(device):
    x, w = tensors((1, 8, 5, 5), (8, 8, 3, 3))
    y = conv_fused(x, w, None, None, "silu", [], [1, 1], [0, 0], [0, 0], [1, 1], 1, False)
    with pytest.raises(Unsupported, match=r"the gradient of silu .* use twinkern.torch.conv2d"):
        y.sum().backward()


def test_compile(device):
    def run(x, w, bias):
        y = twinkern.torch.conv2d(x, w, bias, padding=1, activation="relu")
        return twinkern.torch.conv2d(y, w, bias, padding=1, residual=x, activation="silu")

    operands = tensors((2, 8, 6, 6), (8, 8, 3, 3), (8,))
    compiled = torch.compile(run, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(*operands), run(*operands))


def test_autocast(device):
    x, w, bias, residual = tensors((2, 8, 6, 6), (4, 8, 3, 3), (4,), (2, 4, 6, 6))
    with torch.autocast("cpu", torch.bfloat16):
        y = twinkern.torch.conv2d(x, w, bias, padding=1, residual=residual, activation="relu")
    assert y.dtype == torch.bfloat16
    gradients = torch.autograd.grad(y.float().sum(), (x, w, bias, residual))
    assert {gradient.dtype for gradient in gradients} == {torch.float32}


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_fallback_and_nothing_to_multiply(device, activation):
    """float64 is PyTorch's own; an empty reduction is no kernel's, and still has its bias."""
    x, w, bias, residual = tensors((2, 8, 6, 6), (4, 8, 3, 3), (4,), (2, 4, 4, 4), dtype=torch.float64)
    given = {"residual": residual, "activation": activation, **NAMED.get(activation, {}), "fallback": True}
    y = twinkern.torch.conv2d(x, w, bias, **given)
    torch.testing.assert_close(y, THEIRS[activation](functional.conv2d(x, w, bias) + residual))
    with pytest.raises(Unsupported):
        twinkern.torch.conv2d(x, w, bias, activation=activation)
    x, w, bias = tensors((2, 0, 6, 6), (4, 0, 3, 3), (4,))
    given = {"activation": activation, **NAMED.get(activation, {})}
    wanted = THEIRS[activation](bias.view(-1, 1, 1).expand(2, 4, 4, 4))
    torch.testing.assert_close(twinkern.torch.conv2d(x, w, bias, **given), wanted)


def test_bad_arguments(device):
    x, w = tensors((2, 8, 6, 6), (4, 8, 3, 3))
    with pytest.raises(ValueError, match="activation 'tanh'; there are none, relu"):
        twinkern.torch.conv2d(x, w, activation="tanh")
    with pytest.raises(ValueError, match=r"residual of shape \[2, 4, 6, 6\]; the output has \[2, 4, 4, 4\]"):
        twinkern.torch.conv2d(x, w, residual=torch.zeros(2, 4, 6, 6))


def test_by_the_simulator():
    """Real kernels: a bias, a residual and an activation with scalars, one example without a batch."""
    from twinkern.launch.simulator import SimulatorDriver

    x, w, bias, residual = (
        tensor.detach() for tensor in tensors((8, 5, 4), (12, 8, 3, 3), (12,), (12, 5, 4), dtype=torch.float16)
    )
    driver = SimulatorDriver("sm_90")
    with on_cpu(driver):
        given = {"padding": 1, "residual": residual, "activation": "clamp", "low": -0.5, "high": 0.75}
        y = twinkern.torch.conv2d(x, w, bias, **given)
    exact = functional.conv2d(x.double(), w.double(), bias.double(), padding=1) + residual.double()
    close(y, exact.clamp(-0.5, 0.75), torch.float16)
    assert not driver.findings
