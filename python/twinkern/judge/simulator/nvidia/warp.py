"""What the lanes of a warp do together (PTX ISA, 9.7.9.6 and 9.7.13), and the special registers.

Member masks: every live lane that a mask names must be here, and every lane here must be named. Lanes of a warp run in step, so
`bar.warp.sync` has nothing to order; a kernel that leaves one out is not found out.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..memory.findings import DivergenceFinding
from ..run.machine import Machine
from ..run.slots import Environment, Operation
from ..text.ptx import Pack, Statement
from ..text.values import Array
from .assembler import TYPE_BITS, Assembler, Modifiers, Table

WARP = 32
_LANES = np.arange(WARP, dtype=np.uint32)


class Members:
    """The lanes that take part in one instruction, by its member mask."""

    def __init__(self, x: Assembler, slot: int, what: str) -> None:
        self.machine = x.machine
        self.site = x.site
        self.slot = slot
        self.what = what

    def __call__(self, E: Environment) -> Array:
        """(G|1, W, 32): lanes that are here and named. Reports masks that name absent lanes or leave present ones out."""
        machine, mask = self.machine, E[self.slot]
        here = machine.per_wave(machine.live if machine.mask is None else machine.mask)
        if mask.size == 1 and mask.item() == 0xFFFFFFFF:
            machine.require_whole_waves(self.site, self.what)
            return here
        masks = np.where(here, machine.per_wave(mask), np.uint32(0))
        union = np.bitwise_or.reduce(masks, axis=-1)
        named = (union[..., None] >> _LANES & np.uint32(1)).astype(np.bool_)
        absent = named & machine.per_wave(machine.live) & ~here
        if absent.any():
            machine.report_split_waves(self.site, self.what, machine.mask, absent.reshape(machine.lanes))
        itself = ((machine.per_wave(mask) >> _LANES) & np.uint32(1)) != 0
        left_out = here & ~itself
        if left_out.any():
            message = f"{self.what} by a lane that its member mask leaves out"
            machine.report_lanes(DivergenceFinding, self.site, left_out.reshape(machine.lanes), message=message)
        return np.asarray(here & named)


def take_sync(m: Modifiers) -> None:
    if m.take("sync") is None:
        raise m.refuse("without .sync")


def _shuffle(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """shfl.sync.mode.b32 d[|p], a, b, c, mask: the formulas are those of the ISA document's listing."""
    take_sync(m)
    mode = m.take("up", "down", "bfly", "idx")
    if m.type() != "b32" or mode is None:
        raise m.refuse()
    pair = s.operands[0].items if isinstance(s.operands[0], Pack) else (s.operands[0],)
    d = x.target(pair[0], 32)
    p = x.target(pair[1], 1) if len(pair) > 1 else None
    a, b, c, mask = (x.source(operand, 32) for operand in s.operands[1:])
    members, machine, site = Members(x, mask, "shfl.sync"), x.machine, x.site
    lane = _LANES.astype(np.int64)

    def shuffle(E: Environment) -> None:
        here = members(E)
        by, control = (machine.per_wave(E[slot]).astype(np.int64) for slot in (b, c))
        by, clamp, segment = by & 31, control & 31, control >> 8 & 31
        highest, lowest = (lane & segment) | (clamp & ~segment), lane & segment
        if mode == "up":
            source = lane - by
            inside = source >= highest
        else:
            source = {"down": lane + by, "bfly": lane ^ by, "idx": lowest | (by & ~segment)}[mode]
            inside = source <= highest
        source = np.where(inside, source, lane) & 31
        values = machine.per_wave(E[a])
        shape = np.broadcast_shapes(values.shape, source.shape)
        picked = np.take_along_axis(np.broadcast_to(values, shape), np.broadcast_to(source, shape), axis=-1)
        if machine.mask is not None:
            shape = np.broadcast_shapes(here.shape, source.shape)
            absent = here & ~np.take_along_axis(np.broadcast_to(here, shape), np.broadcast_to(source, shape), axis=-1)
            if absent.any():
                message = "shfl.sync reads a lane that is not here"
                machine.report_lanes(DivergenceFinding, site, absent.reshape(absent.shape[0], machine.threads), message=message)
        E[d] = picked.reshape(picked.shape[0], machine.threads)
        if p is not None:
            inside = np.broadcast_to(inside, (inside.shape[0], machine.waves, WARP))
            E[p] = inside.reshape(inside.shape[0], machine.threads)

    return shuffle


