"""`make lint` sees a fault of each kind, under the configurations of this checkout."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
C_FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror"]


def judged_by(program: str, *arguments: object, folder: Path) -> str:
    """What a program of the virtual environment says of a file in a folder that has the configurations; it must fail."""
    for name in (".clang-format", ".clang-tidy", "pyproject.toml"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    ran = subprocess.run(
        [BIN / program, *map(str, arguments)], cwd=folder, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"}
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def test_layout_of_c(tmp_path):
    """clang-format."""
    (tmp_path / "a.c").write_text("static int  twk_one(void) { return 1; }\n")
    assert "clang-format-violations" in judged_by("clang-format", "--dry-run", "-Werror", "a.c", folder=tmp_path)


C_FAULTS = {
    "core.DivideZero": "int twk_ratio(int x, int y) {\n    return y ? x : x / y;\n}\n",
    "bugprone-suspicious-semicolon": "int twk_one(int x) {\n    if (x);\n    x = 1;\n    return x;\n}\n",
    "bugprone-narrowing-conversions": "int twk_narrow(long x) {\n    return x;\n}\n",
    "misc-use-internal-linkage": "int twk_same(int x) {\n    return x;\n}\n",
    "readability-function-size": "int twk_long(int x) {\n" + "    x += 1;\n" * 100 + "    return x;\n}\n",
}


@pytest.mark.parametrize("check", C_FAULTS)
def test_faults_of_c(tmp_path, check):
    """clang-tidy: its analyser, its patterns, the compiler's warnings, linkage and length."""
    (tmp_path / "a.c").write_text(C_FAULTS[check])
    assert check in judged_by("clang-tidy", "--quiet", "a.c", "--", *C_FLAGS, folder=tmp_path)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("def size(values: dict) -> int:\n    return len(values)\n", "type-arg"),
        ("def size(values):\n    return len(values)\n", "no-untyped-def"),
        ("def first(text: str | None) -> str:\n    return text.strip()\n", "union-attr"),
    ],
)
def test_types(tmp_path, body, code):
    """mypy in strict mode."""
    (tmp_path / "a.py").write_text(body)
    said = judged_by("python", "-m", "mypy", "--config-file", "pyproject.toml", "a.py", folder=tmp_path)
    assert f"[{code}]" in said


def test_no_module_is_left_out():
    """Strict, over the whole package."""
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
    assert mypy["strict"] is True and mypy["packages"] == ["twinkern"]
    assert all(set(row) <= {"module", "ignore_missing_imports", "follow_imports"} for row in mypy["overrides"])
    outside = {name for row in mypy["overrides"] for name in row["module"] if name.startswith("twinkern")}
    assert outside == {"twinkern.native._twinkern"}, "the extension, which is no Python"
