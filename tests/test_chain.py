"""The output chain: its reference against PyTorch, faults planted in texts, what is refused, and scalars that are launched."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from tests.support import explain_both, spec_of

from twinkern._contract import CHAIN_STAGES, FIELDS
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine
from twinkern.judge import chain, oracle
from twinkern.judge.proof import make_exercise, run_simulation
from twinkern.launch import LaunchError, load
from twinkern.launch.simulator import SimulatorDriver

SMALL = "n=1 c=16 k=20 input=4x5 filter=3x3 pad=1 arch=sm_90 in_type=fp16"
WHOLE = f"direction=forward {SMALL} scale=on bias=on residual=add second_residual=multiply"
TORCH = {
    "relu": torch.relu,
    "leaky_relu": lambda x: torch.nn.functional.leaky_relu(x, chain.GIVEN["slope"]),
    "clamp": lambda x: torch.clamp(x, chain.GIVEN["low"], chain.GIVEN["high"]),
    "sigmoid": torch.sigmoid,
    "silu": torch.nn.functional.silu,
    "gelu": lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
}
"""Activations as PyTorch defines them."""


def emitted(words: str):
    return NativeEngine().emit(spec_of(words), DEFAULT_FLAVOR)


def test_every_stage_of_the_contract_has_a_reference():
    """And each word of its field has a stage, but for the one that does nothing."""
    assert {stage.word for stage in CHAIN_STAGES if stage.field == "activation"} == set(TORCH)
    for row in FIELDS:
        words = {str(stage.word) for stage in CHAIN_STAGES if stage.field == row.name}
        assert not words or {row.default, *words} == set(row.allowed)
    assert {name for stage in CHAIN_STAGES for name in [stage.scalar] if name} == set(chain.GIVEN)


@pytest.mark.parametrize("word", TORCH)
def test_the_reference_is_pytorch(word):
    """At ordinary values, at large ones, at those that end an activation's pieces, and at what is no number."""
    values = np.array([*np.linspace(-9, 9, 181), -80.0, 80.0, -1e4, 1e4, 0.0, -0.0, 1e-30, np.inf, -np.inf, np.nan])
    found, error = chain.activate(word, chain.GIVEN, values, np.zeros_like(values))
    wanted = TORCH[word](torch.from_numpy(values)).numpy()
    assert np.array_equal(np.isnan(found), np.isnan(wanted))
    finite = np.isfinite(wanted)
    assert np.allclose(found[finite], wanted[finite], rtol=1e-9, atol=1e-13) and (error[finite] >= 0).all()
    assert np.array_equal(found[~finite & ~np.isnan(wanted)], wanted[~finite & ~np.isnan(wanted)])


def test_the_bound_follows_a_factor():
    """A product of a residual errs by what the sum errs, times that; the bound without the chain would not do."""
    program = emitted(f"direction=forward {SMALL} out_type=fp32 residual=multiply")
    plain = make_exercise(program.spec, 3)
    data = {name: array * 64 if name == "residual" else array for name, array in plain.operands.items()}
    sums, error = np.full_like(plain.expected, 3.0), np.full_like(plain.expected, 1e-6)
    _, small = chain.run_chain(program.spec, plain.operands, {}, (sums, error))
    _, large = chain.run_chain(program.spec, data, {}, (sums, error))
    residual = np.abs(oracle.to_float64(plain.operands["residual"], "fp32"))
    assert (large >= 64 * residual * 1e-6).all() and (small < large).all()


PLANTED = {
    "another slope": ("activation=leaky_relu", "fmul float %v{value}, %slope", "fmul float %v{value}, %scale"),
    "no scale": ("activation=none", "fmul float %v{value}, %scale", "fmul float %v{value}, 0x3FF0000000000000"),
    "a comparison turned around": ("activation=relu", "fcmp olt float", "fcmp ogt float"),
    "another exponent": ("activation=silu", "0xBFF7154760000000", "0xBFF8154760000000"),
    "a sum for a product": ("activation=none", "fadd float %v{value}, %v{other}", "fsub float %v{value}, %v{other}"),
}


