"""Programs are launched as their manifests say: order, zeroing, shared memory, arguments, streams."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pytest
from tests.launch.fake import FakeDriver
from tests.support import spec_of

from twinkern.engines import PythonEngine
from twinkern.judge import oracle, proof
from twinkern.launch import LaunchError, load
from twinkern.launch.simulator import SimulatorDriver

WORDS = "direction=wgrad arch=sm_90 n=1 c=8 k=8 input=4x4 filter=1x1"


@dataclass(frozen=True)
class Emitted:
    text: str
    manifest_text: str
    flavor: str = "llvm22"


def argument(name: str, role: str, offset: int) -> dict:
    return {"name": name, "role": role, "type": "fp16", "bytes": 64, "offset": offset, "size": 8, "align": 16}


def kernel(name: str, *arguments: dict, lds: int = 0) -> dict:
    return {
        "name": name, "grid": [3, 2, 1], "grid_per_split": [0, 0, 0], "block": [64, 1, 1], "lds_bytes": lds,
        "arguments": list(arguments),
    }  # fmt: skip


TWO = {
    "name": "two", "arch": "sm_90", "workspace_bytes": 64, "workspace_bytes_per_split": 0, "zeroed": ["partial"],
    "kernels": [
        kernel("two_add", argument("partial", "workspace", 8), argument("x", "input", 0), lds=100_000),
        kernel("two_cast", argument("partial", "workspace", 0), argument("y", "output", 8)),
    ],
    "launches": ["two_add", "two_cast"],
}  # fmt: skip
POINTERS = {"x": 0x1000, "partial": 0x2000, "y": 0x3000}


def test_launches_follow_the_manifest():
    driver = FakeDriver()
    load(Emitted("text", json.dumps(TWO)), driver).run(POINTERS, stream=7)
    assert driver.calls == [
        ("load", 4, ("two_add", "two_cast")),
        ("allow_shared", "function two_add", 100_000),
        ("fill", 0x2000, 0, 64, 7),
        ("launch", "function two_add", (3, 2, 1), (64, 1, 1), 100_000, ((8, 0x2000), (0, 0x1000)), 7),
        ("launch", "function two_cast", (3, 2, 1), (64, 1, 1), 0, ((0, 0x2000), (8, 0x3000)), 7),
    ]


def test_runs_are_timed_by_events_with_what_comes_before_outside():
    driver = FakeDriver()
    bound = load(Emitted("text", json.dumps(TWO)), driver).bind(POINTERS)
    driver.calls.clear()
    assert bound.time(2, before=lambda: driver.calls.append(("flush",))) == [4.0, 4.0]
    one = ["flush", "record", "fill", "launch", "launch", "record"]
    assert [call[0] for call in driver.calls] == one * 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"x": 0x1008}, "buffer x is at 0x1008; a multiple of 16 above 0 is needed"),
        ({"x": 0}, "buffer x is at 0x0"),
        ({"z": 0x4000}, "two takes buffers partial, x, y; given are x, partial, y, z"),
    ],
)
def test_pointers_that_do_not_fit(change, message):
    program = load(Emitted("text", json.dumps(TWO)), FakeDriver())
    with pytest.raises(LaunchError, match=message):
        program.bind(POINTERS | change)


def test_another_device_and_a_device_that_refuses():
    with pytest.raises(LaunchError, match="two is for sm_90; the device is gfx942"):
        load(Emitted("text", json.dumps(TWO)), FakeDriver("gfx942"))
    driver = FakeDriver(refuses=("launch",))
    with pytest.raises(LaunchError, match="launch was refused"):
        load(Emitted("text", json.dumps(TWO)), driver).run(POINTERS)
    assert [call[0] for call in driver.calls].count("launch") == 1


def test_the_simulator_is_a_device():
    program = PythonEngine().emit(spec_of(WORDS), "llvm22")
    driver = SimulatorDriver("sm_90")
    loaded = load(program, driver)
    exercise = proof.make_exercise(program.spec)
    pointers = {name: driver.allocate(buffer.bytes) for name, buffer in loaded.buffers.items()}
    for name, data in exercise.operands.items():
        driver.copy_in(pointers[name], data.tobytes())
    driver.fill(pointers["dw"], 0xFF, loaded.buffers["dw"].bytes, 0)
    loaded.run(pointers)
    found = np.frombuffer(driver.copy_out(pointers["dw"], loaded.buffers["dw"].bytes), np.uint8)
    result = proof.stored_result({"dw": found}, program)
    assert not driver.findings
    assert oracle.compare(result, exercise.expected, exercise.bound, program.spec.out_type, exercise.nan_allowed).ok
    with pytest.raises(LaunchError, match="are in no allocation"):
        driver.copy_out(pointers["dw"], loaded.buffers["dw"].bytes + 1)
