"""Specs as words: `direction=forward n=2 c=32 k=32 input=8x8 filter=3x3 pad=1`.

Words become JSON and go through an engine's reader like any other spec, so what is wrong with a value is said there. Here
only the shape of a word can be wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from twinkern._contract import FIELDS
from twinkern.json_reader import DIGIT_LIMIT
from twinkern.violations import ECHO_LIMIT

INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
BOTH_PADS = "pad"
"""Stands for pad_before and pad_after."""


class WordError(ValueError):
    """A word that is no `key=value`, or a key given twice."""


def word_value(text: str) -> object:
    """The JSON value of the right side of a word: an integer, a list written 3x3 or 3,3, or a string."""
    parts = re.split("[x,]", text)
    if not all(INTEGER.fullmatch(part) for part in parts):
        return text
    if any(len(part) > DIGIT_LIMIT for part in parts):
        raise WordError(f"a number in {text[:ECHO_LIMIT]}... has more than {DIGIT_LIMIT} digits")
    numbers = [int(part) for part in parts]
    return numbers if len(numbers) > 1 else numbers[0]


def parse_words(words: Iterable[str]) -> dict:
    """The JSON object of a spec written as words; one entry for a per-axis field is repeated for every axis.

    Raises WordError.
    """
    problem: dict = {}
    spec: dict = {"problem": problem}
    types = {field.name: field for field in FIELDS}
    given: dict[str, object] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key or not text:
            raise WordError(f"{word!r} is no key=value")
        for name in ("pad_before", "pad_after") if key == BOTH_PADS else (key,):
            if name in given:
                raise WordError(f"{name} was given twice")
            given[name] = word_value(text)
    rank = len(given["input"]) if isinstance(given.get("input"), list) else 1
    for name, value in given.items():
        field = types.get(name)
        if field is None:
            spec[name] = value
            continue
        if field.type == "integers" and isinstance(value, int):
            value = [value] * rank
        if field.type == "choice" and not isinstance(value, str):
            value = text_of(value)
        (problem if field.group == "problem" else spec)[name] = value
    return spec


def text_of(value: object) -> str:
    """A value of `word_value` as it was written, lists with x: an atom is called 16x16x32."""
    return "x".join(str(part) for part in value) if isinstance(value, list) else str(value)


def words_to_json(words: Iterable[str]) -> bytes:
    """The JSON text of a spec written as words. Raises WordError."""
    return json.dumps(parse_words(words), ensure_ascii=False).encode(errors="surrogateescape")
