"""What `make coverage` says of a line that is not reached, and of a reason that excuses nothing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import ROOT

SOURCE = "int f(int x) {\n    if (x > 1) {\n        return 2;\n    }\n    return 0;\n}\nint main(void) {\n    return f(0);\n}\n"


@pytest.fixture(scope="module")
def unreached():
    """The script as a module."""
    sys.path.insert(0, str(ROOT / "tests/gate"))
    spec = importlib.util.spec_from_file_location("unreached", ROOT / "tests/gate/unreached.py")
    module = sys.modules["unreached"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(str(ROOT / "tests/gate"))
    return module


def test_a_place_needs_a_reason_and_a_reason_a_place(unreached):
    place = unreached.Place("cengine/src/a.c", "f", 3, "line not reached", "return 2;")
    fits = unreached.Reason("cengine/src/*.c", "why", function="f", text="return")
    assert unreached.judge([place], [fits]) == []
    assert unreached.judge([place], []) == ["cengine/src/a.c:3: f: line not reached: return 2;"]
    for other in ({"file": "cengine/src/b.c"}, {"function": "g"}, {"text": "if"}, {"test": "test_memory.c"}):
        reason = unreached.Reason(**{"file": "cengine/src/a.c", "reason": "why", **other})
        assert str(place) in unreached.judge([place], [reason])
    (line,) = unreached.judge([], [fits])
    assert line.startswith("unreached.toml: everything is reached: ")


def test_lines_and_branches_are_seen_and_added_up(unreached, tmp_path: Path, monkeypatch):
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.c").write_text(SOURCE)
    (tmp_path / "cengine/src").mkdir(parents=True)
    (tmp_path / "cengine/src/a.c").write_text(SOURCE)
    monkeypatch.setattr(unreached, "ROOT", tmp_path)
    compile_it = ["cc", "-O0", "--coverage", "-c", tmp_path / "src/a.c", "-o", "a.o"]
    for command in (compile_it, ["cc", "--coverage", "a.o", "-o", "a"], ["./a"]):
        subprocess.run(command, cwd=tmp_path, check=True)
    counts = unreached.c_counts([tmp_path / "a.o"], tmp_path)
    assert [(place.line, place.what) for place in unreached.c_places(counts)] == [
        (2, "1 of 2 branches not taken"),
        (3, "line not reached"),
    ]
    taken = {key: (name, 1, [1] * len(branches)) for key, (name, _, branches) in counts.items()}
    assert list(unreached.c_places(unreached.added(counts, taken))) == []


def test_every_reason_says_why(unreached):
    reasons = unreached.read_reasons()
    assert len(reasons) == len(set(reasons)) and all(reason.reason for reason in reasons)
