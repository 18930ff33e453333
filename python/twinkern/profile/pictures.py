"""Pictures of a profile as inline SVG: fragments, tiles and LDS banks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np

from twinkern._contract import Atom, Term
from twinkern.engine.plan.lanes import row_and_column
from twinkern.judge.simulator.memory.counters import AccessCount, bank_loads, banks
from twinkern.profile.chunks import Tile

CELL_WIDTH, CELL_HEIGHT = 19, 15
ROW_HEIGHT = 12
PICTURE_WIDTH = 1060
MARGIN = 46
HEAT = ((0, "#f3f4f6"), (1, "#bfdbfe"), (2, "#fde68a"), (4, "#fdba74"), (8, "#f87171"), (1 << 30, "#b91c1c"))
"""Colours of a bank by the dwords asked of it in one clock: up to that many."""
HEAT_WORDS = ("idle", "1 dword: no conflict", "2", "3 to 4", "5 to 8", "more than 8")


def picture(width: float, height: float, parts: Iterable[str], label: str) -> str:
    """An SVG element of its natural size."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg {size} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def box(x: float, y: float, width: float, height: float, fill: str, tip: str = "", text: str = "", size: int = 9) -> str:
    """A filled cell, with a tool tip and a text in its middle."""
    rect = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="#fff" stroke-width=".6"/>'
    word = ""
    if text:
        middle = f'x="{x + width / 2:g}" y="{y + height / 2 + size * 0.35:g}"'
        word = f'<text {middle} font-size="{size}" class="c">{escape(text)}</text>'
    return f"<g>{f'<title>{escape(tip)}</title>' if tip else ''}{rect}{word}</g>"


def words(x: float, y: float, text: str, *, anchor: str = "start", size: int = 10, bold: bool = False) -> str:
    """A line of text."""
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def legend(rows: Iterable[tuple[str, str]]) -> str:
    """Colours and what they mean, as HTML."""
    items = "".join(f'<span><i style="background:{color}"></i>{escape(text)}</span>' for color, text in rows)
    return f'<p class="legend">{items}</p>'


def slot_color(slot: int, count: int) -> str:
    return f"hsl({360 * slot / count:.0f} 75% 84%)"


def matrix(
    x: float, y: float, name: str, axes: tuple[str, str], shape: tuple[int, int],
    maps: Sequence[Sequence[Term]], lanes: int, slots: int,
) -> list[str]:  # fmt: skip
    """One operand of an atom: a cell an element, with the lane that holds it, coloured by the slot."""
    held: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for lane in range(lanes):
        for slot in range(slots):
            at = row_and_column(maps[0], maps[1], lane, slot)
            held.setdefault(at, []).append((lane, slot))
    parts = [words(x, y - 18, name, size=12, bold=True)]
    for (row, column), holders in held.items():
        lane, slot = holders[0]
        tip = f"{axes[0]} {row}, {axes[1]} {column}: " + ", ".join(f"lane {each}, slot {part}" for each, part in holders)
        place = (x + column * CELL_WIDTH, y + row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT)
        parts.append(box(*place, slot_color(slot, slots), tip, f"{lane}{'+' if len(holders) > 1 else ''}"))
    for column in range(0, shape[1], 4):
        parts.append(words(x + (column + 0.5) * CELL_WIDTH, y - 4, str(column), anchor="middle", size=9))
    for row in range(0, shape[0], 4):
        parts.append(words(x - 4, y + (row + 0.7) * CELL_HEIGHT, str(row), anchor="end", size=9))
    return parts


def fragments(atom: Atom) -> str:
    """A, B and the accumulators of an atom, standing as in a product: B above D, A to its left."""
    left = 2 * MARGIN + atom.k * CELL_WIDTH
    top = 2 * MARGIN + atom.k * CELL_HEIGHT
    parts = [
        *matrix(left, MARGIN, f"B, {atom.k} x {atom.n} (k down)", ("k", "column"), (atom.k, atom.n),
                (atom.b.k, atom.b.free), atom.lanes, atom.b.length),
        *matrix(MARGIN, top, f"A, {atom.m} x {atom.k} (k across)", ("row", "k"), (atom.m, atom.k), (atom.a.free, atom.a.k),
                atom.lanes, atom.a.length),
        *matrix(left, top, f"accumulators, {atom.m} x {atom.n}", ("row", "column"), (atom.m, atom.n),
                (atom.d.row, atom.d.column), atom.lanes, atom.d.length),
    ]  # fmt: skip
    width, height = left + atom.n * CELL_WIDTH + 8, top + atom.m * CELL_HEIGHT + 8
    lengths = atom.a.length, atom.d.length
    rows, more = ([(slot_color(slot, count), f"slot {slot}") for slot in range(count)] for count in lengths)
    return (
        "<p>The number in a cell is the lane that holds the element; the colour is the slot of the lane's vector.</p>"
        + "<h4>A and B</h4>" + legend(rows) + "<h4>accumulators</h4>" + legend(more)
        + '<div class="scroll">' + picture(width, height, parts, f"fragments of the {atom.name} atom") + "</div>"
    )  # fmt: skip


