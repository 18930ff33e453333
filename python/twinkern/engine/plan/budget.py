"""What a kernel asks of the machine, and what the machine has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twinkern._contract import (
    DWORD_BYTES,
    OTHER_REGISTERS,
    AccumulationRegisters,
    Arch,
    Atom,
    Combine,
    DataType,
    Epilogue,
    LoaderKind,
    Pipeline,
    StageOperand,
)
from twinkern.engine.plan.chain import chain_of
from twinkern.engine.plan.layout import rows_alike
from twinkern.engine.plan.operands import ELEMENT_BYTES, OperandPlan
from twinkern.engine.spec.problem import round_up
from twinkern.engine.spec.spec import ConvSpec


@dataclass(frozen=True, slots=True)
class Budget:
    """What a kernel asks of the machine: registers a lane, loads of a warp that are in flight at once, bytes of LDS.

    Registers hold accumulators, the fragments of one step, fetched tiles, and places: what the loop keeps of the indices of a
    thread's loads. `parted`: warps that load hold no accumulators. `tiles` are those of all stages of A and B; the tile of the
    shuffled epilogue reuses their bytes.
    """

    accumulators: int
    fragments: int
    fetched: int
    places: int
    parted: bool
    loads_in_flight: int
    tiles: int
    shuffle: int

    @property
    def registers(self) -> int:
        """Registers of a lane, those for all else included."""
        computing, loading = self.accumulators + self.fragments, self.fetched + self.places
        return OTHER_REGISTERS + (max(computing, loading) if self.parted else computing + loading)

    @property
    def least_registers(self) -> int:
        """Registers of a lane that no compiler can do without."""
        return max(self.accumulators, self.fetched) if self.parted else self.accumulators + self.fetched

    @property
    def lds_bytes(self) -> int:
        """Bytes of LDS as they are allocated."""
        return max(self.tiles, self.shuffle)


def stored_type(spec: ConvSpec) -> DataType:
    """The type in which the product's kernel stores: slices that go to a workspace stay fp32."""
    return DataType.FP32 if IN_WORKSPACE[spec.combine] else DataType(spec.out_type)


def shuffled_type(spec: ConvSpec) -> DataType:
    """The type of the elements of the shuffled epilogue's tile: fp32 where stages of the chain read operands, for they do so as
    wide as the tile is stored, after it went through LDS."""
    late = any(stage.operand is not StageOperand.NONE for stage in chain_of(spec))
    return DataType.FP32 if late else stored_type(spec)


def shuffled_row_bytes(spec: ConvSpec, arch: Arch) -> int:
    """LDS bytes from one row of the shuffled epilogue's tile to the next."""
    return spec.tile_n * ELEMENT_BYTES[shuffled_type(spec)] + arch.shuffle_pad


def registers_of_places(spec: ConvSpec, plan: OperandPlan) -> int:
    """Registers that hold where the loads of a thread lie in one operand.

    An index of the free axis is an offset and a position on each axis that is checked; a cursor at most a digit an axis and one
    more.
    """
    shared = plan.tile.shared
    cursors, free = shared.period, shared.columns if plan.contiguous_free else shared.rows
    if spec.loader is LoaderKind.ASYNC and plan.layout.swizzle_group:
        turns = min(rows_alike(shared.period, shared.apart), shared.rows) * shared.columns
        cursors, free = (cursors, turns) if plan.contiguous_free else (turns, free)
    return free * (1 + plan.checked) + cursors * (1 + spec.problem.rank)


def budget(
    spec: ConvSpec, arch: Arch, pipeline: Pipeline, atom: Atom, operands: Sequence[OperandPlan], along_rows: int, warps: int
) -> Budget:
    """The budget of a resolved spec, of which so many warps multiply."""
    loads = sum(plan.tile.accesses for plan in operands)
    held = sum(plan.tile.accesses * max(plan.tile.vector // 2, 1) for plan in operands)
    elements = -(-spec.tile_m // (along_rows * atom.m)) * atom.a.length
    elements += -(-spec.tile_n // (spec.warps_n * atom.n)) * atom.b.length
    return Budget(
        accumulators=-(-spec.tile_m * spec.tile_n // (warps * arch.wave_size)),
        fragments=elements * ELEMENT_BYTES[spec.in_type] // DWORD_BYTES,
        fetched=held * pipeline.fetched_tiles,
        places=sum(registers_of_places(spec, plan) for plan in operands),
        parted=pipeline.roles,
        loads_in_flight=loads * spec.stages if spec.loader is LoaderKind.ASYNC else 0,
        tiles=spec.stages * sum(plan.layout.bytes for plan in operands),
        shuffle=spec.tile_m * shuffled_row_bytes(spec, arch) if spec.epilogue is Epilogue.CSHUFFLE else 0,
    )


IN_WORKSPACE: Mapping[str, bool] = Combine.table({
    Combine.AUTO: False,
    Combine.NONE: False,
    Combine.ATOMIC: False,
    Combine.TWO_STAGE: True,
})
"""Whether slices of the reduction go to a workspace; a plan has none that is open."""
FORBIDS_ACCUMULATION: Mapping[str, bool] = AccumulationRegisters.table({
    AccumulationRegisters.ALLOWED: False,
    AccumulationRegisters.NONE: True,
})


def registers_allowed(spec: ConvSpec, arch: Arch, threads: int) -> int:
    """Registers of a lane, in whole granules: a SIMD unit holds its share of a workgroup's warps, and a spec may forbid
    accumulation registers."""
    warps = -(-threads // arch.wave_size)
    shared = arch.unit_registers // -(-warps // arch.units_per_core)
    allowed = arch.vector_registers if FORBIDS_ACCUMULATION[spec.accumulation_registers] else arch.registers_per_lane
    return min(allowed, shared) // arch.register_granule * arch.register_granule


def warps_possible(needed: Budget, arch: Arch, threads: int) -> tuple[int, int]:
    """Warps on the fullest SIMD unit: those of one workgroup, and those of as many whole workgroups as fit a compute unit."""
    warps = -(-threads // arch.wave_size)
    registers = round_up(max(needed.least_registers, 1), arch.register_granule)
    workgroups = min(
        arch.warps_per_unit * arch.units_per_core // warps,
        arch.unit_registers // registers * arch.units_per_core // warps,
        arch.core_lds_bytes // round_up(max(needed.lds_bytes, 1), arch.lds_granule),
    )
    return -(-warps // arch.units_per_core), -(-workgroups * warps // arch.units_per_core)
