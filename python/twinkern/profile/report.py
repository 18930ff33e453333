"""The numbers of a profile, from the simulator's counters and, where there is a tool chain, from the compiled kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from twinkern.engines import Program
from twinkern.judge import simulator as sim
from twinkern.judge.simulator.memory.counters import TRANSACTION_BYTES, AccessCount

CLASSES = (
    "matrix", "lds_read", "lds_write", "lds_dma", "global_load", "global_store", "atomic", "private", "integer", "float",
    "convert", "cross_lane", "move", "barrier", "wait", "fence", "control", "other",
)  # fmt: skip
"""Classes of instructions in the order of the table."""


@dataclass(frozen=True, slots=True)
class AccessRow:
    """The memory instructions of one part of a kernel that access alike: same space, direction, buffer and size.

    Counts are sums over `instructions`; `worst` is the one with the most bank conflicts an execution (LDS), or the smallest
    share of useful bytes (global memory).
    """

    part: str
    space: str
    kind: str
    owner: str
    size: int
    instructions: tuple[AccessCount, ...]

    @property
    def executions(self) -> int:
        """How often warps issued them."""
        return sum(row.executions for row in self.instructions)

    @property
    def clocks(self) -> int:
        """Clocks that the LDS banks were busy."""
        return sum(row.clocks for row in self.instructions)

    @property
    def conflicts(self) -> int:
        """Those of `clocks` that bank conflicts cost."""
        return sum(row.conflicts for row in self.instructions)

    def transactions(self, size: int) -> int:
        """Aligned blocks of 32, 64 or 128 bytes touched, by each execution for itself."""
        return sum(row.transactions.get(size, 0) for row in self.instructions)

    def useful_share(self, size: int) -> float:
        """The share of the bytes of those transactions that was asked for."""
        moved = size * self.transactions(size)
        return sum(row.useful_bytes for row in self.instructions) / moved if moved else 0.0

    @property
    def worst(self) -> AccessCount:
        """The instruction that accesses worst."""
        if self.space == "lds":
            return max(self.instructions, key=lambda row: row.conflicts_per_execution)
        return min(self.instructions, key=lambda row: row.useful_share(64))

    @property
    def name(self) -> str:
        """Space, direction, bytes a lane and, of global memory, the buffer."""
        if self.space == "lds":
            action = {"load": "read", "store": "write"}.get(self.kind, self.kind)
            return f"LDS {action}, {self.size} B"
        return f"{self.kind} of {self.owner.partition('(')[2].rstrip(')') or self.owner}, {self.size} B"

    def as_json(self) -> dict[str, Any]:
        """The row as plain data."""
        return {
            "part": self.part, "space": self.space, "kind": self.kind, "owner": self.owner, "bytes_a_lane": self.size,
            "executions": self.executions, "clocks": self.clocks, "conflicts": self.conflicts,
            "transactions": {size: self.transactions(size) for size in TRANSACTION_BYTES} if self.space == "global" else {},
            "useful_share": {size: self.useful_share(size) for size in TRANSACTION_BYTES} if self.space == "global" else {},
            "instructions": [
                {"line": row.line, "text": row.instruction, "executions": row.executions, "conflicts": row.conflicts,
                 "worst": row.worst, "transactions": row.transactions, "useful_bytes": row.useful_bytes}
                for row in self.instructions
            ],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class KernelProfile:
    """One kernel of a program: its counters, and its registers and occupancy where it could be compiled."""

    name: str
    counters: sim.Counters
    accesses: tuple[AccessRow, ...]
    resources: dict[str, int | str]

    def per_matrix(self, name: str) -> float:
        """Instructions of a class for each matrix instruction; 0 where the kernel has none."""
        matrix = self.counters.instructions.get("matrix", 0)
        return self.counters.instructions.get(name, 0) / matrix if matrix else 0.0

    def as_json(self) -> dict[str, Any]:
        """The kernel's numbers as plain data."""
        counts = self.counters
        return {
            "kernel": self.name,
            "warps": counts.waves,
            "instructions": {name: counts.instructions.get(name, 0) for name in CLASSES},
            "per_warp": {name: counts.per_wave(name) for name in CLASSES},
            "per_matrix_instruction": {name: self.per_matrix(name) for name in CLASSES},
            "lds_bytes": counts.lds_bytes,
            "accesses": [row.as_json() for row in self.accesses],
            "compiled": self.resources,
        }


