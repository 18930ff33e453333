"""Imports run one way: conv -> tile -> machine -> ir -> plan -> spec -> contract, in both engines; what is no engine knows of
one only what `twinkern.engine` gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support import ROOT

import twinkern.engine

PACKAGE = ROOT / "python/twinkern"
C_SOURCES = ROOT / "cengine/src"
ROOMS = ("conv", "tile", "machine", "ir", "plan", "spec")
"""Each may import itself and those behind it."""
TYPES = "ir/types.h"
"""What the tables of the contract are made of, in C: rows of types, at addresses."""
BESIDE = ("arena.h", "contract_gen.h", "sha256.h", "text.h", "twinkern.h")
"""What every room of the C engine may include: the contract, and what has no room."""
OUTSIDE = ("cli", "gate", "judge", "torch", "api.py", "pytest_plugin.py", "shown.py", "words.py", "workers.py")
"""What may know of an engine only what it gives; `engines.py` and `chunks.py` run it, the profile draws its plan."""


def imported(path: Path, package: Path = PACKAGE) -> Iterator[tuple[int, str]]:
    """What a module imports, also inside functions: line and full name, of `from a import b` a.b."""
    here = ["twinkern", *path.relative_to(package).parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*here[: len(here) - node.level], node.module] if node.level else [node.module]
            yield from ((node.lineno, ".".join([*filter(None, base), alias.name])) for alias in node.names)


def python_faults(package: Path = PACKAGE) -> list[str]:
    """Imports of the Python engine that run the other way, or leave it for more than the contract."""
    found = []
    for path in sorted((package / "engine").rglob("*.py")):
        room = path.relative_to(package / "engine").parts[0]
        allowed = ROOMS[ROOMS.index(room) :] if room in ROOMS else ROOMS
        for line, name in imported(path, package):
            if name.startswith("twinkern.") and not name.startswith(
                ("twinkern._contract.", *(f"twinkern.engine.{room}." for room in allowed))
            ):
                found.append(f"{path.relative_to(package)}:{line}: {name}")
    return found


def c_faults(sources: Path = C_SOURCES) -> list[str]:
    """Includes of the C engine's rooms that run the other way; what has no room includes none, but for the public functions."""
    found = []
    for path in sorted(sources.rglob("*.[ch]")):
        place = path.relative_to(sources)
        room = place.parts[0] if len(place.parts) > 1 else ""
        allowed = ROOMS if path.name == "twinkern.c" else ROOMS[ROOMS.index(room) :] if room else ()
        beside = (*BESIDE, TYPES) if path.stem == "contract_gen" else BESIDE
        for number, line in enumerate(path.read_text().splitlines(), 1):
            included = re.match(r'#\s*include\s+"([^"]+)"', line)
            if included and included[1] not in beside and included[1].split("/")[0] not in allowed:
                found.append(f"{place}:{number}: {included[1]}")
    return found


def outside_faults(package: Path = PACKAGE) -> list[str]:
    """Imports of an engine's inside."""
    given = {f"twinkern.engine.{name}" for name in twinkern.engine.__all__}
    found = []
    for part in OUTSIDE:
        for path in sorted((package / part).rglob("*.py")) if (package / part).is_dir() else [package / part]:
            for line, name in imported(path, package):
                if re.match(r"twinkern\.engine(\.|$)", name) and name not in given:
                    found.append(f"{path.relative_to(package)}:{line}: {name}")
    return found


def test_python_engine():
    assert python_faults() == []


def test_c_engine():
    assert c_faults() == []


def test_judges_gates_and_commands():
    assert outside_faults() == []


def test_the_rooms_are_those_that_there_are():
    """A new folder has its place in the order."""
    folders = {path.name for path in (PACKAGE / "engine").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(ROOMS) == {path.name for path in C_SOURCES.iterdir() if path.is_dir()}
    assert all((PACKAGE / part).exists() for part in OUTSIDE)


@pytest.mark.parametrize(
    ("place", "text", "name"),
    [
        ("engine/plan/a.py", "from twinkern.engine.tile.place import x", "twinkern.engine.tile.place.x"),
        ("engine/ir/a.py", "import twinkern.engine.machine.amdgcn", "twinkern.engine.machine.amdgcn"),
        ("engine/spec/a.py", "def f():\n    from twinkern.engine import plan", "twinkern.engine.plan"),
        ("engine/spec/a.py", "from ..plan import views", "twinkern.engine.plan.views"),
        ("engine/conv/a.py", "from twinkern.judge import oracle", "twinkern.judge.oracle"),
        ("gate/parity/a.py", "from twinkern.engine.plan import rules", "twinkern.engine.plan.rules"),
        ("judge/a.py", "from twinkern.engine.spec.spec import read_spec", "twinkern.engine.spec.spec.read_spec"),
        ("judge/a.py", "from twinkern import engine", "twinkern.engine"),
        ("cli/a.py", "def f():\n    import twinkern.engine.ir.printer", "twinkern.engine.ir.printer"),
    ],
)
def test_planted_imports(tmp_path, place, text, name):
    for part in (*OUTSIDE, "engine"):
        (tmp_path / part).touch() if part.endswith(".py") else (tmp_path / part).mkdir()
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n")
    (fault,) = python_faults(tmp_path) + outside_faults(tmp_path)
    assert fault == f"{place}:{text.count(chr(10)) + 1}: {name}"


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("spec/spec.c", "plan/plan.h"),
        ("ir/types.h", "machine/interface.h"),
        ("text.c", "ir/types.h"),
        ("contract_gen.h", "ir/builder.h"),
        ("plan/plan.h", "emit.h"),
    ],
)
def test_planted_includes(tmp_path, place, name):
    path = tmp_path / place
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'#include <string.h>\n#include "text.h"\n#include "{name}"\n')
    assert c_faults(tmp_path) == [f"{place}:3: {name}"]
