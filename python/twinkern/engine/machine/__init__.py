"""What depends on the machine: how threads, tensors, barriers and matrix atoms are spelled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twinkern._contract import Arch, MachineName
from twinkern.engine.ir.builder import Builder
from twinkern.engine.machine.amdgcn import Amdgcn
from twinkern.engine.machine.interface import Machine, Tensor, Token
from twinkern.engine.machine.nvptx import Nvptx

MACHINES: Mapping[str, Callable[[Arch, Builder], Machine]] = MachineName.table({
    MachineName.AMDGCN: Amdgcn,
    MachineName.NVPTX: Nvptx,
})

__all__ = ["Machine", "Tensor", "Token", "make_machine"]


def make_machine(arch: Arch, builder: Builder) -> Machine:
    """The lowering for an architecture."""
    assert arch.vendor.machine is not None, "no kernel can be asked for without a machine"
    return MACHINES[arch.vendor.machine](arch, builder)
