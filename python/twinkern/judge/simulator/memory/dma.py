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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..text.values import Array
from .findings import DmaFinding, earlier_access
from .memory import Access, Bytes, first_byte

if TYPE_CHECKING:
    from ..run.machine import Machine, Site

LANDED = 0xC0  # the shadow of a landed byte, next to its wave: written, and waited for


class HasAccess(Protocol):
    """A transfer of either kind of machine: the bytes that it goes to."""

    access: Access


@dataclass(slots=True, eq=False)
class Flight:
    """One executed transfer: where it goes, its number among its wave's instructions, the marks before it, and the waves
    (G, W) that it is still in flight for."""

    access: Access
    site: Site
    number: Array
    marks: Array
    pending: Array


def in_flight(flights: Sequence[HasAccess], flying: Bytes, access: Access) -> tuple[Access, Array | None]:
    """The access, lane by lane where need be, and which of its bytes are in flight; None for none."""
    if not any(flight.access.low < access.high and access.low < flight.access.high for flight in flights):
        return access, None
    access = access.full()
    clash = access.gather(flying) != 0
    return access, clash if clash.any() else None


class Transfers:
    """The transfers of a batch of workgroups into one LDS."""

    def __init__(self, size: int, groups: int, waves: int) -> None:
        self.size = size
        self.shape = (groups, waves)
        self.issued = np.zeros(self.shape, np.int64)
        self.marks = np.zeros(self.shape, np.int64)
        self.flights: list[Flight] = []
        self._flying: Bytes | None = None

    @property
    def flying(self) -> Bytes:
        """For each byte of LDS, the wave (plus one) whose transfer to it is in flight."""
        if self._flying is None:
            self._flying = Bytes(np.zeros(self.size, np.uint8))
        return self._flying

    def count(self, waves: Array, instructions: int = 1) -> None:
        """The waves (G, W) issued vector memory instructions."""
        self.issued += waves * instructions

    def mark(self, waves: Array) -> None:
        """The waves set a mark behind what they have issued."""
        self.marks += waves

    def issue(self, machine: Machine, accesses: list[Access], site: Site) -> None:
        """The active waves issue a transfer to these LDS bytes."""
        waves = machine.active_waves()
        self.count(waves)
        for access in accesses:
            access = access.full()
            code = access.lanes(machine.wave_code)
            put(self.flying, access, code)
            clash = access.gather(self.flying) != code[..., None]
            flight = Flight(access, site, self.issued.copy(), self.marks.copy(), waves.copy())
            self.flights.append(flight)
            if clash.any():
                self._report(machine, access, site, clash, "transfer")

    # Landing.

    def wait(self, machine: Machine, active: Array, allowed: int) -> None:
        """The waves in `active` wait until at most `allowed` of their instructions are outstanding."""
        if self.flights:
            self._land(machine, active, lambda flight: flight.number <= self.issued - allowed)

    def wait_marks(self, machine: Machine, active: Array, allowed: int) -> None:
        """The waves wait until at most `allowed` of their marks are outstanding."""
        if self.flights:
            self._land(machine, active, lambda flight: flight.marks < self.marks - allowed)

    def _land(self, machine: Machine, active: Array, covered) -> None:
        for flight in list(self.flights):
            landing = flight.pending & active & covered(flight)
            if not landing.any():
                continue
            flight.pending &= ~landing
            access = flight.access
            lanes = access.lanes(np.repeat(landing, machine.wave, axis=1))
            code = access.lanes(machine.wave_code)
            put(machine.lds.shadow, access, code | np.uint8(LANDED), lanes)
            put(self.flying, access, np.zeros_like(code), lanes)
            self._keep_flying(machine, flight)
            if not flight.pending.any():
                self.flights.remove(flight)

    def _keep_flying(self, machine: Machine, landed: Flight) -> None:
        """Bytes of a landed transfer that a later one is still on its way to."""
        for flight in self.flights:
            access = flight.access
            if flight is not landed and access.low < landed.access.high and landed.access.low < access.high:
                lanes = access.lanes(np.repeat(flight.pending, machine.wave, axis=1))
                put(self.flying, access, access.lanes(machine.wave_code), lanes)

    # The check.

    def check(self, machine: Machine, access: Access, site: Site, kind: str) -> None:
        """Report an access to bytes in flight."""
        access, clash = in_flight(self.flights, self.flying, access)
        if clash is not None:
            self._report(machine, access, site, clash, kind)

    def _report(self, machine: Machine, access: Access, site: Site, clash: Array, kind: str) -> None:
        lane, address = first_byte(access, clash)
        group, thread = machine.lane_position(access, lane)
        reading = thread // machine.wave
        flight, wave = self._flight_at(machine, group, address, access)
        counter = "asynccnt" if machine.arch.startswith("gfx125") else "vmcnt"
        left = int((self.issued - flight.number)[group, wave])
        cure = f"warp {wave} must wait for {counter}({left}) or less"
        if wave != reading:
            cure += ", then both pass a barrier"
        what = {"read": "read of", "store": "store to", "transfer": "second transfer to"}[kind]
        message = f"{what} LDS byte {address} while the transfer at line {flight.site.line} to it is in flight: {cure}"
        facts = {"message": message, "access": kind, "other_wave": wave, "allowed": left}
        machine.report(DmaFinding, access, lane, site, clash, address=address, **facts, **earlier_access(flight.site))

    def _flight_at(self, machine: Machine, group: int, address: int, access: Access) -> tuple[Flight, int]:
        """The transfer in flight to a byte of a workgroup's LDS, and its wave: an earlier one than `access` if there is one."""
        found = None
        for flight in self.flights:
            to = flight.access
            hit = (to.offsets <= address) & (address < to.offsets + to.size)
            hit = hit & (to.lanes(np.arange(self.shape[0])[:, None]) == group)
            hit = hit & to.lanes(np.repeat(flight.pending, machine.wave, axis=1))
            if hit.any() and (found is None or to is not access):
                found = (flight, int(to.lanes(machine.wave_code)[hit][0]) - 1)
        assert found is not None
        return found


def put(shadow: Bytes, access: Access, values: Array, lanes: Array | None = None) -> None:
    """Set the bytes of a (full) access's lanes, or of some of them, to a value for each lane."""
    unit = min(access.unit, 8)
    index = access.index_in(unit)
    dtype = np.dtype(f"u{unit}")
    words = values.astype(dtype) * dtype.type(int("01" * unit, 16))
    if index.ndim > words.ndim:
        words = np.broadcast_to(words[..., None], index.shape)
    if lanes is not None:
        words, index = words[lanes], index[lanes]
    shadow.view(unit)[index] = words
