"""Flags, and ranges of results, that make poison where they do not hold (LLVM Language Reference, of each instruction).

Of each flag there is a test on the operands and the result of an execution. What follows where a test fails is told in
`undefined`: poison is a fault where it is put to use.

- `nuw`, `nsw` of add, sub, mul, shl and trunc; `exact` of udiv, sdiv, lshr and ashr; `disjoint`; `nneg`; `samesign`;
- `nnan`, `ninf` (and `fast`, which is both) of operations on floats. Of a select only the result is looked at, and a phi with
  them is refused. The other fast-math flags allow and claim nothing;
- `inbounds`, `nusw`, `nuw` of getelementptr, on the sum of the offsets, not on the steps to it. `inbounds`: where the offset is
  not zero, the address before and after lies in the same buffer, LDS object or lane's private memory, or one past its end. Of
  a buffer fat pointer only that the offset does not wrap: what it may reach is told by its resource;
- `range` of a call's result, `!range`, `!nonnull` and `!align` of a load: tests on the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ..memory.memory import LDS_APERTURE, PRIVATE_APERTURE
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, FatPointer, Vector, element_type, signed
from .machine import Machine
from .slots import Environment, Slots

Test = Callable[[Environment], "list[Array] | None"]
"""From the environment to where the claim does not hold, by element of the result; None where it holds everywhere."""

_POISONING = {
    op: frozenset(flags.split())
    for flags, ops in {
        "nuw nsw": "add sub mul shl trunc",
        "exact": "udiv sdiv lshr ashr",
        "disjoint": "or",
        "nneg": "zext uitofp",
        "samesign": "icmp",
        "inbounds nusw nuw": "getelementptr",
        "nnan ninf fast": "fadd fsub fmul fdiv frem fneg fcmp select fptrunc fpext phi call",
    }.items()
    for op in ops.split()
}
_OF_RESULTS = ("range", "nonnull", "align")


def claimed(i: ir.Instruction) -> list[str]:
    """What an instruction claims, poison where it does not hold: its flags, and attachments about its result."""
    found = sorted(i.flags & _POISONING.get(i.op, frozenset()))
    if i.op == "call" and "range" in i.extra.get("attributes", ()):
        found.append("range")
    return found + ["!" + name for name in _OF_RESULTS if i.op in ("load", "call") and name in i.metadata]


def tests(c: Slots, i: ir.Instruction) -> list[tuple[str, Test]]:
    """Each claim of an instruction, with its test."""
    found = []
    for name in claimed(i):
        if i.op == "getelementptr":
            test = _address_test(c, i, name)
        elif name == "range" or name.startswith("!"):
            test = _result_test(c, i, name)
        else:
            test = _value_test(c, i, name)
        if test is not None:
            found.append((name, test))
    return found


def _elements(value: Array | Vector) -> tuple[Any, ...]:
    return value.elements if isinstance(value, Vector) else (value,)


def _over_elements(slots: list[int], fails: Callable[..., Array]) -> Test:
    """A test of each element by itself, a scalar counting for every one; asked again only where an operand is another object
    than last time."""
    seen: list[Any] = [None] * len(slots)
    known: list[Array] | None = None

    def test(E: Environment) -> list[Array] | None:
        nonlocal seen, known
        now = [E[slot] for slot in slots]
        if any(a is not b for a, b in zip(now, seen, strict=True)):
            parts = [_elements(value) for value in now]
            count = max(map(len, parts))
            rows = zip(*(part * (count // len(part)) for part in parts), strict=True)
            marks = [np.asarray(fails(*row)) for row in rows]
            seen, known = now, marks if any(mark.any() for mark in marks) else None
        return known

    return test


# Integers and floats.


def _value_test(c: Slots, i: ir.Instruction, flag: str) -> Test | None:
    if flag in ("nnan", "ninf", "fast"):
        return _number_test(c, i, flag)
    type_ = element_type(i.operands[0].type)
    bits = type_.bits
    slots = [c.slot(operand) for operand in i.operands]
    if bits > 64:
        raise UnsupportedError(f"{flag} on {type_}", i.line)
    if i.op == "trunc":
        kept = element_type(i.type).bits
        return _over_elements(slots, lambda a: _cut(_wide(a), kept, flag, bits))
    if i.op in ("zext", "uitofp"):
        return _over_elements(slots, lambda a: _sign(_wide(a), bits))
    fails = _FAILS[i.op, flag]
    return _over_elements(slots, lambda a, b: fails(_wide(a), _wide(b), bits))


def _wide(a: Array) -> Array:
    """An unsigned container that has arithmetic."""
    return a.astype(np.uint8) if a.dtype == np.bool_ else a


def _sign(a: Array, bits: int) -> Array:
    return np.asarray((a >> a.dtype.type(bits - 1) & a.dtype.type(1)) != 0)


def _low(a: Array, bits: int) -> Array:
    return a if bits == 8 * a.dtype.itemsize else a & a.dtype.type((1 << bits) - 1)


def _cut(a: Array, kept: int, flag: str, bits: int) -> Array:
    """Whether truncation to `kept` bits loses something: any bit, or what the sign does not tell."""
    low = _low(a, kept)
    back = low if flag == "nuw" else _low(signed(low, kept).astype(f"i{a.dtype.itemsize}").view(a.dtype), bits)
    return np.asarray(back != a)


def _product(a: Array, b: Array, bits: int, is_signed: bool) -> Array:
    """Whether a product does not fit; up to 32 bits by the product in 64, else by dividing it again."""
    if is_signed:
        x, y = signed(a, bits).astype(np.int64), signed(b, bits).astype(np.int64)
        product = x * y
        if bits <= 32:
            return (product < -(1 << bits - 1)) | (product >= 1 << bits - 1)
        safe = np.where((x == 0) | (x == -1), 1, x)
        lost = (product // safe != y) | (product % safe != 0)
        return np.asarray(np.where(x == -1, y == np.iinfo(np.int64).min, (x != 0) & lost))
    x, y = a.astype(np.uint64), b.astype(np.uint64)
    if bits <= 32:
        return np.asarray(x * y >> np.uint64(bits) != 0)
    return np.asarray((x != 0) & (y > np.uint64((1 << bits) - 1) // np.maximum(x, np.uint64(1))))


def _shifted_out(a: Array, b: Array, bits: int, is_signed: bool) -> Array:
    """Whether a shift to the left loses a bit; one by the width or more is poison by itself."""
    by = np.minimum(b, b.dtype.type(bits - 1))
    result = _low(a << by, bits)
    if is_signed:
        back = signed(result, bits) >> by.astype(f"i{b.dtype.itemsize}")
        return np.asarray(back != signed(a, bits))
    return np.asarray(result >> by != a)


def _remainder(a: Array, b: Array, bits: int, is_signed: bool) -> Array:
    if is_signed:
        x, y = signed(a, bits), signed(b, bits)
        return np.asarray((y != 0) & (np.fmod(x, np.where(y == 0, y.dtype.type(1), y)) != 0))
    return np.asarray((b != 0) & (a % np.maximum(b, b.dtype.type(1)) != 0))


def _dropped(a: Array, b: Array, bits: int) -> Array:
    """Whether a shift to the right loses a bit."""
    by = np.minimum(b, b.dtype.type(bits - 1))
    return np.asarray(a & ((a.dtype.type(1) << by) - a.dtype.type(1)) != 0)


_FAILS: dict[tuple[str, str], Callable[[Array, Array, int], Array]] = {
    ("add", "nuw"): lambda a, b, n: _low(a + b, n) < a,
    ("add", "nsw"): lambda a, b, n: _sign((a ^ (a + b)) & (b ^ (a + b)), n),
    ("sub", "nuw"): lambda a, b, n: a < b,
    ("sub", "nsw"): lambda a, b, n: _sign((a ^ b) & (a ^ (a - b)), n),
    ("mul", "nuw"): lambda a, b, n: _product(a, b, n, False),
    ("mul", "nsw"): lambda a, b, n: _product(a, b, n, True),
    ("shl", "nuw"): lambda a, b, n: _shifted_out(a, b, n, False),
    ("shl", "nsw"): lambda a, b, n: _shifted_out(a, b, n, True),
    ("udiv", "exact"): lambda a, b, n: _remainder(a, b, n, False),
    ("sdiv", "exact"): lambda a, b, n: _remainder(a, b, n, True),
    ("lshr", "exact"): _dropped,
    ("ashr", "exact"): _dropped,
    ("or", "disjoint"): lambda a, b, n: a & b != 0,
    ("icmp", "samesign"): lambda a, b, n: _sign(a ^ b, n),
}


def _number_test(c: Slots, i: ir.Instruction, flag: str) -> Test | None:
    """Whether an operand or the result is a NaN or an infinity."""
    asked = [] if i.op == "select" else list(i.operands)
    asked = [o for o in asked if isinstance(element_type(o.type), ir.FloatType)]
    slots = [(c.slot(o), element_type(o.type)) for o in asked]
    if isinstance(element_type(i.type), ir.FloatType):
        slots.append((c.destination(i), element_type(i.type)))
    singles = [_over_elements([slot], lambda a, t=type_: _odd_numbers(a, t, flag)) for slot, type_ in slots]
    if not singles:
        return None

    def test(E: Environment) -> list[Array] | None:
        found = [marks for marks in (single(E) for single in singles) if marks is not None]
        if not found:
            return None
        if len({len(marks) for marks in found}) > 1:
            return [np.logical_or.reduce(np.broadcast_arrays(*(part for marks in found for part in marks)))]
        return [np.logical_or.reduce(np.broadcast_arrays(*parts)) for parts in zip(*found, strict=True)]

    return test


def _odd_numbers(a: Array, type_: ir.FloatType, flag: str) -> Array:
    """NaNs by `nnan`, infinities by `ninf`, both by `fast`."""
    if type_.bits == 16:
        infinity = np.uint16(0x7C00 if type_.name == "half" else 0x7F80)
        nan, infinite = (a & np.uint16(0x7FFF)) > infinity, (a & np.uint16(0x7FFF)) == infinity
    else:
        nan, infinite = np.isnan(a), np.isinf(a)
    return np.asarray({"nnan": nan, "ninf": infinite}.get(flag, nan | infinite))


# Results.


def ranges_of(c: Slots, i: ir.Instruction, name: str) -> list[tuple[int, int]]:
    """The half-open ranges of `range(i32 0, 64)` or of `!range`'s node."""
    text = i.metadata["range"] if name.startswith("!") else i.extra["attributes"]["range"]
    text = c.module.metadata.get(text, text)
    numbers = [int(word) for word in re.findall(r"(?<![\w])-?\d+", text)]
    if not numbers or len(numbers) % 2:
        raise UnsupportedError(f"{name} with {text!r}", i.line)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _result_test(c: Slots, i: ir.Instruction, name: str) -> Test:
    slots, type_ = [c.destination(i)], element_type(i.type)
    if name.endswith("range"):
        ranges, mask = ranges_of(c, i, name), (1 << type_.bits) - 1

        def outside(a: Array) -> Array:
            a = _wide(a)
            bad = np.ones(a.shape, np.bool_)
            for low, high in ranges:
                bad &= _low(a - a.dtype.type(low & mask), type_.bits) >= a.dtype.type(high - low & mask)
            return bad

        return _over_elements(slots, outside)
    if name == "!nonnull":
        return _over_elements(slots, lambda a: a == 0)
    node = c.module.metadata.get(i.metadata["align"], i.metadata["align"])
    align = int(re.findall(r"\d+", node)[-1])
    return _over_elements(slots, lambda a: a & a.dtype.type(align - 1) != 0)


