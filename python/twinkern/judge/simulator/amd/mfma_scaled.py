"""The matrix atoms of gfx950 whose formats are operands, with a scale for each 32 elements along k (f8f6f4).

cbsz chooses A's format and blgp B's: 0 fp8, 1 bf8, 2 fp6, 3 bf6, 4 fp4 (LLVM's AMDGPUVerifier, which also lets an operand have
more registers than its format fills). Each lane holds 32 elements of a row of A, packed from bit 0 up. With g = lane / M:

- fp8 and bf8 lie in chunks of 16: k = 16 * (64 / M) * (slot / 16) + 16 * g + slot % 16;
- narrower formats lie at k = 32 * g + slot

(AMD's blog "Matrix Core Programming on AMD CDNA3 and CDNA4 architecture", and AMD's emulator rocjitsu, pull requests 7064 and
10589 of ROCm/rocm-systems). A permutation of k common to A and B changes no product: that the map is this one shows where the
formats' widths differ, and in what a scale covers.

A scale is a byte of an i32, chosen by opsel: lane M * b + i has that of A[i][32 b ... 32 b + 31], and so for B's columns
(rocjitsu; Triton's chooseScaledMfmaScaleLayout). It is an E8M0 number: 2^(code - 127), or NaN for 255 (OCP Microscaling
Formats specification). Where both scales are the literal 0, the instruction is the one without scales, whatever opsel is (what
LLVM 22 selects). Sums as in `mfma`: one rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..run import float8
from ..run.machine import Machine
from ..run.slots import Environment, Operation, Slots
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.values import Array, Vector
from .mfma import CDNA4, LANES, accumulator_matrix, check_accumulator, lane_bytes, require_arch, result_lanes, round_sum

SHAPES: dict[str, int] = {"f32.16x16x128.f8f6f4": 16, "f32.32x32x64.f8f6f4": 32}
"""The edge of each atom; k is 32 * 64 / edge."""
FORMATS = ("e4m3_ocp", "e5m2_ocp", "e2m3", "e3m2", "e2m1")
BLOCK = 32
"""Elements along k that share a scale; a lane holds as many."""
CHUNK = 16


def operand_numbers(machine: Machine, m: int, format_: str, value: Vector, type_: ir.Type) -> Array:
    """An A operand as float64 matrices [G, W, m, k]; a B operand gives its transpose."""
    data = lane_bytes(machine, value, type_)
    codes = float8.unpack(data[..., : BLOCK * float8.BITS[format_] // 8], format_)
    lanes = codes.reshape(data.shape[0], machine.waves, LANES // m, m, BLOCK)
    if float8.BITS[format_] == 8:
        rows = lanes.reshape(*lanes.shape[:-1], BLOCK // CHUNK, CHUNK).transpose(0, 1, 3, 4, 2, 5)
    else:
        rows = lanes.swapaxes(2, 3)
    return float8.decode(rows, format_).astype(np.float64).reshape(data.shape[0], machine.waves, m, -1)


def scaled(machine: Machine, matrix: Array, scale: Array, byte: int) -> Array:
    """A matrix [G, W, m, k] times the scales that the lanes hold in a byte of an i32."""
    m = matrix.shape[2]
    codes = np.broadcast_to(scale, (scale.shape[0], machine.threads)) >> np.uint32(8 * byte) & np.uint32(0xFF)
    factors = float8.scale(codes).reshape(scale.shape[0], machine.waves, LANES // m, m).swapaxes(2, 3)
    blocks = matrix.reshape(*matrix.shape[:3], -1, BLOCK) * factors[..., None]
    return blocks.reshape(*blocks.shape[:3], -1)


def _build(c: Slots, i: ir.Instruction, m: int) -> Operation:
    require_arch(c, i, CDNA4, LANES)
    if len(i.operands) != 9:
        raise SimulatorError(f"line {i.line}: @{i.callee} has {len(i.operands)} operands, where 9 are needed")
    formats = [_format(c, i, operand) for operand in i.operands[3:5]]
    for operand, format_ in zip(i.operands, formats, strict=False):
        _check_operand(i, operand.type, format_)
    check_accumulator(i, m * m // LANES, integer=False)
    machine, site, d = c.machine, c.site(i), c.destination(i)
    accumulator = c.slot(i.operands[2])
    types = [operand.type for operand in i.operands[:2]]
    slots = [c.slot(operand) for operand in i.operands[:2]]
    scales = [(c.slot(i.operands[n + 1]), _byte(c, i, i.operands[n])) for n in (5, 7)]
    plain = all(ir.value_of(i.operands[n]) in (0, "zero") for n in (6, 8))

    def mfma(E: Environment) -> None:
        machine.require_whole_waves(site, "matrix instruction")
        left, right = (
            operand_numbers(machine, m, format_, E[slot], type_)
            for format_, slot, type_ in zip(formats, slots, types, strict=True)
        )
        if not plain:
            left, right = (
                scaled(machine, matrix, E[slot], byte) for matrix, (slot, byte) in zip((left, right), scales, strict=True)
            )
        product = np.matmul(left, right.swapaxes(-1, -2))
        E[d] = result_lanes(machine, m, round_sum(product, accumulator_matrix(machine, m, E[accumulator])))

    return mfma


def _format(c: Slots, i: ir.Instruction, operand: ir.Operand) -> str:
    code = c.integer(operand, "a format", i.line)
    if code >= len(FORMATS):
        known = "0 (fp8), 1 (bf8), 2 (fp6), 3 (bf6) and 4 (fp4)"
        raise UnsupportedError(f"@{i.callee} with format {code}: there are {known}", i.line)
    return FORMATS[code]


def _check_operand(i: ir.Instruction, type_: ir.Type, format_: str) -> None:
    """Refuse an operand that is no vector of 4, 6 or 8 i32, or too short for its format."""
    needed = float8.BITS[format_]
    words = type_.count if isinstance(type_, ir.VectorType) and type_.element == ir.I32 else 0
    if words not in (4, 6, 8) or words < needed:
        wanted = f"4, 6 or 8 i32 are needed, {needed} at least for {format_}"
        raise SimulatorError(f"line {i.line}: @{i.callee} with an operand of type {type_}: {wanted}")


def _byte(c: Slots, i: ir.Instruction, operand: ir.Operand) -> int:
    byte = c.integer(operand, "opsel", i.line)
    if byte > 3:
        raise UnsupportedError(f"@{i.callee} with opsel {byte}: a scale has bytes 0 to 3", i.line)
    return byte


HANDLERS: dict[str, tuple[str, Callable[[Slots, ir.Instruction], Operation]]] = {
    f"llvm.amdgcn.mfma.scale.{name}": ("matrix", partial(_build, m=m)) for name, m in SHAPES.items()
}
