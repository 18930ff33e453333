"""PTX floating-point arithmetic and conversions (PTX ISA, 9.7.3, 9.7.4, cvt in 9.7.9).

Subnormals are kept unless an instruction says .ftz. Approximate instructions (.approx, .full) give the correctly
rounded result, from which the hardware's may differ by the error that the ISA document allows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..run import float8
from ..run.arithmetic import add_to_odd, fused_multiply_add
from ..run.slots import Operation
from ..text import ir
from ..text.ptx import Statement
from ..text.values import Array
from . import integers
from .assembler import TYPE_BITS, Assembler, Builder, Modifiers, Table
from .integers import elementwise, signed
from .numbers import decode, directed, encode, flush, flushing, fma_odd, minimum, pairs, round_to_integer

Function = Callable[..., Array]
_ROUNDING = ("rn", "rz", "rm", "rp")


def is_float(m: Modifiers) -> bool:
    return bool(m.parts) and m.parts[-1] in ("f16", "f16x2", "bf16", "bf16x2", "f32", "f64")


def by_type(integer: Builder, floating: Builder) -> Builder:
    """A builder that asks the instruction's type."""

    def build(x: Assembler, s: Statement, m: Modifiers) -> Operation:
        if is_float(m):
            x.kind = "float"
            return floating(x, s, m)
        return integer(x, s, m)

    return build


def numeric(m: Modifiers, function: Function, format_: str, mode: str = "rn") -> Function:
    """A function of numbers as one of registers, with the modifiers .ftz, .sat and .relu that the instruction has."""
    if m.take("ftz") and format_ == "f32":
        function = flushing(function)
    saturate, relu = m.take("sat"), m.take("relu")

    def apply(*registers: Array) -> Array:
        result = function(*(decode(r, format_) for r in registers))
        if saturate:
            result = clamp_to_one(result)
        if relu:
            result = clamp_negative(result)
        return encode(result, format_, mode)

    return apply


def clamp_negative(numbers: Array) -> Array:
    """.relu: negative numbers and -0 become +0."""
    return np.where(numbers <= 0, numbers.dtype.type(0), numbers)


def clamp_to_one(numbers: Array) -> Array:
    """.sat: into [0, 1]; NaN and -0 become +0."""
    return np.asarray(np.where(numbers > 0, np.minimum(numbers, numbers.dtype.type(1)), numbers.dtype.type(0)))


def floating(function: Function, count: int, double: Function | None = None) -> Builder:
    """`name[.rnd][.ftz][.sat].type d, a, b...`: `function` gets float32 numbers and gives the exact result, or one rounded
    to odd in float64; `double` is the function of float64 numbers, which rounds itself."""

    def build(x: Assembler, s: Statement, m: Modifiers) -> Operation:
        type_, mode = m.type(), m.take(*_ROUNDING) or "rn"
        bits, format_ = TYPE_BITS[type_], type_.removesuffix("x2")
        m.take("noftz")
        if format_ == "f64" and mode != "rn":
            raise m.refuse()
        apply = numeric(m, (double or function) if format_ == "f64" else function, format_, mode)
        return elementwise(x, s, pairs(apply) if type_.endswith("x2") else apply, bits, *(bits,) * count)

    return build


def _wide(a: Array) -> Array:
    return a.astype(np.float64)


def _odd_quotient(a: Array, b: Array) -> Array:
    """A quotient of float32 numbers in float64: never so near to a float32 midpoint that a second rounding goes wrong."""
    return _wide(a) / _wide(b)


def approximate(function: Function) -> Builder:
    """`name.approx[.ftz].type d, a` through float64."""

    def build(x: Assembler, s: Statement, m: Modifiers) -> Operation:
        m.take("approx", *_ROUNDING)
        type_ = m.type()
        bits, format_ = TYPE_BITS[type_], type_.removesuffix("x2")
        apply = numeric(m, lambda a: function(_wide(a)), format_)
        return elementwise(x, s, pairs(apply) if type_.endswith("x2") else apply, bits, bits)

    return build


