"""Atomics on LDS: what they race with, what orders them, and which earlier access a race names."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

HEAD = """entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %w = lshr i32 %t, 6
  %x = xor i32 %w, 1
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %w
  %theirs = getelementptr i32, ptr addrspace(3) @lds, i32 %x
  %out = getelementptr i32, ptr addrspace(1) %y, i32 %t
"""
CLEAR = "  store i32 0, ptr addrspace(3) %mine ; clear\n"
FENCE = '  fence syncscope("workgroup") release\n'
BARRIER = '  call void @llvm.amdgcn.s.barrier()\n  fence syncscope("workgroup") acquire\n'
ADD = '  %a = atomicrmw add ptr addrspace(3) %mine, i32 1 syncscope("workgroup") monotonic ; add\n'
READ = "  %r = load i32, ptr addrspace(3) {0} ; read\n  store i32 %r, ptr addrspace(1) %out\n"
ATOMIC_READ = READ.replace("load i32", "load atomic i32").replace(" ; read", " monotonic, align 4 ; read")


def races(run_body, body: str, waves: int = 2) -> list[sim.RaceFinding]:
    y = np.zeros(64 * waves, np.uint32)
    found = run_body(f"{HEAD}{body}  ret void", "ptr addrspace(1) %y", [y], lds=512, block=64 * waves).findings
    assert {type(finding) for finding in found} <= {sim.RaceFinding}
    return found


def facts(finding: sim.RaceFinding) -> tuple:
    """What meets what, the earlier instruction, and whether a wait was missing."""
    return (finding.access, finding.other_access, finding.other_instruction, finding.unwaited_store)


def test_own_atomic_then_own_read(run_body) -> None:
    assert races(run_body, CLEAR + ADD + READ.format("%mine")) == []


def test_another_waves_atomic_then_a_read(run_body) -> None:
    body = CLEAR + FENCE + BARRIER + ADD
    (race,) = races(run_body, body + READ.format("%theirs"))
    assert facts(race) == ("read", "atomic", ADD.split(" ;")[0].strip(), False)
    assert {race.wave, race.other_wave} == {0, 1} and race.count == 128
    assert f"updated by an atomic of warp {race.other_wave}; no barrier between" in race.text
    assert f"line {race.other_line}: %a = atomicrmw" in race.text
    assert races(run_body, body + FENCE + BARRIER + READ.format("%theirs")) == []
    assert races(run_body, body + ATOMIC_READ.format("%theirs")) == []


def test_an_atomic_after_a_store_does_not_hide_it(run_body) -> None:
    """The other wave's atomic races with the store that cleared the word, and so do atomic reads."""
    (race,) = races(run_body, CLEAR + ADD + ADD.replace("%a", "%b").replace("%mine", "%theirs"))
    assert facts(race) == ("atomic", "store", CLEAR.split(" ;")[0].strip(), False)
    (race,) = races(run_body, CLEAR + ADD + ATOMIC_READ.format("%theirs"))
    assert facts(race)[:2] == ("read", "store")


def test_atomic_stores_of_two_waves(run_body) -> None:
    store = '  store atomic i32 {1}, ptr addrspace(3) {0} syncscope("workgroup") monotonic, align 4\n'
    assert races(run_body, store.format("@lds", "%w")) == []
    (race,) = races(run_body, store.format("@lds", "%w") + READ.format("@lds"))
    assert facts(race)[:2] == ("read", "atomic")
    (race,) = races(run_body, store.format("@lds", "%w") + "  store i32 %w, ptr addrspace(3) @lds\n")[-1:]
    assert race.access == "store"


# Wave 0 takes one side of a branch and wave 1 the other; the one whose block comes first in the text goes first.
BRANCH = """  %c = icmp eq i32 %w, 0
  %apart = getelementptr i32, ptr addrspace(3) %mine, i32 8
  br i1 %c, label %one, label %two
"""
SIDES = {
    "atomic": """one:
  %v = load atomic i32, ptr addrspace(3) @lds syncscope("workgroup") monotonic, align 4
  store i32 %v, ptr addrspace(1) %out
  br label %end
""",
    "store": """two:
  store i32 2, ptr addrspace(3) @lds
  br label %end
""",
}


@pytest.mark.parametrize("first", ["atomic", "store"])
@pytest.mark.parametrize("kind", ["read", "atomic"])
def test_a_plain_store_and_an_atomic(run_body, first: str, kind: str) -> None:
    """Of two waves with no barrier between, in either order of the simulator's."""
    body = "  store i32 1, ptr addrspace(3) @lds\n" + FENCE + BARRIER + BRANCH
    body += "".join(SIDES[name] for name in sorted(SIDES, key=lambda name: name != first)) + "end:\n"
    if kind == "atomic":
        body = body.replace("%v = load atomic i32, ptr addrspace(3) @lds", "%v = atomicrmw add ptr addrspace(3) @lds, i32 1")
    (race,) = races(run_body, body)
    assert (race.access, race.other_access) == (("store", kind) if first == "atomic" else (kind, "store"))
    assert {race.wave, race.other_wave} == {0, 1}
    assert {race.instruction[:5], race.other_instruction[:5]} == {"store", "%v = "}
    assert races(run_body, body.replace("store i32 2, ptr addrspace(3) @lds", "store i32 2, ptr addrspace(3) %apart")) == []


