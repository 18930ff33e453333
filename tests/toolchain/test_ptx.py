"""NVIDIA's half of the tool chain on small kernels: what links by ptxas, what it says of a kernel, how many of them fit."""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.support import ROOT
from tests.toolchain.nvidia_kernels import live, nvidia, step

from twinkern._contract import ARCHES, ArchName
from twinkern.engine import ConvSpec, read_spec
from twinkern.engines import Program, PythonEngine
from twinkern.judge import proof, toolchain
from twinkern.judge.machinecode import Expected, judge
from twinkern.judge.toolchain import KernelResources, ToolchainError, build, pool, ptx
from twinkern.profile.report import compiled_resources
from twinkern.words import words_to_json

FLAVORS = ("llvm20", "llvm22")
STATUS = toolchain.available_flavors()
LACKING = {flavor: toolchain.lacking("sm_90", STATUS[flavor]) for flavor in FLAVORS}


def linked_by(flavor: str, *values):
    """A flavour and what goes with it, skipped by name where nothing at hand links its text for NVIDIA."""
    return pytest.param(flavor, *values, marks=pytest.mark.skipif(bool(LACKING[flavor]), reason=LACKING[flavor]))


BOTH = pytest.mark.parametrize("flavor", [linked_by(flavor) for flavor in FLAVORS])
LINKS = pytest.mark.skipif(bool(LACKING["llvm22"]), reason=LACKING["llvm22"])
COMPILES = pytest.mark.skipif(not STATUS["llvm22"].available, reason=STATUS["llvm22"].description)
ARCHES_LINKED = pytest.mark.parametrize("arch", [name for name, row in ARCHES.items() if row.vendor.name == "nvidia"])

def compiled(text: str, arch: str = "sm_90", flavor: str = "llvm22"):
    return toolchain.compile(text, arch=arch, flavor=flavor)


# What links, and what does not.

FRAGMENT = "{ float, float, float, float }"
SUMS = "float 0.0, float 0.0, float 0.0, float 0.0"


def mma(name: str, pair: str, operands: int) -> tuple[str, str]:
    arguments = ", ".join([pair] * operands + ["float"] * 4)
    values = ", ".join([f"{pair} zeroinitializer" if "x" in pair else f"{pair} %lane"] * operands)
    return step(f"mma.{name}", FRAGMENT, arguments, f"{values}, {SUMS}")


def ldmatrix(count: int, trans: str = "") -> tuple[str, str]:
    result = "i32" if count == 1 else "{ " + ", ".join(["i32"] * count) + " }"
    name = f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.b16.p3"
    return step(name, result, "ptr addrspace(3)", "ptr addrspace(3) @lds")


def async_copy(kind: str, size: int) -> tuple[str, str]:
    name = f"cp.async.{kind}.shared.global.{size}.s"
    return step(
        name, "void", "ptr addrspace(3), ptr addrspace(1), i32", "ptr addrspace(3) @lds, ptr addrspace(1) %in, i32 %lane"
    )


STEPS = {
    "barrier": step("barrier0", "void", "", ""),
    "copy of 4 bytes": async_copy("ca", 4),
    "copy of 8 bytes": async_copy("ca", 8),
    "copy of 16 bytes": async_copy("cg", 16),
    "commit": step("cp.async.commit.group", "void", "", ""),
    "wait": step("cp.async.wait.group", "void", "i32 immarg", "i32 2"),
    "matrix read": ldmatrix(1),
    "two matrix reads": ldmatrix(2),
    "four matrix reads": ldmatrix(4),
    "four transposed matrix reads": ldmatrix(4, ".trans"),
    "fp16 atom": mma("m16n8k16.row.col.f32.f32", "<2 x half>", 6),
    "bf16 atom": mma("m16n8k16.row.col.bf16", "i32", 6),
    "tf32 atom": mma("m16n8k8.row.col.tf32", "i32", 6),
    "tf32 rounding": step("f2tf32.rna", "i32", "float", "float 1.0"),
}
"""Bodies and declarations of what kernels for sm_80 and later are made of, spelled alike in both flavours."""


