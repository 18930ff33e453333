"""Mistakes that were made somewhere in kernels like ours: each is found, and the same kernel without it is silent.

Those of a tile in LDS that waves exchange (barriers and waits left out, stores beside an output, outputs not written) are in
`test_faults.py`; here are loads straight to LDS, fragments, addresses, atomics, groups and accumulators.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from tests.support import spec_of

from twinkern import emit
from twinkern.judge import simulator as sim
from twinkern.judge.proof import run_simulation

VMCNT = 0xF70
"""s_waitcnt on gfx9 for vmcnt, with the other counters at their maximum."""
RSRC = "@llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1)"
LOAD_LDS = "  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, ptr addrspace(3)"
WAVE = """  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %w = lshr i32 %tid, 6
  %wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %w)
  %own = shl i32 %wave, 10
  %mine = shl i32 %tid, 4
  %theirs = xor i32 %mine, 1024
"""


def line_of(text: str, fragment: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if fragment in line)


def of_kind(run: sim.Run, kind: type[sim.Finding]) -> list:
    return [finding for finding in run.findings if isinstance(finding, kind)]


# Loads straight to LDS: two waves, 16 bytes a lane, 2048 bytes a pass.


def partial_pass(run_body, all_waves: bool) -> sim.Run:
    """A tile of one pass and a half: in the second pass only the first wave has something to load."""
    condition = "true" if all_waves else "%first"
    body = f"""{WAVE}
  %r = call ptr addrspace(8) {RSRC} %x, i16 0, i64 4096, i32 159744)
  %first = icmp eq i32 %wave, 0
  %to.0 = getelementptr i8, ptr addrspace(3) @lds, i32 %own
  %to.1 = getelementptr i8, ptr addrspace(3) %to.0, i32 2048
{LOAD_LDS} %to.0, i32 16, i32 %mine, i32 0, i32 0, i32 0)
  br i1 {condition}, label %half, label %join
half:
{LOAD_LDS} %to.1, i32 16, i32 %mine, i32 2048, i32 0, i32 0)
  br label %join
