"""How a tile is shared out over the threads of a workgroup, and where its elements lie in LDS. Host-side arithmetic only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinkern._contract import Arch, Atom, Term

VECTOR_BYTES = 16
"""Bytes of the widest global access."""
SWIZZLE_ELEMENTS = 8
"""Elements that a swizzle keeps together."""
SWIZZLE_ROWS = 8
"""Rows after which a swizzle repeats; divides the edge of every atom."""
MOST_PAD = 64
"""Elements that a derived pad adds at most to a row."""


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


def chunk_dwords(rows: int, columns: int, run: int, threads: int, element_bytes: int, widths: Sequence[int]) -> int:
    """Dwords of a chunk of the async loader: the first of `widths` that a tile and its contiguous run admit, or 0.

    A chunk stays in one row and in one run, and whole passes of all threads cover the tile exactly: a partial last pass
    would write past it.
    """
    for dwords in widths:
        elements = 4 * dwords // element_bytes
        if elements and vector_fits(rows, columns, run, threads, elements):
            return dwords
    return 0


def dma_widths(arch: Arch) -> list[int]:
    """Dwords of a chunk that the architecture can bring into a packed tile, widest first."""
    return [dwords for dwords in (4, 3, 2, 1) if arch.dma_widths >> dwords & 1]


@dataclass(frozen=True, slots=True)
class TileLayout:
    """Where the elements of one operand's tile lie in LDS.

    M-outer tiles are [free][tile_k + pad]; K-outer ones [tile_k][free + pad]. `swizzle` permutes the groups of
    SWIZZLE_ELEMENTS in each row of an M-outer tile by the row's index.
    """

    free: int
    tile_k: int
    k_outer: bool
    pad: int
    swizzle: bool
    element_bytes: int

    @property
    def rows(self) -> int:
        """Rows of the tile."""
        return self.tile_k if self.k_outer else self.free

    @property
    def row_bytes(self) -> int:
        """Bytes from one row to the next."""
        return ((self.free if self.k_outer else self.tile_k) + self.pad) * self.element_bytes

    @property
    def bytes(self) -> int:
        """Bytes of the tile."""
        return self.rows * self.row_bytes


def lane_part(terms: Sequence[Term], lane: int) -> int:
    """The part of a coordinate that depends on the lane, for a lane that is known."""
    total = 0
    for term in terms:
        if term.of_lane:
            value = lane // term.divide
            total += (value % term.modulo if term.modulo else value) * term.times
    return total


def bank_conflicts(addresses: Sequence[int], access_bytes: int, banks: int) -> int:
    """Extra clocks that one LDS access of a warp takes, by the bank model of the contract.

    The lanes are served in groups that could fill every bank once; a bank gives one dword a clock.
    """
    group = banks * 4 // access_bytes
    extra = 0
    for first in range(0, len(addresses), group):
        uses: dict[int, set[int]] = {}
        for address in addresses[first : first + group]:
            for dword in range(address // 4, (address + access_bytes - 1) // 4 + 1):
                uses.setdefault(dword % banks, set()).add(dword)
        extra += max(len(dwords) for dwords in uses.values()) - 1
    return extra




def default_pad(arch: Arch, atom: Atom, free_terms: Sequence[Term], layout: TileLayout, elements: int) -> int:
    """The smallest pad, in elements, with the fewest bank conflicts when a warp reads the operand of one atom."""
    access_bytes = elements * layout.element_bytes
    banks = arch.lds_wide_read_banks if access_bytes > 4 else arch.lds_banks
    rows_terms = atom.transposed_row if layout.k_outer else free_terms
    columns_terms = atom.transposed_column if layout.k_outer else atom.reduction
    places = [(lane_part(rows_terms, lane), lane_part(columns_terms, lane)) for lane in range(atom.lanes)]
    best, fewest = 0, -1
    for pad in range(0, MOST_PAD + 1, elements):
        row_bytes = layout.row_bytes + pad * layout.element_bytes
        addresses = [row * row_bytes + column * layout.element_bytes for row, column in places]
        conflicts = bank_conflicts(addresses, access_bytes, banks)
        if fewest < 0 or conflicts < fewest:
            best, fewest = pad, conflicts
    return best
