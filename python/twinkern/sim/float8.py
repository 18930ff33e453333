"""The four 8-bit float formats: codes to numbers and back.

FNUZ (gfx942; CDNA3 ISA guide, 8-bit float formats): no infinity and no negative zero, 0x80 is the only NaN; exponent bias
8 (e4m3) and 16 (e5m2). OCP (gfx950, gfx12; OCP 8-bit Floating Point Specification): e4m3 has bias 7, no infinity, and NaN
where all bits below the sign are set; e5m2 is IEEE-like with bias 15.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .values import Array

FNUZ_ARCHES = frozenset({"gfx940", "gfx941", "gfx942"})


def format_name(kind: str, arch: str) -> str:
    """The format that an instruction's "fp8" or "bf8" means on an architecture."""
    family = "fnuz" if arch in FNUZ_ARCHES else "ocp"
    return f"{'e4m3' if kind == 'fp8' else 'e5m2'}_{family}"


@cache
def table(name: str) -> Array:
    """The float32 numbers of the 256 codes of a format."""
    mantissa_bits = 3 if name.startswith("e4m3") else 2
    fnuz = name.endswith("fnuz")
    bias = (1 << 6 - mantissa_bits) - (0 if fnuz else 1)
    code = np.arange(256)
    mantissa = (code & (1 << mantissa_bits) - 1) / (1 << mantissa_bits)
    exponent = (code & 0x7F) >> mantissa_bits
    number = np.where(exponent == 0, mantissa * 2.0 ** (1 - bias), (1 + mantissa) * 2.0 ** (exponent - bias))
    number = np.where(code >= 128, -number, number)
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
