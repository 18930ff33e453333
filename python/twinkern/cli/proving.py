"""Commands that judge kernels: prove, compile, simulate."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from twinkern.cases import Case
from twinkern.cli.output import progress
from twinkern.cli.specs import ASKED, Group, cases_option, engine_option, flavor_option, gather, single, specs_argument
from twinkern.engines import get_engine
from twinkern.files import write_whole
from twinkern.violations import Refusal

if TYPE_CHECKING:
    from twinkern.proof import Proof


TABLE_WIDTH = 132
"""Columns of the table where the terminal has fewer, or there is none: rows stay rows."""


LEGEND = (
    "linked: by which LLVM, ? where it is not the flavour's own; V/A/SGPR: vector, accumulation, scalar registers; "
    "waves: a SIMD unit"
)


def prove_all(cases: list[Case], jobs: int) -> Iterator[Proof]:
    """Prove cases, several at a time where that pays; results come in order."""
    from twinkern.proof import prove_case

    if jobs == 1 or len(cases) <= 1:
        yield from map(prove_case, cases)
        return
    with ProcessPoolExecutor(min(jobs, len(cases)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(prove_case, cases)


COLUMNS = ("spec", "engines", "linked", "V/A/SGPR", "LDS", "spills", "waves", "simulator", "result", "verdict")


def proof_row(proof: Proof) -> tuple[str | Text, ...]:
    """One row of the table of `prove`."""
    by_oracle: dict[str, list[Text]] = {}
    for check in proof.checks:
        color = {True: "green", False: "red", None: "yellow"}[check.ok]
        by_oracle.setdefault(check.oracle, []).append(Text(check.text, color))

    def said(oracle: str) -> Text:
        return Text(" ").join(by_oracle.get(oracle, []))

    found = proof.resources
    registers = f"{found['vgprs']}/{found['agprs']}/{found['sgprs']}" if found else ""
    return (
        proof.case,
        said("engines"),
        said("link"),
        registers,
        str(found.get("lds_bytes", "")),
        " ".join(by_oracle.get("machine code", [])),
        str(found.get("waves_per_unit", "")),
        said("simulator"),
        said("reference"),
        Text("PROVEN", "green") if proof.ok else Text("FAILED", "bold red"),
    )


def raise_refusals(cases: list[Case]) -> None:
    """Raise Refusal for a spec of the user's own, no declared case, that both engines refuse alike."""
    for case in cases:
        if case.reason == ASKED:
            found = get_engine("python").explain(case.data)
            if found.violations and found == get_engine("c").explain(case.data):
                raise Refusal(found.violations)


@click.command()
@specs_argument
@cases_option
@click.option("--json", "json_file", metavar="FILE", help="Also write everything that was found as JSON.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Cases at a time; by default one a core.")
def prove(specs: list[Group], directory: str | None, json_file: str | None, jobs: int | None) -> None:
    """Put kernels before every oracle.

    Each spec is emitted with both engines in every flavour, compared byte for byte, its manifest held against spec and text,
    linked by every LLVM that this machine has, its machine code judged by disassembly, launched by its manifest in the
    simulator with all sanitizers on (each text that differs; on a smaller problem where its own is large), and its result held
    against a float64 reference with a derived bound. One row a spec; exit status 0 only if all of it held.
    """
    from twinkern.toolchain import find_linker

    cases = gather(specs, directory)
    raise_refusals(cases)
    console = Console()
    console.width = max(console.width, TABLE_WIDTH)
    table = Table(box=None, pad_edge=False)
    judges = ("engines", "manifest", "linked")
    for column in ("spec", *judges, "V/A/SGPR", "LDS", "code", "waves", "simulator", "result", "verdict"):
        table.add_column(column, no_wrap=column != "spec", overflow="fold")
    proofs: list[Proof] = []
    with progress("proving", "specs") as report:
        report(0, len(cases), cases[0].name)
        for proof in prove_all(cases, jobs or os.cpu_count() or 1):
            proofs.append(proof)
            report(len(proofs), len(cases), cases[len(proofs)].name if len(proofs) < len(cases) else "")
            table.add_row(*proof_row(proof))
    console.print(table)
    failed = [proof for proof in proofs if not proof.ok]
    for proof in failed:
        for check in proof.checks:
            if check.ok is not True:
                console.print(f"{proof.case}: {check.oracle}: {check.text}\n{check.detail}", markup=False, style="red")
    for proof in proofs:
        for check in proof.checks:
            if check.note:
                console.print(f"{proof.case}: {check.note}", markup=False, style="yellow")
    console.print(LEGEND, style="dim")
    passed_over = find_linker().passed_over
    if passed_over:
        console.print(passed_over, style="dim", soft_wrap=True)
    console.print(f"{len(proofs) - len(failed)} of {len(proofs)} proven")
    if json_file:
        write_whole(Path(json_file), json.dumps([proof.as_json() for proof in proofs], indent=1) + "\n")
    if failed:
        raise click.exceptions.Exit(1)


