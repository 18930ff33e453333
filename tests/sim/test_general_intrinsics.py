"""LLVM's general intrinsics, and operations less common than those in test_arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

POINTERS = "ptr addrspace(1) %x, ptr addrspace(1) %r"


def mapped(run_body, type_: str, code: str, x: np.ndarray, result: str = "", dtype: object = None) -> np.ndarray:
    """%m, of type `result`, of each lane from its %a of type `type_`."""
    body = f"""  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr {type_}, ptr addrspace(1) %x, i32 %tid
  %a = load {type_}, ptr addrspace(1) %p
{code}
  %o = getelementptr {result or type_}, ptr addrspace(1) %r, i32 %tid
  store {result or type_} %m, ptr addrspace(1) %o
  ret void"""
    out = np.zeros(len(x), dtype or x.dtype)
    assert run_body(body, POINTERS, [x, out], block=len(x)).findings == []
    return out


ONE_BIT = {
    "uadd.sat": lambda a, b: a | b,
    "usub.sat": lambda a, b: a & ~b & 1,
    "umin": lambda a, b: a & b,
    "umax": lambda a, b: a | b,
    "smin": lambda a, b: a | b,
    "smax": lambda a, b: a & b,
    "cttz": lambda a, b: 1 - a,
    "ctlz": lambda a, b: 1 - a,
    "ctpop": lambda a, b: a,
    "bitreverse": lambda a, b: a,
    "abs": lambda a, b: a,
}


@pytest.mark.parametrize("name", ONE_BIT)
def test_integers_of_one_bit(run_body, name: str) -> None:
    operands = {"ctpop": "i1 %c", "bitreverse": "i1 %c"}.get(name, f"i1 %c, i1 {'false' if name[0] in 'ca' else '%b'}")
    code = f"""  %c = trunc i8 %a to i1
  %h = lshr i8 %a, 1
  %b = trunc i8 %h to i1
  %s = call i1 @llvm.{name}.i1({operands})
  %m = zext i1 %s to i8"""
    x = np.arange(4, dtype=np.uint8)
    assert mapped(run_body, "i8", code, x).tolist() == [ONE_BIT[name](a & 1, a >> 1) for a in range(4)]


def test_rounding_halves_away_from_zero(run_body) -> None:
    x = np.array([0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, -0.49999997, 8388609.0, 0.0, -0.0, np.inf, 4194303.5], np.float32)
    out = mapped(run_body, "float", "  %m = call float @llvm.round.f32(float %a)", x)
    expected = np.array([1, -1, 2, 3, -3, 0, -0.0, 8388609, 0, -0.0, np.inf, 4194304], np.float32)
    assert out.view(np.uint32).tolist() == expected.view(np.uint32).tolist()


def test_integer_powers(run_body) -> None:
    x = np.array([2, -3, 0.5, 10, -1], np.float32)
    for n in (0, 1, 3, -2):
        out = mapped(run_body, "float", f"  %m = call float @llvm.powi.f32.i32(float %a, i32 {n})", x)
        assert out.tolist() == (x.astype(float) ** n).astype(np.float32).tolist()


def test_expectations_pass_their_value_on(run_body) -> None:
    x = np.arange(8, dtype=np.uint32)
    code = "  %b = call i32 @llvm.expect.i32(i32 %a, i32 0)\n  %m = add i32 %b, 1"
    assert mapped(run_body, "i32", code, x).tolist() == (x + 1).tolist()
    code = code.replace("expect.i32(i32 %a, i32 0)", "expect.with.probability.i32(i32 %a, i32 0, double 0.5)")
    assert mapped(run_body, "i32", code, x).tolist() == (x + 1).tolist()


def test_an_arithmetic_fence_passes_its_value_on(run_body) -> None:
    x = np.array([1.5, -0.0, np.inf, 3e-45], np.float32)
    code = "  %m = call float @llvm.arithmetic.fence.f32(float %a)"
    assert mapped(run_body, "float", code, x).view(np.uint32).tolist() == x.view(np.uint32).tolist()


def test_traps_are_findings(run_body) -> None:
    body = """  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = icmp eq i32 %tid, 5
  br i1 %odd, label %bad, label %good
bad:
  call void @llvm.trap()
  br label %good