@BOTH
@ARCHES_LINKED
@pytest.mark.parametrize("name", STEPS)
def test_steps_of_kernels_link(name, arch, flavor):
    code = compiled(nvidia(*STEPS[name], flavor=flavor), arch, flavor)
    assert code.undefined == () and code.warnings == "" and code.proven
    assert code.object.startswith(b"\x7fELF") and f".target {arch}" in code.assembly
    (kernel,) = code.kernels
    assert (kernel.name, kernel.max_workgroup_size, kernel.launch_lds) == ("kernel", 128, True)
    assert kernel.vgpr_count >= 4 and kernel.vgpr_spills == kernel.spill_loads == kernel.private_bytes == kernel.lds_bytes == 0
    assert kernel.barriers == (name == "barrier")
    assert re.fullmatch(r"ptxas \d+\.\d+\.\d+", toolchain.link(code).proof)
    assert toolchain.link(code).image == code.object


@BOTH
def test_warpgroup_architecture_links(flavor):
    body = '  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()'
    assert compiled(nvidia(body, flavor=flavor), "sm_90a", flavor).object


ONLY_LLVM22 = step("barrier.cta.sync.aligned.all", "void", "i32", "i32 0")


@pytest.mark.parametrize(("flavor", "links"), [linked_by("llvm20", False), linked_by("llvm22", True)])
def test_an_intrinsic_of_a_later_llvm_is_undefined(flavor, links):
    code = compiled(nvidia(*ONLY_LLVM22, flavor=flavor), "sm_90", flavor)
    assert code.undefined == (() if links else ("llvm.nvvm.barrier.cta.sync.aligned.all",))
    assert bool(code.object) == links


EXTERNS = """declare void @llvm.nvvm.barier()
declare float @fmaf(float, float, float)
@other = external addrspace(1) global i32
@sized = external addrspace(3) global [16 x i8]
"""
USES = """  call void @llvm.nvvm.barier()
  %sum = call float @fmaf(float 1.0, float 2.0, float 3.0)
  %more = load volatile i32, ptr addrspace(1) @other
  store volatile i32 1, ptr addrspace(3) @sized
"""


@BOTH
def test_what_nobody_defines_is_named(flavor):
    """ptxas itself only warns of a variable, and takes shared memory of a size as its own."""
    code = compiled(nvidia(USES, EXTERNS, flavor), "sm_90", flavor)
    assert code.undefined == ("fmaf", "llvm.nvvm.barier", "other", "sized") and code.object == b""
    with pytest.raises(ToolchainError, match=r"sm_90.*undefined: fmaf, llvm\.nvvm\.barier, other, sized"):
        toolchain.link(code)


@LINKS
@pytest.mark.parametrize(
    ("arch", "assembly", "said"),
    [
        ("sm_90", "wgmma.fence.sync.aligned;", "wgmma"),
        ("sm_80", "fence.proxy.async;", r"'\.async' requires \.target sm_90"),
        ("sm_80", "no.such.instruction;", "Not a name of any known instruction"),
    ],
)
def test_ptxas_refusal_is_reported(arch, assembly, said):
    with pytest.raises(ToolchainError, match=rf"(?s)compiling for {arch}, llvm22.*ptxas refused the PTX.*{said}") as failure:
        compiled(nvidia(f'  call void asm sideeffect "{assembly}", ""()'), arch)
    assert "twinkern-" not in str(failure.value) and "Traceback" not in str(failure.value)


@LINKS
def test_more_than_48_kib_must_be_given_at_launch():
    own = "@own = internal addrspace(3) global [{} x i8] poison"
    use = "  store volatile i32 1, ptr addrspace(3) @own"
    assert compiled(nvidia(use, own.format(49152))).kernels[0].lds_bytes == 49152
    with pytest.raises(ToolchainError, match=r"uses too much shared data \(0xc0.. bytes, 0xc000 max\)$"):
        compiled(nvidia(use, own.format(49156)))


