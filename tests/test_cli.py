"""The command line: what each command prints, and that bad input ends with status 2 and one line that helps."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import signal
import stat
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.support import CASES, ENGINES, TINY, spec_of

from twinkern import FLAVORS, emit, explain, machinecode, proof
from twinkern._contract import FIELDS
from twinkern.cases import load_cases
from twinkern.cli import main
from twinkern.engines import NativeEngine, PythonEngine
from twinkern.ir.verifier import InternalError
from twinkern.proof import NEEDED, Check, Proof

WORDS = f"direction=forward arch=gfx942 {TINY}".split()
SPEC = spec_of(" ".join(WORDS))
CASE = "wgrad_exact_ones"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch, capsys, tmp_path) -> Callable[..., Outcome]:
    """Run the command line in this process, in an empty directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def command(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "argv", ["twinkern", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as caught:
            main()
        captured = capsys.readouterr()
        return Outcome(caught.value.code, captured.out, captured.err)

    return command


def good(outcome: Outcome) -> str:
    """What a command printed that must have held."""
    assert outcome.status == 0, outcome
    assert outcome.err == ""
    return outcome.out


def refused(outcome: Outcome) -> str:
    """The one line that a command printed that could not use its input."""
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("twinkern: ") and outcome.err.count("\n") == 1 and outcome.err.endswith("\n")
    return outcome.err.removeprefix("twinkern: ").rstrip("\n")


# Commands that print.


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("flavor", FLAVORS)
def test_emit(run, engine, flavor):
    program = emit(SPEC, flavor=flavor)
    assert good(run("emit", *WORDS, "--engine", engine, "--flavor", flavor)) == program.text


@pytest.mark.parametrize("engine", ENGINES)
def test_manifest(run, engine):
    assert good(run("manifest", *WORDS, "--engine", engine)) == emit(SPEC).manifest + "\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_explain(run, engine):
    found = explain(SPEC)
    assert good(run("explain", *WORDS, "--engine", engine)) == f"{found.name}\n{found.resolved}\n"
    printed = json.loads(good(run("explain", *WORDS, "--engine", engine, "--json")))
    assert printed == {
        "asked": json.loads(found.asked),
        "resolved": json.loads(found.resolved),
        "name": found.name,
        "violations": [],
    }


def test_explain_lists_every_broken_rule(run):
    words = "direction=forward n=0 c=8 k=8 input=4x4 filter=3x3 tile_k=999".split()
    outcome = run("explain", *words)
    assert outcome.status == 2 and outcome.err == ""
    assert [line.split(" (")[0] for line in outcome.out.splitlines()] == ["FIELD_RANGE", "FIELD_RANGE"]
    outcome = run("explain", *words, "--json")
    assert outcome.status == 2 and [row["code"] for row in json.loads(outcome.out)["violations"]] == ["FIELD_RANGE"] * 2


def test_fields_lists_them_all(run):
    printed = good(run("fields"))
    assert all(f"\n{field.name} " in printed and field.doc in printed for field in FIELDS)


def test_cases(run):
    printed = json.loads(good(run("cases", "--cases", CASES, "--json")))
    assert [row["name"] for row in printed] == [case.name for case in load_cases(CASES)]
    only = good(run("cases", "--cases", CASES, "showpiece_*"))
    assert only.count("showpiece_") == 6 and "be refused" not in only


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("golden", "--help"), ("--version",)])
def test_help_and_version(run, arguments):
    outcome = run(*arguments)
    printed = outcome.out + outcome.err
    assert outcome.status == (0 if arguments else 2) and printed


def test_every_command_has_help(run):
    listed = good(run("--help")).split("Commands:\n")[1]
    commands = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
    assert {"emit", "manifest", "explain", "fields", "cases", "parity", "golden", "prove", "compile", "simulate"} <= {*commands}
    for command in commands:
        assert good(run(command, "--help")).startswith(f"Usage: twinkern {command} ")


# What a SPEC may be.


@pytest.mark.parametrize("form", ["file", "file without extension", "stdin", "case", "words"])
def test_forms_of_a_spec(run, tmp_path, form):
    (tmp_path / "spec.json").write_bytes(SPEC)
    (tmp_path / "spec").write_bytes(SPEC)
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/a.toml").write_text(f'[[case]]\nname = "mine"\nreason = "test"\nspec = "{" ".join(WORDS)}"\n')
    arguments = {
        "file": ["spec.json"],
        "file without extension": ["spec"],
        "stdin": ["-"],
        "case": ["mi*", "--cases", "cases"],
        "words": WORDS,
    }[form]
    assert good(run("emit", *arguments, stdin=SPEC)) == emit(SPEC).text


