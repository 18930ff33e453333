"""Changes to texts and manifests that make a wrong program of a right one, drawn by a seed, by kind.

A kind of text is a pattern and what becomes of a match; a kind of manifest is a path and its other values. Each says by which
criterion a change that no judge notices may still be harmless: none, for most, for what they say is false by construction.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, islice

from tests.sim.mutation import PREDICATES, Places

from twinkern.engines import Program

TENSORS = "tensors"
"""Harmless where the program reads just the bytes of the tensors that it read, and stores the same output bit for bit, on
normal and on special operands. For changes of what is computed: all sizes stand in the text, so no run touches others."""
OBJECT = "object"
"""Harmless where the flavour's LLVM makes the same machine code of both texts, byte for byte. For changes of the order that a
text asks for."""
Edit = tuple[int, int, str]
"""Characters [start, end) of a text become another string."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one program: `was` became `became`, on a line of the text or at a path of the manifest."""

    kind: str
    program: Program
    where: str
    was: str
    became: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.kind}: {self.program.name} ({self.program.flavor}): {self.where}: {self.was!r} became {self.became!r}"


@dataclass(frozen=True, slots=True)
class TextKind:
    """Matches of `pattern` become one of what `make` gives; `criterion` is above, or nothing."""

    pattern: re.Pattern
    make: Callable[[re.Match], Sequence[str]]
    criterion: str = ""

    def edits(self, program: Program) -> list[Edit]:
        """Every change of this kind in a program."""
        found = self.pattern.finditer(program.text)
        return [(*match.span(), new) for match in found for new in self.make(match) if new != match[0]]


def text(pattern: str, *templates: str, criterion: str = "") -> TextKind:
    """A kind whose changes are templates of `re.Match.expand`."""
    return TextKind(re.compile(pattern, re.MULTILINE), lambda match: [match.expand(t) for t in templates], criterion)


def computed(pattern: str, make: Callable[[re.Match], Sequence[object]], criterion: str = "") -> TextKind:
    """A kind whose changes are computed from the match, which becomes one of them."""
    return TextKind(re.compile(pattern, re.MULTILINE), lambda match: [str(new) for new in make(match)], criterion)


def more_in_flight(match: re.Match) -> list[int]:
    """The operand of s_waitcnt with one more in flight of each counter that it waits for.

    gfx9: vmcnt in bits 3:0 and 15:14, expcnt in 6:4, lgkmcnt in 11:8 (CDNA3 ISA, S_WAITCNT).
    """
    value = int(match[0])
    vmcnt, lgkmcnt = (value & 15) | (value >> 14 & 3) << 4, value >> 8 & 15
    found = []
    if vmcnt < 63:
        more = vmcnt + 1
        found.append((value & ~0xC00F) | (more & 15) | (more >> 4) << 14)
    if lgkmcnt < 15:
        found.append((value & ~0xF00) | (lgkmcnt + 1) << 8)
    return found


def other_digit(match: re.Match) -> list[str]:
    """A digest with its last digit changed."""
    return [match[0][:-1] + ("1" if match[0][-1] == "0" else "0")]


STORE = r"(?:store |call void @llvm\.amdgcn\.raw\.ptr\.buffer\.store)"
BARRIER = r"  call void @llvm\.amdgcn\.s\.barrier\(\)\n"
COPY = r"call void @llvm\.amdgcn\.(?:raw\.ptr\.buffer\.load\.lds|global\.load\.async)"
RESOURCE = r"make\.buffer\.rsrc\.p8\.p1\(ptr addrspace\(1\) %\w+, "
READ = r"  %\w+ = (?:load [^\n]*|call [^\n]*@llvm\.amdgcn\.ds\.(?:read|load)\.tr[^\n]*)addrspace\(3\)[^\n]*\n"
BETWEEN = r"(?:  fence[^\n]*\n|  ;[^\n]*\n|  call void @llvm\.amdgcn\.s\.setprio[^\n]*\n)*"

