"""The verifier: a kernel that fails it is a bug in an emitter, never something that a spec may cause.

It checks types, address spaces, alignment, orderings, the LDS budget, intrinsics and atoms against the architecture, and that
values are used inside the region that defines them. Control flow is structured, so that last check is all that dominance needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NoReturn

from twinkern._contract import DIVISOR_LIMIT, INTRINSICS, OPERATIONS, UPDATES, Kind, Multiple, Operation
from twinkern.engine.ir.builder import BODY, CONSTANT, NO_SCOPE, NOWHERE, Branch, Function, Loop, Node
from twinkern.engine.ir.types import I1, I32, I64, VOID, Type, parse_type


class InternalError(Exception):
    """An emitter built something wrong."""


@cache
def signature(intrinsic: str) -> tuple[Type, tuple[Type | None, ...], tuple[bool, ...]]:
    """Result, argument types (None where they differ by flavour), and which arguments must be constants."""
    row = INTRINSICS[intrinsic]
    types = tuple(parse_type(spread[0]) if len(set(spread)) == 1 else None for spread in row.arguments)
    return parse_type(row.result), types, row.immediate


def least(node: Node) -> int:
    """The lesser of what both operands are multiples of."""
    a, b = node.args
    return a.divisor if a.divisor < b.divisor else b.divisor


def quotient(node: Node) -> int:
    """What a division by a constant leaves of a known divisor."""
    above, by = node.args[0].divisor, node.args[1].imm
    known = node.args[1].op is CONSTANT and by > 0 and by & (by - 1) == 0 and by <= above
    return above // by if known else 1


MULTIPLES: dict[Multiple, Callable[[Node], int] | None] = {
    Multiple.ONE: None,
    Multiple.FIRST: lambda node: node.args[0].divisor,
    Multiple.LEAST: least,
    Multiple.CHOSEN: lambda node: min(node.args[1].divisor, node.args[2].divisor),
    Multiple.GREATEST: lambda node: max(node.args[0].divisor, node.args[1].divisor),
    Multiple.PRODUCT: lambda node: min(node.args[0].divisor * node.args[1].divisor, DIVISOR_LIMIT),
    Multiple.QUOTIENT: quotient,
    Multiple.UNIFORM: lambda node: node.args[0].divisor if node.imm is INTRINSICS["readfirstlane"] else 1,
}


class Verifier:
    """One pass over a function; each loop and each side of a conditional opens a region in that around it.

    There is a method for each typing rule of the contract, by its name; see operations.toml for what it asks.
    """

    __slots__ = ("function", "open", "inner", "region", "at")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.open = {BODY}
        self.inner: list[tuple[Loop | Branch, int, int]] = []
        """Open regions, each with its loop, or its conditional and which side of it."""
        self.region = BODY
        """The innermost open region."""
        self.at = 0

    def fail(self, node: Node | None, message: str) -> NoReturn:
        """Raise InternalError, of a node or of the whole function."""
        place = OPERATIONS[node.op].mnemonic if node else "function"
        raise InternalError(f"{self.function.name}: node {self.at} ({place}): {message}")

    def require(self, holds: bool, node: Node, message: str) -> None:
        """Raise InternalError unless the condition holds."""
        if not holds:
            self.fail(node, message)

    def typed(self, holds: bool, node: Node) -> None:
        """Raise InternalError, with the node's types, unless the condition holds."""
        if not holds:
            self.fail(node, f"types {', '.join(str(arg.type) for arg in node.args)} -> {node.type}")

    def begin(self, owner: Loop | Branch, side: int = 0) -> None:
        """Open a region, which has the number of the node after the one that opens it."""
        self.region = self.at + 1
        self.open.add(self.region)
        self.inner.append((owner, side, self.region))

    def end(self, node: Node, side: int = 0) -> None:
        """Close the innermost region, which must be that of the node's loop, or of this side of its conditional."""
        self.require(bool(self.inner) and self.inner[-1][:2] == (node.imm, side), node, "no such region is open")
        self.open.remove(self.inner.pop()[2])
        self.region = self.inner[-1][2] if self.inner else BODY

    def value(self, node: Node) -> None:
        self.fail(node, "stands in the body")

    def comment(self, node: Node) -> None:
        pass

    def same(self, node: Node) -> None:
        type_ = node.type
        for operand in node.args:
            if operand.type is not type_:
                self.typed(False, node)
        if type_.element.kind is not OPERATIONS[node.op].of:
            self.typed(False, node)

    def comparison(self, node: Node) -> None:
        a, b = node.args
        row = OPERATIONS[node.op]
        self.typed(node.type is I1 and a.type is b.type and a.type.kind is row.of and node.imm in row.takes, node)

    def choice(self, node: Node) -> None:
        condition, a, b = node.args
        self.typed(condition.type is I1 and a.type is node.type and b.type is node.type is not VOID, node)

    def bits(self, node: Node) -> None:
        source, type_ = node.args[0].type, node.type
        plain = source.element.kind in (Kind.INTEGER, Kind.FLOAT) and type_.element.kind in (Kind.INTEGER, Kind.FLOAT)
        self.typed(plain and source.bits * source.lanes == type_.bits * type_.lanes, node)

    def conversion(self, node: Node) -> None:
        source, type_, row = node.args[0].type, node.type, OPERATIONS[node.op]
        kinds = source.element.kind is row.of and type_.element.kind is row.to
        wider = (type_.bits > source.bits) - (type_.bits < source.bits)
        self.typed(kinds and source.lanes == type_.lanes and row.width in (0, wider), node)

    def part_of(self, node: Node) -> None:
        self.typed(node.type is node.args[0].type.part(node.imm), node)

    def part_into(self, node: Node) -> None:
        into, part = node.args
        self.typed(into.type is node.type and part.type is node.type.part(node.imm), node)

    def joined(self, node: Node) -> None:
        a, b = node.args
        type_ = node.type
        self.typed(a.type is b.type and type_.lanes == 2 * a.type.lanes and type_.element is a.type.element, node)

    def address(self, node: Node) -> None:
        base, moved = node.args
        self.require(base.type.kind is Kind.POINTER and node.type is base.type, node, "the base is no pointer")
        self.require(moved.type in (I32, I64), node, "the offset is no i32 or i64")

    def place(self, node: Node, address: Node, size: int, align: int) -> None:
        """Require an address in a space that has plain accesses, and an alignment that is known to hold."""
        type_, arch = address.type, self.function.arch
        if type_.kind is not Kind.POINTER:
            self.fail(node, "the address is no pointer")
        if type_.space not in (arch.shared_space, arch.global_space):
            self.fail(node, "wrong address space")
        if not (align > 0 and align & (align - 1) == 0 and align <= size):
            self.fail(node, f"alignment {align}")
        if address.divisor % align:
            self.fail(node, f"alignment {align} is not known to hold")

    def read(self, node: Node) -> None:
        self.place(node, node.args[0], node.type.bytes, node.imm)

    def write(self, node: Node) -> None:
        value, address = node.args
        self.place(node, address, value.type.bytes, node.imm)

    def update(self, node: Node) -> None:
        address, value = node.args
        self.typed(value.type is node.type and node.type.element.kind is UPDATES[node.imm.update], node)
        self.typed(node.type.bytes in (4, 8) and (node.type.lanes == 1 or node.type.element.kind is Kind.FLOAT), node)
        self.order(node)
        self.place(node, address, node.type.bytes, node.type.bytes)

    def order(self, node: Node) -> None:
        """Require an ordering that the operation may have."""
        ordering = node.imm if node.op is Operation.FENCE else node.imm.ordering
        self.require(ordering in OPERATIONS[node.op].takes, node, f"ordering {ordering}")

    def intrinsic(self, node: Node) -> None:
        """Require an intrinsic that the architecture has, and its argument types."""
        row = node.imm
        result, types, immediate = signature(row.id)
        if self.function.arch.name not in row.arches:
            self.fail(node, f"{row.id} is not on {self.function.arch.name}")
        if len(types) != len(node.args):
            self.fail(node, f"{row.id} takes {len(types)} arguments")
        if node.type is not result:
            self.fail(node, f"{row.id} gives {row.result}")
        for index, operand in enumerate(node.args):
            constant = operand.op is CONSTANT
            if not (constant if types[index] is None else operand.type is types[index]):
                self.fail(node, f"{row.id}: argument {index} is {operand.type}")
            if immediate[index] and not constant:
                self.fail(node, f"{row.id}: argument {index} must be constant")

    def assembly(self, node: Node) -> None:
        """Require as many results and operands as the constraints name, results first and clobbers last, and a text that ends
        where its quotes do."""
        constraints = node.imm.constraints.split(",") if node.imm.constraints else []
        self.require(all(constraints), node, "an empty constraint")
        order = ["=~".find(constraint[0]) % 3 for constraint in constraints]
        self.require(order == sorted(order, key=(0, 2, 1).index), node, "constraints out of order")
        results = sum(constraint.startswith("=") for constraint in constraints)
        clobbers = sum(constraint.startswith("~") for constraint in constraints)
        given = len(node.type.members) if node.type.kind is Kind.STRUCT else int(node.type is not VOID)
        self.require(results == given, node, f"{results} results of {node.type}")
        operands = len(constraints) - results - clobbers
        self.require(operands == len(node.args), node, f"{operands} operands, of which there are {len(node.args)}")
        self.require(not set('"\n') & {*node.imm.template, *node.imm.constraints}, node, "a quote in assembly")

    def then_side(self, node: Node) -> None:
        """Open the first side of a conditional."""
        self.require(node.args[0].type is I1, node, "the condition is no i1")
        self.begin(node.imm)

    def else_side(self, node: Node) -> None:
        """Close the first side of a conditional, and open its second."""
        self.end(node)
        self.begin(node.imm, 1)

    def joining(self, node: Node) -> None:
        """Close a conditional: what leaves its sides is of one type."""
        branch = node.imm
        self.end(node, 1)
        self.same_types(node, branch.leaving, branch.joined, "leaves")
        for phi, a, b in zip(branch.joined, branch.leaving, node.args, strict=True):
            phi.region, phi.divisor = self.region, min(a.divisor, b.divisor)

    def iteration(self, node: Node) -> None:
        """Open a region; the loop's index and carried values belong to the one around it, for they leave the loop."""
        loop = node.imm
        self.require(loop.index.region == NOWHERE, node, "the loop stands in the body twice")
        self.require(bool(node.args) and node.args[0].type is I32, node, "the trip count is no i32")
        self.same_types(node, loop.carried, node.args[1:], "is carried")
        self.keep_multiples(node, node.args[1:])
        for phi in (loop.index, *loop.carried):
            phi.region = self.region
        self.begin(loop)

    def iterated(self, node: Node) -> None:
        """Close a region."""
        self.end(node)
        self.same_types(node, node.imm.carried, node.args, "is carried")
        self.keep_multiples(node, node.args)

    def keep_multiples(self, node: Node, values: Sequence[Node]) -> None:
        """Require that what a loop carries is a multiple of what its phi is said to be one of."""
        for phi, value in zip(node.imm.carried, values, strict=True):
            if value.divisor % phi.divisor:
                self.fail(node, f"what is carried is no multiple of {phi.divisor}")

    def same_types(self, node: Node, values: Sequence[Node], others: Sequence[Node], verb: str) -> None:
        """Require values of the same types one by one."""
        self.require(len(values) == len(others), node, f"what {verb} does not match in number")
        for a, b in zip(values, others, strict=True):
            self.require(a.type is b.type is not VOID, node, f"what {verb} changes its type or is void")

    def last(self, node: Node) -> None:
        """Require that nothing follows, and no region is open."""
        self.require(self.at == len(self.function.body) - 1 and not self.inner, node, "does not end the kernel")


