"""The launch of a program by its manifest alone, as a native runtime does it, on buffers of NumPy.

`make_buffers` makes the buffers that a `Plan` (see twinkern.launch.manifest) says. `bound` finds those of a kernel's parameters
by the offset at which they lie in the argument segment, as the kernel itself does.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from twinkern.judge import oracle
from twinkern.judge import simulator as sim
from twinkern.launch.manifest import Argument, Kernel, ManifestError, Plan, lds_of, read_plan

__all__ = ["POISON", "Argument", "Kernel", "ManifestError", "Plan", "bound", "lds_of", "make_buffers", "read_plan"]

POISON = 0xFF
"""The byte that fills what is not zeroed before a run: NaN in every floating type."""


def make_buffers(plan: Plan, operands: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What each buffer holds before the first launch, in exactly its bytes: an input its operand (of another size: cut, or
    poison at its end), a zeroed buffer zeros, others poison. Inputs are read-only. Raises ManifestError for an input that
    is no operand."""
    made = {}
    for name, buffer in plan.buffers.items():
        data = np.full(buffer.bytes, 0 if name in plan.zeroed else POISON, np.uint8)
        if buffer.role == "input":
            if name not in operands:
                raise ManifestError(f"input {name}: the spec's inputs are {', '.join(operands)}")
            source = operands[name].reshape(-1).view(np.uint8)
            size = min(buffer.bytes, source.size)
            data[:size] = source[:size]
        storage = np.dtype(oracle.TYPES[buffer.type].storage) if buffer.type in oracle.TYPES else data.dtype
        made[name] = data.view(storage) if data.size % storage.itemsize == 0 else data
        made[name].flags.writeable = buffer.role != "input"
    return made


def bound(kernel: Kernel, signature: sim.Signature) -> list[Argument]:
    """The argument that each parameter of a kernel reads, by where both lie in the argument segment. Raises ManifestError for a
    parameter at whose offset nothing lies, or something of another size."""
    placed = {(argument.offset, argument.size): argument for argument in kernel.arguments}
    found = []
    for parameter in signature.parameters:
        argument = placed.get((parameter.offset, parameter.size))
        if argument is None:
            given = ", ".join(f"{row.name} {row.offset} to {row.offset + row.size}" for row in kernel.arguments)
            raise ManifestError(
                f"parameter {parameter.name} of the text lies at offset {parameter.offset}, size {parameter.size}; "
                f"the manifest has {given or 'no arguments'}"
            )
        found.append(argument)
    return found
