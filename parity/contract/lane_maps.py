"""Lane maps: which element of an operand each lane of an atom holds, how a lane can come by it, and the proof of both.

The proofs follow from what the instructions do, on whichever machine; sources stand in atoms.toml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

TERM = re.compile(r"^(lane|slot)(?: / (\d+))?(?: % (\d+))?(?: \* (\d+))?$")
ROW_BITS = 128
"""A row of a matrix that a matrix read takes: eight elements of 16 bits."""
DESCRIPTOR_BITS = 64
WORD_BITS = 32
"""What a lane gets of a matrix from a matrix read."""
TRANSPOSED_BITS = 16
TRANSPOSED_GROUPS = {4: (16, 4), 8: (8, 1)}
"""Transposed reads by elements of 16 bits a lane: lanes that exchange with each other, and lanes that name parts of a row."""


class Term(NamedTuple):
    """One term of a formula: (lane or slot) / divide % modulo * times; a modulo of 0 means none."""

    source: str
    divide: int
    modulo: int
    times: int


Terms = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """One way to read an operand from a tile in LDS, [free][k], or [k][free] where it is `k_outer`.

    A lane gets `elements` at a time; `row` and `column` say where it points for those from a slot on. One read feeds `atoms`
    that follow each other along the free axis.
    """

    kind: str
    k_outer: bool
    elements: int
    atoms: int
    row: Terms
    column: Terms


@dataclass(frozen=True, slots=True)
class Operand:
    """A or B of an atom as its lanes hold it: `length` elements a lane. Where a descriptor names it, they hold nothing."""

    type: str
    length: int
    free: Terms
    k: Terms
    reads: tuple[Read, ...]


@dataclass(frozen=True, slots=True)
class Accumulator:
    """C and D of an atom as its lanes hold them: `length` elements a lane."""

    type: str
    length: int
    row: Terms
    column: Terms


def parse_terms(text: str) -> Terms:
    """The terms of a formula; "0" has none."""
    terms = []
    for part in text.split(" + ") if text != "0" else ():
        match = TERM.match(part)
        if match is None:
            raise ValueError(f"lane map term {part!r} in {text!r} is not `lane|slot [/ n] [% n] [* n]`")
        source, divide, modulo, times = match.groups()
        if "0" in (divide, modulo, times):
            raise ValueError(f"lane map term {part!r} in {text!r} has a 0")
        terms.append(Term(source, int(divide or 1), int(modulo or 0), int(times or 1)))
    return tuple(terms)


def evaluate_terms(terms: Sequence[Term], lane: int, slot: int) -> int:
    """The coordinate that the terms give for one lane and slot."""
    total = 0
    for source, divide, modulo, times in terms:
        value = (lane if source == "lane" else slot) // divide
        total += (value % modulo if modulo else value) * times
    return total


def operand_of(row: dict[str, Any], type_: str, bits: int) -> Operand:
    """The record of an operand of `type_`, whose elements have so many bits, with the reads that move such elements."""
    if row.get("descriptor"):
        if set(row) != {"descriptor"}:
            raise ValueError("what a descriptor names has no lane map and no other read")
        return Operand(type_, 0, (), (), (Read("descriptor", False, 0, 1, (), ()),))
    free, k = parse_terms(row["free"]), parse_terms(row["k"])
    reads = []
    for matrix in row.get("matrix", ()):
        if matrix["bits"] == bits:
            elements = matrix["count"] * WORD_BITS // bits
            place = parse_terms(matrix["row"]), parse_terms(matrix["column"])
            reads.append(Read("matrix", matrix["k_outer"], elements, matrix["atoms"], *place))
    transposed = row.get("transposed")
    if transposed and transposed["bits"] == bits:
        place = parse_terms(transposed["row"]), parse_terms(transposed["column"])
        reads.append(Read("transposed", True, transposed["elements"], 1, *place))
    return Operand(type_, row["length"], free, k, (*reads, Read("load", False, row["load"], 1, free, k)))


def accumulator_of(row: dict[str, Any], type_: str) -> Accumulator:
    """The record of an accumulator of `type_`."""
    return Accumulator(type_, row["length"], parse_terms(row["row"]), parse_terms(row["column"]))


def check_cover(coordinates: tuple[Terms, Terms], lanes: int, length: int, size: tuple[int, int]) -> None:
    """Require that the lanes hold every element of an operand of this size once; or, where they can hold it several times, that
    each part of them does, with the first of the part as the first of all."""
    held = [
        tuple(tuple(evaluate_terms(terms, lane, slot) for terms in coordinates) for slot in range(length))
        for lane in range(lanes)
    ]
    part = size[0] * size[1] // length
    whole = {(i, j) for i in range(size[0]) for j in range(size[1])}
    once = {place for places in held[:part] for place in places} == whole and part * length == len(whole)
    if not once or lanes % part or any(places != held[lane % part] for lane, places in enumerate(held)):
        raise ValueError(f"its lane map does not cover {size[0]}x{size[1]}")


def check_run(operand: Operand, lanes: int) -> None:
    """Require that the run of plain loads lies along k in one row, starts at a multiple of itself, and is the longest such."""

    def contiguous(run: int) -> bool:
        for lane in range(lanes):
            for slot in range(operand.length):
                first, within = slot - slot % run, slot % run
                k = evaluate_terms(operand.k, lane, first)
                here = evaluate_terms(operand.free, lane, slot), evaluate_terms(operand.k, lane, slot)
                if k % run or here != (evaluate_terms(operand.free, lane, first), k + within):
                    return False
        return True

    run = operand.reads[-1].elements
    if run & (run - 1) or operand.length % run or not contiguous(run):
        raise ValueError(f"a load of {run} elements is not contiguous")
    if operand.length % (2 * run) == 0 and contiguous(2 * run):
        raise ValueError(f"loads of {run} elements are not the longest")


def transposed_source(lane: int, element: int, read: Read, bits: int) -> tuple[int, int]:
    """The lane that names what a lane gets as an element of a transposed read, and how many elements further it lies.

    The 64-bit read works in groups of 16 lanes, on a block of rows of 16 elements, four lanes a row: lane i of the group gets
    column i. In the 128-bit read of 16-bit elements each of a group of 8 lanes names a row of 8, and lane j gets element j of
    each (LLVM, ds_read_b64_tr_b16 and ds_load_tr16_b128).
    """
    assert bits == TRANSPOSED_BITS
    group, sharing = TRANSPOSED_GROUPS[read.elements]
    within = lane % group
    return lane - within + element * sharing + within // read.elements, within % read.elements


def matrix_source(lane: int, element: int, read: Read, bits: int) -> tuple[int, int]:
    """The lane that names what a lane gets as an element of a matrix read, and how many elements further it lies.

    Lane 8 j + i names row i of matrix j. A lane gets a word of each matrix: word lane % 4 of row lane / 4, or transposed,
    elements 2 (lane % 4) and the next of column lane / 4 (PTX ISA, "ldmatrix").
    """
    matrix, part = divmod(element, WORD_BITS // bits)
    row, column = lane // 4, lane % 4 * (WORD_BITS // bits) + part
    if read.k_outer:
        row, column = column, row
    return 8 * matrix + row, column


Source = Callable[[int, int, Read, int], tuple[int, int]]
"""Which lane names what a lane gets as an element of a read, and how far from there it lies."""


def check_exchange(operand: Operand, read: Read, lanes: int, edge: int, bits: int, source: Source) -> None:
    """Require that a read by which lanes get what others name gives each lane the operand that its lane map says.

    What a lane names starts at a multiple of its own size, so that it is aligned where rows are.
    """
    together = ROW_BITS // bits if read.kind == "matrix" else read.elements
    for lane in range(lanes):
        for slot in range(operand.length * read.atoms):
            first = slot - slot % read.elements
            named_by, further = source(lane, slot - first, read, bits)
            atom, own = divmod(slot, operand.length)
            at = evaluate_terms(read.row, named_by, first), evaluate_terms(read.column, named_by, first) + further
            free, k = reversed(at) if read.k_outer else at
            wanted = evaluate_terms(operand.free, lane, own) + atom * edge, evaluate_terms(operand.k, lane, own)
            if (free, k) != wanted:
                raise ValueError(f"lane {lane}, slot {slot}: {read.kind} read gives {(free, k)}, not {wanted}")
            if (at[1] - further) % together:
                raise ValueError(f"lane {named_by}: {read.kind} read starts at column {at[1] - further}")


def check_operand(operand: Operand, lanes: int, size: tuple[int, int], bits: int) -> None:
    """Prove the lane map of A or B, [free][k] of this size, and every read of it. Raises ValueError."""
    if not operand.length:
        return
    check_cover((operand.free, operand.k), lanes, operand.length, size)
    check_run(operand, lanes)
    for read in operand.reads:
        if read.kind == "transposed":
            if bits != TRANSPOSED_BITS or read.elements not in TRANSPOSED_GROUPS:
                raise ValueError(f"there is no transposed read of {read.elements} elements of {bits} bits")
            check_exchange(operand, read, lanes, size[0], bits, transposed_source)
        if read.kind == "matrix":
            words = read.elements * bits // WORD_BITS
            whole = read.elements == operand.length * read.atoms
            if words not in (1, 2, 4) or not whole or (read.k_outer and bits != TRANSPOSED_BITS):
                raise ValueError(f"there is no matrix read of {read.elements} elements of {bits} bits for {read.atoms} atoms")
            check_exchange(operand, read, lanes, size[0], bits, matrix_source)


def read_rows(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The reads of an operand's record that exchange elements of so many bits."""
    return [*row.get("matrix", ()), *([row["transposed"]] if "transposed" in row else ())]


