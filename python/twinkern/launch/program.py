"""A program on a device: its kernels, launched as its manifest says and by nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from twinkern.judge.toolchain import TIMEOUT
from twinkern.launch.cache import Cache
from twinkern.launch.driver import Driver, LaunchError
from twinkern.launch.images import image_of
from twinkern.launch.manifest import Argument, Kernel, Plan, read_plan

SHARED_WITHOUT_ASKING = 48 * 1024
"""Bytes of shared memory up to which a launch need not ask (CUDA C++ programming guide, "Shared Memory")."""


class Emitted(Protocol):
    """What an engine gives: see `twinkern.Program`."""

    @property
    def text(self) -> str: ...
    @property
    def manifest_text(self) -> str: ...
    @property
    def flavor(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Bound:
    """A program with its buffers: `arguments` of each launch, and what is zeroed first, as address and bytes."""

    program: Program
    arguments: tuple[tuple[tuple[int, int | float], ...], ...]
    zeroed: tuple[tuple[int, int], ...]

    def run(self, stream: int = 0) -> None:
        """Zero what the manifest says, then launch its kernels, all in the order of a stream."""
        driver = self.program.driver
        for pointer, size in self.zeroed:
            driver.fill(pointer, 0, size, stream)
        for (kernel, function), arguments in zip(self.program.launches, self.arguments, strict=True):
            driver.launch(function, kernel.grid, kernel.block, kernel.lds_bytes, arguments, stream)

    def time(self, repeats: int, stream: int = 0, before: Callable[[], None] | None = None) -> list[float]:
        """Milliseconds of each of so many runs; `before` each, outside its time, something else may be done on the stream."""
        driver = self.program.driver
        events = []
        for _ in range(repeats):
            if before is not None:
                before()
            first = driver.record(stream)
            self.run(stream)
            events.append((first, driver.record(stream)))
        return [driver.elapsed(first, second) for first, second in events]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A program that is loaded: the plan of its manifest, and each launch's kernel with its function."""

    plan: Plan
    driver: Driver
    launches: tuple[tuple[Kernel, Any], ...]

    @property
    def buffers(self) -> dict[str, Argument]:
        """The buffers that `bind` takes pointers of, by name."""
        return self.plan.buffers

    def bind(self, pointers: Mapping[str, int], scalars: Mapping[str, float] | None = None) -> Bound:
        """Give each buffer its device address, and each scalar its value.

        Raises LaunchError for one that is missing or unknown, or an address that is not aligned as the kernels assume.
        """
        values = {name: float(value) for name, value in (scalars or {}).items()}
        if set(values) != set(self.plan.scalars):
            given, taken = ", ".join(values) or "none", ", ".join(self.plan.scalars) or "none"
            raise LaunchError(f"{self.plan.name} takes scalars {taken}; given are {given}")
        buffers = self.buffers
        if pointers.keys() != buffers.keys():
            given, taken = ", ".join(pointers) or "none", ", ".join(buffers)
            raise LaunchError(f"{self.plan.name} takes buffers {taken}; given are {given}")
        for name, buffer in buffers.items():
            if pointers[name] % buffer.align or (pointers[name] <= 0 < buffer.bytes):
                raise LaunchError(f"buffer {name} is at {pointers[name]:#x}; a multiple of {buffer.align} above 0 is needed")
        passed: dict[str, int | float] = {**pointers, **values}
        arguments = tuple(
            tuple((argument.offset, passed[argument.name]) for argument in kernel.arguments) for kernel, _ in self.launches
        )
        return Bound(self, arguments, tuple((pointers[name], buffers[name].bytes) for name in self.plan.zeroed))

    def run(self, pointers: Mapping[str, int], stream: int = 0, scalars: Mapping[str, float] | None = None) -> None:
        """`bind` and run once."""
        self.bind(pointers, scalars).run(stream)


def load(program: Emitted, driver: Driver, *, cache: Cache | None = None, seconds: float = TIMEOUT) -> Program:
    """Compile a program, unless the cache has it, in so many seconds, and load it on a device.

    Raises ManifestError, LaunchError where the device is not the manifest's or refuses, and ToolchainError where the text does
    not compile.
    """
    plan = read_plan(program.manifest_text)
    if plan.arch != driver.arch:
        raise LaunchError(f"{plan.name} is for {plan.arch}; the device is {driver.arch}")
    for kernel in plan.kernels:
        for argument in kernel.arguments:
            needed, kind = (4, "scalars") if argument.role == "scalar" else (8, "pointers")
            if argument.size != needed:
                raise LaunchError(f"argument {argument.name} of {kernel.name} has {argument.size} bytes; {kind} have {needed}")
    image = program.text.encode() if driver.takes_text else image_of(program.text, plan.arch, program.flavor, cache, seconds)
    functions = dict(zip(plan.kernels, driver.load(image, [kernel.name for kernel in plan.kernels]), strict=True))
    for kernel, function in functions.items():
        if kernel.lds_bytes > SHARED_WITHOUT_ASKING:
            driver.allow_shared(function, kernel.lds_bytes)
    return Program(plan, driver, tuple((kernel, functions[kernel]) for kernel in plan.launches))
