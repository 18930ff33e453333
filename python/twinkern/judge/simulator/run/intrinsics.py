"""llvm.* intrinsics that mean the same on every target, and the look-up of a call's handler."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial

import numpy as np

from ..memory.findings import ArithmeticFinding, ClaimFinding
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.values import Array, element_type, float_type, population_count, signed
from . import arithmetic, library
from .arithmetic import Function
from .library import approximated, floats
from .operations import elementwise
from .slots import Builder, Environment, Operation, Slots

Handler = tuple[str, Builder]
_TYPE_SUFFIX = re.compile(r"(v\d+)?(i\d+|f\d+|bf16|p\d+)")


def find_handler(handlers: dict[str, Handler], name: str) -> Handler | None:
    """The handler of an intrinsic's name, whose tail of type names (".v4f32.p1") may be left out of the
    table."""
    return handlers.get(_stem(name, handlers))


def _stem(name: str, known: Collection[str]) -> str:
    """The part of a name that is known, type names at its end left out; "" where there is none."""
    while name and name not in known:
        name, _, tail = name.rpartition(".")
        if not _TYPE_SUFFIX.fullmatch(tail):
            return ""
    return name


def dispatcher(
    handlers: dict[str, Handler], check: Callable[[str, str, int], None] | None = None
) -> Callable[[Slots, ir.Instruction], tuple[str, Operation]]:
    """What the compiler asks for each call: its counter class and its operation. `check` refuses, by architecture, callee and
    line, what the machine lacks."""
    table = HANDLERS | library.HANDLERS | handlers

    def dispatch(c: Slots, i: ir.Instruction) -> tuple[str, Operation]:
        if isinstance(i.extra["callee"], ir.InlineAssembly):
            raise UnsupportedError("inline assembly", i.line)
        name = i.callee
        if name is None:
            raise UnsupportedError("an indirect call", i.line)
        handler = find_handler(table, name)
        if handler is None:
            raise UnsupportedError(f"call of @{name}", i.line)
        if check is not None:
            check(c.machine.arch, name, i.line)
        check_operands(i, handler[0])
        return handler[0], handler[1](c, i)

    return dispatch


# Intrinsics (without "llvm.") whose operands all have the type of the result, by their number; and how many others take.
_ALIKE = {
    name: count
    for count, names in {
        1: "arithmetic.fence fabs sqrt floor ceil trunc rint round roundeven nearbyint canonicalize exp exp2 exp10 log "
        "log2 log10 sin cos tan tanh sinh cosh ctpop bswap bitreverse",
        2: "minnum maxnum minimumnum maximumnum minimum maximum copysign pow umin umax smin smax uadd.sat usub.sat sadd.sat "
        "ssub.sat expect",
        3: "fma fmuladd fshl fshr",
    }.items()
    for name in names.split()
}
_COUNTS = {
    **dict.fromkeys("abs ctlz cttz ucmp scmp ldexp powi is.fpclass ptrmask".split(), 2),
    **dict.fromkeys((f"{s}{op}.with.overflow" for s in "su" for op in ("add", "sub", "mul")), 2),
    **dict.fromkeys("fptosi.sat fptoui.sat".split(), 1),
    **dict.fromkeys("memcpy memcpy.inline memmove memset".split(), 4),
}


def check_operands(i: ir.Instruction, kind: str) -> None:
    """Refuse a call of a general intrinsic whose operands are not those of its entry in the language reference."""
    name = _stem((i.callee or "").removeprefix("llvm."), _ALIKE | _COUNTS)
    count = _ALIKE.get(name, _COUNTS.get(name))
    if count is None:
        return
    given = [o.type for o in i.operands]
    number = {"float": ir.FloatType, "integer": ir.IntType}.get(kind, ir.Type)
    alike = name not in _ALIKE or all(t == i.type and isinstance(element_type(t), number) for t in given)
    if len(given) != count or not alike:
        which = f" of type {i.type}, a kind of {kind}" if name in _ALIKE else ""
        raise SimulatorError(
            f"line {i.line}: a call of @{i.callee} with operands ({', '.join(map(str, given))}): it takes {count}{which}"
        )


def nothing(c: Slots, i: ir.Instruction) -> Operation:
    return lambda E: None


def words(function: Function, count: int | None = None) -> Builder:
    return lambda c, i: elementwise(c, i, function, i.operands[:count])


def _signed(function: Function) -> Builder:
    return lambda c, i: elementwise(c, i, arithmetic.over_signed(function, i.type), i.operands)


def fma(c: Slots, i: ir.Instruction) -> Operation:
    return elementwise(c, i, arithmetic.fused_multiply_add(i.type), i.operands)


def _absolute(c: Slots, i: ir.Instruction) -> Operation:
    return elementwise(c, i, arithmetic.over_signed(np.abs, i.type), i.operands[:1])


def _fabs(c: Slots, i: ir.Instruction) -> Operation:
    type_ = element_type(i.type)
    dtype = np.dtype(f"u{type_.size}")
    keep = dtype.type((1 << type_.bits - 1) - 1)
    return elementwise(c, i, lambda a: (a.view(dtype) & keep).view(a.dtype), i.operands)


def _canonicalize(c: Slots, i: ir.Instruction) -> Operation:
    """The same number; a NaN becomes a quiet one."""
    type_ = float_type(i.type)
    words = np.dtype(f"u{type_.size}").type
    mantissa_bits = arithmetic.MANTISSA_BITS[type_.name]
    magnitude, quiet = words((1 << type_.bits - 1) - 1), words(1 << mantissa_bits - 1)
    infinity = magnitude - words((1 << mantissa_bits) - 1)

    def canonicalize(a: Array) -> Array:
        bits = a.view(words)
        return np.asarray(np.where(bits & magnitude > infinity, bits | quiet, bits).view(a.dtype))

    return elementwise(c, i, canonicalize, i.operands)


def _population(c: Slots, i: ir.Instruction) -> Operation:
    return elementwise(c, i, population_count, i.operands[:1])


def _over_bits(function: Function, bits: int) -> Function:
    """A function of unsigned integers, for i1 too, whose container has no arithmetic."""
    if bits > 1:
        return function
    return lambda *arrays: (function(*(a.astype(np.uint8) for a in arrays)) & np.uint8(1)).astype(np.bool_)


def _leading_zeros(c: Slots, i: ir.Instruction) -> Operation:
    bits = element_type(i.type).bits

    def count(a: Array) -> Array:
        for shift in (1, 2, 4, 8, 16, 32):
            if shift < 8 * a.dtype.itemsize:
                a = a | (a >> a.dtype.type(shift))
        return np.asarray(a.dtype.type(bits) - population_count(a))

    return elementwise(c, i, _over_bits(count, bits), i.operands[:1])


def _trailing_zeros(c: Slots, i: ir.Instruction) -> Operation:
    bits = element_type(i.type).bits

    def count(a: Array) -> Array:
        below = (a & (~a + a.dtype.type(1))) - a.dtype.type(1)
        return np.asarray(np.minimum(population_count(below), a.dtype.type(bits)))

    return elementwise(c, i, _over_bits(count, bits), i.operands[:1])


def _funnel(c: Slots, i: ir.Instruction, left: bool) -> Operation:
    bits = element_type(i.type).bits
    if bits not in (8, 16, 32, 64):
        raise UnsupportedError(f"a funnel shift of type {i.type}", i.line)

    def shift(high: Array, low: Array, by: Array) -> Array:
        by = by % by.dtype.type(bits)
        rest = by.dtype.type(bits) - by
        moved = (high << by) | (low >> rest) if left else (low >> by) | (high << rest)
        return np.where(by == 0, high if left else low, moved)

    return elementwise(c, i, shift, i.operands)


def _saturating(c: Slots, i: ir.Instruction, subtract: bool) -> Operation:
    bits = element_type(i.type).bits

    def apply(a: Array, b: Array) -> Array:
        if subtract:
            return np.where(a > b, a - b, a.dtype.type(0))
        top = a.dtype.type((1 << bits) - 1)
        return np.where(a > top - b, top, a + b)

    return elementwise(c, i, _over_bits(apply, bits), i.operands)


def _compare_three(c: Slots, i: ir.Instruction) -> Operation:
    type_ = element_type(i.operands[0].type)
    is_signed = ".scmp." in (i.callee or "")

    def compare(a: Array, b: Array) -> Array:
        if is_signed:
            a, b = signed(a, type_.bits), signed(b, type_.bits)
        result = (a > b).astype(np.int64) - (a < b).astype(np.int64)
        return result.view(np.uint64).astype(f"u{element_type(i.type).size}")

    return elementwise(c, i, compare, i.operands)


def _ordered(take: Function, least: bool) -> Function:
    """`take` the least or largest, with -0 below +0, as IEEE 754-2019 asks."""

    def apply(a: Array, b: Array) -> Array:
        result = take(a, b)
        both_zero = (a == 0) & (b == 0)
        negative = np.signbit(a) | np.signbit(b) if least else np.signbit(a) & np.signbit(b)
        return np.where(both_zero, np.where(negative, -np.abs(a), np.abs(a)), result)

    return apply


def _round_away(a: Array) -> Array:
    """To the nearest integer, halves away from zero."""
    whole = np.trunc(a)
    return np.where(np.abs(a - whole) >= 0.5, whole + np.copysign(a.dtype.type(1), a), np.copysign(whole, a))


def _first(c: Slots, i: ir.Instruction) -> Operation:
    """The first operand; others, if any, are hints."""
    a, d = c.slot(i.operands[0]), c.destination(i)
    return lambda E: E.__setitem__(d, E[a])


def _trap(c: Slots, i: ir.Instruction) -> Operation:
    machine, site, name = c.machine, c.site(i), i.callee
    return lambda E: machine.report_lanes(ArithmeticFinding, site, np.array([[True]]), message=f"reached @{name}")


def _assume(c: Slots, i: ir.Instruction) -> Operation:
    """The condition must hold, and what operand bundles say: "align" and "nonnull", of parameters of the kernel (LLVM Language
    Reference, llvm.assume and assume operand bundles). Others are refused."""
    a, machine, site = c.slot(i.operands[0]), c.machine, c.site(i)
    known = {name for _, name in c.function.parameters}
    bundles = []
    for tag, operands in i.extra.get("bundles", ()):
        pointer = operands[0] if operands else None
        known_tag = tag in ("align", "nonnull") and len(operands) <= 2
        if not known_tag or not isinstance(pointer, ir.Local) or pointer.name not in known:
            raise UnsupportedError(f'an assumption by operand bundle "{tag}" of something else than a parameter', i.line)
        align = c.integer(operands[1], "an alignment", i.line) if tag == "align" else 0
        bundles.append((tag, c.slot(pointer), pointer.name, align))

    def check(E: Environment) -> None:
        if not E[a].all():
            machine.report_lanes(ClaimFinding, site, ~E[a], message="the assumption does not hold")
        for tag, slot, name, align in bundles:
            pointer = E[slot]
            wrong = pointer & pointer.dtype.type(align - 1) != 0 if align else pointer == 0
            if wrong.any():
                message = f"the assumption does not hold: %{name} is not {f'aligned to {align}' if align else tag}"
                machine.report_lanes(ClaimFinding, site, wrong, message=message)

    return check


def _declare_scopes(c: Slots, i: ir.Instruction) -> Operation:
    if c.claims is None or not isinstance(i.operands[0], ir.MetadataOperand):
        return lambda E: None
    begin = c.claims.scopes.declare(i.operands[0].text)
    return lambda E: begin()


HANDLERS: dict[str, Handler] = {
    "llvm.fma": ("float", fma),
    "llvm.fmuladd": ("float", fma),
    "llvm.minnum": ("float", floats(_ordered(np.fmin, least=True))),
    "llvm.maxnum": ("float", floats(_ordered(np.fmax, least=False))),
    "llvm.minimumnum": ("float", floats(_ordered(np.fmin, least=True))),
    "llvm.maximumnum": ("float", floats(_ordered(np.fmax, least=False))),
    "llvm.minimum": ("float", floats(_ordered(np.minimum, least=True))),
    "llvm.maximum": ("float", floats(_ordered(np.maximum, least=False))),
    "llvm.fabs": ("float", _fabs),
    "llvm.copysign": ("float", floats(np.copysign)),
    "llvm.sqrt": ("float", floats(np.sqrt)),
    "llvm.floor": ("float", floats(np.floor)),
    "llvm.ceil": ("float", floats(np.ceil)),
    "llvm.trunc": ("float", floats(np.trunc)),
    "llvm.rint": ("float", floats(np.rint)),
    "llvm.round": ("float", floats(_round_away)),
    "llvm.roundeven": ("float", floats(np.rint)),
    "llvm.nearbyint": ("float", floats(np.rint)),
    "llvm.canonicalize": ("float", _canonicalize),
    "llvm.arithmetic.fence": ("float", _first),
    "llvm.exp": ("float", approximated(np.exp)),
    "llvm.exp2": ("float", approximated(np.exp2)),
    "llvm.log": ("float", approximated(np.log)),
    "llvm.log2": ("float", approximated(np.log2)),
    "llvm.umin": ("integer", words(np.minimum)),
    "llvm.umax": ("integer", words(np.maximum)),
    "llvm.smin": ("integer", _signed(np.minimum)),
    "llvm.smax": ("integer", _signed(np.maximum)),
    "llvm.abs": ("integer", _absolute),
    "llvm.ctpop": ("integer", _population),
    "llvm.ctlz": ("integer", _leading_zeros),
    "llvm.cttz": ("integer", _trailing_zeros),
    "llvm.fshl": ("integer", partial(_funnel, left=True)),
    "llvm.fshr": ("integer", partial(_funnel, left=False)),
    "llvm.uadd.sat": ("integer", partial(_saturating, subtract=False)),
    "llvm.usub.sat": ("integer", partial(_saturating, subtract=True)),
    "llvm.ucmp": ("integer", _compare_three),
    "llvm.scmp": ("integer", _compare_three),
    "llvm.assume": ("other", _assume),
    "llvm.expect": ("integer", _first),
    "llvm.expect.with.probability": ("integer", _first),
    "llvm.trap": ("other", _trap),
    "llvm.ubsantrap": ("other", _trap),
    "llvm.lifetime.start": ("other", nothing),
    "llvm.lifetime.end": ("other", nothing),
    "llvm.experimental.noalias.scope.decl": ("other", _declare_scopes),
}
