"""AMD GPUs, by the package hip-python (HIP runtime API reference, "Module Management")."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from twinkern.launch.driver import LaunchError, Passed, Triple

NO_BINDINGS = "the package hip-python is not installed: see https://rocm.docs.amd.com/projects/hip-python"


class HipDriver:
    """One GPU. Images are linked code objects."""

    name = "hip"
    takes_text = False

    def __init__(self, ordinal: int = 0) -> None:
        """Raises LaunchError where there is no such GPU, or no package to reach it by."""
        try:
            from hip import hip
        except ImportError:
            raise LaunchError(NO_BINDINGS) from None
        self._api: Any = hip
        self._ordinal = ordinal
        try:
            properties = hip.hipDeviceProp_t()
            self._check(hip.hipGetDeviceProperties(properties, ordinal))
        except LaunchError as error:
            raise LaunchError(f"device {ordinal}: {error}") from None
        self.arch = bytes(properties.gcnArchName).split(b"\0")[0].decode().split(":")[0]

    def _check(self, answer: tuple[Any, ...]) -> Any:
        """What a call gave beside its status. Raises LaunchError in the runtime's words."""
        status, *values = answer
        if int(status) != 0:
            words = self._api.hipGetErrorString(status)
            raise LaunchError(f"{getattr(status, 'name', status)}: {words.decode() if isinstance(words, bytes) else words}")
        return values[0] if len(values) == 1 else values

    def _here(self) -> Any:
        """The runtime's functions, with this device as the thread's."""
        self._check(self._api.hipSetDevice(self._ordinal))
        return self._api

    def load(self, image: bytes, kernels: Sequence[str]) -> list[Any]:
        """See Driver. A module is never unloaded."""
        api = self._here()
        module = self._check(api.hipModuleLoadData(image))
        return [self._check(api.hipModuleGetFunction(module, name.encode())) for name in kernels]

    def allow_shared(self, function: Any, size: int) -> None:
        """See Driver. LDS is in the code object: nothing is to be asked for."""

    def allocate(self, size: int) -> int:
        return int(self._check(self._here().hipMalloc(size)))

    def free(self, pointer: int) -> None:
        self._check(self._here().hipFree(ctypes.c_void_p(pointer)))

    def copy_in(self, pointer: int, data: bytes | memoryview) -> None:
        api, held = self._here(), bytes(data)
        kind = api.hipMemcpyKind.hipMemcpyHostToDevice
        self._check(api.hipMemcpy(ctypes.c_void_p(pointer), held, len(held), kind))

    def copy_out(self, pointer: int, size: int) -> bytes:
        api, held = self._here(), bytearray(size)
        kind = api.hipMemcpyKind.hipMemcpyDeviceToHost
        self._check(api.hipMemcpy(held, ctypes.c_void_p(pointer), size, kind))
        return bytes(held)

    def fill(self, pointer: int, byte: int, size: int, stream: int) -> None:
        self._check(self._here().hipMemsetAsync(ctypes.c_void_p(pointer), byte, size, ctypes.c_void_p(stream)))

    def launch(
        self, function: Any, grid: Triple, block: Triple, shared: int, arguments: Sequence[Passed], stream: int
    ) -> None:
        """See Driver. LDS that the code object declares is not asked for once more."""
        api = self._here()
        given = (value for _, value in sorted(arguments))
        extra = tuple(ctypes.c_float(value) if isinstance(value, float) else ctypes.c_void_p(value) for value in given)
        self._check(
            api.hipModuleLaunchKernel(
                function, *grid, *block, sharedMemBytes=0, stream=ctypes.c_void_p(stream), kernelParams=None, extra=extra
            )
        )

    def record(self, stream: int) -> Any:
        api = self._here()
        event = self._check(api.hipEventCreate())
        self._check(api.hipEventRecord(event, ctypes.c_void_p(stream)))
        return event

    def elapsed(self, first: Any, second: Any) -> float:
        api = self._here()
        self._check(api.hipEventSynchronize(second))
        passed = float(self._check(api.hipEventElapsedTime(first, second)))
        for event in (first, second):
            self._check(api.hipEventDestroy(event))
        return passed

    def synchronize(self) -> None:
        self._check(self._here().hipDeviceSynchronize())
