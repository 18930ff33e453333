"""How a tile is shared out over the threads of a workgroup, and where its elements lie in LDS. Host-side arithmetic only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import gcd

from twinkern._contract import (
    DWORD_BYTES,
    MOST_PAD,
    SWIZZLE_ROWS,
    SWIZZLE_SHIFTS,
    VECTOR_BYTES,
    WIDEST_CHUNK,
    Arch,
    Operand,
    Read,
    ReadKind,
)
from twinkern.engine.plan.lanes import INTEGERS, Arithmetic, Value, row_and_column


def vector_fits(rows: int, columns: int, run: int, threads: int, vector: int) -> bool:
    """Whether a [rows][columns] tile can be moved in vectors of `vector` elements along its columns.

    The vector must stay inside a contiguous run and a row, and every thread must get the same number of them.
    """
    vectors = rows * columns // vector
    return run % vector == 0 and columns % vector == 0 and vectors >= threads and vectors % threads == 0


def vector_width(rows: int, columns: int, run: int, threads: int, element_bytes: int) -> int:
    """The widest admissible vector in elements, a power of two; 0 where there is none."""
    vector = VECTOR_BYTES // element_bytes
    while vector > 0 and not vector_fits(rows, columns, run, threads, vector):
        vector //= 2
    return vector


def chunk_dwords(rows: int, columns: int, run: int, threads: int, element_bytes: int, widths: int) -> int:
    """Dwords of a chunk of the async loader: the most that a tile and its contiguous run admit, of those whose bit is set in
    `widths`; or 0.

    A chunk stays in one row and in one run, and whole passes of all threads cover the tile exactly: a partial last pass
    would write past it.
    """
    for dwords in range(WIDEST_CHUNK, 0, -1):
        elements = DWORD_BYTES * dwords // element_bytes
        if widths >> dwords & 1 and elements and vector_fits(rows, columns, run, threads, elements):
            return dwords
    return 0


@dataclass(frozen=True, slots=True)
class SharedVectors:
    """How the vectors of a [rows][columns] tile are shared out over threads, thread i modulo their number taking vector i.

    `rows`, `columns`: distinct ones among the vectors of a thread. `whole_rows`: the threads divide a row, so that each has
    vectors in all rows, at the same columns. Else a thread is back at a column after `period` vectors, `apart` rows further.
    """

    rows: int
    columns: int
    whole_rows: bool
    period: int
    apart: int


def shared_vectors(rows: int, columns: int, vector: int, threads: int) -> SharedVectors:
    """How a tile of at least one vector a thread is shared out."""
    per_row = columns // vector
    if per_row % threads == 0 and per_row > threads:
        return SharedVectors(rows, per_row // threads, True, 1, 1)
    count = rows * per_row // threads
    turn = per_row // gcd(per_row, threads)
    period = min(turn, count)
    return SharedVectors(count, period, False, period, turn * threads // per_row)


def rows_alike(period: int, apart: int) -> int:
    """The distance in a thread's rows, each `apart` more than the one `period` before, between two that a swizzle permutes
    alike."""
    return period * (SWIZZLE_ROWS // gcd(SWIZZLE_ROWS, apart))


@dataclass(frozen=True, slots=True)
class TileLayout:
    """Where the elements of one operand's tile lie in LDS.

    M-outer tiles are [free][tile_k + pad]; K-outer ones [tile_k][free + pad]. Where `swizzle_group` is not 0, the groups of so
    many elements in each row are permuted by the row's index, shifted right by `swizzle_shift` (left where that is negative).
    """

    free: int
    tile_k: int
    k_outer: bool
    pad: int
    element_bytes: int
    swizzle_group: int = 0
    swizzle_shift: int = 0

    @property
    def rows(self) -> int:
        """Rows of the tile."""
        return self.tile_k if self.k_outer else self.free

    @property
    def columns(self) -> int:
        """Elements of a row."""
        return self.free if self.k_outer else self.tile_k

    @property
    def row_bytes(self) -> int:
        """Bytes from one row to the next."""
        return (self.columns + self.pad) * self.element_bytes

    def align(self, size: int) -> int:
        """Alignment of an access of so many bytes in any row."""
        return min(size, self.row_bytes & -self.row_bytes)

    @property
    def bytes(self) -> int:
        """Bytes of the tile."""
        return self.rows * self.row_bytes


def swizzled(of: Arithmetic[Value], layout: TileLayout, row: Value, column: Value) -> Value:
    """The column where a row keeps one: where rows are permuted, groups of elements change places by the row's index.

    The number of groups in a row is a power of two, so that the exclusive or stays inside the row. It is its own inverse: this
    is also the column that such a row keeps at one. Rows that are a multiple of SWIZZLE_ROWS apart are permuted alike.
    """
    if not layout.swizzle_group:
        return column
    size = of.constant(layout.swizzle_group)
    shift = layout.swizzle_shift
    index = of.urem(row, of.constant(SWIZZLE_ROWS))
    index = of.udiv(index, of.constant(1 << shift)) if shift >= 0 else of.mul(index, of.constant(1 << -shift))
    index = of.urem(index, of.constant(layout.columns // layout.swizzle_group))
    group = of.bit_xor(of.udiv(column, size), index)
    return of.add(of.mul(group, size), of.urem(column, size))


def bank_conflicts(addresses: Sequence[int], access_bytes: int, banks: int) -> int:
    """Extra clocks that one LDS access of a warp takes, by the bank model of the contract.

    The lanes are served in groups that could fill every bank once; a bank gives one dword a clock. What is counted are units:
    the dwords that no address parts.
    """
    group = banks * DWORD_BYTES // access_bytes
    unit = gcd(access_bytes, *addresses)
    unit = DWORD_BYTES if unit % DWORD_BYTES else unit
    width, across = access_bytes // unit, banks * DWORD_BYTES // unit
    extra = 0
    for first in range(0, len(addresses), group):
        part = addresses[first : first + group]
        if width == 1:
            units = {address // unit for address in part}
        else:
            units = {at for address in part for at in range(address // unit, (address + access_bytes - 1) // unit + 1)}
        extra += max(Counter([at % across for at in units]).values()) - 1
    return extra


def find_read(arch: Arch, operand: Operand, k_outer: bool, element_bytes: int, atoms: int) -> Read | None:
    """The first read of an operand from such a tile that the architecture has, of a warp with so many atoms side by side."""
    for read in operand.reads:
        needed = element_bytes * (1 if read.kind is ReadKind.LOAD else read.elements)
        if read.k_outer is k_outer and 0 < needed <= arch.reads[read.kind] and atoms % read.atoms == 0:
            return read
    return None


@cache
def lane_places(read: Read | None, lanes: int) -> Sequence[tuple[int, int]]:
    """Row and column of each lane's first element; the same for all where there is no such read."""
    if read is None:
        return [(0, 0)] * lanes
    return [row_and_column(read.row, read.column, lane, 0) for lane in range(lanes)]


