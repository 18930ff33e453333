"""The builder: one call an operation, appended to the function in emission order.

A function's body is one flat list of nodes. Loops and conditionals are opened and closed by nodes of their own, so a value
is usable from its definition to the end of the region that it was defined in. Values carry no numbers; the printer gives
them, so constants and the order in which a host language evaluates arguments leave no trace.
"""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import INTRINSICS, Arch, Intrinsic
from twinkern.engine.ir.types import I1, I32, VOID, Type, parse_type, pointer, vector

CONSTANT, ARGUMENT, GLOBAL, ZERO, POISON = "constant", "argument", "global", "zero", "poison"
NO_SCOPE = -1
NOWHERE = -1
"""The region of a node that stands in no body, or not yet."""
ZERO_TEXT = {"half": "0xH0000", "bfloat": "0xR0000", "float": "0x0000000000000000"}


class Node:
    """One operation or value.

    `op` names the operation, `type` its result (VOID for none), `args` its operands, `imm` what else it needs: the value of a
    constant, a predicate, an alignment, an intrinsic. `text` is how an operand prints: the printer gives it to the nodes of
    a body. `scope` is the LDS stage that an access is confined to, or NO_SCOPE. `region` and `divisor` belong to the verifier.
    """

    __slots__ = ("op", "type", "args", "imm", "text", "scope", "region", "divisor")

    def __init__(self, op: str, type_: Type, args: tuple[Node, ...], imm: object = None, text: str = "") -> None:
        self.op = op
        self.type = type_
        self.args = args
        self.imm = imm
        self.text = text
        self.scope = NO_SCOPE
        self.region = NOWHERE


class Loop:
    """A loop: `index` counts from 0, `carried` are the values at the top of an iteration, `following` those of the next."""

    __slots__ = ("index", "carried", "following")

    def __init__(self, initial: Sequence[Node]) -> None:
        self.index = Node("phi", I32, ())
        self.carried = [Node("phi", value.type, ()) for value in initial]
        self.following: tuple[Node, ...] = ()