join:
  call void @llvm.amdgcn.s.waitcnt(i32 {VMCNT})
  call void @llvm.amdgcn.s.barrier()
  %from = getelementptr i8, ptr addrspace(3) @lds, i32 %theirs
  %v = load <8 x half>, ptr addrspace(3) %from, align 16
  %at = getelementptr i8, ptr addrspace(1) %y, i32 %mine
  store <8 x half> %v, ptr addrspace(1) %at, align 16
  ret void"""
    y = np.zeros(2048, np.uint8)
    parameters = "ptr addrspace(1) %x, ptr addrspace(1) %y"
    return run_body(body, parameters, [np.zeros(4096, np.uint8), y], lds=3072, arch="gfx950", block=128, outputs=(1,))


def test_partial_async_pass_runs_over_the_tile(run_body) -> None:
    assert partial_pass(run_body, all_waves=False).findings == []
    (finding,) = partial_pass(run_body, all_waves=True).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.space, finding.owner, finding.wave, finding.lane, finding.outside_by) == ("lds", "@lds", 1, 0, 16)
    assert "%to.1, i32 16" in finding.instruction
    assert finding.count == 64


def staged(run_body, *, stages: int, allowed: int) -> tuple[sim.Run, bool]:
    """Three tiles by way of LDS, the next one in flight while one is read; whether they arrived, too."""
    text = [WAVE, f"  %r = call ptr addrspace(8) {RSRC} %x, i16 0, i64 6144, i32 159744)"]
    for stage in range(stages):
        text.append(f"  %in.{stage} = getelementptr i8, ptr addrspace(3) @lds, i32 {2048 * stage}")
        text.append(f"  %to.{stage} = getelementptr i8, ptr addrspace(3) %in.{stage}, i32 %own")

    def transfer(tile: int) -> None:
        stage = tile % stages
        text.append(f"{LOAD_LDS} %to.{stage}, i32 16, i32 %mine, i32 {2048 * tile}, i32 0, i32 0)")

    transfer(0)
    for tile in range(3):
        if tile < 2:
            transfer(tile + 1)
        text.append(f"  call void @llvm.amdgcn.s.waitcnt(i32 {VMCNT + (allowed if tile < 2 else 0)})")
        text.append(f"""  call void @llvm.amdgcn.s.barrier()
  %from.{tile} = getelementptr i8, ptr addrspace(3) %in.{tile % stages}, i32 %theirs
  %v.{tile} = load <8 x half>, ptr addrspace(3) %from.{tile}, align 16
  %place.{tile} = add i32 %mine, {2048 * tile}
  %at.{tile} = getelementptr i8, ptr addrspace(1) %y, i32 %place.{tile}
  store <8 x half> %v.{tile}, ptr addrspace(1) %at.{tile}, align 16
  call void @llvm.amdgcn.s.barrier()""")
    text.append("  ret void")
    x = np.arange(3072, dtype=np.uint16)
    y = np.zeros_like(x)
    parameters = "ptr addrspace(1) %x, ptr addrspace(1) %y"
    run = run_body("\n".join(text), parameters, [x, y], lds=2048 * stages, arch="gfx950", block=128, outputs=(1,))
    return run, bool((y.reshape(3, 2, 512) == x.reshape(3, 2, 512)[:, ::-1]).all())


def test_single_buffered_async(run_body) -> None:
    run, right = staged(run_body, stages=2, allowed=1)
    assert run.findings == [] and right
    run, right = staged(run_body, stages=1, allowed=1)
    assert not right
    found = of_kind(run, sim.DmaFinding)
    reads = [finding for finding in found if finding.access == "read"]
    assert {finding.instruction.split(" =")[0] for finding in reads} == {"%v.0", "%v.1"}
    assert "i32 2048, i32 0, i32 0)" in reads[0].other_instruction
    assert [finding.access for finding in found if "i32 2048, i32 0, i32 0)" in finding.instruction] == ["transfer"]


def test_wait_that_is_one_too_weak(run_body) -> None:
    run, _ = staged(run_body, stages=2, allowed=2)
    finding = run.findings[0]
    assert {type(each) for each in run.findings} == {sim.DmaFinding}
    assert (finding.instruction.split(" =")[0], finding.access, finding.allowed) == ("%v.0", "read", 1)
    assert "%mine, i32 0, i32 0, i32 0)" in finding.other_instruction
    assert {finding.wave, finding.other_wave} == {0, 1}
    assert "vmcnt(1) or less" in finding.text


# Addresses.


@pytest.mark.parametrize("width", [4, 8])
def test_chunk_that_straddles_a_filter_tap(run_body, width: int) -> None:
    """A 1-D convolution of four channels, two taps, dilation 2: a chunk of eight takes the next pixel for the next tap.
    Nothing is out of bounds; only the oracle can tell."""
    pixels, channels = 66, 4
    parts = []
    for chunk in range(8 // width):
        tap = chunk * width // channels
        parts.append(f"""
  %pixel.{chunk} = add i32 %tid, {2 * tap}
  %item.{chunk} = mul i32 %pixel.{chunk}, {channels}
  %from.{chunk} = getelementptr half, ptr addrspace(1) %x, i32 %item.{chunk}
  %v.{chunk} = load <{width} x half>, ptr addrspace(1) %from.{chunk}, align 2
  %wf.{chunk} = getelementptr half, ptr addrspace(1) %wt, i32 {chunk * width}
  %w.{chunk} = load <{width} x half>, ptr addrspace(1) %wf.{chunk}, align 2
  %p.{chunk} = fmul <{width} x half> %v.{chunk}, %w.{chunk}""")
        for i in range(width):
            before = "0.0" if chunk == i == 0 else f"%s.{chunk * width + i - 1}"
            parts.append(f"""
  %e.{chunk * width + i} = extractelement <{width} x half> %p.{chunk}, i32 {i}
  %f.{chunk * width + i} = fpext half %e.{chunk * width + i} to float
  %s.{chunk * width + i} = fadd float {before}, %f.{chunk * width + i}""")
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x(){"".join(parts)}
  %at = getelementptr float, ptr addrspace(1) %y, i32 %tid
  store float %s.7, ptr addrspace(1) %at, align 4
  ret void"""
    random = np.random.default_rng(3)
    x = random.integers(-4, 5, (pixels, channels)).astype(np.float16)
    w = random.integers(-4, 5, (2, channels)).astype(np.float16)
    y = np.zeros(64, np.float32)
    parameters = "ptr addrspace(1) %x, ptr addrspace(1) %wt, ptr addrspace(1) %y"
    assert run_body(body, parameters, [x, w, y], outputs=(2,)).findings == []
    expected = (x[:64] * w[0] + x[2:] * w[1]).sum(axis=1)
    assert (y == expected).all() == (width == channels)


