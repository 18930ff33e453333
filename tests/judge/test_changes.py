"""The judges of `prove` against two hundred wrong programs: texts and manifests changed at one place, every kind in turn."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from unittest import mock

import numpy as np
import pytest
from tests.judge import changes
from tests.judge.changes import KINDS, Change, criterion_of
from tests.sim.mutation import STEP_LIMIT, memory_accesses
from tests.support import spec_of

from twinkern.engines import Program, PythonEngine
from twinkern.judge import proof, toolchain
from twinkern.judge import simulator as sim
from twinkern.judge.proof import Check, judge, run_simulation

# Directions, architectures, pipelines, loaders, epilogues, flavours. Two warps or more, more rounds of the
# loop than stages, tails along every extent.
KERNELS = [
    ("llvm22", "direction=forward arch=gfx942 n=2 c=24 k=40 input=5x5 filter=3x3 pad=1 tile_m=64 tile_n=32 "
     "tile_k=32 warps_m=2"),
    ("llvm20", "direction=forward arch=gfx950 in_type=bf16 n=2 c=16 k=40 input=6x6 filter=3x3 stride=2 pad=1 "
     "epilogue=direct pipeline=ring warps_m=2 tile_m=32 tile_n=32 tile_k=32"),
    ("llvm22", "direction=forward arch=gfx950 n=2 c=16 k=24 input=9 filter=5 dilation=2 pad=3 pipeline=async "
     "tile_m=32 tile_n=32 tile_k=32 warps_m=2"),
    ("llvm22", "direction=forward arch=gfx1250 in_type=bf16 n=2 c=16 k=24 input=5x5 filter=3x3 pad=1 pipeline=async "
     "tile_m=32 tile_n=32 tile_k=32 warps_m=2"),
    ("llvm22", "direction=dgrad arch=gfx950 in_type=bf16 n=1 c=24 k=32 input=7x7 filter=3x3 stride=2 pad=1 pipeline=wavelet "
     "tile_m=32 tile_n=32 tile_k=32"),
    ("llvm20", "direction=dgrad arch=gfx942 n=2 c=32 k=32 groups=2 input=5x5 filter=3x3 pad=1 out_type=fp32 "
     "pipeline=compv4 tile_m=32 tile_n=32 tile_k=32 warps_m=2"),
    ("llvm22", "direction=dgrad arch=gfx1250 n=2 c=24 k=24 input=9 filter=3 pad=1 epilogue=direct "
     "tile_m=32 tile_n=32 tile_k=32 warps_n=2"),
    ("llvm22", "direction=wgrad arch=gfx942 in_type=bf16 n=3 c=24 k=24 input=6x5 filter=2x3 stride=2 pad=1 pipeline=compv3 "
     "tile_m=32 tile_n=32 tile_k=32 warps_m=2"),
    ("llvm20", "direction=wgrad arch=gfx950 n=3 c=16 k=24 input=6x5 filter=3x2 pad=1 out_type=fp32 epilogue=direct "
     "pipeline=basic tile_m=32 tile_n=32 tile_k=32 warps_n=2"),
    ("llvm22", "direction=wgrad arch=gfx1250 in_type=bf16 n=3 c=16 k=24 input=6x5 filter=3x3 pad=1 pipeline=ring "
     "tile_m=32 tile_n=32 tile_k=32 warps_m=2"),
]  # fmt: skip
SURVIVORS = 0.02
"""The share of the changes that may stay unnoticed, each with a reason below; harmless ones are counted apart."""
# Why a change is not noticed. (kind, what the change says of itself, reason)
IN_USE = (
    "a wait for LDS reads that are put to use before the barrier: the simulator finds none in flight, and in what LLVM made of "
    "the text the judge of the machine code finds none either; another LLVM may move their use behind the barrier"
)
REASONS = [
    ("wait dropped", r"s\.wait\.dscnt\(i16 0\)|s\.waitcnt\(i32 49279\)", IN_USE),
    ("wait for fewer", r"'49279' became '49535'", IN_USE),
    ("wait for fewer, by counter", r"s\.wait\.dscnt\(i16 0\)", IN_USE),
    ("constant", r"s\.wait\.dscnt\(i16 0\)|'49279' became", IN_USE),
]


def objection(program: Program) -> Check | None:
    """The first objection of `prove`'s judges; a run without end is given up early."""
    with mock.patch.object(proof.sim, "run", partial(sim.run, step_limit=STEP_LIMIT)):
        return next((check for check in judge(program) if check.ok is False), None)


