"""How the text of the cases differs from what another revision's engine printed, grouped into equal changes.

The engine of the revision is unpacked aside and run in a process of its own. Its Python engine stands for both, which is
checked against the golden hashes that were committed with it.
"""

from __future__ import annotations

import difflib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from twinkern._contract import FLAVORS
from twinkern.engine import Refusal
from twinkern.engines import Engine, Program, PythonEngine
from twinkern.gate.cases import SUFFIX, Case
from twinkern.gate.golden import Entries, GoldenError, digest, read_hashes
from twinkern.gate.parity import part_of_kernel
from twinkern.gate.parity.compare import outcome

# Revisions without a `manifest_text` have that in `manifest`.
RUNNER = """
import json, pathlib, sys
import twinkern
if pathlib.Path(sys.argv[1]).resolve() not in pathlib.Path(twinkern.__file__).resolve().parents:
    sys.exit(f"another twinkern was imported: {twinkern.__file__}")
found = []
for name, words, data, flavor, asked in json.load(sys.stdin):
    try:
        if words:
            from twinkern.words import words_to_json
            data = words_to_json(words)
        program = twinkern.emit(data, engine="python", flavor=asked)
        manifest = program.manifest_text if hasattr(program, "manifest_text") else program.manifest
        found.append([name, flavor, program.text, manifest])
    except twinkern.Refusal as refusal:
        found.append([name, flavor, "\\n".join(map(str, refusal.violations)), ""])
    except Exception as error:
        found.append([name, flavor, f"{type(error).__name__}: {error}", ""])
json.dump(found, sys.stdout)
"""
CONTEXT_LINES = 2
NUMBER = re.compile(r"(%(?:v|more|loop|body|done)|^(?:loop|body|done)|(?<=label %)(?:loop|body|done))\d+")
"""A value or label as the printer numbers it."""
OldCase = tuple[list[str], str, str]
"""A case of a revision: its words, or its JSON where there are none, and the flavour asked for in place of all, if any."""
Printed = dict[tuple[str, str], tuple[str, str]]
"""Text and manifest by case and flavour; of a refusal its messages, and no manifest."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change that some cases have in common: the cases, each with its flavours, and the diff of the first of them.

    The diff has kernel names masked, and values numbered in the order in which each place names them; it is empty where one
    text is the other with its values renamed.
    """

    cases: dict[str, tuple[str, ...]]
    diff: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldenDiff:
    """What differs from a revision.

    `unconfirmed` names cases whose old text is not what the golden file of that revision holds for it.
    """

    changes: tuple[Change, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int
    unconfirmed: tuple[str, ...]


def git(root: Path, *arguments: str) -> bytes:
    """The output of a git command. Raises GoldenError."""
    try:
        return subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True).stdout
    except FileNotFoundError:
        raise GoldenError("golden diff needs git, which is not installed") from None
    except subprocess.CalledProcessError as error:
        message = error.stderr.decode(errors="replace").strip().splitlines()
        raise GoldenError(f"git {arguments[0]}: {message[-1] if message else error.returncode}") from None


def unpack(root: Path, revision: str, paths: Sequence[str], target: Path) -> None:
    """Write what a revision has at some paths into a directory. Raises GoldenError."""
    try:
        commit = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    except GoldenError:
        raise GoldenError(f"'{revision}' is no commit, branch or tag of this repository; HEAD is one") from None
    present = git(root, "ls-tree", "-z", "--name-only", commit, "--", *paths).decode().split("\0")[:-1]
    if "python/twinkern" not in present:
        raise GoldenError(f"{revision} holds no engine: golden diff works on the repository of twinkern itself")
    archive = git(root, "archive", "--format=zip", commit, "--", *present)
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        files.extractall(target)


def read_old(where: Path) -> dict[str, OldCase]:
    """The cases of a revision by name, its file or directory of them unpacked. Raises GoldenError.

    Only what names and specs them is read: today's rules, fields and keys need not be those of then. Where the directory has
    files called *.twinkern.toml, cases of other files do not count.
    """
    paths = [where] if where.is_file() else sorted(where.rglob(f"*{SUFFIX}")) or sorted(where.glob("*.toml"))
    found: dict[str, OldCase] = {}
    for path in paths:
        try:
            rows = tomllib.loads(path.read_text(encoding="utf-8")).get("case", [])
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise GoldenError(f"{path.name}: {error}") from None
        for row in rows if isinstance(rows, list) else []:
            row = row if isinstance(row, dict) else {}
            texts = [row.get(key, "") for key in ("name", "spec", "raw", "flavor")]
            name, words, data, flavor = texts
            if not all(isinstance(text, str) for text in texts) or not name or not (words or "raw" in row):
                raise GoldenError(f"{path.name}: case {name!r} has no name and spec")
            found[name] = words.split(), data.ljust(row.get("bytes", 0)), flavor
    return found


