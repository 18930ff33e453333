"""NVIDIA's half of the tool chain on small kernels: what links by ptxas, what it says of a kernel, how many of them fit."""

from __future__ import annotations

import pytest

from twinkern._contract import ARCHES
from twinkern.judge import toolchain
from twinkern.judge.toolchain import KernelResources

# Occupancy.


@pytest.mark.parametrize(
    ("arch", "registers", "lds_bytes", "barriers", "threads", "expected"),
    [
        # As cuda_occupancy.h of CUDA 13.0 computes them, for the largest carve-out of shared memory.
        ("sm_80", 32, 9066, 0, 736, (12, 2, "warps")),
        ("sm_80", 16, 6009, 1, 128, (16, 16, "warps")),
        ("sm_80", 107, 0, 1, 768, (0, 0, "registers")),
        ("sm_80", 150, 351, 0, 206, (2, 1, "registers")),
        ("sm_80", 91, 8196, 1, 103, (5, 5, "registers")),
        ("sm_80", 29, 0, 0, 16, (8, 32, "workgroups")),
        ("sm_80", 12, 43508, 0, 250, (6, 3, "lds")),
        ("sm_80", 215, 111804, 0, 27, (1, 1, "lds")),
        ("sm_90", 152, 36915, 15, 256, (2, 1, "registers")),
        ("sm_90", 108, 0, 3, 224, (4, 2, "registers")),
        ("sm_90", 131, 9228, 15, 871, (0, 0, "registers")),
        ("sm_90", 4, 0, 2, 32, (8, 32, "workgroups")),
        ("sm_90", 22, 2271, 11, 73, (4, 5, "barriers")),
        ("sm_90", 150, 20097, 8, 21, (2, 8, "barriers")),
        ("sm_90", 107, 102190, 9, 150, (3, 2, "lds")),
        ("sm_90", 19, 71447, 0, 320, (8, 3, "lds")),
        # Of 228 KiB each of two workgroups takes half, 1 KiB of which is the system's.
        ("sm_90", 32, 115712, 1, 128, (2, 2, "lds")),
        ("sm_90", 32, 115713, 1, 128, (1, 1, "lds")),
        ("sm_90", 32, 232448, 1, 128, (1, 1, "lds")),
        ("sm_90", 32, 232449, 1, 128, (0, 0, "lds")),
        ("sm_80", 32, 166912, 1, 128, (1, 1, "lds")),
        ("sm_80", 32, 166913, 1, 128, (0, 0, "lds")),
        # 168 registers a thread are 5376 a warp, of which three fit in the 16384 of a quarter; 169 are 5632, of which two.
        ("sm_90", 168, 0, 1, 128, (3, 3, "registers")),
        ("sm_90", 169, 0, 1, 128, (2, 2, "registers")),
    ],
)
def test_occupancy_is_what_cudas_calculator_says(arch, registers, lds_bytes, barriers, threads, expected):
    kernel = KernelResources("k", registers, lds_bytes=lds_bytes, barriers=barriers, max_workgroup_size=1024)
    found = toolchain.occupancy(kernel, ARCHES[arch], threads)
    assert (found.warps_per_unit, found.workgroups_per_core, found.limit) == expected
