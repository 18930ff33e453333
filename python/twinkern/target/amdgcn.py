"""Lowering for AMD GPUs: raw buffer resources with hardware range checks, LDS-only barriers, MFMA."""

from __future__ import annotations

from twinkern._contract import Arch, Atom
from twinkern.ir.builder import Builder, Node
from twinkern.ir.types import I16, I32, I64, SCALARS, Type, vector
from twinkern.target.interface import Tensor

OUT_OF_RANGE = -(1 << 31)
"""Offset of a masked access: at or past every resource of less than 2 GiB, so a load gives 0 and a store is dropped."""


class Amdgcn:
    """The target interface for AMD GPUs; a tensor's handle is its buffer resource."""

    __slots__ = ("arch", "builder")

    def __init__(self, arch: Arch, builder: Builder) -> None:
        self.arch = arch
        self.builder = builder

    def thread(self) -> Node:
        """Index of the thread in its workgroup."""
        return self.builder.call("workitem_id_x")

    def workgroup(self, dimension: str) -> Node:
        """Index of the workgroup along "x" or "y" of the grid."""
        return self.builder.call(f"workgroup_id_{dimension}")

    def uniform(self, value: Node) -> Node:
        """A value that is the same in all lanes of a warp, in a form that tells the compiler so."""
        return self.builder.call("readfirstlane", value)

    def tensor(self, pointer: Node, size: int) -> Tensor:
        """A tensor of `size` bytes behind a kernel argument."""
        b = self.builder
        stride = b.constant(0, I16)
        length = b.constant(size, I64)
        flags = b.constant(self.arch.resource_flags)
        return Tensor(b.call("make_buffer_resource", pointer, stride, length, flags))

    def masked(self, offset: Node, valid: Node | None) -> Node:
        """An offset that is out of range where `valid` does not hold."""
        if valid is None:
            return offset
        return self.builder.select(valid, offset, self.builder.constant(OUT_OF_RANGE))

    def load(self, tensor: Tensor, offset: Node, valid: Node | None, type_: Type) -> Node:
        """Read a scalar or vector at a byte offset; zeros where `valid` does not hold."""
        b = self.builder
        words, suffix = access_type(type_)
        zero = b.constant(0)
        at = self.masked(offset, valid)
        loaded = b.call(f"buffer_load_{suffix}", tensor.handle, at, zero, zero)
        assert loaded.type is words
        return b.cast("bitcast", loaded, type_)

    def store(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        """Write a scalar or vector at a byte offset; nothing where `valid` does not hold."""
        b = self.builder
        words, suffix = access_type(value.type)
        zero = b.constant(0)
        at = self.masked(offset, valid)
        stored = b.cast("bitcast", value, words)
        b.call(f"buffer_store_{suffix}", stored, tensor.handle, at, zero, zero)

    def barrier(self) -> None:
        """A workgroup barrier that orders LDS accesses and nothing else.

        The instruction alone does not wait for memory; the fences around it do, for LDS only.
        """
        b = self.builder
        b.fence("release")
        b.call("barrier")
        b.fence("acquire")

    def multiply(self, atom: Atom, a: Node, b: Node, c: Node) -> Node:
        """One matrix atom: a * b + c. Operands are cast to the type that the instruction takes."""
        builder = self.builder
        type_ = vector(atom.operand_length, SCALARS[atom.operand])
        left = builder.cast("bitcast", a, type_)
        right = builder.cast("bitcast", b, type_)
        zero = builder.constant(0)
        return builder.call(atom.intrinsic, left, right, c, zero, zero, zero)


def access_type(type_: Type) -> tuple[Type, str]:
    """The integer type of one global access of this size, and its suffix in the intrinsics' ids."""
    size = type_.bytes
    if size == 2:
        return I16, "i16"
    words = size // 4
    return vector(words, I32), "i32" if words == 1 else f"v{words}i32"
