"""NVIDIA GPUs, by the driver API of the package cuda-bindings (CUDA Driver API reference)."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from twinkern.launch.driver import LaunchError, Passed, Triple

NO_BINDINGS = "the package cuda-bindings is not installed: pip install 'twinkern[cuda]'"


class CudaDriver:
    """One GPU, in its primary context, as other libraries of this process use it."""

    name = "cuda"
    takes_text = False

    def __init__(self, ordinal: int = 0) -> None:
        """Raises LaunchError where there is no such GPU, or no package to reach it by."""
        try:
            from cuda.bindings import driver
        except ImportError:
            raise LaunchError(NO_BINDINGS) from None
        self._api: Any = driver
        try:
            self._check(driver.cuInit(0))
            self._device = self._check(driver.cuDeviceGet(ordinal))
            self._context = self._check(driver.cuDevicePrimaryCtxRetain(self._device))
        except RuntimeError as error:
            raise LaunchError(f"device {ordinal}: {error}") from None
        attribute = driver.CUdevice_attribute
        major = self._attribute(attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
        minor = self._attribute(attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
        self.arch = f"sm_{major}{minor}"

    def _check(self, answer: tuple[Any, ...]) -> Any:
        """What a call gave beside its status. Raises LaunchError in the driver's words."""
        status, *values = answer
        if int(status) != 0:
            _, words = self._api.cuGetErrorString(status)
            name = getattr(status, "name", str(status))
            raise LaunchError(f"{name}: {words.decode() if isinstance(words, bytes) else words}")
        return values[0] if len(values) == 1 else values

    def _attribute(self, which: Any) -> int:
        return int(self._check(self._api.cuDeviceGetAttribute(which, self._device)))

    @contextmanager
    def _current(self) -> Iterator[Any]:
        """The driver's functions, while this device's context is the thread's."""
        self._check(self._api.cuCtxPushCurrent(self._context))
        try:
            yield self._api
        finally:
            self._check(self._api.cuCtxPopCurrent())

    def load(self, image: bytes, kernels: Sequence[str]) -> list[Any]:
        """See Driver. A module is never unloaded: the functions of a cached program live as long as the process."""
        with self._current() as api:
            module = self._check(api.cuModuleLoadData(image))
            return [self._check(api.cuModuleGetFunction(module, name.encode())) for name in kernels]

    def allow_shared(self, function: Any, size: int) -> None:
        with self._current() as api:
            which = api.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            self._check(api.cuFuncSetAttribute(function, which, size))

    def allocate(self, size: int) -> int:
        with self._current() as api:
            return int(self._check(api.cuMemAlloc(size)))

    def free(self, pointer: int) -> None:
        with self._current() as api:
            self._check(api.cuMemFree(pointer))

    def copy_in(self, pointer: int, data: bytes | memoryview) -> None:
        held = bytes(data)
        with self._current() as api:
            self._check(api.cuMemcpyHtoD(pointer, held, len(held)))

    def copy_out(self, pointer: int, size: int) -> bytes:
        held = bytearray(size)
        with self._current() as api:
            address = ctypes.addressof(ctypes.c_char.from_buffer(held)) if size else 0
            self._check(api.cuMemcpyDtoH(address, pointer, size))
        return bytes(held)

    def fill(self, pointer: int, byte: int, size: int, stream: int) -> None:
        with self._current() as api:
            self._check(api.cuMemsetD8Async(pointer, byte, size, stream))

    def launch(
        self, function: Any, grid: Triple, block: Triple, shared: int, arguments: Sequence[Passed], stream: int
    ) -> None:
        """See Driver. Arguments are passed by the address of each, in the order of the argument segment."""
        given = (value for _, value in sorted(arguments))
        values = [ctypes.c_float(value) if isinstance(value, float) else ctypes.c_uint64(value) for value in given]
        places = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
        with self._current() as api:
            self._check(api.cuLaunchKernel(function, *grid, *block, shared, stream, ctypes.addressof(places), 0))

    def record(self, stream: int) -> Any:
        with self._current() as api:
            event = self._check(api.cuEventCreate(0))
            self._check(api.cuEventRecord(event, stream))
        return event

    def elapsed(self, first: Any, second: Any) -> float:
        with self._current() as api:
            self._check(api.cuEventSynchronize(second))
            passed = float(self._check(api.cuEventElapsedTime(first, second)))
            for event in (first, second):
                self._check(api.cuEventDestroy(event))
            return passed

    def synchronize(self) -> None:
        with self._current() as api:
            self._check(api.cuCtxSynchronize())
