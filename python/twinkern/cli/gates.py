"""Commands over the cases: cases, parity, golden."""

from __future__ import annotations

import fnmatch
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from twinkern._contract import FLAVORS
from twinkern.cli.output import echo, progress, show_table
from twinkern.cli.parity import globs_argument, jobs_option, parity
from twinkern.cli.proving import prove_all
from twinkern.cli.specs import cases_option, find_cases
from twinkern.gate import golden as golden_module
from twinkern.gate.cases import Case, load_cases, select
from twinkern.judge.judged import check_judged

if TYPE_CHECKING:
    from twinkern.judge.proof import Proof

golden_option = click.option(
    "--golden", "golden_directory", metavar="DIR",
    help="Directory of golden files; by default golden/ beside parity/ or the case files.",
)  # fmt: skip


@click.command("cases")
@globs_argument
@cases_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def cases_command(globs: tuple[str, ...], directory: str | None, as_json: bool) -> None:
    """List the cases: name, what each must do, and why it exists."""
    cases = select(load_cases(find_cases(directory)), globs or ("*",))
    if as_json:
        members = [
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
        click.echo(json.dumps(members, indent=1))
        return
    rows = [(case.name, f"be refused by {case.reject}" if case.reject else "emit", case.reason) for case in cases]
    show_table(("case", "must", "reason"), rows)


@click.group()
def golden() -> None:
    """Check or accept the hashes of what the cases print."""


@golden.command("check")
@globs_argument
@cases_option
@golden_option
@jobs_option
def golden_check(globs: tuple[str, ...], directory: str | None, golden_directory: str | None, jobs: int) -> None:
    """Compare what both engines print now with what was accepted. Stale and missing entries fail too.

    Exit status: 0 every entry holds; 1 one does not; 2 the cases or the golden files could not be used.
    """
    where = find_cases(directory)
    known = load_cases(where)
    cases = select(known, globs or ("*",))
    whole = len(cases) == len(known)
    judged = check_judged(where)
    path = golden_module.golden_path(golden_directory, where)
    with progress("comparing", "texts") as tell:
        found = golden_module.check(cases, path, whole=whole, jobs=jobs, progress=lambda done, total: tell(done, total, ""))
    click.echo(judged)
    for row in found:
        echo(f"{row.case}, {row.flavor}: {row.status}{': ' if row.detail else ''}{row.detail}", err=True)
    click.echo(f"{len(cases)} cases, {len(FLAVORS)} flavours, {len(found)} differences")
    if found:
        click.echo("see the change with: twinkern golden diff --base REV", err=True)
        click.echo("accept it with: twinkern golden bless --case CASE --reason TEXT", err=True)
        raise click.exceptions.Exit(1)


def split_globs(globs: Sequence[str], known: Sequence[Case], kept: Iterable[str]) -> tuple[list[Case], list[str]]:
    """The cases that globs match, and the names kept that are no case's. Raises CaseError for a glob that matches nothing."""
    stale = sorted(set(kept) - {case.name for case in known})
    gone = [name for name in stale if any(fnmatch.fnmatchcase(name, glob) for glob in globs)]
    wanted = [glob for glob in globs if not any(fnmatch.fnmatchcase(name, glob) for name in gone)]
    wanted += [glob for glob in globs if any(fnmatch.fnmatchcase(case.name, glob) for case in known)]
    return select(known, wanted), gone


@golden.command("bless")
@click.argument("globs", nargs=-1, metavar="[CASE...]")
@click.option("--case", "named", multiple=True, metavar="GLOB", help="Bless the cases that match; repeatable.")
@click.option("--reason", required=True, help="Why the text may change; kept in the log.")
@cases_option
@golden_option
@jobs_option
def golden_bless(
    globs: tuple[str, ...],
    named: tuple[str, ...],
    reason: str,
    directory: str | None,
    golden_directory: str | None,
    jobs: int,
) -> None:
    """Accept what the engines print now for the named cases, and drop what is kept so named where no such case exists.

    Refused where the engines differ or a changed case does not pass every oracle: link, simulator, reference. Every other
    byte of the files stays as it is. Exit status: 0 blessed; 2 refused, and nothing was written.
    """
    if not globs + named:
        raise click.UsageError("name the cases to bless: --case GLOB")
    where = find_cases(directory)
    path = golden_module.golden_path(golden_directory, where)
    cases, gone = split_globs(globs + named, load_cases(where), golden_module.kept_names(path))
    judged = check_judged(where)
    with progress("proving", "cases") as tell:

        def proved(changed: Sequence[Case]) -> Iterator[Proof]:
            for done, proof in enumerate(prove_all(changed, jobs or 1), 1):
                tell(done, len(changed), "")
                yield proof

        changed = golden_module.bless(cases, path, reason, gone, prove=proved)
    click.echo(judged)
    for name in changed:
        click.echo(name)
    click.echo(f"{len(changed)} cases changed")


def describe_cases(cases: dict[str, tuple[str, ...]]) -> str:
    """Names of cases, those of a part of the flavours with them."""
    return ", ".join(
        name if len(flavors) == len(FLAVORS) else f"{name} ({' '.join(flavors)})" for name, flavors in cases.items()
    )


@golden.command("diff")
@globs_argument
@click.option("--base", required=True, metavar="REV", help="The revision to compare with.")
@click.option("--lines", type=click.IntRange(0), default=60, show_default=True, help="Lines to show of a change; 0 shows all.")
@cases_option
@golden_option
def golden_diff(
    globs: tuple[str, ...], base: str, lines: int, directory: str | None, golden_directory: str | None
) -> None:
    """Show how text and manifest of the cases differ from what the engine of another revision prints.

    That engine is unpacked aside and run; changes that are equal, but for kernel names and the numbers of values, are shown
    once with the cases that they are in. Exit status: 0 also where there are changes; 2 the revision could not be used.
    """
    from twinkern.gate.golden_diff import compare_with

    where = find_cases(directory)
    known = load_cases(where)
    cases = select(known, globs or ("*",))
    whole = len(cases) == len(known)
    judged = check_judged(where)
    with progress("printing and comparing"):
        found = compare_with(base, cases, where, golden_module.golden_path(golden_directory, where), whole=whole)
    click.echo(judged)
    for number, change in enumerate(found.changes, 1):
        click.echo(f"change {number}, {len(change.cases)} cases: {describe_cases(change.cases)}")
        diff = change.diff or ("the same under other numbers of values",)
        shown = diff[: lines or None]
        for line in shown:
            click.echo(f"  {line}")
        if len(diff) > len(shown):
            click.echo(f"  and {len(diff) - len(shown)} more lines")
        click.echo()
    for title, names in (("new", found.added), ("gone", found.removed), ("not as its golden file says", found.unconfirmed)):
        if names:
            click.echo(f"{title}: {', '.join(names)}")
    click.echo(f"{len(found.changes)} changes, {found.unchanged} cases unchanged since {base}")


COMMANDS = (cases_command, parity, golden)
