"""cp.async, barriers, member masks and mbarrier: planted faults are found, and nothing is where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sim.nvptx_kernels import HEAD, copy_cases, simulate

from twinkern.judge import simulator as sim

# A ring of two stages of 2 KiB: each thread copies 16 bytes, and reads what a thread of the other warp copied.
KERNEL = (
    HEAD
    + """@smem = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @ring(ptr addrspace(1) %x, ptr addrspace(1) %y) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = shl i32 %tid, 4
  %other = xor i32 %mine, 512
  %to0 = getelementptr i8, ptr addrspace(3) @smem, i32 %mine
  %from0 = getelementptr i8, ptr addrspace(1) %x, i32 %mine
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %to0, ptr addrspace(1) %from0)
  call void @llvm.nvvm.cp.async.commit.group()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %stage = and i32 %i, 1
  %ahead = xor i32 %stage, 1
  %stage.byte = shl i32 %stage, 10
  %ahead.byte = shl i32 %ahead, 10
  %line = shl i32 %next, 10
  %source = add i32 %line, %mine
  %more = icmp ult i32 %next, 4
  %bytes = select i1 %more, i32 16, i32 0
  %target = add i32 %ahead.byte, %mine
  %to = getelementptr i8, ptr addrspace(3) @smem, i32 %target
  %from = getelementptr i8, ptr addrspace(1) %x, i32 %source
  call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %to, ptr addrspace(1) %from, i32 %bytes)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; published
  %place = add i32 %stage.byte, %other
  %get = getelementptr i8, ptr addrspace(3) @smem, i32 %place
  %v = load <4 x i32>, ptr addrspace(3) %get, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; read
  %out.line = shl i32 %i, 10
  %out = add i32 %out.line, %mine
  %put = getelementptr i8, ptr addrspace(1) %y, i32 %out
  store <4 x i32> %v, ptr addrspace(1) %put, align 16
  br i1 %more, label %loop, label %done
