"""Types that have no form in the simulator's registers or memory, and sizes that it does not hold."""

from __future__ import annotations

from functools import lru_cache

from . import ir
from .errors import UnsupportedError

LARGEST_AGGREGATE = 4096
"""Scalars in an array or a struct held in registers."""
LARGEST_PRIVATE = 1 << 17
"""Bytes of a lane's allocas."""
LARGEST_GLOBAL = 1 << 32
"""Bytes of a module variable."""
_WORDLESS = frozenset({"void", "label", "metadata", "token"})
_WIDEST = 64


_NUMBERS_OF = frozenset({"icmp", "ptrtoint", "ptrtoaddr", "inttoptr"})
_TAKE_BUFFERS = ("llvm.amdgcn.make.buffer.", "llvm.amdgcn.raw.", "llvm.amdgcn.load.", "llvm.masked.")


def check_types(i: ir.Instruction, arch: str) -> None:
    """Raise UnsupportedError where an instruction has a value that registers do not hold, or memory not as LLVM does, or takes
    a buffer resource or a fat pointer for a number, or to what does not know one."""
    if i.op in _NUMBERS_OF or (i.op == "call" and not (i.callee or "").startswith(_TAKE_BUFFERS)):
        for type_ in (i.type, *(operand.type for operand in i.operands)):
            if isinstance(type_, ir.PointerType) and type_.bits > _WIDEST:
                raise UnsupportedError(f"{f'@{i.callee}' if i.op == 'call' else i.op} with {type_}", i.line)
    for operand in i.operands:
        _check_register(i, operand.type)
        if isinstance(operand, ir.ConstantExpression):
            check_types(operand.instruction, arch)
    _check_register(i, i.type)
    if arch.startswith("sm_"):
        kept = i.type if i.op == "load" else i.operands[0].type if i.op == "store" else None
        for held in (i.extra.get("element"), kept):
            if held is not None and (odd := other_on_nvptx(held)):
                raise UnsupportedError(f"{i.op} with {odd} in memory, whose size there is another one on nvptx64", i.line)


def _check_register(i: ir.Instruction, type_: ir.Type) -> None:
    if odd := unheld(type_):
        what = f"@{i.callee}" if i.callee else i.op
        raise UnsupportedError(f"{what} with a value of type {odd}", i.line)


@lru_cache(maxsize=512)
def unheld(type_: ir.Type) -> str:
    """The part of a type that registers do not hold; "" for a type that they do."""
    if isinstance(type_, ir.FloatType):
        return ""
    if isinstance(type_, ir.OtherType):
        return "" if type_.name in _WORDLESS else str(type_)
    if isinstance(type_, ir.IntType):
        return str(type_) if not 0 < type_.bits <= _WIDEST else ""
    if isinstance(type_, ir.PointerType):
        return str(type_) if type_.bits > _WIDEST and type_.space not in (7, 8) else ""
    if isinstance(type_, ir.VectorType):
        return str(type_) if unheld(type_.element) or type_.element.bits > _WIDEST else ""
    if isinstance(type_, ir.ArrayType) and type_.count == 0:
        return ""
    members = type_.elements if isinstance(type_, ir.StructType) else (ir.expect(type_, ir.ArrayType).element,)
    return next(filter(None, map(unheld, members)), "")


@lru_cache(maxsize=512)
def scalars(type_: ir.Type) -> int:
    """The number of scalars in a type."""
    if isinstance(type_, ir.StructType):
        return sum(map(scalars, type_.elements))
    return type_.count * scalars(type_.element) if isinstance(type_, (ir.ArrayType, ir.VectorType)) else 1


@lru_cache(maxsize=512)
def other_on_nvptx(type_: ir.Type) -> str:
    """The part of a type whose layout in `ir`, which is amdgcn's, is not nvptx64's: pointers of 8 bytes in every space, and
    integers of more than 64 bits, which are aligned to 16."""
    if isinstance(type_, ir.StructType):
        return next(filter(None, map(other_on_nvptx, type_.elements)), "")
    if isinstance(type_, (ir.ArrayType, ir.VectorType)):
        return other_on_nvptx(type_.element)
    other = type_.bits != 64 if isinstance(type_, ir.PointerType) else isinstance(type_, ir.IntType) and type_.bits > 64
    return str(type_) if other else ""
