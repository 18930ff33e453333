"""Arithmetic intrinsics of amdgcn, buffer resources and atomics, against their definitions in Python."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from twinkern.judge import simulator as sim

POINTERS = "ptr addrspace(1) %x, ptr addrspace(1) %r"
LANES = 256


def words(seed: int = 0) -> np.ndarray:
    """Random 32-bit words, three a lane, with corners."""
    random = np.random.default_rng(seed)
    found = random.integers(0, 1 << 32, (LANES, 3), dtype=np.uint32)
    found[:64] = random.choice(np.array([0, 1, 2, 31, 32, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x800000], np.uint32), (64, 3))
    return found


def run_words(run_body, code: str, x: np.ndarray, arch: str = "gfx942") -> np.ndarray:
    """%m (i32) of each lane from its words %a, %b and %c."""
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr [3 x i32], ptr addrspace(1) %x, i32 %tid
  %v = load <3 x i32>, ptr addrspace(1) %p, align 4
  %a = extractelement <3 x i32> %v, i32 0
  %b = extractelement <3 x i32> %v, i32 1
  %c = extractelement <3 x i32> %v, i32 2
{code}
  %o = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %m, ptr addrspace(1) %o
  ret void"""
    out = np.zeros(len(x), np.uint32)
    assert run_body(body, POINTERS, [x, out], block=len(x), arch=arch).findings == []
    return out


def signed(value: int, bits: int = 32) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def extract(a: int, b: int, c: int) -> int:
    return (a >> (b & 31)) & (1 << (c & 31)) - 1


def extract_signed(a: int, b: int, c: int) -> int:
    width = min(c & 31, 32 - (b & 31))
    return signed(extract(a, b, c), width) if width else 0


def permute(a: int, b: int, c: int) -> int:
    source = (a << 32 | b).to_bytes(8, "little")
    result = []
    for select in c.to_bytes(4, "little"):
        if select < 8:
            result.append(source[select])
        elif select < 12:
            result.append(0xFF if source[2 * (select - 8) + 1] & 0x80 else 0)
        else:
            result.append(0 if select == 12 else 0xFF)
    return int.from_bytes(bytes(result), "little")


def dot(a: int, b: int, c: int, signs: tuple[bool, bool], clamp: bool) -> int:
    total = signed(c) if any(signs) else c
    for x, y in zip(a.to_bytes(4, "little"), b.to_bytes(4, "little"), strict=True):
        total += (signed(x, 8) if signs[0] else x) * (signed(y, 8) if signs[1] else y)
    low, high = (-(1 << 31), (1 << 31) - 1) if any(signs) else (0, (1 << 32) - 1)
    return min(max(total, low), high) if clamp else total


WORDS: dict[str, tuple[str, Callable[[int, int, int], int]]] = {
    "ubfe.i32": ("i32 %a, i32 %b, i32 %c", extract),
    "sbfe.i32": ("i32 %a, i32 %b, i32 %c", extract_signed),
    "perm": ("i32 %a, i32 %b, i32 %c", permute),
    "alignbit": ("i32 %a, i32 %b, i32 %c", lambda a, b, c: (a << 32 | b) >> (c & 31)),
    "alignbyte": ("i32 %a, i32 %b, i32 %c", lambda a, b, c: (a << 32 | b) >> 8 * (c & 3)),
    "mul.u24.i32": ("i32 %a, i32 %b", lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF)),
    "mul.i24.i32": ("i32 %a, i32 %b", lambda a, b, c: signed(a, 24) * signed(b, 24)),
    "mulhi.u24": ("i32 %a, i32 %b", lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF) >> 32),
    "mulhi.i24": ("i32 %a, i32 %b", lambda a, b, c: signed(a, 24) * signed(b, 24) >> 32),
    "sdot4": ("i32 %a, i32 %b, i32 %c, i1 false", lambda a, b, c: dot(a, b, c, (True, True), False)),
    "udot4": ("i32 %a, i32 %b, i32 %c, i1 true", lambda a, b, c: dot(a, b, c, (False, False), True)),
    "sudot4": (
        "i1 true, i32 %a, i1 false, i32 %b, i32 %c, i1 true",
        lambda a, b, c: dot(a, b, c, (True, False), True),
    ),
}


@pytest.mark.parametrize("name", WORDS)
def test_words(run_body, name: str) -> None:
    operands, function = WORDS[name]
    x = words()
    arch = "gfx1100" if name == "sudot4" else "gfx942"
    out = run_words(run_body, f"  %m = call i32 @llvm.amdgcn.{name}({operands})", x, arch)
    assert out.tolist() == [function(*row) & 0xFFFFFFFF for row in x.tolist()]


