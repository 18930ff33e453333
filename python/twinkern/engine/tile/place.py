"""Where an element of a tile lies in LDS, as values of the kernel."""

from __future__ import annotations

from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.plan.layout import TileLayout, swizzled


def element_place(b: Builder, layout: TileLayout, free: Node, reduction: Node) -> Node:
    """Byte offset in a tile of the element at a free and a reduction index."""
    row, column = (reduction, free) if layout.k_outer else (free, reduction)
    column = swizzled(b, layout, row, column)
    row_offset = b.mul(row, b.constant(layout.row_bytes))
    column_offset = b.mul(column, b.constant(layout.element_bytes))
    return b.add(row_offset, column_offset)
