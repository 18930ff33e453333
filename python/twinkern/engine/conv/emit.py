"""From a plan to a program: one module with its kernel, and the manifest that a runtime launches it by."""

from __future__ import annotations

import json
from dataclasses import dataclass

from twinkern._contract import (
    ELEMENT_TYPES,
    POINTER_ALIGN,
    POINTER_BYTES,
    AccumulationRegisters,
    Epilogue,
    LoaderKind,
    Predicate,
    Unroll,
)
from twinkern.engine.conv.views import View, Views
from twinkern.engine.conv.work_item import Tile, WorkItem, grid_tile, trip_count, whole_reduction
from twinkern.engine.ir.builder import Builder, Function, Node
from twinkern.engine.ir.printer import print_module
from twinkern.engine.ir.types import SCALARS, Type, pointer
from twinkern.engine.ir.verifier import verify
from twinkern.engine.machine import Tensor, make_machine
from twinkern.engine.plan.operands import ELEMENT_BYTES, OperandPlan
from twinkern.engine.plan.plan import Plan
from twinkern.engine.tile.async_load import AsyncLoader
from twinkern.engine.tile.coalesced_load import CoalescedLoader
from twinkern.engine.tile.fragments import FragmentSetting, OperandFragments
from twinkern.engine.tile.loader import LoaderSetting
from twinkern.engine.tile.output_chain import STAGES, OutputTile, Sink, finish, leave
from twinkern.engine.tile.pipeline import MainLoop

ELEMENT: dict[str, Type] = {name: SCALARS[row.element] for name, row in ELEMENT_TYPES.items() if row.element in SCALARS}


@dataclass(frozen=True, slots=True)
class Threads:
    """Who this thread is: its index, its warp's, its lane of an atom, and the place in the tile of its warp, or of the warps
    that do an atom together, if it multiplies."""

    thread: Node
    warp: Node
    lane: Node
    warp_m: Node
    warp_n: Node


