"""cp.async: copies from global to shared memory that land when the thread that issued them waits (PTX ISA, 9.7.9.25).

A copy reads global memory when it is issued; its bytes reach shared memory at the first wait of its own thread that covers its
group: `cp.async.wait_group n` leaves the thread's n latest groups in flight, `wait_all` none. Till then, nobody may read or
write the bytes; threads other than its own may once a barrier follows that wait.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..memory.batch import Batch
from ..memory.dma import Flight, Flights
from ..memory.findings import DmaFinding, earlier_access
from ..memory.lds import LdsOrder
from ..memory.memory import Access, first_byte, words_of
from ..memory.site import Site
from ..run.machine import Machine
from ..run.operations import Resolver
from ..run.slots import Environment, Operation
from ..text.ptx import Name, Statement
from ..text.values import Array
from .assembler import Assembler, Modifiers, Table
from .memory import address_slot, resolver, take_hints


@dataclass(slots=True, eq=False)
class Copy(Flight):
    """One executed cp.async: what it stores, and the group of each thread that it belongs to."""

    words: Array
    group: Array


class Copies(Flights[Copy]):
    """The copies to the shared memory of a batch of workgroups, whose shadow is `order`'s, where LDS is looked at; `committed`
    counts the groups of each thread."""

    def __init__(self, order: LdsOrder | None) -> None:
        self.order = order

    @staticmethod
    def of(machine: Machine) -> Copies:
        """Those of a machine, from the first instruction on that is compiled for them."""
        found = machine.attached(Copies)
        if found is None:
            found = Copies(machine.attached(LdsOrder))
            machine.attach(found, first=True)
        return found

    def start(self, batch: Batch) -> None:
        super().start(batch)
        self.committed = np.zeros(batch.lanes, np.int64)

    def issue(self, machine: Machine, accesses: list[Access], data: Array, site: Site) -> None:
        """The active threads start a copy of `data`, shape (G|1, T|1, size), to these bytes."""
        for access in accesses:
            access = access.full()
            pending = np.zeros(machine.lanes, np.bool_)
            pending[access.place] = True
            words = words_of(data, access)
            if self.order is not None:
                self.write(machine, access, site, words)
                self.order.write(machine, access, site, words)
                self.order.copy(machine, [access], site)
                access.put(self.flying, access.lanes(machine.wave_code))
            self.flights.append(Copy(access, site, pending, words, self.committed.copy()))

    def _check(self, batch: Batch, access: Access, site: Site, kind: str) -> None:
        if self.order is not None:
            super()._check(batch, access, site, kind)

    def commit(self, machine: Machine) -> None:
        self.committed += 1 if machine.mask is None else machine.mask

    def land(self, machine: Machine, allowed: int | None) -> None:
        """The active threads wait until at most `allowed` of their groups are in flight; None: no copy, in a group or not."""
        for copy in list(self.flights):
            landing = copy.pending if allowed is None else copy.pending & (copy.group < self.committed - allowed)
            if machine.mask is not None:
                landing = landing & machine.mask
            if landing.any():
                self._land(machine, copy, landing)

    def _land(self, machine: Machine, copy: Copy, landing: Array) -> None:
        access, words = copy.access, copy.words
        if (landing == copy.pending).all():
            self.flights.remove(copy)
        if not (landing[access.select] if access.select is not None else landing).all():
            lanes = access.lanes(landing)
            access, words = _only(access, lanes, landing), words[lanes]
        copy.pending = copy.pending & ~landing
        access.memory.content.view(access.unit)[access.index] = words
        if self.order is not None:
            access.put(self.flying, access.lanes(np.zeros((1, 1), np.uint8)))
            self.order.wrote(machine, access, copy.site, words)

    def _report(self, batch: Batch, access: Access, site: Site, clash: Array, kind: str) -> None:
        lane, address = first_byte(access, clash)
        group, _ = batch.lane_position(access, lane)
        copy, thread = self._copy_at(batch, group, address)
        left = int(self.committed[group, thread] - copy.group[group, thread]) - 1
        cure = f"thread {thread} must wait for it"
        cure += f" (cp.async.wait_group {left} or less)" if left >= 0 else " (no commit_group took it into a group yet)"
        what = {"read": "read of", "store": "store to", "transfer": "second copy to"}[kind]
        message = f"{what} shared memory byte {address} while the cp.async at line {copy.site.line} to it is in flight: "
        message += f"{cure}, and a barrier must follow for other threads"
        facts = {"message": message, "access": kind, "other_wave": thread // batch.wave, "allowed": max(left, 0)}
        batch.report(DmaFinding, access, lane, site, clash, address=address, **facts, **earlier_access(copy.site))

    def _copy_at(self, batch: Batch, group: int, address: int) -> tuple[Copy, int]:
        """The copy in flight to a byte of a workgroup's shared memory, and its thread."""
        threads = np.arange(batch.threads)[None, :]
        for copy in self.flights:
            to = copy.access
            hit = batch.reaching(to, group, address) & to.lanes(copy.pending)
            if hit.any():
                return copy, int(to.lanes(threads)[hit][0])
        raise AssertionError("a byte in flight that belongs to no copy")


