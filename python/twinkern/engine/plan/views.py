"""GEMM views: how each direction maps its tensors to D[m][n] = sum over k of A[m][k] * B[n][k].

A direction says nothing else; loader, pipeline and output chain are shared. Indices are read as digits, outermost first:

    forward   m = (image, output pixel)   n = output channel      k = (tap, input channel)
    wgrad     m = output channel          n = (tap, input channel)   k = (image, output pixel)
    dgrad     m = (image, pixel of the phase)   n = input channel    k = (tap of the phase, output channel)

Here stands what is known without a kernel. Of a dgrad that is phase 0, whose remainders are 0: it has most taps, and its first
tap is 0 (see PhaseAxis).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from twinkern._contract import Direction, TensorName
from twinkern.engine.spec.problem import ConvProblem, PhaseAxis, phase_axis, product


@dataclass(frozen=True, slots=True)
class ViewDigit:
    """One digit of an index: `extent` values, each `step` entries further along a dimension of the tensor.

    Dimension 0 is the outermost, axis i is dimension 1 + i, and the last one is contiguous in memory. `diagonal`: it counts
    groups, and those of both indices, 1 in one and -1 in the other, must be the same.
    """

    extent: int
    dimension: int
    step: int = 1
    diagonal: int = 0


Index = tuple[ViewDigit, ...]
"""The digits of an index, most significant first."""


@dataclass(frozen=True, slots=True)
class TensorView:
    """A tensor as the product sees it, over two indices: the free one and k for A and B, m and n for D.

    `strides` are elements from one entry of a dimension to the next, `group` those from one group to the next. `starts` are
    the positions along the axes where both indices are 0. `limits` are the sizes of the axes where a place may leave one, else
    empty; `leaves` says of each whether one does in phase 0, `checked` of how many in any. `diagonal`: some of its digits are.

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
    diagonal: bool
    contiguous_first: bool
    run: int


@dataclass(frozen=True, slots=True)
class GemmShape:
    """The matrix product of one group, or of several together: its sizes, and its operands. There are `groups` of them.

    `phases` products make a dgrad, whose axes split as `axes` say; then `k` is that of phase 0. `k_unit` divides the k of each.
    """

    m: int
    n: int
    k: int
    k_unit: int
    groups: int
    phases: int
    axes: tuple[PhaseAxis, ...]
    a: TensorView
    b: TensorView
    d: TensorView


def goes_outside(digits: Sequence[ViewDigit], dimension: int, start: int, limit: int) -> bool:
    """Whether some value of the digits leaves a dimension."""
    low = high = start
    for digit in digits:
        if digit.dimension == dimension:
            reach = digit.step * (digit.extent - 1)
            low += min(reach, 0)
            high += max(reach, 0)
    return low < 0 or high >= limit


def contiguous_run(index: Sequence[ViewDigit], strides: Sequence[int], limits: Sequence[int]) -> int:
    """Elements that lie side by side in memory along an index, below any axis that has an end."""
    run = 1
    for digit in reversed(index):
        odd = digit.dimension <= len(limits) or digit.step != 1 or digit.diagonal
        if odd or strides[digit.dimension] != run:
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
    together: int = 1,
) -> TensorView:
    """The view of a tensor over two indices, of so many groups together; `limited`: places may leave its axes."""
    sizes = problem.tensor_shapes()[tensor]
    strides = tuple(product(*sizes[dimension + 1 :]) for dimension in range(len(sizes)))
    limits = sizes[1:-1] if limited else ()
    leaves = tuple(goes_outside((*first, *second), 1 + axis, starts[axis], limit) for axis, limit in enumerate(limits))
    contiguous_first = first[-1].dimension == len(sizes) - 1
    group = product(problem.group_k, strides[0]) if tensor is TensorName.W else sizes[-1] // problem.groups
    diagonal = any(digit.diagonal for digit in first)
    return TensorView(
        tensor=tensor,
        strides=strides,
        group=product(group, together),
        first=tuple(first),
        second=tuple(second),
        starts=tuple(starts),
        limits=limits,
        leaves=leaves,
        checked=(len(limits) if phases > 1 else sum(leaves)) + diagonal,
        diagonal=diagonal,
        contiguous_first=contiguous_first,
        run=contiguous_run(first if contiguous_first else second, strides, limits),
    )