class ConvKernel:
    """Emits the kernel of one plan."""

    __slots__ = ("builder", "function", "item", "machine", "plan", "spec", "tensors", "tile", "view", "who")

    def __init__(self, plan: Plan, name: str) -> None:
        spec = plan.spec
        self.plan = plan
        self.spec = spec
        self.function = Function(name, plan.arch, plan.threads)
        self.function.lds_bytes = plan.budget.lds_bytes
        self.function.stages = spec.stages if self.staged else 0
        self.function.warps_per_unit = spec.warps_per_unit
        self.function.no_accumulation = spec.accumulation_registers is AccumulationRegisters.NONE
        self.builder = Builder(self.function)
        self.machine = make_machine(plan.arch, self.builder)

    @property
    def staged(self) -> bool:
        """Whether loads to LDS are in flight while other stages are read, so that accesses must say their stage."""
        return self.spec.loader is LoaderKind.ASYNC

    def make_tensors(self) -> list[Tensor]:
        """Declare the arguments and make the tensors behind them: A, B and D."""
        b = self.builder
        type_ = pointer(self.plan.arch.global_space)
        pointers = []
        for tensor in self.plan.tensors:
            access = "writeonly" if tensor.output else "readonly"
            pointers.append(b.argument(tensor.name, type_, f"noalias {access} align {POINTER_ALIGN}"))
        b.comment("tensors")
        return [self.machine.tensor(node, tensor.bytes) for node, tensor in zip(pointers, self.plan.tensors, strict=True)]

    def make_view(self) -> View:
        """The maps of this spec's direction."""
        element_bytes: dict[str, int] = {tensor.tensor: ELEMENT_BYTES[tensor.type] for tensor in self.plan.tensors}
        return Views(self.builder, self.plan.shape, element_bytes, self.tile.group).make(self.tile.phase)

    def identify(self) -> Threads:
        """Who this thread is."""
        b = self.builder
        b.comment("thread, lane and warp")
        thread = self.machine.thread()
        lane = b.urem(thread, b.constant(self.plan.atom.lanes))
        warp = self.machine.uniform(b.udiv(thread, b.constant(self.plan.arch.wave_size)))
        atom = b.udiv(warp, b.constant(self.plan.warps_together))
        warp_n = b.urem(atom, b.constant(self.spec.warps_n))
        warp_m = b.udiv(atom, b.constant(self.spec.warps_n))
        return Threads(thread, warp, lane, warp_m, warp_n)

    def exact_reduction(self) -> bool:
        """Whether no tile that is computed goes past the item's part of the reduction, nor may one that is only loaded."""
        spec = self.spec
        if not self.machine.checks_range(self.staged):
            return False
        return self.item.k_unit % (spec.tile_k * (1 if spec.unroll is Unroll.FULL else spec.stages)) == 0

    def operand_lds(self, index: int) -> Node:
        """The address of the first stage of an operand's tile."""
        b = self.builder
        return b.offset(self.function.lds, b.constant(index * self.plan.operands[0].layout.bytes))

    def make_loader(self, index: int, operand: OperandPlan) -> CoalescedLoader | AsyncLoader:
        """The loader of A or B, for the threads that load."""
        b, plan = self.builder, self.plan
        b.comment(f"loader of {plan.tensors[index].name}")
        computing = plan.computing_warps if plan.pipeline.roles else 0
        extent = plan.shape.n if index else plan.shape.m
        exact = self.exact_reduction()
        to_the_end = exact or self.item.k_end is self.view.reduction
        setting = LoaderSetting(
            tensor=self.tensors[index],
            tensor_map=self.view.b if index else self.view.a,
            layout=operand.layout,
            tile=operand.tile,
            contiguous_free=operand.contiguous_free,
            exact_free=extent % operand.layout.free == 0,
            exact_reduction=exact,
            origin=self.tile.n if index else self.tile.m,
            k_begin=self.item.k_begin,
            length=None if to_the_end else b.sub(self.item.k_end, self.item.k_begin),
            thread=b.sub(self.who.thread, b.constant(computing * plan.arch.wave_size)),
            warp=b.sub(self.who.warp, b.constant(computing)),
            element=ELEMENT[self.spec.in_type],
            lds=self.operand_lds(index),
            stage_bytes=plan.stage_bytes,
        )
        return (AsyncLoader if self.staged else CoalescedLoader)(b, self.machine, setting)

    def make_fragments(self, index: int, operand: OperandPlan) -> OperandFragments:
        """The reader of the fragments of A or B."""
        spec = self.spec
        setting = FragmentSetting(
            atom=self.plan.atom,
            rows_operand=index == 0,
            lane=self.who.lane,
            warp=self.who.warp_n if index else self.who.warp_m,
            warp_size=operand.layout.free // (spec.warps_n if index else self.plan.atoms_along_rows),
            element=ELEMENT[spec.in_type],
            layout=operand.layout,
            read=operand.read,
            lds=self.operand_lds(index),
            stage_bytes=self.plan.stage_bytes,
            staged=self.staged,
        )
        return OperandFragments(self.builder, self.machine, setting)

    def main_loop(self, loads: bool, computes: bool) -> list[Node]:
        """The main loop as the threads do it that load, compute, or do both; returns the accumulators."""
        b, spec = self.builder, self.spec
        operands = tuple(enumerate(self.plan.operands))
        loaders = [self.make_loader(*operand) for operand in operands] if loads else []
        b.comment("fragments")
        fragments = [self.make_fragments(*operand) for operand in operands] if computes else []
        loop = MainLoop(b, self.machine, self.plan, loaders, fragments)
        trips = trip_count(b, self.item, spec.tile_k)
        return loop.run(trips, spec.unroll is Unroll.FULL)

    def output_tile(self) -> OutputTile:
        """Where the accumulators go."""
        spec = self.spec
        return OutputTile(
            plan=self.plan,
            tensor=self.tensors[2],
            tensor_map=self.view.d,
            origin_m=self.tile.m,
            origin_n=self.tile.n,
            first=self.item.first,
            last=self.item.last,
            lane=self.who.lane,
            warp_m=self.who.warp_m,
            warp_n=self.who.warp_n,
            warp_rows=spec.tile_m // self.plan.atoms_along_rows,
            warp_columns=spec.tile_n // spec.warps_n,
            element=ELEMENT[spec.out_type],
            stages=STAGES,
            sink=Sink.SHUFFLED if spec.epilogue is Epilogue.CSHUFFLE else Sink.DIRECT,
            lds=self.function.lds,
            thread=self.who.thread,
        )

    def compute_and_leave(self, loads: bool) -> None:
        """The main loop of threads that compute, and their accumulators on the way out."""
        accumulators = self.main_loop(loads, True)
        leave(self.builder, self.machine, self.output_tile(), accumulators)

    def emit(self) -> None:
        """Emit the whole body."""
        b = self.builder
        self.tensors = self.make_tensors()
        self.tile: Tile = grid_tile(b, self.machine, self.plan)
        self.view = self.make_view()
        self.item: WorkItem = whole_reduction(b, self.plan.shape, self.tile, self.view.reduction)
        self.who = self.identify()
        if self.plan.pipeline.roles:
            computing = b.compare(Predicate.ULT, self.who.warp, b.constant(self.plan.computing_warps))
            branch = b.begin_if(computing)
            self.compute_and_leave(False)
            b.begin_else(branch)
            self.main_loop(True, False)
            b.end_if(branch)
        else:
            self.compute_and_leave(True)
        finish(b, self.machine, self.output_tile())
        b.return_()


def manifest_json(plan: Plan, name: str) -> str:
    """The manifest of a plan's program, as canonical JSON: see README, "The manifest"."""
    arguments = [
        {
            "name": tensor.name,
            "role": "output" if tensor.output else "input",
            "type": tensor.type,
            "bytes": tensor.bytes,
            "offset": index * POINTER_BYTES,
            "size": POINTER_BYTES,
            "align": POINTER_ALIGN,
        }
        for index, tensor in enumerate(plan.tensors)
    ]
    return json.dumps(
        {
            "name": name,
            "arch": plan.arch.name,
            "kernels": [
                {
                    "name": name,
                    "grid": plan.grid,
                    "grid_per_split": [0, 0, 0],
                    "block": [plan.threads, 1, 1],
                    "lds_bytes": plan.budget.lds_bytes,
                    "arguments": arguments,
                }
            ],
            "workspace_bytes": 0,
            "workspace_bytes_per_split": 0,
            "zeroed": [],
            "launches": [name],
        },
        separators=(",", ":"),
    )


def emit_program(plan: Plan, name: str, flavor: str) -> str:
    """Emit, verify and print the program of a plan whose spec was accepted.

    Raises InternalError where the emitters built something wrong; no spec that the rules accept may cause it.
    """
    kernel = ConvKernel(plan, name)
    kernel.emit()
    verify(kernel.function)
    functions = [kernel.function]
    return print_module(functions, flavor, kernel.machine.shell(functions, flavor))
