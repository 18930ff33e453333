"""A manifest held against what stands beside it: the spec that it is of, and the text that it launches.

Sizes come from the oracle's shapes and types, and the grid from the sizes of the product, worked out here anew: the emitters'
own arithmetic is what is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from twinkern._contract import ARCHES
from twinkern.engine import ConvSpec
from twinkern.engines import Program
from twinkern.judge import oracle
from twinkern.judge import simulator as sim
from twinkern.judge.chain import chain_arguments
from twinkern.launch.manifest import Kernel, ManifestError, Plan, read_plan

TENSORS = {"forward": ("x", "w", "y"), "dgrad": ("dy", "w", "dx"), "wgrad": ("dy", "x", "dw")}
"""The names of both inputs and of the output, by direction."""


def wanted_arguments(spec: ConvSpec) -> dict[str, tuple[str, str, int]]:
    """The arguments of a spec by name, inputs first: role, type, bytes."""
    shapes = (*oracle.operand_shapes(spec.direction, spec.problem), oracle.output_shape(spec.direction, spec.problem))
    types = (spec.in_type, spec.in_type, spec.out_type)
    roles = ("input", "input", "output")
    own = {
        name: (role, type_, prod(shape) * np.dtype(oracle.TYPES[type_].storage).itemsize)
        for name, role, type_, shape in zip(TENSORS[spec.direction], roles, types, shapes, strict=True)
    }
    return own | chain_arguments(spec)


def expected_grid(spec: ConvSpec) -> tuple[int, int, int]:
    """Workgroups that multiply: along x the tiles, phase after phase of a dgrad; along y groups and slices.

    A phase of a dgrad is the pixels of one remainder modulo the stride, pads counted; its product has a row for each quotient.
    """
    problem = spec.problem
    tile_m, tile_n = (pixels_of(spec), problem.c + problem.k) if spec.method == "direct" else (spec.tile_m, spec.tile_n)
    outputs = prod(oracle.output_shape("forward", problem)[:-1])
    groups = problem.groups // (spec.groups_per_tile or 1)
    window = prod(problem.filter) * problem.c // groups
    phases = 1
    if spec.direction == "forward":
        rows, columns = outputs, problem.k // groups
    elif spec.direction == "wgrad":
        rows, columns = problem.k // groups, window
    else:
        strides = problem.stride or (1,) * problem.rank
        pads = problem.pad_before or (0,) * problem.rank
        phases = prod(strides)
        quotients = ((pad + size - 1) // s - pad // s + 1 for pad, size, s in zip(pads, problem.input, strides, strict=True))
        rows, columns = problem.n * prod(quotients), problem.c // groups
    return phases * -(-rows // tile_m) * -(-columns // tile_n), groups * max(spec.split_k, 1), 1


def pixels_of(spec: ConvSpec) -> int:
    """Pixels of a workgroup without atoms: 256 threads, each with four pixels and as many groups as have up to 8 channels."""
    channels = max(spec.problem.c, spec.problem.k) // spec.problem.groups
    groups = max(n for n in (1, 2, 4, 8) if spec.groups_per_tile % n == 0 and (n == 1 or n * channels <= 8))
    return 256 // (spec.groups_per_tile // groups) * 4


def manifest_faults(program: Program) -> tuple[str, ...]:
    """Everything that is wrong with the manifest of a program; empty where it holds."""
    try:
        plan = read_plan(program.manifest_text)
    except ManifestError as error:
        return (str(error),)
    return (*spec_faults(plan, program), *text_faults(plan, program.text))


def spec_faults(plan: Plan, program: Program) -> Iterator[str]:
    """Where a manifest says otherwise than the spec."""
    spec = program.spec
    if plan.name != program.name:
        yield f"name is {plan.name}; the program's is {program.name}"
    if plan.arch != spec.arch:
        yield f"arch is {plan.arch}; the spec's is {spec.arch}"
    wanted = wanted_arguments(spec)
    elements = prod(oracle.output_shape(spec.direction, spec.problem))
    workspace = 4 * spec.split_k * elements if spec.combine == "two_stage" else 0
    if plan.workspace_bytes != workspace:
        yield f"workspace_bytes is {plan.workspace_bytes}; {spec.split_k} slices of {elements} fp32 take {workspace}"
    zeroed = TENSORS[spec.direction][2:] if spec.combine == "atomic" else ()
    if plan.zeroed != zeroed:
        yield f"zeroed is {', '.join(plan.zeroed) or 'empty'}; of this spec it is {', '.join(zeroed) or 'empty'}"
    for name in wanted.keys() - plan.arguments.keys():
        yield f"no argument is called {name}; the spec's tensors are {', '.join(wanted)}"
    for name, argument in plan.arguments.items():
        if argument.role == "workspace":
            continue
        if name not in wanted:
            yield f"argument {name}: the spec has no such tensor; it has {', '.join(wanted)}"
            continue
        given = (argument.role, argument.type, argument.bytes)
        for what, value, needed in zip(("role", "type", "bytes"), given, wanted[name], strict=True):
            if value != needed:
                yield f"argument {name}: {what} is {value}; of this spec it is {needed}"
    for kernel in plan.kernels:
        if kernel.name != plan.name and not kernel.name.startswith(f"{plan.name}_"):
            yield f"kernel {kernel.name}: its name does not start with the program's, {plan.name}"
        launches = plan.launches.count(kernel)
        if launches != 1:
            yield f"kernel {kernel.name} is launched {launches} times; once is needed"
        most = ARCHES[spec.arch].lds_bytes
        if kernel.lds_bytes > most:
            yield f"kernel {kernel.name}: lds_bytes is {kernel.lds_bytes}; {spec.arch} gives a workgroup {most} at most"
    yield from _launch_faults(plan, spec)


def _launch_faults(plan: Plan, spec: ConvSpec) -> Iterator[str]:
    """Where the kernel that computes, the first one, has another grid or block than its tiles and warps ask for."""
    kernel = plan.kernels[0]
    lanes = ARCHES[spec.arch].wave_size
    threads = 256 if spec.method == "direct" else (spec.warps_m * spec.warps_n + spec.load_warps) * lanes
    for what, value, needed in (("grid", kernel.grid, expected_grid(spec)), ("block", kernel.block, (threads, 1, 1))):
        if value != needed:
            yield f"kernel {kernel.name}: {what} is {value}; the tiles and warps of this spec ask for {needed}"
    if any(any(kernel.grid_per_split) for kernel in plan.kernels) or plan.workspace_bytes_per_split:
        yield "grid_per_split or workspace_bytes_per_split is not 0, and no kernel takes a number of splits"


def text_faults(plan: Plan, text: str) -> Iterator[str]:
    """Where a manifest says otherwise than the text."""
    signatures = {}
    for kernel in plan.kernels:
        try:
            signatures[kernel.name] = sim.signature(text, kernel.name)
        except sim.SimulatorError as error:
            yield f"kernel {kernel.name}: {error}"
            continue
        yield from (f"kernel {kernel.name}: {fault}" for fault in _kernel_faults(kernel, signatures[kernel.name]))
    for signature in list(signatures.values())[:1]:
        for name in set(signature.kernels) - {kernel.name for kernel in plan.kernels}:
            yield f"the text has a kernel {name}, which the manifest does not"
    yield from _initial_faults(plan, signatures)


def _kernel_faults(kernel: Kernel, signature: sim.Signature) -> Iterator[str]:
    parameters = signature.parameters
    if [row.name for row in parameters] != [row.name for row in kernel.arguments]:
        names = (", ".join(row.name for row in rows) for rows in (kernel.arguments, parameters))
        yield "arguments are {}; the text's parameters are {}".format(*names)
    for argument, parameter in zip(kernel.arguments, parameters, strict=False):
        where = f"argument {argument.name}"
        if (argument.offset, argument.size) != (parameter.offset, parameter.size):
            given = f"offset {argument.offset}, size {argument.size}"
            yield f"{where}: {given}; a {parameter.type} in the text lies at offset {parameter.offset}, size {parameter.size}"
        if argument.role == "scalar":
            if parameter.type != "float" or argument.align != argument.size:
                yield f"{where}: the text's parameter is a {parameter.type}, aligned to {argument.align}; a scalar is a float"
            continue
        if not parameter.global_pointer:
            yield f"{where}: the text's parameter is a {parameter.type}; a buffer is behind a pointer to global memory"
        if parameter.align and parameter.align != argument.align:
            yield f"{where}: align is {argument.align}; the text claims align {parameter.align}"
    if signature.lds_bytes > kernel.lds_bytes or (signature.lds_bytes != kernel.lds_bytes and not signature.more_lds):
        yield f"lds_bytes is {kernel.lds_bytes}; the text's LDS has {signature.lds_bytes}"
    threads, allowed = prod(kernel.block), signature.threads
    if allowed and allowed != (threads, threads):
        yield f"block is {kernel.block}, {threads} threads; the text is for {allowed[0]} to {allowed[1]}"


def _initial_faults(plan: Plan, signatures: dict[str, sim.Signature]) -> Iterator[str]:
    """Where a manifest asks for a workspace or for zeros that no kernel needs: one that reads or updates what is there."""
    read: set[str] = set()
    touched: set[str] = set()
    for kernel in plan.kernels:
        if kernel.name in signatures:
            found = signatures[kernel.name]
            read |= found.loaded | found.updated
            touched |= found.loaded | found.updated | found.stored
    for name in plan.zeroed:
        if name not in read or plan.buffers[name].role == "input":
            yield f"zeroed names {name}, which no kernel needs zeroed: none adds to it or reads it"
    workspaces = {row.name: row.bytes for row in plan.buffers.values() if row.role == "workspace"}
    if plan.workspace_bytes != sum(workspaces.values()):
        yield f"workspace_bytes is {plan.workspace_bytes}; the arguments of role workspace have {sum(workspaces.values())}"
    for name in workspaces.keys() - touched:
        yield f"argument {name}: no kernel needs this workspace: none reads or writes it"

