"""Atomics that are intrinsics of the amdgcn target: raw buffer atomics and the floating ones on global memory."""

from __future__ import annotations

from functools import partial

from ..memory.layout import from_bytes, to_bytes
from ..memory.site import Request
from ..run.atomics import combiner, compare_and_swap, through_pointer
from ..run.intrinsics import Handler
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from .buffers import RawAccess

# Names in the intrinsics for what atomicrmw calls otherwise.
_OPERATIONS = {
    "swap": "xchg", "smin": "min", "smax": "max", "inc": "uinc_wrap", "dec": "udec_wrap",
    **{name: name for name in ("add", "sub", "umin", "umax", "and", "or", "xor", "fadd", "fmin", "fmax")},
}  # fmt: skip


def _buffer(c: Slots, i: ir.Instruction, name: str) -> Operation:
    """(data, resource, voffset, soffset, aux), cmpswap with the expected value behind the data. Out of range, if only in
    part: no update, 0."""
    type_ = i.operands[0].type
    count = 2 if name == "cmpswap" else 1
    combine = compare_and_swap if name == "cmpswap" else combiner(_OPERATIONS[name], type_, i.line)
    raw = RawAccess(c, i, type_.size, i.operands[count:])
    slots, d = [c.slot(operand) for operand in i.operands[:count]][::-1], c.destination(i)

    def atomic(E: Environment) -> None:
        old = raw.update(E, [to_bytes(E[slot], type_) for slot in slots], combine)
        if d >= 0:
            E[d] = from_bytes(old, type_)

    return atomic


def _pointer(c: Slots, i: ir.Instruction, name: str) -> Operation:
    """(pointer, data, ...): the old value."""
    type_ = i.operands[1].type
    request = Request(type_.size, type_.size, c.site(i), "atomic")
    return through_pointer(c, i, combiner(_OPERATIONS[name], type_, i.line), request)


HANDLERS: dict[str, Handler] = {
    **{
        f"llvm.amdgcn.raw.{ptr}buffer.atomic.{name}": ("atomic", partial(_buffer, name=name))
        for ptr in ("ptr.", "")
        for name in (*_OPERATIONS, "cmpswap")
    },
    **{
        f"llvm.amdgcn.{space}.atomic.{name}": ("atomic", partial(_pointer, name=name))
        for space in ("global", "flat")
        for name in ("fadd", "fmin", "fmax")
    },
}
