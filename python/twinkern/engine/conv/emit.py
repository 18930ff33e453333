"""From a resolved spec to a program: one module with its kernel, and the manifest that a runtime launches it by."""

from __future__ import annotations

import json
from dataclasses import dataclass

from twinkern._contract import (
    ARCHES,
    AccumulationRegisters,
    DataType,
    Direction,
    Epilogue,
    LoaderKind,
    Predicate,
    TensorName,
    Unroll,
)
from twinkern.engine.conv.views import View, Views
from twinkern.engine.conv.work_item import Tile, WorkItem, grid_tile, tile_counts, trip_count, whole_reduction
from twinkern.engine.ir.builder import Builder, Function, Node
from twinkern.engine.ir.printer import print_module
from twinkern.engine.ir.types import BFLOAT, FLOAT, HALF, pointer
from twinkern.engine.ir.verifier import verify
from twinkern.engine.machine import Tensor, make_machine
from twinkern.engine.plan.policy import (
    ELEMENT_BYTES,
    OperandPlan,
    atoms_along_rows,
    budget,
    find_atom,
    find_pipeline,
    loading_threads,
    operand_plans,
    warps_together,
    workgroup_threads,
)
from twinkern.engine.plan.rules import tensor_bytes
from twinkern.engine.plan.views import gemm_shape
from twinkern.engine.spec.naming import kernel_name
from twinkern.engine.spec.problem import OPERAND_TENSORS
from twinkern.engine.spec.spec import ConvSpec
from twinkern.engine.tile.async_load import AsyncLoader
from twinkern.engine.tile.coalesced_load import CoalescedLoader
from twinkern.engine.tile.fragments import FragmentSetting, OperandFragments
from twinkern.engine.tile.loader import LoaderSetting
from twinkern.engine.tile.output_chain import STAGES, OutputTile, Sink, finish, leave
from twinkern.engine.tile.pipeline import MainLoop

ELEMENT = {DataType.FP16: HALF, DataType.BF16: BFLOAT, DataType.FP32: FLOAT}
POINTER_BYTES = 8
POINTER_ALIGN = 16
"""Alignment in bytes that a kernel asks of its tensors."""


@dataclass(frozen=True, slots=True)
class Emission:
    """What emitting a resolved spec gives."""

    name: str
    text: str
    manifest: str


