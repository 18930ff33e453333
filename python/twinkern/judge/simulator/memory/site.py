"""An instruction as those name it who look at what it does, and what it asks of memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """An instruction as findings name it."""

    line: int
    text: str
    atomic: bool = False
    transfer: bool = False  # a load straight to LDS
    late: int = -1  # the slot of an LDS read's value, where only other segments use it
    read: int = 0  # the number of an LDS read whose value is put to use (`uses`)
    code: int = 0  # which instruction of the text it is: no two have the same


@dataclass(frozen=True, slots=True)
class Request:
    """What an instruction asks of memory: `kind` is "load", "store" or "atomic"; sizes in bytes. `stated`: the text says the
    alignment, else the hardware asks for it."""

    size: int
    align: int
    site: Site
    kind: str
    stated: bool = False
