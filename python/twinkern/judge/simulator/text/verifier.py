"""What LLVM's own reader and verifier refuse: operands whose types an instruction does not take, names without a definition.

One rule an opcode, each from its entry in the LLVM language reference; a rule returns what is wrong, in words, or "".
That a definition comes before its uses on every way is checked by `compiler.check_names`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from . import ir
from .errors import SimulatorError, UnsupportedError
from .limits import LARGEST_AGGREGATE, scalars
from .reader import CASTS
from .values import element_type

TERMINATORS = frozenset({"br", "switch", "ret", "unreachable"})
_INTEGER_BINARY = "add sub mul udiv sdiv urem srem shl lshr ashr and or xor".split()
_FLOAT_BINARY = "fadd fsub fmul fdiv frem fneg".split()
_INTEGER_PREDICATES = frozenset("eq ne ugt uge ult ule sgt sge slt sle".split())
_FLOAT_PREDICATES = frozenset("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split())
_SCALARS = (ir.IntType, ir.FloatType, ir.PointerType)
_INTEGER, _FLOAT, _POINTER = (ir.IntType,), (ir.FloatType,), (ir.PointerType,)
# What a cast takes, what it makes, and which of the two has more bits (1: the result; 0: it does not matter).
_CASTS: dict[str, tuple[tuple[type, ...], tuple[type, ...], int]] = {
    "trunc": (_INTEGER, _INTEGER, -1),
    "zext": (_INTEGER, _INTEGER, 1),
    "sext": (_INTEGER, _INTEGER, 1),
    "fptrunc": (_FLOAT, _FLOAT, -1),
    "fpext": (_FLOAT, _FLOAT, 1),
    "fptosi": (_FLOAT, _INTEGER, 0),
    "fptoui": (_FLOAT, _INTEGER, 0),
    "sitofp": (_INTEGER, _FLOAT, 0),
    "uitofp": (_INTEGER, _FLOAT, 0),
    "ptrtoint": (_POINTER, _INTEGER, 0),
    "ptrtoaddr": (_POINTER, _INTEGER, 0),
    "inttoptr": (_INTEGER, _POINTER, 0),
    "addrspacecast": (_POINTER, _POINTER, 0),
}


def _count(type_: ir.Type) -> int:
    """Elements of a vector; 0 for anything else."""
    return type_.count if isinstance(type_, ir.VectorType) else 0


def _of(kind: tuple[type, ...], what: str) -> Callable[[ir.Instruction], str]:
    """The operands are, or are vectors of, some kind of scalar."""
    return lambda i: next(
        (f"{i.op} of {o.type}, where {what} are needed" for o in i.operands if not isinstance(element_type(o.type), kind)), ""
    )


def _cast(i: ir.Instruction) -> str:
    source, target = i.operands[0].type, i.type
    if i.op == "bitcast":
        good = _bits(source) == _bits(target) != 0
    else:
        takes, makes, order = _CASTS[i.op]
        a, b = element_type(source), element_type(target)
        good = isinstance(a, takes) and isinstance(b, makes) and _count(source) == _count(target)
        good = good and (not order or (b.bits - a.bits) * order > 0)
    return "" if good else f"{i.op} of {source} to {target}"


def _bits(type_: ir.Type) -> tuple[int, bool] | int:
    """What a bitcast keeps: the number of bits, and whether they are pointers; 0 for what it does not take."""
    element = element_type(type_)
    if not isinstance(element, _SCALARS):
        return 0
    return (_count(type_) or 1) * element.bits, isinstance(element, ir.PointerType)


def _compare(i: ir.Instruction) -> str:
    integers = i.op == "icmp"
    kinds, predicates = ((ir.IntType, ir.PointerType), _INTEGER_PREDICATES) if integers else (_FLOAT, _FLOAT_PREDICATES)
    if i.extra["predicate"] not in predicates:
        return f"{i.op} has no predicate {i.extra['predicate']!r}"
    return _of(kinds, "integers or pointers" if integers else "floating-point numbers")(i)


def _select(i: ir.Instruction) -> str:
    if len(i.operands) != 3:
        return f"select of {len(i.operands)} operands, where 3 are needed"
    condition, a, b = (o.type for o in i.operands)
    if element_type(condition) != ir.I1 or _count(condition) not in (0, _count(a)):
        return f"select by {condition}"
    return "" if a == b else f"select between {a} and {b}"


def _branch(i: ir.Instruction) -> str:
    wrong = i.operands and i.operands[0].type != ir.I1
    return f"a branch on {i.operands[0].type}, where i1 is needed" if wrong else ""


def _switch(i: ir.Instruction) -> str:
    value, *cases = i.operands
    if not isinstance(value.type, ir.IntType) or any(case.type != value.type for case in cases):
        return f"a switch on {value.type} with cases of {', '.join(sorted({str(c.type) for c in cases}))}"
    twice = [ir.value_of(case) for case, times in Counter(cases).items() if times > 1]
    return f"two cases for {twice[0]} in a switch" if twice else ""


def _pointer_at(position: int) -> Callable[[ir.Instruction], str]:
    def check(i: ir.Instruction) -> str:
        type_ = i.operands[position].type
        return "" if isinstance(type_, ir.PointerType) else f"{i.op} through {type_}, where a pointer is needed"

    return check


def _address(i: ir.Instruction) -> str:
    base, *indices = (o.type for o in i.operands)
    if not isinstance(element_type(base), ir.PointerType):
        return f"getelementptr on {base}, where a pointer is needed"
    wrong = [t for t in indices if not isinstance(element_type(t), ir.IntType)]
    return f"getelementptr with an index of type {wrong[0]}" if wrong else ""


def _extract(i: ir.Instruction) -> str:
    vector, index = (o.type for o in i.operands)
    good = isinstance(vector, ir.VectorType) and isinstance(index, ir.IntType)
    return "" if good else f"extractelement of {vector} by {index}"


def _insert(i: ir.Instruction) -> str:
    vector, element, index = (o.type for o in i.operands)
    good = isinstance(vector, ir.VectorType) and element == vector.element and isinstance(index, ir.IntType)
    return "" if good else f"insertelement of {element} in {vector} by {index}"


def _shuffle(i: ir.Instruction) -> str:
    a, b, mask = (o.type for o in i.operands)
    good = isinstance(a, ir.VectorType) and a == b and element_type(mask) == ir.I32
    return "" if good else f"shufflevector of {a} and {b} by {mask}"


def _member(i: ir.Instruction) -> str:
    """extractvalue and insertvalue: the indices lead to a member, which has the inserted value's type."""
    type_ = i.operands[0].type
    for index in i.extra["indices"]:
        members = type_.elements if isinstance(type_, ir.StructType) else ()
        count = type_.count if isinstance(type_, ir.ArrayType) else len(members)
        if not 0 <= index < count:
            return f"{i.op}: {type_} has no member {index}"
        type_ = type_.element if isinstance(type_, ir.ArrayType) else members[index]
    if not i.extra["indices"]:
        return f"{i.op} without an index"
    wrong = i.op == "insertvalue" and i.operands[1].type != type_
    return f"insertvalue of {i.operands[1].type}, where {type_} is needed" if wrong else ""


