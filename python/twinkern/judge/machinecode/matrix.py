"""Matrix atoms whose operands may not share registers.

An atom of many passes writes its first results before it has read all of A and B. LLVM marks the destination as early-clobber
and the constant says when (llvm/lib/Target/AMDGPU/VOP3PInstructions.td): an MFMA of more than 128 bits of result
(`NoDstOverlap`), and every WMMA (`WMMAInst`). C may be the destination itself, whose elements are read and written in step,
or lie apart; one that is shifted against it is refused by LLVM's assembler too (AMDGPUAsmParser::validateMFMA), from five
registers on.
"""

from __future__ import annotations

from collections.abc import Iterator

from twinkern.judge.machinecode.faults import Fault
from twinkern.judge.machinecode.listing import Code, Instruction

WHOLE_AT_ONCE = 4
"""Registers of an MFMA's result up to which its operands are read before anything is written."""
MULTIPLY = ("v_mfma_", "v_smfmac_", "v_wmma_", "v_swmmac_")
SPARSE = ("v_smfmac_", "v_swmmac_")
"""Atoms that add to their destination: their last operand is the index of the non-zeros."""


def multiplies(instruction: Instruction) -> bool:
    """Whether an instruction is a matrix atom."""
    return instruction.name.startswith(MULTIPLY)


def overlaps(code: Code) -> Iterator[Fault]:
    """The matrix atoms of a kernel whose destination shares registers that they still read."""
    for row in code.instructions:
        result = row.registers(0) if multiplies(row) else None
        if result is None or ("mfma" in row.name and len(result) <= WHOLE_AT_ONCE):
            continue
        for index, operand in enumerate(("A", "B", "C"), 1):
            read = row.registers(index)
            in_step = index == 3 and not row.name.startswith(SPARSE) and read == result
            if read is not None and read.overlaps(result) and not in_step:
                allowed = "the same or apart" if index == 3 else "apart"
                text = f"{row}: the destination {row.operands[0]} shares registers with {operand}; they must be {allowed}"
                yield Fault("overlap", code.kernel, row.address, text)
