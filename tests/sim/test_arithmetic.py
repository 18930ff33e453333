"""Arithmetic against the host's: LLVM compiles the same operation for the CPU; corner and random operands."""

from __future__ import annotations

import ctypes
import math
from fractions import Fraction

import numpy as np
import pytest
from tests.sim.conftest import kernel_text

from twinkern.judge import simulator as sim

SAMPLES = 192
INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("half", "float", "double")
DTYPES = {
    "i1": np.uint8,
    "i8": np.uint8,
    "i16": np.uint16,
    "i32": np.uint32,
    "i64": np.uint64,
    "half": np.uint16,
    "float": np.uint32,
    "double": np.uint64,
}
SIGNED = {name: np.dtype(dtype).str.replace("u", "i") for name, dtype in DTYPES.items()}
FLOAT_VIEW = {"half": np.float16, "float": np.float32, "double": np.float64}


def operands(type_: str, seed: int) -> np.ndarray:
    """Bits: the corners of the type, then random ones (for floats both random bits and moderate numbers)."""
    random = np.random.default_rng(seed)
    dtype = np.dtype(DTYPES[type_])
    bits = random.integers(0, 1 << 8 * dtype.itemsize, SAMPLES, dtype=dtype)
    if type_ in FLOAT_VIEW:
        view = bits.view(FLOAT_VIEW[type_])
        view[SAMPLES // 2 :] = random.standard_normal(SAMPLES - SAMPLES // 2) * 8
        info = np.finfo(view.dtype)
        corners = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            np.inf,
            -np.inf,
            np.nan,
            info.max,
            info.tiny,
            info.smallest_subnormal,
            0.5,
            2.5,
        ]
        view[: len(corners)] = random.permutation(np.array(corners, view.dtype))
    else:
        top = (1 << 8 * dtype.itemsize) - 1
        corners = [0, 1, 2, top, top - 1, top >> 1, (top >> 1) + 1, 7, 3]
        bits[: len(corners)] = random.permutation(np.array(corners, dtype))
    return bits


