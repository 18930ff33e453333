"""Scalar arithmetic over lanes: each entry makes a function of arrays for one instruction.

The functions are element-wise and broadcast, so they serve vectors too. What LLVM leaves undefined (a shift
past the width, a conversion out of range) gives some number; a division by zero is reported by the caller.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, container, element_type, f64_to_f32_odd, float_type, from_numeric, signed, to_numeric, truncate

Function = Callable[..., Array]

MANTISSA_BITS = {"half": 10, "bfloat": 7, "float": 23, "double": 52}
"""Stored bits of the mantissa of a float type."""


def _logical(numpy_function: Function) -> Callable[[ir.IntType], Function]:
    return lambda type_: numpy_function


def _modular(function: Function) -> Callable[[ir.IntType], Function]:
    """An operation of whose result only the low bits count."""

    def make(type_: ir.IntType) -> Function:
        if type_.bits == container(type_).itemsize * 8:
            return function
        if type_.bits == 1:
            return lambda a, b: truncate(function(a.astype(np.uint8), b.astype(np.uint8)), type_)
        return lambda a, b: truncate(function(a, b), type_)

    return make


def _unsigned(function: Function) -> Callable[[ir.IntType], Function]:
    """An operation on zero-extended operands whose result fits."""

    def make(type_: ir.IntType) -> Function:
        if type_.bits == 1:
            return lambda a, b: truncate(function(a.astype(np.uint8), b.astype(np.uint8)), type_)
        return function

    return make


def _arithmetic_shift_right(type_: ir.IntType) -> Function:
    dtype = container(type_)

    def shift(a: Array, b: Array) -> Array:
        value = signed(a, type_.bits)
        return truncate((value >> b.astype(value.dtype)).view(dtype if type_.bits > 1 else np.uint8), type_)

    return shift


def _signed_division(remainder: bool) -> Callable[[ir.IntType], Function]:
    """Truncating division through magnitudes."""

    def make(type_: ir.IntType) -> Function:
        if type_.bits == 1:
            return lambda a, b: a & ~b if remainder else a & b

        def divide(a: Array, b: Array) -> Array:
            x, y = signed(a, type_.bits), signed(b, type_.bits)
            magnitude_x, magnitude_y = np.abs(x).view(a.dtype), np.abs(y).view(a.dtype)
            if remainder:
                result = magnitude_x % magnitude_y
                negative = x < 0
            else:
                result = magnitude_x // magnitude_y
                negative = (x < 0) ^ (y < 0)
            return truncate(np.where(negative, np.zeros_like(result) - result, result), type_)

        return divide

    return make


INTEGER: dict[str, Callable[[ir.IntType], Function]] = {
    "add": _modular(np.add),
    "sub": _modular(np.subtract),
    "mul": _modular(np.multiply),
    "and": _logical(np.bitwise_and),
    "or": _logical(np.bitwise_or),
    "xor": _logical(np.bitwise_xor),
    "shl": _modular(np.left_shift),
    "lshr": _unsigned(np.right_shift),
    "ashr": _arithmetic_shift_right,
    "udiv": _unsigned(np.floor_divide),
    "urem": _unsigned(np.remainder),
    "sdiv": _signed_division(remainder=False),
    "srem": _signed_division(remainder=True),
}

FLOAT: dict[str, Function] = {
    "fadd": np.add,
    "fsub": np.subtract,
    "fmul": np.multiply,
    "fdiv": np.divide,
    "frem": np.fmod,
}


def binary(op: str, type_: ir.Type) -> Function:
    """The function of a binary instruction.

    16-bit floats compute in float32 and round once more: innocuous for one operation, since 24 bits are at
    least twice the format's bits and two more."""
    if op in INTEGER:
        return INTEGER[op](ir.expect(type_, ir.IntType))
    floats = float_type(type_)
    return over_numbers(FLOAT[op], floats) if floats.bits == 16 else FLOAT[op]


