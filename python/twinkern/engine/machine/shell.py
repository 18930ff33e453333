"""The shell of a module: what stands around the operations of its kernels, as the tables of its vendor say it."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import Arch, Ordering
from twinkern.engine.ir.builder import Function
from twinkern.engine.ir.printer import Shell


def name_globals(function: Function, index: int) -> list[str]:
    """The lines that define what one kernel brings with it; the first kernel's names have no number."""
    arch, suffix = function.arch, str(index) if index else ""
    function.lds.text = f"@lds{suffix}"
    function.zeros.text = f"@zeros{suffix}"
    lines = []
    if function.lds_bytes:
        lines.append(arch.vendor.shared_declaration.format(name=function.lds.text, bytes=function.lds_bytes) + "\n")
    if function.zero_bytes:
        zeros = f"internal addrspace({arch.global_space}) constant [{function.zero_bytes} x i8] zeroinitializer"
        lines.append(f"{function.zeros.text} = {zeros}, align 16\n")
    return lines


def access_ends(first: int, stages: int) -> list[str]:
    """How accesses end in a kernel whose stages are described from metadata `first` on.

    An access is in the scope of its stage, and no alias of any other. Without that LLVM waits for every load in flight before
    each read of LDS, whatever the kernel waited for.
    """
    own = first + 1 + stages
    return [*(f", !alias.scope !{own + stage}, !noalias !{own + stages + stage}" for stage in range(stages)), ""]


def attributes(function: Function, flavor: str) -> str:
    """The attributes of a kernel."""
    vendor = function.arch.vendor
    words = [vendor.kernel_attributes.format(threads=function.threads, arch=function.arch.name)]
    if function.warps_per_unit:
        words.append(vendor.waves_attribute.format(waves=function.warps_per_unit))
    if function.no_accumulation:
        words.append(vendor.no_accumulation_attribute[flavor])
    return " ".join(words)


def stage_metadata(first: int, stages: int) -> list[str]:
    """Alias scopes that tell the LDS stages of a kernel apart: a domain, a scope a stage, then for each the list of it alone,
    then for each the list of all others."""
    scopes = range(first + 1, first + 1 + stages)
    lines = [f'!{first} = distinct !{{!{first}, !"lds stages"}}'] if stages else []
    lines += [f'!{scope} = distinct !{{!{scope}, !{first}, !"stage {stage}"}}' for stage, scope in enumerate(scopes)]
    lines += [f"!{scope + stages} = !{{!{scope}}}" for scope in scopes]
    for own in scopes:
        others = ", ".join(f"!{scope}" for scope in scopes if scope != own)
        lines.append(f"!{own + 2 * stages} = !{{{others}}}")
    return lines


def module_shell(functions: Sequence[Function], arch: Arch, flavor: str) -> Shell:
    """The shell of the kernels of one architecture."""
    vendor = arch.vendor
    metadata, ends = list(vendor.metadata), []
    for function in functions:
        ends.append(access_ends(len(metadata), function.stages))
        metadata += stage_metadata(len(metadata), function.stages)
    annotation, annotations = vendor.kernel_annotation[flavor], []
    for function in functions if annotation else ():
        annotations.append(f"!{len(metadata)}")
        metadata.append(f"!{len(metadata)} = !{{{annotation.format(name=function.name, threads=function.threads)}}}")
    if annotations:
        metadata.append(f"!nvvm.annotations = !{{{', '.join(annotations)}}}")
    numbered = [f"attributes #{index} = {{ {attributes(function, flavor)} }}" for index, function in enumerate(functions)]
    return Shell(
        head=[f'target datalayout = "{vendor.data_layout[flavor]}"', f'target triple = "{vendor.triple}"', ""],
        convention=vendor.kernel_convention,
        globals=[name_globals(function, index) for index, function in enumerate(functions)],
        access_ends=ends,
        fences={ordering: vendor.workgroup_fence.format(ordering=ordering) for ordering in Ordering},
        observers={scope: f'syncscope("{name}") ' if name else "" for scope, name in vendor.sync_scopes.items()},
        tail=[*numbered, "", *metadata],
    )
