"""A cursor over tokens that reads types, attributes and constants: the base of the parser."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from . import ir
from .errors import SimulatorError, UnsupportedError
from .lexer import Token, tokenize, unquote

CASTS = frozenset(
    "zext sext trunc bitcast fptrunc fpext fptosi fptoui sitofp uitofp ptrtoint ptrtoaddr inttoptr addrspacecast".split()
)
BINARY = frozenset("add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem".split())
FLAGS = frozenset(
    "nuw nsw exact disjoint nneg samesign inbounds nusw nnan ninf nsz arcp contract afn reassoc fast "
    "volatile atomic weak tail musttail notail inreg".split()
)
# Attributes of parameters, results and functions; the simulator gives them no meaning.
ATTRIBUTES = frozenset(
    "zeroext signext noext inreg byval byref preallocated inalloca sret elementtype align noalias captures "
    "nocapture nofree nest returned nonnull dereferenceable dereferenceable_or_null swiftself swiftasync "
    "swifterror immarg noundef nofpclass alignstack allocalign allocptr readnone readonly writeonly writable "
    "dead_on_unwind dead_on_return range initializes noescape convergent nounwind willreturn memory".split()
)
LINKAGE = frozenset(
    "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr "
    "external dso_local dso_preemptable default hidden protected local_unnamed_addr unnamed_addr dllimport "
    "dllexport externally_initialized thread_local".split()
)
LARGEST_VECTOR = 1024
"""Elements of a vector, each of which is an array of its own."""
DEEPEST = 64
"""Levels of types inside types, and of constants inside constants."""
_OTHER = ("void", "label", "metadata", "token", "x86_fp80", "fp128", "ppc_fp128", "x86_amx")


class Reader:
    """Reads left to right; every method leaves the cursor behind what it read."""

    def __init__(self, text: str) -> None:
        self.tokens = tokenize(text)
        self.at = 0
        self.named_types: dict[str, ir.Type] = {}
        self.definitions: dict[str, int] | None = None
        self.depth = 0

    # The cursor.

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def next(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def fail(self, expected: str) -> SimulatorError:
        return SimulatorError(f"line {self.token.line}: expected {expected}, found {self.token.text!r}")

    def accept(self, text: str) -> bool:
        if self.token.text == text and self.token.kind in ("punct", "word"):
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise self.fail(repr(text))

    def take(self, kind: str) -> str:
        if self.token.kind != kind:
            raise self.fail(f"a {kind}")
        return self.next().text

    def integer(self) -> int:
        return int(self.take("number"))

    def skip_balanced(self) -> str:
        """Skip a bracketed group whose opening token is next; its text, tokens parted by blanks."""
        closing = {"(": ")", "[": "]", "{": "}", "<": ">"}
        stack, words = [], []
        while True:
            token = self.next()
            if token.kind == "end":
                raise self.fail("a closing bracket")
            words.append(token.text)
            if token.kind == "punct" and token.text in closing:
                stack.append(closing[token.text])
            elif token.kind == "punct" and stack and token.text == stack[-1]:
                stack.pop()
            if not stack:
                return " ".join(words)

    # Types.

    @contextmanager
    def deeper(self, what: str) -> Iterator[None]:
        """A level of nesting; beyond the deepest one, UnsupportedError."""
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                raise UnsupportedError(f"{what} nested more than {DEEPEST} levels deep", self.token.line)
            yield
        finally:
            self.depth -= 1

    def type(self) -> ir.Type:
        token = self.next()
        text = token.text
        if token.kind == "word":
            if text[0] == "i" and text[1:].isdigit():
                return ir.IntType(int(text[1:]))
            if text in ir.FLOAT_BITS:
                return ir.FloatType(text)
            if text == "ptr":
                return ir.PointerType(self.address_space())
            if text in _OTHER:
                return ir.OtherType(text)
        elif text == "<":
            if self.token.text == "{":
                structure = self.structure(packed=True)
                self.expect(">")
                return structure
            return self.vector()
        elif text == "[":
            count, element = self.counted("]")
            return ir.ArrayType(count, element)
        elif text == "{":
            self.at -= 1
            return self.structure(packed=False)
        elif token.kind == "local":
            return self.named_type(unquote(text))
        self.at -= 1
        raise self.fail("a type")

    def counted(self, closing: str) -> tuple[int, ir.Type]:
        """`count x type` and the closing bracket."""
        count = self.integer()
        self.expect("x")
        with self.deeper("types"):
            element = self.type()
        self.expect(closing)
        return count, element

    def vector(self) -> ir.VectorType:
        line = self.token.line
        if self.token.text == "vscale":
            raise UnsupportedError("a vector of scalable length", line)
        count, element = self.counted(">")
        if count < 1 or not isinstance(element, (ir.IntType, ir.FloatType, ir.PointerType)):
            raise SimulatorError(f"line {line}: <{count} x {element}> is no type: a vector has one or more numbers or pointers")
        if count > LARGEST_VECTOR:
            raise UnsupportedError(f"<{count} x {element}>: vectors have up to {LARGEST_VECTOR} elements", line)
        return ir.VectorType(count, element)

    def named_type(self, name: str) -> ir.Type:
        """A named type; its definition may stand behind its use."""
        if name in self.named_types:
            return self.named_types[name]
        if self.definitions is None:
            marks = zip(self.tokens, self.tokens[1:], self.tokens[2:], strict=False)
            self.definitions = {
                unquote(a.text): at
                for at, (a, b, c) in enumerate(marks)
                if a.kind == "local" and b.text == "=" and (c.kind, c.text) == ("word", "type")
            }
        self.at -= 1
        if name not in self.definitions:
            raise self.fail("a type")
        # A type that contains itself finds no definition the second time.
        here, self.at = self.at + 1, self.definitions.pop(name)
        self.type_definition()
        self.at = here
        return self.named_types[name]

    def type_definition(self) -> None:
        name = unquote(self.next().text)
        self.expect("=")
        self.expect("type")
        self.named_types[name] = ir.OtherType("opaque") if self.accept("opaque") else self.type()

    def structure(self, packed: bool) -> ir.StructType:
        self.expect("{")
        elements = []
        with self.deeper("types"):
            while not self.accept("}"):
                elements.append(self.type())
                self.accept(",")
        return ir.StructType(tuple(elements), packed)

    def address_space(self) -> int:
        if not self.accept("addrspace"):
            return 0
        self.expect("(")
        space = self.integer()
        self.expect(")")
        return space

    # Attributes and flags.

    def attributes(self) -> dict[str, str]:
        """Attributes of a parameter, a result or a function, skipped but for their text."""
        found: dict[str, str] = {}
        while True:
            token = self.token
            if token.kind == "string":
                self.at += 1
                value = ""
                if self.accept("="):
                    value = self.take("string").strip('"')
                found[token.text.strip('"')] = value
            elif token.kind == "attribute":
                found[self.next().text] = ""
            elif token.kind == "word" and token.text in ATTRIBUTES:
                self.at += 1
                found[token.text] = ""
                if self.token.text == "(":
                    found[token.text] = self.skip_balanced()
                elif self.token.kind == "number":
                    found[token.text] = self.next().text
            else:
                return found

    def flags(self) -> frozenset[str]:
        found = []
        while self.token.kind == "word" and self.token.text in FLAGS:
            found.append(self.next().text)
        return frozenset(found)

    # Operands.

    def typed(self) -> ir.Operand:
        """`type [attributes] value`."""
        type_ = self.type()
        self.attributes()
        if str(type_) == "metadata":
            return ir.MetadataOperand(self.metadata_node())
        return self.value(type_)

    def value(self, type_: ir.Type) -> ir.Operand:
        token = self.token
        if token.kind == "local":
            return ir.Local(type_, unquote(self.next().text))
        if token.kind == "global":
            return ir.GlobalRef(type_, unquote(self.next().text))
        return self.constant(type_)

    def constant(self, type_: ir.Type) -> ir.Operand:
        token = self.next()
        text = token.text
        if token.kind == "number":
            return ir.Constant(type_, self.number(type_, text))
        if token.kind == "string" and text.startswith('c"'):
            return ir.Constant(type_, _string_bytes(text[2:-1]))
        if text in ("true", "false"):
            return ir.Constant(type_, int(text == "true"))
        if text in ("zeroinitializer", "null", "none"):
            return ir.Constant(type_, "zero")
        if text in ("poison", "undef"):
            return ir.Constant(type_, "poison")
        if text == "splat" and isinstance(type_, ir.VectorType):
            self.expect("(")
            element = self.typed()
            self.expect(")")
            return ir.Constant(type_, (element,) * type_.count)
        if text in ("<", "[", "{"):
            if text == "<" and self.accept("{"):
                items = self.items("}")
                self.expect(">")
                return ir.Constant(type_, items)
            return ir.Constant(type_, self.items({"<": ">", "[": "]", "{": "}"}[text]))
        if text == "asm":
            while self.token.kind == "word":
                self.at += 1
            assembly = self.take("string")
            self.expect(",")
            return ir.InlineAssembly(assembly, self.take("string"), type_)
        if text == "getelementptr" or text in CASTS or text in BINARY:
            return self.expression(type_, text, token.line)
        self.at -= 1
        raise self.fail(f"a value of type {type_}")

    def items(self, closing: str) -> tuple[ir.Operand, ...]:
        items = []
        with self.deeper("constants"):
            while not self.accept(closing):
                items.append(self.typed())
                self.accept(",")
        return tuple(items)

    def expression(self, type_: ir.Type, op: str, line: int) -> ir.ConstantExpression:
        """A constant expression behind its operation's name; `type_` is the type of the result."""
        flags = self.flags()
        if self.accept("inrange"):
            self.skip_balanced()
            flags |= self.flags()
        self.expect("(")
        extra = {}
        if op == "getelementptr":
            extra["element"] = self.type()
            self.expect(",")
        with self.deeper("constants"):
            operands = [self.typed()]
            if self.accept("to") and self.type() != type_:
                raise self.fail(f"a cast to {type_} before this")
            while self.accept(","):
                operands.append(self.typed())
        self.expect(")")
        return ir.ConstantExpression(type_, ir.Instruction(op, type_, operands, line, None, flags, extra))

    def number(self, type_: ir.Type, text: str) -> int:
        """The bits of a numeric literal."""
        if isinstance(type_, ir.IntType):
            if not _INTEGER_LITERAL(text):
                self.at -= 1
                raise self.fail(f"a value of type {type_}")
            value = int(text.lstrip("us"), 0)
            if text[0] == "s" and value:
                # LLVM's lexer trims the literal to its highest set bit, which is then the sign.
                value -= 1 << value.bit_length()
            return value & ((1 << type_.bits) - 1)
        if isinstance(type_, ir.FloatType) and not text.lstrip("-").isdigit():
            bits = float_literal_bits(type_, text)
            if bits is not None:
                return bits
        self.at -= 1
        raise self.fail(f"a value of type {type_}")

    def metadata_node(self) -> str:
        """A metadata reference or an inline node, as text."""
        text = self.take("metadata")
        if text == "!" and self.token.kind == "string":
            return "!" + self.next().text
        if self.token.text in ("{", "(") and not text[1:].isdigit():
            text += self.skip_balanced()
        return text


