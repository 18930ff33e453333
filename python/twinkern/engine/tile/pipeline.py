"""Pipelines: schedules of the contract, run over the tiles of the main loop.

Tiles are numbered; each kind of step takes the next tile in order, and the stage of a tile is its number modulo the stages. The
loop's body is written once a stage, so that stages are known when the kernel is written; iterations past the last tile load
zeros, which change no accumulator. Which tile is in which stage is said to the machine in tokens: how it waits for one is its
own affair, and so is what it carries through the loop to do so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice, product

from twinkern._contract import STEP_WARPS, Step, WarpRole
from twinkern.engine.ir.builder import CONSTANT, Builder, Node
from twinkern.engine.machine.interface import Machine, Token
from twinkern.engine.plan.plan import Plan
from twinkern.engine.tile.async_load import AsyncLoader
from twinkern.engine.tile.coalesced_load import CoalescedLoader
from twinkern.engine.tile.fragments import OperandFragments, multiply

DOES: Mapping[str, Callable[[bool, bool], bool]] = WarpRole.table({
    WarpRole.ALL: lambda loads, computes: True,
    WarpRole.LOADING: lambda loads, computes: loads,
    WarpRole.COMPUTING: lambda loads, computes: computes,
})
"""Whether code that loads, computes or both does the steps of a role."""


class MainLoop:
    """The main loop of a kernel while it is written.

    Code that loads has loaders of A and B, code that computes has fragments of both: it does both, but where warps have roles.
    """

    __slots__ = (
        "accumulators", "builder", "cursors", "does", "fetched", "fragments", "loaders", "machine", "pieces", "plan",
        "released", "stages", "taken", "tokens",
    )  # fmt: skip

    def __init__(
        self,
        builder: Builder,
        machine: Machine,
        plan: Plan,
        loaders: Sequence[CoalescedLoader | AsyncLoader],
        fragments: Sequence[OperandFragments],
    ) -> None:
        self.builder = builder
        self.machine = machine
        self.plan = plan
        self.stages = plan.spec.stages
        self.loaders = loaders
        self.fragments = fragments
        self.does = {role: does(bool(loaders), bool(fragments)) for role, does in DOES.items()}
        self.cursors = [loader.cursor for loader in loaders] or [[], []]
        self.pieces = 0
        self.accumulators: list[Node] = []
        self.fetched: list[list[list[Node]]] = []
        self.tokens = machine.first_tokens(self.stages)
        self.taken = dict.fromkeys(STEPS, 0)
        self.released = 0

    def run(self, trips: Node, unroll: bool) -> list[Node]:
        """Write the whole schedule for a number of tiles; returns the accumulators.

        The pieces of that of atom (i, j) of the warp are the (i * columns + j)-th, with so many atoms along the columns of its
        part of the tile.
        """
        b, pipeline = self.builder, self.plan.pipeline
        if self.fragments:
            cleared = self.machine.cleared(self.plan.atom)
            self.pieces, self.accumulators = len(cleared), cleared * self.atoms
        for _ in range(self.stages - 1):
            self.do(pipeline.fill)
        self.do(pipeline.start)
        if unroll:
            for _ in range(trips.imm):
                self.do(pipeline.body)
        else:
            b.comment("main loop")
            self.loop(rounds(b, trips, self.stages))
            b.comment("after the main loop")
        self.do(pipeline.finish)
        return self.accumulators

    @property
    def atoms(self) -> int:
        """Atoms of a warp for one step of the reduction."""
        rows, columns = self.fragments
        return rows.count * columns.count

    def loop(self, count: Node) -> None:
        """The loop: a body of one iteration a stage."""
        loop = self.builder.begin_loop(count, self.state())
        self.restore(loop.carried)
        for loader, cursor in zip(self.loaders, self.cursors, strict=False):
            loader.claim_multiples(cursor)
        for _ in range(self.stages):
            self.do(self.plan.pipeline.body)
        self.restore(self.builder.end_loop(loop, self.state()))

    def state(self) -> list[Node]:
        """What one iteration hands to the next: cursors, tiles that were fetched and not committed, accumulators, tokens."""
        return [*chain(*self.cursors, *chain(*self.fetched), self.accumulators, self.tokens)]

    def restore(self, values: Sequence[Node]) -> None:
        """Take up the state from the values of a loop."""
        left = iter(values)
        self.cursors = [list(islice(left, len(cursor))) for cursor in self.cursors]
        self.fetched = [[list(islice(left, len(vectors))) for vectors in tile] for tile in self.fetched]
        self.accumulators = list(islice(left, len(self.accumulators)))
        self.tokens = list(left)

    def do(self, steps: Sequence[Step]) -> None:
        """Write some steps of the schedule. A step that is left to other warps takes its tile here as well."""
        for step in steps:
            self.taken[step] += 1
            if self.does[STEP_WARPS[step]]:
                self.builder.comment(step)
                STEPS[step](self)

    @property
    def loads_of_tile(self) -> int:
        """Loads of a thread for one tile of both operands."""
        return sum(len(loader.places) for loader in self.loaders)

    def token(self, tile: int) -> Token:
        """A tile on its way through its stage."""
        return Token(tile % self.stages, self.taken[Step.LOAD] - tile - 1, self.loads_of_tile)

    def do_fetch(self) -> None:
        """The next tile from global memory to registers."""
        tile = []
        for operand, loader in enumerate(self.loaders):
            assert isinstance(loader, CoalescedLoader)
            tile.append(loader.fetch(self.cursors[operand]))
            self.cursors[operand] = loader.next_cursor(self.cursors[operand])
        self.fetched.append(tile)

    def do_commit(self) -> None:
        """The oldest fetched tile from registers to LDS."""
        tile = self.fetched.pop(0)
        for operand, loader in enumerate(self.loaders):
            assert isinstance(loader, CoalescedLoader)
            loader.commit(tile[operand], (self.taken[Step.COMMIT] - 1) % self.stages)

    def do_load(self) -> None:
        """The next tile straight to LDS."""
        token = self.token(self.taken[Step.LOAD] - 1)
        for operand, loader in enumerate(self.loaders):
            assert isinstance(loader, AsyncLoader)
            loader.load(self.cursors[operand], token.stage)
            self.cursors[operand] = loader.next_cursor(self.cursors[operand])
        self.machine.filled(self.tokens, token)

    def do_arrive(self) -> None:
        """Wait for the tile to compute: the loads of later tiles may stay in flight."""
        self.machine.await_filled(self.tokens, self.token(self.taken[Step.COMPUTE]))

    def do_drain(self) -> None:
        """Wait for every load."""
        self.machine.await_filled(self.tokens, self.token(self.taken[Step.LOAD] - 1))

    def do_ready(self) -> None:
        """Make what every warp committed visible to all."""
        self.machine.barrier()

    def do_meet(self) -> None:
        """Meet with loads in flight: the tile that was computed since the last time leaves its stage."""
        if self.released < self.taken[Step.COMPUTE]:
            self.machine.release(self.tokens, self.token(self.released))
            self.released += 1
        else:
            self.machine.barrier_with_loads_in_flight()

    def do_hold(self) -> None:
        """Keep the loads that were started before what follows."""
        self.machine.hold_schedule()

    def do_raise(self) -> None:
        """Let this warp go first."""
        self.machine.set_priority(1)

    def do_lower(self) -> None:
        """Let others go first."""
        self.machine.set_priority(0)

    def do_hint(self) -> None:
        """Spread the loads of a tile over the atoms of one."""
        self.machine.spread_loads(self.loads_of_tile, self.fragments[0].steps * self.atoms)

    def do_compute(self) -> None:
        """Multiply the tile into the accumulators, one step of the atom's reduction after another."""
        stage = (self.taken[Step.COMPUTE] - 1) % self.stages
        for step in range(self.fragments[0].steps):
            rows, columns = (part.read(step, stage) for part in self.fragments)
            sums = iter(self.accumulators)
            found: list[Node] = []
            for row, column in product(rows, columns):
                found += multiply(self.builder, self.plan.atom, row, column, list(islice(sums, self.pieces)))
            self.accumulators = found


STEPS = Step.table({step: getattr(MainLoop, f"do_{step}") for step in Step})
"""How each step of a schedule is written."""


def rounds(b: Builder, trips: Node, stages: int) -> Node:
    """Turns of a loop that does `stages` tiles a turn, for at least `trips` tiles."""
    if trips.op is CONSTANT:
        return b.constant(-(-trips.imm // stages))
    return b.udiv(b.add(trips, b.constant(stages - 1)), b.constant(stages))
