"""What a run found wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .site import Site

SANITIZERS = frozenset({"memory", "initialisation", "race", "dma", "coverage", "divergence", "arithmetic", "claims"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault, at the first place where it was seen.

    `workgroup` is (x, y, z); `thread` the flat index in the workgroup, `wave` and `lane` its two parts;
    `line` is one-based in the module's text, `kernel` the function's name. `count` says how many lanes hit the same fault at
    the same instruction. `owner` is the parameter, buffer or LDS object in question, where there is one; `other_line` and
    `other_instruction` name the other access, where it takes two."""

    kind: str = ""
    message: str
    line: int = 0
    instruction: str = ""
    workgroup: tuple[int, int, int] | None = None
    thread: int | None = None
    wave: int | None = None
    lane: int | None = None
    count: int = 1
    kernel: str = ""
    owner: str | None = None
    other_line: int = 0
    other_instruction: str = ""

    @property
    def text(self) -> str:
        where = []
        if self.workgroup is not None:
            where.append(f"workgroup {self.workgroup}")
        if self.wave is not None:
            where.append(f"warp {self.wave}")
        if self.lane is not None:
            where.append(f"lane {self.lane}")
        parts = [f"{self.kind}: {self.message}"]
        if where:
            parts.append("at " + ", ".join(where))
        if self.owner and self.owner not in self.message:
            parts.append(f"in {self.owner}")
        if self.line:
            parts.append(f"line {self.line}: {self.instruction}")
        if self.other_line:
            parts.append(f"the earlier access: line {self.other_line}: {self.other_instruction}")
        if self.count > 1:
            parts.append(f"({self.count} lanes in all)")
        if self.kernel:
            parts.append(f"kernel @{self.kernel}")
        return "; ".join(parts)

    @property
    def subject(self) -> tuple[object, ...]:
        """What is faulted: findings of one instruction that differ in it are different faults."""
        return (self.owner,)

    def __str__(self) -> str:
        return self.text


def earlier_access(site: Site | None) -> dict[str, int | str]:
    """The fields of a finding that name the instruction of an earlier access, where it is known."""
    return {} if site is None else {"other_line": site.line, "other_instruction": site.text}


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFinding(Finding):
    """An access outside its allocation or LDS object, a misaligned one, or a write to read-only memory.

    `outside_by` counts the bytes between the access's far end and the owner's: negative before its start,
    positive past its end, 0 where it is not outside. `owner` is None where no allocation is near."""

    kind: str = "memory"
    access: str = "load"
    space: str = "global"
    address: int = 0
    size: int = 0
    outside_by: int = 0

    @property
    def subject(self) -> tuple[object, ...]:
        return (self.owner, self.outside_by > 0, self.outside_by < 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialisationFinding(Finding):
    """A byte read before anyone wrote it, or poison put to use."""

    kind: str = "initialisation"
    space: str = "lds"
    address: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceFinding(Finding):
    """Two waves touch a byte, one writes, and nothing orders them. `other_*` names the earlier access, `owner` the LDS object
    or buffer; both accesses are "read", "store" or "atomic". `address` is in LDS, or in the buffer. `unwaited_*`: a barrier
    stands between, but nothing before it waited for the store, or the read. An `access` that is a "transfer" is a copy to LDS
    by the wave that has read the byte, which it has not waited for."""

    kind: str = "race"
    address: int = 0
    access: str = "read"
    other_access: str = "store"
    other_wave: int | None = None
    other_workgroup: tuple[int, int, int] | None = None
    unwaited_store: bool = False
    unwaited_read: bool = False

    @property
    def subject(self) -> tuple[object, ...]:
        return (self.owner, self.other_access)


@dataclass(frozen=True, slots=True, kw_only=True)
class DmaFinding(Finding):
    """LDS bytes touched while a load straight to LDS is in flight to them; `access` is "read", "store" or "transfer".

    `other_*` names the load. `allowed` is the most instructions that a wait of `other_wave` may leave outstanding."""

    kind: str = "dma"
    address: int = 0
    access: str = "read"
    other_wave: int | None = None
    allowed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageFinding(Finding):
    """Bytes of a declared output never written (`missing` of them), or written again by a plain store; then `other_*` says
    who stored there first, where that is still known."""

    kind: str = "coverage"
    offset: int = 0
    missing: int = 0
    other_workgroup: tuple[int, int, int] | None = None
    other_thread: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DivergenceFinding(Finding):
    """A barrier, or an instruction of the whole wave, reached by only some of a wave's lanes; or by only some of a workgroup's,
    while the others wait at another barrier: then the lanes counted are the workgroup's."""

    kind: str = "divergence"
    active_lanes: int = 0
    live_lanes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticFinding(Finding):
    """An operation without a result: an integer division by zero, `unreachable` reached, or a shift or an index out of range
    whose result is put to use."""

    kind: str = "arithmetic"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFinding(Finding):
    """Something that the text says and that is not so (docs/claims.md lists what is looked at): a flag that makes poison which
    is put to use, an attribute, an alias scope, the flags of a buffer resource."""

    kind: str = "claims"


class Findings:
    """Collects findings: the first of each kind at each instruction and object, counting the rest."""

    def __init__(self, enabled: frozenset[str], kernel: str = "") -> None:
        self.enabled = enabled
        self.kernel = kernel
        self._found: dict[tuple[object, ...], Finding] = {}
        self._counts: dict[tuple[object, ...], int] = {}

    def wants(self, kind: str) -> bool:
        return kind in self.enabled

    def add(self, finding: Finding, count: int = 1) -> None:
        if finding.kind not in self.enabled:
            return
        key = (finding.kind, finding.line, *finding.message.split(" ", 2)[:2], *finding.subject)
        self._found.setdefault(key, finding)
        self._counts[key] = self._counts.get(key, 0) + count

    def result(self) -> list[Finding]:
        return [replace(finding, count=self._counts[key], kernel=self.kernel) for key, finding in self._found.items()]
