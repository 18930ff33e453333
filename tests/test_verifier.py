"""Each check of the verifier, seen to fail on a function made wrong by hand."""

from __future__ import annotations

import pytest

from twinkern._contract import ARCHES, Operation, Ordering, Predicate, SyncScope, Update
from twinkern.engine.ir.builder import Atomic, Builder, Function, Node
from twinkern.engine.ir.types import BFLOAT, FLOAT, HALF, I1, I16, I32, I64, VOID, pointer, struct, vector
from twinkern.engine.ir.verifier import InternalError, verify

GFX942, GFX950 = ARCHES["gfx942"], ARCHES["gfx950"]
GLOBAL, SHARED = pointer(1), pointer(3)


class Kernel:
    """A function to spoil: a builder, an argument, the thread's number."""

    def __init__(self, arch=GFX942, threads: int = 64) -> None:
        self.function = Function("kernel", arch, threads)
        self.function.lds_bytes = 1024
        self.b = Builder(self.function)
        self.out = self.b.argument("out", GLOBAL, "")
        self.thread = self.b.call("workitem_id_x")

    def constant(self, value: int, type_=I32) -> Node:
        return self.b.constant(value, type_)

    def emit(self, op: Operation, type_, *args: Node, imm: object = None) -> Node:
        return self.b.emit(op, type_, args, imm)


def rejected(kernel: Kernel, message: str) -> None:
    """Require that the function fails just with this message; a ret is added at its end."""
    kernel.b.return_()
    with pytest.raises(InternalError) as caught:
        verify(kernel.function)
    assert message in str(caught.value), caught.value
    assert str(caught.value).startswith("kernel: node ")


def test_a_right_function_passes():
    k = Kernel()
    b = k.b
    lds = b.offset(k.function.lds, b.mul(k.thread, k.constant(4)))
    loop = b.begin_loop(k.constant(3), [k.thread, b.zero(FLOAT)])
    moved = b.add(loop.carried[0], loop.index)
    b.store(moved, lds, 4)
    b.fence(Ordering.RELEASE)
    b.call("barrier")
    b.fence(Ordering.ACQUIRE)
    left = b.end_loop(loop, [b.load(I32, lds, 4), loop.carried[1]])
    b.store(left[0], b.offset(k.out, b.mul(left[0], k.constant(4))), 4)
    b.comment("done")
    b.return_()
    verify(k.function)


PAIR = struct(I32, FLOAT)


def atomic(k: Kernel, update: Update, value: Node, address: Node | None = None) -> Node:
    return k.b.atomic(update, address or k.out, value, Ordering.MONOTONIC, SyncScope.DEVICE)


