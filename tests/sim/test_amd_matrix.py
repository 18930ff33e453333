"""Matrix atoms of all AMD architectures against lane maps written out from the ISA guides: one-hot operands, all positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge import toolchain
from twinkern.judge.simulator.amd import wmma

Map = Callable[[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Atom:
    """An instruction: its call (operands %a, %b, %c), types, depth, and what lane l's slot s holds: (row, k) of A (columns for
    rows in B), (row, column) of D."""

    arch: str
    call: str
    operand: str
    formats: tuple[str, str]
    edge: int
    depth: int
    slots: int
    source: Map
    result: Map
    integer: bool = False
    half: bool = False

    @property
    def number(self) -> str:
        """The type of C and D."""
        return "i32" if self.integer else "half" if self.half else "float"

    @property
    def lanes(self) -> int:
        return 64 if self.arch.startswith("gfx9") else 32

    @property
    def results(self) -> int:
        return self.edge * self.edge // self.lanes


def mfma_source(edge: int, slots: int) -> Map:
    """CDNA3 ISA guide, matrix fused multiply-add, dense layouts: a lane's slots are consecutive in k."""
    return lambda lane, slot: (lane % edge, lane // edge * slots + slot)


def mfma_result(edge: int) -> Map:
    """CDNA3 ISA guide: rows in groups of four, one group for each block of lanes, then the next four slots."""
    if edge == 16:
        return lambda lane, slot: (4 * (lane // 16) + slot, lane % 16)
    return lambda lane, slot: (8 * (slot // 4) + 4 * (lane // 32) + slot % 4, lane % 32)


MFMA: list[tuple[str, str, str, tuple[str, str], int, int, int]] = [
    ("gfx90a", "f32.16x16x4f32", "float", ("f32", "f32"), 16, 4, 1),
    ("gfx942", "f32.32x32x2f32", "float", ("f32", "f32"), 32, 2, 1),
    ("gfx908", "f32.16x16x4f32", "float", ("f32", "f32"), 16, 4, 1),
    ("gfx908", "f32.32x32x2f32", "float", ("f32", "f32"), 32, 2, 1),
    ("gfx908", "f32.16x16x16f16", "<4 x half>", ("f16", "f16"), 16, 16, 4),
    ("gfx908", "f32.32x32x8f16", "<4 x half>", ("f16", "f16"), 32, 8, 4),
    ("gfx908", "f32.16x16x8bf16", "<2 x i16>", ("bf16", "bf16"), 16, 8, 2),
    ("gfx908", "f32.32x32x4bf16", "<2 x i16>", ("bf16", "bf16"), 32, 4, 2),
    ("gfx908", "i32.16x16x16i8", "i32", ("i8", "i8"), 16, 16, 4),
    ("gfx908", "i32.32x32x8i8", "i32", ("i8", "i8"), 32, 8, 4),
    ("gfx942", "f32.16x16x8.xf32", "<2 x float>", ("f32", "f32"), 16, 8, 2),
    ("gfx942", "f32.32x32x4.xf32", "<2 x float>", ("f32", "f32"), 32, 4, 2),
    ("gfx90a", "f32.16x16x16f16", "<4 x half>", ("f16", "f16"), 16, 16, 4),
    ("gfx942", "f32.32x32x8f16", "<4 x half>", ("f16", "f16"), 32, 8, 4),
    ("gfx90a", "f32.16x16x16bf16.1k", "<4 x i16>", ("bf16", "bf16"), 16, 16, 4),
    ("gfx942", "f32.32x32x8bf16.1k", "<4 x i16>", ("bf16", "bf16"), 32, 8, 4),
    *[
        (arch, f"f32.{m}x{m}x{k}.{a}.{b}", "i64", (a, b), m, k, 8)
        for arch in ("gfx942", "gfx950")
        for m, k in ((16, 32), (32, 16))
        for a in ("fp8", "bf8")
        for b in ("fp8", "bf8")
    ],
    ("gfx950", "f32.16x16x32.f16", "<8 x half>", ("f16", "f16"), 16, 32, 8),
    ("gfx950", "f32.32x32x16.bf16", "<8 x bfloat>", ("bf16", "bf16"), 32, 16, 8),
    ("gfx90a", "i32.16x16x16i8", "i32", ("i8", "i8"), 16, 16, 4),
    ("gfx90a", "i32.32x32x8i8", "i32", ("i8", "i8"), 32, 8, 4),
    ("gfx942", "i32.16x16x32.i8", "i64", ("i8", "i8"), 16, 32, 8),
    ("gfx942", "i32.32x32x16.i8", "i64", ("i8", "i8"), 32, 16, 8),
    ("gfx950", "i32.16x16x64.i8", "<4 x i32>", ("i8", "i8"), 16, 64, 16),
    ("gfx950", "i32.32x32x32.i8", "<4 x i32>", ("i8", "i8"), 32, 32, 16),
]


def gfx11_source(lane: int, slot: int) -> tuple[int, int]:
    """RDNA3 ISA guide, WMMA: all of k in a lane, a copy in the other half-wave."""
    return lane % 16, slot


def gfx11_result(lane: int, slot: int) -> tuple[int, int]:
    """RDNA3 ISA guide: even rows in the lower half-wave, odd ones in the upper."""
    return 2 * slot + lane // 16, lane % 16


def gfx12_source(slots: int) -> Map:
    """RDNA4 ISA guide, WMMA: k in two halves, one a half-wave."""
    return lambda lane, slot: (lane % 16, lane // 16 * slots + slot)


def gfx12_result(lane: int, slot: int) -> tuple[int, int]:
    """RDNA4 ISA guide: eight consecutive rows a half-wave."""
    return lane // 16 * 8 + slot, lane % 16


def gfx1250_source(block: int) -> Map:
    """Blocks of four registers, in each the half-waves' k next to each other (CDNA5; as the gfx1250 kernels feed it)."""
    return lambda lane, slot: (lane % 16, slot // block * 2 * block + lane // 16 * block + slot % block)


WIDE = gfx1250_source(16)
PLAIN = "(T %a, T %b, D %c)"
REUSED = "(i1 true, T %a, i1 true, T %b, D %c, i1 false, i1 false)"
SIGNED = "(i1 true, T %a, i1 true, T %b, D %c, i1 false)"
LLVM22 = "(i1 false, T %a, i1 false, T %b, i16 0, D %c, i1 false, i1 false)"
LLVM23 = "(T %a, T %b, i16 0, D %c, i1 false, i1 false)"
WMMA = [
    ("gfx1151", "f32.16x16x16.f16.v8f32.v16f16", PLAIN, "<16 x half>", ("f16", "f16"), 16, 16, gfx11_source, gfx11_result),
    ("gfx1151", "f32.16x16x16.bf16.v8f32.v16i16", PLAIN, "<16 x i16>", ("bf16", "bf16"), 16, 16, gfx11_source, gfx11_result),
    ("gfx1151", "i32.16x16x16.iu8.v8i32.v4i32", SIGNED, "<4 x i32>", ("i8", "i8"), 16, 16, gfx11_source, gfx11_result),
    ("gfx1201", "f32.16x16x16.f16.v8f32.v8f16", PLAIN, "<8 x half>", ("f16", "f16"), 16, 8, gfx12_source(8), gfx12_result),
    ("gfx1201", "f32.16x16x16.bf16.v8f32.v8i16", PLAIN, "<8 x i16>", ("bf16", "bf16"), 16, 8, gfx12_source(8), gfx12_result),
    ("gfx1201", "i32.16x16x16.iu8.v8i32.v2i32", SIGNED, "<2 x i32>", ("i8", "i8"), 16, 8, gfx12_source(8), gfx12_result),
    *[
        ("gfx1201", f"f32.16x16x16.{a}.{b}.v8f32.v2i32", PLAIN, "<2 x i32>", (a, b), 16, 8, gfx12_source(8), gfx12_result)
        for a in ("fp8", "bf8")
        for b in ("fp8", "bf8")
    ],
    *[
        (
            "gfx1250",
            f"f32.16x16x32.{t}.v8f32.v16{t}",
            form,
            f"<16 x {'half' if t == 'f16' else 'bfloat'}>",
            (t, t),
            32,
            16,
            gfx1250_source(8),
            gfx12_result,
        )
        for t in ("f16", "bf16")
        for form in (LLVM22, LLVM23)
    ],
    *[
        (
            "gfx1250",
            f"{number}.16x16x{k}.{a}.{b}.v8{number}.v{k // 8}i32",
            LLVM23,
            f"<{k // 8} x i32>",
            (a, b),
            k,
            k // 2,
            WIDE,
            gfx12_result,
        )
        for number in ("f32", "f16")
        for k in (64, 128)
        for a in ("fp8", "bf8")
        for b in ("fp8", "bf8")
    ],
    ("gfx1250", "i32.16x16x64.iu8.v8i32.v8i32", REUSED, "<8 x i32>", ("i8", "i8"), 64, 32, WIDE, gfx12_result),
    ("gfx1250", "f32.16x16x4.f32.v8f32.v2f32", LLVM22, "<2 x float>", ("f32", "f32"), 4, 2, gfx12_source(2), gfx12_result),
]


def wmma_atom(row: tuple) -> Atom:
    arch, name, form, type_, formats, depth, slots, source, result = row
    numbers = name.startswith("i32"), name.startswith("f16")
    return Atom(arch, f"@llvm.amdgcn.wmma.{name}{form}", type_, formats, 16, depth, slots, source, result, *numbers)


def all_atoms() -> list:
    found = {}
    for arch, name, type_, formats, edge, depth, slots in MFMA:
        call = f"@llvm.amdgcn.mfma.{name}(T %a, T %b, D %c, i32 0, i32 0, i32 0)"
        atom = Atom(arch, call, type_, formats, edge, depth, slots, mfma_source(edge, slots), mfma_result(edge), name[0] == "i")
        found[f"{arch}-{name}"] = atom
    found |= {f"{row[0]}-{row[1]}-{len(row[2])}": wmma_atom(row) for row in WMMA}
    return [pytest.param(atom, id=name) for name, atom in found.items()]


def encode(values: np.ndarray, format_: str, arch: str) -> np.ndarray:
    """Bits of small integers in a format, as an array of unsigned integers."""
    if format_ == "f32":
        return values.astype(np.float32).view(np.uint32)
    if format_ == "f16":
        return values.astype(np.float16).view(np.uint16)
    if format_ == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if format_ == "i8":
        return values.astype(np.int8).view(np.uint8)
    # Powers of two and zero, by the definition of the formats: exponent bias 7 and 15 (OCP), one more in the FNUZ ones.
    bias = (7 if format_ == "fp8" else 15) + (arch == "gfx942")
    shift = 3 if format_ == "fp8" else 2
    exponent = np.log2(np.where(values == 0, 1, np.abs(values))).astype(int) + bias
    return np.where(values == 0, 0, exponent << shift | np.where(values < 0, 128, 0)).astype(np.uint8)


def body(atom: Atom) -> str:
    result = f"<{atom.results} x {atom.number}>"
    call = atom.call.replace("T %", f"{atom.operand} %").replace("D %", f"{result} %")
    return f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = mul i32 %g, {atom.lanes}
  %n = add i32 %first, %tid
  %pa = getelementptr {atom.operand}, ptr addrspace(1) %as, i32 %n
  %a = load {atom.operand}, ptr addrspace(1) %pa
  %pb = getelementptr {atom.operand}, ptr addrspace(1) %bs, i32 %n
  %b = load {atom.operand}, ptr addrspace(1) %pb
  %pc = getelementptr {result}, ptr addrspace(1) %cs, i32 %n
  %c = load {result}, ptr addrspace(1) %pc
  %d = call {result} {call}
  store {result} %d, ptr addrspace(1) %pc
  ret void"""


POINTERS = "ptr addrspace(1) %as, ptr addrspace(1) %bs, ptr addrspace(1) %cs"


def spread(atom: Atom, matrices: np.ndarray) -> np.ndarray:
    """Matrices [g, row, k] as [g, lane, slot]."""
    where = [[atom.source(lane, slot) for slot in range(atom.slots)] for lane in range(atom.lanes)]
    index = np.array(where)
    return matrices[:, index[..., 0], index[..., 1]]


@pytest.mark.parametrize("hot", ["a", "b"])
@pytest.mark.parametrize("atom", all_atoms())
def test_one_hot(run_body, atom: Atom, hot: str) -> None:
    """One operand is one-hot, at each of its positions in turn (a workgroup each): the product is a row of the other."""
    random = np.random.default_rng(5)
    positions = atom.edge * atom.depth
    one = np.zeros((positions, atom.edge, atom.depth))
    one.reshape(positions, -1)[np.arange(positions), np.arange(positions)] = 1
    other = np.broadcast_to(random.choice([-4.0, -2, -1, 0, 1, 2, 4], (atom.edge, atom.depth)), one.shape)
    left, right = (one, other) if hot == "a" else (other, one)
    start = random.integers(-50, 50, (positions, atom.edge, atom.edge))
    where = np.array([[atom.result(lane, slot) for slot in range(atom.results)] for lane in range(atom.lanes)])
    dtype = {"i32": np.int32, "half": np.float16, "float": np.float32}[atom.number]
    c = np.ascontiguousarray(start[:, where[..., 0], where[..., 1]].astype(dtype))
    operands = [encode(spread(atom, m), f, atom.arch) for m, f in zip((left, right), atom.formats, strict=True)]
    run = run_body(
        body(atom),
        POINTERS,
        [*map(np.ascontiguousarray, operands), c],
        grid=(positions,),
        block=atom.lanes,
        arch=atom.arch,
    )
    assert run.findings == []
    expected = left @ right.swapaxes(1, 2) + start
    assert (c == expected[:, where[..., 0], where[..., 1]]).all()


@pytest.mark.parametrize("name", ["a", "b"])
def test_copies_of_gfx11_that_differ(run_body, name: str) -> None:
    """The upper half-wave's copies are used for its own rows; that they differ is reported, at the lane."""
    atom = next(p.values[0] for p in all_atoms() if p.id.startswith("gfx1151-f32.16x16x16.f16"))
    operands = {n: np.ones((32, 16), np.float16) for n in "ab"}
    operands[name][21] = 2
    out = np.zeros((32, 8), np.float32)
    run = run_body(body(atom), POINTERS, [operands["a"], operands["b"], out], block=32, arch="gfx1151")
    (finding,) = run.findings
    assert isinstance(finding, sim.ArithmeticFinding)
    assert (finding.lane, finding.count) == (21, 1)
    assert finding.message.startswith(name.upper())
    row, column = (np.array([[gfx11_result(lane, s)[n] for s in range(8)] for lane in range(32)]) for n in (0, 1))
    hit = (row == 5) if name == "a" else (row % 2 == 1) & (column == 5)
    assert (out == np.where(hit, 32, 16)).all()


def test_16_bit_subnormals_are_flushed_on_gfx90a_alone(run_body) -> None:
    """CDNA2: MFMA on f16 and bf16 takes subnormal inputs as zero; gfx908 and gfx942 keep them."""
    for type_, name, format_, bits, value, other in (
        ("<4 x half>", "f32.16x16x16f16", "f16", 0x0200, 2.0**-15, "gfx942"),
        ("<4 x i16>", "f32.16x16x16bf16.1k", "bf16", 0x0040, 2.0**-127, "gfx942"),
        ("<4 x half>", "f32.16x16x16f16", "f16", 0x0200, 2.0**-15, "gfx908"),
    ):
        for arch in ("gfx90a", other):
            call = f"@llvm.amdgcn.mfma.{name}(T %a, T %b, D %c, i32 0, i32 0, i32 0)"
            atom = Atom(arch, call, type_, (format_,) * 2, 16, 16, 4, mfma_source(16, 4), mfma_result(16))
            a = np.full((64, 4), bits, np.uint16)
            b = encode(np.full((64, 4), 64.0), format_, arch)
            out = np.zeros((64, 4), np.float32)
            run_body(body(atom), POINTERS, [a, b, out], arch=arch)
            assert (out == (0 if arch == "gfx90a" else 16 * 64 * value)).all()


@pytest.mark.parametrize(("arch", "zero", "nan"), [("gfx942", 0x00, 0x80), ("gfx950", 0x80, 0x7F)])
def test_special_codes_of_8_bit_floats(run_body, arch: str, zero: int, nan: int) -> None:
    """0x80 is FNUZ's NaN and OCP's -0; 0x7F is OCP's NaN and FNUZ's largest number."""
    call = "@llvm.amdgcn.mfma.f32.16x16x32.fp8.fp8(T %a, T %b, D %c, i32 0, i32 0, i32 0)"
    atom = Atom(arch, call, "i64", ("fp8", "fp8"), 16, 32, 8, mfma_source(16, 8), mfma_result(16))
    for code, expected in ((zero, 0.0), (nan, np.nan), (0x7E, 32 * (224 if arch == "gfx942" else 448))):
        a = np.full((64, 8), code, np.uint8)
        b = encode(np.ones((64, 8)), "fp8", arch)
        out = np.zeros((64, 4), np.float32)
        run_body(body(atom), POINTERS, [a, b, out], arch=arch)
        assert np.array_equal(out, np.full_like(out, expected), equal_nan=True)


LLVM = toolchain.available_flavors()["llvm22"]
BYTES_OF_GFX1250 = [row for row in WMMA if row[0] == "gfx1250" and row[4][0] in ("fp8", "bf8", "i8")]


@pytest.mark.skipif(not LLVM.available, reason=LLVM.description)
@pytest.mark.parametrize("row", BYTES_OF_GFX1250, ids=lambda row: row[1])
def test_llvm_has_the_8_bit_atoms_of_gfx1250(row: tuple) -> None:
    """With these operands, on gfx1250, and not on gfx1201."""
    atom = wmma_atom(row)
    text = f'target triple = "amdgcn-amd-amdhsa"\ndefine amdgpu_kernel void @k({POINTERS}) {{\n{body(atom)}\n}}\n'
    assert toolchain.compile(text, arch="gfx1250", flavor="llvm22").undefined == ()
    with pytest.raises(toolchain.ToolchainError, match="Cannot select"):
        toolchain.compile(text, arch="gfx1201", flavor="llvm22")


def test_unsigned_bytes_and_saturation(run_body) -> None:
    """iu8: a flag for each operand's sign, and one for a result that saturates."""
    for clamp in (False, True):
        call = f"@llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v2i32(i1 false, T %a, i1 true, T %b, D %c, i1 {str(clamp).lower()})"
        atom = Atom("gfx1201", call, "<2 x i32>", ("i8", "i8"), 16, 16, 8, gfx12_source(8), gfx12_result, True)
        a = np.full((32, 8), 0xFF, np.uint8)
        b = np.full((32, 8), 0xFF, np.uint8)
        out = np.full((32, 8), -(1 << 31) + 1, np.int32)
        run_body(body(atom), POINTERS, [a, b, out], block=32, arch="gfx1201")
        assert (out == (-(1 << 31) if clamp else (1 << 31) + 1 - 16 * 255)).all()


@pytest.mark.parametrize(("size", "block"), [(8, 8), (16, 16), (32, 16), (64, 16)])
def test_where_gfx1250_has_k(size: int, block: int) -> None:
    """The map itself: a permutation of k that A and B share changes no product, so that no kernel tells it."""
    held = np.arange(32 * size, dtype=np.uint16).reshape(1, 1, 32, size)
    low, high = (wmma.operand_rows("gfx1250", part.astype(np.uint8))[0][0, 0] for part in (held & 255, held >> 8))
    source = gfx1250_source(block)
    for lane in range(32):
        for slot in range(size):
            row, k = source(lane, slot)
            assert int(low[row, k]) + 256 * int(high[row, k]) == held[0, 0, lane, slot]


def test_a_half_is_rounded_once(run_body) -> None:
    """2048 + 1 + 2^-12 is past the middle of two halves, of which the sum of the products alone says nothing."""
    row = next(row for row in WMMA if row[1].startswith("f16.16x16x64.fp8.fp8"))
    a = np.zeros((32, 32), np.uint8)
    a[:, 0] = np.where(np.arange(32) < 16, 0x38, 0x08)  # 1 in one half-wave, 2^-6 in the other
    out = np.full((32, 8), 2048, np.float16)
    run_body(body(wmma_atom(row)), POINTERS, [a, a, out], block=32, arch="gfx1250")
    assert (out == 2050).all()


@pytest.mark.parametrize("signs", [(a, b) for a in (False, True) for b in (False, True)])
def test_unsigned_bytes_of_gfx1250(run_body, signs: tuple[bool, bool]) -> None:
    """Each operand's sign is a flag of its own; what saturates is told by the last of three flags."""
    for clamp in ("", ", i1 true"):
        a, b = (str(sign).lower() for sign in signs)
        call = f"@llvm.amdgcn.wmma.i32.16x16x64.iu8.v8i32.v8i32(i1 {a}, T %a, i1 {b}, T %b, D %c, i1 false, i1 false{clamp})"
        atom = Atom("gfx1250", call, "<8 x i32>", ("i8", "i8"), 16, 64, 32, WIDE, gfx12_result, True)
        left, right = np.full((32, 32), 0x80, np.uint8), np.full((32, 32), 0xFF, np.uint8)
        product = 64 * (-128 if signs[0] else 128) * (-1 if signs[1] else 255)
        start = (1 << 31) - 1 if product > 0 else -(1 << 31)
        out = np.full((32, 8), start, np.int32)
        run_body(body(atom), POINTERS, [left, right, out], block=32, arch="gfx1250")
        wrapped = (start + product + (1 << 31)) % (1 << 32) - (1 << 31)
        assert (out == (start if clamp else wrapped)).all()


@pytest.mark.parametrize("name", ["16x16x8", "32x32x4"])
def test_xf32_drops_the_low_bits(run_body, name: str) -> None:
    """Thirteen bits of each input go, towards zero; a NaN that has no other bit is an infinity, and subnormals stay."""
    row = next(row for row in MFMA if row[1] == f"f32.{name}.xf32")
    call = f"@llvm.amdgcn.mfma.{row[1]}(T %a, T %b, D %c, i32 0, i32 0, i32 0)"
    edge, depth = row[4], row[5]
    atom = Atom(*row[:1], call, *row[2:7], mfma_source(edge, 2), mfma_result(edge))
    for bits, kept in (
        (0x3F801FFF, 1.0),
        (0xBF803FFF, -(1.0 + 2.0**-10)),
        (0x3F803000, 1.0 + 2.0**-10),  # halfway: not to the nearest
        (0x7F800001, np.inf),
        (0x7FC00000, np.nan),
        (0x00403FFF, float(np.uint32(0x00402000).view(np.float32))),
    ):
        a = np.full((64, 2), bits, np.uint32)
        one = np.ones((64, 2), np.float32)
        for left, right in ((a, one), (one, a)):
            out = np.zeros((64, atom.results), np.float32)
            run_body(body(atom), POINTERS, [left, right, out])
            assert np.array_equal(out, np.full_like(out, depth * kept), equal_nan=True)


def test_formats_as_operands(run_body) -> None:
    """gfx950's f8f6f4 atom with both scales zero: cbsz and blgp choose A's and B's formats."""
    for codes, formats in (((0, 0), ("fp8", "fp8")), ((1, 0), ("bf8", "fp8")), ((0, 1), ("fp8", "bf8"))):
        call = (
            "@llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(T %a, T %b, D %c, "
            f"i32 {codes[0]}, i32 {codes[1]}, i32 0, i32 0, i32 0, i32 0)"
        )
        atom = Atom("gfx950", call, "<8 x i32>", formats, 16, 128, 32, mfma_source(16, 32), mfma_result(16))
        random = np.random.default_rng(3)
        left, right = (random.choice([-2.0, -1, 0, 1, 2], (1, 16, 128)) for _ in range(2))
        operands = [
            np.ascontiguousarray(encode(spread(atom, m), f, "gfx950")) for m, f in zip((left, right), formats, strict=True)
        ]
        out = np.zeros((64, 4), np.float32)
        assert run_body(body(atom), POINTERS, [*operands, out], arch="gfx950").findings == []
        product = left[0] @ right[0].T
        assert all(out[lane, slot] == product[mfma_result(16)(lane, slot)] for lane in range(64) for slot in range(4))


@pytest.mark.parametrize(
    ("arch", "name"),
    [("gfx90a", "f32.16x16x32.fp8.fp8"), ("gfx942", "f32.16x16x32.f16"), ("gfx1201", "f32.16x16x16f16")],
)
def test_atoms_of_other_architectures_are_refused(run_body, arch: str, name: str) -> None:
    row = next(row for row in MFMA if row[1] == name)
    call = f"@llvm.amdgcn.mfma.{name}(T %a, T %b, D %c, i32 0, i32 0, i32 0)"
    atom = Atom(arch, call, *row[2:], mfma_source(16, 4), mfma_result(16))
    with pytest.raises(sim.UnsupportedError, match=name):
        run_body(body(atom), POINTERS, [np.zeros(1), np.zeros(1), np.zeros(1)], block=32, arch=arch)
