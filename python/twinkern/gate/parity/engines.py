"""The two engines side by side, in this process or in worker processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from twinkern.engines import Engine, Explanation, NativeEngine, Program, PythonEngine
from twinkern.workers import Announce, Workers

Engines = tuple[Engine, Engine]
"""The Python engine and the C engine, in this order."""
Item = TypeVar("Item")
Result = TypeVar("Result")

ITEMS_A_PROCESS = 8
"""Items, of some milliseconds each, from which on another process pays for its start."""


def both_engines() -> Engines:
    """The two engines. Raises ImportError where the C engine is not built."""
    return PythonEngine(), NativeEngine()


@dataclass(frozen=True, slots=True)
class Announcing:
    """An engine that says when it starts."""

    engine: Engine
    announce: Announce

    @property
    def name(self) -> str:
        """See Engine."""
        return self.engine.name

    def emit(self, data: bytes, flavor: str) -> Program:
        """See Engine."""
        self.announce(self.name)
        return self.engine.emit(data, flavor)

    def explain(self, data: bytes) -> Explanation:
        """See Engine."""
        self.announce(self.name)
        return self.engine.explain(data)


@dataclass(frozen=True, slots=True)
class Prepare:
    """Makes the engines of a worker process."""

    make_engines: Callable[[], Engines]

    def __call__(self, announce: Announce) -> Engines:
        python, c = self.make_engines()
        return Announcing(python, announce), Announcing(c, announce)


def engine_workers(
    make_engines: Callable[[], Engines], work: Callable[[Item, Engines], Result], jobs: int, seconds: float
) -> Workers[Item, Engines, Result]:
    """Workers that have engines; `make_engines` and `work` are functions of a module. Raises what `make_engines` raises."""
    make_engines()  # an engine that cannot be had is told here, once
    return Workers(Prepare(make_engines), work, jobs, seconds, ITEMS_A_PROCESS)
