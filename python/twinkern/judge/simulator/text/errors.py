"""What the simulator raises. A fault of the simulated kernel is a finding, not an exception."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class SimulatorError(Exception):
    """The run cannot start or go on: malformed IR, wrong arguments, a kernel that never ends."""


class UnsupportedError(SimulatorError):
    """The kernel uses something the simulator does not model. It refuses rather than guesses."""

    def __init__(self, what: str, line: int, text: str = "") -> None:
        self.what = what
        self.line = line
        where = f" (line {line}: {text.strip()})" if text else f" (line {line})"
        super().__init__(f"not simulated: {what}{where}")


@contextmanager
def refusing(doing: str) -> Iterator[None]:
    """The last resort: an exception that no check foresaw becomes a SimulatorError, which says what was being done."""
    try:
        yield
    except SimulatorError:
        raise
    except Exception as error:
        raise SimulatorError(f"the simulator could not {doing}: {type(error).__name__}: {error}") from error
