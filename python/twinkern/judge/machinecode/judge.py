"""The judge of machine code: what a linked object shows, held against the ISA's rules and what its spec asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from twinkern._contract import ARCHES, PIPELINES, Arch
from twinkern.engine import ConvSpec
from twinkern.judge import toolchain
from twinkern.judge.machinecode.faults import Fault
from twinkern.judge.machinecode.flow import blocks_of
from twinkern.judge.machinecode.listing import read_code
from twinkern.judge.machinecode.matrix import overlaps
from twinkern.judge.machinecode.waits import wait_faults
from twinkern.judge.toolchain import Compiled, KernelResources, ToolchainError

if TYPE_CHECKING:
    from twinkern.launch.manifest import Kernel


@dataclass(frozen=True, slots=True)
class Expected:
    """What a kernel's code must show.

    `copies_while_read`: copies to LDS of one warp that may be under way while a tile is read. `overlap`: as in pipelines.toml.
    `warps_per_unit`: warps asked for, 0 where none were. `accumulation_registers`: whether they may be used. `lds_bytes` and
    `threads` of a workgroup: by kernel, as the manifest says. `spills`: registers may be spilled.
    """

    copies_while_read: int = 0
    overlap: str = "none"
    warps_per_unit: int = 0
    accumulation_registers: bool = True
    lds_bytes: Mapping[str, int] | None = None
    threads: Mapping[str, int] | None = None
    spills: bool = False


def expected_of(spec: ConvSpec, kernels: Iterable[Kernel] | None = None, spills: bool = False) -> Expected:
    """What the code of a resolved spec must show, and of the kernels of its manifest, where they are known.

    A copy brings `vector_a` or `vector_b` elements to each lane of a warp; of a ring of tiles all but the one that is read
    may be on their way. A kernel without atoms has no pipeline.
    """
    launched = None if kernels is None else list(kernels)
    pipeline = next((row for row in PIPELINES if (row.name, row.loader) == (spec.pipeline, spec.loader)), None)
    copies = 0
    if pipeline and pipeline.loader == "async":
        threads = spec.warps_m * spec.warps_n * ARCHES[spec.arch].wave_size
        for rows, vector in ((spec.tile_m, spec.vector_a), (spec.tile_n, spec.vector_b)):
            copies += rows * spec.tile_k // (vector * threads)
    return Expected(
        copies_while_read=(spec.stages - 1) * copies,
        overlap=pipeline.overlap if pipeline else "none",
        warps_per_unit=spec.warps_per_unit,
        accumulation_registers=spec.accumulation_registers != "none",
        lds_bytes=None if launched is None else {kernel.name: kernel.lds_bytes for kernel in launched},
        threads=None if launched is None else {kernel.name: prod(kernel.block) for kernel in launched},
        spills=spills,
    )


def judge(compiled: Compiled, expected: Expected) -> tuple[Fault, ...]:
    """Everything that is wrong with the kernels of an object, in the order of its code.

    Raises ToolchainError where listing and code differ, or the code jumps where nobody can tell. Of NVIDIA's code only what
    ptxas reports is looked at, registers, spills and the like: it has no public description.
    """
    arch = ARCHES[compiled.arch]
    if toolchain.on_nvidia(arch.name):
        return tuple(fault for kernel in compiled.kernels for fault in resource_faults(kernel, arch, expected))
    if not arch.split_waits and not arch.name.startswith("gfx9"):
        raise ToolchainError(f"{arch.name} is not judged: its s_waitcnt has fields of its own")
    faults: list[Fault] = []
    for code in read_code(compiled.object, compiled.listing):
        blocks = blocks_of(code)
        faults += overlaps(code)
        faults += wait_faults(
            code,
            blocks,
            split=bool(arch.split_waits),
            copies_while_read=expected.copies_while_read,
            overlap=expected.overlap,
        )
    for kernel in compiled.kernels:
        faults += resource_faults(kernel, arch, expected)
    return tuple(faults)


def resource_faults(kernel: KernelResources, arch: Arch, expected: Expected) -> Iterator[Fault]:
    """Where a kernel got other registers, LDS or warps than it asked for."""

    def fault(check: str, text: str) -> Fault:
        return Fault(check, kernel.name, -1, text)

    spills = kernel.vgpr_spills + kernel.sgpr_spills + kernel.spill_loads
    if spills and not expected.spills:
        if toolchain.on_nvidia(arch.name):
            kinds = f"spills store {kernel.vgpr_spills} bytes a thread and load {kernel.spill_loads}"
        else:
            kinds = f"{kernel.vgpr_spills} vector and {kernel.sgpr_spills} scalar registers are spilled"
        yield fault("spills", f"{kinds}; a case may say why, spills = \"...\"")
    if kernel.private_bytes and not expected.spills:
        yield fault("scratch", f"{kernel.private_bytes} bytes of scratch a work item; a kernel needs none")
    if kernel.agpr_count and not expected.accumulation_registers:
        text = f"{kernel.agpr_count} accumulation registers are used; accumulation_registers = none allows none"
        yield fault("registers", text)
    promised = kernel.lds_bytes if expected.lds_bytes is None else expected.lds_bytes.get(kernel.name)
    if promised is None or promised < kernel.lds_bytes or (promised != kernel.lds_bytes and not kernel.launch_lds):
        yield fault("lds", f"{kernel.lds_bytes} bytes of LDS; the manifest says {promised}")
    threads = kernel.max_workgroup_size if expected.threads is None else expected.threads.get(kernel.name)
    if threads != kernel.max_workgroup_size:
        yield fault("threads", f"made for workgroups of {kernel.max_workgroup_size} threads; the manifest says {threads}")
    warps = toolchain.occupancy(kernel.launched(promised), arch)
    if not warps.workgroups_per_core:
        yield fault("warps", f"no workgroup of {kernel.max_workgroup_size} threads fits, limited by {warps.limit}")
    elif warps.warps_per_unit < expected.warps_per_unit:
        asked = f"warps_per_unit = {expected.warps_per_unit} was asked for"
        yield fault("warps", f"{asked}; {warps.warps_per_unit} fit, limited by {warps.limit}")