def cases() -> dict[str, tuple[str, tuple[str, ...], str]]:
    """Name to (instructions from %a, %b, %c to %r, operand types, result type)."""
    found = {}

    def add(name: str, text: str, types: tuple[str, ...], result: str) -> None:
        found[name] = (text, types, result)

    for t in INTEGERS:
        for op in ("add", "sub", "mul", "and", "or", "xor", "udiv", "sdiv", "urem", "srem"):
            guard = f"%z = icmp eq {t} %b, 0\n %m = icmp eq {t} %b, -1\n %zm = or i1 %z, %m\n"
            guard += f" %d = select i1 %zm, {t} 3, {t} %b\n"
            divides = op.endswith(("div", "rem"))
            add(
                f"{op} {t}",
                (guard if divides else "") + f"%r = {op} {t} %a, {'%d' if divides else '%b'}",
                (t, t),
                t,
            )
        for op in ("shl", "lshr", "ashr"):
            width = int(t[1:])
            add(f"{op} {t}", f"%s = and {t} %b, {width - 1}\n %r = {op} {t} %a, %s", (t, t), t)
        for predicate in ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"):
            add(f"icmp {predicate} {t}", f"%r = icmp {predicate} {t} %a, %b", (t, t), "i1")
        for op in ("umin", "umax", "smin", "smax", "usub.sat", "uadd.sat", "ssub.sat", "sadd.sat"):
            add(f"{op} {t}", f"%r = call {t} @llvm.{op}.{t}({t} %a, {t} %b)", (t, t), t)
        add(f"ctpop {t}", f"%r = call {t} @llvm.ctpop.{t}({t} %a)", (t,), t)
        for op in ("sadd", "uadd", "ssub", "usub", "smul", "umul"):
            pair = f"%p = call {{ {t}, i1 }} @llvm.{op}.with.overflow.{t}({t} %a, {t} %b)\n"
            add(f"{op} value {t}", pair + f"%r = extractvalue {{ {t}, i1 }} %p, 0", (t, t), t)
            add(f"{op} overflow {t}", pair + f"%r = extractvalue {{ {t}, i1 }} %p, 1", (t, t), "i1")
        if t != "i8":
            add(f"bswap {t}", f"%r = call {t} @llvm.bswap.{t}({t} %a)", (t,), t)
        add(f"bitreverse {t}", f"%r = call {t} @llvm.bitreverse.{t}({t} %a)", (t,), t)
        gather = f"%x = insertelement <3 x {t}> poison, {t} %a, i32 0\n %y = insertelement <3 x {t}> %x, {t} %b, i32 1\n"
        gather += f"%v = insertelement <3 x {t}> %y, {t} %c, i32 2\n"
        for op in ("add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"):
            add(f"reduce {op} {t}", gather + f"%r = call {t} @llvm.vector.reduce.{op}.v3{t}(<3 x {t}> %v)", (t, t, t), t)
        add(f"ctlz {t}", f"%r = call {t} @llvm.ctlz.{t}({t} %a, i1 false)", (t,), t)
        add(f"cttz {t}", f"%r = call {t} @llvm.cttz.{t}({t} %a, i1 false)", (t,), t)
        add(f"abs {t}", f"%r = call {t} @llvm.abs.{t}({t} %a, i1 false)", (t,), t)
        add(f"fshl {t}", f"%r = call {t} @llvm.fshl.{t}({t} %a, {t} %b, {t} %c)", (t, t, t), t)
        add(f"fshr {t}", f"%r = call {t} @llvm.fshr.{t}({t} %a, {t} %b, {t} %c)", (t, t, t), t)
        add(f"select {t}", f"%s = icmp slt {t} %a, %b\n %r = select i1 %s, {t} %a, {t} %c", (t, t, t), t)
        for wide in INTEGERS:
            if int(wide[1:]) > int(t[1:]):
                add(f"zext {t} {wide}", f"%r = zext {t} %a to {wide}", (t,), wide)
                add(f"sext {t} {wide}", f"%r = sext {t} %a to {wide}", (t,), wide)
                add(f"trunc {wide} {t}", f"%r = trunc {wide} %a to {t}", (wide,), t)
        for f in FLOATS:
            add(f"sitofp {t} {f}", f"%r = sitofp {t} %a to {f}", (t,), f)
            add(f"uitofp {t} {f}", f"%r = uitofp {t} %a to {f}", (t,), f)
    for op in ("add", "sub", "mul", "ashr", "lshr", "shl", "sdiv"):
        second = "3" if op.endswith(("shr", "shl", "div")) else "%y"
        text = f"%x = trunc i32 %a to i13\n %y = trunc i32 %b to i13\n %q = {op} i13 %x, {second}\n"
        add(f"{op} i13", text + " %r = sext i13 %q to i32", ("i32", "i32"), "i32")
    for t in FLOATS:
        for op in ("fadd", "fsub", "fmul", "fdiv"):
            add(f"{op} {t}", f"%r = {op} {t} %a, %b", (t, t), t)
        add(f"fneg {t}", f"%r = fneg {t} %a", (t,), t)
        for predicate in "oeq one ogt oge olt ole ord ueq une ugt uge ult ule uno".split():
            add(f"fcmp {predicate} {t}", f"%r = fcmp {predicate} {t} %a, %b", (t, t), "i1")
        for wide in FLOATS:
            if DTYPES[wide](0).itemsize > DTYPES[t](0).itemsize:
                add(f"fpext {t} {wide}", f"%r = fpext {t} %a to {wide}", (t,), wide)
                if (wide, t) != ("double", "half"):  # a library call on the host
                    add(f"fptrunc {wide} {t}", f"%r = fptrunc {wide} %a to {t}", (wide,), t)
    for op in ("fabs", "sqrt", "floor", "ceil", "trunc", "rint"):
        add(f"{op} float", f"%r = call float @llvm.{op}.f32(float %a)", ("float",), "float")
    add(
        "copysign float",
        "%r = call float @llvm.copysign.f32(float %a, float %b)",
        ("float", "float"),
        "float",
    )
    add("fma float", "%r = call float @llvm.fma.f32(float %a, float %b, float %c)", ("float",) * 3, "float")
    add("fma double", "%r = call double @llvm.fma.f64(double %a, double %b, double %c)", ("double",) * 3, "double")
    for t, suffix in (("half", "f16"), ("float", "f32"), ("double", "f64")):
        for bit in range(10):
            add(f"class {bit} {t}", f"%r = call i1 @llvm.is.fpclass.{suffix}({t} %a, i32 {1 << bit})", (t,), "i1")
    clamp = (
        "%h = call float @llvm.minnum.f32(float %a, float 3.0e4)\n %l = call float @llvm.maxnum.f32(float %h, float -3.0e4)\n"
    )
    for t in ("i16", "i32", "i64"):
        add(f"fptosi {t}", clamp + f" %r = fptosi float %l to {t}", ("float",), t)
        add(
            f"fptoui {t}",
            clamp + f" %p = call float @llvm.fabs.f32(float %l)\n %r = fptoui float %p to {t}",
            ("float",),
            t,
        )
    return found


