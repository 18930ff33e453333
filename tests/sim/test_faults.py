"""Planted faults: each is found, at the right place, by the right sanitizer; without it the kernel is clean."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

# Each wave stores a tile into LDS and reads the other wave's; two rounds over one buffer, in the manner of a pipelined loop.
KERNEL = """target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [1024 x i8] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @exchange(ptr addrspace(1) %x, ptr addrspace(1) %y) #0 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %mine = shl i32 %tid, 3
  %store.at = getelementptr i8, ptr addrspace(3) @lds, i32 %mine
  %other = xor i32 %mine, 512
  %load.at = getelementptr i8, ptr addrspace(3) @lds, i32 %other
  %block = shl i32 %g, 8
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %half = shl i32 %i, 7
  %lane = add i32 %half, %tid
  %item = add i32 %lane, %block
  %from = getelementptr <4 x half>, ptr addrspace(1) %x, i32 %item
  %v = load <4 x half>, ptr addrspace(1) %from, align 8
  store <4 x half> %v, ptr addrspace(3) %store.at, align 8
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %w = load <4 x half>, ptr addrspace(3) %load.at, align 8
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier() ; before the next store
  fence syncscope("workgroup") acquire, !mmra !0
  %to = getelementptr <4 x half>, ptr addrspace(1) %y, i32 %item
  store <4 x half> %w, ptr addrspace(1) %to, align 8
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 2
  br i1 %more, label %loop, label %done
done:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx942" }
!0 = !{!"amdgpu-synchronize-as", !"local"}
"""
GROUPS = 3
RELEASE = '  fence syncscope("workgroup") release, !mmra !0\n'
BARRIER = "  call void @llvm.amdgcn.s.barrier()"


def run(text: str, sanitize: bool | set[str] = True, outputs: tuple = (1,)) -> tuple[sim.Run, np.ndarray, np.ndarray]:
    x = np.arange(GROUPS * 256 * 4, dtype=np.uint16)
    y = np.full(x.size, 0x7E01, np.uint16)
    return sim.run(text, grid=GROUPS, block=128, args=[x, y], outputs=outputs, sanitize=sanitize), x, y


def edit(old: str, new: str, text: str = KERNEL, count: int = -1) -> str:
    assert old in text
    return text.replace(old, new, count)


def line_of(text: str, fragment: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if fragment in line)


def test_clean_kernel() -> None:
    result, x, y = run(KERNEL)
    assert result.findings == []
    tiles = x.reshape(GROUPS * 2, 2, 256)
    assert (y.reshape(tiles.shape) == tiles[:, ::-1]).all()
    assert result.counters.lds_bytes == 1024
    counts = result.counters
    assert [counts.per_wave(n) for n in ("lds_read", "lds_write", "barrier", "global_load", "global_store")] == [2, 2, 4, 2, 2]


@pytest.mark.parametrize(
    "wait", ["s.waitcnt(i32 49279)", "s.waitcnt(i32 0)", 'fence syncscope("agent") seq_cst', "fence release"]
)
def test_other_ways_to_wait(wait: str) -> None:
    instruction = f"  call void @llvm.amdgcn.{wait}\n" if wait.startswith("s.") else f"  {wait}\n"
    assert run(edit(RELEASE, instruction))[0].findings == []


@pytest.mark.parametrize(
    "wait", ["", "  call void @llvm.amdgcn.s.waitcnt(i32 3952)\n", '  fence syncscope("wavefront") release\n',
             '  fence syncscope("workgroup") acquire\n', '  fence syncscope("workgroup") release, !mmra !1\n'],
)  # fmt: skip
def test_store_not_waited_for_before_its_barrier(wait: str) -> None:
    """3952 waits for vmcnt(0) only; a global-only tag leaves LDS out."""
    text = edit(RELEASE, wait) + '!1 = !{!"amdgpu-synchronize-as", !"global"}\n'
    races = [f for f in run(text)[0].findings if isinstance(f, sim.RaceFinding)]
    reads = [f for f in races if f.access == "read"]
    assert len(reads) == 1
    finding = reads[0]
    assert finding.unwaited_store
    assert finding.line == line_of(text, "%w = load")
    assert finding.other_line == line_of(text, "store <4 x half> %v")
    assert {finding.wave, finding.other_wave} == {0, 1}
    assert "release fence or lgkmcnt(0)" in finding.text
    assert all(f.unwaited_read if f.other_access == "read" else f.unwaited_store for f in races)


def test_a_second_barrier_does_not_wait_either() -> None:
    text = edit(RELEASE + BARRIER + "\n", BARRIER + "\n" + BARRIER + "\n")
    reads = [f for f in run(text)[0].findings if isinstance(f, sim.RaceFinding) and f.access == "read"]
    assert [f.unwaited_store for f in reads] == [True]
    late = edit(RELEASE + BARRIER + "\n", BARRIER + "\n" + RELEASE + BARRIER + "\n")
    assert run(late)[0].findings == []


def test_missing_barrier_before_fragment_reads() -> None:
    text = edit(BARRIER + "\n", "", count=1)
    findings = run(text)[0].findings
    assert {type(f) for f in findings} <= {sim.RaceFinding, sim.InitialisationFinding}
    race = next(f for f in findings if isinstance(f, sim.RaceFinding) and f.access == "read")
    assert not race.unwaited_store
    assert race.line == line_of(text, "%w = load")
    assert race.other_line == line_of(text, "store <4 x half> %v")
    assert "no barrier between" in race.text


def test_missing_barrier_after_fragment_reads() -> None:
    text = edit(BARRIER + " ; before the next store\n", "")
    (race,) = run(text)[0].findings
    assert isinstance(race, sim.RaceFinding)
    assert (race.access, race.other_access) == ("store", "read")
    assert race.line == line_of(text, "store <4 x half> %v")
    assert race.other_line == line_of(text, "%w = load")
    assert race.other_wave == 1 - race.wave
    assert race.count == 128 * GROUPS


def test_workgroups_with_their_own_number_of_rounds() -> None:
    """Groups leave the loop one after the other, so that barriers and LDS run under masks; faults are still found."""
    text = edit("%half = shl i32 %i, 7", "%parity = and i32 %i, 1\n  %half = shl i32 %parity, 7")
    text = edit("icmp ult i32 %next, 2", "icmp ule i32 %next, %rounds", text)
    text = edit("  %block = shl", "  %rounds = add i32 %g, 1\n  %block = shl", text)
    result, x, y = run(text, outputs=())
    assert result.findings == []
    tiles = x.reshape(GROUPS * 2, 2, 256)
    assert (y.reshape(tiles.shape) == tiles[:, ::-1]).all()
    (race,) = run(edit(BARRIER + " ; before the next store\n", "", text), outputs=())[0].findings
    assert (race.kind, race.access) == ("race", "store")
    # The first round has nothing to race with; group g runs g + 2 rounds.
    assert race.count == 128 * sum(g + 1 for g in range(GROUPS))


def test_a_wait_covers_only_the_stores_before_it() -> None:
    """Store, wait, store again: the barrier orders the first half of the tile and not the second."""
    text = edit("  store <4 x half> %v, ptr addrspace(3) %store.at, align 8\n" + RELEASE, """\
  %low = shufflevector <4 x half> %v, <4 x half> poison, <2 x i32> <i32 0, i32 1>
  %high = shufflevector <4 x half> %v, <4 x half> poison, <2 x i32> <i32 2, i32 3>
  store <2 x half> %low, ptr addrspace(3) %store.at, align 8
""" + RELEASE + """\
  %store.high = getelementptr i8, ptr addrspace(3) %store.at, i32 4
  store <2 x half> %high, ptr addrspace(3) %store.high, align 4
