"""What depends on the machine: how threads, tensors, barriers and matrix atoms are spelled."""

from __future__ import annotations

from twinkern._contract import Arch
from twinkern.engine.ir.builder import Builder
from twinkern.engine.machine.amdgcn import Amdgcn
from twinkern.engine.machine.interface import Target, Tensor

VENDORS = {"amd": Amdgcn}

__all__ = ["Target", "Tensor", "make_target"]


def make_target(arch: Arch, builder: Builder) -> Target:
    """The lowering for an architecture."""
    return VENDORS[arch.vendor.name](arch, builder)
