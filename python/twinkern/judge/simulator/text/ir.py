"""LLVM IR in memory: types with their layout, operands, instructions, functions, modules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

POINTER_BITS = {0: 64, 1: 64, 2: 32, 3: 32, 4: 64, 5: 32, 6: 32, 7: 160, 8: 128, 9: 192}
FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64}


def _power_of_two(size: int) -> int:
    """The least one that is no smaller."""
    return 1 << max(size - 1, 0).bit_length()


@dataclass(frozen=True, slots=True)
class Type:
    """Base of all types; `size` is the store size in bytes, `align` the ABI alignment (LLVM's DataLayout)."""

    @property
    def size(self) -> int:
        raise TypeError(f"{self} has no size")

    @property
    def align(self) -> int:
        return _power_of_two(self.size)

    @property
    def stride(self) -> int:
        """LLVM's allocation size: bytes from one element to the next in an array or a struct, packed ones too."""
        return -(-self.size // self.align) * self.align


@dataclass(frozen=True, slots=True)
class IntType(Type):
    bits: int

    @property
    def size(self) -> int:
        return (self.bits + 7) // 8

    @property
    def align(self) -> int:
        # Data layouts end at i64, so wider integers have its alignment (nvptx64's own i128 is refused in memory).
        return min(_power_of_two(self.size), 8)

    def __str__(self) -> str:
        return f"i{self.bits}"


@dataclass(frozen=True, slots=True)
class FloatType(Type):
    name: str

    @property
    def bits(self) -> int:
        return FLOAT_BITS[self.name]

    @property
    def size(self) -> int:
        return self.bits // 8

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PointerType(Type):
    space: int = 0

    @property
    def bits(self) -> int:
        return POINTER_BITS.get(self.space, 64)

    @property
    def size(self) -> int:
        return self.bits // 8

    def __str__(self) -> str:
        return f"ptr addrspace({self.space})" if self.space else "ptr"


@dataclass(frozen=True, slots=True)
class VectorType(Type):
    count: int
    element: Scalar

    @property
    def size(self) -> int:
        return (self.count * self.element.bits + 7) // 8

    def __str__(self) -> str:
        return f"<{self.count} x {self.element}>"


@dataclass(frozen=True, slots=True)
class ArrayType(Type):
    count: int
    element: Type

    @property
    def size(self) -> int:
        return self.count * self.element.stride

    @property
    def align(self) -> int:
        return self.element.align

    def __str__(self) -> str:
        return f"[{self.count} x {self.element}]"


@dataclass(frozen=True, slots=True)
class StructType(Type):
    elements: tuple[Type, ...]
    packed: bool = False

    def offset(self, index: int) -> int:
        """Byte offset of element `index`; with `index` past the last one, the unpadded size."""
        at = 0
        for i, element in enumerate(self.elements):
            if not self.packed:
                at = -(-at // element.align) * element.align
            if i == index:
                return at
            at += element.stride
        return at

    @property
    def size(self) -> int:
        end = self.offset(len(self.elements))
        return -(-end // self.align) * self.align

    @property
    def align(self) -> int:
        return 1 if self.packed else max((e.align for e in self.elements), default=1)

    def __str__(self) -> str:
        return "{ " + ", ".join(map(str, self.elements)) + " }"


@dataclass(frozen=True, slots=True)
class OtherType(Type):
    """void, label, metadata, token and the floating types that no kernel here computes with."""

    name: str

    def __str__(self) -> str:
        return self.name


Scalar = IntType | FloatType | PointerType
Narrow = TypeVar("Narrow", bound=Type)


def expect(type_: Type, kind: type[Narrow]) -> Narrow:
    """The same type, which is of a kind. Raises TypeError where it is not: the instruction is malformed."""
    if not isinstance(type_, kind):
        raise TypeError(f"{type_} is no {kind.__name__}")
    return type_


VOID = OtherType("void")
I1, I8, I16, I32, I64 = (IntType(bits) for bits in (1, 8, 16, 32, 64))
HALF, BFLOAT, FLOAT, DOUBLE = (FloatType(name) for name in FLOAT_BITS)


@dataclass(frozen=True, slots=True)
class Local:
    """A use of `%name`."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class GlobalRef:
    """A use of `@name`."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal. `value`: the bits of a scalar as an int; a tuple of operands for an aggregate; the words
    "zero" and "poison" (undef reads as poison)."""

    type: Type
    value: int | tuple[Operand, ...] | str


@dataclass(frozen=True, slots=True)
class ConstantExpression:
    """`getelementptr`, a cast or an operation over constants, evaluated like the instruction."""

    type: Type
    instruction: Instruction


@dataclass(frozen=True, slots=True)
class InlineAssembly:
    text: str
    constraints: str
    type: Type = VOID


@dataclass(frozen=True, slots=True)
class MetadataOperand:
    text: str
    type: Type = OtherType("metadata")


Operand = Local | GlobalRef | Constant | ConstantExpression | InlineAssembly | MetadataOperand


def value_of(operand: Operand | None) -> int | tuple[Operand, ...] | str | None:
    """The value of a literal; None for what is none."""
    return operand.value if isinstance(operand, Constant) else None


@dataclass(slots=True, eq=False)
class Instruction:
    """One instruction.

    `extra` holds what is not an operand: predicate, source element type (`element`), `align`, labels, phi
    predecessors, indices, ordering, scope; of a call, its operand bundles and the attributes of its
    result. `metadata` maps an attachment's name to its node."""

    op: str
    type: Type
    operands: list[Operand]
    line: int
    name: str | None = None
    flags: frozenset[str] = frozenset()
    extra: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, str] = field(default_factory=dict)

    @property
    def callee(self) -> str | None:
        target = self.extra.get("callee")
        return target.name if isinstance(target, GlobalRef) else None


@dataclass(slots=True, eq=False)
class Block:
    name: str
    instructions: list[Instruction] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Function:
    name: str
    result: Type
    parameters: list[tuple[Type, str]]
    line: int
    kernel: bool = False
    attributes: dict[str, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    writeonly: frozenset[str] = frozenset()  # parameters that have that attribute
    parameter_attributes: list[dict[str, str]] = field(default_factory=list)
    """The attributes of each parameter; the value is "" where an attribute has none."""

    @property
    def claims(self) -> dict[str, dict[str, str]]:
        """The attributes of each parameter, by its name."""
        return {name: found for (_, name), found in zip(self.parameters, self.parameter_attributes, strict=True)}


@dataclass(slots=True, eq=False)
class GlobalVariable:
    name: str
    type: Type
    space: int
    align: int
    initializer: Operand | None
    line: int
    constant: bool = False


@dataclass(slots=True, eq=False)
class Module:
    triple: str = ""
    functions: dict[str, Function] = field(default_factory=dict)
    globals: dict[str, GlobalVariable] = field(default_factory=dict)
    intrinsics: dict[str, tuple[Type, tuple[Type, ...]]] = field(default_factory=dict)
    """Result and parameter types of the intrinsics that the module declares."""
    metadata: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def source(self, line: int) -> str:
        """The text of a (one-based) line, without indentation or comment."""
        return self.lines[line - 1].split(" ;", 1)[0].strip() if 0 < line <= len(self.lines) else ""