# Addresses.


def _address_test(c: Slots, i: ir.Instruction, flag: str) -> Test | None:
    space, machine = ir.expect(element_type(i.type), ir.PointerType).space, c.machine
    bits = 32 if space == 7 else element_type(i.type).bits
    constant, terms = c.address_terms(i)
    if bits > 64:
        raise UnsupportedError(f"{flag} of a getelementptr on {i.type}", i.line)
    if flag == "inbounds" and not constant and not terms:
        return None
    widths = [(width, scale) for _, width, scale in terms]

    def fails(base: Any, result: Any, *indices: Array) -> Array:
        """Of lane arrays, or of fat pointers."""
        if isinstance(base, FatPointer):
            base, result = base.offset, result.offset
        moved: Array | np.int64 = np.int64(constant)
        lost: Array | bool = False
        for index, (width, scale) in zip(indices, widths, strict=True):
            number = signed(index, width).astype(np.int64)
            limit = (1 << bits - 1) // max(scale, 1)
            lost = lost | (number >= limit) | (number < (0 if flag == "nuw" else -limit))
            moved = moved + number * scale
        if flag == "nuw":
            return np.broadcast_to(lost | (moved < 0) | (result < base), np.broadcast_shapes(result.shape, base.shape))
        lost = lost | np.where(moved < 0, result > base, result < base)
        if flag != "inbounds" or space == 7:
            return np.asarray(lost)
        return np.asarray(lost | (_leaves_object(machine, space, base, result) & (moved != 0)))

    return _over_elements([c.slot(i.operands[0]), c.destination(i), *(slot for slot, _, _ in terms)], fails)


