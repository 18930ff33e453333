"""Sizes, and the phases of a strided dgrad against the definition."""

from __future__ import annotations

from itertools import product as combinations

import pytest
from hypothesis import given
from tests.support import problems

from twinkern._contract import SATURATED
from twinkern.engine.spec.problem import ConvProblem, phase_axis, product, round_up
from twinkern.judge import oracle


def axis_problem(size: int, taps: int, stride: int, dilation: int, before: int, after: int) -> ConvProblem:
    """A problem of one axis and one channel."""
    return ConvProblem(
        n=1, c=1, k=1, input=(size,), filter=(taps,), stride=(stride,), dilation=(dilation,),
        pad_before=(before,), pad_after=(after,),
    )  # fmt: skip


def by_definition(problem: ConvProblem) -> set[tuple[int, int, int]]:
    """All (pixel, tap, output) of one axis with pixel = output * stride + tap * dilation - pad."""
    (stride,), (dilation,), (pad,) = problem.stride, problem.dilation, problem.pad_before
    found = set()
    for output, tap in combinations(range(problem.output_size(0)), range(problem.filter[0])):
        pixel = output * stride + tap * dilation - pad
        if 0 <= pixel < problem.input[0]:
            found.add((pixel, tap, output))
    return found


def by_phases(problem: ConvProblem) -> tuple[list[tuple[int, int, int]], list[int], int]:
    """The triples and the pixels that the phases visit, each as often as it is visited, and the most taps of a phase."""
    row = phase_axis(problem, 0)
    pad = problem.pad_before[0]
    triples, pixels, most = [], [], 0
    for remainder in range(row.stride):
        first = remainder // row.common * row.inverse % row.tap_step
        taps = range(first, row.filter, row.tap_step) if remainder % row.common == 0 else range(0)
        most = max(most, len(taps))
        for q in range(row.first_q, row.first_q + row.count):
            pixel = q * row.stride + remainder - pad
            if not 0 <= pixel < problem.input[0]:
                continue
            pixels.append(pixel)
            highest = q - (first * row.dilation - remainder) // row.stride
            for index, tap in enumerate(taps):
                output = highest - index * row.output_step
                if 0 <= output < problem.output_size(0):
                    triples.append((pixel, tap, output))
    return triples, pixels, most


@pytest.mark.parametrize("stride", range(1, 5))
@pytest.mark.parametrize("dilation", range(1, 5))
def test_phases_find_every_contribution_once(stride, dilation):
    seen = 0
    for size, taps, pad in combinations(range(1, 15), range(1, 8), range(4)):
        problem = axis_problem(size, taps, stride, dilation, pad, pad)
        if problem.padded(0) < problem.extent(0):
            continue
        triples, pixels, most = by_phases(problem)
        assert len(set(triples)) == len(triples), problem
        assert set(triples) == by_definition(problem), problem
        assert sorted(pixels) == list(range(size)), problem
        assert most == phase_axis(problem, 0).most_taps, problem
        seen += 1
    assert seen > 100


@pytest.mark.parametrize(
    ("size", "taps", "stride", "dilation", "before", "after", "expected"),
    [
        (8, 3, 1, 2, 0, 0, 4),
        (1, 1, 1, 3, 0, 0, 1),
        (8, 2, 2, 1, 0, 0, 4),
        (22, 7, 2, 1, 3, 2, 11),
        (2, 5, 1, 1, 2, 1, 1),
        (5, 2, 2, 1, 0, 0, 2),
    ],
)
def test_output_size(size, taps, stride, dilation, before, after, expected):
    assert axis_problem(size, taps, stride, dilation, before, after).output == (expected,)


@given(problems())
def test_output_size_counts_window_positions(problem):
    for axis in range(problem.rank):
        last_start = problem.padded(axis) - problem.extent(axis)
        assert problem.output_size(axis) == len(range(0, last_start + 1, problem.stride[axis]))
    assert problem.tensor_shapes() == dict(
        zip("xwy", (oracle.output_shape(direction, problem) for direction in ("dgrad", "wgrad", "forward")), strict=True)
    )


def test_defaults_are_filled_in_where_fields_are_empty():
    problem = ConvProblem(n=1, c=4, k=4, input=(5, 6), filter=(2, 3))
    assert problem.output == (4, 4) and problem.groups == 1
    assert [problem.along(name, 1) for name in ("stride", "dilation", "pad_before", "pad_after")] == [1, 1, 0, 0]


def test_products_saturate():
    assert product() == 1
    assert product(3, 5) == 15
    assert product(1 << 31, 1 << 31) == SATURATED == product(1 << 61, 1 << 61, 1 << 61)
    assert product((1 << 62) - 1) == (1 << 62) - 1
    assert product(1 << 61, 1 << 61, 0) == 0


@pytest.mark.parametrize(("value", "step", "expected"), [(0, 8, 0), (1, 8, 8), (8, 8, 8), (9, 8, 16), (7, 1, 7)])
def test_round_up(value, step, expected):
    assert round_up(value, step) == expected
