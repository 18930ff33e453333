"""A manifest of two kernels, a workspace and a zeroed output, followed by hand-written text: no kernel of a spec has all."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from twinkern.judge.launch import POISON, ManifestError, Plan, bound, make_buffers, read_plan
from twinkern.judge.manifest_faults import text_faults
from twinkern.judge.proof import run_launch
from twinkern.judge.simulator import signature

TEXT = """target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [256 x i8] poison, align 16
define amdgpu_kernel void @sum_double(ptr addrspace(1) align 16 %x, ptr addrspace(1) align 32 %partial) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr float, ptr addrspace(1) %x, i32 %t
  %value = load float, ptr addrspace(1) %from, align 4
  %double = fadd float %value, %value
  %own = getelementptr float, ptr addrspace(3) @lds, i32 %t
  store float %double, ptr addrspace(3) %own, align 4
  %kept = load float, ptr addrspace(3) %own, align 4
  %to = getelementptr float, ptr addrspace(1) %partial, i32 %t
  store float %kept, ptr addrspace(1) %to, align 4
  ret void
}
define amdgpu_kernel void @sum(ptr addrspace(1) align 32 %partial, ptr addrspace(1) align 16 %y) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr float, ptr addrspace(1) %partial, i32 %t
  %value = load float, ptr addrspace(1) %from, align 4
  %old = atomicrmw fadd ptr addrspace(1) %y, float %value syncscope("agent") monotonic, align 4
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" "target-cpu"="gfx942" }
"""
X = {"name": "x", "role": "input", "type": "fp32", "bytes": 256, "offset": 0, "size": 8, "align": 16}
PARTIAL = {"name": "partial", "role": "workspace", "type": "fp32", "bytes": 256, "offset": 8, "size": 8, "align": 32}
Y = {"name": "y", "role": "output", "type": "fp32", "bytes": 4, "offset": 8, "size": 8, "align": 16}
LAUNCH = {"grid": [1, 1, 1], "grid_per_split": [0, 0, 0], "block": [64, 1, 1], "lds_bytes": 256}
MANIFEST = {
    "name": "sum",
    "arch": "gfx942",
    "kernels": [
        {"name": "sum_double", **LAUNCH, "arguments": [X, PARTIAL]},
        {"name": "sum", **LAUNCH, "lds_bytes": 0, "arguments": [{**PARTIAL, "offset": 0}, Y]},
    ],
    "workspace_bytes": 256,
    "workspace_bytes_per_split": 0,
    "zeroed": ["y"],
    "launches": ["sum_double", "sum"],
}
OPERAND = np.arange(64, dtype=np.float32)


def plan_of(edit: Callable[[dict], object] = lambda manifest: None) -> Plan:
    """The plan of the manifest, changed."""
    manifest = json.loads(json.dumps(MANIFEST))
    edit(manifest)
    return read_plan(json.dumps(manifest))


def follow(plan: Plan, text: str = TEXT) -> tuple[float, list[str]]:
    """The sum that is left in y, and all findings."""
    contents = make_buffers(plan, {"x": OPERAND})
    findings = [str(row) for kernel in plan.launches for row in run_launch(text, kernel, plan, contents).findings]
    return float(contents["y"][0]), findings


def test_two_launches_over_a_workspace_into_a_zeroed_output():
    plan = plan_of()
    assert list(text_faults(plan, TEXT)) == []
    assert follow(plan) == (2.0 * OPERAND.sum(), [])


def test_buffers_are_what_the_manifest_says():
    plan = plan_of()
    contents = make_buffers(plan, {"x": OPERAND[:32]})
    assert {name: data.nbytes for name, data in contents.items()} == {"x": 256, "partial": 256, "y": 4}
    assert (contents["y"] == 0).all() and (contents["partial"].view(np.uint8) == POISON).all()
    assert (contents["x"][:32] == OPERAND[:32]).all() and (contents["x"][32:].view(np.uint8) == POISON).all()
    assert [data.flags.writeable for data in contents.values()] == [False, True, True]
    with pytest.raises(ManifestError, match="input x: the spec's inputs are w"):
        make_buffers(plan, {"w": OPERAND})


def test_order_and_zeroing_matter():
    assert np.isnan(follow(plan_of(lambda m: m["launches"].reverse()))[0]), "the workspace was read before it was written"
    assert np.isnan(follow(plan_of(lambda m: m["zeroed"].clear()))[0]), "the sum started from poison"


def test_arguments_go_by_offset():
    """A runtime that fills the argument segment by offset gives the kernel what lies there, whatever the order of the list."""
    plan = plan_of(lambda m: m["kernels"][0]["arguments"].reverse())
    assert [row.name for row in bound(plan.kernels[0], signature(TEXT, "sum_double"))] == ["x", "partial"]
    assert follow(plan)[0] == 2.0 * OPERAND.sum()
    with pytest.raises(ManifestError, match="partial of the text lies at offset 8, size 8; the manifest has x 0 to 8, partial"):
        follow(plan_of(lambda m: m["kernels"][0]["arguments"][1].update(offset=16)))


def test_parameters_lie_at_multiples_of_their_alignment():
    text = TEXT.replace("align 16 %x, ", "align 16 %x, i32 %n, i8 %flag, double %scale, half %h, ")
    found = [(row.name, row.offset, row.size) for row in signature(text, "sum_double").parameters]
    assert found == [("x", 0, 8), ("n", 8, 4), ("flag", 12, 1), ("scale", 16, 8), ("h", 24, 2), ("partial", 32, 8)]


FAULTS = {
    "no kernel reads what is zeroed": (lambda m: m.update(zeroed=["y", "x"]), "zeroed names x, which no kernel needs zeroed"),
    "a larger workspace": (
        lambda m: m.update(workspace_bytes=512),
        "workspace_bytes is 512; the arguments of role workspace have 256",
    ),
    "a kernel left out": (
        lambda m: (m["kernels"].pop(0), m["launches"].pop(0)),
        "the text has a kernel sum_double, which the manifest does not",
    ),
    "a kernel that is not there": (
        lambda m: (m["kernels"][1].update(name="sums"), m.update(launches=["sum_double", "sums"])),
        "kernel sums: no kernel 'sums': the module has ['sum', 'sum_double']",
    ),
    "a promise of less": (
        lambda m: [m["kernels"][k]["arguments"][1 - k].update(align=16) for k in (0, 1)],
        "argument partial: align is 16; the text claims align 32",
    ),
}


@pytest.mark.parametrize("planted", FAULTS)
def test_manifest_that_says_otherwise_than_the_text(planted):
    edit, message = FAULTS[planted]
    assert any(message in fault for fault in text_faults(plan_of(edit), TEXT))


def test_workspace_that_no_kernel_touches():
    text = TEXT.replace("store float %kept, ptr addrspace(1) %to", "store float %kept, ptr addrspace(1) %from")
    text = text.replace("ptr addrspace(1) %partial, i32 %t\n  %value", "ptr addrspace(1) %y, i32 0\n  %value")
    faults = list(text_faults(plan_of(), text))
    assert "argument partial: no kernel needs this workspace: none reads or writes it" in faults


def test_claims_of_alignment_are_held_against_the_address():
    text = TEXT.replace("align 16 %x", "align 64 %x")
    _, findings = follow(plan_of(), text)
    (finding,) = findings
    assert "argument 0 (%x) is at an address that is 16 modulo 32; the kernel claims align 64" in finding


def test_accesses_are_held_against_the_address():
    """A load of 4 elements that says align 32, through a parameter that claims nothing, from a buffer at 16 modulo 32."""
    text = TEXT.replace("align 16 %x", "%x").replace(
        "%value = load float, ptr addrspace(1) %from, align 4\n  %double",
        "%four = load <4 x float>, ptr addrspace(1) %x, align 32\n"
        "  %value = load float, ptr addrspace(1) %from, align 4\n  %double",
    )
    assert follow(plan_of(), text.replace("align 32\n", "align 16\n"))[1] == []
    (finding,) = follow(plan_of(), text)[1]
    assert "misaligned load of 16 bytes at byte 0" in finding and "at 16 modulo 32" in finding


def test_two_kernels_that_say_otherwise_of_a_buffer():
    with pytest.raises(ManifestError, match="argument partial: two kernels say otherwise"):
        plan_of(lambda m: m["kernels"][1]["arguments"][0].update(bytes=128))


@pytest.mark.parametrize(("manifest", "message"), [
    ("[" * 100_000, "the manifest is no JSON"),
    ('{"name": "a", "arch": "gfx942", "name": "b"}', "name: given twice in one object"),
], ids=["deep", "twice"])  # fmt: skip
def test_manifest_that_readers_would_not_agree_on(manifest, message):
    with pytest.raises(ManifestError, match=message):
        read_plan(manifest)
