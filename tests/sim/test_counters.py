"""Counters against patterns worked out by hand: LDS banks, global transactions, and a kernel's own instructions."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim
from twinkern.judge.simulator import AccessCount
from twinkern.judge.simulator.memory import counters

LDS_BYTES = 32768


def count_lds(run_body, address: str, type_: str, *, arch: str = "gfx942", store: bool = False, block: int = 64) -> AccessCount:
    """The row of one LDS access whose byte address is computed from %tid by `address`, which ends in %at."""
    value = f"{type_} zeroinitializer"
    access = f"store {value}, ptr addrspace(3) %p" if store else f"%v = load {type_}, ptr addrspace(3) %p"
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  {address}
  %p = getelementptr i8, ptr addrspace(3) @lds, i32 %at
  {access}, align 2
  ret void"""
    # Only the counts matter here: the bytes read were never written.
    run = run_body(body, "", [], lds=LDS_BYTES, arch=arch, block=block, sanitize={"memory"}, count=True)
    assert run.findings == []
    (row,) = run.counters.accesses
    return row


# address, type, store, conflicts of one wave64 access over (32 banks, 64 banks for wide reads), clocks the same
PATTERNS = {
    # Lane l takes dword l: a clock serves 32 lanes, so two clocks, no conflict.
    "stride 1": ("%at = shl i32 %tid, 2", "i32", False, (0, 2), (0, 2)),
    # Dword 32 l: all 32 lanes of a clock in bank 0.
    "stride 32": ("%at = shl i32 %tid, 7", "i32", False, (62, 64), (62, 64)),
    # Dword 33 l: a pad of one dword spreads them again.
    "stride 33": ("%at = mul i32 %tid, 132", "i32", False, (0, 2), (0, 2)),
    "stride 2": ("%at = shl i32 %tid, 3", "i32", False, (2, 4), (2, 4)),
    "broadcast": ("%at = and i32 %tid, 0", "i32", False, (0, 2), (0, 2)),
    # Two lanes share each dword: 16 dwords a clock.
    "halves of a dword": ("%at = shl i32 %tid, 1", "half", False, (0, 2), (0, 2)),
    # 8 bytes a lane, stride 8: 16 lanes fill 32 banks, 32 lanes fill 64.
    "b64 stride 1": ("%at = shl i32 %tid, 3", "<4 x half>", False, (0, 4), (0, 2)),
    "b64 stride 1, stored": ("%at = shl i32 %tid, 3", "<4 x half>", True, (0, 4), (0, 4)),
    # 16 bytes a lane: 8 lanes a clock (16 with 64 banks).
    "b128 stride 1": ("%at = shl i32 %tid, 4", "<8 x half>", False, (0, 8), (0, 4)),
    # Rows of 32 halves (64 bytes): rows two apart meet in 32 banks: 8 lanes start in banks 0 and 16 only, four deep. With 64
    # banks 16 lanes start in banks 0, 16, 32, 48, four deep.
    "b128, rows of 32 halves": ("%at = shl i32 %tid, 6", "<8 x half>", False, (24, 32), (12, 16)),
    # Rows of 40 halves (80 bytes, 20 banks): eight lanes start in banks 0 20 8 28 16 4 24 12: all 32 once. Over 64 banks 16
    # lanes start in 0 20 40 60 16 36 56 12 32 52 8 28 48 4 24 44: all 64 once.
    "b128, rows of 40 halves": ("%at = mul i32 %tid, 80", "<8 x half>", False, (0, 8), (0, 4)),
    # Rows of 36 halves (72 bytes, 18 banks), 8 bytes a lane: sixteen lanes start in the 16 even banks.
    "b64, rows of 36 halves": ("%at = mul i32 %tid, 72", "<4 x half>", False, (0, 4), (0, 2)),
    # A transposed scatter: lane l stores one half at row l of 64 halves (128 bytes): all in bank 0.
    "transposed scatter": ("%at = shl i32 %tid, 7", "half", True, (62, 64), (62, 64)),
    # The same with a pad of two halves (132 bytes): each lane in a bank of its own.
    "transposed scatter, padded": ("%at = mul i32 %tid, 132", "half", True, (0, 2), (0, 2)),
    # A dword that straddles: lane l takes bytes 4 l + 2 ..: 33 dwords, of which the first and the last share a bank.
    "straddling": ("%x = shl i32 %tid, 2\n  %at = add i32 %x, 2", "i32", False, (2, 4), (2, 4)),
}  # fmt: skip


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("arch", ["gfx942", "gfx950"])
def test_lds_banks(run_body, name: str, arch: str) -> None:
    address, type_, store, narrow, wide = PATTERNS[name]
    row = count_lds(run_body, address, type_, store=store, arch=arch)
    assert (row.conflicts, row.clocks) == (wide if arch == "gfx950" else narrow)
    assert (row.executions, row.worst, row.space) == (1, row.conflicts, "lds")
    assert row.kind == ("store" if store else "load")
    assert row.owner == "@lds"


