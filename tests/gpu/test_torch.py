"""PyTorch on the GPU of this machine: operators against float64, what `torch.compile` makes of them, streams, and training."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

SETTINGS = [
    ((4, 32, 60), (64, 32, 5), {"stride": 2, "padding": 2}),
    ((4, 64, 28, 28), (64, 64, 3, 3), {"padding": 1}),
    ((4, 64, 28, 28), (128, 16, 3, 3), {"stride": 2, "padding": "valid", "groups": 4}),
    ((4, 3, 33, 31), (32, 3, 7, 7), {"stride": 2, "padding": 3}),
    ((4, 40, 15, 15), (24, 40, 2, 3), {"padding": "same", "dilation": 2}),
    ((2, 16, 8, 9, 10), (32, 16, 3, 1, 3), {"padding": (1, 0, 1), "stride": (1, 2, 1)}),
]
FP32_STEP, TF32_STEP = 2.0**-23, 2.0**-10
"""The error of an addition in a matrix unit (see `twinkern.judge.oracle`), and of a product of two numbers rounded to tf32."""


@pytest.fixture
def require_gpu(driver):
    """A GPU that we emit for, and that PyTorch reaches."""
    if find_spec("torch") is None:
        pytest.skip("PyTorch is not installed")
    import torch

    if not torch.cuda.is_available():
        pytest.skip(f"PyTorch {torch.__version__} reaches no GPU")
    return driver


@pytest.fixture
def torch(require_gpu):
    import torch

    return torch


@pytest.fixture
def ours(require_gpu):
    import twinkern.torch

    return twinkern.torch


def tensors(torch, *shapes, dtype, seed=0):
    generator = torch.Generator("cuda").manual_seed(seed)
    return [torch.randn(shape, generator=generator, device="cuda").to(dtype).requires_grad_() for shape in shapes]


def products(sizes, w):
    """The most products in an element of y, dx and dw."""
    taps = w.numel() // w.shape[0]
    return taps, taps * w.shape[0], sizes.numel() // sizes[1]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize("layout", ["channels last", "contiguous"])
@pytest.mark.parametrize(("x_shape", "w_shape", "options"), SETTINGS)
def test_values_and_gradients(torch, ours, x_shape, w_shape, options, layout, dtype):
    """Result and gradients within a derived bound of float64's, whatever the operands' layout."""
    dtype, rank = getattr(torch, dtype), len(x_shape) - 2
    if dtype is torch.float32 and torch.version.hip:
        with pytest.raises(ours.Unsupported):
            getattr(ours, f"conv{rank}d")(*tensors(torch, x_shape, w_shape, dtype=dtype), **options)
        return
    x, w = tensors(torch, x_shape, w_shape, dtype=dtype)
    if layout == "channels last":
        x, w = (each.detach().movedim(1, -1).contiguous().movedim(-1, 1).requires_grad_() for each in (x, w))
    own, exact = (getattr(module, f"conv{rank}d") for module in (ours, torch.nn.functional))
    y = own(x, w, **options)
    (dy,) = tensors(torch, y.shape, dtype=dtype, seed=1)
    results = (y, *torch.autograd.grad(y, (x, w), dy))

    def in_float64(change):
        operands = [change(each.detach().double()).requires_grad_() for each in (x, w)]
        expected = exact(*operands, **options)
        return (expected, *torch.autograd.grad(expected, operands, change(dy.detach().double())))

    pairs = zip(results, in_float64(lambda each: each), in_float64(torch.abs), products(y.shape, w), strict=True)
    for result, expected, total, count in pairs:
        step = count * FP32_STEP + (TF32_STEP if dtype is torch.float32 else 0)
        limits = torch.finfo(dtype)
        bound = 1.01 * step * total + limits.eps * expected.abs() + limits.tiny
        assert result.dtype == dtype and result.movedim(1, -1).is_contiguous()
        assert bool(((result.double() - expected).abs() <= bound).all())


@pytest.mark.parametrize("activation", ["none", "relu", "leaky_relu", "clamp", "sigmoid", "silu", "gelu"])
@pytest.mark.parametrize(("x_shape", "w_shape", "options"), [SETTINGS[1], SETTINGS[2], SETTINGS[4]])
def test_fused(torch, ours, x_shape, w_shape, options, activation):
    """Bias, residual and activation in one kernel, in bound of float64's; no activation here is steeper than 1.13."""
    functional = torch.nn.functional
    theirs = {
        "none": lambda y: y, "relu": functional.relu, "leaky_relu": functional.leaky_relu, "clamp": functional.hardtanh,
        "sigmoid": torch.sigmoid, "silu": functional.silu, "gelu": lambda y: functional.gelu(y, approximate="tanh"),
    }  # fmt: skip
    x, w, bias = (each.detach() for each in tensors(torch, x_shape, w_shape, w_shape[:1], dtype=torch.bfloat16))
    shape = functional.conv2d(x, w, **options).shape
    (residual,) = (each.detach() for each in tensors(torch, shape, dtype=torch.bfloat16, seed=3))
    y = ours.conv2d(x, w, bias, **options, residual=residual, activation=activation)
    expected = theirs[activation](functional.conv2d(*(each.double() for each in (x, w, bias)), **options) + residual.double())
    total = functional.conv2d(*(each.double().abs() for each in (x, w, bias)), **options) + residual.double().abs()
    limits = torch.finfo(torch.bfloat16)
    steps = products(shape, w)[0] + 16
    bound = 1.13 * 1.01 * steps * FP32_STEP * total + limits.eps / 2 * expected.abs() * 1.01 + limits.tiny
    assert bool(((y.double() - expected).abs() <= bound).all())


