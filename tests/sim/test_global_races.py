"""Races on buffers that a kernel both reads and writes, and which buffers those are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge.simulator import bench
from twinkern.judge.simulator.memory.provenance import Accesses
from twinkern.judge.simulator.text.parser import parse

HEAD = """entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %w = lshr i32 %t, 6
  %base = shl i32 %g, 7
  %i = add i32 %base, %t
  %j = xor i32 %i, 64
  %mine = getelementptr i32, ptr addrspace(1) %x, i32 %i
  %theirs = getelementptr i32, ptr addrspace(1) %x, i32 %j
  %out = getelementptr i32, ptr addrspace(1) %y, i32 %i
"""
TAIL = """  store i32 %v, ptr addrspace(1) %out
  ret void
"""
STORE = "  store i32 %i, ptr addrspace(1) %mine\n"
LOAD = "  %v = load i32, ptr addrspace(1) %theirs\n"
FENCE = '  fence syncscope("workgroup") release\n'
LOCAL = '  fence syncscope("workgroup") release, !mmra !0\n'
BARRIER = "  call void @llvm.amdgcn.s.barrier()\n"
META = '!0 = !{!"amdgpu-synchronize-as", !"local"}'
PARAMETERS = "ptr addrspace(1) %x, ptr addrspace(1) %y"


def races(run_body, body: str, grid: int = 1, **options) -> list[sim.RaceFinding]:
    x, y = np.zeros(128 * grid, np.uint32), np.zeros(128 * grid, np.uint32)
    options = {"grid": (grid,), "block": 128, "metadata": META, "args": [x, y]} | options
    found = run_body(HEAD + body + TAIL, PARAMETERS, options.pop("args"), **options).findings
    assert {type(finding) for finding in found} <= {sim.RaceFinding}
    return found


def test_a_store_and_another_waves_load(run_body) -> None:
    (race,) = races(run_body, STORE + LOAD, grid=3)
    assert (race.access, race.other_access, race.owner, race.count) == ("read", "store", "argument 0 (%x)", 3 * 128)
    assert (race.workgroup, race.wave, race.other_wave, race.other_workgroup) == ((0, 0, 0), 0, 1, (0, 0, 0))
    assert race.other_instruction == STORE.strip() and not race.unwaited_store
    assert "read of byte 256 of argument 0 (%x) stored by warp 1; no barrier between" in race.text
    assert races(run_body, STORE + LOAD, sanitize=sim.SANITIZERS - {"race"}) == []


@pytest.mark.parametrize("swap", [False, True])
def test_either_side_of_a_branch(run_body, swap: bool) -> None:
    """Whichever wave the simulator runs first: that of the block that comes first in the text."""
    sides = [
        "a:\n  store i32 1, ptr addrspace(1) %x\n  br label %end\n",
        "b:\n  %r = load i32, ptr addrspace(1) %x\n  br label %end\n",
    ]
    branch = "  %c = icmp eq i32 %w, 0\n  br i1 %c, label %a, label %b\n"
    body = branch + "".join(sides[::-1] if swap else sides) + "end:\n  %v = phi i32 [ 0, %a ], [ %r, %b ]\n"
    (race,) = races(run_body, body)
    assert (race.access, race.other_access) == (("store", "read") if swap else ("read", "store"))
    assert {race.wave, race.other_wave} == {0, 1}
    assert {race.instruction.split()[0], race.other_instruction.split()[0]} == {"store", "%r"}


@pytest.mark.parametrize(
    ("wait", "enough"),
    [
        (FENCE, True),
        ("  fence release\n", True),
        ("  call void @llvm.amdgcn.s.waitcnt(i32 3952)\n", True),
        ('  %f = atomicrmw add ptr addrspace(1) %y, i32 0 syncscope("agent") release\n', True),
        ("", False),
        (LOCAL, False),
        ("  call void @llvm.amdgcn.s.waitcnt(i32 3953)\n", False),
        ('  fence syncscope("workgroup") acquire\n', False),
        ('  fence syncscope("wavefront") release\n', False),
    ],
)
def test_what_orders_a_store(run_body, wait: str, enough: bool) -> None:
    found = races(run_body, STORE + wait + BARRIER + LOAD)
    assert [(race.access, race.unwaited_store) for race in found] == ([] if enough else [("read", True)])
    assert all("the barrier between does not order them" in race.text for race in found)
    assert len(races(run_body, STORE + wait + LOAD)) == 1
    late = races(run_body, STORE + BARRIER + wait + LOAD)
    assert [race.unwaited_store for race in late] == [True]


def test_a_barrier_alone_orders_a_load_before_a_store(run_body) -> None:
    (race,) = races(run_body, LOAD + STORE)
    assert (race.access, race.other_access, race.other_instruction) == ("store", "read", LOAD.strip())
    assert races(run_body, LOAD + BARRIER + STORE) == []


def test_an_own_read_does_not_hide_another_waves(run_body) -> None:
    own = "  %o = load i32, ptr addrspace(1) %mine\n"
    for body in (LOAD + own + STORE, own + LOAD + STORE, own + LOAD + own.replace("%o", "%p") + STORE):
        (race,) = races(run_body, body)
        assert (race.access, race.other_instruction) == ("store", LOAD.strip())
    assert races(run_body, own + STORE.replace("%i,", "%o,") + LOAD.replace("%theirs", "%mine"), grid=3) == []


# Workgroup n stores its own words and reads those of workgroup n - 1.
NEIGHBOUR = """  %before = sub i32 %i, 128
  %first = icmp eq i32 %g, 0
  %at = select i1 %first, i32 %i, i32 %before
  %from = getelementptr i32, ptr addrspace(1) %x, i32 %at