def test_lanes_are_served_in_order_and_absent_ones_leave_their_place(run_body) -> None:
    """Lanes l and l + 32 meet in one bank but in different clocks; of a half-full wave only the first clock is used."""
    swap = "%low = and i32 %tid, 31\n  %high = and i32 %tid, 32\n  %h4 = shl i32 %high, 4\n  %l4 = shl i32 %low, 2\n" \
        "  %at = add i32 %h4, %l4"  # fmt: skip
    assert count_lds(run_body, swap, "i32").conflicts == 0
    row = count_lds(run_body, "%at = shl i32 %tid, 7", "i32", block=20)
    assert (row.clocks, row.conflicts) == (20, 19)
    two = count_lds(run_body, "%at = shl i32 %tid, 7", "i32", block=96)
    assert (two.executions, two.clocks, two.conflicts, two.worst) == (2, 96, 93, 62)


def test_wave32_and_an_unknown_architecture(run_body) -> None:
    row = count_lds(run_body, "%at = shl i32 %tid, 7", "i32", arch="gfx1201", block=64)
    assert (row.executions, row.conflicts, row.worst) == (2, 62, 31)
    assert counters.banks("gfx1030", 16, reading=True) == 32
    assert counters.lanes_a_clock(32, 12) == counters.lanes_a_clock(32, 16) == 8


def test_bank_loads_say_which_bank() -> None:
    offsets = np.array([[0, 128, 4, -1]])
    loads = counters.bank_loads(offsets, 4, 32)
    assert loads.shape == (1, 1, 32)
    assert loads[0, 0, :3].tolist() == [2, 1, 0]


def count_global(run_body, address: str, type_: str, size: int = 65536, **options) -> AccessCount:
    body = f"""
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  {address}
  %p = getelementptr i8, ptr addrspace(1) %x, i32 %at
  %v = load {type_}, ptr addrspace(1) %p, align 2
  ret void"""
    run = run_body(body, "ptr addrspace(1) %x", [np.zeros(size, np.uint8)], count=True, **options)
    assert run.findings == []
    (row,) = run.counters.accesses
    return row


# address, type; transactions of 32, 64 and 128 bytes of one wave64 access; bytes asked for
TRANSACTIONS = {
    "16 bytes a lane": ("%at = shl i32 %tid, 4", "<8 x half>", (32, 16, 8), 1024),
    "4 bytes a lane": ("%at = shl i32 %tid, 2", "i32", (8, 4, 2), 256),
    "shifted by 16 bytes": ("%x4 = shl i32 %tid, 2\n  %at = add i32 %x4, 16", "i32", (9, 5, 3), 256),
    "a column of 512-byte rows": ("%at = shl i32 %tid, 9", "half", (64, 64, 64), 128),
    "one address": ("%at = and i32 %tid, 0", "i32", (1, 1, 1), 4),
    "overlapping runs": ("%at = shl i32 %tid, 1", "i32", (5, 3, 2), 130),
    "across a boundary": ("%z = and i32 %tid, 0\n  %at = add i32 %z, 126", "i32", (2, 2, 2), 4),
}


@pytest.mark.parametrize("name", TRANSACTIONS)
def test_global_transactions(run_body, name: str) -> None:
    address, type_, blocks, useful = TRANSACTIONS[name]
    row = count_global(run_body, address, type_)
    assert tuple(row.transactions[size] for size in (32, 64, 128)) == blocks
    assert row.useful_bytes == useful
    assert row.useful_share(128) == useful / (128 * blocks[2])
    assert (row.executions, row.owner, row.conflicts) == (1, "argument 0 (%x)", 0)


