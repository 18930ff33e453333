"""llvm.* intrinsics that mean the same on every target, and the look-up of a call's handler."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from . import arithmetic, ir, library
from .compiler import Compiler, Operation
from .errors import UnsupportedError
from .operations import elementwise
from .values import element_type, population_count, signed

Handler = tuple[str, Callable[[Compiler, ir.Instruction], Operation]]
_TYPE_SUFFIX = re.compile(r"(v\d+)?(i\d+|f\d+|bf16|p\d+)")


def find_handler(handlers: dict[str, Handler], name: str) -> Handler | None:
    """The handler of an intrinsic's name, whose tail of type names (".v4f32.p1") may be left out of the
    table."""
    while name:
        if name in handlers:
            return handlers[name]
        name, _, tail = name.rpartition(".")
        if not _TYPE_SUFFIX.fullmatch(tail):
            return None
    return None


def dispatcher(handlers: dict[str, Handler]) -> Callable[[Compiler, ir.Instruction], tuple[str, Operation]]:
    """What the compiler asks for each call: its counter class and its operation."""
    table = HANDLERS | library.HANDLERS | handlers

    def dispatch(c: Compiler, i: ir.Instruction) -> tuple[str, Operation]:
        if isinstance(i.extra["callee"], ir.InlineAssembly):
            raise UnsupportedError("inline assembly", i.line)
        name = i.callee
        if name is None:
            raise UnsupportedError("an indirect call", i.line)
        handler = find_handler(table, name)
        if handler is None:
            raise UnsupportedError(f"call of @{name}", i.line)
        return handler[0], handler[1](c, i)

    return dispatch


def nothing(c: Compiler, i: ir.Instruction) -> Operation:
    return lambda E: None


def _float(function: Callable, through_double: bool = False) -> Callable:
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        make = arithmetic.over_double if through_double else arithmetic.over_numbers
        return elementwise(c, i, make(function, element_type(i.type)), i.operands)

    return build


def _unsigned(function: Callable) -> Callable:
    return lambda c, i: elementwise(c, i, function, i.operands)


def _signed(function: Callable) -> Callable:
    return lambda c, i: elementwise(c, i, arithmetic.over_signed(function, element_type(i.type)), i.operands)


def _fma(c: Compiler, i: ir.Instruction) -> Operation:
    return elementwise(c, i, arithmetic.fused_multiply_add(element_type(i.type)), i.operands)


def _absolute(c: Compiler, i: ir.Instruction) -> Operation:
    return elementwise(c, i, arithmetic.over_signed(np.abs, element_type(i.type)), i.operands[:1])


def _fabs(c: Compiler, i: ir.Instruction) -> Operation:
    type_ = element_type(i.type)
    dtype = np.dtype(f"u{type_.size}")
    keep = dtype.type((1 << type_.bits - 1) - 1)
    return elementwise(c, i, lambda a: (a.view(dtype) & keep).view(a.dtype), i.operands)


def _canonicalize(c: Compiler, i: ir.Instruction) -> Operation:
    """The same number; a NaN becomes a quiet one."""
    type_ = element_type(i.type)
    words = np.dtype(f"u{type_.size}").type
    mantissa_bits = arithmetic.MANTISSA_BITS[type_.name]
    magnitude, quiet = words((1 << type_.bits - 1) - 1), words(1 << mantissa_bits - 1)
    infinity = magnitude - words((1 << mantissa_bits) - 1)

    def canonicalize(a: np.ndarray) -> np.ndarray:
        bits = a.view(words)
        return np.where(bits & magnitude > infinity, bits | quiet, bits).view(a.dtype)

    return elementwise(c, i, canonicalize, i.operands)


def _population(c: Compiler, i: ir.Instruction) -> Operation:
    return elementwise(c, i, population_count, i.operands[:1])


def _leading_zeros(c: Compiler, i: ir.Instruction) -> Operation:
    bits = element_type(i.type).bits

    def count(a: np.ndarray) -> np.ndarray:
        for shift in (1, 2, 4, 8, 16, 32):
            if shift < 8 * a.dtype.itemsize:
                a = a | (a >> a.dtype.type(shift))
        return a.dtype.type(bits) - population_count(a)

    return elementwise(c, i, count, i.operands[:1])


def _trailing_zeros(c: Compiler, i: ir.Instruction) -> Operation:
    bits = element_type(i.type).bits

    def count(a: np.ndarray) -> np.ndarray:
        below = (a & (~a + a.dtype.type(1))) - a.dtype.type(1)
        return np.minimum(population_count(below), a.dtype.type(bits))

    return elementwise(c, i, count, i.operands[:1])


def _funnel(left: bool) -> Callable:
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        bits = element_type(i.type).bits
        if bits not in (8, 16, 32, 64):
            raise UnsupportedError(f"a funnel shift of type {i.type}", i.line)

        def shift(high: np.ndarray, low: np.ndarray, by: np.ndarray) -> np.ndarray:
            by = by % by.dtype.type(bits)
            rest = by.dtype.type(bits) - by
            moved = (high << by) | (low >> rest) if left else (low >> by) | (high << rest)
            return np.where(by == 0, high if left else low, moved)

        return elementwise(c, i, shift, i.operands)

    return build


def _saturating(subtract: bool) -> Callable:
    def build(c: Compiler, i: ir.Instruction) -> Operation:
        bits = element_type(i.type).bits

        def apply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
            if subtract:
                return np.where(a > b, a - b, a.dtype.type(0))
            top = a.dtype.type((1 << bits) - 1)
            return np.where(a > top - b, top, a + b)

        return elementwise(c, i, apply, i.operands)

    return build


def _compare_three(c: Compiler, i: ir.Instruction) -> Operation:
    type_ = element_type(i.operands[0].type)
    is_signed = ".scmp." in (i.callee or "")

    def compare(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        if is_signed:
            a, b = signed(a, type_.bits), signed(b, type_.bits)
        result = (a > b).astype(np.int64) - (a < b).astype(np.int64)
        return result.view(np.uint64).astype(f"u{element_type(i.type).size}")

    return elementwise(c, i, compare, i.operands)


def _ordered(take: Callable, least: bool) -> Callable:
    """`take` the least or largest, with -0 below +0, as IEEE 754-2019 asks."""

    def apply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        result = take(a, b)
        both_zero = (a == 0) & (b == 0)
        negative = np.signbit(a) | np.signbit(b) if least else np.signbit(a) & np.signbit(b)
        return np.where(both_zero, np.where(negative, -np.abs(a), np.abs(a)), result)

    return apply


HANDLERS: dict[str, Handler] = {
    "llvm.fma": ("float", _fma),
    "llvm.fmuladd": ("float", _fma),
    "llvm.minnum": ("float", _float(_ordered(np.fmin, least=True))),
    "llvm.maxnum": ("float", _float(_ordered(np.fmax, least=False))),
    "llvm.minimumnum": ("float", _float(_ordered(np.fmin, least=True))),
    "llvm.maximumnum": ("float", _float(_ordered(np.fmax, least=False))),
    "llvm.minimum": ("float", _float(_ordered(np.minimum, least=True))),
    "llvm.maximum": ("float", _float(_ordered(np.maximum, least=False))),
    "llvm.fabs": ("float", _fabs),
    "llvm.copysign": ("float", _float(np.copysign)),
    "llvm.sqrt": ("float", _float(np.sqrt)),
    "llvm.floor": ("float", _float(np.floor)),
    "llvm.ceil": ("float", _float(np.ceil)),
    "llvm.trunc": ("float", _float(np.trunc)),
    "llvm.rint": ("float", _float(np.rint)),
    "llvm.roundeven": ("float", _float(np.rint)),
    "llvm.nearbyint": ("float", _float(np.rint)),
    "llvm.canonicalize": ("float", _canonicalize),
    "llvm.exp": ("float", _float(np.exp, through_double=True)),
    "llvm.exp2": ("float", _float(np.exp2, through_double=True)),
    "llvm.log": ("float", _float(np.log, through_double=True)),
    "llvm.log2": ("float", _float(np.log2, through_double=True)),
    "llvm.umin": ("integer", _unsigned(np.minimum)),
    "llvm.umax": ("integer", _unsigned(np.maximum)),
    "llvm.smin": ("integer", _signed(np.minimum)),
    "llvm.smax": ("integer", _signed(np.maximum)),
    "llvm.abs": ("integer", _absolute),
    "llvm.ctpop": ("integer", _population),
    "llvm.ctlz": ("integer", _leading_zeros),
    "llvm.cttz": ("integer", _trailing_zeros),
    "llvm.fshl": ("integer", _funnel(left=True)),
    "llvm.fshr": ("integer", _funnel(left=False)),
    "llvm.uadd.sat": ("integer", _saturating(subtract=False)),
    "llvm.usub.sat": ("integer", _saturating(subtract=True)),
    "llvm.ucmp": ("integer", _compare_three),
    "llvm.scmp": ("integer", _compare_three),
    "llvm.assume": ("other", nothing),
    "llvm.lifetime.start": ("other", nothing),
    "llvm.lifetime.end": ("other", nothing),
    "llvm.experimental.noalias.scope.decl": ("other", nothing),
}
