"""The tool chain on tiny kernels written by hand: what links, what does not, and what ends LLVM's process."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from twinkern._contract import ARCHES
from twinkern.judge import toolchain
from twinkern.judge.toolchain import Job, KernelResources, ToolchainError, build, pool

STATUS = toolchain.available_flavors()


def llvm(flavor: str):
    return pytest.param(flavor, marks=pytest.mark.skipif(not STATUS[flavor].available, reason=STATUS[flavor].description))


BOTH = pytest.mark.parametrize("flavor", [llvm("llvm20"), llvm("llvm22")])
pytestmark = pytest.mark.skipif(not STATUS["llvm22"].available, reason=STATUS["llvm22"].description)

PREAMBLE = """
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [1024 x i32] poison, align 16
declare i32 @llvm.amdgcn.workitem.id.x()
"""


def amd(body: str, declarations: str = "", size: int = 256, attributes: str = "") -> str:
    return f"""{PREAMBLE}{declarations}
define amdgpu_kernel void @kernel(ptr addrspace(1) %out) #0 {{
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
{body}
  ret void
}}
attributes #0 = {{ "amdgpu-flat-work-group-size"="{size},{size}" {attributes} }}
"""


THROUGH_LDS = amd("""
  %slot = getelementptr i32, ptr addrspace(3) @tile, i32 %lane
  store volatile i32 %lane, ptr addrspace(3) %slot
  %value = load volatile i32, ptr addrspace(3) %slot
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %value, ptr addrspace(1) %place
""")

OTHER_LAYOUT = 'target datalayout = "e-p:32:32"\n' + THROUGH_LDS

MISSPELT = amd("  call void @llvm.amdgcn.s.barier()", "declare void @llvm.amdgcn.s.barier()")

# LLVM cannot select a copy of three dwords on gfx942, and says so by aborting.
ABORTING = amd(
    """
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %out, ptr addrspace(3) @tile, i32 12, i32 0, i32 0)
""",
    "declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)",
)


def holding(vgprs: int, agprs: int = 0, lds_bytes: int = 0, size: int = 256) -> str:
    """A kernel that holds just so many registers and so much LDS."""
    body = f'  call void asm sideeffect "", "~{{v{vgprs - 1}}}"()\n'
    if agprs:
        body += f'  call void asm sideeffect "", "~{{a{agprs - 1}}}"()\n'
    text = amd(body, size=size)
    if lds_bytes:
        text = text.replace("[1024 x i32]", f"[{lds_bytes} x i8]").replace(
            "  ret void", "  store volatile i32 0, ptr addrspace(3) @tile\n  ret void"
        )
    return text


KNOWN = [
    (arch, flavor)
    for arch, row in ARCHES.items()
    if row.vendor.name == "amd"
    for flavor in row.flavors
    if flavor in ("llvm20", "llvm22")
]


@pytest.mark.parametrize(("arch", "flavor"), KNOWN)
def test_kernel_links_and_tells_its_resources(arch, flavor):
    compiled = toolchain.compile(THROUGH_LDS, arch=arch, flavor=flavor)
    assert compiled.object.startswith(b"\x7fELF") and not compiled.undefined and compiled.proven
    (kernel,) = compiled.kernels
    assert (kernel.name, kernel.lds_bytes, kernel.max_workgroup_size) == ("kernel", 4096, 256)
    assert 1 <= kernel.vgpr_count <= 16 and kernel.sgpr_count >= 2
    assert kernel.private_bytes == kernel.vgpr_spills == kernel.sgpr_spills == 0
    assert toolchain.link(compiled).proof


def test_linked_image_is_a_shared_object():
    if toolchain.find_linker().path is None:
        pytest.skip("no ld.lld on PATH that fits")
    image = toolchain.link(toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22")).image
    assert toolchain.kernel_resources(image)[0].name == "kernel"


def test_lld_refuses_what_pyelftools_would_miss():
    """A strict link is a second opinion: hide the undefined symbol from the first."""
    if toolchain.find_linker().path is None:
        pytest.skip("no ld.lld on PATH that fits")
    compiled = toolchain.compile(MISSPELT, arch="gfx942", flavor="llvm22")
    with pytest.raises(ToolchainError, match=r"lld.*undefined.*llvm\.amdgcn\.s\.barier"):
        toolchain.link(replace(compiled, undefined=()))


@BOTH
def test_misspelt_intrinsic_is_an_undefined_symbol(flavor):
    compiled = toolchain.compile(MISSPELT, arch="gfx942", flavor=flavor)
    assert compiled.undefined == ("llvm.amdgcn.s.barier",)
    with pytest.raises(ToolchainError, match=r"gfx942.*undefined: llvm\.amdgcn\.s\.barier"):
        toolchain.link(compiled)


@BOTH
def test_abort_of_llvm_is_an_error_and_the_next_compile_works(flavor):
    ended = r"gfx942.*LLVM ended its process.*LLVM ERROR: .*elect"
    with pytest.raises(ToolchainError, match=ended) as failure:
        toolchain.compile(ABORTING, arch="gfx942", flavor=flavor)
    assert "Traceback" not in str(failure.value) and "Stack dump" not in str(failure.value)
    assert toolchain.compile(ABORTING, arch="gfx950", flavor=flavor).undefined == ()
    assert toolchain.compile(THROUGH_LDS, arch="gfx942", flavor=flavor).kernels


def test_time_out_stops_the_worker():
    """Enough code that no machine optimises it within the time."""
    body = "".join(f"  %v{i} = mul i32 %{'lane' if not i else f'v{i - 1}'}, %lane\n" for i in range(60000))
    text = amd(body + "  store i32 %v59999, ptr addrspace(1) %out")
    with pytest.raises(ToolchainError, match=r"did not finish within 0\.2 s"):
        toolchain.compile(text, arch="gfx942", flavor="llvm22", timeout=0.2)
    assert toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22").kernels


def test_worker_killed_between_requests_is_replaced():
    toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22")
    idle = list(pool._idle["llvm22"])
    for worker in idle:
        worker._process.kill()
        worker._process.wait()
    assert toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22").kernels


@pytest.mark.parametrize(
    ("text", "arch", "flavor", "message"),
    [
        ("define void @f( {", "gfx942", "llvm22", "LLVM refused the text"),
        ("define void @f() {\n  ret i32 0\n}", "gfx942", "llvm22", "LLVM refused the text"),
        ("", "gfx942", "llvm22", "no target triple"),
        ('target triple = "amdgcn-amd-amdhsa"', "gfx942", "llvm22", "defines no kernel"),
        ('target triple = "nvptx64-nvidia-cuda"', "sm_90", "llvm22", "defines no kernel"),
        (THROUGH_LDS, "gfx9999", "llvm22", "'gfx9999' is not a recognized processor"),
        (THROUGH_LDS, "sm_90", "llvm22", "'sm_90' is not a recognized processor"),
        (OTHER_LAYOUT, "gfx942", "llvm22", "text's data layout is e-p:32:32"),
        (holding(8, lds_bytes=70000), "gfx942", "llvm22", r"local memory \(70000\) exceeds limit \(65536\)"),
        (THROUGH_LDS, "gfx942", "llvm19", "no flavour 'llvm19': there are llvm20"),
    ],
)
def test_errors_say_what_was_asked_and_what_llvm_said(text, arch, flavor, message):
    with pytest.raises(ToolchainError, match=message) as failure:
        toolchain.compile(text, arch=arch, flavor=flavor)
    assert failure.value.__suppress_context__ or failure.value.__context__ is None
    assert "Traceback" not in str(failure.value)


def test_optimisation_level_is_checked():
    with pytest.raises(ToolchainError, match="levels are 0 to 3"):
        toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22", optimize=4)


@pytest.mark.skipif(not STATUS["llvm20"].available, reason=STATUS["llvm20"].description)
def test_llvm20_does_not_know_gfx1250():
    assert toolchain.compile(THROUGH_LDS, arch="gfx1250", flavor="llvm22").kernels
    with pytest.raises(ToolchainError, match="'gfx1250' is not a recognized processor"):
        toolchain.compile(THROUGH_LDS, arch="gfx1250", flavor="llvm20")


def test_flavours_name_their_llvm():
    assert list(STATUS) == ["llvm20", "llvm22", "llvm23"]
    assert STATUS["llvm22"].description.startswith("LLVM 22.")
    assert not STATUS["llvm23"].proven and str(STATUS["llvm23"]).startswith("unproven")
    assert not toolchain.compile(THROUGH_LDS, arch="gfx950", flavor="llvm23").proven


def test_flavour_of_another_llvm_is_missing_not_taken(monkeypatch, tmp_path):
    """Without its own directory llvm20 would find the main installation's LLVM 22: that is no LLVM 20."""
    monkeypatch.setattr(pool, "install_directory", lambda flavor: tmp_path / flavor)
    with pytest.raises(ToolchainError, match=r"no LLVM for llvm20: LLVM 22\..* is installed"):
        pool.Worker("llvm20")


