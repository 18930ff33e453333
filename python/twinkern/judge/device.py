"""A program on a device, judged as in the simulator: guarded and poisoned buffers, and the reference with its bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from twinkern.engines import Program
from twinkern.judge import oracle
from twinkern.judge.launch import make_buffers
from twinkern.judge.proof import Exercise, stored_result
from twinkern.launch import Program as Loaded

GUARD = 4096
"""Bytes before and behind each buffer that no kernel may touch."""
BEFORE, BEHIND = 0xA5, 0x5A
"""What fills them."""


@dataclass(frozen=True, slots=True)
class DeviceRun:
    """What a program did on a device: guards and inputs that it changed, its output, and how that compares."""

    faults: tuple[str, ...]
    output: np.ndarray
    comparison: oracle.Comparison

    @property
    def ok(self) -> bool:
        """Nothing touched that may not be, and every element within its bound."""
        return not self.faults and self.comparison.ok

    @property
    def used(self) -> float:
        """The part of the bound that the worst element uses; more than 1 where it is outside."""
        worst = self.comparison
        return (worst.excess + worst.bound) / worst.bound if worst.bound else float(worst.excess > 0)

    def __str__(self) -> str:
        return "; ".join((*self.faults, str(self.comparison)))


def run_on_device(program: Program, loaded: Loaded, exercise: Exercise) -> DeviceRun:
    """Run a program once on made-up operands, in buffers of exactly the manifest's bytes between guards, outputs poisoned.

    Raises LaunchError where the device refuses.
    """
    driver = loaded.driver
    held: dict[str, tuple[int, np.ndarray]] = {}
    try:
        for name, data in make_buffers(loaded.plan, exercise.operands).items():
            guarded = np.concatenate([
                np.full(GUARD, BEFORE, np.uint8), data.reshape(-1).view(np.uint8), np.full(GUARD, BEHIND, np.uint8)
            ])  # fmt: skip
            held[name] = driver.allocate(guarded.size), guarded
            driver.copy_in(held[name][0], guarded.tobytes())
        loaded.run({name: pointer + GUARD for name, (pointer, _) in held.items()}, scalars=exercise.scalars)
        driver.synchronize()
        after = {name: np.frombuffer(driver.copy_out(pointer, data.size), np.uint8) for name, (pointer, data) in held.items()}
    finally:
        for pointer, _ in held.values():
            driver.free(pointer)
    faults = []
    for name, found in after.items():
        before = held[name][1]
        if not np.array_equal(found[:GUARD], before[:GUARD]) or not np.array_equal(found[-GUARD:], before[-GUARD:]):
            faults.append(f"the guard of {name} was written to")
        if loaded.buffers[name].role == "input" and not np.array_equal(found, before):
            faults.append(f"input {name} was written to")
    output = stored_result({name: found[GUARD:-GUARD] for name, found in after.items()}, program)
    comparison = oracle.compare(output, exercise.expected, exercise.bound, program.spec.out_type, exercise.nan_allowed)
    return DeviceRun(tuple(faults), output, comparison)
