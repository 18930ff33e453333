"""The output chain of a spec: which stages it has, and the arguments that they bring to the kernel that ends with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinkern._contract import CHAIN_STAGES, DWORD_BYTES, ChainStage, DataType, Role, StageOperand, TensorName
from twinkern.engine.spec.spec import ConvSpec


@dataclass(frozen=True, slots=True)
class Argument:
    """A tensor of the problem as a kernel's argument: a gradient has a d before its name. Or the workspace, of slices that are
    as long as `tensor`; an operand of the output chain, which goes to `tensor`; or an fp32 of that, by value."""

    tensor: TensorName
    name: str
    role: Role
    type: DataType
    bytes: int


def chain_of(spec: ConvSpec) -> tuple[ChainStage, ...]:
    """The stages of a spec, in order."""
    return tuple(stage for stage in CHAIN_STAGES if getattr(spec, stage.field) == stage.word)


def chain_arguments(stages: Sequence[ChainStage], result: Argument, channel_bytes: int) -> tuple[Argument, ...]:
    """What the stages read, those by value last; `channel_bytes` are those of a vector with an element a channel."""
    sizes = {StageOperand.CHANNEL: channel_bytes, StageOperand.ELEMENT: result.bytes}
    found = [
        Argument(result.tensor, stage.argument, Role.INPUT, result.type, sizes[stage.operand])
        for stage in stages
        if stage.operand in sizes
    ]
    scalars = [stage.scalar for stage in stages if stage.scalar]
    return (*found, *(Argument(result.tensor, name, Role.SCALAR, DataType.FP32, DWORD_BYTES) for name in scalars))
