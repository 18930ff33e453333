"""Infinities, NaN, -0 and subnormals in every operand: what depends on them is right, all else is the same bit for bit."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from tests.support import emit_both, simulate_operands, spec_of

from twinkern import emit
from twinkern.judge import oracle
from twinkern.judge.proof import check_runs, make_exercise, run_simulation

# Pads, tails along all three extents of the product, strides, dilations, groups; every architecture, the loaders and epilogues.
SPECS = {
    "forward": [
        "arch=gfx942 n=2 c=20 k=40 input=5x4 filter=3x3 pad=1",
        "arch=gfx950 in_type=bf16 n=2 c=24 k=24 groups=3 input=7x5 filter=3x2 stride=2 pad=2 pipeline=async",
        "arch=gfx1250 n=2 c=20 k=24 input=9 filter=5 dilation=2 pad=3 epilogue=direct",
    ],
    "dgrad": [
        "arch=gfx942 n=2 c=20 k=40 input=5x4 filter=3x3 pad=1 pipeline=ring",
        "arch=gfx950 in_type=bf16 n=2 c=24 k=24 groups=3 input=7x5 filter=3x3 stride=2 pad=2 out_type=fp32",
        "arch=gfx1250 n=2 c=24 k=20 input=11 filter=4 stride=2 dilation=2 pad=3 epilogue=direct",
    ],
    "wgrad": [
        "arch=gfx942 n=2 c=20 k=40 input=5x4 filter=3x3 pad=1 out_type=fp32",
        "arch=gfx950 in_type=bf16 n=2 c=24 k=24 groups=3 input=7x5 filter=3x2 stride=2 pad=2",
        "arch=gfx1250 n=2 c=20 k=24 input=9 filter=5 dilation=2 pad=3 epilogue=direct",
    ],
}
PAIRS = [(direction, words) for direction, rows in SPECS.items() for words in rows]
ROWS = [pytest.param(direction, words, id=f"{direction} {words.split()[0]}") for direction, words in PAIRS]


def affected(direction, a, b, side, place, problem):
    """Which elements of the result depend on one element of one operand: its products with ones are not zero."""
    ones = [np.zeros(a.shape), np.ones(b.shape)] if side == 0 else [np.ones(a.shape), np.zeros(b.shape)]
    ones[side].flat[place] = 1
    return oracle.reference(direction, *ones, problem) != 0


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("direction", "words"), ROWS)
def test_special_value_in_one_place(direction, words, side):
    """The reference is met, NaN stands exactly where a right kernel gives it, and nothing else has changed a bit."""
    program = emit_both(spec_of(f"direction={direction} {words}"))
    spec, problem = program.spec, program.spec.problem
    operands = oracle.make_operands(direction, problem, spec.in_type, 3)
    before = simulate_operands(program, *operands).output
    generator = np.random.default_rng(5)
    seen = 0
    for value in oracle.special_values(spec.in_type):
        place = int(generator.choice(operands[side].size))
        changed = [operand.copy() for operand in operands]
        changed[side].flat[place] = oracle.from_float64(np.array(value), spec.in_type)
        result = simulate_operands(program, *changed)
        assert result.ok, f"{value} at {place}: {result.comparison} {result.findings}"
        wide = [oracle.to_float64(operand, spec.in_type) for operand in changed]
        reference = oracle.reference(direction, *wide, problem)
        allowed = oracle.may_be_nan(direction, *wide, problem)
        np.testing.assert_array_equal(np.isnan(oracle.to_float64(result.output, spec.out_type)), np.isnan(reference) | allowed)
        reached = affected(direction, *operands, side, place, problem) | np.isnan(reference) | allowed
        assert result.output[~reached].tobytes() == before[~reached].tobytes(), f"{value} at {place} reaches what it must not"
        assert not reached.all(), "nothing is left to compare"
        seen += int((np.isnan(reference) | allowed).sum())
    assert seen, "no value was seen in the result"


@pytest.mark.parametrize(("direction", "words"), ROWS)
def test_special_values_in_both_operands(direction, words):
    program = emit_both(spec_of(f"direction={direction} {words}"))
    spec = program.spec
    result = simulate_operands(program, *oracle.make_operands(direction, spec.problem, spec.in_type, 1, "special"))
    assert result.ok, f"{result.comparison} {result.findings}"
    assert np.isnan(oracle.to_float64(result.output, spec.out_type)).any()


def test_filter_of_one_infinity():
    """Two pixels meet it in dy, the last meets it beside dy: NaN there, where the gradient itself is 2."""
    program = emit_both(spec_of("direction=dgrad arch=gfx942 n=1 c=1 k=1 input=3 filter=3 pad=1"))
    dy, w = np.ones((1, 3, 1), np.float16), np.ones((1, 3, 1), np.float16)
    w[0, 0] = np.inf
    result = simulate_operands(program, dy, w)
    np.testing.assert_array_equal(result.output.ravel(), np.array([np.inf, np.inf, np.nan], np.float16))
    assert result.ok, str(result.comparison)


def test_read_that_is_lost_in_a_product_with_zero_is_seen():
    """Past the end of the reduction dy is read, and w is zero there: right for all finite numbers, and no fault of memory."""
    program = emit_both(
        spec_of("direction=dgrad arch=gfx942 n=2 c=32 k=32 groups=2 input=5x5 filter=3x3 pad=1 tile_m=32 tile_n=32 tile_k=32")
    )
    assert all(check.ok for check in check_runs({"llvm22": program}))
    text, count = re.subn(r"(icmp ult i32 %v\d+, )3(?=\n)", r"\g<1>4", program.text)
    assert count, "the kernel has no bound of its taps"
    changed = replace(program, text=text)
    assert run_simulation(changed).ok
    simulator, reference = check_runs({"llvm22": changed})
    assert simulator.ok and reference.ok is False and "on special values" in reference.detail


@pytest.mark.parametrize("in_type", ["fp16", "bf16"])
def test_reference_of_a_machine_that_flushes(in_type):
    """What gfx90a multiplies: its atoms count subnormal numbers as zeros, and an infinity times one is NaN."""
    smallest = 2.0 ** oracle.TYPES[in_type].min_exponent
    values = np.array([smallest, -smallest, smallest / 2, -smallest / 2, 0.0, np.inf, np.nan])
    flushed = oracle.without_subnormals(values, in_type)
    assert np.array_equal(flushed, [smallest, -smallest, 0, 0, 0, np.inf, np.nan], equal_nan=True)
    assert np.signbit(flushed)[3] and not np.signbit(flushed)[2]


def test_exercise_of_a_machine_that_flushes():
    programs = [emit(f"direction=wgrad arch={arch} n=1 c=16 k=16 input=6x6 filter=3x3") for arch in ("gfx90a", "gfx942")]
    flushed, kept = (make_exercise(program.spec, kind="special").expected for program in programs)
    assert not np.array_equal(flushed, kept, equal_nan=True)


def test_the_reference_flushes_subnormals_of_16_bits_alone(monkeypatch):
    """Atoms of gfx90a do (see arch.toml); those of fp32 take them as they are."""
    flushed = []
    monkeypatch.setattr(oracle, "without_subnormals", lambda values, dtype: flushed.append(dtype) or values)
    half = emit(spec_of("direction=forward arch=gfx90a n=1 c=16 k=16 input=3x3 filter=1x1")).spec
    for spec in (half, replace(half, in_type="fp32")):
        make_exercise(spec)
    assert flushed == ["fp16", "fp16"]


def test_values_are_rounded_to_tf32():
    """To 10 bits of fraction, ties away from zero; what is not finite stays."""
    step = 2.0**-10
    values = np.array([1.0, 1 + step / 2, -1 - step / 2, 1 + step / 2 - 2.0**-23, 1 + step, 3.0e-45, np.inf, -np.inf, np.nan])
    expected = [1.0, 1 + step, -1 - step, 1.0, 1 + step, 0.0, np.inf, -np.inf, np.nan]
    assert np.array_equal(oracle.rounded_to_tf32(values), expected, equal_nan=True)


def test_exercise_of_an_atom_that_rounds_to_tf32():
    spec = emit(spec_of("direction=forward arch=sm_90 in_type=fp32 n=1 c=16 k=16 input=3x3 filter=1x1")).spec
    made = make_exercise(spec)
    x, w = (made.operands[name].astype(np.float64) for name in "xw")
    pairs = (x, w), (oracle.rounded_to_tf32(x), oracle.rounded_to_tf32(w))
    plain, rounded = (oracle.reference(spec.direction, *pair, spec.problem) for pair in pairs)
    assert np.array_equal(made.expected, rounded) and not np.array_equal(plain, rounded)
