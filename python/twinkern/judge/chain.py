"""What the output chain of a spec makes of its sums, by none of the engines' tables: in float64, with what fp32 may err.

    y = activation(residuals(scale * sum + bias))

where a residual is added or multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi, prod, sqrt

import numpy as np

from twinkern.engine import ConvSpec
from twinkern.judge import oracle

ROUNDOFF = oracle.TYPES["fp32"].unit_roundoff
TINY = oracle.FP32_TINY
Pair = tuple[np.ndarray, np.ndarray]
"""Values, and by how much each may differ."""

SCALARS = {"leaky_relu": ("slope",), "clamp": ("low", "high")}
"""The arguments that an activation takes by value."""
GIVEN = {"scale": 0.75, "slope": 0.25, "low": -1.5, "high": 1.25}
"""What is made up for each scalar: all have few bits, so that what is exact stays so."""
SMOOTH = ("sigmoid", "silu", "gelu")
"""Activations of integers that are none."""


def chain_tensors(spec: ConvSpec) -> dict[str, tuple[int, ...]]:
    """The shapes of what the stages of a spec read, in the output's type."""
    shape = oracle.output_shape(spec.direction, spec.problem)
    found = {"bias": shape[-1:]} if spec.bias == "on" else {}
    return found | {name: shape for name in ("residual", "second_residual") if getattr(spec, name) != "none"}


def chain_scalars(spec: ConvSpec) -> tuple[str, ...]:
    """The arguments that the stages of a spec take by value."""
    return (*(["scale"] if spec.scale == "on" else []), *SCALARS.get(spec.activation, ()))


def chain_arguments(spec: ConvSpec) -> dict[str, tuple[str, str, int]]:
    """Role, type and bytes of the arguments that a chain brings, by name."""
    size = np.dtype(oracle.TYPES[spec.out_type].storage).itemsize
    tensors = {name: ("input", str(spec.out_type), prod(shape) * size) for name, shape in chain_tensors(spec).items()}
    return tensors | dict.fromkeys(chain_scalars(spec), ("scalar", "fp32", 4))


def make_chain_operands(spec: ConvSpec, seed: int, kind: str) -> dict[str, np.ndarray]:
    """Stored operands of the stages of a spec; see `oracle.make_operands` for `seed` and `kind`."""
    generator = np.random.default_rng((seed, 1))
    made: dict[str, np.ndarray] = {}
    for name, shape in chain_tensors(spec).items():
        integers, normal = generator.integers(-3, 3, shape, endpoint=True), generator.standard_normal(shape)
        made[name] = oracle.from_float64({"integers": integers, "ones": np.ones(shape)}.get(kind, normal), spec.out_type)
    return made


def rounded(values: np.ndarray, error: np.ndarray, steps: float = 1) -> Pair:
    """The result of operations of fp32 that err by so many roundings, whose operands' errors make `error`; nothing is added to
    one that fp32 holds."""
    exact = oracle.round_to(values, "fp32") == values
    return values, error + np.where(exact, 0.0, steps * ROUNDOFF * np.abs(values) + TINY)


def logistic(values: np.ndarray) -> Pair:
    """1 / (1 + exp(-values)), and how far a kernel's may be from it.

    The exponent errs by a few roundings, so that exp does by their multiple, as far as exp counts in the sum; exp2 of machines
    is good to 2 units in the last place (PTX ISA, "ex2.approx"; the AMD guides say 1).
    """
    with np.errstate(over="ignore"):
        result = 1 / (1 + np.exp(-values))
    counts = np.where(np.isfinite(values), np.abs(values), 0.0)
    return result, ROUNDOFF * (result * (1 - result) * (8 * counts + 8) + 4 * result) + 2 * TINY


def gated(values: np.ndarray, error: np.ndarray, gate: np.ndarray, steepest: float) -> Pair:
    """values * logistic(gate), whose slope is `steepest` at most."""
    part, slack = logistic(gate)
    result = values * part
    return result, steepest * error + np.abs(values) * slack + ROUNDOFF * np.abs(result) + TINY


def gelu(values: np.ndarray, error: np.ndarray) -> Pair:
    """(1 + tanh(u)) / 2 is the logistic function of 2 u, and of that no digit cancels."""
    return gated(values, error, 2 * sqrt(2 / pi) * (values + 0.044715 * values**3), 1.13)


def activate(word: str, scalars: Mapping[str, float], values: np.ndarray, error: np.ndarray) -> Pair:
    """An activation by its word."""

    def leaky() -> Pair:
        slope = scalars["slope"]
        scaled, slack = rounded(values * slope, error * abs(slope))
        return np.where(values < 0, scaled, values), np.maximum(slack, error)

    def sigmoid() -> Pair:
        result, slack = logistic(values)
        return result, error / 4 + slack

    by_word: dict[str, Callable[[], Pair]] = {
        "none": lambda: (values, error),
        "relu": lambda: (np.where(values < 0, 0.0, values), error),
        "leaky_relu": leaky,
        "clamp": lambda: (np.clip(values, scalars["low"], scalars["high"]), error),
        "sigmoid": sigmoid,
        "silu": lambda: gated(values, error, values, 1.1),
        "gelu": lambda: gelu(values, error),
    }
    return by_word[word]()


def run_chain(spec: ConvSpec, operands: Mapping[str, np.ndarray], scalars: Mapping[str, float], sums: Pair) -> Pair:
    """What the chain makes of sums with errors, before the last rounding. Slices that are added one by one round what is added
    to them each time."""
    values, error = sums
    steps = 2 * spec.split_k if spec.combine == "atomic" else 1
    with np.errstate(invalid="ignore", over="ignore"):
        if spec.scale == "on":
            values, error = rounded(values * scalars["scale"], error * abs(scalars["scale"]), steps)
        stages = [("bias", "add" if spec.bias == "on" else "none")]
        stages += [(name, str(getattr(spec, name))) for name in ("residual", "second_residual")]
        for name, word in stages:
            if word == "none":
                continue
            operand = oracle.to_float64(operands[name], spec.out_type)
            if word == "add":
                values, error = rounded(values + operand, error, steps)
            else:
                values, error = rounded(values * operand, error * np.abs(operand), steps)
        return activate(str(spec.activation), scalars, values, error)
