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

import numpy as np

from . import ir
from .compiler import Compiler, Environment, Operation
from .errors import UnsupportedError
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
    "f32": lambda bits: bits,
    "f16": lambda bits: bits.view(np.float16),
    "bf16": bf16_to_f32,
}


def operand_matrix(machine: Machine, atom: Atom, value: Array | Vector, flush: bool) -> Array:
    """An A operand as float64 matrices [G, W, m, k]; a B operand gives its transpose [G, W, n, k]."""
    stack = value.stacked() if isinstance(value, Vector) else value[None]
    slots, groups, threads = stack.shape
    if threads != machine.threads:
        stack = np.broadcast_to(stack, (slots, groups, machine.threads))
    numbers = _DECODE[atom.format](stack)
    lanes = numbers.reshape(slots, groups, machine.waves, LANES // atom.m, atom.m)
    matrix = lanes.transpose(1, 2, 4, 3, 0).astype(np.float64, order="C")
    matrix = matrix.reshape(groups, machine.waves, atom.m, atom.k)
    if flush:
        smallest = 2.0**-14 if atom.format == "f16" else 2.0**-126
        matrix[np.abs(matrix) < smallest] = 0.0
    return matrix


def multiply(machine: Machine, atom: Atom, a: Array, b: Array, c: Vector) -> Vector:
    """Matrices [G, W, m, k], [G, W, n, k] and C in lanes; D in lanes."""
    product = np.matmul(a, b.swapaxes(-1, -2))
    groups = product.shape[0]
    side = LANES // atom.n
    tall = atom.result_slots // 4
    product = product.reshape(groups, machine.waves, tall, side, 4, atom.n).transpose(2, 4, 0, 1, 3, 5)
    accumulator = c.stacked()
    accumulator = np.broadcast_to(accumulator, (accumulator.shape[0], accumulator.shape[1], machine.threads))
    accumulator = accumulator.reshape(tall, 4, -1, machine.waves, side, atom.n)
    total = np.add(product, accumulator, dtype=np.float64).astype(np.float32, order="C")
    return Vector.of(total.reshape(atom.result_slots, -1, machine.threads))


def build_mfma(atom: Atom) -> Callable[[Compiler, ir.Instruction], Operation]:
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        if c.machine.wave != LANES:
            raise UnsupportedError(f"MFMA on {c.machine.arch}, whose waves have {c.machine.wave} lanes", i.line)
        if any(c.integer(operand, "an MFMA modifier", i.line) for operand in i.operands[3:6]):
            raise UnsupportedError("MFMA with cbsz, abid or blgp", i.line)
        d = c.destination(i)
        slots = [c.slot(operand) for operand in i.operands[:3]]
        a, b, accumulator = slots
        machine, site = c.machine, c.site(i)
        flush = machine.arch == "gfx90a" and atom.format != "f32"

        def mfma(E: Environment) -> None:
            machine.require_whole_waves(site, "matrix instruction")
            if machine.check_initialisation:
                for slot in slots:
                    check_poison(machine, site, E[slot], "matrix instruction on")
            left = operand_matrix(machine, atom, E[a], flush)
            right = operand_matrix(machine, atom, E[b], flush)
            E[d] = multiply(machine, atom, left, right, E[accumulator])

        return mfma

    return build


HANDLERS: dict[str, tuple[str, Callable[[Compiler, ir.Instruction], Operation]]] = {
    f"llvm.amdgcn.mfma.f32.{name}": ("matrix", build_mfma(atom)) for name, atom in ATOMS.items()
}
