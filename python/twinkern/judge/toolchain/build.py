"""Compile IR text, link the object, and read what came out."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from twinkern._contract import FLAVORS, PROVEN_FLAVORS
from twinkern.judge.toolchain import elf, linker, pool, ptx
from twinkern.judge.toolchain.elf import KernelResources
from twinkern.judge.toolchain.errors import ToolchainError
from twinkern.shown import html_table

TIMEOUT = 120.0
"""Seconds that one compile may take."""

DEFAULT_FEATURES = {"sm_90a": "+ptx83"}
"""LLVM features that an architecture needs beside its name: warpgroup instructions need a newer PTX. A text may name others."""

LISTING_FEATURE = "+dumpcode"
"""The feature with which LLVM lists an AMDGPU object's instructions in a section of it; the code is the same."""
LISTING_SECTION = ".AMDGPU.disasm"

_IGNORED = re.compile(r"not a recognized (processor|feature)|^error:|: error:", re.MULTILINE)


@dataclass(frozen=True, slots=True, repr=False)
class Compiled:
    """One module, compiled.

    llvm: which LLVM did it. proven: that LLVM is the flavour's own. object: a relocatable AMDGPU object, or a
    cubin (empty where there is no ptxas, or a symbol is undefined). assembly: empty unless asked for, or PTX,
    which is always there. undefined: names that nobody defines; a legal kernel has none. kernels: empty where
    there is no object. warnings: what LLVM printed, and ptxas beside the resources. listing: LLVM's list of an AMDGPU
    object's instructions, which is not in the object; see `twinkern.judge.machinecode`. seconds: processor time that LLVM and
    ptxas took.
    """

    arch: str
    flavor: str
    llvm: str
    proven: bool
    object: bytes
    assembly: str
    undefined: tuple[str, ...]
    kernels: tuple[KernelResources, ...]
    warnings: str
    listing: str = ""
    seconds: float = 0.0

    def __repr__(self) -> str:
        names = ", ".join(kernel.name for kernel in self.kernels) or "no kernel"
        return f"<Compiled {names}, {self.arch}, {self.flavor} by {self.llvm}, {len(self.object)} bytes>"

    def _repr_html_(self) -> str:
        """What each kernel occupies, and the folded assembly, for notebooks."""
        rows = [(kernel.name, *resource_words(kernel, self.arch)) for kernel in self.kernels]
        warned = [("LLVM warned", self.warnings)] if self.warnings else []
        return html_table(repr(self).strip("<>"), [*rows, *warned], self.assembly)


@dataclass(frozen=True, slots=True)
class Job:
    """One compile: the arguments of `compile`. outputs beyond the object: the assembly, if asked for."""

    text: str
    arch: str
    flavor: str
    optimize: int = 3
    assembly: bool = False
    timeout: float = TIMEOUT


@dataclass(frozen=True, slots=True)
class Linked:
    """A link that left nothing undefined. image: the shared object that a driver loads, empty where only the
    symbol table was checked. proof: which tool said so."""

    image: bytes
    proof: str


def compile(
    text: str, *, arch: str, flavor: str, optimize: int = 3, assembly: bool = False, timeout: float = TIMEOUT
) -> Compiled:
    """Verify, optimise (0 to 3) and compile one module of LLVM IR in a worker process.

    The architecture is any that the text's target triple knows ("gfx942", "sm_90"). Undefined symbols are
    listed, not an error: `link` is strict. Raises ToolchainError when LLVM refuses, aborts or runs over
    `timeout` seconds, or does not know the architecture, and when ptxas refuses the PTX, warns or takes as long.
    """
    asked = f"{arch}, {flavor}, -O{optimize}"
    tried = linking_flavor(flavor)
    if optimize not in range(4):
        raise ToolchainError(f"compiling for {asked}: optimisation levels are 0 to 3")
    is_ptx = on_nvidia(arch)
    outputs = ["assembly"] if is_ptx else ["object", "assembly"] if assembly else ["object"]
    request = {
        "action": "compile",
        "text": text,
        "cpu": arch,
        "features": ptx.features(text, DEFAULT_FEATURES.get(arch, "")) if is_ptx else LISTING_FEATURE,
        "optimize": optimize,
        "outputs": outputs,
        "timeout": timeout,
    }
    listing = b""
    kernels: tuple[elf.KernelResources, ...] = ()
    try:
        reply = pool.call(tried, request)
        ignored = _IGNORED.search(reply["stderr"])
        if ignored:
            raise ToolchainError(f"LLVM said: {reply['stderr']}")
        warnings, seconds = reply["stderr"], reply["seconds"]
        if is_ptx:
            undefined = ptx.undefined_symbols(reply["assembly"])
            image = b""
            if not undefined and ptx.find_ptxas():
                made = ptx.assemble(reply["assembly"], arch, tried, timeout)
                image, kernels = made.cubin, made.kernels
                warnings = "\n".join(filter(None, (warnings, made.words)))
                seconds += made.seconds
        else:
            image, listing = elf.split_section(reply["object"], LISTING_SECTION)
            undefined, kernels = elf.undefined_symbols(image), elf.kernel_resources(image)
        if not kernels and ".entry" not in reply.get("assembly", ""):
            raise ToolchainError("the text defines no kernel")
    except ToolchainError as failure:
        raise ToolchainError(f"compiling for {asked}: {failure}") from None
    return Compiled(
        arch=arch,
        flavor=flavor,
        llvm=pool.llvm_version(tried),
        proven=flavor in PROVEN_FLAVORS,
        object=image,
        assembly=reply.get("assembly", ""),
        undefined=undefined,
        kernels=kernels,
        warnings=warnings,
        listing=listing.decode(),
        seconds=seconds,
    )


