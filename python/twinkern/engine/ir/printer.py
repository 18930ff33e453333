"""The LLVM printer: the one place where the flavour acts and where values get their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from twinkern._contract import FLAVORS, Intrinsic
from twinkern.engine.ir.builder import Function, Node
from twinkern.engine.ir.types import VOID


class Shell(Protocol):
    """What a machine puts around the operations of a module's kernels; `index` is the place of a kernel in it."""

    convention: str
    """The calling convention of a kernel."""

    def head(self) -> list[str]:
        """The lines before the first kernel."""

    def globals(self, index: int) -> list[str]:
        """The lines that define what one kernel brings with it, its `lds` and `zeros`, which get their names."""

    def access_ends(self, index: int) -> list[str]:
        """How an access to memory ends in one kernel, by its LDS stage; the last is for one confined to none."""

    def fence(self, ordering: str) -> str:
        """A workgroup fence, for LDS alone."""

    def tail(self) -> list[str]:
        """The lines at the end of the module: attributes of the kernels, metadata."""


def number_values(body: Sequence[Node]) -> dict[int, tuple[str, str, str]]:
    """Name every value in order of definition; returns for each loop its number, entry label and latch label, by identity."""
    count = 0
    branches = 0
    labels = {}
    label = "entry"
    open_loops = []
    for node in body:
        if node.type is not VOID:
            node.text = f"%v{count}"
            count += 1
        elif node.op == "loop":
            for phi in (node.imm.index, *node.imm.carried):
                phi.text = f"%v{count}"
                count += 1
            number = str(len(labels))
            labels[id(node.imm)] = (number, label, "")
            open_loops.append((number, label))
            label = f"body{number}"
        elif node.op == "endloop":
            number, entry = open_loops.pop()
            labels[id(node.imm)] = (number, entry, label)
            label = f"done{number}"
        elif node.op == "if":
            node.imm.number = branches
            label = f"then{branches}"
            branches += 1
        elif node.op == "else":
            label = f"else{node.imm.number}"
        elif node.op == "endif":
            label = f"join{node.imm.number}"
    return labels


def shuffle_mask(lanes: int) -> str:
    """The mask that joins two vectors end to end."""
    return ", ".join(f"i32 {lane}" for lane in range(lanes))


