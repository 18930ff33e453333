"""Matrix atoms and the transposed read, lane by lane against the ISA guide's formulas written as plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

ATOMS = {
    "16x16x4f32": (16, 16, 4, "float", "float"),
    "32x32x2f32": (32, 32, 2, "float", "float"),
    "16x16x16f16": (16, 16, 16, "<4 x half>", "half"),
    "32x32x8f16": (32, 32, 8, "<4 x half>", "half"),
    "16x16x16bf16.1k": (16, 16, 16, "<4 x i16>", "bfloat"),
    "32x32x8bf16.1k": (32, 32, 8, "<4 x i16>", "bfloat"),
    "16x16x32.f16": (16, 16, 32, "<8 x half>", "half"),
    "16x16x32.bf16": (16, 16, 32, "<8 x bfloat>", "bfloat"),
    "32x32x16.f16": (32, 32, 16, "<8 x half>", "half"),
    "32x32x16.bf16": (32, 32, 16, "<8 x bfloat>", "bfloat"),
}


@pytest.mark.parametrize("name", ATOMS)
def test_atom(run_body, bf16, name: str) -> None:
    m, n, k, type_, number = ATOMS[name]
    slots, results = k * m // 64, m * n // 64
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr {type_}, ptr addrspace(1) %as, i32 %tid
  %a = load {type_}, ptr addrspace(1) %pa
  %pb = getelementptr {type_}, ptr addrspace(1) %bs, i32 %tid
  %b = load {type_}, ptr addrspace(1) %pb
  %pc = getelementptr <{results} x float>, ptr addrspace(1) %cs, i32 %tid
  %c = load <{results} x float>, ptr addrspace(1) %pc
  %d = call <{results} x float> @llvm.amdgcn.mfma.f32.{name}(
    {type_} %a, {type_} %b, <{results} x float> %c, i32 0, i32 0, i32 0)
  store <{results} x float> %d, ptr addrspace(1) %pc
  ret void"""
    random = np.random.default_rng(1)
    # Small integers: exact in every format and in any order of additions.
    a, b = (random.integers(-8, 9, (2, 64, slots)).astype(np.float32) for _ in range(2))
    c = random.integers(-8, 9, (2, 64, results)).astype(np.float32)
    encode = {"float": lambda x: x, "half": lambda x: x.astype(np.float16), "bfloat": bf16[0]}[number]
    stored = [encode(a), encode(b), c.copy()]
    parameters = "ptr addrspace(1) %as, ptr addrspace(1) %bs, ptr addrspace(1) %cs"
    run = run_body(body, parameters, stored, block=128, arch="gfx950")
    assert run.findings == []
    assert run.counters.instructions["matrix"] == 2
    for wave in range(2):
        left, right = np.zeros((m, k)), np.zeros((k, n))
        for lane in range(64):
            for slot in range(slots):
                left[lane % m, lane // m * slots + slot] = a[wave, lane, slot]
                right[lane // n * slots + slot, lane % n] = b[wave, lane, slot]
        product = left @ right
        for lane in range(64):
            for slot in range(results):
                row = 8 * (slot // 4) + 4 * (lane // 32) + slot % 4 if m == 32 else 4 * (lane // 16) + slot
                assert stored[2][wave, lane, slot] == product[row, lane % n] + c[wave, lane, slot]


def test_sum_is_rounded_once(run_body) -> None:
    """One product and C whose float32 sum depends on a single rounding of the exact value."""
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %d = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %x, float %x, <4 x float> splat (float 1.0), i32 0, i32 0, i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %r, i32 %tid
  store <4 x float> %d, ptr addrspace(1) %p
  ret void"""
    out = np.zeros((64, 4), np.float32)
    run_body(body, "ptr addrspace(1) %r, float %x", [out, 2.0**-13])
    # Four products of 2^-26: each vanishes beside 1.0 in float32; their sum 2^-24 ties to even.
    assert (out == 1.0).all()
    run_body(body, "ptr addrspace(1) %r, float %x", [out, 2.0**-12.5])
    assert (out == np.float32(1 + 2.0**-23)).all()


def test_transposed_read_and_the_address_recipe(run_body) -> None:
    """The address rule for the transposed read lands T[k0 + (l/MN)*n + 0..n-1][mn0 + l%MN] in lane l, 32x32x16."""
    stride = 32
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %x = shl i32 %tid, 4
  %src = getelementptr i8, ptr addrspace(1) %t, i32 %x
  %v = load <8 x half>, ptr addrspace(1) %src
  %dst = getelementptr i8, ptr addrspace(3) @lds, i32 %x
  store <8 x half> %v, ptr addrspace(3) %dst
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %h = udiv i32 %tid, 32
  %k0 = mul i32 %h, 8
  %l16 = and i32 %tid, 15
  %kr = lshr i32 %l16, 2
  %row = add i32 %k0, %kr
  %l32 = and i32 %tid, 31
  %cb = lshr i32 %l32, 4
  %c16 = shl i32 %cb, 4
  %l4 = and i32 %tid, 3
  %c4 = shl i32 %l4, 2
  %col = add i32 %c16, %c4
  %ro = mul i32 %row, 32
  %e0 = add i32 %ro, %col
  %p0 = getelementptr half, ptr addrspace(3) @lds, i32 %e0
  %p1 = getelementptr half, ptr addrspace(3) %p0, i32 128
  %a = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %p0)
  %b = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %p1)
  %ab = shufflevector <4 x half> %a, <4 x half> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o = getelementptr <8 x half>, ptr addrspace(1) %r, i32 %tid
  store <8 x half> %ab, ptr addrspace(1) %o
  ret void"""
    tile = np.arange(16 * stride, dtype=np.float16).reshape(16, stride)
    out = np.zeros((64, 8), np.float16)
    parameters = "ptr addrspace(1) %t, ptr addrspace(1) %r"
    run = run_body(body, parameters, [tile, out], lds=1024, arch="gfx950", outputs=(1,))
    assert run.findings == []
    for lane in range(64):
        k0 = lane // 32 * 8
        assert out[lane].tolist() == tile[k0 : k0 + 8, lane % 32].tolist()


WRONG = {
    "<8 x half>: 8 bytes of half": ("<8 x half>", "<8 x half>", "<4 x float>", "<4 x float>"),
    "<2 x half>: 8 bytes of half": ("<4 x half>", "<2 x half>", "<4 x float>", "<4 x float>"),
    "<2 x float>: 8 bytes of half": ("<2 x float>", "<4 x half>", "<4 x float>", "<4 x float>"),
    "<16 x float>: 16 bytes of float": ("<4 x half>", "<4 x half>", "<16 x float>", "<16 x float>"),
    "<4 x i32>: 16 bytes of float": ("<4 x half>", "<4 x half>", "<4 x i32>", "<4 x i32>"),
    "<2 x float>: 16 bytes of float": ("<4 x half>", "<4 x half>", "<4 x float>", "<2 x float>"),
}


@pytest.mark.parametrize("reason", WRONG)
def test_operands_of_another_size_or_format_are_refused(run_body, reason: str) -> None:
    a, b, c, d = WRONG[reason]
    code = (
        f"  %d = call {d} @llvm.amdgcn.mfma.f32.16x16x16f16({a} zeroinitializer, {b} zeroinitializer, "
        f"{c} zeroinitializer, i32 0, i32 0, i32 0)\n  ret void"
    )
    with pytest.raises(sim.SimulatorError, match=f"line 4: .* with an operand of type {reason}"):
        run_body(code, "", [])
