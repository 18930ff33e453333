"""What orders LDS: every wait, fence and barrier of our own kernels left out or weakened in turn, and small exchanges."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tests.support import spec_of

from twinkern import emit
from twinkern.engines import Program
from twinkern.judge import oracle
from twinkern.judge import simulator as sim
from twinkern.judge.proof import output_buffer, run_simulation

PIPELINES = ("mem", "ring", "ring loader=async", "async", "wavelet")
ARCHES = ("gfx90a", "gfx942", "gfx950", "gfx1250")
SPEC = (
    "direction=forward arch={} n=1 c=128 k=64 input=8x8 filter=1x1 pipeline={} tile_m=64 tile_n=64 tile_k=32 epilogue=cshuffle"
)
WAITS = ("s.waitcnt(i32 49279)", "s.wait.dscnt(i16 0)")
"""For all LDS operations: lgkmcnt(0), and dscnt(0)."""

# Why a change does nothing: (pipeline, change, part of the kernel, which of the parts of that name, reason). Parts are numbered
# as they stand in the text.
HARMLESS = [
    ("async", "no wait", "meet", {0, 2, 4}, "the barrier before has waited: no LDS operation of the wave stands between"),
    ("wavelet", "release", "ready", {0}, "the first barrier of those that multiply: they have done nothing with LDS yet"),
    ("wavelet", "acquire", "ready", {3}, "the first barrier of those that load: the tile that they store next is not in use"),
]


def changes(text: str) -> list[tuple[str, str, int, str]]:
    """Every text with one fence, wait or barrier left out or weakened: what was done, the part of the kernel, its number among
    the parts of that name, and the text."""
    lines = text.split("\n")
    found, part, seen = [], "", {}
    for number, line in enumerate(lines):
        if line.startswith("  ; "):
            part = line.strip(" ;")
            seen[part] = seen.get(part, -1) + 1
        if line.startswith("declare"):
            break
        new = []
        if fence := re.search(r'fence syncscope\("workgroup"\) (\w+)', line):
            new = [(f"no {fence[1]}", [])]
            new.append((f"{fence[1]} of wavefront scope", [line.replace("workgroup", "wavefront")]))
        elif "s.barrier()" in line:
            new = [("no barrier", [])]
        elif any(wait in line for wait in WAITS):
            new = [("no wait", [])]
        for what, instead in new:
            found.append((what, part, seen[part], "\n".join([*lines[:number], *instead, *lines[number + 1 :]])))
    return found


class Subject:
    """A kernel of several waves, and what the simulator finds in a text of it."""

    def __init__(self, arch: str, pipeline: str) -> None:
        self.program: Program = emit(spec_of(SPEC.format(arch, pipeline)))
        self.pipeline = pipeline
        spec = self.program.spec
        (self.kernel,) = self.program.manifest["kernels"]
        self.operands = oracle.make_operands(spec.direction, spec.problem, spec.in_type, 0, "normal")
        assert spec.warps_m * spec.warps_n > 1 and run_simulation(self.program).ok

    def finds(self, text: str) -> set[str]:
        args = [*self.operands, output_buffer(self.program, self.program.spec)]
        launch = {"grid": tuple(self.kernel["grid"]), "block": tuple(self.kernel["block"]), "arch": self.program.arch}
        return {finding.kind for finding in sim.run(text, args=args, sanitize={"race", "dma"}, **launch).findings}

    def is_harmless(self, what: str, part: str, number: int) -> bool:
        rows = [row for row in HARMLESS if row[0] in self.pipeline and row[1] in what]
        return any(part == name and number in numbers for _, _, name, numbers, _ in rows)


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("arch", ARCHES)
def test_every_wait_fence_and_barrier_is_needed(arch: str, pipeline: str) -> None:
    """Also those of the epilogue, which shuffles its tile through LDS."""
    subject = Subject(arch, pipeline)
    noticed, parts = set(), set()
    for what, part, number, text in changes(subject.program.text):
        found = subject.finds(text)
        assert bool(found) != subject.is_harmless(what, part, number), (what, part, number)
        noticed |= {what} if found else set()
        parts.add(part)
    fences = {f(fence) for fence in ("release", "acquire") for f in ("no {}".format, "{} of wavefront scope".format)}
    assert noticed == fences | {"no barrier"} | ({"no wait"} if "async" in pipeline else set())
    last = "after the main loop" if pipeline == "wavelet" else "epilogue"
    assert parts == {"meet" if "async" in pipeline else "ready", last}


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("arch", ARCHES)
def test_what_is_harmless_alone_is_found_with_the_rest(arch: str, pipeline: str) -> None:
    subject = Subject(arch, pipeline)
    for kind in ("release", "acquire", *WAITS):
        lines = subject.program.text.split("\n")
        text = "\n".join(line for line in lines if kind not in line or not line.startswith(("  fence", "  call")))
        assert text == subject.program.text or subject.finds(text), kind


# Two waves, each of which stores a word a lane for the other: {wait} stands before the barrier behind which the next is stored.

EXCHANGE = """  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %other = xor i32 %t, 64
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %t
  %theirs = getelementptr i32, ptr addrspace(3) @lds, i32 %other
  %out = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store i32 %t, ptr addrspace(3) %mine
  {full}
  {before}
  %v = load i32, ptr addrspace(3) %theirs
  {wait}
  {barrier}
  store i32 0, ptr addrspace(3) %mine
  %sum = add i32 %v, 1
  store i32 %sum, ptr addrspace(1) %out
  ret void"""
TAGS = '!0 = !{!"amdgpu-synchronize-as", !"local"}\n!1 = !{!"amdgpu-synchronize-as", !"global"}'
RELEASE, ACQUIRE = (f'fence syncscope("workgroup") {ordering}' for ordering in ("release", "acquire"))
BARE = "call void @llvm.amdgcn.s.barrier()"
WAIT = "call void @llvm.amdgcn.s.waitcnt(i32 49279)"


def exchange(run_body, wait: str, *, before: str = "", barrier: str = BARE, full: str = "", **options) -> list:
    full = full or f"{RELEASE}\n  {BARE}\n  {ACQUIRE}"
    body = EXCHANGE.format(wait=wait, before=before, barrier=barrier, full=full)
    y = np.zeros(128, np.uint32)
    options = {"lds": 1024, "block": 128, "arch": "gfx942", **options}
    found = run_body(body, "ptr addrspace(1) %y", [y], **options).findings
    assert {type(finding) for finding in found} <= {sim.RaceFinding}
    assert (y == (np.arange(128) ^ 64) + 1).all()
    return found


@pytest.mark.parametrize(
    ("wait", "clean"),
    [
        (WAIT, True),
        ("call void @llvm.amdgcn.s.waitcnt(i32 0)", True),
        ('call void asm sideeffect "s_waitcnt lgkmcnt(0)", ""()', True),
        ("store i32 %v, ptr addrspace(1) %out", True),
        ("%w = mul i32 %v, 3\n  store i32 %w, ptr addrspace(1) %out", True),
        ("store i32 %v, ptr addrspace(3) %theirs.2", True),
        ("%c = icmp ugt i32 %v, 7\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:", True),
        ("%w = getelementptr i32, ptr addrspace(3) @lds, i32 %v\n  %x = load i32, ptr addrspace(3) %w", False),
        ("", False),
        ("%w = mul i32 %v, 3", False),
        ("%f = bitcast i32 %v to float\n  %w = fadd float %f, 1.0", False),
        ("%w = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)", False),
        ("call void @llvm.amdgcn.s.waitcnt(i32 49535)", False),
        ("call void @llvm.amdgcn.s.waitcnt(i32 3952)", False),
        ("%q = alloca i32, addrspace(5)\n  store i32 %v, ptr addrspace(5) %q", False),
    ],
)  # fmt: skip
def test_a_read_is_outstanding_until_it_is_waited_for_or_used(run_body, wait: str, clean: bool) -> None:
    """49535 waits for lgkmcnt(1), 3952 for vmcnt(0). A use that LLVM may move behind the barrier is none; of the read whose
    address was read, the address has come back, not what it read."""
    before = "%theirs.2 = getelementptr i32, ptr addrspace(3) %mine, i32 128"
    found = exchange(run_body, wait, before=before, lds=2048)
    if clean:
        assert found == []
        return
    for race in found:
        assert (race.access, race.other_access, race.unwaited_read, race.unwaited_store) == ("store", "read", True, False)
        assert "nothing before it waited for the read (release fence or lgkmcnt(0))" in race.text
        assert "= load i32" in race.other_instruction and race.other_wave == 1 - race.wave
    assert len(found) == 1


def test_a_use_settles_the_reads_before_it_and_none_behind(run_body) -> None:
    """LDS answers a wave in order."""
    use, again = "store i32 %u, ptr addrspace(1) %out", "%u = load i32, ptr addrspace(3) %mine"
    assert exchange(run_body, f"{again}\n  {use}") == []
    (race,) = exchange(run_body, use, before=again)
    assert race.unwaited_read and race.other_instruction.startswith("%v = load")


def test_a_second_barrier_does_not_wait_for_a_read_but_a_wait_between_them_does(run_body) -> None:
    (race,) = exchange(run_body, "", barrier=f"{BARE}\n  {BARE}")
    assert race.unwaited_read
    assert exchange(run_body, "", barrier=f"{BARE}\n  {WAIT}\n  {BARE}") == []
    (race,) = exchange(run_body, "", barrier=f"{BARE}\n  {WAIT}")
    assert race.unwaited_read


def test_more_reads_than_the_log_holds(run_body) -> None:
    """The oldest go to the bits, and are told from those that were waited for there, too."""
    many = "\n  ".join(
        f"%p{n} = getelementptr i32, ptr addrspace(3) %mine, i32 {n}\n  %l{n} = load i32, ptr addrspace(3) %p{n}"
        for n in range(128, 428)
    )
    fill = "\n  ".join(
        f"%f{n} = getelementptr i32, ptr addrspace(3) %mine, i32 {128 * n}\n  store i32 0, ptr addrspace(3) %f{n}"
        for n in range(1, 5)
    )
    full = f"{fill}\n  {RELEASE}\n  {BARE}\n  {ACQUIRE}"
    for wait, clean in ((WAIT, True), ("", False)):
        found = exchange(run_body, f"{many}\n  {wait}", full=full, lds=4096)
        assert (found == []) == clean


@pytest.mark.parametrize("scope", ["workgroup", "agent", "wavefront", "singlethread", ""])
@pytest.mark.parametrize("tag", ["", ", !mmra !0", ", !mmra !1"])
def test_scopes_and_tags_of_both_fences(run_body, scope: str, tag: str) -> None:
    """Of workgroup scope or wider, and not of global memory alone."""
    fence = f'fence syncscope("{scope}")' if scope else "fence"
    enough = scope not in ("wavefront", "singlethread") and tag != ", !mmra !1"
    found = exchange(run_body, f"{fence} release{tag}", barrier=f"{BARE}\n  {ACQUIRE}", metadata=TAGS)
    assert [race.unwaited_read for race in found] == ([] if enough else [True])
    found = exchange(run_body, RELEASE, barrier=f"{BARE}\n  {fence} acquire{tag}", metadata=TAGS)
    assert [race.unwaited_read for race in found] == ([] if enough else [False])
    assert all("no acquire fence of workgroup scope stands behind the barrier" in race.text for race in found)


def test_a_barrier_without_an_acquire_fence(run_body) -> None:
    """What stands behind it may be moved to before it: a read of what others stored, a store to what others read or stored. A
    barrier between an lgkmcnt wait and the access needs none, and an acquire fence in a later block is one."""
    (race,) = exchange(run_body, WAIT, full=f"{RELEASE}\n  {BARE}")
    assert (race.access, race.other_access, race.unwaited_store) == ("read", "store", False)
    assert "store i32 %t" in race.other_instruction and race.other_wave == 1 - race.wave
    (race,) = exchange(run_body, RELEASE)
    assert (race.access, race.other_access) == ("store", "read")
    assert exchange(run_body, WAIT, full=f"{WAIT}\n  {BARE}") == []
    assert exchange(run_body, WAIT, full=f"{RELEASE}\n  {BARE}\n  br label %a\na:\n  {ACQUIRE}") == []
    assert exchange(run_body, WAIT, full=f"{RELEASE}\n  {BARE}\n  %w = load i32, ptr addrspace(3) %mine\n  {ACQUIRE}") == []
    assert exchange(run_body, RELEASE, barrier=f"{BARE}\n  {RELEASE}\n  {BARE}\n  {ACQUIRE}") == []


COPY = """  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %w = lshr i32 %t, 6
  %wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %w)
  %own = shl i32 %wave, 8
  %to = getelementptr i8, ptr addrspace(3) @lds, i32 %own
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %t
  %from = getelementptr i32, ptr addrspace(1) %x, i32 %t
  store i32 0, ptr addrspace(3) %mine
  %v = load i32, ptr addrspace(3) %mine
  {wait}
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 0)
  store i32 %v, ptr addrspace(1) %from
  ret void"""


@pytest.mark.parametrize(("wait", "clean"), [("", False), (WAIT, True), ("store i32 %v, ptr addrspace(1) %from", True)])
def test_a_copy_does_not_wait_for_the_waves_own_reads(run_body, wait: str, clean: bool) -> None:
    x = np.ones(128, np.uint32)
    options = {"lds": 512, "block": 128, "arch": "gfx942", "sanitize": "race"}
    found = run_body(COPY.format(wait=wait), "ptr addrspace(1) %x", [x], **options).findings
    assert [(race.access, race.other_access) for race in found] == ([] if clean else [("transfer", "read")])
    assert all(race.wave == race.other_wave and "%v = load" in race.other_instruction for race in found)
