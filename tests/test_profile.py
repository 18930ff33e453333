"""`twinkern profile`: the numbers against what the kernel's text says, the page, and a long run that is stopped."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser

import pytest
from tests.support import spec_of

from twinkern import emit, profile
from twinkern._contract import ARCHES
from twinkern.profile import chunks, pictures, report

FORWARD = "direction=forward arch=gfx942 n=2 c=32 k=32 input=8x8 filter=3x3 pad=1"
WGRAD = "direction=wgrad arch=gfx950 n=4 c=24 k=72 input=7x7 filter=3x3 pad=1 tile_m=64 tile_n=32 tile_k=32 " \
    "k_outer=off lds_pad_a=0 lds_pad_b=0"  # fmt: skip


@pytest.fixture(scope="module")
def forward() -> profile.Profile:
    return profile.profile(emit(spec_of(FORWARD)))


@pytest.fixture(scope="module")
def wgrad() -> profile.Profile:
    return profile.profile(emit(spec_of(WGRAD)))


def rows(found: profile.Profile, space: str) -> list[profile.AccessRow]:
    return [row for row in found.kernels[0].accesses if row.space == space]


def test_instructions_are_those_of_the_text(forward) -> None:
    """One workgroup, five iterations, no branch beside the loop: instructions of the body times five, the others once."""
    (kernel,) = forward.kernels
    text = forward.program.text
    loop = text.split("body0:")[1].split("done0:")[0]
    assert kernel.counters.waves == 2
    assert kernel.counters.per_wave("matrix") == 5 * loop.count("mfma")
    assert kernel.counters.per_wave("barrier") == 5 * 2 + 1
    assert kernel.counters.per_wave("fence") == 5 * 4 + 2
    reads = 5 * len(re.findall(r"= load .*addrspace\(3\)", loop))
    after = len(re.findall(r"= load .*addrspace\(3\)", text.split("done0:")[1]))
    assert kernel.counters.per_wave("lds_read") == reads + after
    assert kernel.per_matrix("lds_read") == (reads + after) / kernel.counters.per_wave("matrix")
    assert forward.right and not forward.findings


@pytest.mark.parametrize("arch", ["gfx942", "gfx950"])
def test_pictures_are_of_accesses_that_happened(arch) -> None:
    """Workgroups of a strided dgrad leave the main loop at different times, and the first one is not the first to store."""
    found = profile.profile(emit(spec_of(f"direction=dgrad arch={arch} n=2 c=32 k=32 input=14x14 filter=3x3 stride=2 pad=1")))
    lds = rows(found, "lds")
    assert {"epilogue", "epilogue: wide stores"} <= {row.part for row in lds}
    for count in (count for row in lds for count in row.instructions):
        assert count.executions and (count.pattern >= 0).any() and count.workgroup >= 0
        assert pictures.loads_of(count, arch, 64).sum() > 0
    page = profile.page(found)
    for section in page.split("<h2>LDS banks</h2>")[1].split("<h3>")[1:]:
        for label in ("banks by instruction", "banks by clock"):
            drawn = section.split(f'aria-label="{label}"')[1].split("</svg>")[0]
            assert re.search(r": [1-9][0-9]* dwords", drawn), section[:200]


def test_rows_name_the_part_of_the_kernel(forward) -> None:
    assert [(row.part, row.kind, row.size, len(row.instructions)) for row in rows(forward, "lds")] == [
        ("commit", "store", 16, 10), ("compute", "load", 8, 24), ("epilogue", "store", 2, 32),
        ("epilogue: wide stores", "load", 16, 4),
    ]  # fmt: skip
    assert [row.name for row in rows(forward, "global")] == ["load of %x, 16 B", "load of %w, 16 B", "store of %y, 16 B"]
    lines = forward.program.text.split("\n")
    for row in forward.kernels[0].accesses:
        assert all(count.instruction in lines[count.line - 1] for count in row.instructions)
        assert row.executions == sum(count.executions for count in row.instructions)


def test_pad_of_the_tile_removes_conflicts(forward, wgrad) -> None:
    """The default pad leaves none. Rows of 64 bytes without a pad, read 16 bytes a lane over 64 banks: sixteen lanes start in
    four places, four dwords deep, so three clocks more for each of four groups."""
    assert [row.conflicts for row in rows(forward, "lds")] == [0, 0, 0, 0]
    (read,) = [row for row in rows(wgrad, "lds") if row.part == "compute"]
    assert (read.conflicts / read.executions, read.worst.worst) == (12, 12)
    assert read.clocks == 16 * read.executions


def test_tiles_are_covered_once_by_the_recorded_stores(forward, wgrad) -> None:
    for found in (forward, wgrad):
        spec = found.program.spec
        tiles = chunks.tiles(found.program.text, found.kernels[0], 2 * spec.tile_k)
        for tile, edge, pad in zip(tiles, (spec.tile_m, spec.tile_n), (spec.lds_pad_a, spec.lds_pad_b), strict=True):
            assert (tile.rows, tile.row_bytes, tile.pitch) == (edge, 2 * spec.tile_k, 2 * (spec.tile_k + pad))
            touched = [byte for chunk in tile.chunks for byte in range(chunk.address, chunk.address + chunk.size)]
            assert len(touched) == len(set(touched)) == edge * 2 * spec.tile_k
            threads = spec.warps_m * spec.warps_n * ARCHES[spec.arch].wave_size
            assert {chunk.thread for chunk in tile.chunks} == set(range(threads))


@pytest.mark.parametrize("pipeline", ["async", "ring"])
def test_first_of_several_stages_is_drawn(pipeline: str) -> None:
    """Tiles that loads fill straight or by way of registers: the first stage, all of it, once."""
    words = f"direction=forward arch=gfx950 n=2 c=64 k=64 input=8x8 filter=3x3 pad=1 pipeline={pipeline}"
    found = profile.profile(emit(spec_of(words)))
    spec = found.program.spec
    tiles = chunks.tiles(found.program.text, found.kernels[0], 2 * spec.tile_k)
    for tile, edge in zip(tiles, (spec.tile_m, spec.tile_n), strict=True):
        assert (tile.rows, tile.row_bytes) == (edge, 2 * spec.tile_k)
        touched = [byte for chunk in tile.chunks for byte in range(chunk.address, chunk.address + chunk.size)]
        assert len(touched) == len(set(touched)) == edge * 2 * spec.tile_k
    assert "Who loads what" in profile.page(found)


def test_parts_of_a_text() -> None:
    text = "; head\ndefine void @k() {\nentry:\n  ; one\n  a\n  ; two\n  b\n}\ndefine void @m() {\n  c\n}"
    assert report.parts_of(text) == ["head", "", "", "one", "one", "two", "two", "", "", "", ""]


class Reader(HTMLParser):
    """Checks that elements close in order, and keeps what the page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []
        self.tips: list[str] = []
        self.elements = 0

    def handle_starttag(self, tag: str, attributes: list) -> None:
        self.elements += 1
        if tag not in ("meta", "br", "rect"):
            self.open.append(tag)
        self.references += [value for name, value in attributes if name in ("src", "href", "xlink:href")]

    def handle_startendtag(self, tag: str, attributes: list) -> None:
        self.elements += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "title":
            self.tips.append(data)


