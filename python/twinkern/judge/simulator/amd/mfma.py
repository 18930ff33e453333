"""MFMA matrix atoms of AMD's CDNA: one row an atom, one rule for all lane maps of one block, one for several.

The maps follow the dense layouts of the CDNA3 ISA guide's matrix chapter and of AMD's Matrix Instruction
Calculator. For an M x N x K atom of one block on 64 lanes, each lane holds L = K / (64 / M) elements of A
and of B:

- A[i][k]: lane = i + M * (k / L), slot = k % L; B[k][j]: lane = j + N * (k / L), slot = k % L;
- D[i][j], four rows a group: with R = 64 / N groups side by side in the lanes, i = 4 * (R * g + r) + h is in
  lane = r * N + j, slot = 4 * g + h.

Atoms of several blocks (the same sources) hold row i of block b's A in lane b * M + i, slot k. Their D has the blocks one
after the other, in the slots (M of 16 and 32) or in the lanes (M = 4).

Numerics: the sum of the K products and C is formed in float64 and rounded once to float32. Products of
16-bit floats are exact there, so this is the value that a hardware order of additions in float32
approximates; denormals are kept (gfx90a flushes 16-bit subnormal inputs: `flushes`; gfx908 does not). The order of the
float64 additions is BLAS's. Integer atoms add modulo 2^32. xf32 drops the low 13 bits of its float32 inputs, whatever they
are: towards zero, and a NaN with no bit above them becomes an infinity (MMA-Sim's model of CDNA3, which was compared with the
hardware bit for bit, arXiv 2511.10909; ROCm/rocm-libraries pull request 9176; triton-lang/triton pull request 11783).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..memory.layout import to_bytes
from ..run import float8
from ..run.machine import Machine
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.values import Array, Vector, bf16_to_f32, element_type

LANES = 64


# Generations and what came after them, as LLVM 22 selects the atoms (a test compares).
CDNA1 = frozenset({"gfx908", "gfx90a", "gfx940", "gfx941", "gfx942", "gfx950"})
CDNA2 = CDNA1 - {"gfx908"}
CDNA3 = CDNA2 - {"gfx90a"}
CDNA4 = frozenset({"gfx950"})
BEFORE_CDNA3 = CDNA1 - CDNA3


@dataclass(frozen=True, slots=True)
class Atom:
    """D = A B + C, each wave one block of m x n x k, or several. C and D are float32, or int32 where A and B are i8."""

    m: int
    n: int
    k: int
    format: str  # of A and B: f32, xf32, f16, bf16, i8; fp8 and bf8 mean what the architecture makes of them
    arches: frozenset[str] = CDNA2
    b_format: str = ""  # where it is not A's
    blocks: int = 1

    @property
    def operand_slots(self) -> int:
        return self.k * self.m * self.blocks // LANES

    @property
    def result_slots(self) -> int:
        return self.m * self.n * self.blocks // LANES


_BLOCKS = ((32, 2), (16, 4), (4, 16))  # edge and number of blocks of the atoms that have several
ATOMS: dict[str, Atom] = {
    "f32.16x16x4f32": Atom(16, 16, 4, "f32", CDNA1),
    "f32.32x32x2f32": Atom(32, 32, 2, "f32", CDNA1),
    "f32.16x16x8.xf32": Atom(16, 16, 8, "xf32", CDNA3 - CDNA4),
    "f32.32x32x4.xf32": Atom(32, 32, 4, "xf32", CDNA3 - CDNA4),
    "f32.16x16x16f16": Atom(16, 16, 16, "f16", CDNA1),
    "f32.32x32x8f16": Atom(32, 32, 8, "f16", CDNA1),
    "f32.16x16x8bf16": Atom(16, 16, 8, "bf16", BEFORE_CDNA3),
    "f32.32x32x4bf16": Atom(32, 32, 4, "bf16", BEFORE_CDNA3),
    "f32.16x16x16bf16.1k": Atom(16, 16, 16, "bf16"),
    "f32.32x32x8bf16.1k": Atom(32, 32, 8, "bf16"),
    "f32.16x16x32.f16": Atom(16, 16, 32, "f16", CDNA4),
    "f32.16x16x32.bf16": Atom(16, 16, 32, "bf16", CDNA4),
    "f32.32x32x16.f16": Atom(32, 32, 16, "f16", CDNA4),
    "f32.32x32x16.bf16": Atom(32, 32, 16, "bf16", CDNA4),
    **{
        f"f32.{m}x{m}x{k}.{a}.{b}": Atom(m, m, k, a, CDNA3, b)
        for m, k in ((16, 32), (32, 16))
        for a in ("fp8", "bf8")
        for b in ("fp8", "bf8")
    },
    **{f"f32.{m}x{m}x1f32": Atom(m, m, 1, "f32", CDNA1, blocks=blocks) for m, blocks in _BLOCKS},
    **{f"f32.{m}x{m}x4f16": Atom(m, m, 4, "f16", CDNA1, blocks=blocks) for m, blocks in _BLOCKS},
    **{f"f32.{m}x{m}x2bf16": Atom(m, m, 2, "bf16", BEFORE_CDNA3, blocks=blocks) for m, blocks in _BLOCKS},
    **{f"f32.{m}x{m}x4bf16.1k": Atom(m, m, 4, "bf16", CDNA2, blocks=blocks) for m, blocks in _BLOCKS},
    **{f"i32.{m}x{m}x4i8": Atom(m, m, 4, "i8", CDNA1, blocks=blocks) for m, blocks in _BLOCKS},
    "i32.16x16x16i8": Atom(16, 16, 16, "i8", BEFORE_CDNA3),
    "i32.32x32x8i8": Atom(32, 32, 8, "i8", BEFORE_CDNA3),
    "i32.16x16x32.i8": Atom(16, 16, 32, "i8", CDNA3),
    "i32.32x32x16.i8": Atom(32, 32, 16, "i8", CDNA3),
    "i32.16x16x64.i8": Atom(16, 16, 64, "i8", CDNA4),
    "i32.32x32x32.i8": Atom(32, 32, 32, "i8", CDNA4),
}
WORDS: dict[int, np.dtype[Any]] = {4: np.dtype(np.uint32), 8: np.dtype(np.uint64), 16: np.dtype(np.complex128)}


def numbers(data: Array, format_: str, arch: str) -> Array:
    """The float64 numbers in the bytes along the last axis."""
    if format_ == "f16":
        return data.view(np.float16).astype(np.float64)
    if format_ == "bf16":
        return bf16_to_f32(data.view(np.uint16)).astype(np.float64)
    if format_ == "f32":
        return data.view(np.float32).astype(np.float64)
    if format_ == "xf32":
        return (data.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32).astype(np.float64)
    if format_ in ("i8", "u8"):
        return data.view(np.int8 if format_ == "i8" else np.uint8).astype(np.float64)
    return float8.decode(data, float8.format_name(format_, arch)).astype(np.float64)


def lane_bytes(machine: Machine, value: Array | Vector, type_: ir.Type) -> Array:
    """The bytes of every lane, contiguous, shape (G|1, T, size)."""
    data = to_bytes(value, type_)
    if data.shape[1] != machine.threads:
        data = np.ascontiguousarray(np.broadcast_to(data, (data.shape[0], machine.threads, data.shape[2])))
    return data


def operand_matrix(machine: Machine, m: int, format_: str, value: Array | Vector, type_: ir.Type, flush: bool) -> Array:
    """An A operand as float64 matrices [G, W, m, k]; a B operand gives its transpose [G, W, n, k]."""
    data = lane_bytes(machine, value, type_)
    size = data.shape[-1]
    words = data.view(WORDS[min(size, 16)])
    lanes = words.reshape(data.shape[0], machine.waves, LANES // m, m, -1)
    rows = np.ascontiguousarray(lanes.swapaxes(-2, -3)).reshape(data.shape[0], machine.waves, m, -1)
    matrix = numbers(rows.view(np.uint8), format_, machine.arch)
    if flush:
        smallest = 2.0**-14 if format_ == "f16" else 2.0**-126
        matrix[np.abs(matrix) < smallest] = 0.0
    return matrix


@lru_cache(maxsize=64)
def _rows(m: int, groups: int, waves: int) -> Array:
    """Row numbers of D, over all matrices of a batch, in the order of lanes: [g, h, G, W, r]."""
    side = LANES // m
    g, h, r = np.ogrid[: m * m // LANES // 4, :4, :side]
    row = 4 * (side * g + r) + h
    matrices = np.arange(groups * waves).reshape(groups, waves)
    return np.asarray(matrices[None, None, :, :, None] * m + row[:, :, None, None, :])


def result_lanes(machine: Machine, m: int, matrix: Array) -> Vector:
    """D, 32-bit matrices [G, W, m, m], as a vector of lanes, laid out when it is first asked for."""
    groups = matrix.shape[0]

    def lay_out() -> Array:
        rows = matrix.reshape(-1, m).take(_rows(m, groups, machine.waves), axis=0)
        return rows.reshape(m * m // LANES, groups, machine.threads)

    return Vector.of(None, matrix, lay_out)


def accumulator_matrix(machine: Machine, m: int, c: Vector) -> Array:
    """C as matrices [G, W, m, m]: kept from the atom that made it, else gathered from the lanes."""
    if c.matrix is not None and c.matrix.shape[1:] == (machine.waves, m, m):
        return c.matrix
    lanes = c.stacked()
    groups = lanes.shape[1]
    lanes = np.broadcast_to(lanes, (m * m // LANES, groups, machine.threads))
    lanes = lanes.reshape(-1, 4, groups, machine.waves, LANES // m, m)
    return lanes.transpose(2, 3, 0, 4, 1, 5).reshape(groups, machine.waves, m, m)


def round_sum(product: Array, addend: Array) -> Array:
    """float64 products plus C, in C's type: rounded once to float32, or modulo 2^32."""
    if addend.dtype == np.float32:
        return (product + addend).astype(np.float32)
    return (product.astype(np.int64) + addend.view(np.int32)).astype(np.uint32)


