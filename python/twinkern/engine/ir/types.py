"""Types of the IR. Types are interned: two equal types are one object, so that comparing them is comparing identity."""

from __future__ import annotations

from functools import cache

from twinkern._contract import Kind


class Type:
    """A type; `text` is its LLVM spelling.

    `bits` is the width of a scalar or of a vector's element; `lanes` is 1 for a scalar; `space` is a pointer's address space;
    `members` are the types of a struct's.
    """

    __slots__ = ("kind", "text", "bits", "lanes", "element", "space", "members")

    def __init__(
        self, kind: Kind, text: str, bits: int, lanes: int = 1, element: Type | None = None, space: int = 0,
        members: tuple[Type, ...] = (),
    ) -> None:  # fmt: skip
        self.kind = kind
        self.text = text
        self.bits = bits
        self.lanes = lanes
        self.element = element or self
        self.space = space
        self.members = members

    def __repr__(self) -> str:
        return self.text

    @property
    def bytes(self) -> int:
        """Size in memory, for types of whole bytes."""
        return self.bits * self.lanes // 8

    def part(self, index: int) -> Type | None:
        """The type of an element of a vector or of a member of a struct; None where it has no such."""
        parts = self.members or (self.element,) * self.lanes
        return parts[index] if 0 <= index < len(parts) else None


@cache
def pointer(space: int) -> Type:
    """A pointer into an address space."""
    return Type(Kind.POINTER, f"ptr addrspace({space})", 64, space=space)


@cache
def vector(lanes: int, element: Type) -> Type:
    """A vector of scalars; the scalar itself for one lane."""
    if lanes == 1:
        return element
    return Type(Kind.VECTOR, f"<{lanes} x {element.text}>", element.bits, lanes, element)


@cache
def struct(*members: Type) -> Type:
    """A literal struct of scalars, pointers and vectors: what an operation with several results gives."""
    return Type(Kind.STRUCT, f"{{ {', '.join(member.text for member in members)} }}", 0, members=members)


VOID = Type(Kind.VOID, "void", 0)
I1, I16, I32, I64 = (Type(Kind.INTEGER, f"i{bits}", bits) for bits in (1, 16, 32, 64))
HALF = Type(Kind.FLOAT, "half", 16)
BFLOAT = Type(Kind.FLOAT, "bfloat", 16)
FLOAT = Type(Kind.FLOAT, "float", 32)
SCALARS = {scalar.text: scalar for scalar in (VOID, I1, I16, I32, I64, HALF, BFLOAT, FLOAT)}


@cache
def parse_type(text: str) -> Type:
    """The type with this LLVM spelling, of those that the contract uses."""
    if text in SCALARS:
        return SCALARS[text]
    if text.startswith("{ "):
        return struct(*map(parse_type, text[2:-2].split(", ")))
    if text.startswith("ptr addrspace("):
        return pointer(int(text[len("ptr addrspace(") : -1]))
    lanes, element = text[1:-1].split(" x ")
    return vector(int(lanes), SCALARS[element])
