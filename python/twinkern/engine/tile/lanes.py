"""Lane maps, as far as they are known when a kernel is written: the parts of a coordinate that depend on the slot."""

from __future__ import annotations

from collections.abc import Sequence

from twinkern._contract import Term


def slot_coordinate(terms: Sequence[Term], slot: int) -> int:
    """The part of a coordinate that depends on the slot in the lane's vector."""
    total = 0
    for term in terms:
        if not term.of_lane:
            value = slot // term.divide
            total += (value % term.modulo if term.modulo else value) * term.times
    return total


def run_length(free: Sequence[Term], reduction: Sequence[Term], length: int) -> int:
    """How many slots, a power of two, always lie side by side along the reduction in one row."""
    run = length
    while run > 1:
        together = all(
            slot_coordinate(reduction, slot) == slot_coordinate(reduction, slot - slot % run) + slot % run
            and slot_coordinate(free, slot) == slot_coordinate(free, slot - slot % run)
            for slot in range(length)
        )
        if together:
            break
        run //= 2
    return run