WRONG_TYPES = {
    "add of different types": lambda k: k.emit(Operation.ADD, I32, k.thread, k.constant(1, I64)),
    "add with another result": lambda k: k.emit(Operation.ADD, I64, k.thread, k.thread),
    "mul of floats": lambda k: k.emit(Operation.MUL, FLOAT, k.b.zero(FLOAT), k.b.zero(FLOAT)),
    "icmp that gives i32": lambda k: k.emit(Operation.ICMP, I32, k.thread, k.thread, imm=Predicate.EQ),
    "icmp of different types": lambda k: k.emit(Operation.ICMP, I1, k.thread, k.constant(1, I16), imm=Predicate.EQ),
    "icmp of pointers": lambda k: k.emit(Operation.ICMP, I1, k.out, k.out, imm=Predicate.EQ),
    "icmp with an unknown predicate": lambda k: k.emit(Operation.ICMP, I1, k.thread, k.thread, imm=Predicate.OEQ),
    "select on an i32": lambda k: k.emit(Operation.SELECT, I32, k.thread, k.thread, k.thread),
    "select of different types": lambda k: k.emit(Operation.SELECT, I32, k.constant(1, I1), k.thread, k.constant(1, I16)),
    "bitcast to another size": lambda k: k.emit(Operation.BITCAST, I64, k.thread),
    "bitcast to a pointer": lambda k: k.emit(Operation.BITCAST, GLOBAL, k.constant(1, I64)),
    "fptrunc that widens": lambda k: k.emit(Operation.FPTRUNC, FLOAT, k.b.zero(HALF)),
    "fptrunc to an integer": lambda k: k.emit(Operation.FPTRUNC, I16, k.b.zero(FLOAT)),
    "fptrunc of other lanes": lambda k: k.emit(Operation.FPTRUNC, HALF, k.b.zero(vector(2, FLOAT))),
    "extract past the end": lambda k: k.emit(Operation.EXTRACTELEMENT, HALF, k.b.zero(vector(4, HALF)), imm=4),
    "extract of another type": lambda k: k.emit(Operation.EXTRACTELEMENT, BFLOAT, k.b.zero(vector(4, HALF)), imm=0),
    "insert past the end": lambda k: k.b.insert(k.b.poison(vector(2, I32)), k.thread, 2),
    "insert of another type": lambda k: k.b.insert(k.b.poison(vector(2, I16)), k.thread, 0),
    "shuffle of different types": lambda k: k.emit(
        Operation.SHUFFLEVECTOR, vector(4, HALF), k.b.zero(vector(2, HALF)), k.b.zero(vector(2, BFLOAT))
    ),
    "fadd of integers": lambda k: k.emit(Operation.FADD, I32, k.thread, k.thread),
    "fneg of an integer": lambda k: k.emit(Operation.FNEG, I32, k.thread),
    "fcmp of integers": lambda k: k.emit(Operation.FCMP, I1, k.thread, k.thread, imm=Predicate.OEQ),
    "fcmp with a predicate of integers": lambda k: k.b.compare(Predicate.SLT, k.b.zero(FLOAT), k.b.zero(FLOAT)),
    "icmp with a predicate of floats": lambda k: k.b.compare(Predicate.OEQ, k.thread, k.thread),
    "trunc that widens": lambda k: k.b.cast(Operation.TRUNC, k.thread, I64),
    "zext that narrows": lambda k: k.b.cast(Operation.ZEXT, k.thread, I16),
    "sext of a float": lambda k: k.b.cast(Operation.SEXT, k.b.zero(HALF), I32),
    "fpext that narrows": lambda k: k.b.cast(Operation.FPEXT, k.b.zero(FLOAT), HALF),
    "sitofp of a float": lambda k: k.b.cast(Operation.SITOFP, k.b.zero(HALF), FLOAT),
    "uitofp to an integer": lambda k: k.b.cast(Operation.UITOFP, k.thread, I64),
    "fptosi of an integer": lambda k: k.b.cast(Operation.FPTOSI, k.thread, I64),
    "ptrtoint of a number": lambda k: k.b.cast(Operation.PTRTOINT, k.thread, I64),
    "bitcast of a pointer": lambda k: k.b.cast(Operation.BITCAST, k.out, I64),
    "bitcast of a struct": lambda k: k.b.cast(Operation.BITCAST, k.b.poison(PAIR), PAIR.members[0]),
    "extractvalue past the end": lambda k: k.emit(Operation.EXTRACTVALUE, I32, k.b.poison(PAIR), imm=2),
    "extractvalue of another type": lambda k: k.emit(Operation.EXTRACTVALUE, I64, k.b.poison(PAIR), imm=0),
    "insertvalue of another type": lambda k: k.b.insert(k.b.poison(PAIR), k.thread, 1),
    "insertvalue into another struct": lambda k: k.emit(
        Operation.INSERTVALUE, PAIR, k.b.poison(struct(I32, I32)), k.thread, imm=0
    ),
    "add of floats in one step": lambda k: atomic(k, Update.ADD, k.b.zero(FLOAT)),
    "fadd of integers in one step": lambda k: atomic(k, Update.FADD, k.thread),
    "update of two bytes": lambda k: atomic(k, Update.FADD, k.b.zero(HALF)),
    "update of sixteen bytes": lambda k: atomic(k, Update.FADD, k.b.zero(vector(4, FLOAT))),
    "add of a vector in one step": lambda k: atomic(k, Update.ADD, k.b.zero(vector(2, I32))),
    "exchange of a vector in one step": lambda k: atomic(k, Update.XCHG, k.b.zero(vector(4, I16))),
    "select of void": lambda k: k.emit(Operation.SELECT, VOID, k.constant(1, I1), k.b.poison(VOID), k.b.poison(VOID)),
    "update that gives another type": lambda k: k.emit(
        Operation.ATOMICRMW, I64, k.out, k.thread, imm=Atomic(Update.ADD, Ordering.MONOTONIC, SyncScope.DEVICE)
    ),
    "shuffle to the wrong length": lambda k: k.emit(
        Operation.SHUFFLEVECTOR, vector(2, HALF), k.b.zero(vector(2, HALF)), k.b.zero(vector(2, HALF))
    ),
}


