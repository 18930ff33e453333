"""Each operation of the IR in a module of its own: both engines print it alike, LLVM takes it, the simulator computes it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import reduce
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

from twinkern._contract import (
    ARCHES,
    OPERATIONS,
    PREDICATES,
    UPDATES,
    Kind,
    Operation,
    Ordering,
    Predicate,
    Shape,
    SyncScope,
    Update,
)
from twinkern.engine.ir.builder import Builder, Function, Node
from twinkern.engine.ir.printer import print_module
from twinkern.engine.ir.types import BFLOAT, FLOAT, HALF, I16, I32, I64, VOID, Type, pointer, struct, vector
from twinkern.engine.ir.verifier import verify
from twinkern.engine.machine import make_machine
from twinkern.judge import simulator, toolchain

ROOT = Path(__file__).resolve().parents[1]
ARCH = "gfx942"
FLAVOR = "llvm22"
THREADS = 64
SPACE = 8
"""Bytes of the tensor that are one thread's own."""
INTEGERS = ("ADD", "SUB", "MUL", "UDIV", "UREM", "AND", "OR", "XOR", "SHL", "LSHR")
FLOATS = ("FADD", "FSUB", "FMUL", "FDIV")
STATUS = toolchain.available_flavors()[FLAVOR]


class Subject:
    """A module that is being built: kernels, and what each begins with. Its twin is in cengine/tests/test_operations.c."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.open_kernel("kernel")

    def open_kernel(self, name: str) -> None:
        self.function = Function(name, ARCHES[ARCH], THREADS)
        self.functions.append(self.function)
        self.function.lds_bytes = 1024
        self.b = Builder(self.function)
        self.out = self.b.argument("out", pointer(1), "noalias align 16")
        self.thread = self.b.call("workitem_id_x")
        self.number = self.b.cast(Operation.SITOFP, self.thread, FLOAT)
        self.place = self.b.offset(self.out, self.b.mul(self.thread, self.b.constant(SPACE)))

    def finish_kernel(self, value: Node) -> None:
        """Write a value to the thread's own place, and end the kernel."""
        self.b.store(value, self.place, value.type.bytes)
        self.b.return_()

    def text(self) -> str:
        for function in self.functions:
            verify(function)
        machine = make_machine(ARCHES[ARCH], self.b)
        return print_module(self.functions, FLAVOR, machine.shell(self.functions, FLAVOR))


MODULES: dict[str, str] = {}
"""The text of each module, by its name, in the order in which C prints them."""
USED: set[Operation] = set()


def module(name: str, build: Callable[[Subject], Node]) -> None:
    """Build a module whose kernel writes one value."""
    subject = Subject()
    subject.finish_kernel(build(subject))
    MODULES[name] = subject.text()
    for function in subject.functions:
        USED.update(node.op for node in function.body)
        USED.update(operand.op for node in function.body for operand in node.args)


def build_arithmetic() -> None:
    for op in INTEGERS:
        module(op.lower(), lambda s, op=Operation[op]: s.b.arithmetic(op, s.thread, s.b.constant(5)))
    for op in FLOATS:
        module(op.lower(), lambda s, op=Operation[op]: s.b.arithmetic(op, s.number, s.b.float_constant(0x3FC00000, FLOAT)))
    module("fneg", lambda s: s.b.arithmetic(Operation.FNEG, s.number))


def build_comparisons() -> None:
    for op in (Operation.ICMP, Operation.FCMP):
        for predicate in Predicate:
            if predicate not in OPERATIONS[op].takes:
                continue

            def compared(s: Subject, op: Operation = op, predicate: Predicate = predicate) -> Node:
                if op is Operation.ICMP:
                    value = s.b.compare(predicate, s.thread, s.b.constant(5))
                else:
                    value = s.b.compare(predicate, s.number, s.b.float_constant(0x40A00000, FLOAT))
                return s.b.cast(Operation.ZEXT, value, I32)

            module(f"{OPERATIONS[op].mnemonic} {predicate}", compared)


