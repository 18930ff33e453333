"""Values to the bytes they have in memory, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, Value, Vector, container, element_type


def check_storable(type_: ir.Type, line: int) -> None:
    """Raise UnsupportedError for types whose memory form is not modelled."""
    if isinstance(type_, (ir.ArrayType, ir.StructType)):
        for part in {type_.element} if isinstance(type_, ir.ArrayType) else set(type_.elements):
            check_storable(part, line)
        return
    element = type_.element if isinstance(type_, ir.VectorType) else type_
    whole = isinstance(element, ir.IntType) and element.bits in (8, 16, 32, 64)
    bit = element == ir.I1
    pointer = isinstance(element, ir.PointerType) and element.bits in (32, 64)
    if not (whole or bit or pointer or isinstance(element, ir.FloatType)):
        raise UnsupportedError(f"a value of type {type_} in memory", line)


def leaves(type_: ir.Type, at: int = 0, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ir.Type, tuple[int, ...]]]:
    """(offset, type, indices) of each scalar or vector in a type; for one that is no aggregate, itself."""
    if isinstance(type_, ir.ArrayType):
        for n in range(type_.count):
            yield from leaves(type_.element, at + n * type_.element.stride, (*path, n))
    elif isinstance(type_, ir.StructType):
        for n, element in enumerate(type_.elements):
            yield from leaves(element, at + type_.offset(n), (*path, n))
    else:
        yield at, type_, path


def member(value: Any, path: tuple[int, ...]) -> Any:
    """The member of an aggregate that indices lead to."""
    for index in path:
        value = value[index]
    return value


def aggregate(type_: ir.Type, parts: Iterator[Value]) -> Value:
    """The value of a type whose leaves, in order, are given."""
    if isinstance(type_, ir.ArrayType):
        return Vector([aggregate(type_.element, parts) for _ in range(type_.count)])
    if isinstance(type_, ir.StructType):
        return Vector([aggregate(element, parts) for element in type_.elements])
    return next(parts)


def to_bytes(value: Array | Vector, type_: ir.Type) -> Array:
    """Contiguous bytes, shape (G|1, T|1, size), of what is no aggregate. Vectors of i1 lie bit by bit, from bit 0 up."""
    if isinstance(value, Vector):
        if element_type(type_) == ir.I1:
            return np.packbits(value.stacked().transpose(1, 2, 0), axis=-1, bitorder="little")
        lanes_first = np.ascontiguousarray(value.stacked().transpose(1, 2, 0))
        return lanes_first.view(np.uint8)
    return np.ascontiguousarray(value)[..., None].view(np.uint8)


def from_bytes(data: Array, type_: ir.Type) -> Array | Vector:
    """The value whose bytes, shape (G|1, T|1, size), are given."""
    if isinstance(type_, ir.VectorType):
        if type_.element == ir.I1:
            bits = np.unpackbits(data, axis=-1, count=type_.count, bitorder="little")
            return Vector.of(bits.astype(np.bool_).transpose(2, 0, 1))
        return Vector.of(data.view(container(type_.element)).transpose(2, 0, 1))
    if type_ == ir.I1:
        return (data[..., 0] & 1).astype(np.bool_)
    return data.view(container(type_))[..., 0]


def bitcast(value: Array | Vector, source: ir.Type, target: ir.Type) -> Array | Vector:
    """Reinterpret the bits."""
    if not isinstance(value, Vector) and not isinstance(target, ir.VectorType):
        return value.view(container(target))
    whole = isinstance(source, ir.VectorType) and isinstance(target, ir.VectorType) and source.count == target.count
    if whole and isinstance(value, Vector):
        dtype = container(element_type(target))
        if value.array is not None:
            return Vector.of(value.array.view(dtype))
        return Vector(element.view(dtype) for element in value)
    return from_bytes(to_bytes(value, source), target)
