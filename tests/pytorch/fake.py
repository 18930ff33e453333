"""A device that runs no kernel: it holds what it is given against the manifest, and PyTorch computes the rest in float64."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.nn import functional, grad

from twinkern.engines import Program
from twinkern.torch.engine import TYPES


def right(program: Program, tensors: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """The right answer, from padded operands: nothing of ours computes it."""
    problem = program.spec.problem
    rank = problem.rank
    zeros = [zero for axis in reversed(range(rank)) for zero in (problem.pad_before[axis], problem.pad_after[axis])]
    options = {"stride": problem.stride, "dilation": problem.dilation, "groups": problem.groups}
    x, w, dy = (tensors[name].double() if name in tensors else None for name in ("x", "w", "dy"))
    padded = (problem.n, problem.c, *(problem.padded(axis) for axis in range(rank)))
    if program.spec.direction == "forward":
        return getattr(functional, f"conv{rank}d")(functional.pad(x, zeros), w, **options)
    if program.spec.direction == "wgrad":
        shape = (problem.k, problem.c // problem.groups, *problem.filter)
        return getattr(grad, f"conv{rank}d_weight")(functional.pad(x, zeros), shape, dy, **options)
    dx = getattr(grad, f"conv{rank}d_input")(padded, w, dy, **options)
    return functional.pad(dx, [-zero for zero in zeros])


ACTIVATIONS = {
    "none": lambda y, given: y,
    "relu": lambda y, given: y.clamp(min=0),
    "leaky_relu": lambda y, given: torch.where(y < 0, y * given["slope"], y),
    "clamp": lambda y, given: y.clamp(given["low"], given["high"]),
    "sigmoid": lambda y, given: y.sigmoid(),
    "silu": lambda y, given: y * y.sigmoid(),
    "gelu": lambda y, given: functional.gelu(y, approximate="tanh"),
}
"""What follows a convolution, by the words of specs."""


@dataclass(eq=False)
class FakeDevice:
    """`runs` has of each run the direction and the addresses by name; `loads` counts programs."""

    arch: str = "sm_90"
    loads: int = 0
    runs: list[tuple[str, dict[str, int]]] = field(default_factory=list)

    def load(self, program: Program) -> Program:
        self.loads += 1
        return program

    def run(self, program: Any, tensors: Mapping[str, torch.Tensor], scalars: Mapping[str, float]) -> None:
        rows = {row["name"]: row for kernel in program.manifest["kernels"] for row in kernel["arguments"]}
        buffers = [row for row in rows.values() if row["role"] not in ("workspace", "scalar")]
        assert {row["name"] for row in rows.values() if row["role"] == "scalar"} == set(scalars)
        assert {row["name"] for row in buffers} == set(tensors)
        for row in buffers:
            tensor = tensors[row["name"]]
            assert tensor.numel() * tensor.element_size() == row["bytes"]
            assert TYPES[tensor.dtype] == row["type"]
            assert tensor.data_ptr() % row["align"] == 0
            assert (tensor.movedim(1, -1) if tensor.dim() > 1 else tensor).is_contiguous()
        self.runs.append((str(program.spec.direction), {name: tensor.data_ptr() for name, tensor in tensors.items()}))
        (output,) = (row["name"] for row in buffers if row["role"] == "output")
        with torch.autocast("cpu", enabled=False):
            y = right(program, tensors)
            if "bias" in tensors:
                y = y + tensors["bias"].double().view(-1, *(1,) * program.spec.problem.rank)
            y = y + tensors["residual"].double() if "residual" in tensors else y
            tensors[output].copy_(ACTIVATIONS[program.spec.activation](y, scalars))