def negate(type_: ir.Type) -> Function:
    """fneg flips the sign bit, of a NaN too."""
    type_ = float_type(type_)
    dtype = np.dtype(f"u{type_.size}")
    sign = dtype.type(1 << (type_.bits - 1))
    return lambda a: (a.view(dtype) ^ sign).view(a.dtype)


_COMPARE: dict[str, Function] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lt": np.less,
    "le": np.less_equal,
}


def integer_compare(predicate: str, type_: ir.Scalar) -> Function:
    if predicate in ("eq", "ne"):
        return _COMPARE[predicate]
    function = _COMPARE[predicate[1:]]
    if predicate[0] == "u":
        return function
    return lambda a, b: function(signed(a, type_.bits), signed(b, type_.bits))


def float_compare(predicate: str, type_: ir.FloatType) -> Function:
    if predicate in ("true", "false"):
        return lambda a, b: np.full(np.broadcast_shapes(a.shape, b.shape), predicate == "true")
    if predicate in ("ord", "uno"):
        return lambda a, b: _unordered(a, b, type_) ^ (predicate == "ord")
    function = _COMPARE[predicate[1:]]

    def compare(a: Array, b: Array) -> Array:
        result = function(to_numeric(a, type_), to_numeric(b, type_))
        unordered = _unordered(a, b, type_)
        return result | unordered if predicate[0] == "u" else result & ~unordered

    return compare


def _unordered(a: Array, b: Array, type_: ir.FloatType) -> Array:
    return np.isnan(to_numeric(a, type_)) | np.isnan(to_numeric(b, type_))


# Casts of one scalar type to another (bitcast is the caller's: it can change the number of elements).


def cast(op: str, source: ir.Type, target: ir.Type, line: int) -> Function:
    """The function of a cast from scalar to scalar."""
    makers: dict[str, Callable[[Any, Any, str], Function]] = {
        "zext": _resize,
        "trunc": _resize,
        "ptrtoint": _resize,
        "ptrtoaddr": _resize,
        "inttoptr": _resize,
        "sext": _sign_extend,
        "fptrunc": _float_resize,
        "fpext": _float_resize,
        "sitofp": _from_signed,
        "uitofp": _from_unsigned,
        "fptosi": _to_integer,
        "fptoui": _to_integer,
    }
    if op not in makers:
        raise UnsupportedError(f"{op} from {source} to {target}", line)
    return makers[op](source, target, op)


def _resize(source: ir.Scalar, target: ir.Scalar, op: str) -> Function:
    to = ir.IntType(target.bits)
    if source.bits <= to.bits and to.bits > 1:
        dtype = container(to)
        return lambda a: a.astype(dtype, copy=False)
    return lambda a: truncate(a, to)


def _sign_extend(source: ir.IntType, target: ir.IntType, op: str) -> Function:
    dtype = np.dtype(f"i{container(target).itemsize}")
    return lambda a: truncate(signed(a, source.bits).astype(dtype).view(f"u{dtype.itemsize}"), target)


def _float_resize(source: ir.FloatType, target: ir.FloatType, op: str) -> Function:
    return lambda a: from_numeric(to_numeric(a, source), target)


def _wide_to_bfloat(source: ir.IntType, target: ir.FloatType, is_signed: bool) -> Function:
    """From more than 53 bits: the float64 sum of both halves is rounded to odd, so that only the last rounding shows."""

    def convert(a: Array) -> Array:
        whole = signed(a, source.bits) if is_signed else a
        high = (whole >> whole.dtype.type(32)).astype(np.float64) * 2.0**32
        return from_numeric(add_to_odd(high, (a & np.uint64(0xFFFFFFFF)).astype(np.float64)), target)

    return convert


def _from_signed(source: ir.IntType, target: ir.FloatType, op: str) -> Function:
    if source.bits > 32 and target.name == "bfloat":
        return _wide_to_bfloat(source, target, is_signed=True)
    if target.bits >= 32:
        dtype = container(target)
        return lambda a: signed(a, source.bits).astype(dtype)
    return lambda a: from_numeric(signed(a, source.bits).astype(np.float64), target)