_INTEGER_LITERAL: Callable[[str], object] = re.compile(r"-?\d+|[us]0x[0-9a-fA-F]+").fullmatch


def float_literal_bits(type_: ir.FloatType, text: str) -> int | None:
    """Hex literals of half (0xH) and bfloat (0xR) hold the bits; those of float and double a double's
    bits. None for a number that the type does not have, which LLVM refuses."""
    prefix = text[:3]
    if type_.name in ("half", "bfloat") and prefix in ("0xH", "0xR"):
        return int(text[3:], 16)
    value = float(text) if not text.startswith("0x") else struct.unpack("<d", bytes.fromhex(text[2:].zfill(16))[::-1])[0]
    if type_.name == "double":
        return int.from_bytes(struct.pack("<d", value), "little")
    if type_.name == "float":
        double = int.from_bytes(struct.pack("<d", value), "little")
        if value != value:
            return (double >> 32 & 0x80000000) | 0x7F800000 | (double >> 29 & 0x7FFFFF)
        return _exactly("<f", "<I", value)
    if type_.name == "half":
        return _exactly("<e", "<H", value)
    bits = _exactly("<f", "<I", value)
    return None if bits is None or bits & 0xFFFF else bits >> 16


def _exactly(number: str, whole: str, value: float) -> int | None:
    """The bits of a value in a format of `struct`, if the format has it."""
    try:
        data = struct.pack(number, value)
    except OverflowError:
        return None
    return struct.unpack(whole, data)[0] if struct.unpack(number, data)[0] == value or value != value else None


def _string_bytes(text: str) -> tuple[ir.Operand, ...]:
    raw, at = [], 0
    while at < len(text):
        if text[at] == "\\":
            escaped = text[at + 1] == "\\"
            raw.append(ord("\\") if escaped else int(text[at + 1 : at + 3], 16))
            at += 2 if escaped else 3
        else:
            raw.extend(text[at].encode())
            at += 1
    return tuple(ir.Constant(ir.I8, byte) for byte in raw)
