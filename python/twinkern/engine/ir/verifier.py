"""The verifier: a kernel that fails it is a bug in an emitter, never something that a spec may cause.

It checks types, address spaces, alignment, the LDS budget, intrinsics and atoms against the architecture, and that values
are used inside the region that defines them. Control flow is structured, so that last check is all that dominance needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from twinkern._contract import INTRINSICS
from twinkern.engine.ir.builder import ARGUMENT, COMPARE, CONSTANT, GLOBAL, NOWHERE, POISON, ZERO, Branch, Function, Loop, Node
from twinkern.engine.ir.types import I1, I32, VOID, Type, parse_type

DIVISOR_LIMIT = 1 << 16
"""Powers of two that are tracked as known divisors go no further."""
POINTER_ALIGN = 16
"""Alignment in bytes of the LDS block and of every tensor."""
BINARY = frozenset(("add", "sub", "mul", "udiv", "urem", "and", "xor"))
FREE = frozenset((CONSTANT, ARGUMENT, GLOBAL, ZERO, POISON))
"""Operands that stand in no body."""


class InternalError(Exception):
    """An emitter built something wrong."""


@cache
def signature(intrinsic: str) -> tuple[tuple[Type | None, ...], tuple[bool, ...]]:
    """Argument types (None where they differ by flavour), and which arguments must be constants."""
    row = INTRINSICS[intrinsic]
    types = tuple(parse_type(spread[0]) if len(set(spread)) == 1 else None for spread in row.arguments)
    return types, row.immediate


def constant_divisor(value: int) -> int:
    """The largest power of two that divides a constant, at most DIVISOR_LIMIT."""
    return min(value & -value, DIVISOR_LIMIT) if value else DIVISOR_LIMIT


def operand_divisor(node: Node) -> int:
    """The power of two that an operand is known to be a multiple of."""
    if node.op is CONSTANT:
        return constant_divisor(node.imm)
    if node.op is ARGUMENT or node.op is GLOBAL:
        return POINTER_ALIGN
    return node.divisor


def result_divisor(node: Node) -> int:
    """The power of two that a result is known to be a multiple of."""
    op = node.op
    if op in ("add", "sub", "urem", "xor", "getelementptr"):
        return min(operand_divisor(node.args[0]), operand_divisor(node.args[1]))
    if op == "select":
        return min(operand_divisor(node.args[1]), operand_divisor(node.args[2]))
    if op == "mul":
        return min(operand_divisor(node.args[0]) * operand_divisor(node.args[1]), DIVISOR_LIMIT)
    if op == "udiv" and node.args[1].op is CONSTANT:
        by = node.args[1].imm
        above = operand_divisor(node.args[0])
        return above // by if by > 0 and by & (by - 1) == 0 and by <= above else 1
    if op == "and":
        return max(operand_divisor(node.args[0]), operand_divisor(node.args[1]))
    if op == "call" and node.imm.id == "readfirstlane":
        return operand_divisor(node.args[0])
    return 1


class Verifier:
    """One pass over a function; region 0 is the body, and each loop and each side of a conditional opens one more."""

    __slots__ = ("function", "open", "inner", "halves", "regions", "at")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.open = {0}
        self.inner: list[tuple[Loop | Branch, int]] = []
        self.halves: set[Branch] = set()
        self.regions = 1
        self.at = 0

    def require(self, holds: bool, node: Node, message: str) -> None:
        """Raise InternalError unless the condition holds."""
        if not holds:
            raise InternalError(f"{self.function.name}: node {self.at} ({node.op}): {message}")

    def region(self) -> int:
        """The innermost open region."""
        return self.inner[-1][1] if self.inner else 0

    def begin(self, owner: Loop | Branch) -> None:
        """Open a region."""
        self.open.add(self.regions)
        self.inner.append((owner, self.regions))
        self.regions += 1

    def end(self, node: Node) -> None:
        """Close the innermost region, which must be that of the node's loop or conditional."""
        self.require(bool(self.inner) and self.inner[-1][0] is node.imm, node, "no such region is open")
        self.open.remove(self.inner.pop()[1])

    def conditional(self, node: Node) -> None:
        """Open or close a side of a conditional."""
        if node.op == "if":
            self.require(node.args[0].type is I1, node, "the condition is no i1")
        else:
            self.end(node)
            self.require((node.imm in self.halves) == (node.op == "endif"), node, "a conditional has one else")
            self.halves ^= {node.imm}
        if node.op != "endif":
            self.begin(node.imm)

    def operands(self, node: Node) -> None:
        """Require that each operand is defined before this node, in a region that is still open."""
        is_open = self.open
        for operand in node.args:
            if operand.region not in is_open and operand.op not in FREE:
                self.require(False, node, f"operand {operand.op} is not defined here")

    def typing(self, node: Node) -> None:
        """Require the operand and result types of a plain operation."""
        op, args, type_ = node.op, node.args, node.type
        if op in BINARY:
            ok = type_.kind == "integer" and args[0].type is type_ and args[1].type is type_
        elif op == "icmp":
            ok = type_ is I1 and args[0].type is args[1].type and node.imm in COMPARE
            ok = ok and args[0].type.kind == "integer"
        elif op == "select":
            ok = args[0].type is I1 and args[1].type is type_ and args[2].type is type_
        elif op == "bitcast":
            ok = args[0].type.bits * args[0].type.lanes == type_.bits * type_.lanes and type_.kind != "pointer"
        elif op == "fptrunc":
            source = args[0].type
            ok = source.lanes == type_.lanes and source.bits > type_.bits and type_.element.kind == "float"
        elif op == "extractelement":
            ok = args[0].type.element is type_ and 0 <= node.imm < args[0].type.lanes
        elif op == "insertelement":
            ok = args[0].type is type_ and args[1].type is type_.element and 0 <= node.imm < type_.lanes
        elif op == "shufflevector":
            ok = args[0].type is args[1].type and type_.lanes == 2 * args[0].type.lanes
            ok = ok and type_.element is args[0].type.element
        else:
            ok = False
        if not ok:
            self.require(False, node, f"types {', '.join(str(arg.type) for arg in args)} -> {type_}")

    def memory(self, node: Node) -> None:
        """Require an address in a space that has plain accesses, and an alignment that is known to hold."""
        address = node.args[-1]
        arch = self.function.arch
        value = node.type if node.op == "load" else node.args[0].type
        align = node.imm
        self.require(address.type.kind == "pointer", node, "the address is no pointer")
        self.require(address.type.space in (arch.shared_space, arch.global_space), node, "wrong address space")
        if not (align > 0 and align & (align - 1) == 0 and align <= value.bytes):
            self.require(False, node, f"alignment {align}")
        if operand_divisor(address) % align:
            self.require(False, node, f"alignment {align} is not known to hold")

    def address(self, node: Node) -> None:
        """Require a pointer and an i32 offset."""
        base, moved = node.args
        self.require(base.type.kind == "pointer" and node.type is base.type, node, "the base is no pointer")
        self.require(moved.type is I32, node, "the offset is no i32")

    def call(self, node: Node) -> None:
        """Require an intrinsic that the architecture has, and its argument types."""
        row = node.imm
        types, immediate = signature(row.id)
        if self.function.arch.name not in row.arches:
            self.require(False, node, f"{row.id} is not on {self.function.arch.name}")
        if len(types) != len(node.args):
            self.require(False, node, f"{row.id} takes {len(types)} arguments")
        if node.type is not parse_type(row.result):
            self.require(False, node, f"{row.id} gives {row.result}")
        for index, operand in enumerate(node.args):
            constant = operand.op is CONSTANT
            if not (constant if types[index] is None else operand.type is types[index]):
                self.require(False, node, f"{row.id}: argument {index} is {operand.type}")
            if immediate[index] and not constant:
                self.require(False, node, f"{row.id}: argument {index} must be constant")

    def begin_loop(self, node: Node) -> None:
        """Open a region; the loop's index and carried values belong to the one around it, for they leave the loop."""
        loop = node.imm
        self.require(node.args[0].type is I32, node, "the trip count is no i32")
        self.same_types(node, loop.carried, node.args[1:])
        for phi in (loop.index, *loop.carried):
            phi.region = self.region()
            phi.divisor = 1
        self.begin(loop)

    def end_loop(self, node: Node) -> None:
        """Close a region."""
        self.end(node)
        self.same_types(node, node.imm.carried, node.args)

    def same_types(self, node: Node, carried: Sequence[Node], values: Sequence[Node]) -> None:
        """Require one value of the right type for each carried value."""
        self.require(len(carried) == len(values), node, "carried values do not match in number")
        for phi, value in zip(carried, values, strict=True):
            self.require(phi.type is value.type, node, "a carried value changes its type")

    def run(self) -> None:
        """Check the whole function."""
        function = self.function
        empty = Node("function", VOID, ())
        arch = function.arch
        self.require(function.lds_bytes <= arch.lds_bytes, empty, f"{function.lds_bytes} bytes of LDS")
        self.require(0 < function.threads <= arch.threads_per_workgroup, empty, f"{function.threads} threads")
        body = function.body
        for self.at, node in enumerate(body):
            op = node.op
            if op == "comment":
                continue
            self.require(node.region is NOWHERE, node, "stands in the body twice")
            self.operands(node)
            if op in ("load", "store"):
                self.memory(node)
            elif op == "getelementptr":
                self.address(node)
            elif op == "call":
                self.call(node)
            elif op == "loop":
                self.begin_loop(node)
            elif op == "endloop":
                self.end_loop(node)
            elif op in ("if", "else", "endif"):
                self.conditional(node)
            elif op == "fence":
                self.require(node.imm in ("release", "acquire"), node, f"ordering {node.imm}")
            elif op == "ret":
                self.require(self.at == len(body) - 1 and not self.inner, node, "does not end the kernel")
            else:
                self.typing(node)
            if node.scope >= function.stages:
                self.require(False, node, f"stage {node.scope}")
            node.region = self.region()
            node.divisor = result_divisor(node)
        self.require(bool(body) and body[-1].op == "ret", empty, "has no ret")


def verify(function: Function) -> None:
    """Check a function.

    Raises InternalError at the first node that is wrong.
    """
    Verifier(function).run()
