"""Which lines and branches of both engines no case and no drawn spec reaches: where a change would go unnoticed.

    python tests/gate/unreached.py [--examples N]

The C engine is instrumented by gcc for gcov, the Python engine by coverage.py, both by branch; then all cases go through the
parity gate, and specs of a fixed seed through the fuzzer. What is not reached is printed. Exit status: 0 where unreached.toml
gives a reason for each, and has none to spare; else 1.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from built_engine import ROOT, Build, load_extension, run

WORK = ROOT / "build/coverage"
ALLOWED = Path(__file__).with_name("unreached.toml")
FLAGS = ("-std=c99", "-O0", "-w", "-fPIC", "-fvisibility=hidden", "--coverage")
EXAMPLES = 3000


Counts = dict[tuple[str, int], tuple[str, int, list[int]]]
"""By file and line of the C engine: the function, how often the line was reached, and how often each branch was taken."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line that was not reached, or whose branches were not all taken: `what` says which; `text` is the line."""

    file: str
    function: str
    line: int
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.function}: {self.what}: {self.text}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why places of a file need not be reached: all, those of a function, those whose line holds `text`; or, of the C engine,
    those that the program `test` of cengine/tests reaches. File and function are globs."""

    file: str
    reason: str
    function: str = "*"
    text: str = ""
    test: str = ""

    def covers(self, place: Place) -> bool:
        """Whether this is the reason of a place, as far as that can be read."""
        return (
            not self.test
            and fnmatch.fnmatchcase(place.file, self.file)
            and fnmatch.fnmatchcase(place.function, self.function)
            and self.text in place.text
        )


def read_reasons(path: Path = ALLOWED) -> list[Reason]:
    """The reasons of a file."""
    return [Reason(**row) for row in tomllib.loads(path.read_text(encoding="utf-8"))["unreached"]]


def judge(places: Sequence[Place], reasons: Sequence[Reason]) -> list[str]:
    """One line for each place without a reason, and for each reason without a place."""
    found = [str(place) for place in places if not any(reason.covers(place) for reason in reasons)]
    spare = [reason for reason in reasons if not reason.test and not any(reason.covers(place) for place in places)]
    return found + [f"{ALLOWED.name}: everything is reached: {reason}" for reason in spare]


class Here:
    """Stands in for twinkern.gate.parity.engines.engine_workers: works in this process, which is the one that is watched."""

    def __init__(self, make_engines, work, jobs: int, seconds: float) -> None:
        self.engines = make_engines()
        self.work = work

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, items: Sequence) -> list:
        """See Workers."""
        return [self.work(item, self.engines) for item in items]


def exercise(extension: str, examples: int) -> None:
    """Put all cases and drawn specs through both engines, in this process, which must not have imported the package."""
    import coverage

    engine = ROOT / "python/twinkern/engine"
    watch = coverage.Coverage(data_file=None, branch=True, include=[f"{engine}/*"], messages=False)
    watch.start()
    load_extension(extension)
    from twinkern.gate import fuzz
    from twinkern.gate.cases import load_cases
    from twinkern.gate.parity import run_gate

    report = run_gate(load_cases(ROOT / "parity/cases"), jobs=0)
    if not report.ok:
        sys.exit(f"the parity gate is red: {report.failures[:1]}")
    fuzz.engine_workers = Here
    fuzz.run_fuzz(examples, 0)
    watch.stop()
    watch.json_report(outfile=str(WORK / "python.json"))


def python_places(report: dict) -> Iterator[Place]:
    """What coverage.py's report in JSON says was not reached."""
    for name, found in sorted(report["files"].items()):
        path = Path(name) if Path(name).is_absolute() else ROOT / name
        lines = path.read_text(encoding="utf-8").splitlines()
        functions = [(row["start_line"], title) for title, row in found["functions"].items() if title]
        branches = [line for line, _ in found["missing_branches"] if line not in found["missing_lines"]]
        rows = [(line, "line not reached") for line in found["missing_lines"]]
        rows += [(line, f"{branches.count(line)} branches not taken") for line in dict.fromkeys(branches)]
        for line, what in sorted(rows):
            inside = max(((start, title) for start, title in functions if start <= line), default=(0, ""))[1]
            yield Place(path.relative_to(ROOT).as_posix(), inside, line, what, lines[line - 1].strip())


