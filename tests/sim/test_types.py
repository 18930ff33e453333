"""Sizes and layouts of types in memory against LLVM's own data layouts; aggregates and bits in memory."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge.simulator.text import limits, parser

SCALARS = "i1 i7 i8 i16 i17 i24 i32 i33 i48 i64 i65 i128 half bfloat float double ptr".split()
SCALARS += [f"ptr addrspace({space})" for space in (1, 3, 4, 5, 6, 7, 8)]
TYPES = [
    *SCALARS,
    *(f"<{n} x {t}>" for n in (1, 2, 3, 5, 8, 16, 33) for t in SCALARS if t[-3:] not in ("(7)", "(8)")),
    *(f"[{n} x {t}]" for n in (0, 1, 3) for t in (*SCALARS, "<3 x i32>", "<3 x half>", "<5 x i8>")),
    *(f"{{ i8, {t} }}" for t in (*SCALARS, "<3 x i32>", "<3 x half>", "[2 x <3 x i8>]")),
    *(f"<{{ {t}, i32 }}>" for t in (*SCALARS, "<3 x i32>", "<3 x half>", "{ i8, i64 }")),
    "{}",
    "{ i8, { i16, <{ i8, i64 }> }, i8 }",
]


@pytest.mark.parametrize(("triple", "cpu"), [("amdgcn-amd-amdhsa", "gfx942"), ("nvptx64-nvidia-cuda", "sm_90")])
def test_layouts_are_those_of_llvm(triple: str, cpu: str) -> None:
    """Allocation size, alignment, and where the members of structs lie. On nvptx64, types that differ are refused in memory."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    data = llvm.Target.from_triple(triple).create_target_machine(cpu=cpu).target_data
    text = f'target triple = "{triple}"\ntarget datalayout = "{data}"\n'
    text += "".join(f"@g{n} = external global {type_}\n" for n, type_ in enumerate(TYPES))
    theirs, ours = llvm.parse_assembly(text), parser.parse(text)
    for n, name in enumerate(TYPES):
        type_, reference = ours.globals[f"g{n}"].type, theirs.get_global_variable(f"g{n}").global_value_type
        if triple.startswith("nvptx") and limits.other_on_nvptx(type_):
            continue
        assert (type_.stride, type_.align) == (data.get_abi_size(reference), data.get_abi_alignment(reference)), name
        if reference.is_struct:
            offsets = [data.get_element_offset(reference, k) for k in range(len(type_.elements))]
            assert [type_.offset(k) for k in range(len(type_.elements))] == offsets, name


def test_nvptx_types_of_another_size_are_refused() -> None:
    text = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %x) {
  %p = getelementptr { i32, ptr addrspace(3) }, ptr %x, i64 1
  ret void
}
"""
    with pytest.raises(sim.UnsupportedError, match=r"getelementptr with ptr addrspace\(3\) in memory"):
        sim.run(text, grid=1, block=32, args=[np.zeros(4)])


def addressed(run_body, type_: str, indices: str) -> int:
    """The byte that a getelementptr from a buffer's start leads to, in lane 1 of 2 (`%t` is the lane)."""
    body = f"""  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr {type_}, ptr addrspace(1) %x, {indices}
  %b = ptrtoint ptr addrspace(1) %a to i64
  %s = ptrtoint ptr addrspace(1) %x to i64
  %d = sub i64 %b, %s
  %o = getelementptr i64, ptr addrspace(1) %x, i32 %t
  store i64 %d, ptr addrspace(1) %o
  ret void"""
    out = np.zeros(2, np.uint64)
    assert run_body(body, "ptr addrspace(1) %x", [out], block=2).findings == []
    return int(out[1])


def test_addresses_in_arrays_of_three_element_vectors(run_body) -> None:
    assert addressed(run_body, "[4 x <3 x i32>]", "i32 0, i32 %t") == 16
    assert addressed(run_body, "[4 x <3 x i32>]", "i32 0, i32 2, i32 %t") == 36
    assert addressed(run_body, "<3 x i32>", "i32 %t") == 16
    assert addressed(run_body, "<3 x half>", "i32 0, i32 %t") == 2
    assert addressed(run_body, "<{<3 x i32>, i32}>", "i32 0, i32 1") == 16
    assert addressed(run_body, "<{<3 x i32>, i32}>", "i32 %t") == 20


# Aggregates and bits in memory.


