"""From a resolved spec to a program: one module with its kernel, and the manifest that a runtime launches it by."""

from __future__ import annotations

import json
from dataclasses import dataclass

from twinkern._contract import ARCHES, PIPELINES
from twinkern.conv.views import View, Views, trip_count
from twinkern.ir.builder import Builder, Function, Node
from twinkern.ir.printer import print_module
from twinkern.ir.types import BFLOAT, FLOAT, HALF, pointer
from twinkern.ir.verifier import verify
from twinkern.naming import kernel_name
from twinkern.policy import ELEMENT_BYTES, find_atom, workgroup_threads
from twinkern.problem import GemmShape, gemm_shape
from twinkern.rules import lds_parts, tensor_bytes
from twinkern.spec import ConvSpec
from twinkern.target import Tensor, make_target
from twinkern.tile.coalesced_load import CoalescedLoader
from twinkern.tile.epilogue import OutputTile, store_direct, store_shuffled
from twinkern.tile.fragments import OperandFragments
from twinkern.tile.layout import tile_bytes
from twinkern.tile.pipeline import run_pipeline

ELEMENT = {"fp16": HALF, "bf16": BFLOAT, "fp32": FLOAT}
OPERANDS = {"forward": ("x", "w", "y"), "dgrad": ("y", "w", "x"), "wgrad": ("y", "x", "w")}
"""The tensors that are A, B and D of each direction."""
POINTER_BYTES = 8
POINTER_ALIGN = 16
"""Alignment in bytes that a kernel asks of its tensors."""


@dataclass(frozen=True, slots=True)
class Emission:
    """What emitting a resolved spec gives."""

    name: str
    text: str
    manifest: str


def argument_name(direction: str, tensor: str) -> str:
    """The name of a tensor as an argument: a gradient has a d before it."""
    gradient = (tensor == "y" and direction != "forward") or OPERANDS[direction][2] == tensor
    return f"d{tensor}" if gradient and direction != "forward" else tensor


