"""No silent knob: a field that both engines accept and ignore is found, though they agree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.gate import engines
from tests.gate.engines import CURSED, GOOD, REFUSED, deaf_to
from tests.support import AUTOMATIC, CASES, spec_of

from twinkern._contract import FIELDS
from twinkern.engine.spec.spec import read_spec
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, PythonEngine
from twinkern.gate.cases import Case, load_cases, select
from twinkern.gate.liveness import Flip, Liveness, alternatives, convolution, flip_case, has_one_value, masked, run_liveness
from twinkern.gate.parity import run_gate

ALL = load_cases(CASES)
BASE = Case(
    "base", "every field of it can be flipped to something accepted",
    spec_of("direction=forward arch=gfx950 n=2 c=64 k=64 input=9x8 filter=3x2 pad=1 epilogue=cshuffle"),
)  # fmt: skip
RING, WAVELET, WGRAD = (
    Case(words, "fields that BASE has no use for", spec_of(f"n=2 c=64 k=64 input=9x8 filter=3x2 {words}"))
    for words in ("direction=forward pipeline=ring", "direction=forward pipeline=wavelet", "direction=wgrad")
)
GROUPED, FEW, CUT = (
    Case(words, "fields of groups and slices", spec_of(f"n=2 input=9x8 filter=3x2 {words}"))
    for words in (
        "direction=wgrad arch=gfx942 c=24 k=24 groups=4",
        "direction=forward arch=gfx942 c=24 k=24 groups=4",
        "direction=wgrad arch=gfx942 c=32 k=32 out_type=fp32 split_k=2",
    )
)
BASES = {"stages": RING, "loader": RING, "load_warps": WAVELET, "k_outer": WGRAD}
BASES |= {"groups_per_tile": GROUPED, "method": FEW, "split_k": CUT, "combine": CUT}
"""Where the fields can be flipped that BASE has no use for."""
TWO_VALUES = [row for row in FIELDS if not has_one_value(row)]


def flips_of(case: Case, make_engines=None) -> tuple[Flip, ...]:
    pair = make_engines() if make_engines else (PythonEngine(), NativeEngine())
    return flip_case(case, pair)


@pytest.fixture(scope="module")
def base_flips() -> tuple[Flip, ...]:
    return flips_of(BASE)


@pytest.fixture(scope="module")
def all_flips(base_flips) -> tuple[Flip, ...]:
    return (*base_flips, *(flip for case in (RING, WAVELET, WGRAD, GROUPED, FEW, CUT) for flip in flips_of(case)))


def test_every_field_of_a_case_is_flipped(base_flips, all_flips):
    assert {flip.field for flip in base_flips} == {row.name for row in TWO_VALUES}
    assert Liveness(all_flips).ok
    for row in TWO_VALUES:
        mine = [flip for flip in base_flips if flip.field == row.name]
        assert len(mine) == (2 if row.type == "integers" else len(mine))
        assert all(flip.before != flip.after for flip in mine)
        assert any(flip.status == "changed" for flip in all_flips if flip.field == row.name), row.name


def test_showpieces_are_live():
    found = run_liveness(select(ALL, ["showpiece_*"]))
    assert not found.failures and len({flip.case for flip in found.flips}) == 6


@pytest.mark.slow
def test_all_cases_are_live():
    found = run_liveness(ALL, jobs=2)
    assert found.ok, (found.failures[:3], found.unshown)
    assert {flip.case for flip in found.flips} == {case.name for case in ALL if not case.reject}


# That the shuffle follows from vector_d, and the rest of the widths from each other, is no reason to find nothing.
DEAF = [name for name in AUTOMATIC if name != "out_type"]


@pytest.mark.parametrize("field", DEAF)
def test_field_that_both_engines_ignore(field):
    case = BASES.get(field, BASE)
    assert run_gate([case], make_engines=deaf_to(field)).ok, "the engines agree"
    wrong = [flip for flip in flips_of(case, deaf_to(field)) if not flip.ok]
    assert wrong and {(flip.field, flip.status) for flip in wrong} == {(field, "ignored")}
    assert not Liveness(tuple(wrong)).ok


def test_field_that_changes_a_comment_only():
    wrong = [flip for flip in flips_of(BASE, deaf_to("tile_k", "with a comment")) if not flip.ok]
    assert {(flip.field, flip.status) for flip in wrong} == {("tile_k", "ignored")}


def test_field_that_is_overridden():
    wrong = [flip for flip in flips_of(BASE, deaf_to("lds_pad_a", "openly")) if not flip.ok]
    assert {(flip.field, flip.status, flip.detail) for flip in wrong} == {("lds_pad_a", "overridden", "resolved to 8")}


def test_engines_that_differ_on_the_flipped_spec_only():
    def pair():
        return PythonEngine(), deaf_to("tile_k")()[1]

    assert run_gate([BASE], make_engines=pair).ok
    wrong = [flip for flip in flips_of(BASE, pair) if not flip.ok]
    assert {(flip.field, flip.status) for flip in wrong} == {("tile_k", "different manifest")}
    assert read_spec(wrong[0].data).tile_k != 0 and wrong[0].detail.startswith("line ")


def test_case_that_is_not_accepted_alike():
    (flip,) = flips_of(replace(REFUSED, reject=""))
    assert not flip.ok and flip.status == "unexpected refusal"


def test_crash_and_time_out_are_named():
    found = run_liveness([GOOD[0], CURSED], jobs=1, make_engines=engines.crashing)
    assert {(flip.case, flip.status) for flip in found.failures} >= {("cursed", "engine error")}
    assert {flip.case for flip in found.flips if flip.ok} <= {"good1"}
    found = run_liveness([CURSED], jobs=1, seconds=1, make_engines=engines.hanging)
    assert [(flip.case, flip.status) for flip in found.flips] == [("cursed", "time-out")] and not found.ok


def test_nothing_flipped_is_red():
    assert not run_liveness([]).ok
    assert not run_liveness([REFUSED]).ok
    assert not Liveness(()).ok


@pytest.mark.parametrize("status", ["refused", "same by definition"])
def test_field_that_no_flip_shows_to_be_live(all_flips, status):
    flips = tuple(replace(flip, status=status) if flip.field == "tile_n" else flip for flip in all_flips)
    found = Liveness(flips)
    assert not found.failures and found.unshown == ("tile_n",) and not found.ok


def test_flips_are_other_values_in_range():
    for row in FIELDS:
        now = {"choice": row.allowed[-1] if row.allowed else "", "integer": max(row.low, 1), "integers": (3, 5)}[row.type]
        for values in alternatives(row, now):
            assert values and now not in values and row.automatic not in values
            if row.type == "integers":
                assert all(len(value) == 2 and sum(a != b for a, b in zip(value, now, strict=True)) == 1 for value in values)
                assert all(row.low <= entry <= row.high for value in values for entry in value)
            elif row.type == "integer":
                assert all(row.low <= value <= row.high for value in values)


@pytest.mark.parametrize(
    ("words", "change", "same"),
    [
        ("input=5x5 filter=1x3", {"dilation": (2, 1)}, True),
        ("input=5x5 filter=1x3", {"dilation": (1, 2)}, False),
        ("input=3x9 filter=3x3", {"stride": (2, 1)}, True),
        ("input=3x9 filter=3x3", {"stride": (1, 2)}, False),
        ("input=4x4 filter=1x1 stride=2", {"stride": (3, 2)}, False),
        ("input=6x6 filter=3x3 stride=2", {"pad_after": (1, 0)}, False),
        ("input=5x5 filter=3x3 stride=2", {"pad_after": (1, 0)}, True),
        ("input=5x5 filter=3x3 stride=2", {"pad_before": (1, 0)}, False),
        ("input=5x5 filter=3x3 stride=2", {"input": (6, 5)}, False),
        ("input=5x5 filter=3x3", {"groups": 2}, False),
        ("input=5x5 filter=3x3", {"n": 2}, False),
        ("input=5x5 filter=3x3", {"c": 16}, False),
        ("input=5x5 filter=3x3", {"k": 16}, False),
    ],
)
def test_same_convolution(words, change, same):
    problem = read_spec(spec_of(f"direction=forward n=1 c=8 k=8 {words}")).problem
    assert (convolution(problem) == convolution(replace(problem, **change))) == same


def test_masking_keeps_all_but_names_and_comments():
    program = PythonEngine().emit(BASE.data, DEFAULT_FLAVOR)
    text, manifest = masked(program)
    assert program.name not in text + manifest and ";" not in text
    assert text.count("\n") == program.text.count("\n") - program.text.count("\n  ; ")
    assert manifest == program.manifest_text.replace(program.name, "NAME")