@pytest.mark.parametrize("spoil", WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_types(spoil):
    kernel = Kernel()
    spoil(kernel)
    rejected(kernel, "types ")


def shared_place(k: Kernel, scale: int) -> Node:
    """LDS at a multiple of `scale` bytes."""
    return k.b.offset(k.function.lds, k.b.mul(k.thread, k.constant(scale)))


MEMORY = {
    "load from a number": (lambda k: k.b.load(I32, k.thread, 4), "the address is no pointer"),
    "load from a buffer resource": (
        lambda k: k.b.load(I32, k.b.call(
            "make_buffer_resource", k.out, k.constant(0, I16), k.constant(16, I64), k.constant(0)), 4),
        "wrong address space",
    ),
    "store to private memory": (
        lambda k: k.b.store(k.thread, k.b.argument("private", pointer(5), ""), 4), "wrong address space"),
    "no alignment": (lambda k: k.b.load(I32, k.function.lds, 0), "alignment 0"),
    "alignment no power of two": (lambda k: k.b.load(vector(4, I32), k.function.lds, 12), "alignment 12"),
    "alignment above the size": (lambda k: k.b.load(I32, k.function.lds, 8), "alignment 8"),
    "load from an unaligned place": (lambda k: k.b.load(I32, shared_place(k, 2), 4), "alignment 4 is not known to hold"),
    "store to an unaligned place": (lambda k: k.b.store(k.thread, shared_place(k, 6), 4), "alignment 4 is not known to hold"),
    "odd constant offset": (
        lambda k: k.b.load(I32, k.b.offset(shared_place(k, 16), k.constant(2)), 4), "alignment 4 is not known to hold"),
    "alignment lost by a division": (
        lambda k: k.b.load(I32, k.b.offset(k.function.lds, k.b.udiv(k.b.mul(k.thread, k.constant(8)), k.constant(4))), 4),
        "alignment 4 is not known to hold",
    ),
    "update of a number": (lambda k: atomic(k, Update.ADD, k.thread, k.thread), "the address is no pointer"),
    "update of private memory": (
        lambda k: atomic(k, Update.ADD, k.thread, k.b.argument("private", pointer(5), "")), "wrong address space"),
    "update of an unaligned place": (
        lambda k: atomic(k, Update.ADD, k.thread, shared_place(k, 2)), "alignment 4 is not known to hold"),
    "offset by an argument": (
        lambda k: k.b.load(I32, k.b.offset(k.out, k.b.argument("splits", I32, "")), 4), "alignment 4 is not known to hold"),
    "offset from a number": (lambda k: k.emit(Operation.GETELEMENTPTR, I32, k.thread, k.thread), "the base is no pointer"),
    "offset into another space": (lambda k: k.emit(Operation.GETELEMENTPTR, SHARED, k.out, k.thread), "the base is no pointer"),
    "offset of 16 bits": (lambda k: k.emit(Operation.GETELEMENTPTR, GLOBAL, k.out, k.constant(4, I16)), "the offset is no i32"),
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "message"), MEMORY.values(), ids=MEMORY)
def test_memory(spoil, message):
    kernel = Kernel()
    spoil(kernel)
    rejected(kernel, message)


