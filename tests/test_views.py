"""The matrix product of each direction, as the plan knows it: digits against the definition of a convolution."""

from __future__ import annotations

from itertools import product as combinations
from math import prod

import numpy as np
from hypothesis import given, settings
from tests.support import problems

from twinkern._contract import Direction
from twinkern.engine.plan.views import GemmShape, Index, TensorView, gemm_shape
from twinkern.engine.spec.problem import ConvProblem, phase_axis, round_up
from twinkern.judge import oracle


def places(view: TensorView, index: Index) -> np.ndarray:
    """Entries along each dimension of the tensor that each value of an index adds, as [value][dimension]."""
    found = []
    for values in combinations(*(range(digit.extent) for digit in index)):
        place = [0] * len(view.strides)
        for digit, value in zip(index, values, strict=True):
            place[digit.dimension] += digit.step * value
        found.append(place)
    return np.array(found)


def read(view: TensorView, tensor: np.ndarray, group: int) -> np.ndarray:
    """A tensor as a matrix over both indices, with zeros where a place leaves an axis."""
    start = np.array((0, *view.starts, 0) if view.starts else (0,) * len(view.strides))
    at = start + places(view, view.first)[:, None, :] + places(view, view.second)[None, :, :]
    inside = np.ones(at.shape[:2], bool)
    for axis, limit in enumerate(view.limits):
        inside &= (at[:, :, 1 + axis] >= 0) & (at[:, :, 1 + axis] < limit)
    offset = at @ np.array(view.strides) + group * view.group
    return np.where(inside, tensor.reshape(-1)[np.where(inside, offset, 0)], 0)


def multiplied(shape: GemmShape, problem: ConvProblem, a: np.ndarray, b: np.ndarray, output: tuple[int, ...]) -> np.ndarray:
    """What the product of phase 0 makes of A and B, in the places of the output; NaN where it writes nothing."""
    result = np.full(output, np.nan)
    numbers = np.arange(1, result.size + 1).reshape(output)
    for group in range(problem.groups):
        at = read(shape.d, numbers, group)
        result.reshape(-1)[at[at > 0] - 1] = (read(shape.a, a, group) @ read(shape.b, b, group).T)[at > 0]
    return result


@settings(max_examples=60)
@given(problems())
def test_digits_are_the_convolution(problem):
    generator = np.random.default_rng(1)
    for direction in Direction:
        shape = gemm_shape(problem, direction)
        if max(shape.m * shape.n, shape.m * shape.k, shape.n * shape.k) > 1 << 18:
            continue
        operands = [generator.integers(-4, 5, size).astype(float) for size in oracle.operand_shapes(direction, problem)]
        found = multiplied(shape, problem, *operands, oracle.output_shape(direction, problem))
        expected = oracle.reference(direction, *operands, problem)
        written = ~np.isnan(found)
        assert written.all() or shape.phases > 1
        assert np.array_equal(found[written], expected[written]), direction


@given(problems())
def test_an_axis_is_checked_where_a_place_leaves_it(problem):
    """In a dgrad of several phases every axis is."""
    for direction in Direction:
        shape = gemm_shape(problem, direction)
        for view in (shape.a, shape.b, shape.d):
            for axis, limit in enumerate(view.limits):
                digits = [digit for digit in view.first + view.second if digit.dimension == 1 + axis]
                steps = combinations(*(range(0, digit.extent * digit.step, digit.step) for digit in digits))
                at = {view.starts[axis] + sum(values) for values in steps}
                assert view.leaves[axis] == (not at <= set(range(limit)))
            assert view.checked == (len(view.limits) if shape.phases > 1 else sum(view.leaves))


@given(problems())
def test_gemm_shape_covers_output_and_reduction(problem):
    """Per group, phases * m * n is the output, and k the longest reduction; a dgrad's m also counts masked pixels."""
    for direction in Direction:
        shape = gemm_shape(problem, direction)
        elements = prod(oracle.output_shape(direction, problem)) // problem.groups
        reduction = oracle.reduction_length(direction, problem)
        if direction == "dgrad":
            assert shape.phases == prod(problem.stride)
            assert shape.phases * shape.m * shape.n >= elements
            steps = [phase_axis(problem, axis).tap_step for axis in range(problem.rank)]
            taps = prod(round_up(size, step) // step for size, step in zip(problem.filter, steps, strict=True))
            assert shape.k == taps * problem.group_k
        else:
            assert shape.phases == 1
            assert shape.m * shape.n == elements
            assert shape.k == reduction


@given(problems())
def test_runs_are_what_is_contiguous_in_memory(problem):
    channels, outputs, window = problem.group_c, problem.group_k, prod(problem.filter) * problem.group_c
    runs = {
        "forward": (channels, window, outputs),
        "dgrad": (outputs, channels, channels),
        "wgrad": (outputs, channels, window),
    }
    free = {"forward": (False, False, False), "dgrad": (False, True, False), "wgrad": (True, True, False)}
    for direction in Direction:
        shape = gemm_shape(problem, direction)
        views = (shape.a, shape.b, shape.d)
        assert tuple(view.run for view in views) == runs[direction]
        assert tuple(view.contiguous_first for view in views) == free[direction]
