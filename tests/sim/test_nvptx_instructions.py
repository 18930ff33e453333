"""PTX text and LLVM's NVIDIA intrinsics: what they compute, what is refused, and how a module is launched."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sim.nvptx_kernels import HEAD, Case, all_cases, around, integers, of, simulate, small

from twinkern.judge import simulator as sim
from twinkern.judge.simulator.text.ptx import Address, Immediate, Name, Pack, parse_assembly


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_every_case_runs_clean(case: Case) -> None:
    """What the GPU tests compare bit by bit: here, that it runs and writes all of its outputs."""
    results = simulate(case)
    assert all(result.shape == (case.threads,) for result in results)


A, B, C = ([int(v) for v in integers(32, 64)] for _ in range(3))
FULL = 2**32 - 1


def signed(value: int) -> int:
    return value - 2**32 if value >> 31 else value


def byte_permute(a: int, b: int, c: int) -> int:
    octets = list(a.to_bytes(4, "little") + b.to_bytes(4, "little"))
    result = 0
    for k in range(4):
        nibble = c >> 4 * k & 15
        octet = octets[nibble & 7]
        result |= (0xFF * (octet >> 7) if nibble & 8 else octet) << 8 * k
    return result


def extract(a: int, b: int, c: int) -> int:
    b, c = b & 255, c & 255
    bits = "".join(str(a >> min(b + i, 99) & 1) for i in range(min(c, 64)))[::-1]
    return int(bits or "0", 2) & FULL


REFERENCES = {
    "add.u32 $0, $1, $2;": lambda a, b, c: a + b,
    "sub.u32 $0, $1, $2;": lambda a, b, c: a - b,
    "mad.lo.s32 $0, $1, $2, $3;": lambda a, b, c: a * b + c,
    "mul.hi.u32 $0, $1, $2;": lambda a, b, c: a * b >> 32,
    "mul.hi.s32 $0, $1, $2;": lambda a, b, c: signed(a) * signed(b) >> 32,
    "prmt.b32 $0, $1, $2, $3;": byte_permute,
    "lop3.b32 $0, $1, $2, $3, 0xEA;": lambda a, b, c: (a & b) | c,
    "lop3.b32 $0, $1, $2, $3, 0x96;": lambda a, b, c: a ^ b ^ c,
    "bfe.u32 $0, $1, $2, $3;": extract,
    "shl.b32 $0, $1, $2;": lambda a, b, c: a << b if b < 32 else 0,
    "shr.s32 $0, $1, $2;": lambda a, b, c: signed(a) >> min(b, 31),
    "clz.b32 $0, $1;": lambda a, b, c: 32 - a.bit_length(),
    "brev.b32 $0, $1;": lambda a, b, c: int(f"{a:032b}"[::-1], 2),
    "bfind.shiftamt.u32 $0, $1;": lambda a, b, c: 32 - a.bit_length() if a else FULL,
    "max.s32 $0, $1, $2;": lambda a, b, c: max(signed(a), signed(b)),
    "sad.s32 $0, $1, $2, $3;": lambda a, b, c: abs(signed(a) - signed(b)) + c,
    "{ .reg .pred p; setp.gt.and.s32 p, $1, $2, 1; selp.b32 $0, $1, $2, p; }": lambda a, b, c: max(signed(a), signed(b)),
    "{ .reg .b16 l, h; mov.b32 {l, h}, $1; mov.b32 $0, {h, l}; }": lambda a, b, c: a >> 16 | a << 16,
    "{ .reg .u32 t; { .reg .u32 t; mov.u32 t, 7; } mov.u32 t, 5; add.u32 $0, t, $1; }": lambda a, b, c: a + 5,
    "mov.u32 $0, 3; // comment\n/* another */ @!$4 mov.u32 $0, $1;": None,
}


@pytest.mark.parametrize("text", [text for text, reference in REFERENCES.items() if reference])
def test_integer_arithmetic(text: str) -> None:
    inputs = tuple(np.array(v, np.uint32) for v in (A, B, C))
    if text.startswith(("bfe", "sh")):
        inputs = (inputs[0], small(40, 64), small(40, 64))
    (found,) = simulate(of(text, text, inputs, (32,)))
    expected = [REFERENCES[text](*map(int, row)) & FULL for row in zip(*inputs, strict=True)]
    assert found.tolist() == expected


def test_tied_operands_and_guards() -> None:
    """A tied input is its output's register; a guarded instruction leaves the other lanes as they were."""
    body = """  %odd = trunc i32 %a0 to i1
  %all = call { i32, i32 } asm sideeffect "@$4 add.u32 $0, $0, $3; @!$4 mov.u32 $1, $2; mov.u32 $0, $2;",
    "=r,=r,0,r,b"(i32 %a0, i32 100, i1 %odd)
  %d0 = extractvalue { i32, i32 } %all, 0
  %d1 = extractvalue { i32, i32 } %all, 1"""
    body = body.replace("mov.u32 $1, $2;", "mov.u32 $1, $2; @$4 mov.u32 $1, 7;")
    x = np.arange(64, dtype=np.uint32)
    first, second = simulate(Case("tied", around(body, (x,), (32, 32)), (x,), (32, 32), threads=64))
    assert first.tolist() == [n + 100 * (n & 1) for n in range(64)]
    assert second.tolist() == [7 if n & 1 else n for n in range(64)]


