"""What the gate writes for machines, and how the command ends."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.gate import engines
from tests.gate.engines import CURSED, GOOD, REFUSED
from tests.support import CASES

from twinkern import FLAVORS
from twinkern.cli import parity as command
from twinkern.engines import NativeEngine
from twinkern.gate.cases import CaseError, load_cases
from twinkern.gate.liveness import run_liveness
from twinkern.gate.parity import SECONDS, Report, Verdict, run_gate
from twinkern.gate.parity.report import Run, annotation, annotation_lines, as_json, escape, junit

SPEC = "direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 pad=1"
NASTY = "before \x00\x1b[31m\udcff & <b> ]]> \ufffe after"
HEAD = """
[[case]]
name = "mine"
reason = "a layer of ours"
"""


def test_junit():
    cases = load_cases(CASES)[:2]
    failing = Verdict(cases[0].name, "llvm20", "different text", NASTY)
    hung = Verdict(cases[1].name, "llvm22", "time-out", "c: not done after 60 s")
    report = Report((failing, hung, Verdict(cases[1].name, "llvm20", "identical", bytes=7)), shortfalls=("too few",))
    root = ElementTree.fromstring(junit(report, cases).encode())
    (suite,) = root
    assert {key: suite.get(key) for key in ("tests", "failures", "errors")} == {"tests": "4", "failures": "2", "errors": "1"}
    wrong, late, right, floors = suite
    assert wrong.get("classname") == "twinkern.gate.parity.llvm20" and wrong.get("name") == cases[0].name
    assert wrong.find("failure").get("message") == "different text"
    assert wrong.find("failure").text.startswith("before ??[31m? & <b> ]]> ? after\nspec: direction=")
    assert late.find("error").get("message") == "time-out" and late.find("failure") is None
    assert len(right) == 0 and floors.find("failure").text == "too few"
    file, line = Path(wrong.get("file")), int(wrong.get("line"))
    assert file.read_text().splitlines()[line - 1] == f'name = "{cases[0].name}"'


def test_junit_of_a_run_over_nothing_fails():
    (suite,) = ElementTree.fromstring(junit(Report(()), []).encode())
    assert suite.get("failures") == "1" and suite[0].find("failure").text == "nothing was compared"


def test_json():
    report = run_gate([GOOD[0], REFUSED])
    found = json.loads(as_json(report))
    assert found["ok"] and found["cases"] == 2 and found["bytes"] == report.bytes and found["shortfalls"] == []
    assert found["accepted"] == [
        {"direction": "forward", "arch": "gfx950", "flavor": flavor, "accepted": 1} for flavor in FLAVORS
    ]
    assert {(row["case"], row["status"]) for row in found["verdicts"]} == {("good1", "identical"), ("refused", "refused alike")}
    assert found["values"]["direction"] == ["forward"] and found["values"]["n"] == ["1"]


def test_escapes_of_annotations():
    assert escape("100%\r\nnext: a,b") == "100%25%0D%0Anext: a,b"
    assert escape("a:b,c%", True) == "a%3Ab%2Cc%25"
    assert annotation("t", "m") == "::error title=t::m"


def test_annotation_points_at_the_case():
    case = next(case for case in load_cases(CASES) if case.name == "refused_lds_pad")
    report = Report((Verdict(case.name, "llvm20", "one refuses", "python refuses: LDS_PAD: x\ny"),), shortfalls=("too few",))
    first, second = annotation_lines(report, [case], Run("my cases"))
    place = re.match("::error file=(.*),line=([0-9]+),title=refused_lds_pad%2C llvm20%3A one refuses::", first)
    assert Path(place[1]).read_text().splitlines()[int(place[2]) - 1] == 'name = "refused_lds_pad"'
    assert first.endswith(
        "::python refuses: LDS_PAD: x%0Ay%0Aagain: twinkern parity refused_lds_pad --flavor llvm20 --cases 'my cases'"
    )
    assert second == "::error title=parity floor::too few"
    unplaced = Report((Verdict("cursed", "llvm20", "engine error", "x"),))
    assert next(iter(annotation_lines(unplaced, [CURSED]))).startswith("::error title=cursed")


def write_cases(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "kernels" / "mine.twinkern.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize("by", ["directory", "file"])
def test_cases_of_a_user(run, tmp_path, by):
    path = write_cases(tmp_path, f'{HEAD}spec = "{SPEC}"\n')
    (path.parent / "other.toml").write_text("[tool]\nname = 'not ours'\n")
    status, out, err = run("parity", "--cases", path if by == "file" else path.parent)
    assert (status, err) == (0, "") and "\n1 cases, 3 flavours, " in out and "declares none" in out


def test_floors_of_a_user(run, tmp_path):
    rows = "".join(f'{HEAD.replace("mine", name)}spec = "{SPEC}"\n' for name in ("mine", "other"))
    path = write_cases(tmp_path, f"{rows}[floors]\ncases = 3\naccepted = 0\n")
    status, out, err = run("parity", "--cases", path, "--annotate")
    assert status == 1 and err == "floor: 2 cases compared; the floor is 3\n"
    assert "missed" in out and "::error title=parity floor::2 cases compared; the floor is 3\n" in out
    for part in (["mine"], ["--flavor", "llvm20"]):
        status, out, err = run("parity", *part, "--cases", path)
        assert (status, err) == (0, "") and "floors: not enforced on a part of the cases or flavours" in out


@pytest.mark.parametrize(("variable", "option", "shown"), [
    ("true", [], True), ("false", [], False), ("", [], False), ("", ["--annotate"], True), ("true", ["--no-annotate"], False),
])  # fmt: skip
def test_failure_as_people_and_actions_see_it(run, tmp_path, monkeypatch, variable, option, shown):
    path = write_cases(tmp_path, f'{HEAD}spec = "{SPEC}"\nreject = "LDS_BUDGET"\n')
    monkeypatch.setenv("GITHUB_ACTIONS", variable)
    status, out, err = run("parity", "--cases", path, "--junit", "j.xml", "--json", "r.json", *option)
    assert status == 1 and "3 unexpected acceptance" in out
    assert f"expected LDS_BUDGET\nspec: {SPEC}\nagain: twinkern parity mine --flavor llvm20 --cases {path}\n" in err
    assert out.count(f"::error file={path},line=3,title=mine") == (len(FLAVORS) if shown else 0)
    assert not json.loads((tmp_path / "r.json").read_text())["ok"]
    assert len(ElementTree.parse(tmp_path / "j.xml").findall(".//failure")) == len(FLAVORS) + 1


def test_command_reproduces_a_failure(run, tmp_path, monkeypatch):
    path = write_cases(tmp_path, f'{HEAD}spec = "{SPEC}"\nreject = "LDS_BUDGET"\n')
    _, _, err = run("parity", "--cases", path)
    words = re.search("^again: twinkern (.*)$", err, re.MULTILINE)[1].split()
    status, out, err = run(*words)
    assert status == 1 and "1 unexpected acceptance" in out and err.count("again: ") == 1


def test_liveness_command(run, tmp_path, monkeypatch):
    spec = SPEC.replace("c=8 k=8", "c=64 k=64").replace("4x4", "16x16")
    specs = {
        "mine": spec,
        "ring": f"{spec} pipeline=ring",
        "loads": f"{spec} pipeline=wavelet",
        "outer": spec.replace("forward", "wgrad"),
        "grouped": f"{spec.replace('forward', 'wgrad')} groups=16",
        "few": f"{spec} groups=16",
    }
    rows = [f'{HEAD.replace("mine", name)}spec = "{words}"\n' for name, words in specs.items()]
    path = write_cases(tmp_path, "".join(rows) + "[floors]\nvalues = true\n")
    status, out, err = run("parity", "--liveness", "--cases", path)
    assert (status, err) == (0, "") and " flips of 6 accepted cases" in out
    assert re.search(r"^lds_pad_a +[1-9]", out, re.MULTILINE)
    monkeypatch.setattr(command, "run_liveness", lambda cases, **_: run_liveness(cases, make_engines=engines.deaf_to("tile_k")))
    status, out, err = run("parity", "--liveness", "--cases", path)
    assert status == 1 and "mine, tile_k 64 -> 128: ignored" in err and '"tile_k":128' in err
    assert "no accepted flip of tile_k changes a kernel" in err


@pytest.mark.parametrize(
    ("floors", "selection"), [("", []), ("[floors]\ncases = 2\n", []), ("[floors]\nvalues = true\n", ["mine"])]
)
def test_every_field_is_asked_of_no_part(run, tmp_path, floors, selection):
    other = f'{HEAD.replace("mine", "bad")}spec = "{SPEC} groups=3"\nreject = "PROBLEM_GROUPS"\n'
    path = write_cases(tmp_path, f'{HEAD}spec = "{SPEC}"\n{other}{floors}')
    status, out, err = run("parity", "--liveness", "--cases", path, *selection)
    assert (status, err) == (0, "") and "every field: not asked of a part of the cases, or without floors of values\n" in out
    path.write_text(other)
    assert run("parity", "--liveness", "--cases", path)[0] == 1, "nothing was flipped"


def broken_everywhere(monkeypatch):
    """The C engine prints a line more, with what is no text."""
    right = NativeEngine.emit

    def emit(self, data, flavor):
        program = right(self, data, flavor)
        return replace(program, text=program.text + "; \udcff\n")

    monkeypatch.setattr(NativeEngine, "emit", emit)


def test_every_pair_is_saved(run, tmp_path, monkeypatch):
    rows = [f'{HEAD.replace("mine", f"case{number}")}spec = "{SPEC}"\n' for number in range(5)]
    path = write_cases(tmp_path, "".join(rows))
    old = tmp_path / "build/parity"
    old.mkdir(parents=True)
    for name in ("gone.llvm20.c.txt", "gone.llvm20.python.txt", "notes.txt", "a.b.c.txt", "no-case.llvm20.c.txt"):
        (old / name).write_text("")
    broken_everywhere(monkeypatch)
    status, _, err = run("parity", "--cases", path, "--jobs", "0", "--json", "r.json", "--junit", "j.xml", "--timeout", "7.5")
    assert status == 1 and err.count("saved: ") == 10 and "and 5 more failures\n" in err
    pairs = {f"case{number}.{flavor}.{engine}.txt" for number in range(5) for flavor in FLAVORS for engine in ("c", "python")}
    assert {item.name for item in old.iterdir()} == {*pairs, "notes.txt", "a.b.c.txt", "no-case.llvm20.c.txt"}
    assert (old / "case4.llvm23.c.txt").read_text() == (old / "case4.llvm23.python.txt").read_text() + "; \\udcff\n"
    row = json.loads((tmp_path / "r.json").read_text())["verdicts"][-1]
    saved = [f"build/parity/case4.llvm23.{engine}.txt" for engine in ("python", "c")]
    assert row["saved"] == saved
    assert row["again"] == f"twinkern parity case4 --flavor llvm23 --cases {path} --timeout 7.5"
    text = ElementTree.parse(tmp_path / "j.xml").findall(".//failure")[-2].text
    assert text.endswith(f"\nspec: {SPEC}\nsaved: {' '.join(saved)}\nagain: {row['again']}")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    main_status, _, _ = run("parity", "--cases", path)
    assert main_status == 0 and {item.name for item in old.iterdir()} == {"notes.txt", "a.b.c.txt", "no-case.llvm20.c.txt"}


@pytest.mark.parametrize("option", [[], ["--annotate"]])
def test_error_that_is_no_text(run, tmp_path, monkeypatch, option):
    path = write_cases(tmp_path, f'{HEAD}spec = "{SPEC.replace("n=1", "n=6")}"\n')
    given = {**run_gate.__kwdefaults__, "make_engines": engines.swearing}
    monkeypatch.setattr(run_gate, "__kwdefaults__", given)
    status, _, err = run("parity", "--cases", path, "--jobs", "0", "--json", "r.json", "--junit", "j.xml", *option)
    assert status == 1 and "c: no text: \\udcff\n" in err and "Traceback" not in err
    assert json.loads((tmp_path / "r.json").read_text())["verdicts"][0]["detail"] == "c: no text: \udcff"
    assert ElementTree.parse(tmp_path / "j.xml").find(".//error").text.startswith("c: no text: ?")
    monkeypatch.setattr(command, "echo", lambda *_, **__: 1 / 0)
    (tmp_path / "r.json").unlink()
    with pytest.raises(ZeroDivisionError):
        command.parity.main(["--cases", str(path), "--jobs", "0", "--json", "r.json"], standalone_mode=False)
    assert (tmp_path / "r.json").exists(), "files come before what is printed"


@pytest.mark.parametrize("option", [["--flavor", "llvm20"], ["--json", "x"], ["--junit", "x"]])
def test_options_that_do_not_go_together(run, option):
    status, _, err = run("parity", "--liveness", "--cases", CASES, *option)
    assert status == 2 and "--liveness goes with neither" in err


@pytest.mark.parametrize(("name", "option"), [("run_gate", []), ("run_liveness", ["--liveness"])])
def test_jobs_and_time_out_are_passed_on(run, monkeypatch, name, option):
    given = {}

    def note(cases, *_, **options):
        given.update(options)
        raise CaseError("noted")

    monkeypatch.setattr(command, name, note)
    assert run("parity", "--cases", CASES, "--timeout", "1.5", "--jobs", "3", *option)[0] == 2
    assert (given["jobs"], given["seconds"]) == (3, 1.5)
    assert run("parity", "--cases", CASES, *option)[0] == 2
    assert (given["jobs"], given["seconds"]) == (os.cpu_count(), SECONDS)
