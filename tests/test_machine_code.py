"""The judge of machine code: faults planted in texts, in objects and in code written by hand, each seen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from twinkern._contract import ARCHES
from twinkern.engines import PythonEngine
from twinkern.gate.cases import Case
from twinkern.judge import machinecode, proof, toolchain
from twinkern.judge.machinecode import Code, Expected, Instruction, expected_of, flow, judge, matrix, read_code, waits
from twinkern.judge.machinecode.judge import resource_faults
from twinkern.judge.toolchain import KernelResources, ToolchainError, elf, pool
from twinkern.words import words_to_json

STATUS = toolchain.available_flavors()
pytestmark = pytest.mark.skipif(
    not (STATUS["llvm20"].available and STATUS["llvm22"].available), reason="needs LLVM 20 and LLVM 22"
)

PROBLEM = "n=2 c=64 k=64 input=6x6 filter=3x3 pad=1"
EARLY_CLOBBER = f"direction=wgrad arch=gfx950 in_type=bf16 pipeline=wavelet {PROBLEM}"
LOOPING = "direction=forward n=1 c=256 k=32 input=8x8 filter=3x3 pad=1"


def emitted(words: str, flavor: str = "llvm22"):
    return PythonEngine().emit(words_to_json(words.split()), flavor)


def compiled(program, text: str | None = None):
    return toolchain.compile(text or program.text, arch=program.arch, flavor=program.flavor)


def faults(program, text: str | None = None) -> set[str]:
    """The kinds of fault of a program whose text was changed."""
    assert text is None or text != program.text
    return {fault.check for fault in judge(compiled(program, text), expected_of(program.spec))}


# The listing is that of the object.


def test_the_object_is_the_one_that_llvm_writes_without_a_listing():
    program = emitted(EARLY_CLOBBER)
    request = {
        "action": "compile", "text": program.text, "cpu": program.arch, "features": "", "optimize": 3,
        "outputs": ["object"], "timeout": 60,
    }  # fmt: skip
    bare = pool.call("llvm22", request)["object"]
    code = compiled(program)
    for name in (".text", ".rodata", ".note"):
        assert elf.section(code.object, name) == elf.section(bare, name)
    assert elf.kernel_resources(code.object) == elf.kernel_resources(bare)
    assert len(code.object) < len(bare) + 200
    assert code.listing.encode() not in code.object
    assert toolchain.link(code).proof


@pytest.mark.parametrize(
    ("arch", "flavor"),
    [("gfx942", "llvm20"), ("gfx942", "llvm22"), ("gfx950", "llvm20"), ("gfx950", "llvm22"), ("gfx1250", "llvm22")],
)
def test_every_instruction_is_found_in_the_code(arch, flavor):
    program = emitted(f"{LOOPING} arch={arch} pipeline=ring", flavor)
    (code,) = read_code(compiled(program).object, compiled(program).listing)
    assert code.kernel == program.name
    assert code.instructions[-1].name == "s_endpgm"
    assert any(matrix.multiplies(row) for row in code.instructions)
    assert flow.loops(flow.blocks_of(code))


def test_each_kernel_of_a_module_and_each_family_is_read():
    text = """target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @one(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  ret void
}
define amdgpu_kernel void @two(ptr addrspace(1) %out, i32 %bound) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr addrspace(1) %out
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %bound
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""
    for arch in ("gfx90a", "gfx942", "gfx1151", "gfx1201", "gfx1250"):
        code = toolchain.compile(text, arch=arch, flavor="llvm22")
        kernels = read_code(code.object, code.listing)
        assert [kernel.kernel for kernel in kernels] == ["one", "two"]
        assert [len(flow.loops(flow.blocks_of(kernel))) for kernel in kernels] == [0, 1], arch


def changed(image: bytes, place: int, flip: int) -> bytes:
    """An object with one byte of its code changed."""
    start = image.index(elf.section(image, ".text"))
    patched = bytearray(image)
    patched[start + place] ^= flip
    return bytes(patched)


