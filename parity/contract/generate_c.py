"""Print the contract as the C engine's tables."""

from __future__ import annotations

from load import Contract


def header(contract: Contract) -> str:
    return ""


def source(contract: Contract) -> str:
    return ""
