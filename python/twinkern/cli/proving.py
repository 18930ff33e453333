"""Commands that judge kernels: prove, compile, simulate."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click
from rich.text import Text

from twinkern.cli.output import OUTPUT_FILE, Output, echo, make_console, progress, show_table
from twinkern.cli.parity import Seconds
from twinkern.cli.specs import ASKED, Group, cases_option, engine_option, flavor_option, gather, single, specs_argument
from twinkern.cli.texts import KernelText, manifest_option, needed_program, part_text, read_text
from twinkern.engine import Refusal
from twinkern.engines import DEFAULT_FLAVOR, Program, get_engine
from twinkern.gate.cases import Case
from twinkern.judge.judged import check_judged
from twinkern.workers import Announce, Lost, Workers

if TYPE_CHECKING:
    from twinkern.judge.proof import Proof
    from twinkern.judge.toolchain import Compiled, Linked


LEGEND = (
    "linked: by which LLVM, ? where it is not the flavour's own; V/A/SGPR: vector, accumulation, scalar registers; "
    "warps: a SIMD unit"
)
SECONDS = 600.0
"""The limit for one case; the largest of ours take half a minute."""
COLUMNS = (
    "spec", "engines", "manifest", "linked", "V/A/SGPR", "LDS", "code", "warps", "simulator", "result", "verdict"
)  # fmt: skip
COLORS = {True: "green", False: "red", None: "yellow"}


def prove_item(case: Case, _: None) -> Proof:
    """One case before every oracle, as a worker process takes it."""
    from twinkern.judge.proof import prove_case

    return prove_case(case)


def prove_all(cases: Sequence[Case], jobs: int, seconds: float = SECONDS) -> Iterator[Proof]:
    """Prove cases, several at a time where that pays; results come in order, and those behind an interrupt before it.

    `jobs` is how many worker processes take part; with 1, or one case, all happens in this process, where a crash is the end of
    it and nothing times out. `seconds` is the limit for one case.
    """
    if jobs == 1 or len(cases) <= 1:
        for case in cases:
            yield prove_item(case, None)
        return
    found: dict[int, Proof] = {}
    shown = 0
    with Workers(no_context, prove_item, jobs, seconds) as workers:
        try:
            for index, result in workers.each(cases):
                found[index] = lost_proof(cases[index], result) if isinstance(result, Lost) else result
                while shown in found:
                    yield found.pop(shown)
                    shown += 1
        except KeyboardInterrupt:
            yield from (found[index] for index in sorted(found))
            raise


def no_context(_: Announce) -> None:
    """A proof needs nothing that is made once a process."""


def lost_proof(case: Case, lost: Lost) -> Proof:
    """The proof of a case whose process was lost."""
    from twinkern.judge.proof import Check, Proof

    check = Check("process", False, "time-out" if lost.timed_out else "died", f"{lost}; --jobs 1 takes less memory")
    return Proof(case.name, "", "", "", (check,), {}, 0.0)


def proof_row(proof: Proof) -> tuple[str | Text, ...]:
    """One row of the table of `prove`."""
    by_oracle: dict[str, list[Text]] = {}
    for check in proof.checks:
        by_oracle.setdefault(check.oracle, []).append(Text(check.text, COLORS[check.ok]))

    def said(oracle: str) -> Text:
        return Text(" ").join(by_oracle.get(oracle, []))

    found = proof.resources
    return (
        proof.case,
        said("engines"),
        said("manifest"),
        said("link"),
        f"{found['vgprs']}/{found['agprs']}/{found['sgprs']}" if found else "",
        str(found.get("lds_bytes", "")),
        said("machine code"),
        str(found.get("warps_per_unit", "")),
        said("simulator"),
        said("reference"),
        Text(proof.verdict, "bold red" if not proof.ok else "green" if proof.whole else "yellow"),
    )


def set_refused_aside(cases: list[Case]) -> list[Case]:
    """Say which specs of the user's own, no declared cases, both engines refuse alike; returns the others."""
    left = []
    for case in cases:
        found = get_engine("python").explain(case.data) if case.reason == ASKED else None
        if found is None or not found.violations or found != get_engine("c").explain(case.data):
            left.append(case)
            continue
        if len(cases) == 1:
            raise Refusal(found.violations)
        echo(f"twinkern: {case.name}: refused: {found.violations[0]}", err=True)
    return left


