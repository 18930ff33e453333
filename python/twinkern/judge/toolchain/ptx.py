"""The NVIDIA side: ptxas turns PTX into a cubin, and is the judge of what LLVM's NVPTX target let through."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from math import prod
from pathlib import Path

from twinkern.judge.toolchain import pool
from twinkern.judge.toolchain.elf import KernelResources
from twinkern.judge.toolchain.errors import ToolchainError

VARIABLE = "TWINKERN_PTXAS"
"""The environment variable that names the ptxas to use."""
PACKAGE = "nvidia-cuda-nvcc"
NO_PTXAS = f"no ptxas: install CUDA or twinkern[toolchain], which brings {PACKAGE}, or name one in {VARIABLE}"

MOST_REGISTERS = 255
"""Registers of a thread at most (CUDA C++ programming guide, "Compute Capabilities")."""
MOST_THREADS = 1024
"""Threads of a workgroup where a kernel does not say (CUDA C++ programming guide, "Compute Capabilities")."""
STOPPING = 10.0
"""Seconds in which a worker process must have stopped a ptxas that ran over its time."""
INPUT, OUTPUT = "kernel.ptx", "kernel.cubin"

_FEATURES = re.compile(r'"target-features"\s*=\s*"([^"]*)"')
_VERSION_FEATURE = re.compile(r"\+ptx(\d+)")
_EXTERN_FUNCTION = re.compile(r"^\.extern \.func\s+(?:\([^)]*\)\s*)?([\w$.]+)", re.MULTILINE)
_EXTERN_VARIABLE = re.compile(r"^\.extern (\.(?:global|const|shared)\b[^;\n]*?)\s([\w$.]+)((?:\[\d*\])*);", re.MULTILINE)
_ENTRY_HEAD = re.compile(r"\.entry\s+([\w$.]+)\s*\([^)]*\)([^{]*)\{")
_THREADS = re.compile(r"\.(?:req|max)ntid\s+(\d+(?:\s*,\s*\d+)*)")

_ENTRY = re.compile(r"Compiling entry function '([^']+)'")
_SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_REGISTERS = re.compile(r"Used (\d+) registers")
_BARRIERS = re.compile(r"used (\d+) barriers")
_SHARED = re.compile(r"(\d+) bytes smem")
_FIGURES = re.compile(
    r"\s*(?:ptxas info\s*: (?:\d+ bytes gmem.*|Compiling entry function '.*|Function properties for .*|Used \d+ registers.*"
    r"|Compile time = .*)|\d+ bytes stack frame, .*)?"
)
"""The lines of `ptxas -v` that say what a kernel occupies, and nothing else."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """A cubin, what its kernels occupy, what else ptxas said, and the processor time that it took, in seconds."""

    cubin: bytes
    kernels: tuple[KernelResources, ...]
    words: str
    seconds: float


def find_ptxas() -> str | None:
    """The path of ptxas: what TWINKERN_PTXAS names, that on PATH, or that of the PyPI package nvidia-cuda-nvcc; None where
    there is none. Raises ToolchainError where TWINKERN_PTXAS names no program."""
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise ToolchainError(f"{VARIABLE} is {named}, which is no program that can be run; name a ptxas, or unset it")
        return found
    found = shutil.which("ptxas")
    if found:
        return found
    try:
        files = metadata.files(PACKAGE) or ()
    except metadata.PackageNotFoundError:
        return None
    paths = (str(row.locate()) for row in files if row.name == "ptxas")
    return next((path for path in paths if os.access(path, os.X_OK)), None)


@cache
def ptxas_version(path: str) -> str:
    """The version of a ptxas, "13.0.88"; empty for a program that does not say one."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return ""
    found = re.search(r"\bV(\d+(?:\.\d+)+)", done.stdout)
    return found[1] if found else ""


def features(text: str, default: str) -> str:
    """The LLVM features of a module: the newest PTX that the "target-features" of its functions name, or else the default.

    LLVM prints the version of the whole file, for which it asks no function.
    """
    named = [int(number) for row in _FEATURES.findall(text) for number in _VERSION_FEATURE.findall(row)]
    return f"+ptx{max(named)}" if named else default


def undefined_symbols(ptx: str) -> tuple[str, ...]:
    """What the PTX uses and does not define, sorted. LLVM makes a function of an intrinsic that it does not know. Shared memory
    of no size is given at launch."""
    variables = (name for space, name, size in _EXTERN_VARIABLE.findall(ptx) if not (".shared" in space and size == "[]"))
    return tuple(sorted({*_EXTERN_FUNCTION.findall(ptx), *variables}))


