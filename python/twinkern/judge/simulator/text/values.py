"""How the simulator holds values, and conversions between number formats.

A scalar is a NumPy array of shape (G or 1, T or 1): G workgroups of a batch by T threads. A dimension of
length 1 says that the value is the same along it, so uniform values cost next to nothing. A vector is a
`Vector` of such arrays. half and bfloat stay as bits in uint16; pointers are unsigned integers; i1 is bool;
other integers sit zero-extended in the next wider unsigned type. A buffer resource is a `Resource`, a pointer into
one a `FatPointer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from . import ir

Array = npt.NDArray[Any]
"""A lane array. Its dtype is the container of a type of the text (`container`), which no checker of types can know."""

_UNSIGNED: dict[int, np.dtype[Any]] = {bits: np.dtype(f"u{bits // 8}") for bits in (8, 16, 32, 64)}
_BOOL = np.dtype(np.bool_)
_FLOATS: dict[str, np.dtype[Any]] = {"float": np.dtype(np.float32), "double": np.dtype(np.float64)}
_SIGNED: dict[int, np.dtype[Any]] = {bits: np.dtype(f"i{bits // 8}") for bits in (8, 16, 32, 64)}


class Vector:
    """Elements of a vector (or the members of an aggregate), each with a shape of its own.

    `array`, where not None, holds the same elements stacked along a leading axis, all of one shape. `computed` says
    that the vector was made as such an array, so that no element is the poison constant. `matrix` is where a matrix
    atom keeps its result in the order of its own; such a vector's lanes are laid out only when asked for."""

    __slots__ = ("_array", "_elements", "_lay_out", "computed", "matrix")

    def __init__(self, elements: Iterable[Value]) -> None:
        self._elements: tuple[Any, ...] | None = tuple(elements)
        self._array: Array | None = None
        self._lay_out: Callable[[], Array] | None = None
        self.computed = False
        self.matrix: Array | None = None

    @staticmethod
    def of(array: Array | None, matrix: Array | None = None, lay_out: Callable[[], Array] | None = None) -> Vector:
        """From an array, or from a matrix and the function that makes the array of it."""
        vector = Vector.__new__(Vector)
        vector._elements = None
        vector._array = array
        vector._lay_out = lay_out
        vector.computed = True
        vector.matrix = matrix
        return vector

    @property
    def array(self) -> Array | None:
        if self._array is None and self._lay_out is not None:
            self._array = self._lay_out()
        return self._array

    @property
    def elements(self) -> tuple[Any, ...]:
        """As their type in the text says: lane arrays, or vectors of an aggregate."""
        if self._elements is None:
            assert self.array is not None  # a vector has elements or is made of an array
            self._elements = tuple(self.array)
        return self._elements

    def __iter__(self) -> Iterator[Any]:
        return iter(self.elements)

    def __getitem__(self, index: int) -> Any:
        return self.elements[index]

    def __len__(self) -> int:
        return len(self.elements)

    def stacked(self) -> Array:
        """The elements as one array with a leading axis; all must have one dtype."""
        array = self.array
        if array is None:
            shape = np.broadcast_shapes(*{element.shape for element in self.elements})
            array = np.empty((len(self.elements), *shape), self.elements[0].dtype)
            for i, element in enumerate(self.elements):
                array[i] = element
            self._array = array
        return array


@dataclass(frozen=True, slots=True)
class Resource:
    """A raw buffer resource: base address, length in bytes, flags word; all lane arrays."""

    base: Array
    records: Array
    flags: Array


@dataclass(frozen=True, slots=True)
class FatPointer:
    """A buffer fat pointer (address space 7): a resource, and an offset of 32 bits in it."""

    resource: Resource
    offset: Array


Value = Array | Vector | Resource | FatPointer


Pointer = TypeVar("Pointer", Resource, FatPointer)


def combine(function: Callable[[Any, Any], Any], a: Pointer, b: Pointer) -> Pointer:
    """A function of lane arrays, applied to each part of two resources or of two fat pointers."""
    return type(a)(*(function(getattr(a, part.name), getattr(b, part.name)) for part in fields(a)))


def container(type_: ir.Type) -> np.dtype[Any]:
    """The dtype that holds a scalar of this type."""
    if isinstance(type_, ir.FloatType):
        return _FLOATS.get(type_.name, _UNSIGNED[16])
    if isinstance(type_, (ir.IntType, ir.PointerType)):
        bits = type_.bits
        if bits == 1:
            return _BOOL
        for width in (8, 16, 32, 64):
            if bits <= width:
                return _UNSIGNED[width]
    raise KeyError(f"{type_}")


def element_type(type_: ir.Type) -> ir.Scalar:
    """The element of a vector, else the type itself. Of one that is neither a vector nor a scalar nobody asks more than what it
    is."""
    return type_.element if isinstance(type_, ir.VectorType) else cast(ir.Scalar, type_)


