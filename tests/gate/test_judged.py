"""What is judged is what stands there: every gate names its package and its C engine, and refuses those of other sources."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.gate.test_plugin import GOOD
from tests.support import ROOT

from twinkern.judge.judged import NotTheCheckouts, check_judged
from twinkern.native import binding
from twinkern.native.sources import source_digest

COMMAND = "import twinkern.cli as cli; cli.main()"
CASE = "showpiece_wgrad_gfx942"
GATES = [
    ("parity", CASE),
    ("parity", "--liveness", CASE),
    ("golden", "check", CASE),
    ("golden", "diff", "--base", "HEAD", CASE),
    ("golden", "bless", CASE, "--reason", "none"),
    ("fuzz", "--examples", "3"),
    ("prove", CASE),
]
WITHOUT = shutil.ignore_patterns("__pycache__", "*.egg-info")


def copy_tree(to: Path) -> Path:
    """A checkout of its own, with the C engine as it was built here."""
    for name in ("python", "cengine", "parity", "golden"):
        shutil.copytree(ROOT / name, to / name, ignore=WITHOUT)
    shutil.copy(ROOT / "README.md", to)
    return to


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """See copy_tree."""
    return copy_tree(tmp_path / "checkout")


def edit(path: Path) -> None:
    """Change a letter of a file's first comment, under the dates that it had."""
    dates = path.stat()
    text = path.read_text()
    assert "the" in text
    path.write_text(text.replace("the", "teh", 1))
    os.utime(path, ns=(dates.st_atime_ns, dates.st_mtime_ns))


def run(where: Path, package: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run Python in a directory with the package in another one first on the path."""
    environment = {**os.environ, "PYTHONPATH": str(package)}
    return subprocess.run([sys.executable, *arguments], cwd=where, env=environment, capture_output=True, text=True)


def refusal(done: subprocess.CompletedProcess) -> str:
    """The one line of a command that refuses to judge."""
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done
    assert done.stderr.startswith("twinkern: ") and "rebuild: make setup" in done.stderr
    return done.stderr


def test_a_green_gate_says_what_it_judged(checkout):
    for gate in (GATES[0], GATES[2]):
        done = run(checkout, checkout / "python", "-c", COMMAND, *gate)
        assert done.returncode == 0, done.stderr
        engine = f"C engine of the checkout's sources {source_digest(ROOT)[:12]}"
        assert done.stdout.splitlines()[0] == f"judged: package python/twinkern, {engine}"


@pytest.mark.parametrize("gate", GATES, ids=" ".join)
def test_an_engine_of_other_sources_is_refused(checkout, gate):
    edit(checkout / "cengine/src/ir/printer.c")
    assert source_digest(checkout)[:12] in refusal(run(checkout, checkout / "python", "-c", COMMAND, *gate))
    elsewhere = run(checkout.parent, checkout / "python", "-c", COMMAND, *gate)
    assert source_digest(ROOT)[:12] in refusal(elsewhere)


@pytest.mark.parametrize("gate", GATES, ids=" ".join)
def test_another_package_first_on_the_path_is_refused(checkout, tmp_path, gate):
    other = tmp_path / "other"
    shutil.copytree(ROOT / "python/twinkern", other / "twinkern", ignore=WITHOUT)
    assert str(other) in refusal(run(checkout, other, "-c", COMMAND, *gate))


def test_another_package_on_the_cases_of_a_checkout_is_refused(checkout, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(ROOT / "python/twinkern", other / "twinkern", ignore=WITHOUT)
    gate = (*GATES[0], "--cases", str(checkout / "parity/cases"))
    assert str(other) in refusal(run(tmp_path, other, "-c", COMMAND, *gate))


def test_an_installed_package_needs_no_sources(tmp_path):
    shutil.copytree(ROOT / "python/twinkern", tmp_path / "installed/twinkern", ignore=WITHOUT)
    (tmp_path / "ours.twinkern.toml").write_text(GOOD)
    done = run(tmp_path, tmp_path / "installed", "-c", COMMAND, "parity", "--cases", ".")
    assert done.returncode == 0, done.stderr
    assert f"judged: package installed/twinkern, C engine of sources {source_digest(ROOT)[:12]}\n" in done.stdout


def test_plugin(checkout):
    (checkout / "ours.twinkern.toml").write_text(GOOD)
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "ours.twinkern.toml")
    for processes in ((), ("-n", "1")):
        done = run(checkout, checkout / "python", *command, *processes)
        assert done.returncode == 0, done.stdout
        assert done.stdout.count("judged: package python/twinkern, C engine of the checkout's sources ") == 1, done.stdout
    edit(checkout / "cengine/include/twinkern.h")
    done = run(checkout, checkout / "python", *command)
    assert done.returncode == pytest.ExitCode.INTERRUPTED and "rebuild: make setup" in done.stdout, done.stdout


def test_the_function_prove_refuses_too(monkeypatch):
    import twinkern

    monkeypatch.setattr("twinkern.judge.judged.library_digest", lambda: "0" * 64)
    with pytest.raises(NotTheCheckouts, match="rebuild: make setup"):
        twinkern.prove(b"{}")


def test_an_engine_that_cannot_say_is_of_other_sources(monkeypatch):
    monkeypatch.setattr(binding, "lib", object())
    assert binding.source_digest() == "unknown"
    with pytest.raises(NotTheCheckouts, match="built from sources unknown"):
        check_judged()


@pytest.mark.parametrize(
    "name",
    [
        "cengine/src/twinkern.c",
        "cengine/src/text.h",
        "cengine/include/twinkern.h",
        "parity/contract/rules.toml",
        "python/twinkern/native/build_native.py",
    ],
)
def test_every_part_counts_by_content(checkout, name):
    before = source_digest(checkout)
    assert before == source_digest(ROOT) == binding.source_digest()
    (checkout / name).touch()
    assert source_digest(checkout) == before
    edit(checkout / name)
    assert source_digest(checkout) != before


def test_names_count(checkout):
    before = source_digest(checkout)
    (checkout / "cengine/src/text.c").rename(checkout / "cengine/src/texts.c")
    assert source_digest(checkout) != before


@pytest.mark.slow
def test_make_builds_anew_what_changed_under_an_old_date(checkout):
    shutil.copy(ROOT / "Makefile", checkout)
    found = []
    for number in range(2):
        subprocess.run(["make", "cengine"], cwd=checkout, check=True)
        copy = shutil.copy(checkout / "build/cengine/libtwinkern.so", checkout / f"{number}.so")
        library = ctypes.CDLL(str(copy))
        library.twk_source_digest.restype = ctypes.c_char_p
        found.append(library.twk_source_digest().decode())
        assert found[-1] == source_digest(checkout)
        edit(checkout / "cengine/src/ir/printer.c")
    assert found[0] != found[1]
