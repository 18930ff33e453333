"""Models whose convolutions are swapped."""

from __future__ import annotations

import copy
import pickle

import pytest
import torch
from torch import nn
from torch.nn.utils import parametrizations

import twinkern.torch


class Own(nn.Conv2d):
    """A user's convolution."""


def model():
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Conv2d(4, 8, 3, padding="same"),
        nn.ReLU(),
        nn.Sequential(nn.Conv2d(8, 8, 3, stride=2, groups=2, bias=False), nn.BatchNorm2d(8)),
        nn.Conv2d(8, 8, 3, padding=1, padding_mode="reflect"),
        nn.ConvTranspose2d(8, 8, 2),
        Own(8, 8, 1),
        nn.Flatten(2),
        nn.Conv1d(8, 6, 3, dilation=2),
    )


SWAPPED = ["0", "2.0", "7"]


@pytest.mark.parametrize("compiled", [False, True])
def test_replace(device, compiled):
    theirs = model()
    ours = copy.deepcopy(theirs)
    parameters = list(ours.parameters())
    assert twinkern.torch.replace(ours) is ours
    assert twinkern.torch.replaced(ours) == SWAPPED
    assert all(one is other for one, other in zip(ours.parameters(), parameters, strict=True))
    assert list(ours.state_dict()) == list(theirs.state_dict())
    theirs.load_state_dict(ours.state_dict())
    run = torch.compile(ours, fullgraph=True, backend="aot_eager") if compiled else ours
    x = torch.randn(2, 4, 9, 9)
    y, expected = run(x), theirs(x)
    torch.testing.assert_close(y, expected, rtol=1e-4, atol=1e-4)
    assert [direction for direction, _ in device.runs] == ["forward"] * len(SWAPPED)
    y.square().sum().backward()
    expected.square().sum().backward()
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(one.grad, other.grad, rtol=1e-3, atol=1e-3)


def test_a_convolution_itself(device):
    own = nn.Conv3d(2, 4, 2)
    assert twinkern.torch.replace(own) is own and twinkern.torch.replaced(own) == [""]
    assert type(own) is twinkern.torch.Conv3d
    assert own(torch.randn(1, 2, 3, 3, 3)).shape == (1, 4, 2, 2, 2) and len(device.runs) == 1
    assert own(torch.randn(2, 3, 3, 3)).shape == (4, 2, 2, 2)


def test_what_is_left_alone():
    lazy = nn.Sequential(nn.LazyConv2d(4, 3), parametrizations.weight_norm(nn.Conv2d(4, 4, 3)), nn.ConvTranspose1d(2, 2, 2))
    before = [type(own) for own in lazy]
    assert twinkern.torch.replaced(twinkern.torch.replace(lazy)) == []
    assert [type(own) for own in lazy] == before


def test_hooks_and_flags_stay(device):
    own, seen = nn.Conv2d(2, 4, 2).eval(), []
    own.register_forward_hook(lambda *_: seen.append(1))
    own.weight.requires_grad_(False)
    twinkern.torch.replace(own)(torch.randn(1, 2, 3, 3))
    assert seen == [1] and not own.training and not own.weight.requires_grad


def test_copies_and_pickles():
    ours = twinkern.torch.replace(nn.Sequential(nn.Conv2d(4, 8, 3), nn.ReLU(), nn.Conv1d(8, 6, 3)), fallback=True)
    for other in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert twinkern.torch.replaced(other) == ["0", "2"] and other[0].fallback


def test_made_by_hand(device):
    own = twinkern.torch.Conv2d(4, 8, 3, padding=1)
    assert own(torch.randn(1, 4, 5, 5)).shape == (1, 8, 5, 5) and len(device.runs) == 1
    circular = twinkern.torch.Conv2d(4, 8, 3, padding=1, padding_mode="circular")
    assert circular(torch.randn(1, 4, 5, 5)).shape == (1, 8, 5, 5) and len(device.runs) == 1


def test_fallback(device):
    ours = twinkern.torch.replace(model().double())
    x = torch.randn(2, 4, 9, 9, dtype=torch.float64)
    with pytest.raises(twinkern.torch.Unsupported, match=r"torch.float64"):
        ours(x)
    torch.testing.assert_close(twinkern.torch.replace(ours, fallback=True).eval()(x), model().double().eval()(x))
    assert not device.runs
    assert not twinkern.torch.replace(ours)[0].fallback
