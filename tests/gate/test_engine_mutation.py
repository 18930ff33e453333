"""A gate that is worth its name turns red when one character of the C engine changes: many changes, one at a time.

The changed engine is built aside and loaded in the place of the real one by a process of its own, against_recorded.py, which
holds it against what the Python engine was recorded to answer.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.gate.built_engine import ROOT, Build
from tests.support import CASES

from twinkern import FLAVORS, Refusal
from twinkern.engines import PythonEngine
from twinkern.gate.cases import load_cases

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
    Change("tile/pipeline.c", "a wait that lets one tile too many stay in flight",
           "r->taken[TWK_STEP_LOAD] - tile - 1", "r->taken[TWK_STEP_LOAD] - tile", quick=True),
    Change("tile/pipeline.c", "one stage fewer is filled before the loop",
           "&pipeline->fill, r.stages - 1)", "&pipeline->fill, r.stages - 2)"),
    Change("tile/pipeline.c", "the trip count is rounded down",
           "trips->immediate + stages - 1", "trips->immediate + stages - stages"),
    Change("tile/pipeline.c", "priorities swapped", "step == TWK_STEP_RAISE ? 1 : 0", "step == TWK_STEP_RAISE ? 0 : 1"),
    Change("tile/async_load.c", "chunks lie a chunk further apart",
           "loader->plan->tile.threads * loader->chunk_bytes;",
           "(loader->plan->tile.threads + 1) * loader->chunk_bytes;"),
    Change("tile/async_load.c", "every stage is the first",
           "stage * loader->stage_bytes + (int64_t)i * apart", "0 * loader->stage_bytes + (int64_t)i * apart"),
    Change("machine/amdgcn.c", "the high bits of the wait count are lost",
           "(in_flight & 0xf) | (in_flight >> 4) << 14", "(in_flight & 0xf) | (in_flight >> 5) << 14"),
    Change("machine/amdgcn.c", "masked lanes are not out of range",
           "#define OUT_OF_RANGE (-((int64_t)1 << 31))", "#define OUT_OF_RANGE (-((int64_t)1 << 30))"),
    Change("machine/amdgcn.c", "release and acquire swapped",
           "RELEASE);\n    twk_call(b, TWK_BARRIER, NULL, 0);\n    twk_fence(b, TWK_ORDERING_ACQUIRE);",
           "ACQUIRE);\n    twk_call(b, TWK_BARRIER, NULL, 0);\n    twk_fence(b, TWK_ORDERING_RELEASE);"),
    Change("machine/amdgcn.c", "two-dword loads are of one",
           "int narrow = dwords == 1 ?", "int narrow = dwords <= 2 ?"),
    Change("plan/rules.c", "the limit of tensors is a byte further",
           "argument->bytes > limit)", "argument->bytes > limit + 1)", quick=True),
    Change("plan/rules.c", "one more iteration is written out", "iterations > TWK_UNROLL_LIMIT",
           "iterations > TWK_UNROLL_LIMIT + 1"),
    Change("plan/operands.c", "a swizzle of rows of any length", "(columns & (columns - 1)) == 0", "(columns & 1) == 0"),
    Change("plan/budget.c", "loads in flight are those of one stage",
           "plan->tile.accesses * spec->stages : 0", "plan->tile.accesses : 0"),
    Change("plan/plan.c", "smaller tiles are chosen",
           "for (size_t i = 0; i < plan->arch->tile_count",
           "for (size_t i = 1; i < plan->arch->tile_count"),
    Change("plan/policy.c", "the shorter atom wins", "a.reduction > b.reduction", "a.reduction < b.reduction"),
    Change("plan/policy.c", "a vector store is asked for and not given", "wanted || spec->vector_d > 1", "wanted"),
    Change("machine/shell.c", "the second scope list starts one line early",
           "own + stages + stage", "own + stages + stage - 1"),
    Change("contract_gen.c", "LDS is aligned to 8", "x i8] poison, align 16", "x i8] poison, align 8"),
    Change("ir/printer.c", "immediate arguments are not marked", '" immarg" : ""', '"" : ""', quick=True),
    Change("spec/json_reader.c", "a leading zero is let through", "end > digits + 1 && byte_at", "end > digits + 2 && byte_at"),
    Change("spec/json_reader.c", "DEL is printable", "byte >= 0x20 && byte < 0x7f && byte != '\"'",
           "byte >= 0x20 && byte <= 0x7f && byte != '\"'"),
    Change("contract_gen.c", "another lane map in one row",
           "TWK_MFMA_F32_16X16X32_F16, TWK_INTRINSIC_COUNT,\n     {TWK_DATA_TYPE_FP16, 8, 2,\n"
           "      {{TWK_READ_TRANSPOSED, true, 4, 1, {3, {{true, 16, 0, 8},",
           "TWK_MFMA_F32_16X16X32_F16, TWK_INTRINSIC_COUNT,\n     {TWK_DATA_TYPE_FP16, 8, 2,\n"
           "      {{TWK_READ_TRANSPOSED, true, 4, 1, {3, {{true, 16, 0, 4},"),
    Change("contract_gen.c", "two steps of a schedule swapped",
           "{8, {TWK_STEP_COMMIT, TWK_STEP_READY, TWK_STEP_FETCH, TWK_STEP_RAISE,",
           "{8, {TWK_STEP_COMMIT, TWK_STEP_READY, TWK_STEP_RAISE, TWK_STEP_FETCH,", quick=True),
    Change("plan/views.c", "the pad is on the other side", "view.starts[axis] = -problem->pad_before.at[axis];",
           "view.starts[axis] = problem->pad_before.at[axis];"),
    Change("conv/views.c", "a phase without taps has some", "taps = twk_select(b, has_taps, taps, zero)",
           "taps = twk_select(b, has_taps, taps, taps)"),
    Change("conv/work_item.c", "chiplets that take one tile more are not told apart", "if (longer) {", "if (longer > 1) {"),
    Change("tile/kernel.c", "ring stages beyond the reduction are taken for full",
           "twk_slice_step(spec) == 0", "spec->tile_k == 0"),
    Change("tile/output_chain.c", "rows and columns of accumulators swapped",
           "index / across * atom->m", "index % across * atom->m"),
    Change("plan/policy.c", "the second kernel costs nothing", "moved + TWK_SPLIT_LAUNCH", "moved"),
    Change("plan/policy.c", "a workspace is written for nothing", "twk_product(2 * slices,", "twk_product(slices,"),
    Change("plan/policy.c", "one group too many in a tile", "<= TWK_GROUPED_CHANNELS", "<= 2 * TWK_GROUPED_CHANNELS"),
    Change("conv/work_item.c", "slices are not whole turns of the loop", "plan->slice_step / plan->spec.tile_k", "1"),
    Change("conv/work_item.c", "an empty slice begins past the end", "twk_select(b, inside, begin, turns)",
           "twk_select(b, inside, begin, begin)"),
    Change("conv/combine.c", "a rest of slices is left out", "plan->slices % together, loop", "0, loop"),
    Change("conv/combine.c", "channels do not begin again", "twk_constant(b, of->plan->channels)",
           "twk_constant(b, 2 * of->plan->channels)"),
    Change("tile/stages.c", "every slice adds", "stage->slices == TWK_STAGE_SLICES_ONCE",
           "stage->slices == TWK_STAGE_SLICES_NEVER"),
    Change("tile/stages.c", "a comparison takes the other value", "stack[top + 1], stack[top + 2]",
           "stack[top + 2], stack[top + 1]"),
    Change("tile/output_chain.c", "each group has the bias of the first", "twk_mul(b, tile->kernel->item.tile.group, n)",
           "twk_constant(b, 0)"),
    Change("plan/plan.c", "a bias is as large as the output", "plan->channels * twk_element_bytes(argument->type)",
           "argument->bytes"),
    Change("plan/budget.c", "what goes through the chain is rounded before",
           "? TWK_DATA_TYPE_FP32 : twk_stored_type(spec)", "? twk_stored_type(spec) : twk_stored_type(spec)"),
    Change("conv/views.c", "filters of other groups count", "map->limits.at[GROUP_AXIS] = 1", "map->limits.at[GROUP_AXIS] = 2"),
    Change("plan/direct.c", "a thread has twice the groups", "2 * groups * most_channels(spec) <=",
           "groups * most_channels(spec) <="),
    Change("conv/direct.c", "filters in another order", "scaled(w, place, channels);", "scaled(w, place, channels + 1);"),
    Change("conv/direct.c", "no range of pixels", "w->plan->exact[A]);\n        parts", "true);\n        parts"),
    Change("plan/lanes.c", "a modulo of a lane map is dropped", "if (term->modulo) {", "if (term->modulo > 4) {"),
    Change("plan/layout.c", "reads are as long as the machine loads at once",
           "? most : twk_smaller(read.from->elements, most)", "? most : most"),
    Change("plan/layout.c", "a pad that is only as good replaces a smaller one", "conflicts < of->fewest",
           "conflicts <= of->fewest"),
    Change("spec/problem.c", "a product saturates one too high", "? TWK_SATURATED : a * b", "? TWK_SATURATED + 1 : a * b"),
    Change("spec/json_reader.c", "the longest text is refused", "length > TWK_JSON_LENGTH_LIMIT",
           "length >= TWK_JSON_LENGTH_LIMIT"),
    Change("spec/json_reader.c", "a byte more is read", "length > TWK_JSON_LENGTH_LIMIT", "length > TWK_JSON_LENGTH_LIMIT + 1"),
    Change("spec/json_reader.c", "a vertical tab is white space", "byte == ' ' || byte == '\\t'",
           "byte == ' ' || byte == '\\v' || byte == '\\t'"),
    Change("spec/json_reader.c", "a form feed is white space", "byte == ' ' || byte == '\\t'",
           "byte == ' ' || byte == '\\f' || byte == '\\t'"),
    Change("spec/json_reader.c", "a carriage return is no white space", "byte == '\\r' || byte == '\\n'", "byte == '\\n'"),
    Change("spec/json_reader.c", "-0 is less than 0", "negative ? -magnitude :", "negative ? -magnitude - !magnitude :"),
    Change("spec/json_reader.c", "a capital exponent is let through", "after == 'E' || after == '+'", "after == '+'"),
    Change("spec/json_reader.c", "a fraction is let through", "leading_zero || after == '.' ||", "leading_zero ||"),
    Change("spec/json_reader.c", "the most digits are one too many", "end - digits > TWK_JSON_DIGIT_LIMIT",
           "end - digits >= TWK_JSON_DIGIT_LIMIT"),
    Change("spec/json_reader.c", "a level more is read", "depth == TWK_JSON_DEPTH_LIMIT", "depth > TWK_JSON_DEPTH_LIMIT"),
    Change("spec/violations.c", "of flavours that are as near, the last", "distance < smallest", "distance <= smallest"),
    Change("spec/violations.c", "DEL is repeated as it is", "text[i] < 0x7f;", "text[i] <= 0x7f;"),
    Change("spec/violations.c", "a space is repeated as a question mark", "text[i] >= 0x20 &&", "text[i] > 0x20 &&"),
    Change("spec/violations.c", "a text of forty characters is cut", 'text[i] ? "...', 'i == TWK_ECHO_LIMIT ? "...'),
    Change("spec/spec.c", "a wrong entry hides the next",
           "good = read_integer(context, name, field, entry, &to->at[index]) && good;",
           "good = good && read_integer(context, name, field, entry, &to->at[index]);"),
    Change("plan/budget.c", "registers are shared out one by one",
           "return most / arch->register_granule * arch->register_granule", "return most"),
    Change("plan/budget.c", "warps by LDS of any size", "larger(needed->lds_bytes, 1), arch->lds_granule)",
           "larger(needed->lds_bytes, 1), 1)"),
    Change("plan/budget.c", "warps by any number of registers", "larger(needed->least_registers, 1), arch->register_granule)",
           "larger(needed->least_registers, 1), 1)"),
    Change("plan/budget.c", "warps that load hold what others do",
           "pipeline->roles ? twk_larger(budget.accumulators, budget.fetched)", "pipeline->roles ? budget.accumulators"),
    Change("plan/views.c", "the pixel after the last is inside", "high >= view->limits", "high > view->limits"),
    Change("plan/views.c", "the pixel before the first is inside", "low < 0 ||", "low < -1 ||"),
    Change("plan/views.c", "phases are checked like one", "phases > 1 || view->leaves", "view->leaves"),
    Change("plan/rules.c", "warps are refused where no workgroup fits", "value && least <= most && (", "value && ("),
    Change("plan/plan.c", "a register more is let through", "needed->registers <= plan->registers",
           "needed->registers <= plan->registers + 1"),
)  # fmt: skip


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
                answers[case.data, case.flavor or flavor] = engine.emit(case.data, case.flavor or flavor)
            except Refusal as refusal:
                answers[case.data, case.flavor or flavor] = refusal.violations
    path = tmp_path_factory.mktemp("recorded") / "answers"
    path.write_bytes(pickle.dumps((cases, FLAVORS, answers)))
    return path


def changed(build: Build, change: Change) -> Path:
    """The extension with one change."""
    text = (build.source / change.file).read_text()
    assert text.count(change.before) == 1, f"{change.file} does not hold {change.before!r} just once"
    path = build.source / f"changed_{Path(change.file).name}"
    path.write_text(text.replace(change.before, change.after))
    return build.link({**build.objects, change.file: build.compile(path, "changed")}, "changed")


def gate(extension: Path, recorded: Path) -> str:
    """Why the gate is red with this extension; nothing where it is green."""
    command = [sys.executable, Path(__file__).with_name("against_recorded.py"), extension, recorded]
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
    assert len(CHANGES) == len({str(change) for change in CHANGES}) == 73
    emitters = {path.relative_to(ROOT / "cengine/src").as_posix() for path in (ROOT / "cengine/src").rglob("*.c")}
    assert {change.file for change in CHANGES} <= emitters and sum(change.quick for change in CHANGES) == 4
    moved = [str(change) for change in CHANGES if (ROOT / "cengine/src" / change.file).read_text().count(change.before) != 1]
    assert not moved, f"before does not stand just once in its file: {'; '.join(moved)}"


def test_engine_as_it_is_is_green(build, recorded):
    """Else nothing below would mean anything."""
    assert gate(build.link(build.objects, "same"), recorded) == ""


@pytest.mark.parametrize("change", [change for change in CHANGES if change.quick], ids=str)
def test_change_is_red(build, recorded, change):
    assert gate(changed(build, change), recorded)


@pytest.mark.slow
def test_every_change_is_red(build, recorded):
    found = {str(change): gate(changed(build, change), recorded) for change in CHANGES}
    print(*(f"{change}: {why or 'SURVIVED'}" for change, why in found.items()), sep="\n")
    survivors = [change for change, why in found.items() if not why]
    assert not survivors, "no case notices: " + "; ".join(survivors)
