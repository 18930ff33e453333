"""What the judge of machine code reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a kernel's code. `check` names the rule; `address` counts bytes from the start of `.text`,
    -1 where the fault is the kernel's as a whole; `text` says what stands there and what is allowed."""

    check: str
    kernel: str
    address: int
    text: str

    def __str__(self) -> str:
        where = f" at {self.address:#x}" if self.address >= 0 else ""
        return f"{self.check}{where}: {self.text} ({self.kernel})"
