"""Every kernel that is emitted for the GPU of this machine, on it: cases, shapes that broke others, specs that nobody wrote.

Outputs are poisoned, buffers guarded; results are held against float64 by a derived bound, sums of small integers must be
exact, and Inf and NaN may go only where they belong. On integers the simulator has the same bits.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest
from tests.gpu.running import ENGINES, Tally, device_arch
from tests.support import CASES, spec_of
from tests.test_shapes import RUNS

from twinkern._contract import FIELDS
from twinkern.engine.spec.violations import Refusal
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine
from twinkern.gate.cases import load_cases
from twinkern.judge.chain import SMOOTH
from twinkern.judge.device import run_on_device
from twinkern.judge.proof import make_exercise, run_simulation, simulated_spec
from twinkern.launch import load

ARCH = device_arch() or "sm_90"
"""The architecture of the GPU; without one the tests are skipped, whatever they are of."""
ACCEPTED = [case for case in load_cases(CASES) if not case.reject and json.loads(case.data).get("arch") == ARCH]
SWEEPS, SPECS = 40, 50
"""Parts of the sweep, and accepted specs of each."""
SMALL = {
    "n": (1, 2, 3), "c": (3, 4, 8, 16, 20, 24, 32, 64, 96), "k": (1, 4, 8, 16, 24, 32, 40, 64, 128), "groups": (1, 1, 1, 2, 4),
    "size": (1, 3, 5, 7, 8, 9, 12, 14), "filter": (1, 1, 2, 3, 3, 5), "stride": (1, 1, 2, 3), "dilation": (1, 1, 2),
    "pad": (0, 1, 1, 2),
}  # fmt: skip
"""What the sizes of drawn problems are drawn from."""


@pytest.fixture
def tally(driver, request):
    return Tally(driver, request)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.name)
def test_case(case, engine, tally):
    tally.judge(ENGINES[engine]().emit(case.data, case.flavor or DEFAULT_FLAVOR), seed=len(case.name))


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.name)
def test_simulator_and_gpu_agree(case, tally):
    """The same verdict, and the same bits on integers."""
    engine = NativeEngine()
    own = engine.emit(case.data, DEFAULT_FLAVOR)
    program = engine.emit(simulated_spec(own, case).to_json().encode(), DEFAULT_FLAVOR)
    simulated = run_simulation(program, seed=3, kind="integers")
    found = tally.judge(program, 3, ("integers",))["integers"]
    assert simulated.ok == found.ok
    # Machines approximate exp2, each in its own way.
    assert program.spec.activation in SMOOTH or np.array_equal(simulated.output, found.output)


@pytest.mark.parametrize("variant", ["in_type=fp16", "in_type=bf16 pipeline=ring stages=3", "in_type=fp32"])
@pytest.mark.parametrize("words", RUNS)
def test_shape(words, variant, tally):
    try:
        program = NativeEngine().emit(spec_of(f"{words} arch={ARCH} {variant}"), DEFAULT_FLAVOR)
    except Refusal as refusal:
        assert refusal.code == "IN_TYPE" and "fp32" in variant
        return
    tally.judge(program, 5)


def drawn(draw: random.Random, arch: str) -> bytes:
    """A spec with any value of some fields; nobody promises that it is accepted."""
    rank = draw.choice((1, 2, 2, 2, 3))
    groups = draw.choice(SMALL["groups"])
    problem = {"n": draw.choice(SMALL["n"]), "groups": groups}
    problem |= {name: -(-draw.choice(SMALL[name]) // groups) * groups for name in ("c", "k")}
    problem |= {name: [draw.choice(SMALL[name]) for _ in range(rank)] for name in ("filter", "stride", "dilation")}
    problem |= {name: [draw.choice(SMALL["pad"]) for _ in range(rank)] for name in ("pad_before", "pad_after")}
    problem["input"] = [draw.choice(SMALL["size"]) + 4 * (rank < 3) for _ in range(rank)]
    spec = {"problem": problem, "arch": arch, "direction": draw.choice(("forward", "dgrad", "wgrad"))}
    for field in draw.sample([row for row in FIELDS if row.group == "spec" and row.name not in spec], draw.randint(2, 9)):
        if field.type == "choice":
            spec[field.name] = draw.choice(field.allowed)
        else:
            steps = [step for step in (1, 2, 3, 4, 5, 8, 16, 32, 48, 64, 96, 128) if field.low <= step <= field.high]
            spec[field.name] = draw.choice(steps)
    return json.dumps(spec).encode()


@pytest.mark.parametrize("seed", range(SWEEPS))
def test_sweep(seed, tally):
    """Accepted specs drawn by a seed."""
    draw, engine, kept = random.Random(seed), NativeEngine(), 0
    while kept < SPECS:
        data = drawn(draw, ARCH)
        if engine.explain(data).name is not None:
            tally.judge(engine.emit(data, DEFAULT_FLAVOR), seed, ("normal", "integers"))
            kept += 1


PLANTED = (
    "direction=forward in_type=bf16 pipeline=ring loader=async stages=3 tile_m=128 tile_n=128 tile_k=64 n=8 c=256 k=128 "
    "input=32x32 filter=3x3"
)
RUNS, FAR_BYTES = 40, 256 << 20
"""Runs at most until a fault shows that is one of time, and bytes that drive operands out of every cache before each run:
copies that are not waited for take longest from memory."""
PADS = "pad_before=1x1 pad_after=0x0", "pad_before=0x0 pad_after=1x1"


def run_far_away(program, loaded, exercise):
    """A run on operands that no cache holds."""
    driver = loaded.driver
    launch, far = driver.launch, driver.allocate(FAR_BYTES)

    def evict(*arguments):
        driver.fill(far, 0, FAR_BYTES, 0)
        launch(*arguments)

    driver.launch = evict
    try:
        return run_on_device(program, loaded, exercise)
    finally:
        driver.launch = launch
        driver.free(far)


@pytest.mark.parametrize("fault", ["no barrier", "a generous wait", "a swapped pad", "a grid that is too small"])
def test_planted_fault_is_seen(fault, tally):
    """Each breaks a kernel that is right; what judges kernels must say so."""
    program, other = (NativeEngine().emit(spec_of(f"{PLANTED} {pads} arch={ARCH}"), DEFAULT_FLAVOR) for pads in PADS)
    tally.judge(program, 1, ("normal",))
    text, manifest = program.text, program.manifest_text
    if fault == "no barrier":
        call = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"
        text = text.replace(call, "")
    elif fault == "a generous wait":
        text = text.replace("@llvm.nvvm.cp.async.wait.group(i32 1)", "@llvm.nvvm.cp.async.wait.group(i32 2)")
    elif fault == "a swapped pad":
        text = other.text.replace(other.name, program.name)
    else:
        blocks = json.loads(manifest)["kernels"][0]["grid"][0]
        manifest = manifest.replace(f'"grid":[{blocks},', f'"grid":[{blocks - 1},')
    assert (text, manifest) != (program.text, program.manifest_text)
    broken = replace(program, text=text, manifest_text=manifest)
    loaded = load(broken, tally.driver)
    exercise = make_exercise(program.spec, 1, "normal")
    assert any(not run_far_away(program, loaded, exercise).ok for _ in range(RUNS))