@LINKS
def test_a_warning_of_ptxas_is_a_failure():
    with pytest.raises(ToolchainError, match=r"ptxas refused the PTX: .*minnctapersm for entry kernel is out of range"):
        compiled(nvidia("", attributes='"nvvm.minctasm"="40"'))


@COMPILES
@pytest.mark.parametrize(
    ("features", "version"), [("", "7.8"), ("+ptx83", "8.3"), ("+ptx80,+ptx86", "8.6"), ("+sm_90", "7.8")]
)
def test_the_text_names_the_ptx_that_it_needs(features, version):
    code = compiled(nvidia("", attributes=f'"target-features"="{features}"' if features else ""))
    assert f".version {version}\n" in code.assembly


@COMPILES
def test_ptx_that_llvm_does_not_know_is_refused():
    with pytest.raises(ToolchainError, match=r"'\+ptx11' is not a recognized feature"):
        compiled(nvidia("", attributes='"target-features"="+ptx11"'))


@COMPILES
def test_unknown_nvidia_architecture_is_refused_without_ptxas(monkeypatch):
    """LLVM itself only warns, and compiles for another one."""
    monkeypatch.setattr(ptx, "find_ptxas", lambda: None)
    with pytest.raises(ToolchainError, match="'sm_77' is not a recognized processor"):
        compiled(nvidia(""), "sm_77")


@LINKS
@ARCHES_LINKED
def test_a_kernel_of_another_compiler_links(arch):
    """Triton's pointers to shared memory have 32 bits, which stock LLVM's have not: the layout is LLVM's own."""
    text = (ROOT / "tests/sim/fixtures/sm80_fp16_nn.ll").read_text(encoding="utf-8")
    with pytest.raises(ToolchainError, match="data layout"):
        compiled(text, arch)
    (kernel,) = compiled(text.partition("\n")[2], arch).kernels
    assert (kernel.name, kernel.max_workgroup_size, kernel.launch_lds) == ("matmul", 128, True)
    assert 64 <= kernel.vgpr_count <= 255 and kernel.barriers == 1 and kernel.vgpr_spills == 0


# Registers.


def reporting(directory: Path, spills: int, other: int, registers: int = 72) -> Path:
    """A ptxas that spills so much, and so much where it is told that one workgroup on a core is enough; it counts its calls."""
    lines = "\n".join((
        f'echo "$*" >> {directory}/calls', f"bytes={spills}",
        f'case "$*" in *--minnctapersm=1*) bytes={other};; esac',
        "echo \"ptxas info    : Compiling entry function 'kernel' for 'sm_90'\"",
        'echo "    16 bytes stack frame, $bytes bytes spill stores, $bytes bytes spill loads"',
        f'echo "ptxas info    : Used {registers} registers, used 1 barriers"', 'printf "cubin of $bytes" > kernel.cubin',
    ))  # fmt: skip
    return program(directory, lines)


@COMPILES
@pytest.mark.parametrize(
    ("spills", "other", "registers", "taken", "calls"),
    [(0, 0, 72, 0, 1), (24, 0, 72, 0, 2), (24, 48, 72, 24, 2), (24, 24, 72, 24, 2), (24, 0, 255, 24, 1)],
)
def test_spills_for_the_sake_of_occupancy_are_not_taken(tmp_path, monkeypatch, spills, other, registers, taken, calls):
    """Only where registers are left is ptxas asked once more, and what spills less is taken, numbers and code."""
    monkeypatch.setenv(ptx.VARIABLE, str(reporting(tmp_path, spills, other, registers)))
    found = ptx.assemble(".entry kernel() {}", "sm_90", "llvm22", 20)
    assert found.kernels[0].vgpr_spills == taken and found.cubin == f"cubin of {taken}".encode()
    assert len((tmp_path / "calls").read_text().splitlines()) == calls



