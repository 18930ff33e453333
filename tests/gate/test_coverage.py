"""Floors: a run that compares too little, or leaves a value of a field out, is red."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from tests.support import CASES, DIRECTIONS

from twinkern._contract import ARCHES, FIELDS, FLAVORS, Field
from twinkern.gate.cases import CaseError, load_cases
from twinkern.gate.parity import Coverage, Floors, read_floors, run_gate
from twinkern.gate.parity.coverage import CHOICES, all_cells, cover, unused

ALL = load_cases(CASES)
FLOORS = read_floors(CASES)
WORDS = [(row, word) for row in FIELDS if row.type == "choice" for word in row.allowed if word != row.automatic]


@pytest.fixture(scope="module")
def report():
    """The gate over all cases."""
    return run_gate(ALL, floors=FLOORS)


def shortfalls(verdicts, floors=FLOORS) -> tuple[str, ...]:
    compared = sum(verdict.bytes for verdict in verdicts)
    return floors.shortfalls(len({verdict.case for verdict in verdicts}), compared, cover(verdicts))


def test_the_cases_reach_their_floors(report):
    assert report.ok and report.shortfalls == ()
    assert FLOORS.values and FLOORS.accepted >= 1
    assert FLOORS.cases > 0.9 * len(ALL) and FLOORS.bytes > 0.9 * report.bytes, "raise the floors: the cases have outgrown them"


def test_cells_are_directions_by_architectures_by_flavours(report):
    cells = set(all_cells())
    assert len(cells) == len(DIRECTIONS) * sum(len(ARCHES[name].flavors) for name in CHOICES["arch"])
    assert set(report.coverage.cells) == cells
    assert sum(report.coverage.cells.values()) == sum(verdict.program is not None for verdict in report.verdicts)


def test_word_that_no_accepted_case_uses(report):
    kept = [v for v in report.verdicts if v.program is None or v.program.spec.atom != "32x32x8"]
    assert "no accepted case has atom = 32x32x8" in shortfalls(kept)


@pytest.mark.parametrize(("row", "word"), WORDS, ids=lambda value: getattr(value, "name", value))
def test_each_word_of_a_choice_is_needed(report, row, word):
    values = report.coverage.values
    without = replace(report.coverage, values={**values, row.name: tuple(set(values[row.name]) - {word})})
    assert FLOORS.shortfalls(len(ALL), report.bytes, without) == (f"no accepted case has {row.name} = {word}",)


def test_combination_that_no_accepted_case_covers(report):
    accepted = [v for v in report.verdicts if v.program is not None]
    kept = [v for v in accepted if (v.program.spec.direction, v.program.arch) != ("wgrad", "gfx942")]
    assert [line for line in shortfalls(kept) if "wgrad" in line] == [
        f"0 accepted cases of wgrad gfx942 {flavor}; the floor is {FLOORS.accepted}" for flavor in FLAVORS
    ]


@pytest.mark.parametrize("cell", [*all_cells()], ids=" ".join)
def test_each_combination_is_needed(report, cell):
    cells = {key: count for key, count in report.coverage.cells.items() if key != cell}
    found = Floors(accepted=1).shortfalls(len(ALL), report.bytes, replace(report.coverage, cells=cells))
    assert found == (f"0 accepted cases of {' '.join(cell)}; the floor is 1",)


def test_cases_that_fail_or_are_refused_cover_nothing(report):
    failing = [replace(verdict, status="different text") for verdict in report.verdicts]
    assert cover(failing).cells == {} and not any(cover(failing).values.values())
    refused = [verdict for verdict in report.verdicts if verdict.program is None]
    assert refused and cover(refused).cells == {}


def test_case_that_fails_in_one_flavour_covers_no_value(report):
    """Its architecture is known there; in the other flavours it is still counted."""
    mine = [verdict for verdict in report.verdicts if verdict.case == "forward_c20"]
    assert "20" in cover(mine).values["c"] and len(cover(mine).cells) == len(FLAVORS)
    failing = [replace(mine[0], status="different text"), *mine[1:]]
    assert not any(cover(failing).values.values()) and len(cover(failing).cells) == len(FLAVORS) - 1
    late = next(name for name in ARCHES if 0 < len(ARCHES[name].flavors) < len(FLAVORS) and ARCHES[name].emits)
    others = [verdict for verdict in report.verdicts if verdict.program is not None and verdict.program.arch == late]
    name = others[0].case
    assert cover(verdict for verdict in report.verdicts if verdict.case == name).values["arch"] == (late,)


def test_two_cases_of_one_kernel_both_count(report):
    """One asks for what the policy chooses for the other."""
    verdict = next(v for v in report.verdicts if v.case == "forward_c20")
    asking = replace(verdict, case="asks", program=replace(verdict.program, asked=verdict.program.resolved))
    assert "tile_m" in cover([verdict]).left and "tile_m" not in cover([verdict]).asked
    assert "tile_m" in cover([verdict, asking]).asked


def test_fewer_cases_or_bytes(report):
    verdicts = report.verdicts
    assert shortfalls(verdicts, Floors(cases=len(ALL) + 1)) == (f"{len(ALL)} cases compared; the floor is {len(ALL) + 1}",)
    assert shortfalls(verdicts, Floors(bytes=report.bytes + 1)) == (
        f"{report.bytes} bytes compared; the floor is {report.bytes + 1}",
    )
    assert shortfalls(verdicts, Floors(cases=len(ALL), bytes=report.bytes)) == ()
    assert not run_gate(ALL[:2], floors=Floors(cases=3)).ok
    assert run_gate(ALL[:2], floors=Floors(cases=2)).ok


INTEGER = next(row for row in FIELDS if row.name == "tile_m")
PLAIN = next(row for row in FIELDS if row.name == "groups")
AXES = next(row for row in FIELDS if row.name == "stride")
CHOICE = next(row for row in FIELDS if row.name == "epilogue")
BOTH = {"asked": frozenset(("tile_m", "epilogue")), "left": frozenset(("tile_m", "epilogue"))}


@pytest.mark.parametrize(
    ("row", "values", "use", "said"),
    [
        (INTEGER, ("16", "32"), BOTH, []),
        (INTEGER, ("16",), BOTH, ["accepted cases have no two values of tile_m"]),
        (INTEGER, ("16", "32"), {**BOTH, "asked": frozenset()}, ["no accepted case asks for tile_m"]),
        (INTEGER, ("16", "32"), {**BOTH, "left": frozenset()}, ["no accepted case leaves tile_m to the policy"]),
        (PLAIN, ("1", "8"), {}, []),
        (PLAIN, ("1",), {}, ["accepted cases have no two values of groups", "no accepted case has groups other than 1"]),
        (PLAIN, (), {}, ["accepted cases have no two values of groups", "no accepted case has groups other than 1"]),
        (AXES, ("1", "1x2", "1x1x1"), {}, []),
        (AXES, ("1x2", "1x1x1"), {}, ["no accepted case has stride with 1 axes"]),
        (AXES, ("1", "1x2"), {}, ["no accepted case has stride with 3 axes"]),
        (AXES, ("1x1", "1", "1x1x1"), {}, [
            "accepted cases have no two values of stride", "no accepted case has stride other than 1"
        ]),
        (CHOICE, ("direct", "cshuffle"), BOTH, []),
        (CHOICE, ("direct",), BOTH, ["no accepted case has epilogue = cshuffle"]),
        (CHOICE, ("direct", "cshuffle"), {**BOTH, "left": frozenset()}, ["no accepted case leaves epilogue to the policy"]),
    ],
)  # fmt: skip
def test_rule_of_a_field(row: Field, values, use, said):
    assert unused(row, Coverage({row.name: values}, **use)) == said


def test_every_field_is_judged():
    named = " ".join(Floors(values=True).shortfalls(1, 1, Coverage()))
    assert all(f"{row.name}" in named.replace("=", " ").split() for row in FIELDS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[floors]\ncase = 1", "unknown key 'case'; did you mean cases?"),
        ("[floors]\ncases = true", "cases takes a number from 0, not True"),
        ("[floors]\ncases = -1", "cases takes a number from 0, not -1"),
        ("[floors]\nvalues = 1", "values takes true or false, not 1"),
        ("[floors]\nbytes = '1'", "bytes takes a number from 0, not '1'"),
        ("[[floors]]\ncases = 1", "floors are one table"),
        ("[floor]\ncases = 1", "unknown table 'floor'; did you mean floors?"),
        ("[[cases]]\nname = 'x'", "unknown table 'cases'; did you mean case?"),
    ],
)
def test_floors_that_cannot_be_used(tmp_path, text, said):
    (tmp_path / "some.toml").write_text(text)
    with pytest.raises(CaseError, match=said):
        read_floors(tmp_path)


def test_floors_of_a_directory(tmp_path):
    (tmp_path / "one.toml").write_text("[[case]]\n")
    assert read_floors(tmp_path) is None
    (tmp_path / "two.toml").write_text("[floors]\ncases = 7\nvalues = true")
    assert read_floors(tmp_path) == Floors(cases=7, values=True)
    (tmp_path / "three.toml").write_text("[floors]\n")
    with pytest.raises(CaseError, match=r"two.toml: three.toml has floors too"):
        read_floors(tmp_path)


def test_floors_say_what_they_are():
    said = "3 cases, 4 bytes, 5 accepted by direction x arch x flavour"
    assert (str(Floors(3, 4, 5)), str(Floors(3, 4, 5, True))) == (said, f"{said}, every value of every field")
    assert len(fields(Floors)) == 4
