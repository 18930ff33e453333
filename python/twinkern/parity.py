"""The parity gate: both engines on the same specs, byte for byte. It fails closed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from twinkern._contract import ARCHES, FLAVORS
from twinkern.cases import Case
from twinkern.engines import Engine, NativeEngine, Program, PythonEngine
from twinkern.files import write_whole
from twinkern.ir.verifier import InternalError
from twinkern.spec import read_spec
from twinkern.violations import Refusal, Violation

CONTEXT_LINES = 3
PASSING = ("identical", "refused alike")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one case in one flavour.

    `status` is one of: identical, refused alike, different name, different canonical spec, different manifest, different
    text, one refuses, refused differently, unexpected refusal, unexpected acceptance, engine error. Only the first two
    pass. `program` is the Python engine's where it emitted one; `bytes` counts what was compared; `detail` explains a
    failure; `texts` holds what the engines printed where that differs.
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


@dataclass(frozen=True, slots=True)
class Report:
    """All verdicts of a run. An empty run does not pass."""

    verdicts: tuple[Verdict, ...]
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of each field that emitted cases used."""

    @property
    def ok(self) -> bool:
        """Whether something was compared and everything passed."""
        return any(verdict.bytes for verdict in self.verdicts) and all(verdict.ok for verdict in self.verdicts)

    @property
    def bytes(self) -> int:
        """Bytes of text, manifest and canonical spec that were found equal."""
        return sum(verdict.bytes for verdict in self.verdicts)


def outcome(engine: Engine, data: bytes, flavor: str) -> Program | Refusal | InternalError:
    """What an engine makes of a spec: a program, a refusal, or an error that is neither and fails the gate."""
    try:
        return engine.emit(data, flavor)
    except (Refusal, InternalError) as result:
        return result
    except Exception as error:  # whatever else an engine raises is a third outcome, which the gate must report
        return InternalError(f"{type(error).__name__}: {error}")


def part_of_kernel(lines: Sequence[str], at: int) -> str:
    """The nearest comment at or above a line: the part of the kernel that it came from."""
    for line in reversed(lines[: at + 1]):
        if line.lstrip().startswith("; "):
            return line.strip()[2:]
    return "module head"


def explain_difference(python_text: str, c_text: str) -> str:
    """A unified diff around the first differing line, headed by the part of the kernel that it came from."""
    left, right = python_text.splitlines(), c_text.splitlines()
    first = next((i for i, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), None)
    if first is None:
        first = min(len(left), len(right))
    low = max(first - CONTEXT_LINES, 0)
    high = first + CONTEXT_LINES + 1
    diff = difflib.unified_diff(left[low:high], right[low:high], "python", "c", lineterm="", n=CONTEXT_LINES)
    return f"line {first + 1}, in {part_of_kernel(left, first)!r}\n" + "\n".join(diff)


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
        texts = tuple("\n".join(map(str, refusal.violations)) for refusal in (python, c))
        return Verdict(case.name, flavor, "refused differently", explain_difference(*texts), texts=texts)
    expected = expected_code(case, flavor)
    if not expected:
        return Verdict(case.name, flavor, "unexpected refusal", str(python), violations=python.violations)
    if python.code != expected:
        detail = f"expected {expected}, got {python}"
        return Verdict(case.name, flavor, "unexpected refusal", detail, violations=python.violations)
    size = sum(len(str(violation)) for violation in python.violations)
    return Verdict(case.name, flavor, "refused alike", bytes=size, violations=python.violations)


def compare_programs(case: Case, flavor: str, python: Program, c: Program) -> Verdict:
    """The verdict where both engines emit."""
    expected = expected_code(case, flavor)
    if expected:
        return Verdict(case.name, flavor, "unexpected acceptance", f"expected {expected}", program=python)
    for status, attribute in (
        ("different canonical spec", "asked"),
        ("different canonical spec", "resolved"),
        ("different name", "name"),
        ("different manifest", "manifest"),
        ("different text", "text"),
    ):
        left, right = getattr(python, attribute), getattr(c, attribute)
        if left != right:
            return Verdict(
                case.name, flavor, status, explain_difference(left, right), program=python, texts=(left, right)
            )
    size = len(python.text) + len(python.manifest) + len(python.asked) + len(python.resolved)
    return Verdict(case.name, flavor, "identical", bytes=size, program=python)


def compare_case(case: Case, flavor: str, engines: tuple[Engine, Engine]) -> Verdict:
    """Run both engines (python, c) on one case in one flavour."""
    python, c = (outcome(engine, case.data, flavor) for engine in engines)
    for engine, result in zip(engines, (python, c), strict=True):
        if isinstance(result, InternalError):
            return Verdict(case.name, flavor, "engine error", f"{engine.name}: {result}")
    if isinstance(python, Refusal) and isinstance(c, Refusal):
        return compare_refusals(case, flavor, python, c)
    if isinstance(python, Refusal) or isinstance(c, Refusal):
        refusing, refusal = ("python", python) if isinstance(python, Refusal) else ("c", c)
        return Verdict(case.name, flavor, "one refuses", f"{refusing} refuses: {refusal}")
    return compare_programs(case, flavor, python, c)


def exercised(verdicts: Iterable[Verdict]) -> dict[str, tuple[str, ...]]:
    """The values of each field of a spec, but the problem's, that emitted programs used."""
    values: dict[str, set[str]] = {}
    for verdict in verdicts:
        if verdict.program is not None:
            spec = verdict.program.spec
            for name in spec.__dataclass_fields__:
                if name != "problem":
                    values.setdefault(name, set()).add(str(getattr(spec, name)))
    return {name: tuple(sorted(found, key=lambda text: (len(text), text))) for name, found in values.items()}


def run_gate(cases: Sequence[Case], flavors: Sequence[str] = FLAVORS) -> Report:
    """Compare the engines on every case and flavour."""
    engines = (PythonEngine(), NativeEngine())
    verdicts = tuple(compare_case(case, flavor, engines) for case in cases for flavor in flavors)
    return Report(verdicts, exercised(verdicts))


def save_pair(verdict: Verdict, directory: Path) -> tuple[Path, Path] | None:
    """Write what the engines printed, where it differs; returns the two files. Raises OSError."""
    if verdict.texts == ("", ""):
        return None
    stem = f"{verdict.case}.{verdict.flavor}"
    paths = directory / f"{stem}.python.txt", directory / f"{stem}.c.txt"
    for path, text in zip(paths, verdict.texts, strict=True):
        write_whole(path, text)
    return paths