def require_arch(c: Slots, i: ir.Instruction, arches: frozenset[str], lanes: int) -> None:
    """Refuse a matrix instruction that the architecture does not have."""
    if c.machine.arch not in arches or c.machine.wave != lanes:
        where = f"{c.machine.arch} with warps of {c.machine.wave}"
        owners = ", ".join(sorted(arches))
        raise UnsupportedError(f"@{i.callee} on {where}: it belongs to {owners} with warps of {lanes}", i.line)


def check_operand(i: ir.Instruction, type_: ir.Type, size: int, kinds: tuple[ir.Type, ...]) -> None:
    """Refuse an operand that has not the bytes of a lane's share, or no elements of the right kind."""
    if type_.size != size or element_type(type_) not in kinds:
        names = " or ".join(map(str, kinds))
        raise SimulatorError(f"line {i.line}: @{i.callee} with an operand of type {type_}: {size} bytes of {names} are needed")


# What LLVM's intrinsics hold the elements of a format in.
ELEMENTS: dict[str, tuple[ir.Type, ...]] = {
    "f32": (ir.FLOAT,),
    "xf32": (ir.FLOAT,),
    "f16": (ir.HALF,),
    "bf16": (ir.BFLOAT, ir.I16),
    **dict.fromkeys(("i8", "u8", "iu8", "fp8", "bf8"), (ir.I32, ir.I64)),
}
WIDTHS = {"f32": 4, "xf32": 4, "f16": 2, "bf16": 2}
"""Bytes of an element, where that is not one."""


