"""A gate that is worth its name turns red when one character of the C engine changes: thirty changes, one at a time.

The changed engine is built aside and loaded in the place of the real one by a process of its own (`python
test_engine_mutation.py EXTENSION RECORDED`), which holds it against what the Python engine was recorded to answer.
"""

from __future__ import annotations

import importlib.util
import pickle
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = "twinkern.native._twinkern"
SECONDS = 60
"""For the comparison of one changed engine: one that hangs is red, too."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: `before` stands once in `file` and becomes `after`. `quick` ones are tried in every run."""

    file: str
    what: str
    before: str
    after: str
    quick: bool = False

    def __str__(self) -> str:
        return f"{self.file.removesuffix('.c')}: {self.what}"


CHANGES = (
    Change("tile_pipeline.c", "a wait that lets one tile too many stay in flight",
           "(r->started - r->computed - 1)", "(r->started - r->computed)", quick=True),
    Change("tile_pipeline.c", "one stage fewer is filled before the loop",
           "main_loop->stages - 1)", "main_loop->stages - 2)"),
    Change("tile_pipeline.c", "the trip count is rounded down",
           "trips->immediate + stages - 1", "trips->immediate + stages - stages"),
    Change("tile_pipeline.c", "priorities swapped", "step == TWK_STEP_RAISE ? 1 : 0", "step == TWK_STEP_RAISE ? 0 : 1"),
    Change("tile_async_load.c", "chunks lie a chunk further apart",
           "of->threads * loader->chunk_bytes;", "(of->threads + 1) * loader->chunk_bytes;"),
    Change("tile_async_load.c", "every stage is the first",
           "stage * of->stage_bytes + (int64_t)i * apart", "0 * of->stage_bytes + (int64_t)i * apart"),
    Change("target_amdgcn.c", "the high bits of the wait count are lost",
           "(in_flight & 0xf) | (in_flight >> 4) << 14", "(in_flight & 0xf) | (in_flight >> 5) << 14"),
    Change("target_amdgcn.c", "masked lanes are not out of range",
           "#define OUT_OF_RANGE (-((int64_t)1 << 31))", "#define OUT_OF_RANGE (-((int64_t)1 << 30))"),
    Change("target_amdgcn.c", "release and acquire swapped",
           'twk_fence(b, "release");\n    twk_call(b, TWK_BARRIER, NULL, 0);\n    twk_fence(b, "acquire");',
           'twk_fence(b, "acquire");\n    twk_call(b, TWK_BARRIER, NULL, 0);\n    twk_fence(b, "release");'),
    Change("target_amdgcn.c", "two-dword loads are of one",
           "int narrow = dwords == 1 ?", "int narrow = dwords <= 2 ?"),
    Change("rules.c", "the limit of tensors is a byte further",
           "#define OFFSET_LIMIT (((int64_t)1 << 31) - 1)", "#define OFFSET_LIMIT ((int64_t)1 << 31)", quick=True),
    Change("rules.c", "one more iteration is written out", "#define UNROLL_LIMIT 128", "#define UNROLL_LIMIT 129"),
    Change("policy.c", "a swizzle of rows of any length", "(columns & (columns - 1)) == 0", "(columns & 1) == 0"),
    Change("policy.c", "loads in flight are those of one stage", "async ? loads * spec->stages : 0", "async ? loads : 0"),
    Change("policy.c", "smaller tiles are chosen", "{{128, 64}, {128, 32}, ", "{{128, 32}, "),
    Change("policy.c", "the shorter atom wins", "a.reduction > b.reduction", "a.reduction < b.reduction"),
    Change("policy.c", "a vector store is asked for and not given", "wanted || spec->vector_d > 1", "wanted"),
    Change("ir_printer.c", "the second scope list starts one line early",
           "p->first + 1 + 2 * p->stages + node->scope", "p->first + 2 * p->stages + node->scope"),
    Change("ir_printer.c", "LDS is aligned to 8", "x i8] poison, align 16", "x i8] poison, align 8"),
    Change("ir_printer.c", "immediate arguments are not marked", '" immarg" : ""', '"" : ""', quick=True),
    Change("json_reader.c", "a leading zero is let through", "end > digits + 1 && byte_at", "end > digits + 2 && byte_at"),
    Change("json_reader.c", "DEL is printable", "byte >= 0x20 && byte < 0x7f && byte != '\"'",
           "byte >= 0x20 && byte <= 0x7f && byte != '\"'"),
    Change("contract_gen.c", "another lane map in one row",
           '"16x16x32", 16, 16, 32, "fp16", 0x2u, TWK_MFMA_F32_16X16X32_F16, TWK_SCALAR(HALF), 64, 8, 4,\n'
           "     {1, {{true, 1, 16, 1}}},",
           '"16x16x32", 16, 16, 32, "fp16", 0x2u, TWK_MFMA_F32_16X16X32_F16, TWK_SCALAR(HALF), 64, 8, 4,\n'
           "     {1, {{true, 1, 16, 2}}},"),
    Change("contract_gen.c", "two steps of a schedule swapped",
           "{8, {TWK_STEP_COMMIT, TWK_STEP_READY, TWK_STEP_FETCH, TWK_STEP_RAISE,",
           "{8, {TWK_STEP_COMMIT, TWK_STEP_READY, TWK_STEP_RAISE, TWK_STEP_FETCH,", quick=True),
    Change("conv_views.c", "the pad is on the other side", "map.starts[axis] = constant(v, -pad);",
           "map.starts[axis] = constant(v, pad);"),
    Change("conv_views.c", "a phase without taps has some", "taps = twk_select(b, has_taps, taps, zero)",
           "taps = twk_select(b, has_taps, taps, taps)"),
    Change("conv_work_item.c", "chiplets that take one tile more are not told apart", "if (longer) {", "if (longer > 1) {"),
    Change("conv_emit.c", "ring stages beyond the reduction are taken for full",
           "spec->tile_k * tiles) == 0", "spec->tile_k) == 0"),
    Change("tile_epilogue.c", "rows and columns of accumulators swapped",
           "(int64_t)accumulator / across * atom->m", "(int64_t)accumulator % across * atom->m"),
    Change("tile_layout.c", "a pad that is only as good replaces a smaller one",
           "conflicts < fewest) {\n            best = tried.pad;", "conflicts <= fewest) {\n            best = tried.pad;"),
)  # fmt: skip


