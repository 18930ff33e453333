"""Intrinsics of LLVM over integers, floats and memory that are less common than those in `intrinsics`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..memory.layout import check_storable, from_bytes, to_bytes
from ..memory.site import Request
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, Vector, blend, element_type, float_type, from_numeric, signed, to_numeric
from . import arithmetic
from .arithmetic import Function
from .machine import Machine
from .operations import Resolver, elementwise, pointer_space
from .slots import Builder, Environment, Operation, Slots

LONGEST_COPY = 4096
"""Bytes of a memcpy or memset that are unrolled."""


def floats(function: Function) -> Builder:
    """Of numbers, rounded to the format."""
    return lambda c, i: elementwise(c, i, arithmetic.over_numbers(function, i.type), i.operands)


def approximated(function: Function) -> Builder:
    """As `floats`, of functions that hardware approximates."""
    return lambda c, i: elementwise(c, i, arithmetic.over_double(function, i.type), i.operands)


# Integers.


def _whole(type_: ir.Type, what: str, line: int) -> int:
    """Bits of an integer type that fills its container."""
    element = element_type(type_)
    if not isinstance(element, ir.IntType) or element.bits not in (8, 16, 32, 64):
        raise UnsupportedError(f"{what} of type {type_}", line)
    return element.bits


def _with_overflow(c: Slots, i: ir.Instruction, operation: str, is_signed: bool) -> Operation:
    """{result, whether it wrapped}."""
    type_ = i.operands[0].type
    bits = _whole(type_, f"@{i.callee}", i.line)
    if isinstance(type_, ir.VectorType):
        raise UnsupportedError(f"@{i.callee} of vectors", i.line)
    a, b, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)
    compute = arithmetic.binary(operation, type_)

    def apply(E: Environment) -> None:
        result = compute(E[a], E[b])
        E[d] = Vector([result, _wrapped(operation, is_signed, E[a], E[b], result, bits)])

    return apply


def _wrapped(operation: str, is_signed: bool, a: Array, b: Array, result: Array, bits: int) -> Array:
    if operation == "mul":
        high = arithmetic.multiply_high(a, b, bits, is_signed)
        if not is_signed:
            return np.asarray(high != 0)
        return np.asarray(high != np.where(signed(result, bits) < 0, result.dtype.type((1 << bits) - 1), result.dtype.type(0)))
    if not is_signed:
        return result < a if operation == "add" else a < b
    x, y, z = (signed(v, bits) < 0 for v in (a, b, result))
    return np.asarray((x != z) & ((x == y) if operation == "add" else (x != y)))


def _saturate_signed(c: Slots, i: ir.Instruction, operation: str) -> Operation:
    bits = _whole(i.type, f"@{i.callee}", i.line)
    compute = arithmetic.binary(operation, element_type(i.type))

    def apply(a: Array, b: Array) -> Array:
        result = compute(a, b)
        limit = np.where(signed(a, bits) < 0, a.dtype.type(1 << bits - 1), a.dtype.type((1 << bits - 1) - 1))
        return np.where(_wrapped(operation, True, a, b, result, bits), limit, result)

    return elementwise(c, i, apply, i.operands)


def _reverse_bytes(c: Slots, i: ir.Instruction) -> Operation:
    _whole(i.type, "bswap", i.line)
    return elementwise(c, i, lambda a: np.ascontiguousarray(a).byteswap(), i.operands)


def _reverse_bits(c: Slots, i: ir.Instruction) -> Operation:
    bits = element_type(i.type).bits
    if bits == 1:
        return elementwise(c, i, lambda a: a, i.operands)

    def reverse(a: Array) -> Array:
        return np.asarray(arithmetic.reverse_bits(a) >> a.dtype.type(8 * a.dtype.itemsize - bits))

    return elementwise(c, i, reverse, i.operands)


def _mask_pointer(c: Slots, i: ir.Instruction) -> Operation:
    return elementwise(c, i, lambda a, mask: a & mask.astype(a.dtype), i.operands)


# Reductions of vectors.


def _reduce(function: Callable[[ir.Type], Function], start: bool = False) -> Builder:
    """From the first element to the last, as the ordered reduction says; `start`: an operand comes first."""

    def build(c: Slots, i: ir.Instruction) -> Operation:
        apply = function(i.type)
        slots, d = [c.slot(operand) for operand in i.operands], c.destination(i)

        def reduce(E: Environment) -> None:
            elements = list(E[slots[-1]])
            total = E[slots[0]] if start else elements.pop(0)
            for element in elements:
                total = apply(total, element)
            E[d] = total

        return reduce

    return build


def _binary(name: str) -> Callable[[ir.Type], Function]:
    return lambda type_: arithmetic.binary(name, type_)


def _signed(function: Function) -> Callable[[ir.Type], Function]:
    return lambda type_: arithmetic.over_signed(function, type_)


def _float(function: Function) -> Callable[[ir.Type], Function]:
    return lambda type_: arithmetic.over_numbers(function, type_)


# Floats.


def load_exponent(c: Slots, i: ir.Instruction) -> Operation:
    """a * 2 ** exponent, rounded once."""
    type_, bits = float_type(i.type), element_type(i.operands[1].type).bits

    def load(a: Array, exponent: Array) -> Array:
        power = np.clip(signed(exponent, bits).astype(np.int64), -3000, 3000).astype(np.int32)
        return from_numeric(np.ldexp(to_numeric(a, type_).astype(np.float64), power), type_)

    return elementwise(c, i, load, i.operands)


def _integer_power(c: Slots, i: ir.Instruction) -> Operation:
    """a ** n of an integer n, rounded once: the order of the multiplications is not specified."""
    type_, bits = float_type(i.type), element_type(i.operands[1].type).bits

    def raised(a: Array, n: Array) -> Array:
        return from_numeric(np.power(to_numeric(a, type_).astype(np.float64), signed(n, bits).astype(np.float64)), type_)

    return elementwise(c, i, raised, i.operands)


def _is_class(c: Slots, i: ir.Instruction) -> Operation:
    type_ = float_type(i.operands[0].type)
    mask = np.uint32(c.integer(i.operands[1], "a class mask", i.line))
    return elementwise(c, i, lambda a: arithmetic.in_class(a, type_, mask), i.operands[:1])


def _to_integer(op: str) -> Builder:
    """fptosi.sat and fptoui.sat: the conversion here saturates in any case."""
    return lambda c, i: elementwise(
        c, i, arithmetic.cast(op, element_type(i.operands[0].type), element_type(i.type), i.line), i.operands
    )


# Memory.


def _copy(c: Slots, i: ir.Instruction) -> Operation:
    """memcpy and memmove of a literal number of bytes: all are read before any is written."""
    machine, site = c.machine, c.site(i)
    size = _length(c, i)
    to, source = i.operands[:2]
    read = _bytes(c, source, size, i, "load")
    write = _bytes(c, to, size, i, "store")
    a, b = c.slot(to), c.slot(source)
    loads, stores = (pointer_space(pointer, i.line) not in (3, 5) for pointer in (source, to))

    def copy(E: Environment) -> None:
        if loads:
            machine.count_vector_memory(size, E[b])
        if stores:
            machine.count_vector_memory(size)
        parts = [machine.load(resolve(E[b] + E[b].dtype.type(at)), width, site) for at, width, resolve in read]
        for (at, _, resolve), data in zip(write, parts, strict=True):
            machine.store(resolve(E[a] + E[a].dtype.type(at)), data, site)

    return copy


def _set(c: Slots, i: ir.Instruction) -> Operation:
    machine, site = c.machine, c.site(i)
    size, stores = _length(c, i), pointer_space(i.operands[0], i.line) not in (3, 5)
    parts = _bytes(c, i.operands[0], size, i, "store")
    a, v = c.slot(i.operands[0]), c.slot(i.operands[1])

    def fill(E: Environment) -> None:
        if stores:
            machine.count_vector_memory(size)
        for at, width, resolve in parts:
            data = np.ascontiguousarray(np.repeat(E[v][..., None], width, axis=-1))
            machine.store(resolve(E[a] + E[a].dtype.type(at)), data, site)

    return fill


def _length(c: Slots, i: ir.Instruction) -> int:
    size = c.integer(i.operands[2], "a length", i.line)
    if size > LONGEST_COPY:
        raise UnsupportedError(f"@{i.callee} of {size} bytes: up to {LONGEST_COPY} are", i.line)
    return size


def _bytes(c: Slots, pointer: ir.Operand, size: int, i: ir.Instruction, kind: str) -> list[tuple[int, int, Resolver]]:
    """(first byte, size, resolver) of the parts of a block, 16 bytes at most each."""
    parts, at = [], 0
    while at < size:
        width = next(width for width in (16, 8, 4, 2, 1) if width <= size - at)
        request = Request(width, 1, c.site(i), kind)
        parts.append((at, width, Resolver(c.machine, pointer_space(pointer, i.line), request)))
        at += width
    return parts


def masked(c: Slots, i: ir.Instruction) -> tuple[ir.Operand, int]:
    """The mask of masked.load or masked.store, and the alignment, an operand before it up to LLVM 21. Elements are accessed
    one by one, so no more than an element's own is asked for."""
    position = 1 if (i.callee or "").startswith("llvm.masked.load") else 2
    rest = i.operands[position:]
    align = c.integer(rest.pop(0), "an alignment", i.line) if not isinstance(rest[0].type, ir.VectorType) else 1
    return rest[0], align