def warp_color(thread: int, warp: int) -> str:
    """Hue by warp, lighter with the lane."""
    return f"hsl({205 + 67 * (thread // warp) % 360} 70% {64 + 26 * (thread % warp) / warp:.0f}%)"


def tile_picture(tile: Tile, warp: int) -> str:
    """A tile as it lies in LDS: a row of the picture a row of the tile, a cell a chunk, with the thread that brings it."""
    smallest = min(chunk.size for chunk in tile.chunks)
    scale = max(4, min(20 / smallest, max(13 / smallest, PICTURE_WIDTH / tile.pitch)))
    width = MARGIN + tile.pitch * scale + 8
    height = 24 + tile.rows * ROW_HEIGHT + 4
    parts = []
    for byte in range(0, tile.pitch + 1, 32):
        parts.append(words(MARGIN + byte * scale, 16, str(byte), anchor="middle", size=9))
    for row in range(tile.rows):
        if row % 4 == 0:
            parts.append(words(MARGIN - 5, 24 + (row + 0.8) * ROW_HEIGHT, str(row), anchor="end", size=9))
        pad = tile.pitch - tile.row_bytes
        if pad:
            place = (MARGIN + tile.row_bytes * scale, 24 + row * ROW_HEIGHT, pad * scale, ROW_HEIGHT)
            parts.append(box(*place, "#e5e7eb", f"row {row}: {pad} bytes of pad"))
    for chunk in tile.chunks:
        row, byte = divmod(chunk.address - tile.start, tile.pitch)
        place = (MARGIN + byte * scale, 24 + row * ROW_HEIGHT, chunk.size * scale, ROW_HEIGHT)
        tip = f"thread {chunk.thread} (warp {chunk.thread // warp}, lane {chunk.thread % warp}): row {row}, bytes {byte} to " \
            f"{byte + chunk.size - 1}; LDS byte {chunk.address}; line {chunk.line}"  # fmt: skip
        size = 9 if chunk.size * scale >= 18 else 7
        parts.append(box(*place, warp_color(chunk.thread, warp), tip, str(chunk.thread), size))
    warps = sorted({chunk.thread // warp for chunk in tile.chunks})
    rows = [(warp_color(each * warp + warp // 2, warp), f"warp {each}") for each in warps]
    if tile.pitch > tile.row_bytes:
        rows.append(("#e5e7eb", "pad"))
    return legend(rows) + '<div class="scroll tall">' + picture(width, height, parts, f"tile of {tile.owner}") + "</div>"


def heat_color(dwords: int) -> str:
    return next(color for most, color in HEAT if dwords <= most)


def heat_legend() -> str:
    return legend((color, text) for (_, color), text in zip(HEAT, HEAT_WORDS, strict=True))


def loads_of(row: AccessCount, arch: str, warp: int) -> np.ndarray:
    """Dwords that the first execution in workgroup 0 asks of each bank: [warp][clock][bank]."""
    assert row.pattern is not None, "only what was recorded is drawn"
    pattern = row.pattern.reshape(-1, warp)
    return bank_loads(pattern, row.size, banks(arch, row.size, row.kind == "load"))


def heat_row(x: float, y: float, cell: float, loads: np.ndarray, tip: str) -> list[str]:
    """A strip of cells, one a bank."""
    return [
        box(x + bank * cell, y, cell, ROW_HEIGHT, heat_color(int(count)), f"{tip}, bank {bank}: {int(count)} dwords",
            str(int(count)) if count > 1 else "", 8)
        for bank, count in enumerate(loads)
    ]  # fmt: skip


def bank_picture(rows: list[tuple[str, np.ndarray]], label: str) -> str:
    """Strips of banks under each other: (what the strip is, dwords of each bank)."""
    count = len(rows[0][1])
    left, cell = 190, 880 / count
    step = 4 if count > 32 else 2
    parts = [
        words(left + (bank + 0.5) * cell, 11, str(bank), anchor="middle", size=9) for bank in range(0, count, step)
    ]  # fmt: skip
    for number, (name, loads) in enumerate(rows):
        y = 16 + number * ROW_HEIGHT
        parts.append(words(left - 6, y + 9.5, name, anchor="end", size=10))
        parts += heat_row(left, y, cell, loads, name)
    return picture(left + 884, 20 + len(rows) * ROW_HEIGHT, parts, label)
