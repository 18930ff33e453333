"""Cases: named specs, each with its reason and with what it must do. One case feeds every oracle."""

from __future__ import annotations

import fnmatch
import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from twinkern._contract import FIELDS, FLAVORS, RULES
from twinkern.engine import Refusal, guess, read_spec
from twinkern.words import ALIASES_BY_NAME, WordError, words_to_json

KEYS = frozenset(("name", "reason", "spec", "raw", "reject", "simulate", "showpiece", "spills", "flavor", "bytes"))
TABLES = frozenset(("case", "floors"))
BYTES_LIMIT = 1 << 20
"""Bytes to which the JSON of a case can be filled up with spaces."""
SUFFIX = ".twinkern.toml"
"""How a case file is called where it lies among other TOML files."""
NOT_SEARCHED = frozenset(("_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}"))
"""Directories in which no case files are looked for, as pytest does not; nor in hidden ones, eggs and virtual environments."""


SHOWPIECES = Path(__file__).resolve().parents[1] / "showpieces.toml"
"""The cases that an installation brings with it; in a checkout they stand in parity/cases."""


class CaseError(ValueError):
    """A case file that cannot be used, or a case that does not exist."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    `data` is the spec in JSON; `words` the same as words, empty where the case gives raw JSON. `reject` is the code of the
    rule that must refuse it, empty where it must be emitted. `simulate` replaces words for the simulator, which gets a
    smaller problem. The full text of a `showpiece` is kept as golden. `spills` is the reason why its registers may be
    spilled. A `flavor` that there is none of is asked for in place of each that there is. `file` and `line` say where the
    case stands, if in a file.
    """

    name: str
    reason: str
    data: bytes
    words: tuple[str, ...] = ()
    reject: str = ""
    simulate: tuple[str, ...] = ()
    showpiece: bool = False
    spills: str = ""
    flavor: str = ""
    file: str = ""
    line: int = 0


SOURCE_CASES = Path(__file__).resolve().parents[3] / "parity" / "cases"
"""The cases of the source tree, where this package lies in one."""


def cases_directory(given: str | None = None) -> Path:
    """Where the cases are: the directory or file given, else parity/cases here, else that of the source tree.

    Raises CaseError where there is none.
    """
    candidates = [Path(given)] if given else [Path("parity/cases"), SOURCE_CASES]
    for candidate in candidates:
        if candidate.is_dir() or (given and candidate.is_file()):
            return candidate
    raise CaseError(f"no directory {candidates[0]} of case files; name one, or a file, with --cases")


def shadowed_cases(given: str | None = None) -> str:
    """In words, where parity/cases of the working directory are taken in place of the source tree's; else nothing."""
    here = Path("parity/cases")
    if given or not here.is_dir() or not SOURCE_CASES.is_dir() or here.samefile(SOURCE_CASES):
        return ""
    return f"cases are those of {here.resolve()}, not of the source tree, {SOURCE_CASES}"


def check_oddities(row: dict[str, Any], where: str, name: str) -> None:
    """Raise CaseError where `bytes` or `flavor` of a case, which hold what few cases need, cannot be used."""
    size = row.get("bytes", 1)
    if type(size) is not int or not 1 <= size <= BYTES_LIMIT:
        raise CaseError(f"{where}: case {name}: bytes takes a number from 1 to {BYTES_LIMIT}, not {size!r}")
    if row.get("flavor") and (row["flavor"] in FLAVORS or row.get("reject") != "FLAVOR"):
        raise CaseError(f"{where}: case {name}: flavor is for what rule FLAVOR rejects; all cases are run in every flavour")


def read_case(row: dict[str, Any], where: str) -> Case:
    """One case of a parsed file. Raises CaseError."""
    name = row.get("name")
    if not isinstance(name, str) or not name.isidentifier():
        raise CaseError(f"{where}: a case's name is an identifier, not {name!r}")
    unknown = set(row) - KEYS
    if unknown:
        raise CaseError(f"{where}: case {name}: unknown key {sorted(unknown)[0]!r}; the keys are {', '.join(sorted(KEYS))}")
    for key in KEYS - {"showpiece", "bytes"}:
        if not isinstance(row.get(key, ""), str):
            raise CaseError(f"{where}: case {name}: {key} must be a string")
    if not isinstance(row.get("showpiece", False), bool):
        raise CaseError(f"{where}: case {name}: showpiece takes true or false, not {row['showpiece']!r}")
    if not row.get("reason"):
        raise CaseError(f"{where}: case {name} gives no reason to exist")
    if ("spec" in row) == ("raw" in row):
        raise CaseError(f"{where}: case {name} needs either spec or raw")
    reject = row.get("reject", "")
    if reject and reject not in RULES:
        raise CaseError(f"{where}: case {name}: no rule {reject}{guess(reject, RULES)}")
    check_oddities(row, where, name)
    words = tuple(row.get("spec", "").split())
    try:
        data = row["raw"].encode() if "raw" in row else words_to_json(words)
    except WordError as error:
        raise CaseError(f"{where}: case {name}: {error}") from None
    simulate = tuple(row.get("simulate", "").split())
    try:
        check_simulate(words, simulate)
    except (WordError, Refusal) as error:
        raise CaseError(f"{where}: case {name}: simulate: {error}") from None
    showpiece, spills, flavor = row.get("showpiece") is True, row.get("spills", ""), row.get("flavor", "")
    data = data.ljust(row.get("bytes", 0))
    return Case(name, row["reason"], data, words, reject, simulate, showpiece, spills, flavor)