def test_atomic_not_waited_for_before_its_barrier(run_body) -> None:
    body = CLEAR + FENCE + BARRIER + ADD + "{}" + BARRIER + READ.format("%theirs")
    (race,) = races(run_body, body.replace("{}", ""))
    assert facts(race) == ("read", "atomic", ADD.split(" ;")[0].strip(), True)
    assert "release fence or lgkmcnt(0)" in race.text
    assert races(run_body, body.replace("{}", FENCE)) == []
    assert races(run_body, body.replace("{}", "  call void @llvm.amdgcn.s.waitcnt(i32 49279)\n")) == []


def test_a_wait_covers_only_the_atomics_before_it(run_body) -> None:
    """The wave adds, waits and adds to another word: the barrier orders the first."""
    again = ADD.replace("%a", "%b").replace("%mine", "%far")
    body = CLEAR + "  %far = getelementptr i32, ptr addrspace(3) %mine, i32 8\n  store i32 0, ptr addrspace(3) %far\n"
    body += FENCE + BARRIER + ADD + FENCE + again + BARRIER
    assert races(run_body, body + READ.format("%theirs")) == []
    away = "  %away = getelementptr i32, ptr addrspace(3) %theirs, i32 8\n"
    (race,) = races(run_body, body + away + READ.format("%away"))
    assert race.other_instruction.startswith("%b =") and race.unwaited_store


@pytest.mark.parametrize(
    ("ordering", "scope", "store_waited", "atomic_waited"),
    [
        ("monotonic", "workgroup", False, False),
        ("release", "workgroup", True, False),
        ("acquire", "workgroup", True, True),
        ("acq_rel", "agent", True, True),
        ("seq_cst", "workgroup", True, True),
        ("seq_cst", "wavefront", False, False),
    ],
)
def test_orderings_wait(run_body, ordering: str, scope: str, store_waited: bool, atomic_waited: bool) -> None:
    """A release waits for what came before the atomic, an acquire for all, as LDS works in order."""
    add = ADD.replace("monotonic", ordering).replace("workgroup", scope)
    flag = "  %flag = getelementptr i32, ptr addrspace(3) %mine, i32 8\n"
    body = flag + CLEAR + "  store i32 0, ptr addrspace(3) %flag\n" + FENCE + BARRIER
    body += "  store i32 5, ptr addrspace(3) %mine\n" + add.replace("%mine", "%flag") + BARRIER
    far = "  %away = getelementptr i32, ptr addrspace(3) %theirs, i32 8\n"
    assert (races(run_body, body + READ.format("%theirs")) == []) is store_waited
    assert (races(run_body, body + far + READ.format("%away")) == []) is atomic_waited


def test_as_many_waves_as_fit(run_body) -> None:
    """Sixteen waves of 64: the last one's atomic is told from the others', in a read by the first."""
    body = """  %last = icmp eq i32 %w, 15
  br i1 %last, label %add, label %rest
add:
  %a = atomicrmw add ptr addrspace(3) @lds, i32 1 monotonic
  br label %rest
rest:
"""
    start = "  store i32 0, ptr addrspace(3) @lds\n" + FENCE + BARRIER
    (race,) = races(run_body, start + body + READ.format("@lds"), waves=16)
    assert (race.wave, race.other_wave, race.count) == (0, 15, 15 * 64)


def test_a_race_names_the_read_that_its_wave_made(run_body) -> None:
    """Wave 0 reads words 0 and 2, wave 1 words 1 and 3 and more: the store to word 1 meets the read of wave 1 alone."""
    body = (
        """  %zero = getelementptr i32, ptr addrspace(3) @lds, i32 %t
  store i32 0, ptr addrspace(3) %zero
"""
        + FENCE
        + BARRIER
        + """  %c = icmp eq i32 %w, 0
  br i1 %c, label %a, label %b
a:
  %two = shl i32 %w, 1
  %even = and i32 %t, 62
  %p0 = getelementptr i32, ptr addrspace(3) @lds, i32 %even
  %v0 = load i32, ptr addrspace(3) %p0
  br label %end
b:
  %low = and i32 %t, 62
  %odd = or i32 %low, 1
  %p1 = getelementptr i32, ptr addrspace(3) @lds, i32 %odd
  %v1 = load i32, ptr addrspace(3) %p1
  br label %end
end:
  %c2 = icmp eq i32 %t, 0
  br i1 %c2, label %s, label %done
s:
  %p = getelementptr i32, ptr addrspace(3) @lds, i32 1
  store i32 7, ptr addrspace(3) %p
  br label %done
done:
"""
    )
    (race,) = races(run_body, body)
    assert (race.access, race.other_access, race.wave, race.other_wave) == ("store", "read", 0, 1)
    assert race.other_instruction.startswith("%v1 = load")
    assert "the earlier access: line" in race.text and "%v1 = load" in race.text
