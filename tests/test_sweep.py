"""The sweep of tests/sweep.py: three hundred specs each time; by hand as many as one has time for."""

from __future__ import annotations

import pytest
from tests import sweep

PARTS, SPECS = 6, 50


@pytest.mark.parametrize("part", range(PARTS))
def test_drawn_specs(part):
    results = [sweep.judge(seed) for seed in range(part * SPECS, (part + 1) * SPECS)]
    assert not [fault for _, fault in results if fault]
    accepted = sum(verdict != "refused" for verdict, _ in results)
    print(f"{accepted} of {SPECS} specs were accepted")
    assert accepted >= sweep.LEAST_SHARE * SPECS
    assert sum(verdict == "judged" for verdict, _ in results) > SPECS / 5


def test_a_wrong_kernel_is_seen(monkeypatch):
    """Judged against another reference every kernel is wrong."""
    made = sweep.make_exercise

    def other(spec, seed, kind):
        exercise = made(spec, seed, kind)
        exercise.expected[...] += 100
        return exercise

    monkeypatch.setattr(sweep, "make_exercise", other)
    seed = next(seed for seed in range(100) if sweep.judge(seed)[0] == "judged")
    assert "integers" in sweep.judge(seed)[1]
