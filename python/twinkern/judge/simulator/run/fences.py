"""What a fence or an atomic says: its scope, and the memory that its !mmra tags leave in."""

from __future__ import annotations

from collections.abc import Sequence

from ..text import ir
from .barriers import is_barrier

RELEASES = ("release", "acq_rel", "seq_cst")
ACQUIRES = ("acquire", "acq_rel", "seq_cst")
_LDS = (0, 3)  # address spaces whose accesses may be of LDS


def scope_of(i: ir.Instruction) -> str:
    """The synchronisation scope; empty for the whole system."""
    return str(i.extra.get("scope", "")).removesuffix("-one-as").replace("one-as", "")


def synchronized_spaces(module: ir.Module, i: ir.Instruction) -> set[str]:
    """Address spaces named by "amdgpu-synchronize-as" tags; empty where there are none (all spaces)."""
    text = i.metadata.get("mmra", "")
    for _ in range(2):
        for name, node in module.metadata.items():
            text = " ".join(node if word == name else word for word in text.split(" "))
    words = [word.strip('"') for word in text.replace("!", " ").split() if '"' in word]
    return {space for tag, space in zip(words[::2], words[1::2], strict=False) if tag == "amdgpu-synchronize-as"}


def orders(module: ir.Module, i: ir.Instruction, kind: str) -> bool:
    """Whether the scope is the workgroup or wider, and no !mmra tag leaves out "local" or "global" memory."""
    spaces = synchronized_spaces(module, i)
    return scope_of(i) not in ("wavefront", "singlethread") and (not spaces or kind in spaces)


def lacks_acquire(module: ir.Module, block: Sequence[ir.Instruction], at: int) -> bool:
    """Whether the barrier at an index of a block has a release fence of LDS before it and no acquire fence behind it.

    Looked for in the block: before the barrier what stands nearest, a release fence or a wait for a counter; behind it a
    fence before the first access that may be of LDS.
    """
    return _released(module, block[:at]) and not _acquired(module, block[at + 1 :])


def _released(module: ir.Module, before: Sequence[ir.Instruction]) -> bool:
    for i in reversed(before):
        if is_barrier(i) or (i.callee or "").startswith(("llvm.amdgcn.s.waitcnt", "llvm.amdgcn.s.wait.dscnt")):
            return False
        if i.op == "fence" and i.extra.get("ordering") in RELEASES and orders(module, i, "local"):
            return True
    return False


def _acquired(module: ir.Module, behind: Sequence[ir.Instruction]) -> bool:
    for i in behind:
        if i.op == "fence" and i.extra.get("ordering") in ACQUIRES and orders(module, i, "local"):
            return True
        if is_barrier(i) or (i.op in ("load", "store", "atomicrmw", "cmpxchg", "call") and may_touch_lds(i)):
            return False
    return False


def may_touch_lds(i: ir.Instruction) -> bool:
    """Whether an operand is a pointer that may be to LDS."""
    return any(isinstance(o.type, ir.PointerType) and o.type.space in _LDS for o in i.operands)
