"""What the rows of the contract say: which columns each has, and which numbers may be none.

A column that no table has would change nothing and be believed; one that a row lacks would end the generator without a word
about the row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that each row of a kind has, and those that it may have, by words."""

    needed: str
    optional: str = ""
    instead: str = ""
    """The column in whose place none is needed."""

    def known(self) -> list[str]:
        """All of them, in order."""
        return [*self.needed.split(), *self.optional.split(), *self.instead.split()]


OF_VENDORS = (
    "tiles in_types global_space shared_space tensor_bytes grid_x grid_x_of_threads grid_y core_workgroups core_barriers"
    " lds_reserved shuffle_pad"
)
OF_FAMILIES = (
    "wave_size lds_bytes core_lds_bytes lds_granule threads_per_workgroup registers_per_lane vector_registers unit_registers"
    " register_granule scalar_registers warps_per_unit units_per_core resource_flags lds_banks lds_wide_read_banks"
    " flushes_subnormals reads dma_widths dma_per_lane split_waits in_flight_limit"
)
OF_ANY = f"{OF_VENDORS} {OF_FAMILIES} cores"
"""Columns of a machine that its vendor, its family or its own row says."""
FLAGS = frozenset(
    "grid_x_of_threads core_workgroups core_barriers lds_reserved scalar_registers resource_flags flushes_subnormals dma_widths"
    " dma_per_lane split_waits shuffle_pad".split()
)
"""Numbers of a machine that may be 0."""
NEGATIVE = ("OUTSIDE",)
"""Limits that are no count of anything."""

TABLES = {
    "arch": {
        "flavor": Columns("names proven"),
        "vendor": Columns(
            "triple kernel_convention shared_declaration waves_attribute workgroup_fence metadata kernel_attributes"
            " kernel_annotation no_accumulation_attribute sync_scopes data_layout",
            f"machine {OF_ANY}",
        ),
        "family": Columns("vendor flavors", OF_ANY),
        "arch": Columns("family emits", OF_ANY),
    },
    "types": {"type": Columns("bits element packing conversion doc", "in_type out_type")},
    "limits": {"": Columns("value doc")},
    "atoms": {
        "operand": Columns("length free k load", "transposed matrix", "descriptor"),
        "accumulator": Columns("length row column"),
        "map": Columns("lanes a b d"),
        "atom": Columns("shape types families intrinsic arguments map", "convert"),
    },
    "intrinsics": {"intrinsic": Columns("id name result arguments families")},
    "fields": {
        "enum": Columns("name words doc"),
        "alias": Columns("name sets doc"),
        "field": Columns("group name type unit doc", "default automatic range allowed meanings enum machines without_atoms"),
    },
    "rules": {"rule": Columns("code class arguments message"), "way_out": Columns("text set")},
    "pipelines": {
        "step": Columns("name warps doc"),
        "pipeline": Columns("name loader stages fetched_tiles roles overlap fill start body finish families doc elsewhere"),
    },
    "stages": {"stage": Columns("field word operand slices program", "argument scalar")},
    "operations": {
        "predicate": Columns("name", "holds unsigned"),
        "update": Columns("name of"),
        "operation": Columns("name typing shape", "mnemonic operands of to width lead index multiple takes"),
    },
}
"""The kinds of rows of each table; a table without a name has rows alone."""
WORD_TABLES = {"operations": ("ordering", "sync_scope", "typing", "shape", "multiple")}
"""What a table has beside rows: words."""
PARTS = {
    ("operand", "transposed"): Columns("bits elements row column"),
    ("operand", "matrix"): Columns("bits k_outer count atoms row column"),
    ("vendor", "tiles"): Columns("edge depth warps"),
    ("family", "tiles"): Columns("edge depth warps"),
    ("arch", "tiles"): Columns("edge depth warps"),
}
"""Columns of a kind of rows that are rows in turn, one or several."""


def check_columns(where: str, row: Any, columns: Columns) -> None:
    """Require that a row has the columns of its kind. Raises ValueError."""
    known = columns.known()
    if not isinstance(row, dict):
        raise ValueError(f"{where}: {row!r} is no row; one has {', '.join(known)}")
    unknown = sorted(set(row) - set(known))
    if unknown:
        raise ValueError(f"{where}: no column {', '.join(unknown)}; there are {', '.join(known)}")
    lacking = [name for name in columns.needed.split() if name not in row]
    if lacking and columns.instead not in row:
        raise ValueError(f"{where} lacks {', '.join(lacking)}; needed are {', '.join(columns.needed.split())}")


def named_rows(table: str, kind: str, rows: Any) -> Iterator[tuple[str, Any]]:
    """The rows of a kind, each with where it stands: its name, or its number from 1 on."""
    if kind == "flavor":
        yield f"{table}.toml, {kind}", rows
    elif isinstance(rows, dict):
        for name, row in rows.items():
            yield f"{table}.toml, {kind} {name}".replace("  ", " "), row
    else:
        for number, row in enumerate(rows, start=1):
            names = [row[key] for key in ("name", "id", "code", "text") if key in row] if isinstance(row, dict) else []
            yield f"{table}.toml, {kind} {names[0] if names else number}", row


def check_rows(raw: dict[str, Any]) -> None:
    """Require that tables have the kinds of rows that they are of, and every row its columns. Raises ValueError, which says the
    file, the row, the column, and those that there are."""
    for table, kinds in TABLES.items():
        if "" not in kinds:
            parts = (*kinds, *WORD_TABLES.get(table, ()))
            wrong = sorted(set(raw[table]) ^ set(parts))
            if wrong:
                raise ValueError(f"{table}.toml: {', '.join(wrong)} is missing or unknown; there are {', '.join(parts)}")
        for kind, columns in kinds.items():
            for where, row in named_rows(table, kind, raw[table][kind] if kind else raw[table]):
                check_columns(where, row, columns)
                for (owner, part), inner in PARTS.items():
                    held = row.get(part, ()) if owner == kind else ()
                    for each in held if isinstance(held, (list, tuple)) else (held,):
                        check_columns(f"{where}, {part}", each, inner)


def check_limits(limits: dict[str, Any]) -> None:
    """Require that every limit is a number from 1 on, so that loops that count by one end. Raises ValueError."""
    for name, row in limits.items():
        value = row["value"]
        numbers = value if isinstance(value, list) else [value]
        if not numbers or any(type(number) is not int for number in numbers):
            raise ValueError(f"limits.toml, {name}: value = {value!r}; it is an integer, or several")
        if not isinstance(value, list) and value < 1 and name not in NEGATIVE:
            raise ValueError(f"limits.toml, {name}: value = {value}; allowed is 1 or more")


def check_numbers(arches: dict[str, dict[str, Any]]) -> None:
    """Require that an architecture, its family and vendor included, has every number, and that each counts something, but for
    FLAGS.

    Raises ValueError.
    """
    for name, row in arches.items():
        lacking = [column for column in OF_ANY.split() if column not in row]
        if lacking:
            raise ValueError(f"arch.toml, arch {name} lacks {', '.join(lacking)}; it, its family or its vendor says so")
        tiles = ((f"{key} of a tile", value) for tile in row["tiles"] for key, value in tile.items())
        for column, value in (*row.items(), *tiles):
            least = 0 if column in FLAGS else 1
            if type(value) is int and value < least:
                raise ValueError(f"arch.toml, arch {name}: {column} = {value}; allowed is {least} or more")
