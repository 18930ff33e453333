"""The geometry of the async loader as a function, so that it can be fuzzed without emitting a kernel."""

from __future__ import annotations

import operator
from collections.abc import Container, Sequence

from twinkern.engine.plan.layout import chunk_dwords

ELEMENT_SIZES = (1, 2, 4)
LARGEST_DIMENSION = 1 << 20
"""Rows, columns, threads and run length that are taken at most."""


def as_integer(value: object) -> int | None:
    """A Python or NumPy integer as a Python one; None for anything else, a truth value too."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def checked(name: str, value: object, allowed: Container[int], words: str) -> int:
    """The integer that `value` is. Raises ValueError where it is none, or not allowed."""
    number = as_integer(value)
    if number is None or number not in allowed:
        raise ValueError(f"{name} is {value!r}; allowed are {words}")
    return number


def checked_widths(widths: object) -> list[int]:
    """The widths, widest first. Raises ValueError where they are no widths."""
    if not isinstance(widths, Sequence) or isinstance(widths, str):
        raise ValueError(f"widths are {widths!r}; allowed is a sequence of 1 to 4 dwords")
    return sorted((checked("a width", width, range(1, 5), "1 to 4 dwords") for width in widths), reverse=True)


def async_chunk_dwords(
    rows: int,
    cols: int,
    block: int,
    element_bytes: int,
    contig: int | None = None,
    widths: Sequence[int] = (4, 3, 1),
    engine: str = "python",
) -> int | None:
    """Dwords of a chunk with which `block` threads bring a [rows][cols] tile into LDS without registers, or None.

    The widest of `widths` is taken whose chunk stays in one row, stays in one run of `contig` elements that is contiguous in
    memory (None: the row is), and shares the tile out in whole passes of all threads. `engine` is "python" or "c". Raises
    ValueError for a geometry that makes no sense.
    """
    dimensions, words = range(1, LARGEST_DIMENSION + 1), f"1 to {LARGEST_DIMENSION}"
    named = (("rows", rows), ("cols", cols), ("block", block))
    rows, cols, block = (checked(name, value, dimensions, words) for name, value in named)
    run = 0 if contig is None else checked("contig", contig, dimensions, f"{words} and None")
    element_bytes = checked("element_bytes", element_bytes, ELEMENT_SIZES, ", ".join(map(str, ELEMENT_SIZES)))
    ordered = checked_widths(widths)
    if engine == "c":
        from twinkern.native import binding

        return binding.async_chunk_dwords(rows, cols, block, element_bytes, run, ordered) or None
    if engine != "python":
        raise ValueError(f"engine {engine!r}: allowed are python, c")
    return chunk_dwords(rows, cols, run, block, element_bytes, sum({1 << width for width in ordered})) or None
