"""A kernel to straight-line segments of closures over a list of value slots.

Every value has a slot in the environment `E`. A block is cut into segments at its barriers. A closure reads
and writes slots; the scheduler keeps old values of inactive lanes for the slots that outlive their segment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..memory.findings import ClaimFinding
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.limits import check_types
from ..text.values import Value
from . import flags
from .barriers import is_barrier, operands_of
from .fences import lacks_acquire
from .flow import Latch, Order, block_order, successors
from .machine import Machine
from .slots import Builder, Edge, Environment, Operation, Segment, Slots
from .undefined import Undefined
from .uses import ORDERED, Uses, classify, reads_lds

Built = TypeVar("Built")
Blocks = dict[str, ir.Block]
Places = dict[str | Latch, int]
"""The first segment of each place in the order."""


class Compiler(Slots):
    """Compiles one kernel for one machine."""

    def __init__(
        self,
        module: ir.Module,
        function: ir.Function,
        machine: Machine,
        symbols: dict[str, int],
        allocas: dict[str, int],
        builders: dict[str, Builder],
        intrinsics: Callable[[Slots, ir.Instruction], tuple[str, Operation]],
    ) -> None:
        super().__init__(module, function, machine, symbols, allocas)
        self.builders = builders
        self.intrinsics = intrinsics
        wanted = machine.findings.wants
        follow = any(map(wanted, ("initialisation", "arithmetic", "claims")))
        self.undefined = Undefined(function, wanted("claims")) if follow else None

    def expression(self, operand: ir.ConstantExpression) -> Value:
        """Run the expression's instruction once, at compile time."""
        instruction = operand.instruction
        instruction.name = f"constant {id(instruction)}"
        operation = self.build(instruction)
        operation(self.environment)
        if self.machine.findings.wants("claims"):
            for name, test in flags.tests(self, instruction):
                if test(self.environment) is not None:
                    message = f"{name} of a constant {instruction.op} does not hold: the result is poison"
                    self.machine.findings.add(
                        ClaimFinding(message=message, line=instruction.line, instruction=self.module.source(instruction.line))
                    )
        value: Value = self.environment[self.slots[instruction.name]]
        return value

    # Code.

    def build(self, instruction: ir.Instruction) -> Operation:
        """The operation of an instruction that is not a call."""
        builder = self.builders.get(instruction.op)
        if builder is None:
            raise UnsupportedError(instruction.op, instruction.line, self.module.source(instruction.line))
        return self._guard(instruction, builder)

    def _guard(self, instruction: ir.Instruction, build: Callable[[Compiler, ir.Instruction], Built]) -> Built:
        """Run a builder; what it trips over is the fault of the text."""
        source = self.module.source(instruction.line)
        try:
            return build(self, instruction)
        except UnsupportedError as error:
            raise UnsupportedError(error.what, error.line, self.module.source(error.line)) from None
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise SimulatorError(f"line {instruction.line}: malformed instruction ({error}): {source}") from error

    def compile(self) -> list[Segment]:
        """All segments, in the order in which the scheduler runs them; entry first."""
        blocks = {block.name: block for block in self.function.blocks}
        order = block_order(self.function)
        first: Places = {}
        count = 0
        for place in order.places:
            first[place] = count
            count += 1 if isinstance(place, Latch) else 1 + sum(is_barrier(i) for i in blocks[place].instructions)
        outlive = self._outliving(blocks, order.blocks)
        check_names(self.function, [blocks[name] for name in order.blocks])
        try:
            for name in order.blocks:
                for instruction in blocks[name].instructions:
                    check_types(instruction, self.machine.arch)
        except UnsupportedError as error:
            raise UnsupportedError(error.what, error.line, self.module.source(error.line)) from None
        for place in order.places:
            if isinstance(place, Latch):
                self.segments.append(self._latch(place, order, first))
            else:
                self._block(blocks[place], blocks, first, outlive, order)
        return self.segments

    def _latch(self, latch: Latch, order: Order, first: Places) -> Segment:
        loop = [first[other] for other in order.places if isinstance(other, Latch) and other.headers == latch.headers]
        return Segment(ending="latch", edges=[Edge(first[latch.header])], loop=loop)

    def _block(self, block: ir.Block, blocks: Blocks, first: Places, outlive: set[str], order: Order) -> None:
        segment = Segment()
        self.segments.append(segment)
        for instruction in block.instructions:
            if instruction.op == "phi":
                segment.classes["other"] += 1
            elif is_barrier(instruction):
                _, operation = self._guard(instruction, self.intrinsics)
                segment.ending, segment.site = "barrier", self.site(instruction)
                segment.edges = [Edge(len(self.segments))]
                segment.barrier = self._guard(instruction, Compiler._barrier_slot)
                if self.uses is not None:
                    at = next(n for n, other in enumerate(block.instructions) if other is instruction)
                    segment.lacks_acquire = lacks_acquire(self.module, block.instructions, at)
                segment.classes["barrier"] += 1
                segment = Segment()
                self.segments.append(segment)
                if instruction.name is not None:
                    self._append(segment, instruction, operation, outlive)
            elif instruction.op in ("br", "switch", "ret", "unreachable"):
                self._terminator(segment, instruction, block, blocks, first, order)
            else:
                if instruction.op == "call":
                    kind, operation = self._guard(instruction, self.intrinsics)
                else:
                    kind, operation = classify(instruction), self.build(instruction)
                segment.late_uses |= self._late_slots(instruction.operands)
                self._check_undefined(segment, instruction, kind)
                if kind in ORDERED:
                    self._put_to_use(segment, instruction)
                self._append(segment, instruction, operation, outlive)
                if self.undefined is not None and (follow := self.undefined.follow(self, instruction)):
                    self._add(segment, follow, self.shadows[instruction.name or ""], instruction.name in outlive)
                segment.classes[kind] += 1

    def _barrier_slot(self, instruction: ir.Instruction) -> int:
        """The slot of a barrier's number; -1 where there is one barrier alone."""
        operands = operands_of(instruction)
        return self.slot(operands[0]) if operands else -1

    def _append(self, segment: Segment, instruction: ir.Instruction, operation: Operation, outlive: set[str]) -> None:
        self._add(segment, operation, self.destination(instruction), instruction.name in outlive)

    def _add(self, segment: Segment, operation: Operation, result: int, keep: bool) -> None:
        segment.operations.append(operation)
        segment.results.append(result)
        segment.kept.append(keep)

    def _check_undefined(self, segment: Segment, instruction: ir.Instruction, kind: str) -> None:
        if self.undefined is not None and (check := self.undefined.check(self, instruction, kind)):
            self._add(segment, check, -1, False)

    def _put_to_use(self, segment: Segment, instruction: ir.Instruction) -> None:
        """The instruction needs what was read from LDS."""
        read = 0 if self.uses is None else self.uses.of(instruction)
        if read:
            machine = self.machine

            def put_to_use(E: Environment) -> None:
                for tell in machine.on_use:
                    tell(machine, read)

            self._add(segment, put_to_use, -1, False)

    def _terminator(
        self, segment: Segment, instruction: ir.Instruction, block: ir.Block, blocks: Blocks, first: Places, order: Order
    ) -> None:
        segment.site = self.site(instruction)
        segment.classes["control"] += 1
        self._check_undefined(segment, instruction, "control")
        self._put_to_use(segment, instruction)
        labels = instruction.extra.get("labels", ())
        edges = [self._edge(block, blocks[label], first[order.latches.get((block.name, label), label)]) for label in labels]
        sources = {source for edge in edges for _, source in edge.phis}
        late = {self.slots[name] for name in self.late if name in self.slots}
        segment.late_uses |= self._late_slots(instruction.operands) | (sources & late)
        if instruction.op == "br" and instruction.operands:
            segment.ending = "branch"
            segment.condition = self.slot(instruction.operands[0])
            segment.edges = edges[::-1]
        elif instruction.op == "br":
            segment.ending, segment.edges = "jump", edges
        elif instruction.op == "switch":
            segment.ending, segment.edges = "switch", edges
            segment.condition = self.slot(instruction.operands[0])
            segment.cases = [self.slot(case) for case in instruction.operands[1:]]
        else:
            segment.ending = "return" if instruction.op == "ret" else "unreachable"

    def _edge(self, source: ir.Block, target: ir.Block, index: int) -> Edge:
        edge = Edge(index)
        for instruction in target.instructions:
            if instruction.op != "phi":
                break
            chosen = [
                operand
                for operand, label in zip(instruction.operands, instruction.extra["labels"], strict=True)
                if label == source.name
            ]
            if not chosen:
                raise SimulatorError(f"line {instruction.line}: the phi has no value for block %{source.name}")
            edge.phis.append((self.destination(instruction), self.slot(chosen[0])))
            if self.undefined is not None and instruction.name is not None and self.undefined.names.get(instruction.name):
                shadow = self.undefined.shadow
                edge.phis.append((shadow(self, ir.Local(instruction.type, instruction.name)), shadow(self, chosen[0])))
        return edge

    def _outliving(self, blocks: Blocks, order: list[str]) -> set[str]:
        """Names used outside the segment that defines them. A phi's operand is used in its predecessor. Sets `late`: LDS reads
        that their own segment does not use."""
        home: dict[str, tuple[str, int]] = {}
        reads: set[str] = set()
        uses: list[tuple[str, tuple[str, int]]] = []
        last: dict[str, int] = {}
        for name in order:
            number = 0
            for instruction in blocks[name].instructions:
                number += is_barrier(instruction)
                if instruction.name is not None:
                    home[instruction.name] = (name, number)
                    if reads_lds(instruction):
                        reads.add(instruction.name)
                if instruction.op != "phi":
                    uses += [(o.name, (name, number)) for o in instruction.operands if isinstance(o, ir.Local)]
            last[name] = number
        for name in order:
            for instruction in blocks[name].instructions:
                if instruction.op == "phi":
                    for operand, label in zip(instruction.operands, instruction.extra["labels"], strict=True):
                        if isinstance(operand, ir.Local) and label in last:
                            uses.append((operand.name, (label, last[label])))
        at_home = {name for name, where in uses if home.get(name) == where}
        outlive = {name for name, where in uses if home.get(name) != where}
        self.late = reads & outlive - at_home
        machine = self.machine
        if machine.on_use and machine.waves > 1 and not machine.shape.barrier_waits:
            self.uses = Uses([blocks[name] for name in order], reads)
        return outlive

    def _late_slots(self, operands: list[ir.Operand]) -> frozenset[int]:
        """Slots of operands that LDS reads of other segments made."""
        return frozenset(self.slot(o) for o in operands if isinstance(o, ir.Local) and o.name in self.late)


