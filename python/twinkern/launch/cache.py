"""A cache of compiled images on disk, which processes may share.

Each entry is a file that is written whole or not at all and begins with the digest of what follows, so that one that is cut or
spoilt is as good as none.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from twinkern.files import write_whole

LARGEST = 1 << 30
"""Bytes that a cache keeps unless told otherwise."""
DIGEST_BYTES = sha256().digest_size
SUFFIX = ".image"


def default_directory() -> Path:
    """Where the images of this user are (XDG Base Directory specification): $XDG_CACHE_HOME, or ~/.cache."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return Path(home if os.path.isabs(home) else Path.home() / ".cache", "twinkern")


class Cache:
    """Images by what they were made from, of at most `most_bytes` in all: those that were asked for last stay.

    A directory that cannot be written or read is a cache that holds nothing; no method raises OSError.
    """

    def __init__(self, directory: Path | str | None = None, most_bytes: int = LARGEST) -> None:
        self.directory = Path(directory) if directory is not None else default_directory()
        self.most_bytes = most_bytes

    def path(self, key: Sequence[str]) -> Path:
        """The file of an entry."""
        digest = sha256()
        for part in key:
            data = part.encode()
            digest.update(len(data).to_bytes(8, "little") + data)
        return self.directory / f"{digest.hexdigest()}{SUFFIX}"

    def get(self, key: Sequence[str]) -> bytes | None:
        """The image that was made from the parts of a key; None where there is none, or one that is not whole."""
        path = self.path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        image = data[DIGEST_BYTES:]
        if sha256(image).digest() != data[:DIGEST_BYTES]:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return image

    def put(self, key: Sequence[str], image: bytes) -> None:
        """Keep an image, in place of an older one, and drop what was not asked for longest where there are too many bytes."""
        if DIGEST_BYTES + len(image) > self.most_bytes:
            return
        with contextlib.suppress(OSError):
            self.directory.mkdir(parents=True, exist_ok=True)
            write_whole(self.path(key), sha256(image).digest() + image)
            self._shrink()

    def _shrink(self) -> None:
        entries = []
        for path in self.directory.glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):
                facts = path.stat()
                entries.append((facts.st_mtime_ns, facts.st_size, path))
        left = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if left <= self.most_bytes:
                return
            with contextlib.suppress(OSError):
                path.unlink()
            left -= size
