"""What the family of an architecture decides about a run: one `Target` each for amdgcn and nvptx64."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .amd import amdgcn, arithmetic, assembly, atomics, buffers, cross_lane, fat_pointers, lds_load, mfma, mfma_scaled, wmma
from .memory.batch import Shape
from .nvidia import nvptx
from .run.intrinsics import dispatcher
from .run.slots import Operation, Slots
from .text import ir
from .text.architectures import AMDGCN, NVPTX, check_amdgcn, check_known, check_triple, family_of, processor_of


@dataclass(frozen=True, slots=True)
class Target:
    """- `calls`: counter class and operation of a call; `kernels`: names of functions that metadata makes kernels;
    - `architectures`: the names of those that are simulated;
    - `deduce_arch`, `wave_size` (of arch and target features), `lds_bytes` (a workgroup's, of arch);
    - `prepare`: the kernel for an architecture, with inline assembly replaced where it can be;
    - `check_launch`: raises SimulatorError for a launch that the hardware or the kernel's attributes forbid;
    - `barrier_waits`: a barrier waits for the stores to LDS before it."""

    calls: Callable[[Slots, ir.Instruction], tuple[str, Operation]]
    kernels: Callable[[ir.Module], set[str]]
    deduce_arch: Callable[[ir.Function], str]
    wave_size: Callable[[str, str], int]
    lds_bytes: Callable[[str], int]
    prepare: Callable[[ir.Function, str], ir.Function]
    check_launch: Callable[[ir.Function, Shape], None]
    barrier_waits: bool
    architectures: tuple[str, ...]


_AMDGCN_MODULES = (amdgcn, arithmetic, cross_lane, buffers, fat_pointers, lds_load, atomics, mfma, mfma_scaled, wmma)
_TARGETS = {
    "amdgcn": Target(
        dispatcher({name: handler for module in _AMDGCN_MODULES for name, handler in module.HANDLERS.items()}, check_amdgcn),
        lambda module: set(),
        amdgcn.deduce_arch,
        amdgcn.wave_size,
        amdgcn.lds_bytes,
        lambda function, arch: assembly.expand(function, amdgcn.generation(arch)),
        amdgcn.check_launch,
        barrier_waits=False,
        architectures=AMDGCN,
    ),
    "nvptx64": Target(
        nvptx.dispatch,
        nvptx.annotated_kernels,
        nvptx.deduce_arch,
        nvptx.wave_size,
        nvptx.lds_bytes,
        lambda function, arch: function,
        nvptx.check_launch,
        barrier_waits=True,
        architectures=NVPTX,
    ),
}


def target_of(module: ir.Module, arch: object = None) -> Target:
    """The target that a module's triple names or, where it has none, the architecture that was asked for."""
    return _TARGETS[family_of(module.triple, arch)]


def architecture_of(module: ir.Module, function: ir.Function, arch: str | None, target: Target) -> str:
    """The architecture that a kernel runs as: what was asked for, its "target-cpu", or what the triple names."""
    named = processor_of(module.triple)
    if arch is None:
        arch = named if named and "target-cpu" not in function.attributes else target.deduce_arch(function)
    check_known(arch, target.architectures)
    check_triple(module.triple, arch)
    return arch
