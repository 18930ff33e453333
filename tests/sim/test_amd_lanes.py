"""Moves between lanes against the ISA guides' rules, written as plain loops over the lanes of each wave."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from twinkern.judge import simulator as sim

POINTERS = "ptr addrspace(1) %x, ptr addrspace(1) %r"
KEEP = None
"""A source lane that does not exist."""

# Source of a lane in a wave of w: Vega and CDNA3 ISA guides, "DPP"; RDNA3 for row_share and row_xmask.
DPP: dict[str, tuple[int, str, Callable]] = {
    "quad_perm [3,0,2,1]": (0x63, "gfx942", lambda w, lane: lane // 4 * 4 + (3, 0, 2, 1)[lane % 4]),
    "row_shl 3": (0x103, "gfx942", lambda w, lane: lane + 3 if lane % 16 + 3 < 16 else KEEP),
    "row_shr 1": (0x111, "gfx942", lambda w, lane: lane - 1 if lane % 16 >= 1 else KEEP),
    "row_ror 5": (0x125, "gfx942", lambda w, lane: lane // 16 * 16 + (lane % 16 - 5) % 16),
    "wave_shl 1": (0x130, "gfx942", lambda w, lane: lane + 1 if lane + 1 < w else KEEP),
    "wave_rol 1": (0x134, "gfx942", lambda w, lane: (lane + 1) % w),
    "wave_shr 1": (0x138, "gfx942", lambda w, lane: lane - 1 if lane else KEEP),
    "wave_ror 1": (0x13C, "gfx942", lambda w, lane: (lane - 1) % w),
    "row_mirror": (0x140, "gfx942", lambda w, lane: lane // 16 * 16 + 15 - lane % 16),
    "row_half_mirror": (0x141, "gfx942", lambda w, lane: lane // 8 * 8 + 7 - lane % 8),
    "row_bcast15": (0x142, "gfx942", lambda w, lane: lane // 16 * 16 - 1 if lane >= 16 else KEEP),
    "row_bcast31": (0x143, "gfx942", lambda w, lane: 31 if lane >= 32 else KEEP),
    "row_share 6": (0x156, "gfx1201", lambda w, lane: lane // 16 * 16 + 6),
    "row_xmask 9": (0x169, "gfx1151", lambda w, lane: lane ^ 9),
    "row_shr 15": (0x11F, "gfx1250", lambda w, lane: lane - 15 if lane % 16 == 15 else KEEP),
}


def run_move(
    run_body, code: str, x: np.ndarray, arch: str, waves: int = 2, off: int | None = None, features: str = ""
) -> np.ndarray:
    """Results of `code` (from %v to %m, i32) in every lane; lanes off modulo `off` sit the move out and get 77."""
    wave = 64 if arch.startswith("gfx9") or features else 32
    out = np.zeros(waves * wave, np.uint32)
    test = f"%rest = urem i32 %tid, {off}\n  %on = icmp ne i32 %rest, 0" if off else "%on = icmp uge i32 %tid, 0"
    body = f"""entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %tid
  %v = load i32, ptr addrspace(1) %p
  {test}
  br i1 %on, label %move, label %join
move:
{code}
  br label %join