TEXT: dict[str, TextKind] = {
    # What is computed.
    "operands swapped": text(r"(= (?:sub|udiv|urem|shl|lshr) i32 )(\S+), (\S+)$", r"\1\3, \2", criterion=TENSORS),
    "select arms swapped": text(r"(= select i1 \S+, )(\S+ \S+), (\S+ \S+)$", r"\1\3, \2", criterion=TENSORS),
    "shuffled operands swapped": text(
        r"(= shufflevector )(<[^>]+> \S+), (<[^>]+> \S+), ", r"\1\3, \2, ", criterion=TENSORS
    ),
    "shuffle mask": text(r"<i32 0, i32 1,", "<i32 1, i32 0,", "<i32 0, i32 0,", criterion=TENSORS),
    "loop values swapped": text(
        r"(= phi (\S+|<[^>]+>) \[ \S+, %\w+ \], \[ )(\S+)(, %\w+ \]\n  \S+ = phi \2 \[ \S+, %\w+ \], \[ )(\S+)(, %\w+ \])",
        r"\1\5\4\3\6", criterion=TENSORS,
    ),
    "predicate": computed(
        r"(?<=icmp )\w+", lambda m: [p for p in PREDICATES if p[1:] != m[0][1:] or p == "s" + m[0][1:]], TENSORS
    ),
    "trip count": computed(
        r"(?<== icmp )ult i32 (\S+), (\d+)$(?=\n  br i1 %more)",
        lambda m: [f"ult i32 {m[1]}, {int(m[2]) + more}" for more in (-1, 1)], TENSORS,
    ),
    "branch arms swapped": text(r"(br i1 \S+ )(label \S+), (label \S+)", r"\1\3, \2", criterion=TENSORS),
    "workgroup of another axis": text(
        r"(?<= = call i32 )@llvm\.amdgcn\.workgroup\.id\.x\(\)([^$]*declare i32 @llvm\.amdgcn\.workgroup\.id\.)x\(\)",
        r"@llvm.amdgcn.workgroup.id.y()\1y()", criterion=TENSORS,
    ),
    "matrix operands swapped": text(r"(mfma\.\S+\((<[^>]+>) )(%\w+), \2 (%\w+)", r"\1\4, \2 \3", criterion=TENSORS),
    "sum not carried on": text(
        r"((?:mfma|wmma)\.[^\n]*<\d+ x float>) %\w+(?=, i)", r"\1 zeroinitializer", criterion=TENSORS
    ),
    "matrix operand broadcast": text(r"(mfma\.[^\n]*, )i32 0, i32 0, i32 0\)", r"\1i32 1, i32 0, i32 0)", criterion=TENSORS),
    "matrix operand reused": text(r"(wmma\.[^\n]*, )i1 false, i1 false\)", r"\1i1 true, i1 false)", r"\1i1 false, i1 true)"),
    "matrix operand negated": text(r"(wmma\.\S+\()i1 false", r"\1i1 true", criterion=TENSORS),
    # What is stored and where.
    "store dropped": text(rf"^  {STORE}[^\n]*\n", "", criterion=TENSORS),
    "output stored twice": text(r"^  call void @llvm\.amdgcn\.raw\.ptr\.buffer\.store[^\n]*\n", r"\g<0>\g<0>"),
    "copy dropped": text(rf"^  {COPY}[^\n]*\n", ""),
    "zeros not zero": text(r"(@zeros = [^\n]*\] )zeroinitializer", r"\1poison", r"\1undef"),
    "zeros shorter": text(r"(@zeros = [^\n]*)\[16 x", r"\1[8 x"),
    "LDS smaller": computed(r"(?<=global \[)\d+(?= x i8\] poison)", lambda m: [int(m[0]) // 2, int(m[0]) - 16]),
    "LDS larger": computed(r"(?<=global \[)\d+(?= x i8\] poison)", lambda m: [int(m[0]) + 16, int(m[0]) * 2]),
    # The order.
    "barrier dropped": text(rf"^{BARRIER}", "", criterion=OBJECT),
    "barrier moved up": text(rf"((?:^  [^\n]*\n){{4}})(^{BARRIER})", r"\2\1", criterion=OBJECT),
    "LDS read before its barrier": text(rf"(^{BARRIER}{BETWEEN})({READ})", r"\2\1"),
    "fence dropped": text(r"^  fence [^\n]*\n", "", criterion=OBJECT),
    "fence of a wave": text(r'^(  fence syncscope\(")workgroup', r"\1wavefront", r"\1singlethread", criterion=OBJECT),
    "fence of the other side": computed(
        r'(?<=fence syncscope\("workgroup"\) )\w+', lambda m: ["acquire" if m[0] == "release" else "release"], OBJECT
    ),
    "fences of other memory": text(r'(!"amdgpu-synchronize-as", !)"local"', r'\1"global"', criterion=OBJECT),
    "wait dropped": text(r"^  call void @llvm\.amdgcn\.s\.wait[^\n]*\n", "", criterion=OBJECT),
    "wait for fewer": computed(r"(?<=s\.waitcnt\(i32 )\d+", more_in_flight, OBJECT),
    "wait for fewer, by counter": computed(r"(?<=cnt\(i16 )\d+", lambda m: [int(m[0]) + 1, int(m[0]) + 2], OBJECT),
    # What is claimed. No access of ours claims less than it has.
    "access aligned to more": computed(
        r"^(  (?:store|%\w+ = load) [^\n]*, align )(\d+)",
        lambda m: [f"{m[1]}{int(m[2]) * times}" for times in (2, 4, 16)],
    ),
    "LDS aligned to less": text(r"(@lds = [^\n]*align )16", r"\g<1>2", r"\g<1>1"),
    "tensor aligned to more": text(r"(align )16(?= %)", r"\g<1>32", r"\g<1>256"),
    "output only read": text(r"writeonly(?= align \d+ %\w+\) #0)", "readonly", "readnone"),
    "input only written": text(r"readonly(?= align)", "writeonly", "readnone"),
    "wraps, and may not": text(r"= add (i32 -\d+, %)", r"= add nuw \1"),
    # Of the thread's number, and not by that of a wave's lanes: only the first lane's quotient is read then.
    "has a remainder, and may not": text(
        r"((%\w+) = call i32 @llvm\.amdgcn\.workitem\.id\.x\(\)[^$]*?= udiv)(?= i32 \2, (?!32\n|64\n)\d+\n)", r"\1 exact"
    ),
    "alias scopes swapped": text(r"!alias\.scope (!\d+), !noalias (!\d+)", r"!alias.scope \2, !noalias \1"),
    "workgroup size": computed(
        r'(?<="amdgpu-flat-work-group-size"=")(\d+),\d+', lambda m: [f"{n},{n}" for n in (int(m[1]) * 2, int(m[1]) // 2)]
    ),
    "machine": computed(
        r'(?<="target-cpu"=")\w+', lambda m: [arch for arch in ("gfx90a", "gfx942", "gfx950", "gfx1250") if arch != m[0]]
    ),
    "system": text(r"amdgcn-amd-amdhsa", "amdgcn-amd-amdpal", "amdgcn-mesa-mesa3d", "nvptx64-nvidia-cuda"),
    "data layout": text(r"-p3:32:32-", "-p3:64:64-"),
    "name": computed(r"(?<=_)[0-9a-f]{12}(?=\(ptr)", other_digit),
    # The buffers' resources.
    "resource larger": computed(rf"({RESOURCE}i16 0, i\d\d )(\d+)", lambda m: [m[1] + str(int(m[2]) * 2)], TENSORS),
    "resource smaller": computed(
        rf"({RESOURCE}i16 0, i\d\d )(\d+)", lambda m: [m[1] + str(n) for n in (int(m[2]) // 2, int(m[2]) - 16)], TENSORS
    ),
    # gfx9: no flags at all, no data format; gfx1250: other rules of the range.
    "resource flags": computed(
        rf"({RESOURCE}i16 0, i\d\d \d+, i32 )(\d+)",
        lambda m: [m[1] + new for new in ("02" if m[2] == "3" else ("0", "28672"))], OBJECT,
    ),
    "resource stride": text(rf"({RESOURCE})i16 0", r"\1i16 16"),
}  # fmt: skip


def at(manifest: dict, path: tuple) -> object:
    """The value at a path of keys and indices."""
    for key in path:
        manifest = manifest[key]
    return manifest


def numbers(*make: Callable[[int], int]) -> Callable[[object], list]:
    """Other values of a number."""
    return lambda value: [new for one in make if (new := one(value)) != value]


def names_of(value: str) -> list[str]:
    """Other names: one digit of the digest, and none at all."""
    return [value[:-1] + ("1" if value[-1] == "0" else "0"), ""]


KERNEL = ("kernels", 0)
MORE, LESS = (lambda n: n + 1), (lambda n: n - 1)
DOUBLE, HALF, PAGE = (lambda n: n * 2), (lambda n: n // 2), (lambda n: n + 16)
# (path, other values of what is there); an argument's path is drawn, as is an axis.
MANIFEST: dict[str, list[tuple[tuple, Callable[[object], list]]]] = {
    "manifest name": [(("name",), names_of)],
    "manifest arch": [(("arch",), lambda v: [a for a in ("gfx942", "gfx950", "gfx1250") if a != v])],
    "manifest kernel name": [((*KERNEL, "name"), names_of)],
    "manifest grid": [((*KERNEL, "grid", axis), numbers(MORE, LESS, DOUBLE)) for axis in range(3)],
    "manifest grid per split": [((*KERNEL, "grid_per_split", axis), numbers(MORE)) for axis in range(3)],
    "manifest block": [((*KERNEL, "block", axis), numbers(MORE, DOUBLE, HALF)) for axis in range(3)],
    "manifest LDS bytes": [((*KERNEL, "lds_bytes"), numbers(PAGE, HALF, LESS, lambda n: 0))],
    "manifest arguments dropped": [((*KERNEL, "arguments"), lambda v: [v[:-1], v[1:], []])],
    "manifest arguments swapped": [((*KERNEL, "arguments"), lambda v: [[v[1], v[0], v[2]], v[::-1]])],
    "manifest argument name": [((*KERNEL, "arguments", i, "name"), lambda v: ["z", ""]) for i in range(3)],
    "manifest argument role": [
        ((*KERNEL, "arguments", i, "role"), lambda v: ["output" if v == "input" else "input", "workspace"]) for i in range(3)
    ],
    "manifest argument type": [
        ((*KERNEL, "arguments", i, "type"), lambda v: [t for t in ("fp16", "bf16", "fp32", "fp64") if t != v]) for i in range(3)
    ],
    "manifest argument bytes": [((*KERNEL, "arguments", i, "bytes"), numbers(PAGE, HALF, LESS, DOUBLE)) for i in range(3)],
    "manifest argument offset": [((*KERNEL, "arguments", i, "offset"), numbers(lambda n: n + 8)) for i in range(3)],
    "manifest argument size": [((*KERNEL, "arguments", i, "size"), numbers(HALF, DOUBLE)) for i in range(3)],
    "manifest argument align": [((*KERNEL, "arguments", i, "align"), numbers(HALF, lambda n: 2, DOUBLE)) for i in range(3)],
    "manifest workspace": [(("workspace_bytes",), numbers(lambda n: n + 256))],
    "manifest workspace per split": [(("workspace_bytes_per_split",), numbers(lambda n: n + 256))],
    "manifest zeroed": [(("zeroed",), lambda v: [["y"], [{"name": "y", "bytes": 16}], ["z"]])],
    "manifest launches": [(("launches",), lambda v: [[], v * 2, ["another"]])],
    "manifest key dropped": [((), lambda v: [{k: v[k] for k in v if k != gone} for gone in v])],
    "manifest argument key dropped": [
        ((*KERNEL, "arguments", i), lambda v: [{k: v[k] for k in v if k != gone} for gone in v]) for i in range(3)
    ],
}
DRAWN = ("constant", "operand")
"""Kinds that `Places` draws: any constant, any operand."""
OTHER_CRITERIA = {**dict.fromkeys(DRAWN, TENSORS), "manifest grid": TENSORS}
"""Of kinds that are none of a pattern's. A workgroup too many may find nothing to do, as some of a strided dgrad do."""
KINDS = (*DRAWN, *TEXT, *MANIFEST)


def criterion_of(kind: str) -> str:
    """By which criterion a change of a kind may be harmless, or nothing."""
    return TEXT[kind].criterion if kind in TEXT else OTHER_CRITERIA.get(kind, "")


@cache
def places_of(program: Program) -> Places:
    """The places of a program's constants and operands, found once."""
    return Places(program)


def changed_text(program: Program, kind: str, edit: Edit) -> Change:
    """A program with some characters of its text replaced."""
    start, end, new = edit
    line = program.text.count("\n", 0, start) + 1
    changed = program.text[:start] + new + program.text[end:]
    shown = program.text.split("\n")[line - 1].strip()
    was = program.text[start:end]
    return Change(kind, replace(program, text=changed), f"line {line}, {shown[:160]}", was[-200:], new[-200:], line)


def changed_manifest(program: Program, kind: str, path: tuple, new: object) -> Change:
    """A program with one value of its manifest replaced."""
    described = program.manifest
    was = at(described, path)
    if path:
        at(described, path[:-1])[path[-1]] = new
    else:
        described = new
    manifest = json.dumps(described, separators=(",", ":"))
    return Change(kind, replace(program, manifest_text=manifest), "/".join(map(str, path)), json.dumps(was), json.dumps(new))


def draw(program: Program, kind: str, choose: random.Random) -> Change | None:
    """A change of one kind, or nothing where the program has no place for it."""
    if kind in DRAWN:
        while True:
            change = places_of(program).mutant(choose)
            if change.what == kind:
                starts = sum(len(row) + 1 for row in program.text.split("\n")[: change.line - 1])
                return changed_text(program, kind, (starts + change.start, starts + change.end, change.new))
    if kind in TEXT:
        edits = TEXT[kind].edits(program)
        return changed_text(program, kind, choose.choice(edits)) if edits else None
    path, others = choose.choice(MANIFEST[kind])
    values = others(at(program.manifest, path))
    return changed_manifest(program, kind, path, choose.choice(values)) if values else None


def drawn(programs: Sequence[Program], count: int, seed: int) -> Iterator[Change]:
    """So many different changes, every kind in turn, each of a program at random that has a place for it.

    Raises ValueError for a kind that no program has a place for.
    """
    choose = random.Random(seed)
    seen: set[Program] = set()
    for kind in islice(cycle(KINDS), 4 * count):
        if len(seen) == count:
            return
        tried = (draw(program, kind, choose) for program in choose.sample(programs, len(programs)))
        found = next(filter(None, tried), None)
        if found is None:
            raise ValueError(f"no program has a place for {kind}")
        if found.program not in seen:
            seen.add(found.program)
            yield found
