"""The shell of a module: what stands around the operations of its kernels, as the tables of its vendor say it."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import Arch, Ordering, SyncScope
from twinkern.engine.ir.builder import Function
from twinkern.engine.ir.printer import Shell


class ModuleShell(Shell):
    """The shell of the kernels of one architecture."""

    __slots__ = ("arch", "convention", "flavor", "functions")

    def __init__(self, functions: Sequence[Function], arch: Arch, flavor: str) -> None:
        self.functions = functions
        self.arch = arch
        self.flavor = flavor
        self.convention = arch.vendor.kernel_convention

    def head(self) -> list[str]:
        vendor = self.arch.vendor
        return [f'target datalayout = "{vendor.data_layout[self.flavor]}"', f'target triple = "{vendor.triple}"', ""]

    def globals(self, index: int) -> list[str]:
        function, vendor = self.functions[index], self.arch.vendor
        suffix = str(index) if index else ""
        function.lds.text = f"@lds{suffix}"
        function.zeros.text = f"@zeros{suffix}"
        lines = []
        if function.lds_bytes:
            lines.append(vendor.shared_declaration.format(name=function.lds.text, bytes=function.lds_bytes) + "\n")
        if function.zero_bytes:
            zeros = f"internal addrspace({self.arch.global_space}) constant [{function.zero_bytes} x i8] zeroinitializer"
            lines.append(f"{function.zeros.text} = {zeros}, align 16\n")
        return lines

    def first_scope(self, index: int) -> int:
        """The number of the metadata that describe the LDS stages of a kernel, from which on they are its own."""
        before = sum(1 + 3 * function.stages for function in self.functions[:index] if function.stages)
        return len(self.arch.vendor.metadata) + before

    def access_ends(self, index: int) -> list[str]:
        """See Shell. An access is in the scope of its stage, and no alias of any other.

        Without that LLVM waits for every load in flight before each read of LDS, whatever the kernel waited for.
        """
        stages = self.functions[index].stages
        own = self.first_scope(index) + 1 + stages
        ends = [f", !alias.scope !{own + stage}, !noalias !{own + stages + stage}" for stage in range(stages)]
        return [*ends, ""]

    def fence(self, ordering: Ordering) -> str:
        return self.arch.vendor.workgroup_fence.format(ordering=ordering)

    def sync_scope(self, scope: SyncScope) -> str:
        name = self.arch.vendor.sync_scopes[scope]
        return f'syncscope("{name}") ' if name else ""

    def attributes(self, function: Function) -> str:
        """The attributes of a kernel."""
        vendor = self.arch.vendor
        attributes = vendor.kernel_attributes.format(threads=function.threads, arch=self.arch.name)
        if function.warps_per_unit:
            attributes += " " + vendor.waves_attribute.format(waves=function.warps_per_unit)
        if function.no_accumulation:
            attributes += " " + vendor.no_accumulation_attribute[self.flavor]
        return attributes

    def stage_metadata(self, index: int) -> list[str]:
        """Alias scopes that tell the LDS stages of a kernel apart: a domain, a scope a stage, then for each the list of it
        alone, then for each the list of all others."""
        first, stages = self.first_scope(index), self.functions[index].stages
        if not stages:
            return []
        scopes = [first + 1 + stage for stage in range(stages)]
        lines = [f'!{first} = distinct !{{!{first}, !"lds stages"}}']
        lines += [f'!{scope} = distinct !{{!{scope}, !{first}, !"stage {stage}"}}' for stage, scope in enumerate(scopes)]
        lines += [f"!{scope + stages} = !{{!{scope}}}" for scope in scopes]
        for own in scopes:
            others = ", ".join(f"!{scope}" for scope in scopes if scope != own)
            lines.append(f"!{own + 2 * stages} = !{{{others}}}")
        return lines

    def tail(self) -> list[str]:
        lines = [f"attributes #{index} = {{ {self.attributes(function)} }}" for index, function in enumerate(self.functions)]
        lines += ["", *self.arch.vendor.metadata]
        for index in range(len(self.functions)):
            lines += self.stage_metadata(index)
        return lines
