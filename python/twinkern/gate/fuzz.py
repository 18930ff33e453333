"""Fuzzing: specs of every kind, drawn from the contract, through both engines. Needs Hypothesis.

A spec is drawn as the JSON that engines read. Values come from `FIELDS`, so that a new field is drawn as soon as the contract
has it. Each spec is worked on in another process: a crash or an endless loop is a finding like any other, and shrinks.
"""

from __future__ import annotations

import json
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis import strategies as st

from twinkern._contract import FIELDS, FLAVORS, JSON_LENGTH_LIMIT, RANK_LIMIT, Field
from twinkern.engine import read_spec
from twinkern.engines import Engine, Explanation, NativeEngine
from twinkern.gate.cases import Case
from twinkern.gate.parity.compare import Verdict, compare_case
from twinkern.gate.parity.engines import Engines, both_engines, engine_workers
from twinkern.gate.parity.names import name_fault
from twinkern.words import words_to_json
from twinkern.workers import Lost, Workers

PROFILES = {"ci": 6000, "nightly": 30_000, "long": 100_000}
"""Specs of each profile; `ci` takes about a minute of one core."""
SECONDS = 60.0
"""The limit for one spec; it takes milliseconds."""
ROUND = 1000
"""Specs drawn in one go: Hypothesis remembers all that it drew in one."""
AGREED = ("identical", "refused alike", "unexpected refusal", "refused with another code")
"""The verdicts that say that both engines did the same: nobody expects anything of a drawn spec."""
SIZES = (1, 2, 3, 4, 5, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128)
"""Numbers of images, channels and groups."""
AXIS_SIZES = (1, 2, 3, 4, 5, 7)
"""Entries of what has one an axis, above the lowest that is allowed."""
LARGEST_TILE = 128
"""The largest number that legal specs take from a ladder: the text of a kernel grows with its tile."""
SETTINGS = settings(
    deadline=None, database=None, phases=(Phase.generate, Phase.shrink), suppress_health_check=list(HealthCheck)
)  # fmt: skip

Json = dict[str, Any]
Item = TypeVar("Item")
Result = TypeVar("Result")


