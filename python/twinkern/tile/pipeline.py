"""Pipelines: schedules of fetch, commit, wait and compute over the main loop, from the rows of the contract."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import Atom, Pipeline
from twinkern.ir.builder import Builder, Node
from twinkern.ir.types import FLOAT, vector
from twinkern.target.interface import Target
from twinkern.tile.coalesced_load import CoalescedLoader
from twinkern.tile.fragments import OperandFragments


def compute(
    target: Target, atom: Atom, rows: OperandFragments, columns: OperandFragments, steps: int, accumulators: list[Node]
) -> list[Node]:
    """Multiply the tile in LDS into the accumulators, one step of the atom's reduction after another."""
    accumulators = list(accumulators)
    for step in range(steps):
        a = [rows.read(index, step) for index in range(rows.count)]
        b = [columns.read(index, step) for index in range(columns.count)]
        for i in range(rows.count):
            for j in range(columns.count):
                at = i * columns.count + j
                accumulators[at] = target.multiply(atom, a[i], b[j], accumulators[at])
    return accumulators


def run_pipeline(
    builder: Builder,
    target: Target,
    pipeline: Pipeline,
    *,
    atom: Atom,
    loaders: Sequence[CoalescedLoader],
    rows: OperandFragments,
    columns: OperandFragments,
    trips: Node,
    steps: int,
) -> list[Node]:
    """Emit the main loop; returns the accumulators, those of atom (i, j) of the warp at i * columns.count + j."""
    b = builder
    accumulators = [b.zero(vector(atom.result_length, FLOAT)) for _ in range(rows.count * columns.count)]
    b.comment("main loop")
    loop = b.begin_loop(trips, [*loaders[0].cursor, *loaders[1].cursor, *accumulators])
    split = len(loaders[0].cursor)
    end = split + len(loaders[1].cursor)
    cursors = [loop.carried[:split], loop.carried[split:end]]
    accumulators = loop.carried[end:]
    fetched: list[list[Node]] = [[], []]
    for stage in pipeline.body:
        b.comment(stage)
        if stage == "fetch":
            for operand, loader in enumerate(loaders):
                fetched[operand] = loader.fetch(cursors[operand])
                cursors[operand] = loader.next_cursor(cursors[operand])
        elif stage == "commit":
            for operand, loader in enumerate(loaders):
                loader.commit(fetched[operand])
        elif stage in ("ready", "free"):
            target.barrier()
        elif stage == "compute":
            accumulators = compute(target, atom, rows, columns, steps, accumulators)
    left = b.end_loop(loop, [*cursors[0], *cursors[1], *accumulators])
    return left[end:]
