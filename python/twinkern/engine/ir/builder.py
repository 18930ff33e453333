"""The builder: one call an operation, appended to the function in emission order.

A function's body is one flat list of nodes. Loops and conditionals are opened and closed by nodes of their own, so a value
is usable from its definition to the end of the region that it was defined in. Values carry no numbers; the printer gives
them, so constants and the order in which a host language evaluates arguments leave no trace.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from twinkern._contract import (
    DIVISOR_LIMIT,
    INTRINSICS,
    POINTER_ALIGN,
    PREDICATES,
    Arch,
    Kind,
    Operation,
    Ordering,
    Predicate,
    SyncScope,
    Update,
)
from twinkern.engine.ir.types import FLOAT, HALF, I1, I32, VOID, Type, parse_type, pointer, vector

CONSTANT = Operation.CONSTANT
NO_SCOPE = -1
NOWHERE = -1
"""The region of a node that stands in no body, or not yet."""
BODY = 0
"""The region that is open from the first node to the last."""


class Node:
    """One operation or value.

    `op` names the operation, `type` its result (VOID for none), `args` its operands, `imm` what else it needs: the value of a
    constant, a predicate, an alignment, an intrinsic. `text` is how an operand prints: the printer gives it to the nodes of
    a body. `scope` is the LDS stage that an access is confined to, or NO_SCOPE. `region` and `divisor`, the power of two
    that the value is known to be a multiple of, belong to the verifier; of what a loop carries that is claimed, and checked.
    """

    __slots__ = ("op", "type", "args", "imm", "text", "scope", "region", "divisor")

    def __init__(self, op: Operation, type_: Type, args: tuple[Node, ...], imm: Any = None, scope: int = NO_SCOPE) -> None:
        self.op = op
        self.type = type_
        self.args = args
        self.imm = imm
        self.text = ""
        self.scope = scope
        self.region = NOWHERE
        self.divisor = 1


def free_value(op: Operation, type_: Type, text: str, imm: Any = None, divisor: int = 1) -> Node:
    """A value that stands in no body and may be used anywhere."""
    node = Node(op, type_, (), imm)
    node.text = text
    node.region = BODY
    node.divisor = divisor
    return node


class Atomic(NamedTuple):
    """How an atomic access is made."""

    update: Update
    ordering: Ordering
    sync_scope: SyncScope


class Assembly(NamedTuple):
    """Inline assembly as LLVM spells it between quotes, and its constraints: those of the results come first."""

    template: str
    constraints: str
    side_effects: bool


@dataclass(slots=True, eq=False)
class Loop:
    """A loop: `index` counts from 0, `carried` are the values at the top of an iteration, `following` those of the next.

    `number`, and the labels of the blocks before it and at its end, belong to the printer.
    """

    index: Node
    carried: list[Node]
    following: tuple[Node, ...] = ()
    number: int = -1
    entry: str = ""
    latch: str = ""


@dataclass(slots=True, eq=False)
class Branch:
    """A conditional: `leaving` are the values at the end of its first side, `joined` what they and those of the second become.

    `number`, and the labels of the blocks at the `ends` of its sides, belong to the printer.
    """

    leaving: tuple[Node, ...] = ()
    joined: list[Node] = field(default_factory=list)
    number: int = -1
    ends: list[str] = field(default_factory=lambda: ["", ""])


class Function:
    """A kernel: its arguments, its LDS bytes and its body.

    `zero_bytes` is the size of the module's zeros that it may read (0: none).
    `stages` is the number of LDS stages that accesses are confined to (0: none is). `warps_per_unit` (0: open) and
    `no_accumulation` are wishes to the compiler. `parted`: warps have roles, and meet from different places.
    """

    __slots__ = (
        "name", "arch", "arguments", "threads", "lds_bytes", "stages", "warps_per_unit", "no_accumulation",
        "parted", "lds", "zero_bytes", "zeros", "body",
    )  # fmt: skip

    def __init__(self, name: str, arch: Arch, threads: int) -> None:
        self.name = name
        self.arch = arch
        self.threads = threads
        self.arguments: list[tuple[str, Node, str]] = []
        self.lds_bytes = 0
        self.stages = 0
        self.warps_per_unit = 0
        self.no_accumulation = False
        self.parted = False
        self.lds = free_value(Operation.GLOBAL, pointer(arch.shared_space), "@lds", divisor=POINTER_ALIGN)
        self.zero_bytes = 0
        self.zeros = free_value(Operation.GLOBAL, pointer(arch.global_space), "@zeros", divisor=POINTER_ALIGN)
        self.body: list[Node] = []


def wrap(value: int, bits: int) -> int:
    """An integer brought into the signed range of `bits`; i1 is 0 or 1."""
    if bits == 1:
        return value & 1
    half = 1 << (bits - 1)
    return ((value + half) & ((1 << bits) - 1)) - half


def unsigned(value: int, bits: int) -> int:
    """The unsigned reading of a constant."""
    return value & ((1 << bits) - 1)


FOLDS: dict[Operation, Callable[[int, int], int]] = {
    Operation.ADD: operator.add, Operation.SUB: operator.sub, Operation.MUL: operator.mul,
    Operation.UDIV: operator.floordiv, Operation.UREM: operator.mod, Operation.XOR: operator.xor,
}  # fmt: skip
"""What two constants make, read as unsigned."""


def float_text(bits: int, type_: Type) -> str:
    """How LLVM spells the floating constant with these bits: a float by the bits of the double of its value."""
    if type_ is not FLOAT:
        return f"0x{'H' if type_ is HALF else 'R'}{bits:04X}"
    exponent, fraction = bits >> 23 & 0xFF, bits & 0x7FFFFF
    if exponent == 0xFF:
        exponent = 0x7FF
    elif exponent:
        exponent += 1023 - 127
    elif fraction:
        shift = 24 - fraction.bit_length()
        exponent, fraction = 1023 - 126 - shift, fraction << shift & 0x7FFFFF
    return f"0x{bits >> 31 << 63 | exponent << 52 | fraction << 29:016X}"


class Builder:
    """Appends nodes to a function, folding what two constants or a neutral element make trivial."""

    __slots__ = ("function", "body", "constants")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.body = function.body
        self.constants: dict[int | tuple[int, int], Node] = {}

    def emit(self, op: Operation, type_: Type, args: tuple[Node, ...], imm: Any = None, scope: int = NO_SCOPE) -> Node:
        """Append a node."""
        node = Node(op, type_, args, imm, scope)
        self.body.append(node)
        return node

    def argument(self, name: str, type_: Type, attributes: str) -> Node:
        """Add an argument to the function; `attributes` are printed between its type and its name."""
        divisor = POINTER_ALIGN if type_.kind is Kind.POINTER else 1
        node = free_value(Operation.ARGUMENT, type_, f"%{name}", divisor=divisor)
        self.function.arguments.append((name, node, attributes))
        return node

    def constant(self, value: int, type_: Type = I32) -> Node:
        """An integer constant."""
        key = value if type_ is I32 else (value, type_.bits)
        node = self.constants.get(key)
        if node is None:
            wrapped = wrap(value, type_.bits)
            if wrapped != value:
                return self.constant(wrapped, type_)
            text = ("true" if value else "false") if type_ is I1 else str(value)
            divisor = min(value & -value or DIVISOR_LIMIT, DIVISOR_LIMIT)
            node = self.constants[key] = free_value(CONSTANT, type_, text, value, divisor)
        return node

    def float_constant(self, bits: int, type_: Type) -> Node:
        """The floating constant with these bits."""
        return free_value(Operation.FLOAT, type_, float_text(bits, type_), bits)

    def zero(self, type_: Type) -> Node:
        """The zero of a floating type or of a vector."""
        return free_value(Operation.ZERO, type_, float_text(0, type_) if type_.kind is Kind.FLOAT else "zeroinitializer")

    def zeros(self, size: int) -> Node:
        """The address of `size` zero bytes in global memory, which the module brings with it."""
        self.function.zero_bytes = max(self.function.zero_bytes, size)
        return self.function.zeros

    def poison(self, type_: Type) -> Node:
        """The poison of any type, to insert elements or members into."""
        return free_value(Operation.POISON, type_, "poison")

    def comment(self, text: str) -> None:
        """Name the part of the kernel that follows."""
        self.body.append(Node(Operation.COMMENT, VOID, (), text))

    def binary(self, op: Operation, a: Node, b: Node, neutral: int | None = None) -> Node:
        """An operation of integers; `neutral` is what leaves a as it is."""
        if b.op is CONSTANT:
            if a.op is CONSTANT:
                bits = a.type.bits
                return self.constant(FOLDS[op](unsigned(a.imm, bits), unsigned(b.imm, bits)), a.type)
            if b.imm == neutral:
                return a
        return self.emit(op, a.type, (a, b))

    def add(self, a: Node, b: Node) -> Node:
        """a + b."""
        if a.op is CONSTANT and a.imm == 0:
            return b
        return self.binary(Operation.ADD, a, b, 0)

    def sub(self, a: Node, b: Node) -> Node:
        """a - b."""
        return self.binary(Operation.SUB, a, b, 0)

    def mul(self, a: Node, b: Node) -> Node:
        """a * b."""
        if a.op is CONSTANT:
            a, b = b, a
        if b.op is CONSTANT and b.imm == 0:
            return b
        return self.binary(Operation.MUL, a, b, 1)

    def udiv(self, a: Node, b: Node) -> Node:
        """a / b, unsigned, rounded down; a constant divisor is not zero."""
        if a.op is CONSTANT and a.imm == 0:
            return a
        return self.binary(Operation.UDIV, a, b, 1)

    def urem(self, a: Node, b: Node) -> Node:
        """a modulo b, unsigned; a constant divisor is not zero."""
        if (b.op is CONSTANT and b.imm == 1) or (a.op is CONSTANT and a.imm == 0):
            return self.constant(0, a.type)
        return self.binary(Operation.UREM, a, b)

    def bit_and(self, a: Node, b: Node) -> Node:
        """Bitwise and; for i1, where one side is constant, the other side or false."""
        if a.op is CONSTANT:
            a, b = b, a
        if b.op is CONSTANT and a.type is I1:
            return a if b.imm else b
        return self.emit(Operation.AND, a.type, (a, b))

    def bit_xor(self, a: Node, b: Node) -> Node:
        """Bitwise exclusive or."""
        return self.binary(Operation.XOR, a, b, 0)

    def arithmetic(self, op: Operation, *args: Node) -> Node:
        """An operation that nothing folds: fadd, fsub, fmul, fdiv, fneg; or, shl, lshr."""
        return self.emit(op, args[0].type, args)

    def compare(self, predicate: Predicate, a: Node, b: Node) -> Node:
        """A comparison of integers or of floats."""
        if a.op is CONSTANT and b.op is CONSTANT:
            holds, is_unsigned = PREDICATES[predicate]
            bits = a.type.bits
            x, y = (unsigned(a.imm, bits), unsigned(b.imm, bits)) if is_unsigned else (a.imm, b.imm)
            return self.constant(("<" if x < y else "=" if x == y else ">") in holds, I1)
        op = Operation.FCMP if a.type.kind is Kind.FLOAT else Operation.ICMP
        return self.emit(op, I1, (a, b), predicate)

    def select(self, condition: Node, a: Node, b: Node) -> Node:
        """a where the condition holds, else b."""
        if condition.op is CONSTANT:
            return a if condition.imm else b
        return self.emit(Operation.SELECT, a.type, (condition, a, b))

    def cast(self, op: Operation, value: Node, type_: Type) -> Node:
        """A conversion; one to the value's own type is the value."""
        if value.type is type_:
            return value
        return self.emit(op, type_, (value,))

    def extract(self, value: Node, index: int) -> Node:
        """Element `index` of a vector, or member of a struct; a scalar is its own element 0."""
        if value.type.kind is Kind.STRUCT:
            return self.emit(Operation.EXTRACTVALUE, value.type.members[index], (value,), index)
        if value.type.lanes == 1:
            return value
        return self.emit(Operation.EXTRACTELEMENT, value.type.element, (value,), index)

    def members(self, value: Node) -> list[Node]:
        """What an operation gives: the members of a struct, or the one value."""
        return [self.extract(value, index) for index in range(len(value.type.members))] or [value]

    def insert(self, value: Node, part: Node, index: int) -> Node:
        """A vector with one element replaced, or a struct with one member."""
        op = Operation.INSERTVALUE if value.type.kind is Kind.STRUCT else Operation.INSERTELEMENT
        return self.emit(op, value.type, (value, part), index)

    def concatenate(self, parts: Sequence[Node]) -> Node:
        """One vector of the elements of vectors of one type, in order; their number is a power of two."""
        parts = list(parts)
        while len(parts) > 1:
            lanes = parts[0].type.lanes
            type_ = vector(2 * lanes, parts[0].type.element)
            joined = []
            for first, second in zip(parts[::2], parts[1::2], strict=True):
                if lanes == 1:
                    base = self.insert(self.poison(type_), first, 0)
                    joined.append(self.insert(base, second, 1))
                else:
                    joined.append(self.emit(Operation.SHUFFLEVECTOR, type_, (first, second)))
            parts = joined
        return parts[0]

    def offset(self, base: Node, byte_offset: Node) -> Node:
        """A pointer moved by a number of bytes, an i32 or i64."""
        if byte_offset.op is CONSTANT and byte_offset.imm == 0:
            return base
        return self.emit(Operation.GETELEMENTPTR, base.type, (base, byte_offset))

    def load(self, type_: Type, address: Node, align: int, scope: int = NO_SCOPE) -> Node:
        """Read memory."""
        return self.emit(Operation.LOAD, type_, (address,), align, scope)

    def store(self, value: Node, address: Node, align: int, scope: int = NO_SCOPE) -> None:
        """Write memory."""
        self.emit(Operation.STORE, VOID, (value, address), align, scope)

    def atomic(
        self, update: Update, address: Node, value: Node, ordering: Ordering, sync_scope: SyncScope, scope: int = NO_SCOPE
    ) -> Node:
        """Update memory in one step; gives what was there before."""
        return self.emit(Operation.ATOMICRMW, value.type, (address, value), Atomic(update, ordering, sync_scope), scope)

    def fence(self, ordering: Ordering) -> None:
        """A workgroup fence, for LDS alone."""
        self.emit(Operation.FENCE, VOID, (), ordering)

    def assembly(self, template: str, constraints: str, type_: Type, *args: Node, side_effects: bool = True) -> Node:
        """Inline assembly with the result of its constraints: void, a value, or a struct of several."""
        return self.emit(Operation.ASSEMBLY, type_, args, Assembly(template, constraints, side_effects))

    def call(self, intrinsic: str, *args: Node, scope: int = NO_SCOPE) -> Node:
        """Call an intrinsic by its contract id."""
        row = INTRINSICS[intrinsic]
        return self.emit(Operation.CALL, parse_type(row.result), args, row, scope)

    def begin_if(self, condition: Node) -> Branch:
        """Open what runs where the condition holds."""
        branch = Branch()
        self.emit(Operation.IF, VOID, (condition,), branch)
        return branch

    def begin_else(self, branch: Branch, leaving: Sequence[Node] = ()) -> None:
        """Open what runs where it does not, naming the values that leave the first side."""
        branch.leaving = tuple(leaving)
        self.emit(Operation.ELSE, VOID, branch.leaving, branch)

    def end_if(self, branch: Branch, leaving: Sequence[Node] = ()) -> list[Node]:
        """Close a conditional, naming the values that leave its second side; returns what either side's become."""
        branch.joined = [Node(Operation.PHI, value.type, ()) for value in leaving]
        self.emit(Operation.END_IF, VOID, tuple(leaving), branch)
        return branch.joined

    def begin_loop(self, trips: Node, initial: Sequence[Node]) -> Loop:
        """Open a loop of `trips` iterations (i32, at least 0) that carries values."""
        loop = Loop(Node(Operation.PHI, I32, ()), [Node(Operation.PHI, value.type, ()) for value in initial])
        self.emit(Operation.LOOP, VOID, (trips, *initial), loop)
        return loop

    def end_loop(self, loop: Loop, following: Sequence[Node]) -> list[Node]:
        """Close a loop, naming the carried values of the next iteration; returns them as they leave the loop."""
        loop.following = tuple(following)
        self.emit(Operation.END_LOOP, VOID, loop.following, loop)
        return loop.carried

    def return_(self) -> None:
        """End the kernel."""
        self.emit(Operation.RETURN, VOID, ())
