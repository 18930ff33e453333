"""Commands that print what an engine emits: emit, manifest, explain, fields."""

from __future__ import annotations

import json

import click

from twinkern._contract import FIELDS
from twinkern.cli.output import OUTPUT_FILE, Output, show_table
from twinkern.cli.specs import Group, cases_option, engine_option, flavor_option, single, specs_argument
from twinkern.engines import get_engine


@click.command()
@specs_argument
@engine_option
@flavor_option
@cases_option
@click.option(
    "-o", "--output", type=OUTPUT_FILE, default="-", metavar="FILE",
    help="Write here instead of standard output; whole or not at all.",
)  # fmt: skip
def emit(specs: list[Group], engine: str, flavor: str, directory: str | None, output: Output) -> None:
    """Print the LLVM IR of a kernel."""
    output.write(get_engine(engine).emit(single(specs, directory).data, flavor).text)


@click.command()
@specs_argument
@engine_option
@flavor_option
@cases_option
def manifest(specs: list[Group], engine: str, flavor: str, directory: str | None) -> None:
    """Print the manifest of a kernel, in JSON: grid, block, LDS, arguments, workspace, order of launches."""
    click.echo(get_engine(engine).emit(single(specs, directory).data, flavor).manifest_text)


@click.command()
@specs_argument
@engine_option
@cases_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(specs: list[Group], engine: str, directory: str | None, as_json: bool) -> None:
    """Say what a spec resolves to, or every rule that it breaks.

    Exit status 2 where the spec is refused.
    """
    found = get_engine(engine).explain(single(specs, directory).data)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "asked": found.asked and json.loads(found.asked),
                    "resolved": found.resolved and json.loads(found.resolved),
                    "name": found.name,
                    "violations": [
                        {"code": row.code, "class": row.kind, "message": row.message} for row in found.violations
                    ],
                }
            )
        )
    elif found.violations:
        for row in found.violations:
            click.echo(f"{row.code} ({row.kind}): {row.message}")
    else:
        click.echo(f"{found.name}\n{found.resolved}")
    if found.violations:
        raise click.exceptions.Exit(2)


@click.command()
def fields() -> None:
    """List the fields of a spec: what they mean, what they take, and their defaults."""
    rows = []
    for row in FIELDS:
        takes = ", ".join(row.allowed) if row.type == "choice" else f"{row.low} to {row.high}"
        if row.type == "integers":
            takes += ", an axis"
        default = "required" if row.default is None else str(row.default)
        if row.automatic is not None and row.default == row.automatic:
            default += " (chosen for you)"
        rows.append((row.name, takes, default, row.doc))
    show_table(("field", "takes", "default", "meaning"), rows)


COMMANDS = (emit, manifest, explain, fields)