def to_bytes(value: object) -> bytes:
    """A drawn value as JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def ladder(field: Field) -> list[int]:
    """The numbers that matter of an integer field: the ends, the smallest, powers of two and three halves of them."""
    steps = {field.low, field.high, field.low + 1, field.low + 2, *(1 << bit for bit in range(31))}
    steps |= {3 << bit for bit in range(29)}
    return sorted(step for step in steps if field.low <= step <= field.high)


@cache
def values(field: Field, largest: int | None = None) -> st.SearchStrategy:
    """Any one value that the contract allows a field; for a field with one an axis, one entry. At most `largest`."""
    if field.type == "choice":
        return st.sampled_from(field.allowed)
    high = field.high if largest is None else min(field.high, largest)
    return st.sampled_from([step for step in ladder(field) if step <= high]) | st.integers(field.low, high)


@st.composite
def problems(draw: st.DrawFn) -> Json:
    """Problems of every rank with an output, small enough for every architecture's offsets (nearly always)."""
    rank = draw(st.integers(1, RANK_LIMIT))
    found: Json = {}
    for row in FIELDS:
        if row.group != "problem" or (row.default is not None and draw(st.booleans())):
            continue
        if row.type == "integers":
            entry = st.sampled_from([max(row.low, size - 1 + row.low) for size in AXIS_SIZES])
            found[row.name] = [draw(entry) for _ in range(RANK_LIMIT)][:rank]  # all are drawn, so that a rank shrinks alone
        elif row.type == "integer":
            found[row.name] = draw(st.sampled_from(SIZES[: 6 if row.name in ("n", "groups") else None]))
        else:
            found[row.name] = draw(values(row))
    groups = found.get("groups", 1)
    found |= {name: -(-found[name] // groups) * groups for name in ("c", "k")}
    for axis in range(rank):
        pads = sum(found[name][axis] for name in ("pad_before", "pad_after") if name in found)
        dilation = found["dilation"][axis] if "dilation" in found else 1
        found["input"][axis] = max(found["input"][axis], dilation * (found["filter"][axis] - 1) + 1 - pads)
    return found


@cache
def c_engine() -> NativeEngine:
    """The C engine in this process. Raises ImportError where it is not built."""
    return NativeEngine()


def is_accepted(data: bytes) -> bool:
    """Whether the C engine, which is the faster one, accepts a spec."""
    return c_engine().explain(data).name is not None


Judge = Callable[[bytes], bool]
"""Says whether a spec is accepted."""


@st.composite
def legal_specs(draw: st.DrawFn, judge: Judge = is_accepted) -> Json:
    """Specs that are accepted: fields are set one after another, and keep their value where the spec stays accepted."""
    spec: Json = {"problem": draw(problems())}
    rows = [row for row in FIELDS if row.group == "spec"]
    spec |= {row.name: draw(values(row)) for row in rows if row.default is None}
    assume(judge(to_bytes(spec)))
    optional = [row for row in rows if row.default is not None]
    for row in draw(st.lists(st.sampled_from(optional), min_size=2, max_size=12, unique_by=lambda row: row.name)):
        changed = {**spec, row.name: draw(values(row, LARGEST_TILE))}
        if judge(to_bytes(changed)):
            spec = changed
    return spec


@cache
def odd_values(field: Field) -> st.SearchStrategy:
    """Values of a field that a careless or malicious user may give: outside the range, of another type, another length."""
    beside = [field.low - 1, field.high + 1, -1, 0, 1 << 31, (1 << 31) - 1, 1 << 32, 10**18 - 1, 10**18, 1 - 10**18]
    anything = st.sampled_from([*beside, True, False, None, "", "auto", "x" * 41, [], {}, [1, 1, 1, 1], ["1"], {"n": 1}])
    entry = st.sampled_from(beside) | values(field)
    return anything | entry | st.lists(entry, max_size=RANK_LIMIT + 1)


@cache
def any_values(field: Field) -> st.SearchStrategy:
    """Allowed values, of the right type at least, and now and then others."""
    allowed = values(field)
    if field.type == "integers":
        allowed = st.lists(allowed, min_size=1, max_size=RANK_LIMIT)
    return st.one_of(allowed, allowed, allowed, odd_values(field))


def group_of(spec: Json, row: Field) -> Json:
    """The part of a spec that a field stands in."""
    return spec["problem"] if row.group == "problem" else spec


@st.composite
def nearly_legal_specs(draw: st.DrawFn, judge: Judge = is_accepted) -> Json:
    """Accepted specs that are changed so that rules are broken: asked of another machine at the end, so that it is of what that
    lacks; with a word that is planned; or with some fields set to other allowed values."""
    spec = draw(legal_specs(judge))
    change = draw(st.sampled_from(("fields", "fields", "machine", "word")))
    if change == "machine":
        spec["arch"] = draw(values(next(row for row in FIELDS if row.name == "arch")))
    if change == "word":
        row = draw(st.sampled_from([row for row in FIELDS if row.planned]))
        group_of(spec, row)[row.name] = draw(st.sampled_from(row.planned))
    for row in draw(st.lists(st.sampled_from(FIELDS), min_size=2, max_size=9)) if change == "fields" else ():
        group, value = group_of(spec, row), draw(values(row))
        if row.type == "integers":
            value = [value, *group.get(row.name, [1] * len(spec["problem"]["input"]))[1:]]
        group[row.name] = value
    return spec


@st.composite
def spoilt_specs(draw: st.DrawFn, judge: Judge = is_accepted) -> Json:
    """Accepted specs with a field or two set to anything, left out or misspelt."""
    spec = draw(legal_specs(judge))
    for row in draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=2)):
        group = group_of(spec, row)
        change = draw(st.sampled_from(("set", "set", "leave out", "misspell")))
        if change == "set":
            group[row.name] = draw(any_values(row))
        elif change == "leave out":
            group.pop(row.name, None)
        else:
            group[row.name[:-1] + draw(st.sampled_from(("", "x", "_a")))] = draw(values(row))
    return spec


