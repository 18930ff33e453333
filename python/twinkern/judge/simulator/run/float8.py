"""Float formats of 8, 6 and 4 bits: codes to numbers and, of 8 bits, back.

FNUZ (gfx942; CDNA3 ISA guide, 8-bit float formats): no infinity and no negative zero, 0x80 is the only NaN; exponent bias
8 (e4m3) and 16 (e5m2). OCP (gfx950, gfx12; OCP 8-bit Floating Point Specification): e4m3 has bias 7, no infinity, and NaN
where all bits below the sign are set; e5m2 is IEEE-like with bias 15. The 6-bit formats e2m3 and e3m2 (bias 1 and 3) and the
4-bit e2m1 (bias 1) have neither infinity nor NaN; a scale is an 8-bit exponent, e8m0 (OCP Microscaling Formats specification).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ..text.values import Array

BITS = {"e4m3_ocp": 8, "e5m2_ocp": 8, "e4m3_fnuz": 8, "e5m2_fnuz": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4}
FNUZ_ARCHES = frozenset({"gfx940", "gfx941", "gfx942"})


def format_name(kind: str, arch: str) -> str:
    """The format that an instruction's "fp8" or "bf8" means on an architecture."""
    family = "fnuz" if arch in FNUZ_ARCHES else "ocp"
    return f"{'e4m3' if kind == 'fp8' else 'e5m2'}_{family}"


@cache
def table(name: str) -> Array:
    """The float32 numbers of all codes of a format."""
    bits, mantissa_bits = BITS[name], int(name[3])
    fnuz, sign = name.endswith("fnuz"), 1 << bits - 1
    bias = (1 << bits - 2 - mantissa_bits) - (0 if fnuz else 1)
    code = np.arange(2 * sign)
    mantissa = (code & (1 << mantissa_bits) - 1) / (1 << mantissa_bits)
    exponent = (code & sign - 1) >> mantissa_bits
    number = np.where(exponent == 0, mantissa * 2.0 ** (1 - bias), (1 + mantissa) * 2.0 ** (exponent - bias))
    number = np.where(code >= sign, -number, number)
    if bits < 8:
        return number.astype(np.float32)
    if fnuz:
        number[0x80] = np.nan
    elif mantissa_bits == 3:
        number[[0x7F, 0xFF]] = np.nan
    else:
        number[[0x7C, 0xFC]] = [np.inf, -np.inf]
        number[[0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF]] = np.nan
    return number.astype(np.float32)


def decode(codes: Array, name: str) -> Array:
    """float32 numbers of codes (uint8)."""
    return table(name)[codes]


def unpack(data: Array, name: str) -> Array:
    """The codes, one a byte, that lie packed from bit 0 up along the last axis of bytes."""
    bits = BITS[name]
    if bits == 8:
        return data
    single = np.unpackbits(data, axis=-1, bitorder="little")
    return np.packbits(single.reshape(*data.shape[:-1], -1, bits), axis=-1, bitorder="little")[..., 0]


def scale(codes: Array) -> Array:
    """The float64 numbers of e8m0 codes."""
    return np.where(codes == 0xFF, np.nan, np.exp2(codes.astype(np.float64) - 127))


def encode(numbers: Array, name: str, saturate: bool = False) -> Array:
    """Codes of numbers, rounded to nearest even. Past the largest number: that number where conversions saturate (FP16_OVFL of
    the mode register), else infinity where the format has one, else NaN."""
    positive = table(name)[:128]
    finite = positive[np.isfinite(positive)].astype(np.float64)
    step = finite[-1] - finite[-2]
    middles = np.append((finite[1:] + finite[:-1]) / 2, finite[-1] + step / 2)
    magnitude = np.abs(numbers).astype(np.float64)
    code = np.searchsorted(middles, magnitude, side="left")
    tie = (code < middles.size) & (middles[np.minimum(code, middles.size - 1)] == magnitude)
    code = code + (tie & (code & 1 == 1))
    special = 0x80 if name.endswith("fnuz") else 0x7C if name.startswith("e5m2") else 0x7F
    not_a_number = 0x80 if name.endswith("fnuz") else 0x7F
    code = np.where(code >= finite.size, finite.size - 1 if saturate else special, code)
    code = np.where(np.isnan(magnitude), not_a_number, code)
    negative = np.signbit(numbers)
    if name.endswith("fnuz"):
        negative = negative & (code != 0) & (code != 0x80)
    return (code | np.where(negative, 0x80, 0)).astype(np.uint8)
