"""The command `parity`: the gate and its report for people."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from twinkern._contract import FLAVORS
from twinkern.cli.output import OUTPUT_FILE, Output, echo, progress, show_table
from twinkern.cli.specs import cases_option, find_cases
from twinkern.gate.cases import Case, load_cases, select
from twinkern.gate.golden import golden_path, kept_names
from twinkern.gate.liveness import Flip, Liveness, run_liveness
from twinkern.gate.parity import SECONDS, GateInterrupted, Report, drop_pairs, read_floors, run_gate, save_pairs
from twinkern.gate.parity.coverage import CHOICES
from twinkern.gate.parity.report import Run, annotation_lines, as_json, junit
from twinkern.gate.parity.tables import stale_tables
from twinkern.judge.judged import check_judged

SHOWN_FAILURES = 10
LISTED_VALUES = 12


class Seconds(click.FloatRange):
    """A time that ends: neither an infinite one nor what is no number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """See click.ParamType."""
        found = float(super().convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(f"{value} is no number of seconds", param, ctx)
        return found


def cores() -> int:
    """Worker processes to use where the user does not say."""
    return os.cpu_count() or 1


globs_argument = click.argument("globs", nargs=-1, metavar="[CASE...]")
jobs_option = click.option(
    "--jobs", type=click.IntRange(0, 256), default=cores, show_default="one a core",
    help="Worker processes; 0 works in this process, which a crash then ends, and which no time-out does.",
)  # fmt: skip


def shorten(values: Sequence[str]) -> str:
    """A list of values that stays a line."""
    more = len(values) - LISTED_VALUES
    return ", ".join(values[:LISTED_VALUES]) + (f" and {more} more" if more > 0 else "")


@contextmanager
def noted(failures: list[str]) -> Iterator[None]:
    """Keep the message of a file that cannot be written for later."""
    try:
        yield
    except OSError as error:
        failures.append(str(error))


def print_tables(report: Report, flavors: Sequence[str]) -> None:
    """What was found, and what accepted cases cover by direction, architecture and flavour, and by field."""
    for status, count in sorted(Counter(verdict.status for verdict in report.verdicts).items()):
        click.echo(f"{count:6} {status}")
    rows = [
        (f"{direction} {arch}", *(str(report.coverage.cells.get((direction, arch, flavor), 0)) for flavor in flavors))
        for direction in CHOICES["direction"]
        for arch in CHOICES["arch"]
    ]
    show_table(("accepted cases", *flavors), rows, right=range(1, 1 + len(flavors)))
    for name, values in report.coverage.values.items():
        if values:
            click.echo(f"  {name}: {shorten(values)}")


def print_failures(report: Report, cases: Sequence[Case], run: Run) -> None:
    """For each failure: the diff, the spec, the saved pair and how to run it again."""
    by_name = {case.name: case for case in cases}
    for verdict in report.failures[:SHOWN_FAILURES]:
        echo(f"\n{verdict.case}, {verdict.flavor}: {verdict.status}\n{verdict.detail}", err=True)
        echo(run.lines(verdict, by_name[verdict.case]), err=True)
    if len(report.failures) > SHOWN_FAILURES:
        echo(f"and {len(report.failures) - SHOWN_FAILURES} more failures", err=True)
    for line in report.shortfalls:
        echo(f"floor: {line}", err=True)


def print_flip(flip: Flip) -> None:
    """One flip that fails."""
    what = f"{flip.field} {flip.before} -> {flip.after}" if flip.field else "unchanged"
    echo(f"\n{flip.case}, {what}: {flip.status}\n{flip.detail}\nspec: {flip.data.decode(errors='replace')}", err=True)


def print_liveness(found: Liveness) -> None:
    """A table by field, and the flips that fail."""
    statuses = list(dict.fromkeys(("changed", "refused", "same by definition", *(flip.status for flip in found.flips))))
    rows = [
        (name or "(unchanged)", *(str(counts[status] or "") for status in statuses))
        for name, counts in found.counts().items()
    ]
    show_table(("field", *statuses), rows, right=range(1, 1 + len(statuses)))
    click.echo(f"{len(found.flips)} flips of {len({flip.case for flip in found.flips})} accepted cases")
    for flip in found.failures[:SHOWN_FAILURES]:
        print_flip(flip)
    if len(found.failures) > SHOWN_FAILURES:
        click.echo(f"and {len(found.failures) - SHOWN_FAILURES} more", err=True)
    for name in found.unshown if found.every_field else ():
        click.echo(f"no accepted flip of {name} changes a kernel", err=True)


@click.command()
@globs_argument
@cases_option
@click.option("--flavor", "flavors", multiple=True, type=click.Choice(FLAVORS), help="Only this flavour; repeatable.")
@click.option("--liveness", is_flag=True, help="Instead, set each field of each accepted case to another value; see below.")
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Also write the report as JSON.")
@click.option("--junit", "junit_file", type=OUTPUT_FILE, metavar="FILE", help="Also write the report as JUnit's XML.")
@click.option(
    "--annotate/--no-annotate", default=None,
    help="Also print annotations for GitHub Actions; by default where GITHUB_ACTIONS is true.",
)  # fmt: skip
@click.option(
    "--save", default="build/parity", show_default=True, metavar="DIR", help="Where the texts of a difference are saved."
)
@jobs_option
@click.option(
    "--timeout", "seconds", type=Seconds(0.01), default=SECONDS, show_default=True, metavar="SECONDS",
    help="Limit for one case in one flavour, or for the flips of one case.",
)  # fmt: skip
def parity(
    globs: tuple[str, ...],
    directory: str | None,
    flavors: tuple[str, ...],
    liveness: bool,
    json_file: Output | None,
    junit_file: Output | None,
    annotate: bool | None,
    save: str,
    jobs: int,
    seconds: float,
) -> None:
    """Compare the two engines byte for byte on every case and flavour.

    Passes only what is identical, or refused alike by the rule that the case expects. A case that crashes an engine or does
    not end in time is named, and the rest still run. A run over all cases and flavours must also reach the floors that the
    case files declare in a table [floors].

    With --liveness both engines must print another text or manifest, kernel names masked, or refuse alike, when any field of
    an accepted case is set to another value.

    Exit status: 0 all passed and every floor was reached; 1 a case failed, a floor was missed, a field is ignored, or nothing
    was compared; 2 the cases or options could not be used, or all passed and a file could not be saved.
    """
    where = find_cases(directory)
    known = load_cases(where)
    cases = select(known, globs or ("*",))
    if liveness and (flavors or json_file or junit_file):
        raise click.UsageError("--liveness goes with neither --flavor, --json nor --junit")
    judged = check_judged(where)
    if liveness:
        floors = read_floors(where)
        every = floors is not None and floors.values and len(cases) == len(known)
        with progress("flipping fields", "cases") as tell:
            found = run_liveness(
                cases, every_field=every, jobs=jobs, seconds=seconds, progress=lambda done, total: tell(done, total, "")
            )
        click.echo(judged)
        print_liveness(found)
        if not every:
            click.echo("every field: not asked of a part of the cases, or without floors of values")
        if not found.ok:
            raise click.exceptions.Exit(1)
        return
    floors, started = read_floors(where), time.monotonic()
    unsaved: list[str] = []
    with noted(unsaved):
        drop_pairs(Path(save))
    flavors = tuple(dict.fromkeys(flavors)) or FLAVORS
    whole = len(cases) == len(known) and set(flavors) == set(FLAVORS)
    interrupted = ""
    try:
        with progress("comparing", "texts") as tell:
            report = run_gate(
                cases, flavors, floors=floors if whole else None, whole=whole, jobs=jobs, seconds=seconds,
                progress=lambda done, total: tell(done, total, ""),
            )  # fmt: skip
    except GateInterrupted as interruption:
        report, whole = interruption.report, False
        (interrupted,) = report.shortfalls
    stale = stale_tables(where)
    if stale:
        report = replace(report, shortfalls=(*report.shortfalls, f"the generated tables are not the contract's\n{stale}"))
    gone = sorted(kept_names(golden_path(None, where)) - {case.name for case in known}) if whole else ()
    if gone:
        report = replace(report, shortfalls=(*report.shortfalls, f"golden/ has {shorten(gone)}, of which there is no case"))
    elapsed = time.monotonic() - started
    # Files come first: they must be there whatever becomes of the print, and the print whatever becomes of them.
    run = Run(directory, seconds, {})
    with noted(unsaved):
        run = replace(run, saved=save_pairs(report, Path(save)))
    if json_file:
        with noted(unsaved):
            json_file.write(as_json(report, run))
    if junit_file:
        with noted(unsaved):
            junit_file.write(junit(report, cases, run))
    click.echo(judged)
    print_tables(report, flavors)
    click.echo(f"{len(cases)} cases, {len(flavors)} flavours, {report.bytes} bytes compared in {elapsed:.1f} s")
    if floors is None:
        click.echo(f"floors: {where} declares none")
    elif not whole:
        click.echo("floors: not enforced on a part of the cases or flavours")
    else:
        click.echo(f"floors: {floors}: {'missed' if report.shortfalls else 'reached'}")
    print_failures(replace(report, shortfalls=()) if interrupted else report, cases, run)
    if annotate or (annotate is None and os.environ.get("GITHUB_ACTIONS") == "true"):
        for line in annotation_lines(report, cases, run):
            echo(line)
    for line in unsaved:
        echo(f"could not be saved: {line}", err=True)
    if interrupted:
        raise click.exceptions.Abort(interrupted)
    if not report.ok:
        raise click.exceptions.Exit(1)
    if unsaved:
        raise click.exceptions.Exit(2)
