"""Buffer fat pointers: where they point, what is out of range, how LLVM cuts accesses, and what is refused."""

from __future__ import annotations

import re

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge import toolchain
from twinkern.judge.simulator.amd import fat_pointers
from twinkern.judge.simulator.text import ir

STATUS = toolchain.available_flavors()


def needs(flavor: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not STATUS[flavor].available, reason=STATUS[flavor].description)


needs_llvm = needs("llvm22")
ARCHES = {"gfx90a": 159744, "gfx942": 159744, "gfx950": 159744, "gfx1201": 0x31004000, "gfx1250": 3}
"""Architectures, and the flags of a raw resource there (LLVM's AMDGPU guide, and amdgpu.fat_raw_buffer_cast of MLIR)."""
PARAMETERS = "ptr addrspace(1) %x, ptr addrspace(1) %y"


def resource(name: str, pointer: str, records: int, flags: int = 159744, bits: int = 64) -> str:
    call = f"@llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %{pointer}, i16 0, i{bits} {records}, i32 {flags})"
    return f"  %{name} = call ptr addrspace(7) {call}\n"


def loading(type_: str, records: int, step: int, align: int = 1, flags: int = 159744, bits: int = 64, first: int = 0) -> str:
    """Lane l loads at byte first + step * l through a fat pointer, and stores to its own place."""
    return f"""{resource("r", "x", records, flags, bits)}
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %o = mul i32 %t, {step}
  %o2 = add i32 %o, {first}
  %p = getelementptr i8, ptr addrspace(7) %r, i32 %o2
  %v = load {type_}, ptr addrspace(7) %p, align {align}
  %q = getelementptr {type_}, ptr addrspace(1) %y, i32 %t
  store {type_} %v, ptr addrspace(1) %q, align 1
  ret void"""


def checked(data: np.ndarray, start: int, records: int, sizes: list[int]) -> bytes:
    """What raw loads of these sizes, one behind the other, give: zeros for each dword that does not end inside."""
    found, at = b"", start
    for size in sizes:
        for _ in range(0, size, 4):
            part = min(size, 4)
            found += bytes(data[at : at + part]) if at + part <= records else bytes(part)
            at += part
    return found


# Types, and what LLVM 22.1 cuts an access of them into: bytes of each raw access.
CUTS = {
    "i8": (1,),
    "half": (2,),
    "float": (4,),
    "double": (8,),
    "<2 x half>": (4,),
    "<3 x half>": (4, 2),
    "<6 x half>": (12,),
    "<7 x i16>": (12, 2),
    "<8 x half>": (16,),
    "<16 x half>": (16, 16),
    "<3 x float>": (12,),
    "<4 x float>": (16,),
    "<8 x float>": (16, 16),
    "<7 x i32>": (16, 12),
    "<3 x i64>": (16, 8),
    "<2 x double>": (16,),
    "<16 x i8>": (16,),
    "<5 x i8>": (4, 1),
    "<6 x i8>": (4, 2),
    "<7 x i8>": (4, 2, 1),
    "<12 x i8>": (12,),
    "<5 x double>": (16, 16, 8),
    "<23 x half>": (16, 16, 12, 2),
    "<32 x i1>": (4,),
}


def type_of(text: str) -> ir.Type:
    scalars = {str(t): t for t in (ir.I1, ir.I8, ir.I16, ir.I32, ir.I64, ir.HALF, ir.FLOAT, ir.DOUBLE)}
    match = re.fullmatch(r"<(\d+) x (\w+)>", text)
    return ir.VectorType(int(match[1]), scalars[match[2]]) if match else scalars[text]


@pytest.mark.parametrize("type_", CUTS)
def test_loads_at_the_end(run_body, type_: str) -> None:
    """Each byte of each access, at every distance from the end of a resource that is no multiple of a dword."""
    assert tuple(fat_pointers.slices(type_of(type_).size)) == CUTS[type_]
    size, stride = type_of(type_).size, type_of(type_).stride
    records = 64 + 37
    data = np.random.default_rng(1).integers(1, 256, 256, np.uint8)
    out = np.zeros((64, stride), np.uint8)
    run = run_body(loading(type_, records, 2), PARAMETERS, [data, out], outputs=())
    assert run.findings == []
    for lane in range(64):
        assert bytes(out[lane, :size]) == checked(data, 2 * lane, records, list(CUTS[type_])), lane