def test_guarded_access_touches_nothing_else() -> None:
    """A predicated load with a default, past the end of the buffer in the lanes that are off."""
    body = """  %in = icmp ult i32 %t, 20
  %d0 = call i32 asm sideeffect "mov.u32 $0, 0x9;\\0A\\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];",
    "=r,l,b"(ptr addrspace(1) %p, i1 %in)"""
    body = "  %p = getelementptr i32, ptr addrspace(1) %in0, i32 %t\n" + body
    x = np.arange(20, dtype=np.uint32)
    text = around(body, (x,), (32,)).replace("  %p0 = getelementptr i32, ptr addrspace(1) %in0, i32 %t\n", "")
    text = text.replace("  %a0 = load i32, ptr addrspace(1) %p0\n", "")
    out = np.zeros(32, np.uint32)
    assert sim.run(text, grid=1, block=32, args=[x, out]).findings == []
    assert out.tolist() == [*range(20), *[9] * 12]
    found = sim.run(text.replace("@$2 ld", "ld"), grid=1, block=32, args=[x, out]).findings
    assert [type(f) for f in found] == [sim.MemoryFinding]
    assert found[0].count == 12


def test_uninitialised_accumulator() -> None:
    zeros = ", ".join(["i32 0"] * 6)
    text = (
        HEAD
        + f"""define ptx_kernel void @k(ptr addrspace(1) %y) {{
  %d = call {{ float, float, float, float }} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \
{{ $0, $1, $2, $3 }}, {{ $8, $9, $10, $11 }}, {{ $12, $13 }}, {{ $4, $5, $6, $7 }};",
    "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float 0.0, float undef, float 0.0, float 0.0, {zeros})
  %v = extractvalue {{ float, float, float, float }} %d, 1
  store float %v, ptr addrspace(1) %y
  ret void
}}
"""
    )
    found = sim.run(text, grid=1, block=32, args=[np.zeros(1, np.float32)]).findings
    assert [type(f) for f in found] == [sim.InitialisationFinding]
    assert sim.run(text.replace("undef", "0.0"), grid=1, block=32, args=[np.zeros(1, np.float32)]).findings == []


@pytest.mark.parametrize(("guard", "clean"), [("@$2 ", True), ("@!$2 ", False), ("", False)])
def test_undefined_value_in_lanes_that_are_off(guard: str, clean: bool) -> None:
    """A store is guarded by the condition under which its value was chosen over undef."""
    text = (
        HEAD
        + f"""define ptx_kernel void @k(ptr addrspace(1) %y) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %tid, 20
  %v = select i1 %in, i32 %tid, i32 undef
  %p = getelementptr i32, ptr addrspace(1) %y, i32 %tid
  call void asm sideeffect "{guard}st.global.b32 [ $1 + 0 ], {{ $0 }};", "r,l,b"(i32 %v, ptr addrspace(1) %p, i1 %in)
  ret void
}}
"""
    )
    found = sim.run(text, grid=1, block=32, args=[np.zeros(32, np.uint32)]).findings
    assert [type(f) for f in found] == ([] if clean else [sim.InitialisationFinding])
    assert all(f.count == 12 for f in found)


REFUSED = {
    "wgmma.fence.sync.aligned": "wgmma.fence.sync.aligned;",
    "cp.async.bulk.tensor": "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [$1], [$1, {$1}], [$1];",
    "tcgen05.alloc": "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 32;",
    "the PTX label": "again: mov.u32 $0, $1; bra again;",
    "bra": "bra somewhere;",
    "add.u33": "add.u33 $0, $1, $1;",
    "mma.sync.aligned.m16n8k16.row.row": "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {$0}, {$1}, {$1}, {$1};",
    "mma.sp": "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0}, {$1}, {$1}, {$1}, $1, 0;",
    "%clock": "mov.u32 $0, %clock;",
    "the PTX directive .shared": "{ .shared .b32 x; }",
    "bar.sync": "mov.u32 $0, $1; bar.sync 0;",
    "ldmatrix.sync.aligned.m8n8.x4.shared.b8": "ldmatrix.sync.aligned.m8n8.x4.shared.b8 {$0, $0, $0, $0}, [$1];",
}


@pytest.mark.parametrize("what", REFUSED)
def test_unknown_instructions_are_named(what: str) -> None:
    x = np.zeros(32, np.uint32)
    case = of(what, REFUSED[what], (x,), (32,))
    with pytest.raises(sim.UnsupportedError) as caught:
        simulate(case)
    assert what in str(caught.value)
    assert caught.value.line > 0


