"""Where diverged lanes meet again: at every join, and behind a loop, whatever the order of a branch's operands and of the text.

Random kernels, structured and not. Each block mixes the ballot of the lanes that are there into one value and its own number
into another; the second decides where the lane goes."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
import pytest

from twinkern.judge import simulator as sim

LANES, WAVE, FUEL = 128, 64, 12
STEP, MIX, START = 22695477, 1664525, 2654435761
MASK = 0xFFFFFFFF
PRIVATE = 7  # accesses to private memory in each block


@dataclass
class Graph:
    """Blocks by number with the way on from each: `(kind, threshold, targets)`."""

    ways: dict[int, tuple] = field(default_factory=dict)

    def add(self) -> int:
        self.ways[len(self.ways)] = ("ret", 0, ())
        return len(self.ways) - 1


def chooses(value: int, rounds: int, kind: str, threshold: int) -> int:
    """Which way a lane goes: 0 where it has no fuel left."""
    if kind == "jump" or rounds >= FUEL:
        return 0
    bits = value >> 16 & 7
    return min(bits, 2) if kind == "switch" else int(bits < threshold)


def render(graph: Graph, shuffle: random.Random | None) -> str:
    """The kernel; with `shuffle`, the blocks of the text and the operands of the branches in another order."""
    texts = [block_text(number, *way, shuffle) for number, way in graph.ways.items()]
    if shuffle is not None:
        shuffle.shuffle(texts)
    return f"""target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %o) #0 {{
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %v = alloca i32, addrspace(5)
  %h = alloca i32, addrspace(5)
  %n = alloca i32, addrspace(5)
  %start = mul i32 %t, {START - (1 << 32)}
  store i32 %start, ptr addrspace(5) %v
  store i32 0, ptr addrspace(5) %h
  store i32 0, ptr addrspace(5) %n
  br label %b0
{"".join(texts)}
}}
attributes #0 = {{ "target-cpu"="gfx942" }}
"""


def block_text(b: int, kind: str, threshold: int, targets: tuple[int, ...], shuffle: random.Random | None) -> str:
    text = f"""b{b}:
  %m{b} = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %mh{b} = lshr i64 %m{b}, 32
  %mx{b} = xor i64 %m{b}, %mh{b}
  %mt{b} = trunc i64 %mx{b} to i32
  %h0{b} = load i32, ptr addrspace(5) %h
  %h1{b} = mul i32 %h0{b}, {MIX}
  %h2{b} = add i32 %h1{b}, %mt{b}
  %h3{b} = add i32 %h2{b}, {b}
  store i32 %h3{b}, ptr addrspace(5) %h
  %v0{b} = load i32, ptr addrspace(5) %v
  %v1{b} = mul i32 %v0{b}, {STEP}
  %v2{b} = add i32 %v1{b}, {b + 1}
  store i32 %v2{b}, ptr addrspace(5) %v
  %n0{b} = load i32, ptr addrspace(5) %n
  %n1{b} = add i32 %n0{b}, 1
  store i32 %n1{b}, ptr addrspace(5) %n
  %f{b} = icmp ult i32 %n1{b}, {FUEL}
  %w{b} = load i32, ptr addrspace(5) %v
  %s{b} = lshr i32 %w{b}, 16
  %k{b} = and i32 %s{b}, 7
"""
    if kind == "ret":
        return text + f"""  %p{b} = getelementptr [2 x i32], ptr addrspace(1) %o, i32 %t
  %q{b} = getelementptr i32, ptr addrspace(1) %p{b}, i32 1
  store i32 %h3{b}, ptr addrspace(1) %p{b}
  store i32 %v2{b}, ptr addrspace(1) %q{b}
  ret void