def test_missing_llvmlite_is_a_plain_error(monkeypatch, tmp_path):
    broken = tmp_path / "llvm22" / "llvmlite"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('no module here')")
    monkeypatch.setattr(pool, "install_directory", lambda flavor: tmp_path / flavor)
    with pytest.raises(ToolchainError, match=r"no LLVM for llvm22: no module here; install twinkern"):
        pool.Worker("llvm22")


def test_import_needs_no_tool():
    blocked = "import sys\nfor name in ('llvmlite', 'elftools', 'msgpack'): sys.modules[name] = None\n"
    done = subprocess.run([sys.executable, "-c", blocked + "import twinkern.judge.toolchain"], check=False)
    assert done.returncode == 0


def test_parent_never_loads_llvm():
    script = f"""
import sys
from twinkern.judge import toolchain
toolchain.compile({THROUGH_LDS!r}, arch="gfx942", flavor="llvm22")
assert "llvmlite" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_assembly_on_request():
    assert toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22").assembly == ""
    compiled = toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22", assembly=True)
    assert "ds_write_b32" in compiled.assembly and ".amdhsa_kernel kernel" in compiled.assembly
    assert compiled.object == toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22").object


def test_optimisation_runs():
    """O3 knows the sum of a counted loop; code generation alone would run it."""
    text = amd("""
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 1000
  br i1 %done, label %exit, label %loop
