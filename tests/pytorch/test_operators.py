"""The operators and the functions by them, on a device that PyTorch computes for: values, gradients, layouts, refusals."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional

import twinkern.torch
from twinkern.torch import Unsupported, conv_dgrad, conv_forward, conv_wgrad

OURS = {1: twinkern.torch.conv1d, 2: twinkern.torch.conv2d, 3: twinkern.torch.conv3d}
TORCHS = {1: functional.conv1d, 2: functional.conv2d, 3: functional.conv3d}
SETTINGS = [
    ((2, 8, 9), (16, 8, 3), {}),
    ((2, 8, 9), (16, 4, 3), {"stride": 2, "padding": 1, "groups": 2}),
    ((2, 8, 9, 7), (16, 8, 3, 3), {"padding": 1}),
    ((2, 8, 9, 7), (16, 2, 3, 2), {"stride": (2, 1), "padding": (1, 0), "dilation": (1, 2), "groups": 4}),
    ((2, 3, 9, 7), (5, 3, 1, 1), {"stride": 3}),
    ((2, 8, 9, 7), (16, 8, 2, 3), {"padding": "same", "dilation": (3, 1)}),
    ((2, 8, 9, 7), (16, 8, 3, 3), {"padding": "valid", "stride": 2}),
    ((1, 1, 6, 6), (1, 1, 3, 3), {"padding": (1,)}),
    ((2, 4, 5, 6, 7), (8, 2, 2, 3, 3), {"stride": (1, 2, 1), "padding": (1, 1, 0), "groups": 2}),
    ((2, 4, 4, 4, 4), (8, 4, 2, 2, 2), {"padding": "same"}),
]


def tensors(*shapes, dtype=torch.float32, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(shape, generator=generator).to(dtype).requires_grad_() for shape in shapes]


def dense(tensor):
    return tensor.movedim(1, -1).is_contiguous()


def close(ours, theirs, dtype):
    """Within the rounding of a type; theirs is in float64."""
    eps = torch.finfo(dtype).eps
    torch.testing.assert_close(ours.double(), theirs.double(), rtol=2 * eps, atol=2 * eps * float(theirs.abs().max()))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
@pytest.mark.parametrize(("x_shape", "w_shape", "options"), SETTINGS)
def test_values_and_gradients(device, x_shape, w_shape, options, dtype):
    x, w, bias = tensors(x_shape, w_shape, w_shape[:1], dtype=dtype)
    rank = len(x_shape) - 2
    y = OURS[rank](x, w, bias, **options)
    exact = [tensor.detach().double().requires_grad_() for tensor in (x, w, bias)]
    expected = TORCHS[rank](*exact, **options)
    assert y.dtype == dtype and dense(y)
    close(y, expected, dtype)
    (dy,) = tensors(y.shape, dtype=dtype, seed=1)
    for ours, theirs in zip(
        torch.autograd.grad(y, (x, w, bias), dy), torch.autograd.grad(expected, exact, dy.double()), strict=True
    ):
        assert ours.dtype == dtype and (ours.dim() == 1 or dense(ours))
        # The bias is summed by PyTorch, in an order of its own.
        close(ours, theirs, dtype if ours.dim() > 1 else torch.bfloat16)
    assert [direction for direction, _ in device.runs] == ["forward", "dgrad", "wgrad"]


def test_without_a_batch(device):
    x, w = tensors((8, 5, 5), (4, 8, 3, 3), dtype=torch.bfloat16)
    y = twinkern.torch.conv2d(x, w, padding=1)
    close(y, functional.conv2d(x.double(), w.double(), padding=1), torch.bfloat16)


@pytest.mark.parametrize(("x_shape", "w_shape", "options"), [SETTINGS[1], SETTINGS[3], SETTINGS[8]])
def test_gradients_of_gradients(device, x_shape, w_shape, options):
    rank = len(x_shape) - 2

    def penalty(function, x, w):
        y = function(x, w, **options)
        dx, dw = torch.autograd.grad((y * y.detach().cos()).sum(), (x, w), create_graph=True)
        return torch.autograd.grad((dx * dx).sum() + (dw * dw).sum(), (x, w))

    x, w = tensors(x_shape, w_shape)
    exact = [tensor.detach().double().requires_grad_() for tensor in (x, w)]
    for ours, theirs in zip(penalty(OURS[rank], x, w), penalty(TORCHS[rank], *exact), strict=True):
        torch.testing.assert_close(ours.double(), theirs, rtol=1e-4, atol=1e-4 * float(theirs.abs().max()))


AXES = ([2, 1], [1, 0], [1, 1], [1, 2], 2)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32, torch.float64])
def test_opcheck(device, dtype):
    x, w, dy = tensors((2, 8, 9, 7), (16, 4, 3, 2), (2, 16, 5, 6), dtype=dtype)
    for operator, arguments in [
        (conv_forward, (x, w, *AXES, dtype is torch.float64)),
        (conv_dgrad, (dy, w, [9, 7], *AXES, dtype is torch.float64)),
        (conv_wgrad, (dy, x, [3, 2], *AXES, dtype is torch.float64)),
    ]:
        torch.library.opcheck(operator, arguments)


@pytest.mark.parametrize(("x_shape", "w_shape", "options"), [SETTINGS[0], SETTINGS[3], SETTINGS[9]])
def test_opcheck_of_every_rank(device, x_shape, w_shape, options):
    x, w = tensors(x_shape, w_shape)
    rank = len(x_shape) - 2
    zeros, ones = [0] * rank, [1] * rank
    torch.library.opcheck(conv_forward, (x, w, ones, zeros, zeros, ones, options.get("groups", 1), False))


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
@pytest.mark.parametrize("dynamic", [False, True])
def test_compile(device, backend, dynamic):
    """One graph, with gradients, and with a size that changes."""

    def run(x, w, bias):
        y = twinkern.torch.conv2d(x.relu(), w, bias, stride=2, padding=1)
        return twinkern.torch.conv2d(y.relu(), w, padding="same")

    compiled = torch.compile(run, fullgraph=True, backend=backend, dynamic=dynamic)
    for batch in (2, 3):
        operands = tensors((batch, 8, 9, 9), (8, 8, 3, 3), (8,))
        ours = compiled(*operands)
        eager = run(*operands)
        torch.testing.assert_close(ours, eager)
        assert ours.stride() == eager.stride()
        for one, other in zip(
            torch.autograd.grad(ours.square().sum(), operands), torch.autograd.grad(eager.square().sum(), operands), strict=True
        ):
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("compiled", [False, True])
def test_autocast(device, dtype, compiled):
    """As torch.nn.functional.conv2d: the result is of autocast's type, gradients are of the tensors' own."""

    def run(x, w, bias):
        return twinkern.torch.conv2d(x, w, bias, padding=1)

    run = torch.compile(run, fullgraph=True, backend="aot_eager") if compiled else run
    operands = tensors((2, 8, 6, 6), (4, 8, 3, 3), (4,))
    with torch.autocast("cpu", dtype):
        ours, theirs = run(*operands), functional.conv2d(*operands, padding=1)
    assert ours.dtype == theirs.dtype == dtype
    close(ours, theirs, dtype)
    for one, other in zip(
        torch.autograd.grad(ours.float().square().sum(), operands),
        torch.autograd.grad(theirs.float().square().sum(), operands),
        strict=True,
    ):
        assert one.dtype == torch.float32
        torch.testing.assert_close(one, other, rtol=0.05, atol=0.02 * float(other.abs().max()))


def test_autocast_leaves_float64(device):
    x, w = (tensor.double() for tensor in tensors((1, 8, 6, 6), (4, 8, 3, 3)))
    with torch.autocast("cpu", torch.bfloat16):
        assert twinkern.torch.conv2d(x, w, fallback=True).dtype == torch.float64
    assert not device.runs


def test_an_operator_takes_tensors_as_they_are():
    x, w = tensors((1, 8, 6, 6), (4, 8, 3, 3))
    with torch.autocast("cpu", torch.bfloat16):
        y = conv_forward(x, w, [1, 1], [0, 0], [0, 0], [1, 1], 1, True)
    assert y.dtype == torch.float32
    close(y, functional.conv2d(x.double(), w.double()), torch.float32)


def test_no_copy_that_is_not_needed(device):
    """Channels-last tensors are read where they lie, and so is what the gradient keeps."""
    x, w = tensors((2, 8, 6, 6), (8, 8, 3, 3), dtype=torch.bfloat16)
    x, w = (tensor.detach().to(memory_format=torch.channels_last).requires_grad_() for tensor in (x, w))
    bias = torch.zeros(8, dtype=torch.bfloat16)
    y = twinkern.torch.conv2d(x, w, bias, padding=1)
    dy = torch.ones_like(y)
    dx, dw = torch.autograd.grad(y, (x, w), dy)
    assert device.runs == [
        ("forward", {"x": x.data_ptr(), "w": w.data_ptr(), "bias": bias.data_ptr(), "y": y.data_ptr()}),
        ("dgrad", {"dy": dy.data_ptr(), "w": w.data_ptr(), "dx": dx.data_ptr()}),
        ("wgrad", {"dy": dy.data_ptr(), "x": x.data_ptr(), "dw": dw.data_ptr()}),
    ]


def test_one_copy_serves_forward_and_backward(device):
    x, w = tensors((2, 8, 6, 6), (8, 8, 3, 3), dtype=torch.bfloat16)
    y = twinkern.torch.conv2d(x, w)
    y.sum().backward()
    (_, forward), (_, dgrad), (_, wgrad) = device.runs
    assert forward["x"] == wgrad["x"] != x.data_ptr() and forward["w"] == dgrad["w"] != w.data_ptr()
    assert dgrad["dy"] == wgrad["dy"]


@pytest.mark.parametrize("needs", ["x", "w"])
def test_only_the_gradient_that_is_asked(device, needs):
    x, w = tensors((2, 8, 6, 6), (8, 8, 3, 3), dtype=torch.bfloat16)
    (w if needs == "x" else x).requires_grad_(False)
    y = twinkern.torch.conv2d(x, w)
    kept = [tensor for tensor in y.grad_fn.saved_tensors if tensor is not None]
    assert [tensor.shape for tensor in kept] == [(w if needs == "x" else x).shape]
    y.sum().backward()
    assert [direction for direction, _ in device.runs] == ["forward", "dgrad" if needs == "x" else "wgrad"]


@pytest.mark.parametrize("offset", [1, 4, 8])
def test_address_that_is_not_aligned(device, offset):
    """The fake device takes none; only multiples of 16 bytes are read where they lie."""
    size = 2 * 8 * 6 * 6
    x = torch.randn(size + offset).bfloat16()[offset:].view(2, 6, 6, 8).movedim(-1, 1)
    (w,) = tensors((8, 8, 3, 3), dtype=torch.bfloat16)
    y = twinkern.torch.conv2d(x, w)
    close(y, functional.conv2d(x.double(), w.double()), torch.bfloat16)
    assert (device.runs[0][1]["x"] == x.data_ptr()) == (offset == 8)


def test_views(device):
    """Slices, expanded and flipped tensors."""
    x, w = tensors((1, 8, 12, 6), (8, 8, 3, 3), dtype=torch.bfloat16)
    for view in (x.expand(3, -1, -1, -1), x[:, :, ::2], x[..., 1:5], x.flip(2), x.transpose(2, 3), x[:, 2:5]):
        filters = w[:, : view.shape[1]]
        close(twinkern.torch.conv2d(view, filters), functional.conv2d(view.double(), filters.double()), torch.bfloat16)


def test_gradient_of_an_expanded_result(device):
    x, w = tensors((2, 8, 6, 6), (8, 8, 3, 3))
    twinkern.torch.conv2d(x, w).sum().backward()
    expected = torch.autograd.grad(functional.conv2d(x, w).sum(), (x, w))
    torch.testing.assert_close((x.grad, w.grad), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("compiled", [False, True])
def test_empty_batch(device, compiled):
    run = torch.compile(twinkern.torch.conv2d, fullgraph=True, backend="aot_eager") if compiled else twinkern.torch.conv2d
    x, w, bias = tensors((0, 8, 6, 6), (4, 8, 3, 3), (4,), dtype=torch.float16)
    y = run(x, w, bias, stride=2)
    assert y.shape == functional.conv2d(x, w, bias, stride=2).shape == (0, 4, 2, 2)
    y.sum().backward()
    assert x.grad.shape == x.shape and not w.grad.any() and w.grad.shape == w.shape and not device.runs


def test_meta_tensors():
    x, w = torch.empty(2, 8, 6, 6, device="meta"), torch.empty(4, 8, 3, 3, device="meta")
    y = twinkern.torch.conv2d(x, w)
    assert y.device.type == "meta" and y.shape == (2, 4, 4, 4) and dense(y)


def test_inference_mode(device):
    with torch.inference_mode():
        x, w, bias = (tensor.detach() for tensor in tensors((2, 8, 6, 6), (4, 8, 3, 3), (4,)))
        y = twinkern.torch.conv2d(x, w, bias)
        torch.testing.assert_close(y, functional.conv2d(x, w, bias), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("padding", [0, "same"])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_fallback(device, padding, rank):
    """What no kernel computes is PyTorch's, with the same strides, gradients of gradients too."""
    x, w = (tensor.detach().double().requires_grad_() for tensor in tensors((2, 4, *[5] * rank), (6, 2, *[4] * rank)))
    with pytest.raises(Unsupported, match=r"torch.float64: there are kernels for torch.float16, torch.bfloat16"):
        OURS[rank](x, w, padding=padding, groups=2)
    y = OURS[rank](x, w, padding=padding, groups=2, fallback=True)
    assert dense(y) and not device.runs
    torch.testing.assert_close(y, TORCHS[rank](x, w, padding=padding, groups=2))

    def run(x, w):
        return OURS[rank](x, w, padding=padding, groups=2, fallback=True)

    assert torch.autograd.gradcheck(run, (x, w), fast_mode=True)
    assert torch.autograd.gradgradcheck(run, (x, w), fast_mode=True)


