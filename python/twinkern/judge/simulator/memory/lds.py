"""LDS of a batch of workgroups and its shadow: who wrote a byte, who read it, what orders them.

The rule: an access by one wave and a later one by another, of which one is a store, are ordered when the first wave waited
for its LDS operations (a release fence of workgroup scope or wider, or an lgkmcnt or dscnt wait for zero; a read has also
been waited for where its value was put to use, see `uses`), then both passed a barrier, and no acquire fence is missing
behind it. So is a store behind a read: LDS takes requests of several waves out of several queues, and a barrier waits for
none of them (LLVM's AMDGPU guide, memory model gfx942; LLVM 20 and 22 let reads be outstanding at s_barrier, or at the signal
on gfx1250, where the text has no wait). A wait for some operations (lgkmcnt(2)) is taken for none: LLVM joins reads, so the
text cannot count them.

One wave's accesses happen in order, but for copies to LDS (`dma`), which do not wait for its own reads ("can be reordered
with respect to other LDS operations", llvm-project#142018). Waves that store the same bytes to one place in one instruction
do not race. On NVIDIA a barrier waits for the accesses before it (PTX ISA, bar: it orders the participants' prior accesses).

The acquire fence: in LLVM's memory model a barrier synchronises execution and nothing else ("barriers only synchronize
execution and do not affect the visibility of memory operations", AMDGPU execution synchronization). What orders memory is a
release fence before it and an acquire fence behind it, both of workgroup scope or wider and of LDS; without the second, what
stands behind the barrier may be moved to before it. LLVM 20 and 22 make no use of that: s.barrier and s.waitcnt have no
memory attribute, so that no access is moved across them; with the acquire fence left out, the kernels compiled in
`tests/toolchain` keep their accesses between the same barriers. Text that speaks to that machine, with a barrier and no fence
before it in its block (but a wait for a counter, where something is outstanding), is taken at its word: compilers emit it,
and compiled code is right. Text that speaks in fences must have both of them: later compilers did move accesses past bare
barriers (llvm-project#157919, rocm-libraries#10893).

Atomic accesses do not race with each other; with another wave's plain store or read they do, as stores or reads. One that
releases or acquires waits as a fence does, but no atomic stands for a barrier.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..text.values import Array
from .batch import Batch
from .findings import Finding, InitialisationFinding, RaceFinding, earlier_access
from .hooks import Hooks, Wait
from .lds_log import Outstanding, Readers, Updates, touches
from .memory import Access, Bytes, first_byte, parted, repeated
from .site import Site

# A shadow byte: bit 7 written; bit 6 the writer has waited since; bits 5..0 the wave + 1 of the latest unordered plain store,
# else 63 where there are unordered atomic updates (`Updates` says whose).
READY = 0x80
WAITED = 0x40
WRITER = 0x3F
ATOMIC = 63

CLEAN, DIRTY, FENCED = 0, 1, 2  # a wave's LDS stores: none outstanding, some, waited for but no barrier yet
CURE = "release fence or lgkmcnt(0)"
WRITE_LOG = 256  # stores kept to name the earlier access in a report


_READY = {unit: repeated(READY, unit) for unit in (1, 2, 4, 8, 16)}
_OUTSTANDING = {unit: repeated(READY - 1, unit) for unit in (1, 2, 4, 8, 16)}


@dataclass(slots=True)
class Behind:
    """What was done before a barrier, for the waves (G, W) that have left it without an acquire fence."""

    waves: Array
    shadow: Bytes
    readers: Readers
    writes: list[tuple[Access, Site]]


class LdsOrder(Hooks):
    """The shadow of a batch's LDS."""

    def start(self, batch: Batch) -> None:
        lds, groups, waves = batch.lds, batch.groups, batch.waves
        size = lds.content.data.size
        self.lds = lds
        self.groups = groups
        self.waves = waves
        self.shadow = Bytes(np.zeros(size, np.uint8))
        self.readers = Readers(groups, size, waves)
        self.atomic_readers = Readers(groups, size, waves)
        self.outstanding = Outstanding(groups, waves)
        self.coming: Array | None = None  # waves (G, W) at a barrier that they will leave without an acquire fence
        self.behind: Behind | None = None
        self.updates: Updates | None = None  # from the first atomic update on
        self.state = np.full((groups, waves), CLEAN, np.uint8)
        self.passed = np.zeros((groups, waves), np.bool_)
        self.writes: deque[tuple[Access, Site]] = deque(maxlen=WRITE_LOG)
        self.unwritten: dict[int, list[tuple[Array, Finding, int]]] = {}
        """By slot, what an LDS read whose value only other segments use found unwritten: in which lanes, and how many."""

    # Checks around an access. Each returns quickly where nothing is outstanding.

    def read(self, batch: Batch, access: Access, site: Site) -> None:
        if access.memory is not self.lds:
            return
        self.unwritten.pop(site.late, None)
        found = access.gather_words(self.shadow)
        if (found != _READY[access.unit]).any():
            self._inspect(batch, access, site, "read")
        if self.waves > 1:
            if self.behind is not None:
                self._check_behind(batch, access, site, "read")
            waves = batch.active_waves()
            number = self.outstanding.add(waves, site.read)
            (self.atomic_readers if site.atomic else self.readers).add(batch, access, site, number, waves)

    def write(self, batch: Batch, access: Access, site: Site, words: Array) -> None:
        if access.memory is not self.lds:
            return
        found = access.gather_words(self.shadow)
        if (found & _OUTSTANDING[access.unit]).any():
            self._inspect(batch, access, site, "store")
        if self.readers.any or self.atomic_readers.any:
            self._check_readers(batch, access, site, "store")
            if site.transfer and self.outstanding.any:
                self._check_own_reads(batch, access, site)
        if self.behind is not None:
            self._check_behind(batch, access, site, "store")

    def update(self, batch: Batch, access: Access, site: Site) -> None:
        if access.memory is not self.lds:
            return
        found = access.gather_words(self.shadow)
        if (found != _READY[access.unit]).any():
            self._inspect(batch, access, site, "atomic")
        if self.readers.any:
            self._check_readers(batch, access, site, "atomic")
        if self.behind is not None:
            self._check_behind(batch, access, site, "atomic")

    def wrote(self, batch: Batch, access: Access, site: Site, words: Array | None) -> None:
        if access.memory is not self.lds:
            return
        self._mark_dirty(batch)
        if self.waves > 1:
            self.writes.append((access, site))
        if site.atomic and self.waves > 1:
            self._enter_update(batch, access)
            return
        pattern = self._pattern(access, batch.wave_code)
        self.shadow.view(access.unit)[access.index] = pattern
        if self.waves > 1 and words is not None:
            back = self.shadow.view(access.unit).take(access.index)
            if not (back == pattern).all():
                self._same_instruction(batch, access, site, words)

    def copy(self, batch: Batch, accesses: Sequence[Access], site: Site) -> None:
        """The bytes count as written, and as their wave's once they have landed."""
        for access in accesses:
            access.put(self.shadow, np.full(access.flat.shape, READY, np.uint8))

    def _pattern(self, access: Access, code: Array) -> Array:
        if "pattern" not in access.notes:
            words = access.lanes(repeated(code | np.uint8(READY), access.unit))
            if access.unit == 16:
                words = np.repeat(words[..., None], 2, axis=-1).view(np.complex128)[..., 0]
            access.notes["pattern"] = words if access.count == 1 else words[..., None]
        return np.asarray(access.notes["pattern"])

    def _enter_update(self, batch: Batch, access: Access) -> None:
        """Atomic updates leave the mark of a plain store that they follow: whoever comes next races with that, too."""
        if self.updates is None:
            self.updates = Updates(self.groups, self.lds.stride)
        self.updates.add(batch, access)
        where = access.flat[..., None] + np.arange(access.size)
        cells = self.shadow.data[where]
        self.shadow.data[where] = np.where((cells & WRITER) == 0, ATOMIC, cells) | np.uint8(READY)

    def _mark_dirty(self, batch: Batch) -> None:
        """The active waves have an LDS store outstanding. Before its bytes are entered: older ones may be waited for."""
        active = batch.active_waves()
        state = self.state
        again = (state == FENCED) & active
        if again.any():
            self._promote(again)
        if active.all():
            state.fill(DIRTY)
        else:
            state[active] = DIRTY

    def _promote(self, waves: Array) -> None:
        """Mark the bytes of waves that waited and now store again: those older bytes need only a barrier."""
        shadow = self.shadow.data.reshape(self.groups, -1)
        for group, wave in zip(*np.nonzero(waves), strict=True):
            row = shadow[group]
            row[(row & (WRITER | WAITED)) == wave + 1] |= WAITED
            if self.updates is not None:
                self.updates.settle(group, wave)

    # What orders accesses.

    def wait(self, batch: Batch, wait: Wait) -> None:
        if wait.lds:
            self._wait(batch.active_waves())

    def _wait(self, active: Array) -> None:
        """The waves in `active` wait for all of their LDS operations."""
        state = self.state
        if active.all():
            state[state == DIRTY] = FENCED
        else:
            state[(state == DIRTY) & active] = FENCED
        self.outstanding.wait(active)

    def use(self, batch: Batch, read: int) -> None:
        self.outstanding.use(batch.active_waves(), read)

    def acquire(self, batch: Batch) -> None:
        """What a barrier before the fence ordered is ordered for the waves, too."""
        if self.behind is not None:
            self.behind.waves &= ~batch.active_waves()
            if not self.behind.waves.any():
                self.behind = None

    def leave(self, batch: Batch) -> None:
        active = batch.active_waves()
        self.coming = active.copy() if self.coming is None else self.coming | active

    def barrier(self, batch: Batch, groups: Array | None) -> None:
        if batch.shape.barrier_waits:
            whole = np.ones((self.groups, self.waves), np.bool_)
            self._wait(whole if groups is None else whole & groups[:, None])
        if groups is None:
            self._barrier(None)
        else:
            self._barrier_of(groups)

    def _barrier(self, groups: Array | None) -> None:
        self._look_back(groups)
        self._order_writes()
        for readers in (self.readers, self.atomic_readers):
            readers.barrier(self.outstanding, groups)
        if not self.readers.any and not self.atomic_readers.any:
            self.outstanding.wait(np.ones_like(self.outstanding.waiting))

    def _look_back(self, groups: Array | None) -> None:
        """Keep what was done before the barrier for the waves that leave it without an acquire fence."""
        self.behind = None
        if self.coming is not None:
            waves = self.coming if groups is None else self.coming & groups[:, None]
            self.behind = Behind(waves, Bytes(self.shadow.data.copy()), self.readers.copy(), list(self.writes))
            self.coming = None if groups is None else self.coming & ~groups[:, None]

    def _barrier_of(self, groups: Array) -> None:
        """Every live wave of some workgroups (G) passed a barrier."""
        rest = ~groups
        shadow = self.shadow.data.reshape(self.groups, -1)
        updates = self.updates.rows() if self.updates is not None else ()
        rows = (shadow, self.state, self.passed, *updates)
        before, writes = [row[rest] for row in rows], self.writes.copy()
        self._barrier(groups)
        self.writes = writes
        for row, old in zip((shadow, self.state, self.passed, *updates), before, strict=True):
            row[rest] = old

    def _order_writes(self) -> None:
        """What waves wrote and waited for is ordered by a barrier."""
        dirty = self.state == DIRTY
        shadow = self.shadow.data.reshape(self.groups, -1)[:, : self.lds.used]
        updated = self.updates.barrier(dirty)[:, : self.lds.used] if self.updates is not None else None
        if not dirty.any():
            shadow &= READY
            self.writes.clear()
        else:
            writer = shadow & WRITER
            owner = np.clip(writer, 1, self.waves).astype(np.intp) - 1
            keep = (writer > 0) & (writer != ATOMIC) & ((shadow & WAITED) == 0)
            keep &= np.take_along_axis(dirty, owner, axis=1)
            shadow[...] = np.where(keep, shadow, shadow & READY)
            if updated is not None:
                shadow[updated & ((shadow & WRITER) == 0)] |= ATOMIC
        self.passed[...] = dirty
        self.state[self.state == FENCED] = CLEAN

    # The slow paths: exact, byte by byte.

    def _inspect(self, batch: Batch, access: Access, site: Site, kind: str) -> None:
        """Report what a "read", "store" or "atomic" meets: bytes that nobody wrote, and writes that nothing orders."""
        access = access.full()
        cells = access.gather(self.shadow)
        code = access.lanes(batch.wave_code)[..., None]
        if kind != "store":
            for missing in parted(access, (cells & READY) == 0):
                lane, address = first_byte(access, missing)
                region = self.lds.region_near(address)
                owner = region.name if region else None
                message = f"read of LDS byte {address} ({owner}), which nobody wrote"
                found = batch.finding(
                    InitialisationFinding, access, lane, site, missing, message=message, address=address, owner=owner
                )
                self._report_missing(batch, access, site, missing, found)
        writer = cells & WRITER
        clash = (writer != 0) & (writer != code) & (writer != ATOMIC)
        self._report_writers(batch, access, site, clash, writer, kind)
        if self.updates is not None and not site.atomic:
            others = self.updates.others(batch, access)
            for part in parted(access, (others != 0) & ~clash):
                wave = _lowest(others, access, part)
                self._report(batch, access, site, part, kind, "atomic", wave)

    def _report_missing(self, batch: Batch, access: Access, site: Site, missing: Array, found: tuple[Finding, int]) -> None:
        """Report bytes that were read and that nobody wrote; if only other segments use the value, where they do."""
        if site.late < 0:
            batch.findings.add(*found)
            return
        marked = np.ones((*access.flat.shape, 1), np.uint8) * missing.any(axis=-1, keepdims=True)
        where = np.broadcast_to(access.expand(marked)[..., 0], batch.lanes) != 0
        self.unwritten.setdefault(site.late, []).append((where, *found))

    def use_late(self, batch: Batch, slots: frozenset[int]) -> None:
        for slot in slots & self.unwritten.keys():
            for where, finding, lanes in self.unwritten.pop(slot):
                if batch.mask is None or (where & batch.mask).any():
                    batch.findings.add(finding, lanes)
                else:
                    self.unwritten.setdefault(slot, []).append((where, finding, lanes))

    def _report_writers(self, batch: Batch, access: Access, site: Site, clash: Array, writer: Array, kind: str) -> None:
        for part in parted(access, clash):
            lane, address = first_byte(access, part)
            wave = int(writer[(*lane, address - int(access.offsets[lane]))]) - 1
            self._report(batch, access, site, part, kind, "store", wave)

    def _report(
        self, batch: Batch, access: Access, site: Site, clash: Array, kind: str, other_kind: str, wave: int, why: str = ""
    ) -> None:
        """An access of one kind, and an earlier one of another kind by another wave. `why` they are not ordered, where that is
        not for want of a barrier or a wait before it."""
        lane, address = first_byte(access, clash)
        group = batch.lane_position(access, lane)[0]
        facts = {"access": kind, "other_access": other_kind, "other_wave": wave}
        if other_kind == "read":
            logs = [self.readers, self.atomic_readers, *([self.behind.readers] if self.behind else [])]
            read = next(filter(None, (log.find(batch, group, wave, address) for log in logs)), None)
            earlier = read.site if read else None
            unwaited = facts["unwaited_read"] = read is not None and read.passed(group, wave)
        else:
            earlier = self._writer_site(batch, group, wave, address, other_kind == "atomic")
            unwaited = facts["unwaited_store"] = bool(self.passed[group, wave])
        if not why and unwaited:
            what = "read" if other_kind == "read" else "store"
            why = f"the barrier between does not order them: nothing before it waited for the {what} ({CURE})"
        what = {"read": "read of", "store": "store to", "atomic": "atomic on", "transfer": "copy to"}[kind]
        done = {"read": "read", "store": "stored", "atomic": "updated by an atomic of"}[other_kind]
        by = "" if other_kind == "atomic" else "by "
        message = f"{what} LDS byte {address} {done} {by}warp {wave}; {why or 'no barrier between'}"
        facts |= {"message": message, "address": address}
        batch.report(RaceFinding, access, lane, site, clash, **facts, **earlier_access(earlier))

    def _writer_site(self, batch: Batch, group: int, wave: int, address: int, atomic: bool) -> Site | None:
        """The latest store, or atomic, by that wave to that byte since the last barrier; before it, too, where it was left
        without an acquire fence."""
        writes: list[tuple[Access, Site]] = [*(self.behind.writes if self.behind else ()), *self.writes]
        for access, site in reversed(writes):
            if site.atomic == atomic and touches(batch, access, group, wave, address):
                return site
        return None

    def _same_instruction(self, batch: Batch, access: Access, site: Site, words: Array) -> None:
        """Report waves that stored different bytes to one place; compilers let several store the same."""
        cells = access.gather(self.shadow)
        code = access.lanes(batch.wave_code)[..., None]
        mine = np.ascontiguousarray(words).view(np.uint8).reshape(cells.shape)
        clash = ((cells & WRITER) != code) & (access.gather(self.lds.content) != mine)
        self._report_writers(batch, access, site, clash, cells & WRITER, "store")

    def _check_readers(self, batch: Batch, access: Access, site: Site, kind: str) -> None:
        """Report a write to bytes that other waves read; an atomic one may meet atomic reads."""
        for readers in (self.readers,) if site.atomic else (self.readers, self.atomic_readers):
            for first, others in readers.meets(batch, access):
                for part in parted(access, others != 0):
                    wave = first + _lowest(others, access, part)
                    self._report(batch, access, site, part, kind, "read", wave)

    def _check_own_reads(self, batch: Batch, access: Access, site: Site) -> None:
        """Report a copy to bytes that its own wave has read and not waited for."""
        reason = f"a copy does not keep the order of the warp's own reads, and nothing waited for the read ({CURE})"
        for readers in (self.readers, self.atomic_readers):
            for first, own in readers.of_own(self.outstanding).meets(batch, access, own=True):
                for part in parted(access, own != 0):
                    wave = first + _lowest(own, access, part)
                    self._report(batch, access, site, part, "transfer", "read", wave, reason)

    def _check_behind(self, batch: Batch, access: Access, site: Site, kind: str) -> None:
        """Report what a wave that has left a barrier without an acquire fence does to bytes of others before the barrier."""
        assert self.behind is not None
        access = access.full()
        late = access.lanes(batch.spread(self.behind.waves))[..., None]
        reason = "no acquire fence of workgroup scope stands behind the barrier between"
        writer = access.gather(self.behind.shadow) & WRITER
        others = (writer != 0) & (writer != ATOMIC) & (writer != access.lanes(batch.wave_code)[..., None])
        for part in parted(access, others & late):
            lane, address = first_byte(access, part)
            wave = int(writer[(*lane, address - int(access.offsets[lane]))]) - 1
            self._report(batch, access, site, part, kind, "store", wave, reason)
        for first, bits in self.behind.readers.meets(batch, access) if kind != "read" else ():
            for part in parted(access, (bits != 0) & late):
                self._report(batch, access, site, part, kind, "read", first + _lowest(bits, access, part), reason)


def _lowest(bits: Array, access: Access, where: Array) -> int:
    """The number of the lowest bit that is set, of the first byte of an access that `where` marks."""
    lane, address = first_byte(access, where)
    found = int(bits[(*lane, address - int(access.offsets[lane]))])
    return (found & -found).bit_length() - 1
