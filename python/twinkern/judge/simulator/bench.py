"""`python -m twinkern.judge.simulator.bench`: lane-instructions a second for a uniform kernel of 16 workgroups x 256 threads.

The kernel is a 64x64 tile product in the usual shape: predicated buffer loads, LDS stores, a fenced barrier, fragment
reads, matrix instructions, buffer stores.
"""

from __future__ import annotations

import time

import numpy as np

from . import run

GROUPS, THREADS, DEPTH, STEP = 16, 256, 1024, 32

_BARRIER = """  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
"""


def kernel() -> str:
    """Each workgroup multiplies its own 64 x DEPTH block of x by itself transposed; a wave does a 32x32 quarter."""
    loads, reads, products, stores = [], [], [], []
    for name, shift in (("a", 0), ("b", 4096)):
        loads.append(f"""  %off{name} = add i32 %row{name}, %kbyte
  %in{name} = icmp ult i32 %off{name}, %bytes
  %sel{name} = select i1 %in{name}, i32 %off{name}, i32 -2147483648
  %raw{name} = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(
    ptr addrspace(8) %x.rsrc, i32 %sel{name}, i32 0, i32 0)
  %data{name} = bitcast <4 x i32> %raw{name} to <8 x half>
  %put{name} = getelementptr i8, ptr addrspace(3) %put, i32 {shift}
  store <8 x half> %data{name}, ptr addrspace(3) %put{name}, align 16
""")
        for k in range(4):
            reads.append(f"""  %get{name}{k} = getelementptr i8, ptr addrspace(3) %get{name}, i32 {shift + 16 * k}
  %frag{name}{k} = load <4 x half>, ptr addrspace(3) %get{name}{k}, align 8
""")
    for k in range(4):
        before = "%acc" if k == 0 else f"%acc{k - 1}"
        products.append(f"""  %acc{k} = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(
    <4 x half> %fraga{k}, <4 x half> %fragb{k}, <16 x float> {before}, i32 0, i32 0, i32 0)
""")
    for slot in range(16):
        row = slot // 4 * 8 + slot % 4
        stores.append(f"""  %e{slot} = extractelement <16 x float> %acc3, i64 {slot}
  %o{slot} = add i32 %out, {row * 256}
  call void @llvm.amdgcn.raw.ptr.buffer.store.f32(float %e{slot}, ptr addrspace(8) %y.rsrc, i32 %o{slot}, i32 0, i32 0)
""")
    return (
        _PROLOGUE + "".join(loads) + _BARRIER + "".join(reads + products) + _BARRIER + _LOOP_END + "".join(stores) + _EPILOGUE
    )


_PROLOGUE = f"""target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [8192 x i8] poison, align 16
define amdgpu_kernel void @product(ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %bytes) #0 {{
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %x.rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(
    ptr addrspace(1) %x, i16 0, i64 {GROUPS * 64 * DEPTH * 2}, i32 159744)
  %y.rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(
    ptr addrspace(1) %y, i16 0, i64 {GROUPS * 64 * 64 * 4}, i32 159744)
  %row = lshr i32 %tid, 2
  %first = mul i32 %group, {64 * DEPTH * 2}
  %line = mul i32 %row, {DEPTH * 2}
  %chunk = and i32 %tid, 3
  %chunk.byte = shl i32 %chunk, 4
  %start = add i32 %first, %line
  %rowa = add i32 %start, %chunk.byte
  %rowb = or i32 %rowa, 0
  %put.byte = shl i32 %tid, 4
  %put = getelementptr i8, ptr addrspace(3) @lds, i32 %put.byte
  %lane = and i32 %tid, 31
  %half = lshr i32 %tid, 5
  %half.1 = and i32 %half, 1
  %wave = lshr i32 %tid, 6
  %wave.m = lshr i32 %wave, 1
  %wave.n = and i32 %wave, 1
  %line.a = shl i32 %wave.m, 5
  %line.b = shl i32 %wave.n, 5
  %ra = or i32 %line.a, %lane
  %rb = or i32 %line.b, %lane
  %ba = shl i32 %ra, 6
  %bb = shl i32 %rb, 6
  %k8 = shl i32 %half.1, 3
  %fa = or i32 %ba, %k8
  %fb = or i32 %bb, %k8
  %geta = getelementptr i8, ptr addrspace(3) @lds, i32 %fa
  %getb = getelementptr i8, ptr addrspace(3) @lds, i32 %fb
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <16 x float> [ zeroinitializer, %entry ], [ %acc3, %loop ]
  %kbyte = shl i32 %k, 1
"""
_LOOP_END = f"""  %k.next = add i32 %k, {STEP}
  %more = icmp ult i32 %k.next, {DEPTH}
  br i1 %more, label %loop, label %done
done:
  %tile = shl i32 %group, 14
  %h4 = shl i32 %half.1, 2
  %m = or i32 %line.a, %h4
  %m.byte = shl i32 %m, 8
  %n.byte = shl i32 %rb, 2
  %o1 = add i32 %tile, %m.byte
  %out = add i32 %o1, %n.byte
""".replace("%o1 ", "%corner ").replace("%o1,", "%corner,")
_EPILOGUE = """  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "target-cpu"="gfx942" }
!0 = !{!"amdgpu-synchronize-as", !"local"}
"""


def measure(sanitize: bool) -> float:
    """Lane-instructions a second of processor time, parsing and compiling included."""
    random = np.random.default_rng(0)
    x = random.standard_normal((GROUPS, 64, DEPTH)).astype(np.float16)
    y = np.full((GROUPS, 64, 64), np.nan, np.float32)
    start = time.process_time()
    result = run(kernel(), grid=(GROUPS,), block=THREADS, args=[x, y, x.nbytes], outputs=(1,), sanitize=sanitize)
    elapsed = time.process_time() - start
    wide = x.astype(np.float64)
    if result.findings or not np.allclose(y, wide @ wide.swapaxes(1, 2), atol=1e-2):
        raise SystemExit(f"the kernel went wrong: {result.report or 'another product'}")
    return result.counters.lane_instructions / elapsed


def main() -> None:
    for sanitize in (True, False):
        rate = max(measure(sanitize) for _ in range(3))
        print(f"sanitizers {'on: ' if sanitize else 'off:'} {rate / 1e6:6.1f} million lane-instructions/s")


if __name__ == "__main__":
    main()
