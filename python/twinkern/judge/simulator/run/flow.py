"""The order in which lanes at different blocks go on, so that diverged lanes meet again.

The scheduler runs the lowest block first. Lanes then meet at every join if each block comes after all blocks from which
lanes may still come to it: outside of loops, a topological order. A loop (a strongly connected component of the graph) comes
whole before what is behind it, and its edges back to its headers are left out of its own order, which holds the loops inside
it in the same way. So the blocks that a lane passes with which others depend on the graph alone, not on the order of a
branch's operands.

Lanes on their way back to a header wait for the rest of their round. Where one block sends all of them back, that block comes
last and they meet there; else each header gets a `Latch`, behind the loop's blocks, to wait at. An irreducible loop has several
headers, and its latches let go of their lanes together.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

from ..text import ir
from ..text.errors import SimulatorError

Edges = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Latch:
    """A place behind a loop's blocks, where lanes on their way back to `header` wait; `headers` are all of the loop's."""

    header: str
    headers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """Names of the reachable blocks, and latches, in the order in which they run; `latches` has the latch of an edge that
    leads back by way of one, by (source, header)."""

    places: list[str | Latch]
    latches: dict[tuple[str, str], Latch]

    @property
    def blocks(self) -> list[str]:
        return [place for place in self.places if isinstance(place, str)]


def successors(block: ir.Block) -> tuple[str, ...]:
    if not block.instructions or block.instructions[-1].op not in ("br", "switch", "ret", "unreachable"):
        raise SimulatorError(f"block %{block.name} has no terminator")
    labels: tuple[str, ...] = block.instructions[-1].extra.get("labels", ())
    return labels


def block_order(function: ir.Function) -> Order:
    """The order of a function's reachable blocks; the entry comes first. What the graph leaves open goes by the text."""
    entry = function.blocks[0].name
    edges = _reachable(function, entry)
    before: Edges = {name: [] for name in edges}
    for name, targets in edges.items():
        for target in targets:
            before[target].append(name)
    order = Order([], {})
    work: list[str | Latch | list[str]] = [*_arranged(list(edges), edges)[::-1]]
    while work:
        item = work.pop()
        if not isinstance(item, list):
            order.places.append(item)
        elif len(item) == 1 and item[0] not in edges[item[0]]:
            order.places.append(item[0])
        else:
            work += _loop(item, entry, edges, before, order)[::-1]
    return order


def _reachable(function: ir.Function, entry: str) -> Edges:
    """The graph's edges, each once, for the reachable blocks in the order of the text."""
    blocks = {block.name: block for block in function.blocks}
    seen = {entry}
    stack = [entry]
    while stack:
        for target in successors(blocks[stack.pop()]):
            if target not in blocks:
                raise SimulatorError(f"branch to the unknown block %{target}")
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return {name: list(dict.fromkeys(successors(block))) for name, block in blocks.items() if name in seen}


def _loop(members: list[str], entry: str, edges: Edges, before: Edges, order: Order) -> list[list[str] | Latch]:
    """A loop's parts in order, its latches last. Takes its edges back to its headers out of `edges`; `before` has the blocks
    from which an edge leads to each."""
    inside = set(members)
    headers = tuple(name for name in members if name == entry or not inside.issuperset(before[name]))
    back = [(name, target) for name in members for target in edges[name] if target in headers]
    for name, target in back:
        edges[name].remove(target)
    parts: list[list[str] | Latch] = [*_arranged(members, edges)]
    if len(back) > 1 or parts[-1] != [back[0][0]] or back[0][0] in edges[back[0][0]]:
        latches = {header: Latch(header, headers) for header in headers}
        order.latches.update({(name, target): latches[target] for name, target in back})
        parts += latches.values()
    return parts


def _arranged(names: list[str], edges: Edges) -> list[list[str]]:
    """The strongly connected components of a part of the graph, in topological order; ties go by the order of `names`."""
    component = _components(names, edges)
    members: dict[int, list[str]] = {}
    for name in names:
        members.setdefault(component[name], []).append(name)
    rank = {number: place for place, number in enumerate(members)}
    ways: dict[int, set[int]] = {number: set() for number in members}
    for name in names:
        ways[component[name]] |= {component[target] for target in edges[name] if target in component} - {component[name]}
    incoming = dict.fromkeys(ways, 0)
    for targets in ways.values():
        for target in targets:
            incoming[target] += 1
    ready: list[tuple[int, int]] = []
    for number, count in incoming.items():
        if not count:
            heappush(ready, (rank[number], number))
    order = []
    while ready:
        number = heappop(ready)[1]
        order.append(members[number])
        for target in ways[number]:
            incoming[target] -= 1
            if not incoming[target]:
                heappush(ready, (rank[target], target))
    return order


def _components(names: list[str], edges: Edges) -> dict[str, int]:
    """The number of each block's strongly connected component (Tarjan, with a stack of its own: kernels can be deep)."""
    component: dict[str, int] = {}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    inside = set(names)
    open_: list[str] = []
    for start in names:
        if start in index:
            continue
        index[start] = low[start] = len(index)
        open_.append(start)
        stack = [(start, iter(edges[start]))]
        while stack:
            name, targets = stack[-1]
            for target in targets:
                if target not in inside:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    open_.append(target)
                    stack.append((target, iter(edges[target])))
                    break
                if target not in component:
                    low[name] = min(low[name], index[target])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[name])
                if low[name] == index[name]:
                    while name not in component:
                        component[open_.pop()] = index[name]
    return component
