"""What is allowed: every check of a problem and of a resolved spec. `rules.toml` holds codes and messages."""

from __future__ import annotations

from twinkern._contract import ARCHES, PIPELINES, Arch, Atom, Pipeline
from twinkern.policy import (
    ELEMENT_BYTES,
    OTHER_REGISTERS,
    Budget,
    OperandPlan,
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
    waves_possible,
    widest_load,
    widest_store,
    workgroup_threads,
)
from twinkern.problem import ConvProblem, GemmShape, gemm_shape, product, round_up
from twinkern.spec import ConvSpec
from twinkern.tile.layout import chunk_dwords, dma_widths, vector_fits
from twinkern.violations import Refusal, Violation, violation

COORDINATE_LIMIT = 1 << 30
"""Pixels of a padded axis: sums and differences of two coordinates stay inside 32 bits."""
OFFSET_LIMIT = (1 << 31) - 1
"""Bytes that a 32-bit offset reaches below the offset that marks an element as out of range."""
STRIDE_LIMIT = 1 << 15
"""Stride of a dgrad: products of two numbers below it, from which a phase's taps are found, fit in 32 bits."""
GRID_Y_LIMIT = 65535
GRID_THREADS_LIMIT = (1 << 32) - 1
UNROLL_LIMIT = 128
"""Iterations that are written out at most: beyond it compilers take minutes and all of a host's memory."""


def problem_violations(problem: ConvProblem) -> list[Violation]:
    """What is wrong with the sizes alone."""
    found = []
    for name, channels in (("c", problem.c), ("k", problem.k)):
        if channels % problem.groups:
            below = channels // problem.groups * problem.groups
            above = below + problem.groups
            found.append(
                violation("PROBLEM_GROUPS", name, channels, problem.groups, below if below else above, above)
            )
    for axis in range(problem.rank):
        if problem.padded(axis) > COORDINATE_LIMIT:
            found.append(violation("PROBLEM_EXTENT", axis, problem.padded(axis), COORDINATE_LIMIT))
        if problem.padded(axis) < problem.extent(axis):
            found.append(violation("PROBLEM_EMPTY", axis, problem.padded(axis), problem.extent(axis)))
    return found


def tensor_bytes(spec: ConvSpec) -> dict[str, int]:
    """Bytes of each tensor of a spec whose output type is resolved, by its name in the problem."""
    output = {"forward": "y", "dgrad": "x", "wgrad": "w"}[spec.direction]
    return {
        name: product(*shape, ELEMENT_BYTES[spec.out_type if name == output else spec.in_type])
        for name, shape in spec.problem.tensor_shapes().items()
    }


def size_violations(spec: ConvSpec) -> list[Violation]:
    """Tensors that are too large for the offsets of a kernel, and strides that make too many phases.

    The indices of the product need no check of their own: none has more values than a tensor has elements.
    """
    found = []
    for name, size in tensor_bytes(spec).items():
        if size > OFFSET_LIMIT:
            found.append(violation("PROBLEM_TENSOR_BYTES", name, size, OFFSET_LIMIT))
    for axis, stride in enumerate(spec.problem.stride):
        if spec.direction == "dgrad" and stride > STRIDE_LIMIT:
            found.append(violation("PROBLEM_STRIDE", axis, stride, STRIDE_LIMIT))
    return found