def _update(i: ir.Instruction) -> str:
    operation, type_ = i.extra["operation"], i.operands[1].type
    kind = element_type(type_)
    if operation.startswith("f"):
        good = isinstance(kind, ir.FloatType)
    else:
        good = isinstance(kind, ir.IntType) or (operation == "xchg" and isinstance(kind, _SCALARS))
    return _pointer_at(0)(i) if good else f"atomicrmw {operation} of {type_}"


def _exchange(i: ir.Instruction) -> str:
    _, a, b = (o.type for o in i.operands)
    good = a == b and isinstance(a, (ir.IntType, ir.PointerType))
    return _pointer_at(0)(i) if good else f"cmpxchg of {a} and {b}"


_RULES: dict[str, Callable[[ir.Instruction], str]] = {
    **dict.fromkeys(_INTEGER_BINARY, _of(_INTEGER, "integers")),
    **dict.fromkeys(_FLOAT_BINARY, _of(_FLOAT, "floating-point numbers")),
    **dict.fromkeys(CASTS, _cast),
    "icmp": _compare,
    "fcmp": _compare,
    "select": _select,
    "br": _branch,
    "switch": _switch,
    "load": _pointer_at(0),
    "store": _pointer_at(1),
    "getelementptr": _address,
    "alloca": _of(_INTEGER, "integers"),
    "extractelement": _extract,
    "insertelement": _insert,
    "shufflevector": _shuffle,
    "extractvalue": _member,
    "insertvalue": _member,
    "atomicrmw": _update,
    "cmpxchg": _exchange,
}


