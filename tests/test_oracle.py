"""The oracle against a second oracle, against values known by hand, and against kernels that are wrong."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import dataclass
from math import prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from twinkern.judge import oracle

NEEDS_TORCH = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@dataclass(frozen=True, slots=True)
class Problem:
    n: int
    c: int
    k: int
    input: tuple[int, ...]
    filter: tuple[int, ...]
    groups: int = 1
    stride: tuple[int, ...] = ()
    dilation: tuple[int, ...] = ()
    pad_before: tuple[int, ...] = ()
    pad_after: tuple[int, ...] = ()


def values(direction, problem, kind="normal", seed=0):
    """float64 operands."""
    return tuple(oracle.to_float64(array, "fp16") for array in oracle.make_operands(direction, problem, "fp16", seed, kind))


SIMPLE = Problem(2, 8, 4, (7, 6), (3, 3), pad_before=(1, 1), pad_after=(1, 1))
PROBLEMS = {
    "simple": SIMPLE,
    "groups": Problem(2, 24, 16, (6, 5), (3, 3), groups=8, pad_before=(1, 1), pad_after=(1, 1)),
    "depthwise": Problem(2, 6, 6, (6, 6), (3, 3), groups=6, stride=(2, 2), pad_before=(1, 1), pad_after=(1, 1)),
    "asymmetric pads": Problem(2, 3, 5, (6, 7), (3, 2), pad_before=(0, 2), pad_after=(3, 1), dilation=(2, 1)),
    "one axis": Problem(3, 4, 6, (9,), (3,), groups=2, stride=(2,), pad_before=(2,), pad_after=(0,)),
    "three axes": Problem(2, 4, 4, (4, 5, 6), (2, 3, 1), groups=2, stride=(1, 2, 3), pad_before=(0, 1, 2)),
    "input nobody reads": Problem(3, 4, 6, (5, 5), (2, 2), groups=2, stride=(2, 1)),
    "stride past input": Problem(1, 8, 8, (2, 3), (1, 1), stride=(4, 4)),
    "filter smaller than stride": Problem(2, 4, 3, (7, 7), (1, 1), stride=(3, 3)),
    "stride and dilation share a factor": Problem(1, 3, 1, (14, 12), (4, 4), stride=(2, 2), dilation=(4, 2)),
}


@NEEDS_TORCH
@pytest.mark.parametrize("direction", oracle.DIRECTIONS)
@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS.keys())
def test_numpy_and_torch_agree(direction, problem):
    a, b = values(direction, problem)
    ours = oracle.reference_numpy(direction, a, b, problem)
    theirs = oracle.reference_torch(direction, a, b, problem)
    assert ours.shape == theirs.shape == oracle.output_shape(direction, problem)
    # Two sums of n terms in float64 in different orders: Higham, 2nd ed., section 4.2.
    steps = oracle.reduction_length(direction, problem) + 2
    magnitude = oracle.reference_numpy(direction, np.abs(a), np.abs(b), problem)
    assert (np.abs(ours - theirs) <= 2 * steps * 2.0**-53 * magnitude).all()
    assert np.abs(ours).max() > 0.1


@st.composite
def problems(draw):
    rank = draw(st.integers(1, 3))

    def axes(low, high):
        return tuple(draw(st.integers(low, high)) for _ in range(rank))

    groups = draw(st.integers(1, 3))
    problem = Problem(
        n=draw(st.integers(1, 2)),
        c=groups * draw(st.integers(1, 3)),
        k=groups * draw(st.integers(1, 3)),
        groups=groups,
        input=axes(1, 6),
        filter=axes(1, 4),
        stride=axes(1, 4),
        dilation=axes(1, 3),
        pad_before=axes(0, 3),
        pad_after=axes(0, 3),
    )
    padded = map(sum, zip(problem.input, problem.pad_before, problem.pad_after, strict=True))
    extents = (d * (f - 1) + 1 for d, f in zip(problem.dilation, problem.filter, strict=True))
    assume(all(p >= e for p, e in zip(padded, extents, strict=True)))
    return problem


@NEEDS_TORCH
@settings(deadline=None, max_examples=60)
@given(problems(), st.sampled_from(oracle.DIRECTIONS))
def test_numpy_and_torch_agree_on_drawn_problems(problem, direction):
    a, b = values(direction, problem, "integers")
    ours = oracle.reference_numpy(direction, a, b, problem)
    np.testing.assert_array_equal(ours, oracle.reference_torch(direction, a, b, problem))


@settings(deadline=None, max_examples=40)
@given(problems())
def test_the_three_directions_are_adjoint(problem):
    """<dy, conv(x, w)> = <dgrad(dy, w), x> = <wgrad(dy, x), w>, exactly on integers."""
    x, w = values("forward", problem, "integers", 1)
    dy, _ = values("dgrad", problem, "integers", 2)
    y = oracle.reference_numpy("forward", x, w, problem)
    assert (dy * y).sum() == (oracle.reference_numpy("dgrad", dy, w, problem) * x).sum()
    assert (dy * y).sum() == (oracle.reference_numpy("wgrad", dy, x, problem) * w).sum()


def with_special_values(direction, problem, seed):
    """Integers with an infinity of each sign and a NaN somewhere in each operand."""
    generator = np.random.default_rng(seed)
    operands = values(direction, problem, "integers", seed)
    for operand in operands:
        operand.flat[generator.choice(operand.size, 3)] = (np.inf, -np.inf, np.nan)
    return operands


@NEEDS_TORCH
@settings(deadline=None, max_examples=60)
@given(problems(), st.sampled_from(oracle.DIRECTIONS), st.integers(0, 9))
def test_numpy_and_torch_agree_on_infinity_and_nan(problem, direction, seed):
    a, b = with_special_values(direction, problem, seed)
    ours = oracle.reference_numpy(direction, a, b, problem)
    np.testing.assert_array_equal(ours, oracle.reference_torch(direction, a, b, problem))


@settings(deadline=None, max_examples=60)
@given(problems(), st.integers(0, 9))
def test_nan_is_allowed_where_a_tap_beside_dy_meets_infinity_or_nan(problem, seed):
    """By the product of every pixel with every tap, one by one; taps between two strides are no terms of it."""
    dy, w = with_special_values("dgrad", problem, seed)
    expected = np.zeros(oracle.output_shape("dgrad", problem), bool)
    output = dy.shape[1:-1]
    stride, dilation, before = problem.stride or (1,) * len(output), problem.dilation, problem.pad_before
    each = problem.c // problem.groups
    for place in np.ndindex(expected.shape[1:]):
        *pixel, channel = place
        rows = slice(channel // each * problem.k // problem.groups, (channel // each + 1) * problem.k // problem.groups)
        for tap in np.ndindex(problem.filter):
            steps = [p + b - t * d for p, b, t, d in zip(pixel, before, tap, dilation, strict=True)]
            if any(step % s for step, s in zip(steps, stride, strict=True)):
                continue
            beside = any(not 0 <= step // s < o for step, s, o in zip(steps, stride, output, strict=True))
            if beside and not np.isfinite(w[rows, *tap, channel % each]).all():
                expected[:, *place] = True
    np.testing.assert_array_equal(oracle.may_be_nan("dgrad", dy, w, problem), expected)


@pytest.mark.parametrize("direction", oracle.DIRECTIONS)
def test_nothing_is_allowed_for_finite_filters_nor_where_pads_are_multiplied(direction):
    a, b = values(direction, SIMPLE)
    a.flat[0] = np.inf
    assert not oracle.may_be_nan(direction, a, b, SIMPLE).any()
    b.flat[0] = np.inf
    assert oracle.may_be_nan(direction, a, b, SIMPLE).any() == (direction == "dgrad")


IMPLEMENTATIONS = [oracle.reference_numpy, pytest.param(oracle.reference_torch, marks=NEEDS_TORCH)]


@pytest.mark.parametrize("reference", IMPLEMENTATIONS)
class TestValuesKnownByHand:
    def test_wgrad_of_one_pixel_between_pads(self, reference):
        problem = Problem(2, 1, 1, (1, 1), (3, 3), stride=(2, 2), pad_before=(2, 2), pad_after=(2, 2))
        result = reference("wgrad", *values("wgrad", problem, "ones"), problem)
        np.testing.assert_array_equal(result[0, :, :, 0], [[2, 0, 2], [0, 0, 0], [2, 0, 2]])

    def test_depthwise_wgrad(self, reference):
        problem = Problem(1, 96, 96, (6, 6), (3, 3), groups=96, stride=(2, 2), pad_before=(1, 1), pad_after=(1, 1))
        result = reference("wgrad", *values("wgrad", problem, "ones"), problem)
        for channel in range(96):
            np.testing.assert_array_equal(result[channel, :, :, 0], [[4, 6, 6], [6, 9, 9], [6, 9, 9]])

    def test_dgrad_leaves_what_no_tap_reaches_at_zero(self, reference):
        problem = Problem(256, 128, 64, (2, 2), (1, 1), stride=(2, 2))
        result = reference("dgrad", *values("dgrad", problem, "ones"), problem)
        assert (result == 0).mean() == 0.75
        assert (result[:, 0, 0] == 64).all()

    def test_forward_on_one_axis(self, reference):
        problem = Problem(1, 1, 1, (8,), (2,), stride=(2,))
        x, w = np.arange(1.0, 9).reshape(1, 8, 1), np.array([1.0, 2]).reshape(1, 2, 1)
        np.testing.assert_array_equal(reference("forward", x, w, problem).ravel(), [5, 11, 17, 23])

    def test_dgrad_with_gaps(self, reference):
        problem = Problem(1, 1, 1, (3,), (2,), stride=(2,), dilation=(2,))
        dy, w = np.ones((1, 1, 1)), np.array([2.0, 3]).reshape(1, 2, 1)
        np.testing.assert_array_equal(reference("dgrad", dy, w, problem).ravel(), [2, 0, 3])

    def test_tap_beside_dy_is_no_term(self, reference):
        problem = Problem(1, 1, 1, (3,), (3,), pad_before=(1,), pad_after=(1,))
        w = np.array([np.inf, 1, 1]).reshape(1, 3, 1)
        result = reference("dgrad", np.ones((1, 3, 1)), w, problem)
        np.testing.assert_array_equal(result.ravel(), [np.inf, np.inf, 2])
        allowed = oracle.may_be_nan("dgrad", np.ones((1, 3, 1)), w, problem)
        np.testing.assert_array_equal(allowed.ravel(), [False, False, True])

    def test_pad_is_a_zero_that_is_multiplied(self, reference):
        problem = Problem(1, 1, 1, (3,), (3,), pad_before=(1,), pad_after=(1,))
        infinity = np.array([np.inf, 1, 1]).reshape(1, 3, 1)
        ones = np.ones((1, 3, 1))
        np.testing.assert_array_equal(reference("forward", ones, infinity, problem).ravel(), [np.nan, np.inf, np.inf])
        np.testing.assert_array_equal(reference("wgrad", infinity, ones, problem).ravel(), [np.nan, np.inf, np.inf])

    def test_infinity_in_x_stays_where_it_is_read(self, reference):
        x, w = values("forward", SIMPLE)
        x[0, 3, 3, 2] = np.inf
        x[1, 0, 0, 0] = np.nan
        result = reference("forward", x, w, SIMPLE)
        touched = ~np.isfinite(result)
        assert touched[0, 2:5, 2:5].all()
        assert touched[1, 0:2, 0:2].all()
        assert touched.sum() == (9 + 4) * SIMPLE.k


@pytest.mark.parametrize(
    ("problem", "output"),
    [(Problem(1, 1, 1, (8,), (3,), dilation=(2,)), 4), (Problem(1, 1, 1, (1,), (1,), dilation=(3,)), 1)],
)
def test_output_size(problem, output):
    assert oracle.output_shape("forward", problem) == (1, output, 1)


def test_wrong_operands_are_refused():
    x, w = values("forward", SIMPLE)
    with pytest.raises(ValueError, match=r"operand a has shape \(2, 7, 6, 8\), not \(2, 7, 6, 4\)"):
        oracle.reference("dgrad", x, w, SIMPLE)
    with pytest.raises(TypeError, match="convert with to_float64 first"):
        oracle.reference("forward", oracle.from_float64(x, "bf16"), w, SIMPLE)
    with pytest.raises(ValueError, match="no direction 'backward'"):
        oracle.reference("backward", x, w, SIMPLE)
    with pytest.raises(ValueError, match="larger than the padded input"):
        oracle.operand_shapes("forward", Problem(1, 1, 1, (2,), (4,)))
    with pytest.raises(ValueError, match="3 groups do not divide"):
        oracle.operand_shapes("forward", Problem(1, 4, 6, (2,), (1,), groups=3))


def test_torch_is_loaded_only_when_used():
    code = "import sys, twinkern.judge.oracle; assert 'torch' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Storage


def test_every_bf16_pattern_survives():
    patterns = np.arange(1 << 16, dtype=np.uint16)
    values = oracle.to_float64(patterns, "bf16")
    number = ~np.isnan(values)
    assert number.sum() == 65536 - 2 * 127
    np.testing.assert_array_equal(oracle.from_float64(values, "bf16")[number], patterns[number])
    assert np.isnan(oracle.to_float64(oracle.from_float64(values, "bf16"), "bf16")[~number]).all()


@pytest.mark.parametrize("dtype", oracle.TYPES)
def test_rounding_is_to_nearest_even(dtype):
    """Around every 97th positive value: ties go to the even pattern, anything past a tie to its own side."""
    storage = np.dtype(oracle.TYPES[dtype].storage)
    bits = np.uint16 if storage.itemsize == 2 else np.uint32
    infinity = int(oracle.from_float64(np.array([np.inf]), dtype).view(bits)[0])
    low = np.arange(0, infinity - 1, 97 if bits == np.uint16 else 15485863).astype(bits)
    below, above = (oracle.to_float64(p.view(storage), dtype) for p in (low, low + bits(1)))
    middle = (below + above) / 2

    def stored(values):
        return oracle.from_float64(values, dtype).view(bits)

    np.testing.assert_array_equal(stored(middle), low + (low & 1))
    np.testing.assert_array_equal(stored(np.nextafter(middle, 0)), low)
    np.testing.assert_array_equal(stored(np.nextafter(middle, np.inf)), low + 1)
    sign = bits(1 << (8 * storage.itemsize - 1))
    np.testing.assert_array_equal(stored(-np.nextafter(middle, np.inf)), (low + 1) | sign)


@pytest.mark.parametrize(("dtype", "largest"), [("fp16", 65504.0), ("bf16", (2 - 2.0**-7) * 2.0**127)])
def test_overflow_begins_half_a_step_past_the_largest(dtype, largest):
    overflow = oracle.TYPES[dtype].overflow
    assert oracle.round_to(np.array([np.nextafter(overflow, 0)]), dtype)[0] == largest
    assert oracle.round_to(np.array([overflow]), dtype)[0] == np.inf
    assert oracle.TYPES[dtype].smallest == oracle.to_float64(np.array([1], np.uint16).view(oracle.TYPES[dtype].storage), dtype)


@NEEDS_TORCH
def test_bf16_is_torchs():
    import torch

    values = np.random.default_rng(0).standard_normal(100_000).astype(np.float32)
    theirs = torch.from_numpy(values).bfloat16().view(torch.uint16).numpy()
    np.testing.assert_array_equal(oracle.from_float64(values, "bf16"), theirs)


def test_wrong_storage_is_refused():
    with pytest.raises(TypeError, match="bf16 is stored as uint16, not float16"):
        oracle.to_float64(np.zeros(3, np.float16), "bf16")


# Operands


@pytest.mark.parametrize("direction", oracle.DIRECTIONS)
@pytest.mark.parametrize("in_type", oracle.TYPES)
def test_operands(direction, in_type):
    problem = PROBLEMS["groups"]
    first, again, other = (oracle.make_operands(direction, problem, in_type, seed) for seed in (1, 1, 2))
    assert tuple(array.shape for array in first) == oracle.operand_shapes(direction, problem)
    assert all(array.dtype == oracle.TYPES[in_type].storage for array in first)
    np.testing.assert_array_equal(first[0], again[0])
    assert (first[0] != other[0]).mean() > 0.9
    ones = oracle.make_operands(direction, problem, in_type, 0, "ones")
    assert all((oracle.to_float64(array, in_type) == 1).all() for array in ones)
    integers = oracle.to_float64(oracle.make_operands(direction, problem, in_type, 0, "integers")[0], in_type)
    assert set(np.unique(integers)) == set(range(-4, 5))


def test_deep_reduction_gets_smaller_integers():
    """4 * 4 * 3,211,264 products would pass 2^24, where fp32 stops holding every integer."""
    problem = Problem(256, 1, 1, (112, 112), (1, 1))
    dy, x = values("wgrad", problem, "integers")
    assert np.abs(dy).max() == 1
    assert (oracle.bound("wgrad", dy, x, problem, "fp32") == 0).all()


def test_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="no kind 'random'"):
        oracle.make_operands("forward", SIMPLE, "fp16", 0, "random")


# Bounds


def fp32_kernel(x, w, problem, order):
    """A forward kernel without groups that adds fp32 products one by one: what the bound must allow."""
    geometry = oracle._geometry(problem)
    padded = np.pad(x, geometry.pads()).astype(np.float32)
    result = np.zeros(geometry.shapes["y"], np.float32)
    terms = [(tap, c) for tap in np.ndindex(*problem.filter) for c in range(problem.c)]
    for tap, c in (terms[i] for i in order(len(terms))):
        column = padded[:, *geometry.window(tap)][..., c, None]
        result = result + column * w[:, *tap, c].astype(np.float32)
    return result.astype(np.float64)


def truncated(values, digits):
    """Toward zero, to so many significant bits."""
    mantissa, exponent = np.frexp(values)
    return np.ldexp(np.trunc(np.ldexp(mantissa, digits)), exponent - digits)


ORDERS = {
    "ascending": range,
    "descending": lambda n: range(n - 1, -1, -1),
    "random": lambda n: np.random.default_rng(5).permutation(n),
}


@pytest.mark.parametrize("out_type", oracle.TYPES)
@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS.keys())
def test_bound_allows_an_fp32_kernel(order, out_type):
    problem = Problem(2, 64, 8, (5, 5), (3, 3), pad_before=(1, 1), pad_after=(1, 1))
    x, w = values("forward", problem)
    stored = oracle.from_float64(fp32_kernel(x, w, problem, order), out_type)
    limit = oracle.bound("forward", x, w, problem, out_type)
    comparison = oracle.compare(stored, oracle.reference("forward", x, w, problem), limit, out_type)
    assert comparison.ok, str(comparison)


def test_bound_allows_truncating_additions():
    """The worst case: all terms positive, every partial sum truncated to 24 bits."""
    problem = Problem(1, 4096, 1, (1,), (1,))
    x, w = (np.abs(v) for v in values("forward", problem))
    total = np.zeros(1)
    for term in (x * w[:, 0]).ravel():
        total = truncated(total + term, 24)
    limit = oracle.bound("forward", x, w, problem, "fp32")
    exact = oracle.reference("forward", x, w, problem)
    assert 0 < abs(total[0] - exact.item()) <= limit.item()


@pytest.mark.parametrize("partial_type", oracle.TYPES)
def test_bound_allows_rounded_partial_sums(partial_type):
    """Split-K with partial sums added one by one in the partial type, as atomics do."""
    problem = Problem(1, 512, 64, (1,), (1,))
    x, w = values("forward", problem)
    slices, total = 16, np.zeros(64)
    for part in range(slices):
        channels = slice(part * 32, part * 32 + 32)
        partial = oracle.round_to(w[:, 0, channels] @ x[0, 0, channels], partial_type)
        total = oracle.round_to(total + partial, partial_type)
    exact = oracle.reference("forward", x, w, problem)
    split = oracle.bound("forward", x, w, problem, partial_type, slices=slices, partial_type=partial_type)
    stored = oracle.from_float64(total.reshape(1, 1, 64), partial_type)
    assert oracle.compare(stored, exact, split, partial_type).ok
    if partial_type != "fp32":
        whole = oracle.bound("forward", x, w, problem, partial_type)
        assert oracle.compare(stored, exact, whole, partial_type).wrong > 0


@pytest.mark.parametrize("out_type", oracle.TYPES)
@pytest.mark.parametrize("direction", oracle.DIRECTIONS)
def test_integers_must_be_exact(direction, out_type):
    """One unit in the last place of one element is an error."""
    problem = PROBLEMS["groups"]
    a, b = values(direction, problem, "integers")
    exact = oracle.reference(direction, a, b, problem)
    limit = oracle.bound(direction, a, b, problem, out_type)
    np.testing.assert_array_equal(limit, np.abs(oracle.round_to(exact, out_type) - exact))
    stored = oracle.from_float64(exact, out_type)
    assert oracle.compare(stored, exact, limit, out_type).ok
    stored.view(np.uint16 if stored.itemsize == 2 else np.uint32).ravel()[7] += 1
    comparison = oracle.compare(stored, exact, limit, out_type)
    assert comparison.wrong == 1
    assert comparison.index == np.unravel_index(7, exact.shape)


@pytest.mark.parametrize(
    ("out_type", "partial_type", "limit"),
    [("fp32", "fp32", 1 << 24), ("fp32", "fp16", 1 << 11), ("fp32", "bf16", 1 << 8)],
)
@pytest.mark.parametrize("scale", [1.0, 2.0**-20, 2.0**3])
def test_sums_are_exact_up_to_the_last_integer_that_the_accumulator_holds(out_type, partial_type, limit, scale):
    problem = Problem(1, 2, 1, (1,), (1,))
    x = np.array([[[1.0, 3.0]]])
    for below, is_exact in ((1, True), (0, False)):
        w = np.array([[[limit - below - 3.0, -1.0]]]) * scale
        error = oracle.bound("forward", x, w, problem, out_type, slices=2, partial_type=partial_type)
        assert (error.item() == 0) == is_exact


def test_sums_below_the_smallest_partial_are_not_exact():
    problem = Problem(1, 2, 1, (1,), (1,))
    x, w = np.ones((1, 1, 2)), np.full((1, 1, 2), 2.0**-26)
    assert oracle.bound("forward", x, w, problem, "fp32").item() == 0
    assert oracle.bound("forward", x, w, problem, "fp32", slices=2, partial_type="fp16").item() > 2.0**-25


def test_pixels_without_terms_must_be_zero():
    problem = PROBLEMS["filter smaller than stride"]
    dy, w = values("dgrad", problem)
    limit = oracle.bound("dgrad", dy, w, problem, "fp16")
    exact = oracle.reference("dgrad", dy, w, problem)
    unreached = np.ones(exact.shape, bool)
    unreached[:, ::3, ::3] = False
    assert (exact[unreached] == 0).all()
    # Additions of zeros cannot err; what is left is far below the smallest fp16.
    assert limit[unreached].max() < oracle.TYPES["fp16"].smallest
    stored = oracle.from_float64(exact, "fp16")
    stored[0, 1, 1, 0] = oracle.TYPES["fp16"].smallest
    assert oracle.compare(stored, exact, limit, "fp16").wrong == 1


def test_bound_without_meaning_is_refused():
    problem = Problem(1, 1 << 23, 1, (1,), (1,))
    x = np.ones((1, 1, 1 << 23))
    with pytest.raises(ValueError, match="no error bound for 8388609 additions"):
        oracle.bound("forward", x, x, problem, "fp32")


def test_missing_term_is_seen():
    """A kernel that drops one product of 72 in one element."""
    x, w = values("forward", SIMPLE)
    exact = oracle.reference("forward", x, w, SIMPLE)
    limit = oracle.bound("forward", x, w, SIMPLE, "fp32")
    wrong = exact.copy()
    wrong[1, 3, 3, 2] -= x[1, 3, 3, 5] * w[2, 1, 1, 5]
    comparison = oracle.compare(oracle.from_float64(wrong, "fp32"), exact, limit, "fp32")
    assert (comparison.wrong, comparison.index, comparison.size) == (1, (1, 3, 3, 2), exact.size)
    assert "1 of 336 elements wrong; worst at [1, 3, 3, 2]" in str(comparison)


# Comparison


@pytest.mark.parametrize(
    ("result", "reference", "limit", "right"),
    [
        (1.0, 1.0, 0.0, True),
        (1.0, 1.25, 0.25, True),
        (1.0, 1.5, 0.25, False),
        (np.nan, 1.0, np.inf, False),
        (np.inf, 1.0, 0.5, False),
        (1.0, np.nan, 0.5, False),
        (1.0, np.inf, np.inf, False),
        (np.nan, np.nan, np.inf, True),
        (np.inf, np.inf, 0.0, True),
        (-np.inf, np.inf, np.inf, False),
        (np.inf, np.nan, np.inf, False),
        (np.nan, np.inf, np.inf, False),
        # fp16: from 65520 on it overflows.
        (np.inf, 65519.0, 0.5, False),
        (np.inf, 65519.0, 1.0, True),
        (65504.0, 65519.0, 15.0, True),
        (np.inf, 70000.0, 1.0, True),
        (-np.inf, 70000.0, 1.0, False),
        (65504.0, 70000.0, 1.0, False),
        (65504.0, 70000.0, 4500.0, True),
        (65504.0, 65520.0, 0.0, False),
        (-np.inf, -65520.0, 0.0, True),
    ],
)
def test_comparison_of_one_element(result, reference, limit, right):
    good = np.array([3.0, result])
    comparison = oracle.compare(oracle.from_float64(good, "fp16"), np.array([3.0, reference]), np.array([0.0, limit]), "fp16")
    assert comparison.ok == right
    assert comparison.wrong == (not right)
    if not right:
        assert comparison.index == (1,)


@pytest.mark.parametrize(
    ("result", "reference", "right"),
    [
        (np.nan, 2.0, True),
        (np.nan, np.inf, True),
        (2.0, 2.0, True),
        (np.inf, np.inf, True),
        (np.nan, np.nan, True),
        (np.inf, 2.0, False),
        (-np.inf, np.inf, False),
        (2.0, np.inf, False),
        (2.0, np.nan, False),
        (3.0, 2.0, False),
    ],
)
def test_where_nan_is_allowed_all_else_is_strict(result, reference, right):
    stored = oracle.from_float64(np.array([1.0, result]), "fp16")
    values, limit = np.array([1.0, reference]), np.zeros(2)
    assert oracle.compare(stored, values, limit, "fp16", np.array([False, True])).ok == right
    same = result == reference or (np.isnan(result) and np.isnan(reference))
    assert oracle.compare(stored, values, limit, "fp16", np.array([True, False])).ok == same


def test_nothing_to_compare_is_an_error():
    empty = np.zeros((0, 3))
    with pytest.raises(ValueError, match="nothing to compare"):
        oracle.compare(empty.astype(np.float16), empty, empty, "fp16")
    with pytest.raises(ValueError, match="nothing to compare"):
        oracle.compare(np.zeros((2, 3), np.float16), np.zeros((3, 2)), np.zeros((3, 2)), "fp16")


def test_exact_sum_that_overflows_must_be_infinite():
    problem = Problem(1, 64, 1, (1,), (1,))
    x = np.full((1, 1, 64), 64.0)
    w = np.full((1, 1, 64), 32.0)
    exact = oracle.reference("forward", x, w, problem)
    assert exact.item() == prod((64, 64, 32))
    limit = oracle.bound("forward", x, w, problem, "fp16")
    assert oracle.compare(oracle.from_float64(exact, "fp16"), exact, limit, "fp16").ok
    assert not oracle.compare(np.full(exact.shape, 65504, np.float16), exact, limit, "fp16").ok
