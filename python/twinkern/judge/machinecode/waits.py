"""Memory accesses that are under way: at barriers, where tiles are read, and across the matrix atoms of a loop.

A warp counts what it started and waits until a counter has fallen to a number; what a counter counts ends in the order of its
start, but scalar loads. Sources: CDNA3 ISA document, "S_WAITCNT" (vmcnt, lgkmcnt); LLVM, User Guide for AMDGPU Backend,
"Memory Model gfx942" and "Memory Model gfx12"; llvm/lib/Target/AMDGPU/Utils/AMDGPUBaseInfo.cpp, `decodeWaitcnt` and
`decodeLoadcntDscnt`. LDS accesses and scalar loads share lgkmcnt: no more LDS accesses than it says are under way, so those
that are older than as many others are done, whatever scalar loads there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from twinkern.judge.machinecode.faults import Fault
from twinkern.judge.machinecode.flow import Block, along, loops, solve
from twinkern.judge.machinecode.listing import Code, Instruction
from twinkern.judge.machinecode.matrix import multiplies

MOST = 63
"""Accesses that a counter tells apart; a warp does not start one more."""
_GLOBAL = ("buffer_", "global_", "flat_", "scratch_", "tbuffer_", "image_")
_NOT_MEMORY = ("buffer_wbl2", "buffer_inv", "buffer_gl", "global_wb", "global_inv")


@dataclass(frozen=True, slots=True)
class State:
    """What is known of a warp at one place, on all ways there.

    `lds`: LDS accesses that may be under way. `queue`: of the accesses that the copies' counter counts and that may be under
    way, the newest first, whether each may be a copy to LDS. `loads`: global loads that were started and not waited for, at
    least. `published`: copies that may have been under way when the last barrier was reached. `signalled`: a barrier may have
    been signalled and not waited for.
    """

    lds: int = 0
    queue: tuple[bool, ...] = ()
    loads: int = 0
    published: int = 0
    signalled: bool = False

    @property
    def copies(self) -> int:
        """Copies to LDS that may be under way."""
        return sum(self.queue)


def join(a: State, b: State) -> State:
    """What holds on either of two ways."""
    longer, shorter = (a.queue, b.queue) if len(a.queue) >= len(b.queue) else (b.queue, a.queue)
    return State(
        lds=max(a.lds, b.lds),
        queue=tuple(one or other for one, other in zip(longer, (*shorter, *[False] * len(longer)), strict=False)),
        loads=min(a.loads, b.loads),
        published=max(a.published, b.published),
        signalled=a.signalled or b.signalled,
    )


def accesses_lds(row: Instruction) -> bool:
    """Whether an instruction reads or writes LDS, and is counted so."""
    return row.name.startswith(("ds_", "flat_")) and row.name != "ds_nop"


def writes_lds(row: Instruction) -> bool:
    """Whether an LDS access writes, by its name."""
    return row.name.startswith(("ds_write", "ds_store", "ds_add", "ds_sub", "ds_cmpst", "ds_max", "ds_min"))


def copies_to_lds(row: Instruction) -> bool:
    """Whether an instruction brings global memory straight to LDS."""
    return "_to_lds" in row.name or "load_lds" in row.name or (row.operands[-1:] != () and row.operands[-1].endswith(" lds"))


def accesses_global(row: Instruction) -> bool:
    """Whether an instruction is a vector access of global memory."""
    return row.name.startswith(_GLOBAL) and not row.name.startswith(_NOT_MEMORY)


def is_barrier(row: Instruction) -> bool:
    """Whether a warp says here that it has come as far as the others wait for."""
    return row.name in ("s_barrier", "s_barrier_signal", "s_barrier_signal_isfirst")


@dataclass(frozen=True, slots=True)
class Waited:
    """Down to how many accesses an instruction waits, by counter; MOST where it does not wait for one."""

    lds: int = MOST
    loads: int = MOST
    copies: int = MOST


def waited(row: Instruction, split: bool) -> Waited | None:
    """What an instruction waits for; None where it is no wait. `split`: copies to LDS have a counter of their own."""
    value = row.immediate
    low = value & MOST
    match row.name:
        case "s_waitcnt":
            loads = value & 0xF | value >> 14 << 4
            lds = value >> 8 & 0xF
            return Waited(MOST if lds == 0xF else lds, loads, MOST if split else loads)
        case "s_wait_loadcnt":
            return Waited(loads=low)
        case "s_wait_loadcnt_dscnt":
            return Waited(lds=low, loads=value >> 8 & MOST)
        case "s_wait_dscnt" | "s_wait_storecnt_dscnt":
            return Waited(lds=low)
        case "s_wait_asynccnt":
            return Waited(copies=low)
        case "s_wait_idle":
            return Waited(0, 0, 0)
    return None


def step(state: State, row: Instruction, split: bool) -> State:
    """The state behind an instruction."""
    wait = waited(row, split)
    if wait is not None:
        lds, loads = min(state.lds, wait.lds), min(state.loads, wait.loads)
        return replace(state, lds=lds, loads=loads, queue=state.queue[: wait.copies])
    if is_barrier(row):
        return replace(state, published=state.copies, signalled=row.name != "s_barrier")
    if row.name == "s_barrier_wait":
        return replace(state, signalled=False)
    if accesses_lds(row):
        state = replace(state, lds=min(state.lds + 1, MOST))
    if accesses_global(row):
        copy = copies_to_lds(row)
        counted = copy or not split
        loads = state.loads + ("load" in row.name and not (copy and split))
        return replace(state, queue=(copy, *state.queue)[:MOST] if counted else state.queue, loads=min(loads, MOST))
    return state


def wait_faults(code: Code, blocks: tuple[Block, ...], *, split: bool, copies_while_read: int, overlap: str) -> Iterator[Fault]:
    """Accesses under way where they may not be, and none where some were promised.

    At a barrier no LDS access of the warp may be under way: behind it others overwrite what is read, and read what is
    written. Where LDS is read, no more than `copies_while_read` copies may have been under way at the last barrier, or be so
    here: those of later tiles. Where it is written, and at the end of the kernel, none. `overlap` is what the pipeline
    promises of its loop; see pipelines.toml.
    """

    def forward(state: State, row: Instruction) -> State:
        return step(state, row, split)

    states = solve(blocks, State(), forward, join)
    for state, row in along(blocks, states, forward):
        text = ""
        if is_barrier(row) and state.lds:
            check, text = "barrier", f"{row}: up to {state.lds} LDS accesses of the warp are not waited for"
        elif row.name == "s_endpgm" and state.copies:
            check, text = "copies", f"{row}: {state.copies} copies to LDS may be under way, to where another workgroup may be"
        elif accesses_lds(row) and state.signalled:
            check, text = "barrier", f"{row}: an LDS access between the signal of a barrier and its wait"
        elif accesses_lds(row):
            allowed = 0 if writes_lds(row) else copies_while_read
            if max(state.published, state.copies) > allowed:
                under_way = f"{state.copies} copies to LDS may be under way, {state.published} may have been at the barrier"
                check, text = "copies", f"{row}: {under_way}; allowed are {allowed}"
        if text:
            yield Fault(check, code.kernel, row.address, text)
    if overlap != "none":
        for loop in loops(blocks):
            within = [state if number in loop else None for number, state in enumerate(states)]
            yield from loop_faults(code, list(along(blocks, within, forward)), split, overlap)


def loop_faults(code: Code, inside: list[tuple[State, Instruction]], split: bool, overlap: str) -> Iterator[Fault]:
    """Where a loop that loads and multiplies waits more than its pipeline promises."""
    atoms = [(state, row) for state, row in inside if multiplies(row)]
    loads = [row for _, row in inside if accesses_global(row) and "load" in row.name]
    if not atoms or not loads:
        return
    if overlap == "loads" and not any(state.loads for state, _ in atoms):
        row = atoms[0][1]
        yield Fault("loop", code.kernel, row.address, f"{row}: no load is under way across any matrix atom of the loop")
    for _, row in inside if overlap == "copies" else ():
        wait = waited(row, split)
        if wait is not None and wait.copies == 0:
            text = f"{row}: the loop waits for every copy; its pipeline promises counted waits"
            yield Fault("loop", code.kernel, row.address, text)