@pytest.mark.parametrize("scale", [4, 8, 16, 12])
def test_alignment_that_is_known(scale):
    kernel = Kernel()
    kernel.b.load(I32, shared_place(kernel, scale), 4)
    kernel.b.return_()
    verify(kernel.function)


def multiply(k: Kernel, intrinsic: str, lanes: int, result: int, *immediates: Node) -> Node:
    a = k.b.zero(vector(lanes, HALF))
    zero = k.constant(0)
    return k.b.call(intrinsic, a, a, k.b.zero(vector(result, FLOAT)), *(immediates or (zero, zero, zero)))


CALLS = {
    "intrinsic of another architecture": (
        lambda k: multiply(k, "mfma_f32_16x16x32_f16", 8, 4), "mfma_f32_16x16x32_f16 is not on gfx942"),
    "too few arguments": (lambda k: k.b.call("readfirstlane"), "readfirstlane takes 1 arguments"),
    "too many arguments": (lambda k: k.b.call("barrier", k.thread), "barrier takes 0 arguments"),
    "argument of another type": (
        lambda k: k.b.call("readfirstlane", k.constant(1, I64)), "readfirstlane: argument 0 is i64"),
    "operands of another length": (
        lambda k: multiply(k, "mfma_f32_16x16x16_f16", 8, 4), "mfma_f32_16x16x16_f16: argument 0 is <8 x half>"),
    "accumulators of another length": (
        lambda k: multiply(k, "mfma_f32_32x32x8_f16", 4, 4), "mfma_f32_32x32x8_f16: argument 2 is <4 x float>"),
    "immediate that is a value": (
        lambda k: multiply(k, "mfma_f32_16x16x16_f16", 4, 4, k.constant(0), k.thread, k.constant(0)),
        "argument 4 must be constant"),
    "value where the flavours differ": (
        lambda k: k.b.call("make_buffer_resource", k.out, k.constant(0, I16), k.thread, k.constant(0)),
        "make_buffer_resource: argument 2 is i32"),
    "result of another type": (
        lambda k: k.emit(Operation.CALL, I64, imm=k.thread.imm), "workitem_id_x gives i32"),
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "message"), CALLS.values(), ids=CALLS)
def test_calls(spoil, message):
    kernel = Kernel()
    spoil(kernel)
    rejected(kernel, message)


def test_gfx950_has_what_gfx942_lacks():
    kernel = Kernel(GFX950)
    multiply(kernel, "mfma_f32_16x16x32_f16", 8, 4)
    kernel.b.return_()
    verify(kernel.function)


def test_value_of_a_loop_used_after_it():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [])
    inside = k.b.add(k.thread, loop.index)
    k.b.end_loop(loop, [])
    k.b.add(inside, k.thread)
    rejected(k, "operand add is not defined here")


def test_value_of_one_loop_used_in_the_next():
    k = Kernel()
    first = k.b.begin_loop(k.constant(2), [])
    inside = k.b.add(k.thread, first.index)
    k.b.end_loop(first, [])
    second = k.b.begin_loop(k.constant(2), [])
    k.b.add(inside, k.thread)
    k.b.end_loop(second, [])
    rejected(k, "operand add is not defined here")


def test_value_used_before_it_is_defined():
    k = Kernel()
    later = Node(Operation.ADD, I32, (k.thread, k.thread))
    k.b.add(later, k.thread)
    k.function.body.append(later)
    rejected(k, "operand add is not defined here")


def test_carried_value_used_before_its_loop():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [k.thread])
    k.b.end_loop(loop, loop.carried)
    early = Node(Operation.ADD, I32, (loop.carried[0], k.thread))
    k.function.body.insert(1, early)
    rejected(k, "operand phi is not defined here")


def test_next_value_of_another_function():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [k.thread])
    k.b.end_loop(loop, [Kernel().thread])
    rejected(k, "operand call is not defined here")


def test_trip_count_type():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2, I64), [])
    k.b.end_loop(loop, [])
    rejected(k, "the trip count is no i32")


