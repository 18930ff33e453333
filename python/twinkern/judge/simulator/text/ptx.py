"""PTX statements, as inline assembly holds them: text to instructions and register declarations.

The syntax is that of the PTX ISA document, chapters 4 and 5: `@p ld.global.v2.b32 {a, b}, [c + 16];`, blocks in braces
with declarations of their own (`.reg .b32 t<4>;`), comments. `$n` names an operand of the LLVM call.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from .errors import UnsupportedError

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<float>0[fF][0-9a-fA-F]{8}\b|0[dD][0-9a-fA-F]{16}\b|\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)
  | (?P<number>0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|\d+U?)
  | (?P<name>\$\d+|\$\{\d+\}|[%$]?[A-Za-z_][\w$]*(?:(?:\.|::)[A-Za-z_0-9][\w$]*)*)
  | (?P<directive>\.[A-Za-z_]\w*)
  | (?P<punct>[{}\[\](),;:@!|<>+\-=])
""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Name:
    """A register, an operand `$n` or a special register such as `%tid.x`; `negated` where a `!` stands before it."""

    text: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Immediate:
    """A literal: an int, or a float with the `bits` of its literal (32 or 64; 0 where it was decimal)."""

    value: int | float
    bits: int = 0


@dataclass(frozen=True, slots=True)
class Address:
    """`[base + offset]`, the offset in bytes."""

    base: Name | Immediate
    offset: int


@dataclass(frozen=True, slots=True)
class Pack:
    """`{a, b}`, or the two destinations of `a|b` where `pair` is set."""

    items: tuple[Operand, ...]
    pair: bool = False


Operand = Name | Immediate | Address | Pack


@dataclass(frozen=True, slots=True)
class Statement:
    """One instruction; `opcode` is split at its dots, `guard` the predicate behind `@`."""

    opcode: tuple[str, ...]
    operands: tuple[Operand, ...]
    guard: Name | None

    @property
    def name(self) -> str:
        return ".".join(self.opcode)


@dataclass(slots=True)
class Program:
    """`registers` maps each declared register to its PTX type; names are unique over all blocks."""

    statements: list[Statement] = field(default_factory=list)
    registers: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=512)
def parse_assembly(text: str, line: int = 0) -> Program:
    """The program of an LLVM assembly string (with its escapes, without its quotes).

    Raises UnsupportedError, naming it, for what is not a declaration of registers or an instruction: labels, variables."""
    text = re.sub(r"\\([0-9A-Fa-f]{2})", lambda m: chr(int(m.group(1), 16)), text).replace("\\\\", "\\")
    return _Parser(text.replace("$$", "$_"), line).program()


class _Parser:
    def __init__(self, text: str, line: int) -> None:
        self.line = line
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self.refuse(f"PTX text {text[at : at + 20]!r}")
            if match.lastgroup != "space":
                self.tokens.append((match.lastgroup or "", match.group()))
            at = match.end()
        self.tokens.append(("end", ""))
        self.at = 0
        self.scopes: list[dict[str, str]] = [{}]
        self.result = Program()

    def refuse(self, what: str) -> UnsupportedError:
        return UnsupportedError(what, self.line)

    @property
    def text(self) -> str:
        return self.tokens[self.at][1]

    @property
    def kind(self) -> str:
        return self.tokens[self.at][0]

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][1]

    def accept(self, text: str) -> bool:
        if self.text == text and self.kind in ("punct", "directive"):
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise self.refuse(f"PTX text: expected {text!r}, found {self.text!r}")

    # Statements.

    def program(self) -> Program:
        while self.kind != "end":
            if self.accept("{"):
                self.scopes.append({})
            elif self.accept("}"):
                if len(self.scopes) == 1:
                    raise self.refuse("PTX text with a '}' too many")
                self.scopes.pop()
            elif self.accept(";"):
                continue
            elif self.kind == "directive":
                self.directive()
            elif self.kind == "name" and self.tokens[self.at + 1][1] == ":":
                raise self.refuse(f"the PTX label {self.text}")
            else:
                self.instruction()
        if len(self.scopes) != 1:
            raise self.refuse("PTX text with a '}' too few")
        return self.result

    def directive(self) -> None:
        name = self.next()
        if name == ".pragma":
            while self.next() != ";":
                if self.kind == "end":
                    raise self.refuse("PTX text: '.pragma' without ';'")
            return
        if name != ".reg":
            raise self.refuse(f"the PTX directive {name}")
        type_ = self.next()[1:]
        while True:
            stem = self.next()
            names = [stem]
            if self.accept("<"):
                names = [f"{stem}{n}" for n in range(int(self.next()))]
                self.expect(">")
            for declared in names:
                unique = f"{declared}@{len(self.result.registers)}"
                self.scopes[-1][declared] = unique
                self.result.registers[unique] = type_
            if not self.accept(","):
                break
        self.accept(";")

    def instruction(self) -> None:
        guard = None
        if self.accept("@"):
            guard = self.name(self.accept("!"))
        if self.kind != "name":
            raise self.refuse(f"PTX text: expected an instruction, found {self.text!r}")
        opcode = self.next().split(".")
        while self.kind == "directive":  # a blank may stand inside an opcode
            opcode.append(self.next()[1:])
        operands = []
        while self.kind != "end" and self.text not in (";", "}"):
            operands.append(self.operand())
            self.accept(",")
        self.accept(";")
        self.result.statements.append(Statement(tuple(opcode), tuple(operands), guard))

    # Operands.

    def operand(self) -> Operand:
        if self.accept("{"):
            items = []
            while not self.accept("}"):
                items.append(self.operand())
                self.accept(",")
            return Pack(tuple(items))
        if self.accept("["):
            return self.address()
        if self.accept("!"):
            return self.name(True)
        if self.kind == "name":
            name = self.name(False)
            return Pack((name, self.name(False)), pair=True) if self.accept("|") else name
        return self.literal()

    def address(self) -> Operand:
        base = self.name(False) if self.kind == "name" else self.literal()
        offset = 0
        while not self.accept("]"):
            if self.text not in ("+", "-"):
                raise self.refuse(f"the PTX address operand {self.text!r}")
            negative = self.next() == "-"
            number = self.literal()
            offset += int(-number.value if negative else number.value)
        return Address(base, offset)

    def literal(self) -> Immediate:
        negative = False
        while self.text in ("-", "+"):
            negative ^= self.next() == "-"
        kind, text = self.kind, self.next()
        if kind == "number":
            text = text.rstrip("U")
            octal = len(text) > 1 and text.isdigit() and text[0] == "0"
            value = int(text, 8 if octal else 0)
            return Immediate(-value if negative else value)
        if kind != "float":
            raise self.refuse(f"the PTX operand {text!r}")
        if text[:2] in ("0f", "0F", "0d", "0D"):
            bits = 4 * len(text[2:])
            return Immediate(int(text[2:], 16) ^ (negative << bits - 1), bits)
        return Immediate(-float(text) if negative else float(text))

    def name(self, negated: bool) -> Name:
        if self.kind != "name":
            raise self.refuse(f"the PTX operand {self.text!r}")
        text = self.next().replace("{", "").replace("}", "")
        if text == "WARP_SZ":
            return Name("%warpsize", negated)
        for scope in reversed(self.scopes):
            if text in scope:
                return Name(scope[text], negated)
        return Name(text, negated)
