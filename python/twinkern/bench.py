"""Benchmarks: what `make bench` prints and writes to build/bench.json. Later ones add their keys."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

from twinkern.cases import Case
from twinkern.engines import DEFAULT_FLAVOR, Engine, NativeEngine, PythonEngine
from twinkern.parity import run_gate

TYPICAL_CASE = "showpiece_forward_gfx950"
LEAST_SECONDS = 1.0
ROUNDS = 5


def emit_all(engine: Engine, cases: Sequence[Case]) -> int:
    """Emit every case; returns the bytes of text."""
    return sum(len(engine.emit(case.data, DEFAULT_FLAVOR).text) for case in cases)


def throughput(engine: Engine, cases: Sequence[Case]) -> float:
    """Megabytes of text a second over the cases, verifier included: the median of several rounds."""
    emit_all(engine, cases[:1])
    rates = []
    for _ in range(ROUNDS):
        size = 0
        started = time.perf_counter()
        while (elapsed := time.perf_counter() - started) < LEAST_SECONDS / ROUNDS:
            size += emit_all(engine, cases)
        rates.append(size / elapsed / 1e6)
    return statistics.median(rates)


def median_seconds(work: Callable[[], object], least: int = 20) -> float:
    """Median time of one call."""
    times = []
    started = time.perf_counter()
    while len(times) < least or time.perf_counter() - started < LEAST_SECONDS / ROUNDS:
        before = time.perf_counter()
        work()
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def bench_emission(cases: Sequence[Case]) -> dict[str, float]:
    """Speed of both engines on the cases that emit."""
    emitted = [case for case in cases if not case.reject]
    typical = next(case for case in emitted if case.name == TYPICAL_CASE)
    found: dict[str, float] = {}
    for engine in (PythonEngine(), NativeEngine()):
        found[f"emit.{engine.name}.mb_per_s"] = throughput(engine, emitted)
        seconds = median_seconds(lambda engine=engine: engine.emit(typical.data, DEFAULT_FLAVOR))
        found[f"emit.{engine.name}.typical_ms"] = seconds * 1e3
    found["emit.ratio"] = found["emit.c.mb_per_s"] / found["emit.python.mb_per_s"]
    return found


def bench_parity(cases: Sequence[Case]) -> dict[str, float]:
    """Time of the parity gate over all cases and flavours."""
    started = time.perf_counter()
    report = run_gate(cases)
    return {
        "parity.seconds": time.perf_counter() - started,
        "parity.cases": float(len(cases)),
        "parity.bytes": float(report.bytes),
    }


def run_benchmarks(cases: Sequence[Case]) -> dict[str, float]:
    """All benchmarks, by key."""
    return {**bench_emission(cases), **bench_parity(cases)}