CASES = cases()


def host_functions(binding) -> tuple[object, dict]:
    """All cases as host functions void f(ptr a, ptr b, ptr c, ptr r)."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    text = []
    for number, (body, types, result) in enumerate(CASES.values()):
        loads = "".join(f" %{n} = load {t}, ptr %p{n}\n" for n, t in zip("abc", types, strict=False))
        store = " store i1 %r, ptr %pr\n" if result == "i1" else f" store {result} %r, ptr %pr\n"
        text.append(f"define void @f{number}(ptr %pa, ptr %pb, ptr %pc, ptr %pr) {{\n{loads} {body}\n{store} ret void\n}}")
    calls = {line for body, _, _ in CASES.values() for line in body.split("\n") if "call" in line}
    module = binding.parse_assembly("\n".join(text + sorted(set(map(declaration, calls)))))
    machine = binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(), features=binding.get_host_cpu_features().flatten()
    )
    engine = binding.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)
    return engine, {name: kind(engine.get_function_address(f"f{n}")) for n, name in enumerate(CASES)}


def declaration(line: str) -> str:
    """The declaration for `%x = call T @f(T %a, ...)`."""
    result, rest = line.split("call ")[1].split(" @")
    name, arguments = rest.split("(")
    types = [argument.strip().rsplit(" ", 1)[0] for argument in arguments.rstrip(")").split(",")]
    return f"declare {result} @{name}({', '.join(types)})"


@pytest.fixture(scope="module")
def host():
    binding = pytest.importorskip("llvmlite.binding", reason="the host's compiler is the reference")
    engine, functions = host_functions(binding)
    yield functions
    del engine


def same(result: str, got: np.ndarray, want: np.ndarray) -> bool:
    """Equal bits, any NaN equal to any other."""
    if result not in FLOAT_VIEW:
        return bool((got == want).all())
    nan = np.isnan(got.view(FLOAT_VIEW[result])) & np.isnan(want.view(FLOAT_VIEW[result]))
    return bool((nan | (got == want)).all())


@pytest.mark.parametrize("name", CASES)
def test_against_host(name: str, host: dict, run_body) -> None:
    body, types, result = CASES[name]
    inputs = [operands(t, seed) for seed, t in enumerate(types)]
    want = np.zeros(SAMPLES, DTYPES[result])
    spare = np.zeros(1, np.uint64)
    for i in range(SAMPLES):
        addresses = [x.ctypes.data + i * x.itemsize for x in inputs] + [spare.ctypes.data] * (3 - len(inputs))
        host[name](*addresses, want.ctypes.data + i * want.itemsize)
    loads = "".join(
        f"%p{n} = getelementptr {t}, ptr addrspace(1) %{n}s, i32 %tid\n%{n} = load {t}, ptr addrspace(1) %p{n}\n"
        for n, t in zip("abc", types, strict=False)
    )
    element = "i8" if result == "i1" else result
    store = f"%pr = getelementptr {element}, ptr addrspace(1) %rs, i32 %tid\nstore {result} %r, ptr addrspace(1) %pr\nret void"
    parameters = ", ".join(f"ptr addrspace(1) %{n}s" for n in "abc"[: len(types)]) + ", ptr addrspace(1) %rs"
    got = np.full(SAMPLES, 0xAB, DTYPES[result])
    tid = "%tid = call i32 @llvm.amdgcn.workitem.id.x()\n"
    run = run_body(tid + loads + body + "\n" + store, parameters, [*inputs, got], block=SAMPLES, outputs=(len(types),))
    assert run.findings == []
    assert same(result, got, want), (got[got != want][:4], want[got != want][:4])


def nearest_bf16(value: Fraction) -> int:
    """Bits of the bfloat nearest to a positive value in range, by search in exact arithmetic."""
    low, high = 0, 0x7F80

    def exact(bits: int) -> Fraction:
        return Fraction(float(np.array(bits << 16, np.uint32).view(np.float32)))

    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if exact(middle) <= value else (low, middle)
    below, above = (
        value - exact(low),
        exact(high) - value if high < 0x7F80 else Fraction(1 << 120) - value + exact(low),
    )
    return low if below < above or (below == above and low % 2 == 0) else high


def test_bfloat_rounds_once_to_nearest_even(run_body) -> None:
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr double, ptr addrspace(1) %a, i32 %tid
  %x = load double, ptr addrspace(1) %pa
  %d = fptrunc double %x to bfloat
  %f = fptrunc double %x to float
  %s = fptrunc float %f to bfloat
  %pr = getelementptr bfloat, ptr addrspace(1) %r, i32 %tid
  store bfloat %d, ptr addrspace(1) %pr
  %ps = getelementptr bfloat, ptr addrspace(1) %q, i32 %tid
  store bfloat %s, ptr addrspace(1) %ps
  ret void"""
    random = np.random.default_rng(5)
    x = np.abs(random.standard_normal(256)) * 2.0 ** random.integers(-130, 100, 256)
    x[:4] = [1 + 2.0**-8, 1 + 3 * 2.0**-8, 1 + 2.0**-8 + 2.0**-40, 1 + 2.0**-8 - 2.0**-40]
    direct, stepped = np.zeros(256, np.uint16), np.zeros(256, np.uint16)
    parameters = "ptr addrspace(1) %a, ptr addrspace(1) %r, ptr addrspace(1) %q"
    assert run_body(body, parameters, [x, direct, stepped], block=256).findings == []
    assert direct.tolist() == [nearest_bf16(Fraction(float(v))) for v in x]
    assert stepped.tolist() == [nearest_bf16(Fraction(float(np.float32(v)))) for v in x]
    assert direct[2] != stepped[2], "the double rounding that the direct conversion must avoid"


