"""What a caller passes to `run`, checked: each wrong value is a SimulatorError that says what is allowed."""

from __future__ import annotations

import math
import numbers
import operator
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..memory.findings import SANITIZERS, Findings, MemoryFinding
from ..memory.memory import LARGEST_ALIGNMENT, Allocation, Bytes, GlobalMemory
from ..text import ir
from ..text.errors import SimulatorError, UnsupportedError
from ..text.limits import unheld
from ..text.values import Array, container, from_bits, from_numeric

_BUFFER_SPACES = (0, 1, 4)


def whole(value: Any, what: str, least: int) -> int:
    """An integer of Python or NumPy, at least `least`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise SimulatorError(f"{what} {value!r}: a whole number is needed") from None
    if number < least:
        raise SimulatorError(f"{what} {value!r}: {least} or more is needed")
    return number


def triple(value: int | Iterable[int], what: str) -> tuple[int, int, int]:
    """Sizes in x, y and z."""
    items = list(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else [value]
    if not 1 <= len(items) <= 3 or not all(isinstance(item, numbers.Integral) and item >= 1 for item in items):
        raise SimulatorError(f"{what} {value!r}: one to three positive whole numbers are needed, such as (4, 2)")
    x, y, z = (int(item) for item in [*items, 1, 1][:3])
    return x, y, z


def sanitizers(sanitize: bool | Collection[str]) -> frozenset[str]:
    """The sanitizers that `sanitize` asks for."""
    if isinstance(sanitize, (bool, np.bool_)):
        return SANITIZERS if sanitize else frozenset()
    if not isinstance(sanitize, Collection) or isinstance(sanitize, bytes):
        raise SimulatorError(f"sanitize {sanitize!r}: True, False or names are needed; there are {sorted(SANITIZERS)}")
    names = [sanitize] if isinstance(sanitize, str) else list(sanitize)
    odd = [name for name in names if not isinstance(name, str) or name not in SANITIZERS]
    if odd:
        raise SimulatorError(f"unknown sanitizer {odd}: there are {sorted(SANITIZERS)}")
    return frozenset(names)


def sizes_of(function: ir.Function, name: str) -> list[int]:
    """The numbers of an attribute."""
    text = function.attributes[name]
    if not re.fullmatch(r"\s*\d+\s*(,\s*\d+\s*)*", text):
        raise SimulatorError(f'line {function.line}: the attribute "{name}"="{text}" is no list of numbers')
    return [int(part) for part in text.split(",")]


def output_indices(outputs: Collection[int], args: Sequence[Any]) -> frozenset[int]:
    """`outputs`, each the index of a buffer."""
    if not isinstance(outputs, Collection) or isinstance(outputs, (str, bytes)):
        raise SimulatorError(f"outputs {outputs!r}: a collection of indices in args is needed, such as (2,), or None")
    buffers = [n for n, argument in enumerate(args) if isinstance(argument, np.ndarray)]
    odd = [n for n in outputs if not isinstance(n, numbers.Integral) or n not in buffers]
    if odd:
        raise SimulatorError(f"outputs {odd} are not indices of buffers: the buffers among the arguments are {buffers}")
    return frozenset(int(n) for n in outputs)


def buffer_alignments(alignments: Mapping[int, int] | None, args: Sequence[Any]) -> dict[int, int]:
    """`alignments`, each a power of two at the index of a buffer."""
    if alignments is None:
        return {}
    if not isinstance(alignments, Mapping):
        raise SimulatorError(f"alignments {alignments!r}: a mapping of indices in args to bytes is needed, such as {{0: 16}}")
    buffers = [n for n, argument in enumerate(args) if isinstance(argument, np.ndarray)]
    for number, value in alignments.items():
        if number not in buffers:
            raise SimulatorError(f"alignments: {number!r} is no index of a buffer: those among the arguments are {buffers}")
        if not isinstance(value, numbers.Integral) or not 1 <= value <= LARGEST_ALIGNMENT or value & (value - 1):
            allowed = f"a power of two up to {LARGEST_ALIGNMENT} is needed"
            raise SimulatorError(f"alignments: {value!r} for argument {number}: {allowed}")
    return {int(number): int(value) for number, value in alignments.items()}


def bind(
    function: ir.Function,
    args: Sequence[Any],
    memory: GlobalMemory,
    outputs: Collection[int] | None,
    alignments: Mapping[int, int] | None = None,
) -> list[Array]:
    """The value of each parameter; buffers are placed in memory."""
    if not isinstance(args, Sequence) or isinstance(args, (str, bytes)):
        raise SimulatorError(f"args of type {type(args).__name__}: a list or a tuple, one for each parameter, is needed")
    if len(args) != len(function.parameters):
        raise SimulatorError(f"@{function.name} takes {len(function.parameters)} arguments, {len(args)} were given")
    chosen = None if outputs is None else output_indices(outputs, args)
    aligned = buffer_alignments(alignments, args)
    known: dict[tuple[int, int], Allocation] = {}
    buffers: dict[int, Allocation] = {}
    values = []
    for number, (argument, (type_, name)) in enumerate(zip(args, function.parameters, strict=True)):
        label = f"argument {number} (%{name})"
        if unheld(type_) or not isinstance(type_, (ir.PointerType, ir.IntType, ir.FloatType)) or type_.bits > 64:
            raise UnsupportedError(f"a kernel parameter of type {type_} (%{name})", function.line)
        if argument is None and isinstance(type_, ir.PointerType):
            values.append(from_bits(0, type_))
        elif isinstance(argument, np.ndarray) and argument.ndim and isinstance(type_, ir.PointerType):
            if type_.space not in _BUFFER_SPACES:
                raise SimulatorError(
                    f"{label} has type {type_}: a buffer is in global memory, so it goes with ptr, ptr addrspace(1) or "
                    "ptr addrspace(4); here None (address 0) is allowed"
                )
            buffers[number] = _buffer(argument, label, memory, known, aligned.get(number, 0))
            values.append(from_bits(buffers[number].base, type_))
        elif isinstance(type_, (ir.IntType, ir.FloatType)) and np.isscalar(argument):
            values.append(_scalar(argument, type_, label))
        else:
            raise SimulatorError(f"{label} has type {type_}; {type(argument).__name__} does not fit")
    for allocation in _outputs(function, buffers, chosen):
        allocation.declare_output(may_have_padding=chosen is None)
    return values


def _outputs(function: ir.Function, buffers: dict[int, Allocation], outputs: frozenset[int] | None) -> list[Allocation]:
    """The allocations that the caller names as outputs, else those that are passed for `writeonly` parameters alone."""
    if outputs is None:
        names = [name for _, name in function.parameters]
        others = [buffer for number, buffer in buffers.items() if names[number] not in function.writeonly]
        return [buffer for buffer in buffers.values() if buffer not in others and not buffer.constant]
    for number in outputs:
        if buffers[number].constant:
            raise SimulatorError(f"{buffers[number].name} is an output, but the array is read-only")
    return [buffers[number] for number in outputs]


def _buffer(
    array: Array, label: str, memory: GlobalMemory, known: dict[tuple[int, int], Allocation], alignment: int
) -> Allocation:
    """The allocation of an array; the same memory passed twice is one allocation, aligned as it is asked for first."""
    if array.dtype.hasobject:
        raise SimulatorError(f"{label}: an array of Python objects has no bytes to run on; one of numbers is needed")
    if not array.flags.c_contiguous:
        raise SimulatorError(f"{label}: the array is not C-contiguous")
    start = array.__array_interface__["data"][0]
    data = array.reshape(-1).view(np.uint8)
    if (start, array.nbytes) in known:
        allocation = known[start, array.nbytes]
        if allocation.constant and array.flags.writeable:
            allocation.content, allocation.constant = Bytes(data), False
        return allocation
    for (other, size), allocation in known.items():
        if start < other + size and other < start + array.nbytes:
            raise SimulatorError(f"{label} partly overlaps {allocation.name}: pass the whole buffer for both")
    constant = not array.flags.writeable
    known[start, array.nbytes] = memory.allocate(label, data, array.itemsize, constant, alignment)
    return known[start, array.nbytes]


def check_claimed_alignments(function: ir.Function, values: Sequence[Array], findings: Findings) -> None:
    """Report each parameter whose address is not aligned as its attribute `align` claims: LLVM may use what it says for any
    access through it (LLVM language reference, parameter attributes)."""
    rows = zip(function.parameters, function.parameter_attributes, values, strict=True)
    for number, ((_, name), attributes, value) in enumerate(rows):
        claimed = claimed_alignment(attributes)
        address = int(value.item()) if claimed else 0
        if claimed and address % claimed:
            actual = address & -address
            findings.add(
                MemoryFinding(
                    message=f"argument {number} (%{name}) is at an address that is {actual} modulo {2 * actual}; "
                    f"the kernel claims align {claimed}",
                    line=function.line,
                    owner=f"argument {number} (%{name})",
                    access="claim",
                    address=address,
                )
            )


def claimed_alignment(attributes: Mapping[str, str]) -> int:
    """Bytes of a parameter's attribute `align`, which is written with parentheses or without; 0 where there is none."""
    digits = re.search(r"\d+", attributes.get("align", ""))
    return int(digits[0]) if digits else 0


def _scalar(argument: Any, type_: ir.IntType | ir.FloatType, label: str) -> Array:
    """The value of a number: one that the type can hold, rounded where it is a float."""
    is_number: bool = isinstance(argument, (numbers.Real, np.bool_))
    if not is_number:
        raise SimulatorError(f"{label}: {argument!r} does not fit {type_}: a number is needed")
    refusal = SimulatorError(f"{label}: {argument} does not fit {type_}")
    if isinstance(type_, ir.IntType):
        value = int(argument) if math.isfinite(argument) else None
        if value is None or value != argument or not -(1 << type_.bits - 1) <= value < 1 << type_.bits:
            raise refusal
        return from_bits(value & (1 << type_.bits) - 1, type_)
    try:
        number = np.array([[float(argument)]], np.float64)
    except OverflowError:
        raise refusal from None
    with np.errstate(over="ignore"):
        return from_numeric(number, type_) if type_.bits == 16 else number.astype(container(type_))
