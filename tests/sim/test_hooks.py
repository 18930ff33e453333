"""Sanitizers and counters are attached to a machine when they are asked for, and it asks of each event only who answers it."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge.simulator import bench, engine
from twinkern.judge.simulator.memory.hooks import Hooks

KERNEL = """target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [64 x i32] poison, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) noalias readonly %y) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %q = getelementptr i32, ptr addrspace(3) @lds, i32 %t
  %r = getelementptr i32, ptr addrspace(1) %y, i32 %t
  %a = load i32, ptr addrspace(1) %p
  store i32 %a, ptr addrspace(3) %q
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %b = load i32, ptr addrspace(3) %q
  store i32 %b, ptr addrspace(1) %p
  %old = atomicrmw add ptr addrspace(1) %r, i32 1 monotonic
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" "target-cpu"="gfx942" }
"""
EVENTS = sorted(name for name in vars(Hooks) if not name.startswith("_") and name not in ("start", "finish"))


def prepared(**options):
    """The machine of a run that has not begun."""
    buffers = [np.zeros(64, np.int32), np.zeros(64, np.int32)]
    given = {"sanitize": False, "outputs": (), "count": False, **options}
    scheduler = engine._prepare(
        KERNEL, None, (1,), 64, buffers, None, (0, None), None, given["sanitize"], given["outputs"], 1000, given["count"]
    )
    return scheduler


def names(machine) -> list[str]:
    return [type(hooks).__name__ for hooks in machine.hooks]


def test_without_sanitizers_nobody_is_told():
    machine = prepared().machine
    assert machine.hooks == []
    assert {event: getattr(machine, f"on_{event}") for event in EVENTS} == dict.fromkeys(EVENTS, ())


@pytest.mark.parametrize(
    ("options", "attached"),
    [
        ({"count": True}, ["AccessCounter"]),
        ({"sanitize": ["race"]}, ["LdsOrder", "GlobalRaces"]),
        ({"sanitize": ["dma"]}, ["LdsOrder"]),
        ({"sanitize": ["initialisation"]}, ["LdsOrder", "Written"]),
        ({"sanitize": ["coverage"], "outputs": (0,)}, ["Written"]),
        ({"sanitize": ["claims"]}, ["Claims"]),
        ({"sanitize": ["memory", "divergence", "arithmetic"]}, []),
        ({"sanitize": True}, ["Claims", "LdsOrder", "GlobalRaces", "Written"]),
    ],
)
def test_what_is_asked_for_is_attached(options, attached):
    assert names(prepared(**options).machine) == attached


def test_claims_that_nothing_could_break_are_not_looked_at():
    random = np.random.default_rng(0)
    x = random.standard_normal((bench.GROUPS, 64, bench.DEPTH)).astype(np.float16)
    y = np.zeros((bench.GROUPS, 64, 64), np.float32)
    scheduler = engine._prepare(
        bench.kernel(), None, (1,), bench.THREADS, [x, y, x.nbytes], None, (0, None), None, True, (1,), 1000, False
    )
    assert "Claims" not in names(scheduler.machine)


def test_each_event_is_told_to_who_answers_it():
    told: list[str] = []

    class Listener(Hooks):
        pass

    def listen(event):
        return lambda self, batch, *arguments: told.append(event)

    for event in (*EVENTS, "start"):
        setattr(Listener, event, listen(event))
    scheduler = prepared()
    scheduler.machine.attach(Listener())
    scheduler.machine.start(0, 1)
    with np.errstate(all="ignore"):
        scheduler.run()
    assert told[0] == "start"
    assert [event for event in told if event in ("read", "write", "wrote", "update", "barrier", "acquire")] == [
        "read", "write", "wrote", "barrier", "acquire", "read", "write", "wrote", "update", "wrote",
    ]  # fmt: skip
    assert told.count("wait") == 2 and told.count("execute") == 5


def test_the_last_to_come_may_be_the_first_to_be_told():
    machine, told = prepared().machine, []

    class Reader(Hooks):
        def __init__(self, name):
            self.name = name

        def barrier(self, batch, groups):
            told.append(self.name)

    for name, first in (("a", False), ("b", False), ("c", True)):
        machine.attach(Reader(name), first)
    machine.barrier()
    assert told == ["c", "a", "b"]
    assert machine.attached(Reader) is machine.hooks[0]