def takes_launch_lds(ptx: str) -> bool:
    """Whether the PTX has shared memory whose size is given at launch."""
    return any(".shared" in space and size == "[]" for space, _, size in _EXTERN_VARIABLE.findall(ptx))


def workgroup_sizes(ptx: str) -> dict[str, int]:
    """The threads of each kernel's workgroup, as its .reqntid or .maxntid says; 1024 where it says nothing."""
    sizes = {}
    for name, directives in _ENTRY_HEAD.findall(ptx):
        said = _THREADS.search(directives)
        sizes[name] = prod(map(int, said[1].split(","))) if said else MOST_THREADS
    return sizes


def assemble(ptx: str, arch: str, flavor: str, timeout: float) -> Assembled:
    """Assemble with ptxas, which a worker process of `flavor` runs. A warning of ptxas is an error.

    Where it spills although registers are left, it does so for the sake of more workgroups on a core: then it is told that
    one is enough, and what spills less is taken.

    Raises ToolchainError with ptxas's words, and where it runs over `timeout` seconds; nothing of it is left.
    """
    found = _assemble(ptx, arch, flavor, timeout)
    if all(kernel.vgpr_spills == 0 or kernel.vgpr_count >= MOST_REGISTERS for kernel in found.kernels):
        return found
    other = _assemble(ptx, arch, flavor, timeout, "--minnctapersm=1")
    fewer = sum(kernel.vgpr_spills for kernel in other.kernels) < sum(kernel.vgpr_spills for kernel in found.kernels)
    return replace(other if fewer else found, seconds=found.seconds + other.seconds)


def _assemble(ptx: str, arch: str, flavor: str, timeout: float, *options: str) -> Assembled:
    """See `assemble`, with options."""
    ptxas = find_ptxas()
    if ptxas is None:
        raise ToolchainError(NO_PTXAS)
    with tempfile.TemporaryDirectory(prefix="twinkern-") as directory:
        Path(directory, INPUT).write_text(ptx, encoding="utf-8")
        request = {
            "action": "assemble",
            "command": [os.path.abspath(ptxas), f"-arch={arch}", "-v", "-Werror", *options, INPUT, "-o", OUTPUT],
            "directory": directory,
            "limit": timeout,
            "timeout": timeout + STOPPING,
        }
        reply = pool.call(flavor, request)
        said = reply["said"].replace(directory, "")
        words = "\n".join(line for line in said.splitlines() if not _FIGURES.fullmatch(line))
        if reply["code"]:
            raise ToolchainError(f"ptxas refused the PTX: {words or pool.exit_text(reply['code'])}")
        try:
            cubin = Path(directory, OUTPUT).read_bytes()
        except FileNotFoundError:
            raise ToolchainError("ptxas wrote no cubin, and gave no reason") from None
    return Assembled(cubin, parse_resources(said, ptx), words, reply["seconds"])


def parse_resources(said: str, ptx: str) -> tuple[KernelResources, ...]:
    """Each kernel's resources, in the order of the PTX, from what `ptxas -v` prints, in another one, and from the PTX what that
    does not tell. Raises ToolchainError where the kernels of both are not the same."""
    sizes, launch_lds = workgroup_sizes(ptx), takes_launch_lds(ptx)
    kernels = {}
    parts = _ENTRY.split(said)
    if sorted(parts[1::2]) != sorted(sizes):
        reported, written = (", ".join(sorted(names)) or "none" for names in (parts[1::2], sizes))
        raise ToolchainError(f"ptxas reports on kernels {reported}; the PTX has {written}")
    for name, report in zip(parts[1::2], parts[2::2], strict=True):
        figures = (_REGISTERS, _SHARED, _BARRIERS)
        registers, shared, barriers = (int(found[1]) if (found := row.search(report)) else 0 for row in figures)
        frame = _SPILLS.search(report)
        stack, stores, loads = map(int, frame.groups()) if frame else (0, 0, 0)
        kernels[name] = KernelResources(
            name=name,
            vgpr_count=registers,
            vgpr_spills=stores,
            spill_loads=loads,
            private_bytes=stack,
            lds_bytes=shared,
            max_workgroup_size=sizes[name],
            barriers=barriers,
            launch_lds=launch_lds,
        )
    return tuple(kernels[name] for name in sizes)
