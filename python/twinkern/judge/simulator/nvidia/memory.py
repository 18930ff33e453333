"""PTX loads, stores, atomics and what goes with them (PTX ISA, 9.7.9.8 and following, 9.7.13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..memory.memory import LDS_APERTURE, PRIVATE_APERTURE
from ..memory.site import Request
from ..run import atomics
from ..run.operations import Resolver, check_poison
from ..run.slots import Environment, Operation
from ..text.ptx import Operand, Statement
from ..text.values import Array
from .assembler import TYPE_BITS, Assembler, Modifiers, Table
from .integers import extreme_integer
from .numbers import decode, encode, flushing, minimum, pairs

SPACES = {"global": 1, "shared": 3, "shared::cta": 3, "local": 5, "const": 4, "param": 101, "param::entry": 101}
APERTURES = {3: LDS_APERTURE, 5: PRIVATE_APERTURE}
_SCOPES = ("cta", "cluster", "gpu", "sys")
_ORDERS = ("weak", "relaxed", "acquire", "release", "acq_rel", "sc", "volatile", "mmio")
_CACHE = ("ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc")
_CLASSES = {3: ("lds_read", "lds_write"), 5: ("private", "private")}


def take_space(m: Modifiers) -> int:
    """The state space; 0 where the address is generic."""
    if m.take("shared::cluster"):
        raise m.refuse("(shared memory of a cluster)")
    name = m.take(*SPACES)
    return SPACES[name] if name else 0


def take_strong(m: Modifiers) -> bool:
    """Whether the access is a strong one (ld.acquire, st.volatile), of which two do not race (PTX ISA, 8.2)."""
    return m.take(*_ORDERS) not in (None, "weak")


def take_hints(m: Modifiers) -> bool:
    """Take what does not change the values of an access; whether a cache policy operand follows."""
    policy = False
    m.take(*_ORDERS)
    m.take(*_SCOPES)
    m.take(*_CACHE)
    for part in list(m.parts):
        if part.startswith(("L1::", "L2::")):
            policy = policy or part == "L2::cache_hint"
            m.take(part)
    return policy


def address_slot(x: Assembler, operand: Operand, space: int) -> int:
    """Addresses in shared and local memory are 32 bits here, in every other space 64."""
    return x.address(operand, 32 if space in (3, 5) else 64)


def resolver(x: Assembler, space: int, size: int, kind: str) -> Resolver:
    """Accesses of `size` bytes, which PTX wants aligned to their size."""
    return Resolver(x.machine, space, Request(size, size, x.site, kind))


def _count(m: Modifiers) -> int:
    vector = m.take("v2", "v4", "v8")
    return int(vector[1:]) if vector else 1


def _load(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    strong, space, policy, count, type_ = take_strong(m), take_space(m), take_hints(m), _count(m), m.type()
    if len(s.operands) != 2 + policy:
        raise m.refuse("with these operands")
    bits = TYPE_BITS[type_]
    x.kind = _CLASSES.get(space, ("global_load",))[0]
    targets = [x.target(item, bits, type_[0] == "s") for item in x.items(s.operands[0])]
    if len(targets) != count:
        raise m.refuse(f"into {len(targets)} registers")
    a = address_slot(x, s.operands[1], space)
    size = count * bits // 8
    machine, resolve, dtype = x.machine, resolver(x, space, size, "load"), f"u{bits // 8}"
    site = x.atomic_site() if strong else x.site

    def load(E: Environment) -> None:
        if strong and space in (0, 1):
            machine.note_atomic()
        data = np.ascontiguousarray(machine.load(resolve(E[a]), size, site)).view(dtype)
        for n, target in enumerate(targets):
            E[target] = data[..., n]

    return load


def _store(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    strong, space, policy, count, type_ = take_strong(m), take_space(m), take_hints(m), _count(m), m.type()
    if len(s.operands) != 2 + policy:
        raise m.refuse("with these operands")
    bits = TYPE_BITS[type_]
    x.kind = _CLASSES.get(space, ("", "global_store"))[1]
    a = address_slot(x, s.operands[0], space)
    sources = [x.source(item, bits) for item in x.items(s.operands[1])]
    if len(sources) != count:
        raise m.refuse(f"of {len(sources)} registers")
    size = count * bits // 8
    machine, resolve = x.machine, resolver(x, space, size, "store")
    site = x.atomic_site() if strong else x.site

    def store(E: Environment) -> None:
        if strong and space in (0, 1):
            machine.note_atomic()
        values = [E[source] for source in sources]
        for value in values:
            check_poison(machine, site, value, "store of")
        machine.store(resolve(E[a]), octets(values), site)

    return store


def octets(values: list[Array]) -> Array:
    """Bytes of registers side by side, shape (G|1, T|1, size)."""
    if len(values) == 1:
        return np.ascontiguousarray(values[0])[..., None].view(np.uint8)
    return np.stack(np.broadcast_arrays(*values), axis=-1).view(np.uint8)


# Atomics.


def _increment(a: Array, b: Array) -> Array:
    return np.asarray(np.where(a >= b, a.dtype.type(0), a + a.dtype.type(1)))


def _decrement(a: Array, b: Array) -> Array:
    return np.where((a == 0) | (a > b), b, a - a.dtype.type(1))


def update_function(operation: str, type_: str, flushes: bool = False) -> Callable[[Array, Array], Array] | None:
    """New bits from the old ones and the operand's, both unsigned arrays of the type's width; None where there is none.

    `flushes`: subnormal float32 numbers count as zeros, which atom.add.f32 does in global memory."""
    format_ = type_.removesuffix("x2")
    if format_ in ("f16", "bf16", "f32", "f64"):
        functions = {
            "add": lambda a, b: a.astype(np.float64) + b,
            "min": minimum,
            "max": lambda a, b: minimum(a, b, largest=True),
        }
        if operation not in functions:
            return None
        function = flushing(functions[operation]) if flushes else functions[operation]

        def apply(a: Array, b: Array) -> Array:
            return encode(function(decode(a, format_), decode(b, format_)), format_)

        return pairs(apply) if type_.endswith("x2") else apply
    plain: dict[str, Callable[[Array, Array], Array]] = {
        "add": np.add, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "exch": lambda a, b: b,
        "inc": _increment, "dec": _decrement,
        "min": extreme_integer(np.minimum)(type_, 0), "max": extreme_integer(np.maximum)(type_, 0),
    }  # fmt: skip
    return plain.get(operation)


_OPERATIONS = ("add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas")


def _atomic(x: Assembler, s: Statement, m: Modifiers, returns: bool) -> Operation:
    space, policy = take_space(m), take_hints(m)
    m.take("noftz")
    count, operation, type_ = _count(m), m.take(*_OPERATIONS), m.type()
    bits, operands = TYPE_BITS[type_], list(s.operands)
    targets = [x.target(item, bits) for item in x.items(operands.pop(0))] if returns else []
    a = address_slot(x, operands.pop(0), space)
    sources = [[x.source(item, bits) for item in x.items(operand)] for operand in operands[: len(operands) - policy]]
    if operation is None or any(len(source) != count for source in sources) or len(sources) != 1 + (operation == "cas"):
        raise m.refuse("with these operands")
    machine, site, size, dtype = x.machine, x.atomic_site(), count * bits // 8, np.dtype(f"u{bits // 8}")
    resolve = resolver(x, space, size, "atomic")
    function = None
    if operation != "cas":
        function = update_function(operation, type_, flushes=type_ == "f32" and operation == "add" and space == 1)
    if function is None and operation != "cas":
        raise m.refuse()

    def combine(old: Array, new: Array) -> Array:
        words = (np.ascontiguousarray(part).view(dtype) for part in (old, new))
        assert function is not None  # but for "cas", which is compared and swapped
        return np.ascontiguousarray(function(*words).astype(dtype, copy=False)).view(np.uint8)

    def atomic(E: Environment) -> None:
        values = [octets([E[slot] for slot in source]) for source in sources]
        apply = atomics.compare_and_swap if function is None else combine
        old = atomics.update(machine, resolve(E[a]), values, site, apply).view(dtype)
        for n, target in enumerate(targets):
            E[target] = old[..., n]

    return atomic


# What asks for nothing that can be seen.


def nothing(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """Hints: prefetches, cache control, fences. Every access here takes effect in order, so fences have no work; a barrier
    orders shared memory on its own."""
    m.parts.clear()
    return lambda E: None


def _policy(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """createpolicy: some 64-bit value."""
    m.parts.clear()
    d = x.target(s.operands[0], 64)
    zero = np.zeros((1, 1), np.uint64)
    return lambda E: E.__setitem__(d, zero)


def _convert_address(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    """cvta: from a space to the generic one, and back with .to."""
    back, space, type_ = m.take("to"), take_space(m), m.type()
    if type_ not in ("u64", "u32") or space == 0:
        raise m.refuse()
    bits = TYPE_BITS[type_]
    d, a = x.target(s.operands[0], bits), x.source(s.operands[1], bits)
    base = np.uint64(APERTURES.get(space, 0))
    if base and type_ == "u32":
        raise m.refuse("(generic addresses have 64 bits)")

    def convert(E: Environment) -> None:
        E[d] = E[a] if not base else E[a] - base if back else E[a] + base

    return convert


def _is_space(x: Assembler, s: Statement, m: Modifiers) -> Operation:
    space = take_space(m)
    if space not in (1, 3, 5):
        raise m.refuse()
    d, a = x.target(s.operands[0], 1), x.source(s.operands[1], 64)
    shared, private = np.uint64(APERTURES[3]), np.uint64(APERTURES[5])
    tests = {1: lambda p: p < shared, 3: lambda p: (p >= shared) & (p < private), 5: lambda p: p >= private}
    return lambda E: E.__setitem__(d, tests[space](E[a]))


TABLE: Table = {
    "ld": ("global_load", _load),
    "ldu": ("global_load", _load),
    "st": ("global_store", _store),
    "atom": ("atomic", partial(_atomic, returns=True)),
    "red": ("atomic", partial(_atomic, returns=False)),
    "cvta": ("integer", _convert_address),
    "isspacep": ("integer", _is_space),
    "createpolicy": ("other", _policy),
    **dict.fromkeys(("prefetch", "prefetchu", "discard", "applypriority", "nanosleep", "griddepcontrol"), ("other", nothing)),
    **dict.fromkeys(("membar", "fence"), ("fence", nothing)),
    "pmevent": ("other", nothing),
    "setmaxnreg": ("other", nothing),
}
