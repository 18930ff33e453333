"""Emit with a C engine whose work items are told by the environment: `python emit_parts.py EXTENSION WORK`.

WORK is a pickle of (spec, begin, end) each; the texts are printed as a pickle.
"""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path

from built_engine import load_extension


def texts(extension: str, work: str) -> list[str]:
    """The text of each spec, its work items from begin up to end."""
    load_extension(extension)
    from twinkern.engines import NativeEngine

    found = []
    for data, begin, end in pickle.loads(Path(work).read_bytes()):
        os.environ.update(TWK_K_BEGIN=str(begin), TWK_K_END=str(end))
        found.append(NativeEngine().emit(data, "llvm22").text)
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(pickle.dumps(texts(*sys.argv[1:])))
