"""A small residual network that learns made-up pictures, and how two ways to train it are compared.

A run is set by its seed: the first weights, the pictures and their order. Two right implementations of the same network round
differently, and step by step their weights drift apart, so no bound on their difference holds for long. What must hold is that
the difference of implementation is smaller than that of the seed: `outside` has the rule. The step size is small, so that
rounding moves a curve by much less than a seed does: with 0.05 in place of 0.005 another rounding alone leaves the range.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional

CLASSES, STEPS, BATCH, SIZE, WIDTH, WINDOW = 10, 200, 32, 16, 16, 20
SEEDS = (1, 2, 3)


class Block(nn.Module):
    """Two convolutions beside a way past them."""

    def __init__(self, channels: int, out: int, stride: int = 1, groups: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, out, 3, stride, 1, groups=groups, bias=False),
            nn.BatchNorm2d(out),
            nn.ReLU(),
            nn.Conv2d(out, out, 3, padding="same", groups=groups, bias=False),
            nn.BatchNorm2d(out),
        )
        past = nn.Conv2d(channels, out, 1, stride) if stride > 1 else nn.Identity()
        self.past = past

    def forward(self, x: Any) -> Any:
        return functional.relu(self.body(x) + self.past(x))


def network() -> nn.Module:
    """Ten convolutions: strided, grouped, of one tap, with and without bias, of three channels."""
    return nn.Sequential(
        nn.Conv2d(3, WIDTH, 3, padding=1),
        nn.BatchNorm2d(WIDTH),
        nn.ReLU(),
        Block(WIDTH, WIDTH),
        Block(WIDTH, 2 * WIDTH, stride=2),
        Block(2 * WIDTH, 2 * WIDTH, groups=4),
        nn.Conv2d(2 * WIDTH, 2 * WIDTH, 3, stride=2, padding=1, groups=2),
        nn.ReLU(),
        nn.Conv2d(2 * WIDTH, 2 * WIDTH, 1),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(2 * WIDTH, CLASSES),
    )


def train(seed: int, prepare: Callable[[nn.Module], Callable[..., Any]], device: str, steps: int = STEPS) -> list[float]:
    """The loss of each step in bf16 autocast; `prepare` makes of the network what is run."""
    torch.manual_seed(seed)
    model = network().to(memory_format=torch.channels_last)
    patterns = torch.randn(CLASSES, 3, SIZE, SIZE, generator=torch.Generator().manual_seed(0))
    generator = torch.Generator().manual_seed(seed)
    run = prepare(model.to(device))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.005, momentum=0.9)
    losses = []
    for _ in range(steps):
        labels = torch.randint(CLASSES, (BATCH,), generator=generator)
        noise = torch.randn(BATCH, 3, SIZE, SIZE, generator=generator)
        pictures = (patterns[labels] + noise).to(device, memory_format=torch.channels_last)
        with torch.autocast(device, torch.bfloat16):
            loss = functional.cross_entropy(run(pictures), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return losses


def smoothed(losses: list[float]) -> torch.Tensor:
    """The mean of each `WINDOW` losses in a row."""
    return torch.tensor(losses, dtype=torch.float64).unfold(0, WINDOW, 1).mean(1)


def outside(ours: list[list[float]], theirs: list[list[float]]) -> str:
    """Where our curve leaves the spread of theirs, as words; empty where it never does.

    Curves are smoothed. Ours is the mean over the seeds, theirs span at each step a band from the lowest to the highest of the
    same seeds. Ours must be inside at every step; and all must have learnt, since curves that stay level agree in nothing.
    """
    mean = torch.stack([smoothed(run) for run in ours]).mean(0)
    band = torch.stack([smoothed(run) for run in theirs])
    low, high = band.amin(0), band.amax(0)
    out = ((mean < low) | (mean > high)).nonzero().flatten().tolist()
    if out:
        step = out[0]
        due = f"between {low[step]:.4f} and {high[step]:.4f}"
        return f"{len(out)} of {len(mean)}, first at {step}: {mean[step]:.4f}, {due} is due"
    if float(torch.cat([mean[-1:], high[-1:]]).max()) > 0.5 * float(mean[0]):
        return f"nothing was learnt: the loss is {mean[-1]:.4f} at the end, {mean[0]:.4f} at the start"
    return ""