"""
    if kind == "jump":
        return text + f"  br label %b{targets[0]}\n"
    if kind == "switch":
        cases = [f"i32 {n}, label %b{targets[n]}" for n in range(2)]
        if shuffle is not None:
            shuffle.shuffle(cases)
        text += f"  %g{b} = select i1 %f{b}, i32 %k{b}, i32 0\n"
        return text + f"  switch i32 %g{b}, label %b{targets[2]} [ {' '.join(cases)} ]\n"
    yes, no = targets[1], targets[0]
    text += f"  %c{b} = icmp ult i32 %k{b}, {threshold}\n  %d{b} = and i1 %c{b}, %f{b}\n"
    if shuffle is not None and shuffle.random() < 0.5:
        return text + f"  %e{b} = xor i1 %d{b}, true\n  br i1 %e{b}, label %b{no}, label %b{yes}\n"
    return text + f"  br i1 %d{b}, label %b{yes}, label %b{no}\n"


class Structured:
    """A random structured kernel, and what its lanes see: statements as `(kind, block, ...)`."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.graph = Graph()
        self.tree = self.sequence(0, False)
        self.exit = self.graph.add()
        self.executed = 0
        self.link(self.tree, self.exit, None, None)

    def sequence(self, depth: int, in_loop: bool) -> list:
        return [self.statement(depth, in_loop) for _ in range(self.choose.randint(1, 3))]

    def statement(self, depth: int, in_loop: bool) -> tuple:
        kinds = ["block", "return"] + ["break", "continue"] * (2 * in_loop)
        if depth < 4:
            kinds += ["if", "switch", "while", "do", "for"] * 2
        kind = self.choose.choice(kinds)
        block, threshold = self.graph.add(), self.choose.randint(1, 7)
        if kind in ("while", "do", "for"):
            return kind, block, threshold, self.sequence(depth + 1, True), self.graph.add()
        count = {"if": 2, "switch": 3}.get(kind, 0)
        parts = [self.sequence(depth + 1, in_loop) if self.choose.random() < 0.8 else [] for _ in range(count)]
        return kind, block, 1 if kind == "return" else threshold, parts, None

    # The graph.

    def link(self, part: list, behind: int, leave: int | None, again: int | None) -> None:
        ways = self.graph.ways

        def first(inner: list, otherwise: int) -> int:
            return inner[0][1] if inner else otherwise

        for place, (kind, block, threshold, inner, inc) in enumerate(part):
            after = first(part[place + 1 :], behind)
            if kind == "block":
                ways[block] = ("jump", 0, (after,))
            elif kind in ("return", "break", "continue"):
                ways[block] = ("br", threshold, (after, {"return": self.exit, "break": leave, "continue": again}[kind]))
            elif kind in ("if", "switch"):
                ways[block] = ("br" if kind == "if" else kind, threshold, tuple(first(p, after) for p in inner))
                for p in inner:
                    self.link(p, after, leave, again)
            else:
                back = block if kind == "while" else inc
                ways[block] = ("jump", 0, (inner[0][1],)) if kind == "do" else ("br", threshold, (after, inner[0][1]))
                ways[inc] = ("br", threshold, (after, block)) if kind == "do" else ("jump", 0, (block,))
                self.link(inner, back, after, back)

    # What the lanes of one wave do.

    def wave(self, first: int) -> np.ndarray:
        """The (ballots, value) pairs of a wave's lanes."""
        self.value = [(first + lane) * (START - (1 << 32)) & MASK for lane in range(WAVE)]
        self.hash, self.rounds, self.ended = [0] * WAVE, [0] * WAVE, set()
        self.run(self.tree, set(range(WAVE)), (set(), set()))
        self.visit(self.exit, set(range(WAVE)))
        return np.array(list(zip(self.hash, self.value, strict=True)), np.uint32)

    def visit(self, block: int, lanes: set[int]) -> list[set[int]]:
        """Lanes run a block together; which of them go which way."""
        kind, threshold, _ = self.graph.ways[block]
        ways: list[set[int]] = [set() for _ in range(3)]
        self.executed += bool(lanes)
        ballot = sum(1 << lane for lane in lanes)
        for lane in lanes:
            self.hash[lane] = (self.hash[lane] * MIX + (ballot & MASK ^ ballot >> 32) + block) & MASK
            self.value[lane] = (self.value[lane] * STEP + block + 1) & MASK
            self.rounds[lane] += 1
            ways[chooses(self.value[lane], self.rounds[lane], kind, threshold)].add(lane)
        return ways

    def run(self, part: list, lanes: set[int], loop: tuple[set[int], set[int]]) -> set[int]:
        """The lanes that come to the end of a part; `loop` takes those that break and those that continue."""
        for kind, block, _, inner, inc in part:
            if not lanes:
                break
            if kind in ("while", "do", "for"):
                lanes = self.loop(kind, block, inner, inc, lanes)
                continue
            ways = self.visit(block, lanes)
            if kind in ("return", "break", "continue"):
                lanes = ways[0]
                {"return": self.ended, "break": loop[0], "continue": loop[1]}[kind].update(ways[1])
            elif kind in ("if", "switch"):
                lanes = set().union(*(self.run(p, way, loop) for p, way in zip(inner, ways, strict=False)))
        return lanes

    def loop(self, kind: str, block: int, inner: list, inc: int, lanes: set[int]) -> set[int]:
        left: set[int] = set()
        while lanes:
            ways = self.visit(block, lanes)
            if kind != "do":
                left |= ways[0]
                lanes = ways[1]
            again: set[int] = set()
            lanes = self.run(inner, lanes, (left, again)) | again
            if kind != "while":
                ways = self.visit(inc, lanes)
                if kind == "do":
                    left |= ways[0]
                    lanes = ways[1]
        return left


