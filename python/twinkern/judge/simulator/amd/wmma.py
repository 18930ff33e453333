"""WMMA matrix atoms of gfx11, gfx12 and gfx1250 on waves of 32: one row an atom, one lane map a generation.

Maps, for lane l and slot s (B is A with columns for rows):

- gfx11 (RDNA3 ISA guide, WMMA; AMD's GPUOpen article on it): A row l % 16, k = s; lanes 16 to 31 hold a copy. D row
  2 s + l / 16, column l % 16. Each half-wave multiplies its own copies, so lane l's results use the copies in its half (this
  is how AMD's emulator rocjitsu models it, which says that it was checked on gfx1100); copies that differ are reported.
- gfx12 (RDNA4 ISA guide, WMMA): A row l % 16, k = L (l / 16) + s for L slots a lane. D row 8 (l / 16) + s, column l % 16,
  whether it is of 32 bits or of 16.
- gfx1250 (CDNA5 ISA reference as rocjitsu has it, and the kernels that another compiler emitted): as gfx12 for operands of up
  to 16 bytes a lane; wider ones go on in blocks of 16 bytes, E elements each: k = 2 E (s / E) + E (l / 16) + s % E. D as gfx12.

Numerics as in `mfma`: one rounding of the float64 sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..memory.findings import ArithmeticFinding
from ..memory.site import Site
from ..run.machine import Machine
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, Vector
from .mfma import ELEMENTS, WIDTHS, WORDS, check_operand, lane_bytes, numbers, require_arch, round_sum

LANES, EDGE = 32, 16
BLOCK = 16
"""Bytes of a lane's operand that are consecutive in k (four registers); between two blocks lies the other half-wave's."""

GFX11 = frozenset({f"gfx11{n}" for n in ("00", "01", "02", "03", "50", "51", "52", "53")})
GFX12 = frozenset({"gfx1200", "gfx1201"})
GFX1250 = frozenset({"gfx1250", "gfx1251"})


def generation_name(arch: str) -> str:
    """Which of the three lane maps an architecture has; empty for none."""
    for name, arches in (("gfx11", GFX11), ("gfx12", GFX12), ("gfx1250", GFX1250)):
        if arch in arches:
            return name
    return ""


@dataclass(frozen=True, slots=True)
class Atom:
    """D = A B + C for 16 x 16 x k; `a` and `b` name the formats of A and B, "iu8" for bytes whose sign is an operand. C and D
    are float, i32 for iu8, or half."""

    k: int
    a: str
    b: str
    arches: frozenset[str]
    half: bool = False


ATOMS: dict[str, Atom] = {
    "f32.16x16x16.f16": Atom(16, "f16", "f16", GFX11 | GFX12),
    "f32.16x16x16.bf16": Atom(16, "bf16", "bf16", GFX11 | GFX12),
    "i32.16x16x16.iu8": Atom(16, "iu8", "iu8", GFX11 | GFX12),
    **{f"f32.16x16x16.{a}.{b}": Atom(16, a, b, GFX12) for a in ("fp8", "bf8") for b in ("fp8", "bf8")},
    "f32.16x16x32.f16": Atom(32, "f16", "f16", GFX1250),
    "f32.16x16x32.bf16": Atom(32, "bf16", "bf16", GFX1250),
    "f32.16x16x4.f32": Atom(4, "f32", "f32", GFX1250),
    "i32.16x16x64.iu8": Atom(64, "iu8", "iu8", GFX1250),
    **{
        f"{'f16' if half else 'f32'}.16x16x{k}.{a}.{b}": Atom(k, a, b, GFX1250, half)
        for half in (False, True)
        for k in (64, 128)
        for a in ("fp8", "bf8")
        for b in ("fp8", "bf8")
    },
}


def operand_rows(generation: str, lanes: Array) -> list[Array]:
    """The copies of A (or of B transposed) in the bytes of lanes, shape (G, W, 32, size): rows, shape (G, W, 16, bytes)."""
    groups, waves, _, size = lanes.shape
    halves = lanes.reshape(groups, waves, 2, EDGE, size)
    if generation == "gfx11":
        return [np.ascontiguousarray(halves[:, :, half]) for half in range(2)]
    block = min(size, BLOCK)
    words = halves.view(WORDS[block]).reshape(groups, waves, 2, EDGE, size // block, -1)
    rows = np.ascontiguousarray(words.transpose(0, 1, 3, 4, 2, 5)).view(np.uint8)
    return [rows.reshape(groups, waves, EDGE, 2 * size)]


@cache
def result_index(generation: str) -> Array:
    """For each slot and lane, row * 16 + column of the element of D: shape (8, 32)."""
    slot, lane = np.ogrid[:8, :LANES]
    row = 2 * slot + lane // EDGE if generation == "gfx11" else 8 * (lane // EDGE) + slot
    return np.asarray(row * EDGE + lane % EDGE)


class Wmma:
    """One call: operands, formats and the lane map of the machine's generation."""

    def __init__(self, c: Slots, i: ir.Instruction, atom: Atom) -> None:
        require_arch(c, i, atom.arches, LANES)
        self.machine: Machine = c.machine
        self.site: Site = c.site(i)
        self.generation = generation_name(c.machine.arch)
        self.atom = atom
        a, b, accumulator, signs, self.clamp = _operands(c, i, atom)
        for operand, format_ in ((a, atom.a), (b, atom.b)):
            size = atom.k * WIDTHS.get(format_, 1) // (1 if self.generation == "gfx11" else 2)
            check_operand(i, operand.type, size, ELEMENTS[format_])
        number = ir.HALF if atom.half else ir.I32 if atom.a == "iu8" else ir.FLOAT
        for type_ in (accumulator.type, i.type):
            check_operand(i, type_, number.size * EDGE * EDGE // LANES, (number,))
        self.operands = [(c.slot(o), o.type, f) for o, f in ((a, _format(atom.a, signs[0])), (b, _format(atom.b, signs[1])))]
        self.accumulator = c.slot(accumulator)
        self.destination = c.destination(i)

    def matrices(self, value: Array | Vector, type_: ir.Type, format_: str) -> list[Array]:
        """The copies of A, or of B transposed: float64 [G, W, 16, k]."""
        data = lane_bytes(self.machine, value, type_)
        lanes = data.reshape(data.shape[0], self.machine.waves, LANES, -1)
        return [numbers(rows, format_, self.machine.arch) for rows in operand_rows(self.generation, lanes)]

    def check_copies(self, name: str, value: Array | Vector, type_: ir.Type) -> bool:
        """Whether the half-waves hold the same elements; report it where they do not."""
        data = lane_bytes(self.machine, value, type_)
        data = data.reshape(data.shape[0], self.machine.waves, LANES, -1)
        differ = (data[:, :, :EDGE] != data[:, :, EDGE:]).any(axis=-1)
        if not differ.any():
            return True
        lanes = np.concatenate([np.zeros_like(differ), differ], axis=-1).reshape(len(differ), -1)
        self.machine.report_lanes(
            ArithmeticFinding,
            self.site,
            lanes,
            message=f"{name} of the matrix instruction: this lane does not hold a copy of lane - 16's elements, as gfx11 needs",
        )
        return False

    def __call__(self, E: Environment) -> None:
        machine = self.machine
        machine.require_whole_waves(self.site, "matrix instruction")
        (a, b) = (self.matrices(E[slot], type_, format_) for slot, type_, format_ in self.operands)
        product = np.matmul(a[0], b[0].swapaxes(-1, -2))
        if self.generation == "gfx11":
            same = [self.check_copies(name, E[o[0]], o[1]) for name, o in zip("AB", self.operands, strict=True)]
            if not all(same):
                product[..., 1::2, :] = np.matmul(a[1], b[1].swapaxes(-1, -2))[..., 1::2, :]
        index = result_index(self.generation)
        groups = product.shape[0]
        lanes = product.reshape(groups, machine.waves, EDGE * EDGE)[:, :, index].transpose(2, 0, 1, 3)
        lanes = lanes.reshape(8, groups, machine.threads)
        addend = E[self.accumulator].stacked()
        total = lanes.astype(np.int64) + addend.view(np.int32) if self.clamp else None
        if total is not None:
            E[self.destination] = Vector.of(np.clip(total, -(1 << 31), (1 << 31) - 1).astype(np.uint32))
        else:
            E[self.destination] = Vector.of(self.rounded(lanes, addend))

    def rounded(self, lanes: Array, addend: Array) -> Array:
        """The sum of products and C, rounded once to C's type."""
        if not self.atom.half:
            return round_sum(lanes, addend)
        return (lanes + addend.view(np.float16).astype(np.float64)).astype(np.float16).view(np.uint16)


def _format(name: str, signed: bool) -> str:
    return ("i8" if signed else "u8") if name == "iu8" else name


def _operands(c: Slots, i: ir.Instruction, atom: Atom) -> tuple[ir.Operand, ir.Operand, ir.Operand, tuple[bool, bool], bool]:
    """A, B, C, whether A and B are signed, and whether the result saturates, out of the spellings that LLVM had.

    (A, B, C); (i1, A, i1, B, C, i1) of iu8, where gfx1250 has two flags more before the last one, or instead of it; gfx1250:
    (i1, A, i1, B, i16, C, i1, i1) in LLVM 22 and (A, B, i16, C, i1, i1) in 23. Flags to negate must be off. So must those to
    reuse A or B, which say that the matrix is that of the wave's preceding matrix instruction (CDNA5 ISA reference, WMMA reuse
    hints): which one precedes is decided where the compiler has scheduled them, not in the text."""
    vectors = [o for o in i.operands if isinstance(o.type, ir.VectorType)]
    if len(vectors) != 3:
        raise UnsupportedError(f"@{i.callee} with {len(vectors)} vector operands", i.line)
    a, b, accumulator = vectors
    first = next(n for n, operand in enumerate(i.operands) if operand is accumulator)
    flags = {
        n: c.integer(operand, "a flag of a matrix instruction", i.line)
        for n, operand in enumerate(i.operands)
        if operand.type in (ir.I1, ir.I16)
    }
    behind = [value for n, value in flags.items() if n > first]
    reuse = 2 if c.machine.arch in GFX1250 else 0
    if any(behind[:reuse]):
        raise UnsupportedError(f"@{i.callee} that reuses an operand of the instruction before it (a set reuse flag)", i.line)
    if atom.a == "iu8":
        saturate = any(behind[reuse:])
        return a, b, accumulator, (bool(flags.get(0)), bool(flags.get(2))), saturate
    if any(value for n, value in flags.items() if n < first):
        raise UnsupportedError(f"@{i.callee} with negated or absolute operands", i.line)
    return a, b, accumulator, (False, False), False


def _builder(atom: Atom) -> Callable[[Slots, ir.Instruction], Operation]:
    return lambda c, i: Wmma(c, i, atom)


HANDLERS: dict[str, tuple[str, Callable[[Slots, ir.Instruction], Operation]]] = {
    f"llvm.amdgcn.wmma.{name}": ("matrix", _builder(atom)) for name, atom in ATOMS.items()
}