def effect(program: Program) -> list[tuple[set, bytes]]:
    """(bytes of the tensors that are read, the output), on normal and on special operands."""
    found = []
    for kind in ("normal", "special"):
        outputs = []
        seen = memory_accesses(lambda kind=kind, outputs=outputs: outputs.append(run_simulation(program, kind=kind).output))
        loads = [row for row in seen if len(row) == 6 and "load" in row[1] and "'@lds'" not in row[2]]
        found.append(({(*row[2::3], at) for row in loads for at in reached(row)}, outputs[0].tobytes()))
    return found


def reached(row: tuple) -> set[int]:
    """The first byte of every lane's access."""
    return {*np.frombuffer(row[3], np.int64).tolist()}


def machine_code(program: Program) -> bytes:
    """What the flavour's LLVM makes of a text."""
    return toolchain.compile(program.text, arch=program.arch, flavor=program.flavor).object


def is_harmless(change: Change, original: Program) -> bool:
    """Whether the criterion of its kind says that a change changes nothing."""
    match criterion_of(change.kind):
        case changes.TENSORS:
            return effect(change.program) == effect(original)
        case changes.OBJECT:
            return machine_code(change.program) == machine_code(original)
    return False


def reason_for(change: Change) -> str:
    """Why a change is not noticed, or nothing where that is not known."""
    return next((why for kind, what, why in REASONS if kind == change.kind and re.search(what, str(change))), "")


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    return [PythonEngine().emit(spec_of(words), flavor) for flavor, words in KERNELS]


def run(programs: list[Program], count: int, seed: int) -> tuple[Counter, list[str], list[Change]]:
    """(objections by oracle, and harmless ones; unnoticed with a reason; unnoticed without)."""
    originals = {program.resolved: program for program in programs}
    noticed: Counter[str] = Counter()
    explained, unexplained = [], []
    for change in changes.drawn(programs, count, seed):
        found = objection(change.program)
        if found is not None:
            noticed[found.oracle] += 1
        elif is_harmless(change, originals[change.program.resolved]):
            noticed["harmless"] += 1
        elif reason := reason_for(change):
            explained.append(f"{change}: {reason}")
        else:
            unexplained.append(change)
    print(dict(noticed), f"{len(explained)} explained, {len(unexplained)} not explained", *explained, sep="\n")
    return noticed, explained, unexplained


def test_programs_as_they_are(programs):
    """Else nothing below would mean anything."""
    for program in programs:
        checks = list(judge(program))
        assert {check.oracle for check in checks if check.ok} >= {"link", "simulator", "reference"}
        assert all(check.ok for check in checks), checks


@pytest.mark.parametrize("count", [len(KINDS) // 4, pytest.param(200, marks=pytest.mark.slow)])
def test_changes_are_noticed(programs, count):
    noticed, explained, unexplained = run(programs, count, seed=1)
    assert not unexplained, "\n".join(map(str, unexplained))
    assert noticed.total() + len(explained) == count
    assert len(explained) <= SURVIVORS * (count - noticed["harmless"])


def test_changes_are_different_and_repeatable(programs):
    draws = [[str(change) for change in changes.drawn(programs, 200, 7)] for _ in range(2)]
    assert draws[0] == draws[1] and len(draws[0]) == 200
    found = list(changes.drawn(programs, 200, 7))
    assert {change.kind for change in found} == set(KINDS)
    assert len({change.program for change in found}) == 200 and not {change.program for change in found} & {*programs}


def change_to(programs: list[Program], kind: str, **edits: str) -> tuple[Change, Program]:
    """The first change of a kind that stands by itself: which program it is of, and the change."""
    for program in programs:
        for edit in changes.TEXT[kind].edits(program):
            change = changes.changed_text(program, kind, edit)
            if all(re.search(pattern, getattr(change, name)) for name, pattern in edits.items()):
                return change, program
    raise AssertionError(f"no change of kind {kind} with {edits}")


@pytest.mark.parametrize(
    ("kind", "edits", "harmless"),
    [
        ("trip count", {"was": ", 3$", "became": ", 4$"}, True),
        ("trip count", {"was": ", 3$", "became": ", 2$"}, False),
        ("store dropped", {}, False),
        ("barrier dropped", {}, False),
    ],
)
def test_criteria_tell_harmless_changes_from_others(programs, kind, edits, harmless):
    change, original = change_to(programs, kind, **edits)
    assert is_harmless(change, original) == harmless, str(change)


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("kind", ["wraps, and may not", "has a remainder, and may not"])
def test_poison_as_the_place_of_a_copy_is_noticed(programs, number, kind):
    """Survived once: only loads and stores were looked at, and not copies to LDS."""
    change, _ = change_to(programs[number : number + 1], kind)
    assert objection(change.program), str(change)


def test_every_criterion_is_used():
    assert {criterion_of(kind) for kind in KINDS} == {"", changes.TENSORS, changes.OBJECT}