def _elements(c: Slots, i: ir.Instruction, type_: ir.Type, pointer: ir.Operand, kind: str) -> list[Resolver]:
    check_storable(type_, i.line)
    size, (_, align) = element_type(type_).size, masked(c, i)
    request = Request(size, min(size, align), c.site(i), kind)
    return [Resolver(c.machine, pointer_space(pointer, i.line), request) for _ in range(ir.expect(type_, ir.VectorType).count)]


def narrowed(machine: Machine, condition: Array) -> Array | None:
    """The active lanes for which a condition holds; None where there are none."""
    inner = np.broadcast_to(condition, machine.lanes) & (machine.live if machine.mask is None else machine.mask)
    return inner if inner.any() else None


def _masked_load(c: Slots, i: ir.Instruction) -> Operation:
    """(pointer, mask, value where the mask is off)."""
    machine, site, element = c.machine, c.site(i), element_type(i.type)
    resolvers = _elements(c, i, i.type, i.operands[0], "load")
    a, m, p, d = (c.slot(i.operands[0]), c.slot(masked(c, i)[0]), c.slot(i.operands[-1]), c.destination(i))

    def load(E: Environment) -> None:
        result = list(E[p])
        for n, resolve in enumerate(resolvers):
            if (inner := narrowed(machine, E[m][n])) is not None:
                with machine.masked(inner):
                    data = machine.load(resolve(E[a] + E[a].dtype.type(n * element.size)), element.size, site)
                result[n] = blend(E[m][n], from_bytes(data, element), result[n])
        E[d] = Vector(result)

    return load