def test_every_wave_and_workgroup_counts(run_body) -> None:
    address = "%g = call i32 @llvm.amdgcn.workgroup.id.x()\n  %t = add i32 %tid, %g\n  %at = shl i32 %t, 4"
    row = count_global(run_body, address, "<4 x i32>", grid=(3,), block=128)
    assert (row.executions, row.useful_bytes) == (6, 6 * 1024)
    # Workgroups 0, 1, 2 start at bytes 0, 16, 32: the middle one's blocks are half a block off.
    assert row.transactions == {32: 2 * (32 + 33 + 32), 64: 2 * (16 + 17 + 17), 128: 2 * (8 + 9 + 9)}
    assert row.pattern.tolist() == [16 * thread for thread in range(128)]
    uniform = count_global(run_body, "%at = shl i32 %tid, 4", "<4 x i32>", grid=(3,), block=128)
    assert (uniform.executions, uniform.transactions[128]) == (6, 48)


RAW = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 {records}, i32 159744)
  %at = shl i32 %tid, 4
  %v = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %r, i32 %at, i32 0, i32 0)
  ret void"""


@pytest.mark.parametrize(
    ("records", "blocks", "useful"),
    [(4096, (32, 16, 8), 1024), (512, (16, 8, 4), 512), (520, (17, 9, 5), 520), (0, (0, 0, 0), 0)],
)
def test_lanes_out_of_range_move_nothing(run_body, records: int, blocks: tuple, useful: int) -> None:
    """520 bytes end inside a lane's four dwords: the wave's access stays one execution."""
    run = run_body(RAW.format(records=records), "ptr addrspace(1) %x", [np.zeros(4096, np.uint8)], count=True)
    rows = run.counters.accesses
    if records == 0:
        assert rows == []
        return
    (row,) = rows
    assert tuple(row.transactions.values()) == blocks
    assert (row.useful_bytes, row.executions) == (useful, 1)


def test_divergent_and_repeated_accesses(run_body) -> None:
    """A loop of three rounds in which only the lanes below 16 load."""
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %join ]
  %few = icmp ult i32 %tid, 16
  br i1 %few, label %some, label %join
some:
  %at = shl i32 %tid, 2
  %p = getelementptr i8, ptr addrspace(1) %x, i32 %at
  %v = load i32, ptr addrspace(1) %p
  br label %join
join:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %done
done:
  ret void"""
    run = run_body(body, "ptr addrspace(1) %x", [np.zeros(256, np.uint8)], block=128, count=True)
    (row,) = run.counters.accesses
    assert (row.executions, row.useful_bytes, row.transactions) == (3, 3 * 64, {32: 6, 64: 3, 128: 3})
    assert run.counters.instructions["global_load"] == 3
    assert row.pattern.tolist() == [4 * t if t < 16 else -1 for t in range(128)]


def test_atomics_are_counted_in_both_spaces(run_body) -> None:
    body = """
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = shl i32 %tid, 2
  %p = getelementptr i8, ptr addrspace(1) %x, i32 %at
  %q = getelementptr i8, ptr addrspace(3) @lds, i32 %at
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %b = atomicrmw add ptr addrspace(3) %q, i32 1 monotonic
  ret void"""
    run = run_body(body, "ptr addrspace(1) %x", [np.zeros(256, np.uint8)], lds=256, count=True, sanitize=False)
    assert [(row.kind, row.space, row.executions) for row in run.counters.accesses] == [
        ("atomic", "global", 1), ("atomic", "lds", 1)
    ]  # fmt: skip


def test_counting_is_asked_for_and_changes_nothing(run_body) -> None:
    run = run_body(RAW.format(records=1024), "ptr addrspace(1) %x", [np.zeros(4096, np.uint8)])
    assert run.counters.accesses == []
    counted = run_body(RAW.format(records=1024), "ptr addrspace(1) %x", [np.zeros(4096, np.uint8)], count=True)
    assert counted.counters.instructions == run.counters.instructions
    again = run_body(RAW.format(records=1024), "ptr addrspace(1) %x", [np.zeros(4096, np.uint8)], count=True)
    assert again.counters.accesses[0].transactions == counted.counters.accesses[0].transactions


def test_progress_reports_batches(run_body) -> None:
    seen: list[tuple[int, int]] = []
    run_body("  ret void", "", [], grid=(300,), block=64, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(128, 300), (256, 300), (300, 300)]


def test_classes_barriers_and_waits(run_body) -> None:
    body = """
  call void @llvm.amdgcn.s.waitcnt(i32 0)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  ret void"""
    counts = run_body(body, "", [], block=128).counters
    assert [counts.per_wave(name) for name in ("wait", "fence", "barrier", "control")] == [1, 1, 1, 1]
    assert sim.Counters().per_wave("wait") == 0
