"""Machines that no row of the contract is yet: both engines, built with one, do as the interface of machines says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.gate.other_contract import OtherEngines

ASKED: dict[str, Any] = {
    "problem": {"n": 2, "c": 64, "k": 64, "input": [12, 10], "filter": [3, 3]},
    "direction": "forward",
    "arch": "gfx942",
}

LOADING_WARPS = """
[[pipeline]]
name = "wavelet"
loader = "async"
stages = [3, 3]
fetched_tiles = 0
roles = true
overlap = "copies"
fill = ["load"]
start = []
body = ["load", "arrive", "meet", "compute", "meet"]
finish = ["drain", "meet"]
families = ["cdna3", "cdna4", "gfx1250"]
doc = ""
elsewhere = "theirs keeps one LDS tile, and those that multiply wait while it is written; ours keeps two"
"""


def other_machines(contract: Path) -> None:
    """A pipeline whose loading warps start copies; gfx942 with warps of 32 lanes, so that an atom takes two; gfx90a that loads
    a dword of LDS at once; gfx950 with limits as they are elsewhere; shared memory whose size is given at launch; and fields
    that are for other machines."""
    table = contract / "arch.toml"
    text = table.read_text(encoding="utf-8")
    text = text.replace("[arch.gfx942]\n", "[arch.gfx942]\nwave_size = 32\n")
    text = text.replace("[arch.gfx90a]\n", "[arch.gfx90a]\nreads = { load = 4 }\n")
    limits = "tensor_bytes = 1000000\ngrid_x = 100\ngrid_x_of_threads = 0\ngrid_y = 7\n"
    limits += "tiles = [{ edge = 64, depth = 32, warps = 4 }]\n"
    text = text.replace("[arch.gfx950]\n", "[arch.gfx950]\n" + limits)
    static = "internal addrspace(3) global [{bytes} x i8] poison, align 16"
    text = text.replace(static, "external addrspace(3) global [0 x i8], align 128")
    table.write_text(text, encoding="utf-8")
    fields = contract / "fields.toml"
    text = fields.read_text(encoding="utf-8")
    for machines in ('["amd"]', '["cdna2", "cdna3", "cdna4"]'):
        text = text.replace(f"machines = {machines}", 'machines = ["nvidia"]')
    fields.write_text(text, encoding="utf-8")
    with (contract / "pipelines.toml").open("a", encoding="utf-8") as table:
        table.write(LOADING_WARPS)


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> OtherEngines:
    return OtherEngines(tmp_path_factory.mktemp("machines"), other_machines)


def test_an_atom_that_takes_the_lanes_of_two_warps(engines: OtherEngines) -> None:
    """Warps are counted in 32 lanes, a lane of the atom in 64, and pairs of warps share a place in the tile."""
    text = engines.ask({**ASKED, "tile_m": 64, "tile_n": 64, "warps_m": 4, "warps_n": 2})["text"]
    assert '"amdgpu-flat-work-group-size"="256,256"' in text
    start = text[text.index("; thread, lane and warp") : text.index("; loader of x")]
    operations = [line.split(" = ")[1] for line in start.splitlines()[1:] if " = " in line]
    named = [line.split(" = ")[0].strip() for line in start.splitlines()[1:] if " = " in line]
    thread, _, divided, warp, atom, _, _ = named
    assert [operation.replace("@llvm.amdgcn.", "") for operation in operations[1:]] == [
        f"urem i32 {thread}, 64",
        f"udiv i32 {thread}, 32",
        f"call i32 readfirstlane.i32(i32 {divided})",
        f"udiv i32 {warp}, 2",
        f"urem i32 {atom}, 2",
        f"udiv i32 {atom}, 2",
    ]


def test_runs_of_an_operand_are_no_longer_than_the_machine_loads_at_once(engines: OtherEngines) -> None:
    """An operand of four halves in two loads of two, one four bytes after the other."""
    asked = {**ASKED, "arch": "gfx90a", "atom": "16x16x16", "tile_m": 16, "tile_n": 16, "tile_k": 16, "epilogue": "direct"}
    text = engines.ask(asked)["text"]
    loads = [line.split(" = ")[1] for line in text.splitlines() if " = load " in line]
    assert len(loads) == 4 and all(load.startswith("load <2 x half>, ptr addrspace(3)") for load in loads)
    assert sum("getelementptr" in line and line.endswith(", i32 4") for line in text.splitlines()) == 2


def test_warps_that_are_no_whole_atom(engines: OtherEngines) -> None:
    refused = engines.ask({**ASKED, "tile_m": 64, "tile_n": 64, "atom": "16x16x16", "warps_m": 3, "warps_n": 1})["refused"]
    message = "warps_m = 3 is no multiple of 2 (atom 16x16x16); 2 is"
    assert refused == [["TILE_SHAPE", message]]


def test_open_warps_are_whole_atoms(engines: OtherEngines) -> None:
    manifest = engines.ask({**ASKED, "tile_m": 16, "tile_n": 16, "atom": "16x16x16"})["manifest"]
    assert '"block":[64,1,1]' in manifest


def test_shared_memory_that_is_given_at_launch(engines: OtherEngines) -> None:
    answer = engines.ask(ASKED)
    assert "\n@lds = external addrspace(3) global [0 x i8], align 128\n\ndefine" in answer["text"]
    assert re.search(r'"lds_bytes":[1-9]', answer["manifest"])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, []),
        ({"n": 8, "input": [70, 100]}, ["PROBLEM_TENSOR_BYTES", "PROBLEM_TENSOR_BYTES", "GRID_LIMIT"]),
        ({"c": 8, "k": 8, "input": [60, 62]}, ["grid x needs 109 workgroups; the machine takes 100"]),
        ({"groups": 8}, ["grid y needs 8 groups; the machine takes 7"]),
    ],
)
def test_the_limits_of_a_machine(engines: OtherEngines, change: dict[str, Any], told: list[str]) -> None:
    """They are its row's: the bytes of a tensor, the workgroups of a grid along x and y."""
    spec = {**ASKED, "arch": "gfx950", "problem": {**ASKED["problem"], **change}, "tile_m": 64, "tile_n": 64}
    refused = engines.ask(spec).get("refused", [])
    assert len(refused) == len(told)
    assert all(what in (code, message) for what, (code, message) in zip(told, refused, strict=True))


