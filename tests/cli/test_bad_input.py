"""Bad input ends with status 2 and one line that helps."""

from __future__ import annotations

import pytest
from tests.cli.commands import CASE, SPEC, WORDS, changed, refused
from tests.support import CASES, ENGINES

from twinkern.engine.ir.verifier import InternalError
from twinkern.engines import NativeEngine, PythonEngine

FILES = {
    "empty": (b"", "JSON_EMPTY"),
    "binary": (bytes(range(256)), "JSON_SYNTAX"),
    "broken": (SPEC[:40], "JSON_SYNTAX"),
    "huge number": (SPEC.replace(b'"n": 1', b'"n": ' + b"9" * 4000), "JSON_INTEGER"),
    "huge file": (b" " * 10**6 + SPEC, "JSON_TOO_LONG"),
    "deep": (b"[" * 5000, "JSON_DEPTH"),
    "utf-16": (SPEC.decode().encode("utf-16"), "JSON_SYNTAX"),
    "unknown key": (changed(tile_q=3), 'FIELD_UNKNOWN: "tile_q" is no field of the spec; did you mean tile_m?'),
    "wrong type": (changed(tile_m="64"), 'FIELD_TYPE: tile_m takes an integer, not the string "64"'),
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
        (["emit", *WORDS, "--engine"], "Option '--engine' requires an argument"),
        (["parity", "--timeout", "nan"], "nan is no number of seconds"),
        (["parity", "--timeout", "inf"], "inf is no number of seconds"),
        (["parity", "--timeout", "-1"], "-1.0 is not in the range"),
    ],
)
def test_bad_options(run, arguments, message):
    assert message in refused(run(*arguments))


def test_bad_options_name_the_help(run):
    assert refused(run("golden", "bless")).endswith(" (see twinkern golden bless --help)")


@pytest.mark.parametrize("text", ["[[case]", '[[case]]\nname = "a b"', '[[case]]\nname = "a"', "case = 3", "\udcff"])
def test_bad_case_file(run, tmp_path, text):
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/a.toml").write_bytes(text.encode(errors="surrogateescape"))
    assert refused(run("cases", "--cases", "cases")).startswith("a.toml: ")


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