@needs_llvm
@pytest.mark.parametrize("type_", CUTS)
def test_llvm_cuts_so(type_: str) -> None:
    names = {"ubyte": 1, "ushort": 2, "dword": 4, "dwordx2": 8, "dwordx3": 12, "dwordx4": 16}
    for align in (1, 2, 4, 16):
        text = module(loading(type_, 1000, 2, align))
        assembly = toolchain.compile(text, arch="gfx942", flavor="llvm22", assembly=True).assembly
        found = [names[width] for width in re.findall(r"buffer_load_(\w+)", assembly)]
        assert sorted(found) == sorted(CUTS[type_]), align


def module(body: str, parameters: str = PARAMETERS, lds: str = "") -> str:
    return f'target triple = "amdgcn-amd-amdhsa"\n{lds}\ndefine amdgpu_kernel void @k({parameters}) {{\n{body}\n}}\n'


@pytest.mark.parametrize("type_", ["float", "<3 x half>", "<8 x half>", "<8 x float>"])
def test_stores_at_the_end(run_body, type_: str) -> None:
    size, records = type_of(type_).size, 64 * type_of(type_).size - 5
    body = f"""{resource("r", "y", records)}
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr {type_}, ptr addrspace(1) %x, i32 %t
  %v = load {type_}, ptr addrspace(1) %q, align 1
  %o = mul i32 %t, {size}
  %p = getelementptr i8, ptr addrspace(7) %r, i32 %o
  store {type_} %v, ptr addrspace(7) %p, align 2
  ret void"""
    stride = type_of(type_).stride
    data = np.random.default_rng(2).integers(1, 256, 64 * stride, np.uint8)
    out = np.zeros(64 * size, np.uint8)
    run = run_body(body, PARAMETERS, [data, out], outputs=())
    assert run.findings == []
    for lane in range(64):
        expected, at = b"", 0
        for width in CUTS[type_]:
            for _ in range(0, width, 4):
                part, start = min(width, 4), size * lane + at
                stored = start + part <= records
                expected += bytes(data[stride * lane + at : stride * lane + at + part]) if stored else bytes(part)
                at += part
        assert bytes(out[size * lane : size * (lane + 1)]) == expected, lane


@pytest.mark.parametrize("arch", ARCHES)
def test_every_architecture(run_body, arch: str) -> None:
    data = np.arange(1, 65, dtype=np.float32)
    out = np.full(64, -1, np.float32)
    body = loading("float", 4 * 40, 4, flags=ARCHES[arch])
    run = run_body(body, PARAMETERS, [data, out], arch=arch, outputs=(1,))
    assert run.findings == []
    assert out.tolist() == [*range(1, 41), *[0] * 24]


@needs_llvm
@pytest.mark.parametrize("arch", ARCHES)
def test_llvm_takes_the_kernels(arch: str) -> None:
    text = module(loading("<8 x half>", 1000, 16, 16, ARCHES[arch]))
    assert toolchain.compile(text, arch=arch, flavor="llvm22").undefined == ()
    for body in MASKED.values():
        assert toolchain.compile(module(body), arch=arch, flavor="llvm22").undefined == ()


@needs("llvm20")
def test_llvm_20_takes_records_of_32_bits() -> None:
    """LLVM 20 has no intrinsic that makes a fat pointer: one is cast from a resource."""
    call = "call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1("
    text = module(loading("<8 x half>", 1000, 16, 16, bits=32)).replace(
        f"%r = {call}", "%r8 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p1("
    )
    text = text.replace("i32 159744)\n", "i32 159744)\n  %r = addrspacecast ptr addrspace(8) %r8 to ptr addrspace(7)\n")
    assert toolchain.compile(text, arch="gfx942", flavor="llvm20").undefined == ()


@pytest.mark.parametrize(
    ("arch", "bits", "records", "seen"),
    [
        ("gfx942", 32, 12, 3),
        ("gfx942", 64, (1 << 32) + 12, 3),  # 32 bits are kept
        ("gfx1250", 64, (1 << 32) + 12, 16),  # 45 bits are
        ("gfx1250", 64, (1 << 45) + 12, 3),
    ],
)
def test_bits_of_num_records(run_body, arch: str, bits: int, records: int, seen: int) -> None:
    data, out = np.arange(1, 65, dtype=np.int32), np.zeros(16, np.int32)
    run_body(loading("i32", records, 4, bits=bits), PARAMETERS, [data, out], arch=arch, block=16)
    assert np.count_nonzero(out) == seen


