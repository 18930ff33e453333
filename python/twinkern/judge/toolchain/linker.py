"""LLVM's ELF linker: which of those on PATH fits, and why others were passed over."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache

OLDEST = 19
"""The first release whose lld knows the code objects that LLVM 22 writes (version 6 of the ABI: LLVM AMDGPU usage guide, "Code
Object Metadata")."""
HOW_TO_GET = f"install lld {OLDEST} or newer, on Debian and Ubuntu: apt install lld-22"
_NAME = re.compile(r"ld\.lld(-\d+)?")
_VERSION = re.compile(r"LLD (\d+)")


@dataclass(frozen=True, slots=True)
class Search:
    """The newest linker that fits: `path` and `version`, or None and 0. `passed_over` says in words what did not fit: the plain
    `ld.lld`, and where nothing fits all others; empty where there is nothing to say."""

    path: str | None
    version: int
    passed_over: str


def find_linker() -> Search:
    """Look for `ld.lld` and `ld.lld-NN` on PATH; each is asked for its version once."""
    return _search(os.environ.get("PATH", ""))


@cache
def _search(path: str) -> Search:
    names = {name for place in path.split(os.pathsep) if place for name in _listed(place) if _NAME.fullmatch(name)}
    found = {name: shutil.which(name, path=path) for name in sorted(names)}
    versions = {name: _version(where) for name, where in found.items() if where}
    fitting = [name for name, version in versions.items() if version >= OLDEST]
    old = {name: version for name, version in versions.items() if version < OLDEST and (name == "ld.lld" or not fitting)}
    reasons = ", ".join(f"{name} ({f'version {version}' if version else 'does not run'})" for name, version in old.items())
    passed_over = f"passed over {reasons}: version {OLDEST} or newer is needed" if old else ""
    if not fitting:
        return Search(None, 0, passed_over)
    best = max(fitting, key=lambda name: versions[name])
    return Search(found[best], versions[best], passed_over)


def _listed(place: str) -> list[str]:
    """What is in a directory of PATH that may not be there."""
    try:
        return os.listdir(place)
    except OSError:
        return []


def _version(path: str) -> int:
    """The major version of a linker; 0 for what does not run or is no lld."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return 0
    found = _VERSION.search(done.stdout)
    return int(found[1]) if found else 0