def test_carried_value_that_changes_its_type():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [k.thread])
    k.b.end_loop(loop, [k.b.zero(FLOAT)])
    rejected(k, "what is carried changes its type")


def carried_multiple(step: int, first: int = 0) -> Kernel:
    """A loop that carries what is said to be a multiple of 8, `step` more each time, and loads by it."""
    k = Kernel()
    loop = k.b.begin_loop(k.constant(3), [k.constant(first)])
    loop.carried[0].divisor = 8
    k.b.load(vector(4, I16), k.b.offset(k.out, loop.carried[0]), 8)
    k.b.end_loop(loop, [k.b.add(loop.carried[0], k.constant(step))])
    return k


def test_multiple_that_a_loop_carries():
    k = carried_multiple(16)
    k.b.return_()
    verify(k.function)


@pytest.mark.parametrize(("step", "first"), [(4, 0), (16, 4)])
def test_carried_value_that_is_no_such_multiple(step, first):
    rejected(carried_multiple(step, first), "what is carried is no multiple of 8")


def test_carried_void():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [k.emit(Operation.FENCE, VOID, imm=Ordering.RELEASE)])
    k.b.end_loop(loop, loop.carried)
    rejected(k, "or is void")


def test_loop_that_stands_twice():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [])
    k.b.end_loop(loop, [])
    k.emit(Operation.LOOP, VOID, k.constant(2), imm=loop)
    k.b.end_loop(loop, [])
    rejected(k, "the loop stands in the body twice")


def test_two_arguments_of_one_name():
    k = Kernel()
    k.b.argument("out", I32, "")
    rejected(k, "two arguments of one name")


def test_stage_below_none():
    k = Kernel()
    k.b.load(I32, k.function.lds, 4, scope=-2)
    rejected(k, "stage -2")


def test_carried_value_that_gets_lost():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [k.thread])
    k.b.end_loop(loop, [])
    rejected(k, "what is carried does not match in number")


def test_loops_that_cross():
    k = Kernel()
    outer = k.b.begin_loop(k.constant(2), [])
    k.b.begin_loop(k.constant(2), [])
    k.b.end_loop(outer, [])
    rejected(k, "no such region is open")


def test_end_of_a_loop_that_never_began():
    k = Kernel()
    loop = k.b.begin_loop(k.constant(2), [])
    k.b.end_loop(loop, [])
    k.b.end_loop(loop, [])
    rejected(k, "no such region is open")


def test_conditional_without_else():
    k = Kernel()
    branch = k.b.begin_if(k.b.compare(Predicate.ULT, k.thread, k.constant(1)))
    k.b.end_if(branch)
    rejected(k, "no such region is open")


def test_conditional_with_two_elses():
    k = Kernel()
    branch = k.b.begin_if(k.b.compare(Predicate.ULT, k.thread, k.constant(1)))
    k.b.begin_else(branch)
    k.b.begin_else(branch)
    rejected(k, "no such region is open")


LEAVING = {
    "fewer on the second side": (lambda k: ([k.thread], []), "what leaves does not match in number"),
    "more on the second side": (lambda k: ([], [k.thread]), "what leaves does not match in number"),
    "of another type on the second side": (lambda k: ([k.thread], [k.b.zero(FLOAT)]), "what leaves changes its type"),
}


@pytest.mark.parametrize(("leaving", "message"), LEAVING.values(), ids=LEAVING)
def test_values_that_leave_a_conditional(leaving, message):
    k = Kernel()
    one, other = leaving(k)
    branch = k.b.begin_if(k.b.compare(Predicate.ULT, k.thread, k.constant(1)))
    k.b.begin_else(branch, one)
    k.b.end_if(branch, other)
    rejected(k, message)


def test_value_that_leaves_the_side_where_it_is_not():
    k = Kernel()
    branch = k.b.begin_if(k.b.compare(Predicate.ULT, k.thread, k.constant(1)))
    inside = k.b.add(k.thread, k.thread)
    k.b.begin_else(branch, [inside])
    k.b.end_if(branch, [inside])
    rejected(k, "operand add is not defined here")