def test_bfloat_arithmetic_and_fma(run_body, bf16) -> None:
    encode, decode = bf16
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr <2 x bfloat>, ptr addrspace(1) %a, i32 %tid
  %v = load <2 x bfloat>, ptr addrspace(1) %pa
  %x = extractelement <2 x bfloat> %v, i32 0
  %y = extractelement <2 x bfloat> %v, i32 1
  %s = fadd bfloat %x, %y
  %p = call bfloat @llvm.fma.bf16(bfloat %x, bfloat %y, bfloat %s)
  %w0 = insertelement <2 x bfloat> poison, bfloat %s, i32 0
  %w = insertelement <2 x bfloat> %w0, bfloat %p, i32 1
  %pr = getelementptr <2 x bfloat>, ptr addrspace(1) %r, i32 %tid
  store <2 x bfloat> %w, ptr addrspace(1) %pr
  ret void"""
    values = encode(np.abs(np.random.default_rng(6).standard_normal((64, 2))).astype(np.float32))
    out = np.zeros((64, 2), np.uint16)
    assert run_body(body, "ptr addrspace(1) %a, ptr addrspace(1) %r", [values, out]).findings == []
    x, y = (decode(values[:, n]) for n in (0, 1))
    sums = [nearest_bf16(Fraction(float(a)) + Fraction(float(b))) for a, b in zip(x, y, strict=True)]
    assert out[:, 0].tolist() == sums
    s = decode(np.array(sums, np.uint16))
    fused = [
        nearest_bf16(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))) for a, b, c in zip(x, y, s, strict=True)
    ]
    assert out[:, 1].tolist() == fused


def test_fma_rounds_once(run_body) -> None:
    """(1 + e)(1 - e) 2^-24 + (1 + 2^-23) with e = 2^-15 lies 2^-54 below a tie, which float64 alone would not see."""
    body = """
  %v = call float @llvm.fma.f32(float %a, float %b, float %c)
  store float %v, ptr addrspace(1) %r
  %w = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  %p = getelementptr float, ptr addrspace(1) %r, i32 1
  store float %w, ptr addrspace(1) %p
  ret void"""
    out = np.zeros(2, np.float32)
    parameters = "ptr addrspace(1) %r, float %a, float %b, float %c"
    run_body(body, parameters, [out, 1 + 2.0**-15, (1 - 2.0**-15) * 2.0**-24, 1 + 2.0**-23], block=1)
    assert out.tolist() == [1 + 2.0**-23] * 2


def test_double_fma_rounds_once_at_the_edges_of_the_range(run_body) -> None:
    """Where the product, its error or the sum leaves the normal numbers, against exact fractions."""
    draw = np.random.default_rng(8)
    mantissas = 1 + draw.random((256, 3))
    exponents = np.array([(-600, -430, -1050), (-540, -530, -1074), (500, 523, 1023), (-1060, 10, -1055), (900, -1000, -120)])
    values = np.ldexp(mantissas, exponents[np.arange(256) % 5]) * draw.choice([-1.0, 1.0], (256, 3))
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr [3 x double], ptr addrspace(1) %v, i32 %tid
  %pb = getelementptr [3 x double], ptr addrspace(1) %v, i32 %tid, i32 1
  %pc = getelementptr [3 x double], ptr addrspace(1) %v, i32 %tid, i32 2
  %a = load double, ptr addrspace(1) %pa
  %b = load double, ptr addrspace(1) %pb
  %c = load double, ptr addrspace(1) %pc
  %f = call double @llvm.fma.f64(double %a, double %b, double %c)
  %pr = getelementptr double, ptr addrspace(1) %r, i32 %tid
  store double %f, ptr addrspace(1) %pr
  ret void"""
    out = np.zeros(256)
    run_body(body, "ptr addrspace(1) %v, ptr addrspace(1) %r", [values, out], block=256)
    for (a, b, c), got in zip(values.tolist(), out.tolist(), strict=True):
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        assert got == (float(exact) if abs(exact) < 2**1024 - 2**970 else math.inf if exact > 0 else -math.inf)


