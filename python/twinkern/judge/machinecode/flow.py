"""Blocks, loops, and analyses over the paths of a kernel's code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from twinkern.judge.machinecode.listing import Code, Instruction
from twinkern.judge.toolchain.errors import ToolchainError

State = TypeVar("State")
Step = Callable[[State, Instruction], State]


@dataclass(frozen=True, slots=True)
class Block:
    """Instructions that run one after another; `successors` are the numbers of the blocks that may follow."""

    instructions: tuple[Instruction, ...]
    successors: tuple[int, ...]


def ends_path(instruction: Instruction) -> bool:
    """Whether nothing behind an instruction follows it."""
    return instruction.name in ("s_endpgm", "s_branch")


def blocks_of(code: Code) -> tuple[Block, ...]:
    """The blocks of a kernel in the order of their addresses; the first is the entry. Raises ToolchainError where a branch
    leaves the kernel, or lands within an instruction, or a jump goes where a register says."""
    instructions = code.instructions
    indices = {row.address: index for index, row in enumerate(instructions)}
    leaders = {0}
    for index, row in enumerate(instructions):
        if row.name.startswith(("s_setpc", "s_swappc", "s_call", "s_cbranch_g", "s_cbranch_join")):
            raise ToolchainError(f"{code.kernel}: {row} at {row.address:#x}: where it goes cannot be told")
        if row.target is not None:
            if row.target not in indices:
                where = f"{row} at {row.address:#x} goes to {row.target:#x}"
                raise ToolchainError(f"{code.kernel}: {where}, where no instruction is")
            leaders.add(indices[row.target])
        if row.target is not None or ends_path(row):
            leaders.add(index + 1)
    starts = sorted(leader for leader in leaders if leader < len(instructions))
    numbers = {start: number for number, start in enumerate(starts)}
    blocks = []
    for start, stop in zip(starts, [*starts[1:], len(instructions)], strict=True):
        last = instructions[stop - 1]
        following = [] if last.target is None else [numbers[indices[last.target]]]
        if not ends_path(last):
            if stop == len(instructions):
                raise ToolchainError(f"{code.kernel}: the code runs past its end behind {last}")
            following.append(numbers[stop])
        blocks.append(Block(instructions[start:stop], tuple(following)))
    return tuple(blocks)


def solve(
    blocks: tuple[Block, ...], first: State, step: Step[State], join: Callable[[State, State], State]
) -> list[State | None]:
    """The state at the start of each block: what holds on all ways there from the entry, None where there is none.

    `step` gives the state behind an instruction, `join` what holds of two states; it must rise, to an end.
    """
    states: list[State | None] = [None] * len(blocks)
    states[0] = first
    waiting = [0]
    while waiting:
        number = waiting.pop()
        state = states[number]
        assert state is not None, "only blocks that were reached wait"
        for instruction in blocks[number].instructions:
            state = step(state, instruction)
        for following in blocks[number].successors:
            before = states[following]
            after = state if before is None else join(before, state)
            if after != before:
                states[following] = after
                waiting.append(following)
    return states


def along(blocks: tuple[Block, ...], states: Iterable[State | None], step: Step[State]) -> Iterable[tuple[State, Instruction]]:
    """Each instruction that can be reached, with the state before it."""
    for block, state in zip(blocks, states, strict=True):
        if state is None:
            continue
        for instruction in block.instructions:
            yield state, instruction
            state = step(state, instruction)


def loops(blocks: tuple[Block, ...]) -> list[frozenset[int]]:
    """The innermost loops: the blocks between a jump back and where it goes, those that hold no smaller one."""
    preceding: list[list[int]] = [[] for _ in blocks]
    for number, block in enumerate(blocks):
        for following in block.successors:
            preceding[following].append(number)
    found = set()
    for number, block in enumerate(blocks):
        for head in block.successors:
            if head <= number:
                members = {head, number}
                waiting = [number]
                while waiting:
                    at = waiting.pop()
                    for before in preceding[at] if at != head else ():
                        if before not in members:
                            members.add(before)
                            waiting.append(before)
                found.add(frozenset(members))
    return [loop for loop in found if not any(other < loop for other in found)]
