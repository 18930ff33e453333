"""A convolution in the style of IREE's, written for this test: fat pointers, masked loads of padded taps, accumulators in
nested arrays, LDS between waves, no triple. It runs right, is silent, and each planted fault shows."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge import toolchain

STATUS = toolchain.available_flavors()["llvm22"]
HEIGHT, WIDTH, CHANNELS, FILTERS = 5, 7, 16, 32
PIXELS = HEIGHT * WIDTH
GRID = -(-PIXELS // 16)
ACCUMULATOR = "[1 x [4 x <1 x float>]]"
ROWS_OF_LDS = 20
"""Halves in a row of the tile: 16 and a pad."""
BARRIER = """  fence syncscope("workgroup") release, !mmra !3
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !3"""


def fragment(name: str, source: str) -> str:
    """A <4 x float> out of the nested array of <1 x float>."""
    lines, last = [], "poison"
    for n in range(4):
        lines += [
            f"  %{name}.v{n} = extractvalue {ACCUMULATOR} {source}, 0, {n}",
            f"  %{name}.e{n} = extractelement <1 x float> %{name}.v{n}, i64 0",
            f"  %{name}.i{n} = insertelement <4 x float> {last}, float %{name}.e{n}, i64 {n}",
        ]
        last = f"%{name}.i{n}"
    return "\n".join(lines)


def nested(name: str, source: str) -> str:
    """The nested array of <1 x float> out of a <4 x float>."""
    lines, last = [], "poison"
    for n in range(4):
        lines += [
            f"  %{name}.s{n} = extractelement <4 x float> {source}, i64 {n}",
            f"  %{name}.o{n} = insertelement <1 x float> poison, float %{name}.s{n}, i64 0",
            f"  %{name}.a{n} = insertvalue {ACCUMULATOR} {last}, <1 x float> %{name}.o{n}, 0, {n}",
        ]
        last = f"%{name}.a{n}"
    return "\n".join(lines)


def stores() -> str:
    lines = []
    for n in range(4):
        lines += [
            f"  %out.v{n} = extractvalue {ACCUMULATOR} %acc, 0, {n}",
            f"  %row{n} = add nsw i32 %row, {n}",
            f"  %row{n}.at = mul nsw i32 %row{n}, {FILTERS}",
            f"  %out{n} = add nsw i32 %row{n}.at, %filter",
            f"  %out{n}.wide = zext i32 %out{n} to i64",
            f"  %y.at{n} = getelementptr float, ptr addrspace(7) %y, i64 %out{n}.wide",
            f"  store <1 x float> %out.v{n}, ptr addrspace(7) %y.at{n}, align 4",
        ]
    return "\n".join(lines)


def convolution(triple: str = "", records: int = 4 * PIXELS * FILTERS) -> str:
    """y[p][k] = sum of x[p + tap][c] w[k][tap][c], 3 x 3 taps, pad 1; a workgroup of two waves makes 16 pixels, 32 filters."""
    head = f'target triple = "{triple}"\n' if triple else ""
    load, mfma = "@llvm.masked.load.v2f16.p7(ptr addrspace(7) align 2", "@llvm.amdgcn.mfma.f32.16x16x16f16"
    rsrc = "call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1)"
    return f"""; ModuleID = 'conv'
source_filename = "conv"
{head}
@__shared_memory__ = private addrspace(3) global [16 x [{ROWS_OF_LDS} x half]] undef, align 16

