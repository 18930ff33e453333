"""GEMM views: how each direction maps its tensors to D[m][n] = sum over k of A[m][k] * B[n][k].

A direction says nothing else; loader, pipeline and epilogue are shared. Indices are read as digits, outermost first:

    forward   m = (image, output pixel)   n = output channel      k = (tap, input channel)
    wgrad     m = output channel          n = (tap, input channel)   k = (image, output pixel)
    dgrad     m = (image, pixel of the phase)   n = input channel    k = (tap of the phase, output channel)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinkern.engine.ir.builder import CONSTANT, Builder, Node
from twinkern.engine.spec.problem import ConvProblem, PhaseAxis, phase_axis
from twinkern.engine.tile.coordinates import NO_AXIS, Digit, TensorMap, simplify


@dataclass(frozen=True, slots=True)
class View:
    """The maps of one direction; `reduction` is the length of k, a value where it differs by phase."""

    a: TensorMap
    b: TensorMap
    d: TensorMap
    reduction: Node


@dataclass(frozen=True, slots=True)
class Phase:
    """One axis of the phase of a workgroup (see PhaseAxis): its remainder, first tap, number of taps, first output pixel."""

    axis: PhaseAxis
    remainder: Node
    first_tap: Node
    taps: Node
    first_output: Node


def byte_strides(shape: Sequence[int], element_bytes: int) -> list[int]:
    """Bytes from one entry of each dimension to the next, row-major."""
    strides = [element_bytes]
    for size in reversed(shape[1:]):
        strides.append(strides[-1] * size)
    return strides[::-1]


class Views:
    """Builds the maps of one problem; tensors are named x, w, y as in the problem."""

    __slots__ = ("builder", "problem", "strides", "group", "shapes")

    def __init__(self, builder: Builder, problem: ConvProblem, element_bytes: dict[str, int], group: Node) -> None:
        self.builder = builder
        self.problem = problem
        self.group = group
        self.shapes = problem.tensor_shapes()
        self.strides = {name: byte_strides(shape, element_bytes[name]) for name, shape in self.shapes.items()}

    def group_base(self, tensor: str) -> Node:
        """Byte offset of this workgroup's group: along the last dimension of x and y, the first of w."""
        problem, strides = self.problem, self.strides[tensor]
        bytes_apart = {
            "x": problem.group_c * strides[-1],
            "w": problem.group_k * strides[0],
            "y": problem.group_k * strides[-1],
        }[tensor]
        return self.builder.mul(self.group, self.builder.constant(bytes_apart))

    def digit(self, extent: int, stride: int, axis: int = NO_AXIS, step: int = 0) -> Digit:
        """A digit whose extent is known."""
        return Digit(self.builder.constant(extent), stride, axis, step)

    def pixels(self) -> tuple[Digit, ...]:
        """(image, output pixel) as an index of y: no axis has an end."""
        strides = self.strides["y"]
        sizes = (self.problem.n, *self.problem.output)
        return tuple(self.digit(size, stride) for size, stride in zip(sizes, strides[:-1], strict=True))

    def window(self) -> tuple[Digit, ...]:
        """(tap, input channel) as an index of w, where it is one run."""
        problem, strides = self.problem, self.strides["w"]
        taps = tuple(self.digit(size, stride) for size, stride in zip(problem.filter, strides[1:-1], strict=True))
        return (*taps, self.digit(problem.group_c, strides[-1]))

    def plain(self, tensor: str, first: tuple[Digit, ...], second: tuple[Digit, ...]) -> TensorMap:
        """A map without ends."""
        return simplify(self.builder, TensorMap(first, second, self.group_base(tensor), (), ()))

    def image(self, pixels_first: bool) -> TensorMap:
        """x over (image, output pixel) and (tap, input channel): the place that a tap of an output pixel reads."""
        b, problem, strides = self.builder, self.problem, self.strides["x"]
        pixels = [self.digit(problem.n, strides[0])]
        taps = []
        base = self.group_base("x")
        starts = []
        for axis in range(problem.rank):
            stride, dilation, pad = problem.stride[axis], problem.dilation[axis], problem.pad_before[axis]
            apart = strides[1 + axis]
            pixels.append(self.digit(problem.output_size(axis), stride * apart, axis, stride))
            taps.append(self.digit(problem.filter[axis], dilation * apart, axis, dilation))
            base = b.add(base, b.constant(-pad * apart))
            starts.append(b.constant(-pad))
        taps.append(self.digit(problem.group_c, strides[-1]))
        first, second = (pixels, taps) if pixels_first else (taps, pixels)
        return simplify(b, TensorMap(tuple(first), tuple(second), base, tuple(starts), problem.input))

    def forward(self) -> View:
        """y from x and w."""
        problem = self.problem
        channels = self.digit(problem.group_k, self.strides["w"][0])
        output = self.digit(problem.group_k, self.strides["y"][-1])
        return View(
            a=self.image(True),
            b=self.plain("w", (channels,), self.window()),
            d=self.plain("y", self.pixels(), (output,)),
            reduction=self.builder.constant(problem.taps * problem.group_c),
        )

    def wgrad(self) -> View:
        """dw from dy and x."""
        problem = self.problem
        pixels = problem.n
        for size in problem.output:
            pixels *= size
        output = self.digit(problem.group_k, self.strides["y"][-1])
        channels = self.digit(problem.group_k, self.strides["w"][0])
        return View(
            a=self.plain("y", (output,), self.pixels()),
            b=self.image(False),
            d=self.plain("w", (channels,), self.window()),
            reduction=self.builder.constant(pixels),
        )

    def phase(self, axis: int, remainder: Node) -> Phase:
        """The phase of one axis that a remainder names."""
        b = self.builder
        row = phase_axis(self.problem, axis)
        common = b.constant(row.common)
        share = b.udiv(remainder, common)
        first_tap = b.urem(b.mul(share, b.constant(row.inverse)), b.constant(row.tap_step))
        past = b.compare("ult", first_tap, b.constant(row.filter))
        left = b.sub(b.constant(row.filter + row.tap_step - 1), first_tap)
        counted = b.udiv(left, b.constant(row.tap_step))
        taps = b.select(past, counted, b.constant(0))
        has_taps = b.compare("eq", b.urem(remainder, common), b.constant(0))
        taps = b.select(has_taps, taps, b.constant(0))
        reached = b.mul(first_tap, b.constant(row.dilation))
        lower = b.udiv(b.sub(reached, remainder), b.constant(row.stride))
        return Phase(row, remainder, first_tap, taps, b.sub(b.constant(row.first_q), lower))

    def dgrad(self, phase_index: Node) -> View:
        """dx from dy and w, for one phase: `phase_index` is a number whose digits are the remainders by axis."""
        b, problem = self.builder, self.problem
        phases = []
        for axis in range(problem.rank - 1, -1, -1):
            stride = b.constant(problem.stride[axis])
            last = axis == 0
            phases.append(self.phase(axis, phase_index if last else b.urem(phase_index, stride)))
            if not last:
                phase_index = b.udiv(phase_index, stride)
        phases.reverse()

        y, w, x = self.strides["y"], self.strides["w"], self.strides["x"]
        rows_y, rows_x = [self.digit(problem.n, y[0])], [self.digit(problem.n, x[0])]
        taps_y, taps_w = [], []
        base_y, base_w, base_x = self.group_base("y"), self.group_base("w"), self.group_base("x")
        starts_y, starts_x = [], []
        reduction = b.constant(problem.group_k)
        for axis, phase in enumerate(phases):
            row = phase.axis
            rows_y.append(self.digit(row.count, y[1 + axis], axis, 1))
            rows_x.append(self.digit(row.count, row.stride * x[1 + axis], axis, row.stride))
            empty = b.compare("eq", phase.taps, b.constant(0))
            extent = b.select(empty, b.constant(1), phase.taps)
            # A phase without taps computes nothing, but a pipeline's first loads are under way by then: keep them inside w.
            first_tap = b.select(empty, b.constant(0), phase.first_tap)
            taps_y.append(Digit(extent, -row.output_step * y[1 + axis], axis, -row.output_step))
            taps_w.append(Digit(extent, row.tap_step * w[1 + axis]))
            first_pixel = b.add(phase.remainder, b.constant(row.first_q * row.stride - problem.pad_before[axis]))
            base_y = b.add(base_y, b.mul(phase.first_output, b.constant(y[1 + axis])))
            base_w = b.add(base_w, b.mul(first_tap, b.constant(w[1 + axis])))
            base_x = b.add(base_x, b.mul(first_pixel, b.constant(x[1 + axis])))
            starts_y.append(phase.first_output)
            starts_x.append(first_pixel)
            reduction = b.mul(reduction, phase.taps)
        taps_y.append(self.digit(problem.group_k, y[-1]))
        taps_w.append(self.digit(problem.group_k, w[0]))
        channels_w = (self.digit(problem.group_c, w[-1]),)
        channels_x = (self.digit(problem.group_c, x[-1]),)
        return View(
            a=simplify(b, TensorMap(tuple(rows_y), tuple(taps_y), base_y, tuple(starts_y), problem.output)),
            b=simplify(b, TensorMap(channels_w, tuple(taps_w), base_w, (), ())),
            d=simplify(b, TensorMap(tuple(rows_x), channels_x, base_x, tuple(starts_x), problem.input)),
            reduction=reduction,
        )


def trip_count(b: Builder, reduction: Node, tile_k: int) -> Node:
    """Iterations over the reduction: its length divided by tile_k, rounded up."""
    if reduction.op is CONSTANT:
        return b.constant((reduction.imm + tile_k - 1) // tile_k)
    return b.udiv(b.add(reduction, b.constant(tile_k - 1)), b.constant(tile_k))
