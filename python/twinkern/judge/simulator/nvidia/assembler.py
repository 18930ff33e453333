"""PTX instructions to operations on slots: registers, operands, guards, and the LLVM call around them.

A register is a slot of the environment that holds an unsigned integer array of 16, 32 or 64 bits (its bits, whatever
their type), or a bool array for a predicate. Each instruction has a builder in a table; it asks for the slots of its
operands, of the width its type has, and returns the operation. LLVM's intrinsics are built from the same instructions,
so that what an instruction means is said once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..memory.layout import from_bytes, to_bytes
from ..memory.site import Site
from ..run.machine import Machine
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from ..text.architectures import check_ptx
from ..text.errors import UnsupportedError
from ..text.ptx import Address, Immediate, Name, Operand, Pack, Program, Statement, parse_assembly
from ..text.values import POISON, Array, Value, Vector, blend, container, is_poison, truncate

TYPE_BITS = {
    "pred": 1, "b1": 1, "b8": 8, "b16": 16, "b32": 32, "b64": 64, "b128": 128,
    "u8": 8, "u16": 16, "u32": 32, "u64": 64, "s8": 8, "s16": 16, "s32": 32, "s64": 64,
    "f16": 16, "bf16": 16, "f16x2": 32, "bf16x2": 32, "f32": 32, "f64": 64, "tf32": 32,
    "e4m3x2": 16, "e5m2x2": 16,
}  # fmt: skip
_CONSTRAINT_BITS = {"r": 32, "f": 32, "l": 64, "d": 64, "h": 16, "c": 16, "b": 1}
# The counter class of a call that holds several instructions is the first of these.
_CLASSES = (
    "matrix", "lds_dma", "atomic", "global_load", "global_store", "lds_read", "lds_write", "private", "cross_lane", "wait",
    "fence", "convert", "float", "integer", "move", "other",
)  # fmt: skip

Builder = Callable[["Assembler", Statement, "Modifiers"], Operation]
Table = dict[str, tuple[str, Builder]]


class Modifiers:
    """What stands behind an instruction's name; each part must be taken by someone."""

    def __init__(self, statement: Statement, parts: tuple[str, ...], line: int) -> None:
        self.statement = statement
        self.parts = list(parts)
        self.line = line

    def take(self, *names: str) -> str | None:
        """The first part that is one of `names`, taken; None where there is none."""
        for part in self.parts:
            if part in names:
                self.parts.remove(part)
                return part
        return None

    def take_prefix(self, prefix: str) -> str | None:
        return self.take(*[part for part in self.parts if part.startswith(prefix)])

    def type(self) -> str:
        """The last part, taken, which must be a type."""
        if not self.parts or self.parts[-1] not in TYPE_BITS:
            raise self.refuse()
        return self.parts.pop()

    def done(self) -> None:
        """Refuse the instruction where a part is left."""
        if self.parts:
            raise self.refuse()

    def refuse(self, what: str = "") -> UnsupportedError:
        return UnsupportedError(f"the PTX instruction {self.statement.name}{' ' + what if what else ''}", self.line)


class Register:
    __slots__ = ("bits", "slot")

    def __init__(self, slot: int, bits: int) -> None:
        self.slot = slot
        self.bits = bits

    @property
    def undefined(self) -> Array:
        return POISON[np.dtype(np.bool_) if self.bits == 1 else np.dtype(f"u{self.bits // 8}")]


