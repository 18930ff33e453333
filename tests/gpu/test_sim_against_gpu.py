"""The simulator's NVIDIA instructions against a GPU: the same small kernels on both, compared bit by bit.

Runs where the CUDA driver's bindings (cuda-bindings) and a device of compute capability 9.0 or higher are found."""

from __future__ import annotations

import re
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest
from tests.sim.nvptx_kernels import Case, all_cases, simulate

from twinkern.judge import simulator as sim

driver = pytest.importorskip("cuda.bindings.driver", reason="cuda-bindings is not installed")
CASES = all_cases()
FIXTURE = Path(__file__).parents[1] / "sim/fixtures/sm80_fp16_nn.ll"


def call(function, *arguments):
    """Call the driver; raise where it reports an error."""
    error, *results = function(*arguments)
    if error != driver.CUresult.CUDA_SUCCESS:
        raise RuntimeError(f"{function.__name__}: {error}")
    return results[0] if len(results) == 1 else results


@pytest.fixture(scope="module")
def device() -> int:
    if driver.cuInit(0)[0] != driver.CUresult.CUDA_SUCCESS or call(driver.cuDeviceGetCount) == 0:
        pytest.skip("no CUDA device")
    number = call(driver.cuDeviceGet, 0)
    attribute = driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
    if call(driver.cuDeviceGetAttribute, attribute, number) < 9:
        pytest.skip("the device is older than sm_90")
    call(driver.cuCtxSetCurrent, call(driver.cuDevicePrimaryCtxRetain, number))
    return number


def to_ptx(text: str) -> bytes:
    """PTX for sm_90 of an LLVM module, marked with a version that has every instruction used here."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu="sm_90", opt=2)
    ptx = machine.emit_assembly(llvm.parse_assembly(text))
    return re.sub(r"\.version \d+\.\d+", ".version 8.7", ptx).encode() + b"\0"


def launch(text: str, kernel: str, grid: tuple[int, int], block: int, arguments: list, shared: int = 0) -> None:
    """Run a kernel on arrays, in place, and on int32 values."""
    module = call(driver.cuModuleLoadData, to_ptx(text))
    function = call(driver.cuModuleGetFunction, module, kernel.encode())
    if shared > 49152:
        attribute = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        call(driver.cuFuncSetAttribute, function, attribute, shared)
    buffers, values = [], []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            pointer = call(driver.cuMemAlloc, max(argument.nbytes, 1))
            call(driver.cuMemcpyHtoD, pointer, argument.ctypes.data, argument.nbytes)
            buffers.append((argument, pointer))
            values.append(np.array([int(pointer)], np.uint64))
        else:
            values.append(np.array([argument or 0], np.uint64 if argument is None else np.int32))
    addresses = np.array([value.ctypes.data for value in values], np.uint64)
    call(driver.cuLaunchKernel, function, *grid, 1, block, 1, 1, shared, 0, addresses.ctypes.data, 0)
    call(driver.cuCtxSynchronize)
    for array, pointer in buffers:
        call(driver.cuMemcpyDtoH, array.ctypes.data, pointer, array.nbytes)
        call(driver.cuMemFree, pointer)
    call(driver.cuModuleUnload, module)


def differences(case: Case, ours: np.ndarray, gpu: np.ndarray) -> np.ndarray:
    """Where two outputs differ, in elements of the case's float format."""
    if not case.floats:
        return ours != gpu
    size = {"f16": 2, "bf16": 2, "f32": 4}[case.floats]
    a, b = (x.view(f"u{size}") for x in (ours, gpu))
    if case.floats == "bf16":
        numbers = [(x.astype(np.uint32) << 16).view(np.float32) for x in (a, b)]
    else:
        numbers = [x.view(f"f{size}").astype(np.float32) for x in (a, b)]
    nan = np.isnan(numbers[0]) & np.isnan(numbers[1])
    far = np.abs(a.astype(np.int64) - b.astype(np.int64)) > case.ulps
    return far & ~nan


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_same_bits(device: int, case: Case) -> None:
    ours = simulate(case)
    gpu = [np.full(case.threads, 0x5A, f"u{bits // 8}") for bits in case.outputs]
    launch(case.text, "k", (1, 1), case.threads, [*(array.copy() for array in case.inputs), *gpu])
    for number, (a, b) in enumerate(zip(ours, gpu, strict=True)):
        wrong = np.flatnonzero(differences(case, a, b))
        where = wrong[:8] * a.size // differences(case, a, b).size
        inputs = [[hex(v) for v in array[where]] for array in case.inputs]
        assert wrong.size == 0, f"output {number}: {wrong.size} differ; {[hex(v) for v in a[where]]} here, " + (
            f"{[hex(v) for v in b[where]]} on the GPU, of {inputs}"
        )


@pytest.mark.parametrize(("m", "n", "k"), [(64, 64, 32), (128, 192, 160)])
def test_fixture(device: int, m: int, n: int, k: int) -> None:
    """Another compiler's product on both; the order of additions is the GPU's own."""
    random = np.random.default_rng(m)
    a, b = random.standard_normal((m, k)).astype(np.float16), random.standard_normal((k, n)).astype(np.float16)
    text, results = FIXTURE.read_text(), [np.full((m, n), np.nan, np.float32) for _ in range(2)]
    run = sim.run(text, grid=(m // 64, n // 64), block=128, args=[a, b, results[0], k, k, n, n, None, None], dynamic_lds=65536)
    assert run.findings == []
    launch(text, "matmul", (m // 64, n // 64), 128, [a, b, results[1], k, k, n, n, None, None], shared=65536)
    bound = k * 2.0**-22 * (np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)))
    assert (np.abs(results[0].astype(np.float64) - results[1]) <= bound).all()
