"""The right answer of a convolution, by none of twinkern's own code, and how far from it a kernel may be.

Layouts are channels-last: x is [n, *input, c], w is [k, *filter, c / groups], y is [n, *output, k]. Values
are float64; `to_float64` and `from_float64` convert from and to what lies in memory. PyTorch computes the
reference where it is installed, NumPy otherwise; the two are tested against each other.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Protocol

import numpy as np

DIRECTIONS = ("forward", "dgrad", "wgrad")


class Problem(Protocol):
    """The sizes of a convolution, as in `twinkern.ConvProblem`.

    Per-axis tuples have 1 to 3 entries, or none for their default (stride and dilation 1, pads 0).
    """

    @property
    def n(self) -> int: ...
    @property
    def c(self) -> int: ...
    @property
    def k(self) -> int: ...
    @property
    def groups(self) -> int: ...
    @property
    def input(self) -> tuple[int, ...]: ...
    @property
    def filter(self) -> tuple[int, ...]: ...
    @property
    def stride(self) -> tuple[int, ...]: ...
    @property
    def dilation(self) -> tuple[int, ...]: ...
    @property
    def pad_before(self) -> tuple[int, ...]: ...
    @property
    def pad_after(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class FloatType:
    """A binary floating-point format.

    digits: significant bits. min_exponent, max_exponent: those of the smallest normal and of the largest
    power of two. storage: the NumPy type that holds it in memory.
    """

    digits: int
    min_exponent: int
    max_exponent: int
    storage: type

    @property
    def unit_roundoff(self) -> float:
        """Largest relative error of rounding to nearest."""
        return 2.0**-self.digits

    @property
    def smallest(self) -> float:
        """Smallest subnormal."""
        return 2.0 ** (self.min_exponent - self.digits + 1)

    @property
    def overflow(self) -> float:
        """From this magnitude on, rounding to nearest gives infinity (IEEE 754-2019, 4.3.1)."""
        return (2 - self.unit_roundoff) * 2.0**self.max_exponent


TYPES = {
    "fp16": FloatType(11, -14, 15, np.float16),
    "bf16": FloatType(8, -126, 127, np.uint16),
    "fp32": FloatType(24, -126, 127, np.float32),
}

FP32_STEP = 2.0**-23
"""Largest relative error of one addition in a matrix unit, twice fp32's unit roundoff.

