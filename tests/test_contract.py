"""The contract: tables that are right, generated and in use, and a gate that sees one row changed in one engine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support import CASES, ROOT

from twinkern import policy, toolchain
from twinkern._contract import ARCHES, ATOMS, FIELDS, FLAVORS, INTRINSICS, PIPELINES, PROVEN_FLAVORS, RULES, Intrinsic
from twinkern.cases import load_cases
from twinkern.engines import DEFAULT_FLAVOR, PythonEngine
from twinkern.parity import run_gate

CONTRACT = ROOT / "parity/contract"
GENERATED = {
    "python/twinkern/_contract.py": "lds_bytes=65536",
    "cengine/src/contract_gen.h": "lds_bytes",
    "cengine/src/contract_gen.c": "65536",
    "README.md": "| gfx942 |",
}
"""The generated files, each with a text that is in what is generated."""
STATUS = toolchain.available_flavors()
HERE = [
    pytest.param(flavor, marks=pytest.mark.skipif(not STATUS[flavor].available, reason=STATUS[flavor].description))
    for flavor in FLAVORS
]


@pytest.fixture
def loader(monkeypatch):
    """The module that reads the contract, which stands beside its tables."""
    monkeypatch.syspath_prepend(str(CONTRACT))
    import load

    return load


# Lane maps.


def test_lane_maps_cover_their_operands(loader):
    contract = loader.load()
    assert len(contract.atoms) == len(ATOMS)
    for atom in contract.atoms:
        loader.check_map(atom["map"], contract.maps[atom["map"]], tuple(atom["shape"]))


@pytest.mark.parametrize(
    ("key", "terms", "operand"),
    [
        ("row", "lane % 8", "row, k"),
        ("row", "lane % 16 * 2", "row, k"),
        ("k", "lane / 16 * 2 + slot", "row, k"),
        ("column", "lane / 16", "column, k"),
        ("result_row", "lane / 32 * 4 + slot", "result_row, result_column"),
        ("result_column", "lane % 16 + slot", "result_row, result_column"),
    ],
)
def test_broken_lane_map_is_rejected(loader, key, terms, operand):
    contract = loader.load()
    atom = next(row for row in contract.atoms if row["map"] == "mfma_16_short")
    broken = {**contract.maps["mfma_16_short"], key: loader.parse_terms(terms)}
    with pytest.raises(ValueError, match=rf"\({operand}\) does not cover"):
        loader.check_map("mfma_16_short", broken, tuple(atom["shape"]))


@pytest.mark.parametrize("text", ["thread % 4", "lane % x", "lane * 2 % 4", "lane + + slot", "7"])
def test_lane_map_that_is_no_formula(loader, text):
    with pytest.raises(ValueError, match="lane map term"):
        loader.parse_terms(text)


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
        ("arch", "lds_bytes = 65536", "lds_bytes = 32768"),
        ("atoms", 'k = "lane / 16 * 4 + slot"', 'k = "lane / 16 + slot * 4"'),
        ("intrinsics", "llvm.amdgcn.s.barrier", "llvm.amdgcn.s.barrier.x"),
        ("fields", "range = [0, 512]", "range = [0, 256]"),
        ("rules", "the input is empty", "the input holds nothing"),
        ("pipelines", '"compute", "free"', '"compute"'),
    ],
)
def test_check_sees_a_changed_table(tree, table, old, new):
    edit(tree / f"parity/contract/{table}.toml", old, new)
    done = generate(tree, "--check")
    assert done.returncode == 1
    assert "_contract.py is not what the contract says" in done.stderr and "contract_gen.c" in done.stderr
    assert generate(tree).returncode == 0
    assert generate(tree, "--check").returncode == 0


@pytest.mark.parametrize("name", GENERATED)
def test_check_sees_an_edited_output(tree, name):
    edit(tree / name, GENERATED[name], "edited by hand")
    done = generate(tree, "--check")
    assert done.returncode == 1 and done.stderr.startswith(name)


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("atoms", 'intrinsic = "mfma_f32_16x16x16_f16"', 'intrinsic = "mfma"', "unknown intrinsic mfma"),
        ("atoms", 'arch = ["gfx950"]', 'arch = ["gfx951"]', "unknown architectures"),
        ("intrinsics", "{ llvm20 =", "{ llvm19 =", "must name each of the flavours"),
        ("rules", "{length} bytes", "{size} bytes", "placeholders and arguments differ"),
    ],
)
def test_generator_refuses_a_broken_table(tree, table, old, new, message):
    edit(tree / f"parity/contract/{table}.toml", old, new)
    done = generate(tree)
    assert done.returncode != 0 and message in done.stderr


# What LLVM says about the tables.


@pytest.mark.parametrize("flavor", [param for param in HERE if param.values[0] in PROVEN_FLAVORS])
@pytest.mark.parametrize("arch", ARCHES)
def test_data_layout_is_llvms_own(arch, flavor):
    vendor = ARCHES[arch].vendor
    assert vendor.data_layout[flavor] == toolchain.data_layout(vendor.triple, arch, flavor)


def probe(row: Intrinsic, arch: str, flavor: str) -> str:
    """A kernel that calls one intrinsic on its own arguments and keeps the result."""
    vendor = ARCHES[arch].vendor
    column = FLAVORS.index(flavor)
    types = [spread[column] for spread in row.arguments]
    constant = [fixed or len(set(spread)) > 1 for fixed, spread in zip(row.immediate, row.arguments, strict=True)]
    names = ["0" if fixed else f"%a{index}" for index, fixed in enumerate(constant)]
    given = [f"{type_} {name}" for type_, name in zip(types, names, strict=True)]
    parameters = ", ".join([f"ptr addrspace({vendor.global_space}) %out", *(x for x in given if "%" in x)])
    declared = ", ".join(
        type_ + (" immarg" if fixed else "") for type_, fixed in zip(types, row.immediate, strict=True)
    )
    call = f"call {row.result} @{row.names[column]}({', '.join(given)})"
    if row.result != "void":
        call = f"%r = {call}\n  store volatile {row.result} %r, ptr addrspace({vendor.global_space}) %out"
    attributes = vendor.kernel_attributes.format(threads=64, arch=arch)
    return (
        f'target datalayout = "{vendor.data_layout[flavor]}"\ntarget triple = "{vendor.triple}"\n'
        f"declare {row.result} @{row.names[column]}({declared})\n"
        f"define {vendor.kernel_convention} void @probe({parameters}) #0 {{\n  {call}\n  ret void\n}}\n"
        f"attributes #0 = {{ {attributes} }}\n"
    )


def links(row: Intrinsic, arch: str, flavor: str) -> bool:
    """Whether the probe of a row compiles and links."""
    try:
        toolchain.link(toolchain.compile(probe(row, arch, flavor), arch=arch, flavor=flavor))
    except toolchain.ToolchainError:
        return False
    return True


@pytest.mark.parametrize("flavor", HERE)
@pytest.mark.parametrize("arch", ARCHES)
def test_every_intrinsic_links(arch, flavor):
    rows = [row for row in INTRINSICS.values() if arch in row.arches]
    assert rows
    assert [row.id for row in rows if not links(row, arch, flavor)] == []


@pytest.mark.parametrize("flavor", HERE)
def test_an_intrinsic_that_is_not_there_does_not_link(flavor):
    row = INTRINSICS["barrier"]
    assert not links(replace(row, names=("llvm.amdgcn.s.barier",) * len(FLAVORS)), "gfx942", flavor)
    absent = [row for row in INTRINSICS.values() if "gfx942" not in row.arches]
    assert absent and not any(links(row, "gfx942", flavor) for row in absent)


# One row changed in the Python engine alone.


@pytest.fixture(scope="module")
def emitted():
    """Every accepted case with the text that the Python engine prints for it."""
    cases = [case for case in load_cases(CASES) if not case.reject]
    return [(case, PythonEngine().emit(case.data, DEFAULT_FLAVOR)) for case in cases]


def statuses(case) -> set[str]:
    """What the gate says of one case."""
    return {verdict.status for verdict in run_gate([case], [DEFAULT_FLAVOR]).verdicts}


@pytest.mark.parametrize("name", INTRINSICS)
def test_gate_sees_a_changed_intrinsic(name, emitted, monkeypatch):
    row = INTRINSICS[name]
    called = f"@{row.names[FLAVORS.index(DEFAULT_FLAVOR)]}("
    case = next(case for case, program in emitted if called in program.text)
    assert statuses(case) == {"identical"}
    monkeypatch.setitem(INTRINSICS, name, replace(row, names=tuple(f"{text}.x" for text in row.names)))
    assert statuses(case) == {"different text"}


@pytest.mark.parametrize("index", range(len(ATOMS)), ids=lambda index: f"{ATOMS[index].name}-{ATOMS[index].type}")
def test_gate_sees_a_changed_lane_map(index, emitted, monkeypatch):
    atom = ATOMS[index]
    case = next(
        case for case, program in emitted if (program.spec.atom, program.spec.in_type) == (atom.name, atom.type)
    )
    reduction = (*atom.reduction[:-1], replace(atom.reduction[-1], times=2))
    changed = (*ATOMS[:index], replace(atom, reduction=reduction), *ATOMS[index + 1 :])
    monkeypatch.setattr(policy, "ATOMS", changed)
    assert statuses(case) == {"different text"}


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"resource_flags": 0}, "different text"),
        ({"threads_per_workgroup": 64}, "one refuses"),
        ({"lds_bytes": 1024}, "one refuses"),
        ({"registers_per_lane": 8}, "one refuses"),
    ],
)
@pytest.mark.parametrize("arch", ARCHES)
def test_gate_sees_a_changed_architecture(arch, change, status, emitted, monkeypatch):
    case = next(case for case, program in emitted if program.arch == arch and program.spec.warps_m > 1)
    monkeypatch.setitem(ARCHES, arch, replace(ARCHES[arch], **change))
    assert statuses(case) == {status}


@pytest.mark.parametrize("name", PIPELINES)
def test_gate_sees_a_changed_pipeline(name, emitted, monkeypatch):
    case = next(case for case, program in emitted if program.spec.pipeline == name)
    monkeypatch.setitem(PIPELINES, name, replace(PIPELINES[name], body=PIPELINES[name].body[:-1]))
    assert statuses(case) == {"different text"}


@pytest.mark.parametrize("case", [case for case in load_cases(CASES) if case.reject], ids=lambda case: case.name)
def test_gate_sees_a_changed_message(case, monkeypatch):
    rule = RULES[case.reject]
    monkeypatch.setitem(RULES, case.reject, replace(rule, message=rule.message + "."))
    assert statuses(case) == {"refused differently"}


def test_gate_sees_a_changed_field(emitted, monkeypatch):
    from twinkern import spec

    case, program = emitted[0]
    group = spec.GROUPS["problem"]
    assert program.spec.problem.n > 1 and {field.name for field in FIELDS if field.group == "problem"} == set(group)
    monkeypatch.setitem(group, "n", replace(group["n"], high=1))
    assert statuses(case) == {"one refuses"}
