"""mma.sync, ldmatrix and stmatrix against the PTX ISA document's formulas, element by element; another compiler's product."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.sim.nvptx_kernels import (
    CODES,
    MATRIX_ATOMS,
    SMALL,
    matrix_case,
    matrix_cases,
    shape_of,
    shared_memory_cases,
    simulate,
)

from twinkern.judge import simulator as sim

FIXTURE = Path(__file__).parent / "fixtures/sm80_fp16_nn.ll"
ONE = int(np.flatnonzero(SMALL == 1)[0])


# Rows and columns of a_i, b_i and c_i as the sections "Matrix Fragments for mma.m..n..k.." write them; g is groupID
# (lane >> 2), t is threadID_in_group (lane % 4).


def a_place(shape: str, bits: int, g: int, t: int, i: int) -> tuple[int, int]:
    if shape == "m8n8k4":
        return g, t
    if shape == "m8n8k16":
        return g, t * 4 + i
    if shape == "m16n8k4":
        return (g if i == 0 else g + 8), t
    if shape == "m16n8k8" and bits == 16:
        return (g if i < 2 else g + 8), t * 2 + (i & 1)
    if shape == "m16n8k8":
        return (g if i in (0, 2) else g + 8), (t if i < 2 else t + 4)
    if shape == "m16n8k16" and bits == 64:
        return (g if i % 2 == 0 else g + 8), (i * 2 + t if i % 2 == 0 else i * 2 - 2 + t)
    if shape == "m16n8k16" and bits == 16:
        return (g if 0 <= i < 2 or 4 <= i < 6 else g + 8), t * 2 + (i & 1) + (0 if i < 4 else 8)
    if shape == "m16n8k16":
        return (g if i < 4 else g + 8), t * 4 + (i & 3)
    return (g if 0 <= i < 4 or 8 <= i < 12 else g + 8), t * 4 + (i & 3) + (0 if i < 8 else 16)


def b_place(shape: str, bits: int, g: int, t: int, i: int) -> tuple[int, int]:
    if shape in ("m8n8k4", "m16n8k4"):
        return t, g
    if shape == "m8n8k16":
        return t * 4 + i, g
    if shape == "m16n8k8" and bits == 16:
        return t * 2 + i, g
    if shape == "m16n8k8":
        return (t if i == 0 else t + 4), g
    if shape == "m16n8k16" and bits == 64:
        return i * 4 + t, g
    if shape == "m16n8k16" and bits == 16:
        return t * 2 + (i & 1) + (0 if i < 2 else 8), g
    if shape == "m16n8k16":
        return t * 4 + i, g
    return t * 4 + (i & 3) + (0 if i < 4 else 16), g


def c_place(shape: str, g: int, t: int, i: int) -> tuple[int, int]:
    return (g if i < 2 or shape.startswith("m8") else g + 8), t * 2 + (i & 1)


def results(case, format_: str, slots: int) -> np.ndarray:
    """D as numbers, shape (lanes, slots)."""
    registers = np.stack(simulate(case), axis=-1)
    dtype = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "s32": np.int32}[format_]
    return np.ascontiguousarray(registers).view(dtype).reshape(-1, slots)


def binary(type_: str, place, k_axis: int, slots: int) -> np.ndarray:
    """Codes of an operand, shape (32, slots), whose k-th row (or column) holds the binary digits of k, lowest first."""
    codes = np.empty((32, slots), CODES[type_].dtype)
    for lane in range(32):
        for slot in range(slots):
            where = place(lane >> 2, lane % 4, slot)
            codes[lane, slot] = CODES[type_][ONE if where[k_axis] >> where[1 - k_axis] & 1 else 0]
    return codes


@pytest.mark.parametrize(("shape", "types"), MATRIX_ATOMS)
def test_every_position(shape: str, types: str) -> None:
    """A one in each place of A, B and C in turn, a warp for each: D says its row or column, and in binary digits its k."""
    d_type, a_type, b_type, c_type = types.split(".")
    m, n, k = shape_of(shape)
    bits = 8 * CODES[a_type].dtype.itemsize
    slots = {"a": m * k // 32, "b": k * n // 32, "c": m * n // 32}
    base = {
        "a": binary(a_type, lambda g, t, i: a_place(shape, bits, g, t, i), 1, slots["a"]),
        "b": binary(b_type, lambda g, t, i: b_place(shape, bits, g, t, i), 0, slots["b"]),
        "c": np.full((32, slots["c"]), CODES[c_type][0]),
    }
    one = {name: CODES[type_][ONE] for name, type_ in (("a", a_type), ("b", b_type), ("c", c_type))}
    for probed in "abc":
        positions = [(lane, slot) for lane in range(32) for slot in range(slots[probed])]
        for first in range(0, len(positions), 32):
            chosen = positions[first : first + 32]
            codes = {name: np.tile(base[name], (len(chosen), 1, 1)) for name in "abc"}
            codes[probed][...] = 0
            expected = np.zeros((len(chosen), m, n))
            for warp, (lane, slot) in enumerate(chosen):
                codes[probed][warp, lane, slot] = one[probed]
                g, t = lane >> 2, lane % 4
                if probed == "a":
                    row, at = a_place(shape, bits, g, t, slot)
                    expected[warp, row] = [at >> column & 1 for column in range(n)]
                elif probed == "b":
                    at, column = b_place(shape, bits, g, t, slot)
                    expected[warp, :, column] = [at >> row & 1 for row in range(m)]
                else:
                    codes["a"][warp] = 0
                    expected[warp][c_place(shape, g, t, slot)] = 1
            flat = [codes[name].reshape(-1, slots[name]) for name in "abc"]
            found = results(matrix_case(shape, types, *flat), d_type, slots["c"]).reshape(len(chosen), 32, -1)
            for lane in range(32):
                for i in range(slots["c"]):
                    row, column = c_place(shape, lane >> 2, lane % 4, i)
                    assert (found[:, lane, i] == expected[:, row, column]).all(), (probed, first, lane, i)


@pytest.mark.parametrize("case", matrix_cases(), ids=lambda case: case.name)
def test_product(case) -> None:
    """The product of matrices of small integers, laid out by the document's formulas."""
    shape, types = case.name.split()[1:]
    d_type, a_type, b_type, c_type = types.split(".")
    m, n, k = shape_of(shape)
    bits = 8 * CODES[a_type].dtype.itemsize
    registers = list(case.inputs)
    numbers = {}
    for name, type_, slots in (("a", a_type, m * k // 32), ("b", b_type, k * n // 32), ("c", c_type, m * n // 32)):
        width = 8 * CODES[type_].dtype.itemsize
        words = [registers.pop(0) for _ in range(slots * width // max(32, width))]
        codes = np.ascontiguousarray(np.stack(words, axis=-1)).view(CODES[type_].dtype).reshape(32, slots)
        values = np.abs(SMALL) if type_ == "u8" else SMALL
        numbers[name] = np.array([values[np.flatnonzero(CODES[type_] == code)[0]] for code in codes.flat]).reshape(codes.shape)
    a, b, c = np.zeros((m, k)), np.zeros((k, n)), np.zeros((m, n))
    for lane in range(32):
        g, t = lane >> 2, lane % 4
        for i in range(m * k // 32):
            a[a_place(shape, bits, g, t, i)] = numbers["a"][lane, i]
        for i in range(k * n // 32):
            b[b_place(shape, bits, g, t, i)] = numbers["b"][lane, i]
        for i in range(m * n // 32):
            c[c_place(shape, g, t, i)] = numbers["c"][lane, i]
    expected = a @ b + c
    found = results(case, d_type, m * n // 32)
    for lane in range(32):
        for i in range(m * n // 32):
            assert found[lane, i] == expected[c_place(shape, lane >> 2, lane % 4, i)]


@pytest.mark.parametrize("case", shared_memory_cases(), ids=lambda case: case.name)
def test_matrices_in_shared_memory(case) -> None:
    """Lane 8 j + i points to row i of matrix j; lane l's register j holds elements 2 (l % 4) and the next of row l / 4, or of
    that column with .trans."""
    *data, addresses = case.inputs
    transposed = case.name.endswith("trans")
    rows = addresses // 16
    if case.name.startswith("ldmatrix"):
        memory = np.stack(data, axis=-1).view(np.uint16)  # row r of 8 elements is what thread r stored
        for j, register in enumerate(simulate(case)):
            matrix = memory[rows[8 * j : 8 * j + 8]]
            matrix = matrix.T if transposed else matrix
            for lane in range(32):
                low, high = matrix[lane // 4, 2 * (lane % 4)], matrix[lane // 4, 2 * (lane % 4) + 1]
                assert register[lane] == int(low) | int(high) << 16
        return
    memory = np.ascontiguousarray(np.stack(simulate(case), axis=-1)).view(np.uint16)
    for j in range(4):
        matrix = memory[rows[8 * j : 8 * j + 8]]
        matrix = matrix.T if transposed else matrix
        for lane in range(32):
            low, high = matrix[lane // 4, 2 * (lane % 4)], matrix[lane // 4, 2 * (lane % 4) + 1]
            assert data[j][lane] == int(low) | int(high) << 16


def test_tf32_leaves_out_the_low_bits() -> None:
    a = np.full((32, 4), 0x3F801FFF, np.uint32)
    b, c = np.full((32, 2), 0x3F800000, np.uint32), np.zeros((32, 4), np.uint32)
    assert (results(matrix_case("m16n8k8", "f32.tf32.tf32.f32", a, b, c), "f32", 4) == 8).all()


@pytest.mark.parametrize("size", [(64, 64, 32, 16, 0), (128, 64, 96, 16, 1), (64, 192, 64, 48, 2), (192, 128, 256, 32, 3)])
def test_fixture(size: tuple[int, ...]) -> None:
    m, n, k, pad, seed = size
    random = np.random.default_rng(seed)
    a, b = random.standard_normal((m, k)).astype(np.float16), random.standard_normal((k, n)).astype(np.float16)
    stored = [np.full((x.shape[0], x.shape[1] + pad), np.nan, np.float16) for x in (a, b)]
    stored[0][:, :k], stored[1][:, :n] = a, b
    out = np.full((m, n + pad), np.nan, np.float32)
    arguments = [*stored, out, k, k + pad, n + pad, n + pad, None, None]
    run = sim.run(FIXTURE.read_text(), grid=(m // 64, n // 64), block=128, args=arguments, arch="sm_80", dynamic_lds=65536)
    assert run.findings == []
    x, y = a.astype(np.float64), b.astype(np.float64)
    # As for the AMD fixtures: one rounding of a partial sum an atom, fewer than k of them.
    assert (np.abs(out[:, :n] - x @ y) <= k * 2.0**-24 * (np.abs(x) @ np.abs(y))).all()
    assert np.isnan(out[:, n:]).all()
    assert run.counters.per_wave("matrix") == 16 * k // 32
    assert run.counters.per_wave("lds_dma") == 4 * (2 + k // 32)
