"""Loads that go straight to LDS: which bytes are in flight, and what lands them.

A transfer's bytes are in flight from its instruction until a wait of the issuing wave covers it. Meanwhile nobody may read or
write them: another wave may after the issuing wave has waited and a barrier was passed. LLVM adds waits of its own for a
wave's LDS reads, but not for another wave's, and none where alias scopes tell it not to; so only what the text says counts:

- `s.waitcnt` and `s.wait.asynccnt`, which count *instructions of the wave*, in order: "n" lands all but the latest n. On gfx9,
  vmcnt also counts the loads and stores of registers (16 bytes at most an instruction; loads from one address for all lanes
  are taken for scalar loads, which it does not count).
- `wait.asyncmark`, which counts `asyncmark`s.
- On gfx9, fences: a release of workgroup scope or wider over local memory, and any fence of agent scope or wider over global
  memory, compile to vmcnt(0) (seen with LLVM 22 on gfx90a, gfx942 and gfx950). On gfx1250 no fence waits for asynccnt.

A wave of which a branch leads every lane around a transfer does not issue it, and its counter does not count it: compiled code
jumps (s_cbranch_execz; LLVM keeps that branch where it leads around a vector memory instruction, SIPreEmitPeephole). A wave of
which one lane goes in counts it. So a kernel that copies under a condition and waits by a number must know how many copies its
waves issued.

The content of LDS changes at once; a finding says where that would not have been so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from ..text.values import Array
from .batch import Batch
from .findings import DmaFinding, earlier_access
from .hooks import Hooks, Wait
from .lds import LdsOrder
from .memory import Access, Bytes, first_byte
from .site import Site

LANDED = 0xC0  # the shadow of a landed byte, next to its wave: written, and waited for


@dataclass(slots=True, eq=False)
class Flight:
    """One executed copy to LDS: where it goes, and the waves (G, W) or threads (G, T) that it is still in flight for."""

    access: Access
    site: Site
    pending: Array


Kind = TypeVar("Kind", bound=Flight)


class Flights(Hooks, Generic[Kind]):
    """The copies to the LDS of a batch of workgroups that are in flight, of one kind of machine: whoever touches their bytes
    is reported."""

    def start(self, batch: Batch) -> None:
        self.flights: list[Kind] = []
        self.flying = Bytes(np.zeros(batch.lds.content.data.size, np.uint8))
        """For each byte of LDS, the wave (plus one) whose copy to it is in flight."""

    def read(self, batch: Batch, access: Access, site: Site) -> None:
        self._check(batch, access, site, "read")

    def write(self, batch: Batch, access: Access, site: Site, words: Array) -> None:
        self._check(batch, access, site, "transfer" if site.transfer else "store")

    def update(self, batch: Batch, access: Access, site: Site) -> None:
        self._check(batch, access, site, "store")

    def _check(self, batch: Batch, access: Access, site: Site, kind: str) -> None:
        """Report an access to bytes in flight."""
        if not self.flights or access.memory is not batch.lds:
            return
        if any(each.access.low < access.high and access.low < each.access.high for each in self.flights):
            access = access.full()
            clash = access.gather(self.flying) != 0
            if clash.any():
                self._report(batch, access, site, clash, kind)

    def _report(self, batch: Batch, access: Access, site: Site, clash: Array, kind: str) -> None:
        """Report a "read", "store" or "transfer" that touches the bytes of a full access which `clash` marks."""
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class Transfer(Flight):
    """A load straight to LDS: its number among its wave's instructions, and the marks before it."""

    number: Array
    marks: Array