def transposed_read(run_body, stride: int) -> tuple[sim.Run, bool]:
    """The fragment of a 16x16x16 atom, four halves a lane, out of a 16 (k) x 16 tile in K-outer order."""
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %byte = shl i32 %tid, 3
  %src = getelementptr i8, ptr addrspace(1) %t, i32 %byte
  %v = load <4 x half>, ptr addrspace(1) %src
  %dst = getelementptr i8, ptr addrspace(3) @lds, i32 %byte
  store <4 x half> %v, ptr addrspace(3) %dst
  %k = lshr i32 %tid, 4
  %k.first = mul i32 %k, {stride}
  %l16 = and i32 %tid, 15
  %k.lane = lshr i32 %l16, 2
  %row = add i32 %k.first, %k.lane
  %l4 = and i32 %tid, 3
  %column = shl i32 %l4, 2
  %line = shl i32 %row, 4
  %item = add i32 %line, %column
  %from = getelementptr half, ptr addrspace(3) @lds, i32 %item
  %a = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %from)
  %at = getelementptr <4 x half>, ptr addrspace(1) %y, i32 %tid
  store <4 x half> %a, ptr addrspace(1) %at
  ret void"""
    tile = np.arange(256, dtype=np.float16).reshape(16, 16)
    out = np.zeros((64, 4), np.float16)
    parameters = "ptr addrspace(1) %t, ptr addrspace(1) %y"
    run = run_body(body, parameters, [tile, out], lds=512, arch="gfx950", outputs=(1,))
    expected = [[tile[lane // 16 * 4 + slot, lane % 16] for slot in range(4)] for lane in range(64)]
    return run, bool((out == expected).all())


def test_transposed_read_with_the_stride_of_another_atom(run_body) -> None:
    run, right = transposed_read(run_body, 4)
    assert run.findings == [] and right
    run, right = transposed_read(run_body, 8)
    assert not right
    (finding,) = run.findings
    assert isinstance(finding, sim.MemoryFinding)
    # Lanes 32 and up start at row 16.
    assert (finding.lane, finding.owner, finding.outside_by, finding.count) == (32, "@lds", 8, 32)
    assert "ds.read.tr16.b64" in finding.instruction


def test_32_bit_offset_that_wraps(run_body) -> None:
    """Row 1 of a tensor with rows of 2 GiB: its offset is negative as an i32, and right as an i64."""
    head = "\n  %tid = call i32 @llvm.amdgcn.workitem.id.x()\n  %row = lshr i32 %tid, 5\n"
    tail = "\n  store float 1.0, ptr addrspace(1) %at, align 4\n  ret void"
    narrow = "  %o = mul i32 %row, %pitch\n  %at = getelementptr i8, ptr addrspace(1) %y, i32 %o"
    wide = "  %r = zext i32 %row to i64\n  %p = zext i32 %pitch to i64\n  %o = mul i64 %r, %p\n" \
        "  %at = getelementptr i8, ptr addrspace(1) %y, i64 %o"  # fmt: skip
    y = np.zeros((1 << 31) + 64, np.uint8)
    args = [y, -(1 << 31)]
    parameters = "ptr addrspace(1) %y, i32 %pitch"
    assert run_body(head + wide + tail, parameters, args).findings == []
    assert y[[3, (1 << 31) + 3]].tolist() == [0x3F, 0x3F]
    (finding,) = run_body(head + narrow + tail, parameters, args).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.lane, finding.owner, finding.outside_by) == (32, "argument 0 (%y)", -(1 << 31))
    assert "before the start" in finding.text


# Atomics and outputs.


@pytest.mark.parametrize(("first", "bad"), [(0, 0), (1, 64)])
def test_packed_atomic_at_an_odd_address(run_body, first: int, bad: int) -> None:
    """A pair of halves needs the alignment of a dword."""
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pair = shl i32 %tid, 1
  %item = add i32 %pair, {first}
  %at = getelementptr half, ptr addrspace(1) %y, i32 %item
  %old = atomicrmw fadd ptr addrspace(1) %at, <2 x half> splat (half 1.0) syncscope("agent") monotonic, align 4
  ret void"""
    y = np.zeros(130, np.float16)
    findings = run_body(body, "ptr addrspace(1) %y", [y]).findings
    assert [finding.count for finding in findings] == ([bad] if bad else [])
    for finding in findings:
        assert isinstance(finding, sim.MemoryFinding)
        assert (finding.address, finding.access, finding.owner, finding.outside_by) == (2, "atomic", "argument 0 (%y)", 0)
        assert "misaligned" in finding.text
    assert y.sum() == 128