def build_mfma(c: Slots, i: ir.Instruction, atom: Atom) -> Operation:
    require_arch(c, i, atom.arches, LANES)
    if len(i.operands) != 6:
        raise SimulatorError(f"line {i.line}: @{i.callee} has {len(i.operands)} operands, where 6 are needed")
    if any(c.integer(operand, "an MFMA modifier", i.line) for operand in i.operands[3:6]):
        raise UnsupportedError("MFMA with cbsz, abid or blgp", i.line)
    return multiply(c, i, atom) if atom.blocks == 1 else multiply_blocks(c, i, atom)


def multiply(c: Slots, i: ir.Instruction, atom: Atom) -> Operation:
    """The operation of an atom whose first three operands are A, B and C."""
    d, (a, b, accumulator) = _operands(c, i, atom)
    machine, site, type_ = c.machine, c.site(i), i.operands[0].type
    flush = _flushes(machine, atom)
    b_format, m = atom.b_format or atom.format, atom.m

    def mfma(E: Environment) -> None:
        machine.require_whole_waves(site, "matrix instruction")
        left = operand_matrix(machine, m, atom.format, E[a], type_, flush)
        right = operand_matrix(machine, m, b_format, E[b], type_, flush)
        product = np.matmul(left, right.swapaxes(-1, -2))
        E[d] = result_lanes(machine, m, round_sum(product, accumulator_matrix(machine, m, E[accumulator])))

    return mfma


