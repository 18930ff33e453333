"""Refusals: what both engines say, byte for byte, when they will not emit a kernel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from twinkern._contract import ECHO_LIMIT, RULES


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that a spec breaks.

    `code` is stable; `kind` is `hardware`, `not_implemented` or `invalid`; `message` names what was asked, what is allowed
    and what would work.
    """

    code: str
    kind: str
    message: str

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class SpecError(ValueError):
    """Whatever is wrong with a spec, whichever engine or reader says so."""


class Refusal(SpecError):
    """A spec was refused; `violations` holds at least one, the first being the one that a plain emission reports."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(str(self.violations[0]))

    @property
    def code(self) -> str:
        """The code of the first violation."""
        return self.violations[0].code


def violation(code: str, *arguments: int | str) -> Violation:
    """Fill in the message of a rule; `arguments` are in the rule's own order."""
    rule = RULES[code]
    return Violation(code, rule.kind, rule.message.format(**dict(zip(rule.arguments, arguments, strict=True))))


def refuse(code: str, *arguments: int | str) -> Refusal:
    """A refusal for one rule."""
    return Refusal((violation(code, *arguments),))


def quote(text: str) -> str:
    """A user's text as a message repeats it: in double quotes, printable ASCII, cut after `ECHO_LIMIT` characters."""
    text = "".join(character if " " <= character <= "~" else "?" for character in text)
    return f'"{text[:ECHO_LIMIT]}..."' if len(text) > ECHO_LIMIT else f'"{text}"'


def edit_distance(a: str, b: str) -> int:
    """Levenshtein distance of two short strings."""
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (left != right))
    return row[-1]


def near(text: str, candidates: Iterable[str]) -> str | None:
    """What a misspelt name may have meant: the candidate at the smallest edit distance, if that is at most a third of the
    shorter name, else one that begins the name or is begun by it; the first of several, None where nothing is near."""
    candidates = list(candidates)
    distances = [(edit_distance(text[:ECHO_LIMIT], name), name) for name in candidates]
    distance, found = min(distances, key=lambda pair: pair[0], default=(0, ""))
    if found and 3 * distance <= min(len(text), len(found)):
        return found
    fitting = (name for name in candidates if min(len(name), len(text)) >= 3)
    return next((name for name in fitting if name.startswith(text) or text.startswith(name)), None)


def guess(text: str, candidates: Iterable[str]) -> str:
    """`near`, as the end of a message; empty where nothing is."""
    found = near(text, candidates)
    return f"; did you mean {found}?" if found else ""
