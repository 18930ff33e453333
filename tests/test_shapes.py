"""Shapes that broke other systems, through the simulator: whole results, exact values, and where Inf and NaN may go."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support import explain_both, simulate_operands, spec_of

from twinkern.engines import DEFAULT_FLAVOR, PythonEngine
from twinkern.judge import oracle
from twinkern.judge.proof import POISON, output_buffer, run_simulation

SHAPES = (
    # Stride and dilation share a factor, or one is prime to the other; one output channel; parts of dx that no tap reaches.
    ("dgrad wgrad", "n=1 c=3 k=1 input=32x32 filter=7x7 stride=2 pad=1 dilation=3"),
    ("dgrad wgrad", "n=1 c=3 k=1 input=32x32 filter=7x7 stride=2 pad=3 dilation=4"),
    # They share a factor, the dilation is the larger, and phases that have no tap would find outputs all the same.
    ("dgrad", "n=1 c=8 k=8 input=15x13 filter=3x3 stride=4 pad=3 dilation=6"),
    ("dgrad", "n=1 c=8 k=8 input=13x18 filter=3x3 stride=6 pad=2 dilation=4"),
    # Every phase of a strided dgrad.
    ("dgrad", "n=2 c=32 k=32 input=8x8 filter=3x3 stride=2 pad=1"),
    ("dgrad", "n=2 c=32 k=32 input=9x7 filter=3x3 stride=3 pad=1"),
    ("dgrad", "n=2 c=16 k=16 input=8x8 filter=4x4 stride=2 pad=1"),
    # Filter smaller than the stride: most of dx is zero, and written.
    ("dgrad", "n=4 c=128 k=64 input=2x2 filter=1x1 stride=2"),
    ("dgrad", "n=2 c=16 k=16 input=14x14 filter=1x1 stride=3"),
    ("dgrad", "n=2 c=16 k=16 input=14x14 filter=3x3 stride=3"),
    ("dgrad", "n=2 c=16 k=16 input=14x14 filter=3x3 stride=2 dilation=2"),
    # Stride larger than the input.
    ("dgrad", "n=1 c=8 k=8 input=1x1 filter=1x1 stride=2"),
    ("dgrad", "n=1 c=8 k=8 input=2x3 filter=1x1 stride=4"),
    # Groups with stride; channels a group that no vector width divides.
    ("forward dgrad wgrad", "n=2 c=96 k=96 input=12x8 filter=3x3 stride=2 pad=1 groups=3"),
    ("forward dgrad wgrad", "n=2 c=24 k=24 input=8x8 filter=3x3 pad=1 groups=8"),
    ("forward dgrad wgrad", "n=2 c=40 k=40 input=8x8 filter=3x3 pad=1 groups=8"),
    ("forward dgrad wgrad", "n=2 c=48 k=48 input=8x8 filter=3x3 stride=2 pad=1 groups=16"),
    ("forward dgrad wgrad", "n=2 c=64 k=64 input=10x10 filter=1x1 groups=4"),
    # The input's last columns are read by no filter position.
    ("wgrad", "n=3 c=4 k=6 input=5 filter=2 stride=2 groups=2"),
    ("wgrad", "n=3 c=4 k=6 input=5x5 filter=2x2 stride=2x1 groups=2"),
    # Depthwise.
    ("forward dgrad wgrad", "n=4 c=32 k=32 input=8x8 filter=3x3 pad=1 groups=32"),
    ("wgrad", "n=1 c=8 k=32 input=16x16 filter=3x3 pad=1"),
    # Channel counts that are no multiple of the tile's k or of the vector.
    ("forward dgrad", "n=2 c=20 k=20 input=8x8 filter=3x3 pad=1"),
    ("forward dgrad", "n=2 c=12 k=9 input=9x9 filter=3x3 pad=1"),
    ("forward dgrad", "n=2 c=4 k=12 input=12x12 filter=3x3 pad=1"),
    ("forward dgrad", "n=2 c=3 k=8 input=17x17 filter=7x7 stride=2 pad=3"),
    ("forward dgrad", "n=8 c=32 k=32 input=1x18x18 filter=1x1x1"),
    # Padding before and after differ; strides, pads and dilations differ by axis.
    ("forward dgrad wgrad", "n=2 c=3 k=8 input=22x22 filter=7x7 stride=2 pad_before=3 pad_after=2"),
    ("forward dgrad wgrad", "n=1 c=8 k=8 input=5x6x7 filter=3x2x3 stride=1x2x1 pad=1x0x2"),
    ("forward dgrad wgrad", "n=2 c=16 k=16 input=1x30 filter=1x7 pad=0x9 dilation=1x3"),
    # Padding on one side only.
    ("forward dgrad wgrad", "n=2 c=8 k=8 input=7x6 filter=3x3 pad_after=2"),
    ("forward dgrad wgrad", "n=2 c=8 k=8 input=7x6 filter=3x3 pad_before=2"),
    # A 1x1 filter with stride or padding is no plain product.
    ("forward", "n=1 c=1 k=1 input=3x3 filter=1x1 stride=2"),
    ("forward", "n=2 c=16 k=16 input=5x5 filter=1x1 pad=1"),
    ("forward", "n=2 c=1 k=4 input=7x7 filter=1x3"),
)
RUNS = [f"direction={direction} {words}" for directions, words in SHAPES for direction in directions.split()]
VARIANTS = (("arch=gfx950 in_type=bf16", "integers", 1), ("arch=gfx942 in_type=fp16", "normal", 2))
POISONED = ("n=2 c=20 k=20 input=8x8 filter=3x3 pad=1", "n=2 c=16 k=16 input=9x9 filter=3x3 stride=2 pad=1")


def emit(words: str):
    return PythonEngine().emit(spec_of(words), DEFAULT_FLAVOR)


def bits(array: np.ndarray) -> np.ndarray:
    """The array's bit patterns."""
    return array.view({2: np.uint16, 4: np.uint32}[array.itemsize])


