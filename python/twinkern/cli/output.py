"""Text for people, whatever is in it, files that are asked for, and how far a long work is."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from twinkern.files import check_writable, write_whole

QUIET_SECONDS = 10.0
"""Seconds between two lines about a long work where there is no terminal."""

Report = Callable[[int, int | None, str], None]
"""Told of each step: how much is done, of how much if that is known, and what comes next."""


def echo(text: str, err: bool = False) -> None:
    """Print a line on standard output or error, with what is no Unicode, as an engine's message may hold, escaped."""
    click.echo(text.encode(errors="backslashreplace").decode(), err=err)


def make_console(stderr: bool = False) -> Console:
    """A console that prints no escape code where NO_COLOR is set, or nobody looks."""
    return Console(highlight=False, stderr=stderr, color_system=None if os.environ.get("NO_COLOR") else "auto")


def show_table(
    head: Sequence[str], rows: Sequence[Sequence[str | Text]], *, essential: Collection[int] = (0,), right: Collection[int] = ()
) -> None:
    """Print rows under a head. In a pipe or a file a row is a line, however long. On a terminal that is too narrow for it, a
    row is its essential columns in full, and below them the others as `column value`.

    `essential` and `right`, those that are flush right, are numbers of columns.
    """
    console = make_console()
    lines = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in (head, *rows)]
    widths = [max(cell.cell_len for cell in column) for column in zip(*lines, strict=True)]
    if console.is_terminal and sum(widths) + 2 * (len(widths) - 1) > console.width:
        for row in lines[1:]:
            console.print(Text("  ").join(row[n] for n in sorted(essential)), soft_wrap=True)
            rest = [Text(f"{head[n]} ").append_text(row[n]) for n in range(len(row)) if n not in essential and row[n]]
            console.print(Padding(Text(", ").join(rest), (0, 0, 0, 4)))
        return
    for row in lines:
        cells = []
        for n, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - cell.cell_len)
            cells.append(Text.assemble(space, cell) if n in right else Text.assemble(cell, space))
        line = Text("  ").join(cells)
        line.rstrip()
        console.print(line, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class Output:
    """A file that was asked for, or standard output where `stream` is given."""

    path: str
    stream: TextIO | None = None

    def write(self, content: str | bytes) -> None:
        """Write the file, whole or not at all. Raises OSError."""
        data = content.encode() if isinstance(content, str) else content
        if self.stream is None:
            write_whole(Path(self.path), data)
            return
        self.stream.flush()
        self.stream.buffer.write(data)
        self.stream.buffer.flush()


class OutputFile(click.ParamType[Output]):
    """A file to write, "-" for standard output: text for people then goes to standard error. A file that cannot be written
    there is told before the command works."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        """See click.ParamType."""
        if isinstance(value, Output):
            return value
        if value != "-":
            check_writable(Path(value))
            return Output(str(value))
        if ctx is None or ctx.meta.setdefault("twinkern.standard_output", param) is not param:
            self.fail("standard output takes one thing, and was asked to take two", param, ctx)
        stream = sys.stdout
        ctx.with_resource(redirect_stdout(sys.stderr))
        return Output("-", stream)


OUTPUT_FILE = OutputFile()


@contextmanager
def progress(what: str, unit: str = "") -> Iterator[Report]:
    """Show on standard error how far a work is: a bar on a terminal, else a line every `QUIET_SECONDS`.

    `what` is what is being done ("proving"), `unit` what is counted ("workgroups").
    """
    console = make_console(stderr=True)
    if not console.is_terminal or os.environ.get("NO_COLOR"):
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
