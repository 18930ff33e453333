"""Simulated memory: allocations of global memory, LDS and private memory as flat byte arrays.

Global addresses give each allocation a terabyte of its own, so a stray access never lands in a neighbour;
LDS objects are parted by guard gaps. An `Access` is one instruction's set of addresses, resolved and
checked; it can be kept as long as the pointer and the mask are the same objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..text.values import Array

SLOT_BITS = 40
LEAD = 1 << 32  # where an allocation starts in its slot: room for accesses before it
LARGEST_ALIGNMENT = 1 << 30  # of an address, as far as anyone asks
LDS_APERTURE = 1 << 56  # flat addresses of LDS and private memory
PRIVATE_APERTURE = 1 << 57
LDS_GAP = 4096

_UNITS: dict[int, type[np.generic]] = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64, 16: np.complex128}


class Bytes:
    """A flat byte array with views of wider units."""

    def __init__(self, data: Array) -> None:
        self.data = data
        self._views: dict[int, Array] = {}

    def view(self, unit: int) -> Array:
        if unit not in self._views:
            length = self.data.size // unit * unit
            self._views[unit] = self.data[:length].view(_UNITS[unit])
        return self._views[unit]

    def fill(self, value: int) -> None:
        self.data.fill(value)


@dataclass(slots=True, eq=False)
class Region:
    """A named object inside a memory: [start, start + size) in that memory's own addresses."""

    name: str
    start: int
    size: int


class Memory:
    """Bytes and the regions that may be touched; `space` names it in messages."""

    space = "global"
    base = 0  # the address of its first byte, where it has one of its own
    constant = False  # may not be written
    lane_base: Array | None = None  # of each lane (G, T|1), where in `content` its address 0 is; None: at the start
    alignment = LARGEST_ALIGNMENT  # the largest power of two that divides the address of its first byte

    def __init__(self, content: Bytes, regions: list[Region]) -> None:
        self.content = content
        self.regions = sorted(regions, key=lambda region: region.start)

    def region_near(self, address: int) -> Region | None:
        """The region that holds the address, else the nearest one."""
        return min(
            self.regions,
            key=lambda r: max(r.start - address, address - (r.start + r.size) + 1, 0),
            default=None,
        )

    def nearest(self, addresses: Array) -> Array:
        """The index in `regions` of what `region_near` says of each (signed) address; 0 where there is no region."""
        away = [np.maximum(np.maximum(r.start - addresses, addresses - (r.start + r.size) + 1), 0) for r in self.regions]
        return np.argmin(away, axis=0) if away else np.zeros(addresses.shape, np.intp)

    def spans(self, low: int, high: int) -> bool:
        """Whether one region holds all bytes from `low` to `high`."""
        return any(region.start <= low and high <= region.start + region.size for region in self.regions)

    def inside(self, offsets: Array, size: int) -> Array:
        """Whether each access of `size` bytes lies in one region."""
        offsets = offsets.astype(np.int64)
        good = np.zeros(offsets.shape, np.bool_)
        for region in self.regions:
            good |= (offsets >= region.start) & (offsets + size <= region.start + region.size)
        return good


class Allocation(Memory):
    """A buffer of global memory; `written` shadows it where bytes may be without a value: an output, or a variable of the
    module whose initialiser leaves some out. Elements are of `element` bytes."""

    def __init__(self, name: str, data: Array, slot: int, element: int, constant: bool, alignment: int = 0) -> None:
        super().__init__(Bytes(data), [Region(name, 0, data.size)])
        self.name = name
        self.base = (slot << SLOT_BITS) + LEAD + alignment
        self.alignment = alignment or self.alignment
        self.element = element
        self.constant = constant
        self.output = False
        self.may_have_padding = False
        self.written: Bytes | None = None

    def declare_output(self, may_have_padding: bool) -> None:
        """Every byte must be written once, and none read before; `may_have_padding`: but for what a row stride leaves."""
        self.output = True
        self.may_have_padding = may_have_padding
        self.written = Bytes(np.zeros(self.content.data.size, np.uint8))

    def missing(self) -> Array:
        """Which bytes of an output were not written and should have been."""
        assert self.written is not None
        missing = self.written.data == 0
        if self.may_have_padding and is_row_padding(missing):
            return np.zeros_like(missing)
        return np.asarray(missing)


