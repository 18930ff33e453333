"""The second kernel of a reduction that was cut: it adds the slices in order, in fp32, and casts once."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import COMBINE_THREADS, COMBINE_TOGETHER, DWORD_BYTES, Operation, Predicate, StageOperand
from twinkern.engine.ir.builder import CONSTANT, Builder, Node
from twinkern.engine.ir.types import FLOAT, I64, vector
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.plan.operands import ELEMENT_BYTES
from twinkern.engine.plan.plan import Plan
from twinkern.engine.tile.stages import Loaded, make_chain, stored_element


def slice_of_workspace(b: Builder, machine: Machine, plan: Plan, workspace: Node, number: Node) -> Tensor:
    """A slice of the workspace: it lies as the output does, in fp32. All of them may take more than 32 bits of offset."""
    size = plan.tensors[-1].bytes // plan.slices
    wide = b.constant(number.imm, I64) if number.op is CONSTANT else b.cast(Operation.ZEXT, number, I64)
    moved = b.mul(wide, b.constant(size, I64))
    return machine.tensor(b.offset(workspace, moved), size)


def combine_slices(b: Builder, machine: Machine, plan: Plan, pointers: Sequence[Node]) -> None:
    """Emit the body: each thread adds up some elements that follow each other, over all slices."""
    workspace, result, *operands = pointers
    together = min(plan.slices, COMBINE_TOGETHER)
    type_ = vector(plan.combined, FLOAT)
    parts = plan.result.bytes // (ELEMENT_BYTES[plan.result.type] * plan.combined)
    b.comment("elements of this thread")
    output = machine.tensor(result, plan.result.bytes)
    arguments = plan.kernels[1].arguments[2:]
    chain = make_chain(b, machine, plan.chain, arguments, operands, stored_element(plan.result))
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
    place = b.mul(part, b.constant(plan.combined * ELEMENT_BYTES[plan.result.type]))
    if not chain.stages:
        machine.store(output, place, valid, b.cast(Operation.FPTRUNC, total, vector(plan.combined, chain.element)))
        return
    loaded: Loaded = {}
    if chain.by_channel:
        channel = b.urem(b.mul(part, b.constant(plan.combined)), b.constant(plan.channels))
        loaded = chain.load_channels(channel, valid, plan.combined)
    loaded |= chain.load(StageOperand.ELEMENT, place, valid, plan.combined)
    machine.store(output, place, valid, chain.run([b.extract(total, index) for index in range(plan.combined)], loaded))