@st.composite
def wild_specs(draw: st.DrawFn) -> Json:
    """Specs with any value in any field, in any order: half of them with allowed values alone, so that rules are reached."""
    kind = draw(st.sampled_from((values, any_values)))
    spec: Json = {}
    problem: Json = draw(problems()) if draw(st.booleans()) else {}
    for row in draw(st.lists(st.sampled_from(FIELDS), max_size=len(FIELDS), unique_by=lambda row: row.name)):
        if row.group == "spec":
            spec[row.name] = draw(kind(row))
        elif row.name not in problem:
            value = draw(kind(row))
            problem[row.name] = [value] if row.type == "integers" and kind is values else value
    if kind is values:
        spec |= {row.name: draw(values(row)) for row in FIELDS if row.group == "spec" and row.default is None}
    if kind is values or draw(st.integers(0, 9)):
        spec["problem"] = problem
    return spec


@cache
def tokens() -> list[bytes]:
    """What JSON text is made of, and some that it is not."""
    words = [word for row in FIELDS for word in (row.name, *row.allowed)]
    quoted = [f'"{word}"'.encode() for word in ("problem", *words)]
    return [*b"{ } [ ] : , 0 1 -1 18 01 1. 1e3 - + true false null".split(), b" ", b"\n", b"\r", b"\t", b'"', b"\\", b"\0",
            b"\x7f", b"\xff", b"\xef\xbb\xbf", b"9" * 19, b"[" * 9, b" " * JSON_LENGTH_LIMIT, *quoted]  # fmt: skip


@st.composite
def raw_texts(draw: st.DrawFn, judge: Judge = is_accepted) -> bytes:
    """Bytes: tokens in any order, anything at all, or a spec's JSON with some bytes replaced."""
    token = st.sampled_from(tokens())
    if draw(st.booleans()):
        return draw(st.lists(token, max_size=20).map(b"".join) | st.binary(max_size=40))
    data = to_bytes(draw(legal_specs(judge) | wild_specs()))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        data = data[:start] + draw(token | st.just(b"")) + data[start + draw(st.integers(0, 3)) :]
    return data


def inputs(judge: Judge = is_accepted) -> st.SearchStrategy[bytes]:
    """Everything, the accepted in good part."""
    legal, nearly, spoilt = (kind(judge).map(to_bytes) for kind in (legal_specs, nearly_legal_specs, spoilt_specs))
    return st.one_of(legal, legal, nearly, nearly, spoilt, wild_specs().map(to_bytes), raw_texts(judge))


