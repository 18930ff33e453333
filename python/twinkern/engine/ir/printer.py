"""The LLVM printer: the one place where the flavour acts and where values get their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twinkern._contract import FLAVORS, OPERATIONS, Intrinsic, Operation, Ordering, Shape
from twinkern.engine.ir.builder import Function, Node
from twinkern.engine.ir.types import VOID


@dataclass(frozen=True, slots=True)
class Shell:
    """What a machine puts around the operations of a module's kernels; what a kernel has of its own stands in their order."""

    head: list[str]
    """The lines before the first kernel."""
    convention: str
    """The calling convention of a kernel."""
    globals: list[list[str]]
    """The lines that define what a kernel brings with it, its `lds` and `zeros`, which have their names."""
    access_ends: list[list[str]]
    """How an access to memory ends in a kernel, by its LDS stage; the last is for one confined to none."""
    fences: Mapping[Ordering, str]
    """A workgroup fence, for LDS alone."""
    observers: Mapping[str, str]
    """Who sees an atomic access in order: what stands before its ordering."""
    tail: list[str]
    """The lines at the end of the module: attributes of the kernels, metadata."""


def number_values(body: Sequence[Node]) -> None:
    """Name every value in order of definition, and number loops and conditionals with the blocks that they name."""
    count = loops = branches = 0
    label = "entry"
    for node in body:
        if node.type is not VOID:
            node.text = f"%v{count}"
            count += 1
            continue
        phis: Sequence[Node] = ()
        shape, owner = OPERATIONS[node.op].shape, node.imm
        if shape is Shape.LOOP:
            owner.number, owner.entry = loops, label
            label = f"body{loops}"
            loops += 1
            phis = (owner.index, *owner.carried)
        elif shape is Shape.END_LOOP:
            owner.latch = label
            label = f"done{owner.number}"
        elif node.op is Operation.IF:
            owner.number = branches
            label = f"then{branches}"
            branches += 1
        elif node.op is Operation.ELSE:
            owner.ends[0] = label
            label = f"else{owner.number}"
        elif shape is Shape.JOIN:
            owner.ends[1] = label
            label = f"join{owner.number}"
            phis = owner.joined
        for phi in phis:
            phi.text = f"%v{count}"
            count += 1