@pytest.mark.parametrize("subject", ["case", "file", "standard input"])
def test_words_set_fields_of_a_spec_that_is_named(run, tmp_path, subject):
    problem = json.loads(good(run("explain", CASE, "--cases", str(CASES), "--json")))["asked"]
    (tmp_path / "spec.json").write_text(json.dumps(problem))
    named = {"case": (CASE, "--cases", str(CASES)), "file": ("spec.json",), "standard input": ("-",)}[subject]
    found = run("explain", *named, "n=5", "arch=gfx1250", "--json", stdin=json.dumps(problem).encode())
    problem["problem"]["n"], problem["arch"] = 5, "gfx1250"
    assert json.loads(good(found))["asked"] == problem


def test_lists_and_repeated_specs_make_several(run):
    outcome = run("prove", *WORDS, "in_type=fp16,bf16", "--spec", " ".join([*WORDS, "tile_m=16"]))
    rows = outcome.out.splitlines()
    assert outcome.status == 0 and [row.split()[0] for row in rows[2:5]] == ["in_type=fp16", "in_type=bf16", "words"]
    assert rows[-1] == "3 of 3 proven"


def test_several_specs_where_one_is_taken(run):
    assert "names 2 specs; this command takes one" in refused(run("emit", *WORDS, "in_type=fp16,bf16"))


# Writing files.


def listing(directory: Path) -> set[str]:
    return {str(path.relative_to(directory)) for path in directory.rglob("*")}


def test_output_file_is_written_whole(run, tmp_path):
    (tmp_path / "kernel.ll").write_text("old")
    assert good(run("emit", *WORDS, "-o", "kernel.ll")) == ""
    assert (tmp_path / "kernel.ll").read_text() == emit(SPEC).text
    assert good(run("emit", *WORDS, "-o", "new/place/kernel.ll")) == ""
    assert listing(tmp_path) == {"kernel.ll", "new", "new/place", "new/place/kernel.ll"}


@pytest.mark.parametrize("command", ["emit", "compile"])
def test_output_file_or_nothing(run, tmp_path, command):
    (tmp_path / "directory").mkdir()
    (tmp_path / "file").write_text("old")
    for target in ("directory", "file/kernel.ll"):
        before = listing(tmp_path)
        assert target.split("/")[0] in refused(run(command, *WORDS, "-o", target))
        assert listing(tmp_path) == before and (tmp_path / "file").read_text() == "old"


def test_refused_spec_leaves_the_old_file(run, tmp_path):
    (tmp_path / "kernel.ll").write_text("old")
    refused(run("emit", *WORDS, "lds_pad_a=3", "-o", "kernel.ll"))
    assert (tmp_path / "kernel.ll").read_text() == "old" and listing(tmp_path) == {"kernel.ll"}


