"""Which buffers the text of a kernel loads from and stores to, by following pointers from parameters and variables."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..text import ir

# Calls and assembly that load or store through their pointers; others pass a pointer on, or do not touch it.
_LOADS = re.compile(r"load|\bldu?g?\b|cp\.async")
_STORES = re.compile(r"store|memset|\bst\b")
_UPDATES = re.compile(r"atomic|\bred\b|\batom\b")
_COPIES = re.compile(r"llvm\.mem(cpy|move)")
_ACCESSES = frozenset(["load", "store", "atomicrmw", "cmpxchg", "call"])

Roots = frozenset[str]
_NONE: Roots = frozenset()


def pointers(i: ir.Instruction) -> tuple[list[ir.Operand], list[ir.Operand]]:
    """The operands through which an instruction may read, and write. What is not sure counts for both."""
    if i.op == "load":
        return i.operands[:1], []
    if i.op == "store":
        return [], i.operands[1:2]
    if i.op in ("atomicrmw", "cmpxchg"):
        return i.operands[:1], i.operands[:1]
    if i.op != "call":
        return [], []
    name = i.callee or ""
    if _COPIES.match(name):
        return i.operands[1:2], i.operands[:1]
    if ".lds" in name and "load" in name:
        return i.operands[:1], i.operands[1:2]
    if "buffer.store" in name:
        return [], i.operands[1:2]
    if "buffer.load" in name:
        return i.operands[:1], []
    return i.operands, i.operands


def _memories(type_: ir.Type) -> tuple[str, ...]:
    """The memories that a pointer, or a buffer resource as four words, may point into."""
    element = type_.element if isinstance(type_, ir.VectorType) else type_
    if isinstance(element, ir.PointerType):
        return {0: ("global", "lds", "private"), 3: ("lds",), 5: ("private",)}.get(element.space, ("global",))
    return ("global",) if isinstance(type_, ir.VectorType) else ()


class Accesses:
    """The parameters and variables (with their @) that a kernel `loads` and `stores` through, by plain accesses, and `updates`
    by atomic ones.

    What is not sure counts: a value that is computed from a pointer in any way may be one into its buffer."""

    def __init__(self, function: ir.Function) -> None:
        self.loads: set[str] = set()
        self.stores: set[str] = set()
        self.updates: set[str] = set()
        self._roots: dict[str, Roots] = {
            name: frozenset([name]) for type_, name in function.parameters if isinstance(type_, ir.PointerType)
        }
        self._stored = _NONE  # pointers that went to memory, and may come from any load
        self._changed = True
        while self._changed:
            self._changed = False
            for block in function.blocks:
                for i in block.instructions:
                    self._follow(i)

    def both(self) -> set[str]:
        return self.loads & self.stores

    def through(self, i: ir.Instruction) -> tuple[Roots, Roots]:
        """What an instruction may read through, and what it may write through."""
        reads, writes = pointers(i)
        return self._union(reads), self._union(writes)

    def spaces(self, i: ir.Instruction) -> tuple[set[str], set[str]]:
        """Which of "global", "lds" and "private" memory an instruction may read, and write."""
        reads, writes = ({space for o in operands for space in _memories(o.type)} for operands in pointers(i))
        return reads, writes

    def _of(self, operand: ir.Operand) -> Roots:
        if isinstance(operand, ir.Local):
            return self._roots.get(operand.name, _NONE)
        if isinstance(operand, ir.GlobalRef):
            return frozenset([f"@{operand.name}"])
        if isinstance(operand, ir.ConstantExpression):
            return self._union(operand.instruction.operands)
        if isinstance(operand, ir.Constant) and isinstance(operand.value, tuple):
            return self._union(operand.value)
        return _NONE

    def _union(self, operands: Iterable[ir.Operand]) -> Roots:
        found = _NONE
        for operand in operands:
            found |= self._of(operand)
        return found

    def _follow(self, i: ir.Instruction) -> None:
        if i.op in _ACCESSES:
            passed = self._access(i)
        else:
            passed = self._union(i.operands)
        if i.name is not None and passed and not passed <= (known := self._roots.get(i.name, _NONE)):
            self._roots[i.name] = known | passed
            self._changed = True

    def _access(self, i: ir.Instruction) -> Roots:
        """Enter what an instruction loads from and stores to; what its result may point into."""
        if i.op == "load":
            return self._load(self._of(i.operands[0]), "atomic" in i.flags)
        if i.op == "store":
            return self._store(self._of(i.operands[1]), self._of(i.operands[0]), "atomic" in i.flags)
        if i.op != "call":
            self.updates |= self._of(i.operands[0])
            self._store(_NONE, self._union(i.operands[1:]))
            return self._stored
        callee = i.extra.get("callee")
        name = callee.text if isinstance(callee, ir.InlineAssembly) else i.callee or ""
        if _COPIES.match(name):
            self._load(self._of(i.operands[1]))
            return self._store(self._of(i.operands[0]), _NONE)
        if "buffer.store" in name:
            return self._store(self._union(i.operands[1:]), self._of(i.operands[0]))
        every = self._union(i.operands)
        if _UPDATES.search(name):
            self.updates |= every
        if _STORES.search(name):
            self._store(every, _NONE)
        return self._load(every) if _LOADS.search(name) else every

    def _load(self, roots: Roots, atomic: bool = False) -> Roots:
        (self.updates if atomic else self.loads).update(roots)
        return self._stored

    def _store(self, roots: Roots, data: Roots, atomic: bool = False) -> Roots:
        (self.updates if atomic else self.stores).update(roots)
        if not data <= self._stored:
            self._stored |= data
            self._changed = True
        return _NONE
