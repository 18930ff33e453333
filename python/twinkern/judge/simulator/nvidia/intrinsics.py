"""LLVM's intrinsics for NVIDIA as PTX instructions: `$0` and following are the results, then the operands.

Each name is matched against rules in order; a rule makes the PTX text of a call. What the instruction means is said once, by
the tables of the instructions.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..text import ir

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], ir.Instruction], str]]
_TYPES = {
    "f": "f32", "d": "f64", "f32": "f32", "f64": "f64", "f16": "f16", "f16x2": "f16x2", "bf16": "bf16", "bf16x2": "bf16x2",
    "v2f16": "f16x2", "v2bf16": "bf16x2",
}  # fmt: skip
_INTEGERS = {"s": "s16", "us": "u16", "i": "s32", "ui": "u32", "ll": "s64", "ull": "u64"}
_FLOAT = r"(f|d|f16|f16x2|bf16|bf16x2|f32|f64|v2f16|v2bf16)"
_INTEGER = r"(s|us|i|ui|ll|ull)"
_NUMBERS = {"i": "s32", "ui": "u32", "ll": "s64", "ull": "u64", "f": "f32", "d": "f64", "h": "f16"}


def _plain(opcode: str, i: ir.Instruction) -> str:
    """An instruction with the call's results and operands in their order."""
    results = len(ir.expect(i.type, ir.StructType).elements) if isinstance(i.type, ir.StructType) else int(i.type != ir.VOID)
    numbers = [f"${n}" for n in range(results + len(i.operands))]
    return f"{opcode} {', '.join(numbers)};"


def _registers(first: int, count: int) -> str:
    return "{" + ", ".join(f"${n}" for n in range(first, first + count)) + "}"


def _modifiers(text: str | None) -> str:
    """`.rn.ftz` and the like in PTX's order, `.nan` in its spelling."""
    parts = [part for part in (text or "").split(".") if part]
    return "".join("." + {"nan": "NaN"}.get(part, part) for part in parts)


def _special(m: re.Match[str], i: ir.Instruction) -> str:
    name = m[1].replace("lanemask.", "lanemask_").replace("cluster.", "cluster_").replace("is.explicit.", "is_explicit_")
    return f"mov.u32 $0, %{name};"


def _shuffle(m: re.Match[str], i: ir.Instruction) -> str:
    target = "$0|$1" if m[3] else "$0"
    first = 2 if m[3] else 1
    return f"shfl.sync.{m[1]}.b32 {target}, ${first + 1}, ${first + 2}, ${first + 3}, ${first};"


def _matrices(m: re.Match[str], i: ir.Instruction) -> str:
    count, space = int(m[2]), ".shared" if i.operands[0].type == ir.PointerType(3) else ""
    opcode = f"{m[1]}.sync.aligned.m8n8.x{count}{m[3] or ''}{space}.b16"
    if m[1] == "ldmatrix":
        return f"{opcode} {_registers(0, count)}, [${count}];"
    return f"{opcode} [$0], {_registers(1, count)};"


def _mma(m: re.Match[str], i: ir.Instruction) -> str:
    """The types at the end are D's and C's for f16 inputs, A's (and B's) for others, or all four."""
    saturate, types = m[3] or "", m[4].split(".")
    if len(types) == 4:
        names = types
    elif types[0] in ("f16", "f32"):
        names = [types[0], "f16", "f16", types[-1]]
    else:
        result = {"bf16": "f32", "tf32": "f32", "f64": "f64"}.get(types[0], "s32")
        names = [result, types[0], types[-1], result]
    rows, k = int(m[1]), int(m[2])
    bits = {"tf32": 32, "f64": 64, "f16": 16, "bf16": 16}.get(names[1], 8)
    results = len(ir.expect(i.type, ir.StructType).elements)
    a = rows * k * bits // (32 * max(32, bits))
    b = 8 * k * bits // (32 * max(32, bits))
    c = len(i.operands) - a - b
    parts = [_registers(0, results), _registers(results, a), _registers(results + a, b), _registers(results + a + b, c)]
    return f"mma.sync.aligned.m{rows}n8k{k}.row.col{saturate}.{'.'.join(names)} {', '.join(parts)};"


