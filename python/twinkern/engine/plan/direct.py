"""A convolution without matrix atoms: how threads share pixels and groups of few channels."""

from __future__ import annotations

from dataclasses import dataclass

from twinkern._contract import (
    DIRECT_CHANNELS,
    DIRECT_COLUMNS,
    DIRECT_LDS_BYTES,
    DIRECT_PIXELS,
    DIRECT_THREADS,
    DWORD_BYTES,
    FIELDS,
    Direction,
    Method,
)
from twinkern.engine.spec.problem import ConvProblem, product
from twinkern.engine.spec.spec import ConvSpec

ATOM_FIELDS = tuple(row for row in FIELDS if row.group == "spec" and not row.without_atoms)


@dataclass(frozen=True, slots=True)
class DirectPlan:
    """How a workgroup shares its outputs: `columns` threads are side by side along the channels of its groups, `rows` along
    the pixels.

    A thread has `groups` of its own, of which it reads `inputs` channels each and writes `outputs`, for DIRECT_PIXELS pixels
    that are `rows` apart. `lds_bytes` hold the filters of all groups of the workgroup in fp32.
    """

    groups: int
    columns: int
    rows: int
    inputs: int
    outputs: int
    lds_bytes: int

    @property
    def pixels(self) -> int:
        """Pixels of a workgroup."""
        return self.rows * DIRECT_PIXELS


def channels(spec: ConvSpec) -> tuple[int, int]:
    """Channels of a group that an output of the direction reads, and that it has."""
    problem = spec.problem
    forward = spec.direction is Direction.FORWARD
    return (problem.group_c, problem.group_k) if forward else (problem.group_k, problem.group_c)


def fits_direct(spec: ConvSpec) -> bool:
    """Whether the direction and the channels are such that a kernel without atoms can be had."""
    return spec.direction is not Direction.WGRAD and max(channels(spec)) <= DIRECT_CHANNELS


def choose_method(spec: ConvSpec) -> Method:
    """What multiplies, where the spec leaves it open: no atoms where groups have few channels, unless some field is about
    them."""
    if spec.method is not Method.AUTO:
        return Method(spec.method)
    open_fields = all(getattr(spec, row.name) == row.default for row in ATOM_FIELDS)
    return Method.DIRECT if open_fields and spec.problem.groups > 1 and fits_direct(spec) else Method.ATOMS


def groups_of_thread(spec: ConvSpec, together: int) -> int:
    """Groups of a thread, as many as have few enough channels and divide those of the workgroup."""
    groups = 1
    while together % (2 * groups) == 0 and 2 * groups * max(channels(spec)) <= DIRECT_CHANNELS:
        groups *= 2
    return groups


def filter_bytes(problem: ConvProblem, groups: int) -> int:
    """Bytes of the filters of so many groups in fp32."""
    return product(groups, problem.group_k, *problem.filter, problem.group_c, DWORD_BYTES)


def choose_direct_groups(spec: ConvSpec) -> int:
    """Groups of a workgroup, where the spec leaves it open: as many as are side by side and whose filters fit."""
    problem, together = spec.problem, 1
    while (
        problem.groups % (2 * together) == 0
        and 2 * together // groups_of_thread(spec, 2 * together) <= DIRECT_COLUMNS
        and filter_bytes(problem, 2 * together) <= DIRECT_LDS_BYTES
    ):
        together *= 2
    return together


def largest_fitting(groups: int, taken: int, limit: int) -> int:
    """The groups that are left, halved until what they take is within a limit; 0 where that cannot be."""
    while taken > limit:
        if groups % 2:
            return 0
        groups, taken = groups // 2, taken // 2
    return groups


def plan_direct(spec: ConvSpec) -> DirectPlan:
    """The plan of a spec whose `groups_per_tile` is resolved."""
    together = spec.groups_per_tile
    groups = groups_of_thread(spec, together)
    columns = together // groups
    return DirectPlan(groups, columns, max(DIRECT_THREADS // columns, 1), *channels(spec), filter_bytes(spec.problem, together))
