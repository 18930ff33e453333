"""The geometry of the async loader as a function, so that it can be fuzzed without emitting a kernel."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern.tile.layout import chunk_dwords

ELEMENT_SIZES = (1, 2, 4)
LARGEST_DIMENSION = 1 << 20
"""Rows, columns, threads and run length that are taken at most."""


def check_geometry(rows: int, cols: int, block: int, element_bytes: int, contig: int | None, widths: Sequence[int]) -> None:
    """Raise ValueError for a geometry that makes no sense."""
    named = (("rows", rows), ("cols", cols), ("block", block), ("contig", 1 if contig is None else contig))
    for name, value in named:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LARGEST_DIMENSION:
            raise ValueError(f"{name} is {value!r}; allowed are 1 to {LARGEST_DIMENSION}")
    if element_bytes not in ELEMENT_SIZES:
        raise ValueError(f"element_bytes is {element_bytes!r}; allowed are {', '.join(map(str, ELEMENT_SIZES))}")
    if not all(isinstance(width, int) and 1 <= width <= 4 for width in widths):
        raise ValueError(f"widths are {tuple(widths)!r}; allowed are 1 to 4 dwords")


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
    check_geometry(rows, cols, block, element_bytes, contig, widths)
    ordered = sorted(widths, reverse=True)
    if engine == "c":
        from twinkern import native

        return native.async_chunk_dwords(rows, cols, block, element_bytes, contig or 0, ordered) or None
    if engine != "python":
        raise ValueError(f"engine {engine!r}: allowed are python, c")
    return chunk_dwords(rows, cols, contig or 0, block, element_bytes, ordered) or None
