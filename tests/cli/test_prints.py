"""What the commands that print do print, and what a SPEC may be."""

from __future__ import annotations

import json

import pytest
from tests.cli.commands import CASE, SPEC, WORDS, good, refused
from tests.support import CASES, ENGINES, ROOT

from twinkern import FLAVORS, emit, explain
from twinkern._contract import FIELDS, PIPELINES
from twinkern.gate.cases import load_cases
from twinkern.profile import bench_pipelines
from twinkern.words import words_to_json


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("flavor", FLAVORS)
def test_emit(run, engine, flavor):
    program = emit(SPEC, flavor=flavor)
    assert good(run("emit", *WORDS, "--engine", engine, "--flavor", flavor)) == program.text


@pytest.mark.parametrize("engine", ENGINES)
def test_manifest(run, engine):
    assert good(run("manifest", *WORDS, "--engine", engine)) == emit(SPEC).manifest_text + "\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_explain_without_atoms(run, engine):
    """No word of tiles that there are not."""
    words = "direction=forward arch=gfx942 n=2 c=32 k=32 groups=8 input=6x6 filter=3x3 pad=1 method=direct".split()
    *_, last = lines = good(run("explain", *words, "--engine", engine)).splitlines()
    assert len(lines) == 4
    assert last == "kernel: groups 2, columns 4, rows 64, inputs 4, outputs 4, lds_bytes 4608, pixels 256"


@pytest.mark.parametrize("engine", ENGINES)
def test_explain(run, engine):
    found = explain(SPEC)
    lines = good(run("explain", *WORDS, "--engine", engine)).splitlines()
    assert lines[:3] == [found.name, found.resolved, found.manifest_text]
    assert [line.split(":")[0] for line in lines[3:]] == ["x", "w", "kernel"]
    spec = json.loads(found.resolved)
    assert f"rows {spec['tile_m']}, columns {spec['tile_k']}, outer m, pad {spec['lds_pad_a']}, " in lines[3]
    assert f"columns {spec['tile_k']}, outer n, " in lines[4]
    assert lines[5].endswith(f"lds_bytes {json.loads(found.manifest_text)['kernels'][0]['lds_bytes']}")
    assert found.manifest_text == emit(SPEC).manifest_text
    printed = json.loads(good(run("explain", *WORDS, "--engine", engine, "--json")))
    assert printed.pop("decided").keys() == {"x", "w", "kernel"}
    assert printed == {
        "asked": json.loads(found.asked),
        "resolved": json.loads(found.resolved),
        "name": found.name,
        "manifest": json.loads(found.manifest_text),
        "violations": [],
    }


def test_explain_lists_every_broken_rule(run):
    words = "direction=forward n=0 c=8 k=8 input=4x4 filter=3x3 tile_k=999".split()
    outcome = run("explain", *words)
    assert outcome.status == 2 and outcome.err == ""
    assert [line.split(" (")[0] for line in outcome.out.splitlines()] == ["FIELD_RANGE", "FIELD_RANGE"]
    outcome = run("explain", *words, "--json")
    assert outcome.status == 2 and [row["code"] for row in json.loads(outcome.out)["violations"]] == ["FIELD_RANGE"] * 2


def test_fields_lists_them_all(run):
    printed = good(run("fields"))
    assert all(f"\n{field.name} " in printed and field.doc in printed for field in FIELDS)


@pytest.mark.parametrize("field", FIELDS, ids=[field.name for field in FIELDS])
def test_fields_explains_each_value_of_one(run, field):
    printed = good(run("fields", field.name))
    assert printed.startswith(f"{field.name}: {field.doc}\n")
    rows = [line.split(maxsplit=1) for line in printed.split("meaning\n")[-1].splitlines()[: len(field.allowed)]]
    if field.type == "choice":
        assert rows == [list(pair) for pair in zip(field.allowed, field.meanings, strict=True)] and all(field.meanings)
    else:
        assert f"takes {field.low} to {field.high}" in printed


def test_fields_says_what_differs_from_pipelines_of_the_same_name(run):
    printed = good(run("fields", "pipeline"))
    for row in PIPELINES:
        assert row.doc in printed and f"\n{row.name} " in printed and row.elsewhere in printed
    assert "ping-pong" in next(row.elsewhere for row in PIPELINES if row.name == "compv4")
    assert (ROOT / "docs/pipelines.md").read_text(encoding="utf-8").startswith(bench_pipelines.HEAD)