@pytest.mark.parametrize(("scale", "align"), [(4, 4), (8, 8)])
def test_alignment_that_both_sides_keep(scale, align):
    k = Kernel()
    branch = k.b.begin_if(k.b.compare(Predicate.ULT, k.thread, k.constant(1)))
    one = k.b.mul(k.thread, k.constant(8))
    k.b.begin_else(branch, [one])
    (moved,) = k.b.end_if(branch, [k.b.mul(k.thread, k.constant(scale))])
    k.b.load(vector(2, I32), k.b.offset(k.function.lds, moved), 8)
    if align == 8:
        k.b.return_()
        verify(k.function)
    else:
        rejected(k, "alignment 8 is not known to hold")


ASSEMBLY = {
    "fewer results": ("=v,=v,v", I32, 1, "2 results of i32"),
    "more results": ("=v,v", PAIR, 1, "1 results of { i32, float }"),
    "no result": ("v", I32, 1, "0 results of i32"),
    "fewer operands": ("=v,v,~{memory}", I32, 2, "1 operands, of which there are 2"),
    "more operands": ("=v,v,v", I32, 1, "2 operands, of which there are 1"),
    "an operand before a result": ("v,=v", I32, 1, "constraints out of order"),
    "a clobber before an operand": ("=v,~{memory},v", I32, 1, "constraints out of order"),
    "an empty constraint": ("=v,,v", I32, 2, "an empty constraint"),
    "an empty constraint at the end": ("=v,", I32, 1, "an empty constraint"),
    "a quote": ('=v,v"', I32, 1, "a quote in assembly"),
}


@pytest.mark.parametrize(("constraints", "result", "operands", "message"), ASSEMBLY.values(), ids=ASSEMBLY)
def test_assembly(constraints, result, operands, message):
    k = Kernel()
    k.b.assembly("v_mov_b32 $0, $1", constraints, result, *[k.thread] * operands)
    rejected(k, message)


def test_number_of_operands():
    k = Kernel()
    k.emit(Operation.ADD, I32, k.thread)
    rejected(k, "takes 2 operands")


def test_value_in_the_body():
    k = Kernel()
    k.function.body.append(Node(Operation.CONSTANT, I32, (), 1))
    rejected(k, "stands in the body")


def test_loop_without_end():
    k = Kernel()
    k.b.begin_loop(k.constant(2), [])
    rejected(k, "does not end the kernel")


def test_return_in_the_middle():
    k = Kernel()
    k.b.return_()
    k.b.add(k.thread, k.thread)
    rejected(k, "does not end the kernel")


@pytest.mark.parametrize("empty", [False, True])
def test_no_return(empty):
    k = Kernel()
    if empty:
        k.function.body.clear()
    with pytest.raises(InternalError, match="has no ret"):
        verify(k.function)


def test_node_that_stands_twice():
    k = Kernel()
    k.function.body.append(k.thread)
    rejected(k, "stands in the body twice")


def test_fence_ordering():
    k = Kernel()
    k.b.fence(Ordering.MONOTONIC)
    rejected(k, "ordering monotonic")


@pytest.mark.parametrize("arch", [GFX942, GFX950])
def test_lds_budget(arch):
    k = Kernel(arch)
    k.function.lds_bytes = arch.lds_bytes
    k.b.return_()
    verify(k.function)
    k = Kernel(arch)
    k.function.lds_bytes = arch.lds_bytes + 1
    rejected(k, f"{arch.lds_bytes + 1} bytes of LDS")


@pytest.mark.parametrize("threads", [0, -64, 1025])
def test_threads(threads):
    rejected(Kernel(threads=threads), f"{threads} threads")


def test_void_operand():
    k = Kernel()
    fence = k.emit(Operation.FENCE, VOID, imm=Ordering.RELEASE)
    k.emit(Operation.ADD, I32, k.thread, fence)
    rejected(k, "types ")
