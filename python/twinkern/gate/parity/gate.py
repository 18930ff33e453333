"""The parity gate: both engines on all cases in all flavours, side by side. It fails closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from twinkern._contract import FLAVORS
from twinkern.files import write_whole
from twinkern.gate.cases import Case
from twinkern.gate.parity.compare import Verdict, compare_case
from twinkern.gate.parity.coverage import Coverage, Floors, cover
from twinkern.gate.parity.engines import Engines, both_engines, engine_workers
from twinkern.gate.parity.names import clashes
from twinkern.workers import Interrupted, Lost, Progress, run_here

SECONDS = 60.0
"""The limit for one case in one flavour; it takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Report:
    """All verdicts of a run, what accepted cases covered, and what does not hold of them together: floors that they do not
    reach, names that they share. An empty run does not pass."""

    verdicts: tuple[Verdict, ...]
    coverage: Coverage = field(default_factory=Coverage)
    shortfalls: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether something was compared, everything passed, and no floor is missed."""
        compared = any(verdict.bytes for verdict in self.verdicts)
        return compared and not self.shortfalls and all(verdict.ok for verdict in self.verdicts)

    @property
    def bytes(self) -> int:
        """Bytes of text, manifest and canonical spec that were found equal."""
        return sum(verdict.bytes for verdict in self.verdicts)

    @property
    def failures(self) -> tuple[Verdict, ...]:
        """The verdicts that do not pass."""
        return tuple(verdict for verdict in self.verdicts if not verdict.ok)


class GateInterrupted(KeyboardInterrupt):
    """An interrupt of the gate; `report` is of what was compared, and does not pass."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def compare_item(item: tuple[Case, str], engines: Engines) -> Verdict:
    """One case in one flavour, as a worker process takes it."""
    return compare_case(*item, engines)


def as_verdict(item: tuple[Case, str], result: Verdict | Lost) -> Verdict:
    """The verdict of an item, also where the process that worked on it was lost."""
    if isinstance(result, Lost):
        case, flavor = item
        return Verdict(case.name, flavor, "time-out" if result.timed_out else "engine error", str(result))
    return result


def run_gate(
    cases: Sequence[Case],
    flavors: Sequence[str] = FLAVORS,
    *,
    floors: Floors | None = None,
    whole: bool = False,
    jobs: int = 0,
    seconds: float = SECONDS,
    make_engines: Callable[[], Engines] = both_engines,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Compare the engines on every case and flavour.

    `jobs` is how many worker processes take part; with 0 all happens in this process, where a crash is the end of it and
    nothing times out. `seconds` is the limit for one case in one flavour. `floors` are enforced where given; `whole` says that
    `cases` are all that there are, of which one at least must be accepted. Raises ImportError where the C engine is not built,
    GateInterrupted with what was compared.
    """
    items = [(case, flavor) for case in cases for flavor in flavors]
    try:
        if jobs and items:
            with engine_workers(make_engines, compare_item, jobs, seconds) as workers:
                results = workers.map(items, progress)
        else:
            results = run_here(items, make_engines(), compare_item, progress)
    except Interrupted as interruption:
        done = zip(items, interruption.results, strict=True)
        verdicts = tuple(as_verdict(item, result) for item, result in done if result is not None)
        told = f"interrupted: {len(verdicts)} of {len(items)} texts were compared"
        raise GateInterrupted(Report(verdicts, cover(verdicts), (told,))) from None
    verdicts = tuple(map(as_verdict, items, results))
    coverage = cover(verdicts)
    compared = sum(verdict.bytes for verdict in verdicts)
    shortfalls = floors.shortfalls(len(cases), compared, coverage) if floors else ()
    if whole and not coverage.cells:
        shortfalls = ("nothing was compared: no case was accepted alike", *shortfalls)
    shared = clashes(verdict.program for verdict in verdicts if verdict.program is not None)
    return Report(verdicts, coverage, (*shared, *shortfalls))


def save_pair(verdict: Verdict, directory: Path) -> tuple[Path, Path] | None:
    """Write what the engines printed, where it differs; returns the two files. Raises OSError.

    What is no Unicode is written as Python would escape it.
    """
    if verdict.texts == ("", ""):
        return None
    python, c = (directory / f"{verdict.case}.{verdict.flavor}.{engine}.txt" for engine in ("python", "c"))
    directory.mkdir(parents=True, exist_ok=True)
    for path, text in zip((python, c), verdict.texts, strict=True):
        write_whole(path, text.encode(errors="backslashreplace"))
    return python, c


def save_pairs(report: Report, directory: Path) -> dict[tuple[str, str], tuple[Path, Path]]:
    """Save the pair of every failure; the files by case and flavour. Raises OSError."""
    saved = {(row.case, row.flavor): save_pair(row, directory) for row in report.failures}
    return {key: pair for key, pair in saved.items() if pair}


def drop_pairs(directory: Path) -> None:
    """Remove the pairs of earlier runs from a directory, and no file that is called otherwise. Raises OSError."""
    for path in directory.glob("*.txt"):
        name, _, rest = path.stem.partition(".")
        if name.isidentifier() and rest in {f"{flavor}.{engine}" for flavor in FLAVORS for engine in ("python", "c")}:
            path.unlink(missing_ok=True)
