"""What is asked: a convolution and its sizes.

Layouts are channels-last: x is [n][input...][c], w is [k][filter...][c / groups], y is [n][output...][k]. The formulas are
those of the implicit GEMM; an axis is a spatial axis, outermost first.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import gcd

from twinkern._contract import SATURATED, ProblemFields, TensorName


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
        for field in fields(self):
            value = plain(getattr(self, field.name))
            object.__setattr__(self, field.name, tuple(map(plain, value)) if isinstance(value, (list, tuple)) else value)

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

    def tensor_shapes(self) -> dict[TensorName, tuple[int, ...]]:
        """Shapes of the three tensors, in memory order."""
        return {
            TensorName.X: (self.n, *self.input, self.c),
            TensorName.W: (self.k, *self.filter, self.group_c),
            TensorName.Y: (self.n, *self.output, self.k),
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
    tap_step, output_step = stride // common, dilation // common
    inverse = pow(output_step, -1, tap_step) if tap_step > 1 else 0
    first_q = pad // stride
    count = (size - 1 + pad) // stride - first_q + 1
    return PhaseAxis(stride, dilation, problem.filter[axis], common, inverse, tap_step, output_step, first_q, count)


def calls_that_do(parts: int, size: int, limit: int) -> int:
    """Calls over which a tensor of so many equal parts, `size` bytes in all, is split so that each part of it is within the
    limit; 0 where one part alone is not, or there is but one."""
    reach = limit // (size // parts)
    return -(-parts // reach) if parts > 1 and reach else 0