def build_conversions() -> None:
    rows: list[tuple[str, str, str, Type, Type]] = [
        ("BITCAST", "thread", "BITCAST", I32, vector(2, HALF)),
        ("TRUNC", "thread", "BITCAST", I32, I16),
        ("ZEXT", "thread", "TRUNC", I16, I32),
        ("SEXT", "thread", "TRUNC", I16, I64),
        ("FPTRUNC", "number", "BITCAST", FLOAT, BFLOAT),
        ("FPEXT", "number", "FPTRUNC", HALF, FLOAT),
        ("SITOFP", "thread", "BITCAST", I32, FLOAT),
        ("UITOFP", "thread", "BITCAST", I32, FLOAT),
        ("FPTOSI", "number", "BITCAST", FLOAT, I32),
    ]
    for op, of, before, source, target in rows:

        def converted(s: Subject, op=op, of=of, before=before, source=source, target=target) -> Node:
            return s.b.cast(Operation[op], s.b.cast(Operation[before], getattr(s, of), source), target)

        module(op.lower(), converted)
    module("ptrtoint", lambda s: s.b.cast(Operation.PTRTOINT, s.place, I64))


CONSTANTS = (
    0, 0x80000000, 0x3F800000, 0x00000001, 0x00400000, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00001,
)  # fmt: skip


def constants(s: Subject) -> Node:
    b = s.b
    for index, bits in enumerate(CONSTANTS):
        b.store(b.float_constant(bits, FLOAT), b.offset(s.out, b.constant(4 * index)), 4)
    b.store(b.float_constant(0x3C01, HALF), s.out, 2)
    b.store(b.float_constant(0xBF81, BFLOAT), s.out, 2)
    b.store(b.constant(-(1 << 63), I64), s.out, 8)
    return b.zero(vector(2, FLOAT))


def select(s: Subject) -> Node:
    return s.b.select(s.b.compare(Predicate.ULT, s.thread, s.b.constant(32)), s.thread, s.b.constant(7))


def elements(s: Subject) -> Node:
    return s.b.extract(s.b.insert(s.b.zero(vector(4, FLOAT)), s.number, 2), 2)


def joined(s: Subject) -> Node:
    first = s.b.concatenate([s.thread, s.thread])
    second = s.b.load(vector(2, I32), s.place, 8)
    return s.b.extract(s.b.concatenate([first, second]), 3)


def members(s: Subject) -> Node:
    b = s.b
    value = b.insert(b.poison(struct(I32, vector(2, FLOAT))), s.thread, 0)
    value = b.insert(value, b.zero(vector(2, FLOAT)), 1)
    b.store(b.extract(value, 1), s.place, 8)
    return b.extract(value, 0)


def through_lds(s: Subject) -> Node:
    b, lds = s.b, s.function.lds
    b.comment("each thread reads what the next wrote")
    b.store(s.thread, b.offset(lds, b.mul(s.thread, b.constant(4))), 4)
    b.fence(Ordering.RELEASE)
    b.call("barrier")
    b.fence(Ordering.ACQUIRE)
    following = b.urem(b.add(s.thread, b.constant(1)), b.constant(THREADS))
    return b.load(I32, b.offset(lds, b.mul(following, b.constant(4))), 4)


def calls(s: Subject) -> Node:
    half = s.b.float_constant(0x3F000000, FLOAT)
    value = s.b.call("fma_f32", s.number, half, half)
    value = s.b.call("minimum_f32", value, s.number)
    return s.b.call("maximum_f32", value, half)


def assembly(s: Subject) -> Node:
    b = s.b
    template = r"v_mov_b32 $0, $2\0Av_not_b32 $1, $2"
    pair = b.assembly(template, "=&v,=v,v", struct(I32, I32), s.thread, side_effects=False)
    copied, inverted = b.extract(pair, 0), b.extract(pair, 1)
    value = b.add(inverted, copied)
    b.assembly("s_nop 0", "", VOID)
    return value


def conditionals(s: Subject) -> Node:
    """A load under a condition, from whose other side a value leaves that another conditional made; a store under one."""
    b = s.b
    branch = b.begin_if(b.compare(Predicate.ULT, s.thread, b.constant(16)))
    loaded = b.load(I32, s.place, 4)
    b.begin_else(branch, [loaded, s.number])
    inner = b.begin_if(b.compare(Predicate.ULT, s.thread, b.constant(32)))
    twice = b.add(s.thread, s.thread)
    b.begin_else(inner, [twice])
    (chosen,) = b.end_if(inner, [s.thread])
    whole, part = b.end_if(branch, [chosen, b.zero(FLOAT)])
    inner = b.begin_if(b.compare(Predicate.EQ, s.thread, b.constant(3)))
    b.store(s.thread, s.out, 4)
    b.begin_else(inner)
    b.end_if(inner)
    b.store(part, s.place, 4)
    return whole


