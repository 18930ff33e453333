"""Loads straight to LDS: where the bytes land, and that nobody touches them in flight."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge.simulator.amd.amdgcn import lds_count, vector_memory_count
from twinkern.judge.simulator.amd.assembly import wait_operand

IDS = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %tid, 6
  %wave.u = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave)
"""
# Copies all of LDS, four bytes a thread and round, to %r.
DUMP = """
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %dump
dump:
  %round = phi i32 [ 0, %entry ], [ %round.next, %dump ]
  %dump.base = mul i32 %round, {threads}
  %dump.word = add i32 %dump.base, %tid
  %dump.from = getelementptr i32, ptr addrspace(3) @lds, i32 %dump.word
  %dump.value = load i32, ptr addrspace(3) %dump.from
  %dump.to = getelementptr i32, ptr addrspace(1) %r, i32 %dump.word
  store i32 %dump.value, ptr addrspace(1) %dump.to
  %round.next = add i32 %round, 1
  %more = icmp ult i32 %round.next, {rounds}
  br i1 %more, label %dump, label %done
done:
  ret void"""
FILL = """
  %fill.at = getelementptr <{n} x i32>, ptr addrspace(3) @lds, i32 %tid
  store <{n} x i32> splat (i32 -1431655766), ptr addrspace(3) %fill.at, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
"""
GLOBAL = "call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) {p}, ptr addrspace(3) {l}, i32 {size}, i32 {offset}, i32 0)"
BUFFER = (
    "call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %rsrc, ptr addrspace(3) {l}, i32 {size}, i32 {v}, "
    "i32 {s}, i32 {offset}, i32 0)"
)
RESOURCE = """  %rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(
    ptr addrspace(1) %x, i16 0, i64 {n}, i32 159744)
"""
POINTERS = "ptr addrspace(1) %x, ptr addrspace(1) %r"


