"""What a manifest says: which buffers a program takes, of how many bytes and how aligned, which are zeros at the start, and
what to launch in which order.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

ROLES = ("input", "output", "workspace", "scalar")
Facts = tuple[str, str, int, int]
"""Role, type, bytes and alignment of a buffer."""
LARGEST_ALIGNMENT = 4096
"""Bytes that any allocator of the machine gives: a page."""


class ManifestError(Exception):
    """A manifest by which nothing can be launched; says which entry, what it is, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a kernel: a buffer of `bytes` bytes at a multiple of `align`, whose address goes to bytes `offset` to
    `offset + size` of the argument segment; or a scalar, which goes there itself."""

    name: str
    role: str
    type: str
    bytes: int
    offset: int
    size: int
    align: int


@dataclass(frozen=True, slots=True)
class Kernel:
    """One kernel, and how it is launched: `grid` in workgroups, `block` in threads, `lds_bytes` of LDS in all."""

    name: str
    grid: tuple[int, int, int]
    grid_per_split: tuple[int, int, int]
    block: tuple[int, int, int]
    lds_bytes: int
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A manifest, read. `launches` are kernels in order, the same one perhaps twice; `zeroed` names buffers."""

    name: str
    arch: str
    kernels: tuple[Kernel, ...]
    workspace_bytes: int
    workspace_bytes_per_split: int
    zeroed: tuple[str, ...]
    launches: tuple[Kernel, ...]

    @property
    def arguments(self) -> dict[str, Argument]:
        """The arguments by name: one that several kernels take is one."""
        return {argument.name: argument for kernel in self.kernels for argument in kernel.arguments}

    @property
    def buffers(self) -> dict[str, Argument]:
        """The buffers by name."""
        return {name: row for name, row in self.arguments.items() if row.role != "scalar"}

    @property
    def scalars(self) -> tuple[str, ...]:
        """The names of what is passed by value, each an fp32."""
        return tuple(name for name, row in self.arguments.items() if row.role == "scalar")


def _take(entry: object, what: str, keys: tuple[str, ...]) -> list[object]:
    """The values of an object that has exactly these keys."""
    if not isinstance(entry, dict):
        raise ManifestError(f"{what} is {type(entry).__name__}; an object is needed")
    if set(entry) != set(keys):
        odd = sorted(set(entry) ^ set(keys))
        raise ManifestError(f"{what}: {', '.join(odd)} missing or unknown; it has {', '.join(keys)}")
    return [entry[key] for key in keys]


def _whole(value: object, what: str, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ManifestError(f"{what} is {value!r}; a whole number, {least} or more, is needed")
    return value


def _word(value: object, what: str, allowed: Collection[str] | None = None) -> str:
    if not isinstance(value, str) or not value or (allowed is not None and value not in allowed):
        needed = "a name is needed" if allowed is None else f"there are {', '.join(allowed) or 'none'}"
        raise ManifestError(f"{what} is {value!r}; {needed}")
    return value


def _rows(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise ManifestError(f"{what} is {value!r}; a list is needed")
    return value


def _triple(value: object, what: str, least: int) -> tuple[int, int, int]:
    sizes = _rows(value, what)
    if len(sizes) != 3:
        raise ManifestError(f"{what} has {len(sizes)} entries; three are needed")
    x, y, z = (_whole(size, what, least) for size in sizes)
    return x, y, z


def _argument(entry: object, where: str) -> Argument:
    name, role, type_, size, offset, width, align = _take(entry, f"an argument of {where}", Argument.__slots__)
    called = _word(name, f"the name of an argument of {where}")
    where = f"{where}, argument {called}"
    aligned = _whole(align, f"{where}: align", 1)
    if aligned > LARGEST_ALIGNMENT or aligned & (aligned - 1):
        raise ManifestError(f"{where}: align is {aligned}; a power of two up to {LARGEST_ALIGNMENT} is needed")
    return Argument(
        called,
        _word(role, f"{where}: role", ROLES),
        _word(type_, f"{where}: type"),
        _whole(size, f"{where}: bytes", 1),
        _whole(offset, f"{where}: offset"),
        _whole(width, f"{where}: size", 1),
        aligned,
    )


def _kernel(entry: object) -> Kernel:
    name, grid, per_split, block, lds, arguments = _take(entry, "a kernel", Kernel.__slots__)
    called = _word(name, "the name of a kernel")
    where = f"kernel {called}"
    return Kernel(
        called,
        _triple(grid, f"{where}: grid", 1),
        _triple(per_split, f"{where}: grid_per_split", 0),
        _triple(block, f"{where}: block", 1),
        _whole(lds, f"{where}: lds_bytes"),
        tuple(_argument(row, where) for row in _rows(arguments, f"{where}: arguments")),
    )


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON. Readers differ in which value they take of a key that is given twice, so it is refused."""
    entry = dict(pairs)
    if len(entry) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ManifestError(f"{', '.join(sorted({key for key in keys if keys.count(key) > 1}))}: given twice in one object")
    return entry


def read_plan(manifest: str) -> Plan:
    """Read a manifest. Raises ManifestError where nothing can be launched by it."""
    try:
        parsed = json.loads(manifest, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"the manifest is no JSON: {error}") from None
    name, arch, rows, workspace, per_split, zeroed, launches = _take(parsed, "the manifest", Plan.__slots__)
    kernels = tuple(map(_kernel, _rows(rows, "kernels")))
    known = {kernel.name: kernel for kernel in kernels}
    if len(known) != len(kernels):
        raise ManifestError("two kernels of the manifest have one name")
    order = [_word(row, "a launch", known) for row in _rows(launches, "launches")]
    if not order:
        raise ManifestError("launches is empty: nothing is launched")
    buffers = _known_buffers(kernels)
    return Plan(
        _word(name, "name"),
        _word(arch, "arch"),
        kernels,
        _whole(workspace, "workspace_bytes"),
        _whole(per_split, "workspace_bytes_per_split"),
        tuple(_word(row, "an entry of zeroed", buffers) for row in _rows(zeroed, "zeroed")),
        tuple(known[row] for row in order),
    )


def lds_of(manifest: str) -> dict[str, int]:
    """Bytes of LDS of each kernel that a manifest launches. Raises ManifestError."""
    return {kernel.name: kernel.lds_bytes for kernel in read_plan(manifest).kernels}


def _known_buffers(kernels: tuple[Kernel, ...]) -> dict[str, Facts]:
    """The buffers by name. Raises ManifestError where two kernels say otherwise of one, or one kernel takes one twice."""
    seen: dict[str, Facts] = {}
    for kernel in kernels:
        names = [argument.name for argument in kernel.arguments]
        if len(set(names)) != len(names):
            raise ManifestError(f"kernel {kernel.name} has two arguments of one name, among {', '.join(names)}")
        for argument in kernel.arguments:
            facts = argument.role, argument.type, argument.bytes, argument.align
            if seen.setdefault(argument.name, facts) != facts:
                raise ManifestError(f"argument {argument.name}: two kernels say otherwise of its role, type, bytes or align")
    return seen
