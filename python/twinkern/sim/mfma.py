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
float64 additions is BLAS's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from . import ir
from .compiler import Compiler, Environment, Operation
from .errors import UnsupportedError
from .layout import to_bytes
from .machine import Machine
from .operations import check_poison
from .values import Array, Vector, bf16_to_f32

LANES = 64


@dataclass(frozen=True, slots=True)
class Atom:
    """D = A B + C with float32 C and D, each wave one block of m x n x k."""

    m: int
    n: int
    k: int
    format: str  # of A and B: f32, f16, bf16

    @property
    def operand_slots(self) -> int:
        return self.k * self.m // LANES

    @property
    def result_slots(self) -> int:
        return self.m * self.n // LANES


ATOMS: dict[str, Atom] = {
    "16x16x4f32": Atom(16, 16, 4, "f32"),
    "32x32x2f32": Atom(32, 32, 2, "f32"),
    "16x16x16f16": Atom(16, 16, 16, "f16"),
    "32x32x8f16": Atom(32, 32, 8, "f16"),
    "16x16x16bf16.1k": Atom(16, 16, 16, "bf16"),
    "32x32x8bf16.1k": Atom(32, 32, 8, "bf16"),
    "16x16x32.f16": Atom(16, 16, 32, "f16"),
    "16x16x32.bf16": Atom(16, 16, 32, "bf16"),
    "32x32x16.f16": Atom(32, 32, 16, "f16"),
    "32x32x16.bf16": Atom(32, 32, 16, "bf16"),
}

_DECODE: dict[str, Callable[[Array], Array]] = {
    "f32": lambda bits: bits.view(np.float32),
    "f16": lambda bits: bits.view(np.float16),
    "bf16": lambda bits: bf16_to_f32(bits.view(np.uint16)),
}
_WORDS = {4: np.dtype(np.uint32), 8: np.dtype(np.uint64), 16: np.dtype(np.complex128)}


def operand_matrix(machine: Machine, atom: Atom, value: Array | Vector, type_: ir.Type, flush: bool) -> Array:
    """An A operand as float64 matrices [G, W, m, k]; a B operand gives its transpose [G, W, n, k]."""
    data = to_bytes(value, type_)
    if data.shape[1] != machine.threads:
        data = np.ascontiguousarray(np.broadcast_to(data, (data.shape[0], machine.threads, data.shape[2])))
    words = data.view(_WORDS[data.shape[-1]])
    lanes = words.reshape(data.shape[0], machine.waves, LANES // atom.m, atom.m)
    rows = np.ascontiguousarray(lanes.swapaxes(-1, -2))
    matrix = _DECODE[atom.format](rows.view(np.uint8)).astype(np.float64)
    if flush:
        smallest = 2.0**-14 if atom.format == "f16" else 2.0**-126
        matrix[np.abs(matrix) < smallest] = 0.0
    return matrix


@lru_cache(maxsize=64)
def _rows(atom: Atom, groups: int, waves: int) -> Array:
    """Row numbers of D, over all matrices of a batch, in the order of lanes: [g, h, G, W, r]."""
    side = LANES // atom.n
    g, h, r = np.ogrid[: atom.result_slots // 4, :4, :side]
    row = 4 * (side * g + r) + h
    matrices = np.arange(groups * waves).reshape(groups, waves)
    return matrices[None, None, :, :, None] * atom.m + row[:, :, None, None, :]


def result_lanes(machine: Machine, atom: Atom, matrix: Array) -> Vector:
    """D, float32 matrices [G, W, m, n], as a vector of lanes, laid out when it is first asked for."""
    groups = matrix.shape[0]

    def lay_out() -> Array:
        rows = matrix.reshape(-1, atom.n).take(_rows(atom, groups, machine.waves), axis=0)
        return rows.reshape(atom.result_slots, groups, machine.threads)

    return Vector.of(None, matrix, lay_out)


def accumulator_matrix(machine: Machine, atom: Atom, c: Vector) -> Array:
    """C as matrices [G, W, m, n]: kept from the atom that made it, else gathered from the lanes."""
    if c.matrix is not None and c.matrix.shape[1:] == (machine.waves, atom.m, atom.n):
        return c.matrix
    lanes = c.stacked()
    groups = lanes.shape[1]
    lanes = np.broadcast_to(lanes, (atom.result_slots, groups, machine.threads))
    lanes = lanes.reshape(-1, 4, groups, machine.waves, LANES // atom.n, atom.n)
    return lanes.transpose(2, 3, 0, 4, 1, 5).reshape(groups, machine.waves, atom.m, atom.n)


def build_mfma(atom: Atom) -> Callable[[Compiler, ir.Instruction], Operation]:
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        if c.machine.wave != LANES:
            raise UnsupportedError(f"MFMA on {c.machine.arch}, whose waves have {c.machine.wave} lanes", i.line)
        if any(c.integer(operand, "an MFMA modifier", i.line) for operand in i.operands[3:6]):
            raise UnsupportedError("MFMA with cbsz, abid or blgp", i.line)
        d = c.destination(i)
        slots = [c.slot(operand) for operand in i.operands[:3]]
        a, b, accumulator = slots
        machine, site, type_ = c.machine, c.site(i), i.operands[0].type
        flush = machine.arch == "gfx90a" and atom.format != "f32"

        def mfma(E: Environment) -> None:
            machine.require_whole_waves(site, "matrix instruction")
            if machine.check_initialisation:
                for slot in slots:
                    check_poison(machine, site, E[slot], "matrix instruction on")
            left = operand_matrix(machine, atom, E[a], type_, flush)
            right = operand_matrix(machine, atom, E[b], type_, flush)
            total = np.matmul(left, right.swapaxes(-1, -2)) + accumulator_matrix(machine, atom, E[accumulator])
            E[d] = result_lanes(machine, atom, total.astype(np.float32))

        return mfma

    return build


HANDLERS: dict[str, tuple[str, Callable[[Compiler, ir.Instruction], Operation]]] = {
    f"llvm.amdgcn.mfma.f32.{name}": ("matrix", build_mfma(atom)) for name, atom in ATOMS.items()
}