def test_cpu_tensors_without_a_device():
    x, w = tensors((2, 8, 6, 6), (4, 8, 3, 3), dtype=torch.bfloat16)
    with pytest.raises(Unsupported, match=r"tensors on cpu: kernels run on CUDA tensors"):
        twinkern.torch.conv2d(x, w)
    assert twinkern.torch.conv2d(x, w, fallback=True).shape == (2, 4, 4, 4)


def test_refused_spec(device):
    """Fp32 on a machine without atoms for it: the rule's own words."""
    device.arch = "gfx942"
    x, w = tensors((2, 8, 6, 6), (4, 8, 3, 3))
    for _ in range(2):
        with pytest.raises(Unsupported, match=r"forward of .* in fp32 for gfx942 is refused: .*fp32"):
            twinkern.torch.conv2d(x, w)
    assert twinkern.torch.conv2d(x, w, fallback=True).shape == (2, 4, 4, 4)


def test_another_architecture(device):
    device.arch = "sm_75"
    x, w = tensors((2, 8, 6, 6), (4, 8, 3, 3), dtype=torch.bfloat16)
    with pytest.raises(Unsupported, match=r"a device of sm_75: kernels are emitted for .*sm_90"):
        twinkern.torch.conv2d(x, w)


@pytest.mark.parametrize("how", ["old", "new"])
def test_tf32_must_be_allowed(device, how):
    x, w = tensors((2, 8, 6, 6), (4, 8, 3, 3))
    settings = torch.backends.cudnn
    before = settings.conv.fp32_precision
    try:
        if how == "old":
            settings.allow_tf32 = False
        else:
            settings.conv.fp32_precision = "ieee"
        with pytest.raises(Unsupported, match=r"multiplied as tf32, which torch.backends.cudnn forbids"):
            twinkern.torch.conv2d(x, w)
    finally:
        settings.allow_tf32 = True
        settings.conv.fp32_precision = before
    twinkern.torch.conv2d(x, w)


