"""The coalesced loader: global memory to registers (`fetch`), registers to LDS (`commit`).

Two calls, so that a pipeline can put compute between them. LDS tiles are M-outer: a row for each index of the free axis, the
reduction along it. Where the free axis is the contiguous one in memory, a fetched vector is scattered over rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from twinkern.ir.builder import Builder, Node
from twinkern.ir.types import Type, vector
from twinkern.target.interface import Target, Tensor
from twinkern.tile.coordinates import Part, TensorMap, advance, combine, evaluate, split
from twinkern.tile.sharing import share


class CoalescedLoader:
    """Brings the tiles of one operand into LDS; what does not change over the main loop is computed when it is made.

    `tensor_map.first` is the free axis and `.second` the reduction. `contiguous_free`: the free axis is the one contiguous in
    memory. `origin` is the free index of the tile's first row. The cursor is a flat list of values that the loop carries.
    """

    __slots__ = (
        "builder", "target", "tensor", "tensor_map", "element", "vector", "tile_k", "row_bytes", "exact_reduction",
        "contiguous_free", "places", "free_parts", "cursor", "cursor_count", "steps", "addresses",
    )  # fmt: skip

    def __init__(
        self,
        builder: Builder,
        target: Target,
        tensor: Tensor,
        tensor_map: TensorMap,
        *,
        thread: Node,
        threads: int,
        origin: Node,
        tile_free: int,
        tile_k: int,
        vector_width: int,
        contiguous_free: bool,
        exact_free: bool,
        exact_reduction: bool,
        element: Type,
        lds: Node,
        row_bytes: int,
    ) -> None:
        b = builder
        self.builder = builder
        self.target = target
        self.tensor = tensor
        self.tensor_map = tensor_map
        self.element = element
        self.vector = vector_width
        self.row_bytes = row_bytes
        self.contiguous_free = contiguous_free
        self.exact_reduction = exact_reduction
        if contiguous_free:
            slots = share(b, thread, tile_k, tile_free, vector_width, threads)
            free, reduction = slots.columns, slots.rows
            self.places = tuple((column, row) for row, column in slots.places)
        else:
            slots = share(b, thread, tile_free, tile_k, vector_width, threads)
            free, reduction = slots.rows, slots.columns
            self.places = slots.places
        self.free_parts = [self.free_part(b.add(origin, local), exact_free) for local in free]
        self.cursor: list[Node] = []
        for start in reduction:
            self.cursor += split(b, tensor_map.second, start)
        self.steps = split(b, tensor_map.second, b.constant(tile_k))
        self.addresses = self.lds_addresses(lds, free, reduction)

    def free_part(self, index: Node, exact: bool) -> Part:
        """What an index of the free axis contributes to offset and predicate."""
        digits = self.tensor_map.first
        values = split(self.builder, digits, index)
        return evaluate(self.builder, self.tensor_map, digits, values, True, exact)

    def lds_addresses(self, lds: Node, free: Sequence[Node], reduction: Sequence[Node]) -> list[Node]:
        """Where each vector of this thread goes in LDS."""
        b = self.builder
        row_offsets = [b.mul(local, b.constant(self.row_bytes)) for local in free]
        column_offsets = [b.mul(local, b.constant(self.element.bytes)) for local in reduction]
        return [b.offset(lds, b.add(row_offsets[row], column_offsets[column])) for row, column in self.places]

    def fetch(self, cursor: Sequence[Node]) -> list[Node]:
        """Read this thread's vectors of the tile that the cursor stands on; zeros outside the tensor."""
        b = self.builder
        digits = self.tensor_map.second
        parts = []
        for start in range(0, len(cursor), len(digits)):
            values = cursor[start : start + len(digits)]
            parts.append(evaluate(b, self.tensor_map, digits, values, False, self.exact_reduction))
        type_ = vector(self.vector, self.element)
        fetched = []
        for free, reduction in self.places:
            offset, valid = combine(b, self.tensor_map, self.free_parts[free], parts[reduction])
            fetched.append(self.target.load(self.tensor, offset, valid, type_))
        return fetched

    def next_cursor(self, cursor: Sequence[Node]) -> list[Node]:
        """The cursor on the next tile."""
        digits = self.tensor_map.second
        moved: list[Node] = []
        for start in range(0, len(cursor), len(digits)):
            moved += advance(self.builder, digits, cursor[start : start + len(digits)], self.steps)
        return moved

    def commit(self, fetched: Sequence[Node]) -> None:
        """Write fetched vectors to LDS."""
        b = self.builder
        size = self.element.bytes
        for address, value in zip(self.addresses, fetched, strict=True):
            if self.contiguous_free:
                for index in range(self.vector):
                    element = b.extract(value, index)
                    place = b.offset(address, b.constant(index * self.row_bytes))
                    b.store(element, place, size)
            else:
                b.store(value, address, min(self.vector * size, self.row_bytes & -self.row_bytes))