def numbers(seed: int = 1) -> np.ndarray:
    found = np.random.default_rng(seed).standard_normal((LANES, 3)).astype(np.float32) * 4
    found[0] = [np.nan, 1, 2]
    found[1] = [3, np.nan, -2]
    found[2] = [0.0, -0.0, 1]
    found[3] = [np.inf, -np.inf, 5]
    found[4] = [2.0**-140, 1, 1]
    return found


FLOATS: dict[str, tuple[str, Callable[[float, float, float], float]]] = {
    "rcp.f32": ("float %x.f", lambda x, y, z: 1 / x if x else math.copysign(math.inf, x)),
    "rsq.f32": ("float %x.f", lambda x, y, z: (1 / math.sqrt(x) if x else math.inf) if x >= 0 else math.nan),
    "sqrt.f32": ("float %x.f", lambda x, y, z: math.sqrt(x) if x >= 0 else math.nan),
    "exp2.f32": ("float %x.f", lambda x, y, z: 2.0**x),
    "log.f32": ("float %x.f", lambda x, y, z: (math.log2(x) if x >= 2.0**-126 else -math.inf) if x >= 0 else math.nan),
    "sin.f32": ("float %x.f", lambda x, y, z: math.sin(2 * math.pi * x) if math.isfinite(x) else math.nan),
    "cos.f32": ("float %x.f", lambda x, y, z: math.cos(2 * math.pi * x) if math.isfinite(x) else math.nan),
    "fract.f32": ("float %x.f", lambda x, y, z: x - math.floor(x) if math.isfinite(x) else math.nan),
    "fmed3.f32": (
        "float %x.f, float %y.f, float %z.f",
        lambda x, y, z: sorted((x, y, z))[1] if not any(map(math.isnan, (x, y, z))) else np.nanmin([x, y, z]),
    ),
    "fmul.legacy": ("float %x.f, float %y.f", lambda x, y, z: x * y if x and y else 0.0),
    "frexp.mant.f32": ("float %x.f", lambda x, y, z: math.frexp(x)[0]),
}


@pytest.mark.parametrize("name", FLOATS)
def test_floats(run_body, name: str) -> None:
    """To 2 ulp of float32, or 2^-22 beside 1: the test's own functions round too."""
    operands, function = FLOATS[name]
    x = numbers()
    code = "".join(f"  %{n}.f = bitcast i32 %{w} to float\n" for n, w in zip("xyz", "abc", strict=True))
    code += f"  %f = call float @llvm.amdgcn.{name}({operands})\n  %m = bitcast float %f to i32"
    out = run_words(run_body, code, x.view(np.uint32)).view(np.float32)
    with np.errstate(over="ignore"):
        want = np.array([function(*row) for row in x.astype(float).tolist()], np.float32)
    assert np.allclose(out, want, rtol=2.0**-22, atol=2.0**-22 if name[:3] in ("sin", "cos") else 0, equal_nan=True)


def test_exp2_and_log_flush_single_denormals(run_body) -> None:
    """v_exp_f32 gives zero where the power is denormal, v_log_f32 takes a denormal for zero; in half both are kept."""
    body = """
  %e = call float @llvm.amdgcn.exp2.f32(float -127.0)
  %l = call float @llvm.amdgcn.log.f32(float 0x3730000000000000)
  %h = call half @llvm.amdgcn.exp2.f16(half -15.0)
  %w = fpext half %h to float
  store float %e, ptr addrspace(1) %r
  %p = getelementptr float, ptr addrspace(1) %r, i32 1
  store float %l, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %r, i32 2
  store float %w, ptr addrspace(1) %q
  ret void"""
    out = np.zeros(3, np.float32)
    run_body(body, "ptr addrspace(1) %r", [out], block=1)
    assert out.tolist() == [0.0, -math.inf, 2.0**-15]


def test_the_fraction_stays_below_one_in_half(run_body) -> None:
    out = np.zeros(1, np.uint16)
    body = "  %f = call half @llvm.amdgcn.fract.f16(half %a)\n  store half %f, ptr addrspace(1) %r\n  ret void"
    run_body(body, "ptr addrspace(1) %r, half %a", [out, -(2.0**-24)], block=1)
    assert out[0] == 0x3BFF