"""


@pytest.mark.parametrize("batch", [8192, 128])
def test_workgroups_are_not_ordered(run_body, monkeypatch, batch: int) -> None:
    """Run together, or one after the other."""
    monkeypatch.setattr("twinkern.judge.simulator.engine.BATCH_LANES", batch)
    read = LOAD.replace("%theirs", "%from")
    for body in (STORE + FENCE + BARRIER + read, read + BARRIER + STORE):
        found = races(run_body, NEIGHBOUR + body, grid=4)
        assert found and all(race.workgroup != race.other_workgroup for race in found)
        assert all(f"of workgroup {race.other_workgroup}; nothing but atomics orders workgroups" in race.text for race in found)
    count = '  %n = atomicrmw add ptr addrspace(1) %y, i32 1 syncscope("agent") acq_rel\n'
    assert races(run_body, NEIGHBOUR + count + STORE + FENCE + BARRIER + read, grid=4, args=two(4))[1:] == []


def two(grid: int) -> list[np.ndarray]:
    return [np.zeros(128 * grid, np.uint32) for _ in range(2)]


def test_the_last_workgroup_reads_what_the_others_stored(run_body) -> None:
    """Partial sums, and a counter that tells who comes last."""
    body = (
        STORE
        + FENCE
        + BARRIER
        + """  %old = atomicrmw add ptr addrspace(1) %y, i32 1 syncscope("agent") acq_rel
  %last = icmp eq i32 %old, 511
  %at = select i1 %last, ptr addrspace(1) %x, ptr addrspace(1) %mine
  %v = load i32, ptr addrspace(1) %at
  ret void
"""
    )
    args = two(4)
    assert run_body(HEAD + body, PARAMETERS, args, grid=(4,), block=128).findings == []


def test_stores_of_what_is_there_already(run_body) -> None:
    """A flag that everybody sets is no race; a number that everybody stores is one."""
    body = "  %v = load i32, ptr addrspace(1) %out\n  store i32 {}, ptr addrspace(1) %y\n"
    head = HEAD.replace("%y, i32 %i", "%y, i32 200")
    for value, expected in (("7", 0), ("%w", 1)):
        y = np.zeros(256, np.uint32)
        text = head + body.format(value) + "  ret void\n"
        found = run_body(text, PARAMETERS, [np.zeros(128, np.uint32), y], block=128).findings
        assert [(race.access, race.other_access) for race in found] == [("store", "store")] * expected


def test_one_array_for_two_parameters(run_body) -> None:
    body = STORE.replace("%mine", "%out") + LOAD + BARRIER
    x = np.zeros(128, np.uint32)
    assert run_body(HEAD + body + "  ret void\n", PARAMETERS, two(1), block=128).findings == []
    (race,) = run_body(HEAD + body + "  ret void\n", PARAMETERS, [x, x], block=128).findings
    assert (race.owner, race.access) == ("argument 0 (%x)", "read")


def test_nvidia_barriers_wait() -> None:
    text = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %j = xor i32 %t, 32
  %mine = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %theirs = getelementptr i32, ptr addrspace(1) %x, i32 %j
  store i32 %t, ptr addrspace(1) %mine
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr addrspace(1) %theirs
  ret void
}
"""
    x = np.zeros(64, np.uint32)
    assert sim.run(text, grid=1, block=64, args=[x]).findings == []
    (race,) = sim.run(text.replace("  call void @llvm.nvvm.barrier0()\n", ""), grid=1, block=64, args=[x]).findings
    assert (race.kind, race.access, race.wave, race.other_wave) == ("race", "read", 0, 1)


