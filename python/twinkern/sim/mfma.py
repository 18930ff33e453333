"""MFMA matrix atoms of AMD's CDNA: one row an atom, one rule for all lane maps.

The maps follow the dense layouts of the CDNA3 ISA guide's matrix chapter and of AMD's Matrix Instruction
Calculator. For an M x N x K atom of one block on 64 lanes, each lane holds L = K / (64 / M) elements of A
and of B:

- A[i][k]: lane = i + M * (k / L), slot = k % L; B[k][j]: lane = j + N * (k / L), slot = k % L;
- D[i][j], four rows a group: with R = 64 / N groups side by side in the lanes, i = 4 * (R * g + r) + h is in
  lane = r * N + j, slot = 4 * g + h.

Numerics: the sum of the K products and C is formed in float64 and rounded once to float32. Products of
16-bit floats are exact there, so this is the value that a hardware order of additions in float32
approximates; denormals are kept (gfx90a flushes 16-bit subnormal inputs: `flushes`). The order of the
float64 additions is BLAS's. Integer atoms add modulo 2^32.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from . import float8, ir
from .compiler import Compiler, Environment, Operation
from .errors import SimulatorError, UnsupportedError
from .layout import to_bytes
from .machine import Machine
from .values import Array, Vector, bf16_to_f32, element_type

LANES = 64


CDNA2 = frozenset({"gfx90a", "gfx940", "gfx941", "gfx942", "gfx950"})
CDNA3 = CDNA2 - {"gfx90a"}
CDNA4 = frozenset({"gfx950"})


@dataclass(frozen=True, slots=True)
class Atom:
    """D = A B + C, each wave one block of m x n x k. C and D are float32, or int32 where A and B are i8."""

    m: int
    n: int
    k: int
    format: str  # of A and B: f32, f16, bf16, i8; fp8 and bf8 mean what the architecture makes of them
    arches: frozenset[str] = CDNA2
    b_format: str = ""  # where it is not A's

    @property
    def operand_slots(self) -> int:
        return self.k * self.m // LANES

    @property
    def result_slots(self) -> int:
        return self.m * self.n // LANES


ATOMS: dict[str, Atom] = {
    "f32.16x16x4f32": Atom(16, 16, 4, "f32"),
    "f32.32x32x2f32": Atom(32, 32, 2, "f32"),
    "f32.16x16x16f16": Atom(16, 16, 16, "f16"),
    "f32.32x32x8f16": Atom(32, 32, 8, "f16"),
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
    "i32.16x16x16i8": Atom(16, 16, 16, "i8", frozenset({"gfx90a"})),
    "i32.32x32x8i8": Atom(32, 32, 8, "i8", frozenset({"gfx90a"})),
    "i32.16x16x32.i8": Atom(16, 16, 32, "i8", CDNA3),
    "i32.32x32x16.i8": Atom(32, 32, 16, "i8", CDNA3),
    "i32.16x16x64.i8": Atom(16, 16, 64, "i8", CDNA4),
    "i32.32x32x32.i8": Atom(32, 32, 32, "i8", CDNA4),
}
SCALED: dict[str, tuple[int, int]] = {"f32.16x16x128.f8f6f4": (16, 128), "f32.32x32x64.f8f6f4": (32, 64)}
"""Atoms whose formats are operands (cbsz of A, blgp of B): edge and k."""

WORDS = {4: np.dtype(np.uint32), 8: np.dtype(np.uint64), 16: np.dtype(np.complex128)}


def numbers(data: Array, format_: str, arch: str) -> Array:
    """The float64 numbers in the bytes along the last axis."""
    if format_ == "f16":
        return data.view(np.float16).astype(np.float64)
    if format_ == "bf16":
        return bf16_to_f32(data.view(np.uint16)).astype(np.float64)
    if format_ == "f32":
        return data.view(np.float32).astype(np.float64)
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
    return matrices[None, None, :, :, None] * m + row[:, :, None, None, :]


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


def require_arch(c: Compiler, i: ir.Instruction, arches: frozenset[str], lanes: int) -> None:
    """Refuse a matrix instruction that the architecture does not have."""
    if c.machine.arch not in arches or c.machine.wave != lanes:
        where = f"{c.machine.arch} with waves of {c.machine.wave}"
        owners = ", ".join(sorted(arches))
        raise UnsupportedError(f"@{i.callee} on {where}: it belongs to {owners} with waves of {lanes}", i.line)


def check_operand(i: ir.Instruction, type_: ir.Type, size: int, kinds: tuple[ir.Type, ...]) -> None:
    """Refuse an operand that has not the bytes of a lane's share, or no elements of the right kind."""
    if type_.size != size or element_type(type_) not in kinds:
        names = " or ".join(map(str, kinds))
        raise SimulatorError(f"line {i.line}: @{i.callee} with an operand of type {type_}: {size} bytes of {names} are needed")


