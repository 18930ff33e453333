"""Every case of parity/cases before every oracle, and what the cases must cover."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support import CASES, TINY, spec_of

from twinkern._contract import ARCHES, ATOMS, FIELDS, FLAVORS, RULES
from twinkern.engine.plan.views import gemm_shape
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, PythonEngine
from twinkern.gate.cases import Case, load_cases
from twinkern.judge import toolchain
from twinkern.judge.proof import NEEDED, SIMULATED_WORK, Check, Proof, prove_case, simulated_spec, work

ALL = load_cases(CASES)
ACCEPTED = [case for case in ALL if not case.reject]
REFUSED = [case for case in ALL if case.reject]


@pytest.fixture(scope="module")
def programs():
    """The Python engine's program of every accepted case, by name."""
    return {case.name: PythonEngine().emit(case.data, DEFAULT_FLAVOR) for case in ACCEPTED}


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_case_holds_before_every_oracle(case):
    proof = prove_case(case)
    found = toolchain.available_flavors()
    lacking = toolchain.lacking(proof.arch, found[DEFAULT_FLAVOR])
    if lacking == toolchain.NO_PTXAS and all(row.ok is not False for row in proof.checks):
        pytest.skip(lacking)
    assert proof.ok, "\n".join(f"{row.oracle}: {row.text}\n{row.detail}" for row in proof.checks if row.ok is not True)
    if case.reject:
        (check,) = proof.checks
        assert check.text.split()[-1] == case.reject
        return
    linked = {row.text for row in proof.checks if row.oracle == "link" and row.ok}
    own = {flavor for flavor in ARCHES[proof.arch].flavors if found[flavor].available and found[flavor].proven}
    assert own and {flavor.removeprefix("llvm") for flavor in own} <= linked
    assert proof.resources["lds_bytes"] > 0 and proof.resources["vgprs"] > 0


def proof_of(*checks: Check, name: str = "kernel") -> Proof:
    return Proof("case", name, "gfx950", "forward", checks, {}, 0.0)


HELD = {name: Check(name, True, "") for name in sorted(NEEDED)}


@pytest.mark.parametrize("missing", HELD)
def test_a_proof_needs_every_oracle(missing):
    assert proof_of(*HELD.values()).ok
    others = [row for name, row in HELD.items() if name != missing]
    assert not proof_of(*others).ok
    assert not proof_of(*others, Check(missing, None, "could not be asked")).ok
    assert not proof_of(*HELD.values(), Check(missing, False, "fails")).ok


def test_a_flavor_that_is_not_here_does_not_fail_a_proof():
    assert proof_of(*HELD.values(), Check("link", None, "llvm20 not here")).ok


def test_agreement_is_not_truth(monkeypatch):
    """Both engines print the same text, which reads the filter one element off: only the other oracles can tell."""
    right = PythonEngine().emit(spec_of(f"direction=forward {TINY}"), DEFAULT_FLAVOR)
    text = right.text.replace(
        "entry:\n", "entry:\n  %moved = getelementptr i8, ptr addrspace(1) %w, i32 2\n", 1
    ).replace("(ptr addrspace(1) %w, i16", "(ptr addrspace(1) %moved, i16", 1)
    for engine in (PythonEngine, NativeEngine):
        monkeypatch.setattr(engine, "emit", lambda self, data, flavor: replace(right, text=text, flavor=flavor))
    proof = prove_case(Case("wrong", "sabotaged", right.asked.encode()))
    verdict = {row.oracle: row.ok for row in proof.checks}
    assert verdict["engines"] and verdict["link"] and not verdict["reference"]
    assert not proof.ok


def test_the_simulator_gets_the_same_kernel_on_a_problem_it_can_run(programs):
    smaller = 0
    for case in ACCEPTED:
        program = programs[case.name]
        simulated = simulated_spec(program, case)
        assert work(simulated) <= SIMULATED_WORK, case.name
        own = program.spec
        kept = replace(
            own,
            problem=simulated.problem,
            groups_per_tile=simulated.groups_per_tile,
            vector_a=simulated.vector_a,
            vector_b=simulated.vector_b,
            vector_d=simulated.vector_d,
        )
        assert simulated == kept, case.name
        smaller += simulated.problem != own.problem
        assert case.simulate or work(own) > SIMULATED_WORK or simulated == own, case.name
    assert smaller >= 5


def values(programs, read) -> set:
    return {read(program.spec) for program in programs.values()}


def test_cases_cover_the_classes_that_must_work(programs):
    assert len(ACCEPTED) >= 40 and len(REFUSED) >= 8
    for direction in ("forward", "dgrad", "wgrad"):
        chosen = {name: program for name, program in programs.items() if program.spec.direction == direction}
        assert values(chosen, lambda spec: spec.arch) >= {"gfx942", "gfx950"}
        assert values(chosen, lambda spec: spec.in_type) >= {"fp16", "bf16"}
        assert "fp32" in values(chosen, lambda spec: spec.out_type)
        assert values(chosen, lambda spec: spec.epilogue) >= {"direct", "cshuffle"}
        assert values(chosen, lambda spec: min(spec.problem.groups, 2)) >= {1, 2}
        assert any(spec.problem.groups == spec.problem.c > 1 for spec in (p.spec for p in chosen.values()))
        assert values(chosen, lambda spec: spec.problem.stride[0]) >= {1, 2, 3}
        assert values(chosen, lambda spec: spec.problem.dilation[0]) >= {1, 2}
        assert values(chosen, lambda spec: spec.problem.filter) >= {(1, 1), (3, 3), (7, 7)}
        assert values(chosen, lambda spec: spec.problem.rank) >= {2, 3}
        assert any(spec.problem.pad_before != spec.problem.pad_after for spec in (p.spec for p in chosen.values()))
        assert any(gemm_shape(s.problem, s.direction).k % (s.tile_k or 1) for s in (p.spec for p in chosen.values()))


def test_cases_cover_every_choice_and_atom(programs):
    used = [program.spec for program in programs.values()]
    for field in FIELDS:
        if field.type == "choice":
            wanted = set(field.allowed) - {field.automatic}
            assert {getattr(spec, field.name) for spec in used} >= wanted, field.name
    assert {(spec.atom, spec.in_type) for spec in used} >= {(atom.name, atom.a.type) for atom in ATOMS}


def test_cases_cover_every_rule():
    """But one: each case of an architecture that a flavour does not know meets FLAVOR_ARCH there."""
    assert {case.reject for case in REFUSED} == set(RULES) - {"FLAVOR_ARCH"}


def test_showpieces_are_one_a_direction_and_architecture(programs):
    shown = sorted((programs[case.name].spec.direction, programs[case.name].arch) for case in ALL if case.showpiece)
    assert shown == sorted((d, a) for d in ("forward", "dgrad", "wgrad") for a in ("gfx942", "gfx950"))
    assert DEFAULT_FLAVOR in FLAVORS
