"""Which kernel is taken, how often it is made, and how it gets tensors and streams; and tiny convolutions by real kernels."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest
import torch
from tests.launch.fake import FakeDriver
from tests.pytorch.fake import FakeDevice, right
from torch.nn import functional

import twinkern.torch
from twinkern.engine import ConvProblem
from twinkern.engines import get_engine
from twinkern.launch import LaunchError
from twinkern.launch.simulator import SimulatorDriver
from twinkern.torch import engine
from twinkern.torch.engine import Kernels, Unsupported, emit_for

SMALL = ConvProblem(n=1, c=8, k=8, input=(6, 6), filter=(3, 3))


def odd(channels: int) -> ConvProblem:
    return ConvProblem(n=1, c=channels, k=channels, input=(6, 6), filter=(3, 3))


@pytest.mark.parametrize(
    ("arch", "problem", "direction", "pipeline", "loader"),
    [
        ("sm_90", SMALL, "forward", "ring", "async"),
        ("sm_90", SMALL, "wgrad", "ring", "async"),
        ("sm_80", odd(3), "forward", "ring", "coalesced"),
        ("sm_90", odd(3), "dgrad", "ring", "coalesced"),
        ("gfx950", SMALL, "dgrad", "async", "async"),
        ("gfx942", SMALL, "forward", "async", "async"),
        ("gfx942", SMALL, "dgrad", "compv3", "coalesced"),
        ("gfx1250", odd(3), "wgrad", "compv3", "coalesced"),
    ],
)
def test_policy(arch, problem, direction, pipeline, loader):
    spec = emit_for(direction, problem, "bf16", arch).spec
    assert (spec.pipeline, spec.loader, spec.in_type, spec.direction) == (pipeline, loader, "bf16", direction)


def test_either_engine(monkeypatch):
    """The Python engine where the other is not built."""

    def get(name):
        if name == "c":
            raise ImportError
        return get_engine(name)

    monkeypatch.setattr(engine, "get_engine", get)
    engine.emitter.cache_clear()
    try:
        assert engine.emitter().name == "python"
        ours = emit_for("forward", SMALL, "fp16", "sm_90")
    finally:
        engine.emitter.cache_clear()
    monkeypatch.undo()
    assert engine.emitter().name == "c" and emit_for("forward", SMALL, "fp16", "sm_90") == ours


def test_a_kernel_is_made_once(device):
    x, w = torch.randn(1, 8, 6, 6), torch.randn(8, 8, 3, 3)
    for _ in range(3):
        twinkern.torch.conv2d(x, w)
    assert device.loads == 1
    for options in ({"padding": 1}, {"stride": 2}, {"dilation": 2}):
        twinkern.torch.conv2d(x, w, **options)
    twinkern.torch.conv2d(x.bfloat16(), w.bfloat16())
    twinkern.torch.conv2d(x[..., :5], w)
    assert device.loads == 6
    other = FakeDevice()
    with twinkern.torch.on_cpu(other):
        twinkern.torch.conv2d(x, w)
    twinkern.torch.conv2d(x, w)
    assert (other.loads, device.loads, len(device.runs)) == (1, 6, 9)


def test_the_kernels_asked_for_last_stay():
    held, device = Kernels(most=2), FakeDevice()
    keys = [("forward", odd(channels), torch.float16, device) for channels in (8, 16, 32)]
    first = held.find(keys[0])
    held.find(keys[1])
    assert held.find(keys[0]) is first
    held.find(keys[2])
    assert len(held) == 2 and held.find(keys[0]) is first and device.loads == 3
    held.find(keys[1])
    assert device.loads == 4


def test_threads_share_kernels():
    """All at once ask for two kernels: each is made once."""
    held, device, together = Kernels(), FakeDevice(), threading.Barrier(8)

    def ask(number):
        together.wait()
        return held.find(("forward", odd(8 + 8 * (number % 2)), torch.float16, device))

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, range(8)))
    assert device.loads == 2 and len({id(kernel) for kernel in found}) == 2


def test_what_failed_is_tried_again_and_what_was_refused_is_not(monkeypatch):
    held, device, asked = Kernels(), FakeDevice(), []

    def broken(program):
        asked.append(program)
        raise LaunchError("out of memory")

    monkeypatch.setattr(device, "load", broken)
    for _ in range(2):
        with pytest.raises(LaunchError, match="out of memory"):
            held.find(("forward", SMALL, torch.float16, device))
    assert len(asked) == 2 and not len(held)
    refused = ("forward", odd(1 << 20), torch.float16, device)
    for _ in range(2):
        with pytest.raises(Unsupported, match="is refused"):
            held.find(refused)
        monkeypatch.setattr(engine, "emit_for", None)
    assert len(held) == 1


@pytest.mark.parametrize("hip", [None, "7.0"])
def test_gpu(monkeypatch, hip):
    """Addresses and the current stream of the tensors' own device, by the driver that PyTorch was built for."""
    driver, asked, guards = FakeDriver("gfx950"), [], []

    @contextmanager
    def guard(ordinal):
        guards.append(ordinal)
        yield

    def opened(kind, ordinal):
        asked.append((kind, ordinal))
        return driver

    monkeypatch.setattr(torch.version, "hip", hip)
    monkeypatch.setattr(torch.cuda, "device", guard)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: SimpleNamespace(cuda_stream=77))
    monkeypatch.setattr(engine, "open_driver", opened)
    monkeypatch.setattr(engine, "_gpus", {})
    gpu = engine.device_of(torch.device("cuda", 3))
    assert engine.device_of(torch.device("cuda", 3)) is gpu and asked == [("hip" if hip else "cuda", 3)]
    kernel = Kernels().find(("forward", SMALL, torch.float16, gpu))
    x, w, y = (torch.zeros(1, 8, 6, 6), torch.zeros(8, 8, 3, 3), torch.zeros(1, 8, 4, 4))
    kernel.run({"x": x, "w": w, "y": y}, {})
    (launch,) = (call for call in driver.calls if call[0] == "launch")
    assert [pointer for _, pointer in launch[5]] == [x.data_ptr(), w.data_ptr(), y.data_ptr()]
    assert launch[-1] == 77 and guards == [3, 3, 3]


