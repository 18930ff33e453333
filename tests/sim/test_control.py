"""Control flow: divergence, loops with their own trip counts, switches, barriers that waves meet in different places."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

TID = "%tid = call i32 @llvm.amdgcn.workitem.id.x()\n%p = getelementptr i32, ptr addrspace(1) %r, i32 %tid\n"


@pytest.mark.parametrize("block", [64, 96, 256])
def test_loop_with_a_trip_count_per_lane(run_body, block: int) -> None:
    body = (
        "entry:\n"
        + TID
        + """
  %n = urem i32 %tid, 7
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %s = phi i32 [ %tid, %entry ], [ %s2, %loop ]
  %o = phi i32 [ 1, %entry ], [ %s, %loop ]
  %s2 = add i32 %s, %i
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %done
done:
  %q = mul i32 %o, 1000
  %v = add i32 %s2, %q
  store i32 %v, ptr addrspace(1) %p
  ret void"""
    )
    out = np.zeros(block, np.uint32)
    run = run_body(body, "ptr addrspace(1) %r", [out], block=block, outputs=(0,))
    assert run.findings == []
    expected = []
    for tid in range(block):
        s, o, before = tid, 0, 1
        for i in range(tid % 7 + 1):
            o, before, s = before, s, s + i
        expected.append(s + o * 1000)
    assert out.tolist() == expected


def test_values_of_lanes_that_left_a_loop_stay(run_body) -> None:
    """A load's and a cross-lane result of each lane's last round, used behind the loop."""
    body = (
        "entry:\n"
        + TID
        + """
  %n = and i32 %tid, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %step = mul i32 %tid, %i
  %at = getelementptr i32, ptr addrspace(1) %x, i32 %step
  %v = load i32, ptr addrspace(1) %at
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %done
done:
  %bits = call i64 @llvm.ctpop.i64(i64 %b)
  %count = trunc i64 %bits to i32
  %scaled = mul i32 %count, 1000000
  %w = add i32 %v, %scaled
  store i32 %w, ptr addrspace(1) %p
  ret void"""
    )
    x = np.arange(64 * 4, dtype=np.uint32)
    out = np.zeros(64, np.uint32)
    assert run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %r", [x, out], outputs=(1,)).findings == []
    # In round i, the lanes with n >= i are there: 64, 48, 32, 16.
    assert out.tolist() == [t * (t % 4) + (64 - 16 * (t % 4)) * 1000000 for t in range(64)]


@pytest.mark.parametrize("branch", ["%go, label %body, label %exit", "%stop, label %exit, label %body"])
def test_lanes_meet_behind_a_loop_that_tests_at_its_head(run_body, branch: str) -> None:
    """Each lane has its own number of rounds; a ballot and a barrier behind the loop see whole waves, three times over."""
    body = (
        "entry:\n"
        + TID
        + f"""
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k2, %exit ]
  br label %head
head:
  %i = phi i32 [ 0, %outer ], [ %i2, %body ]
  %go = icmp slt i32 %i, %tid
  %stop = xor i1 %go, true
  br i1 {branch}
body:
  %i2 = add i32 %i, 1
  br label %head
exit:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  call void @llvm.amdgcn.s.barrier()
  %k2 = add i32 %k, 1
  %more = icmp ult i32 %k2, 3
  br i1 %more, label %outer, label %end
end:
  %q = getelementptr i64, ptr addrspace(1) %r, i32 %tid
  store i64 %b, ptr addrspace(1) %q
  ret void"""
    )
    out = np.zeros(128, np.uint64)
    run = run_body(body, "ptr addrspace(1) %r", [out], block=128, outputs=(0,))
    assert run.findings == []
    assert (out == (1 << 64) - 1).all()
    assert run.counters.instructions["barrier"] == run.counters.instructions["cross_lane"] == 6


def test_nested_branches_early_return_and_switch(run_body) -> None:
    body = (
        TID
        + """
  %early = icmp ugt i32 %tid, 59
  br i1 %early, label %leave, label %go
leave:
  store i32 7, ptr addrspace(1) %p
  ret void
go:
  %k = and i32 %tid, 3
  switch i32 %k, label %other [
    i32 0, label %zero
    i32 2, label %two
  ]