@pytest.mark.parametrize("place", [0, 3, 101, 400])
def test_a_changed_bit_of_the_code_is_no_listing_of_it(place):
    code = compiled(emitted(EARLY_CLOBBER))
    with pytest.raises(ToolchainError, match="listing and code differ at"):
        read_code(changed(code.object, place, 0x20), code.listing)


def test_a_listing_with_a_line_more_or_less_is_refused():
    code = compiled(emitted(EARLY_CLOBBER))
    lines = code.listing.split("\n")
    at = next(number for number, line in enumerate(lines) if "v_mfma" in line)
    for other in (lines[:at] + lines[at + 1 :], [*lines[:at], lines[at], *lines[at:]], [*lines, lines[at]], lines[:at]):
        with pytest.raises(ToolchainError, match="listing"):
            read_code(code.object, "\n".join(other))


def test_a_branch_is_read_from_the_code():
    program = emitted(f"{LOOPING} pipeline=ring")
    code = compiled(program)
    (kernel,) = read_code(code.object, code.listing)
    branch = next(row for row in kernel.instructions if row.target is not None and row.target < row.address)
    moved = changed(code.object, branch.address, 0x01)
    (other,) = read_code(moved, code.listing)
    found = next(row for row in other.instructions if row.address == branch.address)
    assert abs(found.target - branch.target) == 4
    with pytest.raises(ToolchainError, match="where no instruction is"):
        flow.blocks_of(read_code(changed(code.object, branch.address + 1, 0x40), code.listing)[0])


# Faults planted in a text, which the compiler turns into faulty code.


def test_llvm20_overwrites_operands_where_the_accumulator_is_a_constant():
    program = emitted(EARLY_CLOBBER, "llvm20")
    assert faults(program) == set()
    fenced = re.search(r"(%v\d+) = call <16 x float> @llvm.arithmetic.fence", program.text)
    text = program.text.replace(f"[ {fenced[1]}, ", "[ zeroinitializer, ")
    assert faults(program, text) == {"overlap"}
    checks = {check.oracle: check for check in proof.check_links({"llvm20": replace(program, text=text)})[0]}
    assert checks["link"].ok and checks["machine code"].ok is False
    assert "shares registers with A" in checks["machine code"].detail


@pytest.mark.parametrize("arch", ["gfx942", "gfx950"])
def test_reads_that_are_not_waited_for_before_a_barrier(arch):
    program = emitted(f"{LOOPING} arch={arch} pipeline=async")
    assert faults(program) == set()
    wait = re.compile(r"  call void @llvm.amdgcn.s.waitcnt\(i32 49279\)\n(?=  call void @llvm.amdgcn.s.barrier)")
    assert "barrier" in faults(program, wait.sub("", program.text))


def test_reads_that_are_not_waited_for_before_a_signal():
    program = emitted(f"{LOOPING} arch=gfx1250 pipeline=async")
    assert faults(program) == set()
    assert "barrier" in faults(program, re.sub(r"  call void @llvm.amdgcn.s.wait.dscnt\(i16 0\)\n", "", program.text))


@pytest.mark.parametrize("arch", ["gfx942", "gfx950", "gfx1250"])
@pytest.mark.parametrize("pipeline", ["async", "ring loader=async stages=3"])
def test_waits_for_copies_that_let_one_more_be_under_way_or_none(arch, pipeline):
    program = emitted(f"{LOOPING} arch={arch} pipeline={pipeline}")
    assert faults(program) == set()
    in_flight = expected_of(program.spec).copies_while_read
    if arch == "gfx1250":
        wait, more, none = (f"wait.asynccnt(i16 {count})" for count in (in_flight, in_flight + 1, 0))
    else:
        wait, more, none = (f"waitcnt(i32 {count & 15 | count >> 4 << 14 | 0xF70})" for count in (in_flight, in_flight + 1, 0))
    assert "copies" in faults(program, program.text.replace(wait, more))
    assert "loop" in faults(program, program.text.replace(wait, none))


