"""PTX integer arithmetic, logic, comparison and data movement (PTX ISA, 9.7.1, 9.7.2, 9.7.5 to 9.7.9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..run import arithmetic
from ..run.arithmetic import multiply_high
from ..run.slots import Environment, Operation
from ..text import ir
from ..text.ptx import Immediate, Name, Operand, Pack, Statement
from ..text.values import Array, blend, population_count
from .assembler import TYPE_BITS, Assembler, Builder, Modifiers, Table
from .numbers import decode

Function = Callable[..., Array]


def signed(a: Array) -> Array:
    return a.view(f"i{a.dtype.itemsize}")


def unsigned(a: Array) -> Array:
    return a.view(f"u{a.dtype.itemsize}")


def elementwise(x: Assembler, s: Statement, function: Function, result: int, *sources: int, extend: bool = False) -> Operation:
    """One result of `result` bits from operands of `sources` bits."""
    d = x.target(s.operands[0], result, extend)
    slots = [x.source(operand, bits) for operand, bits in zip(s.operands[1:], sources, strict=True)]
    last: list[Any] = [None] * (len(slots) + 1)

    def apply(E: Environment) -> None:
        now = [E[slot] for slot in slots]
        if any(a is not b for a, b in zip(now, last, strict=False)):
            last[:] = [*now, function(*now)]
        E[d] = last[-1]

    return apply


def same_width(make: Callable[[str, int], Function], count: int) -> Builder:
    """A builder for `name.type d, a, b...` with all operands of the type; `make(type, bits)` gives the function."""

    def build(x: Assembler, s: Statement, m: Modifiers) -> Operation:
        type_ = m.type()
        bits = TYPE_BITS[type_]
        return elementwise(x, s, make(type_, bits), bits, *(bits,) * count, extend=type_[0] == "s")

    return build


def _plain(function: Function) -> Callable[[str, int], Function]:
    return lambda type_, bits: function


def _wide(a: Array, is_signed: bool) -> Array:
    size = a.dtype.itemsize
    return signed(a).astype(f"i{2 * size}").view(f"u{2 * size}") if is_signed else a.astype(f"u{2 * size}")


def _multiply(x: Assembler, s: Statement, m: Modifiers, add: bool) -> Operation:
    """mul and mad of integers: .lo, .hi and .wide."""
    part, type_ = m.take("lo", "hi", "wide"), m.type()
    bits, is_signed = TYPE_BITS[type_], type_[0] == "s"
    product: Function
    if part == "wide":
        product, width = lambda a, b: _wide(a, is_signed) * _wide(b, is_signed), 2 * bits
    elif part == "hi":
        product, width = lambda a, b: multiply_high(a, b, bits, is_signed), bits
    elif part == "lo":
        product, width = np.multiply, bits
    else:
        raise m.refuse()
    sources = (bits, bits, width) if add else (bits, bits)
    function = (lambda a, b, c: product(a, b) + c) if add else product
    return elementwise(x, s, function, width, *sources, extend=is_signed)


def multiply_integer(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    return _multiply(x, s, m, add=False)


def _multiply_24(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    if m.take("lo") is None:
        raise m.refuse()
    is_signed, shift = m.type() == "s32", np.uint32(8)

    def low_bits(a: Array) -> Array:
        moved = a << shift
        return unsigned(signed(moved) >> np.int32(8)) if is_signed else moved >> shift

    return elementwise(x, s, lambda a, b: low_bits(a) * low_bits(b), 32, 32, 32)


def _carrying(x: Assembler, s: Statement, m: Modifiers, name: str) -> Operation:
    """Additions, subtractions and multiply-adds that read or write the carry flag."""
    part, writes, type_ = m.take("lo", "hi"), m.take("cc"), m.type()
    reads = name in ("addc", "subc", "madc")
    bits, is_signed, carry = TYPE_BITS[type_], type_[0] == "s", x.carry.slot
    d = x.target(s.operands[0], bits)
    slots = [x.source(operand, bits) for operand in s.operands[1:]]
    one = np.dtype(f"u{bits // 8}").type(1)

    def apply(E: Environment) -> None:
        values = [E[slot] for slot in slots]
        if name == "madc" or name == "mad":
            product = values[0] * values[1] if part == "lo" else multiply_high(values[0], values[1], bits, is_signed)
            values = [product, values[2]]
        first, second = values
        if name in ("sub", "subc"):
            result, flag = first - second, first < second
            if reads:
                borrow = E[carry].astype(one.dtype)
                flag, result = flag | (result < borrow), result - borrow
        else:
            result = first + second
            flag = result < first
            if reads:
                incoming = E[carry].astype(one.dtype)
                result = result + incoming
                flag = flag | (result < incoming)
        E[d] = result
        if writes:
            E[carry] = flag

    return apply


def multiply_add_integer(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    if "cc" in m.parts:
        return _carrying(x, s, m, name="mad")
    return _multiply(x, s, m, add=True)


def add_integer(x: Assembler, s: Statement, m: Modifiers, subtract: bool) -> Operation:
    if "cc" in m.parts:
        return _carrying(x, s, m, name="sub" if subtract else "add")
    saturate, type_ = m.take("sat"), m.type()
    if type_ in ("u16x2", "s16x2") or (saturate and type_ != "s32"):
        raise m.refuse()
    bits = TYPE_BITS[type_]
    plain = np.subtract if subtract else np.add

    def clamped(a: Array, b: Array) -> Array:
        wide = plain(signed(a).astype(np.int64), signed(b).astype(np.int64))
        return np.clip(wide, -(1 << 31), (1 << 31) - 1).astype(np.int32).view(np.uint32)

    return elementwise(x, s, clamped if saturate else plain, bits, bits, bits, extend=type_[0] == "s")


def _division(op: str) -> Callable[[str, int], Function]:
    def make(type_: str, bits: int) -> Function:
        function = arithmetic.INTEGER[("s" if type_[0] == "s" else "u") + op](ir.IntType(bits))
        return lambda a, b: function(a, np.where(b == 0, b.dtype.type(1), b))

    return make


def extreme_integer(take: Function) -> Callable[[str, int], Function]:
    def make(type_: str, bits: int) -> Function:
        return (lambda a, b: unsigned(take(signed(a), signed(b)))) if type_[0] == "s" else take

    return make


def _shift(x: Assembler, s: Statement, m: Modifiers, left: bool) -> Operation:
    """Shifts; amounts past the width count as the width."""
    type_ = m.type()
    bits, arithmetic_shift = TYPE_BITS[type_], not left and type_[0] == "s"

    def shift(a: Array, by: Array) -> Array:
        amount = np.minimum(by, np.uint32(bits - 1)).astype(a.dtype)
        if arithmetic_shift:
            return unsigned(signed(a) >> amount.view(f"i{bits // 8}"))
        moved = a << amount if left else a >> amount
        return np.asarray(np.where(by >= bits, a.dtype.type(0), moved))

    return elementwise(x, s, shift, bits, bits, 32, extend=type_[0] == "s")


def _funnel_shift(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """shf: 32 bits out of b:a, shifted left or right by c, wrapped or clamped at 32."""
    left, mode = m.take("l", "r") == "l", m.take("wrap", "clamp")
    if m.type() != "b32" or mode is None:
        raise m.refuse()

    def shift(a: Array, b: Array, c: Array) -> Array:
        by = (c & np.uint32(31) if mode == "wrap" else np.minimum(c, np.uint32(32))).astype(np.uint64)
        both = (b.astype(np.uint64) << np.uint64(32)) | a
        if left:
            return np.where(by == 32, a, ((both << by) >> np.uint64(32)).astype(np.uint32))
        return np.where(by == 32, b, (both >> by).astype(np.uint32))

    return elementwise(x, s, shift, 32, 32, 32, 32)


def permute_bytes(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """prmt: each nibble of c names one of the eight bytes of b:a; with its high bit, the byte's sign is spread. The modes
    make their nibbles from the low bits of c (PTX ISA, prmt)."""
    mode = m.take("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
    if m.type() != "b32":
        raise m.refuse()
    nibbles = {
        "f4e": lambda n, k: n + k, "b4e": lambda n, k: (n - k) & 7, "rc8": lambda n, k: n & 3,
        "ecl": lambda n, k: np.maximum(n & 3, k), "ecr": lambda n, k: np.minimum(n & 3, k),
        "rc16": lambda n, k: ((n & 1) << 1) + (k & 1),
    }  # fmt: skip

    def permute(a: Array, b: Array, c: Array) -> Array:
        source = (b.astype(np.uint64) << np.uint64(32)) | a
        result: Array = np.zeros((1, 1), np.uint32)
        for k in range(4):
            if mode is None:
                nibble = (c >> np.uint32(4 * k)) & np.uint32(15)
            else:
                nibble = nibbles[mode]((c & np.uint32(3)).astype(np.int64), k).astype(np.uint32) & np.uint32(7)
            byte = (source >> ((nibble & np.uint32(7)).astype(np.uint64) * np.uint64(8))).astype(np.uint32) & np.uint32(255)
            spread = np.where(byte >> np.uint32(7), np.uint32(255), np.uint32(0))
            byte = np.where(nibble & np.uint32(8), spread, byte)
            result = result | (byte << np.uint32(8 * k))
        return result

    return elementwise(x, s, permute, 32, 32, 32, 32)


def _three_input_logic(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """lop3: bit n of the table is the result where a, b, c have the bits of n, a's highest."""
    if m.type() != "b32":
        raise m.refuse()
    table = x.literal(s.operands[4], "a lop3 table")

    def logic(a: Array, b: Array, c: Array) -> Array:
        result: Array = np.zeros((1, 1), np.uint32)
        for n in range(8):
            if table >> n & 1:
                result = result | ((a if n & 4 else ~a) & (b if n & 2 else ~b) & (c if n & 1 else ~c))
        return result

    return elementwise(x, Statement(s.opcode, s.operands[:4], None), logic, 32, 32, 32, 32)