done:
  ret void
}
attributes #0 = { "nvvm.reqntid"="64" }
"""
)
PUBLISHED = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; published\n"
READ = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; read\n"
WAIT = "cp.async.wait.group(i32 1)"


def run(text: str, sanitize: bool = True) -> tuple[sim.Run, bool]:
    x = np.arange(4 * 256, dtype=np.uint32).reshape(4, 2, 32, 4)
    y = np.full(x.shape, 0xDEADBEEF, np.uint32)
    result = sim.run(text, grid=2, block=64, args=[x, y], dynamic_lds=2048, sanitize=sanitize)
    return result, bool((y == x[:, ::-1]).all())


def edit(old: str, new: str) -> str:
    assert old in KERNEL
    return KERNEL.replace(old, new)


def line_of(text: str, fragment: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if fragment in line)


def test_clean_ring() -> None:
    result, right = run(KERNEL)
    assert result.findings == [] and right
    assert result.counters.per_wave("lds_dma") == 5
    assert run(KERNEL, sanitize=False)[1]
    assert run(edit(WAIT, "cp.async.wait.group(i32 0)"))[0].findings == []
    assert run(edit("cp.async.wait.group(i32 1)", "cp.async.wait.all()"))[0].findings == []


@pytest.mark.parametrize("wait", ["cp.async.wait.group(i32 2)", ""])
def test_wait_too_weak(wait: str) -> None:
    text = edit(WAIT, wait) if wait else edit(f"  call void @llvm.nvvm.{WAIT}\n", "")
    result, right = run(text)
    found = [f for f in result.findings if isinstance(f, sim.DmaFinding)]
    read = next(f for f in found if f.access == "read")
    assert not right
    assert read.line == line_of(text, "%v = load")
    assert read.other_line == line_of(text, "16(ptr addrspace(3) %to0")
    assert (read.wave, read.other_wave, read.allowed) == (0, 1, 1)
    assert "wait_group 1 or less" in read.text
    assert {f.kind for f in result.findings} == {"dma"}


def test_copy_without_a_commit_is_in_no_group() -> None:
    commit = "  call void @llvm.nvvm.cp.async.commit.group()\n  br label %loop"
    result, _ = run(edit(commit, "  br label %loop").replace(WAIT, "cp.async.wait.group(i32 0)"))
    assert result.findings == [], "the next commit takes it"
    text = KERNEL.replace("  call void @llvm.nvvm.cp.async.commit.group()\n", "").replace(WAIT, "cp.async.wait.group(i32 0)")
    found = run(text)[0].findings
    assert {f.kind for f in found} == {"dma"}
    assert "no commit_group" in found[0].text


def test_missing_barrier_before_the_read() -> None:
    result, _ = run(edit(PUBLISHED, ""))
    assert {f.kind for f in result.findings} <= {"race", "dma", "initialisation"}
    race = next(f for f in result.findings if isinstance(f, sim.RaceFinding) and f.access == "read")
    assert race.other_line in (line_of(KERNEL, "16(ptr addrspace(3) %to0"), line_of(KERNEL, "16.s(ptr"))


def test_missing_barrier_before_the_next_copy() -> None:
    text = edit(READ, "")
    races = [f for f in run(text)[0].findings if isinstance(f, sim.RaceFinding)]
    assert [(f.access, f.other_access) for f in races] == [("store", "read")]
    assert races[0].line == line_of(text, "16.s(ptr")
    assert races[0].other_line == line_of(text, "%v = load")


def test_single_buffer() -> None:
    """The next copy goes where the stage is still read: the value read is wrong, and the read of bytes in flight is found."""
    result, right = run(edit("%ahead = xor i32 %stage, 1", "%ahead = and i32 %stage, 1"))
    assert not right
    assert {f.kind for f in result.findings} == {"dma"}


def test_store_to_bytes_in_flight() -> None:
    text = edit(
        "  call void @llvm.nvvm." + WAIT, "  store i32 0, ptr addrspace(3) %to, align 4\n  call void @llvm.nvvm." + WAIT
    )
    found = [f for f in run(text)[0].findings if f.access == "store"]
    assert [f.kind for f in found] == ["dma"]


def test_copy_past_the_end_and_misaligned() -> None:
    past = run(edit("%target = add i32 %ahead.byte, %mine", "%target = add i32 %ahead.byte, 2040"))[0].findings
    assert any(isinstance(f, sim.MemoryFinding) and f.outside_by > 0 for f in past)
    odd = run(edit("%source = add i32 %line, %mine", "%source = add i32 %line, 4"))[0].findings
    assert any("misaligned load of 16 bytes" in f.text for f in odd)


def test_copies_of_each_size_fill_with_zeros() -> None:
    for case in copy_cases():
        source, taken = case.inputs[-2:]
        size = int(case.name.split()[1])
        expected = np.full((32, 16), 0xFF, np.uint8)
        bytes_ = source.view(np.uint8).reshape(32, 16)
        for thread in range(32):
            expected[thread, :size] = 0
            expected[thread, : taken[thread]] = bytes_[thread, : taken[thread]]
        assert (np.stack(simulate(case), axis=-1).view(np.uint8).reshape(32, 16) == expected).all()


# Shared memory between the warps of a block.

EXCHANGE = (
    HEAD
    + """@smem = internal addrspace(3) global [512 x i8] undef, align 16
define ptx_kernel void @k(ptr addrspace(1) %y) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @smem, i32 %tid
  store i32 %tid, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.barrier0()
  %far = xor i32 %tid, 32
  %theirs = getelementptr i32, ptr addrspace(3) @smem, i32 %far
  %v = load i32, ptr addrspace(3) %theirs, align 4
  %out = getelementptr i32, ptr addrspace(1) %y, i32 %tid
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
"""
)


@pytest.mark.parametrize(
    "barrier",
    ["call void @llvm.nvvm.barrier0()", "call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)",
     'call void asm sideeffect "bar.sync 0;", "~{memory}"()',
     'call void asm sideeffect "barrier.sync.aligned $0, $1;", "n,n"(i32 1, i32 128)',
     "%n = call i32 @llvm.nvvm.barrier0.popc(i32 %tid)"],
)  # fmt: skip
def test_a_barrier_orders_shared_memory_alone(barrier: str) -> None:
    y = np.zeros(128, np.uint32)
    text = EXCHANGE.replace("call void @llvm.nvvm.barrier0()", barrier)
    assert sim.run(text, grid=1, block=128, args=[y], outputs=(0,)).findings == []
    assert (y == np.arange(128) ^ 32).all()
    found = sim.run(EXCHANGE.replace("  call void @llvm.nvvm.barrier0()\n", ""), grid=1, block=128, args=[y]).findings
    assert {f.kind for f in found} <= {"race", "initialisation"}
    assert any(isinstance(f, sim.RaceFinding) for f in found)


NUMBERED = """  %warp = lshr i32 %tid, 5
  %low = icmp ult i32 %tid, 64
  br i1 %low, label %a, label %b