def run_to_lds(run_body, load: str, source: np.ndarray, *, lds: int = 4096, block: int = 64, arch: str = "gfx950"):
    """Fill LDS with 0xAA, run the load, wait for everything, and return the run and LDS."""
    out = np.zeros(lds, np.uint8)
    rounds, threads = lds // 4 // block, block
    text = "entry:" + IDS + FILL.format(n=lds // 4 // block) + load + DUMP.format(threads=threads, rounds=rounds)
    return run_body(text, POINTERS, [source, out], lds=lds, block=block, arch=arch), out


@pytest.mark.parametrize("size", [1, 2, 4, 12, 16])
@pytest.mark.parametrize("kind", ["global", "buffer"])
def test_place_of_each_lane(run_body, size: int, kind: str) -> None:
    """4 l for up to four bytes, 16 l for more; the immediate moves both addresses; 12 bytes leave a hole of four."""
    source = np.random.default_rng(1).integers(0, 256, 4096).astype(np.uint8)
    offset = 16
    load = "  %o = mul i32 %tid, 20\n  %p = getelementptr i8, ptr addrspace(1) %x, i32 %o\n"
    if kind == "buffer":
        load += RESOURCE.format(n=4096) + "  " + BUFFER.format(l="@lds", size=size, v="%o", s=8, offset=offset)
    else:
        load += "  " + GLOBAL.format(p="%p", l="@lds", size=size, offset=offset)
    run, lds = run_to_lds(run_body, load, source)
    assert run.findings == []
    expected = np.full(4096, 0xAA, np.uint8)
    for lane in range(64):
        at = 20 * lane + offset + (8 if kind == "buffer" else 0)
        to = (4 if size <= 4 else 16) * lane + offset
        expected[to : to + size] = source[at : at + size]
    assert (lds == expected).all()
    assert run.counters.instructions["lds_dma"] == 1


def test_out_of_range_of_the_resource_writes_zeros(run_body) -> None:
    """Dword by dword; soffset takes part in the check on gfx9."""
    source = np.arange(1, 4097, dtype=np.uint16).view(np.uint8)
    load = BUFFER.format(l="@lds", size=16, v="%o", s=4, offset=0)
    load = f"  %o = mul i32 %tid, 16\n{RESOURCE.format(n=1000)}  {load}"
    run, lds = run_to_lds(run_body, load, source)
    assert run.findings == []
    expected = np.zeros(1024, np.uint8)
    expected[:996] = source[4:1000]
    assert (lds[:1024] == expected).all()
    assert (lds[1024:] == 0xAA).all()


def test_inactive_lanes_write_nothing(run_body) -> None:
    source = np.arange(2048, dtype=np.uint16).view(np.uint8)
    text = (
        "entry:" + IDS + FILL.format(n=4)
        + "  %o = mul i32 %tid, 16\n  %p = getelementptr i8, ptr addrspace(1) %x, i32 %o\n"
        + "  %odd = trunc i32 %tid to i1\n  br i1 %odd, label %load, label %join\nload:\n  "
        + GLOBAL.format(p="%p", l="@lds", size=16, offset=0)
        + "\n  br label %join\njoin:" + DUMP.format(threads=64, rounds=4).replace("%entry", "%join")
    )  # fmt: skip
    out = np.zeros(1024, np.uint8)
    assert run_body(text, POINTERS, [source, out], lds=1024, arch="gfx950").findings == []
    for lane in range(64):
        part = slice(16 * lane, 16 * lane + 16)
        assert (out[part] == (source[part] if lane % 2 else 0xAA)).all()


def test_base_that_differs_among_lanes(run_body) -> None:
    """The first active lane's base is taken for all, and the fault is reported."""
    load = (
        "  %l = getelementptr i8, ptr addrspace(3) @lds, i32 %tid4\n"
        "  %p = getelementptr i32, ptr addrspace(1) %x, i32 %tid\n  " + GLOBAL.format(p="%p", l="%l", size=4, offset=0)
    )
    run, lds = run_to_lds(run_body, "  %tid4 = shl i32 %tid, 2\n" + load, np.arange(1024, dtype=np.uint32).view(np.uint8))
    (finding,) = run.findings
    assert isinstance(finding, sim.DmaFinding)
    assert (finding.lane, finding.count) == (1, 63)
    assert "first active lane" in finding.text
    assert (lds[:256].view(np.uint32) == np.arange(64)).all()


def test_past_the_end_of_lds(run_body) -> None:
    """A last pass that is not whole writes past its tile: the over-run of a partial asynchronous pass."""
    load = GLOBAL.format(p="%p", l="@lds", size=16, offset=512)
    load = f"  %p = getelementptr <4 x i32>, ptr addrspace(1) %x, i32 %tid\n  {load}"
    run, _ = run_to_lds(run_body, load, np.zeros(4096, np.uint8), lds=1024)
    (finding,) = run.findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.lane, finding.count, finding.access) == (32, 32, "store")


@pytest.mark.parametrize(
    ("arch", "size", "known"), [("gfx942", 16, "1, 2, 4"), ("gfx90a", 12, "1, 2, 4"), ("gfx950", 8, "1, 2, 4, 12, 16")]
)
def test_sizes_that_the_architecture_lacks(run_body, arch: str, size: int, known: str) -> None:
    load = "  " + GLOBAL.format(p="%x", l="@lds", size=size, offset=0)
    with pytest.raises(sim.UnsupportedError, match=f"of {size} bytes on {arch}, which has {known}"):
        run_to_lds(run_body, load, np.zeros(64, np.uint8), arch=arch)


@pytest.mark.parametrize("arch", ["gfx1151", "gfx1201", "gfx1250"])
def test_architectures_without_such_a_load(run_body, arch: str) -> None:
    load = "  " + GLOBAL.format(p="%x", l="@lds", size=4, offset=0)
    with pytest.raises(sim.UnsupportedError, match=f"on {arch}, which has no such load"):
        run_to_lds(run_body, load, np.zeros(64, np.uint8), arch=arch)