def test_opcheck(torch, ours):
    x, w, dy = tensors(torch, (2, 8, 9, 7), (16, 4, 3, 2), (2, 16, 5, 6), dtype=torch.bfloat16)
    axes = ([2, 1], [1, 0], [1, 1], [1, 2], 2, False)
    torch.library.opcheck(ours.conv_forward, (x, w, *axes))
    torch.library.opcheck(ours.conv_dgrad, (dy, w, [9, 7], *axes))
    torch.library.opcheck(ours.conv_wgrad, (dy, x, [3, 2], *axes))


@pytest.mark.parametrize("dynamic", [False, True])
def test_compile(torch, ours, dynamic):
    """One graph, the same values as without it but for what a compiler rounds once and eager code twice."""

    def run(x, w, bias):
        return ours.conv2d(ours.conv2d(x.relu(), w, bias, stride=2, padding=1).relu(), w, padding="same")

    compiled = torch.compile(run, fullgraph=True, dynamic=dynamic)
    for batch in (2, 3):
        operands = tensors(torch, (batch, 32, 17, 17), (32, 32, 3, 3), (32,), dtype=torch.bfloat16)
        one, other = compiled(*operands), run(*operands)
        assert one.stride() == other.stride()
        dy = torch.ones_like(one)
        for a, b in zip(
            (one, *torch.autograd.grad(one, operands, dy)), (other, *torch.autograd.grad(other, operands, dy)), strict=True
        ):
            torch.testing.assert_close(a, b, rtol=0.02, atol=0.02 * float(b.detach().abs().max()))


def test_current_stream(torch, ours):
    """A kernel waits for what its own stream does before, and for nothing else."""
    x, w = (each.detach() for each in tensors(torch, (4, 32, 16, 16), (32, 32, 3, 3), dtype=torch.bfloat16))
    x, w = (each.to(memory_format=torch.channels_last) for each in (x, w))
    expected, late = ours.conv2d(x, w), torch.zeros_like(x)
    torch.cuda.synchronize()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        torch.cuda._sleep(100_000_000)
        late.copy_(x)
        y = ours.conv2d(late, w)
    side.synchronize()
    assert torch.equal(y, expected)


def test_device_of_the_tensors(torch, ours):
    """Every GPU computes on its own tensors, and the current one stays so."""
    before = torch.cuda.current_device()
    x, w = (each.detach() for each in tensors(torch, (4, 32, 16, 16), (32, 32, 3, 3), dtype=torch.bfloat16))
    expected = ours.conv2d(x, w)
    for ordinal in range(torch.cuda.device_count()):
        there = f"cuda:{ordinal}"
        y = ours.conv2d(x.to(there), w.to(there))
        assert y.device.index == ordinal and torch.equal(y.to(expected.device), expected)
    assert torch.cuda.current_device() == before


def test_empty_batch(torch, ours):
    x, w = tensors(torch, (0, 8, 6, 6), (4, 8, 3, 3), dtype=torch.float16)
    y = ours.conv2d(x, w)
    y.sum().backward()
    assert y.shape == (0, 4, 4, 4) and not w.grad.any()


def test_fallback(torch, ours):
    x, w = (each.double() for each in tensors(torch, (2, 8, 6, 6), (4, 8, 3, 3), dtype=torch.float32))
    with pytest.raises(ours.Unsupported):
        ours.conv2d(x, w)
    torch.testing.assert_close(ours.conv2d(x, w, fallback=True), torch.nn.functional.conv2d(x, w))


def test_fallback_under_autocast(torch, ours, monkeypatch):
    """An operator takes tensors as they are, and so does PyTorch in its place."""
    from twinkern.torch import engine

    monkeypatch.setattr(engine, "tf32_allowed", lambda: False)
    x, w = tensors(torch, (2, 8, 6, 6), (4, 8, 3, 3), dtype=torch.float32)

    def run():
        y = ours.conv_forward(x, w, [1, 1], [0, 0], [0, 0], [1, 1], 1, True)
        return y, *torch.autograd.grad(y, (x, w), torch.ones_like(y))

    plain = run()
    with torch.autocast("cuda", torch.bfloat16):
        cast = run()
    for one, other in zip(plain, cast, strict=True):
        assert one.dtype == torch.float32 and torch.equal(one, other)


@pytest.fixture(scope="module")
def theirs():
    """The loss curves of PyTorch's own convolutions, made once."""
    found = []

    def curves():
        from tests.pytorch.training import SEEDS, train

        if not found:
            found.extend(train(seed, lambda model: model, "cuda") for seed in SEEDS)
        return found

    return curves


@pytest.mark.parametrize("compiled", [False, True])
def test_training(torch, ours, theirs, compiled):
    """A network of ten convolutions learns as with PyTorch's own, within the spread of three seeds; compiled as well."""
    from tests.pytorch.training import SEEDS, outside, train

    def prepare(model):
        assert len(ours.replaced(ours.replace(model))) == 10
        return torch.compile(model, fullgraph=True) if compiled else model

    curves = [train(seed, prepare, "cuda") for seed in SEEDS]
    assert outside(curves, theirs()) == ""
