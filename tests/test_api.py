"""The package as a library."""

from __future__ import annotations

import ast
import contextlib
import doctest
import hashlib
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.support import ENGINES, TINY, spec_of

import twinkern
from twinkern import ConvProblem, ConvSpec, Refusal, SpecError, compile, emit, explain, prove, simulate
from twinkern.engines import DEFAULT_FLAVOR, check_flavor, get_engine
from twinkern.judge.toolchain import ToolchainError

ONES = (1, 1)
PROBLEM = ConvProblem(
    n=1, c=8, k=8, input=(4, 4), filter=(3, 3), stride=ONES, dilation=ONES, pad_before=ONES, pad_after=ONES
)
SPEC = ConvSpec(problem=PROBLEM, direction="dgrad", arch="gfx942")


@pytest.mark.parametrize("use", ["", "; twinkern.emit(b'{0}', engine='c'); twinkern.explain(b'{0}')"])
def test_import_is_light(use):
    """Neither importing nor emitting needs NumPy, PyTorch, llvmlite or the command line's libraries."""
    program = f"import sys, twinkern{use.format(SPEC.to_json())}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "twinkern" in loaded
    assert not loaded & {"numpy", "torch", "llvmlite", "elftools", "msgpack", "click", "rich", "hypothesis"}


def test_docstring_example_works():
    examples = doctest.DocTestParser().get_examples(twinkern.__doc__)
    assert examples
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("".join(example.source for example in examples), {})
    name, digest = printed.getvalue().split()
    assert name.startswith("forward_gfx942_n2c32k32g1_") and re.fullmatch("[0-9a-f]{64}", digest)