def test_failed_write_leaves_the_old_file(run, tmp_path, monkeypatch):
    (tmp_path / "kernel.ll").write_text("old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in refused(run("emit", *WORDS, "-o", "kernel.ll"))
    assert (tmp_path / "kernel.ll").read_text() == "old" and listing(tmp_path) == {"kernel.ll"}


@pytest.mark.parametrize("command", ["emit", "compile"])
def test_output_that_is_no_regular_file_is_written_to(run, tmp_path, command):
    """Devices and pipes must not be replaced by a file."""
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        try:
            assert run(command, *WORDS, "-o", "pipe").status == 0
            written = reader.communicate(timeout=20)[0]
        finally:
            reader.kill()
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert written == emit(SPEC).text.encode() if command == "emit" else written.startswith(b"\x7fELF")


def test_output_through_a_link(run, tmp_path):
    (tmp_path / "real.ll").write_text("old")
    (tmp_path / "link.ll").symlink_to("real.ll")
    good(run("emit", *WORDS, "-o", "link.ll"))
    assert (tmp_path / "link.ll").is_symlink() and (tmp_path / "real.ll").read_text() == emit(SPEC).text


# Bad input.


def changed(**members: object) -> bytes:
    return json.dumps({**json.loads(SPEC), **members}).encode()


FILES = {
    "empty": (b"", "JSON_EMPTY"),
    "binary": (bytes(range(256)), "JSON_SYNTAX"),
    "broken": (SPEC[:40], "JSON_SYNTAX"),
    "huge number": (SPEC.replace(b'"n": 1', b'"n": ' + b"9" * 4000), "JSON_INTEGER"),
    "huge file": (b" " * 10**6 + SPEC, "JSON_TOO_LONG"),
    "deep": (b"[" * 5000, "JSON_DEPTH"),
    "utf-16": (SPEC.decode().encode("utf-16"), "JSON_SYNTAX"),
    "unknown key": (changed(tile_q=3), 'FIELD_UNKNOWN: "tile_q" is no field of the spec; the nearest is tile_m'),
    "wrong type": (changed(tile_m="64"), "FIELD_TYPE: tile_m takes an integer, not a string"),
    "out of range": (changed(tile_m=100000), "FIELD_RANGE: tile_m is 100000; allowed are 0 to 512, nearest 512"),
    "broken rule": (changed(lds_pad_a=3), "LDS_PAD"),
    "list": (b"[1, 2]", "FIELD_TYPE"),
}


@pytest.mark.parametrize(("data", "message"), FILES.values(), ids=FILES)
@pytest.mark.parametrize("command", ["emit", "manifest", "compile"])
def test_bad_file(run, tmp_path, command, data, message):
    (tmp_path / "spec.json").write_bytes(data)
    said = {refused(run(command, "spec.json", "--engine", engine)) for engine in ENGINES}
    assert len(said) == 1 and said.pop().startswith(f"refused: {message}")


@pytest.mark.parametrize("command", ["simulate", "prove"])
def test_bad_file_for_the_other_commands(run, tmp_path, command):
    (tmp_path / "spec.json").write_bytes(changed(lds_pad_a=3))
    outcome = run(command, "spec.json")
    assert outcome.status in (1, 2) and "Traceback" not in outcome.err and "LDS_PAD" in outcome.out + outcome.err


BAD_ARGUMENTS = {
    "missing file": (["missing.json"], "No such file or directory: 'missing.json'"),
    "directory as file": (["place.json"], "Is a directory: 'place.json'"),
    "unknown case": (["forward_1x1_strid2"], "there is no case forward_1x1_strid2; did you mean forward_1x1_stride2?"),
    "word without equals": (["direction=forward", "n"], "there is no case n (and n is no file, and no key=value)"),
    "folder": (["place"], "place is a directory; a SPEC is a JSON file, the name of a case, or key=value words"),
    "empty word": ([""], "an empty word names no spec"),
    "word without value": (["direction=forward", "n="], "'n=' is no key=value"),
    "word without key": (["=forward"], "'=forward' is no key=value"),
    "word given twice": (["n=1", "n=2"], "n was given twice: n=1 and n=2"),
    "unknown word": ([*WORDS, "padding=1"], "padding=1: there is no field padding; did you mean pad?"),
    "unknown flavour": ([*WORDS, "--flavor", "llvm21"], 'refused: FLAVOR: flavor is "llvm21"; allowed are llvm20, '),
    "no directory of cases": ([CASE, "--cases", "nowhere"], "no directory nowhere of case files"),
    "no case in the directory": ([CASE, "--cases", "place.json"], "place.json holds no case"),
    "several cases": (["showpiece_*", "--cases", str(CASES)], "showpiece_* names 6 specs; this command takes one"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_ARGUMENTS.values(), ids=BAD_ARGUMENTS)
@pytest.mark.parametrize("engine", ENGINES)
def test_bad_arguments(run, tmp_path, engine, arguments, message):
    (tmp_path / "place.json").mkdir()
    (tmp_path / "place").mkdir()
    assert message in refused(run("emit", *arguments, "--engine", engine))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["emit"], "Missing argument 'SPEC...'"),
        (["emit", "x", "--engine", "rust"], "'rust' is not one of 'python', 'c'"),
        (["emmit"], "No such command 'emmit'"),
        (["parity", "--flavor", "llvm21"], "'llvm21' is not one of"),
        (["simulate", CASE, "--seed", "x"], "'x' is not a valid integer"),
        (["prove", CASE, "--jobs", "0"], "0 is not in the range"),
        (["golden", "bless", CASE], "Missing option '--reason'"),
    ],
)
def test_bad_options(run, arguments, message):
    outcome = run(*arguments)
    assert outcome.status == 2 and outcome.out == "" and message in outcome.err


