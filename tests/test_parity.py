"""The parity gate fails closed: whatever is not identical, or refused as expected, is red and says where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.support import TINY, spec_of

from twinkern import FLAVORS, Program, Refusal
from twinkern.engine.ir.verifier import InternalError
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, PythonEngine
from twinkern.gate import parity
from twinkern.gate.cases import Case
from twinkern.gate.parity import Report, Verdict, compare_case, explain_difference, part_of_kernel, run_gate, save_pair

GOOD = Case("good", "emits", spec_of(f"direction=forward {TINY}"))
BAD = Case("bad", "refused", spec_of("direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 groups=3"), reject="PROBLEM_GROUPS")


class Altered:
    """The C engine, with what it gives changed."""

    name = "c"

    def __init__(self, change: Callable[[Program], Program]) -> None:
        self.change = change

    def emit(self, data: bytes, flavor: str) -> Program:
        return self.change(NativeEngine().emit(data, flavor))


class Raising:
    """An engine that raises."""

    def __init__(self, name: str, error: BaseException) -> None:
        self.name = name
        self.error = error

    def emit(self, data: bytes, flavor: str) -> Program:
        raise self.error


def compare(case: Case, python=None, c=None) -> Verdict:
    return compare_case(case, DEFAULT_FLAVOR, (python or PythonEngine(), c or NativeEngine()))


def test_identical():
    verdict = compare(GOOD)
    program = PythonEngine().emit(GOOD.data, DEFAULT_FLAVOR)
    assert verdict.ok and verdict.status == "identical" and verdict.program == program
    assert verdict.bytes == sum(map(len, (program.text, program.manifest_text, program.asked, program.resolved)))


def test_refused_alike():
    verdict = compare(BAD)
    assert verdict.ok and verdict.status == "refused alike" and verdict.bytes > 0
    assert {row.code for row in verdict.violations} == {"PROBLEM_GROUPS"}


@pytest.mark.parametrize(
    ("part", "status"),
    [
        ("asked", "different canonical spec"),
        ("resolved", "different canonical spec"),
        ("name", "different name"),
        ("manifest_text", "different manifest"),
        ("text", "different text"),
    ],
)
def test_any_part_that_differs(part, status):
    verdict = compare(GOOD, c=Altered(lambda program: replace(program, **{part: getattr(program, part) + " "})))
    assert not verdict.ok and verdict.status == status
    assert verdict.texts[0] + " " == verdict.texts[1]


def test_one_character_is_shown_with_its_place():
    text = PythonEngine().emit(GOOD.data, DEFAULT_FLAVOR).text
    lines = text.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("  ; epilogue")) + 2
    spoiled = "\n".join([*lines[:at], lines[at][:-1] + "%", *lines[at + 1 :]]) + "\n"
    verdict = compare(GOOD, c=Altered(lambda program: replace(program, text=spoiled)))
    assert verdict.status == "different text"
    head, *diff = verdict.detail.splitlines()
    assert head == f"line {at + 1}, in 'epilogue'"
    assert [line for line in diff if line.startswith(("-", "+")) and line[1] == " "] == [
        "-" + lines[at], "+" + lines[at][:-1] + "%"
    ]  # fmt: skip
    around = [lines[at - parity.CONTEXT_LINES], lines[at + parity.CONTEXT_LINES]]
    assert [diff[3], diff[-1]] == [" " + line for line in around] and len(diff) == 2 + 1 + 2 * parity.CONTEXT_LINES + 2


def test_text_that_ends_early():
    assert explain_difference("a\n; b\n  c\nd\n", "a\n; b\n").startswith("line 3, in 'b'")
    assert part_of_kernel(["x", "y"], 1) == "module head"
    assert part_of_kernel(["  ; b", "}", "", "attributes"], 3) == "module tail"


def test_lines_of_an_excerpt_are_those_of_the_text():
    before = "".join(f"line {number}\n" for number in range(1, 41))
    detail = explain_difference(before, before.replace("line 30\n", "line 30\nmore\n")).splitlines()
    assert detail[0].startswith("line 31, ") and detail[3] == "@@ -28,7 +28,7 @@"


@pytest.mark.parametrize(
    ("part", "status"),
    [("manifest_text", "different manifest"), ("asked", "different canonical spec"), ("resolved", "different canonical spec")],
)
def test_difference_outside_of_kernels_has_no_part_of_one(part, status):
    value = getattr(PythonEngine().emit(GOOD.data, DEFAULT_FLAVOR), part)
    verdict = compare(GOOD, c=Altered(lambda program: replace(program, **{part: f"{value[:5]}?{value[6:]}"})))
    assert verdict.status == status and verdict.detail.startswith("line 1, column 6\n")


def test_refusals_that_differ_have_no_part_of_a_kernel():
    assert explain_difference("A: a\nB: b", "A: a\nB: c", kernel=False).startswith("line 2, column 4\n")
    assert explain_difference("A: a\nB: b", "A: a", kernel=False).startswith("line 2, column 1\n")


def test_line_end_that_differs():
    """Where only a line break tells the texts apart, the diff still shows it."""
    head, *diff = explain_difference("a\nb\n", "a\nb").splitlines()
    assert head.startswith("line 3, ") and diff[-1] == "-"
    assert any(line.startswith("+") and "\r" in line for line in explain_difference("a\n", "a\r\n").split("\n"))


@pytest.mark.parametrize("part", ["text", "manifest_text", "name", "asked", "resolved"])
@pytest.mark.parametrize("nothing", ["", None])
def test_engines_that_print_nothing_do_not_agree(part, nothing):
    class Silent(PythonEngine):
        def emit(self, data: bytes, flavor: str) -> Program:
            return replace(super().emit(data, flavor), **{part: nothing})

    verdict = compare(GOOD, Silent(), Silent())
    assert verdict.status == "engine error" and verdict.detail == f"python: emitted no {part}"


def test_unexpected_refusal():
    verdict = compare(replace(BAD, reject=""))
    assert not verdict.ok and verdict.status == "unexpected refusal" and "PROBLEM_GROUPS" in verdict.detail


def test_refused_by_another_rule():
    """Both refusing is no agreement: the rule must be the one that the case is there for."""
    verdict = compare(replace(BAD, reject="LDS_BUDGET"))
    assert not verdict.ok and verdict.status == "refused with another code"
    assert verdict.detail.startswith("expected LDS_BUDGET, got PROBLEM_GROUPS")


def test_unexpected_acceptance():
    verdict = compare(replace(GOOD, reject="LDS_BUDGET"))
    assert not verdict.ok and verdict.status == "unexpected acceptance" and verdict.detail == "expected LDS_BUDGET"


@pytest.mark.parametrize("side", ["python", "c"])
def test_one_refuses(side):
    with pytest.raises(Refusal) as caught:
        PythonEngine().emit(BAD.data, DEFAULT_FLAVOR)
    verdict = compare(GOOD, **{side: Raising(side, caught.value)})
    assert not verdict.ok and verdict.status == "one refuses" and verdict.detail.startswith(f"{side} refuses: ")


@pytest.mark.parametrize("change", ["message", "kind", "code", "fewer", "order"])
def test_refusals_that_differ(change):
    with pytest.raises(Refusal) as caught:
        NativeEngine().emit(BAD.data, DEFAULT_FLAVOR)
    rows = caught.value.violations
    assert len(rows) == 2
    if change == "fewer":
        changed = rows[:1]
    elif change == "order":
        changed = rows[::-1]
    else:
        changed = (rows[0], replace(rows[1], **{change: "other"}))
    verdict = compare(BAD, c=Raising("c", Refusal(changed)))
    assert not verdict.ok and verdict.status == "refused differently"


@pytest.mark.parametrize("side", ["python", "c"])
@pytest.mark.parametrize(
    "error",
    [InternalError("a node"), ZeroDivisionError("by zero"), RecursionError(), MemoryError(), TimeoutError("10 s")],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("case", [GOOD, BAD], ids=lambda case: case.name)
def test_third_outcome_fails(case, error, side):
    """Also where a refusal is expected, and where both engines fail alike."""
    verdict = compare(case, **{side: Raising(side, error)})
    assert not verdict.ok and verdict.status == "engine error"
    assert side in verdict.detail and (str(error) in verdict.detail)
    both = compare(case, Raising("python", error), Raising("c", error))
    assert not both.ok and both.status == "engine error"


def test_interrupt_is_no_outcome():
    with pytest.raises(KeyboardInterrupt):
        compare(GOOD, c=Raising("c", KeyboardInterrupt()))


def test_empty_run_is_red():
    assert not run_gate([]).ok
    assert not run_gate([GOOD], []).ok
    assert not Report(()).ok


def test_nothing_compared_is_red():
    assert not Report((Verdict("case", DEFAULT_FLAVOR, "identical", bytes=0),)).ok


def test_every_status_is_described():
    assert set(parity.PASSING) == {"identical", "refused alike"} and set(parity.PASSING) < set(parity.STATUSES)


def test_unknown_status_is_red():
    assert not Report((Verdict("case", DEFAULT_FLAVOR, "skipped", bytes=10),)).ok


def test_one_failure_makes_the_report_red():
    good = Verdict("case", DEFAULT_FLAVOR, "identical", bytes=10)
    assert Report((good, good)).ok
    assert not Report((good, replace(good, status="different text"), good)).ok


def test_report_of_a_run():
    report = run_gate([GOOD, BAD])
    assert report.ok and len(report.verdicts) == 2 * len(FLAVORS)
    assert report.bytes == sum(verdict.bytes for verdict in report.verdicts)
    values = report.coverage.values
    assert values["direction"] == ("forward",) and values["tile_m"] == (str(report.verdicts[0].program.spec.tile_m),)


def test_texts_of_a_difference_are_saved(tmp_path):
    verdict = compare(GOOD, c=Altered(lambda program: replace(program, text=program.text + "; more\n")))
    python, c = save_pair(verdict, tmp_path / "new")
    assert (python.read_text() + "; more\n") == c.read_text()
    assert save_pair(compare(GOOD), tmp_path) is None