def record_of(tables: dict[str, Any], kind: str, name: str) -> dict[str, Any]:
    """A record of atoms.toml. Raises ValueError where there is none of the name, or a part of it is no size."""
    row: dict[str, Any] | None = tables[kind].get(name)
    if row is None:
        raise ValueError(f"there is no {kind} {name!r}; there are {', '.join(tables[kind])}")
    for part in (row, *read_rows(row)):
        for key, value in part.items():
            if type(value) is int and value <= 0:
                raise ValueError(f"{kind} {name}: {key} = {value} is no size")
    return row


def check_bits(tables: dict[str, Any], bits: dict[str, int]) -> None:
    """Require that some atom has elements of the bits that each read is of: otherwise the read would be missing in silence.

    Raises ValueError, which names the record.
    """
    held: dict[str, set[int]] = {}
    for atom in tables["atom"]:
        for side, type_ in zip("ab", atom["types"], strict=False):
            held.setdefault(tables["map"][atom["map"]][side], set()).add(bits[type_])
    for name, row in tables["operand"].items():
        for read in read_rows(row):
            if read["bits"] not in held.get(name, ()):
                raise ValueError(f"operand {name}: a read is of {read['bits']} bits, and no atom takes such elements from it")


def resolve_atom(atom: dict[str, Any], tables: dict[str, Any], bits: dict[str, int]) -> None:
    """Give an atom its `lanes` and its records `a`, `b` and `d` from the tables of atoms.toml, proven.

    Raises ValueError, which says of what the proof failed.
    """
    row = record_of(tables, "map", atom["map"])
    m, n, k = atom["shape"]
    if min(m, n, k) <= 0:
        raise ValueError(f"atom {atom['name']} has a size that is not positive")
    type_a, type_b, type_d = atom["types"]
    atom["lanes"] = row["lanes"]
    for name, type_, edge in (("a", type_a, m), ("b", type_b, n)):
        try:
            atom[name] = operand_of(record_of(tables, "operand", row[name]), type_, bits[type_])
            check_operand(atom[name], atom["lanes"], (edge, k), bits[type_])
        except ValueError as error:
            raise ValueError(f"atom {atom['name']}, {name} ({row[name]}): {error}") from None
    try:
        atom["d"] = accumulator_of(record_of(tables, "accumulator", row["d"]), type_d)
        check_cover((atom["d"].row, atom["d"].column), atom["lanes"], atom["d"].length, (m, n))
    except ValueError as error:
        raise ValueError(f"atom {atom['name']}, d ({row['d']}): {error}") from None