def loops(s: Subject) -> Node:
    b = s.b
    loop = b.begin_loop(b.constant(5), [s.thread, s.number])
    branch = b.begin_if(b.compare(Predicate.ULT, loop.carried[0], loop.index))
    moved = b.add(loop.carried[0], loop.index)
    b.begin_else(branch, [moved])
    (value,) = b.end_if(branch, [loop.carried[0]])
    whole, part = b.end_loop(loop, [value, b.arithmetic(Operation.FADD, loop.carried[1], s.number)])
    b.store(part, s.place, 4)
    return whole


def arguments(s: Subject) -> Node:
    """Six arguments, scalars among them."""
    b = s.b
    for name in ("in", "bias"):
        b.argument(name, pointer(1), "noalias readonly align 16")
    b.argument("workspace", pointer(1), "")
    splits = b.argument("splits", I32, "")
    scale = b.argument("scale", FLOAT, "")
    return b.arithmetic(Operation.FMUL, b.cast(Operation.UITOFP, splits, FLOAT), scale)


def two_kernels(s: Subject) -> Node:
    """Kernels with globals, stages and intrinsics of their own."""
    value = s.out
    for kernel in range(2):
        if kernel:
            s.finish_kernel(value)
            s.open_kernel("second")
        s.function.stages = 2
        staged = s.b.load(I32, s.function.lds, 4, kernel)
        zero = s.b.load(I32, s.b.zeros(16), 4)
        value = s.b.call("readfirstlane", s.b.add(staged, zero))
    return value


def build_all() -> None:
    build_arithmetic()
    build_comparisons()
    build_conversions()
    module("constants", constants)
    module("select", select)
    module("insertelement extractelement", elements)
    module("shufflevector", joined)
    module("insertvalue extractvalue", members)
    module("getelementptr load store fence", through_lds)
    for number, update in enumerate(Update):
        ordering = list(Ordering)[number % len(Ordering)]
        sync_scope = list(SyncScope)[number % len(SyncScope)]

        def updated(s: Subject, update=update, ordering=ordering, sync_scope=sync_scope) -> Node:
            value = s.number if UPDATES[update] is Kind.FLOAT else s.thread
            return s.b.atomic(update, s.place, value, ordering, sync_scope)

        module(f"atomicrmw {update} {ordering}", updated)
    module("call", calls)
    module("asm", assembly)
    module("if else endif", conditionals)
    module("loop endloop", loops)
    module("argument", arguments)
    module("ret", two_kernels)


build_all()


