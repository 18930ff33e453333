"""Mutation: kernels with one constant, operand or predicate changed at random. The simulator and the oracle together notice
nearly all of them, and each one that they do not notice is explained."""

from __future__ import annotations

import random
import re

import pytest
from tests.sim.mutation import Change, Subject, part_of, same_accesses
from tests.support import spec_of

from twinkern import emit
from twinkern.judge import simulator as sim

# Directions, architectures, types, pipelines, epilogues, groups, strides, dilations, one to two axes. Tiles are small, and the
# last one along each of the three extents is nearly empty, so that few bounds are idle.
SPECS = [
    "direction=forward arch=gfx942 n=3 c=40 k=72 input=13x5 filter=3x3 pad=1 tile_m=64 tile_n=32 tile_k=32 warps_m=2 warps_n=1",
    "direction=forward arch=gfx950 in_type=bf16 n=2 c=40 k=72 input=13x9 filter=3x3 stride=2 pad=1 epilogue=direct "
    "tile_m=64 tile_n=32 tile_k=32",
    "direction=forward arch=gfx942 in_type=bf16 n=4 c=72 k=120 groups=3 input=6x7 filter=2x3 out_type=fp32 "
    "tile_m=32 tile_n=32 tile_k=32",
    "direction=forward arch=gfx950 n=9 c=40 k=72 input=31 filter=5 stride=2 dilation=2 pad=3 pipeline=async "
    "tile_m=64 tile_n=32 tile_k=64",
    "direction=dgrad arch=gfx950 in_type=bf16 n=1 c=40 k=40 input=11x11 filter=3x3 stride=2 pad=1 pipeline=ring "
    "tile_m=32 tile_n=32 tile_k=32",
    "direction=dgrad arch=gfx942 n=2 c=80 k=80 groups=2 input=13x5 filter=3x3 pad=1 tile_m=64 tile_n=32 tile_k=32",
    "direction=dgrad arch=gfx950 n=2 c=40 k=40 input=13x5 filter=3x3 dilation=2 pad=2 out_type=fp32 epilogue=direct "
    "pipeline=compv4 tile_m=64 tile_n=32 tile_k=64",
    "direction=wgrad arch=gfx1250 n=3 c=40 k=72 input=7x7 filter=3x3 pad=1 tile_m=64 tile_n=32 tile_k=32",
    "direction=wgrad arch=gfx942 in_type=bf16 n=5 c=72 k=80 groups=2 input=9x7 filter=3x3 stride=2 pad=1 out_type=fp32 "
    "tile_m=32 tile_n=64 tile_k=32",
    "direction=wgrad arch=gfx950 in_type=bf16 n=7 c=44 k=40 input=9x5 filter=2x3 epilogue=direct tile_m=32 tile_n=32 tile_k=32",
]
NOTICED = 0.95
"""The share of the mutants that do anything at all."""
# Why a mutant that touches other bytes than the kernel still computes the same. (part of the kernel, line, reason)
REASONS = [
    ("main loop", r"%more\d+ = icmp", "rounds past the last find every load masked and add zeros"),
    ("loader of|fetch", r"(and|select) i1|icmp", "past the reduction's end one operand is read, but the other is zero there"),
]


def explanation(subject: Subject, change: Change) -> str:
    """Why nothing can notice a change, or nothing where that is not known."""
    text = change.apply(subject.program.text)
    if same_accesses(subject, text):
        return "the same bytes are touched and the same values stored"
    part = part_of(text, change.line)
    row = text.split("\n")[change.line - 1]
    return next((reason for where, line, reason in REASONS if re.match(where, part) and re.search(line, row)), "")


def run_mutants(each: int) -> tuple[int, int, int, list[str]]:
    """(noticed, idle, explained otherwise, not explained) of `each` mutants of every kernel."""
    noticed = idle = explained = 0
    unexplained = []
    for number, words in enumerate(SPECS):
        subject = Subject(emit(spec_of(words)))
        assert subject.notice(subject.program.text) == ""
        choose = random.Random(number)
        for _ in range(each):
            change = subject.mutant(choose)
            if subject.notice(change.apply(subject.program.text)):
                noticed += 1
                continue
            reason = explanation(subject, change)
            if reason.startswith("the same"):
                idle += 1
            elif reason:
                explained += 1
            else:
                row = subject.program.text.split("\n")[change.line - 1].strip()
                unexplained.append(f"{words}: line {change.line}: {row}: {change.old} became {change.new}")
    print(f"{noticed} noticed, {idle} idle, {explained} explained, {len(unexplained)} not explained of {each * len(SPECS)}")
    return noticed, idle, explained, unexplained


@pytest.mark.parametrize("each", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_mutants_are_noticed(each: int) -> None:
    noticed, idle, explained, unexplained = run_mutants(each)
    assert not unexplained, "\n".join(unexplained)
    assert noticed + idle + explained == each * len(SPECS)
    assert noticed >= NOTICED * (each * len(SPECS) - idle)


def test_mutants_are_many_and_repeatable() -> None:
    subject = Subject(emit(spec_of(SPECS[0])))
    draws = [[subject.mutant(choose) for _ in range(200)] for choose in (random.Random(5), random.Random(5))]
    assert draws[0] == draws[1]
    assert {change.what for change in draws[0]} == {"constant", "operand", "predicate"}
    assert len({change.line for change in draws[0]}) > 100
    assert all(change.apply(subject.program.text) != subject.program.text for change in draws[0])


def test_a_mask_past_both_vectors_is_refused(run_body) -> None:
    """Seen as a mutant: LLVM does not read it either."""
    body = "  %v = shufflevector <2 x i32> zeroinitializer, <2 x i32> zeroinitializer, <2 x i32> <i32 0, i32 4>\n  ret void"
    with pytest.raises(sim.SimulatorError, match="picks element 4 of 4"):
        run_body(body, "", [])
    assert run_body(body.replace("i32 4", "i32 3"), "", []).findings == []
