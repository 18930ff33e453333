"""Golden hashes: what each case printed when somebody last looked at it and said why it may change.

`hashes.txt` has a line for each case and flavour; `showpieces/` the full text of a few kernels for people to read;
`log.txt` why each blessing was given, and what it changed. An entry holds where both engines print what it says.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from twinkern._contract import FLAVORS
from twinkern.engines import DEFAULT_FLAVOR, Program
from twinkern.files import write_whole
from twinkern.gate.cases import Case
from twinkern.gate.parity import run_gate
from twinkern.workers import Progress

try:
    import fcntl
except ImportError:  # a system without it
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from twinkern.judge.proof import Proof

HASHES, LOG, SHOWPIECES = "hashes.txt", "log.txt", "showpieces"
UNFINISHED = re.compile(r"\.(hashes\.txt|log\.txt|\w+\.ll)\.\d+\.\d+")
"""What `write_whole` calls a file of ours before it is in its place."""
PROGRAM_KEYS, REFUSAL_KEYS = ("text", "manifest", "spec"), ("reject", "message")
"""What a line has after case and flavour: SHA-256 of each part, but of a refusal its code first."""
LINE = re.compile(
    rf"(\w+) (\w+) (?:{' '.join(f'(?P<{key}>[0-9a-f]{{64}})' for key in PROGRAM_KEYS)}"
    r"|(?P<reject>[A-Z][A-Z0-9_]*) (?P<message>[0-9a-f]{64}))"
)
CONFLICT_MARKS = ("<" * 7, "|" * 7, "=" * 7, ">" * 7)
Entry = dict[str, str]
Entries = dict[str, dict[str, Entry]]
"""Entries by case and flavour."""
Changes = dict[str, dict[str, Entry] | None]
"""The new entries of some cases by flavour; None where a case's go."""


class GoldenError(ValueError):
    """A golden file that cannot be read, or a blessing that is refused."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One entry that does not hold: `status` is missing, stale, changed, or that of the parity gate where a case fails it."""

    case: str
    flavor: str
    status: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Current:
    """What both engines print now: entries, the programs of showpieces, and the cases that fail the parity gate."""

    entries: Entries
    showpieces: dict[str, Program]
    wrong: tuple[Difference, ...]


