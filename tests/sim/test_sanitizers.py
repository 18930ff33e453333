"""What the memory, initialisation and coverage sanitizers tell apart, and what they look at without being asked."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

TID = "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
FILL = (
    TID
    + """  %p = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store i32 %t, ptr addrspace(1) %p
  ret void"""
)


def test_each_object_has_its_own_finding(run_body) -> None:
    run = run_body("  ret void", "ptr addrspace(1) %a, ptr addrspace(1) %b", [np.zeros(4), np.zeros(4)], outputs=(0, 1))
    assert [(f.kind, f.owner, f.count) for f in run.findings] == [
        ("coverage", "argument 0 (%a)", 1),
        ("coverage", "argument 1 (%b)", 1),
    ]


def test_each_side_of_each_object_has_its_own_finding(run_body) -> None:
    """Lanes 0 to 31 take one buffer, 32 to 63 the other; of each, four lanes fall before the start and four past the end."""
    body = (
        TID
        + """  %first = icmp ult i32 %t, 32
  %base = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %b
  %in = and i32 %t, 31
  %at = sub i32 %in, 4
  %p = getelementptr i32, ptr addrspace(1) %base, i32 %at
  store i32 %t, ptr addrspace(1) %p
  ret void"""
    )
    args = [np.zeros(24, np.uint32), np.zeros(24, np.uint32)]
    findings = run_body(body, "ptr addrspace(1) %a, ptr addrspace(1) %b", args).findings
    assert [(f.owner, f.lane, f.outside_by, f.count) for f in findings] == [
        ("argument 0 (%a)", 0, -16, 4),
        ("argument 0 (%a)", 28, 4, 4),
        ("argument 1 (%b)", 32, -16, 4),
        ("argument 1 (%b)", 60, 4, 4),
    ]


# Lane n of 64 takes word n % 8 - 1 of the first object for n < 8, else of the second.
TWO_TILES = (
    TID
    + """  %first = icmp ult i32 %t, 8
  %base = select i1 %first, ptr addrspace(3) @s, ptr addrspace(3) @u
  %in = and i32 %t, 7
  %at = sub i32 %in, 1
  %p = getelementptr i32, ptr addrspace(3) %base, i32 %at
  %v = load i32, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void"""
)
TILES = "".join(f"@{name} = internal addrspace(3) global [6 x i32] poison, align 16\n" for name in "su")


def test_lds_objects_are_told_apart(run_body) -> None:
    y = np.zeros(16, np.uint32)
    findings = run_body(TWO_TILES, "ptr addrspace(1) %y", [y], declarations=TILES, block=16).findings
    outside = [(f.owner, f.outside_by, f.count) for f in findings if isinstance(f, sim.MemoryFinding)]
    assert outside == [("@s", -4, 1), ("@s", 4, 1), ("@u", -4, 1), ("@u", 4, 1)]
    unwritten = [(f.owner, f.count) for f in findings if isinstance(f, sim.InitialisationFinding)]
    assert unwritten == [("@s", 6), ("@u", 6)]


# Outputs.


def fill(run_body, attributes: str, size: int = 64, **options) -> list[sim.Finding]:
    return run_body(FILL, f"ptr addrspace(1) {attributes} %y", [np.zeros(size, np.uint32)], **options).findings


def test_a_parameter_that_is_only_written_is_an_output(run_body) -> None:
    assert fill(run_body, "noalias writeonly align 16 captures(none)") == []
    (finding,) = fill(run_body, "noalias writeonly align 16", 65)
    assert isinstance(finding, sim.CoverageFinding)
    assert (finding.owner, finding.offset, finding.missing) == ("argument 0 (%y)", 256, 4)
    assert fill(run_body, "noalias", 65) == []
    assert fill(run_body, "writeonly", 65, outputs=()) == []
    assert fill(run_body, "writeonly", 65, sanitize=False) == []
    assert len(fill(run_body, "noalias", 65, outputs=(0,))) == 1
    with pytest.raises(
        sim.SimulatorError, match=r"outputs \[1\] are not indices of buffers: .* are \[0\]"
    ):
        fill(run_body, "noalias", 65, outputs=(1,))


@pytest.mark.parametrize(
    ("stored", "silent"),
    [
        ("1100110011001100", True),
        ("110011001100110", True),
        ("1111111111111100", False),
        ("1100110011000000", False),
        ("1100110111001100", False),
        ("1111101111111111", False),
        ("0011001100110011", False),
        ("0000000000000000", False),
    ],
)
def test_row_ends_of_an_output_that_nobody_named(run_body, stored: str, silent: bool) -> None:
    """What a row stride leaves is no fault where the caller did not say that every byte is to be written."""
    body = FILL.replace("  store i32 %t, ptr addrspace(1) %p\n", """  %m = lshr i32 %mask, %t
  %b = trunc i32 %m to i1
  br i1 %b, label %then, label %end
