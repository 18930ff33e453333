"""Which bytes were written, of private memory, of outputs, and of variables that an initialiser leaves without a value: they
are not to be read before, and those of an output are to be written once."""

from __future__ import annotations

from collections import deque

import numpy as np

from ..text.values import Array
from .batch import Batch
from .findings import CoverageFinding, InitialisationFinding, earlier_access
from .hooks import Hooks
from .memory import Access, Allocation, Bytes, Private, first_byte, first_place
from .site import Site

STORE_LOG = 4096  # stores to an output kept to name the earlier one in a report


class Written(Hooks):
    """The shadows of private memory and of global memory."""

    def __init__(self, reads: bool, stores: bool) -> None:
        """Whether reads are looked at, and stores that are not the first."""
        self.reads = reads
        self.stores = stores
        self._log: dict[int, deque[tuple[Access, Site, int]]] = {}
        """Latest plain stores to an output: the access, its site, and the first workgroup of its batch."""

    def start(self, batch: Batch) -> None:
        self.private = Bytes(np.zeros(batch.private.content.data.size, np.uint8))

    def read(self, batch: Batch, access: Access, site: Site) -> None:
        """An atomic may be the first to touch an output: that is how one is summed."""
        memory = access.memory
        if not self.reads:
            return
        if isinstance(memory, Allocation):
            if memory.written is not None and not (memory.output and site.atomic):
                self._check_written(batch, access, memory.written, memory.name, site)
        elif isinstance(memory, Private):
            self._check_written(batch, access, self.private, "private memory", site)

    def update(self, batch: Batch, access: Access, site: Site) -> None:
        if not access.memory.constant:
            self.read(batch, access, site)

    def _check_written(self, batch: Batch, access: Access, shadow: Bytes, owner: str, site: Site) -> None:
        cells = access.gather(shadow)
        if cells.all():
            return
        missing = cells == 0
        lane, address = first_byte(access, missing)
        batch.report(
            InitialisationFinding, access, lane, site, missing, address=address, owner=owner,
            space=access.memory.space, message=f"read of byte {address} of {owner}, which nobody wrote",
        )  # fmt: skip

    def wrote(self, batch: Batch, access: Access, site: Site, words: Array | None) -> None:
        memory = access.memory
        if isinstance(memory, Private):
            access.fill(self.private)
        elif isinstance(memory, Allocation) and memory.written is not None:
            if self.stores and memory.output and not site.atomic:
                self._check_once(batch, memory, memory.written, access, site)
            access.fill(memory.written)

    def _check_once(self, batch: Batch, memory: Allocation, written: Bytes, access: Access, site: Site) -> None:
        log = self._log.setdefault(id(memory), deque(maxlen=STORE_LOG))
        log.append((access, site, batch.first))
        again = access.gather(written) != 0
        flat = access.index.reshape(-1)
        if not again.any():
            _, first = np.unique(flat, return_index=True)
            if first.size == flat.size:
                return
            again = np.ones(flat.size, np.bool_)
            again[first] = False
            again = again.reshape(*access.flat.shape, access.count)
        *lane, part = first_place(again)
        offset = int(access.offsets[tuple(lane)]) + part * (access.size // again.shape[-1])
        other = _earlier_store(batch, log, offset)
        by = f", first stored by workgroup {other['other_workgroup']}, thread {other['other_thread']}" if other else ""
        batch.report(
            CoverageFinding, access, tuple(lane), site, again, owner=memory.name, offset=offset, **other,
            message=f"second store to byte {offset} (element {offset // memory.element}) of output {memory.name}{by}",
        )  # fmt: skip

    def finish(self, batch: Batch) -> None:
        """Report what was never stored."""
        for allocation in batch.memory.slots.values():
            if not allocation.output or allocation.written is None or allocation.written.data.all():
                continue
            missing = allocation.missing()
            if not missing.any():
                continue
            first = int(np.argmax(missing))
            batch.findings.add(
                CoverageFinding(
                    message=f"never stored: {int(missing.sum())} of {missing.size} bytes of output "
                    f"{allocation.name}, the first at byte {first} (element {first // allocation.element})",
                    owner=allocation.name,
                    offset=first,
                    missing=int(missing.sum()),
                )
            )


def _earlier_store(batch: Batch, log: deque[tuple[Access, Site, int]], offset: int) -> dict[str, object]:
    """Who stored to a byte of an output first: the first such lane of a store in the log."""
    for other, site, first in log:
        hits = (other.offsets <= offset) & (offset < other.offsets + other.size)
        if hits.any():
            group, thread = batch.lane_position(other, first_place(hits))
            gx, gy, _ = batch.shape.grid
            number = first + group
            workgroup = (number % gx, number // gx % gy, number // (gx * gy))
            return {"other_workgroup": workgroup, "other_thread": thread, **earlier_access(site)}
    return {}