@pytest.mark.parametrize("text", ["[[case]", '[[case]]\nname = "a b"', '[[case]]\nname = "a"', "case = 3", "\udcff"])
def test_bad_case_file(run, tmp_path, text):
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/a.toml").write_bytes(text.encode(errors="surrogateescape"))
    assert refused(run("cases", "--cases", "cases")).startswith("a.toml: ")


# Commands that judge.


def test_compile(run, tmp_path):
    printed = good(run("compile", *WORDS, "-o", "kernel.o"))
    assert printed.startswith(emit(SPEC).name + "\n") and "vector registers" in printed and "bytes of LDS" in printed
    assert (tmp_path / "kernel.o").read_bytes().startswith(b"\x7fELF")
    assert "s_endpgm" in good(run("compile", *WORDS, "--assembly", "--engine", "c", "--flavor", "llvm20"))


def test_compile_tells_the_faults_of_the_machine_code(run, monkeypatch):
    fault = machinecode.Fault("overlap", "kernel", 64, "planted")
    monkeypatch.setattr(machinecode, "judge", lambda compiled, expected: (fault,))
    outcome = run("compile", *WORDS)
    assert outcome.status == 1 and "machine code: 1 fault\n" in outcome.out
    assert "llvm22: overlap at 0x40: planted (kernel)" in outcome.out


def test_simulate(run):
    printed = good(run("simulate", *WORDS, "--operands", "integers", "--seed", "3"))
    assert "0 findings; result within bound: 0 of 128 elements wrong" in printed


def test_simulate_finds_a_wrong_kernel(run, monkeypatch):
    right = PythonEngine.emit

    def wrong(self, data, flavor):
        program = right(self, data, flavor)
        return replace(program, text=program.text.replace("select i1 %v", "select i1 true, i32 0, i32 0 ; %v", 1))

    monkeypatch.setattr(PythonEngine, "emit", wrong)
    outcome = run("simulate", *WORDS)
    assert outcome.status == 1 and "WRONG" in outcome.out


def test_prove_refuses_bad_input_like_every_command(run):
    outcome = run("prove", *WORDS, "tile_m=999")
    assert outcome.status == 2 and outcome.out == "" and outcome.err.count("\n") == 1 and "FIELD_RANGE" in outcome.err


def test_prove_takes_two_files_of_one_name(run, tmp_path):
    for directory, channels in (("a", 8), ("b", 16)):
        (tmp_path / directory).mkdir()
        problem = f'{{"n":1,"c":{channels},"k":8,"input":[4],"filter":[1]}}'
        (tmp_path / directory / "s.json").write_text(f'{{"problem":{problem},"direction":"forward"}}')
    outcome = run("prove", "a/s.json", "b/s.json", "--jobs", "1")
    assert outcome.status == 0 and "2 of 2 proven" in outcome.out


def test_prove(run, tmp_path):
    outcome = run("prove", CASE, "refused_groups", "--cases", CASES, "--json", "proof.json", "--jobs", "1")
    assert outcome.status == 0 and "2 of 2 proven" in outcome.out
    rows = json.loads((tmp_path / "proof.json").read_text())
    assert [row["case"] for row in rows] == [CASE, "refused_groups"]
    assert all(row["ok"] for row in rows)
    accepted = next(row for row in rows if row["case"] == CASE)
    oracles = {"engines", "manifest", "link", "machine code", "simulator", "reference"}
    assert {check["oracle"] for check in accepted["checks"]} == oracles


def altered(self, data: bytes, flavor: str):
    """The C engine's program with one character more."""
    program = PythonEngine().emit(data, flavor)
    return replace(program, text=program.text + ";\n")


def proof_of(case, ok: bool = True, left_out: str = "") -> Proof:
    """What the oracles might say of a case."""
    checks = [Check(name, ok, "so") for name in sorted(NEEDED)]
    checks += [Check("link", None, f"no {left_out}", "not installed", flavor=left_out)] if left_out else []
    return Proof(case.name, "kernel", "gfx942", "forward", tuple(checks), {}, 0.1)


