"""The NVIDIA side: ptxas turns PTX into a cubin, and is the judge of what LLVM's NVPTX target let through."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from importlib import metadata
from pathlib import Path

from twinkern.judge.toolchain.elf import KernelResources
from twinkern.judge.toolchain.errors import ToolchainError

NO_PTXAS = "no ptxas: it comes with CUDA, or with the package nvidia-cuda-nvcc"

_EXTERN = re.compile(r"^\.extern \.func\s+(?:\([^)]*\)\s*)?([\w$.]+)", re.MULTILINE)
_ENTRY = re.compile(r"Compiling entry function '([^']+)'")
_SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores")
_REGISTERS = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+) bytes smem")


def find_ptxas() -> str | None:
    """The path of ptxas: on PATH, or brought by the PyPI package nvidia-cuda-nvcc. None where there is
    none."""
    found = shutil.which("ptxas")
    if found:
        return found
    try:
        files = metadata.files("nvidia-cuda-nvcc") or ()
    except metadata.PackageNotFoundError:
        return None
    return next((str(f.locate()) for f in files if f.name == "ptxas"), None)


def undefined_functions(ptx: str) -> tuple[str, ...]:
    """Functions that the PTX calls and does not define, sorted: LLVM makes one of an intrinsic that it does
    not know."""
    return tuple(sorted(set(_EXTERN.findall(ptx))))


def assemble(ptx: str, arch: str, timeout: float) -> tuple[bytes, tuple[KernelResources, ...]]:
    """Assemble with ptxas: the cubin and each kernel's resources. Raises ToolchainError with ptxas's
    words."""
    ptxas = find_ptxas()
    if ptxas is None:
        raise ToolchainError(NO_PTXAS)
    with tempfile.TemporaryDirectory() as directory:
        source, cubin = Path(directory, "kernel.ptx"), Path(directory, "kernel.cubin")
        source.write_text(ptx)
        command = [ptxas, f"-arch={arch}", "-v", str(source), "-o", str(cubin)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            raise ToolchainError(f"ptxas did not finish within {timeout:g} s and was stopped") from None
        said = (done.stdout + done.stderr).replace(str(source), "kernel.ptx")
        if done.returncode:
            raise ToolchainError(f"ptxas refused the PTX: {said.strip()}")
        return cubin.read_bytes(), parse_resources(said)


def parse_resources(said: str) -> tuple[KernelResources, ...]:
    """Each kernel's resources from what `ptxas -v` prints."""
    kernels = []
    parts = _ENTRY.split(said)
    for name, report in zip(parts[1::2], parts[2::2], strict=True):
        registers, spills, shared = (pattern.search(report) for pattern in (_REGISTERS, _SPILLS, _SHARED))
        kernels.append(
            KernelResources(
                name=name,
                vgpr_count=int(registers[1]) if registers else 0,
                vgpr_spills=int(spills[2]) if spills else 0,
                private_bytes=int(spills[1]) if spills else 0,
                lds_bytes=int(shared[1]) if shared else 0,
            )
        )
    return tuple(kernels)
