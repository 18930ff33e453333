"""Our own kernels with one claim made false: each is found, and docs/claims.md leaves nothing out that is printed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from tests.support import CASES, ROOT, spec_of

from twinkern import emit
from twinkern._contract import ARCHES, FLAVORS
from twinkern.engine.spec.violations import Refusal
from twinkern.engines import PythonEngine
from twinkern.gate.cases import load_cases
from twinkern.judge import simulator as sim
from twinkern.judge.proof import run_simulation

SHAPE = "n=1 c=64 k=64 input=6x6 filter=3x3 pad=1"
ASYNC = {arch: f"direction=forward arch={arch} pipeline=async {SHAPE}" for arch in ("gfx90a", "gfx942", "gfx950", "gfx1250")}
PLAIN = {arch: f"direction=forward arch={arch} {SHAPE}" for arch in ("gfx90a", "gfx942", "gfx950", "gfx1250")}
SCOPE = re.compile(r"!alias\.scope !(\d+), !noalias !(\d+)")


def claims(words: str, change) -> list[sim.Finding]:
    """The false claims of a kernel with a change to its text; the kernel as it is has none."""
    program = emit(spec_of(words))
    assert run_simulation(program).findings == ()
    text = change(program.text)
    assert text != program.text
    found = run_simulation(replace(program, text=text)).findings
    return [finding for finding in found if isinstance(finding, sim.ClaimFinding)]


def swapped(text: str, line: str, which: int | None = None) -> str:
    """The text with the scopes of lines like that, or of one of them, those of another stage."""
    rows, seen = text.split("\n"), 0
    for number, row in enumerate(rows):
        if re.search(line, row) and SCOPE.search(row):
            if which in (None, seen):
                rows[number] = SCOPE.sub(r"!alias.scope !\2, !noalias !\1", row)
            seen += 1
    return "\n".join(rows)


LOAD = r"= load .*addrspace\(3\)|ds\.(read|load)\.tr"
TRANSFER = r"call void .*(load\.lds|async\.to\.lds)"


@pytest.mark.parametrize("arch", ASYNC)
@pytest.mark.parametrize("line", [LOAD, TRANSFER], ids=["reads", "transfers"])
@pytest.mark.parametrize("which", [None, 0, 1], ids=["all", "the first", "the second"])
def test_scopes_of_another_stage(arch: str, line: str, which: int | None) -> None:
    found = claims(ASYNC[arch], lambda text: swapped(text, line, which))
    assert found
    assert all("!alias.scope and !noalias say" in finding.message for finding in found)


@pytest.mark.parametrize("arch", ASYNC)
def test_a_scope_that_excludes_itself(arch: str) -> None:
    assert claims(ASYNC[arch], lambda text: SCOPE.sub(r"!alias.scope !\1, !noalias !\1", text))


@pytest.mark.parametrize("arch", PLAIN)
def test_attributes_of_tensors(arch: str) -> None:
    """An output that is only read, inputs that are only written or neither."""
    for old, new, what in (
        ("writeonly", "readonly", "store through %y"),
        ("readonly", "writeonly", "read through %x"),
        ("readonly", "readnone", "read through %x"),
        ("writeonly", "readnone", "store through %y"),
    ):
        found = claims(PLAIN[arch], lambda text, old=old, new=new: text.replace(f"noalias {old}", f"noalias {new}"))
        assert any(what in finding.message for finding in found), (old, new)


def test_inputs_that_load_straight_to_lds_are_read() -> None:
    for words in ASYNC.values():
        found = claims(words, lambda text: text.replace("noalias readonly", "noalias writeonly"))
        assert any("read through %x" in finding.message and ".lds" in finding.instruction for finding in found)


def test_tensors_that_overlap() -> None:
    """A kernel whose arguments are one buffer breaks `noalias`."""
    program = emit(spec_of("direction=forward arch=gfx942 n=1 c=32 k=32 input=4x4 filter=1x1 tile_k=32"))
    (kernel,) = program.manifest["kernels"]
    x, w = np.zeros(512, np.float16), np.zeros(1024, np.float16)
    launch = {"grid": tuple(kernel["grid"]), "block": tuple(kernel["block"]), "arch": "gfx942", "outputs": ()}
    apart = sim.run(program.text, args=[x, w, x.copy()], **launch).findings
    assert apart == []
    found = sim.run(program.text, args=[x, w, x], **launch).findings
    assert any(isinstance(finding, sim.ClaimFinding) and "which is noalias" in finding.message for finding in found)


@pytest.mark.parametrize(("arch", "wrong"), [("gfx942", 0), ("gfx950", 0x7000), ("gfx1250", 0), ("gfx1250", 2)])
def test_flags_of_resources(arch: str, wrong: int) -> None:
    flags = ARCHES[arch].resource_flags
    found = claims(PLAIN[arch], lambda text: re.sub(rf"(make\.buffer\.rsrc.*, i32) {flags}\)", rf"\1 {wrong})", text))
    assert any("of the buffer resource" in finding.message for finding in found)


@pytest.mark.parametrize("arch", PLAIN)
def test_another_machine(arch: str) -> None:
    other = "gfx950" if arch != "gfx950" else "gfx942"
    found = claims(PLAIN[arch], lambda text: text.replace(f'"target-cpu"="{arch}"', f'"target-cpu"="{other}"'))
    assert any(f'"target-cpu"="{other}" and runs on {arch}' in finding.message for finding in found)


def test_another_block() -> None:
    program = emit(spec_of(PLAIN["gfx942"]))
    text = re.sub(r'("amdgpu-flat-work-group-size"=)"\d+,\d+"', r'\1"32,32"', program.text)
    with pytest.raises(sim.SimulatorError, match="the kernel was made for 32 to 32"):
        run_simulation(replace(program, text=text))


@pytest.mark.parametrize("flag", [" true, i1 false", " false, i1 true"])
def test_reuse_of_an_operand(flag: str) -> None:
    program = emit(spec_of(PLAIN["gfx1250"]))
    text, changed = re.subn(r"(call .*wmma.*), i1 false, i1 false\)", rf"\1, i1{flag})", program.text)
    assert changed
    with pytest.raises(sim.UnsupportedError, match="reuses an operand"):
        run_simulation(replace(program, text=text))


def test_flags_on_our_arithmetic() -> None:
    """The printer makes no such claim; on every sum with a negative number, some are false and put to use."""
    words, sums = f"direction=dgrad arch=gfx950 {SHAPE} stride=2", re.compile(r"= add (i32 %v\d+, -)")
    found = claims(words, lambda text: sums.sub(r"= add nuw \1", text))
    assert found
    assert all("nuw of add does not hold" in finding.message for finding in found)


# The list.

DOCUMENT = ROOT / "docs/claims.md"


def printed_claims(text: str) -> set[str]:
    """The kinds of attributes, flags and metadata in a text."""
    found = {f"!{name}" for name in re.findall(r", !([a-z.]+) !", text)}
    found |= set(re.findall(r'"([\w-]+)"=', text))
    for line in text.split("\n"):
        if line.startswith("define"):
            parameters = line[line.index("(") : line.rindex(")")]
            words = r"\b(noalias|readonly|writeonly|readnone|align|\w*null|noundef|dereferenceable|inreg)\b"
            found |= set(re.findall(words, parameters))
        elif line.startswith("attributes"):
            found |= set(re.findall(r"[{ ](\w+)(?= )", line)) - {"attributes"}
        elif line.startswith("@"):
            found |= {"align of a variable", *re.findall(r"\b(internal|constant)\b", line)}
        elif line.startswith("  "):
            found |= set(re.findall(r"\b(nuw|nsw|exact|inbounds|nusw|disjoint|nneg|samesign|fast|n(?:nan|inf|sz)|arcp|contract"
                                    r"|afn|reassoc|range|tail|volatile)\b", line))  # fmt: skip
            found |= {"align of an access"} if ", align " in line else set()
            found |= {"flags of a resource"} if "make.buffer.rsrc" in line else set()
            found |= {"reuse"} if "wmma" in line and line.endswith("i1 false)") else set()
        elif line.startswith("declare"):
            found |= {"immarg"} & set(line.replace("(", " ").replace(")", " ").replace(",", " ").split())
    return found


def rows() -> dict[str, str]:
    """Of each claim in the list: what is said of it."""
    found = re.findall(r"^\| `([^|]+)` \|(.*)\|$", DOCUMENT.read_text(), re.M)
    return {name.strip("`"): rest for name, rest in found}


def test_the_list_has_what_is_printed() -> None:
    """Every case, every flavour: no kind of claim that docs/claims.md does not speak of."""
    engine, found = PythonEngine(), set()
    for case in load_cases(CASES):
        for flavor in FLAVORS:
            try:
                found |= printed_claims(engine.emit(case.data, flavor).text)
            except Refusal:
                continue
    assert found == set(rows())


def test_the_list_names_tests_that_there_are() -> None:
    texts = [path.read_text() for path in ROOT.glob("tests/**/*.py")]
    known = set(chain.from_iterable(re.findall(r"^def (test_\w+)", text, re.M) for text in texts))
    for claim, row in rows().items():
        named = re.findall(r"`(test_\w+)`", row)
        assert named or "none can be" in row, claim
        assert set(named) <= known, claim
