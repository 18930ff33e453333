"""Where an element of a tile lies in LDS, as values of the kernel."""

from __future__ import annotations

from twinkern.ir.builder import Builder, Node
from twinkern.tile.layout import SWIZZLE_ELEMENTS, SWIZZLE_ROWS, TileLayout


def swizzled_column(b: Builder, layout: TileLayout, row: Node, column: Node) -> Node:
    """The column where a swizzled row keeps one: groups of SWIZZLE_ELEMENTS change places by the row's index.

    The number of groups in a row is a power of two, so that the exclusive or stays inside the row. Rows that are a multiple
    of SWIZZLE_ROWS apart are permuted alike, so that an atom's rows can be told apart by a constant.
    """
    groups = min(layout.tile_k // SWIZZLE_ELEMENTS, SWIZZLE_ROWS)
    size = b.constant(SWIZZLE_ELEMENTS)
    group = b.bit_xor(b.udiv(column, size), b.urem(row, b.constant(groups)))
    return b.add(b.mul(group, size), b.urem(column, size))


def element_place(b: Builder, layout: TileLayout, free: Node, reduction: Node) -> Node:
    """Byte offset in a tile of the element at a free and a reduction index."""
    row, column = (reduction, free) if layout.k_outer else (free, reduction)
    if layout.swizzle:
        column = swizzled_column(b, layout, row, column)
    row_offset = b.mul(row, b.constant(layout.row_bytes))
    column_offset = b.mul(column, b.constant(layout.element_bytes))
    return b.add(row_offset, column_offset)