# Code written by hand.


def encoded(name: str, operands: str) -> int:
    """The constant of a wait as it stands in its instruction."""
    if name == "s_waitcnt":
        counts = {"vmcnt": 63, "lgkmcnt": 15} | {key: int(value) for key, value in re.findall(r"(\w+)\((\d+)\)", operands)}
        return counts["vmcnt"] & 15 | counts["vmcnt"] >> 4 << 14 | 0x70 | counts["lgkmcnt"] << 8
    return int(operands, 0) & 0xFFFF if name.startswith("s_wait_") else 0


def written(text: str) -> Code:
    """A kernel of one word an instruction; "s_branch 3" goes to line 3, counted from 0."""
    rows = []
    for number, line in enumerate(text.strip().split("\n")):
        name, _, operands = line.strip().partition(" ")
        jumps = "branch" in name
        target = 4 * int(operands) if jumps else None
        parts = tuple(part.strip() for part in operands.split(",")) if operands and not jumps else ()
        rows.append(Instruction(4 * number, 4, name, parts, encoded(name, operands), target))
    return Code("kernel", tuple(rows))


@pytest.mark.parametrize(
    ("line", "operands"),
    [
        ("v_mfma_f32_32x32x16_bf16 v[2:17], v[2:5], v[10:13], 0", "AB"),
        ("v_mfma_f32_32x32x16_bf16 v[2:17], v[18:21], v[14:17], v[2:17]", "B"),
        ("v_mfma_f32_32x32x16_bf16 v[2:17], v[18:21], v[22:25], v[2:17]", ""),
        ("v_mfma_f32_32x32x16_bf16 v[2:17], v[18:21], v[22:25], v[4:19]", "C"),
        ("v_mfma_f32_32x32x16_bf16 a[2:17], v[2:5], v[10:13], 0", ""),
        ("v_mfma_f32_32x32x16_bf16 v[2:17], v[18:21], v[22:25], a[4:19]", ""),
        ("v_mfma_f32_16x16x16_f16 v[0:3], v[2:3], v[6:7], v[1:4]", ""),
        ("v_smfmac_f32_32x32x16_f16 v[0:15], v[14:15], v[20:23], v30", "A"),
        ("v_wmma_f32_16x16x32_f16 v[0:7], v[8:15], v[7:14], 0", "B"),
        ("v_wmma_f32_16x16x32_f16 v[0:7], v[8:15], v[16:23], v[0:7]", ""),
    ],
)
def test_operands_that_share_registers(line, operands):
    found = [fault.text for fault in matrix.overlaps(written(f"{line}\ns_endpgm"))]
    assert [re.search(r"with (\w);", text)[1] for text in found] == list(operands)


def test_registers_past_v255_are_those_that_are_meant():
    (line,) = {"\tv_mfma_f32_32x32x8_f16 v[0:15] /*v[256:271]*/, v[0:1], v[4:5], 0 ; 00000000 00000000"}
    row = machinecode.listing.read_instruction(line, bytes(8), 0)
    assert not list(matrix.overlaps(Code("kernel", (row,))))


