"""Both engines say the same about every input, accepted or refused, before anything is emitted."""

from __future__ import annotations

import pytest
from tests.native import inputs

from twinkern._contract import RULES
from twinkern.engines import NativeEngine, PythonEngine

PYTHON, NATIVE = PythonEngine(), NativeEngine()


def compare(data: bytes):
    """Require equal explanations of one input; returns it."""
    expected = PYTHON.explain(data)
    assert NATIVE.explain(data) == expected, data[:200]
    return expected


@pytest.mark.parametrize("data", inputs.VALID)
def test_valid(data):
    explanation = compare(data)
    assert explanation.violations == ()
    assert explanation.name


@pytest.mark.parametrize("data", inputs.REFUSED)
def test_refused(data):
    explanation = compare(data)
    assert explanation.asked and explanation.violations
    assert not any(row.code.startswith(("JSON_", "FIELD_")) for row in explanation.violations)


@pytest.mark.parametrize("data", inputs.FIELD_ERRORS)
def test_field_errors(data):
    explanation = compare(data)
    assert explanation.asked is None
    assert all(row.code.startswith("FIELD_") for row in explanation.violations)


@pytest.mark.parametrize("data", inputs.BROKEN_JSON, ids=range(len(inputs.BROKEN_JSON)))
def test_broken_json(data):
    assert compare(data).violations


def test_truncated_anywhere():
    for data in (inputs.VALID[0], inputs.spec({"n": -12345}, arch="gfx\\", tile_m=True, tile_n=None)):
        for cut in inputs.truncations(data):
            (violation,) = compare(cut).violations
            assert violation.code.startswith("JSON_")


def test_every_byte_everywhere():
    data = b'{"problem":{"n":-1,"input":[2]},"arch":true}'
    for at in range(len(data)):
        for byte in range(256):
            compare(data[:at] + bytes((byte,)) + data[at + 1 :])


def test_mutated():
    for seed, data in enumerate(inputs.VALID[:6]):
        for mutated in inputs.mutations(data, 150, seed):
            compare(mutated)


def test_random_specs():
    found = [compare(data) for data in inputs.random_specs(8000, 7)]
    accepted = sum(not explanation.violations for explanation in found)
    assert 100 < accepted < len(found) - 100


def test_every_rule_was_seen():
    """The inputs above break every rule that reading and resolving a spec can break."""
    data = (*inputs.REFUSED, *inputs.FIELD_ERRORS, *inputs.BROKEN_JSON)
    seen = {violation.code for item in data for violation in PYTHON.explain(item).violations}
    unreachable = {"FLAVOR", "FLAVOR_ARCH", "FIELD_MACHINE", "IN_TYPE", "PIPELINE_ARCH", "K_OUTER_ATOM"}
    assert seen == set(RULES) - unreachable