# A two-stage ring: each stage, both waves load a part of the tile each, and read the other's.
RING = """target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [4096 x i8] poison, align 16
define amdgpu_kernel void @ring(ptr addrspace(1) %x, ptr addrspace(1) %r) #0 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %tid, 6
  %wave.u = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave)
  %part = shl i32 %wave.u, 10
  %rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 16384, i32 159744)
  %mine = shl i32 %tid, 4
  %to.0 = getelementptr i8, ptr addrspace(3) @lds, i32 %part
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds( ; first
    ptr addrspace(8) %rsrc, ptr addrspace(3) %to.0, i32 16, i32 %mine, i32 0, i32 0, i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %stage = and i32 %i, 1
  %other = xor i32 %stage, 1
  %stage.at = shl i32 %stage, 11
  %other.at = shl i32 %other, 11
  %ahead = shl i32 %next, 11
  %other.part = add i32 %other.at, %part
  %to = getelementptr i8, ptr addrspace(3) @lds, i32 %other.part
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds( ; prefetch
    ptr addrspace(8) %rsrc, ptr addrspace(3) %to, i32 16, i32 %mine, i32 %ahead, i32 0, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 3953) ; the stage
  call void @llvm.amdgcn.s.barrier() ; loaded
  %away = xor i32 %mine, 1024
  %from.at = add i32 %stage.at, %away
  %from = getelementptr i8, ptr addrspace(3) @lds, i32 %from.at
  %v = load <4 x i32>, ptr addrspace(3) %from, align 16
  call void @llvm.amdgcn.s.waitcnt(i32 49279)
  call void @llvm.amdgcn.s.barrier() ; read
  %row = shl i32 %i, 11
  %out.at = add i32 %row, %mine
  %out = getelementptr i8, ptr addrspace(1) %r, i32 %out.at
  store <4 x i32> %v, ptr addrspace(1) %out, align 16 ; result
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" }
!0 = !{!"amdgpu-synchronize-as", !"local"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
"""
FIRST, PREFETCH = (
    "".join(RING.splitlines(keepends=True)[n : n + 2]) for n, line in enumerate(RING.splitlines()) if ".load.lds(" in line
)
WAIT = "  call void @llvm.amdgcn.s.waitcnt(i32 3953) ; the stage\n"


def line_of(text: str, fragment: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if fragment in line)