def _operands(c: Slots, i: ir.Instruction, atom: Atom) -> tuple[int, list[int]]:
    """The slots of D and of A, B and C, whose types are checked."""
    for operand, name in zip(i.operands, (atom.format, atom.b_format or atom.format), strict=False):
        check_operand(i, operand.type, atom.operand_slots * WIDTHS.get(name, 1), ELEMENTS[name])
    check_accumulator(i, atom.result_slots, atom.format == "i8")
    return c.destination(i), [c.slot(operand) for operand in i.operands[:3]]


def check_accumulator(i: ir.Instruction, slots: int, integer: bool) -> None:
    """Refuse C or D of another type than `slots` numbers of 32 bits."""
    for type_ in (i.operands[2].type, i.type):
        check_operand(i, type_, 4 * slots, (ir.I32 if integer else ir.FLOAT,))


def _flushes(machine: Machine, atom: Atom) -> bool:
    """Whether subnormal inputs count as zero."""
    return machine.arch == "gfx90a" and atom.format in ("f16", "bf16")


# Several blocks.


@lru_cache(maxsize=16)
def block_places(m: int, blocks: int) -> tuple[Array, Array]:
    """Slot and lane of each element of D: two arrays [block, row, column]."""
    block, row, column = np.ogrid[:blocks, :m, :m]
    if m == 4:
        slot, lane = row + 0 * (block + column), 4 * block + column + 0 * row
    else:
        side = LANES // m
        slot = block * (m * m // LANES) + row // (4 * side) * 4 + row % 4 + 0 * column
        lane = row // 4 % side * m + column + 0 * block
    return slot, lane


def multiply_blocks(c: Slots, i: ir.Instruction, atom: Atom) -> Operation:
    """The operation of an atom of several blocks, each with an A, a B and a C of its own."""
    d, (a, b, accumulator) = _operands(c, i, atom)
    machine, site, type_ = c.machine, c.site(i), i.operands[0].type
    flush, m = _flushes(machine, atom), atom.m
    slot, lane = block_places(m, atom.blocks)

    def matrices(value: Array | Vector) -> Array:
        """A, or B transposed: [G, W, block, m, k]. A lane is a row, so the wave is one matrix of 64 rows."""
        rows = operand_matrix(machine, LANES, atom.format, value, type_, flush)
        return rows.reshape(*rows.shape[:2], atom.blocks, m, atom.k)

    def mfma(E: Environment) -> None:
        machine.require_whole_waves(site, "matrix instruction")
        product = np.matmul(matrices(E[a]), matrices(E[b]).swapaxes(-1, -2))
        addend = E[accumulator].stacked()
        addend = np.broadcast_to(addend, (atom.result_slots, addend.shape[1], machine.threads))
        addend = addend.reshape(atom.result_slots, -1, machine.waves, LANES)[slot, :, :, lane]
        total = round_sum(product, addend.transpose(3, 4, 0, 1, 2))
        lanes = np.empty((atom.result_slots, total.shape[0], machine.waves, LANES), total.dtype)
        lanes[slot, :, :, lane] = total.transpose(2, 3, 4, 0, 1)
        E[d] = Vector.of(lanes.reshape(atom.result_slots, -1, machine.threads))

    return mfma


HANDLERS: dict[str, tuple[str, Callable[[Slots, ir.Instruction], Operation]]] = {
    f"llvm.amdgcn.mfma.{name}": ("matrix", partial(build_mfma, atom=atom)) for name, atom in ATOMS.items()
}