def flavors() -> st.SearchStrategy[str]:
    """The flavours, and now and then one that there is not."""
    return st.sampled_from([*FLAVORS * 5, "llvm21", ""])


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one spec in one flavour: a problem where `fault` says so, else an acceptance or a refusal.

    `direction` and `arch` are empty where the spec could not be read; `name` and `resolved` where it was refused, by the rules
    `codes`.
    """

    fault: str = ""
    detail: str = ""
    direction: str = ""
    arch: str = ""
    name: str = ""
    resolved: str = ""
    codes: tuple[str, ...] = ()
    bytes: int = 0


def explain_fault(found: Explanation) -> str:
    """What is wrong with an explanation on its own: neither accepted nor refused, or both. Empty where nothing is."""
    whole = (found.resolved is not None, found.name is not None, not found.violations)
    return "" if len(set(whole)) == 1 and (found.asked is not None or found.violations) else "neither accepted nor refused"


def round_trip_fault(found: Explanation, python: Engine, c: Engine) -> str:
    """Whether canonical JSON is read back as what it was written from. Empty where it is."""
    if found.asked is not None and read_spec(found.asked.encode()).to_json() != found.asked:
        return "the canonical JSON as asked is read back as another spec"
    if found.asked is not None and c.explain(found.asked.encode()) != found:
        return "the canonical JSON as asked is explained otherwise than the text that it was read from"
    if found.resolved is None:
        return ""
    again = replace(found, asked=found.resolved)
    for engine in (python, c):
        if engine.explain(found.resolved.encode()) != again:
            return f"the resolved spec does not resolve to itself in the {engine.name} engine"
    return ""


def examine(item: tuple[bytes, str | None], engines: Engines) -> Finding:
    """Everything that must hold of one spec in one flavour; without a flavour, by what name the C engine accepts the spec."""
    data, flavor = item
    python, c = engines
    try:
        if flavor is None:
            return Finding(name=c.explain(data).name or "")
        found, other = python.explain(data), c.explain(data)
        fault = explain_fault(found) or explain_fault(other) or round_trip_fault(found, python, c) if found == other else ""
    except Exception as error:  # whatever an engine raises that is no refusal is what is looked for
        return Finding("engine error", f"explain: {type(error).__name__}: {error}")
    if found != other:
        return Finding("explained differently", f"python: {found}\nc: {other}")
    fault = fault or (name_fault(found.name, found.resolved or "") if found.name else "")
    if fault:
        return Finding(fault, str(found))
    spec = read_spec(data) if found.asked else None
    row = Finding(
        direction=spec.direction if spec else "",
        arch=spec.arch if spec else "",
        name=found.name or "",
        resolved=found.resolved or "",
        codes=tuple(row.code for row in found.violations),
    )
    return compare_emission(Case("drawn", "drawn", data), flavor, engines, found, row)


def compare_emission(case: Case, flavor: str, engines: Engines, found: Explanation, row: Finding) -> Finding:
    """Emit a spec that was explained, and hold what comes out against the explanation."""
    verdict: Verdict = compare_case(case, flavor, engines)
    if verdict.status not in AGREED:
        return replace(row, fault=verdict.status, detail=verdict.detail)
    program = verdict.program
    if program is None:
        broken = verdict.violations
        if flavor not in FLAVORS:
            right = [row.code for row in broken] == ["FLAVOR"]
        else:
            right = broken == found.violations if found.violations else broken[0].code == "FLAVOR_ARCH"
        if not right:
            return replace(row, fault="refused by emit otherwise than by explain", detail=str(broken))
        return replace(row, codes=tuple(rule.code for rule in broken))
    if (program.asked, program.resolved, program.name) != (found.asked, found.resolved, found.name):
        return replace(row, fault="emitted otherwise than explained", detail=program.name)
    again = engines[1].emit(program.resolved.encode(), flavor)
    if (again.text, again.manifest_text) != (program.text, program.manifest_text):
        return replace(row, fault="the resolved spec gives another kernel", detail=program.name)
    return replace(row, bytes=verdict.bytes)


class Disagreement(AssertionError):
    """A spec for which something did not hold; `case` is ready to be pasted into a case file.

    `reject` is the rule by which it is expected to be refused, if any.
    """

    def __init__(self, finding: Finding, data: bytes, flavor: str | None, reject: str = "") -> None:
        self.finding = finding
        self.data = data
        self.flavor = flavor
        self.reject = reject
        super().__init__(finding, data, flavor, reject)

    def __str__(self) -> str:
        return f"{self.finding.fault} ({self.flavor or 'explain'}): {self.finding.detail}\n\n{self.case}"

    @property
    def case(self) -> str:
        """The spec as a case."""
        return as_case(self.data, f"found by fuzzing, {self.flavor or 'explain'}: {self.finding.fault}", self.reject)


def toml_string(text: str) -> str:
    """A basic string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def as_words(data: bytes) -> str:
    """A spec as the words that give just its JSON; empty where no words do."""
    try:
        spec = json.loads(data)
        rows = [*spec["problem"].items(), *((name, value) for name, value in spec.items() if name != "problem")]
        words = [f"{name}={'x'.join(map(str, value)) if isinstance(value, list) else value}" for name, value in rows]
        same = to_bytes(json.loads(words_to_json(words))) == to_bytes(spec)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ""
    return " ".join(words) if same and not any(" " in word for word in words) else ""


def as_case(data: bytes, reason: str, reject: str = "") -> str:
    """A `[[case]]` of a case file for a spec, which a rule is to refuse where `reject` names one. No engine is asked."""
    lines = ["[[case]]", f'name = "fuzz_{sha256(data).hexdigest()[:8]}"', f"reason = {toml_string(reason)}"]
    words = as_words(data)
    try:
        lines.append(f"spec = {toml_string(words)}" if words else f"raw = {toml_string(data.decode())}")
    except UnicodeDecodeError:
        lines.append(f"# raw = the bytes {data.hex(' ')}, which are no UTF-8 and so fit in no case file")
    return "\n".join([*lines, *([f'reject = "{reject}"'] if reject else [])]) + "\n"