def run(text: str) -> tuple[np.ndarray, sim.Run]:
    out = np.zeros((LANES, 2), np.uint32)
    result = sim.run(text, grid=1, block=LANES, args=[out], outputs=(0,))
    assert result.findings == []
    return out, result


@pytest.mark.parametrize("seed", range(20))
def test_structured_kernels_meet_at_every_join(seed: int) -> None:
    kernel = Structured(seed)
    expected = np.concatenate([kernel.wave(first) for first in range(0, LANES, WAVE)])
    shuffle = random.Random(seed)
    for order in (None, shuffle, shuffle):
        out, result = run(render(kernel.graph, order))
        assert (out[:, 1] == expected[:, 1]).all()
        assert (out[:, 0] == expected[:, 0]).all(), "ballots"
        assert result.counters.instructions["cross_lane"] == kernel.executed
        assert result.counters.instructions["private"] == PRIVATE * kernel.executed + 3 * LANES // WAVE


def scattered(seed: int) -> Graph:
    """A random graph, mostly irreducible. Edges back are taken while there is fuel."""
    choose = random.Random(seed)
    graph = Graph()
    count = choose.randint(3, 14)
    for _ in range(count):
        graph.add()
    for block in range(count - 1):
        kind = choose.choice(["jump", "br", "br", "switch"])
        ahead = choose.randint(block + 1, count - 1)
        others = tuple(choose.randint(1, count - 1) for _ in range({"jump": 0, "br": 1, "switch": 2}[kind]))
        graph.ways[block] = (kind, choose.randint(1, 7), (ahead, *others))
    return graph


@pytest.mark.parametrize("seed", range(20))
def test_scattered_graphs_do_not_depend_on_the_order_of_the_text(seed: int) -> None:
    graph = scattered(seed)
    shuffle = random.Random(seed)
    (first, once), *rest = (run(render(graph, order)) for order in (None, shuffle, shuffle, shuffle))
    for lane in range(LANES):
        value, rounds, block = lane * (START - (1 << 32)) & MASK, 0, 0
        while True:
            value, rounds = (value * STEP + block + 1) & MASK, rounds + 1
            kind, threshold, targets = graph.ways[block]
            if kind == "ret":
                break
            block = targets[chooses(value, rounds, kind, threshold)]
        assert first[lane, 1] == value
    for out, other in rest:
        assert (out == first).all()
        # Branches that were turned have a `xor` more.
        assert {k: v for k, v in other.counters.instructions.items() if k != "integer"} == {
            k: v for k, v in once.counters.instructions.items() if k != "integer"
        }