@pytest.mark.parametrize("direction", ["forward", "dgrad", "wgrad"])
def test_group_offset_left_out(direction: str) -> None:
    """Of either loader or of the store, in turn: the group's number times the stride of a group is left out once."""
    words = f"direction={direction} arch=gfx942 n=1 c=24 k=24 groups=3 input=6x6 filter=3x3"
    program = emit(spec_of(words))
    group = re.search(r"(%v\d+) = call i32 @llvm\.amdgcn\.workgroup\.id\.y\(\)", program.text)[1]
    assert run_simulation(program).ok
    offsets = re.findall(rf"(%v\d+ = mul i32 {group}, \d+)\n", program.text)
    assert len(offsets) >= 3
    seen = []
    for offset in offsets:
        name, number = offset.split(" = ")[0], offset.split(", ")[1]
        if not re.search(rf"{name}\b", program.text.split(offset)[1]):
            continue
        result = run_simulation(replace(program, text=program.text.replace(offset, f"{name} = mul i32 0, {number}")))
        assert not result.ok, offset
        seen.append({finding.kind for finding in result.findings})
    # A loader without its offset reads another group's tensor: in range, and a wrong result; a store without it writes over
    # another group's, and leaves its own as it was.
    assert seen.count(set()) >= 2 and {"coverage"} in seen, seen


def two_blocks(run_body, shift: int) -> list[sim.Finding]:
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %block = mul i32 %g, {shift}
  %item = add i32 %block, %tid
  %at = getelementptr float, ptr addrspace(1) %y, i32 %item
  store float 1.0, ptr addrspace(1) %at, align 4
  ret void"""
    y = np.zeros(3 * shift + 64, np.float32)
    return run_body(body, "ptr addrspace(1) %y", [y], grid=(4,), outputs=(0,)).findings


def test_two_blocks_write_one_pixel(run_body) -> None:
    assert two_blocks(run_body, 64) == []
    (finding,) = two_blocks(run_body, 60)
    assert isinstance(finding, sim.CoverageFinding)
    assert (finding.owner, finding.count) == ("argument 0 (%y)", 3 * 4)
    assert "second store" in finding.text and "element 60" in finding.text
    assert (finding.workgroup, finding.thread) == ((1, 0, 0), 0)
    assert (finding.other_workgroup, finding.other_thread, finding.other_line) == ((0, 0, 0), 60, finding.line)
    assert "first stored by workgroup (0, 0, 0), thread 60" in finding.text


@pytest.mark.parametrize("twice", [0, 1])
def test_findings_name_kernel_owner_and_the_other_access(run_body, twice: int) -> None:
    """A store by one wave that another reads without a barrier, and two lanes of one instruction at one output byte."""
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = shl i32 %tid, 2
  %to = getelementptr i8, ptr addrspace(3) @lds, i32 %mine
  store i32 %tid, ptr addrspace(3) %to, align 4
  %theirs = xor i32 %mine, 256
  %from = getelementptr i8, ptr addrspace(3) @lds, i32 %theirs
  %v = load i32, ptr addrspace(3) %from, align 4
  %low = and i32 %tid, 63
  %item = {"add i32 %low, 0" if twice else "add i32 %tid, 0"}
  %at = getelementptr i32, ptr addrspace(1) %y, i32 %item
  store i32 %v, ptr addrspace(1) %at, align 4
  ret void"""
    y = np.zeros(64 if twice else 128, np.uint32)
    run = run_body(body, "ptr addrspace(1) %y", [y], lds=512, block=128, outputs=(0,))
    assert {finding.kernel for finding in run.findings} == {"k"}
    assert all("kernel @k" in finding.text for finding in run.findings)
    (race,) = of_kind(run, sim.RaceFinding)
    assert (race.owner, race.other_line) == ("@lds", race.line - 3)
    assert "in @lds" in race.text and "store i32 %tid" in race.other_instruction
    again = of_kind(run, sim.CoverageFinding)
    assert [(each.other_line, each.other_thread) for each in again] == ([(again[0].line, 0)] if twice else [])


