"""What a SPEC argument names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from twinkern.cases import Case, CaseError, named_cases, select
from twinkern.json_reader import LENGTH_LIMIT
from twinkern.words import words_to_json

ASKED = "asked"
"""The reason of a spec that is no declared case."""

specs_argument = click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
cases_option = click.option(
    "--cases", "directory", metavar="DIR", help="Directory of case files; by default parity/cases here or in the source tree."
)
flavor_option = click.option(
    "--flavor", default="llvm22", show_default=True, help="LLVM flavour of the text: llvm20, llvm22 or llvm23."
)
engine_option = click.option(
    "--engine", type=click.Choice(["python", "c"]), default="python", show_default=True, help="Which engine emits."
)


def read_limited(stream) -> bytes:
    """A spec file's bytes, but not much more than the engines read."""
    return stream.read(LENGTH_LIMIT + 1)


def file_case(text: str) -> Case:
    """The spec in a file, or on standard input for "-". Raises OSError."""
    if text == "-":
        return Case("stdin", ASKED, read_limited(sys.stdin.buffer))
    with Path(text).open("rb") as file:
        return Case(Path(text).stem, ASKED, read_limited(file))


def gather(specs: Sequence[str], directory: str | None) -> list[Case]:
    """The cases that SPEC arguments name: all words make one spec; the rest are files, or names and globs of cases.

    Raises CaseError, WordError or OSError.
    """
    words = [text for text in specs if "=" in text]
    found: list[Case] = []
    if words:
        found.append(Case("words", ASKED, words_to_json(words), tuple(words)))
    for text in specs:
        if "=" in text:
            continue
        if text == "-" or text.endswith(".json") or Path(text).is_file():
            found.append(file_case(text))
            continue
        try:
            found += select(named_cases(directory), [text])
        except CaseError as error:
            raise CaseError(f"{error} (and {text} is no file, and no key=value)") from None
    unique: dict[str, Case] = {}
    for case in found:
        name, number = case.name, 1
        while name in unique and unique[name].data != case.data:
            number += 1
            name = f"{case.name}-{number}"
        unique[name] = replace(case, name=name)
    return list(unique.values())


def single(specs: Sequence[str], directory: str | None) -> Case:
    """The one case that SPEC arguments name. Raises CaseError where they name several."""
    cases = gather(specs, directory)
    if len(cases) != 1:
        raise CaseError(f"{' '.join(specs)} names {len(cases)} specs; this command takes one")
    return cases[0]
