"""Matrix instructions of a warp: mma.sync, ldmatrix, stmatrix.

Lane maps of mma follow the PTX ISA document, "Matrix Fragments for mma.m..n..k..". They are one map: with `group` = lane / 4,
`thread` = lane % 4, and e elements of A or B in a register (1 of 32 or 64 bits, 2 of 16, 4 of 8), register r and element j
of it hold

- A[group + 8 (r % h)][e thread + j + 4 e (r / h)], h = M / 8 registers one above the other;
- B[e thread + j + 4 e r][group];
- C, D: slot i holds [group + 8 (i / 2)][2 thread + i % 2]; two slots of 16 bits share a register.

Numerics: products and C are summed in float64 and rounded once to the type of D; the hardware adds in an order and a width of
its own that no document fixes. tf32 inputs count without their low 13 bits. Integers are exact, modulo 2^32 or saturated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from ..run.machine import Machine
from ..run.operations import check_poison
from ..run.slots import Environment, Operation
from ..text.errors import UnsupportedError
from ..text.ptx import Statement
from ..text.values import Array
from .assembler import Assembler, Modifiers, Table
from .memory import address_slot, octets, resolver, take_space
from .numbers import decode, encode

WARP = 32
_ELEMENT_BITS = {
    "f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8,
}  # fmt: skip
_ACCUMULATOR_BITS = {"f16": 16, "f32": 32, "s32": 32, "f64": 64}
_INTEGERS, _FLOAT8 = ("s8", "u8"), ("e4m3", "e5m2")
# Which inputs a shape takes, and what they accumulate in.
_SHAPES: dict[tuple[int, int, int], dict[str, tuple[str, ...]]] = {
    (8, 8, 4): {"f64": ("f64",)},
    (8, 8, 16): dict.fromkeys(_INTEGERS, ("s32",)),
    (16, 8, 4): {"tf32": ("f32",), "f64": ("f64",)},
    (16, 8, 8): {"f16": ("f16", "f32"), "bf16": ("f32",), "tf32": ("f32",), "f64": ("f64",)},
    (16, 8, 16): {"f16": ("f16", "f32"), "bf16": ("f32",), "f64": ("f64",), **dict.fromkeys(_INTEGERS, ("s32",))},
    (16, 8, 32): {**dict.fromkeys(_INTEGERS, ("s32",)), **dict.fromkeys(_FLOAT8, ("f16", "f32"))},
}


@cache
def operand_map(rows: int, k: int, elements: int, transposed: bool) -> Array:
    """For each entry of A (rows x k), its place among a warp's elements, lane by lane and register by register. B is
    mapped as its transpose, whose registers follow each other along k alone."""
    high = 1 if transposed else rows // 8
    registers = rows * k // (WARP * elements)
    lane, register, element = np.meshgrid(np.arange(WARP), np.arange(registers), np.arange(elements), indexing="ij")
    row = lane // 4 + 8 * (register % high)
    column = elements * (lane % 4) + element + 4 * elements * (register // high)
    places = np.empty((rows, k), np.intp)
    places[row, column] = (lane * registers + register) * elements + element
    return places


@cache
def accumulator_map(m: int, n: int) -> Array:
    """For each lane and slot, the place of its entry of C or D in the m x n matrix, row by row."""
    lane, slot = np.meshgrid(np.arange(WARP), np.arange(m * n // WARP), indexing="ij")
    return ((lane // 4 + 8 * (slot // 2)) * n + 2 * (lane % 4) + slot % 2).reshape(-1)


def warp_words(machine: Machine, registers: list[Array], dtype: np.dtype) -> Array:
    """Elements of each warp's registers, shape (G|1, W, all elements of 32 lanes)."""
    groups = max(register.shape[0] for register in registers)
    words = np.empty((groups, machine.threads, len(registers)), registers[0].dtype)
    for n, register in enumerate(registers):
        words[..., n] = register
    return words.view(dtype).reshape(groups, machine.waves, -1)


