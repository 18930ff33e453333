"""No module of an engine outside machine/ names a vendor or a machine of one, or reads a column that is one vendor's own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tests.support import ROOT

ENGINES = (ROOT / "python/twinkern/engine", ROOT / "cengine/src")
TABLE = tomllib.loads((ROOT / "parity/contract/arch.toml").read_text(encoding="utf-8"))
OWN = ("resource_flags", "dma_per_lane", "split_waits")
"""Columns of architectures that say how one vendor's machines do something."""
NAMES = r"vendor|amd(?![a-z]{3})|amdgcn|nvidia|nvptx|gfx\d|sm_\d|cdna\d|mfma|wmma"


def modules() -> list[Path]:
    """The modules of both engines that are no machine's and by hand."""
    paths = [path for engine in ENGINES for pattern in ("*.py", "*.[ch]") for path in engine.rglob(pattern)]
    return [path for path in paths if path.parent.name != "machine" and not path.name.startswith("contract_gen")]


def told(text: str) -> list[str]:
    """The lines that name a vendor or a machine, or read a column that is for machines alone."""
    texts = {key for row in TABLE["vendor"].values() for key, value in row.items() if type(value) is not int}
    columns = "|".join(sorted(texts.union(OWN) - {"machine", "tiles"}))
    pattern = re.compile(rf"(?<![a-z])({NAMES})|(\.|->)({columns})\b", re.IGNORECASE)
    return [line for line in text.splitlines() if pattern.search(line)]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_knows_the_vendor(path: Path) -> None:
    assert told(path.read_text(encoding="utf-8")) == []


def test_what_is_told_is_seen() -> None:
    assert len(modules()) > 60
    for line in (
        'if arch.vendor.name == "amd":',
        "return k->function.arch->dma_per_lane;",
        "TWK_CALL(b, TWK_MFMA_F32_16X16X16F16, x)",
        "/* gfx950 alone */",
        "text += machine.workgroup_fence",
    ):
        assert told(f"x = 1\n{line}\n") == [line]
    assert told("the camden street, an amdahl") == []
