"""From an installed wheel, far from the source tree: the gate and the plug-in on a user's own case files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.gate.test_plugin import GOOD, WRONG
from tests.support import ROOT

pytestmark = pytest.mark.slow
SOURCES = ("python", "cengine", "parity", "setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in")
COMMAND = "import twinkern, twinkern.cli as cli; print(twinkern.__file__, flush=True); cli.main()"


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A directory into which the wheel was installed."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            leave_out = shutil.ignore_patterns("*.so", "*.o", "__pycache__", "*.egg-info")
            shutil.copytree(ROOT / name, source / name, ignore=leave_out)
        else:
            shutil.copy(ROOT / name, source / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "wheel", ".", "--no-deps", "--no-build-isolation", "-w", "dist"], cwd=source, check=True)
    (wheel,) = (source / "dist").glob("twinkern-*-cp311-abi3-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", str(target), str(wheel)], check=True)
    return target


@pytest.fixture
def run(installed, tmp_path):
    """Run Python with the wheel, in a directory of a user's."""

    def run_python(*arguments: str) -> subprocess.CompletedProcess:
        environment = {**os.environ, "PYTHONPATH": str(installed)}
        return subprocess.run([sys.executable, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True)

    return run_python


def test_gate_on_the_files_of_a_user(run, installed, tmp_path):
    (tmp_path / "ours.twinkern.toml").write_text(GOOD)
    done = run("-c", COMMAND, "parity", "--cases", ".")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(installed)) and "\n2 cases, 3 flavours, " in done.stdout
    assert run("-c", COMMAND, "golden", "bless", "--case", "odd_groups", "--reason", "first", "--cases", ".").returncode == 0
    assert run("-c", COMMAND, "golden", "check", "odd_groups", "--cases", ".").returncode == 0
    assert (tmp_path / "golden/hashes.txt").exists()
    (tmp_path / "wrong.twinkern.toml").write_text(WRONG)
    done = run("-c", COMMAND, "parity", "--cases", ".")
    assert done.returncode == 1 and "3 refused with another code" in done.stdout
    assert "no directory parity/cases of case files" in run("-c", COMMAND, "parity").stderr


def test_plugin_on_the_files_of_a_user(run, installed, tmp_path):
    (tmp_path / "ours.twinkern.toml").write_text(GOOD)
    (tmp_path / "conftest.py").write_text("import twinkern\nprint(twinkern.__file__)\n")
    done = run("-m", "pytest", "-q", "-s")
    assert done.returncode == 0 and str(installed) in done.stdout and "2 passed" in done.stdout, done.stdout


def test_showpieces_are_proven(run):
    done = run("-c", COMMAND, "prove", "showpiece_forward_*")
    assert done.returncode == 0 and done.stdout.count("PROVEN") == 2, done.stdout + done.stderr


def test_program_of_a_user_links_with_what_the_wheel_brings(run, tmp_path):
    found = run("-c", "import twinkern; print(twinkern.get_include()); print(twinkern.get_library_dir())")
    include, library = found.stdout.split()
    program = tmp_path / "emit"
    source = ROOT / "cengine/examples/emit.c"
    subprocess.run(["cc", f"-I{include}", source, f"-L{library}", "-ltwinkern", "-o", program], check=True)
    (tmp_path / "spec.json").write_text(
        '{"problem": {"n": 1, "c": 16, "k": 16, "input": [8], "filter": [3]}, "direction": "forward"}'
    )
    done = subprocess.run([program, tmp_path / "spec.json"], capture_output=True, text=True, check=True)
    assert "define amdgpu_kernel void @" in done.stdout


def test_package_says_that_it_is_typed(installed):
    assert (installed / "twinkern/py.typed").is_file()