def read_kept(directory: Path) -> Entries:
    """The golden hashes of a revision, which older ones kept as JSON. Raises GoldenError."""
    older = directory / "hashes.json"
    if not older.exists():
        return read_hashes(directory)
    try:
        entries: Entries = json.loads(older.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise GoldenError(f"{older.name} cannot be read: {error}") from None
    return entries


def print_old(cases: dict[str, OldCase], engine: Path) -> Printed:
    """What the engine in a directory prints for some of its own cases; it reads their words itself. Raises GoldenError."""
    items = [
        [name, words, data, flavor, asked or flavor] for name, (words, data, asked) in cases.items() for flavor in FLAVORS
    ]
    environment = {**os.environ, "PYTHONPATH": str(engine), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", RUNNER, str(engine)]
    done = subprocess.run(command, input=json.dumps(items), capture_output=True, text=True, env=environment, cwd=engine)
    if done.returncode:
        raise GoldenError(f"the engine of that revision does not run: {done.stderr.strip().splitlines()[-1]}")
    return {(name, flavor): (text, manifest) for name, flavor, text, manifest in json.loads(done.stdout)}


def print_new(cases: Sequence[Case], engine: Engine) -> Printed:
    """What the engine of this package prints for some cases."""
    found: Printed = {}
    for case in cases:
        for flavor in FLAVORS:
            result = outcome(engine, case.data, case.flavor or flavor)
            if isinstance(result, Program):
                found[case.name, flavor] = result.text, result.manifest_text
            elif isinstance(result, Refusal):
                found[case.name, flavor] = "\n".join(map(str, result.violations)), ""
            else:
                found[case.name, flavor] = f"{type(result).__name__}: {result}", ""
    return found


def shown_lines(printed: tuple[str, str]) -> list[str]:
    """Text and manifest as lines, with the names of kernels masked."""
    text, manifest = printed
    lines = text.split("\n")
    if manifest:
        described = json.loads(manifest)
        lines += ["; manifest", *json.dumps(described, indent=1).split("\n")]
        names = sorted((kernel["name"] for kernel in described["kernels"]), key=len, reverse=True)
        for name in names:
            lines = [line.replace(name, "NAME") for line in lines]
    return lines


def masked(lines: Sequence[str]) -> list[str]:
    """Lines with values and labels without numbers."""
    return [NUMBER.sub(r"\1#", line) for line in lines]


def names_in(line: str) -> list[str]:
    """The numbered values and labels of a line."""
    return [found.group().lstrip("%") for found in NUMBER.finditer(line)]


class Renaming:
    """Which value of one text is which of the other: one to one, as the lines that both have say it first."""

    def __init__(self) -> None:
        self.forward: dict[str, str] = {}
        self.backward: dict[str, str] = {}

    def admits(self, before: str, after: str) -> bool:
        """Whether a line is the other, renamed; if so, its names are paired from here on."""
        pairs = list(zip(names_in(before), names_in(after), strict=True))
        if any(self.forward.get(old, new) != new or self.backward.get(new, old) != old for old, new in pairs):
            return False
        self.forward.update(pairs)
        self.backward.update((new, old) for old, new in pairs)
        return True

    def undone(self, line: str) -> str:
        """A line of the later text in the names of the earlier one; names that only it has are marked."""

        def name(found: re.Match[str]) -> str:
            sign, plain = ("%", found.group()[1:]) if found.group().startswith("%") else ("", found.group())
            return sign + self.backward.get(plain, f"{plain}'")

        return NUMBER.sub(name, line)


def renumbered(lines: Sequence[str]) -> list[str]:
    """Lines with values and labels numbered in the order of their appearance."""
    order: dict[str, int] = {}
    pattern = re.compile(NUMBER.pattern + "'?")
    return [
        pattern.sub(lambda found: found[1] + str(order.setdefault(found.group().lstrip("%"), len(order) + 1)), line)
        for line in lines
    ]


Place = tuple[int, int, int, int]
"""Lines from and to, of both texts."""
Key = tuple[tuple[str | int, ...], ...]
"""What makes two changes equal: of each hunk its part of the kernel, how many lines go, and all of them renumbered."""


def places(before: Sequence[str], after: Sequence[str], renaming: Renaming) -> Iterator[Place]:
    """Where two texts differ: lines that one lacks, and lines that are not the other's under one renaming of all values."""
    matcher = difflib.SequenceMatcher(None, masked(before), masked(after), autojunk=False)
    for tag, low, high, new_low, new_high in matcher.get_opcodes():
        if tag != "equal":
            yield low, high, new_low, new_high
            continue
        for offset in range(high - low):
            old, new = low + offset, new_low + offset
            if not renaming.admits(before[old], after[new]):
                yield old, old + 1, new, new + 1


def joined(found: Iterable[Place]) -> list[Place]:
    """Places, those that follow each other without a line between as one."""
    result: list[Place] = []
    for place in found:
        if result and result[-1][1] == place[0] and result[-1][3] == place[2]:
            low, _, new_low, _ = result.pop()
            place = (low, place[1], new_low, place[3])
        result.append(place)
    return result


def difference(before: Sequence[str], after: Sequence[str]) -> tuple[Key, tuple[str, ...]]:
    """What makes two changes equal, and the change to show: each hunk once, under the part of the kernel that it is in."""
    shown: dict[tuple[str | int, ...], list[str]] = {}
    renaming = Renaming()
    for low, high, new_low, new_high in joined(places(before, after, renaming)):
        part = part_of_kernel(before, min(low, len(before) - 1))
        first = max(low - CONTEXT_LINES, 0)
        kept, following = before[first:low], before[high : high + CONTEXT_LINES]
        added = [renaming.undone(line) for line in after[new_low:new_high]]
        signs = ["  "] * len(kept) + ["- "] * (high - low) + ["+ "] * len(added) + ["  "] * len(following)
        lines = renumbered([*kept, *before[low:high], *added, *following])
        changed = renumbered([*before[low:high], *added])
        signed = [sign + line for sign, line in zip(signs, lines, strict=True)]
        shown.setdefault((part, high - low, *changed), [f"@@ {part} @@", *signed])
    return tuple(shown), tuple(line for lines in shown.values() for line in lines)


def group(old: Printed, new: Printed) -> tuple[list[Change], int]:
    """Equal changes together, those of most cases first; and the number of cases without one."""
    diffs: dict[Key, tuple[str, ...]] = {}
    members: dict[Key, dict[str, list[str]]] = {}
    changed = set()
    for (name, flavor), printed in new.items():
        before = old[name, flavor]
        if before == printed:
            continue
        changed.add(name)
        key, diff = difference(shown_lines(before), shown_lines(printed))
        diffs.setdefault(key, diff)
        members.setdefault(key, {}).setdefault(name, []).append(flavor)
    found = [Change({name: tuple(row) for name, row in members[key].items()}, diff) for key, diff in diffs.items()]
    found.sort(key=lambda change: -len(change.cases))
    return found, len({name for name, _ in new} - changed)


def compare_with(revision: str, cases: Sequence[Case], where: Path, directory: Path, whole: bool = True) -> GoldenDiff:
    """Compare what the cases print now with what they printed at a revision.

    `where` and `directory` are those of cases and golden files, inside a git repository; `whole` says that `cases` is all that
    there are. A case of the same name is compared as it was then. Raises GoldenError.
    """
    root = Path(git(where if where.is_dir() else where.parent, "rev-parse", "--show-toplevel").decode().strip())
    try:
        cases_path, golden_path = (path.resolve().relative_to(root.resolve()).as_posix() for path in (where, directory))
    except ValueError:
        raise GoldenError(f"{where} and {directory} must lie in the repository {root}") from None
    with tempfile.TemporaryDirectory(prefix="twinkern-") as temporary:
        unpacked = Path(temporary)
        unpack(root, revision, ("python/twinkern", cases_path, golden_path), unpacked)
        try:
            old_cases = read_old(unpacked / cases_path)
        except GoldenError as error:
            raise GoldenError(f"the cases of {revision} cannot be read: {error}") from None
        both = [case for case in cases if case.name in old_cases]
        old = print_old({case.name: old_cases[case.name] for case in both}, unpacked / "python")
        kept = read_kept(unpacked / golden_path)
    new = print_new(both, PythonEngine())
    changes, unchanged = group(old, new)
    unconfirmed = {
        name for (name, flavor), (text, manifest) in old.items()
        if manifest and kept.get(name, {}).get(flavor, {}).get("text") != digest(text)
    }  # fmt: skip
    names = {case.name for case in cases}
    return GoldenDiff(
        tuple(changes),
        tuple(sorted(names - set(old_cases))),
        tuple(sorted(set(old_cases) - names)) if whole else (),
        unchanged,
        tuple(sorted(unconfirmed)),
    )
