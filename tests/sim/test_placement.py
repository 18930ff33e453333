"""Where a run puts buffers and LDS: at the alignment that is promised and at no larger one, in the bytes that are given."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

TEXT = """target triple = "amdgcn-amd-amdhsa"
LDS
define amdgpu_kernel void @k(ptr addrspace(1) PARAMETER %y) {
BODY
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
"""
LDS = "@lds = internal addrspace(3) global [64 x i8] poison, align 16"
STORE = "  store <4 x i32> zeroinitializer, ptr addrspace(1) %y, align 16"
TOUCH = """  %p = getelementptr i8, ptr addrspace(3) @lds, i32 OFFSET
  store i32 0, ptr addrspace(3) %p, align 4"""


def run(body: str = STORE, *, parameter: str = "", lds: str = LDS, **options) -> list[sim.Finding]:
    text = TEXT.replace("LDS", lds, 1).replace("PARAMETER", parameter).replace("BODY", body)
    return sim.run(text, grid=1, block=1, args=[np.zeros(4, np.int32)], arch="gfx942", **options).findings


def in_lds(offset: int) -> str:
    return TOUCH.replace("OFFSET", str(offset))


@pytest.mark.parametrize("align", [1, 2, 8, 16, 32, 4096])
def test_a_buffer_lies_at_its_alignment_and_at_no_more(align):
    """The address is stored: it is an odd multiple."""
    y = np.zeros(1, np.uint64)
    text = TEXT.replace("LDS", "").replace("PARAMETER", "").replace(
        "BODY", "  %a = ptrtoint ptr addrspace(1) %y to i64\n  store i64 %a, ptr addrspace(1) %y, align 1"
    )
    sim.run(text, grid=1, block=1, args=[y], arch="gfx942", alignments={0: align}, sanitize=False)
    assert int(y[0]) % (2 * align) == align


def test_accesses_and_claims_are_held_against_the_address():
    assert run(alignments={0: 16}) == run() == []
    (finding,) = run(alignments={0: 8})
    assert finding.text.startswith("memory: misaligned store of 16 bytes at byte 0") and "at 8 modulo 16" in finding.text
    (finding,) = run(parameter="align 32", alignments={0: 16})
    assert "the kernel claims align 32" in finding.text
    assert run(parameter="align 32", alignments={0: 32}) == run(parameter="align(32)") == []
    (finding,) = run(parameter="align(64)", alignments={0: 32})
    assert "claims align 64" in finding.text


@pytest.mark.parametrize(
    ("alignments", "message"),
    [
        ({0: 12}, "12 for argument 0: a power of two"),
        ({0: 0}, "0 for argument 0: a power of two"),
        ({0: 1 << 31}, "a power of two up to"),
        ({1: 16}, "1 is no index of a buffer"),
        ([16], "a mapping of indices"),
    ],
)
def test_alignments_that_make_no_sense(alignments, message):
    with pytest.raises(sim.SimulatorError, match=message):
        run(alignments=alignments)


@pytest.mark.parametrize("align", [1, 2, 4, 16, 64])
def test_lds_lies_at_its_alignment_and_at_no_more(align):
    """An access that says more than the variable does is reported, even to its first byte."""
    lds = LDS.replace("align 16", f"align {align}")
    store = "  store i8 0, ptr addrspace(3) @lds, align {}"
    assert run(store.format(align), lds=lds) == []
    (finding,) = run(store.format(2 * align), lds=lds)
    assert "misaligned" in finding.text and finding.address == align


def test_a_second_variable_lies_at_its_own_alignment():
    lds = LDS + "\n@more = internal addrspace(3) global [16 x i8] poison, align 4"
    store = "  store i32 0, ptr addrspace(3) @more, align {}"
    assert run(store.format(4), lds=lds) == []
    (finding,) = run(store.format(8), lds=lds)
    assert "misaligned" in finding.text


def test_lds_that_the_launch_gives():
    assert run(in_lds(60), lds_bytes=64) == run(in_lds(28), lds_bytes=32) == []
    (finding,) = run(in_lds(32), lds_bytes=32)
    assert "out-of-range store of 4 bytes at byte 32 of @lds (32 bytes)" in finding.text
    external = LDS + "\n@rest = external addrspace(3) global [0 x i8], align 8"
    assert run(in_lds(12).replace("@lds", "@rest"), lds=external, lds_bytes=80) == []
    (finding,) = run(in_lds(16).replace("@lds", "@rest"), lds=external, lds_bytes=80)
    assert "@rest (16 bytes)" in finding.text
    with pytest.raises(sim.SimulatorError, match="pass one of them"):
        run(lds=external, lds_bytes=80, dynamic_lds=16)
    with pytest.raises(sim.SimulatorError, match="lds_bytes"):
        run(lds_bytes=-1)