define amdgpu_kernel void @conv(ptr addrspace(1) inreg noalias noundef nonnull readonly align 16 %0,
    ptr addrspace(1) inreg noalias noundef nonnull readonly align 16 %1,
    ptr addrspace(1) inreg noalias noundef nonnull align 16 %2) #0 !reqd_work_group_size !2 {{
  %tid = call range(i32 0, 128) i32 @llvm.amdgcn.workitem.id.x()
  %group = call range(i32 0, {GRID}) i32 @llvm.amdgcn.workgroup.id.x()
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(1) %0, i64 16) ]
  %x = {rsrc} nonnull %0, i16 0, i64 {2 * PIXELS * CHANNELS}, i32 159744)
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(1) %1, i64 16) ]
  %w = {rsrc} nonnull %1, i16 0, i64 {2 * FILTERS * 9 * CHANNELS}, i32 159744)
  %y = {rsrc} nonnull %2, i16 0, i64 {records}, i32 159744)
  %lane = urem i32 %tid, 64
  %wave = udiv i32 %tid, 64
  %edge = urem i32 %lane, 16
  %part = udiv i32 %lane, 16
  %part4 = mul nsw i32 %part, 4
  %first = mul nsw i32 %group, 16
  %filter.wave = mul nsw i32 %wave, 16
  %filter = add nsw i32 %filter.wave, %edge
  %mine = udiv i32 %tid, 8
  %eighth = urem i32 %tid, 8
  %channel = mul nsw i32 %eighth, 2
  %pixel = add nsw i32 %first, %mine
  %h = udiv i32 %pixel, {WIDTH}
  %v = urem i32 %pixel, {WIDTH}
  %write.row = mul i32 %mine, {ROWS_OF_LDS}
  %write = add i32 %write.row, %channel
  %write.at = getelementptr half, ptr addrspace(3) @__shared_memory__, i32 %write
  %read.row = mul i32 %edge, {ROWS_OF_LDS}
  %read = add i32 %read.row, %part4
  %read.at = getelementptr half, ptr addrspace(3) @__shared_memory__, i32 %read
  br label %header

header:
  %tap = phi i32 [ 0, %3 ], [ %tap.next, %body ]
  %acc = phi {ACCUMULATOR} [ zeroinitializer, %3 ], [ %sum.a3, %body ]
  %more = icmp slt i32 %tap, 9
  br i1 %more, label %body, label %done

body:
  %r = udiv i32 %tap, 3
  %s = urem i32 %tap, 3
  %hr = add i32 %h, %r
  %ih = add i32 %hr, -1
  %vs = add i32 %v, %s
  %iw = add i32 %vs, -1
  %h.in = icmp ult i32 %ih, {HEIGHT}
  %w.in = icmp ult i32 %iw, {WIDTH}
  %in = and i1 %h.in, %w.in
  %mask1 = insertelement <2 x i1> poison, i1 %in, i64 0
  %mask = shufflevector <2 x i1> %mask1, <2 x i1> poison, <2 x i32> zeroinitializer
  %line = mul i32 %ih, {WIDTH}
  %place = add i32 %line, %iw
  %place.at = mul i32 %place, {CHANNELS}
  %element = add i32 %place.at, %channel
  %element.wide = sext i32 %element to i64
  %x.at = getelementptr half, ptr addrspace(7) %x, i64 %element.wide
  %a.half = call <2 x half> {load} %x.at, <2 x i1> %mask, <2 x half> zeroinitializer)
{BARRIER}
  store <2 x half> %a.half, ptr addrspace(3) %write.at, align 4
  %w.tap = mul nsw i32 %filter, 9
  %w.row = add nsw i32 %w.tap, %tap
  %w.line = mul nsw i32 %w.row, {CHANNELS}
  %w.element = add nsw i32 %w.line, %part4
  %w.at = getelementptr half, ptr addrspace(7) %w, i32 %w.element
  %b = load <4 x half>, ptr addrspace(7) %w.at, align 2
{BARRIER}
  %a = load <4 x half>, ptr addrspace(3) %read.at, align 8
{fragment("in", "%acc")}
  %d = call <4 x float> {mfma}(<4 x half> %a, <4 x half> %b, <4 x float> %in.i3, i32 0, i32 0, i32 0)
{nested("sum", "%d")}
  %tap.next = add i32 %tap, 1
  br label %header

done:
  %row = add nsw i32 %first, %part4
{stores()}
  ret void
}}

attributes #0 = {{ alwaysinline "amdgpu-flat-work-group-size"="128,128" "uniform-work-group-size"="true" }}
!2 = !{{i32 128, i32 1, i32 1}}
!3 = !{{!"amdgpu-synchronize-as", !"local"}}
"""


def operands() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x, w, and the convolution in float64, of small integers: exact."""
    random = np.random.default_rng(11)
    x = random.integers(-4, 5, (HEIGHT, WIDTH, CHANNELS))
    w = random.integers(-4, 5, (FILTERS, 3, 3, CHANNELS))
    padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (0, 1))
    return x.astype(np.float16), w.astype(np.float16), np.einsum("hwcrs,krsc->hwk", windows, w)