def test_every_operation_has_a_module():
    shown = {op for op in Operation if OPERATIONS[op].shape is not Shape.OPERAND}
    assert shown <= USED, shown - USED
    values = {op for op in Operation if OPERATIONS[op].shape is Shape.OPERAND} - {Operation.PHI}
    assert values <= USED, values - USED


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the C engine prints of the same modules."""
    program = tmp_path_factory.mktemp("operations") / "test_operations"
    sources = [*(ROOT / "cengine/src").rglob("*.c"), ROOT / "cengine/tests/test_operations.c"]
    folders = [f"-I{ROOT / 'cengine' / folder}" for folder in ("include", "src", "tests")]
    subprocess.run(["cc", "-std=c99", "-O0", *folders, *map(str, sources), "-o", str(program)], check=True)
    done = subprocess.run([program, "print"], capture_output=True, text=True, check=True)
    *modules, summary = done.stdout.split("=== ")[1:]
    assert "0 failed" in summary
    return dict(part.split("\n", 1) for part in modules)


def test_both_print_the_same_modules(printed: dict[str, str]):
    assert list(printed) == list(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_both_print_it_alike(name: str, printed: dict[str, str]):
    assert printed[name] == MODULES[name]


ASSEMBLY = [name for name in MODULES if name.startswith("asm")]
"""Modules that the tool chain reads but does not compile: the LLVM of llvmlite has no assembler for this machine."""


@pytest.mark.skipif(not STATUS.available, reason=STATUS.description)
@pytest.mark.parametrize("name", ASSEMBLY)
def test_llvm_takes_assembly(name: str):
    assert "asm" in str(llvm.parse_assembly(MODULES[name]))


@pytest.mark.skipif(not STATUS.available, reason=STATUS.description)
@pytest.mark.parametrize("name", [name for name in MODULES if name not in ASSEMBLY])
def test_llvm_compiles_it(name: str):
    compiled = toolchain.compile(MODULES[name], arch=ARCH, flavor=FLAVOR)
    assert len(compiled.kernels) == MODULES[name].count("define ")
    assert not compiled.undefined


T = np.arange(THREADS, dtype=np.int32)
NUMBER = T.astype(np.float32)
BEFORE = (T * 3 + 1).astype(np.int32)
"""The first word of each thread's place before the kernel, 9 the second."""
HALVES = np.float32(0.5) * NUMBER + np.float32(0.5)
COMPARED = {"<": T < 5, "=": T == 5, ">": T > 5}
ATOMIC = {
    "xchg": T, "add": BEFORE + T, "and": BEFORE & T, "or": BEFORE | T,
    "umin": np.minimum(BEFORE, T), "umax": np.maximum(BEFORE, T),
}  # fmt: skip
EXPECTED: dict[str, np.ndarray] = {
    "add": T + 5, "sub": T - 5, "mul": T * 5, "udiv": T // 5, "urem": T % 5, "and": T & 5, "or": T | 5, "xor": T ^ 5,
    "shl": T << 5, "lshr": T >> 5, "fadd": NUMBER + np.float32(1.5), "fsub": NUMBER - np.float32(1.5),
    "fmul": NUMBER * np.float32(1.5), "fneg": -NUMBER, "sext": T.astype(np.int64), "zext": T, "bitcast": T,
    "fpext": NUMBER, "sitofp": NUMBER, "uitofp": NUMBER, "fptosi": T, "select": np.where(T < 32, T, 7),
    "insertelement extractelement": NUMBER, "shufflevector": np.full(THREADS, 9), "insertvalue extractvalue": T,
    "getelementptr load store fence": (T + 1) % THREADS,
    "call": np.maximum(np.minimum(HALVES, NUMBER), np.float32(0.5)),
    "loop endloop": reduce(lambda value, index: np.where(value < index, value + index, value), range(5), T),
    "if else endif": np.where(T < 16, BEFORE, np.where(T < 32, 2 * T, T)),
    **{f"icmp {p}": np.any([COMPARED[sign] for sign in holds], axis=0) for p, (holds, _) in PREDICATES.items() if holds},
    **{f"fcmp {p}": COMPARED["<"] | COMPARED["="] for p in ("ole", "ule")},
    **{f"fcmp {p}": COMPARED["="] for p in ("oeq", "ueq")},
    **{f"fcmp {p}": ~COMPARED["="] for p in ("one", "une")},
    **{f"fcmp {p}": np.full(THREADS, p == "ord") for p in ("ord", "uno")},
}  # fmt: skip
"""What a thread leaves at its place; modules that are not here are compared and compiled alone."""


@pytest.mark.parametrize("name", EXPECTED)
def test_the_simulator_computes_it(name: str):
    place = np.full((THREADS, 2), 9, np.int32)
    place[:, 0] = BEFORE
    simulator.run(MODULES[name], grid=1, block=THREADS, args=[place], arch=ARCH, outputs=())
    expected = np.asarray(EXPECTED[name])
    kind = {"f": np.float32, "i": np.int32, "b": np.int32}[expected.dtype.kind]
    if name == "sext":
        np.testing.assert_array_equal(place.view(np.int64)[:, 0], expected)
    elif name == "if else endif":
        np.testing.assert_array_equal(place[1:, 0], expected[1:])
    else:
        np.testing.assert_array_equal(place.view(kind)[:, 0], expected.astype(kind))


@pytest.mark.parametrize("update", list(Update))
def test_the_simulator_updates(update: Update):
    """Each thread alone updates its place, then writes what was there before: so that both are seen, a module of its own."""
    subject = Subject()
    b = subject.b
    is_float = UPDATES[update] is Kind.FLOAT
    old = b.atomic(update, subject.place, subject.number if is_float else subject.thread, Ordering.MONOTONIC, SyncScope.DEVICE)
    b.store(old, b.offset(subject.place, b.constant(4)), 4)
    b.return_()
    place = np.zeros((THREADS, 2), np.float32 if is_float else np.int32)
    place[:, 0] = BEFORE
    simulator.run(subject.text(), grid=1, block=THREADS, args=[place], arch=ARCH, outputs=())
    before = BEFORE.astype(place.dtype)
    np.testing.assert_array_equal(place[:, 1], before)
    floats = {"fadd": before + NUMBER, "fmin": np.minimum(before, NUMBER), "fmax": np.maximum(before, NUMBER)}
    np.testing.assert_array_equal(place[:, 0], floats[update] if is_float else ATOMIC[update])