# What LLVM's intrinsics hold the elements of a format in.
ELEMENTS: dict[str, tuple[ir.Type, ...]] = {
    "f32": (ir.FLOAT,),
    "f16": (ir.HALF,),
    "bf16": (ir.BFLOAT, ir.I16),
    **dict.fromkeys(("i8", "u8", "iu8", "fp8", "bf8"), (ir.I32, ir.I64)),
}
WIDTHS = {"f32": 4, "f16": 2, "bf16": 2}
"""Bytes of an element, where that is not one."""


def build_mfma(atom: Atom) -> Callable[[Compiler, ir.Instruction], Operation]:
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        require_arch(c, i, atom.arches, LANES)
        if len(i.operands) != 6:
            raise SimulatorError(f"line {i.line}: @{i.callee} has {len(i.operands)} operands, where 6 are needed")
        if any(c.integer(operand, "an MFMA modifier", i.line) for operand in i.operands[3:6]):
            raise UnsupportedError("MFMA with cbsz, abid or blgp", i.line)
        return multiply(c, i, atom)

    return build


def build_scaled(m: int, k: int) -> Callable[[Compiler, ir.Instruction], Operation]:
    """The gfx950 atoms with block scales, where both scales are the literal 0: that is the unscaled instruction."""

    def build(c: Compiler, i: ir.Instruction) -> Operation:
        require_arch(c, i, CDNA4, LANES)
        if any(not isinstance(o, ir.Constant) or o.value not in (0, "zero") for o in i.operands[5:9]):
            raise UnsupportedError(f"@{i.callee} with block scales", i.line)
        codes = [c.integer(operand, "a format", i.line) for operand in i.operands[3:5]]
        if not set(codes) <= {0, 1}:
            raise UnsupportedError(f"@{i.callee} with formats of less than 8 bits", i.line)
        a, b = ("bf8" if code else "fp8" for code in codes)
        return multiply(c, i, Atom(m, m, k, a, CDNA4, b))

    return build


def multiply(c: Compiler, i: ir.Instruction, atom: Atom) -> Operation:
    """The operation of an atom whose first three operands are A, B and C."""
    for operand, name in zip(i.operands, (atom.format, atom.b_format or atom.format), strict=False):
        check_operand(i, operand.type, atom.operand_slots * WIDTHS.get(name, 1), ELEMENTS[name])
    number = ir.I32 if atom.format == "i8" else ir.FLOAT
    for type_ in (i.operands[2].type, i.type):
        check_operand(i, type_, 4 * atom.result_slots, (number,))
    d = c.destination(i)
    slots = [c.slot(operand) for operand in i.operands[:3]]
    a, b, accumulator = slots
    machine, site, type_ = c.machine, c.site(i), i.operands[0].type
    flush = machine.arch == "gfx90a" and atom.format in ("f16", "bf16")
    b_format, m = atom.b_format or atom.format, atom.m

    def mfma(E: Environment) -> None:
        machine.require_whole_waves(site, "matrix instruction")
        left = operand_matrix(machine, m, atom.format, E[a], type_, flush)
        right = operand_matrix(machine, m, b_format, E[b], type_, flush)
        product = np.matmul(left, right.swapaxes(-1, -2))
        E[d] = result_lanes(machine, m, round_sum(product, accumulator_matrix(machine, m, E[accumulator])))

    return mfma


HANDLERS: dict[str, tuple[str, Callable[[Compiler, ir.Instruction], Operation]]] = {
    **{f"llvm.amdgcn.mfma.{name}": ("matrix", build_mfma(atom)) for name, atom in ATOMS.items()},
    **{f"llvm.amdgcn.mfma.scale.{name}": ("matrix", build_scaled(m, k)) for name, (m, k) in SCALED.items()},
}