def _from_unsigned(source: ir.IntType, target: ir.FloatType, op: str) -> Function:
    if source.bits > 32 and target.name == "bfloat":
        return _wide_to_bfloat(source, target, is_signed=False)
    if target.bits >= 32:
        dtype = container(target)
        return lambda a: a.astype(dtype)
    return lambda a: from_numeric(a.astype(np.float64), target)


def _to_integer(source: ir.FloatType, target: ir.IntType, op: str) -> Function:
    """Truncate toward zero; out of range clamps as the hardware conversion does, NaN gives 0."""
    bits = target.bits
    low = -(2.0 ** (bits - 1)) if op == "fptosi" else 0.0
    high = 2.0 ** (bits - 1) if op == "fptosi" else 2.0**bits
    wide = np.int64 if op == "fptosi" else np.uint64
    top = int(high) - 1

    def convert(a: Array) -> Array:
        number = np.trunc(to_numeric(a, source).astype(np.float64))
        number = np.where(np.isnan(number), 0.0, number)
        inside = (number >= low) & (number < high)
        integer = np.where(inside, number, 0.0).astype(wide)
        integer = np.where(inside, integer, np.where(number < low, wide(int(low)), wide(top)))
        return truncate(integer.view(np.uint64), target)

    return convert


# Operations behind llvm.* intrinsics.


def add_to_odd(a: Array, b: Array) -> Array:
    """The float64 sum rounded to odd: a later rounding to fewer bits is then right."""
    total = a + b
    back = total - a
    error = (a - (total - back)) + (b - back)
    bits = total.view(np.uint64)
    inexact = (error != 0) & np.isfinite(total) & ((bits & np.uint64(1)) == 0)
    if not inexact.any():
        return total
    away = (error > 0) == (total > 0)
    one = np.uint64(1)
    return np.where(inexact, np.where(away, bits + one, bits - one), bits).view(np.float64)


def _exact_product(a: Array, b: Array) -> tuple[Array, Array]:
    """a * b as a float64 and its error (Dekker), where neither overflows or underflows."""
    split = 134217729.0  # 2^27 + 1
    halves = []
    for x in (a, b):
        scaled = x * split
        high = scaled - (scaled - x)
        halves.append((high, x - high))
    (a1, a0), (b1, b0) = halves
    product = a * b
    return product, a0 * b0 - (((product - a1 * b1) - a0 * b1) - a1 * b0)


def _double_fma(a: Array, b: Array, c: Array) -> Array:
    """a*b + c rounded once (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums": the two low parts are added
    to odd). Where the product or an error term might leave the range of normal numbers, lane by lane in exact fractions."""
    high, low = _exact_product(a, b)
    middle = c + low
    back = middle - c
    middle_error = (c - (middle - back)) + (low - back)
    top = high + middle
    back = top - high
    top_error = (high - (top - back)) + (middle - back)
    result = top + add_to_odd(middle_error, top_error)
    finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
    _, exponents = np.frexp(np.stack(np.broadcast_arrays(a, b, c)))
    product, addend = exponents[0] + exponents[1], exponents[2]
    risky = (a != 0) & (b != 0) & ((product < -900) | (product > 990) | (addend > 990) | (np.abs(exponents[:2]) > 990).any(0))
    result = np.where(finite, result, a * b + c)
    for lane in np.argwhere(np.broadcast_to(finite & risky, result.shape)):
        x, y, z = (float(np.broadcast_to(operand, result.shape)[tuple(lane)]) for operand in (a, b, c))
        result[tuple(lane)] = _fraction_fma(x, y, z)
    return result


