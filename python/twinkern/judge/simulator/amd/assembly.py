"""Inline assembly of amdgcn kernels: waits, barriers and hints, replaced by the intrinsics that mean the same.

Compilers write these few as text; anything else stays, and is refused by name when it is compiled.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..text import ir

_SEPARATOR = re.compile(r"\\0A|\\0D|[;\n]")
_COUNTER = re.compile(r"(vmcnt|lgkmcnt|expcnt)\((0x[0-9a-fA-F]+|\d+)\)")
_HINTS = ("s_nop", "s_setprio", "s_sleep", "s_sethalt")
_WAITS = {f"s_wait_{name}": f"s.wait.{name}" for name in ("loadcnt", "storecnt", "dscnt", "asynccnt", "kmcnt")}


def expand(function: ir.Function, generation: int) -> ir.Function:
    """The function with such assembly replaced; the same one where there is none."""
    if not any(isinstance(i.extra.get("callee"), ir.InlineAssembly) for b in function.blocks for i in b.instructions):
        return function
    blocks = [
        ir.Block(block.name, [new for old in block.instructions for new in _instructions(old, generation)])
        for block in function.blocks
    ]
    return replace(function, blocks=blocks)


def _instructions(i: ir.Instruction, generation: int) -> list[ir.Instruction]:
    callee = i.extra.get("callee")
    if not isinstance(callee, ir.InlineAssembly) or i.operands:
        return [i]
    text = re.sub(r"\\09", " ", callee.text.strip('"'))
    found: list[ir.Instruction] = []
    for statement in filter(None, map(str.strip, _SEPARATOR.split(text))):
        calls = _statement(statement, i, generation)
        if calls is None:
            return [i]
        found += calls
    return found


def _call(i: ir.Instruction, name: str, *operands: tuple[int, int]) -> ir.Instruction:
    """A call without a result; operands as (bits, value)."""
    constants: list[ir.Operand] = [ir.Constant(ir.IntType(bits), value & (1 << bits) - 1) for bits, value in operands]
    extra = {"callee": ir.GlobalRef(ir.PointerType(), f"llvm.amdgcn.{name}")}
    return ir.Instruction("call", ir.VOID, constants, i.line, None, frozenset(), extra)


def _statement(statement: str, i: ir.Instruction, generation: int) -> list[ir.Instruction] | None:
    """The calls that one statement means; None where it is not known."""
    words = statement.split()
    if words[0] in _HINTS:
        return []
    if statement == "s_barrier":
        return [_call(i, "s.barrier")]
    if words[0] in _WAITS and len(words) == 2:
        return [_call(i, _WAITS[words[0]], (16, int(words[1], 0)))]
    if words[0] == "s_barrier_signal" and words[1:] == ["-1"]:
        return [_call(i, "s.barrier.signal", (32, -1))]
    if words[0] == "s_barrier_wait" and words[1:] == ["-1"]:
        return [_call(i, "s.barrier.wait", (16, -1))]
    if words[0] == "s_waitcnt":
        counts = {name: int(value, 0) for name, value in _COUNTER.findall(statement)}
        if counts and not _COUNTER.sub("", statement).removeprefix("s_waitcnt").strip(" &,"):
            return [_call(i, "s.waitcnt", (32, wait_operand(generation, counts)))]
    return None


def wait_operand(generation: int, counts: dict[str, int]) -> int:
    """The operand of s_waitcnt; counters that are not named are at their maximum."""
    vector, lds, exports = counts.get("vmcnt", 63), counts.get("lgkmcnt", 63), counts.get("expcnt", 7)
    if generation >= 11:
        return exports | lds << 4 | vector << 10
    return vector & 15 | exports << 4 | min(lds, 15 if generation < 10 else 63) << 8 | vector >> 4 << 14