@pytest.mark.parametrize(("flavor", "verdict"), [("llvm20", "PROVEN but llvm20"), ("llvm23", "PROVEN")])
def test_flavour_that_nothing_links_is_in_the_verdict(run, monkeypatch, tmp_path, flavor, verdict):
    """llvm23 claims nowhere to be proven."""
    monkeypatch.setattr(proof, "prove_case", lambda case: proof_of(case, left_out=flavor))
    outcome = run("prove", *WORDS, "--json", "proofs.json")
    assert outcome.status == 0 and outcome.out.splitlines()[2].endswith(f"  {verdict}")
    assert json.loads((tmp_path / "proofs.json").read_text())[0]["verdict"] == verdict
    strict = run("prove", *WORDS, "--strict")
    assert strict.status == (0 if verdict == "PROVEN" else 1)
    assert ("not installed" in strict.out) == (verdict != "PROVEN")


def test_prove_runs_what_is_accepted_beside_what_is_refused(run, monkeypatch, tmp_path):
    monkeypatch.setattr(proof, "prove_case", proof_of)
    (tmp_path / "good.json").write_bytes(SPEC)
    (tmp_path / "bad.json").write_bytes(changed(lds_pad_a=3))
    outcome = run("prove", "good.json", "bad.json")
    assert outcome.status == 2 and "1 of 1 proven" in outcome.out
    assert outcome.err.startswith("twinkern: bad: refused: LDS_PAD: ") and outcome.err.count("\n") == 1


def test_interrupt_keeps_what_was_finished(run, monkeypatch, tmp_path):
    def interrupted(case):
        if case.name == "in_type=bf16":
            raise KeyboardInterrupt
        return proof_of(case)

    monkeypatch.setattr(proof, "prove_case", interrupted)
    outcome = run("prove", *WORDS, "in_type=fp16,bf16", "--jobs", "1", "--json", "proofs.json")
    assert (outcome.status, outcome.err) == (130, "twinkern: interrupted: 1 of 2 specs were judged\n")
    assert "in_type=fp16" in outcome.out and len(json.loads((tmp_path / "proofs.json").read_text())) == 1


def test_interrupt_ends_the_workers_in_silence(tmp_path):
    """As Ctrl-C in a terminal: the whole group of processes is interrupted."""
    command = [*COMMAND, "prove", *WORDS, ",".join(["n=1", *map(str, range(2, 25))]), "in_type=fp16,bf16", "--jobs", "2"]
    command.remove(next(word for word in WORDS if word.startswith("n=")))
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        time.sleep(6)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and err.count("\n") == 1 and err.startswith("twinkern: interrupted"), out + err


