"""A kernel's values in slots and its code in segments, as those need them who make operations of its instructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..memory.claims import Claims
from ..memory.site import Site
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.limits import unheld
from ..text.values import POISON, FatPointer, Resource, Value, Vector, container, element_type, from_bits
from .machine import Machine
from .uses import Uses, reads_lds

Environment = list[Any]
"""The values by slot. Of what kind one is, its instruction's type says."""
Operation = Callable[[Environment], None]
Builder = Callable[["Slots", ir.Instruction], Operation]


@dataclass(slots=True)
class Edge:
    """A way into a segment: what its phis become, as (destination, source) slots."""

    target: int
    phis: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Segment:
    """Instructions without a barrier between them.

    `ending` is "branch" (by `condition`'s slot: edges[1] where true, edges[0] else), "jump", "switch"
    (`cases` holds the case values' slots, edges[0] the default), "barrier", "latch" (`loop` holds the segments of all latches
    of the loop), "return" or "unreachable". `barrier` is the slot of the number of the barrier that it ends with, and
    `lacks_acquire` says that the text has a release fence before that barrier and no acquire fence behind it."""

    operations: list[Operation] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    kept: list[bool] = field(default_factory=list)
    late_uses: frozenset[int] = frozenset()
    ending: str = "return"
    condition: int = -1
    cases: list[int] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    loop: list[int] = field(default_factory=list)
    barrier: int = -1
    lacks_acquire: bool = False
    site: Site | None = None
    classes: Counter[str] = field(default_factory=Counter)
    executed_waves: int = 0
    executed_lanes: int = 0

    @property
    def place(self) -> Site:
        """The site of the barrier or the terminator that it ends with."""
        assert self.site is not None
        return self.site


class Slots:
    """What is known of one kernel while it is compiled for one machine."""

    def __init__(
        self, module: ir.Module, function: ir.Function, machine: Machine, symbols: dict[str, int], allocas: dict[str, int]
    ) -> None:
        self.module = module
        self.function = function
        self.machine = machine
        self.symbols = symbols
        self.allocas = allocas
        self.environment: Environment = []
        self.slots: dict[str, int] = {}
        self.constants: dict[object, int] = {}
        self.segments: list[Segment] = []
        self.late: set[str] = set()
        self.uses: Uses | None = None  # of LDS reads, where it matters when they come back
        self.shadows: dict[str, int] = {}
        self.claims: Claims | None = None

    def new_slot(self, value: Value | None = None) -> int:
        self.environment.append(value)
        return len(self.environment) - 1

    def destination(self, instruction: ir.Instruction) -> int:
        """The slot of an instruction's result."""
        if instruction.name is None:
            return -1
        if instruction.name not in self.slots:
            self.slots[instruction.name] = self.new_slot()
        return self.slots[instruction.name]

    def slot(self, operand: ir.Operand) -> int:
        """The slot of an operand; constants get theirs filled here."""
        if isinstance(operand, ir.Local):
            if operand.name not in self.slots:
                self.slots[operand.name] = self.new_slot()
            return self.slots[operand.name]
        key = operand if not isinstance(operand, ir.ConstantExpression) else id(operand)
        if key not in self.constants:
            self.constants[key] = self.new_slot(self.constant(operand))
        return self.constants[key]

    def constant(self, operand: ir.Operand) -> Value:
        type_ = operand.type
        if isinstance(operand, ir.GlobalRef):
            if operand.name in self.module.functions:
                raise UnsupportedError(f"the address of the function @{operand.name}", self.module.functions[operand.name].line)
            if operand.name not in self.symbols:
                raise SimulatorError(f"use of the unknown global @{operand.name}")
            return from_bits(self.symbols[operand.name], type_)
        if isinstance(operand, ir.ConstantExpression):
            return self.expression(operand)
        if not isinstance(operand, ir.Constant):
            raise UnsupportedError(f"a {type(operand).__name__} as an operand", self.function.line)
        if isinstance(operand.value, tuple):
            return Vector(self.constant(item) for item in operand.value)
        if isinstance(type_, (ir.VectorType, ir.ArrayType)):
            return Vector([self.constant(ir.Constant(type_.element, operand.value))] * type_.count)
        if isinstance(type_, ir.StructType):
            return Vector(self.constant(ir.Constant(e, operand.value)) for e in type_.elements)
        if isinstance(type_, ir.PointerType) and type_.space in (7, 8) and operand.value == "zero":
            long, word = from_bits(0, ir.I64), from_bits(0, ir.I32)
            resource = Resource(long, long, word)
            return FatPointer(resource, word) if type_.space == 7 else resource
        if unheld(type_) or element_type(type_).bits > 64:
            raise UnsupportedError(f"a constant of type {type_}", self.function.line)
        if operand.value == "poison":
            return POISON[container(type_)]
        return from_bits(self.integer(operand, "a constant", self.function.line), type_)

    def expression(self, operand: ir.ConstantExpression) -> Value:
        """The value of a constant expression."""
        raise NotImplementedError

    def integer(self, operand: ir.Operand, what: str, line: int) -> int:
        """A literal integer operand."""
        if isinstance(operand, ir.Constant) and operand.value == "zero":
            return 0
        if not isinstance(operand, ir.Constant) or not isinstance(operand.value, int):
            raise UnsupportedError(f"{what} that is not a literal", line)
        return operand.value

    def site(self, instruction: ir.Instruction) -> Site:
        atomic = instruction.op == "atomicrmw" or "atomic" in instruction.flags
        callee = instruction.callee or ""
        atomic = atomic or ".atomic." in callee or instruction.op == "cmpxchg"
        late = self.destination(instruction) if instruction.name in self.late else -1
        read = 0 if self.uses is None or not reads_lds(instruction) else self.uses.latest.get(instruction.name or "", 0)
        if self.claims is not None:
            self.claims.watch(instruction)
        source = self.module.source(instruction.line)
        return Site(instruction.line, source, atomic, ".lds" in callee, late, read, id(instruction))

    def address_terms(self, i: ir.Instruction) -> tuple[int, list[tuple[int, int, int]]]:
        """Of a getelementptr, the constant part in bytes, and (slot, width, scale) of each variable index."""
        constant = 0
        terms = []
        type_: ir.Type = i.extra["element"]
        for position, operand in enumerate(i.operands[1:]):
            scale = type_.stride
            if position > 0:
                if isinstance(type_, ir.StructType):
                    field = self.integer(operand, "a struct index", i.line)
                    constant += type_.offset(field)
                    type_ = type_.elements[field]
                    continue
                # Elements of a vector lie bit by bit, those of an array at their allocation size.
                inner = type_.element if isinstance(type_, ir.VectorType) else ir.expect(type_, ir.ArrayType).element
                scale = inner.size if isinstance(type_, ir.VectorType) else inner.stride
                type_ = inner
            width, known = element_type(operand.type).bits, ir.value_of(operand)
            value = 0 if known == "zero" else known
            if isinstance(value, int):
                constant += (value - (1 << width) if value >> (width - 1) else value) * scale
            else:
                terms.append((self.slot(operand), width, scale))
        return constant, terms
