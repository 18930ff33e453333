"""What a gate judges: which package, and a C engine built from which sources. In a checkout both must be the checkout's own.

A checkout is a source tree that holds cengine/src and parity/contract. The one that counts is that of the working directory,
else that of the cases, else that of the package itself; an installed package outside of any has no sources to be held to.
"""

from __future__ import annotations

import os
from pathlib import Path

from twinkern.native.sources import source_digest

PACKAGE = Path(__file__).resolve().parents[1]
MARKS = ("cengine/src", "parity/contract", "python/twinkern")
"""What makes a directory a checkout."""
SHOWN_DIGITS = 12


class NotTheCheckouts(ImportError):
    """The package or the library that would be judged is not that of the checkout."""


def find_checkout(where: Path) -> Path | None:
    """The checkout that a path lies in, or None."""
    path = where.resolve()
    return next((root for root in (path, *path.parents) if all((root / mark).is_dir() for mark in MARKS)), None)


def shown(path: Path) -> str:
    """A path as people read it: relative to the working directory where it lies below that."""
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def library_digest() -> str:
    """The digest of the sources that the C engine was built from; "unknown" where its build did not say.

    Raises ImportError where there is no C engine.
    """
    from twinkern.native import binding

    return binding.source_digest()


def check_judged(cases: Path | None = None) -> str:
    """Which package and library are judged, in a line for people.

    `cases` is where the cases are. Raises NotTheCheckouts where the package or the library is not the checkout's, ImportError
    where there is no C engine.
    """
    places = [Path.cwd(), *([cases] if cases else []), PACKAGE]
    root = next((root for root in map(find_checkout, places) if root), None)
    if root and not os.path.samefile(PACKAGE, root / "python/twinkern"):
        raise NotTheCheckouts(
            f"the twinkern that was imported is {PACKAGE}, not that of the checkout {root}; "
            "use its .venv/bin/twinkern, without PYTHONPATH (rebuild: make setup)"
        )
    library = library_digest()
    sources = source_digest(root) if root else library
    if library != sources:
        raise NotTheCheckouts(
            f"the C engine was built from sources {library[:SHOWN_DIGITS]}, and the checkout {root} holds "
            f"{sources[:SHOWN_DIGITS]}; rebuild: make setup"
        )
    of = "the checkout's sources" if root else "sources"
    return f"judged: package {shown(PACKAGE)}, C engine of {of} {library[:SHOWN_DIGITS]}"
