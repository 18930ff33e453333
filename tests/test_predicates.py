"""A machine without ranges that it checks: predicates guard each access, and kernels are right all the same."""

from __future__ import annotations

import pytest
from tests.support import spec_of

from twinkern import emit
from twinkern._contract import ARCHES
from twinkern.engine import machine
from twinkern.engine.ir.builder import Node
from twinkern.engine.ir.types import I1, Type
from twinkern.engine.machine.amdgcn import ZERO_BYTES, Amdgcn
from twinkern.engine.machine.interface import Tensor
from twinkern.judge.proof import run_simulation

UNEVEN = "n=2 c=24 k=40 groups=2 input=9x7 filter=3x3 stride=2x1 pad=1 in_type=bf16"
EVEN = "n=2 c=32 k=32 input=12x12 filter=3x3 pad=1 tile_m=128 tile_n=32 tile_k=32 warps_m=1 warps_n=1"
"""Tiles fill the reduction, so that only tiles that are loaded ahead pass its end; a thread has many indices of a free axis."""


class Predicated(Amdgcn):
    """AMD's machine, but that global memory is reached by plain loads and stores."""

    __slots__ = ()

    def checks_range(self, copies: bool) -> bool:
        return False

    def tensor(self, pointer: Node, size: int) -> Tensor:
        return Tensor(pointer, pointer, size)

    def load(self, tensor: Tensor, offset: Node, valid: Node | None, type_: Type) -> Node:
        b = self.builder
        source = b.offset(tensor.pointer, offset)
        if valid is not None:
            source = b.select(valid, source, b.zeros(ZERO_BYTES))
        return b.load(type_, source, type_.element.bytes)

    def store(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        b = self.builder
        branch = b.begin_if(b.constant(1, I1) if valid is None else valid)
        b.store(value, b.offset(tensor.pointer, offset), value.type.element.bytes)
        b.begin_else(branch)
        b.end_if(branch)


@pytest.mark.parametrize(
    "words",
    [
        f"direction={direction} {fields}"
        for direction in ("forward", "dgrad", "wgrad")
        for fields in (
            f"arch=gfx942 pipeline=mem epilogue=cshuffle {UNEVEN}",
            f"arch=gfx950 pipeline=ring loader=coalesced stages=3 {UNEVEN}",
            f"arch=gfx1250 pipeline=ring loader=async stages=3 {UNEVEN}",
            f"arch=gfx950 pipeline=ring loader=coalesced stages=3 {EVEN}",
        )
    ],
)
def test_predicates_alone(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(words)
    plain = emit(spec)
    monkeypatch.setitem(machine.MACHINES, ARCHES[plain.spec.arch].vendor.machine, Predicated)
    program = emit(spec)
    assert "buffer" not in program.text and "buffer" in plain.text
    assert run_simulation(program, kind="normal", seed=1).ok