def compile_many(jobs: Iterable[Job], workers: int | None = None) -> list[Compiled | ToolchainError]:
    """Compile jobs side by side in `workers` processes (default: one a core); results and failures in the
    jobs' order."""

    def one(job: Job) -> Compiled | ToolchainError:
        try:
            return compile(**asdict(job))
        except ToolchainError as failure:
            return failure

    with ThreadPoolExecutor(workers or os.cpu_count()) as threads:
        return list(threads.map(one, jobs))


def on_nvidia(arch: str) -> bool:
    """Whether an architecture is NVIDIA's, by its name: those that LLVM knows are more than the contract's."""
    return arch.startswith("sm_")


def lacking(arch: str, status: pool.FlavorStatus) -> str:
    """What this machine lacks to link text for an architecture, of a flavour with that status, in words; empty where it lacks
    nothing."""
    if not status.available:
        return status.description
    try:
        return "" if not on_nvidia(arch) or ptx.find_ptxas() else ptx.NO_PTXAS
    except ToolchainError as error:
        return str(error)


def resource_words(kernel: KernelResources, arch: str) -> tuple[str, str, str]:
    """Registers, spills and LDS of a kernel in words."""
    lds = f"{kernel.lds_bytes} bytes of LDS{' beside what is given at launch' if kernel.launch_lds else ''}"
    if on_nvidia(arch):
        spills = f"{kernel.vgpr_spills} bytes of spills stored and {kernel.spill_loads} loaded"
        return f"{kernel.vgpr_count} registers a thread, {kernel.barriers} barriers", spills, lds
    registers = f"{kernel.vgpr_count} vector registers ({kernel.agpr_count} for accumulation), {kernel.sgpr_count} scalar"
    return registers, f"{kernel.vgpr_spills + kernel.sgpr_spills} spills", lds


def data_layout(triple: str, arch: str, flavor: str) -> str:
    """The data layout that the flavour's own LLVM uses for an architecture. Raises ToolchainError."""
    request = {
        "action": "data_layout",
        "triple": triple,
        "cpu": arch,
        "features": DEFAULT_FEATURES.get(arch, ""),
        "optimize": 0,
        "timeout": TIMEOUT,
    }
    return str(pool.call(linking_flavor(flavor), request)["data_layout"])


def link(compiled: Compiled) -> Linked:
    """Check that the object links: no undefined symbol, and where an lld that fits is on PATH a strict link as a shared
    object. One that does not fit, or breaks off, decides nothing.

    A cubin is linked already. Raises ToolchainError with the undefined names, or with lld's words.
    """
    asked = f"linking for {compiled.arch}, {compiled.flavor}"
    if compiled.undefined:
        names = ", ".join(compiled.undefined)
        raise ToolchainError(f"{asked}: undefined: {names}; {compiled.llvm} has no such thing there")
    if on_nvidia(compiled.arch):
        if not compiled.object:
            raise ToolchainError(f"{asked}: {ptx.NO_PTXAS}")
        return Linked(compiled.object, f"ptxas {ptx.ptxas_version(ptx.find_ptxas() or '')}".strip())
    search = linker.find_linker()
    if search.path is None:
        return Linked(b"", "symbol table" + (f"; {search.passed_over}" if search.passed_over else ""))
    with tempfile.TemporaryDirectory() as directory:
        source, image = Path(directory, "kernel.o"), Path(directory, "kernel.so")
        source.write_bytes(compiled.object)
        command = [search.path, "--no-undefined", "-shared", str(source), "-o", str(image)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        name = Path(search.path).name
        if done.returncode < 0:
            return Linked(b"", f"symbol table; {name} was ended by signal {-done.returncode}")
        if done.returncode:
            raise ToolchainError(f"{asked}: {name}: {done.stderr.replace(directory, '').strip()}")
        return Linked(image.read_bytes(), name if name.endswith(str(search.version)) else f"{name} {search.version}")


def linking_flavor(flavor: str) -> str:
    """The flavour whose LLVM links a flavour's text: its own, or the nearest that has one. Raises ToolchainError."""
    if flavor not in FLAVORS:
        raise ToolchainError(f"no flavour {flavor!r}: there are {', '.join(FLAVORS)}")
    return flavor if flavor in PROVEN_FLAVORS else pool.STAND_IN
