"""Liveness: no field is accepted and ignored. Two engines that ignore it alike would agree for ever.

Each field of each accepted case is set to another value, an axis at a time. Both engines must then print another text or
another manifest, kernel names masked, or refuse alike. Where several values would do, one that is accepted is taken, so that
a refusal does not stand in for a change. What asks for the same convolution by definition (the dilation of a filter of one
tap, the stride towards a single output pixel, padding that no filter position reaches) may print the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from twinkern._contract import FIELDS, Field
from twinkern.engine import ConvProblem, ConvSpec, read_spec
from twinkern.engines import DEFAULT_FLAVOR, Program
from twinkern.gate.cases import Case
from twinkern.gate.parity.compare import Verdict, compare_case
from twinkern.gate.parity.coverage import text_of, value_of
from twinkern.gate.parity.engines import Engines, both_engines, engine_workers
from twinkern.gate.parity.gate import SECONDS
from twinkern.workers import Lost, Progress, run_here

LIVE = ("changed", "refused", "same by definition")
STEPS = (1, 2, 3, 4, 8, -1, -2)
POWERS = tuple(1 << bit for bit in range(8))


@dataclass(frozen=True, slots=True)
class Flip:
    """One field of one case set to another value, and what came of it.

    `status` is one of LIVE, or: ignored (nothing changes), overridden (the resolved spec does not hold what was asked), or a
    status of the gate where the engines do not agree. `data` is the changed spec.
    """

    case: str
    field: str
    before: str
    after: str
    status: str
    detail: str = ""
    data: bytes = b""

    @property
    def ok(self) -> bool:
        """Whether the field is live here, as far as can be seen."""
        return self.status in LIVE


@dataclass(frozen=True, slots=True)
class Liveness:
    """All flips. A run in which no flip changed a kernel does not pass.

    With `every_field`, nor does a field that no accepted flip has shown to be live.
    """

    flips: tuple[Flip, ...]
    every_field: bool = True

    @property
    def failures(self) -> tuple[Flip, ...]:
        """The flips that show a field to be dead, or the engines to differ."""
        return tuple(flip for flip in self.flips if not flip.ok)

    @property
    def unshown(self) -> tuple[str, ...]:
        """Fields with two values or more that changed no kernel: all that was tried was refused, or the same by definition."""
        changed = {flip.field for flip in self.flips if flip.status == "changed"}
        return tuple(row.name for row in FIELDS if row.name not in changed and not has_one_value(row))

    @property
    def ok(self) -> bool:
        """Whether fields are live, and every one where that is asked."""
        changed = any(flip.status == "changed" for flip in self.flips)
        return changed and not self.failures and not (self.every_field and self.unshown)

    def counts(self) -> dict[str, Counter[str]]:
        """How many flips of each field came to which status."""
        found: dict[str, Counter[str]] = {row.name: Counter() for row in FIELDS}
        for flip in self.flips:
            found.setdefault(flip.field, Counter())[flip.status] += 1
        return found


def has_one_value(row: Field) -> bool:
    """Whether a field is a choice with nothing to choose."""
    return row.type == "choice" and len(set(row.allowed) - {row.automatic}) == 1


def with_value(spec: ConvSpec, row: Field, value: object) -> ConvSpec:
    """The spec with one field set."""
    changed: dict[str, Any] = {row.name: value}
    if row.group == "problem":
        return replace(spec, problem=replace(spec.problem, **changed))
    return replace(spec, **changed)


def nearby(row: Field, value: int) -> list[int]:
    """Other numbers that a field takes, those first that are likely to be accepted."""
    wanted = (value * 2, value // 2, *(value + step for step in STEPS), *POWERS)
    return [number for number in dict.fromkeys(wanted) if number != value and row.low <= number <= row.high]


def alternatives(row: Field, value: Any) -> Iterator[Sequence[object]]:
    """The ways to flip a field: each word of a choice, another number, another number on each axis. One of each will do."""
    if row.type == "choice":
        yield from ([word] for word in row.allowed if word not in (value, row.automatic))
    elif row.type == "integer":
        yield [number for number in nearby(row, value) if number != row.automatic]
    else:
        for axis, entry in enumerate(value):
            yield [(*value[:axis], other, *value[axis + 1 :]) for other in nearby(row, entry)]


def convolution(problem: ConvProblem) -> tuple[object, ...]:
    """What there is to compute: problems with the same are the same convolution of the same tensors, whatever they say."""
    axes = [
        (
            problem.input[axis],
            problem.filter[axis],
            problem.output_size(axis),
            problem.along("stride", axis) if problem.output_size(axis) > 1 else 0,
            problem.along("dilation", axis) if problem.filter[axis] > 1 else 0,
            problem.along("pad_before", axis),
        )
        for axis in range(problem.rank)
    ]
    return (problem.n, problem.c, problem.k, problem.groups, *axes)


def masked(program: Program) -> tuple[str, str]:
    """Text and manifest with the names of kernels out; and comments, for they change no kernel."""
    names = {program.name, *(kernel["name"] for kernel in program.manifest["kernels"])}
    lines = [line for line in program.text.split("\n") if not line.lstrip().startswith(";")]
    found = ["\n".join(lines), program.manifest_text]
    for name in sorted(names, key=len, reverse=True):
        found = [part.replace(name, "NAME") for part in found]
    return found[0], found[1]


def choose(asked: ConvSpec, before: ConvSpec, row: Field, values: Sequence[object], engines: Engines) -> ConvSpec:
    """The flipped spec to look at: the first that is accepted and another convolution, else one accepted, else the first."""
    specs = [with_value(asked, row, value) for value in values]
    accepted = []
    for spec in specs:
        if not engines[1].explain(spec.to_json().encode()).violations:
            if row.group == "spec" or convolution(spec.problem) != convolution(before.problem):
                return spec
            accepted.append(spec)
    return (accepted or specs)[0]


def judge(before: Program, verdict: Verdict, row: Field, value: object) -> tuple[str, str]:
    """Status and detail of a flip whose spec both engines were given."""
    if verdict.status == "unexpected refusal":
        return "refused", verdict.detail
    after = verdict.program
    if after is None or not verdict.ok:
        return verdict.status, verdict.detail
    if value_of(after.spec, row) != value:
        return "overridden", f"resolved to {text_of(value_of(after.spec, row))}"
    if masked(after) != masked(before):
        return "changed", ""
    if row.group == "problem" and convolution(after.spec.problem) == convolution(before.spec.problem):
        return "same by definition", ""
    return "ignored", "text and manifest are those of the unchanged case"


def flip_case(case: Case, engines: Engines) -> tuple[Flip, ...]:
    """Flip every field of an accepted case; a case that is not accepted alike gives one flip that fails."""
    verdict = compare_case(case, DEFAULT_FLAVOR, engines)
    if verdict.program is None or not verdict.ok:
        return (Flip(case.name, "", "", "", verdict.status, verdict.detail, case.data),)
    before = verdict.program
    asked, resolved = read_spec(before.asked.encode()), before.spec
    flips = []
    for row in FIELDS:
        now = value_of(resolved, row)
        for values in alternatives(row, now):
            spec = choose(asked, resolved, row, values, engines)
            data, value = spec.to_json().encode(), value_of(spec, row)
            verdict = compare_case(Case(case.name, "flipped", data), DEFAULT_FLAVOR, engines)
            status, detail = judge(before, verdict, row, value)
            flips.append(Flip(case.name, row.name, text_of(now), text_of(value), status, detail, data))
    return tuple(flips)


def run_liveness(
    cases: Sequence[Case],
    *,
    every_field: bool = True,
    jobs: int = 0,
    seconds: float = SECONDS,
    make_engines: Callable[[], Engines] = both_engines,
    progress: Progress = lambda done, total: None,
) -> Liveness:
    """Flip every field of every case that is to be accepted; `jobs`, `seconds`, `make_engines` and `progress` as in run_gate.

    `every_field` says that each field must be shown to be live by some case, which few cases do.
    """
    accepted = [case for case in cases if not case.reject]
    if jobs and accepted:
        with engine_workers(make_engines, flip_case, jobs, seconds) as workers:
            results = workers.map(accepted, progress)
    else:
        results = run_here(accepted, make_engines(), flip_case, progress)
    flips: list[Flip] = []
    for case, result in zip(accepted, results, strict=True):
        if isinstance(result, Lost):
            status = "time-out" if result.timed_out else "engine error"
            flips.append(Flip(case.name, "", "", "", status, str(result), case.data))
        else:
            flips += result
    return Liveness(tuple(flips), every_field)