@pytest.mark.parametrize(
    ("x_shape", "w_shape", "options", "words"),
    [
        ((2, 8, 6), (4, 8, 3), {}, "conv2d: input of 3 dimensions, weight of 3"),
        ((2, 8, 6, 6), (4, 4, 3, 3), {}, "input so many times the weight's channels, 4"),
        ((2, 8, 6, 6), (3, 4, 3, 3), {"groups": 2}, "multiple of the groups"),
        ((2, 8, 6, 6), (4, 8, 7, 3), {}, "axis 0: a filter over 7 elements does not fit in an input of 6"),
        ((2, 8, 6, 6), (4, 8, 3, 3), {"padding": -1}, r"padding is \[-1, -1\]; 2 values of 0 or more"),
        ((2, 8, 6, 6), (4, 8, 3, 3), {"stride": 0}, r"stride is \[0, 0\]; 2 values of 1 or more"),
        ((2, 8, 6, 6), (4, 8, 3, 3), {"stride": (1, 2, 3)}, "stride has 3 values; 1 or 2 are needed"),
        ((2, 8, 6, 6), (4, 8, 3, 3), {"padding": "same", "stride": 2}, "padding 'same' with stride"),
        ((2, 8, 6, 6), (4, 8, 3, 3), {"padding": "full"}, "padding 'full': allowed are 'same', 'valid'"),
        ((2, 8, 6, 6), (4, 8, 3, 3), {"bias": torch.zeros(3)}, r"bias of shape \[3\]; \[4\] is needed"),
    ],
)
def test_arguments_that_do_not_fit(device, x_shape, w_shape, options, words):
    with pytest.raises(ValueError, match=words):
        twinkern.torch.conv2d(*tensors(x_shape, w_shape), **options)


def test_types_that_do_not_fit(device):
    x, w = tensors((2, 8, 6, 6), (4, 8, 3, 3))
    with pytest.raises(TypeError, match=r"tensors of torch.bfloat16 on cpu and of torch.float32 on cpu; both need one type"):
        twinkern.torch.conv2d(x.bfloat16(), w)
    (dy,) = tensors((2, 4, 5, 5))
    with pytest.raises(ValueError, match=r"the gradient of y has shape \[2, 4, 5, 5\]; \[2, 4, 4, 4\] is needed"):
        conv_dgrad(dy, w, [6, 6], [1, 1], [0, 0], [0, 0], [1, 1], 1, False)
