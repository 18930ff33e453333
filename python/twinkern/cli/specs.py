"""What a SPEC argument names."""

from __future__ import annotations

import functools
import itertools
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, TextIO

import click

from twinkern._contract import JSON_LENGTH_LIMIT
from twinkern.cli.output import Output, echo
from twinkern.gate.cases import Case, CaseError, cases_directory, named_cases, replaced, select, shadowed_cases
from twinkern.words import alternatives, check_words, parse_words, words_to_json

ASKED = "asked"
"""The reason of a spec that is no declared case."""

Group = tuple[str, ...]
"""What stands together: the SPEC arguments of a command, or the words of one --spec."""


def specs_argument(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command SPEC arguments and --spec; it gets them as `specs`, groups for `gather`."""

    @functools.wraps(command)
    def with_groups(*, specs: Group, wordings: Group, **others: Any) -> None:
        groups = [specs, *(tuple(wording.split()) for wording in wordings)]
        keep_files_apart([word for group in groups for word in group], others.values())
        command(specs=[group for group in groups if group], **others)

    option = click.option(
        "--spec", "wordings", multiple=True, metavar="'WORDS'", help="One more spec, as words in quotes; may be repeated."
    )
    return click.argument("specs", nargs=-1, metavar="SPEC...")(option(with_groups))


def keep_files_apart(words: Sequence[str], options: Iterable[object]) -> None:
    """Raise click.UsageError where an output of a command is a file that it reads, or another of its outputs."""
    options = list(options)
    read = [Path(text) for text in (*words, *options) if isinstance(text, str) and "\0" not in text]
    written: list[Path] = []
    for output in (value for value in options if isinstance(value, Output) and value.stream is None):
        path = Path(output.path)
        others = (other for other in (*read, *written) if path.is_file() and other.is_file())
        if path in written or any(path.samefile(other) for other in others):
            raise click.UsageError(f"{output.path} is to be written, and is read or written for something else; name another")
        written.append(path)


def say_shadowed(directory: str | None) -> None:
    """Say, once a command, where cases of the working directory are taken in place of the source tree's."""
    context, line = click.get_current_context(), shadowed_cases(directory)
    if line and not context.meta.setdefault("twinkern.shadowed", False):
        context.meta["twinkern.shadowed"] = True
        echo(f"twinkern: {line}", err=True)


def find_cases(directory: str | None) -> Path:
    """`cases_directory`, for a command that takes cases."""
    say_shadowed(directory)
    return cases_directory(directory)


cases_option = click.option(
    "--cases", "directory", metavar="DIR", help="Directory of case files; by default parity/cases here or in the source tree."
)
flavor_option = click.option(
    "--flavor", default="llvm22", show_default=True, help="LLVM flavour of the text: llvm20, llvm22 or llvm23."
)
engine_option = click.option(
    "--engine", type=click.Choice(["python", "c"]), default="python", show_default=True, help="Which engine emits."
)


def read_limited(stream: IO[bytes]) -> bytes:
    """A spec file's bytes, but not much more than the engines read."""
    return stream.read(JSON_LENGTH_LIMIT + 1)


@functools.lru_cache(maxsize=1)
def standard_input(stream: TextIO) -> bytes:
    """All of standard input, which can be read but once."""
    return stream.buffer.read()


def file_case(text: str) -> Case:
    """The spec in a file, or on standard input for "-". Raises OSError."""
    if text == "-":
        return Case("stdin", ASKED, standard_input(sys.stdin)[: JSON_LENGTH_LIMIT + 1])
    with Path(text).open("rb") as file:
        return Case(Path(text).stem, ASKED, read_limited(file))


def named(text: str, directory: str | None) -> list[Case]:
    """The cases that one SPEC argument without "=" names: a file, or a name or glob of cases. Raises CaseError or OSError."""
    if text == "-" or text.endswith(".json") or Path(text).is_file():
        return [file_case(text)]
    if not text:
        raise CaseError("an empty word names no spec")
    if Path(text).is_dir():
        raise CaseError(f"{text} is a directory; a SPEC is a JSON file, the name of a case, or key=value words")
    say_shadowed(directory)
    try:
        return select(named_cases(directory), [text])
    except CaseError as error:
        raise CaseError(f"{error} (and {text} is no file, and no key=value)") from None


def overridden(case: Case, words: Sequence[str]) -> Case:
    """The spec of a case with some fields set by words; a spec that is no JSON object is left for an engine to refuse."""
    if not words:
        return case
    try:
        spec = json.loads(case.data)
        problem = spec["problem"]
        rank = len(problem["input"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return case
    changes = parse_words(words, rank)
    changed = {**spec, **changes, "problem": {**problem, **changes["problem"]}}
    data = json.dumps(changed, ensure_ascii=False).encode(errors="surrogateescape")
    return Case(case.name, ASKED, data, replaced(case.words, words) if case.words else (), simulate=case.simulate)


def variants(case: Case | None, words: Sequence[str]) -> Iterator[Case]:
    """The specs of words, or of a case with some fields set by words: one for each combination of listed values, which it is
    named by."""
    parse_words(words)  # a key that is given twice is said as it was typed
    lists = [word.partition("=")[0] for word in words if "," in word]
    for chosen in alternatives(words):
        check_words(chosen)
        found = overridden(case, chosen) if case else Case("words", ASKED, words_to_json(chosen), chosen)
        tail = [word for word in chosen if word.partition("=")[0] in lists]
        yield replace(found, name=" ".join([found.name, *tail]) if case else " ".join(tail) or found.name)


def gather(groups: Sequence[Group], directory: str | None) -> list[Case]:
    """The cases that groups of SPEC arguments name. In a group each argument without "=" is a file, or a name or a glob of
    cases; words set fields of all of these, or where there are none make a spec of their own.

    Raises CaseError, WordError, OSError, or click.UsageError where there is no group.
    """
    if not groups:
        raise click.MissingParameter(param_hint="'SPEC...'", param_type="argument")
    found: list[Case] = []
    for group in groups:
        words = [word for text in group if "=" in text for word in text.split()]
        subjects = [case for text in group if "=" not in text for case in named(text, directory)]
        for subject in subjects or (None,):
            found += variants(subject, words)
    unique: dict[str, Case] = {}
    for case in found:
        name, number = case.name, 1
        while name in unique and unique[name].data != case.data:
            number += 1
            name = f"{case.name}-{number}"
        unique[name] = replace(case, name=name)
    return list(unique.values())


def single(groups: Sequence[Group], directory: str | None) -> Case:
    """The one case that SPEC arguments name. Raises CaseError where they name several."""
    cases = gather(groups, directory)
    if len(cases) != 1:
        raise CaseError(f"{' '.join(itertools.chain(*groups))} names {len(cases)} specs; this command takes one")
    return cases[0]
