"""Arithmetic intrinsics of the amdgcn target.

What the hardware approximates (rcp, rsq, sqrt, exp2, log, sin, cos: within 1 ulp or a few by the ISA guides) is computed in
float64 and rounded once, so results may differ from the hardware's in the last bits. Denormals are kept, but by v_exp_f32 and
v_log_f32, which take and give zeros for them (LLVM's AMDGPU usage guide: no native support of denormal inputs; its lowering
of llvm.exp2 and llvm.log2 scales around both).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np

from ..run import arithmetic, float8
from ..run.intrinsics import Handler, fma, words
from ..run.library import approximated, floats, load_exponent
from ..run.operations import elementwise
from ..run.slots import Builder, Environment, Operation, Slots
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, Vector, container, element_type, float_type, from_numeric, signed, to_numeric


def _flushing(function: Callable[[Array], Array]) -> Builder:
    """An approximated function whose float32 instruction takes and gives zeros for denormals."""

    def flush(a: Array) -> Array:
        return np.where(np.abs(a) < SMALLEST_NORMAL, np.copysign(0.0, a), a)

    def build(c: Slots, i: ir.Instruction) -> Operation:
        return approximated((lambda a: flush(function(flush(a)))) if element_type(i.type) == ir.FLOAT else function)(c, i)

    return build


def _fraction(c: Slots, i: ir.Instruction) -> Operation:
    """x - floor(x), at most the largest number of the type below 1 (v_fract)."""
    type_ = float_type(i.type)
    top = 1 - 2.0 ** -{"half": 11, "bfloat": 8, "float": 24, "double": 53}[type_.name]

    def fraction(a: Array) -> Array:
        return np.asarray(np.minimum(a - np.floor(a), a.dtype.type(top)))

    return elementwise(c, i, arithmetic.over_numbers(fraction, type_), i.operands)


def _median(a: Array, b: Array, c: Array) -> Array:
    """The middle of three; the least one where there is a NaN (v_med3)."""
    middle = np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))
    least = np.fmin(np.fmin(a, b), c)
    return np.where(np.isnan(a) | np.isnan(b) | np.isnan(c), least, middle)


def _multiply_legacy(a: Array, b: Array) -> Array:
    return np.where((a == 0) | (b == 0), np.float32(0), a * b)


def _mantissa(c: Slots, i: ir.Instruction) -> Operation:
    """In [0.5, 1); zeros, infinities and NaN stay."""
    return elementwise(c, i, arithmetic.over_numbers(lambda a: np.frexp(a)[0], element_type(i.type)), i.operands)


def _exponent(c: Slots, i: ir.Instruction) -> Operation:
    """The power of two of `_mantissa`; 0 for infinities and NaN."""
    source, dtype = float_type(i.operands[0].type), container(i.type)

    def exponent(a: Array) -> Array:
        number = to_numeric(a, source)
        power = np.where(np.isfinite(number), np.frexp(number)[1], 0)
        return power.astype(f"i{dtype.itemsize}").view(dtype)

    return elementwise(c, i, exponent, i.operands)


# Bits.


def _extract(is_signed: bool) -> Builder:
    """(value, offset, width): the low five bits of offset and width count; a width of 0 gives 0."""

    def extract(a: Array, offset: Array, width: Array) -> Array:
        offset, width = offset & np.uint32(31), width & np.uint32(31)
        field = (a >> offset) & ((np.uint32(1) << width) - np.uint32(1))
        if not is_signed:
            return np.asarray(field)
        length = np.minimum(width, np.uint32(32) - offset)
        top = np.where(length == 0, np.uint32(0), np.uint32(1) << (length - np.uint32(1) & np.uint32(31)))
        return np.asarray((field ^ top) - top)

    return words(extract)


def _permute_bytes(high: Array, low: Array, selector: Array) -> Array:
    """v_perm_b32: each byte of the selector picks a byte of high:low (4 to 7 from the first operand), a sign (8 to 11), 0 (12)
    or 0xFF."""
    both = high.astype(np.uint64) << np.uint64(32) | low
    result = np.zeros(np.broadcast_shapes(both.shape, selector.shape), np.uint32)
    for place in range(4):
        pick = (selector >> np.uint32(8 * place) & np.uint32(0xFF)).astype(np.uint64)
        octet = both >> (np.uint64(8) * (pick & np.uint64(7))) & np.uint64(0xFF)
        sign_at = np.uint64(15) + np.uint64(16) * (pick - np.uint64(8) & np.uint64(3))
        sign = np.where(both >> sign_at & np.uint64(1), np.uint64(0xFF), np.uint64(0))
        octet = np.where(pick < 8, octet, np.where(pick < 12, sign, np.where(pick == 12, np.uint64(0), np.uint64(0xFF))))
        result = result | (octet << np.uint64(8 * place)).astype(np.uint32)
    return result


def _align(unit: int) -> Builder:
    """(high, low, amount): the low word of high:low moved right by bits or bytes."""

    def align(high: Array, low: Array, amount: Array) -> Array:
        shift = (amount & np.uint32(31 // unit)).astype(np.uint64) * np.uint64(unit)
        return ((high.astype(np.uint64) << np.uint64(32) | low) >> shift).astype(np.uint32)

    return words(align)


def _multiply_24(c: Slots, i: ir.Instruction, is_signed: bool, high: bool) -> Operation:
    """The product of the low 24 bits: as much of it as the result holds, or what is above its low 32 bits."""
    dtype = container(element_type(i.type))

    def multiply(a: Array, b: Array) -> Array:
        low = a.dtype.type(0xFFFFFF)
        x, y = (signed(v & low, 24).astype(np.int64) if is_signed else (v & low).astype(np.int64) for v in (a, b))
        return (x * y >> 32 if high else x * y).view(np.uint64).astype(dtype)

    return elementwise(c, i, multiply, i.operands)


# Dot products.


def _byte(word: Array, number: int, is_signed: bool) -> Array:
    octet = (word >> np.uint32(8 * number)).astype(np.uint8)
    return octet.astype(np.int64) if not is_signed else signed(octet, 8).astype(np.int64)


def _dot_bytes(c: Slots, i: ir.Instruction, a_signed: bool | None, b_signed: bool | None) -> Operation:
    """Four products of bytes plus an addend; signs as flags among the operands where None is given (sudot4)."""
    operands = list(i.operands)
    signs = [bool(a_signed), bool(b_signed)]
    if a_signed is None:
        signs = [bool(c.integer(operands[n], "a sign", i.line)) for n in (0, 2)]
        operands = [operands[n] for n in (1, 3, 4, 5)]
    clamp = bool(c.integer(operands[3], "clamp", i.line))
    whole_signed = any(signs)

    def dot(a: Array, b: Array, addend: Array) -> Array:
        total = signed(addend, 32).astype(np.int64) if whole_signed else addend.astype(np.int64)
        for n in range(4):
            x, y = (_byte(v, n, is_signed) for v, is_signed in ((a, signs[0]), (b, signs[1])))
            total = total + x * y
        if clamp:
            total = np.clip(total, -(1 << 31), (1 << 31) - 1) if whole_signed else np.clip(total, 0, (1 << 32) - 1)
        return total.astype(np.uint64).astype(np.uint32)

    return elementwise(c, i, dot, operands[:3])


def _dot_halves(c: Slots, i: ir.Instruction) -> Operation:
    """Two products of 16-bit floats plus a float32, rounded once."""
    type_ = float_type(i.operands[0].type)
    a, b, addend = (c.slot(operand) for operand in i.operands[:3])
    d = c.destination(i)

    def dot(E: Environment) -> None:
        total = E[addend].astype(np.float64)
        for x, y in zip(E[a], E[b], strict=True):
            total = total + to_numeric(x, type_).astype(np.float64) * to_numeric(y, type_)
        E[d] = total.astype(np.float32)

    return dot


# Conversions.


def _toward_zero(values: Array) -> Array:
    """float32 to half bits, rounded toward zero."""
    nearest = values.astype(np.float16)
    past = np.abs(nearest.astype(np.float32)) > np.abs(values)
    bits = nearest.view(np.uint16)
    return np.where(past, bits - np.uint16(1), bits)


def _pack_toward_zero(c: Slots, i: ir.Instruction) -> Operation:
    a, b, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
    return lambda E: E.__setitem__(d, Vector([_toward_zero(E[a]), _toward_zero(E[b])]))


def _from_byte(c: Slots, i: ir.Instruction, kind: str) -> Operation:
    """(word, byte number): the float of one byte."""
    place = c.integer(i.operands[1], "a byte number", i.line)
    name = float8.format_name(kind, c.machine.arch)
    return elementwise(c, i, lambda a: float8.decode((a >> np.uint32(8 * place)).astype(np.uint8), name), i.operands[:1])


def _from_bytes(c: Slots, i: ir.Instruction, kind: str) -> Operation:
    """(word, upper half): the floats of two bytes."""
    first = 16 * c.integer(i.operands[1], "a word select", i.line)
    name = float8.format_name(kind, c.machine.arch)
    a, d = c.slot(i.operands[0]), c.destination(i)

    def convert(E: Environment) -> None:
        E[d] = Vector([float8.decode((E[a] >> np.uint32(first + n)).astype(np.uint8), name) for n in (0, 8)])

    return convert


def _to_bytes(c: Slots, i: ir.Instruction, kind: str) -> Operation:
    """(a, b, old word, upper half): two floats as bytes into one half of the old word."""
    first = 16 * c.integer(i.operands[3], "a word select", i.line)
    name = float8.format_name(kind, c.machine.arch)
    keep = np.uint32(0xFFFF << (16 - first))
    saturate = c.machine.saturates

    def convert(a: Array, b: Array, old: Array) -> Array:
        low, high = (float8.encode(x, name, saturate).astype(np.uint32) for x in (a, b))
        return old & keep | (low | high << np.uint32(8)) << np.uint32(first)

    return elementwise(c, i, convert, i.operands[:3])


def _unit_scale(c: Slots, i: ir.Instruction, operand: ir.Operand) -> None:
    """Refuse a scale other than the literal 1."""
    if c.machine.arch != "gfx950":
        raise UnsupportedError(f"@{i.callee} on {c.machine.arch}: gfx950 has it", i.line)
    if not isinstance(operand, ir.Constant) or operand.value != 0x3F800000:
        raise UnsupportedError(f"@{i.callee} with a scale other than 1.0", i.line)


def _scaled_to_bytes(c: Slots, i: ir.Instruction, kind: str, source: ir.FloatType) -> Operation:
    """gfx950: (old, a, b, scale, upper half) for float32, (old, pair, scale, upper half) for 16-bit floats."""
    _unit_scale(c, i, i.operands[-2])
    half = c.integer(i.operands[-1], "a word select", i.line)
    name, saturate = float8.format_name(kind, c.machine.arch), c.machine.saturates
    old, d = c.slot(i.operands[0]), c.destination(i)
    values = [c.slot(operand) for operand in i.operands[1:-2]]

    def convert(E: Environment) -> None:
        pair = [E[slot] for slot in values] if len(values) == 2 else list(E[values[0]])
        low, high = (float8.encode(to_numeric(x, source), name, saturate).astype(np.uint16) for x in pair)
        words = list(E[old])
        words[half] = low | high << np.uint16(8)
        E[d] = Vector(words)

    return convert


def _scaled_from_bytes(c: Slots, i: ir.Instruction, kind: str, target: ir.FloatType) -> Operation:
    """gfx950: (word, scale, upper half): the floats of two bytes."""
    _unit_scale(c, i, i.operands[1])
    first = 16 * c.integer(i.operands[2], "a word select", i.line)
    name = float8.format_name(kind, c.machine.arch)
    a, d = c.slot(i.operands[0]), c.destination(i)

    def convert(E: Environment) -> None:
        codes = ((E[a] >> np.uint32(first + n)).astype(np.uint8) for n in (0, 8))
        E[d] = Vector([from_numeric(float8.decode(code, name), target) for code in codes])

    return convert


def _set_register(c: Slots, i: ir.Instruction) -> Operation:
    """s.setreg of FP16_OVFL (the mode register's bit 23), which makes conversions saturate: taken to hold from the start of the
    kernel. It also clamps what overflows in half arithmetic, which is not modelled."""
    register, value = (c.integer(operand, "a hardware register", i.line) for operand in i.operands)
    if register != 1 | 23 << 6 or c.segments[1:]:
        raise UnsupportedError(f"s.setreg of register {register} (only FP16_OVFL, in the first block)", i.line)
    c.machine.saturates = bool(value & 1)
    return lambda E: None


def _byte_to_float(place: int) -> Builder:
    return words(lambda a: (a >> np.uint32(8 * place) & np.uint32(0xFF)).astype(np.float32))


def _is_class(c: Slots, i: ir.Instruction) -> Operation:
    type_ = float_type(i.operands[0].type)
    return elementwise(c, i, lambda a, mask: arithmetic.in_class(a, type_, mask), i.operands)


TURN = 2 * np.pi
SMALLEST_NORMAL = 2.0**-126
"""The smallest normal float32."""
KINDS = ("fp8", "bf8")
SOURCES = {"f32": ir.FLOAT, "f16": ir.HALF, "bf16": ir.BFLOAT}

_BUILDERS: dict[str, dict[str, Builder]] = {
    "float": {
        "rcp": approximated(lambda a: 1 / a),
        "rsq": approximated(lambda a: 1 / np.sqrt(a)),
        "sqrt": approximated(np.sqrt),
        "exp2": _flushing(np.exp2),
        "log": _flushing(np.log2),
        "sin": approximated(lambda a: np.sin(TURN * (a - np.floor(a)))),
        "cos": approximated(lambda a: np.cos(TURN * (a - np.floor(a)))),
        "tanh": approximated(np.tanh),
        "fract": _fraction,
        "fmed3": floats(_median),
        "fmul.legacy": floats(_multiply_legacy),
        "fma.legacy": fma,
        "ldexp": load_exponent,
        "frexp.mant": _mantissa,
        "frexp.exp": _exponent,
        "class": _is_class,
        "fdot2": _dot_halves,
        "fdot2.f32.bf16": _dot_halves,
    },
    "integer": {
        "ubfe": _extract(is_signed=False),
        "sbfe": _extract(is_signed=True),
        "perm": words(_permute_bytes),
        "alignbit": _align(1),
        "alignbyte": _align(8),
        "mul.u24": partial(_multiply_24, is_signed=False, high=False),
        "mul.i24": partial(_multiply_24, is_signed=True, high=False),
        "mulhi.u24": partial(_multiply_24, is_signed=False, high=True),
        "mulhi.i24": partial(_multiply_24, is_signed=True, high=True),
        "sdot4": partial(_dot_bytes, a_signed=True, b_signed=True),
        "udot4": partial(_dot_bytes, a_signed=False, b_signed=False),
        "sudot4": partial(_dot_bytes, a_signed=None, b_signed=None),
    },
    "other": {"s.setreg": _set_register},
    "convert": {
        "cvt.pkrtz": _pack_toward_zero,
        **{f"cvt.f32.{kind}": partial(_from_byte, kind=kind) for kind in KINDS},
        **{f"cvt.pk.f32.{kind}": partial(_from_bytes, kind=kind) for kind in KINDS},
        **{f"cvt.pk.{kind}.f32": partial(_to_bytes, kind=kind) for kind in KINDS},
        **{
            f"cvt.scalef32.pk.{kind}.{name}": partial(_scaled_to_bytes, kind=kind, source=type_)
            for kind, (name, type_) in product(KINDS, SOURCES.items())
        },
        **{
            f"cvt.scalef32.pk.{name}.{kind}": partial(_scaled_from_bytes, kind=kind, target=type_)
            for kind, (name, type_) in product(KINDS, SOURCES.items())
        },
        **{f"cvt.f32.ubyte{n}": _byte_to_float(n) for n in range(4)},
    },
}
HANDLERS: dict[str, Handler] = {
    f"llvm.amdgcn.{name}": (kind, build) for kind, builders in _BUILDERS.items() for name, build in builders.items()
}