def checks(text: str, *, split: bool = False, copies: int = 0, overlap: str = "none") -> list[tuple[str, int]]:
    code = written(text)
    found = waits.wait_faults(code, flow.blocks_of(code), split=split, copies_while_read=copies, overlap=overlap)
    return [(fault.check, fault.address // 4) for fault in found]


def test_lds_accesses_at_a_barrier_are_followed_along_every_path():
    """The read of one way is waited for, that of the other is not."""
    text = """s_cbranch_scc0 3
        ds_read_b32 v0, v1
        s_waitcnt lgkmcnt(0)
        ds_read_b32 v2, v1
        s_cbranch_scc1 {join}
        s_waitcnt lgkmcnt({left})
        s_barrier
        s_endpgm"""
    assert checks(text.format(join=5, left=0)) == []
    assert checks(text.format(join=5, left=1)) == [("barrier", 6)]
    assert checks(text.format(join=6, left=0)) == [("barrier", 6)]


def test_an_older_lds_access_is_done_once_the_counter_has_fallen_to_the_younger():
    text = "ds_write_b32 v0, v1\ns_load_dword s0, s[0:1], 0x0\nds_read_b32 v2, v1\ns_waitcnt lgkmcnt({})\ns_barrier\ns_endpgm"
    assert checks(text.format(1)) == [("barrier", 4)]
    assert checks(text.format(0)) == []


def test_a_flat_access_counts_as_both():
    copy = "buffer_load_dwordx4 v0, s[0:3], 0 offen lds\n"
    flat = "flat_load_dword v0, v[2:3]\n"
    end = "s_barrier\ns_waitcnt vmcnt(0)\ns_endpgm"
    assert checks(flat + "s_waitcnt vmcnt(0)\n" + end) == [("barrier", 2)]
    assert checks(copy + flat + "s_waitcnt vmcnt(1) lgkmcnt(0)\ns_endpgm") == [("copies", 1)]


def test_an_access_between_signal_and_wait():
    text = "ds_store_b32 v0, v1\ns_wait_dscnt 0x0\ns_barrier_signal -1\n{}\ns_barrier_wait -1\nds_load_b32 v0, v1\ns_endpgm"
    assert checks(text.format("s_nop 0"), split=True) == []
    assert checks(text.format("ds_load_b32 v0, v1"), split=True) == [("barrier", 3)]


def test_a_copy_is_waited_for_before_the_barrier_and_not_behind_it():
    copy = "buffer_load_dwordx4 v0, s[0:3], 0 offen lds\n"
    wait = "s_waitcnt vmcnt(1)\n"
    read = "ds_read_b128 v[0:3], v8\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_endpgm"
    assert checks(copy * 2 + wait + "s_barrier\n" + read, copies=1) == []
    assert checks(copy * 2 + "s_barrier\n" + wait + read, copies=1) == [("copies", 4)]
    assert checks(copy * 2 + wait + "s_barrier\n" + read.replace("read", "write"), copies=1) == [("copies", 4)]


def test_a_copy_does_not_outlive_its_workgroup():
    copy = "buffer_load_dwordx4 v0, s[0:3], 0 offen lds\n"
    assert checks(f"{copy}s_waitcnt vmcnt(0)\ns_endpgm") == []
    assert checks(f"{copy}s_waitcnt vmcnt(1)\ns_endpgm") == [("copies", 2)]


def test_stores_and_loads_count_with_copies_but_on_a_machine_that_parts_them():
    copy = "global_load_async_to_lds_b128 v1, v[4:5], off\n"
    other = "buffer_store_dword v1, v2, s[0:3], 0 offen\n"
    end = "s_barrier\nds_read_b32 v0, v1\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_endpgm"
    assert checks(copy + other + "s_waitcnt vmcnt(1)\n" + end) == []
    assert checks(copy + other + "s_waitcnt vmcnt(2)\n" + end) == [("copies", 4)]
    apart = "s_barrier_signal -1\ns_barrier_wait -1\nds_read_b32 v0, v1\ns_wait_asynccnt 0x0\ns_endpgm"
    assert checks(copy + other + "s_wait_asynccnt 0x0\n" + apart, split=True) == []
    assert checks(copy + other + "s_wait_loadcnt 0x0\n" + apart, split=True) == [("copies", 5)]


LOOP = """buffer_load_dword v0, v1, s[0:3], 0 offen
    {}
    v_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[10:11], v[4:7]
    s_waitcnt vmcnt(0)
    s_cbranch_scc1 0
    s_endpgm"""


def test_a_loop_whose_loads_were_sunk_or_waited_for():
    assert checks(LOOP.format("s_nop 0"), overlap="loads") == []
    assert checks(LOOP.format("s_waitcnt vmcnt(0)"), overlap="loads") == [("loop", 2)]
    assert checks(LOOP.format("s_waitcnt vmcnt(0)")) == []
    assert checks(LOOP.format("s_nop 0"), overlap="copies") == [("loop", 3)]


def test_code_that_leaves_its_kernel():
    for text in ("s_nop 0", "s_setpc_b64 s[0:1]\ns_endpgm", "s_branch 9\ns_endpgm"):
        with pytest.raises(ToolchainError):
            flow.blocks_of(written(text))


# What was asked for and what was got.

GOT = KernelResources("kernel", vgpr_count=64, sgpr_count=32, lds_bytes=1024, max_workgroup_size=256)


@pytest.mark.parametrize(
    ("kernel", "expected", "check"),
    [
        ({}, {}, None),
        ({"vgpr_spills": 1}, {}, "spills"),
        ({"sgpr_spills": 1}, {}, "spills"),
        ({"sgpr_spills": 1}, {"spills": True}, None),
        ({"private_bytes": 4}, {}, "scratch"),
        ({"agpr_count": 4}, {"accumulation_registers": False}, "registers"),
        ({"agpr_count": 4}, {}, None),
        ({"vgpr_count": 72}, {"warps_per_unit": 8}, "warps"),
        ({}, {"warps_per_unit": 8}, None),
        ({"lds_bytes": 65536}, {"warps_per_unit": 2}, "warps"),
        ({}, {"lds_bytes": {"kernel": 1024}}, None),
        ({}, {"lds_bytes": {"kernel": 1025}}, "lds"),
        ({}, {"lds_bytes": {"other": 1024}}, "lds"),
    ],
)
def test_resources_asked_for_and_got(kernel, expected, check):
    found = [fault.check for fault in resource_faults(replace(GOT, **kernel), ARCHES["gfx942"], Expected(**expected))]
    assert found == ([check] if check else [])


def test_a_reason_for_spills_that_there_are_not_is_a_fault():
    program = emitted(EARLY_CLOBBER)
    code = {"llvm22": (program, compiled(program))}
    assert proof.check_code(code).ok
    assert "nothing is spilled" in proof.check_code(code, spills="many cursors").detail


def test_what_only_the_compiler_can_tell_fails_the_proof_and_its_warning_is_shown():
    program = emitted(f"{LOOPING} arch=gfx942")
    asked = program.text.replace("attributes #0 = {", 'attributes #0 = { "amdgpu-waves-per-eu"="8"', 1)
    assert asked != program.text
    wished = replace(program, text=asked)
    found = proof.check_links({"llvm22": wished})[0]
    assert "failed to meet occupancy target" in next(check.note for check in found if check.oracle == "link")
    code = toolchain.compile(asked, arch="gfx942", flavor="llvm22")
    assert {fault.check for fault in judge(code, Expected(warps_per_unit=8, copies_while_read=0))} >= {"warps"}


def test_a_slow_compile_is_told(monkeypatch):
    program = emitted(EARLY_CLOBBER)
    assert compiled(program).seconds > 0
    assert proof.compiler_words(compiled(program)) == ""
    monkeypatch.setattr(proof, "SLOW_COMPILE", 0.0)
    proven = proof.prove_case(Case("own", "asked", program.asked.encode()))
    assert "compiled in" in next(check.note for check in proven.checks if check.oracle == "link")


def test_a_machine_whose_waits_are_not_known_is_not_judged():
    code = replace(compiled(emitted(EARLY_CLOBBER)), arch="gfx1151")
    with pytest.raises(ToolchainError, match="gfx1151 is not judged"):
        judge(code, Expected())
