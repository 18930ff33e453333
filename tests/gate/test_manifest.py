"""What a manifest or a text says wrongly, in both engines alike, and `prove` turns red with a word on which."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.support import TINY, spec_of

from twinkern.engines import NativeEngine, Program, PythonEngine
from twinkern.gate.cases import Case
from twinkern.gate.fuzz import Disagreement, run_fuzz
from twinkern.gate.parity import run_gate
from twinkern.judge.manifest_faults import manifest_faults
from twinkern.judge.proof import Proof, prove_case, run_simulation

FORWARD = Case("forward", "ragged", spec_of(f"direction=forward {TINY}"))
DGRAD = Case("dgrad", "two phases", spec_of("direction=dgrad n=2 c=16 k=16 input=6x6 filter=3x3 pad=1 stride=2"))
SHUFFLED = Case("shuffled", "wide accesses to LDS", spec_of("direction=forward n=2 c=32 k=32 input=8x8 filter=3x3 pad=1"))
TALL = Case("tall", "too large to be simulated", spec_of("direction=forward n=64 c=64 k=64 input=56x56 filter=3x3 pad=1"))
WAVES = Case(
    "waves", "four waves", spec_of("direction=forward n=2 c=64 k=64 input=8x8 filter=3x3 pad=1 warps_m=2 warps_n=2")
)
Change = Callable[[Program], Program]


def plant(monkeypatch: pytest.MonkeyPatch, change: Change) -> None:
    """Both engines emit what `change` makes of the right program."""
    for engine in (PythonEngine, NativeEngine):
        emit = engine.emit
        monkeypatch.setattr(engine, "emit", lambda self, data, flavor, emit=emit: change(emit(self, data, flavor)))


def described(edit: Callable[[dict], object]) -> Change:
    """A change to the manifest, parsed."""

    def change(program: Program) -> Program:
        manifest = program.manifest
        edit(manifest)
        return replace(program, manifest_text=json.dumps(manifest, separators=(",", ":")))

    return change


def changed(edit: Callable[[dict], object]) -> Change:
    """A change to the first kernel of the manifest."""
    return described(lambda manifest: edit(manifest["kernels"][0]))


def argument(index: int, **values: object) -> Change:
    """Entries of an argument of the first kernel."""
    return changed(lambda kernel: kernel["arguments"][index].update(values))


def kernel(**values: object) -> Change:
    """Entries of the first kernel."""
    return changed(lambda kernel: kernel.update(values))


def whole(**values: object) -> Change:
    """Entries of the manifest."""
    return described(lambda manifest: manifest.update(values))


def text(old: str, new: str, flavors: str = "llvm") -> Change:
    """A change to the text of some flavours."""

    def change(program: Program) -> Program:
        if not program.flavor.startswith(flavors):
            return program
        other = re.sub(old, new, program.text)
        assert other != program.text, old
        return replace(program, text=other)

    return change


def both(first: Change, second: Change) -> Change:
    return lambda program: second(first(program))


def red(proof: Proof) -> dict[str, str]:
    """What the oracles that object say, by oracle."""
    assert not proof.ok
    return {check.oracle: f"{check.text}\n{check.detail}" for check in proof.checks if check.ok is False}


def bytes_of(program: Program, index: int) -> int:
    return program.manifest["kernels"][0]["arguments"][index]["bytes"]


def resized(index: int, by: int) -> Change:
    """A tensor of more bytes, or of fewer."""
    return lambda program: argument(index, bytes=bytes_of(program, index) + by)(program)


MANIFESTS = {
    "bytes of an input": (resized(0, -2), "argument x: bytes is"),
    "bytes of the filter": (resized(1, 64), "argument w: bytes is"),
    "bytes of the output": (resized(2, 16), "argument y: bytes is"),
    "fewer bytes of the output": (resized(2, -16), "argument y: bytes is"),
    "type of an input": (argument(0, type="bf16"), "argument x: type is bf16; of this spec it is fp16"),
    "type of the output": (argument(2, type="fp32"), "argument y: type is fp32"),
    "a type that there is not": (argument(1, type="half"), "argument w: type is half"),
    "name of an argument": (argument(0, name="dx"), "arguments are dx, w, y; the text's parameters are x, w, y"),
    "names exchanged": (both(argument(0, name="w"), argument(1, name="x")), "arguments are w, x, y"),
    "role": (argument(0, role="output"), "argument x: role is output"),
    "a role that there is not": (argument(1, role="tensor"), "argument w: role is 'tensor'; there are input, output"),
    "offset": (argument(1, offset=16), "argument w: offset 16, size 8; a ptr addrspace(1) in the text lies at offset 8"),
    "offsets exchanged": (both(argument(0, offset=8), argument(1, offset=0)), "argument x: offset 8"),
    "size": (argument(2, size=4), "argument y: offset 16, size 4"),
    "a stricter alignment": (argument(0, align=256), "argument x: align is 256; the text claims align 16"),
    "a looser alignment": (argument(0, align=4), "argument x: align is 4; the text claims align 16"),
    "no alignment": (argument(0, align=12), "align is 12; a power of two"),
    "an argument too many": (
        changed(lambda kernel: kernel["arguments"].append({**kernel["arguments"][0], "name": "z", "offset": 24})),
        "argument z: the spec has no such tensor",
    ),
    "an argument too few": (changed(lambda kernel: kernel["arguments"].pop()), "no argument is called y"),
    "more LDS": (changed(lambda kernel: kernel.update(lds_bytes=kernel["lds_bytes"] + 16)), "lds_bytes is"),
    "less LDS": (changed(lambda kernel: kernel.update(lds_bytes=kernel["lds_bytes"] // 2)), "lds_bytes is"),
    "more LDS than there is": (kernel(lds_bytes=1 << 20), "lds_bytes is 1048576; gfx950 gives a workgroup 163840 at most"),
    "a workgroup more": (changed(lambda kernel: kernel["grid"].__setitem__(0, kernel["grid"][0] + 1)), "grid is"),
    "groups more": (changed(lambda kernel: kernel["grid"].__setitem__(1, 2)), "grid is"),
    "a grid of two sizes": (kernel(grid=[1, 1]), "grid has 2 entries; three are needed"),
    "a grid a split": (kernel(grid_per_split=[1, 0, 0]), "grid_per_split"),
    "fewer threads": (kernel(block=[32, 1, 1]), "block is (32, 1, 1)"),
    "more threads": (kernel(block=[1024, 1, 1]), "block is (1024, 1, 1)"),
    "threads along y": (kernel(block=[1, 64, 1]), "block is (1, 64, 1)"),
    "a workspace": (whole(workspace_bytes=4096), "workspace_bytes is 4096; the arguments of role workspace have 0"),
    "a workspace a split": (whole(workspace_bytes_per_split=64), "workspace_bytes_per_split"),
    "zeros in the output": (whole(zeroed=["y"]), "zeroed names y, which no kernel needs zeroed"),
    "zeros in an input": (whole(zeroed=["x"]), "zeroed names x, which no kernel needs zeroed"),
    "zeros in nothing": (whole(zeroed=["z"]), "an entry of zeroed is 'z'; there are x, w, y"),
    "another machine": (whole(arch="gfx942"), "arch is gfx942; the spec's is gfx950"),
    "another kernel": (whole(launches=["other"]), "a launch is 'other'; there are forward_"),
    "no launch": (whole(launches=[]), "launches is empty"),
    "a name of the whole": (whole(name="forward"), "name is forward; the program's is forward_"),
    "an entry too many": (whole(split=1), "the manifest: split missing or unknown"),
    "no JSON": (lambda program: replace(program, manifest_text=program.manifest_text + ","), "the manifest is no JSON"),
}


@pytest.mark.parametrize("planted", MANIFESTS)
def test_manifest_that_is_wrong(monkeypatch, planted):
    change, message = MANIFESTS[planted]
    assert not manifest_faults(PythonEngine().emit(FORWARD.data, "llvm22"))
    plant(monkeypatch, change)
    monkeypatch.setattr("twinkern.judge.proof.check_links", lambda *given: ([], {}))
    found = red(prove_case(FORWARD))
    assert message in found["manifest"], found


def test_manifest_of_a_problem_that_is_not_simulated_as_it_is(monkeypatch):
    """Its own manifest is held against it, not only that of the smaller problem."""
    plant(monkeypatch, lambda program: resized(0, -2)(program) if program.spec.problem.n == 64 else program)
    assert set(red(prove_case(TALL))) == {"manifest"}


@pytest.mark.parametrize("case", [FORWARD, DGRAD], ids=lambda case: case.name)
@pytest.mark.parametrize("index", range(3))
def test_buffers_have_exactly_the_bytes(case, index):
    """Bytes that are missing are reached for, whatever the manifest's judge says."""
    program = PythonEngine().emit(case.data, "llvm22")
    assert run_simulation(program).ok
    result = run_simulation(resized(index, -2)(program))
    assert any("out-of-range" in str(row) for row in result.findings) or not result.comparison.ok


