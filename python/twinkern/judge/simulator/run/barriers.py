"""Which instructions are barriers, which barrier of the workgroup each one means, and for how many threads.

An AMD workgroup has one barrier, where waves meet from whichever instruction. On NVIDIA there are sixteen (PTX ISA, bar): a
wave at one does not meet a wave at another.
"""

from __future__ import annotations

import re

from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError

NAMED = 16  # barriers of a CTA

_INTRINSIC = re.compile(
    r"llvm\.amdgcn\.s\.barrier(\.wait)?"
    r"|llvm\.nvvm\.(barrier0(\.popc|\.and|\.or)?|barrier(\.n|\.sync|\.sync\.cnt)?|bar\.sync"
    r"|barrier\.cta\.sync(\.aligned)?\.(all|count))"
)
_ASSEMBLY = re.compile(r'"\s*\{?\s*(bar|barrier)(\.cta)?\.sync(\.aligned)?\s+(?P<operands>[^;]*);?\s*\}?\s*"')


def is_barrier(instruction: ir.Instruction) -> bool:
    """Whether all waves of the workgroup meet at an instruction: an intrinsic, or PTX text that is nothing else."""
    if instruction.op != "call":
        return False
    callee = instruction.extra["callee"]
    if isinstance(callee, ir.InlineAssembly):
        return _ASSEMBLY.fullmatch(callee.text) is not None
    return _INTRINSIC.fullmatch(instruction.callee or "") is not None


def operands_of(instruction: ir.Instruction) -> list[ir.Operand]:
    """The number of an NVIDIA barrier and, where the instruction has one, its number of threads; nothing for an AMD barrier."""
    callee = instruction.callee or ""
    if callee.startswith("llvm.amdgcn."):
        return []
    if callee.startswith("llvm.nvvm.barrier0"):
        operands: list[ir.Operand] = [ir.Constant(ir.I32, 0)]
    elif callee:
        operands = list(instruction.operands)
    else:
        found = _ASSEMBLY.fullmatch(instruction.extra["callee"].text)
        assert found is not None
        operands = [_operand(text.strip(), instruction) for text in found["operands"].split(",")]
    number = operands[0]
    if isinstance(number, ir.Constant) and isinstance(number.value, int) and not 0 <= number.value < NAMED:
        raise SimulatorError(f"line {instruction.line}: barrier {number.value}: a CTA has barriers 0 to {NAMED - 1}")
    return operands


def _operand(text: str, instruction: ir.Instruction) -> ir.Operand:
    """An operand of a barrier in PTX text: a literal, or an operand of the call."""
    if text.startswith("$") and text[1:].isdigit() and int(text[1:]) < len(instruction.operands):
        return instruction.operands[int(text[1:])]
    if not text.isdigit():
        raise UnsupportedError(f"a barrier with the operand {text!r}: neither a literal nor the call's", instruction.line)
    return ir.Constant(ir.I32, int(text))