def test_unknown_intrinsics_are_named() -> None:
    x = np.zeros(32, np.uint32)
    for name in ("llvm.nvvm.wgmma.fence.sync.aligned", "llvm.nvvm.read.ptx.sreg.clock", "llvm.nvvm.tex.1d.v4f32.s32"):
        text = around(f"  %d0 = call i32 @{name}(i32 %a0)", (x,), (32,))
        with pytest.raises(sim.UnsupportedError, match="clock" if "clock" in name else name):
            sim.run(text, grid=1, block=32, args=[x, x.copy()])


def trailing_zeros(value: int) -> int:
    """Of 0, all ones."""
    return (value & -value).bit_length() - 1 & FULL


INTRINSICS = {
    "i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %a0, i32 1, i32 31)": lambda x: x[np.arange(32) ^ 1],
    "i32 @llvm.nvvm.prmt(i32 %a0, i32 0, i32 291)": lambda x: np.array([byte_permute(int(v), 0, 291) for v in x], np.uint32),
    "i32 @llvm.nvvm.mulhi.ui(i32 %a0, i32 %a0)": lambda x: (x.astype(np.uint64) ** 2 >> np.uint64(32)).astype(np.uint32),
    "i32 @llvm.nvvm.read.ptx.sreg.laneid()": lambda x: np.arange(32, dtype=np.uint32),
    "i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true)": lambda x: np.full(32, FULL, np.uint32),
    "i32 @llvm.nvvm.redux.sync.umax(i32 %a0, i32 -1)": lambda x: np.full(32, x.max(), np.uint32),
    "i32 @llvm.nvvm.fns(i32 %a0, i32 0, i32 1)": lambda x: np.array([trailing_zeros(int(v)) for v in x], np.uint32),
}  # fmt: skip


@pytest.mark.parametrize("call", INTRINSICS)
def test_intrinsics(call: str) -> None:
    x = integers(32, 64)[:32]
    (found,) = simulate(Case(call, around(f"  %d0 = call {call}", (x,), (32,)), (x,), (32,)))
    assert (found == INTRINSICS[call](x)).all()


def test_statements() -> None:
    program = parse_assembly(
        r"{ .reg .pred p<2>;\0A\09@!p1 ld.global.L1::evict_first.v2.b32 {$0, $1}, [$2 + -16], 0f3F800000; }"
    )
    (statement,) = program.statements
    assert statement.opcode == ("ld", "global", "L1::evict_first", "v2", "b32")
    assert statement.guard is not None and statement.guard.negated
    assert statement.operands == (
        Pack((Name("$0"), Name("$1"))), Address(Name("$2"), -16), Immediate(0x3F800000, 32),
    )  # fmt: skip


# The launch.

WRITER = "define {} @k(ptr addrspace(1) %y) {{\n  store i32 7, ptr addrspace(1) %y\n  ret void\n}}\n"


def test_kernels_by_metadata_and_limits() -> None:
    y = np.zeros(1, np.uint32)
    annotated = HEAD + WRITER.format("void") + '!nvvm.annotations = !{!0}\n!0 = !{ptr @k, !"kernel", i32 1}\n'
    assert sim.run(annotated, grid=1, block=1, args=[y]).findings == []
    assert y[0] == 7
    plain = HEAD + WRITER.format("ptx_kernel void")
    with pytest.raises(sim.SimulatorError, match="0 kernels"):
        sim.run(HEAD + WRITER.format("void"), grid=1, block=1, args=[y])
    with pytest.raises(sim.SimulatorError, match="65535"):
        sim.run(plain, grid=(1, 65536), block=1, args=[y])
    with pytest.raises(sim.SimulatorError, match="sm_80"):
        sim.run(plain, grid=1, block=1, args=[y], arch="gfx942")
    asked = plain.replace("%y) {", '%y) "nvvm.reqntid"="128" {')
    with pytest.raises(sim.SimulatorError, match=r"made for \(128, 1, 1\)"):
        sim.run(asked, grid=1, block=64, args=[y])
    shared = "@s = internal addrspace(3) global [170000 x i8] undef\n" + plain
    with pytest.raises(sim.SimulatorError, match="166912"):
        sim.run(shared, grid=1, block=1, args=[y], arch="sm_80")
    assert sim.run(shared, grid=1, block=1, args=[y], arch="sm_90").findings == []


def test_generic_and_local_addresses() -> None:
    """Local memory and shared memory through generic pointers."""
    body = """  %own = alloca [4 x i32], align 4
  %at = getelementptr i32, ptr %own, i32 2
  store i32 %a0, ptr %at, align 4
  %s = getelementptr i32, ptr addrspace(3) @smem, i32 %t
  %g = addrspacecast ptr addrspace(3) %s to ptr
  %v = load i32, ptr %at, align 4
  store i32 %v, ptr %g, align 4
  %is = call i1 @llvm.nvvm.isspacep.shared(ptr %g)
  %w = load i32, ptr addrspace(3) %s, align 4
  %d0 = select i1 %is, i32 %w, i32 0"""
    x = integers(32, 64)[:32]
    (found,) = simulate(Case("generic", around(body, (x,), (32,), shared=128), (x,), (32,)))
    assert (found == x).all()
