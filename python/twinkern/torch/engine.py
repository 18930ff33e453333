"""Which kernel computes a convolution, and how it runs: a spec by a small policy, its program from an engine, loaded once.

Programs are kept by direction, problem, type, device and output chain, so that a call that was made before costs a look-up.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, cast

import torch

from twinkern._contract import ARCHES
from twinkern.engine import ConvProblem, ConvSpec, Refusal
from twinkern.engines import DEFAULT_FLAVOR, Engine, Program, get_engine
from twinkern.launch import Cache, Driver, load, open_driver

TYPES = {torch.float16: "fp16", torch.bfloat16: "bf16", torch.float32: "fp32"}
MOST_PROGRAMS = 1024
"""Programs that are kept; the ones that were asked for longest ago go."""

SCHEDULES: dict[str, tuple[dict[str, Any], ...]] = {
    "sm": ({"pipeline": "ring", "loader": "async", "stages": 3}, {"pipeline": "ring", "stages": 2}, {"pipeline": "basic"}, {}),
    "gfx": ({"pipeline": "async"}, {"pipeline": "compv3"}, {"pipeline": "basic"}, {}),
}
"""By the family of an architecture, fields of a spec from what hides most of memory's time to what every problem can have: the
first that is not refused is taken. Copies that pass by the registers need runs of four bytes or more, and transposed reads
for tiles that lie along their free axis."""
CUT: dict[str, Any] = {"split_k": -1}
"""What a weight gradient's spec has besides: few tiles and a long reduction, which the policy cuts."""
DIRECT: dict[str, Any] = {"method": "direct"}
"""What comes first for groups: a kernel without atoms, where they have few channels and the direction has one."""


class Unsupported(RuntimeError):
    """A convolution that no kernel here computes; says what was asked, and what is allowed."""


class Device(Protocol):
    """What runs programs on tensors that are dense, channels-last and aligned."""

    @property
    def arch(self) -> str:
        """The architecture that programs are emitted for."""

    def load(self, program: Program) -> Any:
        """What `run` takes. Raises LaunchError, ToolchainError."""

    def run(self, loaded: Any, tensors: Mapping[str, torch.Tensor], scalars: Mapping[str, float]) -> None:
        """Run on tensors and scalars by the names of the manifest, in the order of the current stream. Raises LaunchError."""


class Gpu:
    """The GPU of CUDA tensors, or of ROCm's, which PyTorch calls CUDA too."""

    def __init__(self, ordinal: int) -> None:
        self._ordinal = ordinal
        with torch.cuda.device(ordinal):
            self._driver = open_driver("hip" if torch.version.hip else "cuda", ordinal)

    @property
    def arch(self) -> str:
        """See Device."""
        return self._driver.arch

    def load(self, program: Program) -> Any:
        """See Device. Compiled images are kept on disk."""
        with torch.cuda.device(self._ordinal):
            return load(program, self._driver, cache=Cache())

    def run(self, loaded: Any, tensors: Mapping[str, torch.Tensor], scalars: Mapping[str, float]) -> None:
        """See Device."""
        with torch.cuda.device(self._ordinal):
            stream = torch.cuda.current_stream().cuda_stream
            pointers = {name: tensor.data_ptr() for name, tensor in tensors.items()}
            # The allocator gives their memory to others in the order of this stream alone, once they are out of use here.
            device = next(iter(tensors.values())).device
            held = {
                name: torch.empty(buffer.bytes, dtype=torch.uint8, device=device)
                for name, buffer in loaded.buffers.items()
                if buffer.role == "workspace"
            }
            loaded.run(pointers | {name: tensor.data_ptr() for name, tensor in held.items()}, stream, scalars)