then:
  store i32 %t, ptr addrspace(1) %p
  br label %end
end:
""")
    assert body != FILL
    mask = sum(int(flag) << place for place, flag in enumerate(stored))
    args = [np.zeros(len(stored), np.uint32), mask]
    for outputs in (None, (0,)):
        result = run_body(body, "ptr addrspace(1) writeonly %y, i32 %mask", args, block=len(stored), outputs=outputs)
        assert bool(result.findings) == (outputs is not None or not silent)


def test_an_output_passed_for_two_parameters(run_body) -> None:
    """The mark is the buffer's; one that another parameter may read, too, is an output only where the caller says so."""
    parameters = "ptr addrspace(1) readonly %x, ptr addrspace(1) writeonly %y"
    y = np.zeros(65, np.uint32)
    assert run_body(FILL, parameters, [y, y]).findings == []
    for outputs in ((0,), (1,), (0, 1)):
        (finding,) = run_body(FILL, parameters, [y, y], outputs=outputs).findings
        assert isinstance(finding, sim.CoverageFinding) and finding.offset == 256


def test_text_of_a_second_store_names_the_first(run_body) -> None:
    body = FILL.replace("  ret", "  store i32 7, ptr addrspace(1) %p\n  ret")
    (finding,) = run_body(body, "ptr addrspace(1) %y", [np.zeros(64, np.uint32)], outputs=(0,)).findings
    assert f"line {finding.other_line}: store i32 %t, ptr addrspace(1) %p" in finding.text


# Read-only memory.


@pytest.mark.parametrize(
    "write", ["store i32 1, ptr addrspace(1) @c", "%o = atomicrmw add ptr addrspace(1) @c, i32 1 monotonic"]
)
def test_writes_to_a_constant(run_body, write: str) -> None:
    body = FILL.replace("  store i32 %t", f"  {write}\n  %c = load i32, ptr addrspace(1) @c\n  store i32 %c")
    y = np.zeros(64, np.uint32)
    (finding,) = run_body(body, "ptr addrspace(1) %y", [y], declarations="@c = addrspace(1) constant i32 7").findings
    assert isinstance(finding, sim.MemoryFinding)
    assert (finding.owner, finding.count, finding.access) == ("@c", 64, "store" if write.startswith("store") else "atomic")
    assert "at byte 0 of @c, which is read-only" in finding.text
    assert (y == 7).all()
    assert run_body(body, "ptr addrspace(1) %y", [y], declarations="@c = addrspace(1) global i32 7").findings == []


def test_writes_to_a_read_only_array(run_body) -> None:
    """The run goes on, and findings from before it are kept."""
    stray = "  %q = getelementptr i8, ptr addrspace(1) %x, i32 1\n  store i32 %t, ptr addrspace(1) %q, align 4\n"
    body = FILL.replace("  ret", f"{stray}  ret")
    x, y = np.arange(8, dtype=np.uint32), np.zeros(64, np.uint32)
    x.flags.writeable = False
    findings = run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", [x, y]).findings
    assert [f.message.split(",")[0] for f in findings] == [
        "misaligned store of 4 bytes at byte 1 of argument 0 (%x): the instruction says align 4",
        "store of 4 bytes at byte 1 of argument 0 (%x)",
    ]
    assert x.tolist() == list(range(8)) and y.tolist() == list(range(64))
    with pytest.raises(sim.SimulatorError, match="output, but the array is read-only"):
        run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", [x, y], outputs=(0,))