a:
  {0}
  br label %e
b:
  {1}
  br label %e
e:
"""


@pytest.mark.parametrize(
    ("barriers", "numbers"),
    [
        (("barrier.cta.sync.aligned.all(i32 0)", "barrier.cta.sync.aligned.all(i32 1)"), (1, 0)),
        (("barrier0()", "barrier.cta.sync.aligned.count(i32 3, i32 128)"), (3, 0)),
        (("barrier.n(i32 2)", "barrier.sync(i32 2)"), None),
        (("barrier0()", "bar.sync(i32 0)"), None),
        (('"bar.sync 5;"', '"bar.sync $0;"'), (7, 5)),
        (('"bar.sync 7;"', '"bar.sync $0, 128;"'), None),
        (("barrier.cta.sync.all(i32 %warp)", "barrier.cta.sync.all(i32 %warp)"), (3, 0)),
    ],
)
def test_barriers_with_different_numbers_do_not_match(barriers: tuple[str, str], numbers: tuple[int, int] | None) -> None:
    calls = [
        f'call void asm sideeffect {b}, "n"(i32 7)' if b.startswith('"') else f"call void @llvm.nvvm.{b}" for b in barriers
    ]
    text = EXCHANGE.replace("  call void @llvm.nvvm.barrier0()\n", NUMBERED.format(*calls))
    found = sim.run(text, grid=3, block=128, args=[np.zeros(128, np.uint32)], sanitize="divergence").findings
    if numbers is None:
        assert found == []
    else:
        (deadlock,) = found
        assert isinstance(deadlock, sim.DivergenceFinding)
        assert f"at barrier {numbers[0]}, and others for them at barrier {numbers[1]} (warp 0," in deadlock.message
        assert calls[1] in deadlock.instruction
        assert (deadlock.count, deadlock.live_lanes) == (3, 128)


def test_one_barrier_with_a_number_that_differs_by_warp() -> None:
    text = EXCHANGE.replace(
        "  call void @llvm.nvvm.barrier0()\n",
        "  %warp = lshr i32 %tid, 6\n  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %warp)\n",
    )
    (deadlock,) = sim.run(text, grid=1, block=128, args=[np.zeros(128, np.uint32)], sanitize="divergence").findings
    assert "64 threads wait at barrier 1" in deadlock.message


@pytest.mark.parametrize(
    ("barrier", "error"),
    [('call void asm sideeffect "bar.sync 16;", ""()', "barrier 16: a CTA has barriers 0 to 15"),
     ("call void @llvm.nvvm.barrier.cta.sync.all(i32 99)", "barrier 99: a CTA has barriers 0 to 15"),
     ('call void asm sideeffect "bar.sync %r1;", ""()', "'%r1': neither a literal")],
)  # fmt: skip
def test_barriers_that_are_refused(barrier: str, error: str) -> None:
    text = EXCHANGE.replace("call void @llvm.nvvm.barrier0()", barrier)
    with pytest.raises(sim.SimulatorError, match=error):
        sim.run(text, grid=1, block=128, args=[np.zeros(128, np.uint32)])


def test_barrier_for_part_of_the_block_is_refused() -> None:
    text = EXCHANGE.replace("barrier0()", "barrier.cta.sync.aligned.count(i32 0, i32 64)")
    with pytest.raises(sim.UnsupportedError, match="a barrier for 64 of 128 threads"):
        sim.run(text, grid=1, block=128, args=[np.zeros(128, np.uint32)])


def test_barrier_in_divergent_flow() -> None:
    branch = "  %odd = trunc i32 %tid to i1\n  br i1 %odd, label %a, label %b\na:\n"
    barrier = "  call void @llvm.nvvm.barrier0()\n"
    text = EXCHANGE.replace(barrier, branch + barrier + "  br label %b\nb:\n")
    found = sim.run(text, grid=1, block=128, args=[np.zeros(128, np.uint32)]).findings
    assert any(isinstance(f, sim.DivergenceFinding) for f in found)


@pytest.mark.parametrize(("kind", "expected"), [("popc", 96), ("and", 0), ("or", 1)])
def test_barrier_with_a_reduction(kind: str, expected: int) -> None:
    reduction = f"  %b = and i32 %tid, 3\n  %n = call i32 @llvm.nvvm.barrier0.{kind}(i32 %b)"
    text = EXCHANGE.replace("  call void @llvm.nvvm.barrier0()", reduction)
    text = text.replace("store i32 %v, ptr addrspace(1)", "store i32 %n, ptr addrspace(1)")
    y = np.zeros(128, np.uint32)
    assert sim.run(text, grid=1, block=128, args=[y]).findings == []
    assert (y == expected).all()


# Member masks.


@pytest.mark.parametrize(("mask", "clean"), [("1431655765", True), ("-1", False), ("1", False), ("1431655767", False)])
def test_member_mask_in_divergent_flow(mask: str, clean: bool) -> None:
    """The even lanes alone: the mask must name them all and no other."""
    text = (
        HEAD
        + f"""define ptx_kernel void @k(ptr addrspace(1) %y) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %tid to i1
  br i1 %odd, label %end, label %even
