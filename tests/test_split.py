"""Reductions in slices: what each slice holds, how they come together, how many there are, and that a fault would be seen."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from tests.support import spec_of

from twinkern import Program, emit
from twinkern._contract import ARCHES, SPLIT_CHOICE_LIMIT, SPLIT_WORKSPACE_LIMIT
from twinkern.engine.plan.policy import choose_split
from twinkern.engine.plan.rules import accept
from twinkern.engine.spec.spec import read_spec
from twinkern.judge import oracle
from twinkern.judge.launch import make_buffers, read_plan
from twinkern.judge.proof import make_exercise, run_launch, run_simulation

WGRAD = "direction=wgrad n=3 c=16 k=24 input=9x7 filter=3x2 pad=1 tile_m=32 tile_n=32 tile_k=32 split_k=3"
ARCHES_TO_RUN = ("gfx942", "gfx1250", "sm_90")


def run(program: Program, kind: str) -> dict[str, np.ndarray]:
    """All buffers after the launches of a program, on made-up operands; no sanitizer may find anything."""
    plan = read_plan(program.manifest_text)
    contents = make_buffers(plan, make_exercise(program.spec, 1, kind).operands)
    for kernel in plan.launches:
        assert not run_launch(program.text, kernel, plan, contents).findings
    return contents


@pytest.mark.parametrize("arch", ARCHES_TO_RUN)
def test_each_slice_is_its_part_of_the_sum_and_they_are_added_in_order(arch):
    """Bit for bit: fp32 sums of what lies in the workspace, from the first slice on, rounded once."""
    program = emit(spec_of(f"{WGRAD} arch={arch} in_type=bf16"))
    buffers = run(program, "normal")
    slices = buffers["workspace"].view(np.float32).reshape(3, -1)
    total = np.zeros_like(slices[0])
    for part in slices:
        assert np.any(part)
        total = total + part
    assert np.array_equal(buffers["dw"].reshape(-1), oracle.from_float64(total.astype(np.float64), "bf16"))
    exact = (
        run(program, "integers")["workspace"].view(np.float32).reshape(3, *oracle.output_shape("wgrad", program.spec.problem))
    )
    problem, width = program.spec.problem, accept(read_spec(program.resolved.encode())).iterations * program.spec.tile_k
    dy, x = (oracle.to_float64(data, "bf16") for data in make_exercise(program.spec, 1, "integers").operands.values())
    rows = dy.reshape(-1, problem.k)
    for number, part in enumerate(exact):
        own = np.zeros_like(rows)
        own[number * width : (number + 1) * width] = rows[number * width : (number + 1) * width]
        assert np.array_equal(part, oracle.reference("wgrad", own.reshape(dy.shape), x, problem))


def test_the_bound_counts_the_slices():
    spec = emit(spec_of(f"{WGRAD} arch=gfx942 out_type=fp32")).spec
    found = make_exercise(spec, 1)
    dy, x = (oracle.to_float64(data, "fp16") for data in found.operands.values())
    wanted = oracle.bound("wgrad", dy, x, spec.problem, "fp32", slices=3)
    assert np.array_equal(found.bound, wanted)
    assert np.all(wanted > oracle.bound("wgrad", dy, x, spec.problem, "fp32"))


def test_a_workspace_of_another_size_is_seen():
    """Though argument and sum of the manifest agree on it."""
    program = emit(spec_of(f"{WGRAD} arch=gfx942"))
    size = program.manifest["workspace_bytes"]
    assert size == 3 * 24 * 16 * 6 * 4
    found = run_simulation(replace(program, manifest_text=program.manifest_text.replace(str(size), str(2 * size))))
    assert any(f"workspace_bytes is {2 * size}" in fault for fault in found.faults)


@pytest.mark.parametrize("arch", ARCHES_TO_RUN)
def test_filters_of_other_groups_that_count_are_seen(arch):
    """Blocks off the diagonal go to the places of others."""
    words = "direction=wgrad n=2 c=24 k=32 groups=8 input=7x7 filter=3x3 pad=1 groups_per_tile=4"
    program = emit(spec_of(f"{words} arch={arch}"))
    text, count = re.subn(r"icmp ult i32 (%v\d+), 1\n", r"icmp ult i32 \1, 4\n", program.text)
    assert count and run_simulation(program).ok and not run_simulation(replace(program, text=text)).ok


@pytest.mark.parametrize("arch", ARCHES_TO_RUN)
def test_the_same_bits_again(arch):
    program = emit(spec_of(f"{WGRAD} arch={arch}"))
    assert run(program, "normal")["dw"].tobytes() == run(program, "normal")["dw"].tobytes()


@pytest.mark.parametrize(
    ("pattern", "replacement", "seen"),
    [
        (r"mul i64 (%v\d+), \d+", r"mul i64 \1, 0", "slices on top of each other"),
        (r"(udiv i32 %v\d+), 12\b", r"\1, 13", "groups and slices taken apart wrongly"),
    ],
    ids=["one slice for all", "wrong slice"],
)
def test_a_fault_is_seen(pattern, replacement, seen):
    words = "direction=wgrad arch=gfx942 n=2 c=32 k=32 groups=2 input=8x8 filter=3x3 groups_per_tile=1 split_k=12"
    program = emit(spec_of(f"{words} tile_m=16 tile_n=16 tile_k=16"))
    text, count = re.subn(pattern, replacement, program.text, count=1)
    assert count == 1 and run_simulation(program).ok
    assert not run_simulation(replace(program, text=text)).ok, seen


def test_a_slice_that_is_left_out_of_the_sum_is_seen():
    program = emit(spec_of(f"{WGRAD} arch=gfx942"))
    text, count = re.subn(r"(fadd <\d x float> %v\d+), %v(\d+)", r"\1, zeroinitializer", program.text, count=1)
    assert count == 1 and not run_simulation(replace(program, text=text)).ok


def test_zeros_that_are_left_out_are_seen():
    program = emit(spec_of(f"{WGRAD} arch=gfx942 combine=atomic out_type=fp32"))
    manifest = program.manifest_text.replace('"zeroed":["dw"]', '"zeroed":[]')
    assert manifest != program.manifest_text
    found = run_simulation(replace(program, manifest_text=manifest))
    assert not found.ok and any("zeroed is empty" in fault for fault in found.faults)


def chosen(words: str) -> tuple[int, str]:
    """How many slices the policy takes, and how they meet."""
    spec = emit(spec_of(words)).spec
    return spec.split_k, str(spec.combine)


def test_the_choice():
    few = "direction=wgrad arch=sm_90 n=128 c=64 k=64 input=56x56 filter=3x3 pad=1 split_k=-1"
    slices, combine = chosen(few)
    assert 20 <= slices <= 60 and combine == "two_stage", "five tiles on 132 multiprocessors"
    assert chosen("direction=forward arch=sm_90 n=128 c=64 k=64 input=56x56 filter=3x3 pad=1 split_k=-1") == (1, "none")
    assert chosen("direction=wgrad arch=sm_90 n=1 c=8 k=8 input=8x8 filter=1x1 split_k=-1") == (1, "none")
    assert chosen(f"{few} combine=atomic out_type=fp32") == (slices, "atomic")
    assert chosen(f"{few} combine=none") == (1, "none")
    small = "direction=wgrad arch=sm_90 n=1 c=8 k=8 input=8x8 filter=1x1 split_k=-1"
    assert chosen(f"{small} combine=two_stage") == (1, "two_stage")
    grouped = "direction=wgrad arch=sm_90 n=8 c=2048 k=2048 groups=64 input=14x14 filter=1x1 split_k=-1"
    assert chosen(grouped)[0] < slices, "groups are in the grid already"


@pytest.mark.parametrize("arch", sorted(name for name, row in ARCHES.items() if row.emits))
def test_the_choice_knows_limits(arch):
    spec = read_spec(spec_of("direction=wgrad n=1 c=8 k=8 input=8x8 filter=1x1 split_k=-1 tile_k=16 stages=1"))
    row = ARCHES[arch]
    assert choose_split(spec, row, 1 << 30, 1, 1, 4096, 16) <= SPLIT_CHOICE_LIMIT
    assert choose_split(spec, row, 1 << 30, 1, 1, 4096, SPLIT_WORKSPACE_LIMIT // 12) <= 3
    assert choose_split(spec, row, 1 << 30, row.grid_y // 2, 1, 4096, 16) <= 2
    assert choose_split(spec, row, 48, 1, 1, 4096, 16) <= 3, "no slice is without work"
    assert choose_split(spec, row, 1 << 30, 1, 100 * row.cores, 4096, 16) == 1, "the machine is full"
