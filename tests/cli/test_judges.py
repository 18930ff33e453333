"""The commands that judge: prove, compile, simulate, parity, golden."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace

import pytest
from tests.cli.commands import CASE, COMMAND, SPEC, WORDS, altered, changed, good, proof_of, refused
from tests.support import CASES
from tests.toolchain.nvidia_kernels import nvidia

from twinkern import FLAVORS, emit
from twinkern.engines import NativeEngine, PythonEngine
from twinkern.judge import machinecode, proof
from twinkern.judge.toolchain import available_flavors, find_linker, lacking

ELF_TYPE = re.compile(rb"\x7fELF.{12}(..)", re.DOTALL)
RELOCATABLE, SHARED = b"\x01\x00", b"\x03\x00"


def test_compile(run, tmp_path):
    printed = good(run("compile", *WORDS, "-o", "kernel.o"))
    assert ELF_TYPE.search((tmp_path / "kernel.o").read_bytes())[1] == RELOCATABLE
    assert printed.startswith(emit(SPEC).name + "\n") and "vector registers" in printed and "bytes of LDS" in printed
    assert (tmp_path / "kernel.o").read_bytes().startswith(b"\x7fELF")
    assert "s_endpgm" in good(run("compile", *WORDS, "--assembly", "--engine", "c", "--flavor", "llvm20"))


@pytest.mark.parametrize(
    ("name", "options", "found"),
    [
        ("kernel.hsaco", (), SHARED),
        ("kernel", (), SHARED),
        ("kernel.o", ("--kind", "code-object"), SHARED),
        ("kernel.hsaco", ("--kind", "object"), RELOCATABLE),
        ("-", ("--kind", "object"), RELOCATABLE),
    ],
)
def test_compile_writes_what_a_driver_loads(tmp_path, name, options, found):
    if found == SHARED and find_linker().path is None:
        pytest.skip("no ld.lld on PATH that fits")
    done = subprocess.run([*COMMAND, "compile", *WORDS, "-o", name, *options], capture_output=True, cwd=tmp_path, check=True)
    data = done.stdout if name == "-" else (tmp_path / name).read_bytes()
    assert ELF_TYPE.match(data)[1] == found
    assert b"vector registers" in (done.stderr if name == "-" else done.stdout)


def test_compile_writes_assembly(run, tmp_path):
    good(run("compile", *WORDS, "-o", "kernel.s"))
    assert "s_endpgm" in (tmp_path / "kernel.s").read_text()


def test_compile_names_the_package_of_a_linker(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    said = refused(run("compile", *WORDS, "-o", "kernel.hsaco"))
    assert "a code object needs a linker" in said and "apt install lld-22" in said and not list(tmp_path.iterdir())
    assert "symbol table" in good(run("compile", *WORDS, "-o", "kernel.o"))


def test_compile_says_whose_numbers_they_are(run):
    line = "llvm23 has no LLVM of its own here: code and numbers are those of LLVM 22."
    assert line in good(run("compile", *WORDS, "--flavor", "llvm23"))
    assert line not in good(run("compile", *WORDS, "--flavor", "llvm22"))


def test_compile_tells_the_faults_of_the_machine_code(run, monkeypatch):
    fault = machinecode.Fault("overlap", "kernel", 64, "planted")
    monkeypatch.setattr(machinecode, "judge", lambda compiled, expected: (fault,))
    outcome = run("compile", *WORDS)
    assert outcome.status == 1 and "machine code: 1 fault\n" in outcome.out
    assert "llvm22: overlap at 0x40: planted (kernel)" in outcome.out


def test_simulate(run):
    printed = good(run("simulate", *WORDS, "--operands", "integers", "--seed", "3"))
    assert "0 findings; result within bound: 0 of 128 elements wrong" in printed


def test_simulate_finds_a_wrong_kernel(run, monkeypatch):
    right = PythonEngine.emit

    def wrong(self, data, flavor):
        program = right(self, data, flavor)
        return replace(program, text=program.text.replace("select i1 %v", "select i1 true, i32 0, i32 0 ; %v", 1))

    monkeypatch.setattr(PythonEngine, "emit", wrong)
    outcome = run("simulate", *WORDS)
    assert outcome.status == 1 and "WRONG" in outcome.out


def test_prove_refuses_bad_input_like_every_command(run):
    outcome = run("prove", *WORDS, "tile_m=999")
    assert outcome.status == 2 and outcome.out == "" and outcome.err.count("\n") == 1 and "FIELD_RANGE" in outcome.err


def test_prove_takes_two_files_of_one_name(run, tmp_path):
    for directory, channels in (("a", 8), ("b", 16)):
        (tmp_path / directory).mkdir()
        problem = f'{{"n":1,"c":{channels},"k":8,"input":[4],"filter":[1]}}'
        (tmp_path / directory / "s.json").write_text(f'{{"problem":{problem},"direction":"forward"}}')
    outcome = run("prove", "a/s.json", "b/s.json", "--jobs", "1")
    assert outcome.status == 0 and "2 of 2 proven" in outcome.out


def test_prove(run, tmp_path):
    outcome = run("prove", CASE, "refused_groups", "--cases", CASES, "--json", "proof.json", "--jobs", "1")
    assert outcome.status == 0 and "2 of 2 proven" in outcome.out
    rows = json.loads((tmp_path / "proof.json").read_text())
    assert [row["case"] for row in rows] == [CASE, "refused_groups"]
    assert all(row["ok"] for row in rows)
    accepted = next(row for row in rows if row["case"] == CASE)
    oracles = {"engines", "manifest", "link", "machine code", "simulator", "reference"}
    assert {check["oracle"] for check in accepted["checks"]} == oracles


@pytest.mark.parametrize(("flavor", "verdict"), [("llvm20", "PROVEN but llvm20"), ("llvm23", "PROVEN")])
def test_flavour_that_nothing_links_is_in_the_verdict(run, monkeypatch, tmp_path, flavor, verdict):
    """llvm23 claims nowhere to be proven."""
    monkeypatch.setattr(proof, "prove_case", lambda case: proof_of(case, left_out=flavor))
    outcome = run("prove", *WORDS, "--json", "proofs.json")
    assert outcome.status == 0 and outcome.out.splitlines()[2].endswith(f"  {verdict}")
    assert json.loads((tmp_path / "proofs.json").read_text())[0]["verdict"] == verdict
    strict = run("prove", *WORDS, "--strict")
    assert strict.status == (0 if verdict == "PROVEN" else 1)
    assert ("not installed" in strict.out) == (verdict != "PROVEN")


def test_prove_runs_what_is_accepted_beside_what_is_refused(run, monkeypatch, tmp_path):
    monkeypatch.setattr(proof, "prove_case", proof_of)
    (tmp_path / "good.json").write_bytes(SPEC)
    (tmp_path / "bad.json").write_bytes(changed(lds_pad_a=3))
    outcome = run("prove", "good.json", "bad.json")
    assert outcome.status == 2 and "1 of 1 proven" in outcome.out
    assert outcome.err.startswith("twinkern: bad: refused: LDS_PAD: ") and outcome.err.count("\n") == 1


def test_prove_fails_where_engines_differ(run, monkeypatch):
    monkeypatch.setattr(NativeEngine, "emit", altered)
    outcome = run("prove", CASE, "--cases", CASES)
    assert outcome.status == 1 and "0 of 1 proven" in outcome.out and "different text" in outcome.out


def test_parity(run, tmp_path):
    printed = good(run("parity", "showpiece_*", "refused_groups", "--cases", CASES, "--json", "report.json"))
    assert f"{6 * len(FLAVORS):6} identical\n{len(FLAVORS):6} refused alike\n" in printed
    assert f"\n7 cases, {len(FLAVORS)} flavours, " in printed
    assert "  direction: dgrad, wgrad, forward" in printed
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["ok"] and len(report["verdicts"]) == 7 * len(FLAVORS) and report["bytes"] > 100_000


def test_parity_fails_where_engines_differ(run, monkeypatch, tmp_path):
    monkeypatch.setattr(NativeEngine, "emit", altered)
    options = ["--cases", CASES, "--flavor", "llvm20", "--save", "saved", "--json", "report.json", "--jobs", "0"]
    outcome = run("parity", CASE, *options)
    assert outcome.status == 1 and "1 different text" in outcome.out
    assert f"again: twinkern parity {CASE} --flavor llvm20" in outcome.err
    python, c = (tmp_path / f"saved/{CASE}.llvm20.{name}.txt" for name in ("python", "c"))
    assert python.read_text() + ";\n" == c.read_text()
    assert not json.loads((tmp_path / "report.json").read_text())["ok"]


def test_parity_gives_the_verdict_where_nothing_can_be_saved(run, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    options = ["--cases", CASES, "--save", "file/saved", "--json", "/dev/full", "--jobs", "0"]
    whole = run("parity", CASE, *options)
    assert whole.status == 2 and "3 identical" in whole.out
    assert whole.err.count("could not be saved: [Errno 28] No space left on device: '/dev/full'") == 1
    monkeypatch.setattr(NativeEngine, "emit", altered)
    outcome = run("parity", CASE, *options)
    assert outcome.status == 1 and "3 different text" in outcome.out and "different text\n" in outcome.err
    assert outcome.err.index("different text") < outcome.err.index("could not be saved")


def test_parity_names_a_case_that_is_gone(run, tmp_path):
    (tmp_path / "parity/cases").mkdir(parents=True)
    row = '[[case]]\nname = "%s"\nreason = "r"\nspec = "%s"\n'
    (tmp_path / "parity/cases/a.toml").write_text(row % ("one", " ".join(WORDS)) + row % ("two", " ".join(WORDS)))
    blessed = run("golden", "bless", "--case", "*", "--reason", "first", "--jobs", "1")
    shadowed = f"twinkern: cases are those of {tmp_path}/parity/cases, not of the source tree, {CASES}\n"
    assert (blessed.status, blessed.err) == (0, shadowed)
    (tmp_path / "parity/cases/a.toml").write_text(row % ("one", " ".join(WORDS)) + row % ("too", " ".join(WORDS)))
    outcome = run("parity", "--jobs", "0")
    assert outcome.status == 1 and "floor: golden/ has two, of which there is no case" in outcome.err
    assert run("parity", "one", "--jobs", "0").status == 0
    assert run("emit", "one").err == run("prove", "one", "too", "--jobs", "1").err == shadowed
    assert good(run("emit", *WORDS)) and good(run("emit", "one", "--cases", "parity/cases"))


def test_golden(run, tmp_path):
    where = ["--cases", CASES, "--golden", "golden"]
    missing = run("golden", "check", CASE, *where)
    assert missing.status == 1 and f"{CASE}, llvm22: missing" in missing.err
    assert good(run("golden", "bless", CASE, "--reason", "first", *where)).endswith(f"\n{CASE}\n1 cases changed\n")
    assert "0 differences" in good(run("golden", "check", CASE, *where))
    assert "needs a reason" in refused(run("golden", "bless", CASE, "--reason", " ", *where))
    (tmp_path / "golden/hashes.txt").write_text("{\n")
    assert "hashes.txt cannot be read: line 1: " in refused(run("golden", "check", CASE, *where))


LACKING = lacking("sm_90", available_flavors()["llvm22"])
NVIDIA = pytest.mark.skipif(bool(LACKING), reason=LACKING)


@NVIDIA
def test_compile_of_a_text_for_nvidia(run, tmp_path):
    (tmp_path / "k.ll").write_text(nvidia("", attributes='"target-cpu"="sm_90"'))
    printed = good(run("compile", "k.ll", "-o", "k.cubin"))
    assert re.search(r"^kernel\n  \d+ registers a thread, 0 barriers, 0 bytes of spills stored and 0 loaded, ", printed)
    assert "0 bytes of LDS beside what is given at launch, 16 warps a unit (limited by warps)" in printed
    assert re.search(r"LLVM 22\..*; ptxas \d+\.\d+", printed) and "machine code: not judged" in printed
    assert (tmp_path / "k.cubin").read_bytes().startswith(b"\x7fELF")
    good(run("compile", "k.ll", "-o", "k.ptx"))
    assert ".target sm_90\n" in (tmp_path / "k.ptx").read_text() and ".entry kernel" in (tmp_path / "k.ptx").read_text()
    assert ".reqntid 128" in good(run("compile", "k.ll", "--assembly"))


@NVIDIA
def test_compile_counts_what_a_manifest_gives(run, tmp_path):
    (tmp_path / "k.ll").write_text(nvidia("", attributes='"target-cpu"="sm_90"'))
    kernel = {"name": "kernel", "grid": [1, 1, 1], "grid_per_split": [0, 0, 0], "block": [128, 1, 1], "lds_bytes": 100000}
    rest = {"workspace_bytes": 0, "workspace_bytes_per_split": 0, "zeroed": [], "launches": ["kernel"]}
    manifest = {"name": "kernel", "arch": "sm_90", "kernels": [{**kernel, "arguments": []}], **rest}
    (tmp_path / "m.json").write_text(json.dumps(manifest))
    printed = good(run("compile", "k.ll", "--manifest", "m.json"))
    assert "100000 bytes of LDS, 2 warps a unit (limited by lds)" in printed


@NVIDIA
def test_compile_tells_what_ptxas_refuses(run, tmp_path):
    text = nvidia('  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()', attributes='"target-cpu"="sm_90"')
    (tmp_path / "k.ll").write_text(text)
    outcome = run("compile", "k.ll", "-o", "k.cubin")
    assert (outcome.status, outcome.out) == (1, "") and not (tmp_path / "k.cubin").exists()
    assert "ptxas refused the PTX" in outcome.err and "'wgmma.fence' not supported on .target 'sm_90'" in outcome.err
