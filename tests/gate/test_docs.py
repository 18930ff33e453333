"""docs/ci.md says what the gate does."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from click.testing import CliRunner
from tests.support import ROOT

from twinkern.cli import group
from twinkern.gate.cases import load_cases
from twinkern.gate.parity import PASSING, STATUSES, Floors, read_floors, run_gate

TEXT = (ROOT / "docs/ci.md").read_text(encoding="utf-8")


def rows(head: str) -> list[list[str]]:
    """The cells of the table with this head."""
    table = TEXT.split(f"| {head} |\n", 1)[1].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1:]]


def test_every_verdict_is_described():
    assert rows("verdict | passes | meaning") == [
        [name, "yes" if name in PASSING else "", meaning] for name, meaning in STATUSES.items()
    ]


def test_every_floor_is_described():
    assert [row[0] for row in rows("key | floor")] == [f"`{row.name}`" for row in fields(Floors)]


def test_example_holds(tmp_path):
    path = tmp_path / "ours.twinkern.toml"
    path.write_text(re.search("```toml\n(.*?)```", TEXT, re.DOTALL)[1])
    report = run_gate(load_cases(tmp_path), floors=read_floors(tmp_path))
    assert report.ok and [row.status for row in report.verdicts[::3]] == ["identical", "refused alike"]


@pytest.mark.parametrize("arguments", re.findall(r"^    twinkern (parity --cases kernels.*?)  +#", TEXT, re.MULTILINE))
def test_recipes_are_green_on_the_example(tmp_path, monkeypatch, arguments):
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels/ours.twinkern.toml").write_text(re.search("```toml\n(.*?)```", TEXT, re.DOTALL)[1])
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(group, arguments.split())
    assert done.exit_code == 0, done.output
