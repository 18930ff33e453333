"""pytest collects `*.twinkern.toml`: each case is a test, which passes if every oracle holds.

A case is emitted by both engines in every flavour, in a process that a crash may end, and compared byte for byte; then it is
linked, run in the simulator, and held against the reference, as `twinkern prove` does. An oracle that cannot be asked fails
the test: nothing is skipped. So does a flavour that nothing at hand can link, but with `--twinkern-partial`. The plug-in is
found by itself where twinkern is installed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from twinkern._contract import FLAVORS
from twinkern.gate.cases import SUFFIX, Case, CaseError, load_cases, read_file
from twinkern.gate.parity.engines import both_engines, engine_workers
from twinkern.gate.parity.gate import SECONDS, as_verdict, compare_item
from twinkern.gate.parity.report import Run, spec_text
from twinkern.judge.judged import check_judged

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from twinkern.gate.parity import Verdict
    from twinkern.gate.parity.engines import Engines
    from twinkern.judge.proof import Proof
    from twinkern.workers import Workers

WORKERS: pytest.StashKey[Workers[tuple[Case, str], Engines, Verdict]] = pytest.StashKey()
JUDGED = "judged"
"""The property of a test that says which package and library it judged."""


class CaseFailure(Exception):
    """A case that does not hold; the message is for people."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Our option."""
    parser.getgroup("twinkern").addoption(
        "--twinkern-partial", action="store_true", help="let cases pass where no LLVM at hand links one of their flavours"
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    """Collect a file of cases."""
    return CaseFile.from_parent(parent, path=file_path) if file_path.name.endswith(SUFFIX) else None


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the worker process."""
    if WORKERS in config.stash:
        config.stash[WORKERS].close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the cases judged, also where they ran in processes of pytest-xdist."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    for line in sorted({value for row in reports for key, value in getattr(row, "user_properties", ()) if key == JUDGED}):
        terminalreporter.write_line(line)


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterable[CaseItem]:
        """One item a case; none where the file only declares floors."""
        try:
            tables, _ = read_file(self.path)
            if "floors" in tables and not tables.get("case"):
                return []
            cases = load_cases(self.path)
            judged = check_judged(self.path)
        except (CaseError, ImportError) as error:
            raise self.CollectError(str(error)) from None
        return [CaseItem.from_parent(self, name=case.name, case=case, judged=judged) for case in cases]


class CaseItem(pytest.Item):
    """One case before every oracle."""

    def __init__(self, *, case: Case, judged: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.case = case
        self.user_properties += [("reason", case.reason), (JUDGED, judged)]

    def runtest(self) -> None:
        """Raise CaseFailure unless the case holds."""
        from twinkern.judge.proof import prove_case

        stash = self.config.stash
        if WORKERS not in stash:
            stash[WORKERS] = engine_workers(both_engines, compare_item, jobs=1, seconds=SECONDS)
        items = [(self.case, flavor) for flavor in FLAVORS]
        verdicts = map(as_verdict, items, stash[WORKERS].map(items))
        wrong = next((verdict for verdict in verdicts if not verdict.ok), None)
        if wrong is not None:
            raise CaseFailure(self.describe_verdict(wrong))
        proof = prove_case(self.case)
        partial = self.config.getoption("--twinkern-partial")
        if not (proof.ok if partial else proof.whole):
            raise CaseFailure(self.describe_proof(proof))

    def describe_verdict(self, verdict: Verdict) -> str:
        """What the parity gate has to say."""
        return (
            f"{verdict.case}, {verdict.flavor}: {verdict.status}\n{verdict.detail}\n"
            f"{Run(str(self.path)).lines(verdict, self.case)}"
        )

    def describe_proof(self, proof: Proof) -> str:
        """What the other oracles have to say."""
        wrong = [f"{row.oracle}: {row.text}\n{row.detail}" for row in proof.checks if row.ok is not True]
        head = f"{proof.case}: {proof.verdict if proof.ok else 'not every oracle holds'}"
        again = f"again: twinkern prove {proof.case} --cases {self.path}"
        return "\n".join([head, *wrong, f"spec: {spec_text(self.case)}", again])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: str | None = None) -> str | TerminalRepr:
        """The message of a case that does not hold; a traceback of anything else."""
        return str(excinfo.value) if isinstance(excinfo.value, CaseFailure) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands."""
        return self.path, self.case.line - 1, self.case.name
