"""Plans: one emission makes its plan once, in both engines, and nothing that it holds is worked out again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from unittest import mock

import pytest
from tests.support import CASES, ROOT, spec_of

from twinkern import engines
from twinkern.engine.plan.budget import budget
from twinkern.engine.plan.operands import plan_operand
from twinkern.engine.plan.plan import Plan, resolve
from twinkern.engine.plan.policy import choose_tile
from twinkern.engine.plan.views import gemm_shape
from twinkern.engine.spec.naming import kernel_name
from twinkern.engine.spec.problem import product
from twinkern.engine.spec.spec import ConvSpec, read_spec
from twinkern.engines import PythonEngine
from twinkern.gate.cases import load_cases
from twinkern.judge.proof import work

PLANNING = {
    function.__code__: name
    for name, function in {
        "shape": gemm_shape,
        "resolve": resolve,
        "tile": choose_tile,
        "operand": plan_operand,
        "budget": budget,
        "json": ConvSpec.to_json,
        "name": kernel_name,
    }.items()
}
"""What is counted, in the order of `plan_calls.c`."""
SPECS = [case.data for case in load_cases(CASES) if case.showpiece and not case.reject]
LADDER = spec_of("direction=forward arch=gfx942 pipeline=ring stages=4 n=1 c=128 k=128 input=12x11 filter=3x3 pad=1")
"""A spec of which four stages of the largest tile are more than LDS holds."""


def calls(work: Callable[[], object]) -> Counter[str]:
    """How often each function of PLANNING is called, by whatever name."""
    counts: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in PLANNING:
            counts[PLANNING[frame.f_code]] += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counts


def once(candidates: int) -> dict[str, int]:
    """The calls of an emission that plans so many tiles, the last of which is taken: JSON is that of the asked spec and that
    of the resolved."""
    return {
        "shape": 1, "resolve": 1, "tile": candidates, "operand": 2 * candidates, "budget": candidates, "json": 2, "name": 1,
    }  # fmt: skip


def emission(data: bytes) -> Counter[str]:
    """The calls of one emission by the Python engine."""
    return calls(lambda: PythonEngine().emit(data, "llvm22"))


@pytest.mark.parametrize("data", SPECS)
def test_one_emission_plans_once(data: bytes):
    assert emission(data) == once(1)


def test_tiles_that_do_not_fit_are_planned_and_left():
    counts = emission(LADDER)
    assert counts["tile"] > 1
    assert counts == once(counts["tile"])


def test_explaining_plans_once():
    counts = calls(lambda: PythonEngine().explain(SPECS[0]))
    assert counts == once(1)


def test_a_second_plan_is_seen():
    def emit_twice(plan: Plan, name: str, flavor: str) -> object:
        return emit_program(resolve(plan.spec), name, flavor)

    emit_program = engines.emit_program
    with mock.patch.object(engines, "emit_program", emit_twice):
        assert emission(SPECS[0]) != once(1)


def test_the_accepted_plan_is_that_of_the_resolved_spec():
    """What is planned from the resolved spec, in which nothing is open, is the same plan."""
    for data in (*SPECS, LADDER):
        plan = resolve(read_spec(data))
        assert resolve(plan.spec) == plan


def test_the_judge_counts_the_work_of_the_plan():
    """By formulas of its own."""
    for case in load_cases(CASES):
        if not case.reject:
            plan = resolve(read_spec(case.data))
            spec, shape, (across, groups, _) = plan.spec, plan.shape, plan.kernels[0].grid
            if plan.direct:
                length = shape.k // spec.groups_per_tile * spec.problem.groups * plan.direct.outputs
                assert work(spec) == product(16, across, plan.direct.pixels, length)
                continue
            depth = -(-shape.k // (spec.tile_k * spec.split_k)) * spec.tile_k
            assert work(spec) == product(across, spec.tile_m, spec.tile_n, depth, groups)


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> dict[bytes, dict[str, int]]:
    """The calls of one emission of each spec by the C engine, built so that its functions are counted."""
    program = tmp_path_factory.mktemp("plan") / "plan_calls"
    sources = [ROOT / "tests/native/plan_calls.c", *(ROOT / "cengine/src").rglob("*.c")]
    flags = ["-std=c99", "-O0", "-finstrument-functions", f"-I{ROOT / 'cengine/include'}", f"-I{ROOT / 'cengine/src'}"]
    subprocess.run(["cc", *flags, *map(str, sources), "-o", str(program)], check=True)
    specs = *SPECS, LADDER
    lines = b"".join(json.dumps(json.loads(data)).encode() + b"\n" for data in specs)
    done = subprocess.run([program], input=lines, capture_output=True, check=True)
    rows = [map(int, line.split()) for line in done.stdout.splitlines()]
    return {data: dict(zip(PLANNING.values(), row, strict=True)) for data, row in zip(specs, rows, strict=True)}


@pytest.mark.parametrize("data", (*SPECS, LADDER))
def test_the_c_engine_plans_as_often(data: bytes, counted: dict[bytes, dict[str, int]]):
    assert counted[data] == emission(data)
