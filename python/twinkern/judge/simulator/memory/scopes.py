"""`!alias.scope` and `!noalias`: accesses that the text claims do not overlap (LLVM Language Reference, "noalias" and
"alias.scope" metadata).

Two instructions claim it where, in one domain, all scopes of the one are among those that the other names in `!noalias`. A
byte that both reach and one of them writes makes the claim false:

- where a load straight to LDS takes part, whichever lanes of the workgroup they are: such a load writes for its wave, and its
  users are others. LLVM uses these claims to leave out waits for such loads (SIInsertWaitcnts);
- else where it is the same lane: a claim says nothing of other threads.

It holds for the whole run; `llvm.experimental.noalias.scope.decl` begins a scope anew. One form is left to the checks of loads
in flight (`dma`): a read that claims not to overlap with loads straight to LDS that make no claim themselves. Triton writes it
to say that its reads wait for the loads whose bytes they read, and those bytes are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ..text import ir
from ..text.values import Array
from .batch import Batch
from .findings import ClaimFinding, earlier_access
from .memory import Access, Bytes, Lds, Memory, first_byte
from .provenance import Accesses
from .site import Site

_BITS = 8  # kinds of a plane


@dataclass(slots=True, eq=False)
class Kind:
    """Instructions that make the same claim; `reads` and `writes` are the memories that they may reach."""

    number: int
    scopes: frozenset[str]
    others: frozenset[str]
    transfer: bool
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    latest: Site | None = None


class Touched:
    """What was read, and what was written, of one memory: a bit a byte for each kind, eight kinds a plane; and for kinds of
    which that is asked, the first and the last lane (a number in the grid, plus one)."""

    def __init__(self, memory: Memory, kinds: int) -> None:
        self.memory = memory
        self.size = memory.content.data.size
        self.planes = {way: [Bytes(np.zeros(self.size, np.uint8)) for _ in range(0, kinds, _BITS)] for way in ("read", "write")}
        self.lanes: dict[tuple[str, int], tuple[Array, Array]] = {}

    def forget(self, kinds: list[int]) -> None:
        for way, planes in self.planes.items():
            for kind in kinds:
                planes[kind // _BITS].data &= np.uint8(0xFF ^ 1 << kind % _BITS)
                self.lanes.pop((way, kind), None)


class Scopes:
    """The alias scopes of a function."""

    def __init__(self, module: ir.Module, function: ir.Function, accesses: Accesses) -> None:
        self.module = module
        self.kinds: dict[tuple[frozenset[str], frozenset[str], bool], Kind] = {}
        self.touched: dict[int, Touched] = {}
        self.epoch = 0  # declarations reached: an access that was looked at is not again in the same one
        for i in (i for block in function.blocks for i in block.instructions):
            if {"alias.scope", "noalias"} & i.metadata.keys():
                kind = self._kind(i)
                reads, writes = accesses.spaces(i)
                kind.reads |= reads
                kind.writes |= writes

    def _scopes(self, node: str) -> frozenset[str]:
        return frozenset(re.findall(r"!(\d+)", self.module.metadata.get(node, node)))

    def _domain(self, scope: str) -> str:
        found = re.findall(r"!(\d+)", self.module.metadata.get(f"!{scope}", ""))
        return next((number for number in found if number != scope), "")

    def _kind(self, i: ir.Instruction) -> Kind:
        scopes, others = (self._scopes(i.metadata.get(name, "")) for name in ("alias.scope", "noalias"))
        key = (scopes, others, ".lds" in (i.callee or ""))
        return self.kinds.setdefault(key, Kind(len(self.kinds), *key))

    def _covers(self, scopes: frozenset[str], others: frozenset[str]) -> bool:
        domains = {self._domain(scope) for scope in scopes}
        return any({scope for scope in scopes if self._domain(scope) == domain} <= others for domain in domains)

    def _claimed(self, a: Kind, b: Kind) -> bool:
        """Whether two kinds claim not to overlap, but for the form that is left to other checks."""
        if a is b or not (self._covers(a.scopes, b.others) or self._covers(b.scopes, a.others)):
            return False
        return not any(one.transfer and not one.others and not two.transfer for one, two in ((a, b), (b, a)))

    def checks(self, i: ir.Instruction, way: str) -> list[Callable[[Batch, Access, Site], None]]:
        """The check of an instruction's reads or writes; none where no claim could be false by them."""
        if not {"alias.scope", "noalias"} & i.metadata.keys():
            return []
        kind = self._kind(i)
        mine = kind.reads if way == "read" else kind.writes
        rivals = []
        for other in self.kinds.values():
            theirs = other.writes if way == "read" else other.reads | other.writes
            if mine & theirs and self._claimed(kind, other):
                rivals.append(other)
        if not rivals:
            return []
        wide = [other for other in rivals if other.transfer or kind.transfer]
        narrow = [other for other in rivals if other not in wide]
        masks: dict[int, int] = {}
        for other in wide:
            masks[other.number // _BITS] = masks.get(other.number // _BITS, 0) | 1 << other.number % _BITS

        def check(batch: Batch, access: Access, site: Site) -> None:
            if access.notes.get((way, site.line)) == self.epoch:
                return
            access.notes[way, site.line] = self.epoch
            kind.latest = site
            touched = self._of(access.memory)
            if wide:
                self._check_bits(batch, access, site, touched, kind, way, masks)
            if narrow:
                self._check_lanes(batch, access, site, touched, kind, way, narrow)

        return [check]

    def _of(self, memory: Memory) -> Touched:
        found = self.touched.get(id(memory))
        if found is None or found.memory is not memory:
            if isinstance(memory, Lds):  # a batch of workgroups has its own
                self.touched = {key: each for key, each in self.touched.items() if not isinstance(each.memory, Lds)}
            found = self.touched[id(memory)] = Touched(memory, len(self.kinds))
        return found

    def _check_bits(
        self, batch: Batch, access: Access, site: Site, touched: Touched, kind: Kind, way: str, masks: dict[int, int]
    ) -> None:
        unit = min(access.unit, 8)
        index, ones = access.index_in(unit), int("01" * unit, 16)
        dtype = np.dtype(f"u{unit}")
        for plane, mask in masks.items():
            for other_way in ("write",) if way == "read" else ("write", "read"):
                cells = touched.planes[other_way][plane].view(unit)[index] & dtype.type(mask * ones)
                if cells.any():
                    self._report(batch, access, site, np.ascontiguousarray(cells), plane, way, other_way)
        touched.planes[way][kind.number // _BITS].view(unit)[index] |= dtype.type((1 << kind.number % _BITS) * ones)

    def _report(self, batch: Batch, access: Access, site: Site, cells: Array, plane: int, way: str, other_way: str) -> None:
        octets = cells.view(np.uint8).reshape(*access.flat.shape, access.size)
        lane, address = first_byte(access, octets != 0)
        bits = int(octets[(*lane, address - int(access.offsets[lane]))])
        number = plane * _BITS + (bits & -bits).bit_length() - 1
        self._add(batch, access, site, octets != 0, number, way, other_way)

    def _check_lanes(
        self, batch: Batch, access: Access, site: Site, touched: Touched, kind: Kind, way: str, rivals: list[Kind]
    ) -> None:
        access = access.full()
        where = access.flat[..., None] + np.arange(access.size)
        number = np.arange(batch.groups, dtype=np.int64)[:, None] + batch.first
        codes = access.lanes(number * batch.threads + np.arange(batch.threads) + 1)[..., None]
        for other in rivals:
            for other_way in ("write",) if way == "read" else ("write", "read"):
                if (other_way, other.number) not in touched.lanes:
                    continue
                first, last = touched.lanes[other_way, other.number]
                clash = (first[where] == codes) | (last[where] == codes)
                if clash.any():
                    self._add(batch, access, site, clash, other.number, way, other_way)
        if (way, kind.number) not in touched.lanes:
            touched.lanes[way, kind.number] = np.zeros(touched.size, np.int64), np.zeros(touched.size, np.int64)
        first, last = touched.lanes[way, kind.number]
        first[where] = np.where(first[where] == 0, codes, first[where])
        last[where] = np.broadcast_to(codes, where.shape)

    def _add(
        self, batch: Batch, access: Access, site: Site, clash: Array, number: int, way: str, other_way: str
    ) -> None:
        other = next(kind for kind in self.kinds.values() if kind.number == number)
        lane, address = first_byte(access, clash)
        region = access.memory.region_near(address)
        owner = region.name if region else access.memory.space
        address -= region.start if region else 0
        what = {"read": "read of", "write": "store to"}[way]
        done = {"read": "reads", "write": "stores to"}[other_way]
        batch.report(
            ClaimFinding, access, lane, site, clash, owner=owner, **earlier_access(other.latest),
            message=f"{what} byte {address} of {owner}, which what !alias.scope and !noalias say does not overlap {done}, too",
        )  # fmt: skip

    def declare(self, node: str) -> Callable[[], None]:
        """What a declaration of scopes does when it is reached."""
        scopes = self._scopes(node)
        kinds = [kind.number for kind in self.kinds.values() if scopes & (kind.scopes | kind.others)]

        def begin() -> None:
            self.epoch += 1
            for touched in self.touched.values():
                touched.forget(kinds)

        return begin