exit:
  store i32 %more, ptr addrspace(1) %out
""")
    slow, fast = (
        toolchain.compile(text, arch="gfx942", flavor="llvm22", optimize=level, assembly=True).assembly for level in (0, 3)
    )
    assert "s_cbranch" in slow
    assert "s_cbranch" not in fast
    assert hex(sum(range(1000))) in fast


def test_spills_are_seen():
    """Four hundred live values do not fit a budget of 64 registers."""
    loads = "".join(
        f"  %p{i} = getelementptr i32, ptr addrspace(1) %out, i32 {i * 997}\n"
        f"  %q{i} = getelementptr i32, ptr addrspace(1) %p{i}, i32 %lane\n"
        f"  %v{i} = load volatile i32, ptr addrspace(1) %q{i}\n"
        for i in range(400)
    )
    stores = "".join(f"  store volatile i32 %v{i}, ptr addrspace(1) %q{i}\n" for i in range(400))
    text = amd(loads + stores, attributes='"amdgpu-waves-per-eu"="8,8"')
    kernel = toolchain.compile(text, arch="gfx942", flavor="llvm22").kernels[0]
    assert kernel.vgpr_count <= 64 and kernel.vgpr_spills > 100 and kernel.private_bytes > 400


def llvm_occupancy(compiled) -> int:
    (line,) = (line for line in compiled.assembly.splitlines() if line.startswith("; Occupancy:"))
    return int(line.split(":")[1])


@pytest.mark.parametrize("arch", [a for a in ARCHES if a.startswith("gfx9")])
@pytest.mark.parametrize(
    ("vgprs", "agprs", "lds_bytes"),
    [(v, 0, 0) for v in (1, 64, 65, 72, 73, 96, 97, 128, 129, 168, 169, 256)]
    + [(33, 33, 0), (64, 1, 0), (250, 250, 0)]
    + [(8, 0, lds) for lds in (512, 8192, 8704, 16384, 16896, 33280, 65536)],
)
def test_occupancy_is_what_llvm_computes(arch, vgprs, agprs, lds_bytes):
    """Workgroups of four waves on four SIMD units, LDS sizes on the granule: there the two must agree."""
    compiled = toolchain.compile(holding(vgprs, agprs, lds_bytes), arch=arch, flavor="llvm22", assembly=True)
    (kernel,) = compiled.kernels
    assert kernel.agpr_count == agprs and kernel.lds_bytes == lds_bytes
    assert kernel.vgpr_count == (-(-vgprs // 4) * 4 + agprs if agprs else vgprs)
    assert toolchain.occupancy(kernel, ARCHES[arch]).warps_per_unit == llvm_occupancy(compiled)


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        # 8 waves a workgroup, 128 registers: 4 waves a unit, 16 in all.
        (KernelResources("k", 128, max_workgroup_size=512), (4, 2, "registers")),
        # 100 registers round up to 104: 4 waves a unit; 5 waves a workgroup: 3 of them, 15 waves.
        (KernelResources("k", 100, max_workgroup_size=320), (4, 3, "registers")),
        # 21,700 bytes round up to 22,016, of which 2 fit in 64 KiB; unrounded it would be 3.
        (KernelResources("k", 8, lds_bytes=21700, max_workgroup_size=256), (2, 2, "lds")),
        (KernelResources("k", 8, lds_bytes=65537, max_workgroup_size=256), (0, 0, "lds")),
        (KernelResources("k", 8, max_workgroup_size=1024), (8, 2, "warps")),
        # 512 registers a lane: one wave a unit, and a workgroup of 8 waves does not fit.
        (KernelResources("k", 512, max_workgroup_size=512), (0, 0, "registers")),
    ],
)
def test_occupancy_counts_whole_workgroups(kernel, expected):
    found = toolchain.occupancy(kernel, ARCHES["gfx942"])
    assert (found.warps_per_unit, found.workgroups_per_core, found.limit) == expected


@BOTH
@pytest.mark.parametrize("arch", ARCHES)
def test_contract_has_llvms_data_layout(arch, flavor):
    row = ARCHES[arch]
    assert toolchain.data_layout(row.vendor.triple, arch, flavor) == row.vendor.data_layout[flavor]


def test_many_keep_their_order_and_their_failures():
    texts = [THROUGH_LDS, ABORTING, MISSPELT, holding(40)] * 3
    results = toolchain.compile_many([Job(t, "gfx942", "llvm22") for t in texts], workers=2)
    for first, second, third, fourth in zip(*[iter(results)] * 4, strict=True):
        assert first.kernels[0].lds_bytes == 4096
        assert isinstance(second, ToolchainError)
        assert third.undefined
        assert fourth.kernels[0].vgpr_count == 40


def test_without_lld_the_symbol_table_decides(monkeypatch):
    monkeypatch.setenv("PATH", "")
    compiled = toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22")
    assert build.link(compiled) == build.Linked(b"", "symbol table")


def linker_on_path(directory: Path, name: str, script: str) -> None:
    """A program on PATH that passes for a linker."""
    (directory / name).write_text(f"#!/bin/sh\n{script}\n")
    (directory / name).chmod(0o755)


LINKS = """[ "$1" = --version ] && { echo "Debian LLD 22.1.8 (compatible with GNU linkers)"; exit; }
while [ "$1" != -o ]; do shift; done; echo image > "$2\""""