def bits_of(text: str) -> int:
    """Bits of an LLVM type: a scalar, a vector, or a structure of these."""
    if text.startswith("{"):
        return sum(bits_of(part) for part in text.strip("{} ").split(", "))
    if text.startswith("<"):
        count, element = text.strip("<>").split(" x ")
        return int(count) * bits_of(element)
    return {"half": 16, "bfloat": 16, "float": 32}.get(text) or int(text.removeprefix("i"))


def check_call(atom: dict[str, Any], intrinsic: dict[str, Any], bits: dict[str, int]) -> None:
    """Require that an atom's call passes each operand whole, and constants where its intrinsic takes them.

    Operands go in the order a, b, c, each in pieces of one type; what a descriptor names is passed as its 64 bits. The atom
    gets `passed`: of each argument what it is, its value where that is a constant, and its type in the first flavour that has
    it.
    """
    where = f"atoms.toml, atom {atom['name']}, {intrinsic['id']}"
    parameters = [next(text for text in spread if text) for spread in intrinsic["arguments"]]
    constant = [isinstance(argument, int) for argument in atom["arguments"]]
    if constant != intrinsic["immediate"]:
        raise ValueError(f"{where}: {atom['arguments']} are no arguments of {intrinsic['id']}")
    atom["passed"] = [
        ("constant", argument, type_) if isinstance(argument, int) else (argument, 0, type_)
        for argument, type_ in zip(atom["arguments"], parameters, strict=True)
    ]
    order = [argument for argument in atom["arguments"] if not isinstance(argument, int)]
    if order != sorted(order) or set(order) != set("abc"):
        raise ValueError(f"{where}: arguments = {atom['arguments']}; allowed are constants and a, b, c in this order")
    for name, record in (("a", atom["a"]), ("b", atom["b"]), ("c", atom["d"])):
        pieces = {type_ for kind, _, type_ in atom["passed"] if kind == name}
        if len(pieces) > 1:
            raise ValueError(f"{where}: pieces of {name} are {', '.join(sorted(pieces))}; allowed is one type")
        passed = sum(bits_of(type_) for kind, _, type_ in atom["passed"] if kind == name)
        if passed != (record.length * bits[record.type] or DESCRIPTOR_BITS):
            raise ValueError(f"{where} takes {passed} bits of {name}")
    if bits_of(intrinsic["result"]) != atom["d"].length * bits[atom["d"].type]:
        raise ValueError(f"{where} gives {intrinsic['result']}")
