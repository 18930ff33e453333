"""What is asked: a convolution, its sizes, and the matrix product that each direction makes of it.

Layouts are channels-last: x is [n][input...][c], w is [k][filter...][c / groups], y is [n][output...][k]. The formulas are
those of the implicit GEMM; an axis is a spatial axis, outermost first.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from math import gcd

from twinkern._contract import ProblemFields

PLAIN_FIELDS = tuple(field.name for field in dataclasses.fields(ProblemFields))
SATURATED = 1 << 62
"""Products stop growing here, in both engines, so that absurd sizes give the same message."""


def product(*factors: int) -> int:
    """The product of non-negative factors, at most SATURATED."""
    result = 1
    for factor in factors:
        result = min(result * factor, SATURATED)
    return result


def round_up(value: int, step: int) -> int:
    """The smallest multiple of `step` that is no less than `value`."""
    return (value + step - 1) // step * step


def plain(value: object) -> object:
    """A value as Python has it, where NumPy or another library of arrays has it in its own types."""
    convert = getattr(value, "tolist", None)
    return convert() if convert else value


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvProblem(ProblemFields):
    """A convolution; empty `stride`, `dilation` and pads mean their defaults (1 and 0 on every axis).

    Sizes may be given as lists, or as integers and arrays of NumPy.
    """

    def __post_init__(self) -> None:
        for name in PLAIN_FIELDS:
            value = getattr(self, name)
            if type(value) is not int and type(value) is not tuple:
                value = plain(value)
                object.__setattr__(self, name, tuple(map(plain, value)) if isinstance(value, (list, tuple)) else value)
            elif type(value) is tuple and any(type(entry) is not int for entry in value):
                object.__setattr__(self, name, tuple(map(plain, value)))

    def along(self, name: str, axis: int) -> int:
        """The entry of a per-axis field, its default where the field is empty."""
        values = getattr(self, name)
        return values[axis] if values else (0 if name.startswith("pad") else 1)

    @property
    def rank(self) -> int:
        """Number of spatial axes."""
        return len(self.input)

    @property
    def group_c(self) -> int:
        """Input channels of one group."""
        return self.c // self.groups

    @property
    def group_k(self) -> int:
        """Output channels of one group."""
        return self.k // self.groups

    @property
    def taps(self) -> int:
        """Filter positions over all axes."""
        return product(*self.filter)

    def padded(self, axis: int) -> int:
        """Input size with both pads."""
        return self.input[axis] + self.along("pad_before", axis) + self.along("pad_after", axis)

    def extent(self, axis: int) -> int:
        """Size of the dilated filter."""
        return self.along("dilation", axis) * (self.filter[axis] - 1) + 1

    def output_size(self, axis: int) -> int:
        """Output size along one axis."""
        return (self.padded(axis) - self.extent(axis)) // self.along("stride", axis) + 1

    @property
    def output(self) -> tuple[int, ...]:
        """Output size by axis."""
        return tuple(self.output_size(axis) for axis in range(self.rank))

    def tensor_shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the three tensors, in memory order."""
        return {
            "x": (self.n, *self.input, self.c),
            "w": (self.k, *self.filter, self.group_c),
            "y": (self.n, *self.output, self.k),
        }


@dataclass(frozen=True, slots=True)
class PhaseAxis:
    """How one axis of a strided dgrad splits into phases.

    Pixel h belongs to phase r = (h + pad) mod stride, where h + pad = q * stride + r. The taps of that phase are those with
    tap * dilation = r (mod stride): the first is `first(r)`, then every `tap_step`-th, and each next one reads an output
    pixel `output_step` lower. A phase whose r is no multiple of gcd(stride, dilation) has no tap.
    """

    stride: int
    dilation: int
    filter: int
    common: int
    """gcd(stride, dilation)."""
    inverse: int
    """Inverse of dilation / common modulo stride / common (0 where the modulus is 1)."""
    tap_step: int
    output_step: int
    first_q: int
    """q of the first pixel."""
    count: int
    """Number of values of q; the same in every phase, with the pixels outside masked."""

    @property
    def most_taps(self) -> int:
        """Taps of the phase that has most: phase 0, whose first tap is 0."""
        return (self.filter + self.tap_step - 1) // self.tap_step


def phase_axis(problem: ConvProblem, axis: int) -> PhaseAxis:
    """The phases of one axis of dgrad."""
    stride, dilation = problem.along("stride", axis), problem.along("dilation", axis)
    pad, size = problem.along("pad_before", axis), problem.input[axis]
    common = gcd(stride, dilation)
    tap_step = stride // common
    return PhaseAxis(
        stride=stride,
        dilation=dilation,
        filter=problem.filter[axis],
        common=common,
        inverse=pow(dilation // common, -1, tap_step) if tap_step > 1 else 0,
        tap_step=tap_step,
        output_step=dilation // common,
        first_q=pad // stride,
        count=(size - 1 + pad) // stride - pad // stride + 1,
    )


@dataclass(frozen=True, slots=True)
class GemmShape:
    """Sizes of the matrix product of one group: D[m][n] = sum over k of A[m][k] * B[n][k].

    `phases` products of this shape make a dgrad; then `k` is that of the phase with most taps. `run_*` is the length in
    elements of what is contiguous in memory along the operand's contiguous axis; `free_*` says that this axis is the free
    one (m or n) rather than the reduction. `checked_*`: spatial axes of the operand that a tap of a pixel may leave.
    """

    m: int
    n: int
    k: int
    phases: int
    run_a: int
    run_b: int
    run_d: int
    free_a: bool
    free_b: bool
    checked_a: int
    checked_b: int


def leaves_input(problem: ConvProblem, axis: int) -> bool:
    """Whether a tap of some output pixel reads outside the input along an axis."""
    last = (problem.output_size(axis) - 1) * problem.along("stride", axis) + problem.extent(axis) - 1
    return problem.along("pad_before", axis) > 0 or last >= problem.input[axis]


def leaves_output(problem: ConvProblem, axis: int) -> bool:
    """Whether a tap of some input pixel reads outside the output along an axis, with a stride of 1 on every axis."""
    pad = problem.along("pad_before", axis)
    return pad < problem.extent(axis) - 1 or problem.input[axis] - 1 + pad >= problem.output_size(axis)


def gemm_shape(problem: ConvProblem, direction: str) -> GemmShape:
    """The matrix product of a direction."""
    outputs = product(problem.n, *problem.output)
    window = product(problem.taps, problem.group_c)
    channels, filters = problem.group_c, problem.group_k
    checked = sum(leaves_input(problem, axis) for axis in range(problem.rank))
    if direction == "forward":
        return GemmShape(outputs, filters, window, 1, channels, window, filters, False, False, checked, 0)
    if direction == "wgrad":
        return GemmShape(filters, window, outputs, 1, filters, channels, window, True, True, 0, checked)
    phases = product(*(problem.along("stride", axis) for axis in range(problem.rank)))
    axes = [phase_axis(problem, axis) for axis in range(problem.rank)]
    return GemmShape(
        m=product(problem.n, *(axis.count for axis in axes)),
        n=problem.group_c,
        k=product(*(axis.most_taps for axis in axes), problem.group_k),
        phases=phases,
        run_a=problem.group_k,
        run_b=problem.group_c,
        run_d=problem.group_c,
        free_a=False,
        free_b=True,
        checked_a=sum(phases > 1 or leaves_output(problem, axis) for axis in range(problem.rank)),
        checked_b=0,
    )