class Assembler:
    """Builds the statements of one call. `kind` is the counter class of the instruction being built."""

    def __init__(self, c: Slots, i: ir.Instruction, table: Table, special: dict[str, Callable[[Machine], Array]]) -> None:
        self.compiler = c
        self.machine = c.machine
        self.site = c.site(i)
        self.line = i.line
        self.table = table
        self.special = special
        self.registers: dict[str, Register] = {}
        self.carry = Register(c.new_slot(), 32)
        self.operations: list[Operation] = []
        self.kinds: set[str] = set()
        self.kind = ""
        self._before: list[Operation] = []
        self._after: list[Operation] = []
        self._targets: list[int] = []

    def transfer_site(self) -> Site:
        """The site of an instruction that writes shared memory behind the thread's back."""
        return replace(self.site, transfer=True)

    def atomic_site(self) -> Site:
        """The site of an instruction whose accesses are atomic."""
        return replace(self.site, atomic=True)

    def define(self, name: str, bits: int) -> Register:
        self.registers[name] = Register(self.compiler.new_slot(), bits)
        return self.registers[name]

    # Operands.

    def register(self, operand: Operand) -> Register:
        if not isinstance(operand, Name) or operand.text not in self.registers:
            raise UnsupportedError(f"the PTX operand {getattr(operand, 'text', operand)} in place of a register", self.line)
        return self.registers[operand.text]

    def constant(self, operand: Immediate, bits: int) -> int:
        value = operand.value
        if isinstance(value, float):
            raw = np.array(value, f"f{bits // 8}").view(f"u{bits // 8}").item()
        elif operand.bits and operand.bits != bits:
            number = np.array(value, f"u{operand.bits // 8}").view(f"f{operand.bits // 8}")
            raw = number.astype(f"f{bits // 8}").view(f"u{bits // 8}").item()
        else:
            raw = value & (1 << bits) - 1
        array = np.array([[bool(raw)]]) if bits == 1 else np.array([[raw]], f"u{max(bits, 8) // 8}")
        return self.compiler.new_slot(array)

    def source(self, operand: Operand, bits: int, signed: bool = False) -> int:
        """A slot with an operand's value in `bits` bits: cut, or extended by zeros or by its sign."""
        if isinstance(operand, Immediate):
            return self.constant(operand, bits)
        if isinstance(operand, Name) and operand.text in self.special:
            slot = self.compiler.new_slot()
            read = self.special[operand.text]
            self._before.append(lambda E: E.__setitem__(slot, read(self.machine)))
            width = 64 if operand.text.endswith("64") else 32
        else:
            register = self.register(operand)
            slot, width = register.slot, register.bits
        if isinstance(operand, Name) and operand.negated:
            slot = self._derive(slot, np.logical_not)
        return slot if width == bits else self._derive(slot, resize(width, bits, signed))

    def _derive(self, slot: int, function: Callable[[Array], Array]) -> int:
        """A slot with a function of another one, kept while that one holds the same object."""
        new = self.compiler.new_slot()
        seen: list[Any] = [None, None]

        def derive(E: Environment) -> None:
            if E[slot] is not seen[0]:
                seen[:] = E[slot], function(E[slot])
            E[new] = seen[1]

        self._before.append(derive)
        return new

    def target(self, operand: Operand, bits: int, signed: bool = False) -> int:
        """A slot whose value, of `bits` bits, goes to a register when the instruction is done. `_` is nowhere."""
        if isinstance(operand, Name) and operand.text == "_":
            return self.compiler.new_slot()
        register = self.register(operand)
        self._targets.append(register.slot)
        if register.bits == bits:
            return register.slot
        slot, convert = self.compiler.new_slot(), resize(bits, register.bits, signed)
        self._after.append(lambda E: E.__setitem__(register.slot, convert(E[slot])))
        return slot

    def address(self, operand: Operand, bits: int) -> int:
        """A slot with the value of an address operand, as an unsigned integer of `bits` bits."""
        if not isinstance(operand, Address):
            raise UnsupportedError(f"the PTX operand {operand} in place of an address", self.line)
        slot = self.source(operand.base, bits)
        if operand.offset == 0:
            return slot
        offset = np.array(operand.offset & (1 << bits) - 1, f"u{bits // 8}")
        return self._derive(slot, lambda base: base + offset)

    def items(self, operand: Operand) -> tuple[Operand, ...]:
        """The members of `{a, b}`; a lone operand is its own only member."""
        return operand.items if isinstance(operand, Pack) and not operand.pair else (operand,)

    def literal(self, operand: Operand, what: str) -> int:
        """A literal integer, which may be a constant operand of the call."""
        if isinstance(operand, Immediate) and isinstance(operand.value, int):
            return operand.value
        value = self.compiler.environment[self.register(operand).slot] if isinstance(operand, Name) else None
        if value is None:
            raise UnsupportedError(f"{what} that is not a literal", self.line)
        return int(value.item())

    # Instructions.

    def build(self, statement: Statement) -> None:
        """Append the operation of a statement, its operands' conversions and its guard."""
        opcode = statement.opcode
        for length in range(len(opcode), 0, -1):
            if ".".join(opcode[:length]) in self.table:
                break
        else:
            raise UnsupportedError(f"the PTX instruction {statement.name}", self.line)
        check_ptx(self.machine.arch, statement.name, self.line)
        self.kind, builder = self.table[".".join(opcode[:length])]
        self._before, self._after, self._targets = [], [], []
        guard = None if statement.guard is None else self.source(statement.guard, 1)
        guarding, self._before = self._before, []
        modifiers = Modifiers(statement, opcode[length:], self.line)
        operation = builder(self, statement, modifiers)
        modifiers.done()
        self.kinds.add(self.kind)
        steps = [*self._before, operation, *self._after]
        if guard is None:
            self.operations += steps
        else:
            self.operations += [*guarding, self._guarded(steps, guard, self._targets)]

    def _guarded(self, steps: list[Operation], guard: int, targets: list[int]) -> Operation:
        """The steps for the lanes whose predicate holds; the targets keep their values in the others."""
        machine = self.machine
        known: tuple[Array | None, Array | None, Array | None] = (None, None, None)

        def narrow(predicate: Array, mask: Array | None) -> Array | None:
            nonlocal known
            if known[0] is not predicate or known[1] is not mask:
                chosen = np.broadcast_to(predicate, machine.lanes)
                live = machine.live if mask is None else mask
                narrowed = chosen & live
                known = predicate, mask, mask if (narrowed == live).all() else narrowed
            return known[2]

        def guarded(E: Environment) -> None:
            predicate, outer = E[guard], machine.mask
            inner = outer
            if predicate.size > 1:
                inner = narrow(predicate, outer)
            elif not predicate.item():
                return
            if inner is outer:
                for step in steps:
                    step(E)
            elif inner is not None and inner.any():
                old = [E[slot] for slot in targets]
                with machine.masked(inner):
                    for step in steps:
                        step(E)
                for slot, value in zip(targets, old, strict=True):
                    E[slot] = blend(inner, E[slot], value)

        return guarded

    def counter_class(self) -> str:
        return next((kind for kind in _CLASSES if kind in self.kinds), "other")


