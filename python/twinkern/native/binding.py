"""The C engine in this process, through its cffi binding.

Calls release the interpreter lock, so that threads emit side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from twinkern._contract import DIGEST

REBUILD = "build it with `pip install .`, or in a checkout rebuild: make setup"

try:
    from twinkern.native._twinkern import ffi, lib
except ImportError as error:
    raise ImportError(f"the C engine is not built for this Python: {REBUILD} ({error})") from error

CData = Any
"""A pointer of the library; cffi has no types."""

OK, REFUSED, OUT_OF_MEMORY, INVALID_ARGUMENT, INTERNAL = (
    lib.TWK_OK,
    lib.TWK_REFUSED,
    lib.TWK_OUT_OF_MEMORY,
    lib.TWK_INVALID_ARGUMENT,
    lib.TWK_INTERNAL,
)


@dataclass(frozen=True, slots=True)
class NativeResult:
    """What the C engine returned. A string that is not there is None; a violation is (code, class, message)."""

    status: int
    text: str | None
    manifest: str | None
    asked: str | None
    resolved: str | None
    name: str | None
    violations: tuple[tuple[str, str, str], ...]
    error: str | None


def check_digest(library: str, package: str = DIGEST) -> None:
    """Raise ImportError unless the library was built from the same contract as this package."""
    if library != package:
        raise ImportError(
            f"the C engine was built from contract {library[:12]}, this package has {package[:12]}: {REBUILD}"
        )


def string(pointer: CData) -> str:
    """A NUL-terminated string of the library."""
    return bytes(ffi.string(pointer)).decode("ascii")


check_digest(string(lib.twk_contract_digest()))


def source_digest() -> str:
    """See twk_source_digest in twinkern.h; "unknown", too, of a library from before it could say."""
    return string(lib.twk_source_digest()) if hasattr(lib, "twk_source_digest") else "unknown"


def part(result: CData, kind: int) -> str | None:
    """One string of a result, None where it is empty."""
    length = ffi.new("size_t *")
    data = lib.twk_result_part(result, kind, length)
    return bytes(ffi.unpack(data, length[0])).decode("ascii") if length[0] else None


def take(status: int, holder: CData) -> NativeResult:
    """Copy a result into Python, and release it.

    Raises MemoryError where the engine had no memory, ValueError where it was called wrongly.
    """
    if status == OUT_OF_MEMORY:
        raise MemoryError("the C engine ran out of memory")
    if status == INVALID_ARGUMENT:
        raise ValueError("the C engine was called with a missing argument")
    result = holder[0]
    try:
        return NativeResult(
            status=status,
            text=part(result, lib.TWK_TEXT),
            manifest=part(result, lib.TWK_MANIFEST),
            asked=part(result, lib.TWK_ASKED),
            resolved=part(result, lib.TWK_RESOLVED),
            name=part(result, lib.TWK_NAME),
            violations=tuple(
                (
                    string(lib.twk_violation_code(result, index)),
                    string(lib.twk_violation_class(result, index)),
                    string(lib.twk_violation_message(result, index)),
                )
                for index in range(lib.twk_violation_count(result))
            ),
            error=part(result, lib.TWK_ERROR),
        )
    finally:
        lib.twk_release(result)


def emit(data: bytes, flavor: str) -> NativeResult:
    """Emit the kernel that a spec in JSON asks for; see twk_emit in twinkern.h.

    A character of `flavor` that C cannot be handed is a question mark, which no flavour has.
    """
    holder = ffi.new("twk_result **")
    encoded = flavor.encode("ascii", "replace").replace(b"\0", b"?")
    return take(lib.twk_emit(data, len(data), encoded, ffi.NULL, holder), holder)


def emit_size(data: bytes, flavor: str) -> int:
    """Bytes of text that a spec gives, without copying the text into Python; 0 where the engine gives none."""
    holder = ffi.new("twk_result **")
    length = ffi.new("size_t *")
    lib.twk_emit(data, len(data), flavor.encode("ascii"), ffi.NULL, holder)
    lib.twk_result_part(holder[0], lib.TWK_TEXT, length)
    lib.twk_release(holder[0])
    return int(length[0])


def explain(data: bytes) -> NativeResult:
    """What the engine makes of a spec in JSON; see twk_explain in twinkern.h."""
    holder = ffi.new("twk_result **")
    return take(lib.twk_explain(data, len(data), ffi.NULL, holder), holder)


def async_chunk_dwords(
    rows: int, cols: int, block: int, element_bytes: int, contig: int, widths: Sequence[int]
) -> int:
    """See twk_async_chunk_dwords in twinkern.h: dwords of a chunk, 0 where there is none.

    Raises ValueError for numbers that it does not take.
    """
    found = ffi.new("int64_t *")
    try:
        status = lib.twk_async_chunk_dwords(rows, cols, block, element_bytes, contig, list(widths), len(widths), found)
    except OverflowError as error:
        raise ValueError(f"a number does not fit in 64 bits: {error}") from error
    if status == INVALID_ARGUMENT:
        given = f"rows {rows}, cols {cols}, block {block}, element_bytes {element_bytes}, contig {contig}"
        raise ValueError(f"the C engine takes no such geometry: {given}, widths {tuple(widths)}")
    return int(found[0])