def first_rule(data: bytes, engines: Engines) -> str:
    """The rule by which the Python engine refuses a spec; empty where it does not, or fails."""
    try:
        return next((row.code for row in engines[0].explain(data).violations), "")
    except Exception:  # the engine may be what is at fault
        return ""


def refusing_rule(data: bytes, seconds: float = SECONDS, make_engines: Callable[[], Engines] = both_engines) -> str:
    """The same, from another process: the engine may be what hangs or crashes, and no rule refuses the spec then."""
    with engine_workers(make_engines, first_rule, 1, seconds) as workers:
        (found,) = workers.map([data])
    return "" if isinstance(found, Lost) else found


@dataclass(slots=True)
class Tally:
    """What a run drew, by direction and architecture (empty for what could not be read as a spec), and by rule broken."""

    drawn: int = 0
    accepted: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    seconds: float = 0.0
    names: dict[str, str] = field(default_factory=dict)

    def note(self, finding: Finding) -> str:
        """Count one spec; what is wrong with its name beside those before it, or nothing."""
        self.drawn += 1
        self.bytes += finding.bytes
        self.codes.update(finding.codes)
        (self.accepted if finding.name else self.refused)[finding.direction, finding.arch] += 1
        digest = sha256(finding.resolved.encode()).hexdigest()
        known = self.names.setdefault(finding.name, digest) if finding.name else digest
        return "" if known == digest else "another resolved spec has the same name"


def first_disagreement(error: BaseException) -> Disagreement:
    """The first of what Hypothesis raises: a group where several things do not hold, or one does not each time.

    Raises the error itself where there is none in it.
    """
    while isinstance(error, BaseExceptionGroup):
        found = error.subgroup(Disagreement)
        if found is None:
            raise error
        error = found.exceptions[0]
    if not isinstance(error, Disagreement):
        raise error
    return error


class Interrupts:
    """Interrupts of a run, as a context manager: they are raised while an answer is waited for, and else where the next one is
    asked for. Hypothesis watches the collector of garbage, and Python drops what is raised in such a callback."""

    def __init__(self) -> None:
        self.asked = self.waiting = False
        self.before: Any = None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self.note)
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def note(self, *_: object) -> None:
        """An interrupt has come."""
        self.asked = True
        if self.waiting:
            raise KeyboardInterrupt

    def ask(self, workers: Workers[Item, Engines, Result], item: Item) -> Result | Lost:
        """The answer of a worker. Raises KeyboardInterrupt."""
        self.waiting = True
        try:
            if self.asked:
                raise KeyboardInterrupt
            (found,) = workers.map([item])
        finally:
            self.waiting = False
        return found


def run_fuzz(
    examples: int,
    first_seed: int = 0,
    *,
    seconds: float = SECONDS,
    make_engines: Callable[[], Engines] = both_engines,
    progress: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Draw `examples` specs and hold both engines to everything above; equal seeds draw equal specs.

    `progress` is called before the first spec, and after each. Raises Disagreement with the smallest spec found for which
    something does not hold, ImportError where the C engine is not built.
    """
    tally, started = Tally(), time.monotonic()
    progress(tally)
    with engine_workers(make_engines, examine, 1, seconds) as workers, Interrupts() as interrupts:

        def ask(data: bytes, flavor: str | None) -> Finding:
            found = interrupts.ask(workers, (data, flavor))
            if isinstance(found, Lost):
                fault = "time-out" if found.timed_out else "engine error"
                found = Finding(fault, str(found))
            if found.fault:
                raise Disagreement(found, data, flavor)
            return found

        def check(data: bytes, flavor: str) -> None:
            found = ask(data, flavor)
            clash = tally.note(found)
            tally.seconds = time.monotonic() - started
            progress(tally)
            if clash:
                raise Disagreement(replace(found, fault=clash), data, flavor)

        while (left := examples - tally.drawn) > 0:
            drawing = given(inputs(lambda data: ask(data, None).name != ""), flavors())(check)
            drawing = settings(SETTINGS, max_examples=min(left, ROUND))(drawing)
            try:
                seed(first_seed * (1 << 20) + tally.drawn)(drawing)()
            except (Disagreement, BaseExceptionGroup) as error:
                found = first_disagreement(error)
                found.reject = refusing_rule(found.data, seconds, make_engines)
                raise found from None
    return tally
