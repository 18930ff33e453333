"""Values to the bytes they have in memory, and back."""

from __future__ import annotations

import numpy as np

from . import ir
from .errors import UnsupportedError
from .values import Array, Value, Vector, container


def check_storable(type_: ir.Type, line: int) -> None:
    """Raise UnsupportedError for types whose memory form is not modelled."""
    element = type_.element if isinstance(type_, ir.VectorType) else type_
    whole = isinstance(element, ir.IntType) and element.bits in (8, 16, 32, 64)
    scalar_bool = type_ == ir.I1
    pointer = isinstance(element, ir.PointerType) and element.bits in (32, 64)
    if not (whole or scalar_bool or pointer or isinstance(element, ir.FloatType)):
        raise UnsupportedError(f"a value of type {type_} in memory", line)


def to_bytes(value: Value, type_: ir.Type) -> Array:
    """Contiguous bytes, shape (G|1, T|1, size)."""
    if isinstance(value, Vector):
        lanes_first = np.ascontiguousarray(value.stacked().transpose(1, 2, 0))
        return lanes_first.view(np.uint8)
    return np.ascontiguousarray(value)[..., None].view(np.uint8)


def from_bytes(data: Array, type_: ir.Type) -> Value:
    """The value whose bytes, shape (G|1, T|1, size), are given."""
    if isinstance(type_, ir.VectorType):
        return Vector.of(data.view(container(type_.element)).transpose(2, 0, 1))
    if type_ == ir.I1:
        return (data[..., 0] & 1).astype(np.bool_)
    return data.view(container(type_))[..., 0]


def bitcast(value: Value, source: ir.Type, target: ir.Type, line: int) -> Value:
    """Reinterpret the bits."""
    check_storable(source, line)
    check_storable(target, line)
    vectors = isinstance(source, ir.VectorType), isinstance(target, ir.VectorType)
    if vectors == (False, False):
        return value.view(container(target))
    if vectors == (True, True) and source.count == target.count:
        dtype = container(target.element)
        if value.array is not None:
            return Vector.of(value.array.view(dtype))
        return Vector(element.view(dtype) for element in value)
    return from_bytes(to_bytes(value, source), target)
