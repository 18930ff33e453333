"""Shared by the tests of the gate: running the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from twinkern.cli import main


@pytest.fixture
def run(monkeypatch, capsys, tmp_path) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in an empty directory; status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    def run_command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["twinkern", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        return caught.value.code, *capsys.readouterr()

    return run_command
