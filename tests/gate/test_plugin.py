"""pytest collects a user's case files: a case is a test, and passes only if every oracle holds."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest
from tests.gate.engines import CURSED_N
from tests.support import ROOT

pytest_plugins = ["pytester"]

GOOD = """
[[case]]
name = "layer"
reason = "a layer of ours"
spec = "direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 pad=1"

[[case]]
name = "odd_groups"
reason = "must stay refused"
spec = "direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 groups=3"
reject = "PROBLEM_GROUPS"
"""
WRONG = """
[[case]]
name = "expected_otherwise"
reason = "is not refused by the LDS budget"
spec = "direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 groups=3"
reject = "LDS_BUDGET"
"""


@pytest.fixture
def files(pytester):
    """Write files of cases by name, in a directory whose pytest runs are judged by their summary."""

    def write(**texts: str) -> None:
        for name, text in texts.items():
            (pytester.path / f"{name}.twinkern.toml").write_text(text)

    return write


def test_plugin_is_found_by_itself():
    (found,) = [entry for entry in entry_points(group="pytest11") if entry.name == "twinkern"]
    assert found.value == "twinkern.pytest_plugin"


def test_cases_are_tests(pytester, files):
    files(ours=GOOD, wrong=WRONG)
    (pytester.path / "other.toml").write_text("[tool]\n")
    result = pytester.runpytest_subprocess("-v")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "ours.twinkern.toml::layer PASSED*",
            "ours.twinkern.toml::odd_groups PASSED*",
            "wrong.twinkern.toml::expected_otherwise FAILED*",
            "expected_otherwise, llvm20: refused with another code",
            "expected LDS_BUDGET, got PROBLEM_GROUPS: *",
            "spec: direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 groups=3",
            "again: twinkern parity expected_otherwise --flavor llvm20 --cases *wrong.twinkern.toml",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize(("options", "outcome"), [((), {"failed": 1}), (("--twinkern-partial",), {"passed": 1})])
def test_flavour_that_nothing_links_fails_unless_told_otherwise(pytester, files, options, outcome):
    files(ours=GOOD)
    pytester.makeconftest(
        """
        from twinkern.judge import toolchain
        known = toolchain.available_flavors()
        known["llvm20"] = toolchain.FlavorStatus(False, False, "no LLVM 20 here")
        toolchain.available_flavors = lambda: known
        """
    )
    result = pytester.runpytest_subprocess("-k", "layer", *options)
    result.assert_outcomes(deselected=1, **outcome)
    if not options:
        result.stdout.fnmatch_lines(["layer: PROVEN but llvm20", "link: no llvm20", "no LLVM 20 here"])


def test_selection_by_name(pytester, files):
    files(ours=GOOD)
    pytester.runpytest_subprocess("-k", "odd").assert_outcomes(passed=1, deselected=1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[case]", "*ours.twinkern.toml:*"),
        ("", "*holds no case*"),
        ("[case]\n", "*cases are tables*"),
        (GOOD + GOOD, "*used twice*"),
    ],
)
def test_file_that_cannot_be_used(pytester, files, text, said):
    files(ours=text)
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([said])


def test_file_of_floors_has_no_tests(pytester, files):
    files(floors="[floors]\ncases = 3\n")
    assert pytester.runpytest_inprocess().ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_agreement_is_not_enough(pytester, files):
    """The simulator finds nothing wrong, but the reference does."""
    files(ours=GOOD)
    pytester.makeconftest(
        """
        from twinkern.judge import oracle
        right = oracle.reference
        oracle.reference = lambda *arguments: right(*arguments) + 1
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["layer: not every oracle holds", "reference: wrong", "again: twinkern prove layer --cases *"])


def test_no_tool_chain_fails_rather_than_skips(pytester, files):
    files(ours=GOOD)
    pytester.makeconftest(
        """
        from dataclasses import replace
        from twinkern.judge import toolchain
        none = {name: replace(row, available=False) for name, row in toolchain.available_flavors().items()}
        toolchain.available_flavors = lambda: none
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["layer: not every oracle holds", "link: no llvm20"])


def test_crash_of_an_engine_is_one_failure(pytester, files, monkeypatch):
    """The fault strikes in the worker process; pytest goes on."""
    cursed = GOOD.replace('"layer"', '"cursed"').replace("n=1", f"n={CURSED_N}", 1)
    files(a=cursed, b=GOOD)
    pytester.makeconftest(
        """
        import twinkern.pytest_plugin as plugin
        from tests.gate.engines import crashing
        plugin.both_engines = crashing
        """
    )
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    result = pytester.runpytest_subprocess("-v")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["cursed, llvm20: engine error", "c: the process died of signal 11 (*"])