zero:
  br label %join
two:
  %deep = icmp ult i32 %tid, 32
  br i1 %deep, label %low, label %join
low:
  br label %join
other:
  br label %join
join:
  %v = phi i32 [ 10, %zero ], [ 20, %two ], [ 30, %low ], [ %k, %other ]
  store i32 %v, ptr addrspace(1) %p
  ret void"""
    )
    out = np.zeros(64, np.uint32)
    assert run_body(body, "ptr addrspace(1) %r", [out], outputs=(0,)).findings == []
    expected = [7 if t > 59 else {0: 10, 2: 30 if t < 32 else 20}.get(t % 4, t % 4) for t in range(64)]
    assert out.tolist() == expected


def test_workgroups_take_their_own_ways(run_body) -> None:
    """Uniform in a workgroup, not in the batch; grid and block in three dimensions."""
    body = """
  %x = call i32 @llvm.amdgcn.workgroup.id.x()
  %y = call i32 @llvm.amdgcn.workgroup.id.y()
  %z = call i32 @llvm.amdgcn.workgroup.id.z()
  %tx = call i32 @llvm.amdgcn.workitem.id.x()
  %ty = call i32 @llvm.amdgcn.workitem.id.y()
  %tz = call i32 @llvm.amdgcn.workitem.id.z()
  %a = mul i32 %z, 2
  %b = add i32 %a, %y
  %c = mul i32 %b, 3
  %g = add i32 %c, %x
  %d = mul i32 %tz, 2
  %e = add i32 %d, %ty
  %f = mul i32 %e, 4
  %t = add i32 %f, %tx
  %base = mul i32 %g, 16
  %at = add i32 %base, %t
  %p = getelementptr i32, ptr addrspace(1) %r, i32 %at
  %odd = trunc i32 %x to i1
  br i1 %odd, label %one, label %two
one:
  store i32 %at, ptr addrspace(1) %p
  ret void
two:
  %n = sub i32 0, %at
  store i32 %n, ptr addrspace(1) %p
  ret void"""
    out = np.zeros(5 * 2 * 3 * 16, np.int32)
    run = run_body(body, "ptr addrspace(1) %r", [out], grid=(3, 2, 5), block=(4, 2, 2), outputs=(0,))
    assert run.findings == []
    group = np.arange(out.size) // 16 % 3
    assert (out == np.where(group % 2, np.arange(out.size), -np.arange(out.size))).all()


def test_waves_may_meet_a_barrier_in_different_places(run_body) -> None:
    """A producer wave and a consumer wave with a barrier each: the consumer sees what the producer stored."""
    body = (
        TID
        + """
  %u = and i32 %tid, 63
  %l = getelementptr i32, ptr addrspace(3) @lds, i32 %u
  %producer = icmp ult i32 %tid, 64
  br i1 %producer, label %produce, label %consume
produce:
  store i32 %tid, ptr addrspace(3) %l
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  store i32 1, ptr addrspace(1) %p
  ret void
consume:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %v = load i32, ptr addrspace(3) %l
  store i32 %v, ptr addrspace(1) %p
  ret void"""
    )
    out = np.zeros(128, np.uint32)
    run = run_body(body, "ptr addrspace(1) %r", [out], block=128, lds=256, outputs=(0,))
    assert run.findings == []
    assert out.tolist() == [1] * 64 + list(range(64))


def test_barrier_after_some_lanes_have_ended(run_body) -> None:
    body = (
        TID
        + """
  store i32 3, ptr addrspace(1) %p
  %end = icmp ult i32 %tid, 32
  br i1 %end, label %leave, label %stay
leave:
  ret void
stay:
  call void @llvm.amdgcn.s.barrier()
  ret void"""
    )
    out = np.zeros(128, np.uint32)
    assert run_body(body, "ptr addrspace(1) %r", [out], block=128).findings == []


def test_lanes_of_a_wave_at_two_barriers_are_divergent(run_body) -> None:
    body = (
        TID
        + """
  %low = icmp ult i32 %tid, SPLIT
  br i1 %low, label %one, label %two
one:
  call void @llvm.amdgcn.s.barrier()
  ret void
