"""The judge of machine code: what a linked object shows, held against the ISA's rules and what its spec asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from twinkern._contract import ARCHES, PIPELINES, Arch
from twinkern.engine import ConvSpec
from twinkern.judge import toolchain
from twinkern.judge.machinecode.faults import Fault
from twinkern.judge.machinecode.flow import blocks_of
from twinkern.judge.machinecode.listing import read_code
from twinkern.judge.machinecode.matrix import overlaps
from twinkern.judge.machinecode.waits import wait_faults
from twinkern.judge.toolchain import Compiled, KernelResources, ToolchainError


@dataclass(frozen=True, slots=True)
class Expected:
    """What a kernel's code must show.

    `copies_while_read`: copies to LDS of one warp that may be under way while a tile is read. `overlap`: as in pipelines.toml.
    `warps_per_unit`: warps asked for, 0 where none were. `accumulation_registers`: whether they may be used. `lds_bytes`: by
    kernel, as the manifest says. `spills`: registers may be spilled.
    """

    copies_while_read: int = 0
    overlap: str = "none"
    warps_per_unit: int = 0
    accumulation_registers: bool = True
    lds_bytes: Mapping[str, int] | None = None
    spills: bool = False


def expected_of(spec: ConvSpec, lds_bytes: Mapping[str, int] | None = None, spills: bool = False) -> Expected:
    """What the code of a resolved spec must show.

    A copy brings `vector_a` or `vector_b` elements to each lane of a warp; of a ring of tiles all but the one that is read
    may be on their way.
    """
    pipeline = next(row for row in PIPELINES if (row.name, row.loader) == (spec.pipeline, spec.loader))
    copies = 0
    if pipeline.loader == "async":
        threads = spec.warps_m * spec.warps_n * ARCHES[spec.arch].wave_size
        for rows, vector in ((spec.tile_m, spec.vector_a), (spec.tile_n, spec.vector_b)):
            copies += rows * spec.tile_k // (vector * threads)
    return Expected(
        copies_while_read=(spec.stages - 1) * copies,
        overlap=pipeline.overlap,
        warps_per_unit=spec.warps_per_unit,
        accumulation_registers=spec.accumulation_registers != "none",
        lds_bytes=lds_bytes,
        spills=spills,
    )


def judge(compiled: Compiled, expected: Expected) -> tuple[Fault, ...]:
    """Everything that is wrong with the kernels of an AMDGPU object, in the order of its code.

    Raises ToolchainError where listing and code differ, or the code jumps where nobody can tell. There is no such judge for
    NVIDIA: ptxas writes code that has no public description, so only what it reports, registers and spills, is looked at.
    """
    arch = ARCHES[compiled.arch]
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

    spills = kernel.vgpr_spills + kernel.sgpr_spills
    if spills and not expected.spills:
        kinds = f"{kernel.vgpr_spills} vector and {kernel.sgpr_spills} scalar registers are spilled"
        yield fault("spills", f"{kinds}; a case may say why, spills = \"...\"")
    if kernel.private_bytes and not expected.spills:
        yield fault("scratch", f"{kernel.private_bytes} bytes of scratch a work item; a kernel needs none")
    if kernel.agpr_count and not expected.accumulation_registers:
        text = f"{kernel.agpr_count} accumulation registers are used; accumulation_registers = none allows none"
        yield fault("registers", text)
    warps = toolchain.occupancy(kernel, arch)
    if warps.warps_per_unit < expected.warps_per_unit:
        asked = f"warps_per_unit = {expected.warps_per_unit} was asked for"
        yield fault("warps", f"{asked}; {warps.warps_per_unit} fit, limited by {warps.limit}")
    promised = kernel.lds_bytes if expected.lds_bytes is None else expected.lds_bytes.get(kernel.name)
    if kernel.lds_bytes != promised:
        yield fault("lds", f"{kernel.lds_bytes} bytes of LDS; the manifest says {promised}")
