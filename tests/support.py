"""What several test files need: specs as words, both engines at once, operands of one's own in the simulator."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from unittest import mock

import numpy as np
from hypothesis import strategies as st

from twinkern._contract import FIELDS
from twinkern.engine.spec.problem import ConvProblem
from twinkern.engine.spec.spec import ConvSpec
from twinkern.engines import DEFAULT_FLAVOR, Explanation, NativeEngine, Program, PythonEngine
from twinkern.judge import oracle
from twinkern.judge.proof import Simulation, run_simulation
from twinkern.words import words_to_json

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "parity/cases"
DIRECTIONS = ("forward", "dgrad", "wgrad")
ENGINES = ("python", "c")
TINY = "n=1 c=8 k=8 input=4x4 filter=3x3 pad=1"
"""A problem that emits, links and simulates in no time."""
AUTOMATIC = {field.name: field.automatic for field in FIELDS if field.automatic is not None}
"""The fields that the policy fills in, with the value that asks it to."""


def contract_module(name: str) -> ModuleType:
    """A module of the contract's reader, which stands beside its tables and in no package."""
    folder = str(ROOT / "parity/contract")
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(folder)


def spec_of(words: str) -> bytes:
    """The JSON of a spec written as words."""
    return words_to_json(words.split())


def explain_both(data: bytes) -> Explanation:
    """What both engines make of a spec; they must say the same."""
    found = PythonEngine().explain(data)
    assert NativeEngine().explain(data) == found
    return found


def emit_both(data: bytes, flavor: str = DEFAULT_FLAVOR) -> Program:
    """The program of a spec; both engines must print the same."""
    program = PythonEngine().emit(data, flavor)
    assert NativeEngine().emit(data, flavor) == program
    return program


def simulate_operands(program: Program, a: np.ndarray, b: np.ndarray) -> Simulation:
    """Run a program in the simulator on these stored operands."""
    with mock.patch.object(oracle, "make_operands", return_value=(a, b)):
        return run_simulation(program)


def masked(program: Program) -> tuple[str, str]:
    """Text and manifest without the kernel's name."""
    return program.text.replace(program.name, "NAME"), program.manifest_text.replace(program.name, "NAME")


@st.composite
def problems(draw: st.DrawFn) -> ConvProblem:
    """Problems of every rank with an output, small enough to think about."""
    rank = draw(st.integers(1, 3))

    def axes(low: int, high: int) -> tuple[int, ...]:
        return tuple(draw(st.integers(low, high)) for _ in range(rank))

    groups = draw(st.sampled_from((1, 1, 2, 3, 8)))
    filter_size, dilation, before, after = axes(1, 4), axes(1, 3), axes(0, 2), axes(0, 2)
    least = [max(d * (f - 1) + 1 - p - q, 1) for f, d, p, q in zip(filter_size, dilation, before, after, strict=True)]
    return ConvProblem(
        n=draw(st.integers(1, 4)),
        c=draw(st.sampled_from((1, 2, 3, 8, 20, 64))) * groups,
        k=draw(st.sampled_from((1, 4, 5, 16, 32))) * groups,
        groups=groups,
        input=tuple(draw(st.integers(size, size + 9)) for size in least),
        filter=filter_size,
        stride=axes(1, 4),
        dilation=dilation,
        pad_before=before,
        pad_after=after,
    )


@st.composite
def specs(draw: st.DrawFn) -> ConvSpec:
    """Specs over every field; most leave a field as it is by default and are accepted, some are refused."""
    chosen: dict = {}
    for field in FIELDS:
        if field.group == "problem" or (field.default is not None and draw(st.integers(0, 6))):
            continue
        if field.type == "choice":
            chosen[field.name] = draw(st.sampled_from(field.allowed))
        else:
            powers = [1 << bit for bit in range(10) if field.low <= 1 << bit <= field.high]
            chosen[field.name] = draw(st.sampled_from(powers))
    return ConvSpec(problem=draw(problems()), **chosen)
