"""Benchmark of the pipelines: what each one occupies and asks of LDS, compiled and counted; no clock is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twinkern._contract import PIPELINES
from twinkern.engines import DEFAULT_FLAVOR, PythonEngine
from twinkern.gate.cases import Case
from twinkern.judge.proof import simulated_spec
from twinkern.profile import KernelProfile, profile
from twinkern.profile.report import compiled_resources
from twinkern.words import words_to_json

ARCH = "gfx950"
SPEC = f"arch={ARCH} in_type=bf16 n=32 c=256 k=256 input=16x16 filter=3x3 pad=1 tile_m=128 tile_n=128 tile_k=64"
SMALL = {"forward": "n=1 input=8x8", "dgrad": "n=1 input=8x8", "wgrad": "n=4 input=8x8"}
"""What of the problem is replaced for the simulator; a wgrad reduces over pixels, and needs a few tiles of them."""
COLUMNS = ("vgprs", "spills", "lds_bytes", "warps_per_unit", "lds_reads", "lds_writes", "read_conflicts", "write_conflicts")
"""Registers, spills, bytes of LDS and warps a SIMD unit of the compiled kernel; then, for each matrix instruction, LDS
instructions, and clocks that bank conflicts cost reads and writes before the epilogue."""


def markdown(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table of Markdown, without its last newline."""
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ("---",) * len(head), *rows))


COMPARED = [row for row in PIPELINES if ARCH in row.arches]
"""The pipelines of the machine that they are compared on."""
EXPLAINED = [(f"`{row.name}`", row.loader, row.doc, row.elsewhere) for row in COMPARED]
HEAD = f"""# Pipelines, compared

Written by `make bench`. Each kernel is `{SPEC}` with one pipeline, compiled with LLVM 22; instructions and bank conflicts are
counted in the simulator on the same kernel with `{SMALL["forward"]}` (wgrad: `{SMALL["wgrad"]}`), by the bank model of
`parity/contract/arch.toml`. LDS instructions and conflicts (in clocks, before the epilogue) are for each matrix instruction;
copies straight to LDS are no LDS instructions.
`m-outer` transposes on the store instead of on the read; `swizzle` permutes rows instead of padding them; the async loader
packs and permutes them unless asked not to (`async-plain`).

## What each is

{markdown(("pipeline", "loader", "what it does", "what composable_kernel calls so"), EXPLAINED)}

The names of composable_kernel are those of its
[ck_tile pipelines](https://github.com/ROCm/composable_kernel/tree/develop/include/ck_tile/ops/gemm/pipeline): `ag_bg_cr_mem`,
`agmem_bgmem_creg_v1` (basic), `ag_bg_cr_comp_v3`, `ag_bg_cr_comp_v4`, `ag_bg_cr_comp_async` and `ag_bg_cr_wavelet`.

## Occupancy and LDS
"""


def variants() -> Iterator[tuple[str, str]]:
    """Names and words of the pipelines, rings at each number of stages, and of the layouts to compare K-outer tiles with."""
    for row in COMPARED:
        for stages in range(row.least_stages, row.most_stages + 1):
            several = row.least_stages < row.most_stages
            name = row.name + (str(stages) if several else "") + ("-async" if several and row.loader == "async" else "")
            yield name, f"pipeline={row.name} loader={row.loader} stages={stages}"
    yield "mem-m-outer", "pipeline=mem k_outer=off"
    yield "mem-swizzle", "pipeline=mem swizzle=xor"
    yield "mem-m-outer-swizzle", "pipeline=mem k_outer=off swizzle=xor"
    yield "async-plain", "pipeline=async swizzle=none"


def conflicts(kernel: KernelProfile, kind: str) -> float:
    """Clocks that bank conflicts cost LDS accesses of a kind before the epilogue, for each matrix instruction."""
    lost = sum(
        row.conflicts
        for row in kernel.accesses
        if row.space == "lds" and row.kind == kind and not row.part.startswith("epilogue")
    )
    return lost / max(kernel.counters.instructions.get("matrix", 0), 1)


def measure(direction: str, words: str) -> dict[str, float]:
    """The columns of one pipeline."""
    asked = tuple(f"direction={direction} {SPEC} {words}".split())
    engine = PythonEngine()
    case = Case("bench", "asked", words_to_json(asked), asked, simulate=tuple(SMALL[direction].split()))
    program = engine.emit(case.data, DEFAULT_FLAVOR)
    small = engine.emit(simulated_spec(program, case).to_json().encode(), DEFAULT_FLAVOR)
    kernel = profile(small).kernels[0]
    resources = compiled_resources(program)[program.name]
    found = [
        float(resources["vgprs"]),
        float(resources["spills"]),
        float(program.manifest["kernels"][0]["lds_bytes"]),
        float(resources["warps_per_unit"]),
        kernel.per_matrix("lds_read"),
        kernel.per_matrix("lds_write"),
        conflicts(kernel, "load"),
        conflicts(kernel, "store"),
    ]
    return dict(zip(COLUMNS, found, strict=True))


def bench_pipelines() -> dict[str, float]:
    """The columns of every pipeline and direction, by key `pipeline.DIRECTION.NAME.COLUMN`."""
    return {
        f"pipeline.{direction}.{name}.{column}": value
        for direction in ("forward", "dgrad", "wgrad")
        for name, words in variants()
        for column, value in measure(direction, words).items()
    }


def document(found: dict[str, float]) -> str:
    """The columns as a page of Markdown: how to read them, and a row a pipeline and direction."""
    rows: dict[tuple[str, str], dict[str, float]] = {}
    for key, value in found.items():
        kind, *rest = key.split(".")
        if kind == "pipeline":
            rows.setdefault((rest[0], rest[1]), {})[rest[2]] = value
    lines = ((*of, *(f"{values[column]:g}" for column in COLUMNS)) for of, values in rows.items())
    return f"{HEAD}\n{markdown(('direction', 'pipeline', *COLUMNS), lines)}\n"
