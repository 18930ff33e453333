"""What the drivers ask of CUDA and of HIP: functions by name, their arguments, and what becomes of an error."""

from __future__ import annotations

import ctypes
import sys
from types import ModuleType, SimpleNamespace

import pytest

from twinkern.launch import LaunchError, open_driver
from twinkern.launch.driver import OPENERS

FAILS = 700


class Recorder(ModuleType):
    """A module of functions that note their calls and give a status, then what `answers` has for them."""

    def __init__(self, name: str, answers: dict, **members: object) -> None:
        super().__init__(name)
        self.calls: list[tuple] = []
        self.answers = answers
        self.__dict__.update(members)

    def __getattr__(self, name: str):
        if name.startswith("__") or not name.startswith(("cu", "hip")):
            raise AttributeError(name)

        def call(*arguments, **named):
            if name == "cuLaunchKernel":
                places = (ctypes.c_void_p * 2).from_address(arguments[9])
                arguments = (*arguments[:9], [ctypes.c_uint64.from_address(place).value for place in places], *arguments[10:])
            self.calls.append((name, *arguments, *sorted(named.items())))
            answer = self.answers.get(name, (0,))
            return answer(*arguments) if callable(answer) else answer

        return call

    def called(self, *names: str) -> list[tuple]:
        return [call for call in self.calls if call[0] in names]


@pytest.fixture
def cuda(monkeypatch):
    attributes = SimpleNamespace(
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR="major", CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR="minor"
    )
    driver = Recorder(
        "cuda.bindings.driver",
        {
            "cuDeviceGet": (0, "device"),
            "cuDevicePrimaryCtxRetain": (0, "context"),
            "cuDeviceGetAttribute": lambda which, device: (0, {"major": 9, "minor": 0}[which]),
            "cuModuleLoadData": (0, "module"),
            "cuModuleGetFunction": lambda module, name: (0, f"function {name.decode()}"),
            "cuMemAlloc": (0, 0x7000),
            "cuMemcpyDtoH": lambda address, pointer, size: (ctypes.memset(address, 0x2A, size), (0,))[1],
            "cuEventCreate": (0, "event"),
            "cuEventElapsedTime": (0, 1.5),
            "cuGetErrorString": (0, b"an illegal address"),
        },
        CUdevice_attribute=attributes,
        CUfunction_attribute=SimpleNamespace(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES="shared"),
    )
    package = ModuleType("cuda.bindings")
    package.driver = driver
    monkeypatch.setitem(sys.modules, "cuda", ModuleType("cuda"))
    monkeypatch.setitem(sys.modules, "cuda.bindings", package)
    monkeypatch.setitem(sys.modules, "cuda.bindings.driver", driver)
    return driver


@pytest.fixture
def hip(monkeypatch):
    def properties(into, ordinal):
        into.gcnArchName = b"gfx942:sramecc+:xnack-\0\0"
        return (0,)

    def copy(to, source, size, kind):
        if kind == "out":
            to[:] = b"\x2a" * size
        return (0,)

    module = Recorder(
        "hip.hip",
        {
            "hipGetDeviceProperties": properties,
            "hipModuleLoadData": (0, "module"),
            "hipModuleGetFunction": lambda module, name: (0, f"function {name.decode()}"),
            "hipMalloc": (0, 0x7000),
            "hipMemcpy": copy,
            "hipEventCreate": (0, "event"),
            "hipEventElapsedTime": (0, 1.5),
            "hipGetErrorString": b"an illegal address",
        },
        hipDeviceProp_t=SimpleNamespace,
        hipMemcpyKind=SimpleNamespace(hipMemcpyHostToDevice="in", hipMemcpyDeviceToHost="out"),
    )
    package = ModuleType("hip")
    package.hip = module
    monkeypatch.setitem(sys.modules, "hip", package)
    return module


@pytest.fixture(params=["cuda", "hip"])
def pair(request):
    """A driver, its library, and the prefix of that's functions."""
    library = request.getfixturevalue(request.param)
    return open_driver(request.param, 3), library, "cu" if request.param == "cuda" else "hip"


def plain(value):
    return value.value if isinstance(value, ctypes.c_void_p) else value


def test_the_device_that_was_asked_for(cuda, hip):
    assert open_driver("cuda", 3).arch == "sm_90" and ("cuDeviceGet", 3) in cuda.calls
    driver = open_driver("hip", 3)
    driver.synchronize()
    assert driver.arch == "gfx942" and hip.called("hipSetDevice") == [("hipSetDevice", 3)]