@LINKS
def test_spills_and_stack_are_seen():
    (kernel,) = compiled(nvidia(live(180), attributes='"nvvm.maxnreg"="64"')).kernels
    assert kernel.vgpr_count <= 64
    assert kernel.vgpr_spills >= 180 and kernel.spill_loads >= 180 and kernel.private_bytes >= 180
    assert kernel.vgpr_spills != kernel.spill_loads or kernel.private_bytes


@BOTH
@pytest.mark.parametrize(("threads", "most"), [(128, 255), (1024, 64)])
def test_ptxas_gets_the_threads_of_a_workgroup(flavor, threads, most):
    """Registers are dealt so that one workgroup fits: 65536 for all its threads."""
    (kernel,) = compiled(nvidia(live(180), flavor=flavor, threads=threads), "sm_90", flavor).kernels
    assert kernel.max_workgroup_size == threads
    assert most // 2 < kernel.vgpr_count <= most
    assert bool(kernel.vgpr_spills) == (threads == 1024)


BOUNDS = {"reqntid": 128, "minctasm": 2, "maxnreg": 96}
AS_ATTRIBUTES = " ".join(f'"nvvm.{name}"="{value}"' for name, value in BOUNDS.items())
AS_METADATA = '!nvvm.annotations = !{!0}\n!0 = !{ptr @kernel, !"reqntidx", i32 128, !"minctasm", i32 2, !"maxnreg", i32 96}\n'


@BOTH
@ARCHES_LINKED
def test_each_llvm_reads_bounds_where_it_does(flavor, arch):
    """LLVM 20 reads metadata alone; LLVM 22 takes them for attributes."""
    bare = nvidia(live(180), flavor=flavor, threads=0)
    directives = (".reqntid 128", ".minnctapersm 2", ".maxnreg 96")
    described = compiled(bare + AS_METADATA, arch, flavor)
    assert all(row in described.assembly for row in directives) and described.warnings == ""
    assert (described.kernels[0].max_workgroup_size, described.kernels[0].vgpr_count) == (128, 96)
    attributed = compiled(nvidia(live(180), flavor=flavor, threads=0, attributes=AS_ATTRIBUTES), arch, flavor)
    assert all((row in attributed.assembly) == (flavor == "llvm22") for row in directives)
    assert attributed.kernels[0].max_workgroup_size == (128 if flavor == "llvm22" else 1024)


@LINKS
def test_a_kernel_that_names_no_threads_may_have_the_most():
    (kernel,) = compiled(nvidia("", threads=0)).kernels
    assert kernel.max_workgroup_size == 1024
    (kernel,) = compiled(nvidia("", threads=0, attributes='"nvvm.maxntid"="64,2"')).kernels
    assert kernel.max_workgroup_size == 128


@BOTH
def test_kernels_stand_in_the_order_of_the_text(flavor):
    text = nvidia("", flavor=flavor)
    for name in ("zeroing", "adding", "moving"):
        text += f"define ptx_kernel void @{name}(ptr %out) {{\n  store i32 0, ptr %out\n  ret void\n}}\n"
    kernels = compiled(text, "sm_90", flavor).kernels
    assert [kernel.name for kernel in kernels] == ["kernel", "zeroing", "adding", "moving"]
    assert [kernel.max_workgroup_size for kernel in kernels] == [128, 1024, 1024, 1024]


def test_ptxas_report_is_read():
    said = """ptxas info    : 4 bytes gmem, 8 bytes cmem[3]
ptxas info    : Compiling entry function 'first' for 'sm_90'
ptxas info    : Function properties for first
    16 bytes stack frame, 24 bytes spill stores, 28 bytes spill loads
ptxas info    : Used 255 registers, used 3 barriers, 49152 bytes smem, 16 bytes cumulative stack size
ptxas info    : Compiling entry function 'second' for 'sm_90'
ptxas info    : Used 8 registers
"""
    text = ".visible .entry first(\n.param .u64 x\n)\n.reqntid 32, 4, 2\n.minnctapersm 2\n{\n}\n.entry second()\n{\n}\n"
    first, second = ptx.parse_resources(said, text)
    assert first == KernelResources(
        "first", 255, vgpr_spills=24, spill_loads=28, private_bytes=16, lds_bytes=49152, barriers=3, max_workgroup_size=256
    )
    assert second == KernelResources("second", 8, max_workgroup_size=1024)
    assert all(ptx._FIGURES.fullmatch(line) for line in said.splitlines())
    with pytest.raises(ToolchainError, match="ptxas reports on kernels first, second; the PTX has first"):
        ptx.parse_resources(said, text.partition(".entry second")[0])


