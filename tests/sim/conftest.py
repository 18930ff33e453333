"""Shared by the simulator's tests: running a kernel body, number formats, fixture kernels."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from twinkern.judge import simulator as sim

FIXTURES = Path(__file__).parent / "fixtures"


def to_bf16(values: np.ndarray) -> np.ndarray:
    """float32 to bfloat bit patterns, to nearest even (no NaN among the values)."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def from_bf16(bits: np.ndarray) -> np.ndarray:
    return (bits.astype(np.uint32) << 16).view(np.float32)


@pytest.fixture
def bf16() -> tuple[Callable, Callable]:
    """(encode, decode) between float32 and bfloat bit patterns."""
    return to_bf16, from_bf16


def kernel_text(
    body: str, parameters: str, lds: int = 0, declarations: str = "", metadata: str = "", features: str = ""
) -> str:
    """A module with one kernel @k; LDS, where wanted, is @lds."""
    shared = f"@lds = internal addrspace(3) global [{lds} x i8] poison, align 16\n" if lds else ""
    return (
        f'target triple = "amdgcn-amd-amdhsa"\n{shared}{declarations}\n'
        f"define amdgpu_kernel void @k({parameters}) #0 {{\n{body}\n}}\n"
        f'attributes #0 = {{ "amdgpu-flat-work-group-size"="1,1024" "target-features"="{features}" }}\n{metadata}\n'
    )


@pytest.fixture
def run_body() -> Callable[..., sim.Run]:
    """Run a kernel given by its body; the last argument list is as for `sim.run`."""

    def run(
        body: str,
        parameters: str,
        args: list,
        *,
        lds: int = 0,
        declarations: str = "",
        metadata: str = "",
        features: str = "",
        **options,
    ) -> sim.Run:
        options = {"grid": (1,), "block": 64, "arch": "gfx942"} | options
        return sim.run(kernel_text(body, parameters, lds, declarations, metadata, features), args=args, **options)

    return run


@pytest.fixture(scope="session")
def manifest() -> dict[str, dict]:
    return {entry["file"]: entry for entry in json.loads((FIXTURES / "manifest.json").read_text())}