def grid_violations(spec: ConvSpec, shape: GemmShape, threads: int) -> list[Violation]:
    """Grids that the machine cannot launch, and walks over tiles that are not there."""
    found = []
    tiles_m = -(-shape.m // spec.tile_m)
    tiles = product(shape.phases, tiles_m, -(-shape.n // spec.tile_n))
    if product(tiles, threads) > GRID_THREADS_LIMIT:
        found.append(violation("GRID_LIMIT", "x", product(tiles, threads), GRID_THREADS_LIMIT, "threads"))
    if spec.problem.groups > GRID_Y_LIMIT:
        found.append(violation("GRID_LIMIT", "y", spec.problem.groups, GRID_Y_LIMIT, "groups"))
    if spec.tile_group > tiles_m:
        found.append(violation("TILE_GROUP", spec.tile_group, tiles_m))
    return found


def tile_violations(spec: ConvSpec, atom: Atom) -> list[Violation]:
    """Tiles that the atoms and warps do not fill."""
    found = []
    for name, step, reason in (
        ("tile_m", spec.warps_m * atom.m, f"warps_m {spec.warps_m} of atom {atom.name}"),
        ("tile_n", spec.warps_n * atom.n, f"warps_n {spec.warps_n} of atom {atom.name}"),
        ("tile_k", atom.k, f"atom {atom.name}"),
    ):
        value = getattr(spec, name)
        if value % step:
            lower = value // step * step
            found.append(violation("TILE_SHAPE", name, value, step, reason, lower if lower else step))
    return found


def pipeline_violations(spec: ConvSpec, pipeline: Pipeline, shape: GemmShape) -> list[Violation]:
    """Stages, load warps and unrolling that the pipeline does not have."""
    found = []
    low, high = pipeline.least_stages, pipeline.most_stages
    if not low <= spec.stages <= high:
        nearest = min(max(spec.stages, low), high)
        found.append(violation("PIPELINE_STAGES", spec.pipeline, spec.loader, spec.stages, low, high, nearest))
    needed = load_warps_needed(spec, pipeline)
    if (spec.load_warps > 0) != pipeline.roles:
        found.append(violation("PIPELINE_LOAD_WARPS", spec.pipeline, spec.load_warps, needed))
    if spec.unroll == "full":
        iterations = -(-shape.k // spec.tile_k)
        if shape.phases > 1:
            found.append(violation("UNROLL_RUNTIME"))
        elif iterations > UNROLL_LIMIT:
            found.append(violation("UNROLL_LIMIT", iterations, UNROLL_LIMIT))
    return found


def layout_violations(spec: ConvSpec, arch: Arch, atom: Atom, shape: GemmShape, plans: list[OperandPlan]) -> list[Violation]:
    """LDS layouts that cannot be, or that the loader cannot write; only why not, where they are to be K-outer and cannot."""
    found = []
    if spec.k_outer == "on":
        obstacle = k_outer_obstacle(spec, atom, shape)
        if obstacle:
            found.append(violation(obstacle[0], *obstacle[1]))
            return found
    if spec.swizzle == "xor" and not any(plan.layout.swizzles for plan in plans):
        groups = [swizzle_group(operand_read(arch, atom, plan), plan) for plan in plans]
        found.append(violation("SWIZZLE_SHAPE", plans[0].layout.columns, groups[0], plans[1].layout.columns, groups[1]))
    for plan in plans:
        name, pad = f"lds_pad_{plan.operand}", plan.layout.pad
        step = operand_read(arch, atom, plan).elements
        if pad % step:
            found.append(violation("LDS_PAD", name, pad, step, round_up(pad, step)))
        if pad and spec.loader == "async":
            found.append(violation("ASYNC_PACKED", name, str(pad), "0"))
        elif pad and plan.layout.swizzles:
            found.append(violation("SWIZZLE_PAD", name, pad))
    return found


def load_violations(spec: ConvSpec, atom: Atom, shape: GemmShape, plan: OperandPlan) -> list[Violation]:
    """A tile that cannot be shared out over the threads that load it, or a width that does not fit."""
    threads = loading_threads(spec, atom)
    name, value = f"vector_{plan.operand}", plan.vector
    widest = widest_load(spec, atom, plan)
    if spec.loader == "async":
        if plan.contiguous_free and not plan.layout.k_outer:
            obstacle = k_outer_obstacle(spec, atom, shape)
            if obstacle:
                return [violation("ASYNC_FREE_AXIS", plan.operand, obstacle[0])]
            return [violation("ASYNC_K_OUTER", plan.operand)]
        widths = dma_widths(ARCHES[spec.arch])
        words = ", ".join(str(width) for width in widths)
        if widest == 0:
            return [violation("ASYNC_CHUNK", plan.operand, plan.rows, plan.columns, plan.run, threads, words)]
        element = ELEMENT_BYTES[spec.in_type]
        admitted = [width for width in widths if width * 4 == value * element]
        if not chunk_dwords(plan.rows, plan.columns, plan.run, threads, element, admitted):
            return [violation("ASYNC_WIDTH", name, value, words, plan.run, plan.rows, plan.columns, threads, widest)]
        return []
    return vector_violations(name, value, widest, plan.rows, plan.columns, plan.run, threads, plan.operand)


def vector_violations(
    name: str, value: int, widest: int, rows: int, columns: int, run: int, threads: int, operand: str
) -> list[Violation]:
    """A [rows][columns] tile that cannot be shared out over the threads, or a vector width that does not fit."""
    if widest == 0:
        return [violation("LOADER_SLOTS", operand, rows, columns, threads)]
    power = value & (value - 1) == 0
    if not power or value > widest or not vector_fits(rows, columns, run, threads, value):
        return [violation("VECTOR_WIDTH", name, value, run, rows, columns, threads, widest)]
    return []


def store_violations(spec: ConvSpec, atom: Atom, shape: GemmShape) -> list[Violation]:
    """A store width that does not fit the epilogue."""
    if spec.epilogue != "cshuffle":
        return [violation("VECTOR_DIRECT", spec.vector_d)] if spec.vector_d > 1 else []
    threads = workgroup_threads(spec, atom)
    widest = widest_store(spec, atom, shape)
    return vector_violations("vector_d", spec.vector_d, widest, spec.tile_m, spec.tile_n, shape.run_d, threads, "d")


def budget_violations(spec: ConvSpec, needed: Budget, arch: Arch, threads: int) -> list[Violation]:
    """Registers, waves, LDS and loads that the machine or a kernel does not have."""
    found = []
    if needed.loads_in_flight > arch.in_flight_limit:
        found.append(violation("ASYNC_IN_FLIGHT", needed.loads_in_flight, arch.in_flight_limit))
    limit = registers_allowed(spec, arch, threads)
    if needed.registers > limit:
        parts = needed.accumulators, needed.fragments, needed.fetched, needed.places, OTHER_REGISTERS
        found.append(violation("REGISTER_BUDGET", needed.registers, *parts, threads, limit))
    least, most = waves_possible(needed, arch, threads)
    value = spec.waves_per_unit
    if value and least <= most and not least <= value <= most:
        nearest = min(max(value, least), most)
        used = needed.lds_bytes, needed.least_registers
        found.append(violation("WAVES_BUDGET", value, threads, least, *used, most, nearest))
    if needed.lds_bytes > arch.lds_bytes:
        limit = arch.lds_bytes
        found.append(violation("LDS_BUDGET", needed.lds_bytes, needed.tiles, needed.shuffle, arch.name, limit))
    return found


def spec_violations(spec: ConvSpec) -> list[Violation]:
    """What is wrong with a resolved spec whose problem has no violations."""
    shape = gemm_shape(spec.problem, spec.direction)
    arch = ARCHES[spec.arch]
    found = []
    if spec.out_type not in (spec.in_type, "fp32"):
        found.append(violation("OUT_TYPE", spec.out_type, spec.in_type))
    found += size_violations(spec)
    atom = find_atom(spec)
    if atom is None:
        allowed = ", ".join(row.name for row in atoms_of(spec))
        found.append(violation("ATOM_MISSING", spec.atom, spec.arch, spec.in_type, allowed))
        return found
    pipeline = find_pipeline(spec)
    if pipeline is None:
        allowed = ", ".join(row.loader for row in PIPELINES if row.name == spec.pipeline)
        found.append(violation("PIPELINE_LOADER", spec.pipeline, spec.loader, allowed))
        return found
    if spec.arch not in pipeline.arches:
        allowed = ", ".join(dict.fromkeys(row.name for row in PIPELINES if spec.arch in row.arches))
        found.append(violation("PIPELINE_ARCH", spec.pipeline, spec.arch, allowed))
    threads = workgroup_threads(spec, atom)
    if threads > arch.threads_per_workgroup:
        limit = arch.threads_per_workgroup
        found.append(violation("WORKGROUP_THREADS", threads, spec.warps_m, spec.warps_n, spec.load_warps, limit))
    plans = operand_plans(spec, atom, shape)
    found += tile_violations(spec, atom)
    found += pipeline_violations(spec, pipeline, shape)
    found += layout_violations(spec, arch, atom, shape, plans)
    for plan in plans:
        found += load_violations(spec, atom, shape, plan)
    found += store_violations(spec, atom, shape)
    found += budget_violations(spec, budget(spec, pipeline, atom, plans), arch, threads)
    found += grid_violations(spec, shape, threads)
    return found


def accept(spec: ConvSpec) -> ConvSpec:
    """The resolved form of a spec that was read.

    Raises Refusal with every rule that it breaks: those of the problem alone, or else those of the resolved spec.
    """
    found = problem_violations(spec.problem)
    if not found:
        spec = resolve(spec)
        found = spec_violations(spec)
    if found:
        raise Refusal(found)
    return spec