def c_counts(objects: Sequence[Path], where: Path) -> Counts:
    """What gcov counted. Lines of a header are added up over its users."""
    found: Counts = {}
    for path in objects:
        command = ["gcov", "--branch-probabilities", "--json-format", "--stdout", path]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=True)
        for row in json.loads(done.stdout)["files"]:
            file = Path(row["file"]).resolve()
            if file.is_relative_to(where / "src"):
                one = {
                    (f"cengine/src/{file.relative_to(where / 'src').as_posix()}", line["line_number"]): (
                        line.get("function_name", ""), line["count"], [branch["count"] for branch in line["branches"]]
                    )
                    for line in row["lines"]
                }  # fmt: skip
                found |= added(found, one)
    return found


def added(left: Counts, right: Counts) -> Counts:
    """The counts of `right`, with those of `left` added."""
    found: Counts = {}
    for key, (function, count, branches) in right.items():
        _, before, taken = left.get(key, ("", 0, [0] * len(branches)))
        found[key] = function, before + count, [a + b for a, b in zip(taken, branches, strict=True)]
    return found


def c_places(counts: Counts) -> Iterator[Place]:
    """What gcov says was not reached."""
    for (file, line), (function, count, branches) in sorted(counts.items()):
        text = (ROOT / file).read_text(encoding="utf-8").splitlines()[line - 1].strip()
        if not count:
            yield Place(file, function, line, "line not reached", text)
        elif not all(branches):
            yield Place(file, function, line, f"{branches.count(0)} of {len(branches)} branches not taken", text)


def instrumented(name: str, flags: Sequence[str] = ()) -> tuple[Build, list[Path]]:
    """The engine built for gcov in a directory of its own, and its objects."""
    build = Build(WORK / name, (*FLAGS, *flags))
    return build, [path for file, path in sorted(build.objects.items()) if file != "binding.c"]


def count_test(test: str) -> Counts:
    """What a program of cengine/tests reaches, with chunks as small as it wants them."""
    build, objects = instrumented(Path(test).stem, ("-DTWK_LARGEST_CHUNK=128",))
    program = build.where / "program"
    includes = (f"-I{build.where / 'include'}", f"-I{build.source}")
    run("cc", *build.flags, *includes, ROOT / "cengine/tests" / test, *objects, "-pthread", "-o", program)
    run(program)
    return c_counts(objects, build.where)


def excuse(counts: Counts, reasons: Sequence[Reason]) -> tuple[Counts, list[str]]:
    """The counts with those of the tests added that are reasons for a file, and a line for each that changes nothing."""
    spare = []
    tests = {reason.test: count_test(reason.test) for reason in reasons if reason.test}
    for reason in (reason for reason in reasons if reason.test):
        before = len(list(c_places(counts)))
        tested = {key: row for key, row in tests[reason.test].items() if fnmatch.fnmatchcase(key[0], reason.file)}
        counts = counts | added(counts, tested)
        if len(list(c_places(counts))) == before:
            spare.append(f"{ALLOWED.name}: everything is reached: {reason}")
    return counts, spare


def main() -> int:
    """Build, exercise, judge and print; the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    parser.add_argument("--exercise", metavar="EXTENSION", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.exercise:
        exercise(options.exercise, options.examples)
        return 0
    shutil.rmtree(WORK, ignore_errors=True)
    build, objects = instrumented("engine")
    extension = build.link(build.objects, "instrumented")
    command = [sys.executable, __file__, "--exercise", str(extension), "--examples", str(options.examples)]
    subprocess.run(command, check=True, cwd=ROOT)
    reasons = read_reasons()
    counts, spare = excuse(c_counts(objects, build.where), reasons)
    places = [*c_places(counts), *python_places(json.loads((WORK / "python.json").read_text()))]
    wrong = judge(places, reasons) + spare
    for line in wrong:
        print(line)
    print(f"{len(places)} lines of both engines are not reached in every branch; {len(wrong)} without a reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
