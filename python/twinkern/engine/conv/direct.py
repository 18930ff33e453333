"""A kernel without matrix atoms: each thread multiplies and adds the outputs of some pixels and groups, in fp32.

The filters of all groups of the workgroup lie in LDS, in fp32: for each tap, filter and channel, the groups side by side, so
that threads side by side read what is side by side. What a thread reads of the image is one run of channels a tap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twinkern._contract import (
    DIRECT_PIXELS,
    DIRECT_THREADS,
    DWORD_BYTES,
    ELEMENT_TYPES,
    VECTOR_BYTES,
    Direction,
    Operation,
    Predicate,
    StageOperand,
)
from twinkern.engine.conv.views import Views
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import FLOAT, SCALARS, Type, vector
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.plan.direct import DirectPlan
from twinkern.engine.plan.plan import Plan
from twinkern.engine.spec.problem import product
from twinkern.engine.tile.coordinates import Part, TensorMap, advance, combine, enclose, evaluate, split
from twinkern.engine.tile.stages import Chain, Loaded


@dataclass(frozen=True, slots=True)
class Work:
    """What a thread has to do: `tensors` and `maps` of A, B and D, the `chain`, the workgroup's group, the thread's `column`
    and pixels, and the length of k."""

    b: Builder
    machine: Machine
    plan: Plan
    direct: DirectPlan
    tensors: Sequence[Tensor]
    maps: Sequence[TensorMap]
    chain: Chain
    group: Node
    column: Node
    pixels: Sequence[Node]
    reduction: Node

    def element(self, operand: int) -> Type:
        """The type of an element of A, B or D."""
        return SCALARS[ELEMENT_TYPES[self.plan.tensors[operand].type].element]


def store_filters(work: Work, thread: Node, base: Node) -> None:
    """Bring the filters of all groups to LDS; they follow each other in memory, from `base` on."""
    b, plan, problem = work.b, work.plan, work.plan.spec.problem
    together, filters, channels = plan.spec.groups_per_tile, problem.group_k, problem.group_c
    taps = product(*problem.filter)
    count = together * filters * taps * channels
    b.comment("filters")
    loop = b.begin_loop(b.constant(-(-count // DIRECT_THREADS)), [])
    index = b.add(b.mul(loop.index, b.constant(DIRECT_THREADS)), thread)
    branch = b.begin_if(b.compare(Predicate.ULT, index, b.constant(count))) if count % DIRECT_THREADS else None
    element = work.element(1)
    offset = b.add(base, b.mul(index, b.constant(element.bytes)))
    loaded = work.machine.load(work.tensors[1], offset, None, element)
    channel, above = b.urem(index, b.constant(channels)), b.udiv(index, b.constant(channels))
    tap, above = b.urem(above, b.constant(taps)), b.udiv(above, b.constant(taps))
    filter_, group = b.urem(above, b.constant(filters)), b.udiv(above, b.constant(filters))
    place = b.add(b.mul(tap, b.constant(filters)), filter_)
    place = b.add(b.mul(place, b.constant(channels)), channel)
    place = b.add(b.mul(place, b.constant(together)), group)
    value = b.cast(Operation.FPEXT, loaded, FLOAT)
    b.store(value, b.offset(b.function.lds, b.mul(place, b.constant(DWORD_BYTES))), DWORD_BYTES)
    if branch:
        b.begin_else(branch)
        b.end_if(branch)
    b.end_loop(loop, [])
    work.machine.barrier()


def width_of(count: int, type_: Type) -> int:
    """Elements of one access, where so many follow each other from a multiple of their number on."""
    return min(count & -count, VECTOR_BYTES // type_.bytes)


def load_run(work: Work, offset: Node, valid: Node | None, count: int) -> list[Node]:
    """Elements of A that follow each other, in fp32."""
    b, element = work.b, work.element(0)
    width = width_of(count, element)
    found = []
    for first in range(0, count, width):
        place = b.add(offset, b.constant(first * element.bytes))
        loaded = work.machine.load(work.tensors[0], place, valid, vector(width, element))
        found += [b.cast(Operation.FPEXT, b.extract(loaded, number), FLOAT) for number in range(width)]
    return found


def add_tap(
    work: Work, parts: Sequence[Part], cursors: Sequence[Sequence[Node]], base: Node, totals: Sequence[Node]
) -> list[Node]:
    """The totals with one tap added: those of a pixel after each other, of each its groups with their outputs."""
    b, plan, direct = work.b, work.plan, work.direct
    problem, together = plan.spec.problem, plan.spec.groups_per_tile
    tap_part = evaluate(b, work.maps[0], work.maps[0].second, cursors[0], False, True)
    values = []
    for part in parts:
        offset, valid = combine(b, work.maps[0], part, tap_part)
        values.append(load_run(work, offset, valid, direct.groups * direct.inputs))
    moved = evaluate(b, work.maps[1], work.maps[1].second, cursors[1], True, True).offset
    tap = b.udiv(b.sub(moved, base), b.constant(problem.group_c * work.element(1).bytes))
    place = b.mul(tap, b.constant(problem.group_k * problem.group_c * together))
    place = b.add(place, b.mul(work.column, b.constant(direct.groups)))
    address = b.offset(b.function.lds, b.mul(place, b.constant(DWORD_BYTES)))
    added = list(totals)
    width = width_of(direct.groups, FLOAT)
    type_ = vector(width, FLOAT)
    for output in range(direct.outputs):
        for input_ in range(direct.inputs):
            forward = plan.spec.direction is Direction.FORWARD
            filter_, channel = (output, input_) if forward else (input_, output)
            row = b.offset(address, b.constant((filter_ * problem.group_c + channel) * together * DWORD_BYTES))
            for group in range(direct.groups):
                if group % width == 0:
                    weights = b.load(type_, b.offset(row, b.constant(group * DWORD_BYTES)), type_.bytes)
                weight = b.extract(weights, group % width)
                for pixel in range(DIRECT_PIXELS):
                    at = (pixel * direct.groups + group) * direct.outputs + output
                    value = values[pixel][group * direct.inputs + input_]
                    added[at] = b.call("fma_f32", value, weight, added[at])
    return added


def claim(cursor: Sequence[Node], count: int) -> None:
    """Say of a cursor that a loop carries that its runs begin at multiples of their length; the verifier checks it."""
    cursor[-1].divisor = count & -count


def add_taps(work: Work, base: Node) -> list[Node]:
    """Each total over all taps."""
    b, direct = work.b, work.direct
    a_map, b_map = work.maps[0], work.maps[1]
    exact = work.plan.exact[0]
    b.comment("pixels")
    parts = [enclose(b, evaluate(b, a_map, a_map.first, split(b, a_map.first, pixel), True, exact)) for pixel in work.pixels]
    run = direct.groups * direct.inputs
    tap = b.constant(direct.inputs * work.plan.spec.groups_per_tile)
    cursor = split(b, a_map.second, b.mul(work.column, b.constant(run)))
    filters = split(b, b_map.second, b.constant(0))
    steps = split(b, a_map.second, tap), split(b, b_map.second, tap)
    totals = [b.zero(FLOAT)] * (DIRECT_PIXELS * direct.groups * direct.outputs)
    b.comment("taps")
    loop = b.begin_loop(b.udiv(work.reduction, tap), [*cursor, *filters, *totals])
    cursors = loop.carried[: len(cursor)], loop.carried[len(cursor) : len(cursor) + len(filters)]
    claim(cursors[0], run)
    added = add_tap(work, parts, cursors, base, loop.carried[len(cursor) + len(filters) :])
    following = [*advance(b, a_map.second, cursors[0], steps[0]), *advance(b, b_map.second, cursors[1], steps[1])]
    return b.end_loop(loop, [*following, *added])[len(following) :]


def load_channels(work: Work, first: int, width: int) -> Loaded:
    """What the chain reads of some channels of this thread, from one on."""
    b, each = work.b, work.direct.groups * work.direct.outputs
    if not work.chain.by_channel:
        return {}
    start = b.mul(work.group, b.constant(work.direct.columns * each))
    start = b.add(start, b.mul(work.column, b.constant(each)))
    return work.chain.load_channels(b.add(start, b.constant(first)), None, width)


def store_outputs(work: Work, totals: Sequence[Node]) -> None:
    """Send the totals of each pixel through the chain, and store them where they belong."""
    b, element, map_ = work.b, work.element(2), work.maps[2]
    each = work.direct.groups * work.direct.outputs
    width = width_of(each, element)
    b.comment("outputs")
    columns = split(b, map_.second, b.mul(work.column, b.constant(each)))
    column = evaluate(b, map_, map_.second, columns, True, True)
    channels = [load_channels(work, first, width) for first in range(0, each, width)]
    for number, pixel in enumerate(work.pixels):
        row = evaluate(b, map_, map_.first, split(b, map_.first, pixel), False, work.plan.exact[0])
        offset, valid = combine(b, map_, row, column)
        for first in range(0, each, width):
            at = number * each + first
            place = b.add(offset, b.constant(first * element.bytes))
            loaded = channels[first // width] | work.chain.load(StageOperand.ELEMENT, place, valid, width)
            work.machine.store(work.tensors[2], place, valid, work.chain.run(totals[at : at + width], loaded))


def direct(
    b: Builder, machine: Machine, plan: Plan, tensors: Sequence[Tensor], chain: Chain, element_bytes: Mapping[str, int]
) -> None:
    """Emit the body, behind the tensors A, B and D and those of the chain."""
    shape, plan_ = plan.shape, plan.direct
    assert plan_ is not None
    b.comment("work item: group, phase, pixels")
    index = machine.workgroup(0)
    group = machine.workgroup(1) if shape.groups > 1 else b.constant(0)
    tiles = b.constant(-(-shape.m // plan_.pixels))
    phase = b.constant(0) if shape.phases == 1 else b.udiv(index, tiles)
    tile = index if shape.phases == 1 else b.urem(index, tiles)
    maps, reduction = Views(b, shape, element_bytes, group).make(phase)
    b.comment("thread, column and row")
    thread = machine.thread()
    column, row = b.urem(thread, b.constant(plan_.columns)), b.udiv(thread, b.constant(plan_.columns))
    first = b.add(b.mul(tile, b.constant(plan_.pixels)), row)
    pixels = [b.add(first, b.constant(number * plan_.rows)) for number in range(DIRECT_PIXELS)]
    base = b.mul(group, b.constant(shape.b.group * element_bytes[shape.b.tensor]))
    work = Work(b, machine, plan, plan_, tensors, maps, chain, group, column, pixels, reduction)
    store_filters(work, thread, base)
    store_outputs(work, add_taps(work, base))
