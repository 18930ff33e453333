"""Which reads of LDS an instruction puts to use, so that they have come back when it is done.

A wave waits for a read where it needs the value: LLVM counts outstanding LDS operations for that, with lgkmcnt on gfx9 and
dscnt on gfx1250 (SIInsertWaitcnts). A read that has come back tells that all earlier LDS operations of the wave have:
"completion is reported to a wavefront in execution order" (LLVM's AMDGPU guide, memory model gfx942).

But arithmetic on the value is no such place: LLVM may move it, and the wait with it, behind a barrier. LLVM 20 and 22 do so
with the matrix instructions of these kernels where no wait stands before the barrier. What they keep on its side of a barrier
is what touches memory (the barrier is taken to do so) and branches. So only those put to use: a store, an atomic, an LDS
access by its address, a copy to LDS, and a branch, each what it needs directly or by way of arithmetic. A value that goes
through a phi is not followed. Between definition and use without one, the latest execution of each is meant; and of several
reads that an instruction needs, the one that is defined last.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..text import ir

ORDERED = frozenset(("lds_read", "lds_write", "lds_dma", "global_store", "atomic"))
"""Counter classes of instructions that stay on their side of a barrier."""
_FREE = frozenset("insertelement extractelement shufflevector extractvalue insertvalue freeze bitcast".split())
_FLOAT = frozenset("fadd fsub fmul fdiv frem fneg fcmp".split())
_CONVERT = frozenset("fptrunc fpext fptosi fptoui sitofp uitofp".split())


class Uses:
    """The reads of a function, numbered from 1 in the order of its blocks (a definition before its uses)."""

    def __init__(self, blocks: Iterable[ir.Block], reads: set[str]) -> None:
        number = 0
        latest: dict[str, int] = {}
        for block in blocks:
            for i in block.instructions:
                if i.name is None or i.op == "phi":
                    continue
                if i.name in reads:
                    number += 1
                    latest[i.name] = number
                elif found := max((latest.get(o.name, 0) for o in i.operands if isinstance(o, ir.Local)), default=0):
                    latest[i.name] = found
        self.latest = latest

    def of(self, i: ir.Instruction) -> int:
        """The number of the read that an instruction needs and that is defined last; 0 for none."""
        return max((self.latest.get(o.name, 0) for o in i.operands if isinstance(o, ir.Local)), default=0)


def reads_lds(instruction: ir.Instruction) -> bool:
    """Whether an instruction is a plain or a transposed read of LDS."""
    if instruction.op == "call":
        return (instruction.callee or "").startswith(("llvm.amdgcn.ds.read.tr", "llvm.amdgcn.ds.load.tr"))
    return instruction.op == "load" and getattr(instruction.operands[0].type, "space", 0) == 3


def classify(instruction: ir.Instruction) -> str:
    """The counter class of an instruction that is not a call."""
    op = instruction.op
    if op in ("load", "store"):
        space = getattr(instruction.operands[op == "store"].type, "space", 0)
        if space == 3:
            return "lds_read" if op == "load" else "lds_write"
        return "private" if space == 5 else f"global_{op}"
    if op in ("atomicrmw", "cmpxchg"):
        return "atomic"
    if op in _FREE:
        return "move"
    if op in _FLOAT:
        return "float"
    if op in _CONVERT:
        return "convert"
    if op in ("fence", "alloca"):
        return "fence" if op == "fence" else "other"
    return "integer"
