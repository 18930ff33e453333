"""A profile as one HTML page with everything in it: no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import numpy as np

from twinkern._contract import ARCHES, ATOMS
from twinkern.judge.oracle import TYPES
from twinkern.judge.simulator.memory.counters import TRANSACTION_BYTES
from twinkern.profile import chunks, pictures
from twinkern.profile.report import CLASSES, AccessRow, KernelProfile, Profile

STRIPS = 12
"""Instructions of one kind of access that are drawn; the worst of each is drawn clock by clock too."""
STYLE = """
body { font: 14px/1.45 system-ui, sans-serif; color: #1f2937; background: #fff; margin: 0 auto; max-width: 1200px;
  padding: 24px 32px 80px; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 18px; margin: 40px 0 8px; border-bottom: 2px solid #e5e7eb; }
h3 { font-size: 15px; margin: 24px 0 4px; } h4 { font-size: 12px; margin: 8px 0 0; color: #4b5563; }
p { margin: 4px 0 8px; } code { font: 12px ui-monospace, monospace; overflow-wrap: anywhere; } .dim { color: #6b7280; }
.wrong { color: #b91c1c; font-weight: 600; }
.cards { display: flex; flex-wrap: wrap; gap: 10px; margin: 16px 0; }
.cards div { border: 1px solid #e5e7eb; border-radius: 6px; padding: 8px 14px; min-width: 104px; }
.cards b { display: block; font-size: 20px; font-weight: 600; } .cards span { color: #6b7280; font-size: 12px; }
table { border-collapse: collapse; margin: 8px 0 16px; } th { text-align: left; font-weight: 600; color: #4b5563; }
th, td { padding: 3px 12px 3px 0; border-bottom: 1px solid #f0f1f3; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } td.bad { color: #b91c1c; font-weight: 600; }
td.bar { width: 220px; } td.bar i { display: block; height: 10px; margin-top: 5px; background: #93c5fd; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 12px; color: #4b5563; margin: 2px 0 6px; }
.legend i { display: inline-block; width: 12px; height: 12px; margin-right: 4px; vertical-align: -2px;
  border: 1px solid #d1d5db; }
.scroll { overflow: auto; border: 1px solid #e5e7eb; border-radius: 4px; padding: 6px; } .tall { max-height: 560px; }
svg { display: block; font-family: system-ui, sans-serif; } svg text { fill: #374151; }
svg text.c { text-anchor: middle; fill: #111827; }
"""


def table(head: Iterable[str], rows: Iterable[Iterable[str]], numbers: int) -> str:
    """A table of HTML cells; the last `numbers` columns stand to the right, and cells that begin with "<td" as they are."""
    columns = list(head)
    first = len(columns) - numbers
    top = "".join(f'<th class="{"n" if n >= first else ""}">{escape(text)}</th>' for n, text in enumerate(columns))
    body = []
    for row in rows:
        cells = (
            cell if cell.startswith("<td") else f'<td class="{"n" if n >= first else ""}">{cell}</td>'
            for n, cell in enumerate(row)
        )  # fmt: skip
        body.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def number(value: float) -> str:
    """Up to two decimals, none where the value is whole."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.2f}"


def card(value: str, text: str) -> str:
    return f"<div><b>{escape(value)}</b><span>{escape(text)}</span></div>"


def cards(kernel: KernelProfile) -> str:
    """The numbers to look at first."""
    counts = kernel.counters
    lds = [row for row in kernel.accesses if row.space == "lds"]
    reads = [row for row in kernel.accesses if row.space == "global" and row.kind == "load"]
    clocks, conflicts = sum(row.clocks for row in lds), sum(row.conflicts for row in lds)
    moved = sum(row.transactions(64) for row in reads) * 64
    useful = sum(count.useful_bytes for row in reads for count in row.instructions)
    shown = [
        card(number(counts.per_wave("matrix")), "matrix instructions a warp"),
        card(number(kernel.per_matrix("lds_read")), "LDS reads a matrix instruction"),
        card(number(kernel.per_matrix("lds_write")), "LDS writes a matrix instruction"),
        card(f"{conflicts / clocks:.0%}" if clocks else "-", "of LDS clocks are conflicts"),
        card(f"{useful / moved:.0%}" if moved else "-", "of loaded 64-byte blocks useful"),
        card(number(counts.per_wave("barrier")), "barriers a warp"),
        card(number(counts.per_wave("wait") + counts.per_wave("fence")), "waits and fences a warp"),
        card(number(counts.lds_bytes), "bytes of LDS touched"),
    ]
    found = kernel.resources
    if found:
        shown += [
            card(f"{found['vgprs']} / {found['agprs']} / {found['sgprs']}", "vector / accumulation / scalar registers"),
            card(str(found["spills"]), "spilled registers"),
            card(str(found["warps_per_unit"]), f"warps a SIMD unit, limited by {found['limited_by']}"),
        ]
    return f'<div class="cards">{"".join(shown)}</div>'


def instruction_table(kernel: KernelProfile) -> str:
    """Instructions by class."""
    counts = kernel.counters
    most = max((counts.per_wave(name) for name in CLASSES), default=0) or 1
    rows = [
        (name.replace("_", " "), number(counts.per_wave(name)), number(kernel.per_matrix(name)),
         f'<td class="bar"><i style="width:{100 * counts.per_wave(name) / most:.1f}%"></i></td>')
        for name in CLASSES if counts.instructions.get(name)
    ]  # fmt: skip
    return table(("class", "a warp", "a matrix instruction", ""), rows, 3)


def worst(row: AccessRow) -> str:
    return f'<span class="dim">line {row.worst.line}</span> <code>{escape(row.worst.instruction)}</code>'


def lds_table(rows: list[AccessRow]) -> str:
    """LDS accesses and their bank conflicts."""
    cells = [
        (f"{escape(row.part)}<br>{escape(row.name)} a lane<br>{worst(row)}", str(len(row.instructions)), number(row.executions),
         number(row.clocks), f'<td class="n{" bad" if row.conflicts else ""}">{number(row.conflicts / row.executions)}</td>',
         str(row.worst.worst))
        for row in rows
    ]  # fmt: skip
    head = ("access, and the worst instruction", "instructions", "executions", "clocks", "conflicts each", "at most")
    return table(head, cells, 5)


def global_table(rows: list[AccessRow]) -> str:
    """Accesses of global memory and the blocks that they touch."""
    cells = [
        (f"{escape(row.part)}<br>{escape(row.name)} a lane<br>{worst(row)}", str(len(row.instructions)),
         number(row.executions), *(number(row.transactions(size) / row.executions) for size in TRANSACTION_BYTES),
         *(f"{row.useful_share(size):.0%}" for size in TRANSACTION_BYTES))
        for row in rows
    ]  # fmt: skip
    head = ("access, and the instruction with the smallest share", "instructions", "executions", *(
        f"{size} B blocks each" for size in TRANSACTION_BYTES), *(
        f"useful of {size} B" for size in TRANSACTION_BYTES))  # fmt: skip
    return table(head, cells, 8)


def bank_section(row: AccessRow, arch: str, warp: int) -> str:
    """Heat maps of one kind of LDS access."""
    drawn = [count for count in row.instructions if count.pattern is not None]
    if not drawn:
        return ""
    strips = [(f"line {count.line}", pictures.loads_of(count, arch, warp).max(axis=(0, 1))) for count in drawn[:STRIPS]]
    left = len(drawn) - len(strips)
    worst_count = row.worst if row.worst.pattern is not None else drawn[0]
    loads = pictures.loads_of(worst_count, arch, warp)
    each = int(loads.max(axis=-1).sum(axis=-1).argmax())
    lanes = max(1, warp // loads.shape[1])
    clocks = [
        (f"lanes {clock * lanes} to {(clock + 1) * lanes - 1}", loads[each, clock]) for clock in range(loads.shape[1])
    ]
    more = f", of which the first {STRIPS} are drawn" if left else ""
    return (
        f"<h3>{escape(row.part)}: {escape(row.name)} a lane</h3>"
        f"<p>{len(row.instructions)} instructions{more}; {number(row.conflicts / row.executions)} conflicts an execution. "
        "A row shows the most dwords that one clock asks of each bank.</p>"
        f'<div class="scroll">{pictures.bank_picture(strips, "banks by instruction")}</div>'
        f"<p>Warp {each} of the worst, group of lanes by group of lanes: <code>{escape(worst_count.instruction)}</code></p>"
        f'<div class="scroll">{pictures.bank_picture(clocks, "banks by clock")}</div>'
    )


LDS_WORDS = (
    "An execution is one issue of an instruction by a warp. A clock serves as many lanes as fill all banks once; a conflict is "
    "a further clock. The bank model is the contract's."
)
GLOBAL_WORDS = "Blocks are the aligned ones that an execution touches."
TILE_WORDS = (
    "The tiles of the first iteration as they lie in LDS: rows down, bytes of a row across, and the thread that brings each "
    "chunk, as the addresses of the run say."
)


def tile_section(profile: Profile, kernel: KernelProfile) -> str:
    """Which thread brings which chunk of the operands' tiles."""
    spec = profile.program.spec
    if spec.method == "direct":
        return ""
    row_bytes = spec.tile_k * np.dtype(TYPES[spec.in_type].storage).itemsize
    parts = []
    for tile in chunks.tiles(profile.program.text, kernel, row_bytes):
        title = f"{tile.owner}: {tile.rows} rows of {tile.row_bytes} bytes, {tile.pitch} apart, from LDS byte {tile.start}"
        if tile.pitch == tile.row_bytes:
            title = f"{tile.owner}: {tile.rows * tile.row_bytes} bytes without a gap from LDS byte {tile.start}"
        parts.append(f"<h3>{escape(title)}</h3>{pictures.tile_picture(tile, ARCHES[spec.arch].wave_size)}")
    return f"<h2>Who loads what</h2><p>{TILE_WORDS}</p>{''.join(parts)}" if parts else ""


def kernel_section(profile: Profile, kernel: KernelProfile) -> str:
    """Everything about one kernel."""
    arch = ARCHES[profile.program.arch]
    lds = [row for row in kernel.accesses if row.space == "lds"]
    memory = [row for row in kernel.accesses if row.space == "global"]
    parts = ["<h2>Kernel</h2>", f"<p><code>{escape(kernel.name)}</code></p>", cards(kernel)]
    parts += ["<h3>Instructions</h3>", instruction_table(kernel)]
    if lds:
        parts += ["<h3>LDS</h3>", f"<p>{LDS_WORDS}</p>", lds_table(lds)]
    if memory:
        parts += ["<h3>Global memory</h3>", f"<p>{GLOBAL_WORDS}</p>", global_table(memory)]
    parts.append(tile_section(profile, kernel))
    if lds:
        parts += ["<h2>LDS banks</h2>", pictures.heat_legend()]
        parts += [bank_section(row, arch.name, arch.wave_size) for row in lds]
    return "".join(parts)


def headline(profile: Profile) -> str:
    """What was run, and that it went wrong where it did."""
    spec = profile.program.spec
    problem = [f"{name} {getattr(spec.problem, name)}" for name in ("n", "c", "k", "groups")]
    for name in ("input", "filter", "stride", "dilation", "pad_before", "pad_after"):
        problem.append(f"{name} {'x'.join(map(str, getattr(spec.problem, name)))}")
    chosen = f"{spec.groups_per_tile} groups a workgroup, no atoms. Counted in the simulator."
    if spec.method != "direct":
        chosen = (
            f"tile {spec.tile_m} x {spec.tile_n} x {spec.tile_k}, {spec.warps_m} x {spec.warps_n} warps, "
            f"pipeline {spec.pipeline}, "
            f"epilogue {spec.epilogue}. Counted in the simulator."
        )
    text = (
        f"<h1>{escape(f'{spec.direction} on {spec.arch}, {spec.in_type} to {spec.out_type}')}</h1>"
        f'<p class="dim">{escape(", ".join(problem))}; {escape(chosen)}</p>'
    )
    if not profile.right or profile.findings:
        wrong = "; ".join(map(str, profile.findings)) or "another result"
        text += f'<p class="wrong">The run went wrong: {escape(wrong)}</p>'
    return text


def page(profile: Profile) -> str:
    """The whole page."""
    spec = profile.program.spec
    body = [headline(profile), *(kernel_section(profile, kernel) for kernel in profile.kernels)]
    for atom in ATOMS:
        if atom.name is spec.atom and atom.a.type is spec.in_type and spec.arch in atom.arches:
            body.append(f"<h2>Fragments of the {escape(atom.name)} atom</h2>{pictures.fragments(atom)}")
    head = f'<meta charset="utf-8"><title>{escape(profile.program.name)}</title><style>{STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>\n'
