"""How the tests run the command line, and what they expect of it."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import subprocess
import sys
import termios
from dataclasses import dataclass, replace

from tests.support import TINY, spec_of

from twinkern.engines import PythonEngine
from twinkern.judge.proof import NEEDED, Check, Proof

WORDS = f"direction=forward arch=gfx942 {TINY}".split()
SPEC = spec_of(" ".join(WORDS))
CASE = "wgrad_exact_ones"
COMMAND = [sys.executable, "-c", "from twinkern.cli import main; main()"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str


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


def changed(**members: object) -> bytes:
    return json.dumps({**json.loads(SPEC), **members}).encode()


def altered(self, data: bytes, flavor: str):
    """The C engine's program with one character more."""
    program = PythonEngine().emit(data, flavor)
    return replace(program, text=program.text + ";\n")


def proof_of(case, ok: bool = True, left_out: str = "") -> Proof:
    """What the oracles might say of a case."""
    checks = [Check(name, ok, "so") for name in sorted(NEEDED)]
    checks += [Check("link", None, f"no {left_out}", "not installed", flavor=left_out)] if left_out else []
    return Proof(case.name, "kernel", "gfx942", "forward", tuple(checks), {}, 0.1)


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