def test_public_names_exist_and_are_documented():
    for name in twinkern.__all__:
        assert getattr(getattr(twinkern, name), "__doc__", None), name
    tree = ast.parse(Path(twinkern.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(twinkern.__all__)


@pytest.mark.parametrize("engine", ENGINES)
def test_program(engine):
    program = emit(SPEC, engine=engine)
    assert program.flavor == DEFAULT_FLAVOR
    assert program.sha256 == hashlib.sha256(program.text.encode()).hexdigest()
    assert program.arch == "gfx942" and program.spec.problem == PROBLEM
    assert program.spec.to_json() == program.resolved
    assert json.loads(program.asked)["tile_m"] == 0 < json.loads(program.resolved)["tile_m"]
    assert f"define amdgpu_kernel void @{program.name}(" in program.text
    assert program.text.isascii() and program.text.endswith("\n") and "\r" not in program.text


def test_manifest_tells_a_runtime_what_it_needs():
    program = emit(SPEC)
    described = program.manifest
    (kernel,) = described["kernels"]
    assert described["launches"] == [kernel["name"]] == [program.name]
    spec = program.spec
    assert kernel["block"] == [spec.warps_m * spec.warps_n * 64, 1, 1]
    tiles = -(-16 // spec.tile_m) * -(-8 // spec.tile_n)
    assert kernel["grid"] == [tiles, 1, 1] and kernel["grid_per_split"] == [0, 0, 0]
    rows = [(row["name"], row["role"], row["type"], row["bytes"], row["offset"]) for row in kernel["arguments"]]
    assert rows == [("dy", "input", "fp16", 256, 0), ("w", "input", "fp16", 1152, 8), ("dx", "output", "fp16", 256, 16)]
    assert all((row["size"], row["align"]) == (8, 16) for row in kernel["arguments"])
    assert (described["workspace_bytes"], described["zeroed"]) == (0, [])
    assert json.dumps(described, separators=(",", ":")) == program.manifest_text


def test_compiled_is_a_line_and_a_table():
    program = emit(SPEC)
    compiled = compile(program, assembly=True)
    pattern = rf"<Compiled {program.name}, gfx942, llvm22 by LLVM 22\.[^<>]*, {len(compiled.object)} bytes>"
    assert re.fullmatch(pattern, repr(compiled))
    shown = compiled._repr_html_()
    assert f"{compiled.kernels[0].vgpr_count} vector registers" in shown and "s_endpgm" in shown


def test_lds_bytes_are_those_that_the_object_takes():
    program = emit(SPEC)
    assert compile(program).kernels[0].lds_bytes == program.manifest["kernels"][0]["lds_bytes"]


@pytest.mark.parametrize("form", [SPEC, SPEC.to_json(), SPEC.to_json().encode()], ids=lambda form: type(form).__name__)
def test_specs_come_as_objects_text_or_bytes(form):
    assert emit(form) == emit(SPEC)
    assert explain(form, engine="c") == explain(SPEC)
    assert explain(form).name == emit(SPEC).name


def test_compile():
    compiled = compile(SPEC)
    assert compiled.kernels[0].name == emit(SPEC).name and compiled.object and not compiled.undefined
    assert "v_mfma_f32" in compile(emit(SPEC, flavor="llvm20"), assembly=True).assembly


def test_simulate():
    result = simulate(SPEC, seed=3, kind="integers")
    assert result.ok and result.comparison.size == 128 and result.output.shape == (1, 4, 4, 8)
    assert (simulate(SPEC, kind="ones").output == simulate(emit(SPEC), kind="ones").output).all()
    assert not (simulate(SPEC, seed=1).output == simulate(SPEC, seed=2).output).all()


def test_prove():
    proof = prove(SPEC)
    assert proof.ok and {check.oracle for check in proof.checks} == {
        "engines", "manifest", "link", "machine code", "simulator", "reference",
    }
    assert proof.as_json()["ok"] and json.dumps(proof.as_json())


BROKEN = ConvSpec(problem=PROBLEM, direction="dgrad", lds_pad_a=3)


@pytest.mark.parametrize("call", [emit, compile, simulate, prove])
def test_refused_spec(call):
    with pytest.raises(Refusal, match=r"^LDS_PAD: lds_pad_a = 3 is no multiple of") as caught:
        call(BROKEN)
    assert caught.value.code == "LDS_PAD" and caught.value.violations[0].kind == "invalid"


@pytest.mark.parametrize("engine", ENGINES)
def test_unknown_flavor(engine):
    with pytest.raises(Refusal) as caught:
        emit(SPEC, engine=engine, flavor="llvm21")
    message = 'FLAVOR: flavor is "llvm21"; allowed are llvm20, llvm22, llvm23; did you mean llvm20?'
    assert [str(row) for row in caught.value.violations] == [message]
    with pytest.raises(Refusal, match=r"^FLAVOR"):
        check_flavor("")


def test_unknown_engine():
    with pytest.raises(ValueError, match=r"engine 'C': allowed are python, c"):
        emit(SPEC, engine="C")
    with pytest.raises(ValueError, match="allowed are python, c"):
        get_engine("")


def test_text_that_llvm_refuses():
    program = emit(spec_of(f"direction=forward {TINY}"))
    with pytest.raises(ToolchainError, match="gfx950, llvm22"):
        compile(replace(program, text=program.text.replace("ret void", "ret i32 0")))


def test_engines_never_stand_in_for_each_other(monkeypatch):
    monkeypatch.setitem(sys.modules, "twinkern.native.binding", None)
    monkeypatch.delattr(twinkern.native, "binding", raising=False)
    with pytest.raises(ImportError):
        emit(SPEC, engine="c")
    assert emit(SPEC, engine="python").text


FLAT = {"direction": "dgrad", "arch": "gfx942", "n": 1, "c": 8, "k": 8, "input": [4, 4], "filter": 3, "pad": 1}
FORMS = {
    "words": "direction=dgrad arch=gfx942 n=1 c=8 k=8 input=4x4 filter=3x3 pad=1",
    "fields side by side": FLAT,
    "the JSON form": {
        "direction": "dgrad",
        "arch": "gfx942",
        "problem": {"n": 1, "c": 8, "k": 8, "input": (4, 4), "filter": (3, 3), "pad_before": (1, 1), "pad_after": (1, 1)},
    },
    "a problem in a mapping": {
        "direction": "dgrad",
        "arch": "gfx942",
        "problem": ConvProblem(n=1, c=8, k=8, input=[4, 4], filter=[3, 3], pad_before=[1, 1], pad_after=[1, 1]),
    },
    "NumPy": {
        **FLAT,
        "n": np.int64(1),
        "c": np.uint8(8),
        "input": np.array([4, 4]),
        "filter": np.array([3, 3], np.int32),
        "pad": np.int16(1),
    },
    "an object of NumPy": ConvSpec(
        direction="dgrad",
        arch="gfx942",
        tile_m=np.int64(0),
        problem=ConvProblem(
            n=np.int64(1), c=np.int32(8), k=8, input=np.array([4, 4]), filter=(np.int8(3), 3),
            pad_before=np.array([1, 1]), pad_after=(1, 1),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_forms_of_a_spec(form):
    assert emit(form).text == emit(FORMS["words"]).text
    assert explain(form, engine="c") == explain(FORMS["words"])


def test_problem_of_numpy_is_the_plain_one():
    problem = FORMS["an object of NumPy"].problem
    assert problem == ConvProblem(n=1, c=8, k=8, input=(4, 4), filter=(3, 3), pad_before=(1, 1), pad_after=(1, 1))
    assert {type(problem.n), *map(type, problem.input), *map(type, problem.filter)} == {int} and hash(problem)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (3, "a spec is a ConvSpec, a mapping, words or JSON; int is none of these"),
        (None, "NoneType is none of these"),
        ({**FLAT, "n": object()}, "the spec cannot be written as JSON"),
        ({**FLAT, "n": 2.5}, "JSON_INTEGER"),
        ({**FLAT, "tile_q": 1}, "FIELD_UNKNOWN"),
        ({}, "FIELD_MISSING"),
        ("direction=dgrad n=x", "n=x: n takes whole numbers"),
        ("nonsense", "JSON_SYNTAX"),
        (b"", "JSON_EMPTY"),
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_one_error_for_whatever_is_wrong(wrong, message, engine):
    with pytest.raises(SpecError) as raised:
        emit(wrong, engine=engine)
    assert message in str(raised.value)
