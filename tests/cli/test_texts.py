"""Kernel texts that somebody edited: judged as they stand, and what is no such text told in a line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.commands import SPEC, WORDS, good, refused

from twinkern import emit
from twinkern._contract import ARCHES
from twinkern.cli.texts import NAMED
from twinkern.judge import proof

UNNAMED = [*WORDS, "vector_a=2"]
"""A spec that the name of its kernel does not tell."""
COMMANDS = {
    "simulate": ("simulate", "k.ll", "--manifest", "m.json"),
    "profile": ("profile", "k.ll", "--manifest", "m.json"),
    "compile": ("compile", "k.ll"),
    "prove": ("prove", "k.ll", "--spec", " ".join(WORDS)),
    "prove by a file": ("prove", "k.ll", "--spec", "spec.json", "--manifest", "m.json"),
}


@pytest.fixture
def files(run, tmp_path) -> Path:
    """A text, its manifest and its spec, as the command line writes them."""
    good(run("emit", *WORDS, "-o", "k.ll"))
    (tmp_path / "m.json").write_text(good(run("manifest", *WORDS)))
    (tmp_path / "spec.json").write_bytes(SPEC)
    return tmp_path


def edit(path: Path, pattern: str, replacement: str) -> None:
    text, count = re.subn(pattern, replacement, path.read_text(), count=1)
    assert count == 1
    path.write_text(text)


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_text_as_it_was_printed_holds(run, files, arguments):
    printed = good(run(*arguments))
    said = {"simulate": "0 findings; result within bound", "prove": "1 of 1 proven", "compile": "machine code: clean"}
    assert said.get(arguments[0], "a matrix instruction") in printed


@pytest.mark.parametrize("arguments", [value for name, value in COMMANDS.items() if name != "compile"])
def test_edited_text_is_judged(run, files, arguments):
    edit(files / "k.ll", r"select i1 %(v\d+)", r"select i1 true, i32 0, i32 0 ; %\1")
    outcome = run(*arguments)
    assert outcome.status == 1 and re.search("WRONG|FAILED", outcome.out)


def test_edited_manifest_is_judged(run, files):
    edit(files / "m.json", r'"lds_bytes":\d+', '"lds_bytes":64')
    outcome = run("prove", "k.ll", "--manifest", "m.json")
    assert outcome.status == 1 and "lds_bytes is 64; the text's LDS has" in outcome.out
    assert run("simulate", "k.ll", "--manifest", "m.json").status == 1


def test_machine_code_of_an_edited_text_is_judged(run, files):
    edit(files / "k.ll", r"global \[4352 x i8\]", "global [8192 x i8]")
    outcome = run("compile", "k.ll")
    assert outcome.status == 1 and "8192 bytes of LDS" in outcome.out and "machine code: 1 fault" in outcome.out


def test_text_on_standard_input(run, files):
    text = (files / "k.ll").read_bytes()
    assert "result within bound" in good(run("simulate", "-", stdin=text))
    assert "1 of 1 proven" in good(run("prove", "-", "--spec", " ".join(WORDS), stdin=text))
    assert "machine code: clean" in good(run("compile", "-", stdin=text))


def test_spec_that_the_name_does_not_tell(run, tmp_path):
    good(run("emit", *UNNAMED, "-o", "k.ll"))
    (tmp_path / "m.json").write_text(good(run("manifest", *UNNAMED)))
    assert "0 findings; result not compared" in good(run("simulate", "k.ll", "--manifest", "m.json"))
    assert "give its manifest, --manifest FILE, or its spec" in refused(run("simulate", "k.ll"))
    assert "give that: --spec 'WORDS'" in refused(run("prove", "k.ll", "--manifest", "m.json"))
    assert "1 of 1 proven" in good(run("prove", "k.ll", *UNNAMED))
    edit(tmp_path / "m.json", r'"bytes":256', '"bytes":128')
    assert run("simulate", "k.ll", "--manifest", "m.json").status == 1


@pytest.mark.parametrize(
    ("name", "content", "arguments", "said"),
    [
        ("k.ll", "this is no IR", ("simulate", "k.ll"), "k.ll is no LLVM IR that can be judged: "),
        ("k.ll", "", ("compile", "k.ll"), "k.ll is no LLVM IR that can be judged: "),
        ("k.ll", b"\xff\xfe\x00", ("prove", "k.ll"), "k.ll: byte 0 is no UTF-8; this is no text"),
        ("k.ll", 'target triple = "amdgcn-amd-amdhsa"\n', ("compile", "k.ll"), "k.ll defines no kernel"),
        ("k.ll", None, ("prove", "k.ll", *WORDS, "--spec", " ".join(WORDS)), None),
        ("k.ll", None, ("prove", "k.ll", "arch=gfx950", *(w for w in WORDS if "arch" not in w)),
         "k.ll is for gfx942, and the spec for gfx950"),
        ("k.ll", None, ("prove", "k.ll", *WORDS, "tile_m=32"), "the spec's manifest launches forward_gfx942_"),
        ("k.ll", None, ("prove", "k.ll", "other.ll"), "k.ll and other.ll are two kernel texts; one is judged at a time"),
        ("m.json", "{", ("simulate", "k.ll", "--manifest", "m.json"), "m.json cannot be used: the manifest is no JSON"),
        ("m.json", "[]", ("profile", "k.ll", "--manifest", "m.json"), "the manifest in m.json cannot be used: "),
        ("m.json", emit(" ".join([*WORDS, "tile_m=32"])).manifest_text, ("simulate", "k.ll", "--manifest", "m.json"),
         "the manifest in m.json launches forward_gfx942_"),
        ("m.json", b"\xff", ("simulate", "k.ll", "--manifest", "m.json"), "m.json: byte 0 is no UTF-8"),
        ("m.json", "{}", ("simulate", "k.ll", "--manifest", "none.json"), "No such file or directory: 'none.json'"),
    ],
)  # fmt: skip
def test_bad_files(run, files, name, content, arguments, said):
    if content is not None:
        (files / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    outcome = run(*arguments)
    if said is None:
        assert outcome.status == 0
        return
    assert said in refused(outcome)


def test_large_grid_of_a_manifest_is_refused(run, files):
    edit(files / "m.json", r'"grid":\[\d+', '"grid":[1000000000')
    for command in ("simulate", "prove", "profile"):
        said = refused(run(command, "k.ll", "--manifest", "m.json"))
        assert re.search("the manifest launches [0-9,]{13,} workgroups; up to 100,000 are simulated, more with --whole", said)


def test_large_problem_is_refused_unless_asked_for_whole(run, files, monkeypatch):
    monkeypatch.setattr(proof, "SIMULATED_WORK", 1000)
    for arguments in (("simulate", *WORDS), ("simulate", "k.ll"), ("prove", "k.ll"), ("profile", "k.ll")):
        said = refused(run(*arguments))
        assert re.search(r"the problem takes [\d,]+ multiply-adds, .* up to 1,000 are simulated, more with --whole", said)
        assert run(*arguments, "--whole").status == 0


def test_the_fields_in_a_name_are_read_for_each_architecture():
    name = emit(SPEC).name
    arch = NAMED.fullmatch(name)["arch"]
    for other in ARCHES:
        assert NAMED.fullmatch(name.replace(arch, other, 1)).groupdict() == {**NAMED.fullmatch(name).groupdict(), "arch": other}