@pytest.mark.parametrize(("order", "racy"), [("", True), (".weak", True), (".relaxed.gpu", False), (".volatile", False)])
def test_strong_accesses_of_ptx(order: str, racy: bool) -> None:
    """They do not race with each other, be it on global or on shared memory."""
    for space, at in (("global", "ptr addrspace(1) %x"), ("shared", "ptr addrspace(3) @s")):
        text = f"""target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [4 x i8] undef, align 16
define ptx_kernel void @k(ptr addrspace(1) %x) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void asm sideeffect "st{order}.{space}.u32 [$0], $1;", "{"l" if space == "global" else "r"},r"({at}, i32 %t)
  %v = call i32 asm sideeffect "ld{order}.{space}.u32 $0, [$1];", "=r,{"l" if space == "global" else "r"}"({at})
  ret void
}}
"""
        found = sim.run(text, grid=1, block=64, args=[np.zeros(1, np.uint32)]).findings
        assert {finding.kind for finding in found} == ({"race"} if racy else set())


# Which buffers are looked at.


def accesses(body: str) -> Accesses:
    text = f"define amdgpu_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {{\n{body}  ret void\n}}\n"
    return Accesses(parse(f'target triple = "amdgcn-amd-amdhsa"\n{text}').functions["k"])


@pytest.mark.parametrize(
    ("body", "loads", "stores"),
    [
        ("  %v = load i32, ptr addrspace(1) %a\n  store i32 %v, ptr addrspace(1) %b\n", "a", "b"),
        ("  %p = select i1 true, ptr addrspace(1) %a, ptr addrspace(1) %b\n  %v = load i32, ptr addrspace(1) %p\n", "ab", ""),
        ("  %q = ptrtoint ptr addrspace(1) %b to i64\n  %r = add i64 %q, 4\n  %p = inttoptr i64 %r to ptr addrspace(1)\n"
         "  store i32 0, ptr addrspace(1) %p\n", "", "b"),
        ("  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %a, i16 0, i64 4, i32 0)\n"
         "  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 0, ptr addrspace(8) %r, i32 0, i32 0, i32 0)\n", "", "a"),
        ("  %s = alloca ptr addrspace(1), align 8, addrspace(5)\n  store ptr addrspace(1) %a, ptr addrspace(5) %s\n"
         "  %p = load ptr addrspace(1), ptr addrspace(5) %s\n  store i32 0, ptr addrspace(1) %p\n", "", "a"),
        ("  %o = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic\n"
         "  %v = load atomic i32, ptr addrspace(1) %a monotonic, align 4\n", "", ""),
        ("  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 4, i1 false)\n", "b", "a"),
        ('  call void asm sideeffect "st.global.b32 [$0], $1;", "l,r"(ptr addrspace(1) %a, i32 0)\n', "", "a"),
    ],
)  # fmt: skip
def test_pointers_are_followed(body: str, loads: str, stores: str) -> None:
    found = accesses(body)
    assert found.loads - {"s"} == set(loads)
    assert found.stores - {"s"} == set(stores)


def test_a_pointer_through_a_loop() -> None:
    body = """  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %0 ], [ %q, %loop ]
  store i32 0, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i32 %n
  %c = icmp eq i32 %n, 0
  br i1 %c, label %loop, label %done
done:
"""
    assert accesses(body).stores == {"a"}


TEXTS = {path.name: path.read_text() for path in sorted((Path(__file__).parent / "fixtures").glob("*.ll"))}


@pytest.mark.parametrize("text", [*TEXTS.values(), bench.kernel()], ids=[*TEXTS, "bench"])
def test_products_cost_nothing(text: str) -> None:
    """Kernels whose buffers are read or written, but not both."""
    for function in parse(text).functions.values():
        found, names = Accesses(function), {name for _, name in function.parameters}
        assert found.loads & names and found.stores & names
        assert found.both() & names == set()
