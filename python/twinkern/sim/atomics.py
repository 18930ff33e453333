"""Atomic read-modify-write on global memory and LDS."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from . import arithmetic, ir
from .compiler import Builder, Compiler, Environment, Operation
from .errors import UnsupportedError
from .layout import check_storable, from_bytes, to_bytes
from .lds import Lds
from .machine import Request, words_of
from .memory import Access
from .operations import Resolver, map_elements, pointer_space
from .values import Array, Value, element_type

_BINARY = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "fadd": "fadd", "fsub": "fsub"}


def update_function(operation: str, type_: ir.Type, line: int) -> Callable[[Array, Array], Array]:
    """New memory value of an element from the old one and the operand."""
    if operation in _BINARY:
        return arithmetic.binary(_BINARY[operation], type_)
    if operation == "xchg":
        return lambda old, new: new
    if operation in ("umin", "umax"):
        return np.minimum if operation == "umin" else np.maximum
    if operation in ("min", "max"):
        return arithmetic.over_signed(np.minimum if operation == "min" else np.maximum, type_)
    if operation in ("fmin", "fmax"):
        return arithmetic.over_numbers(np.fmin if operation == "fmin" else np.fmax, type_)
    raise UnsupportedError(f"atomicrmw {operation}", line)


def build_atomicrmw(c: Compiler, i: ir.Instruction) -> Operation:
    """Lanes that meet at one address take turns in lane order: the result is one of those the hardware
    could give."""
    type_ = i.operands[1].type
    check_storable(type_, i.line)
    function = update_function(i.extra["operation"], element_type(type_), i.line)
    a, v, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
    machine, site = c.machine, c.site(i)
    request = Request(type_.size, i.extra["align"], site, "atomic")
    resolve = Resolver(machine, pointer_space(i.operands[0], i.line), request)

    def combine(old: Value, new: Value) -> Value:
        return map_elements(function, [old, new]) if isinstance(type_, ir.VectorType) else function(old, new)

    def atomic(E: Environment) -> None:
        data = to_bytes(E[v], type_)
        result = np.zeros((*machine.lanes, type_.size), np.uint8)
        accesses = resolve(E[a])
        machine.count(accesses, "atomic", site)
        for access in accesses:
            access = access.full()
            if isinstance(access.memory, Lds) and machine.check_lds:
                access.memory.before_read(machine, access, site)
                access.memory.before_write(machine, access, site)
            old = take_turns(access, words_of(data, access), type_, combine)
            if access.select is None:
                result[...] = old.reshape(result.shape)
            else:
                result[access.select] = old
            if isinstance(access.memory, Lds) and machine.check_lds:
                access.memory.after_write(machine, access, site, atomic=True)
            else:
                machine.note_write(access, site)
        if d >= 0:
            E[d] = from_bytes(result, type_)

    return atomic


def take_turns(access: Access, words: Array, type_: ir.Type, combine: Callable[[Value, Value], Value]) -> Array:
    """Apply the update lane by lane where addresses meet; the old bytes of each lane, shape (lanes, size)."""
    flat = access.flat.reshape(-1)
    size = access.size
    operands = np.ascontiguousarray(words).view(np.uint8).reshape(flat.size, size)
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
        new = combine(from_bytes(before[None], type_), from_bytes(operands[lanes][None], type_))
        content[where] = to_bytes(new, type_)[0]
    return old.reshape(*access.flat.shape, size)


BUILDERS: dict[str, Builder] = {"atomicrmw": build_atomicrmw}
