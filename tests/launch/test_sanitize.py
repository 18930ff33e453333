"""The sum of what Compute Sanitizer found: no finding may go unseen, and no run that was none may count."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.gpu.sanitize import DONE, SAMPLE, TOOLS, judge_tool
from tests.support import CASES, ROOT

from twinkern.gate.cases import load_cases

RAN = f"{len(SAMPLE)} kernels ran right\n"
CLEAN = {
    "memcheck": "========= ERROR SUMMARY: 0 errors\n",
    "racecheck": "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n",
    "initcheck": "========= ERROR SUMMARY: 0 errors\n",
    "synccheck": "========= ERROR SUMMARY: 0 errors\n",
}


def test_the_sample():
    cases = {case.name: case for case in load_cases(CASES)}
    assert len(set(SAMPLE)) == 20 and all(not cases[name].reject for name in SAMPLE)
    words = " ".join(" ".join(cases[name].words) for name in SAMPLE)
    for word in (
        "forward",
        "dgrad",
        "wgrad",
        "ring",
        "async",
        "wavelet",
        "compv3",
        "split_k",
        "atomic",
        "method=direct",
        "fp32",
    ):
        assert word in words
    assert all("arch=sm_90" in cases[name].words for name in SAMPLE)


@pytest.mark.parametrize("tool", TOOLS)
def test_clean(tool):
    assert judge_tool(tool, RAN + CLEAN[tool], 0) == (0, "")


@pytest.mark.parametrize(
    ("output", "status", "findings", "reason"),
    [
        (RAN + "========= ERROR SUMMARY: 3 errors\n", 0, 3, ""),
        (RAN + "========= ERROR SUMMARY: 1 error\n", 1, 1, ""),
        (RAN + "========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)\n", 0, 2, ""),
        (RAN + "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n", 0, 1, ""),
        (RAN, 0, 0, "no summary"),
        ("========= ERROR SUMMARY: 0 errors\n", 0, 0, "not all"),
        ("19 kernels ran right of 20\n========= ERROR SUMMARY: 0 errors\n", 1, 0, "not all"),
        (RAN + CLEAN["memcheck"], 1, 0, "exit status 1"),
    ],
)
def test_what_is_not_clean(output, status, findings, reason):
    found, why = judge_tool("memcheck", output, status)
    assert found == findings and reason in why and bool(why) == bool(reason)


def test_without_a_tool(tmp_path: Path):
    """On a machine without the tool, or without a GPU, the run is red."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.gpu.sanitize"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PATH": str(tmp_path)},
    )
    assert done.returncode == 2 and "compute-sanitizer" in done.stderr and not DONE.search(done.stdout)
