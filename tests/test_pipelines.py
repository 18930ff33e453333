"""Pipelines, layouts and loaders against the plain one: the same bits, on the same operands."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support import spec_of

from twinkern._contract import ARCHES, ATOMS, PIPELINES, ReadKind
from twinkern.engine.plan.layout import TileLayout, bank_conflicts, operand_read, padded, permuted
from twinkern.engine.plan.plan import resolve
from twinkern.engine.spec.violations import Refusal
from twinkern.engines import PythonEngine
from twinkern.judge.proof import run_simulation
from twinkern.judge.toolchain import ToolchainError, compile
from twinkern.profile import profile

ENGINE = PythonEngine()
EMITTING = [name for name, arch in ARCHES.items() if arch.emits]
TILE = "tile_m=64 tile_n=32 tile_k=32 warps_m=2 warps_n=1"
PROBLEMS = {
    "one iteration": "direction=forward n=1 c=32 k=32 input=7x7 filter=1x1",
    "two iterations": "direction=forward n=1 c=64 k=32 input=7x7 filter=1x1",
    "three iterations": "direction=forward n=1 c=96 k=32 input=7x7 filter=1x1",
    "many, grouped": "direction=forward n=1 c=32 k=64 groups=2 input=9x9 filter=3x3 stride=2 pad=1",
    "phases": "direction=dgrad n=1 c=32 k=32 input=8x8 filter=3x3 stride=2 pad=1",
    "ragged": "direction=wgrad n=1 c=24 k=40 input=7x5 filter=3x3 pad=1 dilation=2",
}


def variants(arch: str) -> list[str]:
    """The pipelines of an architecture at each number of stages, but for the plain one."""
    return [
        f"pipeline={row.name} loader={row.loader} stages={stages}"
        for row in PIPELINES
        for stages in range(row.least_stages, row.most_stages + 1)
        if row.name != "mem" and arch in row.arches
    ]


def output(words: str) -> np.ndarray:
    """The simulated output of a spec, which must be right and clean."""
    result = run_simulation(ENGINE.emit(spec_of(words), "llvm22"))
    assert not result.findings, str(result.findings[0])
    assert result.comparison.ok, str(result.comparison)
    return result.output.view(np.uint8)


@pytest.fixture(scope="module")
def plain() -> dict[tuple[str, str], np.ndarray]:
    """Outputs of the plain pipeline, as far as they were needed."""
    return {}


def plain_output(plain: dict, problem: str, arch: str) -> np.ndarray:
    """The output of pipeline mem with M-outer tiles."""
    if (problem, arch) not in plain:
        plain[problem, arch] = output(f"{PROBLEMS[problem]} arch={arch} {TILE} pipeline=mem k_outer=off")
    return plain[problem, arch]


PLACES = [
    *(("gfx950", problem) for problem in PROBLEMS),
    *((arch, problem) for arch in EMITTING if arch != "gfx950" for problem in ("two iterations", "phases", "ragged")),
]
"""Where the pipelines are compared: at every number of iterations on one architecture, and what differs on the others."""


@pytest.mark.parametrize(
    ("arch", "problem", "variant"), [(arch, problem, variant) for arch, problem in PLACES for variant in variants(arch)]
)
def test_every_pipeline_gives_the_bits_of_the_plain_one(variant, problem, arch, plain):
    words = f"{PROBLEMS[problem]} arch={arch} {TILE} {variant}"
    try:
        ENGINE.emit(spec_of(words), "llvm22")
    except Refusal as refusal:
        needs_transposed_reads = "loader=async" in variant and "forward" not in words
        assert needs_transposed_reads and not ARCHES[arch].reads[ReadKind.TRANSPOSED] and refusal.code == "ASYNC_FREE_AXIS"
        return
    assert np.array_equal(output(words), plain_output(plain, problem, arch))


@pytest.mark.parametrize("problem", ["phases", "ragged"])
@pytest.mark.parametrize(
    "layout",
    [
        "k_outer=on",
        "swizzle=xor",
        "swizzle=xor k_outer=off",
        "swizzle=xor k_outer=on vector_a=2",
        "lds_pad_a=0 lds_pad_b=32 k_outer=off",
        "k_outer=on lds_pad_b=8",
    ],
)
def test_layouts_do_not_change_a_bit(layout, problem, plain):
    words = f"{PROBLEMS[problem]} arch=gfx950 {TILE} {layout}"
    assert np.array_equal(output(words), plain_output(plain, problem, "gfx950"))


@pytest.mark.parametrize("problem", [name for name in PROBLEMS if name != "phases"])
@pytest.mark.parametrize("variant", ["pipeline=basic", "pipeline=ring loader=async stages=3"])
def test_unrolled_loops_do_not_change_a_bit(variant, problem, plain):
    words = f"{PROBLEMS[problem]} arch=gfx950 {TILE} {variant} unroll=full"
    assert np.array_equal(output(words), plain_output(plain, problem, "gfx950"))


@pytest.mark.parametrize("in_type", ["fp16", "bf16"])
@pytest.mark.parametrize(
    ("atom", "tile_k"),
    [("32x32x16", 16), ("32x32x16", 64), ("16x16x32", 32), ("16x16x32", 64), ("16x16x16", 16), ("16x16x16", 48)],
)
def test_k_outer_equals_m_outer_by_atom(atom, tile_k, in_type):
    words = (
        f"direction=wgrad n=2 c=24 k=40 groups=2 input=11x9 filter=3x3 stride=2 dilation=2 pad=2 in_type={in_type} "
        f"atom={atom} tile_m=64 tile_n=64 tile_k={tile_k} warps_m=2 warps_n=1"
    )
    plain = output(f"{words} k_outer=off")
    assert np.array_equal(output(f"{words} k_outer=on"), plain)
    if not tile_k & (tile_k - 1):
        assert np.array_equal(output(f"{words} k_outer=on swizzle=xor"), plain)


LARGE = "arch=gfx950 in_type=bf16 n=32 c=256 k=256 input=16x16 filter=3x3 pad=1 tile_m=128 tile_n=128 tile_k=64"


def loops(assembly: str) -> list[str]:
    """The innermost loops of a compiled kernel, from their label to the branch back."""
    found = []
    for part in assembly.split("\n.LBB")[1:]:
        label = ".LBB" + part.split(":")[0]
        body, back, _ = part.partition(f"s_cbranch_scc1 {label}\n")
        if back and ".LBB" not in body:
            found.append(body)
    return found


@pytest.mark.parametrize("direction", ["forward", "dgrad", "wgrad"])
@pytest.mark.parametrize("variant", ["pipeline=mem", *variants("gfx950")])
def test_no_pipeline_spills_and_rings_count_their_waits(variant, direction):
    program = ENGINE.emit(spec_of(f"direction={direction} {LARGE} {variant}"), "llvm22")
    try:
        compiled = compile(program.text, arch="gfx950", flavor="llvm22", assembly=True)
    except ToolchainError as error:
        pytest.fail(str(error))
    kernel = compiled.kernels[0]
    assert kernel.vgpr_spills == kernel.sgpr_spills == 0
    if "pipeline=ring" in variant or "pipeline=async" in variant:
        (loop,) = (body for body in loops(compiled.assembly) if "mfma" in body)
        assert "vmcnt(" in loop and "vmcnt(0)" not in loop
    if "pipeline=basic" in variant:
        (loop,) = (body for body in loops(compiled.assembly) if "mfma" in body)
        first_load, last_atom = loop.index("buffer_load"), loop.rindex("v_mfma")
        assert first_load < last_atom and "vmcnt" not in loop[first_load:last_atom]


@pytest.mark.parametrize(("arch", "elements"), [("gfx950", 4), ("gfx1250", 8)])
def test_k_outer_reads_a_fragment_with_the_fewest_reads_and_asks_less_of_lds(arch, elements):
    words = f"direction=wgrad {LARGE.replace('gfx950', arch)} n=1 input=8x8 pipeline=mem".split()
    kept = {word.partition("=")[0]: word for word in words}
    counts = {}
    for k_outer in ("on", "off"):
        program = ENGINE.emit(spec_of(" ".join([*kept.values(), f"k_outer={k_outer}"])), "llvm22")
        spec = program.spec
        result = run_simulation(program)
        assert result.ok
        instructions = result.counters[program.name].instructions
        counts[k_outer] = (instructions["lds_read"] + instructions["lds_write"]) / instructions["matrix"]
        if k_outer == "on":
            atom = resolve(spec).atom
            edges = spec.tile_m // spec.warps_m // atom.m + spec.tile_n // spec.warps_n // atom.n
            fragments = spec.tile_k // atom.k * edges
            reads = [line for line in program.text.splitlines() if "= call" in line and (".tr16." in line)]
            assert len(reads) == fragments * atom.a.length // elements
    assert counts["on"] <= counts["off"]


def formula(terms, lane):
    """The coordinate of a lane's first element, worked out beside the engine."""
    assert all(term.of_lane or term.divide > 1 for term in terms)
    return sum(lane // term.divide % (term.modulo or lane + 1) * term.times for term in terms if term.of_lane)


@pytest.mark.parametrize("arch", [name for name in EMITTING if ARCHES[name].reads[ReadKind.TRANSPOSED]])
@pytest.mark.parametrize("free", [32, 64, 128, 256])
@pytest.mark.parametrize("swizzled", [False, True])
def test_derived_layouts_leave_no_bank_conflict(arch, free, swizzled):
    """But for 16x16x32 on gfx950: no pad or swizzle makes its transposed read clean over 64 banks but one of short rows; the
    best costs 2 clocks a read."""
    for atom in ATOMS:
        bare = TileLayout(free, 64, True, 0, 2)
        read = operand_read(ARCHES[arch], atom.a, atom.lanes, bare, 1)
        if arch not in atom.arches or read.read is None:
            continue
        layout = permuted(read, bare, 8) if swizzled else padded(read, bare)
        size = layout.row_bytes
        group, shift = layout.swizzle_group, layout.swizzle_shift
        addresses = []
        for lane in range(atom.lanes):
            row, column = (formula(terms, lane) for terms in (read.read.row, read.read.column))
            if swizzled:
                turned = (row % 16 << 3 >> (3 + shift)) % (free // group)
                column = (column // group ^ turned) * group + column % group
            addresses.append(row * size + 2 * column)
        lost = bank_conflicts(addresses, 2 * read.elements, ARCHES[arch].lds_wide_read_banks)
        hard = arch == "gfx950" and atom.name == "16x16x32" and not (swizzled and free == 32)
        assert lost == (2 if hard else 0)


@pytest.mark.parametrize(
    ("arch", "direction"),
    [
        (name, direction)
        for name in EMITTING
        for direction in ("forward", "dgrad", "wgrad")
        if direction == "forward" or ARCHES[name].reads[ReadKind.TRANSPOSED]
    ],
)
def test_operand_reads_of_async_tiles_do_not_conflict(arch, direction):
    """By the simulator's count, in a tile that the async loader packed and a swizzle permuted."""
    asked = f"direction={direction} {LARGE} n=1 input=8x8 tile_k=0 arch={arch} pipeline=async"
    words = {word.partition("=")[0]: word for word in asked.split()}
    program = ENGINE.emit(spec_of(" ".join(words.values())), "llvm22")
    assert program.spec.swizzle == "xor"
    reads = [row for row in profile(program).kernels[0].accesses if row.space == "lds" and row.kind == "load"]
    operands = [row for row in reads if not row.part.startswith("epilogue")]
    assert operands and not sum(row.conflicts for row in operands)


@pytest.mark.parametrize(
    "words",
    [
        "pipeline=ring stages=4",
        "pipeline=ring loader=async stages=4",
        "pipeline=async warps_m=1 warps_n=1",
        "pipeline=wavelet load_warps=1",
        "pipeline=mem warps_m=1 warps_n=1",
        "pipeline=ring loader=async stages=4 warps_m=1 warps_n=1 vector_b=2 atom=16x16x16",
    ],
)
@pytest.mark.parametrize("arch", EMITTING)
def test_tiles_that_are_left_open_fit_the_machine(words, arch):
    text = f"direction=forward arch={arch} {words} n=8 c=256 k=256 input=16x16 filter=3x3 pad=1"
    assert {found.code for found in ENGINE.explain(spec_of(text)).violations} <= {"ATOM_MISSING"}