def float_type(type_: ir.Type) -> ir.FloatType:
    """The type of floats, of a vector of them too. Raises TypeError where there are none."""
    return ir.expect(element_type(type_), ir.FloatType)


def from_bits(bits: int, type_: ir.Type) -> Array:
    """A uniform scalar from its bits."""
    dtype = container(type_)
    if dtype == np.bool_:
        return np.array([[bool(bits)]])
    unsigned = _UNSIGNED[dtype.itemsize * 8]
    return np.array([[bits & (1 << 8 * dtype.itemsize) - 1]], unsigned).view(dtype)


# One object for each dtype, so that a use of poison can be told by identity. Its bits make a mistake
# visible: NaN in every float format, and far out of range as an offset.
POISON: dict[np.dtype[Any], Array] = {
    dtype: (np.array([[True]]) if dtype == np.bool_ else np.full((1, 1), 0xFF, np.uint8).repeat(
        dtype.itemsize, axis=1).view(dtype))
    for dtype in map(np.dtype, (np.bool_, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64))
}  # fmt: skip


def is_poison(array: Array) -> bool:
    return array is POISON.get(array.dtype)


def signed(array: Array, bits: int) -> Array:
    """The two's complement reading of an unsigned container that holds a `bits`-wide integer."""
    if array.dtype == np.bool_:
        return -array.astype(np.int8)
    width = array.dtype.itemsize * 8
    view = array.view(_SIGNED[width])
    return view if bits == width else (view << (width - bits)) >> (width - bits)


def truncate(array: Array, type_: ir.IntType) -> Array:
    """Keep the low bits that `type_` has, in its container."""
    if type_.bits == 1:
        return (array & 1).astype(np.bool_)
    dtype = container(type_)
    array = array.astype(dtype, copy=False)
    if type_.bits != dtype.itemsize * 8:
        array = array & dtype.type((1 << type_.bits) - 1)
    return array


_POPULATION = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)


def population_count(array: Array) -> Array:
    """Number of set bits, in the array's own dtype."""
    if array.dtype == np.bool_:
        return array
    octets = np.ascontiguousarray(array)[..., None].view(np.uint8)
    return np.asarray(_POPULATION[octets].sum(axis=-1, dtype=array.dtype))


def blend(mask: Array, new: Any, old: Any) -> Any:
    """`new` where the mask is set, `old` (another value of its kind, or None) elsewhere."""
    if old is None or new is old:
        return new
    if isinstance(new, Vector):
        if new.array is not None and old.array is not None:
            return Vector.of(np.where(mask, new.array, old.array))
        return Vector(blend(mask, n, o) for n, o in zip(new, old, strict=True))
    if isinstance(new, (Resource, FatPointer)):
        return combine(partial(blend, mask), new, old)
    return np.where(mask, new, old)


# Number formats.


def bf16_to_f32(bits: Array) -> Array:
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def f32_to_bf16(values: Array) -> Array:
    """Round to nearest even; a NaN stays a (quiet) NaN."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    rounded = (bits + (np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)))) >> np.uint32(16)
    nan = values != values
    if nan.any():
        rounded = np.where(nan, (bits >> np.uint32(16)) | np.uint32(0x40), rounded)
    return rounded.astype(np.uint16)


def f64_to_f32_odd(values: Array) -> Array:
    """Round to odd: a second rounding to a format at least two bits narrower is then right."""
    nearest = values.astype(np.float32)
    error = values - nearest.astype(np.float64)
    bits = nearest.view(np.uint32)
    inexact = (error != 0) & np.isfinite(values) & ((bits & np.uint32(1)) == 0)
    away = (error > 0) == (values > 0)
    adjusted = np.where(away, bits + np.uint32(1), bits - np.uint32(1))
    overflow = np.isinf(nearest) & np.isfinite(values)
    largest = np.copysign(np.float32(np.finfo(np.float32).max), values).astype(np.float32).view(np.uint32)
    return np.where(overflow, largest, np.where(inexact, adjusted, bits)).view(np.float32)


def to_numeric(array: Array, type_: ir.FloatType) -> Array:
    """The numbers that a container holds: float32 for the 16-bit formats (exact), else the array itself."""
    if type_.name == "half":
        return array.view(np.float16).astype(np.float32)
    return bf16_to_f32(array) if type_.name == "bfloat" else array


def from_numeric(values: Array, type_: ir.FloatType) -> Array:
    """Round numbers (float32, or float64 of any precision) once, to nearest even, into a container."""
    if type_.name == "half":
        return values.astype(np.float16).view(np.uint16)
    if type_.name == "bfloat":
        return f32_to_bf16(f64_to_f32_odd(values) if values.dtype == np.float64 else values)
    return values.astype(container(type_), copy=False)
