"""Lane maps: the coordinates that their terms give, of lanes that are known and of those of the running kernel alike."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Protocol, TypeVar

from twinkern._contract import Term

Value = TypeVar("Value")


class Arithmetic(Protocol[Value]):
    """What a formula is worked out with: integers of the host, or values of a kernel by its builder.

    `udiv` is rounded down, and `urem` is its remainder, of numbers that are not negative.
    """

    def constant(self, value: int) -> Value: ...
    def add(self, a: Value, b: Value) -> Value: ...
    def mul(self, a: Value, b: Value) -> Value: ...
    def udiv(self, a: Value, b: Value) -> Value: ...
    def urem(self, a: Value, b: Value) -> Value: ...
    def bit_xor(self, a: Value, b: Value) -> Value: ...


class Integers:
    """The arithmetic of the host."""

    constant = staticmethod(int)
    add = staticmethod(operator.add)
    mul = staticmethod(operator.mul)
    udiv = staticmethod(operator.floordiv)
    urem = staticmethod(operator.mod)
    bit_xor = staticmethod(operator.xor)


INTEGERS = Integers()


def coordinate(of: Arithmetic[Value], terms: Sequence[Term], lane: Value, slot: Value) -> Value:
    """The coordinate that the terms of a lane map give for one lane and one slot of its vector.

    It is the sum of those for the lane and slot 0, and for lane 0 and the slot.
    """
    total = of.constant(0)
    for term in terms:
        value = of.udiv(lane if term.of_lane else slot, of.constant(term.divide))
        if term.modulo:
            value = of.urem(value, of.constant(term.modulo))
        total = of.add(total, of.mul(value, of.constant(term.times)))
    return total


def row_and_column(row: Sequence[Term], column: Sequence[Term], lane: int, slot: int) -> tuple[int, int]:
    """Both coordinates of a lane and a slot that are known."""
    return coordinate(INTEGERS, row, lane, slot), coordinate(INTEGERS, column, lane, slot)
