"""Numbers behind PTX arithmetic: formats of registers, flushing, rounding modes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..run import float8
from ..run.arithmetic import add_to_odd
from ..text.values import Array, bf16_to_f32, f32_to_bf16, f64_to_f32_odd

TINY = np.float32(2.0**-126)


def decode(bits: Array, format_: str) -> Array:
    """The numbers in registers: float32 for the narrow formats (exact), else the format's own."""
    if format_ == "f64":
        return bits.view(np.float64)
    if format_ == "f32":
        return bits.view(np.float32)
    if format_ == "tf32":
        return (bits & np.uint32(0xFFFFE000)).view(np.float32)
    if format_ == "f16":
        return bits.view(np.float16).astype(np.float32)
    if format_ == "bf16":
        return bf16_to_f32(bits)
    return float8.decode(bits, f"{format_}_ocp")


def encode(numbers: Array, format_: str, mode: str = "rn") -> Array:
    """Bits of numbers (float32, or float64 of any precision) rounded once, in the mode, to a format."""
    if format_ == "f64":
        return np.asarray(numbers, np.float64).view(np.uint64)
    if mode != "rn":
        numbers = directed(numbers.astype(np.float64), format_, mode)
    if format_ == "f32":
        return np.asarray(numbers, np.float32).view(np.uint32)
    if format_ == "f16":
        return numbers.astype(np.float16).view(np.uint16)
    if format_ == "bf16":
        return f32_to_bf16(f64_to_f32_odd(numbers) if numbers.dtype == np.float64 else np.ascontiguousarray(numbers))
    raise KeyError(format_)


_DIGITS = {"f32": (24, -126, 127), "f16": (11, -14, 15), "bf16": (8, -126, 127), "tf32": (11, -126, 127)}


def directed(numbers: Array, format_: str, mode: str) -> Array:
    """float64 numbers rounded to the digits of a format: "rz" toward zero, "rm" down, "rp" up, "rna" to nearest with ties
    away from zero, "rni" to nearest even. Past the largest number, "rz" and the directions that point to it stop there."""
    digits, smallest, largest = _DIGITS[format_]
    _, exponent = np.frexp(numbers)
    unit = np.ldexp(1.0, np.maximum(exponent - digits, smallest - digits + 1))
    scaled = numbers / unit
    rounded = round_to_integer(scaled, {"rni": "rn"}.get(mode, mode)) * unit
    top = (2.0 - 2.0 ** (1 - digits)) * 2.0**largest
    over = np.isfinite(numbers) & (np.abs(rounded) > top)
    stops = over & ((mode == "rz") | ((mode == "rm") & (rounded > 0)) | ((mode == "rp") & (rounded < 0)))
    rounded = np.where(over, np.copysign(np.where(stops, top, np.inf), numbers), rounded)
    return np.where(np.isfinite(numbers) & (numbers != 0), np.copysign(rounded, numbers), numbers)


def round_to_integer(numbers: Array, mode: str) -> Array:
    """To an integral number in a rounding mode; the letter i of "rni" and the like may be left on."""
    mode = mode.removesuffix("i")
    if mode == "rna":
        return np.copysign(np.floor(np.abs(numbers) + 0.5), numbers)
    return {"rn": np.rint, "rz": np.trunc, "rm": np.floor, "rp": np.ceil}[mode](numbers)


def flush(numbers: Array) -> Array:
    """float32 subnormals to zeros of the same sign (.ftz)."""
    return np.where(np.abs(numbers) < TINY, np.copysign(np.float32(0), numbers), numbers)


def flushing(function: Callable[..., Array]) -> Callable[..., Array]:
    """A function of float32 numbers with .ftz: subnormal inputs and results are flushed."""

    def apply(*numbers: Array) -> Array:
        result = function(*(flush(n) for n in numbers))
        # A float64 result still has to be rounded: one below the smallest normal float32 after that is flushed.
        small = np.abs(result.astype(np.float32)) < TINY
        return np.where(small, np.copysign(result.dtype.type(0), result), result)

    return apply


def fma_odd(a: Array, b: Array, c: Array) -> Array:
    """a*b + c of float32 numbers, rounded to odd in float64."""
    return add_to_odd(a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64))


def minimum(a: Array, b: Array, nan: bool = False, largest: bool = False) -> Array:
    """The smaller (or the larger) number: -0 is below +0; a NaN loses, or wins where `nan` is set."""
    result = (np.fmax if largest else np.fmin)(a, b)
    zero = (a == 0) & (b == 0)
    sign = np.signbit(a) & np.signbit(b) if largest else np.signbit(a) | np.signbit(b)
    result = np.where(zero, np.where(sign, -np.abs(a), np.abs(a)), result)
    return np.where(np.isnan(a) | np.isnan(b), a.dtype.type(np.nan), result) if nan else result


def pairs(function: Callable[..., Array]) -> Callable[..., Array]:
    """A function of 16-bit values over both halves of 32-bit registers."""

    def apply(*registers: Array) -> Array:
        halves = [np.ascontiguousarray(r)[..., None].view(np.uint16) for r in registers]
        return np.ascontiguousarray(function(*halves)).view(np.uint32)[..., 0]

    return apply
