"""What is allowed: every check of a problem and of a resolved spec. `rules.toml` holds codes and messages.

Checks come in stages. What a stage finds broken is repaired, to the nearest that is allowed or to what would be chosen, and the
next stage judges the repaired spec: so every broken rule is named, and none that only follows from another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from twinkern._contract import (
    ARCHES,
    FIELDS,
    PIPELINES,
    WAYS_OUT,
    Arch,
    Atom,
    AtomName,
    DataType,
    Direction,
    Epilogue,
    KOuter,
    LoaderKind,
    Pipeline,
    Swizzle,
    TensorName,
    Unroll,
)
from twinkern.engine.plan.layout import chunk_dwords, dma_widths, vector_fits
from twinkern.engine.plan.policy import (
    ELEMENT_BYTES,
    OTHER_REGISTERS,
    OperandPlan,
    atoms_along_rows,
    atoms_of,
    budget,
    find_atom,
    find_pipeline,
    k_outer_obstacle,
    load_warps_needed,
    loading_threads,
    operand_plans,
    operand_read,
    registers_allowed,
    resolve,
    swizzle_group,
    warps_possible,
    warps_together,
    widest_load,
    widest_store,
    workgroup_threads,
)
from twinkern.engine.plan.views import GemmShape, gemm_shape
from twinkern.engine.spec.problem import OPERAND_TENSORS, SATURATED, ConvProblem, product, round_up
from twinkern.engine.spec.spec import ConvSpec
from twinkern.engine.spec.violations import Refusal, Violation, violation

COORDINATE_LIMIT = 1 << 30
"""Pixels of a padded axis: sums and differences of two coordinates stay inside 32 bits."""
STRIDE_LIMIT = 1 << 15
"""Stride of a dgrad: products of two numbers below it, from which a phase's taps are found, fit in 32 bits."""
UNROLL_LIMIT = 128
"""Iterations that are written out at most: beyond it compilers take minutes and all of a host's memory."""
DWORD_BYTES = 4
UNLOADABLE = frozenset(("LOADER_SLOTS", "ASYNC_RUN", "ASYNC_CHUNK", "ASYNC_FREE_AXIS"))
"""Rules whose breach leaves no load to count."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that is broken, and the fields, with their values, with which the rest is judged."""

    violation: Violation
    repair: dict[str, int | str | tuple[int, ...]]


Found = Iterator[Broken]