def run(text: str, arch: str | None = "gfx942") -> tuple[sim.Run, np.ndarray, np.ndarray]:
    x, w, expected = operands()
    y = np.full((HEIGHT, WIDTH, FILTERS), np.nan, np.float32)
    return sim.run(text, grid=GRID, block=128, args=[x, w, y], arch=arch, outputs=(2,)), y, expected


@pytest.mark.parametrize(
    ("triple", "arch"),
    [
        ("", "gfx90a"),
        ("", "gfx908"),
        ("", "gfx942"),
        ("", "gfx950"),
        ("amdgcn-amd-amdhsa", "gfx942"),
        ("amdgpu9.42-amd-amdhsa", None),
        ("amdgpu9.50-amd-amdhsa", None),
    ],
)
def test_convolution(triple: str, arch: str | None) -> None:
    done, y, expected = run(convolution(triple), arch)
    assert done.findings == []
    assert np.array_equal(y, expected)
    assert done.counters.instructions["matrix"] == 9 * 2 * GRID


@pytest.mark.skipif(not STATUS.available, reason=STATUS.description)
@pytest.mark.parametrize("arch", ["gfx908", "gfx90a", "gfx942", "gfx950"])
def test_llvm_takes_it(arch: str) -> None:
    assert toolchain.compile(convolution("amdgcn-amd-amdhsa"), arch=arch, flavor="llvm22").undefined == ()


def test_a_tap_of_the_padding_that_is_loaded() -> None:
    """Left of a row lies the row before: the range check does not see it, only the result does."""
    text = convolution().replace("<2 x i1> %mask, <2 x half>", "<2 x i1> splat (i1 true), <2 x half>")
    done, y, expected = run(text)
    assert done.findings == []
    wrong = (y != expected).any(axis=-1)
    assert wrong[1:-1, [0, -1]].all() and not wrong[:, 1:-1].any()


def test_a_mask_that_lets_one_element_through() -> None:
    """Half of a tap: an access an element, each under its own condition."""
    text = convolution().replace("<2 x i32> zeroinitializer\n  %line", "<2 x i32> <i32 0, i32 1>\n  %line")
    text = text.replace("insertelement <2 x i1> poison, i1 %in", "insertelement <2 x i1> splat (i1 true), i1 %in")
    done, y, expected = run(text)
    assert done.findings == []
    assert (y != expected).any()


def test_pixels_past_the_output() -> None:
    """Num_records drops the rows that are none; said too large, they are found."""
    assert GRID * 16 > PIXELS
    done, _, _ = run(convolution(records=4 * GRID * 16 * FILTERS))
    assert len(done.findings) == 4  # one a store of the text
    assert all(isinstance(f, sim.MemoryFinding) and f.access == "store" for f in done.findings)
    assert sum(f.count for f in done.findings) == (GRID * 16 - PIXELS) * FILTERS


def test_records_that_end_too_early() -> None:
    done, y, expected = run(convolution(records=4 * PIXELS * FILTERS - 4))
    (finding,) = done.findings
    assert isinstance(finding, sim.CoverageFinding)
    assert (finding.missing, finding.offset) == (4, 4 * PIXELS * FILTERS - 4)
    assert np.array_equal(y.reshape(-1)[:-1], expected.reshape(-1)[:-1])


@pytest.mark.parametrize("which", [0, 1])
def test_a_barrier_left_out(which: int) -> None:
    parts = convolution().split(BARRIER)
    assert len(parts) == 3
    done, _, _ = run(parts[0] + (parts[1] + BARRIER if which == 0 else BARRIER + parts[1]) + parts[2])
    assert any(isinstance(finding, sim.RaceFinding) for finding in done.findings)


def test_an_alignment_that_the_rows_do_not_have() -> None:
    done, y, expected = run(convolution().replace("ptr addrspace(7) %w.at, align 2", "ptr addrspace(7) %w.at, align 16"))
    (finding,) = done.findings
    assert "misaligned load of 8 bytes" in finding.message
    assert np.array_equal(y, expected)
