"""GEMM views: how each direction maps its tensors to D[m][n] = sum over k of A[m][k] * B[n][k].

A direction says nothing else; loader, pipeline and output chain are shared. Indices are read as digits, outermost first:

    forward   m = (image, output pixel)   n = output channel      k = (tap, input channel)
    wgrad     m = output channel          n = (tap, input channel)   k = (image, output pixel)
    dgrad     m = (image, pixel of the phase)   n = input channel    k = (tap of the phase, output channel)

Here stands what is known without a kernel. Of a dgrad that is phase 0, whose remainders are 0: it has most taps, and its first
tap is 0 (see PhaseAxis).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinkern._contract import Direction, TensorName
from twinkern.engine.spec.problem import ConvProblem, PhaseAxis, phase_axis, product


@dataclass(frozen=True, slots=True)
class ViewDigit:
    """One digit of an index: `extent` values, each `step` entries further along a dimension of the tensor.

    Dimension 0 is the outermost, axis i is dimension 1 + i, and the last one is contiguous in memory.
    """

    extent: int
    dimension: int
    step: int = 1


Index = tuple[ViewDigit, ...]
"""The digits of an index, most significant first."""


@dataclass(frozen=True, slots=True)
class TensorView:
    """A tensor as the product sees it, over two indices: the free one and k for A and B, m and n for D.

    `strides` are elements from one entry of a dimension to the next, `group` those from one group to the next. `starts` are
    the positions along the axes where both indices are 0. `limits` are the sizes of the axes where a place may leave one, else
    empty; `leaves` says of each whether one does in phase 0, `checked` of how many in any.

    `contiguous_first`: it is the first index that is contiguous in memory, in runs of `run` elements.
    """

    tensor: TensorName
    strides: tuple[int, ...]
    group: int
    first: Index
    second: Index
    starts: tuple[int, ...]
    limits: tuple[int, ...]
    leaves: tuple[bool, ...]
    checked: int
    contiguous_first: bool
    run: int


@dataclass(frozen=True, slots=True)
class GemmShape:
    """The matrix product of one group: its sizes, and its operands.

    `phases` products make a dgrad, whose axes split as `axes` say; then `k` is that of phase 0. `k_unit` divides the k of each.
    """

    m: int
    n: int
    k: int
    k_unit: int
    phases: int
    axes: tuple[PhaseAxis, ...]
    a: TensorView
    b: TensorView
    d: TensorView


def row_major(sizes: Sequence[int]) -> tuple[int, ...]:
    """Elements from one entry of each dimension to the next."""
    strides = [1]
    for size in reversed(sizes[1:]):
        strides.append(product(strides[-1], size))
    return tuple(reversed(strides))


def goes_outside(digits: Index, dimension: int, start: int, limit: int) -> bool:
    """Whether some value of the digits leaves a dimension."""
    low = high = start
    for digit in digits:
        if digit.dimension == dimension:
            reach = digit.step * (digit.extent - 1)
            low += min(reach, 0)
            high += max(reach, 0)
    return low < 0 or high >= limit


def contiguous_run(index: Index, strides: Sequence[int], limited: bool) -> int:
    """Elements that lie side by side in memory along an index; along an axis that has an end there is no run."""
    run = 1
    for digit in reversed(index):
        on_axis = 0 < digit.dimension < len(strides) - 1
        if strides[digit.dimension] * digit.step != run or (limited and on_axis):
            break
        run = product(run, digit.extent)
    return run


def tensor_view(
    problem: ConvProblem,
    tensor: TensorName,
    first: Sequence[ViewDigit],
    second: Sequence[ViewDigit],
    starts: Sequence[int] = (),
    limited: bool = False,
    phases: int = 1,
) -> TensorView:
    """The view of a tensor over two indices; `limited`: places may leave its axes."""
    sizes = problem.tensor_shapes()[tensor]
    strides = row_major(sizes)
    limits = sizes[1:-1] if limited else ()
    digits = (*first, *second)
    leaves = tuple(goes_outside(digits, 1 + axis, starts[axis], limit) for axis, limit in enumerate(limits))
    contiguous_first = first[-1].dimension == len(sizes) - 1
    return TensorView(
        tensor=tensor,
        strides=strides,
        group=product(problem.group_k, strides[0]) if tensor is TensorName.W else sizes[-1] // problem.groups,
        first=tuple(first),
        second=tuple(second),
        starts=tuple(starts),
        limits=limits,
        leaves=leaves,
        checked=len(limits) if phases > 1 else sum(leaves),
        contiguous_first=contiguous_first,
        run=contiguous_run(tuple(first if contiguous_first else second), strides, limited),
    )


def image(problem: ConvProblem, pixels_first: bool) -> TensorView:
    """x over (image, output pixel) and (tap, input channel): the place that a tap of an output pixel reads."""
    axes = range(problem.rank)
    pixels = [ViewDigit(problem.n, 0)]
    pixels += [ViewDigit(problem.output_size(axis), 1 + axis, problem.along("stride", axis)) for axis in axes]
    taps = [ViewDigit(problem.filter[axis], 1 + axis, problem.along("dilation", axis)) for axis in axes]
    taps.append(ViewDigit(problem.group_c, 1 + problem.rank))
    starts = [-problem.along("pad_before", axis) for axis in axes]
    first, second = (pixels, taps) if pixels_first else (taps, pixels)
    return tensor_view(problem, TensorName.X, first, second, starts, True)


def output(problem: ConvProblem) -> tuple[list[ViewDigit], list[ViewDigit]]:
    """(image, output pixel) and output channel, as indices of y."""
    pixels = [ViewDigit(size, dimension) for dimension, size in enumerate((problem.n, *problem.output))]
    return pixels, [ViewDigit(problem.group_k, 1 + problem.rank)]


def weights(problem: ConvProblem) -> TensorView:
    """w over output channel and (tap, input channel)."""
    window = [ViewDigit(size, dimension) for dimension, size in enumerate((*problem.filter, problem.group_c), 1)]
    return tensor_view(problem, TensorName.W, [ViewDigit(problem.group_k, 0)], window)


def gemm(a: TensorView, b: TensorView, d: TensorView, k_unit: int = 0, axes: Sequence[PhaseAxis] = ()) -> GemmShape:
    """The product of three views; `k_unit` is k where it is left out."""
    k = product(*(digit.extent for digit in a.second))
    return GemmShape(
        m=product(*(digit.extent for digit in a.first)),
        n=product(*(digit.extent for digit in b.first)),
        k=k,
        k_unit=k_unit or k,
        phases=product(*(axis.stride for axis in axes)),
        axes=tuple(axes),
        a=a,
        b=b,
        d=d,
    )


def dgrad(problem: ConvProblem) -> GemmShape:
    """dx from dy and w."""
    axes = [phase_axis(problem, axis) for axis in range(problem.rank)]
    phases = product(*(axis.stride for axis in axes))
    inner = 1 + problem.rank
    images, channels, filters = ViewDigit(problem.n, 0), ViewDigit(problem.group_c, inner), ViewDigit(problem.group_k, inner)
    rows_y, rows_x, taps_y, taps_w = [images], [images], [], []
    for dimension, axis in enumerate(axes, 1):
        rows_y.append(ViewDigit(axis.count, dimension))
        rows_x.append(ViewDigit(axis.count, dimension, axis.stride))
        taps_y.append(ViewDigit(axis.most_taps, dimension, -axis.output_step))
        taps_w.append(ViewDigit(axis.most_taps, dimension, axis.tap_step))
    outputs = [axis.first_q for axis in axes]
    pixels = [axis.first_q * axis.stride - problem.along("pad_before", index) for index, axis in enumerate(axes)]
    a = tensor_view(problem, TensorName.Y, rows_y, [*taps_y, filters], outputs, True, phases)
    b = tensor_view(problem, TensorName.W, [channels], [*taps_w, ViewDigit(problem.group_k, 0)], [0] * problem.rank)
    d = tensor_view(problem, TensorName.X, rows_x, [channels], pixels, True, phases)
    return gemm(a, b, d, problem.group_k, axes)


def forward(problem: ConvProblem) -> GemmShape:
    """y from x and w."""
    return gemm(image(problem, True), weights(problem), tensor_view(problem, TensorName.Y, *output(problem)))


def wgrad(problem: ConvProblem) -> GemmShape:
    """dw from dy and x."""
    pixels, filters = output(problem)
    return gemm(tensor_view(problem, TensorName.Y, filters, pixels), image(problem, False), weights(problem))


SHAPES = Direction.table({Direction.FORWARD: forward, Direction.DGRAD: dgrad, Direction.WGRAD: wgrad})


def gemm_shape(problem: ConvProblem, direction: str) -> GemmShape:
    """The matrix product of a direction."""
    return SHAPES[direction](problem)
