"""Objects in notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_table(title: str, rows: Iterable[Iterable[object]], text: str = "") -> str:
    """A title, a table without a head, and a long text that can be folded out."""
    cell_head = "<td style='text-align:left;white-space:pre-wrap'>"
    cells = ("".join(f"{cell_head}{escape(str(cell))}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    folded = f"<details><summary>text</summary><pre>{escape(text)}</pre></details>" if text else ""
    return f"<b>{escape(title)}</b><table>{body}</table>{folded}"