def test_loading_warps_wait_for_copies_of_tiles_that_others_compute(engines: OtherEngines) -> None:
    """They count the tiles that are computed, though they compute none."""
    sizes = {"tile_m": 64, "tile_n": 32, "tile_k": 32, "warps_m": 2, "warps_n": 1}
    answer = engines.ask({**ASKED, "arch": "gfx1250", "pipeline": "wavelet", "loader": "async", **sizes}, simulate=True)
    assert (answer["right"], answer["findings"]) == (True, [])
    assert "call void @llvm.amdgcn.s.wait.asynccnt(i16 0)" in answer["text"]


@pytest.mark.parametrize(
    ("field", "value", "default"),
    [("warps_per_unit", 2, 0), ("accumulation_registers", "none", "allowed"), ("chiplets", 8, 1)],
)
def test_a_field_that_the_machine_lacks(engines: OtherEngines, field: str, value: int | str, default: int | str) -> None:
    """It is refused, as something that no such machine could do, but where it says what holds there anyway."""
    refused = engines.ask({**ASKED, field: value})["refused"]
    told = f"{field} = {value} is about something that gfx942 does not have; there it is {default}"
    assert refused == [["FIELD_MACHINE", told]]
    assert engines.ask({**ASKED, field: default}) == engines.ask(ASKED)


def test_the_tiles_that_a_machine_tries(engines: OtherEngines) -> None:
    """Open fields are filled from its row: edges of 64, and as many as four warps along each of them."""
    spec = {**ASKED, "arch": "gfx950", "atom": "16x16x16"}
    tile = {"tile_m": 64, "tile_n": 64, "tile_k": 32, "warps_m": 4, "warps_n": 4}
    assert engines.ask(spec) == engines.ask({**spec, **tile})
    assert '"block":[1024,1,1]' in engines.ask(spec)["manifest"]