def operands(node: Node) -> str:
    """Every operand with its type."""
    return ", ".join([f"{operand.type.text} {operand.text}" for operand in node.args])


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints one function's body as lines. There is a method for each shape of the contract, by its name."""

    flavor: int
    shell: Shell
    ends: list[str]
    used: dict[str, Intrinsic]

    def operand(self, node: Node, mnemonic: str) -> str:
        raise AssertionError(f"{mnemonic} {node.text} stands in no body")

    def comment(self, node: Node, mnemonic: str) -> str:
        return f"  ; {node.imm}"

    def plain(self, node: Node, mnemonic: str) -> str:
        a, b = node.args
        return f"  {node.text} = {mnemonic} {a.type.text} {a.text}, {b.text}"

    def predicated(self, node: Node, mnemonic: str) -> str:
        a, b = node.args
        return f"  {node.text} = {mnemonic} {node.imm} {a.type.text} {a.text}, {b.text}"

    def typed(self, node: Node, mnemonic: str) -> str:
        return f"  {node.text} = {mnemonic} {OPERATIONS[node.op].lead}{operands(node)}"

    def part(self, node: Node, mnemonic: str) -> str:
        return f"{self.typed(node, mnemonic)}{OPERATIONS[node.op].index}{node.imm}"

    def mask(self, node: Node, mnemonic: str) -> str:
        lanes = node.type.lanes
        return f"{self.typed(node, mnemonic)}, <{lanes} x i32> <{', '.join(f'i32 {lane}' for lane in range(lanes))}>"

    def converted(self, node: Node, mnemonic: str) -> str:
        value = node.args[0]
        return f"  {node.text} = {mnemonic} {value.type.text} {value.text} to {node.type.text}"

    def load(self, node: Node, mnemonic: str) -> str:
        address = node.args[0]
        place = f"{address.type.text} {address.text}, align {node.imm}{self.ends[node.scope]}"
        return f"  {node.text} = load {node.type.text}, {place}"

    def store(self, node: Node, mnemonic: str) -> str:
        value, address = node.args
        place = f"{address.type.text} {address.text}, align {node.imm}{self.ends[node.scope]}"
        return f"  store {value.type.text} {value.text}, {place}"

    def update(self, node: Node, mnemonic: str) -> str:
        update, ordering, sync_scope = node.imm
        seen = f"{self.shell.observers[sync_scope]}{ordering}, align {node.type.bytes}{self.ends[node.scope]}"
        return f"  {node.text} = {mnemonic} {update} {operands(node)} {seen}"

    def fence(self, node: Node, mnemonic: str) -> str:
        return f"  {self.shell.fences[node.imm]}"

    def call(self, node: Node, mnemonic: str) -> str:
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
        return f"  {result}call {row.result} @{row.names[flavor]}({spelled}){self.ends[node.scope]}"

    def assembly(self, node: Node, mnemonic: str) -> str:
        template, constraints, side_effects = node.imm
        result = "" if node.type is VOID else f"{node.text} = "
        asm = "asm sideeffect" if side_effects else "asm"
        return f'  {result}call {node.type.text} {asm} "{template}", "{constraints}"({operands(node)})'

    def branch(self, node: Node, mnemonic: str) -> str:
        """The edge between two sides of a conditional."""
        number = node.imm.number
        if node.op is Operation.IF:
            return f"  br i1 {node.args[0].text}, label %then{number}, label %else{number}\nthen{number}:"
        return f"  br label %join{number}\nelse{number}:"

    def join(self, node: Node, mnemonic: str) -> str:
        """Where the sides of a conditional meet."""
        branch = node.imm
        lines = [f"  br label %join{branch.number}\njoin{branch.number}:"]
        lines += phis(branch.joined, branch.leaving, node.args, branch.ends)
        return "\n".join(lines)

    def loop(self, node: Node, mnemonic: str) -> str:
        """The head of a loop: its phis and the test of its trip count."""
        loop = node.imm
        number, index, trips = loop.number, loop.index.text, node.args[0].text
        return "\n".join([
            f"  br label %loop{number}\nloop{number}:",
            f"  {index} = phi i32 [ 0, %{loop.entry} ], [ %next{number}, %{loop.latch} ]",
            *phis(loop.carried, node.args[1:], loop.following, (loop.entry, loop.latch)),
            f"  %more{number} = icmp ult i32 {index}, {trips}",
            f"  br i1 %more{number}, label %body{number}, label %done{number}\nbody{number}:",
        ])

    def end_loop(self, node: Node, mnemonic: str) -> str:
        """The foot of a loop."""
        number = node.imm.number
        return f"  %next{number} = add i32 {node.imm.index.text}, 1\n  br label %loop{number}\ndone{number}:"

    def leave(self, node: Node, mnemonic: str) -> str:
        return "  ret void"


SHAPES = [(getattr(Printer, row.shape.value), row.mnemonic) for row in OPERATIONS]
"""By operation: how it prints, and its spelling."""


def phis(values: Sequence[Node], ones: Sequence[Node], others: Sequence[Node], blocks: Sequence[str]) -> list[str]:
    """Lines that say what values are where the edges of two blocks meet."""
    one, other = blocks
    return [
        f"  {phi.text} = phi {phi.type.text} [ {a.text}, %{one} ], [ {b.text}, %{other} ]"
        for phi, a, b in zip(values, ones, others, strict=True)
    ]


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
    lines = [*shell.head]
    for index, function in enumerate(functions):
        lines += shell.globals[index]
        arguments = ", ".join(
            " ".join(filter(None, (node.type.text, attributes, node.text))) for _, node, attributes in function.arguments
        )
        lines.append(f"define {shell.convention} void @{function.name}({arguments}) #{index} {{\nentry:")
        number_values(function.body)
        printer = Printer(column, shell, shell.access_ends[index], used)
        for node in function.body:
            shape, mnemonic = SHAPES[node.op]
            lines.append(shape(printer, node, mnemonic))
        lines.append("}\n")
    lines += [declaration(row, column) for row in used.values()]
    lines += ["", *shell.tail]
    return "\n".join(lines) + "\n"