def argument_name(direction: str, tensor: TensorName) -> str:
    """The name of a tensor as an argument: a gradient has a d before it."""
    gradient = tensor is TensorName.Y or tensor is OPERAND_TENSORS[direction][2]
    return f"d{tensor}" if gradient and direction is not Direction.FORWARD else tensor


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
    """Emits the kernel of one resolved spec."""

    __slots__ = (
        "atom", "builder", "function", "item", "machine", "pipeline", "plans", "shape", "spec", "tensors", "threads", "tile",
        "view", "who",
    )  # fmt: skip

    def __init__(self, spec: ConvSpec, name: str) -> None:
        arch = ARCHES[spec.arch]
        self.spec = spec
        self.shape = gemm_shape(spec.problem, spec.direction)
        self.atom = find_atom(spec)
        self.pipeline = find_pipeline(spec)
        self.plans = operand_plans(spec, self.atom, self.shape)
        self.threads = workgroup_threads(spec)
        self.function = Function(name, arch, self.threads)
        self.function.lds_bytes = budget(spec, self.pipeline, self.atom, self.plans).lds_bytes
        self.function.stages = spec.stages if self.staged else 0
        self.function.warps_per_unit = spec.warps_per_unit
        self.function.no_accumulation = spec.accumulation_registers is AccumulationRegisters.NONE
        self.builder = Builder(self.function)
        self.machine = make_machine(arch, self.builder)

    @property
    def staged(self) -> bool:
        """Whether loads to LDS are in flight while other stages are read, so that accesses must say their stage."""
        return self.spec.loader is LoaderKind.ASYNC

    @property
    def stage_bytes(self) -> int:
        """LDS bytes from one stage to the next."""
        return sum(plan.layout.bytes for plan in self.plans)

    def make_tensors(self) -> dict[str, Tensor]:
        """Declare the arguments and make the tensors behind them, by name."""
        b, direction = self.builder, self.spec.direction
        sizes = tensor_bytes(self.spec)
        space = self.function.arch.global_space
        pointers = {}
        for tensor in OPERAND_TENSORS[direction]:
            access = "writeonly" if tensor is OPERAND_TENSORS[direction][2] else "readonly"
            attributes = f"noalias {access} align {POINTER_ALIGN}"
            pointers[tensor] = b.argument(argument_name(direction, tensor), pointer(space), attributes)
        b.comment("tensors")
        return {tensor: self.machine.tensor(node, sizes[tensor]) for tensor, node in pointers.items()}

    def make_view(self) -> View:
        """The maps of this spec's direction."""
        spec = self.spec
        output = OPERAND_TENSORS[spec.direction][2]
        element_bytes = {
            tensor: ELEMENT_BYTES[spec.out_type if tensor is output else spec.in_type] for tensor in TensorName
        }
        return Views(self.builder, self.shape, element_bytes, self.tile.group).make(self.tile.phase)

    def identify(self) -> Threads:
        """Who this thread is."""
        b = self.builder
        b.comment("thread, lane and warp")
        thread = self.machine.thread()
        lane = b.urem(thread, b.constant(self.atom.lanes))
        warp = self.machine.uniform(b.udiv(thread, b.constant(self.machine.arch.wave_size)))
        atom = b.udiv(warp, b.constant(warps_together(self.spec, self.atom)))
        warp_n = b.urem(atom, b.constant(self.spec.warps_n))
        warp_m = b.udiv(atom, b.constant(self.spec.warps_n))
        return Threads(thread, warp, lane, warp_m, warp_n)

    def exact_reduction(self) -> bool:
        """Whether no tile that is computed goes past the item's part of the reduction, nor may one that is only loaded."""
        spec = self.spec
        if not self.machine.checks_range(self.staged):
            return False
        return self.item.k_unit % (spec.tile_k * (1 if spec.unroll is Unroll.FULL else spec.stages)) == 0

    def operand_lds(self, plan: OperandPlan) -> Node:
        """The address of the first stage of an operand's tile."""
        b = self.builder
        return b.offset(self.function.lds, b.constant(0 if plan.operand == "a" else self.plans[0].layout.bytes))

    def make_loader(self, plan: OperandPlan) -> CoalescedLoader | AsyncLoader:
        """The loader of one operand, for the threads that load."""
        b, spec, shape = self.builder, self.spec, self.shape
        first = plan.operand == "a"
        tensor = OPERAND_TENSORS[spec.direction][0 if first else 1]
        b.comment(f"loader of {argument_name(spec.direction, tensor)}")
        computing = spec.warps_m * spec.warps_n if self.pipeline.roles else 0
        length = None if self.item.k_end is self.view.reduction else b.sub(self.item.k_end, self.item.k_begin)
        setting = LoaderSetting(
            tensor=self.tensors[tensor],
            tensor_map=self.view.a if first else self.view.b,
            layout=plan.layout,
            rows=plan.rows,
            columns=plan.columns,
            vector=plan.vector,
            contiguous_free=plan.contiguous_free,
            exact_free=(shape.m if first else shape.n) % plan.layout.free == 0,
            exact_reduction=self.exact_reduction(),
            origin=self.tile.m if first else self.tile.n,
            k_begin=self.item.k_begin,
            length=length,
            thread=b.sub(self.who.thread, b.constant(computing * self.machine.arch.wave_size)),
            warp=b.sub(self.who.warp, b.constant(computing)),
            threads=loading_threads(spec),
            element=ELEMENT[spec.in_type],
            lds=self.operand_lds(plan),
            stage_bytes=self.stage_bytes,
        )
        return (AsyncLoader if self.staged else CoalescedLoader)(b, self.machine, setting)

    def make_fragments(self, plan: OperandPlan) -> OperandFragments:
        """The reader of one operand's fragments."""
        spec = self.spec
        first = plan.operand == "a"
        setting = FragmentSetting(
            atom=self.atom,
            rows_operand=first,
            lane=self.who.lane,
            warp=self.who.warp_m if first else self.who.warp_n,
            warp_size=plan.layout.free // (atoms_along_rows(spec, self.atom) if first else spec.warps_n),
            element=ELEMENT[spec.in_type],
            layout=plan.layout,
            lds=self.operand_lds(plan),
            stage_bytes=self.stage_bytes,
            staged=self.staged,
        )
        return OperandFragments(self.builder, self.machine, setting)

    def main_loop(self, loads: bool, computes: bool) -> list[Node]:
        """The main loop as the threads do it that load, compute, or do both; returns the accumulators."""
        b, spec = self.builder, self.spec
        loaders = [self.make_loader(plan) for plan in self.plans] if loads else []
        b.comment("fragments")
        rows, columns = (self.make_fragments(plan) for plan in self.plans) if computes else (None, None)
        loop = MainLoop(
            b,
            self.machine,
            self.pipeline,
            spec.stages,
            self.atom,
            loaders,
            rows,
            columns,
            loads=loads,
            computes=computes,
        )
        trips = trip_count(b, self.item, spec.tile_k)
        return loop.run(trips, spec.unroll is Unroll.FULL)

    def output_tile(self) -> OutputTile:
        """Where the accumulators go."""
        spec, shape = self.spec, self.shape
        return OutputTile(
            tensor=self.tensors[OPERAND_TENSORS[spec.direction][2]],
            tensor_map=self.view.d,
            origin_m=self.tile.m,
            origin_n=self.tile.n,
            first=self.item.first,
            last=self.item.last,
            tile_m=spec.tile_m,
            tile_n=spec.tile_n,
            exact_m=shape.m % spec.tile_m == 0,
            exact_n=shape.n % spec.tile_n == 0,
            atom=self.atom,
            lane=self.who.lane,
            warp_m=self.who.warp_m,
            warp_n=self.who.warp_n,
            warp_rows=spec.tile_m // atoms_along_rows(spec, self.atom),
            warp_columns=spec.tile_n // spec.warps_n,
            element=ELEMENT[spec.out_type],
            stages=STAGES,
            sink=Sink.SHUFFLED if spec.epilogue is Epilogue.CSHUFFLE else Sink.DIRECT,
            lds=self.function.lds,
            thread=self.who.thread,
            threads=self.threads,
            vector=spec.vector_d,
        )

    def compute_and_leave(self, loads: bool) -> None:
        """The main loop of threads that compute, and their accumulators on the way out."""
        accumulators = self.main_loop(loads, True)
        leave(self.builder, self.machine, self.output_tile(), accumulators)

    def emit(self) -> None:
        """Emit the whole body."""
        b, spec = self.builder, self.spec
        self.tensors = self.make_tensors()
        self.tile: Tile = grid_tile(b, self.machine, spec, self.shape)
        self.view = self.make_view()
        self.item: WorkItem = whole_reduction(b, self.shape, self.tile, self.view.reduction)
        self.who = self.identify()
        if self.pipeline.roles:
            computing = b.compare(Predicate.ULT, self.who.warp, b.constant(spec.warps_m * spec.warps_n))
            branch = b.begin_if(computing)
            self.compute_and_leave(False)
            b.begin_else(branch)
            self.main_loop(True, False)
            b.end_if(branch)
        else:
            self.compute_and_leave(True)
        finish(b, self.machine, self.output_tile())
        b.return_()


