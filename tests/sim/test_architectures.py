"""What an architecture lacks is refused by name, and unknown architectures with the nearest known one."""

from __future__ import annotations

import re

import numpy as np
import pytest

from twinkern import sim
from twinkern.sim import architectures

PROCESSORS = "900 906 908 90a 942 950 1010 1030 1100 1151 1201 1250".split()

# For which of the processors above LLVM 22.1 makes an object file of a call, and for which it cannot select an instruction
# (recorded from llvmlite 0.50, a process a call, since the failure ends the process).
SELECTED = {
    "permlane16": "1010 1030 1100 1151 1201 1250".split(),
    "permlanex16": "1010 1030 1100 1151 1201 1250".split(),
    "permlane16.swap": "950 1250".split(),
    "permlane32.swap": "950".split(),
    "s.wait.loadcnt": "1201 1250".split(),
    "s.wait.storecnt": "1201 1250".split(),
    "s.wait.samplecnt": "1201".split(),
    "s.wait.bvhcnt": "1201".split(),
    "s.wait.kmcnt": "1201 1250".split(),
    "s.wait.dscnt": "1201 1250".split(),
    "s.wait.expcnt": "1201".split(),
    "s.wait.asynccnt": "1250".split(),
    "s.wait.event.export.ready": "1100 1151 1201 1250".split(),
    "s.waitcnt": "900 906 908 90a 942 950 1010 1030 1100 1151 1201".split(),
    "s.barrier.signal": "1201 1250".split(),
    "s.barrier.wait": "1201 1250".split(),
    "sudot4": "1100 1151 1201 1250".split(),
    "sdot4": "906 908 90a 942 950 1030 1100 1151 1201 1250".split(),
    "udot4": "906 908 90a 942 950 1030 1100 1151 1201 1250".split(),
    "fdot2": "906 908 90a 942 950 1030 1100 1151 1201".split(),
    "fdot2.f32.bf16": "950 1100 1151 1201".split(),
    "tanh": "1250".split(),
    "cvt.f32.fp8": "942 950 1201 1250".split(),
    "cvt.pk.f32.fp8": "942 950 1201 1250".split(),
    "cvt.pk.fp8.f32": "942 950 1201 1250".split(),
    "fma.legacy": "1030 1100 1151 1201 1250".split(),
    "wave.id": "1201 1250".split(),
    "s.prefetch.data": "1201 1250".split(),
    "s.setprio.inc.wg": "1250".split(),
    "s.sleep.var": "1201 1250".split(),
    "global.prefetch": "1250".split(),
    "s.dcache.wb": "900 906 908 90a 942 950 1010".split(),
    "raw.ptr.buffer.atomic.fadd": "90a 942 950 1100 1151 1201 1250".split(),
    "raw.ptr.buffer.atomic.fadd.v2bf16": "950 1201 1250".split(),
}


@pytest.mark.parametrize("name", SELECTED)
def test_instructions_are_where_llvm_selects_them(name: str) -> None:
    found = []
    for processor in PROCESSORS:
        try:
            architectures.check_amdgcn(f"gfx{processor}", f"llvm.amdgcn.{name}.i32", 1)
            found.append(processor)
        except sim.UnsupportedError as error:
            assert "which has no such instruction" in str(error)
    assert found == SELECTED[name]


LACKING = {
    "permlane16": ("gfx942", "%m = call i32 @llvm.amdgcn.permlane16.i32(i32 1, i32 2, i32 0, i32 0, i1 false, i1 false)"),
    "permlane64": ("gfx942", "%m = call i32 @llvm.amdgcn.permlane64.i32(i32 1)"),
    "s.wait.dscnt": ("gfx942", "call void @llvm.amdgcn.s.wait.dscnt(i16 0)"),
    "s.wait.asynccnt": ("gfx942", "call void @llvm.amdgcn.s.wait.asynccnt(i16 0)"),
    "s.barrier.signal": ("gfx942", "call void @llvm.amdgcn.s.barrier.signal(i32 -1)"),
    "s.barrier.wait": ("gfx942", "call void @llvm.amdgcn.s.barrier.wait(i16 -1)"),
    "sudot4": ("gfx942", "%m = call i32 @llvm.amdgcn.sudot4(i1 true, i32 1, i1 true, i32 1, i32 0, i1 false)"),
    "tanh": ("gfx942", "%m = call float @llvm.amdgcn.tanh.f32(float 1.0)"),
    "s.waitcnt": ("gfx1250", "call void @llvm.amdgcn.s.waitcnt(i32 0)"),
}


@pytest.mark.parametrize("name", LACKING)
def test_lacking_instructions_are_refused_with_their_line(run_body, name: str) -> None:
    arch, code = LACKING[name]
    with pytest.raises(sim.UnsupportedError, match=rf"@llvm\.amdgcn\.{re.escape(name)}.* on {arch}, .*has it") as caught:
        run_body(f"  {code}\n  ret void", "", [], arch=arch)
    assert caught.value.line == 4


PTX = {
    "cp.async.ca.shared.global": "call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) null, ptr addrspace(1) %x)",
    "redux.sync.add.s32": "%m = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 -1)",
    "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32": "%m = call { float, float, float, float } "
    "@llvm.nvvm.mma.m16n8k8.row.col.bf16(i32 0, i32 0, i32 0, float 0.0, float 0.0, float 0.0, float 0.0)",
}


@pytest.mark.parametrize("name", PTX)
def test_ptx_of_a_later_architecture(name: str) -> None:
    text = f"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %x) {{
  {PTX[name]}
  ret void
}}
"""
    for arch in ("sm_70", "sm_75"):
        with pytest.raises(sim.UnsupportedError, match=rf"{re.escape(name)}.* on {arch}: sm_80 and later have it"):
            sim.run(text, grid=1, block=32, args=[np.zeros(4, np.uint32)], arch=arch)


@pytest.mark.parametrize(
    ("arch", "near"),
    [("gfx000", "gfx900"), ("gfx999", "gfx90"), ("gfx9000x", "gfx900"), (3, "gfx"), ("sm_80", "gfx"), ("", "gfx")],
)
def test_unknown_architectures(run_body, arch: object, near: str) -> None:
    with pytest.raises(sim.SimulatorError, match=f"unknown architecture {arch!r}: .* nearest is '{near}"):
        run_body("  ret void", "", [], arch=arch)


def test_unknown_nvidia_architecture() -> None:
    text = 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n  ret void\n}\n'
    for arch in ("sm_90a", "sm_100f", "sm_75"):
        assert sim.run(text, grid=1, block=32, args=[], arch=arch).findings == []
    for arch in ("sm_81", "sm_9", "gfx942"):
        with pytest.raises(sim.SimulatorError, match=f"unknown architecture '{arch}'.*nearest is 'sm_"):
            sim.run(text, grid=1, block=32, args=[], arch=arch)
