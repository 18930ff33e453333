"""Compiled images of texts: what a driver loads."""

from __future__ import annotations

from twinkern.judge import toolchain
from twinkern.launch.cache import Cache
from twinkern.launch.driver import LaunchError


def toolchain_version(arch: str, flavor: str) -> str:
    """What compiles a text of a flavour here, with its versions: two that differ may give other code."""
    status = toolchain.available_flavors()[flavor]
    missing = toolchain.lacking(arch, status)
    if missing:
        raise LaunchError(f"nothing here compiles {flavor} for {arch}: {missing}")
    path = toolchain.find_ptxas() if toolchain.on_nvidia(arch) else toolchain.find_linker().path
    if path is None:
        raise LaunchError(f"a code object for {arch} needs a linker: install lld 19 or newer")
    return f"{status.description}; {path}; {toolchain.ptxas_version(path) if toolchain.on_nvidia(arch) else ''}"


def image_of(text: str, arch: str, flavor: str, cache: Cache | None = None, seconds: float = toolchain.TIMEOUT) -> bytes:
    """The image of a text, from the cache where that has it; `seconds` is the time to compile it.

    Raises ToolchainError where it does not compile, LaunchError where nothing at hand can make an image.
    """
    if flavor not in toolchain.available_flavors():
        raise LaunchError(f"no flavour {flavor!r}; there are {', '.join(toolchain.available_flavors())}")
    key = (text, arch, flavor, toolchain_version(arch, flavor))
    found = cache.get(key) if cache else None
    if found is None:
        found = toolchain.link(toolchain.compile(text, arch=arch, flavor=flavor, timeout=seconds)).image
        if not found:
            raise LaunchError(f"nothing here links a code object for {arch}")
        if cache:
            cache.put(key, found)
    return found
