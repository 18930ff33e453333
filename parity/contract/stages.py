"""The stages of the output chain: their programs checked and resolved, and printed as tables of both engines."""

from __future__ import annotations

import struct
from dataclasses import dataclass

TAKES = {"add": 2, "multiply": 2, "reciprocal": 1, "exp2": 1, "less": 4}
"""Values that a step takes off the stack; it pushes one. All others push alone."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage as stages.toml says it. `program`: its steps, each with the bits of its constant, or 0."""

    field: str
    enum: str
    word: str
    operand: str
    argument: str
    scalar: str
    slices: str
    program: tuple[tuple[str, int], ...]


def resolve_step(step: str | float, scalar: str) -> tuple[str, int]:
    """A step and the number that goes with it. Raises ValueError for one that there is not."""
    if isinstance(step, float):
        return "constant", int.from_bytes(struct.pack(">f", step))
    if scalar and step == scalar:
        return "scalar", 0
    if step not in ("value", "operand", *TAKES):
        raise ValueError(f"no step {step!r}; there are value, operand, {', '.join(TAKES)}, a number and the stage's scalar")
    return step, 0


def resolve(row: dict, fields: list[dict]) -> Stage:
    """A row of stages.toml. Raises ValueError where its field, its argument or its program makes no sense."""
    where = f"stages.toml, {row['field']} = {row['word']}"
    field = next((field for field in fields if field["name"] == row["field"]), None)
    if field is None or row["word"] not in field.get("allowed", ()):
        raise ValueError(f"{where}: no field takes that")
    if (row["operand"] == "none") != ("argument" not in row):
        raise ValueError(f"{where}: an operand has the name of an argument, and only such")
    try:
        program = tuple(resolve_step(step, row.get("scalar", "")) for step in row["program"])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    height = 0
    for step, _ in program:
        height -= TAKES.get(step, 0)
        if height < 0 or (step == "operand" and row["operand"] == "none"):
            raise ValueError(f"{where}: {step} takes what is not there")
        height += 1
    if height != 1:
        raise ValueError(f"{where}: the program leaves {height} values, not one")
    argument, scalar = row.get("argument", ""), row.get("scalar", "")
    return Stage(row["field"], field["enum"], row["word"], row["operand"], argument, scalar, row["slices"], program)
