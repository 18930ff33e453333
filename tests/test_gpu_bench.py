"""What is timed on a GPU and how it is summed up; the timing itself needs one."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from twinkern.engines import NativeEngine
from twinkern.profile import gpu_bench
from twinkern.profile.gpu_bench import Choice, Result, Times, mean_ratio, specs_of, times_of, worst_ratio
from twinkern.profile.gpu_picture import draw
from twinkern.profile.gpu_rows import DIRECTIONS, MOST_CANDIDATES, ROWS, candidates
from twinkern.words import words_to_json

ROW = Result(
    "32 256 64x64 256 3x3 1 1 1", "forward", "bf16", "direction=forward pad=1 tile_m=128 split_k=-1", 1, Times(350, 349, 352),
    Times(210, 209, 212), 440.0, 700.0, 0.6, 641.0, 0.686, 0.5, 12, False,
)  # fmt: skip


backends = SimpleNamespace(cudnn=SimpleNamespace(version=lambda: 1))


def run_cli(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([Path(sys.executable).with_name("twinkern"), *arguments], capture_output=True, text=True)


def result(ratio: float, few: bool = False) -> Result:
    return replace(ROW, ratio=ratio, few_channels=few)


def test_the_rows():
    """The arithmetic of the table: a 3x3 of 256 channels is 154.6 GFLOP, bound by multiplication; a 1x1 by memory."""
    large = ROWS[8]
    assert large.flops == 2 * 32 * 64 * 64 * 256 * 256 * 9 and large.roofline == 641 and str(large) == ROW.row
    assert ROWS[1].roofline == pytest.approx(ROWS[1].flops / ROWS[1].moved_bytes * 4.3) and ROWS[1].roofline < 300
    assert [row.few_channels for row in ROWS] == [False] * 12 + [True] * 3 and ROWS[14].out_size == 112


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_each_row_has_candidates_that_are_accepted(number, direction):
    row, engine = ROWS[number], NativeEngine()
    found = list(islice(candidates(row, direction), MOST_CANDIDATES))
    assert len(set(found)) == len(found) <= MOST_CANDIDATES
    explained = [engine.explain(words_to_json(f"{row.words(direction, 'bf16', 'sm_90')} {words}".split())) for words in found]
    assert sum(row.name is not None for row in explained) >= 2
    if direction == "wgrad":
        assert all("split_k" in words for words in found), "few tiles, and a long reduction"


def test_summary():
    assert mean_ratio([result(0.5), result(2.0), result(0.1, few=True)]) == pytest.approx(1)
    assert worst_ratio([result(0.5), result(0.4, few=True), result(1.2, few=True)]) == 0.4
    assert math.isnan(mean_ratio([result(1, few=True)])) and math.isnan(worst_ratio([result(1)]))
    assert times_of([0.004, 0.001, 0.002, 0.003]) == Times(3.0, 2.0, 4.0)


def test_a_pick_spares_the_search():
    choice = Choice([8], picks={(ROW.row, "forward"): "tile_m=64"})
    assert specs_of(choice, (ROWS[8], "forward", "fp16"), "sm_90") == [ROWS[8].words("forward", "fp16", "sm_90") + " tile_m=64"]
    assert len(specs_of(replace(choice, most=5), (ROWS[8], "dgrad", "fp16"), "sm_90")) == 5


def test_the_picture():
    """A drawing by itself: both bars of each row, as long as their numbers say."""
    root = ElementTree.fromstring(draw([ROW, replace(ROW, tflops=220.0, direction="dgrad")], "a GPU"))
    bars = [element for element in root.iter("{http://www.w3.org/2000/svg}rect") if element.get("fill") == "#2563eb"]
    assert [float(bar.get("width")) for bar in bars] == pytest.approx([264, 132])
    assert "".join(root.itertext()).count("TFLOP/s") >= 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rows", "0,15"], "numbers from 0 to 14"),
        (["--rows", "one"], "numbers from 0 to 14"),
        (["--direction", "back"], "'back'"),
        (["--candidates", "31"], "31"),
    ],
)
def test_bad_options(arguments, said):
    done = run_cli("bench", "--gpu", *arguments)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rows", "3", "--l2", "warm"], "--rows, --l2: only with --gpu"),
        (["--gpu", "--docs", "build/none.md"], "--docs: not with --gpu"),
    ],
)
def test_options_of_the_other_benchmark(arguments, said):
    done = run_cli("bench", *arguments)
    assert done.returncode == 2 and said in done.stderr


def test_a_wrong_kernel_leaves_what_was_found(monkeypatch, capsys, tmp_path):
    """Results so far are shown and written; without any device there is nothing to show."""
    from twinkern.cli.benching import bench_gpu
    from twinkern.cli.output import Output

    def found(*_):
        yield ROW
        raise gpu_bench.BenchError("a kernel is wrong: this one")

    parts = SimpleNamespace(device="a GPU", torch=SimpleNamespace(__version__="0", backends=backends), choice=Choice([8]))
    monkeypatch.setattr(gpu_bench, "Bench", lambda *_: parts)
    monkeypatch.setattr(gpu_bench, "run_bench", found)
    path = tmp_path / "bench.json"
    assert bench_gpu(Choice([8]), Output(str(path)), None) == 1
    out, err = capsys.readouterr()
    assert ROW.row in out and "a kernel is wrong: this one" in err
    assert [row["tflops"] for row in json.loads(path.read_text())["results"]] == [440.0]


def test_picks_that_are_none(tmp_path):
    path = tmp_path / "picks.json"
    for content in ("{", "[]", json.dumps({"results": [{"row": 1}]})):
        path.write_text(content)
        done = run_cli("bench", "--gpu", "--picks", str(path))
        assert done.returncode == 2 and "no file that --json wrote" in done.stderr and "Traceback" not in done.stderr