@dataclass(frozen=True, slots=True)
class Profile:
    """A program's kernels, in the order of their launches. `right` says whether the simulated result was within its bound."""

    program: Program
    kernels: tuple[KernelProfile, ...]
    findings: tuple[sim.Finding, ...]
    right: bool

    def as_json(self) -> dict[str, Any]:
        """The whole profile as plain data."""
        return {
            "name": self.program.name,
            "arch": self.program.arch,
            "right": self.right,
            "findings": [str(finding) for finding in self.findings],
            "kernels": [kernel.as_json() for kernel in self.kernels],
        }


def parts_of(text: str) -> list[str]:
    """For each line of a module, the nearest comment at or above it inside its function: the part of the kernel."""
    parts, part = [], ""
    for line in text.split("\n"):
        if line.startswith(("define", "}")):
            part = ""
        elif line.lstrip().startswith(";"):
            part = line.strip(" ;")
        parts.append(part)
    return parts


def access_rows(text: str, counts: list[AccessCount]) -> tuple[AccessRow, ...]:
    """The counts of a kernel's memory instructions, those together that are of one part and access alike."""
    parts = parts_of(text)
    groups: dict[tuple[str, str, str, str, int], list[AccessCount]] = {}
    for row in counts:
        groups.setdefault((parts[row.line - 1], row.space, row.kind, row.owner, row.size), []).append(row)
    return tuple(AccessRow(*key, tuple(rows)) for key, rows in groups.items())


def compiled_resources(program: Program) -> dict[str, dict[str, int | str]]:
    """Registers and occupancy by kernel, where what links the program's flavour is installed; else nothing.

    Raises twinkern.judge.toolchain.ToolchainError where LLVM or ptxas refuses the text, ManifestError for a manifest that does
    not hold.
    """
    from twinkern._contract import ARCHES
    from twinkern.judge import toolchain
    from twinkern.launch.manifest import lds_of

    if toolchain.lacking(program.arch, toolchain.available_flavors()[program.flavor]):
        return {}
    lds_bytes = lds_of(program.manifest_text)
    found: dict[str, dict[str, int | str]] = {}
    for kernel in toolchain.compile(program.text, arch=program.arch, flavor=program.flavor).kernels:
        fits = toolchain.occupancy(kernel.launched(lds_bytes.get(kernel.name)), ARCHES[program.arch])
        found[kernel.name] = {
            "vgprs": kernel.vgpr_count,
            "agprs": kernel.agpr_count,
            "sgprs": kernel.sgpr_count,
            "spills": kernel.vgpr_spills + kernel.sgpr_spills,
            "warps_per_unit": fits.warps_per_unit,
            "limited_by": fits.limit,
        }
    return found


def profile(program: Program, *, seed: int = 0, progress: Callable[[int, int], None] | None = None) -> Profile:
    """Run a program in the simulator on made-up operands and count.

    `progress` is called as progress(done, total), in workgroups. Raises sim.SimulatorError for what the simulator does not
    model, ManifestError for a manifest that does not hold.
    """
    from twinkern.judge.proof import run_simulation
    from twinkern.launch.manifest import ManifestError

    result = run_simulation(program, seed=seed, count=True, progress=progress)
    if result.faults:
        raise ManifestError("\n".join(result.faults))
    resources = compiled_resources(program)
    kernels = tuple(
        KernelProfile(name, counters, access_rows(program.text, counters.accesses), resources.get(name, {}))
        for name, counters in result.counters.items()
    )
    return Profile(program, kernels, result.findings, result.comparison.ok)


