"""The command line in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from tests.cli.commands import Outcome

from twinkern.cli import main


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