# Accumulators that nobody set.

MFMA = "call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float>"
# How an accumulator comes by its first value, and where the first use of it must be reported. {0} is `zeroinitializer` in the
# right kernel, and poison or undef in the wrong one.
STARTS = {
    "at once": ("%d = " + MFMA + " {0}, i32 0, i32 0, i32 0)", "%d = "),
    "one slot": ("%c = insertelement <4 x float> zeroinitializer, float {1}, i32 2\n"
                 "  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)", "%d = "),
    "by a loop": ("br label %loop\nloop:\n  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n"
                  "  %c = phi <4 x float> [ {0}, %0 ], [ %d, %loop ]\n  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)\n"
                  "  %next = add i32 %i, 1\n  %more = icmp ult i32 %next, 3\n  br i1 %more, label %loop, label %done\n"
                  "done:", "%d = "),
    "by a loop that waves leave one by one": (
        "%rounds = lshr i32 %tid, 6\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n"
        "  %c = phi <4 x float> [ {0}, %0 ], [ %d, %loop ]\n  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)\n"
        "  %next = add i32 %i, 1\n  %more = icmp ule i32 %next, %rounds\n  br i1 %more, label %loop, label %done\n"
        "done:", "%d = "),
    "by a branch of some waves": (
        "%few = icmp ult i32 %tid, 64\n  br i1 %few, label %set, label %join\nset:\n  br label %join\njoin:\n"
        "  %c = phi <4 x float> [ zeroinitializer, %set ], [ {0}, %0 ]\n"
        "  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)", "%d = "),
    "by a select": ("%few = icmp ult i32 %tid, 64\n  %c = select i1 %few, <4 x float> zeroinitializer, <4 x float> {0}\n"
                    "  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)", "%d = "),
    "after an addition": ("%c = fadd <4 x float> {0}, splat (float 1.0)\n"
                          "  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)", "%d = "),
    "frozen": ("%c = freeze <4 x float> {0}\n  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)", "%d = "),
    "without an atom": ("%d = fadd <4 x float> {0}, splat (float 1.0)", "store <4 x float> %d"),
}  # fmt: skip


