"""From a plan to a program: one module with its kernels, and the manifest that a runtime launches it by."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from twinkern._contract import POINTER_ALIGN, POINTER_BYTES, Predicate, Role
from twinkern.engine.conv.combine import combine_slices, slice_of_workspace
from twinkern.engine.conv.direct import direct
from twinkern.engine.conv.views import Views
from twinkern.engine.conv.work_item import grid_tile, slice_of_reduction, trip_count, whole_reduction
from twinkern.engine.ir.builder import Builder, Function, Node
from twinkern.engine.ir.printer import print_module
from twinkern.engine.ir.types import FLOAT, pointer
from twinkern.engine.ir.verifier import verify
from twinkern.engine.machine import Machine, Tensor, make_machine
from twinkern.engine.plan.budget import FORBIDS_ACCUMULATION, IN_WORKSPACE
from twinkern.engine.plan.operands import ELEMENT_BYTES
from twinkern.engine.plan.plan import KernelPlan, Plan
from twinkern.engine.plan.policy import UNROLLED
from twinkern.engine.tile.async_load import AsyncLoader
from twinkern.engine.tile.coalesced_load import CoalescedLoader
from twinkern.engine.tile.fragments import OperandFragments
from twinkern.engine.tile.kernel import STAGED, Kernel, Threads
from twinkern.engine.tile.output_chain import ADDS, OutputTile, finish, leave
from twinkern.engine.tile.pipeline import MainLoop
from twinkern.engine.tile.stages import Chain, make_chain, stored_element

ACCESS: Mapping[str, str] = Role.table({
    Role.INPUT: "noalias readonly",
    Role.OUTPUT: "noalias writeonly",
    Role.WORKSPACE: "noalias",
    Role.SCALAR: "noundef",
})
"""What is said of an argument of each role."""


def open_product(plan: Plan, function: Function) -> None:
    """Say of the product's kernel what its spec does."""
    spec = plan.spec
    function.stages = spec.stages if STAGED[spec.loader] else 0
    function.warps_per_unit = spec.warps_per_unit
    function.parted = plan.pipeline.roles
    function.no_accumulation = FORBIDS_ACCUMULATION[spec.accumulation_registers]


def declare(b: Builder, plan: Plan, row: KernelPlan) -> list[Node]:
    """Declare the arguments of a kernel, most of them pointers. What slices are added to is read as well."""
    type_ = pointer(plan.arch.global_space)
    nodes = []
    for to in row.arguments:
        access = "noalias" if to is plan.result and ADDS[plan.spec.combine] else ACCESS[to.role]
        if to.role is Role.SCALAR:
            nodes.append(b.argument(to.name, FLOAT, access))
        else:
            nodes.append(b.argument(to.name, type_, f"{access} align {POINTER_ALIGN}"))
    return nodes


def make_tensors(b: Builder, machine: Machine, plan: Plan, pointers: Sequence[Node]) -> list[Tensor]:
    """The tensors behind a product's arguments, but for a workspace."""
    b.comment("tensors")
    rows = [row for row in plan.tensors if row.role is not Role.WORKSPACE]
    return [machine.tensor(node, row.bytes) for node, row in zip(pointers, rows, strict=False)]


def product_chain(b: Builder, machine: Machine, plan: Plan, nodes: Sequence[Node]) -> Chain:
    """The output chain of the kernel that multiplies: no stage where another kernel ends it."""
    own = len(plan.tensors)
    stages = () if IN_WORKSPACE[plan.spec.combine] else plan.chain
    return make_chain(b, machine, stages, plan.kernels[0].arguments[own:], nodes[own:], stored_element(plan.tensors[-1]))


def element_sizes(plan: Plan) -> dict[str, int]:
    """Bytes of an element of each tensor, as the product's kernel reads or writes it."""
    return {tensor.tensor: ELEMENT_BYTES[tensor.type] for tensor in plan.tensors}


def identify(b: Builder, machine: Machine, plan: Plan) -> Threads:
    """Who this thread is."""
    b.comment("thread, lane and warp")
    thread = machine.thread()
    lane = b.urem(thread, b.constant(plan.atom.lanes))
    warp = machine.uniform(b.udiv(thread, b.constant(plan.arch.wave_size)))
    atom = b.udiv(warp, b.constant(plan.warps_together))
    warp_n = b.urem(atom, b.constant(plan.spec.warps_n))
    warp_m = b.udiv(atom, b.constant(plan.spec.warps_n))
    return Threads(thread, warp, lane, warp_m, warp_n)