class Lds(Memory):
    """Local data share: the same regions for every workgroup, `stride` bytes a workgroup. `used` is one past the highest byte
    that an access touched."""

    space = "lds"

    def __init__(self, regions: list[Region], groups: int) -> None:
        end = max((region.start + region.size for region in regions), default=0)
        self.stride = -(-end // 16) * 16
        super().__init__(Bytes(np.zeros(groups * self.stride, np.uint8)), regions)
        self.lane_base = (np.arange(groups, dtype=np.int64) * self.stride)[:, None]
        self.used = 0


class Private(Memory):
    """Per-lane memory of allocas."""

    space = "private"

    def __init__(self, lanes: tuple[int, int], size: int) -> None:
        stride = -(-size // 16) * 16
        count = lanes[0] * lanes[1]
        super().__init__(Bytes(np.zeros(count * stride, np.uint8)), [Region("alloca", 0, size)])
        self.lane_base = np.arange(count, dtype=np.int64).reshape(lanes) * stride


class GlobalMemory:
    """All allocations, by the slot in an address's high bits."""

    def __init__(self) -> None:
        self.slots: dict[int, Allocation] = {}

    def allocate(
        self, name: str, data: Array, element: int = 1, constant: bool = False, alignment: int = 0
    ) -> Allocation:
        """Place a buffer; `alignment`: at an address that is a multiple of so many bytes (a power of two), and of no more."""
        slot = len(self.slots) + 1
        allocation = Allocation(name, data, slot, element, constant, alignment)
        self.slots[slot] = allocation
        return allocation


@dataclass(eq=False)
class Access:
    """Addresses of one access by the lanes of a batch.

    `flat`: byte offsets into `memory.content`, in the natural shape of the pointer, or one dimension over
    the lanes that `select` picks. `offsets`: the same in the memory's own addresses (an LDS offset, an
    offset in the buffer)."""

    memory: Memory
    offsets: Array
    flat: Array
    size: int
    unit: int
    select: Array | None
    low: int = 0
    high: int = 0
    lane_shape: tuple[int, int] = (1, 1)
    notes: dict[object, Any] = field(default_factory=dict)

    @cached_property
    def index(self) -> Array:
        """Indices in units; a trailing axis where an access spans several units."""
        return self.index_in(self.unit)

    def index_in(self, unit: int) -> Array:
        index = self.flat >> (unit.bit_length() - 1)
        count = self.size // unit
        return index if count == 1 else index[..., None] + np.arange(count)

    @property
    def count(self) -> int:
        return self.size // self.unit

    @property
    def place(self) -> Any:
        """The index of its lanes in an array of all lanes."""
        return ... if self.select is None else self.select

    def gather(self, content: Bytes) -> Array:
        """The bytes of each lane's access: shape flat.shape + (size,)."""
        return content.view(self.unit).take(self.index).view(np.uint8).reshape(*self.flat.shape, self.size)

    def gather_words(self, content: Bytes) -> Array:
        """As `gather`, in words that integer operations accept."""
        found = content.view(self.unit).take(self.index)
        return found.view(np.uint64) if self.unit == 16 else found

    def fill(self, shadow: Bytes) -> None:
        """Set a shadow's bytes to 1 where this access goes."""
        unit = min(self.unit, 8)
        shadow.view(unit)[self.index_in(unit)] = int("01" * unit, 16)

    def put(self, shadow: Bytes, values: Array, lanes: Array | None = None) -> None:
        """Set a shadow's bytes where a (full) access goes, or some of its lanes, to a value for each lane."""
        unit = min(self.unit, 8)
        index = self.index_in(unit)
        words = repeated(values, unit)
        if index.ndim > words.ndim:
            words = np.broadcast_to(words[..., None], index.shape)
        if lanes is not None:
            words, index = words[lanes], index[lanes]
        shadow.view(unit)[index] = words

    def lanes(self, values: Array) -> Array:
        """Spread per-lane values of shape (G|1, T|1) over this access's lanes."""
        if self.select is not None:
            return np.broadcast_to(values, self.select.shape)[self.select]
        if values.shape == self.flat.shape:
            return values
        return np.broadcast_to(values, np.broadcast_shapes(values.shape, self.flat.shape))

    def full(self) -> Access:
        """The same access with one address a lane where it was uniform."""
        if self.select is not None or self.flat.shape == self.lane_shape:
            return self
        shape = self.lane_shape
        offsets, flat = np.broadcast_to(self.offsets, shape), np.ascontiguousarray(np.broadcast_to(self.flat, shape))
        return Access(self.memory, offsets, flat, self.size, self.unit, None, self.low, self.high, shape)

    def expand(self, data: Array) -> Array:
        """Per-lane bytes back to the lanes: zeros where the access did not happen."""
        if self.select is None:
            return data
        out = np.zeros((*self.select.shape, data.shape[-1]), np.uint8)
        out[self.select] = data
        return out


def repeated(byte: int | Array, unit: int) -> Array:
    """A byte value replicated over a word of `unit` bytes (at most eight)."""
    dtype = np.dtype(f"u{min(unit, 8)}")
    ones = dtype.type(int("01" * dtype.itemsize, 16))
    return np.asarray(np.asarray(byte).astype(dtype) * ones)


def words_of(data: Array, access: Access) -> Array:
    """Bytes of shape (G|1, T|1, size), contiguous, as the words that `access` stores."""
    shape = (*access.lane_shape, access.size)
    full = data if data.shape == shape else np.broadcast_to(data, shape)
    chosen = np.ascontiguousarray(full if access.select is None else full[access.select])
    words = chosen.view(_UNITS[access.unit])
    return words[..., 0] if access.count == 1 else words


def is_row_padding(missing: Array) -> bool:
    """Whether the missing bytes are the ends of rows: the same columns of each, in two rows or more, and none elsewhere."""
    if not missing.any() or missing.all():
        return False
    columns = int(np.argmax(missing))
    behind = ~missing[columns:]
    if not behind.any():
        return False
    stride = columns + int(np.argmax(behind))
    return bool(np.array_equal(missing, np.arange(missing.size) % stride >= columns))


def first_place(where: Array) -> tuple[int, ...]:
    """The index of the first place that is marked."""
    return tuple(int(part) for part in np.unravel_index(int(np.argmax(where)), where.shape))


def first_byte(access: Access, where: Array) -> tuple[tuple[int, ...], int]:
    """The first byte of an access that `where` (lanes, bytes) marks: its lane's index and its address."""
    *lane, byte = first_place(where)
    return tuple(lane), int(access.offsets[tuple(lane)]) + byte


def parted(access: Access, hits: Array) -> Iterator[Array]:
    """What `hits` (lanes, bytes) marks of an access, one region of its memory at a time."""
    for region in access.memory.regions:
        inside = (access.offsets >= region.start) & (access.offsets < region.start + region.size)
        part = hits & inside[..., None]
        if part.any():
            yield part


def widest_unit(size: int, alignment: int) -> int:
    """The widest power of two, up to 16, that divides the size and every address."""
    unit = min(alignment, 16)
    while size % unit:
        unit >>= 1
    return unit
