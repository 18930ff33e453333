"""Kernels under NVIDIA's Compute Sanitizer: `make gpu-sanitize` runs this file as a program.

Without an argument it runs itself under each tool and sums up what they found; with `run` it is what they look at: a fixed
sample of cases, each once, in buffers of exactly the manifest's bytes, of which outputs and workspaces hold nothing yet.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

from twinkern.engines import DEFAULT_FLAVOR, NativeEngine
from twinkern.gate.cases import load_cases
from twinkern.judge import oracle
from twinkern.judge.proof import make_exercise, simulated_spec, stored_result
from twinkern.launch import Cache, LaunchError, load, open_driver

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
SAMPLE = (
    "sm_90_forward", "sm_90_forward_bf16_ring_async", "sm_90_forward_ring_5", "sm_90_forward_wavelet",
    "sm_90_forward_async_dwords", "sm_90_forward_compv3", "sm_90_forward_direct_fp32", "sm_90_forward_shared_above_48k",
    "sm_90_forward_tf32_ring_async", "sm_90_dgrad_strided", "chain_whole_cshuffle_sm_90", "sm_90_dgrad_async",
    "sm_90_wgrad_bf16_ring_async", "sm_90_wgrad_wavelet", "split_2_ring_async_sm_90", "split_7_atomic_basic_sm_90",
    "split_phases_atomic", "groups_together_async", "direct_sm_90", "direct_dgrad_sm_90",
)  # fmt: skip
"""All directions, pipelines, loaders, types and epilogues, padded and swizzled tiles, slices, groups together, and no atoms."""
SUMMARY = re.compile(r"(?:ERROR SUMMARY|RACECHECK SUMMARY): (\d+) (?:errors?|hazards? displayed)")
DONE = re.compile(r"^(\d+) kernels ran", re.MULTILINE)


def run_sample() -> int:
    """Run the sample on the GPU, and say how many ran; exit status 1 where one is wrong. Raises LaunchError."""
    driver, engine, wrong = open_driver(), NativeEngine(), 0
    cases = {case.name: case for case in load_cases(ROOT / "parity/cases")}
    cache = Cache(ROOT / "build/gpu-sanitize")
    for name in SAMPLE:
        own = engine.emit(cases[name].data, DEFAULT_FLAVOR)
        program = engine.emit(simulated_spec(own, cases[name]).to_json().encode(), DEFAULT_FLAVOR)
        exercise = make_exercise(program.spec, len(name))
        loaded = load(program, driver, cache=cache)
        pointers = {buffer: driver.allocate(row.bytes) for buffer, row in loaded.buffers.items()}
        for buffer, data in exercise.operands.items():
            driver.copy_in(pointers[buffer], data.tobytes())
        loaded.run(pointers, scalars=exercise.scalars)
        driver.synchronize()
        output = next(buffer for buffer, row in loaded.buffers.items() if row.role == "output")
        contents = {output: driver.copy_out(pointers[output], loaded.buffers[output].bytes)}
        for pointer in pointers.values():
            driver.free(pointer)
        result = stored_result({key: np.frombuffer(value, np.uint8) for key, value in contents.items()}, program)
        found = oracle.compare(result, exercise.expected, exercise.bound, program.spec.out_type, exercise.nan_allowed)
        if not found.ok:
            print(f"{name}: {found}")
            wrong += 1
    print(f"{len(SAMPLE) - wrong} kernels ran right of {len(SAMPLE)}" if wrong else f"{len(SAMPLE)} kernels ran right")
    return int(wrong > 0)


def judge_tool(tool: str, output: str, status: int) -> tuple[int, str]:
    """Findings of a tool by its own summary, and why its run cannot be trusted; empty where it can."""
    ran, summaries = DONE.search(output), SUMMARY.findall(output)
    if ran is None or int(ran.group(1)) != len(SAMPLE):
        return 0, f"{tool}: not all of {len(SAMPLE)} kernels ran, exit status {status}"
    if not summaries:
        return 0, f"{tool}: no summary in its output, exit status {status}"
    findings = sum(map(int, summaries))
    return findings, f"{tool}: exit status {status}, and no finding in its summary" if status and not findings else ""


def main() -> int:
    """Run each tool over the sample; exit status 0 where all ran and none found anything, 2 where there is no tool or GPU."""
    command = shutil.which("compute-sanitizer")
    if command is None:
        print("no compute-sanitizer on PATH: it comes with the CUDA toolkit", file=sys.stderr)
        return 2
    program = [sys.executable, "-m", "tests.gpu.sanitize", "run"]
    warm = subprocess.run(program, capture_output=True, text=True, cwd=ROOT)
    if warm.returncode:
        print(warm.stdout + warm.stderr, file=sys.stderr)
        return 2 if "no GPU" in warm.stderr else 1
    total, untrusted = 0, []
    for tool in TOOLS:
        done = subprocess.run([command, "--tool", tool, *program], capture_output=True, text=True, cwd=ROOT)
        findings, reason = judge_tool(tool, done.stdout + done.stderr, done.returncode)
        total += findings
        untrusted += [reason] if reason else []
        print(f"{tool:10} {findings} findings{f'; {reason}' if reason else ''}", flush=True)
        if findings or reason:
            print("\n".join(line for line in done.stdout.splitlines() if line.startswith("=========")), file=sys.stderr)
    print(f"{len(SAMPLE)} kernels x {len(TOOLS)} tools, {total} findings")
    return int(bool(total or untrusted))


if __name__ == "__main__":
    try:
        sys.exit(run_sample() if sys.argv[1:] == ["run"] else main())
    except LaunchError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