# The judge of what came out.


@LINKS
@pytest.mark.parametrize(
    ("text", "expected", "checks"),
    [
        (nvidia(""), {}, set()),
        (nvidia(""), {"lds_bytes": {"kernel": 100000}, "threads": {"kernel": 128}}, set()),
        (nvidia(""), {"lds_bytes": {"kernel": 100000}, "warps_per_unit": 2}, set()),
        (nvidia(""), {"lds_bytes": {"kernel": 120000}, "warps_per_unit": 2}, {"warps"}),
        (nvidia(""), {"lds_bytes": {"kernel": 240000}}, {"warps"}),
        (nvidia(""), {"lds_bytes": {"other": 100}}, {"lds"}),
        (nvidia(""), {"threads": {"kernel": 256}}, {"threads"}),
        (nvidia("", threads=0), {"threads": {"kernel": 128}}, {"threads"}),
        (nvidia(live(180), attributes='"nvvm.maxnreg"="64"'), {}, {"spills", "scratch"}),
        (nvidia(live(180), attributes='"nvvm.maxnreg"="64"'), {"spills": True}, set()),
    ],
)
def test_code_is_judged_by_what_ptxas_reports(text, expected, checks):
    assert {fault.check for fault in judge(compiled(text), Expected(**expected))} == checks


@dataclass(frozen=True)
class OnNvidia(Program):
    """A program of another architecture, whose text and spec are for sm_90."""

    @property
    def spec(self) -> ConvSpec:
        return replace(read_spec(self.resolved.encode()), arch=ArchName.SM_90)


def on_nvidia(text: str, lds_bytes: int = 100000, threads: int = 128) -> OnNvidia:
    """A program whose manifest launches the kernel of a text."""
    words = "direction=forward arch=gfx1250 n=1 c=8 k=8 input=4x4 filter=3x3 pad=1 pipeline=mem"
    program = PythonEngine().emit(words_to_json(words.split()), "llvm22")
    manifest = program.manifest
    manifest["kernels"][0] |= {"name": "kernel", "lds_bytes": lds_bytes, "block": [threads, 1, 1]}
    manifest["launches"] = ["kernel"]
    return OnNvidia("kernel", "llvm22", text, json.dumps(manifest), program.asked, program.resolved)


def linked_checks(program: Program) -> tuple[dict[str, proof.Check], dict[str, int | str]]:
    checks, resources = proof.check_links({"llvm22": program})
    return {check.oracle: check for check in checks}, resources


@LINKS
def test_proof_shows_what_is_launched():
    checks, resources = linked_checks(on_nvidia(nvidia("")))
    assert checks["link"].ok and "; ptxas " in checks["link"].detail and checks["machine code"].ok
    expected = {"agprs": 0, "sgprs": 0, "lds_bytes": 100000, "spills": 0, "warps_per_unit": 2, "limited_by": "lds"}
    assert resources == {"vgprs": resources["vgprs"], **expected} and 4 <= resources["vgprs"] <= 16
    assert compiled_resources(on_nvidia(nvidia("")))["kernel"].items() <= resources.items()


