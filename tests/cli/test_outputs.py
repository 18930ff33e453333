"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path
from unittest import mock

import pytest
from tests.cli.commands import SPEC, WORDS, good, refused
from tests.support import CASES

from twinkern import emit
from twinkern.files import check_writable


def listing(directory: Path) -> set[str]:
    return {str(path.relative_to(directory)) for path in directory.rglob("*")}


def test_output_file_is_written_whole(run, tmp_path):
    (tmp_path / "kernel.ll").write_text("old")
    assert good(run("emit", *WORDS, "-o", "kernel.ll")) == ""
    assert (tmp_path / "kernel.ll").read_text() == emit(SPEC).text
    assert listing(tmp_path) == {"kernel.ll"}


OUTPUTS = {
    "emit": ("emit", *WORDS, "-o"),
    "compile": ("compile", *WORDS, "-o"),
    "prove": ("prove", *WORDS, "--json"),
    "profile": ("profile", *WORDS, "--html"),
    "profile as JSON": ("profile", *WORDS, "--json"),
    "parity": ("parity", "--cases", CASES, "--json"),
    "parity for JUnit": ("parity", "--cases", CASES, "--junit"),
    "bench": ("bench", "--cases", CASES, "--docs"),
}


@pytest.mark.parametrize("arguments", OUTPUTS.values(), ids=OUTPUTS)
@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("directory", "Is a directory"),
        ("file/kernel", "Not a directory"),
        ("missing/kernel", "No such file or directory"),
    ],
)
def test_output_that_cannot_be_is_told_before_the_work(run, tmp_path, monkeypatch, arguments, target, why):
    def worked(*_: object, **__: object) -> None:
        raise AssertionError("the command worked first")

    for place in ("twinkern.engines.PythonEngine.emit", "twinkern.engines.NativeEngine.__init__"):
        monkeypatch.setattr(place, worked)
    (tmp_path / "directory").mkdir()
    (tmp_path / "file").write_text("old")
    said = refused(run(*arguments, target))
    assert why in said and f"'{target}'" in said
    assert listing(tmp_path) == {"directory", "file"} and (tmp_path / "file").read_text() == "old"


def test_directory_that_may_not_be_written_to(tmp_path):
    with mock.patch("os.access", return_value=False), pytest.raises(PermissionError, match=r"Permission denied: '.*/k\.ll'"):
        check_writable(tmp_path / "k.ll")


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name not in ("bench", "compile")])
def test_dash_is_standard_output(run, name):
    """What is said for people goes to standard error, so that the file is whole. Compiled, it is no text: see test_judges."""
    arguments = OUTPUTS[name]
    few = ("showpiece_*",) if arguments[0] == "parity" else ()
    outcome = run(*arguments[:1], *few, *arguments[1:], "-")
    begins = {"emit": "target datalayout", "prove": "[\n", "parity": ("{", "<?xml")}
    assert outcome.status == 0 and outcome.out.startswith(begins.get(arguments[0], ("{", "<!DOCTYPE html>")))
    people = {"emit": "", "prove": "1 of 1 proven", "parity": "6 cases"}
    assert people.get(arguments[0], "a matrix instruction") in outcome.err
    if "--json" in arguments:
        json.loads(outcome.out)


def test_standard_output_takes_one_thing(run):
    said = refused(run("parity", "--cases", CASES, "--json", "-", "--junit", "-"))
    assert "standard output takes one thing, and was asked to take two" in said


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


@pytest.mark.parametrize(("command", "kind"), [("emit", ()), ("compile", ("--kind", "object"))])
def test_output_that_is_no_regular_file_is_written_to(run, tmp_path, command, kind):
    """Devices and pipes must not be replaced by a file."""
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        try:
            assert run(command, *WORDS, *kind, "-o", "pipe").status == 0
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


@pytest.mark.parametrize(
    "arguments",
    [
        ("compile", "kernel.ll", "-o", "kernel.ll"),
        ("compile", "kernel.ll", "-o", "./link.ll"),
        ("profile", "kernel.ll", "--spec", " ".join(WORDS), "--html", "kernel.ll"),
        ("prove", "kernel.ll", "--manifest", "manifest.json", "--json", "manifest.json"),
        ("emit", "spec.json", "-o", "spec.json"),
        ("profile", *WORDS, "--json", "new.txt", "--html", "new.txt"),
    ],
)
def test_what_is_read_is_not_overwritten(run, tmp_path, arguments):
    files = {"kernel.ll": emit(SPEC).text, "manifest.json": emit(SPEC).manifest_text, "spec.json": SPEC.decode()}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "link.ll").symlink_to("kernel.ll")
    assert "is read or written for something else; name another" in refused(run(*arguments))
    assert {name: (tmp_path / name).read_text() for name in files} == files and not (tmp_path / "new.txt").exists()
