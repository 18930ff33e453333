"""How a tile is shared out over the threads of a workgroup, and where its elements lie in LDS. Host-side arithmetic only."""

from __future__ import annotations

VECTOR_BYTES = 16
"""Bytes of the widest global access."""


def vector_fits(rows: int, columns: int, run: int, threads: int, vector: int) -> bool:
    """Whether a [rows][columns] tile can be moved in vectors of `vector` elements along its columns.

    The vector must stay inside a contiguous run and a row, and every thread must get the same number of them.
    """
    vectors = rows * columns // vector
    return run % vector == 0 and columns % vector == 0 and vectors >= threads and vectors % threads == 0


def vector_width(rows: int, columns: int, run: int, threads: int, element_bytes: int) -> int:
    """The widest admissible vector in elements, a power of two; 0 where there is none."""
    vector = VECTOR_BYTES // element_bytes
    while vector > 0 and not vector_fits(rows, columns, run, threads, vector):
        vector //= 2
    return vector


def default_pad(tile_k: int, operand_length: int) -> int:
    """Elements to add to each LDS row of tile_k elements so that fragment reads are free of bank conflicts.

    The lanes that are served together read one operand each from consecutive rows. With an odd number of operands a row,
    consecutive rows start in different groups of banks until all groups are used.
    """
    return operand_length if tile_k // operand_length % 2 == 0 else 0


def tile_bytes(rows: int, tile_k: int, pad: int, element_bytes: int) -> int:
    """LDS bytes of an M-outer tile: rows of tile_k elements and a pad."""
    return rows * (tile_k + pad) * element_bytes