def replaced(words: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """The words, those of the same key replaced by the others."""
    others = tuple(others)
    keys = {word.partition("=")[0] for word in others}
    return (*(word for word in words if word.partition("=")[0] not in keys), *others)


def check_simulate(words: tuple[str, ...], simulate: tuple[str, ...]) -> None:
    """Raise WordError or Refusal where `simulate` replaces no words of the problem by others that can be read."""
    fields = [*ALIASES_BY_NAME, *(row.name for row in FIELDS if row.group == "problem")]
    for word in simulate:
        key = word.partition("=")[0]
        if key not in fields:
            raise WordError(f"{word!r} sets no field of the problem{guess(key, fields)}")
    if simulate and not words:
        raise WordError("it replaces words of a spec, and the case gives raw JSON: give spec instead")
    if simulate:
        read_spec(words_to_json(replaced(words, simulate)))


def searched(directory: Path) -> Iterator[Path]:
    """A directory and those below it in which pytest would look for case files."""
    for found, below, _ in os.walk(directory):
        yield Path(found)
        below[:] = [
            name for name in below
            if name not in NOT_SEARCHED and not name.startswith(".") and not name.endswith(".egg")
            and not os.path.exists(os.path.join(found, name, "pyvenv.cfg"))
        ]  # fmt: skip


def holds_cases(path: Path) -> bool:
    """Whether a file, of whatever purpose, looks like one of cases or floors."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        return False
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        text = path.read_bytes()
        return re.search(rb"^[ \t]*(\[\[[ \t]*case[ \t]*\]\]|\[[ \t]*floors[ \t]*\])", text, re.MULTILINE) is not None
    return isinstance(tables.get("case"), list) or isinstance(tables.get("floors"), dict)


def case_files(where: Path) -> list[Path]:
    """The case files of a directory, sorted: those called *.twinkern.toml there and below, else all *.toml there.

    A file is its own only one. Raises CaseError where the directory has files of both kinds with cases or floors.
    """
    if where.is_file():
        return [where]
    named = sorted(path for directory in searched(where) for path in directory.glob(f"*{SUFFIX}") if path.is_file())
    others = sorted(path for path in where.glob("*.toml") if path not in named)
    passed_over = next((path for path in others if holds_cases(path)), None) if named else None
    if passed_over is not None:
        raise CaseError(
            f"{passed_over.name} has cases or floors, and would not be read beside {named[0].relative_to(where)}: "
            f"call it {passed_over.stem}{SUFFIX}, or name one file with --cases"
        )
    return named or others


def shown_path(path: Path, where: Path) -> str:
    """A case file as messages name it."""
    return path.name if path == where else path.relative_to(where).as_posix()


def read_file(path: Path, where: Path | None = None) -> tuple[dict[str, Any], str]:
    """The tables of a case file, and its text. Raises CaseError, which names the file as seen from `where`."""
    shown = shown_path(path, where or path)
    try:
        text = path.read_text(encoding="utf-8")
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, OSError) as error:
        raise CaseError(f"{shown}: {error}") from None
    for name in tables:
        if name not in TABLES:
            raise CaseError(f"{shown}: unknown table {name!r}{guess(name, TABLES)}")
    rows = tables.get("case", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CaseError(f"{shown}: cases are tables [[case]]")
    return tables, text


def line_of(text: str, name: str) -> int:
    """The line of a case file on which a case gives its name; 1 where it is written in another way."""
    found = re.search(rf"""^[ \t]*name[ \t]*=[ \t]*["']{name}["']""", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def load_cases(where: Path) -> list[Case]:
    """All cases of the case files of a directory, sorted by file, in file order; or those of one file.

    Raises CaseError for a broken file, a name used twice, or no case at all.
    """
    cases: dict[str, Case] = {}
    for path in case_files(where):
        tables, text = read_file(path, where)
        shown = shown_path(path, where)
        for row in tables.get("case", []):
            case = read_case(row, shown)
            if case.name in cases:
                raise CaseError(f"{shown}: the name {case.name} is used twice")
            cases[case.name] = replace(case, file=str(path), line=line_of(text, case.name))
    if not cases:
        raise CaseError(f"{where} holds no case")
    return list(cases.values())


def load_floors(where: Path) -> dict[str, Any] | None:
    """The keys of the table [floors] of the case files of a directory, or None where no file has one.

    Raises CaseError where two files have one.
    """
    found = [
        (shown_path(path, where), tables["floors"])
        for path in case_files(where) if "floors" in (tables := read_file(path, where)[0])
    ]  # fmt: skip
    if len(found) > 1:
        raise CaseError(f"{found[1][0]}: {found[0][0]} has floors too")
    if found and not isinstance(found[0][1], dict):
        raise CaseError(f"{found[0][0]}: floors are one table [floors]")
    return found[0][1] if found else None


def named_cases(given: str | None = None) -> list[Case]:
    """The cases that a name can mean: those of `cases_directory`, or where there is none those of the installation.

    Raises CaseError.
    """
    try:
        return load_cases(cases_directory(given))
    except CaseError:
        if given or Path("parity/cases").is_dir() or not SHOWPIECES.is_file():
            raise
        return load_cases(SHOWPIECES)


def select(cases: Iterable[Case], globs: Iterable[str]) -> list[Case]:
    """The cases whose names match any of the globs, in their order.

    Raises CaseError for a glob that matches nothing.
    """
    cases = list(cases)
    wanted: set[str] = set()
    for glob in globs:
        found = {case.name for case in cases if fnmatch.fnmatchcase(case.name, glob)}
        if not found:
            raise CaseError(f"there is no case {glob}{guess(glob, [case.name for case in cases])}")
        wanted |= found
    return [case for case in cases if case.name in wanted]
