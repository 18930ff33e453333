"""Types of the IR. Types are interned: two equal types are one object, so that comparing them is comparing identity."""

from __future__ import annotations

from functools import cache


class Type:
    """A type: `kind` is "void", "integer", "float", "pointer" or "vector"; `text` is its LLVM spelling.

    `bits` is the width of a scalar or of a vector's element; `lanes` is 1 for a scalar; `space` is a pointer's address space.
    """

    __slots__ = ("kind", "text", "bits", "lanes", "element", "space")

    def __init__(self, kind: str, text: str, bits: int, lanes: int, element: Type | None, space: int) -> None:
        self.kind = kind
        self.text = text
        self.bits = bits
        self.lanes = lanes
        self.element = element or self
        self.space = space

    def __repr__(self) -> str:
        return self.text

    @property
    def bytes(self) -> int:
        """Size in memory, for types of whole bytes."""
        return self.bits * self.lanes // 8


@cache
def pointer(space: int) -> Type:
    """A pointer into an address space."""
    return Type("pointer", f"ptr addrspace({space})", 64, 1, None, space)


@cache
def vector(lanes: int, element: Type) -> Type:
    """A vector of scalars; the scalar itself for one lane."""
    if lanes == 1:
        return element
    return Type("vector", f"<{lanes} x {element.text}>", element.bits, lanes, element, 0)


VOID = Type("void", "void", 0, 1, None, 0)
I1 = Type("integer", "i1", 1, 1, None, 0)
I16 = Type("integer", "i16", 16, 1, None, 0)
I32 = Type("integer", "i32", 32, 1, None, 0)
I64 = Type("integer", "i64", 64, 1, None, 0)
HALF = Type("float", "half", 16, 1, None, 0)
BFLOAT = Type("float", "bfloat", 16, 1, None, 0)
FLOAT = Type("float", "float", 32, 1, None, 0)
SCALARS = {scalar.text: scalar for scalar in (VOID, I1, I16, I32, I64, HALF, BFLOAT, FLOAT)}


@cache
def parse_type(text: str) -> Type:
    """The type with this LLVM spelling, of those that the contract uses."""
    if text in SCALARS:
        return SCALARS[text]
    if text.startswith("ptr addrspace("):
        return pointer(int(text[len("ptr addrspace(") : -1]))
    lanes, element = text[1:-1].split(" x ")
    return vector(int(lanes), SCALARS[element])