def test_offsets_are_of_32_bits(run_body) -> None:
    """An index of 64 bits counts modulo 2^32, scaled; a negative one comes back, or is out of range."""
    body = f"""{resource("r", "x", 64)}
  %far = getelementptr i32, ptr addrspace(7) %r, i64 4611686018427387907
  %a = load i32, ptr addrspace(7) %far, align 4
  %back = getelementptr i32, ptr addrspace(7) %far, i32 -1
  %b = load i32, ptr addrspace(7) %back, align 4
  %before = getelementptr i32, ptr addrspace(7) %r, i32 -1
  %c = load i32, ptr addrspace(7) %before, align 4
  %s = getelementptr {{ i32, [3 x i16] }}, ptr addrspace(7) %r, i32 1, i32 1, i32 2
  %d = load i16, ptr addrspace(7) %s, align 2
  %w = zext i16 %d to i32
  store i32 %a, ptr addrspace(1) %y
  %y1 = getelementptr i32, ptr addrspace(1) %y, i32 1
  store i32 %b, ptr addrspace(1) %y1
  %y2 = getelementptr i32, ptr addrspace(1) %y, i32 2
  store i32 %c, ptr addrspace(1) %y2
  %y3 = getelementptr i32, ptr addrspace(1) %y, i32 3
  store i32 %w, ptr addrspace(1) %y3
  ret void"""
    data, out = np.arange(100, 116, dtype=np.int32), np.zeros(4, np.int32)
    run = run_body(body, PARAMETERS, [data, out], block=1)
    assert run.findings == []
    assert out.tolist() == [103, 102, 0, 105]  # 12 + 4 + 4 = byte 20


def test_a_cast_from_a_resource(run_body) -> None:
    body = """
  %r8 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 8, i32 159744)
  %r = addrspacecast ptr addrspace(8) %r8 to ptr addrspace(7)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(7) %r, i32 %t
  %v = load i32, ptr addrspace(7) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void"""
    data, out = np.arange(5, 9, dtype=np.int32), np.zeros(4, np.int32)
    assert run_body(body, PARAMETERS, [data, out], block=4).findings == []
    assert out.tolist() == [5, 6, 0, 0]


def test_pointers_that_lanes_choose(run_body) -> None:
    """A select between two resources, and a phi over a loop that lanes leave one by one."""
    body = f"""{resource("a", "x", 16)}{resource("b", "y", 1024)}
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = and i32 %t, 1
  %is = icmp eq i32 %odd, 1
  %bt = getelementptr i8, ptr addrspace(7) %b, i32 512
  %start = select i1 %is, ptr addrspace(7) %a, ptr addrspace(7) %bt
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %n1, %loop ]
  %p = phi ptr addrspace(7) [ %start, %0 ], [ %p1, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %sum1, %loop ]
  %v = load i32, ptr addrspace(7) %p, align 4
  %sum1 = add i32 %sum, %v
  %p1 = getelementptr i32, ptr addrspace(7) %p, i32 1
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, %t
  br i1 %more, label %loop, label %done
done:
  %left = load i32, ptr addrspace(7) %p1, align 4
  %both = add i32 %sum1, %left
  %o = shl i32 %t, 2
  %q = getelementptr i8, ptr addrspace(7) %b, i32 %o
  store i32 %both, ptr addrspace(7) %q, align 4
  ret void"""
    x, y = np.arange(1, 65, dtype=np.int32), np.zeros(256, np.int32)
    y[128:] = np.arange(1000, 1128)
    assert run_body(body, PARAMETERS, [x, y], block=64, outputs=()).findings == []
    for t in range(64):
        rounds = max(t, 1)
        source = np.where(np.arange(80) < 4, np.arange(1, 81), 0) if t % 2 else np.arange(1000, 1080)
        assert y[t] == source[:rounds].sum() + source[rounds]


# Masked accesses: the body, for each kind of mask.


def masked(mask: str, operand: str, type_: str = "<4 x half>", suffix: str = "v4f16", form: str = "i32 2, ") -> str:
    return f"""{resource("r", "x", 43)}
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %few = icmp ult i32 %t, 6
  %i = insertelement <4 x i1> poison, i1 %few, i64 0
  %all = shufflevector <4 x i1> %i, <4 x i1> poison, <4 x i32> zeroinitializer
  %bit = and i32 %t, 1
  %is = icmp eq i32 %bit, 0
  %j = insertelement <4 x i1> %all, i1 %is, i64 2
  %both = and <4 x i1> %all, %all
{mask}
  %p = getelementptr {type_}, ptr addrspace(7) %r, i32 %t
  %v = call {type_} @llvm.masked.load.{suffix}.p7(ptr addrspace(7) %p, {form}<4 x i1> {operand}, {type_} splat (half 1.0))
  %q = getelementptr {type_}, ptr addrspace(1) %y, i32 %t
  store {type_} %v, ptr addrspace(1) %q, align 8
  ret void"""