def load_extension(path: str) -> None:
    """Put an extension in the place of the package's own, before anything asks for that."""
    spec = importlib.util.spec_from_file_location(EXTENSION, path)
    sys.modules[EXTENSION] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[EXTENSION])


class Recorded:
    """The Python engine's answers, as they were recorded."""

    name = "python"

    def __init__(self, answers: dict) -> None:
        self.answers = answers

    def emit(self, data: bytes, flavor: str):
        """See twinkern.engines.Engine."""
        from twinkern.engines import Program
        from twinkern.violations import Refusal

        answer = self.answers[data, flavor]
        if isinstance(answer, Program):
            return answer
        raise Refusal(answer)


def compare(extension: str, recorded: str) -> str:
    """Hold an extension against what was recorded: the first verdict that does not pass, or nothing."""
    load_extension(extension)
    from twinkern.engines import NativeEngine
    from twinkern.parity import compare_case

    cases, flavors, answers = pickle.loads(Path(recorded).read_bytes())
    engines = Recorded(answers), NativeEngine()
    for case in cases:
        for flavor in flavors:
            verdict = compare_case(case, flavor, engines)
            if not verdict.ok:
                return f"{case.name} {flavor}: {verdict.status}"
    return ""


if __name__ == "__main__":
    found = compare(*sys.argv[1:])
    print(found)
    sys.exit(1 if found else 0)


import pytest  # noqa: E402  the process above needs none of this
from tests.support import CASES  # noqa: E402

