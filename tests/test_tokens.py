"""Stages by token: what pipelines say to the machine, and that a machine may carry values through the loop for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

import pytest

from twinkern import ConvProblem, ConvSpec, emit
from twinkern._contract import ARCHES
from twinkern.engine import machine
from twinkern.engine.ir.builder import Node
from twinkern.engine.machine.amdgcn import Amdgcn
from twinkern.engine.machine.interface import Token

PROBLEM = ConvProblem(n=2, c=64, k=64, input=(7,), filter=(3,))
STAGES = 3
FIRST_PHASE = 700
SPEC = ConvSpec(problem=PROBLEM, direction="forward", arch="gfx950", pipeline="ring", loader="async", stages=STAGES)


class Recorded(Amdgcn):
    """A machine that notes each token that it is told of."""

    __slots__ = ()
    said: ClassVar[list[tuple[str, Token]]] = []

    def filled(self, tokens: list[Node], token: Token) -> None:
        self.said.append(("filled", token))
        super().filled(tokens, token)

    def await_filled(self, tokens: list[Node], token: Token) -> None:
        self.said.append(("await", token))
        super().await_filled(tokens, token)

    def release(self, tokens: list[Node], token: Token) -> None:
        self.said.append(("release", token))
        super().release(tokens, token)


class Phased(Amdgcn):
    """A machine with a phase a stage, which flips when the stage was waited for: the loop carries them."""

    __slots__ = ()

    def first_tokens(self, stages: int) -> list[Node]:
        return [self.builder.constant(FIRST_PHASE + stage) for stage in range(stages)]

    def await_filled(self, tokens: list[Node], token: Token) -> None:
        super().await_filled(tokens, token)
        tokens[token.stage] = self.builder.bit_xor(tokens[token.stage], self.builder.constant(1))


Emit = Callable[[type[Amdgcn], ConvSpec], str]


@pytest.fixture
def with_machine(monkeypatch: pytest.MonkeyPatch) -> Emit:
    """Emit with another machine."""

    def emit_with(kind: type[Amdgcn], spec: ConvSpec) -> str:
        monkeypatch.setitem(machine.MACHINES, ARCHES[spec.arch].vendor.machine, kind)
        return emit(spec, engine="python", flavor="llvm22").text

    return emit_with


def test_the_tokens_of_a_ring(with_machine: Emit) -> None:
    """Two stages are filled before the loop; then each iteration fills one, waits for the oldest and releases it."""
    Recorded.said.clear()
    with_machine(Recorded, SPEC)
    loads = {token.loads for _, token in Recorded.said}
    assert len(loads) == 1 and min(loads) > 0
    found = [(what, token.stage, token.later) for what, token in Recorded.said]
    body = [(("filled", (i + 2) % 3, 0), ("await", i, 2), ("release", i, 2)) for i in range(STAGES)]
    last = (2 * STAGES - 2) % STAGES
    assert found == [("filled", 0, 0), ("filled", 1, 0), *(step for steps in body for step in steps), ("await", last, 0)]


def test_phases_that_the_loop_carries(with_machine: Emit) -> None:
    """A phase enters the loop as its machine made it, and each iteration's is the next one's; the verifier has seen it."""
    text, plain = with_machine(Phased, SPEC), emit(SPEC, engine="c", flavor="llvm22").text
    phis = dict(re.findall(r"(%v\d+) = phi i32 \[ (70\d), %\w+ \]", text))
    assert sorted(phis.values()) == [str(FIRST_PHASE + stage) for stage in range(STAGES)]
    for phi in phis:
        flipped = re.search(rf"(%v\d+) = xor i32 {phi}, 1\n", text)
        assert flipped and re.search(rf"{phi} = phi i32 \[ 70\d, %\w+ \], \[ {flipped[1]}, %", text)
    assert text.count(" = phi ") == plain.count(" = phi ") + STAGES
