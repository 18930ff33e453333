"""The command that counts: profile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from rich.text import Text

from twinkern.cli.output import OUTPUT_FILE, Output, make_console, progress, show_table
from twinkern.cli.proving import check_size, whole_option
from twinkern.cli.specs import Group, cases_option, engine_option, single, specs_argument
from twinkern.cli.texts import manifest_option, needed_program, part_text, read_text
from twinkern.engines import DEFAULT_FLAVOR, get_engine

if TYPE_CHECKING:
    from twinkern.profile import KernelProfile, Profile

Rows = list[tuple[str, ...]]


def instruction_rows(kernel: KernelProfile) -> Rows:
    """Instructions by class, a warp and a matrix instruction."""
    from twinkern.profile.report import CLASSES

    return [
        (name, f"{kernel.counters.per_wave(name):.2f}", f"{kernel.per_matrix(name):.3f}")
        for name in CLASSES
        if kernel.counters.instructions.get(name)
    ]


def access_rows(kernel: KernelProfile, space: str) -> tuple[tuple[str, ...], Rows]:
    """Memory instructions that access alike, a row, with the worst of them; the head of the table, and its rows."""
    numbers = ("conflicts", "at most") if space == "lds" else ("64 B blocks", "useful")
    head = ("part", "access", "instructions", "issued", *numbers, "line", "worst instruction")
    rows: Rows = []
    for row in kernel.accesses:
        if row.space != space:
            continue
        if space == "lds":
            cells = (f"{row.conflicts / row.executions:.2f}", str(row.worst.worst))
        else:
            cells = (f"{row.transactions(64) / row.executions:.1f}", f"{row.useful_share(64):.0%}")
        count = (str(len(row.instructions)), str(row.executions))
        rows.append((row.part, row.name, *count, *cells, str(row.worst.line), row.worst.instruction))
    return head, rows


def summary(kernel: KernelProfile) -> str:
    """What is no table."""
    counts = kernel.counters
    text = (
        f"{counts.waves} warps; a matrix instruction: {kernel.per_matrix('lds_read'):.2f} LDS reads, "
        f"{kernel.per_matrix('lds_write'):.2f} LDS writes; a warp: {counts.per_wave('barrier'):g} barriers, "
        f"{counts.per_wave('wait'):g} waits, {counts.per_wave('fence'):g} fences; {counts.lds_bytes} bytes of LDS touched"
    )
    found = kernel.resources
    if found:
        text += (
            f"\ncompiled: {found['vgprs']} vector registers ({found['agprs']} for accumulation), {found['sgprs']} scalar, "
            f"{found['spills']} spills, {found['warps_per_unit']} warps a unit (limited by {found['limited_by']})"
        )
    return text


def show(found: Profile) -> None:
    """Print a profile."""
    console = make_console()
    for kernel in found.kernels:
        click.echo(f"{kernel.name}\n{summary(kernel)}\n")
        show_table(("instructions", "a warp", "a matrix instruction"), instruction_rows(kernel), right=(1, 2))
        for space, title in (
            ("lds", "LDS: clocks lost to bank conflicts, an execution"),
            ("global", "global memory: 64-byte blocks an execution, and their useful share"),
        ):
            head, rows = access_rows(kernel, space)
            if rows:
                console.print(Text(f"\n{title}", "bold"), soft_wrap=True)
                show_table(head, rows, essential=(0, 1), right=range(2, len(head) - 1))
    for finding in found.findings:
        console.print(Text(str(finding), "red"), soft_wrap=True)
    if not found.right:
        console.print(Text("the result is WRONG", "red"), soft_wrap=True)


@click.command()
@specs_argument
@cases_option
@engine_option
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Also write the numbers as JSON.")
@click.option(
    "--html", "html_file", type=OUTPUT_FILE, metavar="FILE",
    help="Also write a page with pictures: fragments, tiles, LDS banks.",
)  # fmt: skip
@whole_option
@manifest_option
def profile(
    specs: list[Group],
    directory: str | None,
    engine: str,
    json_file: Output | None,
    html_file: Output | None,
    whole: bool,
    manifest_file: str | None,
) -> None:
    """Count what a kernel asks of the machine.

    Runs it in the simulator and prints instructions by class, LDS bank conflicts, blocks of global memory and, where LLVM is
    installed, registers and occupancy. A large problem is made smaller, as `prove` does; the kernel stays the same.
    A kernel text k.ll is run as it stands; its spec is what SPEC or --spec say beside it, or the name of its kernel.
    """
    from twinkern import profile as profiling
    from twinkern.judge.proof import describe, simulated_spec
    from twinkern.judge.simulator import SimulatorError

    source, specs = part_text(specs)
    if source:
        program = needed_program(read_text(source, specs, directory, manifest_file, DEFAULT_FLAVOR))
        check_size(program, whole)
    else:
        case = single(specs, directory)
        program = get_engine(engine).emit(case.data, DEFAULT_FLAVOR)
    if not whole and not source:
        spec = simulated_spec(program, case)
        if spec != program.spec:
            program = get_engine(engine).emit(spec.to_json().encode(), DEFAULT_FLAVOR)
            click.echo(f"counted on {describe(spec.problem)}")
    with progress("simulating", "workgroups") as report:
        try:
            found = profiling.profile(program, progress=lambda done, total: report(done, total, ""))
        except SimulatorError as error:
            raise click.ClickException(f"the simulator stopped: {error}") from None
    show(found)
    if json_file:
        json_file.write(json.dumps(found.as_json(), indent=1) + "\n")
    if html_file:
        html_file.write(profiling.page(found))
    if not found.right or found.findings:
        raise click.exceptions.Exit(1)


COMMANDS = (profile,)
