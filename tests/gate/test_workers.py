"""A crash or a time-out of an engine costs one case, which is named; the rest still run."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest
from tests.cli.commands import proof_of
from tests.gate import engines
from tests.gate.engines import CURSED, GOOD, REFUSED
from tests.support import ROOT

from twinkern import FLAVORS, workers
from twinkern.cli.proving import no_context
from twinkern.engine.ir.verifier import InternalError
from twinkern.engines import NativeEngine
from twinkern.gate.cases import Case
from twinkern.gate.parity import run_gate
from twinkern.judge.proof import Proof

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


def test_process_that_closes_everything_and_lives_on(monkeypatch):
    monkeypatch.setattr(workers, "END_SECONDS", 0.5)
    report = run_gate(CASES, [FLAVOR], jobs=1, make_engines=engines.silent)
    assert statuses(report) == expected("engine error")
    assert [row.detail for row in report.failures] == ["c: the process lives on and does not answer"]


def test_processes_that_do_not_start():
    with pytest.raises(InternalError, match="could not be started: the process exited with status 3"):
        run_gate(CASES, jobs=1, make_engines=engines.stillborn)


def test_engine_that_is_not_built(monkeypatch):
    def missing(self):
        raise ImportError("the C engine is not built")

    monkeypatch.setattr(NativeEngine, "__init__", missing)
    with pytest.raises(ImportError, match="not built"):
        run_gate(CASES, jobs=1)


KILLED = """
import os, signal
from tests.gate.engines import GOOD
from twinkern.gate.parity.gate import compare_item
from twinkern.gate.parity.engines import both_engines, engine_workers

workers = engine_workers(both_engines, compare_item, 1, 60)
print(workers.map([(GOOD[0], "llvm20")])[0].status, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_end_with_the_process_that_started_them():
    """They hold its pipes, so that this would wait for them; and they have nothing to say."""
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGKILL, "identical\n", "")


def test_nothing_to_do():
    assert run_gate([], jobs=2).verdicts == ()


# Any work.


def fate(item: str, _: None) -> str:
    """Work that ends as its item says."""
    if item == "raises":
        raise ValueError("as asked")
    if item == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "hangs":
        time.sleep(600)
    return item.upper()


def test_results_come_in_order_and_losses_in_their_place():
    told = []
    with workers.Workers(no_context, fate, 2, SECONDS) as pool:
        found = pool.map(["a", "dies", "b", "hangs", "c"], lambda done, total: told.append((done, total)))
    assert [found[0], found[2], found[4]] == ["A", "B", "C"] and told == [(done, 5) for done in range(1, 6)]
    assert found[1] == workers.Lost(False, "the process died of signal 9 (Killed)")
    assert found[3] == workers.Lost(True, f"not done after {SECONDS:g} s")


def test_what_work_raises_is_raised_and_ends_all():
    with workers.Workers(no_context, fate, 2, 60) as pool, pytest.raises(ValueError, match="as asked"):
        pool.map(["hangs", "raises"])
    assert not multiprocessing.active_children()


def test_more_items_a_process_start_fewer():
    with workers.Workers(no_context, fate, 4, 60, items_a_process=3) as pool:
        assert pool.map([*"abcdef"]) == [*"ABCDEF"] and len(pool.workers) == 2
        assert pool.map(["g"]) == ["G"], "processes are kept"


# Proofs.


@pytest.mark.parametrize(
    ("fault", "seconds", "text"),
    [("dies", 60, "died\nthe process died of signal 9 (Killed); "), ("hangs", SECONDS, "time-out\nnot done after 2 s; ")],
)
def test_proof_that_is_lost_fails_and_the_rest_are_proven(monkeypatch, run_here, tmp_path, fault, seconds, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.toml").write_text("".join(CASE.replace("NAME", name) for name in ("one", fault, "two")))
    monkeypatch.setattr("twinkern.cli.proving.prove_item", prove_fate)
    status, out, err = run_here("prove", "*", "--cases", "some.toml", "--jobs", "2", "--timeout", str(seconds))
    assert (status, err) == (1, "") and f"{fault}: process: {text}" in out
    assert out.count("PROVEN") == 2 and out.count("FAILED") == 1 and "2 of 3 proven" in out


CASE = """
[[case]]
name = "NAME"
reason = "is proven"
spec = "direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 pad=1"
"""


def prove_fate(case: Case, _: None) -> Proof:
    """A proof that ends as its case is called."""
    fate(case.name, None)
    return proof_of(case)
