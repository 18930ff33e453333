"""A spec: a problem and how to solve it; its canonical JSON form, read and written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from twinkern._contract import FIELDS, RANK_LIMIT, Field, SpecFields
from twinkern.engine.spec.json_reader import JsonValue, named, read_json
from twinkern.engine.spec.problem import ConvProblem, plain
from twinkern.engine.spec.violations import Refusal, Violation, guess, quote, violation

EXPECTED = {"integer": "an integer", "integers": "a list of integers", "choice": "a string", "object": "an object"}
GROUPS = {group: {field.name: field for field in FIELDS if field.group == group} for group in ("problem", "spec")}
CHOICES = tuple((field.name, {str(word): word for word in field.enum}) for field in FIELDS if field.enum)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvSpec(SpecFields):
    """A convolution kernel that is asked for.

    Fields left at 0, -1 or "auto" are chosen by the policy. Nothing is checked here: emission reads the JSON form, so that
    a spec made in Python and one read from a file meet the same checks. Text that is a word of a field becomes that word.
    """

    problem: ConvProblem

    def __post_init__(self) -> None:
        for name, words in CHOICES:
            value = getattr(self, name)
            if type(value) is str:
                object.__setattr__(self, name, words.get(value, value))

    def to_json(self) -> str:
        """The JSON form: every field in the order of the contract, no white space; per-axis fields left empty are left out."""
        values = {"problem": problem_fields(self.problem), **{name: getattr(self, name) for name in GROUPS["spec"]}}
        return json.dumps(values, separators=(",", ":"), default=plain)


def problem_fields(problem: ConvProblem) -> dict[str, object]:
    """The JSON form of a problem, as plain data; per-axis fields left empty are left out."""
    return {name: value for name in GROUPS["problem"] if (value := getattr(problem, name)) != ()}


class FieldReader:
    """Reads fields out of parsed JSON and collects what is wrong with them."""

    __slots__ = ("violations",)

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def fail(self, code: str, *arguments: int | str) -> None:
        """Note one violation."""
        self.violations.append(violation(code, *arguments))

    def integer(self, name: str, field: Field, value: JsonValue) -> int | None:
        """An integer in range, or None with a violation noted."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail("FIELD_TYPE", name, EXPECTED["integer"], named(value))
            return None
        if not field.low <= value <= field.high:
            self.fail("FIELD_RANGE", name, value, field.low, field.high, min(max(value, field.low), field.high))
            return None
        return value

    def integers(self, field: Field, value: JsonValue) -> tuple[int, ...] | None:
        """A list of integers in range, or None with a violation noted."""
        if not isinstance(value, list):
            self.fail("FIELD_TYPE", field.name, EXPECTED["integers"], named(value))
            return None
        if not 1 <= len(value) <= RANK_LIMIT:
            self.fail("FIELD_LENGTH", field.name, len(value), f"1 to {RANK_LIMIT}")
            return None
        entries = [self.integer(f"{field.name}[{index}]", field, entry) for index, entry in enumerate(value)]
        right = [entry for entry in entries if entry is not None]
        return tuple(right) if len(right) == len(entries) else None

    def choice(self, field: Field, value: JsonValue) -> str | None:
        """One of the field's words, or None with a violation noted."""
        if not isinstance(value, str):
            self.fail("FIELD_TYPE", field.name, EXPECTED["choice"], named(value))
            return None
        allowed = ", ".join(field.allowed)
        if value in field.planned:
            self.fail("FIELD_PLANNED", field.name, value, allowed)
            return None
        if value not in field.allowed:
            self.fail("FIELD_CHOICE", field.name, quote(value), allowed, guess(value, field.allowed))
            return None
        return value

    def field(self, field: Field, value: JsonValue) -> int | str | tuple[int, ...] | None:
        """The value of any field, or None with a violation noted."""
        if field.type == "integer":
            return self.integer(field.name, field, value)
        return self.integers(field, value) if field.type == "integers" else self.choice(field, value)

    def record(self, group: str, value: dict[str, JsonValue]) -> dict[str, Any]:
        """The fields of a group; `problem` inside the spec is read where it stands."""
        known = GROUPS[group]
        names = (["problem"] if group == "spec" else []) + list(known)
        found: dict[str, Any] = {}
        for name, member in value.items():
            if name == "problem" and group == "spec":
                if isinstance(member, dict):
                    found["problem"] = self.record("problem", member)
                else:
                    found["problem"] = None
                    self.fail("FIELD_TYPE", name, EXPECTED["object"], named(member))
            elif name in known:
                found[name] = self.field(known[name], member)
            else:
                other = "spec" if group == "problem" else "problem"
                hint = f"; it is one of the {other}" if name in GROUPS[other] else guess(name, names)
                self.fail("FIELD_UNKNOWN", quote(name), f"the {group}", hint)
        for name in names:
            if name not in found and (name == "problem" or known[name].default is None):
                expected = EXPECTED[known[name].type if name in known else "object"]
                self.fail("FIELD_MISSING", name, f"the {group}", expected)
        return found

    def axes(self, found: dict[str, Any]) -> None:
        """Require one entry an axis, and fill in the defaults of per-axis fields."""
        sizes = found.get("input")
        for field in GROUPS["problem"].values():
            if sizes is None or field.type != "integers":
                continue
            if field.name not in found:
                if field.default is not None:
                    found[field.name] = (field.default,) * len(sizes)
            elif found[field.name] is not None and len(found[field.name]) != len(sizes):
                self.fail("FIELD_LENGTH", field.name, len(found[field.name]), f"{len(sizes)} as in input")


def read_spec(data: bytes) -> ConvSpec:
    """Read a spec from JSON, defaults filled in.

    Raises Refusal: with one JSON_* rule where the text cannot be read, else with every FIELD_* rule that is broken.
    """
    reader = FieldReader()
    value = read_json(data)
    if not isinstance(value, dict):
        reader.fail("FIELD_TYPE", "the spec", EXPECTED["object"], named(value))
        raise Refusal(reader.violations)
    found = reader.record("spec", value)
    if found.get("problem") is not None:
        reader.axes(found["problem"])
    if reader.violations:
        raise Refusal(reader.violations)
    return ConvSpec(**{**found, "problem": ConvProblem(**found["problem"])})
