"""What a program needs of a device, whoever made it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

Triple = tuple[int, int, int]
Passed = tuple[int, int | float]
"""An argument: its offset in the argument segment, and a pointer, or the value of an fp32."""


class LaunchError(RuntimeError):
    """What could not be loaded or launched, and why: the driver's own words where it has some."""


class Driver(Protocol):
    """A device. Pointers are addresses in its memory, streams its own handles as integers, 0 being the default one.

    Every call raises LaunchError where the device refuses.
    """

    name: str
    """"cuda", "hip" or "simulator"."""
    arch: str
    """The architecture of the device as the contract names it, "sm_90"."""
    takes_text: bool
    """Whether kernels are loaded from their text, not from a compiled image."""

    def load(self, image: bytes, kernels: Sequence[str]) -> list[Any]:
        """The functions of these names in an image, or in a text in UTF-8."""

    def allow_shared(self, function: Any, size: int) -> None:
        """Let a function be launched with so many bytes of shared memory."""

    def allocate(self, size: int) -> int:
        """Device memory of so many bytes, at a multiple of 256."""

    def free(self, pointer: int) -> None:
        """Give memory back that `allocate` gave."""

    def copy_in(self, pointer: int, data: bytes | memoryview) -> None:
        """Copy from the host; done when this returns."""

    def copy_out(self, pointer: int, size: int) -> bytes:
        """Copy to the host, after all that was launched before."""

    def fill(self, pointer: int, byte: int, size: int, stream: int) -> None:
        """Fill memory, in the order of a stream."""

    def launch(
        self, function: Any, grid: Triple, block: Triple, shared: int, arguments: Sequence[Passed], stream: int
    ) -> None:
        """Launch a function with its arguments."""

    def record(self, stream: int) -> Any:
        """An event that comes when all that was launched on a stream before has ended."""

    def elapsed(self, first: Any, second: Any) -> float:
        """Milliseconds between two events, once both have come. Neither may be used after that."""

    def synchronize(self) -> None:
        """Wait for all that was launched."""


def _cuda(ordinal: int) -> Driver:
    from twinkern.launch.cuda import CudaDriver

    return CudaDriver(ordinal)


def _hip(ordinal: int) -> Driver:
    from twinkern.launch.hip import HipDriver

    return HipDriver(ordinal)


OPENERS: dict[str, Callable[[int], Driver]] = {"cuda": _cuda, "hip": _hip}
"""How a driver of each kind of GPU is opened."""


def open_driver(kind: str | None = None, ordinal: int = 0) -> Driver:
    """The device with this number, of a kind or of the first kind that there is.

    Raises LaunchError, which says of each kind that was tried what was missing.
    """
    if kind is not None and kind not in OPENERS:
        raise LaunchError(f"no kind of device {kind!r}; there are {', '.join(OPENERS)}")
    missing = []
    for name in [kind] if kind else OPENERS:
        try:
            return OPENERS[name](ordinal)
        except LaunchError as error:
            missing.append(f"{name}: {error}")
    raise LaunchError("no GPU: " + "; ".join(missing))
