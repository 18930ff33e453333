"""The parity gate: both engines on the same specs, byte for byte."""

from twinkern.gate.parity.compare import (
    CONTEXT_LINES,
    PASSING,
    STATUSES,
    Verdict,
    compare_case,
    explain_difference,
    part_of_kernel,
)
from twinkern.gate.parity.coverage import Coverage, Floors, read_floors
from twinkern.gate.parity.gate import SECONDS, GateInterrupted, Report, drop_pairs, run_gate, save_pair, save_pairs

__all__ = [
    "CONTEXT_LINES",
    "Coverage",
    "Floors",
    "GateInterrupted",
    "PASSING",
    "Report",
    "SECONDS",
    "STATUSES",
    "Verdict",
    "compare_case",
    "drop_pairs",
    "explain_difference",
    "part_of_kernel",
    "read_floors",
    "run_gate",
    "save_pair",
    "save_pairs",
]
