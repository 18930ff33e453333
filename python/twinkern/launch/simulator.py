"""The simulator as a device: memory of NumPy, kernels run from their text, for tests and for machines without a GPU."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from twinkern.judge import simulator as sim
from twinkern.launch.driver import LaunchError, Passed, Triple

PAGE = 4096
"""What addresses of allocations are multiples of."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A kernel of a text."""

    text: str
    name: str


class SimulatorDriver:
    """A device of an architecture. `findings` are those of the sanitizers, of all launches."""

    name = "simulator"
    takes_text = True

    def __init__(self, arch: str, sanitize: bool = True) -> None:
        self.arch = arch
        self.sanitize = sanitize
        self.findings: list[sim.Finding] = []
        self._memory: dict[int, np.ndarray] = {}
        self._next = PAGE

    def _view(self, pointer: int, size: int | None = None) -> np.ndarray:
        """The bytes from an address on, to the end of its allocation or so many. Raises LaunchError."""
        for start, data in self._memory.items():
            if start <= pointer < start + data.size and pointer + (size or 0) <= start + data.size:
                return data[pointer - start :] if size is None else data[pointer - start : pointer - start + size]
        raise LaunchError(f"{size or 0} bytes at {pointer:#x} are in no allocation")

    def load(self, image: bytes, kernels: Sequence[str]) -> list[Any]:
        return [Loaded(image.decode(), name) for name in kernels]

    def allow_shared(self, function: Any, size: int) -> None:
        """See Driver. What a launch asks for is enough."""

    def allocate(self, size: int) -> int:
        pointer = self._next
        self._memory[pointer] = np.zeros(size, np.uint8)
        self._next += -(-max(size, 1) // PAGE) * PAGE + PAGE
        return pointer

    def free(self, pointer: int) -> None:
        if self._memory.pop(pointer, None) is None:
            raise LaunchError(f"{pointer:#x} is no allocation")

    def copy_in(self, pointer: int, data: bytes | memoryview) -> None:
        source = np.frombuffer(data, np.uint8)
        self._view(pointer, source.size)[:] = source

    def copy_out(self, pointer: int, size: int) -> bytes:
        return self._view(pointer, size).tobytes()

    def fill(self, pointer: int, byte: int, size: int, stream: int) -> None:
        self._view(pointer, size)[:] = byte

    def launch(
        self, function: Any, grid: Triple, block: Triple, shared: int, arguments: Sequence[Passed], stream: int
    ) -> None:
        given = [value for _, value in sorted(arguments)]
        views = [value if isinstance(value, float) else self._view(value) for value in given]
        try:
            run = sim.run(
                function.text, kernel=function.name, grid=grid, block=block, args=views, arch=self.arch, lds_bytes=shared,
                sanitize=self.sanitize,
            )  # fmt: skip
        except sim.SimulatorError as error:
            raise LaunchError(str(error)) from None
        self.findings += run.findings

    def record(self, stream: int) -> Any:
        return time.perf_counter()

    def elapsed(self, first: Any, second: Any) -> float:
        return float(second - first) * 1000

    def synchronize(self) -> None:
        """See Driver. Nothing is under way when a call returns."""