def accumulate(run_body, start: str) -> tuple[sim.Run, str]:
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr <4 x half>, ptr addrspace(1) %x, i32 %tid
  %a = load <4 x half>, ptr addrspace(1) %pa, align 8
  {start}
  %at = getelementptr <4 x float>, ptr addrspace(1) %y, i32 %tid
  store <4 x float> %d, ptr addrspace(1) %at, align 16
  ret void"""
    x, y = np.ones((128, 4), np.float16), np.zeros((128, 4), np.float32)
    return run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", [x, y], block=128, outputs=(1,)), body


@pytest.mark.parametrize("value", ["poison", "undef"])
@pytest.mark.parametrize("name", STARTS)
def test_uninitialised_accumulator(run_body, name: str, value: str) -> None:
    start, where = STARTS[name]
    clean, _ = accumulate(run_body, start.format("zeroinitializer", "0.0"))
    assert clean.findings == []
    run, _ = accumulate(run_body, start.format(value, value))
    found = of_kind(run, sim.InitialisationFinding)
    assert found, "nothing found"
    assert where in found[0].instruction
    assert "poison or undef" in found[0].text
    assert len(found) == len(run.findings)


def test_accumulator_out_of_memory_that_nobody_wrote(run_body) -> None:
    """Read from LDS, and from an alloca, before it was set."""
    for read, setting in (
        ("%p = getelementptr <4 x float>, ptr addrspace(3) @lds, i32 %tid\n  {0}"
         "%c = load <4 x float>, ptr addrspace(3) %p, align 16", "ptr addrspace(3)"),
        ("%p = alloca <4 x float>, align 16, addrspace(5)\n  {0}%c = load <4 x float>, ptr addrspace(5) %p, align 16",
         "ptr addrspace(5)"),
    ):  # fmt: skip
        atom = "\n  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)"
        store = f"store <4 x float> zeroinitializer, {setting} %p, align 16\n  "
        for text, count in ((read.format(store), 0), (read.format(""), 1)):
            body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %a = load <4 x half>, ptr addrspace(1) %x, align 8
  {text}{atom}
  %at = getelementptr <4 x float>, ptr addrspace(1) %y, i32 %tid
  store <4 x float> %d, ptr addrspace(1) %at, align 16
  ret void"""
            args = [np.ones(4, np.float16), np.zeros((64, 4), np.float32)]
            run = run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", args, lds=1024)
            assert [finding.kind for finding in run.findings] == ["initialisation"] * count
            assert all("%c = load" in finding.instruction for finding in run.findings)


# Aggregates inside aggregates, and frozen values.

SQUARE, MIXED = "[2 x [2 x i32]]", "{ i32, { <2 x i32>, i32 } }"
# Instructions that end in %x, an i32, and whether it was set.
NESTED = {
    "the member that was set": (f"%a = insertvalue {SQUARE} poison, i32 1, 0, 0\n  %x = extractvalue {SQUARE} %a, 0, 0", True),
    "its neighbour": (f"%a = insertvalue {SQUARE} poison, i32 1, 0, 0\n  %x = extractvalue {SQUARE} %a, 0, 1", False),
    "the other row": (f"%a = insertvalue {SQUARE} poison, i32 1, 0, 0\n  %x = extractvalue {SQUARE} %a, 1, 0", False),
    "all members": ("\n  ".join(
        f"%a{n + 1} = insertvalue {SQUARE} {'poison' if n == 0 else f'%a{n}'}, i32 1, {n // 2}, {n % 2}" for n in range(4)
    ) + f"\n  %x = extractvalue {SQUARE} %a4, 1, 1", True),
    "a row": (f"%r = insertvalue [2 x i32] poison, i32 1, 1\n  %a = insertvalue {SQUARE} poison, [2 x i32] %r, 1\n"
              f"  %s = extractvalue {SQUARE} %a, 1\n  %x = extractvalue [2 x i32] %s, 1", True),
    "a row with a hole": (f"%r = insertvalue [2 x i32] poison, i32 1, 1\n  %a = insertvalue {SQUARE} poison, [2 x i32] %r, 1\n"
                          f"  %s = extractvalue {SQUARE} %a, 1\n  %x = extractvalue [2 x i32] %s, 0", False),
    "a vector in a structure": (f"%v = insertelement <2 x i32> poison, i32 1, i32 1\n"
                                f"  %a = insertvalue {MIXED} poison, <2 x i32> %v, 1, 0\n"
                                f"  %w = extractvalue {MIXED} %a, 1, 0\n  %x = extractelement <2 x i32> %w, i32 1", True),
    "a vector with a hole": (f"%v = insertelement <2 x i32> poison, i32 1, i32 1\n"
                             f"  %a = insertvalue {MIXED} zeroinitializer, <2 x i32> %v, 1, 0\n"
                             f"  %w = extractvalue {MIXED} %a, 1, 0\n  %x = extractelement <2 x i32> %w, i32 0", False),
    "a constant": (f"%x = extractvalue {MIXED} {{ i32 poison, {{ <2 x i32>, i32 }} "
                   "{ <2 x i32> <i32 poison, i32 1>, i32 2 } }, 1, 1", True),
    "a constant with a hole": (f"%w = extractvalue {MIXED} {{ i32 1, {{ <2 x i32>, i32 }} "
                               "{ <2 x i32> <i32 poison, i32 1>, i32 2 } }, 1, 0\n"
                               "  %x = extractelement <2 x i32> %w, i32 0", False),
    "a choice": (f"%a = insertvalue {SQUARE} poison, i32 1, 0, 1\n  %c = icmp ult i32 %tid, 64\n"
                 f"  %b = select i1 %c, {SQUARE} %a, {SQUARE} zeroinitializer\n  %x = extractvalue {SQUARE} %b, 0, 1", True),
    "a choice with a hole": (f"%a = insertvalue {SQUARE} poison, i32 1, 0, 1\n  %c = icmp ult i32 %tid, 64\n"
                             f"  %b = select i1 %c, {SQUARE} %a, {SQUARE} zeroinitializer\n"
                             f"  %x = extractvalue {SQUARE} %b, 1, 1", False),
}  # fmt: skip


