"""What is allowed: every check of a problem and of a resolved spec. `rules.toml` holds codes and messages.

Checks come in stages. What a stage finds broken is repaired, to the nearest that is allowed or to what would be chosen, and the
next stage judges the repaired spec: so every broken rule is named, and none that only follows from another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from twinkern._contract import (
    ATOMS,
    COORDINATE_LIMIT,
    DIRECT_CHANNELS,
    DIRECT_THREADS,
    DWORD_BYTES,
    FIELDS,
    OTHER_REGISTERS,
    PIPELINES,
    SATURATED,
    STRIDE_LIMIT,
    UNROLL_LIMIT,
    WAYS_OUT,
    WIDEST_CHUNK,
    AtomName,
    Bias,
    Combine,
    DataType,
    Direction,
    Epilogue,
    KOuter,
    LoaderKind,
    Method,
    PipelineName,
    StageSlices,
    Swizzle,
    TensorName,
    Unroll,
)
from twinkern.engine.plan.budget import warps_possible
from twinkern.engine.plan.direct import ATOM_FIELDS, fits_direct, largest_fitting
from twinkern.engine.plan.layout import chunk_dwords, vector_fits
from twinkern.engine.plan.operands import OperandPlan, SharedTile
from twinkern.engine.plan.plan import Plan, resolve
from twinkern.engine.plan.policy import atoms_of, load_warps_needed, pipelines_of
from twinkern.engine.spec.problem import ConvProblem, calls_that_do, product, round_up
from twinkern.engine.spec.spec import ConvSpec
from twinkern.engine.spec.violations import Refusal, Violation, violation

WHOLE: dict[str, Any] = {"split_k": 1, "combine": Combine.AUTO}
"""The repair of a reduction that cannot be cut."""
COALESCED: dict[str, Any] = {"pipeline": PipelineName.MEM, "loader": LoaderKind.AUTO, "stages": 0, "load_warps": 0}
"""The repair of operands that no copy straight to LDS can move."""
UNLOADABLE = frozenset(("LOADER_SLOTS", "ASYNC_RUN", "ASYNC_CHUNK"))
"""Rules whose breach leaves no load to count."""


Broken = tuple[Violation, dict[str, Any]]
"""A rule that is broken, and the fields, with their values, with which the rest is judged."""
Found = Iterator[Broken]


def broken(code: str, *arguments: int | str, **repair: Any) -> Broken:
    """A broken rule, its arguments in its own order."""
    return violation(code, *arguments), repair


@dataclass(frozen=True, slots=True)
class Judged:
    """What a stage looks at: the spec as it was asked, as far as it is repaired, and its plan.

    `found` are the codes of earlier stages; `advise`: ways out are to be tried.
    """

    asked: ConvSpec
    plan: Plan
    found: frozenset[str]
    advise: bool

    def way_out(self) -> str:
        """The first change of ours, as the end of a message, with which no rule is broken but those of earlier stages; empty
        where there is none."""
        for text, changes in WAYS_OUT if self.advise else ():
            _, found = judge(replace(self.asked, **dict[str, Any](changes)), advise=False)
            if {row.code for row in found} <= self.found:
                return f"; {text}"
        return ""


def problem_violations(problem: ConvProblem) -> Found:
    """What is wrong with the sizes alone."""
    for name, channels in (("c", problem.c), ("k", problem.k)):
        if channels % problem.groups:
            below = channels // problem.groups * problem.groups
            most = next(field.high for field in FIELDS if field.name == name)
            possible = [value for value in (below, below + problem.groups) if 0 < value <= most]
            choices = " or ".join(map(str, possible))
            yield broken("PROBLEM_GROUPS", name, channels, problem.groups, choices, **{name: possible[-1]})
    pads = list(problem.pad_before)
    for axis in range(problem.rank):
        padded, extent = problem.padded(axis), problem.extent(axis)
        if padded > COORDINATE_LIMIT:
            yield broken("PROBLEM_EXTENT", axis, padded, COORDINATE_LIMIT)
        if padded < extent:
            pads[axis] += extent - padded
            yield broken("PROBLEM_EMPTY", axis, padded, extent, extent - padded, pad_before=tuple(pads))


def type_violations(asked: ConvSpec) -> Found:
    """An input type of which the architecture has no atom."""
    if not atoms_of(asked):
        allowed = list(dict.fromkeys(atom.a.type for atom in ATOMS if asked.arch in atom.arches))
        yield broken("IN_TYPE", asked.in_type, asked.arch, ", ".join(allowed), in_type=allowed[0])


def size_violations(judged: Judged) -> Found:
    """Tensors that are too large for the offsets of a kernel, and strides that make too many phases.

    The indices of the product need no check of their own: none has more values than a tensor has elements.
    """
    spec, problem, limit = judged.plan.spec, judged.asked.problem, judged.plan.arch.tensor_bytes
    if spec.out_type is not spec.in_type and spec.out_type is not DataType.FP32:
        yield broken("OUT_TYPE", spec.out_type, spec.in_type, out_type=DataType.AUTO)
    *inputs, stored = judged.plan.tensors
    sizes = {tensor.tensor: tensor.bytes for tensor in (*inputs, judged.plan.result)}
    for name in problem.tensor_shapes():
        size = sizes[name]
        if size <= limit:
            continue
        images = calls_that_do(problem.n, size, limit) if name is not TensorName.W and size < SATURATED else 0
        parts = calls_that_do(problem.groups, size, limit) if size < SATURATED else 0
        way = f"; split the batch over {images} calls" if images else f"; split the groups over {parts} calls" if parts else ""
        yield broken("PROBLEM_TENSOR_BYTES", name, size, limit, way)
    part = stored.bytes // judged.plan.slices
    if part > limit >= judged.plan.result.bytes:
        way = "; set split_k to 1 and combine to none"
        yield broken("PROBLEM_TENSOR_BYTES", f"{stored.name}, in each slice,", part, limit, way, **WHOLE)
    for axis, stride in enumerate(problem.stride):
        if spec.direction is Direction.DGRAD and stride > STRIDE_LIMIT:
            yield broken("PROBLEM_STRIDE", axis, stride, STRIDE_LIMIT)


def field_violations(judged: Judged) -> Found:
    """Fields that are about something that the machine does not have, and say otherwise."""
    spec = judged.asked
    for field in FIELDS:
        if field.default is not None and spec.arch not in field.arches and getattr(spec, field.name) != field.default:
            repair: dict[str, Any] = {field.name: field.default}
            yield broken("FIELD_MACHINE", field.name, getattr(spec, field.name), spec.arch, field.default, **repair)


def atom_violations(judged: Judged) -> Found:
    """An atom that the architecture lacks."""
    asked = judged.asked
    if asked.atom is not AtomName.AUTO and asked.atom is not judged.plan.atom.name:
        allowed = ", ".join(row.name for row in atoms_of(asked))
        yield broken("ATOM_MISSING", asked.atom, asked.arch, asked.in_type, allowed, atom=AtomName.AUTO)


def schedule_violations(judged: Judged) -> Found:
    """A loader that the pipeline lacks, or a pipeline that the architecture does."""
    asked, pipeline = judged.asked, judged.plan.pipeline
    if asked.loader is not LoaderKind.AUTO and asked.loader is not pipeline.loader:
        allowed = ", ".join(row.loader for row in pipelines_of(asked))
        yield broken("PIPELINE_LOADER", asked.pipeline, asked.loader, allowed, loader=LoaderKind.AUTO)
    elif asked.arch not in pipeline.arches:
        allowed = ", ".join(dict.fromkeys(row.name for row in PIPELINES if asked.arch in row.arches))
        yield broken("PIPELINE_ARCH", asked.pipeline, asked.arch, allowed)


def thread_violations(judged: Judged) -> Found:
    """More warps than a workgroup takes."""
    plan, spec = judged.plan, judged.plan.spec
    limit = plan.arch.threads_per_workgroup
    if plan.threads > limit:
        counts = spec.warps_m, spec.warps_n, spec.load_warps
        most = limit // plan.arch.wave_size
        yield broken("WORKGROUP_THREADS", plan.threads, *counts, limit, most, warps_m=0, warps_n=0, load_warps=0)


def tile_violations(judged: Judged) -> Found:
    """Tiles that the atoms and warps do not fill."""
    plan, spec, atom = judged.plan, judged.plan.spec, judged.plan.atom
    for name, step, reason in (
        ("warps_m", plan.warps_together, f"atom {atom.name}"),
        ("tile_m", plan.atoms_along_rows * atom.m, f"warps_m {spec.warps_m} of atom {atom.name}"),
        ("tile_n", spec.warps_n * atom.n, f"warps_n {spec.warps_n} of atom {atom.name}"),
        ("tile_k", atom.k, f"atom {atom.name}"),
    ):
        value = getattr(spec, name)
        if value % step:
            nearest = value // step * step or step
            yield broken("TILE_SHAPE", name, value, step, reason, nearest, **{name: nearest})


def pipeline_violations(judged: Judged) -> Found:
    """Stages, load warps and unrolling that the pipeline does not have."""
    spec, pipeline = judged.plan.spec, judged.plan.pipeline
    low, high = pipeline.least_stages, pipeline.most_stages
    if not low <= spec.stages <= high:
        nearest = min(max(spec.stages, low), high)
        yield broken("PIPELINE_STAGES", spec.pipeline, spec.loader, spec.stages, low, high, nearest, stages=nearest)
    if (spec.load_warps > 0) != pipeline.roles:
        needed = load_warps_needed(judged.plan.computing_warps, pipeline)
        yield broken("PIPELINE_LOAD_WARPS", spec.pipeline, spec.load_warps, needed, load_warps=needed)
    if spec.unroll is Unroll.FULL:
        if judged.plan.shape.phases > 1:
            yield broken("UNROLL_RUNTIME", unroll=Unroll.OFF)
        elif judged.plan.iterations > UNROLL_LIMIT:
            yield broken("UNROLL_LIMIT", judged.plan.iterations, UNROLL_LIMIT, unroll=Unroll.OFF)


def group_violations(judged: Judged) -> Found:
    """Groups that cannot be parted into tiles of so many."""
    value, groups = judged.asked.groups_per_tile, judged.asked.problem.groups
    direct = judged.plan.direct and fits_direct(judged.asked)
    if value > 1 and judged.asked.direction is not Direction.WGRAD and not direct:
        yield broken("GROUPS_DIRECTION", value, judged.asked.direction, groups_per_tile=1)
    elif value and groups % value:
        nearest = next(number for number in range(value, 0, -1) if groups % number == 0)
        yield broken("GROUPS_PER_TILE", value, groups, nearest, groups_per_tile=nearest)


def direct_violations(judged: Judged) -> Found:
    """What a kernel without atoms cannot do, and what is about atoms."""
    asked, direct, arch = judged.asked, judged.plan.direct, judged.plan.arch
    if direct is None:
        return
    if asked.direction is Direction.WGRAD:
        yield broken("DIRECT_DIRECTION", method=Method.ATOMS)
    elif not fits_direct(asked):
        problem = asked.problem
        yield broken("DIRECT_CHANNELS", problem.group_c, problem.group_k, DIRECT_CHANNELS, method=Method.ATOMS)
    else:
        for row in ATOM_FIELDS:
            value = getattr(asked, row.name)
            if value != row.default:
                standard: dict[str, Any] = {row.name: row.default}
                yield broken("DIRECT_FIELD", row.name, str(value), str(row.default), **standard)
        value = judged.plan.spec.groups_per_tile
        if DIRECT_THREADS % direct.columns:
            nearest = value & -value
            yield broken("DIRECT_GROUPS", value, direct.columns, DIRECT_THREADS, nearest, groups_per_tile=nearest)
        elif direct.lds_bytes > arch.lds_bytes:
            fitting = largest_fitting(value, direct.lds_bytes, arch.lds_bytes)
            way = f"the nearest is {fitting}" if fitting else "use method = atoms"
            repair: dict[str, Any] = {"groups_per_tile": fitting} if fitting else {"method": Method.ATOMS, "groups_per_tile": 0}
            yield broken("DIRECT_LDS", value, direct.lds_bytes, arch.name, arch.lds_bytes, way, **repair)


def split_violations(judged: Judged) -> Found:
    """Slices that are not to be had, or that do not come together so."""
    spec = judged.plan.spec
    if spec.split_k == 0:
        yield broken("SPLIT_K_RUNTIME", **WHOLE)
    elif spec.combine is Combine.NONE and spec.split_k > 1:
        yield broken("COMBINE_SPLIT", spec.split_k, combine=Combine.AUTO)
    elif spec.combine is Combine.ATOMIC and spec.out_type is not DataType.FP32:
        yield broken("COMBINE_TYPE", spec.out_type, combine=Combine.TWO_STAGE)


def chain_violations(judged: Judged) -> Found:
    """Stages of the output chain that mean nothing, or that slices cannot go through."""
    spec = judged.plan.spec
    if spec.direction is Direction.WGRAD and spec.bias is Bias.ON:
        yield broken("BIAS_DIRECTION", bias=Bias.OFF)
    for stage in judged.plan.chain:
        if stage.slices is StageSlices.NEVER and spec.combine is Combine.ATOMIC:
            yield broken("CHAIN_SLICES", stage.field, stage.word, spec.split_k, combine=Combine.TWO_STAGE)
            return


def k_outer_violations(judged: Judged) -> Found:
    """Tiles that are to be K-outer and cannot."""
    obstacle = judged.plan.k_outer_obstacle
    if judged.plan.spec.k_outer is KOuter.ON and obstacle:
        yield broken(obstacle[0], *obstacle[1], k_outer=KOuter.AUTO)


def layout_violations(judged: Judged) -> Found:
    """Swizzles and pads that cannot be, or that the loader cannot write."""
    spec, plans = judged.plan.spec, judged.plan.operands
    if spec.swizzle is Swizzle.XOR and not any(plan.layout.swizzle_group for plan in plans):
        sizes = (size for plan in plans for size in (plan.layout.columns, plan.swizzle_group))
        yield broken("SWIZZLE_SHAPE", *sizes, swizzle=Swizzle.NONE)
    for plan in plans:
        name, pad, step = f"lds_pad_{plan.tile.operand}", plan.layout.pad, plan.read.elements
        if pad and spec.loader is LoaderKind.ASYNC:
            yield broken("ASYNC_PACKED", name, str(pad), "0", **{name: 0})
        elif pad and plan.layout.swizzle_group:
            yield broken("SWIZZLE_PAD", name, pad, **{name: 0})
        elif pad % step:
            yield broken("LDS_PAD", name, pad, step, round_up(pad, step), **{name: round_up(pad, step)})


def free_axis_violations(judged: Judged) -> Found:
    """Operands that copies straight to LDS cannot move, for they lie along the free axis."""
    obstacle = judged.plan.k_outer_obstacle
    for plan in judged.plan.operands if judged.plan.spec.loader is LoaderKind.ASYNC else ():
        if plan.contiguous_free and not plan.layout.k_outer:
            if obstacle:
                yield broken("ASYNC_FREE_AXIS", plan.tile.operand, obstacle[0], **COALESCED)
            else:
                yield broken("ASYNC_K_OUTER", plan.tile.operand, k_outer=KOuter.ON)


def load_violations(judged: Judged) -> Found:
    """Tiles that cannot be shared out over the threads that load them, and widths that do not fit."""
    for plan in judged.plan.operands:
        straight = judged.plan.spec.loader is LoaderKind.ASYNC
        yield from chunk_violations(judged, plan) if straight else vector_violations(judged, plan.tile)


def chunk_violations(judged: Judged, plan: OperandPlan) -> Found:
    """A tile of which the async loader finds no chunk, or not that of the width asked for."""
    tile, element = plan.tile, plan.layout.element_bytes
    name, sizes = f"vector_{tile.operand}", (tile.rows, tile.columns)
    widths = judged.plan.arch.dma_widths
    words = ", ".join(str(dwords) for dwords in range(WIDEST_CHUNK, 0, -1) if widths >> dwords & 1)
    if tile.run * element % DWORD_BYTES:
        yield broken("ASYNC_RUN", tile.operand, tile.run, judged.way_out(), **{name: 0})
    elif tile.widest == 0:
        yield broken("ASYNC_CHUNK", tile.operand, *sizes, tile.run, tile.threads, words, judged.way_out(), **{name: 0})
    else:
        dwords, rest = divmod(tile.vector * element, DWORD_BYTES)
        if rest or not chunk_dwords(*sizes, tile.run, tile.threads, element, widths & 1 << dwords):
            yield broken("ASYNC_WIDTH", name, tile.vector, words, tile.run, *sizes, tile.threads, tile.widest, **{name: 0})


def vector_violations(judged: Judged, tile: SharedTile) -> Found:
    """A tile that cannot be shared out over the threads, or a vector width that does not fit."""
    name, sizes, value = f"vector_{tile.operand}", (tile.rows, tile.columns), tile.vector
    power = value & (value - 1) == 0
    if tile.widest == 0:
        yield broken("LOADER_SLOTS", tile.operand, *sizes, tile.threads, judged.way_out(), **{name: 0})
    elif not power or value > tile.widest or not vector_fits(*sizes, tile.run, tile.threads, value):
        yield broken("VECTOR_WIDTH", name, value, tile.run, *sizes, tile.threads, tile.widest, **{name: 0})


def store_violations(judged: Judged) -> Found:
    """A store width that does not fit the epilogue."""
    spec = judged.plan.spec
    if spec.epilogue is Epilogue.CSHUFFLE:
        yield from vector_violations(judged, judged.plan.output)
    elif spec.vector_d > 1:
        yield broken("VECTOR_DIRECT", spec.vector_d, vector_d=0)


def budget_violations(judged: Judged) -> Found:
    """Registers, warps, LDS and loads that the machine or a kernel does not have; where no load can be counted, LDS alone."""
    plan, arch, needed, threads = judged.plan, judged.plan.arch, judged.plan.budget, judged.plan.threads
    if not judged.found & UNLOADABLE:
        if not plan.loads_fit:
            yield broken("ASYNC_IN_FLIGHT", needed.loads_in_flight, arch.in_flight_limit, judged.way_out())
        if not plan.registers_fit:
            values = needed.accumulators, needed.fragments, needed.fetched, needed.places, OTHER_REGISTERS
            yield broken("REGISTER_BUDGET", needed.registers, *values, threads, plan.registers, judged.way_out())
        least, most = warps_possible(needed, arch, threads)
        value = plan.spec.warps_per_unit
        if value and least <= most and not least <= value <= most:
            used = needed.lds_bytes, needed.least_registers
            yield broken("WARPS_BUDGET", value, threads, least, *used, most, min(max(value, least), most))
    if not plan.lds_fits:
        bytes_ = needed.lds_bytes, needed.tiles, needed.shuffle
        yield broken("LDS_BUDGET", *bytes_, arch.name, arch.lds_bytes, judged.way_out())


def grid_violations(judged: Judged) -> Found:
    """Grids that the machine cannot launch, and walks over tiles that are not there."""
    plan, arch = judged.plan, judged.plan.arch
    for kernel in plan.kernels:
        across, groups, _ = kernel.grid
        counted, unit = (product(across, kernel.threads), "threads") if arch.grid_x_of_threads else (across, "workgroups")
        if counted > arch.grid_x:
            yield broken("GRID_LIMIT", "x", counted, arch.grid_x, unit)
        if groups > arch.grid_y:
            yield broken("GRID_LIMIT", "y", groups, arch.grid_y, "groups" if plan.slices == 1 else "groups times slices")
    if plan.spec.tile_group > plan.tiles_m:
        yield broken("TILE_GROUP", plan.spec.tile_group, plan.tiles_m)


STAGES = (
    size_violations, field_violations, group_violations, direct_violations, atom_violations, schedule_violations,
    thread_violations, tile_violations, pipeline_violations, split_violations, chain_violations, k_outer_violations,
    layout_violations, free_axis_violations, load_violations, store_violations, budget_violations, grid_violations,
)  # fmt: skip
"""In the order in which broken rules are named."""


DIRECT_STAGES = frozenset((size_violations, field_violations, group_violations, direct_violations, grid_violations))
"""Those that judge a kernel without atoms as well."""


def judge(asked: ConvSpec, advise: bool) -> tuple[Plan | None, list[Violation]]:
    """The plan of a spec that was read, None where its coordinates cannot be told, and every rule that it breaks: those of such
    a problem, or else all. `advise`: ways out are tried, so that messages name one that works."""
    rows = list(problem_violations(asked.problem))
    found = [row for row, _ in rows]
    for _, repair in rows:
        asked = replace(asked, problem=replace(asked.problem, **repair))
    if any(asked.problem.padded(axis) > COORDINATE_LIMIT for axis in range(asked.problem.rank)):
        return None, found
    for row, repair in type_violations(asked):
        asked = replace(asked, **repair)
        found.append(row)
    plan = resolve(asked)
    for stage in STAGES:
        if plan.direct and stage not in DIRECT_STAGES:
            continue
        rows = list(stage(Judged(asked, plan, frozenset(row.code for row in found), advise)))
        if rows:
            found += [row for row, _ in rows]
            for _, repair in rows:
                asked = replace(asked, **repair)
            plan = resolve(asked)
    return plan, found


def accept(asked: ConvSpec) -> Plan:
    """The plan of a spec that was read. Raises Refusal with every rule that the spec breaks; see `judge`."""
    plan, found = judge(asked, advise=True)
    if plan is None or found:
        raise Refusal(found)
    return plan