def _masked_store(c: Slots, i: ir.Instruction) -> Operation:
    """(value, pointer, mask)."""
    machine, site, type_ = c.machine, c.site(i), i.operands[0].type
    element, resolvers = element_type(type_), _elements(c, i, type_, i.operands[1], "store")
    v, a, m = c.slot(i.operands[0]), c.slot(i.operands[1]), c.slot(masked(c, i)[0])

    def store(E: Environment) -> None:
        for n, resolve in enumerate(resolvers):
            if (inner := narrowed(machine, E[m][n])) is not None:
                with machine.masked(inner):
                    address = E[a] + E[a].dtype.type(n * element.size)
                    machine.store(resolve(address), to_bytes(E[v][n], element), site)

    return store


def _interleave(c: Slots, i: ir.Instruction) -> Operation:
    a, b, d = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i)

    def interleave(E: Environment) -> None:
        E[d] = Vector([element for pair in zip(E[a], E[b], strict=True) for element in pair])

    return interleave


HANDLERS: dict[str, tuple[str, Builder]] = {
    **{
        f"llvm.{kind}{name}.with.overflow": ("integer", partial(_with_overflow, operation=name, is_signed=kind == "s"))
        for name in ("add", "sub", "mul")
        for kind in "us"
    },
    "llvm.sadd.sat": ("integer", partial(_saturate_signed, operation="add")),
    "llvm.ssub.sat": ("integer", partial(_saturate_signed, operation="sub")),
    "llvm.bswap": ("integer", _reverse_bytes),
    "llvm.bitreverse": ("integer", _reverse_bits),
    "llvm.ptrmask": ("integer", _mask_pointer),
    **{f"llvm.vector.reduce.{name}": ("integer", _reduce(_binary(name))) for name in ("add", "mul", "and", "or", "xor")},
    "llvm.vector.reduce.umin": ("integer", _reduce(lambda type_: np.minimum)),
    "llvm.vector.reduce.umax": ("integer", _reduce(lambda type_: np.maximum)),
    "llvm.vector.reduce.smin": ("integer", _reduce(_signed(np.minimum))),
    "llvm.vector.reduce.smax": ("integer", _reduce(_signed(np.maximum))),
    "llvm.vector.reduce.fadd": ("float", _reduce(_binary("fadd"), start=True)),
    "llvm.vector.reduce.fmul": ("float", _reduce(_binary("fmul"), start=True)),
    "llvm.vector.reduce.fmin": ("float", _reduce(_float(np.fmin))),
    "llvm.vector.reduce.fmax": ("float", _reduce(_float(np.fmax))),
    "llvm.vector.interleave2": ("move", _interleave),
    "llvm.powi": ("float", _integer_power),
    "llvm.ldexp": ("float", load_exponent),
    "llvm.is.fpclass": ("float", _is_class),
    "llvm.fptosi.sat": ("convert", _to_integer("fptosi")),
    "llvm.fptoui.sat": ("convert", _to_integer("fptoui")),
    "llvm.pow": ("float", approximated(np.power)),
    "llvm.sin": ("float", approximated(np.sin)),
    "llvm.cos": ("float", approximated(np.cos)),
    "llvm.tan": ("float", approximated(np.tan)),
    "llvm.tanh": ("float", approximated(np.tanh)),
    "llvm.sinh": ("float", approximated(np.sinh)),
    "llvm.cosh": ("float", approximated(np.cosh)),
    "llvm.exp10": ("float", approximated(lambda a: np.power(10.0, a))),
    "llvm.log10": ("float", approximated(np.log10)),
    "llvm.masked.load": ("global_load", _masked_load),
    "llvm.masked.store": ("global_store", _masked_store),
    "llvm.memcpy": ("other", _copy),
    "llvm.memcpy.inline": ("other", _copy),
    "llvm.memmove": ("other", _copy),
    "llvm.memset": ("other", _set),
}
