"""The oracle "is the machine code right": what LLVM made of a text, judged by disassembly.

LLVM is no more believed than the engines are. Its listing of an object is held against the object's bytes (`listing`), blocks
and loops are built from the branches (`flow`), and over all paths are checked: registers that a matrix atom writes while it
reads them (`matrix`), accesses under way where they may not be (`waits`), and what was got against what was asked (`judge`).
It shares no code with the emitters or the simulator.
"""

from twinkern.judge.machinecode.faults import Fault
from twinkern.judge.machinecode.judge import Expected, expected_of, judge
from twinkern.judge.machinecode.listing import Code, Instruction, Registers, read_code

__all__ = ["Code", "Expected", "Fault", "Instruction", "Registers", "expected_of", "judge", "read_code"]