def make_kernel(b: Builder, machine: Machine, plan: Plan, pointers: Sequence[Node]) -> tuple[Kernel, Chain]:
    """What all parts of the product's kernel go by, and its chain."""
    tensors = make_tensors(b, machine, plan, pointers)
    chain = product_chain(b, machine, plan, pointers)
    tile = grid_tile(b, machine, plan)
    if len(tensors) < len(plan.tensors):
        tensors.append(slice_of_workspace(b, machine, plan, pointers[len(tensors)], tile.slice))
    maps, reduction = Views(b, plan.shape, element_sizes(plan), tile.group).make(tile.phase)
    if plan.slices > 1:
        item = slice_of_reduction(b, plan, tile, reduction)
    else:
        item = whole_reduction(b, plan.shape, tile, reduction)
    return Kernel(b, machine, plan, b.function.lds, tensors, maps, reduction, item, identify(b, machine, plan)), chain


def main_loop(kernel: Kernel, loads: bool, computes: bool) -> list[Node]:
    """The main loop as the threads do it that load, compute, or do both; returns the accumulators."""
    b, spec = kernel.builder, kernel.plan.spec
    loader = AsyncLoader if kernel.staged else CoalescedLoader
    loaders = [loader(kernel, index) for index in range(2)] if loads else []
    b.comment("fragments")
    fragments = [OperandFragments(kernel, index) for index in range(2)] if computes else []
    loop = MainLoop(b, kernel.machine, kernel.plan, loaders, fragments)
    return loop.run(trip_count(b, kernel.item, spec.tile_k), UNROLLED[spec.unroll])


def emit_product(b: Builder, machine: Machine, plan: Plan, pointers: Sequence[Node]) -> None:
    """Emit the body of the kernel that multiplies."""
    open_product(plan, b.function)
    kernel, chain = make_kernel(b, machine, plan, pointers)
    if ADDS[plan.spec.combine]:
        chain = replace(chain, first=kernel.item.first)
    tile = OutputTile(kernel, chain)
    if plan.pipeline.roles:
        computing = b.compare(Predicate.ULT, kernel.who.warp, b.constant(plan.computing_warps))
        branch = b.begin_if(computing)
        leave(tile, main_loop(kernel, False, True))
        b.begin_else(branch)
        main_loop(kernel, True, False)
        b.end_if(branch)
    else:
        leave(tile, main_loop(kernel, True, True))
    finish(tile)


def emit_direct(b: Builder, machine: Machine, plan: Plan, pointers: Sequence[Node]) -> None:
    """Emit the body of a kernel without atoms."""
    tensors = make_tensors(b, machine, plan, pointers)
    direct(b, machine, plan, tensors, product_chain(b, machine, plan, pointers), element_sizes(plan))


BODIES: tuple[Callable[[Builder, Machine, Plan, Sequence[Node]], None], ...] = (emit_product, combine_slices)
"""What emits the body of each kernel of a plan, in order."""


def argument_rows(row: KernelPlan) -> list[dict[str, object]]:
    """The arguments of a kernel for the manifest: where each lies, and to how many bytes what it points to is aligned."""
    rows: list[dict[str, object]] = []
    offset = 0
    for to in row.arguments:
        scalar = to.role is Role.SCALAR
        size, align = (to.bytes, to.bytes) if scalar else (POINTER_BYTES, POINTER_ALIGN)
        facts = {"name": to.name, "role": to.role, "type": to.type, "bytes": to.bytes}
        rows.append({**facts, "offset": offset, "size": size, "align": align})
        offset += size
    return rows


def manifest_json(plan: Plan, name: str) -> str:
    """The manifest of a plan's program, as canonical JSON: see README, "The manifest"."""
    kernels = [
        {
            "name": name + row.suffix,
            "grid": row.grid,
            "grid_per_split": [0, 0, 0],
            "block": [row.threads, 1, 1],
            "lds_bytes": row.lds_bytes,
            "arguments": argument_rows(row),
        }
        for row in plan.kernels
    ]
    workspace = sum(tensor.bytes for tensor in plan.tensors if tensor.role is Role.WORKSPACE)
    zeroed = [plan.result.name] if ADDS[plan.spec.combine] else []
    manifest = {"name": name, "arch": plan.arch.name, "kernels": kernels, "workspace_bytes": workspace}
    manifest |= {"workspace_bytes_per_split": 0, "zeroed": zeroed, "launches": [name + row.suffix for row in plan.kernels]}
    return json.dumps(manifest, separators=(",", ":"))


def emit_program(plan: Plan, name: str, flavor: str) -> str:
    """Emit, verify and print the program of a plan whose spec was accepted.

    Raises InternalError where the emitters built something wrong; no spec that the rules accept may cause it.
    """
    functions = []
    bodies = (emit_direct,) if plan.direct else BODIES
    for row, emit_body in zip(plan.kernels, bodies, strict=False):
        function = Function(name + row.suffix, plan.arch, row.threads)
        function.lds_bytes = row.lds_bytes
        b = Builder(function)
        machine = make_machine(plan.arch, b)
        emit_body(b, machine, plan, declare(b, plan, row))
        b.return_()
        verify(function)
        functions.append(function)
    return print_module(functions, flavor, machine.shell(functions, flavor))