class Branch:
    """A conditional: its number belongs to the printer."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = -1


class Function:
    """A kernel: its arguments, its LDS bytes and its body.

    `zero_bytes` is the size of the module's zeros that it may read (0: none).
    `stages` is the number of LDS stages that accesses are confined to (0: none is). `warps_per_unit` (0: open) and
    `no_accumulation` are wishes to the compiler.
    """

    __slots__ = (
        "name", "arch", "arguments", "threads", "lds_bytes", "stages", "warps_per_unit", "no_accumulation", "lds",
        "zero_bytes", "zeros", "body",
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
        self.lds = Node(GLOBAL, pointer(arch.shared_space), (), None, "@lds")
        self.zero_bytes = 0
        self.zeros = Node(GLOBAL, pointer(arch.global_space), (), None, "@zeros")
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


COMPARE = {
    "eq": lambda a, b, bits: a == b,
    "ne": lambda a, b, bits: a != b,
    "slt": lambda a, b, bits: a < b,
    "ult": lambda a, b, bits: unsigned(a, bits) < unsigned(b, bits),
    "uge": lambda a, b, bits: unsigned(a, bits) >= unsigned(b, bits),
}


class Builder:
    """Appends nodes to a function, folding what two constants or a neutral element make trivial."""

    __slots__ = ("function", "body", "constants")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.body = function.body
        self.constants: dict[tuple[int, int], Node] = {}

    def emit(self, op: str, type_: Type, args: tuple[Node, ...], imm: object = None) -> Node:
        """Append a node."""
        node = Node(op, type_, args, imm)
        self.body.append(node)
        return node

    def argument(self, name: str, type_: Type, attributes: str) -> Node:
        """Add an argument to the function; `attributes` are printed between its type and its name."""
        node = Node(ARGUMENT, type_, (), None, f"%{name}")
        self.function.arguments.append((name, node, attributes))
        return node

    def constant(self, value: int, type_: Type = I32) -> Node:
        """An integer constant."""
        value = wrap(value, type_.bits)
        key = (value, type_.bits)
        node = self.constants.get(key)
        if node is None:
            text = ("true" if value else "false") if type_ is I1 else str(value)
            node = self.constants[key] = Node(CONSTANT, type_, (), value, text)
        return node

    def zero(self, type_: Type) -> Node:
        """The zero of a floating type or of a vector."""
        return Node(ZERO, type_, (), None, ZERO_TEXT.get(type_.text, "zeroinitializer"))

    def zeros(self, size: int) -> Node:
        """The address of `size` zero bytes in global memory, which the module brings with it."""
        self.function.zero_bytes = max(self.function.zero_bytes, size)
        return self.function.zeros

    def poison(self, type_: Type) -> Node:
        """The poison of any type, to insert elements into."""
        return Node(POISON, type_, (), None, "poison")

    def comment(self, text: str) -> None:
        """Name the part of the kernel that follows."""
        self.body.append(Node("comment", VOID, (), text))

    def add(self, a: Node, b: Node) -> Node:
        """a + b."""
        if a.op is CONSTANT and b.op is CONSTANT:
            return self.constant(a.imm + b.imm, a.type)
        if b.op is CONSTANT and b.imm == 0:
            return a
        if a.op is CONSTANT and a.imm == 0:
            return b
        return self.emit("add", a.type, (a, b))

    def sub(self, a: Node, b: Node) -> Node:
        """a - b."""
        if a.op is CONSTANT and b.op is CONSTANT:
            return self.constant(a.imm - b.imm, a.type)
        if b.op is CONSTANT and b.imm == 0:
            return a
        return self.emit("sub", a.type, (a, b))

    def mul(self, a: Node, b: Node) -> Node:
        """a * b."""
        if a.op is CONSTANT and b.op is CONSTANT:
            return self.constant(a.imm * b.imm, a.type)
        if a.op is CONSTANT:
            a, b = b, a
        if b.op is CONSTANT and b.imm == 1:
            return a
        if b.op is CONSTANT and b.imm == 0:
            return b
        return self.emit("mul", a.type, (a, b))

    def udiv(self, a: Node, b: Node) -> Node:
        """a / b, unsigned, rounded down; a constant divisor is not zero."""
        if a.op is CONSTANT and b.op is CONSTANT:
            return self.constant(unsigned(a.imm, a.type.bits) // unsigned(b.imm, a.type.bits), a.type)
        if (b.op is CONSTANT and b.imm == 1) or (a.op is CONSTANT and a.imm == 0):
            return a
        return self.emit("udiv", a.type, (a, b))

    def urem(self, a: Node, b: Node) -> Node:
        """a modulo b, unsigned; a constant divisor is not zero."""
        if a.op is CONSTANT and b.op is CONSTANT:
            return self.constant(unsigned(a.imm, a.type.bits) % unsigned(b.imm, a.type.bits), a.type)
        if (b.op is CONSTANT and b.imm == 1) or (a.op is CONSTANT and a.imm == 0):
            return self.constant(0, a.type)
        return self.emit("urem", a.type, (a, b))

    def bit_and(self, a: Node, b: Node) -> Node:
        """Bitwise and; for i1, where one side is constant, the other side or false."""
        if a.op is CONSTANT:
            a, b = b, a
        if b.op is CONSTANT and a.type is I1:
            return a if b.imm else b
        return self.emit("and", a.type, (a, b))

    def bit_xor(self, a: Node, b: Node) -> Node:
        """Bitwise exclusive or."""
        if a.op is CONSTANT and b.op is CONSTANT:
            return self.constant(a.imm ^ b.imm, a.type)
        if b.op is CONSTANT and b.imm == 0:
            return a
        return self.emit("xor", a.type, (a, b))

    def compare(self, predicate: str, a: Node, b: Node) -> Node:
        """An integer comparison: one of COMPARE."""
        if a.op is CONSTANT and b.op is CONSTANT:
            return self.constant(int(COMPARE[predicate](a.imm, b.imm, a.type.bits)), I1)
        return self.emit("icmp", I1, (a, b), predicate)

    def select(self, condition: Node, a: Node, b: Node) -> Node:
        """a where the condition holds, else b."""
        if condition.op is CONSTANT:
            return a if condition.imm else b
        return self.emit("select", a.type, (condition, a, b))

    def cast(self, op: str, value: Node, type_: Type) -> Node:
        """A conversion: bitcast or fptrunc; a bitcast to the value's own type is the value."""
        if value.type is type_:
            return value
        return self.emit(op, type_, (value,))

    def extract(self, value: Node, index: int) -> Node:
        """Element `index` of a vector; a scalar is its own element 0."""
        if value.type.lanes == 1:
            return value
        return self.emit("extractelement", value.type.element, (value,), index)

    def insert(self, value: Node, element: Node, index: int) -> Node:
        """A vector with one element replaced."""
        return self.emit("insertelement", value.type, (value, element), index)

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
                    joined.append(self.emit("shufflevector", type_, (first, second)))
            parts = joined
        return parts[0]

    def offset(self, base: Node, byte_offset: Node) -> Node:
        """A pointer moved by an i32 number of bytes."""
        if byte_offset.op is CONSTANT and byte_offset.imm == 0:
            return base
        return self.emit("getelementptr", base.type, (base, byte_offset))

    def load(self, type_: Type, address: Node, align: int, scope: int = NO_SCOPE) -> Node:
        """Read memory."""
        node = self.emit("load", type_, (address,), align)
        node.scope = scope
        return node

    def store(self, value: Node, address: Node, align: int, scope: int = NO_SCOPE) -> None:
        """Write memory."""
        node = self.emit("store", VOID, (value, address), align)
        node.scope = scope

    def fence(self, ordering: str) -> None:
        """A workgroup fence, "release" or "acquire", for LDS alone."""
        self.emit("fence", VOID, (), ordering)

    def call(self, intrinsic: str, *args: Node, scope: int = NO_SCOPE) -> Node:
        """Call an intrinsic by its contract id."""
        row: Intrinsic = INTRINSICS[intrinsic]
        node = self.emit("call", parse_type(row.result), args, row)
        node.scope = scope
        return node

    def begin_if(self, condition: Node) -> Branch:
        """Open what runs where the condition holds."""
        branch = Branch()
        self.body.append(Node("if", VOID, (condition,), branch))
        return branch

    def begin_else(self, branch: Branch) -> None:
        """Open what runs where it does not."""
        self.body.append(Node("else", VOID, (), branch))

    def end_if(self, branch: Branch) -> None:
        """Close a conditional; values do not leave it."""
        self.body.append(Node("endif", VOID, (), branch))

    def begin_loop(self, trips: Node, initial: Sequence[Node]) -> Loop:
        """Open a loop of `trips` iterations (i32, at least 0) that carries values."""
        loop = Loop(initial)
        self.body.append(Node("loop", VOID, (trips, *initial), loop))
        return loop

    def end_loop(self, loop: Loop, following: Sequence[Node]) -> list[Node]:
        """Close a loop, naming the carried values of the next iteration; returns them as they leave the loop."""
        loop.following = tuple(following)
        self.body.append(Node("endloop", VOID, loop.following, loop))
        return loop.carried

    def return_(self) -> None:
        """End the kernel."""
        self.emit("ret", VOID, ())