@LINKS
@pytest.mark.parametrize(
    ("program", "said"),
    [
        (on_nvidia(nvidia(""), threads=256), "threads: made for workgroups of 128 threads; the manifest says 256"),
        (on_nvidia(nvidia("", threads=0)), "threads: made for workgroups of 1024 threads; the manifest says 128"),
        (on_nvidia(nvidia(""), lds_bytes=240000), "warps: no workgroup of 128 threads fits, limited by lds"),
        (on_nvidia(nvidia(live(180), attributes='"nvvm.maxnreg"="64"')), "spills: spills store "),
    ],
)
def test_proof_tells_what_does_not_hold(program, said):
    code = linked_checks(program)[0]["machine code"]
    assert code.ok is False and said in code.detail


@LINKS
def test_proof_tells_what_does_not_link():
    checks, _ = linked_checks(on_nvidia(nvidia(*step("barier0", "void", "", ""))))
    assert checks["link"].ok is False and "undefined: llvm.nvvm.barier0" in checks["link"].detail


@COMPILES
def test_proof_without_ptxas_asks_nothing(monkeypatch):
    monkeypatch.setattr(ptx, "find_ptxas", lambda: None)
    checks, resources = linked_checks(on_nvidia(nvidia("")))
    assert (checks["link"].ok, checks["link"].text, checks["link"].detail) == (None, "no ptxas", ptx.NO_PTXAS)
    assert checks["machine code"].ok is None and resources == {}
    assert compiled_resources(on_nvidia(nvidia(""))) == {}


STATIC = nvidia("  store volatile i32 1, ptr addrspace(3) @own", "@own = internal addrspace(3) global [256 x i8] poison")


@LINKS
def test_what_is_given_at_launch_includes_what_the_text_has():
    (kernel,) = compiled(STATIC).kernels
    assert kernel.lds_bytes == 256 and kernel.launched(4096).lds_bytes == 4096 and kernel.launched(None) == kernel
    assert [fault.check for fault in judge(compiled(STATIC), Expected(lds_bytes={"kernel": 255}))] == ["lds"]
    assert judge(compiled(STATIC), Expected(lds_bytes={"kernel": 4096})) == ()


@LINKS
def test_resources_in_words():
    registers, spills, lds = toolchain.resource_words(compiled(STATIC).kernels[0], "sm_90")
    assert re.fullmatch(r"\d+ registers a thread, 0 barriers", registers)
    assert (spills, lds) == ("0 bytes of spills stored and 0 loaded", "256 bytes of LDS beside what is given at launch")
    assert "256 bytes of LDS beside" in compiled(STATIC)._repr_html_()


# The program ptxas.