even:
  %v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 {mask}, i32 %tid, i32 2, i32 31)
  %p = getelementptr i32, ptr addrspace(1) %y, i32 %tid
  store i32 %v, ptr addrspace(1) %p
  br label %end
end:
  ret void
}}
"""
    )
    y = np.zeros(64, np.uint32)
    found = sim.run(text, grid=1, block=64, args=[y]).findings
    assert (found == []) == clean
    assert all(isinstance(f, sim.DivergenceFinding) for f in found)
    assert (y[::2] == np.arange(0, 64, 2) ^ 2).all()


# mbarrier.

MBARRIER = (
    HEAD
    + """@bar = internal addrspace(3) global i64 undef, align 8
@smem = internal addrspace(3) global [512 x i8] undef, align 16
define ptx_kernel void @k(ptr addrspace(1) %y) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %init, label %go
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 128)
  br label %go
go:
  call void @llvm.nvvm.barrier0()
  %mine = getelementptr i32, ptr addrspace(3) @smem, i32 %tid
  store i32 %tid, ptr addrspace(3) %mine, align 4
  %state = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  br label %wait
wait:
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %state)
  br i1 %done, label %over, label %wait
over:
  %far = xor i32 %tid, 32
  %theirs = getelementptr i32, ptr addrspace(3) @smem, i32 %far
  %v = load i32, ptr addrspace(3) %theirs, align 4
  %out = getelementptr i32, ptr addrspace(1) %y, i32 %tid
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
"""
)


def test_mbarrier() -> None:
    y = np.zeros(128, np.uint32)
    assert sim.run(MBARRIER, grid=1, block=128, args=[y], outputs=(0,)).findings == []
    assert (y == np.arange(128) ^ 32).all()
    parity = MBARRIER.replace(
        "call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %state)",
        'call i1 asm sideeffect "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [$1], $2; mov.pred $0, p; }", '
        '"=b,r,r"(ptr addrspace(3) @bar, i32 0)',
    )
    y[:] = 0
    assert sim.run(parity, grid=1, block=128, args=[y], outputs=(0,)).findings == []
    assert (y == np.arange(128) ^ 32).all()
    with pytest.raises(sim.SimulatorError, match="has not ended"):
        sim.run(MBARRIER.replace("i32 128)", "i32 129)"), grid=1, block=128, args=[y], step_limit=500)