class Printer:
    """Prints one function's body as lines."""

    __slots__ = ("flavor", "shell", "scopes", "lines", "labels", "used")

    def __init__(self, flavor: int, shell: Shell, scopes: list[str], used: dict[str, Intrinsic]) -> None:
        self.flavor = flavor
        self.shell = shell
        self.scopes = scopes
        self.lines: list[str] = []
        self.labels: dict[int, tuple[str, str, str]] = {}
        self.used = used

    def call(self, node: Node) -> str:
        """A call, with constant arguments in the flavour's own type."""
        row = node.imm
        flavor = self.flavor
        self.used.setdefault(row.id, row)
        spelled = ", ".join([
            f"{types[flavor]} {operand.text}"
            for types, operand in zip(row.arguments, node.args, strict=True)
            if types[flavor]
        ])
        result = "" if node.type is VOID else f"{node.text} = "
        return f"  {result}call {row.result} @{row.names[flavor]}({spelled}){self.scopes[node.scope]}"

    def conditional(self, node: Node) -> None:
        """The edge between two sides of a conditional."""
        number = node.imm.number
        if node.op == "if":
            self.lines.append(f"  br i1 {node.args[0].text}, label %then{number}, label %else{number}\nthen{number}:")
        else:
            side = "else" if node.op == "else" else "join"
            self.lines.append(f"  br label %join{number}\n{side}{number}:")

    def begin_loop(self, node: Node) -> None:
        """The head of a loop: its phis and the test of its trip count."""
        loop = node.imm
        number, entry, latch = self.labels[id(loop)]
        lines = self.lines
        lines.append(f"  br label %loop{number}\nloop{number}:")
        lines.append(f"  {loop.index.text} = phi i32 [ 0, %{entry} ], [ %next{number}, %{latch} ]")
        for phi, initial, following in zip(loop.carried, node.args[1:], loop.following, strict=True):
            lines.append(
                f"  {phi.text} = phi {phi.type.text} [ {initial.text}, %{entry} ], [ {following.text}, %{latch} ]"
            )
        lines.append(f"  %more{number} = icmp ult i32 {loop.index.text}, {node.args[0].text}")
        lines.append(f"  br i1 %more{number}, label %body{number}, label %done{number}\nbody{number}:")

    def end_loop(self, node: Node) -> None:
        """The foot of a loop."""
        number = self.labels[id(node.imm)][0]
        self.lines.append(f"  %next{number} = add i32 {node.imm.index.text}, 1")
        self.lines.append(f"  br label %loop{number}\ndone{number}:")

    def print_body(self, body: Sequence[Node]) -> None:
        """Every node of a body, a line or more each."""
        self.labels = number_values(body)
        append = self.lines.append
        for node in body:
            op, args = node.op, node.args
            if op == "call":
                append(self.call(node))
            elif op == "getelementptr":
                base, moved = args
                append(f"  {node.text} = getelementptr i8, {base.type.text} {base.text}, i32 {moved.text}")
            elif op == "load":
                address = args[0]
                scope = self.scopes[node.scope]
                append(f"  {node.text} = load {node.type.text}, {address.type.text} {address.text}, align {node.imm}{scope}")
            elif op == "store":
                value, address = args
                scope = self.scopes[node.scope]
                append(f"  store {value.type.text} {value.text}, {address.type.text} {address.text}, align {node.imm}{scope}")
            elif op == "select":
                condition, a, b = args
                type_ = node.type.text
                append(f"  {node.text} = select i1 {condition.text}, {type_} {a.text}, {type_} {b.text}")
            elif op == "icmp":
                a, b = args
                append(f"  {node.text} = icmp {node.imm} {a.type.text} {a.text}, {b.text}")
            elif op == "bitcast" or op == "fptrunc":
                append(f"  {node.text} = {op} {args[0].type.text} {args[0].text} to {node.type.text}")
            elif op == "extractelement":
                append(f"  {node.text} = extractelement {args[0].type.text} {args[0].text}, i32 {node.imm}")
            elif op == "insertelement":
                into, element = args
                append(
                    f"  {node.text} = insertelement {into.type.text} {into.text}, {element.type.text} {element.text},"
                    f" i32 {node.imm}"
                )
            elif op == "shufflevector":
                lanes = node.type.lanes
                type_ = args[0].type.text
                append(
                    f"  {node.text} = shufflevector {type_} {args[0].text}, {type_} {args[1].text},"
                    f" <{lanes} x i32> <{shuffle_mask(lanes)}>"
                )
            elif op == "fence":
                append(f"  {self.shell.fence(node.imm)}")
            elif op == "comment":
                append(f"  ; {node.imm}")
            elif op == "loop":
                self.begin_loop(node)
            elif op == "endloop":
                self.end_loop(node)
            elif op in ("if", "else", "endif"):
                self.conditional(node)
            elif op == "ret":
                append("  ret void")
            else:
                append(f"  {node.text} = {op} {node.type.text} {args[0].text}, {args[1].text}")


def declaration(row: Intrinsic, flavor: int) -> str:
    """The declaration of an intrinsic."""
    arguments = ", ".join(
        types[flavor] + (" immarg" if immediate else "")
        for types, immediate in zip(row.arguments, row.immediate, strict=True)
        if types[flavor]
    )
    return f"declare {row.result} @{row.names[flavor]}({arguments})"


def print_module(functions: Sequence[Function], flavor: str, shell: Shell) -> str:
    """The LLVM text of a module of kernels in the shell of their machine."""
    column = FLAVORS.index(flavor)
    used: dict[str, Intrinsic] = {}
    lines = shell.head()
    for index, function in enumerate(functions):
        lines += shell.globals(index)
        arguments = ", ".join(
            f"{node.type.text} {attributes} {node.text}" for _, node, attributes in function.arguments
        )
        lines.append(f"define {shell.convention} void @{function.name}({arguments}) #{index} {{\nentry:")
        printer = Printer(column, shell, shell.access_ends(index), used)
        printer.print_body(function.body)
        lines += printer.lines
        lines.append("}\n")
    lines += [declaration(row, column) for row in used.values()]
    lines += ["", *shell.tail()]
    return "\n".join(lines) + "\n"