class Transfers(Flights[Transfer]):
    """The transfers of a batch of workgroups into LDS, whose shadow `order` keeps."""

    def __init__(self, order: LdsOrder) -> None:
        self.order = order

    def start(self, batch: Batch) -> None:
        super().start(batch)
        self.issued = np.zeros((batch.groups, batch.waves), np.int64)
        self.marks = np.zeros((batch.groups, batch.waves), np.int64)

    def vector_memory(self, batch: Batch, instructions: int) -> None:
        """gfx9 counts all of them with one counter."""
        if self.flights and batch.arch.startswith("gfx9"):
            self.issued += batch.active_waves() * instructions

    def mark(self, batch: Batch) -> None:
        """The active waves set a mark behind what they have issued."""
        self.marks += batch.active_waves()

    def copy(self, batch: Batch, accesses: Sequence[Access], site: Site) -> None:
        waves = batch.active_waves()
        self.issued += waves
        for access in accesses:
            access = access.full()
            code = access.lanes(batch.wave_code)
            access.put(self.flying, code)
            clash = access.gather(self.flying) != code[..., None]
            self.flights.append(Transfer(access, site, waves.copy(), self.issued.copy(), self.marks.copy()))
            if clash.any():
                self._report(batch, access, site, clash, "transfer")

    # Landing.

    def wait(self, batch: Batch, wait: Wait) -> None:
        allowed = wait.copies
        if self.flights and allowed is not None:
            self._land(batch, lambda flight: flight.number <= self.issued - allowed)

    def wait_marks(self, batch: Batch, allowed: int) -> None:
        """The active waves wait until at most `allowed` of their marks are outstanding."""
        if self.flights:
            self._land(batch, lambda flight: flight.marks < self.marks - allowed)

    def _land(self, batch: Batch, covered: Callable[[Transfer], Array]) -> None:
        active = batch.active_waves()
        for flight in list(self.flights):
            landing = flight.pending & active & covered(flight)
            if not landing.any():
                continue
            flight.pending &= ~landing
            access = flight.access
            lanes = access.lanes(batch.spread(landing))
            code = access.lanes(batch.wave_code)
            access.put(self.order.shadow, code | np.uint8(LANDED), lanes)
            access.put(self.flying, np.zeros_like(code), lanes)
            self._keep_flying(batch, flight)
            if not flight.pending.any():
                self.flights.remove(flight)

    def _keep_flying(self, batch: Batch, landed: Transfer) -> None:
        """Bytes of a landed transfer that a later one is still on its way to."""
        for flight in self.flights:
            access = flight.access
            if flight is not landed and access.low < landed.access.high and landed.access.low < access.high:
                lanes = access.lanes(batch.spread(flight.pending))
                access.put(self.flying, access.lanes(batch.wave_code), lanes)

    def _report(self, batch: Batch, access: Access, site: Site, clash: Array, kind: str) -> None:
        lane, address = first_byte(access, clash)
        group, thread = batch.lane_position(access, lane)
        reading = thread // batch.wave
        flight, wave = self._flight_at(batch, group, address, access)
        counter = "asynccnt" if batch.arch.startswith("gfx125") else "vmcnt"
        left = int((self.issued - flight.number)[group, wave])
        cure = f"warp {wave} must wait for {counter}({left}) or less"
        if wave != reading:
            cure += ", then both pass a barrier"
        what = {"read": "read of", "store": "store to", "transfer": "second transfer to"}[kind]
        message = f"{what} LDS byte {address} while the transfer at line {flight.site.line} to it is in flight: {cure}"
        facts = {"message": message, "access": kind, "other_wave": wave, "allowed": left}
        batch.report(DmaFinding, access, lane, site, clash, address=address, **facts, **earlier_access(flight.site))

    def _flight_at(self, batch: Batch, group: int, address: int, access: Access) -> tuple[Transfer, int]:
        """The transfer in flight to a byte of a workgroup's LDS, and its wave: an earlier one than `access` if there is one."""
        found = None
        for flight in self.flights:
            to = flight.access
            hit = batch.reaching(to, group, address) & to.lanes(batch.spread(flight.pending))
            if hit.any() and (found is None or to is not access):
                found = (flight, int(to.lanes(batch.wave_code)[hit][0]) - 1)
        assert found is not None
        return found
