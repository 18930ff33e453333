"""What compiled code does about the order of LDS: what the simulator's rules rest on (`sim.lds`, `sim.uses`, `sim.dma`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support import spec_of

from twinkern import emit
from twinkern.judge import toolchain

SPEC = "direction=forward arch={} n=2 c=64 k=64 input=8x8 filter=3x3 pad=1 pipeline={} tile_m=64 tile_n=64 tile_k=32"
DMA_KERNEL = Path(__file__).parents[1] / "sim" / "fixtures" / "gfx950_fp16_nn_dma.ll"
STATUS = toolchain.available_flavors()


def flavored(arch: str, flavor: str):
    return pytest.param(arch, flavor, marks=pytest.mark.skipif(not STATUS[flavor].available, reason=STATUS[flavor].description))


FLAVORS = [flavored(arch, flavor) for arch in ("gfx90a", "gfx942", "gfx950") for flavor in ("llvm20", "llvm22")]
FLAVORS.append(flavored("gfx1250", "llvm22"))
WAIT = re.compile(r"  call void @llvm\.amdgcn\.(s\.waitcnt\(i32 49279\)|s\.wait\.dscnt\(i16 0\))\n")
RELEASE, ACQUIRE = (re.compile(rf'  fence syncscope\("workgroup"\) {name}, !mmra !0\n') for name in ("release", "acquire"))
BYTES = {"u16": 2, "b16": 2, "b32": 4, "b64": 8, "b96": 12, "b128": 16}


def instructions(text: str, arch: str, flavor: str) -> list[str]:
    code = toolchain.compile(text, arch=arch, flavor=flavor, assembly=True).assembly
    rows = (row.split(";")[0].strip() for row in code.split("\n"))
    return [row for row in rows if row and not row.startswith((".amd", ".set", ".p2", ".s", ".g", ".t", ".w", ".e"))]


def between_barriers(rows: list[str]) -> list[tuple[int, int, bool]]:
    """Up to each barrier: bytes a lane of LDS reads and stores, and whether a read is outstanding there."""
    found, read, stored, outstanding = [], 0, 0, False
    for row in rows:
        name = row.split()[0]
        if match := re.match(r"ds_(read|load|write|store)(_?2)?.*?_?(u16|b\d+)", name):
            size = BYTES[match[3]] * (2 if match[2] else 1)
            if match[1] in ("read", "load"):
                read, outstanding = read + size, True
            else:
                stored += size
        elif "lgkmcnt(0)" in row or (name.endswith("dscnt") and row.endswith("0x0")):
            outstanding = False
        elif name in ("s_barrier", "s_barrier_signal"):
            found.append((read, stored, outstanding))
            read = stored = 0
    return [*found, (read, stored, False)]


@pytest.mark.parametrize(("arch", "flavor"), FLAVORS)
def test_reads_are_outstanding_at_a_barrier_without_a_wait(arch: str, flavor: str) -> None:
    """Though the text multiplies what was read before the barrier: the multiplication moves, and the wait with it."""
    for pipeline, wait in (("async", WAIT), ("mem", RELEASE)):
        text = emit(spec_of(SPEC.format(arch, pipeline)), flavor=flavor).text
        right = between_barriers(instructions(text, arch, flavor))
        wrong = between_barriers(instructions(wait.sub("", text), arch, flavor))
        assert not any(outstanding for *_, outstanding in right)
        assert any(outstanding for *_, outstanding in wrong)


@pytest.mark.parametrize(("arch", "flavor"), FLAVORS)
def test_accesses_stay_between_their_barriers_without_an_acquire_fence(arch: str, flavor: str) -> None:
    for pipeline in ("ring", "async"):
        text = emit(spec_of(SPEC.format(arch, pipeline)), flavor=flavor).text
        assert ACQUIRE.search(text)
        right = between_barriers(instructions(text, arch, flavor))
        assert sum(read for read, *_ in right) > 0 < sum(stored for _, stored, _ in right)
        assert between_barriers(instructions(ACQUIRE.sub("", text), arch, flavor)) == right


@pytest.mark.skipif(not STATUS["llvm22"].available, reason=STATUS["llvm22"].description)
def test_a_wave_jumps_around_a_copy_that_none_of_its_lanes_makes() -> None:
    """And no wait but the text's vmcnt(4) stands between the copies and the reads where the loop is skipped."""
    rows = instructions(DMA_KERNEL.read_text(), "gfx950", "llvm22")
    copies = [number for number, row in enumerate(rows) if row.startswith("global_load_lds")]
    assert len(copies) == 12
    for number in copies:
        branch = max(n for n in range(number) if rows[n].startswith("s_cbranch_execz"))
        assert not any(row.endswith(":") for row in rows[branch:number])
    wait = next(n for n, row in enumerate(rows) if "vmcnt(4)" in row)
    assert copies[7] < wait < copies[8] and rows[wait + 1] == "s_barrier" and rows[wait + 2].startswith("s_cbranch_scc1")
    place = rows.index(f"{rows[wait + 2].split()[1]}:")
    tail = rows[place:]
    read = next(n for n, row in enumerate(tail) if row.startswith("ds_read"))
    assert not any("vmcnt" in row for row in tail[:read])
