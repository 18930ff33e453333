"""Both engines print the same module and manifest, at every flavour."""

from __future__ import annotations

import concurrent.futures

import pytest
from tests.native import inputs

from twinkern._contract import ARCHES, FLAVORS, PIPELINES
from twinkern.engine.spec.violations import Refusal
from twinkern.engines import NativeEngine, PythonEngine

PYTHON, NATIVE = PythonEngine(), NativeEngine()


def outcome(engine, data: bytes, flavor: str):
    """A program, or the violations of a refusal."""
    try:
        return engine.emit(data, flavor)
    except Refusal as refusal:
        return refusal.violations


@pytest.mark.parametrize("flavor", FLAVORS)
@pytest.mark.parametrize("data", inputs.VALID)
def test_valid(data, flavor):
    expected = outcome(PYTHON, data, flavor)
    found = outcome(NATIVE, data, flavor)
    if flavor not in ARCHES[PYTHON.emit(data, "llvm22").arch].flavors:
        assert [violation.code for violation in expected] == ["FLAVOR_ARCH"]
    else:
        assert found.text.splitlines() == expected.text.splitlines()
    assert found == expected


@pytest.mark.parametrize("data", [*inputs.REFUSED, *inputs.FIELD_ERRORS])
def test_refused(data):
    assert outcome(NATIVE, data, "llvm22") == outcome(PYTHON, data, "llvm22")


@pytest.mark.parametrize("flavor", ["", "llvm", "llvm21", "LLVM22", "x" * 60, "llvm22 "])
def test_unknown_flavor(flavor):
    (violation,) = outcome(NATIVE, inputs.VALID[0], flavor)
    assert violation.code == "FLAVOR"
    assert outcome(PYTHON, inputs.VALID[0], flavor) == (violation,)
    assert outcome(NATIVE, b"[", flavor) == (violation,)


def test_random_specs():
    emitted = 0
    for index, data in enumerate(inputs.random_specs(2500, 11)):
        flavor = FLAVORS[index % len(FLAVORS)]
        expected = outcome(PYTHON, data, flavor)
        assert outcome(NATIVE, data, flavor) == expected, data
        emitted += not isinstance(expected, tuple)
    assert emitted > 20


def test_likely_specs():
    emitted = set()
    for index, data in enumerate(inputs.likely_specs(500, 5)):
        flavor = FLAVORS[index % len(FLAVORS)]
        expected = outcome(PYTHON, data, flavor)
        assert outcome(NATIVE, data, flavor) == expected, data
        if not isinstance(expected, tuple):
            emitted.add((expected.spec.pipeline, expected.spec.loader))
    assert emitted == {(row.name, row.loader) for row in PIPELINES}


def test_threads_side_by_side():
    expected = {data: NATIVE.emit(data, "llvm22") for data in inputs.VALID}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for _ in range(4):
            found = pool.map(lambda data: NATIVE.emit(data, "llvm22"), inputs.VALID)
            assert list(found) == [expected[data] for data in inputs.VALID]