def along(extents: Sequence[int], steps: Sequence[int]) -> list[ViewDigit]:
    """Digits along the axes; no steps are steps of 1."""
    return [ViewDigit(extent, 1 + axis, steps[axis] if steps else 1) for axis, extent in enumerate(extents)]


def gemm(
    groups: int, a: TensorView, b: TensorView, d: TensorView, k_unit: int = 0, axes: Sequence[PhaseAxis] = ()
) -> GemmShape:
    """The product of three views; `k_unit` is k where it is left out."""
    m, n, k = (product(*(digit.extent for digit in digits)) for digits in (a.first, b.first, a.second))
    return GemmShape(m, n, k, k_unit or k, groups, product(*(axis.stride for axis in axes)), tuple(axes), a, b, d)


def diagonal(problem: ConvProblem, together: int) -> tuple[list[ViewDigit], list[ViewDigit]]:
    """What the first and the second index of a filter have above their channels, where groups go together: the group, which
    the first alone follows through the filter."""
    if together == 1:
        return [], []
    return [ViewDigit(together, 0, problem.group_k, 1)], [ViewDigit(together, 0, 0, -1)]


def unphased(problem: ConvProblem, wgrad: bool, together: int) -> GemmShape:
    """y from x and w, or dw from dy and x: x is read where a tap of an output pixel does."""
    image, inner = ViewDigit(problem.n, 0), 1 + problem.rank
    pixels = [image, *along(problem.output, ())]
    first, second = diagonal(problem, together)
    window = [*along(problem.filter, ()), *second, ViewDigit(problem.group_c, inner)]
    filters = [ViewDigit(product(together, problem.group_k), inner)]
    places = [image, *along(problem.output, problem.stride)]
    taps = [*along(problem.filter, problem.dilation), ViewDigit(product(together, problem.group_c), inner)]
    read = (taps, places) if wgrad else (places, taps)
    starts = [-problem.along("pad_before", axis) for axis in range(problem.rank)]
    x = tensor_view(problem, TensorName.X, *read, starts, True, together=together)
    w = tensor_view(problem, TensorName.W, [*first, ViewDigit(problem.group_k, 0)], window, together=together)
    output = (filters, pixels) if wgrad else (pixels, filters)
    y = tensor_view(problem, TensorName.Y, *output, together=together)
    views = (y, x, w) if wgrad else (x, w, y)
    return gemm(problem.groups // together, *views)


def phased(problem: ConvProblem, together: int) -> GemmShape:
    """dx from dy and w."""
    axes = [phase_axis(problem, axis) for axis in range(problem.rank)]
    phases, inner = product(*(axis.stride for axis in axes)), 1 + problem.rank
    first, second = diagonal(problem, together)
    image, channels = ViewDigit(problem.n, 0), ViewDigit(product(together, problem.group_c), inner)
    filters = ViewDigit(product(together, problem.group_k), inner)
    counts, taps = [axis.count for axis in axes], [axis.most_taps for axis in axes]
    rows, pixels = [image, *along(counts, ())], [image, *along(counts, [axis.stride for axis in axes])]
    taps_y = [*along(taps, [-axis.output_step for axis in axes]), filters]
    taps_w = [*along(taps, [axis.tap_step for axis in axes]), *second, ViewDigit(problem.group_k, 0)]
    window = [*first, ViewDigit(problem.group_c, inner)]
    outputs = [axis.first_q for axis in axes]
    inputs = [axis.first_q * axis.stride - problem.along("pad_before", number) for number, axis in enumerate(axes)]
    a = tensor_view(problem, TensorName.Y, rows, taps_y, outputs, True, phases, together)
    b = tensor_view(problem, TensorName.W, window, taps_w, [0] * problem.rank, together=together)
    d = tensor_view(problem, TensorName.X, pixels, [channels], inputs, True, phases, together)
    return gemm(problem.groups // together, a, b, d, filters.extent, axes)


SHAPES: Mapping[str, Callable[[ConvProblem, int], GemmShape]] = Direction.table({
    Direction.FORWARD: lambda problem, together: unphased(problem, False, together),
    Direction.DGRAD: phased,
    Direction.WGRAD: lambda problem, together: unphased(problem, True, together),
})


def gemm_shape(problem: ConvProblem, direction: Direction, together: int = 1) -> GemmShape:
    """The matrix product of a direction, of so many groups together, which divide their number.

    Those are one product: its filter is a block of a group's own on the diagonal, and zeros.
    """
    return SHAPES[direction](problem, together)
