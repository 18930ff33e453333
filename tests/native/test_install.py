"""`make install`: what a program of somebody else's finds, links with and starts."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support import ROOT

CC = os.environ.get("CC", "cc")
SPEC = '{"problem": {"n": 1, "c": 16, "k": 16, "input": [8, 8], "filter": [3, 3]}, "direction": "forward"}'
PROJECT = """cmake_minimum_required(VERSION 3.16)
project(user LANGUAGES C)
find_package(twinkern 0.1 REQUIRED)
add_executable(shared emit.c)
target_link_libraries(shared PRIVATE twinkern::twinkern)
add_executable(alone emit.c)
target_link_libraries(alone PRIVATE twinkern::static)
"""


def run(*command: str | Path, **extra) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **extra)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The prefix of an installation, its files moved under another directory as a package builder does."""
    root = tmp_path_factory.mktemp("stage")
    run("make", "-C", ROOT, "install", f"DESTDIR={root}", "PREFIX=/opt/twinkern")
    return root / "opt/twinkern"


@pytest.fixture
def emits(installed, tmp_path):
    """Check that a program prints the kernel of a spec."""
    spec = tmp_path / "spec.json"
    spec.write_text(SPEC)

    def check(program: Path) -> None:
        text = run(program, spec, env={**os.environ, "LD_LIBRARY_PATH": str(installed / "lib")})
        assert "define amdgpu_kernel void @" in text

    return check


@pytest.mark.parametrize("library", [("-ltwinkern",), ("-l:libtwinkern.a",)], ids=["shared", "static"])
def test_program_links_and_starts(installed, emits, tmp_path, library):
    program = tmp_path / "emit"
    run(CC, f"-I{installed}/include", ROOT / "cengine/examples/emit.c", f"-L{installed}/lib", *library, "-o", program)
    emits(program)


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="there is no pkg-config")
def test_pkg_config(installed):
    environment = {**os.environ, "PKG_CONFIG_PATH": f"{installed}/lib/pkgconfig"}
    flags = run("pkg-config", "--cflags", "--libs", "--define-variable=prefix=/x", "twinkern", env=environment).split()
    assert flags == ["-I/opt/twinkern/include", "-L/opt/twinkern/lib", "-ltwinkern"]


@pytest.mark.skipif(not shutil.which("cmake"), reason="there is no cmake")
@pytest.mark.parametrize("by", ["make", "cmake"])
def test_find_package(installed, emits, tmp_path, by):
    prefix = installed
    if by == "cmake":
        prefix = tmp_path / "prefix"
        run("cmake", "-S", ROOT / "cengine", "-B", tmp_path / "engine", "-DBUILD_TESTING=OFF")
        run("cmake", "--build", tmp_path / "engine")
        run("cmake", "--install", tmp_path / "engine", "--prefix", prefix)
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    shutil.copy(ROOT / "cengine/examples/emit.c", tmp_path)
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path / "build")
    emits(tmp_path / "build/shared")
    emits(tmp_path / "build/alone")