def resize(width: int, bits: int, signed: bool) -> Callable[[Array], Array]:
    """From `width` to `bits` bits."""
    if width == 1:
        dtype = np.dtype(f"u{bits // 8}")
        return lambda a: a.astype(dtype)
    if bits == 1:
        return lambda a: (a & a.dtype.type(1)).astype(np.bool_)
    dtype = np.dtype(f"u{bits // 8}")
    if signed and bits > width:
        return lambda a: a.view(f"i{a.dtype.itemsize}").astype(f"i{bits // 8}").view(dtype)
    return lambda a: a.astype(dtype)


# The LLVM call around the statements.


def register_bits(type_: ir.Type) -> int:
    """Width of the register that holds an LLVM value."""
    if type_ == ir.I1:
        return 1
    return max(16, 8 * type_.size)


def to_register(value: Array | Vector, type_: ir.Type, bits: int) -> Array:
    """An LLVM value as the bits of a register."""
    dtype = np.dtype(np.bool_) if bits == 1 else np.dtype(f"u{bits // 8}")
    if isinstance(value, Vector):
        if not value.computed and all(map(is_poison, value)):
            return POISON[dtype]
        return to_bytes(value, type_).view(f"u{type_.size}")[..., 0].astype(dtype, copy=False)
    if value.dtype == dtype:
        return value
    if is_poison(value):
        return POISON[dtype]
    if value.dtype.kind == "f":
        value = value.view(f"u{value.dtype.itemsize}")
    return value.astype(dtype, copy=False)


def from_register(array: Array, type_: ir.Type) -> Value:
    """A register's bits as an LLVM value."""
    if isinstance(type_, ir.VectorType):
        octets = np.ascontiguousarray(array)[..., None].view(np.uint8)
        return from_bytes(np.ascontiguousarray(octets[..., : type_.size]), type_)
    if isinstance(type_, ir.IntType):
        if is_poison(array):
            return POISON[container(type_)]
        return array if array.dtype == container(type_) and type_.bits in (1, 8, 16, 32, 64) else truncate(array, type_)
    return array.astype(f"u{type_.size}", copy=False).view(container(type_))