def _only(access: Access, lanes: Array, select: Array) -> Access:
    """The part of an access that some lanes ask for: `lanes` in its own shape, `select` (G, T)."""
    return replace(access, offsets=access.offsets[lanes], flat=access.flat[lanes], select=select, notes={})


def _copy(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """cp.async.{ca,cg}.shared.global [dst], [src], size[, source size | ignored][, policy]: bytes behind the source size are
    zeros, and are not read."""
    if {"bulk", "mbarrier", "reduce"} & set(m.parts):
        raise m.refuse()
    cache, policy = m.take("ca", "cg"), take_hints(m)
    shared, source = m.take("shared", "shared::cta"), m.take("global")
    operands = list(s.operands)[: len(s.operands) - policy]
    if None in (cache, shared, source) or len(operands) not in (3, 4):
        raise m.refuse()
    size = x.literal(operands[2], "a cp.async size")
    if size not in ((16,) if cache == "cg" else (4, 8, 16)):
        raise m.refuse(f"of {size} bytes")
    to, at = address_slot(x, operands[0], 3), address_slot(x, operands[1], 1)
    taken = None
    if len(operands) == 4:
        ignored = isinstance(operands[3], Name) and x.register(operands[3]).bits == 1
        taken = x.source(operands[3], 1 if ignored else 32)
    machine, site, copies = x.machine, x.transfer_site(), Copies.of(x.machine)
    write = resolver(x, 3, size, "store")
    whole = resolver(x, 1, size, "load")

    def fetch(E: Environment) -> Array:
        if taken is None:
            return machine.load(whole(E[at]), size, site)
        wanted = E[taken]
        if wanted.dtype == np.bool_:
            wanted = np.where(wanted, np.uint32(0), np.uint32(size))
        return _fetch_some(x, E[at], wanted, size, whole)

    def copy(E: Environment) -> None:
        accesses = write(E[to])
        machine.count(accesses, "store", site)
        copies.issue(machine, accesses, fetch(E), site)

    return copy


def _fetch_some(x: Assembler, pointer: Array, wanted: Array, size: int, whole: Resolver) -> Array:
    """The first `wanted` bytes of each thread's source, zeros behind them."""
    machine = x.machine
    if wanted.size == 1 and wanted.item() == size:
        return machine.load(whole(pointer), size, x.site)
    data = np.zeros((*machine.lanes, size), np.uint8)
    active = machine.live if machine.mask is None else machine.mask
    wanted = np.broadcast_to(np.minimum(wanted, np.uint32(size)), machine.lanes)
    for number in filter(None, np.unique(wanted[active]).tolist()):
        chosen = active & (wanted == number)
        resolve = whole if number == size else resolver(x, 1, number, "load")
        with machine.masked(chosen):
            part = machine.load(resolve(pointer), number, x.site)
        data[..., :number][chosen] = np.broadcast_to(part, (*machine.lanes, number))[chosen]
    return data


def _commit(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    machine, copies = x.machine, Copies.of(x.machine)
    return lambda E: copies.commit(machine)


def _wait_group(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    machine, copies, allowed = x.machine, Copies.of(x.machine), x.literal(s.operands[0], "a number of groups")
    return lambda E: copies.land(machine, allowed)


def _wait_all(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    machine, copies = x.machine, Copies.of(x.machine)
    return lambda E: copies.land(machine, None)


TABLE: Table = {
    "cp.async": ("lds_dma", _copy),
    "cp.async.commit_group": ("other", _commit),
    "cp.async.wait_group": ("wait", _wait_group),
    "cp.async.wait_all": ("wait", _wait_all),
}
