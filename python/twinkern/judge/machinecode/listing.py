"""The instructions of an AMDGPU object, from LLVM's own listing of it.

With the target feature `dumpcode` LLVM lists what it writes: a line an instruction, its encoding in hexadecimal behind a
semicolon (llvm/lib/Target/AMDGPU/AMDGPUMCInstLower.cpp, `AMDGPUAsmPrinter::emitInstruction`). It does so before branches are
resolved. So nothing of it is believed: each encoding is held against the bytes of `.text`, the offset of a branch is read
there, and the lines must fill the kernels to the byte.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from twinkern.judge.toolchain import elf
from twinkern.judge.toolchain.errors import ToolchainError

WORD = 4
"""Bytes of a word of code; an instruction is one or more."""
_LINE = re.compile(r"\t(?P<name>\w+)(?: (?P<operands>[^;]*?))?\s*; (?P<words>[0-9A-F]{8}(?: [0-9A-F]{8})*)")
_LABEL = re.compile(r"BB\d+_\d+:")
_BRANCH = re.compile(r"s_(branch|cbranch_\w+)")
_HIGH_REGISTER = re.compile(r"\S+ /\*(.*?)\*/")
"""A register past v255 as gfx1250 writes it: the name that the encoding has, and behind it the register that is meant."""
_REGISTERS = re.compile(r"([vas])(?:\[(\d+):(\d+)\]|(\d+))")


@dataclass(frozen=True, slots=True)
class Registers:
    """Consecutive registers of a file: "v" (vector), "a" (accumulation), "s" (scalar); first and last count."""

    file: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def overlaps(self, other: Registers) -> bool:
        """Whether they share a register."""
        return self.file == other.file and self.first <= other.last and other.first <= self.last


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction.

    `address` counts bytes from the start of `.text`; `name` is the mnemonic; `operands` are as written, modifiers with the last
    one; `word` is its first word; `target` is the address to which it may branch.
    """

    address: int
    size: int
    name: str
    operands: tuple[str, ...]
    word: int
    target: int | None = None

    @property
    def immediate(self) -> int:
        """The 16-bit constant of a scalar instruction of the SOPP format, as waits and branches are."""
        return self.word & 0xFFFF

    def registers(self, index: int) -> Registers | None:
        """The registers of an operand; None where it names none, or there is no such operand."""
        found = _REGISTERS.match(self.operands[index]) if index < len(self.operands) else None
        if found is None:
            return None
        file, first, last, single = found.groups()
        return Registers(file, int(first or single), int(last or single))

    def __str__(self) -> str:
        return f"{self.name} {', '.join(self.operands)}".strip()


@dataclass(frozen=True, slots=True)
class Code:
    """The instructions of one kernel, in the order of their addresses."""

    kernel: str
    instructions: tuple[Instruction, ...]


def read_code(image: bytes, listing: str) -> tuple[Code, ...]:
    """The kernels of an object and LLVM's listing of it. Raises ToolchainError where the two differ."""
    text = elf.section(image, ".text")
    starts = sorted(elf.functions(image).items(), key=lambda row: row[1])
    parsed = [line for line in listing.split("\n") if line.strip() and not _LABEL.fullmatch(line.strip())]
    codes = []
    position = 0
    for kernel, (start, size) in starts:
        instructions = []
        at = start
        while at < start + size:
            if position == len(parsed):
                raise ToolchainError(f"{kernel}: the listing ends at {at:#x}, the code at {start + size:#x}")
            instruction = read_instruction(parsed[position], text, at)
            instructions.append(instruction)
            at += instruction.size
            position += 1
        if at != start + size:
            raise ToolchainError(f"{kernel}: the last instruction ends at {at:#x}, the kernel at {start + size:#x}")
        codes.append(Code(kernel, tuple(instructions)))
    if position != len(parsed):
        raise ToolchainError(f"the listing has {len(parsed) - position} instructions more than the kernels")
    return tuple(codes)


def read_instruction(line: str, text: bytes, at: int) -> Instruction:
    """The instruction of one line, held against the code at an address. Raises ToolchainError."""
    found = _LINE.fullmatch(line.rstrip())
    if found is None:
        raise ToolchainError(f"a line of the listing that cannot be read: {line.strip()!r}")
    words = tuple(int(word, 16) for word in found["words"].split())
    size = WORD * len(words)
    if at + size > len(text):
        raise ToolchainError(f"the listing goes on at {at:#x}, behind the end of the code: {line.strip()}")
    stands = struct.unpack_from(f"<{len(words)}I", text, at)
    name = found["name"]
    target = None
    if _BRANCH.fullmatch(name):
        offset = (stands[0] & 0xFFFF ^ 0x8000) - 0x8000
        target = at + WORD + WORD * offset
        words = (words[0] | stands[0] & 0xFFFF,)
    if words != stands:
        shown = " ".join(f"{word:08X}" for word in stands)
        raise ToolchainError(f"listing and code differ at {at:#x}: {line.strip()}, where {shown} stands")
    return Instruction(at, size, name, split_operands(found["operands"] or ""), stands[0], target)


def split_operands(text: str) -> tuple[str, ...]:
    """Operands as written, registers past v255 by the name that is meant."""
    if not text:
        return ()
    return tuple(part.strip() for part in _HIGH_REGISTER.sub(r"\1", text).split(","))
