"""Ctrl-C: one line, status 130, what was finished is shown, and no process that was started says anything."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.commands import COMMAND, SPEC, WORDS, proof_of
from tests.support import CASES

from twinkern.engines import PythonEngine
from twinkern.gate.parity import gate
from twinkern.judge import proof

WORK = {
    "emit": ("emit", *WORDS),
    "explain": ("explain", *WORDS),
    "compile": ("compile", *WORDS),
    "simulate": ("simulate", *WORDS),
    "profile": ("profile", *WORDS),
    "golden": ("golden", "check", "--cases", CASES, "--jobs", "0"),
    "liveness": ("parity", "--liveness", "--cases", CASES, "--jobs", "0"),
}


@pytest.mark.parametrize("arguments", WORK.values(), ids=WORK)
def test_interrupt_is_one_line(run, monkeypatch, arguments):
    def interrupted(self, data, flavor=""):
        raise KeyboardInterrupt

    monkeypatch.setattr(PythonEngine, "emit", interrupted)
    monkeypatch.setattr(PythonEngine, "explain", interrupted)
    outcome = run(*arguments)
    assert (outcome.status, outcome.out, outcome.err) == (130, "", "twinkern: interrupted\n")


def test_interrupted_proofs_are_shown(run, monkeypatch, tmp_path):
    def interrupted(case):
        if case.name == "in_type=bf16":
            raise KeyboardInterrupt
        return proof_of(case)

    monkeypatch.setattr(proof, "prove_case", interrupted)
    outcome = run("prove", *WORDS, "in_type=fp16,bf16", "--jobs", "1", "--json", "proofs.json")
    assert (outcome.status, outcome.err) == (130, "twinkern: interrupted: 1 of 2 specs were judged\n")
    assert "in_type=fp16" in outcome.out and (tmp_path / "proofs.json").read_text().count('"verdict"') == 1


def test_interrupted_parity_shows_and_saves_its_verdicts(run, monkeypatch, tmp_path):
    right, calls = gate.compare_case, []

    def interrupted(case, flavor, engines):
        calls.append(case)
        if len(calls) > 4:
            raise KeyboardInterrupt
        return right(case, flavor, engines)

    monkeypatch.setattr(gate, "compare_case", interrupted)
    outcome = run("parity", "showpiece_*", "--cases", CASES, "--jobs", "0", "--json", "r.json", "--junit", "r.xml")
    assert (outcome.status, outcome.err) == (130, "twinkern: interrupted: 4 of 18 texts were compared\n")
    assert "     4 identical\n" in outcome.out
    report = (tmp_path / "r.json").read_text()
    assert report.count('"identical"') == 4 and '"ok": false' in report and (tmp_path / "r.xml").exists()


def test_interrupted_fuzz_shows_its_tally(run, monkeypatch):
    from twinkern.gate import fuzz

    def interrupted(examples, seed, *, progress):
        tally = fuzz.Tally()
        progress(tally)
        for _ in range(3):
            tally.note(fuzz.Finding("", "", direction="forward", arch="gfx942", codes=("TILE_SHAPE",)))
            progress(tally)
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz, "run_fuzz", interrupted)
    outcome = run("fuzz", "--examples", "10")
    assert (outcome.status, outcome.err) == (130, "twinkern: interrupted: nothing wrong in 3 specs\n")
    assert "3 specs drawn, 0 accepted" in outcome.out


MANY = [word for word in WORDS if not word.startswith("n=")] + [",".join(["n=1", *map(str, range(2, 25))]), "in_type=fp16,bf16"]
REAL = {
    "prove": ("prove", *MANY, "--jobs", "2"),
    "parity": ("parity", "--cases", CASES, "--jobs", "2"),
    "liveness": ("parity", "--liveness", "--cases", CASES, "--jobs", "2"),
    "fuzz": ("fuzz", "--examples", "100000"),
}


def heed_interrupts() -> None:
    """As at a terminal: what a shell starts in the background ignores interrupts, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for_children(parent: int) -> None:
    """Until a process has started others."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for place in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(place.read_text().rpartition(")")[2].split()[1]) == parent:
                    return
        time.sleep(0.05)
    raise TimeoutError("no process was started")


@pytest.mark.parametrize("arguments", REAL.values(), ids=REAL)
def test_interrupt_of_a_terminal_ends_all_in_silence(tmp_path, arguments):
    """The whole group of processes is interrupted, also while workers start."""
    pipe = subprocess.PIPE
    command = [*COMMAND, *map(str, arguments)]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=heed_interrupts
    ) as process:
        wait_for_children(process.pid)
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err.count("\n") == 1 and err.startswith("twinkern: interrupted"), out + err


def test_interrupted_write_leaves_the_old_file(run, monkeypatch, tmp_path):
    (tmp_path / "kernel.ll").write_text("old")

    def interrupted(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    (tmp_path / "spec.json").write_bytes(SPEC)
    assert run("emit", "spec.json", "-o", "kernel.ll").status == 130
    assert {path.name for path in Path(tmp_path).iterdir()} == {"kernel.ll", "spec.json"}
    assert (tmp_path / "kernel.ll").read_text() == "old"
