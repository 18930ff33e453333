"""Where a program finds the C engine: `cc -I<get_include()> program.c -L<get_library_dir()> -ltwinkern`."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parents[1]


def get_include() -> str:
    """The directory of `twinkern.h`: of the installed package, or of the checkout that it runs from.

    Raises FileNotFoundError where neither has it.
    """
    return _directory("twinkern.h", (PACKAGE / "include", CHECKOUT / "cengine/include"))


def get_library_dir() -> str:
    """The directory of the static library `libtwinkern.a`: of the installed package, or of the checkout that it runs from.

    Raises FileNotFoundError where neither has it; in a checkout `make cengine` builds it.
    """
    places = (PACKAGE / "lib", CHECKOUT / "build/cengine")
    return _directory("libtwinkern.a", places, "; in a checkout `make cengine` builds it")


def _directory(name: str, places: tuple[Path, ...], advice: str = "") -> str:
    for place in places:
        if (place / name).is_file():
            return str(place)
    raise FileNotFoundError(f"{name} is neither in {places[0]} nor in {places[1]}{advice}")
