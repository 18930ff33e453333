"""The contract: tables that are right, generated and in use, and a gate that sees one row changed in one engine."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support import CASES, ROOT, contract_module

from twinkern._contract import ARCHES, ATOMS, FIELDS, FLAVORS, INTRINSICS, PIPELINES, PROVEN_FLAVORS, RULES
from twinkern.engine.ir.types import FLOAT, I32, parse_type, struct, vector
from twinkern.engine.plan import policy
from twinkern.engines import DEFAULT_FLAVOR, PythonEngine
from twinkern.gate.cases import load_cases
from twinkern.gate.parity import run_gate
from twinkern.judge import toolchain

CONTRACT = ROOT / "parity/contract"
GENERATED = {
    "python/twinkern/_contract.py": "lds_bytes=65536",
    "cengine/src/contract_gen.h": "lds_bytes",
    "cengine/src/contract_gen.c": "65536",
    "README.md": "| gfx942 |",
}
"""The generated files, each with a text that is in what is generated."""
STATUS = toolchain.available_flavors()
EMITTING = [name for name, row in ARCHES.items() if row.emits]


READER = contract_module("load")
COLUMNS = contract_module("columns")
MACHINES = contract_module("machines")
WHOLE = READER.load()
"""All rows, those of architectures that no kernel can be asked for included."""


def skipped(reason: str) -> pytest.MarkDecorator:
    """A mark that skips for a reason, if there is one."""
    return pytest.mark.skipif(bool(reason), reason=reason)


def tool_chains(flavors, arches=tuple(WHOLE.arches), links: bool = True) -> list:
    """Each of these architectures with each of these flavours that knows it; skipped where what compiles its text, or also what
    links it, is not installed."""
    return [
        pytest.param(arch, flavor, marks=skipped(toolchain.lacking(arch if links else "", STATUS[flavor])))
        for arch in arches
        for flavor in WHOLE.arches[arch]["flavors"]
        if flavor in flavors
    ]


# The generator.


@pytest.fixture
def tree(tmp_path) -> Path:
    """A copy of the contract and of the tables generated from it."""
    shutil.copytree(CONTRACT, tmp_path / "parity/contract", ignore=shutil.ignore_patterns("__pycache__"))
    for name in GENERATED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def generate(tree: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run the generator of a tree."""
    command = [sys.executable, str(tree / "parity/contract/generate.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def edit(path: Path, old: str, new: str) -> None:
    """Replace the first occurrence of a text."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_generated_tables_are_current(tree):
    done = generate(tree, "--check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("arch", "cores = 304", "cores = 303"),
        ("atoms", 'row = "lane / 16 * 4 + slot"', 'row = "slot * 4 + lane / 16"'),
        ("intrinsics", "llvm.amdgcn.s.barrier", "llvm.amdgcn.s.barrier.x"),
        ("fields", "range = [0, 512]", "range = [0, 256]"),
        ("rules", "the input is empty", "the input holds nothing"),
        ("pipelines", '"raise", "compute", "lower"', '"compute"'),
        ("fields", 'sets = ["pad_before", "pad_after"]', 'sets = ["pad_after"]'),
        ("pipelines", "(ping-pong)", ""),
        ("operations", "holds = \"<>\"", "holds = \"<\""),
    ],
)
def test_check_sees_a_changed_table(tree, table, old, new):
    edit(tree / f"parity/contract/{table}.toml", old, new)
    done = generate(tree, "--check")
    assert done.returncode == 1
    assert "_contract.py is not what the contract says" in done.stderr and "contract_gen.h" in done.stderr
    assert generate(tree).returncode == 0
    assert generate(tree, "--check").returncode == 0


@pytest.mark.parametrize(
    ("family", "old", "new", "message"),
    [
        ("gfx1250", "dma_widths = 22", "dma_widths = 30", "gfx1250 needs an intrinsic async_load_lds_3 that gives void"),
        ("gfx1250", "dma_widths = 22", "dma_widths = 23", "gfx1250 needs an intrinsic async_load_lds_0 that gives void"),
        ("cdna4", "dma_per_lane = 0", "dma_per_lane = 1", "gfx950 needs an intrinsic async_load_lds_1 that gives void"),
        ("cdna4", "dma_widths = 18", "dma_widths = 22", r"gfx950 copies \[1, 2, 4\] dwords"),
        ("gfx1250", "dma_per_lane = 1", "dma_per_lane = 0", r"gfx1250 copies \[1, 2, 4\] dwords"),
        ("cdna3", "load = 16", "load = 16, transposed = 8", "gfx942 needs an intrinsic transposed_read_4_f16 that"),
        ("cdna4", "transposed = 8", "matrix = 16", r"gfx950 has reads \['matrix'\], which amdgcn does not write"),
        ("cdna2", "load = 16", "load = 16, descriptor = 8", r"gfx90a has reads \['descriptor'\], which amdgcn does not write"),
    ],
)  # fmt: skip
def test_a_machine_that_lacks_what_its_kernels_call_is_refused(tree, family, old, new, message):
    table = tree / "parity/contract/arch.toml"
    before, at, after = table.read_text(encoding="utf-8").partition(f"[family.{family}]\n")
    assert old in after.partition("[family.")[0]
    table.write_text(before + at + after.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        READER.load(tree / "parity/contract")


def test_an_intrinsic_of_another_result_is_refused(tree):
    edit(tree / "parity/contract/intrinsics.toml", 'result = "<8 x bfloat>"', 'result = "<4 x bfloat>"')
    with pytest.raises(ValueError, match="gfx1250 needs an intrinsic transposed_read_8_bf16 that gives <8 x bfloat>"):
        READER.load(tree / "parity/contract")


SEVERAL = """
[[intrinsic]]
id = "several"
name = "llvm.amdgcn.several"
result = "{ i32, <4 x float> }"
arguments = ["i32"]
families = ["cdna3"]
"""


def test_an_intrinsic_with_several_results(tree):
    with (tree / "parity/contract/intrinsics.toml").open("a", encoding="utf-8") as table:
        table.write(SEVERAL)
    assert generate(tree).returncode == 0
    source = tree / "cengine/src/contract_gen.c"
    assert 'TWK_STRUCT("{ i32, <4 x float> }", 2, TWK_SCALAR(I32), TWK_VECTOR_4(FLOAT)), 1,' in source.read_text()
    folders = [f"-I{tree / 'cengine/src'}", f"-I{ROOT / 'cengine/src'}"]
    command = ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", *folders, "-c", source, "-o", tree / "tables.o"]
    subprocess.run(command, check=True)
    assert parse_type("{ i32, <4 x float> }") is struct(I32, vector(4, FLOAT))


@pytest.mark.parametrize("name", GENERATED)
def test_check_sees_an_edited_output(tree, name):
    edit(tree / name, GENERATED[name], "edited by hand")
    done = generate(tree, "--check")
    assert done.returncode == 1 and done.stderr.startswith(name)


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("atoms", 'intrinsic = "mfma_f32_16x16x16_f16"', 'intrinsic = "mfma"', "unknown intrinsic mfma"),
        ("fields", '    "a loop",\n', "", "field unroll: each of ['off', 'full'] needs a meaning"),
        ("fields", 'sets = ["pad_before"', 'sets = ["before"', "alias pad sets unknown fields"),
        ("atoms", 'families = ["cdna4"]', 'families = ["cdna5"]', "unknown families ['cdna5']"),
        ("arch", 'family = "cdna4"', 'family = "cdna5"', "arch.toml, arch gfx950: no family 'cdna5'; there are cdna2,"),
        ("arch", "cores = 304", "coers = 304", "arch.toml, arch gfx942: no column coers; there are family,"),
        ("pipelines", '"fetch", "commit", "ready"', '"fetch", "comit", "ready"', "pipeline mem, coalesced: no step ['comit']"),
        ("pipelines", 'loader = "async"', 'loader = "asinc"', "pipeline ring: no loader 'asinc'"),
        ("pipelines", '["fetch", "commit", "ready", "compute"', '["load", "compute"', "coalesced: load are steps of another"),
        ("pipelines", "stages = [1, 1]", "stages = [0, 1]", "pipeline mem, coalesced: stages are [0, 1]; from 1 on, in order"),
        ("atoms", 'types = ["bf16", "bf16", "fp32"]', 'types = ["bf17", "bf16", "fp32"]', "atom 16x16x16: no type ['bf17']"),
        ("types", 'conversion = "round"', 'conversion = "truncate"', "type fp16: no conversion 'truncate'"),
        ("types", "packing = 4", "packing = 3", "type fp8: 3 elements of 8 bits are no register"),
        ("types", 'in_type = "planned"', 'in_type = "plant"', "type fp8: a field takes it or plans to"),
        ("intrinsics", "{ llvm20 =", "{ llvm19 =", "must name each of the flavours"),
        ("rules", "{length} bytes", "{size} bytes", "placeholders and arguments differ"),
        ("operations", 'typing = "order"', 'typing = "ordered"', "operation fence: there is no typing 'ordered'"),
        ("operations", 'shape = "fence"', 'shape = "fance"', "operation fence: there is no shape 'fance'"),
        ("operations", 'multiple = "product"', 'multiple = "produce"', "operation mul: there is no multiple 'produce'"),
        ("operations", 'of = "pointer"', 'of = "ptr"', "operation ptrtoint: there is no of 'ptr'"),
        ("operations", 'width = "narrower"', 'width = "less"', "operation trunc: there is no width 'less'"),
        ("operations", '["acquire", "release"]', '["acquire", "eq"]', "operation fence: ['acquire', 'eq'] are neither"),
        ("operations", '{ name = "sub"', '{ name = "add"', "a name stands twice in operation"),
        ("operations", 'holds = "<>"', 'holds = "!"', "predicate ne: '!' are not of <=>"),
    ],
)
def test_generator_refuses_a_broken_table(tree, table, old, new, message):
    edit(tree / f"parity/contract/{table}.toml", old, new)
    done = generate(tree)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr


def tables() -> dict:
    """The tables as they are read."""
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in CONTRACT.glob("*.toml")}


def rows_of(raw: dict) -> list[tuple[str, dict, tuple[str, ...]]]:
    """Every row of every table, and those inside rows: where it stands, itself, and what it needs."""
    found = []
    for table, kinds in COLUMNS.TABLES.items():
        for kind, columns in kinds.items():
            for where, row in COLUMNS.named_rows(table, kind, raw[table][kind] if kind else raw[table]):
                found.append((where, row, tuple(columns.needed.split())))
                for (owner, part), inner in COLUMNS.PARTS.items():
                    held = row.get(part, ()) if owner == kind else ()
                    needed = tuple(inner.needed.split())
                    found += [(f"{where}, {part}", each, needed) for each in ([held] if isinstance(held, dict) else held)]
    return found


def test_a_column_of_no_row_and_one_that_a_row_lacks_are_named():
    """In every row there is: misspelt, a column is one that no row has."""
    raw = tables()
    COLUMNS.check_rows(raw)
    rows = rows_of(raw)
    assert {where.rpartition(", ")[2] for where, _, _ in rows} >= {"transposed", "matrix", "tiles", "operation sub", "flavor"}
    for where, row, needed in rows:
        row["novel"] = 1
        with pytest.raises(ValueError, match=f"^{re.escape(where)}: no column novel; there are {needed[0]}"):
            COLUMNS.check_rows(raw)
        del row["novel"]
        kept = dict(row)
        del row[needed[-1]]
        named = re.escape(where) if len(needed) > 1 else re.escape(where.rpartition(" ")[0]) + r" \d+"
        with pytest.raises(ValueError, match=f"^{named} lacks {needed[-1]}; needed are {needed[0]}"):
            COLUMNS.check_rows(raw)
        row.clear()
        row.update(kept)


@pytest.mark.parametrize("table", COLUMNS.TABLES)
def test_a_kind_of_rows_that_there_is_not_is_named(table):
    raw = tables()
    raw[table]["novel"] = [{}]
    with pytest.raises(ValueError, match=f"^{table}.toml.*novel.*(there are|no row; one has)"):
        COLUMNS.check_rows(raw)


SIZES = [name for name, row in WHOLE.limits.items() if isinstance(row["value"], int) and row["value"] > 0]


@pytest.mark.parametrize("name", SIZES)
def test_a_limit_of_nothing_is_refused(name):
    limits = {**tables()["limits"], name: {"value": 0, "doc": ""}}
    with pytest.raises(ValueError, match=f"^limits.toml, {name}: value = 0; allowed is 1 or more$"):
        COLUMNS.check_limits(limits)


PIPELINE_FAMILIES = 'families = ["cdna2", "cdna3", "cdna4", "gfx1250"]'


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("operations", 'multiple = "product"', 'multipel = "product"', "operations.toml, operation mul: no column multipel"),
        ("atoms", "transposed = {", "transposd = {", "atoms.toml, operand mfma_16_short: no column transposd; there are"),
        ("atoms", "bits = 16, elements = 4, row", "bits = 16, row", "operand mfma_16_short, transposed lacks elements; needed"),
        ("atoms", "count = 4, atoms = 1, row", "count = 4, row", "operand mma_pairs_a, matrix lacks atoms; needed are bits,"),
        ("arch", "cores = 104\n", "", "arch.toml, arch gfx90a lacks cores; it, its family or its vendor says so"),
        ("arch", "register_granule = 8", "register_granule = 0", "arch gfx90a: register_granule = 0; allowed is 1 or more"),
        ("arch", "edge = 16, depth", "edge = 0, depth", "arch gfx90a: edge of a tile = 0; allowed is 1 or more"),
        ("arch", 'vendor = "amd"', 'vendor = "adm"', "arch.toml, family cdna2: no vendor 'adm'; there are amd, nvidia"),
        ("arch", 'machine = "amdgcn"', 'machine = "amdgnc"', "vendor amd of gfx90a: no machine 'amdgnc'; there are amdgcn"),
        ("limits", "value = 16\ndoc = \"least", "value = 0\ndoc = \"least", "limits.toml, SMALLEST_TILE: value = 0; allowed"),
        ("limits", "[0, 1, 2, 3, -1, -2, -3]", "[]", "limits.toml, SWIZZLE_SHIFTS: value = []; it is an integer, or several"),
        ("limits", "value = 3\n", "value = 3 3\n", "limits.toml: "),
        ("fields", 'name = "ReadKind"', 'name = "ReadKidn"', "fields.toml: no enum ReadKind; there are Conversion, "),
        ("fields", 'allowed = "atom"', 'allowed = "atmo"', "fields.toml, field atom: allowed = 'atmo'; there are type, arch,"),
        ("arch", 'in_types = ["fp16", "bf16"]', 'in_types = ["fp16", "bf16", "fp32"]',
         "arch.toml, arch gfx1250: in_types has fp32, and no atom is of it; there are those of fp16, bf16"),
        ("arch", 'in_types = ["fp16", "bf16"]', 'in_types = ["fp16", "fp8"]',
         "arch gfx90a: in_types = ['fp16', 'fp8']; the field"),
        ("arch", "wave_size = 64", "wave_size = 48",
         "atom 16x16x16 (mfma_16_short): 64 lanes; on gfx90a allowed are multiples and divisors of its wave_size = 48"),
        ("atoms", '["a", "b", "c", 0, 0, 0]', '["b", "a", "c", 0, 0, 0]', "allowed are constants and a, b, c in this order"),
        ("atoms", '["a", "b", "c", 0, 0, 0]', '["a", "b", "e", 0, 0, 0]', "arguments = ['a', 'b', 'e', 0, 0, 0]; allowed are"),
        ("intrinsics", '"i32", "i32", "i32", "i32", "i32", "i32", "float"', '"i64", "i16", "i16", "i32", "i32", "i32", "float"',
         "mma_m16n8k16_bf16: pieces of a are i16, i32, i64; allowed is one type"),
    ],
)  # fmt: skip
def test_what_the_generator_would_not_see_is_named(tree, table, old, new, message):
    """In one line, which says the file, the row, what is given and what is allowed."""
    edit(tree / f"parity/contract/{table}.toml", old, new)
    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        READER.load(tree / "parity/contract")
    assert "\n" not in str(refused.value) and ".toml" in str(refused.value)


def test_an_operand_in_pieces_where_the_machine_passes_it_whole(tree):
    """The bits are right, and the engine would pass all of A twice."""
    edit(tree / "parity/contract/atoms.toml", '["a", "b", "c", 0, 0, 0]', '["a", "a", "b", "c", 0, 0, 0]')
    four = '["<4 x half>", "<4 x half>", "<4 x float>"'
    edit(tree / "parity/contract/intrinsics.toml", four, '["<2 x half>", "<2 x half>", "<4 x half>", "<4 x float>"')
    with pytest.raises(ValueError, match="passed are a, a, b, c; amdgcn, of gfx90a, passes a, b, c, each whole"):
        READER.load(tree / "parity/contract")


@pytest.mark.parametrize(("family", "arch"), [("gfx11", "gfx1151"), ("gfx12", "gfx1201")])
def test_a_pipeline_of_a_family_without_intrinsics_is_refused(tree, family, arch):
    edit(tree / "parity/contract/pipelines.toml", PIPELINE_FAMILIES, PIPELINE_FAMILIES.replace("]", f', "{family}"]'))
    edit(tree / "parity/contract/arch.toml", f'family = "{family}"\nemits = false', f'family = "{family}"\nemits = true')
    with pytest.raises(ValueError, match=f"^intrinsics.toml: {arch} needs an intrinsic workitem_id_x that gives i32$"):
        READER.load(tree / "parity/contract")


@pytest.mark.parametrize("machine", MACHINES.CALLS)
def test_what_a_machine_module_calls_is_asked_of_its_machines(machine):
    """By a name that it writes out; names that it makes up are those of accesses, copies and reads."""
    text = (ROOT / f"python/twinkern/engine/machine/{machine}.py").read_text(encoding="utf-8")
    named = set(re.findall(r'(?:call|wait)\((?:own if split else )?"(\w+)"', text)) | set(re.findall(r'"(\w+)" if axis', text))
    vendors = [name for name, row in WHOLE.vendors.items() if row["machine"] == machine]
    arches = {name: row for name, row in WHOLE.arches.items() if row["vendor"] in vendors}
    calls = [MACHINES.called(name, row, machine, WHOLE.atoms) for name, row in arches.items()]
    assert len(named) > {"amdgcn": 10, "nvptx": 5}[machine] and named <= {*set().union(*calls), "buffer_load_lds"}


# What LLVM says about the tables.


@pytest.mark.parametrize(("arch", "flavor"), tool_chains(PROVEN_FLAVORS, links=False))
def test_data_layout_is_llvms_own(arch, flavor):
    vendor = WHOLE.vendors[WHOLE.arches[arch]["vendor"]]
    assert vendor["data_layout"][flavor] == toolchain.data_layout(vendor["triple"], arch, flavor)


IMMEDIATES = {("buffer_load_lds", 2): 4}
"""Immediate arguments that may not be 0, by intrinsic and position: the bytes of a load."""


def probe(row: dict, arch: str, flavor: str) -> str:
    """A kernel that calls one intrinsic on its own arguments and keeps the result."""
    vendor = WHOLE.vendors[WHOLE.arches[arch]["vendor"]]
    column = FLAVORS.index(flavor)
    name = row["name"][column]
    passed, parameters, declared = [], [f"ptr addrspace({vendor['global_space']}) %out"], []
    for index, (spread, immediate) in enumerate(zip(row["arguments"], row["immediate"], strict=True)):
        type_ = spread[column]
        if not type_:
            continue
        declared.append(f"{type_} immarg" if immediate else type_)
        constant = IMMEDIATES.get((row["id"], index), 0)
        passed.append(f"{type_} {constant if immediate else f'%a{index}'}")
        if not immediate:
            parameters.append(passed[-1])
    call = f"call {row['result']} @{name}({', '.join(passed)})"
    if row["result"] != "void":
        call = f"%r = {call}\n  store volatile {row['result']} %r, ptr addrspace({vendor['global_space']}) %out"
    attributes = vendor["kernel_attributes"].format(threads=64, arch=arch)
    return (
        f'target datalayout = "{vendor["data_layout"][flavor]}"\ntarget triple = "{vendor["triple"]}"\n'
        f"declare {row['result']} @{name}({', '.join(declared)})\n"
        f"define {vendor['kernel_convention']} void @probe({', '.join(parameters)}) #0 {{\n  {call}\n  ret void\n}}\n"
        f"attributes #0 = {{ {attributes} }}\n"
    )


def failure(row: dict, arch: str, flavor: str) -> str:
    """Why the probe of a row does not compile and link; empty where it does."""
    try:
        toolchain.link(toolchain.compile(probe(row, arch, flavor), arch=arch, flavor=flavor))
    except toolchain.ToolchainError as error:
        return str(error)
    return ""


def spelled_alike(row: dict) -> bool:
    """Whether all flavours that no tool chain carries spell a row as the last of the others does."""
    columns = [FLAVORS.index(flavor) for flavor in FLAVORS if flavor not in PROVEN_FLAVORS]
    nearest = FLAVORS.index(PROVEN_FLAVORS[-1])
    return all(spread[column] == spread[nearest] for spread in (row["name"], *row["arguments"]) for column in columns)


@pytest.mark.parametrize(("arch", "flavor"), tool_chains(FLAVORS))
def test_every_intrinsic_links(arch, flavor):
    """A flavour that no tool chain carries is tried with the nearest one, where it spells the intrinsic alike."""
    rows = [row for row in WHOLE.intrinsics if arch in row["arch"] and (flavor in PROVEN_FLAVORS or spelled_alike(row))]
    assert rows or flavor not in PROVEN_FLAVORS
    found = {row["id"]: failure(row, arch, flavor) for row in rows}
    assert {name: text for name, text in found.items() if text} == {}


@pytest.mark.parametrize(("arch", "flavor"), tool_chains(FLAVORS, ["gfx942"]))
def test_an_intrinsic_that_is_not_there_does_not_link(arch, flavor):
    barrier = next(row for row in WHOLE.intrinsics if row["id"] == "barrier")
    assert failure({**barrier, "name": ("llvm.amdgcn.s.barier",) * len(FLAVORS)}, arch, flavor)
    absent = [row for row in WHOLE.intrinsics if row["arch"] == ["gfx950"]]
    assert absent and all(failure(row, arch, flavor) for row in absent)


NVIDIA = [name for name, row in WHOLE.arches.items() if row["vendor"] == "nvidia"]
SYNC = {flavor: "llvm.nvvm.barrier0" if flavor == "llvm20" else "llvm.nvvm.barrier.cta.sync.aligned.all" for flavor in FLAVORS}
SYNC_ID = {flavor: "" if flavor == "llvm20" else "i32 immarg" for flavor in FLAVORS}
WRITTEN = [
    (SYNC, "void", [SYNC_ID]),
    ("llvm.nvvm.read.ptx.sreg.ctaid.z", "i32", []),
    ("llvm.nvvm.cp.async.cg.shared.global.16.s", "void", ["ptr addrspace(3)", "ptr addrspace(1)", "i32"]),
    ("llvm.nvvm.cp.async.wait.group", "void", ["i32 immarg"]),
    ("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3", "{ i32, i32, i32, i32 }", ["ptr addrspace(3)"]),
    ("llvm.nvvm.f2tf32.rna", "i32", ["float"]),
]
"""Names, results and arguments as a table of intrinsics has them."""


def written(name: str | dict, result: str, arguments: list) -> dict:
    """A row as the reader makes it."""
    spread = [READER.by_flavor(argument, FLAVORS) for argument in arguments]
    return {
        "id": "written",
        "name": READER.by_flavor(name, FLAVORS),
        "result": result,
        "arguments": [tuple(text.removesuffix(" immarg") for text in row) for row in spread],
        "immediate": [any(text.endswith(" immarg") for text in row) for row in spread],
    }


@pytest.mark.parametrize(("arch", "flavor"), tool_chains(FLAVORS, NVIDIA))
def test_the_probe_tells_what_links_for_nvidia(arch, flavor):
    """By ptxas: a row of each kind does, and neither a name of a later LLVM does nor one with a letter less."""
    rows = {str(name): written(name, *rest) for name, *rest in WRITTEN}
    found = {name: failure(row, arch, flavor) for name, row in rows.items()}
    assert {name: text for name, text in found.items() if text} == {}
    later = written(SYNC["llvm22"], "void", ["i32 immarg"])
    assert ("undefined: llvm.nvvm.barrier.cta" in failure(later, arch, flavor)) == (flavor == "llvm20")
    assert "undefined: llvm.nvvm.barier0" in failure(written("llvm.nvvm.barier0", "void", []), arch, flavor)
    atom = next(row for row in WHOLE.intrinsics if row["id"] == "mma_m16n8k16_f16")
    assert failure({**atom, "name": tuple(name.replace("k16", "k61") for name in atom["name"])}, arch, flavor)


# One row changed in the Python engine alone.


@pytest.fixture(scope="module")
def emitted():
    """Every accepted case with the text that the Python engine prints for it."""
    cases = [case for case in load_cases(CASES) if not case.reject]
    return [(case, PythonEngine().emit(case.data, DEFAULT_FLAVOR)) for case in cases]


def statuses(case) -> set[str]:
    """What the gate says of one case."""
    return {verdict.status for verdict in run_gate([case], [DEFAULT_FLAVOR]).verdicts}


UNCALLED = {"maximum_f32", "minimum_f32"}
"""What the IR offers and no case calls: tests/test_operations.py compares and computes it."""


def test_what_no_case_calls(emitted):
    called = {name for name, row in INTRINSICS.items() for _, program in emitted if f"@{row.names[0]}(" in program.text}
    assert not called & UNCALLED


@pytest.mark.parametrize("name", [name for name in INTRINSICS if name not in UNCALLED])
def test_gate_sees_a_changed_intrinsic(name, emitted, monkeypatch):
    row = INTRINSICS[name]
    called = f"@{row.names[FLAVORS.index(DEFAULT_FLAVOR)]}("
    case = next(case for case, program in emitted if called in program.text)
    assert statuses(case) == {"identical"}
    monkeypatch.setitem(INTRINSICS, name, replace(row, names=tuple(f"{text}.x" for text in row.names)))
    assert statuses(case) == {"different text"}


@pytest.mark.parametrize("index", range(len(ATOMS)), ids=lambda index: f"{ATOMS[index].name}-{ATOMS[index].a.type}")
def test_gate_sees_a_changed_lane_map(index, emitted, monkeypatch):
    atom = ATOMS[index]
    case = next(
        case
        for case, program in emitted
        if (program.spec.atom, program.spec.in_type) == (atom.name, atom.a.type) and program.arch in atom.arches
    )
    reads = tuple(replace(read, row=(*read.row[:-1], replace(read.row[-1], times=2))) for read in atom.a.reads)
    changed = (*ATOMS[:index], replace(atom, a=replace(atom.a, reads=reads)), *ATOMS[index + 1 :])
    monkeypatch.setattr(policy, "ATOMS", changed)
    # The pads are derived from the lane map, so that the resolved spec may differ before the text does.
    assert statuses(case) <= {"different text", "different canonical spec"}


def asks_for_its_tile(case, program) -> bool:
    """Whether no smaller tile can be chosen where the machine shrinks, and the kernel has several warps."""
    asked = json.loads(case.data)
    return all(asked.get(f"tile_{edge}") for edge in "mnk") and program.spec.warps_m * program.spec.warps_n > 2


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"resource_flags": 0}, "different text"),
        ({"threads_per_workgroup": 64}, "one refuses"),
        ({"lds_bytes": 1024}, "one refuses"),
        ({"registers_per_lane": 8}, "one refuses"),
    ],
)
@pytest.mark.parametrize("arch", EMITTING)
def test_gate_sees_a_changed_architecture(arch, change, status, emitted, monkeypatch):
    case = next(case for case, program in emitted if program.arch == arch and asks_for_its_tile(case, program))
    if "resource_flags" in change and ARCHES[arch].vendor.name != "amd":
        change = {"shuffle_pad": 32}
    monkeypatch.setitem(ARCHES, arch, replace(ARCHES[arch], **change))
    assert statuses(case) == {status}


@pytest.mark.parametrize("row", PIPELINES, ids=lambda row: f"{row.name}-{row.loader}-{row.arches[0]}")
def test_gate_sees_a_changed_pipeline(row, emitted, monkeypatch):
    wanted = (row.name, row.loader)
    case = next(
        case for case, program in emitted
        if (program.spec.pipeline, program.spec.loader) == wanted and program.arch in row.arches
    )  # fmt: skip
    changed = tuple(replace(other, body=other.body[:-1]) if other is row else other for other in PIPELINES)
    monkeypatch.setattr(policy, "PIPELINES", changed)
    assert statuses(case) == {"different text"}


@pytest.mark.parametrize("case", [case for case in load_cases(CASES) if case.reject], ids=lambda case: case.name)
def test_gate_sees_a_changed_message(case, monkeypatch):
    rule = RULES[case.reject]
    monkeypatch.setitem(RULES, case.reject, replace(rule, message=rule.message + "."))
    assert statuses(case) == {"refused differently"}


def test_gate_sees_a_changed_field(emitted, monkeypatch):
    from twinkern.engine.spec import spec

    case, program = emitted[0]
    group = spec.GROUPS["problem"]
    assert program.spec.problem.n > 1 and {field.name for field in FIELDS if field.group == "problem"} == set(group)
    monkeypatch.setitem(group, "n", replace(group["n"], high=1))
    assert statuses(case) == {"one refuses"}


# Numbers.

ENCODINGS = {
    "ALL_LANES", "COUNTERS_OPEN", "END_OF_INPUT", "LAST_LANE", "LDS_DONE", "MASK_REACH", "NO_AXIS", "NO_SCOPE", "OUT_OF_RANGE",
    "GROUP_AXIS", "PARTED_BARRIER", "ZERO_BYTES",
}  # fmt: skip
"""How one machine's instructions spell something, and values that stand for none: each is an engine's own affair."""


def test_numbers_of_both_engines_stand_in_the_contract():
    python = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "python/twinkern/engine").rglob("*.py"))
    sources = [path for path in (ROOT / "cengine/src").rglob("*.[ch]") if "contract_gen" not in path.name]
    c = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    typed = set(re.findall(r"^([A-Z][A-Z_]+)(?:: [^=\n]+)? = [-(\d]", python, re.MULTILINE))
    defined = set(re.findall(r"^#define (?:TWK_)?(\w+) [-(\d]", c, re.MULTILINE))
    assert typed & defined <= ENCODINGS, "limits.toml has a place for these"
    assert {"COUNTERS_OPEN", "OUT_OF_RANGE"} <= typed & defined
    names = list(tomllib.loads((CONTRACT / "limits.toml").read_text(encoding="utf-8")))
    assert len(names) > 20 and not set(names) & (typed | defined)
    assert all(re.search(rf"\b{name}\b", python) and f"TWK_{name}" in c for name in names)