# Variables without a value.


@pytest.mark.parametrize(
    ("variable", "unwritten"),
    [
        ("internal addrspace(1) global [2 x i32] poison", [0, 4]),
        ("internal addrspace(1) global [2 x i32] undef", [0, 4]),
        ("external addrspace(1) global [2 x i32]", [0, 4]),
        ("internal addrspace(1) global [2 x i32] [i32 5, i32 undef]", [4]),
        ("internal addrspace(1) global [2 x i32] zeroinitializer", []),
    ],
)
@pytest.mark.parametrize("read", ["load i32, ptr addrspace(1) %g", "atomicrmw add ptr addrspace(1) %g, i32 0 monotonic"])
def test_variable_read_before_it_has_a_value(run_body, variable: str, unwritten: list[int], read: str) -> None:
    body = TID + "  %at = and i32 %t, 1\n  %g = getelementptr i32, ptr addrspace(1) @g, i32 %at\n"
    options = {"declarations": f"@g = {variable}", "block": 2}
    findings = run_body(body + f"  %v = {read}\n  ret void", "", [], **options).findings
    assert [(type(f), f.address, f.owner) for f in findings] == [(sim.InitialisationFinding, at, "@g") for at in unwritten[:1]]
    assert run_body(body + f"  store i32 1, ptr addrspace(1) %g\n  %v = {read}\n  ret void", "", [], **options).findings == []


# Alignment, range and switches.


@pytest.mark.parametrize(
    ("access", "reason"),
    [
        ("%o = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, align 2", "it must be aligned to 4"),
        ("%o = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic monotonic, align 2", "it must be aligned to 4"),
        ("%o = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, align 8", "the instruction says align 8"),
        ("%o = load i32, ptr addrspace(1) %p, align 4", "the instruction says align 4"),
    ],
)
def test_who_asks_for_an_alignment(run_body, access: str, reason: str) -> None:
    body = f"  %p = getelementptr i8, ptr addrspace(1) %y, i32 2\n  {access}\n  ret void"
    (finding,) = run_body(body, "ptr addrspace(1) %y", [np.zeros(4, np.uint32)], block=1).findings
    assert isinstance(finding, sim.MemoryFinding)
    assert finding.message.endswith(f"at byte 2 of argument 0 (%y): {reason}")


def test_buffer_atomic_that_the_end_of_the_buffer_cuts(run_body) -> None:
    """All or nothing: the range of an atomic is checked as a whole."""
    body = (
        TID
        + """  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 12, i32 159744)
  %o = shl i32 %t, 3
  %old = call i64 @llvm.amdgcn.raw.ptr.buffer.atomic.add.i64(i64 3, ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
  %p = getelementptr i64, ptr addrspace(1) %y, i32 %t
  store i64 %old, ptr addrspace(1) %p
  ret void"""
    )
    x, y = np.arange(5, 9, dtype=np.uint64), np.full(4, 9, np.uint64)
    assert run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", [x, y], block=4, outputs=(1,)).findings == []
    assert x.tolist() == [8, 6, 7, 8]
    assert y.tolist() == [5, 0, 0, 0]


def test_memory_sanitizer_switched_off(run_body) -> None:
    """Nothing is reported, loads out of range give zeros, and stores there do nothing."""
    body = FILL.replace("  store i32 %t", "  %q = getelementptr i32, ptr addrspace(1) %x, i32 %t\n"
                        "  %v = load i32, ptr addrspace(1) %q\n  store i32 %v")  # fmt: skip
    for sanitize in (False, sim.SANITIZERS - {"memory"}):
        x, y = np.full(32, 5, np.uint32), np.full(48, 9, np.uint32)
        run = run_body(body, "ptr addrspace(1) %x, ptr addrspace(1) %y", [x, y], sanitize=sanitize)
        assert run.findings == []
        assert y.tolist() == [5] * 32 + [0] * 16
