"""The plan: all that is decided about a kernel before it is written. Rules judge it, the emitter and the manifest say it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinkern._contract import (
    ARCHES,
    Arch,
    Atom,
    DataType,
    Direction,
    Epilogue,
    KOuter,
    LoaderKind,
    Pipeline,
    Swizzle,
    TensorName,
)
from twinkern.engine.plan.budget import Budget, budget, registers_allowed
from twinkern.engine.plan.layout import vector_width
from twinkern.engine.plan.operands import ELEMENT_BYTES, OperandPlan, SharedTile, plan_operand, share_tile
from twinkern.engine.plan.policy import (
    Obstacle,
    atoms_along_rows,
    choose_atom,
    choose_epilogue,
    choose_pipeline,
    choose_tile,
    k_outer_obstacle,
    warps_together,
)
from twinkern.engine.plan.views import GemmShape, gemm_shape
from twinkern.engine.spec.problem import product
from twinkern.engine.spec.spec import ConvSpec


@dataclass(frozen=True, slots=True)
class TensorArgument:
    """A tensor of the problem as a kernel's argument: a gradient has a d before its name."""

    tensor: TensorName
    name: str
    output: bool
    type: DataType
    bytes: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A resolved spec, and what follows from it.

    `operands` are A and B, `output` is the tile of D as it leaves through LDS, `tensors` are A, B and D: the arguments.
    `k_outer_obstacle`: why no tile can be K-outer, as a rule and its arguments. `registers` are those that a lane may use.
    `warps_together` do one atom together, `atoms_along_rows` are done side by side along the rows of a tile. `grid` counts
    workgroups.
    """

    spec: ConvSpec
    arch: Arch
    atom: Atom
    pipeline: Pipeline
    shape: GemmShape
    tensors: tuple[TensorArgument, ...]
    k_outer_obstacle: Obstacle | None
    operands: tuple[OperandPlan, OperandPlan]
    output: SharedTile
    budget: Budget
    registers: int
    warps_together: int
    atoms_along_rows: int
    tiles_m: int
    tiles_n: int
    grid: tuple[int, int, int]

    @property
    def threads(self) -> int:
        """Threads of a workgroup."""
        return self.output.threads

    @property
    def computing_warps(self) -> int:
        """Warps that multiply; those that only load come after them."""
        return self.spec.warps_m * self.spec.warps_n

    @property
    def stage_bytes(self) -> int:
        """LDS bytes from one stage to the next."""
        return sum(plan.layout.bytes for plan in self.operands)

    @property
    def fits(self) -> bool:
        """Whether the machine has what the kernel asks of it."""
        needed, arch = self.budget, self.arch
        fits_lds = needed.lds_bytes <= arch.lds_bytes
        return fits_lds and needed.loads_in_flight <= arch.in_flight_limit and needed.registers <= self.registers


def tensor_arguments(spec: ConvSpec, shape: GemmShape) -> tuple[TensorArgument, ...]:
    """A, B and D of a spec whose output type is resolved."""
    sizes = spec.problem.tensor_shapes()
    found = []
    for view in (shape.a, shape.b, shape.d):
        output = view is shape.d
        gradient = spec.direction is not Direction.FORWARD and (view.tensor is TensorName.Y or output)
        type_ = DataType(spec.out_type if output else spec.in_type)
        size = product(*sizes[view.tensor], ELEMENT_BYTES[type_])
        found.append(TensorArgument(view.tensor, f"d{view.tensor}" if gradient else view.tensor, output, type_, size))
    return tuple(found)


def plan_tile(
    spec: ConvSpec, arch: Arch, atom: Atom, pipeline: Pipeline, shape: GemmShape, obstacle: Obstacle | None
) -> Plan:
    """The plan for one tile, everything else filled in."""
    threads = (spec.warps_m * spec.warps_n + spec.load_warps) * arch.wave_size
    packed = spec.loader is LoaderKind.ASYNC or (obstacle is not None and spec.k_outer is KOuter.ON)
    a, b = plan_operand(spec, arch, atom, shape.a, True, packed), plan_operand(spec, arch, atom, shape.b, False, packed)
    tile = spec.tile_m, spec.tile_n, shape.d.run, threads
    widest = vector_width(*tile, ELEMENT_BYTES[spec.out_type])
    epilogue = choose_epilogue(spec, arch, widest)
    output = share_tile("d", *tile, widest, spec.vector_d or (0 if epilogue is Epilogue.CSHUFFLE else 1))
    permuted = Swizzle.XOR if a.layout.swizzle_group or b.layout.swizzle_group else Swizzle.NONE
    spec = replace(
        spec,
        vector_a=a.tile.vector,
        vector_b=b.tile.vector,
        vector_d=output.vector,
        lds_pad_a=a.layout.pad,
        lds_pad_b=b.layout.pad,
        swizzle=permuted if spec.swizzle is Swizzle.AUTO else spec.swizzle,
        epilogue=epilogue,
    )
    rows = atoms_along_rows(spec, atom)
    tiles_m, tiles_n = -(-shape.m // spec.tile_m), -(-shape.n // spec.tile_n)
    return Plan(
        spec=spec,
        arch=arch,
        atom=atom,
        pipeline=pipeline,
        shape=shape,
        tensors=tensor_arguments(spec, shape),
        k_outer_obstacle=obstacle,
        operands=(a, b),
        output=output,
        budget=budget(spec, arch, pipeline, atom, (a, b), rows),
        registers=registers_allowed(spec, arch, threads),
        warps_together=warps_together(spec, atom),
        atoms_along_rows=rows,
        tiles_m=tiles_m,
        tiles_n=tiles_n,
        grid=(product(shape.phases, tiles_m, tiles_n), spec.problem.groups, 1),
    )


def resolve(asked: ConvSpec) -> Plan:
    """The plan of a spec, every automatic field filled in.

    Needs a problem without violations. An open tile is the largest of ours that fits the machine and can be shared out over the
    threads, or the largest that fits, or the smallest. Fields that no value could satisfy are filled all the same, for the
    rules to refuse; an atom or a loader that there is not counts as left open.
    """
    arch = ARCHES[asked.arch]
    shape = gemm_shape(asked.problem, Direction(asked.direction))
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
        plan = plan_tile(choose_tile(spec, shape, atom, pipeline, choice), arch, atom, pipeline, shape, obstacle)
        if plan.fits and min(plan.spec.vector_a, plan.spec.vector_b, plan.spec.vector_d) > 0:
            return plan
        if plan.fits and fitting is None:
            fitting = plan
    return fitting or plan
