"""What the C engine is built from, as one number: `python sources.py` prints the digest of the tree that it stands in.

Builds run this file before there is a package to import, and so it imports nothing of it.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

PARTS = (
    "cengine/include/*.h",
    "cengine/src/**/*.c",
    "cengine/src/**/*.h",
    "parity/contract/*.toml",
    "python/twinkern/native/build_native.py",
)
"""The files that make the engine: sources, headers, the contract, and the script that builds the extension."""


def source_digest(root: Path) -> str:
    """SHA-256, in hexadecimal, over names and contents of PARTS below a directory; dates do not count. Raises OSError."""
    found = sha256()
    for path in sorted(path for part in PARTS for path in root.glob(part)):
        data = path.read_bytes()
        found.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode() + data)
    return found.hexdigest()


if __name__ == "__main__":
    print(source_digest(Path(__file__).resolve().parents[3]))