def on_terminal(tmp_path, *arguments: str, columns: int = 80) -> str:
    """What a command shows on a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns)}
    command = [*COMMAND, *arguments]
    with subprocess.Popen(command, cwd=tmp_path, stdout=theirs, stderr=theirs, stdin=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):
            while data := os.read(ours, 65536):
                shown += data
    os.close(ours)
    assert process.returncode == 0, shown
    return shown.decode()


def test_narrow_terminal_loses_no_name(tmp_path):
    shown = on_terminal(tmp_path, "fields")
    for field in FIELDS:
        assert f"\n{field.name}\r" in f"\n{shown}"
    assert all(len(line) <= 80 for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).split("\r\n"))


def test_pipe_gets_a_record_a_line_and_no_colour(run):
    lines = good(run("fields")).splitlines()
    assert [line.split()[0] for line in lines[1:]] == [field.name for field in FIELDS] and max(map(len, lines)) > 132
    cases = good(run("cases", "--cases", CASES)).splitlines()
    assert len(cases) == 1 + len(load_cases(CASES)) and not any("\x1b" in line for line in (*lines, *cases))


def test_prove_fails_where_engines_differ(run, monkeypatch):
    monkeypatch.setattr(NativeEngine, "emit", altered)
    outcome = run("prove", CASE, "--cases", CASES)
    assert outcome.status == 1 and "0 of 1 proven" in outcome.out and "different text" in outcome.out


def test_parity(run, tmp_path):
    printed = good(run("parity", "showpiece_*", "refused_groups", "--cases", CASES, "--json", "report.json"))
    assert f"{6 * len(FLAVORS):6} identical\n{len(FLAVORS):6} refused alike\n" in printed
    assert f"\n7 cases, {len(FLAVORS)} flavours, " in printed
    assert "  direction: dgrad, wgrad, forward" in printed
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["ok"] and len(report["verdicts"]) == 7 * len(FLAVORS) and report["bytes"] > 100_000


def test_parity_fails_where_engines_differ(run, monkeypatch, tmp_path):
    monkeypatch.setattr(NativeEngine, "emit", altered)
    options = ["--cases", CASES, "--flavor", "llvm20", "--save", "saved", "--json", "report.json", "--jobs", "0"]
    outcome = run("parity", CASE, *options)
    assert outcome.status == 1 and "1 different text" in outcome.out
    assert f"again: twinkern parity {CASE} --flavor llvm20" in outcome.err
    python, c = (tmp_path / f"saved/{CASE}.llvm20.{name}.txt" for name in ("python", "c"))
    assert python.read_text() + ";\n" == c.read_text()
    assert not json.loads((tmp_path / "report.json").read_text())["ok"]


def test_parity_gives_the_verdict_where_nothing_can_be_saved(run, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    options = ["--cases", CASES, "--save", "file/saved", "--json", "file/report.json", "--jobs", "0"]
    whole = run("parity", CASE, *options)
    assert whole.status == 2 and "3 identical" in whole.out
    assert whole.err.count("could not be saved: [Errno 20] Not a directory: 'file/report.json'") == 1
    monkeypatch.setattr(NativeEngine, "emit", altered)
    outcome = run("parity", CASE, *options)
    assert outcome.status == 1 and "3 different text" in outcome.out and "different text\n" in outcome.err
    assert outcome.err.index("different text") < outcome.err.index("could not be saved")


def test_parity_names_a_case_that_is_gone(run, tmp_path):
    (tmp_path / "parity/cases").mkdir(parents=True)
    row = '[[case]]\nname = "%s"\nreason = "r"\nspec = "%s"\n'
    (tmp_path / "parity/cases/a.toml").write_text(row % ("one", " ".join(WORDS)) + row % ("two", " ".join(WORDS)))
    good(run("golden", "bless", "--case", "*", "--reason", "first", "--jobs", "1"))
    (tmp_path / "parity/cases/a.toml").write_text(row % ("one", " ".join(WORDS)) + row % ("too", " ".join(WORDS)))
    outcome = run("parity", "--jobs", "0")
    assert outcome.status == 1 and "floor: golden/ has two, of which there is no case" in outcome.err
    assert run("parity", "one", "--jobs", "0").status == 0


def test_golden(run, tmp_path):
    where = ["--cases", CASES, "--golden", "golden"]
    missing = run("golden", "check", CASE, *where)
    assert missing.status == 1 and f"{CASE}, llvm22: missing" in missing.err
    assert good(run("golden", "bless", CASE, "--reason", "first", *where)).endswith(f"\n{CASE}\n1 cases changed\n")
    assert "0 differences" in good(run("golden", "check", CASE, *where))
    assert "needs a reason" in refused(run("golden", "bless", CASE, "--reason", " ", *where))
    (tmp_path / "golden/hashes.json").write_text("{")
    assert "hashes.json cannot be read" in refused(run("golden", "check", CASE, *where))


def test_bug_of_ours_is_called_one(run, monkeypatch):
    def broken(self, data, flavor):
        raise InternalError("kernel: node 3 (add): types i32, i64 -> i32")

    monkeypatch.setattr(PythonEngine, "emit", broken)
    outcome = run("emit", *WORDS)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "twinkern: a bug in twinkern, please report it: kernel: node 3 (add): types i32, i64 -> i32\n"


def test_engine_that_is_not_built(run, monkeypatch):
    def missing(self):
        raise ImportError("the C engine is not built for this Python: build it")

    monkeypatch.setattr(NativeEngine, "__init__", missing)
    assert refused(run("emit", *WORDS, "--engine", "c")).startswith("the C engine is not built")


# Real processes.

COMMAND = [sys.executable, "-c", "from twinkern.cli import main; main()"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "said"),
    [
        (["emit", *WORDS], b"", 0, b""),
        (["emit", "-"], SPEC, 0, b""),
        (["emit", "-"], b"", 2, b"twinkern: refused: JSON_EMPTY: the input is empty; "),
        (["emit", "missing.json"], b"", 2, b"twinkern: "),
        (["explain", *WORDS, "lds_pad_a=3"], b"", 2, b""),
    ],
)
def test_exit_status_of_a_process(arguments, stdin, status, said, tmp_path):
    done = subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode == status and done.stderr.startswith(said) and done.stderr.count(b"\n") == bool(said)
    assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_text(tmp_path):
    done = subprocess.run([*COMMAND, "emit", b"direction=\xff\xfe"], capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"direction takes one of" in done.stderr


def test_closed_pipe_is_told_by_the_status_alone(tmp_path):
    with subprocess.Popen(
        [*COMMAND, "emit", *WORDS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