def show_proofs(proofs: list[Proof]) -> None:
    """The table of proofs, and behind it what is wrong, what should be told, and how to read it."""
    from twinkern.judge.toolchain import find_linker

    console = make_console()
    show_table(COLUMNS, [proof_row(proof) for proof in proofs], essential=(0, len(COLUMNS) - 1))
    for proof in proofs:
        for check in proof.checks:
            if check.ok is not True and not proof.whole:
                detail = f"{proof.case}: {check.oracle}: {check.text}\n{check.detail}"
                console.print(Text(detail, COLORS[check.ok]), soft_wrap=True)
    for proof in proofs:
        for check in proof.checks:
            if check.note:
                console.print(Text(f"{proof.case}: {check.note}", "yellow"), soft_wrap=True)
    for line in filter(None, (LEGEND, find_linker().passed_over)):
        console.print(Text(line, "dim"), soft_wrap=True)
    console.print(f"{sum(proof.ok for proof in proofs)} of {len(proofs)} proven")


SIMULATED_WORKGROUPS = 100_000
"""Workgroups of all launches up to which a kernel is simulated unasked: more than any problem of SIMULATED_WORK has."""
whole_option = click.option("--whole", is_flag=True, help="Simulate the problem as it is, however large.")


def check_size(program: Program, whole: bool) -> None:
    """Raise click.ClickException for a problem that takes long to simulate and was not asked for whole."""
    from twinkern.judge.proof import SIMULATED_WORK, work
    from twinkern.launch.manifest import ManifestError

    size = work(program.spec)
    if size > SIMULATED_WORK and not whole:
        raise click.ClickException(
            f"the problem takes {size:,} multiply-adds, pads included; up to {SIMULATED_WORK:,} are simulated, more with "
            "--whole (`prove` of a spec picks a smaller problem by itself)"
        )
    with contextlib.suppress(ManifestError):  # its faults are for the judges to tell
        check_launches(program.manifest_text, whole)


def check_launches(manifest: str, whole: bool) -> None:
    """Raise click.ClickException for launches that take long to simulate and were not asked for whole, ManifestError for a
    manifest that cannot be followed."""
    from twinkern.launch.manifest import read_plan

    count = sum(math.prod(kernel.grid) for kernel in read_plan(manifest).launches)
    if count > SIMULATED_WORKGROUPS and not whole:
        raise click.ClickException(
            f"the manifest launches {count:,} workgroups; up to {SIMULATED_WORKGROUPS:,} are simulated, more with --whole"
        )


def proofs_of_text(found: KernelText, whole: bool) -> Iterator[Proof]:
    """The proof of a kernel text."""
    from twinkern.judge.proof import prove_text

    program = needed_program(found)
    check_size(program, whole)
    yield prove_text(program, found.source)


@click.command()
@specs_argument
@manifest_option
@flavor_option
@whole_option
@cases_option
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Also write everything that was found as JSON.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Cases at a time; by default one a core.")
@click.option(
    "--timeout", "seconds", type=Seconds(0.01), default=SECONDS, show_default=True, metavar="SECONDS",
    help="The limit for one case, where several are proven at a time.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Fail too where a flavour was left out because nothing at hand can link it.")