def tile_counts(spec: ConvSpec, shape: GemmShape) -> tuple[int, int]:
    """Tiles along m and n."""
    return -(-shape.m // spec.tile_m), -(-shape.n // spec.tile_n)


class ConvKernel:
    """Emits the kernel of one resolved spec."""

    __slots__ = ("spec", "shape", "atom", "threads", "function", "builder", "target")

    def __init__(self, spec: ConvSpec, name: str) -> None:
        arch = ARCHES[spec.arch]
        self.spec = spec
        self.shape = gemm_shape(spec.problem, spec.direction)
        self.atom = find_atom(spec)
        self.threads = workgroup_threads(spec, self.atom)
        self.function = Function(name, arch, self.threads)
        self.function.lds_bytes = max(lds_parts(spec))
        self.builder = Builder(self.function)
        self.target = make_target(arch, self.builder)

    def tensors(self) -> dict[str, Tensor]:
        """Declare the arguments and make the tensors behind them, by name."""
        b, direction = self.builder, self.spec.direction
        sizes = tensor_bytes(self.spec)
        space = self.function.arch.vendor.global_space
        pointers = {}
        for tensor in OPERANDS[direction]:
            access = "writeonly" if tensor == OPERANDS[direction][2] else "readonly"
            attributes = f"noalias {access} align {POINTER_ALIGN}"
            pointers[tensor] = b.argument(argument_name(direction, tensor), pointer(space), attributes)
        b.comment("tensors")
        return {tensor: self.target.tensor(node, sizes[tensor]) for tensor, node in pointers.items()}

    def view(self, group: Node, phase: Node) -> View:
        """The maps of this spec's direction."""
        spec = self.spec
        output = OPERANDS[spec.direction][2]
        element_bytes = {
            tensor: ELEMENT_BYTES[spec.out_type if tensor == output else spec.in_type] for tensor in "xwy"
        }
        views = Views(self.builder, spec.problem, element_bytes, group)
        if spec.direction == "forward":
            return views.forward()
        return views.wgrad() if spec.direction == "wgrad" else views.dgrad(phase)

    def exact_reduction(self) -> bool:
        """Whether every phase's reduction is a whole number of tiles."""
        spec = self.spec
        length = spec.problem.group_k if spec.direction == "dgrad" else self.shape.k
        return length % spec.tile_k == 0

    def emit(self) -> None:
        """Emit the whole body."""
        b, spec, shape, target = self.builder, self.spec, self.shape, self.target
        tensors = self.tensors()
        operand_a, operand_b, output = OPERANDS[spec.direction]

        b.comment("work item: group, phase, tile")
        tiles_m, tiles_n = tile_counts(spec, shape)
        index = target.workgroup("x")
        group = target.workgroup("y") if spec.problem.groups > 1 else b.constant(0)
        tile_n = b.urem(index, b.constant(tiles_n))
        rest = b.udiv(index, b.constant(tiles_n))
        tile_m = rest if shape.phases == 1 else b.urem(rest, b.constant(tiles_m))
        phase = b.constant(0) if shape.phases == 1 else b.udiv(rest, b.constant(tiles_m))
        origin_m = b.mul(tile_m, b.constant(spec.tile_m))
        origin_n = b.mul(tile_n, b.constant(spec.tile_n))
        view = self.view(group, phase)

        b.comment("thread, lane and warp")
        thread = target.thread()
        lanes = b.constant(self.atom.lanes)
        lane = b.urem(thread, lanes)
        warp = target.uniform(b.udiv(thread, lanes))
        warp_n = b.urem(warp, b.constant(spec.warps_n))
        warp_m = b.udiv(warp, b.constant(spec.warps_n))

        element = ELEMENT[spec.in_type]
        row_bytes = (spec.tile_k + spec.lds_pad) * element.bytes
        size_a = tile_bytes(spec.tile_m, spec.tile_k, spec.lds_pad, element.bytes)
        lds = self.function.lds
        lds_of = {operand_a: lds, operand_b: b.offset(lds, b.constant(size_a))}
        loaders = []
        for tensor, tensor_map, origin, tile_free, extent, width, contiguous_free in (
            (operand_a, view.a, origin_m, spec.tile_m, shape.m, spec.vector_a, shape.free_a),
            (operand_b, view.b, origin_n, spec.tile_n, shape.n, spec.vector_b, shape.free_b),
        ):
            b.comment(f"loader of {argument_name(spec.direction, tensor)}")
            loader = CoalescedLoader(
                b,
                target,
                tensors[tensor],
                tensor_map,
                thread=thread,
                threads=self.threads,
                origin=origin,
                tile_free=tile_free,
                tile_k=spec.tile_k,
                vector_width=width,
                contiguous_free=contiguous_free,
                exact_free=extent % tile_free == 0,
                exact_reduction=self.exact_reduction(),
                element=element,
                lds=lds_of[tensor],
                row_bytes=row_bytes,
            )
            loaders.append(loader)

        b.comment("fragments")
        warp_rows = spec.tile_m // spec.warps_m
        warp_columns = spec.tile_n // spec.warps_n
        fragments = []
        for rows_operand, tensor, warp_index, warp_size in (
            (True, operand_a, warp_m, warp_rows),
            (False, operand_b, warp_n, warp_columns),
        ):
            reader = OperandFragments(
                b,
                self.atom,
                rows_operand=rows_operand,
                lane=lane,
                warp=warp_index,
                warp_size=warp_size,
                element=element,
                lds=lds_of[tensor],
                row_bytes=row_bytes,
            )
            fragments.append(reader)

        accumulators = run_pipeline(
            b,
            target,
            PIPELINES[spec.pipeline],
            atom=self.atom,
            loaders=loaders,
            rows=fragments[0],
            columns=fragments[1],
            trips=trip_count(b, view.reduction, spec.tile_k),
            steps=spec.tile_k // self.atom.k,
        )

        b.comment("epilogue")
        tile = OutputTile(
            tensor=tensors[output],
            tensor_map=view.d,
            origin_m=origin_m,
            origin_n=origin_n,
            tile_m=spec.tile_m,
            tile_n=spec.tile_n,
            exact_m=shape.m % spec.tile_m == 0,
            exact_n=shape.n % spec.tile_n == 0,
            atom=self.atom,
            lane=lane,
            warp_m=warp_m,
            warp_n=warp_n,
            warp_rows=warp_rows,
            warp_columns=warp_columns,
            element=ELEMENT[spec.out_type],
        )
        if spec.epilogue == "cshuffle":
            store_shuffled(
                b, target, tile, accumulators, lds=lds, thread=thread, threads=self.threads, vector_width=spec.vector_d
            )
        else:
            store_direct(b, target, tile, accumulators)
        b.return_()


def manifest_json(spec: ConvSpec, kernel: ConvKernel) -> str:
    """The manifest of a program, as canonical JSON: see README, "The manifest"."""
    shape = kernel.shape
    tiles_m, tiles_n = tile_counts(spec, shape)
    sizes = tensor_bytes(spec)
    types = dict.fromkeys("xwy", spec.in_type)
    types[OPERANDS[spec.direction][2]] = spec.out_type
    arguments = []
    for index, tensor in enumerate(OPERANDS[spec.direction]):
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
            "kernels": [{
                "name": kernel.function.name,
                "grid": [shape.phases * tiles_m * tiles_n, spec.problem.groups, 1],
                "grid_per_split": [0, 0, 0],
                "block": [kernel.threads, 1, 1],
                "lds_bytes": kernel.function.lds_bytes,
                "arguments": arguments,
            }],
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
    text = print_module([kernel.function], ARCHES[spec.arch], flavor)
    return Emission(kernel.function.name, text, manifest_json(spec, kernel))