def broken(code: str, *arguments: int | str, **repair: int | str | tuple[int, ...]) -> Broken:
    """A broken rule, its arguments in its own order."""
    return Broken(violation(code, *arguments), repair)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a stage looks at: the spec as it was asked, as far as it is repaired; its resolved form, and what follows from that.

    `atom` and `pipeline` are None before the stages that look for them. `found` are the codes of earlier stages; `advise`:
    ways out are to be tried.
    """

    asked: ConvSpec
    spec: ConvSpec
    shape: GemmShape
    arch: Arch
    atom: Atom | None
    pipeline: Pipeline | None
    plans: list[OperandPlan]
    threads: int
    found: frozenset[str]
    advise: bool

    def way_out(self) -> str:
        """The first change of ours, as the end of a message, with which no rule is broken but those of earlier stages; empty
        where there is none."""
        for text, changes in WAYS_OUT if self.advise else ():
            _, found = judge(replace(self.asked, **changes), advise=False)
            if {row.code for row in found} <= self.found:
                return f"; {text}"
        return ""


def look_at(asked: ConvSpec, found: frozenset[str], advise: bool) -> Judged:
    """A spec before the next stage."""
    spec = resolve(asked)
    shape = gemm_shape(spec.problem, spec.direction)
    atom, pipeline = find_atom(spec), find_pipeline(spec)
    there = atom is not None and pipeline is not None
    plans = operand_plans(spec, atom, shape) if there else []
    threads = workgroup_threads(spec) if there else 0
    return Judged(asked, spec, shape, ARCHES[spec.arch], atom, pipeline, plans, threads, found, advise)


def problem_violations(problem: ConvProblem) -> Found:
    """What is wrong with the sizes alone."""
    for name, channels in (("c", problem.c), ("k", problem.k)):
        if channels % problem.groups:
            below = channels // problem.groups * problem.groups
            above = below + problem.groups
            most = next(field.high for field in FIELDS if field.name == name)
            possible = [value for value in (below, above) if 0 < value <= most]
            choices = " or ".join(str(value) for value in possible)
            yield broken("PROBLEM_GROUPS", name, channels, problem.groups, choices, **{name: possible[-1]})
    pads = list(problem.pad_before)
    for axis in range(problem.rank):
        padded, extent = problem.padded(axis), problem.extent(axis)
        if padded > COORDINATE_LIMIT:
            yield broken("PROBLEM_EXTENT", axis, padded, COORDINATE_LIMIT)
        if padded < extent:
            pads[axis] += extent - padded
            yield broken("PROBLEM_EMPTY", axis, padded, extent, extent - padded, pad_before=tuple(pads))


def tensor_bytes(spec: ConvSpec) -> dict[TensorName, int]:
    """Bytes of each tensor of a spec whose output type is resolved, by its name in the problem."""
    output = OPERAND_TENSORS[spec.direction][2]
    return {
        name: product(*shape, ELEMENT_BYTES[spec.out_type if name is output else spec.in_type])
        for name, shape in spec.problem.tensor_shapes().items()
    }


def calls_that_do(parts: int, size: int, limit: int) -> int:
    """Calls over which a tensor of so many equal parts, `size` bytes in all, is split so that each part of it is within the
    limit; 0 where one part alone is not, or there is but one."""
    reach = parts if size == 0 else limit // (size // parts)
    return -(-parts // reach) if parts > 1 and reach else 0


def size_violations(judged: Judged) -> Found:
    """Tensors that are too large for the offsets of a kernel, and strides that make too many phases.

    The indices of the product need no check of their own: none has more values than a tensor has elements.
    """
    spec, problem, limit = judged.spec, judged.spec.problem, judged.arch.tensor_bytes
    if spec.out_type is not spec.in_type and spec.out_type is not DataType.FP32:
        yield broken("OUT_TYPE", spec.out_type, spec.in_type, out_type=DataType.AUTO)
    for name, size in tensor_bytes(spec).items():
        if size <= limit:
            continue
        images = calls_that_do(problem.n, size, limit) if name is not TensorName.W and size < SATURATED else 0
        parts = calls_that_do(problem.groups, size, limit) if size < SATURATED else 0
        way = f"; split the batch over {images} calls" if images else f"; split the groups over {parts} calls" if parts else ""
        yield broken("PROBLEM_TENSOR_BYTES", name, size, limit, way)
    for axis, stride in enumerate(problem.stride):
        if spec.direction is Direction.DGRAD and stride > STRIDE_LIMIT:
            yield broken("PROBLEM_STRIDE", axis, stride, STRIDE_LIMIT)


def field_violations(judged: Judged) -> Found:
    """Fields that are about something that the machine does not have, and say otherwise."""
    spec = judged.spec
    for field in FIELDS:
        if spec.arch not in field.arches and getattr(spec, field.name) != field.default:
            repair = {field.name: field.default}
            yield broken("FIELD_MACHINE", field.name, getattr(spec, field.name), spec.arch, field.default, **repair)


def atom_violations(judged: Judged) -> Found:
    """An atom that the architecture lacks."""
    spec = judged.spec
    if judged.atom is None:
        allowed = ", ".join(row.name for row in atoms_of(spec))
        yield broken("ATOM_MISSING", spec.atom, spec.arch, spec.in_type, allowed, atom=AtomName.AUTO)


def schedule_violations(judged: Judged) -> Found:
    """A loader that the pipeline lacks, or a pipeline that the architecture does."""
    spec = judged.spec
    if judged.pipeline is None:
        allowed = ", ".join(row.loader for row in PIPELINES if row.name is spec.pipeline)
        yield broken("PIPELINE_LOADER", spec.pipeline, spec.loader, allowed, loader=LoaderKind.AUTO)
    elif spec.arch not in judged.pipeline.arches:
        allowed = ", ".join(dict.fromkeys(row.name for row in PIPELINES if spec.arch in row.arches))
        yield broken("PIPELINE_ARCH", spec.pipeline, spec.arch, allowed)


def thread_violations(judged: Judged) -> Found:
    """More warps than a workgroup takes."""
    spec, limit = judged.spec, judged.arch.threads_per_workgroup
    if judged.threads > limit:
        counts = spec.warps_m, spec.warps_n, spec.load_warps
        most = limit // judged.arch.wave_size
        yield broken("WORKGROUP_THREADS", judged.threads, *counts, limit, most, warps_m=0, warps_n=0, load_warps=0)


def tile_violations(judged: Judged) -> Found:
    """Tiles that the atoms and warps do not fill."""
    spec, atom = judged.spec, judged.atom
    for name, step, reason in (
        ("warps_m", warps_together(spec, atom), f"atom {atom.name}"),
        ("tile_m", atoms_along_rows(spec, atom) * atom.m, f"warps_m {spec.warps_m} of atom {atom.name}"),
        ("tile_n", spec.warps_n * atom.n, f"warps_n {spec.warps_n} of atom {atom.name}"),
        ("tile_k", atom.k, f"atom {atom.name}"),
    ):
        value = getattr(spec, name)
        if value % step:
            nearest = value // step * step or step
            yield broken("TILE_SHAPE", name, value, step, reason, nearest, **{name: nearest})


def pipeline_violations(judged: Judged) -> Found:
    """Stages, load warps and unrolling that the pipeline does not have."""
    spec, pipeline, shape = judged.spec, judged.pipeline, judged.shape
    low, high = pipeline.least_stages, pipeline.most_stages
    if not low <= spec.stages <= high:
        nearest = min(max(spec.stages, low), high)
        yield broken("PIPELINE_STAGES", spec.pipeline, spec.loader, spec.stages, low, high, nearest, stages=nearest)
    if (spec.load_warps > 0) != pipeline.roles:
        needed = load_warps_needed(spec, pipeline)
        yield broken("PIPELINE_LOAD_WARPS", spec.pipeline, spec.load_warps, needed, load_warps=needed)
    if spec.unroll is Unroll.FULL:
        iterations = -(-shape.k // spec.tile_k)
        if shape.phases > 1:
            yield broken("UNROLL_RUNTIME", unroll=Unroll.OFF)
        elif iterations > UNROLL_LIMIT:
            yield broken("UNROLL_LIMIT", iterations, UNROLL_LIMIT, unroll=Unroll.OFF)


def k_outer_violations(judged: Judged) -> Found:
    """Tiles that are to be K-outer and cannot."""
    if judged.spec.k_outer is KOuter.ON:
        obstacle = k_outer_obstacle(judged.spec, judged.atom, judged.shape)
        if obstacle:
            yield broken(obstacle[0], *obstacle[1], k_outer=KOuter.AUTO)


def layout_violations(judged: Judged) -> Found:
    """Swizzles and pads that cannot be, or that the loader cannot write."""
    spec, plans = judged.spec, judged.plans
    if spec.swizzle is Swizzle.XOR and not any(plan.layout.swizzles for plan in plans):
        groups = [swizzle_group(operand_read(judged.arch, judged.atom, plan), plan) for plan in plans]
        sizes = plans[0].layout.columns, groups[0], plans[1].layout.columns, groups[1]
        yield broken("SWIZZLE_SHAPE", *sizes, swizzle=Swizzle.NONE)
    for plan in plans:
        name, pad = f"lds_pad_{plan.operand}", plan.layout.pad
        step = operand_read(judged.arch, judged.atom, plan).elements
        if pad and spec.loader is LoaderKind.ASYNC:
            yield broken("ASYNC_PACKED", name, str(pad), "0", **{name: 0})
        elif pad and plan.layout.swizzles:
            yield broken("SWIZZLE_PAD", name, pad, **{name: 0})
        elif pad % step:
            yield broken("LDS_PAD", name, pad, step, round_up(pad, step), **{name: round_up(pad, step)})


def free_axis_violations(judged: Judged) -> Found:
    """Operands that copies straight to LDS cannot move, for they lie along the free axis."""
    for plan in judged.plans if judged.spec.loader is LoaderKind.ASYNC else ():
        if plan.contiguous_free and not plan.layout.k_outer:
            obstacle = k_outer_obstacle(judged.spec, judged.atom, judged.shape)
            if obstacle:
                yield broken("ASYNC_FREE_AXIS", plan.operand, obstacle[0])
            else:
                yield broken("ASYNC_K_OUTER", plan.operand, k_outer=KOuter.ON)


def load_violations(judged: Judged) -> Found:
    """Tiles that cannot be shared out over the threads that load them, and widths that do not fit."""
    spec, atom = judged.spec, judged.atom
    for plan in () if "ASYNC_FREE_AXIS" in judged.found else judged.plans:
        name, threads, widest = f"vector_{plan.operand}", loading_threads(spec), widest_load(spec, atom, plan)
        if spec.loader is LoaderKind.ASYNC:
            yield from chunk_violations(judged, plan, name, threads, widest)
        else:
            tile = plan.rows, plan.columns
            yield from vector_violations(judged, name, plan.vector, widest, *tile, plan.run, threads, plan.operand)


def chunk_violations(judged: Judged, plan: OperandPlan, name: str, threads: int, widest: int) -> Found:
    """A tile of which the async loader finds no chunk, or not that of the width asked for."""
    widths = dma_widths(judged.arch)
    words = ", ".join(str(width) for width in widths)
    element = ELEMENT_BYTES[judged.spec.in_type]
    tile = plan.rows, plan.columns
    if plan.run * element % DWORD_BYTES:
        yield broken("ASYNC_RUN", plan.operand, plan.run, judged.way_out(), **{name: 0})
    elif widest == 0:
        yield broken("ASYNC_CHUNK", plan.operand, *tile, plan.run, threads, words, judged.way_out(), **{name: 0})
    else:
        admitted = [width for width in widths if width * DWORD_BYTES == plan.vector * element]
        if not chunk_dwords(*tile, plan.run, threads, element, admitted):
            yield broken("ASYNC_WIDTH", name, plan.vector, words, plan.run, *tile, threads, widest, **{name: 0})


def vector_violations(
    judged: Judged, name: str, value: int, widest: int, rows: int, columns: int, run: int, threads: int, operand: str
) -> Found:
    """A [rows][columns] tile that cannot be shared out over the threads, or a vector width that does not fit."""
    power = value & (value - 1) == 0
    if widest == 0:
        yield broken("LOADER_SLOTS", operand, rows, columns, threads, judged.way_out(), **{name: 0})
    elif not power or value > widest or not vector_fits(rows, columns, run, threads, value):
        yield broken("VECTOR_WIDTH", name, value, run, rows, columns, threads, widest, **{name: 0})


def store_violations(judged: Judged) -> Found:
    """A store width that does not fit the epilogue."""
    spec = judged.spec
    if spec.epilogue is not Epilogue.CSHUFFLE:
        if spec.vector_d > 1:
            yield broken("VECTOR_DIRECT", spec.vector_d, vector_d=0)
        return
    widest = widest_store(spec, judged.atom, judged.shape)
    tile = spec.tile_m, spec.tile_n
    yield from vector_violations(judged, "vector_d", spec.vector_d, widest, *tile, judged.shape.d.run, judged.threads, "d")


def budget_violations(judged: Judged) -> Found:
    """Registers, warps, LDS and loads that the machine or a kernel does not have; where no load can be counted, LDS alone."""
    spec, arch, threads = judged.spec, judged.arch, judged.threads
    needed = budget(spec, judged.pipeline, judged.atom, judged.plans)
    if not judged.found & UNLOADABLE:
        if needed.loads_in_flight > arch.in_flight_limit:
            yield broken("ASYNC_IN_FLIGHT", needed.loads_in_flight, arch.in_flight_limit, judged.way_out())
        limit = registers_allowed(spec, arch, threads)
        if needed.registers > limit:
            parts = needed.accumulators, needed.fragments, needed.fetched, needed.places, OTHER_REGISTERS
            yield broken("REGISTER_BUDGET", needed.registers, *parts, threads, limit, judged.way_out())
        least, most = warps_possible(needed, arch, threads)
        value = spec.warps_per_unit
        if value and least <= most and not least <= value <= most:
            used = needed.lds_bytes, needed.least_registers
            yield broken("WARPS_BUDGET", value, threads, least, *used, most, min(max(value, least), most))
    if needed.lds_bytes > arch.lds_bytes:
        parts = needed.lds_bytes, needed.tiles, needed.shuffle
        yield broken("LDS_BUDGET", *parts, arch.name, arch.lds_bytes, judged.way_out())


def grid_violations(judged: Judged) -> Found:
    """Grids that the machine cannot launch, and walks over tiles that are not there."""
    spec, shape, arch = judged.spec, judged.shape, judged.arch
    tiles_m = -(-shape.m // spec.tile_m)
    tiles = product(shape.phases, tiles_m, -(-shape.n // spec.tile_n))
    counted, unit = (product(tiles, judged.threads), "threads") if arch.grid_x_of_threads else (tiles, "workgroups")
    if counted > arch.grid_x:
        yield broken("GRID_LIMIT", "x", counted, arch.grid_x, unit)
    if spec.problem.groups > arch.grid_y:
        yield broken("GRID_LIMIT", "y", spec.problem.groups, arch.grid_y, "groups")
    if spec.tile_group > tiles_m:
        yield broken("TILE_GROUP", spec.tile_group, tiles_m)


STAGES = (
    size_violations, field_violations, atom_violations, schedule_violations, thread_violations, tile_violations,
    pipeline_violations, k_outer_violations, layout_violations, free_axis_violations, load_violations, store_violations,
    budget_violations, grid_violations,
)  # fmt: skip
"""In the order in which broken rules are named."""


def judge(asked: ConvSpec, advise: bool) -> tuple[ConvSpec, list[Violation]]:
    """The resolved form of a spec that was read, and every rule that it breaks: those of a problem whose coordinates cannot
    be told, or else all. `advise`: ways out are tried, so that messages name one that works."""
    rows = list(problem_violations(asked.problem))
    found = [row.violation for row in rows]
    for row in rows:
        asked = replace(asked, problem=replace(asked.problem, **row.repair))
    if any(asked.problem.padded(axis) > COORDINATE_LIMIT for axis in range(asked.problem.rank)):
        return asked, found
    judged = look_at(asked, frozenset(row.code for row in found), advise)
    for stage in STAGES:
        rows = list(stage(judged))
        if rows:
            found += [row.violation for row in rows]
            for row in rows:
                asked = replace(asked, **row.repair)
            judged = look_at(asked, frozenset(row.code for row in found), advise)
    return judged.spec, found


def accept(spec: ConvSpec) -> ConvSpec:
    """The resolved form of a spec that was read. Raises Refusal with every rule that it breaks; see `judge`."""
    resolved, found = judge(spec, advise=True)
    if found:
        raise Refusal(found)
    return resolved