join:
  %result = phi i32 [ %m, %move ], [ 77, %entry ]
  %o = getelementptr i32, ptr addrspace(1) %r, i32 %tid
  store i32 %result, ptr addrspace(1) %o
  ret void"""
    run = run_body(body, POINTERS, [x, out], block=waves * wave, arch=arch, features=features)
    assert run.findings == []
    return out


def values(lanes: int = 128) -> np.ndarray:
    return np.random.default_rng(7).integers(1, 1 << 32, lanes, dtype=np.uint32)


@pytest.mark.parametrize("off", [None, 3])
@pytest.mark.parametrize("bound", [False, True])
@pytest.mark.parametrize("masks", [(15, 15), (10, 15), (15, 5)], ids=str)
@pytest.mark.parametrize("name", DPP)
def test_update_dpp(run_body, name: str, masks: tuple[int, int], bound: bool, off: int | None) -> None:
    """Out of the masks: the old value. No source, or an inactive one: 0 with bound control, else the old value."""
    control, arch, source = DPP[name]
    wave = 64 if arch == "gfx942" else 32
    x = values(2 * wave)
    code = (
        f"  %m = call i32 @llvm.amdgcn.update.dpp.i32(i32 %tid, i32 %v, i32 {control}, i32 {masks[0]}, i32 {masks[1]}, "
        f"i1 {str(bound).lower()})"
    )
    out = run_move(run_body, code, x, arch, off=off)
    for thread in range(2 * wave):
        lane, first = thread % wave, thread // wave * wave
        come = source(wave, lane)
        there = come is not KEEP and not (off and (first + come) % off == 0)
        expected = x[first + come] if there else 0 if bound else thread
        if not (masks[0] >> lane // 16 & 1 and masks[1] >> lane % 16 // 4 & 1):
            expected = thread
        if off and thread % off == 0:
            expected = 77
        assert out[thread] == expected, thread


def test_dpp_controls_that_the_architecture_lacks(run_body) -> None:
    for control, arch in ((0x142, "gfx1201"), (0x130, "gfx1151"), (0x161, "gfx942"), (0x100, "gfx942")):
        code = f"  %m = call i32 @llvm.amdgcn.mov.dpp.i32(i32 %v, i32 {control}, i32 15, i32 15, i1 true)"
        with pytest.raises(sim.UnsupportedError, match=f"DPP control {control:#x} on {arch}"):
            run_move(run_body, code, values(), arch)


def test_reduction_by_dpp(run_body) -> None:
    """The sum of a wave of 64 as compilers build it: row shifts, then broadcasts across rows, in the last lane."""
    code, name = "", "%v"
    for n, (control, rows) in enumerate([(0x111, 15), (0x112, 15), (0x114, 15), (0x118, 15), (0x142, 10), (0x143, 12)]):
        operands = f"i32 0, i32 {name}, i32 {control}, i32 {rows}, i32 15, i1 false"
        code += f"  %d{n} = call i32 @llvm.amdgcn.update.dpp.i32({operands})\n  %s{n} = add i32 {name}, %d{n}\n"
        name = f"%s{n}"
    code += f"  %m = call i32 @llvm.amdgcn.readlane.i32(i32 {name}, i32 63)"
    x = values()
    out = run_move(run_body, code, x, "gfx942")
    assert (out.reshape(2, 64) == x.reshape(2, 64).sum(axis=1, dtype=np.uint32)[:, None]).all()


@pytest.mark.parametrize("off", [None, 5])
@pytest.mark.parametrize(
    ("pattern", "source"),
    [
        (0x8000 | 0x1B, lambda lane: lane ^ 3),
        (0x1F | 1 << 10, lambda lane: lane ^ 1),
        (0x1F | 16 << 10, lambda lane: lane ^ 16),
        (0x18 | 2 << 5, lambda lane: lane & ~31 | (lane & 0x18 | 2)),
    ],
)
def test_ds_swizzle(run_body, pattern: int, source: Callable, off: int | None) -> None:
    x = values()
    out = run_move(run_body, f"  %m = call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 {pattern})", x, "gfx942", off=off)
    for lane in range(128):
        come = source(lane)
        expected = 0 if off and come % off == 0 else x[come]
        assert out[lane] == (77 if off and lane % off == 0 else expected)


def test_permutes(run_body) -> None:
    """ds_bpermute pulls, ds_permute pushes; bits above the wave wrap; the highest sender wins."""
    x = values()
    index = "  %a = mul i32 %tid, 28\n"
    pulled = run_move(run_body, index + "  %m = call i32 @llvm.amdgcn.ds.bpermute(i32 %a, i32 %v)", x, "gfx942", off=7)
    pushed = run_move(run_body, index + "  %m = call i32 @llvm.amdgcn.ds.permute(i32 %a, i32 %v)", x, "gfx942", off=7)
    pairs = "  %a = and i32 %tid, -5\n  %b = shl i32 %a, 2\n  %m = call i32 @llvm.amdgcn.ds.permute(i32 %b, i32 %v)"
    two = run_move(run_body, pairs, x, "gfx942")
    want = np.zeros(128, np.uint32)
    for thread in range(128):
        first = thread // 64 * 64
        come = first + 7 * thread % 64
        assert pulled[thread] == (77 if thread % 7 == 0 else 0 if come % 7 == 0 else x[come])
        if thread % 7:
            want[come] = x[thread]
        assert two[thread] == (0 if thread & 4 else x[thread | 4])
    want[::7] = 77
    assert (pushed == want).all()


def selectors(places: list[int]) -> tuple[int, int]:
    low = sum(place << 4 * n for n, place in enumerate(places[:8]))
    return low, sum(place << 4 * n for n, place in enumerate(places[8:]))


@pytest.mark.parametrize("name", ["permlane16", "permlanex16"])
def test_permlane16(run_body, name: str) -> None:
    places = np.random.default_rng(3).integers(0, 16, 16).tolist()
    low, high = selectors(places)
    x = values(64)
    for fetch in ("false", "true"):
        for bound in ("false", "true"):
            code = f"  %m = call i32 @llvm.amdgcn.{name}.i32(i32 %tid, i32 %v, i32 {low}, i32 {high}, i1 {fetch}, i1 {bound})"
            out = run_move(run_body, code, x, "gfx1201", off=3)
            for thread in range(64):
                row = thread // 16 * 16 ^ (16 if name == "permlanex16" else 0)
                come = row + places[thread % 16]
                gone = come % 3 == 0 and fetch == "false"
                expected = x[come] if not gone else 0 if bound == "true" else thread
                assert out[thread] == (77 if thread % 3 == 0 else expected)


def test_halves_and_rows_that_change_places(run_body) -> None:
    x = values()
    code = "  %m = call i32 @llvm.amdgcn.permlane64.i32(i32 %v)"
    out = run_move(run_body, code, x, "gfx1100", features="+wavefrontsize64")
    assert (out == x[np.arange(128) ^ 32]).all()
    for width in (16, 32):
        for member in (0, 1):
            code = f"""  %pair = call {{ i32, i32 }} @llvm.amdgcn.permlane{width}.swap(i32 %tid, i32 %v, i1 false, i1 false)
  %m = extractvalue {{ i32, i32 }} %pair, {member}"""
            out = run_move(run_body, code, x, "gfx950")
            for thread in range(128):
                odd = thread // width % 2
                if member == 0:
                    assert out[thread] == (x[thread - width] if odd else thread)
                else:
                    assert out[thread] == (x[thread] if odd else thread + width)
    with pytest.raises(sim.UnsupportedError, match=r"permlane32\.swap"):
        run_move(run_body, code, x, "gfx942")


def test_single_lanes(run_body) -> None:
    x = values()
    lane = "  %w = lshr i32 %tid, 6\n  %w3 = mul i32 %w, 3\n  %l = add i32 %w3, 65\n"
    out = run_move(run_body, lane + "  %m = call i32 @llvm.amdgcn.readlane.i32(i32 %v, i32 %l)", x, "gfx942")
    assert (out == np.repeat([x[1], x[64 + 4]], 64)).all()
    out = run_move(run_body, lane + "  %m = call i32 @llvm.amdgcn.writelane.i32(i32 %v, i32 %l, i32 %tid)", x, "gfx942")
    want = np.arange(128, dtype=np.uint32)
    want[[1, 68]] = x[[0, 64]]
    assert (out == want).all()
    out = run_move(run_body, "  %m = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)", x, "gfx942", off=5)
    assert (out == np.where(np.arange(128) % 5 == 0, 77, np.repeat(x[[1, 64]], 64))).all()


@pytest.mark.parametrize(("arch", "bits"), [("gfx942", 64), ("gfx1201", 32), ("gfx1250", 64)])
def test_masks_of_waves(run_body, arch: str, bits: int) -> None:
    """ballot, its inverse, and mbcnt: each lane's rank among those that hold the condition."""
    wave = 64 if arch == "gfx942" else 32
    x = values(2 * wave)
    code = f"""  %odd = trunc i32 %v to i1
  %mask = call i{bits} @llvm.amdgcn.ballot.i{bits}(i1 %odd)
  %back = call i1 @llvm.amdgcn.inverse.ballot.i{bits}(i{bits} %mask)
  %low = trunc i{bits} %mask to i32
"""
    if bits == 32:
        code = code.replace("trunc i32 %mask to i32", "or i32 %mask, 0")
        code += "  %rank = call i32 @llvm.amdgcn.mbcnt.lo(i32 %low, i32 0)\n"
    else:
        code += """  %up = lshr i64 %mask, 32
  %high = trunc i64 %up to i32
  %rank.low = call i32 @llvm.amdgcn.mbcnt.lo(i32 %low, i32 0)
  %rank = call i32 @llvm.amdgcn.mbcnt.hi(i32 %high, i32 %rank.low)
"""
    code += "  %tag = select i1 %back, i32 1000, i32 0\n  %m = add i32 %tag, %rank"
    out = run_move(run_body, code, x, arch, off=3)
    holds = (x & 1).astype(bool) & (np.arange(2 * wave) % 3 != 0)
    rank = np.concatenate([np.cumsum(part) - part for part in holds.reshape(2, wave)])
    assert (out == np.where(np.arange(2 * wave) % 3 == 0, 77, rank + 1000 * holds)).all()


