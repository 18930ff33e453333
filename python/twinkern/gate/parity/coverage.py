"""What the accepted cases of a run cover, and the floors that a run must reach: a gate over nothing must not be green.

Which values a field must be seen with follows from the contract:

- a choice: every word. `auto` counts where it was asked for, and such a field must also be asked for by word somewhere.
- an integer: two values or more, one of them not the default. Where the policy can choose the value, it must have been left
  to the policy somewhere and asked for somewhere else.
- integers by axis: two entries or more, one of them not the default, and every number of axes.

A value counts where a case resolved to it that was accepted in every flavour of the run that has its architecture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path

from twinkern._contract import ARCHES, FIELDS, FLAVORS, RANK_LIMIT, Field
from twinkern.engine import ConvSpec, guess, read_spec
from twinkern.engines import Program
from twinkern.gate.cases import CaseError, load_floors
from twinkern.gate.parity.compare import Verdict

Cell = tuple[str, str, str]
"""Direction, architecture, flavour."""
CHOICES = {row.name: row.allowed for row in FIELDS if row.type == "choice"}


@dataclass(frozen=True, slots=True)
class Coverage:
    """What accepted cases used.

    `values` are those of resolved specs by field, as text; `asked` the fields that a case asked for, and `left` those that one
    left to the policy; `cells` counts accepted cases by direction, architecture and flavour.
    """

    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    cells: dict[Cell, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Floors:
    """What a run over all cases must reach: cases and bytes compared, accepted cases in each cell of direction x architecture
    x flavour, and, with `values`, every value of every field."""

    cases: int = 1
    bytes: int = 1
    accepted: int = 0
    values: bool = False

    def __str__(self) -> str:
        parts = [f"{self.cases} cases", f"{self.bytes} bytes", f"{self.accepted} accepted by direction x arch x flavour"]
        return ", ".join([*parts, "every value of every field"] if self.values else parts)

    def shortfalls(self, cases: int, compared: int, coverage: Coverage) -> tuple[str, ...]:
        """One line for each floor that is not reached."""
        found = []
        for name, count, least in (("cases", cases, self.cases), ("bytes", compared, self.bytes)):
            if count < least:
                found.append(f"{count} {name} compared; the floor is {least}")
        for cell in all_cells():
            if coverage.cells.get(cell, 0) < self.accepted:
                found.append(f"{coverage.cells.get(cell, 0)} accepted cases of {' '.join(cell)}; the floor is {self.accepted}")
        if self.values:
            for row in FIELDS:
                found += unused(row, coverage)
        return tuple(found)


def read_floors(where: Path) -> Floors | None:
    """The floors that the case files of a directory declare, or None. Raises CaseError."""
    table = load_floors(where)
    if table is None:
        return None
    keys = [row.name for row in fields(Floors)]
    for key, value in table.items():
        if key not in keys:
            raise CaseError(f"floors: unknown key {key!r}{guess(key, keys)}")
        if not isinstance(value, int) or isinstance(value, bool) != (key == "values") or value < 0:
            takes = "true or false" if key == "values" else "a number from 0"
            raise CaseError(f"floors: {key} takes {takes}, not {value!r}")
    return Floors(**table)


def all_cells() -> Iterator[Cell]:
    """Every direction x architecture x flavour that the contract says can be emitted."""
    for direction in CHOICES["direction"]:
        for arch in CHOICES["arch"]:
            for flavor in FLAVORS:
                if flavor in ARCHES[arch].flavors:
                    yield direction, arch, flavor


def text_of(value: object) -> str:
    """A field's value as words have it."""
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)


def value_of(spec: ConvSpec, row: Field) -> object:
    """The value of a field of a spec or of its problem."""
    return getattr(spec.problem if row.group == "problem" else spec, row.name)


def cover(verdicts: Iterable[Verdict]) -> Coverage:
    """What the accepted cases among some verdicts cover."""
    values: dict[str, set[str]] = {row.name: set() for row in FIELDS}
    asked: set[str] = set()
    left: set[str] = set()
    cells: Counter[Cell] = Counter()
    flavors: set[str] = set()
    accepted: dict[str, dict[str, Program]] = {}
    for verdict in verdicts:
        flavors.add(verdict.flavor)
        if verdict.program is not None and verdict.ok:
            accepted.setdefault(verdict.case, {})[verdict.flavor] = verdict.program
    for programs in accepted.values():
        program = next(iter(programs.values()))
        spec, wish = program.spec, read_spec(program.asked.encode())
        cells.update((spec.direction, spec.arch, flavor) for flavor in programs)
        if flavors.intersection(ARCHES[spec.arch].flavors) <= programs.keys():
            for row in FIELDS:
                values[row.name].add(text_of(value_of(spec, row)))
                (left if value_of(wish, row) == row.automatic else asked).add(row.name)
    ordered = {name: tuple(sorted(found, key=lambda text: (len(text), text))) for name, found in values.items()}
    return Coverage(ordered, frozenset(asked), frozenset(left), dict(cells))


def unused(row: Field, coverage: Coverage) -> list[str]:
    """One line for each value of a field that no accepted case uses."""
    values = coverage.values.get(row.name, ())
    found = []
    if row.type == "choice":
        found = [f"no accepted case has {row.name} = {word}" for word in row.allowed if word not in {*values, row.automatic}]
    else:
        entries = {entry for value in values for entry in value.split("x")}
        if len(entries) < 2:
            found.append(f"accepted cases have no two values of {row.name}")
        if row.automatic is None and entries <= {str(row.default)}:
            found.append(f"no accepted case has {row.name} other than {row.default}")
    if row.type == "integers":
        lengths = {value.count("x") + 1 for value in values}
        missing = sorted(set(range(1, RANK_LIMIT + 1)) - lengths)
        found += [f"no accepted case has {row.name} with {length} axes" for length in missing]
    if row.automatic is not None:
        if row.name not in coverage.left:
            found.append(f"no accepted case leaves {row.name} to the policy")
        if row.name not in coverage.asked:
            found.append(f"no accepted case asks for {row.name}")
    return found
