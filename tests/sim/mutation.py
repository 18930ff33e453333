"""Mutants of a kernel's text: one constant, operand or predicate of one instruction changed, and what notices it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from unittest import mock

import numpy as np

from twinkern.engines import Program
from twinkern.judge import oracle
from twinkern.judge import simulator as sim
from twinkern.judge.proof import output_buffer
from twinkern.judge.simulator.memory import memory
from twinkern.judge.simulator.run import compiler, flow, machine
from twinkern.judge.simulator.text import ir
from twinkern.judge.simulator.text.parser import parse

STEP_LIMIT = 4_000
"""Blocks after which a mutant is taken to run forever; the kernels themselves need a few hundred."""
KINDS = ("integers", "normal", "infinite")
"""Of operands. "infinite" are normal ones with infinities in both: what reads one of them where a zero is due turns a sum into
NaN. There the kernel itself says what is right, as a zero of the padding times an infinity has no one answer."""
PREDICATES = "eq ne ult ule ugt uge slt sle sgt sge".split()
OUT_OF_RANGE = -(1 << 31)
"""The offset that puts a lane out of every resource's range; so is any other from there on."""
# The last operand of a raw buffer access, a hint to the caches.
_POLICY = re.compile(r"(?<=raw\.ptr\.buffer\.).*(, i32 \d+\))")
_NAME = re.compile(r"%[\w.]+")
# An integer operand: no part of a type, a name or an alignment, no number of a block or a metadata node.
_INTEGER = re.compile(r"(?<=[ (])(?<!align )-?\d+(?![\w.]| x )")


@dataclass(frozen=True, slots=True)
class Change:
    """One change: columns [start, end) of a line become `new`."""

    line: int
    start: int
    end: int
    old: str
    new: str
    what: str

    def apply(self, text: str) -> str:
        lines = text.split("\n")
        row = lines[self.line - 1]
        assert row[self.start : self.end] == self.old
        lines[self.line - 1] = row[: self.start] + self.new + row[self.end :]
        return "\n".join(lines)


def memory_accesses(run: Callable[[], object]) -> list[tuple]:
    """Everything that a run in the simulator does to memory, in order: instruction, addresses of its lanes, bytes stored."""
    seen: list[tuple] = []
    store = machine.Machine.store

    def count_noted(self, accesses, kind, site):
        for access in accesses:
            full = access.full()
            lanes = b"" if full.select is None else full.select.tobytes()
            region = access.memory.region_near(access.low)
            seen.append((site.line, kind, str(region), full.offsets.astype(np.int64).tobytes(), lanes, access.size))

    def store_noted(self, accesses, data, site, **options):
        seen.extend((site.line, memory.words_of(data, access.full()).tobytes()) for access in accesses)
        return store(self, accesses, data, site, **options)

    with mock.patch.multiple(machine.Machine, count=count_noted, store=store_noted):
        run()
    return seen


