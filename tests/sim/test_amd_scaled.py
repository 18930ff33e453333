"""gfx950's block-scaled atoms: formats of 8, 6 and 4 bits, every pair of them, and scales, against plain NumPy.

The places are AMD's ("Matrix Core Programming on AMD CDNA3 and CDNA4 architecture", the kernels of its examples), written out
here in words of their own: nothing is taken from the simulator but what it computes.
"""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge import toolchain

STATUS = toolchain.available_flavors()["llvm22"]
SHAPES = {16: "16x16x128", 32: "32x32x64"}
# Bits, bits of the exponent and of the mantissa, bias (OCP 8-bit Floating Point and Microscaling Formats specifications).
FORMATS = {"fp8": (8, 4, 3, 7), "bf8": (8, 5, 2, 15), "fp6": (6, 2, 3, 1), "bf6": (6, 3, 2, 3), "fp4": (4, 2, 1, 1)}
PARAMETERS = (
    "ptr addrspace(1) %as, ptr addrspace(1) %bs, ptr addrspace(1) %cs, ptr addrspace(1) %sas, ptr addrspace(1) %sbs"
)


def number(code: int, format_: str) -> float:
    """The (finite) number of a code, by the definition of the formats."""
    bits, exponents, mantissas, bias = FORMATS[format_]
    exponent = code >> mantissas & (1 << exponents) - 1
    mantissa = (code & (1 << mantissas) - 1) / (1 << mantissas)
    magnitude = mantissa * 2.0 ** (1 - bias) if exponent == 0 else (1 + mantissa) * 2.0 ** (exponent - bias)
    return -magnitude if code >> bits - 1 else magnitude


def codes(random: np.random.Generator, format_: str, shape: tuple[int, ...]) -> np.ndarray:
    """Codes of finite numbers, all of them for formats of less than 8 bits; of those, exponents near 1."""
    bits, _, mantissas, bias = FORMATS[format_]
    if bits < 8:
        return random.integers(0, 1 << bits, shape)
    exponent = random.integers(bias - 2, bias + 3, shape)
    return random.integers(0, 2, shape) << 7 | exponent << mantissas | random.integers(0, 1 << mantissas, shape)


def place(m: int, k: int, format_: str) -> tuple[int, int]:
    """(group of lanes, slot) of column k of A: 8-bit formats come in runs of 16 that go round the groups, the others in 32."""
    groups = 64 // m
    if FORMATS[format_][0] == 8:
        return k // 16 % groups, k // (16 * groups) * 16 + k % 16
    return k // 32, k % 32


def registers(matrix: np.ndarray, format_: str, words: int) -> np.ndarray:
    """Codes [row, k] as what 64 lanes hold: `words` 32-bit words each, with 1-bits where the format has no place."""
    m, depth = matrix.shape
    bits = FORMATS[format_][0]
    held = [(1 << 32 * words) - 1 & ~((1 << 32 * bits) - 1)] * 64
    for row in range(m):
        for k in range(depth):
            group, slot = place(m, k, format_)
            held[group * m + row] |= int(matrix[row, k]) << bits * slot
    data = b"".join(value.to_bytes(4 * words, "little") for value in held)
    return np.frombuffer(data, np.uint32).reshape(64, words).copy()


