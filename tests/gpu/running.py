"""What the GPU tests share: run a spec or a program on the GPU in every kind of operands, and tell the report."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterable
from functools import cache

import numpy as np
import pytest

from twinkern._contract import ARCHES
from twinkern.engines import NativeEngine, Program, PythonEngine
from twinkern.judge import oracle
from twinkern.judge.chain import SMOOTH
from twinkern.judge.device import DeviceRun, run_on_device
from twinkern.judge.proof import make_exercise
from twinkern.launch import Cache, Driver, LaunchError, load, open_driver

COMPILE_SECONDS = 600.0
"""For a kernel that is written out iteration by iteration, of which LLVM takes a minute, on a busy machine."""
KINDS = ("normal", "integers", "special")
ENGINES = {"python": PythonEngine, "c": NativeEngine}


@cache
def device_arch() -> str:
    """The architecture of the GPU; empty where there is none for which kernels are emitted."""
    try:
        arch = open_driver().arch
    except LaunchError:
        return ""
    return arch if arch in ARCHES and ARCHES[arch].emits else ""


@cache
def device_name() -> str:
    """The GPU and its driver, as its own tool calls them."""
    for command in ("nvidia-smi --query-gpu=name,driver_version --format=csv,noheader", "rocm-smi --showproductname"):
        try:
            done = subprocess.run(command.split(), capture_output=True, text=True, check=True, timeout=30)
            return done.stdout.strip().splitlines()[0]
        except (OSError, subprocess.SubprocessError, IndexError):
            continue
    return "unknown, unknown"


class Tally:
    """Runs of one test, for the report."""

    def __init__(self, driver: Driver, record: pytest.FixtureRequest) -> None:
        self.driver, self.record = driver, record
        self.kernels = self.runs = 0
        self.used = 0.0
        self.started = time.perf_counter()
        self.cache = Cache()
        self.told = len(record.node.user_properties)

    def judge(self, program: Program, seed: int, kinds: Iterable[str] = KINDS) -> dict[str, DeviceRun]:
        """Run a program on operands of each kind; every run must hold, and sums of small integers be exact."""
        loaded = load(program, self.driver, cache=self.cache, seconds=COMPILE_SECONDS)
        self.kernels += 1
        found = {}
        for kind in kinds:
            exercise = make_exercise(program.spec, seed, kind)
            run = found[kind] = run_on_device(program, loaded, exercise)
            self.runs += 1
            self.used = max(self.used, run.used)
            self.tell()
            assert run.ok, f"{program.name}, {kind}: {run}"
            if kind == "integers" and program.spec.activation not in SMOOTH:
                exact = oracle.round_to(exercise.expected, program.spec.out_type)
                stored = oracle.to_float64(run.output, program.spec.out_type)
                assert np.array_equal(stored, exact), f"{program.name}: sums of small integers are not exact"
        return found

    def tell(self) -> None:
        """Tell the report how far it is."""
        name, _, version = device_name().partition(", ")
        row = {"device": name, "driver": version, "kernels": self.kernels, "runs": self.runs, "used": round(self.used, 4)}
        row["seconds"] = round(time.perf_counter() - self.started, 2)
        self.record.node.user_properties[self.told :] = [("gpu", json.dumps(row))]
