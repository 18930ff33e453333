"""Closures for the instructions of LLVM IR that are not calls: one builder an opcode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from operator import is_not
from typing import Any

import numpy as np

from ..memory.findings import ArithmeticFinding, InitialisationFinding
from ..memory.hooks import Wait
from ..memory.layout import aggregate, bitcast, check_storable, from_bytes, leaves, member, to_bytes
from ..memory.memory import LDS_APERTURE, PRIVATE_APERTURE, Access
from ..memory.site import Request, Site
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.reader import BINARY, CASTS
from ..text.values import POISON, Array, Value, Vector, blend, container, element_type, float_type, is_poison, signed
from . import arithmetic
from .fences import ACQUIRES, RELEASES, orders, scope_of, synchronized_spaces
from .machine import Machine
from .slots import Environment, Operation, Slots


def map_elements(function: Callable[..., Array], values: Sequence[Vector]) -> Vector:
    """Apply a scalar function to vectors, all at once where they are stacked."""
    arrays = [value.array for value in values]
    if all(array is not None for array in arrays):
        return Vector.of(function(*arrays))
    return Vector(map(function, *values))


def elementwise(c: Slots, i: ir.Instruction, function: Callable[..., Array], operands: Sequence[ir.Operand]) -> Operation:
    """An operation that acts on each element alone.

    A result is used again where the operands are the same objects as last time: values that do not change in a
    loop keep their identity, down to the addresses that a `Resolver` remembers."""
    d = c.destination(i)
    slots = [c.slot(operand) for operand in operands]
    if isinstance(i.type, ir.VectorType):
        return lambda E: E.__setitem__(d, map_elements(function, [E[s] for s in slots]))
    if len(slots) == 1:
        (a,) = slots

        def unary(E: Environment) -> None:
            E[d] = function(E[a])

        return unary
    if len(slots) == 2:
        a, b = slots
        last: tuple[Any, Any, Any] = (None, None, None)

        def binary(E: Environment) -> None:
            nonlocal last
            x, y = E[a], E[b]
            if x is not last[0] or y is not last[1]:
                last = (x, y, function(x, y))
            E[d] = last[2]

        return binary

    def several(E: Environment) -> None:
        E[d] = function(*(E[s] for s in slots))

    return several


def build_binary(c: Slots, i: ir.Instruction) -> Operation:
    type_ = element_type(i.type)
    if not isinstance(type_, (ir.IntType, ir.FloatType)) or type_.bits > 64:
        raise UnsupportedError(f"{i.op} of type {i.type}", i.line)
    operation = elementwise(c, i, arithmetic.binary(i.op, type_), i.operands)
    if i.op not in ("udiv", "sdiv", "urem", "srem"):
        return operation
    divisor, site, machine = c.slot(i.operands[1]), c.site(i), c.machine

    def checked(E: Environment) -> None:
        values = E[divisor] if isinstance(E[divisor], Vector) else (E[divisor],)
        for value in values:
            zero = value == 0
            if zero.any():
                machine.report_lanes(ArithmeticFinding, site, zero, message=f"{i.op} by zero")
        operation(E)

    return checked


def build_fneg(c: Slots, i: ir.Instruction) -> Operation:
    return elementwise(c, i, arithmetic.negate(i.type), i.operands)


def build_icmp(c: Slots, i: ir.Instruction) -> Operation:
    function = arithmetic.integer_compare(i.extra["predicate"], element_type(i.operands[0].type))
    return elementwise(c, i, function, i.operands)


def build_fcmp(c: Slots, i: ir.Instruction) -> Operation:
    function = arithmetic.float_compare(i.extra["predicate"], float_type(i.operands[0].type))
    return elementwise(c, i, function, i.operands)


def build_cast(c: Slots, i: ir.Instruction) -> Operation:
    source, target = i.operands[0].type, i.type
    if i.op == "bitcast":
        if source == target:
            return build_copy(c, i)
        check_storable(source, i.line)
        check_storable(target, i.line)
        a, d = c.slot(i.operands[0]), c.destination(i)
        return lambda E: E.__setitem__(d, bitcast(E[a], source, target))
    if i.op == "addrspacecast":
        return build_addrspacecast(c, i)
    function = arithmetic.cast(i.op, element_type(source), element_type(target), i.line)
    return elementwise(c, i, function, i.operands)


def build_addrspacecast(c: Slots, i: ir.Instruction) -> Operation:
    """Global and constant addresses are flat addresses; LDS and private ones get an aperture."""
    source, target = (ir.expect(type_, ir.PointerType).space for type_ in (i.operands[0].type, i.type))
    apertures = {3: LDS_APERTURE, 5: PRIVATE_APERTURE}
    if source in apertures and target == 0:
        base = np.uint64(apertures[source])
        return elementwise(c, i, lambda a: a.astype(np.uint64) + base, i.operands)
    if source == 0 and target in apertures:
        return elementwise(c, i, lambda a: a.astype(np.uint32), i.operands)
    if {source, target} <= {0, 1, 4}:
        return build_copy(c, i)
    raise UnsupportedError(f"addrspacecast from space {source} to space {target}", i.line)


def build_copy(c: Slots, i: ir.Instruction) -> Operation:
    a, d = c.slot(i.operands[0]), c.destination(i)

    def copy(E: Environment) -> None:
        E[d] = E[a]

    return copy


def choose(condition: Array, a: Any, b: Any) -> Any:
    """`a` where the (scalar) condition holds, else `b`, another value of its kind."""
    if condition.size == 1:
        return a if condition.item() else b
    return blend(condition, a, b)


def build_select(c: Slots, i: ir.Instruction) -> Operation:
    d = c.destination(i)
    s, a, b = (c.slot(operand) for operand in i.operands)
    if isinstance(i.operands[0].type, ir.VectorType):
        return lambda E: E.__setitem__(d, Vector(map(choose, E[s], E[a], E[b])))
    return lambda E: E.__setitem__(d, choose(E[s], E[a], E[b]))


# Vectors and aggregates.


def build_extractelement(c: Slots, i: ir.Instruction) -> Operation:
    a, d = c.slot(i.operands[0]), c.destination(i)
    if isinstance(i.operands[1], ir.Constant):
        at = c.integer(i.operands[1], "an index", i.line)
        if at >= ir.expect(i.operands[0].type, ir.VectorType).count:
            raise UnsupportedError("extractelement past the end (poison)", i.line)

        def extract(E: Environment) -> None:
            E[d] = E[a][at]

        return extract
    s = c.slot(i.operands[1])

    def extract_variable(E: Environment) -> None:
        index = E[s]
        stack = E[a].stacked()
        shape = np.broadcast_shapes(index.shape, stack.shape[1:])
        picked = np.broadcast_to(np.minimum(index, len(stack) - 1).astype(np.intp), shape)
        E[d] = np.take_along_axis(np.broadcast_to(stack, (len(stack), *shape)), picked[None], axis=0)[0]

    return extract_variable


def build_insertelement(c: Slots, i: ir.Instruction) -> Operation:
    a, v, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
    count = ir.expect(i.type, ir.VectorType).count
    if isinstance(i.operands[2], ir.Constant):
        at = c.integer(i.operands[2], "an index", i.line)
        if at >= count:
            raise UnsupportedError("insertelement past the end (poison)", i.line)

        def insert(E: Environment) -> None:
            elements = list(E[a])
            elements[at] = E[v]
            E[d] = Vector(elements)

        return insert
    s = c.slot(i.operands[2])

    def insert_variable(E: Environment) -> None:
        E[d] = Vector(choose(E[s] == at, E[v], element) for at, element in enumerate(E[a]))

    return insert_variable


def build_shufflevector(c: Slots, i: ir.Instruction) -> Operation:
    a, b, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
    picks = shuffle_picks(i)
    count = ir.expect(i.operands[0].type, ir.VectorType).count
    poison = POISON[container(element_type(i.type))]
    if max(picks) >= 2 * count:
        raise ValueError(f"the mask picks element {max(picks)} of {2 * count}")
    start = picks[0]
    run = start >= 0 and picks == list(range(start, start + len(picks))) and picks[-1] < count

    def shuffle(E: Environment) -> None:
        first = E[a]
        if run and first.array is not None:
            E[d] = Vector.of(first.array[start : start + len(picks)])
            return
        both = tuple(first) + tuple(E[b])
        E[d] = Vector([poison if pick < 0 else both[pick] for pick in picks])

    return shuffle


def shuffle_picks(i: ir.Instruction) -> list[int]:
    """The mask as numbers; -1 where the result is poison."""
    mask = i.operands[2]
    if not isinstance(mask, ir.Constant):
        raise UnsupportedError("shufflevector with a mask that is not a literal", i.line)
    items = mask.value if isinstance(mask.value, tuple) else [mask] * ir.expect(mask.type, ir.VectorType).count
    picks = [0 if (pick := ir.value_of(item)) == "zero" else pick for item in items]
    return [pick if isinstance(pick, int) else -1 for pick in picks]


def build_extractvalue(c: Slots, i: ir.Instruction) -> Operation:
    a, d = c.slot(i.operands[0]), c.destination(i)

    def extract(E: Environment) -> None:
        value = E[a]
        for index in i.extra["indices"]:
            value = value[index]
        E[d] = value

    return extract


def build_insertvalue(c: Slots, i: ir.Instruction) -> Operation:
    a, v, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)

    def replaced(value: Any, indices: tuple[int, ...], new: Value) -> Value:
        if not indices:
            return new
        members = list(value)
        members[indices[0]] = replaced(members[indices[0]], indices[1:], new)
        return Vector(members)

    return lambda E: E.__setitem__(d, replaced(E[a], i.extra["indices"], E[v]))


# Addresses.


def build_getelementptr(c: Slots, i: ir.Instruction) -> Operation:
    bits = element_type(i.operands[0].type).bits
    if bits > 64:
        raise UnsupportedError(f"getelementptr on {i.operands[0].type}", i.line)
    dtype = np.dtype(f"u{bits // 8}")
    constant, terms = c.address_terms(i)
    p, d = c.slot(i.operands[0]), c.destination(i)
    fixed = dtype.type(constant & (1 << bits) - 1)

    def scaled(index: Array, width: int, scale: int) -> Array:
        if width < bits:
            index = signed(index, width).astype(f"i{bits // 8}").view(dtype)
        elif width > bits:
            index = index.astype(dtype)
        return index if scale == 1 else index * dtype.type(scale)

    inputs = [p] + [slot for slot, _, _ in terms]
    seen: list[Any] = [None] * len(inputs)
    known: Array | None = None

    def addresses(E: Environment) -> None:
        """A vector of pointers: scalars among the operands count for every element."""
        now = []
        for at in range(count):
            element = [E[slot][at] if isinstance(E[slot], Vector) else E[slot] for slot in inputs]
            total = element[0] + fixed
            for index, (_, width, scale) in zip(element[1:], terms, strict=True):
                total = total + scaled(index, width, scale)
            now.append(total)
        E[d] = Vector(now)

    count = i.type.count if isinstance(i.type, ir.VectorType) else 0
    if count:
        return addresses

    def address(E: Environment) -> None:
        nonlocal known, seen
        now = [E[slot] for slot in inputs]
        if known is None or any(map(is_not, now, seen)):
            known, seen = now[0] + fixed if constant else now[0], now
            for slot, width, scale in terms:
                known = known + scaled(E[slot], width, scale)
        E[d] = known

    return address


# Memory.


class Resolver:
    """Resolves a pointer, remembering the last answer: loops often use the same address again."""

    def __init__(self, machine: Machine, space: int, request: Request) -> None:
        self.machine = machine
        self.space = space
        self.request = request
        self._key: tuple[object, object, object] = (None, None, None)
        self._found: list[Access] = []

    def __call__(self, pointer: Array) -> list[Access]:
        machine = self.machine
        key = self._key
        if key[0] is not pointer or key[1] is not machine.mask or key[2] is not machine.lds:
            self._found = machine.resolve(self.space, pointer, self.request)
            self._key = (pointer, machine.mask, machine.lds)
        return self._found


Part = tuple[int, ir.Type, tuple[int, ...], Resolver]
_SPACES = (0, 1, 3, 4, 5)


def pointer_space(operand: ir.Operand, line: int) -> int:
    type_ = operand.type
    if not isinstance(type_, ir.PointerType) or type_.space not in _SPACES:
        raise UnsupportedError(f"an access through {type_}", line)
    return type_.space


def check_poison(machine: Machine, site: Site, value: Array, what: str) -> None:
    """Report a register that is poison where it is put to use."""
    if is_poison(value):
        machine.report_lanes(InitialisationFinding, site, np.array([[True]]), space="value", message=f"{what} poison or undef")


def build_load(c: Slots, i: ir.Instruction) -> Operation:
    check_storable(i.type, i.line)
    if isinstance(i.type, (ir.ArrayType, ir.StructType)):
        return build_aggregate_load(c, i)
    a, d, type_ = c.slot(i.operands[0]), c.destination(i), i.type
    machine, site = c.machine, c.site(i)
    space = pointer_space(i.operands[0], i.line)
    resolve = Resolver(machine, space, Request(type_.size, i.extra["align"], site, "load", stated=True))

    def load(E: Environment) -> None:
        if space not in (3, 5):
            machine.count_vector_memory(type_.size, E[a])
        E[d] = from_bytes(machine.load(resolve(E[a]), type_.size, site), type_)

    return ordered(c, i, load)


def build_store(c: Slots, i: ir.Instruction) -> Operation:
    type_ = i.operands[0].type
    check_storable(type_, i.line)
    if isinstance(type_, (ir.ArrayType, ir.StructType)):
        return build_aggregate_store(c, i)
    v, a = c.slot(i.operands[0]), c.slot(i.operands[1])
    machine, site = c.machine, c.site(i)
    space = pointer_space(i.operands[1], i.line)
    resolve = Resolver(machine, space, Request(type_.size, i.extra["align"], site, "store", stated=True))

    def store(E: Environment) -> None:
        value = E[v]
        if space not in (3, 5):
            machine.count_vector_memory(type_.size)
        machine.store(resolve(E[a]), to_bytes(value, type_), site)

    return ordered(c, i, store)


def _parts(c: Slots, i: ir.Instruction, type_: ir.Type, pointer: ir.Operand, kind: str) -> list[Part]:
    """(offset, type, indices, resolver) of each part of an aggregate, which the compiler loads or stores by itself."""
    space, align, site = pointer_space(pointer, i.line), i.extra["align"], c.site(i)
    return [
        (at, leaf, path, Resolver(c.machine, space, Request(leaf.size, gcd(align, at), site, kind)))
        for at, leaf, path in leaves(type_)
    ]


def build_aggregate_load(c: Slots, i: ir.Instruction) -> Operation:
    a, d, machine, site = c.slot(i.operands[0]), c.destination(i), c.machine, c.site(i)
    parts = _parts(c, i, i.type, i.operands[0], "load")
    counted = pointer_space(i.operands[0], i.line) not in (3, 5)

    def load(E: Environment) -> None:
        pointer, found = E[a], []
        for at, leaf, _, resolve in parts:
            if counted:
                machine.count_vector_memory(leaf.size, pointer)
            found.append(from_bytes(machine.load(resolve(pointer + pointer.dtype.type(at)), leaf.size, site), leaf))
        E[d] = aggregate(i.type, iter(found))

    return load


def build_aggregate_store(c: Slots, i: ir.Instruction) -> Operation:
    """Padding is not written (LLVM language reference, store)."""
    v, a, machine, site = c.slot(i.operands[0]), c.slot(i.operands[1]), c.machine, c.site(i)
    parts = _parts(c, i, i.operands[0].type, i.operands[1], "store")
    counted = pointer_space(i.operands[1], i.line) not in (3, 5)

    def store(E: Environment) -> None:
        pointer, value = E[a], E[v]
        for at, leaf, path, resolve in parts:
            if counted:
                machine.count_vector_memory(leaf.size)
            machine.store(resolve(pointer + pointer.dtype.type(at)), to_bytes(member(value, path), leaf), site)

    return store


def build_alloca(c: Slots, i: ir.Instruction) -> Operation:
    d = c.destination(i)
    space = ir.expect(i.type, ir.PointerType).space
    if space not in (0, 5):
        raise UnsupportedError(f"alloca in address space {space}", i.line)
    offset = c.allocas[i.name or ""]
    c.environment[d] = np.array([[offset]], np.uint32) if space else np.array([[PRIVATE_APERTURE + offset]], np.uint64)
    return lambda E: None


def ordered(c: Slots, i: ir.Instruction, operation: Operation) -> Operation:
    """An atomic that waits for the wave's LDS accesses: before it where it releases, behind it where it acquires through a
    pointer that may be to LDS (lgkmcnt(0) in LLVM's AMDGPU guide, memory model code sequences). A store acquires nothing."""
    ordering, machine = i.extra.get("ordering"), c.machine
    space = pointer_space(i.operands[i.op == "store"], i.line)
    before = ordering in RELEASES and orders(c.module, i, "local")
    behind = ordering in ACQUIRES and orders(c.module, i, "local") and space in (0, 3) and i.op != "store"
    release = Wait(lds=before, stores=ordering in RELEASES and orders(c.module, i, "global"))
    meets = "atomic" in i.flags and space in (0, 1)
    if not release.lds and not release.stores and not behind and not meets:
        return operation

    def in_order(E: Environment) -> None:
        machine.wait(release)
        if meets:
            machine.note_atomic()
        operation(E)
        if behind:
            machine.wait(Wait(lds=True))
            machine.acquire()

    return in_order


def build_fence(c: Slots, i: ir.Instruction) -> Operation:
    """A release of workgroup scope or wider waits for LDS, and an acquire ends a barrier's ordering of it (`lds`), unless its
    !mmra tags leave local memory out. What fences do to loads straight to LDS is told in `dma`."""
    machine = c.machine
    scope, spaces = scope_of(i), synchronized_spaces(c.module, i)
    releases = i.extra.get("ordering") in RELEASES
    waits = releases and orders(c.module, i, "local")
    acquires = i.extra.get("ordering") in ACQUIRES and orders(c.module, i, "local")
    publishes = releases and orders(c.module, i, "global")
    drains = waits or (scope in ("", "agent") and (not spaces or "global" in spaces))
    drains = drains and machine.arch.startswith("gfx9")
    wait = Wait(waits, publishes, 0 if drains else None)

    def fence(E: Environment) -> None:
        machine.wait(wait)
        if acquires:
            machine.acquire()

    return fence


BUILDERS: dict[str, Callable[[Slots, ir.Instruction], Operation]] = {
    **dict.fromkeys(BINARY, build_binary),
    **dict.fromkeys(CASTS, build_cast),
    "fneg": build_fneg,
    "icmp": build_icmp,
    "fcmp": build_fcmp,
    "select": build_select,
    "freeze": build_copy,
    "extractelement": build_extractelement,
    "insertelement": build_insertelement,
    "shufflevector": build_shufflevector,
    "extractvalue": build_extractvalue,
    "insertvalue": build_insertvalue,
    "getelementptr": build_getelementptr,
    "load": build_load,
    "store": build_store,
    "alloca": build_alloca,
    "fence": build_fence,
}
