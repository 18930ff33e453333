"""A crash or a time-out of an engine costs one case, which is named; the rest still run."""

from __future__ import annotations

import multiprocessing
import time

import pytest
from tests.gate import engines
from tests.gate.engines import CURSED, GOOD, REFUSED

from twinkern import FLAVORS
from twinkern.engines import NativeEngine
from twinkern.ir.verifier import InternalError
from twinkern.parity import run_gate

FLAVOR = FLAVORS[0]
CASES = [*GOOD[:2], CURSED, *GOOD[2:], REFUSED]
SECONDS = 2.0


def statuses(report) -> dict[str, str]:
    return {verdict.case: verdict.status for verdict in report.verdicts}


@pytest.fixture(autouse=True)
def no_process_is_left():
    yield
    assert not multiprocessing.active_children()


def expected(status: str) -> dict[str, str]:
    return {case.name: status if case is CURSED else "refused alike" if case.reject else "identical" for case in CASES}


@pytest.mark.parametrize("jobs", [1, 2])
def test_workers_find_what_one_process_finds(jobs):
    cases = [*CASES, CURSED]
    assert run_gate(cases, jobs=jobs) == run_gate(cases)


@pytest.mark.parametrize(
    ("make_engines", "why"),
    [(engines.crashing, "c: the process died of signal 11 ("), (engines.leaving, "c: the process exited with status 0")],
)
def test_crash_is_named_and_the_rest_run(make_engines, why):
    report = run_gate(CASES, [FLAVOR], jobs=1, make_engines=make_engines)
    assert statuses(report) == expected("engine error") and not report.ok
    (failure,) = report.failures
    assert failure.detail.startswith(why)


def test_crash_in_every_flavour():
    report = run_gate([CURSED, GOOD[0]], jobs=2, make_engines=engines.crashing)
    assert [(row.case, row.flavor) for row in report.failures] == [("cursed", flavor) for flavor in FLAVORS]


def test_time_out_is_named_and_the_rest_run():
    started = time.monotonic()
    report = run_gate(CASES, [FLAVOR], jobs=1, seconds=SECONDS, make_engines=engines.hanging)
    assert statuses(report) == expected("time-out") and not report.ok
    assert [row.detail for row in report.failures] == [f"python: not done after {SECONDS:g} s"]
    assert SECONDS <= time.monotonic() - started < 60


def test_processes_that_do_not_start():
    with pytest.raises(InternalError, match="could not be started: the process exited with status 3"):
        run_gate(CASES, jobs=1, make_engines=engines.stillborn)


def test_engine_that_is_not_built(monkeypatch):
    def missing(self):
        raise ImportError("the C engine is not built")

    monkeypatch.setattr(NativeEngine, "__init__", missing)
    with pytest.raises(ImportError, match="not built"):
        run_gate(CASES, jobs=1)


def test_nothing_to_do():
    assert run_gate([], jobs=2).verdicts == ()
