"""A device for CPU tensors."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

from tests.pytorch.fake import FakeDevice

from twinkern.torch import on_cpu


@pytest.fixture
def device():
    found = FakeDevice()
    with on_cpu(found):
        yield found