@dataclass(frozen=True, slots=True)
class OperandRead:
    """How a warp reads the operand of an atom: `elements` of one row a lane, at lane-dependent rows and columns.

    Where `read` is None there is no such read, of no elements.
    """

    arch: Arch
    lanes: int
    read: Read | None
    elements: int

    def conflicts(self, layout: TileLayout, places: Sequence[tuple[int, int]]) -> int:
        """Extra clocks of the read, by the bank model of the contract."""
        size, row_bytes = layout.element_bytes, layout.row_bytes
        access_bytes = self.elements * size
        banks = self.arch.lds_wide_read_banks if access_bytes > DWORD_BYTES else self.arch.lds_banks
        if layout.swizzle_group:
            places = [(row, swizzled(INTEGERS, layout, row, column)) for row, column in places]
        addresses = [row * row_bytes + column * size for row, column in places]
        return bank_conflicts(addresses, access_bytes, banks)

    def fewest_conflicts(self, layouts: Iterator[TileLayout]) -> TileLayout:
        """The first of the layouts, which are alike but for pad and swizzle, with the fewest extra clocks."""
        best = next(layouts)
        places = lane_places(self.read, self.lanes)
        fewest = self.conflicts(best, places)
        while fewest and (layout := next(layouts, None)):
            conflicts = self.conflicts(layout, places)
            if conflicts < fewest:
                best, fewest = layout, conflicts
        return best


def operand_read(arch: Arch, operand: Operand, lanes: int, layout: TileLayout, atoms: int) -> OperandRead:
    """How a warp of an atom's lanes reads an operand; runs are as long as the architecture loads at once.

    A lane names a whole row of a matrix, whatever it gets of it.
    """
    read = find_read(arch, operand, layout.k_outer, layout.element_bytes, atoms)
    most = arch.reads[read.kind] // layout.element_bytes if read else 0
    named = read.kind is ReadKind.MATRIX if read else False
    return OperandRead(arch, lanes, read, most if named else min(read.elements, most) if read else 0)


def padded(read: OperandRead, layout: TileLayout) -> TileLayout:
    """The layout with the smallest pad that gives the fewest bank conflicts."""
    pads = range(0, MOST_PAD + 1, read.elements)
    return read.fewest_conflicts(replace(layout, pad=pad) for pad in pads)


def permuted(read: OperandRead, layout: TileLayout, group: int) -> TileLayout:
    """The layout with the swizzle of groups of `group` elements that gives the fewest bank conflicts.

    The groups of a row must be a power of two, two or more.
    """
    return read.fewest_conflicts(replace(layout, swizzle_group=group, swizzle_shift=shift) for shift in SWIZZLE_SHIFTS)