They do not all round to nearest: NVIDIA's truncate (Fasi, Higham, Mikaitis, Pranesh, "Numerical behavior of
NVIDIA tensor cores", PeerJ Computer Science 7:e330, 2021), CDNA3's round asymmetrically (Xie et al.,
"MMA-Sim", arXiv:2511.10909).
"""

FP32_TINY = 2.0**-126
"""Smallest normal fp32: below it a matrix unit may flush to zero."""


def to_float64(array: np.ndarray, dtype: str) -> np.ndarray:
    """The values of a stored array; bf16 is uint16 bit patterns. Raises TypeError for another storage."""
    expected = TYPES[dtype].storage
    if array.dtype != expected:
        raise TypeError(f"{dtype} is stored as {np.dtype(expected)}, not {array.dtype}")
    if dtype == "bf16":
        array = (array.astype(np.uint32) << 16).view(np.float32)
    with np.errstate(invalid="ignore"):
        return array.astype(np.float64)


def without_subnormals(values: np.ndarray, dtype: str) -> np.ndarray:
    """Values of a type, its subnormal ones as zeros of their sign: what a machine multiplies whose atoms flush them."""
    return np.where(np.abs(values) < 2.0 ** TYPES[dtype].min_exponent, np.copysign(0.0, values), values)


def rounded_to_tf32(values: np.ndarray) -> np.ndarray:
    """Values of fp32 rounded to 10 bits of fraction, to nearest and ties away from zero: what an atom of tf32 multiplies (PTX
    ISA, "cvt": .rna)."""
    bits = values.astype(np.float32).view(np.uint32)
    rounded = (bits + np.uint32(1 << 12) & ~np.uint32((1 << 13) - 1)).view(np.float32)
    return np.where(np.isfinite(values), rounded, values).astype(np.float64)


def from_float64(values: np.ndarray, dtype: str) -> np.ndarray:
    """Values rounded once, to nearest even, and stored; too large ones become infinities, NaNs one quiet
    NaN."""
    values = np.asarray(values, np.float64)
    with np.errstate(over="ignore"):
        if dtype != "bf16":
            return values.astype(TYPES[dtype].storage)
        # To fp32 by rounding to odd, so that the second rounding sees on which side of a tie the value was.
        single = values.astype(np.float32)
    back = single.astype(np.float64)
    bits = single.view(np.uint32)
    bits = np.where(np.abs(back) > np.abs(values), bits - 1, bits)
    bits = np.where((back != values) & ~np.isnan(values), bits | 1, bits)
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)


def round_to(values: np.ndarray, dtype: str) -> np.ndarray:
    """Values as they are after storing them in `dtype`."""
    return to_float64(from_float64(values, dtype), dtype)


@dataclass(frozen=True, slots=True)
class _Geometry:
    """A problem with its defaults filled in and its derived sizes."""

    groups: int
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    before: tuple[int, ...]
    shapes: dict[str, tuple[int, ...]]
    padded: tuple[int, ...]
    output: tuple[int, ...]
    filter: tuple[int, ...]

    def window(self, tap: tuple[int, ...]) -> tuple[slice, ...]:
        """Which padded pixels one filter tap meets, one slice an axis."""
        axes = zip(tap, self.dilation, self.stride, self.output, strict=True)
        return tuple(slice(t * d, t * d + (o - 1) * s + 1, s) for t, d, s, o in axes)

    def crop(self, padded: np.ndarray) -> np.ndarray:
        """The pixels of x without the pads around them."""
        axes = zip(self.before, self.shapes["x"][1:-1], strict=True)
        return padded[:, *(slice(b, b + i) for b, i in axes)]

    def pads(self) -> list[tuple[int, int]]:
        """Zeros before and after x along every axis, the batch and the channels included."""
        axes = zip(self.before, self.shapes["x"][1:-1], self.padded, strict=True)
        return [(0, 0), *((b, p - b - i) for b, i, p in axes), (0, 0)]


def _geometry(problem: Problem) -> _Geometry:
    if problem.c % problem.groups or problem.k % problem.groups:
        raise ValueError(f"{problem.groups} groups do not divide c = {problem.c} and k = {problem.k}")
    rank = len(problem.input)
    stride, dilation = (tuple(v) or (1,) * rank for v in (problem.stride, problem.dilation))
    before, after = (tuple(v) or (0,) * rank for v in (problem.pad_before, problem.pad_after))
    padded = tuple(i + b + a for i, b, a in zip(problem.input, before, after, strict=True))
    axes = zip(padded, problem.filter, stride, dilation, strict=True)
    output = tuple((p - d * (f - 1) - 1) // s + 1 for p, f, s, d in axes)
    if min(output) < 1:
        raise ValueError(f"the filter is larger than the padded input: output size {output}")
    shapes = {
        "x": (problem.n, *problem.input, problem.c),
        "w": (problem.k, *problem.filter, problem.c // problem.groups),
        "y": (problem.n, *output, problem.k),
    }
    return _Geometry(problem.groups, stride, dilation, before, shapes, padded, output, tuple(problem.filter))


_TENSORS = {"forward": ("x", "w", "y"), "dgrad": ("y", "w", "x"), "wgrad": ("y", "x", "w")}


def operand_shapes(direction: str, problem: Problem) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Shapes of the two inputs of a direction: forward (x, w), dgrad (dy, w), wgrad (dy, x)."""
    shapes = _geometry(problem).shapes
    first, second, _ = _TENSORS[direction]
    return shapes[first], shapes[second]