def _leaves_object(machine: Machine, space: int, base: Array, result: Array) -> Array:
    """Where the two addresses are not both in one object, or one past its end."""
    low, high = min(int(base.min()), int(result.min())), max(int(base.max()), int(result.max()))
    objects = list(_objects(machine, space))
    if any(start <= low and high <= end for start, end in objects):
        return np.zeros((1, 1), np.bool_)
    outside = np.ones(np.broadcast_shapes(base.shape, result.shape), np.bool_)
    for start, end in objects:
        kind = base.dtype.type
        outside &= ~((base >= kind(start)) & (base <= kind(end)) & (result >= kind(start)) & (result <= kind(end)))
    return outside


def _objects(machine: Machine, space: int) -> list[tuple[int, int]]:
    """First and last address of each object that a pointer of an address space may point to."""
    shape = machine.shape
    shared = [(region.start, region.start + region.size) for region in shape.lds_regions]
    if space == 3:
        return shared
    if space == 5:
        return [(0, shape.private_bytes)]
    found = [(each.base, each.base + each.content.data.size) for each in machine.memory.slots.values()]
    if space == 0:
        found += [(LDS_APERTURE + start, LDS_APERTURE + end) for start, end in shared]
        found.append((PRIVATE_APERTURE, PRIVATE_APERTURE + shape.private_bytes))
    return found
