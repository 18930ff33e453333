"""Poison and undef, followed to where they are put to use.

Which elements of which values may be undefined is found before the run, over the whole function; nearly all kernels have none
outside the vectors that they fill element by element. Only those that may be get a shadow: a `Vector` of lane masks, one an
element (one for a scalar, one for each scalar of a nested aggregate), kept next to the value. An undefined value is a fault
where it is stored, multiplied by a matrix instruction, branched on, or used as an address; arithmetic passes it on, loads and
moves between lanes do not.

A value that `freeze` makes of an undefined one is arbitrary but fixed (LLVM Language Reference, freeze), so that it may be
stored, branched on and used. Only a matrix instruction on it is reported: a sum over an accumulator that nobody chose is no
result, whatever the accumulator is.

A shift by the width of its type or more, and an element past the end of a vector, are poison that the operation made (LLVM
Language Reference, shl, extractelement); so is the result of an operation whose flags do not hold (`flags`). Where such a value
is put to use, the finding names the operation. Operands that are literals, or plainly below the limit, cost nothing; a shadow
without a mark is one object, so that passing it on costs a comparison.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, partial, reduce
from itertools import accumulate
from typing import Any

import numpy as np

from ..memory.findings import ArithmeticFinding, ClaimFinding, Finding, InitialisationFinding
from ..memory.site import Site
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.ptx import Address, Name, Operand, Pack, parse_assembly
from ..text.values import Array, Vector, element_type
from . import flags
from .machine import Machine
from .operations import shuffle_picks
from .slots import Environment, Operation, Slots

_MATRIX = "matrix instruction on"
_MASKED_LOAD = "llvm.masked.load."
_WORDS_OF_FORMATS = (8, 8, 6, 6, 4)  # fp8, bf8, fp6, bf6, fp4
Elements = frozenset[int]
NOTHING: Elements = frozenset()
POISON, FROZEN = 1, 2  # bits of a shadow: undefined, or made of what is; higher ones: made by one claim or operation each
_MADE, _LAST = 2, 63  # the first bit for one that made poison, and the last, which all that come later share
_DEFINED, _UNDEFINED = np.array([[0]], np.uint8), np.array([[POISON]], np.uint8)
_INSERT, _EXTRACT = ("insertelement", "insertvalue"), ("extractelement", "extractvalue")
_SHIFTS = ("shl", "lshr", "ashr")
_MEMORY = ("global_store", "global_load", "lds_read", "lds_write", "lds_dma", "atomic", "private")


def count_of(type_: ir.Type) -> int:
    """Scalars that are followed apart; 1 for a scalar."""
    if isinstance(type_, ir.StructType):
        return sum(map(count_of, type_.elements))
    return type_.count * count_of(type_.element) if isinstance(type_, (ir.VectorType, ir.ArrayType)) else 1


def member_of(i: ir.Instruction) -> range | None:
    """The scalars that an instruction puts into an aggregate or a vector, or takes out of it; None where they are not known."""
    type_ = i.operands[0].type
    if i.op in ("insertelement", "extractelement"):
        at = literal(i.operands[-1])
        return None if at is None else range(at, at + 1)
    start = 0
    for index in i.extra["indices"]:
        if isinstance(type_, ir.StructType):
            start += sum(map(count_of, type_.elements[:index]))
            type_ = type_.elements[index]
        else:
            type_ = ir.expect(type_, ir.ArrayType).element
            start += index * count_of(type_)
    return range(start, start + count_of(type_))


def literal(operand: ir.Operand) -> int | None:
    """The value of an integer literal."""
    value = ir.value_of(operand)
    return 0 if value == "zero" else value if isinstance(value, int) else None


def limit_of(i: ir.Instruction) -> tuple[ir.Operand, int] | None:
    """The operand from whose value on, the limit, an instruction makes poison."""
    if i.op in _SHIFTS:
        return i.operands[1], element_type(i.type).bits
    if i.op in ("insertelement", "extractelement"):
        return i.operands[-1], ir.expect(i.operands[0].type, ir.VectorType).count
    return None


_FIRST = "llvm.amdgcn.readfirstlane"
_PASSING = (_FIRST, "llvm.amdgcn.make.buffer.rsrc")


def passes_on(i: ir.Instruction) -> bool:
    """Whether each element of the result is undefined where that element of an operand is."""
    if i.op == "call":
        name = i.callee or ""
        return name.startswith("llvm.") and (name.startswith(_PASSING) or not name.startswith(("llvm.amdgcn.", "llvm.nvvm.")))
    return i.op not in ("load", "atomicrmw", "cmpxchg", "alloca", "fence", "store")


@cache
def clean(count: int) -> Vector:
    """The shadow of a value that is defined."""
    return Vector([_DEFINED] * count)


Use = tuple[ir.Operand, str, ir.Operand | None, bool]
"""An operand, how it is put to use, and under which predicate, negated or not."""


@dataclass(slots=True, eq=False)
class Maker:
    """A reason for which an operation may make poison: `test` says where; `bit` is set with the first that it makes."""

    site: Site
    test: flags.Test
    kind: type[Finding]
    mistake: str
    bit: int = 0


class Undefined:
    """What may be undefined in a function; with `claims`, by flags that do not hold, too."""

    def __init__(self, function: ir.Function, claims: bool = False) -> None:
        self.claims = claims
        self.names: dict[str, Elements] = {}
        self.defined = {i.name: i for block in function.blocks for i in block.instructions if i.name is not None}
        odd = next((i for i in self.defined.values() if i.op == "phi" and claims and flags.claimed(i)), None)
        if odd is not None:
            raise UnsupportedError(f"a phi with {', '.join(flags.claimed(odd))}", odd.line)
        self.made = {name for name, i in self.defined.items() if self._may_make(i) or (claims and flags.claimed(i))}
        self.makers: dict[int, list[Maker]] = {}  # by bit; many share the last
        changed = True
        while changed:
            changed = False
            for name, i in self.defined.items():
                found = self._result(i)
                if found != self.names.get(name, NOTHING):
                    self.names[name] = found
                    changed = True

    def elements(self, operand: ir.Operand) -> Elements:
        """The elements of an operand that may be undefined."""
        if isinstance(operand, ir.Local):
            return self.names.get(operand.name, NOTHING)
        if not isinstance(operand, ir.Constant):
            return NOTHING
        if operand.value == "poison":
            return frozenset(range(count_of(operand.type)))
        if isinstance(operand.value, tuple):
            starts = accumulate((count_of(item.type) for item in operand.value), initial=0)
            pairs = zip(starts, operand.value, strict=False)
            return frozenset(start + n for start, item in pairs for n in self.elements(item))
        return NOTHING

    def _may_make(self, i: ir.Instruction) -> bool:
        """Whether an instruction may make poison of defined operands, as `limit_of` has it."""
        found = limit_of(i)
        return found is not None and not self._below(*found)

    def _below(self, operand: ir.Operand, limit: int) -> bool:
        """Whether an operand is plainly below a limit: a literal, or a remainder or a mask by one."""
        if isinstance(operand, ir.Constant) and isinstance(operand.value, tuple):
            return all(self._below(item, limit) for item in operand.value)
        value = literal(operand)
        if value is not None:
            return 0 <= value < limit
        i = self.defined.get(operand.name) if isinstance(operand, ir.Local) else None
        if i is None or i.op not in ("and", "urem", "zext", "trunc"):
            return False
        if i.op == "and":
            return any(self._below(o, limit) for o in i.operands if isinstance(o, ir.Constant))
        return self._below(i.operands[0], limit) if i.op != "urem" else self._below(i.operands[1], limit + 1)

    def _result(self, i: ir.Instruction) -> Elements:
        if i.name in self.made:
            return frozenset(range(count_of(i.type)))
        given = [self.elements(operand) for operand in i.operands]
        whole = frozenset(range(count_of(i.type)))
        member = member_of(i) if i.op in _INSERT or i.op in _EXTRACT else None
        if member is not None and i.op in _INSERT:
            return given[0] - set(member) | {member.start + n for n in given[1]}
        if member is not None:
            return frozenset(n - member.start for n in given[0] if n in member)
        if i.op == "shufflevector":
            first = count_of(i.operands[0].type)
            both = given[0] | {first + n for n in given[1]}
            return frozenset(n for n, pick in enumerate(shuffle_picks(i)) if pick < 0 or pick in both)
        if (i.callee or "").startswith(_MASKED_LOAD):
            return given[-1]
        if not passes_on(i) or not any(given):
            return NOTHING
        if i.op == "select" and not given[0]:
            return given[1] | given[2]
        same = all(count_of(operand.type) == len(whole) for operand in i.operands)
        return reduce(frozenset.union, given) if same else whole

    # Code.

    def shadow(self, c: Slots, operand: ir.Operand) -> int:
        """The slot of an operand's shadow."""
        if isinstance(operand, ir.Local) and operand.name in c.shadows:
            return c.shadows[operand.name]
        undefined = self.elements(operand)
        if isinstance(operand, ir.Local) and undefined:
            c.shadows[operand.name] = c.new_slot()
            return c.shadows[operand.name]
        count = count_of(operand.type)
        if not undefined:
            return c.new_slot(clean(count))
        return c.new_slot(Vector([_UNDEFINED if n in undefined else _DEFINED for n in range(count)]))

    def follow(self, c: Slots, i: ir.Instruction) -> Operation | None:
        """The operation that makes the shadow of an instruction's result, where it may need one."""
        if i.name is None or i.op == "phi" or not self.names.get(i.name):
            return None
        d = self.shadow(c, ir.Local(i.type, i.name))
        makers = self._makers_of(c, i)
        slots = [self.shadow(c, operand) for operand in i.operands]
        masked = (i.callee or "").startswith(_MASKED_LOAD)
        rule = _kept if masked else _RULES.get(i.op, _any_operand)
        if (i.callee or "").startswith(_FIRST):
            rule = partial(_first_lane, c.machine)
        values = [c.slot(i.operands[-2 if masked else 0])] if masked or i.op == "select" else []
        given = [(slot, clean(count_of(o.type))) for slot, o in zip(slots, i.operands, strict=True) if self.elements(o)]
        given = given if passes_on(i) else []
        count = count_of(i.type)
        nothing = clean(count)
        whole = i.op == "shufflevector" and min(shuffle_picks(i)) < 0

        def follow(E: Environment) -> None:
            shadow = nothing
            if whole or any(E[slot] is not none for slot, none in given):
                shadow = rule(i, [E[slot] for slot in slots], [E[slot] for slot in values])
            for maker in makers:
                if (where := maker.test(E)) is not None:
                    shadow = self._mark(shadow, maker, where * (count // len(where)))
            E[d] = shadow

        return follow

    def _makers_of(self, c: Slots, i: ir.Instruction) -> list[Maker]:
        """The reasons for which an instruction may make poison."""
        if i.name not in self.made:
            return []
        site = c.site(i)
        found: list[Maker] = []
        if self._may_make(i) and (limited := limit_of(i)) is not None:
            operand, limit = limited
            what = "a shift by" if i.op in _SHIFTS else "element"
            found.append(Maker(site, _limit_test(c.slot(operand), limit), ArithmeticFinding, f"{what} {limit} or more"))
        for name, test in flags.tests(c, i) if self.claims else ():
            found.append(Maker(site, test, ClaimFinding, f"{name} of {i.callee or i.op} does not hold: the result"))
        return found

    def _mark(self, shadow: Vector, maker: Maker, where: list[Array]) -> Vector:
        """A shadow with the marks of poison that was made."""
        if not maker.bit:
            maker.bit = min(_MADE + len(self.makers), _LAST)
            self.makers.setdefault(maker.bit, []).append(maker)
        bit, none = np.uint64(1 << maker.bit), np.uint64(0)
        return Vector(element | np.where(part, bit, none) for element, part in zip(shadow, where, strict=True))

    def check(self, c: Slots, i: ir.Instruction, kind: str) -> Operation | None:
        """The operation that reports undefined operands of an instruction that puts them to use."""
        used: list[Use] = [(operand, what, None, False) for operand, what in _uses(i, kind)]
        if isinstance(i.extra.get("callee"), ir.InlineAssembly):
            used = _assembly_uses(i)
        checked = [
            (self.shadow(c, operand), what, None if guard is None else c.slot(guard), negated, _filled(i, operand))
            for operand, what, guard, negated in used
            if any(n < _filled(i, operand) for n in self.elements(operand))
        ]
        if not checked:
            return None
        machine, site = c.machine, c.site(i)

        def check(E: Environment) -> None:
            for slot, what, guard, negated, count in checked:
                if E[slot] is clean(len(E[slot])):
                    continue
                found = reduce(np.bitwise_or, E[slot].elements[:count])
                if not found.any():
                    continue
                if guard is not None:
                    found = np.where(E[guard] ^ negated, found, found.dtype.type(0))
                self._report(machine, site, what, found)

        return check

    def _report(self, machine: Machine, site: Site, what: str, found: Array) -> None:
        """Report the active lanes in whose shadow, all elements together, there is a fault for a use."""
        hits = (found & np.uint64(POISON | FROZEN if what == _MATRIX else POISON)) != 0
        machine.report_lanes(InitialisationFinding, site, hits, space="value", message=f"{what} poison or undef")
        seen = int(np.bitwise_or.reduce(found, axis=None))
        for bit, makers in self.makers.items():
            if seen >> bit & 1:
                hits = (found >> np.uint64(bit) & np.uint64(1)) != 0
                place, mistake = makers[0].site, makers[0].mistake
                if len(makers) > 1:
                    place, mistake = site, "a shift or an element out of range"
                kind: type[Finding] = ArithmeticFinding
                if any(maker.kind is ClaimFinding for maker in makers):
                    kind = ClaimFinding
                    mistake = mistake if len(makers) == 1 else "what a flag that does not hold has made"
                message = f"{mistake} is poison, which is put to use at line {site.line}: {what} it"
                machine.report_lanes(kind, place, hits, message=message)


def _limit_test(slot: int, limit: int) -> flags.Test:
    def test(E: Environment) -> list[Array] | None:
        over = [part >= limit for part in (E[slot] if isinstance(E[slot], Vector) else [E[slot]])]
        return over if any(part.any() for part in over) else None

    return test


def _uses(i: ir.Instruction, kind: str) -> list[tuple[ir.Operand, str]]:
    """Operands that an instruction puts to use, and how."""
    if i.op in ("br", "switch"):
        return [(operand, "branch on") for operand in i.operands[:1]]
    if i.callee == "llvm.assume":
        return [(operand, "assumption of") for operand in i.operands[:1]]
    if kind == "matrix":
        return [(operand, _MATRIX) for operand in i.operands]
    if i.op == "store":
        return [(i.operands[0], "store of"), (i.operands[1], "store through")]
    if kind not in _MEMORY and i.op not in ("load", "atomicrmw", "cmpxchg"):
        return []
    what = "store of" if kind.endswith(("store", "write")) else "access with"
    kept = int((i.callee or "").startswith(_MASKED_LOAD))  # what stays where the mask is off: passed on
    return [(operand, what) for operand in i.operands[: len(i.operands) - kept]]


def _filled(i: ir.Instruction, operand: ir.Operand) -> int:
    """The number of an operand's elements that an instruction looks at: of gfx950's block-scaled atoms, those that the format
    fills."""
    if (i.callee or "").startswith("llvm.amdgcn.mfma.scale."):
        for n in range(2):
            if operand is i.operands[n]:
                return _WORDS_OF_FORMATS[literal(i.operands[3 + n]) or 0]
    return count_of(operand.type)


_STORES, _LOADS = ("st", "red", "stmatrix", "cp"), ("ld", "atom", "ldmatrix", "mma")


def _assembly_uses(i: ir.Instruction) -> list[tuple[ir.Operand, str, ir.Operand | None, bool]]:
    """Operands that PTX text stores, multiplies or reaches memory with, how, the predicate that lets a lane do so (None: all
    lanes do), and whether that is negated. What passes through a register of the text is not followed."""
    found = []
    text = i.extra["callee"].text[1:-1]
    if not re.search(r"\b(" + "|".join(_STORES + _LOADS) + r")\.", text):
        return []
    results = len(i.type.elements) if isinstance(i.type, ir.StructType) else int(i.type != ir.VOID)
    operands = {f"${n + results}": operand for n, operand in enumerate(i.operands)}
    for statement in parse_assembly(text, i.line).statements:
        guard, name = statement.guard, statement.opcode[0]
        if name not in _STORES + _LOADS or (guard is not None and guard.text not in operands):
            continue
        what = _MATRIX if name == "mma" else "store of" if name in _STORES else "access with"
        way = (None, False) if guard is None else (operands[guard.text], guard.negated)
        for operand in statement.operands[name in _LOADS :]:
            found += [(operands[leaf], what, *way) for leaf in _leaves(operand) if leaf in operands]
    return found


def _leaves(operand: Operand) -> list[str]:
    """Names in an operand of PTX text."""
    if isinstance(operand, Pack):
        return [name for item in operand.items for name in _leaves(item)]
    operand = operand.base if isinstance(operand, Address) else operand
    return [operand.text] if isinstance(operand, Name) else []


# How a shadow comes from those of the operands: (instruction, shadows, condition of a select) to a shadow.


def _first_lane(machine: Machine, i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    """What the first active lane has, in all lanes."""
    return Vector(machine.first_active(each) for each in shadows[0])


def _any_operand(i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    count = count_of(i.type)
    if all(len(shadow) == count for shadow in shadows):
        return Vector(reduce(np.bitwise_or, column) for column in zip(*shadows, strict=True))
    return Vector([reduce(np.bitwise_or, [element for shadow in shadows for element in shadow])] * count)


def _select(i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    conditions = list(values[0]) if isinstance(values[0], Vector) else [values[0]]
    unknown = list(shadows[0])
    rows = zip(
        conditions * (count_of(i.type) // len(conditions)), unknown * (count_of(i.type) // len(unknown)), *shadows[1:],
        strict=True,
    )  # fmt: skip
    return Vector(np.where(condition, a, b) | bad for condition, bad, a, b in rows)


def _kept(i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    """A masked load: undefined where the mask is off and what stays is."""
    return Vector(np.where(on, _DEFINED, bad) for on, bad in zip(values[0], shadows[-1], strict=True))


def _insert(i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    member = member_of(i)
    if member is None:
        return _any_operand(i, shadows, values)
    elements = list(shadows[0])
    elements[member.start : member.stop] = list(shadows[1])
    return Vector(elements)


def _extract(i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    member = member_of(i)
    return _any_operand(i, shadows, values) if member is None else Vector([shadows[0][n] for n in member])


def _freeze(i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    return Vector(np.where(element, np.uint8(FROZEN), np.uint8(0)) for element in shadows[0])


def _shuffle(i: ir.Instruction, shadows: list[Vector], values: list[Any]) -> Vector:
    both: list[Array] = [*shadows[0], *shadows[1]]
    return Vector([_UNDEFINED if pick < 0 else both[pick] for pick in shuffle_picks(i)])


_RULES = {
    "freeze": _freeze,
    "select": _select,
    "insertelement": _insert,
    "insertvalue": _insert,
    "extractelement": _extract,
    "extractvalue": _extract,
    "shufflevector": _shuffle,
}
