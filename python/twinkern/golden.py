"""Golden hashes: what each case printed when somebody last looked at it and said why it may change.

`hashes.json` has an entry for each case and flavour; `showpieces/` the full text of a few kernels for people to read;
`log.jsonl` a line for each blessing, with its reason. Entries are checked against the Python engine's text; the parity gate
holds the C engine to the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from twinkern._contract import FLAVORS
from twinkern.cases import Case
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, Program, PythonEngine
from twinkern.files import write_whole
from twinkern.parity import compare_case

HASHES, LOG, SHOWPIECES = "hashes.json", "log.jsonl", "showpieces"


class GoldenError(ValueError):
    """A golden file that cannot be read, or a blessing that is refused."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One entry that does not hold: `status` is missing, stale, changed, or disagreement between the engines."""

    case: str
    flavor: str
    status: str
    detail: str = ""


def digest(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def entry_of(program: Program | None, message: str, code: str) -> dict:
    """What is kept of one case in one flavour: of a program its hashes, of a refusal its code and message's hash."""
    if program is None:
        return {"reject": code, "message": digest(message)}
    return {
        "arch": program.arch,
        "name": program.name,
        "bytes": len(program.text),
        "text": digest(program.text),
        "manifest": digest(program.manifest),
        "spec": digest(program.resolved),
    }


def read_hashes(directory: Path) -> dict[str, dict[str, dict]]:
    """All entries, by case and flavour; empty where there is no file yet. Raises GoldenError."""
    path = directory / HASHES
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        assert isinstance(found, dict) and all(isinstance(row, dict) for row in found.values())
    except (OSError, ValueError, AssertionError) as error:
        raise GoldenError(f"{path} cannot be read: {error or 'no object of objects'}") from None
    return found


def current_entries(cases: Sequence[Case]) -> tuple[dict[str, dict[str, dict]], dict[str, Program], list[Difference]]:
    """Entries as the engines print them now, the texts of showpieces, and where the engines disagree."""
    engines = (PythonEngine(), NativeEngine())
    entries: dict[str, dict[str, dict]] = {}
    showpieces: dict[str, Program] = {}
    wrong = []
    for case in cases:
        entries[case.name] = {}
        for flavor in FLAVORS:
            verdict = compare_case(case, flavor, engines)
            if not verdict.ok:
                wrong.append(Difference(case.name, flavor, verdict.status, verdict.detail))
                continue
            message = "\n".join(map(str, verdict.violations))
            code = verdict.violations[0].code if verdict.violations else ""
            entries[case.name][flavor] = entry_of(verdict.program, message, code)
            if case.showpiece and flavor == DEFAULT_FLAVOR and verdict.program is not None:
                showpieces[case.name] = verdict.program
    return entries, showpieces, wrong


def check(cases: Sequence[Case], directory: Path, whole: bool = True) -> list[Difference]:
    """Every entry that does not hold.

    `whole`: `cases` is all there are, so that entries and showpieces of other cases are stale. Raises GoldenError.
    """
    kept = read_hashes(directory)
    entries, showpieces, found = current_entries(cases)
    for name, flavors in entries.items():
        for flavor, entry in flavors.items():
            before = kept.get(name, {}).get(flavor)
            if before is None:
                found.append(Difference(name, flavor, "missing"))
            elif before != entry:
                keys = sorted(key for key in {*before, *entry} if before.get(key) != entry.get(key))
                found.append(Difference(name, flavor, "changed", f"differs in {', '.join(keys)}"))
        if whole:
            found += [Difference(name, extra, "stale") for extra in sorted(set(kept.get(name, {})) - set(FLAVORS))]
    for name, program in showpieces.items():
        path = directory / SHOWPIECES / f"{name}.ll"
        if not path.exists():
            found.append(Difference(name, DEFAULT_FLAVOR, "missing", f"{SHOWPIECES}/{path.name}"))
        elif path.read_text(encoding="utf-8") != program.text:
            found.append(Difference(name, DEFAULT_FLAVOR, "changed", f"{SHOWPIECES}/{path.name}"))
    if whole:
        found += [Difference(name, "*", "stale") for name in sorted(set(kept) - set(entries))]
        texts = {path.stem for path in (directory / SHOWPIECES).glob("*.ll")}
        found += [Difference(name, DEFAULT_FLAVOR, "stale", SHOWPIECES) for name in sorted(texts - set(showpieces))]
    return found


def bless(cases: Sequence[Case], directory: Path, reason: str, known: Sequence[Case]) -> list[str]:
    """Accept what the engines print now for these cases; returns the names of those that changed.

    Entries of cases that are not among `known` go. Raises GoldenError where the engines disagree, a case does not pass
    every oracle, or no reason is given.
    """
    from twinkern.proof import prove_case

    if not reason.strip():
        raise GoldenError("a blessing needs a reason: --reason TEXT")
    kept = read_hashes(directory)
    entries, showpieces, wrong = current_entries(cases)
    if wrong:
        raise GoldenError(f"case {wrong[0].case}, {wrong[0].flavor}: {wrong[0].status}; nothing was blessed")
    changed = [name for name, flavors in entries.items() if kept.get(name) != flavors]
    for case in cases:
        if case.name in changed:
            proof = prove_case(case)
            if not proof.ok:
                bad = next(row for row in proof.checks if row.ok is not True)
                raise GoldenError(f"case {case.name}: {bad.oracle} {bad.text}: {bad.detail}; nothing was blessed")
    names = {case.name for case in known}
    gone = sorted(set(kept) - names)
    merged = {name: row for name, row in {**kept, **entries}.items() if name in names}
    ordered = {name: merged[name] for name in sorted(merged)}
    for name, program in showpieces.items():
        path = directory / SHOWPIECES / f"{name}.ll"
        if not path.exists() or path.read_text(encoding="utf-8") != program.text:
            write_whole(path, program.text)
    shown = {case.name for case in known if case.showpiece}
    for path in (directory / SHOWPIECES).glob("*.ll"):
        if path.stem not in shown:
            path.unlink()
    if changed or gone:
        log = directory / LOG
        before = log.read_text(encoding="utf-8") if log.exists() else ""
        line = json.dumps({"reason": reason.strip(), "cases": changed, "removed": gone})
        write_whole(directory / HASHES, json.dumps(ordered, indent=1) + "\n")
        write_whole(log, before + line + "\n")
    return changed + gone
