"""Text that is not a kernel we can run is refused with a reason, never with a stray exception."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from twinkern import sim

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
    "llvm.amdgcn.mfma.f32.4x4x1f32": "  %d = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float 0.0, float 0.0, "
    "<4 x float> zeroinitializer, i32 0, i32 0, i32 0)",
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
    "only amdgcn and nvptx64 are": kernel("").replace("amdgcn-amd-amdhsa", "spirv64-unknown-unknown"),
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
