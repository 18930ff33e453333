"""Build the binding of the C engine: `python build_native.py` beside this file builds it in place.

The declarations are those of twinkern.h, so that nothing is written twice.
"""

from __future__ import annotations

import os
import re
import runpy
from collections.abc import Callable
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ENGINE = ROOT / "cengine"
FLAGS = ("-std=c99", "-O2", "-fvisibility=hidden", "-Werror=switch-enum")
"""A word of the contract without a case in a switch would print a kernel that nobody meant: it does not compile."""


def declarations(header: str) -> str:
    """What the header declares, without directives, comments, and what is there for C++ and visibility."""
    plain = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    lines = [line for line in plain.splitlines() if not line.startswith(("#", 'extern "C"'))]
    text = "\n".join(lines).replace("TWK_API ", "").rstrip()
    return text.removesuffix("}")


def relative(path: Path) -> str:
    """A path as setuptools wants it: relative to where the build runs, with forward slashes."""
    return Path(os.path.relpath(path)).as_posix()


def make_builder(place: Callable[[Path], str]) -> FFI:
    """The builder of the extension module; `place` spells the path of a source."""
    builder = FFI()
    source_digest = runpy.run_path(str(HERE / "sources.py"))["source_digest"]
    builder.cdef(declarations((ENGINE / "include/twinkern.h").read_text(encoding="utf-8")))
    builder.set_source(
        "twinkern.native._twinkern",
        '#include "twinkern.h"',
        sources=[place(path) for path in sorted((ENGINE / "src").rglob("*.c"))],
        include_dirs=[place(ENGINE / "include"), place(ENGINE / "src")],
        depends=[place(path) for path in sorted(ENGINE.rglob("*.h"))],
        define_macros=[("TWK_SOURCE_DIGEST", source_digest(ROOT))],
        extra_compile_args=list(FLAGS),
    )
    return builder


ffibuilder = make_builder(relative)

if __name__ == "__main__":
    scratch = ROOT / "build/native/scratch"
    scratch.mkdir(parents=True, exist_ok=True)
    built = Path(make_builder(str).compile(tmpdir=str(scratch)))
    os.replace(built, HERE / built.name)
