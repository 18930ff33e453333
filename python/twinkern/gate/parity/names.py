"""Whether a kernel is called what it is: the end of its name is a digest of its resolved spec, long enough to be its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

from twinkern.engines import Program

DIGITS = 12
"""Hexadecimal digits of a digest below which two specs of a large collection may share one: with 12, a million specs do with a
probability of 0.2 % (birthday bound, n * n / 2 / 16 ** digits)."""
SYMBOL = re.compile("[A-Za-z_][A-Za-z0-9_]*")
"""A name that assembler, linker and loader take without quotes."""


def name_fault(name: str, resolved: str) -> str:
    """What is wrong with the name of a resolved spec's kernel, in canonical JSON; empty where nothing is."""
    digest = sha256(resolved.encode()).hexdigest()
    end = name.rpartition("_")[2]
    if len(end) < DIGITS or not digest.startswith(end):
        needed = f"_{digest[:DIGITS]} (digits of the SHA-256 of the resolved spec, {DIGITS} or more)"
        return f"the name ends in _{end}; it must end in {needed}: {name}"
    return "" if SYMBOL.fullmatch(name) else f"the name has other characters than letters, digits and _: {name}"


def program_name_fault(program: Program) -> str:
    """What is wrong with a program's name, or with where it stands in text and manifest; empty where nothing is."""
    if fault := name_fault(program.name, program.resolved):
        return fault
    if f"@{program.name}(" not in program.text:
        return f"the text defines no kernel of the program's name, {program.name}"
    return "" if f'"{program.name}"' in program.manifest_text else f"the manifest does not name {program.name}"


def clashes(programs: Iterable[Program]) -> list[str]:
    """Each name that programs of different resolved specs share."""
    known: dict[str, str] = {}
    shared = [p.name for p in programs if known.setdefault(p.name, p.resolved) != p.resolved]
    return [f"two resolved specs have the name {name}" for name in dict.fromkeys(shared)]
