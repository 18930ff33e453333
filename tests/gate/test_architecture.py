"""docs/architecture.md and the README's "How it is built" name what there is."""

from __future__ import annotations

import re
from pathlib import PurePath

import pytest
from tests.support import ROOT

TEXT = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8").split("## How it is built", 1)[1].split("\n## ", 1)[0]
ENGINES = ("python/twinkern/engine", "cengine/src")
ROOMS = ("spec", "plan", "conv", "tile", "machine", "ir")
BASES = ("", "python/twinkern/", "parity/contract/", "docs/")
"""Where a name may stand."""


def places(text: str) -> set[str]:
    """What stands in backquotes and looks like a file or a folder."""
    return {name for name in re.findall(r"`([\w./]+)`", text) if "/" in name or name.endswith((".py", ".toml", ".md"))}


def exists(name: str) -> bool:
    """Whether a place is there; one of a room of the engines, without a suffix, must be in both."""
    if name.split("/")[0] in ROOMS:
        endings = {".py": ((ENGINES[0], ""),), ".c": ((ENGINES[1], ""),)}
        both = ((ENGINES[0], ".py"), (ENGINES[1], ".c"))
        wanted = endings.get(PurePath(name).suffix, both)
        return all((ROOT / engine / f"{name}{end}").exists() or (ROOT / engine / name).is_dir() for engine, end in wanted)
    return any((ROOT / base / name).exists() for base in BASES)


@pytest.mark.parametrize("text", [TEXT, README], ids=["architecture", "readme"])
def test_every_place_exists(text: str):
    found = places(text)
    assert len(found) > 10
    assert [name for name in sorted(found) if not exists(name)] == []


def test_a_place_that_is_not_there_is_noticed():
    assert not exists("tile/epilogue") and not exists("gate/test_nothing.py") and exists("tile/loader") and exists("conv/")


def test_every_room_and_file_of_the_engines_is_shown():
    for room in ROOMS:
        section = re.search(rf"\*\*`{room}/`: (.*?)(?=\n\d\. |\n\n)", TEXT, re.DOTALL)
        assert section, room
        files = {path.stem for path in (ROOT / ENGINES[0] / room).glob("*.py")} - {"__init__"}
        assert files == {path.stem for path in (ROOT / ENGINES[1] / room).glob("*.c")}, room


def test_the_picture_is_there():
    for name in re.findall(r"\]\((\w+\.svg)\)", TEXT):
        assert "<svg" in (ROOT / "docs" / name).read_text()
