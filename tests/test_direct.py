"""Kernels without atoms: what stays apart, what is shared out, and that a fault would be seen."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from tests.support import explain_both, spec_of

from twinkern import Program, emit
from twinkern._contract import DIRECT_CHANNELS, DIRECT_COLUMNS, DIRECT_LDS_BYTES, DIRECT_THREADS
from twinkern.engine.plan.rules import accept
from twinkern.engine.spec.spec import read_spec
from twinkern.judge import oracle
from twinkern.judge.proof import Exercise, make_exercise, run_simulation

FORWARD = "direction=forward n=2 c=32 k=32 groups=8 input=7x6 filter=3x3 pad=1 method=direct"
DGRAD = "direction=dgrad n=1 c=24 k=32 groups=8 input=6x7 filter=3x3 stride=2 pad=1 method=direct"


def changed(program: Program, pattern: str, replacement: str) -> Program:
    """The program with the first of what matches replaced."""
    text, count = re.subn(pattern, replacement, program.text, count=1)
    assert count == 1
    return replace(program, text=text)


@pytest.mark.parametrize("words", [FORWARD, DGRAD])
@pytest.mark.parametrize("arch", ["gfx942", "gfx1250", "sm_90"])
def test_an_infinity_stays_in_its_group(words, arch):
    """All of one group is infinite; no other output is touched by it."""
    program = emit(spec_of(f"{words} arch={arch}"))
    spec = program.spec
    plain = make_exercise(spec, 1)
    name = "x" if spec.direction == "forward" else "dy"
    operands = {key: value.copy() for key, value in plain.operands.items()}
    channels = operands[name].shape[-1] // spec.problem.groups
    operands[name][..., 2 * channels : 3 * channels] = np.inf
    bad = Exercise(operands, plain.expected, plain.bound, None)
    found = run_simulation(program, exercise=bad).output
    width = found.shape[-1] // spec.problem.groups
    others = np.ones(found.shape[-1], bool)
    others[2 * width : 3 * width] = False
    wide = oracle.to_float64(found, spec.out_type)
    assert np.all(np.abs(wide - plain.expected)[..., others] <= plain.bound[..., others])
    assert not np.all(np.isfinite(wide))


def test_subnormals_are_kept_where_atoms_flush_them():
    """Of gfx90a, whose atoms take 16-bit subnormals for zeros."""
    for words in (FORWARD, DGRAD):
        assert run_simulation(emit(spec_of(f"{words} arch=gfx90a")), kind="special").ok


def test_a_barrier_between_filters_and_their_use():
    program = emit(spec_of(f"{FORWARD} arch=sm_90"))
    broken = changed(program, r"  call void @llvm\.nvvm\.barrier[^\n]*\n", "")
    assert run_simulation(program).ok and run_simulation(broken).findings


@pytest.mark.parametrize(
    ("words", "pattern", "replacement"),
    [
        (FORWARD, r"icmp ult i32 (%v\d+), 7\b", r"icmp ult i32 \1, 8"),
        (FORWARD, r"(fma\.f32\(float %v\d+, float) %v\d+", r"\1 0.0"),
        (FORWARD, r"urem i32 (%v\d+), 9\b", r"urem i32 \1, 8"),
        (DGRAD, r"(; taps\n(?:.*\n)*?.*icmp ult i32 %\w+), (%v\d+)", r"\1, 1"),
    ],
    ids=["a pixel past the end", "a product left out", "a tap's filter in another's place", "taps left out"],
)
def test_a_fault_is_seen(words, pattern, replacement):
    program = emit(spec_of(f"{words} arch=gfx942"))
    assert run_simulation(program).ok and not run_simulation(changed(program, pattern, replacement)).ok


@pytest.mark.parametrize("channels", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("groups", [1, 6, 32, 96, 512])
@pytest.mark.parametrize("filter_", [1, 3, 7])
def test_the_choice_of_groups(channels, groups, filter_):
    """As many as fit side by side, in whole rows of threads; none has more channels than a thread takes."""
    sizes = f"c={channels * groups} k={channels * groups} groups={groups} filter={filter_}x{filter_}"
    words = spec_of(f"direction=forward n=1 input=9x9 {sizes} method=direct")
    plan = accept(read_spec(words))
    assert read_spec(explain_both(words).resolved.encode()) == plan.spec, "what is chosen may be asked for"
    direct, together = plan.direct, plan.spec.groups_per_tile
    assert groups % together == 0 and direct.groups * direct.columns == together
    assert direct.columns * direct.rows == DIRECT_THREADS and direct.columns <= DIRECT_COLUMNS
    assert direct.groups * channels <= max(DIRECT_CHANNELS, channels)
    assert direct.lds_bytes <= DIRECT_LDS_BYTES or together == 1
    assert direct.lds_bytes == together * channels * channels * filter_ * filter_ * 4


def test_fp32_is_not_rounded():
    """Without an atom that takes fewer bits, products are those of fp32."""
    program = emit(spec_of("direction=forward arch=sm_90 in_type=fp32 n=1 c=8 k=8 groups=8 input=4x4 filter=1x1 method=direct"))
    found = run_simulation(program)
    x, w = found.program.spec, make_exercise(program.spec).operands
    assert x.method == "direct"
    assert np.array_equal(found.output, (w["x"] * w["w"].reshape(1, 1, 1, 8)).astype(np.float32))
