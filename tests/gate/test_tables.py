"""The generated tables are held to the contract by the gate itself: no case may need to come near a number."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support import ROOT

from twinkern.cli.parity import parity
from twinkern.gate.parity.tables import stale_tables

GENERATED = ("python/twinkern/_contract.py", "cengine/src/contract_gen.c", "cengine/src/contract_gen.h")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What of a checkout the tables need."""
    shutil.copytree(ROOT / "parity/contract", tmp_path / "parity/contract")
    for name in (*GENERATED, "README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "parity/cases").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("python/twinkern/_contract.py", "does not run pipeline", "does nut run pipeline"),
        ("cengine/src/contract_gen.c", "at most \\002 are read", "at mist \\002 are read"),
        ("cengine/src/contract_gen.c", "tile_group), 1, 64,", "tile_group), 1, 65,"),
        ("cengine/src/contract_gen.h", "TWK_PIPELINE_COUNT = 11", "TWK_PIPELINE_COUNT = 12"),
        ("parity/contract/arch.toml", "lds_bytes = 163840", "lds_bytes = 163841"),
    ],
)
def test_a_changed_table_is_red_and_shown(checkout, name, before, after):
    assert stale_tables(checkout / "parity/cases") == ""
    text = (checkout / name).read_text()
    assert before in text
    (checkout / name).write_text(text.replace(before, after, 1))
    found = stale_tables(checkout / "parity/cases")
    assert "is not what the contract says" in found and "\n+" in found and "\n-" in found


def test_an_installed_package_has_its_tables_alone(tmp_path):
    assert stale_tables(tmp_path) == ""


def test_the_gate_is_red_for_it(monkeypatch):
    monkeypatch.setattr("twinkern.cli.parity.stale_tables", lambda cases: "a row differs")
    result = CliRunner().invoke(parity, ["showpiece_forward_gfx950", "--jobs", "0"])
    assert result.exit_code == 1 and "a row differs" in result.output
