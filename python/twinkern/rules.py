"""What is allowed: every check of a problem and of a resolved spec. `rules.toml` holds codes and messages."""

from __future__ import annotations

from twinkern._contract import ARCHES, PIPELINES, Atom
from twinkern.policy import (
    ELEMENT_BYTES,
    atoms_of,
    find_atom,
    load_vector,
    loaded_tile,
    resolve,
    store_vector,
    workgroup_threads,
)
from twinkern.problem import ConvProblem, GemmShape, gemm_shape, product, round_up
from twinkern.spec import ConvSpec
from twinkern.tile.layout import tile_bytes, vector_fits
from twinkern.violations import Refusal, Violation, violation

COORDINATE_LIMIT = 1 << 30
"""Pixels of a padded axis: sums and differences of two coordinates stay inside 32 bits."""
OFFSET_LIMIT = (1 << 31) - 1
"""Bytes that a 32-bit offset reaches below the offset that marks an element as out of range."""
STRIDE_LIMIT = 1 << 15
"""Stride of a dgrad: products of two numbers below it, from which a phase's taps are found, fit in 32 bits."""
GRID_Y_LIMIT = 65535
GRID_THREADS_LIMIT = (1 << 32) - 1


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
    """Grids that the machine cannot launch."""
    found = []
    tiles = product(shape.phases, -(-shape.m // spec.tile_m), -(-shape.n // spec.tile_n))
    if product(tiles, threads) > GRID_THREADS_LIMIT:
        found.append(violation("GRID_LIMIT", "x", product(tiles, threads), GRID_THREADS_LIMIT, "threads"))
    if spec.problem.groups > GRID_Y_LIMIT:
        found.append(violation("GRID_LIMIT", "y", spec.problem.groups, GRID_Y_LIMIT, "groups"))
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
    if spec.lds_pad % atom.operand_length:
        nearest = round_up(spec.lds_pad, atom.operand_length)
        found.append(violation("LDS_PAD", spec.lds_pad, atom.operand_length, nearest))
    return found


def vector_violations(spec: ConvSpec, shape: GemmShape, threads: int) -> list[Violation]:
    """Tiles that cannot be shared out over the threads, and vector widths that do not fit."""
    found = []
    checks = []
    for operand, run in (("a", shape.run_a), ("b", shape.run_b)):
        checks.append((operand, *loaded_tile(spec, operand, shape), run, load_vector(spec, operand, shape, threads)))
    if spec.epilogue == "cshuffle":
        checks.append(("d", spec.tile_m, spec.tile_n, shape.run_d, store_vector(spec, shape, threads)))
    elif spec.vector_d > 1:
        found.append(violation("VECTOR_DIRECT", spec.vector_d))
    for operand, rows, columns, run, widest in checks:
        value = getattr(spec, f"vector_{operand}")
        power = value & (value - 1) == 0
        if widest == 0:
            found.append(violation("LOADER_SLOTS", operand, rows, columns, threads))
        elif not power or value > widest or not vector_fits(rows, columns, run, threads, value):
            found.append(
                violation("VECTOR_WIDTH", f"vector_{operand}", value, run, rows, columns, threads, widest)
            )
    return found


def budget_violations(spec: ConvSpec, shape: GemmShape, threads: int) -> list[Violation]:
    """Registers and LDS that the machine does not have."""
    found = []
    arch = ARCHES[spec.arch]
    accumulators = -(-spec.tile_m * spec.tile_n // threads)
    fetched = 0
    for operand in ("a", "b"):
        rows, columns = loaded_tile(spec, operand, shape)
        vector = max(getattr(spec, f"vector_{operand}"), 1)
        fetched += -(-rows * columns // (vector * threads)) * max(vector // 2, 1)
    if accumulators + fetched > arch.registers_per_lane:
        found.append(
            violation("REGISTER_BUDGET", accumulators + fetched, accumulators, fetched, arch.registers_per_lane)
        )
    tiles, shuffle = lds_parts(spec)
    if max(tiles, shuffle) > arch.lds_bytes:
        found.append(violation("LDS_BUDGET", max(tiles, shuffle), tiles, shuffle, arch.name, arch.lds_bytes))
    return found


def lds_parts(spec: ConvSpec) -> tuple[int, int]:
    """LDS bytes of the A and B tiles of a resolved spec, and of its shuffled epilogue, which reuses them."""
    element = ELEMENT_BYTES[spec.in_type]
    tiles = sum(tile_bytes(rows, spec.tile_k, spec.lds_pad, element) for rows in (spec.tile_m, spec.tile_n))
    shuffled = spec.epilogue == "cshuffle"
    return tiles, tile_bytes(spec.tile_m, spec.tile_n, 0, ELEMENT_BYTES[spec.out_type]) if shuffled else 0


def spec_violations(spec: ConvSpec) -> list[Violation]:
    """What is wrong with a resolved spec whose problem has no violations."""
    shape = gemm_shape(spec.problem, spec.direction)
    found = []
    if spec.out_type not in (spec.in_type, "fp32"):
        found.append(violation("OUT_TYPE", spec.out_type, spec.in_type))
    found += size_violations(spec)
    pipeline = PIPELINES[spec.pipeline]
    if spec.arch not in pipeline.arches:
        allowed = ", ".join(row.name for row in PIPELINES.values() if spec.arch in row.arches)
        found.append(violation("PIPELINE_ARCH", spec.pipeline, spec.arch, allowed))
    atom = find_atom(spec)
    if atom is None:
        allowed = ", ".join(row.name for row in atoms_of(spec))
        found.append(violation("ATOM_MISSING", spec.atom, spec.arch, spec.in_type, allowed))
        return found
    threads = workgroup_threads(spec, atom)
    limit = ARCHES[spec.arch].threads_per_workgroup
    if threads > limit:
        found.append(violation("WORKGROUP_THREADS", threads, spec.warps_m, spec.warps_n, limit))
    found += tile_violations(spec, atom)
    found += vector_violations(spec, shape, threads)
    found += budget_violations(spec, shape, threads)
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
