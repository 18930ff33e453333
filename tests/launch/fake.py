"""A device that records what it is asked to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twinkern.launch import LaunchError


class FakeDriver:
    """Calls in order, as (name, arguments). `refuses` names calls that the device fails."""

    name = "fake"
    takes_text = True

    def __init__(self, arch: str = "sm_90", refuses: Sequence[str] = ()) -> None:
        self.arch = arch
        self.refuses = refuses
        self.calls: list[tuple[Any, ...]] = []

    def _note(self, name: str, *arguments: Any) -> None:
        self.calls.append((name, *arguments))
        if name in self.refuses:
            raise LaunchError(f"{name} was refused")

    def load(self, image, kernels):
        self._note("load", len(image), tuple(kernels))
        return [f"function {name}" for name in kernels]

    def allow_shared(self, function, size):
        self._note("allow_shared", function, size)

    def fill(self, pointer, byte, size, stream):
        self._note("fill", pointer, byte, size, stream)

    def launch(self, function, grid, block, shared, arguments, stream):
        self._note("launch", function, grid, block, shared, tuple(arguments), stream)

    def record(self, stream):
        self._note("record", stream)
        return len(self.calls)

    def elapsed(self, first, second):
        return float(second - first)
