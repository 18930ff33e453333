"""The command line as a process: exit status, pipes, terminals, interrupts."""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess

import pytest
from tests.cli.commands import COMMAND, SPEC, WORDS, good, on_terminal
from tests.support import CASES, ROOT

from twinkern._contract import FIELDS
from twinkern.gate.cases import load_cases


def test_narrow_terminal_loses_no_name(tmp_path):
    shown = on_terminal(tmp_path, "fields")
    for field in FIELDS:
        assert f"\n{field.name}\r" in f"\n{shown}"
    assert all(len(line) <= 80 for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).split("\r\n"))


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["parity", "showpiece_*", "--cases", str(CASES)], ["dgrad gfx1250"]),
        (["profile", *WORDS], ["LDS read, 8 B", "lds_read"]),
        (["prove", *WORDS], ["words  PROVEN"]),
    ],
)
def test_narrow_terminal_loses_nothing(tmp_path, arguments, names):
    shown = on_terminal(tmp_path, *arguments, columns=40)
    plain = "\n".join(line for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines() if "\u2501" not in line)
    assert all(name in plain for name in names), plain
    assert "…" not in plain and "..." not in plain


COLOURED = [["parity", "showpiece_f*", "--cases", str(CASES)], ["profile", *WORDS], ["prove", *WORDS]]


@pytest.mark.parametrize("arguments", COLOURED)
def test_no_color_is_honoured_on_a_terminal(tmp_path, monkeypatch, arguments):
    assert "\x1b[" in on_terminal(tmp_path, *arguments)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in on_terminal(tmp_path, *arguments)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["parity", "showpiece_*", "--jobs", "0"], "comparing: 1 of 18 texts"),
        (["parity", "--liveness", "showpiece_*", "--jobs", "0"], "flipping fields: 1 of 6 cases"),
        (["golden", "check", "showpiece_*", "--jobs", "0"], "comparing: 1 of 18 texts"),
        (["simulate", "showpiece_dgrad_gfx942"], "simulating: 1 of 1 workgroups"),
        (["profile", "showpiece_dgrad_gfx942"], "simulating: 1 of 1 workgroups"),
        (["fuzz", "--examples", "3"], "fuzzing: 1 of 3 specs"),
        (["prove", "showpiece_dgrad_gfx942"], "proving: 0 of 1 specs, showpiece_dgrad_gfx942"),
    ],
)
def test_long_work_tells_how_far_it_is(run, monkeypatch, arguments, told):
    """Where there is no terminal, in lines; here each is told at once."""
    monkeypatch.setattr("twinkern.cli.output.QUIET_SECONDS", 0)
    cases = [] if arguments[0] == "fuzz" else ["--cases", CASES]
    outcome = run(*arguments, *cases)
    assert outcome.status in (0, 1) and told in outcome.err.splitlines(), outcome.err


def test_make_prints_escape_codes_on_a_terminal_alone(tmp_path):
    makefile = (ROOT / "Makefile").read_text()
    step = re.search(r"^step = .*$", makefile, re.MULTILINE)[0]
    (tmp_path / "Makefile").write_text(f"SHELL := /bin/bash\n{step}\nall:\n\t$(step) \"name\"\n")
    for environment, terminal, expected in (({}, False, "== name\n"), ({}, True, "\x1b[1m== name\x1b[0m\r\n"),
                                            ({"NO_COLOR": "1"}, True, "== name\r\n")):  # fmt: skip
        ours, theirs = pty.openpty()
        output = theirs if terminal else subprocess.PIPE
        done = subprocess.run(["make", "-C", str(tmp_path), "--no-print-directory"], stdout=output, check=True, text=True,
                              env={"PATH": os.environ["PATH"], **environment})  # fmt: skip
        os.close(theirs)
        assert (os.read(ours, 1000).decode() if terminal else done.stdout) == expected
        os.close(ours)


def test_pipe_gets_a_record_a_line_and_no_colour(run):
    lines = good(run("fields")).splitlines()
    names = [field.name for field in FIELDS]
    names.insert(names.index("pad_after") + 1, "pad")
    assert [line.split()[0] for line in lines[1:]] == names and max(map(len, lines)) > 132
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

