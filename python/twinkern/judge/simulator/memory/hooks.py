"""The events of a run. Sanitizers and counters are `Hooks`, attached to a machine when they are asked for.

The machine knows nothing else of them. It asks of each event only those who have something to say to it, so that what nobody
attached costs an empty loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..text.values import Array
from .batch import Batch
from .memory import Access
from .site import Site


@dataclass(frozen=True, slots=True)
class Wait:
    """What waves wait for: all of their LDS operations, all of their stores to global memory, all but the latest `copies` of
    their loads straight to LDS (None: not for those)."""

    lds: bool = False
    stores: bool = False
    copies: int | None = None


class Hooks:
    """What may be told of a batch of workgroups; each event does nothing here. It is an event of the active lanes."""

    def start(self, batch: Batch) -> None:
        """The batch begins."""

    def finish(self, batch: Batch) -> None:
        """The run has ended; `batch` was its last one."""

    # Accesses. Those that are told before they happen see what was there.

    def execute(self, batch: Batch, accesses: Sequence[Access], kind: str, site: Site) -> None:
        """A "load", "store" or "atomic" is executed, whose lanes are spread over `accesses`."""

    def vector_memory(self, batch: Batch, instructions: int) -> None:
        """Vector memory instructions are issued, as hardware counts them."""

    def read(self, batch: Batch, access: Access, site: Site) -> None:
        """Bytes are about to be loaded."""

    def write(self, batch: Batch, access: Access, site: Site, words: Array) -> None:
        """Words, as `words_of` gives them, are about to be stored; `access` is full."""

    def wrote(self, batch: Batch, access: Access, site: Site, words: Array | None) -> None:
        """The words were stored; None: an atomic has read and written. `access` is full."""

    def update(self, batch: Batch, access: Access, site: Site) -> None:
        """An atomic is about to read and write; what is `constant` it only reads. `access` is full."""

    def copy(self, batch: Batch, accesses: Sequence[Access], site: Site) -> None:
        """Loads straight to LDS were issued, to these bytes (full accesses)."""

    # What orders accesses.

    def atomic(self, batch: Batch) -> None:
        """Global memory is accessed by an atomic."""

    def wait(self, batch: Batch, wait: Wait) -> None:
        """Waves wait."""

    def barrier(self, batch: Batch, groups: Array | None) -> None:
        """Every live wave passed a barrier, of all workgroups or of some (G)."""

    def leave(self, batch: Batch) -> None:
        """Waves come to a barrier behind which the text has no acquire fence, though it has a release fence before it."""

    def acquire(self, batch: Batch) -> None:
        """Waves pass an acquire fence of LDS."""

    def use(self, batch: Batch, read: int) -> None:
        """Waves put to use what the LDS read of that number gave them last."""

    def use_late(self, batch: Batch, slots: frozenset[int]) -> None:
        """The values in these slots, which LDS reads of other segments gave, are used."""
