"""The simulator: runs LLVM IR text lane by lane with NumPy, with sanitizers.

    run = twinkern.judge.simulator.run(text, grid=(4, 4), block=256, args=[a, b, c, k], arch="gfx942", outputs=(2,))
    print(run.report, run.counters.per_wave("matrix"))

`run` executes a kernel on NumPy buffers in place and returns a `Run`: `findings`, what the sanitizers saw
(frozen dataclasses derived from `Finding`, each with readable `text`), and `counters`. A fault of the kernel
is a finding. A module that cannot be read or arguments that do not fit raise `SimulatorError`; an operation
that is not modelled raises `UnsupportedError`, with its name and line, before anything runs.

Rooms, each importing only from those before it: `text` (what a module says), `memory` (what it touches; sanitizers and
counters, attached as `Hooks`), `run` (how it runs on any machine), then `amd` and `nvidia` beside each other, then the modules
here, which choose among them.
"""

from .engine import Run, run
from .memory.counters import AccessCount, Counters
from .memory.findings import (
    SANITIZERS,
    ArithmeticFinding,
    ClaimFinding,
    CoverageFinding,
    DivergenceFinding,
    DmaFinding,
    Finding,
    InitialisationFinding,
    MemoryFinding,
    RaceFinding,
)
from .signature import Parameter, Signature, signature
from .text.errors import SimulatorError, UnsupportedError

__all__ = [
    "SANITIZERS",
    "AccessCount",
    "ArithmeticFinding",
    "ClaimFinding",
    "Counters",
    "CoverageFinding",
    "DivergenceFinding",
    "DmaFinding",
    "Finding",
    "InitialisationFinding",
    "MemoryFinding",
    "Parameter",
    "RaceFinding",
    "Run",
    "Signature",
    "SimulatorError",
    "UnsupportedError",
    "run",
    "signature",
]