def test_functions_of_an_image(pair):
    driver, library, prefix = pair
    assert driver.load(b"image", ["one", "two"]) == ["function one", "function two"]
    assert library.called(f"{prefix}ModuleLoadData") == [(f"{prefix}ModuleLoadData", b"image")]


def test_a_launch_passes_pointers_in_the_order_of_the_segment(pair):
    driver, library, prefix = pair
    driver.launch("function", (1, 2, 3), (4, 5, 6), 70, [(8, 0x2000), (0, 0x1000)], 9)
    if prefix == "cu":
        expected = ("cuLaunchKernel", "function", 1, 2, 3, 4, 5, 6, 70, 9)
        (found,) = library.called("cuLaunchKernel")
        assert (*found[:10],) == expected and found[10] == [0x1000, 0x2000] and found[11] == 0
        return
    (found,) = library.called("hipModuleLaunchKernel")
    assert found[:8] == ("hipModuleLaunchKernel", "function", 1, 2, 3, 4, 5, 6)
    named = dict(found[8:])
    assert [plain(value) for value in named["extra"]] == [0x1000, 0x2000] and plain(named["stream"]) == 9
    assert named["sharedMemBytes"] == 0 and named["kernelParams"] is None


def test_a_launch_passes_scalars_by_value(pair):
    driver, library, prefix = pair
    driver.launch("function", (1, 1, 1), (64, 1, 1), 0, [(8, 0.5), (0, 0x1000)], 9)
    if prefix == "cu":
        (found,) = library.called("cuLaunchKernel")
        pointer, scalar = found[10]
        assert pointer == 0x1000 and scalar & 0xFFFFFFFF == 0x3F000000
        return
    (found,) = library.called("hipModuleLaunchKernel")
    pointer, scalar = dict(found[8:])["extra"]
    assert plain(pointer) == 0x1000 and isinstance(scalar, ctypes.c_float) and scalar.value == 0.5


def test_shared_memory_is_asked_for_where_it_must_be(pair):
    driver, library, prefix = pair
    driver.allow_shared("function", 100_000)
    asked = [("cuFuncSetAttribute", "function", "shared", 100_000)] if prefix == "cu" else []
    assert library.called("cuFuncSetAttribute", "hipFuncSetAttribute") == asked


def test_memory(pair):
    driver, library, prefix = pair
    pointer = driver.allocate(64)
    driver.copy_in(pointer, b"abc")
    driver.fill(pointer, 7, 64, 9)
    assert pointer == 0x7000 and driver.copy_out(pointer, 3) == b"\x2a" * 3
    driver.free(pointer)
    free, fill = ("cuMemFree", "cuMemsetD8Async") if prefix == "cu" else ("hipFree", "hipMemsetAsync")
    assert [tuple(map(plain, call)) for call in library.called(free, fill)] == [(fill, 0x7000, 7, 64, 9), (free, 0x7000)]


def test_events_are_recorded_on_the_stream_and_given_back(pair):
    driver, library, prefix = pair
    first, second = driver.record(9), driver.record(9)
    assert driver.elapsed(first, second) == 1.5
    recorded = [tuple(map(plain, call)) for call in library.called(f"{prefix}EventRecord")]
    assert recorded == [(f"{prefix}EventRecord", "event", 9)] * 2
    assert len(library.called(f"{prefix}EventDestroy")) == len(library.called(f"{prefix}EventCreate")) == 2


def test_an_error_is_told_in_the_drivers_words_and_leaves_the_context(pair):
    driver, library, prefix = pair
    name = f"{prefix}MemAlloc" if prefix == "cu" else "hipMalloc"
    library.answers[name] = (FAILS, None)
    with pytest.raises(LaunchError, match="an illegal address"):
        driver.allocate(1)
    assert len(library.called("cuCtxPushCurrent")) == len(library.called("cuCtxPopCurrent"))


def test_no_device_and_no_package(cuda, hip, monkeypatch):
    cuda.answers["cuDeviceGet"] = (101, None)
    with pytest.raises(LaunchError, match=r"device 7: .*an illegal address"):
        open_driver("cuda", 7)
    assert open_driver().name == "hip"
    for name in ("cuda.bindings", "hip"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(LaunchError, match=r"no GPU: cuda: .*not installed.*; hip: .*not installed"):
        open_driver()
    with pytest.raises(LaunchError, match=f"no kind of device 'metal'; there are {', '.join(OPENERS)}"):
        open_driver("metal")