def test_page_is_whole_and_fetches_nothing(wgrad) -> None:
    text = profile.page(wgrad)
    reader = Reader()
    reader.feed(text)
    assert reader.open == [] and reader.references == []
    assert "<script" not in text and "http" not in text and "@import" not in text and "url(" not in text
    # Every element of A, B and the accumulators, every chunk of both tiles, and the banks.
    assert sum(tip.startswith("row ") and "lane" in tip for tip in reader.tips) == 32 * 16 + 32 * 32
    assert sum(tip.startswith("k ") for tip in reader.tips) == 16 * 32
    assert sum(tip.startswith("thread ") for tip in reader.tips) == (64 + 32) * 32
    assert "row 5, k 9: lane 37, slot 1" in reader.tips
    assert any("4 dwords" in tip for tip in reader.tips)
    assert "went wrong" not in text


def test_command_prints_and_writes(tmp_path) -> None:
    files = [tmp_path / "p.json", tmp_path / "p.html"]
    command = [sys.executable, "-c", "from twinkern.cli import main; main()", "profile", *FORWARD.split()]
    done = subprocess.run([*command, "--json", files[0], "--html", files[1]], capture_output=True, text=True, check=True)
    words = ("matrix", "lds_read", "commit", "compute", "load of %x, 16 B", "issued", "useful", "worst instruction")
    for word in (*words, "11 barriers"):
        assert word in done.stdout
    assert "Traceback" not in done.stderr
    found = json.loads(files[0].read_text())
    (kernel,) = found["kernels"]
    assert kernel["per_matrix_instruction"]["matrix"] == 1
    assert sum(row["conflicts"] for row in kernel["accesses"]) == 0
    assert files[1].read_text().startswith("<!DOCTYPE html>")
    refused = subprocess.run([*command, "tile_m=7"], capture_output=True, text=True)
    assert refused.returncode == 2 and "refused" in refused.stderr


LONG = "direction=forward arch=gfx942 n=64 c=256 k=256 input=56x56 filter=3x3 pad=1 --whole".split()


def test_interrupt_stops_a_long_run(tmp_path) -> None:
    """Ctrl-C: no traceback, the status of an interrupt, and no half-written file."""
    target = tmp_path / "p.json"
    # A shell without a terminal starts its children with interrupts ignored.
    start = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from twinkern import profile; "
        "from twinkern.judge import oracle, simulator; "
        "from twinkern.cli import main; print('ready', flush=True); main()"
    )
    command = [sys.executable, "-c", start, "profile", *LONG, "--json", str(target)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(3)
    assert process.poll() is None, "the run was over before it could be stopped"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err + out
    assert list(tmp_path.iterdir()) == []
