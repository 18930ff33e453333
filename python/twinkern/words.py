"""Specs as words: `direction=forward n=2 c=32 k=32 input=8x8 filter=3x3 pad=1`.

Words become JSON and go through an engine's reader like any other spec, so what is wrong with a value is said there. What a
person typed is checked before (`check_words`), so that messages name words and not places in JSON that nobody wrote.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from twinkern._contract import ALIASES, ECHO_LIMIT, FIELDS, JSON_DIGIT_LIMIT
from twinkern.engine import SpecError, guess

INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
ALIASES_BY_NAME = {alias.name: alias for alias in ALIASES}
FIELDS_BY_NAME = {field.name: field for field in FIELDS}


class WordError(SpecError):
    """A word that is no `key=value`, or a key given twice."""


def word_value(text: str) -> object:
    """The JSON value of the right side of a word: an integer, a list written 3x3, or a string."""
    parts = text.split("x")
    if not all(INTEGER.fullmatch(part) for part in parts):
        return text
    if any(len(part) > JSON_DIGIT_LIMIT for part in parts):
        raise WordError(f"a number in {text[:ECHO_LIMIT]}... has more than {JSON_DIGIT_LIMIT} digits")
    numbers = [int(part) for part in parts]
    return numbers if len(numbers) > 1 else numbers[0]


def split_word(word: str) -> tuple[str, str]:
    """Key and value of a word. Raises WordError."""
    key, equals, text = word.partition("=")
    if not equals or not key or not text:
        raise WordError(f"{word!r} is no key=value")
    return key, text


def keys_of(key: str) -> tuple[str, ...]:
    """The fields that a key sets."""
    return ALIASES_BY_NAME[key].sets if key in ALIASES_BY_NAME else (key,)


def parse_words(words: Iterable[str], rank: int = 1) -> dict[str, Any]:
    """The JSON object of a spec written as words; one entry for a per-axis field is repeated for every axis.

    `rank` is the number of axes where no word gives the input. Raises WordError.
    """
    given: dict[str, object] = {}
    by: dict[str, str] = {}
    for word in words:
        key, text = split_word(word)
        for name in keys_of(key):
            if name in given:
                both = "; pad sets both sides" if key != name or not by[name].startswith(name) else ""
                raise WordError(f"{name} was given twice: {by[name]} and {word}{both}")
            given[name], by[name] = word_value(text), word
    return nested(given, rank)


def nested(given: Mapping[str, object], rank: int = 1) -> dict[str, Any]:
    """The JSON object of a spec, its fields given side by side; one entry for a per-axis field is repeated for every axis.

    `rank` is the number of axes where the input is not given.
    """
    problem: dict[str, Any] = {}
    spec: dict[str, Any] = {"problem": problem}
    if "input" in given:
        rank = len(given["input"]) if isinstance(given["input"], list) else 1
    for name, value in given.items():
        field = FIELDS_BY_NAME.get(name)
        if field is None:
            spec[name] = value
            continue
        if field.type == "integers" and isinstance(value, int):
            value = [value] * rank
        if field.type == "choice" and not isinstance(value, str):
            value = text_of(value)
        (problem if field.group == "problem" else spec)[name] = value
    return spec


def check_words(words: Iterable[str]) -> None:
    """Raise WordError for a word that names no field, or whose value is not of the field's kind, as a person typed it."""
    for word in words:
        key, text = split_word(word)
        if key not in ALIASES_BY_NAME and key not in FIELDS_BY_NAME:
            raise WordError(f"{word}: there is no field {key}{guess(key, [*ALIASES_BY_NAME, *FIELDS_BY_NAME])}")
        field = FIELDS_BY_NAME[keys_of(key)[0]]
        if field.type == "choice":
            if not re.fullmatch(r"[!#-\[\]-~]+", text):
                raise WordError(f"{word}: {key} takes one of {', '.join(field.allowed)}")
            continue
        parts = text.split("x") if field.type == "integers" else [text]
        if not all(INTEGER.fullmatch(part) for part in parts):
            axes = ", one an axis, such as 3x3" if field.type == "integers" else ""
            raise WordError(f"{word}: {key} takes whole numbers from {field.low} to {field.high}{axes}; not {text}")
        word_value(text)


def alternatives(words: Iterable[str]) -> list[tuple[str, ...]]:
    """Words in which values are lists, `direction=dgrad,wgrad`, as words in which none is: all combinations, in order."""
    choices = []
    for word in words:
        key, equals, text = word.partition("=")
        choices.append([f"{key}{equals}{value}" for value in text.split(",")])
    return list(itertools.product(*choices))


def text_of(value: object) -> str:
    """A value of `word_value` as it was written, lists with x: an atom is called 16x16x32."""
    return "x".join(str(part) for part in value) if isinstance(value, list) else str(value)


def words_to_json(words: Iterable[str]) -> bytes:
    """The JSON text of a spec written as words. Raises WordError."""
    return json.dumps(parse_words(words), ensure_ascii=False).encode(errors="surrogateescape")
