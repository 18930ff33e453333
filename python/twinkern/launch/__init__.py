"""Run a program on a GPU: the launches of its manifest, on the caller's pointers and stream.

    >>> from twinkern import emit
    >>> from twinkern.launch import Cache, load, open_driver
    >>> driver = open_driver()                                  # the GPU that is at hand
    >>> program = load(emit(spec), driver, cache=Cache())
    >>> program.run({"x": x, "w": w, "y": y}, stream=stream)    # device addresses

Importing this needs no GPU and no package of one; `open_driver` imports what it needs.
"""

from twinkern.launch.cache import Cache
from twinkern.launch.driver import Driver, LaunchError, open_driver
from twinkern.launch.program import Bound, Program, load

__all__ = ["Bound", "Cache", "Driver", "LaunchError", "Program", "load", "open_driver"]
