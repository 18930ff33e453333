"""The simulator on our NVIDIA kernels with one thing made wrong each: what a GPU may do by chance is found every time."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.support import spec_of

from twinkern import emit
from twinkern.engines import Program
from twinkern.judge.manifest_faults import manifest_faults
from twinkern.judge.proof import Simulation, run_simulation

RING = (
    "direction=forward arch=sm_90 in_type=bf16 pipeline=ring loader=async stages=3 tile_m=64 tile_n=64 tile_k=32 warps_m=2 "
    "warps_n=2 n=2 c=64 k=64 input=9x9 filter=3x3 pad=1"
)
PADDED = RING.replace("pipeline=ring loader=async stages=3", "pipeline=mem")
BARRIER = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"
WAIT = "@llvm.nvvm.cp.async.wait.group(i32 1)"


@pytest.fixture(scope="module")
def ring() -> Program:
    return emit(spec_of(RING))


def run(program: Program, text: str) -> Simulation:
    assert text != program.text, "nothing was changed"
    return run_simulation(replace(program, text=text))


def kinds(result: Simulation) -> set[str]:
    return {finding.kind for finding in result.findings}


def loop_of(text: str) -> tuple[int, int]:
    """Where the main loop begins and ends."""
    return text.index("  ; main loop"), text.index("  ; after the main loop")


def test_the_right_kernels_pass(ring):
    for program in (ring, emit(spec_of(PADDED))):
        assert run_simulation(program).ok


def test_a_copy_that_nobody_waits_for_is_in_flight(ring):
    assert "dma" in kinds(run(ring, re.sub(rf"  call void {re.escape(WAIT)}\n", "", ring.text)))


def test_a_wait_that_is_too_generous_by_one(ring):
    assert "dma" in kinds(run(ring, ring.text.replace(WAIT, WAIT.replace("i32 1", "i32 2"))))


def test_copies_that_are_in_no_group(ring):
    assert "dma" in kinds(run(ring, ring.text.replace("  call void @llvm.nvvm.cp.async.commit.group()\n", "")))


def test_a_barrier_that_is_missing_in_the_loop(ring):
    first, last = loop_of(ring.text)
    for count in (1, -1):
        changed = ring.text[first:last].replace(BARRIER, "", count)
        assert {"dma", "race"} & kinds(run(ring, ring.text[:first] + changed + ring.text[last:]))


def test_a_barrier_that_is_missing_before_wide_stores(ring):
    at = ring.text.index("  ; epilogue: wide stores")
    before = ring.text.rindex(BARRIER, 0, at)
    result = run(ring, ring.text[:before] + ring.text[before + len(BARRIER) :])
    assert {"race", "initialisation"} & kinds(result)


def test_a_copy_of_bytes_outside_the_tensor(ring):
    """Guards that are dropped: what a pad reads is before the tensor, or behind it."""
    changed, count = re.subn(r"select i1 %v\d+, i32 16, i32 0", "select i1 true, i32 16, i32 0", ring.text)
    assert count > 4 and "memory" in kinds(run(ring, changed))


def test_a_swizzle_that_is_dropped_costs_banks():
    """The same kernel without pad and swizzle: right, and each matrix read waits for banks."""
    counted = {}
    for swizzle in ("xor", "none"):
        program = emit(spec_of(f"{RING} swizzle={swizzle}"))
        result = run_simulation(program, count=True)
        assert result.ok
        (counters,) = result.counters.values()
        reads = [row for row in counters.accesses if "ldmatrix" in row.instruction]
        assert reads
        counted[swizzle] = sum(row.conflicts for row in reads)
    assert counted["xor"] == 0 < counted["none"]


def test_a_block_of_another_size_is_told_without_ptxas(ring):
    manifest = ring.manifest_text.replace('"block":[128,1,1]', '"block":[64,1,1]')
    faults = manifest_faults(replace(ring, manifest_text=manifest))
    assert any("the text is for 128 to 128" in fault for fault in faults) and not manifest_faults(ring)


@pytest.mark.parametrize("change", ["another barrier", "no barrier"])
def test_warps_with_roles_that_do_not_meet(change):
    """Those that load come to a barrier in a place of their own."""
    words = "direction=forward arch=sm_90 pipeline=wavelet n=2 c=32 k=64 input=8x8 filter=3x3 stride=2 pad=1"
    program = emit(spec_of(words))
    calls = list(re.finditer(r"  call void @llvm\.nvvm\.barrier\.cta\.sync\.count\(i32 1, i32 \d+\)\n", program.text))
    assert len(calls) > 4 and "barrier.cta.sync.aligned" not in program.text and run_simulation(program).ok
    first = calls[0]
    other = first[0].replace("i32 1", "i32 2") if change == "another barrier" else ""
    assert run(program, program.text[: first.start()] + other + program.text[first.end() :]).findings
