"""Commands over the cases: cases, parity, golden."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from twinkern import golden as golden_module
from twinkern._contract import FLAVORS
from twinkern.cases import cases_directory, load_cases, select
from twinkern.cli.parity import globs_argument, parity
from twinkern.cli.specs import cases_option
from twinkern.files import write_whole

golden_option = click.option(
    "--golden", "golden_directory", metavar="DIR", help="Directory of golden files; by default golden/ beside parity/."
)


def golden_path(given: str | None, cases: Path) -> Path:
    """The directory of golden files."""
    return Path(given) if given else cases.resolve().parents[1] / "golden"


@click.command("cases")
@globs_argument
@cases_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def cases_command(globs: tuple[str, ...], directory: str | None, as_json: bool) -> None:
    """List the cases: name, what each must do, and why it exists."""
    cases = select(load_cases(cases_directory(directory)), globs or ("*",))
    if as_json:
        rows = [
            {
                "name": case.name,
                "reason": case.reason,
                "expect": case.reject or "emit",
                "spec": " ".join(case.words),
                "raw": "" if case.words else case.data.decode(errors="replace"),
                "simulate": " ".join(case.simulate),
                "showpiece": case.showpiece,
            }
            for case in cases
        ]
        click.echo(json.dumps(rows, indent=1))
        return
    table = Table(box=None, pad_edge=False)
    for column in ("case", "must", "reason"):
        table.add_column(column)
    for case in cases:
        table.add_row(case.name, f"be refused by {case.reject}" if case.reject else "emit", case.reason)
    Console().print(table)


@click.group()
def golden() -> None:
    """Check or accept the hashes of what the cases print."""


@golden.command("check")
@globs_argument
@cases_option
@golden_option
def golden_check(globs: tuple[str, ...], directory: str | None, golden_directory: str | None) -> None:
    """Compare what both engines print now with what was accepted. Stale and missing entries fail too."""
    where = cases_directory(directory)
    cases = select(load_cases(where), globs or ("*",))
    found = golden_module.check(cases, golden_path(golden_directory, where), whole=not globs)
    for row in found:
        click.echo(f"{row.case}, {row.flavor}: {row.status}{': ' if row.detail else ''}{row.detail}", err=True)
    click.echo(f"{len(cases)} cases, {len(FLAVORS)} flavours, {len(found)} differences")
    if found:
        click.echo("accept them with: twinkern golden bless CASE --reason TEXT", err=True)
        raise click.exceptions.Exit(1)


@golden.command("bless")
@click.argument("globs", nargs=-1, required=True, metavar="CASE...")
@click.option("--reason", required=True, help="Why the text may change; kept in the log.")
@cases_option
@golden_option
def golden_bless(globs: tuple[str, ...], reason: str, directory: str | None, golden_directory: str | None) -> None:
    """Accept what the engines print now for the named cases.

    Refused where the engines differ or a changed case does not pass every oracle. Entries of other cases stay as they are;
    those of cases that no longer exist go.
    """
    where = cases_directory(directory)
    known = load_cases(where)
    changed = golden_module.bless(select(known, globs), golden_path(golden_directory, where), reason, known)
    for name in changed:
        click.echo(name)
    click.echo(f"{len(changed)} cases changed")


@click.command()
@cases_option
@click.option("--json", "json_file", default="build/bench.json", show_default=True, metavar="FILE", help="Where the keys go.")
def bench(directory: str | None, json_file: str) -> None:
    """Measure emission and the parity gate on this machine."""
    from twinkern.bench import run_benchmarks

    found = run_benchmarks(load_cases(cases_directory(directory)))
    for key, value in found.items():
        click.echo(f"{key:28} {value:12.3f}")
    write_whole(Path(json_file), json.dumps(found, indent=1) + "\n")


COMMANDS = (cases_command, parity, golden, bench)