@pytest.mark.parametrize("name", NESTED)
def test_member_of_a_nested_aggregate(run_body, name: str) -> None:
    text, written = NESTED[name]
    body = f"  %tid = call i32 @llvm.amdgcn.workitem.id.x()\n  {text}\n  store i32 %x, ptr addrspace(1) %y\n  ret void"
    run = run_body(body, "ptr addrspace(1) %y", [np.zeros(1, np.uint32)])
    assert [finding.kind for finding in run.findings] == ([] if written else ["initialisation"])


FROZEN = {
    "stored": "store i32 %f, ptr addrspace(1) %y",
    "branched on": "%c = icmp eq i32 %f, 1\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:",
    "an index": "%m = and i32 %f, 3\n  %p = getelementptr i32, ptr addrspace(1) %y, i32 %m\n  store i32 1, ptr addrspace(1) %p",
    "a choice": "%v = select i1 %low, i32 %f, i32 %tid\n  store i32 %v, ptr addrspace(1) %y",
}


@pytest.mark.parametrize("name", FROZEN)
@pytest.mark.parametrize("value", ["poison", "undef", "%late"])
def test_a_frozen_value_may_be_used(run_body, name: str, value: str) -> None:
    """The same use of the value as it was is a fault."""
    body = f"""  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %low = icmp ult i32 %tid, 32
  %late = add i32 poison, %tid
  %f = freeze i32 {value}
  {FROZEN[name]}
  ret void"""
    for text, kinds in ((body, set()), (body.replace("freeze i32", "add i32 0,"), {"initialisation"})):
        run = run_body(text, "ptr addrspace(1) %y", [np.zeros(4, np.uint32)])
        assert {finding.kind for finding in run.findings} == kinds


def test_a_matrix_instruction_on_a_part_of_a_frozen_value(run_body) -> None:
    """The frozen lane of an accumulator that went through additions and a vector."""
    start = (
        "%e = freeze float poison\n  %g = fadd float %e, 1.0\n"
        "  %c = insertelement <4 x float> zeroinitializer, float %g, i32 1\n"
        "  %d = " + MFMA + " %c, i32 0, i32 0, i32 0)"
    )
    run, _ = accumulate(run_body, start)
    assert [finding.kind for finding in run.findings] == ["initialisation"]
    assert "%d = " in run.findings[0].instruction


# Poison that an operation made. %n is 40 in the upper half of the wave and 3 in the lower; instructions end in %x, an i32.

