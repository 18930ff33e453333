"""mbarrier objects in shared memory (PTX ISA, 9.7.13.15): init, arrive, test_wait, try_wait. Transaction counts are refused.

The 64 bits of an object are opaque to a kernel; here bits 0..19 hold the expected arrivals, 20..39 the pending ones, 40 and
up the phase. When a phase completes, all accesses to shared memory before it count as ordered before all later ones: as if
the block had met at a barrier, which can hide a race with a thread that only arrives.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from ..run import atomics
from ..run.slots import Environment, Operation
from ..text.ptx import Name, Operand, Statement
from ..text.values import Array
from .assembler import Assembler, Modifiers, Table
from .memory import address_slot, octets, resolver

_FIELD = np.uint64((1 << 20) - 1)
_PENDING, _PHASE = np.uint64(20), np.uint64(40)


def _object(x: Assembler, m: Modifiers, operand: Operand) -> int:
    if m.take("shared", "shared::cta") is None or m.take("b64") is None:
        raise m.refuse()
    m.take("cta")
    m.take("release", "acquire", "relaxed")
    return address_slot(x, operand, 3)


def _initialise(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    a, count = _object(x, m, s.operands[0]), x.source(s.operands[1], 32)
    machine, resolve, site = x.machine, resolver(x, 3, 8, "store"), x.site

    def initialise(E: Environment) -> None:
        number = E[count].astype(np.uint64)
        machine.store(resolve(E[a]), octets([number | number << _PENDING]), site)

    return initialise


def _arrive(x: Assembler, s: Statement, m: Modifiers, drop: bool) -> Operation:
    operands = list(s.operands)
    d = x.target(operands.pop(0), 64) if isinstance(operands[0], Name) else None
    a = _object(x, m, operands[0])
    count = x.source(operands[1], 32) if len(operands) > 1 else x.compiler.new_slot(np.ones((1, 1), np.uint32))
    machine, resolve, site = x.machine, resolver(x, 3, 8, "atomic"), x.atomic_site()
    completed = False

    def combine(old: Array, arrivals: Array) -> Array:
        nonlocal completed
        value, number = (np.ascontiguousarray(part).view(np.uint64) for part in (old, arrivals))
        expected = (value & _FIELD) - (number if drop else np.uint64(0))
        pending, phase = (value >> _PENDING & _FIELD) - number, value >> _PHASE
        done = pending == 0
        completed = completed or bool(done.any())
        pending, phase = np.where(done, expected, pending), phase + done
        return np.ascontiguousarray(expected | pending << _PENDING | phase << _PHASE).view(np.uint8)

    def arrive(E: Environment) -> None:
        nonlocal completed
        completed = False
        old = atomics.update(machine, resolve(E[a]), [octets([E[count].astype(np.uint64)])], site, combine)
        if completed:
            machine.barrier()
        if d is not None:
            E[d] = old.view(np.uint64)[..., 0]

    return arrive


def _test(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """test_wait and try_wait, which never has to suspend: whether the phase of a state, or of a parity, is over."""
    parity = m.take("parity")
    d, a = x.target(s.operands[0], 1), _object(x, m, s.operands[1])
    state = x.source(s.operands[2], 32 if parity else 64)
    machine, resolve, site = x.machine, resolver(x, 3, 8, "load"), x.atomic_site()

    def test(E: Environment) -> None:
        phase = np.ascontiguousarray(machine.load(resolve(E[a]), 8, site)).view(np.uint64)[..., 0] >> _PHASE
        if parity:
            E[d] = (phase & np.uint64(1)) != E[state]
        else:
            E[d] = phase != E[state] >> _PHASE

    return test


def _invalidate(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    _object(x, m, s.operands[0])
    return lambda E: None


TABLE: Table = {
    "mbarrier.init": ("lds_write", _initialise),
    "mbarrier.inval": ("other", _invalidate),
    "mbarrier.arrive": ("atomic", partial(_arrive, drop=False)),
    "mbarrier.arrive_drop": ("atomic", partial(_arrive, drop=True)),
    "mbarrier.test_wait": ("wait", _test),
    "mbarrier.try_wait": ("wait", _test),
}