def digest(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def entry_of(program: Program | None, message: str, code: str) -> Entry:
    """What is kept of a case in a flavour: of a program the hashes of its parts, of a refusal its code and messages' hash."""
    if program is None:
        return dict(zip(REFUSAL_KEYS, (code, digest(message)), strict=True))
    return dict(zip(PROGRAM_KEYS, map(digest, (program.text, program.manifest_text, program.resolved)), strict=True))


def read_line(line: str) -> tuple[str, str, Entry]:
    """Case, flavour and entry of one line. Raises ValueError where it is none."""
    if line.startswith(CONFLICT_MARKS):
        raise ValueError("a conflict of a merge that nobody resolved")
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError("neither case, flavour and three hashes, nor case, flavour, code and one hash")
    return found[1], found[2], {key: value for key, value in found.groupdict().items() if value}


def read_lines(text: str) -> Entries:
    """All entries of a file of hashes. Raises ValueError, which gives the line, where it is not one line an entry, sorted."""
    found: Entries = {}
    before = ("", "")
    *lines, rest = text.split("\n")
    for number, line in enumerate([*lines, rest] if rest else lines, 1):
        try:
            case, flavor, entry = read_line(line)
            if (case, flavor) <= before:
                raise ValueError(f"{case}, {flavor} is there twice" if (case, flavor) == before else "the lines are not sorted")
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        before = case, flavor
        found.setdefault(case, {})[flavor] = entry
    return found


def as_lines(entries: Entries) -> str:
    """The text of a file of hashes: a line an entry, sorted, which git merges and a reader diffs."""
    return "".join(
        " ".join((case, flavor, *entry.values())) + "\n"
        for case, flavors in sorted(entries.items())
        for flavor, entry in sorted(flavors.items())
    )


@contextlib.contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep other blessings of a directory waiting. Raises OSError where there can be no such directory."""
    directory.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    # The directory itself is locked: its files are replaced, and a file of locks would be left behind.
    handle = os.open(directory, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a file system without locks is used without
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def golden_path(given: str | None, cases: Path) -> Path:
    """The directory of golden files: the one given, else golden/ beside parity/cases, else golden/ beside other case files."""
    if given:
        return Path(given)
    directory = cases.resolve() if cases.is_dir() else cases.resolve().parent
    return (directory.parents[1] if directory.parts[-2:] == ("parity", "cases") else directory) / "golden"


def kept_names(directory: Path) -> set[str]:
    """The names of all cases that have an entry or a file of full text. Raises GoldenError."""
    return {*read_hashes(directory), *(path.stem for path in (directory / SHOWPIECES).glob("*.ll"))}


def read_hashes(directory: Path) -> Entries:
    """All entries; none where there is no file yet. Raises GoldenError."""
    try:
        return read_lines((directory / HASHES).read_bytes().decode())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise GoldenError(f"{directory / HASHES} cannot be read: {error}") from None


def current(cases: Sequence[Case], jobs: int = 0, progress: Progress = lambda done, total: None) -> Current:
    """What both engines print now for some cases; `jobs` and `progress` as in run_gate."""
    by_name = {case.name: case for case in cases}
    entries: Entries = {case.name: {} for case in cases}
    showpieces: dict[str, Program] = {}
    wrong = []
    for verdict in run_gate(cases, jobs=jobs, progress=progress).verdicts:
        case = by_name[verdict.case]
        if not verdict.ok:
            wrong.append(Difference(case.name, verdict.flavor, verdict.status, verdict.detail))
            continue
        message = "\n".join(map(str, verdict.violations))
        code = verdict.violations[0].code if verdict.violations else ""
        entries[case.name][verdict.flavor] = entry_of(verdict.program, message, code)
        if case.showpiece and verdict.flavor == DEFAULT_FLAVOR and verdict.program is not None:
            showpieces[case.name] = verdict.program
    return Current(entries, showpieces, tuple(wrong))


def differing_keys(before: Entry, after: Entry) -> list[str]:
    """The keys in which two entries differ."""
    return sorted(key for key in {*before, *after} if before.get(key) != after.get(key))


def check(
    cases: Sequence[Case],
    directory: Path,
    whole: bool = True,
    jobs: int = 0,
    progress: Progress = lambda done, total: None,
) -> list[Difference]:
    """Every entry that does not hold.

    `whole`: `cases` is all there are, so that entries and showpieces of other cases are stale. `jobs` and `progress` as in
    run_gate. Raises GoldenError.
    """
    kept = read_hashes(directory)
    now = current(cases, jobs, progress)
    found = list(now.wrong)
    for name, flavors in now.entries.items():
        for flavor, entry in flavors.items():
            before = kept.get(name, {}).get(flavor)
            if before is None:
                found.append(Difference(name, flavor, "missing"))
            elif keys := differing_keys(before, entry):
                found.append(Difference(name, flavor, "changed", f"differs in {', '.join(keys)}"))
        found += [Difference(name, extra, "stale") for extra in sorted(set(kept.get(name, {})) - set(FLAVORS))]
    for name, program in now.showpieces.items():
        path = directory / SHOWPIECES / f"{name}.ll"
        if not path.exists():
            found.append(Difference(name, DEFAULT_FLAVOR, "missing", f"{SHOWPIECES}/{path.name}"))
        elif path.read_bytes() != program.text.encode():
            found.append(Difference(name, DEFAULT_FLAVOR, "changed", f"{SHOWPIECES}/{path.name}"))
    texts = {path.stem for path in (directory / SHOWPIECES).glob("*.ll")}
    shown = {case.name for case in cases if case.showpiece}
    judged = texts if whole else texts & set(now.entries)
    found += [Difference(name, DEFAULT_FLAVOR, "stale", SHOWPIECES) for name in sorted(judged - shown)]
    if whole:
        found += [Difference(name, "*", "stale") for name in sorted(set(kept) - set(now.entries))]
    return found


def describe_change(name: str, before: dict[str, Entry] | None, after: dict[str, Entry] | None) -> str:
    """One line of the log: what became of a case's entries."""
    if before is None:
        return f"added {name}"
    if after is None:
        return f"removed {name}"
    flavors = [flavor for flavor in {**before, **after} if before.get(flavor) != after.get(flavor)]
    keys = {key for flavor in flavors for key in differing_keys(before.get(flavor, {}), after.get(flavor, {}))}
    return f"changed {name}: {', '.join(sorted(keys))} in {', '.join(flavors)}"


def showpiece_changes(cases: Sequence[Case], gone: Sequence[str], now: Current, directory: Path) -> dict[Path, str | None]:
    """The files of full text to write, or to remove where the value is None, for some cases."""
    changes: dict[Path, str | None] = {}
    for name in [*(case.name for case in cases), *gone]:
        path = directory / SHOWPIECES / f"{name}.ll"
        program = now.showpieces.get(name)
        if program is None and path.exists():
            changes[path] = None
        elif program is not None and (not path.exists() or path.read_bytes() != program.text.encode()):
            changes[path] = program.text
    return changes


def prove_each(cases: Sequence[Case]) -> Iterable[Proof]:
    """Every case before every oracle, one after the other."""
    from twinkern.judge.proof import prove_case

    return map(prove_case, cases)


def bless(
    cases: Sequence[Case],
    directory: Path,
    reason: str,
    gone: Sequence[str] = (),
    prove: Callable[[Sequence[Case]], Iterable[Proof]] = prove_each,
) -> list[str]:
    """Accept what the engines print now for these cases, and drop the entries called `gone`; returns the names changed.

    Everything else in the files stays as it is, byte for byte. Full texts are written first, then the hashes, the log last: a
    blessing that is interrupted leaves whole files, entries that do not hold or hold without a reason, and never a log of what
    did not happen. Blessings at the same time are written one after the other. `prove` puts changed cases before every oracle.
    Raises GoldenError where a case fails the parity gate or an oracle, or no reason is given that can be kept.
    """
    reason = readable(reason)
    kept = read_hashes(directory)
    now = current(cases)
    if now.wrong:
        wrong = now.wrong[0]
        raise GoldenError(f"case {wrong.case}, {wrong.flavor}: {wrong.status}; nothing was blessed\n{wrong.detail}".rstrip())
    changes: Changes = {name: row for name, row in now.entries.items() if kept.get(name) != row}
    for proof in prove([case for case in cases if case.name in changes]):
        if not proof.ok:
            bad = next((row for row in proof.checks if row.ok is not True), None)
            why = f"{bad.oracle} {bad.text}: {bad.detail}" if bad else "not every oracle could be asked"
            raise GoldenError(f"case {proof.case}: {why}; nothing was blessed")
    with locked(directory):
        kept = read_hashes(directory)
        changes = {name: row for name, row in changes.items() if kept.get(name) != row}
        changes |= {name: None for name in gone if name in kept}
        files = showpiece_changes(cases, gone, now, directory)
        if changes or files:
            write_blessing(directory, reason, kept, changes, files)
    return [*dict.fromkeys([*changes, *(path.stem for path in files)])]


def readable(reason: str) -> str:
    """A reason on one line. Raises GoldenError where there is none, or it is no text."""
    reason = " ".join(reason.split())
    if not reason:
        raise GoldenError("a blessing needs a reason: --reason TEXT")
    try:
        reason.encode()
    except UnicodeEncodeError as error:
        raise GoldenError(f"the reason is no text: character {error.start + 1} of {reason!a} is not Unicode") from None
    return reason


def stamp(directory: Path) -> str:
    """When and on what a blessing is done: the date, and the commit that is checked out where there is one."""
    command = ["git", "-C", str(directory), "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        done = None
    commit = done.stdout.strip() if done and done.returncode == 0 else ""
    return " ".join(filter(None, [datetime.now(UTC).date().isoformat(), commit]))


def sweep(directory: Path) -> None:
    """Remove what a killed blessing had written and not yet put in its place."""
    for path in [*directory.glob(".*"), *(directory / SHOWPIECES).glob(".*")]:
        if UNFINISHED.fullmatch(path.name):
            path.unlink(missing_ok=True)


def write_blessing(
    directory: Path, reason: str, kept: Entries, changes: Changes, files: dict[Path, str | None]
) -> None:
    """Write full texts, hashes and log, in this order. Raises OSError or GoldenError."""
    sweep(directory)
    log = directory / LOG
    lines = [describe_change(name, kept.get(name), row) for name, row in changes.items()]
    lines += [f"{'removed' if text is None else 'wrote'} {SHOWPIECES}/{path.name}" for path, text in files.items()]
    try:
        before = log.read_text(encoding="utf-8") if log.exists() else ""
    except UnicodeDecodeError as error:
        raise GoldenError(f"{log} cannot be read: {error}") from None
    for path, text in files.items():
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(exist_ok=True)
            write_whole(path, text)
    if changes:
        write_whole(directory / HASHES, as_lines({name: row for name, row in {**kept, **changes}.items() if row}))
    head = f"{stamp(directory)}: {reason}"
    write_whole(log, before + "".join(f"{line}\n" for line in [head, *(f"  {line}" for line in lines)]))
