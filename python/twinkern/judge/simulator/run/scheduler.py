"""Runs the segments of a kernel over a batch: per-lane control flow under masks.

Lanes that are at different places wait in `pending`, a mask for each segment; the lowest segment goes first, which in the
order of `flow` brings diverged lanes together again at the earliest join. Lanes at a barrier wait apart until no lane of
their workgroup can run: then every live lane is at some barrier, and all are released, whichever instruction each one met.
On NVIDIA those must mean the same barrier of the workgroup.

Waves are independent of each other. Those that go round a loop for long while others could run may be waiting for what the
others do; they are parked, with all their lanes, until the others have ended, wait at a barrier or have been parked as well.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from ..memory.findings import ArithmeticFinding, DivergenceFinding
from ..text.errors import SimulatorError
from ..text.values import Array, blend
from .machine import Machine
from .slots import Edge, Environment, Segment

PATIENCE = 256  # rounds of a loop before the others have their turn

Queue = dict[int, Array | None]


class Scheduler:
    def __init__(self, machine: Machine, segments: list[Segment], template: Environment, step_limit: int) -> None:
        self.machine = machine
        self.segments = segments
        self.template = template
        self.step_limit = step_limit
        self.reachable: dict[int, set[int]] = {}

    def run(self) -> None:
        """Run the machine's current batch to its end."""
        machine = self.machine
        self.environment = list(self.template)
        self.pending: Queue = {}
        self.waiting: Queue = {}
        self.parked: Queue = {}
        self.numbers: Array | None = None  # of the barrier that each lane has met last, where barriers have numbers
        self.live_count = int(np.count_nonzero(machine.live))
        self.pending[0] = self._normal(machine.live)
        steps = rounds = last = 0
        while self.pending or self._refill():
            number = min(self.pending)
            if number <= last:
                rounds = rounds + 1 if len(self.pending) > 1 or self.waiting or self.parked else 0
                if rounds >= PATIENCE:
                    rounds = 0
                    self._park(number)
                    number = min(self.pending)
            last = number
            mask = self.pending.pop(number)
            steps += 1
            if steps > self.step_limit:
                site = self.segments[number].site
                where = f", last at line {site.line}" if site else ""
                raise SimulatorError(f"the kernel has not ended after {self.step_limit} blocks{where}")
            try:
                self._segment(number, mask)
            except SimulatorError:
                raise
            except Exception as error:
                site = self.segments[number].site
                where = f"the block that ends at line {site.line}" if site else "the block"
                raise SimulatorError(f"the simulator could not run {where}: {type(error).__name__}: {error}") from error

    # Turns of waves.

    def _park(self, number: int) -> None:
        """Let waves other than those at a segment run, if there are any that can."""
        machine = self.machine
        waves = np.any(machine.per_wave(self._lanes(self.pending[number])), axis=-1)
        spinning = machine.spread(np.asarray(waves))
        held, self.pending = self._divide(self.pending, spinning)
        for target, mask in held.items():
            self._add(self.parked, target, mask)
        if not self.pending:
            self._refill()

    def _refill(self) -> bool:
        """Find lanes that can run where none are pending: those at complete barriers, else those parked; False at the end."""
        if self.waiting:
            self._release()
        if not self.pending:
            self.pending, self.parked = self.parked, {}
        return bool(self.pending)

    def _release(self) -> None:
        """Let go of the workgroups of which all live lanes are at a barrier."""
        machine = self.machine
        groups: Array | None = None
        if self.parked:
            here = self._together(self.waiting)
            groups = np.asarray(here.any(axis=1) & (here | ~machine.live).all(axis=1))
            if not groups.any():
                return
        released, kept = (self.waiting, {}) if groups is None else self._divide(self.waiting, groups[:, None])
        if self.numbers is not None:
            self._check_numbers(released, self.numbers)
        machine.barrier(groups)
        self.pending, self.waiting = released, kept

    def _lanes(self, mask: Array | None) -> Array:
        return np.ones(self.machine.lanes, np.bool_) if mask is None else mask

    def _together(self, queue: Queue) -> Array:
        """All lanes of a queue."""
        return reduce(np.logical_or, map(self._lanes, queue.values()), np.zeros(self.machine.lanes, np.bool_))

    def _divide(self, queue: Queue, lanes: Array) -> tuple[Queue, Queue]:
        """The parts of a queue with some lanes, and without them."""
        parts: tuple[Queue, Queue] = {}, {}
        for target, mask in queue.items():
            for part, chosen in zip(parts, (self._lanes(mask) & lanes, self._lanes(mask) & ~lanes), strict=True):
                if chosen.any():
                    part[target] = self._normal(chosen)
        return parts

    def _check_numbers(self, released: Queue, numbers: Array) -> None:
        """Report workgroups whose lanes wait at different barriers, each for all threads: none of them would go on."""
        here = self._together(released)
        top = np.where(here, numbers, 0).max(axis=1, keepdims=True)
        others = here & (numbers != top)
        if not others.any():
            return
        machine = self.machine
        group, other = (int(i[0]) for i in np.nonzero(others))
        at_top = here[group] & (numbers[group] == top[group])
        thread = int(np.argmax(at_top))
        site, earlier = (
            next(self.segments[target - 1].place for target, mask in released.items() if self._lanes(mask)[group, lane])
            for lane in (thread, other)
        )
        message = (
            f"deadlock: {int(at_top.sum())} threads wait at barrier {int(top[group, 0])}, and others for them at barrier "
            f"{int(numbers[group, other])} (warp {other // machine.wave}, line {earlier.line})"
        )
        finding = DivergenceFinding(
            message=message,
            line=site.line,
            instruction=site.text,
            active_lanes=int(at_top.sum()),
            live_lanes=int(machine.live[group].sum()),
            **machine.place(group, thread),
        )
        machine.findings.add(finding, int(others.any(axis=1).sum()))

    # One segment.

    def _normal(self, mask: Array) -> Array | None:
        """One object for a mask that holds every live lane: None where the batch has no other lanes."""
        if int(np.count_nonzero(mask)) == self.live_count:
            return None if self.live_count == mask.size else self.machine.live
        return mask

    def _segment(self, number: int, mask: Array | None) -> None:
        machine, segment = self.machine, self.segments[number]
        machine.mask = mask
        whole = not self.pending and not self.waiting and not self.parked
        segment.executed_waves += int(np.count_nonzero(machine.active_waves()))
        segment.executed_lanes += machine.active_lanes()
        E = self.environment
        if segment.late_uses:
            for tell in machine.on_use_late:
                tell(machine, segment.late_uses)
        if whole or mask is None:
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

    # Endings of a segment.

    def _go(self, edge: Edge, mask: Array | None, whole: bool) -> None:
        """Send lanes along an edge."""
        E = self.environment
        if edge.phis:
            values = [E[source] for _, source in edge.phis]
            for (destination, _), value in zip(edge.phis, values, strict=True):
                E[destination] = value if whole or mask is None else blend(mask, value, E[destination])
        self._add(self.pending, edge.target, mask)

    def _add(self, queue: Queue, target: int, mask: Array | None) -> None:
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
        self._part(segment, [(segment.edges[1], taken), (segment.edges[0], ~taken)], mask, whole)

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
        number = self.environment[segment.barrier] if segment.barrier >= 0 else None
        if segment.lacks_acquire:
            for tell in machine.on_leave:
                tell(machine)
        if whole and (number is None or number.size == 1):
            machine.barrier()
            self.pending[target] = mask
            return
        self._check_divergence(segment, target)
        if number is not None:
            self.numbers = np.broadcast_to(blend(self._lanes(mask), number, self.numbers), machine.lanes)
        self._add(self.waiting, target, mask)

    def _check_divergence(self, segment: Segment, target: int) -> None:
        """Report waves that reach a barrier while other lanes of theirs can still come to it, or wait at one."""
        machine = self.machine
        later = self._reachable(target)
        others = [mask for number, mask in self.pending.items() if number in later]
        for mask in others + list(self.waiting.values()):
            machine.report_split_waves(segment.place, "barrier", machine.mask, mask)

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
        if whole or mask is None:
            return
        machine.live = machine.live & ~mask
        self.live_count = int(np.count_nonzero(machine.live))
        for queue in (self.pending, self.waiting, self.parked):
            for target, other in queue.items():
                queue[target] = self._normal(self._lanes(other))

    def _end_unreachable(self, segment: Segment, mask: Array | None, whole: bool) -> None:
        self.machine.report_lanes(ArithmeticFinding, segment.place, np.array([[True]]), message="reached unreachable")
        self._end_return(segment, mask, whole)
