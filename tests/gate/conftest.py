"""Shared by the tests of the gate: running the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import pytest

from twinkern.cli import main


@pytest.fixture
def run_here(monkeypatch, capsys) -> Callable[..., tuple[int, str, str]]:
    """Run the command line; status, output and errors.

    The line of a gate that says what it judged is left out: test_judged.py looks at it.
    """

    def run_command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["twinkern", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capsys.readouterr()
        return caught.value.code, re.sub("^judged: .*\n", "", out), err

    return run_command


@pytest.fixture
def run(monkeypatch, run_here, tmp_path) -> Callable[..., tuple[int, str, str]]:
    """The same in an empty directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return run_here
