"""Coordinate maps: from the indices of a matrix product to places in a tensor.

An index (m, n or k) is a number in mixed radix. Each digit moves the place by a number of bytes, and some also move it along
a spatial axis that has an end. So one table describes a tensor as the product sees it, and the same few functions hoist the
part of one index out of a loop, advance the other without dividing, and combine both into an offset and a predicate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from twinkern._contract import OUTSIDE, Predicate
from twinkern.engine.ir.builder import CONSTANT, Builder, Node

NO_AXIS = -1


@dataclass(frozen=True, slots=True)
class Digit:
    """One digit of an index: `extent` values, each `stride` bytes and `step` positions along `axis` further."""

    extent: Node
    stride: int
    axis: int = NO_AXIS
    step: int = 0


@dataclass(frozen=True, slots=True)
class TensorMap:
    """A tensor as the product sees it, over two indices; digits are most significant first.

    `base` is the byte offset and `starts` the positions where both indices are 0; a place is inside where each axis's
    position is from 0 to its limit (exclusive).
    """

    first: tuple[Digit, ...]
    second: tuple[Digit, ...]
    base: Node
    starts: tuple[Node, ...]
    limits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What one index contributes: bytes, a position an axis (None where it has no say), and whether it is in range."""

    offset: Node
    positions: tuple[Node | None, ...]
    valid: Node | None


def merge(b: Builder, digits: Sequence[Digit]) -> tuple[Digit, ...]:
    """Fewer digits for the same map: those with one value go, and those that continue each other become one.

    A digit on an axis stays even with one value, for the axis is still to be checked.
    """
    merged: list[Digit] = []
    for digit in digits:
        fixed = digit.extent.op is CONSTANT
        if fixed and digit.extent.imm == 1 and digit.axis == NO_AXIS:
            continue
        above = merged[-1] if merged else None
        if (
            above is not None
            and fixed
            and above.extent.op is CONSTANT
            and above.axis == digit.axis == NO_AXIS
            and above.stride == digit.extent.imm * digit.stride
        ):
            merged[-1] = replace(digit, extent=b.constant(above.extent.imm * digit.extent.imm))
        else:
            merged.append(digit)
    return tuple(merged) if merged else (Digit(b.constant(1), 0),)


def split(b: Builder, digits: Sequence[Digit], index: Node) -> list[Node]:
    """The digits of an index, most significant first; that one takes all that is left, even past its extent."""
    values = []
    for digit in reversed(digits[1:]):
        values.append(b.urem(index, digit.extent))
        index = b.udiv(index, digit.extent)
    values.append(index)
    return values[::-1]


def advance(b: Builder, digits: Sequence[Digit], values: Sequence[Node], steps: Sequence[Node]) -> list[Node]:
    """Add `steps` (the digits of a number) to `values`, carrying by comparison; the top digit never wraps."""
    result = []
    carry: Node | None = None
    for position in range(len(digits) - 1, -1, -1):
        value = b.add(values[position], steps[position])
        if carry is not None:
            value = b.add(value, b.select(carry, b.constant(1), b.constant(0)))
        moved = value is not values[position]
        carry = None
        if moved and position > 0:
            extent = digits[position].extent
            carry = b.compare(Predicate.UGE, value, extent)
            wrapped = b.sub(value, extent)
            value = b.select(carry, wrapped, value)
        result.append(value)
    return result[::-1]


def evaluate(
    b: Builder, tensor: TensorMap, digits: Sequence[Digit], values: Sequence[Node], origin: bool, exact: bool
) -> Part:
    """What the digits of one index contribute.

    `origin` adds the tensor's base and starts, so it belongs to exactly one of the two indices. `exact` says that the index
    never goes past its end, so that no check is needed.
    """
    offset = tensor.base if origin else b.constant(0)
    positions: list[Node | None] = [None] * len(tensor.limits)
    if origin:
        for digit in tensor.first + tensor.second:
            if digit.axis != NO_AXIS:
                positions[digit.axis] = tensor.starts[digit.axis]
    for digit, value in zip(digits, values, strict=True):
        moved = b.mul(value, b.constant(digit.stride))
        offset = b.add(offset, moved)
        if digit.axis != NO_AXIS:
            stepped = b.mul(value, b.constant(digit.step))
            before = positions[digit.axis]
            positions[digit.axis] = stepped if before is None else b.add(before, stepped)
    valid = None if exact else b.compare(Predicate.ULT, values[0], digits[0].extent)
    return Part(offset, tuple(positions), valid)


def enclose(b: Builder, part: Part) -> Part:
    """The same part with its condition in a position, if it has one: where it does not hold, that position is outside.

    So what a loop holds of an index is a value of a lane, not a condition for all lanes in scalar registers.
    """
    for axis, position in enumerate(part.positions):
        if part.valid is not None and position is not None:
            outside = b.select(part.valid, position, b.constant(OUTSIDE))
            return Part(part.offset, (*part.positions[:axis], outside, *part.positions[axis + 1 :]), None)
    return part


def combine(b: Builder, tensor: TensorMap, first: Part, second: Part) -> tuple[Node, Node | None]:
    """Byte offset of a place, and whether it is inside (None: always)."""
    offset = b.add(first.offset, second.offset)
    valid: Node | None = None
    for condition in (first.valid, second.valid):
        valid = both(b, valid, condition)
    for axis, limit in enumerate(tensor.limits):
        one, other = first.positions[axis], second.positions[axis]
        position = one if other is None else other if one is None else b.add(one, other)
        if position is None:
            continue
        inside = b.compare(Predicate.ULT, position, b.constant(limit))
        valid = both(b, valid, inside)
    return offset, valid


def both(b: Builder, one: Node | None, other: Node | None) -> Node | None:
    """The conjunction of two conditions, None being one that always holds."""
    if one is None or other is None:
        return other if one is None else one
    return b.bit_and(one, other)
