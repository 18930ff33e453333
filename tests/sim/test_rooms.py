"""The rooms of the simulator: no modules import each other in a circle, and rooms import one way."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from twinkern.judge import simulator

PACKAGE = Path(simulator.__file__).parent
ORDER = {"text": 0, "memory": 1, "run": 2, "amd": 3, "nvidia": 3, "": 4}
"""A room imports from those before it alone; of two that stand beside each other neither from the other. "": the package's own
modules."""

Graph = dict[str, set[str]]


def read_package(root: Path) -> dict[str, str]:
    """The text of each module of a package, by its dotted name in it; a package's own is its `__init__`."""
    return {".".join(path.relative_to(root).with_suffix("").parts): path.read_text() for path in root.rglob("*.py")}


@cache
def imports(name: str, text: str, modules: frozenset[str]) -> set[str]:
    """The modules of the package that one imports, wherever in its text: in a function or for type checkers, too."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        names = []
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*name.split(".")[: -node.level], *(node.module.split(".") if node.module else [])]
            names = [".".join([*base, alias.name]) for alias in node.names] + [".".join(base)]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            parents = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                parents = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            prefix = simulator.__name__ + "."
            names = [parent.removeprefix(prefix) for parent in parents if parent.startswith(prefix)]
        found |= {each for each in names if each in modules}
    return found


def graph_of(modules: Mapping[str, str]) -> Graph:
    return {name: imports(name, text, frozenset(modules)) for name, text in modules.items()}


def circle(graph: Graph) -> list[str]:
    """Modules that import each other in a circle; none where there is no circle."""
    left = {name: set(others) for name, others in graph.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


def room(name: str) -> str:
    return name.rpartition(".")[0]


def wrong_ways(graph: Graph) -> list[str]:
    """Imports from a room that does not come before."""
    return sorted(
        f"{name} imports {other}"
        for name, others in graph.items()
        for other in others
        if room(other) != room(name) and ORDER[room(other)] >= ORDER[room(name)]
    )


@pytest.fixture(scope="module")
def modules() -> dict[str, str]:
    return read_package(PACKAGE)


def test_every_module_is_in_a_room(modules):
    assert {room(name) for name in modules} == set(ORDER)
    assert len(modules) > 60


def test_no_circle(modules):
    assert circle(graph_of(modules)) == []


def test_rooms_import_one_way(modules):
    assert wrong_ways(graph_of(modules)) == []


def test_files_are_read_in_one_sitting(modules):
    assert {name: text.count("\n") for name, text in modules.items() if text.count("\n") > 700} == {}


@pytest.mark.parametrize(
    "statement",
    [
        "from ..run.machine import Machine",
        "from ..run import machine",
        "import twinkern.judge.simulator.run.machine",
        "from twinkern.judge.simulator.run import machine",
        "if TYPE_CHECKING:\n    from ..run.machine import Machine",
        "def late():\n    from ..run.machine import Machine",
    ],
)
def test_a_planted_import_is_seen(modules, statement):
    graph = graph_of(modules | {"memory.lds": modules["memory.lds"] + f"\n\n{statement}\n"})
    assert wrong_ways(graph) == ["memory.lds imports run.machine"]


def test_a_planted_circle_of_one_room_is_seen(modules):
    planted = modules["memory.memory"] + "\n\ndef late():\n    from .hooks import Hooks\n"
    assert {"memory.memory", "memory.batch", "memory.hooks"} <= set(circle(graph_of(modules | {"memory.memory": planted})))


def test_machines_of_two_vendors_know_nothing_of_each_other(modules):
    planted = modules["nvidia.warp"] + "\n\nfrom ..amd import wmma\n"
    assert wrong_ways(graph_of(modules | {"nvidia.warp": planted})) == ["nvidia.warp imports amd.wmma"]