""")  # fmt: skip
    reads = [f for f in run(text)[0].findings if isinstance(f, sim.RaceFinding) and f.access == "read"]
    assert len(reads) == 1
    assert reads[0].address % 8 == 4
    assert reads[0].other_line == line_of(text, "store <2 x half> %high")
    assert reads[0].unwaited_store
    waited = edit("%store.high, align 4\n", "%store.high, align 4\n" + RELEASE, text)
    assert run(waited)[0].findings == []


def test_private_memory_read_before_it_is_written() -> None:
    text = edit("  br label %loop\nloop:", "  %p = alloca i32, align 4, addrspace(5)\n"
                "  %u = load i32, ptr addrspace(5) %p, align 4\n  br label %loop\nloop:")  # fmt: skip
    (finding,) = run(text)[0].findings
    assert isinstance(finding, sim.InitialisationFinding)
    assert (finding.space, finding.count) == ("private", 128 * GROUPS)


def test_two_waves_store_to_one_byte() -> None:
    text = edit("%mine = shl i32 %tid, 3", "%low = and i32 %tid, 63\n  %mine = shl i32 %low, 3")
    text = edit("%other = xor i32 %mine, 512", "%other = xor i32 %mine, 8", text)
    findings = [f for f in run(text)[0].findings if isinstance(f, sim.RaceFinding)]
    assert [f.access for f in findings] == ["store"]
    assert findings[0].line == line_of(text, "store <4 x half> %v")


def test_uninitialised_lds_read() -> None:
    text = edit("%other = xor i32 %mine, 512", "%other = xor i32 %mine, 520")
    text = edit("  store <4 x half> %v, ptr addrspace(3)", "  %skip = icmp eq i32 %tid, 65\n"
                "  %sink = select i1 %skip, ptr addrspace(3) %load.at, ptr addrspace(3) %store.at\n"
                "  store <4 x half> %v, ptr addrspace(3)", text)  # fmt: skip
    text = edit("%v, ptr addrspace(3) %store.at", "%v, ptr addrspace(3) %sink", text)
    findings = run(text)[0].findings
    missing = [f for f in findings if isinstance(f, sim.InitialisationFinding)]
    assert len(missing) == 1
    assert missing[0].address == 16 + 65 * 8, "@lds is aligned to 16, and so it starts at 16"
    assert missing[0].owner == "@lds"
    assert (missing[0].wave, missing[0].lane) == (0, 0)
    assert missing[0].line == line_of(text, "%w = load")
    # Lane 65 stores where lane 64's data belongs, and the byte it leaves out is read by one lane of every workgroup.
    assert missing[0].count == 2 * GROUPS


@pytest.mark.parametrize(("shift", "lane", "outside"), [(1, 127, 8), (-1, 0, -8)])
def test_global_store_one_element_outside(shift: int, lane: int, outside: int) -> None:
    text = edit("%to = getelementptr <4 x half>, ptr addrspace(1) %y, i32 %item",
                f"%off = add i32 %item, {shift}\n  %to = getelementptr <4 x half>, ptr addrspace(1) %y, i32 %off")  # fmt: skip
    result, _, y = run(text)
    memory = [f for f in result.findings if isinstance(f, sim.MemoryFinding)]
    assert len(memory) == 1
    finding = memory[0]
    assert (finding.thread, finding.outside_by, finding.access, finding.size) == (lane, outside, "store", 8)
    assert finding.workgroup == ((GROUPS - 1, 0, 0) if shift > 0 else (0, 0, 0))
    assert finding.owner == "argument 1 (%y)"
    assert finding.line == line_of(text, "store <4 x half> %w")
    assert "8 bytes " + ("past the end" if shift > 0 else "before the start") in finding.text
    coverage = [f for f in result.findings if isinstance(f, sim.CoverageFinding)]
    assert [(f.missing, f.offset) for f in coverage] == [(8, 0 if shift > 0 else y.nbytes - 8)]
    assert len(result.findings) == 2


@pytest.mark.parametrize(("offset", "outside"), [(8, 8), (-8, -8), (100000, 100000)])
def test_lds_store_outside(offset: int, outside: int) -> None:
    text = edit("%store.at = getelementptr i8, ptr addrspace(3) @lds, i32 %mine",
                f"%moved = add i32 %mine, {offset}\n"
                "  %store.at = getelementptr i8, ptr addrspace(3) @lds, i32 %moved")  # fmt: skip
    finding = next(f for f in run(text)[0].findings if isinstance(f, sim.MemoryFinding))
    assert finding.space == "lds"
    assert finding.owner == "@lds"
    lanes = {8: 127, -8: 0, 100000: 0}
    assert finding.thread == lanes[offset]
    assert finding.outside_by == (outside if offset != 100000 else 100000 + 8 - 1024)


def test_access_between_lds_objects_hits_neither() -> None:
    text = edit("@lds = ", "@first = internal addrspace(3) global [64 x i8] poison, align 16\n@lds = ")
    text = edit("ptr addrspace(3) @lds, i32 %mine", "ptr addrspace(3) @first, i32 %mine", text)
    finding = next(f for f in run(text)[0].findings if isinstance(f, sim.MemoryFinding))
    assert (finding.owner, finding.lane, finding.outside_by) == ("@first", 8, 8)
    both = edit("%load.at = getelementptr i8, ptr addrspace(3) @lds, i32 %other",
                "%is = icmp eq i32 %tid, 3\n  %in.lds = getelementptr i8, ptr addrspace(3) @lds, i32 %other\n"
                "  %load.at = select i1 %is, ptr addrspace(3) @first, ptr addrspace(3) %in.lds")  # fmt: skip
    both = edit("@lds = ", "@first = internal addrspace(3) global [64 x i8] poison, align 16\n@lds = ", both)
    assert [f.kind for f in run(both)[0].findings] == ["initialisation"], "one load over two objects is in range"
    clean = edit("@lds = ", "@first = internal addrspace(3) global [64 x i8] poison, align 16\n@lds = ")
    assert run(clean)[0].findings == []


def test_misaligned_store() -> None:
    text = edit("store <4 x half> %w, ptr addrspace(1) %to, align 8",
                "%bent = getelementptr i8, ptr addrspace(1) %to, i32 -4\n"
                "  store <4 x half> %w, ptr addrspace(1) %bent, align 8")  # fmt: skip
    finding = next(f for f in run(text)[0].findings if "misaligned" in f.message)
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.line, finding.lane) == (line_of(text, "store <4 x half> %w"), 0)


def test_barrier_in_divergent_flow() -> None:
    text = edit(
        BARRIER + " ; before the next store\n",
        "  %some = icmp ult i32 %tid, 100\n  br i1 %some, label %in, label %out\nin:\n" + BARRIER + "\n  br label %out\nout:\n",
    )
    text = edit("[ %next, %loop ]", "[ %next, %out ]", text)
    finding = next(f for f in run(text)[0].findings if isinstance(f, sim.DivergenceFinding))
    assert (finding.wave, finding.active_lanes, finding.live_lanes) == (1, 36, 64)
    whole_waves = edit("%tid, 100", "%tid, 128", text)
    assert run(whole_waves)[0].findings == []


def test_output_not_written() -> None:
    text = edit("store <4 x half> %w, ptr addrspace(1) %to, align 8",
                "%keep = icmp ne i32 %item, 5\n  br i1 %keep, label %yes, label %no\nyes:\n"
                "  store <4 x half> %w, ptr addrspace(1) %to, align 8\n  br label %no\nno:")  # fmt: skip
    text = edit("[ %next, %loop ]", "[ %next, %no ]", text)
    (finding,) = run(text)[0].findings
    assert isinstance(finding, sim.CoverageFinding)
    assert (finding.missing, finding.offset, finding.owner) == (8, 40, "argument 1 (%y)")
    assert "element 20" in finding.text


@pytest.mark.parametrize("how", ["two instructions", "two lanes"])
def test_output_written_twice(how: str) -> None:
    if how == "two lanes":
        text = edit("%to = getelementptr <4 x half>, ptr addrspace(1) %y, i32 %item",
                    "%dup = icmp eq i32 %item, 5\n  %it = select i1 %dup, i32 6, i32 %item\n"
                    "  %to = getelementptr <4 x half>, ptr addrspace(1) %y, i32 %it")  # fmt: skip
        expected = [("second", 48), ("never", 40)]
    else:
        text = edit("  %next = add", "  %zero = icmp eq i32 %item, 5\n"
                    "  %at = select i1 %zero, ptr addrspace(1) %to, ptr addrspace(1) %x\n"
                    "  br i1 %zero, label %again, label %on\nagain:\n  store half 1.0, ptr addrspace(1) %at, align 2\n"
                    "  br label %on\non:\n  %next = add")  # fmt: skip
        text = edit("[ %next, %loop ]", "[ %next, %on ]", text)
        expected = [("second", 40)]
    findings = run(text)[0].findings
    assert [type(f) for f in findings] == [sim.CoverageFinding] * len(expected)
    assert [(f.message.split()[0], f.offset) for f in findings] == expected


def test_output_read_before_it_is_written() -> None:
    text = edit("  %v = load", "  %early = getelementptr <4 x half>, ptr addrspace(1) %y, i32 %item\n  %u = load half, "
                "ptr addrspace(1) %early, align 2\n  %v = load")  # fmt: skip
    (finding,) = run(text)[0].findings
    assert isinstance(finding, sim.InitialisationFinding)
    assert finding.owner == "argument 1 (%y)"
    assert finding.line == line_of(text, "%u = load")


def test_poison_put_to_use() -> None:
    text = edit("store <4 x half> %w, ptr addrspace(1) %to", "%b = insertelement <4 x half> %w, half poison, i32 2\n"
                "  store <4 x half> %b, ptr addrspace(1) %to")  # fmt: skip
    (finding,) = run(text)[0].findings
    assert isinstance(finding, sim.InitialisationFinding)
    assert finding.message == "store of poison or undef"


def test_sanitizers_can_be_chosen() -> None:
    racy = edit(RELEASE, "")
    assert run(racy, sanitize=False)[0].findings == []
    assert run(racy, sanitize={"memory", "initialisation", "coverage"})[0].findings == []
    assert {f.kind for f in run(racy, sanitize={"race"})[0].findings} == {"race"}
    with pytest.raises(sim.SimulatorError, match="unknown sanitizer"):
        run(racy, sanitize={"races"})


def test_findings_are_frozen_and_name_their_place() -> None:
    (finding,) = run(edit(BARRIER + " ; before the next store\n", ""))[0].findings
    with pytest.raises(AttributeError):
        finding.line = 3
    for part in ("race", "workgroup (0, 0, 0)", "warp", "lane", f"line {finding.line}", "store <4 x half> %v"):
        assert part in finding.text


def test_waves_that_store_to_one_place() -> None:
    """The same value from several waves is no race, another value from one of them is."""
    body = """target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [256 x i8] poison, align 16
define amdgpu_kernel void @k(ptr addrspace(1) %x) #0 {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %tid, 63
  %at = getelementptr i32, ptr addrspace(3) @lds, i32 %lane
  store i32 VALUE, ptr addrspace(3) %at, align 4
  ret void
}
attributes #0 = { "target-cpu"="gfx942" }
"""
    found = [sim.run(body.replace("VALUE", value), grid=1, block=128, args=[None]).findings for value in ("%lane", "%tid")]
    assert found[0] == []
    assert [type(f) for f in found[1]] == [sim.RaceFinding]
    assert found[1][0].count == 64