@pytest.mark.parametrize(("name", "a", "b"), [("u24", 0xFFFFFF, 0xFFFFFF), ("i24", 0x800001, 0x7FFFFF)])
def test_products_of_24_bits_in_64(run_body, name: str, a: int, b: int) -> None:
    body = f"  %m = call i64 @llvm.amdgcn.mul.{name}.i64(i32 %a, i32 %b)\n  store i64 %m, ptr addrspace(1) %r\n  ret void"
    out = np.zeros(1, np.int64)
    run_body(body, "ptr addrspace(1) %r, i32 %a, i32 %b", [out, a, b], block=1)
    assert out[0] == (a * b if name == "u24" else (a - (1 << 24)) * b)


def test_exponent_and_scaling(run_body) -> None:
    x = numbers()
    code = """  %x.f = bitcast i32 %a to float
  %e = call i32 @llvm.amdgcn.frexp.exp.i32.f32(float %x.f)
  %f = call float @llvm.amdgcn.frexp.mant.f32(float %x.f)
  %g = call float @llvm.ldexp.f32.i32(float %f, i32 %e)
  %m = bitcast float %g to i32"""
    out = run_words(run_body, code, x.view(np.uint32))
    nan = np.isnan(x[:, 0])
    assert (out[~nan] == x[~nan, 0].view(np.uint32)).all()


def test_halves(run_body) -> None:
    """cvt.pkrtz rounds toward zero; fdot2 rounds its sum once."""
    x = numbers()
    code = """  %x.f = bitcast i32 %a to float
  %y.f = bitcast i32 %b to float
  %h = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %x.f, float %y.f)
  %m = bitcast <2 x half> %h to i32"""
    out = run_words(run_body, code, x.view(np.uint32)).view(np.float16).reshape(-1, 2).astype(np.float32)
    near = x[:, :2]
    finite = np.isfinite(near)
    assert (np.abs(out[finite]) <= np.abs(near[finite])).all()
    step = np.nextafter(np.abs(out[finite]).astype(np.float16), np.float16(np.inf)).astype(np.float32)
    assert (step > np.abs(near[finite])).all()
    halves = x.astype(np.float16)
    packed = np.stack([halves[:, :2].copy().view(np.uint32)[:, 0], halves[:, 1:].copy().view(np.uint32)[:, 0]], axis=1)
    packed = np.concatenate([packed, x[:, :1].view(np.uint32)], axis=1)
    code = """  %h = bitcast i32 %a to <2 x half>
  %k = bitcast i32 %b to <2 x half>
  %f = bitcast i32 %c to float
  %d = call float @llvm.amdgcn.fdot2(<2 x half> %h, <2 x half> %k, float %f, i1 false)
  %m = bitcast float %d to i32"""
    out = run_words(run_body, code, packed).view(np.float32)
    wide = halves.astype(np.float64)
    with np.errstate(invalid="ignore"):
        want = (wide[:, 0] * wide[:, 1] + wide[:, 1] * wide[:, 2] + x[:, 0]).astype(np.float32)
    assert np.array_equal(out, want, equal_nan=True)


@pytest.mark.parametrize(("arch", "one"), [("gfx942", 0x40), ("gfx950", 0x38)])
def test_8_bit_conversions(run_body, arch: str, one: int) -> None:
    """1.0 has the exponent's bias: 8 in FNUZ, 7 in OCP. All codes but the NaN go there and back."""
    x = np.zeros((256, 3), np.uint32)
    x[:, 0] = np.arange(256) << 8 | one
    code = """  %pair = call <2 x float> @llvm.amdgcn.cvt.pk.f32.fp8(i32 %a, i1 false)
  %l = extractelement <2 x float> %pair, i32 0
  %h = call float @llvm.amdgcn.cvt.f32.fp8(i32 %a, i32 1)
  %m = call i32 @llvm.amdgcn.cvt.pk.fp8.f32(float %l, float %h, i32 1234, i1 true)"""
    out = run_words(run_body, code, x, arch)
    codes = np.arange(256)
    ok = codes != 0x80 if arch == "gfx942" else codes & 0x7F != 0x7F
    assert (out[ok] == (x[ok, 0] << 16 | 1234)).all()
    code = "  %h = call float @llvm.amdgcn.cvt.f32.fp8(i32 %a, i32 0)\n  %m = bitcast float %h to i32"
    read = run_words(run_body, code, x, arch)
    assert (read.view(np.float32) == 1.0).all()