def test_gpu_gives_a_workspace(monkeypatch):
    """To both kernels of a program the same memory, which is none of the tensors'."""
    driver = FakeDriver("gfx950")
    monkeypatch.setattr(torch.cuda, "device", lambda ordinal: nullcontext())
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: SimpleNamespace(cuda_stream=77))
    monkeypatch.setattr(engine, "open_driver", lambda kind, ordinal: driver)
    monkeypatch.setattr(engine, "CUT", {"split_k": 3})
    kernel = Kernels().find(("wgrad", SMALL, torch.float16, engine.Gpu(0)))
    tensors = {"dy": torch.zeros(1, 8, 4, 4), "x": torch.zeros(1, 8, 6, 6), "dw": torch.zeros(8, 8, 3, 3)}
    made, empty = {}, torch.empty

    def recorded(size, **options):
        tensor = empty(size, **options)
        made[tensor.data_ptr()] = tensor.numel() * tensor.element_size()
        return tensor

    monkeypatch.setattr(torch, "empty", recorded)
    kernel.run(tensors, {})
    first, second = (call[5] for call in driver.calls if call[0] == "launch")
    dy, x, workspace = (pointer for _, pointer in first)
    assert [dy, x] == [tensors["dy"].data_ptr(), tensors["x"].data_ptr()] and made == {workspace: 3 * 8 * 8 * 9 * 4}
    assert [pointer for _, pointer in second] == [workspace, tensors["dw"].data_ptr()]


def test_the_policy_of_slices_and_atoms():
    """A weight gradient of few tiles is cut; groups of few channels do without atoms, where their direction can."""
    few = ConvProblem(n=128, c=64, k=64, input=(56, 56), filter=(3, 3), pad_before=(1, 1), pad_after=(1, 1))
    assert emit_for("wgrad", few, "bf16", "sm_90").spec.split_k > 10
    assert emit_for("forward", few, "bf16", "sm_90").spec.split_k == 1
    grouped = replace(few, groups=16)
    methods = [emit_for(direction, grouped, "bf16", "sm_90").spec.method for direction in ("forward", "dgrad", "wgrad")]
    assert methods == ["direct", "direct", "atoms"]
    assert emit_for("wgrad", grouped, "bf16", "sm_90").spec.groups_per_tile == 8
    assert emit_for("forward", replace(few, groups=2), "bf16", "sm_90").spec.method == "atoms"


def test_tensors_on_another_machine():
    with pytest.raises(Unsupported, match="tensors on mps: kernels run on CUDA tensors"):
        engine.device_of(torch.device("mps"))


@pytest.mark.parametrize("cut", [-1, 3])
@pytest.mark.parametrize("arch", ["gfx950", "sm_90"])
def test_tiny_convolution_in_the_simulator(arch, cut, monkeypatch):
    """Every direction by the kernel that the policy takes, from an operand that does not start where its memory does; and a
    weight gradient by two kernels over a workspace."""
    monkeypatch.setattr(engine, "CUT", {"split_k": cut})
    monkeypatch.setattr(engine, "kernels", Kernels())
    driver = SimulatorDriver(arch)
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(1, 8, 7, 5, generator=generator).bfloat16()[:, :, 1:].requires_grad_()
    w, bias = (torch.randn(shape, generator=generator).bfloat16().requires_grad_() for shape in ((8, 4, 3, 3), (8,)))
    with twinkern.torch.on_cpu(driver):
        y = twinkern.torch.conv2d(x, w, bias, padding=(1, 0), stride=(2, 1), groups=2)
        dy = torch.randn(y.shape, generator=generator).bfloat16()
        ours = torch.autograd.grad(y, (x, w), dy)
    exact = [tensor.detach().double().requires_grad_() for tensor in (x, w, bias)]
    expected = functional.conv2d(*exact, padding=(1, 0), stride=(2, 1), groups=2)
    assert driver.findings == [] and not driver._memory
    for one, other in zip((y, *ours), (expected, *torch.autograd.grad(expected, exact[:2], dy.double())), strict=True):
        torch.testing.assert_close(one.double(), other, rtol=0.02, atol=0.02)


def test_the_fake_device_can_fail(device):
    """It tells a wrong layout, and computes from the spec: what is asked with another pad has another answer."""
    program = emit_for("forward", SMALL, "fp32", "sm_90")
    x, w, y = torch.randn(1, 8, 6, 6), torch.randn(8, 8, 3, 3), torch.empty(1, 8, 4, 4)
    with pytest.raises(AssertionError):
        device.run(program, {"x": x, "w": w, "y": y}, {})
    assert not torch.equal(right(program, {"x": x, "w": w}), functional.conv2d(x.double(), w.double(), padding=1)[:, :, :4, :4])