def check_names(function: ir.Function, blocks: list[ir.Block]) -> None:
    """Every name is defined once, and every use has its type and comes after the definition on every way there."""
    types = {name: type_ for type_, name in function.parameters}
    for i in (i for block in blocks for i in block.instructions):
        if i.name in types:
            raise SimulatorError(f"line {i.line}: %{i.name} is defined twice")
        if i.name is not None:
            types[i.name] = i.type
    known = _defined_at_end({name for _, name in function.parameters}, blocks)
    for block in blocks:
        here = set(known[block.name][0])
        for i in block.instructions:
            labels = i.extra["labels"] if i.op == "phi" else (None,) * len(i.operands)
            for operand, label in zip(i.operands, labels, strict=True):
                if not isinstance(operand, ir.Local) or (label is not None and label not in known):
                    continue
                if operand.name not in (here if label is None else known[label][1]):
                    raise SimulatorError(f"line {i.line}: use of the undefined value %{operand.name}")
                if operand.type != types[operand.name]:
                    raise SimulatorError(f"line {i.line}: %{operand.name} has type {types[operand.name]}, not {operand.type}")
            if i.name is not None:
                here.add(i.name)


def _defined_at_end(parameters: set[str], blocks: list[ir.Block]) -> dict[str, tuple[set[str], set[str]]]:
    """For each block, the names that are defined at its start and at its end whichever way it was reached."""
    own = {block.name: {i.name for i in block.instructions if i.name is not None} for block in blocks}
    before: dict[str, set[str]] = {block.name: set() for block in blocks}
    reached: dict[str, list[str]] = {block.name: [] for block in blocks}
    for block in blocks:
        for successor in successors(block):
            reached[successor].append(block.name)
    everything = parameters.union(*own.values())
    after = dict.fromkeys(own, everything)
    changed = True
    while changed:
        changed = False
        for block in blocks:
            ways = [after[name] for name in reached[block.name]]
            if block is blocks[0]:
                ways = [parameters]
            before[block.name] = set.intersection(*ways)
            new = before[block.name] | own[block.name]
            changed = changed or new != after[block.name]
            after[block.name] = new
    return {name: (before[name], after[name]) for name in own}
