"""Benchmarks: what `make bench` prints and writes to build/bench.json. Later ones add their keys."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, PythonEngine
from twinkern.gate.cases import Case
from twinkern.gate.parity import run_gate
from twinkern.judge.simulator.bench import measure
from twinkern.profile.bench_pipelines import bench_pipelines

TYPICAL_CASE = "showpiece_forward_gfx950"
LEAST_SECONDS = 1.0
ROUNDS = 5


def throughput(emit_size: Callable[[bytes], int], cases: Sequence[Case]) -> float:
    """Megabytes of text a second over the cases, verifier included: the median of several rounds."""
    emit_size(cases[0].data)
    rates = []
    for _ in range(ROUNDS):
        size = 0
        started = time.perf_counter()
        while (elapsed := time.perf_counter() - started) < LEAST_SECONDS / ROUNDS:
            size += sum(emit_size(case.data) for case in cases)
        rates.append(size / elapsed / 1e6)
    return statistics.median(rates)


def median_seconds(work: Callable[[], object], least: int = 20) -> float:
    """Median time of one call."""
    times: list[float] = []
    started = time.perf_counter()
    while len(times) < least or time.perf_counter() - started < LEAST_SECONDS / ROUNDS:
        before = time.perf_counter()
        work()
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def bench_emission(cases: Sequence[Case]) -> dict[str, float]:
    """Speed of both engines on the cases that emit; `c_into_python` copies what the C engine printed into Python."""
    emitted = [case for case in cases if not case.reject]
    typical = next(case for case in emitted if case.name == TYPICAL_CASE)
    python, c = PythonEngine(), NativeEngine()
    found: dict[str, float] = {}
    sizes: dict[str, Callable[[bytes], int]] = {
        "python": lambda data: len(python.emit(data, DEFAULT_FLAVOR).text),
        "c": lambda data: c.binding.emit_size(data, DEFAULT_FLAVOR),
        "c_into_python": lambda data: len(c.emit(data, DEFAULT_FLAVOR).text),
    }
    for name, emit_size in sizes.items():
        found[f"emit.{name}.mb_per_s"] = throughput(emit_size, emitted)
        found[f"emit.{name}.typical_ms"] = median_seconds(partial(emit_size, typical.data)) * 1e3
    found["emit.ratio"] = found["emit.c.mb_per_s"] / found["emit.python.mb_per_s"]
    return found


def bench_parity(cases: Sequence[Case]) -> dict[str, float]:
    """Time of the parity gate over all cases and flavours, as `twinkern parity` runs it."""
    started = time.perf_counter()
    report = run_gate(cases, jobs=os.cpu_count() or 1)
    return {
        "parity.seconds": time.perf_counter() - started,
        "parity.cases": float(len(cases)),
        "parity.bytes": float(report.bytes),
    }


def bench_simulator() -> dict[str, float]:
    """Million lane-instructions a second for a uniform kernel of 16 workgroups of 256 threads, sanitizers on."""
    return {"sim.mlane_instructions_per_s": max(measure(sanitize=True) for _ in range(ROUNDS)) / 1e6}


def run_benchmarks(
    cases: Sequence[Case], progress: Callable[[int, int, str], None] = lambda done, total, following: None
) -> dict[str, float]:
    """All benchmarks, by key; `progress` is told how many are done, of how many, and which comes next."""
    benchmarks: dict[str, Callable[[], dict[str, float]]] = {
        "emission": lambda: bench_emission(cases),
        "parity": lambda: bench_parity(cases),
        "simulator": bench_simulator,
        "pipelines": bench_pipelines,
    }
    found: dict[str, float] = {}
    for done, (name, measured) in enumerate(benchmarks.items()):
        progress(done, len(benchmarks), name)
        found |= measured()
    return found
