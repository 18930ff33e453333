"""Small NVIDIA kernels around one piece of PTX text or one intrinsic, and what to give them: run in the simulator by the tests
here, and on a GPU by tests/gpu, which compares bits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from twinkern.judge import simulator as sim

HEAD = """target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
"""
LETTERS = {16: "h", 32: "r", 64: "l"}


@dataclass(frozen=True)
class Case:
    """A kernel of one block whose thread t reads element t of each input and writes element t of each output.

    `ulps`: how far a float32 result may be from the GPU's; 0: the same bits, NaNs of any kind being the same."""

    name: str
    text: str
    inputs: tuple[np.ndarray, ...]
    outputs: tuple[int, ...]
    threads: int = 32
    ulps: int = 0
    floats: str = ""  # the format of the outputs where NaNs may differ
    arch: str = "sm_80"


def bits_of(array: np.ndarray) -> int:
    return 8 * array.dtype.itemsize


def around(body: str, inputs: tuple[np.ndarray, ...], outputs: tuple[int, ...], shared: int = 0) -> str:
    """A kernel @k that loads %a0, %a1, ... and stores %d0, %d1, ..., which the body computes."""
    parameters = [f"ptr addrspace(1) %in{n}" for n in range(len(inputs))] + [
        f"ptr addrspace(1) %out{n}" for n in range(len(outputs))
    ]
    lines = ["  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"]
    for n, array in enumerate(inputs):
        lines += [
            f"  %p{n} = getelementptr i{bits_of(array)}, ptr addrspace(1) %in{n}, i32 %t",
            f"  %a{n} = load i{bits_of(array)}, ptr addrspace(1) %p{n}",
        ]
    lines.append(body)
    for n, bits in enumerate(outputs):
        lines += [
            f"  %q{n} = getelementptr i{bits}, ptr addrspace(1) %out{n}, i32 %t",
            f"  store i{bits} %d{n}, ptr addrspace(1) %q{n}",
        ]
    memory = f"@smem = internal addrspace(3) global [{shared} x i8] undef, align 128\n" if shared else ""
    declarations = "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\ndeclare void @llvm.nvvm.barrier0()\n"
    body = "\n".join(lines)
    return f"{HEAD}{memory}{declarations}define ptx_kernel void @k({', '.join(parameters)}) {{\n{body}\n  ret void\n}}\n"


def assembly(text: str, inputs: tuple[np.ndarray, ...], outputs: tuple[int, ...]) -> str:
    """A kernel around PTX text: outputs are $0 and following, then inputs."""
    letters = [f"={LETTERS[bits]}" for bits in outputs] + [LETTERS[bits_of(array)] for array in inputs]
    operands = ", ".join(f"i{bits_of(array)} %a{n}" for n, array in enumerate(inputs))
    escaped = text.replace("\n", "\\0A")
    type_ = f"i{outputs[0]}" if len(outputs) == 1 else "{ " + ", ".join(f"i{bits}" for bits in outputs) + " }"
    target = "%d0" if len(outputs) == 1 else "%all"
    lines = [f'  {target} = call {type_} asm sideeffect "{escaped}", "{",".join(letters)}"({operands})']
    if len(outputs) > 1:
        lines += [f"  %d{n} = extractvalue {type_} %all, {n}" for n in range(len(outputs))]
    return around("\n".join(lines), inputs, outputs)


def of(name: str, text: str, inputs: tuple[np.ndarray, ...], outputs: tuple[int, ...], **options) -> Case:
    return Case(name, assembly(text, inputs, outputs), inputs, outputs, threads=len(inputs[0]) if inputs else 32, **options)


def simulate(case: Case) -> list[np.ndarray]:
    """The outputs of a case, which must run without a finding."""
    results = [np.full(case.threads, 0xA5, f"u{bits // 8}") for bits in case.outputs]
    arguments = [*(array.copy() for array in case.inputs), *results]
    run = sim.run(case.text, grid=1, block=case.threads, args=arguments, arch=case.arch)
    assert run.findings == []
    return results


# Operands.

