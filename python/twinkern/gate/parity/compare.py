"""One spec through both engines, byte for byte: what became of it, and where the two differ."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from twinkern._contract import ARCHES
from twinkern.engine import InternalError, Refusal, Violation, read_spec
from twinkern.engines import Engine, Program
from twinkern.gate.cases import Case
from twinkern.gate.parity.names import program_name_fault

CONTEXT_LINES = 3
RANGE = re.compile("( [-+])([0-9]+)")
"""Where a range of lines starts in the head of a hunk."""
STATUSES = {
    "identical": "both emit, and every byte of text, manifest, canonical specs and name is the same",
    "refused alike": "both refuse with the same violations, the first of them by the rule that the case expects",
    "different name": "both emit, under different names",
    "wrong name": "both emit alike, under a name that has no long digest of the resolved spec, or is not that in the text",
    "different canonical spec": "both emit; the canonical JSON differs, as asked or as resolved",
    "different manifest": "both emit; the manifests differ",
    "different text": "both emit; the texts differ",
    "one refuses": "one engine emits, the other refuses",
    "refused differently": "both refuse; a code, a class, a message or their order differs",
    "refused with another code": "both refuse alike, but not by the rule that the case expects",
    "unexpected refusal": "both refuse alike what the case says is emitted",
    "unexpected acceptance": "both emit what the case says is refused",
    "engine error": "an engine raised what is no refusal, or crashed",
    "time-out": "an engine did not finish in time",
}
PASSING = ("identical", "refused alike")
PARTS = {
    "asked": "different canonical spec",
    "resolved": "different canonical spec",
    "name": "different name",
    "manifest_text": "different manifest",
    "text": "different text",
}
"""The parts of a program in the order of comparison, each with the status of a difference in it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one case in one flavour.

    `status` is one of STATUSES, of which only PASSING pass. `program` is the Python engine's where it emitted one; `bytes`
    counts what was compared; `detail` explains a failure; `texts` holds what the engines printed where that differs.
    """

    case: str
    flavor: str
    status: str
    detail: str = ""
    bytes: int = 0
    program: Program | None = None
    violations: tuple[Violation, ...] = ()
    texts: tuple[str, str] = ("", "")

    @property
    def ok(self) -> bool:
        """Whether the case passes."""
        return self.status in PASSING


def outcome(engine: Engine, data: bytes, flavor: str) -> Program | Refusal | InternalError:
    """What an engine makes of a spec: a program, a refusal, or an error that is neither and fails the gate."""
    try:
        program = engine.emit(data, flavor)
        empty = [part for part in PARTS if not getattr(program, part)]
        return InternalError(f"emitted no {empty[0]}") if empty else program
    except (Refusal, InternalError) as result:
        return result
    except Exception as error:  # whatever else an engine raises is a third outcome, which the gate must report
        return InternalError(f"{type(error).__name__}: {error}")


def part_of_kernel(lines: Sequence[str], at: int) -> str:
    """The nearest comment at or above a line: the part of the kernel that it came from."""
    for line in reversed(lines[: at + 1]):
        if line == "}":
            return "module tail"
        if line.lstrip().startswith("; "):
            return line.strip()[2:]
    return "module head"


def first_difference(left: Sequence[object], right: Sequence[object]) -> int:
    """The first place in which two sequences differ; the end of the shorter one where they do not up to there."""
    differing = (i for i, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1])
    return next(differing, min(len(left), len(right)))


def explain_difference(python_text: str, c_text: str, kernel: bool = True) -> str:
    """A unified diff around the first differing line, headed by that line; of a kernel's text, by the part that it is in too.

    Of other text, some of which is one long line, the head says the column. Line numbers are those of the whole texts.
    """
    left, right = python_text.split("\n"), c_text.split("\n")
    first = first_difference(left, right)
    low = max(first - CONTEXT_LINES, 0)
    high = first + CONTEXT_LINES + 1
    diff = [
        RANGE.sub(lambda found: f"{found[1]}{int(found[2]) + low}", line) if line.startswith("@@ ") else line
        for line in difflib.unified_diff(left[low:high], right[low:high], "python", "c", lineterm="", n=CONTEXT_LINES)
    ]
    if kernel:
        where = f"in {part_of_kernel(left, first)!r}"
    else:
        pair = [text[first] if first < len(text) else "" for text in (left, right)]
        where = f"column {first_difference(*pair) + 1}"
    return f"line {first + 1}, {where}\n" + "\n".join(diff)


def expected_code(case: Case, flavor: str) -> str:
    """The rule that must refuse a case in a flavour: its own, or that the flavour does not know the architecture.

    Empty where the case must emit.
    """
    if case.reject:
        return case.reject
    try:
        arch = read_spec(case.data).arch
    except Refusal:
        return ""
    return "" if flavor in ARCHES[arch].flavors else "FLAVOR_ARCH"


def compare_refusals(case: Case, flavor: str, python: Refusal, c: Refusal) -> Verdict:
    """The verdict where both engines refuse."""
    if python.violations != c.violations:
        left, right = ("\n".join(map(str, refusal.violations)) for refusal in (python, c))
        difference = explain_difference(left, right, kernel=False)
        return Verdict(case.name, flavor, "refused differently", difference, texts=(left, right))
    expected = expected_code(case, flavor)
    if not expected:
        return Verdict(case.name, flavor, "unexpected refusal", str(python), violations=python.violations)
    if python.code != expected:
        detail = f"expected {expected}, got {python}"
        return Verdict(case.name, flavor, "refused with another code", detail, violations=python.violations)
    size = sum(len(str(violation)) for violation in python.violations)
    return Verdict(case.name, flavor, "refused alike", bytes=size, violations=python.violations)


def compare_programs(case: Case, flavor: str, python: Program, c: Program) -> Verdict:
    """The verdict where both engines emit."""
    expected = expected_code(case, flavor)
    if expected:
        return Verdict(case.name, flavor, "unexpected acceptance", f"expected {expected}", program=python)
    for attribute, status in PARTS.items():
        left, right = getattr(python, attribute), getattr(c, attribute)
        if left != right:
            detail = explain_difference(left, right, kernel=attribute == "text")
            return Verdict(case.name, flavor, status, detail, program=python, texts=(left, right))
    fault = program_name_fault(python)
    if fault:
        return Verdict(case.name, flavor, "wrong name", fault, program=python)
    size = len(python.text) + len(python.manifest_text) + len(python.asked) + len(python.resolved)
    return Verdict(case.name, flavor, "identical", bytes=size, program=python)


def compare_case(case: Case, flavor: str, engines: tuple[Engine, Engine]) -> Verdict:
    """Run both engines (python, c) on one case in one flavour."""
    python, c = (outcome(engine, case.data, case.flavor or flavor) for engine in engines)
    if isinstance(python, InternalError):
        return Verdict(case.name, flavor, "engine error", f"{engines[0].name}: {python}")
    if isinstance(c, InternalError):
        return Verdict(case.name, flavor, "engine error", f"{engines[1].name}: {c}")
    if isinstance(python, Refusal) and isinstance(c, Refusal):
        return compare_refusals(case, flavor, python, c)
    if isinstance(python, Refusal) or isinstance(c, Refusal):
        refusing, refusal = ("python", python) if isinstance(python, Refusal) else ("c", c)
        return Verdict(case.name, flavor, "one refuses", f"{refusing} refuses: {refusal}")
    return compare_programs(case, flavor, python, c)
