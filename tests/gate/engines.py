"""Pairs of engines with a planted fault. Worker processes import them by name."""

from __future__ import annotations

import ctypes
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace

from tests.support import AUTOMATIC, TINY, spec_of

from twinkern.engine.ir.verifier import InternalError
from twinkern.engines import Engine, Explanation, NativeEngine, Program, PythonEngine
from twinkern.gate.cases import Case

Engines = tuple[Engine, Engine]
CURSED_N = 6
"""The batch size on which planted faults strike."""
GOOD = tuple(Case(f"good{n}", "emits", spec_of(f"direction=forward {TINY.replace('n=1', f'n={n}')}")) for n in range(1, 6))
CURSED = Case("cursed", "a fault strikes", spec_of(f"direction=forward {TINY.replace('n=1', f'n={CURSED_N}')}"))
REFUSED = Case(
    "refused", "refused", spec_of("direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 groups=3"), reject="PROBLEM_GROUPS"
)  # fmt: skip


class Faulty:
    """An engine that does something else on cursed specs."""

    def __init__(self, engine: Engine, fault: Callable[[Engine, bytes, str], Program]) -> None:
        self.engine = engine
        self.name = engine.name
        self.fault = fault

    def emit(self, data: bytes, flavor: str) -> Program:
        cursed = json.loads(data)["problem"].get("n") == CURSED_N
        return self.fault(self.engine, data, flavor) if cursed else self.engine.emit(data, flavor)

    def explain(self, data: bytes) -> Explanation:
        return self.engine.explain(data)


def segfault(engine: Engine, data: bytes, flavor: str) -> Program:
    ctypes.string_at(0)
    raise AssertionError("still alive")


def leave(engine: Engine, data: bytes, flavor: str) -> Program:
    os._exit(0)


def hang(engine: Engine, data: bytes, flavor: str) -> Program:
    time.sleep(600)
    raise AssertionError("still here")


def go_silent(engine: Engine, data: bytes, flavor: str) -> Program:
    os.closerange(3, 256)
    return hang(engine, data, flavor)


def silent() -> Engines:
    """The process closes every descriptor that it has, and lives on."""
    return PythonEngine(), Faulty(NativeEngine(), go_silent)


def swear(engine: Engine, data: bytes, flavor: str) -> Program:
    raise InternalError("no text: \udcff")


def swearing() -> Engines:
    """What the C engine says of its error is no text."""
    return PythonEngine(), Faulty(NativeEngine(), swear)


def crashing() -> Engines:
    """The C engine reads address 0."""
    return PythonEngine(), Faulty(NativeEngine(), segfault)


def leaving() -> Engines:
    """The process ends as if all were well."""
    return PythonEngine(), Faulty(NativeEngine(), leave)


def hanging() -> Engines:
    """The Python engine does not come back."""
    return Faulty(PythonEngine(), hang), NativeEngine()


def both_hanging() -> Engines:
    """Neither engine comes back."""
    return Faulty(PythonEngine(), hang), Faulty(NativeEngine(), hang)


def stillborn() -> Engines:
    """Processes that die before they start to work; the process that starts them is spared."""
    import multiprocessing

    if multiprocessing.parent_process() is not None:
        os._exit(3)
    return PythonEngine(), NativeEngine()


def stripped(data: bytes, field: str) -> bytes:
    """A spec without a field of its own."""
    spec = json.loads(data)
    spec.pop(field, None)
    return json.dumps(spec).encode()


class Deaf:
    """An engine that accepts a field and ignores it: the kernel is that of the spec without the field.

    `how`: "silently" says in the resolved spec that the field was honoured; "openly" gives the other kernel altogether.
    """

    def __init__(self, engine: Engine, field: str, how: str) -> None:
        self.engine = engine
        self.name = engine.name
        self.field = field
        self.how = how

    def emit(self, data: bytes, flavor: str) -> Program:
        asked = self.engine.emit(data, flavor)
        if json.loads(data).get(self.field, AUTOMATIC[self.field]) == AUTOMATIC[self.field]:
            return asked
        other = self.engine.emit(stripped(data, self.field), flavor)
        if self.how == "openly":
            return replace(other, asked=asked.asked)
        text, manifest = (part.replace(other.name, asked.name) for part in (other.text, other.manifest_text))
        if self.how == "with a comment":
            text = text.replace("entry:\n", f"entry:\n  ; {self.field} honoured\n", 1)
        return replace(asked, text=text, manifest_text=manifest)

    def explain(self, data: bytes) -> Explanation:
        return self.engine.explain(data)


def deaf_to(field: str, how: str = "silently") -> Callable[[], Engines]:
    """Both engines ignore a field alike."""
    return lambda: (Deaf(PythonEngine(), field, how), Deaf(NativeEngine(), field, how))
