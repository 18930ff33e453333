"""The second kernel of a reduction that was cut: it adds the slices in order, in fp32, and casts once."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import COMBINE_THREADS, COMBINE_TOGETHER, DWORD_BYTES, ELEMENT_TYPES, Operation, Predicate
from twinkern.engine.ir.builder import CONSTANT, Builder, Node
from twinkern.engine.ir.types import FLOAT, I64, SCALARS, vector
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.plan.operands import ELEMENT_BYTES
from twinkern.engine.plan.plan import Plan


def slice_of_workspace(b: Builder, machine: Machine, plan: Plan, workspace: Node, number: Node) -> Tensor:
    """A slice of the workspace: it lies as the output does, in fp32. All of them may take more than 32 bits of offset."""
    size = plan.tensors[-1].bytes // plan.slices
    wide = b.constant(number.imm, I64) if number.op is CONSTANT else b.cast(Operation.ZEXT, number, I64)
    moved = b.mul(wide, b.constant(size, I64))
    return machine.tensor(b.offset(workspace, moved), size)


def combine_slices(b: Builder, machine: Machine, plan: Plan, pointers: Sequence[Node]) -> None:
    """Emit the body: each thread adds up some elements that follow each other, over all slices."""
    workspace, result = pointers
    together = min(plan.slices, COMBINE_TOGETHER)
    type_ = vector(plan.combined, FLOAT)
    parts = plan.result.bytes // (ELEMENT_BYTES[plan.result.type] * plan.combined)
    b.comment("elements of this thread")
    output = machine.tensor(result, plan.result.bytes)
    first = b.mul(machine.workgroup(0), b.constant(COMBINE_THREADS))
    part = b.add(first, machine.thread())
    valid = b.compare(Predicate.ULT, part, b.constant(parts)) if parts % COMBINE_THREADS else None
    offset = b.mul(part, b.constant(plan.combined * DWORD_BYTES))

    def add(start: Node, count: int, total: Node) -> Node:
        loaded = []
        for number in range(count):
            tensor = slice_of_workspace(b, machine, plan, workspace, b.add(start, b.constant(number)))
            loaded.append(machine.load(tensor, offset, valid, type_))
        for value in loaded:
            total = b.arithmetic(Operation.FADD, total, value)
        return total

    b.comment("slices in order")
    loop = b.begin_loop(b.constant(plan.slices // together), [b.zero(type_)])
    start = b.mul(loop.index, b.constant(together))
    (total,) = b.end_loop(loop, [add(start, together, loop.carried[0])])
    total = add(b.constant(plan.slices // together * together), plan.slices % together, total)
    b.comment("output")
    stored = b.cast(Operation.FPTRUNC, total, vector(plan.combined, SCALARS[ELEMENT_TYPES[plan.result.type].element]))
    place = b.mul(part, b.constant(plan.combined * ELEMENT_BYTES[plan.result.type]))
    machine.store(output, place, valid, stored)