@pytest.mark.parametrize(
    ("arch", "kind", "plain", "saturated"),
    [
        ("gfx942", "fp8", 0x80, 0x7F),
        ("gfx950", "fp8", 0x7F, 0x7E),
        ("gfx942", "bf8", 0x80, 0x7F),
        ("gfx950", "bf8", 0x7C, 0x7B),
    ],
)
def test_conversions_past_the_largest_number(run_body, arch: str, kind: str, plain: int, saturated: int) -> None:
    """NaN or infinity, or the largest number where the mode register's FP16_OVFL is set."""
    x = np.zeros((64, 3), np.float32)
    x[:, 0] = 1e6
    code = f"""  %f = bitcast i32 %a to float
  %m = call i32 @llvm.amdgcn.cvt.pk.{kind}.f32(float %f, float 0.0, i32 0, i1 false)"""
    assert (run_words(run_body, code, x.view(np.uint32), arch) == plain).all()
    code = "  call void @llvm.amdgcn.s.setreg(i32 1473, i32 1)\n" + code
    assert (run_words(run_body, code, x.view(np.uint32), arch) == saturated).all()


@pytest.mark.parametrize(("half", "type_"), [("f16", "half"), ("bf16", "bfloat")])
def test_scaled_conversions_of_gfx950(run_body, half: str, type_: str) -> None:
    """All codes of bf8 there and back by way of 16-bit floats and of float32, which hold them exactly; the scale is 1."""
    x = np.zeros((256, 3), np.uint32)
    x[:, 0] = np.arange(256) << 16 | 0x3C << 24
    code = f"""  %p16 = call <2 x {type_}> @llvm.amdgcn.cvt.scalef32.pk.{half}.bf8(i32 %a, float 1.0, i1 true)
  %p32 = call <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.bf8(i32 %a, float 1.0, i1 true)
  %l = extractelement <2 x float> %p32, i32 0
  %h = extractelement <2 x float> %p32, i32 1
  %w0 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.f32(<2 x i16> poison, float %l, float %h, float 1.0, i1 false)
  %w1 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.{half}(<2 x i16> %w0, <2 x {type_}> %p16, float 1.0, i1 true)
  %m = bitcast <2 x i16> %w1 to i32"""
    out = run_words(run_body, code, x, "gfx950")
    number = np.arange(256) & 0x7F <= 0x7C
    assert (out[number] == (x[number, 0] | x[number, 0] >> 16)).all()
    with pytest.raises(sim.UnsupportedError, match="scale other than"):
        run_words(run_body, code.replace("float 1.0, i1 true)", "float 2.0, i1 true)", 1), x, "gfx950")
    with pytest.raises(sim.UnsupportedError, match="gfx950 has it"):
        run_words(run_body, code, x, "gfx942")


def test_other_hardware_registers_are_refused(run_body) -> None:
    code = "  call void @llvm.amdgcn.s.setreg(i32 2177, i32 1)\n  %m = add i32 %a, 0"
    with pytest.raises(sim.UnsupportedError, match=r"s\.setreg of register 2177"):
        run_words(run_body, code, words())


# Buffer resources.

RESOURCE = "  %rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1({p}, i16 0, i64 {n}, i32 {flags})\n"


