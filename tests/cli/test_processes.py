"""The command line as a process: exit status, pipes, terminals, interrupts."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import time

import pytest
from tests.cli.commands import COMMAND, SPEC, WORDS, good, on_terminal, proof_of
from tests.support import CASES

from twinkern import proof
from twinkern._contract import FIELDS
from twinkern.cases import load_cases


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
    assert process.returncode == 2


@pytest.mark.parametrize(
    ("target", "said"), [(">&-", "standard output is closed"), ("> /dev/full", "[Errno 28] No space left on device")]
)
@pytest.mark.parametrize("arguments", [["emit", *WORDS], ["cases", "--cases", str(CASES)], ["explain", *WORDS]])
def test_output_that_takes_nothing(tmp_path, arguments, target, said):
    command = f"{shlex.join([*COMMAND, *arguments])} {target}"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (2, f"twinkern: {said}\n")


@pytest.mark.parametrize("arguments", [["--help"], ["fields"], ["prove", *WORDS], ["compile", *WORDS], ["simulate", *WORDS]])
def test_pipe_gets_no_stray_line_on_standard_error(tmp_path, arguments):
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, cwd=tmp_path, check=True)
    assert done.stderr == b"" and b"\x1b" not in done.stdout