def manifest_json(spec: ConvSpec, kernel: ConvKernel) -> str:
    """The manifest of a program, as canonical JSON: see README, "The manifest"."""
    shape = kernel.shape
    tiles_m, tiles_n = tile_counts(spec, shape)
    sizes = tensor_bytes(spec)
    types = dict.fromkeys(TensorName, spec.in_type)
    types[OPERAND_TENSORS[spec.direction][2]] = spec.out_type
    arguments = []
    for index, tensor in enumerate(OPERAND_TENSORS[spec.direction]):
        arguments.append({
            "name": argument_name(spec.direction, tensor),
            "role": "output" if index == 2 else "input",
            "type": types[tensor],
            "bytes": sizes[tensor],
            "offset": index * POINTER_BYTES,
            "size": POINTER_BYTES,
            "align": POINTER_ALIGN,
        })
    return json.dumps(
        {
            "name": kernel.function.name,
            "arch": spec.arch,
            "kernels": [
                {
                    "name": kernel.function.name,
                    "grid": [shape.phases * tiles_m * tiles_n, spec.problem.groups, 1],
                    "grid_per_split": [0, 0, 0],
                    "block": [kernel.threads, 1, 1],
                    "lds_bytes": kernel.function.lds_bytes,
                    "arguments": arguments,
                }
            ],
            "workspace_bytes": 0,
            "workspace_bytes_per_split": 0,
            "zeroed": [],
            "launches": [kernel.function.name],
        },
        separators=(",", ":"),
    )


def emit_program(spec: ConvSpec, flavor: str) -> Emission:
    """Emit, verify and print the program of a resolved spec.

    Raises InternalError where the emitters built something wrong; no spec that the rules accept may cause it.
    """
    kernel = ConvKernel(spec, kernel_name(spec))
    kernel.emit()
    verify(kernel.function)
    functions = [kernel.function]
    text = print_module(functions, flavor, kernel.machine.shell(functions, flavor))
    return Emission(kernel.function.name, text, manifest_json(spec, kernel))