@click.command("compile")
@specs_argument
@engine_option
@flavor_option
@cases_option
@click.option("-o", "--output", metavar="FILE", help="Write the object file here.")
@click.option("--assembly", is_flag=True, help="Print the assembly.")
def compile_command(
    specs: list[Group], engine: str, flavor: str, directory: str | None, output: str | None, assembly: bool
) -> None:
    """Compile and link a kernel; judge its machine code, print what it occupies and what LLVM warned of.

    Exit status 1 where the code is at fault.
    """
    from twinkern import toolchain
    from twinkern._contract import ARCHES
    from twinkern.proof import check_code, compiler_words

    case = single(specs, directory)
    program = get_engine(engine).emit(case.data, flavor)
    compiled = toolchain.compile(program.text, arch=program.arch, flavor=flavor, assembly=assembly)
    linked = toolchain.link(compiled)
    if output:
        write_whole(Path(output), compiled.object)
    if assembly:
        click.echo(compiled.assembly, nl=False)
        return
    for kernel in compiled.kernels:
        fits = toolchain.occupancy(kernel, ARCHES[program.arch])
        click.echo(
            f"{kernel.name}\n  {kernel.vgpr_count} vector registers ({kernel.agpr_count} for accumulation), "
            f"{kernel.sgpr_count} scalar, {kernel.vgpr_spills + kernel.sgpr_spills} spills, {kernel.lds_bytes} bytes of LDS, "
            f"{fits.waves_per_unit} waves a unit (limited by {fits.limit})\n  {compiled.llvm}; {linked.proof}"
        )
    words = compiler_words(compiled)
    if words:
        click.echo(words)
    judged = check_code({flavor: (program, compiled)}, case.spills)
    click.echo(f"machine code: {judged.text}")
    if not judged.ok:
        click.echo(judged.detail)
        raise click.exceptions.Exit(1)


@click.command()
@specs_argument
@cases_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the operands.")
@click.option(
    "--operands", type=click.Choice(["normal", "integers", "ones", "special"]), default="normal", show_default=True,
    help="What the operands hold; special: infinities, NaN, -0 and subnormals among normal values.",
)  # fmt: skip
@click.option("--no-sanitizers", is_flag=True, help="Do not look for faults, only compute.")
def simulate(specs: list[Group], directory: str | None, seed: int, operands: str, no_sanitizers: bool) -> None:
    """Run a kernel in the simulator and compare its result with the reference.

    The problem is simulated as it is, however large; `prove` picks a smaller one by itself.
    """
    from twinkern.engines import DEFAULT_FLAVOR
    from twinkern.proof import run_simulation

    case = single(specs, directory)
    program = get_engine("python").emit(case.data, DEFAULT_FLAVOR)
    result = run_simulation(program, seed=seed, kind=operands, sanitize=not no_sanitizers)
    click.echo(program.name)
    found = (*result.faults, *result.findings)
    for finding in found:
        click.echo(str(finding))
    verdict = "within bound" if result.comparison.ok else "WRONG"
    click.echo(f"{len(found)} findings; result {verdict}: {result.comparison}")
    if not result.ok:
        raise click.exceptions.Exit(1)


COMMANDS = (prove, compile_command, simulate)
