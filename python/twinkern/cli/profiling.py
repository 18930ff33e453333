"""The command that counts: profile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from twinkern.cli.output import OUTPUT_FILE, Output, progress
from twinkern.cli.specs import Group, cases_option, engine_option, single, specs_argument
from twinkern.engines import DEFAULT_FLAVOR, get_engine

if TYPE_CHECKING:
    from twinkern.profile import KernelProfile, Profile

WIDTH = 132
"""Columns of the tables where the terminal has fewer, or there is none."""


def instruction_table(kernel: KernelProfile) -> Table:
    """Instructions by class, a wave and a matrix instruction."""
    from twinkern.profile.report import CLASSES

    found = Table(box=None, pad_edge=False)
    for name in ("instructions", "a wave", "a matrix instruction"):
        found.add_column(name, justify="left" if name == "instructions" else "right")
    for name in CLASSES:
        if kernel.counters.instructions.get(name):
            found.add_row(name, f"{kernel.counters.per_wave(name):.2f}", f"{kernel.per_matrix(name):.3f}")
    return found


def access_table(kernel: KernelProfile, space: str, width: int) -> Table:
    """Memory instructions that access alike, a row, with the worst of them cut to the width."""
    numbers = ("conflicts", "at most") if space == "lds" else ("64 B blocks", "useful")
    head = ("part", "access", "instructions", "issued", *numbers, "line", "worst instruction")
    rows = []
    for row in kernel.accesses:
        if row.space != space:
            continue
        if space == "lds":
            cells = (f"{row.conflicts / row.executions:.2f}", str(row.worst.worst))
        else:
            cells = (f"{row.transactions(64) / row.executions:.1f}", f"{row.useful_share(64):.0%}")
        count = (str(len(row.instructions)), str(row.executions))
        rows.append((row.part, row.name, *count, *cells, str(row.worst.line), row.worst.instruction))
    found = Table(box=None, pad_edge=False)
    left = width
    for column, name in enumerate(head):
        last = column == len(head) - 1
        found.add_column(name, justify="left" if last or column < 2 else "right", no_wrap=True)
        left -= 0 if last else 2 + max(len(row[column]) for row in (head, *rows))
    for row in rows:
        found.add_row(*row[:-1], row[-1] if len(row[-1]) <= left else row[-1][: left - 3] + "...")
    return found


def summary(kernel: KernelProfile) -> str:
    """What is no table."""
    counts = kernel.counters
    text = (
        f"{counts.waves} waves; a matrix instruction: {kernel.per_matrix('lds_read'):.2f} LDS reads, "
        f"{kernel.per_matrix('lds_write'):.2f} LDS writes; a wave: {counts.per_wave('barrier'):g} barriers, "
        f"{counts.per_wave('wait'):g} waits, {counts.per_wave('fence'):g} fences; {counts.lds_bytes} bytes of LDS touched"
    )
    found = kernel.resources
    if found:
        text += (
            f"\ncompiled: {found['vgprs']} vector registers ({found['agprs']} for accumulation), {found['sgprs']} scalar, "
            f"{found['spills']} spills, {found['waves_per_unit']} waves a unit (limited by {found['limited_by']})"
        )
    return text


def show(console: Console, found: Profile) -> None:
    """Print a profile."""
    for kernel in found.kernels:
        console.print(kernel.name, soft_wrap=True, markup=False, highlight=False)
        console.print(summary(kernel), soft_wrap=True, highlight=False)
        lds, memory = (access_table(kernel, space, console.width) for space in ("lds", "global"))
        for title, table in (
            ("", instruction_table(kernel)),
            ("LDS: clocks lost to bank conflicts, an execution", lds),
            ("global memory: 64-byte blocks an execution, and their useful share", memory),
        ):
            if table.row_count:
                console.print(f"\n{title}" if title else "", style="bold")
                console.print(table)
    for finding in found.findings:
        console.print(str(finding), style="red", markup=False)
    if not found.right:
        console.print("the result is WRONG", style="red")


@click.command()
@specs_argument
@cases_option
@engine_option
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Also write the numbers as JSON.")
@click.option(
    "--html", "html_file", type=OUTPUT_FILE, metavar="FILE",
    help="Also write a page with pictures: fragments, tiles, LDS banks.",
)  # fmt: skip
@click.option("--whole", is_flag=True, help="Simulate the problem as it is, however large.")
def profile(
    specs: list[Group],
    directory: str | None,
    engine: str,
    json_file: Output | None,
    html_file: Output | None,
    whole: bool,
) -> None:
    """Count what a kernel asks of the machine.

    Runs it in the simulator and prints instructions by class, LDS bank conflicts, blocks of global memory and, where LLVM is
    installed, registers and occupancy. A large problem is made smaller, as `prove` does; the kernel stays the same.
    """
    from twinkern import profile as profiling
    from twinkern.proof import describe, simulated_spec
    from twinkern.sim import SimulatorError

    case = single(specs, directory)
    program = get_engine(engine).emit(case.data, DEFAULT_FLAVOR)
    console = Console()
    console.width = max(console.width, WIDTH)
    if not whole:
        spec = simulated_spec(program, case)
        if spec != program.spec:
            program = get_engine(engine).emit(spec.to_json().encode(), DEFAULT_FLAVOR)
            console.print(f"counted on {describe(spec.problem)}", highlight=False)
    with progress("simulating", "workgroups") as report:
        try:
            found = profiling.profile(program, progress=lambda done, total: report(done, total, ""))
        except SimulatorError as error:
            raise click.ClickException(f"the simulator stopped: {error}") from None
    show(console, found)
    if json_file:
        json_file.write(json.dumps(found.as_json(), indent=1) + "\n")
    if html_file:
        html_file.write(profiling.page(found))
    if not found.right or found.findings:
        raise click.exceptions.Exit(1)


COMMANDS = (profile,)