@pytest.mark.parametrize("direction", bench_pipelines.SMALL)
def test_all_that_the_benchmark_compares_is_accepted(direction):
    rows = list(bench_pipelines.variants())
    specs = [words_to_json(f"direction={direction} {bench_pipelines.SPEC} {words}".split()) for _, words in rows]
    assert len(rows) > 12 and not [name for (name, _), data in zip(rows, specs, strict=True) if explain(data).violations]


def test_fields_knows_the_words_that_set_several(run):
    printed = good(run("fields", "pad"))
    assert printed.startswith("pad: ") and all(f"\n{name}: " in printed for name in ("pad_before", "pad_after"))


@pytest.mark.parametrize(("name", "meant"), [("pipelin", "pipeline"), ("padding", "pad"), ("zzz", None)])
def test_fields_of_no_field(run, name, meant):
    outcome = run("fields", name)
    end = f"; did you mean {meant}?" if meant else ""
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"twinkern: there is no field {name}{end}\n")


def test_cases(run):
    printed = json.loads(good(run("cases", "--cases", CASES, "--json")))
    assert [row["name"] for row in printed] == [case.name for case in load_cases(CASES)]
    only = good(run("cases", "--cases", CASES, "showpiece_*"))
    assert only.count("showpiece_") == 6 and "be refused" not in only


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("golden", "--help"), ("--version",)])
def test_help_and_version(run, arguments):
    outcome = run(*arguments)
    printed = outcome.out + outcome.err
    assert outcome.status == (0 if arguments else 2) and printed


def test_every_command_has_help(run):
    listed = good(run("--help")).split("Commands:\n")[1]
    commands = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
    assert {"emit", "manifest", "explain", "fields", "cases", "parity", "golden", "prove", "compile", "simulate"} <= {*commands}
    for command in commands:
        assert good(run(command, "--help")).startswith(f"Usage: twinkern {command} ")


@pytest.mark.parametrize("form", ["file", "file without extension", "stdin", "case", "words", "words in one argument"])
def test_forms_of_a_spec(run, tmp_path, form):
    (tmp_path / "spec.json").write_bytes(SPEC)
    (tmp_path / "spec").write_bytes(SPEC)
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/a.toml").write_text(f'[[case]]\nname = "mine"\nreason = "test"\nspec = "{" ".join(WORDS)}"\n')
    arguments = {
        "file": ["spec.json"],
        "file without extension": ["spec"],
        "stdin": ["-"],
        "case": ["mi*", "--cases", "cases"],
        "words": WORDS,
        "words in one argument": [" ".join(WORDS)],
    }[form]
    assert good(run("emit", *arguments, stdin=SPEC)) == emit(SPEC).text


@pytest.mark.parametrize("subject", ["case", "file", "standard input"])
def test_words_set_fields_of_a_spec_that_is_named(run, tmp_path, subject):
    problem = json.loads(good(run("explain", CASE, "--cases", str(CASES), "--json")))["asked"]
    (tmp_path / "spec.json").write_text(json.dumps(problem))
    named = {"case": (CASE, "--cases", str(CASES)), "file": ("spec.json",), "standard input": ("-",)}[subject]
    found = run("explain", *named, "n=5", "arch=gfx1250", "--json", stdin=json.dumps(problem).encode())
    problem["problem"]["n"], problem["arch"] = 5, "gfx1250"
    assert json.loads(good(found))["asked"] == problem


def test_lists_and_repeated_specs_make_several(run):
    outcome = run("prove", *WORDS, "in_type=fp16,bf16", "--spec", " ".join([*WORDS, "tile_m=16"]))
    rows = outcome.out.splitlines()
    assert outcome.status == 0 and [row.split()[0] for row in rows[2:5]] == ["in_type=fp16", "in_type=bf16", "words"]
    assert rows[-1] == "3 of 3 proven"


def test_several_specs_where_one_is_taken(run):
    assert "names 2 specs; this command takes one" in refused(run("emit", *WORDS, "in_type=fp16,bf16"))
