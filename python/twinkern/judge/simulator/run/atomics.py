"""Atomic read-modify-write on global memory and LDS."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from ..memory.layout import check_storable, from_bytes, to_bytes
from ..memory.memory import Access, words_of
from ..memory.site import Request, Site
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, Vector, element_type
from . import arithmetic
from .machine import Machine
from .operations import Resolver, map_elements, ordered, pointer_space
from .slots import Builder, Environment, Operation, Slots

_BINARY = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "fadd": "fadd", "fsub": "fsub"}


def update_function(operation: str, type_: ir.Type, line: int) -> Callable[..., Array]:
    """New memory value of an element from the old one and the operand."""
    if operation in _BINARY:
        return arithmetic.binary(_BINARY[operation], type_)
    if operation == "xchg":
        return lambda old, new: new
    if operation == "nand":
        return lambda old, new: ~(old & new)
    if operation in ("usub_cond", "usub_sat"):
        return lambda old, new: np.where(old >= new, old - new, old if operation == "usub_cond" else old.dtype.type(0))
    if operation in ("umin", "umax"):
        return np.minimum if operation == "umin" else np.maximum
    if operation in ("min", "max"):
        return arithmetic.over_signed(np.minimum if operation == "min" else np.maximum, type_)
    if operation == "uinc_wrap":
        return lambda old, limit: np.where(old >= limit, old.dtype.type(0), old + old.dtype.type(1))
    if operation == "udec_wrap":
        return lambda old, limit: np.where((old == 0) | (old > limit), limit, old - old.dtype.type(1))
    if operation in ("fmin", "fmax"):
        return arithmetic.over_numbers(np.fmin if operation == "fmin" else np.fmax, type_)
    raise UnsupportedError(f"atomicrmw {operation}", line)


def combiner(operation: str, type_: ir.Type, line: int) -> Callable[..., Array]:
    """As `update_function`, of the bytes of a value, shape (lanes, size)."""
    check_storable(type_, line)
    function = update_function(operation, element_type(type_), line)

    def combine(*octets: Array) -> Array:
        values = [from_bytes(part[None], type_) for part in octets]
        vectors = [value for value in values if isinstance(value, Vector)]
        return np.asarray(to_bytes(map_elements(function, vectors) if vectors else function(*values), type_)[0])

    return combine


def build_atomicrmw(c: Slots, i: ir.Instruction) -> Operation:
    """Lanes that meet at one address take turns in lane order: the result is one of those the hardware
    could give."""
    type_ = i.operands[1].type
    combine = combiner(i.extra["operation"], type_, i.line)
    return ordered(c, i, through_pointer(c, i, combine, atomic_request(i, type_, c.site(i))))


def through_pointer(c: Slots, i: ir.Instruction, combine: Callable[..., Array], request: Request) -> Operation:
    """An update of what the first operand points to with the second, whose result is the old value."""
    type_, machine = i.operands[1].type, c.machine
    a, v, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
    space = pointer_space(i.operands[0], i.line)
    resolve = Resolver(machine, space, request)

    def atomic(E: Environment) -> None:
        if space != 3:
            machine.count_vector_memory(type_.size)
        old = update(machine, resolve(E[a]), [to_bytes(E[v], type_)], request.site, combine)
        if d >= 0:
            E[d] = from_bytes(old, type_)

    return atomic


def atomic_request(i: ir.Instruction, type_: ir.Type, site: Site) -> Request:
    """The hardware's atomics want their natural alignment, packed ones too, whatever the text says."""
    stated = i.extra["align"]
    return Request(type_.size, max(stated, type_.size), site, "atomic", stated=stated > type_.size)


def build_cmpxchg(c: Slots, i: ir.Instruction) -> Operation:
    """The pair of the old value and whether it was the expected one, which the new value then replaced."""
    type_ = i.operands[1].type
    check_storable(type_, i.line)
    a, expected, new, d = (*(c.slot(operand) for operand in i.operands), c.destination(i))
    machine, site = c.machine, c.site(i)
    space = pointer_space(i.operands[0], i.line)
    resolve = Resolver(machine, space, atomic_request(i, type_, site))

    def exchange(E: Environment) -> None:
        if space != 3:
            machine.count_vector_memory(type_.size)
        operands = [to_bytes(E[expected], type_), to_bytes(E[new], type_)]
        old = update(machine, resolve(E[a]), operands, site, compare_and_swap)
        same = (old == operands[0]).all(axis=-1)
        if d >= 0:
            E[d] = Vector([from_bytes(old, type_), same])

    return ordered(c, i, exchange)


def compare_and_swap(old: Array, expected: Array, new: Array) -> Array:
    """New memory bytes, shape (lanes, size): those of `new` where the old ones are the expected ones."""
    return np.where((old == expected).all(axis=-1, keepdims=True), new, old)


def update(machine: Machine, accesses: list[Access], operands: list[Array], site: Site, combine: Callable[..., Array]) -> Array:
    """Replace the bytes of each lane's access by combine(old bytes, operands' bytes...); the old bytes of each lane.

    `operands` and the result have the shape (G|1, T|1, size)."""
    result = np.zeros((*machine.lanes, operands[0].shape[-1]), np.uint8)
    machine.count(accesses, "atomic", site)
    for access in accesses:
        access = access.full()
        for ask in machine.on_update:
            ask(machine, access, site)
        if access.memory.constant:
            machine.report_read_only(access, site, "atomic")
            old = access.gather(access.memory.content)
        else:
            old = take_turns(access, [words_of(data, access) for data in operands], combine)
            for tell in machine.on_wrote:
                tell(machine, access, site, None)
        result[access.place] = old
    return result


def take_turns(access: Access, words: list[Array], combine: Callable[..., Array]) -> Array:
    """Apply the update lane by lane where addresses meet; the old bytes of each lane, shape (lanes, size)."""
    flat = access.flat.reshape(-1)
    size = access.size
    operands = [np.ascontiguousarray(part).view(np.uint8).reshape(flat.size, size) for part in words]
    order = np.argsort(flat, kind="stable")
    ordered = flat[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    turn = np.arange(flat.size) - np.repeat(starts, np.diff(np.r_[starts, flat.size]))
    content = access.memory.content.data
    old = np.empty((flat.size, size), np.uint8)
    span = np.arange(size)
    by_turn = order[np.argsort(turn, kind="stable")]
    bounds = np.r_[0, np.cumsum(np.bincount(turn))]
    for begin, end in itertools.pairwise(bounds):
        lanes = by_turn[begin:end]
        where = flat[lanes][:, None] + span
        before = content[where]
        old[lanes] = before
        content[where] = combine(before, *(part[lanes] for part in operands))
    return old.reshape(*access.flat.shape, size)


BUILDERS: dict[str, Builder] = {"atomicrmw": build_atomicrmw, "cmpxchg": build_cmpxchg}
