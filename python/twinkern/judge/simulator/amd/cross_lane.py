"""Moves between the lanes of a wave: DPP, swizzles, permutes, single lanes, reductions.

Every move is a source lane for each lane, from the ISA guides (Vega and CDNA3: "DPP", "DS_SWIZZLE_B32", "DS_BPERMUTE_B32";
RDNA3: "V_PERMLANE"; CDNA4: "V_PERMLANE16_SWAP"). A value wider or narrower than 32 bits moves as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from ..run import arithmetic
from ..run.intrinsics import Handler
from ..run.machine import Machine
from ..run.slots import Builder, Environment, Operation, Slots
from ..text import ir
from ..text.errors import UnsupportedError
from ..text.values import Array, Value, Vector, container, element_type
from .amdgcn import generation

Move = Callable[[Array], Array]


def take(machine: Machine, value: Array, source: Array) -> Array:
    """In every lane, the value of lane `source` of its wave; `source` has the shape (wave,) or (G|1, W, wave)."""
    lanes = machine.per_wave(value)
    if source.ndim == 1:
        return np.ascontiguousarray(lanes[..., source]).reshape(len(lanes), machine.threads)
    groups = max(len(lanes), len(source))
    shape = (groups, machine.waves, machine.wave)
    picked = np.take_along_axis(np.broadcast_to(lanes, shape), np.broadcast_to(source, shape), axis=-1)
    return picked.reshape(groups, machine.threads)


def each(function: Callable[..., Array], *values: Value) -> Value:
    """Apply to a scalar, or to every element of vectors."""
    if isinstance(values[0], Vector):
        return Vector([function(*elements) for elements in zip(*values, strict=True)])
    return function(*values)


def active(machine: Machine, source: Array) -> Array | bool:
    """Whether the source lanes are active."""
    return True if machine.mask is None else take(machine, machine.mask, source)


# DPP.


@cache
def dpp_source(control: int, wave: int, gen: int) -> tuple[Array, Array] | None:
    """The source lane of each lane and whether there is one; None for a control that the generation lacks."""
    lane = np.arange(wave)
    row, place = lane & ~15, lane & 15
    yes = np.ones(wave, np.bool_)
    kind, amount = control >> 4, control & 15
    if control < 0x100:
        return (lane & ~3) + (control >> 2 * (lane & 3) & 3), yes
    if 0x10 <= kind <= 0x12 and amount:
        shifted = place + amount if kind == 0x10 else place - amount
        return row + shifted % 16, yes if kind == 0x12 else (shifted >= 0) & (shifted < 16)
    if control == 0x140:
        return row + 15 - place, yes
    if control == 0x141:
        return (lane & ~7) + 7 - (lane & 7), yes
    if kind == 0x15 and gen >= 9:
        return row + amount, yes
    if kind == 0x16 and gen >= 10:
        return row + (place ^ amount), yes
    if gen > 9:
        return None
    if control in (0x130, 0x134, 0x138, 0x13C):
        moved = lane + (1 if control < 0x138 else -1)
        return moved % wave, yes if control in (0x134, 0x13C) else (moved >= 0) & (moved < wave)
    if control == 0x142:
        return np.maximum(row - 1, 0), row > 0
    if control == 0x143:
        return np.full(wave, 31), lane >= 32
    return None


def _dpp(c: Slots, i: ir.Instruction, with_old: bool) -> Operation:
    """update.dpp(old, source, control, row mask, bank mask, bound control); mov.dpp has no old value.

    A lane outside the masks keeps its old value. One whose source does not exist or is inactive gets 0 with bound control, else
    keeps its old value."""
    machine = c.machine
    values, rest = i.operands[: 1 + with_old], i.operands[1 + with_old :]
    control, row_mask, bank_mask, bound = (c.integer(operand, "a DPP control", i.line) for operand in rest[:4])
    found = dpp_source(control, machine.wave, generation(machine.arch))
    if found is None:
        raise UnsupportedError(f"DPP control {control:#x} on {machine.arch}", i.line)
    source, exists = found
    lane = np.arange(machine.wave)
    enabled = (row_mask >> (lane >> 4) & 1 & bank_mask >> (lane >> 2 & 3)).astype(np.bool_)
    everywhere = np.tile(enabled, machine.waves)[None]
    valid = np.tile(exists, machine.waves)[None]
    slots, d = [c.slot(operand) for operand in values], c.destination(i)

    def move(old: Array, new: Array) -> Array:
        there = valid & active(machine, source)
        moved = take(machine, new, source)
        moved = np.where(there, moved, moved.dtype.type(0)) if bound else np.where(there, moved, old)
        return np.where(everywhere, moved, old)

    def dpp(E: Environment) -> None:
        new = E[slots[-1]]
        E[d] = each(move, E[slots[0]] if with_old else _zero(new), new)

    return dpp


def _zero(value: Value) -> Value:
    return each(lambda array: np.zeros((1, 1), array.dtype), value)


# Swizzles and permutes.


def _swizzle(c: Slots, i: ir.Instruction) -> Operation:
    """ds_swizzle: quads by a permutation, or and, or and xor masks in groups of 32. An inactive source gives 0."""
    machine = c.machine
    pattern = c.integer(i.operands[1], "a swizzle pattern", i.line) & 0xFFFF
    lane = np.arange(machine.wave)
    if pattern >= 0xC000:
        raise UnsupportedError(f"ds.swizzle pattern {pattern:#x} (rotate or FFT)", i.line)
    if pattern & 0x8000:
        source = (lane & ~3) + (pattern >> 2 * (lane & 3) & 3)
    else:
        source = (lane & ~31) + ((lane & 31 & pattern | pattern >> 5 & 31) ^ pattern >> 10 & 31)
    a, d = c.slot(i.operands[0]), c.destination(i)

    def swizzle(E: Environment) -> None:
        moved = take(machine, E[a], source)
        E[d] = np.where(active(machine, source), moved, moved.dtype.type(0))

    return swizzle


def _bpermute(c: Slots, i: ir.Instruction) -> Operation:
    """Each lane reads the value of the lane that its address names (in bytes); an inactive source gives 0."""
    a, b, d, machine = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i), c.machine

    def permute(E: Environment) -> None:
        source = E[b] if machine.mask is None else np.where(machine.mask, E[b], E[b].dtype.type(0))
        index = (machine.per_wave(E[a]) >> np.uint32(2)).astype(np.intp) % machine.wave
        E[d] = take(machine, source, index)

    return permute


def _permute(c: Slots, i: ir.Instruction) -> Operation:
    """ds_permute: each active lane sends its value to the lane that its address names; the highest sender wins, and a lane to
    which none sends gets 0."""
    a, b, d, machine = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i), c.machine

    def permute(E: Environment) -> None:
        target = np.broadcast_to(E[a] >> np.uint32(2), machine.lanes) % np.uint32(machine.wave)
        value = np.broadcast_to(E[b], machine.lanes)
        here = np.ones(machine.lanes, np.bool_) if machine.mask is None else machine.mask
        first = np.arange(machine.threads) // machine.wave * machine.wave
        group, thread = np.nonzero(here)
        out = np.zeros(machine.lanes, value.dtype)
        # NumPy assigns in order, so the last of equal indices stays.
        out[group, first[thread] + target[group, thread]] = value[group, thread]
        E[d] = out

    return permute


def _permlane(c: Slots, i: ir.Instruction, other_row: bool) -> Operation:
    """permlane16 and permlanex16: within a row of 16 lanes, or from the other row of a pair, by a four-bit selector for each
    place. An inactive source gives 0 with bound control, else the old value, but for `fi`, which reads it all the same."""
    machine = c.machine
    old, value, low, high = (c.slot(operand) for operand in i.operands[:4])
    fetch, bound = (c.integer(operand, "a flag", i.line) for operand in i.operands[4:6])
    d = c.destination(i)
    lane = np.arange(machine.wave)
    row = (lane & ~15) ^ (16 if other_row else 0)
    shift = np.tile(4 * (lane & 7), machine.waves).astype(np.uint32)[None]
    upper = np.tile(lane & 8 != 0, machine.waves)[None]

    def permute(E: Environment) -> None:
        selector = np.where(upper, E[high], E[low]) >> shift & np.uint32(15)
        source = machine.per_wave(selector).astype(np.intp) + row
        moved = take(machine, E[value], source)
        if fetch:
            E[d] = moved
        else:
            E[d] = np.where(active(machine, source), moved, moved.dtype.type(0) if bound else E[old])

    return permute


def _permlane64(c: Slots, i: ir.Instruction) -> Operation:
    """The halves of a wave of 64 change places."""
    machine, a, d = c.machine, c.slot(i.operands[0]), c.destination(i)
    source = np.arange(machine.wave) ^ (32 if machine.wave == 64 else 0)
    return lambda E: E.__setitem__(d, each(lambda value: take(machine, value, source), E[a]))


def _swap(c: Slots, i: ir.Instruction, width: int) -> Operation:
    """permlane16.swap and permlane32.swap: the odd rows of `width` lanes of the first operand and the even ones of the second
    change places. The result holds both."""
    machine = c.machine
    a, b, d, site = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i), c.site(i)
    lane = np.arange(machine.wave)
    odd = np.tile(lane & width != 0, machine.waves)[None]
    other = lane ^ width

    def swap(E: Environment) -> None:
        machine.require_whole_waves(site, "permlane swap")
        first = np.where(odd, take(machine, E[b], other), E[a])
        second = np.where(odd, E[b], take(machine, E[a], other))
        E[d] = Vector([first, second])

    return swap


# Single lanes and whole waves.


def _readlane(c: Slots, i: ir.Instruction) -> Operation:
    a, b, d, machine = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i), c.machine

    def read(E: Environment) -> None:
        index = machine.per_wave(machine.first_active(E[b])).astype(np.intp) % machine.wave
        E[d] = each(lambda value: take(machine, value, index), E[a])

    return read


def _writelane(c: Slots, i: ir.Instruction) -> Operation:
    """writelane(value, lane, old): the old value, but in one lane (even if that is inactive)."""
    value, lane, old, d, machine = *(c.slot(operand) for operand in i.operands[:3]), c.destination(i), c.machine

    def write(E: Environment) -> None:
        here = machine.lane_id == machine.first_active(E[lane]) % np.uint32(machine.wave)
        E[d] = each(lambda new, before: np.where(here, machine.first_active(new), before), E[value], E[old])

    return write


def _reduce(c: Slots, i: ir.Instruction, operation: str) -> Operation:
    """wave.reduce: over the active lanes."""
    machine, type_ = c.machine, i.type
    if not isinstance(type_, ir.IntType) or type_.bits not in (32, 64):
        raise UnsupportedError(f"@{i.callee} of type {type_}", i.line)
    a, d = c.slot(i.operands[0]), c.destination(i)
    dtype = container(type_)
    signed = np.dtype(f"i{dtype.itemsize}")
    view = signed if operation in ("min", "max") else dtype
    function = {
        "add": np.add, "umin": np.minimum, "umax": np.maximum, "min": np.minimum, "max": np.maximum,
        "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    }[operation]  # fmt: skip
    limits = np.iinfo(view)
    neutral = {"umin": limits.max, "min": limits.max, "max": limits.min, "and": limits.max}.get(operation, 0)

    def reduce(E: Environment) -> None:
        value = np.broadcast_to(E[a], (len(E[a]), machine.threads)).view(view)
        if machine.mask is not None:
            value = np.where(machine.mask, value, view.type(neutral))
        total = function.reduce(machine.per_wave(value), axis=-1, dtype=view)
        E[d] = machine.spread(total).view(dtype)

    return reduce


def _inverse_ballot(c: Slots, i: ir.Instruction) -> Operation:
    a, d, machine = c.slot(i.operands[0]), c.destination(i), c.machine
    return lambda E: E.__setitem__(d, (E[a] >> machine.lane_id.astype(E[a].dtype) & E[a].dtype.type(1)).astype(np.bool_))


def _compare_ballot(c: Slots, i: ir.Instruction) -> Operation:
    """icmp and fcmp: the wave's mask of a comparison, whose predicate is a number of LLVM's."""
    number = c.integer(i.operands[2], "a predicate", i.line)
    type_ = element_type(i.operands[0].type)
    if isinstance(type_, ir.FloatType):
        names = "false oeq ogt oge olt ole one ord uno ueq ugt uge ult ule une true".split()
        function = arithmetic.float_compare(names[number], type_)
    else:
        names = "eq ne ugt uge ult ule sgt sge slt sle".split()
        function = arithmetic.integer_compare(names[number - 32], type_)
    a, b, d, machine = c.slot(i.operands[0]), c.slot(i.operands[1]), c.destination(i), c.machine
    return lambda E: E.__setitem__(d, ballot(machine, function(E[a], E[b]), i.type))


def ballot(machine: Machine, value: Array, type_: ir.Type) -> Array:
    """The wave's mask of a condition over its active lanes; LLVM cuts it to the type, or extends it by zeros."""
    if machine.mask is not None:
        value = value & machine.mask
    bits = np.packbits(machine.per_wave(value), axis=-1, bitorder="little")
    return machine.spread(np.ascontiguousarray(bits).view(f"u{machine.wave // 8}")[..., 0].astype(container(type_)))


def _ballot(c: Slots, i: ir.Instruction) -> Operation:
    a, d, machine = c.slot(i.operands[0]), c.destination(i), c.machine
    return lambda E: E.__setitem__(d, ballot(machine, E[a], i.type))


_BUILDERS: dict[str, Builder] = {
    "update.dpp": partial(_dpp, with_old=True),
    "mov.dpp": partial(_dpp, with_old=False),
    "ds.swizzle": _swizzle,
    "ds.bpermute": _bpermute,
    "ds.permute": _permute,
    "permlane16": partial(_permlane, other_row=False),
    "permlanex16": partial(_permlane, other_row=True),
    "permlane64": _permlane64,
    "permlane16.swap": partial(_swap, width=16),
    "permlane32.swap": partial(_swap, width=32),
    "readlane": _readlane,
    "writelane": _writelane,
    "ballot": _ballot,
    "inverse.ballot": _inverse_ballot,
    "icmp": _compare_ballot,
    "fcmp": _compare_ballot,
    **{f"wave.reduce.{name}": partial(_reduce, operation=name) for name in "add umin umax min max and or xor".split()},
}
HANDLERS: dict[str, Handler] = {f"llvm.amdgcn.{name}": ("cross_lane", build) for name, build in _BUILDERS.items()}
