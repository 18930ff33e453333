"""Gates elsewhere that were green and wrong, each made again here: a run that must be red, and is.

1. Both engines refusing counted as agreement, though for another reason than the case was there for.
2. A knob that both engines accepted and ignored was identical in both.
3. A part that was skipped passed.
4. The output buffer still held the right answer of the kernel before.
5. A failing status was overlooked since both outputs were there; time-outs on both sides counted as refusals.
6. A tolerance relative to the largest element hid errors in small ones.
7. The reference was wrong for more than one group.
8. An update of golden hashes had no reason, and one of a subset dropped the rest.
"""

from __future__ import annotations

import re
from dataclasses import replace
from unittest import mock

import numpy as np
import pytest
from tests.gate import engines
from tests.gate.engines import CURSED, REFUSED, deaf_to
from tests.support import TINY, spec_of

from twinkern import FLAVORS
from twinkern.engine.ir.verifier import InternalError
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, PythonEngine
from twinkern.gate.cases import Case
from twinkern.gate.golden import GoldenError, bless, check, read_hashes
from twinkern.gate.liveness import run_liveness
from twinkern.gate.parity import Floors, compare_case, run_gate
from twinkern.judge import oracle, proof, toolchain
from twinkern.judge.proof import prove_case, run_simulation

GOOD = Case("good", "emits", spec_of(f"direction=forward {TINY}"))
GROUPED = Case("grouped", "two groups", spec_of("direction=forward n=1 c=8 k=8 groups=2 input=4x4 filter=3x3 pad=1"))


# 1. Both refused.


def test_refused_for_another_reason():
    """The case is there for the LDS budget; both engines refuse it alike, for its groups."""
    case = replace(REFUSED, reject="LDS_BUDGET")
    report = run_gate([GOOD, case])
    assert not report.ok and {row.status for row in report.failures} == {"refused with another code"}
    assert not prove_case(case).ok


def test_refused_cases_alone_cover_nothing():
    report = run_gate([REFUSED], floors=Floors(accepted=1))
    assert all(row.ok for row in report.verdicts) and not report.ok
    assert any("0 accepted cases of wgrad gfx942" in line for line in report.shortfalls)


# 2. A knob accepted and ignored.


def test_knob_that_both_ignore():
    case = Case("asks", "for a tile", spec_of(f"direction=forward {TINY} tile_k=32"))
    assert run_gate([case], make_engines=deaf_to("tile_k")).ok, "the engines are identical, and that is not enough"
    found = run_liveness([case], make_engines=deaf_to("tile_k"))
    assert not found.ok and {(flip.field, flip.status) for flip in found.failures} == {("tile_k", "ignored")}


# 3. What was skipped.


def test_oracle_that_cannot_be_asked(monkeypatch):
    """No LLVM on this machine: what is not linked is not proven, and is not blessed."""
    none = {name: replace(row, available=False) for name, row in toolchain.available_flavors().items()}
    monkeypatch.setattr(toolchain, "available_flavors", lambda: none)
    found = prove_case(GOOD)
    assert not found.ok and {row.ok for row in found.checks if row.oracle == "link"} == {None}


def test_nothing_was_run(tmp_path):
    assert not run_gate([]).ok
    assert not run_gate([GOOD], flavors=[]).ok
    assert [row.status for row in check([GOOD], tmp_path)] == ["missing"] * len(FLAVORS)


# 4. The output of the kernel before.


def test_kernel_that_writes_nothing():
    """It runs after one that computed the same convolution right, on operands of the same seed."""
    program = PythonEngine().emit(GOOD.data, DEFAULT_FLAVOR)
    before = run_simulation(program)
    assert before.ok
    idle = re.sub(r"^ *call void @llvm.amdgcn.raw.ptr.buffer.store.*\n", "", program.text, flags=re.MULTILINE)
    assert idle != program.text
    after = run_simulation(replace(program, text=idle))
    assert not after.comparison.ok and not after.ok
    assert (after.output.view(np.uint8) == proof.POISON).all() and not np.shares_memory(before.output, after.output)