RANDOM = np.random.default_rng(7)
EDGES = [0, 1, 2, 3, 5, 7, 31, 32, 33, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF]


def integers(bits: int, count: int = 256) -> np.ndarray:
    """Random words among which every edge of the width is."""
    values = RANDOM.integers(0, 2**bits, count, np.uint64 if bits == 64 else np.uint32)
    edges = [*EDGES, 2 ** (bits - 1) - 1, 2 ** (bits - 1), 2**bits - 1]
    values[: len(edges)] = [edge & 2**bits - 1 for edge in edges]
    return RANDOM.permutation(values.astype(f"u{bits // 8}"))


def small(limit: int, count: int = 256) -> np.ndarray:
    return RANDOM.integers(0, limit, count, np.uint32)


def floats32(count: int = 256) -> np.ndarray:
    """float32 bits: ordinary numbers, ties of narrower formats, subnormals, infinities, NaN, the largest."""
    special = [
        0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 65504.0, 65519.9, 65520.0, 448.0, 464.0, 465.0, 57344.0, 61440.0,
        1e-7, 6e-8, 2.0**-149, -(2.0**-127), 2.0**-126, 3.4e38, -3.4e38, np.inf, -np.inf, np.nan, 1 + 2.0**-11,
        1 + 3 * 2.0**-11, 1 + 2.0**-8, 1 + 3 * 2.0**-8, 2147483648.0, 4294967296.0, -2147483904.0, 0.49999997, 3e9,
        2.0**-14, 2.0**-15,
    ]  # fmt: skip
    values = (RANDOM.standard_normal(count) * 10.0 ** RANDOM.integers(-9, 9, count)).astype(np.float32)
    values[: len(special)] = special
    return RANDOM.permutation(values).view(np.uint32)


