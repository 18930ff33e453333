"""Text for people, whatever is in it, and how far a long work is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

QUIET_SECONDS = 10.0
"""Seconds between two lines about a long work where there is no terminal."""

Report = Callable[[int, int | None, str], None]
"""Told of each step: how much is done, of how much if that is known, and what comes next."""


def echo(text: str, err: bool = False) -> None:
    """Print a line on standard output or error, with what is no Unicode, as an engine's message may hold, escaped."""
    click.echo(text.encode(errors="backslashreplace").decode(), err=err)


@contextmanager
def progress(what: str, unit: str = "") -> Iterator[Report]:
    """Show on standard error how far a work is: a bar on a terminal, else a line every `QUIET_SECONDS`.

    `what` is what is being done ("proving"), `unit` what is counted ("workgroups").
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines(what, unit)
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeElapsedColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total, following: bar.update(task, completed=done, total=total, description=following)


def _lines(what: str, unit: str) -> Report:
    """A report by lines, at most one in `QUIET_SECONDS`."""
    said = time.monotonic()

    def report(done: int, total: int | None, following: str) -> None:
        nonlocal said
        if time.monotonic() - said >= QUIET_SECONDS:
            said = time.monotonic()
            count = " ".join(filter(None, [str(done), f"of {total}" if total is not None else "", unit]))
            echo(f"{what}: {count}{f', {following}' if following else ''}", err=True)

    return report