MASKED = {
    "splat": masked("", "%all"),
    "splat without an alignment": masked("", "%all", form=""),
    "splat of splats": masked("", "%both"),
    "each element": masked("", "%j"),
    "true": masked("", "splat (i1 true)"),
    "false": masked("", "zeroinitializer"),
    "some": masked("", "<i1 true, i1 true, i1 false, i1 true>"),
}
SPLATS = ("splat", "splat without an alignment", "splat of splats", "true", "false")


@pytest.mark.parametrize("kind", MASKED)
def test_masked_loads(run_body, kind: str) -> None:
    """43 bytes are in range: bytes 40 and 41 are inside when they are an access of their own, and out with their dword."""
    data = np.arange(1, 33, dtype=np.float16)
    out = np.zeros((8, 4), np.float16)
    assert run_body(MASKED[kind], PARAMETERS, [data, out], block=8).findings == []
    for lane in range(8):
        few, even = lane < 6, lane % 2 == 0
        mask = {
            "each element": (few, few, even, few),
            "true": (True,) * 4,
            "false": (False,) * 4,
            "some": (True, True, False, True),
        }.get(kind, (few,) * 4)
        for n in range(4):
            at = 8 * lane + 2 * n
            end = at + 2 if kind not in SPLATS else at // 4 * 4 + 4
            expected = 0 if end > 43 else data[at // 2]
            assert out[lane, n] == (expected if mask[n] else 1), (lane, n)


@pytest.mark.parametrize("kind", ["%all", "%j"])
def test_masked_stores(run_body, kind: str) -> None:
    body = masked("", kind).split("  %v = ")[0].replace("%x, i16", "%y, i16") + f"""
  %s = getelementptr <4 x half>, ptr addrspace(1) %x, i32 %t
  %v = load <4 x half>, ptr addrspace(1) %s
  call void @llvm.masked.store.v4f16.p7(<4 x half> %v, ptr addrspace(7) %p, i32 2, <4 x i1> {kind})
  ret void"""
    data, out = np.arange(1, 33, dtype=np.float16), np.zeros((8, 4), np.float16)
    assert run_body(body, PARAMETERS, [data, out], block=8, outputs=()).findings == []
    for lane in range(8):
        few, even = lane < 6, lane % 2 == 0
        for n in range(4):
            at = 8 * lane + 2 * n
            end = at // 4 * 4 + 4 if kind == "%all" else at + 2
            on = even if kind == "%j" and n == 2 else few
            assert out[lane, n] == (data[at // 2] if on and end <= 43 else 0), (lane, n)


@needs_llvm
@pytest.mark.parametrize("kind", MASKED)
def test_llvm_lowers_masks_so(kind: str) -> None:
    """One access for a splat, one an element else (of a mask that is no literal, unoptimised)."""
    for optimize in (0, 3):
        compiled = toolchain.compile(module(MASKED[kind]), arch="gfx942", flavor="llvm22", assembly=True, optimize=optimize)
        found = re.findall(r"buffer_load_(\w+)", compiled.assembly)
        assert found == {"false": [], "some": ["ushort"] * 3, "each element": ["ushort"] * 4}.get(kind, ["dwordx2"])


# Updates.


def updating(operation: str, type_: str, value: str, records: int) -> str:
    """Lanes in pairs update one place each; the old value goes to y."""
    size = type_of(type_).size
    return f"""{resource("r", "x", records)}
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %half = lshr i32 %t, 1
  %o = mul i32 %half, {size}
  %p = getelementptr i8, ptr addrspace(7) %r, i32 %o
  %v = atomicrmw {operation} ptr addrspace(7) %p, {type_} {value} syncscope("agent") monotonic
  %q = getelementptr {type_}, ptr addrspace(1) %y, i32 %t
  store {type_} %v, ptr addrspace(1) %q
  ret void"""


UPDATES = {
    "add": ("i32", "7", np.int32, lambda x: x + 7),
    "umax": ("i64", "20", np.int64, lambda x: np.maximum(x, 20)),
    "fadd": ("float", "0.5", np.float32, lambda x: x + 0.5),
    "xchg": ("i32", "3", np.int32, lambda x: np.full_like(x, 3)),
}


@pytest.mark.parametrize("operation", UPDATES)
def test_updates(run_body, operation: str) -> None:
    """All or nothing at the end of the resource, where the old value is 0."""
    type_, value, number, change = UPDATES[operation]
    size = np.dtype(number).itemsize
    records = 27 * size + size // 2
    x, old = np.arange(1, 33).astype(number), np.zeros((32, 2), number)
    before = x.copy()
    run = run_body(updating(operation, type_, value, records), PARAMETERS, [x, old], outputs=(1,))
    assert run.findings == []
    inside = np.arange(32) < 27
    assert (x == np.where(inside, change(change(before)), before)).all()
    assert (old == np.where(inside[:, None], np.stack([before, change(before)], 1), 0)).all()


@needs_llvm
@pytest.mark.parametrize("operation", UPDATES)
def test_llvm_updates_so(operation: str) -> None:
    text = module(updating(operation, *UPDATES[operation][:2], 999))
    code = toolchain.compile(text, arch="gfx942", flavor="llvm22", assembly=True).assembly
    found = {"add": "add", "umax": "umax_x2", "fadd": "add_f32", "xchg": "swap"}[operation]
    assert re.findall(r"buffer_atomic_(\w+)", code) == [found]


def test_an_update_that_is_not_aligned(run_body) -> None:
    body = updating("add", "i32", "1", 256).replace("i32 %o\n", "i32 %t\n")
    (finding, *_) = run_body(body, PARAMETERS, [np.zeros(64, np.int32), np.zeros(64, np.int32)], outputs=(1,)).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert "misaligned atomic of 4 bytes" in finding.message


# Loads to LDS.


def to_lds(size: int, records: int, wait: bool = True) -> str:
    waits = "call void @llvm.amdgcn.s.waitcnt(i32 3952)" if wait else ""
    return f"""{resource("r", "x", records)}
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %o = mul i32 %t, {size}
  %p = getelementptr i8, ptr addrspace(7) %r, i32 %o
  call void @llvm.amdgcn.load.to.lds.p7(ptr addrspace(7) %p, ptr addrspace(3) @lds, i32 {size}, i32 {size}, i32 0)
  {waits}
  %l = getelementptr i8, ptr addrspace(3) @lds, i32 {size}
  %a = getelementptr i8, ptr addrspace(3) %l, i32 %o
  %v = load <{size // 4} x i32>, ptr addrspace(3) %a, align 4
  %q = getelementptr i8, ptr addrspace(1) %y, i32 %o
  store <{size // 4} x i32> %v, ptr addrspace(1) %q, align 4
  ret void"""


@pytest.mark.parametrize("size", [4, 16])
def test_loads_to_lds(run_body, size: int) -> None:
    """The offset of the instruction moves both addresses and counts in the range check; zeros are written for the rest."""
    records = 40 * size + 8
    data, out = np.arange(1, 17 * size + 1, dtype=np.int32), np.full(16 * size, -1, np.int32)
    run = run_body(to_lds(size, records), PARAMETERS, [data, out], lds=2048, arch="gfx950", outputs=(1,))
    assert run.findings == []
    place = np.arange(16 * size) + size // 4
    assert (out == np.where(4 * place + 4 <= records, data[place], 0)).all()


def test_a_load_to_lds_that_nobody_waits_for(run_body) -> None:
    data, out = np.zeros(1024, np.int32), np.zeros(256, np.int32)
    run = run_body(to_lds(16, 4096, wait=False), PARAMETERS, [data, out], lds=2048, arch="gfx950", outputs=(1,))
    assert [type(finding) for finding in run.findings] == [sim.DmaFinding]


@needs_llvm
def test_llvm_loads_to_lds_so() -> None:
    lds = "@lds = internal addrspace(3) global [2048 x i8] poison, align 16"
    for size, name in ((4, "dword"), (16, "dwordx4")):
        code = toolchain.compile(module(to_lds(size, 999), lds=lds), arch="gfx950", flavor="llvm22", assembly=True).assembly
        assert re.findall(rf"buffer_load_(\w+) .* 0 offen offset:{size} lds", code) == [name]


# Findings.


def test_an_alignment_that_does_not_hold(run_body) -> None:
    data, out = np.zeros(1024, np.uint8), np.zeros((64, 2), np.float32)
    run = run_body(loading("<2 x float>", 1024, 4, align=8), PARAMETERS, [data, out], outputs=(1,))
    (finding,) = run.findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.lane, finding.count) == (1, 32)
    assert "misaligned load of 8 bytes" in finding.message and "the instruction says align 8" in finding.message


def test_more_records_than_the_buffer_has(run_body) -> None:
    """The range check protects nobody from a resource that says too much."""
    data, out = np.zeros(60, np.int32), np.zeros(64, np.int32)
    (finding,) = run_body(loading("i32", 4 * 64, 4), PARAMETERS, [data, out], outputs=(1,)).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.lane, finding.count, finding.owner) == (60, 4, "argument 0 (%x)")


@pytest.mark.parametrize("pointer", ["ptr addrspace(7)", "ptr addrspace(1)"])
@pytest.mark.parametrize("used", [False, True])
def test_poison_behind_a_mask(run_body, pointer: str, used: bool) -> None:
    """What a masked load leaves poison may be, where the elements that are off are not used."""
    source = resource("r", "x", 64) if pointer.endswith("(7)") else "  %r = getelementptr i8, ptr addrspace(1) %x, i32 0"
    name = f"@llvm.masked.load.v2f32.p{pointer[-2]}"
    body = f"""{source}
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %on = icmp ult i32 %t, 3
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %on, i32 1
  %v = call <2 x float> {name}({pointer} %r, i32 4, <2 x i1> %m, <2 x float> poison)
  %a = extractelement <2 x float> %v, i32 0
  %b = extractelement <2 x float> %v, i32 1
  %c = {"fadd float %b, 0.0" if used else "select i1 %on, float %b, float 0.0"}
  %s = fadd float %a, %c
  %q = getelementptr float, ptr addrspace(1) %y, i32 %t
  store float %s, ptr addrspace(1) %q
  ret void"""
    data, out = np.arange(5, 21, dtype=np.float32), np.zeros(8, np.float32)
    findings = run_body(body, PARAMETERS, [data, out], block=8, outputs=(1,)).findings
    if not used:
        assert findings == []
        assert out.tolist() == [11.0] * 3 + [5.0] * 5
        return
    (finding,) = findings
    assert isinstance(finding, sim.InitialisationFinding)
    assert (finding.lane, finding.count, finding.message) == (3, 5, "store of poison or undef")


def test_a_load_of_what_nobody_wrote(run_body) -> None:
    body = loading("i32", 256, 4).replace("%x, i16", "%y, i16")
    out = np.zeros(64, np.int32)
    (finding, *_) = run_body(body, PARAMETERS, [np.zeros(1), out], outputs=(1,)).findings
    assert isinstance(finding, sim.InitialisationFinding)


REFUSED = {
    "atomicrmw seq_cst": "%v = atomicrmw add ptr addrspace(7) %r, i32 1 seq_cst",
    "cmpxchg": "%v = cmpxchg ptr addrspace(7) %r, i32 1, i32 2 monotonic monotonic",
    "an atomic load": "%v = load atomic i32, ptr addrspace(7) %r monotonic, align 4",
    r"load of \[4 x half\]": "%v = load [4 x half], ptr addrspace(7) %r, align 2",
    "icmp with ptr": "%v = icmp eq ptr addrspace(7) %r, %r",
    "ptrtoint with ptr": "%v = ptrtoint ptr addrspace(7) %r to i32",
    "memcpy": "call void @llvm.memcpy.p7.p1.i32(ptr addrspace(7) %r, ptr addrspace(1) %x, i32 16, i1 false)",
    "ptrmask": "%v = call ptr addrspace(7) @llvm.ptrmask.p7.i32(ptr addrspace(7) %r, i32 -4)",
    "in memory": "store ptr addrspace(7) %r, ptr addrspace(1) %y",
    "insertelement": "%v = insertelement <2 x ptr addrspace(7)> poison, ptr addrspace(7) %r, i32 0",
    "space 7 to space 0": "%v = addrspacecast ptr addrspace(7) %r to ptr",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_modelled_is_refused_by_name(run_body, what: str) -> None:
    body = f"{resource('r', 'x', 64)}  {REFUSED[what]}\n  ret void"
    with pytest.raises(sim.UnsupportedError, match=what) as caught:
        run_body(body, PARAMETERS, [np.zeros(16, np.int32), np.zeros(16, np.int32)], block=1)
    assert caught.value.line == 5
