"""How many warps of a kernel fit on a SIMD unit of a compute unit, or of a multiprocessor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from twinkern.judge.toolchain.elf import KernelResources


class OccupancyFacts(Protocol):
    """The facts that occupancy depends on; `twinkern._contract.Arch` has them. Units: see arch.toml."""

    @property
    def wave_size(self) -> int: ...
    @property
    def lds_bytes(self) -> int: ...
    @property
    def core_lds_bytes(self) -> int: ...
    @property
    def lds_granule(self) -> int: ...
    @property
    def lds_reserved(self) -> int: ...
    @property
    def unit_registers(self) -> int: ...
    @property
    def register_granule(self) -> int: ...
    @property
    def warps_per_unit(self) -> int: ...
    @property
    def units_per_core(self) -> int: ...
    @property
    def core_workgroups(self) -> int: ...
    @property
    def core_barriers(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Occupancy:
    """What fits at once. limit: what stops one more workgroup, "registers", "lds", "warps", "workgroups" or "barriers".

    warps_per_unit: warps on the fullest SIMD unit. workgroups_per_core: workgroups on a compute unit, 0 where
    not even one fits.
    """

    warps_per_unit: int
    workgroups_per_core: int
    limit: str


def occupancy(kernel: KernelResources, arch: OccupancyFacts, workgroup_size: int | None = None) -> Occupancy:
    """The occupancy of `kernel` launched with `workgroup_size` work items (default: the most that it allows).

    A warp's registers are rounded up to the allocation granule, a workgroup's LDS, what is reserved for each included, to its
    own; a SIMD unit holds as many warps as its register file and its warp slots allow, a compute unit as many whole workgroups
    as its SIMD units, its LDS, its slots for workgroups and its barriers allow.

    Sources: AMD Instinct MI300 (CDNA3) ISA document, "VGPR Allocation and Alignment" (groups of 8, 512 a lane with the
    accumulation registers) and "LDS Allocation"; LLVM, User Guide for AMDGPU Backend, compute_pgm_rsrc1
    GRANULATED_WORKITEM_VGPR_COUNT and compute_pgm_rsrc2 GRANULATED_LDS_SIZE. For whole workgroups of four warps it is the
    "Occupancy" comment of LLVM's assembly, which does not round the LDS. Of NVIDIA's machines: CUDA's occupancy calculator,
    cuda_occupancy.h, with as much shared memory as the carve-out gives at most.
    """
    warps = _ceil(workgroup_size or kernel.max_workgroup_size, arch.wave_size)
    registers = _ceil(max(kernel.vgpr_count, 1), arch.register_granule) * arch.register_granule
    warps_by_registers = arch.unit_registers // registers
    groups = {
        "warps": arch.warps_per_unit * arch.units_per_core // warps,
        "registers": warps_by_registers * arch.units_per_core // warps,
    }
    lds = kernel.lds_bytes + arch.lds_reserved
    if lds:
        fits = kernel.lds_bytes <= arch.lds_bytes
        groups["lds"] = fits * arch.core_lds_bytes // (_ceil(lds, arch.lds_granule) * arch.lds_granule)
    if arch.core_workgroups:
        groups["workgroups"] = arch.core_workgroups
    if arch.core_barriers and kernel.barriers:
        groups["barriers"] = arch.core_barriers // kernel.barriers
    limit = min(groups, key=groups.__getitem__)
    fitting = groups[limit]
    return Occupancy(_ceil(fitting * warps, arch.units_per_core), fitting, limit)


def _ceil(number: int, divisor: int) -> int:
    return -(-number // divisor)