two:
  call void @llvm.amdgcn.s.barrier()
  ret void"""
    )
    out = np.zeros(128, np.uint32)
    for split, kinds in ((64, []), (128, []), (32, ["divergence"])):
        run = run_body(body.replace("SPLIT", str(split)), "ptr addrspace(1) %r", [out], block=128)
        assert [finding.kind for finding in run.findings] == kinds


def test_many_batches(run_body) -> None:
    body = (
        "%g = call i32 @llvm.amdgcn.workgroup.id.x()\n%t = call i32 @llvm.amdgcn.workitem.id.x()\n"
        "%b = mul i32 %g, 100\n%i = add i32 %b, %t\n%p = getelementptr i32, ptr addrspace(1) %r, i32 %i\n"
        "store i32 %i, ptr addrspace(1) %p\nret void"
    )
    out = np.zeros(100 * 300, np.uint32)
    run = run_body(body, "ptr addrspace(1) %r", [out], block=100, grid=300, outputs=(0,))
    assert run.findings == []
    assert (out == np.arange(out.size)).all()
    assert run.counters.waves == 600
    assert run.counters.per_wave("global_store") == 1
    assert run.counters.lane_instructions == 7 * out.size


def test_a_kernel_that_does_not_end_is_given_up(run_body) -> None:
    with pytest.raises(sim.SimulatorError, match="has not ended after 1000 blocks"):
        run_body("br label %x\nx:\nbr label %x", "", [], step_limit=1000)


# Waves that wait for each other.

SPIN = """{name}:
  %v.{name} = load atomic i32, ptr addrspace(1) {flag} syncscope("agent") acquire, align 4
  %d.{name} = icmp eq i32 %v.{name}, {value}
  br i1 %d.{name}, label %{then}, label %{name}
"""
SET = 'store atomic i32 {value}, ptr addrspace(1) {flag} syncscope("agent") release, align 4'


@pytest.mark.parametrize("first", ["%set, label %spin", "%spin, label %set"])
def test_a_wave_that_spins_lets_the_others_run(run_body, first: str) -> None:
    """Whichever of the two comes first in the text and in the branch."""
    ways = [
        f"set:\n  {SET.format(flag='%r', value=1)}\n  br label %end\n",
        SPIN.format(name="spin", flag="%r", value=1, then="end"),
    ]
    condition = "icmp ult i32 %tid, 64" if first.startswith("%set") else "icmp uge i32 %tid, 64"
    for order in (ways, ways[::-1]):
        body = f"{TID}  %c = {condition}\n  br i1 %c, label {first}\n{''.join(order)}end:\n  ret void"
        out = np.zeros(128, np.uint32)
        run = run_body(body, "ptr addrspace(1) %r", [out], block=128, step_limit=5000, sanitize="divergence")
        assert run.findings == []
        assert out[0] == 1


def test_waves_that_answer_each_other(run_body) -> None:
    """Three rounds of a flag between two waves, each of which waits for the other in a loop of its own."""
    flag = "%r"
    body = f"""entry:
  {TID}
  %c = icmp ult i32 %tid, 64
  br label %ahead
ahead:
  %k = phi i32 [ 0, %entry ], [ %k2, %next ]
  %mine = shl i32 %k, 1
  %theirs = or i32 %mine, 1
  %after = add i32 %mine, 2
  br i1 %c, label %ask, label %listen
{SPIN.format(name="listen", flag=flag, value="%theirs", then="answer")}
answer:
  {SET.format(flag=flag, value="%after")}
  br label %next
ask:
  {SET.format(flag=flag, value="%theirs")}
  br label %hear
{SPIN.format(name="hear", flag=flag, value="%after", then="next")}
next:
  %k2 = add i32 %k, 1
  %more = icmp ult i32 %k2, 3
  br i1 %more, label %ahead, label %end
