"""What is deduced: the values of the fields that a spec leaves to us. It never overrides what was asked."""

from __future__ import annotations

from dataclasses import replace

from twinkern._contract import ARCHES, ATOMS, Atom
from twinkern.problem import GemmShape, gemm_shape, round_up
from twinkern.spec import ConvSpec
from twinkern.tile.layout import default_pad, tile_bytes, vector_width

ELEMENT_BYTES = {"fp16": 2, "bf16": 2, "fp32": 4}
LARGEST_TILE = 128
LARGEST_TILE_K = 64


def atoms_of(spec: ConvSpec) -> list[Atom]:
    """The atoms that the architecture has for the input type, in contract order."""
    return [atom for atom in ATOMS if spec.arch in atom.arches and atom.type == spec.in_type]


def find_atom(spec: ConvSpec) -> Atom | None:
    """The atom that a spec names, or None where the architecture lacks it."""
    return next((atom for atom in atoms_of(spec) if atom.name == spec.atom), None)


def workgroup_threads(spec: ConvSpec, atom: Atom) -> int:
    """Threads of a workgroup: a warp is as many lanes as its atom takes."""
    return spec.warps_m * spec.warps_n * atom.lanes


def choose_atom(spec: ConvSpec, shape: GemmShape) -> Atom:
    """The atom with the largest edge that the product and the asked tile fill, then the longest reduction."""
    width_m = spec.tile_m or shape.m
    width_n = spec.tile_n or shape.n
    step_m = max(spec.warps_m, 1)
    step_n = max(spec.warps_n, 1)
    best = None
    for atom in atoms_of(spec):
        fills = width_m >= atom.m and width_n >= atom.n
        divides = spec.tile_m % (atom.m * step_m) == 0 and spec.tile_n % (atom.n * step_n) == 0
        rank = (fills and divides and spec.tile_k % atom.k == 0, atom.m if fills else -atom.m, atom.k)
        if best is None or rank > best[0]:
            best = (rank, atom)
    assert best is not None, "every architecture has an atom for every input type"
    return best[1]


def choose_tile(extent: int, step: int) -> int:
    """A tile edge: the power of two that covers the extent, from `step` up to LARGEST_TILE, as a multiple of step."""
    tile = 16
    while tile < extent and tile < LARGEST_TILE:
        tile *= 2
    return round_up(max(tile, step), step)


def choose_warps(tile: int, atom_edge: int) -> int:
    """Two warps along an edge that holds two atoms or more, else one."""
    return 2 if tile % (2 * atom_edge) == 0 else 1


def choose_tile_k(extent: int, atom_k: int) -> int:
    """The power-of-two multiple of the atom's reduction that covers the extent, at most LARGEST_TILE_K."""
    tile = atom_k
    while tile < extent and tile < LARGEST_TILE_K:
        tile *= 2
    return tile


def store_vector(spec: ConvSpec, shape: GemmShape, threads: int) -> int:
    """The widest store of the shuffled epilogue for the tile of a spec; 0 where the tile cannot be shared out."""
    return vector_width(spec.tile_m, spec.tile_n, shape.run_d, threads, ELEMENT_BYTES[spec.out_type])


def load_vector(spec: ConvSpec, operand: str, shape: GemmShape, threads: int) -> int:
    """The widest load of operand "a" or "b" for the tile of a spec; 0 where the tile cannot be shared out."""
    rows, columns = loaded_tile(spec, operand, shape)
    run = shape.run_a if operand == "a" else shape.run_b
    return vector_width(rows, columns, run, threads, ELEMENT_BYTES[spec.in_type])


def loaded_tile(spec: ConvSpec, operand: str, shape: GemmShape) -> tuple[int, int]:
    """Rows and columns of an operand's tile as it is loaded, columns along the axis contiguous in memory."""
    free_size = spec.tile_m if operand == "a" else spec.tile_n
    free = shape.free_a if operand == "a" else shape.free_b
    return (spec.tile_k, free_size) if free else (free_size, spec.tile_k)


def resolve(spec: ConvSpec) -> ConvSpec:
    """The spec with every automatic field filled in.

    Needs a problem without violations. Fields that no value could satisfy are filled all the same, for the rules to refuse;
    where the atom asked for does not exist, the spec comes back as far as it could be filled.
    """
    shape = gemm_shape(spec.problem, spec.direction)
    spec = replace(spec, out_type=spec.in_type if spec.out_type == "auto" else spec.out_type)
    if spec.atom == "auto":
        spec = replace(spec, atom=choose_atom(spec, shape).name)
    atom = find_atom(spec)
    if atom is None:
        return spec
    tile_m = spec.tile_m or choose_tile(shape.m, atom.m * max(spec.warps_m, 1))
    tile_n = spec.tile_n or choose_tile(shape.n, atom.n * max(spec.warps_n, 1))
    spec = replace(
        spec,
        tile_m=tile_m,
        tile_n=tile_n,
        tile_k=spec.tile_k or choose_tile_k(shape.k, atom.k),
        warps_m=spec.warps_m or choose_warps(tile_m, atom.m),
        warps_n=spec.warps_n or choose_warps(tile_n, atom.n),
    )
    threads = workgroup_threads(spec, atom)
    pad = default_pad(spec.tile_k, atom.operand_length) if spec.lds_pad < 0 else spec.lds_pad
    widest = store_vector(spec, shape, threads)
    epilogue = spec.epilogue
    if epilogue == "auto":
        shuffle_bytes = tile_bytes(spec.tile_m, spec.tile_n, 0, ELEMENT_BYTES[spec.out_type])
        wanted = widest > 1 and spec.vector_d != 1 and shuffle_bytes <= ARCHES[spec.arch].lds_bytes
        epilogue = "cshuffle" if wanted or spec.vector_d > 1 else "direct"
    return replace(
        spec,
        lds_pad=pad,
        epilogue=epilogue,
        vector_a=spec.vector_a or load_vector(spec, "a", shape, threads),
        vector_b=spec.vector_b or load_vector(spec, "b", shape, threads),
        vector_d=spec.vector_d or (widest if epilogue == "cshuffle" else 1),
    )