def test_lds_has_exactly_the_bytes():
    program = PythonEngine().emit(FORWARD.data, "llvm22")
    result = run_simulation(kernel(lds_bytes=512)(program))
    assert any("out-of-range" in str(row) and "@lds (512 bytes)" in str(row) for row in result.findings)


TEXTS = {
    "a parameter claims more": (text("readonly align 16 %x", "readonly align 256 %x"), "claims align 256"),
    "LDS is aligned to less": (text("(addrspace.3. global .*), align 16", r"\1, align 2"), "misaligned"),
    "a comparison in llvm20": (text("icmp ult", "icmp ule", "llvm20"), "llvm20"),
    "parameters exchanged": (text(r"\((.*)%x, (.*)%w,", r"(\1%w, \2%x,"), "parameters are w, x, y"),
    "a parameter more": (text("readonly align 16 %w", "readonly align 16 %w, i32 %more"), "parameters are x, w, more, y"),
    "LDS of half the size": (text(r"global \[\d+ x i8\]", "global [1024 x i8]"), "lds_bytes"),
    "a block of any size": (text('"amdgpu-flat-work-group-size"="\\d+,\\d+"', ""), "the text is for 1 to 1024"),
    "a block of half the size": (text('size"="(\\d+),\\d+"', 'size"="32,32"'), "32 to 32"),
}


