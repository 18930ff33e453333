"""One value for each wave, out of lanes and back to them."""

from __future__ import annotations

import numpy as np

from ..memory.batch import Batch
from ..text.values import Array


def first_active(batch: Batch, value: Array) -> Array:
    """In every lane, the value of the wave's first active lane."""
    if value.shape[1] == 1:
        return value
    lanes = batch.per_wave(value)
    if batch.mask is None:
        first = lanes[..., :1]
    else:
        leader = batch.per_wave(batch.mask).argmax(axis=-1)[..., None]
        lanes = np.broadcast_to(lanes, (batch.groups, batch.waves, batch.wave))
        first = np.take_along_axis(lanes, leader, axis=-1)
    return spread(batch.wave, first)


def spread(wave: int, per_wave: Array) -> Array:
    """One value a wave, shape (G|1, W, 1), to every lane of it."""
    return np.repeat(per_wave[..., 0], wave, axis=1)