def floats16(bfloat: bool = False, count: int = 256) -> np.ndarray:
    special = [0x0000, 0x8000, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x0001, 0x8001, 0x03FF, 0x0400, 0x7C00, 0xFC00, 0x7E00, 0x3F80]
    values = RANDOM.integers(0, 0x10000, count).astype(np.uint16)
    if bfloat:
        values = (RANDOM.standard_normal(count).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    values[: len(special)] = special
    return values


def pair(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    return low.astype(np.uint32) | high.astype(np.uint32) << 16


# Cases with bits to compare.


def integer_cases() -> list[Case]:
    a, b, c = (integers(32) for _ in range(3))
    wide = [integers(64) for _ in range(3)]
    short = [integers(16) for _ in range(3)]
    three = [
        "prmt.b32", "prmt.b32.f4e", "prmt.b32.b4e", "prmt.b32.rc8", "prmt.b32.ecl", "prmt.b32.ecr", "prmt.b32.rc16",
        "mad.lo.u32", "mad.hi.u32", "mad.hi.s32", "sad.u32", "sad.s32", "dp4a.u32.u32", "dp4a.s32.s32", "dp4a.s32.u32",
        "dp2a.lo.s32.u32", "dp2a.hi.u32.s32", "shf.l.wrap.b32", "shf.r.clamp.b32",
    ]  # fmt: skip
    two = [
        "add.u32", "sub.s32", "add.sat.s32", "sub.sat.s32", "mul.lo.u32", "mul.hi.u32", "mul.hi.s32", "mul24.lo.s32",
        "mul24.lo.u32", "min.s32", "max.s32", "min.u32", "max.u32", "and.b32", "or.b32", "xor.b32",
    ]  # fmt: skip
    one = ["abs.s32", "neg.s32", "not.b32", "cnot.b32", "brev.b32", "popc.b32", "clz.b32", "bfind.u32", "bfind.s32",
           "bfind.shiftamt.u32", "bfind.shiftamt.s32"]  # fmt: skip
    cases = [of(op, f"{op} $0, $1, $2, $3;", (a, b, c), (32,)) for op in three]
    cases += [of(op, f"{op} $0, $1, $2;", (a, b), (32,)) for op in two]
    cases += [of(op, f"{op} $0, $1;", (a,), (32,)) for op in one]
    for op in ("div.u32", "div.s32", "rem.u32", "rem.s32"):
        cases.append(of(op, f"{op} $0, $1, $2;", (a, b | np.uint32(1)), (32,)))
    for op in ("shl.b32", "shr.u32", "shr.s32"):
        cases.append(of(op, f"{op} $0, $1, $2;", (a, small(40)), (32,)))
    for op in ("bfe.u32", "bfe.s32"):
        cases.append(of(op, f"{op} $0, $1, $2, $3;", (a, small(40), small(40)), (32,)))
    cases.append(of("bfi.b32", "bfi.b32 $0, $1, $2, $3, $4;", (a, b, small(40), small(40)), (32,)))
    cases.append(of("fns.b32", "fns.b32 $0, $1, $2, $3;", (a, small(32), small(9) - np.uint32(4)), (32,)))
    for table in (0xC0, 0xEA, 0xF8, 0x96, 0x1B):
        cases.append(of(f"lop3 {table:#x}", f"lop3.b32 $0, $1, $2, $3, {table};", (a, b, c), (32,)))
    for op in ("mul.lo.u64", "mul.hi.u64", "mul.hi.s64", "min.s64", "max.u64", "add.u64"):
        cases.append(of(op, f"{op} $0, $1, $2;", tuple(wide[:2]), (64,)))
    for op in ("popc.b64", "clz.b64", "bfind.u64", "bfind.s64"):
        cases.append(of(op, f"{op} $0, $1;", tuple(wide[:1]), (32,)))
    cases.append(of("brev.b64", "brev.b64 $0, $1;", tuple(wide[:1]), (64,)))
    for op in ("bfe.u64", "bfe.s64"):
        cases.append(of(op, f"{op} $0, $1, $2, $3;", (wide[0], small(70), small(70)), (64,)))
    for op in ("mul.wide.u32", "mul.wide.s32"):
        cases.append(of(op, f"{op} $0, $1, $2;", (a, b), (64,)))
    for op in ("mad.wide.u32", "mad.wide.s32"):
        cases.append(of(op, f"{op} $0, $1, $2, $3;", (a, b, wide[0]), (64,)))
    for op in ("mul.lo.s16", "mul.hi.s16", "mul.hi.u16", "min.s16", "max.u16", "add.s16"):
        cases.append(of(op, f"{op} $0, $1, $2;", tuple(short[:2]), (16,)))
    carry = "{ .reg .u32 t; add.cc.u32 $0, $2, $3; addc.cc.u32 t, $4, $5; addc.u32 $1, t, 0; }"
    cases.append(of("add with carry", carry, (a, b, c, integers(32)), (32, 32)))
    borrow = "sub.cc.u32 $0, $2, $3; subc.u32 $1, $4, $5;"
    cases.append(of("subtract with borrow", borrow, (a, b, c, integers(32)), (32, 32)))
    product = "mad.lo.cc.u32 $0, $2, $3, $4; madc.hi.u32 $1, $2, $3, 0;"
    cases.append(of("multiply with carry", product, (a, b, c), (32, 32)))
    for op in ("lt.s32", "lo.u32", "hs.u32", "ge.s32"):
        compare, type_ = op.split(".")
        text = f"{{ .reg .pred p, q; setp.{op} p, $1, $2; setp.{compare}.and.{type_} q, $2, $3, !p; "
        text += "selp.u32 $0, 1, 0, p; @q add.u32 $0, $0, 2; }"
        cases.append(of(f"setp {op}", text, (a, b, c), (32,)))
    return cases


def float_cases() -> list[Case]:
    a, b, c = (floats32() for _ in range(3))
    halves = [pair(floats16(), RANDOM.permutation(floats16())) for _ in range(3)]
    brains = [pair(floats16(True), RANDOM.permutation(floats16(True))) for _ in range(3)]
    f32 = {"floats": "f32"}
    cases = []
    for mode in ("rn", "rz", "rm", "rp"):
        for op in ("add", "sub", "mul"):
            cases.append(of(f"{op}.{mode}.f32", f"{op}.{mode}.f32 $0, $1, $2;", (a, b), (32,), **f32))
        cases.append(of(f"fma.{mode}.f32", f"fma.{mode}.f32 $0, $1, $2, $3;", (a, b, c), (32,), **f32))
    for op in ("add.ftz.f32", "mul.ftz.f32", "mul.sat.f32", "div.rn.f32", "min.f32", "max.f32", "min.NaN.f32", "max.ftz.f32",
               "min.xorsign.abs.f32", "max.NaN.xorsign.abs.f32", "copysign.f32"):  # fmt: skip
        cases.append(of(op, f"{op} $0, $1, $2;", (a, b), (32,), **({"arch": "sm_86"} if "xor" in op else {}), **f32))
    for op in ("sqrt.rn.f32", "rcp.rn.f32", "abs.f32", "neg.f32", "abs.ftz.f32", "cvt.rni.f32.f32", "cvt.rmi.f32.f32",
               "cvt.rzi.f32.f32", "cvt.rpi.ftz.f32.f32", "cvt.sat.f32.f32"):  # fmt: skip
        cases.append(of(op, f"{op} $0, $1;", (a,), (32,), **f32))
    ordinary = np.abs(RANDOM.standard_normal(256)).astype(np.float32).view(np.uint32)
    for op in ("ex2.approx.f32", "ex2.approx.ftz.f32", "rcp.approx.f32", "rcp.approx.ftz.f32",
               "sqrt.approx.f32", "rsqrt.approx.f32", "rsqrt.approx.ftz.f32"):  # fmt: skip
        cases.append(of(op, f"{op} $0, $1;", (ordinary,), (32,), ulps=8, **f32))
    # Near 1, lg2.approx has a bound on the absolute error only.
    above = (ordinary.view(np.float32) + np.float32(3)).view(np.uint32)
    cases.append(of("lg2.approx.f32", "lg2.approx.f32 $0, $1;", (above,), (32,), ulps=8, **f32))
    cases.append(of("div.full.f32", "div.full.f32 $0, $1, $2;", (ordinary, ordinary[::-1].copy()), (32,), ulps=3, **f32))
    for op in ("add.f16x2", "mul.f16x2", "sub.f16x2", "min.f16x2", "max.NaN.f16x2"):
        cases.append(of(op, f"{op} $0, $1, $2;", tuple(halves[:2]), (32,), floats="f16"))
    for op in ("fma.rn.f16x2", "fma.rn.relu.f16x2", "fma.rn.sat.f16x2"):
        cases.append(of(op, f"{op} $0, $1, $2, $3;", tuple(halves), (32,), floats="f16"))
    for op in ("fma.rn.bf16x2", "fma.rn.relu.bf16x2"):
        cases.append(of(op, f"{op} $0, $1, $2, $3;", tuple(brains), (32,), floats="bf16"))
    cases.append(of("max.bf16x2", "max.bf16x2 $0, $1, $2;", tuple(brains[:2]), (32,), floats="bf16"))
    for mode in ("rn", "rz"):
        for target in ("f16", "bf16"):
            text = f"cvt.{mode}.{target}.f32 $0, $1;"
            cases.append(of(f"cvt.{mode}.{target}", text, (a,), (16,), floats=target))
            text = f"cvt.{mode}.relu.{target}x2.f32 $0, $1, $2;"
            cases.append(of(f"cvt.{mode}.relu.{target}x2", text, (a, b), (32,), floats=target))
    for mode in ("rm", "rp"):
        cases.append(of(f"cvt.{mode}.f16", f"cvt.{mode}.f16.f32 $0, $1;", (a,), (16,), floats="f16"))
    cases.append(of("cvt.rna.tf32", "cvt.rna.tf32.f32 $0, $1;", (a,), (32,), floats="f32"))
    cases.append(of("cvt.rn.tf32", "cvt.rn.tf32.f32 $0, $1;", (a,), (32,), floats="f32", arch="sm_90"))
    for target in ("e4m3x2", "e5m2x2"):
        text = f"cvt.rn.satfinite.{target}.f32 $0, $1, $2;"
        cases.append(of(f"cvt {target}.f32", text, (a, b), (16,), arch="sm_90"))
        text = f"cvt.rn.satfinite.{target}.f16x2 $0, $1;"
        cases.append(of(f"cvt {target}.f16x2", text, (halves[0],), (16,), arch="sm_90"))
        cases.append(
            of(f"cvt f16x2.{target}", f"cvt.rn.f16x2.{target} $0, $1;", (integers(16),), (32,), floats="f16", arch="sm_90")
        )
    for target, bits in (("s32", 32), ("u32", 32), ("s16", 16), ("u16", 16), ("s64", 64), ("u64", 64)):
        for mode in ("rni", "rzi", "rmi", "rpi"):
            cases.append(of(f"cvt.{mode}.{target}.f32", f"cvt.{mode}.{target}.f32 $0, $1;", (a,), (bits,)))
    for source in ("s32", "u32"):
        for mode in ("rn", "rz", "rm", "rp"):
            cases.append(of(f"cvt.{mode}.f32.{source}", f"cvt.{mode}.f32.{source} $0, $1;", (integers(32),), (32,)))
        cases.append(of(f"cvt.rn.f16.{source}", f"cvt.rn.f16.{source} $0, $1;", (integers(32),), (16,), floats="f16"))
    for target in ("u8", "s8", "u16", "s16"):
        operands = tuple(integers(32) for _ in range(3 if target[1:] == "8" else 2))
        type_, third = (".b32", ", $3") if len(operands) == 3 else ("", "")
        cases.append(of(f"cvt.pack.{target}", f"cvt.pack.sat.{target}.s32{type_} $0, $1, $2{third};", operands, (32,)))
    for op in ("ltu", "gt", "equ", "nan", "num"):
        text = f"{{ .reg .pred p, q; setp.{op}.f32 p|q, $1, $2; selp.u32 $0, 1, 0, p; @q add.u32 $0, $0, 2; }}"
        cases.append(of(f"setp.{op}.f32", text, (a, b), (32,)))
    doubles = [RANDOM.standard_normal(256).view(np.uint64) for _ in range(3)]
    cases.append(of("fma.rn.f64", "fma.rn.f64 $0, $1, $2, $3;", tuple(doubles), (64,)))
    return cases


def warp_cases() -> list[Case]:
    a, lanes = integers(32), small(40)
    control = np.repeat(RANDOM.choice(np.array([0x1F, 0, 0x1C03, 0x181F, 0x1007], np.uint32), 8), 32)
    cases = []
    for mode in ("up", "down", "bfly", "idx"):
        text = f"{{ .reg .pred p; shfl.sync.{mode}.b32 $0|p, $2, $3, $4, 0xffffffff; selp.u32 $1, 1, 0, p; }}"
        cases.append(of(f"shfl {mode}", text, (a, lanes, control), (32, 32)))
    for mode in ("all", "any", "uni"):
        text = f"{{ .reg .pred p, q; setp.lt.u32 p, $1, $2; vote.sync.{mode}.pred q, p, 0xffffffff; selp.u32 $0, 1, 0, q; }}"
        limits = np.repeat(np.array([0, 1, 2, 1 << 31, 2**32 - 1, 2**32 - 1, 0, 5], np.uint32), 32)
        cases.append(of(f"vote {mode}", text, (a & np.uint32(0x7FFFFFFF), limits), (32,)))
    text = "{ .reg .pred p; setp.lt.u32 p, $1, 0x80000000; vote.sync.ballot.b32 $0, p, 0xffffffff; }"
    cases.append(of("vote ballot", text, (a,), (32,)))
    cases.append(of("match.any", "match.any.sync.b32 $0, $1, 0xffffffff;", (small(5),), (32,)))
    values = small(5) * np.repeat(np.array([0, 1] * 4, np.uint32), 32)
    text = "{ .reg .pred p; match.all.sync.b32 $0|p, $2, 0xffffffff; selp.u32 $1, 1, 0, p; }"
    cases.append(of("match.all", text, (values,), (32, 32)))
    for op in ("add.s32", "min.s32", "max.s32", "min.u32", "max.u32", "and.b32", "or.b32", "xor.b32"):
        cases.append(of(f"redux {op}", f"redux.sync.{op} $0, $1, 0xffffffff;", (a,), (32,)))
    elected = "{ .reg .pred p; elect.sync $0|p, 0xffffffff; selp.u32 $1, 1, 0, p; }"
    cases.append(of("elect", elected, (a,), (32, 32), arch="sm_90"))
    for name in ("laneid", "lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge", "ntid.x", "nctaid.y"):
        cases.append(of(f"%{name}", f"{{ mov.u32 $0, %{name}; add.u32 $0, $0, $1; }}", (a,), (32,)))
    return cases


# Shape, then the types of D, A, B, C. Small integers: exact in every format and in any order of additions.
MATRIX_ATOMS = [
    ("m16n8k8", "f32.f16.f16.f32"), ("m16n8k8", "f16.f16.f16.f16"), ("m16n8k8", "f32.bf16.bf16.f32"),
    ("m16n8k16", "f32.f16.f16.f32"), ("m16n8k16", "f16.f16.f16.f16"), ("m16n8k16", "f32.bf16.bf16.f32"),
    ("m16n8k4", "f32.tf32.tf32.f32"), ("m16n8k8", "f32.tf32.tf32.f32"),
    ("m8n8k16", "s32.s8.s8.s32"), ("m16n8k16", "s32.s8.u8.s32"), ("m16n8k32", "s32.u8.s8.s32"),
    ("m16n8k32", "f32.e4m3.e5m2.f32"), ("m16n8k32", "f16.e5m2.e5m2.f16"), ("m8n8k4", "f64.f64.f64.f64"),
    ("m16n8k4", "f64.f64.f64.f64"), ("m16n8k8", "f64.f64.f64.f64"), ("m16n8k16", "f64.f64.f64.f64"),
]  # fmt: skip
ELEMENT_BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "s8": 8, "u8": 8, "s32": 32, "e4m3": 8, "e5m2": 8, "f64": 64}
# Codes of small numbers by format; a number and its code at the same index.
SMALL = np.array([0, 1, 2, 3, 4, -1, -2, -3], np.float32)
CODES = {
    "f16": SMALL.astype(np.float16).view(np.uint16),
    "bf16": (SMALL.view(np.uint32) >> 16).astype(np.uint16),
    "tf32": SMALL.view(np.uint32),
    "f32": SMALL.view(np.uint32),
    "f64": SMALL.astype(np.float64).view(np.uint64),
    "s8": SMALL.astype(np.int8).view(np.uint8),
    "u8": np.abs(SMALL).astype(np.uint8),
    "s32": SMALL.astype(np.int32).view(np.uint32),
    "e4m3": np.array([0, 0x38, 0x40, 0x44, 0x48, 0xB8, 0xC0, 0xC4], np.uint8),
    "e5m2": np.array([0, 0x3C, 0x40, 0x42, 0x44, 0xBC, 0xC0, 0xC2], np.uint8),
}


def shape_of(name: str) -> tuple[int, int, int]:
    m, n, k = name[1:].replace("n", " ").replace("k", " ").split()
    return int(m), int(n), int(k)


def packed(codes: np.ndarray) -> list[np.ndarray]:
    """Elements, shape (lanes, slots), as registers of 32 bits (64 for f64), first element lowest."""
    if codes.dtype.itemsize == 8:
        return [np.ascontiguousarray(codes[:, n]) for n in range(codes.shape[1])]
    words = np.ascontiguousarray(codes).view(np.uint32)
    return [np.ascontiguousarray(words[:, n]) for n in range(words.shape[1])]


def matrix_text(shape: str, types: str, saturate: str = "") -> tuple[str, tuple[int, int, int, int]]:
    """The instruction over $0 and following (D, A, B, C), and how many registers each has."""
    m, n, k = shape_of(shape)
    names = types.split(".")
    slots = (m * n // 32, m * k // 32, k * n // 32, m * n // 32)
    counts = tuple(s * ELEMENT_BITS[t] // max(32, ELEMENT_BITS[t]) for s, t in zip(slots, names, strict=True))
    parts, first = [], 0
    for count in counts:
        parts.append("{" + ", ".join(f"${first + i}" for i in range(count)) + "}")
        first += count
    return f"mma.sync.aligned.{shape}.row.col{saturate}.{types} {', '.join(parts)};", counts


def matrix_case(shape: str, types: str, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Case:
    """A case from codes of A, B and C, shape (lanes, slots)."""
    text, counts = matrix_text(shape, types)
    names = types.split(".")
    inputs = tuple(register for operand in (a, b, c) for register in packed(operand))
    arch = "sm_90" if "f64" in types or "e4m3" in types or "e5m2" in types else "sm_80"
    outputs = (max(32, ELEMENT_BITS[names[0]]),) * counts[0]
    return Case(f"mma {shape} {types}", assembly(text, inputs, outputs), inputs, outputs, threads=len(a), arch=arch)


def matrix_cases() -> list[Case]:
    cases = []
    for shape, types in MATRIX_ATOMS:
        m, n, k = shape_of(shape)
        _, a, b, c = types.split(".")
        codes = [CODES[t][RANDOM.integers(0, 8, (32, s))] for t, s in ((a, m * k // 32), (b, k * n // 32), (c, m * n // 32))]
        cases.append(matrix_case(shape, types, *codes))
    return cases


def shared_memory_cases() -> list[Case]:
    """ldmatrix and stmatrix through 512 bytes that each warp stores first, with rows in an order of their own."""
    data = tuple(RANDOM.integers(0, 2**32, 32, np.uint32) for _ in range(4))
    rows = RANDOM.permutation(32).astype(np.uint32) * np.uint32(16)
    store = """  %v0 = insertelement <4 x i32> poison, i32 %a0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %a1, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %a2, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %a3, i32 3
  %at = shl i32 %t, 4
  %row = getelementptr i8, ptr addrspace(3) @smem, i32 %at
  store <4 x i32> %v3, ptr addrspace(3) %row, align 16
  call void @llvm.nvvm.barrier0()
  %from = getelementptr i8, ptr addrspace(3) @smem, i32 %a4
"""
    cases = []
    for count in (1, 2, 4):
        for transposed in ("", ".trans"):
            registers = ", ".join(f"${n}" for n in range(count))
            text = f"ldmatrix.sync.aligned.m8n8.x{count}{transposed}.shared.b16 {{{registers}}}, [${count}];"
            type_ = "i32" if count == 1 else "{ " + ", ".join(["i32"] * count) + " }"
            letters = ",".join(["=r"] * count + ["r"])
            target = "%d0" if count == 1 else "%all"
            body = store + f'  {target} = call {type_} asm sideeffect "{text}", "{letters}"(ptr addrspace(3) %from)\n'
            if count > 1:
                body += "".join(f"  %d{n} = extractvalue {type_} %all, {n}\n" for n in range(count))
            inputs, outputs = (*data, rows), (32,) * count
            cases.append(Case(f"ldmatrix x{count}{transposed}", around(body, inputs, outputs, 512), inputs, outputs))
    for transposed in ("", ".trans"):
        text = f"stmatrix.sync.aligned.m8n8.x4{transposed}.shared.b16 [$0], {{$1, $2, $3, $4}};"
        body = f"""  %to = getelementptr i8, ptr addrspace(3) @smem, i32 %a4
  call void asm sideeffect "{text}", "r,r,r,r,r"(ptr addrspace(3) %to, i32 %a0, i32 %a1, i32 %a2, i32 %a3)
  call void @llvm.nvvm.barrier0()
  %at = shl i32 %t, 4
  %row = getelementptr i8, ptr addrspace(3) @smem, i32 %at
  %v = load <4 x i32>, ptr addrspace(3) %row, align 16
"""
        body += "".join(f"  %d{n} = extractelement <4 x i32> %v, i32 {n}\n" for n in range(4))
        inputs, outputs = (*data, rows), (32,) * 4
        cases.append(Case(f"stmatrix{transposed}", around(body, inputs, outputs, 512), inputs, outputs, arch="sm_90"))
    return cases


def copy_cases() -> list[Case]:
    """cp.async of each size with a source size of its own in every thread; the bytes behind it become zeros."""
    cases = []
    for cache, size in (("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16)):
        data = tuple(RANDOM.integers(0, 2**32, 32, np.uint32) for _ in range(4))
        taken = RANDOM.integers(0, size + 1, 32).astype(np.uint32)
        source = RANDOM.integers(0, 2**64, 64, np.uint64)
        text = f"cp.async.{cache}.shared.global [$0], [$1], {size}, $2;"
        body = f"""  %at = shl i32 %t, 4
  %to = getelementptr i8, ptr addrspace(3) @smem, i32 %at
  store <4 x i32> splat (i32 -1), ptr addrspace(3) %to, align 16
  %start = getelementptr i8, ptr addrspace(1) %in4, i32 %at
  call void asm sideeffect "{text}", "r,l,r"(ptr addrspace(3) %to, ptr addrspace(1) %start, i32 %a5)
  call void asm sideeffect "cp.async.commit_group; cp.async.wait_group 0;", ""()
  %v = load <4 x i32>, ptr addrspace(3) %to, align 16
"""
        body += "".join(f"  %d{n} = extractelement <4 x i32> %v, i32 {n}\n" for n in range(4))
        inputs = (*data, source, taken)
        text = around(body, inputs, (32,) * 4, 512).replace("splat (i32 -1)", "<i32 -1, i32 -1, i32 -1, i32 -1>")
        cases.append(Case(f"cp.async.{cache} {size}", text, inputs, (32,) * 4))
    return cases


def atomic_cases() -> list[Case]:
    """Each thread updates a place of its own in global or shared memory: the old value, and the new one read back."""
    numbers, others = floats32(), floats32()
    halves, brains = (pair(floats16(kind), RANDOM.permutation(floats16(kind))) for kind in (False, True))
    words = [small(9) for _ in range(2)]
    rows = [
        ("add.f32", numbers, others, "f32"), ("add.noftz.f16x2", halves, halves[::-1].copy(), "f16"),
        ("add.noftz.bf16x2", brains, brains[::-1].copy(), "bf16"), ("inc.u32", *words, ""), ("dec.u32", *words, ""),
        ("min.s32", integers(32), integers(32), ""), ("exch.b32", *words, ""), ("cas.b32", *words, ""),
    ]  # fmt: skip
    cases = []
    for op, old, operand, floats in rows:
        third = ", $2" if op == "cas.b32" else ""
        for space, letter in (("global", "l"), ("shared", "r")):
            if space == "shared" and "x2" in op:
                continue
            text = f"atom.{space}.{op} $0, [$1], $2{third};"
            place, body = "ptr addrspace(1) %p0", ""
            if space == "shared":
                place = "ptr addrspace(3) %place"
                body = (
                    "  %place = getelementptr i32, ptr addrspace(3) @smem, i32 %t\n  store i32 %a0, ptr addrspace(3) %place\n"
                )
            body += f'''  %d0 = call i32 asm sideeffect "{text}", "=r,{letter},r,~{{memory}}"({place}, i32 %a1)
  call void @llvm.nvvm.barrier0()
  %d1 = load i32, {place}'''
            inputs = (old, operand)
            kernel = around(body, inputs, (32, 32), 1024 if space == "shared" else 0)
            cases.append(Case(f"atom.{space}.{op}", kernel, inputs, (32, 32), 256, floats=floats, arch="sm_90"))
    return cases


def all_cases() -> list[Case]:
    makers = (integer_cases, float_cases, warp_cases, matrix_cases, shared_memory_cases, copy_cases, atomic_cases)
    return [case for make in makers for case in make()]