@pytest.mark.parametrize("words", RUNS)
def test_shape_is_computed(words):
    for variant, kind, seed in VARIANTS:
        result = run_simulation(emit(f"{words} {variant}"), seed=seed, kind=kind)
        assert not result.findings, "\n".join(map(str, result.findings))
        assert result.comparison.ok, f"{variant} {kind}: {result.comparison}"


NOTHING = (
    ("n=0 c=8 k=8 input=8x8 filter=3x3", "FIELD_RANGE"),
    ("n=1 c=0 k=8 input=8x8 filter=3x3", "FIELD_RANGE"),
    ("n=1 c=8 k=8 input=2x2 filter=5x5", "PROBLEM_EMPTY"),
    ("n=1 c=8 k=8 input=8x8 filter=3x3 dilation=0", "FIELD_RANGE"),
    ("n=1 c=8 k=8 input=8x8 filter=3x3 stride=0", "FIELD_RANGE"),
    ("n=1 c=8 k=8 input=8x8 filter=3x3 groups=3", "PROBLEM_GROUPS"),
    ("n=1 c=8 k=8 input=8x8 filter=3x3 pad=-1", "FIELD_RANGE"),
)
LIMITS = (
    ("forward wgrad", "n=1 c=64 k=3 input=4096x4096 filter=1x1", "PROBLEM_TENSOR_BYTES"),
    ("dgrad", "n=1 c=64 k=3 input=4096x4096 filter=1x1 out_type=fp32", "PROBLEM_TENSOR_BYTES"),
    ("forward dgrad wgrad", "n=1 c=128 k=3 input=4096x4096 filter=1x1", "PROBLEM_TENSOR_BYTES"),
    ("forward dgrad wgrad", "n=1 c=64 k=3 input=4095x4096 filter=1x1", ""),
    ("forward dgrad wgrad", "n=1 c=65537 k=65537 input=1x1 filter=1x1", "PROBLEM_TENSOR_BYTES"),
    ("forward dgrad wgrad", "n=32 c=1024 k=1024 input=56x56 filter=3x3 pad=1 groups=1024", ""),
    ("forward dgrad wgrad", "n=16384 c=3 k=1024 input=14x14 filter=14x14 stride=14", ""),
    ("forward dgrad wgrad", "n=1 c=65535 k=65535 input=1x1 filter=1x1 groups=65535", ""),
    ("forward dgrad", "n=1 c=65536 k=65536 input=1x1 filter=1x1 groups=65536", "GRID_LIMIT"),
    ("wgrad", "n=1 c=65536 k=65536 input=1x1 filter=1x1 groups=65536 groups_per_tile=1", "GRID_LIMIT"),
    ("wgrad", "n=1 c=65536 k=65536 input=1x1 filter=1x1 groups=65536", ""),
)


@pytest.mark.parametrize(
    ("words", "code"),
    [(f"direction={d} {words}", code) for words, code in NOTHING for d in ("forward", "dgrad", "wgrad")]
    + [(f"direction={d} {words}", code) for directions, words, code in LIMITS for d in directions.split()],
)
def test_nonsense_and_limits(words, code):
    found = explain_both(spec_of(words))
    assert [row.code for row in found.violations[:1]] == ([code] if code else [])
    assert (found.name is None) == bool(code)