def _divide(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    m.take("approx", "full")
    return floating(_odd_quotient, 2, np.divide)(x, s, m)


def _extreme(x: Assembler, s: Statement, m: Modifiers, largest: bool) -> Operation:
    """min and max; three operands too, .NaN, .xorsign.abs."""
    nan, sign, magnitude = m.take("NaN"), m.take("xorsign"), m.take("abs")
    count = len(s.operands) - 1

    def take(*numbers: Array) -> Array:
        chosen = [np.abs(n) for n in numbers] if magnitude else list(numbers)
        result = chosen[0]
        for other in chosen[1:]:
            result = minimum(result, other, nan=bool(nan), largest=largest)
        if sign:
            negative = np.logical_xor.reduce([np.signbit(n) for n in np.broadcast_arrays(*numbers)])
            result = np.where(np.isnan(result), result, np.copysign(result, np.where(negative, -1, 1)).astype(result.dtype))
        return result

    type_ = m.type()
    bits, format_ = TYPE_BITS[type_], type_.removesuffix("x2")
    apply = numeric(m, take, format_)
    return elementwise(x, s, pairs(apply) if type_.endswith("x2") else apply, bits, *(bits,) * count)


def _sign(x: Assembler, s: Statement, m: Modifiers, kind: str) -> Operation:
    """neg and abs work on the sign bit."""
    type_ = m.type()
    bits = TYPE_BITS[type_]
    part = bits // 2 if type_.endswith("x2") else bits
    sign = 1 << (part - 1)
    mask = np.dtype(f"u{bits // 8}").type(sign | sign << part if part != bits else sign)
    flushed = m.take("ftz") and type_ == "f32"

    def apply(a: Array) -> Array:
        if flushed:
            a = flush(a.view(np.float32)).view(np.uint32)
        return np.asarray(a ^ mask if kind == "neg" else a & ~mask)

    return elementwise(x, s, apply, bits, bits)


def _copy_sign(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """copysign d, a, b: b with the sign of a."""
    bits = TYPE_BITS[m.type()]
    sign = np.dtype(f"u{bits // 8}").type(1 << (bits - 1))
    return elementwise(x, s, lambda a, b: (a & sign) | (b & ~sign), bits, bits, bits)


def _test(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    kind, type_ = m.take("finite", "infinite", "number", "notanumber", "normal", "subnormal"), m.type()
    tiny = np.finfo(np.float32 if type_ == "f32" else np.float64).tiny
    tests: dict[str | None, Function] = {
        "finite": np.isfinite,
        "infinite": np.isinf,
        "number": lambda a: ~np.isnan(a),
        "notanumber": np.isnan,
        "normal": lambda a: np.isfinite(a) & (np.abs(a) >= tiny),
        "subnormal": lambda a: (np.abs(a) < tiny) & (a != 0),
    }
    return elementwise(x, s, lambda a: tests[kind](decode(a, type_)), 1, TYPE_BITS[type_])


# Conversions.


def _convert(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """cvt: between integers, floats, and both; packed forms of two narrow floats."""
    if m.take("pack"):
        return _convert_packed_integers(x, s, m)
    mode = m.take("rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi")
    source, target = m.type(), m.type()
    if target.endswith("x2") or source.endswith("x2"):
        return _convert_pair(x, s, m, target, source, mode or "rn")
    floats = source[-3:] in ("f16", "f32", "f64"), target[-3:] in ("f16", "f32", "f64")
    if floats == (False, False):
        return _convert_integers(x, s, m, target, source)
    if floats == (True, False):
        return _convert_to_integer(x, s, m, target, source, mode or "rzi")
    if floats == (False, True):
        return _convert_from_integer(x, s, m, target, source, mode or "rn")
    return _convert_floats(x, s, m, target, source, mode)


def _integer_range(type_: str) -> tuple[int, int]:
    bits = TYPE_BITS[type_]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if type_[0] == "s" else (0, (1 << bits) - 1)


def _as_integers(a: Array, type_: str) -> Array:
    """int64 or uint64 of a register's integer."""
    return signed(a).astype(np.int64) if type_[0] == "s" else a.astype(np.uint64)


def _convert_integers(x: Assembler, s: Statement, m: Modifiers, target: str, source: str) -> Operation:
    saturate, (low, high) = m.take("sat"), _integer_range(target)
    dtype = np.dtype(f"u{TYPE_BITS[target] // 8}")

    def convert(a: Array) -> Array:
        value = _as_integers(a, source)
        if saturate:
            value = np.clip(value, max(low, 0) if value.dtype == np.uint64 else low, min(high, np.iinfo(value.dtype).max))
        return value.view(np.uint64).astype(dtype)

    return elementwise(x, s, convert, 8 * dtype.itemsize, TYPE_BITS[source], extend=target[0] == "s")


def _convert_packed_integers(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """cvt.pack.sat.dtype.s32[.b32] d, a, b[, c]: a and b clamped, b lowest, above them the low part of c."""
    m.take("sat")
    low_part = m.type() if m.parts[-1] == "b32" else None
    if m.type() != "s32":
        raise m.refuse()
    target = m.type()
    bits, (low, high) = TYPE_BITS[target], _integer_range(target)

    def pack(a: Array, b: Array, *rest: Array) -> Array:
        top, bottom = (np.clip(signed(v).astype(np.int64), low, high).astype(np.uint32) for v in (a, b))
        mask = np.uint32((1 << bits) - 1)
        result = (bottom & mask) | ((top & mask) << np.uint32(bits))
        return result | (rest[0] << np.uint32(2 * bits)) if rest else result

    return elementwise(x, s, pack, 32, 32, 32, *((32,) if low_part else ()))


def _convert_to_integer(x: Assembler, s: Statement, m: Modifiers, target: str, source: str, mode: str) -> Operation:
    """Rounded, then clamped to the target's range; NaN gives 0, and 2^63 in 64 bits (seen on sm_90)."""
    flushed = m.take("ftz")
    m.take("sat")
    low, high = _integer_range(target)
    dtype = np.dtype(f"u{TYPE_BITS[target] // 8}")

    def convert(a: Array) -> Array:
        number = decode(a, source)
        if flushed and source == "f32":
            number = flush(number)
        number = round_to_integer(number.astype(np.float64), mode)
        nan = np.isnan(number)
        number = np.where(nan, 0.0, number)
        inside = (number >= low) & (number < float(high + 1))
        wide = np.int64 if low < 0 else np.uint64
        value = np.where(inside, number, 0).astype(wide)
        value = np.where(inside, value, np.where(number < low, wide(low), wide(high))).view(np.uint64)
        return np.where(nan & (dtype.itemsize == 8), np.uint64(1 << 63), value).astype(dtype)

    return elementwise(x, s, convert, 8 * dtype.itemsize, TYPE_BITS[source], extend=low < 0)


def _convert_from_integer(x: Assembler, s: Statement, m: Modifiers, target: str, source: str, mode: str) -> Operation:
    m.take("sat")
    wide = TYPE_BITS[source] == 64
    if wide and (mode != "rn" or target == "bf16"):
        raise m.refuse()

    def convert(a: Array) -> Array:
        value = _as_integers(a, source)
        if wide and target in ("f32", "f64"):
            return encode(value.astype(np.float32 if target == "f32" else np.float64), target)
        return encode(value.astype(np.float64), target, mode)

    return elementwise(x, s, convert, TYPE_BITS[target], TYPE_BITS[source])


def _convert_floats(x: Assembler, s: Statement, m: Modifiers, target: str, source: str, mode: str | None) -> Operation:
    flushed = m.take("ftz") and "f32" in (target, source)
    saturate, relu, finite = m.take("sat"), m.take("relu"), m.take("satfinite")
    if finite and target != "tf32":
        raise m.refuse()

    def convert(a: Array) -> Array:
        number = decode(a, source)
        if flushed and source == "f32":
            number = flush(number)
        if relu:
            number = clamp_negative(number)
        if saturate:
            number = clamp_to_one(number)
        if mode and mode.endswith("i"):
            number = round_to_integer(number, mode)
        if target == "tf32":
            return to_tf32(number, mode or "rn", bool(finite))
        if flushed and target == "f32":
            number = flush(np.asarray(number, np.float32))
        return encode(number, target, mode if mode in _ROUNDING else "rn")

    return elementwise(x, s, convert, TYPE_BITS[target], TYPE_BITS[source])


def to_tf32(numbers: Array, mode: str, finite: bool = False) -> Array:
    """float32 bits with 10 bits of mantissa; a NaN becomes the canonical one."""
    rounded = directed(numbers.astype(np.float64), "tf32", "rni" if mode == "rn" else mode).astype(np.float32)
    if finite:
        largest = np.float32((2 - 2.0**-10) * 2.0**127)
        rounded = np.where(np.isinf(rounded), np.copysign(largest, rounded), rounded)
    return np.where(np.isnan(rounded), np.uint32(0x7FFFFFFF), rounded.astype(np.float32).view(np.uint32))


def to_float8(numbers: Array, format_: str) -> Array:
    """Codes of an 8-bit format, numbers past its largest clamped to it (.satfinite); a NaN loses its sign."""
    largest = 448.0 if format_ == "e4m3" else 57344.0
    codes = float8.encode(np.clip(numbers, -largest, largest), f"{format_}_ocp")
    return np.where(np.isnan(numbers), np.uint8(0x7F), codes)


def _convert_pair(x: Assembler, s: Statement, m: Modifiers, target: str, source: str, mode: str) -> Operation:
    """Two numbers into one register, the first source in its upper half, or a register's two halves converted."""
    relu, finite = m.take("relu"), m.take("satfinite")
    narrow, wide = target.removesuffix("x2"), source.removesuffix("x2")
    half = np.dtype(f"u{TYPE_BITS[target] // 16}")
    if narrow in ("e4m3", "e5m2") and not finite:
        raise m.refuse()

    def one(number: Array) -> Array:
        if relu:
            number = clamp_negative(number)
        if narrow in ("e4m3", "e5m2"):
            return to_float8(number, narrow)
        if finite:
            largest = np.float32(65504 if narrow == "f16" else (2 - 2.0**-7) * 2.0**127)
            number = np.clip(number, -largest, largest)
        return encode(number, narrow, mode)

    def join(high: Array, low: Array) -> Array:
        dtype = np.dtype(f"u{2 * half.itemsize}")
        return np.asarray((high.astype(dtype) << dtype.type(8 * half.itemsize)) | low)

    if source.endswith("x2"):
        part = np.dtype(f"u{TYPE_BITS[source] // 16}")

        def convert(a: Array) -> Array:
            halves = np.ascontiguousarray(a)[..., None].view(part)
            return join(*(one(decode(np.ascontiguousarray(halves[..., n]), wide)) for n in (1, 0)))

        return elementwise(x, s, convert, TYPE_BITS[target], TYPE_BITS[source])
    bits = TYPE_BITS[source]
    return elementwise(x, s, lambda a, b: join(one(decode(a, wide)), one(decode(b, wide))), TYPE_BITS[target], bits, bits)


def _multiply_add(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    return floating(fma_odd, 3, fused_multiply_add(ir.DOUBLE))(x, s, m)


def _plus(a: Array, b: Array) -> Array:
    return add_to_odd(_wide(a), _wide(b))


def _minus(a: Array, b: Array) -> Array:
    return add_to_odd(_wide(a), -_wide(b))


def _times(a: Array, b: Array) -> Array:
    return _wide(a) * _wide(b)


def _reciprocal_root(a: Array) -> Array:
    return 1.0 / np.sqrt(a)


def _root(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    m.take("approx")
    return floating(lambda a: np.sqrt(_wide(a)), 1, np.sqrt)(x, s, m)


def _reciprocal(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    m.take("approx")
    return floating(lambda a: 1.0 / _wide(a), 1, lambda a: 1.0 / a)(x, s, m)


TABLE: Table = {
    "add": ("integer", by_type(partial(integers.add_integer, subtract=False), floating(_plus, 2, np.add))),
    "sub": ("integer", by_type(partial(integers.add_integer, subtract=True), floating(_minus, 2, np.subtract))),
    "mul": ("integer", by_type(integers.multiply_integer, floating(_times, 2, np.multiply))),
    "mad": ("integer", by_type(integers.multiply_add_integer, _multiply_add)),
    "fma": ("float", _multiply_add),
    "div": ("integer", by_type(integers.divide_integer, _divide)),
    "neg": ("integer", by_type(integers.negate_integer, partial(_sign, kind="neg"))),
    "abs": ("integer", by_type(integers.absolute, partial(_sign, kind="abs"))),
    "min": ("integer", by_type(partial(integers.integer_extreme, take=np.minimum), partial(_extreme, largest=False))),
    "max": ("integer", by_type(partial(integers.integer_extreme, take=np.maximum), partial(_extreme, largest=True))),
    "rcp": ("float", _reciprocal),
    "sqrt": ("float", _root),
    "rsqrt": ("float", approximate(_reciprocal_root)),
    "ex2": ("float", approximate(np.exp2)),
    "lg2": ("float", approximate(np.log2)),
    "sin": ("float", approximate(np.sin)),
    "cos": ("float", approximate(np.cos)),
    "tanh": ("float", approximate(np.tanh)),
    "copysign": ("float", _copy_sign),
    "testp": ("float", _test),
    "cvt": ("convert", _convert),
}
