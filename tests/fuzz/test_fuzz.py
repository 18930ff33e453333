"""Fuzzing both engines, and faults planted in them that it must find."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import given, seed, settings
from tests.fuzz import planted
from tests.support import TINY, explain_both, spec_of

from twinkern._contract import ARCHES, FIELDS, PIPELINES, RULES
from twinkern.cli import fuzzing
from twinkern.cli import group as command_line
from twinkern.engines import PythonEngine
from twinkern.gate import fuzz
from twinkern.gate.cases import load_cases
from twinkern.gate.fuzz import (
    PROFILES,
    Disagreement,
    Finding,
    Tally,
    as_case,
    as_words,
    inputs,
    legal_specs,
    nearly_legal_specs,
    run_fuzz,
    to_bytes,
)
from twinkern.words import words_to_json

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
EXAMPLES = 400
"""Specs among which every planted fault strikes."""


def test_both_engines_on_everything():
    """The run that counts: `make test` draws the same specs each time, other profiles more and others."""
    tally = run_fuzz(PROFILES.get(PROFILE, PROFILES["ci"]), 0 if PROFILE == "ci" else int.from_bytes(os.urandom(2)))
    fuzzing.print_tally(tally)
    cells = {(direction, arch) for direction in fuzz_words("direction") for arch in fuzz_words("arch")}
    assert cells <= set(tally.accepted) and ("", "") in tally.refused
    assert sum(tally.accepted.values()) > tally.drawn / 4 and sum(tally.refused.values()) > tally.drawn / 4
    assert len(tally.codes) > len(RULES) * 2 / 3, f"too few rules broken: {sorted(tally.codes)}"


def fuzz_words(name: str) -> tuple[str, ...]:
    """The words of a field."""
    return next(field.allowed for field in FIELDS if field.name == name)


@settings(max_examples=60)
@given(legal_specs())
def test_legal_specs_are_accepted(spec):
    assert explain_both(to_bytes(spec)).name


def test_what_a_machine_lacks_and_what_is_planned_is_drawn():
    """Of a pipeline where some machine does not run each."""
    codes = set()

    @seed(1)
    @settings(max_examples=4000, database=None)
    @given(nearly_legal_specs())
    def draw(spec: fuzz.Json) -> None:
        codes.update(row.code for row in fuzz.c_engine().explain(to_bytes(spec)).violations)

    draw()
    runs = {(row.name, arch) for row in PIPELINES for arch in row.arches}
    partial = len(runs) < len({name for name, _ in runs}) * len(fuzz_words("arch"))
    wanted = {"FIELD_PLANNED", "FIELD_MACHINE", "ATOM_MISSING", *(("PIPELINE_ARCH",) if partial else ())}
    assert wanted <= codes, wanted - codes


def drawn_words(examples: int) -> str:
    """The text of many inputs."""
    seen = []

    @settings(max_examples=examples, database=None, derandomize=True)
    @given(inputs())
    def draw(data: bytes) -> None:
        seen.append(data)

    draw()
    return b" ".join(seen).decode(errors="replace")


def test_every_field_is_drawn():
    text = drawn_words(2000)
    assert not [field.name for field in FIELDS if f'"{field.name}":' not in text]
    assert not [word for field in FIELDS for word in field.allowed if f'"{word}"' not in text]


def test_field_that_is_new_in_the_contract_is_drawn(monkeypatch):
    known = next(field for field in FIELDS if field.type == "choice" and field.default)
    novel = replace(known, name="novel", allowed=("no", "yes"))
    monkeypatch.setattr(fuzz, "FIELDS", (*FIELDS, novel))
    text = drawn_words(1000)
    assert '"novel":"yes"' in text or '"novel":"no"' in text


@pytest.mark.parametrize(
    ("make_engines", "fault"),
    [
        (planted.printing_other_text, "different text"),
        pytest.param(planted.crashing_in_emit, "engine error", marks=pytest.mark.slow),
        (planted.crashing_in_explain, "engine error"),
        (planted.raising, "engine error"),
        pytest.param(planted.raising_alike, "engine error", marks=pytest.mark.slow),
        (planted.misreading_alike, "the canonical JSON as asked is explained otherwise"),
        (planted.answering_nothing, "neither accepted nor refused"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_planted_fault_is_found_and_shrunk(tmp_path, make_engines, fault):
    with pytest.raises(Disagreement) as caught:
        run_fuzz(EXAMPLES, make_engines=make_engines)
    found = caught.value
    assert found.finding.fault.startswith(fault), found
    problem = json.loads(found.data)["problem"]
    assert planted.MOST_IMAGES < problem["n"] < 2 * planted.MOST_IMAGES and problem["input"] == [1], "it did not shrink"
    (tmp_path / "found.toml").write_text(found.case)
    (case,) = load_cases(tmp_path)
    assert json.loads(case.data) == json.loads(found.data) and case.reason.startswith("found by fuzzing")


@pytest.mark.slow
def test_endless_loop_is_found():
    with pytest.raises(Disagreement) as caught:
        run_fuzz(EXAMPLES, seconds=0.5, make_engines=planted.hanging_in_emit)
    assert caught.value.finding.fault == "time-out"


@pytest.fixture
def no_engine_here(monkeypatch):
    """An engine that is asked in this process, where nothing ends it, fails the test."""
    for name in ("explain", "emit"):
        monkeypatch.setattr(PythonEngine, name, lambda *_: pytest.fail("an engine was asked outside of the workers"))


def test_case_of_a_finding_asks_no_engine(no_engine_here):
    """It may be what hangs on the spec."""
    found = Disagreement(Finding("time-out", "python: not done"), b'{"problem":{}}', "llvm20", "FIELD_MISSING")
    assert str(found).endswith(found.case) and tomllib.loads(found.case)["case"][0]["reject"] == "FIELD_MISSING"


def test_several_findings_are_one():
    row = Disagreement(Finding("time-out"), b"", None)
    group = ExceptionGroup("several", [ValueError(), ExceptionGroup("flaky", [row, row])])
    assert fuzz.first_disagreement(group) is row and fuzz.first_disagreement(row) is row
    with pytest.raises(ExceptionGroup):
        fuzz.first_disagreement(ExceptionGroup("several", [ValueError()]))


@pytest.mark.slow
def test_endless_loop_in_explain_is_found(no_engine_here):
    with pytest.raises(Disagreement) as caught:
        run_fuzz(200, 0, seconds=0.3, make_engines=planted.looping)
    found = caught.value
    assert found.finding.fault == "time-out" and found.finding.detail.startswith("python: not done after 0.3 s")
    assert json.loads(found.data)["problem"]["n"] == planted.LOOPED_N and "reject" not in found.case
    assert str(found).endswith(found.case)


@pytest.mark.slow
def test_rule_that_refuses_is_named(no_engine_here):
    """By the worker: the spec is refused alike but for a letter."""
    with pytest.raises(Disagreement) as caught:
        run_fuzz(EXAMPLES, make_engines=planted.refusing_otherwise_in_c)
    found = caught.value
    assert found.finding.fault == "explained differently" and tomllib.loads(found.case)["case"][0]["reject"] == found.reject
    assert found.reject in RULES


def test_rule_comes_from_a_worker(no_engine_here):
    assert fuzz.refusing_rule(spec_of(f"direction=forward {TINY} groups=3")) == "PROBLEM_GROUPS"
    assert fuzz.refusing_rule(spec_of(f"direction=forward {TINY}")) == ""


@pytest.mark.parametrize("make_engines", [planted.crashing_in_python, planted.looping])
def test_no_rule_of_an_engine_that_is_lost(make_engines, no_engine_here):
    spec = spec_of(f"direction=forward {TINY}".replace("n=1", f"n={planted.LOOPED_N}"))
    assert fuzz.refusing_rule(spec, 1.0, make_engines) == ""


def test_same_name_for_two_resolved_specs():
    tally = Tally()
    assert not tally.note(Finding(name="one", resolved="{}")) and not tally.note(Finding(name="two", resolved="[]"))
    assert not tally.note(Finding(name="one", resolved="{}"))
    assert tally.note(Finding(name="one", resolved="[]")) and tally.drawn == 4


@pytest.mark.parametrize(
    "data",
    [
        b'{"problem":{"n":1,"c":8,"k":8,"input":[4,4],"filter":[3,3]},"direction":"forward"}',
        b'{"direction":"forward","problem":{"n":1}}',
        b'{"problem":{"n":"1"}}',
        b'{"problem":{}}',
        b'{"problem":{"n":true,"c":null},"atom":"a b","x":""}',
        b'["',
        b"\\\x7f\x00\n\r\t'\"\"\"",
        b"",
        '{"\u00e9\U0001f600":1}'.encode(),
    ],
)
def test_any_text_fits_in_a_case(tmp_path, data):
    reject = next((row.code for row in explain_both(data).violations), "")
    assert fuzz.first_rule(data, (PythonEngine(), fuzz.c_engine())) == reject
    (tmp_path / "one.toml").write_bytes(as_case(data, 'because of \\ and "', reject).encode())
    (case,) = load_cases(tmp_path)
    assert case.data == data or (case.words and json.loads(case.data) == json.loads(data))
    assert case.reject == reject


def test_bytes_that_fit_in_no_case_are_shown():
    assert "ff 7b" in as_case(b"\xff{", "why") and len(tomllib.loads(as_case(b"\xff{", "why"))["case"]) == 1


def test_words_are_used_where_they_mean_the_same():
    words = "n=1 c=8 input=4x4 pad_before=1x1 direction=forward atom=16x16x32 tile_m=16"
    assert as_words(words_to_json(words.split())) == words
    assert as_words(b'{"problem":{"n":1},"tile_m":"16"}') == ""


def test_command(monkeypatch):
    done = CliRunner().invoke(command_line, ["fuzz", "--examples", "30"])
    assert done.exit_code == 0 and "seed 0" in done.output and "30 specs drawn" in done.output
    assert all(name in done.output for name in ("accepted", "refused", "rules broken"))
    assert list(PROFILES) == list(fuzzing.NAMES) and sum(arch.emits for arch in ARCHES.values()) == len(fuzz_words("arch"))
    defaults = {**run_fuzz.__kwdefaults__, "make_engines": planted.printing_other_text}
    monkeypatch.setattr(run_fuzz, "__kwdefaults__", defaults)
    done = CliRunner().invoke(command_line, ["fuzz", "--examples", str(EXAMPLES)])
    assert done.exit_code == 1 and "[[case]]" in done.output and "different text" in done.output
