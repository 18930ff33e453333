"""What an AMDGPU object says about itself: symbols that nobody defines, and the resources of its kernels."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass, replace
from typing import Any

from twinkern.judge.toolchain.errors import ToolchainError

NT_AMDGPU_METADATA = 32
"""ELF note type of the code object's metadata, which is MessagePack (LLVM, User Guide for AMDGPU Backend,
"Note Records" and "Code Object V4 Metadata")."""

TABLE_OFFSET_AT, SECTION_OFFSET_AT = 0x28, 0x18
"""Where a 64-bit ELF header holds the offset of the section headers, and one of those that of its section (System V ABI)."""


@dataclass(frozen=True, slots=True)
class KernelResources:
    """What one kernel occupies.

    vgpr_count: vector registers a lane; on architectures with a unified file it holds the accumulation
    registers too. agpr_count: accumulation registers among them. lds_bytes, private_bytes: local memory of a
    workgroup, scratch of a work item, both fixed at compile time. max_workgroup_size: work items. launch_lds: local memory
    beside lds_bytes is given at launch. On NVIDIA targets vgpr_count is the registers of a thread, vgpr_spills counts bytes of
    spill stores and spill_loads those of loads, barriers those of a workgroup, and the fields that do not apply are 0.
    """

    name: str
    vgpr_count: int
    agpr_count: int = 0
    sgpr_count: int = 0
    vgpr_spills: int = 0
    sgpr_spills: int = 0
    lds_bytes: int = 0
    private_bytes: int = 0
    max_workgroup_size: int = 0
    spill_loads: int = 0
    barriers: int = 0
    launch_lds: bool = False

    def launched(self, lds_bytes: int | None) -> KernelResources:
        """What it occupies when it is launched with so much local memory in all; None where that is not known."""
        return replace(self, lds_bytes=lds_bytes, launch_lds=False) if self.launch_lds and lds_bytes is not None else self


def _elf(image: bytes) -> Any:
    try:
        from elftools.common.exceptions import ELFError
        from elftools.elf.elffile import ELFFile
    except ImportError as missing:
        raise ToolchainError(f"{missing}; install twinkern[toolchain]") from None
    try:
        return ELFFile(io.BytesIO(image))
    except ELFError as failure:
        raise ToolchainError(f"not an ELF object: {failure}") from None


def undefined_symbols(image: bytes) -> tuple[str, ...]:
    """Names that the object uses and does not define, sorted: a misspelt intrinsic ends up here."""
    table = _elf(image).get_section_by_name(".symtab")
    if table is None:
        raise ToolchainError("the object has no symbol table")
    return tuple(sorted(s.name for s in table.iter_symbols() if s.name and s["st_shndx"] == "SHN_UNDEF"))


def section(image: bytes, name: str) -> bytes:
    """The bytes of a section. Raises ToolchainError where there is none."""
    found = _elf(image).get_section_by_name(name)
    if found is None:
        raise ToolchainError(f"the object has no section {name}")
    return bytes(found.data())


def split_section(image: bytes, name: str) -> tuple[bytes, bytes]:
    """A relocatable object without a section that nothing refers to, and what the section held; nothing where there is none.

    The other sections keep their numbers: its header becomes an inactive one (System V ABI, "Sections": SHT_NULL).
    """
    elf = _elf(image)
    headers = list(elf.iter_sections())
    index = elf.get_section_index(name)
    if index is None:
        return image, b""
    start, size = headers[index]["sh_offset"], headers[index]["sh_size"]
    later = [row for row in headers if row["sh_offset"] > start]
    step = max([8, *(row["sh_addralign"] for row in later)])
    cut = size // step * step
    patched = bytearray(image)
    table, entry = elf["e_shoff"], elf["e_shentsize"]
    for number, row in enumerate(headers):
        at = table + number * entry
        if number == index:
            patched[at : at + entry] = bytes(entry)
        elif row["sh_offset"] > start:
            struct.pack_into("<Q", patched, at + SECTION_OFFSET_AT, row["sh_offset"] - cut)
    if table > start:
        struct.pack_into("<Q", patched, TABLE_OFFSET_AT, table - cut)
    patched[start : start + size] = bytes(size)
    del patched[start : start + cut]
    return bytes(patched), headers[index].data()


def functions(image: bytes) -> dict[str, tuple[int, int]]:
    """Address in its section and size in bytes of each function that the object defines."""
    symbols = _elf(image).get_section_by_name(".symtab").iter_symbols()
    return {s.name: (s["st_value"], s["st_size"]) for s in symbols if s["st_info"]["type"] == "STT_FUNC"}


def kernel_resources(image: bytes) -> tuple[KernelResources, ...]:
    """The kernels of an AMDGPU object, or linked code object, in its metadata's order."""
    try:
        import msgpack
    except ImportError as missing:
        raise ToolchainError(f"{missing}; install twinkern[toolchain]") from None
    for section in _elf(image).iter_sections():
        if section["sh_type"] != "SHT_NOTE":
            continue
        for note in section.iter_notes():
            if note["n_name"] == "AMDGPU" and note["n_type"] == NT_AMDGPU_METADATA:
                # Other systems' metadata has integers for keys.
                metadata = msgpack.unpackb(note["n_descdata"], strict_map_key=False)
                if "amdhsa.kernels" not in metadata:
                    raise ToolchainError(f"the metadata is not amdhsa's; it has {', '.join(map(str, metadata)) or 'nothing'}")
                return tuple(_kernel(row) for row in metadata["amdhsa.kernels"])
    raise ToolchainError("the object has no AMDGPU metadata note")


def _kernel(row: dict[str, Any]) -> KernelResources:
    return KernelResources(
        name=row[".name"],
        vgpr_count=row[".vgpr_count"],
        agpr_count=row.get(".agpr_count", 0),
        sgpr_count=row[".sgpr_count"],
        vgpr_spills=row.get(".vgpr_spill_count", 0),
        sgpr_spills=row.get(".sgpr_spill_count", 0),
        lds_bytes=row[".group_segment_fixed_size"],
        private_bytes=row[".private_segment_fixed_size"],
        max_workgroup_size=row[".max_flat_workgroup_size"],
    )