def verify(module: ir.Module) -> None:
    """Raise SimulatorError, with the line, for the first thing that LLVM would refuse in a function of the module."""
    for function in module.functions.values():
        _verify_blocks(function)
        names = {name for _, name in function.parameters}
        names |= {i.name for block in function.blocks for i in block.instructions if i.name is not None}
        for block in function.blocks:
            for i in block.instructions:
                try:
                    _verify_instruction(module, function, i, names)
                except (AttributeError, IndexError, TypeError, ValueError) as error:
                    raise SimulatorError(f"line {i.line}: malformed instruction ({error}): {module.source(i.line)}") from error


def _verify_instruction(module: ir.Module, function: ir.Function, i: ir.Instruction, names: set[str]) -> None:
    align = i.extra.get("align", 1)
    if align < 1 or align & (align - 1):
        raise SimulatorError(f"line {i.line}: an alignment of {align}, which is no power of two: {module.source(i.line)}")
    if i.op in _RULES:
        reason = _RULES[i.op](i)
    elif i.op == "ret":
        given = i.operands[0].type if i.operands else ir.VOID
        reason = "" if given == function.result else f"ret of {given} from a function of type {function.result}"
    else:
        reason = _call(module, i) if i.op == "call" else ""
    if reason:
        raise SimulatorError(f"line {i.line}: {reason}: {module.source(i.line)}")
    for type_ in (i.type, *(operand.type for operand in i.operands)):
        if isinstance(type_, (ir.ArrayType, ir.StructType)) and scalars(type_) > LARGEST_AGGREGATE:
            raise UnsupportedError(f"{i.op} with {type_}, which has more than {LARGEST_AGGREGATE} scalars", i.line)
    for operand in i.operands:
        if isinstance(operand, ir.Local):
            if operand.name not in names:
                raise SimulatorError(f"line {i.line}: use of the undefined value %{operand.name}")
        elif isinstance(operand, ir.ConstantExpression):
            _verify_instruction(module, function, operand.instruction, names)


def _call(module: ir.Module, i: ir.Instruction) -> str:
    """A call of an intrinsic has the types of its declaration, where the module has one."""
    declared = module.intrinsics.get(i.callee or "")
    given = (i.type, tuple(o.type for o in i.operands))
    if declared is None or declared == given:
        return ""
    return f"a call of @{i.callee} as {_signature(given)}, which is declared as {_signature(declared)}"


def _signature(types: tuple[ir.Type, tuple[ir.Type, ...]]) -> str:
    return f"{types[0]} ({', '.join(map(str, types[1]))})"


def _verify_blocks(function: ir.Function) -> None:
    """The function has blocks of different names, each with its phis first and one terminator."""
    if not function.blocks:
        raise SimulatorError(f"line {function.line}: @{function.name} has no instructions: `ret void` is the least")
    for name, times in Counter(block.name for block in function.blocks).items():
        if times > 1:
            raise SimulatorError(f"line {function.line}: {times} blocks of @{function.name} are called %{name}")
    for block in function.blocks:
        phis = True
        for i in block.instructions:
            phis = phis and i.op == "phi"
            if i.op == "phi" and not phis:
                raise SimulatorError(f"line {i.line}: a phi behind other instructions of its block %{block.name}")
