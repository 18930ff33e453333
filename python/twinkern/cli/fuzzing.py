"""The command `fuzz`: specs that nobody wrote."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

import click

from twinkern._contract import RULES
from twinkern.cli.output import echo, progress
from twinkern.judge.judged import check_judged

if TYPE_CHECKING:
    from twinkern.gate.fuzz import Tally

NAMES = ("ci", "nightly", "long")


def chosen_profile() -> str:
    """The profile that the environment names, as it does for the tests; ci where it names another."""
    name = os.environ.get("HYPOTHESIS_PROFILE", "ci")
    return name if name in NAMES else "ci"


def print_tally(tally: Tally) -> None:
    """How many specs there were, by direction and architecture, and how many rules they broke."""
    keys = sorted({*tally.accepted, *tally.refused}, reverse=True)
    for direction, arch in keys:
        what = f"{direction} {arch}" if direction else "no spec"
        click.echo(f"{what:16} {tally.accepted[direction, arch]:8} accepted {tally.refused[direction, arch]:8} refused")
    unmet = [code for code in RULES if code not in tally.codes]
    click.echo(f"{len(RULES) - len(unmet)} of {len(RULES)} rules broken{'; not: ' if unmet else ''}{', '.join(unmet)}")
    accepted, refused = sum(tally.accepted.values()), sum(tally.refused.values())
    click.echo(
        f"{tally.drawn} specs drawn, {accepted} accepted under {len(tally.names)} names, {refused} refused, "
        f"{tally.bytes} bytes compared in {tally.seconds:.1f} s"
    )


@click.command()
@click.option(
    "--profile", type=click.Choice(NAMES), default=chosen_profile, show_default="HYPOTHESIS_PROFILE, else ci",
    help="How many specs: ci about a minute's worth.",
)  # fmt: skip
@click.option("--examples", type=click.IntRange(1), help="This many specs instead.")
@click.option("--seed", type=click.IntRange(0), help="Draw these specs; by default 0 in profile ci, else a new one.")
def fuzz(profile: str, examples: int | None, seed: int | None) -> None:
    """Draw specs at random, good and bad, and hold both engines to the same answer on each.

    Beside equal bytes: no answer but a program or a refusal, no crash, canonical JSON that is read back as itself, names that
    no two resolved specs share. What does not hold is shrunk and printed as a case, ready to be pasted into a case file.

    Exit status: 0 everything held, 1 something did not, 2 the options could not be used or Hypothesis is not installed.
    """
    try:
        from twinkern.gate.fuzz import PROFILES, Disagreement, run_fuzz
    except ImportError as error:
        raise click.ClickException(f"fuzzing needs Hypothesis: pip install hypothesis ({error})") from None
    if seed is None:
        seed = 0 if profile == "ci" else secrets.randbelow(1 << 20)
    click.echo(check_judged())
    click.echo(f"seed {seed}")
    count = examples or PROFILES[profile]
    drawn: list[Tally] = []
    try:
        with progress("fuzzing", "specs") as report:

            def tell(tally: Tally) -> None:
                drawn[:] = [tally]
                report(tally.drawn, count, "")

            print_tally(run_fuzz(count, seed, progress=tell))
    except KeyboardInterrupt:
        for tally in drawn:
            print_tally(tally)
        raise click.exceptions.Abort(f"interrupted: nothing wrong in {sum(tally.drawn for tally in drawn)} specs") from None
    except Disagreement as found:
        echo(str(found), err=True)
        raise click.exceptions.Exit(1) from None


COMMANDS = (fuzz,)