def output_shape(direction: str, problem: Problem) -> tuple[int, ...]:
    """Shape of the result of a direction: forward y, dgrad dx, wgrad dw."""
    return _geometry(problem).shapes[_TENSORS[direction][2]]


def reduction_length(direction: str, problem: Problem) -> int:
    """The most products that are added into one element of the result."""
    geometry = _geometry(problem)
    if direction == "wgrad":
        return problem.n * prod(geometry.output)
    channels = problem.c if direction == "forward" else problem.k
    return prod(geometry.filter) * channels // problem.groups


def reference(direction: str, a: np.ndarray, b: np.ndarray, problem: Problem) -> np.ndarray:
    """The convolution in float64, from operands in floating-point values (not bit patterns).

    `a` and `b` are those of `operand_shapes`. Raises ValueError for a wrong shape, TypeError for integers.
    """
    have_torch = importlib.util.find_spec("torch") is not None
    return (reference_torch if have_torch else reference_numpy)(direction, a, b, problem)


def _checked(direction: str, a: np.ndarray, b: np.ndarray, problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    if direction not in DIRECTIONS:
        raise ValueError(f"no direction {direction!r}: there are {', '.join(DIRECTIONS)}")
    for name, array, shape in zip("ab", (a, b), operand_shapes(direction, problem), strict=True):
        if array.shape != shape:
            raise ValueError(f"{direction}: operand {name} has shape {array.shape}, not {shape}")
        if not np.issubdtype(array.dtype, np.floating):
            raise TypeError(f"{direction}: operand {name} is {array.dtype}: convert with to_float64 first")
    return np.ascontiguousarray(a, np.float64), np.ascontiguousarray(b, np.float64)


def _at_tap(tap: tuple[int, ...]) -> tuple[slice | int, ...]:
    """Where one filter tap is in w, for all output channels."""
    return slice(None), *tap


def may_be_nan(direction: str, a: np.ndarray, b: np.ndarray, problem: Problem) -> np.ndarray:
    """Where a right kernel may give NaN though `reference` does not, as booleans of `output_shape`.

    An implicit GEMM counts a filter tap that meets nothing as zero times its other operand, which is NaN
    where that is infinite or NaN. In forward and wgrad the tap meets a pad, a zero by definition, and the
    reference multiplies it as well: nothing is left to allow. In dgrad it meets a pixel that dy does not have,
    and the gradient has no such term. Taps that only the stride leaves out belong to other phases: a kernel
    does not multiply them.
    """
    a, b = _checked(direction, a, b, problem)
    geometry = _geometry(problem)
    allowed = np.zeros(output_shape(direction, problem), bool)
    if direction != "dgrad" or np.isfinite(b).all():
        return allowed
    sizes = geometry.shapes["x"][1:-1]
    for tap in product(*map(range, geometry.filter)):
        meets, inside = np.ones(sizes, bool), np.ones(sizes, bool)
        axes = zip(np.indices(sizes), tap, geometry.dilation, geometry.stride, geometry.before, geometry.output, strict=True)
        for pixel, t, dilation, stride, before, output in axes:
            place = pixel + before - t * dilation
            meets &= place % stride == 0
            inside &= (place >= 0) & (place // stride < output)
        spoiled = ~np.isfinite(b[_at_tap(tap)]).reshape(geometry.groups, -1, b.shape[-1])
        allowed |= (meets & ~inside)[..., None] & spoiled.any(axis=1).reshape(-1)
    return allowed


def reference_numpy(direction: str, a: np.ndarray, b: np.ndarray, problem: Problem) -> np.ndarray:
    """`reference` as a loop over filter taps of one matrix product a group each."""
    with np.errstate(invalid="ignore"):
        return _reference_numpy(direction, *_checked(direction, a, b, problem), problem)


def _reference_numpy(direction: str, a: np.ndarray, b: np.ndarray, problem: Problem) -> np.ndarray:
    geometry = _geometry(problem)
    groups = geometry.groups

    def by_group(array: np.ndarray) -> np.ndarray:
        """[..., channels] as [group, everything else, channels of the group]."""
        return np.moveaxis(array.reshape(-1, groups, array.shape[-1] // groups), 1, 0)

    def filter_by_group(w: np.ndarray, tap: tuple[int, ...]) -> np.ndarray:
        """One tap of w as [group, output channel, input channel]."""
        return w[_at_tap(tap)].reshape(groups, -1, w.shape[-1])

    def ungrouped(array: np.ndarray) -> np.ndarray:
        return np.moveaxis(array, 0, 1).reshape(len(array[0]), -1)

    taps = product(*map(range, geometry.filter))
    if direction == "forward":
        padded = np.pad(a, geometry.pads())
        result = np.zeros(geometry.shapes["y"])
        for tap in taps:
            pixels = by_group(padded[:, *geometry.window(tap)])
            result += ungrouped(pixels @ filter_by_group(b, tap).swapaxes(1, 2)).reshape(result.shape)
        return result
    if direction == "dgrad":
        padded = np.zeros((problem.n, *geometry.padded, problem.c))
        for tap in taps:
            window = padded[:, *geometry.window(tap)]
            window += ungrouped(by_group(a) @ filter_by_group(b, tap)).reshape(window.shape)
        return np.ascontiguousarray(geometry.crop(padded))
    padded = np.pad(b, geometry.pads())
    result = np.empty(geometry.shapes["w"])
    for tap in taps:
        pixels = by_group(padded[:, *geometry.window(tap)])
        result[_at_tap(tap)] = (by_group(a).swapaxes(1, 2) @ pixels).reshape(problem.k, -1)
    return result


def reference_torch(direction: str, a: np.ndarray, b: np.ndarray, problem: Problem) -> np.ndarray:
    """`reference` by PyTorch's convolution and its gradients, on explicitly padded inputs."""
    import torch

    a, b = _checked(direction, a, b, problem)
    geometry = _geometry(problem)
    dimensions = f"conv{len(geometry.output)}d"

    def channels_first(array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).movedim(-1, 1)

    options = {"stride": geometry.stride, "dilation": geometry.dilation, "groups": geometry.groups}
    if direction == "forward":
        convolution = getattr(torch.nn.functional, dimensions)
        result = convolution(channels_first(np.pad(a, geometry.pads())), channels_first(b), **options)
    elif direction == "dgrad":
        gradient = getattr(torch.nn.grad, f"{dimensions}_input")
        shape = (problem.n, problem.c, *geometry.padded)
        result = gradient(shape, channels_first(b), channels_first(a), **options)
    else:
        gradient = getattr(torch.nn.grad, f"{dimensions}_weight")
        filter_shape = geometry.shapes["w"]
        shape = (filter_shape[0], filter_shape[-1], *filter_shape[1:-1])
        result = gradient(channels_first(np.pad(b, geometry.pads())), shape, channels_first(a), **options)
    array = result.movedim(1, -1).numpy()
    return np.ascontiguousarray(geometry.crop(array) if direction == "dgrad" else array)


def _quantum(values: np.ndarray) -> float:
    """The largest power of two of which all finite values are multiples; infinity if all are zero."""
    values = values[np.isfinite(values) & (values != 0)]
    if not values.size:
        return np.inf
    mantissa, exponent = np.frexp(values)
    digits = np.ldexp(mantissa, 53).astype(np.int64)
    return float(np.ldexp((digits & -digits).astype(np.float64), exponent - 53).min())


def bound(
    direction: str,
    a: np.ndarray,
    b: np.ndarray,
    problem: Problem,
    out_type: str,
    *,
    slices: int = 1,
    partial_type: str = "fp32",
    chain: Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]] | None = None,
) -> np.ndarray:
    """The largest absolute error of each element that a right kernel can make, against `reference`.

    The kernel multiplies, accumulates in fp32 in any order, adds `slices` partial sums of type `partial_type`
    (split-K), sends the sum down a `chain`, which gives the value and the error that follow from a sum and its
    error, and rounds to `out_type`. With n products and S = sum |a||b| in an element:

    - Accumulation: each of n + slices additions, whose results never exceed S, errs by at most
      u = `FP32_STEP` of S: together by gamma * S with gamma = (n + slices) u / (1 - (n + slices) u) (Higham,
      Accuracy and Stability of Numerical Algorithms, 2nd ed., sections 3.1 and 4.2). Each may also flush a
      result below `FP32_TINY`.
    - Partial sums of 16 bits: each is rounded, and rounded again when it is added, by that type's
      roundoff of S.
    - Nothing of these where all operands are multiples of powers of two, q_a and q_b, and S < 2^24 q_a q_b
      (2^11 or 2^8 in 16-bit partial sums): every partial sum is then exact in any order. So integers make the
      sharpest test, and the only sharp one where n is large.
    - The last rounding: half a unit in the last place; known exactly where the sum is exact.

    Infinite where S is not finite or may overflow an accumulator. Raises ValueError where
    (n + slices) u >= 1.
    """
    total = reference(direction, np.abs(a), np.abs(b), problem)
    exact = reference(direction, a, b, problem)
    steps = reduction_length(direction, problem) + slices
    if steps * FP32_STEP >= 1:
        raise ValueError(f"{direction}: no error bound for {steps} additions in fp32")
    gamma = steps * FP32_STEP / (1 - steps * FP32_STEP)
    partial = TYPES[partial_type]
    error = gamma * total + steps * FP32_TINY
    if partial_type != "fp32":
        error += 2 * slices * (partial.unit_roundoff * (total + error) + partial.smallest)
    quantum = _quantum(np.asarray(a, np.float64)) * _quantum(np.asarray(b, np.float64))
    sums_are_exact = (total < 2.0**partial.digits * quantum) & (quantum >= max(FP32_TINY, partial.smallest))
    error = np.where(sums_are_exact, 0.0, error)
    error = np.where(total + error < partial.overflow / 2, error, np.inf)
    if chain is not None:
        exact, error = chain(exact, error)
    out = TYPES[out_type]
    with np.errstate(invalid="ignore"):
        rounding = out.unit_roundoff * (np.abs(exact) + error) + out.smallest / 2
        known_rounding = np.abs(round_to(exact, out_type) - exact)
    known_rounding[~np.isfinite(known_rounding)] = 0.0
    error = np.where(error == 0, known_rounding, error + rounding)
    return np.where(np.isnan(error), np.inf, error)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a kernel's result compares. wrong: number of elements outside their bound, of `size`.

    index: the element that is furthest outside, or closest to being so, and its values; excess: |result -
    reference| - bound there, infinite where one of the two is not finite and the other kind was due.
    """

    size: int
    wrong: int
    index: tuple[int, ...]
    excess: float
    result: float
    reference: float
    bound: float

    @property
    def ok(self) -> bool:
        """Whether every element is within its bound."""
        return self.wrong == 0

    def __str__(self) -> str:
        values = f"{self.result:.9g}, expected {self.reference:.9g} +- {self.bound:.3g}"
        return f"{self.wrong} of {self.size} elements wrong; worst at {list(self.index)}: {values}"


def compare(
    result: np.ndarray, reference: np.ndarray, bound: np.ndarray, out_type: str, nan_allowed: np.ndarray | None = None
) -> Comparison:
    """Hold a kernel's stored result against the reference.

    A NaN or infinity must be where the reference has the same, and only there, but for an infinity of its sign
    where the reference comes within its bound of overflowing `out_type`, and for a NaN where `nan_allowed` (see
    `may_be_nan`) is set. (A finite result where the reference overflows by more than its bound is outside it
    anyway.) Raises ValueError when shapes differ or nothing is compared, TypeError for a wrong storage type.
    """
    if nan_allowed is None:
        nan_allowed = np.zeros(reference.shape, bool)
    shapes = (result.shape, reference.shape, bound.shape, nan_allowed.shape)
    if not result.size or len(set(shapes)) > 1:
        raise ValueError("nothing to compare: result {}, reference {}, bound {}, allowed NaN {}".format(*shapes))
    values = to_float64(result, out_type)
    overflow = TYPES[out_type].overflow
    finite = np.isfinite(reference)
    with np.errstate(invalid="ignore"):
        distance = np.abs(values - reference) - bound
        may_overflow = finite & (np.abs(reference) + bound >= overflow)
    overflowed = np.isinf(values) & (np.sign(values) == np.sign(reference))
    same = (np.isnan(values) & np.isnan(reference)) | (values == reference)
    excess = np.where(finite & np.isfinite(values), distance, np.inf)
    right = same | (overflowed & may_overflow) | (np.isnan(values) & nan_allowed)
    excess = np.where(right, -bound, excess)
    worst = np.unravel_index(np.argmax(excess), excess.shape)
    return Comparison(
        size=result.size,
        wrong=int((excess > 0).sum()),
        index=tuple(map(int, worst)),
        excess=float(excess[worst]),
        result=float(values[worst]),
        reference=float(reference[worst]),
        bound=float(bound[worst]),
    )


def special_values(dtype: str) -> tuple[float, ...]:
    """The values of a type that arithmetic treats on their own: NaN, infinities, minus zero, both ends of the subnormals."""
    format_ = TYPES[dtype]
    smallest_normal = 2.0**format_.min_exponent
    return (np.nan, np.inf, -np.inf, -0.0, format_.smallest, format_.smallest - smallest_normal)


def _special(direction: str, side: int, shape: tuple[int, ...], dtype: str, generator: np.random.Generator) -> np.ndarray:
    """Normal values with NaN in all that one free index of the product meets, and every other special value once.

    NaN in a whole row of the reduction spoils no more of the result than one in it, and whatever reads of that row for another
    part of the result shows. Where there is but one free index, it is one NaN.
    """
    array = generator.standard_normal(shape)
    place = tuple(int(generator.integers(size)) for size in shape)
    along_channels = direction != "wgrad" and side == 0
    row = place[:-1] if along_channels else place[:1] if direction == "forward" else (..., place[-1])
    nan, *others = special_values(dtype)
    array[place if array[row].size == array.size else row] = nan
    array.flat[generator.choice(array.size, min(len(others), array.size), replace=False)] = others[: array.size]
    return array


def make_operands(
    direction: str, problem: Problem, in_type: str, seed: int, kind: str = "normal"
) -> tuple[np.ndarray, np.ndarray]:
    """Stored operands of `operand_shapes`, the same for the same arguments.

    kind: "normal", standard normal values; "integers", small ones (at most 4 in magnitude) of which any sum
    is exact in fp32; "ones"; "special", normal ones with `special_values` among them. Raises ValueError for
    another kind.
    """
    generator = np.random.default_rng(seed)
    largest = min(4, int((2.0**23 / reduction_length(direction, problem)) ** 0.5))
    make: dict[str, Callable[[tuple[int, ...], int], np.ndarray]] = {
        "normal": lambda shape, side: generator.standard_normal(shape),
        "integers": lambda shape, side: generator.integers(-max(largest, 1), max(largest, 1), shape, endpoint=True),
        "ones": lambda shape, side: np.ones(shape),
        "special": lambda shape, side: _special(direction, side, shape, in_type, generator),
    }
    if kind not in make:
        raise ValueError(f"no kind {kind!r} of operands: there are {', '.join(make)}")
    first, second = operand_shapes(direction, problem)
    a = from_float64(make[kind](first, 0), in_type)
    return a, from_float64(make[kind](second, 1), in_type)