def test_outputs_are_poisoned():
    """A run that stores nothing must not find the last run's result in its buffer."""
    for out_type in ("fp16", "fp32"):
        program = emit(f"direction=forward n=1 c=8 k=8 input=4x4 filter=1x1 out_type={out_type}")
        buffer = output_buffer(program, program.spec)
        assert buffer.shape == (1, 4, 4, 8) and (buffer.view(np.uint8) == POISON).all() and np.isnan(buffer).all()


# Exact values.


def stored(words: str, a: list | np.ndarray, b: list | np.ndarray) -> np.ndarray:
    """The fp32 result of a spec on fp16 operands."""
    program = emit(f"{words} out_type=fp32")
    first, second = oracle.operand_shapes(program.spec.direction, program.spec.problem)
    result = simulate_operands(program, *(np.array(x, np.float16).reshape(s) for x, s in ((a, first), (b, second))))
    assert result.ok, (result.findings, result.comparison)
    return result.output


def test_wgrad_of_a_padded_pixel():
    result = stored("direction=wgrad n=2 c=1 k=1 input=1x1 filter=3x3 pad=2 stride=2", np.ones(8), np.ones(2))
    assert result.reshape(3, 3).tolist() == [[2, 0, 2], [0, 0, 0], [2, 0, 2]]


def test_wgrad_depthwise():
    words = "direction=wgrad n=1 c=96 k=96 groups=96 input=6x6 filter=3x3 stride=2 pad=1"
    result = stored(words, np.ones(9 * 96), np.ones(36 * 96))
    assert all(group.tolist() == [[4, 6, 6], [6, 9, 9], [6, 9, 9]] for group in result.reshape(96, 3, 3))


def test_dgrad_1x1_stride2_is_three_quarters_zero():
    program = emit("direction=dgrad n=256 c=128 k=64 input=2x2 filter=1x1 stride=2")
    result = run_simulation(program, kind="ones")
    assert result.ok
    assert (result.output[:, 0, 0] == 64).all()
    assert (bits(result.output) == 0).mean() == 0.75


def test_forward_1d():
    result = stored("direction=forward n=1 c=1 k=1 input=8 filter=2 stride=2", range(1, 9), [1, 2])
    assert result.ravel().tolist() == [5, 11, 17, 23]


def test_dgrad_1d_dilated():
    result = stored("direction=dgrad n=1 c=1 k=1 input=3 filter=2 stride=2 dilation=2", [1], [2, 3])
    assert result.ravel().tolist() == [2, 0, 3]


@pytest.mark.parametrize("words", [words for words in RUNS if words.startswith("direction=dgrad")])
def test_dgrad_pixels_without_taps_are_positive_zero(words):
    program = emit(words)
    problem = program.spec.problem
    ones = [np.ones(shape) for shape in oracle.operand_shapes("dgrad", problem)]
    reached = oracle.reference("dgrad", *ones, problem) != 0
    output = run_simulation(program, seed=5, sanitize=False).output
    assert (bits(output)[~reached] == 0).all()
    assert (bits(output)[reached] != 0).any()


# Inf and NaN.


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("corner", [0, -1])
@pytest.mark.parametrize("in_type", ["fp16", "bf16"])
@pytest.mark.parametrize("words", POISONED)
@pytest.mark.parametrize("direction", ["forward", "dgrad"])
def test_non_finite_values_reach_only_what_depends_on_them(direction, words, in_type, corner, value):
    program = emit(f"direction={direction} in_type={in_type} {words}")
    problem = program.spec.problem
    a, b = oracle.make_operands(direction, problem, in_type, 3)
    marked = np.zeros(a.shape)
    marked.flat[corner] = 1
    depends = oracle.reference(direction, marked, np.ones(b.shape), problem) != 0
    assert depends.any() and not depends.all()

    clean = simulate_operands(program, a, b)
    spoiled = a.copy()
    spoiled.flat[corner] = oracle.from_float64(np.array(value), in_type)
    dirty = simulate_operands(program, spoiled, b)
    assert clean.ok and dirty.ok, (dirty.findings, dirty.comparison)
    assert (bits(dirty.output)[~depends] == bits(clean.output)[~depends]).all()
    assert not np.isfinite(oracle.to_float64(dirty.output, in_type)[depends]).any()
