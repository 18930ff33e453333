"""The same bytes in every process, locale, time zone, hash seed and thread; and nothing that stays behind."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.support import CASES, DIRECTIONS, ENGINES, spec_of

from twinkern import FLAVORS, emit, explain
from twinkern.engines import DEFAULT_FLAVOR, PythonEngine
from twinkern.gate.cases import load_cases

WORDS = "arch=gfx942 in_type=bf16 n=2 c=24 k=24 groups=3 input=9x7 filter=3x2 stride=2x1 pad=1"
SPECS = [spec_of(f"direction={direction} {WORDS}") for direction in DIRECTIONS]
REFUSED = spec_of(f"direction=forward tile_m=100 vector_a=7 lds_pad_a=3 {WORDS}")

PROGRAM = f"""
import hashlib, locale
locale.setlocale(locale.LC_ALL, "")
from twinkern import emit, explain
for engine in {ENGINES!r}:
    digest = hashlib.sha256()
    for data in {SPECS!r}:
        for flavor in {tuple(reversed(FLAVORS))!r}:
            program = emit(data, engine=engine, flavor=flavor)
            for part in (program.name, program.text, program.manifest_text, program.asked, program.resolved):
                digest.update(part.encode())
    for violation in explain({REFUSED!r}, engine=engine).violations:
        digest.update(str(violation).encode())
    print(digest.hexdigest())
"""


def digests(*options: str, **environment: str) -> list[str]:
    """One digest an engine, from a process of its own."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, *options, "-c", PROGRAM],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.fixture(scope="module")
def plain() -> list[str]:
    """The digests of a plain process; those of both engines must be one."""
    found = digests(LC_ALL="C", PYTHONHASHSEED="0")
    assert len(found) == len(ENGINES) and len(set(found)) == 1
    return found


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "4294967295"},
        {"TZ": "Pacific/Kiritimati", "SOURCE_DATE_EPOCH": "0"},
        {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"},
        {"COLUMNS": "20", "NO_COLOR": "1", "TWINKERN": "1", "LLVM_DEBUG": "1"},
    ],
    ids=lambda environment: ",".join(environment),
)
def test_environment(environment, plain):
    assert digests(**environment) == plain


def test_optimised_python(plain):
    assert digests("-O", PYTHONHASHSEED="2") == plain


@pytest.mark.parametrize("name", ["de_DE", "tr_TR"])
def test_locale(name, plain, tmp_path):
    """Decimal commas and thousands points; upper and lower case of i."""
    localedef = shutil.which("localedef")
    if localedef is None:
        pytest.skip("no localedef to make the locale with")
    target = tmp_path / f"{name}.UTF-8"
    made = subprocess.run(
        [localedef, "-c", "-i", name, "-f", "UTF-8", str(target)], capture_output=True, text=True, check=False
    )
    if not (target / "LC_NUMERIC").exists():
        pytest.skip(f"localedef cannot make {name}: {made.stderr.strip()[-80:]}")
    assert digests(LOCPATH=str(tmp_path), LC_ALL=f"{name}.UTF-8") == plain


@pytest.mark.parametrize("engine", ENGINES)
def test_twice_in_one_process(engine):
    """Also with other emissions, and refusals, in between."""
    first = {flavor: [emit(data, engine=engine, flavor=flavor) for data in SPECS] for flavor in FLAVORS}
    assert explain(REFUSED, engine=engine) == explain(REFUSED, engine=engine)
    for flavor in reversed(FLAVORS):
        assert [emit(data, engine=engine, flavor=flavor) for data in SPECS] == first[flavor]


@pytest.mark.parametrize("engine", ENGINES)
def test_side_by_side_in_threads(engine):
    jobs = [(data, flavor) for data in SPECS for flavor in FLAVORS] * 4

    def run(job):
        return emit(job[0], engine=engine, flavor=job[1])

    expected = list(map(run, jobs))
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(run, jobs)) == expected


def test_flavors_differ_only_where_the_contract_says():
    """The flavour is an argument that acts: texts of llvm20 and llvm22 differ, name and manifest do not."""
    for data in SPECS:
        programs = [emit(data, flavor=flavor) for flavor in FLAVORS]
        assert len({program.text for program in programs}) >= 2
        assert len({(program.name, program.manifest_text, program.resolved) for program in programs}) == 1


SHOWN = [case for case in load_cases(CASES) if case.name.startswith("showpiece_") and not case.reject]


@pytest.mark.parametrize("case", SHOWN, ids=[case.name for case in SHOWN])
def test_what_an_emission_made_is_released_at_once(case):
    """It holds itself in no circle: a garbage collector that must look for a kernel's nodes takes a fifth of the time."""
    engine = PythonEngine()
    engine.emit(case.data, DEFAULT_FLAVOR)
    gc.collect()
    gc.disable()
    try:
        engine.emit(case.data, DEFAULT_FLAVOR)
        assert gc.collect() == 0
    finally:
        gc.enable()
