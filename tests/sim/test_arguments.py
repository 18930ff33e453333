"""What `run` is given: every value that is not allowed is a SimulatorError that says what is."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

HEAD = 'target triple = "amdgcn-amd-amdhsa"\n'
DYNAMIC = "@s = external addrspace(3) global [0 x i8]\n"


def run(parameters: str = "", args: object = (), lds: str = "", attributes: str = "", **options) -> sim.Run:
    text = f"{HEAD}{lds}define amdgpu_kernel void @k({parameters}) {attributes} {{\n  ret void\n}}\n"
    options = {"grid": 1, "block": 64, "arch": "gfx942"} | options
    return sim.run(text, args=list(args) if isinstance(args, tuple) else args, **options)


@pytest.mark.parametrize("what", ["grid", "block"])
@pytest.mark.parametrize(
    "value", [1.5, None, "x", "1", b"1", (float("nan"),), (1.7,), (), (1, 1, 1, 1), 0, (0,), -1, [[1]], {}]
)
def test_wrong_sizes(what: str, value: object) -> None:
    with pytest.raises(sim.SimulatorError, match=f"{what} .*: one to three positive whole numbers are needed"):
        run(**{what: value})


@pytest.mark.parametrize("value", [np.int64(2), [2], (np.uint8(2), 1), np.array([2, 1])])
def test_sizes_of_numpy(value: object) -> None:
    assert run(grid=value, block=value).findings == []


@pytest.mark.parametrize("text", [b"define", None, ["define"], 3])
def test_text_of_another_type(text: object) -> None:
    with pytest.raises(sim.SimulatorError, match="LLVM IR as a str is needed"):
        sim.run(text, grid=1, block=64, args=[])


@pytest.mark.parametrize("args", [None, 3, "ab", {1: 2}])
def test_arguments_of_another_type(args: object) -> None:
    with pytest.raises(sim.SimulatorError, match="a list or a tuple, one for each parameter"):
        run(args=args)


OPTIONS = {
    "arch": [3, ["gfx942"]],
    "sanitize": [3, None, b"race", [3], ("races",)],
    "outputs": [0, ("a",), "0", (0.0,)],
    "dynamic_lds": ["4", 1.5, None, -1, (4,)],
    "step_limit": ["4", 0, None],
    "progress": [3],
    "kernel": [3, ["k"]],
}


@pytest.mark.parametrize(("option", "value"), [(option, value) for option, values in OPTIONS.items() for value in values])
def test_wrong_options(option: str, value: object) -> None:
    with pytest.raises(sim.SimulatorError):
        run("ptr addrspace(1) %x", (np.zeros(4, np.uint32),), lds=DYNAMIC, **{option: value})


def test_dynamic_lds() -> None:
    assert run(lds=DYNAMIC, dynamic_lds=65536).findings == []
    with pytest.raises(sim.SimulatorError, match=r"65537 bytes of LDS: gfx942 has 65536"):
        run(lds=DYNAMIC, dynamic_lds=65537)
    assert run(dynamic_lds=16).findings == []


SCALARS = {
    "i32": ["abc", float("nan"), float("inf"), 1j, b"x", 1.5, 1 << 32, -(1 << 31) - 1, np.float32("nan"), "5"],
    "i1": [2, -2],
    "float": ["5", 1j, b"x", 10**400, "nan", None],
    "half": [10**400, "5"],
}


@pytest.mark.parametrize(("type_", "value"), [(type_, value) for type_, values in SCALARS.items() for value in values])
def test_wrong_scalars(type_: str, value: object) -> None:
    with pytest.raises(sim.SimulatorError, match=r"argument 0 \(%n\)"):
        run(f"{type_} %n", (value,))


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("i32", np.int64(7)),
        ("i32", 7.0),
        ("i1", np.True_),
        ("i1", True),
        ("float", 3),
        ("float", np.float16(2)),
        ("float", np.inf),
    ],
)
def test_scalars(type_: str, value: object) -> None:
    assert run(f"{type_} %n", (value,)).findings == []


@pytest.mark.parametrize(
    "type_", ["i128", "i65", "ptr addrspace(7)", "ptr addrspace(8)", "<4 x i32>", "[2 x i32]", "{ i32 }", "fp128"]
)
def test_parameters_that_are_not_passed(type_: str) -> None:
    for value in (3, None, np.zeros(4)):
        with pytest.raises(sim.UnsupportedError) as caught:
            run(f"{type_} %n", (value,))
        assert f"a kernel parameter of type {type_} (%n)" in str(caught.value)


@pytest.mark.parametrize("space", [3, 5])
def test_buffers_are_in_global_memory(space: int) -> None:
    assert run(f"ptr addrspace({space}) %p", (None,)).findings == []
    with pytest.raises(sim.SimulatorError, match="a buffer is in global memory"):
        run(f"ptr addrspace({space}) %p", (np.zeros(4),))


def test_arrays_of_objects() -> None:
    for array in (np.array([None, "a"]), np.zeros(2, np.dtype([("a", object)]))):
        with pytest.raises(sim.SimulatorError, match="an array of Python objects"):
            run("ptr %p", (array,))


def test_attributes_that_are_no_numbers() -> None:
    with pytest.raises(sim.SimulatorError, match='"amdgpu-flat-work-group-size"="a,b" is no list of numbers'):
        run(attributes='"amdgpu-flat-work-group-size"="a,b"')


def test_what_the_caller_raises_in_progress_is_passed_on() -> None:
    def stop(done: int, total: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        run(progress=stop)
