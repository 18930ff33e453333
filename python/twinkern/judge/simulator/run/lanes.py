"""One value for each wave, out of lanes and back to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..text.values import Array

if TYPE_CHECKING:
    from .machine import Machine


def first_active(machine: Machine, value: Array) -> Array:
    """In every lane, the value of the wave's first active lane."""
    if value.shape[1] == 1:
        return value
    lanes = machine.per_wave(value)
    if machine.mask is None:
        first = lanes[..., :1]
    else:
        leader = machine.per_wave(machine.mask).argmax(axis=-1)[..., None]
        lanes = np.broadcast_to(lanes, (machine.groups, machine.waves, machine.wave))
        first = np.take_along_axis(lanes, leader, axis=-1)
    return spread(machine.wave, first)


def spread(wave: int, per_wave: Array) -> Array:
    """One value a wave, shape (G|1, W, 1), to every lane of it."""
    return np.repeat(per_wave[..., 0], wave, axis=1)
