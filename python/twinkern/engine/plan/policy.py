"""What is deduced: the values of the fields that a spec leaves to us. It never overrides what was asked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinkern._contract import (
    ARCHES,
    ATOMS,
    PIPELINES,
    AccumulationRegisters,
    Arch,
    Atom,
    AtomName,
    DataType,
    Epilogue,
    KOuter,
    LoaderKind,
    Pipeline,
    Swizzle,
    Term,
)
from twinkern.engine.plan.layout import (
    OperandRead,
    TileLayout,
    chunk_dwords,
    dma_widths,
    padded,
    permuted,
    rows_alike,
    shared_vectors,
    vector_fits,
    vector_width,
)
from twinkern.engine.plan.views import GemmShape, gemm_shape
from twinkern.engine.spec.problem import round_up
from twinkern.engine.spec.spec import ConvSpec
from twinkern.engine.tile.lanes import run_length

ELEMENT_BYTES = DataType.table({DataType.AUTO: 0, DataType.FP16: 2, DataType.BF16: 2, DataType.FP32: 4})
TILE_LIMITS = ((128, 64), (128, 32), (64, 64), (64, 32), (32, 32), (32, 16), (16, 16))
"""Most of a tile's edges and of tile_k where a spec leaves them open, in the order in which they are tried."""

OTHER_REGISTERS = 16
"""Registers of a lane for addresses and what is being worked out: with fewer, compilers spill for a long time."""


def atoms_of(spec: ConvSpec) -> list[Atom]:
    """The atoms that the architecture has for the input type, in contract order."""
    return [atom for atom in ATOMS if spec.arch in atom.arches and atom.type is spec.in_type]


def find_atom(spec: ConvSpec) -> Atom | None:
    """The atom that a spec names, or None where the architecture lacks it."""
    return next((atom for atom in atoms_of(spec) if atom.name is spec.atom), None)


def find_pipeline(spec: ConvSpec) -> Pipeline | None:
    """The schedule that a spec names, for its loader (AUTO: the first that the pipeline has); None where there is none."""
    rows = (row for row in PIPELINES if row.name is spec.pipeline)
    return next((row for row in rows if spec.loader is LoaderKind.AUTO or spec.loader is row.loader), None)


def load_warps_needed(spec: ConvSpec, pipeline: Pipeline) -> int:
    """Warps that only load, where the spec leaves their number open: as many as multiply, up to four."""
    return min(spec.warps_m * spec.warps_n, 4) if pipeline.roles else 0


def loading_threads(spec: ConvSpec) -> int:
    """Threads that share out the tiles that are loaded."""
    return (spec.load_warps or spec.warps_m * spec.warps_n) * ARCHES[spec.arch].wave_size


def workgroup_threads(spec: ConvSpec) -> int:
    """Threads of a workgroup."""
    return (spec.warps_m * spec.warps_n + spec.load_warps) * ARCHES[spec.arch].wave_size


