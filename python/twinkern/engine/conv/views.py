"""GEMM views in a kernel: the coordinate maps of A, B and D, made from what the plan knows of them (see plan/views).

The kernel adds what differs from workgroup to workgroup: its group, and in a dgrad its phase.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twinkern._contract import Predicate
from twinkern.engine.ir.builder import CONSTANT, Builder, Node
from twinkern.engine.plan.views import GemmShape, Index, TensorView
from twinkern.engine.tile.coordinates import Digit, TensorMap, merge

GROUP_AXIS = 0
"""The axis along which a filter of several groups has its diagonal: what the group of one index is before that of the other.
Its own axes have no end that a place could leave."""
Maps = tuple[list[TensorMap], Node]
"""The maps of A, B and D, and the length of k, a value where it differs by phase."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One axis of the phase of a workgroup (see PhaseAxis): its remainder, first tap, number of taps, first output pixel."""

    remainder: Node
    first_tap: Node
    taps: Node
    first_output: Node


class Views:
    """Builds the maps of one product, for one group; `element_bytes` has an entry a tensor."""

    __slots__ = ("builder", "element_bytes", "group", "shape")

    def __init__(self, builder: Builder, shape: GemmShape, element_bytes: Mapping[str, int], group: Node) -> None:
        self.builder = builder
        self.shape = shape
        self.element_bytes = element_bytes
        self.group = group

    def group_base(self, view: TensorView) -> Node:
        """Byte offset of this workgroup's group."""
        return self.builder.mul(self.group, self.builder.constant(view.group * self.element_bytes[view.tensor]))

    def moved(self, base: Node, view: TensorView, axis: int, start: Node) -> Node:
        """A byte offset `start` positions further along an axis."""
        b = self.builder
        return b.add(base, b.mul(start, b.constant(view.strides[1 + axis] * self.element_bytes[view.tensor])))

    def digits(self, view: TensorView, index: Index, checked: Sequence[bool], extents: Mapping[int, Node]) -> tuple[Digit, ...]:
        """The digits of an index, with a position on the axes that are checked; `extents` are those that are values."""
        b, size = self.builder, self.element_bytes[view.tensor]
        found = []
        for digit in index:
            axis = digit.dimension - 1
            extent = extents.get(axis) or b.constant(digit.extent)
            stride = digit.step * view.strides[digit.dimension] * size
            on_axis = 0 <= axis < len(checked) and checked[axis]
            if digit.diagonal:
                found.append(Digit(extent, stride, GROUP_AXIS, digit.diagonal))
            else:
                found.append(Digit(extent, stride, axis, digit.step) if on_axis else Digit(extent, stride))
        return merge(b, found)

    def tensor_map(
        self, view: TensorView, base: Node, starts: Sequence[Node], taps: Mapping[int, Node] | None = None
    ) -> TensorMap:
        """The map of a tensor, without the axes that nothing leaves. `taps`: values of the second index along an axis, where
        they differ by phase."""
        checked = [leaves or starts[axis].op is not CONSTANT for axis, leaves in enumerate(view.leaves)]
        first = self.digits(view, view.first, checked, {})
        second = self.digits(view, view.second, checked, taps or {})
        if view.diagonal:
            return TensorMap(first, second, base, (self.builder.constant(0),), (1,))
        return TensorMap(first, second, base, tuple(starts) if view.limits else (), view.limits)

    def unphased(self, view: TensorView) -> TensorMap:
        """The map of a tensor that knows no phases."""
        base = self.group_base(view)
        starts = [self.builder.constant(start) for start in view.starts]
        for axis, start in enumerate(starts):
            base = self.moved(base, view, axis, start)
        return self.tensor_map(view, base, starts)

    def phase(self, axis: int, remainder: Node) -> Phase:
        """The phase of one axis that a remainder names."""
        b = self.builder
        row = self.shape.axes[axis]
        common = b.constant(row.common)
        share = b.udiv(remainder, common)
        first_tap = b.urem(b.mul(share, b.constant(row.inverse)), b.constant(row.tap_step))
        past = b.compare(Predicate.ULT, first_tap, b.constant(row.filter))
        left = b.sub(b.constant(row.filter + row.tap_step - 1), first_tap)
        counted = b.udiv(left, b.constant(row.tap_step))
        taps = b.select(past, counted, b.constant(0))
        has_taps = b.compare(Predicate.EQ, b.urem(remainder, common), b.constant(0))
        taps = b.select(has_taps, taps, b.constant(0))
        reached = b.mul(first_tap, b.constant(row.dilation))
        lower = b.udiv(b.sub(reached, remainder), b.constant(row.stride))
        return Phase(remainder, first_tap, taps, b.sub(b.constant(self.shape.a.starts[axis]), lower))

    def phases(self, index: Node) -> list[Phase]:
        """The phases of all axes, made from the innermost on, as the digits of a number."""
        b = self.builder
        found = []
        for axis in range(len(self.shape.axes) - 1, -1, -1):
            stride = b.constant(self.shape.axes[axis].stride)
            found.append(self.phase(axis, b.urem(index, stride) if axis else index))
            if axis:
                index = b.udiv(index, stride)
        return found[::-1]

    def dgrad(self, phase_index: Node) -> Maps:
        """dx from dy and w, for one phase: `phase_index` is a number whose digits are the remainders by axis."""
        b, shape = self.builder, self.shape
        views = (shape.a, shape.b, shape.d)
        phases = self.phases(phase_index)
        bases = [self.group_base(view) for view in views]
        starts: list[list[Node]] = [[], [], []]
        taps = {}
        reduction = b.constant(shape.k_unit)
        for axis, phase in enumerate(phases):
            empty = b.compare(Predicate.EQ, phase.taps, b.constant(0))
            taps[axis] = b.select(empty, b.constant(1), phase.taps)
            # A phase without taps computes nothing, but a pipeline's first loads are under way by then: keep them inside w.
            first_tap = b.select(empty, b.constant(0), phase.first_tap)
            first_pixel = b.add(phase.remainder, b.constant(shape.d.starts[axis]))
            for operand, start in enumerate((phase.first_output, first_tap, first_pixel)):
                bases[operand] = self.moved(bases[operand], views[operand], axis, start)
                starts[operand].append(start)
            reduction = b.mul(reduction, phase.taps)
        return [
            self.tensor_map(view, base, at, taps if view is not shape.d else None)
            for view, base, at in zip(views, bases, starts, strict=True)
        ], reduction

    def make(self, phase: Node) -> Maps:
        """The maps; `phase` matters in a dgrad."""
        shape = self.shape
        if shape.axes:
            return self.dgrad(phase)
        return [self.unphased(view) for view in (shape.a, shape.b, shape.d)], self.builder.constant(shape.k)