good:
  ret void"""
    (finding,) = run_body(body, "", []).findings
    assert isinstance(finding, sim.ArithmeticFinding)
    assert "reached @llvm.trap" in finding.text
    assert (finding.lane, finding.line, finding.count) == (5, 8, 1)


@pytest.mark.parametrize("signed", [False, True])
def test_wide_integers_to_bfloat_round_once(run_body, bf16, signed: bool) -> None:
    """To nearest even of the integer itself: rounding to double first would make ties of what is just above or below."""
    encode, _ = bf16
    base = [(0x80 + n) << 56 - k for n in range(4) for k in range(0, 40, 3)]
    x = np.array([b + (1 << b.bit_length() - 9) + d for b in base for d in (-1, 0, 1)] + [0, 1, (1 << 64) - 1], np.uint64)
    x = x >> np.uint64(1) if signed else x
    op = "sitofp" if signed else "uitofp"
    out = mapped(run_body, "i64", f"  %m = {op} i64 %a to bfloat", x, "bfloat", np.uint16)
    for value, bits in zip(x.tolist(), out.tolist(), strict=True):
        low = value.bit_length() - 8
        if low > 0:
            rest, half = value & (1 << low) - 1, 1 << low - 1
            kept = value >> low
            value = kept + (rest > half or (rest == half and kept & 1)) << low
        assert bits == encode(np.array([float(value)], np.float32))[0]
    if signed:
        negative = mapped(run_body, "i64", f"  %n = sub i64 0, %a\n  %m = {op} i64 %n to bfloat", x, "bfloat", np.uint16)
        assert (negative[:-3] == out[:-3] | 0x8000).all()


ATOMICS = {
    "nand": lambda old, v: ~(old & v) & 0xFFFFFFFF,
    "usub_cond": lambda old, v: old - v if old >= v else old,
    "usub_sat": lambda old, v: max(old - v, 0),
}


@pytest.mark.parametrize("name", ATOMICS)
def test_rarer_atomics(run_body, name: str) -> None:
    x = np.array([5, 0, 7, 0xFFFFFFFF], np.uint32)
    expected = [ATOMICS[name](int(a), 6) for a in x]
    body = f"""  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %tid
  %v = atomicrmw {name} ptr addrspace(1) %p, i32 6 monotonic
  ret void"""
    assert run_body(body, "ptr addrspace(1) %x", [x], block=4).findings == []
    assert x.tolist() == expected


def test_apertures_of_flat_addresses(run_body) -> None:
    code = """  %l = addrspacecast ptr addrspace(3) @lds to ptr
  %v = alloca i32, addrspace(5)
  %p = addrspacecast ptr addrspace(5) %v to ptr
  %g = addrspacecast ptr addrspace(1) %x to ptr
"""
    for n, space in enumerate("lpg"):
        code += f"""  %s{n} = call i1 @llvm.amdgcn.is.shared(ptr %{space})
  %t{n} = call i1 @llvm.amdgcn.is.private(ptr %{space})
  %a{n} = getelementptr i1, ptr addrspace(1) %x, i32 {2 * n}
  %b{n} = getelementptr i1, ptr addrspace(1) %x, i32 {2 * n + 1}
  store i1 %s{n}, ptr addrspace(1) %a{n}
  store i1 %t{n}, ptr addrspace(1) %b{n}
"""
    out = np.full(6, 9, np.uint8)
    assert run_body(code + "  ret void", "ptr addrspace(1) %x", [out], lds=16).findings == []
    assert out.tolist() == [1, 0, 0, 1, 0, 0]


@pytest.mark.parametrize("align", ["", "i32 4, "])
def test_masked_loads_and_stores(run_body, align: str) -> None:
    """With the alignment as an operand too, as it was up to LLVM 21. What the mask leaves out is not accessed."""
    body = f"""  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %o = mul i32 %tid, 16
  %p = getelementptr i8, ptr addrspace(1) %x, i32 %o
  %q = getelementptr i8, ptr addrspace(1) %r, i32 %o
  %odd = trunc i32 %tid to i1
  %last = icmp ne i32 %tid, 3
  %m0 = insertelement <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i1 %odd, i32 1
  %m1 = insertelement <4 x i1> %m0, i1 %last, i32 3
  %v = call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) %p, {align}<4 x i1> %m1, <4 x i32> splat (i32 77))
  %w = add <4 x i32> %v, splat (i32 1)
  call void @llvm.masked.store.v4i32.p1(<4 x i32> %w, ptr addrspace(1) %q, {align}<4 x i1> %m1)
  ret void"""
    x, out = np.arange(15, dtype=np.uint32), np.zeros(15, np.uint32)
    assert run_body(body, POINTERS, [x, out], block=4).findings == []
    expected = [n + 1 for n in range(15)]
    expected[1] = expected[9] = 0
    assert out.tolist() == expected
    short = np.zeros(13, np.uint32)
    (finding,) = run_body(body, POINTERS, [x, short], block=4).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.lane, finding.count) == (3, 2)
