"""The oracles can fail: our own kernels with one thing made wrong, each a mistake that was made somewhere."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.support import spec_of

from twinkern import emit
from twinkern.judge import simulator as sim
from twinkern.judge.proof import Simulation, run_simulation

FORWARD = "direction=forward arch=gfx942 n=2 c=32 k=32 input=8x8 filter=3x3 pad=1"
DGRAD = "direction=dgrad arch=gfx950 in_type=bf16 n=2 c=32 k=32 input=8x8 filter=3x3 stride=2 pad=1"
BARRIER = "  call void @llvm.amdgcn.s.barrier()\n"
FENCE = re.compile(r'  fence syncscope\("workgroup"\) \w+, !mmra !0\n')
MASK = re.compile(r"select i1 %v\d+, i32 (%v\d+), i32 -2147483648")


@pytest.fixture(scope="module")
def programs():
    """The right kernels; two warps each, so that their barriers matter."""
    found = {"forward": emit(spec_of(FORWARD)), "dgrad": emit(spec_of(DGRAD))}
    assert all(program.spec.warps_m * program.spec.warps_n > 1 for program in found.values())
    return found


def parts(text: str, name: str) -> tuple[str, str, str]:
    """The text before, in and after the part of the kernel under a comment."""
    head, middle = text.split(f"  ; {name}\n", 1)
    part, comment, tail = middle.partition("  ; ")
    return f"{head}  ; {name}\n", part, comment + tail


def within(text: str, name: str, pattern: str | re.Pattern, new: str, count: int = 1) -> str:
    """The text with a pattern replaced in one part of the kernel."""
    head, part, tail = parts(text, name)
    changed, found = re.subn(pattern, new, part, count=count)
    assert found, f"{pattern} is not in {name}"
    return head + changed + tail


def run(program, text: str) -> Simulation:
    return run_simulation(replace(program, text=text), kind="normal", seed=4)


def kinds(result: Simulation) -> set[str]:
    """The kinds of all findings."""
    return {finding.kind for finding in result.findings}


def test_right_kernels_pass(programs):
    for program in programs.values():
        assert run(program, program.text).ok


WRONG_RESULT = {
    "one column further along a tap": lambda text: within(text, "fetch", r"add i32 (%v\d+, %v\d+)\n", r"sub i32 \1\n"),
    "row stride of the loader": lambda text: within(text, "loader of x", r"mul i32 (%v\d+), 512", r"mul i32 \1, 576"),
    "warp's place in the tile": lambda text: within(text, "fragments", r"mul i32 (%v\d+), 64", r"mul i32 \1, 32"),
    "operands swapped": lambda text: within(
        text, "compute", r"(mfma\.f32\.32x32x8f16\(<4 x half> )(%v\d+), <4 x half> (%v\d+)", r"\1\3, <4 x half> \2", 0
    ),
    "accumulator not carried on": lambda text: within(
        text, "compute", r"(mfma\.f32\.32x32x8f16\(.*), <16 x float> %v\d+", r"\1, <16 x float> zeroinitializer"
    ),
    "one iteration short": lambda text: re.sub(r"(%more0 = icmp ult i32 %v\d+), 5", r"\1, 4", text),
    "every bound one too far": lambda text: text.replace("icmp ult i32 %v", "icmp ule i32 %v"),
    "half of the input's resource": lambda text: text.replace("i64 8192", "i64 4096", 1),
    "slots of the accumulator in another order": lambda text: within(
        text, "epilogue", r"(extractelement <16 x float> %v\d+, i32) 1\n", r"\1 2\n"
    ),
}


@pytest.mark.parametrize("spoil", WRONG_RESULT.values(), ids=WRONG_RESULT)
def test_wrong_arithmetic_is_a_wrong_result(spoil, programs):
    program = programs["forward"]
    text = spoil(program.text)
    assert text != program.text
    result = run(program, text)
    assert not result.comparison.ok and result.comparison.wrong > 0


@pytest.mark.parametrize("name", ["forward", "dgrad"])
def test_padding_that_is_read(name, programs):
    """A predicate left out: what lies beside the row is taken for a pixel."""
    program = programs[name]
    result = run(program, within(program.text, "fetch", MASK, r"select i1 true, i32 \1, i32 -2147483648", 0))
    assert not result.comparison.ok


def test_output_pixels_that_are_not_there(programs):
    """Stores that are not masked run into the neighbours' pixels, or past the tensor."""
    program = programs["dgrad"]
    text = within(
        program.text, "epilogue: wide stores", MASK, r"select i1 true, i32 \1, i32 -2147483648", 0
    )
    assert not run(program, text).ok


@pytest.mark.parametrize("name", ["forward", "dgrad"])
@pytest.mark.parametrize("after", ["commit", "compute"])
def test_barrier_left_out_is_a_race(after, name, programs):
    program = programs[name]
    head, following, tail = program.text.partition(f"  ; {after}\n")
    assert "race" in kinds(run(program, head + following + within(tail, "ready", re.escape(BARRIER), "")))


@pytest.mark.parametrize("name", ["forward", "dgrad"])
def test_barrier_that_does_not_wait_for_stores_is_a_race(name, programs):
    program = programs[name]
    result = run(program, within(program.text, "ready", FENCE, "", 0))
    assert "race" in kinds(result)
    assert any(getattr(finding, "unwaited_store", False) for finding in result.findings)


def test_tiles_that_overlap_in_lds(programs):
    program = programs["forward"]
    at = re.search(r"getelementptr i8, ptr addrspace\(3\) @lds, i32 (\d+)\n", program.text)
    result = run(program, program.text[: at.start(1)] + "64" + program.text[at.end(1) :])
    assert "race" in kinds(result) and not result.comparison.ok


def test_lds_that_is_too_small(programs):
    program = programs["forward"]
    size = program.manifest["kernels"][0]["lds_bytes"]
    result = run(program, program.text.replace(f"[{size} x i8]", f"[{size // 2} x i8]", 1))
    assert "memory" in kinds(result)


def test_lds_that_nobody_wrote(programs):
    program = programs["forward"]
    text = within(program.text, "commit", r"  store .*\n", "", 0)
    assert "initialisation" in kinds(run(program, text))


def test_store_left_out_is_not_covered(programs):
    program = programs["forward"]
    result = run(program, within(program.text, "epilogue: wide stores", r"  call void @llvm\.amdgcn\.raw\.ptr\.buffer.*\n", ""))
    assert kinds(result) == {"coverage"}
    assert not result.comparison.ok, "the poison of the output must show"


def test_store_made_twice(programs):
    program = programs["forward"]
    store = r"(  call void @llvm\.amdgcn\.raw\.ptr\.buffer.*\n)"
    result = run(program, within(program.text, "epilogue: wide stores", store, r"\1\1"))
    assert kinds(result) == {"coverage"} and result.comparison.ok


def test_read_past_the_tensor(programs):
    """A resource that claims more than the buffer holds, and an offset past its end."""
    program = programs["forward"]
    text = program.text.replace("i64 8192", "i64 65536", 1)
    text = within(text, "fetch", MASK, r"select i1 true, i32 \1, i32 -2147483648", 0)
    assert "memory" in kinds(run(program, text))


def test_operation_that_is_not_modelled_stops(programs):
    program = programs["forward"]
    text = program.text.replace("@llvm.amdgcn.s.barrier()", "@llvm.amdgcn.s.barier()")
    with pytest.raises(sim.UnsupportedError, match=r"barier"):
        run(program, text)
