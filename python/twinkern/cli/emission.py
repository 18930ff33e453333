"""Commands that print what an engine emits: emit, manifest, explain, fields."""

from __future__ import annotations

import json

import click

from twinkern._contract import ALIASES, FIELDS, PIPELINES, Field
from twinkern.cli.output import OUTPUT_FILE, Output, show_table
from twinkern.cli.specs import Group, cases_option, engine_option, flavor_option, single, specs_argument
from twinkern.engine import guess
from twinkern.engines import decided, get_engine
from twinkern.words import ALIASES_BY_NAME, FIELDS_BY_NAME


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
    """Say what a spec resolves to, with the manifest of its plan and what else that decided, or every rule that it breaks.

    Exit status 2 where the spec is refused.
    """
    data = single(specs, directory).data
    found = get_engine(engine).explain(data)
    plan = {} if found.violations else decided(data)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "asked": found.asked and json.loads(found.asked),
                    "resolved": found.resolved and json.loads(found.resolved),
                    "name": found.name,
                    "manifest": found.manifest_text and json.loads(found.manifest_text),
                    "decided": plan,
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
        click.echo(f"{found.name}\n{found.resolved}\n{found.manifest_text}")
        for part, values in plan.items():
            click.echo(f"{part}: {', '.join(f'{name} {value}' for name, value in values.items())}")
    if found.violations:
        raise click.exceptions.Exit(2)


def takes_and_default(row: Field) -> tuple[str, str]:
    """What a field takes, and what it is where it is left out."""
    takes = ", ".join(row.allowed) if row.type == "choice" else f"{row.low} to {row.high}"
    if row.type == "integers":
        takes += ", an axis"
    default = "required" if row.default is None else str(row.default)
    if row.automatic is not None and row.default == row.automatic:
        default += " (chosen for you)"
    return takes, default


def field_rows() -> list[tuple[str, str, str, str]]:
    """One row a field; an alias follows the last field that it sets."""
    rows = []
    for row in FIELDS:
        takes = takes_and_default(row)
        rows.append((row.name, *takes, row.doc))
        rows += [(alias.name, *takes, alias.doc) for alias in ALIASES if alias.sets[-1] == row.name]
    return rows


def describe(row: Field) -> None:
    """Print all of one field: unit, what it takes, and what each value of a choice stands for."""
    takes, default = takes_and_default(row)
    click.echo(f"{row.name}: {row.doc}")
    if row.type != "choice":
        click.echo(f"takes {takes}{f' ({row.unit})' if row.unit else ''}")
    click.echo(f"default: {default}\n")
    if row.type == "choice":
        rows = [(value, meaning) for value, meaning in zip(row.allowed, row.meanings, strict=True)]
        show_table(("value", "meaning"), rows)
    if row.name == "pipeline":
        click.echo()
        others = {pipeline.name: pipeline.elsewhere for pipeline in PIPELINES}
        show_table(("value", "what composable_kernel calls so"), list(others.items()))


@click.command()
@click.argument("field", required=False)
def fields(field: str | None) -> None:
    """List the fields of a spec: what they mean, what they take, and their defaults; or all of one FIELD, each of its values
    explained."""
    if field is None:
        show_table(("field", "takes", "default", "meaning"), field_rows())
    elif field in ALIASES_BY_NAME:
        alias = ALIASES_BY_NAME[field]
        click.echo(f"{alias.name}: {alias.doc}\n")
        for name in alias.sets:
            describe(FIELDS_BY_NAME[name])
    elif field in FIELDS_BY_NAME:
        describe(FIELDS_BY_NAME[field])
    else:
        raise click.ClickException(f"there is no field {field}{guess(field, [*ALIASES_BY_NAME, *FIELDS_BY_NAME])}")


COMMANDS = (emit, manifest, explain, fields)
