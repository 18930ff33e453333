"""Read the contract: the TOML tables from which the tables of both engines are generated.

Everything here is plain data with its references resolved and checked, so that each back end of the generator only has to
print it.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLES = ("arch", "atoms", "intrinsics", "fields", "rules", "pipelines")
TERM = re.compile(r"^(lane|slot)(?: / (\d+))?(?: % (\d+))?(?: \* (\d+))?$")
PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")


@dataclass(frozen=True, slots=True)
class Contract:
    """The tables as read, references resolved; `digest` is the SHA-256 of the input text."""

    flavors: tuple[str, ...]
    proven: tuple[str, ...]
    vendors: dict[str, dict]
    arches: dict[str, dict]
    atoms: list[dict]
    maps: dict[str, dict]
    intrinsics: list[dict]
    fields: list[dict]
    rules: list[dict]
    pipelines: list[dict]
    digest: str


def parse_terms(text: str) -> list[tuple[str, int, int, int]]:
    """Split a lane-map formula into terms (source, divide, modulo or 0 for none, times)."""
    terms = []
    for part in text.split(" + "):
        match = TERM.match(part)
        if match is None:
            raise ValueError(f"lane map term {part!r} in {text!r} is not `lane|slot [/ n] [% n] [* n]`")
        source, divide, modulo, times = match.groups()
        terms.append((source, int(divide or 1), int(modulo or 0), int(times or 1)))
    return terms


def evaluate_terms(terms: list[tuple[str, int, int, int]], lane: int, slot: int) -> int:
    """The coordinate that the terms give for one lane and slot."""
    total = 0
    for source, divide, modulo, times in terms:
        value = (lane if source == "lane" else slot) // divide
        total += (value % modulo if modulo else value) * times
    return total


def check_map(name: str, row: dict, shape: tuple[int, int, int]) -> None:
    """Require that each lane map of an atom reaches every element of its operand equally often."""
    m, n, k = shape
    for first, second, length, size in (
        ("row", "k", "operand_length", (m, k)),
        ("column", "k", "operand_length", (n, k)),
        ("result_row", "result_column", "result_length", (m, n)),
    ):
        seen: dict[tuple[int, int], int] = {}
        for lane in range(row["lanes"]):
            for slot in range(row[length]):
                at = (evaluate_terms(row[first], lane, slot), evaluate_terms(row[second], lane, slot))
                seen[at] = seen.get(at, 0) + 1
        wanted = {(i, j) for i in range(size[0]) for j in range(size[1])}
        if set(seen) != wanted or len(set(seen.values())) != 1:
            raise ValueError(f"lane map {name}: ({first}, {second}) does not cover {size[0]}x{size[1]}")


def by_flavor(value: str | dict, flavors: tuple[str, ...]) -> tuple[str, ...]:
    """Spread a value that may differ by flavour into one entry a flavour."""
    if isinstance(value, str):
        return (value,) * len(flavors)
    if set(value) != set(flavors):
        raise ValueError(f"{value} must name each of the flavours {flavors}")
    return tuple(value[flavor] for flavor in flavors)


def load(directory: Path = HERE) -> Contract:
    """Read and check all tables.

    Raises ValueError for a reference to nothing, a lane map that misses an element, or a message whose placeholders are not
    its arguments.
    """
    hasher = hashlib.sha256()
    raw = {}
    for table in TABLES:
        data = (directory / f"{table}.toml").read_bytes()
        hasher.update(data)
        raw[table] = tomllib.loads(data.decode())
    flavors = tuple(raw["arch"]["flavor"]["names"])
    arches = raw["arch"]["arch"]

    maps = raw["atoms"]["map"]
    for row in maps.values():
        for key in ("row", "column", "k", "result_row", "result_column"):
            row[key] = parse_terms(row[key])
    intrinsic_ids = {row["id"] for row in raw["intrinsics"]["intrinsic"]}
    for atom in raw["atoms"]["atom"]:
        atom["name"] = "x".join(str(size) for size in atom["shape"])
        if atom["intrinsic"] not in intrinsic_ids:
            raise ValueError(f"atom {atom['name']} names an unknown intrinsic {atom['intrinsic']}")
        check_map(atom["map"], maps[atom["map"]], tuple(atom["shape"]))
    for row in raw["intrinsics"]["intrinsic"]:
        row["name"] = by_flavor(row["name"], flavors)
        row["immediate"] = []
        arguments = []
        for argument in row["arguments"]:
            spread = by_flavor(argument, flavors)
            row["immediate"].append(spread[0].endswith(" immarg"))
            arguments.append(tuple(text.removesuffix(" immarg") for text in spread))
        row["arguments"] = arguments
    for row in (*raw["atoms"]["atom"], *raw["intrinsics"]["intrinsic"], *raw["pipelines"]["pipeline"]):
        unknown = set(row["arch"]) - set(arches)
        if unknown:
            raise ValueError(f"{row} names unknown architectures {sorted(unknown)}")

    allowed = {
        "arch": list(arches),
        "atom": ["auto", *dict.fromkeys(atom["name"] for atom in raw["atoms"]["atom"])],
        "pipeline": [row["name"] for row in raw["pipelines"]["pipeline"]],
    }
    for field in raw["fields"]["field"]:
        if isinstance(field.get("allowed"), str):
            field["allowed"] = allowed[field["allowed"]]

    for rule in raw["rules"]["rule"]:
        names = [argument.split(":")[0] for argument in rule["arguments"]]
        if set(PLACEHOLDER.findall(rule["message"])) != set(names):
            raise ValueError(f"rule {rule['code']}: placeholders and arguments differ")
    return Contract(
        flavors=flavors,
        proven=tuple(raw["arch"]["flavor"]["proven"]),
        vendors=raw["arch"]["vendor"],
        arches=arches,
        atoms=raw["atoms"]["atom"],
        maps=maps,
        intrinsics=raw["intrinsics"]["intrinsic"],
        fields=raw["fields"]["field"],
        rules=raw["rules"]["rule"],
        pipelines=raw["pipelines"]["pipeline"],
        digest=hasher.hexdigest(),
    )