def buffer_load(run_body, arch: str, records: int, soffset: int, flags: int, shift: int = 0) -> np.ndarray:
    x = np.arange(1, 65, dtype=np.uint32)
    out = np.zeros(64, np.uint32)
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
{RESOURCE.format(p="ptr addrspace(1) %x", n=records, flags=flags)}
  %four = shl i32 %tid, 2
  %off = add i32 %four, {shift}
  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %rsrc, i32 %off, i32 {soffset}, i32 0)
  %o = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %v, ptr addrspace(1) %o
  ret void"""
    run = run_body(body, POINTERS, [x, out], arch=arch, block=64)
    assert run.findings == []
    return out


def test_soffset_and_the_range_check(run_body) -> None:
    """gfx9 checks voffset + soffset, later generations voffset alone."""
    lanes = np.arange(64)
    for arch, flags in (("gfx942", 159744), ("gfx1151", 0x31004000), ("gfx1201", 0x31004000), ("gfx1250", 3)):
        out = buffer_load(run_body, arch, 64, 16, flags)
        inside = lanes < (12 if arch == "gfx942" else 16)
        assert (out == np.where(inside, lanes + 5, 0)).all(), arch


def test_records_of_45_bits(run_body) -> None:
    """2^32 bytes of records are none where 32 bits are kept, and many on gfx1250."""
    assert (buffer_load(run_body, "gfx1250", 1 << 32, 0, 3) == np.arange(1, 65)).all()
    assert (buffer_load(run_body, "gfx942", 1 << 32, 0, 159744) == 0).all()


def test_out_of_bounds_select(run_body) -> None:
    """2 checks nothing but that there are records; 0 and 1 follow rules for strides and are refused."""
    assert (buffer_load(run_body, "gfx1151", 4, 0, 0x21004000) == np.arange(1, 65)).all()
    assert (buffer_load(run_body, "gfx1151", 0, 0, 0x21004000) == 0).all()
    with pytest.raises(sim.UnsupportedError, match="OOB_SELECT 0"):
        buffer_load(run_body, "gfx1151", 4, 0, 0x01004000)


def test_resource_as_words(run_body) -> None:
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = ptrtoint ptr addrspace(1) %x to i64
  %low = trunc i64 %p to i32
  %up = lshr i64 %p, 32
  %high = trunc i64 %up to i32
  %a = insertelement <4 x i32> <i32 poison, i32 poison, i32 128, i32 159744>, i32 %low, i32 0
  %rsrc = insertelement <4 x i32> %a, i32 %high, i32 1
  %off = shl i32 %tid, 2
  %v = call float @llvm.amdgcn.raw.buffer.load.f32(<4 x i32> %rsrc, i32 %off, i32 0, i32 0)
  %o = getelementptr float, ptr addrspace(1) %r, i32 %tid
  store float %v, ptr addrspace(1) %o
  ret void"""
    x = np.arange(1, 65, dtype=np.float32)
    out = np.zeros(64, np.float32)
    assert run_body(body, POINTERS, [x, out]).findings == []
    assert (out == np.where(np.arange(64) < 32, x, 0)).all()


# Atomics.