def run_ring(text: str) -> tuple[sim.Run, np.ndarray, np.ndarray]:
    x = np.arange(16384 // 4, dtype=np.uint32)
    r = np.zeros(4 * 512, np.uint32)
    return sim.run(text, grid=1, block=128, args=[x, r]), x, r


def edited(old: str, new: str, text: str = RING) -> str:
    assert old in text
    return text.replace(old, new)


def test_ring() -> None:
    run, x, r = run_ring(RING)
    assert run.findings == []
    assert (r.reshape(4, 2, 256) == x[:2048].reshape(4, 2, 256)[:, ::-1]).all()


@pytest.mark.parametrize(
    "wait",
    [
        "call void @llvm.amdgcn.s.waitcnt(i32 3952)",
        'fence syncscope("workgroup") release',
        'fence syncscope("workgroup") release, !mmra !0',
        'fence syncscope("agent") acquire',
        "fence seq_cst",
    ],
)
def test_other_ways_to_land(wait: str) -> None:
    loaded = "  call void @llvm.amdgcn.s.barrier() ; loaded\n"
    text = edited(WAIT + loaded, f'  {wait}\n{loaded}  fence syncscope("workgroup") acquire, !mmra !0\n')
    assert run_ring(text)[0].findings == []


@pytest.mark.parametrize(
    "wait",
    [
        "",
        "  call void @llvm.amdgcn.s.waitcnt(i32 3954) ; one too weak\n",
        "  call void @llvm.amdgcn.s.waitcnt(i32 20337) ; vmcnt(17)\n",
        "  call void @llvm.amdgcn.s.waitcnt(i32 49279) ; LDS only\n",
        '  fence syncscope("workgroup") acquire\n',
        '  fence syncscope("wavefront") release\n',
        '  fence syncscope("workgroup") release, !mmra !1\n',
    ],
)
def test_wait_that_does_not_land_the_stage(wait: str) -> None:
    text = edited(WAIT, wait)
    first = run_ring(text)[0].findings[0]
    assert isinstance(first, sim.DmaFinding)
    assert (first.access, first.line) == ("read", line_of(text, "%v = load"))
    assert first.other_line in (line_of(text, "; first"), line_of(text, "; prefetch"))
    assert first.other_wave == 1 - first.wave
    assert first.allowed == 1
    assert f"warp {first.other_wave} must wait for vmcnt(1) or less, then both pass a barrier" in first.text


def test_a_wave_reads_its_own_transfer_in_flight() -> None:
    text = edited(WAIT, "").replace("%away = xor i32 %mine, 1024", "%away = or i32 %mine, 0")
    first = run_ring(text)[0].findings[0]
    assert isinstance(first, sim.DmaFinding)
    assert first.wave == first.other_wave
    assert first.text.count("barrier") == 0


def test_landed_but_no_barrier() -> None:
    """What landed is as its wave's store that was waited for: another wave needs a barrier behind the wait."""
    text = edited("  call void @llvm.amdgcn.s.barrier() ; loaded\n", "")
    kinds = {type(f) for f in run_ring(text)[0].findings}
    assert sim.RaceFinding in kinds
    swapped = edited(WAIT + "  call void @llvm.amdgcn.s.barrier() ; loaded\n", "  call void @llvm.amdgcn.s.barrier()\n" + WAIT)
    findings = run_ring(swapped)[0].findings
    assert {type(f) for f in findings} == {sim.RaceFinding}
    assert findings[0].access == "read"


def test_a_landed_transfer_beside_a_store_that_was_not_waited_for() -> None:
    """The wave's own store does not make the transfer unordered."""
    text = edited("[4096 x i8]", "[8192 x i8]")
    store = "  %s = getelementptr i8, ptr addrspace(3) @lds, i32 %s.at\n  store i32 1, ptr addrspace(3) %s\n"
    text = text.replace(WAIT, "  %s.at = add i32 %mine, 4096\n" + store + WAIT)
    assert run_ring(text)[0].findings == []


@pytest.mark.parametrize(("arch", "generation"), [("gfx942", 9), ("gfx1030", 10), ("gfx1151", 11), ("gfx1201", 12)])
def test_wait_operand(arch: str, generation: int) -> None:
    """gfx9: vmcnt in bits 3:0 and 15:14, expcnt 6:4, lgkmcnt 11:8 (13:8 on gfx10); then exp 2:0, lgkmcnt 9:4, vmcnt 15:10."""
    for vector in (0, 5, 16, 63):
        for lds in (0, 9, 15):
            operand = wait_operand(generation, {"vmcnt": vector, "lgkmcnt": lds})
            assert vector_memory_count(arch, operand) == vector
            assert lds_count(arch, operand) == lds
    known = {9: 3953, 10: 16241, 11: 0x7F7, 12: 0x7F7}[generation]
    assert wait_operand(generation, {"vmcnt": 1}) == known


def test_one_buffer() -> None:
    """The prefetch into the stage that is read."""
    text = edited("%other.part = add i32 %other.at, %part", "%other.part = add i32 %stage.at, %part")
    findings = run_ring(text)[0].findings
    assert any(isinstance(f, sim.DmaFinding) and f.access in ("read", "transfer") for f in findings)


def test_missing_barrier_behind_the_reads() -> None:
    text = edited("  call void @llvm.amdgcn.s.barrier() ; read\n", "")
    findings = run_ring(text)[0].findings
    race = next(f for f in findings if isinstance(f, sim.RaceFinding))
    assert (race.access, race.other_access) == ("store", "read")
    assert race.line == line_of(text, "; prefetch")


def test_wave_offset_left_out() -> None:
    """Both waves' transfers go to one place."""
    text = edited("%part = shl i32 %wave.u, 10", "%part = mul i32 %wave.u, 0")
    first = run_ring(text)[0].findings[0]
    assert isinstance(first, sim.DmaFinding)
    assert first.access == "transfer"


def test_a_store_to_bytes_in_flight() -> None:
    place = "  call void @llvm.amdgcn.s.waitcnt(i32 3953) ; the stage\n"
    store = "  %here = getelementptr i8, ptr addrspace(3) %to, i32 0\n  store i32 7, ptr addrspace(3) %here\n"
    text = edited(place, store + place)
    findings = [f for f in run_ring(text)[0].findings if isinstance(f, sim.DmaFinding)]
    assert findings[0].access == "store"
    assert findings[0].other_line == line_of(text, "; prefetch")


@pytest.mark.parametrize(
    ("access", "count"),
    [
        ("store i32 0, ptr addrspace(1) %spare", 1),
        ("%o = atomicrmw add ptr addrspace(1) %spare, i32 1 monotonic", 1),
        ("%o = cmpxchg ptr addrspace(1) %spare, i32 0, i32 1 monotonic monotonic", 1),
        ("call void @llvm.memset.p1.i64(ptr addrspace(1) %spare, i8 0, i64 16, i1 false)", 1),
        ("call void @llvm.memset.p1.i64(ptr addrspace(1) %spare, i8 0, i64 24, i1 false)", 2),
        ("call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %spare, ptr addrspace(1) %also, i64 16, i1 false)", 2),
        ("call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %spare, ptr addrspace(1) %x, i64 16, i1 false)", 1),
        ("call void @llvm.memset.p5.i64(ptr addrspace(5) null, i8 0, i64 0, i1 false)", 0),
    ],
)
def test_the_counter_counts_instructions(access: str, count: int) -> None:
    """Other vector accesses to global memory count too on gfx9: with one between the prefetch and the wait, vmcnt(2) still
    lands the stage. A copy loads and stores; from one address for all lanes, it loads to scalar registers."""
    text = edited(PREFETCH, f"{PREFETCH}  {access}\n")
    pointers = "".join(
        f"  %{name} = getelementptr i8, ptr addrspace(1) %{base}, i32 %mine\n" for name, base in (("spare", "r"), ("also", "x"))
    )
    text = text.replace("  %other = xor", f"{pointers}  %other = xor")
    assert run_ring(text.replace("3953", str(3953 + count)))[0].findings == []
    assert run_ring(text.replace("3953", str(3954 + count)))[0].findings != []


def test_switched_off() -> None:
    x, r = np.zeros(4096, np.uint32), np.zeros(2048, np.uint32)
    text = edited(WAIT, "")
    assert sim.run(text, grid=1, block=128, args=[x, r], sanitize=sim.SANITIZERS - {"dma", "race"}).findings == []
    assert sim.run(text, grid=1, block=128, args=[x, r], sanitize={"dma"}).findings != []


@pytest.mark.parametrize(
    ("assembly", "clean"),
    [
        ("s_waitcnt vmcnt(1)\\0A\\09s_barrier", True),
        ("s_waitcnt vmcnt(0) lgkmcnt(0); s_nop 1; s_barrier", True),
        ("s_waitcnt vmcnt(2)\\0As_barrier", False),
        ("s_waitcnt lgkmcnt(0)\\0As_barrier", False),
        ("s_waitcnt vmcnt(9)\\0As_barrier", False),
        ("s_barrier", False),
    ],
)
def test_waits_and_barriers_as_assembly(assembly: str, clean: bool) -> None:
    both = WAIT + "  call void @llvm.amdgcn.s.barrier() ; loaded\n"
    text = edited(both, f'  call void asm sideeffect "{assembly}", ""()\n')
    run, x, r = run_ring(text)
    assert (run.findings == []) == clean
    if clean:
        assert (r.reshape(4, 2, 256) == x[:2048].reshape(4, 2, 256)[:, ::-1]).all()
        assert run.counters.per_wave("barrier") == 8


def test_other_assembly_is_refused() -> None:
    text = edited(WAIT, '  call void asm sideeffect "s_waitcnt vmcnt(1)\\0As_trap 2", ""()\n')
    with pytest.raises(sim.UnsupportedError, match="inline assembly"):
        run_ring(text)


def test_marks() -> None:
    """asyncmark and wait.asyncmark, the counted form of LLVM 23."""
    marked = RING
    for load in (FIRST, PREFETCH):
        marked = marked.replace(load, load + "  call void @llvm.amdgcn.asyncmark()\n")
    for allowed, clean in ((0, True), (1, True), (2, False)):
        text = marked.replace(WAIT, f"  call void @llvm.amdgcn.wait.asyncmark(i16 {allowed})\n")
        assert (run_ring(text)[0].findings == []) == clean


PREDICATED = """entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %on = {condition}
  %far = getelementptr i8, ptr addrspace(3) @lds, i32 1024
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %x, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  br i1 %on, label %load, label %join
load:
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %x, ptr addrspace(3) %far, i32 4, i32 0, i32 0)
  br label %join
join:
  call void @llvm.amdgcn.s.waitcnt(i32 3953)
  %at = getelementptr i32, ptr addrspace(3) @lds, i32 %tid
  %v = load i32, ptr addrspace(3) %at
  %to = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %v, ptr addrspace(1) %to
  ret void"""


@pytest.mark.parametrize("condition", ["icmp ult i32 %tid, %n", "icmp ult i32 0, %n"], ids=["each lane's", "uniform"])
def test_transfer_that_a_branch_leads_around(run_body, condition: str) -> None:
    """Compiled code jumps where no lane of the wave goes in: the transfer is not issued, and vmcnt(1) waits for nothing."""
    for lanes, clean in ((0, False), (1, True), (64, True)):
        args = [np.zeros(64, np.uint32), np.zeros(64, np.uint32), lanes]
        run = run_body(PREDICATED.format(condition=condition), POINTERS + ", i32 %n", args, lds=2048, arch="gfx950")
        assert (run.findings == []) == clean
        assert {finding.kind for finding in run.findings} <= {"dma"}


ASYNC = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %turned = sub i32 63, %tid
  %p = getelementptr <4 x i32>, ptr addrspace(1) %x, i32 %turned
  %l = getelementptr <4 x i32>, ptr addrspace(3) @lds, i32 %tid
  call void @llvm.amdgcn.global.load.async.to.lds.b{bits}(ptr addrspace(1) %p, ptr addrspace(3) %l, i32 {offset}, i32 0)
  {wait}
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  %away = xor i32 %tid, 32
  %from = getelementptr <4 x i32>, ptr addrspace(3) @lds, i32 %away
  %from.8 = getelementptr i8, ptr addrspace(3) %from, i32 {offset}
  %v = load i{bits}, ptr addrspace(3) %from.8
  %to = getelementptr i{bits}, ptr addrspace(1) %r, i32 %tid
  store i{bits} %v, ptr addrspace(1) %to
  ret void"""


@pytest.mark.parametrize("bits", [8, 32, 64, 128])
def test_gfx1250(run_body, bits: int) -> None:
    """An LDS address for each lane; the immediate moves both; only asynccnt lands it, no fence does."""
    x = np.random.default_rng(2).integers(0, 256, (64, 16)).astype(np.uint8)
    offset = 0 if bits == 128 else 8
    waits = {"asynccnt(i16 0)": True, "asynccnt(i16 1)": False, "loadcnt(i16 0)": False, "dscnt(i16 0)": False}
    for count, clean in waits.items():
        wait = f"call void @llvm.amdgcn.s.wait.{count}"
        out = np.zeros((64, bits // 8), np.uint8)
        text = ASYNC.format(bits=bits, offset=offset, wait=wait)
        if bits == 128:
            text = text.replace("i128", "<4 x i32>")
        run = run_body(text, POINTERS, [x, out], lds=1024, arch="gfx1250")
        assert (run.findings == []) == clean
        if clean:
            lanes = 63 - (np.arange(64) ^ 32)
            assert (out == x[lanes, offset : offset + bits // 8]).all()
        else:
            assert "asynccnt(0)" in run.findings[0].text


def test_barrier_signal_with_lds_between(run_body) -> None:
    text = ASYNC.format(bits=32, offset=0, wait="")
    moved = text.replace(
        "  call void @llvm.amdgcn.s.barrier.wait(i16 -1)\n",
        "  store i32 0, ptr addrspace(3) @lds\n  call void @llvm.amdgcn.s.barrier.wait(i16 -1)\n",
    )
    with pytest.raises(sim.UnsupportedError, match="barrier signal with LDS accesses"):
        run_body(moved, POINTERS, [np.zeros(64), np.zeros(64)], lds=1024, arch="gfx1250")


def test_transposed_read_of_gfx1250(run_body) -> None:
    """The address rule for K-outer tiles lands T[k0 + interleaved k][l % 16] in lane l of the 16x16x32 atom."""
    stride = 24
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %x8 = mul i32 %tid, 48
  %src = getelementptr i8, ptr addrspace(1) %x, i32 %x8
  %dst = getelementptr i8, ptr addrspace(3) @lds, i32 %x8
  %v0 = load <24 x half>, ptr addrspace(1) %src, align 16
  store <24 x half> %v0, ptr addrspace(3) %dst, align 16
  %l16 = and i32 %tid, 15
  %l8 = and i32 %tid, 7
  %c8 = and i32 %l16, 8
  %h = lshr i32 %tid, 4
  %h8 = shl i32 %h, 3
  %row = add i32 %h8, %l8
  %ro = mul i32 %row, 24
  %e0 = add i32 %ro, %c8
  %p0 = getelementptr half, ptr addrspace(3) @lds, i32 %e0
  %p1 = getelementptr half, ptr addrspace(3) %p0, i32 384
  %a = call <8 x half> @llvm.amdgcn.ds.load.tr16.b128.v8f16(ptr addrspace(3) %p0)
  %b = call <8 x half> @llvm.amdgcn.ds.load.tr16.b128.v8f16(ptr addrspace(3) %p1)
  %o = getelementptr <16 x half>, ptr addrspace(1) %r, i32 %tid
  store <8 x half> %a, ptr addrspace(1) %o
  %o1 = getelementptr <8 x half>, ptr addrspace(1) %o, i32 1
  store <8 x half> %b, ptr addrspace(1) %o1
  ret void"""
    tile = np.arange(32 * stride, dtype=np.float16).reshape(32, stride)
    out = np.zeros((32, 16), np.float16)
    run = run_body(body, POINTERS, [tile, out], lds=32 * stride * 2, arch="gfx1250", block=32)
    assert run.findings == []
    for lane in range(32):
        for slot in range(16):
            k = slot // 8 * 16 + lane // 16 * 8 + slot % 8
            assert out[lane, slot] == tile[k, lane % 16]


@pytest.mark.parametrize(("arch", "name", "together"), [("gfx950", "ds.read.tr8.b64", 16), ("gfx1250", "ds.load.tr8.b64", 8)])
def test_transposed_read_of_bytes(run_body, arch: str, name: str, together: int) -> None:
    """The runs of a group of lanes are rows of as many bytes as the group has lanes; lane j gets column j."""
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %o8 = shl i32 %tid, 3
  %src = getelementptr i8, ptr addrspace(1) %x, i32 %o8
  %dst = getelementptr i8, ptr addrspace(3) @lds, i32 %o8
  %v0 = load <8 x i8>, ptr addrspace(1) %src, align 8
  store <8 x i8> %v0, ptr addrspace(3) %dst, align 8
  %v = call <2 x i32> @llvm.amdgcn.{name}.v2i32(ptr addrspace(3) %dst)
  %o = getelementptr <2 x i32>, ptr addrspace(1) %r, i32 %tid
  store <2 x i32> %v, ptr addrspace(1) %o
  ret void"""
    wave = 64 if arch == "gfx950" else 32
    x = np.random.default_rng(8).integers(0, 256, (wave // together, 8, together)).astype(np.uint8)
    out = np.zeros((wave // together, together, 8), np.uint8)
    assert run_body(body, POINTERS, [x, out], lds=wave * 8, arch=arch, block=wave).findings == []
    assert (out == x.swapaxes(1, 2)).all()


@pytest.mark.parametrize(("arch", "name"), [("gfx942", "ds.read.tr16.b64.v4f16"), ("gfx950", "ds.load.tr16.b128.v8f16")])
def test_transposed_reads_of_other_architectures(run_body, arch: str, name: str) -> None:
    count = 4 if "v4" in name else 8
    with pytest.raises(sim.UnsupportedError, match=name):
        text = f"  %v = call <{count} x half> @llvm.amdgcn.{name}(ptr addrspace(3) @lds)\n  ret void"
        run_body(text, "", [], lds=64, arch=arch)


def test_unwritten_value_that_only_some_use(run_body) -> None:
    """Reading LDS that nobody wrote is a finding where the value is used."""
    body = """entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(3) @lds, i32 %tid
  %v = load i32, ptr addrspace(3) %at
  %use = icmp ult i32 %tid, %n
  br i1 %use, label %then, label %done
then:
  %o = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %v, ptr addrspace(1) %o
  br label %done
done:
  ret void"""
    for used in (0, 1):
        run = run_body(body, "ptr addrspace(1) %r, i32 %n", [np.zeros(64, np.uint32), used], lds=256)
        assert [type(f) for f in run.findings] == [sim.InitialisationFinding] * used
        assert all("%v = load" in f.instruction for f in run.findings)