class Host:
    """A driver with memory of its own, for tensors of the CPU: they are copied there and back."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    @property
    def arch(self) -> str:
        """See Device."""
        return self._driver.arch

    def load(self, program: Program) -> Any:
        """See Device."""
        return load(program, self._driver)

    def run(self, loaded: Any, tensors: Mapping[str, torch.Tensor], scalars: Mapping[str, float]) -> None:
        """See Device."""
        driver = self._driver
        held: dict[str, int] = {}
        rows = {name: tensor.movedim(1, -1) if tensor.dim() > 1 else tensor for name, tensor in tensors.items()}
        flat = {name: tensor.reshape(-1).view(torch.uint8) for name, tensor in rows.items()}
        try:
            for name, data in flat.items():
                held[name] = driver.allocate(data.numel())
                driver.copy_in(held[name], data.numpy().tobytes())
            for name, buffer in loaded.buffers.items():
                if buffer.role == "workspace":
                    held[name] = driver.allocate(buffer.bytes)
            loaded.run(held, scalars=scalars)
            driver.synchronize()
            for name, data in flat.items():
                if loaded.buffers[name].role == "output":
                    data.copy_(torch.frombuffer(bytearray(driver.copy_out(held[name], data.numel())), dtype=torch.uint8))
        finally:
            for pointer in held.values():
                driver.free(pointer)


@dataclass(frozen=True, slots=True)
class Kernel:
    """A program that is loaded on its device."""

    device: Device
    loaded: Any

    def run(self, tensors: Mapping[str, torch.Tensor], scalars: Mapping[str, float]) -> None:
        """See Device."""
        self.device.run(self.loaded, tensors, scalars)


Fields = tuple[tuple[str, str], ...]
"""Fields of a spec that say what its output chain does."""
Key = tuple[str, ConvProblem, torch.dtype, Device, Fields]


class Kernels:
    """The kernels that were asked for last, and why there was none for others. Threads may share it."""

    def __init__(self, most: int = MOST_PROGRAMS) -> None:
        self._most = most
        self._held: OrderedDict[Key, Kernel | Unsupported] = OrderedDict()
        self._lock = threading.Lock()
        self._making = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    def _get(self, key: Key) -> Kernel | Unsupported | None:
        with self._lock:
            found = self._held.get(key)
            if found is not None:
                self._held.move_to_end(key)
            return found

    def _make(self, key: Key) -> Kernel | Unsupported:
        """One at a time, so that no two threads compile the same."""
        with self._making:
            found = self._get(key)
            if found is None:
                found = make_kernel(*key)
                with self._lock:
                    self._held[key] = found
                    while len(self._held) > self._most:
                        self._held.popitem(last=False)
            return found

    def find(self, key: Key) -> Kernel:
        """The kernel of a key, made where there is none yet.

        Raises Unsupported, LaunchError, ToolchainError; of these only the first is remembered.
        """
        found = self._get(key) or self._make(key)
        if isinstance(found, Unsupported):
            raise Unsupported(*found.args)
        return found


kernels = Kernels()
_gpus: dict[int, Gpu] = {}
_gpus_lock = threading.Lock()
_cpu: list[Device] = []


@cache
def emitter() -> Engine:
    """The C engine where it is built, else the Python one: both print the same."""
    try:
        return get_engine("c")
    except ImportError:
        return get_engine("python")


def emit_for(direction: str, problem: ConvProblem, in_type: str, arch: str, chain: Fields = ()) -> Program:
    """The program of the first schedule of the policy that is not refused. Raises Refusal of the plainest where all are."""
    cut: dict[str, Any] = CUT if direction == "wgrad" else {}
    given: dict[str, Any] = cut | dict(chain)
    spec = replace(ConvSpec(problem=problem, direction=direction, arch=arch, in_type=in_type), **given)
    *better, plainest = SCHEDULES["sm" if arch.startswith("sm_") else "gfx"]
    for fields in (*([DIRECT] if problem.groups > 1 else []), *better):
        data = replace(spec, **fields).to_json().encode()
        if emitter().explain(data).name is not None:
            return emitter().emit(data, DEFAULT_FLAVOR)
    return emitter().emit(replace(spec, **plainest).to_json().encode(), DEFAULT_FLAVOR)


def make_kernel(
    direction: str, problem: ConvProblem, dtype: torch.dtype, device: Device, chain: Fields = ()
) -> Kernel | Unsupported:
    """Emit and load, or say why no kernel can be had. Raises LaunchError, ToolchainError."""
    if device.arch not in ARCHES or not ARCHES[device.arch].emits:
        known = ", ".join(name for name, row in ARCHES.items() if row.emits)
        return Unsupported(f"a device of {device.arch}: kernels are emitted for {known}")
    try:
        program = emit_for(direction, problem, TYPES[dtype], device.arch, chain)
    except Refusal as refusal:
        return Unsupported(f"{direction} of {problem} in {TYPES[dtype]} for {device.arch} is refused: {refusal}")
    return Kernel(device, device.load(program))


@contextmanager
def on_cpu(device: Device | Driver) -> Iterator[None]:
    """Run the convolutions of CPU tensors on a device while this lasts, in all threads: for tests, by
    `twinkern.launch.simulator.SimulatorDriver(arch)`, which takes seconds for tiny problems."""
    _cpu.append(Host(cast(Driver, device)) if hasattr(device, "copy_in") else device)
    try:
        yield
    finally:
        _cpu.pop()


def device_of(device: torch.device) -> Device:
    """What runs programs on tensors of a device. Raises Unsupported where there is none, LaunchError without a driver."""
    if device.type == "cpu" and _cpu:
        return _cpu[-1]
    if device.type != "cuda":
        raise Unsupported(f"tensors on {device}: kernels run on CUDA tensors (ROCm's too); move the model there by .to('cuda')")
    with _gpus_lock:
        if device.index not in _gpus:
            _gpus[device.index] = Gpu(device.index)
        return _gpus[device.index]


def tf32_allowed() -> bool:
    """Whether PyTorch's own convolutions may multiply fp32 as tf32."""
    conv = getattr(torch.backends.cudnn, "conv", None)
    return bool(torch.backends.cudnn.allow_tf32 if conv is None else conv.fp32_precision == "tf32")


def find(
    direction: str, problem: ConvProblem, dtype: torch.dtype, device: torch.device, chain: Fields = ()
) -> Kernel:
    """The kernel of a problem for tensors of a type and device, with what its output chain does.

    Raises Unsupported where there can be none, LaunchError or ToolchainError where what is needed to make it is missing.
    """
    if dtype not in TYPES:
        raise Unsupported(f"tensors of {dtype}: there are kernels for {', '.join(map(str, TYPES))}")
    if dtype is torch.float32 and not tf32_allowed():
        raise Unsupported(
            "torch.float32 is multiplied as tf32, which torch.backends.cudnn forbids: set its conv.fp32_precision to 'tf32' "
            "(allow_tf32 = True), or use torch.bfloat16 or torch.float16"
        )
    return kernels.find((direction, problem, dtype, device_of(device), chain))