def test_newest_linker_that_fits_is_taken(tmp_path, monkeypatch):
    linker_on_path(tmp_path, "ld.lld", 'echo "Debian LLD 14.0.6 (compatible with GNU linkers)"')
    linker_on_path(tmp_path, "ld.lld-19", 'echo "LLD 19.1.7"')
    linker_on_path(tmp_path, "ld.lld-22", LINKS)
    linker_on_path(tmp_path, "ld.lld-23", "exit 127")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin:{tmp_path / 'missing'}")
    found = toolchain.find_linker()
    assert (found.path, found.version) == (str(tmp_path / "ld.lld-22"), 22)
    assert found.passed_over == "passed over ld.lld (version 14): version 19 or newer is needed"
    compiled = toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22")
    assert build.link(compiled) == build.Linked(b"image\n", "ld.lld-22")


@pytest.mark.parametrize(
    ("script", "proof"),
    [
        ('echo "LLD 14.0.6"; exit 1', "symbol table; passed over ld.lld (version 14): version 19 or newer is needed"),
        ("exit 127", "symbol table; passed over ld.lld (does not run): version 19 or newer is needed"),
        ('[ "$1" = --version ] && echo "LLD 22.1.0" || kill -9 $$', "symbol table; ld.lld was ended by signal 9"),
    ],
)
def test_linker_of_the_machine_never_fails_a_kernel(tmp_path, monkeypatch, script, proof):
    linker_on_path(tmp_path, "ld.lld", script)
    monkeypatch.setenv("PATH", str(tmp_path))
    compiled = toolchain.compile(THROUGH_LDS, arch="gfx942", flavor="llvm22")
    assert build.link(compiled) == build.Linked(b"", proof)
