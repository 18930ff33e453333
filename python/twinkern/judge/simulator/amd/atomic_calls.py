"""Atomics that are intrinsics of the amdgcn target: raw buffer atomics and the floating ones on global memory."""

from __future__ import annotations

from collections.abc import Callable

from ..memory.layout import check_storable, from_bytes, to_bytes
from ..memory.site import Request
from ..run.atomics import compare_and_swap, over_elements, over_values, update, update_function
from ..run.intrinsics import Handler
from ..run.operations import Resolver, pointer_space
from ..run.slots import Builder, Environment, Operation, Slots
from ..text import ir
from ..text.values import Array, element_type
from .buffers import RawAccess

# Names in the intrinsics for what atomicrmw calls otherwise.
_OPERATIONS = {
    "swap": "xchg", "smin": "min", "smax": "max", "inc": "uinc_wrap", "dec": "udec_wrap",
    **{name: name for name in ("add", "sub", "umin", "umax", "and", "or", "xor", "fadd", "fmin", "fmax")},
}  # fmt: skip


def _combiner(name: str, type_: ir.Type, line: int) -> Callable[..., Array]:
    check_storable(type_, line)
    return over_values(over_elements(update_function(_OPERATIONS[name], element_type(type_), line), type_), type_)


def _buffer(name: str) -> Builder:
    """(data, resource, voffset, soffset, aux), cmpswap with the expected value behind the data. Out of range, if only in
    part: no update, 0."""

    def build(c: Slots, i: ir.Instruction) -> Operation:
        type_ = i.operands[0].type
        count = 2 if name == "cmpswap" else 1
        combine = compare_and_swap if name == "cmpswap" else _combiner(name, type_, i.line)
        raw = RawAccess(c, i, type_.size, i.operands[count:])
        slots, d, machine = [c.slot(operand) for operand in i.operands[:count]][::-1], c.destination(i), c.machine

        def atomic(E: Environment) -> None:
            machine.count_vector_memory(raw.size)
            operands = [to_bytes(E[slot], type_) for slot in slots]
            address, inside = raw.whole(E)
            accesses = raw.accesses(address, raw.size, True if inside.all() else inside, "atomic", raw.size)
            result = update(machine, accesses, operands, raw.site, combine)
            if d >= 0:
                E[d] = from_bytes(result, type_)

        return atomic

    return build


def _pointer(name: str) -> Builder:
    """(pointer, data, ...): the old value."""

    def build(c: Slots, i: ir.Instruction) -> Operation:
        type_ = i.operands[1].type
        combine = _combiner(name, type_, i.line)
        machine, site = c.machine, c.site(i)
        space = pointer_space(i.operands[0], i.line)
        resolve = Resolver(machine, space, Request(type_.size, type_.size, site, "atomic"))
        a, v, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)

        def atomic(E: Environment) -> None:
            if space != 3:
                machine.count_vector_memory(type_.size)
            old = update(machine, resolve(E[a]), [to_bytes(E[v], type_)], site, combine)
            if d >= 0:
                E[d] = from_bytes(old, type_)

        return atomic

    return build


HANDLERS: dict[str, Handler] = {
    **{
        f"llvm.amdgcn.raw.{ptr}buffer.atomic.{name}": ("atomic", _buffer(name))
        for ptr in ("ptr.", "")
        for name in (*_OPERATIONS, "cmpswap")
    },
    **{
        f"llvm.amdgcn.{space}.atomic.{name}": ("atomic", _pointer(name))
        for space in ("global", "flat")
        for name in ("fadd", "fmin", "fmax")
    },
}