end:
  ret void"""
    out = np.zeros(128, np.uint32)
    run = run_body(body, "ptr addrspace(1) %r", [out], block=128, step_limit=50_000, sanitize="divergence")
    assert run.findings == []
    assert out[0] == 6


@pytest.mark.parametrize(
    ("barrier", "kinds"),
    [("call void @llvm.amdgcn.s.waitcnt(i32 49279)\n  call void @llvm.amdgcn.s.barrier()", []), ("", ["race", "race"])],
)
@pytest.mark.parametrize(
    ("memory", "write"),
    [
        ("ptr addrspace(3) @lds", "store i32 %tid, ptr addrspace(3) %l"),
        ("ptr addrspace(3) @lds", "%old = atomicrmw xchg ptr addrspace(3) %l, i32 %tid monotonic"),
        ("ptr addrspace(1) %s", "store i32 %tid, ptr addrspace(1) %l"),
    ],
)
def test_a_workgroup_passes_its_barrier_while_another_spins(
    run_body, memory: str, write: str, barrier: str, kinds: list[str]
) -> None:
    """Workgroup 1 waits for what workgroup 0 does behind a barrier of its own. That barrier orders nothing in workgroup 1:
    where it has none itself, its reads and stores race."""
    pointer = memory.rpartition(" ")[0]
    body = f"""  {TID}
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = shl i32 %g, 7
  %near = or i32 %base, %tid
  %far = xor i32 %near, 64
  %l = getelementptr i32, {memory}, i32 %near
  %m = getelementptr i32, {memory}, i32 %far
  {write}
  fence syncscope("workgroup") release
  %c = icmp eq i32 %g, 1
  br i1 %c, label %spin, label %set
{SPIN.format(name="spin", flag="%r", value=1, then="one")}
set:
  call void @llvm.amdgcn.s.barrier()
  %x = load i32, {pointer} %m
  call void @llvm.amdgcn.s.barrier()
  {SET.format(flag="%r", value=1)}
  ret void
one:
  {barrier}
  %y = load i32, {pointer} %m
  {barrier}
  store i32 %y, {pointer} %l
  ret void"""
    out = np.zeros(128, np.uint32)
    options = {"block": 128, "grid": 2, "lds": 1024, "step_limit": 5000, "sanitize": "race"}
    run = run_body(body, "ptr addrspace(1) %r, ptr addrspace(1) %s", [out, np.zeros(256, np.uint32)], **options)
    assert [finding.kind for finding in run.findings] == kinds
    assert out[0] == 1


def test_a_wave_that_spins_for_ever_is_given_up(run_body) -> None:
    body = f"{TID}  %c = icmp ult i32 %tid, 64\n  br i1 %c, label %spin, label %end\n"
    body += SPIN.format(name="spin", flag="%r", value=1, then="end") + "end:\n  ret void"
    with pytest.raises(sim.SimulatorError, match=r"has not ended after 3000 blocks, last at line \d+"):
        run_body(body, "ptr addrspace(1) %r", [np.zeros(128, np.uint32)], block=128, step_limit=3000)


def test_long_loops_with_a_number_of_rounds_for_each_wave(run_body) -> None:
    """Waves that are ahead go on alone and meet the others at the barrier; lanes of a wave stay together."""
    body = f"""entry:
  {TID}
  %n = mul i32 %tid, 9
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %go = icmp slt i32 %i, %n
  br i1 %go, label %body, label %exit
body:
  %i2 = add i32 %i, 1
  br label %head
exit:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  call void @llvm.amdgcn.s.barrier()
  %full = icmp eq i64 %b, -1
  %v = select i1 %full, i32 %i, i32 -1
  store i32 %v, ptr addrspace(1) %p
  ret void"""
    out = np.zeros(256, np.uint32)
    run = run_body(body, "ptr addrspace(1) %r", [out], block=256, outputs=(0,))
    assert run.findings == []
    assert out.tolist() == [9 * t for t in range(256)]
    assert run.counters.instructions["barrier"] == 4


def test_one_kernel_must_be_named_among_several() -> None:
    text = 'target triple = "amdgcn-amd-amdhsa"\n' + "".join(
        f"define amdgpu_kernel void @k{n}(ptr addrspace(1) %r) {{\n store i32 {n}, ptr addrspace(1) %r\n ret void\n}}\n"
        for n in range(2)
    )
    out = np.zeros(1, np.uint32)
    with pytest.raises(sim.SimulatorError, match=r"\['k0', 'k1'\].*kernel="):
        sim.run(text, grid=1, block=1, args=[out], arch="gfx942")
    sim.run(text, kernel="k1", grid=1, block=1, args=[out], arch="gfx942")
    assert out[0] == 1