def prove(
    specs: list[Group],
    manifest_file: str | None,
    flavor: str,
    whole: bool,
    directory: str | None,
    json_file: Output | None,
    jobs: int | None,
    seconds: float,
    strict: bool,
) -> None:
    """Put kernels before every oracle.

    Each spec is emitted with both engines in every flavour, compared byte for byte, its manifest held against spec and text,
    linked by every LLVM that this machine has, its machine code judged by disassembly, launched by its manifest in the
    simulator with all sanitizers on (each text that differs; on a smaller problem where its own is large), and its result held
    against a float64 reference with a derived bound. One row a spec; its verdict names the flavours that nothing at hand could
    link.

    A kernel text k.ll is judged as it stands, by all but the engines: its spec is what SPEC or --spec say beside it, or the
    name of its kernel. --manifest, --flavor and --whole are for such texts.

    Exit status: 0 all of it held; 1 something did not; 2 a spec was refused, after the others were proven.
    """
    source, specs = part_text(specs)
    if source:
        text = read_text(source, specs, directory, manifest_file, flavor)
        cases = [Case(source, ASKED, b"")]
        accepted, proving = cases, proofs_of_text(text, whole)
    else:
        cases = gather(specs, directory)
    judged = check_judged(Path(directory) if directory else None)
    if not source:
        accepted = set_refused_aside(cases)
        proving = prove_all(accepted, jobs or os.cpu_count() or 1, seconds)
    proofs: list[Proof] = []
    interrupted = False
    try:
        with progress("proving", "specs") as report:
            report(0, len(accepted), accepted[0].name if accepted else "")
            for proof in proving:
                proofs.append(proof)
                report(len(proofs), len(accepted), accepted[len(proofs)].name if len(proofs) < len(accepted) else "")
    except KeyboardInterrupt:
        interrupted = True
    if proofs:
        click.echo(judged)
        show_proofs(proofs)
    if json_file:
        json_file.write(json.dumps([proof.as_json() for proof in proofs], indent=1) + "\n")
    if interrupted:
        raise click.exceptions.Abort(f"interrupted: {len(proofs)} of {len(accepted)} specs were judged")
    if not all(proof.whole if strict else proof.ok for proof in proofs):
        raise click.exceptions.Exit(1)
    if len(accepted) < len(cases):
        raise click.exceptions.Exit(2)


SUFFIXES = {".o": "object", ".s": "assembly", ".ptx": "assembly"}
"""What a file of this suffix is to hold; one of another suffix holds the code object."""


def check_linker(arch: str) -> None:
    """Raise click.ClickException where there is no linker that makes a code object of an architecture; ptxas is one."""
    from twinkern.judge.toolchain import find_linker, on_nvidia
    from twinkern.judge.toolchain.linker import HOW_TO_GET

    if on_nvidia(arch):
        return
    search = find_linker()
    if search.path is None:
        passed_over = f" ({search.passed_over})" if search.passed_over else ""
        raise click.ClickException(f"a code object needs a linker{passed_over}: {HOW_TO_GET}; --kind object needs none")


def show_resources(compiled: Compiled, linked: Linked, manifest: str | None) -> None:
    """What each kernel occupies, launched as a manifest says where there is one, by which LLVM, and what that said."""
    from twinkern._contract import ARCHES
    from twinkern.judge import toolchain
    from twinkern.judge.proof import compiler_words
    from twinkern.launch.manifest import ManifestError, lds_of

    lds_bytes = {}
    if manifest:
        with contextlib.suppress(ManifestError):  # its faults are for the judges to tell
            lds_bytes = lds_of(manifest)
    for row in compiled.kernels:
        kernel = row.launched(lds_bytes.get(row.name))
        fits = toolchain.occupancy(kernel, ARCHES[compiled.arch])
        words = ", ".join(toolchain.resource_words(kernel, compiled.arch))
        warps = f"{fits.warps_per_unit} warps a unit (limited by {fits.limit})"
        click.echo(f"{kernel.name}\n  {words}, {warps}\n  {compiled.llvm}; {linked.proof}")
    if not compiled.proven:
        click.echo(f"{compiled.flavor} has no LLVM of its own here: code and numbers are those of {compiled.llvm}")
    said = compiler_words(compiled)
    if said:
        click.echo(said)