def test_one_version_of_ptxas_is_pinned():
    pin = re.search(r"^PTXAS \?= (nvidia-cuda-nvcc==[\d.]+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert [row.split(";")[0] for row in extras["toolchain"] if row.startswith("nvidia")] == [pin]

PASSES = """#!/bin/sh
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.9, V13.9.1"; exit; }
"""


def program(directory: Path, script: str, name: str = "ptxas") -> Path:
    """A program that passes for ptxas."""
    directory.mkdir(exist_ok=True)
    path = directory / name
    path.write_text(PASSES + script + "\n")
    path.chmod(0o755)
    return path


def test_a_ptxas_is_named_or_on_path_or_in_the_package(tmp_path, monkeypatch):
    named = program(tmp_path / "named", "", "another")
    on_path = program(tmp_path / "path", "")
    in_package = program(tmp_path / "package", "")

    class Row:
        name = "ptxas"

        @staticmethod
        def locate() -> Path:
            return in_package

    monkeypatch.setattr(ptx.metadata, "files", lambda package: [Row] if package == "nvidia-cuda-nvcc" else None)
    monkeypatch.setenv("PATH", str(on_path.parent))
    monkeypatch.setenv("TWINKERN_PTXAS", str(named))
    assert toolchain.find_ptxas() == str(named)
    monkeypatch.delenv("TWINKERN_PTXAS")
    assert toolchain.find_ptxas() == str(on_path) and toolchain.ptxas_version(str(on_path)) == "13.9.1"
    monkeypatch.setenv("PATH", "")
    assert toolchain.find_ptxas() == str(in_package)
    in_package.chmod(0o644)
    assert toolchain.find_ptxas() is None


def test_a_name_of_nothing_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("TWINKERN_PTXAS", str(tmp_path / "missing"))
    with pytest.raises(ToolchainError, match=r"TWINKERN_PTXAS is .*missing, which is no program"):
        toolchain.find_ptxas()


@COMPILES
def test_without_ptxas_there_is_ptx_and_no_link(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("TWINKERN_PTXAS", raising=False)
    monkeypatch.setattr(ptx.metadata, "files", lambda name: None)
    code = compiled(nvidia(""))
    assert code.object == b"" and ".entry kernel" in code.assembly
    assert toolchain.lacking("sm_90", STATUS["llvm22"]) == ptx.NO_PTXAS and not toolchain.lacking("gfx942", STATUS["llvm22"])
    missing = replace(STATUS["llvm22"], available=False, description="no LLVM")
    assert toolchain.lacking("sm_90", missing) == toolchain.lacking("gfx942", missing) == "no LLVM"
    with pytest.raises(ToolchainError, match="no ptxas: install CUDA or"):
        build.link(code)


def left_behind(tmp_path: Path, monkeypatch) -> Path:
    """An own directory for temporary files."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(ptx.tempfile, "tempdir", str(place))
    return place


@COMPILES
def test_ptxas_that_takes_too_long_is_stopped_with_all_that_it_started(tmp_path, monkeypatch):
    started = tmp_path / "started"
    place = left_behind(tmp_path, monkeypatch)
    ptxas = program(tmp_path, f"sleep 60 & echo $! > {started}; echo half > kernel.cubin; wait")
    monkeypatch.setenv("TWINKERN_PTXAS", str(ptxas))
    began = time.monotonic()
    with pytest.raises(ToolchainError, match=r"ptxas did not finish within 0\.5 s and was stopped"):
        ptx.assemble("text", "sm_90", "llvm22", 0.5)
    assert time.monotonic() - began < 5
    assert not runs(int(started.read_text())) and list(place.iterdir()) == []


def runs(number: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@COMPILES
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes end with their parent on Linux")
def test_ptxas_ends_with_its_worker(tmp_path):
    started = tmp_path / "started"
    ptxas = program(tmp_path, f"echo $$ > {started}.new; mv {started}.new {started}; exec sleep 60")
    worker = pool.Worker("llvm22")
    request = {"action": "assemble", "command": [str(ptxas)], "directory": str(tmp_path), "limit": 60, "timeout": 70}
    worker._connection.send(request)
    wait_for(started.exists)
    assert runs(int(started.read_text()))
    worker.close()
    wait_for(lambda: not runs(int(started.read_text())))


def wait_for(holds, seconds: float = 20.0) -> None:
    """Return as soon as something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@COMPILES
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo half > kernel.cubin; kill -11 $$", "ptxas refused the PTX: signal 11"),
        ("echo half > kernel.cubin; echo 'ptxas fatal   : no'; exit 255", "ptxas refused the PTX: ptxas fatal   : no"),
        ("exit 0", "ptxas wrote no cubin"),
    ],
)
def test_half_a_cubin_is_none(tmp_path, monkeypatch, script, message):
    place = left_behind(tmp_path, monkeypatch)
    monkeypatch.setenv("TWINKERN_PTXAS", str(program(tmp_path, script)))
    with pytest.raises(ToolchainError, match=message):
        compiled(nvidia(""))
    assert list(place.iterdir()) == []
    monkeypatch.setenv("TWINKERN_PTXAS", str(tmp_path / "noexec"))
    (tmp_path / "noexec").write_text("no program")
    (tmp_path / "noexec").chmod(0o755)
    with pytest.raises(ToolchainError, match="ptxas does not run: "):
        compiled(nvidia(""))


