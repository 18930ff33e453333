"""Pairs of engines with a fault that strikes on more than four images. Worker processes import them by name."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace

from tests.gate import engines

from twinkern.engine.spec.spec import read_spec
from twinkern.engine.spec.violations import Refusal
from twinkern.engines import Engine, Explanation, NativeEngine, Program, PythonEngine
from twinkern.gate.parity.engines import Engines

MOST_IMAGES = 4


LOOPED_N = 3
"""The number of images for which `looping` never comes back."""


def strikes(data: bytes) -> bool:
    """Whether a spec is one on which the faults strike."""
    try:
        return read_spec(data).problem.n > MOST_IMAGES
    except Refusal:
        return False


class Planted:
    """The C engine with a fault: `emit` and `explain` take the place of its own on the specs that the fault strikes."""

    name = "c"

    def __init__(self, emit: Callable | None = None, explain: Callable | None = None) -> None:
        self.engine = NativeEngine()
        self.faults = emit, explain

    def emit(self, data: bytes, flavor: str) -> Program:
        fault = self.faults[0]
        return fault(self.engine, data, flavor) if fault and strikes(data) else self.engine.emit(data, flavor)

    def explain(self, data: bytes) -> Explanation:
        fault = self.faults[1]
        return fault(self.engine, data) if fault and strikes(data) else self.engine.explain(data)


def other_text(engine: Engine, data: bytes, flavor: str) -> Program:
    program = engine.emit(data, flavor)
    return replace(program, text=program.text.replace("align 2", "align 1", 1) + "; \n")


def failing(engine: Engine, data: bytes, *flavor: str) -> Program:
    raise KeyError("n")


def one_name(engine: Engine, data: bytes) -> Explanation:
    found = engine.explain(data)
    return replace(found, name="kernel") if found.name else found


def not_itself(engine: Engine, data: bytes) -> Explanation:
    """A spec whose canonical JSON is not what was read."""
    found = engine.explain(data)
    return found if data == (found.asked or "").encode() else replace(found, asked=(found.asked or "").replace("fp16", "bf16"))


def neither(engine: Engine, data: bytes) -> Explanation:
    return Explanation(None, None, None, ())


def segfault(engine: Engine, data: bytes) -> Explanation:
    ctypes.string_at(0)
    raise AssertionError("still alive")


def printing_other_text() -> Engines:
    return PythonEngine(), Planted(emit=other_text)


def crashing_in_emit() -> Engines:
    return PythonEngine(), Planted(emit=engines.segfault)


def crashing_in_explain() -> Engines:
    return PythonEngine(), Planted(explain=segfault)


def raising() -> Engines:
    return PythonEngine(), Planted(emit=failing)


def raising_alike() -> Engines:
    return Planted(explain=failing), Planted(explain=failing)


def naming_alike() -> Engines:
    return Planted(explain=one_name), Planted(explain=one_name)


def misreading_alike() -> Engines:
    return Planted(explain=not_itself), Planted(explain=not_itself)


def answering_nothing() -> Engines:
    return Planted(explain=neither), Planted(explain=neither)


def hanging_in_emit() -> Engines:
    return PythonEngine(), Planted(emit=engines.hang)


class Looping(PythonEngine):
    """The Python engine, caught in a loop by what it accepts of some size."""

    def explain(self, data: bytes) -> Explanation:
        found = super().explain(data)
        while found.name and read_spec(data).problem.n == LOOPED_N:
            pass
        return found


def looping() -> Engines:
    return Looping(), NativeEngine()


class Crashing(PythonEngine):
    """The Python engine, which never comes to an answer."""

    def explain(self, data: bytes) -> Explanation:
        return segfault(self, data)


def crashing_in_python() -> Engines:
    return Crashing(), NativeEngine()


def refusing_otherwise(engine: Engine, data: bytes) -> Explanation:
    """What is refused is refused without its last letter."""
    found = engine.explain(data)
    return replace(found, violations=tuple(replace(row, message=row.message[:-1]) for row in found.violations))


def refusing_otherwise_in_c() -> Engines:
    return PythonEngine(), Planted(explain=refusing_otherwise)