FOUR = "<i32 1, i32 2, i32 3, i32 4>"
MADE = {
    "shl": ("%x = shl i32 %tid, %n", "%x = shl"),
    "ashr": ("%x = ashr i32 %tid, %n", "%x = ashr"),
    "wide enough": ("%w = zext i32 %n to i64\n  %v = lshr i64 -1, %w\n  %x = trunc i64 %v to i32", None),
    "masked": ("%m = and i32 %n, 31\n  %x = lshr i32 %tid, %m", None),
    "a remainder": ("%m = urem i32 %n, 32\n  %x = lshr i32 %tid, %m", None),
    "a literal": ("%x = shl i32 %tid, 32", "%x = shl"),
    "one lower": ("%x = shl i32 %tid, 31", None),
    "a vector": ("%s = insertelement <2 x i32> zeroinitializer, i32 %n, i32 1\n  %v = shl <2 x i32> splat (i32 1), %s\n"
                 "  %x = extractelement <2 x i32> %v, i32 1", "%v = shl"),
    "the other element": ("%s = insertelement <2 x i32> zeroinitializer, i32 %n, i32 1\n"
                          "  %v = shl <2 x i32> splat (i32 1), %s\n  %x = extractelement <2 x i32> %v, i32 0", None),
    "guarded": ("%v = shl i32 %tid, %n\n  %in = icmp ult i32 %n, 32\n  %x = select i1 %in, i32 %v, i32 0", None),
    "guarded the other way": ("%v = shl i32 %tid, %n\n  %in = icmp uge i32 %n, 32\n  %x = select i1 %in, i32 %v, i32 0",
                              "%v = shl"),
    "a choice by it": ("%v = lshr i32 -1, %n\n  %c = icmp eq i32 %v, 0\n  %x = select i1 %c, i32 1, i32 2", "%v = lshr"),
    "not used": ("%v = shl i32 %tid, %n\n  %x = add i32 %n, 1", None),
    "frozen": ("%v = shl i32 %tid, %n\n  %x = freeze i32 %v", None),
    "one of two": ("%u = shl i32 1, %n\n  %v = lshr i32 %tid, %n\n  %x = add i32 %v, 1", "%v = lshr"),
    "an element": (f"%x = extractelement <4 x i32> {FOUR}, i32 %n", "%x = extractelement"),
    "an element in range": (f"%m = and i32 %n, 3\n  %x = extractelement <4 x i32> {FOUR}, i32 %m", None),
    "an element that is set": (f"%v = insertelement <4 x i32> {FOUR}, i32 7, i32 %n\n  %x = extractelement <4 x i32> %v, i32 0",
                               "%v = insertelement"),
    "one of many": ("%v0 = shl i32 1, %n\n  " + "".join(f"%v{n} = shl i32 %v{n - 1}, %tid\n  " for n in range(1, 70))
                    + "%x = add i32 %v69, 1", None),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_poison_that_an_operation_made(run_body, name: str) -> None:
    text, where = MADE[name]
    body = f"""  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %high = icmp uge i32 %tid, 32
  %n = select i1 %high, i32 40, i32 3
  {text}
  %p = getelementptr i32, ptr addrspace(1) %y, i32 %tid
  store i32 %x, ptr addrspace(1) %p
  ret void"""
    for sanitize in (True, "arithmetic"):
        found = run_body(body, "ptr addrspace(1) %y", [np.zeros(64, np.uint32)], sanitize=sanitize).findings
        if name == "one of many":
            assert "%v0 = shl" in found[0].instruction
            assert "a shift or an element out of range is poison" in found[-1].message
        elif where is None:
            assert found == []
        else:
            (made,) = found
            assert isinstance(made, sim.ArithmeticFinding)
            assert where in made.instruction
            assert "is poison, which is put to use at line" in made.message
            assert made.count == (64 if name == "a literal" else 32)


def test_poison_that_an_operation_made_moves_with_its_lanes(run_body) -> None:
    """Through a phi of some lanes, to a branch."""
    body = """  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %high = icmp uge i32 %tid, 48
  br i1 %high, label %a, label %b
a:
  %v = shl i32 1, %tid
  br label %b
b:
  %x = phi i32 [ %v, %a ], [ 1, %0 ]
  %c = icmp eq i32 %x, 1
  br i1 %c, label %end, label %other
other:
  br label %end
end:
  ret void"""
    (made,) = run_body(body, "", []).findings
    assert isinstance(made, sim.ArithmeticFinding)
    assert (made.count, made.lane) == (16, 48)
    assert "branch on it" in made.message