@COMPILES
def test_what_else_ptxas_says_is_kept(tmp_path, monkeypatch):
    words = "ptxas info    : (C7510) Potential Performance Loss: the instructions of kernel are serialized"
    script = f"""cat << END
ptxas info    : Compiling entry function 'kernel' for 'sm_90'
ptxas info    : Used 8 registers
{words}
END
echo image > kernel.cubin"""
    monkeypatch.setenv("TWINKERN_PTXAS", str(program(tmp_path, script)))
    code = compiled(nvidia(""))
    assert (code.object, code.warnings, code.kernels[0].vgpr_count) == (b"image\n", words, 8)
    assert toolchain.link(code) == build.Linked(b"image\n", "ptxas 13.9.1")


@LINKS
def test_many_are_assembled_side_by_side():
    texts = [nvidia(""), nvidia(live(180)), nvidia(*step("barier", "void", "", ""))] * 2
    results = toolchain.compile_many([toolchain.Job(text, "sm_90", "llvm22") for text in texts], workers=2)
    for few, many, undefined in zip(*[iter(results)] * 3, strict=True):
        assert few.kernels[0].vgpr_count < 20 and many.kernels[0].vgpr_count > 150
        assert undefined.undefined == ("llvm.nvvm.barier",)


# Occupancy.


@pytest.mark.parametrize(
    ("arch", "registers", "lds_bytes", "barriers", "threads", "expected"),
    [
        # As cuda_occupancy.h of CUDA 13.0 computes them, for the largest carve-out of shared memory.
        ("sm_80", 32, 9066, 0, 736, (12, 2, "warps")),
        ("sm_80", 16, 6009, 1, 128, (16, 16, "warps")),
        ("sm_80", 107, 0, 1, 768, (0, 0, "registers")),
        ("sm_80", 150, 351, 0, 206, (2, 1, "registers")),
        ("sm_80", 91, 8196, 1, 103, (5, 5, "registers")),
        ("sm_80", 29, 0, 0, 16, (8, 32, "workgroups")),
        ("sm_80", 12, 43508, 0, 250, (6, 3, "lds")),
        ("sm_80", 215, 111804, 0, 27, (1, 1, "lds")),
        ("sm_90", 152, 36915, 15, 256, (2, 1, "registers")),
        ("sm_90", 108, 0, 3, 224, (4, 2, "registers")),
        ("sm_90", 131, 9228, 15, 871, (0, 0, "registers")),
        ("sm_90", 4, 0, 2, 32, (8, 32, "workgroups")),
        ("sm_90", 22, 2271, 11, 73, (4, 5, "barriers")),
        ("sm_90", 150, 20097, 8, 21, (2, 8, "barriers")),
        ("sm_90", 107, 102190, 9, 150, (3, 2, "lds")),
        ("sm_90", 19, 71447, 0, 320, (8, 3, "lds")),
        # Of 228 KiB each of two workgroups takes half, 1 KiB of which is the system's.
        ("sm_90", 32, 115712, 1, 128, (2, 2, "lds")),
        ("sm_90", 32, 115713, 1, 128, (1, 1, "lds")),
        ("sm_90", 32, 232448, 1, 128, (1, 1, "lds")),
        ("sm_90", 32, 232449, 1, 128, (0, 0, "lds")),
        ("sm_80", 32, 166912, 1, 128, (1, 1, "lds")),
        ("sm_80", 32, 166913, 1, 128, (0, 0, "lds")),
        # 168 registers a thread are 5376 a warp, of which three fit in the 16384 of a quarter; 169 are 5632, of which two.
        ("sm_90", 168, 0, 1, 128, (3, 3, "registers")),
        ("sm_90", 169, 0, 1, 128, (2, 2, "registers")),
    ],
)
def test_occupancy_is_what_cudas_calculator_says(arch, registers, lds_bytes, barriers, threads, expected):
    kernel = KernelResources("k", registers, lds_bytes=lds_bytes, barriers=barriers, max_workgroup_size=1024)
    found = toolchain.occupancy(kernel, ARCHES[arch], threads)
    assert (found.warps_per_unit, found.workgroups_per_core, found.limit) == expected