def test_a_narrow_ballot_has_the_low_lanes(run_body) -> None:
    """As LLVM lowers it: the mask of the wave, cut to the type."""
    code = "  %low = icmp ult i32 %v, 2147483648\n  %m = call i32 @llvm.amdgcn.ballot.i32(i1 %low)"
    x = values()
    masks = [sum(int(bit) << n for n, bit in enumerate(x[first : first + 32] < 1 << 31)) for first in (0, 64)]
    assert run_move(run_body, code, x, "gfx942").tolist() == np.repeat(masks, 64).tolist()


@pytest.mark.parametrize("name", ["add", "umin", "umax", "min", "max", "and", "or", "xor"])
def test_reductions(run_body, name: str) -> None:
    x = values()
    out = run_move(run_body, f"  %m = call i32 @llvm.amdgcn.wave.reduce.{name}.i32(i32 %v, i32 0)", x, "gfx942", off=3)
    function = {
        "add": np.add, "umin": np.minimum, "umax": np.maximum, "min": np.minimum, "max": np.maximum,
        "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    }[name]  # fmt: skip
    for wave in range(2):
        lanes = np.arange(64 * wave, 64 * wave + 64)
        chosen = x[lanes[lanes % 3 != 0]]
        total = function.reduce(chosen.view(np.int32) if name in ("min", "max") else chosen)
        assert (out[lanes] == np.where(lanes % 3 == 0, 77, np.uint32(int(total) & 0xFFFFFFFF))).all()


def test_launch_values(run_body) -> None:
    """Wave number, workgroup in z, and the structures that a launch fills in."""
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %w = call i32 @llvm.amdgcn.wave.id()
  %z = call i32 @llvm.amdgcn.workgroup.id.z()
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %size.at = getelementptr i8, ptr addrspace(4) %packet, i64 4
  %size.16 = load i16, ptr addrspace(4) %size.at
  %size = zext i16 %size.16 to i32
  %implicit = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %blocks.at = getelementptr i8, ptr addrspace(4) %implicit, i64 8
  %blocks = load i32, ptr addrspace(4) %blocks.at
  %a = insertelement <4 x i32> poison, i32 %w, i32 0
  %b = insertelement <4 x i32> %a, i32 %z, i32 1
  %c = insertelement <4 x i32> %b, i32 %size, i32 2
  %d = insertelement <4 x i32> %c, i32 %blocks, i32 3
  %first = mul i32 %z, 96
  %n = add i32 %first, %tid
  %o = getelementptr <4 x i32>, ptr addrspace(1) %r, i32 %n
  store <4 x i32> %d, ptr addrspace(1) %o
  ret void"""
    out = np.zeros((3, 96, 4), np.uint32)
    run = run_body(body, "ptr addrspace(1) %r", [out], grid=(1, 1, 3), block=96, arch="gfx1250", outputs=(0,))
    assert run.findings == []
    for z in range(3):
        assert (out[z] == np.stack([np.arange(96) // 32, np.full(96, z), np.full(96, 96), np.full(96, 3)], axis=1)).all()