class Call:
    """How the operands `$n` of a program are bound to the operands and results of the LLVM call."""

    def __init__(self, assembler: Assembler, i: ir.Instruction) -> None:
        self.assembler = assembler
        self.i = i
        self.results = list(i.type.elements) if isinstance(i.type, ir.StructType) else [] if i.type == ir.VOID else [i.type]
        self.inputs: list[tuple[int, int, ir.Type, int]] = []  # register, LLVM slot, type, bits
        self.outputs: list[Register] = []

    def bind(self, operands: list[ir.Operand], constraints: list[str] | None = None) -> None:
        """Results first, then operands, each a register `$n` of its type's width or of its constraint's."""
        letters = constraints or [""] * (len(self.results) + len(operands))
        if len(letters) != len(self.results) + len(operands):
            raise UnsupportedError("inline assembly whose constraints do not fit its operands", self.i.line)
        for number, (letter, type_) in enumerate(zip(letters, self.results, strict=False)):
            bits = _CONSTRAINT_BITS.get(letter.lstrip("=&"), register_bits(type_))
            self.outputs.append(self.assembler.define(f"${number}", bits))
        for number, (letter, operand) in enumerate(zip(letters[len(self.results) :], operands, strict=True), len(self.results)):
            self._input(f"${number}", letter, operand)

    def _input(self, name: str, letter: str, operand: ir.Operand) -> None:
        assembler, type_ = self.assembler, operand.type
        slot = assembler.compiler.slot(operand)
        if letter.isdigit():
            register = self.outputs[int(letter)]
            assembler.registers[name] = register
        else:
            register = assembler.define(name, _CONSTRAINT_BITS.get(letter, register_bits(type_)))
            if isinstance(operand, (ir.Constant, ir.GlobalRef, ir.ConstantExpression)):
                value = to_register(assembler.compiler.environment[slot], type_, register.bits)
                assembler.compiler.environment[register.slot] = value
                return
        self.inputs.append((register.slot, slot, type_, register.bits))

    def operation(self, program: Program) -> Operation:
        """Everything in order: operands in, statements, results out."""
        assembler, inputs, results = self.assembler, self.inputs, self.results
        for name, type_ in program.registers.items():
            assembler.define(name, max(16, TYPE_BITS[type_]) if type_ != "pred" else 1)
        for statement in program.statements:
            assembler.build(statement)
        declared = [assembler.registers[name] for name in program.registers]
        reset = [(register.slot, register.undefined) for register in [*self.outputs, *declared]]
        steps, outputs, d = assembler.operations, self.outputs, assembler.compiler.destination(self.i)
        whole = isinstance(self.i.type, ir.StructType)

        def run(E: Environment) -> None:
            for slot, value in reset:
                E[slot] = value
            for slot, source, type_, bits in inputs:
                E[slot] = to_register(E[source], type_, bits)
            for step in steps:
                step(E)
            if d >= 0:
                values = [from_register(E[r.slot], type_) for r, type_ in zip(outputs, results, strict=True)]
                E[d] = Vector(values) if whole else values[0]

        return run


def assemble(
    c: Slots,
    i: ir.Instruction,
    table: Table,
    special: dict[str, Callable[[Machine], Array]],
    text: str,
    operands: list[ir.Operand],
    constraints: list[str] | None = None,
) -> tuple[str, Operation]:
    """The counter class and the operation of a call that stands for PTX text."""
    assembler = Assembler(c, i, table, special)
    call = Call(assembler, i)
    call.bind(operands, constraints)
    operation = call.operation(parse_assembly(text, i.line))
    return assembler.counter_class(), operation


def split_constraints(text: str, line: int) -> list[str]:
    """The constraints of operands; clobbers are left out."""
    letters = [part for part in text.strip('"').split(",") if part and not part.startswith("~")]
    odd = [part for part in letters if part.startswith(("*", "+", "!")) or part.startswith("=*")]
    if odd:
        raise UnsupportedError(f"the inline assembly constraint {odd[0]!r}", line)
    return letters
