"""What judges a run on a device sees each thing that a kernel may not do, here on the simulator with something done on top."""

from __future__ import annotations

import pytest
from tests.support import spec_of

from twinkern import emit
from twinkern.judge.device import GUARD, run_on_device
from twinkern.judge.proof import make_exercise
from twinkern.launch import load
from twinkern.launch.simulator import SimulatorDriver

WORDS = "direction=forward arch=sm_90 n=1 c=8 k=8 input=4x4 filter=1x1"
X, W, Y = 0, 1, 2


class Spoiling(SimulatorDriver):
    """Changes one byte after each launch: of an argument by number, so many bytes from its begin or its end."""

    def __init__(self, argument: int | None = None, begin: int | None = None, end: int = 0) -> None:
        super().__init__("sm_90")
        self.argument, self.begin, self.end = argument, begin, end

    def launch(self, function, grid, block, shared, arguments, stream):
        super().launch(function, grid, block, shared, arguments, stream)
        if self.argument is not None:
            pointer = sorted(arguments)[self.argument][1]
            size = self._view(pointer).size - GUARD
            at = pointer + (self.begin if self.begin is not None else size + self.end)
            self._view(at)[0] ^= 0x55


def run(driver: SimulatorDriver):
    program = emit(spec_of(WORDS))
    return run_on_device(program, load(program, driver), make_exercise(program.spec))


def test_a_right_run():
    driver = Spoiling()
    found = run(driver)
    assert found.ok and not found.faults and 0 <= found.used <= 1
    assert not driver._memory, "what was allocated is given back"


@pytest.mark.parametrize(
    ("argument", "begin", "end", "fault"),
    [
        (Y, None, 0, "the guard of y was written to"),
        (Y, None, GUARD - 1, "the guard of y was written to"),
        (X, None, 0, "the guard of x was written to"),
        (X, 0, 0, "input x was written to"),
        (W, None, -1, "input w was written to"),
    ],
)
def test_what_may_not_be_touched(argument, begin, end, fault):
    found = run(Spoiling(argument, begin, end))
    assert fault in found.faults and not found.ok and fault in str(found)


@pytest.mark.parametrize("begin", [-1, -GUARD])
def test_the_guard_before_a_buffer(begin):
    assert run(Spoiling(Y, begin)).faults == ("the guard of y was written to",)


def test_a_wrong_element():
    found = run(Spoiling(Y, 1))
    assert not found.faults and not found.ok and found.comparison.wrong == 1 and found.used > 1


def test_an_element_that_nobody_stored():
    """The output is poisoned, so that what is left over from before is NaN."""

    class Lazy(SimulatorDriver):
        def launch(self, *arguments):
            pass

    found = run(Lazy("sm_90"))
    assert not found.ok and found.comparison.wrong == found.comparison.size