def kernel(m: int, formats: tuple[str, str], words: tuple[int, int], scales: str) -> str:
    result = f"<{m * m // 64} x float>"
    a, b = (f"<{n} x i32>" for n in words)
    a_code, b_code = (list(FORMATS).index(f) for f in formats)
    name = f"llvm.amdgcn.mfma.scale.f32.{SHAPES[m]}.f8f6f4.v{words[0]}i32.v{words[1]}i32"
    loads = "\n".join(
        f"  %p{n} = getelementptr i8, ptr addrspace(1) %{n}s, i32 %o{n}\n  %{n} = load {t}, ptr addrspace(1) %p{n}, align 4"
        for n, t in (("a", a), ("b", b), ("c", result), ("sa", "i32"), ("sb", "i32"))
    )
    sizes = {"a": 4 * words[0], "b": 4 * words[1], "c": m * m // 16, "sa": 4, "sb": 4}
    offsets = "\n".join(f"  %o{n} = mul i32 %tid, {size}" for n, size in sizes.items())
    return f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
{offsets}
{loads}
  %d = call {result} @{name}({a} %a, {b} %b, {result} %c, i32 {a_code}, i32 {b_code}, {scales})
  store {result} %d, ptr addrspace(1) %pc
  ret void"""


def result_of(m: int, lanes: np.ndarray) -> np.ndarray:
    """D from what the lanes hold (CDNA3 ISA guide: rows in groups of four)."""
    matrix = np.zeros((m, m), lanes.dtype)
    for lane in range(64):
        for slot in range(lanes.shape[1]):
            row = 4 * (lane // 16) + slot if m == 16 else 8 * (slot // 4) + 4 * (lane // 32) + slot % 4
            matrix[row, lane % m] = lanes[lane, slot]
    return matrix


def run_atom(run_body, m: int, formats, codes_a, codes_b, scale_a, scale_b, scales, words=None) -> np.ndarray:
    words = words or tuple(FORMATS[f][0] for f in formats)
    operands = [registers(c, f, w) for c, f, w in zip((codes_a, codes_b), formats, words, strict=True)]
    out = np.zeros((64, m * m // 64), np.float32)
    run = run_body(kernel(m, formats, words, scales), PARAMETERS, [*operands, out, scale_a, scale_b], arch="gfx950")
    assert run.findings == []
    return result_of(m, out)


def values(matrix: np.ndarray, format_: str) -> np.ndarray:
    return np.vectorize(lambda code: number(int(code), format_))(matrix)


def factors(m: int, scale: np.ndarray, byte: int) -> np.ndarray:
    """A factor for each (row, k): the scale of lane m * (k / 32) + row."""
    exponent = (scale >> 8 * byte & 0xFF).astype(int) - 127
    return np.repeat(2.0 ** exponent.reshape(64 // m, m).T, 32, axis=1)


PAIRS = [(a, b) for a in FORMATS for b in FORMATS]


@pytest.mark.parametrize("m", SHAPES)
@pytest.mark.parametrize("formats", PAIRS, ids="-".join)
def test_products(run_body, m: int, formats: tuple[str, str]) -> None:
    """All pairs of formats, with scales of lanes that all differ, in bytes that opsel chooses."""
    random = np.random.default_rng(m + PAIRS.index(formats))
    depth = 2048 // m
    a, b = (codes(random, f, (m, depth)) for f in formats)
    scale_a, scale_b = (random.integers(120, 135, (64, 4)).astype(np.uint8).view(np.uint32)[:, 0] for _ in range(2))
    byte_a, byte_b = PAIRS.index(formats) % 4, PAIRS.index(formats) // 4 % 4
    scales = f"i32 {byte_a}, i32 %sa, i32 {byte_b}, i32 %sb"
    found = run_atom(run_body, m, formats, a, b, scale_a, scale_b, scales)
    left, right = values(a, formats[0]) * factors(m, scale_a, byte_a), values(b, formats[1]) * factors(m, scale_b, byte_b)
    assert np.array_equal(found, (left @ right.T).astype(np.float32))


@pytest.mark.parametrize("m", SHAPES)
@pytest.mark.parametrize("formats", PAIRS, ids="-".join)
def test_one_hot(run_body, m: int, formats: tuple[str, str]) -> None:
    """Where column k of A meets row k of B, for every k: formats of two widths have two maps, which must agree."""
    depth = 2048 // m
    one = {"fp8": 0x38, "bf8": 0x3C, "fp6": 0x08, "bf6": 0x0C, "fp4": 0x02}
    assert all(number(code, f) == 1 for f, code in one.items())
    for first in range(0, depth, m):
        a, b = np.zeros((m, depth), int), np.zeros((m, depth), int)
        a[np.arange(m), first + np.arange(m)] = one[formats[0]]
        b[:, first : first + m] = np.eye(m, dtype=int)[::-1] * one[formats[1]]
        scale = np.full(64, 0x7F7F7F7F, np.uint32)
        found = run_atom(run_body, m, formats, a, b, scale, scale, "i32 0, i32 %sa, i32 0, i32 %sb")
        assert np.array_equal(found, np.eye(m)[::-1])


@pytest.mark.parametrize("m", SHAPES)
@pytest.mark.parametrize("side", ["a", "b"])
def test_each_scale_covers_its_own_block(run_body, m: int, side: str) -> None:
    """One lane's scale at a time is 4: it changes one row (or column), by its 32 elements' share."""
    ones = np.full((m, 2048 // m), 0x38)
    for lane in range(0, 64, 5):
        plain, one = np.full(64, 127, np.uint32), np.full(64, 127, np.uint32)
        one[lane] = 129
        scales = (one, plain) if side == "a" else (plain, one)
        found = run_atom(run_body, m, ("fp8", "fp8"), ones, ones, *scales, "i32 0, i32 %sa, i32 0, i32 %sb")
        expected = np.full((m, m), 2048 // m)
        (expected if side == "a" else expected.T)[lane % m] += 3 * 32
        assert np.array_equal(found, expected)


def test_scales_at_their_ends(run_body) -> None:
    """0 is 2^-127, 254 is 2^127, 255 is NaN: in its row, and in that alone."""
    ones = np.full((16, 128), 0x38)
    high, low = np.full(64, 254, np.uint32), np.zeros(64, np.uint32)
    call = "i32 0, i32 %sa, i32 0, i32 %sb"
    assert (run_atom(run_body, 16, ("fp8", "fp8"), ones, ones, high, low, call) == 128).all()
    low[21] = 255
    found = run_atom(run_body, 16, ("fp8", "fp8"), ones, ones, high, low, call)
    assert (np.isnan(found) == (np.arange(16) == 5)[None, :]).all()
    assert np.nansum(found) == 128 * 240


def test_literal_scales(run_body) -> None:
    """Both 0: the instruction without scales, whatever opsel says. One of them 0: 2^-127. A literal is a word like another."""
    ones, scale = np.full((16, 128), 0x38), np.full(64, 254, np.uint32)
    for call, expected in (
        ("i32 0, i32 0, i32 0, i32 0", 128),
        ("i32 2, i32 0, i32 1, i32 0", 128),
        ("i32 0, i32 0, i32 0, i32 %sb", 128),
        ("i32 1, i32 32512, i32 0, i32 128", 256),  # 0x7F00
    ):
        assert (run_atom(run_body, 16, ("fp8", "fp8"), ones, ones, scale, scale, call) == expected).all(), call


def test_registers_past_the_format_count_for_nothing(run_body) -> None:
    ones, scale = np.full((16, 128), 0x02), np.full(64, 127, np.uint32)
    call = "i32 0, i32 %sa, i32 0, i32 %sb"
    assert (run_atom(run_body, 16, ("fp4", "fp4"), ones, ones, scale, scale, call, words=(8, 6)) == 128).all()


@pytest.mark.parametrize("mask", ["0, i32 1, i32 2, i32 3", "0, i32 1, i32 2, i32 poison"])
def test_registers_past_the_format_may_be_poison(run_body, mask: str) -> None:
    """As in a shufflevector that only widens; one that the format fills may not."""
    body = kernel(16, ("fp4", "fp4"), (8, 8), "i32 0, i32 %sa, i32 0, i32 %sb")
    wide = f"<8 x i32> <i32 {mask}, i32 poison, i32 poison, i32 poison, i32 poison>"
    body = body.replace("  %d = call", f"  %w = shufflevector <8 x i32> %a, <8 x i32> poison, {wide}\n  %d = call")
    body = body.replace("(<8 x i32> %a,", "(<8 x i32> %w,")
    data = [np.full((64, 8), 0x22222222, np.uint32)] * 2 + [np.zeros((64, 4), np.float32)]
    scale = np.full(64, 127, np.uint32)
    findings = run_body(body, PARAMETERS, [*data, scale, scale], arch="gfx950").findings
    if "poison" in mask:
        (finding,) = findings
        assert finding.message == "matrix instruction on poison or undef"
    else:
        assert findings == []
        assert (data[2] == 128).all()


REFUSED = {
    "format 5": ("i32 0, i32 0, ", "i32 5, i32 0, ", "i32 0, i32 %sa, i32 0, i32 %sb", 8),
    "opsel 4": ("", "", "i32 4, i32 %sa, i32 0, i32 %sb", 8),
    "<6 x i32>: 4, 6 or 8 i32 are needed, 8 at least for e4m3": ("", "", "i32 0, i32 %sa, i32 0, i32 %sb", 6),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_refused_by_name(run_body, reason: str) -> None:
    old, new, scales, words = REFUSED[reason]
    body = kernel(16, ("fp8", "fp8"), (words, words), scales).replace(old or "\0", new)
    with pytest.raises(sim.SimulatorError, match=reason):
        run_body(body, PARAMETERS, [np.zeros(1024, np.uint32)] * 5, arch="gfx950")
    with pytest.raises(sim.UnsupportedError, match="it belongs to gfx950"):
        run_body(kernel(16, ("fp8", "fp8"), (8, 8), scales), PARAMETERS, [np.zeros(1024, np.uint32)] * 5, arch="gfx942")


@pytest.mark.skipif(not STATUS.available, reason=STATUS.description)
@pytest.mark.parametrize("m", SHAPES)
def test_llvm_takes_the_kernels(m: int) -> None:
    for formats in PAIRS:
        words = tuple(FORMATS[f][0] for f in formats)
        body = kernel(m, formats, words, "i32 1, i32 %sa, i32 3, i32 %sb")
        text = f'target triple = "amdgcn-amd-amdhsa"\ndefine amdgpu_kernel void @k({PARAMETERS}) {{\n{body}\n}}\n'
        assert toolchain.compile(text, arch="gfx950", flavor="llvm22").undefined == ()
