"""Runs the segments of a kernel over a batch: per-lane control flow under masks.

Lanes that are at different places wait in `pending`, a mask for each segment; the lowest segment goes first, which in the
order of `flow` brings diverged lanes together again at the earliest join. Lanes at a barrier wait apart until no lane can
run: then every live lane is at some barrier, and all are released, whichever barrier each one met.
"""

from __future__ import annotations

import numpy as np

from .compiler import Edge, Environment, Segment
from .errors import SimulatorError
from .findings import ArithmeticFinding
from .machine import Machine
from .values import Array, blend


class Scheduler:
    def __init__(self, machine: Machine, segments: list[Segment], template: Environment, step_limit: int) -> None:
        self.machine = machine
        self.segments = segments
        self.template = template
        self.step_limit = step_limit
        self.reachable: dict[int, set[int]] = {}
        self.predicated = {id(segment): found for segment in segments if (found := self._predicated(segment))}

    def run(self) -> None:
        """Run the machine's current batch to its end."""
        machine = self.machine
        self.environment = list(self.template)
        self.pending: dict[int, Array | None] = {}
        self.waiting: dict[int, Array | None] = {}
        self.live_count = int(np.count_nonzero(machine.live))
        self.pending[0] = self._normal(machine.live)
        steps = 0
        while self.pending or self.waiting:
            if not self.pending:
                machine.barrier()
                self.pending, self.waiting = self.waiting, {}
            number = min(self.pending)
            mask = self.pending.pop(number)
            steps += 1
            if steps > self.step_limit:
                site = self.segments[number].site
                where = f", last at line {site.line}" if site else ""
                raise SimulatorError(f"the kernel has not ended after {self.step_limit} blocks{where}")
            self._segment(number, mask)

    def _normal(self, mask: Array) -> Array | None:
        """One object for a mask that holds every live lane: None where the batch has no other lanes."""
        if int(np.count_nonzero(mask)) == self.live_count:
            return None if self.live_count == mask.size else self.machine.live
        return mask

    def _segment(self, number: int, mask: Array | None) -> None:
        machine, segment = self.machine, self.segments[number]
        machine.mask = mask
        whole = not self.pending and not self.waiting
        segment.executed_waves += int(np.count_nonzero(machine.active_waves()))
        segment.executed_lanes += machine.active_lanes()
        E = self.environment
        if machine.unwritten and segment.late_uses:
            machine.use_late(segment.late_uses)
        if whole:
            for operation in segment.operations:
                operation(E)
        else:
            for operation, result, keep in zip(segment.operations, segment.results, segment.kept, strict=True):
                if keep:
                    old = E[result]
                    operation(E)
                    E[result] = blend(mask, E[result], old)
                else:
                    operation(E)
        getattr(self, "_end_" + segment.ending)(segment, mask, whole)

    def _predicated(self, segment: Segment) -> tuple[int, int] | None:
        """Of a branch around nothing but a block with loads to LDS: the edge into that block, and how many loads it has."""
        if segment.ending == "branch":
            for number, edge in enumerate(segment.edges):
                inner, join = self.segments[edge.target], segment.edges[1 - number].target
                loads = inner.classes["lds_dma"]
                if loads and inner.ending == "jump" and inner.edges[0].target == join:
                    return number, loads
        return None

    # Endings of a segment.

    def _go(self, edge: Edge, mask: Array | None, whole: bool) -> None:
        """Send lanes along an edge."""
        E = self.environment
        if edge.phis:
            values = [E[source] for _, source in edge.phis]
            for (destination, _), value in zip(edge.phis, values, strict=True):
                E[destination] = value if whole else blend(mask, value, E[destination])
        self._add(self.pending, edge.target, mask)

    def _add(self, queue: dict[int, Array | None], target: int, mask: Array | None) -> None:
        if target in queue:
            other = queue[target]
            mask = None if mask is None or other is None else self._normal(mask | other)
        queue[target] = mask

    def _end_jump(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        self._go(segment.edges[0], mask, whole)

    def _end_latch(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        """Lanes begin another round of a loop, at whichever of its headers."""
        self._add(self.pending, segment.edges[0].target, mask)
        for number in segment.loop:
            if number in self.pending:
                self._add(self.pending, self.segments[number].edges[0].target, self.pending.pop(number))

    def _end_branch(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        condition = self.environment[segment.condition]
        if condition.size == 1:
            self._go(segment.edges[int(condition.item())], mask, whole)
            return
        taken = np.broadcast_to(condition, self.machine.lanes)
        if id(segment) in self.predicated:
            self._count_skipped(*self.predicated[id(segment)], taken)
        self._part(segment, [(segment.edges[1], taken), (segment.edges[0], ~taken)], mask, whole)

    def _count_skipped(self, edge: int, loads: int, taken: Array) -> None:
        """Waves that a lane-wise predicate leads around loads to LDS count them all the same (see `dma`)."""
        machine = self.machine
        inside = machine.per_wave(taken if edge else ~taken)
        if machine.mask is not None:
            inside = inside & machine.per_wave(machine.mask)
        machine.lds.transfers.count(machine.active_waves() & ~inside.any(axis=-1), loads)

    def _part(self, segment: Segment, ways: list[tuple[Edge, Array]], mask: Array | None, whole: bool) -> None:
        """Send lanes along several edges, by the mask of each."""
        if mask is not None:
            ways = [(edge, chosen & mask) for edge, chosen in ways]
        ways = [(edge, chosen) for edge, chosen in ways if chosen.any()]
        if len(ways) == 1:
            self._go(ways[0][0], mask, whole)
            return
        for edge, chosen in ways:
            self._go(edge, chosen, False)

    def _end_switch(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        E, lanes = self.environment, self.machine.lanes
        value = E[segment.condition]
        rest = np.ones(lanes, np.bool_)
        ways = []
        for slot, edge in zip(segment.cases, segment.edges[1:], strict=True):
            chosen = np.broadcast_to(value == E[slot], lanes) & rest
            rest = rest & ~chosen
            ways.append((edge, chosen))
        self._part(segment, [*ways, (segment.edges[0], rest)], mask, whole)

    def _end_barrier(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        machine = self.machine
        target = segment.edges[0].target
        if whole:
            machine.barrier()
            self.pending[target] = mask
            return
        self._check_divergence(segment, target)
        self._add(self.waiting, target, mask)

    def _check_divergence(self, segment: Segment, target: int) -> None:
        """Report waves that reach a barrier while other lanes of theirs can still come to it, or wait at one."""
        machine = self.machine
        later = self._reachable(target)
        others = [mask for number, mask in self.pending.items() if number in later]
        for mask in others + list(self.waiting.values()):
            machine.report_split_waves(segment.site, "barrier", machine.mask, mask)

    def _reachable(self, start: int) -> set[int]:
        """Segments that lanes may come to from the start of one."""
        if start not in self.reachable:
            seen = {start}
            stack = [start]
            while stack:
                new = {edge.target for edge in self.segments[stack.pop()].edges} - seen
                seen |= new
                stack += new
            self.reachable[start] = seen
        return self.reachable[start]

    def _end_return(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        machine = self.machine
        if whole:
            return
        machine.live = machine.live & ~mask
        self.live_count = int(np.count_nonzero(machine.live))
        for queue in (self.pending, self.waiting):
            for target, other in queue.items():
                queue[target] = self._normal(other)

    def _end_unreachable(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        self.machine.report_lanes(ArithmeticFinding, segment.site, np.array([[True]]), message="reached unreachable")
        self._end_return(segment, mask, whole)
