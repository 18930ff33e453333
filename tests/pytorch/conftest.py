"""A device for CPU tensors. Without PyTorch one test says that it is not installed, and the rest is left out."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

if find_spec("torch") is None:
    collect_ignore = ["test_engine.py", "test_modules.py", "test_operators.py", "test_training.py"]


@pytest.fixture
def device():
    from tests.pytorch.fake import FakeDevice

    from twinkern.torch import on_cpu

    found = FakeDevice()
    with on_cpu(found):
        yield found
