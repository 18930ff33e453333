"""Cases: named specs, each with its reason and with what it must do. One case feeds every oracle."""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from twinkern._contract import RULES
from twinkern.violations import nearest
from twinkern.words import WordError, words_to_json

KEYS = frozenset(("name", "reason", "spec", "raw", "reject", "simulate", "showpiece"))


class CaseError(ValueError):
    """A case file that cannot be used, or a case that does not exist."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    `data` is the spec in JSON; `words` the same as words, empty where the case gives raw JSON. `reject` is the code of the
    rule that must refuse it, empty where it must be emitted. `simulate` replaces words for the simulator, which gets a
    smaller problem. The full text of a `showpiece` is kept as golden.
    """

    name: str
    reason: str
    data: bytes
    words: tuple[str, ...] = ()
    reject: str = ""
    simulate: tuple[str, ...] = ()
    showpiece: bool = False


def cases_directory(given: str | None = None) -> Path:
    """The directory of case files: the one given, else parity/cases here, else that of the source tree.

    Raises CaseError where there is none.
    """
    candidates = (
        [Path(given)]
        if given
        else [Path("parity/cases"), Path(__file__).resolve().parents[2] / "parity" / "cases"]
    )
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise CaseError(f"no directory {candidates[0]} of case files; name one with --cases")


def read_case(row: dict, where: str) -> Case:
    """One case of a parsed file. Raises CaseError."""
    name = row.get("name")
    if not isinstance(name, str) or not name.isidentifier():
        raise CaseError(f"{where}: a case's name is an identifier, not {name!r}")
    unknown = set(row) - KEYS
    if unknown:
        raise CaseError(f"{where}: case {name}: unknown key {sorted(unknown)[0]!r}; the keys are {', '.join(sorted(KEYS))}")
    for key in KEYS - {"showpiece"}:
        if not isinstance(row.get(key, ""), str):
            raise CaseError(f"{where}: case {name}: {key} must be a string")
    if not row.get("reason"):
        raise CaseError(f"{where}: case {name} gives no reason to exist")
    if ("spec" in row) == ("raw" in row):
        raise CaseError(f"{where}: case {name} needs either spec or raw")
    reject = row.get("reject", "")
    if reject and reject not in RULES:
        raise CaseError(f"{where}: case {name}: no rule {reject}; the nearest is {nearest(reject, RULES)}")
    words = tuple(row.get("spec", "").split())
    try:
        data = row["raw"].encode() if "raw" in row else words_to_json(words)
    except WordError as error:
        raise CaseError(f"{where}: case {name}: {error}") from None
    simulate = tuple(row.get("simulate", "").split())
    return Case(name, row["reason"], data, words, reject, simulate, row.get("showpiece") is True)


def load_cases(directory: Path) -> list[Case]:
    """All cases of the *.toml files of a directory, sorted by file, in file order.

    Raises CaseError for a broken file, a name used twice, or no case at all.
    """
    cases: dict[str, Case] = {}
    for path in sorted(directory.glob("*.toml")):
        try:
            rows = tomllib.loads(path.read_text(encoding="utf-8")).get("case", [])
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
            raise CaseError(f"{path.name}: {error}") from None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise CaseError(f"{path.name}: cases are tables [[case]]")
        for row in rows:
            case = read_case(row, path.name)
            if case.name in cases:
                raise CaseError(f"{path.name}: the name {case.name} is used twice")
            cases[case.name] = case
    if not cases:
        raise CaseError(f"{directory} holds no case")
    return list(cases.values())


def select(cases: Iterable[Case], globs: Iterable[str]) -> list[Case]:
    """The cases whose names match any of the globs, in their order.

    Raises CaseError for a glob that matches nothing.
    """
    cases = list(cases)
    wanted: set[str] = set()
    for glob in globs:
        found = {case.name for case in cases if fnmatch.fnmatchcase(case.name, glob)}
        if not found:
            hint = nearest(glob, [case.name for case in cases])
            raise CaseError(f"no case {glob}; the nearest is {hint}")
        wanted |= found
    return [case for case in cases if case.name in wanted]
