"""Kernel texts as arguments: a text that somebody edited, with the manifest that launches it and the spec that it is of."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from twinkern._contract import ARCHES, FIELDS
from twinkern.cli.specs import Group, single, standard_input
from twinkern.engine import Refusal
from twinkern.engines import Program, PythonEngine
from twinkern.words import WordError, words_to_json

MARK = re.compile(rb"^(define|declare|target (triple|datalayout)|source_filename) ?", re.MULTILINE)
"""What every module of LLVM IR has in some line, and no spec."""
NAMED = re.compile(
    r"(?P<direction>[a-z]+)_(?P<arch>gfx[0-9a-f]+|sm_\d+)_n(?P<n>\d+)c(?P<c>\d+)k(?P<k>\d+)g(?P<groups>\d+)_i(?P<input>[\dx]+)"
    r"_f(?P<filter>[\dx]+)_s(?P<stride>[\dx]+)_d(?P<dilation>[\dx]+)_p(?P<pad_before>[\dx]+)_(?P<pad_after>[\dx]+)"
    r"_(?P<in_type>[a-z0-9]+)_(?P<out_type>[a-z0-9]+)_t(?P<tile_m>\d+)x(?P<tile_n>\d+)x(?P<tile_k>\d+)"
    r"_w(?P<warps_m>\d+)x(?P<warps_n>\d+)_a(?P<atom>[\dx]+)_(?P<pipeline>[a-z]+(?:v\d)?)(?P<stages>\d*)_(?P<epilogue>[a-z]+)_.*"
)
"""The fields that stand in a kernel's name; see `twinkern.engine.spec.naming`."""


@dataclass(frozen=True, slots=True)
class KernelText:
    """A text, where it came from, and what is known of it: its kernels and architecture; `manifest`, which launches them, and
    `program`, the same with the spec, where there are any."""

    source: str
    text: str
    kernels: tuple[str, ...]
    arch: str
    manifest: str | None
    program: Program | None


def is_text(argument: str) -> bool:
    """Whether an argument names a text: `*.ll`, or what holds LLVM IR."""
    if argument.endswith(".ll"):
        return True
    if argument == "-":
        return bool(MARK.search(standard_input(sys.stdin)))
    try:
        return not argument.endswith(".json") and bool(MARK.search(Path(argument).read_bytes()))
    except (OSError, ValueError):
        return False


def part_text(groups: Sequence[Group]) -> tuple[str | None, list[Group]]:
    """The argument that names a text, if any, and the groups without it. Raises click.UsageError for two."""
    found = [argument for group in groups for argument in group if "=" not in argument and is_text(argument)]
    if len(found) > 1:
        raise click.UsageError(f"{' and '.join(found)} are two kernel texts; one is judged at a time")
    if not found:
        return None, list(groups)
    left = (tuple(argument for argument in group if argument != found[0]) for group in groups)
    return found[0], [group for group in left if group]


def read_bytes(source: str) -> bytes:
    """A file, or standard input for "-". Raises OSError."""
    return standard_input(sys.stdin) if source == "-" else Path(source).read_bytes()


def decoded(source: str) -> str:
    """A file of text. Raises OSError, click.ClickException where it holds something else."""
    try:
        return read_bytes(source).decode()
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{source}: byte {error.start} is no UTF-8; this is no text") from None


def kernels_of(source: str, text: str) -> tuple[tuple[str, ...], str]:
    """The kernels of a text, and the architecture that they are for. Raises click.ClickException."""
    from twinkern.judge.simulator import SimulatorError
    from twinkern.judge.simulator.targets import architecture_of, target_of
    from twinkern.judge.simulator.text.parser import parse

    try:
        module = parse(text)
        target = target_of(module)
        annotated = target.kernels(module)
        functions = [row for row in module.functions.values() if row.kernel or row.name in annotated]
        arches = {architecture_of(module, row, None, target) for row in functions}
    except SimulatorError as error:
        raise click.ClickException(f"{source} is no LLVM IR that can be judged: {error}") from None
    if not functions:
        raise click.ClickException(f"{source} defines no kernel")
    if len(arches) > 1 or not arches <= ARCHES.keys():
        raise click.ClickException(f"{source} is for {', '.join(sorted(arches))}; one of {', '.join(ARCHES)} is judged")
    return tuple(row.name for row in functions), arches.pop()


def named_program(kernel: str, flavor: str) -> Program | None:
    """The program whose kernel has a name, where the fields in it are all of its spec: the digest in the name tells."""
    found = NAMED.fullmatch(kernel)
    if found is None:
        return None
    known = {field.name for field in FIELDS}
    words = [f"{key}={value}" for key, value in found.groupdict().items() if value and key in known]
    try:
        program = PythonEngine().emit(words_to_json(words), flavor)
    except (Refusal, WordError):
        return None
    return program if program.name == kernel else None


def read_text(
    source: str, groups: Sequence[Group], directory: str | None, manifest_file: str | None, flavor: str
) -> KernelText:
    """A text with its spec, which the groups name, or else its kernel's name, and the manifest in a file, or else that spec's.

    Raises click.ClickException for a file that is not what it should be, or of another kernel or architecture, OSError, and
    what `single` raises.
    """
    from twinkern.launch.manifest import ManifestError, read_plan

    text = decoded(source)
    kernels, arch = kernels_of(source, text)
    given = decoded(manifest_file) if manifest_file else None
    program: Program | None
    if groups:
        program = PythonEngine().emit(single(groups, directory).data, flavor)
        if program.arch != arch:
            raise click.ClickException(f"{source} is for {arch}, and the spec for {program.arch}")
    else:
        program = named_program(kernels[0], flavor)
    manifest = given or (program.manifest_text if program else None)
    if manifest:
        whose = f"the manifest in {manifest_file}" if given else "the spec's manifest"
        try:
            plan = read_plan(manifest)
        except ManifestError as error:
            raise click.ClickException(f"{whose} cannot be used: {error}") from None
        if plan.arch != arch:
            raise click.ClickException(f"{source} is for {arch}, and {whose} for {plan.arch}")
        for kernel in plan.kernels:
            if kernel.name not in kernels:
                raise click.ClickException(f"{whose} launches {kernel.name}, and {source} defines {', '.join(kernels)}")
    if program and manifest:
        program = replace(program, text=text, manifest_text=manifest)
    return KernelText(source, text, kernels, arch, manifest, program)


def needed_program(found: KernelText) -> Program:
    """The program of a text. Raises click.UsageError where nothing says which spec it is of."""
    if found.program is None:
        raise click.UsageError(
            f"{found.source}: the name of its kernel does not tell all of its spec; give that: --spec 'WORDS', a file or a case"
        )
    return found.program


manifest_option = click.option(
    "--manifest", "manifest_file", metavar="FILE", help="Launch a kernel text k.ll by this manifest; by default its spec's."
)
