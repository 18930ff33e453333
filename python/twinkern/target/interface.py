"""The target interface: everything that a kernel asks of the machine. Nothing outside this package knows which it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from twinkern._contract import Atom
from twinkern.ir.builder import Node
from twinkern.ir.types import Type


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor in global memory, in whatever form the target reaches it by."""

    handle: Node


class Target(Protocol):
    """How threads, tensors, barriers and matrix atoms are spelled on one family of machines."""

    def thread(self) -> Node:
        """Index of the thread in its workgroup."""

    def workgroup(self, dimension: str) -> Node:
        """Index of the workgroup along "x" or "y" of the grid."""

    def uniform(self, value: Node) -> Node:
        """A value that is the same in all lanes of a warp, in a form that tells the compiler so."""

    def tensor(self, pointer: Node, size: int) -> Tensor:
        """A tensor of `size` bytes behind a kernel argument."""

    def load(self, tensor: Tensor, offset: Node, valid: Node | None, type_: Type) -> Node:
        """Read a scalar or vector at a byte offset; zeros where `valid` does not hold."""

    def store(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        """Write a scalar or vector at a byte offset; nothing where `valid` does not hold."""

    def barrier(self) -> None:
        """A workgroup barrier that orders accesses to shared memory and nothing else."""

    def multiply(self, atom: Atom, a: Node, b: Node, c: Node) -> Node:
        """One matrix atom: a * b + c."""