def _extract_field(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """bfe: c bits of a from bit b on, extended by zeros or by the field's sign."""
    type_ = m.type()
    bits = TYPE_BITS[type_]

    def extract(a: Array, b: Array, c: Array) -> Array:
        first, length = b & np.uint32(255), c & np.uint32(255)
        positions = np.arange(bits)
        number = unsigned(a)[..., None] >> positions.astype(a.dtype) & a.dtype.type(1)
        at = first[..., None] + positions
        sign_at = np.minimum(first.astype(np.int64) + length.astype(np.int64) - 1, bits - 1)
        broadcast = np.broadcast_shapes(number.shape, at.shape)
        number, at = np.broadcast_to(number, broadcast), np.broadcast_to(at, broadcast)
        picked = np.take_along_axis(number, np.minimum(at, bits - 1).astype(np.intp), axis=-1)
        inside = (positions < length[..., None]) & (at < bits)
        sign = np.zeros_like(picked[..., :1])
        if type_[0] == "s":
            where = np.broadcast_to(np.maximum(sign_at, 0)[..., None], (*broadcast[:-1], 1)).astype(np.intp)
            sign = np.take_along_axis(number, where, axis=-1) * (length[..., None] > 0).astype(a.dtype)
        return np.asarray((np.where(inside, picked, sign) << positions.astype(a.dtype)).sum(axis=-1, dtype=a.dtype))

    return elementwise(x, s, extract, bits, bits, 32, 32, extend=type_[0] == "s")


def _insert_field(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """bfi: the low d bits of a put into b at bit c."""
    bits = TYPE_BITS[m.type()]
    dtype = np.dtype(f"u{bits // 8}")

    def insert(a: Array, b: Array, c: Array, d: Array) -> Array:
        first, length = (v & np.uint32(255) for v in (c, d))
        one, full = dtype.type(1), ~dtype.type(0)
        field = np.where(length >= bits, full, (one << np.minimum(length, bits - 1).astype(dtype)) - one)
        shift = np.minimum(first, bits - 1).astype(dtype)
        mask = np.where(first >= bits, dtype.type(0), field << shift)
        return np.asarray((b & ~mask) | ((a << shift) & mask))

    return elementwise(x, s, insert, bits, bits, bits, 32, 32)


def leading_bit(a: Array) -> Array:
    """Position of the highest set bit, as int64; -1 for zero."""
    _, exponent = np.frexp(a.astype(np.float64))
    # Rounding to float64 can carry into the next power of two: take it back where the bit is not there.
    at = np.where(a == 0, -1, exponent.astype(np.int64) - 1)
    bits = 8 * a.dtype.itemsize
    over = (at >= 0) & ((a >> np.clip(at, 0, bits - 1).astype(a.dtype)) == 0)
    return np.where(over | (at >= bits), at - 1, at)


def _find_bit(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """bfind: position of the highest bit that differs from the sign; with .shiftamt, the shift that brings it to the top."""
    shift, type_ = m.take("shiftamt"), m.type()
    bits = TYPE_BITS[type_]

    def find(a: Array) -> Array:
        value = np.where(signed(a) < 0, ~a, a) if type_[0] == "s" else a
        at = leading_bit(value)
        return np.where(at < 0, -1, bits - 1 - at if shift else at).astype(np.int32).view(np.uint32)

    return elementwise(x, s, find, 32, bits)


def count_bits(x: Assembler, s: Statement, m: Modifiers, kind: str) -> Operation:
    """popc and clz: a 32-bit count."""
    bits = TYPE_BITS[m.type()]
    if kind == "popc":
        return elementwise(x, s, lambda a: population_count(a).astype(np.uint32), 32, bits)
    return elementwise(x, s, lambda a: (bits - 1 - leading_bit(a)).astype(np.uint32), 32, bits)


def _find_nth_set(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """fns: from bit `base` on, up (offset > 0) or down, the offset-th set bit of the mask; offset 0 asks for the base's own
    bit. 0xffffffff where there is none."""
    if m.type() != "b32":
        raise m.refuse()

    def find(mask: Array, base: Array, offset: Array) -> Array:
        mask, base, offset = np.broadcast_arrays(mask, base, offset)
        result = np.full(mask.shape, 0xFFFFFFFF, np.uint32)
        for at in np.ndindex(mask.shape):
            wanted, first = int(signed(offset)[at]), int(base[at])
            order = range(first, 32) if wanted > 0 else range(first, -1, -1)
            found = [bit for bit in order if bit < 32 and int(mask[at]) >> bit & 1]
            if wanted == 0:
                found = [first] if first in found else []
            if len(found) >= max(abs(wanted), 1):
                result[at] = found[max(abs(wanted), 1) - 1]
        return result

    return elementwise(x, s, find, 32, 32, 32, 32)


def _dot_product(x: Assembler, s: Statement, m: Modifiers, lanes: int) -> Operation:
    """dp4a and dp2a: products of bytes (dp2a: of 16-bit values of a by bytes of b) added to c."""
    half = m.take("lo", "hi") if lanes == 2 else None
    second, first = m.type(), m.type()

    def parts(a: Array, size: int, kind: str) -> Array:
        dtype = f"{'i' if kind[0] == 's' else 'u'}{size}"
        return np.ascontiguousarray(a)[..., None].view(dtype).astype(np.int64)

    def dot(a: Array, b: Array, c: Array) -> Array:
        left = parts(a, 4 // lanes, first)
        right = parts(b, 1, second)
        right = right if lanes == 4 else right[..., 2:] if half == "hi" else right[..., :2]
        return np.asarray(((left * right).sum(axis=-1) + signed(c)).astype(np.uint64).astype(np.uint32))

    return elementwise(x, s, dot, 32, 32, 32, 32)


# Predicates and selection.

_COMPARE = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
    "lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal,
}  # fmt: skip
_BOOLEAN = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}


def _comparison(m: Modifiers, op: str, type_: str) -> Function:
    if type_[0] in "bus" and type_ != "bf16":
        if op not in _COMPARE:
            raise m.refuse()
        function = _COMPARE[op]
        return (lambda a, b: function(signed(a), signed(b))) if type_[0] == "s" else function

    def nan(a: Array, b: Array) -> Array:
        return np.isnan(a) | np.isnan(b)

    if op in ("num", "nan"):
        return lambda a, b: nan(decode(a, type_), decode(b, type_)) ^ (op == "num")
    unordered = op.endswith("u") and op[:-1] in _COMPARE
    if op.removesuffix("u") not in _COMPARE:
        raise m.refuse()
    function = _COMPARE[op.removesuffix("u")]

    def compare(a: Array, b: Array) -> Array:
        a, b = decode(a, type_), decode(b, type_)
        return function(a, b) | nan(a, b) if unordered else function(a, b) & ~nan(a, b)

    return compare


_OPERATORS = (*_COMPARE, "num", "nan", "equ", "neu", "ltu", "leu", "gtu", "geu")


def _set_predicate(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """setp.op[.bool].type p[|q], a, b[, [!]c]: p is the comparison (combined with c), q its complement (combined)."""
    m.take("ftz")
    op, combine, type_ = m.take(*_OPERATORS), m.take(*_BOOLEAN), m.type()
    if op is None or type_.endswith("x2"):
        raise m.refuse()
    bits, compare = TYPE_BITS[type_], _comparison(m, op, type_)
    targets = s.operands[0].items if isinstance(s.operands[0], Pack) else (s.operands[0],)
    slots = [x.target(operand, 1) for operand in targets]
    a, b = (x.source(operand, bits) for operand in s.operands[1:3])
    c = x.source(s.operands[3], 1) if combine else None

    def apply(E: Environment) -> None:
        result = compare(E[a], E[b])
        values = [result, ~result]
        if c is not None:
            values = [_BOOLEAN[str(combine)](value, E[c]) for value in values]
        for slot, value in zip(slots, values, strict=False):
            E[slot] = value

    return apply


def _set(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """set.op.dtype.stype: all ones, or 1.0, where the comparison holds."""
    m.take("ftz")
    op, source, target = m.take(*_OPERATORS), m.type(), m.type()
    if op is None or target not in ("u32", "s32", "f32"):
        raise m.refuse()
    compare, true = _comparison(m, op, source), np.uint32(0x3F800000 if target == "f32" else 0xFFFFFFFF)
    bits = TYPE_BITS[source]
    return elementwise(x, s, lambda a, b: np.where(compare(a, b), true, np.uint32(0)), 32, bits, bits)


def _select(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    bits = TYPE_BITS[m.type()]
    return elementwise(x, s, lambda a, b, p: blend(p, a, b), bits, bits, bits, 1)


def _select_by_sign(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """slct.dtype.ctype d, a, b, c: a where c >= 0."""
    m.take("ftz")
    condition, bits = m.type(), TYPE_BITS[m.type()]
    number: Function = signed if condition == "s32" else lambda c: decode(c, "f32")
    return elementwise(x, s, lambda a, b, c: blend(number(c) >= 0, a, b), bits, bits, bits, 32)


def _logic(x: Assembler, s: Statement, m: Modifiers, function: Function) -> Operation:
    bits = TYPE_BITS[m.type()]
    return elementwise(x, s, function, bits, bits, bits)


def _not(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    bits = TYPE_BITS[m.type()]
    return elementwise(x, s, np.logical_not if bits == 1 else np.invert, bits, bits)


def _move(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """mov, which also packs `{a, b}` into one register, low part first, and unpacks it."""
    bits = TYPE_BITS[m.type()]
    target, source = s.operands
    if isinstance(source, Pack):
        return _pack(x, target, source, bits)
    if isinstance(target, Pack):
        return _unpack(x, target, source, bits)
    if not isinstance(source, (Name, Immediate)):
        raise m.refuse()
    d, a = x.target(target, bits), x.source(source, bits)

    def move(E: Environment) -> None:
        E[d] = E[a]

    return move


def _pack(x: Assembler, target: Operand, source: Pack, bits: int) -> Operation:
    part = bits // len(source.items)
    d, slots = x.target(target, bits), [x.source(item, part) for item in source.items]
    dtype = np.dtype(f"u{bits // 8}")

    def pack(E: Environment) -> None:
        result = E[slots[0]].astype(dtype)
        for n, slot in enumerate(slots[1:], 1):
            result = result | (E[slot].astype(dtype) << dtype.type(n * part))
        E[d] = result

    return pack


def _unpack(x: Assembler, target: Pack, source: Operand, bits: int) -> Operation:
    part = bits // len(target.items)
    slots, a = [x.target(item, part) for item in target.items], x.source(source, bits)
    dtype = np.dtype(f"u{part // 8}")

    def unpack(E: Environment) -> None:
        value = E[a]
        for n, slot in enumerate(slots):
            E[slot] = (value >> value.dtype.type(n * part)).astype(dtype)

    return unpack


def absolute_difference(type_: str, bits: int) -> Function:
    """sad: |a - b| + c."""
    top = extreme_integer(np.maximum)(type_, bits)
    low = extreme_integer(np.minimum)(type_, bits)
    return lambda a, b, c: top(a, b) - low(a, b) + c


def integer_extreme(x: Assembler, s: Statement, m: Modifiers, take: Function) -> Operation:
    """min and max of integers, over 16-bit halves too."""
    type_ = m.type()
    bits = TYPE_BITS[type_]
    return elementwise(x, s, extreme_integer(take)(type_, bits), bits, bits, bits, extend=type_[0] == "s")


def absolute_integer(type_: str, bits: int) -> Function:
    return lambda a: unsigned(np.abs(signed(a)))


TABLE: Table = {
    "mov": ("move", _move),
    "mul24": ("integer", _multiply_24),
    "addc": ("integer", partial(_carrying, name="addc")),
    "subc": ("integer", partial(_carrying, name="subc")),
    "madc": ("integer", partial(_carrying, name="madc")),
    "rem": ("integer", same_width(_division("rem"), 2)),
    "sad": ("integer", same_width(absolute_difference, 3)),
    "and": ("integer", partial(_logic, function=np.bitwise_and)),
    "or": ("integer", partial(_logic, function=np.bitwise_or)),
    "xor": ("integer", partial(_logic, function=np.bitwise_xor)),
    "not": ("integer", _not),
    "cnot": ("integer", same_width(_plain(lambda a: (a == 0).astype(a.dtype)), 1)),
    "shl": ("integer", partial(_shift, left=True)),
    "shr": ("integer", partial(_shift, left=False)),
    "shf": ("integer", _funnel_shift),
    "prmt": ("integer", permute_bytes),
    "lop3": ("integer", _three_input_logic),
    "bfe": ("integer", _extract_field),
    "bfi": ("integer", _insert_field),
    "bfind": ("integer", _find_bit),
    "popc": ("integer", partial(count_bits, kind="popc")),
    "clz": ("integer", partial(count_bits, kind="clz")),
    "brev": ("integer", same_width(_plain(arithmetic.reverse_bits), 1)),
    "fns": ("integer", _find_nth_set),
    "dp4a": ("integer", partial(_dot_product, lanes=4)),
    "dp2a": ("integer", partial(_dot_product, lanes=2)),
    "setp": ("integer", _set_predicate),
    "set": ("integer", _set),
    "selp": ("move", _select),
    "slct": ("move", _select_by_sign),
}
divide_integer = same_width(_division("div"), 2)
negate_integer = same_width(_plain(lambda a: a.dtype.type(0) - a), 1)
absolute = same_width(absolute_integer, 1)