@pytest.mark.parametrize(
    ("call", "type_", "a", "b", "want"),
    [
        ("minimumnum.f32", "float", 0x80000000, 0, 0x80000000),
        ("minimumnum.f32", "float", 0, 0x80000000, 0x80000000),
        ("maximumnum.f32", "float", 0, 0x80000000, 0),
        ("maximumnum.f32", "float", 0x80000000, 0, 0),
        ("maximumnum.f32", "float", 0x7FC00000, 0x80000000, 0x80000000),
        ("canonicalize.f32", "float", 0x7FA00001, None, 0x7FE00001),
        ("canonicalize.f32", "float", 0xFF800000, None, 0xFF800000),
        ("bitreverse.i1", "i1", 1, None, 1),
    ],
)
@pytest.mark.parametrize("uniform", [True, False])
def test_edges_of_intrinsics(run_body, call: str, type_: str, a: int, b: int | None, want: int, uniform: bool) -> None:
    narrow = (
        "  %x.f = bitcast i32 %x to float\n  %y.f = bitcast i32 %y to float"
        if type_ == "float"
        else "  %x.f = trunc i32 %x to i1\n  %y.f = trunc i32 %y to i1"
    )
    wide = "bitcast float %m to i32" if type_ == "float" else "zext i1 %m to i32"
    at = "i32 0" if uniform else "i32 %tid"
    operands = f"{type_} %x.f" + ("" if b is None else f", {type_} %y.f")
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %px = getelementptr <2 x i32>, ptr addrspace(1) %v, {at}
  %p = load <2 x i32>, ptr addrspace(1) %px
  %x = extractelement <2 x i32> %p, i32 0
  %y = extractelement <2 x i32> %p, i32 1
{narrow}
  %m = call {type_} @llvm.{call}({operands})
  %w = {wide}
  %pr = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %w, ptr addrspace(1) %pr
  ret void"""
    values, out = np.tile(np.array([a, b or 0], np.uint32), (64, 1)), np.zeros(64, np.uint32)
    run_body(body, "ptr addrspace(1) %v, ptr addrspace(1) %r", [values, out])
    assert out.tolist() == [want] * 64


def test_flushed_denormals_are_refused() -> None:
    text = kernel_text("  ret void", "").replace('"1,1024"', '"1,1024" "denormal-fp-math-f32"="preserve-sign,preserve-sign"')
    with pytest.raises(sim.UnsupportedError, match="denormal-fp-math-f32"):
        sim.run(text, grid=(1,), block=64, args=[], arch="gfx942")


def test_float_literals_and_splat(run_body) -> None:
    body = """
  %u = insertelement <4 x float> <float 1.0, float poison, float 0xFFF0000000000000, float -0.0>,
                     float 2.5e-1, i64 0
  %v = insertelement <4 x float> %u, float 0x3FB99999A0000000, i64 1
  store <4 x float> %v, ptr addrspace(1) %r, align 16
  %q = getelementptr i8, ptr addrspace(1) %r, i64 16
  store <4 x half> splat (half 0xH3C00), ptr addrspace(1) %q, align 8
  %s = getelementptr i8, ptr addrspace(1) %r, i64 24
  store <2 x bfloat> <bfloat 0xR3F80, bfloat 0xRC000>, ptr addrspace(1) %s, align 4
  store i32 u0xFFFFFFFE, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) null, i64 0), align 4
  ret void"""
    out = np.zeros(28, np.uint8)
    run = run_body(body, "ptr addrspace(1) %r", [out], block=1)
    assert out[:16].view(np.float32).tolist() == [0.25, np.float32(0.1), -np.inf, -0.0]
    assert out[16:24].view(np.float16).tolist() == [1.0] * 4
    assert out[24:].view(np.uint16).tolist() == [0x3F80, 0xC000]
    assert [finding.message for finding in run.findings] == ["store of 4 bytes through a null pointer"]


def test_division_by_zero_is_found_only_for_active_lanes(run_body) -> None:
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %ok = icmp ne i32 %tid, 0
  br i1 %ok, label %divide, label %end
divide:
  %d = sub i32 %tid, %n
  %q = udiv i32 100, %d
  %p = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %q, ptr addrspace(1) %p
  br label %end
end:
  ret void"""
    out = np.zeros(64, np.uint32)
    assert run_body(body, "ptr addrspace(1) %r, i32 %n", [out, 0]).findings == []
    assert out[1:].tolist() == [100 // i for i in range(1, 64)]
    (finding,) = run_body(body, "ptr addrspace(1) %r, i32 %n", [out, 7]).findings
    assert (finding.kind, finding.lane, finding.count, finding.message) == (
        "arithmetic",
        7,
        1,
        "udiv by zero",
    )