@pytest.mark.parametrize("space", [1, 3])
def test_structs_and_arrays_in_memory(run_body, space: int) -> None:
    """{ i8, [2 x <2 x i16>], { i64, i1 } } is loaded, two members change places, and it is stored; padding stays as it was."""
    type_ = "{ i8, [2 x <2 x i16>], { i64, i1 } }"
    place = "%q" if space == 1 else "@lds"
    body = f"""  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr {type_}, ptr addrspace(1) %x, i32 %t
  %q = getelementptr {type_}, ptr addrspace(1) %y, i32 %t
  %v = load {type_}, ptr addrspace(1) %p
  %a = extractvalue {type_} %v, 1, 0
  %b = extractvalue {type_} %v, 1, 1
  %w = insertvalue {type_} %v, <2 x i16> %b, 1, 0
  %z = insertvalue {type_} %w, <2 x i16> %a, 1, 1
  store {type_} %z, ptr addrspace({space}) {place}
  %r = load {type_}, ptr addrspace({space}) {place}
  store {type_} %r, ptr addrspace(1) %q
  ret void"""
    formats, offsets = ["u1", "u4", "u4", "u8", "u1"], [0, 4, 8, 16, 24]
    layout = np.dtype({"names": [*"abcde"], "formats": formats, "offsets": offsets, "itemsize": 32})
    threads = 64 if space == 1 else 1
    x = np.random.default_rng(0).integers(0, 255, (threads, 32), dtype=np.uint8)
    x[:, 24] &= 1
    y = np.full_like(x, 0xEE)
    assert run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", [x, y], lds=32, block=threads).findings == []
    a, b = x.view(layout)[:, 0], y.view(layout)[:, 0]
    for name, source in zip("abcde", "acbde", strict=True):
        assert (b[name] == a[source]).all()
    assert (y[:, 1:4] == 0xEE).all()
    assert (y[:, 12:16] == 0xEE).all()
    assert (y[:, 25:] == 0xEE).all()


def test_an_aggregate_past_the_end_is_a_finding(run_body) -> None:
    body = """  %p = getelementptr i8, ptr addrspace(1) %x, i32 8
  %v = load { i32, i32, i32 }, ptr addrspace(1) %p
  ret void"""
    (finding,) = run_body(body, "ptr addrspace(1) %x", [np.zeros(4, np.uint32)]).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert "load of 4 bytes" in finding.text


def test_bits_in_memory(run_body) -> None:
    """<n x i1> lies bit by bit; as an integer, element 0 is bit 0."""
    body = """  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %v = load <32 x i1>, ptr addrspace(1) %p
  %i = bitcast <32 x i1> %v to i32
  %n = xor i32 %i, 5
  %w = bitcast i32 %n to <32 x i1>
  %e = extractelement <32 x i1> %w, i32 2
  %f = insertelement <32 x i1> %w, i1 %e, i32 31
  %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store <32 x i1> %f, ptr addrspace(1) %q
  ret void"""
    x = np.random.default_rng(0).integers(0, 1 << 32, 64, dtype=np.uint32)
    y = np.zeros_like(x)
    assert run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", [x, y]).findings == []
    n = x ^ np.uint32(5)
    assert (y == (n & np.uint32(0x7FFFFFFF) | (n >> np.uint32(2) & np.uint32(1)) << np.uint32(31))).all()


def test_few_bits_in_memory_fill_their_byte_with_zeros(run_body) -> None:
    out = np.full(4, 0xFF, np.uint8)
    run_body("  store <5 x i1> <i1 1, i1 0, i1 1, i1 0, i1 1>, ptr addrspace(1) %x\n  ret void", "ptr addrspace(1) %x", [out])
    assert out.tolist() == [0b10101, 0xFF, 0xFF, 0xFF]


def test_variables_of_struct_type(run_body) -> None:
    text = """target triple = "amdgcn-amd-amdhsa"
@a = internal addrspace(1) constant { i8, [2 x i16], ptr addrspace(1) } { i8 7, [2 x i16] [i16 1, i16 2], ptr addrspace(1) @b }
@b = internal addrspace(1) constant <{ i8, i32 }> <{ i8 3, i32 258 }>
define amdgpu_kernel void @k(ptr addrspace(1) %o) {
  %p = getelementptr inbounds i8, ptr addrspace(1) @a, i64 8
  %q = load ptr addrspace(1), ptr addrspace(1) %p
  %r = getelementptr i8, ptr addrspace(1) %q, i64 1
  %v = load i32, ptr addrspace(1) %r, align 1
  %w = load i16, ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @a, i64 4)
  %x = zext i16 %w to i32
  %s = mul i32 %x, 65536
  %t = add i32 %s, %v
  store i32 %t, ptr addrspace(1) %o
  ret void
}
"""
    out = np.zeros(1, np.uint32)
    assert sim.run(text, grid=1, block=1, args=[out], arch="gfx942").findings == []
    assert out[0] == (2 << 16) + 258
