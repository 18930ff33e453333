"""The comparison of kernels on a GPU as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern.profile.gpu_bench import Result
from twinkern.profile.pictures import box, picture, words

BAR, GAP, LEFT, SCALE = 10, 3, 330, 0.6
"""Pixels of a bar, between rows, left of the bars, and of a TFLOP/s."""
OURS, THEIRS, LIMIT = "#2563eb", "#9ca3af", "#dc2626"
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" '


def draw(results: Sequence[Result], device: str) -> str:
    """Bars of TFLOP/s, ours above cuDNN's, and a mark where the roofline is, as a file of SVG."""
    parts = [words(4, 14, f"TFLOP/s on {device}: twinkern, cuDNN, and the roofline of mma.sync and memory", bold=True)]
    widest = max((max(row.tflops, row.their_tflops, row.roofline) for row in results), default=1)
    y = 24.0
    for row in results:
        parts.append(words(LEFT - 6, y + BAR, f"{row.row}  {row.direction} {row.in_type}", anchor="end"))
        for color, value, name in ((OURS, row.tflops, "twinkern"), (THEIRS, row.their_tflops, "cuDNN")):
            parts.append(box(LEFT, y, max(value * SCALE, 1), BAR - 1, color, f"{name}: {value} TFLOP/s"))
            parts.append(words(LEFT + value * SCALE + 4, y + BAR - 2, f"{value:.0f}", size=8))
            y += BAR
        parts.append(box(LEFT + row.roofline * SCALE, y - 2 * BAR, 2, 2 * BAR - 1, LIMIT, f"roofline: {row.roofline} TFLOP/s"))
        y += GAP
    drawn = picture(LEFT + widest * SCALE + 40, y + 8, parts, f"TFLOP/s on {device}")
    style = '<style>text{font-family:sans-serif;fill:#111}</style><rect width="100%" height="100%" fill="#fff"/>'
    head, body = drawn.split(">", 1)
    return f"{head.replace('<svg ', '<svg ' + NAMESPACE, 1)}>{style}{body}\n"
