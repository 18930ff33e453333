"""What an architecture lacks is refused by name, and unknown architectures with the nearest known one."""

from __future__ import annotations

import re

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge.simulator.text import architectures

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


EMPTY = "define amdgpu_kernel void @k(ptr addrspace(1) %x) ATTRIBUTES {\n  %w = call i32 @llvm.amdgcn.wavefrontsize()\n" + (
    "  store i32 %w, ptr addrspace(1) %x\n  ret void\n}\n"
)


def lanes_of(triple: str, arch: str | None = None, attributes: str = "") -> int:
    """Lanes of a wave, in a kernel with a triple ("" for none)."""
    text = (f'target triple = "{triple}"\n' if triple else "") + EMPTY.replace("ATTRIBUTES", attributes)
    out = np.zeros(1, np.int32)
    assert sim.run(text, grid=1, block=1, args=[out], arch=arch).findings == []
    return int(out[0])


# What LLVM's Triple.cpp (parseSubArch, after LLVM 22) makes a processor of; those of the simulator.
SPELLED = {
    "gfx900": "9.00", "gfx906": "9.06", "gfx908": "9.08", "gfx90a": "9.0a", "gfx90c": "9.0c", "gfx942": "9.42",
    "gfx950": "9.50", "gfx1010": "10.10", "gfx1030": "10.30", "gfx1036": "10.36", "gfx1100": "11.00", "gfx1151": "11.51",
    "gfx1201": "12.01", "gfx1250": "12.50", "gfx1251": "12.51",
}  # fmt: skip


@pytest.mark.parametrize("arch", SPELLED)
def test_triples_that_name_a_processor(arch: str) -> None:
    triple = f"amdgpu{SPELLED[arch]}-amd-amdhsa"
    assert architectures.processor_of(triple) == arch
    lanes = 64 if arch.startswith("gfx9") else 32
    assert lanes_of(triple) == lanes_of(triple, arch) == lanes_of(triple, None, f'"target-cpu"="{arch}"') == lanes
    other = "gfx1200" if lanes == 64 else "gfx904"
    for asked, attributes in ((other, ""), (None, f'"target-cpu"="{other}"')):
        with pytest.raises(sim.SimulatorError, match=rf"'{other}': the module's target triple is '{re.escape(triple)}'"):
            lanes_of(triple, asked, attributes)


@pytest.mark.parametrize(
    ("triple", "good", "bad"),
    [
        ("amdgpu-amd-amdhsa", ("gfx942", "gfx1201"), ()),
        ("amdgpu9-amd-amdhsa", ("gfx906", "gfx950"), ("gfx1030",)),
        ("amdgpu9.4-amd-amdhsa", ("gfx942",), ("gfx1201",)),
        ("amdgpu11-amd-amdhsa", ("gfx1151",), ("gfx1201", "gfx942")),
        ("amdgpu12.5-amd-amdhsa", ("gfx1250",), ("gfx942",)),
        ("amdgcn-amd-amdhsa", ("gfx942", "gfx1250"), ()),
        ("amdgcn--", ("gfx942",), ()),
        ("", ("gfx942", "gfx1250"), ()),
    ],
)
def test_triples_that_leave_the_processor_open(triple: str, good: tuple, bad: tuple) -> None:
    for arch in good:
        assert lanes_of(triple, arch) == (64 if arch.startswith("gfx9") else 32)
    for arch in bad:
        with pytest.raises(sim.SimulatorError, match=f"'{arch}': the module's target triple is '{triple}'"):
            lanes_of(triple, arch)
    with pytest.raises(sim.SimulatorError, match="pass arch="):
        lanes_of(triple)


@pytest.mark.parametrize("first", ["amdgpu9.423", "amdgpu9.", "amdgpux", "amdgcn9.42", "r600", "x86_64"])
def test_triples_of_nothing_that_is_simulated(first: str) -> None:
    with pytest.raises(sim.SimulatorError, match=f"target triple '{re.escape(first)}-amd-amdhsa': only amdgcn, amdgpu"):
        lanes_of(f"{first}-amd-amdhsa", "gfx942")


def test_a_processor_that_is_named_and_not_simulated() -> None:
    with pytest.raises(sim.SimulatorError, match="unknown architecture 'gfx1310'"):
        lanes_of("amdgpu13.10-amd-amdhsa")


def test_no_triple_and_an_architecture_of_nvidia() -> None:
    text = "define ptx_kernel void @k() {\n  ret void\n}\n"
    assert sim.run(text, grid=1, block=32, args=[], arch="sm_80").findings == []
    for arch in (None, 3, "", "x86"):
        with pytest.raises(sim.SimulatorError, match="no target triple: pass arch="):
            sim.run(text, grid=1, block=32, args=[], arch=arch)
    with pytest.raises(sim.SimulatorError, match="unknown architecture 'sm_81'"):
        sim.run(text, grid=1, block=32, args=[], arch="sm_81")
