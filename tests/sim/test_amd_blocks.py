"""MFMA atoms of several blocks (CDNA1 and after), element by element after AMD's Matrix Instruction Calculator, and which
architecture has which atom."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge import toolchain
from twinkern.judge.simulator.amd import mfma

STATUS = toolchain.available_flavors()["llvm22"]
PARAMETERS = "ptr addrspace(1) %as, ptr addrspace(1) %bs, ptr addrspace(1) %cs"
# Edge, blocks, k, an operand's type, the format, architecture.
ATOMS = {
    name.format(m=m): (m, blocks, k, type_, format_, arch)
    for name, k, type_, format_, arch in (
        ("f32.{m}x{m}x1f32", 1, "float", "f32", "gfx908"),
        ("f32.{m}x{m}x4f16", 4, "<4 x half>", "f16", "gfx908"),
        ("f32.{m}x{m}x2bf16", 2, "<2 x i16>", "bf16", "gfx908"),
        ("f32.{m}x{m}x4bf16.1k", 4, "<4 x i16>", "bf16", "gfx942"),
        ("i32.{m}x{m}x4i8", 4, "i32", "i8", "gfx908"),
    )
    for m, blocks in ((32, 2), (16, 4), (4, 16))
}


def kernel(name: str) -> str:
    m, blocks, _, type_, format_, _ = ATOMS[name]
    result = f"<{m * m * blocks // 64} x {'i32' if format_ == 'i8' else 'float'}>"
    return f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr {type_}, ptr addrspace(1) %as, i32 %tid
  %a = load {type_}, ptr addrspace(1) %pa
  %pb = getelementptr {type_}, ptr addrspace(1) %bs, i32 %tid
  %b = load {type_}, ptr addrspace(1) %pb
  %pc = getelementptr {result}, ptr addrspace(1) %cs, i32 %tid
  %c = load {result}, ptr addrspace(1) %pc
  %d = call {result} @llvm.amdgcn.mfma.{name}({type_} %a, {type_} %b, {result} %c, i32 0, i32 0, i32 0)
  store {result} %d, ptr addrspace(1) %pc
  ret void"""


def place_of_result(m: int, row: int, column: int, block: int) -> tuple[int, int]:
    """(lane, slot) of an element of D (InstCalcGfx9, for 32-bit results)."""
    rows = 64 // m  # groups of four rows in a register
    quarter = m * m // 4
    side = -(-64 // quarter)  # blocks in a register
    slot = block * (m * m // 64) + row // (4 * rows) * 4 + row % 4
    return block % side * m + row // 4 % rows * side * m + column, slot


@pytest.mark.parametrize("name", ATOMS)
def test_blocks(run_body, bf16, name: str) -> None:
    m, blocks, k, _, format_, arch = ATOMS[name]
    random = np.random.default_rng(7)
    a, b = (random.integers(-8, 9, (2, blocks, m, k)) for _ in range(2))
    slots = m * m * blocks // 64
    number = np.int32 if format_ == "i8" else np.float32
    c = random.integers(-99, 99, (2, 64, slots)).astype(number)
    encode = {
        "f32": lambda x: x.astype(np.float32),
        "f16": lambda x: x.astype(np.float16),
        "bf16": bf16[0],
        "i8": lambda x: x.astype(np.int8),
    }[format_]
    # Row i of block b is lane m * b + i, k its slots.
    out = c.copy()
    left, right = (np.ascontiguousarray(encode(x.reshape(2, 64, k))) for x in (a, b))
    run = run_body(kernel(name), PARAMETERS, [left, right, out], block=128, arch=arch)
    assert run.findings == []
    assert run.counters.instructions["matrix"] == 2
    for wave in range(2):
        for block in range(blocks):
            product = a[wave, block] @ b[wave, block].T
            for row in range(m):
                for column in range(m):
                    lane, slot = place_of_result(m, row, column, block)
                    assert out[wave, lane, slot] == product[row, column] + c[wave, lane, slot]


def test_one_accumulator_for_all_groups(run_body) -> None:
    """A literal C, and more workgroups than one."""
    body = kernel("f32.4x4x4f16").replace("<4 x float> %c,", "<4 x float> splat (float 2.0),")
    number = "%g = call i32 @llvm.amdgcn.workgroup.id.x()\n  %go = shl i32 %g, 6\n  %n = add i32 %go, %tid"
    body = body.replace("%pc = ", f"{number}\n  %pc = ")
    body = body.replace("ptr addrspace(1) %cs, i32 %tid", "ptr addrspace(1) %cs, i32 %n")
    ones, out = np.ones((64, 4), np.float16), np.zeros((3, 64, 4), np.float32)
    assert run_body(body, PARAMETERS, [ones, ones, out], grid=(3,), arch="gfx908").findings == []
    assert (out == 6).all()


@pytest.mark.parametrize("operand", [0, 1, 2])
def test_modifiers_are_refused(run_body, operand: int) -> None:
    """Broadcasts of blocks (cbsz, abid) and of lanes (blgp)."""
    flags = ", ".join(f"i32 {int(n == operand)}" for n in range(3))
    body = kernel("f32.16x16x1f32").replace("i32 0, i32 0, i32 0", flags)
    with pytest.raises(sim.UnsupportedError, match="cbsz, abid or blgp"):
        run_body(body, PARAMETERS, [np.zeros(64, np.float32)] * 2 + [np.zeros((64, 16), np.float32)], arch="gfx908")


TYPES = {"f32": "float", "xf32": "float", "f16": "half", "bf16": "i16"}


def call_of(name: str, atom: mfma.Atom) -> str:
    """A kernel that calls an atom on values that it loads."""
    count, element = atom.operand_slots, TYPES.get(atom.format, "i8")
    if element == "i8":
        operand = {4: "i32", 8: "i64", 16: "<4 x i32>"}[count]
    elif element == "i16" and count == 8:
        operand = "<8 x bfloat>"
    else:
        operand = element if count == 1 else f"<{count} x {element}>"
    result = f"<{atom.result_slots} x {'i32' if atom.format == 'i8' else 'float'}>"
    return f"""target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {{
  %a = load {operand}, ptr addrspace(1) %x
  %c = load {result}, ptr addrspace(1) %y
  %d = call {result} @llvm.amdgcn.mfma.{name}({operand} %a, {operand} %a, {result} %c, i32 0, i32 0, i32 0)
  store {result} %d, ptr addrspace(1) %y
  ret void
}}
"""


@pytest.mark.skipif(not STATUS.available, reason=STATUS.description)
@pytest.mark.parametrize("name", mfma.ATOMS)
def test_atoms_are_where_llvm_selects_them(name: str) -> None:
    atom = mfma.ATOMS[name]
    selected = set()
    for arch in ("gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"):
        try:
            found = toolchain.compile(call_of(name, atom), arch=arch, flavor="llvm22")
        except toolchain.ToolchainError as error:
            assert "Cannot select" in str(error)
            continue
        assert found.undefined == ()
        selected.add(arch)
    assert selected == set(atom.arches) - {"gfx940", "gfx941"}
