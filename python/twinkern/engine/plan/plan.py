"""The plan: all that is decided about a kernel before it is written. Rules judge it, the emitter and the manifest say it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from twinkern._contract import (
    ARCHES,
    COMBINE_THREADS,
    COMBINE_VECTOR,
    DIRECT_THREADS,
    Arch,
    Atom,
    ChainStage,
    DataType,
    Direction,
    Epilogue,
    KOuter,
    LoaderKind,
    Method,
    Pipeline,
    Role,
    StageOperand,
    Swizzle,
    TensorName,
)
from twinkern.engine.plan.budget import IN_WORKSPACE, Budget, budget, registers_allowed, shuffled_row_bytes, stored_type
from twinkern.engine.plan.chain import Argument, chain_arguments, chain_of
from twinkern.engine.plan.direct import ATOM_FIELDS, DirectPlan, choose_method, plan_direct
from twinkern.engine.plan.layout import vector_width
from twinkern.engine.plan.operands import ELEMENT_BYTES, OperandPlan, SharedTile, plan_operand, share_tile
from twinkern.engine.plan.policy import (
    Obstacle,
    atoms_along_rows,
    choose_atom,
    choose_combine,
    choose_epilogue,
    choose_groups,
    choose_pipeline,
    choose_split,
    choose_tile,
    k_outer_obstacle,
    load_warps_needed,
    slice_step,
    warps_together,
)
from twinkern.engine.plan.views import GemmShape, gemm_shape
from twinkern.engine.spec.problem import product
from twinkern.engine.spec.spec import ConvSpec


@dataclass(frozen=True, slots=True)
class KernelPlan:
    """A kernel of the program, in order of launch: its name is the program's and `suffix`, `grid` counts workgroups of so many
    threads, and its `arguments` follow each other: pointers, then what is passed by value."""

    suffix: str
    grid: tuple[int, int, int]
    threads: int
    lds_bytes: int
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A resolved spec, and what follows from it.

    `operands` are A and B, `output` is the tile of D as it leaves through LDS. `tensors` are A, B and what the product's kernel
    writes: D, the `result`, or a workspace of `slices` that are added up, `combined` elements by a thread; the `chain` are the
    stages on the way to D, which has so many `channels`.
    `k_outer_obstacle`: why no tile can be K-outer, as a rule and its arguments. `registers` are those that a lane may use.
    `computing_warps` multiply; those that only load come after them. `warps_together` do one atom together, `atoms_along_rows`
    are done side by side along the rows of a tile; `warp_tile` are the rows and columns of the tile of D that such warps hold.
    `exact`: no tile goes past the end of m, of n. `stage_bytes` of LDS lie from one stage to the next. Slices of the reduction
    are multiples of `slice_step`; `iterations` take the longest, or all of the reduction where there is one. `direct`: how
    threads do without atoms; then all that is about those is as if there were, and the spec leaves it open.
    """

    spec: ConvSpec
    arch: Arch
    atom: Atom
    pipeline: Pipeline
    shape: GemmShape
    tensors: tuple[Argument, ...]
    result: Argument
    chain: tuple[ChainStage, ...]
    channels: int
    k_outer_obstacle: Obstacle | None
    operands: tuple[OperandPlan, OperandPlan]
    output: SharedTile
    budget: Budget
    registers: int
    loads_fit: bool
    registers_fit: bool
    lds_fits: bool
    threads: int
    computing_warps: int
    warps_together: int
    atoms_along_rows: int
    shuffled_row_bytes: int
    warp_tile: tuple[int, int]
    exact: tuple[bool, bool]
    stage_bytes: int
    slices: int
    slice_step: int
    combined: int
    iterations: int
    tiles_m: int
    tiles_n: int
    kernels: tuple[KernelPlan, ...]
    direct: DirectPlan | None = None

    @property
    def fits(self) -> bool:
        """Whether the machine has what the kernel asks of it."""
        return self.loads_fit and self.registers_fit and self.lds_fits