def _copy(m: re.Match[str], i: ir.Instruction) -> str:
    return f"cp.async.{m[1]}.shared.global [$0], [$1], {m[2]}{', $2' if m[3] else ''};"


def _convert(m: re.Match[str], i: ir.Instruction) -> str:
    """f2i.rn.ftz, ull2d.rp, d2f.rn.ftz, f2h.rn..."""
    source, target = _NUMBERS[m[1]], _NUMBERS[m[2]]
    mode, rest = m[3] or ".rn", _modifiers(m[4])
    if target[0] in "su":
        mode += "i"
    return f"cvt{mode}{rest}.{target}.{source} $0, $1;"


def _rules(*rows: tuple[str, str | Callable[[re.Match[str], ir.Instruction], str]]) -> list[Rule]:
    """A text is expanded with the groups of the match; one without operands gets those of the call."""

    def maker(text: str) -> Callable[[re.Match[str], ir.Instruction], str]:
        if "$" in text or text.endswith(";"):
            return lambda m, i: m.expand(text)
        return lambda m, i: _plain(m.expand(text), i)

    return [(re.compile(pattern), maker(make) if isinstance(make, str) else make) for pattern, make in rows]


RULES = _rules(
    (r"read\.ptx\.sreg\.(.+)", _special),
    # Warps.
    (r"shfl\.sync\.(up|down|bfly|idx)\.(i32|f32)(p?)", _shuffle),
    (r"vote\.(all|any|uni)\.sync", r"vote.sync.\1.pred $0, $2, $1;"),
    (r"vote\.ballot\.sync", "vote.sync.ballot.b32 $0, $2, $1;"),
    (r"match\.any\.sync\.i(32|64)", r"match.any.sync.b\1 $0, $2, $1;"),
    (r"match\.all\.sync\.i(32|64)p", r"match.all.sync.b\1 $0|$1, $3, $2;"),
    (r"redux\.sync\.u(min|max)", r"redux.sync.\1.u32"),
    (r"redux\.sync\.(min|max|add)", r"redux.sync.\1.s32"),
    (r"redux\.sync\.(and|or|xor)", r"redux.sync.\1.b32"),
    (r"activemask", "activemask.b32"),
    (r"elect\.sync", "elect.sync $0|$1, $2;"),
    (r"bar\.warp\.sync", "bar.warp.sync"),
    # Shared memory and matrices.
    (r"(ldmatrix|stmatrix)\.sync\.aligned\.m8n8\.x([124])(\.trans)?\.b16(?:\.p[03])?", _matrices),
    (r"mma\.m(8|16)n8k(\d+)\.row\.col(\.satfinite)?\.([\w.]+)", _mma),
    (r"cp\.async\.(ca|cg)\.shared\.global\.(4|8|16)(\.s)?", _copy),
    (r"cp\.async\.(commit|wait)\.(group|all)", r"cp.async.\1_\2"),
    (r"mbarrier\.init(?:\.shared)?", "mbarrier.init.shared.b64 [$0], $1;"),
    (r"mbarrier\.inval(?:\.shared)?", "mbarrier.inval.shared.b64 [$0];"),
    (r"mbarrier\.arrive(?:\.shared)?", "mbarrier.arrive.shared.b64 $0, [$1];"),
    (r"mbarrier\.test\.wait(?:\.shared)?", "mbarrier.test_wait.shared.b64 $0, [$1], $2;"),
    (r"(membar|fence)\..*", r"fence;"),
    (r"nanosleep|prefetch\..*|prefetchu\..*|applypriority\..*|discard\..*", "prefetch;"),
    (r"griddepcontrol\..*", "griddepcontrol;"),
    (r"isspacep\.(global|shared|local)", r"isspacep.\1"),
    # Floating point.
    (rf"(fma|add|sub|mul|div|rcp|sqrt|rsqrt|ex2|lg2|sin|cos|tanh)((?:\.(?:rn|rz|rm|rp|ftz|sat|relu|approx|full))*)\.{_FLOAT}",
     lambda m, i: _plain(f"{m[1]}{_modifiers(m[2])}.{_TYPES[m[3]]}", i)),
    (r"div\.full(\.ftz)?", lambda m, i: _plain(f"div.full{m[1] or ''}.f32", i)),
    (rf"f(min|max)((?:\.(?:ftz|nan|xorsign|abs))*)\.{_FLOAT}",
     lambda m, i: _plain(f"{m[1]}{_modifiers(m[2])}.{_TYPES[m[3]]}", i)),
    (rf"f?(abs|neg)(\.ftz)?\.{_FLOAT}", lambda m, i: _plain(f"{m[1]}{m[2] or ''}.{_TYPES[m[3]]}", i)),
    (rf"(floor|ceil|round|trunc)(\.ftz)?\.{_FLOAT}",
     lambda m, i: _plain("cvt.{0}{1}.{2}.{2}".format(
         {"floor": "rmi", "ceil": "rpi", "round": "rni", "trunc": "rzi"}[m[1]], m[2] or "", _TYPES[m[3]]), i)),
    (rf"saturate(\.ftz)?\.{_FLOAT}", lambda m, i: _plain("cvt.sat{0}.{1}.{1}".format(m[1] or "", _TYPES[m[2]]), i)),
    # Conversions.
    (r"(i|ui|ll|ull|f|d)2(i|ui|ll|ull|f|d|h)(\.r[nzmp])?((?:\.(?:ftz|sat|relu))*)", _convert),
    (r"f2bf16\.(r[nz])((?:\.(?:relu|satfinite))*)", r"cvt.\1\2.bf16.f32"),
    (r"f2f16\.(r[nz])((?:\.(?:relu|satfinite))*)", r"cvt.\1\2.f16.f32"),
    (r"f2tf32\.(rna|rn|rz)((?:\.(?:relu|satfinite))*)", r"cvt.\1\2.tf32.f32"),
    (r"ff2(bf16x2|f16x2)\.(r[nz])((?:\.(?:relu|satfinite))*)", r"cvt.\2\3.\1.f32"),
    (r"ff\.to\.(e4m3x2|e5m2x2)\.rn(\.relu)?", r"cvt.rn.satfinite\2.\1.f32"),
    (r"(e4m3x2|e5m2x2)\.to\.f16x2\.rn(\.relu)?", r"cvt.rn\2.f16x2.\1"),
    (r"f16x2\.to\.(e4m3x2|e5m2x2)\.rn(\.relu)?", r"cvt.rn.satfinite\2.\1.f16x2"),
    (r"lohi\.i2d", "mov.b64 $0, {$1, $2};"),
    (r"d2i\.lo", "mov.b64 {$0, _}, $1;"),
    (r"d2i\.hi", "mov.b64 {_, $0}, $1;"),
    (r"bitcast\.(?:f2i|i2f)", "mov.b32"),
    (r"bitcast\.(?:d2ll|ll2d)", "mov.b64"),
    # Integers.
    (rf"mulhi\.{_INTEGER}", lambda m, i: _plain(f"mul.hi.{_INTEGERS[m[1]]}", i)),
    (r"mul24\.(i|ui)", lambda m, i: _plain(f"mul24.lo.{_INTEGERS[m[1]]}", i)),
    (rf"sad\.{_INTEGER}", lambda m, i: _plain(f"sad.{_INTEGERS[m[1]]}", i)),
    (r"prmt(?:\.(f4e|b4e|rc8|ecl|ecr|rc16))?",
     lambda m, i: f"prmt.b32{'.' + m[1] if m[1] else ''} $0, $1, {'$2, $3' if len(i.operands) == 3 else '0, $2'};"),
    (r"brev(32|64)", r"brev.b\1"),
    (r"(popc|clz)\.(?:i|(ll))", lambda m, i: _plain(f"{m[1]}.b{64 if m[2] else 32}", i)),
    (r"fns", "fns.b32"),
    (r"fsh(l|r)\.clamp\.i32", r"shf.\1.clamp.b32 $0, $2, $1, $3;"),
    (r"(?:u|s)?bfe\.(i|ui|ll|ull)", lambda m, i: _plain(f"bfe.{_INTEGERS[m[1]]}", i)),
    (r"idp4a\.(s|u)\.(s|u)", r"dp4a.\g<1>32.\g<2>32"),
)  # fmt: skip


def assembly_of(name: str, i: ir.Instruction) -> str | None:
    """The PTX text of a call of `llvm.nvvm.name`; None where no rule fits."""
    for pattern, make in RULES:
        match = pattern.fullmatch(name)
        if match is not None:
            return make(match, i)
    return None
