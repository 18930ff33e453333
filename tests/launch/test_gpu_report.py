"""The report of the GPU tests has a row for every test that ran, whether it counts kernels or not."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from tests.gpu import conftest


def ran(name: str, **told: object) -> SimpleNamespace:
    properties = [("gpu", json.dumps(told))] if told else [("other", "1")]
    return SimpleNamespace(nodeid=name, user_properties=properties, duration=1.234)


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch):
    monkeypatch.setattr(conftest, "device_name", lambda: "NVIDIA H200, 580.1")


def test_rows_and_counts_agree():
    reports = [
        ran("tests/gpu/test_torch.py::test_b"),
        ran("tests/gpu/test_kernels.py::test_a", device="d", driver="v", kernels=2, runs=6, used=0.5, seconds=3.0),
        ran("tests/gpu/test_kernels.py::test_c", device="d", driver="v", kernels=1, runs=1, used=0.75, seconds=1.0),
        ran("tests/test_spec.py::test_elsewhere"),
    ]
    found = conftest.report_of(conftest.rows_of(reports), {"passed": 3})
    assert (found["device"], found["driver"], found["tests"]) == ("NVIDIA H200", "580.1", {"passed": 3})
    assert (found["runs"], found["kernels"], found["worst_over_bound"]) == (7, 3, 0.75)
    assert found["worst_in"] == "tests/gpu/test_kernels.py::test_c"
    assert found["rows"] == [
        {"test": "tests/gpu/test_kernels.py::test_a", "kernels": 2, "runs": 6, "used": 0.5, "seconds": 3.0},
        {"test": "tests/gpu/test_kernels.py::test_c", "kernels": 1, "runs": 1, "used": 0.75, "seconds": 1.0},
        {"test": "tests/gpu/test_torch.py::test_b", "seconds": 1.23},
    ]


def test_without_a_tally():
    found = conftest.report_of(conftest.rows_of([ran("tests/gpu/test_torch.py::test_b")]), {"passed": 1})
    assert found["runs"] == 0 and "worst_in" not in found and len(found["rows"]) == 1
