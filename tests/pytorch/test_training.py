"""What compares loss curves, on curves made up and, slowly, on the network trained by PyTorch in our operators' place."""

from __future__ import annotations

import pytest
from tests.pytorch.fake import FakeDevice
from tests.pytorch.training import SEEDS, STEPS, network, outside, train

import twinkern.torch


def curves(*ends: float) -> list[list[float]]:
    """Loss curves that go evenly from about 2.3 down to these ends."""
    return [[2.3 + end / 10 + (end - 2.3) * step / STEPS for step in range(STEPS)] for end in ends]


def test_curves_inside():
    assert outside(curves(0.2, 0.3, 0.5), curves(0.2, 0.3, 0.5)) == ""
    assert outside(curves(0.3, 0.35, 0.4), curves(0.2, 0.3, 0.5)) == ""


@pytest.mark.parametrize("ends", [(0.6, 0.7, 0.8), (0.05, 0.1, 0.15)])
def test_curves_outside(ends):
    assert outside(curves(*ends), curves(0.2, 0.3, 0.5)).startswith("181 of 181, first at 0")


def test_curves_that_leave():
    ours = curves(0.2, 0.3, 0.5)
    for run in ours:
        run[150:] = [1.0] * 50
    assert outside(ours, curves(0.2, 0.3, 0.5)).startswith("36 of 181, first at 145")


def test_curves_that_stay_level():
    assert outside(curves(2.2, 2.3, 2.4), curves(2.2, 2.3, 2.4)).startswith("nothing was learnt")


def test_first_steps(device):
    """The first loss is PyTorch's own but for rounding, and all ten convolutions are ours."""
    assert len(twinkern.torch.replaced(twinkern.torch.replace(network()))) == 10
    ours, theirs = (train(1, prepare, "cpu", steps=2) for prepare in (twinkern.torch.replace, lambda model: model))
    assert ours == pytest.approx(theirs, rel=0.01)
    assert [direction for direction, _ in device.runs].count("forward") == 20


class Wrong(FakeDevice):
    """Leaves out the last row of every gradient of x."""

    def run(self, program, tensors, scalars):
        super().run(program, tensors, scalars)
        if "dx" in tensors:
            tensors["dx"][:, :, -1].zero_()


@pytest.mark.slow
def test_training():
    """Another rounding stays within the spread of seeds, a gradient without its last row does not."""
    theirs = [train(seed, lambda model: model, "cpu") for seed in SEEDS]
    for device, inside in ((FakeDevice(), True), (Wrong(), False)):
        with twinkern.torch.on_cpu(device):
            ours = [train(seed, twinkern.torch.replace, "cpu") for seed in SEEDS]
        assert (outside(ours, theirs) == "") == inside