def _numbers(words: Array, format_: str) -> Array:
    if format_ in ("s8", "s32"):
        return words.view(f"i{words.dtype.itemsize}").astype(np.float64)
    return words.astype(np.float64) if format_ == "u8" else decode(words, format_).astype(np.float64)


def _shape(m: Modifiers) -> tuple[int, int, int]:
    name = m.take(*(f"m{a}n{b}k{c}" for a, b, c in _SHAPES))
    if name is None:
        raise m.refuse()
    return next(shape for shape in _SHAPES if "m{}n{}k{}".format(*shape) == name)


def _mma(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """mma.sync.aligned.shape.row.col[.satfinite].dtype.atype.btype.ctype d, a, b, c."""
    types = [m.parts.pop() for _ in range(4)][::-1] if len(m.parts) > 4 else [""]
    layout = [m.take(part) for part in ("sync", "aligned", "row", "col")]
    shape, saturate = _shape(m), m.take("satfinite") is not None
    if len(types) != 4 or None in layout:
        raise m.refuse()
    d_type, a_type, b_type, c_type = types
    allowed = _SHAPES[shape]
    same_family = a_type == b_type or {a_type, b_type} <= set(_INTEGERS) or {a_type, b_type} <= set(_FLOAT8)
    if a_type not in allowed or not same_family or not {d_type, c_type} <= set(allowed[a_type]):
        raise m.refuse()
    rows, columns, k = shape
    bits, register_bits = _ELEMENT_BITS[a_type], max(32, _ELEMENT_BITS[a_type])
    elements, dtype = register_bits // bits, np.dtype(f"u{bits // 8}")
    result_bits, carried_bits = _ACCUMULATOR_BITS[d_type], _ACCUMULATOR_BITS[c_type]
    targets = [x.target(item, max(32, result_bits)) for item in x.items(s.operands[0])]
    left, right = ([x.source(item, register_bits) for item in x.items(operand)] for operand in s.operands[1:3])
    carried = [x.source(item, max(32, carried_bits)) for item in x.items(s.operands[3])]
    slots = rows * columns // WARP
    counts = (slots * result_bits // max(32, result_bits), rows * k // WARP // elements, columns * k // WARP // elements,
              slots * carried_bits // max(32, carried_bits))  # fmt: skip
    if (len(targets), len(left), len(right), len(carried)) != counts:
        raise m.refuse("with these operands")
    machine, site = x.machine, x.site
    a_map, b_map = operand_map(rows, k, elements, False), operand_map(columns, k, elements, True)
    c_map = accumulator_map(rows, columns)

    def mma(E: Environment) -> None:
        machine.require_whole_waves(site, "matrix instruction")
        a = _numbers(warp_words(machine, [E[r] for r in left], dtype), a_type).take(a_map, axis=-1)
        b = _numbers(warp_words(machine, [E[r] for r in right], dtype), b_type).take(b_map, axis=-1)
        c = _numbers(warp_words(machine, [E[r] for r in carried], np.dtype(f"u{carried_bits // 8}")), c_type)
        product = np.matmul(a, b.swapaxes(-1, -2))
        lanes = product.reshape(*product.shape[:2], -1).take(c_map, axis=-1) + c
        encoded = _integers(lanes, saturate) if d_type == "s32" else encode(lanes, d_type)
        groups = encoded.shape[0]
        registers = np.ascontiguousarray(encoded).reshape(groups, machine.threads, slots).view(f"u{max(32, result_bits) // 8}")
        for n, target in enumerate(targets):
            E[target] = registers[..., n]

    return mma


def _integers(sums: Array, saturate: bool) -> Array:
    whole = sums.astype(np.int64)
    if saturate:
        whole = np.clip(whole, -(1 << 31), (1 << 31) - 1)
    return whole.astype(np.uint64).astype(np.uint32)


# 8x8 matrices of 16-bit elements in shared memory (PTX ISA, ldmatrix): lane 8 j + i gives the address of row i of matrix j.
# Lane l holds, in register j, elements 2 (l % 4) and the next of row l / 4 of matrix j; with .trans, of its transpose.


def _matrix_access(x: Assembler, m: Modifiers) -> tuple[int, bool, Callable[[Array | None], Array | None]]:
    """(number of matrices, whether transposed, the mask of the lanes whose addresses count)."""
    if m.take("sync") is None or m.take("aligned") is None or m.take("m8n8") is None:
        raise m.refuse()
    number = m.take("x1", "x2", "x4")
    transposed, space, type_ = m.take("trans"), take_space(m), m.type()
    if number is None or type_ != "b16" or space not in (0, 3):
        raise m.refuse()
    if space == 0:
        raise UnsupportedError(f"{m.statement.name} through a generic address", x.line)
    count, machine = int(number[1:]), x.machine
    rows = machine.lane_id < 8 * count
    known: tuple[object, object, Array | None] = (None, None, None)

    def narrow(mask: Array | None) -> Array | None:
        if count == 4:
            return mask
        nonlocal known
        if known[0] is not mask or known[1] is not machine.lds:
            known = mask, machine.lds, np.broadcast_to(rows, machine.lanes) & (machine.live if mask is None else mask)
        return known[2]

    return count, transposed is not None, narrow


def _load_matrix(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    x.kind = "lds_read"
    count, transposed, narrow = _matrix_access(x, m)
    targets = [x.target(item, 32) for item in x.items(s.operands[0])]
    if len(targets) != count:
        raise m.refuse(f"into {len(targets)} registers")
    a = address_slot(x, s.operands[1], 3)
    machine, site, resolve = x.machine, x.site, resolver(x, 3, 16, "load")

    def load(E: Environment) -> None:
        machine.require_whole_waves(site, "ldmatrix")
        with machine.masked(narrow(machine.mask)):
            data = machine.load(resolve(E[a]), 16, site)
        groups = data.shape[0]
        rows = np.broadcast_to(data, (groups, machine.threads, 16)).reshape(groups, machine.waves, WARP, 16)
        matrices = np.ascontiguousarray(rows[:, :, : 8 * count]).view(np.uint16).reshape(groups, machine.waves, count, 8, 8)
        if transposed:
            matrices = np.ascontiguousarray(matrices.swapaxes(-1, -2))
        words = matrices.view(np.uint32).reshape(groups, machine.waves, count, WARP)
        for n, target in enumerate(targets):
            E[target] = words[:, :, n].reshape(groups, machine.threads)

    return load


def _store_matrix(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    x.kind = "lds_write"
    count, transposed, narrow = _matrix_access(x, m)
    a = address_slot(x, s.operands[0], 3)
    sources = [x.source(item, 32) for item in x.items(s.operands[1])]
    if len(sources) != count:
        raise m.refuse(f"of {len(sources)} registers")
    machine, site, resolve = x.machine, x.site, resolver(x, 3, 16, "store")

    def store(E: Environment) -> None:
        machine.require_whole_waves(site, "stmatrix")
        values = [E[source] for source in sources]
        for value in values:
            check_poison(machine, site, value, "store of")
        words = np.broadcast_to(octets(values).view(np.uint32), (*machine.lanes, count))
        lanes = words.reshape(machine.groups, machine.waves, WARP, count).swapaxes(-1, -2)
        matrices = np.ascontiguousarray(lanes).view(np.uint16).reshape(machine.groups, machine.waves, count, 8, 8)
        if transposed:
            matrices = matrices.swapaxes(-1, -2)
        rows = np.zeros((machine.groups, machine.waves, WARP, 16), np.uint8)
        rows[:, :, : 8 * count] = np.ascontiguousarray(matrices).view(np.uint8).reshape(*rows.shape[:2], 8 * count, 16)
        with machine.masked(narrow(machine.mask)):
            machine.store(resolve(E[a]), rows.reshape(*machine.lanes, 16), site)

    return store


TABLE: Table = {
    "mma": ("matrix", _mma),
    "ldmatrix": ("lds_read", _load_matrix),
    "stmatrix": ("lds_write", _store_matrix),
}