@dataclass
class Places:
    """Where one constant, operand or predicate of a program's text can be changed so that the types stay right."""

    program: Program

    @cached_property
    def instructions(self) -> list[tuple[ir.Instruction, set[str]]]:
        """Each instruction with the names that are known where it stands."""
        module = parse(self.program.text)
        found = []
        for function in module.functions.values():
            if not function.blocks:
                continue
            blocks = {block.name: block for block in function.blocks}
            ordered = [blocks[name] for name in flow.block_order(function).blocks]
            parameters = {name for _, name in function.parameters}
            known = compiler._defined_at_end(parameters, ordered)
            for block in ordered:
                names = set(known[block.name][0])
                for instruction in block.instructions:
                    found.append((instruction, set(names)))
                    names |= {instruction.name} - {None}
        return found

    @cached_property
    def types(self) -> dict[str, ir.Type]:
        functions = [f for f in parse(self.program.text).functions.values() if f.blocks]
        types = {name: type_ for f in functions for type_, name in f.parameters}
        return types | {i.name: i.type for i, _ in self.instructions if i.name is not None}

    @cached_property
    def places(self) -> list[tuple]:
        """Every place that can be changed: (kind, line, start, end, text there, names known there)."""
        lines = self.program.text.split("\n")
        places = []
        for instruction, names in self.instructions:
            row = lines[instruction.line - 1]
            begin = row.index("=") + 1 if instruction.name is not None else 0
            for match in _NAME.finditer(row, begin):
                if self.types.get(match[0][1:]) is not None and instruction.op != "phi":
                    places.append(("operand", instruction.line, *match.span(), match[0], names))
            hint = _POLICY.search(row)
            for match in _INTEGER.finditer(row, begin, hint.start(1) if hint else len(row)):
                places.append(("constant", instruction.line, *match.span(), match[0], names))
            if instruction.op == "icmp":
                match = re.compile(r"(?<=icmp )\w+").search(row, begin)
                places.append(("predicate", instruction.line, *match.span(), match[0], names))
        return places

    def mutant(self, choose: random.Random) -> Change:
        """A change at random that keeps the types right and names only what is known there."""
        while True:
            what, line, start, end, old, names = choose.choice(self.places)
            if what == "predicate":
                options = [p for p in PREDICATES if p != old and p[1:] != old[1:]]
            elif what == "constant":
                value = int(old)
                options = [str(v) for v in {value + 1, value - 1, value * 2, value // 2, 0} if v != value]
                if value == OUT_OF_RANGE:
                    options = ["0"]
            else:
                type_ = self.types[old[1:]]
                options = sorted(f"%{name}" for name in names if self.types[name] == type_ and f"%{name}" != old)
            if options:
                return Change(line, start, end, old, choose.choice(sorted(options)), what)


@dataclass
class Subject(Places):
    """A kernel to mutate, with the operands and the expected results of each kind of operands."""

    expected: dict[str, tuple] = field(default_factory=dict)

    def __post_init__(self) -> None:
        spec = self.program.spec
        for kind in KINDS:
            numbers = "normal" if kind == "infinite" else kind
            a, b = oracle.make_operands(spec.direction, spec.problem, spec.in_type, 7, numbers)
            wide = [oracle.to_float64(array, spec.in_type) for array in (a, b)]
            reference = oracle.reference(spec.direction, *wide, spec.problem)
            bound = oracle.bound(spec.direction, *wide, spec.problem, spec.out_type)
            if kind == "infinite":
                for operand in (a, b):
                    infinity = oracle.from_float64(np.array(np.inf), spec.in_type)
                    operand.flat[[0, -1]] = operand[(len(operand) // 2, *[0] * (operand.ndim - 1))] = infinity
                    operand[(*(size // 2 for size in operand.shape[:-1]), 0)] = infinity
                output = output_buffer(self.program, spec)
                self.run(self.program.text, [a, b, output])
                reference = oracle.to_float64(output, spec.out_type)
            self.expected[kind] = (a, b, reference, bound)

    def notice(self, text: str) -> str:
        """What notices that a text is wrong: "refused", "finding", "result", or nothing."""
        spec = self.program.spec
        for kind in KINDS:
            a, b, reference, bound = self.expected[kind]
            output = output_buffer(self.program, spec)
            try:
                findings = self.run(text, [a, b, output])
            except sim.SimulatorError:
                return "refused"
            if findings:
                return "finding"
            if not oracle.compare(output, reference, bound, spec.out_type).ok:
                return "result"
        return ""

    def run(self, text: str, buffers: list[np.ndarray]) -> list[sim.Finding]:
        findings: list[sim.Finding] = []
        kernels = {kernel["name"]: kernel for kernel in self.program.manifest["kernels"]}
        for name in self.program.manifest["launches"]:
            kernel = kernels[name]
            outputs = [i for i, row in enumerate(kernel["arguments"]) if row["role"] == "output"]
            launch = {"kernel": name, "grid": tuple(kernel["grid"]), "block": tuple(kernel["block"])}
            findings += sim.run(
                text, **launch, args=buffers, arch=self.program.arch, outputs=outputs, step_limit=STEP_LIMIT
            ).findings
        return findings

    def accesses(self, text: str, kind: str) -> list[tuple]:
        """`memory_accesses` of a text on one kind of operands."""
        a, b, *_ = self.expected[kind]
        return memory_accesses(lambda: self.run(text, [a, b, output_buffer(self.program, self.program.spec)]))


def part_of(text: str, line: int) -> str:
    """The nearest comment above a line: the part of the kernel."""
    return next((row.strip(" ;") for row in reversed(text.split("\n")[:line]) if row.startswith("  ; ")), "")


def same_accesses(subject: Subject, text: str) -> bool:
    """Whether a mutant does to memory exactly what the kernel does: the same instructions touch the same bytes in the same
    order and store the same values. No run with these operands can then tell the two apart."""
    return all(subject.accesses(text, kind) == subject.accesses(subject.program.text, kind) for kind in KINDS)
