"""Warps are called so in all that a user sees; wave is for the inside of the simulator, and for names of AMD's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.support import ROOT

PACKAGE = ROOT / "python/twinkern"
OTHER_WORD = re.compile(r"(?<![\w.%\-])[Ww]aves?(?![\w.\-])")
"""The word by itself, and no part of a name such as amdgpu-waves-per-eu or llvm.amdgcn.wave.id."""


def messages(source: str) -> list[str]:
    """The texts of more than a word in a module, f-strings with a mark for each value; docstrings are none."""
    tree = ast.parse(source)
    stated = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in stated and " " in node.value:
            found.append(node.value)
    return found


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_messages(path):
    assert [text for text in messages(path.read_text(encoding="utf-8")) if OTHER_WORD.search(text)] == []


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda path: Path(path).name)
def test_pages(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if OTHER_WORD.search(line)] == []


def test_the_other_word_is_seen():
    assert OTHER_WORD.search("".join(messages('"""one wave"""\nshow(f"{n} waves a unit")')))
    assert messages('"""one wave"""') == []
    assert not OTHER_WORD.search('"amdgpu-waves-per-eu" llvm.amdgcn.wave.id wave_size')
