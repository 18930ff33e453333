"""Which architectures there are, and which of them have an operation: one table for amdgcn and one for PTX.

amdgcn: what LLVM 22 selects an instruction for, processor by processor (tests compare); permlane64 from the RDNA3 ISA guide.
PTX: the "Target ISA Notes" of each instruction in the PTX ISA.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from .errors import SimulatorError, UnsupportedError

GFX9 = "gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90a gfx90c gfx940 gfx941 gfx942 gfx950".split()
GFX10 = "gfx1010 gfx1011 gfx1012 gfx1013 gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036".split()
GFX11 = "gfx1100 gfx1101 gfx1102 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153".split()
GFX12 = "gfx1200 gfx1201".split()
GFX1250 = "gfx1250 gfx1251".split()
AMDGCN = (*GFX9, *GFX10, *GFX11, *GFX12, *GFX1250)
NVPTX = tuple(f"sm_{n}" for n in (70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121))

_SINCE_12 = (*GFX12, *GFX1250)
_SINCE_11 = (*GFX11, *_SINCE_12)
_SINCE_10 = (*GFX10, *_SINCE_11)
_SINCE_1030 = (*GFX10[4:], *_SINCE_11)
_FLOAT8 = ("gfx940", "gfx941", "gfx942", "gfx950", *_SINCE_12)
_DOT = tuple(arch for arch in AMDGCN if arch not in (*"gfx900 gfx902 gfx904 gfx909 gfx90c gfx1010 gfx1013".split(),))

# The name behind "llvm.amdgcn.", types at its end left out.
_AMDGCN_HAVE: dict[str, Iterable[str]] = {
    "permlane16": _SINCE_10,
    "permlanex16": _SINCE_10,
    "permlane64": _SINCE_11,
    "permlane16.swap": ("gfx950", *GFX1250),
    "permlane32.swap": ("gfx950",),
    "s.waitcnt": tuple(arch for arch in AMDGCN if arch not in GFX1250),
    **dict.fromkeys(("s.wait.loadcnt", "s.wait.storecnt", "s.wait.kmcnt", "s.wait.dscnt"), _SINCE_12),
    **dict.fromkeys(("s.wait.samplecnt", "s.wait.bvhcnt", "s.wait.expcnt"), GFX12),
    "s.wait.asynccnt": GFX1250,
    "s.wait.event.export.ready": _SINCE_11,
    "s.barrier.signal": _SINCE_12,
    "s.barrier.wait": _SINCE_12,
    "s.sleep.var": _SINCE_12,
    "s.prefetch.data": _SINCE_12,
    "s.prefetch.inst": _SINCE_12,
    "s.setprio.inc.wg": GFX1250,
    "s.dcache.wb": (*GFX9, *GFX10[:4]),
    "global.prefetch": GFX1250,
    "wave.id": _SINCE_12,
    "sudot4": _SINCE_11,
    "sdot4": _DOT,
    "udot4": _DOT,
    "fdot2": tuple(arch for arch in _DOT if arch not in GFX1250),
    "fdot2.f32.bf16": ("gfx950", *GFX11, *GFX12),
    "tanh": GFX1250,
    "fma.legacy": _SINCE_1030,
    **{f"cvt.{name}": _FLOAT8 for kind in ("fp8", "bf8") for name in (f"f32.{kind}", f"pk.f32.{kind}", f"pk.{kind}.f32")},
    **{f"raw.{ptr}buffer.atomic.fadd": ("gfx90a", *_FLOAT8, *GFX11) for ptr in ("ptr.", "")},
    **{f"raw.{ptr}buffer.atomic.fadd.v2bf16": ("gfx950", *_SINCE_12) for ptr in ("ptr.", "")},
}

_AMDGPU = re.compile(r"amdgpu(?:(\d+)(?:\.(\d)([0-9a-f])?)?)?")

# Each row that a PTX instruction's name matches must be met: the least number of sm_.
_PTX_SINCE: tuple[tuple[re.Pattern[str], int], ...] = tuple(
    (re.compile(pattern), least)
    for pattern, least in (
        (r"ldmatrix|mma\.sync.*\.m(8n8k16|16n8k8)\b|tanh\.|ex2\..*f16", 75),
        (r"cp\.async|mbarrier|redux|discard|applypriority|createpolicy", 80),
        (r"mma\.sync.*\.m16n8k(4|16|32|64|128|256)\b|mma\.sync.*\.(bf16|tf32|f64)\b", 80),
        (r"(add|sub|mul|fma|min|max|abs|neg|cvt|ex2|tanh)\..*(bf16|tf32)", 80),
        (r"(min|max)\..*(f16|NaN)", 80),
        (r"(min|max)\..*xorsign", 86),
        (r"cvt\..*(e4m3|e5m2)|mma\.sync.*\.(e4m3|e5m2)", 89),
        (r"cp\.async\.bulk|stmatrix|elect|griddepcontrol|setmaxnreg|mbarrier\.try_wait", 90),
    )
)


def check_known(arch: object, names: Iterable[str]) -> None:
    """Raise SimulatorError, with the nearest name, for an architecture that is not among `names`."""
    names = list(names)
    plain = re.sub(r"(?<=\d)[af]$", "", arch) if isinstance(arch, str) and arch.startswith("sm_") else arch
    if plain not in names:
        near = get_close_matches(str(arch), names, 1, 0.0)[0]
        raise SimulatorError(f"unknown architecture {arch!r}: {', '.join(names)} are simulated; the nearest is {near!r}")


def family_of(triple: str, arch: object) -> str:
    """"amdgcn" or "nvptx64": by the triple's first part or, where there is no triple, by the architecture that was asked for.
    LLVM after 22 has amdgpu, alone or with a version, for amdgcn (Triple.cpp, parseArch and parseSubArch).

    Raises SimulatorError for any other, and where nothing tells."""
    first = triple.split("-")[0]
    if not first:
        asked = arch if isinstance(arch, str) else ""
        family = {"gf": "amdgcn", "sm": "nvptx64"}.get(asked[:2])
        if family is None:
            raise SimulatorError('the module has no target triple: pass arch=, for example "gfx942" or "sm_90"')
        return family
    if first in ("amdgcn", "nvptx64") or _AMDGPU.fullmatch(first):
        return "nvptx64" if first == "nvptx64" else "amdgcn"
    raise SimulatorError(
        f"target triple {triple!r}: only amdgcn, amdgpu (with a version or without, as in amdgpu9.42) and nvptx64 are simulated"
    )


def processor_of(triple: str) -> str:
    """The processor that a triple names with all of major number, minor number and stepping ("amdgpu9.42": gfx942), or ""."""
    match = _AMDGPU.fullmatch(triple.split("-")[0])
    return f"gfx{match[1]}{match[2]}{match[3]}" if match and match[3] else ""


def check_triple(triple: str, arch: str) -> None:
    """Raise SimulatorError for an architecture that is not the triple's, or not of its major number."""
    match, named = _AMDGPU.fullmatch(triple.split("-")[0]), processor_of(triple)
    other = named != arch if named else match and match[1] and not re.fullmatch(rf"gfx{match[1]}[0-9a-f]{{2}}", arch)
    if other:
        raise SimulatorError(f"architecture {arch!r}: the module's target triple is {triple!r}")


def check_amdgcn(arch: str, callee: str, line: int) -> None:
    """Raise UnsupportedError for an intrinsic that an architecture lacks."""
    name = callee.removeprefix("llvm.amdgcn.")
    while name:
        if name in _AMDGCN_HAVE:
            owners = _AMDGCN_HAVE[name]
            if arch not in owners:
                raise UnsupportedError(f"@{callee} on {arch}, which has no such instruction: {', '.join(owners)} has it", line)
            return
        name = name.rpartition(".")[0]


def check_ptx(arch: str, instruction: str, line: int) -> None:
    """Raise UnsupportedError for a PTX instruction that an architecture lacks."""
    least = max((since for pattern, since in _PTX_SINCE if pattern.match(instruction)), default=0)
    number = re.match(r"sm_(\d+)", arch)
    if number is None or int(number[1]) < least:
        raise UnsupportedError(f"the PTX instruction {instruction} on {arch}: sm_{least} and later have it", line)