RULES = [(getattr(Verifier, row.typing.value), row.operands, MULTIPLES[row.multiple]) for row in OPERATIONS]
"""By operation: its typing rule, how many operands it takes, and what its result is known to be a multiple of."""


def verify(function: Function) -> None:
    """Check a function.

    Raises InternalError at the first node that is wrong.
    """
    arch, body, stages = function.arch, function.body, function.stages
    verifier = Verifier(function)
    if function.lds_bytes > arch.lds_bytes:
        verifier.fail(None, f"{function.lds_bytes} bytes of LDS")
    if not 0 < function.threads <= arch.threads_per_workgroup:
        verifier.fail(None, f"{function.threads} threads")
    if len({name for name, _, _ in function.arguments}) < len(function.arguments):
        verifier.fail(None, "two arguments of one name")
    is_open = verifier.open
    for verifier.at, node in enumerate(body):
        if node.region != NOWHERE:
            verifier.fail(node, "stands in the body twice")
        args = node.args
        for operand in args:
            if operand.region not in is_open:
                verifier.fail(node, f"operand {OPERATIONS[operand.op].mnemonic} is not defined here")
        rule, operands, multiple = RULES[node.op]
        if len(args) != operands >= 0:
            verifier.fail(node, f"takes {operands} operands")
        rule(verifier, node)
        if not NO_SCOPE <= node.scope < stages:
            verifier.fail(node, f"stage {node.scope}")
        node.region = verifier.region
        if multiple is not None:
            node.divisor = multiple(node)
    if not body or body[-1].op is not Operation.RETURN:
        verifier.fail(None, "has no ret")
