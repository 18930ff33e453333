"""Buffer resources and their range rule, private memory, flat pointers, globals, atomics, cross-lane operations."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

TID = "%tid = call i32 @llvm.amdgcn.workitem.id.x()\n"
RESOURCE = (
    "%rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 %bytes, i32 159744)\n"
)
TYPES = {"i8": 1, "i16": 2, "half": 2, "bfloat": 2, "i32": 4, "float": 4, "v2i32": 8, "v4f16": 8, "v3i32": 12, "v4i32": 16}
SPELL = {"v2i32": "<2 x i32>", "v4f16": "<4 x half>", "v3i32": "<3 x i32>", "v4i32": "<4 x i32>"}
SUFFIX = {"half": "f16", "bfloat": "bf16", "float": "f32"}


@pytest.mark.parametrize("records", [256, 250, 0])
@pytest.mark.parametrize("name", TYPES)
def test_raw_buffer_range(run_body, name: str, records: int) -> None:
    """Dwords that end past num_records load zero and are not stored, each on its own; others are untouched."""
    type_, suffix, size = SPELL.get(name, name), SUFFIX.get(name, name), TYPES[name]
    step = min(size, 4)
    body = (
        TID
        + RESOURCE
        + f"""
  %far = icmp eq i32 %tid, 63
  %near = mul i32 %tid, {step}
  %edge = add i32 %near, {256 - 20 * step}
  %off = select i1 %far, i32 -2147483648, i32 %edge
  %v = call {type_} @llvm.amdgcn.raw.ptr.buffer.load.{suffix}(ptr addrspace(8) %rsrc, i32 %off, i32 0, i32 0)
  %p = getelementptr [{size} x i8], ptr addrspace(1) %r, i32 %tid
  store {type_} %v, ptr addrspace(1) %p, align {step}
  %s = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %y, i16 0, i64 %bytes, i32 159744)
  %soff = mul i32 %tid, {size}
  call void @llvm.amdgcn.raw.ptr.buffer.store.{suffix}({type_} %v, ptr addrspace(8) %s, i32 %soff, i32 0, i32 0)
  ret void"""
    )
    x = np.random.default_rng(0).integers(1, 256, 256).astype(np.uint8)
    loaded, y = np.full((64, size), 0xAB, np.uint8), np.full(256, 0xAB, np.uint8)
    parameters = "ptr addrspace(1) %x, ptr addrspace(1) %r, ptr addrspace(1) %y, i64 %bytes"
    assert run_body(body, parameters, [x, loaded, y, records]).findings == []
    expected = np.zeros((64, size), np.uint8)
    stored = np.full(256, 0xAB, np.uint8)
    for lane in range(63):
        for byte in range(0, size, step):
            at = 256 - 20 * step + lane * step + byte
            if at + step <= records:
                expected[lane, byte : byte + step] = x[at : at + step]
    for lane in range(64):
        for byte in range(0, size, step):
            at = lane * size + byte
            if at + step <= records:
                stored[at : at + step] = expected[lane, byte : byte + step]
    assert (loaded == expected).all()
    assert (y == stored).all()


def test_soffset_counts_in_the_range_check(run_body) -> None:
    body = (
        TID
        + RESOURCE
        + """
  %off = mul i32 %tid, 4
  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %rsrc, i32 %off, i32 128, i32 0)
  %p = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %v, ptr addrspace(1) %p
  ret void"""
    )
    x, out = np.arange(1, 65, dtype=np.uint32), np.full(64, 9, np.uint32)
    parameters = "ptr addrspace(1) %x, ptr addrspace(1) %r, i64 %bytes"
    assert run_body(body, parameters, [x, out, 256]).findings == []
    assert out.tolist() == list(range(33, 65)) + [0] * 32


def test_num_records_past_the_allocation_is_found_when_hit(run_body) -> None:
    body = (
        TID
        + RESOURCE
        + """
  %off = mul i32 %tid, 4
  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %rsrc, i32 %off, i32 0, i32 0)
  %p = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %v, ptr addrspace(1) %p
  ret void"""
    )
    x, out = np.arange(60, dtype=np.uint32), np.zeros(64, np.uint32)
    parameters = "ptr addrspace(1) %x, ptr addrspace(1) %r, i64 %bytes"
    assert run_body(body, parameters, [x, out, 240]).findings == []
    (finding,) = run_body(body, parameters, [x, out, 244]).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.lane, finding.outside_by, finding.owner, finding.count) == (60, 4, "argument 0 (%x)", 1)


def test_private_memory_and_flat_pointers(run_body) -> None:
    body = (
        TID
        + """
  %a = alloca [4 x i32], align 4, addrspace(5)
  %i = and i32 %tid, 3
  %pa = getelementptr [4 x i32], ptr addrspace(5) %a, i32 0, i32 %i
  store i32 %tid, ptr addrspace(5) %pa, align 4
  %fa = addrspacecast ptr addrspace(5) %pa to ptr
  %v = load i32, ptr %fa, align 4
  %l = getelementptr i32, ptr addrspace(3) @lds, i32 %tid
  %fl = addrspacecast ptr addrspace(3) %l to ptr
  %odd = trunc i32 %tid to i1
  %g = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  %fg = addrspacecast ptr addrspace(1) %g to ptr
  %q = select i1 %odd, ptr %fl, ptr %fg
  store i32 %v, ptr %q, align 4
  %w = load i32, ptr %q, align 4
  %n = sub i32 0, %w
  store i32 %n, ptr addrspace(1) %g, align 4
  ret void"""
    )
    out = np.zeros(64, np.int32)
    assert run_body(body, "ptr addrspace(1) %r", [out], lds=256).findings == []
    assert out.tolist() == [-n for n in range(64)]


def test_module_constant_and_aggregates() -> None:
    text = """target triple = "amdgcn-amd-amdhsa"
