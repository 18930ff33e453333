"""Work items: a kernel whose items are a part of the reduction computes that part of the sum."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from unittest import mock

import numpy as np
import pytest
from tests.support import spec_of

from twinkern._contract import Predicate
from twinkern.engine.conv import emit as emitter
from twinkern.engine.conv.work_item import Tile, WorkItem, whole_reduction
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import I1
from twinkern.engine.plan.views import GemmShape
from twinkern.engine.spec.spec import ConvSpec
from twinkern.engines import Program, PythonEngine
from twinkern.judge import oracle
from twinkern.judge.proof import TENSORS, Exercise, run_simulation

KERNELS = {
    "coalesced": "direction=forward arch=gfx942 n=1 c=24 k=24 input=5x5 filter=3x3 pad=1 tile_m=32 tile_n=32 tile_k=32",
    "ring": "direction=forward arch=gfx950 n=1 c=16 k=24 input=6x6 filter=3x3 stride=2 pad=1 pipeline=ring stages=3 "
    "tile_m=32 tile_n=32 tile_k=16 epilogue=direct",
    "async": "direction=forward arch=gfx950 n=1 c=16 k=24 input=9 filter=9 pad=3 pipeline=async tile_m=32 tile_n=32 tile_k=32",
    "async, per lane": "direction=forward arch=gfx1250 n=1 c=16 k=24 groups=1 input=5x5 filter=3x3 pad=1 pipeline=async "
    "tile_m=32 tile_n=32 tile_k=32",
    "wavelet": "direction=dgrad arch=gfx950 n=1 c=24 k=32 groups=2 input=6x5 filter=3x3 pad=1 pipeline=wavelet "
    "tile_m=32 tile_n=32 tile_k=32",
    "along m and n": "direction=wgrad arch=gfx942 n=3 c=24 k=24 input=6x5 filter=2x3 pad=1 pipeline=compv4 tile_m=32 tile_n=32 "
    "tile_k=32",
    "K-outer": "direction=wgrad arch=gfx950 n=4 c=32 k=32 input=7x6 filter=2x3 k_outer=on pipeline=async tile_m=32 tile_n=32 "
    "tile_k=32",
    "unrolled": "direction=wgrad arch=gfx942 n=2 c=16 k=16 input=6x6 filter=3x3 pad=1 unroll=full tile_m=16 tile_n=32 "
    "tile_k=16",
}
"""Each loader, tile layout, mask and way to end; vectors along k are 8 elements or less."""
PHASES = "direction=dgrad arch=gfx942 n=2 c=24 k=32 input=9 filter=3 stride=2 pad=1 tile_m=32 tile_n=32 tile_k=16"


def doctored(words: str, hand_out: Callable[[Builder, GemmShape, Tile, Node], WorkItem]) -> Program:
    """The program of a spec with other work items."""
    with mock.patch.object(emitter, "whole_reduction", hand_out):
        return PythonEngine().emit(spec_of(words), "llvm22")


def part_of(begin: int, end: int) -> Callable[[Builder, GemmShape, Tile, Node], WorkItem]:
    """Work items from `begin` up to `end`, known when the kernel is written."""

    def hand_out(b: Builder, shape: GemmShape, tile: Tile, reduction: Node) -> WorkItem:
        bounds = b.constant(begin), b.constant(end)
        return WorkItem(tile, *bounds, end - begin, b.constant(begin == 0, I1), b.constant(end == shape.k, I1))

    return hand_out


def reduction_of(spec: ConvSpec) -> int:
    """The length of k, in a direction without phases."""
    return oracle.reduction_length(spec.direction, spec.problem)


def exercise(spec: ConvSpec, inside: Callable[[np.ndarray], np.ndarray], factor: float = 1) -> Exercise:
    """Operands, and what is to come of those elements of the reduction alone for which `inside` holds, times a factor."""
    problem = spec.problem
    a, b = oracle.make_operands(spec.direction, problem, spec.in_type, 3, "normal")
    wide_a, wide_b = (oracle.to_float64(array, spec.in_type) for array in (a, b))
    if spec.direction == "wgrad":
        rows = wide_a.reshape(-1, problem.k)
        rows[~inside(np.arange(len(rows)))] = 0
    elif spec.direction == "forward":
        columns = wide_b.reshape(problem.k, -1)
        columns[:, ~inside(np.arange(columns.shape[1]))] = 0
    else:
        taps, channels = prod(problem.filter), problem.group_k
        elements = wide_b.reshape(problem.groups, channels, taps, problem.group_c)
        k = np.arange(taps)[None, :] // (problem.stride or (1,))[0] * channels + np.arange(channels)[:, None]
        elements[:, ~inside(k)] = 0
    operands = dict(zip(TENSORS[spec.direction], (a, b), strict=False))
    expected = factor * oracle.reference(spec.direction, wide_a, wide_b, problem)
    bound = factor * oracle.bound(spec.direction, wide_a, wide_b, problem, spec.out_type)
    return Exercise(operands, expected, bound, None)


def holds(program: Program, expected: Exercise) -> bool:
    """Whether a program computes what is expected, and no sanitizer finds anything."""
    found = run_simulation(program, exercise=expected)
    assert not found.findings
    return found.comparison.ok


def test_the_whole_reduction_is_one_item():
    spec = spec_of(KERNELS["coalesced"])
    assert doctored(KERNELS["coalesced"], whole_reduction) == PythonEngine().emit(spec, "llvm22")
    length = reduction_of(PythonEngine().emit(spec, "llvm22").spec)
    assert doctored(KERNELS["coalesced"], part_of(0, length)) == PythonEngine().emit(spec, "llvm22")


@pytest.mark.parametrize("cut", ["tile", "ragged"])
@pytest.mark.parametrize("name", KERNELS)
def test_an_item_is_its_part_of_the_sum(name: str, cut: str):
    """Cut after a whole number of tiles, and after none."""
    spec = PythonEngine().emit(spec_of(KERNELS[name]), "llvm22").spec
    length = reduction_of(spec)
    middle = length // (2 * spec.tile_k) * spec.tile_k + (0 if cut == "tile" else 8)
    assert 0 < middle < length and (middle % spec.tile_k == 0) == (cut == "tile")
    below, above = (exercise(spec, inside) for inside in (lambda k: k < middle, lambda k: k >= middle))
    assert holds(doctored(KERNELS[name], part_of(0, middle)), below)
    assert holds(doctored(KERNELS[name], part_of(middle, length)), above)
    assert not holds(doctored(KERNELS[name], part_of(0, middle)), above)


@pytest.mark.parametrize("name", KERNELS)
def test_an_item_in_the_middle(name: str):
    """Which neither begins nor ends with the reduction, and is shorter than a tile."""
    spec = PythonEngine().emit(spec_of(KERNELS[name]), "llvm22").spec
    begin, end = spec.tile_k + 8, 2 * spec.tile_k
    assert holds(doctored(KERNELS[name], part_of(begin, end)), exercise(spec, lambda k: (begin <= k) & (k < end)))


@pytest.mark.parametrize(("begin", "end"), [(96, 288), (96, 192)])
def test_an_exact_item_ends_where_it_does(begin: int, end: int):
    """Of whole tiles, so that nothing is masked and the trips alone say where it ends."""
    words = "direction=forward arch=gfx942 n=1 c=32 k=32 input=5x5 filter=3x3 pad=1 tile_m=32 tile_n=32 tile_k=32"
    spec = PythonEngine().emit(spec_of(words), "llvm22").spec
    assert holds(doctored(words, part_of(begin, end)), exercise(spec, lambda k: (begin <= k) & (k < end)))


@pytest.mark.parametrize("upper", [False, True])
def test_bounds_may_be_values(upper: bool):
    """A dgrad of two phases, cut where the shorter has ended: what is left of it is nothing, or a part."""
    middle = 40

    def hand_out(b: Builder, shape: GemmShape, tile: Tile, reduction: Node) -> WorkItem:
        before = b.compare(Predicate.ULT, reduction, b.constant(middle))
        bound = b.select(before, reduction, b.constant(middle))
        zero, always = b.constant(0), b.constant(1, I1)
        return WorkItem(tile, bound if upper else zero, reduction if upper else bound, 8, always, always)

    program = doctored(PHASES, hand_out)
    assert holds(program, exercise(program.spec, lambda k: (k >= middle) == upper))