def _fraction_fma(a: float, b: float, c: float) -> float:
    """a*b + c of finite numbers, rounded once."""
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def fused_multiply_add(type_: ir.Type) -> Function:
    """a*b + c rounded once: for narrow formats the product is exact in float64, and the sum rounded to odd there, then to the
    format."""
    floats = float_type(type_)
    if floats == ir.DOUBLE:
        return _double_fma

    def fma(a: Array, b: Array, c: Array) -> Array:
        a, b, c = (to_numeric(x, floats).astype(np.float64) for x in (a, b, c))
        return from_numeric(add_to_odd(a * b, c), floats)

    return fma


def multiply_high(a: Array, b: Array, bits: int, is_signed: bool) -> Array:
    """The upper half of a product."""
    if bits < 64:
        x, y = (signed(v, bits).astype(np.int64) if is_signed else v.astype(np.uint64) for v in (a, b))
        return (x * y >> x.dtype.type(bits)).astype(f"{'i' if is_signed else 'u'}8").view(np.uint64).astype(a.dtype)
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    a1, a0, b1, b0 = a >> half, a & low, b >> half, b & low
    middle = a1 * b0 + (a0 * b0 >> half)
    other = a0 * b1 + (middle & low)
    high = a1 * b1 + (middle >> half) + (other >> half)
    if is_signed:
        high = high - np.where(signed(a, 64) < 0, b, np.uint64(0)) - np.where(signed(b, 64) < 0, a, np.uint64(0))
    return np.asarray(high)


def reverse_bits(a: Array) -> Array:
    """The lowest bit of the container becomes the highest."""
    octets = np.ascontiguousarray(a)[..., None].view(np.uint8)
    bits = np.unpackbits(octets, axis=-1, bitorder="little")[..., ::-1]
    return np.ascontiguousarray(np.packbits(bits, axis=-1, bitorder="little")).view(a.dtype)[..., 0]


def in_class(a: Array, type_: ir.FloatType, mask: Array | np.uint32) -> Array:
    """Whether a float is in one of the classes of an LLVM class mask: signalling and quiet NaN, then -inf, -normal,
    -subnormal, -0, +0, +subnormal, +normal, +inf, from bit 0 up."""
    bits = a.view(f"u{type_.size}")
    width, mantissa_bits = type_.bits, MANTISSA_BITS[type_.name]
    unsigned = bits.dtype.type
    negative = bits >> unsigned(width - 1) != 0
    exponent = bits >> unsigned(mantissa_bits) & unsigned((1 << width - 1 - mantissa_bits) - 1)
    mantissa = bits & unsigned((1 << mantissa_bits) - 1)
    largest = unsigned((1 << width - 1 - mantissa_bits) - 1)
    quiet = mantissa >> unsigned(mantissa_bits - 1) != 0
    finite = np.where(exponent == 0, np.where(mantissa == 0, 0, 1), 2)  # zero, subnormal, normal
    number = np.where(exponent == largest, 3, finite)
    place = np.where(negative, 5 - number, 6 + number)
    place = np.where((exponent == largest) & (mantissa != 0), quiet.astype(np.int64), place)
    return (mask >> place.astype(np.uint32) & np.uint32(1)).astype(np.bool_)


def over_numbers(function: Function, type_: ir.Type) -> Function:
    """Apply a float function to the numbers and round the result to the format."""
    floats = float_type(type_)
    return lambda *arrays: from_numeric(function(*(to_numeric(a, floats) for a in arrays)), floats)


def over_double(function: Function, type_: ir.Type) -> Function:
    """As `over_numbers`, computed in float64: for functions that hardware approximates."""
    floats = float_type(type_)

    def apply(*arrays: Array) -> Array:
        result = function(*(to_numeric(a, floats).astype(np.float64) for a in arrays))
        return from_numeric(f64_to_f32_odd(result) if floats.bits == 16 else result, floats)

    return apply


def over_signed(function: Function, type_: ir.Type) -> Function:
    integers = ir.expect(element_type(type_), ir.IntType)
    return lambda *arrays: truncate(
        function(*(signed(a, integers.bits) for a in arrays)).view(f"u{arrays[0].dtype.itemsize}"), integers
    )