from twinkern import FLAVORS, Refusal  # noqa: E402
from twinkern.cases import load_cases  # noqa: E402
from twinkern.engines import PythonEngine  # noqa: E402

FLAGS = ("-std=c99", "-O1", "-w", "-fPIC", "-fvisibility=hidden")


def run(*command: object) -> None:
    """A command that must succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class Build:
    """The C engine built aside, object by object, so that a change costs one."""

    def __init__(self, where: Path) -> None:
        spec = importlib.util.spec_from_file_location("build_native", ROOT / "python/twinkern/native/build_native.py")
        build_native = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(build_native)
        self.where = where
        self.source = where / "src"
        shutil.copytree(ROOT / "cengine/src", self.source)
        shutil.copytree(ROOT / "cengine/include", where / "include")
        build_native.make_builder(str).emit_c_code(str(where / "binding.c"))
        self.objects = {path.name: self.compile(path) for path in [*self.source.glob("*.c"), where / "binding.c"]}

    def compile(self, path: Path, to: str = "") -> Path:
        """The object of a source file."""
        made = self.where / f"{to or path.stem}.o"
        includes = (self.where / "include", self.source, sysconfig.get_paths()["include"])
        run("cc", *FLAGS, *(f"-I{include}" for include in includes), "-c", path, "-o", made)
        return made

    def link(self, objects: dict[str, Path], name: str) -> Path:
        """The extension of these objects."""
        made = self.where / f"{name}.so"
        run("cc", "-shared", *objects.values(), "-o", made)
        return made

    def changed(self, change: Change) -> Path:
        """The extension with one change."""
        text = (self.source / change.file).read_text()
        assert text.count(change.before) == 1, f"{change.file} does not hold {change.before!r} just once"
        path = self.source / f"changed_{change.file}"
        path.write_text(text.replace(change.before, change.after))
        return self.link({**self.objects, change.file: self.compile(path, "changed")}, "changed")


@pytest.fixture(scope="module")
def build(tmp_path_factory) -> Build:
    """The engine as it is, built aside."""
    return Build(tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    """What the Python engine answers to all cases in all flavours."""
    cases, engine, answers = load_cases(CASES), PythonEngine(), {}
    for case in cases:
        for flavor in FLAVORS:
            try:
                answers[case.data, flavor] = engine.emit(case.data, flavor)
            except Refusal as refusal:
                answers[case.data, flavor] = refusal.violations
    path = tmp_path_factory.mktemp("recorded") / "answers"
    path.write_bytes(pickle.dumps((cases, FLAVORS, answers)))
    return path


def gate(extension: Path, recorded: Path) -> str:
    """Why the gate is red with this extension; nothing where it is green."""
    command = [sys.executable, __file__, str(extension), str(recorded)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "time-out"
    if done.returncode < 0:
        return f"died of signal {-done.returncode}"
    assert done.returncode in (0, 1) and (done.returncode == 0) == (not done.stdout.strip()), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.strip()


def test_the_list():
    assert len(CHANGES) == 30 and len({str(change) for change in CHANGES}) == 30
    emitters = {path.name for path in (ROOT / "cengine/src").glob("*.c")}
    assert {change.file for change in CHANGES} <= emitters and sum(change.quick for change in CHANGES) == 4


def test_engine_as_it_is_is_green(build, recorded):
    """Else nothing below would mean anything."""
    assert gate(build.link(build.objects, "same"), recorded) == ""


@pytest.mark.parametrize("change", [change for change in CHANGES if change.quick], ids=str)
def test_change_is_red(build, recorded, change):
    assert gate(build.changed(change), recorded)


@pytest.mark.slow
def test_every_change_is_red(build, recorded):
    found = {str(change): gate(build.changed(change), recorded) for change in CHANGES}
    print(*(f"{change}: {why or 'SURVIVED'}" for change, why in found.items()), sep="\n")
    survivors = [change for change, why in found.items() if not why]
    assert not survivors, "no case notices: " + "; ".join(survivors)