@click.command("compile")
@specs_argument
@engine_option
@flavor_option
@manifest_option
@cases_option
@click.option(
    "-o", "--output", type=OUTPUT_FILE, metavar="FILE",
    help="Write a code object that a driver loads here, for NVIDIA a cubin; in a file *.o the relocatable object, in *.s or "
    "*.ptx the assembly.",
)  # fmt: skip
@click.option("--kind", type=click.Choice(["code-object", "object", "assembly"]), help="What to write, whatever the suffix.")
@click.option("--assembly", is_flag=True, help="Print the assembly.")
def compile_command(
    specs: list[Group],
    engine: str,
    flavor: str,
    manifest_file: str | None,
    directory: str | None,
    output: Output | None,
    kind: str | None,
    assembly: bool,
) -> None:
    """Compile and link a kernel; judge its machine code, print what it occupies and what LLVM warned of.

    A kernel text k.ll is compiled as it stands; its code is judged where its spec is known, as `prove` has it. Exit status 1
    where the code is at fault.
    """
    from twinkern.judge import toolchain
    from twinkern.judge.proof import check_code

    kind = (kind or SUFFIXES.get(PurePath(output.path).suffix, "code-object")) if output else ""
    spills = ""
    source, specs = part_text(specs)
    if source:
        found = read_text(source, specs, directory, manifest_file, flavor)
        program, text, arch, manifest = found.program, found.text, found.arch, found.manifest
    else:
        case = single(specs, directory)
        program, spills = get_engine(engine).emit(case.data, flavor), case.spills
        text, arch, manifest = program.text, program.arch, program.manifest_text
    if kind == "code-object":
        check_linker(arch)
    compiled = toolchain.compile(text, arch=arch, flavor=flavor, assembly=assembly or kind == "assembly")
    linked = toolchain.link(compiled)
    if kind == "code-object" and not linked.image:
        raise click.ClickException(f"no code object was linked: {linked.proof}")
    if output:
        written: dict[str, str | bytes] = {
            "code-object": linked.image, "object": compiled.object, "assembly": compiled.assembly
        }  # fmt: skip
        output.write(written[kind])
    if assembly:
        click.echo(compiled.assembly, nl=False)
        return
    show_resources(compiled, linked, manifest)
    if program is None:
        click.echo("machine code: not judged, for the spec is not known; give it: --spec 'WORDS', a file or a case")
        return
    judged = check_code({flavor: (program, compiled)}, spills)
    click.echo(f"machine code: {judged.text}")
    if not judged.ok:
        click.echo(judged.detail)
        raise click.exceptions.Exit(1)


def simulate_alone(found: KernelText, seed: int, whole: bool) -> None:
    """Run a text of which no spec is known. Raises click.UsageError without a manifest, click.exceptions.Exit for findings."""
    from twinkern.judge.proof import run_alone

    if found.manifest is None:
        raise click.UsageError(f"{found.source}: give its manifest, --manifest FILE, or its spec, --spec 'WORDS'")
    check_launches(found.manifest, whole)
    with progress("simulating", "workgroups") as tell:
        findings = run_alone(found.text, found.manifest, seed=seed, progress=lambda done, total: tell(done, total, ""))
    click.echo(", ".join(found.kernels))
    for finding in findings:
        click.echo(str(finding))
    click.echo(f"{len(findings)} findings; result not compared, for the spec is not known: --spec 'WORDS', a file or a case")
    if findings:
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
@manifest_option
@whole_option
def simulate(
    specs: list[Group],
    directory: str | None,
    seed: int,
    operands: str,
    no_sanitizers: bool,
    manifest_file: str | None,
    whole: bool,
) -> None:
    """Run a kernel in the simulator and compare its result with the reference.

    The problem is simulated as it is; `prove` picks a smaller one by itself. A kernel text k.ll is run as it stands; its result
    is compared where its spec is known, as `prove` has it.
    """
    from twinkern.judge.proof import run_simulation

    source, specs = part_text(specs)
    if source:
        found = read_text(source, specs, directory, manifest_file, DEFAULT_FLAVOR)
        if found.program is None:
            simulate_alone(found, seed, whole)
            return
        program = found.program
    else:
        program = get_engine("python").emit(single(specs, directory).data, DEFAULT_FLAVOR)
    check_size(program, whole)
    with progress("simulating", "workgroups") as tell:
        result = run_simulation(
            program, seed=seed, kind=operands, sanitize=not no_sanitizers, progress=lambda done, total: tell(done, total, "")
        )
    click.echo(program.name)
    wrong = (*result.faults, *result.findings)
    for finding in wrong:
        click.echo(str(finding))
    verdict = "within bound" if result.comparison.ok else "WRONG"
    click.echo(f"{len(wrong)} findings; result {verdict}: {result.comparison}")
    if not result.ok:
        raise click.exceptions.Exit(1)


COMMANDS = (prove, compile_command, simulate)