@pytest.mark.parametrize("planted", TEXTS)
def test_text_that_is_wrong(monkeypatch, planted):
    change, message = TEXTS[planted]
    plant(monkeypatch, change)
    found = red(prove_case(SHUFFLED))
    assert any(message in row for row in found.values()), found


def test_wavefront_fences_in_one_flavour(monkeypatch):
    """Barriers that order nothing between waves, in the text of llvm20 alone, which is run as every other."""
    assert prove_case(WAVES).ok
    plant(monkeypatch, text('syncscope."workgroup"', 'syncscope("wavefront"', "llvm20"))
    found = red(prove_case(WAVES))
    assert "llvm20: race" in found["simulator"] and "llvm22" not in found["simulator"]


def test_flavours_of_one_text_are_run_once(monkeypatch):
    ran = []

    def noted(program: Program, **options):
        ran.append(program.flavor)
        return run_simulation(program, **options)

    monkeypatch.setattr("twinkern.judge.proof.run_simulation", noted)
    assert prove_case(FORWARD).ok
    assert ran == ["llvm20"] * 2 + ["llvm22"] * 2, "llvm23 prints what llvm22 does; each is run on normal and special operands"


def renamed(name: Callable[[Program], str]) -> Change:
    """The program under another name, in text and manifest too."""

    def change(program: Program) -> Program:
        parts = {part: getattr(program, part).replace(program.name, name(program)) for part in ("text", "manifest_text")}
        return replace(program, name=name(program), **parts)

    return change


NAMES = {
    "a digest of one digit": renamed(lambda program: program.name[:-11]),
    "a digest of another spec": renamed(lambda program: program.name[:-12] + "0123456789ab"),
    "no digest": renamed(lambda program: program.name.rpartition("_")[0]),
    "a name that needs quotes": renamed(lambda program: program.name.replace("_", "-", 1)),
    "another name in the text": lambda p: replace(p, text=p.text.replace(f"@{p.name}(", "@other(")),
    "another name in the manifest": lambda p: replace(p, manifest_text=p.manifest_text.replace(p.name, "other")),
}


@pytest.mark.parametrize("planted", NAMES)
def test_name_that_is_wrong(monkeypatch, planted):
    plant(monkeypatch, NAMES[planted])
    assert "wrong name" in red(prove_case(FORWARD))["engines"]
    assert {row.status for row in run_gate([FORWARD]).failures} == {"wrong name"}


def test_short_digests_in_a_run_of_the_fuzzer():
    with pytest.raises(Disagreement) as found:
        run_fuzz(60, make_engines=short_named)
    assert "must end in" in found.value.finding.fault


def test_two_specs_of_one_name(monkeypatch):
    """A gate over cases that hold one by one, and not together."""
    plant(monkeypatch, renamed(lambda program: "kernel"))
    monkeypatch.setattr("twinkern.gate.parity.compare.program_name_fault", lambda program: "")
    report = run_gate([FORWARD, DGRAD])
    assert not report.failures and not report.ok and report.shortfalls == ("two resolved specs have the name kernel",)


class ShortNamed:
    """An engine whose digests have one digit."""

    def __init__(self, engine) -> None:
        self.engine = engine
        self.name = engine.name

    def emit(self, data, flavor):
        return NAMES["a digest of one digit"](self.engine.emit(data, flavor))

    def explain(self, data):
        found = self.engine.explain(data)
        return replace(found, name=found.name[:-11]) if found.name else found


def short_named():
    return ShortNamed(PythonEngine()), ShortNamed(NativeEngine())
