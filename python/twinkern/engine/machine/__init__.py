"""What depends on the machine: how threads, tensors, barriers and matrix atoms are spelled."""

from __future__ import annotations

from twinkern._contract import Arch
from twinkern.engine.ir.builder import Builder
from twinkern.engine.machine.amdgcn import Amdgcn
from twinkern.engine.machine.interface import Machine, Tensor, Token

VENDORS = {"amd": Amdgcn}

__all__ = ["Machine", "Tensor", "Token", "make_machine"]


def make_machine(arch: Arch, builder: Builder) -> Machine:
    """The lowering for an architecture."""
    return VENDORS[arch.vendor.name](arch, builder)
