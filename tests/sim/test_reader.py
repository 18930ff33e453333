"""Text that is not a kernel we can run is refused with a reason, never with a stray exception."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge.simulator.run.machine import Machine

FIXTURES = Path(__file__).parent / "fixtures"
HEAD = 'target triple = "amdgcn-amd-amdhsa"\n'


def kernel(body: str, parameters: str = "ptr addrspace(1) %r") -> str:
    return f"{HEAD}define amdgpu_kernel void @k({parameters}) {{\n{body}\n  ret void\n}}\n"


def run(text: str, args: list | None = None, **options) -> sim.Run:
    options = {"grid": 1, "block": 64, "arch": "gfx942"} | options
    return sim.run(text, args=[np.zeros(256, np.uint8)] if args is None else args, **options)


UNSUPPORTED = {
    "llvm.amdgcn.raw.ptr.buffer.load.lds": "  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) null, "
    "ptr addrspace(3) null, i32 16, i32 0, i32 0, i32 0, i32 0)",
    "llvm.amdgcn.smfmac.f32.16x16x32.f16": "  %d = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x32.f16("
    "<4 x half> zeroinitializer, <8 x half> zeroinitializer, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)",
    "inline assembly": '  %d = call i32 asm sideeffect "v_mov_b32 $0, 1", "=v"()',
    "i128": "  %d = add i128 1, 2",
    "llvm.amdgcn.s.memtime": "  %d = call i64 @llvm.amdgcn.s.memtime()",
    "cbsz, abid or blgp": "  %d = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float 0.0, float 0.0, "
    "<4 x float> zeroinitializer, i32 1, i32 0, i32 0)",
    "a stride": "  %d = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %r, i16 4, i64 8, i32 0)",
}


@pytest.mark.parametrize("what", UNSUPPORTED)
def test_unsupported_operations_are_named_with_their_line(what: str) -> None:
    """Refused before anything runs, even where no lane would come to it."""
    text = kernel("  br label %next\nnever:\n" + UNSUPPORTED[what] + "\n  br label %next\nnext:")
    assert run(text).findings == [], "an unreachable block does not matter"
    text = kernel("  br i1 false, label %odd, label %next\nodd:\n" + UNSUPPORTED[what] + "\n  br label %next\nnext:")
    with pytest.raises(sim.UnsupportedError) as caught:
        run(text)
    assert what in str(caught.value)
    assert caught.value.line == 5
    assert UNSUPPORTED[what].strip()[:30] in str(caught.value)


REFUSED = {
    "not LLVM IR": "define ~",
    "0 kernels": HEAD,
    "only amdgcn, amdgpu (with": kernel("").replace("amdgcn-amd-amdhsa", "spirv64-unknown-unknown"),
    "unknown instruction 'frobnicate'": kernel("  %a = frobnicate i32 1"),
    "use of the undefined value %b": kernel("  %a = add i32 %b, 1"),
    "unknown block %nowhere": kernel("  br label %nowhere\nx:"),
    "no terminator": f"{HEAD}define amdgpu_kernel void @k(ptr addrspace(1) %r) {{\n  %a = add i32 1, 2\n}}\n",
    "the phi has no value for block": kernel("  br label %x\nx:\n  %a = phi i32 [ 0, %y ]"),
    "unknown global @nothing": kernel("  store i32 0, ptr addrspace(1) @nothing"),
    "expected a value of type i32, found 'ret'": kernel("  %a = add i32 1,"),
    "twice": kernel("  %a = add i32 1, 2\n  %a = add i32 1, 2"),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_bad_text(reason: str) -> None:
    with pytest.raises(sim.SimulatorError, match=re.escape(reason)):
        run(REFUSED[reason])


def test_bad_arguments() -> None:
    text = kernel("", "ptr addrspace(1) %r, i32 %n")
    out = np.zeros(64, np.uint32)
    for args, reason in [
        ([out], "takes 2 arguments, 1 were given"),
        ([out, 1 << 32], r"argument 1 \(%n\): 4294967296 does not fit i32"),
        ([out, 1.5], "does not fit i32"),
        ([out, None], "has type i32"),
        ([3, 3], "has type ptr"),
        ([out[::2], 3], "not C-contiguous"),
    ]:
        with pytest.raises(sim.SimulatorError, match=reason):
            run(text, args)
    for options, reason in [
        ({"block": 2048}, "between 1 and 1024"),
        ({"grid": (0, 1)}, "grid"),
        ({"arch": "gfx9000x"}, "unknown architecture"),
        ({"arch": None}, "pass arch="),
        ({"outputs": (1,)}, "not indices of buffers"),
        ({"kernel": "other"}, "no kernel 'other'"),
    ]:
        with pytest.raises(sim.SimulatorError, match=reason):
            run(text, [out, 3], **options)


def test_block_and_lds_limits() -> None:
    text = kernel("").replace("%r) {", '%r) "amdgpu-flat-work-group-size"="64,128" {')
    run(text, block=128)
    with pytest.raises(sim.SimulatorError, match="64 to 128"):
        run(text, block=192)
    lds = "@lds = internal addrspace(3) global [SIZE x i8] poison, align 16\n"
    run(kernel("").replace("define", lds.replace("SIZE", "65536") + "define"))
    with pytest.raises(sim.SimulatorError, match=r"65552 bytes of LDS.*65536"):
        run(kernel("").replace("define", lds.replace("SIZE", "65552") + "define"))
    run(kernel("").replace("define", lds.replace("SIZE", "163840") + "define"), arch="gfx950")


@pytest.mark.parametrize("seed", range(80))
def test_mutilated_kernels_are_refused_cleanly(seed: int) -> None:
    """Whatever is cut out or swapped, a run ends with a result or a SimulatorError."""
    choose = random.Random(seed)
    text = (FIXTURES / choose.choice(["gfx942_fp16_nt.ll", "gfx950_fp16_tn_ring.ll"])).read_text()
    words = re.split(r"(\s+)", text)
    for _ in range(choose.randint(1, 3)):
        at = choose.randrange(len(words) // 2) * 2
        words[at] = choose.choice(["", words[choose.randrange(len(words) // 2) * 2], words[at][:-1]])
    x, out = np.zeros((64, 64), np.float16), np.zeros((64, 64), np.float32)
    try:
        run("".join(words), [x, x, out, 64, 64, 64, 64, None, None], block=256, dynamic_lds=65536, arch="gfx950", step_limit=50)
    except sim.SimulatorError as error:
        assert str(error)


# Legal text that compilers write.


@pytest.mark.parametrize("flags", ["inbounds", "inbounds nuw", "nusw", "inrange(-4, 12)", "inbounds inrange(-4, 12)", ""])
def test_constant_addresses(flags: str) -> None:
    text = kernel(
        f"  %v = load i32, ptr addrspace(1) getelementptr {flags} (i8, ptr addrspace(1) @g, i64 4)\n"
        "  store i32 %v, ptr addrspace(1) %r"
    ).replace("define", "@g = internal addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\ndefine", 1)
    out = np.zeros(4, np.uint32)
    run(text, [out])
    assert out[0] == 2


def test_types_may_be_used_before_they_are_defined() -> None:
    text = kernel("  %p = getelementptr %T, ptr addrspace(1) %r, i64 0, i32 1, i32 1\n  store i32 5, ptr addrspace(1) %p")
    out = np.zeros(4, np.uint32)
    run(text.replace("define", "%T = type { i32, %U }\n%U = type { i32, i32 }\ndefine", 1), [out])
    assert out.tolist() == [0, 0, 5, 0]
    run(text + "%U = type { i32, i32 }\n%T = type { i32, %U }\n", [out])
    with pytest.raises(sim.SimulatorError, match="line 2: expected a type, found '%T'"):
        run(text.replace("define", "%T = type { i32, %T }\ndefine", 1))
    with pytest.raises(sim.SimulatorError, match="line 3: expected a type, found '%T'"):
        run(text)


def test_debug_records_and_lists_of_names_are_skipped() -> None:
    records = """  #dbg_declare(ptr addrspace(1) %r, !1, !DIExpression(DW_OP_plus_uconst, 4), !2)
  %v = add i32 1, 2
    #dbg_value(i32 %v, !1, !DIExpression(), !2)
    #dbg_value(!DIArgList(i32 %v, i32 7), !1, !DIExpression(DW_OP_LLVM_arg, 0), !DILocation(line: 1, scope: !2))
    #dbg_label(!1, !2)
  store i32 %v, ptr addrspace(1) %r"""
    text = kernel(records).replace(
        "define", '@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"\ndefine', 1
    )
    out = np.zeros(4, np.uint32)
    run(text + '@llvm.compiler.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"\n', [out])
    assert out[0] == 3
    with pytest.raises(sim.UnsupportedError, match="address of the function @k"):
        run(text.replace("@llvm.used", "@others"))


def test_weak_exchange() -> None:
    out = np.zeros(4, np.uint32)
    run(kernel("  %o = cmpxchg weak ptr addrspace(1) %r, i32 0, i32 9 seq_cst monotonic"), [out], block=1)
    assert out[0] == 9


@pytest.mark.parametrize(
    ("literal", "bits"),
    [("s0xFF", -1), ("s0x0F", -1), ("s0x07", -1), ("s0x4", -4), ("s0x00", 0), ("u0xFF", 255), ("u0x0F", 15), ("-1", -1),
     ("4294967296", 0), ("-2147483649", 0x7FFFFFFF)],
)  # fmt: skip
def test_integer_literals(literal: str, bits: int) -> None:
    """As LLVM 22 reads them: the highest set bit of an s0x literal is its sign, and what is too wide is cut."""
    out = np.zeros(4, np.uint32)
    run(kernel(f"  store i32 {literal}, ptr addrspace(1) %r"), [out])
    assert out[0] == bits & 0xFFFFFFFF


def test_code_behind_a_terminator_is_a_block_of_its_own() -> None:
    """An unnamed one, which has the next number."""
    out = np.zeros(4, np.uint32)
    run(kernel("  br label %1\n  store i32 4, ptr addrspace(1) %r\n  br label %x\nx:"), [out])
    assert out[0] == 4


# Text that LLVM refuses.

MALFORMED = {
    "add of float": "  %a = add float 1.0, 2.0",
    "fadd of i32": "  %a = fadd i32 1, 2",
    "trunc of i32 to i64": "  %a = trunc i32 1 to i64",
    "zext of i32 to i32": "  %a = zext i32 1 to i32",
    "sext of <2 x i8> to <4 x i16>": "  %a = sext <2 x i8> zeroinitializer to <4 x i16>",
    "sitofp of float to i32": "  %a = sitofp float 1.0 to i32",
    "fptrunc of half to float": "  %a = fptrunc half 1.0 to float",
    "ptrtoint of i32 to i64": "  %a = ptrtoint i32 1 to i64",
    "bitcast of i32 to i64": "  %a = bitcast i32 1 to i64",
    "bitcast of ptr addrspace(1) to i64": "  %a = bitcast ptr addrspace(1) %r to i64",
    "fneg of i32": "  %a = fneg i32 1",
    "select between i32 and i64": "  %a = select i1 true, i32 1, i64 2",
    "select by i32": "  %a = select i32 1, i32 1, i32 2",
    "a branch on i32": "  br i32 1, label %x, label %x\nx:",
    "a switch on i32 with cases of i64": "  switch i32 1, label %x [ i64 2, label %x ]\nx:",
    "two cases for 2": "  switch i32 1, label %x [ i32 2, label %x i32 2, label %x ]\nx:",
    "2 blocks of @k are called %x": "  br label %x\nx:\n  br label %x\nx:",
    "use of the undefined value %q": "  br label %y\nz:\n  %a = add i32 %q, 1\n  br label %y\ny:",
    "icmp has no predicate 'oeq'": "  %a = icmp oeq i32 1, 2",
    "fcmp of i32": "  %a = fcmp oeq i32 1, 2",
    "expected a value of type i32, found '3.0'": "  %a = icmp eq i32 1, 3.0",
    "expected a value of type float, found '0.1'": "  %a = fadd float 1.0, 0.1",
    "expected a value of type float, found '3'": "  %a = fadd float 1.0, 3",
    "expected a value of type half, found '65536.0'": "  %a = fadd half 1.0, 65536.0",
    "expected a value of type bfloat, found '0x3FF0100000000000'": "  %a = fadd bfloat 1.0, 0x3FF0100000000000",
    "store through i32": "  store i32 1, i32 2",
    "load through i32": "  %a = load i32, i32 2",
    "extractelement of i32": "  %a = extractelement i32 1, i32 0",
    "insertelement of float in <2 x i32>": "  %a = insertelement <2 x i32> poison, float 1.0, i32 0",
    "shufflevector of <2 x i32> and <4 x i32>":
        "  %a = shufflevector <2 x i32> poison, <4 x i32> poison, <2 x i32> <i32 0, i32 1>",
    "has no member 2": "  %a = extractvalue { i32, i32 } poison, 2",
    "insertvalue of float, where i32": "  %a = insertvalue { i32, i32 } poison, float 1.0, 1",
    "getelementptr on i32": "  %a = getelementptr i32, i32 1, i32 2",
    "an index of type float": "  %a = getelementptr i32, ptr addrspace(1) %r, float 2.0",
    "atomicrmw fadd of i32": "  %a = atomicrmw fadd ptr addrspace(1) %r, i32 1 seq_cst",
    "cmpxchg of i32 and i64": "  %a = cmpxchg ptr addrspace(1) %r, i32 1, i64 1 seq_cst monotonic",
    "an alignment of 3": "  %a = load i32, ptr addrspace(1) %r, align 3",
    "an alignment of 0": "  %a = alloca i32, align 0, addrspace(5)",
    "ret of i32 from a function of type void": "  ret i32 1",
    "a phi behind other instructions": "  br label %x\nx:\n  %b = add i32 1, 2\n  %a = phi i32 [ 1, %0 ]",
    "<0 x i32> is no type": "  %a = add <0 x i32> poison, poison",
    "a vector has one or more numbers or pointers": "  %a = add <2 x [2 x i32]> poison, poison",
    "a call of @llvm.fma.f32 with operands (float)": "  %a = call float @llvm.fma.f32(float 1.0)",
    "(i32, i32, i32): it takes 3 of type i32, a kind of float": "  %a = call i32 @llvm.fma.i32(i32 1, i32 1, i32 1)",
    "@llvm.umin.i32 with operands (i32, i64)": "  %a = call i32 @llvm.umin.i32(i32 1, i64 2)",
    "@llvm.ctlz.i32 with operands (i32)": "  %a = call i32 @llvm.ctlz.i32(i32 1)",
}  # fmt: skip


@pytest.mark.parametrize("reason", MALFORMED)
def test_malformed_instructions(reason: str) -> None:
    """LLVM 22 refuses each of these."""
    with pytest.raises(sim.SimulatorError, match=re.escape(reason)) as caught:
        run(kernel(MALFORMED[reason]))
    assert not isinstance(caught.value, sim.UnsupportedError)


def test_calls_have_the_types_of_the_declaration() -> None:
    text = kernel("  %a = call i32 @llvm.amdgcn.ds.bpermute(i32 1, i64 2)")
    with pytest.raises(sim.SimulatorError, match=r"as i32 \(i32, i64\), which is declared as i32 \(i32, i32\)"):
        run(text + "declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)\n")


def test_a_kernel_without_instructions() -> None:
    with pytest.raises(sim.SimulatorError, match="line 2: @k has no instructions"):
        run(f"{HEAD}define amdgpu_kernel void @k() {{\n}}\n", [])


# What is beyond the simulator's means, refused by name.

_NEST = "[1 x " * 2000 + "i32" + "]" * 2000
BEYOND = {
    "zext with a value of type i128": "  %a = zext i32 1 to i128",
    "zext with a value of type i65": "  %a = zext i32 1 to i65",
    "phi with a value of type i128": "  br label %x\nx:\n  %a = phi i128 [ 0, %0 ]",
    "a value of type ptr addrspace(7) in memory": "  %a = load ptr addrspace(7), ptr addrspace(1) %r",
    "add with a value of type <2 x i128>": "  %a = add <2 x i128> poison, poison",
    "freeze with a value of type fp128": "  %a = freeze fp128 poison",
    "vectors have up to 1024 elements": "  %a = add <1000000000 x i32> splat (i32 1), zeroinitializer",
    "more than 4096 scalars": "  %a = insertvalue [1000000000 x i32] zeroinitializer, i32 1, 0",
    "types nested more than 64 levels": f"  %a = getelementptr {_NEST}, ptr addrspace(1) %r, i32 1",
    "constants nested more than 64 levels":
        "  store i32 " + "add (i32 1, i32 " * 200 + "1" + ")" * 200 + ", ptr addrspace(1) %r",
    "allocas of 4294967295 bytes": "  %a = alloca i8, i32 -1, addrspace(5)",
    "allocas of 4000000000 bytes": "  %a = alloca [1000000000 x i32], addrspace(5)",
    "alloca of a number of elements that is not a literal": "  %n = add i32 1, 1\n  %a = alloca i32, i32 %n, addrspace(5)",
}  # fmt: skip


@pytest.mark.parametrize("reason", BEYOND)
def test_what_is_too_large(reason: str) -> None:
    with pytest.raises(sim.UnsupportedError, match=re.escape(reason)):
        run(kernel(BEYOND[reason]))


def test_resources_of_another_type() -> None:
    code = "  %a = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(1) %r, i32 0, i32 0, i32 0)"
    with pytest.raises(sim.SimulatorError, match=r"a resource of type ptr addrspace\(1\): ptr addrspace\(8\) is needed"):
        run(kernel(code))


def test_what_nothing_foresaw_is_a_simulator_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise MemoryError("no room")

    text = kernel("  %a = load i32, ptr addrspace(1) %r")
    monkeypatch.setattr(Machine, "load", fail)
    with pytest.raises(sim.SimulatorError, match="could not run the block that ends at line 4: MemoryError: no room"):
        run(text)
    monkeypatch.setattr(Machine, "start", fail)
    with pytest.raises(sim.SimulatorError, match="could not start a batch of workgroups: MemoryError: no room"):
        run(text)
