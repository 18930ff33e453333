"""The stages of the output chain as they are emitted: each element's value, in fp32, goes through their programs in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twinkern._contract import ELEMENT_TYPES, ChainStage, Operation, Predicate, Role, StageOperand, StageSlices, StageStep
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import FLOAT, SCALARS, Type, vector
from twinkern.engine.machine.interface import Machine, Tensor
from twinkern.engine.plan.chain import Argument

ARITHMETIC = {
    StageStep.ADD: Operation.FADD,
    StageStep.MULTIPLY: Operation.FMUL,
}
Loaded = dict[str, Node]
"""Operands of stages by name: vectors of what follows each other in the output."""


def run_program(machine: Machine, stage: ChainStage, value: Node, operand: Node | None, scalar: Node | None) -> Node:
    """The value of a stage; see stages.toml."""
    b = machine.builder
    given = {StageStep.VALUE: value, StageStep.OPERAND: operand, StageStep.SCALAR: scalar}
    stack: list[Node] = []
    for step, number in stage.program:
        if step is StageStep.CONSTANT:
            pushed: Node | None = b.float_constant(number, FLOAT)
        elif step is StageStep.EXP2:
            pushed = b.call("exp2_f32", stack.pop())
        elif step is StageStep.RECIPROCAL:
            pushed = machine.reciprocal(stack.pop())
        elif step is StageStep.LESS:
            *stack, low, high, then, otherwise = stack
            pushed = b.select(b.compare(Predicate.OLT, low, high), then, otherwise)
        elif step in ARITHMETIC:
            *stack, left, right = stack
            pushed = b.arithmetic(ARITHMETIC[step], left, right)
        else:
            pushed = given[step]
        assert pushed is not None
        stack.append(pushed)
    return stack[0]


def stored_element(argument: Argument) -> Type:
    """The type of an element of a tensor."""
    return SCALARS[ELEMENT_TYPES[argument.type].element]


@dataclass(frozen=True, slots=True)
class Chain:
    """The stages of a kernel, none where another ends with them.

    `tensors` and `scalars` are its arguments by name, elements of the output and of what stages read are of the type `element`.
    `first`: whether this is the first of the slices that are added to the output; None where there is no such.
    """

    b: Builder
    machine: Machine
    stages: Sequence[ChainStage]
    tensors: Mapping[str, Tensor]
    scalars: Mapping[str, Node]
    element: Type
    first: Node | None

    @property
    def late(self) -> bool:
        """Whether stages read operands, so that a tile which is shuffled goes through them after it was."""
        return bool(self.tensors)

    @property
    def by_channel(self) -> bool:
        """Whether a stage reads an element a channel."""
        return any(stage.operand is StageOperand.CHANNEL for stage in self.stages)

    def load(self, kind: StageOperand, offset: Node, valid: Node | None, width: int) -> Loaded:
        """The operands of one kind, so many elements from a byte offset on; zeros where `valid` does not hold."""
        type_ = vector(width, self.element)
        return {
            stage.argument: self.machine.load(self.tensors[stage.argument], offset, valid, type_)
            for stage in self.stages
            if stage.operand is kind
        }

    def load_channels(self, channel: Node, valid: Node | None, width: int) -> Loaded:
        """What there is of some channels that follow each other."""
        offset = self.b.mul(channel, self.b.constant(self.element.bytes))
        return self.load(StageOperand.CHANNEL, offset, valid, width)

    def run(self, values: Sequence[Node], loaded: Loaded) -> Node:
        """One vector of some elements that follow each other, each after all stages, in the output's type."""
        return self.b.concatenate([self.run_one(value, loaded, index) for index, value in enumerate(values)])

    def run_one(self, value: Node, loaded: Loaded, index: int) -> Node:
        """An element, of whose operands each has that index."""
        b = self.b
        for stage in self.stages:
            operand = None
            if stage.argument:
                operand = b.cast(Operation.FPEXT, b.extract(loaded[stage.argument], index), FLOAT)
                if self.first is not None and stage.slices is StageSlices.ONCE:
                    operand = b.select(self.first, operand, b.zero(FLOAT))
            value = run_program(self.machine, stage, value, operand, self.scalars.get(stage.scalar))
        return b.cast(Operation.FPTRUNC, value, self.element)


def make_chain(
    b: Builder,
    machine: Machine,
    stages: Sequence[ChainStage],
    arguments: Sequence[Argument],
    nodes: Sequence[Node],
    element: Type,
    first: Node | None = None,
) -> Chain:
    """The chain of these stages, whose arguments are these."""
    named = list(zip(arguments, nodes, strict=True))
    scalars = {row.name: node for row, node in named if row.role is Role.SCALAR}
    tensors = {row.name: machine.tensor(node, row.bytes) for row, node in named if row.role is not Role.SCALAR}
    return Chain(b, machine, stages, tensors, scalars, element, first)