@pytest.mark.parametrize("fault", PLANTED)
@pytest.mark.parametrize("epilogue", ["direct", "cshuffle"])
def test_a_fault_in_the_chain_is_seen(fault, epilogue):
    words, old, new = PLANTED[fault]
    program = emitted(f"{WHOLE} epilogue={epilogue} {words}")
    pattern = re.escape(old).replace(r"\{value\}", r"(\d+)").replace(r"\{other\}", r"(\d+)")
    text, count = re.subn(pattern, new.replace("{value}", r"\1").replace("{other}", r"\2"), program.text)
    assert count and run_simulation(program, seed=2).ok
    assert not run_simulation(replace(program, text=text), seed=2).ok


def test_a_bias_of_the_wrong_channel_is_seen():
    """Operands that are moved by one element: what a wrong offset would read."""
    program = emitted(f"{WHOLE} epilogue=cshuffle")
    exercise = make_exercise(program.spec, 2)
    for name in ("bias", "residual", "second_residual"):
        moved = exercise.operands[name].reshape(-1)
        moved[:] = np.roll(moved, 1)
        assert not run_simulation(program, exercise=exercise).ok
        moved[:] = np.roll(moved, -1)
    assert run_simulation(program, exercise=exercise).ok


def test_only_the_first_slice_adds():
    """With whole numbers the sum of slices is exact; a bias that each of them added would be there three times."""
    program = emitted(
        f"direction=forward {SMALL} out_type=fp32 split_k=3 combine=atomic bias=on residual=multiply epilogue=direct"
    )
    exercise = make_exercise(program.spec, 1, "integers")
    found = run_simulation(program, exercise=exercise)
    assert found.ok and np.array_equal(found.output, exercise.expected.astype(np.float32))
    text = program.text.replace("float 0x0000000000000000", "float 0x3FF0000000000000")
    assert text != program.text and not run_simulation(replace(program, text=text), exercise=exercise).ok


@pytest.mark.parametrize(
    "words, code",
    [
        (f"direction=wgrad {SMALL} bias=on", "BIAS_DIRECTION"),
        *((f"{WHOLE} out_type=fp32 split_k=3 combine=atomic activation={word}", "CHAIN_SLICES") for word in TORCH),
    ],
)
def test_refused(words, code):
    found = explain_both(spec_of(words))
    assert [row.code for row in found.violations] == [code]


def test_the_manifest_lists_what_the_chain_takes():
    """Pointers first, what is passed by value behind them, at multiples of its size."""
    program = emitted(f"{WHOLE} activation=clamp")
    rows = [(row["name"], row["role"], row["offset"], row["size"]) for row in program.manifest["kernels"][0]["arguments"]]
    assert rows[3:] == [
        ("bias", "input", 24, 8), ("residual", "input", 32, 8), ("second_residual", "input", 40, 8),
        ("scale", "scalar", 48, 4), ("low", "scalar", 52, 4), ("high", "scalar", 56, 4),
    ]  # fmt: skip
    two = emitted(f"{WHOLE} activation=clamp split_k=2").manifest["kernels"]
    assert [row["name"] for row in two[0]["arguments"]] == ["x", "w", "workspace"]
    assert [row["name"] for row in two[1]["arguments"]][1:] == ["y", *(row[0] for row in rows[3:])]


def test_scalars_are_launched_by_name():
    program = emitted(f"direction=forward {SMALL} activation=clamp")
    driver = SimulatorDriver("sm_90")
    loaded = load(program, driver)
    exercise = make_exercise(program.spec, 5)
    pointers = {name: driver.allocate(row.bytes) for name, row in loaded.buffers.items()}
    for name, data in exercise.operands.items():
        driver.copy_in(pointers[name], data.tobytes())
    loaded.run(pointers, scalars={"low": 0.0, "high": 0.5})
    found = np.frombuffer(driver.copy_out(pointers["y"], loaded.buffers["y"].bytes), np.float16)
    assert found.min() == 0 and found.max() == 0.5
    for scalars in (None, {"low": 0.0}, {"low": 0.0, "high": 1.0, "scale": 1.0}):
        with pytest.raises(LaunchError, match="takes scalars low, high; given are"):
            loaded.run(pointers, scalars=scalars)


def test_a_scalar_of_another_size_is_refused():
    program = emitted(f"direction=forward {SMALL} scale=on")
    manifest = json.loads(program.manifest_text)
    manifest["kernels"][0]["arguments"][3]["size"] = 8
    spoilt = replace(program, manifest_text=json.dumps(manifest))
    with pytest.raises(LaunchError, match=r"argument scale .* has 8 bytes; scalars have 4"):
        load(spoilt, SimulatorDriver("sm_90"))