def tensor_arguments(spec: ConvSpec, shape: GemmShape) -> tuple[Argument, ...]:
    """A, B and D of a spec whose output type is resolved."""
    sizes = spec.problem.tensor_shapes()
    found = []
    for view in (shape.a, shape.b, shape.d):
        output = view is shape.d
        gradient = spec.direction is not Direction.FORWARD and (view.tensor is TensorName.Y or output)
        type_ = DataType(spec.out_type if output else spec.in_type)
        size = product(*sizes[view.tensor], ELEMENT_BYTES[type_])
        name, role = f"d{view.tensor}" if gradient else view.tensor, Role.OUTPUT if output else Role.INPUT
        found.append(Argument(view.tensor, name, role, type_, size))
    return tuple(found)


def plan_tile(
    spec: ConvSpec, arch: Arch, atom: Atom, pipeline: Pipeline, shape: GemmShape, obstacle: Obstacle | None
) -> Plan:
    """The plan for one tile, everything else filled in."""
    warps = spec.warps_m * spec.warps_n
    load_warps = spec.load_warps or load_warps_needed(warps, pipeline)
    threads, loading = (warps + load_warps) * arch.wave_size, (load_warps or warps) * arch.wave_size
    packed = spec.loader is LoaderKind.ASYNC or (obstacle is not None and spec.k_outer is KOuter.ON)
    rows = atoms_along_rows(spec, atom)
    warp_tile = spec.tile_m // rows, spec.tile_n // spec.warps_n
    a = plan_operand(spec, arch, atom, shape.a, True, packed, loading, warp_tile[0] // atom.m)
    b = plan_operand(spec, arch, atom, shape.b, False, packed, loading, warp_tile[1] // atom.n)
    tiles_m, tiles_n = -(-shape.m // spec.tile_m), -(-shape.n // spec.tile_n)
    items = product(shape.phases, tiles_m, tiles_n, shape.groups)
    *inputs, result = tensor_arguments(spec, shape)
    elements = product(*spec.problem.tensor_shapes()[shape.d.tensor])
    stage_bytes = a.layout.bytes + b.layout.bytes
    split = choose_split(spec, arch, shape.k, shape.groups, items, stage_bytes, elements)
    spec = replace(spec, split_k=split, combine=choose_combine(spec, split))
    slices, step = max(split, 1), slice_step(spec)
    turns = -(-shape.k // step)
    longest = -(-shape.k // spec.tile_k) if slices == 1 else -(-turns // slices) * (step // spec.tile_k)
    tile = spec.tile_m, spec.tile_n, shape.d.run, threads
    widest = vector_width(*tile, ELEMENT_BYTES[stored_type(spec)])
    epilogue = choose_epilogue(spec, arch, widest)
    output = share_tile("d", *tile, widest, spec.vector_d or (0 if epilogue is Epilogue.CSHUFFLE else 1))
    permuted = Swizzle.XOR if a.layout.swizzle_group or b.layout.swizzle_group else Swizzle.NONE
    spec = replace(
        spec,
        load_warps=load_warps,
        vector_a=a.tile.vector,
        vector_b=b.tile.vector,
        vector_d=output.vector,
        lds_pad_a=a.layout.pad,
        lds_pad_b=b.layout.pad,
        swizzle=permuted if spec.swizzle is Swizzle.AUTO else spec.swizzle,
        epilogue=epilogue,
    )
    needed, registers = budget(spec, arch, pipeline, atom, (a, b), rows, warps), registers_allowed(spec, arch, threads)
    workspace = product(slices, elements, ELEMENT_BYTES[DataType.FP32])
    stored = Argument(result.tensor, "workspace", Role.WORKSPACE, DataType.FP32, workspace)
    tensors = *inputs, stored if IN_WORKSPACE[spec.combine] else result
    grid = product(shape.phases, tiles_m, tiles_n), product(shape.groups, slices), 1
    stages, channels = chain_of(spec), spec.problem.tensor_shapes()[shape.d.tensor][-1]
    by_channel = any(stage.operand is StageOperand.CHANNEL for stage in stages)
    together = channels if by_channel else elements
    combined = min(together & -together, COMBINE_VECTOR)
    more = chain_arguments(stages, result, channels * ELEMENT_BYTES[result.type])
    if IN_WORKSPACE[spec.combine]:
        across = -(-elements // (combined * COMBINE_THREADS))
        kernels = [KernelPlan("", grid, threads, needed.lds_bytes, tensors)]
        kernels.append(KernelPlan("_combine", (across, 1, 1), COMBINE_THREADS, 0, (stored, result, *more)))
    else:
        kernels = [KernelPlan("", grid, threads, needed.lds_bytes, (*tensors, *more))]
    return Plan(
        spec, arch, atom, pipeline, shape, tensors, result, stages, channels, obstacle,
        operands=(a, b),
        output=output,
        budget=needed,
        registers=registers,
        loads_fit=needed.loads_in_flight <= arch.in_flight_limit,
        registers_fit=needed.registers <= registers,
        lds_fits=needed.lds_bytes <= arch.lds_bytes,
        threads=threads,
        computing_warps=warps,
        warps_together=warps_together(spec, atom),
        atoms_along_rows=rows,
        shuffled_row_bytes=shuffled_row_bytes(spec, arch),
        warp_tile=warp_tile,
        exact=(shape.m % spec.tile_m == 0, shape.n % spec.tile_n == 0),
        stage_bytes=stage_bytes,
        slices=slices,
        slice_step=step,
        combined=combined,
        iterations=longest,
        tiles_m=tiles_m,
        tiles_n=tiles_n,
        kernels=tuple(kernels),
    )  # fmt: skip


def resolve(asked: ConvSpec) -> Plan:
    """The plan of a spec, every automatic field filled in.

    Needs a problem without violations. An open tile is the largest of ours that fits the machine and can be shared out over the
    threads, or the largest that fits, or the smallest. Fields that no value could satisfy are filled all the same, for the
    rules to refuse; an atom or a loader that there is not counts as left open.
    """
    asked = replace(asked, method=choose_method(asked))
    groups = choose_groups(asked)
    asked = replace(asked, groups_per_tile=asked.groups_per_tile or groups)
    if asked.method is not Method.DIRECT:
        return resolve_atoms(asked, groups)
    standard: dict[str, Any] = {row.name: row.default for row in ATOM_FIELDS}
    plan = resolve_atoms(replace(asked, **standard), groups)
    direct = plan_direct(replace(asked, groups_per_tile=groups))
    tiles = product(plan.shape.phases, -(-plan.shape.m // direct.pixels))
    kernel = KernelPlan("", (tiles, plan.shape.groups, 1), DIRECT_THREADS, direct.lds_bytes, plan.kernels[0].arguments)
    spec = replace(asked, out_type=plan.spec.out_type)
    return replace(plan, spec=spec, direct=direct, exact=(plan.shape.m % direct.pixels == 0, True), kernels=(kernel,))


def resolve_atoms(asked: ConvSpec, groups: int) -> Plan:
    """The plan of a kernel with atoms, whose tiles hold so many groups."""
    arch = ARCHES[asked.arch]
    shape = gemm_shape(asked.problem, Direction(asked.direction), groups)
    atom, pipeline = choose_atom(asked, shape), choose_pipeline(asked)
    obstacle = k_outer_obstacle(asked, atom, shape)
    spec = replace(
        asked,
        out_type=asked.in_type if asked.out_type is DataType.AUTO else asked.out_type,
        atom=atom.name,
        loader=pipeline.loader,
        stages=asked.stages or pipeline.least_stages,
        k_outer=(KOuter.OFF if obstacle else KOuter.ON) if asked.k_outer is KOuter.AUTO else asked.k_outer,
    )
    fitting = None
    for choice in arch.tiles:
        plan = plan_tile(choose_tile(spec, shape, atom, choice), arch, atom, pipeline, shape, obstacle)
        if plan.fits and min(plan.spec.vector_a, plan.spec.vector_b, plan.spec.vector_d) > 0:
            return plan
        if plan.fits and fitting is None:
            fitting = plan
    return fitting or plan
