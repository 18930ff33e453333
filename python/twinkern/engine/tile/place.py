"""Where an element of a tile lies in LDS, as values of the kernel."""

from __future__ import annotations

from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.plan.layout import SWIZZLE_ROWS, TileLayout


def swizzled_column(b: Builder, layout: TileLayout, row: Node, column: Node) -> Node:
    """The column where a swizzled row keeps one: groups of elements change places by the row's index.

    The number of groups in a row is a power of two, so that the exclusive or stays inside the row. It is its own inverse: this
    is also the column that such a row keeps at one. Rows that are a multiple of SWIZZLE_ROWS apart are permuted alike.
    """
    size = b.constant(layout.swizzle_group)
    shift = layout.swizzle_shift
    index = b.urem(row, b.constant(SWIZZLE_ROWS))
    index = b.udiv(index, b.constant(1 << shift)) if shift >= 0 else b.mul(index, b.constant(1 << -shift))
    index = b.urem(index, b.constant(layout.columns // layout.swizzle_group))
    group = b.bit_xor(b.udiv(column, size), index)
    return b.add(b.mul(group, size), b.urem(column, size))


def element_place(b: Builder, layout: TileLayout, free: Node, reduction: Node) -> Node:
    """Byte offset in a tile of the element at a free and a reduction index."""
    row, column = (reduction, free) if layout.k_outer else (free, reduction)
    if layout.swizzles:
        column = swizzled_column(b, layout, row, column)
    row_offset = b.mul(row, b.constant(layout.row_bytes))
    column_offset = b.mul(column, b.constant(layout.element_bytes))
    return b.add(row_offset, column_offset)