def bit_words(bits: Array) -> Array:
    """(..., 32) bools as words, the first lane lowest."""
    return np.ascontiguousarray(np.packbits(bits, axis=-1, bitorder="little")).view(np.uint32)[..., 0]


def _vote(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    take_sync(m)
    mode, type_ = m.take("all", "any", "uni", "ballot"), m.type()
    if mode is None or type_ != ("b32" if mode == "ballot" else "pred"):
        raise m.refuse()
    d, a, mask = x.target(s.operands[0], TYPE_BITS[type_]), x.source(s.operands[1], 1), x.source(s.operands[2], 32)
    members, machine = Members(x, mask, "vote.sync"), x.machine

    def vote(E: Environment) -> None:
        here = members(E)
        true = machine.per_wave(E[a]) & here
        every, some = (true | ~here).all(axis=-1), true.any(axis=-1)
        if mode == "ballot":
            E[d] = machine.spread(bit_words(true))
        else:
            E[d] = machine.spread(np.asarray({"all": every, "any": some, "uni": every | ~some}[mode]))

    return vote


def _match(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """match.any: the lanes with this lane's value. match.all: the mask and true where all have one value, else 0 and false."""
    mode = m.take("any", "all")
    take_sync(m)
    bits = TYPE_BITS[m.type()]
    pair = s.operands[0].items if isinstance(s.operands[0], Pack) else (s.operands[0],)
    d = x.target(pair[0], 32)
    p = x.target(pair[1], 1) if len(pair) > 1 else None
    a, mask = x.source(s.operands[1], bits), x.source(s.operands[2], 32)
    members, machine = Members(x, mask, "match.sync"), x.machine

    def match(E: Environment) -> None:
        here, values = members(E), machine.per_wave(E[a])
        same = (values[..., :, None] == values[..., None, :]) & here[..., None, :]
        if mode == "any":
            words = bit_words(same)
            E[d] = words.reshape(words.shape[0], machine.threads)
            return
        every = (same | ~here[..., None, :]).all(axis=-1) & here
        found = np.where(every, bit_words(here)[..., None], np.uint32(0))
        E[d] = found.reshape(found.shape[0], machine.threads)
        if p is not None:
            E[p] = every.reshape(every.shape[0], machine.threads)

    return match


_REDUCTIONS: dict[str, tuple[np.ufunc, int]] = {
    "add": (np.add, 0), "and": (np.bitwise_and, 0xFFFFFFFF), "or": (np.bitwise_or, 0), "xor": (np.bitwise_xor, 0),
    "min": (np.minimum, 0xFFFFFFFF), "max": (np.maximum, 0),
}  # fmt: skip


def _reduce(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    take_sync(m)
    operation, type_ = m.take(*_REDUCTIONS), m.type()
    if operation is None or type_ not in ("u32", "s32", "b32"):
        raise m.refuse()
    d, a, mask = x.target(s.operands[0], 32), x.source(s.operands[1], 32), x.source(s.operands[2], 32)
    members, machine, (function, neutral) = Members(x, mask, "redux.sync"), x.machine, _REDUCTIONS[operation]
    flip = np.uint32(0x80000000 if type_ == "s32" and operation in ("min", "max") else 0)  # orders signed words as unsigned

    def reduce(E: Environment) -> None:
        values = np.where(members(E), machine.per_wave(E[a]) ^ flip, np.uint32(neutral))
        E[d] = machine.spread(function.reduce(values, axis=-1, dtype=np.uint32) ^ flip)

    return reduce


def _active_mask(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    m.type()
    d, machine = x.target(s.operands[0], 32), x.machine

    def active(E: Environment) -> None:
        E[d] = machine.spread(bit_words(machine.per_wave(machine.live if machine.mask is None else machine.mask)))

    return active


def _elect(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """elect.sync d|p, mask: the lowest member is the leader; d is its number, p says which lane it is."""
    take_sync(m)
    pair = s.operands[0].items if isinstance(s.operands[0], Pack) else (s.operands[0],)
    d, p = x.target(pair[0], 32), x.target(pair[1], 1)
    members, machine = Members(x, x.source(s.operands[1], 32), "elect.sync"), x.machine

    def elect(E: Environment) -> None:
        leader = members(E).argmax(axis=-1).astype(np.uint32)
        E[d] = machine.spread(leader)
        E[p] = E[d] == machine.lane_id

    return elect


def _sync(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    members = Members(x, x.source(s.operands[0], 32), "bar.warp.sync")

    def sync(E: Environment) -> None:
        members(E)

    return sync


TABLE: Table = {
    "shfl": ("cross_lane", _shuffle),
    "vote": ("cross_lane", _vote),
    "match": ("cross_lane", _match),
    "redux": ("cross_lane", _reduce),
    "activemask": ("cross_lane", _active_mask),
    "elect": ("cross_lane", _elect),
    "bar.warp.sync": ("other", _sync),
}


# Special registers (PTX ISA, chapter 10). A workgroup is a cluster of its own.


def _constant(number: int) -> Callable[[Machine], Array]:
    return lambda machine: np.full((1, 1), number, np.uint32)


def _lane_mask(function: Callable[[Array], Array]) -> Callable[[Machine], Array]:
    return lambda machine: function(np.uint64(1) << machine.lane_id.astype(np.uint64)).astype(np.uint32)


_ONE = np.uint64(1)
SPECIAL: dict[str, Callable[[Machine], Array]] = {
    "%laneid": lambda machine: machine.lane_id,
    "%warpid": lambda machine: (machine.wave_code - np.uint8(1)).astype(np.uint32),
    "%nwarpid": lambda machine: np.full((1, 1), machine.waves, np.uint32),
    "%warpsize": _constant(WARP),
    "%lanemask_eq": _lane_mask(lambda bit: bit),
    "%lanemask_lt": _lane_mask(lambda bit: bit - _ONE),
    "%lanemask_le": _lane_mask(lambda bit: (bit << _ONE) - _ONE),
    "%lanemask_gt": _lane_mask(lambda bit: ~((bit << _ONE) - _ONE)),
    "%lanemask_ge": _lane_mask(lambda bit: ~(bit - _ONE)),
    "%cluster_ctarank": _constant(0),
    "%cluster_nctarank": _constant(1),
    "%is_explicit_cluster": lambda machine: np.zeros((1, 1), np.uint32),
}


def _size(sizes: str, axis: int) -> Callable[[Machine], Array]:
    return lambda machine: np.full((1, 1), getattr(machine.shape, sizes)[axis], np.uint32)


def _place(place: str, axis: int) -> Callable[[Machine], Array]:
    def read(machine: Machine) -> Array:
        places: tuple[Array, Array, Array] = getattr(machine, place)
        return places[axis]

    return read


for _axis, _name in enumerate("xyz"):
    SPECIAL[f"%tid.{_name}"] = _place("workitem", _axis)
    SPECIAL[f"%ntid.{_name}"] = _size("block", _axis)
    for _register in ("ctaid", "clusterid"):
        SPECIAL[f"%{_register}.{_name}"] = _place("workgroup", _axis)
    for _register in ("nctaid", "nclusterid"):
        SPECIAL[f"%{_register}.{_name}"] = _size("grid", _axis)
    SPECIAL[f"%cluster_ctaid.{_name}"] = _constant(0)
    SPECIAL[f"%cluster_nctaid.{_name}"] = _constant(1)