%pair = type { i32, [2 x float] }
@table = internal unnamed_addr addrspace(4) constant [4 x i16] [i16 5, i16 6, i16 7, i16 -1], align 8 ; a comment
define amdgpu_kernel void @k(ptr addrspace(1) noundef nonnull align 4 dereferenceable(256) %r) #0 {
  %tid = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !range !0
  %i = and i32 %tid, 3
  %p = getelementptr inbounds [4 x i16], ptr addrspace(4) @table, i64 0, i32 %i
  %v = load i16, ptr addrspace(4) %p, align 2
  %w = zext i16 %v to i32
  %a = insertvalue %pair poison, i32 %w, 0
  %b = insertvalue %pair %a, float 2.0, 1, 1
  %c = extractvalue %pair %b, 0
  %f = extractvalue %pair %b, 1, 1
  %n = fptoui float %f to i32
  %s = add nuw nsw i32 %c, %n
  %q = getelementptr inbounds %pair, ptr addrspace(1) %r, i32 %tid, i32 1, i64 1
  store i32 %s, ptr addrspace(1) %q, align 4
  ret void
}
attributes #0 = { "target-cpu"="gfx942" }
!0 = !{i32 0, i32 64}
"""
    out = np.zeros((64, 3), np.uint32)
    assert sim.run(text, grid=1, block=64, args=[out]).findings == []
    assert out[:, 2].tolist() == [7, 8, 9, 65537] * 16
    assert not out[:, :2].any()


@pytest.mark.parametrize("space", [1, 3])
def test_atomics_of_colliding_lanes(run_body, space: int) -> None:
    """256 lanes add to four counters; every old value is seen once, in lane order."""
    body = (
        TID
        + f"""
  %zero = icmp ult i32 %tid, 4
  %lp = getelementptr i32, ptr addrspace(3) @lds, i32 %tid
  br i1 %zero, label %clear, label %go
clear:
  store i32 0, ptr addrspace(3) %lp
  br label %go
go:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %i = and i32 %tid, 3
  %c = getelementptr i32, ptr addrspace({space}) {"%counters" if space == 1 else "@lds"}, i32 %i
  %old = atomicrmw add ptr addrspace({space}) %c, i32 1 syncscope("agent") monotonic, align 4, !amdgpu.no.fine.grained.memory !0
  %p = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %old, ptr addrspace(1) %p
  ret void"""
    )
    counters, out = np.zeros(4, np.uint32), np.zeros(256, np.uint32)
    parameters = "ptr addrspace(1) %counters, ptr addrspace(1) %r"
    run = run_body(body, parameters, [counters, out], block=256, lds=16, outputs=(1,), metadata="!0 = !{}")
    assert run.findings == []
    assert run.counters.instructions["atomic"] == 4
    for n in range(4):
        assert out[n::4].tolist() == list(range(64)), "lanes take turns in order"
    assert counters.tolist() == ([64] * 4 if space == 1 else [0] * 4)


def test_atomic_float_adds(run_body, bf16) -> None:
    encode, decode = bf16
    body = (
        TID
        + """
  %f = uitofp i32 %tid to float
  %a = atomicrmw fadd ptr addrspace(1) %s, float %f syncscope("agent") monotonic, align 4
  %i = and i32 %tid, 1
  %p = getelementptr <2 x bfloat>, ptr addrspace(1) %q, i32 %i
  %b = atomicrmw fadd ptr addrspace(1) %p, <2 x bfloat> <bfloat 0xR3F80, bfloat 0xR4000> syncscope("agent") monotonic, align 4
  ret void"""
    )
    total, pairs = np.zeros(1, np.float32), encode(np.zeros((2, 2), np.float32))
    run = run_body(body, "ptr addrspace(1) %s, ptr addrspace(1) %q", [total, pairs], outputs=(0, 1))
    assert run.findings == []
    assert total[0] == sum(range(64))
    assert decode(pairs).tolist() == [[32, 64], [32, 64]]


def test_cross_lane(run_body) -> None:
    body = (
        TID
        + """
  %odd = trunc i32 %tid to i1
  %m = call i64 @llvm.amdgcn.ballot.i64(i1 %odd)
  %lo = trunc i64 %m to i32
  %hs = lshr i64 %m, 32
  %hi = trunc i64 %hs to i32
  %c1 = call i32 @llvm.amdgcn.mbcnt.lo(i32 %lo, i32 0)
  %c2 = call i32 @llvm.amdgcn.mbcnt.hi(i32 %hi, i32 %c1)
  %rev = xor i32 %tid, 63
  %addr = shl i32 %rev, 2
  %b = call i32 @llvm.amdgcn.ds.bpermute(i32 %addr, i32 %tid)
  br i1 %odd, label %some, label %done
some:
  %f = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %tid)
  %z = call i32 @llvm.amdgcn.ds.bpermute(i32 %addr, i32 %tid)
  br label %done
done:
  %ff = phi i32 [ %f, %some ], [ 0, %0 ]
  %zz = phi i32 [ %z, %some ], [ 0, %0 ]
  %v0 = insertelement <4 x i32> poison, i32 %c2, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %b, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %ff, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %zz, i32 3
  %p = getelementptr <4 x i32>, ptr addrspace(1) %r, i32 %tid
  store <4 x i32> %v3, ptr addrspace(1) %p
  ret void"""
    )
    out = np.zeros((128, 4), np.uint32)
    assert run_body(body, "ptr addrspace(1) %r", [out], block=128).findings == []
    for tid in range(128):
        wave, lane = divmod(tid, 64)
        first = wave * 64 + 1 if tid % 2 else 0
        # An odd lane's partner is even, hence inactive in the branch, and reads as zero.
        assert out[tid].tolist() == [lane // 2, wave * 64 + (lane ^ 63), first, 0]


def test_the_same_array_twice_is_one_buffer(run_body) -> None:
    body = (
        TID + "%p = getelementptr i32, ptr addrspace(1) %a, i32 %tid\n%q = getelementptr i32, ptr addrspace(1) %b, i32 %tid\n"
        "store i32 %tid, ptr addrspace(1) %p\n%v = load i32, ptr addrspace(1) %q\n%w = add i32 %v, 1\n"
        "store i32 %w, ptr addrspace(1) %q\nret void"
    )
    x = np.zeros(64, np.uint32)
    parameters = "ptr addrspace(1) %a, ptr addrspace(1) %b"
    assert run_body(body, parameters, [x, x]).findings == []
    assert x.tolist() == list(range(1, 65))
    both = np.zeros(96, np.uint32)
    with pytest.raises(sim.SimulatorError, match="overlaps"):
        run_body(body, parameters, [both[:64], both[32:]])


def test_compare_and_exchange(run_body) -> None:
    """Lanes take turns: lane n finds n where the lanes before it succeeded, and the odd ones out change nothing."""
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %twenty = icmp eq i32 %tid, 20
  %expected = select i1 %twenty, i32 77, i32 %tid
  %next = add i32 %tid, 1
  %pair = cmpxchg ptr addrspace(1) %c, i32 %expected, i32 %next syncscope("agent") acq_rel monotonic, align 4
  %old = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  %bit = select i1 %done, i32 256, i32 0
  %v = or i32 %old, %bit
  %p = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %v, ptr addrspace(1) %p
  ret void"""
    counter, out = np.zeros(1, np.uint32), np.zeros(64, np.uint32)
    run = run_body(body, "ptr addrspace(1) %c, ptr addrspace(1) %r", [counter, out], outputs=(1,))
    assert run.findings == []
    assert counter[0] == 20
    assert out.tolist() == [256 + n for n in range(20)] + [20] * 44