ATOMIC = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 {n}, i32 159744)
  %p = getelementptr {t}, ptr addrspace(1) %r, i32 %tid
  %v = load {t}, ptr addrspace(1) %p
  %bin = and i32 %tid, 3
  %off = mul i32 %bin, {size}
  %q = getelementptr i8, ptr addrspace(1) %x, i32 %off
  {code}
  ret void"""
BUFFER_ATOMIC = """%old = call {t} @llvm.amdgcn.raw.ptr.buffer.atomic.{name}.{s}(
    {t} %v, ptr addrspace(8) %rsrc, i32 %off, i32 0, i32 0)"""
REDUCE = {
    "add": lambda a: a.sum(dtype=np.uint32), "umax": np.max, "umin": np.min, "or": np.bitwise_or.reduce,
    "xor": np.bitwise_xor.reduce, "and": np.bitwise_and.reduce,
    "smax": lambda a: a.view(np.int32).max().view(np.uint32), "smin": lambda a: a.view(np.int32).min().view(np.uint32),
}  # fmt: skip


@pytest.mark.parametrize("name", REDUCE)
def test_buffer_atomics(run_body, name: str) -> None:
    """Four bins, the last one past the end of the resource."""
    data = np.random.default_rng(4).integers(0, 1 << 32, 64, dtype=np.uint32)
    x = data[60:64].copy()
    before = x.copy()
    text = ATOMIC.format(n=12, t="i32", size=4, code=BUFFER_ATOMIC.format(t="i32", name=name, s="i32"))
    assert run_body(text, POINTERS, [x, data]).findings == []
    for n in range(3):
        assert x[n] == REDUCE[name](np.append(data[n::4], before[n]))
    assert x[3] == before[3]


@pytest.mark.parametrize(
    ("type_", "suffix", "dtype"), [("float", "f32", np.float32), ("<2 x half>", "v2f16", np.float16)], ids=["f32", "v2f16"]
)
@pytest.mark.parametrize("kind", ["buffer", "global", "atomicrmw"])
def test_floating_atomics(run_body, kind: str, type_: str, suffix: str, dtype: type) -> None:
    data = np.random.default_rng(4).integers(-8, 9, (64, 4 // np.dtype(dtype).itemsize)).astype(dtype)
    code = {
        "buffer": BUFFER_ATOMIC.format(t=type_, name="fadd", s=suffix),
        "global": f"%old = call {type_} @llvm.amdgcn.global.atomic.fadd.{suffix}.p1.{suffix}(ptr addrspace(1) %q, {type_} %v)",
        "atomicrmw": f'%old = atomicrmw fadd ptr addrspace(1) %q, {type_} %v syncscope("agent") monotonic',
    }[kind]
    x = np.ones((4, data.shape[1]), dtype)
    run = run_body(ATOMIC.format(n=16, t=type_, size=4, code=code), POINTERS, [x, data], outputs=(0,))
    assert run.findings == []
    assert run.counters.instructions["atomic"] == 1
    assert (x == 1 + data.reshape(16, 4, -1).sum(axis=0)).all()


@pytest.mark.parametrize("kind", ["buffer", "global", "atomicrmw"])
def test_packed_atomic_at_an_odd_element(run_body, kind: str) -> None:
    """Two 16-bit elements at an address that is even, but no multiple of four."""
    code = {
        "buffer": BUFFER_ATOMIC.format(t="<2 x half>", name="fadd", s="v2f16"),
        "global": "%o = call <2 x half> @llvm.amdgcn.global.atomic.fadd.v2f16.p1.v2f16(ptr addrspace(1) %q, <2 x half> %v)",
        "atomicrmw": '%old = atomicrmw fadd ptr addrspace(1) %q, <2 x half> %v syncscope("agent") monotonic, align 2',
    }[kind]
    x, data = np.zeros(16, np.float16), np.ones((64, 2), np.float16)
    run = run_body(ATOMIC.format(n=32, t="<2 x half>", size=2, code=code), POINTERS, [x, data])
    (finding,) = run.findings
    assert isinstance(finding, sim.MemoryFinding)
    assert "misaligned atomic of 4 bytes" in finding.text
    assert (finding.lane, finding.count) == (1, 32)


def test_packed_buffer_atomic_that_gfx942_lacks(run_body) -> None:
    code = BUFFER_ATOMIC.format(t="<2 x bfloat>", name="fadd", s="v2bf16")
    text = ATOMIC.format(n=32, t="<2 x bfloat>", size=4, code=code)
    with pytest.raises(sim.UnsupportedError, match="which has no such instruction: gfx950"):
        run_body(text, POINTERS, [np.zeros(8, np.uint16), np.ones((64, 2), np.uint16)])


def test_wrapping_counters(run_body) -> None:
    for name, start, want in (("uinc_wrap", 0, 64 // 4 % 6), ("udec_wrap", 5, 1)):
        x, data = np.full(4, start, np.uint32), np.full(64, 5, np.uint32)
        code = f"%old = atomicrmw {name} ptr addrspace(1) %q, i32 %v monotonic"
        assert run_body(ATOMIC.format(n=16, t="i32", size=4, code=code), POINTERS, [x, data]).findings == []
        assert (x == want).all()


def test_vectors_of_pointers(run_body) -> None:
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %i = insertelement <2 x i32> poison, i32 %tid, i32 0
  %down = sub i32 63, %tid
  %j = insertelement <2 x i32> %i, i32 %down, i32 1
  %p = getelementptr [2 x i32], ptr addrspace(1) %x, <2 x i32> %j, i32 1
  %p0 = extractelement <2 x ptr addrspace(1)> %p, i32 0
  %p1 = extractelement <2 x ptr addrspace(1)> %p, i32 1
  %a = load i32, ptr addrspace(1) %p0
  %b = load i32, ptr addrspace(1) %p1
  %s = shl i32 %b, 8
  %m = or i32 %a, %s
  %o = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %m, ptr addrspace(1) %o
  ret void"""
    x = np.arange(128, dtype=np.uint32)
    out = np.zeros(64, np.uint32)
    assert run_body(body, POINTERS, [x, out]).findings == []
    lanes = np.arange(64, dtype=np.uint32)
    assert (out == (2 * lanes + 1 | (2 * (63 - lanes) + 1) << 8)).all()


def test_blocks_of_memory(run_body) -> None:
    """memcpy and memset of literal lengths, through private memory."""
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %here = alloca [32 x i8], align 16, addrspace(5)
  %o = mul i32 %tid, 27
  %p = getelementptr i8, ptr addrspace(1) %x, i32 %o
  %q = getelementptr i8, ptr addrspace(1) %r, i32 %o
  call void @llvm.memset.p5.i64(ptr addrspace(5) %here, i8 -91, i64 27, i1 false)
  call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) %here, ptr addrspace(1) %p, i64 21, i1 false)
  call void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) %q, ptr addrspace(5) %here, i64 27, i1 false)
  ret void"""
    x = np.random.default_rng(2).integers(0, 256, (64, 27)).astype(np.uint8)
    out = np.zeros_like(x)
    assert run_body(body, POINTERS, [x, out], outputs=(1,)).findings == []
    assert (out[:, :21] == x[:, :21]).all()
    assert (out[:, 21:] == 0xA5).all()
