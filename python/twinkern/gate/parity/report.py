"""What the gate found, for machines: JSON, JUnit's XML, and the annotations that GitHub Actions shows beside a line."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from twinkern.gate.cases import Case
from twinkern.gate.parity.compare import Verdict
from twinkern.gate.parity.gate import SECONDS, Report

NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML 1.0 document may hold, escaped or not (section 2.2)."""
ERRORS = ("engine error", "time-out")
"""The statuses that JUnit calls errors rather than failures."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a run was asked for, as far as it takes to repeat a part of it, and the files saved by case and flavour.

    `directory` is that of the cases, None by default; `seconds` the limit.
    """

    directory: str | None = None
    seconds: float = SECONDS
    saved: Mapping[tuple[str, str], tuple[Path, Path]] = field(default_factory=dict)

    def again(self, verdict: Verdict) -> str:
        """The command that reproduces a verdict."""
        words = ["twinkern", "parity", verdict.case, "--flavor", verdict.flavor]
        words += ["--cases", self.directory] if self.directory else []
        words += ["--timeout", f"{self.seconds:.15g}"] if self.seconds != SECONDS else []
        return shlex.join(words)

    def files(self, verdict: Verdict) -> list[str]:
        """The files saved of a verdict."""
        return [str(path) for path in self.saved.get((verdict.case, verdict.flavor), ())]

    def lines(self, verdict: Verdict, case: Case) -> str:
        """What goes with a failure, a line each: the spec, the files saved, the command."""
        saved = [f"saved: {' '.join(self.files(verdict))}"] if self.files(verdict) else []
        return "\n".join([f"spec: {spec_text(case)}", *saved, f"again: {self.again(verdict)}"])


BY_DEFAULT = Run()


def spec_text(case: Case) -> str:
    """A case's spec as it can be pasted behind `twinkern explain`, or its JSON."""
    return " ".join(case.words) or case.data.decode(errors="replace")


def as_json(report: Report, run: Run = BY_DEFAULT) -> str:
    """The whole report."""
    rows = [
        {"case": row.case, "flavor": row.flavor, "status": row.status, "detail": row.detail, "bytes": row.bytes}
        | ({} if row.ok else {"again": run.again(row), "saved": run.files(row)})
        for row in report.verdicts
    ]
    cells = [
        {"direction": direction, "arch": arch, "flavor": flavor, "accepted": count}
        for (direction, arch, flavor), count in report.coverage.cells.items()
    ]
    whole = {
        "ok": report.ok,
        "cases": len({row.case for row in report.verdicts}),
        "bytes": report.bytes,
        "shortfalls": report.shortfalls,
        "accepted": cells,
        "values": report.coverage.values,
        "verdicts": rows,
    }
    return json.dumps(whole, indent=1) + "\n"


def junit(report: Report, cases: Sequence[Case], run: Run = BY_DEFAULT) -> str:
    """One test case of JUnit's XML a case and flavour, and one for the floors."""
    by_name = {case.name: case for case in cases}
    wrong = [row.status for row in report.failures]
    errors = sum(status in ERRORS for status in wrong)
    empty = not any(row.bytes for row in report.verdicts) and not report.shortfalls
    floors = ["nothing was compared"] if empty else report.shortfalls
    suite = ElementTree.Element(
        "testsuite",
        name="twinkern.gate.parity",
        tests=str(len(report.verdicts) + 1),
        failures=str(len(wrong) - errors + bool(floors)),
        errors=str(errors),
    )
    for row in report.verdicts:
        entry = ElementTree.SubElement(suite, "testcase", classname=f"twinkern.gate.parity.{row.flavor}", name=row.case)
        case = by_name[row.case]
        if case.file:
            entry.set("file", case.file)
            entry.set("line", str(case.line))
        if not row.ok:
            kind = "error" if row.status in ERRORS else "failure"
            text = f"{row.detail}\n{run.lines(row, case)}"
            ElementTree.SubElement(entry, kind, message=row.status).text = NOT_IN_XML.sub("?", text)
    entry = ElementTree.SubElement(suite, "testcase", classname="twinkern.gate.parity", name="floors")
    if floors:
        ElementTree.SubElement(entry, "failure", message="floors not reached").text = "\n".join(floors)
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def escape(text: str, property_value: bool = False) -> str:
    """Text as GitHub's workflow commands take it, in a message or in the value of a property."""
    for character in "%\r\n" + (":," if property_value else ""):
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def annotation(title: str, message: str, case: Case | None = None) -> str:
    """One `::error` line, at the case's own place in its file."""
    place = {"file": case.file, "line": str(case.line)} if case and case.file else {}
    properties = ",".join(f"{key}={escape(value, True)}" for key, value in {**place, "title": title}.items())
    return f"::error {properties}::{escape(message)}"


def annotation_lines(report: Report, cases: Sequence[Case], run: Run = BY_DEFAULT) -> Iterator[str]:
    """One annotation a failure and shortfall."""
    by_name = {case.name: case for case in cases}
    for row in report.failures:
        message = f"{row.detail}\nagain: {run.again(row)}"
        yield annotation(f"{row.case}, {row.flavor}: {row.status}", message, by_name[row.case])
    for line in report.shortfalls:
        yield annotation("parity floor", line)