# 5. Status and time-outs.


@pytest.mark.parametrize("attribute", ["error", "violations"])
def test_status_that_failed_beside_an_output(monkeypatch, attribute):
    """The C engine hands out the right text, and says in the same breath that it failed."""
    native = NativeEngine()
    complete = native.binding.emit(GOOD.data, DEFAULT_FLAVOR)
    value = {"error": "kernel: node 3", "violations": (("LDS_BUDGET", "hardware", "no"),)}[attribute]
    monkeypatch.setattr(native.binding, "emit", lambda data, flavor: replace(complete, **{attribute: value}))
    verdict = compare_case(GOOD, DEFAULT_FLAVOR, (PythonEngine(), native))
    assert verdict.status == {"error": "engine error", "violations": "one refuses"}[attribute] and not verdict.ok


def test_neither_engine_comes_back():
    case = replace(CURSED, reject="LDS_BUDGET")
    report = run_gate([case], FLAVORS[:1], jobs=1, seconds=1, make_engines=engines.both_hanging)
    assert [row.status for row in report.verdicts] == ["time-out"] and not report.ok


def test_both_engines_fail_alike():
    class Failing:
        def __init__(self, name: str) -> None:
            self.name = name

        def emit(self, data: bytes, flavor: str):
            raise InternalError("kernel: node 3")

    for case in (GOOD, REFUSED):
        assert compare_case(case, DEFAULT_FLAVOR, (Failing("python"), Failing("c"))).status == "engine error"


# 6. A small element.


def test_error_in_a_small_element():
    """Far below any tolerance relative to the largest element, and far above what rounding explains."""
    problem = PythonEngine().emit(GOOD.data, DEFAULT_FLAVOR).spec.problem
    a, b = (oracle.to_float64(array, "fp16") for array in oracle.make_operands("forward", problem, "fp16", 0, "normal"))
    b[0] *= 2.0**-12
    expected = oracle.reference("forward", a, b, problem)
    bound = oracle.bound("forward", a, b, problem, "fp32")
    output = expected.astype(np.float32)
    assert oracle.compare(output, expected, bound, "fp32").ok
    output[..., 0] *= 1.5
    largest = np.abs(expected).max()
    assert np.abs(output - expected).max() < 1e-3 * largest, "a tolerance of a thousandth of the largest element sees nothing"
    assert not oracle.compare(output, expected, bound, "fp32").ok


# 7. The reference.


def test_reference_that_is_wrong_for_groups():
    """The reference takes the channels of the first group for all: the kernel is right, and still nobody says it is proven."""
    right = oracle.reference

    def wrong(direction, a, b, problem):
        half = a.shape[-1] // problem.groups
        return right(direction, np.concatenate([a[..., :half]] * problem.groups, axis=-1), b, problem)

    assert prove_case(GROUPED).ok
    with mock.patch.object(oracle, "reference", wrong):
        assert prove_case(GOOD).ok, "one group shows nothing"
        found = prove_case(GROUPED)
    assert not found.ok and [row.oracle for row in found.checks if row.ok is False] == ["reference"]


# 8. Golden hashes.


def test_golden_update(tmp_path):
    bless([GOOD, REFUSED], tmp_path, "first")
    kept = read_hashes(tmp_path)
    other = replace(GOOD, data=spec_of("direction=forward n=2 c=8 k=8 input=4x4 filter=3x3 pad=1"))
    for reason in ("", " \n\t"):
        with pytest.raises(GoldenError, match="needs a reason"):
            bless([other], tmp_path, reason)
    assert read_hashes(tmp_path) == kept
    bless([other], tmp_path, "two images")
    now = read_hashes(tmp_path)
    assert list(now) == ["good", "refused"] and now["refused"] == kept["refused"] and now["good"] != kept["good"]
    assert (tmp_path / "log.txt").read_text().splitlines()[3].endswith(": two images")