def warps_together(spec: ConvSpec, atom: Atom) -> int:
    """Warps that do one atom together, where it takes the lanes of several: they follow each other along the tile's rows."""
    return max(atom.lanes // ARCHES[spec.arch].wave_size, 1)


def atoms_along_rows(spec: ConvSpec, atom: Atom) -> int:
    """Atoms that the warps do side by side along the rows of a tile; 1 where the spec leaves the warps open."""
    return max(spec.warps_m // warps_together(spec, atom), 1)


def choose_atom(spec: ConvSpec, shape: GemmShape) -> Atom:
    """The atom with the largest edge that the product and the asked tile fill, then the longest reduction."""
    width_m = spec.tile_m or shape.m
    width_n = spec.tile_n or shape.n
    step_n = max(spec.warps_n, 1)
    best = None
    for atom in atoms_of(spec):
        fills = width_m >= atom.m and width_n >= atom.n
        divides = spec.tile_m % (atom.m * atoms_along_rows(spec, atom)) == 0 and spec.tile_n % (atom.n * step_n) == 0
        rank = (fills and divides and spec.tile_k % atom.k == 0, atom.m if fills else -atom.m, atom.k)
        if best is None or rank > best[0]:
            best = (rank, atom)
    assert best is not None, "every architecture has an atom for every input type"
    return best[1]


def choose_tile(extent: int, step: int, limit: int) -> int:
    """A tile edge: the power of two that covers the extent, from `step` up to `limit`, as a multiple of step."""
    tile = 16
    while tile < extent and tile < limit:
        tile *= 2
    return round_up(max(tile, step), step)


def choose_warps(tile: int, atom_edge: int) -> int:
    """Two warps along an edge that holds two atoms or more, else one."""
    return 2 if tile % (2 * atom_edge) == 0 else 1


def choose_tile_k(extent: int, atom_k: int, limit: int) -> int:
    """The power-of-two multiple of the atom's reduction that covers the extent, at most `limit` or the atom's."""
    tile = atom_k
    while tile < extent and tile < limit:
        tile *= 2
    return tile


@dataclass(frozen=True, slots=True)
class OperandPlan:
    """How the tile of operand "a" or "b" of a spec is loaded and kept.

    It is loaded as [rows][columns], columns along the axis that is contiguous in memory, in runs of `run` elements;
    `contiguous_free`: that axis is the free one. `checked` axes of the tensor have an end that a load may pass. `vector` is 0
    where the spec leaves it open.
    """

    operand: str
    rows: int
    columns: int
    run: int
    contiguous_free: bool
    checked: int
    free_terms: tuple[Term, ...]
    layout: TileLayout
    vector: int


def operand_plan(spec: ConvSpec, atom: Atom, shape: GemmShape, operand: str) -> OperandPlan:
    """The plan of one operand; its layout counts an open pad as none, and is permuted where its rows admit that."""
    first = operand == "a"
    free = spec.tile_m if first else spec.tile_n
    view = shape.a if first else shape.b
    contiguous_free = view.contiguous_first
    pad = spec.lds_pad_a if first else spec.lds_pad_b
    layout = TileLayout(
        free=free,
        tile_k=spec.tile_k,
        k_outer=contiguous_free and spec.k_outer is KOuter.ON,
        pad=max(pad, 0),
        element_bytes=ELEMENT_BYTES[spec.in_type],
    )
    plan = OperandPlan(
        operand=operand,
        rows=spec.tile_k if contiguous_free else free,
        columns=free if contiguous_free else spec.tile_k,
        run=view.run,
        contiguous_free=contiguous_free,
        checked=view.checked,
        free_terms=atom.row if first else atom.column,
        layout=layout,
        vector=spec.vector_a if first else spec.vector_b,
    )
    read = operand_read(ARCHES[spec.arch], atom, plan)
    group = swizzle_group(read, plan)
    if spec.swizzle is not Swizzle.XOR or not admits_swizzle(plan, group):
        return plan
    return replace(plan, layout=permuted(read, layout, group))


def operand_plans(spec: ConvSpec, atom: Atom, shape: GemmShape) -> list[OperandPlan]:
    """The plans of A and B of a resolved spec."""
    return [operand_plan(spec, atom, shape, operand) for operand in ("a", "b")]


def operand_read(arch: Arch, atom: Atom, plan: OperandPlan) -> OperandRead:
    """How a warp reads an operand."""
    run = run_length(plan.free_terms, atom.reduction, atom.operand_length)
    return OperandRead(arch, atom, plan.free_terms, arch.transposed_read if plan.layout.k_outer else run)


def swizzle_group(read: OperandRead, plan: OperandPlan) -> int:
    """Elements that a swizzle of an operand's tile keeps together: those of the widest access along its rows; 0 for none."""
    along_rows = plan.contiguous_free == plan.layout.k_outer
    group = read.elements
    while along_rows and 0 < group < plan.vector:
        group *= 2
    return group


def admits_swizzle(plan: OperandPlan, group: int) -> bool:
    """Whether the groups of a row are a power of two, two or more."""
    columns = plan.layout.columns
    return group > 0 and columns & (columns - 1) == 0 and columns >= 2 * group


def widest_load(spec: ConvSpec, atom: Atom, plan: OperandPlan) -> int:
    """The widest load of an operand in elements; 0 where the tile cannot be shared out."""
    threads = loading_threads(spec)
    element = ELEMENT_BYTES[spec.in_type]
    if spec.loader is LoaderKind.ASYNC:
        widths = dma_widths(ARCHES[spec.arch])
        return chunk_dwords(plan.rows, plan.columns, plan.run, threads, element, widths) * 4 // element
    return vector_width(plan.rows, plan.columns, plan.run, threads, element)


def widest_store(spec: ConvSpec, atom: Atom, shape: GemmShape) -> int:
    """The widest store of the shuffled epilogue in elements; 0 where the tile cannot be shared out."""
    threads = workgroup_threads(spec)
    return vector_width(spec.tile_m, spec.tile_n, shape.d.run, threads, ELEMENT_BYTES[spec.out_type])


def shuffle_bytes(spec: ConvSpec) -> int:
    """LDS bytes of the shuffled epilogue's tile, which reuses those of the operands."""
    return spec.tile_m * spec.tile_n * ELEMENT_BYTES[spec.out_type]


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


def loads_a_thread(spec: ConvSpec, atom: Atom, plan: OperandPlan) -> int:
    """Global loads of one thread for one tile of an operand, rounded up."""
    return -(-plan.rows * plan.columns // (max(plan.vector, 1) * loading_threads(spec)))


def registers_of_places(spec: ConvSpec, atom: Atom, plan: OperandPlan) -> int:
    """Registers that hold where the loads of a thread lie in one operand.

    An index of the free axis is an offset and a position on each axis that is checked; a cursor at most a digit an axis and one
    more.
    """
    vector, threads = max(plan.vector, 1), loading_threads(spec)
    if not vector_fits(plan.rows, plan.columns, vector, threads, vector):
        return 0
    shared = shared_vectors(plan.rows, plan.columns, vector, threads)
    cursors, free = shared.period, shared.columns if plan.contiguous_free else shared.rows
    if spec.loader is LoaderKind.ASYNC and plan.layout.swizzles:
        turns = min(rows_alike(shared.period, shared.apart), shared.rows) * shared.columns
        cursors, free = (cursors, turns) if plan.contiguous_free else (turns, free)
    return free * (1 + plan.checked) + cursors * (1 + spec.problem.rank)


def budget(spec: ConvSpec, pipeline: Pipeline, atom: Atom, plans: list[OperandPlan]) -> Budget:
    """The budget of a resolved spec."""
    loads = sum(loads_a_thread(spec, atom, plan) for plan in plans)
    held = sum(loads_a_thread(spec, atom, plan) * max(plan.vector // 2, 1) for plan in plans)
    computing = workgroup_threads(spec) - spec.load_warps * ARCHES[spec.arch].wave_size
    step = -(-spec.tile_m // (atoms_along_rows(spec, atom) * atom.m)) + -(-spec.tile_n // (spec.warps_n * atom.n))
    return Budget(
        accumulators=-(-spec.tile_m * spec.tile_n // computing),
        fragments=step * atom.operand_length * ELEMENT_BYTES[spec.in_type] // 4,
        fetched=held * pipeline.fetched_tiles,
        places=sum(registers_of_places(spec, atom, plan) for plan in plans),
        parted=pipeline.roles,
        loads_in_flight=loads * spec.stages if spec.loader is LoaderKind.ASYNC else 0,
        tiles=spec.stages * sum(plan.layout.bytes for plan in plans),
        shuffle=shuffle_bytes(spec) if spec.epilogue is Epilogue.CSHUFFLE else 0,
    )


def registers_allowed(spec: ConvSpec, arch: Arch, threads: int) -> int:
    """Registers of a lane: a SIMD unit holds its share of a workgroup's warps, and a spec may forbid accumulation registers."""
    warps = -(-threads // arch.wave_size)
    shared = arch.unit_registers // -(-warps // arch.units_per_core)
    allowed = arch.vector_registers if spec.accumulation_registers is AccumulationRegisters.NONE else arch.registers_per_lane
    return min(allowed, shared // arch.register_granule * arch.register_granule)


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


def fits(needed: Budget, arch: Arch, registers: int) -> bool:
    """Whether the machine has what a kernel asks of it, of so many registers."""
    return (
        needed.loads_in_flight <= arch.in_flight_limit
        and needed.registers <= registers
        and needed.lds_bytes <= arch.lds_bytes
    )


def k_outer_obstacle(spec: ConvSpec, atom: Atom, shape: GemmShape) -> tuple[str, tuple[int | str, ...]] | None:
    """Why K-outer tiles cannot be used, as a rule and its arguments; None where they can.

    The one predicate behind the deduced choice, the rule and whatever sweeps over specs.
    """
    arch = ARCHES[spec.arch]
    if not (shape.a.contiguous_first or shape.b.contiguous_first):
        return "K_OUTER_DIRECTION", (spec.direction,)
    if not arch.transposed_read:
        allowed = ", ".join(row.name for row in ARCHES.values() if row.emits and row.transposed_read)
        return "K_OUTER_ARCH", (spec.arch, allowed)
    if not atom.transposed_row or atom.operand_length % arch.transposed_read:
        return "K_OUTER_ATOM", (atom.name, atom.operand_length, arch.transposed_read)
    for operand, view in (("a", shape.a), ("b", shape.b)):
        if view.contiguous_first and view.run % 2:
            return "K_OUTER_RUN", (operand, view.run)
    return None


def resolve_tile(spec: ConvSpec, shape: GemmShape, atom: Atom, limits: tuple[int, int]) -> ConvSpec:
    """Tile and warps filled in; `limits` of a tile's edges and of tile_k."""
    edge, depth = limits
    tile_m = spec.tile_m or choose_tile(shape.m, atom.m * atoms_along_rows(spec, atom), edge)
    tile_n = spec.tile_n or choose_tile(shape.n, atom.n * max(spec.warps_n, 1), edge)
    return replace(
        spec,
        tile_m=tile_m,
        tile_n=tile_n,
        tile_k=spec.tile_k or choose_tile_k(shape.k, atom.k, depth),
        warps_m=spec.warps_m or choose_warps(tile_m, atom.m) * warps_together(spec, atom),
        warps_n=spec.warps_n or choose_warps(tile_n, atom.n),
    )


def resolve_pipeline(spec: ConvSpec, pipeline: Pipeline) -> ConvSpec:
    """Loader, stages and load warps filled in."""
    return replace(
        spec,
        loader=pipeline.loader,
        stages=spec.stages or pipeline.least_stages,
        load_warps=spec.load_warps or load_warps_needed(spec, pipeline),
    )


def resolve_layouts(spec: ConvSpec, shape: GemmShape, atom: Atom) -> ConvSpec:
    """LDS layouts and vector widths of the operands filled in."""
    obstacle = k_outer_obstacle(spec, atom, shape)
    if spec.k_outer is KOuter.AUTO:
        spec = replace(spec, k_outer=KOuter.OFF if obstacle else KOuter.ON)
    blocked = spec.k_outer is KOuter.ON and obstacle is not None
    arch = ARCHES[spec.arch]
    for plan in operand_plans(spec, atom, shape):
        spec = replace(spec, **{f"vector_{plan.operand}": plan.vector or widest_load(spec, atom, plan)})
    if spec.swizzle is Swizzle.AUTO:
        plans = operand_plans(spec, atom, shape)
        admitted = any(admits_swizzle(plan, swizzle_group(operand_read(arch, atom, plan), plan)) for plan in plans)
        permutes = spec.loader is LoaderKind.ASYNC and admitted
        spec = replace(spec, swizzle=Swizzle.XOR if permutes else Swizzle.NONE)
    for plan, asked in zip(operand_plans(spec, atom, shape), (spec.lds_pad_a, spec.lds_pad_b), strict=True):
        if asked < 0:
            packed = spec.loader is LoaderKind.ASYNC or plan.layout.swizzles or blocked
            pad = 0 if packed else padded(operand_read(arch, atom, plan), plan.layout).pad
            spec = replace(spec, **{f"lds_pad_{plan.operand}": pad})
    return spec


def resolve_epilogue(spec: ConvSpec, shape: GemmShape, atom: Atom) -> ConvSpec:
    """Epilogue and store width filled in."""
    widest = widest_store(spec, atom, shape)
    epilogue = spec.epilogue
    if epilogue is Epilogue.AUTO:
        wanted = widest > 1 and spec.vector_d != 1 and shuffle_bytes(spec) <= ARCHES[spec.arch].lds_bytes
        epilogue = Epilogue.CSHUFFLE if wanted or spec.vector_d > 1 else Epilogue.DIRECT
    return replace(spec, epilogue=epilogue, vector_d=spec.vector_d or (widest if epilogue is Epilogue.CSHUFFLE else 1))


def resolve(spec: ConvSpec) -> ConvSpec:
    """The spec with every automatic field filled in.

    Needs a problem without violations. An open tile is the largest of ours that fits the machine and can be shared out over the
    threads. Fields that no value could satisfy are filled all the same, for the rules to refuse;
    where the atom or pipeline asked for does not exist, the spec comes back as far as it could be filled.
    """
    shape = gemm_shape(spec.problem, spec.direction)
    spec = replace(spec, out_type=spec.in_type if spec.out_type is DataType.AUTO else spec.out_type)
    if spec.atom is AtomName.AUTO:
        spec = replace(spec, atom=choose_atom(spec, shape).name)
    atom = find_atom(spec)
    if atom is None:
        return spec
    pipeline = find_pipeline(spec)
    if pipeline is None:
        return resolve_tile(spec, shape, atom, TILE_LIMITS[0])
    fitting = None
    for limits in TILE_LIMITS:
        found = resolve_pipeline(resolve_tile(spec, shape, atom, limits), pipeline)
        found = resolve_epilogue(resolve_layouts(found, shape, atom), shape, atom)
        arch = ARCHES[spec.arch]
        needed = budget(found, pipeline, atom, operand_plans(found, atom, shape))
        if fits(needed, arch, registers_allowed(found, arch, workgroup_threads(found))):
            if min(found.vector_a, found.vector_b, found.vector_d) > 0:
                return found
            fitting = fitting or found
    return fitting or found
